//! Element access: `object[key]` in general, and typed arrays' fast path.

use crate::feedback::Change;
use crate::object::Object;
use crate::object::table::ACCESSOR;
use crate::runtime::{array_like, convert, operations};
use crate::string::JsString;
use crate::vm::Vm;
use crate::{JsResult, Throw, Value, ValueExt};
use abi::cell::{CellKind, FLAG_LENGTH_READONLY};
use abi::ic::*;
use abi::object::{ArrayType, JsObject, JsTypedArray};

/// The data of a typed array that has an element of that index; None where the general path must decide.
///
/// # Safety
/// The object is a typed array.
#[inline(always)]
unsafe fn typed_data(object: *mut JsObject, index: u32) -> Option<(ArrayType, *mut u8)> {
    // SAFETY: the caller's promise; what a typed array's fields point at is live.
    unsafe {
        let array = &*object.cast::<JsTypedArray>();
        if index as usize >= array.fast_length.get() {
            return None;
        }
        let data = (*array.buffer.get()).data.get();
        if data.is_null() {
            return None;
        }
        Some((array.array_type.get(), data.add(array.byte_offset.get())))
    }
}

/// An element of a typed array; None where the general path must decide.
#[inline(always)]
pub fn typed_load(object: *mut JsObject, index: u32) -> Option<Value> {
    // SAFETY: the caller checked the kind; an index below fast_length is within the buffer while its data is not null.
    unsafe {
        let (array_type, start) = typed_data(object, index)?;
        let i = index as usize;
        Some(match array_type {
            ArrayType::Int8 => Value::int(*start.cast::<i8>().add(i) as i32),
            ArrayType::Uint8 | ArrayType::Uint8Clamped => Value::int(*start.add(i) as i32),
            ArrayType::Int16 => Value::int(start.cast::<i16>().add(i).read() as i32),
            ArrayType::Uint16 => Value::int(start.cast::<u16>().add(i).read() as i32),
            ArrayType::Int32 => Value::int(start.cast::<i32>().add(i).read()),
            ArrayType::Uint32 => Value::from_u32(start.cast::<u32>().add(i).read()),
            ArrayType::Float32 => Value::double(start.cast::<f32>().add(i).read() as f64),
            ArrayType::Float64 => Value::double(start.cast::<f64>().add(i).read()),
            ArrayType::Float16 | ArrayType::BigInt64 | ArrayType::BigUint64 => return None,
        })
    }
}

/// Stores a number into a typed array; false where the general path must do it.
#[inline(always)]
pub fn typed_store(object: *mut JsObject, index: u32, value: Value) -> bool {
    // SAFETY: as for `typed_load`.
    unsafe {
        if !value.is_number() {
            return false;
        }
        let Some((array_type, start)) = typed_data(object, index) else { return false };
        let i = index as usize;
        let int = || {
            if value.is_int() { value.as_int() } else { crate::numeric::convert::to_int32(value.as_double()) }
        };
        match array_type {
            ArrayType::Int8 | ArrayType::Uint8 => *start.add(i) = int() as u8,
            ArrayType::Uint8Clamped => {
                *start.add(i) = if value.is_int() {
                    value.as_int().clamp(0, 255) as u8
                } else {
                    crate::numeric::convert::to_uint8_clamp(value.as_double())
                };
            }
            ArrayType::Int16 | ArrayType::Uint16 => start.cast::<u16>().add(i).write(int() as u16),
            ArrayType::Int32 | ArrayType::Uint32 => start.cast::<i32>().add(i).write(int()),
            ArrayType::Float32 => start.cast::<f32>().add(i).write(value.as_number() as f32),
            ArrayType::Float64 => start.cast::<f64>().add(i).write(value.as_number()),
            ArrayType::Float16 | ArrayType::BigInt64 | ArrayType::BigUint64 => return false,
        }
        true
    }
}

/// The TypeError for `undefined[key]`: thrown before the key is converted, so that only keys that are primitive are named.
#[cold]
pub fn throw_nullish_read(vm: &mut Vm, receiver: Value, key: Value) -> Throw {
    if key.is_object() {
        let text = vm.describe(receiver);
        return vm.throw_type_error(format!("Cannot read properties of {text}"));
    }
    match convert::to_property_key(vm, key) {
        Ok(key) => vm.throw_read_of_nullish(receiver, key),
        Err(throw) => throw,
    }
}

/// Objects that answer for their indices themselves.
const SEEN_EXOTIC: u16 = 1 << abi::ElementKind::Exotic as u16;

/// Remembers what the site came across.
#[inline(always)]
pub(super) fn seen(vm: &mut Vm, site: &Site, bits: u16) {
    if site.seen.get() & bits != bits {
        seen_first(vm, site, bits);
    }
}

#[cold]
#[inline(never)]
fn seen_first(vm: &mut Vm, site: &Site, bits: u16) {
    let bits = bits & !site.seen.get();
    site.seen.set(site.seen.get() | bits);
    // Forms of receivers are to element accesses what shapes are to named ones; typed arrays are two bits.
    let state = if site.seen.get() & SEEN_NAMED_KEY != 0 {
        SITE_MEGAMORPHIC
    } else if (site.seen.get() & (0xff | SEEN_STRING)).count_ones() > 1 {
        SITE_POLYMORPHIC
    } else {
        SITE_MONOMORPHIC
    };
    site.state.set(site.state.get().max(state));
    vm.note(site, Change::Seen { bits });
}

/// An element access that needed nothing looked up, of a kind of elements that the site has not seen.
#[cold]
#[inline(never)]
pub fn note_element(vm: &mut Vm, site: &Site, bits: u16) {
    seen_first(vm, site, bits);
}

/// An access of a typed array. The site keeps the type that it saw last: by that its stencil is chosen.
#[inline(always)]
pub fn note_typed(vm: &mut Vm, site: &Site, array: *mut JsTypedArray) {
    // SAFETY: the caller checked the kind.
    let last = unsafe { (*array).array_type.get() } as u8 + 1;
    if site.count.get() != last {
        site.count.set(last);
        seen(vm, site, SEEN_EXOTIC | SEEN_TYPED_ARRAY);
    }
}

/// An element of an object that keeps them the ordinary way, undefined where there is none; None where the general path must decide.
#[inline]
pub fn ordinary_element(vm: &Vm, object: Object, index: u32) -> Option<Value> {
    if object.is_exotic() {
        return object.fast_element(index);
    }
    match object.own_element(index) {
        Some((value, attributes)) => (attributes & ACCESSOR == 0).then_some(value),
        None => (!vm.may_inherit_elements(object)).then_some(Value::UNDEFINED),
    }
}

/// GetIndex where the loop's fast path did not do.
#[inline(never)]
pub fn get_index(vm: &mut Vm, receiver: Value, key: Value, site: &Site) -> JsResult {
    // Doubles that are indices.
    let index = if key.is_int() && key.as_int() >= 0 {
        Some(key.as_int() as u32)
    } else if key.is_double() {
        crate::numeric::convert::f64_to_array_index(key.as_double())
    } else {
        None
    };
    if let Some(string) = receiver.as_string() {
        if let Some(index) = index
            && (index as usize) < string.len()
        {
            seen(vm, site, SEEN_STRING);
            let unit = string.unit_at(vm, index as usize)?;
            return Ok(JsString::from_char(vm, unit)?.value());
        }
        if index.is_some() && !vm.strings_inherit_elements() {
            seen(vm, site, SEEN_STRING | SEEN_OUT_OF_BOUNDS);
            return Ok(Value::UNDEFINED);
        }
    } else if let Some(object) = receiver.as_object()
        && let Some(index) = index
    {
        if object.is_kind(CellKind::TypedArray) {
            note_typed(vm, site, object.as_ptr().cast());
            if let Some(value) = typed_load(object.as_ptr(), index) {
                return Ok(value);
            }
        } else {
            seen(vm, site, 1 << (object.element_kind() as u16));
            if let Some(value) = object.fast_element(index) {
                return Ok(value);
            }
            if let Some(value) = object.dictionary_value(index) {
                return Ok(value);
            }
            // A hole, or out of bounds: undefined while no prototype has elements.
            if object.element_kind().is_fast() && !vm.may_inherit_elements(object) {
                // What an array has not stored yet of its length is holes, too.
                let end = object.as_array().map_or(object.elements().length.get(), |array| array.length.get());
                seen(vm, site, if index < end { SEEN_HOLE } else { SEEN_OUT_OF_BOUNDS });
                if !object.is_exotic() {
                    return Ok(Value::UNDEFINED);
                }
            }
        }
    }
    if receiver.is_nullish() {
        return Err(throw_nullish_read(vm, receiver, key));
    }
    let key = convert::to_property_key(vm, key)?;
    if !key.is_index() {
        seen(vm, site, SEEN_NAMED_KEY);
        if let Some(object) = receiver.as_object() {
            return crate::interp::cache::get_named(vm, object, key);
        }
    }
    operations::get_v(vm, receiver, key)
}

/// GetPresent where the fast path did not do.
#[inline(never)]
pub fn get_present(vm: &mut Vm, object: Object, index: u64, site: &Site) -> JsResult {
    if object.is_kind(CellKind::TypedArray) {
        note_typed(vm, site, object.as_ptr().cast());
    } else {
        let kind = object.element_kind();
        seen(vm, site, 1 << (kind as u16));
        if kind.is_fast() {
            let end = object.as_array().map_or(object.elements().length.get(), |array| array.length.get());
            seen(vm, site, if index < end.into() { SEEN_HOLE } else { SEEN_OUT_OF_BOUNDS });
        }
    }
    Ok(array_like::get_if_present(vm, object, index)?.unwrap_or(Value::EMPTY))
}

/// SetIndex where the loop's fast path did not do.
#[inline(never)]
pub fn set_index(vm: &mut Vm, receiver: Value, key: Value, value: Value, site: &Site) -> JsResult<()> {
    let index = if key.is_int() && key.as_int() >= 0 {
        Some(key.as_int() as u32)
    } else if key.is_double() {
        crate::numeric::convert::f64_to_array_index(key.as_double())
    } else {
        None
    };
    let strict = site.flags.get() & SITE_FLAG_STRICT != 0;
    if let Some(object) = receiver.as_object()
        && let Some(index) = index
    {
        if object.is_kind(CellKind::TypedArray) {
            note_typed(vm, site, object.as_ptr().cast());
            if typed_store(object.as_ptr(), index, value) {
                return Ok(());
            }
        } else if object.element_kind().is_fast() && !object.is_exotic() {
            seen(vm, site, 1 << (object.element_kind() as u16));
            if object.fast_element(index).is_some() {
                return object.put_element(vm, index, value);
            }
            // A new element: nothing on the prototypes can object, the object is extensible (or it would be a dictionary).
            if !vm.may_inherit_elements(object) {
                if let Some(array) = object.as_array() {
                    if index >= array.length.get() {
                        if object.header().has_flag(FLAG_LENGTH_READONLY) {
                            return refuse(vm, receiver, key, strict);
                        }
                        seen(vm, site, SEEN_GROWTH);
                        object.put_element(vm, index, value)?;
                        array.length.set(index + 1);
                        return Ok(());
                    }
                    seen(vm, site, SEEN_HOLE);
                    return object.put_element(vm, index, value);
                }
                if elements_are_ordinary(object) {
                    seen(vm, site, if index < object.elements().length.get() { SEEN_HOLE } else { SEEN_GROWTH });
                    return object.put_element(vm, index, value);
                }
            }
        }
    }
    if receiver.is_nullish() {
        let key = convert::to_property_key(vm, key)?;
        return Err(vm.throw_set_of_nullish(receiver, key));
    }
    let key = convert::to_property_key(vm, key)?;
    match receiver.as_object() {
        Some(object) if key.is_index() => {
            if !object.set_with_receiver(vm, key, value, receiver)? && strict {
                return Err(vm.throw_set_failed(receiver, key));
            }
            Ok(())
        }
        Some(object) => {
            seen(vm, site, SEEN_NAMED_KEY);
            if crate::interp::cache::set_named(vm, object, key, value)? {
                return Ok(());
            }
            let before = crate::interp::cache::Before::new(object, key);
            if !object.set_with_receiver(vm, key, value, receiver)? && strict {
                return Err(vm.throw_set_failed(receiver, key));
            }
            crate::interp::cache::learn_set_named(vm, object, key, before);
            Ok(())
        }
        None => crate::interp::cache::set_on_primitive(vm, receiver, key, value, strict),
    }
}

fn elements_are_ordinary(object: Object) -> bool {
    object.shape().is_extensible()
}

fn refuse(vm: &mut Vm, receiver: Value, key: Value, strict: bool) -> JsResult<()> {
    if strict {
        let key = convert::to_property_key(vm, key)?;
        return Err(vm.throw_set_failed(receiver, key));
    }
    Ok(())
}
