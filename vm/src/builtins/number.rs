//! Number and Number.prototype (ECMA-262 sec. 21.1). To be initialized after the global functions, two of which are also here.

use crate::builtins::intrinsic::{Direct, Intrinsic};
use crate::native::{Args, NativeFn, method};
use crate::numeric::convert::{MAX_SAFE_INTEGER, is_integral, is_safe_integer};
use crate::numeric::{format, radix::to_string_radix};
use crate::object::Object;
use crate::object::string_object::wrapped;
use crate::runtime::convert::{Numeric, number_value_to_string, to_integer_or_infinity, to_numeric};
use crate::runtime::operations::get_prototype_from_constructor;
use crate::string::{JsString, PropertyKey};
use crate::vm::Vm;
use crate::{JsResult, Value};
use abi::cell::CellKind;

/// What a function is to compilers.
pub(crate) fn intrinsic(function: NativeFn) -> Option<Intrinsic> {
    let table: [(NativeFn, Intrinsic); 4] = [
        (number, Intrinsic::Number),
        (is_finite, Intrinsic::Direct(Direct::NumberIsFinite)),
        (is_integer, Intrinsic::Direct(Direct::NumberIsInteger)),
        (is_nan, Intrinsic::IsNan),
    ];
    crate::builtins::intrinsic::find(&table, function)
}

/// Creates Number and its prototype, which is itself a Number object.
pub fn init(vm: &mut Vm) -> JsResult<()> {
    let object_prototype = vm.realm().object_prototype;
    let prototype = vm.new_primitive_wrapper_with(Value::ZERO, object_prototype)?;
    let constructor = vm.define_global_constructor("Number", 1, number, prototype)?;
    vm.realm_mut().number_prototype = prototype;
    vm.realm_mut().number_constructor = constructor;
    constructor.define_methods(
        vm,
        &[
            method("isFinite", 1, is_finite),
            method("isInteger", 1, is_integer),
            method("isNaN", 1, is_nan),
            method("isSafeInteger", 1, number_is_safe_integer),
        ],
    )?;
    // The same functions as the globals.
    for name in ["parseFloat", "parseInt"] {
        let key = PropertyKey::from_str(vm, name)?;
        let global = vm.realm().global;
        let function = global.get(vm, key)?;
        constructor.define_hidden(vm, key, function)?;
    }
    let safe = MAX_SAFE_INTEGER as f64;
    for (name, value) in [
        ("MAX_VALUE", f64::MAX),
        // The smallest subnormal.
        ("MIN_VALUE", f64::from_bits(1)),
        ("NaN", f64::NAN),
        ("NEGATIVE_INFINITY", f64::NEG_INFINITY),
        ("POSITIVE_INFINITY", f64::INFINITY),
        ("MAX_SAFE_INTEGER", safe),
        ("MIN_SAFE_INTEGER", -safe),
        ("EPSILON", f64::EPSILON),
    ] {
        constructor.define_constant(vm, name, Value::number(value))?;
    }
    prototype.define_methods(
        vm,
        &[
            method("toExponential", 1, to_exponential),
            method("toFixed", 1, to_fixed),
            method("toPrecision", 1, to_precision),
            method("toString", 1, to_string),
            method("valueOf", 0, value_of),
            method("toLocaleString", 0, to_locale_string),
        ],
    )
}

/// `Number(value)` (sec. 21.1.1.1)
fn number(vm: &mut Vm, args: Args) -> JsResult {
    let value = if args.is_empty() {
        Value::ZERO
    } else {
        match to_numeric(vm, args.get(0))? {
            Numeric::Number(n) => Value::number(n),
            Numeric::BigInt(b) => Value::number(b.to_f64()),
        }
    };
    let Some(new_target) = args.new_target_object() else { return Ok(value) };
    let prototype = get_prototype_from_constructor(vm, new_target, |realm| realm.number_prototype)?;
    vm.new_primitive_wrapper_with(value, prototype).map(Object::value)
}

/// `Number.isFinite(number)` (sec. 21.1.2.2)
fn is_finite(_vm: &mut Vm, args: Args) -> JsResult {
    let v = args.get(0);
    Ok(Value::bool(v.is_number() && v.as_number().is_finite()))
}

/// `Number.isInteger(number)` (sec. 21.1.2.3)
fn is_integer(_vm: &mut Vm, args: Args) -> JsResult {
    let v = args.get(0);
    Ok(Value::bool(v.is_int() || v.is_double() && is_integral(v.as_double())))
}

/// `Number.isNaN(number)` (sec. 21.1.2.4)
fn is_nan(_vm: &mut Vm, args: Args) -> JsResult {
    let v = args.get(0);
    Ok(Value::bool(v.is_double() && v.as_double().is_nan()))
}

/// `Number.isSafeInteger(number)` (sec. 21.1.2.5)
fn number_is_safe_integer(_vm: &mut Vm, args: Args) -> JsResult {
    let v = args.get(0);
    Ok(Value::bool(v.is_int() || v.is_double() && is_safe_integer(v.as_double())))
}

/// ThisNumberValue (sec. 21.1.3.7.1)
fn this_number(vm: &mut Vm, args: Args, method: &str) -> JsResult {
    let this = args.this();
    if this.is_number() {
        return Ok(this);
    }
    match wrapped(this, CellKind::NumberObject) {
        Some(value) => Ok(value),
        None => Err(vm.throw_type_error(format!("Number.prototype.{method} requires that 'this' be a Number"))),
    }
}

fn ascii(vm: &mut Vm, text: &str) -> JsResult {
    JsString::from_latin1(vm, text.as_bytes()).map(JsString::value)
}

/// `Number.prototype.toString(radix)` (sec. 21.1.3.6)
fn to_string(vm: &mut Vm, args: Args) -> JsResult {
    let value = this_number(vm, args, "toString")?;
    let radix = match args.get(0) {
        Value::UNDEFINED => 10.0,
        radix => to_integer_or_infinity(vm, radix)?,
    };
    if !(2.0..=36.0).contains(&radix) {
        return Err(vm.throw_range_error("toString() radix must be between 2 and 36"));
    }
    if radix == 10.0 {
        return number_value_to_string(vm, value).map(JsString::value);
    }
    let mut text = String::new();
    to_string_radix(value.as_number(), radix as u32, &mut text);
    ascii(vm, &text)
}

/// `Number.prototype.toFixed(fractionDigits)` (sec. 21.1.3.3)
fn to_fixed(vm: &mut Vm, args: Args) -> JsResult {
    let value = this_number(vm, args, "toFixed")?;
    let digits = to_integer_or_infinity(vm, args.get(0))?;
    if !(0.0..=100.0).contains(&digits) {
        return Err(vm.throw_range_error("toFixed() digits argument must be between 0 and 100"));
    }
    let mut text = String::new();
    format::to_fixed(value.as_number(), digits as u32, &mut text);
    ascii(vm, &text)
}

/// `Number.prototype.toExponential(fractionDigits)` (sec. 21.1.3.2)
fn to_exponential(vm: &mut Vm, args: Args) -> JsResult {
    let value = this_number(vm, args, "toExponential")?.as_number();
    let digits = to_integer_or_infinity(vm, args.get(0))?;
    if value.is_finite() && !(0.0..=100.0).contains(&digits) {
        return Err(vm.throw_range_error("toExponential() argument must be between 0 and 100"));
    }
    let digits = if args.get(0).is_undefined() { None } else { Some(digits as u32) };
    let mut text = String::new();
    format::to_exponential(value, digits, &mut text);
    ascii(vm, &text)
}

/// `Number.prototype.toPrecision(precision)` (sec. 21.1.3.5)
fn to_precision(vm: &mut Vm, args: Args) -> JsResult {
    let value = this_number(vm, args, "toPrecision")?;
    if args.get(0).is_undefined() {
        return number_value_to_string(vm, value).map(JsString::value);
    }
    let precision = to_integer_or_infinity(vm, args.get(0))?;
    let value = value.as_number();
    if value.is_finite() && !(1.0..=100.0).contains(&precision) {
        return Err(vm.throw_range_error("toPrecision() argument must be between 1 and 100"));
    }
    let mut text = String::new();
    format::to_precision(value, precision as u32, &mut text);
    ascii(vm, &text)
}

/// `Number.prototype.valueOf()` (sec. 21.1.3.7)
fn value_of(vm: &mut Vm, args: Args) -> JsResult {
    this_number(vm, args, "valueOf")
}

/// `Number.prototype.toLocaleString()` (sec. 21.1.3.4), as en-US writes it.
fn to_locale_string(vm: &mut Vm, args: Args) -> JsResult {
    let value = this_number(vm, args, "toLocaleString")?;
    let text = en_us(value.as_number());
    JsString::from_str(vm, &text).map(JsString::value)
}

/// Digits with a comma between groups of three.
pub fn group_thousands(digits: &str, out: &mut String) {
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
}

/// Decimal places that a locale's text has at most.
const LOCALE_PLACES: i32 = 3;

/// A number in en-US: grouped, with at most three decimal places. What is rounded is the shortest decimal that names the number, a
/// half away from zero: that is how ICU, and so every browser, does it.
pub fn en_us(x: f64) -> String {
    if x.is_nan() {
        return "NaN".into();
    }
    let mut text = String::from(if x.is_sign_negative() { "-" } else { "" });
    if x.is_infinite() {
        text.push('∞');
        return text;
    }
    let (mut digits, mut point) = decimal_digits(x.abs());
    // `point` digits stand before the decimal point; keep those and three more.
    let kept = point + LOCALE_PLACES;
    if kept < 0 {
        digits.clear();
    } else if (kept as usize) < digits.len() {
        let up = digits[kept as usize] >= b'5';
        digits.truncate(kept as usize);
        if up && round_up(&mut digits) {
            point += 1;
        }
    }
    while digits.last() == Some(&b'0') {
        digits.pop();
    }
    let digit = |place: i32| -> char {
        usize::try_from(place).ok().and_then(|i| digits.get(i)).map_or('0', |&byte| byte as char)
    };
    if digits.is_empty() || point <= 0 {
        text.push('0');
    } else {
        let whole: String = (0..point).map(digit).collect();
        group_thousands(&whole, &mut text);
    }
    let places = digits.len() as i32 - point;
    if !digits.is_empty() && places > 0 {
        text.push('.');
        text.extend((point..point + places).map(digit));
    }
    text
}

/// Adds one in the last of the digits; whether a digit had to be put in front.
fn round_up(digits: &mut Vec<u8>) -> bool {
    for digit in digits.iter_mut().rev() {
        if *digit < b'9' {
            *digit += 1;
            return false;
        }
        *digit = b'0';
    }
    digits.insert(0, b'1');
    true
}

/// The shortest digits d1 d2 d3 ... of a number, and the n in 0.d1d2d3... * 10^n. Of zero: no digits.
fn decimal_digits(magnitude: f64) -> (Vec<u8>, i32) {
    if magnitude == 0.0 {
        return (Vec::new(), 0);
    }
    let mut text = String::new();
    format::to_exponential(magnitude, None, &mut text);
    let (mantissa, exponent) = text.split_once('e').unwrap_or((&text, "0"));
    let digits = mantissa.bytes().filter(u8::is_ascii_digit).collect();
    (digits, exponent.parse::<i32>().unwrap_or(0) + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn en_us_groups_and_rounds() {
        for (x, text) in [
            (0.0, "0"),
            (-0.0, "-0"),
            (1.0, "1"),
            (999.0, "999"),
            (1000.0, "1,000"),
            (-1234567.891, "-1,234,567.891"),
            (1.0005, "1.001"),
            (1.0004, "1"),
            (0.0005, "0.001"),
            (0.00049, "0"),
            (0.0000001, "0"),
            (999.9996, "1,000"),
            (999999.9995, "1,000,000"),
            (0.5, "0.5"),
            (0.05, "0.05"),
            (1e21, "1,000,000,000,000,000,000,000"),
            (1.2345e22, "12,345,000,000,000,000,000,000"),
            (123456.789, "123,456.789"),
            (f64::NAN, "NaN"),
            (f64::NEG_INFINITY, "-∞"),
        ] {
            assert_eq!(en_us(x), text, "{x}");
        }
    }
}
