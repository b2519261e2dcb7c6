//! Boolean and Boolean.prototype (ECMA-262 sec. 20.3).

use crate::builtins::intrinsic::Intrinsic;
use crate::native::{Args, NativeFn, method};
use crate::object::Object;
use crate::object::string_object::wrapped;
use crate::runtime::convert::to_boolean;
use crate::runtime::operations::get_prototype_from_constructor;
use crate::string::JsString;
use crate::vm::Vm;
use crate::{JsResult, Value};
use abi::cell::CellKind;

/// What a function is to compilers.
pub(crate) fn intrinsic(function: NativeFn) -> Option<Intrinsic> {
    crate::builtins::intrinsic::find(&[(boolean, Intrinsic::Boolean)], function)
}

/// Creates Boolean and its prototype, which is itself a Boolean object.
pub fn init(vm: &mut Vm) -> JsResult<()> {
    let object_prototype = vm.realm().object_prototype;
    let prototype = vm.new_primitive_wrapper_with(Value::FALSE, object_prototype)?;
    let constructor = vm.define_global_constructor("Boolean", 1, boolean, prototype)?;
    vm.realm_mut().boolean_prototype = prototype;
    vm.realm_mut().boolean_constructor = constructor;
    prototype.define_methods(vm, &[method("toString", 0, to_string), method("valueOf", 0, value_of)])
}

/// `Boolean(value)` (sec. 20.3.1.1)
fn boolean(vm: &mut Vm, args: Args) -> JsResult {
    let value = Value::bool(to_boolean(args.get(0)));
    let Some(new_target) = args.new_target_object() else { return Ok(value) };
    let prototype = get_prototype_from_constructor(vm, new_target, |realm| realm.boolean_prototype)?;
    vm.new_primitive_wrapper_with(value, prototype).map(Object::value)
}

/// ThisBooleanValue (sec. 20.3.3.3.1)
fn this_boolean(vm: &mut Vm, args: Args, method: &str) -> JsResult {
    let this = args.this();
    if this.is_bool() {
        return Ok(this);
    }
    match wrapped(this, CellKind::BooleanObject) {
        Some(value) => Ok(value),
        None => Err(vm.throw_type_error(format!("Boolean.prototype.{method} requires that 'this' be a Boolean"))),
    }
}

/// `Boolean.prototype.toString()` (sec. 20.3.3.2)
fn to_string(vm: &mut Vm, args: Args) -> JsResult {
    let value = this_boolean(vm, args, "toString")?;
    vm.intern(if value.is_true() { "true" } else { "false" }).map(JsString::value)
}

/// `Boolean.prototype.valueOf()` (sec. 20.3.3.3)
fn value_of(vm: &mut Vm, args: Args) -> JsResult {
    this_boolean(vm, args, "valueOf")
}
