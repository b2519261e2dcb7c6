//! Calls and returns. What is called is entered by whoever runs the handler: the interpreter's loop pushes a frame, compiled code's runtime calls.

use super::super::running::{Flow, Running};
use crate::feedback::note_call;
use crate::interp::call;
use crate::object::function::machine_of;
use crate::vm::Vm;
use crate::{JsResult, Value, ValueExt};
use abi::cell::{CellHeader, CellKind};
use abi::frame::*;
use abi::ic::{SITE_MEGAMORPHIC, Site};
use abi::object::JsFunction;
use abi::opcode::SPREAD_ARGC;
use abi::opcode::view::*;

/// Lets the site know its callee, whose target is given; nothing is to be done unless that is new.
#[inline(always)]
fn note_target(vm: &mut Vm, site: &Site, callee: Value, target: *mut CellHeader) {
    if site.first.holder.get().cast() != target && site.state.get() < SITE_MEGAMORPHIC {
        note_call(vm, site, callee);
    }
}

/// The same for whatever is called.
#[inline(always)]
fn note_callee(vm: &mut Vm, site: &Site, callee: Value) {
    if callee.is_kind(CellKind::Function) {
        // SAFETY: the kind says that it is a function.
        let code = unsafe { (*callee.as_cell().cast::<JsFunction>()).code.get() };
        note_target(vm, site, callee, code);
    } else {
        note_call(vm, site, callee);
    }
}

/// Enters what was prepared, or gives the result that is there already.
macro_rules! prepared {
    ($i:ident, $prepared:expr) => {
        match $prepared {
            call::Prepared::Enter(flags) => Ok(Flow::Enter($i.base(), flags)),
            call::Prepared::Done(value) => {
                $i.dst().set(value);
                Ok(Flow::Next)
            }
        }
    };
}

#[inline(always)]
pub fn call(vm: &mut Vm, i: Call<Running>) -> JsResult<Flow> {
    let new = i.base();
    // SAFETY: the area is within the frame.
    let callee = unsafe {
        (*new).argc = i.argc() as u32;
        (*new).callee
    };
    if callee.is_cell() {
        // SAFETY: a value that is a cell points at a live one, whose kind says what it is.
        unsafe {
            let kind = (*callee.as_cell()).kind.get();
            if kind == CellKind::Function as u8 {
                let function = callee.as_cell().cast::<JsFunction>();
                if (*machine_of(&*function)).flags & CODE_FLAG_CLASS_CONSTRUCTOR == 0 {
                    note_target(vm, i.site(), callee, (*function).code.get());
                    return Ok(Flow::Enter(new, 0));
                }
            } else if kind == CellKind::NativeFunction as u8 {
                note_target(vm, i.site(), callee, callee.as_cell());
                let value = vm.and_scrub_stack(|vm| call::call_native(vm, new))?;
                i.dst().set(value);
                return Ok(Flow::Next);
            }
        }
    }
    note_call(vm, i.site(), callee);
    // SAFETY: the area is laid out, at the end of the frame.
    if unsafe { call::unwrap_bound(vm, new) } {
        return Ok(Flow::Enter(new, 0));
    }
    let value = vm.and_scrub_stack(|vm| call::call_slow(vm, new))?;
    i.dst().set(value);
    Ok(Flow::Next)
}

#[inline(always)]
pub fn construct(vm: &mut Vm, i: Construct<Running>) -> JsResult<Flow> {
    let new = i.base();
    // SAFETY: the area is within the frame.
    let callee = unsafe {
        (*new).argc = i.argc() as u32;
        (*new).new_target = (*new).callee;
        (*new).callee
    };
    note_callee(vm, i.site(), callee);
    prepared!(i, vm.and_scrub_stack(|vm| call::prepare_construct(vm, new))?)
}

#[inline(always)]
pub fn super_call(vm: &mut Vm, i: SuperCall<Running>) -> JsResult<Flow> {
    let new = i.base();
    // SAFETY: the area is within the frame.
    let callee = unsafe {
        (*new).argc = i.argc() as u32;
        (*new).callee
    };
    note_callee(vm, i.site(), callee);
    prepared!(i, vm.and_scrub_stack(|vm| call::prepare_construct(vm, new))?)
}

#[inline(always)]
pub fn super_forward(vm: &mut Vm, i: SuperForward<Running>) -> JsResult<Flow> {
    let (frame, new) = (i.0.frame(), i.base());
    call::forward(vm, frame, new)?;
    // SAFETY: the area is within the frame.
    note_callee(vm, i.site(), unsafe { (*new).callee });
    prepared!(i, vm.and_scrub_stack(|vm| call::prepare_construct_spread(vm, new, frame))?)
}

#[inline(always)]
pub fn call_spread(vm: &mut Vm, i: CallSpread<Running>) -> JsResult<Flow> {
    let new = i.base();
    call::spread(vm, new, i.argc())?;
    // SAFETY: the area is within the frame.
    let callee = unsafe { (*new).callee };
    note_call(vm, i.site(), callee);
    if callee.as_object().is_some_and(call::is_plain_function) {
        return Ok(Flow::Enter(new, 0));
    }
    let value = vm.and_scrub_stack(|vm| call::call_spread(vm, new))?;
    i.dst().set(value);
    Ok(Flow::Next)
}

#[inline(always)]
pub fn construct_spread(vm: &mut Vm, i: ConstructSpread<Running>) -> JsResult<Flow> {
    let new = i.base();
    call::spread(vm, new, i.argc())?;
    // SAFETY: the area is within the frame.
    let callee = unsafe {
        (*new).new_target = (*new).callee;
        (*new).callee
    };
    note_call(vm, i.site(), callee);
    prepared!(i, vm.and_scrub_stack(|vm| call::prepare_construct_spread(vm, new, i.0.frame()))?)
}

#[inline(always)]
pub fn super_call_spread(vm: &mut Vm, i: SuperCallSpread<Running>) -> JsResult<Flow> {
    let new = i.base();
    call::spread(vm, new, i.argc())?;
    // SAFETY: the area is within the frame.
    note_call(vm, i.site(), unsafe { (*new).callee });
    prepared!(i, vm.and_scrub_stack(|vm| call::prepare_construct_spread(vm, new, i.0.frame()))?)
}

#[inline(always)]
pub fn tail_call(vm: &mut Vm, i: TailCall<Running>) -> JsResult<Flow> {
    let (frame, new) = (i.0.frame(), i.base());
    let is_spread = i.argc() == SPREAD_ARGC;
    if is_spread {
        call::spread(vm, new, 1)?;
    } else {
        // SAFETY: the area is within the frame.
        unsafe { (*new).argc = i.argc() as u32 };
    }
    // SAFETY: as above.
    let callee = unsafe { (*new).callee };
    note_callee(vm, i.site(), callee);
    // SAFETY: as above. The outgoing area moves down over the frame, if the callee is a function written in JavaScript.
    if unsafe { call::replace_frame(vm, frame, new) } {
        return Ok(Flow::Tail);
    }
    let value =
        vm.and_scrub_stack(|vm| if is_spread { call::call_spread(vm, new) } else { call::call_slow(vm, new) })?;
    // SAFETY: the frame is live.
    Ok(Flow::Return(unsafe { call::result(frame, value) }))
}

#[inline(always)]
pub fn return_(_: &mut Vm, i: Return<Running>) -> Flow {
    // SAFETY: the frame is live.
    Flow::Return(unsafe { call::result(i.0.frame(), i.value()) })
}

#[inline]
pub fn call_eval(vm: &mut Vm, i: CallEval<Running>) -> JsResult<()> {
    let new = i.base();
    // SAFETY: the area is within the frame.
    let value = unsafe { crate::runtime::eval::call_eval(vm, i.0.frame(), new, i.argc(), i.environment(), i.scope())? };
    i.dst().set(value);

    Ok(())
}

#[inline]
pub fn is_eval(vm: &mut Vm, i: IsEval<Running>) -> JsResult<()> {
    let is = i.callee() == vm.realm().eval.value();
    i.dst().set(Value::bool(is));

    Ok(())
}
