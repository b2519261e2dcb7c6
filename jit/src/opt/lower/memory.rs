//! Words of cells and of the frame, shapes, and the write barrier.

use super::*;

impl Lower<'_, '_> {
    pub(super) fn frame_word(&mut self, word: u16) -> Value {
        let frame = self.frame();
        self.load(I64, frame, 8 * word as usize)
    }

    pub(super) fn load_word(&mut self, id: NodeId, offset: u32) -> Value {
        let args = &self.graph.node(id).args;
        let base = self.address(args[0]);
        self.load(I64, base, offset as usize)
    }

    pub(super) fn grow_slots(&mut self, id: NodeId, capacity: u32) -> Value {
        let args = &self.graph.node(id).args;
        let object = self.value(args[0]);
        let (slow, done) = (self.cold(), self.fb.create_block());
        self.fb.append_block_param(done, I64);
        let slots = self.load(I64, object, offset_of!(JsObject, slots));
        let its = self.load(I32, slots, offset_of!(Slots, capacity));
        let has_room = self.fb.ins().icmp_imm_u(IntCC::UnsignedGreaterThanOrEqual, its, capacity as i64);
        self.fb.ins().brif(has_room, done, &[BlockArg::Value(slots)], slow, &[]);
        self.fb.switch_to_block(slow);
        let origin = self.graph.origins[self.graph.node(id).origin as usize];
        self.publish(origin.inline, Some(origin.pc));
        let vm = self.vm();
        let capacity = self.fb.ins().iconst(I32, capacity as i64);
        let grown = self.cold_call(helpers::grow_slots as *const () as usize, &[vm, object, capacity], I64);
        self.require(grown, id);
        self.jump_with(done, grown);
        self.fb.switch_to_block(done);
        self.fb.block_params(done)[0]
    }

    pub(super) fn load_int(&mut self, id: NodeId, offset: u32) -> Value {
        let args = &self.graph.node(id).args;
        let base = self.address(args[0]);
        self.load(I32, base, offset as usize)
    }

    pub(super) fn store_word(&mut self, id: NodeId, offset: u32) {
        let args = &self.graph.node(id).args;
        let base = self.address(args[0]);
        let value = self.value(args[1]);
        self.store(value, base, offset as usize);
    }

    pub(super) fn store_shape(&mut self, id: NodeId, shape: u32) {
        let args = &self.graph.node(id).args;
        let base = self.address(args[0]);
        let shape = self.fb.ins().iconst(I32, shape as i64);
        self.store(shape, base, offset_of!(CellHeader, shape));
    }

    pub(super) fn barrier(&mut self, id: NodeId) {
        let args = &self.graph.node(id).args;
        let owner = self.address(args[0]);
        self.barrier_on(owner);
    }

    /// The barrier on a cell that something was stored into.
    pub(super) fn barrier_on(&mut self, owner: Value) {
        let state = self.load8(owner, offset_of!(CellHeader, gc));
        let old = self.fb.ins().icmp_imm_u(IntCC::Equal, state, CellState::OLD as i64);
        let (slow, done) = (self.cold(), self.fb.create_block());
        self.fb.ins().brif(old, slow, &[], done, &[]);
        self.fb.switch_to_block(slow);
        let vm = self.vm();
        self.cold_leaf_call(helpers::remember as *const () as usize, &[vm, owner], I64);
        self.fb.ins().jump(done, &[]);
        self.fb.switch_to_block(done);
    }

    /// A cell's address; whatever else a node that is never reached may have there.
    fn address(&mut self, id: NodeId) -> Value {
        self.tagged(id)
    }
}
