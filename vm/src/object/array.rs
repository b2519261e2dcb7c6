//! Array exotic objects (ECMA-262 sec. 10.4.2).

use super::table::DEFAULT;
use super::{Object, PropertyDescriptor, elements, ordinary};
use crate::object::shape::Shape;
use crate::string::PropertyKey;
use crate::vm::{Vm, opaque};
use crate::{JsResult, Value};
use abi::cell::{CellKind, FLAG_LENGTH_READONLY};
use abi::object::{ELEMENTS_VALUES_OFFSET, ElementKind, Elements, JsArray};
use gc::Gc;

impl Vm {
    /// ArrayCreate with the realm's %Array.prototype%, length 0 and room for `capacity` elements.
    pub fn new_array_with_capacity(&mut self, capacity: u32) -> JsResult<Object> {
        let shape = self.realm().array_shape;
        let array = self.alloc_array(shape)?;
        if capacity > 0 {
            let cell = self.alloc_elements(capacity.min(elements::MAX_PREALLOCATED), false)?;
            array.cell().elements.set(cell);
            self.heap.barrier(array.as_ptr().cast());
        }
        Ok(array)
    }

    /// ArrayCreate(length) with the realm's %Array.prototype%: all holes.
    pub fn new_array_with_length(&mut self, length: u32) -> JsResult<Object> {
        let capacity = if length <= elements::MAX_PREALLOCATED { length } else { 0 };
        let array = self.new_array_with_capacity(capacity)?;
        if length > 0 {
            array.set_element_kind(ElementKind::HoleyInt);
        }
        if let Some(a) = array.as_array() {
            a.length.set(length);
        }
        Ok(array)
    }

    /// An array of these values, none of them empty and not all of them numbers, with the properties of its shape.
    pub(crate) fn new_array_of_shape(
        &mut self,
        shape: Gc<Shape>,
        values: &[Value],
        properties: &[Value],
    ) -> JsResult<Object> {
        let shape = opaque(shape);
        let count = values.len() as u32;
        // SAFETY: each cell is written whole before the next is allocated.
        unsafe {
            let bytes = ELEMENTS_VALUES_OFFSET + size_of_val(values);
            let elements: *mut Elements = self.alloc_uninit(CellKind::Elements, bytes)?.as_ptr().cast();
            (*elements).length.set(count);
            (*elements).capacity.set(count);
            elements::tagged(&*elements).iter().zip(values).for_each(|(to, from)| to.set(*from));
            let slots = self.alloc_slots_of(properties)?;
            let array: *mut JsArray = self.alloc_uninit(CellKind::Array, size_of::<JsArray>())?.as_ptr().cast();
            let object = &(*array).object;
            object.header.shape.set(self.shape_index(opaque(shape)));
            object.header.detail.set(ElementKind::PackedTagged as u8);
            object.slots.set(slots);
            object.elements.set(elements);
            (*array).length.set(count);
            (*array).numbers.set(0);
            Ok(Object::from_ptr(array.cast()))
        }
    }

    /// ArrayCreate(length, prototype)
    pub fn array_create(&mut self, length: f64, prototype: Option<Object>) -> JsResult<Object> {
        if length > u32::MAX as f64 {
            return Err(self.throw_range_error("Invalid array length"));
        }
        let array = self.new_array_with_length(length as u32)?;
        if let Some(prototype) = prototype
            && array.shape().prototype() != Some(prototype)
        {
            let shape = self.root_shape(Some(prototype), CellKind::Array, 0)?;
            self.note_array_prototype(prototype);
            array.set_shape(self, shape);
        }
        Ok(array)
    }
}

impl Object {
    /// Makes holes of what a new array without elements has room for, if that is not more than `most`.
    pub(crate) fn fill_with_holes(self, most: u32) {
        let elements = self.elements();
        let capacity = elements.capacity.get();
        if (1..=most).contains(&capacity) && self.element_kind() == ElementKind::HoleyInt {
            // A new cell's words are zeros, as holes are.
            elements.length.set(capacity);
        }
    }
}

fn length_descriptor(array: &JsArray) -> PropertyDescriptor {
    let writable = !array.object.header.has_flag(FLAG_LENGTH_READONLY);
    PropertyDescriptor::data(Value::from_u32(array.length.get()), writable, false, false)
}

pub fn get_own_property(object: Object, vm: &mut Vm, key: PropertyKey) -> JsResult<Option<PropertyDescriptor>> {
    if key == vm.names.length
        && let Some(array) = object.as_array()
    {
        return Ok(Some(length_descriptor(&array)));
    }
    ordinary::get_own_property(object, vm, key)
}

/// [[DefineOwnProperty]] of arrays.
pub fn define_own_property(
    object: Object,
    vm: &mut Vm,
    key: PropertyKey,
    descriptor: &PropertyDescriptor,
) -> JsResult<bool> {
    let Some(array) = object.as_array() else { return Ok(false) };
    if key == vm.names.length {
        return array_set_length(object, &array, vm, descriptor);
    }
    let Some(index) = key.as_index() else { return ordinary::define_own_property(object, vm, key, descriptor) };
    let length = array.length.get();
    if index >= length && object.header().has_flag(FLAG_LENGTH_READONLY) {
        return Ok(false);
    }
    if descriptor.attributes() == DEFAULT
        && descriptor.value.is_some()
        && object.element_kind().is_fast()
        && let Some(value) = descriptor.value
    {
        object.put_element(vm, index, value)?;
    } else if !ordinary::define_own_property(object, vm, key, descriptor)? {
        return Ok(false);
    }
    if index >= array.length.get() {
        array.length.set(index + 1);
    }
    Ok(true)
}

/// ArraySetLength
fn array_set_length(object: Object, array: &JsArray, vm: &mut Vm, descriptor: &PropertyDescriptor) -> JsResult<bool> {
    let Some(value) = descriptor.value else {
        return apply_length(object, array, vm, descriptor, None);
    };
    let new_length = crate::runtime::convert::to_uint32(vm, value)?;
    let number = crate::runtime::convert::to_number(vm, value)?;
    if new_length as f64 != number {
        return Err(vm.throw_range_error("Invalid array length"));
    }
    apply_length(object, array, vm, descriptor, Some(new_length))
}

fn apply_length(
    object: Object,
    array: &JsArray,
    vm: &mut Vm,
    descriptor: &PropertyDescriptor,
    new_length: Option<u32>,
) -> JsResult<bool> {
    let current = length_descriptor(array);
    let mut change = *descriptor;
    change.value = new_length.map(Value::from_u32);
    if !ordinary::is_compatible(vm, true, &change, Some(current))? {
        return Ok(false);
    }
    let mut complete = true;
    if let Some(new_length) = new_length {
        complete = set_length(object, vm, new_length)?;
    }
    if descriptor.writable == Some(false) {
        object.header().set_flag(FLAG_LENGTH_READONLY);
    }
    Ok(complete)
}

/// Sets the length, deleting what lies beyond; false if an element that cannot be deleted stopped it.
/// The length must be writable, or the same.
pub fn set_length(object: Object, vm: &mut Vm, new_length: u32) -> JsResult<bool> {
    let Some(array) = object.as_array() else { return Ok(false) };
    if let Some(dictionary) = object.dictionary_elements() {
        let mut map = dictionary.map();
        while let Some((&last, &(_, attributes))) = map.last_key_value() {
            if last < new_length {
                break;
            }
            if attributes & super::table::CONFIGURABLE == 0 {
                array.length.set(last + 1);
                return Ok(false);
            }
            map.pop_last();
        }
        array.length.set(new_length);
        return Ok(true);
    }
    if new_length < array.length.get() {
        object.clear_from(new_length);
    } else if new_length > array.length.get() && !object.element_kind().is_holey() {
        object.transition_elements(vm, object.element_kind().to_holey())?;
    }
    array.length.set(new_length);
    Ok(true)
}

/// `array.length = value` as an assignment: TypeError in strict code is the caller's matter.
pub fn assign_length(object: Object, vm: &mut Vm, value: Value) -> JsResult<bool> {
    let change = PropertyDescriptor { value: Some(value), ..Default::default() };
    object.define_own_property(vm, vm.names.length, &change)
}
