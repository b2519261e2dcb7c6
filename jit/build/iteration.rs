//! Stencils for iteration and for calls with spread arguments.

use crate::Set;
use crate::call::{finish, finish_call, require_function, require_returned};
use crate::control::{leave, ways};
use crate::emit::{Emit, Source};
use abi::cell::CellHeader;
use abi::context::CONSTANT_HOLE;
use abi::frame::{CALLEE, CODE_MACHINE_OFFSET, CodeHeader};
use abi::object::{ELEMENTS_VALUES_OFFSET, ElementKind, Elements, JsFunction, JsObject};
use abi::opcode::Places;
use abi::opcode::view::{ArraySpread, CallSpread, IteratorClose, IteratorStep, SpreadList, StartIteration};
use abi::runtime;
use abi::value::Value as JsValue;
use cranelift_codegen::ir::InstBuilder;
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::types::I64;
use std::mem::offset_of;

pub fn stencils(set: &mut Set) {
    set.add("START_ITERATION", |e| {
        e.publish();
        let (vm, frame, record, iterable) =
            (e.vm, e.frame, e.area(StartIteration(Places).iterator()), e.reg(StartIteration(Places).iterable()));
        let done = e.call_runtime(runtime::START_ITERATION, &[vm, frame, record, iterable], I64);
        e.after_call();
        finish(e, done);
    });
    // Elements of arrays without iterators here, all else by the runtime.
    set.add("ITERATOR_STEP", |e| {
        let call = e.cold();
        e.divert(call);
        step(e);
        e.next();
        e.at(call);
        let (taken, fall) = ways(e, false);
        e.publish();
        let (vm, frame, record) = (e.vm, e.frame, e.area(IteratorStep(Places).iterator()));
        let value = e.call_runtime(runtime::ITERATOR_STEP, &[vm, frame, record], I64);
        e.after_call();
        require_returned(e, value);
        e.set(IteratorStep(Places).value(), value);
        let iterator = e.area_word(IteratorStep(Places).iterator(), 0);
        let finished = e.fb.ins().icmp_imm_u(IntCC::Equal, iterator, JsValue::UNDEFINED.bits() as i64);
        e.branch(finished, taken, fall);
        leave(e, taken, fall, false);
    });
    set.add("ITERATOR_CLOSE", |e| {
        e.publish();
        let (vm, record) = (e.vm, e.area(IteratorClose(Places).iterator()));
        let mode = e.hole(Source::Argc(IteratorClose(Places).mode()));
        let done = e.call_runtime(runtime::ITERATOR_CLOSE, &[vm, record, mode], I64);
        e.after_call();
        finish(e, done);
    });
    set.add("SPREAD_LIST", |e| {
        e.publish();
        let (vm, iterable) = (e.vm, e.reg(SpreadList(Places).iterable()));
        let value = e.call_runtime(runtime::SPREAD_LIST, &[vm, iterable], I64);
        e.after_call();
        finish_call(e, value);
    });
    set.add("ARRAY_SPREAD", |e| {
        e.publish();
        let (vm, array, iterable) = (e.vm, e.reg(ArraySpread(Places).array()), e.reg(ArraySpread(Places).iterable()));
        let done = e.call_runtime(runtime::ARRAY_SPREAD, &[vm, array, iterable], I64);
        e.after_call();
        finish(e, done);
    });
    // Of a function written in JavaScript. The runtime lays the arguments out, after which there is no way back.
    set.add("CALL_SPREAD", |e| {
        require_function(e);
        e.publish();
        let (vm, frame, new) = (e.vm, e.frame, e.area(CallSpread(Places).base()));
        let argc = e.hole(Source::Argc(CallSpread(Places).argc()));
        let done = e.call_runtime(runtime::SPREAD_ARGUMENTS, &[vm, frame, new, argc], I64);
        e.after_call();
        finish(e, done);
    });
    // Nothing may live across two calls.
    set.add("CALL_SPREAD_ENTER", |e| {
        let callee = e.area_word(CallSpread(Places).base(), CALLEE);
        let code = e.load(I64, callee, offset_of!(JsFunction, code));
        let entry = e.load(I64, code, CODE_MACHINE_OFFSET + offset_of!(CodeHeader, entry));
        e.publish_position();
        let new = e.area(CallSpread(Places).base());
        let value = e.call_compiled(entry, new);
        finish_call(e, value);
    });
}

/// The next element of the record's array.
fn step(e: &mut Emit) {
    let iterator = e.area_word(IteratorStep(Places).iterator(), 0);
    let is_int = e.is_int(iterator);
    e.require(is_int);
    let array = e.area_word(IteratorStep(Places).iterator(), 1);
    let kind = e.load8(array, offset_of!(CellHeader, detail));
    let fast = e.fb.ins().icmp_imm_u(IntCC::UnsignedLessThan, kind, ElementKind::Dictionary as i64);
    e.require(fast);
    let elements = e.load(I64, array, offset_of!(JsObject, elements));
    let length = e.load32_wide(elements, offset_of!(Elements, length));
    let index = e.low(iterator);
    let index = e.fb.ins().uextend(I64, index);
    let inside = e.fb.ins().icmp(IntCC::UnsignedLessThan, index, length);
    e.require(inside);
    let place = crate::element::address(e, elements, index);
    let raw = e.load(I64, place, ELEMENTS_VALUES_OFFSET);
    // Elements that are no doubles are values; a hole among them is the empty one.
    let hole = e.constant(I64, CONSTANT_HOLE);
    let shape = e.fb.ins().band_imm_u(kind, 6);
    let doubles = e.fb.ins().icmp_imm_u(IntCC::Equal, shape, ElementKind::PackedDouble as i64);
    let empty = e.word(0);
    let hole = e.fb.ins().select(doubles, hole, empty);
    let there = e.fb.ins().icmp(IntCC::NotEqual, raw, hole);
    e.require(there);
    let base = e.fb.ins().select(doubles, e.tag, empty);
    let value = e.fb.ins().isub(raw, base);
    e.set(IteratorStep(Places).value(), value);
    let iterator = e.area_word(IteratorStep(Places).iterator(), 0);
    let after = e.fb.ins().iadd_imm_s(iterator, 1);
    e.set_area_word(IteratorStep(Places).iterator(), 0, after);
}
