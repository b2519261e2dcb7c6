//! SetField and DefineField: what happens when a site misses, and what it learns.

use super::access::{cached_accessor, store_growing};
use super::entry::{set_accessor_place, set_own_place, set_place, valid_pointer};
use super::site::{find_more, generic, missed};
use super::{add_entry, define_named, empty_entry, find_entry, set_named, share_entry, site_key, store_entry};
use crate::object::shape::{Property, Shape};
use crate::object::{Object, table};
use crate::runtime::operations;
use crate::string::PropertyKey;
use crate::vm::Vm;
use crate::{JsResult, Value, ValueExt};
use abi::cell::{CellKind, FLAG_LAZY, FLAG_PROTOTYPE};
use abi::ic::*;
use gc::Gc;

/// A SetField (or, with `define`, DefineField) whose entries do not match.
#[cold]
#[inline(never)]
pub fn set_field_miss(vm: &mut Vm, receiver: Value, value: Value, site: &Site, define: bool) -> JsResult<()> {
    let key = site_key(site);
    let Some(object) = receiver.as_object() else {
        return set_on_primitive(vm, receiver, key, value, site.flags.get() & SITE_FLAG_STRICT != 0);
    };
    if !define && object.is_kind(CellKind::Proxy) {
        return super::proxy::set(vm, object, value, site, key);
    }
    let shape = object.header().shape.get();
    if let Some(entry) = find_more(site, shape)
        && store_entry(vm, entry, object.as_ptr(), value)
    {
        if !define {
            share_entry(vm, site, entry);
        }
        return Ok(());
    }
    if site.state.get() == SITE_MEGAMORPHIC {
        let is_stored = if define { define_named(vm, object, key, value)? } else { set_named(vm, object, key, value)? };
        if is_stored {
            return Ok(());
        }
    }
    if let Some(entry) = find_entry(site, shape)
        && store_growing(vm, entry, object, value)?
    {
        return Ok(());
    }
    if !define && let Some(pair) = cached_accessor(site, shape, receiver) {
        let setter = pair.set.get();
        if !setter.is_undefined() {
            vm.call(setter, receiver, &[value])?;
            return Ok(());
        }
    }
    missed(site);
    let old_shape = object.shape();
    let was_prototype = object.header().has_flag(FLAG_PROTOTYPE);
    if define {
        operations::create_data_property_or_throw(vm, object, key, value)?;
    } else if !object.set_with_receiver(vm, key, value, receiver)? {
        if site.flags.get() & SITE_FLAG_STRICT != 0 {
            return Err(vm.throw_set_failed(receiver, key));
        }
        return Ok(());
    }
    let before = vm.enter_cache_miss();
    let learned = learn_set(vm, object, old_shape, was_prototype, site, key, define);
    vm.leave_state(before);
    learned
}

/// What happened in a store, seen from the shapes before and after.
pub(super) fn learn_set(
    vm: &mut Vm,
    object: Object,
    old: Gc<Shape>,
    was_prototype: bool,
    site: &Site,
    key: PropertyKey,
    define: bool,
) -> JsResult<()> {
    if key.is_index() || site.state.get() == SITE_GENERIC {
        return Ok(());
    }
    if object.is_exotic()
        || object.header().has_flag(FLAG_LAZY)
        || (object.is_kind(CellKind::Array) && key == vm.names.length)
    {
        generic(vm, site);
        return Ok(());
    }
    let entry = empty_entry();
    let new = object.shape();
    entry.shape.set(vm.shape_index(old));
    if new.ptr_eq(old) {
        let Some(property) = new.lookup(key) else {
            // A setter on the chain.
            return if define { Ok(()) } else { learn_setter(vm, object, site, key) };
        };
        if property.is_accessor() {
            return if define { Ok(()) } else { learn_setter(vm, object, site, key) };
        }
        if property.attributes & table::WRITABLE == 0 || (define && property.attributes != table::DEFAULT) {
            return Ok(());
        }
        if !vm.is_mutable_slot(object, property.slot) {
            // The first value of a global variable, or the same once more.
            if site.missed.get() > 1 {
                vm.global_changes(object, property.slot);
            }
            return Ok(());
        }
        if new.is_dictionary() {
            new.mark_cached();
        }
        vm.will_be_written(new, key, property.slot);
        set_own_place(&entry, new.place(property.slot));
        entry.flags.set(ENTRY_STORABLE);
        add_entry(vm, site, &entry);
        return Ok(());
    }
    // Exactly one property was added at the end, by a shared transition.
    if was_prototype || old.is_dictionary() || new.is_dictionary() || new.slot_count() != old.slot_count() + 1 {
        return Ok(());
    }
    let Some(property) = new.lookup(key) else { return Ok(()) };
    if property.attributes != table::DEFAULT || property.slot != old.slot_count() || old.lookup(key).is_some() {
        return Ok(());
    }
    let validity = if define { Some(vm.always_valid()?) } else { vm.chain_validity(old.prototype())? };
    let Some(validity) = validity else { return Ok(()) };
    entry.validity.set(valid_pointer(validity));
    entry.new_shape.set(vm.shape_index(new));
    set_place(&entry, Access::Add, new.place(property.slot));
    add_entry(vm, site, &entry);
    Ok(())
}

fn learn_setter(vm: &mut Vm, object: Object, site: &Site, key: PropertyKey) -> JsResult<()> {
    let entry = empty_entry();
    let Some(validity) = vm.chain_validity(object.shape().prototype())? else { return Ok(()) };
    let mut link = Some(object);
    while let Some(holder) = link {
        if let Some(property) = holder.own_named(key) {
            if property.is_accessor() && !holder.header().has_flag(FLAG_LAZY) {
                entry.shape.set(object.header().shape.get());
                if object.shape().is_dictionary() {
                    object.shape().mark_cached();
                }
                entry.validity.set(valid_pointer(validity));
                if holder != object {
                    entry.holder.set(holder.as_ptr());
                }
                set_accessor_place(&entry, holder.shape().place(property.slot));
                add_entry(vm, site, &entry);
            }
            return Ok(());
        }
        link = holder.shape().prototype();
    }
    Ok(())
}

/// PutValue on a primitive base: setters on the prototype run, all else fails.
pub fn set_on_primitive(vm: &mut Vm, base: Value, key: PropertyKey, value: Value, strict: bool) -> JsResult<()> {
    if base.is_nullish() {
        return Err(vm.throw_set_of_nullish(base, key));
    }
    let object = crate::runtime::convert::to_object(vm, base)?;
    // OrdinarySet with the primitive as receiver: own properties of the wrapper are looked at too.
    if !object.set_with_receiver(vm, key, value, base)? && strict {
        return Err(vm.throw_set_failed(base, key));
    }
    Ok(())
}

/// Whether a store may go by an entry for loads of a data property of the object's own.
pub(super) fn is_storable(vm: &Vm, object: Object, key: PropertyKey, property: Property) -> bool {
    may_be_written(vm, object, property) && object.shape().is_written(key)
}

/// The same, once it is known that sites write the property.
pub(super) fn may_be_written(vm: &Vm, object: Object, property: Property) -> bool {
    !object.is_exotic()
        && !object.header().has_flag(FLAG_LAZY)
        && vm.is_mutable_slot(object, property.slot)
        && property.attributes & table::WRITABLE != 0
}
