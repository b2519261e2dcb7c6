//! sort and toSorted (ECMA-262 sec. 23.1.3.30, 23.1.3.34), and the sort that typed arrays share.
//!
//! The values are copied to a list first, so that a comparison function may do what it wants to the array. What is sorted is a
//! permutation of the list: TimSort without galloping (T. Peters, "listsort.txt", 2002), stable, O(n log n) comparisons
//! also for functions that are no order, and few where runs are in order already. Without a comparison function nothing
//! runs JavaScript once the strings are made, and the standard library's sort does it.

use super::access::{self, this_and_length};
use super::words;
use crate::native::Args;
use crate::object::Object;
use crate::runtime::convert;
use crate::string::JsString;
use crate::vm::Vm;
use crate::{JsResult, Value, ValueExt};
use gc::RootedVec;

/// Whether the first of two elements (by their places in the list) belongs behind the second.
pub trait After: FnMut(&mut Vm, u32, u32) -> JsResult<bool> {}
impl<F: FnMut(&mut Vm, u32, u32) -> JsResult<bool>> After for F {}

/// Runs shorter than this are filled up by binary insertion: between 32 and 64 for many elements, so that the number of runs is
/// about a power of two.
fn min_run(mut n: usize) -> usize {
    let mut odd = 0;
    while n >= 64 {
        odd |= n & 1;
        n >>= 1;
    }
    n + odd
}

/// The permutation that sorts a list of `n` elements.
pub fn sorted_order(vm: &mut Vm, n: u32, mut after: impl After) -> JsResult<Vec<u32>> {
    let mut order: Vec<u32> = (0..n).collect();
    let mut scratch = Vec::new();
    let mut runs: Vec<(usize, usize)> = Vec::new();
    let minimum = min_run(order.len());
    let mut start = 0;
    while start < order.len() {
        let rest = &mut order[start..];
        let mut length = take_run(vm, rest, &mut after)?;
        if length < minimum {
            let wanted = minimum.min(rest.len());
            insert_sorted(vm, &mut rest[..wanted], length, &mut after)?;
            length = wanted;
        }
        runs.push((start, length));
        start += length;
        collapse(vm, &mut order, &mut scratch, &mut runs, &mut after)?;
    }
    while runs.len() > 1 {
        let mut i = runs.len() - 2;
        if i > 0 && runs[i - 1].1 < runs[i + 1].1 {
            i -= 1;
        }
        merge_at(vm, &mut order, &mut scratch, &mut runs, i, &mut after)?;
    }
    Ok(order)
}

/// The length of the run at the beginning; a strictly descending one is reversed.
fn take_run(vm: &mut Vm, order: &mut [u32], after: &mut impl After) -> JsResult<usize> {
    if order.len() < 2 {
        return Ok(order.len());
    }
    let descending = after(vm, order[0], order[1])?;
    let mut length = 2;
    while length < order.len() && after(vm, order[length - 1], order[length])? == descending {
        length += 1;
    }
    if descending {
        order[..length].reverse();
    }
    Ok(length)
}

/// Binary insertion of the elements from `sorted` on into those before.
fn insert_sorted(vm: &mut Vm, order: &mut [u32], sorted: usize, after: &mut impl After) -> JsResult<()> {
    for i in sorted..order.len() {
        let element = order[i];
        let (mut low, mut high) = (0, i);
        while low < high {
            let middle = low + (high - low) / 2;
            if after(vm, order[middle], element)? {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        order.copy_within(low..i, low + 1);
        order[low] = element;
    }
    Ok(())
}

/// Merges until the lengths of the runs again grow faster than Fibonacci's numbers towards the bottom.
fn collapse(
    vm: &mut Vm,
    order: &mut [u32],
    scratch: &mut Vec<u32>,
    runs: &mut Vec<(usize, usize)>,
    after: &mut impl After,
) -> JsResult<()> {
    while runs.len() > 1 {
        let n = runs.len() - 2;
        let length = |i: usize| runs[i].1;
        if (n > 0 && length(n - 1) <= length(n) + length(n + 1))
            || (n > 1 && length(n - 2) <= length(n - 1) + length(n))
        {
            let i = if length(n - 1) < length(n + 1) { n - 1 } else { n };
            merge_at(vm, order, scratch, runs, i, after)?;
        } else if length(n) <= length(n + 1) {
            merge_at(vm, order, scratch, runs, n, after)?;
        } else {
            return Ok(());
        }
    }
    Ok(())
}

/// Merges runs `i` and `i + 1`, which are neighbours.
fn merge_at(
    vm: &mut Vm,
    order: &mut [u32],
    scratch: &mut Vec<u32>,
    runs: &mut Vec<(usize, usize)>,
    i: usize,
    after: &mut impl After,
) -> JsResult<()> {
    let (start, left) = runs[i];
    let (_, right) = runs[i + 1];
    runs[i].1 = left + right;
    runs.remove(i + 1);
    let order = &mut order[start..start + left + right];
    // What is in place already at the beginning of the left run need not move.
    let first = order[left];
    let (mut low, mut high) = (0, left);
    if !after(vm, order[left - 1], first)? {
        return Ok(());
    }
    while low < high {
        let middle = low + (high - low) / 2;
        if after(vm, order[middle], first)? {
            high = middle;
        } else {
            low = middle + 1;
        }
    }
    let order = &mut order[low..];
    let left = left - low;
    scratch.clear();
    scratch.extend_from_slice(&order[..left]);
    let (mut l, mut r, mut to) = (0, left, 0);
    while l < scratch.len() && r < order.len() {
        if after(vm, scratch[l], order[r])? {
            order[to] = order[r];
            r += 1;
        } else {
            order[to] = scratch[l];
            l += 1;
        }
        to += 1;
    }
    let rest = &scratch[l..];
    order[to..to + rest.len()].copy_from_slice(rest);
    Ok(())
}

/// The comparison function's verdict: whether it returned something greater than 0.
#[inline]
pub fn call_comparator(vm: &mut Vm, comparator: Value, a: Value, b: Value) -> JsResult<bool> {
    let v = vm.call(comparator, Value::UNDEFINED, &[a, b])?;
    if v.is_int() {
        return Ok(v.as_int() > 0);
    }
    Ok(convert::to_number(vm, v)? > 0.0)
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
            call_comparator(vm, comparator, list[a as usize], list[b as usize])
        })?;
        sorted.extend(order.iter().map(|&i| list[i as usize]));
    } else if list.iter().all(|v| v.is_int()) {
        let mut keyed: Vec<(u64, i32)> = list.iter().map(|v| (decimal_key(v.as_int()), v.as_int())).collect();
        keyed.sort_unstable();
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

/// The order of the values' strings.
fn sort_as_strings(vm: &mut Vm, list: &RootedVec) -> JsResult<Vec<u32>> {
    // The strings are rooted by the list while the views of them are sorted, which allocates no cells.
    let mut rooted = vm.heap.rooted_vec();
    let mut strings: Vec<JsString> = Vec::with_capacity(list.len());
    for i in 0..list.len() {
        let string = convert::to_string(vm, list[i])?.flatten(vm)?;
        rooted.push(string.value());
        strings.push(string);
    }
    let views: Vec<_> = strings.iter().map(|s| s.flat_view()).collect();
    let mut order: Vec<u32> = (0..views.len() as u32).collect();
    order.sort_by(|&a, &b| views[a as usize].cmp(&views[b as usize]));
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
    let places = words::words(object);
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
