//! Stencils for what traces calls (`--trace-calls`): a call in the same context as the last one is an increment, all else is the runtime's, and all that is
//! timed.

use crate::Set;
use crate::emit::{Emit, Source};
use abi::calls::{CallNode, CallProbe, NODE_SHIFT};
use abi::context::VmContext;
use abi::opcode::Places;
use abi::opcode::view::{EnterCall, LeaveCall};
use abi::runtime;
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::types::{I32, I64};
use cranelift_codegen::ir::{InstBuilder, Value};
use std::mem::offset_of;

pub fn stencils(set: &mut Set) {
    set.add("ENTER_CALL", |e| {
        let slow = e.cold();
        let probe = e.hole(Source::Probe(EnterCall(Places).probe()));
        let current = current(e);
        let expected = e.load(I32, probe, offset_of!(CallProbe, expected));
        let same = e.fb.ins().icmp(IntCC::Equal, expected, current);
        e.require_else(same, slow);
        let child = e.load32_wide(probe, offset_of!(CallProbe, child));
        let nodes = e.load(I64, e.vm, offset_of!(VmContext, call_nodes));
        let bytes = e.fb.ins().ishl_imm_u(child, NODE_SHIFT as i64);
        let node = e.fb.ins().iadd(nodes, bytes);
        let calls = e.load(I64, node, offset_of!(CallNode, calls));
        let calls = e.fb.ins().iadd_imm_s(calls, 1);
        e.store(calls, node, offset_of!(CallNode, calls));
        let child = e.low(child);
        e.store(child, e.vm, offset_of!(VmContext, call_node));
        set_registers(e, current, child);
        e.next();
        e.at(slow);
        e.publish();
        let caller = self::current(e);
        let caller = e.box_int(caller);
        e.set(EnterCall(Places).caller(), caller);
        let probe = e.hole(Source::Probe(EnterCall(Places).probe()));
        let child = e.call_runtime(runtime::ENTER_CALL, &[e.vm, probe], I64);
        e.after_call();
        e.set(EnterCall(Places).node(), child);
        e.next();
    });
    set.add("LEAVE_CALL", |e| {
        let slow = e.cold();
        let timed = e.load8(e.vm, offset_of!(VmContext, calls_are_timed));
        let untimed = e.equal_u32(timed, 0);
        e.require_else(untimed, slow);
        let node = node(e);
        e.store(node, e.vm, offset_of!(VmContext, call_node));
        e.next();
        e.at(slow);
        e.publish();
        let node = self::node(e);
        e.call_runtime(runtime::LEAVE_CALL, &[e.vm, node], I32);
        e.after_call();
        e.next();
    });
}

fn current(e: &mut Emit) -> Value {
    e.load(I32, e.vm, offset_of!(VmContext, call_node))
}

/// The node that LeaveCall's register holds.
fn node(e: &mut Emit) -> Value {
    let node = e.reg(LeaveCall(Places).node());
    e.low(node)
}

fn set_registers(e: &mut Emit, caller: Value, node: Value) {
    let (caller, node) = (e.box_int(caller), e.box_int(node));
    e.set(EnterCall(Places).caller(), caller);
    e.set(EnterCall(Places).node(), node);
}
