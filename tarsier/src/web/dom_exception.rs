//! The objects of DOMException: errors with a stack, and nothing else of their own.

use vm::native::method;
use vm::runtime::convert;
use vm::{Args, JsResult, JsString, Object, Value, ValueExt, Vm};

pub fn install(vm: &mut Vm, native: Object) -> JsResult<()> {
    native.define_methods(vm, &[method("newError", 2, new_error), method("copyStack", 2, copy_stack)])
}

/// `newError(prototype, header)`: the first line of its stack is the header, the frames those of the constructor's caller.
fn new_error(vm: &mut Vm, args: Args) -> JsResult {
    let Some(prototype) = args.get(0).as_object() else { return Err(vm.throw_type_error("No prototype")) };
    let mut stack = convert::to_string(vm, args.get(1))?.to_rust_string_lossy(vm)?;
    let error = vm.new_error_object(prototype)?;
    stack.push_str(&vm.stack_text_skipping(1));
    let stack = JsString::from_str(vm, &stack)?;
    error.define_hidden(vm, vm.names.stack, stack.value())?;
    Ok(error.value())
}

/// `copyStack(from, to)`: a clone has the stack of its original.
fn copy_stack(vm: &mut Vm, args: Args) -> JsResult {
    if let (Some(from), Some(to)) = (args.get(0).as_object(), args.get(1).as_object()) {
        let key = vm.names.stack;
        if let Some(stack) = vm.peek(from, key).filter(|stack| stack.is_string()) {
            to.define_hidden(vm, key, stack)?;
        }
    }
    Ok(Value::UNDEFINED)
}
