//! Stencils for what counts (`--count`): an execution like the last one is an increment, all else is the runtime's.

use crate::Set;
use crate::element::{address, fast_elements, index_of};
use crate::emit::{Emit, Source};
use abi::cell::{CellHeader, CellKind};
use abi::context::CONSTANT_HOLE;
use abi::object::{ELEMENTS_VALUES_OFFSET, ElementKind, JsArray, NUMBERS_NOT_ALONE};
use abi::opcode::Places;
use abi::opcode::view::{CountField, CountGetIndex, CountOperand, CountOperands, CountSetIndex};
use abi::runtime;
use abi::tally::{Tally, Type, types};
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::types::{I32, I64};
use cranelift_codegen::ir::{Block, InstBuilder, Value};
use std::mem::offset_of;

pub fn stencils(set: &mut Set) {
    set.add("COUNT_FIELD", |e| {
        let (slow, primitive) = (e.cold(), e.cold());
        let object = e.reg(CountField(Places).object());
        let is_cell = e.is_cell(object);
        e.require_else(is_cell, primitive);
        let shape = e.load(I32, object, offset_of!(CellHeader, shape));
        add_if_last(e, CountField(Places).tally(), shape, slow);
        e.at(primitive);
        e.next();
        e.at(slow);
        e.publish();
        let object = e.reg(CountField(Places).object());
        call(e, runtime::COUNT_FIELD, &[object], CountField(Places).tally());
    });
    set.add("COUNT_GET_INDEX", |e| {
        let slow = e.cold();
        e.divert(slow);
        let (object, key) = (e.reg(CountGetIndex(Places).object()), e.reg(CountGetIndex(Places).key()));
        let (elements, index, kind) = fast_elements(e, object, key);
        is_array(e, object);
        let place = address(e, elements, index);
        let raw = e.load(I64, place, ELEMENTS_VALUES_OFFSET);
        // Elements that are no doubles are values; a hole among them is the empty one.
        let hole = e.constant(I64, CONSTANT_HOLE);
        let kind = e.fb.ins().band_imm_u(kind, 6);
        let doubles = e.fb.ins().icmp_imm_u(IntCC::Equal, kind, ElementKind::PackedDouble as i64);
        let empty = e.word(0);
        let hole = e.fb.ins().select(doubles, hole, empty);
        let there = e.fb.ins().icmp(IntCC::NotEqual, raw, hole);
        e.require(there);
        add(e, CountGetIndex(Places).tally());
        e.at(slow);
        e.publish();
        let (object, key) = (e.reg(CountGetIndex(Places).object()), e.reg(CountGetIndex(Places).key()));
        call(e, runtime::COUNT_GET_INDEX, &[object, key], CountGetIndex(Places).tally());
    });
    set.add("COUNT_SET_INDEX", |e| {
        let (slow, mixed) = (e.cold(), e.block());
        e.divert(slow);
        let (object, key) = (e.reg(CountSetIndex(Places).object()), e.reg(CountSetIndex(Places).key()));
        let index = index_of(e, key);
        let is_cell = e.is_cell(object);
        e.require(is_cell);
        is_array(e, object);
        let length = e.load32_wide(object, offset_of!(JsArray, length));
        let near = e.fb.ins().icmp(IntCC::UnsignedLessThanOrEqual, index, length);
        e.require(near);
        let numbers = e.load(I32, object, offset_of!(JsArray, numbers));
        let alone = e.fb.ins().icmp_imm_u(IntCC::NotEqual, numbers, NUMBERS_NOT_ALONE as i64);
        e.require_else(alone, mixed);
        let are_numbers = e.equal_u32(numbers, abi::object::NUMBERS_ALONE);
        e.require(are_numbers);
        let value = e.reg(CountSetIndex(Places).value());
        let is_number = e.is_number(value);
        e.require(is_number);
        e.jump(mixed, &[]);
        e.at(mixed);
        add(e, CountSetIndex(Places).tally());
        e.at(slow);
        e.publish();
        let (object, key) = (e.reg(CountSetIndex(Places).object()), e.reg(CountSetIndex(Places).key()));
        let value = e.reg(CountSetIndex(Places).value());
        call(e, runtime::COUNT_SET_INDEX, &[object, key, value], CountSetIndex(Places).tally());
    });
    set.add("COUNT_OPERANDS", |e| {
        let slow = e.cold();
        let (left, right) = (e.reg(CountOperands(Places).left()), e.reg(CountOperands(Places).right()));
        for operand in [left, right] {
            let is_number = e.is_number(operand);
            e.require_else(is_number, slow);
        }
        let numbers = e.fb.ins().iconst(I32, types(Type::Number, Type::Number) as i64);
        add_if_last(e, CountOperands(Places).tally(), numbers, slow);
        e.at(slow);
        e.publish();
        let (left, right) = (e.reg(CountOperands(Places).left()), e.reg(CountOperands(Places).right()));
        call(e, runtime::COUNT_OPERANDS, &[left, right], CountOperands(Places).tally());
    });
    set.add("COUNT_OPERAND", |e| {
        let slow = e.cold();
        let src = e.reg(CountOperand(Places).src());
        let is_number = e.is_number(src);
        e.require_else(is_number, slow);
        let numbers = e.hole(Source::Signed(CountOperand(Places).number()));
        add_if_last(e, CountOperand(Places).tally(), numbers, slow);
        e.at(slow);
        e.publish();
        let src = e.reg(CountOperand(Places).src());
        let numbers = e.hole(Source::Signed(CountOperand(Places).number()));
        call(e, runtime::COUNT_OPERAND, &[src, numbers], CountOperand(Places).tally());
    });
}

fn is_array(e: &mut Emit, object: Value) {
    let kind = e.load8(object, offset_of!(CellHeader, kind));
    let array = e.equal_u32(kind, CellKind::Array as u32);
    e.require(array);
}

/// One more that was like the last one.
fn add(e: &mut Emit, tally: u8) {
    let tally = e.hole(Source::Tally(tally));
    let alike = e.load(I64, tally, offset_of!(Tally, alike));
    let more = e.fb.ins().iadd_imm_s(alike, 1);
    e.store(more, tally, offset_of!(Tally, alike));
    e.next();
}

fn add_if_last(e: &mut Emit, tally: u8, came: Value, otherwise: Block) {
    let its = e.hole(Source::Tally(tally));
    let last = e.load(I32, its, offset_of!(Tally, last));
    let same = e.fb.ins().icmp(IntCC::Equal, last, came);
    e.require_else(same, otherwise);
    add(e, tally);
}

/// The runtime counts, and the next instruction comes.
fn call(e: &mut Emit, function: usize, operands: &[Value], tally: u8) {
    let mut arguments = vec![e.vm];
    arguments.extend(operands);
    arguments.push(e.hole(Source::Tally(tally)));
    e.call_runtime(function, &arguments, I64);
    e.after_call();
    e.next();
}
