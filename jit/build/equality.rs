//! Stencils for comparisons for equality.

use crate::Set;
use crate::call::require_returned;
use crate::control::{leave, ways};
use crate::emit::{Emit, Source};
use abi::cell::{CellHeader, CellKind, FLAG_HTMLDDA};
use abi::opcode::Places;
use abi::opcode::view::{Eq, JumpEq, JumpEqInt};
use abi::runtime;
use abi::string::{STRING_ATOM, StringCell};
use abi::value::Value as JsValue;
use cranelift_codegen::ir::condcodes::{FloatCC, IntCC};
use cranelift_codegen::ir::types::{I32, I64};
use cranelift_codegen::ir::{Block, InstBuilder, Value};
use std::mem::offset_of;

/// What a comparison for equality has seen besides int32s.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Seen {
    Little,
    Doubles,
    Strings,
}

const SEEN: [(Seen, &str); 3] = {
    let [little, doubles, strings] = crate::contract::SEEN;
    [(Seen::Little, little), (Seen::Doubles, doubles), (Seen::Strings, strings)]
};

pub fn stencils(set: &mut Set) {
    for (name, strict, not) in
        [("EQ", false, false), ("NE", false, true), ("STRICT_EQ", true, false), ("STRICT_NE", true, true)]
    {
        for (seen, seen_name) in SEEN {
            set.add(&format!("{name}{seen_name}"), |e| {
                let answer = |e: &mut Emit, yes: Block, no: Block| {
                    for (block, value) in [(yes, JsValue::bool(!not)), (no, JsValue::bool(not))] {
                        e.at(block);
                        let v = e.js(value);
                        e.set(Eq(Places).dst(), v);
                        e.next();
                    }
                };
                equality(
                    e,
                    [Eq(Places).left(), Eq(Places).right()],
                    strict,
                    seen,
                    &|e| (e.block(), e.block()),
                    &answer,
                );
            });
        }
        for back in [false, true] {
            let suffix = if back { "_BACK" } else { "" };
            for (seen, seen_name) in SEEN {
                set.add(&format!("JUMP_{name}{seen_name}{suffix}"), |e| {
                    let swap = |(a, b): (Block, Block)| if not { (b, a) } else { (a, b) };
                    let out = |e: &mut Emit| swap(ways(e, back));
                    let leave = |e: &mut Emit, yes: Block, no: Block| {
                        let (taken, fall) = swap((yes, no));
                        leave(e, taken, fall, back);
                    };
                    equality(e, [JumpEq(Places).left(), JumpEq(Places).right()], strict, seen, &out, &leave);
                });
            }
            set.add(&format!("JUMP_{name}_INT{suffix}"), |e| {
                let (taken, fall) = ways(e, back);
                let (yes, no) = if not { (fall, taken) } else { (taken, fall) };
                let l = e.reg(JumpEqInt(Places).left());
                let other = e.cold();
                let is_int = e.is_int(l);
                e.require_else(is_int, other);
                let low = e.low(l);
                let r = e.hole(Source::Signed(JumpEqInt(Places).right()));
                let same = e.fb.ins().icmp(IntCC::Equal, low, r);
                e.branch(same, yes, no);
                e.at(other);
                let (double, not_number) = (e.cold(), e.cold());
                let number = e.is_number(l);
                e.branch(number, double, not_number);
                e.at(double);
                let d = e.unbox_double(l);
                let r = e.immediate_double(JumpEqInt(Places).right());
                let same = e.fb.ins().fcmp(FloatCC::Equal, d, r);
                e.branch(same, yes, no);
                e.at(not_number);
                if strict {
                    e.jump(no, &[]);
                } else {
                    // undefined and null equal no number; the rest is converted.
                    let even = e.fb.ins().band_imm_s(l, !8);
                    let nullish = e.fb.ins().icmp_imm_u(IntCC::Equal, even, JsValue::NULL.bits() as i64);
                    e.require(nullish);
                    e.jump(no, &[]);
                }
                leave(e, taken, fall, back);
            });
        }
    }
}

/// IsStrictlyEqual or IsLooselyEqual of two registers, as far as nothing is converted; and no string is read, unless some were seen.
///
/// `out` makes the blocks for yes and no, `leave` what is in them: after a call they are others.
fn equality(
    e: &mut Emit,
    [left, right]: [u8; 2],
    strict: bool,
    seen: Seen,
    out: &dyn Fn(&mut Emit) -> (Block, Block),
    leave: &dyn Fn(&mut Emit, Block, Block),
) {
    let (yes, no) = out(e);
    let (l, r) = (e.reg(left), e.reg(right));
    if seen != Seen::Strings {
        flat_equality(e, l, r, strict, seen == Seen::Doubles, yes, no);
        return leave(e, yes, no);
    }
    let before = e.parameters();
    let units = string_equality(e, l, r, strict, yes, no);
    let before = (before.0, e.parameters().1);
    e.at(units);
    e.publish();
    let (vm, l, r) = (e.vm, e.reg(left), e.reg(right));
    let value = e.call_runtime(runtime::EQUAL_STRINGS, &[vm, l, r], I64);
    e.after_call();
    require_returned(e, value);
    let holds = e.fb.ins().icmp_imm_u(IntCC::Equal, value, JsValue::TRUE.bits() as i64);
    let (same, different) = out(e);
    e.branch(holds, same, different);
    leave(e, same, different);
    e.restore(before);
    leave(e, yes, no);
}

fn flat_equality(e: &mut Emit, l: Value, r: Value, strict: bool, doubles: bool, yes: Block, no: Block) {
    let other = e.cold();
    let ints = e.both_int(l, r);
    e.require_else(ints, other);
    let same = e.fb.ins().icmp(IntCC::Equal, l, r);
    e.branch(same, yes, no);

    let nullish = |e: &mut Emit, v: Value| {
        let even = e.fb.ins().band_imm_s(v, !8);
        e.fb.ins().icmp_imm_u(IntCC::Equal, even, JsValue::NULL.bits() as i64)
    };
    e.at(other);
    let either = e.fb.ins().bor(l, r);
    let (numbers, no_numbers) = (e.cold(), e.cold());
    let is_number = e.is_number(either);
    e.branch(is_number, numbers, no_numbers);

    e.at(numbers);
    let l_number = e.is_number(l);
    if doubles || strict {
        // A number equals strictly nothing else.
        let (both, one) = (e.cold(), if strict { no } else { e.cold() });
        e.require_else(l_number, one);
        let r_number = e.is_number(r);
        e.branch(r_number, both, one);
        e.at(both);
        if doubles {
            let (a, b) = (e.as_double(l), e.as_double(r));
            let same = e.fb.ins().fcmp(FloatCC::Equal, a, b);
            e.branch(same, yes, no);
        } else {
            let step = e.step_block();
            e.jump(step, &[]);
        }
        if !strict {
            e.at(one);
        }
    }
    if !strict {
        // Nor loosely undefined or null; what else is no number is converted.
        let rest = e.fb.ins().select(l_number, r, l);
        let is_nullish = nullish(e, rest);
        e.require(is_nullish);
        e.jump(no, &[]);
    }

    e.at(no_numbers);
    let different = e.cold();
    let same = e.fb.ins().icmp(IntCC::Equal, l, r);
    e.branch(same, yes, different);
    e.at(different);
    let (cells, not_cells) = (e.cold(), if strict { no } else { e.cold() });
    let both_cells = e.is_cell(either);
    e.branch(both_cells, cells, not_cells);
    e.at(cells);
    // An object equals nothing but itself; loosely, the other one must be an object too. Strings, once seen, have stencils of their own.
    let l_kind = e.load8(l, offset_of!(CellHeader, kind));
    let r_kind = e.load8(r, offset_of!(CellHeader, kind));
    let kind = if strict { e.fb.ins().umax(l_kind, r_kind) } else { e.fb.ins().umin(l_kind, r_kind) };
    let objects = e.fb.ins().icmp_imm_u(IntCC::UnsignedGreaterThanOrEqual, kind, CellKind::Object as i64);
    e.require(objects);
    e.jump(no, &[]);

    if strict {
        return;
    }
    e.at(not_cells);
    let (l_nullish, r_nullish) = (nullish(e, l), nullish(e, r));
    let one = e.fb.ins().bor(l_nullish, r_nullish);
    e.require(one);
    // The other one: an object that is not document.all, or whatever else is no number.
    let rest = e.fb.ins().select(l_nullish, r, l);
    let (cell, not_cell) = (e.cold(), e.cold());
    let is_cell = e.is_cell(rest);
    e.branch(is_cell, cell, not_cell);
    e.at(not_cell);
    let both = nullish(e, rest);
    e.branch(both, yes, no);
    e.at(cell);
    let kind = e.load8(rest, offset_of!(CellHeader, kind));
    let is_object = e.fb.ins().icmp_imm_u(IntCC::UnsignedGreaterThanOrEqual, kind, CellKind::Object as i64);
    let object = e.cold();
    e.branch(is_object, object, no);
    e.at(object);
    let flags = e.load8(rest, offset_of!(CellHeader, flags));
    let odd = e.fb.ins().band_imm_u(flags, FLAG_HTMLDDA as i64);
    let usual = e.equal_u32(odd, 0);
    e.require(usual);
    e.jump(no, &[]);
}

/// The same where strings have been seen: two of them first. What is neither the same value nor a string is the runtime's, but for int32s
/// and, strictly, objects, null and undefined.
///
/// Gives the block in which two strings of one length are to be compared by their units.
fn string_equality(e: &mut Emit, l: Value, r: Value, strict: bool, yes: Block, no: Block) -> Block {
    let (cells, others, strings, units) = (e.block(), e.cold(), e.block(), e.block());
    let either = e.fb.ins().bor(l, r);
    let both_cells = e.is_cell(either);
    e.branch(both_cells, cells, others);
    e.at(cells);
    let different = e.block();
    let same = e.fb.ins().icmp(IntCC::Equal, l, r);
    e.branch(same, yes, different);
    e.at(different);
    let (l_string, l_other) = (e.block(), e.cold());
    let kind = e.load8(l, offset_of!(CellHeader, kind));
    let is_string = e.equal_u32(kind, CellKind::String as u32);
    e.branch(is_string, l_string, l_other);
    e.at(l_other);
    if strict {
        // Objects equal only themselves; BigInts are compared by value.
        let object = is_object_cell(e, l);
        e.require(object);
        e.jump(no, &[]);
    } else {
        let step = e.step_block();
        e.jump(step, &[]);
    }
    e.at(l_string);
    let kind = e.load8(r, offset_of!(CellHeader, kind));
    let is_string = e.equal_u32(kind, CellKind::String as u32);
    // A string equals strictly no other cell.
    let mixed = if strict { no } else { e.step_block() };
    e.branch(is_string, strings, mixed);
    e.at(strings);
    // Two atoms are the same string only if they are the same cell.
    let l_flags = e.load8(l, offset_of!(CellHeader, flags));
    let r_flags = e.load8(r, offset_of!(CellHeader, flags));
    let both = e.fb.ins().band(l_flags, r_flags);
    let atom = e.fb.ins().band_imm_u(both, STRING_ATOM as i64);
    let l_length = e.load(I32, l, offset_of!(StringCell, length));
    let r_length = e.load(I32, r, offset_of!(StringCell, length));
    let lengths = e.fb.ins().bxor(l_length, r_length);
    let differ = e.fb.ins().bor(atom, lengths);
    let open = e.equal_u32(differ, 0);
    e.branch(open, units, no);

    e.at(others);
    let not_ints = e.cold();
    let ints = e.both_int(l, r);
    e.require_else(ints, not_ints);
    let same = e.fb.ins().icmp(IntCC::Equal, l, r);
    e.branch(same, yes, no);
    e.at(not_ints);
    if strict {
        let either = e.fb.ins().bor(l, r);
        let number = e.fb.ins().band(either, e.tag);
        let no_number = e.equal_u64(number, 0);
        e.require(no_number);
        let same = e.fb.ins().icmp(IntCC::Equal, l, r);
        e.branch(same, yes, no);
    } else {
        let step = e.step_block();
        e.jump(step, &[]);
    }
    units
}

fn is_object_cell(e: &mut Emit, cell: Value) -> Value {
    let kind = e.load8(cell, offset_of!(CellHeader, kind));
    e.fb.ins().icmp_imm_u(IntCC::UnsignedGreaterThanOrEqual, kind, CellKind::Object as i64)
}
