//! The cache that megamorphic sites share, by shape and key. Accesses by computed names go by it, too.

use super::access::{accessor_by_entry, store_growing};
use super::load::learn_get;
use super::store::{is_storable, learn_set, may_be_written};
use super::{copy_entry, empty_entry, load_entry, new_site, site_key, store_entry};
use crate::object::lookup::Lookup;
use crate::object::shape::Shape;
use crate::object::{Object, table};
use crate::string::PropertyKey;
use crate::vm::Vm;
use crate::{JsResult, Value};
use abi::cell::{CellHeader, CellKind, FLAG_PROTOTYPE};
use abi::ic::*;
use gc::Gc;
use std::cell::Cell;

/// Misses of one shape and key, in a row at their place, after which an entry is made; more where it would drive out another. To make one takes several
/// times as long as to look the property up.
const MISSES_BEFORE_ENTRY: u32 = 1;
const MISSES_BEFORE_EVICTION: u32 = 3;
/// The bits of a place's word that count them.
const MISS_COUNT: u32 = 3;

/// Emptied by every collection.
pub struct MegamorphicCache {
    entries: Box<[MegamorphicEntry]>,
    /// For each of them, which shape and key missed last, and how often.
    misses: Box<[Cell<u32>]>,
}

impl Default for MegamorphicCache {
    fn default() -> Self {
        let entry = || MegamorphicEntry { key: Cell::new(0), entry: empty_entry() };
        MegamorphicCache {
            entries: (0..MEGAMORPHIC_ENTRIES).map(|_| entry()).collect(),
            misses: (0..MEGAMORPHIC_ENTRIES).map(|_| Cell::new(0)).collect(),
        }
    }
}

impl MegamorphicCache {
    #[inline(always)]
    fn slot(&self, shape: u32, bits: u64) -> &MegamorphicEntry {
        &self.entries[megamorphic_index(shape, bits)]
    }

    #[inline(always)]
    fn find_bits(&self, shape: u32, bits: u64) -> Option<&CacheEntry> {
        let slot = self.slot(shape, bits);
        if slot.key.get() == bits && slot.entry.shape.get() == shape { Some(&slot.entry) } else { None }
    }

    /// For compiled code.
    pub fn address(&self) -> *const MegamorphicEntry {
        self.entries.as_ptr()
    }

    /// Where objects of a shape have a property, or that they have none.
    #[inline]
    pub fn find(&self, shape: u32, key: PropertyKey) -> Option<&CacheEntry> {
        self.find_bits(shape, key.bits())
    }

    /// How objects of a shape get a property that they have not.
    #[inline]
    pub(super) fn find_adding(&self, shape: u32, key: PropertyKey) -> Option<&CacheEntry> {
        self.find_bits(shape, key.bits() ^ MEGAMORPHIC_ADDS)
    }

    pub(super) fn insert(&self, key: PropertyKey, new: &CacheEntry) {
        let adds = matches!(new.kind.get().access(), Access::Add(_));
        let bits = if adds { key.bits() ^ MEGAMORPHIC_ADDS } else { key.bits() };
        let slot = self.slot(new.shape.get(), bits);
        slot.key.set(bits);
        copy_entry(&slot.entry, new);
        self.misses[megamorphic_index(new.shape.get(), bits)].set(0);
    }

    /// Counts a miss, unless it has been often enough that an entry should be made, which this says.
    #[inline]
    fn is_due(&self, shape: u32, key: PropertyKey) -> bool {
        let place = megamorphic_index(shape, key.bits());
        let needed = if self.entries[place].key.get() == 0 { MISSES_BEFORE_ENTRY } else { MISSES_BEFORE_EVICTION };
        let missed = (((key.bits() >> 4) as u32) ^ shape.rotate_left(16)) & !MISS_COUNT;
        let last = self.misses[place].get();
        let count = if last & !MISS_COUNT == missed { last & MISS_COUNT } else { 0 };
        if count >= needed {
            return true;
        }
        self.misses[place].set(missed | (count + 1));
        false
    }

    pub fn clear(&self) {
        for slot in &self.entries {
            slot.key.set(0);
            crate::code::clear_entry(&slot.entry);
        }
    }
}

/// Lets the shared cache know a site's own entry: compiled code that goes the general way looks only there.
pub fn share_entry(vm: &Vm, site: &Site, entry: &CacheEntry) {
    vm.megamorphic.insert(site_key(site), entry);
}

/// Stores to a property by a computed name where that runs nothing: as the shared cache says, or as the shapes on the prototype chain do. False, without effect,
/// where it may run something, and where the shared cache should learn how it is done.
pub fn set_named(vm: &mut Vm, object: Object, key: PropertyKey, value: Value) -> JsResult<bool> {
    let Some(entry) = vm.megamorphic_store(object.header().shape.get(), key) else {
        return store_by_lookup(vm, object, key, value);
    };
    store_by_entry(vm, entry, object, value)
}

/// The same as the shared cache says, or to a dictionary: all else sites are to learn.
pub fn set_known(vm: &mut Vm, object: Object, key: PropertyKey, value: Value) -> JsResult<bool> {
    match vm.megamorphic_store(object.header().shape.get(), key) {
        Some(entry) => store_by_entry(vm, entry, object, value),
        None if object.shape().is_dictionary() => store_by_lookup(vm, object, key, value),
        None => Ok(false),
    }
}

/// Defines a property that an object has not, as the shared cache says. False, without effect, if it does not know.
pub fn define_named(vm: &mut Vm, object: Object, key: PropertyKey, value: Value) -> JsResult<bool> {
    let Some(entry) = vm.megamorphic.find_adding(object.header().shape.get(), key) else { return Ok(false) };
    let entry = std::ptr::from_ref(entry);
    store_by_entry(vm, entry, object, value)
}

/// Stores as an entry of the shared cache says; false, without effect, where it does not hold.
fn store_by_entry(vm: &mut Vm, entry: *const CacheEntry, object: Object, value: Value) -> JsResult<bool> {
    // SAFETY: entries of the shared cache stay where they are until the VM ends.
    let entry = unsafe { &*entry };
    Ok(store_entry(vm, entry, object.as_ptr(), value) || store_growing(vm, entry, object, value)?)
}

/// Stores to a plain object what is writable data of its own, or what neither it nor its prototypes have.
fn store_by_lookup(vm: &mut Vm, object: Object, key: PropertyKey, value: Value) -> JsResult<bool> {
    if !object.is_kind(CellKind::Object) || is_to_be_learned(vm, object, key) {
        return Ok(false);
    }
    match object.lookup(key) {
        Some(Lookup::Own(property)) => {
            let is_writable = property.is_writable() && !property.is_accessor();
            if is_writable {
                object.set_slot(vm, property.slot, value);
            }
            Ok(is_writable)
        }
        Some(Lookup::Absent) if object.shape().is_extensible() => {
            object.add_named(vm, key, value, table::DEFAULT)?;
            Ok(true)
        }
        _ => Ok(false),
    }
}

/// Whether the shared cache should get an entry for an access that it did not know. Dictionaries are searched as fast, and what is known of them makes their
/// next change slower.
#[inline]
fn is_to_be_learned(vm: &Vm, object: Object, key: PropertyKey) -> bool {
    !object.shape().is_dictionary() && vm.megamorphic.is_due(object.header().shape.get(), key)
}

/// What a store by a computed name found before it was done.
pub struct Before {
    shape: Gc<Shape>,
    was_prototype: bool,
    /// Some object of the shape has got the property before. Names that come once are not worth an entry.
    is_known_transition: bool,
}

impl Before {
    pub fn new(object: Object, key: PropertyKey) -> Before {
        let shape = object.shape();
        let is_known_transition = shape.after_adding(key, table::DEFAULT).is_some();
        Before { shape, was_prototype: object.header().has_flag(FLAG_PROTOTYPE), is_known_transition }
    }
}

/// The general way has stored to a property by a computed name: [`set_named`] may do it next time.
pub fn learn_set_named(vm: &mut Vm, object: Object, key: PropertyKey, before: Before) {
    let shape = vm.shape_index(before.shape);
    let is_new = object.header().shape.get() != shape;
    if is_new && vm.megamorphic.find_adding(shape, key).is_some() {
        return;
    }
    if !is_new && let Some(entry) = vm.megamorphic.find(shape, key) {
        if entry.kind.get().is_own()
            && let Some(property) = object.own_named(key)
        {
            // A name that comes again is one that sites write.
            if entry.flags.get() != ENTRY_STORABLE && may_be_written(vm, object, property) {
                vm.will_be_written(object.shape(), key, property.slot);
            }
            if is_storable(vm, object, key, property)
                && let Some(entry) = vm.megamorphic.find(shape, key)
            {
                entry.flags.set(ENTRY_STORABLE);
            }
        }
        // What loads know of the same name is not driven out: each would learn anew all the time.
        return;
    }
    let learned = if is_new {
        if !before.is_known_transition {
            return;
        }
        let site = shared_site(key);
        learn_set(vm, object, before.shape, before.was_prototype, &site, key, false)
    } else {
        // As to dictionaries, see `is_to_be_learned`.
        if object.shape().is_dictionary() || object.own_named(key).is_none_or(|property| property.is_accessor()) {
            return;
        }
        learn_named(vm, object, key)
    };
    // The store is done: that there is no memory to learn from it is nobody's exception.
    if learned.is_err() {
        vm.take_exception();
    }
}

/// A site of its own that is megamorphic from the start: what it learns goes to the shared cache.
fn shared_site(key: PropertyKey) -> Site {
    let site = new_site(key.bits(), 0, false);
    site.state.set(SITE_MEGAMORPHIC);
    site.first.kind.set(EntryKind::Constant);
    site
}

impl Vm {
    pub(super) fn megamorphic_store(&self, shape: u32, key: PropertyKey) -> Option<*const CacheEntry> {
        // Of words it takes the loads' entries, too.
        let own = |entry: &&CacheEntry| entry.kind.get().is_own() && entry.flags.get() == ENTRY_STORABLE;
        let entry = self.megamorphic.find(shape, key).filter(own);
        entry.or_else(|| self.megamorphic.find_adding(shape, key)).map(std::ptr::from_ref)
    }
}

impl Vm {
    /// How plain objects of a shape, given by its index, are stored to by a name, if the shared cache knows.
    pub fn known_store(&self, shape: u32, key: u64) -> Option<&CacheEntry> {
        let entry = self.megamorphic.find(shape, PropertyKey::from_bits(key))?;
        let kind = entry.kind.get();
        (kind.is_own() && entry.flags.get() == ENTRY_STORABLE).then_some(entry)
    }
}

/// The value of a named property, if the shared cache knows where it is.
#[inline]
pub fn find_named(vm: &Vm, object: Object, key: PropertyKey) -> Option<Value> {
    find_of_cell(vm, object.as_ptr().cast(), key)
}

/// The same of any cell that is a value: entries of strings are read as those of objects, and say what holds of strings.
#[inline]
pub fn find_of_cell(vm: &Vm, cell: *const CellHeader, key: PropertyKey) -> Option<Value> {
    // SAFETY: a value's cell is alive.
    let shape = unsafe { (*cell).shape.get() };
    load_entry(vm.megamorphic.find(shape, key)?, cell.cast_mut().cast())
}

/// A named property by a key that is no site's own, through the shared cache, which learns what it does not know.
#[inline]
pub fn get_named(vm: &mut Vm, object: Object, key: PropertyKey) -> JsResult {
    get_named_for(vm, object, key, object.value())
}

/// The same where getters are called on another receiver: a primitive value whose prototype the object is, or `this` of a property of `super`.
#[inline]
pub fn get_named_for(vm: &mut Vm, object: Object, key: PropertyKey, receiver: Value) -> JsResult {
    if let Some(value) = find_named(vm, object, key) {
        return Ok(value);
    }
    get_named_learning(vm, object, key, receiver)
}

/// The value of a named property that the shared cache does not know, as the shapes on the prototype chain tell; None where they do not, and where the shared cache
/// should learn it.
#[inline]
pub fn load_by_lookup(vm: &Vm, object: Object, key: PropertyKey) -> Option<Value> {
    if is_to_be_learned(vm, object, key) { None } else { object.lookup_value(key) }
}

#[inline(never)]
fn get_named_learning(vm: &mut Vm, object: Object, key: PropertyKey, receiver: Value) -> JsResult {
    if let Some(value) = load_by_lookup(vm, object, key) {
        return Ok(value);
    }
    let known = vm.megamorphic.find(object.header().shape.get(), key);
    if let Some(pair) = known.and_then(|entry| accessor_by_entry(entry, object.as_ptr())) {
        let getter = pair.get.get();
        return if getter.is_undefined() { Ok(Value::UNDEFINED) } else { vm.call(getter, receiver, &[]) };
    }
    learn_named(vm, object, key)?;
    object.get_with_receiver(vm, key, receiver)
}

/// The shared cache learns where a property is; nothing is run.
pub fn learn_named(vm: &mut Vm, object: Object, key: PropertyKey) -> JsResult<()> {
    learn_get(vm, object.value(), &shared_site(key), key)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::options::Options;

    /// An entry is made for what misses twice in a row, and where there is one already, for what misses four times.
    #[test]
    fn what_comes_seldom_gets_no_entry() {
        let mut vm = Vm::new(Options::default()).expect("a VM");
        let object = vm.new_object().expect("an object");
        let (shape, key) = (object.header().shape.get(), vm.names.length);
        let misses = |vm: &Vm, shape: u32| (1..9).find(|_| vm.megamorphic.is_due(shape, key));
        vm.megamorphic.clear();
        assert_eq!(misses(&vm, shape), Some(MISSES_BEFORE_ENTRY as usize + 1));
        assert!(vm.megamorphic.is_due(shape, key), "it stays due until there is one");
        learn_named(&mut vm, object, key).expect("memory");
        assert!(vm.megamorphic.find(shape, key).is_some());
        // Another shape at the same place.
        let place = megamorphic_index(shape, key.bits());
        let other =
            (shape + 1..).find(|other| megamorphic_index(*other, key.bits()) == place).expect("places are fewer");
        assert_eq!(misses(&vm, other), Some(MISSES_BEFORE_EVICTION as usize + 1));
        learn_named(&mut vm, object, key).expect("memory");
        assert!(!vm.megamorphic.is_due(other, key));
        assert!(!vm.megamorphic.is_due(shape, key), "who comes in between begins anew");
        assert!(!vm.megamorphic.is_due(other, key));
    }
}
