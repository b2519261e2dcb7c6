//! push, pop, shift, unshift, splice (ECMA-262 sec. 23.1.3): the ends of an array, and its middle.

use super::access::{self, this_and_length};
use crate::native::Args;
use crate::numeric::convert::{MAX_SAFE_INTEGER, relative_index};
use crate::object::Object;
use crate::object::array;
use crate::object::array_words::{self as words, append_one, pop_if_plain};
use crate::runtime::convert;
use crate::vm::Vm;
use crate::{JsResult, Value, ValueExt};

/// push(...items) (sec. 23.1.3.23)
pub fn push(vm: &mut Vm, args: Args) -> JsResult {
    let items = args.as_slice();
    if let Some(object) = args.this().as_object()
        && let Some(array) = words::writable(vm, object)
        && array.length.get() as u64 + items.len() as u64 <= u32::MAX as u64
    {
        for item in items {
            append_one(vm, object, *item)?;
        }
        return Ok(Value::from_u32(array.length.get()));
    }
    let (object, length) = this_and_length(vm, args)?;
    let count = items.len() as u64;
    if length + count > MAX_SAFE_INTEGER {
        return Err(vm.throw_type_error(format!(
            "Pushing {count} elements on an array-like of length {length} is disallowed by ECMA-262"
        )));
    }
    for (i, item) in items.iter().enumerate() {
        access::set(vm, object, length + i as u64, *item)?;
    }
    access::set_length(vm, object, length + count)?;
    Ok(access::number(length + count))
}

/// pop() (sec. 23.1.3.22)
pub fn pop(vm: &mut Vm, args: Args) -> JsResult {
    if let Some(last) = args.this().as_object().and_then(|object| pop_if_plain(vm, object)) {
        return Ok(last);
    }
    let (object, length) = this_and_length(vm, args)?;
    if length == 0 {
        access::set_length(vm, object, 0)?;
        return Ok(Value::UNDEFINED);
    }
    let last = access::get(vm, object, length - 1)?;
    access::delete(vm, object, length - 1)?;
    access::set_length(vm, object, length - 1)?;
    Ok(last)
}

/// shift() (sec. 23.1.3.27)
pub fn shift(vm: &mut Vm, args: Args) -> JsResult {
    if let Some(object) = args.this().as_object()
        && let Some(array) = words::writable(vm, object)
    {
        if array.length.get() == 0 {
            return Ok(Value::UNDEFINED);
        }
        let first = object.fast_element(0).unwrap_or(Value::UNDEFINED);
        words::remove(vm, object, 0, 1);
        return Ok(first);
    }
    let (object, length) = this_and_length(vm, args)?;
    if length == 0 {
        access::set_length(vm, object, 0)?;
        return Ok(Value::UNDEFINED);
    }
    let first = access::get(vm, object, 0)?;
    for k in 1..length {
        access::relocate(vm, object, k, k - 1)?;
    }
    access::delete(vm, object, length - 1)?;
    access::set_length(vm, object, length - 1)?;
    Ok(first)
}

/// unshift(...items) (sec. 23.1.3.34)
pub fn unshift(vm: &mut Vm, args: Args) -> JsResult {
    let items = args.as_slice();
    if let Some(object) = args.this().as_object()
        && let Some(array) = words::writable(vm, object)
        && array.length.get() as u64 + items.len() as u64 <= u32::MAX as u64
    {
        words::insert(vm, object, 0, items)?;
        return Ok(Value::from_u32(array.length.get()));
    }
    let (object, length) = this_and_length(vm, args)?;
    let count = items.len() as u64;
    if count > 0 {
        access::check_length(vm, length + count)?;
        for k in (0..length).rev() {
            access::relocate(vm, object, k, k + count)?;
        }
        for (i, item) in items.iter().enumerate() {
            access::set(vm, object, i as u64, *item)?;
        }
    }
    access::set_length(vm, object, length + count)?;
    Ok(access::number(length + count))
}

/// The start and number of elements that splice and toSpliced take out.
pub(super) fn splice_range(vm: &mut Vm, args: Args, length: u64) -> JsResult<(u64, u64)> {
    let start = convert::to_integer_or_infinity(vm, args.get(0))?;
    let start = relative_index(start, length);
    let count = match args.len() {
        0 => 0,
        1 => length - start,
        _ => convert::to_integer_or_infinity(vm, args.get(1))?.clamp(0.0, (length - start) as f64) as u64,
    };
    Ok((start, count))
}

/// splice(start, deleteCount, ...items) (sec. 23.1.3.31)
pub fn splice(vm: &mut Vm, args: Args) -> JsResult {
    let (object, length) = this_and_length(vm, args)?;
    let (start, delete_count) = splice_range(vm, args, length)?;
    let items = args.rest(2);
    let count = items.len() as u64;
    let new_length = length + count - delete_count;
    if let Some(array) = words::writable(vm, object)
        && array.length.get() as u64 == length
        && new_length <= u32::MAX as u64
        && access::has_plain_species(vm, object)
    {
        return splice_words(vm, object, start as u32, delete_count as u32, items).map(Value::from);
    }
    access::check_length(vm, new_length)?;
    let removed = access::array_species_create(vm, object, delete_count)?;
    for k in 0..delete_count {
        if let Some(value) = access::get_if_present(vm, object, start + k)? {
            access::create(vm, removed, k, value)?;
        }
    }
    access::set_length(vm, removed, delete_count)?;
    if count < delete_count {
        for k in start..length - delete_count {
            access::relocate(vm, object, k + delete_count, k + count)?;
        }
        for k in (new_length..length).rev() {
            access::delete(vm, object, k)?;
        }
    } else if count > delete_count {
        for k in (start..length - delete_count).rev() {
            access::relocate(vm, object, k + delete_count, k + count)?;
        }
    }
    for (i, item) in items.iter().enumerate() {
        access::set(vm, object, start + i as u64, *item)?;
    }
    access::set_length(vm, object, new_length)?;
    Ok(removed.value())
}

/// The short way: the removed elements are copied, what is behind them moves once.
fn splice_words(vm: &mut Vm, object: Object, start: u32, delete_count: u32, items: &[Value]) -> JsResult<Object> {
    let removed = words::copy_range(vm, object, start, delete_count)?;
    let count = items.len() as u32;
    let overwritten = count.min(delete_count);
    if overwritten > 0 {
        let last = start + overwritten;
        words::generalize(vm, object, items)?;
        words::materialize(vm, object, last.max(words::end(object)))?;
        let double = object.element_kind().is_double();
        for (place, item) in words::words(&object)[start as usize..last as usize].iter().zip(items) {
            place.set(words::word(double, *item));
        }
        words::stored(vm, object);
    }
    if delete_count > count {
        let rest = delete_count - count;
        let at = start + count;
        match object.as_array() {
            // Nothing behind it: only the length changes.
            Some(array) if at + rest == array.length.get() => {
                array::set_length(object, vm, at)?;
            }
            _ => words::remove(vm, object, at, rest),
        }
    } else if count > delete_count {
        words::insert(vm, object, start + overwritten, &items[overwritten as usize..])?;
    }
    Ok(removed)
}
