//! Objects of our interfaces (`src/library/internal/platform.js`) as structured clones and the inspector see them.

use crate::library;
use vm::builtins::structured_clone::{Platform, has_private_names};
use vm::{JsResult, JsString, Object, PropertyKey, Throw, Value, ValueExt, Vm};

/// What structured clones ask.
pub const PLATFORM: Platform = Platform { clone, receiver, transfer, throw: throw_data_clone_error };

/// Calls a function of `internal/platform`; undefined as long as nobody needed that file, so that there are no objects of ours.
fn call(vm: &mut Vm, function: &str, arguments: &[Value]) -> JsResult {
    let Some(platform) = library::loaded(vm, "internal/platform") else { return Ok(Value::UNDEFINED) };
    let key = PropertyKey::from_str(vm, function)?;
    let function = platform.get(vm, key)?;
    vm.call(function, Value::UNDEFINED, arguments)
}

/// What the inspector shows in place of an object of ours: an object, or an array of names and values in turn.
///
/// # Errors
/// For want of memory or time.
pub fn describe(vm: &mut Vm, object: Object) -> JsResult<Option<Object>> {
    if !has_private_names(object) {
        return Ok(None);
    }
    Ok(call(vm, "describe", &[object.value()])?.as_object())
}

fn clone(vm: &mut Vm, object: Object) -> JsResult<Option<Value>> {
    let clone = call(vm, "clone", &[object.value()])?;
    Ok(if clone.is_undefined() { None } else { Some(clone) })
}

fn receiver(vm: &mut Vm, object: Object) -> JsResult {
    call(vm, "receiver", &[object.value()])
}

fn transfer(vm: &mut Vm, from: Object, to: Object) -> JsResult<()> {
    call(vm, "move", &[from.value(), to.value()])?;
    Ok(())
}

/// Throws a DOMException of the name DataCloneError.
#[cold]
fn throw_data_clone_error(vm: &mut Vm, message: &str) -> Throw {
    match dom_exception(vm, message, "DataCloneError") {
        Ok(exception) => vm.throw(exception),
        Err(throw) => throw,
    }
}

/// `new DOMException(message, name)`
///
/// # Errors
/// For want of memory.
pub fn dom_exception(vm: &mut Vm, message: &str, name: &str) -> JsResult {
    let class = library::export(vm, "web/dom_exception", "DOMException")?;
    let Some(class) = class.as_object() else { return Ok(class) };
    let message = JsString::from_str(vm, message)?;
    let name = JsString::from_str(vm, name)?;
    Ok(vm.construct(class, &[message.value(), name.value()], None)?.value())
}
