//! What MessagePort needs: clones with what was transferred, and tasks.

use super::platform::PLATFORM;
use super::tasks;
use vm::builtins::structured_clone::structured_clone;
use vm::native::method;
use vm::runtime::iterator::iterable_to_list;
use vm::{Args, JsResult, Object, PropertyKey, Vm};

pub fn install(vm: &mut Vm, native: Object) -> JsResult<()> {
    native.define_methods(vm, &[method("clone", 2, clone), method("setTask", 1, tasks::set_task)])
}

/// `clone(value, transfer)`: `{ data, received }`, the latter the platform objects that took over what was transferred.
fn clone(vm: &mut Vm, args: Args) -> JsResult {
    let transfer = iterable_to_list(vm, args.get(1))?;
    let (data, received) = structured_clone(vm, args.get(0), &transfer, &PLATFORM)?;
    let result = vm.new_object()?;
    let received = vm.new_array(&received)?;
    for (name, value) in [("data", data), ("received", received.value())] {
        let key = PropertyKey::from_str(vm, name)?;
        result.define_raw(vm, key, value, vm::object::table::DEFAULT)?;
    }
    Ok(result.value())
}
