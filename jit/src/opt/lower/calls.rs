//! What traces calls (`--trace-calls`): a call in the same context as the last one is an increment, all else is the runtime's, and all that is timed. Probes
//! are named by address: they are never freed.

use super::*;
use abi::calls::{CallNode, CallProbe, NODE_SHIFT};

impl Lower<'_, '_> {
    pub(super) fn current_call(&mut self) -> Value {
        let vm = self.vm();
        self.load(I32, vm, offset_of!(VmContext, call_node))
    }

    pub(super) fn enter_call(&mut self, id: NodeId, probe: u64, timed: bool) -> Value {
        if timed {
            return self.runtime_enters(probe);
        }
        let current = self.value(self.graph.node(id).args[0]);
        let (fast, slow, done) = (self.fb.create_block(), self.cold(), self.fb.create_block());
        let result = self.fb.append_block_param(done, I32);
        let address = self.word(probe);
        let expected = self.load(I32, address, offset_of!(CallProbe, expected));
        let same = self.fb.ins().icmp(IntCC::Equal, expected, current);
        self.fb.ins().brif(same, fast, &[], slow, &[]);

        self.fb.switch_to_block(fast);
        let child = self.load(I32, address, offset_of!(CallProbe, child));
        let vm = self.vm();
        let nodes = self.load(I64, vm, offset_of!(VmContext, call_nodes));
        let wide = self.fb.ins().uextend(I64, child);
        let bytes = self.fb.ins().ishl_imm_u(wide, NODE_SHIFT as i64);
        let node = self.fb.ins().iadd(nodes, bytes);
        let calls = self.load(I64, node, offset_of!(CallNode, calls));
        let calls = self.fb.ins().iadd_imm_s(calls, 1);
        self.store(calls, node, offset_of!(CallNode, calls));
        self.store(child, vm, offset_of!(VmContext, call_node));
        self.fb.ins().jump(done, &[child.into()]);

        self.fb.switch_to_block(slow);
        let child = self.runtime_enters(probe);
        self.fb.ins().jump(done, &[child.into()]);
        self.fb.switch_to_block(done);
        result
    }

    fn runtime_enters(&mut self, probe: u64) -> Value {
        let (vm, probe) = (self.vm(), self.word(probe));
        let child = self.leaf_call(vm::interp::enter_call as *const () as usize, &[vm, probe], I64);
        self.fb.ins().ireduce(I32, child)
    }

    pub(super) fn leave_call(&mut self, id: NodeId, timed: bool) {
        let node = self.graph.node(id).args[0];
        let number = match self.graph.node(node).rep {
            Rep::Int => self.value(node),
            _ => {
                let value = self.tagged(node);
                self.fb.ins().ireduce(I32, value)
            }
        };
        let vm = self.vm();
        if timed {
            self.leaf_call(vm::interp::leave_call as *const () as usize, &[vm, number], I32);
        } else {
            self.store(number, vm, offset_of!(VmContext, call_node));
        }
    }
}
