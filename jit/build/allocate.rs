//! Stencils that allocate: where the allocator of the cell's size class has room, the cursor moves and the fields are written; else the runtime
//! does the instruction. While fast paths are shut (a collection is due, GC stress) no allocator has room.

use crate::Set;
use crate::call::{call_entry, enter_area, finish_call, require_known};
use crate::emit::{Emit, Source, TRUSTED};
use abi::allocator::{ALLOCATOR_CURSOR, ALLOCATOR_END};
use abi::cell::{CELL_ALIGN, CellHeader, CellKind, FLAG_LAZY};
use abi::context::VmContext;
use abi::frame::*;
use abi::ic::{CacheEntry, Site};
use abi::object::{Environment, FunctionInstances, JsFunction, JsObject};
use abi::opcode::Places;
use abi::opcode::view::{Construct, NewArray, NewArrayConst, NewEnvironment, NewFunction, NewObject};
use abi::runtime;
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::types::{I32, I64};
use cranelift_codegen::ir::{BlockArg, InstBuilder, Value};
use std::mem::offset_of;

// A function's cell has one word more than its fields.
const _: () =
    assert!(size_of::<JsFunction>() + size_of::<u64>() == size_of::<JsFunction>().next_multiple_of(CELL_ALIGN));

pub fn stencils(set: &mut Set) {
    set.add("NEW_OBJECT", |e| {
        let site = e.hole(Source::Site(NewObject(Places).site(), 0));
        let shape = e.load(I32, site, offset_of!(Site, first) + offset_of!(CacheEntry, shape));
        let allocator = e.load32_wide(site, offset_of!(Site, first) + offset_of!(CacheEntry, offset));
        let bytes =
            e.fb.ins().uload16(I64, TRUSTED, site, (offset_of!(Site, first) + offset_of!(CacheEntry, bytes)) as i32);
        // Neither before the literal's size is settled nor for very large ones.
        let settled = e.fb.ins().icmp_imm_u(IntCC::NotEqual, shape, 0);
        let small = e.fb.ins().icmp_imm_u(IntCC::NotEqual, bytes, 0);
        let both = e.fb.ins().band(settled, small);
        e.require(both);
        let object = allocate_dynamic(e, allocator, bytes);
        object_header(e, object, shape);
        e.set(NewObject(Places).dst(), object);
        e.next();
    });
    set.add("NEW_ENVIRONMENT", |e| {
        let (environment, end) = allocate(e);
        zero_granules(e, environment, end);
        let header = e.word((CellKind::Environment as u64) << (8 * offset_of!(CellHeader, kind)));
        e.store(header, environment, 0);
        let parent = e.reg(NewEnvironment(Places).parent());
        let parent = environment_or_null(e, parent);
        e.store(parent, environment, offset_of!(Environment, parent));
        let length = e.hole(Source::EnvironmentLength(NewEnvironment(Places).scope()));
        e.store(length, environment, offset_of!(Environment, length));
        let info = e.hole(Source::Constant(NewEnvironment(Places).scope()));
        e.store(info, environment, offset_of!(Environment, info));
        e.set(NewEnvironment(Places).dst(), environment);
        e.next();
    });
    for arrow in [false, true] {
        set.add(if arrow { "NEW_ARROW" } else { "NEW_FUNCTION" }, |e| {
            let (function, _) = allocate(e);
            let shape = e.load(I32, e.vm, offset_of!(VmContext, function_shape));
            e.store(shape, function, offset_of!(CellHeader, shape));
            let header = e.hole(Source::ClosureHeader(NewFunction(Places).function()));
            e.store(header, function, offset_of!(CellHeader, kind));
            empty_parts(e, function);
            let code = e.hole(Source::Constant(NewFunction(Places).function()));
            e.store(code, function, offset_of!(JsFunction, code));
            let environment = e.reg(NewFunction(Places).environment());
            let environment = environment_or_null(e, environment);
            e.store(environment, function, offset_of!(JsFunction, environment));
            let realm = e.load(I64, e.vm, offset_of!(VmContext, realm));
            e.store(realm, function, offset_of!(JsFunction, realm));
            let zero = e.word(0);
            e.store(zero, function, offset_of!(JsFunction, rare));
            // Functions are scanned to the end of their cells.
            e.store(zero, function, size_of::<JsFunction>());
            if arrow {
                let this = e.load(I64, e.frame, 8 * THIS);
                e.store(this, function, offset_of!(JsFunction, this));
                let outer = e.load(I64, e.frame, 8 * CALLEE);
                let home = e.load(I64, outer, offset_of!(JsFunction, home_object));
                e.store(home, function, offset_of!(JsFunction, home_object));
            } else {
                e.store(zero, function, offset_of!(JsFunction, this));
                e.store(zero, function, offset_of!(JsFunction, home_object));
            }
            e.set(NewFunction(Places).dst(), function);
            e.next();
        });
    }
    construct(set);
    set.add("NEW_ARRAY", |e| {
        e.publish();
        let first = e.area(NewArray(Places).first());
        let count = e.hole(Source::Argc(NewArray(Places).count()));
        let site = e.hole(Source::Site(NewArray(Places).site(), 0));
        let vm = e.vm;
        let value = e.call_runtime(runtime::NEW_ARRAY, &[vm, first, count, site], I64);
        e.after_call();
        finish_call(e, value);
    });
    set.add("NEW_ARRAY_CONST", |e| {
        e.publish();
        let constant = e.hole(Source::Long(NewArrayConst(Places).constant()));
        let site = e.hole(Source::Site(NewArrayConst(Places).site(), 0));
        let (vm, frame) = (e.vm, e.frame);
        let value = e.call_runtime(runtime::NEW_ARRAY_CONST, &[vm, frame, constant, site], I64);
        e.after_call();
        finish_call(e, value);
    });
}

fn construct(set: &mut Set) {
    // A base constructor written in JavaScript, and a new target that made its first instances long ago.
    for is_super in [false, true] {
        set.add(if is_super { "SUPER_INSTANCE" } else { "CONSTRUCT_INSTANCE" }, |e| construct_instance(e, is_super));
    }
    // Any other function written in JavaScript.
    for is_super in [false, true] {
        set.add(if is_super { "SUPER" } else { "CONSTRUCT" }, |e| {
            let callee = area_cell(e, CALLEE, CellKind::Function);
            let code = e.load(I64, callee, offset_of!(JsFunction, code));
            require_known(e, Construct(Places).site(), code);
            if !is_super {
                e.set_area_word(Construct(Places).base(), NEW_TARGET, callee);
            }
            prepare(e, runtime::CONSTRUCT);
        });
    }
    set.add("SUPER_FORWARD", |e| {
        area_cell(e, CALLEE, CellKind::Function);
        prepare(e, runtime::FORWARD);
    });
    // Stencils of their own, since nothing may live across two calls.
    set.add("CONSTRUCT_ENTER", |e| {
        let entry = area_entry(e);
        call_entry(e, entry, FLAG_CONSTRUCT);
    });
    set.add("SUPER_FORWARD_ENTER", |e| {
        let entry = area_entry(e);
        enter_area(e, entry);
    });
    for is_super in [false, true] {
        set.add(if is_super { "SUPER_NATIVE" } else { "CONSTRUCT_NATIVE" }, |e| {
            let callee = area_cell(e, CALLEE, CellKind::NativeFunction);
            require_known(e, Construct(Places).site(), callee);
            let argc = e.hole_wide(Source::Argc(Construct(Places).argc()));
            e.set_area_word(Construct(Places).base(), ARGC_FLAGS, argc);
            if !is_super {
                e.set_area_word(Construct(Places).base(), NEW_TARGET, callee);
            }
            e.publish();
            let new = e.area(Construct(Places).base());
            let (vm, frame) = (e.vm, e.frame);
            let value = e.call_runtime(runtime::CONSTRUCT_NATIVE, &[vm, frame, new], I64);
            e.after_call();
            finish_call(e, value);
        });
    }
}

/// A word of the area that is a cell of this kind.
fn area_cell(e: &mut Emit, word: usize, kind: CellKind) -> Value {
    let cell = e.area_word(Construct(Places).base(), word);
    let is_cell = e.is_cell(cell);
    e.require(is_cell);
    let its = e.load8(cell, offset_of!(CellHeader, kind));
    let is = e.equal_u32(its, kind as u32);
    e.require(is);
    cell
}

/// The runtime makes `this`.
fn prepare(e: &mut Emit, function: usize) {
    e.publish();
    let new = e.area(Construct(Places).base());
    let (vm, frame) = (e.vm, e.frame);
    let entry = e.call_runtime(function, &[vm, frame, new], I64);
    e.after_call();
    let there = e.fb.ins().icmp_imm_u(IntCC::NotEqual, entry, 0);
    e.require(there);
    e.next();
}

/// Where a call of the area's function enters it.
fn area_entry(e: &mut Emit) -> Value {
    let callee = e.area_word(Construct(Places).base(), CALLEE);
    let code = e.load(I64, callee, offset_of!(JsFunction, code));
    e.load(I64, code, CODE_MACHINE_OFFSET + offset_of!(CodeHeader, entry))
}

fn construct_instance(e: &mut Emit, is_super: bool) {
    let callee = area_cell(e, CALLEE, CellKind::Function);
    let code = e.load(I64, callee, offset_of!(JsFunction, code));
    let flags = e.load(I32, code, CODE_MACHINE_OFFSET + offset_of!(CodeHeader, flags));
    let kinds = e.fb.ins().band_imm_u(flags, (CODE_FLAG_CONSTRUCTOR | CODE_FLAG_DERIVED) as i64);
    let base = e.equal_u32(kinds, CODE_FLAG_CONSTRUCTOR);
    e.require(base);
    require_known(e, Construct(Places).site(), code);
    let target = if is_super { area_cell(e, NEW_TARGET, CellKind::Function) } else { callee };
    let rare = e.load(I64, target, offset_of!(JsFunction, rare));
    let there = e.fb.ins().icmp_imm_u(IntCC::NotEqual, rare, 0);
    e.require(there);
    // The `prototype` that it has now.
    let (lazy, materialized, found) = (e.block(), e.block(), e.block());
    e.fb.append_block_param(found, I64);
    let flags = e.load8(target, offset_of!(CellHeader, flags));
    let is_lazy = e.fb.ins().band_imm_u(flags, FLAG_LAZY as i64);
    e.branch(is_lazy, lazy, materialized);
    e.at(lazy);
    let prototype = e.load(I64, rare, offset_of!(FunctionInstances, lazy_prototype));
    e.jump(found, &[prototype]);
    e.at(materialized);
    let shape = e.load(I32, target, offset_of!(CellHeader, shape));
    let checked = e.load(I32, rare, offset_of!(FunctionInstances, checked_shape));
    let same = e.fb.ins().icmp(IntCC::Equal, shape, checked);
    e.require(same);
    let slots = e.load(I64, target, offset_of!(JsObject, slots));
    let place = e.load32_wide(rare, offset_of!(FunctionInstances, place));
    let place = e.fb.ins().iadd(slots, place);
    let prototype = e.load(I64, place, 0);
    e.fb.ins().jump(found, &[BlockArg::Value(prototype)]);
    e.at(found);
    let prototype = e.fb.block_params(found)[0];
    let expected = e.load(I64, rare, offset_of!(FunctionInstances, prototype));
    let same = e.fb.ins().icmp(IntCC::Equal, prototype, expected);
    e.require(same);
    let shape = e.load(I32, rare, offset_of!(FunctionInstances, shape));
    let settled = e.fb.ins().icmp_imm_u(IntCC::NotEqual, shape, 0);
    e.require(settled);
    if !is_super {
        e.set_area_word(Construct(Places).base(), NEW_TARGET, callee);
    }
    let allocator = e.load32_wide(rare, offset_of!(FunctionInstances, allocator));
    let bytes = e.load32_wide(rare, offset_of!(FunctionInstances, bytes));
    let object = allocate_dynamic(e, allocator, bytes);
    object_header(e, object, shape);
    e.set_area_word(Construct(Places).base(), THIS, object);
    e.next();
}

/// A cell of the size and from the allocator that the instruction says, and where it ends. Nothing of it is written yet.
fn allocate(e: &mut Emit) -> (Value, Value) {
    let cursor = e.offset(Source::Allocator(ALLOCATOR_CURSOR as u16));
    let end = e.offset(Source::Allocator(ALLOCATOR_END as u16));
    let vm = e.vm;
    let cell = e.fb.ins().load(I64, TRUSTED, vm, cursor);
    let bytes = e.hole_wide(Source::CellBytes);
    let after = e.fb.ins().iadd(cell, bytes);
    let end = e.fb.ins().load(I64, TRUSTED, vm, end);
    let fits = e.fb.ins().icmp(IntCC::UnsignedLessThanOrEqual, after, end);
    e.require(fits);
    e.fb.ins().store(TRUSTED, after, vm, cursor);
    (cell, after)
}

/// A zeroed cell of an allocator so many bytes into the VM; its first granule is still to be written.
fn allocate_dynamic(e: &mut Emit, allocator: Value, bytes: Value) -> Value {
    let allocator = e.fb.ins().iadd(e.vm, allocator);
    let cell = e.load(I64, allocator, ALLOCATOR_CURSOR);
    let after = e.fb.ins().iadd(cell, bytes);
    let end = e.load(I64, allocator, ALLOCATOR_END);
    let fits = e.fb.ins().icmp(IntCC::UnsignedLessThanOrEqual, after, end);
    e.require(fits);
    e.store(after, allocator, ALLOCATOR_CURSOR);
    zero_granules(e, cell, after);
    cell
}

/// Writes zeros from a new cell's second granule, which it has, to its end.
fn zero_granules(e: &mut Emit, cell: Value, end: Value) {
    let zero = e.word(0);
    let start = e.fb.ins().iadd_imm_s(cell, CELL_ALIGN as i64);
    let (body, done) = (e.block(), e.block());
    let at = e.fb.append_block_param(body, I64);
    e.jump(body, &[start]);
    e.at(body);
    e.store(zero, at, 0);
    e.store(zero, at, size_of::<u64>());
    let next = e.fb.ins().iadd_imm_s(at, CELL_ALIGN as i64);
    let more = e.fb.ins().icmp(IntCC::UnsignedLessThan, next, end);
    e.fb.ins().brif(more, body, &[BlockArg::Value(next)], done, &[]);
    e.at(done);
}

/// What an ordinary object begins with.
fn object_header(e: &mut Emit, object: Value, shape: Value) {
    e.store(shape, object, offset_of!(CellHeader, shape));
    let kind = e.fb.ins().iconst(I32, CellKind::Object as i64);
    e.store(kind, object, offset_of!(CellHeader, kind));
    empty_parts(e, object);
}

fn empty_parts(e: &mut Emit, object: Value) {
    let slots = e.load(I64, e.vm, offset_of!(VmContext, empty_slots));
    e.store(slots, object, offset_of!(JsObject, slots));
    let elements = e.load(I64, e.vm, offset_of!(VmContext, empty_elements));
    e.store(elements, object, offset_of!(JsObject, elements));
}

/// A register's environment; undefined where there is none.
fn environment_or_null(e: &mut Emit, v: Value) -> Value {
    let is_cell = e.is_cell(v);
    let null = e.word(0);
    e.fb.ins().select(is_cell, v, null)
}
