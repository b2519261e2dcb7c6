//! String and String.prototype (ECMA-262 sec. 22.1, annex B.2.2).
//!
//! ```text
//! mod      the constructor, its functions, single characters, what the other files share
//! search   includes .. lastIndexOf, match .. split
//! slice    slice, substring, trim, pad, repeat, concat
//! case     case mapping, normalization, well-formedness
//! collate  localeCompare
//! html     anchor .. sup (annex B)
//! iterator String iterators
//! ```
//!
//! A receiver that is a string already is taken as it is; texts are looked at through views and never copied to be searched.

mod case;
mod collate;
mod html;
pub mod iterator;
mod search;
mod slice;
pub(super) use case::{lower, upper};
pub(crate) use slice::{part, trimmed_range};

use crate::builtins::intrinsic::{Direct, Intrinsic};
use crate::native::{Args, NativeFn, method};
use crate::numeric::convert::is_integral;
use crate::object::Object;
use crate::object::string_object::wrapped;
use crate::runtime::convert::{
    number_to_string, to_integer_or_infinity, to_number, to_object, to_string, to_string_slow, to_uint16,
};
use crate::runtime::operations::{get_prototype_from_constructor, length_of_array_like};
use crate::string::{JsString, PropertyKey, StringBuilder};
use crate::vm::Vm;
use crate::{JsResult, Value, ValueExt};
use abi::cell::CellKind;

/// Creates String, its prototype (a String object of the empty text), and the prototype of String iterators.
pub fn init(vm: &mut Vm) -> JsResult<()> {
    let object_prototype = vm.realm().object_prototype;
    let empty = vm.empty_string();
    let prototype = vm.new_primitive_wrapper_with(empty.value(), object_prototype)?;
    vm.realm_mut().string_prototype = prototype;
    let constructor = vm.define_global_constructor("String", 1, string, prototype)?;
    vm.realm_mut().string_constructor = constructor;
    constructor.define_methods(
        vm,
        &[
            method("fromCharCode", 1, from_char_code),
            method("fromCodePoint", 1, from_code_point),
            method("raw", 1, raw),
        ],
    )?;
    prototype.define_methods(
        vm,
        &[
            method("at", 1, at),
            method("charAt", 1, char_at),
            method("charCodeAt", 1, char_code_at),
            method("codePointAt", 1, code_point_at),
            method("toString", 0, to_string_method),
            method("valueOf", 0, value_of),
        ],
    )?;
    slice::init(vm, prototype)?;
    search::init(vm, prototype)?;
    case::init(vm, prototype)?;
    collate::init(vm, prototype)?;
    html::init(vm, prototype)?;
    iterator::init(vm, prototype)
}

/// ToString(RequireObjectCoercible(this value)); `method` is the name for the TypeError.
#[inline(always)]
fn this_string(vm: &mut Vm, args: &Args, method: &str) -> JsResult<JsString> {
    match args.this().as_string() {
        Some(text) => Ok(text),
        None => coerced(vm, args.this(), method),
    }
}

#[inline(never)]
fn coerced(vm: &mut Vm, this: Value, method: &str) -> JsResult<JsString> {
    require_coercible(vm, this, method)?;
    to_string_slow(vm, this)
}

/// RequireObjectCoercible(this value)
#[inline]
fn require_coercible(vm: &mut Vm, this: Value, method: &str) -> JsResult<()> {
    if this.is_nullish() {
        return Err(vm.throw_type_error(format!("String.prototype.{method} called on null or undefined")));
    }
    Ok(())
}

/// The integer of a position argument, clamped to 0 .. `length`.
#[inline]
fn clamped(vm: &mut Vm, v: Value, length: usize) -> JsResult<usize> {
    let integer = to_integer_or_infinity(vm, v)?;
    Ok(integer.clamp(0.0, length as f64) as usize)
}

/// The index that a position argument names, if it lies in the string.
#[inline(always)]
fn index_in(vm: &mut Vm, v: Value, length: usize) -> JsResult<Option<usize>> {
    let integer = to_integer_or_infinity(vm, v)?;
    Ok(if integer >= 0.0 && integer < length as f64 { Some(integer as usize) } else { None })
}

/// `String(value)` (sec. 22.1.1.1)
fn string(vm: &mut Vm, args: Args) -> JsResult {
    let new_target = args.new_target_object();
    let text = if args.is_empty() {
        vm.empty_string()
    } else {
        match args.get(0).as_symbol() {
            Some(symbol) if new_target.is_none() => return symbol.descriptive_string(vm).map(JsString::value),
            _ => to_string(vm, args.get(0))?,
        }
    };
    let Some(new_target) = new_target else { return Ok(text.value()) };
    let prototype = get_prototype_from_constructor(vm, new_target, |realm| realm.string_prototype)?;
    vm.new_primitive_wrapper_with(text.value(), prototype).map(Object::value)
}

/// `String.fromCharCode(...codeUnits)` (sec. 22.1.2.1)
fn from_char_code(vm: &mut Vm, args: Args) -> JsResult {
    if args.len() == 1 {
        let unit = to_uint16(vm, args.get(0))?;
        return JsString::from_char(vm, unit).map(JsString::value);
    }
    let mut text = StringBuilder::with_capacity(args.len());
    for &unit in args.as_slice() {
        let unit = to_uint16(vm, unit)?;
        text.push_u16(unit);
    }
    text.finish(vm).map(JsString::value)
}

/// `String.fromCodePoint(...codePoints)` (sec. 22.1.2.2)
fn from_code_point(vm: &mut Vm, args: Args) -> JsResult {
    let mut text = StringBuilder::with_capacity(args.len());
    for &next in args.as_slice() {
        let number = to_number(vm, next)?;
        if !is_integral(number) || !(0.0..=0x10ffff as f64).contains(&number) {
            let shown = number_to_string(vm, number)?.to_display();
            return Err(vm.throw_range_error(format!("Invalid code point {shown}")));
        }
        text.push_code_point(number as u32);
    }
    text.finish(vm).map(JsString::value)
}

/// `String.raw(template, ...substitutions)` (sec. 22.1.2.4)
fn raw(vm: &mut Vm, args: Args) -> JsResult {
    let cooked = to_object(vm, args.get(0))?;
    let literals = cooked.get(vm, vm.names.raw)?;
    let literals = to_object(vm, literals)?;
    let length = length_of_array_like(vm, literals)?;
    let mut text = StringBuilder::new();
    for i in 0..length {
        vm.spend(1)?;
        let key = PropertyKey::from_u64_index(vm, i)?;
        let literal = literals.get(vm, key)?;
        let literal = to_string(vm, literal)?;
        text.push_js(literal);
        if i + 1 < length && i + 1 < args.len() as u64 {
            let substitution = to_string(vm, args.get(i as usize + 1))?;
            text.push_js(substitution);
        }
        if text.is_refused() {
            break;
        }
    }
    text.finish(vm).map(JsString::value)
}

/// `String.prototype.at(index)` (sec. 22.1.3.1)
fn at(vm: &mut Vm, args: Args) -> JsResult {
    let text = this_string(vm, &args, "at")?;
    let relative = to_integer_or_infinity(vm, args.get(0))?;
    let index = if relative < 0.0 { relative + text.len() as f64 } else { relative };
    if index < 0.0 || index >= text.len() as f64 {
        return Ok(Value::UNDEFINED);
    }
    let unit = text.unit_at(vm, index as usize)?;
    JsString::from_char(vm, unit).map(JsString::value)
}

/// `String.prototype.charAt(pos)` (sec. 22.1.3.2)
fn char_at(vm: &mut Vm, args: Args) -> JsResult {
    let text = this_string(vm, &args, "charAt")?;
    match index_in(vm, args.get(0), text.len())? {
        Some(index) => {
            let unit = text.unit_at(vm, index)?;
            JsString::from_char(vm, unit).map(JsString::value)
        }
        None => Ok(vm.empty_string().value()),
    }
}

/// `String.prototype.charCodeAt(pos)` (sec. 22.1.3.3)
fn char_code_at(vm: &mut Vm, args: Args) -> JsResult {
    let text = this_string(vm, &args, "charCodeAt")?;
    match index_in(vm, args.get(0), text.len())? {
        Some(index) => Ok(Value::int(text.unit_at(vm, index)? as i32)),
        None => Ok(Value::NAN),
    }
}

/// `String.prototype.codePointAt(pos)` (sec. 22.1.3.4)
fn code_point_at(vm: &mut Vm, args: Args) -> JsResult {
    let text = this_string(vm, &args, "codePointAt")?;
    match index_in(vm, args.get(0), text.len())? {
        Some(index) => Ok(Value::int(text.view(vm)?.code_point_at(index).value as i32)),
        None => Ok(Value::UNDEFINED),
    }
}

/// What a function is to compilers.
pub(crate) fn intrinsic(function: NativeFn) -> Option<Intrinsic> {
    let table: [(NativeFn, Intrinsic); 16] = [
        (string, Intrinsic::String),
        (char_at, Intrinsic::StringCharAt),
        (char_code_at, Intrinsic::StringCharCodeAt),
        (code_point_at, Intrinsic::Direct(Direct::StringCodePointAt)),
        (from_char_code, Intrinsic::StringFromCharCode),
        (from_code_point, Intrinsic::Direct(Direct::StringFromCodePoint)),
        (search::ends_with, Intrinsic::Direct(Direct::StringEndsWith)),
        (search::includes, Intrinsic::Direct(Direct::StringIncludes)),
        (search::index_of, Intrinsic::Direct(Direct::StringIndexOf)),
        (search::last_index_of, Intrinsic::Direct(Direct::StringLastIndexOf)),
        (search::starts_with, Intrinsic::Direct(Direct::StringStartsWith)),
        (slice::slice, Intrinsic::Direct(Direct::StringSlice)),
        (slice::substring, Intrinsic::Direct(Direct::StringSubstring)),
        (slice::trim, Intrinsic::Direct(Direct::StringTrim)),
        (case::to_lower_case, Intrinsic::Direct(Direct::StringToLowerCase)),
        (case::to_upper_case, Intrinsic::Direct(Direct::StringToUpperCase)),
    ];
    crate::builtins::intrinsic::find(&table, function)
}

/// ThisStringValue (sec. 22.1.3)
fn this_string_value(vm: &mut Vm, args: &Args, method: &str) -> JsResult {
    let this = args.this();
    if this.is_string() {
        return Ok(this);
    }
    match wrapped(this, CellKind::StringObject) {
        Some(text) => Ok(text),
        None => Err(vm.throw_type_error(format!("String.prototype.{method} requires that 'this' be a String"))),
    }
}

/// `String.prototype.toString()` (sec. 22.1.3.29)
fn to_string_method(vm: &mut Vm, args: Args) -> JsResult {
    this_string_value(vm, &args, "toString")
}

/// `String.prototype.valueOf()` (sec. 22.1.3.35)
fn value_of(vm: &mut Vm, args: Args) -> JsResult {
    this_string_value(vm, &args, "valueOf")
}
