//! Arithmetic on int32s that leaves where the result is none.

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
            Arithmetic::Add => {
                let (sum, over) = self.fb.ins().sadd_overflow(x, y);
                self.refuse(over, id);
                sum
            }
            Arithmetic::Sub => {
                let (difference, over) = self.fb.ins().ssub_overflow(x, y);
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
}
