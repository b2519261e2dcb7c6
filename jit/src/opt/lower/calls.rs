//! What traces calls (`--trace-calls`).

use super::*;
use abi::calls::{CallNode, place_of, second_place_of};

impl Lower<'_, '_> {
    pub(super) fn current_call(&mut self) -> Value {
        let vm = self.vm();
        self.load(I32, vm, offset_of!(VmContext, call_node))
    }

    /// The node that is the argument: an int32, perhaps as a value.
    fn call_node(&mut self, id: NodeId) -> Value {
        let argument = self.graph.node(id).args[0];
        let value = self.value(argument);
        match self.graph.node(argument).rep {
            Rep::Int => value,
            _ => self.fb.ins().ireduce(I32, value),
        }
    }

    /// The same with 64 bits.
    fn call_offset(&mut self, id: NodeId) -> Value {
        if let Some(offset) = self.call_offsets.get(&self.graph.node(id).args[0]) {
            return *offset;
        }
        let node = self.call_node(id);
        self.fb.ins().uextend(I64, node)
    }

    /// A field of a node, as what a load or store wants: nodes below 2 GB need no sum.
    fn call_field(&mut self, node: Value, field: usize) -> (Value, i32) {
        let nodes = self.addresses.call_nodes;
        match i32::try_from(nodes + field as u64) {
            Ok(displacement) => (node, displacement),
            Err(_) => {
                let nodes = self.word(nodes);
                (self.fb.ins().iadd(nodes, node), field as i32)
            }
        }
    }

    /// The node knows the child, or the runtime looks for it.
    pub(super) fn child_call(&mut self, id: NodeId, function: u32) -> Value {
        let parent = self.call_offset(id);
        let (second, slow, done) = (self.cold(), self.cold(), self.fb.create_block());
        let child = self.fb.append_block_param(done, I64);
        self.known_child(parent, place_of(function), function, done, second);
        self.fb.switch_to_block(second);
        self.known_child(parent, second_place_of(function), function, done, slow);
        self.fb.switch_to_block(slow);
        let vm = self.vm();
        let parent = self.call_node(id);
        let function = self.fb.ins().iconst(I32, i64::from(function));
        let found = self.leaf_call(helpers::child_call as *const () as usize, &[vm, parent, function], I32);
        let found = self.fb.ins().uextend(I64, found);
        self.fb.ins().jump(done, &[found.into()]);
        self.fb.switch_to_block(done);
        self.call_offsets.insert(id, child);
        self.fb.ins().ireduce(I32, child)
    }

    /// Whether the child in a place is the function's.
    fn known_child(&mut self, node: Value, place: usize, function: u32, known: ClifBlock, otherwise: ClifBlock) {
        let (base, displacement) = self.call_field(node, offset_of!(CallNode, children) + size_of::<u32>() * place);
        let child = self.fb.ins().uload32(TRUSTED, base, displacement);
        let (base, displacement) = self.call_field(child, offset_of!(CallNode, function));
        let its = self.fb.ins().load(I32, TRUSTED, base, displacement);
        let is_known = self.fb.ins().icmp_imm_u(IntCC::Equal, its, i64::from(function));
        self.fb.ins().brif(is_known, known, &[child.into()], otherwise, &[]);
    }

    pub(super) fn count_call(&mut self, id: NodeId) {
        let node = self.call_offset(id);
        let (base, displacement) = self.call_field(node, offset_of!(CallNode, calls));
        let calls = self.fb.ins().load(I64, TRUSTED, base, displacement);
        let calls = self.fb.ins().iadd_imm_s(calls, 1);
        self.fb.ins().store(TRUSTED, calls, base, displacement);
    }

    pub(super) fn set_call(&mut self, id: NodeId) {
        let node = self.call_node(id);
        let vm = self.vm();
        self.store(node, vm, offset_of!(VmContext, call_node));
    }

    pub(super) fn spill_call(&mut self, id: NodeId, word: u16) -> Value {
        let node = self.tagged(self.graph.node(id).args[0]);
        let frame = self.frame();
        self.store(node, frame, 8 * word as usize);
        node
    }

    pub(super) fn tell_of_call(&mut self, id: NodeId, function: usize) {
        let node = self.call_node(id);
        let vm = self.vm();
        self.leaf_call(function, &[vm, node], I32);
    }
}
