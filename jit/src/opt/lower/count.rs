//! What counts (`--count`): an execution like the last one is an increment, all else is the runtime's. Tallies are named by address: they are never freed.

use super::*;
use abi::tally::{Tally, Type, types};

impl Lower<'_, '_> {
    pub(super) fn count_shape(&mut self, tally: u64, shape: u32) {
        let came = self.fb.ins().iconst(I32, shape as i64);
        let (slow, done) = (self.cold(), self.fb.create_block());
        self.add_if_last(tally, came, slow, done);
        self.fb.switch_to_block(slow);
        let (vm, tally) = (self.vm(), self.word(tally));
        self.leaf_call(helpers::count_shape as *const () as usize, &[vm, came, tally], I64);
        self.finish(done);
    }

    pub(super) fn count_field(&mut self, id: NodeId, tally: u64) {
        let object = self.tagged(self.graph.node(id).args[0]);
        let (slow, done) = (self.cold(), self.fb.create_block());
        let is_cell = self.is_cell(object);
        self.go_on(is_cell, done);
        let shape = self.load(I32, object, offset_of!(CellHeader, shape));
        self.add_if_last(tally, shape, slow, done);
        self.fb.switch_to_block(slow);
        let (vm, tally) = (self.vm(), self.word(tally));
        self.leaf_call(helpers::count_field as *const () as usize, &[vm, object, tally], I64);
        self.finish(done);
    }

    pub(super) fn count_operands(&mut self, id: NodeId, tally: u64) {
        let args = &self.graph.node(id).args;
        let (left, right) = (args[0], args[1]);
        let (slow, done) = (self.cold(), self.fb.create_block());
        self.require_number(left, slow);
        self.require_number(right, slow);
        let came = self.fb.ins().iconst(I32, types(Type::Number, Type::Number) as i64);
        self.add_if_last(tally, came, slow, done);
        self.fb.switch_to_block(slow);
        let (left, right) = (self.tagged(left), self.tagged(right));
        let (vm, tally) = (self.vm(), self.word(tally));
        self.leaf_call(helpers::count_operands as *const () as usize, &[vm, left, right, tally], I64);
        self.finish(done);
    }

    pub(super) fn count_operand(&mut self, id: NodeId, tally: u64, number: u32) {
        let operand = self.graph.node(id).args[0];
        let (slow, done) = (self.cold(), self.fb.create_block());
        let number = self.fb.ins().iconst(I32, number as i64);
        self.require_number(operand, slow);
        self.add_if_last(tally, number, slow, done);
        self.fb.switch_to_block(slow);
        let operand = self.tagged(operand);
        let (vm, tally) = (self.vm(), self.word(tally));
        self.leaf_call(helpers::count_operand as *const () as usize, &[vm, operand, number, tally], I64);
        self.finish(done);
    }

    pub(super) fn count_get_index(&mut self, id: NodeId, tally: u64) {
        let args = &self.graph.node(id).args;
        let (object, key) = (self.tagged(args[0]), args[1]);
        let (slow, done) = (self.cold(), self.fb.create_block());
        let (array, other) = (self.fb.create_block(), self.fb.create_block());
        let (index, kind) = self.element_of(object, key, slow);
        let is_array = self.fb.ins().icmp_imm_u(IntCC::Equal, kind, CellKind::Array as i64);
        self.fb.ins().brif(is_array, array, &[], other, &[]);

        self.fb.switch_to_block(array);
        let elements_kind = self.load8(object, offset_of!(CellHeader, detail));
        let fast = self.fb.ins().icmp_imm_u(IntCC::UnsignedLessThan, elements_kind, ElementKind::Dictionary as i64);
        self.go_on(fast, slow);
        let elements = self.load(I64, object, offset_of!(JsObject, elements));
        let length = self.load(I32, elements, offset_of!(Elements, length));
        let inside = self.fb.ins().icmp(IntCC::UnsignedLessThan, index, length);
        self.go_on(inside, slow);
        let wide = self.fb.ins().uextend(I64, index);
        let bytes = self.fb.ins().ishl_imm_u(wide, 3);
        let place = self.fb.ins().iadd(elements, bytes);
        let raw = self.load(I64, place, ELEMENTS_VALUES_OFFSET);
        // Elements that are no doubles are values; a hole among them is the empty one.
        let pair = self.fb.ins().band_imm_u(elements_kind, 6);
        let doubles = self.fb.ins().icmp_imm_u(IntCC::Equal, pair, ElementKind::PackedDouble as i64);
        let (hole, empty) = (self.word(DOUBLE_HOLE), self.word(0));
        let hole = self.fb.ins().select(doubles, hole, empty);
        let there = self.fb.ins().icmp(IntCC::NotEqual, raw, hole);
        self.go_on(there, slow);
        self.add_one(tally, done);

        self.fb.switch_to_block(other);
        self.require_kind(kind, CellKind::TypedArray, slow);
        let buffer = self.load(I64, object, offset_of!(JsTypedArray, buffer));
        let data = self.load(I64, buffer, offset_of!(JsArrayBuffer, data));
        let attached = self.fb.ins().icmp_imm_u(IntCC::NotEqual, data, 0);
        self.go_on(attached, slow);
        let limit = self.load(I64, object, offset_of!(JsTypedArray, fast_length));
        let wide = self.fb.ins().uextend(I64, index);
        let inside = self.fb.ins().icmp(IntCC::UnsignedLessThan, wide, limit);
        self.go_on(inside, slow);
        self.add_one(tally, done);

        self.fb.switch_to_block(slow);
        let key = self.tagged(key);
        let (vm, tally) = (self.vm(), self.word(tally));
        self.leaf_call(helpers::count_get_index as *const () as usize, &[vm, object, key, tally], I64);
        self.finish(done);
    }

    pub(super) fn count_set_index(&mut self, id: NodeId, tally: u64) {
        let args = &self.graph.node(id).args;
        let (object, key, value) = (self.tagged(args[0]), args[1], args[2]);
        let (slow, done, add) = (self.cold(), self.fb.create_block(), self.fb.create_block());
        let (array, other, numeric) = (self.fb.create_block(), self.fb.create_block(), self.fb.create_block());
        let (index, kind) = self.element_of(object, key, slow);
        let is_array = self.fb.ins().icmp_imm_u(IntCC::Equal, kind, CellKind::Array as i64);
        self.fb.ins().brif(is_array, array, &[], other, &[]);

        self.fb.switch_to_block(array);
        let length = self.load(I32, object, offset_of!(JsArray, length));
        let near = self.fb.ins().icmp(IntCC::UnsignedLessThanOrEqual, index, length);
        self.go_on(near, slow);
        let numbers = self.load(I32, object, offset_of!(JsArray, numbers));
        let mixed = self.fb.ins().icmp_imm_u(IntCC::Equal, numbers, NUMBERS_NOT_ALONE as i64);
        self.fb.ins().brif(mixed, add, &[], numeric, &[]);
        self.fb.switch_to_block(numeric);
        let alone = self.fb.ins().icmp_imm_u(IntCC::Equal, numbers, NUMBERS_ALONE as i64);
        self.go_on(alone, slow);
        self.require_number(value, slow);
        self.fb.ins().jump(add, &[]);

        // There is nothing to say of writes to typed arrays.
        self.fb.switch_to_block(other);
        self.require_kind(kind, CellKind::TypedArray, slow);
        self.fb.ins().jump(add, &[]);
        self.fb.switch_to_block(add);
        self.add_one(tally, done);

        self.fb.switch_to_block(slow);
        let (key, value) = (self.tagged(key), self.tagged(value));
        let (vm, tally) = (self.vm(), self.word(tally));
        self.leaf_call(helpers::count_set_index as *const () as usize, &[vm, object, key, value, tally], I64);
        self.finish(done);
    }

    /// Goes on if the object is a cell and the key an int32: that, and the cell's kind.
    fn element_of(&mut self, object: Value, key: NodeId, otherwise: ClifBlock) -> (Value, Value) {
        let is_cell = self.is_cell(object);
        self.go_on(is_cell, otherwise);
        let kind = self.load8(object, offset_of!(CellHeader, kind));
        if self.graph.node(key).rep == Rep::Int {
            return (self.value(key), kind);
        }
        let key = self.tagged(key);
        let is_int = self.is_int(key);
        self.go_on(is_int, otherwise);
        (self.fb.ins().ireduce(I32, key), kind)
    }

    fn require_kind(&mut self, kind: Value, wanted: CellKind, otherwise: ClifBlock) {
        let is = self.fb.ins().icmp_imm_u(IntCC::Equal, kind, wanted as i64);
        self.go_on(is, otherwise);
    }

    fn require_number(&mut self, operand: NodeId, otherwise: ClifBlock) {
        match self.graph.node(operand).rep {
            Rep::Int | Rep::Double => {}
            _ => {
                let value = self.tagged(operand);
                let is_number = self.is_number(value);
                self.go_on(is_number, otherwise);
            }
        }
    }

    fn add_if_last(&mut self, tally: u64, came: Value, otherwise: ClifBlock, done: ClifBlock) {
        let address = self.word(tally);
        let last = self.load(I32, address, offset_of!(Tally, last));
        let same = self.fb.ins().icmp(IntCC::Equal, last, came);
        self.go_on(same, otherwise);
        self.add_one(tally, done);
    }

    fn add_one(&mut self, tally: u64, done: ClifBlock) {
        let tally = self.word(tally);
        let alike = self.load(I64, tally, offset_of!(Tally, alike));
        let more = self.fb.ins().iadd_imm_s(alike, 1);
        self.store(more, tally, offset_of!(Tally, alike));
        self.fb.ins().jump(done, &[]);
    }

    fn finish(&mut self, done: ClifBlock) {
        self.fb.ins().jump(done, &[]);
        self.fb.switch_to_block(done);
    }
}
