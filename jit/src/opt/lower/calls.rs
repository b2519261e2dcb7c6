//! What traces calls (`--trace-calls`).

use super::*;
use abi::calls::{CallNode, NODE_SHIFT, place_of};

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
        let (slow, done) = (self.cold(), self.fb.create_block());
        let result = self.fb.append_block_param(done, I32);
        let node = self.call_node(parent);
        let entry = self.load(I64, node, offset_of!(CallNode, children) + 8 * place_of(function));
        let its = self.fb.ins().ireduce(I32, entry);
        let known = self.fb.ins().icmp_imm_u(IntCC::Equal, its, i64::from(function));
        let child = self.fb.ins().ushr_imm_u(entry, 32);
        let child = self.fb.ins().ireduce(I32, child);
        self.fb.ins().brif(known, done, &[child.into()], slow, &[]);
        self.fb.switch_to_block(slow);
        let vm = self.vm();
        let function = self.fb.ins().iconst(I32, i64::from(function));
        let child = self.leaf_call(helpers::child_call as *const () as usize, &[vm, parent, function], I32);
        self.fb.ins().jump(done, &[child.into()]);
        self.fb.switch_to_block(done);
        result
    }

    /// Where the node of a number is.
    fn call_node(&mut self, number: Value) -> Value {
        let vm = self.vm();
        let nodes = self.load(I64, vm, offset_of!(VmContext, call_nodes));
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
