//! Array iterators (ECMA-262 sec. 23.1.5): the cells, and what a step does.

use super::array_words as words;
use super::iteration_kind::IterationKind;
use super::typed_array::{self, TypedArrayObject};
use crate::object::Object;
use crate::string::PropertyKey;
use crate::vm::Vm;
use crate::{JsResult, Value, ValueExt};
use abi::cell::{CellHeader, CellKind};
use abi::object::JsObject;
use gc::{HeapCell, Visitor};
use std::cell::Cell;

/// An array iterator.
#[repr(C)]
pub struct ArrayIterator {
    object: JsObject,
    /// What is iterated over; null once it is exhausted.
    array: Cell<*mut JsObject>,
    index: Cell<u64>,
    kind: IterationKind,
}

// SAFETY: the header comes first and the layout is C's.
unsafe impl HeapCell for ArrayIterator {
    const KIND: CellKind = CellKind::ArrayIterator;
}

impl ArrayIterator {
    // What compiled code needs to know of the layout.
    pub const ARRAY: usize = std::mem::offset_of!(ArrayIterator, array);
    pub const INDEX: usize = std::mem::offset_of!(ArrayIterator, index);
    pub const KIND: usize = std::mem::offset_of!(ArrayIterator, kind);

    /// # Safety
    /// To be called by the collector only, on a live ArrayIterator cell.
    pub unsafe fn trace(cell: *mut CellHeader, visitor: &mut Visitor) {
        // SAFETY: the collector registers this function for cells of that kind.
        let this = unsafe { &*cell.cast::<ArrayIterator>() };
        crate::vm::trace_object(&this.object, visitor);
        visitor.visit_cell(this.array.get().cast());
    }
}

impl Vm {
    /// CreateArrayIterator (sec. 23.1.5.1)
    pub fn new_array_iterator(&mut self, array: Object, kind: IterationKind) -> JsResult<Object> {
        let prototype = self.realm().array_iterator_prototype;
        self.new_exotic(Some(prototype), |object| ArrayIterator {
            object,
            array: Cell::new(array.as_ptr()),
            index: Cell::new(0),
            kind,
        })
    }

    /// An iterator over an array's values that has come to an index.
    pub fn new_array_iterator_at(&mut self, array: Object, index: u32) -> JsResult<Object> {
        let iterator = self.new_array_iterator(array, IterationKind::Values)?;
        if let Some(iterator) = iterator.downcast::<ArrayIterator>() {
            iterator.index.set(index.into());
        }
        Ok(iterator)
    }
}

/// One step: the next value, or None at the end, which stays the end.
pub fn step(vm: &mut Vm, iterator: &ArrayIterator) -> JsResult<Option<Value>> {
    let array = iterator.array.get();
    if array.is_null() {
        return Ok(None);
    }
    // SAFETY: a field of a live iterator is null or a live object.
    let array = unsafe { Object::from_ptr(array) };
    let index = iterator.index.get();
    let length = if let Some(array) = array.as_array() {
        array.length.get() as u64
    } else if let Some(array) = array.downcast::<TypedArrayObject>() {
        match array.current_length() {
            Some(length) => length as u64,
            None => {
                return Err(
                    vm.throw_type_error("Cannot perform %ArrayIteratorPrototype%.next on a detached ArrayBuffer")
                );
            }
        }
    } else {
        array.length_of_array_like(vm)?
    };
    if index >= length {
        iterator.array.set(std::ptr::null_mut());
        return Ok(None);
    }
    iterator.index.set(index + 1);
    if iterator.kind == IterationKind::Keys {
        return Ok(Some(Value::from_usize(index as usize)));
    }
    let value = match array.fast_element(index.min(u32::MAX as u64 - 1) as u32) {
        Some(value) if index < u32::MAX as u64 => value,
        _ if array.is_kind(CellKind::TypedArray) => {
            // SAFETY: the kind says so.
            typed_array::get_element(vm, unsafe { array.cast_ref::<TypedArrayObject>() }, index as usize)?
        }
        _ => {
            let key = PropertyKey::from_u64_index(vm, index)?;
            array.get(vm, key)?
        }
    };
    if iterator.kind == IterationKind::Values {
        return Ok(Some(value));
    }
    let entry = vm.new_array(&[Value::from_usize(index as usize), value])?;
    Ok(Some(entry.value()))
}

/// All that an iterator over the values of a packed array has left, as a new array; the iterator has ended then. None for others.
pub fn take_rest(vm: &mut Vm, iterator: Value, next: Value) -> JsResult<Option<Object>> {
    let Some(iterator) = iterator.as_object().and_then(|o| o.downcast::<ArrayIterator>()) else { return Ok(None) };
    if iterator.kind != IterationKind::Values
        || iterator.array.get().is_null()
        || next != vm.realm().array_iterator_next.value()
    {
        return Ok(None);
    }
    // SAFETY: a field of a live iterator is null or a live object.
    let array = unsafe { Object::from_ptr(iterator.array.get()) };
    let rest = rest_of(vm, array, iterator.index.get().min(u32::MAX.into()) as u32)?;
    if rest.is_some() {
        iterator.array.set(std::ptr::null_mut());
    }
    Ok(rest)
}

/// The elements of a packed array from an index on, as a new array; None for others.
pub fn rest_of(vm: &mut Vm, array: Object, index: u32) -> JsResult<Option<Object>> {
    if !array.is_packed_array() {
        return Ok(None);
    }
    let length = array.as_array().map_or(0, |a| a.length.get());
    let start = index.min(length);
    words::copy_range(vm, array, start, length - start).map(Some)
}
