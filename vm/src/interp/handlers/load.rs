//! Moves, constants, and what is in the frame.

use super::super::running::Running;
use crate::Value;
use crate::vm::Vm;
use abi::frame::FLAG_CONSTRUCT;
use abi::object::JsFunction;
use abi::opcode::view::*;

macro_rules! loads {
    ($( $name:ident, $opcode:ident, |$i:ident| $value:expr; )*) => {
        $(
            #[inline(always)]
            pub fn $name(_: &mut Vm, $i: $opcode<Running>) {
                let value: Value = $value;
                $i.dst().set(value);
            }
        )*
    };
}

loads! {
    move_, Move, |i| i.src();
    load_undefined, LoadUndefined, |i| Value::UNDEFINED;
    load_null, LoadNull, |i| Value::NULL;
    load_true, LoadTrue, |i| Value::TRUE;
    load_false, LoadFalse, |i| Value::FALSE;
    load_empty, LoadEmpty, |i| Value::EMPTY;
    load_int, LoadInt, |i| Value::int(i.value());
    load_const, LoadConst, |i| i.0.constant(i.constant());
    // SAFETY: the frame is live, and its callee a Function.
    load_callee, LoadCallee, |i| unsafe { (*i.0.frame()).callee };
    // SAFETY: as above.
    load_this, LoadThis, |i| unsafe { (*i.0.frame()).this };
    load_callee_environment, LoadCalleeEnvironment, |i| {
        // SAFETY: as above; a function's environment is null or a live one.
        unsafe { Value::from_cell((*(*i.0.frame()).callee.as_cell().cast::<JsFunction>()).environment.get().cast()) }
    };
    // SAFETY: as above.
    new_target, NewTarget, |i| unsafe {
        let frame = i.0.frame();
        if (*frame).flags & FLAG_CONSTRUCT != 0 { (*frame).new_target } else { Value::UNDEFINED }
    };
}

#[inline(always)]
pub fn nop(_: &mut Vm, _: Nop<Running>) {}

pub fn debugger(_: &mut Vm, _: Debugger<Running>) {}
