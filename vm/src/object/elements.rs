//! Indexed properties: packed and holey elements of int32s, doubles or any values, and the sparse dictionary.
//!
//! `Elements::length` is one past the last index that may hold something; an array's own length is never smaller. All
//! places up to the capacity are initialized, those from `length` on to the hole. Kinds only ever become more general
//! (see [`ElementKind`]); each transition is counted against the place in the program that caused it.

use super::Object;
use super::property::PropertyDescriptor;
use super::table::{ACCESSOR, DEFAULT, IntegrityLevel};
use crate::vm::{Vm, new_header};
use crate::{JsResult, Value};
use abi::cell::{CellHeader, CellKind, FLAG_LENGTH_READONLY, FLAG_PROTOTYPE};
use abi::object::{DOUBLE_HOLE, ELEMENTS_VALUES_OFFSET, ElementKind, Elements, JsArray};
use gc::{Gc, HeapCell, Visitor};
use std::cell::{Cell, RefCell, RefMut};
use std::collections::BTreeMap;

/// Arrays made with a length up to this get their elements at once.
pub const MAX_PREALLOCATED: u32 = 1 << 25;
/// A store this far beyond the capacity makes an object sparse unless it is dense enough.
const MAX_GAP: u32 = 1024;

/// Sparse elements, or elements with attributes. Its `elements` part has length and capacity 0, so that fast paths fail on it.
#[repr(C)]
pub struct DictionaryElements {
    pub elements: Elements,
    map: RefCell<BTreeMap<u32, (Value, u8)>>,
    /// Elements with default attributes that are not in the map yet: a cell of values, null once they are.
    listed: Cell<*mut Elements>,
}

// SAFETY: the header comes first and the layout is C's.
unsafe impl HeapCell for DictionaryElements {
    const KIND: CellKind = CellKind::DictionaryElements;
    const NEEDS_DROP: bool = true;
}

impl DictionaryElements {
    /// # Safety
    /// To be called by the collector only, on a live DictionaryElements cell.
    pub unsafe fn trace(cell: *mut CellHeader, visitor: &mut Visitor) {
        // SAFETY: the collector registers this function for cells of that kind.
        let dictionary = unsafe { &*cell.cast::<DictionaryElements>() };
        // SAFETY: nobody allocates while the map is borrowed mutably, so no collection sees it half-changed.
        for (value, _) in unsafe { (*dictionary.map.as_ptr()).values() } {
            visitor.visit_value(*value);
        }
        visitor.visit_cell(dictionary.listed.get().cast());
    }

    /// All elements, with their attributes.
    pub fn map(&self) -> RefMut<'_, BTreeMap<u32, (Value, u8)>> {
        let mut map = self.map.borrow_mut();
        if let Some(listed) = self.take_listed() {
            map.extend(listed.map(|(index, value)| (index, (value, DEFAULT))));
        }
        map
    }

    /// What is not in the map yet; it will be.
    #[inline]
    fn take_listed(&self) -> Option<impl Iterator<Item = (u32, Value)>> {
        // SAFETY: the field is null or a live cell of values. What it holds needs no barrier: a collection under way has this cell's old content to visit still,
        // or has visited it.
        let listed = unsafe { self.listed.replace(std::ptr::null_mut()).as_ref()? };
        let values = &tagged(listed)[..listed.length.get() as usize];
        Some((0..).zip(values).map(|(index, value)| (index, value.get())).filter(|(_, value)| !value.is_empty()))
    }

    #[inline]
    fn get(&self, index: u32) -> Option<(Value, u8)> {
        // SAFETY: as above.
        match unsafe { self.listed.get().as_ref() } {
            Some(listed) => {
                let value = tagged(listed)[..listed.length.get() as usize].get(index as usize)?.get();
                (!value.is_empty()).then_some((value, DEFAULT))
            }
            None => self.map.borrow().get(&index).copied(),
        }
    }
}

/// The values of a tagged or int32 elements cell.
#[inline(always)]
pub fn tagged(elements: &Elements) -> &[Cell<Value>] {
    // SAFETY: an elements cell has `capacity` values behind its header; the kind was checked by the caller, and any
    // bits are a Value.
    unsafe {
        std::slice::from_raw_parts(
            std::ptr::from_ref(elements).byte_add(ELEMENTS_VALUES_OFFSET).cast::<Cell<Value>>(),
            elements.capacity.get() as usize,
        )
    }
}

/// The doubles of a double elements cell, as bits.
#[inline(always)]
pub fn doubles(elements: &Elements) -> &[Cell<u64>] {
    // SAFETY: as for `tagged`.
    unsafe {
        std::slice::from_raw_parts(
            std::ptr::from_ref(elements).byte_add(ELEMENTS_VALUES_OFFSET).cast::<Cell<u64>>(),
            elements.capacity.get() as usize,
        )
    }
}

/// The kind that a value by itself asks for.
#[inline(always)]
fn kind_of(value: Value) -> ElementKind {
    if value.is_int() {
        ElementKind::PackedInt
    } else if value.is_double() {
        ElementKind::PackedDouble
    } else {
        ElementKind::PackedTagged
    }
}

/// The least kind that holds what both hold.
pub fn join(a: ElementKind, b: ElementKind) -> ElementKind {
    let holey = a.is_holey() || b.is_holey();
    let (a, b) = (a as u8 / 2, b as u8 / 2);
    let kind = ElementKind::from_u8(a.max(b) * 2);
    if holey { kind.to_holey() } else { kind }
}

/// Elements that there is room for once there is one.
pub const FIRST_CAPACITY: u32 = 4;

impl Object {
    #[inline(always)]
    pub(crate) fn dictionary_elements(self) -> Option<Gc<DictionaryElements>> {
        if self.element_kind() == ElementKind::Dictionary {
            // SAFETY: objects of this element kind point at a DictionaryElements cell.
            Some(unsafe { Gc::from_ptr(self.cell().elements.get().cast()) })
        } else {
            None
        }
    }

    /// An own data element of a fast kind; None for a hole, or if the object's elements are not of a fast kind.
    #[inline(always)]
    pub fn fast_element(self, index: u32) -> Option<Value> {
        let kind = self.element_kind();
        let elements = self.elements();
        if !kind.is_fast() || index >= elements.length.get() {
            return None;
        }
        if kind.is_double() {
            let bits = doubles(elements)[index as usize].get();
            if bits == DOUBLE_HOLE { None } else { Some(Value::number(f64::from_bits(bits))) }
        } else {
            let value = tagged(elements)[index as usize].get();
            if value.is_empty() { None } else { Some(value) }
        }
    }

    /// The same as compiled code reads it: doubles stay doubles, also those that are int32s.
    pub fn stored_element(self, index: u32) -> Option<Value> {
        if !self.element_kind().is_double() {
            return self.fast_element(index);
        }
        let elements = self.elements();
        let bits = doubles(elements)[..elements.length.get() as usize].get(index as usize)?.get();
        (bits != DOUBLE_HOLE).then(|| Value::double(f64::from_bits(bits)))
    }

    /// An own element, with its attributes. For kinds that keep elements the ordinary way.
    pub(crate) fn own_element(self, index: u32) -> Option<(Value, u8)> {
        match self.dictionary_elements() {
            Some(dictionary) => dictionary.get(index),
            None => self.fast_element(index).map(|v| (v, DEFAULT)),
        }
    }

    /// The value of an own element of a dictionary, if that is no accessor, and no exotic object answers for it.
    #[inline]
    pub(crate) fn dictionary_value(self, index: u32) -> Option<Value> {
        let (value, attributes) = self.dictionary_elements()?.get(index)?;
        (attributes & ACCESSOR == 0 && !self.is_exotic()).then_some(value)
    }

    /// Reads for `own_element` as a descriptor.
    pub(crate) fn own_element_descriptor(self, index: u32) -> Option<PropertyDescriptor> {
        self.own_element(index).map(|(value, attributes)| PropertyDescriptor::from_slot(value, attributes))
    }

    /// One past the last index that may be an own element.
    pub(crate) fn elements_end(self) -> u32 {
        match self.dictionary_elements() {
            Some(dictionary) => dictionary.map().last_key_value().map_or(0, |(&i, _)| i.saturating_add(1)),
            None if self.element_kind().is_fast() => self.elements().length.get(),
            None => 0,
        }
    }

    #[inline(always)]
    fn note_prototype_element(self, vm: &mut Vm) {
        if self.header().has_flag(FLAG_PROTOTYPE) {
            vm.note_prototype_element(self);
        }
    }

    /// Stores into an own data element that is there and of a fast kind, or fails without effect.
    #[inline]
    pub(crate) fn overwrite_element(self, vm: &mut Vm, index: u32, value: Value) -> JsResult<bool> {
        if self.fast_element(index).is_none() {
            return Ok(false);
        }
        self.put_fast(vm, index, value)?;
        Ok(true)
    }

    /// Creates or overwrites an own data element with default attributes. Extensibility, array length and read-only elements are the caller's.
    pub fn put_element(self, vm: &mut Vm, index: u32, value: Value) -> JsResult<()> {
        debug_assert!(!value.is_empty());
        self.note_prototype_element(vm);
        if let Some(dictionary) = self.dictionary_elements() {
            dictionary.map().insert(index, (value, DEFAULT));
            vm.heap.barrier(self.cell().elements.get().cast());
            return Ok(());
        }
        let elements = self.elements();
        let length = elements.length.get();
        if index >= elements.capacity.get() {
            let capacity = elements.capacity.get();
            if index - capacity.min(index) > MAX_GAP && index / 8 > self.count_present() {
                self.elements_to_dictionary(vm)?;
                return self.put_element(vm, index, value);
            }
            self.grow_elements(vm, index + 1)?;
        }
        if index > length && !self.element_kind().is_holey() {
            self.transition_elements(vm, self.element_kind().to_holey())?;
        }
        self.put_fast_beyond(vm, index, value)
    }

    fn count_present(self) -> u32 {
        let n = self.elements().length.get();
        (0..n).filter(|&i| self.fast_element(i).is_some()).count() as u32
    }

    /// Stores at an index below the capacity, making the kind general enough.
    #[inline]
    fn put_fast_beyond(self, vm: &mut Vm, index: u32, value: Value) -> JsResult<()> {
        self.put_fast(vm, index, value)?;
        let elements = self.elements();
        if index >= elements.length.get() {
            elements.length.set(index + 1);
        }
        Ok(())
    }

    #[inline]
    fn put_fast(self, vm: &mut Vm, index: u32, value: Value) -> JsResult<()> {
        let kind = self.element_kind();
        match kind {
            ElementKind::PackedInt | ElementKind::HoleyInt if value.is_int() => {
                tagged(self.elements())[index as usize].set(value);
            }
            ElementKind::PackedTagged | ElementKind::HoleyTagged => {
                tagged(self.elements())[index as usize].set(value);
                vm.heap.barrier(self.cell().elements.get().cast());
            }
            ElementKind::PackedDouble | ElementKind::HoleyDouble if value.is_number() => {
                doubles(self.elements())[index as usize].set(canonical_bits(value.as_number()));
            }
            _ => {
                let to = join(kind, kind_of(value));
                self.transition_elements(vm, to)?;
                return self.put_fast(vm, index, value);
            }
        }
        Ok(())
    }

    /// Makes room for `needed` elements.
    pub(crate) fn grow_elements(self, vm: &mut Vm, needed: u32) -> JsResult<()> {
        let old = self.elements();
        let capacity = old.capacity.get();
        if needed <= capacity {
            return Ok(());
        }
        let grown = needed.max(capacity.saturating_add(capacity / 2).saturating_add(FIRST_CAPACITY).min(1 << 28));
        let double = self.element_kind().is_double();
        let cell = vm.alloc_elements(grown, double)?;
        let old = self.elements();
        let length = old.length.get();
        // SAFETY: the new cell has room for `length` words, the old one has them.
        unsafe {
            std::ptr::copy_nonoverlapping(
                std::ptr::from_ref(old).byte_add(ELEMENTS_VALUES_OFFSET).cast::<u64>(),
                cell.byte_add(ELEMENTS_VALUES_OFFSET).cast::<u64>(),
                length as usize,
            );
            (*cell).length.set(length);
        }
        self.cell().elements.set(cell);
        vm.heap.barrier(self.as_ptr().cast());
        Ok(())
    }

    /// Changes the element kind to a more general one.
    pub(crate) fn transition_elements(self, vm: &mut Vm, to: ElementKind) -> JsResult<()> {
        let from = self.element_kind();
        if from == to {
            return Ok(());
        }
        // What has no elements yet only gets the kind that it is to have.
        if self.elements().length.get() > 0 {
            vm.note_element_transition(self, from, to);
        }
        let old = self.elements();
        let capacity = old.capacity.get();
        let length = old.length.get() as usize;
        if from.is_double() != to.is_double() && capacity > 0 {
            let cell = vm.alloc_elements(capacity, to.is_double())?;
            let old = self.elements();
            // SAFETY: freshly allocated with that capacity.
            let new = unsafe { &*cell };
            new.length.set(old.length.get());
            if to.is_double() {
                for (d, s) in doubles(new).iter().zip(&tagged(old)[..length]) {
                    let value = s.get();
                    d.set(if value.is_empty() { DOUBLE_HOLE } else { canonical_bits(value.as_number()) });
                }
            } else {
                for (d, s) in tagged(new).iter().zip(&doubles(old)[..length]) {
                    let bits = s.get();
                    d.set(if bits == DOUBLE_HOLE { Value::EMPTY } else { Value::number(f64::from_bits(bits)) });
                }
            }
            self.cell().elements.set(cell);
            vm.heap.barrier(self.as_ptr().cast());
        }
        self.set_element_kind(to);
        Ok(())
    }

    /// Gives an object that is not extensible elements of a kind that fast paths fail on.
    pub(crate) fn close_elements(self, vm: &mut Vm) -> JsResult<()> {
        if !self.element_kind().is_fast() || self.elements().length.get() > 0 {
            return self.elements_to_dictionary(vm);
        }
        // None will ever come: all such objects share one dictionary.
        let shared = match vm.no_elements {
            Some(shared) => shared,
            None => {
                let shared = vm.new_dictionary_elements()?;
                *vm.no_elements.insert(shared)
            }
        };
        self.cell().elements.set(shared.as_ptr().cast());
        self.set_element_kind(ElementKind::Dictionary);
        vm.heap.barrier(self.as_ptr().cast());
        Ok(())
    }

    /// Seals or freezes the elements, and takes no more.
    pub(crate) fn set_element_integrity(self, vm: &mut Vm, level: IntegrityLevel) -> JsResult<()> {
        self.close_elements(vm)?;
        if let Some(dictionary) = self.dictionary_elements() {
            for (_, attributes) in dictionary.map().values_mut() {
                *attributes = level.restrict(*attributes);
            }
        }
        if level == IntegrityLevel::Frozen && self.is_kind(CellKind::Array) {
            self.header().set_flag(FLAG_LENGTH_READONLY);
        }
        Ok(())
    }

    /// Turns elements into a dictionary.
    pub(crate) fn elements_to_dictionary(self, vm: &mut Vm) -> JsResult<()> {
        let kind = self.element_kind();
        if !kind.is_fast() {
            return Ok(());
        }
        vm.note_element_transition(self, kind, ElementKind::Dictionary);
        let dictionary = vm.new_dictionary_elements()?;
        let length = self.elements().length.get();
        {
            let mut map = dictionary.map();
            for i in 0..length {
                if let Some(value) = self.fast_element(i) {
                    map.insert(i, (value, DEFAULT));
                }
            }
        }
        self.cell().elements.set(dictionary.as_ptr().cast());
        self.set_element_kind(ElementKind::Dictionary);
        vm.heap.barrier(self.as_ptr().cast());
        Ok(())
    }

    /// The same for elements that are values and that nobody else has, where it is no change that the program makes. There is nothing to be done for each.
    pub(crate) fn hide_elements(self, vm: &mut Vm) -> JsResult<()> {
        debug_assert_eq!(self.element_kind(), ElementKind::PackedTagged);
        let dictionary = vm.new_dictionary_elements()?;
        dictionary.listed.set(self.cell().elements.replace(dictionary.as_ptr().cast()));
        self.set_element_kind(ElementKind::Dictionary);
        vm.heap.barrier(self.as_ptr().cast());
        Ok(())
    }

    /// Creates or overwrites an own element with any attributes.
    pub(crate) fn define_element_raw(self, vm: &mut Vm, index: u32, value: Value, attributes: u8) -> JsResult<()> {
        if attributes == DEFAULT && self.element_kind().is_fast() {
            return self.put_element(vm, index, value);
        }
        self.note_prototype_element(vm);
        self.elements_to_dictionary(vm)?;
        if let Some(dictionary) = self.dictionary_elements() {
            dictionary.map().insert(index, (value, attributes));
            vm.heap.barrier(self.cell().elements.get().cast());
        }
        Ok(())
    }

    /// Removes an own element.
    pub(crate) fn remove_element(self, vm: &mut Vm, index: u32) -> JsResult<()> {
        if let Some(dictionary) = self.dictionary_elements() {
            dictionary.map().remove(&index);
            return Ok(());
        }
        if self.fast_element(index).is_none() {
            return Ok(());
        }
        let elements = self.elements();
        if index + 1 == elements.length.get() && !self.is_kind(CellKind::Array) {
            self.clear_from(index);
            return Ok(());
        }
        self.transition_elements(vm, self.element_kind().to_holey())?;
        let elements = self.elements();
        if self.element_kind().is_double() {
            doubles(elements)[index as usize].set(DOUBLE_HOLE);
        } else {
            tagged(elements)[index as usize].set(Value::EMPTY);
        }
        Ok(())
    }

    /// Makes everything from `from` on holes and lowers `Elements::length`.
    pub(crate) fn clear_from(self, from: u32) {
        let elements = self.elements();
        let length = elements.length.get();
        if from >= length {
            return;
        }
        if self.element_kind().is_double() {
            doubles(elements)[from as usize..length as usize].iter().for_each(|d| d.set(DOUBLE_HOLE));
        } else {
            tagged(elements)[from as usize..length as usize].iter().for_each(|v| v.set(Value::EMPTY));
        }
        elements.length.set(from);
    }

    /// The array part of an Array.
    #[inline(always)]
    pub fn as_array(self) -> Option<Gc<JsArray>> {
        // SAFETY: objects of kind Array have JsArray's layout.
        if self.is_kind(CellKind::Array) { Some(unsafe { self.cast::<JsArray>() }) } else { None }
    }

    /// The values of a packed array of tagged or int32 kind whose length is that of its elements.
    #[inline]
    pub fn packed_values(&self) -> Option<&[Cell<Value>]> {
        let array = self.as_array()?;
        if !matches!(self.element_kind(), ElementKind::PackedInt | ElementKind::PackedTagged) {
            return None;
        }
        Some(&tagged(self.elements())[..array.length.get() as usize])
    }

    /// All elements as tagged values, if none is a hole, for any object.
    #[inline]
    pub fn plain_elements(&self) -> Option<&[Cell<Value>]> {
        if !matches!(self.element_kind(), ElementKind::PackedInt | ElementKind::PackedTagged) {
            return None;
        }
        let elements = self.elements();
        Some(&tagged(elements)[..elements.length.get() as usize])
    }

    /// All elements are plain data and there is no hole: what reads by index need not look at prototypes.
    pub fn is_packed_array(self) -> bool {
        self.is_kind(CellKind::Array)
            && matches!(
                self.element_kind(),
                ElementKind::PackedInt | ElementKind::PackedDouble | ElementKind::PackedTagged
            )
    }
}

/// The bits that a double has in double elements: NaNs are made canonical, so that none is the hole.
#[inline(always)]
pub fn canonical_bits(d: f64) -> u64 {
    if d.is_nan() { 0x7ff8_0000_0000_0000 } else { d.to_bits() }
}

impl Vm {
    /// An elements cell of `capacity` holes, length 0.
    pub(crate) fn alloc_elements(&mut self, capacity: u32, double: bool) -> JsResult<*mut Elements> {
        let kind = if double { CellKind::DoubleElements } else { CellKind::Elements };
        let bytes = ELEMENTS_VALUES_OFFSET + capacity as usize * 8;
        if !double {
            let cell: *mut Elements = self.alloc_raw(kind, bytes, false)?.as_ptr().cast();
            // SAFETY: freshly allocated with that size; empty values are zeros.
            unsafe { (*cell).capacity.set(capacity) };
            return Ok(cell);
        }
        // SAFETY: all of it is written here.
        unsafe {
            let cell: *mut Elements = self.alloc_uninit(kind, bytes)?.as_ptr().cast();
            (*cell).length.set(0);
            (*cell).capacity.set(capacity);
            doubles(&*cell).iter().for_each(|d| d.set(DOUBLE_HOLE));
            Ok(cell)
        }
    }

    /// A cell of just the first `count` elements of an object, which are of a fast kind and all there as places.
    pub(crate) fn alloc_elements_of(&mut self, source: Object, count: u32) -> JsResult<*mut Elements> {
        let kind = if source.element_kind().is_double() { CellKind::DoubleElements } else { CellKind::Elements };
        // SAFETY: all of it is written here, since the source has as many elements at least.
        unsafe {
            let bytes = ELEMENTS_VALUES_OFFSET + count as usize * 8;
            let cell: *mut Elements = self.alloc_uninit(kind, bytes)?.as_ptr().cast();
            (*cell).capacity.set(count);
            (*cell).length.set(count);
            let values = &doubles(source.elements())[..count as usize];
            doubles(&*cell).iter().zip(values).for_each(|(to, from)| to.set(from.get()));
            Ok(cell)
        }
    }

    fn new_dictionary_elements(&mut self) -> JsResult<Gc<DictionaryElements>> {
        self.alloc(DictionaryElements {
            elements: Elements {
                header: new_header(CellKind::DictionaryElements, 0),
                length: Cell::new(0),
                capacity: Cell::new(0),
            },
            map: RefCell::default(),
            listed: Cell::new(std::ptr::null_mut()),
        })
    }

    /// An array of two values, neither of them empty.
    pub fn new_pair(&mut self, first: Value, second: Value) -> JsResult<Object> {
        if first.is_double() || second.is_double() {
            return self.new_array(&[first, second]);
        }
        let kind = if first.is_int() && second.is_int() { ElementKind::PackedInt } else { ElementKind::PackedTagged };
        let array = self.new_array_with_capacity(2)?;
        if let [one, other, ..] = tagged(array.elements()) {
            one.set(first);
            other.set(second);
        }
        array.elements().length.set(2);
        array.set_element_kind(kind);
        self.heap.barrier(array.cell().elements.get().cast());
        if let Some(array) = array.as_array() {
            array.length.set(2);
        }
        Ok(array)
    }

    /// An array with these values; empty ones are holes.
    pub fn new_array(&mut self, values: &[Value]) -> JsResult<Object> {
        let array = self.new_array_with_capacity(0)?;
        array.init_elements(self, values)?;
        if let Some(array) = array.as_array() {
            array.length.set(values.len() as u32);
        }
        Ok(array)
    }
}

/// The kind that elements with these values have; empty ones are holes.
pub fn kind_of_values(values: &[Value]) -> ElementKind {
    const HOLE: u8 = 1;
    const DOUBLE: u8 = 2;
    const TAGGED: u8 = 4;
    let seen = values.iter().fold(0, |seen, v| {
        seen | if v.is_int() {
            0
        } else if v.is_empty() {
            HOLE
        } else if v.is_double() {
            DOUBLE
        } else {
            TAGGED
        }
    });
    let kind = if seen & TAGGED != 0 {
        ElementKind::PackedTagged
    } else if seen & DOUBLE != 0 {
        ElementKind::PackedDouble
    } else {
        ElementKind::PackedInt
    };
    if seen & HOLE != 0 { kind.to_holey() } else { kind }
}

impl Object {
    /// An array with the same elements as this one, which is one of a fast kind.
    pub(crate) fn copy_array(self, vm: &mut Vm) -> JsResult<Object> {
        let copy = vm.new_array_with_capacity(0)?;
        let (from, kind) = (self.elements(), self.element_kind());
        let length = from.length.get();
        if length > 0 {
            let cell = vm.alloc_elements_of(self, length)?;
            copy.cell().elements.set(cell);
            copy.set_element_kind(kind);
            vm.heap.barrier(copy.as_ptr().cast());
        }
        if let (Some(copy), Some(this)) = (copy.as_array(), self.as_array()) {
            copy.length.set(this.length.get());
        }
        Ok(copy)
    }

    /// Gives an object that has no elements yet these; empty ones are holes.
    pub(crate) fn init_elements(self, vm: &mut Vm, values: &[Value]) -> JsResult<()> {
        self.init_elements_of_kind(vm, values, kind_of_values(values))
    }

    /// The same with values as they are, none of them a hole: for what is read as a list.
    pub(crate) fn init_tagged_elements(self, vm: &mut Vm, values: &[Value]) -> JsResult<()> {
        self.init_elements_of_kind(vm, values, ElementKind::PackedTagged)
    }

    fn init_elements_of_kind(self, vm: &mut Vm, values: &[Value], kind: ElementKind) -> JsResult<()> {
        if values.is_empty() {
            return Ok(());
        }
        let cell = vm.alloc_elements(values.len() as u32, kind.is_double())?;
        // SAFETY: freshly allocated, with room for the values.
        let elements = unsafe { &*cell };
        if kind.is_double() {
            for (place, value) in doubles(elements).iter().zip(values).filter(|(_, v)| !v.is_empty()) {
                place.set(canonical_bits(value.as_number()));
            }
        } else {
            tagged(elements).iter().zip(values).for_each(|(place, value)| place.set(*value));
        }
        elements.length.set(values.len() as u32);
        self.cell().elements.set(cell);
        self.set_element_kind(kind);
        vm.heap.barrier(self.as_ptr().cast());
        Ok(())
    }
}

impl Object {
    /// Appends to an array that nobody else has seen yet (`index` is its length). Empty makes a hole.
    pub(crate) fn push_raw(self, vm: &mut Vm, index: u32, value: Value) -> JsResult<()> {
        if value.is_empty() {
            if !self.element_kind().is_holey() {
                self.transition_elements(vm, self.element_kind().to_holey())?;
            }
        } else {
            self.put_element(vm, index, value)?;
        }
        if let Some(array) = self.as_array() {
            array.length.set(index + 1);
        }
        Ok(())
    }

    /// CreateDataPropertyOrThrow(array, length, value) for an array under construction, which nobody has seen.
    #[inline]
    pub fn push(self, vm: &mut Vm, value: Value) -> JsResult<()> {
        let Some(array) = self.as_array() else { return Err(vm.throw_range_error("Invalid array length")) };
        let at = array.length.get();
        if self.append_in_place(vm, at, value) { Ok(()) } else { self.grow_and_append(vm, at, value) }
    }

    /// Appends where [`append_in_place`](Object::append_in_place) does not: beyond the capacity, or a value of another kind.
    #[inline(never)]
    pub(crate) fn grow_and_append(self, vm: &mut Vm, at: u32, value: Value) -> JsResult<()> {
        if at == u32::MAX {
            return Err(vm.throw_range_error("Invalid array length"));
        }
        let elements = self.elements();
        let has_place = self.element_kind().is_fast() && elements.length.get() == at;
        if has_place && at == 0 {
            self.set_first_kind(vm, value)?;
        }
        if has_place && at >= elements.capacity.get() {
            self.grow_elements(vm, at + 1)?;
        }
        if self.append_in_place(vm, at, value) { Ok(()) } else { self.push_raw(vm, at, value) }
    }

    /// Stores a value at the end of an array with elements of a fast kind, where `at` is its length, if there is a place for it and its
    /// kind is general enough; false, without effect, else.
    #[inline(always)]
    pub(crate) fn append_in_place(self, vm: &mut Vm, at: u32, value: Value) -> bool {
        let (Some(array), elements) = (self.as_array(), self.elements()) else { return false };
        let kind = self.element_kind();
        if !kind.is_fast()
            || at != elements.length.get()
            || at >= elements.capacity.get()
            || kind_of(value) as u8 > kind as u8
        {
            return false;
        }
        if kind.is_double() {
            doubles(elements)[at as usize].set(canonical_bits(value.as_number()));
        } else {
            tagged(elements)[at as usize].set(value);
            vm.heap.barrier(self.cell().elements.get().cast());
        }
        elements.length.set(at + 1);
        array.length.set(at + 1);
        true
    }

    /// The first element of an array that never had one, as [`grow_and_append`](Object::grow_and_append) makes room for it, where there is memory at hand and
    /// the value is no double; false, without effect, else.
    #[inline(always)]
    pub(crate) fn try_append_first(self, vm: &mut Vm, value: Value) -> bool {
        const BYTES: usize = ELEMENTS_VALUES_OFFSET + FIRST_CAPACITY as usize * size_of::<Value>();
        const { assert!(BYTES.is_multiple_of(abi::cell::CELL_ALIGN)) };
        let Some(array) = self.as_array() else { return false };
        let never_had_one = array.length.get() == 0
            && std::ptr::eq(self.elements(), vm.context.empty_elements.get())
            && self.element_kind() == ElementKind::PackedInt;
        let kind = kind_of(value);
        if !never_had_one || kind.is_double() || value.is_empty() {
            return false;
        }
        // SAFETY: all of the cell is written here, and zeros are empty elements.
        unsafe {
            let Some(cell) = vm.heap.try_alloc_uninit(BYTES) else { return false };
            let cell = cell.cast::<Elements>().as_ptr();
            cell.cast::<[u64; BYTES / 8]>().write([0; _]);
            (*cell).header.kind.set(CellKind::Elements as u8);
            (*cell).capacity.set(FIRST_CAPACITY);
            (*cell).length.set(1);
            tagged(&*cell)[0].set(value);
            self.cell().elements.set(cell);
        }
        self.set_element_kind(kind);
        array.length.set(1);
        vm.heap.barrier(self.as_ptr().cast());
        true
    }

    /// Gives an array that never had an element the kind that its first one asks for. Nothing changes its kind by that, so nothing is
    /// noted.
    fn set_first_kind(self, vm: &mut Vm, value: Value) -> JsResult<()> {
        let to = kind_of(value);
        if value.is_empty() || to == ElementKind::PackedInt || self.element_kind() != ElementKind::PackedInt {
            return Ok(());
        }
        let capacity = self.elements().capacity.get();
        if to.is_double() && capacity > 0 {
            let cell = vm.alloc_elements(capacity, true)?;
            self.cell().elements.set(cell);
            vm.heap.barrier(self.as_ptr().cast());
        }
        self.set_element_kind(to);
        Ok(())
    }
}
