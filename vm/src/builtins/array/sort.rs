//! sort and toSorted (ECMA-262 sec. 23.1.3.30, 23.1.3.34).
//!
//! The values are copied to a list first, so that a comparison function may do what it wants to the array. What is sorted is a
//! permutation of the list ([`super::timsort`]). Without a comparison function nothing runs JavaScript once the strings are made, and the standard
//! library's sort does it, by pieces.

use super::access::{self, this_and_length};
use super::timsort::{sort_in_pieces, sorted_order};
use crate::native::Args;
use crate::object::Object;
use crate::object::array_words as words;
use crate::runtime::convert;
use crate::string::JsString;
use crate::vm::Vm;
use crate::{JsResult, Value, ValueExt};
use gc::RootedVec;

/// What the comparison function says of two elements: below 0 if the first comes before the second. Never NaN.
#[inline]
pub fn call_comparator(vm: &mut Vm, comparator: Value, a: Value, b: Value) -> JsResult<f64> {
    let v = vm.call_back(comparator, Value::UNDEFINED, [a, b])?;
    if v.is_int() {
        return Ok(v.as_int() as f64);
    }
    let order = convert::to_number(vm, v)?;
    Ok(if order.is_nan() { 0.0 } else { order })
}

/// TypeError unless a function or undefined.
pub fn check_comparator(vm: &mut Vm, comparator: Value) -> JsResult<()> {
    if comparator.is_undefined() || comparator.is_callable() {
        return Ok(());
    }
    Err(vm.throw_type_error("The comparison function must be either a function or undefined"))
}

/// The values in order. Undefined comes last and is never compared.
fn sort_values(vm: &mut Vm, values: &RootedVec, comparator: Value) -> JsResult<RootedVec> {
    let mut list = vm.heap.rooted_vec();
    list.extend(values.iter().copied().filter(|v| !v.is_undefined()));
    let undefined = values.len() - list.len();
    let mut sorted = vm.heap.rooted_vec();
    if list.len() < 2 {
        sorted.extend(list.iter().copied());
    } else if !comparator.is_undefined() {
        let order = sorted_order(vm, list.len() as u32, |vm, a, b| {
            Ok(call_comparator(vm, comparator, list[a as usize], list[b as usize])? < 0.0)
        })?;
        sorted.extend(order.iter().map(|&i| list[i as usize]));
    } else if list.iter().all(|v| v.is_int()) {
        let mut keyed: Vec<(u64, i32)> = list.iter().map(|v| (decimal_key(v.as_int()), v.as_int())).collect();
        sort_in_pieces(vm, &mut keyed, usize::MAX, Ord::cmp)?;
        sorted.extend(keyed.iter().map(|&(_, n)| Value::int(n)));
    } else {
        let order = sort_as_strings(vm, &list)?;
        sorted.extend(order.iter().map(|&i| list[i as usize]));
    }
    sorted.extend(std::iter::repeat_n(Value::UNDEFINED, undefined));
    Ok(sorted)
}

/// A number that orders integers as their decimal strings are ordered.
fn decimal_key(n: i32) -> u64 {
    let magnitude = n.unsigned_abs() as u64;
    let digits = magnitude.checked_ilog10().unwrap_or(0) + 1;
    // All ten digits, padded with zeros behind; of two that are then equal the shorter comes first.
    let key = magnitude * 10u64.pow(10 - digits) * 16 + digits as u64;
    // The minus sign comes before every digit.
    if n < 0 { key } else { key | 1 << 63 }
}

/// Units of the strings that are sorted at once.
const SORTED_UNITS: usize = 4 << 20;

/// The order of the values' strings. There are two at least.
fn sort_as_strings(vm: &mut Vm, list: &RootedVec) -> JsResult<Vec<u32>> {
    // The strings are rooted by the list while the views of them are sorted, which allocates no cells.
    let mut rooted = vm.heap.rooted_vec();
    let mut strings: Vec<JsString> = Vec::with_capacity(list.len());
    for i in 0..list.len() {
        vm.spend(1)?;
        let string = convert::to_string(vm, list[i])?.flatten(vm)?;
        rooted.push(string.value());
        strings.push(string);
    }
    let views: Vec<_> = strings.iter().map(|s| s.flat_view()).collect();
    let mut order: Vec<u32> = (0..views.len() as u32).collect();
    // Long strings may be long alike.
    let units: usize = strings.iter().map(|string| string.len()).sum();
    let piece = (SORTED_UNITS / (units / views.len() + 1)).clamp(1, 1 << 16);
    sort_in_pieces(vm, &mut order, piece, |&a, &b| views[a as usize].cmp(&views[b as usize]))?;
    drop(rooted);
    Ok(order)
}

/// The elements that are there, in ascending order of their indices (SortIndexedProperties with skip-holes).
fn collect_present(vm: &mut Vm, object: Object, length: u64) -> JsResult<RootedVec> {
    let mut values = vm.heap.rooted_vec();
    let mut k = 0;
    while k < length {
        match access::get_if_present(vm, object, k)? {
            Some(value) => {
                values.push(value);
                k += 1;
            }
            None => k = access::next_candidate(vm, object, k + 1),
        }
    }
    Ok(values)
}

/// sort(comparator) (sec. 23.1.3.30)
pub fn sort(vm: &mut Vm, args: Args) -> JsResult {
    let comparator = args.get(0);
    check_comparator(vm, comparator)?;
    let (object, length) = this_and_length(vm, args)?;
    let values = collect_present(vm, object, length)?;
    let sorted = sort_values(vm, &values, comparator)?;
    let count = sorted.len() as u64;
    if let Some(array) = words::writable(vm, object)
        && array.length.get() as u64 == length
        && words::end(object) as u64 >= count
    {
        write_back(vm, object, &sorted)?;
        return Ok(object.value());
    }
    for k in 0..count {
        access::set(vm, object, k, sorted[k as usize])?;
    }
    // As many holes as there were, at the end.
    let mut k = count;
    while k < length {
        access::delete(vm, object, k)?;
        k = access::next_candidate(vm, object, k + 1);
    }
    Ok(object.value())
}

/// The short way back into an array that has at least as many places.
fn write_back(vm: &mut Vm, object: Object, sorted: &RootedVec) -> JsResult<()> {
    if sorted.is_empty() {
        // All holes: nothing moved.
        return Ok(());
    }
    words::generalize(vm, object, sorted)?;
    let double = object.element_kind().is_double();
    let places = words::words(&object);
    for (place, value) in places.iter().zip(sorted.iter()) {
        place.set(words::word(double, *value));
    }
    for place in &places[sorted.len()..words::end(object) as usize] {
        place.set(words::hole(double));
    }
    words::stored(vm, object);
    // The function may have filled holes since: what is left over of them must be seen as holes.
    if (sorted.len() as u32) < words::end(object) {
        object.transition_elements(vm, object.element_kind().to_holey())?;
    }
    Ok(())
}

/// toSorted(comparator) (sec. 23.1.3.34)
pub fn to_sorted(vm: &mut Vm, args: Args) -> JsResult {
    let comparator = args.get(0);
    check_comparator(vm, comparator)?;
    let (object, length) = this_and_length(vm, args)?;
    if length > u32::MAX as u64 {
        return Err(vm.throw_range_error("Invalid array length"));
    }
    let mut values = vm.heap.rooted_vec();
    for k in 0..length {
        let value = access::get(vm, object, k)?;
        values.push(value);
    }
    let sorted = sort_values(vm, &values, comparator)?;
    vm.new_array(&sorted).map(Value::from)
}
