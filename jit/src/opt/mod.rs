//! T2: the optimizing compiler.
//!
//! ```text
//! flow       bytecode as blocks, loops, live registers       build/     bytecode and feedback to the graph, with inlining
//! graph      SSA values, blocks, frame states; check         represent  machine representations, conversions, dead code
//! lower/     the graph to Cranelift's language               exit       leaving: what was stored, and frames made of it
//! helpers    what code calls                                 worker     compiling beside the program
//! ```
//!
//! The graph is built on the VM's thread, since only that may read the heap; what follows needs nothing but the graph, and happens on another
//! thread. Code is entered at a function's start, or in the middle of a loop that does not end ([`Optimizer::tick`]). It is left where a guard
//! fails; the lower tiers go on at that bytecode, or before it where nothing was done between that could be seen. Places that fail again and again are not speculated on any more, and functions of which the
//! code was thrown away often enough stay in the baseline tier.

mod build;
mod check;
mod exit;
mod flow;
mod graph;
mod helpers;
mod lower;
mod represent;
mod worker;

use crate::memory::CodeMemory;
use abi::Value;
use abi::cell::CellHeader;
use abi::frame::*;
use build::GivenUp;
use exit::Exit;
use graph::Reason;
use lower::{Addresses, Entry};
use rustc_hash::FxHashMap;
use std::time::Instant;
use vm::Vm;
use vm::code::Code;
use vm::code_origin::{CodeOrigin, MachineCode, OriginRange};
use vm::observe::now_ns;
use vm::options::Tier;
use vm::tier::Leave;
pub(crate) use worker::isa;
use worker::{Done, Job, Worker};

/// Calls and back edges of compiled code between two looks at what runs, at most.
const LOOK: i32 = 1 << 12;
/// Failed guards before code is thrown away.
const FAILURES: u32 = 30;
/// The same of one guard.
const FAILURES_OF_ONE: u32 = 10;
/// How often a place may throw code away before it is not speculated on any more.
const PATIENCE: u32 = 2;
/// Codes that a function may have had at one entry before it is given up.
const TRIES: u32 = 10;
/// Calls and back edges that a function is interpreted for before it is compiled, to learn what the baseline tier does not note.
const LESSON: i32 = 64;
/// How often what follows an exit is interpreted, to learn what is different.
const LESSONS: u32 = 2;
/// Bytecode units of the longest function that is compiled.
const LONGEST: usize = 20_000;

/// A function, from its first look on.
#[derive(Default)]
struct Function {
    ticks: u32,
    /// Ticks that the next compilation waits for.
    wait: u32,
    /// It was interpreted again since then.
    has_learnt: bool,
    /// By entry: the offset of an instruction, or `CALL`.
    entries: FxHashMap<u32, Place>,
}

/// The entry by a call.
const CALL: u32 = u32::MAX;

#[derive(Default)]
struct Place {
    ticks: u32,
    tries: u32,
    waiting: bool,
    code: Option<u32>,
}

/// Code that is installed, or was: it may be running still.
struct Installed {
    machine: *const CodeHeader,
    entry: u32,
    address: *const u8,
    /// Words of the VM stack that its frames take.
    words: u32,
    exits: Vec<Exit>,
    /// By exit: how often it was taken.
    counts: Vec<u32>,
    failures: u32,
    /// How many codes the function had at this entry before.
    tries: u32,
    is_valid: bool,
    piece: (usize, usize),
}

pub struct Optimizer {
    functions: FxHashMap<*const CodeHeader, Function>,
    codes: Vec<Option<Installed>>,
    /// Places, by code id and bytecode offset, and how often code was thrown away because of them.
    blamed: FxHashMap<(u32, u32), u32>,
    given_up: GivenUp,
    addresses: Addresses,
    worker: Worker,
    trace: bool,
    sync: bool,
    ticks: u32,
}

impl Optimizer {
    /// None on a machine that Cranelift cannot compile for.
    pub fn new(vm: &mut Vm, enter: u64, exit: u64) -> Option<Optimizer> {
        vm.tiers.look_every = vm.options.optimizer_threshold.clamp(0, LOOK);
        vm.context.counter.set(vm.tiers.look_every);
        let addresses =
            Addresses { vm: std::ptr::from_ref(vm) as u64, termination: vm.termination_flag() as u64, enter, exit };
        Some(Optimizer {
            functions: FxHashMap::default(),
            codes: Vec::new(),
            blamed: FxHashMap::default(),
            given_up: GivenUp::default(),
            addresses,
            worker: Worker::new(addresses, vm.options.compile_sync)?,
            trace: vm.options.trace_opt,
            sync: vm.options.compile_sync,
            ticks: (vm.options.optimizer_threshold / LOOK).max(1) as u32,
        })
    }

    /// See [`vm::tier::Compiler::tick`].
    ///
    /// # Safety
    /// As there.
    pub unsafe fn tick(&mut self, vm: &mut Vm, frame: *mut Frame, target: usize, memory: &mut CodeMemory) -> *const u8 {
        self.link(vm, memory);
        // SAFETY: the caller's promise.
        let (machine, flags, code) = unsafe {
            let machine = (*frame).code;
            (machine, (*frame).flags, Code::from_machine(machine))
        };
        if flags & (FLAG_REALM | FLAG_RESUMED) != 0 || code.flags() & (CODE_FLAG_GENERATOR | CODE_FLAG_ASYNC) != 0 {
            return std::ptr::null();
        }
        let by_call = target == 0 && code.flags() & CODE_FLAG_SLOW_ENTRY & !CODE_FLAG_COERCE_THIS == 0;
        let mut entry = if by_call { CALL } else { target as u32 };
        let function = self.functions.entry(machine).or_default();
        function.ticks += 1;
        let (ticks, wait) = (function.ticks, function.wait.max(self.ticks));
        let place = function.entries.entry(entry).or_default();
        place.ticks += 1;
        if let Some(code) = place.code {
            let installed = self.codes[code as usize].as_ref();
            return match installed {
                // SAFETY: the frame lies on the VM stack.
                Some(i) if !by_call && unsafe { fits(vm, frame, i.words) } => i.address,
                _ => std::ptr::null(),
            };
        }
        if ticks < wait {
            return std::ptr::null();
        }
        // A loop: the function is compiled to be called; only if it stays in the loop, to be entered there.
        let often = place.ticks >= self.ticks / 2 && ticks >= wait + self.ticks / 4;
        let called = code.flags() & (CODE_FLAG_CONSTRUCTOR | CODE_FLAG_ARROW | CODE_FLAG_METHOD) != 0
            && code.flags() & CODE_FLAG_SLOW_ENTRY & !CODE_FLAG_COERCE_THIS == 0;
        if !by_call && called && !often && self.ticks > 1 {
            entry = CALL;
        }
        let by_call = entry == CALL;
        let place = function.entries.entry(entry).or_default();
        if place.code.is_some() || place.waiting || place.tries >= TRIES {
            return std::ptr::null();
        }
        if !function.has_learnt && self.ticks > 1 {
            function.has_learnt = true;
            // SAFETY: the function is the frame's, and runs compiled code.
            unsafe { vm.learn_by_interpreting(machine.cast_mut(), LESSON) };
            if target == 0 {
                return std::ptr::null();
            }
            // SAFETY: the frame is on top.
            unsafe { (*frame).position = target as u32 };
            return vm.tiers.resume;
        }
        let place = function.entries.entry(entry).or_default();
        place.tries += 1;
        let body_length = code.body.get().map_or(0, |b| b.bytecode.len());
        if body_length > LONGEST {
            place.tries = TRIES;
            return std::ptr::null();
        }
        place.waiting = true;
        // SAFETY: as above.
        let words = unsafe { std::slice::from_raw_parts(frame.cast::<Value>(), (*machine).frame_words as usize) };
        let request = build::Request {
            code,
            entry: (!by_call).then_some(target),
            frame: (!by_call).then_some(words),
            callee: words[CALLEE],
            given_up: &self.given_up,
        };
        let started = Instant::now();
        let Some(graph) = build::build(vm, &request) else { return std::ptr::null() };
        let print = vm.options.print_ir.as_ref().is_some_and(|wanted| {
            // SAFETY: as above.
            vm.code.get(unsafe { (*machine).code_id }).is_some_and(|info| info.name == *wanted)
        });
        if print {
            println!("; built\n{}", graph.print());
        }
        let cells = graph.cells.clone();
        {
            // From here on the code keeps them alive.
            let mut embedded = code.embedded.borrow_mut();
            embedded.extend(cells.iter().map(|c| *c as *mut CellHeader));
        }
        vm.heap.barrier(&raw const code.header);
        let parameters = code.machine().parameters;
        let job = Job {
            machine: machine as usize,
            entry,
            kind: if by_call { Entry::Call { parameters } } else { Entry::Middle },
            graph,
            given_up: self.given_up.clone(),
            number: self.codes.len() as u32,
            building: started.elapsed(),
            print,
            // SAFETY: as above.
            code_id: unsafe { (*machine).code_id },
        };
        self.codes.push(None);
        if self.sync {
            let done = worker::compile(job, self.addresses, self.worker.isa());
            self.install(vm, memory, done);
            // SAFETY: the caller's promise.
            return unsafe { self.tick_again(vm, frame, machine, entry) };
        }
        self.worker.send(job);
        std::ptr::null()
    }

    /// The address of code that was just made, for an entry in the middle.
    ///
    /// # Safety
    /// As for `tick`.
    unsafe fn tick_again(&self, vm: &Vm, frame: *mut Frame, machine: *const CodeHeader, entry: u32) -> *const u8 {
        if entry == CALL {
            return std::ptr::null();
        }
        let place = self.functions.get(&machine).and_then(|f| f.entries.get(&entry));
        match place.and_then(|p| p.code).and_then(|c| self.codes[c as usize].as_ref()) {
            // SAFETY: the frame lies on the VM stack.
            Some(i) if unsafe { fits(vm, frame, i.words) } => i.address,
            _ => std::ptr::null(),
        }
    }

    /// Installs what the worker has finished.
    fn link(&mut self, vm: &mut Vm, memory: &mut CodeMemory) {
        while let Some(done) = self.worker.receive() {
            self.install(vm, memory, done);
        }
    }

    fn install(&mut self, vm: &mut Vm, memory: &mut CodeMemory, done: Done) {
        let machine = done.machine as *mut CodeHeader;
        // The function may have died since.
        let Some(function) = self.functions.get_mut(&machine.cast_const()) else { return };
        // SAFETY: functions that are known are alive.
        if unsafe { (*machine).code_id } != done.code_id {
            return;
        }
        let place = function.entries.entry(done.entry).or_default();
        place.waiting = false;
        let name = |vm: &Vm| vm.code.get(done.code_id).map_or(String::new(), |info| info.name.clone());
        let compiled = match done.compiled {
            Ok(compiled) => compiled,
            Err(error) => {
                place.tries = TRIES;
                if self.trace {
                    eprintln!("[optimizer] {}: not compiled: {error}", name(vm));
                }
                return;
            }
        };
        let Some(offset) = memory.allocate(compiled.code.len()) else { return };
        memory.write(offset, &compiled.code);
        let address = memory.address(offset);
        // SAFETY: the function is alive: its machine part is forgotten when it dies.
        unsafe {
            if done.entry == CALL {
                (*machine).optimized = address;
                (*machine).entry = address;
            } else if done.entry == 0 {
                (*machine).optimized_body = address;
                (*machine).optimized_words = done.words;
            }
        }
        place.code = Some(done.number);
        let tries = place.tries.saturating_sub(1).min(8);
        if self.trace {
            eprintln!(
                "[optimizer] {}{}: {} nodes, built in {:.0} us, compiled in {:.0} us, {} bytes, {} exits",
                name(vm),
                if done.entry == CALL { String::new() } else { format!(" at {}", done.entry) },
                done.nodes,
                done.building.as_secs_f64() * 1e6,
                done.compiling.as_secs_f64() * 1e6,
                compiled.code.len(),
                compiled.exits.len(),
            );
        }
        let start = address as usize;
        let (origins, ranges) = origins(&done.origins, &compiled.ranges);
        let made = MachineCode {
            id: done.code_id | NATIVE_ID,
            code_id: done.code_id,
            tier: Tier::Optimizer,
            start,
            end: start + compiled.code.len(),
            origins,
            ranges,
            call_sites: Vec::new(),
            installed: (vm.observed.sample_index(), now_ns()),
            freed: None,
        };
        // SAFETY: as above.
        if vm.options.print_code.is_some()
            && let Some(body) = unsafe { Code::from_machine(machine) }.body.get()
        {
            crate::print::print(vm, &made, body, memory.bytes(offset, compiled.code.len()));
        }
        vm.code_installed(made);
        let counts = vec![0; compiled.exits.len()];
        self.codes[done.number as usize] = Some(Installed {
            machine,
            entry: done.entry,
            address,
            words: done.words,
            exits: compiled.exits,
            counts,
            failures: 0,
            tries,
            is_valid: true,
            piece: (offset, compiled.code.len()),
        });
    }

    /// See [`vm::tier::Compiler::leave`].
    ///
    /// # Safety
    /// As there.
    pub unsafe fn leave(&mut self, vm: &mut Vm, frame: *mut Frame, number: u64) -> Leave {
        let (code, exit_number) = ((number >> EXIT_BITS) as usize, (number & ((1 << EXIT_BITS) - 1)) as usize);
        let installed = self.codes[code].as_mut().expect("code that ran is kept");
        let exit = &installed.exits[exit_number];
        // SAFETY: the caller's promise.
        let mut leave = unsafe { exit.rebuild(frame) };
        let (reason, place) = (exit.reason, (exit.code_id, exit.pc));
        if reason == Reason::Interrupt {
            vm.context.counter.set(-1);
        }
        if reason.is_harmless() {
            return leave;
        }
        installed.counts[exit_number] += 1;
        if reason != Reason::Unsupported {
            installed.failures += 1;
        }
        if self.trace {
            let (id, pc) = place;
            let (name, line) = vm.code.get(id).map_or((String::new(), 0), |info| {
                (info.name.clone(), info.line_column(pc).map_or(0, |place| place.line))
            });
            eprintln!(
                "[optimizer] left {name}:{line} (bytecode {pc}), {} frames: {}, time {}",
                leave.frames,
                reason.name(),
                installed.counts[exit_number]
            );
        }
        leave.teaches = installed.counts[exit_number] <= LESSONS;
        // What feedback tells has been learnt by now.
        let patience = match reason {
            Reason::Uninitialized => LESSONS,
            Reason::WrongShape | Reason::WrongTarget | Reason::ElementKind => 2 * LESSONS,
            _ => FAILURES_OF_ONE,
        };
        let worst = installed.counts[exit_number] > patience * (1 + installed.tries);
        if installed.is_valid
            && (worst || installed.failures > FAILURES * (1 + installed.tries))
            && reason != Reason::Unsupported
        {
            self.discard(vm, code);
        }
        leave
    }

    /// Code that fails too often is entered no more; what it failed at is remembered.
    fn discard(&mut self, vm: &mut Vm, code: usize) {
        let Some(installed) = self.codes[code].as_mut() else { return };
        installed.is_valid = false;
        for (exit, count) in installed.exits.iter().zip(&installed.counts) {
            if *count < 2 || exit.reason.is_harmless() {
                continue;
            }
            let blamed = self.blamed.entry((exit.code_id, exit.pc)).or_default();
            // Some things the interpreter's feedback does not tell.
            let untold = matches!(
                exit.reason,
                Reason::OutOfBounds | Reason::Hole | Reason::NotInt | Reason::NotNumber | Reason::MinusZero
            );
            let guessed = exit.reason == Reason::WrongShape && *blamed == 0;
            *blamed += if untold || guessed { PATIENCE } else { 1 };
            if *blamed >= PATIENCE {
                self.given_up.insert((exit.code_id, exit.pc), *blamed >= 2 * PATIENCE);
            }
        }
        let machine = installed.machine.cast_mut();
        // SAFETY: code that runs has a live function.
        unsafe {
            if installed.entry == CALL {
                (*machine).optimized = std::ptr::null();
                if (*machine).entry == installed.address {
                    (*machine).entry = if (*machine).native.is_null() { vm.tiers.interpret } else { (*machine).native };
                }
            } else if installed.entry == 0 {
                (*machine).optimized_body = std::ptr::null();
            }
        }
        if let Some(function) = self.functions.get_mut(&machine.cast_const()) {
            function.ticks = 0;
            let place = function.entries.entry(installed.entry).or_default();
            place.code = None;
            place.ticks = 0;
            function.wait = (self.ticks / 4).max(1) << place.tries.min(9);
        }
    }

    /// A function has died: its pieces of code.
    pub fn forget(&mut self, machine: *const CodeHeader) -> Vec<(usize, usize)> {
        self.functions.remove(&machine);
        let mut pieces = Vec::new();
        for code in &mut self.codes {
            if code.as_ref().is_some_and(|c| c.machine == machine) {
                pieces.extend(code.take().map(|c| c.piece));
            }
        }
        pieces
    }
}

/// Bits of an exit's number that are its place in its code's list.
const EXIT_BITS: u32 = 20;

/// Whether frames of so many words fit on the stack from here.
///
/// # Safety
/// The frame lies on the VM stack.
unsafe fn fits(vm: &Vm, frame: *mut Frame, words: u32) -> bool {
    frame.cast::<Value>().wrapping_add(words as usize) < vm.context.stack_limit.get()
}

/// The origins as profiles know them.
fn origins(origins: &[(u32, u32, u32)], ranges: &[(u32, u32)]) -> (Vec<CodeOrigin>, Vec<OriginRange>) {
    let origins = origins.iter().map(|&(code_id, offset, caller)| CodeOrigin { code_id, offset, caller }).collect();
    let ranges = ranges.iter().map(|&(start, origin)| OriginRange { start, origin }).collect();
    (origins, ranges)
}
