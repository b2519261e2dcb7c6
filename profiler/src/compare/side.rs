//! One version's processes: what each of them took, in all and by function and line, and what the VM knew at their ends. Profiles are taken in one by
//! one and then forgotten; what is left is plain data, which is also what a baseline file holds.

use crate::profile::{Category, DeoptEvent, Frame, FunctionKind, NONE, Profile, Tier};
use crate::sampler::Clock;
use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// A function whose code was thrown away so often in one process is in a loop of deoptimizations.
const LOOP: usize = 3;

/// A file that functions are in.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct File {
    pub name: String,
    pub text: Arc<String>,
}

/// A function, built-in or state of the VM, in all processes of the version.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Code {
    pub name: String,
    pub kind: FunctionKind,
    /// Index into the files.
    pub file: Option<u32>,
    /// 1-based, 0 for none; columns count UTF-16 code units.
    pub line: u32,
    pub column: u32,
    /// Behind its last character; 0 if that is not known.
    pub end_line: u32,
    pub end_column: u32,
}

/// A line in a function; line 0 where there is none.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Line {
    /// Index into the functions; None for what no script asked for.
    pub function: Option<u32>,
    pub line: u32,
}

/// What a process took, as far as it is known from outside.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Measured {
    /// When it was started (CLOCK_MONOTONIC nanoseconds); None of recorded profiles.
    pub started_ns: Option<u64>,
    /// From its start to its end, nanoseconds.
    pub wall_ns: u64,
    pub cpu_ns: u64,
    pub peak_bytes: u64,
    /// What it printed of itself.
    pub score: Option<f64>,
}

/// One process. Times are nanoseconds.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Run {
    pub wall_ns: u64,
    pub cpu_ns: u64,
    pub peak_bytes: u64,
    pub score: Option<f64>,
    /// Index into the functions, and self time; adds up to the wall time.
    pub functions: Vec<(u32, i64)>,
    /// Index into the lines, and the time on it with what it called for in built-ins and the VM.
    pub lines: Vec<(u32, i64)>,
    /// By [`Category`].
    pub categories: Vec<i64>,
    pub collections: u32,
    pub collecting_ns: u64,
    pub compiled: u32,
    pub compiling_ns: u64,
    pub deopts: u64,
}

/// Something that the VM knew of a place at the end.
#[derive(Clone, PartialEq, Eq, Hash, Debug, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(tag = "what", rename_all = "kebab-case")]
pub enum What {
    /// A guard failed.
    Deopt { reason: String },
    /// The function was optimized in vain: thrown away again and again, or given up.
    DeoptLoop,
    /// An inline cache that knows several shapes or too many.
    Cache { kind: String, key: String, state: String },
    /// Arrays became more general.
    Elements { from: String, to: String },
}

/// Where, in how many of the processes, and how often in all of them.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Fact {
    pub function: u32,
    pub line: u32,
    #[serde(flatten)]
    pub what: What,
    pub runs: u32,
    pub count: u64,
    /// The first one's words.
    pub detail: String,
}

/// A function called by another, both the program's own.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct Call {
    pub caller: u32,
    pub callee: u32,
    /// Time below such calls, in all processes: inlined ones, others.
    pub inlined_ns: u64,
    pub called_ns: u64,
}

/// What the optimizing compiler decided in a process that was traced: the last word on each call.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Decision {
    pub function: String,
    pub file: String,
    pub line: u32,
    pub callee: String,
    pub inlined: bool,
    /// Why not.
    pub why: String,
}

/// A node of the tree from the top down, over all processes. Parents come before their children.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct Node {
    /// Index of the caller's node.
    pub parent: Option<u32>,
    pub function: u32,
    pub own_ns: u64,
}

/// One version. All indices are in range once [`Side::check`] says so.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Side {
    /// What people are told it is.
    pub name: String,
    /// What the program's own file is called in profiles; empty if it is not known.
    pub main: String,
    pub files: Vec<File>,
    pub functions: Vec<Code>,
    pub lines: Vec<Line>,
    pub runs: Vec<Run>,
    pub tree: Vec<Node>,
    pub facts: Vec<Fact>,
    pub calls: Vec<Call>,
    /// Self time of each function by [`Tier`], over all processes.
    pub tiers: Vec<[u64; Tier::ALL.len()]>,
    pub decisions: Vec<Decision>,
    #[serde(skip)]
    index: Index,
}

/// What has been seen already.
#[derive(Clone, PartialEq, Debug, Default)]
struct Index {
    files: FxHashMap<String, u32>,
    functions: FxHashMap<Code, u32>,
    lines: FxHashMap<Line, u32>,
    tree: FxHashMap<(Option<u32>, u32), u32>,
    facts: FxHashMap<(u32, u32, What), usize>,
    calls: FxHashMap<(u32, u32), usize>,
}

/// Time before sampling began, and time that no sample stands for: between them, or, where samples weigh CPU time, while the thread waited or others ran.
const BEFORE: &str = "(before sampling)";
const UNSEEN: &str = "(not sampled)";
const AWAY: &str = "(not on a processor)";

impl Side {
    pub fn new(name: impl Into<String>, main: impl Into<String>) -> Side {
        Side { name: name.into(), main: main.into(), ..Side::default() }
    }

    /// Whether it is known where the time went.
    pub fn is_profiled(&self) -> bool {
        self.runs.iter().any(|run| !run.functions.is_empty())
    }

    /// A figure of each process.
    pub fn figures(&self, figure: impl Fn(&Run) -> f64) -> Vec<f64> {
        self.runs.iter().map(figure).collect()
    }

    /// Takes in one process of which nothing but times is known.
    pub fn add_times(&mut self, measured: Measured) {
        let Measured { wall_ns, cpu_ns, peak_bytes, score, .. } = measured;
        self.runs.push(Run { wall_ns, cpu_ns, peak_bytes, score, ..Run::default() });
    }

    /// Takes in one process and its profile. What the process did after sampling had ended is the profiler's, and doesn't count.
    pub fn add(&mut self, profile: &Profile, measured: Measured) {
        let functions: Vec<u32> = profile.functions.iter().map(|f| self.function(profile, f)).collect();
        let begun = measured.started_ns.unwrap_or(profile.start_ns).min(profile.start_ns);
        let wall_ns = profile.end_ns.saturating_sub(begun);
        let known = |known: u64, otherwise: u64| if known > 0 { known } else { otherwise };
        let mut run = Run {
            wall_ns,
            cpu_ns: known(profile.process_cpu_ns, known(measured.cpu_ns, profile.cpu_ns)),
            peak_bytes: known(profile.peak_bytes, measured.peak_bytes),
            score: measured.score,
            categories: vec![0; Category::ALL.len()],
            collections: profile.gc.len() as u32,
            collecting_ns: profile.gc.iter().map(|gc| gc.duration_ns).sum(),
            compiled: profile.compiles.len() as u32,
            compiling_ns: profile.compiles.iter().map(|compile| compile.duration_ns).sum(),
            deopts: profile.deopt_sites.iter().map(|site| site.count).sum(),
            ..Run::default()
        };
        for i in 0..profile.samples.len() {
            run.categories[profile.samples.category(i) as usize] += profile.samples.weight_ns[i] as i64;
        }
        let mut own: FxHashMap<u32, i64> = FxHashMap::default();
        let mut lines: FxHashMap<u32, i64> = FxHashMap::default();
        let function_of = |frame: &Frame| functions[frame.function as usize];
        let mut seen_ns = 0;
        for (stack, &weight) in profile.samples.stack.iter().zip(&profile.samples.weight_ns) {
            if *stack == NONE {
                continue;
            }
            let weight = weight as i64;
            seen_ns += weight;
            let top = &profile.frames[profile.stacks.frame[*stack as usize] as usize];
            self.tiers[function_of(top) as usize][top.tier as usize] += weight as u64;
            *own.entry(function_of(top)).or_default() += weight;
            let line = profile.credited(*stack).map_or(Line { function: None, line: 0 }, |frame| Line {
                function: Some(function_of(frame)),
                line: frame.line,
            });
            *lines.entry(self.line(line)).or_default() += weight;
        }
        let (before_ns, rest) = match profile.clock {
            Clock::Wall => (profile.start_ns - begun, UNSEEN),
            Clock::Cpu => (profile.process_cpu_start_ns, AWAY),
        };
        let before_ns = before_ns as i64;
        for (name, ns) in [(BEFORE, before_ns), (rest, wall_ns as i64 - before_ns - seen_ns)] {
            let function = self.state(name);
            own.insert(function, ns);
            *lines.entry(self.line(Line { function: Some(function), line: 0 })).or_default() += ns;
        }
        run.functions = own.into_iter().collect();
        run.functions.sort_unstable();
        run.lines = lines.into_iter().collect();
        run.lines.sort_unstable();
        self.runs.push(run);
        self.add_stacks(profile, &functions);
        self.add_facts(profile, &functions);
    }

    fn add_stacks(&mut self, profile: &Profile, functions: &[u32]) {
        let own = profile.own_by_stack();
        let mut total = own.clone();
        for stack in (0..own.len()).rev() {
            if let Ok(parent) = usize::try_from(profile.stacks.parent[stack]) {
                total[parent] += total[stack];
            }
        }
        let frame = |stack: usize| &profile.frames[profile.stacks.frame[stack] as usize];
        let mut nodes = Vec::with_capacity(own.len());
        for stack in 0..own.len() {
            let here = frame(stack);
            let function = functions[here.function as usize];
            let below = usize::try_from(profile.stacks.parent[stack]).ok();
            let parent = below.map(|below| nodes[below]);
            let next = self.tree.len() as u32;
            let node = *self.index.tree.entry((parent, function)).or_insert(next);
            if node == next {
                self.tree.push(Node { parent, function, own_ns: 0 });
            }
            self.tree[node as usize].own_ns += own[stack];
            nodes.push(node);
            let Some(caller) = below.map(frame).filter(|f| f.tier.is_script() && here.tier.is_script()) else {
                continue;
            };
            let key = (functions[caller.function as usize], function);
            let next = self.calls.len();
            let call = *self.index.calls.entry(key).or_insert(next);
            if call == next {
                self.calls.push(Call { caller: key.0, callee: key.1, inlined_ns: 0, called_ns: 0 });
            }
            let call = &mut self.calls[call];
            let time = if here.inlined { &mut call.inlined_ns } else { &mut call.called_ns };
            *time += total[stack];
        }
    }

    fn add_facts(&mut self, profile: &Profile, functions: &[u32]) {
        // Several guards, caches or transitions of one line are one fact.
        let mut here: FxHashMap<(u32, u32, What), (u64, String)> = FxHashMap::default();
        let mut note = |function: u32, line: u32, what: What, count: u64, detail: &str| {
            let entry = here.entry((functions[function as usize], line, what)).or_insert_with(|| (0, detail.into()));
            entry.0 += count;
        };
        let guard = |deopt: &DeoptEvent| {
            let stack = usize::try_from(deopt.stack).ok()?;
            let frame = &profile.frames[profile.stacks.frame[stack] as usize];
            Some((frame.function, frame.line))
        };
        for site in &profile.deopt_sites {
            let is_its = |d: &&DeoptEvent| d.reason == site.reason && guard(d) == Some((site.function, site.line));
            let detail = profile.deopts.iter().find(is_its).map_or("", |deopt| deopt.detail.as_str());
            let what = What::Deopt { reason: site.reason.clone() };
            note(site.function, site.line, what, site.count, detail);
        }
        let mut thrown: FxHashMap<u32, (usize, u32, &str)> = FxHashMap::default();
        for deopt in profile.deopts.iter().filter(|deopt| deopt.thrown_away) {
            let Some((function, line)) = guard(deopt) else { continue };
            let entry = thrown.entry(function).or_insert((0, line, &deopt.detail));
            entry.0 += 1;
            entry.1 = line;
            if deopt.loop_ended {
                entry.0 = entry.0.max(LOOP);
            }
        }
        for (function, (times, line, detail)) in thrown {
            if times >= LOOP {
                note(function, line, What::DeoptLoop, times as u64, detail);
            }
        }
        for cache in &profile.caches {
            let (kind, key, state) = (cache.kind.clone(), cache.key.clone(), cache.state.clone());
            note(cache.function, cache.line, What::Cache { kind, key, state }, 1, &cache.shapes.join(", "));
        }
        for change in &profile.element_transitions {
            let (from, to) = (change.from.clone(), change.to.clone());
            note(change.function, change.line, What::Elements { from, to }, change.count, "");
        }
        for (key, (count, detail)) in here {
            let next = self.facts.len();
            let index = *self.index.facts.entry(key.clone()).or_insert(next);
            if index == next {
                let (function, line, what) = key;
                self.facts.push(Fact { function, line, what, runs: 0, count: 0, detail });
            }
            self.facts[index].runs += 1;
            self.facts[index].count += count;
        }
    }

    fn function(&mut self, profile: &Profile, function: &crate::profile::Function) -> u32 {
        let file = usize::try_from(function.source).ok().map(|source| {
            let source = &profile.sources[source];
            let next = self.files.len() as u32;
            let file = *self.index.files.entry(source.name.clone()).or_insert(next);
            if file == next {
                self.files.push(File { name: source.name.clone(), text: source.text.clone() });
            }
            file
        });
        self.code(Code {
            name: function.name.clone(),
            kind: function.kind,
            file,
            line: function.line,
            column: function.column,
            end_line: function.end_line,
            end_column: function.end_column,
        })
    }

    fn state(&mut self, name: &str) -> u32 {
        let (name, kind) = (name.into(), FunctionKind::Vm);
        self.code(Code { name, kind, file: None, line: 0, column: 0, end_line: 0, end_column: 0 })
    }

    fn code(&mut self, code: Code) -> u32 {
        let next = self.functions.len() as u32;
        let index = *self.index.functions.entry(code.clone()).or_insert(next);
        if index == next {
            self.functions.push(code);
            self.tiers.push(Default::default());
        }
        index
    }

    fn line(&mut self, line: Line) -> u32 {
        let next = self.lines.len() as u32;
        let index = *self.index.lines.entry(line).or_insert(next);
        if index == next {
            self.lines.push(line);
        }
        index
    }

    /// Whether all indices are in range.
    ///
    /// # Errors
    /// The first defect, in words.
    pub fn check(&self) -> Result<(), String> {
        let functions = self.functions.len();
        let is_function = |index: u32| (index as usize) < functions;
        let good =
            self.tiers.len() == functions
                && self.functions.iter().all(|f| f.file.is_none_or(|file| (file as usize) < self.files.len()))
                && self.lines.iter().all(|line| line.function.is_none_or(is_function))
                && self.runs.iter().all(|run| {
                    run.functions.iter().all(|(function, _)| is_function(*function))
                        && run.lines.iter().all(|(line, _)| (*line as usize) < self.lines.len())
                        && [0, Category::ALL.len()].contains(&run.categories.len())
                })
                && self.tree.iter().enumerate().all(|(i, node)| {
                    is_function(node.function) && node.parent.is_none_or(|parent| (parent as usize) < i)
                })
                && self.facts.iter().all(|fact| is_function(fact.function))
                && self.calls.iter().all(|call| is_function(call.caller) && is_function(call.callee));
        if good { Ok(()) } else { Err("its tables do not fit each other".into()) }
    }

    /// Self time of each function in each process, nanoseconds: a row for each function.
    pub fn by_function(&self) -> Vec<Vec<f64>> {
        table(self.functions.len(), self.runs.iter().map(|run| &run.functions))
    }

    /// The same of each line.
    pub fn by_line(&self) -> Vec<Vec<f64>> {
        table(self.lines.len(), self.runs.iter().map(|run| &run.lines))
    }
}

fn table<'r>(rows: usize, runs: impl ExactSizeIterator<Item = &'r Vec<(u32, i64)>>) -> Vec<Vec<f64>> {
    let mut table = vec![vec![0.0; runs.len()]; rows];
    for (column, run) in runs.enumerate() {
        for &(row, ns) in run {
            table[row as usize][column] += ns as f64;
        }
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample_profile::sample_profile;

    fn side() -> Side {
        let mut side = Side::new("demo.js", "dir/a, b.js");
        let profile = sample_profile();
        let started_ns = Some(profile.start_ns - 3_000_000);
        for _ in 0..2 {
            side.add(&profile, Measured { started_ns, cpu_ns: 5, ..Measured::default() });
        }
        side
    }

    #[test]
    fn functions_and_lines_add_up_to_the_wall_time() {
        let side = side();
        assert_eq!(side.check(), Ok(()));
        assert_eq!(side.runs.len(), 2);
        for run in &side.runs {
            assert_eq!(run.wall_ns, 23_200_000);
            assert_eq!(run.cpu_ns, 5);
            assert_eq!(run.functions.iter().map(|(_, ns)| ns).sum::<i64>(), 23_200_000);
            assert_eq!(run.lines.iter().map(|(_, ns)| ns).sum::<i64>(), 23_200_000);
            assert_eq!(run.categories.iter().sum::<i64>(), 20_000_000);
        }
        let of = |name: &str| {
            let f = side.functions.iter().position(|f| f.name == name).expect("a function");
            side.by_function()[f].clone()
        };
        assert_eq!((of("f"), of("g")), (vec![8e6; 2], vec![4e6; 2]));
        assert_eq!((of(BEFORE), of(UNSEEN)), (vec![3e6; 2], vec![0.2e6; 2]));
    }

    #[test]
    fn what_is_the_same_in_all_processes_is_there_once() {
        let side = side();
        assert_eq!(side.functions.iter().filter(|f| f.name == "f").count(), 1);
        assert_eq!(side.files.len(), 1);
        assert_eq!(side.tree.iter().map(|node| node.own_ns).sum::<u64>(), 40_000_000);
        let name = |f: u32| side.functions[f as usize].name.as_str();
        let call = side.calls.iter().find(|c| (name(c.caller), name(c.callee)) == ("f", "g")).expect("a call");
        assert_eq!((call.inlined_ns, call.called_ns), (8_000_000, 0));
    }

    #[test]
    fn what_is_written_is_read() {
        let side = side();
        let text = serde_json::to_string(&side).expect("written");
        let mut read: Side = serde_json::from_str(&text).expect("read");
        assert_eq!(read.check(), Ok(()));
        read.index = side.index.clone();
        assert_eq!(read, side);
        read.runs[0].functions.push((99, 1));
        assert!(read.check().is_err());
    }
}
