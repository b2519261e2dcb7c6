//! Stencils for calls, and what stands behind each.

use crate::Set;
use crate::emit::{Emit, Exit, Source};
use abi::cell::{CellHeader, CellKind};
use abi::frame::*;
use abi::ic::{CacheEntry, MAX_ENTRIES, SITE_MEGAMORPHIC, Site};
use abi::object::JsFunction;
use abi::opcode::Places;
use abi::opcode::view::{Call, TailCall};
use abi::runtime;
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::types::{I32, I64};
use cranelift_codegen::ir::{Block, InstBuilder, Value};
use std::mem::offset_of;

pub fn stencils(set: &mut Set) {
    // What is called by sites that have called functions written in JavaScript only.
    set.add("CALL_FUNCTION", |e| {
        let entry =
            function_entry(e, Call(Places).base(), CODE_FLAG_CLASS_CONSTRUCTOR, None, Some(Call(Places).site()));
        call_entry(e, entry, 0);
    });
    // The same for built-ins.
    set.add("CALL_NATIVE", |e| {
        let callee = e.area_word(Call(Places).base(), CALLEE);
        let is_cell = e.is_cell(callee);
        e.require(is_cell);
        let kind = e.load8(callee, offset_of!(CellHeader, kind));
        call_native(e, kind);
    });
    set.add("CALL", |e| {
        let native = e.cold();
        let before = e.parameters();
        let site = Some(Call(Places).site());
        let entry = function_entry(e, Call(Places).base(), CODE_FLAG_CLASS_CONSTRUCTOR, Some(native), site);
        call_entry(e, entry, 0);
        e.restore(before);
        e.at(native);
        let kind = e.fb.block_params(native)[0];
        call_native(e, kind);
    });
    tail_call(set);
}

/// The frame becomes the callee's. A built-in has none: what it gives is returned.
fn tail_call(set: &mut Set) {
    set.add("TAIL_CALL", |e| {
        let base = TailCall(Places).base();
        let flags = e.load(I32, e.frame, 8 * ARGC_FLAGS + 4);
        let special = e.fb.ins().band_imm_u(flags, (FLAG_REALM | FLAG_RESUMED | FLAG_CONSTRUCT) as i64);
        let is_plain = e.equal_u32(special, 0);
        e.require(is_plain);
        let native = e.cold();
        let before = e.parameters();
        let site = Some(TailCall(Places).site());
        let entry = function_entry(e, base, CODE_FLAG_CLASS_CONSTRUCTOR | CODE_FLAG_SELF_HOSTED, Some(native), site);
        let flags = e.fb.ins().bor_imm_u(flags, FLAG_TAIL_CALLED as i64);
        e.store(flags, e.frame, 8 * ARGC_FLAGS + 4);
        let argc = e.hole(Source::Argc(TailCall(Places).argc()));
        e.store(argc, e.frame, 8 * ARGC_FLAGS);
        for word in [CALLEE, THIS] {
            let value = e.area_word(base, word);
            e.store(value, e.frame, 8 * word);
        }
        // The area lies above the frame's arguments: ascending, no word is overwritten before it was read.
        let (head, body, done) = (e.block(), e.block(), e.block());
        for _ in 0..3 {
            e.fb.append_block_param(head, I64);
        }
        let (new, argc) = (e.area(base), e.hole_wide(Source::Argc(TailCall(Places).argc())));
        e.jump(head, &[new, e.frame, argc]);
        e.at(head);
        let &[from, to, left] = e.fb.block_params(head) else { unreachable!("three parameters") };
        let more = e.fb.ins().icmp_imm_u(IntCC::NotEqual, left, 0);
        e.branch(more, body, done);
        e.at(body);
        let argument = e.load(I64, from, 8 * FIRST_ARGUMENT);
        e.store(argument, to, 8 * FIRST_ARGUMENT);
        let rest = [e.fb.ins().iadd_imm_s(from, 8), e.fb.ins().iadd_imm_s(to, 8), e.fb.ins().iadd_imm_s(left, -1)];
        e.jump(head, &rest);
        e.at(done);
        e.go(entry);
        e.restore(before);
        e.at(native);
        let kind = e.fb.block_params(native)[0];
        let value = native_result(e, base, TailCall(Places).argc(), TailCall(Places).site(), kind);
        require_returned(e, value);
        e.ret(value);
    });
}

/// What is called is a function written in JavaScript, and no class.
pub fn require_function(e: &mut Emit) {
    function_entry(e, Call(Places).base(), CODE_FLAG_CLASS_CONSTRUCTOR, None, None);
}

/// Goes on here with what the site has called before, and once it is megamorphic; else the runtime does the instruction, and notes the target.
pub fn require_known(e: &mut Emit, site: u8, target: Value) {
    let site = e.hole(Source::Site(site, 0));
    let (known, others) = (e.block(), e.cold());
    let first = e.load(I64, site, offset_of!(Site, first) + offset_of!(CacheEntry, holder));
    let same = e.fb.ins().icmp(IntCC::Equal, first, target);
    e.branch(same, known, others);
    e.at(others);
    let state = e.load8(site, offset_of!(Site, state));
    let settled = e.fb.ins().icmp_imm_u(IntCC::UnsignedGreaterThanOrEqual, state, SITE_MEGAMORPHIC as i64);
    e.unless(settled, known);
    let more = e.load(I64, site, offset_of!(Site, more));
    let any = e.fb.ins().icmp_imm_u(IntCC::NotEqual, more, 0);
    e.require(any);
    for k in 0..MAX_ENTRIES - 1 {
        let holder = e.load(I64, more, k * size_of::<CacheEntry>() + offset_of!(CacheEntry, holder));
        let same = e.fb.ins().icmp(IntCC::Equal, holder, target);
        e.unless(same, known);
    }
    let step = e.step_block();
    e.jump(step, &[]);
    e.at(known);
}

/// The entry of the function that is called, whose code is to have none of the flags. With `native`, other cells go there, with their kind. With `site`,
/// the site knows its target.
fn function_entry(e: &mut Emit, base: u8, odd: u32, native: Option<Block>, site: Option<u8>) -> Value {
    let callee = e.area_word(base, CALLEE);
    let is_cell = e.is_cell(callee);
    e.require(is_cell);
    let kind = e.load8(callee, offset_of!(CellHeader, kind));
    let is_function = e.equal_u32(kind, CellKind::Function as u32);
    match native {
        Some(native) => {
            e.fb.append_block_param(native, I32);
            let yes = e.block();
            e.fb.ins().brif(is_function, yes, &[], native, &[cranelift_codegen::ir::BlockArg::Value(kind)]);
            e.at(yes);
        }
        None => e.require(is_function),
    }
    let code = e.load(I64, callee, offset_of!(JsFunction, code));
    let flags = e.load(I32, code, CODE_MACHINE_OFFSET + offset_of!(CodeHeader, flags));
    let entry = e.load(I64, code, CODE_MACHINE_OFFSET + offset_of!(CodeHeader, entry));
    let odd = e.fb.ins().band_imm_u(flags, odd as i64);
    let plain = e.equal_u32(odd, 0);
    e.require(plain);
    if let Some(site) = site {
        require_known(e, site, code);
    }
    entry
}

/// Calls the built-in, if the callee's kind says that it is one.
fn call_native(e: &mut Emit, kind: Value) {
    let value = native_result(e, Call(Places).base(), Call(Places).argc(), Call(Places).site(), kind);
    finish_call(e, value);
}

/// What the built-in gives that is called: empty if it throws.
fn native_result(e: &mut Emit, base: u8, argc: u8, site: u8, kind: Value) -> Value {
    let is_native = e.equal_u32(kind, CellKind::NativeFunction as u32);
    e.require(is_native);
    let callee = e.area_word(base, CALLEE);
    require_known(e, site, callee);
    let argc = e.hole_wide(Source::Argc(argc));
    e.set_area_word(base, ARGC_FLAGS, argc);
    e.publish();
    let new = e.area(base);
    let (vm, frame) = (e.vm, e.frame);
    let value = e.call_runtime(runtime::CALL_NATIVE, &[vm, frame, new], I64);
    e.after_call();
    value
}

/// Calls compiled code with the outgoing area of operand 2 as its frame.
pub fn call_entry(e: &mut Emit, entry: Value, flags: u32) {
    let argc = e.hole_wide(Source::Argc(Call(Places).argc()));
    let word = if flags == 0 {
        argc
    } else {
        let flags = e.word((flags as u64) << 32);
        e.fb.ins().bor(argc, flags)
    };
    e.set_area_word(Call(Places).base(), ARGC_FLAGS, word);
    enter_area(e, entry);
}

/// The same where the area has the number of arguments and the flags already.
pub fn enter_area(e: &mut Emit, entry: Value) {
    let frame = e.frame;
    e.set_area_word(Call(Places).base(), CALLER, frame);
    e.publish_position();
    let new = e.area(Call(Places).base());
    let value = e.call_compiled(entry, new);
    finish_call(e, value);
}

pub fn finish_call(e: &mut Emit, value: Value) {
    require_returned(e, value);
    e.set(Call(Places).dst(), value);
    e.next();
}

/// The same where the value only says whether all went well.
pub fn finish(e: &mut Emit, value: Value) {
    require_returned(e, value);
    e.next();
}

/// Goes on here unless the value is empty: then an exception is pending.
pub fn require_returned(e: &mut Emit, value: Value) {
    let thrown = e.cold();
    let returned = e.fb.ins().icmp_imm_u(IntCC::NotEqual, value, 0);
    let on = e.block();
    e.branch(returned, on, thrown);
    e.at(thrown);
    e.exit(Exit::Exception);
    e.at(on);
}
