//! GetField: what happens when a site misses, and what it learns.

use super::access::cached_accessor;
use super::entry::{set_accessor_place, set_own_place, set_place, valid_pointer};
use super::site::{find_more, generic, missed};
use super::store::is_storable;
use super::{add_entry, empty_entry, find_of_cell, get_named_for, load_by_lookup, load_entry, share_entry, site_key};
use crate::native::{NativeFunction, NumberGetter};
use crate::object::Object;
use crate::object::property::Accessor;
use crate::object::shape::SlotPlace;
use crate::runtime::operations;
use crate::string::PropertyKey;
use crate::vm::Vm;
use crate::{JsResult, Value, ValueExt};
use abi::cell::{CellKind, FLAG_LAZY};
use abi::ic::*;
use abi::object::JsObject;
use std::ptr::{fn_addr_eq, null, null_mut};

/// Looks a property up for a GetField site whose entries do not match, and lets the site learn.
#[cold]
#[inline(never)]
pub fn get_field_miss(vm: &mut Vm, receiver: Value, site: &Site) -> JsResult {
    let key = site_key(site);
    if !receiver.is_cell() {
        if let Some(prototype) = vm.primitive_prototype(receiver).filter(|_| !key.is_index()) {
            return get_named_for(vm, prototype, key, receiver);
        }
        return operations::get_v(vm, receiver, key);
    }
    if receiver.is_kind(CellKind::Proxy) {
        return super::proxy::get(vm, receiver, site, key);
    }
    get_miss(vm, receiver, receiver, site, key)
}

/// The same for a GetSuperField site: what is looked up in is the super base, an object or null, and `this` the receiver.
#[cold]
#[inline(never)]
pub fn get_super_field_miss(vm: &mut Vm, this: Value, base: Value, site: &Site) -> JsResult {
    let key = site_key(site);
    match base.as_object() {
        None => Err(vm.throw_read_of_nullish(Value::NULL, key)),
        Some(object) if object.is_kind(CellKind::Proxy) => object.get_with_receiver(vm, key, this),
        Some(_) => get_miss(vm, base, this, site, key),
    }
}

/// `base` is a cell, and no proxy.
fn get_miss(vm: &mut Vm, base: Value, receiver: Value, site: &Site, key: PropertyKey) -> JsResult {
    // SAFETY: the base is a cell.
    let shape = unsafe { (*base.as_cell()).shape.get() };
    if let Some(entry) = find_more(site, shape)
        && let Some(value) = load_entry(entry, base.as_cell().cast())
    {
        share_entry(vm, site, entry);
        return Ok(value);
    }
    if site.state.get() == SITE_MEGAMORPHIC
        && let Some(value) = load_megamorphic(vm, base, key)
    {
        return Ok(value);
    }
    // A cached accessor needs no new entry.
    if let Some(pair) = cached_accessor(site, shape, base) {
        let getter = pair.get.get();
        return if getter.is_undefined() { Ok(Value::UNDEFINED) } else { vm.call(getter, receiver, &[]) };
    }
    missed(site);
    let before = vm.enter_cache_miss();
    let learned = learn_get(vm, base, site, key);
    vm.leave_state(before);
    learned?;
    match base.as_object() {
        Some(object) => object.get_with_receiver(vm, key, receiver),
        None => operations::get_v(vm, base, key),
    }
}

/// The value of a named property of a cell, where the shared cache or the shapes on the prototype chain tell it.
fn load_megamorphic(vm: &Vm, base: Value, key: PropertyKey) -> Option<Value> {
    find_of_cell(vm, base.as_cell(), key).or_else(|| load_by_lookup(vm, base.as_object()?, key))
}

/// Where a property's value is.
pub struct Found {
    pub place: SlotPlace,
    /// Null where it is the object's own.
    pub holder: *mut JsObject,
    /// The byte that says that the prototype chain is still the same; null for own properties.
    pub validity: *const u8,
}

impl Vm {
    /// Where ordinary objects of a shape, given by its index, have a data property, if that can be told without changing anything: of prototype
    /// chains that are watched already.
    pub fn find_data(&self, shape: u32, key: u64) -> Option<Found> {
        let (shape, key) = (self.shape_at(shape), PropertyKey::from_bits(key));
        if shape.is_dictionary() || key.is_index() {
            return None;
        }
        if let Some(property) = shape.lookup(key) {
            let place = shape.place(property.slot);
            return (!property.is_accessor()).then_some(Found { place, holder: null_mut(), validity: null() });
        }
        let mut link = shape.prototype();
        let validity = self.known_chain(link?)?;
        while let Some(holder) = link {
            if holder.is_exotic() || holder.header().has_flag(FLAG_LAZY) || holder.is_kind(CellKind::Array) {
                return None;
            }
            if let Some(property) = holder.own_named(key) {
                let (place, holder) = (holder.shape().place(property.slot), holder.as_ptr());
                return (!property.is_accessor()).then_some(Found { place, holder, validity });
            }
            link = holder.shape().prototype();
        }
        None
    }

    /// The prototype that property access on a primitive starts at.
    pub fn primitive_prototype(&self, value: Value) -> Option<Object> {
        let realm = self.realm();
        if value.is_string() {
            Some(realm.string_prototype)
        } else if value.is_number() {
            Some(realm.number_prototype)
        } else if value.is_bool() {
            Some(realm.boolean_prototype)
        } else if value.is_symbol() {
            Some(realm.symbol_prototype)
        } else if value.is_bigint() {
            Some(realm.bigint_prototype)
        } else {
            None
        }
    }
}

pub(super) fn learn_get(vm: &mut Vm, receiver: Value, site: &Site, key: PropertyKey) -> JsResult<()> {
    if key.is_index() || site.state.get() == SITE_GENERIC {
        return Ok(());
    }
    let entry = empty_entry();
    let first = match receiver.as_object() {
        Some(object) => {
            object.reify_for(vm, key)?;
            if object.is_exotic() && !is_ordinary_for(vm, object, key) {
                generic(vm, site);
                return Ok(());
            }
            if key == vm.names.length && object.is_kind(CellKind::Array) {
                entry.shape.set(object.header().shape.get());
                entry.kind.set(EntryKind::ArrayLength);
                add_entry(vm, site, &entry);
                return Ok(());
            }
            entry.shape.set(object.header().shape.get());
            if let Some(property) = object.own_named(key) {
                if object.shape().is_dictionary() {
                    object.shape().mark_cached();
                }
                let place = object.shape().place(property.slot);
                if property.is_accessor() {
                    entry.validity.set(valid_pointer(vm.always_valid()?));
                    set_accessor_place(&entry, place);
                } else {
                    set_own_place(&entry, place);
                    if is_storable(vm, object, key, property) {
                        entry.flags.set(ENTRY_STORABLE);
                    }
                }
                add_entry(vm, site, &entry);
                return Ok(());
            }
            if object.shape().is_dictionary() {
                object.shape().mark_cached();
            }
            object.shape().prototype()
        }
        None => {
            let Some(prototype) = vm.primitive_prototype(receiver) else { return Ok(()) };
            // SAFETY: not an object, but a cell: string, symbol or BigInt.
            entry.shape.set(unsafe { (*receiver.as_cell()).shape.get() });
            if receiver.is_string() && key == vm.names.length {
                entry.kind.set(EntryKind::StringLength);
                add_entry(vm, site, &entry);
                return Ok(());
            }
            Some(prototype)
        }
    };
    let Some(validity) = vm.chain_validity(first)? else {
        generic(vm, site);
        return Ok(());
    };
    entry.validity.set(valid_pointer(validity));
    let mut link = first;
    while let Some(holder) = link {
        holder.reify_for(vm, key)?;
        if holder.is_kind(CellKind::Array) && key == vm.names.length {
            return Ok(());
        }
        if let Some(property) = holder.own_named(key) {
            let place = holder.shape().place(property.slot);
            entry.holder.set(holder.as_ptr());
            if !property.is_accessor() {
                set_place(&entry, |storage| Access::Word(Base::Holder, storage), place);
            } else if let Some(kind) = read_by_getter(vm, receiver, holder, property.slot) {
                entry.kind.set(kind);
            } else {
                set_accessor_place(&entry, place);
            }
            // Materializing may have fired the cell just made.
            if validity.valid.get() == 1 {
                add_entry(vm, site, &entry);
            }
            return Ok(());
        }
        link = holder.shape().prototype();
    }
    entry.kind.set(EntryKind::Absent);
    if validity.valid.get() == 1 {
        add_entry(vm, site, &entry);
    }
    Ok(())
}

/// An exotic object treats this key as an ordinary one does: typed arrays and arguments answer for numeric keys alone.
fn is_ordinary_for(vm: &mut Vm, object: Object, key: PropertyKey) -> bool {
    match object.kind() {
        CellKind::Arguments => !key.is_index(),
        CellKind::TypedArray => key.is_symbol() || key.as_string_cell().is_some_and(|s| starts_like_a_name(vm, s)),
        _ => false,
    }
}

/// The string cannot be a CanonicalNumericIndexString: those begin with a digit, a minus sign, or as Infinity and NaN do.
fn starts_like_a_name(vm: &mut Vm, s: crate::JsString) -> bool {
    if s.is_empty() {
        return true;
    }
    match s.unit_at(vm, 0) {
        Ok(unit) => !matches!(unit, 0x2d | 0x30..=0x39 | 0x49 | 0x4e),
        Err(_) => {
            vm.take_exception();
            false
        }
    }
}

/// The accessor in the holder's slot has a getter that only reads a number of such receivers.
fn read_by_getter(vm: &Vm, receiver: Value, holder: Object, slot: u32) -> Option<EntryKind> {
    let getter = Accessor::of(holder.slot(slot)).get.get();
    let function = getter.as_object()?.downcast::<NativeFunction>()?.function;
    let is_it = |(kind, getter, _): &&NumberGetter| receiver.is_kind(*kind) && fn_addr_eq(*getter, function);
    vm.number_getters.iter().find(is_it).map(|(.., kind)| *kind)
}
