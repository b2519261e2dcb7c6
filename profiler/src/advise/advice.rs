//! Advice: what patterns found, merged by cause, no time counted twice, ranked by cost.

use super::cost::Cost;
use super::database::Database;
use super::patterns::shipped;
use super::runner::{self, Because, Found, FoundPlace, Part, PatternError, PatternFile};
use crate::profile::Profile;
use rustc_hash::{FxHashMap, FxHashSet};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

pub const FORMAT: &str = "tarsier-advice";
pub const VERSION: u32 = 1;

/// Findings of a smaller share of the run are below the line.
pub const LINE: f64 = 0.005;
/// So are those with fewer samples: nothing could be measured of them.
pub const LEAST_SAMPLES: f64 = 3.0;
/// Places that a finding lists, and facts.
const MOST_PLACES: usize = 12;
const MOST_SEEN: usize = 8;

/// What is told of a run.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Advice {
    pub format: String,
    pub version: u32,
    pub program: String,
    /// The run came to its end.
    pub complete: bool,
    /// How it ended otherwise.
    pub ended: String,
    /// The time that costs are shares of: all samples but idle ones.
    pub run_ms: f64,
    pub samples: u64,
    pub interval_ms: f64,
    /// What the profile lacks, and what that means.
    pub notes: Vec<String>,
    /// The most expensive first.
    pub findings: Vec<Finding>,
    /// Those that cost too little to be measured or to matter.
    pub below: Vec<Finding>,
    pub errors: Vec<PatternError>,
}

/// One thing to change.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Finding {
    /// Stays the same when lines move: pattern, function, and the line's text.
    pub id: String,
    pub pattern: String,
    pub title: String,
    pub function: String,
    pub file: String,
    pub line: u32,
    pub column: u32,
    pub text: String,
    pub cost: Cost,
    /// Of the run.
    pub share: f64,
    pub seen: Vec<String>,
    pub why: String,
    pub instead: String,
    /// Where it comes from, if that is another place.
    pub because: Vec<Because>,
    /// All places that suffer, with their cost.
    pub places: Vec<Suffering>,
    /// Other patterns that found the same time.
    pub also: Vec<String>,
}

/// A place that a finding costs time at.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Suffering {
    pub file: String,
    pub line: u32,
    pub column: u32,
    pub text: String,
    pub cost: Cost,
}

impl Advice {
    /// Runs the shipped patterns and the user's over a profile.
    pub fn new(profile: &Profile, files: &[PatternFile]) -> Advice {
        let database = Database::new(profile);
        let json = runner::json(&database);
        let (mut found, mut errors) = runner::run(&json, &shipped());
        for file in files {
            let (more, wrong) = runner::run(&json, std::slice::from_ref(file));
            found.extend(more);
            errors.extend(wrong);
        }
        let mut findings = rank(merge(found), database.ms);
        name(&mut findings);
        let line = findings.iter().position(|f| is_below(f, database.ms)).unwrap_or(findings.len());
        let (mut above, mut below) = (Vec::new(), findings.split_off(line));
        below.retain(|f| {
            let stays = is_below(f, database.ms);
            if !stays {
                above.push(f.clone());
            }
            stays
        });
        findings.append(&mut above);
        Advice {
            format: FORMAT.into(),
            version: VERSION,
            program: database.program.clone(),
            complete: database.ended.is_empty(),
            ended: database.ended.clone(),
            run_ms: database.ms,
            samples: database.samples,
            interval_ms: database.interval_ms,
            notes: notes(profile, &database),
            findings,
            below,
            errors,
        }
    }

    /// Findings of a pattern, or those that cost at least so many milliseconds, for `--fail-on`.
    pub fn failing(&self, gate: &Gate) -> Vec<&Finding> {
        let is = |f: &&Finding| match gate {
            Gate::Pattern(name) => f.pattern == *name || f.also.contains(name),
            Gate::Cost(ms) => f.cost.ms >= *ms,
        };
        self.findings.iter().filter(is).collect()
    }
}

/// What makes `--fail-on` fail.
#[derive(Clone, PartialEq, Debug)]
pub enum Gate {
    Pattern(String),
    Cost(f64),
}

fn is_below(finding: &Finding, run_ms: f64) -> bool {
    finding.cost.samples < LEAST_SAMPLES || finding.cost.ms < LINE * run_ms
}

fn notes(profile: &Profile, database: &Database) -> Vec<String> {
    let mut notes = Vec::new();
    if !database.ended.is_empty() {
        notes.push(format!("the run did not come to its end ({}): what came later is not known", database.ended));
    }
    if profile.sites.is_empty() {
        notes
            .push("this profile has no site database: it was recorded by an older version, or the VM was stuck".into());
    }
    let counted = match profile.counted {
        true => "executions were counted, which takes time: the program by itself is faster",
        false => "executions were not counted: what is ranked is time, by samples",
    };
    notes.push(counted.into());
    if database.samples < 100 {
        notes.push(format!(
            "only {} samples: let it run longer, or sample more often (--prof-interval)",
            database.samples
        ));
    }
    let is_optimized = profile.machine_code.iter().any(|code| code.tier == crate::profile::Tier::Optimized);
    if profile.decisions.is_empty() && is_optimized {
        notes.push(
            "the optimizing compiler's decisions were not kept: nothing is told of calls that are not inlined".into(),
        );
    }
    notes
}

/// One finding with its parts, each time once.
struct Merged {
    first: Found,
    parts: Vec<Part>,
    also: Vec<String>,
}

impl Merged {
    fn cost(&self) -> Cost {
        self.parts.iter().filter_map(|p| p.cost).fold(Cost::default(), Cost::plus)
    }

    /// The part that costs most.
    fn hottest(&self) -> Option<&Part> {
        self.parts.iter().max_by(|a, b| a.cost.map_or(0.0, |c| c.ms).total_cmp(&b.cost.map_or(0.0, |c| c.ms)))
    }

    fn take(&mut self, other: Merged) {
        for part in other.parts {
            match self.parts.iter_mut().find(|p| p.key == part.key) {
                Some(same) if same.cost.map_or(0.0, |c| c.ms) < part.cost.map_or(0.0, |c| c.ms) => *same = part,
                Some(_) => {}
                None => self.parts.push(part),
            }
        }
        join(&mut self.first.seen, other.first.seen);
        join(&mut self.first.because, other.first.because);
        if other.first.pattern != self.first.pattern {
            join(&mut self.also, vec![other.first.pattern]);
        }
    }
}

fn join<T: PartialEq>(all: &mut Vec<T>, more: Vec<T>) {
    for one in more {
        if !all.contains(&one) {
            all.push(one);
        }
    }
}

/// Findings of one cause are one; the most expensive gives it its words.
fn merge(found: Vec<Found>) -> Vec<Merged> {
    let mut merged: Vec<Merged> = Vec::new();
    let mut causes: FxHashMap<String, usize> = FxHashMap::default();
    let alone =
        found.into_iter().map(|mut first| Merged { parts: std::mem::take(&mut first.parts), first, also: vec![] });
    let mut alone: Vec<Merged> = alone.collect();
    alone.sort_by(|a, b| b.cost().ms.total_cmp(&a.cost().ms));
    for finding in alone {
        let cause = finding.first.cause.clone();
        match causes.get(&cause).filter(|_| !cause.is_empty()) {
            Some(&i) => merged[i].take(finding),
            None => {
                causes.insert(cause, merged.len());
                merged.push(finding);
            }
        }
    }
    merged
}

/// By cost. Time that a more expensive finding has is not counted again; what has no time left of its own becomes a note of the other.
fn rank(mut all: Vec<Merged>, run_ms: f64) -> Vec<Finding> {
    all.sort_by(|a, b| b.cost().ms.total_cmp(&a.cost().ms));
    let mut ranked: Vec<Merged> = Vec::new();
    let mut claimed: FxHashMap<String, usize> = FxHashMap::default();
    for mut finding in all {
        let owner = finding.hottest().and_then(|part| claimed.get(&part.key)).copied();
        finding.parts.retain(|part| !claimed.contains_key(&part.key));
        if let Some(owner) = owner {
            let owner = &mut ranked[owner];
            join(&mut owner.first.seen, finding.first.seen);
            // What it takes for the cause is one of the other's.
            let own = Because { at: finding.first.at, what: format!("also: {}", finding.first.title) };
            join(&mut owner.first.because, vec![own]);
            join(&mut owner.first.because, finding.first.because);
            if owner.first.pattern != finding.first.pattern {
                join(&mut owner.also, vec![finding.first.pattern]);
            }
            continue;
        }
        claimed.extend(finding.parts.iter().map(|part| (part.key.clone(), ranked.len())));
        ranked.push(finding);
    }
    let mut findings: Vec<Finding> = ranked.into_iter().map(|merged| finding(merged, run_ms)).collect();
    findings.sort_by(|a, b| b.cost.ms.total_cmp(&a.cost.ms));
    findings
}

fn finding(merged: Merged, run_ms: f64) -> Finding {
    let cost = merged.cost();
    let Merged { first, mut parts, also } = merged;
    parts.sort_by(|a, b| b.cost.map_or(0.0, |c| c.ms).total_cmp(&a.cost.map_or(0.0, |c| c.ms)));
    let FoundPlace { function, file, line, column, text } = first.at;
    let mut shown = FxHashSet::default();
    let places =
        parts.into_iter().filter(|part| shown.insert(part.key.clone())).take(MOST_PLACES).map(|part| Suffering {
            file: part.at.file,
            line: part.at.line,
            column: part.at.column,
            text: part.at.text,
            cost: part.cost.unwrap_or_default(),
        });
    Finding {
        id: String::new(),
        pattern: first.pattern,
        title: first.title,
        function,
        places: places.collect(),
        because: elsewhere(first.because, &file, line),
        file,
        line,
        column,
        text,
        cost,
        share: if run_ms > 0.0 { cost.ms / run_ms } else { 0.0 },
        seen: first.seen.into_iter().take(MOST_SEEN).collect(),
        why: first.why,
        instead: first.instead,
        also,
    }
}

/// The places that a finding comes from, each line once.
fn elsewhere(because: Vec<Because>, file: &str, line: u32) -> Vec<Because> {
    let mut shown = FxHashSet::default();
    shown.insert((file.to_owned(), line));
    because.into_iter().filter(|b| shown.insert((b.at.file.clone(), b.at.line))).take(MOST_PLACES).collect()
}

/// Gives findings their identities; those that would have one get a number.
fn name(findings: &mut [Finding]) {
    let mut times: FxHashMap<String, u32> = FxHashMap::default();
    for finding in findings {
        let words: Vec<&str> = finding.text.split_whitespace().collect();
        let digest = Sha256::digest(words.join(" ").as_bytes());
        let text: String = digest.iter().take(4).map(|byte| format!("{byte:02x}")).collect();
        let id = format!("{}:{}:{text}", finding.pattern, finding.function);
        let n = times.entry(id.clone()).or_insert(0);
        *n += 1;
        finding.id = if *n > 1 { format!("{id}~{n}") } else { id };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn place(line: u32) -> FoundPlace {
        FoundPlace { function: "f".into(), file: "a.js".into(), line, column: 1, text: format!("line {line}") }
    }

    fn found(pattern: &str, cause: &str, parts: &[(u32, f64)]) -> Found {
        let cost = |ms| Cost { ms, low: ms / 2.0, high: ms * 2.0, samples: ms };
        let parts =
            parts.iter().map(|&(line, ms)| Part { key: format!("site {line}"), at: place(line), cost: Some(cost(ms)) });
        let parts: Vec<Part> = parts.collect();
        Found {
            pattern: pattern.into(),
            title: pattern.into(),
            at: parts[0].at.clone(),
            parts,
            seen: vec![],
            why: String::new(),
            instead: String::new(),
            cause: cause.into(),
            because: vec![],
        }
    }

    fn told(all: Vec<Found>) -> Vec<(String, u32, f64)> {
        let all = rank(merge(all), 100.0);
        all.into_iter().map(|f| (f.pattern, f.line, f.cost.ms)).collect()
    }

    #[test]
    fn findings_of_one_cause_are_one() {
        let all = vec![
            found("layouts", "C", &[(1, 5.0)]),
            found("layouts", "C", &[(2, 9.0)]),
            found("layouts", "D", &[(3, 6.0)]),
        ];
        assert_eq!(told(all), [("layouts".into(), 2, 14.0), ("layouts".into(), 3, 6.0)]);
    }

    #[test]
    fn no_time_is_counted_twice() {
        let all = vec![
            found("operation", "", &[(10, 26.0)]),
            found("store", "", &[(4, 2.0), (10, 26.0)]),
            found("call", "", &[(7, 20.0), (10, 3.0)]),
        ];
        assert_eq!(told(all), [("store".into(), 4, 28.0), ("call".into(), 7, 20.0)]);
    }

    #[test]
    fn identities_survive_moved_lines() {
        let ids = |lines: [u32; 2]| {
            let mut all =
                rank(merge(vec![found("a", "", &[(lines[0], 5.0)]), found("a", "", &[(lines[1], 4.0)])]), 100.0);
            all.iter_mut().for_each(|f| f.text = "x  + y".into());
            name(&mut all);
            all.into_iter().map(|f| f.id).collect::<Vec<_>>()
        };
        let here = ids([1, 2]);
        assert_eq!(here, ids([11, 22]));
        assert!(here[0].starts_with("a:f:") && here[1] == format!("{}~2", here[0]), "{here:?}");
    }
}
