//! CopyDataProperties (sec. 7.3.26), which spread and rest properties are, and Object.assign of plain objects.
//!
//! Copying a plain object to another one adds the same properties in the same order each time: which shape the target gets, and which slot goes where,
//! follows from the shapes of both. That is remembered by them, and the slots are copied at once.

use super::convert;
use super::operations::create_data_property_or_throw;
use crate::object::lookup::Lookup;
use crate::object::shape::{CONSTANTS, DICTIONARY, GLOBALS, NOT_EXTENSIBLE, Shape};
use crate::object::{KeyList, Object, table};
use crate::string::PropertyKey;
use crate::vm::Vm;
use crate::{JsResult, Value};
use abi::cell::{CellKind, FLAG_LAZY, FLAG_PROTOTYPE};
use gc::Gc;
use smallvec::SmallVec;
use std::cell::Cell;
use std::ptr;
use std::rc::Rc;

/// Entries of [`Copies`], a power of two.
const REMEMBERED: usize = 128;

/// What copying makes of objects, by shapes. Holds nothing alive: to be cleared by every collection.
#[derive(Default)]
pub struct Copies {
    entries: Vec<Entry>,
}

#[derive(Clone)]
struct Entry {
    pair: Pair,
    excluded: SmallVec<[PropertyKey; 2]>,
    /// None where the two have met only once: most will not again.
    copy: Option<Copy>,
}

/// Where all of a target's properties may be written, or any be added, and of a source all that is copied may be.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Pair {
    target: *const Shape,
    source: *const Shape,
}

#[derive(Clone)]
struct Copy {
    /// What the target gets.
    shape: Gc<Shape>,
    /// The source's slots, and where they go; None where all are copied, each to the slot of the same number.
    moves: Option<Rc<[(u32, u32)]>>,
    /// While the byte is 1, the target inherits none of the properties that are added, so that to set them is to define them. Null where that is not known.
    validity: *const Cell<u8>,
}

impl Copy {
    fn is_assignment(&self) -> bool {
        // SAFETY: entries are forgotten before their validity cells are freed.
        !self.validity.is_null() && unsafe { (*self.validity).get() } == 1
    }
}

impl Copies {
    fn place(pair: Pair) -> usize {
        let spread = |shape: *const Shape, factor: u64| (shape.addr() as u64 >> 4).wrapping_mul(factor);
        let mixed = spread(pair.target, 0x9e37_79b9_7f4a_7c15) ^ spread(pair.source, 0xc2b2_ae3d_27d4_eb4f);
        (mixed >> 32) as usize % REMEMBERED
    }

    #[inline]
    fn find(&self, pair: Pair, excluded: &[PropertyKey]) -> Option<&Entry> {
        self.entries.get(Self::place(pair)).filter(|entry| entry.pair == pair && entry.excluded[..] == *excluded)
    }

    fn insert(&mut self, entry: Entry) {
        if self.entries.is_empty() {
            let none = Pair { target: ptr::null(), source: ptr::null() };
            self.entries.resize(REMEMBERED, Entry { pair: none, excluded: SmallVec::new(), copy: None });
        }
        let place = Self::place(entry.pair);
        self.entries[place] = entry;
    }

    pub(crate) fn clear(&mut self) {
        self.entries.clear();
    }
}

/// `CopyDataProperties(target, source, excludedItems)`, `object` being the target.
pub fn copy_data_properties(vm: &mut Vm, object: Object, source: Value, excluded: &[PropertyKey]) -> JsResult<()> {
    if source.is_nullish() {
        return Ok(());
    }
    let from = convert::to_object(vm, source)?;
    if let Some(pair) = pair_of(object, from) {
        if let Some(copy) = vm.copies.find(pair, excluded).and_then(|entry| entry.copy.clone()) {
            return copy_slots(vm, object, from, copy);
        }
        if has_only_plain_slots(from) && has_only_plain_slots(object) {
            return copy_plainly(vm, object, from, excluded, ptr::null());
        }
    }
    let keys: KeyList = from.own_property_keys(vm)?;
    for i in 0..keys.len() {
        vm.spend(1)?;
        let key = keys.get(i);
        if excluded.contains(&key) {
            continue;
        }
        let Some(descriptor) = from.get_own_property(vm, key)? else { continue };
        if descriptor.enumerable == Some(true) {
            // Of a plain data property the descriptor holds the value; a proxy's must be asked again.
            let value = match descriptor.value {
                Some(value) if !from.is_kind(CellKind::Proxy) => value,
                _ => from.get(vm, key)?,
            };
            create_data_property_or_throw(vm, object, key, value)?;
        }
    }
    Ok(())
}

/// What `Object.assign(object, from)` does of plain objects, where nothing that the target inherits has a say. False, without effect, of others.
pub fn assign_plainly(vm: &mut Vm, object: Object, from: Object) -> JsResult<bool> {
    let Some(pair) = pair_of(object, from) else { return Ok(false) };
    let known = vm.copies.find(pair, &[]).and_then(|entry| entry.copy.clone());
    if let Some(copy) = known.filter(Copy::is_assignment) {
        return copy_slots(vm, object, from, copy).map(|()| true);
    }
    if !has_only_plain_slots(from) || !has_only_plain_slots(object) || inherits_any(object, from) {
        return Ok(false);
    }
    let Some(validity) = vm.chain_validity(object.shape().prototype())? else { return Ok(false) };
    copy_plainly(vm, object, from, &[], &raw const validity.valid).map(|()| true)
}

/// Whether the target inherits a property that it would get from the source, or that cannot be told.
fn inherits_any(object: Object, from: Object) -> bool {
    let mut inherits = false;
    from.shape().for_each(|key, _| {
        inherits |= !matches!(object.lookup(key), Some(Lookup::Own(_) | Lookup::Absent));
    });
    inherits
}

/// Copies all but some properties of an object that has plain slots alone to another such object: neither runs anything. What has been copied before is remembered,
/// with the validity byte of an assignment.
fn copy_plainly(
    vm: &mut Vm,
    object: Object,
    from: Object,
    excluded: &[PropertyKey],
    validity: *const Cell<u8>,
) -> JsResult<()> {
    let Some(pair) = pair_of(object, from) else { return Ok(()) };
    let mut properties: SmallVec<[(PropertyKey, u32); 16]> = SmallVec::new();
    // The source's shape keeps the keys alive.
    from.shape().for_each(|key, property| {
        if !excluded.contains(&key) {
            properties.push((key, property.slot));
        }
    });
    vm.spend(properties.len())?;
    for &(key, slot) in &properties {
        let value = from.slot(slot);
        match object.shape().lookup(key) {
            Some(property) => object.set_slot(vm, property.slot, value),
            None => object.add_named(vm, key, value, table::DEFAULT)?,
        }
    }
    let shape = object.shape();
    if takes_plain_slots(shape) {
        let is_second = vm.copies.find(pair, excluded).is_some();
        let copy = is_second.then(|| {
            let places = properties.iter().map(|&(key, slot)| Some((slot, shape.lookup(key)?.slot)));
            let moves: Vec<(u32, u32)> = places.flatten().collect();
            let are_all = moves.len() as u32 == shape.slot_count() && moves.iter().all(|(from, to)| from == to);
            Copy { shape, moves: (!are_all).then(|| moves.into()), validity }
        });
        vm.copies.insert(Entry { pair, excluded: excluded.into(), copy });
    }
    Ok(())
}

/// The shapes of a target and a source of which these tell all, once it is known that the properties are plain.
fn pair_of(object: Object, from: Object) -> Option<Pair> {
    let tell = has_nothing_but_slots(object)
        && has_nothing_but_slots(from)
        && !object.header().has_flag(FLAG_PROTOTYPE)
        && takes_plain_slots(object.shape());
    tell.then(|| Pair { target: object.shape().as_ptr(), source: from.shape().as_ptr() })
}

/// Objects of the shape share it, may get properties, and nobody must hear of what is written to them.
fn takes_plain_slots(shape: Gc<Shape>) -> bool {
    shape.flags() & (DICTIONARY | NOT_EXTENSIBLE | GLOBALS | CONSTANTS) == 0
}

/// What an object's shape does not tell: no elements, nothing lazy or exotic.
fn has_nothing_but_slots(object: Object) -> bool {
    !object.is_exotic() && !object.header().has_flag(FLAG_LAZY) && object.elements_end() == 0
}

/// An ordinary object all of whose properties are named data properties, writable, enumerable and configurable, slots in order of their making.
fn has_only_plain_slots(object: Object) -> bool {
    let shape = object.shape();
    let mut slot = 0;
    let mut is_plain = object.is_kind(CellKind::Object) && !shape.is_dictionary();
    if is_plain {
        shape.for_each(|key, property| {
            is_plain &= key.is_string() && property.attributes == table::DEFAULT && property.slot == slot;
            slot += 1;
        });
    }
    is_plain && slot == shape.slot_count()
}

/// Copies what is known to be copied between objects of two shapes.
fn copy_slots(vm: &mut Vm, object: Object, from: Object, copy: Copy) -> JsResult<()> {
    let count = copy.shape.slot_count();
    vm.spend(copy.moves.as_ref().map_or(count as usize, |moves| moves.len()))?;
    // Room first: that may collect, and the shape is alive by being on this stack.
    let shape = crate::vm::opaque(copy.shape);
    object.ensure_slots(vm, count)?;
    object.set_shape(vm, shape);
    match copy.moves {
        None => object.copy_slots(vm, from, count),
        Some(moves) => object.copy_some_slots(vm, from, &moves),
    }
    Ok(())
}
