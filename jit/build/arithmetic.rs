//! Stencils for arithmetic: int32 alone, and with doubles where the site has seen them.

use crate::Set;
use crate::emit::{Emit, Source};
use abi::context::{CONSTANT_MINUS_ONE, CONSTANT_ONE, CONSTANT_SIGN};
use abi::opcode::Places;
use abi::opcode::view::{Add, BitNot, Inc, Neg, ToNumber};
use abi::value::Value as JsValue;
use cranelift_codegen::ir::condcodes::{FloatCC, IntCC};
use cranelift_codegen::ir::types::{F64, I32, I64};
use cranelift_codegen::ir::{InstBuilder, Value};

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Add,
    Sub,
    Mul,
    Div,
    Mod,
    And,
    Or,
    Xor,
    Shl,
    Shr,
    UShr,
}

const KINDS: [(&str, Kind); 11] = [
    ("ADD", Kind::Add),
    ("SUB", Kind::Sub),
    ("MUL", Kind::Mul),
    ("DIV", Kind::Div),
    ("MOD", Kind::Mod),
    ("BIT_AND", Kind::And),
    ("BIT_OR", Kind::Or),
    ("BIT_XOR", Kind::Xor),
    ("SHL", Kind::Shl),
    ("SHR", Kind::Shr),
    ("U_SHR", Kind::UShr),
];

pub fn stencils(set: &mut Set) {
    for (name, kind) in KINDS {
        for immediate in [false, true] {
            for doubles in [false, true] {
                let full =
                    format!("{name}{}{}", if immediate { "_INT" } else { "" }, if doubles { "_DOUBLE" } else { "" });
                set.add(&full, |e| binary(e, kind, immediate, doubles));
            }
        }
    }
    // Whatever is added, strings above all.
    for immediate in [false, true] {
        set.add(if immediate { "ADD_INT_ANY" } else { "ADD_ANY" }, |e| {
            let call = e.cold();
            e.divert(call);
            binary(e, Kind::Add, immediate, false);
            e.at(call);
            e.publish();
            let (vm, l) = (e.vm, e.reg(Add(Places).left()));
            let r = if immediate {
                let int = e.immediate_int(Add(Places).right());
                e.box_int(int)
            } else {
                e.reg(Add(Places).right())
            };
            let value = e.call_runtime(abi::runtime::ADD, &[vm, l, r], I64);
            e.after_call();
            crate::call::finish_call(e, value);
        });
    }
    unary(set);
}

fn binary(e: &mut Emit, kind: Kind, immediate: bool, doubles: bool) {
    let l = e.reg(Add(Places).left());
    let r = if immediate { None } else { Some(e.reg(Add(Places).right())) };
    // The remainder of doubles is the runtime's.
    let doubles = doubles && kind != Kind::Mod;
    if doubles && kind == Kind::Div {
        // Quotients are normalized anyway, so int32s may go the same way.
        return in_doubles(e, kind, l, r);
    }
    let other = if doubles { e.cold() } else { e.step_block() };
    let ints = match r {
        Some(r) => e.both_int(l, r),
        None => e.is_int(l),
    };
    e.require_else(ints, other);
    let a = e.low(l);
    let b = match r {
        Some(r) => e.low(r),
        // Division by a constant would be done by multiplying with another, and the product with a placeholder is known to be zero only if the
        // other factor is.
        None if matches!(kind, Kind::Mul | Kind::Div | Kind::Mod) => e.immediate_int(Add(Places).right()),
        None if matches!(kind, Kind::Shl | Kind::Shr | Kind::UShr) => e.hole(Source::Shift(Add(Places).right())),
        None => e.hole(Source::Signed(Add(Places).right())),
    };
    int(e, kind, a, b, other);
    e.next();
    if doubles {
        e.at(other);
        in_doubles(e, kind, l, r);
    }
}

/// The operation on two numbers as doubles; an immediate's place is taken by None.
fn in_doubles(e: &mut Emit, kind: Kind, l: Value, r: Option<Value>) {
    if matches!(kind, Kind::And | Kind::Or | Kind::Xor | Kind::Shl | Kind::Shr) {
        let a = operand_to_int32(e, l);
        let b = match r {
            Some(r) => operand_to_int32(e, r),
            None => e.immediate_int(Add(Places).right()),
        };
        let v = bits(e, kind, a, b, None);
        e.set(Add(Places).dst(), v);
        return e.next();
    }
    let number = e.is_number(l);
    e.require(number);
    if let Some(r) = r {
        let number = e.is_number(r);
        e.require(number);
    }
    let x = e.as_double(l);
    let y = match r {
        Some(r) => e.as_double(r),
        None => e.immediate_double(Add(Places).right()),
    };
    double(e, kind, x, y);
    e.next();
}

/// The operation on int32s; `other` where the result is none.
fn int(e: &mut Emit, kind: Kind, a: Value, b: Value, other: cranelift_codegen::ir::Block) {
    let result = match kind {
        Kind::Add => {
            let (v, over) = e.fb.ins().sadd_overflow(a, b);
            e.unless(over, other);
            v
        }
        Kind::Sub => {
            let (v, over) = e.fb.ins().ssub_overflow(a, b);
            e.unless(over, other);
            v
        }
        Kind::Mul => {
            let (v, over) = e.fb.ins().smul_overflow(a, b);
            e.unless(over, other);
            // A zero may be -0.
            let (zero, fine) = (e.cold(), e.block());
            let is_zero = e.equal_u32(v, 0);
            e.branch(is_zero, zero, fine);
            e.at(zero);
            let signs = e.fb.ins().bor(a, b);
            let positive = e.fb.ins().icmp_imm_s(IntCC::SignedGreaterThanOrEqual, signs, 0);
            e.branch(positive, fine, other);
            e.at(fine);
            v
        }
        Kind::Div => {
            let positive = e.fb.ins().icmp_imm_s(IntCC::SignedGreaterThan, b, 0);
            e.require_else(positive, other);
            let nonzero = e.fb.ins().icmp_imm_s(IntCC::NotEqual, a, 0);
            e.require_else(nonzero, other);
            let q = e.fb.ins().sdiv(a, b);
            let back = e.fb.ins().imul(q, b);
            let exact = e.fb.ins().icmp(IntCC::Equal, back, a);
            e.require_else(exact, other);
            q
        }
        Kind::Mod => {
            let positive = e.fb.ins().icmp_imm_s(IntCC::SignedGreaterThan, b, 0);
            e.require_else(positive, other);
            let positive = e.fb.ins().icmp_imm_s(IntCC::SignedGreaterThanOrEqual, a, 0);
            e.require_else(positive, other);
            e.fb.ins().urem(a, b)
        }
        _ => {
            let v = bits(e, kind, a, b, Some(other));
            e.set(Add(Places).dst(), v);
            return;
        }
    };
    let v = e.box_int(result);
    e.set(Add(Places).dst(), v);
}

/// A bitwise operation's boxed result. `other`: where a >>> that is no int32 goes; else it is boxed as a double.
fn bits(e: &mut Emit, kind: Kind, a: Value, b: Value, other: Option<cranelift_codegen::ir::Block>) -> Value {
    let count = |e: &mut Emit| e.fb.ins().band_imm_u(b, 31);
    let v = match kind {
        Kind::And => e.fb.ins().band(a, b),
        Kind::Or => e.fb.ins().bor(a, b),
        Kind::Xor => e.fb.ins().bxor(a, b),
        Kind::Shl => {
            let n = count(e);
            e.fb.ins().ishl(a, n)
        }
        Kind::Shr => {
            let n = count(e);
            e.fb.ins().sshr(a, n)
        }
        _ => {
            let n = count(e);
            let v = e.fb.ins().ushr(a, n);
            let fits = e.fb.ins().icmp_imm_s(IntCC::SignedGreaterThanOrEqual, v, 0);
            let step = match other {
                Some(block) => block,
                None => e.step_block(),
            };
            e.require_else(fits, step);
            v
        }
    };
    e.box_int(v)
}

fn double(e: &mut Emit, kind: Kind, x: Value, y: Value) {
    let v = match kind {
        Kind::Add => {
            let d = e.fb.ins().fadd(x, y);
            e.box_double(d)
        }
        Kind::Sub => {
            let d = e.fb.ins().fsub(x, y);
            e.box_double(d)
        }
        Kind::Mul => {
            let d = e.fb.ins().fmul(x, y);
            e.box_double(d)
        }
        Kind::Div => {
            let d = e.fb.ins().fdiv(x, y);
            return store_number(e, d);
        }
        Kind::UShr => {
            let (a, b) = (to_int32(e, x), to_int32(e, y));
            let n = e.fb.ins().band_imm_u(b, 31);
            let v = e.fb.ins().ushr(a, n);
            let wide = e.fb.ins().uextend(I64, v);
            let boxed = e.fb.ins().bor(wide, e.tag);
            let (small, large) = (e.cold(), e.cold());
            let fits = e.fb.ins().icmp_imm_s(IntCC::SignedGreaterThanOrEqual, v, 0);
            e.branch(fits, small, large);
            e.at(large);
            let d = e.fb.ins().fcvt_from_sint(F64, wide);
            let v = e.box_double(d);
            e.set(Add(Places).dst(), v);
            e.next();
            e.at(small);
            boxed
        }
        _ => unreachable!("done on integers"),
    };
    e.set(Add(Places).dst(), v);
}

/// ToInt32 of what is no cell.
fn operand_to_int32(e: &mut Emit, v: Value) -> Value {
    let (int, not_int, done) = (e.block(), e.block(), e.block());
    e.fb.append_block_param(done, I32);
    let is_int = e.is_int(v);
    e.branch(is_int, int, not_int);
    e.at(int);
    let low = e.low(v);
    e.jump(done, &[low]);
    e.at(not_int);
    let (double, not_number) = (e.block(), e.block());
    let number = e.is_number(v);
    e.branch(number, double, not_number);
    e.at(double);
    let d = e.unbox_double(v);
    let converted = to_int32(e, d);
    e.jump(done, &[converted]);
    e.at(not_number);
    let is_cell = e.is_cell(v);
    let primitive = e.block();
    let step = e.step_block();
    e.branch(is_cell, step, primitive);
    e.at(primitive);
    // true is 1; false, null and undefined are 0.
    let is_true = e.fb.ins().icmp_imm_u(IntCC::Equal, v, JsValue::TRUE.bits() as i64);
    let one = e.fb.ins().uextend(I32, is_true);
    e.jump(done, &[one]);
    e.at(done);
    e.fb.block_params(done)[0]
}

/// ToInt32 where the double converts to a 64-bit integer; the rest is the runtime's.
fn to_int32(e: &mut Emit, d: Value) -> Value {
    let wide = e.fb.ins().fcvt_to_sint_sat(I64, d);
    // Saturated (or far beyond 2^53, where the low bits would still be right but are rare): the runtime.
    e.require_int53(wide);
    e.fb.ins().ireduce(I32, wide)
}

/// Stores a double, as an int32 value if it is one (but -0), as quotients are kept; leaves the block for the double.
fn store_number(e: &mut Emit, d: Value) {
    let int = e.fb.ins().fcvt_to_sint_sat(I32, d);
    let back = e.fb.ins().fcvt_from_sint(F64, int);
    let double = e.cold();
    let same = e.fb.ins().fcmp(FloatCC::Equal, d, back);
    e.require_else(same, double);
    let (zero, store) = (e.cold(), e.block());
    let is_zero = e.equal_u32(int, 0);
    e.branch(is_zero, zero, store);
    e.at(zero);
    let bits = e.fb.ins().bitcast(I64, cranelift_codegen::ir::MemFlagsData::new(), d);
    let plus = e.fb.ins().icmp_imm_u(IntCC::Equal, bits, 0);
    e.branch(plus, store, double);
    e.at(store);
    let v = e.box_int(int);
    e.set(Add(Places).dst(), v);
    e.next();
    e.at(double);
    let v = e.box_double(d);
    e.set(Add(Places).dst(), v);
}

fn unary(set: &mut Set) {
    for doubles in [false, true] {
        let suffix = if doubles { "_DOUBLE" } else { "" };
        for (name, by) in [("INC", 1i64), ("DEC", -1)] {
            set.add(&format!("{name}{suffix}"), |e| {
                let v = e.reg(Inc(Places).src());
                let other = if doubles { e.cold() } else { e.step_block() };
                let is_int = e.is_int(v);
                e.require_else(is_int, other);
                let low = e.low(v);
                let one = e.fb.ins().iconst(I32, by);
                let (sum, over) = e.fb.ins().sadd_overflow(low, one);
                e.unless(over, other);
                let boxed = e.box_int(sum);
                e.set(Inc(Places).dst(), boxed);
                e.next();
                if doubles {
                    e.at(other);
                    let number = e.is_number(v);
                    e.require(number);
                    let d = e.as_double(v);
                    let one = e.constant(F64, if by > 0 { CONSTANT_ONE } else { CONSTANT_MINUS_ONE });
                    let sum = e.fb.ins().fadd(d, one);
                    let boxed = e.box_double(sum);
                    e.set(Inc(Places).dst(), boxed);
                    e.next();
                }
            });
        }
        set.add(&format!("NEG{suffix}"), |e| {
            let v = e.reg(Neg(Places).src());
            let other = if doubles { e.cold() } else { e.step_block() };
            let is_int = e.is_int(v);
            e.require_else(is_int, other);
            let low = e.low(v);
            // Neither 0 (-0) nor the least int32.
            let magnitude = e.fb.ins().band_imm_u(low, 0x7fff_ffff);
            let usual = e.fb.ins().icmp_imm_u(IntCC::NotEqual, magnitude, 0);
            e.require_else(usual, other);
            let negated = e.fb.ins().ineg(low);
            let boxed = e.box_int(negated);
            e.set(Neg(Places).dst(), boxed);
            e.next();
            if doubles {
                e.at(other);
                let number = e.is_number(v);
                e.require(number);
                let d = e.as_double(v);
                let bits = e.fb.ins().bitcast(I64, cranelift_codegen::ir::MemFlagsData::new(), d);
                let sign = e.constant(I64, CONSTANT_SIGN);
                let bits = e.fb.ins().bxor(bits, sign);
                let negated = e.fb.ins().bitcast(F64, cranelift_codegen::ir::MemFlagsData::new(), bits);
                let boxed = e.box_double(negated);
                e.set(Neg(Places).dst(), boxed);
                e.next();
            }
        });
    }
    set.add("BIT_NOT", |e| {
        let v = e.reg(BitNot(Places).src());
        let is_int = e.is_int(v);
        e.require(is_int);
        let low = e.low(v);
        let inverted = e.fb.ins().bnot(low);
        let boxed = e.box_int(inverted);
        e.set(BitNot(Places).dst(), boxed);
        e.next();
    });
    set.add("BIT_NOT_DOUBLE", |e| {
        let v = e.reg(BitNot(Places).src());
        let int = operand_to_int32(e, v);
        let inverted = e.fb.ins().bnot(int);
        let boxed = e.box_int(inverted);
        e.set(BitNot(Places).dst(), boxed);
        e.next();
    });
    // ToNumber and ToNumeric of a number.
    set.add("TO_NUMBER", |e| {
        let v = e.reg(ToNumber(Places).src());
        let number = e.is_number(v);
        e.require(number);
        e.set(ToNumber(Places).dst(), v);
        e.next();
    });
}
