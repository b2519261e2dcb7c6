//! BigInt and BigInt.prototype (ECMA-262 sec. 21.2).

use super::number::group_thousands;
use crate::builtins::intrinsic::{Direct, Intrinsic};
use crate::native::{Args, NativeFn, method};
use crate::object::string_object::wrapped;
use crate::runtime::bigint::{self as arithmetic, JsBigInt};
use crate::runtime::convert::{Hint, to_bigint, to_index_or, to_integer_or_infinity, to_primitive};
use crate::string::JsString;
use crate::vm::Vm;
use crate::{JsResult, Value, ValueExt};
use abi::cell::CellKind;

/// What compilers know of a function of this file.
pub(crate) fn intrinsic(function: NativeFn) -> Option<Intrinsic> {
    let table: [(NativeFn, Intrinsic); 2] =
        [(as_int_n, Intrinsic::Direct(Direct::BigIntAsIntN)), (as_uint_n, Intrinsic::Direct(Direct::BigIntAsUintN))];
    crate::builtins::intrinsic::find(&table, function)
}

/// Creates BigInt and its prototype.
pub fn init(vm: &mut Vm) -> JsResult<()> {
    let prototype = vm.new_object()?;
    let constructor = vm.define_global_constructor("BigInt", 1, bigint, prototype)?;
    vm.realm_mut().bigint_prototype = prototype;
    vm.realm_mut().bigint_constructor = constructor;
    constructor.define_methods(vm, &[method("asUintN", 2, as_uint_n), method("asIntN", 2, as_int_n)])?;
    prototype.define_methods(
        vm,
        &[
            method("toLocaleString", 0, to_locale_string),
            method("toString", 0, to_string),
            method("valueOf", 0, value_of),
        ],
    )?;
    prototype.define_to_string_tag(vm, "BigInt")
}

/// `BigInt(value)` (sec. 21.2.1.1)
fn bigint(vm: &mut Vm, args: Args) -> JsResult {
    if args.new_target_object().is_some() {
        return Err(vm.throw_not_a_constructor("BigInt"));
    }
    let primitive = to_primitive(vm, args.get(0), Hint::Number)?;
    if primitive.is_number() {
        return vm.number_to_bigint(primitive.as_number()).map(JsBigInt::value);
    }
    to_bigint(vm, primitive).map(JsBigInt::value)
}

fn bits_argument(vm: &mut Vm, args: Args) -> JsResult<u64> {
    to_index_or(vm, args.get(0), "Invalid value: not (convertible to) a safe integer")
}

/// `BigInt.asIntN(bits, bigint)` (sec. 21.2.2.1)
fn as_int_n(vm: &mut Vm, args: Args) -> JsResult {
    let bits = bits_argument(vm, args)?;
    let value = to_bigint(vm, args.get(1))?;
    arithmetic::as_int_n(vm, bits, value).map(JsBigInt::value)
}

/// `BigInt.asUintN(bits, bigint)` (sec. 21.2.2.2)
fn as_uint_n(vm: &mut Vm, args: Args) -> JsResult {
    let bits = bits_argument(vm, args)?;
    let value = to_bigint(vm, args.get(1))?;
    arithmetic::as_uint_n(vm, bits, value).map(JsBigInt::value)
}

/// ThisBigIntValue (sec. 21.2.3.4.1)
fn this_bigint(vm: &mut Vm, args: Args, method: &str) -> JsResult<JsBigInt> {
    let this = args.this();
    let value = this.as_bigint().or_else(|| wrapped(this, CellKind::BigIntObject)?.as_bigint());
    match value {
        Some(value) => Ok(value),
        None => Err(vm.throw_type_error(format!("BigInt.prototype.{method} requires that 'this' be a BigInt"))),
    }
}

/// `BigInt.prototype.toString(radix)` (sec. 21.2.3.3)
fn to_string(vm: &mut Vm, args: Args) -> JsResult {
    let value = this_bigint(vm, args, "toString")?;
    let radix = match args.get(0) {
        Value::UNDEFINED => 10.0,
        radix => to_integer_or_infinity(vm, radix)?,
    };
    if !(2.0..=36.0).contains(&radix) {
        return Err(vm.throw_range_error("toString() radix must be between 2 and 36"));
    }
    JsString::from_str(vm, &value.to_text(radix as u32)).map(JsString::value)
}

/// `BigInt.prototype.toLocaleString()` (sec. 21.2.3.2), as en-US writes it.
fn to_locale_string(vm: &mut Vm, args: Args) -> JsResult {
    let value = this_bigint(vm, args, "toLocaleString")?;
    let digits = value.to_text(10);
    let (sign, digits) = match digits.strip_prefix('-') {
        Some(digits) => ("-", digits),
        None => ("", &digits[..]),
    };
    let mut text = String::from(sign);
    group_thousands(digits, &mut text);
    JsString::from_str(vm, &text).map(JsString::value)
}

/// `BigInt.prototype.valueOf()` (sec. 21.2.3.4)
fn value_of(vm: &mut Vm, args: Args) -> JsResult {
    this_bigint(vm, args, "valueOf").map(JsBigInt::value)
}
