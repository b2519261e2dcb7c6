//! for-in (sec. 14.7.5.9).
//!
//! The keys are found when an enumeration starts, and looked for again as they come. What an object of a shape enumerates is remembered by the
//! shape: it follows from that and from the prototypes, of which the chain's validity cell tells.

use crate::object::shape::Shape;
use crate::object::{KeyList, Object};
use crate::runtime::convert;
use crate::string::PropertyKey;
use crate::vm::{Vm, new_header};
use crate::{JsResult, Value, ValueExt};
use abi::cell::{CellHeader, CellKind, FLAG_LAZY};
use abi::object::{ForIn, OUT_OF_ORDER};
use gc::{Gc, HeapCell, Visitor};
use smallvec::SmallVec;
use std::cell::Cell;
use std::collections::HashSet;
use std::ptr::null;

/// The cell of an enumeration.
#[repr(transparent)]
pub struct Enumeration(ForIn);

// SAFETY: the header comes first and the layout is C's.
unsafe impl HeapCell for Enumeration {
    const KIND: CellKind = CellKind::ForIn;
}

impl Enumeration {
    /// # Safety
    /// To be called by the collector only, on a live ForIn cell.
    pub unsafe fn trace(cell: *mut CellHeader, visitor: &mut Visitor) {
        // SAFETY: the collector registers this function for cells of that kind.
        let enumeration = unsafe { &*cell.cast::<ForIn>() };
        visitor.visit_value(enumeration.object.get());
        visitor.visit_value(enumeration.keys.get());
        visitor.visit_shape(enumeration.shape.get());
    }
}

/// Entries of [`Enumerations`], a power of two.
const REMEMBERED: usize = 256;

/// What objects enumerate, by shape. Holds nothing alive: to be cleared by every collection.
#[derive(Default)]
pub struct Enumerations {
    entries: Vec<Remembered>,
}

#[derive(Clone, Copy)]
struct Remembered {
    shape: *const Shape,
    /// Of the chain of prototypes.
    validity: *const Cell<u8>,
    keys: Option<Object>,
    /// All keys are the object's own.
    are_own: bool,
    /// As in a ForIn's header.
    inline: u8,
}

/// What an object of some shape enumerates.
struct Known {
    keys: Object,
    are_own: bool,
    inline: u8,
}

impl Enumerations {
    fn place(shape: Gc<Shape>) -> usize {
        // Shapes that are made together lie at equal distances.
        let spread = (shape.as_ptr().addr() as u64 >> 4).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        (spread >> 32) as usize % REMEMBERED
    }

    fn find(&self, shape: Gc<Shape>) -> Option<Known> {
        let entry = self.entries.get(Self::place(shape))?;
        // SAFETY: an entry that names a shape has a live validity cell: both are forgotten before either is freed.
        let holds = std::ptr::eq(entry.shape, shape.as_ptr()) && unsafe { (*entry.validity).get() } == 1;
        if holds { Some(Known { keys: entry.keys?, are_own: entry.are_own, inline: entry.inline }) } else { None }
    }

    fn insert(&mut self, shape: Gc<Shape>, validity: *const Cell<u8>, keys: Object, are_own: bool) {
        if self.entries.is_empty() {
            let none = Remembered { shape: null(), validity: null(), keys: None, are_own: false, inline: 0 };
            self.entries.resize(REMEMBERED, none);
        }
        let inline = if are_own { values_in_order(shape) } else { OUT_OF_ORDER };
        let entry = Remembered { shape: shape.as_ptr(), validity, keys: Some(keys), are_own, inline };
        self.entries[Self::place(shape)] = entry;
    }

    pub(crate) fn clear(&mut self) {
        self.entries.clear();
    }
}

/// EnumerateObjectProperties. Undefined and null enumerate nothing.
#[inline(never)]
pub fn for_in_start(vm: &mut Vm, value: Value) -> JsResult {
    if value.is_nullish() {
        let keys = vm.new_array_with_capacity(0)?;
        return new_enumeration(vm, Value::UNDEFINED, keys, None, OUT_OF_ORDER);
    }
    if let Some(enumeration) = start_known_enumeration(vm, value)? {
        return Ok(enumeration);
    }
    let object = convert::to_object(vm, value)?;
    let shape = object.shape();
    let is_plain = is_plain(vm, object);
    let are_own = has_only_named(object) && !inherits_enumerable(object);
    let keys = if are_own { own_keys(vm, shape)? } else { all_keys(vm, object)? };
    // Nothing of a plain object answers for itself, so that this is still its shape.
    if is_plain
        && !has_lazy_prototype(object)
        && let Some(validity) = vm.chain_validity(shape.prototype())?
    {
        vm.enumerations.insert(shape, &raw const validity.valid, keys, are_own);
    }
    new_enumeration(vm, object.value(), keys, (are_own && !shape.is_dictionary()).then_some(shape), OUT_OF_ORDER)
}

/// The same for an object of whose shape it is known what it enumerates; None of others. Runs no JavaScript.
pub fn start_known_enumeration(vm: &mut Vm, value: Value) -> JsResult<Option<Value>> {
    let Some(object) = value.as_object().filter(|object| is_plain(vm, *object)) else { return Ok(None) };
    let shape = object.shape();
    let Some(Known { keys, are_own, inline }) = vm.enumerations.find(shape) else { return Ok(None) };
    new_enumeration(vm, value, keys, are_own.then_some(shape), inline).map(Some)
}

/// What the object enumerates follows from its shape and its prototypes.
fn is_plain(vm: &Vm, object: Object) -> bool {
    has_only_named(object) && !object.shape().is_dictionary() && !vm.may_inherit_elements(object)
}

/// What a ForIn's header says of an enumeration of a shape's own keys.
fn values_in_order(shape: Gc<Shape>) -> u8 {
    let (mut next, mut in_order) = (0, true);
    shape.for_each(|key, property| {
        in_order &= property.is_enumerable() && !property.is_accessor() && !key.is_symbol() && property.slot == next;
        next += 1;
    });
    if in_order { shape.inline_capacity() as u8 } else { OUT_OF_ORDER }
}

/// The names of a plain object's enumerable properties, in an array that nobody may change; None of other objects. All of them are strings.
pub(crate) fn own_names(vm: &mut Vm, object: Object) -> JsResult<Option<Object>> {
    let shape = object.shape();
    if !has_only_named(object) || shape.is_dictionary() {
        return Ok(None);
    }
    if let Some(Known { keys, are_own: true, .. }) = vm.enumerations.find(shape) {
        return Ok(Some(keys));
    }
    if inherits_enumerable(object) || has_lazy_prototype(object) {
        return Ok(None);
    }
    let keys = own_keys(vm, shape)?;
    if let Some(validity) = vm.chain_validity(shape.prototype())? {
        vm.enumerations.insert(shape, &raw const validity.valid, keys, true);
    }
    Ok(Some(keys))
}

/// The keys of a shape's enumerable properties, symbols left out. They live as long as the shape.
fn enumerable_keys(shape: &Shape) -> SmallVec<[PropertyKey; 16]> {
    let mut names = SmallVec::new();
    shape.for_each(|key, property| {
        if property.is_enumerable() && !key.is_symbol() {
            names.push(key);
        }
    });
    names
}

impl Vm {
    /// What [`own_names`] gives of an object of this shape, given by its index, that has no other properties: strings, which live as long as the shape.
    /// None where shapes do not tell.
    pub fn names_of_shape(&self, shape: u32) -> Option<SmallVec<[Value; 16]>> {
        let shape = self.shape_at(shape);
        let is_telling = shape.object_kind() == CellKind::Object && !shape.is_dictionary();
        is_telling.then(|| enumerable_keys(&shape).into_iter().map(PropertyKey::word).collect())
    }
}

/// The names of a shape's enumerable properties, symbols left out, as an array.
fn own_keys(vm: &mut Vm, shape: Gc<Shape>) -> JsResult<Object> {
    let names = enumerable_keys(&shape);
    let keys = vm.new_array_with_capacity(names.len() as u32)?;
    for name in names {
        let text = name.to_value(vm)?;
        keys.push(vm, text)?;
    }
    Ok(keys)
}

/// Whatever the object, its keys and those of its prototypes.
fn all_keys(vm: &mut Vm, object: Object) -> JsResult<Object> {
    let keys = vm.new_array_with_capacity(0)?;
    let mut visited: HashSet<PropertyKey, rustc_hash::FxBuildHasher> = HashSet::default();
    // Keys that `visited` names are kept alive by their lists.
    let mut lists: Vec<KeyList> = Vec::new();
    let mut link = Some(object);
    let mut depth = 0;
    while let Some(o) = link {
        let own = o.own_property_keys(vm)?;
        link = o.get_prototype_of(vm)?;
        let plain = !o.is_exotic();
        let last = link.is_none() && depth == 0;
        for i in 0..own.len() {
            let key = own.get(i);
            if key.is_symbol() {
                continue;
            }
            let enumerable = if plain && key.is_string() {
                match o.own_named(key) {
                    Some(property) => property.is_enumerable(),
                    // An array's length, or gone.
                    None => match o.get_own_property(vm, key)? {
                        Some(d) => d.enumerable == Some(true),
                        None => continue,
                    },
                }
            } else {
                match o.get_own_property(vm, key)? {
                    Some(d) => d.enumerable == Some(true),
                    None => continue,
                }
            };
            if !last && !visited.insert(key) {
                continue;
            }
            if enumerable {
                let text = key.to_value(vm)?;
                keys.push(vm, text)?;
            }
        }
        lists.push(own);
        depth += 1;
    }
    Ok(keys)
}

/// Whether all own properties of an object are named ones in its shape.
fn has_only_named(object: Object) -> bool {
    object.is_kind(CellKind::Object)
        && !object.is_exotic()
        && object.elements_end() == 0
        && !object.header().has_flag(FLAG_LAZY)
}

/// Whether some object on the prototype chain has properties that are not in its shape yet.
fn has_lazy_prototype(object: Object) -> bool {
    let mut link = object.shape().prototype();
    while let Some(o) = link {
        if o.header().has_flag(FLAG_LAZY) {
            return true;
        }
        link = o.shape().prototype();
    }
    false
}

/// Whether an object on the prototype chain may have enumerable properties: then an enumeration must look at each of them.
fn inherits_enumerable(object: Object) -> bool {
    let mut link = object.shape().prototype();
    while let Some(o) = link {
        if o.is_exotic() || o.header().has_flag(FLAG_LAZY) {
            return true;
        }
        let mut enumerable = o.elements_end() > 0;
        o.shape().for_each(|key, property| enumerable |= property.is_enumerable() && !key.is_symbol());
        if enumerable {
            return true;
        }
        link = o.shape().prototype();
    }
    false
}

/// `shape`: of the object, if all keys are named properties in it: while it has that, they all are there; `inline`: what the header is to say. Profiles know it by its name.
#[inline(never)]
fn new_enumeration(vm: &mut Vm, object: Value, keys: Object, shape: Option<Gc<Shape>>, inline: u8) -> JsResult {
    let shape = shape.map_or(0, |shape| vm.shape_index(shape));
    let header = new_header(CellKind::ForIn, 0);
    header.detail.set(inline);
    let cell = vm.alloc(Enumeration(ForIn {
        header,
        object: Cell::new(object),
        keys: Cell::new(keys.value()),
        next: Cell::new(0),
        shape: Cell::new(shape),
    }))?;
    Ok(cell.value())
}

/// The next key that still is there.
#[inline(never)]
pub fn for_in_next(vm: &mut Vm, enumeration: Value) -> JsResult<Option<Value>> {
    assert!(enumeration.is_kind(CellKind::ForIn), "what ForInStart made");
    // SAFETY: just asserted.
    let enumeration = unsafe { &*enumeration.as_cell().cast::<ForIn>() };
    let Some(keys) = enumeration.keys.get().as_object() else { return Ok(None) };
    loop {
        let i = enumeration.next.get();
        let Some(key) = keys.fast_element(i) else { return Ok(None) };
        enumeration.next.set(i + 1);
        let Some(object) = enumeration.object.get().as_object() else { return Ok(None) };
        if object.header().shape.get() == enumeration.shape.get() {
            return Ok(Some(key));
        }
        let property = convert::to_property_key(vm, key)?;
        // Own named properties that are there still need no walk of the prototypes.
        let unchanged = !property.is_index() && !object.is_exotic() && object.own_named(property).is_some();
        if unchanged
            || property.as_index().is_some_and(|i| object.fast_element(i).is_some())
            || object.has_property(vm, property)?
        {
            return Ok(Some(key));
        }
    }
}
