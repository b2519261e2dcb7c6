//! at, with, slice, concat, flat, flatMap, toReversed, toSpliced (ECMA-262 sec. 23.1.3): what makes new arrays of old ones.

use super::access::{self, Version, callable, relative, relative_end, this_and_length};
use super::stack::splice_range;
use crate::native::Args;
use crate::numeric::convert::MAX_SAFE_INTEGER;
use crate::object::Object;
use crate::object::array_words as words;
use crate::object::elements::join;
use crate::runtime::{convert, operations};
use crate::vm::Vm;
use crate::{JsResult, Value, ValueExt};
use abi::object::ElementKind;

/// at(index) (sec. 23.1.3.1)
pub fn at(vm: &mut Vm, args: Args) -> JsResult {
    let (object, length) = this_and_length(vm, args)?;
    let relative = convert::to_integer_or_infinity(vm, args.get(0))?;
    let k = if relative >= 0.0 { relative } else { length as f64 + relative };
    if k < 0.0 || k >= length as f64 {
        return Ok(Value::UNDEFINED);
    }
    access::get(vm, object, k as u64)
}

/// An empty plain array for `length` elements to be appended; RangeError if no array is that long.
fn new_list(vm: &mut Vm, length: u64) -> JsResult<Object> {
    if length > u32::MAX as u64 {
        return Err(vm.throw_range_error("Invalid array length"));
    }
    vm.new_array_with_capacity(length.min(1 << 16) as u32)
}

/// with(index, value) (sec. 23.1.3.39)
pub fn with(vm: &mut Vm, args: Args) -> JsResult {
    let (object, length) = this_and_length(vm, args)?;
    let relative = convert::to_integer_or_infinity(vm, args.get(0))?;
    let index = if relative >= 0.0 { relative } else { length as f64 + relative };
    if index < 0.0 || index >= length as f64 {
        let text = crate::numeric::format::number_to_string(relative);
        return Err(vm.throw_range_error(format!("Invalid index : {text}")));
    }
    let index = index as u64;
    let result = new_list(vm, length)?;
    for k in 0..length {
        let value = if k == index { args.get(1) } else { access::get(vm, object, k)? };
        result.push(vm, value)?;
    }
    Ok(result.value())
}

/// slice(start, end) (sec. 23.1.3.28)
pub fn slice(vm: &mut Vm, args: Args) -> JsResult {
    let (object, length) = this_and_length(vm, args)?;
    let start = relative(vm, args.get(0), length)?;
    let end = relative_end(vm, args.get(1), length)?;
    let count = end.saturating_sub(start);
    if let Some(array) = words::readable(vm, object)
        && array.length.get() as u64 == length
        && access::has_plain_species(vm, object)
    {
        return words::copy_range(vm, object, start as u32, count as u32).map(Value::from);
    }
    let result = match access::species_list(vm, object, count)? {
        Some(list) => list,
        None => access::array_species_create(vm, object, count)?,
    };
    let mut k = start;
    while k < end {
        match access::get_if_present(vm, object, k)? {
            Some(value) => {
                access::create(vm, result, k - start, value)?;
                k += 1;
            }
            None => k = access::next_candidate(vm, object, k + 1),
        }
    }
    access::set_length(vm, result, count)?;
    Ok(result.value())
}

/// IsConcatSpreadable (sec. 23.1.3.2.1)
fn is_concat_spreadable(vm: &mut Vm, v: Value) -> JsResult<bool> {
    let Some(object) = v.as_object() else { return Ok(false) };
    let spreadable = object.get(vm, vm.names.sym_is_concat_spreadable)?;
    if !spreadable.is_undefined() {
        return Ok(convert::to_boolean(spreadable));
    }
    operations::is_array(vm, v)
}

/// concat(...items) (sec. 23.1.3.2)
pub fn concat(vm: &mut Vm, args: Args) -> JsResult {
    let object = convert::to_object(vm, args.this())?;
    if let Some(result) = concat_words(vm, object, args.as_slice())? {
        return Ok(result.value());
    }
    let result = access::array_species_create(vm, object, 0)?;
    let mut n = 0u64;
    for i in 0..=args.len() {
        let item = if i == 0 { object.value() } else { args.get(i - 1) };
        if is_concat_spreadable(vm, item)?
            && let Some(source) = item.as_object()
        {
            let length = source.length_of_array_like(vm)?;
            access::check_length(vm, n + length)?;
            let mut k = 0;
            while k < length {
                match access::get_if_present(vm, source, k)? {
                    Some(value) => {
                        access::create(vm, result, n + k, value)?;
                        k += 1;
                    }
                    None => k = access::next_candidate(vm, source, k + 1),
                }
            }
            n += length;
        } else {
            access::check_length(vm, n + 1)?;
            access::create(vm, result, n, item)?;
            n += 1;
        }
    }
    debug_assert!(n <= MAX_SAFE_INTEGER);
    access::set_length(vm, result, n)?;
    Ok(result.value())
}

/// `slice` of a plain array between int32s, or from one on, or all of it; None where that would ask for anything else.
pub fn slice_plainly(vm: &mut Vm, object: Object, start: Value, end: Value) -> JsResult<Option<Object>> {
    let Some(array) = words::readable(vm, object) else { return Ok(None) };
    let length = i64::from(array.length.get());
    let place = |value: Value, default: i64| match value {
        Value::UNDEFINED => Some(default),
        value if value.is_int() => {
            let at = i64::from(value.as_int());
            Some(if at < 0 { (at + length).max(0) } else { at.min(length) })
        }
        _ => None,
    };
    let (Some(start), Some(end)) = (place(start, 0), place(end, length)) else { return Ok(None) };
    if !access::has_plain_species(vm, object) {
        return Ok(None);
    }
    words::copy_range(vm, object, start as u32, (end - start).max(0) as u32).map(Some)
}

/// The short way: a plain array of which every part is a primitive or an array that spreads as arrays do. None if it is not open.
pub fn concat_words(vm: &mut Vm, object: Object, items: &[Value]) -> JsResult<Option<Object>> {
    if !access::has_plain_species(vm, object) {
        return Ok(None);
    }
    let key = vm.names.sym_is_concat_spreadable;
    let realm = vm.realm();
    let (array_prototype, object_prototype) = (realm.array_prototype, realm.object_prototype);
    if array_prototype.shape().prototype() != Some(object_prototype) {
        return Ok(None);
    }
    let array_shape = realm.array_shape;
    let versions = Some([Version::of(array_prototype), Version::of(object_prototype)]);
    if vm.builtins.plainly_concatenated != versions {
        if array_prototype.own_named(key).is_some() || object_prototype.own_named(key).is_some() {
            return Ok(None);
        }
        vm.builtins.plainly_concatenated = versions;
    }
    let mut total = 0u64;
    let mut kind = ElementKind::PackedInt;
    for item in std::iter::once(&object.value()).chain(items) {
        let Some(part) = item.as_object() else {
            total += 1;
            kind = join(kind, words::kind_of(*item));
            continue;
        };
        let Some(array) = words::readable(vm, part) else { return Ok(None) };
        let shape = part.shape();
        if shape.prototype() != Some(array_prototype) || (!shape.ptr_eq(array_shape) && shape.lookup(key).is_some()) {
            return Ok(None);
        }
        total += array.length.get() as u64;
        kind = join(kind, part.element_kind());
    }
    if total > u32::MAX as u64 {
        return Ok(None);
    }
    let present = std::iter::once(&object.value())
        .chain(items)
        .map(|item| item.as_object().map_or(1, |part| words::end(part) as u64))
        .sum::<u64>();
    let room = if present * 8 >= total { total } else { present };
    let result = words::new_array_of_kind(vm, kind, room as u32)?;
    for item in std::iter::once(&object.value()).chain(items) {
        match item.as_object().and_then(|part| part.as_array().map(|array| (part, array))) {
            Some((part, array)) => words::append(vm, result, part, array.length.get())?,
            None => result.push(vm, *item)?,
        }
    }
    Ok(Some(result))
}

/// flat([depth]) (sec. 23.1.3.13)
pub fn flat(vm: &mut Vm, args: Args) -> JsResult {
    let (object, length) = this_and_length(vm, args)?;
    let depth = match args.get(0) {
        v if v.is_undefined() => 1.0,
        v => convert::to_integer_or_infinity(vm, v)?.max(0.0),
    };
    let result = access::array_species_create(vm, object, 0)?;
    flatten_into(vm, result, object, length, 0, depth, None)?;
    Ok(result.value())
}

/// flatMap(mapper [, thisArg]) (sec. 23.1.3.14)
pub fn flat_map(vm: &mut Vm, args: Args) -> JsResult {
    let (object, length) = this_and_length(vm, args)?;
    let f = callable(vm, args.get(0))?;
    let result = access::array_species_create(vm, object, 0)?;
    flatten_into(vm, result, object, length, 0, 1.0, Some((f, args.get(1))))?;
    Ok(result.value())
}

/// FlattenIntoArray (sec. 23.1.3.13.1): the next index of the target.
fn flatten_into(
    vm: &mut Vm,
    target: Object,
    source: Object,
    length: u64,
    start: u64,
    depth: f64,
    mapper: Option<(Value, Value)>,
) -> JsResult<u64> {
    vm.check_native_stack()?;
    let mut at = start;
    let mut k = 0;
    while k < length {
        let Some(mut element) = access::get_if_present(vm, source, k)? else {
            k = access::next_candidate(vm, source, k + 1);
            continue;
        };
        if let Some((mapper, this_arg)) = mapper {
            element = vm.call_back(mapper, this_arg, [element, access::number(k), source.value()])?;
        }
        k += 1;
        if depth > 0.0
            && operations::is_array(vm, element)?
            && let Some(inner) = element.as_object()
        {
            let inner_length = inner.length_of_array_like(vm)?;
            at = flatten_into(vm, target, inner, inner_length, at, depth - 1.0, None)?;
        } else {
            if at >= MAX_SAFE_INTEGER {
                return Err(vm.throw_type_error("Invalid array length"));
            }
            access::create(vm, target, at, element)?;
            at += 1;
        }
    }
    Ok(at)
}

/// toReversed() (sec. 23.1.3.33)
pub fn to_reversed(vm: &mut Vm, args: Args) -> JsResult {
    let (object, length) = this_and_length(vm, args)?;
    if object.is_packed_array() {
        let result = words::copy_range(vm, object, 0, length as u32)?;
        let places = &words::words(&result)[..length as usize];
        for lower in 0..places.len() / 2 {
            places[lower].swap(&places[places.len() - 1 - lower]);
        }
        return Ok(result.value());
    }
    let result = new_list(vm, length)?;
    for k in (0..length).rev() {
        let value = access::get(vm, object, k)?;
        result.push(vm, value)?;
    }
    Ok(result.value())
}

/// toSpliced(start, skipCount, ...items) (sec. 23.1.3.35)
pub fn to_spliced(vm: &mut Vm, args: Args) -> JsResult {
    let (object, length) = this_and_length(vm, args)?;
    let (start, skip_count) = splice_range(vm, args, length)?;
    let items = args.rest(2);
    let new_length = length + items.len() as u64 - skip_count;
    access::check_length(vm, new_length)?;
    let result = new_list(vm, new_length)?;
    for k in 0..start {
        let value = access::get(vm, object, k)?;
        result.push(vm, value)?;
    }
    for item in items {
        result.push(vm, *item)?;
    }
    for k in start + skip_count..length {
        let value = access::get(vm, object, k)?;
        result.push(vm, value)?;
    }
    Ok(result.value())
}
