//! Ordinary objects' internal methods (ECMA-262 sec. 10.1).

use super::property::Accessor;
use super::table::{ACCESSOR, CONFIGURABLE, DEFAULT, ENUMERABLE, WRITABLE};
use super::{Object, PropertyDescriptor, lazy, proxy};
use crate::string::PropertyKey;
use crate::vm::{Vm, new_header};
use crate::{JsResult, Value, ValueExt};
use abi::cell::CellKind;
use abi::object::ElementKind;
use std::cell::Cell;

/// OrdinarySetPrototypeOf
pub fn set_prototype_of(object: Object, vm: &mut Vm, prototype: Option<Object>) -> JsResult<bool> {
    let shape = object.shape();
    if shape.prototype() == prototype {
        return Ok(true);
    }
    if !shape.is_extensible() || vm.is_immutable_prototype(object) {
        return Ok(false);
    }
    let mut link = prototype;
    while let Some(p) = link {
        if p == object {
            return Ok(false);
        }
        if p.is_kind(CellKind::Proxy) {
            break;
        }
        link = p.shape().prototype();
    }
    object.reify(vm)?;
    if let Some(p) = prototype {
        vm.note_prototype_of(object, p);
    }
    object.change_prototype(vm, prototype)?;
    Ok(true)
}

/// OrdinaryPreventExtensions
pub fn prevent_extensions(object: Object, vm: &mut Vm) -> JsResult<bool> {
    object.reify(vm)?;
    if object.shape().is_extensible() {
        object.make_not_extensible(vm)?;
        // So that element stores beyond what is there go the slow way.
        object.close_elements(vm)?;
    }
    Ok(true)
}

/// OrdinaryGetOwnProperty
pub fn get_own_property(object: Object, vm: &mut Vm, key: PropertyKey) -> JsResult<Option<PropertyDescriptor>> {
    if let Some(index) = key.as_index() {
        return Ok(object.own_element_descriptor(index));
    }
    if let Some(slot) = pending(object, key) {
        lazy::settle(vm, object, slot)?;
    }
    Ok(object.own_named(key).map(|p| PropertyDescriptor::from_slot(object.slot(p.slot), p.attributes)))
}

/// The slot of a named property that has no value yet.
fn pending(object: Object, key: PropertyKey) -> Option<Value> {
    let property = object.own_named(key).filter(|p| p.is_accessor())?;
    Some(object.slot(property.slot)).filter(|slot| lazy::is_pending(*slot))
}

/// OrdinaryDefineOwnProperty
pub fn define_own_property(
    object: Object,
    vm: &mut Vm,
    key: PropertyKey,
    descriptor: &PropertyDescriptor,
) -> JsResult<bool> {
    if !key.is_index()
        && let Some(slot) = pending(object, key)
    {
        if descriptor.value.is_some() || descriptor.is_accessor() {
            lazy::discard(vm, object, key)?;
        } else {
            lazy::settle(vm, object, slot)?;
        }
    }
    let current = match key.as_index() {
        Some(index) => object.own_element(index),
        None => object.own_named(key).map(|p| (object.slot(p.slot), p.attributes)),
    };
    let extensible = object.shape().is_extensible();
    validate_and_apply(object, vm, key, extensible, descriptor, current)
}

/// IsCompatiblePropertyDescriptor
pub fn is_compatible(
    vm: &mut Vm,
    extensible: bool,
    descriptor: &PropertyDescriptor,
    current: Option<PropertyDescriptor>,
) -> JsResult<bool> {
    match current {
        None => Ok(extensible),
        Some(current) => allowed(vm, descriptor, &current),
    }
}

/// The checks of ValidateAndApplyPropertyDescriptor on an existing property.
fn allowed(vm: &mut Vm, descriptor: &PropertyDescriptor, current: &PropertyDescriptor) -> JsResult<bool> {
    if current.configurable == Some(true) {
        return Ok(true);
    }
    if descriptor.configurable == Some(true) {
        return Ok(false);
    }
    if descriptor.enumerable.is_some() && descriptor.enumerable != current.enumerable {
        return Ok(false);
    }
    if descriptor.is_generic() {
        return Ok(true);
    }
    if descriptor.is_accessor() != current.is_accessor() {
        return Ok(false);
    }
    if current.is_accessor() {
        // SameValue on functions and undefined is identity.
        return Ok(descriptor.get.is_none_or(|g| Some(g) == current.get)
            && descriptor.set.is_none_or(|s| Some(s) == current.set));
    }
    if current.writable == Some(false) {
        if descriptor.writable == Some(true) {
            return Ok(false);
        }
        if let Some(value) = descriptor.value {
            return crate::runtime::operators::same_value(vm, value, current.value.unwrap_or(Value::UNDEFINED));
        }
    }
    Ok(true)
}

fn validate_and_apply(
    object: Object,
    vm: &mut Vm,
    key: PropertyKey,
    extensible: bool,
    descriptor: &PropertyDescriptor,
    current: Option<(Value, u8)>,
) -> JsResult<bool> {
    let Some((old_value, old_attributes)) = current else {
        if !extensible {
            return Ok(false);
        }
        let value = slot_value(vm, descriptor, None)?;
        let attributes = descriptor.attributes();
        match key.as_index() {
            Some(index) => object.define_element_raw(vm, index, value, attributes)?,
            None => object.add_named(vm, key, value, attributes)?,
        }
        return Ok(true);
    };
    let current = PropertyDescriptor::from_slot(old_value, old_attributes);
    if !allowed(vm, descriptor, &current)? {
        return Ok(false);
    }
    let bit = |field: Option<bool>, mask: u8| match field {
        Some(true) => mask,
        Some(false) => 0,
        None => old_attributes & mask,
    };
    let mut attributes = bit(descriptor.enumerable, ENUMERABLE) | bit(descriptor.configurable, CONFIGURABLE);
    let value;
    if descriptor.is_accessor() {
        attributes |= ACCESSOR;
        let old = if current.is_accessor() { Some(&current) } else { None };
        value = slot_value(vm, descriptor, old)?;
    } else if descriptor.is_data() {
        attributes |= if current.is_accessor() {
            if descriptor.writable == Some(true) { WRITABLE } else { 0 }
        } else {
            bit(descriptor.writable, WRITABLE)
        };
        value = match descriptor.value {
            Some(value) => value,
            None if current.is_accessor() => Value::UNDEFINED,
            None => old_value,
        };
    } else {
        attributes |= old_attributes & (ACCESSOR | WRITABLE);
        value = old_value;
    }
    match key.as_index() {
        Some(index) => {
            if attributes == DEFAULT && old_attributes == DEFAULT {
                object.put_element(vm, index, value)?;
            } else {
                object.define_element_raw(vm, index, value, attributes)?;
            }
        }
        None => {
            if attributes != old_attributes {
                object.set_named_attributes(vm, key, attributes)?;
            } else if attributes & ACCESSOR != 0 {
                // The shape stays as it is, but inline caches may know what the getter does.
                object.will_change(vm);
            }
            if let Some(property) = object.own_named(key) {
                object.set_slot(vm, property.slot, value);
            }
        }
    }
    Ok(true)
}

/// What goes into the slot for a new or changed property.
fn slot_value(vm: &mut Vm, descriptor: &PropertyDescriptor, old: Option<&PropertyDescriptor>) -> JsResult<Value> {
    if !descriptor.is_accessor() {
        return Ok(descriptor.value.unwrap_or(Value::UNDEFINED));
    }
    let get = descriptor.get.or(old.and_then(|o| o.get)).unwrap_or(Value::UNDEFINED);
    let set = descriptor.set.or(old.and_then(|o| o.set)).unwrap_or(Value::UNDEFINED);
    vm.new_accessor(get, set)
}

/// OrdinaryHasProperty
pub fn has_property(object: Object, vm: &mut Vm, key: PropertyKey) -> JsResult<bool> {
    let mut object = object;
    loop {
        if has_own(object, vm, key)? {
            return Ok(true);
        }
        match object.get_prototype_of(vm)? {
            None => return Ok(false),
            Some(p) if matches!(p.kind(), CellKind::Proxy | CellKind::TypedArray | CellKind::ModuleNamespace) => {
                vm.check_native_stack()?;
                return p.has_property(vm, key);
            }
            Some(p) => object = p,
        }
    }
}

/// Whether an object that is no Proxy has a property of its own.
pub(crate) fn has_own(object: Object, vm: &mut Vm, key: PropertyKey) -> JsResult<bool> {
    object.reify(vm)?;
    if object.is_exotic() || object.is_kind(CellKind::Array) {
        return Ok(object.get_own_property(vm, key)?.is_some());
    }
    Ok(match key.as_index() {
        Some(index) => object.own_element(index).is_some(),
        None => object.own_named(key).is_some(),
    })
}

/// OrdinaryGet
pub fn get(object: Object, vm: &mut Vm, key: PropertyKey, receiver: Value) -> JsResult {
    let mut object = object;
    loop {
        object.reify_for(vm, key)?;
        let found = match key.as_index() {
            Some(index) if object.element_kind() != ElementKind::Exotic && !object.is_exotic() => {
                object.own_element(index)
            }
            None if !object.is_exotic() => {
                if key == vm.names.length
                    && let Some(array) = object.as_array()
                {
                    return Ok(Value::from_u32(array.length.get()));
                }
                object.own_named(key).map(|p| (object.slot(p.slot), p.attributes))
            }
            _ => match object.get_own_property(vm, key)? {
                None => None,
                Some(d) if d.is_accessor() => return call_getter(vm, d.get.unwrap_or(Value::UNDEFINED), receiver),
                Some(d) => return Ok(d.value.unwrap_or(Value::UNDEFINED)),
            },
        };
        if let Some((value, attributes)) = found {
            if attributes & ACCESSOR != 0 {
                return call_getter(vm, Accessor::of(value).get.get(), receiver);
            }
            return Ok(value);
        }
        match object.shape().prototype() {
            None => return Ok(Value::UNDEFINED),
            Some(p) if matches!(p.kind(), CellKind::Proxy | CellKind::TypedArray | CellKind::ModuleNamespace) => {
                vm.check_native_stack()?;
                return p.get_with_receiver(vm, key, receiver);
            }
            Some(p) => object = p,
        }
    }
}

fn call_getter(vm: &mut Vm, getter: Value, receiver: Value) -> JsResult {
    if getter.is_undefined() { Ok(Value::UNDEFINED) } else { vm.call(getter, receiver, &[]) }
}

/// OrdinarySet
pub fn set(object: Object, vm: &mut Vm, key: PropertyKey, value: Value, receiver: Value) -> JsResult<bool> {
    let mut object = object;
    loop {
        object.reify(vm)?;
        let own = match key.as_index() {
            Some(index) if object.element_kind() != ElementKind::Exotic && !object.is_exotic() => {
                object.own_element(index)
            }
            None if !object.is_exotic() && !object.is_kind(CellKind::Array) => {
                object.own_named(key).map(|p| (object.slot(p.slot), p.attributes))
            }
            _ => match object.get_own_property(vm, key)? {
                None => None,
                Some(d) if d.is_accessor() => {
                    return call_setter(vm, d.set.unwrap_or(Value::UNDEFINED), receiver, value);
                }
                Some(d) => Some((d.value.unwrap_or(Value::UNDEFINED), d.attributes())),
            },
        };
        if let Some((slot, attributes)) = own {
            if attributes & ACCESSOR != 0 {
                return call_setter(vm, Accessor::of(slot).set.get(), receiver, value);
            }
            if attributes & WRITABLE == 0 {
                return Ok(false);
            }
            // The common case: the receiver is where the property was found.
            if receiver == object.value() && !object.is_exotic() {
                match key.as_index() {
                    Some(index) => {
                        if attributes == DEFAULT {
                            object.put_element(vm, index, value)?;
                        } else {
                            object.define_element_raw(vm, index, value, attributes)?;
                        }
                        return Ok(true);
                    }
                    None => {
                        if let Some(property) = object.own_named(key) {
                            object.set_slot(vm, property.slot, value);
                            return Ok(true);
                        }
                    }
                }
            }
            return set_on_receiver(vm, key, value, receiver);
        }
        match object.shape().prototype() {
            None => return set_on_receiver(vm, key, value, receiver),
            Some(p) if matches!(p.kind(), CellKind::Proxy | CellKind::TypedArray | CellKind::ModuleNamespace) => {
                vm.check_native_stack()?;
                return p.set_with_receiver(vm, key, value, receiver);
            }
            Some(p) => object = p,
        }
    }
}

fn call_setter(vm: &mut Vm, setter: Value, receiver: Value, value: Value) -> JsResult<bool> {
    if setter.is_undefined() {
        return Ok(false);
    }
    vm.call(setter, receiver, &[value])?;
    Ok(true)
}

/// The end of OrdinarySetWithOwnDescriptor: a writable data property (found or imagined), to be set on the receiver.
pub fn set_on_receiver(vm: &mut Vm, key: PropertyKey, value: Value, receiver: Value) -> JsResult<bool> {
    let Some(target) = receiver.as_object() else { return Ok(false) };
    if target.is_kind(CellKind::Proxy)
        && let Some(target) = proxy::stands_for(target, vm)?
    {
        return set_on_receiver(vm, key, value, target.value());
    }
    target.reify(vm)?;
    if !target.is_exotic() && !target.is_kind(CellKind::Array) {
        let own = match key.as_index() {
            Some(index) => target.own_element(index),
            None => target.own_named(key).map(|p| (Value::EMPTY, p.attributes)),
        };
        if !key.is_index()
            && let Some((_, attributes)) = own
            && attributes & (ACCESSOR | WRITABLE) == WRITABLE
            && let Some(property) = target.own_named(key)
        {
            target.set_slot(vm, property.slot, value);
            return Ok(true);
        }
        if own.is_none() {
            if !target.shape().is_extensible() {
                return Ok(false);
            }
            match key.as_index() {
                Some(index) => target.put_element(vm, index, value)?,
                None => target.add_named(vm, key, value, DEFAULT)?,
            }
            return Ok(true);
        }
    }
    match target.get_own_property(vm, key)? {
        Some(existing) => {
            if existing.is_accessor() || existing.writable == Some(false) {
                return Ok(false);
            }
            let change = PropertyDescriptor { value: Some(value), ..Default::default() };
            target.define_own_property(vm, key, &change)
        }
        None => target.define_own_property(vm, key, &PropertyDescriptor::data(value, true, true, true)),
    }
}

/// OrdinaryDelete
pub fn delete(object: Object, vm: &mut Vm, key: PropertyKey) -> JsResult<bool> {
    let attributes = match key.as_index() {
        Some(index) => object.own_element(index).map(|(_, a)| a),
        None => object.own_named(key).map(|p| p.attributes),
    };
    match attributes {
        None => Ok(true),
        Some(a) if a & CONFIGURABLE == 0 => Ok(false),
        Some(_) => {
            match key.as_index() {
                Some(index) => object.remove_element(vm, index)?,
                None => object.remove_named(vm, key)?,
            }
            Ok(true)
        }
    }
}

impl Vm {
    /// An accessor pair for a slot.
    pub fn new_accessor(&mut self, get: Value, set: Value) -> JsResult<Value> {
        debug_assert!(get.is_undefined() || get.is_callable());
        let pair = self.alloc(Accessor {
            header: new_header(CellKind::Accessor, 0),
            get: Cell::new(get),
            set: Cell::new(set),
        })?;
        Ok(pair.value())
    }

    /// Immutable prototype exotic objects (sec. 10.4.7): the realm's %Object.prototype%.
    pub(crate) fn is_immutable_prototype(&self, object: Object) -> bool {
        self.realms.iter().any(|realm| realm.object_prototype == object)
    }
}
