//! Proxy exotic objects (ECMA-262 sec. 10.5): every internal method asks the handler's trap, and checks its answer against the
//! target where the specification names an invariant.
//!
//! Proxies of proxies recurse as deep as a script likes, so whoever looks for a trap first looks at the native stack.

use super::{KeyList, Object, PropertyDescriptor, ordinary};
use crate::runtime::convert::{from_property_descriptor, to_boolean, to_property_descriptor, to_property_key};
use crate::runtime::operations::{get_method_cached, lacks_method, length_of_array_like};
use crate::runtime::operators::same_value;
use crate::string::PropertyKey;
use crate::vm::Vm;
use crate::{JsResult, Throw, Value, ValueExt};
use abi::cell::{CellHeader, CellKind, FLAG_CALLABLE, FLAG_CONSTRUCTOR, FLAG_EXOTIC, FLAG_LAZY};
use abi::object::{ElementKind, JsProxy};
use gc::{HeapCell, Visitor};
use rustc_hash::FxHashSet;
use std::cell::Cell;
use std::ptr::null_mut;

/// A proxy: what machine code sees of it is all that there is.
#[repr(transparent)]
pub struct ProxyObject(JsProxy);

// SAFETY: the header comes first and the layout is C's.
unsafe impl HeapCell for ProxyObject {
    const KIND: CellKind = CellKind::Proxy;
}

/// # Safety
/// To be called by the collector only, on a live Proxy cell.
pub unsafe fn trace(cell: *mut CellHeader, visitor: &mut Visitor) {
    // SAFETY: the collector registers this function for cells of kind Proxy.
    let ProxyObject(proxy) = unsafe { &*cell.cast::<ProxyObject>() };
    crate::vm::trace_object(&proxy.object, visitor);
    visitor.visit_cell(proxy.target.get().cast());
    visitor.visit_cell(proxy.handler.get().cast());
}

/// [[ProxyTarget]]; None if the proxy is revoked (or the object is none).
pub fn target(proxy: Object) -> Option<Object> {
    Object::from_nullable(proxy.downcast::<ProxyObject>()?.0.target.get())
}

/// [[ProxyHandler]]; None if the proxy is revoked (or the object is none).
pub fn handler(proxy: Object) -> Option<Object> {
    Object::from_nullable(proxy.downcast::<ProxyObject>()?.0.handler.get())
}

/// What the revocation function of Proxy.revocable does. Flags stay: a revoked proxy of a function is still callable by typeof.
pub fn revoke(proxy: Object) {
    if let Some(proxy) = proxy.downcast::<ProxyObject>() {
        proxy.0.target.set(null_mut());
        proxy.0.handler.set(null_mut());
    }
}

impl Vm {
    /// ProxyCreate (sec. 10.5.14)
    pub fn new_proxy(&mut self, target: Value, handler: Value) -> JsResult<Object> {
        let (Some(target), Some(handler)) = (target.as_object(), handler.as_object()) else {
            return Err(self.throw_type_error("Cannot create proxy with a non-object as target or handler"));
        };
        let proxy = self.new_exotic(None, |object| {
            let (target, handler) = (Cell::new(target.as_ptr()), Cell::new(handler.as_ptr()));
            ProxyObject(JsProxy { object, target, handler })
        })?;
        let callable = target.header().flags.get() & (FLAG_CALLABLE | FLAG_CONSTRUCTOR);
        proxy.header().set_flag(FLAG_EXOTIC | callable);
        proxy.set_element_kind(ElementKind::Exotic);
        Ok(proxy)
    }
}

/// What each internal method begins with.
struct Trap {
    target: Object,
    handler: Value,
    /// None: the handler has no such trap.
    method: Option<Value>,
}

impl Trap {
    fn find(proxy: Object, vm: &mut Vm, name: PropertyKey) -> JsResult<Trap> {
        vm.check_native_stack()?;
        let (Some(target), Some(handler)) = (target(proxy), handler(proxy)) else {
            let name = vm.describe_key(name);
            return Err(vm.throw_type_error(format!("Cannot perform '{name}' on a proxy that has been revoked")));
        };
        let method = get_method_cached(vm, handler, name)?;
        Ok(Trap { target, handler: handler.value(), method })
    }
}

/// An object whose named properties are all in its shape.
pub fn has_plain_names(object: Object) -> bool {
    object.is_kind(CellKind::Object) && !object.is_exotic() && !object.header().has_flag(FLAG_LAZY)
}

/// Whether no invariant says anything about a property of the target: it has none of the name, or one that is configurable.
#[inline]
pub fn is_free(target: Object, key: PropertyKey) -> bool {
    !key.is_index()
        && has_plain_names(target)
        && target.own_named(key).is_none_or(|property| property.is_configurable())
}

impl Vm {
    /// The bits of the property key that a value, a string or a symbol, is; None for indices and for strings that are no atoms.
    pub fn property_name(&self, value: Value) -> Option<u64> {
        PropertyKey::from_value(self, value).filter(|key| !key.is_index()).map(PropertyKey::bits)
    }

    /// Whether no invariant says anything about a property of plain objects of a shape, given by its index.
    pub fn is_free(&self, shape: u32, key: u64) -> bool {
        let shape = self.shape_at(shape);
        !shape.is_dictionary()
            && shape.lookup(PropertyKey::from_bits(key)).is_none_or(|property| property.is_configurable())
    }
}

/// The object whose properties an assignment changes where a proxy is the receiver and asks nobody: its handler says nothing of its properties, and
/// its target is a plain object. What is asked of the handler, no script sees.
pub fn stands_for(proxy: Object, vm: &mut Vm) -> JsResult<Option<Object>> {
    let (Some(target), Some(handler)) = (target(proxy), handler(proxy)) else { return Ok(None) };
    let is_mute = has_plain_names(target)
        && lacks_method(vm, handler, vm.names.get_own_property_descriptor)?
        && lacks_method(vm, handler, vm.names.define_property)?;
    Ok(is_mute.then_some(target))
}

/// A broken invariant: `'trap' on proxy: ...`.
#[cold]
fn violation(vm: &mut Vm, trap: &str, what: impl std::fmt::Display) -> Throw {
    vm.throw_type_error(format!("'{trap}' on proxy: {what}"))
}

/// As [`violation`], about a property: the text before and after its name.
#[cold]
fn violation_of(vm: &mut Vm, trap: &str, before: &str, key: PropertyKey, after: &str) -> Throw {
    let key = vm.describe_key(key);
    violation(vm, trap, format_args!("{before} '{key}' {after}"))
}

/// [[GetPrototypeOf]] (sec. 10.5.1)
pub fn get_prototype_of(proxy: Object, vm: &mut Vm) -> JsResult<Option<Object>> {
    let Trap { target, handler, method } = Trap::find(proxy, vm, vm.names.get_prototype_of)?;
    let Some(method) = method else { return target.get_prototype_of(vm) };
    let answer = vm.call(method, handler, &[target.value()])?;
    let prototype = answer.as_object();
    if prototype.is_none() && !answer.is_null() {
        return Err(violation(vm, "getPrototypeOf", "trap returned neither object nor null"));
    }
    if !target.is_extensible(vm)? && target.get_prototype_of(vm)? != prototype {
        return Err(violation(
            vm,
            "getPrototypeOf",
            "proxy target is non-extensible but the trap did not return its actual prototype",
        ));
    }
    Ok(prototype)
}

/// [[SetPrototypeOf]] (sec. 10.5.2)
pub fn set_prototype_of(proxy: Object, vm: &mut Vm, prototype: Option<Object>) -> JsResult<bool> {
    let Trap { target, handler, method } = Trap::find(proxy, vm, vm.names.set_prototype_of)?;
    let Some(method) = method else { return target.set_prototype_of(vm, prototype) };
    let value = prototype.map_or(Value::NULL, Object::value);
    let answer = vm.call(method, handler, &[target.value(), value])?;
    if !to_boolean(answer) {
        return Ok(false);
    }
    if !target.is_extensible(vm)? && target.get_prototype_of(vm)? != prototype {
        return Err(violation(
            vm,
            "setPrototypeOf",
            "trap returned truish for setting a new prototype on the non-extensible proxy target",
        ));
    }
    Ok(true)
}

/// [[IsExtensible]] (sec. 10.5.3)
pub fn is_extensible(proxy: Object, vm: &mut Vm) -> JsResult<bool> {
    let Trap { target, handler, method } = Trap::find(proxy, vm, vm.names.is_extensible)?;
    let Some(method) = method else { return target.is_extensible(vm) };
    let answer = vm.call(method, handler, &[target.value()])?;
    let answer = to_boolean(answer);
    let actual = target.is_extensible(vm)?;
    if answer != actual {
        return Err(violation(
            vm,
            "isExtensible",
            format_args!("trap result does not reflect extensibility of proxy target (which is '{actual}')"),
        ));
    }
    Ok(answer)
}

/// [[PreventExtensions]] (sec. 10.5.4)
pub fn prevent_extensions(proxy: Object, vm: &mut Vm) -> JsResult<bool> {
    let Trap { target, handler, method } = Trap::find(proxy, vm, vm.names.prevent_extensions)?;
    let Some(method) = method else { return target.prevent_extensions(vm) };
    let answer = vm.call(method, handler, &[target.value()])?;
    let answer = to_boolean(answer);
    if answer && target.is_extensible(vm)? {
        return Err(violation(vm, "preventExtensions", "the proxy target is extensible"));
    }
    Ok(answer)
}

/// [[GetOwnProperty]] (sec. 10.5.5)
pub fn get_own_property(proxy: Object, vm: &mut Vm, key: PropertyKey) -> JsResult<Option<PropertyDescriptor>> {
    const NAME: &str = "getOwnPropertyDescriptor";
    let Trap { target, handler, method } = Trap::find(proxy, vm, vm.names.get_own_property_descriptor)?;
    let Some(method) = method else { return target.get_own_property(vm, key) };
    let name = key.to_value(vm)?;
    let answer = vm.call(method, handler, &[target.value(), name])?;
    if !answer.is_object() && !answer.is_undefined() {
        let key = vm.describe_key(key);
        let what = format_args!("trap returned neither object nor undefined for property '{key}'");
        return Err(violation(vm, NAME, what));
    }
    let actual = target.get_own_property(vm, key)?;
    if answer.is_undefined() {
        let Some(actual) = actual else { return Ok(None) };
        let before = "trap returned undefined for property";
        if actual.configurable == Some(false) {
            return Err(violation_of(vm, NAME, before, key, "which is non-configurable in the proxy target"));
        }
        if !target.is_extensible(vm)? {
            return Err(violation_of(vm, NAME, before, key, "which exists in the non-extensible proxy target"));
        }
        return Ok(None);
    }
    let extensible = target.is_extensible(vm)?;
    let descriptor = to_property_descriptor(vm, answer)?.complete();
    if !ordinary::is_compatible(vm, extensible, &descriptor, actual)? {
        return Err(violation_of(
            vm,
            NAME,
            "trap returned descriptor for property",
            key,
            "that is incompatible with the existing property in the proxy target",
        ));
    }
    if descriptor.configurable == Some(false) {
        match actual {
            Some(actual) if actual.configurable == Some(false) => {
                if descriptor.writable == Some(false) && actual.writable == Some(true) {
                    return Err(violation_of(
                        vm,
                        NAME,
                        "trap reported non-configurable and writable for property",
                        key,
                        "which is non-configurable, non-writable in the proxy target",
                    ));
                }
            }
            _ => {
                return Err(violation_of(
                    vm,
                    NAME,
                    "trap reported non-configurability for property",
                    key,
                    "which is either non-existent or configurable in the proxy target",
                ));
            }
        }
    }
    Ok(Some(descriptor))
}

/// [[DefineOwnProperty]] (sec. 10.5.6)
pub fn define_own_property(
    proxy: Object,
    vm: &mut Vm,
    key: PropertyKey,
    descriptor: &PropertyDescriptor,
) -> JsResult<bool> {
    const NAME: &str = "defineProperty";
    let Trap { target, handler, method } = Trap::find(proxy, vm, vm.names.define_property)?;
    let Some(method) = method else { return target.define_own_property(vm, key, descriptor) };
    let object = from_property_descriptor(vm, Some(descriptor))?;
    let name = key.to_value(vm)?;
    let answer = vm.call(method, handler, &[target.value(), name, object])?;
    if !to_boolean(answer) {
        return Ok(false);
    }
    let actual = target.get_own_property(vm, key)?;
    let extensible = target.is_extensible(vm)?;
    let fixed = descriptor.configurable == Some(false);
    let Some(actual) = actual else {
        if !extensible {
            return Err(violation_of(
                vm,
                NAME,
                "trap returned truish for adding property",
                key,
                " to the non-extensible proxy target",
            ));
        }
        if fixed {
            return Err(violation_of(
                vm,
                NAME,
                "trap returned truish for defining non-configurable property",
                key,
                "which is either non-existent or configurable in the proxy target",
            ));
        }
        return Ok(true);
    };
    if !ordinary::is_compatible(vm, extensible, descriptor, Some(actual))? {
        return Err(violation_of(
            vm,
            NAME,
            "trap returned truish for adding property",
            key,
            " that is incompatible with the existing property in the proxy target",
        ));
    }
    if fixed && actual.configurable == Some(true) {
        return Err(violation_of(
            vm,
            NAME,
            "trap returned truish for defining non-configurable property",
            key,
            "which is either non-existent or configurable in the proxy target",
        ));
    }
    if actual.is_data()
        && actual.configurable == Some(false)
        && actual.writable == Some(true)
        && descriptor.writable == Some(false)
    {
        return Err(violation_of(
            vm,
            NAME,
            "trap returned truish for defining non-configurable property",
            key,
            "which cannot be non-writable",
        ));
    }
    Ok(true)
}

/// [[HasProperty]] (sec. 10.5.7)
pub fn has_property(proxy: Object, vm: &mut Vm, key: PropertyKey) -> JsResult<bool> {
    let Trap { target, handler, method } = Trap::find(proxy, vm, vm.names.has)?;
    let Some(method) = method else { return target.has_property(vm, key) };
    let name = key.to_value(vm)?;
    let answer = vm.call(method, handler, &[target.value(), name])?;
    if to_boolean(answer) {
        return Ok(true);
    }
    if let Some(actual) = target.get_own_property(vm, key)? {
        let before = "trap returned falsish for property";
        if actual.configurable == Some(false) {
            let after = "which exists in the proxy target as non-configurable";
            return Err(violation_of(vm, "has", before, key, after));
        }
        if !target.is_extensible(vm)? {
            return Err(violation_of(vm, "has", before, key, "but the proxy target is not extensible"));
        }
    }
    Ok(false)
}

/// [[Get]] (sec. 10.5.8)
pub fn get(proxy: Object, vm: &mut Vm, key: PropertyKey, receiver: Value) -> JsResult {
    let Trap { target, handler, method } = Trap::find(proxy, vm, vm.names.get)?;
    let Some(method) = method else { return target.get_with_receiver(vm, key, receiver) };
    let name = key.to_value(vm)?;
    let answer = vm.call(method, handler, &[target.value(), name, receiver])?;
    check_get(target, vm, key, answer)?;
    Ok(answer)
}

/// The invariants of [[Get]]: whether the target allows for the trap's answer.
pub fn check_get(target: Object, vm: &mut Vm, key: PropertyKey, answer: Value) -> JsResult<()> {
    if is_free(target, key) {
        return Ok(());
    }
    let Some(actual) = target.get_own_property(vm, key)? else { return Ok(()) };
    if actual.configurable != Some(false) {
        return Ok(());
    }
    if actual.is_data() && actual.writable == Some(false) {
        let expected = actual.value.unwrap_or(Value::UNDEFINED);
        if !same_value(vm, answer, expected)? {
            let (expected, got) = (vm.describe(expected), vm.describe(answer));
            let after = format!(
                "is a read-only and non-configurable data property on the proxy target but the proxy did not return its \
                 actual value (expected '{expected}' but got '{got}')"
            );
            return Err(violation_of(vm, "get", "property", key, &after));
        }
    }
    if actual.is_accessor() && actual.getter().is_none() && !answer.is_undefined() {
        let got = vm.describe(answer);
        let after = format!(
            "is a non-configurable accessor property on the proxy target and does not have a getter function, but the \
             trap did not return 'undefined' (got '{got}')"
        );
        return Err(violation_of(vm, "get", "property", key, &after));
    }
    Ok(())
}

/// [[Set]] (sec. 10.5.9)
pub fn set(proxy: Object, vm: &mut Vm, key: PropertyKey, value: Value, receiver: Value) -> JsResult<bool> {
    let Trap { target, handler, method } = Trap::find(proxy, vm, vm.names.set)?;
    let Some(method) = method else { return target.set_with_receiver(vm, key, value, receiver) };
    let name = key.to_value(vm)?;
    let answer = vm.call(method, handler, &[target.value(), name, value, receiver])?;
    if !to_boolean(answer) {
        return Ok(false);
    }
    check_set(target, vm, key, value)?;
    Ok(true)
}

/// The invariants of [[Set]]: whether the target allows for the trap's answer that it was done.
pub fn check_set(target: Object, vm: &mut Vm, key: PropertyKey, value: Value) -> JsResult<()> {
    if is_free(target, key) {
        return Ok(());
    }
    let Some(actual) = target.get_own_property(vm, key)? else { return Ok(()) };
    if actual.configurable != Some(false) {
        return Ok(());
    }
    let before = "trap returned truish for property";
    if actual.is_data() && actual.writable == Some(false) {
        let held = actual.value.unwrap_or(Value::UNDEFINED);
        if !same_value(vm, value, held)? {
            return Err(violation_of(
                vm,
                "set",
                before,
                key,
                "which exists in the proxy target as a non-configurable and non-writable data property with a \
                 different value",
            ));
        }
    }
    if actual.is_accessor() && actual.set.is_none_or(|s| s.is_undefined()) {
        return Err(violation_of(
            vm,
            "set",
            before,
            key,
            "which exists in the proxy target as a non-configurable and non-writable accessor property without a setter",
        ));
    }
    Ok(())
}

/// [[Delete]] (sec. 10.5.10)
pub fn delete(proxy: Object, vm: &mut Vm, key: PropertyKey) -> JsResult<bool> {
    const NAME: &str = "deleteProperty";
    let Trap { target, handler, method } = Trap::find(proxy, vm, vm.names.delete_property)?;
    let Some(method) = method else { return target.delete(vm, key) };
    let name = key.to_value(vm)?;
    let answer = vm.call(method, handler, &[target.value(), name])?;
    if !to_boolean(answer) {
        return Ok(false);
    }
    let Some(actual) = target.get_own_property(vm, key)? else { return Ok(true) };
    let before = "trap returned truish for property";
    if actual.configurable == Some(false) {
        return Err(violation_of(vm, NAME, before, key, "which is non-configurable in the proxy target"));
    }
    if !target.is_extensible(vm)? {
        return Err(violation_of(vm, NAME, before, key, "but the proxy target is non-extensible"));
    }
    Ok(true)
}

/// [[OwnPropertyKeys]] (sec. 10.5.11)
pub fn own_property_keys(proxy: Object, vm: &mut Vm) -> JsResult<KeyList> {
    const NAME: &str = "ownKeys";
    let Trap { target, handler, method } = Trap::find(proxy, vm, vm.names.own_keys)?;
    let Some(method) = method else { return target.own_property_keys(vm) };
    let answer = vm.call(method, handler, &[target.value()])?;
    let keys = key_list_from_array_like(vm, answer)?;
    let mut unchecked: FxHashSet<PropertyKey> = FxHashSet::default();
    for i in 0..keys.len() {
        if !unchecked.insert(keys.get(i)) {
            return Err(violation(vm, NAME, "trap returned duplicate entries"));
        }
    }
    let extensible = target.is_extensible(vm)?;
    let target_keys = target.own_property_keys(vm)?;
    let (mut configurable, mut fixed) = (Vec::new(), Vec::new());
    for i in 0..target_keys.len() {
        let key = target_keys.get(i);
        match target.get_own_property(vm, key)? {
            Some(own) if own.configurable == Some(false) => fixed.push(key),
            _ => configurable.push(key),
        }
    }
    if extensible && fixed.is_empty() {
        return Ok(keys);
    }
    let must_be_there = if extensible { &[] } else { &configurable[..] };
    for &key in fixed.iter().chain(must_be_there) {
        if !unchecked.remove(&key) {
            let key = vm.describe_key(key);
            return Err(violation(vm, NAME, format_args!("trap result did not include '{key}'")));
        }
    }
    if !extensible && !unchecked.is_empty() {
        return Err(violation(vm, NAME, "trap returned extra keys but proxy target is non-extensible"));
    }
    Ok(keys)
}

/// CreateListFromArrayLike(obj, property-key) (sec. 7.3.19)
fn key_list_from_array_like(vm: &mut Vm, v: Value) -> JsResult<KeyList> {
    let Some(object) = v.as_object() else {
        return Err(vm.throw_type_error("CreateListFromArrayLike called on non-object"));
    };
    let length = length_of_array_like(vm, object)?;
    let mut keys = KeyList::new(vm);
    for i in 0..length {
        vm.spend(1)?;
        let index = PropertyKey::from_u64_index(vm, i)?;
        let element = object.get(vm, index)?;
        if !element.is_string() && !element.is_symbol() {
            let what = vm.describe(element);
            return Err(vm.throw_type_error(format!("{what} is not a valid property name")));
        }
        keys.push(to_property_key(vm, element)?);
    }
    Ok(keys)
}

/// [[Call]] (sec. 10.5.12)
pub fn call(proxy: Object, vm: &mut Vm, this: Value, args: &[Value]) -> JsResult {
    let Trap { target, handler, method } = Trap::find(proxy, vm, vm.names.apply)?;
    let Some(method) = method else { return vm.call(target.value(), this, args) };
    let array = vm.new_array(args)?;
    vm.call(method, handler, &[target.value(), this, array.value()])
}

/// [[Construct]] (sec. 10.5.13)
pub fn construct(proxy: Object, vm: &mut Vm, args: &[Value], new_target: Object) -> JsResult<Object> {
    let Trap { target, handler, method } = Trap::find(proxy, vm, vm.names.construct)?;
    let Some(method) = method else { return vm.construct(target, args, Some(new_target)) };
    let array = vm.new_array(args)?;
    let answer = vm.call(method, handler, &[target.value(), array.value(), new_target.value()])?;
    match answer.as_object() {
        Some(object) => Ok(object),
        None => Err(vm.throw_type_error("proxy [[Construct]] must return an object")),
    }
}
