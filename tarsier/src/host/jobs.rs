//! `queueMicrotask`.

use vm::{Args, JsResult, Object, Value, ValueExt, Vm};

pub fn install(vm: &mut Vm, global: Object) -> JsResult<()> {
    global.define_method(vm, "queueMicrotask", 1, queue_microtask)?;
    Ok(())
}

fn queue_microtask(vm: &mut Vm, args: Args) -> JsResult {
    let callback = callback(vm, args.get(0), "queueMicrotask")?;
    vm.enqueue_callback(callback, &[])?;
    Ok(Value::UNDEFINED)
}

/// The callback argument of a function of the host's.
pub(super) fn callback(vm: &mut Vm, v: Value, function: &str) -> JsResult {
    // Timers wait outside the heap.
    vm.spend(16)?;
    if v.is_callable() {
        return Ok(v);
    }
    let what = vm.describe_with_type(v);
    Err(vm.throw_type_error(format!("The callback of {function} must be a function, not {what}")))
}
