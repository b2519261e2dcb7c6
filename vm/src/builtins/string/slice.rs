//! Parts of strings, and strings made longer: slice to trim, repeat to concat.

use super::{clamped, this_string};
use crate::native::{Args, method};
use crate::numeric::convert::relative_index;
use crate::object::Object;
use crate::runtime::convert::{to_integer_or_infinity, to_length, to_string};
use crate::string::{JsString, MAX_STRING_LENGTH, PropertyKey, StrView, StringBuilder, throw_too_long};
use crate::vm::Vm;
use crate::{JsResult, Value};

pub(super) fn init(vm: &mut Vm, prototype: Object) -> JsResult<()> {
    prototype.define_methods(
        vm,
        &[
            method("concat", 1, concat),
            method("padEnd", 1, pad_end),
            method("padStart", 1, pad_start),
            method("repeat", 1, repeat),
            method("slice", 2, slice),
            method("substr", 2, substr),
            method("substring", 2, substring),
            method("trim", 0, trim),
        ],
    )?;
    // Annex B: the same function objects under their older names.
    for (name, alias, function) in
        [("trimStart", "trimLeft", trim_start as crate::native::NativeFn), ("trimEnd", "trimRight", trim_end)]
    {
        let function = prototype.define_method(vm, name, 0, function)?;
        let alias = PropertyKey::from_str(vm, alias)?;
        prototype.define_hidden(vm, alias, function.value())?;
    }
    Ok(())
}

/// `String.prototype.concat(...args)` (sec. 22.1.3.5)
fn concat(vm: &mut Vm, args: Args) -> JsResult {
    let mut text = this_string(vm, &args, "concat")?;
    for &next in args.as_slice() {
        let next = to_string(vm, next)?;
        text = JsString::concat(vm, text, next)?;
    }
    Ok(text.value())
}

/// A relative index argument of `slice`: negative counts from the end, undefined is `default`.
fn relative(vm: &mut Vm, v: Value, length: usize, default: usize) -> JsResult<usize> {
    if v.is_undefined() {
        return Ok(default);
    }
    let integer = to_integer_or_infinity(vm, v)?;
    Ok(relative_index(integer, length as u64) as usize)
}

/// `String.prototype.slice(start, end)` (sec. 22.1.3.22)
pub(super) fn slice(vm: &mut Vm, args: Args) -> JsResult {
    let text = this_string(vm, &args, "slice")?;
    let length = text.len();
    let from = relative(vm, args.get(0), length, 0)?;
    let to = relative(vm, args.get(1), length, length)?;
    part(vm, text, from, to)
}

/// `String.prototype.substring(start, end)` (sec. 22.1.3.25)
pub(super) fn substring(vm: &mut Vm, args: Args) -> JsResult {
    let text = this_string(vm, &args, "substring")?;
    let length = text.len();
    let start = clamped(vm, args.get(0), length)?;
    let end = if args.get(1).is_undefined() { length } else { clamped(vm, args.get(1), length)? };
    part(vm, text, start.min(end), start.max(end))
}

/// `String.prototype.substr(start, length)` (annex B.2.2.1)
fn substr(vm: &mut Vm, args: Args) -> JsResult {
    let text = this_string(vm, &args, "substr")?;
    let size = text.len();
    let start = relative(vm, args.get(0), size, 0)?;
    let length = if args.get(1).is_undefined() { size } else { clamped(vm, args.get(1), size)? };
    part(vm, text, start, (start + length).min(size))
}

/// Units `start..end`; empty if there are none.
pub(crate) fn part(vm: &mut Vm, text: JsString, start: usize, end: usize) -> JsResult {
    if start >= end {
        return Ok(vm.empty_string().value());
    }
    if end - start == text.len() {
        return Ok(text.value());
    }
    if end - start == 1 {
        let unit = text.unit_at(vm, start)?;
        return JsString::from_char(vm, unit).map(JsString::value);
    }
    JsString::substring(vm, text, start, end).map(JsString::value)
}

/// TrimString (sec. 22.1.3.32.1)
fn trimmed(vm: &mut Vm, args: Args, method: &str, start: bool, end: bool) -> JsResult {
    let text = this_string(vm, &args, method)?;
    let (from, to) = trimmed_range(text.view(vm)?, start, end);
    part(vm, text, from, to)
}

/// Where a text without white space at its start, or its end, begins and ends.
pub(crate) fn trimmed_range(view: StrView<'_>, start: bool, end: bool) -> (usize, usize) {
    let rest = if start { view.trim_start() } else { view };
    let from = view.len() - rest.len();
    (from, from + if end { rest.trim_end().len() } else { rest.len() })
}

/// `String.prototype.trim()` (sec. 22.1.3.32)
pub(super) fn trim(vm: &mut Vm, args: Args) -> JsResult {
    trimmed(vm, args, "trim", true, true)
}

/// `String.prototype.trimStart()` (sec. 22.1.3.34)
fn trim_start(vm: &mut Vm, args: Args) -> JsResult {
    trimmed(vm, args, "trimStart", true, false)
}

/// `String.prototype.trimEnd()` (sec. 22.1.3.33)
fn trim_end(vm: &mut Vm, args: Args) -> JsResult {
    trimmed(vm, args, "trimEnd", false, true)
}

/// Repetitions up to this length are copied together; longer ones share their halves.
const COPIED: usize = 4096;

/// `String.prototype.repeat(count)` (sec. 22.1.3.18)
fn repeat(vm: &mut Vm, args: Args) -> JsResult {
    let text = this_string(vm, &args, "repeat")?;
    let count = to_integer_or_infinity(vm, args.get(0))?;
    if count < 0.0 || count.is_infinite() {
        let shown = vm.describe(args.get(0));
        return Err(vm.throw_range_error(format!("Invalid count value: {shown}")));
    }
    if count == 0.0 || text.is_empty() {
        return Ok(vm.empty_string().value());
    }
    if count * text.len() as f64 > MAX_STRING_LENGTH as f64 {
        return Err(throw_too_long(vm));
    }
    repeated(vm, text, count as usize).map(JsString::value)
}

fn repeated(vm: &mut Vm, text: JsString, count: usize) -> JsResult<JsString> {
    if count * text.len() <= COPIED {
        let mut result = StringBuilder::with_capacity(count * text.len());
        let view = text.view(vm)?;
        for _ in 0..count {
            result.push_view(view);
        }
        return result.finish(vm);
    }
    // By squares, from the highest bit of the count down.
    let mut result = text;
    for bit in (0..count.ilog2()).rev() {
        result = JsString::concat(vm, result, result)?;
        if count >> bit & 1 != 0 {
            result = JsString::concat(vm, result, text)?;
        }
    }
    Ok(result)
}

/// StringPaddingBuiltinsImpl (sec. 22.1.3.17.1)
fn padded(vm: &mut Vm, args: Args, method: &str, at_start: bool) -> JsResult {
    let text = this_string(vm, &args, method)?;
    let wanted = to_length(vm, args.get(0))?;
    let length = text.len() as u64;
    if wanted <= length {
        return Ok(text.value());
    }
    let filler = args.get(1);
    let filler = if filler.is_undefined() { JsString::from_char(vm, b' ' as u16)? } else { to_string(vm, filler)? };
    if filler.is_empty() {
        return Ok(text.value());
    }
    if wanted > MAX_STRING_LENGTH as u64 {
        return Err(throw_too_long(vm));
    }
    let mut missing = (wanted - length) as usize;
    let mut result = StringBuilder::with_capacity(wanted as usize);
    if !at_start {
        result.push_js(text);
    }
    let view: StrView<'_> = filler.view(vm)?;
    while missing > 0 {
        vm.spend(1)?;
        let n = missing.min(view.len());
        result.push_view(view.slice(0..n));
        missing -= n;
    }
    if at_start {
        result.push_js(text);
    }
    result.finish(vm).map(JsString::value)
}

/// `String.prototype.padEnd(maxLength, fillString)` (sec. 22.1.3.16)
fn pad_end(vm: &mut Vm, args: Args) -> JsResult {
    padded(vm, args, "padEnd", false)
}

/// `String.prototype.padStart(maxLength, fillString)` (sec. 22.1.3.17)
fn pad_start(vm: &mut Vm, args: Args) -> JsResult {
    padded(vm, args, "padStart", true)
}
