//! The methods that read: at, slice, subarray, the searches, join, toLocaleString (ECMA-262 sec. 23.2.3).

use super::species::{check_content_type, constructor_for, object_of, species_create};
use super::{elements, from_buffer, prototype_of, relative_end, relative_index, throw_not_typed_array, validate};
use crate::native::Args;
use crate::object::typed_array::{self as cells, AUTO};
use crate::runtime::{convert, operations};
use crate::string::{JsString, StringBuilder};
use crate::vm::Vm;
use crate::{JsResult, Value};

/// at(index) (sec. 23.2.3.1)
pub fn at(vm: &mut Vm, args: Args) -> JsResult {
    let (array, length) = validate(vm, args.this(), "at")?;
    let relative = convert::to_integer_or_infinity(vm, args.get(0))?;
    let k = if relative >= 0.0 { relative } else { length as f64 + relative };
    if k < 0.0 || k >= length as f64 {
        return Ok(Value::UNDEFINED);
    }
    cells::get_element(vm, &array, k as usize)
}

/// slice(start, end) (sec. 23.2.3.27)
pub fn slice(vm: &mut Vm, args: Args) -> JsResult {
    let (array, length) = validate(vm, args.this(), "slice")?;
    let start = relative_index(vm, args.get(0), length)?;
    let end = relative_end(vm, args.get(1), length)?;
    let count = end.saturating_sub(start);
    let result = species_create(vm, &array, count)?;
    if count > 0 {
        // The species constructor may have detached or resized.
        let (array, length) = validate(vm, args.this(), "slice")?;
        let count = end.min(length).saturating_sub(start).min(result.length());
        if array.array_type() == result.array_type() {
            let (from, bytes) = array.byte_range(start.min(length), start.min(length) + count);
            let (to, _) = result.byte_range(0, count);
            if (to as usize).wrapping_sub(from as usize) >= bytes {
                // SAFETY: both ranges are within their arrays; copying forwards, `to` does not overtake `from`.
                unsafe { std::ptr::copy(from, to, bytes) };
            } else {
                // The specification copies byte by byte, and here that repeats what was just written.
                for i in 0..bytes {
                    // SAFETY: as above.
                    unsafe { *to.add(i) = *from.add(i) };
                }
            }
        } else {
            for i in 0..count {
                vm.spend(1)?;
                let value = cells::get_element(vm, &array, start + i)?;
                cells::set_element(vm, &result, i, value)?;
            }
        }
    }
    Ok(object_of(&result).value())
}

/// subarray(begin, end) (sec. 23.2.3.30)
pub fn subarray(vm: &mut Vm, args: Args) -> JsResult {
    let Some(array) = cells::from_value(args.this()) else { return Err(throw_not_typed_array(vm)) };
    let length = array.length();
    let begin = relative_index(vm, args.get(0), length)?;
    let follows = array.array_length.get() == AUTO && args.get(1).is_undefined();
    let new_length = if follows {
        Value::UNDEFINED
    } else {
        let end = relative_end(vm, args.get(1), length)?;
        Value::from_usize(end.saturating_sub(begin))
    };
    let byte_offset = Value::from_usize(array.array.byte_offset.get() + begin * array.element_size());
    let ty = array.array_type();
    let buffer = array.buffer_object();
    let Some(constructor) = constructor_for(vm, object_of(&array), ty)? else {
        let prototype = prototype_of(ty)(&vm.realm());
        return from_buffer(vm, ty, prototype, array.buffer(), byte_offset, new_length).map(Value::from);
    };
    let arguments = [buffer.value(), byte_offset, new_length];
    let made = vm.construct(constructor, if follows { &arguments[..2] } else { &arguments }, None)?;
    let (result, _) = validate(vm, made.value(), "subarray")?;
    check_content_type(vm, ty, &result)?;
    Ok(made.value())
}

/// includes(searchElement [, fromIndex]) (sec. 23.2.3.16)
pub fn includes(vm: &mut Vm, args: Args) -> JsResult {
    let (array, length) = validate(vm, args.this(), "includes")?;
    if length == 0 {
        return Ok(Value::FALSE);
    }
    let from = relative_index(vm, args.get(1), length)?;
    let value = args.get(0);
    let present = length.min(array.length());
    // What the conversion of the index took away reads as undefined.
    if value.is_undefined() && present < length && from < length {
        return Ok(Value::TRUE);
    }
    Ok(Value::bool(elements::search(vm, &array, (from, present), value, true, false)?.is_some()))
}

fn index(found: Option<usize>) -> Value {
    found.map_or(Value::int(-1), Value::from_usize)
}

/// indexOf(searchElement [, fromIndex]) (sec. 23.2.3.17)
pub fn index_of(vm: &mut Vm, args: Args) -> JsResult {
    let (array, length) = validate(vm, args.this(), "indexOf")?;
    if length == 0 {
        return Ok(Value::int(-1));
    }
    let from = relative_index(vm, args.get(1), length)?;
    let present = length.min(array.length());
    Ok(index(elements::search(vm, &array, (from, present), args.get(0), false, false)?))
}

/// lastIndexOf(searchElement [, fromIndex]) (sec. 23.2.3.20)
pub fn last_index_of(vm: &mut Vm, args: Args) -> JsResult {
    let (array, length) = validate(vm, args.this(), "lastIndexOf")?;
    if length == 0 {
        return Ok(Value::int(-1));
    }
    let mut end = length;
    if args.len() > 1 {
        let n = convert::to_integer_or_infinity(vm, args.get(1))?;
        let last = if n >= 0.0 { n.min(length as f64 - 1.0) } else { length as f64 + n };
        if last < 0.0 {
            return Ok(Value::int(-1));
        }
        end = last as usize + 1;
    }
    let present = end.min(array.length());
    Ok(index(elements::search(vm, &array, (0, present), args.get(0), false, true)?))
}

/// join(separator) (sec. 23.2.3.18)
pub fn join(vm: &mut Vm, args: Args) -> JsResult {
    let (array, length) = validate(vm, args.this(), "join")?;
    let separator = match args.get(0) {
        v if v.is_undefined() => JsString::from_char(vm, b',' as u16)?,
        v => convert::to_string(vm, v)?.flatten(vm)?,
    };
    let mut text = StringBuilder::new();
    let mut buffer = crate::numeric::format::NumberBuffer::new();
    // The separator's conversion may have shrunk the array: what is gone is undefined, and written as nothing.
    let present = length.min(array.length());
    for k in 0..length {
        vm.spend(1)?;
        if k > 0 {
            text.push_js(separator);
            if text.is_refused() {
                break;
            }
        }
        if k < present {
            let ty = array.array_type();
            if cells::is_bigint_type(ty) {
                let value = cells::value_from_raw(vm, ty, array.load(k))?;
                let string = convert::to_string(vm, value)?;
                text.push_js(string);
            } else {
                text.push_str(buffer.format(cells::number_from_raw(ty, array.load(k)).as_number()));
            }
        }
    }
    text.finish(vm).map(JsString::value)
}

/// toLocaleString() (sec. 23.2.3.31), separated by commas.
pub fn to_locale_string(vm: &mut Vm, args: Args) -> JsResult {
    let (array, length) = validate(vm, args.this(), "toLocaleString")?;
    let mut text = StringBuilder::new();
    for k in 0..length {
        vm.spend(1)?;
        if k > 0 {
            text.push_u16(b',' as u16);
        }
        let element = cells::get_element(vm, &array, k)?;
        if !element.is_nullish() {
            let string = operations::invoke(vm, element, vm.names.to_locale_string, &[])?;
            let string = convert::to_string(vm, string)?;
            text.push_js(string);
        }
    }
    text.finish(vm).map(JsString::value)
}
