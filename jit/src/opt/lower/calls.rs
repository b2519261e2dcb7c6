//! What traces calls (`--trace-calls`).

use super::*;
use abi::calls::{CallNode, NODE_SHIFT, place_of, second_place_of};

impl Lower<'_, '_> {
    pub(super) fn current_call(&mut self) -> Value {
        let vm = self.vm();
        self.load(I32, vm, offset_of!(VmContext, call_node))
    }

    /// The number of the node that is the argument: an int32, perhaps as a value.
    fn call_number(&mut self, id: NodeId) -> Value {
        let argument = self.graph.node(id).args[0];
        let value = self.value(argument);
        match self.graph.node(argument).rep {
            Rep::Int => value,
            _ => self.fb.ins().ireduce(I32, value),
        }
    }

    /// The node knows the child, or the runtime looks for it.
    pub(super) fn child_call(&mut self, id: NodeId, function: u32) -> Value {
        let parent = self.call_number(id);
        let (second, slow, done) = (self.cold(), self.cold(), self.fb.create_block());
        let result = self.fb.append_block_param(done, I32);
        let node = self.call_node(parent);
        self.known_child(node, place_of(function), function, done, second);
        self.fb.switch_to_block(second);
        self.known_child(node, second_place_of(function), function, done, slow);
        self.fb.switch_to_block(slow);
        let vm = self.vm();
        let function = self.fb.ins().iconst(I32, i64::from(function));
        let child = self.leaf_call(helpers::child_call as *const () as usize, &[vm, parent, function], I32);
        self.fb.ins().jump(done, &[child.into()]);
        self.fb.switch_to_block(done);
        result
    }

    /// Whether the child in a place is the function's.
    fn known_child(&mut self, node: Value, place: usize, function: u32, known: ClifBlock, otherwise: ClifBlock) {
        let child = self.load(I32, node, offset_of!(CallNode, children) + size_of::<u32>() * place);
        let its_node = self.call_node(child);
        let its = self.load(I32, its_node, offset_of!(CallNode, function));
        let is_known = self.fb.ins().icmp_imm_u(IntCC::Equal, its, i64::from(function));
        self.fb.ins().brif(is_known, known, &[child.into()], otherwise, &[]);
    }

    /// Where the node of a number is.
    fn call_node(&mut self, number: Value) -> Value {
        let nodes = self.word(self.addresses.call_nodes);
        let wide = self.fb.ins().uextend(I64, number);
        let bytes = self.fb.ins().ishl_imm_u(wide, NODE_SHIFT as i64);
        self.fb.ins().iadd(nodes, bytes)
    }

    pub(super) fn count_call(&mut self, id: NodeId) {
        let number = self.call_number(id);
        let node = self.call_node(number);
        let calls = self.load(I64, node, offset_of!(CallNode, calls));
        let calls = self.fb.ins().iadd_imm_s(calls, 1);
        self.store(calls, node, offset_of!(CallNode, calls));
    }

    pub(super) fn set_call(&mut self, id: NodeId) {
        let number = self.call_number(id);
        let vm = self.vm();
        self.store(number, vm, offset_of!(VmContext, call_node));
    }

    pub(super) fn tell_of_call(&mut self, id: NodeId, function: usize) {
        let number = self.call_number(id);
        let vm = self.vm();
        self.leaf_call(function, &[vm, number], I32);
    }
}
