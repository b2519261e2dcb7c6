//! What `performance` needs: the clock, clones of details, marks in the profile.

use super::{clone, tasks};
use crate::host::{host, performance};
use crate::profiling::performance_span;
use vm::native::method;
use vm::runtime::convert;
use vm::{Args, JsResult, Object, PropertyKey, Value, Vm};

pub fn install(vm: &mut Vm, native: Object) -> JsResult<()> {
    native.define_methods(
        vm,
        &[
            method("now", 0, performance::now),
            method("mark", 2, mark),
            method("measure", 3, measure),
            method("clone", 1, clone::clone),
            method("setTask", 1, tasks::set_task),
            method("report", 2, report),
        ],
    )?;
    let origin = host(vm)?.time_origin;
    let key = PropertyKey::from_str(vm, "timeOrigin")?;
    native.define_hidden(vm, key, Value::number(origin))
}

fn span(vm: &mut Vm, args: Args, kind: &'static str, end: usize) -> JsResult {
    let name = convert::to_string(vm, args.get(0))?.to_rust_string_lossy(vm)?;
    let (start, end) = (convert::to_number(vm, args.get(1))?, convert::to_number(vm, args.get(end))?);
    performance_span(vm, kind, &name, start, end.max(start))?;
    Ok(Value::UNDEFINED)
}

/// `mark(name, time)`
fn mark(vm: &mut Vm, args: Args) -> JsResult {
    span(vm, args, "mark", 1)
}

/// `measure(name, from, to)`
fn measure(vm: &mut Vm, args: Args) -> JsResult {
    span(vm, args, "measure", 2)
}

/// `report(f, this, ...arguments)`: calls a function; what it throws is reported.
fn report(vm: &mut Vm, args: Args) -> JsResult {
    if let Err(throw) = vm.call(args.get(0), args.get(1), args.rest(2)) {
        tasks::report_pending(vm, throw)?;
    }
    Ok(Value::UNDEFINED)
}
