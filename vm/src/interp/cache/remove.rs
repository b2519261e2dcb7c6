//! DeleteField: what happens when a site misses, and what it learns.

use super::entry::set_place;
use super::site::{generic, missed};
use super::{add_entry, empty_entry, site_key};
use crate::object::Object;
use crate::object::shape::Shape;
use crate::runtime::convert;
use crate::string::PropertyKey;
use crate::vm::Vm;
use crate::{JsResult, Value};
use abi::cell::{FLAG_LAZY, FLAG_PROTOTYPE};
use abi::ic::*;
use gc::Gc;

/// A DeleteField whose entries do not match: whether the property is not there any more. A TypeError in strict code if it is.
#[cold]
#[inline(never)]
pub fn delete_field_miss(vm: &mut Vm, base: Value, site: &Site) -> JsResult<bool> {
    let key = site_key(site);
    let object = convert::to_object(vm, base)?;
    missed(site);
    let old = object.shape();
    let is_deleted = object.delete(vm, key)?;
    if !is_deleted && site.flags.get() & SITE_FLAG_STRICT != 0 {
        return Err(vm.throw_delete_failed(object, key));
    }
    if site.state.get() < SITE_MEGAMORPHIC {
        let before = vm.enter_cache_miss();
        match entry_for(vm, object, old, key).filter(|_| is_deleted) {
            Some(entry) => add_entry(vm, site, &entry),
            None => generic(vm, site),
        }
        vm.leave_state(before);
    }
    Ok(is_deleted)
}

/// What happened, seen from the shapes before and after: nothing, or exactly one property was removed, by a shared transition.
fn entry_for(vm: &Vm, object: Object, old: Gc<Shape>, key: PropertyKey) -> Option<CacheEntry> {
    let new = object.shape();
    if object.is_exotic() || object.header().has_flag(FLAG_LAZY) || old.is_dictionary() || new.is_dictionary() {
        return None;
    }
    let entry = empty_entry();
    entry.shape.set(vm.shape_index(old));
    match old.lookup(key) {
        None if new.ptr_eq(old) => entry.kind.set(EntryKind::of(Access::Keep)),
        Some(property) if !object.header().has_flag(FLAG_PROTOTYPE) && old.is_transition_without(key, new) => {
            entry.new_shape.set(vm.shape_index(new));
            set_place(&entry, Access::Remove, old.place(property.slot));
        }
        _ => return None,
    }
    Some(entry)
}
