//! Stops become weighed samples with stacks.

use super::Seen;
use super::events::Events;
use super::tables::{ELIDED, Known, Tables, tier_of};
use super::working::Working;
use crate::evidence;
use crate::profile::*;
use crate::sampler::Clock;
use crate::sampler::log::{NO_STACK, RawSample};
use crate::sampler::signal::{IN_COMPILED, IN_INTERPRETER, IN_PAGE_FAULT, IN_SYSTEM_CALL};
use crate::sampler::walk::{End, TAIL_CALLED};
use abi::context::VmState;
use rustc_hash::FxHashMap;
use vm::Vm;

/// The category of a sample in some state; for scripts it depends on the PC.
fn category(state: VmState) -> Category {
    match state {
        VmState::Script => Category::Runtime,
        VmState::Parse => Category::Parse,
        VmState::CompileBytecode | VmState::CompileBaseline | VmState::CompileOptimized => Category::Compile,
        VmState::GcMark => Category::GcMark,
        VmState::GcSweep => Category::GcSweep,
        VmState::InlineCacheMiss => Category::InlineCache,
        VmState::Builtin => Category::Builtin,
        VmState::RegExp | VmState::RegExpCompile => Category::RegExp,
        VmState::Idle => Category::Idle,
        VmState::Deopt => Category::Deopt,
        _ => Category::Other,
    }
}

pub(super) fn kernel(raw: &RawSample) -> Kernel {
    if raw.flags & IN_SYSTEM_CALL as u8 != 0 {
        Kernel::SystemCall
    } else if raw.flags & IN_PAGE_FAULT as u8 != 0 {
        Kernel::PageFault
    } else {
        Kernel::No
    }
}

/// What native code of regular expressions counts as a library's.
const PATTERNS: &str = "(regexp)";
/// The same of the thunks between compiled code and the runtime.
const THUNKS: &str = "(thunks)";
/// Name of the frame at the bottom of what runs without any JavaScript.
const HOST: &str = "host";
/// Name of the frame at the bottom of a stack that was too deep.
const DEEPER: &str = "deeper frames";

/// Makes a profile of what was seen, piece by piece. Fed with pieces or with the whole, the result is the same.
#[derive(Default)]
pub struct Resolver {
    known: Known,
    progress: Progress,
    events: Events,
}

impl Resolver {
    /// What is known so far.
    pub fn profile(&self) -> &Profile {
        &self.known.profile
    }

    pub(crate) fn profile_mut(&mut self) -> &mut Profile {
        &mut self.known.profile
    }

    /// Reads the symbols of native code, which takes a while: now, and on this thread.
    pub fn prepare(&mut self) {
        self.known.symbols.find(std::ptr::from_ref(&PATTERNS).addr() as u64);
        self.known.symbols.find(kernel as fn(&RawSample) -> Kernel as usize as u64);
    }

    /// The sample whose weight may still grow: by what the handler took for it.
    pub(crate) fn unsettled(&self) -> Option<usize> {
        self.progress.before
    }

    /// The samples were put together in fewer; where the unsettled one is now, if it is one of its own.
    pub(crate) fn renumbered(&mut self, unsettled: Option<usize>) {
        self.progress.before = unsettled;
    }

    /// Takes in what came since the last time.
    pub fn feed(&mut self, vm: &Vm, seen: &Seen) {
        let tables = &mut Tables::new(vm, &mut self.known);
        self.progress.header(tables, seen);
        self.progress.samples(tables, seen);
        self.events.feed(tables, seen);
    }

    /// Forgets what was seen until now (CLOCK_MONOTONIC, and the thread's CPU time); names and stacks stay.
    pub fn forget(&mut self, now_ns: u64, cpu_ns: u64) {
        let profile = &mut self.known.profile;
        profile.samples = Samples::default();
        profile.gc.clear();
        profile.compiles.clear();
        profile.deopts.clear();
        profile.marks.clear();
        self.progress.forget(profile, now_ns);
        self.progress.working.begin(now_ns, cpu_ns);
        self.progress.before = None;
    }

    /// What a profile holds beside samples and events; `evidence`: what inline caches know, too. Allocates no cells.
    pub fn gather(&mut self, vm: &Vm, evidence: bool) {
        let profile = &mut self.known.profile;
        (profile.sites, profile.shapes, profile.dictionaries) = (Vec::new(), Vec::new(), Vec::new());
        let tables = &mut Tables::new(vm, &mut self.known);
        self.events.refresh(tables);
        if evidence {
            evidence::find_sites(tables);
        }
        evidence::count(tables);
    }

    /// The rest of what was seen, and the profile. Must run on the VM's thread, while its code registry is there; without `evidence` nothing of the
    /// heap is touched.
    pub fn finish(mut self, vm: &mut Vm, seen: &Seen, evidence: bool) -> Profile {
        self.end(vm, seen, evidence);
        self.known.profile
    }

    /// As [`Resolver::finish`]; the profile can be looked at afterwards.
    pub(crate) fn end(&mut self, vm: &mut Vm, seen: &Seen, evidence: bool) {
        let calls = vm.call_tree();
        self.feed(vm, seen);
        self.gather(vm, evidence);
        evidence::trace_calls(&mut Tables::new(vm, &mut self.known), calls);
        if evidence {
            let profile = &mut self.known.profile;
            (profile.caches, profile.element_transitions) = (Vec::new(), Vec::new());
            evidence::gather(vm, profile);
        }
        self.progress.before = None;
    }
}

/// How far it has come.
#[derive(Default)]
struct Progress {
    /// All raw stacks, and what they became.
    raw: Vec<(u32, u64)>,
    stacks: Vec<i64>,
    /// Of those that were cut off, with a frame at their bottom that says so.
    truncated: FxHashMap<u32, i64>,
    natives: FxHashMap<u64, i64>,
    broken: FxHashMap<End, u64>,
    working: Working,
    /// The last sample, if the next one's stop was after it.
    before: Option<usize>,
    /// Stops so far: code is stamped with their number.
    stops: u64,
    /// What was forgotten, and when that was.
    forgotten: Option<Forgotten>,
}

/// Counters that go on over what was forgotten.
struct Forgotten {
    start_ns: u64,
    start_unix_ms: u64,
    cpu_ns: u64,
    stops: u64,
    handler_ns: u64,
    lost: u64,
}

impl Progress {
    fn header(&mut self, tables: &mut Tables, seen: &Seen) {
        let p = &mut tables.known.profile;
        if p.folder.is_empty() {
            p.folder =
                std::env::current_dir().map_or_else(|_| String::new(), |folder| folder.to_string_lossy().into_owned());
        }
        p.program.clone_from(&seen.options.program);
        p.clock = seen.options.clock;
        p.interval_ns = seen.options.interval.as_nanos() as u64;
        (p.start_ns, p.end_ns) = (seen.start_ns, seen.end_ns);
        (p.start_unix_ms, p.cpu_ns) = (seen.start_unix_ms, seen.cpu_ns);
        (p.process_cpu_ns, p.process_cpu_start_ns) = (seen.process_cpu_ns, seen.process_cpu_start_ns);
        p.peak_bytes = seen.peak_bytes;
        p.sampling = Sampling {
            stops: seen.stops,
            handler_ns: seen.handler_ns,
            handler_median_ns: seen.handler_median_ns,
            handler_p99_ns: seen.handler_p99_ns,
            empty_stop_ns: seen.empty_stop_ns,
            overruns: p.sampling.overruns + seen.log.overruns,
            lost: seen.lost,
            ..std::mem::take(&mut p.sampling)
        };
        if let Some(before) = &self.forgotten {
            (p.start_ns, p.start_unix_ms) = (before.start_ns, before.start_unix_ms);
            p.cpu_ns = p.cpu_ns.saturating_sub(before.cpu_ns);
            p.sampling.stops -= before.stops;
            p.sampling.handler_ns -= before.handler_ns;
            p.sampling.lost -= before.lost;
        }
    }

    fn forget(&mut self, p: &mut Profile, now_ns: u64) {
        let before = self.forgotten.take();
        let sum = |of: fn(&Forgotten) -> u64, now: u64| now + before.as_ref().map_or(0, of);
        self.forgotten = Some(Forgotten {
            start_ns: now_ns,
            start_unix_ms: p.start_unix_ms + now_ns.saturating_sub(p.start_ns) / 1_000_000,
            cpu_ns: sum(|f| f.cpu_ns, p.cpu_ns),
            stops: sum(|f| f.stops, p.sampling.stops),
            handler_ns: sum(|f| f.handler_ns, p.sampling.handler_ns),
            lost: sum(|f| f.lost, p.sampling.lost),
        });
        p.start_ns = now_ns;
        let empty_stop_ns = p.sampling.empty_stop_ns;
        p.sampling = Sampling { empty_stop_ns, ..Sampling::default() };
        self.broken.clear();
    }

    fn samples(&mut self, tables: &mut Tables, seen: &Seen) {
        let log = &seen.log;
        for &(parent, word) in &log.stacks {
            let below = if parent == NO_STACK { NONE } else { self.stacks[parent as usize] };
            self.stacks.push(tables.push_word(below, word));
            self.raw.push((parent, word));
        }
        self.working.hear(seen);
        for raw in &log.samples {
            let index = self.stops;
            self.stops += 1;
            match raw.end {
                End::Complete | End::Empty => {}
                End::Truncated => tables.known.profile.sampling.truncated += 1,
                cause => *self.broken.entry(cause).or_insert(0) += 1,
            }
            if raw.state == VmState::Idle || raw.time_ns < tables.known.profile.start_ns {
                // The idle times are known exactly.
                self.before = None;
                continue;
            }
            self.push_idle(tables, raw.time_ns);
            self.sample(tables, raw, index);
        }
        self.push_idle(tables, seen.end_ns);
        let mut unwalked: Vec<(String, u64)> = self.broken.iter().map(|(end, n)| (end.name().into(), *n)).collect();
        unwalked.sort();
        tables.known.profile.sampling.unwalked = unwalked;
        tables.origins();
    }

    fn sample(&mut self, tables: &mut Tables, raw: &RawSample, index: u64) {
        let vm = tables.vm();
        let mut weight = match tables.known.profile.clock {
            Clock::Wall => self.working.advance(raw),
            Clock::Cpu => self.working.advance_cpu(raw),
        };
        // The deeper a stack, the longer is the stop for it; no sample falls into that time, and it belongs to that stack.
        if let Some(before) = self.before {
            let took = weight.min(raw.before_ns.into());
            weight -= took;
            tables.known.profile.samples.weight_ns[before] += took;
        }
        let mut category = category(raw.state);
        let mut stack = match raw.end {
            End::Truncated => self.truncated(tables, raw.stack),
            _ if raw.stack == NO_STACK => NONE,
            _ => self.stacks[raw.stack as usize],
        };
        if raw.flags & IN_COMPILED as u8 != 0 {
            match self.compiled(tables, raw, index) {
                Some((found, tier)) => {
                    stack = found;
                    category = match tier {
                        Tier::Baseline => Category::Baseline,
                        Tier::Optimized => Category::Optimized,
                        // The entry of an interpreted function.
                        _ => Category::Interpreter,
                    };
                }
                None => tables.known.profile.sampling.unresolved += 1,
            }
        } else if raw.flags & IN_INTERPRETER as u8 != 0 && raw.state == VmState::Script {
            category = Category::Interpreter;
        }
        let native = self.native(tables, raw, index);
        if stack == NONE {
            stack = tables.push_named(NONE, HOST, Tier::Host, 0);
        }
        // Scripts and built-ins are their frames; other work is a child of the frame that caused it.
        if !matches!(raw.state, VmState::Script | VmState::Builtin | VmState::Other) {
            let line = tables.known.profile.credited(stack).map_or(0, |f| f.line);
            stack = tables.push_named(stack, raw.state.name(), Tier::Vm, line);
        }
        let origin = vm.observed.origins.number(raw.async_origin);
        let (time_ns, kernel) = (raw.time_ns, kernel(raw));
        let profile = &mut tables.known.profile;
        let n = due(profile, raw, weight);
        for i in 1..=n {
            let weight_ns = weight * i / n - weight * (i - 1) / n;
            profile.samples.push(Sample { time_ns, weight_ns, stack, category, native, origin, kernel });
        }
        self.before = profile.samples.len().checked_sub(1);
    }

    /// The native function that a sample was in, or −1.
    fn native(&mut self, tables: &mut Tables, raw: &RawSample, index: u64) -> i64 {
        let vm = tables.vm();
        let known = &mut *tables.known;
        let pattern = || vm.observed.pattern_code.iter().find(|c| c.holds(raw.pc as usize, index));
        if raw.state == VmState::RegExp
            && let Some(code) = pattern()
        {
            let symbol = NativeSymbol { name: code.pattern.clone(), library: PATTERNS.into() };
            return native(&mut known.profile.natives, symbol);
        }
        if raw.flags & (IN_COMPILED | IN_INTERPRETER) as u8 != 0 {
            return NONE;
        }
        *self.natives.entry(raw.pc).or_insert_with(|| {
            let thunk = vm.observed.thunks.iter().find(|(_, range)| range.contains(&(raw.pc as usize)));
            let symbol = match thunk {
                Some((name, _)) => NativeSymbol { name: (*name).into(), library: THUNKS.into() },
                None => known.symbols.find(raw.pc),
            };
            native(&mut known.profile.natives, symbol)
        })
    }

    /// A stack that was cut off, with a frame at its bottom that says so.
    fn truncated(&mut self, tables: &mut Tables, stack: u32) -> i64 {
        if let Some(&known) = self.truncated.get(&stack) {
            return known;
        }
        let mut words = Vec::new();
        let mut at = stack;
        while at != NO_STACK {
            let (parent, word) = self.raw[at as usize];
            words.push(word);
            at = parent;
        }
        let bottom = tables.push_named(NONE, DEEPER, Tier::Host, 0);
        let whole = words.iter().rev().fold(bottom, |stack, &word| tables.push_word(stack, word));
        self.truncated.insert(stack, whole);
        whole
    }

    /// The stack of a sample in compiled code, by its PC; the frames below the top one are its callers.
    fn compiled(&self, tables: &mut Tables, raw: &RawSample, index: u64) -> Option<(i64, Tier)> {
        let (number, code) = tables.code_at(raw.pc, index)?;
        let range = code.range_of_pc_among(tables.ranges(number), raw.pc as usize)?;
        if code.tier == vm::options::Tier::Optimizer {
            let sampling = &mut tables.known.profile.sampling;
            sampling.optimized += 1;
            sampling.approximate += u64::from(range.is_approximate);
        }
        let mut below = raw.stack;
        let mut elided = false;
        // At the edges of calls and returns the top frame is not yet, or no longer, the PC's.
        if below != NO_STACK {
            let (parent, word) = self.raw[below as usize];
            let id = (word >> 32) as u32;
            if id == code.id || tables.vm().code.function_of(id) == code.code_id {
                below = parent;
                elided = word & TAIL_CALLED != 0;
            }
        }
        let mut below = if below == NO_STACK { NONE } else { self.stacks[below as usize] };
        if elided {
            below = tables.push_named(below, ELIDED, Tier::Host, 0);
        }
        Some((tables.push_origin(below, code, range.origin), tier_of(code)))
    }

    /// Notes the idle times and pauses that ended by now.
    fn push_idle(&mut self, tables: &mut Tables, now: u64) {
        while let Some(pause) = self.working.next_pause(now) {
            let (start_ns, end_ns) = (pause.start_ns, pause.end_ns);
            if pause.own_cpu_ns.is_some() {
                continue;
            }
            let kind = if pause.idle { "idle" } else { "paused" };
            tables.known.profile.marks.push(Mark { name: String::new(), kind: kind.into(), start_ns, end_ns });
            if pause.idle && tables.known.profile.clock == Clock::Wall {
                let stack = tables.push_named(NONE, VmState::Idle.name(), Tier::Vm, 0);
                tables.known.profile.samples.push(Sample {
                    time_ns: end_ns,
                    weight_ns: end_ns - start_ns,
                    stack,
                    category: Category::Idle,
                    native: NONE,
                    origin: 0,
                    kernel: Kernel::No,
                });
            }
        }
    }
}

/// How many samples a stop is: one for each that was due by then, so that who counts sees what who weighs does. By the CPU clock only as many
/// as that has gone on for: it stands while the thread does.
fn due(profile: &Profile, raw: &RawSample, weight: u64) -> u64 {
    let most = 1 + u64::from(raw.others);
    match profile.clock {
        Clock::Wall => most,
        Clock::Cpu => (weight / profile.interval_ns.max(1)).clamp(1, most),
    }
}

fn native(natives: &mut Vec<NativeSymbol>, symbol: NativeSymbol) -> i64 {
    let known = natives.iter().position(|n| *n == symbol);
    known.unwrap_or_else(|| {
        natives.push(symbol);
        natives.len() - 1
    }) as i64
}
