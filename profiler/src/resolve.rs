//! From raw samples to a profile: code ids and bytecode offsets become functions and lines, machine PCs compiled code's origins or native
//! symbols, times weights. Done once, at the end, on the VM's thread.

use crate::evidence;
use crate::profile::*;
use crate::sampler::log::{Log, NO_STACK, RawSample};
use crate::sampler::signal::{IN_COMPILED, IN_INTERPRETER, IN_PAGE_FAULT, IN_SYSTEM_CALL};
use crate::sampler::walk::{End, TAIL_CALLED};
use crate::sampler::{Clock, Options, Pause};
use crate::sites::At;
use crate::symbols::Symbols;
use abi::context::VmState;
use abi::frame::{NATIVE_ID, POSITION_IS_ORIGIN};
use abi::opcode::Op;
use rustc_hash::FxHashMap;
use vm::Vm;
use vm::code_origin::{MachineCode as Code, OriginRanges};
use vm::source::{ShownPlace, SourceText};

/// Ids of files that texts were made from follow this; no VM has had so many texts.
const FIRST_ORIGINAL: u32 = 1 << 30;

/// What was seen, raw.
#[derive(Default)]
pub struct Seen {
    pub log: Log,
    pub pauses: Vec<Pause>,
    pub gc: Vec<gc::GcEvent>,
    pub compiles: Vec<vm::observe::CompileEvent>,
    pub lost: u64,
    pub options: Options,
    pub start_ns: u64,
    pub end_ns: u64,
    pub start_cpu_ns: u64,
    pub cpu_ns: u64,
    pub process_cpu_ns: u64,
    pub process_cpu_start_ns: u64,
    pub peak_bytes: u64,
    pub start_unix_ms: u64,
    pub empty_stop_ns: u64,
    pub handler_ns: u64,
    pub handler_median_ns: u64,
    pub handler_p99_ns: u64,
    pub stops: u64,
}

/// Builds the tables of a profile.
pub struct Tables<'v> {
    pub(crate) vm: &'v Vm,
    pub profile: Profile,
    functions_by_code: FxHashMap<u32, u32>,
    /// Scripts' functions, and built-ins without names, by source, line, column and (native) name.
    functions_by_place: FxHashMap<(i64, u32, u32, String), u32>,
    functions_by_name: FxHashMap<&'static str, u32>,
    sources: FxHashMap<u32, i64>,
    /// Files that texts were made from, by name.
    originals: FxHashMap<String, i64>,
    /// What of a function is in another file than its beginning, by function and source.
    parts: FxHashMap<(u32, i64), u32>,
    frames: FxHashMap<Frame, u32>,
    stacks: FxHashMap<(i64, u32), i64>,
    opcodes: FxHashMap<Op, i32>,
    /// Bytecode by code id.
    bytecode: FxHashMap<u32, &'v [u16]>,
    /// Machine code by the id that frames carry, and by address.
    code_by_id: FxHashMap<u32, &'v Code>,
    code_by_address: Vec<&'v Code>,
    /// Bytes of the longest piece.
    longest: usize,
    symbols: Symbols,
    /// The ranges of code that was sampled, listed, by piece: all of the baseline tier's for a function have one id.
    ranges: FxHashMap<*const Code, OriginRanges>,
}

impl<'v> Tables<'v> {
    fn new(vm: &'v Vm) -> Tables<'v> {
        let code = &vm.observed.machine_code;
        let mut code_by_address: Vec<&Code> = code.iter().collect();
        code_by_address.sort_by_key(|c| (c.start, c.installed.0));
        Tables {
            vm,
            profile: Profile::empty(),
            functions_by_code: FxHashMap::default(),
            functions_by_place: FxHashMap::default(),
            functions_by_name: FxHashMap::default(),
            sources: FxHashMap::default(),
            originals: FxHashMap::default(),
            parts: FxHashMap::default(),
            frames: FxHashMap::default(),
            stacks: FxHashMap::default(),
            opcodes: FxHashMap::default(),
            bytecode: vm
                .live_code()
                .filter_map(|code| Some((code.machine().code_id, &*code.body.get()?.bytecode)))
                .collect(),
            code_by_id: code.iter().flat_map(|c| (0..c.activations.max(1)).map(move |i| (c.id + i, c))).collect(),
            longest: code.iter().map(|c| c.end - c.start).max().unwrap_or(0),
            code_by_address,
            symbols: Symbols::of_this_process(),
            ranges: FxHashMap::default(),
        }
    }

    pub fn vm(&self) -> &'v Vm {
        self.vm
    }

    /// The name of the instruction at a bytecode offset; empty if there is none.
    pub fn op_name(&mut self, code_id: u32, offset: u32) -> String {
        usize::try_from(self.opcode(code_id, offset))
            .map_or_else(|_| String::new(), |i| self.profile.opcodes[i].clone())
    }

    /// The source that people are shown a place of `source` in.
    fn source(&mut self, source: &SourceText, place: &ShownPlace) -> i64 {
        let next = self.profile.sources.len() as i64;
        let Some(file) = &place.file else {
            let index = *self.sources.entry(source.id).or_insert(next);
            if index == next {
                let (name, text) = (source.shown_name().into(), source.text.clone());
                self.profile.sources.push(Source { id: source.id, name, text, ignored: false, made: None });
                let (code_id, offset) = source.made_at.get();
                if code_id != 0 {
                    let (function, line, column) = self.place(code_id, offset);
                    self.profile.sources[index as usize].made = Some(At { function, line, column });
                }
            }
            return index;
        };
        if let Some(&index) = self.originals.get(file.name()) {
            return index;
        }
        self.originals.insert(file.name().into(), next);
        let text = file.text().map_or_else(String::new, |source| source.text.clone());
        let id = FIRST_ORIGINAL + self.originals.len() as u32;
        let (name, ignored) = (file.name().into(), file.is_ignored());
        self.profile.sources.push(Source { id, name, text, ignored, made: None });
        next
    }

    /// The function of a code id. Closures of one place are one function.
    pub fn function(&mut self, code_id: u32) -> u32 {
        if let Some(&index) = self.functions_by_code.get(&code_id) {
            return index;
        }
        let vm = self.vm;
        let mut function = Function {
            name: format!("(code {code_id})"),
            kind: FunctionKind::Builtin,
            source: NONE,
            line: 0,
            column: 0,
            end_line: 0,
            end_column: 0,
            code_ids: vec![code_id],
        };
        if let Some(info) = vm.code.get(code_id) {
            function.name = info.shown_name().into_owned();
            if let Some(source) = &info.source {
                let place = source.shown(info.position);
                function.kind = FunctionKind::Script;
                function.source = self.source(source, &place);
                (function.line, function.column) = (place.line, place.column);
                let end = source.shown(info.end);
                if end.file_name(source) == place.file_name(source) && end.line >= place.line {
                    (function.end_line, function.end_column) = (end.line, end.column);
                }
            }
        }
        // Reactions to promises and the like.
        let unnamed = vm.code.unnamed_native(code_id);
        if let Some(address) = unnamed {
            let symbol = self.symbols.find(address as u64);
            if !symbol.name.starts_with('(') {
                function.name = symbol.name;
            }
        }
        let next = self.profile.functions.len() as u32;
        let index = if function.kind == FunctionKind::Script || unnamed.is_some() {
            let place = (function.source, function.line, function.column, function.name.clone());
            *self.functions_by_place.entry(place).or_insert(next)
        } else {
            next
        };
        if index == next {
            self.profile.functions.push(function);
        } else {
            self.profile.functions[index as usize].code_ids.push(code_id);
        }
        self.functions_by_code.insert(code_id, index);
        index
    }

    fn named(&mut self, name: &'static str, kind: FunctionKind) -> u32 {
        let next = self.profile.functions.len() as u32;
        let index = *self.functions_by_name.entry(name).or_insert(next);
        if index == next {
            let function = Function {
                name: name.into(),
                kind,
                source: NONE,
                line: 0,
                column: 0,
                end_line: 0,
                end_column: 0,
                code_ids: vec![],
            };
            self.profile.functions.push(function);
        }
        index
    }

    fn opcode(&mut self, code_id: u32, offset: u32) -> i32 {
        let Some(op) = self.bytecode.get(&code_id).and_then(|b| b.get(offset as usize)).and_then(|&u| Op::from_u16(u))
        else {
            return -1;
        };
        let next = self.profile.opcodes.len() as i32;
        let index = *self.opcodes.entry(op).or_insert(next);
        if index == next {
            self.profile.opcodes.push(op.name().into());
        }
        index
    }

    fn push_frame(&mut self, stack: i64, frame: Frame) -> i64 {
        let next = self.profile.frames.len() as u32;
        let index = *self.frames.entry(frame).or_insert(next);
        if index == next {
            self.profile.frames.push(frame);
        }
        let next = self.profile.stacks.len() as i64;
        let id = *self.stacks.entry((stack, index)).or_insert(next);
        if id == next {
            self.profile.stacks.parent.push(stack);
            self.profile.stacks.frame.push(index);
        }
        id
    }

    /// Function, line and column of a bytecode offset; zeros where there are none. A function that was put together from several files is
    /// one in each of them.
    pub fn place(&mut self, code_id: u32, offset: u32) -> (u32, u32, u32) {
        let function = self.function(code_id);
        let vm = self.vm;
        let info = vm.code.get(code_id);
        let Some((source, place)) = info.and_then(|info| Some((info.source.as_ref()?, info.shown(offset)?))) else {
            return (function, 0, 0);
        };
        let (line, column) = (place.line, place.column);
        let index = self.source(source, &place);
        let whole = &self.profile.functions[function as usize];
        if whole.source == index {
            return (function, line, column);
        }
        let next = self.profile.functions.len() as u32;
        let part = *self.parts.entry((function, index)).or_insert(next);
        if part == next {
            let (end_line, end_column, code_ids) = (0, 0, vec![code_id]);
            let part = Function { source: index, line, column, end_line, end_column, code_ids, ..whole.clone() };
            self.profile.functions.push(part);
        } else if !self.profile.functions[part as usize].code_ids.contains(&code_id) {
            self.profile.functions[part as usize].code_ids.push(code_id);
        }
        (part, line, column)
    }

    fn push_place(&mut self, stack: i64, code_id: u32, offset: u32, tier: Tier, inlined: bool) -> i64 {
        let (function, line, column) = self.place(code_id, offset);
        let tier =
            if self.profile.functions[function as usize].kind == FunctionKind::Builtin { Tier::Builtin } else { tier };
        let opcode = if tier == Tier::Builtin { -1 } else { self.opcode(code_id, offset) };
        self.push_frame(stack, Frame { function, line, column, offset, opcode, tier, inlined })
    }

    fn push_named(&mut self, stack: i64, name: &'static str, tier: Tier, line: u32) -> i64 {
        let kind = if tier == Tier::Host { FunctionKind::Host } else { FunctionKind::Vm };
        let function = self.named(name, kind);
        self.push_frame(stack, Frame { function, line, column: 0, offset: 0, opcode: -1, tier, inlined: false })
    }

    /// The frames of one position word on top of `stack`: several if it is an origin of compiled code with inlined functions.
    fn push_word(&mut self, stack: i64, word: u64) -> i64 {
        let (position, code_id) = ((word & !TAIL_CALLED) as u32, (word >> 32) as u32);
        if code_id == 0 {
            // Not a frame yet: its arguments are being laid out.
            return stack;
        }
        let stack = if word & TAIL_CALLED != 0 { self.push_named(stack, ELIDED, Tier::Host, 0) } else { stack };
        let Some(&code) = self.code_by_id.get(&code_id) else {
            let tier = if code_id & NATIVE_ID == 0 { Tier::Interpreter } else { Tier::Baseline };
            return self.push_place(stack, self.vm.code.function_of(code_id), position, tier, false);
        };
        if code.id != code_id {
            // A frame of an activation that is inlined.
            return self.push_place(stack, self.vm.code.function_of(code_id), position, tier_of(code), true);
        }
        if position & POSITION_IS_ORIGIN != 0 {
            return self.push_origin(stack, code, position & !POSITION_IS_ORIGIN);
        }
        self.push_place(stack, code.code_id, position, tier_of(code), false)
    }

    fn push_origin(&mut self, stack: i64, code: &Code, origin: u32) -> i64 {
        let mut chain: Vec<_> = code.chain(origin).collect();
        chain.reverse();
        let mut at = stack;
        for (i, origin) in chain.iter().enumerate() {
            at = self.push_place(at, origin.code_id, origin.offset, tier_of(code), i > 0);
        }
        at
    }

    /// The machine code that a sample's PC was in.
    fn code_at(&self, pc: u64, index: u64) -> Option<&'v Code> {
        let pc = pc as usize;
        let mut before = &self.code_by_address[..self.code_by_address.partition_point(|c| c.start <= pc)];
        // Addresses are used again. Of the pieces that begin at one, only the last can still be there.
        loop {
            let start = before.last().map(|c| c.start).filter(|start| pc - start < self.longest)?;
            let (others, here) = before.split_at(before.partition_point(|c| c.start < start));
            let last = here[..here.partition_point(|c| c.installed.0 <= index)].last();
            if let Some(code) = last.filter(|c| c.holds(pc, index)) {
                return Some(code);
            }
            before = others;
        }
    }
}

fn tier_of(code: &Code) -> Tier {
    match code.tier {
        vm::options::Tier::Interpreter => Tier::Interpreter,
        vm::options::Tier::Baseline => Tier::Baseline,
        vm::options::Tier::Optimizer => Tier::Optimized,
    }
}

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

fn kernel(raw: &RawSample) -> Kernel {
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
/// Name of the frame that stands for those that proper tail calls replaced.
const ELIDED: &str = "elided by tail calls";
/// Name of the frame at the bottom of a stack that was too deep.
const DEEPER: &str = "deeper frames";

/// Turns what was seen into a profile. Must run on the VM's thread, while its code registry is there.
pub fn resolve(vm: &mut Vm, seen: &Seen) -> Profile {
    let calls = vm.call_tree();
    let mut tables = Tables::new(vm);
    tables.resolve(seen);
    evidence::find_sites(&mut tables);
    evidence::count(&mut tables);
    evidence::trace_calls(&mut tables, calls);
    let mut profile = tables.profile;
    evidence::gather(vm, &mut profile);
    profile
}

/// As [`resolve`], without a look at the heap: what inline caches know is left out.
pub fn resolve_without_evidence(vm: &mut Vm, seen: &Seen) -> Profile {
    let calls = vm.call_tree();
    let mut tables = Tables::new(vm);
    tables.resolve(seen);
    evidence::count(&mut tables);
    evidence::trace_calls(&mut tables, calls);
    tables.profile
}

impl Tables<'_> {
    fn resolve(&mut self, seen: &Seen) {
        self.header(seen);
        let log = &seen.log;
        let mut stacks: Vec<i64> = Vec::with_capacity(log.stacks.len());
        for &(parent, word) in &log.stacks {
            let below = if parent == NO_STACK { NONE } else { stacks[parent as usize] };
            let stack = self.push_word(below, word);
            stacks.push(stack);
        }
        let truncated = self.truncated_stacks(log);
        let at = |stack: u32| if stack == NO_STACK { NONE } else { stacks[stack as usize] };
        let mut natives: FxHashMap<u64, i64> = FxHashMap::default();
        let mut broken: FxHashMap<End, u64> = FxHashMap::default();
        let mut clock = Working::new(seen);
        let mut before = None;
        for (index, raw) in log.samples.iter().enumerate() {
            match raw.end {
                End::Complete | End::Empty => {}
                End::Truncated => self.profile.sampling.truncated += 1,
                cause => *broken.entry(cause).or_insert(0) += 1,
            }
            if raw.state == VmState::Idle || raw.time_ns < seen.start_ns {
                // The idle times are known exactly.
                before = None;
                continue;
            }
            self.push_idle(&mut clock, raw.time_ns);
            let mut weight = match seen.options.clock {
                Clock::Wall => clock.advance(raw),
                Clock::Cpu => clock.advance_cpu(raw),
            };
            // The deeper a stack, the longer is the stop for it; no sample falls into that time, and it belongs to that stack.
            if let Some(before) = before {
                let took = weight.min(raw.before_ns.into());
                weight -= took;
                self.profile.samples.weight_ns[before] += took;
            }
            let mut category = category(raw.state);
            let below = truncated.get(&raw.stack).copied().unwrap_or_else(|| at(raw.stack));
            let mut stack = below;
            if raw.flags & IN_COMPILED as u8 != 0 {
                match self.compiled(log, raw, index as u64, &stacks) {
                    Some((found, tier)) => {
                        stack = found;
                        category = match tier {
                            Tier::Baseline => Category::Baseline,
                            Tier::Optimized => Category::Optimized,
                            // The entry of an interpreted function.
                            _ => Category::Interpreter,
                        };
                    }
                    None => self.profile.sampling.unresolved += 1,
                }
            } else if raw.flags & IN_INTERPRETER as u8 != 0 && raw.state == VmState::Script {
                category = Category::Interpreter;
            }
            let pattern = || self.vm.observed.pattern_code.iter().find(|c| c.holds(raw.pc as usize, index as u64));
            let native = if raw.state == VmState::RegExp
                && let Some(code) = pattern()
            {
                let symbol = NativeSymbol { name: code.pattern.clone(), library: PATTERNS.into() };
                native(&mut self.profile.natives, symbol)
            } else if raw.flags & (IN_COMPILED | IN_INTERPRETER) as u8 == 0 {
                let (profile, symbols) = (&mut self.profile, &mut self.symbols);
                let thunks = &self.vm.observed.thunks;
                *natives.entry(raw.pc).or_insert_with(|| {
                    let thunk = thunks.iter().find(|(_, range)| range.contains(&(raw.pc as usize)));
                    let symbol = match thunk {
                        Some((name, _)) => NativeSymbol { name: (*name).into(), library: THUNKS.into() },
                        None => symbols.find(raw.pc),
                    };
                    native(&mut profile.natives, symbol)
                })
            } else {
                NONE
            };
            if stack == NONE {
                stack = self.push_named(NONE, HOST, Tier::Host, 0);
            }
            // Scripts and built-ins are their frames; other work is a child of the frame that caused it.
            if !matches!(raw.state, VmState::Script | VmState::Builtin | VmState::Other) {
                let line = self.profile.credited(stack).map_or(0, |f| f.line);
                stack = self.push_named(stack, raw.state.name(), Tier::Vm, line);
            }
            let origin = self.vm.observed.origins.number(raw.async_origin);
            let (time_ns, kernel) = (raw.time_ns, kernel(raw));
            let n = self.due(raw, weight);
            for i in 1..=n {
                let weight_ns = weight * i / n - weight * (i - 1) / n;
                self.profile.samples.push(Sample { time_ns, weight_ns, stack, category, native, origin, kernel });
            }
            before = self.profile.samples.len().checked_sub(1);
        }
        self.push_idle(&mut clock, seen.end_ns);
        let mut unwalked: Vec<(String, u64)> = broken.into_iter().map(|(end, n)| (end.name().into(), n)).collect();
        unwalked.sort();
        self.profile.sampling.unwalked = unwalked;
        self.origins();
        self.events(seen);
    }

    /// How many samples a stop is: one for each that was due by then, so that who counts sees what who weighs does. By the CPU clock only as many
    /// as that has gone on for: it stands while the thread does.
    fn due(&self, raw: &RawSample, weight: u64) -> u64 {
        let most = 1 + u64::from(raw.others);
        match self.profile.clock {
            Clock::Wall => most,
            Clock::Cpu => (weight / self.profile.interval_ns.max(1)).clamp(1, most),
        }
    }

    fn header(&mut self, seen: &Seen) {
        let p = &mut self.profile;
        p.program = seen.options.program.clone();
        p.folder =
            std::env::current_dir().map_or_else(|_| String::new(), |folder| folder.to_string_lossy().into_owned());
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
            overruns: seen.log.overruns,
            lost: seen.lost,
            ..Sampling::default()
        };
    }

    /// The stacks that were cut off, with a frame at their bottom that says so.
    fn truncated_stacks(&mut self, log: &Log) -> FxHashMap<u32, i64> {
        let mut all = FxHashMap::default();
        for raw in log.samples.iter().filter(|raw| raw.end == End::Truncated) {
            if all.contains_key(&raw.stack) {
                continue;
            }
            let mut words = Vec::new();
            let mut at = raw.stack;
            while at != NO_STACK {
                let (parent, word) = log.stacks[at as usize];
                words.push(word);
                at = parent;
            }
            let bottom = self.push_named(NONE, DEEPER, Tier::Host, 0);
            let stack = words.iter().rev().fold(bottom, |stack, &word| self.push_word(stack, word));
            all.insert(raw.stack, stack);
        }
        all
    }

    /// The stack of a sample in compiled code, by its PC; the frames below the top one are its callers.
    fn compiled(&mut self, log: &Log, raw: &RawSample, index: u64, stacks: &[i64]) -> Option<(i64, Tier)> {
        let code = self.code_at(raw.pc, index)?;
        let ranges = self.ranges.entry(std::ptr::from_ref(code)).or_insert_with(|| code.ranges.listed());
        let range = code.range_of_pc_among(ranges, raw.pc as usize)?;
        if code.tier == vm::options::Tier::Optimizer {
            self.profile.sampling.optimized += 1;
            self.profile.sampling.approximate += u64::from(range.is_approximate);
        }
        let mut below = raw.stack;
        let mut elided = false;
        // At the edges of calls and returns the top frame is not yet, or no longer, the PC's.
        if below != NO_STACK {
            let (parent, word) = log.stacks[below as usize];
            let id = (word >> 32) as u32;
            if id == code.id || self.vm.code.function_of(id) == code.code_id {
                below = parent;
                elided = word & TAIL_CALLED != 0;
            }
        }
        let mut below = if below == NO_STACK { NONE } else { stacks[below as usize] };
        if elided {
            below = self.push_named(below, ELIDED, Tier::Host, 0);
        }
        Some((self.push_origin(below, code, range.origin), tier_of(code)))
    }

    /// Notes the idle times and pauses that ended by now.
    fn push_idle(&mut self, clock: &mut Working, now: u64) {
        while let Some(pause) = clock.next_pause(now) {
            let (name, kind) = if pause.idle { ("", "idle") } else { ("", "paused") };
            let (start_ns, end_ns) = (pause.start_ns, pause.end_ns);
            self.profile.marks.push(Mark { name: name.into(), kind: kind.into(), start_ns, end_ns });
            if pause.idle && self.profile.clock == Clock::Wall {
                let stack = self.push_named(NONE, VmState::Idle.name(), Tier::Vm, 0);
                self.profile.samples.push(Sample {
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

    fn origins(&mut self) {
        let origins = &self.vm.observed.origins;
        for n in 1..=origins.len() as u32 {
            let Some(origin) = origins.nth(n) else { continue };
            let stack = origin.frames.iter().rev().fold(NONE, |stack, &word| self.push_word(stack, word));
            let kind = origin.kind.name().into();
            let parent = origins.number(origin.parent);
            self.profile.async_origins.push(AsyncOrigin { kind, stack, parent });
        }
    }

    fn events(&mut self, seen: &Seen) {
        for event in &seen.gc {
            self.profile.gc.push(GcEvent {
                start_ns: event.start_ns,
                duration_ns: event.pause_ns,
                kind: event.kind.name().into(),
                reason: event.reason.name().into(),
                bytes_before: event.bytes_before as u64,
                bytes_after: event.bytes_after as u64,
            });
        }
        for event in &seen.compiles {
            let phase = match event.state {
                VmState::Parse => "parse",
                VmState::CompileBytecode => "bytecode",
                VmState::CompileBaseline => "baseline",
                _ => "optimized",
            };
            let function = if event.code_id == 0 { NONE } else { self.function(event.code_id).into() };
            let source = self.sources.get(&event.source).copied().unwrap_or(NONE);
            let (start_ns, duration_ns) = (event.start_ns, event.duration_ns);
            self.profile.compiles.push(CompileEvent { start_ns, duration_ns, phase: phase.into(), function, source });
        }
        self.deopts(seen);
        for code in self.code_by_address.clone() {
            let function = self.function(code.code_id);
            self.profile.machine_code.push(MachineCode {
                id: code.id,
                function,
                tier: tier_of(code),
                address: code.start as u64,
                bytes: (code.end - code.start) as u64,
                installed_ns: code.installed.1,
                freed_ns: code.freed.map_or(0, |f| f.1),
            });
        }
    }
}

impl Tables<'_> {
    /// What optimized code was left for while the program was sampled.
    fn deopts(&mut self, seen: &Seen) {
        let vm = self.vm;
        let during = |at: u64| (seen.start_ns..=seen.end_ns).contains(&at);
        for deopt in vm.deopts.records.iter().filter(|d| during(d.at_ns)) {
            let mut stack = NONE;
            for (i, place) in deopt.guard.iter().rev().enumerate() {
                stack = self.push_place(stack, place.code_id, place.offset, Tier::Optimized, i > 0);
            }
            let mut resumption = NONE;
            for (i, place) in deopt.resumption.iter().rev().enumerate() {
                let tier = if deopt.resumption.len() > 1 || i > 0 { Tier::Interpreter } else { Tier::Baseline };
                resumption = self.push_place(resumption, place.code_id, place.offset, tier, false);
            }
            let (expected, came) = (deopt.expected.text.clone(), deopt.came.text.clone());
            let detail = match (expected.as_str(), came.as_str()) {
                ("", "") => String::new(),
                (expected, "") => format!("expected {expected}"),
                ("", came) => format!("came {came}"),
                _ => format!("expected {expected}, came {came}"),
            };
            let given_up = deopt.outcome.given_up.iter().map(|p| self.place(p.code_id, p.offset));
            let given_up = given_up.map(|(function, line, _)| (function, line)).collect();
            self.profile.deopts.push(DeoptEvent {
                time_ns: deopt.at_ns,
                stack,
                tier: Tier::Optimized,
                reason: deopt.reason.name().into(),
                detail,
                expected,
                came,
                resumption,
                code: deopt.code,
                age_ns: deopt.age_ns,
                exits: deopt.exits,
                times: deopt.times,
                thrown_away: deopt.outcome.thrown_away,
                given_up,
                loop_ended: deopt.outcome.loop_ended,
                compile_ns: deopt.outcome.compile_ns,
                reoptimized_ns: deopt.outcome.reoptimized_ns.unwrap_or(0),
            });
        }
        // By place: each compilation has guards of its own.
        let mut sites: FxHashMap<(u32, u32, u32, &str), u64> = FxHashMap::default();
        for site in &vm.deopts.sites {
            let (function, line, column) = self.place(site.place.code_id, site.place.offset);
            *sites.entry((function, line, column, site.reason.name())).or_default() += site.count;
        }
        let mut sites: Vec<_> = sites.into_iter().collect();
        sites.sort_by_key(|&(place, count)| (std::cmp::Reverse(count), place));
        self.profile.deopt_sites = sites
            .into_iter()
            .map(|((function, line, column, reason), count)| DeoptSite {
                function,
                line,
                column,
                reason: reason.into(),
                count,
            })
            .collect();
    }
}

fn native(natives: &mut Vec<NativeSymbol>, symbol: NativeSymbol) -> i64 {
    let known = natives.iter().position(|n| *n == symbol);
    known.unwrap_or_else(|| {
        natives.push(symbol);
        natives.len() - 1
    }) as i64
}

/// The time in which the program ran: what passed, without idle times and pauses.
struct Working<'s> {
    pauses: &'s [Pause],
    end_ns: u64,
    /// Up to here time has been given to samples.
    last_ns: u64,
    last_cpu_ns: u64,
    /// Paused since, and until when.
    paused_ns: u64,
    resumed_ns: u64,
}

impl Working<'_> {
    fn new(seen: &Seen) -> Working<'_> {
        Working {
            pauses: &seen.pauses,
            end_ns: seen.end_ns,
            last_ns: seen.start_ns,
            last_cpu_ns: seen.start_cpu_ns,
            paused_ns: 0,
            resumed_ns: 0,
        }
    }

    /// The next pause that began before `now`, with an end.
    fn next_pause(&mut self, now: u64) -> Option<Pause> {
        let (first, rest) = self.pauses.split_first()?;
        if first.start_ns >= now {
            return None;
        }
        self.pauses = rest;
        let end_ns = if first.end_ns == 0 { self.end_ns } else { first.end_ns.min(self.end_ns) };
        self.paused_ns += end_ns - first.start_ns;
        self.resumed_ns = end_ns;
        Some(Pause { end_ns, ..*first })
    }

    /// The time until a sample was due. (When its signal was delivered tells nothing: after a long page fault or system call it stands for
    /// those samples that were due in there, and what was before the first of them is as much anybody's as before any other.)
    fn advance(&mut self, raw: &RawSample) -> u64 {
        let now = raw.due_ns.max(self.resumed_ns).max(self.last_ns);
        let weight = (now - self.last_ns).saturating_sub(self.paused_ns);
        self.last_ns = now;
        self.paused_ns = 0;
        weight
    }

    /// The same by the CPU clock, which is read when the signal is delivered: that comes late, while the thread runs, in the kernel only.
    fn advance_cpu(&mut self, raw: &RawSample) -> u64 {
        let late = if kernel(raw) == Kernel::No { 0 } else { raw.time_ns.saturating_sub(raw.due_ns) };
        let now = raw.cpu_ns.saturating_sub(late).max(self.last_cpu_ns);
        let weight = now - self.last_cpu_ns;
        self.last_cpu_ns = now;
        weight
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sampler::signal::HEADER_WORDS;
    use std::rc::Rc;
    use vm::code_origin::{CodeOrigin, OriginRange};
    use vm::source::{LineColumn, OriginalFile, OriginalPlace, SourceMap, SourceMaps};

    const CODE_ID: u32 = 0x2000_0009;
    const START: usize = 0x7000_0000;

    /// A VM that has run `caller`, with machine code of the optimizer's into which `inner` is inlined; code ids of `caller` and `inner`.
    fn vm_with_inlined_code() -> (Box<Vm>, u32, u32) {
        vm_with_maps(None)
    }

    fn vm_with_maps(maps: Option<Rc<dyn SourceMaps>>) -> (Box<Vm>, u32, u32) {
        let mut vm = Vm::new(vm::options::Options::default()).expect("a VM");
        vm.source_maps = maps;
        let program =
            "function inner(x) {\n  return x * 2;\n}\nfunction caller(x) {\n  return inner(x) + 1;\n}\ncaller(1);";
        assert!(vm.run_script("inlined.js", program).is_ok());
        let id_of = |name: &str| {
            let ids = vm.live_code().map(|code| code.machine().code_id);
            ids.into_iter().find(|&id| vm.code.get(id).is_some_and(|info| info.name == name)).expect("the function")
        };
        let (caller, inner) = (id_of("caller"), id_of("inner"));
        let on_line = |id: u32, line: u32| {
            let info = vm.code.get(id).expect("the function's information");
            (0..1000).find(|&o| info.line_column(o).is_some_and(|p| p.line == line)).expect("an offset on the line")
        };
        let call = CodeOrigin { code_id: caller, offset: on_line(caller, 5), caller: CodeOrigin::OUTERMOST };
        let inlined = CodeOrigin { code_id: inner, offset: on_line(inner, 2), caller: 0 };
        vm.code_installed(Code {
            id: CODE_ID,
            code_id: caller,
            tier: vm::options::Tier::Optimizer,
            start: START,
            end: START + 0x100,
            origins: vec![call, inlined],
            ranges: OriginRanges::from_iter([
                OriginRange::exact(0, 0),
                OriginRange::exact(0x40, 1),
                OriginRange { start: 0x60, origin: 0, is_approximate: true },
            ]),
            activations: 1,
            installed: (0, 0),
            freed: Some((3, 400)),
        });
        (vm, caller, inner)
    }

    /// The first four lines come from one file, the others from another, ten lines further on.
    struct TwoFiles;

    struct File(&'static str);

    impl OriginalFile for File {
        fn name(&self) -> &str {
            self.0
        }

        fn text(&self) -> Option<Rc<SourceText>> {
            Some(Rc::new(SourceText::new(self.0, "\n".repeat(20), 0)))
        }
    }

    impl SourceMaps for TwoFiles {
        fn find(&self, _: &SourceText) -> Option<Rc<dyn SourceMap>> {
            Some(Rc::new(TwoFiles))
        }
    }

    impl SourceMap for TwoFiles {
        fn original(&self, at: LineColumn) -> Option<OriginalPlace> {
            let file = Rc::new(File(if at.line <= 4 { "a.ts" } else { "b.ts" }));
            let at = LineColumn { line: at.line + 10, ..at };
            Some(OriginalPlace { file, at, name: None, is_exact: true })
        }
    }

    #[test]
    fn functions_of_several_files_are_one_in_each() {
        let (mut vm, caller, inner) = vm_with_maps(Some(Rc::new(TwoFiles)));
        let words = [(START + 0x48, IN_COMPILED, &[u64::from(CODE_ID) << 32][..])];
        let p = resolve(&mut vm, &seen(&words));
        assert_eq!(p.check(), Ok(()));
        assert_eq!(frames(&p, 0), [("caller", 15, Tier::Optimized, false), ("inner", 12, Tier::Optimized, true)]);
        let files: Vec<&str> =
            p.stacks.frames(p.samples.stack[0]).iter().map(|&f| p.file_of(p.function_of(f))).collect();
        assert_eq!(files, ["b.ts", "a.ts"]);
        let of = |id: u32| -> Vec<(&str, u32)> {
            p.functions.iter().filter(|f| f.code_ids.contains(&id)).map(|f| (p.file_of(f), f.line)).collect()
        };
        assert_eq!((of(caller), of(inner)), (vec![("a.ts", 14), ("b.ts", 15)], vec![("a.ts", 11)]));
        assert!(p.sources.iter().all(|s| s.name.ends_with(".ts") && s.text.len() == 20), "{:?}", p.sources);
    }

    /// Samples of 100 ns each: PC, flags, frames' words innermost first.
    fn seen(samples: &[(usize, u32, &[u64])]) -> Seen {
        let samples: Vec<_> = samples.iter().map(|&(pc, flags, frames)| (pc, flags, frames, 0)).collect();
        seen_with(&samples)
    }

    /// The same, with what the handler took for the sample before, nanoseconds.
    fn seen_with(samples: &[(usize, u32, &[u64], u64)]) -> Seen {
        let mut log = Log::default();
        for (i, (pc, flags, frames, took)) in samples.iter().enumerate() {
            let length = (HEADER_WORDS + frames.len()) as u64;
            let state = VmState::ALL.iter().position(|s| *s == VmState::Script).expect("a state") as u64;
            let first = state | u64::from(*flags) << 16 | length << 32;
            let due = 100 * (i as u64 + 1);
            let mut words = vec![first, due + 7, *pc as u64, 0, 0, *took, due];
            words.extend(*frames);
            log.append(&words);
        }
        Seen {
            log,
            pauses: Vec::new(),
            gc: Vec::new(),
            compiles: Vec::new(),
            lost: 0,
            options: Options::default(),
            start_ns: 0,
            end_ns: 1000,
            start_cpu_ns: 0,
            cpu_ns: 0,
            process_cpu_ns: 0,
            process_cpu_start_ns: 0,
            peak_bytes: 0,
            start_unix_ms: 0,
            empty_stop_ns: 0,
            handler_ns: 0,
            handler_median_ns: 0,
            handler_p99_ns: 0,
            stops: samples.len() as u64,
        }
    }

    /// A sample's frames, outermost first: name, line, tier, inlined.
    fn frames(p: &Profile, sample: usize) -> Vec<(&str, u32, Tier, bool)> {
        let mut frames: Vec<_> = p
            .stacks
            .walk(p.samples.stack[sample])
            .map(|f| {
                let frame = &p.frames[f as usize];
                (p.functions[frame.function as usize].name.as_str(), frame.line, frame.tier, frame.inlined)
            })
            .collect();
        frames.reverse();
        frames
    }

    #[test]
    fn an_address_belongs_to_the_code_of_its_time() {
        let (mut vm, caller, _) = vm_with_inlined_code();
        let start = START + 0x1000;
        // One piece after the other at the same address, each for one sample.
        for n in 0..300 {
            vm.code_installed(Code {
                id: CODE_ID + 1 + n,
                code_id: caller,
                tier: if n == 2 { vm::options::Tier::Baseline } else { vm::options::Tier::Optimizer },
                start,
                end: start + 0x40,
                origins: vec![CodeOrigin { code_id: caller, offset: 0, caller: CodeOrigin::OUTERMOST }],
                ranges: OriginRanges::from_iter([OriginRange::exact(0, 0)]),
                activations: 1,
                installed: (n.into(), 0),
                freed: Some((u64::from(n) + 1, 0)),
            });
        }
        let sample: (usize, u32, &[u64]) = (start + 8, IN_COMPILED, &[]);
        let p = resolve(&mut vm, &seen(&[sample; 4]));
        let categories: Vec<Category> = (0..4).map(|i| p.samples.category(i)).collect();
        assert_eq!(categories, [Category::Optimized, Category::Optimized, Category::Baseline, Category::Optimized]);
        assert_eq!(p.sampling.unresolved, 0);
    }

    #[test]
    fn built_ins_without_a_name_are_called_by_their_symbols() {
        let (mut vm, _, _) = vm_with_inlined_code();
        let none = vm.new_native_closure(0, resolved_later, &[]).map_err(drop).expect("a built-in");
        let id = none.downcast::<vm::native::NativeFunction>().expect("a built-in").code_id;
        let other = vm.new_native_closure(0, rejected_later, &[]).map_err(drop).expect("a built-in");
        let other = other.downcast::<vm::native::NativeFunction>().expect("a built-in").code_id;
        let words = [u64::from(id) << 32, u64::from(other) << 32];
        let p = resolve(&mut vm, &seen(&[(0x1000, 0, &words)]));
        let shown = frames(&p, 0);
        let [(later, 0, Tier::Builtin, false), (first, 0, Tier::Builtin, false)] = shown[..] else {
            panic!("{shown:?}")
        };
        assert!(first.contains("resolved_later") && later.contains("rejected_later"), "{shown:?}");
    }

    fn resolved_later(_: &mut Vm, _: vm::native::Args) -> vm::JsResult {
        Ok(vm::Value::UNDEFINED)
    }

    fn rejected_later(_: &mut Vm, _: vm::native::Args) -> vm::JsResult {
        Ok(vm::Value::NULL)
    }

    #[test]
    fn thunks_have_their_names() {
        let (mut vm, caller, _) = vm_with_inlined_code();
        vm.observed.thunks = vec![("(enter)", 0x6000_0000..0x6000_0040), ("(leave)", 0x6000_0040..0x6000_0080)];
        let frames = [u64::from(caller) << 32];
        let p = resolve(&mut vm, &seen(&[0x6000_003f, 0x6000_0040, 0x6000_0080].map(|pc| (pc, 0, &frames[..]))));
        let natives: Vec<_> = (0..3).map(|i| &p.natives[p.samples.native[i] as usize]).collect();
        let [enter, leave, other] = natives[..] else { panic!("{natives:?}") };
        assert_eq!([&*enter.name, &*enter.library], ["(enter)", "(thunks)"]);
        assert_eq!([&*leave.name, &*leave.library], ["(leave)", "(thunks)"]);
        assert!(!other.library.contains("thunks"), "{other:?}");
    }

    #[test]
    fn what_a_stop_takes_is_counted_with_its_stack() {
        let (mut vm, caller, _) = vm_with_inlined_code();
        let frames = [u64::from(caller) << 32];
        let sample = |took| (0x1000, IN_INTERPRETER, &frames[..], took);
        let p = resolve(&mut vm, &seen_with(&[sample(0), sample(30), sample(0), sample(400)]));
        assert_eq!(p.samples.weight_ns, [130, 70, 200, 0]);
    }

    #[test]
    fn a_stop_is_a_sample_for_each_that_was_due() {
        let (mut vm, caller, _) = vm_with_inlined_code();
        let frames = [u64::from(caller) << 32];
        let stop = |others: u64, took| (0x1000, IN_INTERPRETER, &frames[..], others << 32 | took);
        let mut stops = seen_with(&[stop(0, 0), stop(3, 0), stop(0, 40)]);
        let p = resolve(&mut vm, &stops);
        assert_eq!(p.samples.weight_ns, [100, 25, 25, 25, 65, 60]);
        assert_eq!(p.samples.time_ns, [107, 207, 207, 207, 207, 307]);
        assert_eq!(p.samples.stack, [p.samples.stack[0]; 6]);
        // By the CPU clock, of which nothing has gone by.
        stops.options.clock = Clock::Cpu;
        assert_eq!(resolve(&mut vm, &stops).samples.len(), 3);
    }

    #[test]
    fn inlined_functions_are_frames_of_their_own() {
        let (mut vm, caller, inner) = vm_with_inlined_code();
        let word = |id: u32, position: u32| u64::from(id) << 32 | u64::from(position);
        let in_native = word(CODE_ID, POSITION_IS_ORIGIN | 1);
        let interpreted = word(inner, 0);
        let p = resolve(
            &mut vm,
            &seen(&[
                // In the inlined part, by PC: the frame's position is an older one.
                (START + 0x48, IN_COMPILED, &[word(CODE_ID, POSITION_IS_ORIGIN)]),
                // In a function that the inlined part called, by origin.
                (0x1000, IN_INTERPRETER, &[interpreted, in_native]),
                // Entered, but the frame does not yet say that it is compiled.
                (START + 0x68, IN_COMPILED, &[word(caller, 0)]),
                // Freed by now.
                (START + 0x48, IN_COMPILED, &[word(CODE_ID, POSITION_IS_ORIGIN)]),
            ]),
        );
        let optimized = Tier::Optimized;
        assert_eq!(frames(&p, 0), [("caller", 5, optimized, false), ("inner", 2, optimized, true)]);
        assert_eq!(frames(&p, 1)[..2], [("caller", 5, optimized, false), ("inner", 2, optimized, true)]);
        assert_eq!(frames(&p, 1)[2].2, Tier::Interpreter);
        assert_eq!(frames(&p, 2), [("caller", 5, optimized, false)]);
        let categories: Vec<Category> = (0..3).map(|i| p.samples.category(i)).collect();
        assert_eq!(categories, [Category::Optimized, Category::Interpreter, Category::Optimized]);
        assert_eq!((p.sampling.optimized, p.sampling.approximate), (2, 1));
        // The last one's frame is named by its origin all the same.
        assert_eq!((p.sampling.unresolved, frames(&p, 3)), (1, vec![("caller", 5, optimized, false)]));
        assert_eq!(p.check(), Ok(()));
    }

    /// The baseline tier compiles a function again and again under one id.
    #[test]
    fn pieces_of_one_function_have_their_own_ranges() {
        let (mut vm, caller, _) = vm_with_inlined_code();
        let origin = |offset| CodeOrigin { code_id: caller, offset, caller: CodeOrigin::OUTERMOST };
        for (n, ranges) in [[OriginRange::exact(0, 0), OriginRange::exact(0x40, 1)], [OriginRange::exact(0, 1); 2]]
            .into_iter()
            .enumerate()
        {
            let start = START + 0x1000 * (n + 1);
            vm.code_installed(Code {
                id: CODE_ID + 100,
                code_id: caller,
                tier: vm::options::Tier::Baseline,
                start,
                end: start + 0x80,
                origins: vec![origin(0), origin(3)],
                ranges: OriginRanges::from_iter(ranges),
                activations: 1,
                installed: (0, 0),
                freed: None,
            });
        }
        let sample = |pc: usize| (pc, IN_COMPILED, &[][..]);
        let p = resolve(&mut vm, &seen(&[0x1010, 0x1050, 0x2010, 0x2050].map(|offset| sample(START + offset))));
        let offset = |&stack: &i64| p.frames[p.stacks.frame[stack as usize] as usize].offset;
        assert_eq!(p.samples.stack.iter().map(offset).collect::<Vec<_>>(), [0, 3, 3, 3]);
    }

    /// Where many short pieces were, there is a long one now.
    #[test]
    fn a_piece_is_found_from_its_start_to_its_end() {
        let (mut vm, caller, _) = vm_with_inlined_code();
        let piece = |id: u32, start: usize, bytes: usize, installed: u64, freed: Option<u64>| Code {
            id,
            code_id: caller,
            tier: vm::options::Tier::Baseline,
            start,
            end: start + bytes,
            origins: Vec::new(),
            ranges: OriginRanges::from_iter([OriginRange::exact(0, 0)]),
            activations: 1,
            installed: (installed, installed),
            freed: freed.map(|index| (index, index)),
        };
        let base = START + 0x10_0000;
        for i in 0..300 {
            vm.code_installed(piece(CODE_ID + 100 + i, base + 128 * i as usize, 128, 1, Some(5)));
        }
        vm.code_installed(piece(CODE_ID + 500, base, 128 * 300, 6, None));
        let tables = Tables::new(&vm);
        let id_at = |offset: usize, index: u64| tables.code_at((base + offset) as u64, index).map(|code| code.id);
        for offset in [0, 127, 8192, 8221, 20_000, 128 * 300 - 1] {
            assert_eq!(id_at(offset, 4), Some(CODE_ID + 100 + offset as u32 / 128));
            assert_eq!((id_at(offset, 5), id_at(offset, 6)), (None, Some(CODE_ID + 500)));
        }
        assert_eq!(id_at(128 * 300, 6), None);
    }
}
