//! CopyDataProperties (sec. 7.3.26), which spread and rest properties are.
//!
//! Copying a plain object into an empty one adds the same properties in the same order each time, so that the copy's shape follows from both shapes:
//! that is remembered by them, and the slots are copied at once.

use super::convert;
use super::operations::create_data_property_or_throw;
use crate::object::shape::Shape;
use crate::object::{KeyList, Object, table};
use crate::string::PropertyKey;
use crate::vm::Vm;
use crate::{JsResult, Value};
use abi::cell::{CellKind, FLAG_LAZY, FLAG_PROTOTYPE};
use gc::Gc;
use smallvec::SmallVec;
use std::ptr;

/// Entries of [`Copies`], a power of two.
const REMEMBERED: usize = 64;

/// What shapes empty objects have got by copying. Holds nothing alive: to be cleared by every collection.
#[derive(Default)]
pub struct Copies {
    entries: Vec<Copy>,
}

#[derive(Clone)]
struct Copy {
    /// Of the empty object, of the copied one, and of the copy.
    empty: *const Shape,
    source: *const Shape,
    copy: Option<Gc<Shape>>,
}

impl Copies {
    fn place(empty: Gc<Shape>, source: Gc<Shape>) -> usize {
        ((empty.as_ptr().addr() >> 6) ^ (source.as_ptr().addr() >> 5)) % REMEMBERED
    }

    fn find(&self, empty: Gc<Shape>, source: Gc<Shape>) -> Option<Gc<Shape>> {
        let entry = self.entries.get(Self::place(empty, source))?;
        let is_it = ptr::eq(entry.empty, empty.as_ptr()) && ptr::eq(entry.source, source.as_ptr());
        entry.copy.filter(|_| is_it)
    }

    fn insert(&mut self, empty: Gc<Shape>, source: Gc<Shape>, copy: Gc<Shape>) {
        if self.entries.is_empty() {
            self.entries.resize(REMEMBERED, Copy { empty: ptr::null(), source: ptr::null(), copy: None });
        }
        self.entries[Self::place(empty, source)] =
            Copy { empty: empty.as_ptr(), source: source.as_ptr(), copy: Some(copy) };
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
    let shapes = (object.shape(), from.shape());
    // What shapes tell was looked at when they were remembered.
    if excluded.is_empty()
        && has_nothing_but_slots(object)
        && has_nothing_but_slots(from)
        && !object.header().has_flag(FLAG_PROTOTYPE)
        && shapes.0.flags() == 0
        && let Some(shape) = vm.copies.find(shapes.0, shapes.1)
    {
        return copy_slots(vm, object, from, shape);
    }
    let is_plain = has_only_plain_slots(from);
    let at_once = is_plain && is_empty(object);
    if is_plain && (at_once && !excluded.is_empty() || !at_once && may_take_plain_slots(object)) {
        return copy_plainly(vm, object, from, excluded);
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
    // Plain objects run nothing: the source still has its shape. A collection may have replaced neither, but forgets what is remembered.
    let copy = object.shape();
    if at_once && !copy.is_dictionary() && copy.flags() == 0 && copy.slot_count() == shapes.1.slot_count() {
        vm.copies.insert(shapes.0, shapes.1, copy);
    }
    Ok(())
}

/// Copies all but some properties of an object that has plain slots alone to another such object: neither runs anything.
fn copy_plainly(vm: &mut Vm, object: Object, from: Object, excluded: &[PropertyKey]) -> JsResult<()> {
    let mut properties: SmallVec<[(PropertyKey, u32); 16]> = SmallVec::new();
    // The source's shape keeps the keys alive.
    from.shape().for_each(|key, property| {
        if !excluded.contains(&key) {
            properties.push((key, property.slot));
        }
    });
    vm.spend(properties.len())?;
    for (key, slot) in properties {
        let value = from.slot(slot);
        match object.shape().lookup(key) {
            Some(property) => object.set_slot(vm, property.slot, value),
            None => object.add_named(vm, key, value, table::DEFAULT)?,
        }
    }
    Ok(())
}

/// An ordinary object with plain slots alone, to which properties may be added and which nobody watches.
fn may_take_plain_slots(object: Object) -> bool {
    has_only_plain_slots(object) && !object.header().has_flag(FLAG_PROTOTYPE) && object.shape().flags() == 0
}

/// What an object's shape does not tell: no elements, nothing lazy or exotic.
fn has_nothing_but_slots(object: Object) -> bool {
    !object.is_exotic() && !object.header().has_flag(FLAG_LAZY) && object.elements_end() == 0
}

/// An ordinary object without any property, which nobody watches.
fn is_empty(object: Object) -> bool {
    let shape = object.shape();
    object.is_kind(CellKind::Object)
        && !object.is_exotic()
        && !object.header().has_flag(FLAG_LAZY | FLAG_PROTOTYPE)
        && object.elements_end() == 0
        && shape.property_count() == 0
        && shape.slot_count() == 0
        && shape.flags() == 0
}

/// An ordinary object all of whose properties are named data properties, writable, enumerable and configurable, slots in order of their making.
fn has_only_plain_slots(object: Object) -> bool {
    let shape = object.shape();
    let mut slot = 0;
    let mut is_plain = object.is_kind(CellKind::Object)
        && !object.is_exotic()
        && !object.header().has_flag(FLAG_LAZY)
        && object.elements_end() == 0
        && !shape.is_dictionary();
    if is_plain {
        shape.for_each(|key, property| {
            is_plain &= key.is_string() && property.attributes == table::DEFAULT && property.slot == slot;
            slot += 1;
        });
    }
    is_plain && slot == shape.slot_count()
}

/// Makes `object`, which is empty, a copy of `from` with a shape that copying has led to before.
fn copy_slots(vm: &mut Vm, object: Object, from: Object, shape: Gc<Shape>) -> JsResult<()> {
    let count = shape.slot_count();
    vm.spend(count as usize)?;
    // Room first: that may collect, and the shape is alive by being on this stack.
    let shape = crate::vm::opaque(shape);
    object.ensure_slots(vm, count)?;
    object.set_shape(vm, shape);
    object.copy_slots(vm, from, count);
    Ok(())
}
