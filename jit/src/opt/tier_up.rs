//! Tier-up policy: which functions are optimized, when, and where their code is entered.
//!
//! A function that runs again and again is interpreted once more, which notes everything, and then compiled: to be called, or to be entered in a
//! loop that an activation does not leave (OSR). Generators and asynchronous functions have code for each place where they go on often.

use super::graph_builder;
use super::left_loop::Look;
use super::lower::CodeEntry;
use super::passes::Printing;
use super::worker::Job;
use super::{Optimizer, record};
use crate::memory::CodeMemory;
use crate::stopwatch::{Stopwatch, worked};
use abi::Value;
use abi::cell::CellHeader;
use abi::context::VmState;
use abi::frame::*;
use rustc_hash::FxHashMap;
use std::cell::Cell;
use std::rc::Rc;
use std::time::Instant;
use vm::Vm;
use vm::code::Code;

/// Calls and back edges of compiled code between two looks at what runs, at most.
pub(super) const LOOK: i32 = 1 << 12;
/// Codes of one entry that may fail at what was known when they were made, before the entry is given up.
const TRIES: u32 = 10;
/// Calls and back edges that a function is interpreted for before it is compiled, to learn what the baseline tier does not note.
const LESSON: i32 = 64;
/// Bytecode units of a function that waits twice as long as a short one, and of those that wait no longer than that.
const LONG: usize = 4000;
/// Bytecode units of the longest function that is compiled.
const LONGEST: usize = 60_000;

/// A function, from its first look on.
#[derive(Default)]
pub(super) struct Function {
    pub(super) ticks: u32,
    /// Ticks that the next compilation waits for.
    pub(super) wait: u32,
    /// It was interpreted again since then.
    pub(super) has_learnt: bool,
    /// By entry: the offset of an instruction, or `CALL`.
    pub(super) entries: FxHashMap<u32, EntryPoint>,
    pub(super) code_id: u32,
    /// Its codes that are installed, thrown away or not.
    pub(super) codes: Vec<u32>,
    /// Where its suspended calls have code to go on in; its header leads here.
    resumptions: Vec<Resumption>,
}

/// The entry by a call.
pub(super) const CALL: u32 = u32::MAX;

#[derive(Default)]
pub(super) struct EntryPoint {
    /// Looks that found an activation here which an earlier look had found in a loop already, and, once there is code, those that found another.
    pub(super) stays: u32,
    pub(super) arrivals: u32,
    /// Codes that were begun, and those of them that failed at what was known when they were made: repeated deoptimizations.
    pub(super) tries: u32,
    pub(super) repeats: u32,
    /// Blame's, when the last one was begun.
    pub(super) epoch: u32,
    pub(super) waiting: bool,
    /// Suspended calls go on here.
    pub(super) is_resumption: bool,
    /// It is put off until there is time for it.
    pub(super) put_off: bool,
    pub(super) code: Option<u32>,
    /// When its code was thrown away, and the record of that.
    pub(super) thrown_away: Option<(u64, Option<usize>)>,
}

impl EntryPoint {
    pub(super) fn is_given_up(&self) -> bool {
        self.repeats >= TRIES
    }

    /// There is to be no code here.
    pub(super) fn give_up(&mut self) {
        self.repeats = TRIES;
    }
}

impl Optimizer {
    /// See [`vm::tiering::Compiler::tick`].
    ///
    /// # Safety
    /// As there.
    pub unsafe fn tick(
        &mut self,
        vm: &mut Vm,
        frame: *mut Frame,
        target: usize,
        is_resumed: bool,
        memory: &mut CodeMemory,
    ) -> *const u8 {
        self.link(vm, memory);
        let look = self.left.look(vm, frame, target == 0);
        if look == Look::Early {
            return std::ptr::null();
        }
        // SAFETY: the caller's promise.
        let (machine, flags, code) = unsafe {
            let machine = (*frame).code;
            (machine, (*frame).flags, Code::from_machine(machine))
        };
        if self.never.contains(&machine) {
            return std::ptr::null();
        }
        let suspends = code.flags() & (CODE_FLAG_GENERATOR | CODE_FLAG_ASYNC) != 0;
        if suspends && vm.calls.is_on() {
            self.never.insert(machine);
            let why = "it is a generator, or async, and calls are traced";
            record::decided(vm, code.machine().code_id, 0, "not-optimized", why, &[]);
            return std::ptr::null();
        }
        if code.flags() & CODE_FLAG_FORWARD != 0 {
            self.never.insert(machine);
            record::decided(vm, code.machine().code_id, 0, "not-optimized", "it hands all its arguments on", &[]);
            return std::ptr::null();
        }
        // An async generator's yields are left to the lower tiers.
        let is_async_generator = code.flags() & CODE_FLAG_GENERATOR != 0 && code.flags() & CODE_FLAG_ASYNC != 0;
        if is_resumed && is_async_generator {
            return std::ptr::null();
        }
        if flags & FLAG_REALM != 0 || code.flags() & CODE_FLAG_INSPECTED != 0 {
            return std::ptr::null();
        }
        let by_call = target == 0 && code.flags() & CODE_FLAG_SLOW_ENTRY & !CODE_FLAG_COERCE_THIS == 0;
        let mut entry = if by_call { CALL } else { target as u32 };
        // Looks that tell activations which stay in a loop from those that are called again and again.
        let sure = 2 * self.ticks / 5;
        let function = self.functions.entry(machine).or_default();
        function.ticks += u32::from(look == Look::Usual);
        let (ticks, wait) = (function.ticks, patience(self.ticks, function.wait, &code));
        let stays = flags & FLAG_LOOPS != 0;
        if target != 0 {
            // SAFETY: the caller's promise.
            unsafe { (*frame).flags |= FLAG_LOOPS };
        }
        // A function that is called is compiled to be called. Where an activation does not leave its loop, the code is to be entered there. (What suspends is
        // called once, and goes on in its loops.)
        let called = code.flags() & (CODE_FLAG_CONSTRUCTOR | CODE_FLAG_ARROW | CODE_FLAG_METHOD) != 0
            && !suspends
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
            if by_call || stays || !called || has_entry || place.arrivals <= sure {
                return inside;
            }
            entry = CALL;
        } else if suspends && !by_call && !is_resumed && !stays && self.ticks > 1 {
            // It may suspend before it goes round often: then it is entered where it goes on.
            return inside;
        } else if !by_call && called && self.ticks > 1 {
            // An exit tells more than a look does.
            place.stays += if look == Look::AfterExit { sure } else { u32::from(stays) };
            if place.stays < if has_entry { 2 * self.ticks } else { sure } {
                entry = CALL;
            }
        }
        if ticks < wait {
            return inside;
        }
        let place = function.entries.entry(entry).or_default();
        if place.code.is_some() || place.waiting || place.is_given_up() {
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
        place.is_resumption |= is_resumed;
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
        self.compile(vm, memory, &code, entry, words, self.sync);
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
        place.epoch = self.blame.epoch;
        let body_length = code.body.get().map_or(0, |b| b.units());
        if body_length > LONGEST {
            place.give_up();
            record::decided(vm, code_id, 0, "not-optimized", "it is too large", &[("units", body_length as u64)]);
            return;
        }
        if by_call && graph_builder::is_shared_built_in(code) {
            // Those that call it get copies, which are optimized.
            place.give_up();
            return;
        }
        let request = graph_builder::Request {
            code,
            entry: (!by_call).then_some(entry as usize),
            frame: (!by_call).then_some(words),
            callee: words.get(CALLEE).copied().unwrap_or(Value::UNDEFINED),
            new_target: words.get(NEW_TARGET).copied().unwrap_or(Value::UNDEFINED),
            blocklist: &self.blame.blocklist,
        };
        // Whoever reads of it wants to know it exactly; others do not want to wait for the clock.
        let started = if vm.trace.opt { Stopwatch::start() } else { Stopwatch::cheap() };
        let Some(mut graph) = graph_builder::build(vm, &request, &mut self.workspace) else {
            place.give_up();
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
        // From here on the code keeps them alive, and by itself, until it is installed.
        code.owner.set(std::ptr::null_mut());
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
            kind: if by_call { CodeEntry::Call { parameters } } else { CodeEntry::Middle },
            graph,
            blocklist: self.blame.blocklist.clone(),
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
        let odd = CODE_FLAG_SLOW_ENTRY & !CODE_FLAG_COERCE_THIS | CODE_FLAG_INSPECTED;
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
                self.discard(vm, number, "$vm.neverOptimize", false);
            }
        }
        record::decided(vm, code.machine().code_id, 0, "not-optimized", "$vm.neverOptimize", &[]);
    }

    /// Tells a function where its suspended calls have code to go on in.
    pub(super) fn list_resumptions(&mut self, machine: *mut CodeHeader) {
        let Some(function) = self.functions.get_mut(&machine.cast_const()) else { return };
        let places = function.entries.iter().filter(|(_, place)| place.is_resumption);
        let resumption = |(&position, place): (&u32, &EntryPoint)| {
            let code = self.codes[place.code? as usize].as_ref()?;
            Some(Resumption { position, words: code.words, address: code.address })
        };
        function.resumptions = places.filter_map(resumption).collect();
        // SAFETY: functions that are known are alive. The list is theirs, and nobody reads it meanwhile.
        unsafe {
            (*machine).resumption_count = function.resumptions.len() as u32;
            (*machine).resumptions = function.resumptions.as_ptr();
        }
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
}

/// Looks that a function waits for, where short ones wait for at least so many: a long one's graph takes its time, in which nothing else is done.
fn patience(least: u32, wait: u32, code: &Code) -> u32 {
    let looks = wait.max(least);
    if least == 1 {
        return looks;
    }
    let units = code.body.get().map_or(0, |body| body.units());
    looks + (looks as usize * units.min(LONG) / LONG) as u32
}

/// Whether frames of so many words fit on the stack from here.
///
/// # Safety
/// The frame lies on the VM stack.
unsafe fn fits(vm: &Vm, frame: *mut Frame, words: u32) -> bool {
    frame.cast::<Value>().wrapping_add(words as usize) < vm.context.stack_limit.get()
}
