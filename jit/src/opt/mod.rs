//! T2: the optimizing compiler.
//!
//! ```text
//! flow       bytecode as blocks, loops, live registers       build/     bytecode and feedback to the graph, with inlining
//! ir/        operations, SSA values, blocks, frame states     represent  machine representations and conversions
//! number     what was done already is not done again         overflow   int32 arithmetic that need not look
//! dead       what nobody wants is left out                   dominators what is on every way to where
//! sink       objects that nobody sees are not made
//! lower/     the graph to Cranelift's language               exit       leaving: what was stored, and frames made of it
//! helpers    what code calls                                 worker     compiling beside the program
//! check      whether a graph is well formed
//! explain    what a failed guard wanted and found, in words  forced     guards that fail for no reason, for tests
//! record     deoptimizations and decisions on record        passes     those between building and lowering, in order
//! text/      graphs as text: printed, and read by tests  budget    how much time compilations may take on the VM's thread
//! ```
//!
//! The graph is built on the VM's thread, since only that may read the heap; what follows needs nothing but the graph, and happens on another
//! thread. Code is entered at a function's start, or in the middle of a loop that does not end ([`Optimizer::tick`]). It is left where a guard
//! fails; the lower tiers go on at that bytecode, or before it where nothing was done between that could be seen. Places that fail again and again are not speculated on any more, and functions of which the
//! code was thrown away often enough stay in the baseline tier.

mod budget;
mod build;
mod check;
mod dead;
mod dominators;
mod environments;
mod exit;
mod explain;
mod flow;
mod forced;
mod fresh;
mod helpers;
mod ir;
mod lower;
mod number;
mod overflow;
pub mod passes;
mod record;
mod represent;
mod sink;
mod text;
mod verify;
mod worker;

use crate::baseline::stamp;
use crate::memory::CodeMemory;
use crate::print;
use crate::stopwatch::{Stopwatch, worked};
use abi::Value;
use abi::cell::CellHeader;
use abi::context::VmState;
use abi::frame::*;
use budget::Budget;
use build::GivenUp;
use exit::Exit;
use forced::Forced;
use ir::{Assumption, Reason};
use lower::{Addresses, Entry};
use passes::Printing;
use rustc_hash::{FxHashMap, FxHashSet};
use std::cell::{Cell, RefCell};
use std::rc::Rc;
use std::sync::Arc;
use std::time::Instant;
use verify::Verifier;
use vm::Vm;
use vm::code::Code;
use vm::code_origin::{CodeOrigin, MachineCode, OriginRanges};
use vm::deopt::Outcome;
use vm::observe::now_ns;
use vm::options::Tier;
use vm::tier::Leave;
use vm::watch::{Reliant, Watchpoints};
pub(crate) use worker::isa;
use worker::{Done, Job, Worker};

/// Calls and back edges of compiled code between two looks at what runs, at most.
const LOOK: i32 = 1 << 12;
/// Failed guards before code is thrown away.
const FAILURES: u32 = 30;
/// The same of one guard.
const FAILURES_OF_ONE: u32 = 10;
/// Failures that come no faster than this cost less than other code would: as many again are let pass, and so on, so many times.
const BEARABLE_NS: u64 = 1_000_000;
const LENIENCE: u32 = 30;
/// How often a place may throw code away before it is not speculated on any more.
const PATIENCE: u32 = 2;
/// Codes that a function may have had at one entry before it is given up.
const TRIES: u32 = 10;
/// Calls and back edges that a function is interpreted for before it is compiled, to learn what the baseline tier does not note.
const LESSON: i32 = 64;
/// How often what follows an exit is interpreted, to learn what is different.
const LESSONS: u32 = 2;
/// Code that was thrown away and may lie about, as a part of the memory for code, before somebody looks whether it still runs.
const SHARE_OF_OLDER: usize = 256;
/// Bytecode units of a function that waits twice as long as a short one, and of those that wait no longer than that.
const LONG: usize = 4000;
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
    code_id: u32,
    /// Its codes that are installed, thrown away or not.
    codes: Vec<u32>,
}

/// The entry by a call.
const CALL: u32 = u32::MAX;

#[derive(Default)]
struct Place {
    /// Looks that found an activation here which an earlier look had found in a loop already, and, once there is code, those that found another.
    stays: u32,
    arrivals: u32,
    tries: u32,
    waiting: bool,
    /// It is put off until there is time for it.
    put_off: bool,
    code: Option<u32>,
    /// When its code was thrown away, and the record of that.
    thrown_away: Option<(u64, Option<usize>)>,
}

/// Code that is installed, or was: it may be running still.
struct Installed {
    machine: *const CodeHeader,
    entry: u32,
    address: *const u8,
    /// Words of the VM stack that its frames take.
    words: u32,
    exits: Vec<Exit>,
    /// By exit: how often it was taken, and its number among the guards on record.
    counts: Vec<u32>,
    sites: Vec<u32>,
    /// The id of its frames, and of what its bytes are.
    id: u32,
    origins: Vec<CodeOrigin>,
    installed_ns: u64,
    compile_ns: u64,
    left: u64,
    failures: u32,
    /// How often that many were let pass, and how many there were then, and when.
    lenient: u32,
    passed: (u32, u64),
    /// How many codes the function had at this entry before.
    tries: u32,
    is_valid: bool,
    /// What it relies on, and why that does not hold any more.
    assumptions: Vec<Assumption>,
    broken: Reason,
    piece: (usize, usize),
    /// What it names by address.
    cells: Vec<u64>,
}

pub struct Optimizer {
    functions: FxHashMap<*const CodeHeader, Function>,
    /// By number, which exits carry. Numbers without code are being compiled, or free.
    codes: Vec<Option<Installed>>,
    free: Vec<u32>,
    /// By number: the byte that is 1 while the code may rely on what it does.
    relies: Vec<Rc<Cell<u8>>>,
    /// Bytes of code that was thrown away and is still there, and how many there may be until somebody looks.
    older: usize,
    older_limit: usize,
    /// Places, by code id and bytecode offset, and how often code was thrown away because of them.
    blamed: FxHashMap<(u32, u32), u32>,
    given_up: Arc<GivenUp>,
    /// Exits of code that is gone, until the worker frees them.
    gone: Vec<Vec<Exit>>,
    workspace: build::Workspace,
    worker: Worker,
    budget: Budget,
    forced: Forced,
    /// What looks at rebuilt frames, where that is wanted.
    verifier: Option<Rc<RefCell<Verifier>>>,
    /// Functions that are to be left to the lower tiers.
    never: FxHashSet<*const CodeHeader>,
    sync: bool,
    ticks: u32,
}

impl Optimizer {
    /// None on a machine that Cranelift cannot compile for.
    pub fn new(vm: &mut Vm, enter: u64, exit: u64) -> Option<Optimizer> {
        vm.tiers.look_every = vm.options.optimizer_threshold.clamp(0, LOOK);
        vm.context.counter.set(vm.tiers.look_every);
        let mut forced = Forced::new(vm.options.deopt_every, vm.options.deopt_seed);
        vm.context.deopt_countdown.set(forced.next());
        let addresses = Addresses {
            vm: std::ptr::from_ref(vm) as u64,
            requests: vm.requests().as_ptr() as u64,
            chars: vm.char_strings() as u64,
            enter,
            exit,
            forced: forced.is_on(),
        };
        Some(Optimizer {
            functions: FxHashMap::default(),
            codes: Vec::new(),
            free: Vec::new(),
            relies: Vec::new(),
            older: 0,
            older_limit: 0,
            blamed: FxHashMap::default(),
            given_up: Arc::default(),
            gone: Vec::new(),
            workspace: build::Workspace::default(),
            worker: Worker::new(addresses, vm.options.compile_sync)?,
            budget: Budget::new(worked()),
            forced,
            verifier: Verifier::is_wanted(vm).then(Rc::default),
            never: FxHashSet::default(),
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
        if flags & (FLAG_REALM | FLAG_RESUMED) != 0
            || code.flags() & (CODE_FLAG_GENERATOR | CODE_FLAG_ASYNC | CODE_FLAG_INSPECTED) != 0
        {
            return std::ptr::null();
        }
        if self.never.contains(&machine) {
            return std::ptr::null();
        }
        let by_call = target == 0 && code.flags() & CODE_FLAG_SLOW_ENTRY & !CODE_FLAG_COERCE_THIS == 0;
        let mut entry = if by_call { CALL } else { target as u32 };
        let function = self.functions.entry(machine).or_default();
        function.ticks += 1;
        let (ticks, wait) = (function.ticks, patience(self.ticks, function.wait, code));
        let stays = flags & FLAG_LOOPS != 0;
        if target != 0 {
            // SAFETY: the caller's promise.
            unsafe { (*frame).flags |= FLAG_LOOPS };
        }
        // A function that is called is compiled to be called. Where an activation does not leave its loop, the code is to be entered there.
        let called = code.flags() & (CODE_FLAG_CONSTRUCTOR | CODE_FLAG_ARROW | CODE_FLAG_METHOD) != 0
            && code.flags() & CODE_FLAG_SLOW_ENTRY & !CODE_FLAG_COERCE_THIS == 0;
        let has_entry = function.entries.get(&CALL).is_some_and(|place| place.code.is_some() || place.waiting);
        let place = function.entries.entry(entry).or_default();
        let mut inside = std::ptr::null();
        if let Some(code) = place.code {
            let installed = self.codes[code as usize].as_ref();
            // SAFETY: the frame lies on the VM stack.
            if let Some(i) = installed.filter(|i| !by_call && unsafe { fits(vm, frame, i.words) }) {
                inside = i.address;
            }
            place.arrivals += u32::from(!stays);
            if by_call || stays || !called || has_entry || place.arrivals <= self.ticks / 4 {
                return inside;
            }
            entry = CALL;
        } else if !by_call && called && self.ticks > 1 {
            place.stays += u32::from(stays);
            if place.stays < if has_entry { self.ticks } else { self.ticks / 4 } {
                entry = CALL;
            }
        }
        if ticks < wait {
            return inside;
        }
        let place = function.entries.entry(entry).or_default();
        if place.code.is_some() || place.waiting || place.tries >= TRIES {
            return inside;
        }
        if entry == CALL {
            function.entries.values_mut().for_each(|place| place.stays = 0);
        }
        if !function.has_learnt && self.ticks > 1 {
            function.has_learnt = true;
            record::decided(vm, code.machine().code_id, 0, "delayed", "it is interpreted once more, to learn", &[]);
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
        if !self.sync && self.ticks > 1 && !self.budget.allows(Instant::now(), worked) {
            if !std::mem::replace(&mut place.put_off, true) {
                let (code_id, at) = (code.machine().code_id, if entry == CALL { 0 } else { entry });
                record::decided(vm, code_id, at, "delayed", "compiling has taken its share of the time so far", &[]);
            }
            return inside;
        }
        place.put_off = false;
        // SAFETY: the frame is live and complete.
        let words = unsafe { std::slice::from_raw_parts(frame.cast::<Value>(), (*machine).frame_words as usize) };
        self.compile(vm, memory, code, entry, words, self.sync);
        if !self.sync || !inside.is_null() {
            return inside;
        }
        // SAFETY: the caller's promise.
        unsafe { self.tick_again(vm, frame, machine, entry) }
    }

    /// Has a function's graph made, and compiled beside the program or at once. `words`: the frame, for entries in the middle.
    fn compile(&mut self, vm: &mut Vm, memory: &mut CodeMemory, code: &Code, entry: u32, words: &[Value], now: bool) {
        let code_id = code.machine().code_id;
        let started = Stopwatch::start();
        vm.compiling(VmState::CompileOptimized, code_id, 0, |vm| self.start(vm, memory, code, entry, words, now));
        self.budget.spend(started.elapsed());
    }

    fn start(&mut self, vm: &mut Vm, memory: &mut CodeMemory, code: &Code, entry: u32, words: &[Value], now: bool) {
        let by_call = entry == CALL;
        let machine = code.machine.get().cast_const();
        let code_id = code.machine().code_id;
        self.drop_older_code(vm, memory);
        let function = self.functions.entry(machine).or_default();
        function.code_id = code_id;
        let place = function.entries.entry(entry).or_default();
        place.tries += 1;
        let body_length = code.body.get().map_or(0, |b| b.bytecode.len());
        if body_length > LONGEST {
            place.tries = TRIES;
            record::decided(vm, code_id, 0, "not-optimized", "it is too large", &[("units", body_length as u64)]);
            return;
        }
        let request = build::Request {
            code,
            entry: (!by_call).then_some(entry as usize),
            frame: (!by_call).then_some(words),
            callee: words.get(CALLEE).copied().unwrap_or(Value::UNDEFINED),
            new_target: words.get(NEW_TARGET).copied().unwrap_or(Value::UNDEFINED),
            given_up: &self.given_up,
        };
        // Whoever reads of it wants to know it exactly; others do not want to wait for the clock.
        let started = if vm.trace.opt { Stopwatch::start() } else { Stopwatch::cheap() };
        let Some(mut graph) = build::build(vm, &request, &mut self.workspace) else {
            place.tries = TRIES;
            let at = if by_call { 0 } else { entry };
            record::decided(vm, code_id, at, "not-optimized", "its effects cannot be bounded", &[]);
            return;
        };
        place.waiting = true;
        // Frames of the activations have ids of their own, so that whoever sees them knows whose code runs them.
        let id = vm.code.register_optimized(graph.inlines.iter().map(|i| i.code_id));
        for (i, inline) in graph.inlines.iter_mut().enumerate() {
            inline.native_id = id + i as u32;
        }
        let wanted = vm.options.print_ir.as_ref();
        let wanted = wanted.filter(|wanted| vm.code.get(code_id).is_some_and(|info| info.is_called(&wanted.function)));
        let printing = wanted.map_or(Printing::default(), |wanted| Printing::new(wanted.pass.as_deref()));
        printing.built(&graph);
        for decision in std::mem::take(&mut graph.decisions) {
            record::inlining(vm, &decision);
        }
        // From here on the code keeps them alive.
        code.embedded.borrow_mut().extend(graph.cells.iter().map(|c| *c as *mut CellHeader));
        vm.heap.barrier(&raw const code.header);
        let parameters = code.machine().parameters;
        let number = self.free.pop().unwrap_or_else(|| {
            self.codes.push(None);
            self.codes.len() as u32 - 1
        });
        let valid = Rc::new(Cell::new(1));
        graph.valid = valid.as_ptr() as u64;
        if self.relies.len() <= number as usize {
            self.relies.resize_with(number as usize + 1, Rc::default);
        }
        self.relies[number as usize] = valid;
        let job = Job {
            machine: machine as usize,
            entry,
            kind: if by_call { Entry::Call { parameters } } else { Entry::Middle },
            graph,
            given_up: self.given_up.clone(),
            number,
            building: started.elapsed(),
            printing,
            code_id,
            id,
            gone: std::mem::take(&mut self.gone),
        };
        if now {
            let done = self.worker.compile_now(job);
            self.install(vm, memory, done);
        } else {
            self.worker.send(job);
        }
    }

    /// Optimizes a function that has run for its next call; whether it could be done.
    pub fn compile_now(&mut self, vm: &mut Vm, code: &Code, memory: &mut CodeMemory) -> bool {
        self.link(vm, memory);
        let machine = code.machine.get().cast_const();
        let odd =
            CODE_FLAG_SLOW_ENTRY & !CODE_FLAG_COERCE_THIS | CODE_FLAG_GENERATOR | CODE_FLAG_ASYNC | CODE_FLAG_INSPECTED;
        if code.flags() & odd != 0 || code.body.get().is_none() || self.never.contains(&machine) {
            return false;
        }
        let place = self.functions.entry(machine).or_default().entries.entry(CALL).or_default();
        if place.code.is_none() && !place.waiting {
            self.compile(vm, memory, code, CALL, &[], true);
        }
        let place = self.functions.entry(machine).or_default().entries.entry(CALL).or_default();
        place.code.is_some()
    }

    /// Leaves a function to the lower tiers from now on.
    pub fn never_compile(&mut self, vm: &mut Vm, code: &Code) {
        let machine = code.machine.get().cast_const();
        self.never.insert(machine);
        for number in 0..self.codes.len() {
            if self.codes[number].as_ref().is_some_and(|c| c.machine == machine && c.is_valid) {
                self.discard(vm, number, "$vm.neverOptimize");
            }
        }
        record::decided(vm, code.machine().code_id, 0, "not-optimized", "$vm.neverOptimize", &[]);
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
            let started = Stopwatch::start();
            vm.compiling(VmState::CompileOptimized, done.code_id, 0, |vm| self.install(vm, memory, done));
            self.budget.spend(started.elapsed());
        }
    }

    /// Installs code; its number is free again if that cannot be done.
    fn install(&mut self, vm: &mut Vm, memory: &mut CodeMemory, mut done: Done) {
        let number = done.number;
        self.workspace.recycle(std::mem::take(&mut done.graph));
        if self.try_to_install(vm, memory, done).is_none() {
            self.free.push(number);
        }
    }

    fn try_to_install(&mut self, vm: &mut Vm, memory: &mut CodeMemory, done: Done) -> Option<()> {
        let machine = done.machine as *mut CodeHeader;
        // The function may have died since.
        let function = self.functions.get_mut(&machine.cast_const())?;
        // SAFETY: functions that are known are alive.
        if unsafe { (*machine).code_id } != done.code_id || self.never.contains(&machine.cast_const()) {
            return None;
        }
        let place = function.entries.entry(done.entry).or_default();
        place.waiting = false;
        let compiled = match done.compiled {
            Ok(compiled) => compiled,
            Err(error) => {
                place.tries = TRIES;
                record::decided(vm, done.code_id, 0, "not-optimized", &error, &[]);
                return None;
            }
        };
        let reliant = Reliant { code: done.number, valid: self.relies[done.number as usize].clone() };
        // SAFETY: the function keeps what its code relies on.
        let holds = |a: &Assumption| unsafe { vm.rely_on(a.byte as *const u8, &reliant) };
        if !done.assumptions.iter().all(holds) {
            done.assumptions.iter().for_each(|a| vm.watch.withdraw(a.byte as *const u8, done.number));
            record::decided(vm, done.code_id, 0, "not-optimized", "what it relies on changed meanwhile", &[]);
            return None;
        }
        let Some(offset) = memory.allocate(compiled.code.len()) else {
            done.assumptions.iter().for_each(|a| vm.watch.withdraw(a.byte as *const u8, done.number));
            return None;
        };
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
        function.codes.push(done.number);
        let tries = place.tries.saturating_sub(1).min(8);
        let thrown_away = place.thrown_away.take();
        let compile_ns = (done.building + done.compiling).as_nanos() as u64;
        let at = if done.entry == CALL { 0 } else { done.entry };
        record::decided(
            vm,
            done.code_id,
            at,
            "optimized",
            if done.entry == CALL { "entered by calls" } else { "entered in a loop" },
            &[
                ("nodes", done.nodes as u64),
                ("build_us", done.building.as_micros() as u64),
                ("compile_us", done.compiling.as_micros() as u64),
                ("bytes", compiled.code.len() as u64),
                ("exits", compiled.exits.len() as u64),
                ("attempt", u64::from(tries) + 1),
            ],
        );
        for (code_id, offset, why, times) in &done.removals {
            let (decision, why) = why.words();
            record::decided(vm, *code_id, *offset, decision, why, &[("times", *times)]);
        }
        if let Some((since, record)) = thrown_away {
            record::optimized_again(vm, done.code_id, since, record);
        }
        let start = address as usize;
        let (id, installed_ns) = (done.id, now_ns());
        let made = MachineCode {
            id: done.id,
            code_id: done.code_id,
            tier: Tier::Optimizer,
            start,
            end: start + compiled.code.len(),
            origins: done.origins.clone(),
            ranges: OriginRanges::Listed(done.ranges),
            call_sites: Vec::new(),
            activations: done.activations,
            installed: (vm.observed.sample_index(), installed_ns),
            freed: None,
        };
        if print::is_wanted(vm, done.code_id)
            // SAFETY: functions that are known are alive.
            && let Some(body) = unsafe { Code::from_machine(machine) }.body.get()
        {
            let ways_out = compiled.ways_out.iter().map(|&(at, n)| (at, explain::exit_text(vm, &compiled.exits, n)));
            let ways_out = ways_out.collect();
            print::print(vm, &made, body, memory.bytes(offset, compiled.code.len()), &ways_out);
        }
        vm.code_installed(made);
        let counts = vec![0; compiled.exits.len()];
        self.codes[done.number as usize] = Some(Installed {
            machine,
            entry: done.entry,
            address,
            words: done.words,
            exits: compiled.exits,
            sites: vec![record::UNKNOWN; counts.len()],
            counts,
            id,
            origins: done.origins,
            installed_ns,
            compile_ns,
            left: 0,
            failures: 0,
            lenient: 0,
            passed: (0, installed_ns),
            tries,
            is_valid: true,
            assumptions: done.assumptions,
            broken: Reason::PrototypeChanged,
            piece: (offset, compiled.code.len()),
            cells: done.cells,
        });
        Some(())
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
        if let Some(verifier) = self.verifier.clone() {
            let (inner, pending, make) = (leave.frame, leave.pending, leave.make.take());
            leave.make = Some(Box::new(move |vm| {
                let done = make.is_none_or(|make| make(vm));
                if done {
                    // SAFETY: the frames are complete now, and stay as they are until then.
                    unsafe { verifier.borrow_mut().frames(vm, inner, frame, pending) };
                }
                done
            }));
        }
        vm.set_top_frame(leave.frame);
        let reason = exit.reason;
        if reason == Reason::Interrupt {
            vm.context.counter.set(-1);
            return leave;
        }
        if reason == Reason::Forced {
            vm.context.deopt_countdown.set(self.forced.next());
        }
        installed.counts[exit_number] += 1;
        installed.left += 1;
        leave.teaches = !reason.is_harmless() && installed.counts[exit_number] <= LESSONS;
        let mut is_last = false;
        if !reason.is_harmless() && reason != Reason::Unsupported {
            installed.failures += 1;
            // What feedback tells has been learnt by now.
            let patience = match reason {
                Reason::Uninitialized => LESSONS,
                Reason::WrongShape | Reason::WrongTarget | Reason::ElementKind => 2 * LESSONS,
                _ => FAILURES_OF_ONE,
            };
            let tries = 1 + installed.tries + installed.lenient;
            let worst = installed.counts[exit_number] > patience * tries;
            is_last = installed.is_valid && (worst || installed.failures > FAILURES * tries);
            // What is done at once is done the same way each time.
            if is_last && !self.sync && installed.lenient < LENIENCE {
                let now = now_ns();
                let (failures, since) = std::mem::replace(&mut installed.passed, (installed.failures, now));
                if now.saturating_sub(since) > u64::from(installed.failures - failures) * BEARABLE_NS {
                    installed.lenient += 1;
                    is_last = false;
                }
            }
        }
        let mut record = installed.record(vm, exit_number, &leave, is_last);
        if is_last {
            let next = vm.deopts.records.len();
            let outcome = self.discard(vm, code, "guards failed too often");
            if let Some(record) = &mut record {
                record.outcome = outcome;
            }
            let kept = record.is_some().then_some(next);
            self.note_thrown_away(code, kept);
        }
        if let Some(record) = record {
            record::keep(vm, record);
        }
        leave
    }

    /// Code that fails too often is entered no more; what it failed at is remembered.
    fn discard(&mut self, vm: &mut Vm, code: usize, why: &str) -> Outcome {
        let mut outcome = Outcome { thrown_away: true, ..Outcome::default() };
        let Some(installed) = self.codes[code].as_mut() else { return outcome };
        installed.is_valid = false;
        self.older += installed.piece.1;
        outcome.compile_ns = installed.compile_ns;
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
                Arc::make_mut(&mut self.given_up).insert((exit.code_id, exit.pc), *blamed >= 2 * PATIENCE);
                let place = vm.place(exit.code_id, exit.pc);
                if !outcome.given_up.contains(&place) {
                    outcome.given_up.push(place);
                }
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
            (place.stays, place.arrivals) = (0, 0);
            function.wait = (self.ticks / 2).max(1) << place.tries.min(9);
            outcome.loop_ended = place.tries >= TRIES;
            let (wait, at) = (function.wait, if installed.entry == CALL { 0 } else { installed.entry });
            // SAFETY: as above.
            let code_id = unsafe { (*machine).code_id };
            record::thrown_away(vm, code_id, at, why, &outcome, wait);
        }
        outcome
    }

    /// See [`vm::tier::Compiler::invalidate`].
    pub fn invalidate(&mut self, vm: &mut Vm, number: u32, byte: *const u8, reason: Reason) {
        let Some(installed) = self.codes[number as usize].as_mut() else { return };
        installed.broken = reason;
        if !installed.is_valid {
            return;
        }
        // Where the same is relied on again and again in vain, it is not any more.
        for assumption in installed.assumptions.iter().filter(|a| a.byte == byte as u64) {
            let place = (assumption.code_id, assumption.pc);
            let blamed = self.blamed.entry(place).or_default();
            *blamed += 1;
            if *blamed >= PATIENCE {
                Arc::make_mut(&mut self.given_up).insert(place, *blamed >= 2 * PATIENCE);
            }
        }
        self.discard(vm, number as usize, reason.name());
        self.note_thrown_away(number as usize, None);
    }

    /// Remembers when code was thrown away, and the number of the record that says so.
    fn note_thrown_away(&mut self, code: usize, record: Option<usize>) {
        let Some(installed) = &self.codes[code] else { return };
        if let Some(function) = self.functions.get_mut(&installed.machine) {
            let place = function.entries.entry(installed.entry).or_default();
            place.thrown_away = Some((now_ns(), record));
        }
    }

    /// Functions have died: their pieces of code.
    pub fn forget(&mut self, dead: &[*const CodeHeader], watch: &mut Watchpoints) -> Vec<(usize, usize)> {
        let mut pieces = Vec::new();
        let mut ids = FxHashSet::default();
        for machine in dead {
            self.never.remove(machine);
            let Some(function) = self.functions.remove(machine) else { continue };
            ids.insert(function.code_id);
            for number in function.codes {
                pieces.extend(self.take(number, watch).map(|code| code.piece));
            }
        }
        if !ids.is_empty() {
            self.blamed.retain(|(id, _), _| !ids.contains(id));
            Arc::make_mut(&mut self.given_up).retain(|(id, _), _| !ids.contains(id));
        }
        pieces
    }

    /// Takes code away for good; its number is free.
    fn take(&mut self, number: u32, watch: &mut Watchpoints) -> Option<Installed> {
        let mut installed = self.codes[number as usize].take()?;
        self.gone.push(std::mem::take(&mut installed.exits));
        installed.assumptions.iter().for_each(|a| watch.withdraw(a.byte as *const u8, number));
        self.free.push(number);
        if !installed.is_valid {
            self.older -= installed.piece.1;
        }
        Some(installed)
    }

    /// Frees code that was thrown away, once it is much, and no frame is left that it may be running for. The frame that code was entered with
    /// carries its id for as long as it runs.
    fn drop_older_code(&mut self, vm: &mut Vm, memory: &mut CodeMemory) {
        if self.older <= self.older_limit.max(memory.limit() / SHARE_OF_OLDER) {
            return;
        }
        let is_older = |code: &Option<Installed>| code.as_ref().is_some_and(|c| !c.is_valid);
        let older = || (0..self.codes.len()).filter(|&number| is_older(&self.codes[number]));
        let by_id: FxHashMap<u32, u32> =
            older().filter_map(|number| Some((self.codes[number].as_ref()?.id, number as u32))).collect();
        let running: FxHashSet<u32> =
            vm.stack_words().filter_map(|word| by_id.get(&((word >> 32) as u32)).copied()).collect();
        let mut freed = Vec::new();
        for number in by_id.into_values().filter(|number| !running.contains(number)) {
            let Some(installed) = self.take(number, &mut vm.watch) else { continue };
            let Some(function) = self.functions.get_mut(&installed.machine) else { continue };
            function.codes.retain(|n| *n != number);
            freed.push(installed.piece);
            if function.entries.values().all(|place| !place.waiting) {
                let codes = function.codes.iter().filter_map(|&n| self.codes[n as usize].as_ref());
                let mut cells: Vec<u64> = codes.flat_map(|code| code.cells.iter().copied()).collect();
                cells.sort_unstable();
                cells.dedup();
                // SAFETY: functions that are known are alive.
                let code = unsafe { Code::from_machine(installed.machine) };
                *code.embedded.borrow_mut() = cells.into_iter().map(|cell| cell as *mut CellHeader).collect();
            }
        }
        memory.release_all(&freed);
        stamp(memory, &freed, &mut vm.observed);
        // What could not go now is not looked for again at once.
        self.older_limit = 2 * self.older;
    }
}

/// Looks that a function waits for, where short ones wait for at least so many: a long one's graph takes its time, in which nothing else is done.
fn patience(least: u32, wait: u32, code: &Code) -> u32 {
    let looks = wait.max(least);
    if least == 1 {
        return looks;
    }
    let units = code.body.get().map_or(0, |body| body.bytecode.len());
    looks + (looks as usize * units.min(LONG) / LONG) as u32
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
