//! The boundary to the compiled tiers: what the VM asks of a compiler, when it asks, and how calls cross over.
//!
//! `vm` knows compilers only as a [`Compiler`] and a few addresses. Compiled code works on the same frames as the interpreter. It hands
//! back what it has no fast path for one instruction at a time (`crate::interp::step`), so that every meaning exists once; it is called with its
//! frame laid out like the interpreter's callees, and returns its value, or the empty value when an exception is pending.

pub mod deopt;

use crate::code::Code;
use crate::object::watchpoints::Watchpoints;
use crate::observe::Observation;
use crate::regexp::{self, native::Slot};
use crate::tiering::deopt::Reason;
use crate::vm::Vm;
use crate::{JsResult, Throw, Value};
use abi::frame::{CodeHeader, Frame, NativeOffsets};
use rustc_hash::FxHashSet;
use std::rc::Rc;
use std::sync::Arc;

/// A compiler for functions that have bytecode.
pub trait Compiler {
    /// Makes (or makes anew) the code of a function and installs it in the function's header. False if there is no room for it. Code of
    /// functions that have no frame may be thrown away to make room: they are in the interpreter then, and may be compiled again.
    fn compile(&mut self, vm: &mut Vm, code: &Code) -> bool;

    /// An entry of its own for a function that has no code: it goes to the interpreter as [`Tiers::interpret`] does, but is where a native
    /// stack trace finds the function's name. Told to whoever listens for code. None if there is no room.
    fn named_entry(&mut self, vm: &mut Vm, code_id: u32) -> Option<*const u8>;

    /// Functions have died: their machine code is freed, and stamped as freed if somebody observes. No frame names it: frames keep their
    /// functions alive. It relies on nothing any more.
    fn forget(&mut self, dead: &[*const CodeHeader], observed: &mut Observation, watch: &mut Watchpoints);

    /// The closures have died that all optimized code of these functions was for (see [`Code::owner`]): it is to be entered no more, and names
    /// nothing that is alive. No frame runs it. Where there is no other code calls go to `interpret`.
    fn retire(&mut self, orphaned: &[*const CodeHeader], interpret: *const u8);

    /// Optimizes a function that has run, from its next call on; false where that cannot be.
    fn optimize_now(&mut self, vm: &mut Vm, code: &Code) -> bool;

    /// Leaves a function to the tiers below the optimizer from now on.
    fn never_optimize(&mut self, vm: &mut Vm, code: &Code);

    /// Something does not hold any more that optimized code relied on, which says so already: it is to be entered no more.
    fn invalidate(&mut self, vm: &mut Vm, code: u32, byte: *const u8, reason: Reason);

    /// A frame of compiled code is looked at, as happens every so many calls, back edges and resumptions. It goes on at the instruction at offset
    /// `target`, which is 0 at a call; or, where the answer is not null, in optimized code at that address.
    ///
    /// # Safety
    /// The frame is live, on top and complete.
    unsafe fn tick(&mut self, vm: &mut Vm, frame: *mut Frame, target: usize, is_resumed: bool) -> *const u8;

    /// Optimized code was left by the exit of this number; `frame` is that of the function it was compiled for.
    ///
    /// # Safety
    /// The exit has just stored its state in the frame.
    unsafe fn leave(&mut self, vm: &mut Vm, frame: *mut Frame, number: u64) -> Leave;
}

/// A compiler for regular expressions.
pub trait RegExpCompiler {
    /// Has native code made of a pattern, for subjects of bytes or (`wide`) of 16-bit units: it comes into the slot for such subjects, now
    /// or at a later [`RegExpCompiler::link`]; or the slot is marked as refused. `name` tells the pattern's text.
    fn compile(
        &mut self,
        vm: &mut Vm,
        code: &Arc<regexp::Code>,
        slots: &Rc<[Slot; 2]>,
        wide: bool,
        name: &dyn Fn() -> String,
    );

    /// Puts what has been made into its slots.
    fn link(&mut self, vm: &mut Vm);
}

/// What is left of optimized code: frames for the lower tiers.
pub struct Leave {
    /// The innermost.
    pub frame: *mut Frame,
    /// How many there are.
    pub frames: usize,
    /// An exception is pending in the innermost; else its instruction is done again.
    pub pending: bool,
    /// What the innermost sees now is news: it is interpreted for a while, which notes everything.
    pub teaches: bool,
    /// Makes the objects that the frames lead to and that the code had put off; false if there is no memory for them, which ends the script. It
    /// may collect garbage, and is to be done with the innermost frame on top.
    pub make: Option<Box<dyn FnOnce(&mut Vm) -> bool>>,
}

/// From the runtime into compiled code: `(vm, frame, address) -> value`.
pub type CallCompiled = unsafe extern "C" fn(*mut Vm, *mut Frame, *const u8) -> Value;

/// The compiled tiers of a VM. Without a compiler nothing is ever compiled.
pub struct Tiers {
    /// None while it is at work, too.
    pub compiler: Option<Box<dyn Compiler>>,
    is_at_work: bool,
    /// What a collection has found, and the compiler has not heard of: functions that died, and those whose code was for a closure that did.
    dead: Vec<*const CodeHeader>,
    orphaned: Vec<*const CodeHeader>,
    pub regexps: Option<Box<dyn RegExpCompiler>>,
    /// What runs the code of regular expressions, where this machine does not.
    pub call_pattern: Option<regexp::native::Call>,
    /// Steps of matching before a regular expression is compiled.
    pub regexp_threshold: u64,
    pub call: Option<CallCompiled>,
    /// Where compiled code goes to end its function with the context's return value.
    pub finish: *const u8,
    /// The entry of functions that have no code, and of those whose use the compiler wants to hear of.
    pub interpret: *const u8,
    /// Where compiled code goes to let the interpreter go on in its frame.
    pub resume: *const u8,
    /// Calls and back edges before a function is compiled.
    pub threshold: i32,
    /// Calls and back edges of compiled code between two looks at what runs.
    pub look_every: i32,
    /// Instructions that compiled code handed to the runtime, by opcode.
    pub handed_back: [u64; abi::opcode::Opcode::COUNT],
    /// A frame laid out for a proper tail call, which compiled code is to be entered with once the interpreter's loop is left.
    pub(crate) tail: *mut Frame,
}

impl Default for Tiers {
    fn default() -> Tiers {
        Tiers {
            compiler: None,
            is_at_work: false,
            dead: Vec::new(),
            orphaned: Vec::new(),
            regexps: None,
            call_pattern: None,
            regexp_threshold: 0,
            call: None,
            finish: std::ptr::null(),
            interpret: std::ptr::null(),
            resume: std::ptr::null(),
            threshold: TIER_UP_BUDGET,
            look_every: abi::context::COUNTER_RELOAD,
            handed_back: [0; abi::opcode::Opcode::COUNT],
            tail: std::ptr::null_mut(),
        }
    }
}

/// Calls and back edges between two looks at the requests of other threads, in the interpreter.
pub const TIER_UP_BUDGET: i32 = 1 << 10;

/// Instructions that compiled code may hand back before the function is looked at again: this many, and four times as many each time.
const HANDED_BACK: u32 = 64;
/// Looks, the first compilation included.
const COMPILES: u32 = 12;

/// Where calls of a function that has compiled code enter it.
///
/// # Safety
/// `machine` must be the machine part of a live Code cell that has code.
unsafe fn best_entry(machine: *const CodeHeader) -> *const u8 {
    // SAFETY: the caller's promise.
    unsafe { if (*machine).optimized.is_null() { (*machine).native } else { (*machine).optimized } }
}

impl Vm {
    /// Lets the compiler do something. None if there is none, or it is at work already.
    pub(crate) fn with_compiler<R>(&mut self, f: impl FnOnce(&mut Vm, &mut dyn Compiler) -> R) -> Option<R> {
        let mut compiler = self.tiers.compiler.take()?;
        self.tiers.is_at_work = true;
        let result = f(self, &mut *compiler);
        while let Some((byte, reason, reliants)) = self.take_unheard() {
            reliants.iter().for_each(|reliant| compiler.invalidate(self, reliant.code, byte, reason));
        }
        self.tiers.compiler = Some(compiler);
        self.tiers.is_at_work = false;
        self.tell_deaths();
        Some(result)
    }

    /// For collections: functions have died, and closures for which all code of others was. The compiler hears of it at once or, if it is at work, then.
    pub(crate) fn note_deaths(
        &mut self,
        dead: impl Iterator<Item = *const CodeHeader>,
        orphaned: impl Iterator<Item = *const CodeHeader>,
    ) {
        let tiers = &mut self.tiers;
        if tiers.compiler.is_none() && !tiers.is_at_work {
            return;
        }
        let (old, first) = (tiers.orphaned.len(), tiers.dead.len());
        tiers.dead.extend(dead);
        if old > 0 {
            let dead: FxHashSet<_> = tiers.dead[first..].iter().copied().collect();
            tiers.orphaned.retain(|machine| !dead.contains(machine));
        }
        tiers.orphaned.extend(orphaned);
        self.tell_deaths();
    }

    fn tell_deaths(&mut self) {
        let Some(compiler) = &mut self.tiers.compiler else { return };
        if !self.tiers.orphaned.is_empty() {
            compiler.retire(&std::mem::take(&mut self.tiers.orphaned), self.tiers.interpret);
        }
        if !self.tiers.dead.is_empty() {
            compiler.forget(&std::mem::take(&mut self.tiers.dead), &mut self.observed, &mut self.watch);
        }
    }

    /// The function's count ran out: requests are looked at, and the function is compiled if it may be.
    #[cold]
    #[inline(never)]
    pub(crate) fn tier_up_budget_spent(&mut self, machine: *const CodeHeader) -> JsResult<()> {
        // SAFETY: the machine part is in the Code cell of the running frame.
        unsafe {
            let machine = machine.cast_mut();
            (*machine).tier_up_budget = TIER_UP_BUDGET;
            if (*machine).entry == self.tiers.interpret && !(*machine).native.is_null() {
                // It was interpreted for a while to learn.
                (*machine).entry = best_entry(machine);
            }
            if (*machine).compiles == 0 && self.tiers.compiler.is_some() {
                self.compile(machine);
            }
        }
        self.handle_requests()
    }

    /// # Safety
    /// `machine` must be the machine part of a live Code cell that has its bytecode.
    unsafe fn compile(&mut self, machine: *mut CodeHeader) {
        // SAFETY: the caller's promise.
        let (code, id) = unsafe {
            (*machine).compiles += 1;
            (*machine).handed_back = 0;
            (Code::from_machine(machine), (*machine).code_id)
        };
        let done = self.with_compiler(|vm, compiler| {
            vm.compiling(abi::context::VmState::CompileBaseline, id, 0, |vm| compiler.compile(vm, &code))
        });
        let Some(done) = done else { return };
        // SAFETY: the caller's promise.
        unsafe {
            if !done && (*machine).native.is_null() {
                // There may be room another time.
                (*machine).compiles = 0;
            }
        }
    }

    /// Has a function that has run optimized for its next call; false where that cannot be.
    pub fn optimize_now(&mut self, code: &Code) -> bool {
        self.with_compiler(|vm, compiler| compiler.optimize_now(vm, code)).unwrap_or(false)
    }

    /// Has a function never optimized from now on.
    pub fn never_optimize(&mut self, code: &Code) {
        self.with_compiler(|vm, compiler| compiler.never_optimize(vm, code));
    }

    /// Every word of the VM stack that a frame may have, the machine parts of the frames' functions among them.
    pub fn stack_words(&self) -> impl Iterator<Item = u64> + '_ {
        let (base, top) = (self.context.stack_base.get(), self.stack_top());
        // SAFETY: both are in the VM stack, the base first; what lies between was written or is zero.
        let words = unsafe { std::slice::from_raw_parts(base.cast::<u64>(), top.offset_from(base) as usize) };
        words.iter().copied()
    }

    /// Code that was not used for some time is used again.
    ///
    /// # Safety
    /// The machine part must be live.
    pub(crate) unsafe fn note_use(&self, machine: *mut CodeHeader) {
        // SAFETY: the caller's promise. An unused function's entry was its code's before.
        unsafe {
            if (*machine).unused {
                (*machine).unused = false;
                (*machine).entry = (*machine).native;
            }
        }
    }

    /// Where calls of a new function go.
    pub(crate) fn interpreter_entry(&mut self, code_id: u32) -> *const u8 {
        let mut named = || {
            let is_named = self.options.named_entries;
            is_named.then(|| self.with_compiler(|vm, compiler| compiler.named_entry(vm, code_id)))??
        };
        named().unwrap_or(self.tiers.interpret)
    }

    /// Lets functions that were made before there was a compiler take part.
    pub fn adopt_code(&mut self) {
        for code in &self.all_code {
            // SAFETY: the cells are alive, and nobody runs them now.
            unsafe {
                let machine = code.machine.get();
                (*machine).entry = self.tiers.interpret;
                (*machine).tier_up_budget = self.tiers.threshold;
            }
        }
    }

    /// Has a function that has compiled code interpreted again for so many calls and back edges: the interpreter notes what the baseline tier has no
    /// time for, kinds of elements, call targets, operands.
    ///
    /// # Safety
    /// As for `compile`.
    pub unsafe fn learn_by_interpreting(&mut self, machine: *mut CodeHeader, tier_up_budget: i32) {
        // SAFETY: the caller's promise.
        unsafe {
            (*machine).tier_up_budget = tier_up_budget;
            (*machine).unused = false;
            (*machine).entry = self.tiers.interpret;
        }
    }

    /// Whether a function that has compiled code is interpreted for a while, to learn.
    ///
    /// # Safety
    /// As for `compile`.
    #[inline(always)]
    pub(crate) unsafe fn is_interpreted_to_learn(&self, machine: *const CodeHeader) -> bool {
        // SAFETY: the caller's promise.
        unsafe { (*machine).entry == self.tiers.interpret && !(*machine).unused }
    }

    /// The same where a suspended call goes on, which counts as a call.
    ///
    /// # Safety
    /// As for `compile`.
    pub(crate) unsafe fn resumes_to_learn(&mut self, machine: *mut CodeHeader) -> bool {
        // SAFETY: the caller's promise.
        unsafe {
            if !self.is_interpreted_to_learn(machine) {
                return false;
            }
            (*machine).tier_up_budget -= 1;
            if (*machine).tier_up_budget >= 0 {
                return true;
            }
            (*machine).tier_up_budget = TIER_UP_BUDGET;
            (*machine).entry = best_entry(machine);
            false
        }
    }

    /// Where the compiled code of a suspended call goes on: in optimized code if there is some for the place. Resumptions are counted as calls are. Requests
    /// are left to baseline code, which looks at them when it goes round a loop: in code of one resumption there may be no loop.
    ///
    /// # Safety
    /// The frame is live, complete and on top, and stopped at `pc`; its function has compiled code.
    #[inline(always)]
    pub(crate) unsafe fn resumption_address(&mut self, frame: *mut Frame, pc: usize) -> *const u8 {
        let count = self.context.counter.get().wrapping_sub(1);
        self.context.counter.set(count);
        // SAFETY: the caller's promise; the list is the function's.
        unsafe {
            let machine = (*frame).code;
            for i in 0..(*machine).resumption_count as usize {
                let resumption = &*(*machine).resumptions.add(i);
                let end = frame.cast::<Value>().wrapping_add(resumption.words as usize);
                let fits = end < self.context.stack_limit.get();
                if resumption.position as usize == pc && fits && !self.is_requested() {
                    return resumption.address;
                }
            }
            if count < 0 { self.look_at_resumption(frame, pc) } else { Vm::native_address(machine, pc) }
        }
    }

    /// # Safety
    /// As for `resumption_address`.
    #[cold]
    #[inline(never)]
    unsafe fn look_at_resumption(&mut self, frame: *mut Frame, pc: usize) -> *const u8 {
        self.context.counter.set(self.tiers.look_every);
        // SAFETY: the caller's promise.
        unsafe { self.tick(frame, pc, true).unwrap_or_else(|| Vm::native_address((*frame).code, pc)) }
    }

    /// Counts an instruction that compiled code handed back; where there are many, the sites have learnt something new.
    ///
    /// # Safety
    /// As for `compile`.
    #[inline]
    pub(crate) unsafe fn count_handed_back(&mut self, machine: *mut CodeHeader) {
        // SAFETY: the caller's promise.
        unsafe {
            (*machine).handed_back += 1;
            if (*machine).handed_back >= HANDED_BACK << (2 * (*machine).compiles)
                && (*machine).compiles < COMPILES
                && !(*machine).native.is_null()
            {
                self.compile(machine);
            }
        }
    }

    /// A table of the instructions that compiled code handed to the runtime, most frequent first.
    pub fn handed_back_report(&self) -> String {
        use std::fmt::Write;
        let mut rows: Vec<(u64, abi::opcode::Opcode)> =
            self.tiers.handed_back.iter().copied().zip(abi::opcode::Opcode::ALL.iter().copied()).collect();
        rows.retain(|(count, _)| *count > 0);
        rows.sort_by_key(|(count, _)| std::cmp::Reverse(*count));
        let mut out = String::from("[baseline] instructions handed to the runtime:\n");
        for (count, op) in rows {
            let _ = writeln!(out, "{count:>14} {}", op.name());
        }
        out
    }

    /// Enters the compiled code of a function whose frame is laid out, at its beginning.
    ///
    /// # Safety
    /// The machine part must be that of the frame's callee.
    pub(crate) unsafe fn call_entry(&mut self, frame: *mut Frame, machine: *const CodeHeader) -> JsResult {
        // SAFETY: the caller's promise.
        unsafe {
            // While it is set up the frame is on top for whoever stops the program: it is not to be what was there before.
            (*frame).position = 0;
            (*frame).code_id = (*machine).code_id;
            self.call_compiled(frame, (*machine).entry)
        }
    }

    /// Enters compiled code at `address` with a frame that is laid out; the frame's caller is on top afterwards.
    ///
    /// # Safety
    /// The address must be that of an instruction (or the entry) of the frame's function's code.
    pub(crate) unsafe fn call_compiled(&mut self, frame: *mut Frame, address: *const u8) -> JsResult {
        let Some(call) = self.tiers.call else { return Err(Throw::pending()) };
        // SAFETY: the caller's promise; the trampoline keeps the platform's convention.
        let value = unsafe {
            let caller = (*frame).caller;
            let value = call(self, frame, address);
            self.set_top_frame(caller);
            value
        };
        if value.is_empty() { Err(Throw::pending()) } else { Ok(value) }
    }

    /// The address of the code of the instruction at `pc`.
    ///
    /// # Safety
    /// The machine part must be live and have code.
    pub(crate) unsafe fn native_address(machine: *const CodeHeader, pc: usize) -> *const u8 {
        // SAFETY: the caller's promise; there is an offset for each unit of bytecode.
        unsafe {
            let offsets = &*(*machine).native_offsets.add(pc / NativeOffsets::UNITS);
            let ahead = offsets.ahead[pc % NativeOffsets::UNITS];
            debug_assert!(ahead != 0, "no instruction starts at {pc}");
            (*machine).native.add(offsets.base as usize + ahead as usize)
        }
    }
}
