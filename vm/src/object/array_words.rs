//! Ranges of an array's elements as raw words: int32 and tagged elements are values, double elements bits, and both are eight
//! bytes, so that most ranges move by memmove whatever their kind.
//!
//! Nothing here looks at prototypes: callers have made sure that a hole means absence.

use crate::object::Object;
use crate::object::elements::{self, canonical_bits, join};
use crate::vm::Vm;
use crate::{JsResult, Value};
use abi::cell::{FLAG_LENGTH_READONLY, FLAG_PROTOTYPE};
use abi::object::{DOUBLE_HOLE, ElementKind, JsArray};
use gc::Gc;
use std::cell::Cell;

/// An array with elements of a fast kind whose holes mean absence: what there is can be read in bulk.
#[inline(always)]
pub fn readable(vm: &Vm, object: Object) -> Option<Gc<JsArray>> {
    let array = object.as_array()?;
    let kind = object.element_kind();
    if kind.is_fast() && (!kind.is_holey() || !vm.may_inherit_elements(object)) { Some(array) } else { None }
}

/// An array that may be changed in bulk: elements of a fast kind (so it is extensible), a writable length, nothing inherited, and
/// nobody's prototype.
#[inline(always)]
pub fn writable(vm: &Vm, object: Object) -> Option<Gc<JsArray>> {
    let array = object.as_array()?;
    let flags = object.header().flags.get();
    if object.element_kind().is_fast()
        && flags & (FLAG_LENGTH_READONLY | FLAG_PROTOTYPE) == 0
        && !vm.may_inherit_elements(object)
    {
        Some(array)
    } else {
        None
    }
}

/// All places of an array's elements, as words.
#[inline(always)]
pub fn words(object: &Object) -> &[Cell<u64>] {
    elements::doubles(object.elements())
}

/// One past the last place that may hold something.
#[inline(always)]
pub fn end(object: Object) -> u32 {
    object.elements().length.get()
}

/// The word of a hole.
#[inline(always)]
pub const fn hole(double: bool) -> u64 {
    if double { DOUBLE_HOLE } else { Value::EMPTY.bits() }
}

/// The least kind that holds a value.
#[inline(always)]
pub fn kind_of(value: Value) -> ElementKind {
    if value.is_int() {
        ElementKind::PackedInt
    } else if value.is_number() {
        ElementKind::PackedDouble
    } else {
        ElementKind::PackedTagged
    }
}

/// The word of a value among elements that can hold it.
#[inline(always)]
pub fn word(double: bool, value: Value) -> u64 {
    if double { canonical_bits(value.as_number()) } else { value.bits() }
}

/// Says that words were stored into an array's elements.
#[inline(always)]
pub fn stored(vm: &mut Vm, object: Object) {
    if !object.element_kind().is_double() {
        vm.heap.barrier(object.cell().elements.get().cast());
    }
}

/// Copies words between places that may overlap.
#[inline(always)]
pub fn move_words(from: &[Cell<u64>], to: &[Cell<u64>]) {
    let n = from.len().min(to.len());
    // SAFETY: both ranges are at least that long; cells may be written through shared references, and nobody else looks on.
    unsafe { std::ptr::copy(from.as_ptr(), to.as_ptr().cast_mut(), n) };
}

#[inline(always)]
fn set_words(places: &[Cell<u64>], word: u64) {
    places.iter().for_each(|place| place.set(word));
}

/// A new array of length 0 with elements of a kind and room for `capacity`.
pub fn new_array_of_kind(vm: &mut Vm, kind: ElementKind, capacity: u32) -> JsResult<Object> {
    let array = vm.new_array_with_capacity(0)?;
    array.set_element_kind(kind);
    if capacity > 0 {
        let cell = vm.alloc_elements(capacity, kind.is_double())?;
        array.cell().elements.set(cell);
        vm.heap.barrier(array.as_ptr().cast());
    }
    Ok(array)
}

/// A new array with a copy of elements `start..start + count` of an array; what lies beyond its elements are holes.
pub fn copy_range(vm: &mut Vm, source: Object, start: u32, count: u32) -> JsResult<Object> {
    let present = end(source).saturating_sub(start).min(count);
    let mut kind = source.element_kind();
    if present < count {
        kind = kind.to_holey();
    }
    let array = new_array_of_kind(vm, kind, present)?;
    if present > 0 {
        move_words(&words(&source)[start as usize..(start + present) as usize], words(&array));
        array.elements().length.set(present);
        stored(vm, array);
    }
    if let Some(a) = array.as_array() {
        a.length.set(count);
    }
    Ok(array)
}

/// Appends elements `0..count` of `source` to an array that nobody else has seen. The target's length must stay below 2^32.
pub fn append(vm: &mut Vm, target: Object, source: Object, count: u32) -> JsResult<()> {
    let Some(array) = target.as_array() else { return Ok(()) };
    let at = array.length.get();
    let present = end(source).min(count);
    // The first ones: the target takes their kind, and has no place for anything else.
    if at == 0 && present == count && count > 0 && target.elements().capacity.get() == 0 {
        let kind = join(target.element_kind(), source.element_kind());
        if kind == source.element_kind() {
            let cell = vm.alloc_elements_of(source, count)?;
            target.set_element_kind(kind);
            target.cell().elements.set(cell);
            vm.heap.barrier(target.as_ptr().cast());
            array.length.set(count);
            return Ok(());
        }
    }
    let mut kind = join(target.element_kind(), source.element_kind());
    if present < count || (end(target) < at && count > 0) {
        kind = kind.to_holey();
    }
    target.transition_elements(vm, kind)?;
    if present > 0 {
        target.grow_elements(vm, at + present)?;
        let from = &words(&source)[..present as usize];
        let to = &words(&target)[at as usize..(at + present) as usize];
        match (source.element_kind().is_double(), kind.is_double()) {
            (false, true) => {
                for (place, word) in to.iter().zip(from) {
                    // SAFETY: a word of elements that are no doubles is a value.
                    let v = unsafe { Value::from_bits(word.get()) };
                    place.set(if v.is_empty() { DOUBLE_HOLE } else { canonical_bits(v.as_number()) });
                }
            }
            (true, false) => {
                for (place, word) in to.iter().zip(from) {
                    let bits = word.get();
                    place.set(if bits == DOUBLE_HOLE { 0 } else { Value::number(f64::from_bits(bits)).bits() });
                }
            }
            _ => move_words(from, to),
        }
        target.elements().length.set(at + present);
        stored(vm, target);
    }
    array.length.set(at + count);
    Ok(())
}

/// Appends all elements of a packed array to an array that nobody else has seen; false, without effect, if that is not possible so.
pub fn append_packed(vm: &mut Vm, target: Object, source: Object) -> JsResult<bool> {
    let (Some(to), Some(from)) = (target.as_array(), source.as_array()) else { return Ok(false) };
    let count = from.length.get();
    if !source.is_packed_array() || !target.element_kind().is_fast() || to.length.get().checked_add(count).is_none() {
        return Ok(false);
    }
    append(vm, target, source, count)?;
    Ok(true)
}

/// Makes an array's element kind general enough for all of these values.
pub fn generalize(vm: &mut Vm, object: Object, values: &[Value]) -> JsResult<()> {
    let kind = values.iter().fold(object.element_kind(), |kind, v| join(kind, kind_of(*v)));
    object.transition_elements(vm, kind)
}

/// Removes elements `start..start + count`, moving those behind down. The array must be [`writable`], the range within its length.
pub fn remove(vm: &mut Vm, object: Object, start: u32, count: u32) {
    let old_end = end(object);
    if start < old_end {
        let places = words(&object);
        let from = (start + count).min(old_end);
        move_words(&places[from as usize..old_end as usize], &places[start as usize..]);
        let new_end = old_end - (from - start);
        set_words(&places[new_end as usize..old_end as usize], hole(object.element_kind().is_double()));
        object.elements().length.set(new_end);
        stored(vm, object);
    }
    if let Some(array) = object.as_array() {
        array.length.set(array.length.get() - count);
    }
}

/// Puts `values` before element `start`, moving those from there on up. The array must be [`writable`], `start` within its
/// length, which must stay below 2^32.
pub fn insert(vm: &mut Vm, object: Object, start: u32, values: &[Value]) -> JsResult<()> {
    let Some(array) = object.as_array() else { return Ok(()) };
    let count = values.len() as u32;
    generalize(vm, object, values)?;
    let old_end = end(object).max(start);
    object.grow_elements(vm, old_end + count)?;
    let places = words(&object);
    // Between the old end and `start` there are holes already.
    move_words(&places[start as usize..old_end as usize], &places[(start + count) as usize..]);
    let double = object.element_kind().is_double();
    for (place, v) in places[start as usize..].iter().zip(values) {
        place.set(word(double, *v));
    }
    object.elements().length.set(old_end + count);
    stored(vm, object);
    array.length.set(array.length.get() + count);
    Ok(())
}

/// Makes sure that the elements of an array, all of them, are there as places: up to its length.
pub fn materialize(vm: &mut Vm, object: Object, length: u32) -> JsResult<()> {
    object.grow_elements(vm, length)?;
    // Places beyond the old end are holes. The shared empty elements are never written.
    if end(object) < length {
        object.elements().length.set(length);
    }
    Ok(())
}

/// Sets places `start..stop`, which are there, to a value that the kind can hold.
pub fn fill(vm: &mut Vm, object: Object, start: u32, stop: u32, v: Value) {
    let double = object.element_kind().is_double();
    set_words(&words(&object)[start as usize..stop as usize], word(double, v));
    stored(vm, object);
}

/// push() of one value, if nothing but the array itself can tell the difference; the new length.
pub fn push_if_plain(vm: &mut Vm, object: Object, item: Value) -> JsResult<Option<u32>> {
    let Some(array) = writable(vm, object).filter(|a| a.length.get() < i32::MAX as u32) else { return Ok(None) };
    append_one(vm, object, item)?;
    Ok(Some(array.length.get()))
}

/// The same where there is room for the value at hand. None, without effect, if not.
#[inline(always)]
pub fn try_push(vm: &mut Vm, object: Object, item: Value) -> Option<u32> {
    let at = writable(vm, object)?.length.get();
    let pushed = at < i32::MAX as u32 && (object.append_in_place(vm, at, item) || object.try_append_first(vm, item));
    pushed.then_some(at + 1)
}

/// `array[index] = value` where that is push: the array has just so many elements and nobody hears of it. False, without effect, if not.
pub fn append_at(vm: &mut Vm, object: Object, index: u32, value: Value) -> JsResult<bool> {
    if writable(vm, object).is_none_or(|array| array.length.get() != index) {
        return Ok(false);
    }
    append_one(vm, object, value)?;
    Ok(true)
}

/// Appends to an array that is [`writable`].
#[inline(always)]
pub fn append_one(vm: &mut Vm, object: Object, item: Value) -> JsResult<()> {
    let Some(array) = object.as_array() else { return Ok(()) };
    let at = array.length.get();
    if object.append_in_place(vm, at, item) { Ok(()) } else { object.grow_and_append(vm, at, item) }
}

/// pop(), if nothing but the array itself can tell the difference.
pub fn pop_if_plain(vm: &Vm, object: Object) -> Option<Value> {
    let array = writable(vm, object)?;
    let length = array.length.get();
    if length == 0 {
        return Some(Value::UNDEFINED);
    }
    let last = object.fast_element(length - 1).unwrap_or(Value::UNDEFINED);
    object.clear_from(length - 1);
    array.length.set(length - 1);
    Some(last)
}
