//! Between representations.

use super::*;

impl Lower<'_, '_> {
    pub(super) fn as_int(&mut self, id: NodeId) -> Value {
        let arg = self.graph.node(id).args[0];
        let value = self.value(arg);
        match self.graph.node(arg).rep {
            Rep::Int => value,
            Rep::Double => {
                let (int, same) = self.nearest_int(value);
                self.require(same, id);
                int
            }
            _ => {
                let value = self.tagged(arg);
                let is_int = self.is_int(value);
                self.require(is_int, id);
                self.fb.ins().ireduce(I32, value)
            }
        }
    }

    pub(super) fn as_double(&mut self, id: NodeId) -> Value {
        let arg = self.graph.node(id).args[0];
        match self.graph.node(arg).rep {
            Rep::Int => {
                let value = self.value(arg);
                self.fb.ins().fcvt_from_sint(F64, value)
            }
            Rep::Double => self.value(arg),
            _ => {
                let value = self.tagged(arg);
                // What is no double becomes a NaN by this: one comparison finds doubles, and what is left is told apart where few come.
                let unboxed = self.unbox_double(value);
                let (other, number, done) = (self.cold(), self.cold(), self.fb.create_block());
                let double = self.fb.append_block_param(done, F64);
                let ordered = self.fb.ins().fcmp(FloatCC::Ordered, unboxed, unboxed);
                self.fb.ins().brif(ordered, done, &[BlockArg::Value(unboxed)], other, &[]);
                self.fb.switch_to_block(other);
                let (is_number, exit) = (self.is_number(value), self.exit(id));
                self.fb.ins().brif(is_number, number, &[], exit, &[]);
                self.fb.switch_to_block(number);
                let (is_int, int) = (self.is_int(value), self.fb.ins().ireduce(I32, value));
                let converted = self.fb.ins().fcvt_from_sint(F64, int);
                let either = self.fb.ins().select(is_int, converted, unboxed);
                self.jump_with(done, either);
                self.fb.switch_to_block(done);
                double
            }
        }
    }

    pub(super) fn truncate(&mut self, id: NodeId) -> Value {
        let arg = self.graph.node(id).args[0];
        match self.graph.node(arg).rep {
            Rep::Int => self.value(arg),
            Rep::Double => {
                let value = self.value(arg);
                self.truncate_double(value)
            }
            _ => self.by_kind_of_number(id, I32, |_, int| int, |l, double| l.truncate_double(double)),
        }
    }

    pub(super) fn switch_index(&mut self, id: NodeId, other: i32) -> Value {
        let arg = self.graph.node(id).args[0];
        match self.graph.node(arg).rep {
            Rep::Int => self.value(arg),
            Rep::Double => {
                let double = self.value(arg);
                self.equal_int(double, other)
            }
            _ => {
                let value = self.tagged(arg);
                let [int, no_int, double, done] = std::array::from_fn(|_| self.fb.create_block());
                self.fb.append_block_param(done, I32);
                let is_int = self.is_int(value);
                self.fb.ins().brif(is_int, int, &[], no_int, &[]);
                self.fb.switch_to_block(int);
                let low = self.fb.ins().ireduce(I32, value);
                self.jump_with(done, low);
                self.fb.switch_to_block(no_int);
                let number = self.is_number(value);
                let none = self.fb.ins().iconst(I32, i64::from(other as u32));
                self.fb.ins().brif(number, double, &[], done, &[BlockArg::Value(none)]);
                self.fb.switch_to_block(double);
                let unboxed = self.unbox_double(value);
                let equal = self.equal_int(unboxed, other);
                self.jump_with(done, equal);
                self.fb.switch_to_block(done);
                self.fb.block_params(done)[0]
            }
        }
    }

    /// The int32 that a double equals (0 of -0, too), else `other`.
    fn equal_int(&mut self, double: Value, other: i32) -> Value {
        let int = self.fb.ins().fcvt_to_sint_sat(I32, double);
        let back = self.fb.ins().fcvt_from_sint(F64, int);
        let same = self.fb.ins().fcmp(FloatCC::Equal, double, back);
        let other = self.fb.ins().iconst(I32, i64::from(other as u32));
        self.fb.ins().select(same, int, other)
    }

    /// What becomes of the node's argument as an int32 or as a double; leaves if it is neither.
    fn by_kind_of_number(
        &mut self,
        id: NodeId,
        result: ir::Type,
        of_int: impl FnOnce(&mut Self, Value) -> Value,
        of_double: impl FnOnce(&mut Self, Value) -> Value,
    ) -> Value {
        let value = self.tagged(self.graph.node(id).args[0]);
        let [int, other, double, done] = std::array::from_fn(|_| self.fb.create_block());
        self.fb.append_block_param(done, result);
        let is_int = self.is_int(value);
        self.fb.ins().brif(is_int, int, &[], other, &[]);
        self.fb.switch_to_block(int);
        let low = self.fb.ins().ireduce(I32, value);
        let converted = of_int(self, low);
        self.jump_with(done, converted);
        self.fb.switch_to_block(other);
        let number = self.is_number(value);
        let exit = self.exit(id);
        self.fb.ins().brif(number, double, &[], exit, &[]);
        self.fb.switch_to_block(double);
        let unboxed = self.unbox_double(value);
        let converted = of_double(self, unboxed);
        self.jump_with(done, converted);
        self.fb.switch_to_block(done);
        self.fb.block_params(done)[0]
    }

    /// ToInt32 of a double.
    pub(super) fn truncate_double(&mut self, value: Value) -> Value {
        let wide = self.fb.ins().fcvt_to_sint_sat(I64, value);
        let (slow, done) = (self.cold(), self.fb.create_block());
        self.fb.append_block_param(done, I32);
        let low = self.fb.ins().ireduce(I32, wide);
        // Saturated, or so large that nobody minds the call.
        let high = self.fb.ins().sshr_imm_u(wide, 53);
        let high = self.fb.ins().iadd_imm_s(high, 1);
        let fits = self.fb.ins().icmp_imm_u(IntCC::UnsignedLessThanOrEqual, high, 1);
        self.fb.ins().brif(fits, done, &[BlockArg::Value(low)], slow, &[]);
        self.fb.switch_to_block(slow);
        let (vm, bits) = (self.vm(), self.fb.ins().bitcast(I64, MemFlags::new(), value));
        let low = self.cold_leaf_call(helpers::to_int32 as *const () as usize, &[vm, bits], I32);
        self.jump_with(done, low);
        self.fb.switch_to_block(done);
        self.fb.block_params(done)[0]
    }
}
