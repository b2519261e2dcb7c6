//! Stencils for indexed access: fast elements by kind, and typed arrays.

use crate::Set;
use crate::emit::{Emit, Source, TRUSTED};
use abi::cell::{CellHeader, CellKind, FLAG_LENGTH_READONLY};
use abi::context::{CONSTANT_HOLE, VmContext};
use abi::object::{
    ArrayType, ELEMENTS_VALUES_OFFSET, ElementKind, Elements, JsArray, JsArrayBuffer, JsObject, JsTypedArray,
};
use abi::opcode::view::{GetIndex, SetIndex};
use abi::opcode::{Opcode, Places};
use abi::runtime;
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::types::{F32, F64, I32, I64};
use cranelift_codegen::ir::{InstBuilder, MemFlagsData, Value};
use std::mem::offset_of;

pub fn stencils(set: &mut Set) {
    set.add("GET_INDEX", get_element);
    set.add("GET_PRESENT", get_element);
    set.add("SET_INDEX", set_element);
    // Strings, names, arguments and all else too.
    set.add("GET_INDEX_ANY", |e| {
        let call = e.cold();
        e.divert(call);
        get_element(e);
        e.at(call);
        e.publish();
        let (vm, receiver, key) = (e.vm, e.reg(GetIndex(Places).object()), e.reg(GetIndex(Places).key()));
        let site = e.hole(Source::Site(GetIndex(Places).site(), 0));
        let value = e.call_runtime(runtime::GET_INDEX, &[vm, receiver, key, site], I64);
        e.after_call();
        crate::call::finish_call(e, value);
    });
    set.add("SET_INDEX_ANY", |e| {
        let call = e.cold();
        e.divert(call);
        set_element(e);
        e.at(call);
        e.publish();
        let (vm, receiver, key, value) =
            (e.vm, e.reg(SetIndex(Places).object()), e.reg(SetIndex(Places).key()), e.reg(SetIndex(Places).value()));
        let site = e.hole(Source::Site(SetIndex(Places).site(), 0));
        let done = e.call_runtime(runtime::SET_INDEX, &[vm, receiver, key, value, site], I64);
        e.after_call();
        crate::call::finish(e, done);
    });
    set.add("SET_INDEX_ADDING", set_or_add_element);
    // To a new element of a fast kind, definition and assignment are the same.
    const _: () = assert!(Opcode::AppendElement.unit("value") == Opcode::SetIndex.unit("value"));
    set.add("APPEND_ELEMENT", set_or_add_element);
    for (name, array_type) in TYPES {
        set.add(&format!("GET_INDEX_{name}"), |e| {
            let (receiver, key) = (e.reg(GetIndex(Places).object()), e.reg(GetIndex(Places).key()));
            let (base, index) = typed(e, receiver, key, array_type);
            let p = scaled(e, base, index, array_type);
            let v = load_typed(e, p, array_type);
            e.set(GetIndex(Places).dst(), v);
            e.next();
        });
        set.add(&format!("SET_INDEX_{name}"), |e| {
            let (receiver, key) = (e.reg(SetIndex(Places).object()), e.reg(SetIndex(Places).key()));
            let (base, index) = typed(e, receiver, key, array_type);
            let p = scaled(e, base, index, array_type);
            let v = e.reg(SetIndex(Places).value());
            store_typed(e, p, array_type, v);
        });
    }
}

fn get_element(e: &mut Emit) {
    let (receiver, key) = (e.reg(GetIndex(Places).object()), e.reg(GetIndex(Places).key()));
    let (elements, index, kind) = fast_elements(e, receiver, key);
    let doubles = e.cold();
    let shape = e.fb.ins().band_imm_u(kind, 6);
    let not_double = e.fb.ins().icmp_imm_u(IntCC::NotEqual, shape, ElementKind::PackedDouble as i64);
    e.require_else(not_double, doubles);
    let p = address(e, elements, index);
    let v = e.load(I64, p, ELEMENTS_VALUES_OFFSET);
    let there = e.fb.ins().icmp_imm_u(IntCC::NotEqual, v, 0);
    e.require(there);
    e.set(GetIndex(Places).dst(), v);
    e.next();
    e.at(doubles);
    let p = address(e, elements, index);
    let raw = e.load(I64, p, ELEMENTS_VALUES_OFFSET);
    let hole = e.constant(I64, CONSTANT_HOLE);
    let there = e.fb.ins().icmp(IntCC::NotEqual, raw, hole);
    e.require(there);
    let boxed = e.fb.ins().isub(raw, e.tag);
    e.set(GetIndex(Places).dst(), boxed);
    e.next();
}

fn set_element(e: &mut Emit) {
    let (receiver, key) = (e.reg(SetIndex(Places).object()), e.reg(SetIndex(Places).key()));
    let (elements, index, kind) = fast_elements(e, receiver, key);
    store_element(e, elements, index, kind, true);
}

/// The same, but also into a hole, or behind the last element of an array that has room: while nothing is inherited at indices, nobody can object.
fn set_or_add_element(e: &mut Emit) {
    // By whomever: to tell arrays from others here takes one register too many.
    let inherited = e.load8(e.vm, offset_of!(VmContext, inherited_elements));
    let none = e.equal_u32(inherited, 0);
    e.require(none);
    let (receiver, key) = (e.reg(SetIndex(Places).object()), e.reg(SetIndex(Places).key()));
    let index = index_of(e, key);
    let (elements, kind) = fast_kind(e, receiver);
    let length = e.load32_wide(elements, offset_of!(Elements, length));
    let behind = e.cold();
    let inside = e.fb.ins().icmp(IntCC::UnsignedLessThan, index, length);
    e.require_else(inside, behind);
    store_element(e, elements, index, kind, false);

    // All is loaded again, since registers are few.
    e.at(behind);
    e.forget_registers();
    let receiver = e.reg(SetIndex(Places).object());
    let cell_kind = e.load8(receiver, offset_of!(CellHeader, kind));
    let is_array = e.equal_u32(cell_kind, CellKind::Array as u32);
    e.require(is_array);
    let flags = e.load8(receiver, offset_of!(CellHeader, flags));
    let fixed = e.fb.ins().band_imm_u(flags, FLAG_LENGTH_READONLY as i64);
    let grows = e.equal_u32(fixed, 0);
    e.require(grows);
    let kind = e.load8(receiver, offset_of!(CellHeader, detail));
    let elements = e.load(I64, receiver, offset_of!(JsObject, elements));
    let key = e.reg(SetIndex(Places).key());
    let index = e.low(key);
    let length = e.load(I32, elements, offset_of!(Elements, length));
    let next = e.fb.ins().icmp(IntCC::Equal, index, length);
    e.require(next);
    let capacity = e.load(I32, elements, offset_of!(Elements, capacity));
    let fits = e.fb.ins().icmp(IntCC::UnsignedLessThan, index, capacity);
    e.require(fits);
    let index = e.fb.ins().uextend(I64, index);
    let v = e.reg(SetIndex(Places).value());
    let (ints, doubles, put) = (e.cold(), e.cold(), e.cold());
    let tagged = e.fb.ins().icmp_imm_u(IntCC::UnsignedGreaterThanOrEqual, kind, ElementKind::PackedTagged as i64);
    e.require_else(tagged, ints);
    e.require_no_barrier(elements);
    e.jump(put, &[]);
    e.at(ints);
    let is_int_kind = e.fb.ins().icmp_imm_u(IntCC::UnsignedLessThan, kind, ElementKind::PackedDouble as i64);
    e.require_else(is_int_kind, doubles);
    let is_int = e.is_int(v);
    e.require(is_int);
    e.jump(put, &[]);
    e.at(put);
    let p = address(e, elements, index);
    e.store(v, p, ELEMENTS_VALUES_OFFSET);
    grow(e, elements, index);
    e.at(doubles);
    let number = e.is_number(v);
    e.require(number);
    let p = address(e, elements, index);
    let d = e.as_double(v);
    e.store(d, p, ELEMENTS_VALUES_OFFSET);
    grow(e, elements, index);
}

/// The array ends behind the index at least.
fn grow(e: &mut Emit, elements: Value, index: Value) {
    let end = e.low(index);
    let end = e.fb.ins().iadd_imm_s(end, 1);
    e.store(end, elements, offset_of!(Elements, length));
    let receiver = e.reg(SetIndex(Places).object());
    let length = e.load(I32, receiver, offset_of!(JsArray, length));
    let length = e.fb.ins().umax(length, end);
    e.store(length, receiver, offset_of!(JsArray, length));
    e.next();
}

/// Stores into elements that have room for the index; `is_there`: only if there is something yet.
fn store_element(e: &mut Emit, elements: Value, index: Value, kind: Value, is_there: bool) {
    let v = e.reg(SetIndex(Places).value());
    let (ints, doubles) = (e.cold(), e.cold());
    let tagged = e.fb.ins().icmp_imm_u(IntCC::UnsignedGreaterThanOrEqual, kind, ElementKind::PackedTagged as i64);
    e.require_else(tagged, ints);
    let p = address(e, elements, index);
    if is_there {
        let old = e.load(I64, p, ELEMENTS_VALUES_OFFSET);
        let there = e.fb.ins().icmp_imm_u(IntCC::NotEqual, old, 0);
        e.require(there);
    }
    e.require_no_barrier(elements);
    e.store(v, p, ELEMENTS_VALUES_OFFSET);
    e.next();

    e.at(ints);
    let is_int_kind = e.fb.ins().icmp_imm_u(IntCC::UnsignedLessThan, kind, ElementKind::PackedDouble as i64);
    e.require_else(is_int_kind, doubles);
    let is_int = e.is_int(v);
    e.require(is_int);
    let p = address(e, elements, index);
    if is_there {
        let old = e.load(I64, p, ELEMENTS_VALUES_OFFSET);
        let there = e.fb.ins().icmp_imm_u(IntCC::NotEqual, old, 0);
        e.require(there);
    }
    e.store(v, p, ELEMENTS_VALUES_OFFSET);
    e.next();

    e.at(doubles);
    let number = e.is_number(v);
    e.require(number);
    let p = address(e, elements, index);
    if is_there {
        let old = e.load(I64, p, ELEMENTS_VALUES_OFFSET);
        let hole = e.constant(I64, CONSTANT_HOLE);
        let there = e.fb.ins().icmp(IntCC::NotEqual, old, hole);
        e.require(there);
    }
    let d = e.as_double(v);
    // Values' NaNs are canonical already.
    e.store(d, p, ELEMENTS_VALUES_OFFSET);
    e.next();
}

const TYPES: [(&str, ArrayType); 9] = [
    ("INT8", ArrayType::Int8),
    ("UINT8", ArrayType::Uint8),
    ("UINT8_CLAMPED", ArrayType::Uint8Clamped),
    ("INT16", ArrayType::Int16),
    ("UINT16", ArrayType::Uint16),
    ("INT32", ArrayType::Int32),
    ("UINT32", ArrayType::Uint32),
    ("FLOAT32", ArrayType::Float32),
    ("FLOAT64", ArrayType::Float64),
];

/// The key as a 64-bit index.
pub fn index_of(e: &mut Emit, key: Value) -> Value {
    let is_int = e.is_int(key);
    e.require(is_int);
    let low = e.low(key);
    e.fb.ins().uextend(I64, low)
}

/// Elements of a fast kind that hold the index: (elements, index, kind).
pub fn fast_elements(e: &mut Emit, receiver: Value, key: Value) -> (Value, Value, Value) {
    let index = index_of(e, key);
    let (elements, kind) = fast_kind(e, receiver);
    let length = e.load32_wide(elements, offset_of!(Elements, length));
    let inside = e.fb.ins().icmp(IntCC::UnsignedLessThan, index, length);
    e.require(inside);
    (elements, index, kind)
}

/// Elements of a fast kind, and which.
fn fast_kind(e: &mut Emit, receiver: Value) -> (Value, Value) {
    let is_cell = e.is_cell(receiver);
    e.require(is_cell);
    let cell_kind = e.load8(receiver, offset_of!(CellHeader, kind));
    let object = e.fb.ins().icmp_imm_u(IntCC::UnsignedGreaterThanOrEqual, cell_kind, CellKind::Object as i64);
    e.require(object);
    let kind = e.load8(receiver, offset_of!(CellHeader, detail));
    let fast = e.fb.ins().icmp_imm_u(IntCC::UnsignedLessThan, kind, ElementKind::Dictionary as i64);
    e.require(fast);
    let elements = e.load(I64, receiver, offset_of!(JsObject, elements));
    (elements, kind)
}

pub fn address(e: &mut Emit, elements: Value, index: Value) -> Value {
    let bytes = e.fb.ins().ishl_imm_u(index, 3);
    e.fb.ins().iadd(elements, bytes)
}

fn size_shift(array_type: ArrayType) -> i64 {
    match array_type {
        ArrayType::Int8 | ArrayType::Uint8 | ArrayType::Uint8Clamped => 0,
        ArrayType::Int16 | ArrayType::Uint16 => 1,
        ArrayType::Int32 | ArrayType::Uint32 | ArrayType::Float32 => 2,
        _ => 3,
    }
}

/// A typed array of this type that holds the index: (address of its first element, index).
fn typed(e: &mut Emit, receiver: Value, key: Value, array_type: ArrayType) -> (Value, Value) {
    let index = index_of(e, key);
    let is_cell = e.is_cell(receiver);
    e.require(is_cell);
    let kind = e.load8(receiver, offset_of!(CellHeader, kind));
    let is_typed = e.equal_u32(kind, CellKind::TypedArray as u32);
    e.require(is_typed);
    let actual = e.load8(receiver, offset_of!(JsTypedArray, array_type));
    let same = e.equal_u32(actual, array_type as u32);
    e.require(same);
    let length = e.load(I64, receiver, offset_of!(JsTypedArray, fast_length));
    let inside = e.fb.ins().icmp(IntCC::UnsignedLessThan, index, length);
    e.require(inside);
    let buffer = e.load(I64, receiver, offset_of!(JsTypedArray, buffer));
    let data = e.load(I64, buffer, offset_of!(JsArrayBuffer, data));
    let attached = e.fb.ins().icmp_imm_u(IntCC::NotEqual, data, 0);
    e.require(attached);
    let offset = e.load(I64, receiver, offset_of!(JsTypedArray, byte_offset));
    let base = e.fb.ins().iadd(data, offset);
    (base, index)
}

fn scaled(e: &mut Emit, base: Value, index: Value, array_type: ArrayType) -> Value {
    let shift = size_shift(array_type);
    let bytes = if shift == 0 { index } else { e.fb.ins().ishl_imm_u(index, shift) };
    e.fb.ins().iadd(base, bytes)
}

fn load_typed(e: &mut Emit, p: Value, array_type: ArrayType) -> Value {
    match array_type {
        ArrayType::Int8 => {
            let v = e.fb.ins().sload8(I32, TRUSTED, p, 0);
            e.box_int(v)
        }
        ArrayType::Uint8 | ArrayType::Uint8Clamped => {
            let v = e.fb.ins().uload8(I32, TRUSTED, p, 0);
            e.box_int(v)
        }
        ArrayType::Int16 => {
            let v = e.fb.ins().sload16(I32, TRUSTED, p, 0);
            e.box_int(v)
        }
        ArrayType::Uint16 => {
            let v = e.fb.ins().uload16(I32, TRUSTED, p, 0);
            e.box_int(v)
        }
        ArrayType::Int32 => {
            let v = e.load(I32, p, 0);
            e.box_int(v)
        }
        ArrayType::Uint32 => {
            let v = e.load(I32, p, 0);
            let large = e.cold();
            let fits = e.fb.ins().icmp_imm_s(IntCC::SignedGreaterThanOrEqual, v, 0);
            let small = e.block();
            e.branch(fits, small, large);
            e.at(large);
            let wide = e.fb.ins().uextend(I64, v);
            let d = e.fb.ins().fcvt_from_sint(F64, wide);
            let boxed = e.box_double(d);
            e.set(GetIndex(Places).dst(), boxed);
            e.next();
            e.at(small);
            e.box_int(v)
        }
        ArrayType::Float32 => {
            let v = e.load(F32, p, 0);
            let d = e.fb.ins().fpromote(F64, v);
            e.box_double(d)
        }
        _ => {
            let d = e.load(F64, p, 0);
            e.box_double(d)
        }
    }
}

fn store_typed(e: &mut Emit, p: Value, array_type: ArrayType, v: Value) {
    if matches!(array_type, ArrayType::Float32 | ArrayType::Float64) {
        let number = e.is_number(v);
        e.require(number);
        let d = e.as_double(v);
        if array_type == ArrayType::Float32 {
            let f = e.fb.ins().fdemote(F32, d);
            e.store(f, p, 0);
        } else {
            e.store(d, p, 0);
        }
        e.next();
        return;
    }
    let not_int = e.cold();
    let is_int = e.is_int(v);
    e.require_else(is_int, not_int);
    let low = e.low(v);
    store_int(e, p, array_type, low);
    e.next();
    e.at(not_int);
    if array_type == ArrayType::Uint8Clamped {
        let step = e.step_block();
        e.jump(step, &[]);
        return;
    }
    // A double that converts to a 64-bit integer.
    let number = e.is_number(v);
    e.require(number);
    let d = e.unbox_double(v);
    let wide = e.fb.ins().fcvt_to_sint_sat(I64, d);
    e.require_int53(wide);
    let low = e.low(wide);
    store_int(e, p, array_type, low);
    e.next();
}

fn store_int(e: &mut Emit, p: Value, array_type: ArrayType, v: Value) {
    match array_type {
        ArrayType::Int8 | ArrayType::Uint8 => {
            e.fb.ins().istore8(MemFlagsData::trusted(), v, p, 0);
        }
        ArrayType::Uint8Clamped => {
            let zero = e.fb.ins().iconst(I32, 0);
            let most = e.fb.ins().iconst(I32, 255);
            let v = e.fb.ins().smax(v, zero);
            let v = e.fb.ins().smin(v, most);
            e.fb.ins().istore8(MemFlagsData::trusted(), v, p, 0);
        }
        ArrayType::Int16 | ArrayType::Uint16 => {
            e.fb.ins().istore16(MemFlagsData::trusted(), v, p, 0);
        }
        _ => e.store(v, p, 0),
    }
}
