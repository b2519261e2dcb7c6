//! Properties of which inline caches tell when the code runs, and numbers that are read as their cases say.

use super::*;
use abi::ic::EntryKind;
use abi::ic::access::Numbers;

impl Lower<'_, '_> {
    /// A property through the cache that megamorphic sites share.
    pub(super) fn get_shared(&mut self, id: NodeId, key: u64, register: u16, result: u16) -> Value {
        let object = self.value(self.graph.node(id).args[0]);
        let (slow, done) = (self.cold(), self.fb.create_block());
        self.fb.append_block_param(done, I64);
        let (vm, key) = (self.vm(), self.word(key));
        let value = self.leaf_call(helpers::property_at_hand as *const () as usize, &[vm, object, key], I64);
        self.fb.ins().brif(value, done, &[BlockArg::Value(value)], slow, &[]);
        self.fb.switch_to_block(slow);
        self.operate(id, &[register]);
        let frame = self.frame();
        let value = self.load(I64, frame, 8 * result as usize);
        self.jump_with(done, value);
        self.fb.switch_to_block(done);
        self.fb.block_params(done)[0]
    }

    /// Stores to a property through that cache.
    pub(super) fn set_shared(&mut self, id: NodeId, key: u64, registers: [u16; 2]) {
        let args = &self.graph.node(id).args;
        let (object, value) = (self.value(args[0]), self.value(args[1]));
        let origin = self.graph.origins[self.graph.node(id).origin as usize];
        self.publish(origin.inline, Some(origin.pc));
        let (vm, key, general, done) = (self.vm(), self.word(key), self.cold(), self.fb.create_block());
        let arguments = [vm, object, key, value];
        let is_done = self.system_call(helpers::store_property as *const () as usize, &arguments, I32);
        self.fb.ins().brif(is_done, done, &[], general, &[]);
        self.fb.switch_to_block(general);
        self.operate(id, &registers);
        self.fb.ins().jump(done, &[]);
        self.fb.switch_to_block(done);
    }

    /// See [`Op::NumberOf`].
    pub(super) fn number_of(&mut self, id: NodeId, kind: EntryKind) -> Value {
        let cell = self.value(self.graph.node(id).args[0]);
        let field = kind.number().expect("a case of numbers");
        field.read(&mut Reader { lower: self, id }, cell).expect("it is left by exits")
    }
}

/// Reads int32s for a node, which leaves where a number is none.
struct Reader<'r, 'a, 'b> {
    lower: &'r mut Lower<'a, 'b>,
    id: NodeId,
}

impl Numbers for Reader<'_, '_, '_> {
    type Cell = Value;
    type Number = Value;

    fn pointer(&mut self, cell: Value, offset: usize) -> Value {
        self.lower.load(I64, cell, offset)
    }

    fn check_not_null(&mut self, pointer: Value) -> Option<()> {
        let is_null = self.lower.is_zero(pointer);
        self.lower.refuse(is_null, self.id);
        Some(())
    }

    fn fixed32(&mut self, cell: Value, offset: usize) -> Value {
        self.lower.load(I32, cell, offset)
    }

    fn uint32(&mut self, cell: Value, offset: usize) -> Option<Value> {
        let number = self.lower.load(I32, cell, offset);
        let fits = self.lower.fb.ins().icmp_imm_s(IntCC::SignedGreaterThanOrEqual, number, 0);
        self.lower.require(fits, self.id);
        Some(number)
    }

    fn size(&mut self, cell: Value, offset: usize) -> Option<Value> {
        let size = self.lower.load(I64, cell, offset);
        let less = self.lower.fb.ins().iadd_imm_s(size, -1);
        let fits = self.lower.fb.ins().icmp_imm_u(IntCC::UnsignedLessThan, less, i32::MAX as i64);
        self.lower.require(fits, self.id);
        Some(self.lower.fb.ins().ireduce(I32, size))
    }
}
