//! Where exceptions go.

use super::call;
use crate::Value;
use crate::code::Code;
use crate::runtime::generator;
use crate::vm::Vm;
use abi::frame::*;

/// What becomes of an exception in the frame that it was thrown in.
pub enum Caught {
    /// A handler of the frame's function takes it, at this offset.
    Handler(usize),
    /// The function ends with a value: an async function's rejected promise.
    Value(Value),
    /// Nothing takes it.
    Not,
}

/// Looks for what takes the pending exception in the frame, which is stopped at its position. Termination passes everything.
///
/// # Safety
/// The frame is live, and of a function written in JavaScript.
pub unsafe fn catch(vm: &mut Vm, frame: *mut Frame) -> Caught {
    if vm.is_terminating() {
        return Caught::Not;
    }
    // SAFETY: the caller's promise.
    let (code, position) = unsafe { (Code::from_machine((*frame).code), (*frame).position) };
    if let Some(body) = code.body.get()
        && let Some(handler) = body.handlers.iter().find(|h| h.start <= position && position < h.end)
    {
        return Caught::Handler(handler.handler as usize);
    }
    if code.flags() & (CODE_FLAG_ASYNC | CODE_FLAG_GENERATOR) != 0
        && let Some(value) = generator::uncaught(vm, frame)
    {
        return Caught::Value(value);
    }
    Caught::Not
}

/// Where an exception goes from a frame of the interpreter's loop.
pub enum Unwound {
    /// To a handler in this frame.
    Handler(*mut Frame, usize),
    /// It ended the frame that the loop was entered with, which turned it into a value (async functions).
    Returned(Value),
    /// It ended an async function that was called from this frame, which gets the rejected promise.
    Continue(*mut Frame, Value),
    /// Out of the loop, still pending.
    Left,
}

/// Finds what takes the pending exception, popping frames down to the loop's entry frame.
#[cold]
#[inline(never)]
pub fn unwind(vm: &mut Vm, mut frame: *mut Frame) -> Unwound {
    loop {
        // SAFETY: `frame` is the live frame of a function of this loop.
        let (caught, flags, caller) = unsafe {
            let (flags, caller) = ((*frame).flags, (*frame).caller);
            (catch(vm, frame), flags, caller)
        };
        if let Caught::Handler(handler) = caught {
            vm.set_top_frame(frame);
            return Unwound::Handler(frame, handler);
        }
        if flags & FLAG_REALM != 0 {
            call::restore_realm(vm, caller);
        }
        vm.set_top_frame(caller);
        let is_entry = flags & FLAG_ENTRY != 0;
        match caught {
            Caught::Value(value) if is_entry => return Unwound::Returned(value),
            Caught::Value(value) => return Unwound::Continue(caller, value),
            _ if is_entry => return Unwound::Left,
            _ => frame = caller,
        }
    }
}
