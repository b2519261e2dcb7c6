//! Comparisons and jumps.

use super::super::running::{Flow, Running};
use super::{both_int, both_number, slow_compare};
use crate::code::Code;
use crate::feedback::FeedbackUnit;
use crate::interp::cache;
use crate::runtime::{convert, operators};
use crate::vm::Vm;
use crate::{JsResult, Value, ValueExt};
use abi::opcode::view::*;
use abi::opcode::{ARITH_DOUBLE, Comparison, Meaning};

#[inline(always)]
pub fn is_truthy(v: Value) -> bool {
    if v.is_bool() {
        v.is_true()
    } else if v.is_int() {
        v.as_int() != 0
    } else {
        convert::to_boolean(v)
    }
}

/// Compares: `outcome` says what comes of it, on each way by itself, so that the loop's fast ways share nothing with the slow ones. Strictly equal is what is
/// the same, whatever it is: kinds of operands are noted where they decide.
#[inline(always)]
fn compare<T>(
    vm: &mut Vm,
    comparison: Comparison,
    (l, r): (Value, Value),
    feedback: FeedbackUnit,
    outcome: impl Fn(bool) -> T,
) -> JsResult<T> {
    if both_int(l, r) {
        let (x, y) = (l.as_int(), r.as_int());
        return Ok(outcome(match comparison {
            Comparison::Equal | Comparison::StrictEqual => x == y,
            Comparison::Less => x < y,
            Comparison::LessOrEqual => x <= y,
            Comparison::Greater => x > y,
            Comparison::GreaterOrEqual => x >= y,
        }));
    }
    if both_number(l, r) {
        vm.note_operands(feedback, ARITH_DOUBLE);
        let (a, b) = (l.as_number(), r.as_number());
        return Ok(outcome(match comparison {
            Comparison::Equal | Comparison::StrictEqual => a == b,
            Comparison::Less => a < b,
            Comparison::LessOrEqual => a <= b,
            Comparison::Greater => a > b,
            Comparison::GreaterOrEqual => a >= b,
        }));
    }
    let general: fn(&mut Vm, Value, Value) -> JsResult<bool> = match comparison {
        Comparison::StrictEqual => {
            return Ok(outcome(l == r || vm.and_scrub_stack(|vm| strict_equals(vm, l, r, feedback))));
        }
        Comparison::Equal => operators::is_loosely_equal,
        Comparison::Less => operators::lt,
        Comparison::LessOrEqual => operators::le,
        Comparison::Greater => operators::gt,
        Comparison::GreaterOrEqual => operators::ge,
    };
    let holds = vm.and_scrub_stack(|vm| slow_compare(vm, general, l, r, feedback))?;
    Ok(outcome(holds))
}

/// IsStrictlyEqual on values that are not the same, nor both numbers.
#[inline]
fn strict_equals(vm: &mut Vm, left: Value, right: Value, feedback: FeedbackUnit) -> bool {
    if left.is_cell() && right.is_cell() && !left.is_object() {
        return match slow_compare(vm, operators::is_strictly_equal, left, right, feedback) {
            Ok(equal) => equal,
            Err(_) => {
                vm.take_exception();
                false
            }
        };
    }
    false
}

/// The comparison of an opcode, and the outcome that it is about.
const fn compared(meaning: Meaning) -> (Comparison, bool) {
    match meaning {
        Meaning::Compares(comparison, sense) => (comparison, sense),
        _ => panic!("it compares nothing"),
    }
}

macro_rules! comparisons {
    ($( $name:ident, $opcode:ident; )*) => {
        $(
            #[inline(always)]
            pub fn $name(vm: &mut Vm, i: $opcode<Running>) -> JsResult<()> {
                const COMPARED: (Comparison, bool) = compared($opcode::<Running>::OP.meaning());
                compare(vm, COMPARED.0, (i.left(), i.right()), i.feedback(), |holds| {
                    i.dst().set(Value::bool(holds == COMPARED.1));
                })
            }
        )*
    };
}

macro_rules! compare_and_jump {
    ($( $name:ident, $opcode:ident; )*) => {
        $(
            #[inline(always)]
            pub fn $name(vm: &mut Vm, i: $opcode<Running>) -> JsResult<Flow> {
                const COMPARED: (Comparison, bool) = compared($opcode::<Running>::OP.meaning());
                compare(vm, COMPARED.0, (i.left(), i.right()), i.feedback(), |holds| {
                    if holds == COMPARED.1 { Flow::Jump(i.target()) } else { Flow::Next }
                })
            }
        )*
    };
}

macro_rules! jump_if {
    ($( $name:ident, $opcode:ident, $value:ident, $condition:expr; )*) => {
        $(
            #[inline(always)]
            pub fn $name(_: &mut Vm, i: $opcode<Running>) -> Flow {
                let condition: fn(Value) -> bool = $condition;
                if condition(i.$value()) { Flow::Jump(i.target()) } else { Flow::Next }
            }
        )*
    };
}

comparisons! {
    eq, Eq;
    ne, Ne;
    strict_eq, StrictEq;
    strict_ne, StrictNe;
    lt, Lt;
    le, Le;
    gt, Gt;
    ge, Ge;
}

compare_and_jump! {
    jump_eq, JumpEq;
    jump_ne, JumpNe;
    jump_strict_eq, JumpStrictEq;
    jump_strict_ne, JumpStrictNe;
    jump_lt, JumpLt;
    jump_le, JumpLe;
    jump_gt, JumpGt;
    jump_ge, JumpGe;
    jump_not_lt, JumpNotLt;
    jump_not_le, JumpNotLe;
    jump_not_gt, JumpNotGt;
    jump_not_ge, JumpNotGe;
    jump_eq_int, JumpEqInt;
    jump_ne_int, JumpNeInt;
    jump_strict_eq_int, JumpStrictEqInt;
    jump_strict_ne_int, JumpStrictNeInt;
    jump_lt_int, JumpLtInt;
    jump_le_int, JumpLeInt;
    jump_gt_int, JumpGtInt;
    jump_ge_int, JumpGeInt;
    jump_not_lt_int, JumpNotLtInt;
    jump_not_le_int, JumpNotLeInt;
    jump_not_gt_int, JumpNotGtInt;
    jump_not_ge_int, JumpNotGeInt;
}

jump_if! {
    jump_true, JumpTrue, cond, is_truthy;
    jump_false, JumpFalse, cond, |v| !is_truthy(v);
    jump_nullish, JumpNullish, value, |v| v.is_nullish();
    jump_not_nullish, JumpNotNullish, value, |v| !v.is_nullish();
    jump_undefined, JumpUndefined, value, |v| v.is_undefined();
    jump_not_undefined, JumpNotUndefined, value, |v| !v.is_undefined();
}

#[inline(always)]
pub fn jump(_: &mut Vm, i: Jump<Running>) -> Flow {
    Flow::Jump(i.target())
}

#[inline(always)]
pub fn switch_int(_: &mut Vm, i: SwitchInt<Running>) -> Flow {
    match switch_target(&i.0.code(), i.table(), i.value()) {
        0 => Flow::Next,
        offset => Flow::Skip(offset),
    }
}

/// The offset that a SwitchInt jumps by; 0 falls through.
#[inline]
fn switch_target(code: &Code, table: u16, value: Value) -> i32 {
    let int = if value.is_int() {
        value.as_int()
    } else if value.is_double() {
        match crate::numeric::convert::f64_to_int32_exact(value.as_double()) {
            Some(i) => i,
            // -0 is 0 to a switch.
            None if value.as_double() == 0.0 => 0,
            None => return 0,
        }
    } else {
        return 0;
    };
    let Some(body) = code.body.get() else { return 0 };
    let table = &body.jump_tables[table as usize];
    let index = int.wrapping_sub(table.min) as u32 as usize;
    table.targets.get(index).copied().unwrap_or(0)
}

#[inline(always)]
pub fn instance_of(vm: &mut Vm, i: InstanceOf<Running>) -> JsResult<()> {
    let result = vm.and_scrub_stack(|vm| cache::instance_of(vm, i.left(), i.right(), i.site()))?;
    i.dst().set(Value::bool(result));
    Ok(())
}

#[inline(always)]
pub fn in_(vm: &mut Vm, i: In<Running>) -> JsResult<()> {
    let result = vm.and_scrub_stack(|vm| operators::has_property_in(vm, i.left(), i.right()))?;
    i.dst().set(Value::bool(result));
    Ok(())
}
