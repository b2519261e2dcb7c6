//! What events, signals and ports need of the event loop, and `reportError`.

use crate::host::{performance, timers};
use std::time::Duration;
use vm::native::method;
use vm::runtime::convert;
use vm::{Args, JsResult, Object, Throw, Value, Vm};

pub fn install(vm: &mut Vm, native: Object) -> JsResult<()> {
    native.define_methods(
        vm,
        &[
            method("now", 0, performance::now),
            method("throwLater", 1, throw_later),
            method("setTimer", 2, set_timer),
            method("setTask", 1, set_task),
        ],
    )
}

/// Reports an exception: it is thrown by a job of its own, so that whoever reports goes on, and the program then ends as it does for what nobody catches.
fn throw_later(vm: &mut Vm, args: Args) -> JsResult {
    report(vm, args.get(0))?;
    Ok(Value::UNDEFINED)
}

pub(super) fn report(vm: &mut Vm, exception: Value) -> JsResult<()> {
    let thrower = vm.new_native_closure(0, |vm, args| Err(vm.throw(args.captured(0))), &[exception])?;
    vm.enqueue_callback(thrower.value(), &[])
}

/// Reports the pending exception, unless it ends the program.
pub(super) fn report_pending(vm: &mut Vm, throw: Throw) -> JsResult<()> {
    if vm.is_terminating() {
        return Err(throw);
    }
    let exception = vm.take_exception();
    report(vm, exception)
}

/// `reportError(exception)` (https://html.spec.whatwg.org/#dom-reporterror)
pub fn report_error(vm: &mut Vm, args: Args) -> JsResult {
    if args.is_empty() {
        return Err(vm.throw_type_error("reportError: 1 argument required, but only 0 present"));
    }
    throw_later(vm, args)
}

/// `setTimer(callback, milliseconds)`: the program does not wait for it.
fn set_timer(vm: &mut Vm, args: Args) -> JsResult {
    let milliseconds = convert::to_number(vm, args.get(1))?;
    let delay = Duration::try_from_secs_f64(milliseconds / 1e3).unwrap_or(Duration::ZERO);
    timers::set_unreferenced(vm, args.get(0), delay)?;
    Ok(Value::UNDEFINED)
}

pub(super) fn set_task(vm: &mut Vm, args: Args) -> JsResult {
    timers::add_task(vm, args.get(0))?;
    Ok(Value::UNDEFINED)
}
