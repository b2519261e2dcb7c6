//! Reflect (ECMA-262 sec. 28.1).

use super::intrinsic::Intrinsic;
use crate::native::{Args, NativeFn, method};
use crate::object::Object;
use crate::runtime::convert::{from_property_descriptor, to_property_descriptor, to_property_key};
use crate::runtime::operations::create_list_from_array_like;
use crate::vm::Vm;
use crate::{JsResult, Value, ValueExt};

pub(crate) fn intrinsic(function: NativeFn) -> Option<Intrinsic> {
    let table = [(get as NativeFn, Intrinsic::ReflectGet), (has, Intrinsic::ReflectHas), (set, Intrinsic::ReflectSet)];
    crate::builtins::intrinsic::find(&table, function)
}

/// Creates Reflect.
pub fn init(vm: &mut Vm) -> JsResult<()> {
    let object = vm.new_object()?;
    vm.realm_mut().reflect = object;
    object.define_methods(
        vm,
        &[
            method("defineProperty", 3, define_property),
            method("deleteProperty", 2, delete_property),
            method("apply", 3, apply),
            method("construct", 2, construct),
            method("get", 2, get),
            method("getOwnPropertyDescriptor", 2, get_own_property_descriptor),
            method("getPrototypeOf", 1, get_prototype_of),
            method("has", 2, has),
            method("isExtensible", 1, is_extensible),
            method("ownKeys", 1, own_keys),
            method("preventExtensions", 1, prevent_extensions),
            method("set", 3, set),
            method("setPrototypeOf", 2, set_prototype_of),
        ],
    )?;
    object.define_to_string_tag(vm, "Reflect")?;
    let global = vm.realm().global;
    global.define_hidden(vm, vm.names.class_reflect, object.value())
}

/// The first argument, which must be an object.
fn target(vm: &mut Vm, args: Args, function: &str) -> JsResult<Object> {
    match args.get(0).as_object() {
        Some(object) => Ok(object),
        None => Err(vm.throw_type_error(format!("Reflect.{function} called on non-object"))),
    }
}

/// `Reflect.apply(target, thisArgument, argumentsList)` (sec. 28.1.1)
fn apply(vm: &mut Vm, args: Args) -> JsResult {
    let function = args.get(0);
    if !function.is_callable() {
        return Err(super::function::throw_not_callable(vm, "Function.prototype.apply", function));
    }
    let list = create_list_from_array_like(vm, args.get(2))?;
    vm.call(function, args.get(1), &list)
}

/// `Reflect.construct(target, argumentsList, newTarget)` (sec. 28.1.2)
fn construct(vm: &mut Vm, args: Args) -> JsResult {
    let Some(function) = args.get(0).as_object().filter(|f| f.is_constructor()) else {
        return Err(vm.throw_not_constructor(args.get(0)));
    };
    let new_target = if args.len() < 3 {
        function
    } else {
        match args.get(2).as_object().filter(|f| f.is_constructor()) {
            Some(new_target) => new_target,
            None => return Err(vm.throw_not_constructor(args.get(2))),
        }
    };
    let list = create_list_from_array_like(vm, args.get(1))?;
    vm.construct(function, &list, Some(new_target)).map(Object::value)
}

/// `Reflect.defineProperty(target, propertyKey, attributes)` (sec. 28.1.3)
fn define_property(vm: &mut Vm, args: Args) -> JsResult {
    let object = target(vm, args, "defineProperty")?;
    let key = to_property_key(vm, args.get(1))?;
    let descriptor = to_property_descriptor(vm, args.get(2))?;
    object.define_own_property(vm, key, &descriptor).map(Value::bool)
}

/// `Reflect.deleteProperty(target, propertyKey)` (sec. 28.1.4)
fn delete_property(vm: &mut Vm, args: Args) -> JsResult {
    let object = target(vm, args, "deleteProperty")?;
    let key = to_property_key(vm, args.get(1))?;
    object.delete(vm, key).map(Value::bool)
}

/// `Reflect.get(target, propertyKey, receiver)` (sec. 28.1.5)
fn get(vm: &mut Vm, args: Args) -> JsResult {
    let object = target(vm, args, "get")?;
    let key = to_property_key(vm, args.get(1))?;
    let receiver = if args.len() < 3 { object.value() } else { args.get(2) };
    object.get_with_receiver(vm, key, receiver)
}

/// `Reflect.getOwnPropertyDescriptor(target, propertyKey)` (sec. 28.1.6)
fn get_own_property_descriptor(vm: &mut Vm, args: Args) -> JsResult {
    let object = target(vm, args, "getOwnPropertyDescriptor")?;
    let key = to_property_key(vm, args.get(1))?;
    let descriptor = object.get_own_property(vm, key)?;
    from_property_descriptor(vm, descriptor.as_ref())
}

/// `Reflect.getPrototypeOf(target)` (sec. 28.1.7)
fn get_prototype_of(vm: &mut Vm, args: Args) -> JsResult {
    let object = target(vm, args, "getPrototypeOf")?;
    Ok(object.get_prototype_of(vm)?.map_or(Value::NULL, Object::value))
}

/// `Reflect.has(target, propertyKey)` (sec. 28.1.8)
fn has(vm: &mut Vm, args: Args) -> JsResult {
    let object = target(vm, args, "has")?;
    let key = to_property_key(vm, args.get(1))?;
    object.has_property(vm, key).map(Value::bool)
}

/// `Reflect.isExtensible(target)` (sec. 28.1.9)
fn is_extensible(vm: &mut Vm, args: Args) -> JsResult {
    let object = target(vm, args, "isExtensible")?;
    object.is_extensible(vm).map(Value::bool)
}

/// `Reflect.ownKeys(target)` (sec. 28.1.10)
fn own_keys(vm: &mut Vm, args: Args) -> JsResult {
    let object = target(vm, args, "ownKeys")?;
    let keys = object.own_property_keys(vm)?;
    let array = vm.new_array_with_capacity(keys.len() as u32)?;
    for i in 0..keys.len() {
        let key = keys.get(i).to_value(vm)?;
        array.push(vm, key)?;
    }
    Ok(array.value())
}

/// `Reflect.preventExtensions(target)` (sec. 28.1.11)
fn prevent_extensions(vm: &mut Vm, args: Args) -> JsResult {
    let object = target(vm, args, "preventExtensions")?;
    object.prevent_extensions(vm).map(Value::bool)
}

/// `Reflect.set(target, propertyKey, V, receiver)` (sec. 28.1.12)
fn set(vm: &mut Vm, args: Args) -> JsResult {
    let object = target(vm, args, "set")?;
    let key = to_property_key(vm, args.get(1))?;
    let receiver = if args.len() < 4 { object.value() } else { args.get(3) };
    object.set_with_receiver(vm, key, args.get(2), receiver).map(Value::bool)
}

/// `Reflect.setPrototypeOf(target, proto)` (sec. 28.1.13)
fn set_prototype_of(vm: &mut Vm, args: Args) -> JsResult {
    let object = target(vm, args, "setPrototypeOf")?;
    let prototype = args.get(1);
    if !prototype.is_object() && !prototype.is_null() {
        let what = vm.describe(prototype);
        return Err(vm.throw_type_error(format!("Object prototype may only be an Object or null: {what}")));
    }
    object.set_prototype_of(vm, prototype.as_object()).map(Value::bool)
}
