//! The methods that call a function for each element (ECMA-262 sec. 23.2.3). The function may detach or resize: each element is read by
//! [[Get]]'s rules, undefined where it is gone.

use super::species::{object_of, species_create};
use super::validate_with_function;
use crate::native::Args;
use crate::object::typed_array::{self as cells, TypedArrayObject};
use crate::runtime::convert::to_boolean;
use crate::vm::Vm;
use crate::{JsResult, Value};
use gc::Gc;

/// Calls the function with each element; `step` gets the index, the element and what the function returned, and returns whether to stop.
#[inline(always)]
fn each(
    vm: &mut Vm,
    (array, length, f, this_arg): (Gc<TypedArrayObject>, usize, Value, Value),
    backwards: bool,
    mut step: impl FnMut(&mut Vm, usize, Value, Value) -> JsResult<bool>,
) -> JsResult<()> {
    let object = object_of(&array).value();
    for i in 0..length {
        let k = if backwards { length - 1 - i } else { i };
        let value = cells::get_element(vm, &array, k)?;
        let result = vm.call_back(f, this_arg, [value, Value::from_usize(k), object])?;
        if step(vm, k, value, result)? {
            break;
        }
    }
    Ok(())
}

/// forEach(callback [, thisArg]) (sec. 23.2.3.15)
pub fn for_each(vm: &mut Vm, args: Args) -> JsResult {
    let walk = validate_with_function(vm, args, "forEach")?;
    each(vm, walk, false, |_, _, _, _| Ok(false))?;
    Ok(Value::UNDEFINED)
}

/// map(callback [, thisArg]) (sec. 23.2.3.22)
pub fn map(vm: &mut Vm, args: Args) -> JsResult {
    let walk = validate_with_function(vm, args, "map")?;
    let result = species_create(vm, &walk.0, walk.1)?;
    each(vm, walk, false, |vm, k, _, mapped| cells::set_element(vm, &result, k, mapped).map(|()| false))?;
    Ok(object_of(&result).value())
}

/// filter(callback [, thisArg]) (sec. 23.2.3.10)
pub fn filter(vm: &mut Vm, args: Args) -> JsResult {
    let walk = validate_with_function(vm, args, "filter")?;
    let mut kept = vm.heap.rooted_vec();
    each(vm, walk, false, |_, _, value, selected| {
        if to_boolean(selected) {
            kept.push(value);
        }
        Ok(false)
    })?;
    let result = species_create(vm, &walk.0, kept.len())?;
    for (i, value) in kept.iter().enumerate() {
        cells::set_element(vm, &result, i, *value)?;
    }
    Ok(object_of(&result).value())
}

/// some(callback [, thisArg]) (sec. 23.2.3.28)
pub fn some(vm: &mut Vm, args: Args) -> JsResult {
    let walk = validate_with_function(vm, args, "some")?;
    let mut found = false;
    each(vm, walk, false, |_, _, _, result| {
        found = to_boolean(result);
        Ok(found)
    })?;
    Ok(Value::bool(found))
}

/// every(callback [, thisArg]) (sec. 23.2.3.8)
pub fn every(vm: &mut Vm, args: Args) -> JsResult {
    let walk = validate_with_function(vm, args, "every")?;
    let mut all = true;
    each(vm, walk, false, |_, _, _, result| {
        all = to_boolean(result);
        Ok(!all)
    })?;
    Ok(Value::bool(all))
}

/// FindViaPredicate: index and value.
fn find_via_predicate(vm: &mut Vm, args: Args, name: &str, backwards: bool) -> JsResult<Option<(usize, Value)>> {
    let walk = validate_with_function(vm, args, name)?;
    let mut found = None;
    each(vm, walk, backwards, |_, k, value, result| {
        if to_boolean(result) {
            found = Some((k, value));
        }
        Ok(found.is_some())
    })?;
    Ok(found)
}

fn index_or_none(found: Option<(usize, Value)>) -> Value {
    found.map_or(Value::int(-1), |(k, _)| Value::from_usize(k))
}

fn value_or_undefined(found: Option<(usize, Value)>) -> Value {
    found.map_or(Value::UNDEFINED, |(_, value)| value)
}

/// find(predicate [, thisArg]) (sec. 23.2.3.11)
pub fn find(vm: &mut Vm, args: Args) -> JsResult {
    find_via_predicate(vm, args, "find", false).map(value_or_undefined)
}

/// findIndex(predicate [, thisArg]) (sec. 23.2.3.12)
pub fn find_index(vm: &mut Vm, args: Args) -> JsResult {
    find_via_predicate(vm, args, "findIndex", false).map(index_or_none)
}

/// findLast(predicate [, thisArg]) (sec. 23.2.3.13)
pub fn find_last(vm: &mut Vm, args: Args) -> JsResult {
    find_via_predicate(vm, args, "findLast", true).map(value_or_undefined)
}

/// findLastIndex(predicate [, thisArg]) (sec. 23.2.3.14)
pub fn find_last_index(vm: &mut Vm, args: Args) -> JsResult {
    find_via_predicate(vm, args, "findLastIndex", true).map(index_or_none)
}

fn reduction(vm: &mut Vm, args: Args, name: &str, backwards: bool) -> JsResult {
    let (array, length, f, initial) = validate_with_function(vm, args, name)?;
    let mut accumulator = if args.len() > 1 { Some(initial) } else { None };
    let object = object_of(&array).value();
    for i in 0..length {
        let k = if backwards { length - 1 - i } else { i };
        let value = cells::get_element(vm, &array, k)?;
        accumulator = Some(match accumulator {
            None => value,
            Some(so_far) => vm.call_back(f, Value::UNDEFINED, [so_far, value, Value::from_usize(k), object])?,
        });
    }
    match accumulator {
        Some(value) => Ok(value),
        None => Err(vm.throw_type_error("Reduce of empty array with no initial value")),
    }
}

/// reduce(callback [, initialValue]) (sec. 23.2.3.23)
pub fn reduce(vm: &mut Vm, args: Args) -> JsResult {
    reduction(vm, args, "reduce", false)
}

/// reduceRight(callback [, initialValue]) (sec. 23.2.3.24)
pub fn reduce_right(vm: &mut Vm, args: Args) -> JsResult {
    reduction(vm, args, "reduceRight", true)
}
