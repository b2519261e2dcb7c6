//! `preciseTime`; the clock of `performance` (which is the library's, `src/web/performance.rs`).

use super::shell;
use vm::{Args, JsResult, Object, Value, Vm};

pub fn install(vm: &mut Vm, global: Object) -> JsResult<()> {
    global.define_method(vm, "preciseTime", 0, precise_time)?;
    Ok(())
}

/// Milliseconds since the shell was made: monotonic, with nanoseconds in the fraction.
pub fn now(vm: &mut Vm, _args: Args) -> JsResult {
    let elapsed = shell(vm)?.started.elapsed();
    Ok(Value::number(elapsed.as_nanos() as f64 / 1e6))
}

/// Seconds, from the same clock, since 1970.
fn precise_time(vm: &mut Vm, _args: Args) -> JsResult {
    let shell = shell(vm)?;
    Ok(Value::number(shell.time_origin / 1e3 + shell.started.elapsed().as_secs_f64()))
}
