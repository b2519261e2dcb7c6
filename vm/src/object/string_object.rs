//! Wrapper objects of primitives (ECMA-262 sec. 20.3.4 and its like), and String exotic objects (sec. 10.4.3).
//!
//! A String object of a text that is not empty answers for the indices of its characters itself: it is exotic, with element
//! kind Exotic, and what other indices a script gives it are elements of an object of their own, `extra`. A String
//! object of the empty text has no character to answer for and is ordinary; so String.prototype, which every method call on a
//! string goes through, can be cached and watched like any other prototype. `length` is an ordinary, constant property of all
//! of them.

use super::{KeyList, Object, PropertyDescriptor, keys, ordinary};
use crate::runtime::operations::prototype_of_primitive;
use crate::string::{JsString, PropertyKey};
use crate::vm::Vm;
use crate::{JsResult, Value, ValueExt};
use abi::cell::{CellHeader, CellKind, FLAG_EXOTIC};
use abi::object::{ElementKind, JsObject};
use gc::{HeapCell, Visitor};
use std::cell::Cell;
use std::ptr::null_mut;

/// What all wrapper objects begin with.
#[repr(C)]
pub struct PrimitiveWrapper {
    pub object: JsObject,
    /// [[BooleanData]], [[NumberData]], [[StringData]], [[SymbolData]] or [[BigIntData]]. Never changes.
    value: Value,
}

impl PrimitiveWrapper {
    /// For BooleanObject, NumberObject, SymbolObject and BigIntObject cells.
    ///
    /// # Safety
    /// To be called by the collector only, on a live cell of one of those kinds.
    pub unsafe fn trace(cell: *mut CellHeader, visitor: &mut Visitor) {
        // SAFETY: the collector registers this function for cells of those kinds.
        let wrapper = unsafe { &*cell.cast::<PrimitiveWrapper>() };
        crate::vm::trace_object(&wrapper.object, visitor);
        visitor.visit_value(wrapper.value);
    }
}

macro_rules! wrapper_cells {
    ($($name:ident),*) => {$(
        #[repr(transparent)]
        struct $name(PrimitiveWrapper);
        // SAFETY: a PrimitiveWrapper begins with its header, in C's layout.
        unsafe impl HeapCell for $name {
            const KIND: CellKind = CellKind::$name;
        }
    )*};
}
wrapper_cells!(BooleanObject, NumberObject, SymbolObject, BigIntObject);

/// A String object.
#[repr(C)]
pub struct StringObject {
    wrapper: PrimitiveWrapper,
    /// An object whose elements are those that the characters leave; null before there are any.
    extra: Cell<*mut JsObject>,
}

// SAFETY: the header comes first and the layout is C's.
unsafe impl HeapCell for StringObject {
    const KIND: CellKind = CellKind::StringObject;
}

impl StringObject {
    /// # Safety
    /// To be called by the collector only, on a live StringObject cell.
    pub unsafe fn trace(cell: *mut CellHeader, visitor: &mut Visitor) {
        // SAFETY: the collector registers this function for cells of kind StringObject.
        let string = unsafe { &*cell.cast::<StringObject>() };
        crate::vm::trace_object(&string.wrapper.object, visitor);
        visitor.visit_value(string.wrapper.value);
        visitor.visit_cell(string.extra.get().cast());
    }
}

/// The primitive in a wrapper object of any kind; None for other objects.
pub fn primitive_value(object: Object) -> Option<Value> {
    match object.kind() {
        CellKind::BooleanObject
        | CellKind::NumberObject
        | CellKind::StringObject
        | CellKind::SymbolObject
        | CellKind::BigIntObject => {
            // SAFETY: cells of these kinds begin with a PrimitiveWrapper.
            Some(unsafe { object.cast::<PrimitiveWrapper>() }.value)
        }
        _ => None,
    }
}

/// The primitive in a wrapper object of one kind: what ThisBooleanValue and its like look for.
pub fn wrapped(v: Value, kind: CellKind) -> Option<Value> {
    primitive_value(v.as_object().filter(|o| o.is_kind(kind))?)
}

impl Vm {
    /// ToObject of a boolean, number, string, symbol or BigInt.
    pub fn new_primitive_wrapper(&mut self, value: Value) -> JsResult<Object> {
        match prototype_of_primitive(self, value) {
            Some(prototype) => self.new_primitive_wrapper_with(value, prototype),
            None => Err(self.throw_type_error("Cannot convert undefined or null to object")),
        }
    }

    /// A wrapper object with any prototype (constructors, and the prototypes that are wrappers themselves).
    pub fn new_primitive_wrapper_with(&mut self, value: Value, prototype: Object) -> JsResult<Object> {
        let prototype = Some(prototype);
        let wrap = |object| PrimitiveWrapper { object, value };
        if let Some(text) = value.as_string() {
            let string = self
                .new_exotic(prototype, |object| StringObject { wrapper: wrap(object), extra: Cell::new(null_mut()) })?;
            string.define_raw(self, self.names.length, Value::from_usize(text.len()), 0)?;
            if !text.is_empty() {
                string.header().set_flag(FLAG_EXOTIC);
                string.set_element_kind(ElementKind::Exotic);
            }
            Ok(string)
        } else if value.is_bool() {
            self.new_exotic(prototype, |object| BooleanObject(wrap(object)))
        } else if value.is_symbol() {
            self.new_exotic(prototype, |object| SymbolObject(wrap(object)))
        } else if value.is_bigint() {
            self.new_exotic(prototype, |object| BigIntObject(wrap(object)))
        } else {
            self.new_exotic(prototype, |object| NumberObject(wrap(object)))
        }
    }
}

/// The text of a String object.
fn text_of(object: Object) -> Option<JsString> {
    object.downcast::<StringObject>()?.wrapper.value.as_string()
}

fn extra_of(object: Object) -> Option<Object> {
    Object::from_nullable(object.downcast::<StringObject>()?.extra.get())
}

/// The number of characters.
pub fn length(object: Object) -> u32 {
    text_of(object).map_or(0, |text| text.len() as u32)
}

/// Pushes the indices of the characters and of the elements behind them, for [[OwnPropertyKeys]] (sec. 10.4.3.3).
pub fn push_indices(object: Object, vm: &mut Vm, list: &mut KeyList) -> JsResult<()> {
    for i in 0..length(object) {
        vm.spend(1)?;
        list.push(PropertyKey::from_index(i));
    }
    if let Some(extra) = extra_of(object) {
        for key in keys::ordinary_own_property_keys(extra, vm)?.iter() {
            list.push(key);
        }
    }
    Ok(())
}

/// StringGetOwnProperty (sec. 10.4.3.5)
fn character(object: Object, vm: &mut Vm, index: u32) -> JsResult<Option<PropertyDescriptor>> {
    match text_of(object) {
        Some(text) if (index as usize) < text.len() => {
            let unit = text.unit_at(vm, index as usize)?;
            let character = JsString::from_char(vm, unit)?;
            Ok(Some(PropertyDescriptor::data(character.value(), false, true, false)))
        }
        _ => Ok(None),
    }
}

/// The index that the object answers for in its own way: it is one, and the object is exotic.
fn exotic_index(object: Object, key: PropertyKey) -> Option<u32> {
    key.as_index().filter(|_| object.is_exotic())
}

/// [[GetOwnProperty]] (sec. 10.4.3.1)
pub fn get_own_property(object: Object, vm: &mut Vm, key: PropertyKey) -> JsResult<Option<PropertyDescriptor>> {
    let Some(index) = exotic_index(object, key) else { return ordinary::get_own_property(object, vm, key) };
    if let Some(character) = character(object, vm, index)? {
        return Ok(Some(character));
    }
    match extra_of(object) {
        Some(extra) => ordinary::get_own_property(extra, vm, key),
        None => Ok(None),
    }
}

/// [[DefineOwnProperty]] (sec. 10.4.3.2)
pub fn define_own_property(
    object: Object,
    vm: &mut Vm,
    key: PropertyKey,
    descriptor: &PropertyDescriptor,
) -> JsResult<bool> {
    let Some(index) = exotic_index(object, key) else {
        return ordinary::define_own_property(object, vm, key, descriptor);
    };
    let extensible = object.shape().is_extensible();
    if let Some(character) = character(object, vm, index)? {
        return ordinary::is_compatible(vm, extensible, descriptor, Some(character));
    }
    let extra = match extra_of(object) {
        Some(extra) => extra,
        None if !extensible => return Ok(false),
        None => {
            let extra = vm.new_object_with_prototype(None)?;
            if let Some(string) = object.downcast::<StringObject>() {
                string.extra.set(extra.as_ptr());
                vm.heap.barrier(object.as_ptr().cast());
            }
            extra
        }
    };
    if !extensible && ordinary::get_own_property(extra, vm, key)?.is_none() {
        return Ok(false);
    }
    ordinary::define_own_property(extra, vm, key, descriptor)
}

/// [[Delete]]: ordinary; the characters are not configurable.
pub fn delete(object: Object, vm: &mut Vm, key: PropertyKey) -> JsResult<bool> {
    let Some(index) = exotic_index(object, key) else { return ordinary::delete(object, vm, key) };
    if index < length(object) {
        return Ok(false);
    }
    match extra_of(object) {
        Some(extra) => ordinary::delete(extra, vm, key),
        None => Ok(true),
    }
}
