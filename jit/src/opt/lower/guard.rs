//! Guards: they leave unless something holds of their argument.

use super::*;

impl Lower<'_, '_> {
    pub(super) fn check_shape(&mut self, id: NodeId, shapes: &[u32], known: bool) {
        let args = &self.graph.node(id).args;
        let object = self.value(args[0]);
        if !known {
            let is_cell = self.is_cell(object);
            self.require(is_cell, id);
        }
        let shape = self.load(I32, object, offset_of!(CellHeader, shape));
        let mut any = None;
        for s in shapes {
            let same = self.fb.ins().icmp_imm_u(IntCC::Equal, shape, *s as i64);
            any = Some(match any {
                None => same,
                Some(any) => self.fb.ins().bor(any, same),
            });
        }
        self.require(any.expect("some shape"), id);
    }

    pub(super) fn check_kind(&mut self, id: NodeId, kind: u8) {
        let args = &self.graph.node(id).args;
        let cell = self.value(args[0]);
        let is_cell = self.is_cell(cell);
        self.require(is_cell, id);
        let its = self.load8(cell, offset_of!(CellHeader, kind));
        let same = self.fb.ins().icmp_imm_u(IntCC::Equal, its, kind as i64);
        self.require(same, id);
    }

    pub(super) fn check_cell(&mut self, id: NodeId) {
        let args = &self.graph.node(id).args;
        let cell = self.value(args[0]);
        let is_cell = self.is_cell(cell);
        self.require(is_cell, id);
    }

    pub(super) fn check_object(&mut self, id: NodeId) {
        let args = &self.graph.node(id).args;
        let cell = self.value(args[0]);
        let is_cell = self.is_cell(cell);
        self.require(is_cell, id);
        self.require_object(cell, id);
    }

    pub(super) fn check_elements(&mut self, id: NodeId, kinds: u8, is_object: bool) {
        let args = &self.graph.node(id).args;
        let object = self.value(args[0]);
        if !is_object {
            let is_cell = self.is_cell(object);
            self.require(is_cell, id);
            self.require_object(object, id);
        }
        let fits = self.has_elements(object, kinds);
        self.require(fits, id);
    }

    pub(super) fn check_identical(&mut self, id: NodeId, bits: u64) {
        let args = &self.graph.node(id).args;
        let value = self.value(args[0]);
        let expected = self.word(bits);
        let same = self.fb.ins().icmp(IntCC::Equal, value, expected);
        self.require(same, id);
    }

    pub(super) fn check_code(&mut self, id: NodeId, code: u64) {
        let args = &self.graph.node(id).args;
        let callee = self.value(args[0]);
        let is_cell = self.is_cell(callee);
        self.require(is_cell, id);
        let kind = self.load8(callee, offset_of!(CellHeader, kind));
        let function = self.fb.ins().icmp_imm_u(IntCC::Equal, kind, CellKind::Function as i64);
        self.require(function, id);
        let its = self.load(I64, callee, offset_of!(JsFunction, code));
        let expected = self.word(code);
        let same = self.fb.ins().icmp(IntCC::Equal, its, expected);
        self.require(same, id);
    }

    pub(super) fn check_not_empty(&mut self, id: NodeId) {
        let args = &self.graph.node(id).args;
        let value = self.value(args[0]);
        let empty = self.is_zero(value);
        self.refuse(empty, id);
    }

    pub(super) fn check_typed(&mut self, id: NodeId, ty: u8) {
        let args = &self.graph.node(id).args;
        let object = self.value(args[0]);
        let is_cell = self.is_cell(object);
        self.require(is_cell, id);
        let kind = self.load8(object, offset_of!(CellHeader, kind));
        let typed = self.fb.ins().icmp_imm_u(IntCC::Equal, kind, CellKind::TypedArray as i64);
        self.require(typed, id);
        let its = self.load8(object, offset_of!(JsTypedArray, array_type));
        let same = self.fb.ins().icmp_imm_u(IntCC::Equal, its, ty as i64);
        self.require(same, id);
    }

    pub(super) fn check_valid(&mut self, id: NodeId) {
        let address = self.word(self.graph.valid);
        let valid = self.load8(address, 0);
        let valid = self.fb.ins().icmp_imm_u(IntCC::NotEqual, valid, 0);
        self.require(valid, id);
    }

    pub(super) fn check_bounds(&mut self, id: NodeId) {
        let args = &self.graph.node(id).args;
        let (index, length) = (self.value(args[0]), self.value(args[1]));
        let inside = self.fb.ins().icmp(IntCC::UnsignedLessThan, index, length);
        self.require(inside, id);
    }

    pub(super) fn check_flags(&mut self, id: NodeId, flags: u8) {
        let args = &self.graph.node(id).args;
        let object = self.value(args[0]);
        let its = self.load8(object, offset_of!(CellHeader, flags));
        let odd = self.fb.ins().band_imm_u(its, flags as i64);
        let usual = self.is_zero(odd);
        self.require(usual, id);
    }

    pub(super) fn check_true(&mut self, id: NodeId) {
        let args = &self.graph.node(id).args;
        let condition = self.value(args[0]);
        self.require(condition, id);
    }

    pub(super) fn poll(&mut self, id: NodeId) {
        let requested = self.requested();
        let none = self.is_zero(requested);
        self.require(none, id);
    }

    pub(super) fn require_object(&mut self, cell: Value, id: NodeId) {
        let kind = self.load8(cell, offset_of!(CellHeader, kind));
        let object = self.fb.ins().icmp_imm_u(IntCC::UnsignedGreaterThanOrEqual, kind, CellKind::Object as i64);
        self.require(object, id);
    }
}
