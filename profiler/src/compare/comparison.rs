//! The comparison of two versions: everything that is told of it, as data. Terminal, markdown, JSON and HTML are made of this.

use super::attribution::{Attribution, Delta};
use super::findings::{self, Finding, Kind};
use super::matching::{Fate, Matching};
use super::primary::Primary;
use super::side::{Run, Side};
use super::text::Texts;
use crate::profile::Category;
use crate::statistics::bootstrap::Ratio;
use crate::statistics::rank::rank_sum;
use crate::statistics::rounds::{ratio_of_rounds, test_of_rounds};
use crate::statistics::spread::{is_positive, median};
use crate::statistics::stopping::{change, confidence};
use serde::Serialize;
use std::cmp::Ordering;

/// What the first field says.
pub const FORMAT: &str = "tarsier-comparison";
/// Readers refuse another version. Fields may be added without a new one.
pub const VERSION: u32 = 1;

/// Notes of one row at most.
const NOTES: usize = 4;

/// What the whole comparison says.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    Faster,
    Slower,
    /// The interval holds 1, or the tests do not agree.
    NoDifferenceSeen,
    /// Nothing can be said.
    TooFewRuns,
}

/// A version, as the comparison had it.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Version {
    pub name: String,
    pub processes: usize,
}

/// One measure of a process.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Measure {
    pub name: String,
    /// "ms", "MB" (2^20 bytes), or empty.
    pub unit: &'static str,
    pub lower_is_better: bool,
    /// Medians over the processes.
    pub a: f64,
    pub b: f64,
    #[serde(flatten)]
    pub ratio: Ratio,
    /// Of the rank test.
    pub p: f64,
    pub verdict: Verdict,
}

/// A place in one of the versions.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Place {
    pub name: String,
    /// Empty for none.
    pub file: String,
    /// 0 for none.
    pub line: u32,
}

/// A function's row.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct FunctionRow {
    /// Stable from one comparison to the next.
    pub id: String,
    pub fate: Fate,
    pub a: Option<Place>,
    pub b: Option<Place>,
    #[serde(flatten)]
    pub delta: Delta,
    /// What is otherwise there, in words.
    pub notes: Vec<String>,
}

/// A line's row.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct LineRow {
    /// The function's, and the line's number in it.
    pub id: String,
    pub a: Option<Place>,
    pub b: Option<Place>,
    /// The second version's, or the first one's if it is gone.
    pub text: String,
    #[serde(flatten)]
    pub delta: Delta,
}

/// Rows, the largest difference first, and what is too small to be one.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Table<R> {
    pub rows: Vec<R>,
    pub others: Delta,
    pub other_rows: usize,
    /// Of all rows, others included, milliseconds: the whole's difference.
    pub sum_ms: f64,
}

impl AsRef<Delta> for FunctionRow {
    fn as_ref(&self) -> &Delta {
        &self.delta
    }
}

impl AsRef<Delta> for LineRow {
    fn as_ref(&self) -> &Delta {
        &self.delta
    }
}

impl<R: AsRef<Delta>> Table<R> {
    /// What the rows behind the first `shown` come to, the others included, and how many they are.
    pub fn beyond(&self, shown: usize) -> (Delta, usize) {
        let mut sum = self.others.clone();
        for delta in self.rows.iter().skip(shown).map(AsRef::as_ref) {
            sum.a_ms += delta.a_ms;
            sum.b_ms += delta.b_ms;
            sum.delta_ms += delta.delta_ms;
            // A sum's interval is not the intervals' sum.
            sum.interval_ms = None;
        }
        (sum, self.other_rows + self.rows.len().saturating_sub(shown))
    }
}

/// What the machine was at, or a part of the VM's work: the time of it, and how often where that is counted.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Activity {
    pub name: String,
    #[serde(flatten)]
    pub delta: Delta,
    /// Times a process, medians.
    pub count: Option<(f64, f64)>,
}

/// Everything.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Comparison {
    pub format: &'static str,
    pub version: u32,
    pub a: Version,
    pub b: Version,
    /// How the outputs differ; None if they don't, or were not compared.
    pub outputs: Option<String>,
    /// What has to be known besides, in words.
    pub notes: Vec<String>,
    /// Why there are not as many processes as there should be.
    pub incomplete: Option<String>,
    /// What intervals hold, as a share.
    pub confidence: f64,
    /// The first is what the verdict goes by.
    pub measures: Vec<Measure>,
    pub verdict: Verdict,
    /// Mean wall time of a process.
    pub total: Option<Delta>,
    /// None where no process was profiled.
    pub functions: Option<Table<FunctionRow>>,
    /// What a line takes with the built-ins and the VM's work that it calls for.
    pub lines: Option<Table<LineRow>>,
    pub activities: Vec<Activity>,
    pub findings: Vec<Finding>,
}

/// How the processes were measured.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Conditions {
    /// When to stop was decided by looking at the intervals.
    pub looked: bool,
    /// Processes of the two versions with the same index ran in one round, one soon after the other: they are compared with each other.
    pub in_rounds: bool,
    /// The score is better the lower it is.
    pub lower_score_is_better: bool,
    /// What the score is called; empty if there is none.
    pub score: String,
    pub outputs: Option<String>,
    pub notes: Vec<String>,
    pub incomplete: Option<String>,
}

impl Conditions {
    /// How the second version's figures stand to the first one's.
    pub fn ratio(&self, a: &[f64], b: &[f64], confidence: f64) -> Option<Ratio> {
        if self.in_rounds { ratio_of_rounds(a, b, confidence) } else { Ratio::of_medians(a, b, confidence) }
    }
}

impl Comparison {
    /// Compares two versions.
    pub fn new(a: &Side, b: &Side, conditions: &Conditions) -> Comparison {
        let confidence = confidence(conditions.looked);
        let measures = measures(a, b, conditions, confidence);
        let verdict = measures.first().map_or(Verdict::TooFewRuns, |measure| measure.verdict);
        let mut comparison = Comparison {
            format: FORMAT,
            version: VERSION,
            a: Version { name: a.name.clone(), processes: a.runs.len() },
            b: Version { name: b.name.clone(), processes: b.runs.len() },
            outputs: conditions.outputs.clone(),
            notes: conditions.notes.clone(),
            incomplete: conditions.incomplete.clone(),
            confidence,
            measures,
            verdict,
            total: None,
            functions: None,
            lines: None,
            activities: Vec::new(),
            findings: Vec::new(),
        };
        if comparison.measures.first().is_some_and(|measure| measure.name == CPU) {
            comparison.notes.push(BUSY.into());
        }
        if !a.runs.is_empty() && !b.runs.is_empty() {
            comparison.attribute(a, b, conditions.in_rounds, confidence);
        }
        comparison
    }

    fn attribute(&mut self, a: &Side, b: &Side, in_rounds: bool, confidence: f64) {
        let matching = Matching::new(a, b);
        let attribution = Attribution::new(a, b, &matching, in_rounds, confidence);
        self.total = Some(attribution.total());
        self.findings = findings::find(a, b, &matching);
        if !(a.is_profiled() && b.is_profiled()) {
            return;
        }
        let describe = Describe { a, b, matching: &matching, texts_a: Texts::new(a), texts_b: Texts::new(b) };
        // Of a program with a score it is the time, too, that opens the functions' tests.
        let time = if Primary::of(a, b, false) == Primary::Cpu { CPU } else { WALL };
        let changed = self.measures.iter().any(|m| m.name == time && m.verdict != Verdict::NoDifferenceSeen);
        let functions = attribution.functions(changed);
        let found: Vec<u32> = functions.rows.iter().filter(|(_, d)| d.is_significant).map(|(pair, _)| *pair).collect();
        let lines = attribution.lines(|pair| found.contains(&pair));
        self.functions = Some(Table {
            sum_ms: functions.sum_ms(),
            others: functions.others.clone(),
            other_rows: functions.other_rows,
            rows: functions
                .rows
                .into_iter()
                .map(|(pair, delta)| describe.function(pair, delta, &self.findings))
                .collect(),
        });
        self.lines = Some(Table {
            sum_ms: lines.sum_ms(),
            others: lines.others.clone(),
            other_rows: lines.other_rows,
            rows: lines.rows.into_iter().map(|(line, delta)| describe.line(line, delta)).collect(),
        });
        self.activities = activities(a, b, &attribution);
    }

    /// The smallest difference that the first measure could have shown, as a share.
    pub fn detectable(&self) -> Option<f64> {
        self.measures.first().and_then(|measure| measure.ratio.detectable)
    }

    /// Whether the second version is worse by more than `share`, for certain: what `--gate` goes by.
    pub fn is_regression(&self, share: f64) -> bool {
        self.measures.first().is_some_and(|measure| {
            let worse = if measure.lower_is_better { measure.ratio.ratio } else { 1.0 / measure.ratio.ratio };
            measure.verdict == Verdict::Slower && worse > 1.0 + share
        })
    }

    /// What `--gate-structure` goes by.
    pub fn gating_findings(&self) -> impl Iterator<Item = &Finding> {
        self.findings.iter().filter(|finding| finding.gates)
    }
}

const WALL: &str = "wall time";
const CPU: &str = "CPU time";
/// What is told where the CPU time decides.
const BUSY: &str =
    "the machine was busy with something else: wall times vary much more than CPU times, which decide instead";

fn measures(a: &Side, b: &Side, conditions: &Conditions, confidence: f64) -> Vec<Measure> {
    let mut measures = Vec::new();
    let mut push = |name: &str, unit, lower_is_better, of: &dyn Fn(&Run) -> f64| {
        let (a, b) = (a.figures(of), b.figures(of));
        let ratio = conditions.ratio(&a, &b, confidence);
        let Some(ratio) = ratio else { return };
        let p = if conditions.in_rounds { test_of_rounds(&a, &b) } else { rank_sum(&a, &b) };
        let verdict = match change(&ratio, p) {
            _ if ratio.interval.is_none() => Verdict::TooFewRuns,
            None => Verdict::NoDifferenceSeen,
            Some(way) if (way == Ordering::Less) == lower_is_better => Verdict::Faster,
            Some(_) => Verdict::Slower,
        };
        let middle = |figures: &[f64]| median(figures).unwrap_or(f64::NAN);
        let (a, b) = (middle(&a), middle(&b));
        measures.push(Measure { name: name.into(), unit, lower_is_better, a, b, ratio, p, verdict });
    };
    if !conditions.score.is_empty() {
        let score = |run: &Run| run.score.filter(|&score| is_positive(score)).unwrap_or(f64::NAN);
        push(&conditions.score, "", conditions.lower_score_is_better, &score);
    }
    push(WALL, "ms", true, &|run| run.wall_ns as f64 / 1e6);
    push(CPU, "ms", true, &|run| run.cpu_ns as f64 / 1e6);
    push("peak memory", "MB", true, &|run| run.peak_bytes as f64 / f64::from(1 << 20));
    if Primary::of(a, b, !conditions.score.is_empty()) == Primary::Cpu {
        measures.sort_by_key(|measure| measure.name != CPU);
    }
    measures
}

fn activities(a: &Side, b: &Side, attribution: &Attribution) -> Vec<Activity> {
    let mut activities: Vec<Activity> = Category::ALL
        .into_iter()
        .map(|category| {
            let time = |run: &Run| run.categories.get(category as usize).map_or(0.0, |&ns| ns as f64);
            Activity { name: category.name().into(), delta: attribution.figure(time), count: None }
        })
        .filter(|activity| activity.delta.a_ms + activity.delta.b_ms > 0.0)
        .collect();
    let middle = |side: &Side, of: fn(&Run) -> f64| median(&side.figures(of)).unwrap_or(0.0);
    let counted: [(&str, fn(&Run) -> f64, fn(&Run) -> f64); 3] = [
        ("garbage collections", |run| run.collecting_ns as f64, |run| f64::from(run.collections)),
        ("parses and compilations, on all threads", |run| run.compiling_ns as f64, |run| f64::from(run.compiled)),
        (
            "deoptimizations",
            |run| run.categories.get(Category::Deopt as usize).map_or(0.0, |&ns| ns as f64),
            |run| run.deopts as f64,
        ),
    ];
    for (name, time, count) in counted {
        let count = (middle(a, count), middle(b, count));
        if count != (0.0, 0.0) {
            activities.push(Activity { name: name.into(), delta: attribution.figure(time), count: Some(count) });
        }
    }
    activities
}

/// Puts rows into words.
struct Describe<'s> {
    a: &'s Side,
    b: &'s Side,
    matching: &'s Matching,
    texts_a: Texts<'s>,
    texts_b: Texts<'s>,
}

impl Describe<'_> {
    fn place(side: &Side, function: Option<u32>, line: Option<u32>) -> Option<Place> {
        let code = &side.functions[function? as usize];
        let file = code.file.map_or("", |file| side.files[file as usize].name.as_str());
        Some(Place { name: code.name.clone(), file: file.into(), line: line.unwrap_or(code.line) })
    }

    fn function(&self, pair: u32, delta: Delta, findings: &[Finding]) -> FunctionRow {
        let of = &self.matching.pairs[pair as usize];
        let (a, b) = (Describe::place(self.a, of.a, None), Describe::place(self.b, of.b, None));
        let mut notes = Vec::new();
        match (of.fate, &a) {
            (Fate::Renamed, Some(a)) => notes.push(format!("was called {}", a.name)),
            (Fate::Moved, Some(a)) => notes.push(format!("was in {}", a.file)),
            (Fate::Changed, _) => notes.push("its text has changed".into()),
            (Fate::Added, _) => notes.push("is new".into()),
            (Fate::Removed, _) => notes.push("is gone".into()),
            _ => {}
        }
        if delta.is_significant {
            let explains = |f: &&Finding| f.pair == pair || f.also == Some(pair);
            let worse = delta.delta_ms > 0.0;
            // What goes the same way as the time explains it.
            let mut here: Vec<&Finding> = findings.iter().filter(explains).collect();
            here.sort_by_key(|f| (f.is_worse != worse, f.kind));
            notes.extend(here.into_iter().take(NOTES).map(|f| match f.kind {
                Kind::Inlining if f.also == Some(pair) => format!("in {}: {}", f.function, f.text),
                _ if f.line > 0 => format!("line {}: {}", f.line, f.text),
                _ => f.text.clone(),
            }));
        }
        FunctionRow { id: of.id.clone(), fate: of.fate, a, b, delta, notes }
    }

    fn line(&self, line: super::matching::LinePair, delta: Delta) -> LineRow {
        let pair = line.pair.map(|pair| &self.matching.pairs[pair as usize]);
        let a = line.a.and_then(|at| Describe::place(self.a, pair?.a, Some(at)));
        let b = line.b.and_then(|at| Describe::place(self.b, pair?.b, Some(at)));
        let text = |side: &Side, texts: &Texts, function: Option<u32>, at: Option<u32>| {
            Some(texts.line(&side.functions[function? as usize], at?).to_owned())
        };
        let text = text(self.b, &self.texts_b, pair.and_then(|p| p.b), line.b)
            .or_else(|| text(self.a, &self.texts_a, pair.and_then(|p| p.a), line.a));
        let within = |at: Option<u32>, side: &Side, function: Option<u32>| {
            Some(i64::from(at?) - i64::from(side.functions[function? as usize].line))
        };
        let number = within(line.a, self.a, pair.and_then(|p| p.a))
            .map(|n| format!("{n}"))
            .or_else(|| within(line.b, self.b, pair.and_then(|p| p.b)).map(|n| format!("+{n}")));
        let id = format!("{}:{}", pair.map_or("", |p| p.id.as_str()), number.unwrap_or_default());
        LineRow { id, a, b, text: text.unwrap_or_default(), delta }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compare::sample_sides::{Planted, planted};

    fn compare(planted_ms: f64, seed: u64) -> Comparison {
        let (a, b) = planted(&Planted { functions: 30, processes: 20, planted_ms, seed });
        Comparison::new(&a, &b, &Conditions::default())
    }

    #[test]
    fn a_slower_version_is_slower_where_it_was_made_so() {
        let comparison = compare(12.0, 1);
        assert_eq!(comparison.verdict, Verdict::Slower);
        let functions = comparison.functions.as_ref().expect("functions");
        let first = &functions.rows[0];
        assert_eq!(first.b.as_ref().map(|b| b.name.as_str()), Some("f7"));
        assert!(first.delta.is_significant && (first.delta.delta_ms - 12.0).abs() < 2.0, "{first:?}");
        let total = comparison.total.as_ref().expect("a total");
        assert!((functions.sum_ms - total.delta_ms).abs() < 1e-9);
        let lines = comparison.lines.as_ref().expect("lines");
        assert_eq!(
            (lines.rows[0].text.as_str(), lines.rows[0].delta.is_significant),
            ("function f7(x) { return x + 7; }", true)
        );
        assert!(comparison.is_regression(0.01) && !comparison.is_regression(0.5));
    }

    #[test]
    fn a_function_may_change_where_the_whole_is_too_noisy() {
        let (mut a, mut b) = planted(&Planted { functions: 30, processes: 20, planted_ms: 12.0, seed: 5 });
        // In every other round the first version is held up by something, in the others the second.
        let held_up = |side: &mut Side, which: usize| {
            for (i, run) in side.runs.iter_mut().enumerate() {
                run.wall_ns += if i % 2 == which { 100_000_000 } else { 0 };
                run.cpu_ns = run.wall_ns;
            }
        };
        held_up(&mut a, 0);
        held_up(&mut b, 1);
        let comparison = Comparison::new(&a, &b, &Conditions { in_rounds: true, ..Conditions::default() });
        assert_eq!(comparison.verdict, Verdict::NoDifferenceSeen);
        assert!(comparison.headline().starts_with("f7 is slower by 1"), "{}", comparison.headline());
    }

    /// Of 100 comparisons of a version with itself at most 5 give any alarm: the whole, or a function.
    #[test]
    fn nothing_is_said_of_a_version_against_itself() {
        let alarms = (0..100).filter(|&seed| {
            let comparison = compare(0.0, 1000 + seed);
            let functions = comparison.functions.as_ref().expect("functions");
            let found = functions.rows.iter().any(|row| row.delta.is_significant);
            comparison.verdict != Verdict::NoDifferenceSeen || found
        });
        let alarms = alarms.count();
        assert!(alarms <= 5, "{alarms}");
    }

    #[test]
    fn too_few_runs_say_nothing() {
        let (a, b) = planted(&Planted { functions: 5, processes: 2, planted_ms: 50.0, seed: 1 });
        let comparison = Comparison::new(&a, &b, &Conditions::default());
        assert_eq!(comparison.verdict, Verdict::TooFewRuns);
        assert!(!comparison.is_regression(0.0));
        let functions = comparison.functions.expect("functions");
        assert!(functions.rows.iter().all(|row| !row.delta.is_significant && row.delta.interval_ms.is_none()));
        let nothing = Comparison::new(&Side::new("a", ""), &Side::new("b", ""), &Conditions::default());
        assert_eq!((nothing.verdict, nothing.measures.len()), (Verdict::TooFewRuns, 0));
    }
}
