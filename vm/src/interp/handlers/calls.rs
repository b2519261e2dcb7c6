//! Where the program is in the calling context tree (`--trace-calls`).

use super::super::running::Running;
use crate::Value;
use crate::vm::Vm;
use abi::opcode::view::*;

#[inline]
pub fn enter_call(vm: &mut Vm, i: EnterCall<Running>) {
    let caller = vm.context.call_node.get();
    // SAFETY: the frame is live, and so is the code that it runs.
    let node = vm.enter_call(unsafe { &*(*i.0.frame()).code });
    i.caller().set(Value::int(caller as i32));
    i.node().set(Value::int(node as i32));
}

#[inline]
pub fn leave_call(vm: &mut Vm, i: LeaveCall<Running>) {
    vm.leave_call(crate::calls::node_of(i.node()));
}
