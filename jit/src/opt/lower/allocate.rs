//! Objects, allocated inline while their allocators have room.

use super::*;
use abi::allocator::{ALLOCATOR_CURSOR, ALLOCATOR_END};
use abi::cell::FLAG_LAZY;

impl Lower<'_, '_> {
    /// A cell of so many bytes from an allocator, both in registers; where it has no room, `slow`. All but the header is zero.
    pub(super) fn allocate(&mut self, allocator: Value, bytes: Value, slow: ClifBlock) -> Value {
        let vm = self.vm();
        let allocator = self.fb.ins().iadd(vm, allocator);
        let cell = self.load(I64, allocator, ALLOCATOR_CURSOR);
        let after = self.fb.ins().iadd(cell, bytes);
        let end = self.load(I64, allocator, ALLOCATOR_END);
        let fits = self.fb.ins().icmp(IntCC::UnsignedLessThanOrEqual, after, end);
        self.go_on(fits, slow);
        self.store(after, allocator, ALLOCATOR_CURSOR);
        cell
    }

    /// What objects begin with.
    pub(super) fn object_header(&mut self, object: Value, kind: CellKind, shape: Value) {
        self.store(shape, object, offset_of!(CellHeader, shape));
        let kind = self.fb.ins().iconst(I32, kind as i64);
        self.store(kind, object, offset_of!(CellHeader, kind));
        let vm = self.vm();
        let slots = self.load(I64, vm, offset_of!(VmContext, empty_slots));
        self.store(slots, object, offset_of!(JsObject, slots));
        let elements = self.load(I64, vm, offset_of!(VmContext, empty_elements));
        self.store(elements, object, offset_of!(JsObject, elements));
    }

    pub(super) fn new_object(&mut self, id: NodeId, kind: CellKind, shape: u32, allocator: u32, bytes: u32) -> Value {
        let (slow, done) = (self.cold(), self.fb.create_block());
        self.fb.append_block_param(done, I64);
        let shape = self.fb.ins().iconst(I32, shape as i64);
        if bytes == 0 {
            self.fb.ins().jump(slow, &[]);
        } else {
            let (allocator, bytes) = (self.word(allocator as u64), self.word(bytes as u64));
            let object = self.allocate(allocator, bytes, slow);
            self.object_header(object, kind, shape);
            self.jump_with(done, object);
        }
        self.fb.switch_to_block(slow);
        let origin = self.graph.origins[self.graph.node(id).origin as usize];
        self.publish(origin.inline, Some(origin.pc));
        let vm = self.vm();
        let object = match kind {
            CellKind::Array => self.system_call(helpers::new_array as *const () as usize, &[vm], I64),
            _ => self.system_call(helpers::new_object as *const () as usize, &[vm, shape], I64),
        };
        let thrown = self.is_zero(object);
        self.throw_if(thrown, id);
        self.jump_with(done, object);
        self.fb.switch_to_block(done);
        self.fb.block_params(done)[0]
    }

    /// The arguments object of a call, whose frame is laid out for that.
    pub(super) fn new_arguments(&mut self, id: NodeId, mapped: bool, area: u16) -> Value {
        let args = &self.graph.node(id).args;
        let frame = self.frame();
        let at = 8 * area as usize;
        for (i, arg) in args.iter().enumerate() {
            let value = self.value(*arg);
            let word = if i == 0 { CALLEE } else { FIRST_ARGUMENT + i - 1 };
            self.store(value, frame, at + 8 * word);
        }
        let undefined = self.word(JsValue::UNDEFINED.0);
        self.store(undefined, frame, at + 8 * THIS);
        let origin = self.graph.origins[self.graph.node(id).origin as usize];
        let helper =
            if mapped { helpers::new_mapped_arguments as *const () } else { helpers::new_arguments as *const () };
        let object = self.runtime_call(helper as usize, origin, area, args.len() - 1);
        let thrown = self.is_zero(object);
        self.throw_if(thrown, id);
        object
    }

    /// The instance of a function written in JavaScript, inline where the size of its instances is settled and its `prototype` is still the one
    /// that they were made with.
    pub(super) fn new_this(&mut self, id: NodeId) -> Value {
        let callee = self.value(self.graph.node(id).args[0]);
        let (slow, done) = (self.cold(), self.fb.create_block());
        self.fb.append_block_param(done, I64);
        let rare = self.load(I64, callee, offset_of!(JsFunction, rare));
        let there = self.fb.ins().icmp_imm_u(IntCC::NotEqual, rare, 0);
        self.go_on(there, slow);
        let (lazy, materialized, found) = (self.fb.create_block(), self.fb.create_block(), self.fb.create_block());
        self.fb.append_block_param(found, I64);
        let flags = self.load8(callee, offset_of!(CellHeader, flags));
        let is_lazy = self.fb.ins().band_imm_u(flags, FLAG_LAZY as i64);
        self.fb.ins().brif(is_lazy, lazy, &[], materialized, &[]);
        self.fb.switch_to_block(lazy);
        let prototype = self.load(I64, rare, offset_of!(FunctionInstances, lazy_prototype));
        self.jump_with(found, prototype);
        self.fb.switch_to_block(materialized);
        let shape = self.load(I32, callee, offset_of!(CellHeader, shape));
        let checked = self.load(I32, rare, offset_of!(FunctionInstances, checked_shape));
        let same = self.fb.ins().icmp(IntCC::Equal, shape, checked);
        self.go_on(same, slow);
        let slots = self.load(I64, callee, offset_of!(JsObject, slots));
        let place = self.load(I32, rare, offset_of!(FunctionInstances, place));
        let place = self.fb.ins().uextend(I64, place);
        let place = self.fb.ins().iadd(slots, place);
        let prototype = self.load(I64, place, 0);
        self.jump_with(found, prototype);
        self.fb.switch_to_block(found);
        let prototype = self.fb.block_params(found)[0];
        let expected = self.load(I64, rare, offset_of!(FunctionInstances, prototype));
        let same = self.fb.ins().icmp(IntCC::Equal, prototype, expected);
        self.go_on(same, slow);
        let shape = self.load(I32, rare, offset_of!(FunctionInstances, shape));
        let settled = self.fb.ins().icmp_imm_u(IntCC::NotEqual, shape, 0);
        self.go_on(settled, slow);
        let allocator = self.load(I32, rare, offset_of!(FunctionInstances, allocator));
        let allocator = self.fb.ins().uextend(I64, allocator);
        let bytes = self.load(I32, rare, offset_of!(FunctionInstances, bytes));
        let bytes = self.fb.ins().uextend(I64, bytes);
        let object = self.allocate(allocator, bytes, slow);
        self.object_header(object, CellKind::Object, shape);
        self.jump_with(done, object);
        self.fb.switch_to_block(slow);
        let origin = self.graph.origins[self.graph.node(id).origin as usize];
        self.publish(origin.inline, Some(origin.pc));
        let vm = self.vm();
        let object = self.system_call(helpers::new_this as *const () as usize, &[vm, callee], I64);
        let thrown = self.is_zero(object);
        self.throw_if(thrown, id);
        self.jump_with(done, object);
        self.fb.switch_to_block(done);
        self.fb.block_params(done)[0]
    }
}
