//! The clock of `performance` (which is the library's, `src/web/performance.rs`).

use super::host;
use vm::{Args, JsResult, Value, Vm};

/// Milliseconds since the host was made: monotonic, with nanoseconds in the fraction.
pub fn now(vm: &mut Vm, _args: Args) -> JsResult {
    let elapsed = host(vm)?.started.elapsed();
    Ok(Value::number(elapsed.as_nanos() as f64 / 1e6))
}
