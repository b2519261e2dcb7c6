//! What traces calls (`--trace-calls`). Each is an effect, and the last thing that its instruction does: so where code is left afterwards, the lower
//! tiers do not enter or leave again.

use super::*;

impl<'a> Builder<'a> {
    /// An instruction that traces calls; false if it is none.
    pub(super) fn trace_step(&mut self, a: &mut Activation<'a>, op: abi::opcode::Op) -> bool {
        use abi::opcode::Op;
        let (operands, timed) = (a.operands(), self.vm.calls.is_timed());
        match op {
            Op::EnterCall => {
                let i = view::EnterCall(operands);
                let current = self.add(super::Op::CurrentCall, smallvec![]);
                // An inlined call has a context of its own.
                let probe = match a.depth {
                    0 => self.vm.calls.probe(i.probe()),
                    _ => self.vm.calls.add_inlined(a.code.machine().code_id),
                };
                let node = self.add(super::Op::EnterCall { probe: probe as u64, timed }, smallvec![current]);
                a.set(i.caller(), current);
                a.set(i.node(), node);
            }
            Op::LeaveCall => {
                let node = a.get(view::LeaveCall(operands).node());
                self.add(super::Op::LeaveCall { timed }, smallvec![node]);
            }
            _ => return false,
        }
        true
    }
}
