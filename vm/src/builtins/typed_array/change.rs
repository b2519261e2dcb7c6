//! The methods that store: set, fill, copyWithin, reverse, sort, and with, toReversed, toSorted, which store into a copy
//! (ECMA-262 sec. 23.2.3). Arguments are converted first, which may detach or resize; then the array is validated again.

use super::species::{check_content_type, create_same_type, object_of};
use super::{elements, relative_end, relative_index, throw_detached, validate, validate_for_write};
use crate::builtins::array::sort::{call_comparator, check_comparator};
use crate::builtins::array::timsort::merge_sorted_order;
use crate::native::Args;
use crate::object::array_buffer::check_mutable;
use crate::object::typed_array::{self as cells, TypedArrayObject};
use crate::runtime::convert;
use crate::string::PropertyKey;
use crate::vm::Vm;
use crate::{JsResult, Throw, Value};

#[cold]
fn throw_offset(vm: &mut Vm) -> Throw {
    vm.throw_range_error("offset is out of bounds")
}

/// set(source [, offset]) (sec. 23.2.3.26)
pub fn set(vm: &mut Vm, args: Args) -> JsResult {
    let Some(target) = cells::from_value(args.this()) else { return Err(super::throw_not_typed_array(vm)) };
    check_mutable(vm, target.buffer(), "set")?;
    let offset = convert::to_integer_or_infinity(vm, args.get(1))?;
    if offset < 0.0 {
        return Err(throw_offset(vm));
    }
    let source = args.get(0);
    let Some(target_length) = target.current_length() else { return Err(throw_detached(vm, "set")) };
    if let Some(source) = cells::from_value(source) {
        // SetTypedArrayFromTypedArray (sec. 23.2.3.26.1)
        let Some(length) = source.current_length() else { return Err(throw_detached(vm, "set")) };
        check_content_type(vm, target.array_type(), &source)?;
        if offset + length as f64 > target_length as f64 {
            return Err(throw_offset(vm));
        }
        elements::convert_elements(vm, &source, 0, &target, offset as usize, length)?;
        return Ok(Value::UNDEFINED);
    }
    // SetTypedArrayFromArrayLike (sec. 23.2.3.26.2)
    let source = convert::to_object(vm, source)?;
    let length = source.length_of_array_like(vm)?;
    if offset + length as f64 > target_length as f64 {
        return Err(throw_offset(vm));
    }
    let offset = offset as usize;
    if !cells::is_bigint_type(target.array_type())
        && let Some(count) = elements::numbers_of_array(source)
    {
        elements::store_numbers(&target, offset, source, count);
        vm.spend(count)?;
        return Ok(Value::UNDEFINED);
    }
    for k in 0..length {
        vm.spend(1)?;
        let value = match source.fast_element(k as u32) {
            Some(value) if k < u32::MAX as u64 => value,
            _ => {
                let key = PropertyKey::from_u64_index(vm, k)?;
                source.get(vm, key)?
            }
        };
        cells::set_element(vm, &target, offset + k as usize, value)?;
    }
    Ok(Value::UNDEFINED)
}

/// Elements that are filled at once.
const PIECE: usize = 1 << 24;

/// fill(value [, start [, end]]) (sec. 23.2.3.9)
pub fn fill(vm: &mut Vm, args: Args) -> JsResult {
    let (array, length) = validate_for_write(vm, args.this(), "fill")?;
    let bits = cells::raw_from_value(vm, array.array_type(), args.get(0))?;
    let start = relative_index(vm, args.get(1), length)?;
    let end = relative_end(vm, args.get(2), length)?;
    let (array, length) = validate_for_write(vm, args.this(), "fill")?;
    let end = end.min(length);
    if start < end {
        for at in (start..end).step_by(PIECE) {
            elements::fill(&array, at, end.min(at + PIECE), bits);
            vm.spend(PIECE / 64)?;
        }
    }
    Ok(args.this())
}

/// copyWithin(target, start [, end]) (sec. 23.2.3.6)
pub fn copy_within(vm: &mut Vm, args: Args) -> JsResult {
    let (_, length) = validate_for_write(vm, args.this(), "copyWithin")?;
    let to = relative_index(vm, args.get(0), length)?;
    let from = relative_index(vm, args.get(1), length)?;
    let end = relative_end(vm, args.get(2), length)?;
    let count = end.saturating_sub(from).min(length - to);
    if count > 0 {
        let (array, length) = validate_for_write(vm, args.this(), "copyWithin")?;
        let count = count.min(length.saturating_sub(from)).min(length.saturating_sub(to));
        if count > 0 {
            elements::move_elements(&array, from, &array, to, count);
        }
    }
    Ok(args.this())
}

/// reverse() (sec. 23.2.3.25)
pub fn reverse(vm: &mut Vm, args: Args) -> JsResult {
    let (array, length) = validate_for_write(vm, args.this(), "reverse")?;
    elements::reverse(&array, length);
    vm.spend(length)?;
    Ok(args.this())
}

/// The elements of `source` in the order of a comparison function, as bits.
fn sorted_bits(vm: &mut Vm, source: &TypedArrayObject, length: usize, comparator: Value) -> JsResult<Vec<u64>> {
    let bits: Vec<u64> = (0..length).map(|i| source.load(i)).collect();
    let mut values = vm.heap.rooted_vec();
    for &b in &bits {
        vm.spend(1)?;
        let value = cells::value_from_raw(vm, source.array_type(), b)?;
        values.push(value);
    }
    let order = merge_sorted_order(vm, length as u32, |vm, a, b| {
        Ok(call_comparator(vm, comparator, values[a as usize], values[b as usize])? <= 0.0)
    })?;
    Ok(order.into_iter().map(|i| bits[i as usize]).collect())
}

/// Stores as many of the elements as (still) fit.
fn store_all(array: &TypedArrayObject, bits: &[u64]) {
    for (i, &b) in bits.iter().take(array.length()).enumerate() {
        array.store(i, b);
    }
}

/// sort(comparator) (sec. 23.2.3.29)
pub fn sort(vm: &mut Vm, args: Args) -> JsResult {
    let comparator = args.get(0);
    check_comparator(vm, comparator)?;
    let (array, length) = validate_for_write(vm, args.this(), "sort")?;
    if comparator.is_undefined() {
        elements::sort(vm, &array, length)?;
    } else {
        check_sortable(vm, length)?;
        let bits = sorted_bits(vm, &array, length, comparator)?;
        store_all(&array, &bits);
    }
    Ok(args.this())
}

/// A comparison function sorts by places of 32 bits.
fn check_sortable(vm: &mut Vm, length: usize) -> JsResult<()> {
    if length > u32::MAX as usize { Err(vm.throw_out_of_memory()) } else { Ok(()) }
}

/// toSorted(comparator) (sec. 23.2.3.33)
pub fn to_sorted(vm: &mut Vm, args: Args) -> JsResult {
    let comparator = args.get(0);
    check_comparator(vm, comparator)?;
    let (array, length) = validate(vm, args.this(), "toSorted")?;
    let result = create_same_type(vm, &array, length)?;
    elements::move_elements(&array, 0, &result, 0, length);
    if comparator.is_undefined() {
        elements::sort(vm, &result, length)?;
    } else {
        check_sortable(vm, length)?;
        let bits = sorted_bits(vm, &result, length, comparator)?;
        store_all(&result, &bits);
    }
    Ok(object_of(&result).value())
}

/// toReversed() (sec. 23.2.3.32)
pub fn to_reversed(vm: &mut Vm, args: Args) -> JsResult {
    let (array, length) = validate(vm, args.this(), "toReversed")?;
    let result = create_same_type(vm, &array, length)?;
    elements::move_elements(&array, 0, &result, 0, length);
    elements::reverse(&result, length);
    vm.spend(length)?;
    Ok(object_of(&result).value())
}

/// with(index, value) (sec. 23.2.3.36)
pub fn with(vm: &mut Vm, args: Args) -> JsResult {
    let (array, length) = validate(vm, args.this(), "with")?;
    let relative = convert::to_integer_or_infinity(vm, args.get(0))?;
    let index = if relative >= 0.0 { relative } else { length as f64 + relative };
    let bits = cells::raw_from_value(vm, array.array_type(), args.get(1))?;
    // The conversion may have shrunk the array.
    if index < 0.0 || index >= array.length() as f64 {
        return Err(vm.throw_range_error("Invalid typed array index"));
    }
    let result = create_same_type(vm, &array, length)?;
    // What is gone by now reads as undefined, and is stored as that.
    let present = length.min(array.length());
    elements::move_elements(&array, 0, &result, 0, present);
    for k in present..length {
        cells::set_element(vm, &result, k, Value::UNDEFINED)?;
    }
    if (index as usize) < length {
        result.store(index as usize, bits);
    }
    Ok(object_of(&result).value())
}
