//! Arithmetic on int32s and doubles.

use super::*;

impl Lower<'_, '_> {
    pub(super) fn int_arithmetic(&mut self, id: NodeId, kind: Arithmetic) -> Value {
        let args = &self.graph.node(id).args;
        let (x, y) = (self.value(args[0]), self.value(args[1]));
        let constant = match self.graph.node(args[1]).op {
            Op::Int(n) => Some(n),
            _ => None,
        };
        match kind {
            // Whether a constant is too much is asked of the other operand, which a comparison and a jump do; the overflow flag takes one more.
            Arithmetic::Add if constant.is_some_and(|n| n > 0) => {
                let most = i64::from(i32::MAX - constant.unwrap_or(0));
                let over = self.fb.ins().icmp_imm_s(IntCC::SignedGreaterThan, x, most);
                self.refuse(over, id);
                let sum = self.fb.ins().iadd(x, y);
                self.added(id, kind, sum)
            }
            Arithmetic::Sub if constant.is_some_and(|n| n > 0) => {
                let least = i64::from(i32::MIN + constant.unwrap_or(0));
                let over = self.fb.ins().icmp_imm_s(IntCC::SignedLessThan, x, least);
                self.refuse(over, id);
                let difference = self.fb.ins().isub(x, y);
                self.added(id, kind, difference)
            }
            Arithmetic::Add => {
                let (sum, over) = self.fb.ins().sadd_overflow(x, y);
                self.added(id, kind, sum);
                self.refuse(over, id);
                sum
            }
            Arithmetic::Sub => {
                let (difference, over) = self.fb.ins().ssub_overflow(x, y);
                self.added(id, kind, difference);
                self.refuse(over, id);
                difference
            }
            Arithmetic::Mul => {
                let (product, over) = self.fb.ins().smul_overflow(x, y);
                self.refuse(over, id);
                // A zero of a negative factor is -0.
                match constant {
                    Some(n) if n > 0 => {
                        // Only a negative x could bring -0, and then the product is not 0.
                    }
                    _ => {
                        let (zero, fine) = (self.cold(), self.fb.create_block());
                        let is_zero = self.is_zero(product);
                        self.fb.ins().brif(is_zero, zero, &[], fine, &[]);
                        self.fb.switch_to_block(zero);
                        let signs = self.fb.ins().bor(x, y);
                        let positive = self.fb.ins().icmp_imm_s(IntCC::SignedGreaterThanOrEqual, signs, 0);
                        let exit = self.exit(id);
                        self.fb.ins().brif(positive, fine, &[], exit, &[]);
                        self.fb.switch_to_block(fine);
                    }
                }
                product
            }
            Arithmetic::Div => {
                if constant.is_none_or(|n| n <= 0) {
                    let positive = self.fb.ins().icmp_imm_s(IntCC::SignedGreaterThan, y, 0);
                    self.require(positive, id);
                }
                let quotient = self.fb.ins().sdiv(x, y);
                let back = self.fb.ins().imul(quotient, y);
                let exact = self.fb.ins().icmp(IntCC::Equal, back, x);
                self.require(exact, id);
                quotient
            }
            Arithmetic::Mod => {
                if constant.is_none_or(|n| n <= 0) {
                    let positive = self.fb.ins().icmp_imm_s(IntCC::SignedGreaterThan, y, 0);
                    self.require(positive, id);
                }
                let positive = self.fb.ins().icmp_imm_s(IntCC::SignedGreaterThanOrEqual, x, 0);
                self.require(positive, id);
                self.fb.ins().urem(x, y)
            }
        }
    }

    pub(super) fn int_wrapping(&mut self, id: NodeId, kind: Arithmetic) -> Value {
        let args = &self.graph.node(id).args;
        let (x, y) = (self.value(args[0]), self.value(args[1]));
        let value = match kind {
            Arithmetic::Add => self.fb.ins().iadd(x, y),
            Arithmetic::Sub => self.fb.ins().isub(x, y),
            _ => self.fb.ins().imul(x, y),
        };
        self.added(id, kind, value)
    }

    pub(super) fn int_bitwise(&mut self, id: NodeId, kind: Bitwise) -> Value {
        let args = &self.graph.node(id).args;
        let (x, y) = (self.value(args[0]), self.value(args[1]));
        // `x | 0` was there for range analysis.
        if self.graph.node(args[1]).op == Op::Int(0) && !matches!(kind, Bitwise::And | Bitwise::UShr) {
            return x;
        }
        match kind {
            Bitwise::And => self.fb.ins().band(x, y),
            Bitwise::Or => self.fb.ins().bor(x, y),
            Bitwise::Xor => self.fb.ins().bxor(x, y),
            Bitwise::Shl => self.fb.ins().ishl(x, y),
            Bitwise::Shr => self.fb.ins().sshr(x, y),
            Bitwise::UShr => {
                let value = self.fb.ins().ushr(x, y);
                if !matches!(self.graph.node(args[1]).op, Op::Int(n) if n & 31 != 0) {
                    let fits = self.fb.ins().icmp_imm_s(IntCC::SignedGreaterThanOrEqual, value, 0);
                    self.require(fits, id);
                }
                value
            }
        }
    }

    pub(super) fn ushr_double(&mut self, id: NodeId) -> Value {
        let args = &self.graph.node(id).args;
        let (x, y) = (self.value(args[0]), self.value(args[1]));
        let value = self.fb.ins().ushr(x, y);
        let wide = self.fb.ins().uextend(I64, value);
        self.fb.ins().fcvt_from_sint(F64, wide)
    }

    pub(super) fn int_negate(&mut self, id: NodeId) -> Value {
        let args = &self.graph.node(id).args;
        let x = self.value(args[0]);
        let magnitude = self.fb.ins().band_imm_u(x, 0x7fff_ffff);
        let usual = self.fb.ins().icmp_imm_u(IntCC::NotEqual, magnitude, 0);
        self.require(usual, id);
        self.fb.ins().ineg(x)
    }

    pub(super) fn int_not(&mut self, id: NodeId) -> Value {
        let args = &self.graph.node(id).args;
        let x = self.value(args[0]);
        self.fb.ins().bnot(x)
    }

    pub(super) fn int_pick(&mut self, id: NodeId, greater: bool) -> Value {
        let args = &self.graph.node(id).args;
        let (x, y) = (self.value(args[0]), self.value(args[1]));
        if greater { self.fb.ins().smax(x, y) } else { self.fb.ins().smin(x, y) }
    }

    pub(super) fn double_arithmetic(&mut self, id: NodeId, kind: Arithmetic) -> Value {
        let args = &self.graph.node(id).args;
        let (x, y) = (self.value(args[0]), self.value(args[1]));
        match kind {
            Arithmetic::Add => self.fb.ins().fadd(x, y),
            Arithmetic::Sub => self.fb.ins().fsub(x, y),
            Arithmetic::Mul => self.fb.ins().fmul(x, y),
            Arithmetic::Div => self.fb.ins().fdiv(x, y),
            Arithmetic::Mod => self.leaf_call(helpers::modulo as *const () as usize, &[x, y], F64),
        }
    }

    pub(super) fn double_function(&mut self, id: NodeId, function: DoubleFunction) -> Value {
        let args = &self.graph.node(id).args;
        let x = self.value(args[0]);
        match (function, self.rounds) {
            (DoubleFunction::Negate, _) => self.fb.ins().fneg(x),
            (DoubleFunction::Abs, _) => self.fb.ins().fabs(x),
            (DoubleFunction::Sqrt, _) => self.fb.ins().sqrt(x),
            (DoubleFunction::Floor, true) => self.fb.ins().floor(x),
            (DoubleFunction::Ceil, true) => self.fb.ins().ceil(x),
            (DoubleFunction::Trunc, true) => self.fb.ins().trunc(x),
            (DoubleFunction::Round, true) => self.round(x),
            _ => self.leaf_call(helpers::function1(function), &[x], F64),
        }
    }

    /// The nearest whole number, the greater of two. (Adding a half before would round.)
    fn round(&mut self, x: Value) -> Value {
        let above = self.fb.ins().ceil(x);
        let [half, one] = [0.5, 1.0].map(|number| self.fb.ins().f64const(number));
        let middle = self.fb.ins().fsub(above, half);
        let below = self.fb.ins().fsub(above, one);
        let is_nearer_below = self.fb.ins().fcmp(FloatCC::GreaterThan, middle, x);
        self.fb.ins().select(is_nearer_below, below, above)
    }

    pub(super) fn double_function2(&mut self, id: NodeId, function: DoubleFunction2) -> Value {
        let args = &self.graph.node(id).args;
        let (x, y) = (self.value(args[0]), self.value(args[1]));
        match function {
            DoubleFunction2::Min => self.fb.ins().fmin(x, y),
            DoubleFunction2::Max => self.fb.ins().fmax(x, y),
            // As `js_pow` does it.
            DoubleFunction2::Pow if self.graph.node(args[1]).op == Op::Double(2f64.to_bits()) => {
                self.fb.ins().fmul(x, x)
            }
            _ => self.leaf_call(helpers::function2(function), &[x, y], F64),
        }
    }

    pub(super) fn odd_to_int(&mut self, id: NodeId) -> Value {
        let args = &self.graph.node(id).args;
        const ODD: u64 = 16;
        const { assert!(JsValue::UNDEFINED.bits() < ODD && JsValue::NULL.bits() < ODD && JsValue::TRUE.bits() < ODD) };
        let value = self.value(args[0]);
        let odd = self.fb.ins().icmp_imm_u(IntCC::UnsignedLessThan, value, ODD as i64);
        let truth = self.fb.ins().icmp_imm_u(IntCC::Equal, value, JsValue::TRUE.bits() as i64);
        let truth = self.fb.ins().uextend(I32, truth);
        let its = self.box_int(truth);
        self.fb.ins().select(odd, its, value)
    }

    pub(super) fn bool_to_int(&mut self, id: NodeId) -> Value {
        let args = &self.graph.node(id).args;
        let value = self.value(args[0]);
        self.fb.ins().uextend(I32, value)
    }
}
