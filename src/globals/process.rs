//! The script and its process: arguments, version, time, the end; `gc` with `--expose-vm`.

use tarsier::host::host;
use vm::object::table;
use vm::runtime::convert;
use vm::{Args, JsResult, JsString, Object, PropertyKey, Value, Vm};

pub fn install(vm: &mut Vm, global: Object, script_args: &[String]) -> JsResult<()> {
    for name in ["quit", "exit"] {
        global.define_method(vm, name, 0, quit)?;
    }
    global.define_method(vm, "version", 0, version)?;
    for name in ["scriptArgs"] {
        let array = vm.new_array_with_capacity(script_args.len() as u32)?;
        for arg in script_args {
            let arg = JsString::from_str(vm, arg)?;
            array.push(vm, arg.value())?;
        }
        let key = PropertyKey::from_str(vm, name)?;
        global.define_raw(vm, key, array.value(), table::HIDDEN)?;
    }
    global.define_method(vm, "preciseTime", 0, precise_time)?;
    if vm.options.expose_vm {
        global.define_method(vm, "gc", 0, collect)?;
    }
    Ok(())
}

/// Ends the program with an exit code; nothing catches that.
fn quit(vm: &mut Vm, args: Args) -> JsResult {
    let code = convert::to_int32(vm, args.get(0))?;
    Err(vm.throw_exit(code))
}

fn version(vm: &mut Vm, _args: Args) -> JsResult {
    Ok(JsString::from_str(vm, env!("CARGO_PKG_VERSION"))?.value())
}

/// Seconds since 1970, from the clock of `performance.now()`.
fn precise_time(vm: &mut Vm, _args: Args) -> JsResult {
    let host = host(vm)?;
    Ok(Value::number(host.time_origin / 1e3 + host.started.elapsed().as_secs_f64()))
}

/// A full collection.
pub(super) fn collect(vm: &mut Vm, _args: Args) -> JsResult {
    vm.collect_garbage();
    Ok(Value::UNDEFINED)
}
