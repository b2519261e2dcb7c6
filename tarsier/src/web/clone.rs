//! `structuredClone` (https://html.spec.whatwg.org/#structured-cloning), whose work is `vm::builtins::structured_clone`.

use super::platform::PLATFORM;
use vm::builtins::structured_clone::structured_clone as clone_with;
use vm::runtime::iterator::iterable_to_list;
use vm::{Args, JsResult, PropertyKey, Value, ValueExt, Vm};

/// `structuredClone(value [, { transfer }])`
pub fn structured_clone(vm: &mut Vm, args: Args) -> JsResult {
    if args.is_empty() {
        return Err(vm.throw_type_error("The \"value\" argument must be specified"));
    }
    let transfer = transfer_list(vm, args.get(1))?;
    Ok(clone_with(vm, args.get(0), &transfer, &PLATFORM)?.0)
}

fn transfer_list(vm: &mut Vm, options: Value) -> JsResult<gc::RootedVec> {
    let none = vm.heap.rooted_vec();
    if options.is_nullish() {
        return Ok(none);
    }
    let Some(options) = options.as_object() else {
        return Err(vm.throw_type_error("The \"options\" argument must be of type object"));
    };
    let key = PropertyKey::from_str(vm, "transfer")?;
    let transfer = options.get(vm, key)?;
    if transfer.is_undefined() {
        return Ok(none);
    }
    if !transfer.is_object() {
        return Err(vm.throw_type_error("The objects to transfer must be a sequence"));
    }
    let list = iterable_to_list(vm, transfer)?;
    if list.iter().any(|item| !item.is_object()) {
        return Err(vm.throw_type_error("Only objects can be transferred"));
    }
    Ok(list)
}

/// `clone(value)` for the library: without anything to transfer.
pub fn clone(vm: &mut Vm, args: Args) -> JsResult {
    Ok(clone_with(vm, args.get(0), &[], &PLATFORM)?.0)
}
