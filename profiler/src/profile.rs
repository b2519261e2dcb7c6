//! A profile: samples with functions and lines, resolved once at the end.

use crate::sampler::signal::HEADER_WORDS;
use crate::sampler::walk::End;
use abi::context::VmState;
use rustc_hash::FxHashMap;
use std::time::Duration;
use vm::Vm;

/// A function or a runtime state as reports show it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Function {
    pub name: String,
    /// Empty for built-ins and states.
    pub file: String,
    /// Distinguishes sources of one name; 0 for none.
    pub script: u32,
    /// 1-based place of the function; 0 for none.
    pub line: u32,
    pub column: u32,
}

/// One frame of a sample: index into [`Profile::functions`] and a 1-based line (0: unknown).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct FrameRef {
    pub function: u32,
    pub line: u32,
}

/// One sample.
#[derive(Clone, Debug)]
pub struct Sample {
    /// CLOCK_MONOTONIC, nanoseconds.
    pub time_ns: u64,
    /// Time that it stands for, nanoseconds: what passed since the sample before.
    pub weight_ns: u64,
    pub state: VmState,
    /// The machine PC was in the interpreter's loop.
    pub in_interpreter: bool,
    /// Outermost first; the last may be a runtime state such as `(gc mark)`.
    pub frames: Vec<FrameRef>,
}

/// Everything that was seen.
pub struct Profile {
    pub functions: Vec<Function>,
    pub samples: Vec<Sample>,
    /// Mean interval asked for.
    pub interval: Duration,
    pub start_ns: u64,
    pub end_ns: u64,
    /// Samples that could not be walked to the end, by cause; truncated ones among them.
    pub broken: Vec<(End, u64)>,
    /// Samples that found the ring full.
    pub lost: u64,
    /// Signals that the kernel could not deliver in time.
    pub overruns: u64,
}

/// Resolves code ids and states to functions.
struct Resolver<'v> {
    vm: &'v Vm,
    functions: Vec<Function>,
    by_code: FxHashMap<u32, u32>,
    by_state: FxHashMap<VmState, u32>,
    lines: FxHashMap<(u32, u32), u32>,
}

impl Resolver<'_> {
    fn function(&mut self, code_id: u32) -> u32 {
        if let Some(&index) = self.by_code.get(&code_id) {
            return index;
        }
        let function = match self.vm.code.get(code_id) {
            Some(info) => {
                let place = info.source.as_ref().map(|s| s.line_column(info.position));
                Function {
                    name: if info.name.is_empty() { "(anonymous)".into() } else { info.name.clone() },
                    file: info.source.as_ref().map_or(String::new(), |s| s.name.clone()),
                    script: info.source.as_ref().map_or(0, |s| s.id),
                    line: place.map_or(0, |p| p.line),
                    column: place.map_or(0, |p| p.column),
                }
            }
            None => Function { name: format!("(code {code_id})"), file: String::new(), script: 0, line: 0, column: 0 },
        };
        let index = self.functions.len() as u32;
        self.functions.push(function);
        self.by_code.insert(code_id, index);
        index
    }

    fn state(&mut self, state: VmState) -> u32 {
        if let Some(&index) = self.by_state.get(&state) {
            return index;
        }
        let index = self.functions.len() as u32;
        self.functions.push(Function { name: state.name().into(), file: String::new(), script: 0, line: 0, column: 0 });
        self.by_state.insert(state, index);
        index
    }

    fn frame(&mut self, word: u64) -> FrameRef {
        let (position, code_id) = (word as u32, (word >> 32) as u32);
        let function = self.function(code_id);
        let vm = self.vm;
        let line = *self
            .lines
            .entry((code_id, position))
            .or_insert_with(|| vm.code.get(code_id).and_then(|info| info.line_column(position)).map_or(0, |p| p.line));
        FrameRef { function, line }
    }
}

impl Profile {
    /// Turns the raw log into samples. Must run on the VM's thread, while its code registry is there.
    pub(crate) fn resolve(vm: &Vm, log: &[u64], lost: u64, interval: Duration, start_ns: u64, end_ns: u64) -> Profile {
        let mut resolver = Resolver {
            vm,
            functions: Vec::new(),
            by_code: FxHashMap::default(),
            by_state: FxHashMap::default(),
            lines: FxHashMap::default(),
        };
        let mut samples = Vec::new();
        let mut broken: Vec<(End, u64)> = Vec::new();
        let mut overruns = 0;
        let mut last = start_ns;
        let mut at = 0;
        while at < log.len() {
            let words = log[at] as usize;
            let Some(record) = log.get(at..at + words).filter(|_| words >= HEADER_WORDS) else { break };
            at += words;
            let time_ns = record[1];
            let state = VmState::ALL[(record[3] & 0xff).min(13) as usize];
            let end = End::from_u64(record[3] >> 8 & 0xff);
            let in_interpreter = record[3] >> 16 & 1 != 0;
            overruns += record[3] >> 32;
            if !matches!(end, End::Complete | End::Empty) {
                match broken.iter_mut().find(|(e, _)| *e == end) {
                    Some((_, n)) => *n += 1,
                    None => broken.push((end, 1)),
                }
            }
            let mut frames: Vec<FrameRef> = Vec::with_capacity(words);
            if state != VmState::Idle {
                frames.extend(record[HEADER_WORDS..].iter().rev().map(|&word| resolver.frame(word)));
            }
            // Scripts and built-ins are their frames; other work is a child of the frame that caused it.
            let shown = match state {
                VmState::Script | VmState::Builtin => frames.is_empty().then_some(VmState::Other),
                other => Some(other),
            };
            if let Some(shown) = shown {
                let line = frames.last().map_or(0, |f| f.line);
                frames.push(FrameRef { function: resolver.state(shown), line });
            }
            samples.push(Sample { time_ns, weight_ns: time_ns.saturating_sub(last), state, in_interpreter, frames });
            last = time_ns;
        }
        Profile { functions: resolver.functions, samples, interval, start_ns, end_ns, broken, lost, overruns }
    }

    /// Sum of all weights, nanoseconds.
    pub fn total_ns(&self) -> u64 {
        self.samples.iter().map(|s| s.weight_ns).sum()
    }
}
