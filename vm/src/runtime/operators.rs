//! The operators of the language on any two values (ECMA-262 sections 13.5 to 13.15 and 7.2).
//!
//! These are the slow paths: interpreter and compiled code have tried int32 and double before. Each function is nevertheless complete in itself and
//! tries them again, because built-ins call it too.

use super::bigint::{self, BinaryOperation, JsBigInt, UnaryOperation};
use super::convert::{self, Hint, Numeric};
use super::operations;
use crate::native::{Args, NativeFn, NativeFunction};
use crate::numeric::convert as number;
use crate::numeric::math::{js_pow, js_rem};
use crate::object::function::BoundFunction;
use crate::string::{self, JsString, PropertyKey};
use crate::vm::Vm;
use crate::{JsResult, Value, ValueExt};
use abi::cell::{CellKind, FLAG_CALLABLE, FLAG_HTMLDDA};
use std::cmp::Ordering;
use std::hash::{Hash, Hasher};

const MIXED: &str = "Cannot mix BigInt and other types, use explicit conversions";

/// `ApplyStringOrNumericBinaryOperator` (section 13.15.3) for everything but `+`: both operands to numerics, in order.
fn numeric_binary(
    vm: &mut Vm,
    a: Value,
    b: Value,
    numbers: impl FnOnce(f64, f64) -> Value,
    bigints: BinaryOperation,
) -> JsResult {
    if let (Some(a), Some(b)) = (a.as_bigint(), b.as_bigint()) {
        return bigints(vm, a, b).map(JsBigInt::value);
    }
    let a = convert::to_numeric(vm, a)?;
    let b = convert::to_numeric(vm, b)?;
    match (a, b) {
        (Numeric::Number(a), Numeric::Number(b)) => Ok(numbers(a, b)),
        (Numeric::BigInt(a), Numeric::BigInt(b)) => bigints(vm, a, b).map(JsBigInt::value),
        _ => Err(vm.throw_type_error(MIXED)),
    }
}

fn numeric_unary(vm: &mut Vm, a: Value, number: impl FnOnce(f64) -> Value, bigint: UnaryOperation) -> JsResult {
    match convert::to_numeric(vm, a)? {
        Numeric::Number(a) => Ok(number(a)),
        Numeric::BigInt(a) => bigint(vm, a).map(JsBigInt::value),
    }
}

/// `a + b`.
pub fn add(vm: &mut Vm, a: Value, b: Value) -> JsResult {
    if a.is_number() && b.is_number() {
        if a.is_int()
            && b.is_int()
            && let Some(sum) = a.as_int().checked_add(b.as_int())
        {
            return Ok(Value::int(sum));
        }
        return Ok(Value::number(a.as_number() + b.as_number()));
    }
    match (a.as_string(), b.as_string()) {
        (Some(a), Some(b)) => JsString::concat(vm, a, b).map(JsString::value),
        (Some(a), None) if b.is_number() => {
            let b = convert::number_value_to_string(vm, b)?;
            JsString::concat(vm, a, b).map(JsString::value)
        }
        (None, Some(b)) if a.is_number() => {
            let a = convert::number_value_to_string(vm, a)?;
            JsString::concat(vm, a, b).map(JsString::value)
        }
        _ => add_slow(vm, a, b),
    }
}

#[inline(never)]
fn add_slow(vm: &mut Vm, a: Value, b: Value) -> JsResult {
    if let (Some(a), Some(b)) = (a.as_bigint(), b.as_bigint()) {
        return bigint::add(vm, a, b).map(JsBigInt::value);
    }
    let a = convert::to_primitive(vm, a, Hint::Default)?;
    let b = convert::to_primitive(vm, b, Hint::Default)?;
    if a.is_string() || b.is_string() {
        let a = convert::to_string(vm, a)?;
        let b = convert::to_string(vm, b)?;
        return JsString::concat(vm, a, b).map(JsString::value);
    }
    numeric_binary(vm, a, b, |a, b| Value::number(a + b), bigint::add)
}

/// `a - b`.
pub fn sub(vm: &mut Vm, a: Value, b: Value) -> JsResult {
    if a.is_int()
        && b.is_int()
        && let Some(difference) = a.as_int().checked_sub(b.as_int())
    {
        return Ok(Value::int(difference));
    }
    if a.is_number() && b.is_number() {
        return Ok(Value::number(a.as_number() - b.as_number()));
    }
    numeric_binary(vm, a, b, |a, b| Value::number(a - b), bigint::sub)
}

/// `a * b`.
pub fn mul(vm: &mut Vm, a: Value, b: Value) -> JsResult {
    if a.is_number() && b.is_number() {
        return Ok(Value::number(a.as_number() * b.as_number()));
    }
    numeric_binary(vm, a, b, |a, b| Value::number(a * b), bigint::mul)
}

/// `a / b`.
pub fn div(vm: &mut Vm, a: Value, b: Value) -> JsResult {
    if a.is_number() && b.is_number() {
        return Ok(Value::number(a.as_number() / b.as_number()));
    }
    numeric_binary(vm, a, b, |a, b| Value::number(a / b), bigint::div)
}

/// `a % b`.
pub fn modulo(vm: &mut Vm, a: Value, b: Value) -> JsResult {
    if a.is_int() && b.is_int() && a.as_int() >= 0 && b.as_int() > 0 {
        return Ok(Value::int(a.as_int() % b.as_int()));
    }
    if a.is_number() && b.is_number() {
        return Ok(Value::number(js_rem(a.as_number(), b.as_number())));
    }
    numeric_binary(vm, a, b, |a, b| Value::number(js_rem(a, b)), bigint::rem)
}

/// `a ** b`.
pub fn exponentiate(vm: &mut Vm, a: Value, b: Value) -> JsResult {
    if a.is_number() && b.is_number() {
        return Ok(Value::number(js_pow(a.as_number(), b.as_number())));
    }
    numeric_binary(vm, a, b, |a, b| Value::number(js_pow(a, b)), bigint::pow)
}

/// An int32 operator of two numbers.
fn int32(operation: impl FnOnce(i32, i32) -> i32) -> impl FnOnce(f64, f64) -> Value {
    move |a, b| Value::int(operation(number::to_int32(a), number::to_int32(b)))
}

/// `a & b`.
pub fn bit_and(vm: &mut Vm, a: Value, b: Value) -> JsResult {
    if a.is_int() && b.is_int() {
        return Ok(Value::int(a.as_int() & b.as_int()));
    }
    numeric_binary(vm, a, b, int32(|a, b| a & b), bigint::and)
}

/// `a | b`.
pub fn bit_or(vm: &mut Vm, a: Value, b: Value) -> JsResult {
    if a.is_int() && b.is_int() {
        return Ok(Value::int(a.as_int() | b.as_int()));
    }
    numeric_binary(vm, a, b, int32(|a, b| a | b), bigint::or)
}

/// `a ^ b`.
pub fn bit_xor(vm: &mut Vm, a: Value, b: Value) -> JsResult {
    if a.is_int() && b.is_int() {
        return Ok(Value::int(a.as_int() ^ b.as_int()));
    }
    numeric_binary(vm, a, b, int32(|a, b| a ^ b), bigint::xor)
}

/// `a << b`.
pub fn shl(vm: &mut Vm, a: Value, b: Value) -> JsResult {
    if a.is_int() && b.is_int() {
        return Ok(Value::int(a.as_int().wrapping_shl(b.as_int() as u32)));
    }
    numeric_binary(vm, a, b, int32(|a, b| a.wrapping_shl(b as u32)), bigint::shl)
}

/// `a >> b`.
pub fn shr(vm: &mut Vm, a: Value, b: Value) -> JsResult {
    if a.is_int() && b.is_int() {
        return Ok(Value::int(a.as_int().wrapping_shr(b.as_int() as u32)));
    }
    numeric_binary(vm, a, b, int32(|a, b| a.wrapping_shr(b as u32)), bigint::shr)
}

/// `a >>> b`.
pub fn ushr(vm: &mut Vm, a: Value, b: Value) -> JsResult {
    let (a, b) = if a.is_int() && b.is_int() {
        (a.as_int(), b.as_int())
    } else {
        let a = convert::to_numeric(vm, a)?;
        let b = convert::to_numeric(vm, b)?;
        match (a, b) {
            (Numeric::Number(a), Numeric::Number(b)) => (number::to_int32(a), number::to_int32(b)),
            (Numeric::BigInt(_), Numeric::BigInt(_)) => {
                return Err(vm.throw_type_error("BigInts have no unsigned right shift, use >> instead"));
            }
            _ => return Err(vm.throw_type_error(MIXED)),
        }
    };
    Ok(Value::from_u32((a as u32).wrapping_shr(b as u32)))
}

/// `-a`.
pub fn neg(vm: &mut Vm, a: Value) -> JsResult {
    if a.is_number() {
        return Ok(Value::number(-a.as_number()));
    }
    numeric_unary(vm, a, |a| Value::number(-a), bigint::neg)
}

/// `~a`.
pub fn bit_not(vm: &mut Vm, a: Value) -> JsResult {
    if a.is_int() {
        return Ok(Value::int(!a.as_int()));
    }
    numeric_unary(vm, a, |a| Value::int(!number::to_int32(a)), bigint::not)
}

/// `ToNumeric(a) + 1`.
pub fn inc(vm: &mut Vm, a: Value) -> JsResult {
    if a.is_number() {
        return Ok(Value::number(a.as_number() + 1.0));
    }
    numeric_unary(vm, a, |a| Value::number(a + 1.0), bigint::inc)
}

/// `ToNumeric(a) - 1`.
pub fn dec(vm: &mut Vm, a: Value) -> JsResult {
    if a.is_number() {
        return Ok(Value::number(a.as_number() - 1.0));
    }
    numeric_unary(vm, a, |a| Value::number(a - 1.0), bigint::dec)
}

/// `+a`.
pub fn plus(vm: &mut Vm, a: Value) -> JsResult {
    if a.is_number() { Ok(a) } else { convert::to_number_slow(vm, a).map(Value::number) }
}

/// `IsStrictlyEqual(x, y)` (section 7.2.15).
#[inline]
pub fn is_strictly_equal(vm: &mut Vm, a: Value, b: Value) -> JsResult<bool> {
    if a == b {
        // A NaN is the only value that is not itself.
        return Ok(!a.is_double() || !a.as_double().is_nan());
    }
    if a.is_number() {
        return Ok(b.is_number() && a.as_number() == b.as_number());
    }
    equal_cells(vm, a, b)
}

/// Whether two values of different bits, not both numbers, are equal strings or equal BigInts.
fn equal_cells(vm: &mut Vm, a: Value, b: Value) -> JsResult<bool> {
    if let (Some(a), Some(b)) = (a.as_string(), b.as_string()) {
        return string::equals(vm, a, b);
    }
    if let (Some(a), Some(b)) = (a.as_bigint(), b.as_bigint()) {
        return Ok(a.equals(b));
    }
    Ok(false)
}

/// `SameValue(x, y)` (section 7.2.9).
pub fn same_value(vm: &mut Vm, a: Value, b: Value) -> JsResult<bool> {
    if a.is_number() && b.is_number() {
        return Ok(number::same_value(a.as_number(), b.as_number()));
    }
    if a == b { Ok(true) } else { equal_cells(vm, a, b) }
}

/// `SameValueZero(x, y)` (section 7.2.10).
pub fn same_value_zero(vm: &mut Vm, a: Value, b: Value) -> JsResult<bool> {
    if a.is_number() && b.is_number() {
        return Ok(number::same_value_zero(a.as_number(), b.as_number()));
    }
    if a == b { Ok(true) } else { equal_cells(vm, a, b) }
}

/// A hash that agrees with [`same_value_zero`]. Cells do not move, so objects and symbols hash by address.
pub fn hash_same_value_zero(vm: &mut Vm, v: Value) -> JsResult<u64> {
    let mut hasher = rustc_hash::FxHasher::default();
    if v.is_double() {
        Value::number(v.as_double() + 0.0).bits().hash(&mut hasher);
    } else if let Some(text) = v.as_string() {
        text.hash(vm)?.hash(&mut hasher);
    } else if let Some(b) = v.as_bigint() {
        (b.is_negative(), b.digits()).hash(&mut hasher);
    } else {
        v.bits().hash(&mut hasher);
    }
    Ok(hasher.finish())
}

/// Undefined, null or an object with [[IsHTMLDDA]] (annex B.3.6).
#[inline]
fn is_loosely_nullish(v: Value) -> bool {
    v.is_nullish() || v.header().is_some_and(|h| h.is_object() && h.has_flag(FLAG_HTMLDDA))
}

/// `IsLooselyEqual(x, y)` (section 7.2.14).
pub fn is_loosely_equal(vm: &mut Vm, a: Value, b: Value) -> JsResult<bool> {
    let (mut a, mut b) = (a, b);
    loop {
        if a.is_number() && b.is_number() {
            return Ok(a.as_number() == b.as_number());
        }
        if a == b {
            return Ok(true);
        }
        if a.is_nullish() || b.is_nullish() {
            return Ok(is_loosely_nullish(a) && is_loosely_nullish(b));
        }
        // Booleans become numbers, and objects, against what is none, primitives: each round leaves a simpler pair.
        if a.is_bool() {
            a = Value::int(a.is_true() as i32);
            continue;
        }
        if b.is_bool() {
            b = Value::int(b.is_true() as i32);
            continue;
        }
        match (a.is_object(), b.is_object()) {
            (true, true) => return Ok(false),
            (true, false) => {
                a = convert::to_primitive(vm, a, Hint::Default)?;
                continue;
            }
            (false, true) => {
                b = convert::to_primitive(vm, b, Hint::Default)?;
                continue;
            }
            (false, false) => {}
        }
        if a.is_symbol() || b.is_symbol() {
            return Ok(false);
        }
        return equal_primitives(vm, a, b);
    }
}

/// `==` of numbers, strings and BigInts that are not both numbers.
fn equal_primitives(vm: &mut Vm, a: Value, b: Value) -> JsResult<bool> {
    match (a.as_string(), b.as_string()) {
        (Some(a), Some(b)) => string::equals(vm, a, b),
        (Some(text), None) => equal_to_string(vm, b, text),
        (None, Some(text)) => equal_to_string(vm, a, text),
        (None, None) => Ok(match (a.as_bigint(), b.as_bigint()) {
            (Some(a), Some(b)) => a.equals(b),
            (Some(a), None) => a.equals_f64(b.as_number()),
            (None, Some(b)) => b.equals_f64(a.as_number()),
            (None, None) => false,
        }),
    }
}

/// `number == text`, the first a number or BigInt.
fn equal_to_string(vm: &mut Vm, numeric: Value, text: JsString) -> JsResult<bool> {
    match numeric.as_bigint() {
        Some(b) => Ok(vm.parse_bigint(text)?.is_some_and(|parsed| parsed == b.integer())),
        None => Ok(numeric.as_number() == convert::string_to_number(vm, text)?),
    }
}

/// `IsLessThan(x, y, LeftFirst)` (section 7.2.13). None is the specification's undefined: NaN was compared.
pub fn less_than(vm: &mut Vm, x: Value, y: Value, left_first: bool) -> JsResult<Option<bool>> {
    if x.is_number() && y.is_number() {
        return Ok(x.as_number().partial_cmp(&y.as_number()).map(Ordering::is_lt));
    }
    if let (Some(x), Some(y)) = (x.as_bigint(), y.as_bigint()) {
        return Ok(Some(x.compare(y).is_lt()));
    }
    let (px, py) = if left_first {
        let px = convert::to_primitive(vm, x, Hint::Number)?;
        (px, convert::to_primitive(vm, y, Hint::Number)?)
    } else {
        let py = convert::to_primitive(vm, y, Hint::Number)?;
        (convert::to_primitive(vm, x, Hint::Number)?, py)
    };
    let order = match (px.as_string(), py.as_string()) {
        (Some(x), Some(y)) => Some(string::compare(vm, x, y)?),
        (Some(x), None) if py.is_bigint() => compare_to_bigint(vm, x, py)?.map(Ordering::reverse),
        (None, Some(y)) if px.is_bigint() => compare_to_bigint(vm, y, px)?,
        _ => {
            let nx = convert::to_numeric(vm, px)?;
            let ny = convert::to_numeric(vm, py)?;
            match (nx, ny) {
                (Numeric::Number(x), Numeric::Number(y)) => x.partial_cmp(&y),
                (Numeric::BigInt(x), Numeric::BigInt(y)) => Some(x.compare(y)),
                (Numeric::BigInt(x), Numeric::Number(y)) => x.compare_f64(y),
                (Numeric::Number(x), Numeric::BigInt(y)) => y.compare_f64(x).map(Ordering::reverse),
            }
        }
    };
    Ok(order.map(Ordering::is_lt))
}

/// How a BigInt stands to the integer that a string writes; None if it writes none.
fn compare_to_bigint(vm: &mut Vm, text: JsString, bigint: Value) -> JsResult<Option<Ordering>> {
    let Some(bigint) = bigint.as_bigint() else { return Ok(None) };
    Ok(vm.parse_bigint(text)?.map(|parsed| bigint.integer().cmp(&parsed)))
}

/// `a < b`.
pub fn lt(vm: &mut Vm, a: Value, b: Value) -> JsResult<bool> {
    Ok(less_than(vm, a, b, true)? == Some(true))
}

/// `a > b`.
pub fn gt(vm: &mut Vm, a: Value, b: Value) -> JsResult<bool> {
    Ok(less_than(vm, b, a, false)? == Some(true))
}

/// `a <= b`.
pub fn le(vm: &mut Vm, a: Value, b: Value) -> JsResult<bool> {
    Ok(less_than(vm, b, a, false)? == Some(false))
}

/// `a >= b`.
pub fn ge(vm: &mut Vm, a: Value, b: Value) -> JsResult<bool> {
    Ok(less_than(vm, a, b, true)? == Some(false))
}

/// `typeof v` (section 13.5.3), as a key: its word is that of the atom.
pub fn typeof_key(vm: &Vm, v: Value) -> PropertyKey {
    let names = &vm.names;
    if v.is_number() {
        return names.number;
    }
    if v.is_bool() {
        return names.boolean;
    }
    let Some(header) = v.header() else {
        return if v.is_null() { names.object } else { names.undefined };
    };
    match header.kind() {
        CellKind::String => names.string,
        CellKind::Symbol => names.symbol,
        CellKind::BigInt => names.bigint,
        _ if header.has_flag(FLAG_HTMLDDA) => names.undefined,
        _ if header.has_flag(FLAG_CALLABLE) => names.function,
        _ => names.object,
    }
}

/// `typeof v` (section 13.5.3): an atom.
pub fn typeof_(vm: &Vm, v: Value) -> Value {
    typeof_key(vm, v).word()
}

/// `v instanceof target` (section 13.10.2).
pub fn instance_of(vm: &mut Vm, v: Value, target: Value) -> JsResult<bool> {
    if !target.is_object() {
        return Err(vm.throw_type_error("Right-hand side of 'instanceof' is not an object"));
    }
    let handler = operations::get_method(vm, target, vm.names.sym_has_instance)?;
    if let Some(handler) = handler {
        // The one that every function inherits needs no call.
        if is_built_in_has_instance(handler) {
            return ordinary_has_instance(vm, target, v);
        }
        let result = vm.call(handler, target, &[v])?;
        return Ok(convert::to_boolean(result));
    }
    if !target.is_callable() {
        return Err(vm.throw_type_error("Right-hand side of 'instanceof' is not callable"));
    }
    ordinary_has_instance(vm, target, v)
}

pub(crate) fn is_built_in_has_instance(handler: Value) -> bool {
    let native = handler.as_object().and_then(|f| f.downcast::<NativeFunction>());
    native.is_some_and(|f| f.function as usize == function_has_instance as NativeFn as usize)
}

/// `Function.prototype[%Symbol.hasInstance%](V)` (section 20.2.3.6). The built-in is here so that `instanceof` knows it.
// Compared by its address: inlined, it would have one in each place.
#[inline(never)]
pub fn function_has_instance(vm: &mut Vm, args: Args) -> JsResult {
    ordinary_has_instance(vm, args.this(), args.get(0)).map(Value::bool)
}

/// `OrdinaryHasInstance(C, O)` (section 7.3.22).
pub fn ordinary_has_instance(vm: &mut Vm, constructor: Value, v: Value) -> JsResult<bool> {
    let Some(constructor) = constructor.as_object().filter(|c| c.value().is_callable()) else {
        return Ok(false);
    };
    if let Some(target) = constructor.downcast::<BoundFunction>().and_then(|f| f.target()) {
        vm.check_native_stack()?;
        return instance_of(vm, v, target.value());
    }
    let Some(mut object) = v.as_object() else { return Ok(false) };
    let prototype = constructor.get(vm, vm.names.prototype)?;
    let Some(prototype) = prototype.as_object() else {
        let what = vm.describe(prototype);
        return Err(vm.throw_type_error(format!("Function has non-object prototype '{what}' in instanceof check")));
    };
    while let Some(next) = object.get_prototype_of(vm)? {
        if next == prototype {
            return Ok(true);
        }
        object = next;
    }
    Ok(false)
}

/// `key in object` (section 13.10.1).
pub fn has_property_in(vm: &mut Vm, key: Value, object: Value) -> JsResult<bool> {
    let Some(object) = object.as_object() else {
        let (key, object) = (vm.describe(key), vm.describe(object));
        return Err(vm.throw_type_error(format!("Cannot use 'in' operator to search for '{key}' in {object}")));
    };
    let key = convert::to_property_key(vm, key)?;
    object.has_property(vm, key)
}
