//! Classes: constructors, methods, private names, super.

use crate::code::Code;
use crate::interp::cache;
use crate::object::table::{ACCESSOR, HIDDEN, WRITABLE};
use crate::object::{Object, PropertyDescriptor, function};
use crate::runtime::convert;
use crate::string::{JsString, PropertyKey};
use crate::vm::Vm;
use crate::{JsResult, Value, ValueExt};
use abi::cell::{CellKind, FLAG_LAZY};
use abi::frame::Frame;
use abi::ic::Site;
use abi::object::JsFunction;
use std::ptr::null_mut;

/// The home object of the running function, for super; undefined if it has none.
///
/// # Safety
/// `frame` must be a live JavaScript frame.
pub unsafe fn home_object(frame: *mut Frame) -> Value {
    // SAFETY: the callee of a JavaScript frame is a Function.
    let home = unsafe { (*(*frame).callee.as_cell().cast::<JsFunction>()).home_object.get() };
    Object::from_nullable(home).map_or(Value::UNDEFINED, |h| h.value())
}

/// super[key] with `this` as receiver. GetSuperBase, whose result `base` is, happened before ToPropertyKey.
pub fn get_super(vm: &mut Vm, this: Value, base: Value, key: Value) -> JsResult {
    let Some(base) = base.as_object() else {
        let key = convert::to_property_key(vm, key)?;
        return Err(vm.throw_read_of_nullish(Value::NULL, key));
    };
    let key = convert::to_property_key(vm, key)?;
    base.get_with_receiver(vm, key, this)
}

pub fn set_super(vm: &mut Vm, this: Value, base: Value, key: Value, value: Value, strict: bool) -> JsResult<()> {
    let Some(base) = base.as_object() else {
        let key = convert::to_property_key(vm, key)?;
        return Err(vm.throw_set_of_nullish(Value::NULL, key));
    };
    let key = convert::to_property_key(vm, key)?;
    if !base.set_with_receiver(vm, key, value, this)? && strict {
        return Err(vm.throw_set_failed(this, key));
    }
    Ok(())
}

fn private_key(name: Value) -> PropertyKey {
    PropertyKey::from_bits(name.bits())
}

fn private_text(vm: &mut Vm, key: PropertyKey) -> String {
    let text = key.to_display(vm);
    match text.strip_prefix("Symbol(").and_then(|t| t.strip_suffix(')')) {
        Some(inner) => inner.to_string(),
        None => text,
    }
}

/// PrivateGet
pub fn get_private(vm: &mut Vm, base: Value, name: Value, site: &Site) -> JsResult {
    let key = private_key(name);
    if let Some(object) = base.as_object() {
        let first = &site.first;
        if first.shape.get() == object.header().shape.get()
            && site.key.get() == key.bits()
            && let Some(value) = cache::load_entry(first, object.as_ptr())
        {
            return Ok(value);
        }
        if let Some(property) = object.own_named(key)
            && !property.is_accessor()
        {
            cache::learn_private(vm, site, object, key, property.slot);
        }
    }
    private_get(vm, base, key)
}

/// PrivateGet without a site.
pub fn private_get(vm: &mut Vm, base: Value, key: PropertyKey) -> JsResult {
    if let Some(object) = base.as_object()
        && let Some(property) = object.own_named(key)
    {
        let value = object.slot(property.slot);
        if !property.is_accessor() {
            return Ok(value);
        }
        let getter = crate::object::property::Accessor::of(value).get.get();
        if getter.is_undefined() {
            let text = private_text(vm, key);
            return Err(vm.throw_type_error(format!("'{text}' was defined without a getter")));
        }
        return vm.call(getter, base, &[]);
    }
    let text = private_text(vm, key);
    Err(vm.throw_no_private(&text, false))
}

/// PrivateSet
pub fn set_private(vm: &mut Vm, base: Value, name: Value, value: Value, site: &Site) -> JsResult<()> {
    let key = private_key(name);
    if let Some(object) = base.as_object()
        && site.first.shape.get() != object.header().shape.get()
        && let Some(property) = object.own_named(key)
        && !property.is_accessor()
        && property.is_writable()
    {
        cache::learn_private_store(vm, site, object, key, property.slot);
    }
    private_set(vm, base, key, value)
}

/// PrivateSet without a site.
pub fn private_set(vm: &mut Vm, base: Value, key: PropertyKey, value: Value) -> JsResult<()> {
    if let Some(object) = base.as_object()
        && let Some(property) = object.own_named(key)
    {
        if property.is_accessor() {
            let setter = crate::object::property::Accessor::of(object.slot(property.slot)).set.get();
            if setter.is_undefined() {
                let text = private_text(vm, key);
                return Err(vm.throw_type_error(format!("'{text}' was defined without a setter")));
            }
            vm.call(setter, base, &[value])?;
            return Ok(());
        }
        if !property.is_writable() {
            let text = private_text(vm, key);
            return Err(vm.throw_type_error(format!("Private method '{text}' is not writable")));
        }
        object.set_slot(vm, property.slot, value);
        return Ok(());
    }
    let text = private_text(vm, key);
    Err(vm.throw_no_private(&text, true))
}

fn receiver_of_private(vm: &mut Vm, base: Value, key: PropertyKey) -> JsResult<Object> {
    let Some(object) = base.as_object() else { return Err(vm.throw_not_an_object(base)) };
    if object.own_named(key).is_some() {
        return Err(vm.throw_private_redefined());
    }
    Ok(object)
}

/// What is not extensible takes no private elements either. Only a proxy's target has [[Extensible]], not the proxy.
fn check_extensible(vm: &mut Vm, object: Object, key: PropertyKey) -> JsResult<()> {
    if object.is_kind(CellKind::Proxy) || object.shape().is_extensible() {
        return Ok(());
    }
    let text = private_text(vm, key);
    Err(vm.throw_type_error(format!("Cannot define '{text}': the object is not extensible")))
}

/// PrivateFieldAdd
pub fn define_private(vm: &mut Vm, base: Value, name: Value, value: Value, site: &Site) -> JsResult<()> {
    let key = private_key(name);
    if let Some(object) = base.as_object() {
        let first = &site.first;
        if first.shape.get() == object.header().shape.get()
            && site.key.get() == key.bits()
            && cache::store_entry(vm, first, object.as_ptr(), value)
        {
            return Ok(());
        }
        let before = object.shape();
        if before.is_extensible() && object.add_as_others(vm, key, value, WRITABLE)? {
            return cache::learn_private_add(vm, site, object, before, key);
        }
    }
    let object = receiver_of_private(vm, base, key)?;
    check_extensible(vm, object, key)?;
    object.add_named(vm, key, value, WRITABLE)
}

/// PrivateMethodOrAccessorAdd. The halves of an accessor are added one after the other.
pub fn define_private_method(vm: &mut Vm, base: Value, name: Value, f: Value, kind: u16) -> JsResult<()> {
    let key = private_key(name);
    if kind == 0 {
        let object = receiver_of_private(vm, base, key)?;
        check_extensible(vm, object, key)?;
        return object.add_named(vm, key, f, 0);
    }
    let Some(object) = base.as_object() else { return Err(vm.throw_not_an_object(base)) };
    let (mut get, mut set) = (Value::UNDEFINED, Value::UNDEFINED);
    let existing = object.own_named(key);
    if let Some(property) = existing {
        if !property.is_accessor() {
            return Err(vm.throw_private_redefined());
        }
        let pair = crate::object::property::Accessor::of(object.slot(property.slot));
        (get, set) = (pair.get.get(), pair.set.get());
    }
    let half = if kind == 1 { &mut get } else { &mut set };
    if !half.is_undefined() {
        return Err(vm.throw_private_redefined());
    }
    *half = f;
    let pair = vm.new_accessor(get, set)?;
    match existing {
        Some(property) => {
            object.set_slot(vm, property.slot, pair);
            Ok(())
        }
        None => {
            check_extensible(vm, object, key)?;
            object.add_named(vm, key, pair, ACCESSOR)
        }
    }
}

/// `#name in object`
pub fn has_private(vm: &mut Vm, base: Value, name: Value) -> JsResult<bool> {
    match base.as_object() {
        Some(object) => Ok(object.own_named(private_key(name)).is_some()),
        None => {
            let text = vm.describe(base);
            let key = private_text(vm, private_key(name));
            Err(vm.throw_type_error(format!("Cannot use 'in' operator to search for '{key}' in {text}")))
        }
    }
}

pub fn set_home_object(vm: &mut Vm, f: Value, home: Value) {
    if let Some(f) = f.as_object()
        && f.is_kind(CellKind::Function)
    {
        function::fields(f).home_object.set(home.as_object().map_or(null_mut(), |h| h.as_ptr()));
        vm.heap.barrier(f.as_ptr().cast());
    }
}

/// SetFunctionName by a computed key.
pub fn set_function_name(vm: &mut Vm, f: Value, key: Value, prefix: u16) -> JsResult<()> {
    let Some(f) = f.as_object() else { return Ok(()) };
    if !f.is_kind(CellKind::Function) || !f.header().has_flag(FLAG_LAZY) {
        return Ok(());
    }
    let key = if key.is_symbol() { private_key(key) } else { convert::to_property_key(vm, key)? };
    let prefix = match prefix {
        1 => Some("get"),
        2 => Some("set"),
        _ => None,
    };
    let name: JsString = vm.function_name_string(key, prefix)?;
    vm.set_function_name(f, name)
}

pub fn define_method(vm: &mut Vm, object: Object, key: Value, f: Value, flags: u16) -> JsResult<()> {
    set_home_object(vm, f, object.value());
    set_function_name(vm, f, key, 0)?;
    let key = convert::to_property_key(vm, key)?;
    let enumerable = flags & 1 != 0;
    let d = PropertyDescriptor::data(f, true, enumerable, true);
    crate::runtime::operations::define_property_or_throw(vm, object, key, &d)
}

pub fn define_accessor(vm: &mut Vm, object: Object, key: Value, f: Value, flags: u16) -> JsResult<()> {
    set_home_object(vm, f, object.value());
    let setter = flags & 2 != 0;
    set_function_name(vm, f, key, if setter { 2 } else { 1 })?;
    let key = convert::to_property_key(vm, key)?;
    let mut d = PropertyDescriptor { enumerable: Some(flags & 1 != 0), configurable: Some(true), ..Default::default() };
    if setter {
        d.set = Some(f);
    } else {
        d.get = Some(f);
    }
    crate::runtime::operations::define_property_or_throw(vm, object, key, &d)
}

/// ClassDefinitionEvaluation (sec. 15.7.14) up to the elements.
///
/// # Safety
/// `frame` must be the running frame.
pub unsafe fn new_class(
    vm: &mut Vm,
    frame: *mut Frame,
    heritage: Value,
    environment: Value,
    constant: u32,
) -> JsResult<(Value, Value)> {
    let realm = vm.realm();
    let (prototype_parent, constructor_parent) = if heritage.is_empty() {
        (Some(realm.object_prototype), realm.function_prototype)
    } else if heritage.is_null() {
        (None, realm.function_prototype)
    } else if let Some(parent) = heritage.as_object().filter(|p| p.is_constructor()) {
        let prototype = parent.get(vm, vm.names.prototype)?;
        if !prototype.is_object() && !prototype.is_null() {
            return Err(vm.throw_class_prototype(prototype));
        }
        (prototype.as_object(), parent)
    } else {
        return Err(vm.throw_class_extends(heritage));
    };
    let prototype = vm.new_object_with_prototype(prototype_parent)?;
    // SAFETY: the caller's promise.
    let code = unsafe { super::code_of(frame) };
    let inner = super::constant(&code, constant).as_cell().cast::<Code>();
    let environment = super::scope::parent_pointer(environment);
    let constructor = vm.new_function(inner, environment, Value::EMPTY, prototype.as_ptr())?;
    if constructor_parent != realm.function_prototype {
        vm.note_prototype(constructor_parent);
        constructor.change_prototype(vm, Some(constructor_parent))?;
    }
    vm.set_class_prototype(constructor, prototype)?;
    prototype.define_raw(vm, vm.names.constructor, constructor.value(), HIDDEN)?;
    Ok((constructor.value(), prototype.value()))
}

/// InitializeInstanceElements' fields: runs the active function's field initializer on `this`.
///
/// # Safety
/// `frame` must be the running frame.
pub unsafe fn run_field_initializer(vm: &mut Vm, frame: *mut Frame, this: Value) -> JsResult<()> {
    // SAFETY: the callee of a JavaScript frame is a Function.
    let f = unsafe { Object::from_ptr((*frame).callee.as_cell().cast()) };
    let initializer = function::field_initializer(f);
    if !initializer.is_undefined() {
        vm.call(initializer, this, &[])?;
    }
    Ok(())
}
