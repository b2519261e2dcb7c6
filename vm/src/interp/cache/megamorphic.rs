//! The cache that megamorphic sites share, by shape and key. Accesses by computed names go by it, too.

use super::load::learn_get;
use super::store::is_storable;
use super::{copy_entry, empty_entry, load_entry, new_site, site_key, store_entry};
use crate::object::Object;
use crate::runtime::operations;
use crate::string::PropertyKey;
use crate::vm::Vm;
use crate::{JsResult, Value};
use abi::ic::*;
use std::cell::Cell;

/// Emptied by every collection.
pub struct MegamorphicCache {
    entries: Box<[MegamorphicEntry]>,
}

impl Default for MegamorphicCache {
    fn default() -> Self {
        let entry = || MegamorphicEntry { key: Cell::new(0), entry: empty_entry() };
        MegamorphicCache { entries: (0..MEGAMORPHIC_ENTRIES).map(|_| entry()).collect() }
    }
}

impl MegamorphicCache {
    #[inline(always)]
    fn slot(&self, shape: u32, key: PropertyKey) -> &MegamorphicEntry {
        &self.entries[megamorphic_index(shape, key.bits())]
    }

    /// For compiled code.
    pub fn address(&self) -> *const MegamorphicEntry {
        self.entries.as_ptr()
    }

    #[inline]
    pub fn find(&self, shape: u32, key: PropertyKey) -> Option<&Entry> {
        let slot = self.slot(shape, key);
        if slot.key.get() == key.bits() && slot.entry.shape.get() == shape { Some(&slot.entry) } else { None }
    }

    pub(super) fn insert(&self, key: PropertyKey, new: &Entry) {
        let slot = self.slot(new.shape.get(), key);
        slot.key.set(key.bits());
        copy_entry(&slot.entry, new);
    }

    pub fn clear(&self) {
        for slot in &self.entries {
            slot.key.set(0);
            crate::code::clear_entry(&slot.entry);
        }
    }
}

/// Lets the shared cache know a megamorphic site's own entry: compiled code looks only there.
pub fn share_entry(vm: &Vm, site: &Site, entry: &Entry) {
    if site.state.get() == SITE_MEGAMORPHIC {
        vm.megamorphic.insert(site_key(site), entry);
    }
}

/// Stores to a property of the object's own by a computed name, as the shared cache says; false if it does not know the way.
pub fn set_named(vm: &mut Vm, object: Object, key: PropertyKey, value: Value) -> bool {
    let Some(entry) = vm.megamorphic.find(object.header().shape.get(), key) else { return false };
    if !entry.kind.get().is_own() || entry.flags.get() != ENTRY_STORABLE {
        return false;
    }
    let entry = std::ptr::from_ref(entry);
    // SAFETY: entries of the shared cache stay where they are until the VM ends.
    store_entry(vm, unsafe { &*entry }, object.as_ptr(), value)
}

/// The general way has stored to a property by a computed name, of an object that had the shape before: [`set_named`] may do it next time.
pub fn learn_set_named(vm: &mut Vm, object: Object, key: PropertyKey, shape: u32) {
    if object.header().shape.get() != shape {
        return;
    }
    if let Some(entry) = vm.megamorphic.find(shape, key) {
        if entry.kind.get().is_own()
            && let Some(property) = object.own_named(key)
            && is_storable(vm, object, key, property)
        {
            entry.flags.set(ENTRY_STORABLE);
        }
        return;
    }
    // As to dictionaries, see `whereabouts`.
    if object.shape().is_dictionary() || object.own_named(key).is_none_or(|property| property.is_accessor()) {
        return;
    }
    // The store is done: that there is no memory to learn from it is nobody's exception.
    if learn_named(vm, object, key).is_err() {
        vm.take_exception();
    }
}

impl Vm {
    pub(super) fn megamorphic_store(&self, shape: u32, key: PropertyKey) -> Option<*const Entry> {
        // Stores and loads share the cache.
        let entry = self.megamorphic.find(shape, key)?;
        let kind = entry.kind.get();
        // Of words it takes the loads' entries, too.
        let stores = kind.can_store() && (!kind.is_own() || entry.flags.get() == ENTRY_STORABLE);
        stores.then_some(std::ptr::from_ref(entry))
    }
}

/// A named property by a key that is no site's own, through the shared cache, which learns what it does not know.
#[inline]
pub fn get_named(vm: &mut Vm, object: Object, key: PropertyKey) -> JsResult {
    if let Some(entry) = vm.megamorphic.find(object.header().shape.get(), key)
        && let Some(value) = load_entry(entry, object.as_ptr())
    {
        return Ok(value);
    }
    get_named_learning(vm, object, key)
}

#[inline(never)]
fn get_named_learning(vm: &mut Vm, object: Object, key: PropertyKey) -> JsResult {
    learn_named(vm, object, key)?;
    operations::get_v(vm, object.value(), key)
}

/// The shared cache learns where a property is; nothing is run.
pub fn learn_named(vm: &mut Vm, object: Object, key: PropertyKey) -> JsResult<()> {
    // A site of its own that is megamorphic from the start.
    let site = new_site(key.bits(), 0, false);
    site.state.set(SITE_MEGAMORPHIC);
    site.first.kind.set(EntryKind::Constant);
    learn_get(vm, object.value(), &site, key)
}

/// Where an object has a named property.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Whereabouts {
    Own,
    /// Not its own. On the prototype chain, or not at all, if that is known.
    Elsewhere(Option<bool>),
}

/// What the shared cache tells of a property; `Err` where it knows nothing, with whether it should learn. Dictionaries are searched as fast, and what is
/// known of them makes their next change slower.
pub fn whereabouts(vm: &Vm, object: Object, key: PropertyKey) -> Result<Whereabouts, bool> {
    let Some(entry) = vm.megamorphic.find(object.header().shape.get(), key) else {
        return Err(!object.shape().is_dictionary());
    };
    // SAFETY: entries that name a validity cell name a live one.
    let holds = || unsafe { (*entry.validity.get()).get() } == 1;
    match entry.kind.get().access() {
        Access::Word(Base::Receiver, _) => Ok(Whereabouts::Own),
        Access::Word(Base::Holder, _) => Ok(Whereabouts::Elsewhere(holds().then_some(true))),
        Access::Undefined => Ok(Whereabouts::Elsewhere(holds().then_some(false))),
        _ => Err(false),
    }
}
