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

    /// A call that is not timed for itself is counted here, the runtime does the others.
    pub(super) fn enter_call(&mut self, id: NodeId) {
        let node = self.call_node(id);
        let vm = self.vm();
        let (untimed, done) = self.tell_unless_untimed(
            IntCC::UnsignedGreaterThanOrEqual,
            node,
            helpers::enter_node as *const () as usize,
        );
        self.fb.switch_to_block(untimed);
        self.count_call(id);
        let calls = self.load(I64, vm, offset_of!(VmContext, calls_untimed));
        let calls = self.fb.ins().iadd_imm_s(calls, 1);
        self.store(calls, vm, offset_of!(VmContext, calls_untimed));
        self.store(node, vm, offset_of!(VmContext, call_node));
        self.fb.ins().jump(done, &[]);
        self.fb.switch_to_block(done);
    }

    /// The same of a return.
    pub(super) fn leave_call(&mut self, id: NodeId) {
        let node = self.call_node(id);
        let vm = self.vm();
        let (untimed, done) =
            self.tell_unless_untimed(IntCC::UnsignedGreaterThan, node, vm::interp::leave_call as *const () as usize);
        self.fb.switch_to_block(untimed);
        self.store(node, vm, offset_of!(VmContext, call_node));
        self.fb.ins().jump(done, &[]);
        self.fb.switch_to_block(done);
    }

    /// Tells the runtime of a node, but for where the current one compares like this with the first that is not timed. The blocks of what is not told, and of what
    /// comes next.
    fn tell_unless_untimed(&mut self, comparison: IntCC, node: Value, function: usize) -> (ClifBlock, ClifBlock) {
        let vm = self.vm();
        let current = self.load(I32, vm, offset_of!(VmContext, call_node));
        let untimed_from = self.load(I32, vm, offset_of!(VmContext, calls_untimed_from));
        let is_untimed = self.fb.ins().icmp(comparison, current, untimed_from);
        let (untimed, told, done) = (self.fb.create_block(), self.cold(), self.fb.create_block());
        self.fb.ins().brif(is_untimed, untimed, &[], told, &[]);
        self.fb.switch_to_block(told);
        self.leaf_call(function, &[vm, node], I32);
        self.fb.ins().jump(done, &[]);
        (untimed, done)
    }
}
