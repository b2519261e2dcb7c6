//! Runs a frame to its end: its instructions in the interpreter's loop, and where functions and loops have compiled code, that code.
//!
//! The loop returns before compiled code is entered. Its native frame is large and holds stale words of what it did before; roots are conservative, so what these
//! name would live for as long as compiled code ran above the loop, which may be for ever. (Built-ins that the loop calls, and that call back, still do run
//! compiled code above it.)

use super::dispatch::{Exit, finish, interpret};
use super::unwind::{Unwound, unwind};
use super::{continue_compiled, machine_of_callee};
use crate::vm::Vm;
use crate::{JsResult, Throw, Value};
use abi::frame::*;

/// Runs from an instruction of a live frame on, until the frame ends. A tail call may be left to do: `vm.tiers.tail` then is its frame.
#[inline(never)]
pub fn execute(vm: &mut Vm, entry: *mut Frame, entry_pc: usize) -> JsResult {
    let (mut frame, mut pc) = (entry, entry_pc);
    loop {
        // What compiled code that the loop was left for has given, and the frame that gets it.
        let (caller, result) = match interpret(vm, frame, pc) {
            Exit::Returned(value) => return Ok(value),
            Exit::Threw => return Err(Throw::pending()),
            Exit::Loop(current) => {
                // SAFETY: the frame is live and stopped at a loop's header, of which its function has code: it ends there.
                let (flags, caller, result) = unsafe {
                    let (flags, caller) = ((*current).flags, (*current).caller);
                    (flags, caller, continue_compiled(vm, current, (*current).position as usize))
                };
                if flags & FLAG_ENTRY != 0 {
                    return result;
                }
                (caller, result)
            }
            Exit::Call(new) => {
                // SAFETY: the frame is laid out, for a Function that has code.
                let caller = unsafe { (*new).caller };
                // SAFETY: as above.
                (caller, vm.and_scrub_stack(|vm| unsafe { vm.call_entry(new, machine_of_callee(new)) }))
            }
            Exit::Tail(current) => {
                // SAFETY: as for a call; the frame keeps the caller and the flags of the one that it replaced.
                let (flags, caller) = unsafe { ((*current).flags, (*current).caller) };
                if flags & FLAG_ENTRY != 0 {
                    // Whoever called this function does the call, so that the native stack does not grow.
                    vm.tiers.tail = current;
                    return Ok(Value::UNDEFINED);
                }
                // SAFETY: as above.
                (caller, vm.and_scrub_stack(|vm| unsafe { vm.call_entry(current, machine_of_callee(current)) }))
            }
        };
        match result {
            // SAFETY: the caller is a live frame of this activation, stopped at the call.
            Ok(value) => (frame, pc) = (caller, unsafe { finish(caller, value) }),
            Err(_) => match unwind(vm, caller) {
                Unwound::Handler(handling, handler) => (frame, pc) = (handling, handler),
                Unwound::Returned(value) => return Ok(value),
                // SAFETY: as above.
                Unwound::Continue(caller, value) => (frame, pc) = (caller, unsafe { finish(caller, value) }),
                Unwound::Left => return Err(Throw::pending()),
            },
        }
    }
}
