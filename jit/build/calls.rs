//! Stencils for what traces calls (`--trace-calls`): a call of a child that the node knows is an increment, all else is the runtime's, and all that is
//! timed for itself.

use crate::Set;
use crate::emit::{Emit, Source};
use abi::calls::{CallNode, PLACE_BITS};
use abi::context::VmContext;
use abi::frame::CodeHeader;
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
        let current = e.load32_wide(e.vm, offset_of!(VmContext, call_node));
        let caller = e.fb.ins().bor(current, e.tag);
        e.set(EnterCall(Places).caller(), caller);
        let untimed_from = e.load32_wide(e.vm, offset_of!(VmContext, calls_untimed_from));
        let untimed = e.fb.ins().icmp(IntCC::UnsignedGreaterThanOrEqual, current, untimed_from);
        e.require_else(untimed, slow);
        let nodes = e.load(I64, e.vm, offset_of!(VmContext, call_nodes));
        let parent = e.fb.ins().iadd(nodes, current);
        let function = function(e);
        let place = e.fb.ins().band_imm_u(function, (1 << PLACE_BITS) - 1);
        let place = e.fb.ins().ishl_imm_u(place, i64::from(size_of::<u32>().ilog2()));
        let place = e.fb.ins().iadd(parent, place);
        let child = e.load32_wide(place, offset_of!(CallNode, children));
        let node = e.fb.ins().iadd(nodes, child);
        let its = e.load(I32, node, offset_of!(CallNode, function));
        let function = e.low(function);
        let known = e.fb.ins().icmp(IntCC::Equal, its, function);
        e.require_else(known, slow);
        let calls = e.load(I64, node, offset_of!(CallNode, calls));
        let calls = e.fb.ins().iadd_imm_s(calls, 1);
        e.store(calls, node, offset_of!(CallNode, calls));
        let untimed = e.load(I64, e.vm, offset_of!(VmContext, calls_untimed));
        let untimed = e.fb.ins().iadd_imm_s(untimed, 1);
        e.store(untimed, e.vm, offset_of!(VmContext, calls_untimed));
        let number = e.low(child);
        e.store(number, e.vm, offset_of!(VmContext, call_node));
        let own = e.fb.ins().bor(child, e.tag);
        e.set(EnterCall(Places).node(), own);
        e.next();
        e.at(slow);
        e.publish();
        let code = e.hole(Source::Code);
        let child = e.call_runtime(runtime::ENTER_CALL, &[e.vm, code], I64);
        e.after_call();
        e.set(EnterCall(Places).node(), child);
        e.next();
    });
    set.add("LEAVE_CALL", |e| {
        let slow = e.cold();
        let current = e.load32_wide(e.vm, offset_of!(VmContext, call_node));
        let untimed_from = e.load32_wide(e.vm, offset_of!(VmContext, calls_untimed_from));
        let untimed = e.fb.ins().icmp(IntCC::UnsignedGreaterThan, current, untimed_from);
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

/// The running function's number.
fn function(e: &mut Emit) -> Value {
    let code = e.hole(Source::Code);
    e.load32_wide(code, offset_of!(CodeHeader, call_number))
}

/// The node that LeaveCall's register holds.
fn node(e: &mut Emit) -> Value {
    let node = e.reg(LeaveCall(Places).node());
    e.low(node)
}
