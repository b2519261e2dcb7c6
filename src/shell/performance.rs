//! `performance` (High Resolution Time) and `preciseTime`.

use super::{put, shell};
use vm::{Args, JsResult, Object, PropertyKey, Value, Vm};

pub fn install(vm: &mut Vm, global: Object) -> JsResult<()> {
    let origin = shell(vm)?.time_origin;
    let performance = vm.new_object()?;
    performance.define_method(vm, "now", 0, now)?;
    put(vm, performance, "timeOrigin", Value::number(origin))?;
    performance.define_to_string_tag(vm, "Performance")?;
    let key = PropertyKey::from_str(vm, "performance")?;
    global.define_hidden(vm, key, performance.value())?;
    global.define_method(vm, "preciseTime", 0, precise_time)?;
    Ok(())
}

/// Milliseconds since the shell was made: monotonic, with nanoseconds in the fraction.
fn now(vm: &mut Vm, _args: Args) -> JsResult {
    let elapsed = shell(vm)?.started.elapsed();
    Ok(Value::number(elapsed.as_nanos() as f64 / 1e6))
}

/// Seconds, from the same clock, since 1970.
fn precise_time(vm: &mut Vm, _args: Args) -> JsResult {
    let shell = shell(vm)?;
    Ok(Value::number(shell.time_origin / 1e3 + shell.started.elapsed().as_secs_f64()))
}
