//! Type conversion (ECMA-262 section 7.1).
//!
//! Every conversion takes the common case first and inline, and leaves objects, symbols and errors to a cold function.
//! Only those run JavaScript, so only those can throw or change anything.

use super::bigint::JsBigInt;
use super::operations;
use crate::numeric::convert as number;
use crate::numeric::format::NumberBuffer;
use crate::numeric::parse;
use crate::object::lookup::Lookup;
use crate::object::{Object, PropertyDescriptor};
use crate::string::{JsString, PropertyKey, StrView};
use crate::vm::Vm;
use crate::{JsResult, Value, ValueExt};
use abi::cell::{CellKind, FLAG_HTMLDDA};

/// The preferred type of `ToPrimitive` (section 7.1.1).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Hint {
    Default,
    Number,
    String,
}

/// What `ToNumeric` gives (section 7.1.3).
#[derive(Clone, Copy)]
pub enum Numeric {
    Number(f64),
    BigInt(JsBigInt),
}

impl Numeric {
    pub fn value(self) -> Value {
        match self {
            Numeric::Number(n) => Value::number(n),
            Numeric::BigInt(b) => b.value(),
        }
    }
}

/// `ToBoolean` (section 7.1.2).
#[inline(always)]
pub fn to_boolean(v: Value) -> bool {
    if v.is_bool() {
        v.is_true()
    } else if v.is_int() {
        v.as_int() != 0
    } else {
        to_boolean_slow(v)
    }
}

fn to_boolean_slow(v: Value) -> bool {
    if v.is_double() {
        let d = v.as_double();
        return d != 0.0 && !d.is_nan();
    }
    let Some(header) = v.header() else { return false };
    match header.kind() {
        CellKind::String => v.as_string().is_some_and(|s| !s.is_empty()),
        CellKind::BigInt => v.as_bigint().is_some_and(|b| !b.is_zero()),
        _ => !header.has_flag(FLAG_HTMLDDA),
    }
}

/// `ToIntegerOrInfinity` (section 7.1.5) of a value that is a number already.
#[inline(always)]
pub fn number_to_integer_or_infinity(v: Value) -> f64 {
    if v.is_int() { v.as_int() as f64 } else { number::to_integer_or_infinity(v.as_double()) }
}

/// `ToPrimitive(input, preferredType)` (section 7.1.1).
#[inline]
pub fn to_primitive(vm: &mut Vm, v: Value, hint: Hint) -> JsResult {
    match v.as_object() {
        None => Ok(v),
        Some(object) => object_to_primitive(vm, object, hint),
    }
}

fn object_to_primitive(vm: &mut Vm, object: Object, hint: Hint) -> JsResult {
    let Some(exotic) = operations::get_method(vm, object.value(), vm.names.sym_to_primitive)? else {
        return ordinary_to_primitive(vm, object, hint);
    };
    let hint = match hint {
        Hint::Default => vm.names.default,
        Hint::Number => vm.names.number,
        Hint::String => vm.names.string,
    }
    .to_value(vm)?;
    let result = vm.call(exotic, object.value(), &[hint])?;
    if result.is_object() {
        return Err(vm.throw_type_error("Cannot convert object to primitive value"));
    }
    Ok(result)
}

/// `OrdinaryToPrimitive(O, hint)` (section 7.1.1.1).
pub fn ordinary_to_primitive(vm: &mut Vm, object: Object, hint: Hint) -> JsResult {
    let (to_string, value_of) = (vm.names.to_string, vm.names.value_of);
    let methods = if hint == Hint::String { [to_string, value_of] } else { [value_of, to_string] };
    for name in methods {
        let method = object.get(vm, name)?;
        if method.is_callable() {
            let result = vm.call(method, object.value(), &[])?;
            if !result.is_object() {
                return Ok(result);
            }
        }
    }
    Err(vm.throw_type_error("Cannot convert object to primitive value"))
}

/// `ToNumber(argument)` (section 7.1.4).
#[inline(always)]
pub fn to_number(vm: &mut Vm, v: Value) -> JsResult<f64> {
    if v.is_number() { Ok(v.as_number()) } else { to_number_slow(vm, v) }
}

/// [`to_number`] of what is no number already.
#[cold]
#[inline(never)]
pub fn to_number_slow(vm: &mut Vm, v: Value) -> JsResult<f64> {
    let v = to_primitive(vm, v, Hint::Number)?;
    if v.is_number() {
        return Ok(v.as_number());
    }
    if v.is_undefined() {
        return Ok(f64::NAN);
    }
    if v.is_null() || v.is_bool() {
        return Ok(v.is_true() as u8 as f64);
    }
    if let Some(text) = v.as_string() {
        return string_to_number(vm, text);
    }
    let what = if v.is_symbol() {
        "Cannot convert a Symbol value to a number"
    } else {
        "Cannot convert a BigInt value to a number"
    };
    Err(vm.throw_type_error(what))
}

/// `StringToNumber(str)` (section 7.1.4.1.1).
pub fn string_to_number(vm: &mut Vm, text: JsString) -> JsResult<f64> {
    Ok(match text.view(vm)? {
        StrView::Latin1(units) => parse::string_to_number(units),
        StrView::Utf16(units) => parse::string_to_number(units),
    })
}

/// `ToNumeric(value)` (section 7.1.3).
#[inline]
pub fn to_numeric(vm: &mut Vm, v: Value) -> JsResult<Numeric> {
    if v.is_number() {
        return Ok(Numeric::Number(v.as_number()));
    }
    let v = to_primitive(vm, v, Hint::Number)?;
    if let Some(b) = v.as_bigint() {
        return Ok(Numeric::BigInt(b));
    }
    to_number(vm, v).map(Numeric::Number)
}

/// `ToIntegerOrInfinity(argument)` (section 7.1.5).
#[inline]
pub fn to_integer_or_infinity(vm: &mut Vm, v: Value) -> JsResult<f64> {
    if v.is_int() {
        return Ok(v.as_int() as f64);
    }
    Ok(number::to_integer_or_infinity(to_number(vm, v)?))
}

/// `ToInt32(argument)` (section 7.1.6).
#[inline]
pub fn to_int32(vm: &mut Vm, v: Value) -> JsResult<i32> {
    if v.is_int() { Ok(v.as_int()) } else { Ok(number::to_int32(to_number(vm, v)?)) }
}

/// `ToUint32(argument)` (section 7.1.7).
#[inline]
pub fn to_uint32(vm: &mut Vm, v: Value) -> JsResult<u32> {
    Ok(to_int32(vm, v)? as u32)
}

/// `ToInt16(argument)` (section 7.1.8).
#[inline]
pub fn to_int16(vm: &mut Vm, v: Value) -> JsResult<i16> {
    Ok(to_int32(vm, v)? as i16)
}

/// `ToUint16(argument)` (section 7.1.9).
#[inline]
pub fn to_uint16(vm: &mut Vm, v: Value) -> JsResult<u16> {
    Ok(to_int32(vm, v)? as u16)
}

/// `ToInt8(argument)` (section 7.1.10).
#[inline]
pub fn to_int8(vm: &mut Vm, v: Value) -> JsResult<i8> {
    Ok(to_int32(vm, v)? as i8)
}

/// `ToUint8(argument)` (section 7.1.11).
#[inline]
pub fn to_uint8(vm: &mut Vm, v: Value) -> JsResult<u8> {
    Ok(to_int32(vm, v)? as u8)
}

/// `ToUint8Clamp(argument)` (section 7.1.12).
#[inline]
pub fn to_uint8_clamp(vm: &mut Vm, v: Value) -> JsResult<u8> {
    if v.is_int() {
        return Ok(v.as_int().clamp(0, 255) as u8);
    }
    Ok(number::to_uint8_clamp(to_number(vm, v)?))
}

/// `ToBigInt(argument)` (section 7.1.13).
pub fn to_bigint(vm: &mut Vm, v: Value) -> JsResult<JsBigInt> {
    if let Some(b) = v.as_bigint() {
        return Ok(b);
    }
    let v = to_primitive(vm, v, Hint::Number)?;
    if let Some(b) = v.as_bigint() {
        return Ok(b);
    }
    if v.is_bool() {
        return vm.bigint_from_i64(v.is_true() as i64);
    }
    let Some(text) = v.as_string() else {
        let what = vm.describe(v);
        return Err(vm.throw_type_error(format!("Cannot convert {what} to a BigInt")));
    };
    match vm.string_to_bigint(text)? {
        Some(b) => Ok(b),
        None => {
            let what = vm.describe(v);
            Err(vm.throw_syntax_error(format!("Cannot convert {what} to a BigInt")))
        }
    }
}

/// `ToBigInt64(argument)` (section 7.1.15).
pub fn to_bigint64(vm: &mut Vm, v: Value) -> JsResult<i64> {
    to_bigint(vm, v).map(JsBigInt::to_i64_wrapping)
}

/// `ToBigUint64(argument)` (section 7.1.16).
pub fn to_biguint64(vm: &mut Vm, v: Value) -> JsResult<u64> {
    to_bigint(vm, v).map(JsBigInt::to_u64_wrapping)
}

/// `ToString(argument)` (section 7.1.17).
#[inline]
pub fn to_string(vm: &mut Vm, v: Value) -> JsResult<JsString> {
    match v.as_string() {
        Some(text) => Ok(text),
        None => to_string_slow(vm, v),
    }
}

/// [`to_string`] of what is no string already.
#[inline(never)]
pub fn to_string_slow(vm: &mut Vm, v: Value) -> JsResult<JsString> {
    let v = to_primitive(vm, v, Hint::String)?;
    if v.is_number() {
        return number_value_to_string(vm, v);
    }
    if let Some(text) = v.as_string() {
        return Ok(text);
    }
    if v.is_undefined() {
        return vm.names.undefined.to_js_string(vm);
    }
    if v.is_null() {
        return vm.names.null.to_js_string(vm);
    }
    if v.is_bool() {
        let name = if v.is_true() { vm.names.true_ } else { vm.names.false_ };
        return name.to_js_string(vm);
    }
    match v.as_bigint() {
        Some(b) => JsString::from_str(vm, &b.to_text(10)),
        None => Err(vm.throw_type_error("Cannot convert a Symbol value to a string")),
    }
}

/// `Number::toString(x, 10)` (section 6.1.6.1.20).
pub fn number_to_string(vm: &mut Vm, x: f64) -> JsResult<JsString> {
    number_value_to_string(vm, Value::number(x))
}

/// `Number::toString(x, 10)` of an int32 or a double.
pub fn number_value_to_string(vm: &mut Vm, v: Value) -> JsResult<JsString> {
    if v.is_int() && v.as_int() >= 0 {
        // These come from the string table's cache, and know that they are indices.
        return JsString::from_u32(vm, v.as_int() as u32);
    }
    let mut buffer = NumberBuffer::new();
    let text = if v.is_int() { buffer.format_int32(v.as_int()) } else { buffer.format(v.as_double()) };
    JsString::from_latin1(vm, text.as_bytes())
}

/// `ToObject(argument)` (section 7.1.18).
#[inline]
pub fn to_object(vm: &mut Vm, v: Value) -> JsResult<Object> {
    match v.as_object() {
        Some(object) => Ok(object),
        None if v.is_nullish() => Err(vm.throw_type_error("Cannot convert undefined or null to object")),
        None => vm.new_primitive_wrapper(v),
    }
}

/// `ToPropertyKey(argument)` (section 7.1.19).
#[inline]
pub fn to_property_key(vm: &mut Vm, v: Value) -> JsResult<PropertyKey> {
    match PropertyKey::from_value(vm, v) {
        Some(key) => Ok(key),
        None => to_property_key_slow(vm, v),
    }
}

fn to_property_key_slow(vm: &mut Vm, v: Value) -> JsResult<PropertyKey> {
    if v.is_undefined() {
        return Ok(vm.names.undefined);
    }
    let v = to_primitive(vm, v, Hint::String)?;
    if let Some(key) = PropertyKey::from_value(vm, v) {
        return Ok(key);
    }
    let text = to_string(vm, v)?;
    PropertyKey::from_string(vm, text)
}

/// `ToLength(argument)` (section 7.1.20).
#[inline]
pub fn to_length(vm: &mut Vm, v: Value) -> JsResult<u64> {
    if v.is_int() {
        return Ok(v.as_int().max(0) as u64);
    }
    Ok(number::to_length(to_number(vm, v)?))
}

/// `ToIndex(value)` (section 7.1.22).
pub fn to_index(vm: &mut Vm, v: Value) -> JsResult<u64> {
    to_index_or(vm, v, "Invalid value: not (convertible to) a safe integer")
}

/// `ToIndex(value)` with a message of the caller's for the RangeError.
pub fn to_index_or(vm: &mut Vm, v: Value, message: &str) -> JsResult<u64> {
    if v.is_int() && v.as_int() >= 0 {
        return Ok(v.as_int() as u64);
    }
    if v.is_undefined() {
        return Ok(0);
    }
    match number::to_index(to_number(vm, v)?) {
        Some(index) => Ok(index),
        None => Err(vm.throw_range_error(message)),
    }
}

/// `CanonicalNumericIndexString(argument)` (section 7.1.21) of a property key: what a typed array keeps to itself.
pub fn canonical_numeric_index_string(vm: &mut Vm, key: PropertyKey) -> JsResult<Option<f64>> {
    if let Some(index) = key.as_index() {
        return Ok(Some(index as f64));
    }
    let Some(text) = key.as_string_cell() else { return Ok(None) };
    Ok(match text.view(vm)? {
        StrView::Latin1(units) => parse::canonical_numeric_index(units),
        StrView::Utf16(units) => parse::canonical_numeric_index(units),
    })
}

/// `RequireObjectCoercible(argument)` (section 7.2.1); `method` names the built-in that was called.
#[inline]
pub fn require_object_coercible(vm: &mut Vm, v: Value, method: &str) -> JsResult {
    if v.is_nullish() {
        return Err(vm.throw_type_error(format!("{method} called on null or undefined")));
    }
    Ok(v)
}

/// `FromPropertyDescriptor(desc)` (section 6.2.6.4).
pub fn from_property_descriptor(vm: &mut Vm, descriptor: Option<&PropertyDescriptor>) -> JsResult {
    let Some(descriptor) = descriptor else { return Ok(Value::UNDEFINED) };
    let object = vm.new_object()?;
    let fields = [
        (vm.names.value, descriptor.value),
        (vm.names.writable, descriptor.writable.map(Value::bool)),
        (vm.names.get, descriptor.get),
        (vm.names.set, descriptor.set),
        (vm.names.enumerable, descriptor.enumerable.map(Value::bool)),
        (vm.names.configurable, descriptor.configurable.map(Value::bool)),
    ];
    for (name, field) in fields {
        if let Some(field) = field {
            operations::create_data_property_or_throw(vm, object, name, field)?;
        }
    }
    Ok(object.value())
}

/// `ToPropertyDescriptor(obj)` (section 6.2.6.5).
pub fn to_property_descriptor(vm: &mut Vm, v: Value) -> JsResult<PropertyDescriptor> {
    let Some(object) = v.as_object() else {
        let what = vm.describe(v);
        return Err(vm.throw_type_error(format!("Property description must be an object: {what}")));
    };
    let mut descriptor = PropertyDescriptor::default();
    let (enumerable, configurable) = (vm.names.enumerable, vm.names.configurable);
    descriptor.enumerable = descriptor_field(vm, object, enumerable)?.map(to_boolean);
    descriptor.configurable = descriptor_field(vm, object, configurable)?.map(to_boolean);
    descriptor.value = descriptor_field(vm, object, vm.names.value)?;
    descriptor.writable = descriptor_field(vm, object, vm.names.writable)?.map(to_boolean);
    descriptor.get = descriptor_field(vm, object, vm.names.get)?;
    if let Some(get) = descriptor.get
        && !get.is_undefined()
        && !get.is_callable()
    {
        let what = vm.describe(get);
        return Err(vm.throw_type_error(format!("Getter must be a function: {what}")));
    }
    descriptor.set = descriptor_field(vm, object, vm.names.set)?;
    if let Some(set) = descriptor.set
        && !set.is_undefined()
        && !set.is_callable()
    {
        let what = vm.describe(set);
        return Err(vm.throw_type_error(format!("Setter must be a function: {what}")));
    }
    let accessor = descriptor.get.is_some() || descriptor.set.is_some();
    if accessor && (descriptor.value.is_some() || descriptor.writable.is_some()) {
        return Err(vm.throw_type_error(
            "Invalid property descriptor. Cannot both specify accessors and a value or writable attribute",
        ));
    }
    Ok(descriptor)
}

/// The field of a descriptor object if it has one.
fn descriptor_field(vm: &mut Vm, object: Object, key: PropertyKey) -> JsResult<Option<Value>> {
    match object.lookup(key) {
        Some(Lookup::Absent) => return Ok(None),
        Some(Lookup::Own(property)) if !property.is_accessor() => return Ok(Some(object.slot(property.slot))),
        _ => {}
    }
    if object.has_property(vm, key)? { object.get(vm, key).map(Some) } else { Ok(None) }
}
