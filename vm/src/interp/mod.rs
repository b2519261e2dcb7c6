//! T0: the interpreter.
//!
//! One loop over bytecode, every opcode complete, with inline caches. Before each instruction its offset is
//! stored in the frame, where the profiler and stack traces read it. JavaScript calls JavaScript without native
//! recursion: a call pushes a frame on the VM stack and goes on in the same loop ([`dispatch`]), which is left for compiled code ([`execute`](mod@execute)); [`run`]
//! returns when the frame that it was entered with does. What opcodes mean is in [`handlers`], for the loop as for compiled code ([`step`]). The loop is in a linker section of its own, so
//! that a machine PC inside it is recognised.

pub(crate) mod cache;
pub(crate) mod call;
mod direct;
mod dispatch;
mod element;
mod execute;
mod handlers;
pub(crate) mod ops;
mod optimized;
mod running;
pub mod stack;
pub(crate) mod step;
mod unwind;

pub use cache::site_key;
pub use direct::{enter_call, leave_call, spread_arguments};
pub use optimized::ATOM_UNITS;

use crate::vm::Vm;
use crate::{JsResult, Throw};
use abi::frame::*;
use abi::object::JsFunction;
use execute::execute;
use unwind::{Unwound, unwind};

/// Runs a function whose frame (callee, this, argc, arguments, caller, flags with FLAG_ENTRY) is laid out, to its end.
pub(crate) fn run(vm: &mut Vm, frame: *mut Frame) -> JsResult {
    // SAFETY: the frame is the caller's promise.
    unsafe {
        let machine = machine_of_callee(frame);
        if has_entry(vm, machine) {
            return vm.call_entry(frame, machine);
        }
        let result = run_interpreted(vm, frame);
        after_tail(vm, result)
    }
}

/// Whether the function is entered by a native call: it has compiled code, or an entry of its own for `perf` (`--perf-prof`).
///
/// # Safety
/// The machine part must be live.
#[inline(always)]
unsafe fn has_entry(vm: &Vm, machine: *const CodeHeader) -> bool {
    // SAFETY: the caller's promise.
    unsafe { (*machine).entry != vm.tiers.interpret }
}

/// As [`run`], in the interpreter. A tail call of compiled code may be left to do: `vm.tiers.tail` then is its frame.
///
/// # Safety
/// The frame must be laid out.
pub(crate) unsafe fn run_interpreted(vm: &mut Vm, frame: *mut Frame) -> JsResult {
    // SAFETY: the caller's promise.
    match unsafe { call::enter(vm, frame) } {
        Ok(frame) => execute(vm, frame, 0),
        // What its entry threw is thrown by the call, but for async functions, which reject.
        Err(throw) => call::entry_failed(vm, frame).ok_or(throw),
    }
}

/// Does the tail call that the interpreter's loop was left for, if it was.
fn after_tail(vm: &mut Vm, result: JsResult) -> JsResult {
    if vm.tiers.tail.is_null() {
        return result;
    }
    let tail = std::mem::replace(&mut vm.tiers.tail, std::ptr::null_mut());
    // SAFETY: the frame is laid out for a Function that has code.
    unsafe { vm.call_entry(tail, machine_of_callee(tail)) }
}

/// # Safety
/// The frame's callee must be a Function.
#[inline(always)]
unsafe fn machine_of_callee(frame: *mut Frame) -> *mut CodeHeader {
    // SAFETY: the caller's promise.
    unsafe { crate::object::function::machine_of(&*(*frame).callee.as_cell().cast::<JsFunction>()) }
}

/// Goes on in a frame that was suspended, at `pc`.
pub(crate) fn resume(vm: &mut Vm, frame: *mut Frame, pc: usize) -> JsResult {
    vm.set_top_frame(frame);
    // SAFETY: the frame is live and its function has bytecode.
    unsafe {
        let machine = (*frame).code;
        if !(*machine).native.is_null() && !vm.resumes_to_learn(machine.cast_mut()) {
            prepare_compiled(vm, frame, pc);
            let address = vm.resumption_address(frame, pc);
            return vm.call_compiled(frame, address);
        }
        // It may have been suspended by compiled code that is gone.
        (*frame).code_id = (*(*frame).code).code_id;
    }
    let result = execute(vm, frame, pc);
    after_tail(vm, result)
}

/// Goes on in a live frame at `pc`, in compiled code.
///
/// # Safety
/// The frame's function has compiled code.
#[inline(never)]
unsafe fn continue_compiled(vm: &mut Vm, frame: *mut Frame, pc: usize) -> JsResult {
    // SAFETY: the caller's promise.
    unsafe {
        prepare_compiled(vm, frame, pc);
        vm.call_compiled(frame, Vm::native_address((*frame).code, pc))
    }
}

/// Makes a live frame one of compiled code, which goes on at `pc`.
///
/// # Safety
/// As for [`continue_compiled`].
unsafe fn prepare_compiled(vm: &mut Vm, frame: *mut Frame, pc: usize) {
    // SAFETY: the caller's promise.
    unsafe {
        let machine = (*frame).code;
        (*frame).position = pc as u32;
        (*frame).code_id = (*machine).native_id;
        vm.note_use(machine.cast_mut());
    }
}

/// Goes on in a frame that was suspended, by throwing the pending exception there.
pub(crate) fn resume_throw(vm: &mut Vm, frame: *mut Frame) -> JsResult {
    vm.set_top_frame(frame);
    match unwind(vm, frame) {
        Unwound::Handler(frame, pc) => {
            // SAFETY: the frame is live. It may have been suspended by compiled code.
            unsafe { (*frame).code_id = (*(*frame).code).code_id };
            let result = execute(vm, frame, pc);
            after_tail(vm, result)
        }
        Unwound::Returned(value) => Ok(value),
        Unwound::Continue(..) | Unwound::Left => Err(Throw::pending()),
    }
}

/// As [`resume_throw`], where the frames from this one on are the interpreter's; a tail call may be left to do.
fn resume_throw_interpreted(vm: &mut Vm, frame: *mut Frame) -> JsResult {
    match unwind(vm, frame) {
        Unwound::Handler(frame, pc) => execute(vm, frame, pc),
        Unwound::Returned(value) => Ok(value),
        Unwound::Continue(..) | Unwound::Left => Err(Throw::pending()),
    }
}

unsafe extern "C" {
    #[link_name = "__start_tarsier_interp"]
    static SECTION_START: u8;
    #[link_name = "__stop_tarsier_interp"]
    static SECTION_STOP: u8;
}

/// The machine addresses of the interpreter's loop, for the profiler.
pub fn machine_range() -> std::ops::Range<usize> {
    // Only the addresses of the two symbols, which the linker defines around the section, are taken.
    (&raw const SECTION_START as usize)..(&raw const SECTION_STOP as usize)
}
