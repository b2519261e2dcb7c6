//! Arithmetic: int32s first, then doubles, then whatever the operators say. The feedback tells what was not int32 with int32 giving int32.
//!
//! Sums, differences and products of doubles, and of int32s that leave their range, stay doubles; quotients, remainders and powers become int32s where
//! they are.

use super::super::running::{Register, Running};
use super::{both_int, both_number, operand_kind, slow_binary};
use crate::feedback::FeedbackUnit;
use crate::numeric::convert::to_int32;
use crate::numeric::math::{js_pow, js_rem};
use crate::runtime::{convert, operators};
use crate::vm::Vm;
use crate::{JsResult, Value};
use abi::opcode::view::*;
use abi::opcode::{ARITH_DOUBLE, ARITH_OVERFLOW};

/// Where the result goes, and what it is made of.
type Operands = (Register, Value, Value);

/// An operation of two numbers that may leave the int32s: `ints` is none where it does. As everywhere here, each way ends with its result in place, so that
/// the loop's fast ways share nothing with the slow ones.
#[inline(always)]
fn numeric(
    vm: &mut Vm,
    (dst, l, r): Operands,
    feedback: FeedbackUnit,
    ints: impl FnOnce(i32, i32) -> Option<i32>,
    doubles: impl Fn(f64, f64) -> Value,
    general: fn(&mut Vm, Value, Value) -> JsResult,
) -> JsResult<()> {
    if both_int(l, r) {
        if let Some(value) = ints(l.as_int(), r.as_int()) {
            dst.set(Value::int(value));
            return Ok(());
        }
        vm.note_operands(feedback, ARITH_OVERFLOW);
        dst.set(doubles(l.as_int() as f64, r.as_int() as f64));
        return Ok(());
    }
    if both_number(l, r) {
        vm.note_operands(feedback, ARITH_DOUBLE);
        dst.set(doubles(l.as_number(), r.as_number()));
        return Ok(());
    }
    let value = vm.and_scrub_stack(|vm| slow_binary(vm, general, l, r, feedback))?;
    dst.set(value);
    Ok(())
}

/// An operation of two int32s.
#[inline(always)]
fn bitwise(
    vm: &mut Vm,
    (dst, l, r): Operands,
    feedback: FeedbackUnit,
    ints: impl Fn(i32, i32) -> i32,
    general: fn(&mut Vm, Value, Value) -> JsResult,
) -> JsResult<()> {
    if both_int(l, r) {
        dst.set(Value::int(ints(l.as_int(), r.as_int())));
        return Ok(());
    }
    if both_number(l, r) {
        vm.note_operands(feedback, ARITH_DOUBLE);
        dst.set(Value::int(ints(to_int32(l.as_number()), to_int32(r.as_number()))));
        return Ok(());
    }
    let value = vm.and_scrub_stack(|vm| slow_binary(vm, general, l, r, feedback))?;
    dst.set(value);
    Ok(())
}

/// The sum of two numbers.
#[inline(always)]
pub fn sum(l: Value, r: Value) -> Value {
    if both_int(l, r)
        && let Some(sum) = l.as_int().checked_add(r.as_int())
    {
        return Value::int(sum);
    }
    Value::double(l.as_number() + r.as_number())
}

#[inline(always)]
fn plus(vm: &mut Vm, operands: Operands, feedback: FeedbackUnit) -> JsResult<()> {
    numeric(vm, operands, feedback, i32::checked_add, |a, b| Value::double(a + b), operators::add)
}

#[inline(always)]
fn minus(vm: &mut Vm, operands: Operands, feedback: FeedbackUnit) -> JsResult<()> {
    numeric(vm, operands, feedback, i32::checked_sub, |a, b| Value::double(a - b), operators::sub)
}

#[inline(always)]
fn times(vm: &mut Vm, operands: Operands, feedback: FeedbackUnit) -> JsResult<()> {
    let ints = |x: i32, y: i32| match x.checked_mul(y) {
        // -0 where a factor is negative and the product zero.
        Some(0) if x < 0 || y < 0 => None,
        product => product,
    };
    numeric(vm, operands, feedback, ints, |a, b| Value::double(a * b), operators::mul)
}

#[inline(always)]
fn by(vm: &mut Vm, operands: Operands, feedback: FeedbackUnit) -> JsResult<()> {
    // Of 0 and a negative number it is -0, and of the least int32 and -1 no int32.
    let ints = |x: i32, y: i32| ((y > 0 || y < -1 && x != 0) && x % y == 0).then(|| x / y);
    numeric(vm, operands, feedback, ints, |a, b| Value::number(a / b), operators::div)
}

#[inline(always)]
fn remainder(vm: &mut Vm, operands: Operands, feedback: FeedbackUnit) -> JsResult<()> {
    let ints = |x: i32, y: i32| (x >= 0 && y > 0).then(|| x % y);
    numeric(vm, operands, feedback, ints, |a, b| Value::number(js_rem(a, b)), operators::modulo)
}

#[inline(always)]
fn and(vm: &mut Vm, operands: Operands, feedback: FeedbackUnit) -> JsResult<()> {
    bitwise(vm, operands, feedback, |x, y| x & y, operators::bit_and)
}

#[inline(always)]
fn or(vm: &mut Vm, operands: Operands, feedback: FeedbackUnit) -> JsResult<()> {
    bitwise(vm, operands, feedback, |x, y| x | y, operators::bit_or)
}

#[inline(always)]
fn xor(vm: &mut Vm, operands: Operands, feedback: FeedbackUnit) -> JsResult<()> {
    bitwise(vm, operands, feedback, |x, y| x ^ y, operators::bit_xor)
}

#[inline(always)]
fn shift_left(vm: &mut Vm, operands: Operands, feedback: FeedbackUnit) -> JsResult<()> {
    bitwise(vm, operands, feedback, |x, y| x.wrapping_shl(y as u32), operators::shl)
}

#[inline(always)]
fn shift_right(vm: &mut Vm, operands: Operands, feedback: FeedbackUnit) -> JsResult<()> {
    bitwise(vm, operands, feedback, |x, y| x.wrapping_shr(y as u32), operators::shr)
}

#[inline(always)]
fn shift_right_unsigned(vm: &mut Vm, operands: Operands, feedback: FeedbackUnit) -> JsResult<()> {
    let shift = |x: i32, y: i32| (x as u32).wrapping_shr(y as u32);
    let ints = |x: i32, y: i32| i32::try_from(shift(x, y)).ok();
    let doubles = |a: f64, b: f64| Value::from_u32(shift(to_int32(a), to_int32(b)));
    numeric(vm, operands, feedback, ints, doubles, operators::ushr)
}

macro_rules! binary {
    ($( $name:ident, $opcode:ident, $operation:ident; )*) => {
        $(
            #[inline(always)]
            pub fn $name(vm: &mut Vm, i: $opcode<Running>) -> JsResult<()> {
                $operation(vm, (i.dst(), i.left(), i.right()), i.feedback())
            }
        )*
    };
}

binary! {
    add, Add, plus;
    sub, Sub, minus;
    mul, Mul, times;
    div, Div, by;
    mod_, Mod, remainder;
    bit_and, BitAnd, and;
    bit_or, BitOr, or;
    bit_xor, BitXor, xor;
    shl, Shl, shift_left;
    shr, Shr, shift_right;
    ushr, UShr, shift_right_unsigned;
    add_int, AddInt, plus;
    sub_int, SubInt, minus;
    mul_int, MulInt, times;
    div_int, DivInt, by;
    mod_int, ModInt, remainder;
    bit_and_int, BitAndInt, and;
    bit_or_int, BitOrInt, or;
    bit_xor_int, BitXorInt, xor;
    shl_int, ShlInt, shift_left;
    shr_int, ShrInt, shift_right;
    ushr_int, UShrInt, shift_right_unsigned;
    exp, Exp, power;
}

/// Powers of int32s are computed as those of doubles.
#[inline(always)]
fn power(vm: &mut Vm, (dst, l, r): Operands, feedback: FeedbackUnit) -> JsResult<()> {
    if both_number(l, r) {
        let value = Value::number(js_pow(l.as_number(), r.as_number()));
        if !both_int(l, r) {
            vm.note_operands(feedback, ARITH_DOUBLE);
        } else if !value.is_int() {
            vm.note_operands(feedback, ARITH_OVERFLOW);
        }
        dst.set(value);
        return Ok(());
    }
    let value = vm.and_scrub_stack(|vm| slow_binary(vm, operators::exponentiate, l, r, feedback))?;
    dst.set(value);
    Ok(())
}

/// An operation of one number: `ints` is none where the result is no int32.
#[inline(always)]
fn unary(
    vm: &mut Vm,
    (dst, v): (Register, Value),
    feedback: FeedbackUnit,
    ints: impl FnOnce(i32) -> Option<i32>,
    doubles: impl Fn(f64) -> f64,
    general: fn(&mut Vm, Value) -> JsResult,
) -> JsResult<()> {
    if v.is_int() {
        if let Some(value) = ints(v.as_int()) {
            dst.set(Value::int(value));
            return Ok(());
        }
        vm.note_operands(feedback, ARITH_OVERFLOW);
        dst.set(Value::double(doubles(v.as_int() as f64)));
        return Ok(());
    }
    if v.is_double() {
        vm.note_operands(feedback, ARITH_DOUBLE);
        dst.set(Value::double(doubles(v.as_double())));
        return Ok(());
    }
    let value = vm.and_scrub_stack(|vm| slow_unary(vm, general, v, feedback))?;
    dst.set(value);
    Ok(())
}

#[cold]
#[inline(never)]
fn slow_unary(vm: &mut Vm, operation: fn(&mut Vm, Value) -> JsResult, v: Value, feedback: FeedbackUnit) -> JsResult {
    vm.note_operands(feedback, operand_kind(v));
    operation(vm, v)
}

#[inline(always)]
pub fn neg(vm: &mut Vm, i: Neg<Running>) -> JsResult<()> {
    // The negative of 0 is -0.
    let ints = |x: i32| if x == 0 { None } else { x.checked_neg() };
    unary(vm, (i.dst(), i.src()), i.feedback(), ints, |a| -a, operators::neg)
}

#[inline(always)]
pub fn inc(vm: &mut Vm, i: Inc<Running>) -> JsResult<()> {
    unary(vm, (i.dst(), i.src()), i.feedback(), |x| x.checked_add(1), |a| a + 1.0, operators::inc)
}

#[inline(always)]
pub fn dec(vm: &mut Vm, i: Dec<Running>) -> JsResult<()> {
    unary(vm, (i.dst(), i.src()), i.feedback(), |x| x.checked_sub(1), |a| a - 1.0, operators::dec)
}

#[inline(always)]
pub fn bit_not(vm: &mut Vm, i: BitNot<Running>) -> JsResult<()> {
    let v = i.src();
    if v.is_int() {
        i.dst().set(Value::int(!v.as_int()));
        return Ok(());
    }
    if v.is_double() {
        vm.note_operands(i.feedback(), ARITH_DOUBLE);
        i.dst().set(Value::int(!to_int32(v.as_double())));
        return Ok(());
    }
    let value = vm.and_scrub_stack(|vm| slow_unary(vm, operators::bit_not, v, i.feedback()))?;
    i.dst().set(value);
    Ok(())
}

#[inline(always)]
pub fn to_number(vm: &mut Vm, i: ToNumber<Running>) -> JsResult<()> {
    let v = i.src();
    if v.is_number() {
        i.dst().set(v);
        return Ok(());
    }
    let value = vm.and_scrub_stack(|vm| operators::plus(vm, v))?;
    i.dst().set(value);
    Ok(())
}

#[inline(always)]
pub fn to_numeric(vm: &mut Vm, i: ToNumeric<Running>) -> JsResult<()> {
    let v = i.src();
    if v.is_number() {
        i.dst().set(v);
        return Ok(());
    }
    let value = vm.and_scrub_stack(|vm| convert_to_numeric(vm, v))?;
    i.dst().set(value);
    Ok(())
}

#[cold]
#[inline(never)]
fn convert_to_numeric(vm: &mut Vm, v: Value) -> JsResult {
    Ok(convert::to_numeric(vm, v)?.value())
}

#[inline(always)]
pub fn not(_: &mut Vm, i: Not<Running>) {
    i.dst().set(Value::bool(!super::compare::is_truthy(i.src())));
}

#[inline(always)]
pub fn typeof_(vm: &mut Vm, i: Typeof<Running>) {
    let value = operators::typeof_(vm, i.src());
    i.dst().set(value);
}
