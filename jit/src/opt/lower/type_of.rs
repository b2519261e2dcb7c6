//! typeof: the string, and whether it is a certain one.

use super::*;
use abi::cell::FLAG_CALLABLE;

impl Lower<'_, '_> {
    pub(super) fn type_of(&mut self, id: NodeId) -> Value {
        let value = self.value(self.graph.node(id).args[0]);
        let done = self.fb.create_block();
        self.fb.append_block_param(done, I64);
        for name in TypeName::ALL {
            let (its, next) = (self.fb.create_block(), self.fb.create_block());
            let is = self.is_type(value, name);
            self.fb.ins().brif(is, its, &[], next, &[]);
            self.fb.switch_to_block(its);
            let vm = self.vm();
            let text = self.load(I64, vm, offset_of!(VmContext, typeof_names) + 8 * name.place());
            self.jump_with(done, text);
            self.fb.switch_to_block(next);
        }
        // Every value is of one of the types.
        let undefined = self.word(JsValue::UNDEFINED.bits());
        self.jump_with(done, undefined);
        self.fb.switch_to_block(done);
        self.fb.block_params(done)[0]
    }

    pub(super) fn has_type(&mut self, id: NodeId, name: TypeName) -> Value {
        let value = self.value(self.graph.node(id).args[0]);
        self.is_type(value, name)
    }

    fn is_type(&mut self, value: Value, name: TypeName) -> Value {
        match name {
            TypeName::Number => self.is_number(value),
            TypeName::Boolean => {
                let even = self.fb.ins().band_imm_s(value, !1);
                self.fb.ins().icmp_imm_u(IntCC::Equal, even, JsValue::FALSE.bits() as i64)
            }
            TypeName::String => self.is_cell_of(value, CellKind::String),
            TypeName::Symbol => self.is_cell_of(value, CellKind::Symbol),
            TypeName::BigInt => self.is_cell_of(value, CellKind::BigInt),
            TypeName::Undefined => {
                let is = self.fb.ins().icmp_imm_u(IntCC::Equal, value, JsValue::UNDEFINED.bits() as i64);
                self.or_object_with(is, value, FLAG_HTMLDDA, FLAG_HTMLDDA)
            }
            TypeName::Object => {
                let is = self.fb.ins().icmp_imm_u(IntCC::Equal, value, JsValue::NULL.bits() as i64);
                self.or_object_with(is, value, FLAG_HTMLDDA | FLAG_CALLABLE, 0)
            }
            TypeName::Function => {
                let no = self.fb.ins().iconst(ir::types::I8, 0);
                self.or_object_with(no, value, FLAG_HTMLDDA | FLAG_CALLABLE, FLAG_CALLABLE)
            }
        }
    }

    fn is_cell_of(&mut self, value: Value, kind: CellKind) -> Value {
        let (cell, done) = (self.fb.create_block(), self.fb.create_block());
        self.fb.append_block_param(done, ir::types::I8);
        let is_cell = self.is_cell(value);
        let no = self.fb.ins().iconst(ir::types::I8, 0);
        self.fb.ins().brif(is_cell, cell, &[], done, &[BlockArg::Value(no)]);
        self.fb.switch_to_block(cell);
        let its = self.load8(value, offset_of!(CellHeader, kind));
        let is = self.fb.ins().icmp_imm_u(IntCC::Equal, its, kind as i64);
        self.jump_with(done, is);
        self.fb.switch_to_block(done);
        self.fb.block_params(done)[0]
    }

    /// Of a cell, whether it is an object that has these of some flags; of other values the answer that is given.
    fn or_object_with(&mut self, answer: Value, value: Value, flags: u8, expected: u8) -> Value {
        let (cell, object, done) = (self.fb.create_block(), self.fb.create_block(), self.fb.create_block());
        self.fb.append_block_param(done, ir::types::I8);
        let is_cell = self.is_cell(value);
        self.fb.ins().brif(is_cell, cell, &[], done, &[BlockArg::Value(answer)]);
        self.fb.switch_to_block(cell);
        let kind = self.load8(value, offset_of!(CellHeader, kind));
        let is_object = self.fb.ins().icmp_imm_u(IntCC::UnsignedGreaterThanOrEqual, kind, CellKind::Object as i64);
        let no = self.fb.ins().iconst(ir::types::I8, 0);
        self.fb.ins().brif(is_object, object, &[], done, &[BlockArg::Value(no)]);
        self.fb.switch_to_block(object);
        let its = self.load8(value, offset_of!(CellHeader, flags));
        let its = self.fb.ins().band_imm_u(its, flags as i64);
        let is = self.fb.ins().icmp_imm_u(IntCC::Equal, its, expected as i64);
        self.jump_with(done, is);
        self.fb.switch_to_block(done);
        self.fb.block_params(done)[0]
    }
}
