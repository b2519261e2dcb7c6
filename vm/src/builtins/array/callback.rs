//! The methods that call a function for each element (ECMA-262 sec. 23.1.3): forEach, map, filter, some, every, the find and the
//! reduce families, flatMap. The function may do anything to the array: each step begins with a look at it.

use super::access::{self, callable, this_and_length};
use super::copy::flatten_into;
use crate::native::Args;
use crate::object::Object;
use crate::runtime::convert::to_boolean;
use crate::vm::Vm;
use crate::{JsResult, Value};

/// Receiver, length, function and its `this`.
#[inline]
fn prologue(vm: &mut Vm, args: Args) -> JsResult<(Object, u64, Value, Value)> {
    let (object, length) = this_and_length(vm, args)?;
    let f = callable(vm, args.get(0))?;
    Ok((object, length, f, args.get(1)))
}

/// Calls the function with each element that is there, in ascending order; `step` gets the index, the element and what the function
/// returned, and returns whether to stop.
#[inline(always)]
fn each(
    vm: &mut Vm,
    (object, length, f, this_arg): (Object, u64, Value, Value),
    mut step: impl FnMut(&mut Vm, u64, Value, Value) -> JsResult<bool>,
) -> JsResult<()> {
    let mut k = 0;
    while k < length {
        match access::get_if_present(vm, object, k)? {
            Some(value) => {
                let result = vm.call_back(f, this_arg, [value, access::number(k), object.value()])?;
                if step(vm, k, value, result)? {
                    return Ok(());
                }
                k += 1;
            }
            None => k = access::next_candidate(vm, object, k + 1),
        }
    }
    Ok(())
}

/// forEach(callback [, thisArg]) (sec. 23.1.3.15)
pub fn for_each(vm: &mut Vm, args: Args) -> JsResult {
    let walk = prologue(vm, args)?;
    each(vm, walk, |_, _, _, _| Ok(false))?;
    Ok(Value::UNDEFINED)
}

/// map(callback [, thisArg]) (sec. 23.1.3.21)
pub fn map(vm: &mut Vm, args: Args) -> JsResult {
    let walk = prologue(vm, args)?;
    let (object, length, ..) = walk;
    let (result, plain) = access::species_for_appending(vm, object, length)?;
    each(vm, walk, |vm, k, _, mapped| {
        // Without holes a plain array, which nobody has seen, grows by one element at a time.
        if plain && result.as_array().is_some_and(|array| array.length.get() as u64 == k) {
            result.push(vm, mapped)?;
        } else {
            access::create(vm, result, k, mapped)?;
        }
        Ok(false)
    })?;
    if plain {
        access::set_length(vm, result, length)?;
    }
    Ok(result.value())
}

/// filter(callback [, thisArg]) (sec. 23.1.3.8)
pub fn filter(vm: &mut Vm, args: Args) -> JsResult {
    let walk = prologue(vm, args)?;
    let (result, plain) = access::species_for_appending(vm, walk.0, 0)?;
    let mut to = 0;
    each(vm, walk, |vm, _, value, selected| {
        if to_boolean(selected) {
            if plain {
                result.push(vm, value)?;
            } else {
                access::create(vm, result, to, value)?;
            }
            to += 1;
        }
        Ok(false)
    })?;
    Ok(result.value())
}

/// some(callback [, thisArg]) (sec. 23.1.3.29)
pub fn some(vm: &mut Vm, args: Args) -> JsResult {
    let walk = prologue(vm, args)?;
    let mut found = false;
    each(vm, walk, |_, _, _, result| {
        found = to_boolean(result);
        Ok(found)
    })?;
    Ok(Value::bool(found))
}

/// every(callback [, thisArg]) (sec. 23.1.3.6)
pub fn every(vm: &mut Vm, args: Args) -> JsResult {
    let walk = prologue(vm, args)?;
    let mut all = true;
    each(vm, walk, |_, _, _, result| {
        all = to_boolean(result);
        Ok(!all)
    })?;
    Ok(Value::bool(all))
}

/// FindViaPredicate (sec. 23.1.3.12.1), which sees holes as undefined: index and value.
fn find_via_predicate(vm: &mut Vm, args: Args, ascending: bool) -> JsResult<Option<(u64, Value)>> {
    let (object, length, f, this_arg) = prologue(vm, args)?;
    for i in 0..length {
        let k = if ascending { i } else { length - 1 - i };
        let value = access::get(vm, object, k)?;
        let result = vm.call_back(f, this_arg, [value, access::number(k), object.value()])?;
        if to_boolean(result) {
            return Ok(Some((k, value)));
        }
    }
    Ok(None)
}

fn index_or_none(found: Option<(u64, Value)>) -> Value {
    found.map_or(Value::int(-1), |(k, _)| access::number(k))
}

fn value_or_undefined(found: Option<(u64, Value)>) -> Value {
    found.map_or(Value::UNDEFINED, |(_, value)| value)
}

/// find(predicate [, thisArg]) (sec. 23.1.3.9)
pub fn find(vm: &mut Vm, args: Args) -> JsResult {
    find_via_predicate(vm, args, true).map(value_or_undefined)
}

/// findIndex(predicate [, thisArg]) (sec. 23.1.3.10)
pub fn find_index(vm: &mut Vm, args: Args) -> JsResult {
    find_via_predicate(vm, args, true).map(index_or_none)
}

/// findLast(predicate [, thisArg]) (sec. 23.1.3.11)
pub fn find_last(vm: &mut Vm, args: Args) -> JsResult {
    find_via_predicate(vm, args, false).map(value_or_undefined)
}

/// findLastIndex(predicate [, thisArg]) (sec. 23.1.3.12)
pub fn find_last_index(vm: &mut Vm, args: Args) -> JsResult {
    find_via_predicate(vm, args, false).map(index_or_none)
}

/// reduce(callback [, initialValue]) (sec. 23.1.3.24)
pub fn reduce(vm: &mut Vm, args: Args) -> JsResult {
    let (object, length, f, initial) = prologue(vm, args)?;
    let mut accumulator = if args.len() > 1 { Some(initial) } else { None };
    let mut k = 0;
    while k < length {
        match access::get_if_present(vm, object, k)? {
            Some(value) => {
                accumulator = Some(match accumulator {
                    None => value,
                    Some(so_far) => {
                        vm.call_back(f, Value::UNDEFINED, [so_far, value, access::number(k), object.value()])?
                    }
                });
                k += 1;
            }
            None => k = access::next_candidate(vm, object, k + 1),
        }
    }
    finish_reduction(vm, accumulator)
}

/// reduceRight(callback [, initialValue]) (sec. 23.1.3.25)
pub fn reduce_right(vm: &mut Vm, args: Args) -> JsResult {
    let (object, length, f, initial) = prologue(vm, args)?;
    let mut accumulator = if args.len() > 1 { Some(initial) } else { None };
    let mut k = length;
    while k > 0 {
        match access::get_if_present(vm, object, k - 1)? {
            Some(value) => {
                accumulator = Some(match accumulator {
                    None => value,
                    Some(so_far) => {
                        vm.call_back(f, Value::UNDEFINED, [so_far, value, access::number(k - 1), object.value()])?
                    }
                });
                k -= 1;
            }
            None => k = access::previous_candidate(vm, object, k - 1),
        }
    }
    finish_reduction(vm, accumulator)
}

fn finish_reduction(vm: &mut Vm, accumulator: Option<Value>) -> JsResult {
    match accumulator {
        Some(value) => Ok(value),
        None => Err(vm.throw_type_error("Reduce of empty array with no initial value")),
    }
}

/// flatMap(mapper [, thisArg]) (sec. 23.1.3.14)
pub fn flat_map(vm: &mut Vm, args: Args) -> JsResult {
    let (object, length, f, this_arg) = prologue(vm, args)?;
    let result = access::array_species_create(vm, object, 0)?;
    flatten_into(vm, result, object, length, 0, 1.0, Some((f, this_arg)))?;
    Ok(result.value())
}
