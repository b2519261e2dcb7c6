//! Named properties, and keys.

use super::super::running::Running;
use super::{is_strict, key_constant, object};
use crate::code::Code;
use crate::interp::cache;
use crate::interp::ops::throw_nullish_read;
use crate::runtime::{convert, copy_properties, operations};
use crate::string::PropertyKey;
use crate::vm::Vm;
use crate::{JsResult, Value, ValueExt};
use abi::ic::Site;
use abi::opcode::view::*;

#[inline(always)]
pub fn get_field(vm: &mut Vm, i: GetField<Running>) -> JsResult<()> {
    let value = load_field(vm, i.object(), i.site(), i.0.is_compiled())?;
    i.dst().set(value);
    Ok(())
}

/// The value of the site's property. Compiled code looks only into the shared cache where a site is megamorphic: then that is told of what its own
/// entries know.
#[inline(always)]
pub fn load_field(vm: &mut Vm, receiver: Value, site: &Site, is_compiled: bool) -> JsResult {
    match load_cached(vm, receiver, site, is_compiled) {
        Some(value) => Ok(value),
        None => vm.and_scrub_stack(|vm| cache::get_field_miss(vm, receiver, site)),
    }
}

#[inline(always)]
fn load_cached(vm: &mut Vm, receiver: Value, site: &Site, is_compiled: bool) -> Option<Value> {
    if receiver.is_cell() {
        let cell = receiver.as_cell();
        // SAFETY: a value that is a cell points at a live one.
        let shape = unsafe { (*cell).shape.get() };
        if let Some(entry) = cache::find_entry(site, shape)
            && let Some(value) = cache::load_entry(entry, cell.cast())
        {
            if is_compiled {
                cache::share_entry(vm, site, entry);
            }
            return Some(value);
        }
    }
    None
}

#[inline]
pub fn get_super_field(vm: &mut Vm, i: GetSuperField<Running>) -> JsResult<()> {
    let (base, site) = (i.base(), i.site());
    let value = match load_cached(vm, base, site, i.0.is_compiled()) {
        Some(value) => value,
        None => {
            let this = i.this();
            vm.and_scrub_stack(|vm| cache::get_super_field_miss(vm, this, base, site))?
        }
    };
    i.dst().set(value);
    Ok(())
}

#[inline(always)]
pub fn set_field(vm: &mut Vm, i: SetField<Running>) -> JsResult<()> {
    store_field(vm, i.object(), i.value(), i.site(), i.0.is_compiled())
}

/// As [`load_field`], for an assignment.
#[inline(always)]
pub fn store_field(vm: &mut Vm, receiver: Value, value: Value, site: &Site, is_compiled: bool) -> JsResult<()> {
    if receiver.is_cell() {
        let cell = receiver.as_cell();
        // SAFETY: a value that is a cell points at a live one.
        let shape = unsafe { (*cell).shape.get() };
        if let Some(entry) = cache::find_entry(site, shape)
            && cache::store_entry(vm, entry, cell.cast(), value)
        {
            if is_compiled {
                cache::share_entry(vm, site, entry);
            }
            return Ok(());
        }
    }
    vm.and_scrub_stack(|vm| cache::set_field_miss(vm, receiver, value, site, false))
}

#[inline(always)]
pub fn define_field(vm: &mut Vm, i: DefineField<Running>) -> JsResult<()> {
    let (receiver, site, value) = (i.object(), i.site(), i.value());
    if receiver.is_cell() {
        let cell = receiver.as_cell();
        // SAFETY: a value that is a cell points at a live one.
        if unsafe { (*cell).shape.get() } == site.first.shape.get()
            && cache::store_entry(vm, &site.first, cell.cast(), value)
        {
            return Ok(());
        }
    }
    vm.and_scrub_stack(|vm| cache::set_field_miss(vm, receiver, value, site, true))
}

/// `delete base[key]`: a TypeError in strict code if it is refused.
fn delete(vm: &mut Vm, base: Value, key: PropertyKey, code: &Code) -> JsResult<bool> {
    let object = convert::to_object(vm, base)?;
    let deleted = object.delete(vm, key)?;
    if !deleted && is_strict(code) {
        return Err(vm.throw_delete_failed(object, key));
    }
    Ok(deleted)
}

#[inline]
pub fn define_index(vm: &mut Vm, i: DefineIndex<Running>) -> JsResult<()> {
    let key = convert::to_property_key(vm, i.key())?;
    let o = object(i.object());
    operations::create_data_property_or_throw(vm, o, key, i.value())?;

    Ok(())
}

#[inline]
pub fn delete_field(vm: &mut Vm, i: DeleteField<Running>) -> JsResult<()> {
    let (receiver, site) = (i.object(), i.site());
    if receiver.is_cell() {
        let cell = receiver.as_cell();
        // SAFETY: a value that is a cell points at a live one.
        let shape = unsafe { (*cell).shape.get() };
        if let Some(entry) = cache::find_entry(site, shape)
            && cache::remove_by_entry(vm, entry, cell.cast())
        {
            i.dst().set(Value::TRUE);
            return Ok(());
        }
    }
    let result = vm.and_scrub_stack(|vm| cache::delete_field_miss(vm, receiver, site))?;
    i.dst().set(Value::bool(result));
    Ok(())
}

#[inline]
pub fn delete_index(vm: &mut Vm, i: DeleteIndex<Running>) -> JsResult<()> {
    let base = i.object();
    if base.is_nullish() {
        let text = vm.describe(base);
        return Err(vm.throw_type_error(format!("Cannot convert {text} to object")));
    }
    let key = convert::to_property_key(vm, i.key())?;
    let result = delete(vm, base, key, &i.0.code())?;
    i.dst().set(Value::bool(result));

    Ok(())
}

#[inline]
pub fn set_prototype(vm: &mut Vm, i: SetPrototype<Running>) -> JsResult<()> {
    let v = i.value();
    if v.is_null() || v.is_object() {
        object(i.object()).set_prototype_of(vm, v.as_object())?;
    }

    Ok(())
}

#[inline]
pub fn copy_data_properties(vm: &mut Vm, i: CopyDataProperties<Running>) -> JsResult<()> {
    let first = i.first();
    // SAFETY: the excluded keys are registers of the frame, which keep them alive; converting a key again runs nothing.
    let keys = unsafe { first.values(i.count()) };
    let target = object(i.target());
    if keys.is_empty() {
        return copy_properties::copy_data_properties(vm, target, i.source(), &[]);
    }
    let excluded: Vec<PropertyKey> =
        keys.iter().map(|key| convert::to_property_key(vm, *key)).collect::<JsResult<_>>()?;
    copy_properties::copy_data_properties(vm, target, i.source(), &excluded)
}

#[inline]
pub fn get_method(vm: &mut Vm, i: GetMethod<Running>) -> JsResult<()> {
    let key = key_constant(vm, &i.0.code(), i.key())?;
    let method = operations::get_method(vm, i.object(), key)?;
    i.dst().set(method.unwrap_or(Value::UNDEFINED));

    Ok(())
}

#[inline]
pub fn to_property_key(vm: &mut Vm, i: ToPropertyKey<Running>) -> JsResult<()> {
    let v = i.src();
    let key =
        if v.is_int() || v.is_string() || v.is_symbol() { v } else { convert::to_property_key(vm, v)?.to_value(vm)? };
    i.dst().set(key);

    Ok(())
}

#[inline]
pub fn get_prototype_of(vm: &mut Vm, i: GetPrototypeOf<Running>) -> JsResult<()> {
    let prototype = object(i.object()).get_prototype_of(vm)?;
    i.dst().set(prototype.map_or(Value::NULL, |p| p.value()));

    Ok(())
}

#[inline]
pub fn to_property_key_for(vm: &mut Vm, i: ToPropertyKeyFor<Running>) -> JsResult<()> {
    let (base, v) = (i.object(), i.key());
    if base.is_nullish() {
        return Err(throw_nullish_read(vm, base, v));
    }
    let key =
        if v.is_int() || v.is_string() || v.is_symbol() { v } else { convert::to_property_key(vm, v)?.to_value(vm)? };
    i.dst().set(key);

    Ok(())
}
