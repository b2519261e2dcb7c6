//! Stencils for entering, leaving, moving, jumping, scopes and enumerations, and the thunks between compiled code and the runtime.

use crate::Set;
use crate::call::finish_call;
use crate::emit::{Emit, Exit, Shape, Source, TRUSTED};
use abi::cell::{CellHeader, CellKind, FLAG_CALLABLE, FLAG_EXOTIC, FLAG_HTMLDDA, SHAPE_SHIFT};
use abi::context::*;
use abi::frame::*;
use abi::object::{ELEMENTS_VALUES_OFFSET, Elements, Environment, ForIn, JsFunction, JsObject, SHAPE_PROTOTYPE_OFFSET};
use abi::opcode::Places;
use abi::opcode::view::{
    CheckCallable, CheckDerivedResult, CheckInitialized, CheckThisUnbound, ForInNext, ForInStart, GetPrototypeOf,
    GetScoped, IsPresent, IsSelfHosted, JumpLt, JumpNullish, JumpTrue, LoadCalleeEnvironment, LoadConst,
    LoadHomeObject, LoadInt, LoadThis, Lt, Move, NewTarget, Not, Return, SetScoped, SwitchInt, ToLength, ToObject,
    ToPropertyKeyFor, Typeof,
};
use abi::runtime;
use abi::string::StringCell;
use abi::value::Value as JsValue;
use cranelift_codegen::ir::condcodes::{FloatCC, IntCC};
use cranelift_codegen::ir::types::{I32, I64};
use cranelift_codegen::ir::{Block, InstBuilder, Value};
use std::mem::offset_of;

pub fn stencils(set: &mut Set) {
    thunks(set);
    entry(set);
    moves(set);
    jumps(set);
    scopes(set);
    enumerations(set);
}

/// Goes on where the runtime says, with the frame that is on top by now.
fn continue_at(e: &mut Emit, address: Value) {
    e.after_call();
    let frame = e.load(I64, e.vm, offset_of!(VmContext, top_call_frame));
    e.fb.ins().set_pinned_reg(frame);
    e.frame = frame;
    e.go(address);
}

fn thunks(set: &mut Set) {
    set.add_shaped("THUNK_STEP", Shape::WithOffset, &|e| {
        let offset = e.extra.expect("a thunk with an offset");
        let offset = e.low(offset);
        e.store_position(offset);
        let frame = e.frame;
        e.publish_frame(frame);
        let (vm, frame) = (e.vm, e.frame);
        let address = e.call_runtime(runtime::STEP, &[vm, frame, offset], I64);
        continue_at(e, address);
    });
    set.add_shaped("THUNK_EXIT", Shape::WithOffset, &|e| {
        let number = e.extra.expect("a thunk with a number");
        let frame = e.frame;
        e.publish_frame(frame);
        let (vm, frame) = (e.vm, e.frame);
        let address = e.call_runtime(runtime::EXIT, &[vm, frame, number], I64);
        continue_at(e, address);
    });
    // The frame of a function that is being entered is not yet complete: its caller is the one to be seen.
    for (name, function, entering) in [
        ("THUNK_EXCEPTION", runtime::EXCEPTION, false),
        ("THUNK_ENTER", runtime::ENTER, true),
        ("THUNK_INTERPRET", runtime::INTERPRET, true),
        ("THUNK_RESUME", runtime::RESUME, false),
    ] {
        set.add(name, |e| {
            let frame = if entering { e.load(I64, e.frame, 8 * CALLER) } else { e.frame };
            e.publish_frame(frame);
            let (vm, frame) = (e.vm, e.frame);
            let address = e.call_runtime(function, &[vm, frame], I64);
            continue_at(e, address);
        });
    }
    // Ends the function with the value that the runtime left.
    set.add("THUNK_FINISH", |e| {
        let value = e.load(I64, e.vm, offset_of!(VmContext, return_value));
        e.ret(value);
    });
    // From the runtime into compiled code.
    set.add_shaped("THUNK_CALL", Shape::System, &|e| {
        let address = e.tag;
        let saved = e.fb.ins().get_pinned_reg(I64);
        let frame = e.frame;
        let caller = e.load(I64, frame, 8 * CALLER);
        e.fb.ins().set_pinned_reg(frame);
        e.tag = e.word(abi::value::NUMBER_TAG);
        e.mask = e.word(abi::value::NOT_CELL_MASK);
        let value = {
            let args = [e.vm, e.frame, e.tag, e.mask];
            let signature = e.fb.import_signature(crate::emit::tail_signature(false));
            let call = e.fb.ins().call_indirect(signature, address, &args);
            e.fb.inst_results(call)[0]
        };
        // What compiled code published last is a frame that has gone since.
        e.publish_returned(caller);
        e.fb.ins().set_pinned_reg(saved);
        e.fb.ins().return_(&[value]);
    });
    // A function of the runtime is called by what must not disturb the registers of the code around it. What it gives is left in the VM.
    set.add_shaped("THUNK_PRESERVE", Shape::Preserving, &|e| {
        let address = e.frame;
        let (extra, last) = (e.extra.expect("a fifth parameter"), e.last.expect("a sixth parameter"));
        let args = [e.vm, e.tag, e.mask, extra, last];
        let result = e.call_system(address, &args, I64);
        e.store(result, e.vm, offset_of!(VmContext, return_value));
        e.fb.ins().return_(&[]);
    });
    // The runtime does the instruction.
    set.add("STEP", |e| e.step());
}

/// Goes on here if the condition holds; else the runtime sets the frame up.
fn require_entry(e: &mut Emit, condition: Value, slow: Block) {
    e.require_else(condition, slow);
}

fn entry(set: &mut Set) {
    // The frame has callee, this, argc, arguments, caller and flags. What fails here is done by the runtime from the start.
    set.add("ENTER", |e| {
        let slow = e.cold();
        let left = count_down(e);
        require_entry(e, left, slow);
        let callee = e.load(I64, e.frame, 8 * CALLEE);
        let realm = e.load(I64, callee, offset_of!(JsFunction, realm));
        let current = e.load(I64, e.vm, offset_of!(VmContext, realm));
        let same = e.fb.ins().icmp(IntCC::Equal, realm, current);
        require_entry(e, same, slow);
        let bytes = e.hole_wide(Source::FrameBytes);
        let end = e.fb.ins().iadd(e.frame, bytes);
        let limit = e.load(I64, e.vm, offset_of!(VmContext, stack_limit));
        let fits = e.fb.ins().icmp(IntCC::UnsignedLessThan, end, limit);
        require_entry(e, fits, slow);
        let sp = e.fb.ins().get_stack_pointer(I64);
        let limit = e.load(I64, e.vm, offset_of!(VmContext, native_limit));
        let fits = e.fb.ins().icmp(IntCC::UnsignedGreaterThan, sp, limit);
        require_entry(e, fits, slow);
        let argc = e.load(I32, e.frame, 8 * ARGC_FLAGS);
        let parameters = e.hole(Source::Parameters);
        let (fill, filled) = (e.cold(), e.block());
        let enough = e.fb.ins().icmp(IntCC::UnsignedGreaterThanOrEqual, argc, parameters);
        e.branch(enough, filled, fill);
        // Arguments that are missing are undefined.
        e.at(fill);
        let count = e.fb.ins().uextend(I64, argc);
        let (head, body) = (e.cold(), e.cold());
        e.fb.append_block_param(head, I64);
        e.jump(head, &[count]);
        e.at(head);
        let i = e.fb.block_params(head)[0];
        let parameters = e.hole_wide(Source::Parameters);
        let more = e.fb.ins().icmp(IntCC::UnsignedLessThan, i, parameters);
        e.branch(more, body, filled);
        e.at(body);
        let bytes = e.fb.ins().ishl_imm_u(i, 3);
        let place = e.fb.ins().iadd(e.frame, bytes);
        let undefined = e.js(JsValue::UNDEFINED);
        e.store(undefined, place, 8 * FIRST_ARGUMENT);
        let i = e.fb.ins().iadd_imm_s(i, 1);
        e.jump(head, &[i]);
        e.at(slow);
        e.exit(Exit::EnterSlow);
        e.at(filled);
        let position = e.hole(Source::PositionWord);
        e.store(position, e.frame, 8 * POSITION);
        let code = e.hole(Source::Code);
        e.store(code, e.frame, 8 * CODE);
        let frame = e.frame;
        e.fb.ins().set_pinned_reg(frame);
        e.next();
    });
    set.add("ENTER_COERCE_THIS", |e| {
        let slow = e.cold();
        let this = e.load(I64, e.frame, 8 * THIS);
        let cell = e.is_cell(this);
        require_entry(e, cell, slow);
        let kind = e.load8(this, offset_of!(CellHeader, kind));
        let object = e.fb.ins().icmp_imm_u(IntCC::UnsignedGreaterThanOrEqual, kind, CellKind::Object as i64);
        require_entry(e, object, slow);
        e.next();
        e.at(slow);
        e.exit(Exit::EnterSlow);
    });
    // The arguments that the function passes on have all come into its parameters.
    set.add("ENTER_FORWARD", |e| {
        let slow = e.cold();
        let argc = e.load(I32, e.frame, 8 * ARGC_FLAGS);
        let parameters = e.hole(Source::Parameters);
        let fits = e.fb.ins().icmp(IntCC::UnsignedLessThanOrEqual, argc, parameters);
        require_entry(e, fits, slow);
        e.next();
        e.at(slow);
        e.exit(Exit::EnterSlow);
    });
    set.add("ENTER_ARROW", |e| {
        let callee = e.load(I64, e.frame, 8 * CALLEE);
        let this = e.load(I64, callee, offset_of!(JsFunction, this));
        e.store(this, e.frame, 8 * THIS);
        e.next();
    });
    set.add("ENTER_GENERATOR", |e| {
        let empty = e.js(JsValue::EMPTY);
        e.store(empty, e.frame, 8 * NEW_TARGET);
        e.next();
    });
    set.add("ENTER_SLOW", |e| e.exit(Exit::EnterSlow));
    set.add("FILL", |e| {
        let undefined = e.js(JsValue::UNDEFINED);
        e.frame_slot(Source::Slot, undefined);
        e.next();
    });
    set.add("FILL_RANGE", |e| {
        let first = e.hole_wide(Source::Slot);
        let end = e.hole_wide(Source::SlotEnd);
        let first = e.fb.ins().iadd(e.frame, first);
        let end = e.fb.ins().iadd(e.frame, end);
        let (body, done) = (e.block(), e.block());
        e.fb.append_block_param(body, I64);
        e.jump(body, &[first]);
        e.at(body);
        let place = e.fb.block_params(body)[0];
        let undefined = e.js(JsValue::UNDEFINED);
        e.store(undefined, place, 0);
        let place = e.fb.ins().iadd_imm_s(place, 8);
        let more = e.fb.ins().icmp(IntCC::UnsignedLessThan, place, end);
        e.fb.ins().brif(more, body, &[cranelift_codegen::ir::BlockArg::Value(place)], done, &[]);
        e.at(done);
        e.next();
    });
    set.add("RETURN", |e| {
        let value = e.reg(Return(Places).value());
        let flags = e.load(I32, e.frame, 8 * ARGC_FLAGS + 4);
        let special = e.fb.ins().band_imm_u(flags, (FLAG_REALM | FLAG_RESUMED | FLAG_CONSTRUCT) as i64);
        let (plain, construct) = (e.block(), e.cold());
        let is_plain = e.equal_u32(special, 0);
        e.branch(is_plain, plain, construct);
        e.at(plain);
        e.ret(value);
        // A base constructor's instance, if nothing was returned.
        e.at(construct);
        let only = e.equal_u32(special, FLAG_CONSTRUCT);
        e.require(only);
        let undefined = e.fb.ins().icmp_imm_u(IntCC::Equal, value, JsValue::UNDEFINED.bits() as i64);
        e.require(undefined);
        let this = e.load(I64, e.frame, 8 * THIS);
        e.ret(this);
    });
}

fn moves(set: &mut Set) {
    set.add("MOVE", |e| {
        let v = e.reg(Move(Places).src());
        e.set(Move(Places).dst(), v);
        e.next();
    });
    for (name, value) in [
        ("LOAD_UNDEFINED", JsValue::UNDEFINED),
        ("LOAD_NULL", JsValue::NULL),
        ("LOAD_TRUE", JsValue::TRUE),
        ("LOAD_FALSE", JsValue::FALSE),
        ("LOAD_EMPTY", JsValue::EMPTY),
    ] {
        set.add(name, |e| {
            let v = e.js(value);
            e.set(Move(Places).dst(), v);
            e.next();
        });
    }
    set.add("LOAD_INT", |e| {
        let v = e.hole(Source::TaggedLong(LoadInt(Places).value()));
        e.set(LoadInt(Places).dst(), v);
        e.next();
    });
    set.add("LOAD_CONST", |e| {
        let v = e.hole(Source::Constant(LoadConst(Places).constant()));
        e.set(LoadConst(Places).dst(), v);
        e.next();
    });
    for (name, word) in [("LOAD_CALLEE", CALLEE), ("LOAD_THIS", THIS)] {
        set.add(name, |e| {
            let v = e.load(I64, e.frame, 8 * word);
            e.set(LoadThis(Places).dst(), v);
            e.next();
        });
    }
    set.add("LOAD_CALLEE_ENVIRONMENT", |e| {
        let callee = e.load(I64, e.frame, 8 * CALLEE);
        let v = e.load(I64, callee, offset_of!(JsFunction, environment));
        e.set(LoadCalleeEnvironment(Places).dst(), v);
        e.next();
    });
    set.add("LOAD_HOME_OBJECT", |e| {
        let callee = e.load(I64, e.frame, 8 * CALLEE);
        let home = e.load(I64, callee, offset_of!(JsFunction, home_object));
        let there = e.fb.ins().icmp_imm_u(IntCC::NotEqual, home, 0);
        e.require(there);
        e.set(LoadHomeObject(Places).dst(), home);
        e.next();
    });
    set.add("NEW_TARGET", |e| {
        let flags = e.load(I32, e.frame, 8 * ARGC_FLAGS + 4);
        let is_new = e.fb.ins().band_imm_u(flags, FLAG_CONSTRUCT as i64);
        let target = e.load(I64, e.frame, 8 * NEW_TARGET);
        let undefined = e.js(JsValue::UNDEFINED);
        let v = e.fb.ins().select(is_new, target, undefined);
        e.set(NewTarget(Places).dst(), v);
        e.next();
    });
    // Of what has its prototype in its shape.
    set.add("GET_PROTOTYPE_OF", |e| {
        let object = e.reg(GetPrototypeOf(Places).object());
        let flags = e.load8(object, offset_of!(CellHeader, flags));
        let exotic = e.fb.ins().band_imm_u(flags, FLAG_EXOTIC as i64);
        let plain = e.equal_u32(exotic, 0);
        e.require(plain);
        let shape = e.load32_wide(object, offset_of!(CellHeader, shape));
        let offset = e.fb.ins().ishl_imm_u(shape, SHAPE_SHIFT as i64);
        let base = e.load(I64, e.vm, offset_of!(VmContext, heap_base));
        let shape = e.fb.ins().iadd(base, offset);
        let prototype = e.load(I64, shape, SHAPE_PROTOTYPE_OFFSET);
        let there = e.fb.ins().icmp_imm_u(IntCC::NotEqual, prototype, 0);
        e.require(there);
        e.set(GetPrototypeOf(Places).dst(), prototype);
        e.next();
    });
    set.add("NOP", |e| e.next());
    set.add("IS_PRESENT", |e| {
        let v = e.reg(IsPresent(Places).src());
        let there = e.fb.ins().icmp_imm_u(IntCC::NotEqual, v, JsValue::EMPTY.bits() as i64);
        let (yes, no) = (e.block(), e.block());
        e.branch(there, yes, no);
        for (block, value) in [(yes, JsValue::TRUE), (no, JsValue::FALSE)] {
            e.at(block);
            let v = e.js(value);
            e.set(IsPresent(Places).dst(), v);
            e.next();
        }
    });
    set.add("IS_SELF_HOSTED", |e| {
        let v = e.reg(IsSelfHosted(Places).callee());
        e.require_function(v);
        let code = e.load(I64, v, offset_of!(JsFunction, code));
        let flags = e.load(I32, code, CODE_MACHINE_OFFSET + offset_of!(CodeHeader, flags));
        let flag = e.fb.ins().band_imm_u(flags, CODE_FLAG_SELF_HOSTED as i64);
        let is_other = e.equal_u32(flag, 0);
        let (yes, no) = (e.block(), e.block());
        e.branch(is_other, no, yes);
        for (block, value) in [(yes, JsValue::TRUE), (no, JsValue::FALSE)] {
            e.at(block);
            let v = e.js(value);
            e.set(IsSelfHosted(Places).dst(), v);
            e.next();
        }
    });
    set.add("TO_OBJECT", |e| {
        let v = e.reg(ToObject(Places).src());
        let is_cell = e.is_cell(v);
        e.require(is_cell);
        let kind = e.load8(v, offset_of!(CellHeader, kind));
        let is_object = e.fb.ins().icmp_imm_u(IntCC::UnsignedGreaterThanOrEqual, kind, CellKind::Object as i64);
        e.require(is_object);
        e.set(ToObject(Places).dst(), v);
        e.next();
    });
    set.add("TO_LENGTH", |e| {
        let v = e.reg(ToLength(Places).src());
        let is_int = e.is_int(v);
        e.require(is_int);
        let low = e.low(v);
        let fits = e.fb.ins().icmp_imm_s(IntCC::SignedGreaterThanOrEqual, low, 0);
        e.require(fits);
        e.set(ToLength(Places).dst(), v);
        e.next();
    });
    set.add("CHECK_CALLABLE", |e| {
        let v = e.reg(CheckCallable(Places).value());
        e.require_function(v);
        e.next();
    });
    set.add("CHECK_THIS_UNBOUND", |e| {
        let this = e.reg(CheckThisUnbound(Places).this());
        let unbound = e.equal_u64(this, JsValue::EMPTY.bits());
        e.require(unbound);
        e.next();
    });
    set.add("CHECK_DERIVED_RESULT", |e| {
        let value = e.reg(CheckDerivedResult(Places).value());
        let (nothing, something) = (e.block(), e.cold());
        let is_undefined = e.equal_u64(value, JsValue::UNDEFINED.bits());
        e.branch(is_undefined, nothing, something);
        e.at(nothing);
        let this = e.reg(CheckDerivedResult(Places).this());
        let bound = e.fb.ins().icmp_imm_u(IntCC::NotEqual, this, JsValue::EMPTY.bits() as i64);
        e.require(bound);
        e.set(CheckDerivedResult(Places).dst(), this);
        e.next();
        e.at(something);
        let is_cell = e.is_cell(value);
        e.require(is_cell);
        let kind = e.load8(value, offset_of!(CellHeader, kind));
        let object = e.fb.ins().icmp_imm_u(IntCC::UnsignedGreaterThanOrEqual, kind, CellKind::Object as i64);
        e.require(object);
        e.set(CheckDerivedResult(Places).dst(), value);
        e.next();
    });
    // A key that needs no conversion, on something that has properties.
    set.add("TO_PROPERTY_KEY_FOR", |e| {
        let object = e.reg(ToPropertyKeyFor(Places).object());
        let is_cell = e.is_cell(object);
        e.require(is_cell);
        let key = e.reg(ToPropertyKeyFor(Places).key());
        let is_int = e.is_int(key);
        e.require(is_int);
        e.set(ToPropertyKeyFor(Places).dst(), key);
        e.next();
    });
    // The table: the least case, how many there are, then their addresses.
    set.add("SWITCH_INT", |e| {
        let v = e.reg(SwitchInt(Places).value());
        let is_int = e.is_int(v);
        e.require(is_int);
        let table = e.hole(Source::SwitchTable(SwitchInt(Places).table()));
        let least = e.load(I32, table, 0);
        let count = e.load(I32, table, 8);
        let low = e.low(v);
        let index = e.fb.ins().isub(low, least);
        let none = e.cold();
        let inside = e.fb.ins().icmp(IntCC::UnsignedLessThan, index, count);
        e.require_else(inside, none);
        let index = e.fb.ins().uextend(I64, index);
        let bytes = e.fb.ins().ishl_imm_u(index, 3);
        let place = e.fb.ins().iadd(table, bytes);
        let address = e.load(I64, place, 16);
        e.go(address);
        e.at(none);
        e.next();
    });
    set.add("CHECK_INITIALIZED", |e| {
        let v = e.reg(CheckInitialized(Places).value());
        let there = e.fb.ins().icmp_imm_u(IntCC::NotEqual, v, 0);
        e.require(there);
        e.next();
    });
}

/// Counts a back edge; where the count runs out, the runtime does the instruction and looks at the requests.
fn count_back_edge(e: &mut Emit) {
    let left = count_down(e);
    e.require(left);
}

/// Counts what runs; whether something is left of the count.
fn count_down(e: &mut Emit) -> Value {
    let counter = e.load(I32, e.vm, offset_of!(VmContext, counter));
    let less = e.hole(Source::Countdown);
    let counter = e.fb.ins().iadd(counter, less);
    e.store(counter, e.vm, offset_of!(VmContext, counter));
    e.fb.ins().icmp_imm_s(IntCC::SignedGreaterThanOrEqual, counter, 0)
}

/// The two ways out of a conditional jump.
pub fn ways(e: &mut Emit, back: bool) -> (Block, Block) {
    let taken = if back { e.block() } else { e.cold() };
    let fall = e.block();
    (taken, fall)
}

pub fn leave(e: &mut Emit, taken: Block, fall: Block, back: bool) {
    if back {
        e.at(taken);
        count_back_edge(e);
        e.exit(Exit::Target);
        e.at(fall);
        e.next();
    } else {
        e.at(fall);
        e.next();
        e.at(taken);
        e.exit(Exit::Target);
    }
}

fn jumps(set: &mut Set) {
    set.add("JUMP", |e| e.exit(Exit::Target));
    set.add("JUMP_BACK", |e| {
        count_back_edge(e);
        e.exit(Exit::Target);
    });
    for (name, sense) in [("JUMP_TRUE", true), ("JUMP_FALSE", false)] {
        for back in [false, true] {
            set.add(&format!("{name}{}", if back { "_BACK" } else { "" }), |e| {
                let (taken, fall) = ways(e, back);
                let v = e.reg(JumpTrue(Places).cond());
                if sense {
                    truth(e, v, taken, fall)
                } else {
                    truth(e, v, fall, taken)
                }
                leave(e, taken, fall, back);
            });
        }
    }
    set.add("NOT", |e| {
        let v = e.reg(Not(Places).src());
        let (yes, no) = (e.block(), e.block());
        truth(e, v, yes, no);
        for (block, value) in [(yes, JsValue::FALSE), (no, JsValue::TRUE)] {
            e.at(block);
            let v = e.js(value);
            e.set(Not(Places).dst(), v);
            e.next();
        }
    });
    set.add("TYPEOF", type_of);
    for (name, mask, bits, sense) in [
        ("JUMP_NULLISH", !8i64, JsValue::NULL, true),
        ("JUMP_NOT_NULLISH", !8i64, JsValue::NULL, false),
        ("JUMP_UNDEFINED", !0, JsValue::UNDEFINED, true),
        ("JUMP_NOT_UNDEFINED", !0, JsValue::UNDEFINED, false),
    ] {
        for back in [false, true] {
            set.add(&format!("{name}{}", if back { "_BACK" } else { "" }), |e| {
                let (taken, fall) = ways(e, back);
                let v = e.reg(JumpNullish(Places).value());
                let v = e.fb.ins().band_imm_s(v, mask);
                let is = e.fb.ins().icmp_imm_u(IntCC::Equal, v, bits.bits() as i64);
                if sense {
                    e.branch(is, taken, fall)
                } else {
                    e.branch(is, fall, taken)
                }
                leave(e, taken, fall, back);
            });
        }
    }
    // Comparisons, as jumps and as values: int32 only, and with doubles.
    for (name, int, float) in [
        ("LT", IntCC::SignedLessThan, FloatCC::LessThan),
        ("LE", IntCC::SignedLessThanOrEqual, FloatCC::LessThanOrEqual),
        ("GT", IntCC::SignedGreaterThan, FloatCC::GreaterThan),
        ("GE", IntCC::SignedGreaterThanOrEqual, FloatCC::GreaterThanOrEqual),
    ] {
        for not in [false, true] {
            for immediate in [false, true] {
                for doubles in [false, true] {
                    for back in [false, true] {
                        let full = format!(
                            "JUMP_{}{name}{}{}{}",
                            if not { "NOT_" } else { "" },
                            if immediate { "_INT" } else { "" },
                            if doubles { "_DOUBLE" } else { "" },
                            if back { "_BACK" } else { "" },
                        );
                        set.add(&full, |e| {
                            let (taken, fall) = ways(e, back);
                            let (yes, no) = if not { (fall, taken) } else { (taken, fall) };
                            compare(
                                e,
                                [JumpLt(Places).left(), JumpLt(Places).right()],
                                immediate,
                                doubles,
                                int,
                                float,
                                yes,
                                no,
                            );
                            leave(e, taken, fall, back);
                        });
                    }
                }
            }
        }
        for doubles in [false, true] {
            set.add(&format!("{name}{}", if doubles { "_DOUBLE" } else { "" }), |e| {
                let (yes, no) = (e.block(), e.block());
                compare(e, [Lt(Places).left(), Lt(Places).right()], false, doubles, int, float, yes, no);
                for (block, value) in [(yes, JsValue::TRUE), (no, JsValue::FALSE)] {
                    e.at(block);
                    let v = e.js(value);
                    e.set(Lt(Places).dst(), v);
                    e.next();
                }
            });
        }
    }
}

#[allow(clippy::too_many_arguments)]
fn compare(
    e: &mut Emit,
    [left, right]: [u8; 2],
    immediate: bool,
    doubles: bool,
    int: IntCC,
    float: FloatCC,
    yes: Block,
    no: Block,
) {
    let l = e.reg(left);
    let other = if doubles { e.cold() } else { e.step_block() };
    if immediate {
        let is_int = e.is_int(l);
        e.require_else(is_int, other);
        let low = e.low(l);
        let r = e.hole(Source::Signed(right));
        let holds = e.fb.ins().icmp(int, low, r);
        e.branch(holds, yes, no);
        if doubles {
            e.at(other);
            let number = e.is_number(l);
            e.require(number);
            let d = e.unbox_double(l);
            let r = e.immediate_double(right);
            let holds = e.fb.ins().fcmp(float, d, r);
            e.branch(holds, yes, no);
        }
    } else {
        let r = e.reg(right);
        let ints = e.both_int(l, r);
        e.require_else(ints, other);
        let (a, b) = (e.low(l), e.low(r));
        let holds = e.fb.ins().icmp(int, a, b);
        e.branch(holds, yes, no);
        if doubles {
            e.at(other);
            let number = e.is_number(l);
            e.require(number);
            let number = e.is_number(r);
            e.require(number);
            let (a, b) = (e.as_double(l), e.as_double(r));
            let holds = e.fb.ins().fcmp(float, a, b);
            e.branch(holds, yes, no);
        }
    }
}

/// The answer is one of the context's names.
fn type_of(e: &mut Emit) {
    let v = e.reg(Typeof(Places).src());
    let (cell, not_cell, done) = (e.block(), e.block(), e.block());
    e.fb.append_block_param(done, I64);
    let answer = |e: &mut Emit, name: usize| {
        let vm = e.vm;
        let name = e.load(I64, vm, offset_of!(VmContext, typeof_names) + 8 * name);
        e.jump(done, &[name]);
    };
    let is_cell = e.is_cell(v);
    e.branch(is_cell, cell, not_cell);
    e.at(cell);
    let (object, not_object, function, other) = (e.block(), e.block(), e.block(), e.block());
    let kind = e.load8(v, offset_of!(CellHeader, kind));
    let is_object = e.fb.ins().icmp_imm_u(IntCC::UnsignedGreaterThanOrEqual, kind, CellKind::Object as i64);
    e.branch(is_object, object, not_object);
    e.at(object);
    let flags = e.load8(v, offset_of!(CellHeader, flags));
    let odd = e.fb.ins().band_imm_u(flags, FLAG_HTMLDDA as i64);
    let usual = e.equal_u32(odd, 0);
    e.require(usual);
    let callable = e.fb.ins().band_imm_u(flags, FLAG_CALLABLE as i64);
    e.branch(callable, function, other);
    e.at(function);
    answer(e, TYPEOF_FUNCTION);
    e.at(other);
    answer(e, TYPEOF_OBJECT);
    e.at(not_object);
    let is_string = e.equal_u32(kind, CellKind::String as u32);
    e.require(is_string);
    answer(e, TYPEOF_STRING);
    e.at(not_cell);
    let (number, not_number) = (e.block(), e.block());
    let is_number = e.is_number(v);
    e.branch(is_number, number, not_number);
    e.at(number);
    answer(e, TYPEOF_NUMBER);
    e.at(not_number);
    let (boolean, nullish, null, undefined) = (e.block(), e.block(), e.block(), e.block());
    let even = e.fb.ins().band_imm_s(v, !1);
    let is_bool = e.fb.ins().icmp_imm_u(IntCC::Equal, even, JsValue::FALSE.bits() as i64);
    e.branch(is_bool, boolean, nullish);
    e.at(boolean);
    answer(e, TYPEOF_BOOLEAN);
    e.at(nullish);
    let is_null = e.fb.ins().icmp_imm_u(IntCC::Equal, v, JsValue::NULL.bits() as i64);
    e.branch(is_null, null, undefined);
    e.at(null);
    answer(e, TYPEOF_OBJECT);
    e.at(undefined);
    answer(e, TYPEOF_UNDEFINED);
    e.at(done);
    let name = e.fb.block_params(done)[0];
    e.set(Typeof(Places).dst(), name);
    e.next();
}

/// ToBoolean.
fn truth(e: &mut Emit, v: Value, yes: Block, no: Block) {
    let other = e.cold();
    let even = e.fb.ins().band_imm_s(v, !1);
    let is_bool = e.fb.ins().icmp_imm_u(IntCC::Equal, even, JsValue::FALSE.bits() as i64);
    e.require_else(is_bool, other);
    let is_true = e.fb.ins().icmp_imm_u(IntCC::Equal, v, JsValue::TRUE.bits() as i64);
    e.branch(is_true, yes, no);
    e.at(other);
    let (int, not_int) = (e.cold(), e.cold());
    let is_int = e.is_int(v);
    e.branch(is_int, int, not_int);
    e.at(int);
    let zero = e.fb.ins().icmp(IntCC::Equal, v, e.tag);
    e.branch(zero, no, yes);
    e.at(not_int);
    let (cell, not_cell) = (e.cold(), e.cold());
    let is_cell = e.is_cell(v);
    e.branch(is_cell, cell, not_cell);
    e.at(cell);
    let (object, not_object) = (e.cold(), e.cold());
    let kind = e.load8(v, offset_of!(CellHeader, kind));
    let is_object = e.fb.ins().icmp_imm_u(IntCC::UnsignedGreaterThanOrEqual, kind, CellKind::Object as i64);
    e.branch(is_object, object, not_object);
    e.at(object);
    let flags = e.load8(v, offset_of!(CellHeader, flags));
    let odd = e.fb.ins().band_imm_u(flags, FLAG_HTMLDDA as i64);
    let usual = e.equal_u32(odd, 0);
    e.require(usual);
    e.jump(yes, &[]);
    e.at(not_object);
    let is_string = e.equal_u32(kind, CellKind::String as u32);
    e.require(is_string);
    let length = e.load(I32, v, offset_of!(StringCell, length));
    let is_empty = e.equal_u32(length, 0);
    e.branch(is_empty, no, yes);
    e.at(not_cell);
    let number = e.is_number(v);
    let (double, nullish) = (e.cold(), e.cold());
    e.branch(number, double, nullish);
    e.at(double);
    // Neither zero nor the one NaN that values hold.
    let bits = e.fb.ins().iadd(v, e.tag);
    let magnitude = e.fb.ins().ishl_imm_u(bits, 1);
    let zero = e.fb.ins().icmp_imm_u(IntCC::Equal, magnitude, 0);
    let nan = e.constant(I64, CONSTANT_NAN);
    let nan = e.fb.ins().icmp(IntCC::Equal, v, nan);
    let falsy = e.fb.ins().bor(zero, nan);
    e.branch(falsy, no, yes);
    e.at(nullish);
    e.jump(no, &[]);
}

/// The environment `depth` parents up from the one in operand unit `i`.
fn environment(e: &mut Emit, i: u8, depth: usize) -> Value {
    let mut environment = e.reg(i);
    for _ in 0..depth {
        environment = e.load(I64, environment, offset_of!(Environment, parent));
    }
    environment
}

fn scopes(set: &mut Set) {
    for depth in 0..crate::contract::DEPTHS {
        for checked in [false, true] {
            let suffix = if checked { "_CHECKED" } else { "" };
            set.add(&format!("GET_SCOPED{suffix}_{depth}"), |e| {
                let environment = environment(e, GetScoped(Places).environment(), depth);
                let offset = e.offset(Source::EnvironmentSlot(GetScoped(Places).slot()));
                let v = e.fb.ins().load(I64, TRUSTED, environment, offset);
                if checked {
                    let there = e.fb.ins().icmp_imm_u(IntCC::NotEqual, v, 0);
                    e.require(there);
                }
                e.set(GetScoped(Places).dst(), v);
                e.next();
            });
            set.add(&format!("SET_SCOPED{suffix}_{depth}"), |e| {
                let environment = environment(e, SetScoped(Places).environment(), depth);
                let offset = e.offset(Source::EnvironmentSlot(SetScoped(Places).slot()));
                if checked {
                    let old = e.fb.ins().load(I64, TRUSTED, environment, offset);
                    let there = e.fb.ins().icmp_imm_u(IntCC::NotEqual, old, 0);
                    e.require(there);
                }
                e.require_no_barrier(environment);
                let v = e.reg(SetScoped(Places).value());
                e.fb.ins().store(TRUSTED, v, environment, offset);
                e.next();
            });
        }
    }
}

fn enumerations(set: &mut Set) {
    set.add("FOR_IN_START", |e| {
        e.publish();
        let (vm, object) = (e.vm, e.reg(ForInStart(Places).object()));
        let value = e.call_runtime(runtime::FOR_IN_START, &[vm, object], I64);
        e.after_call();
        finish_call(e, value);
    });
    // While the object has the shape that it had in the beginning.
    set.add("FOR_IN_NEXT", |e| {
        let (taken, fall) = ways(e, false);
        let enumeration = e.reg(ForInNext(Places).enumeration());
        let shape = e.load(I32, enumeration, offset_of!(ForIn, shape));
        let known = e.fb.ins().icmp_imm_u(IntCC::NotEqual, shape, 0);
        e.require(known);
        let object = e.load(I64, enumeration, offset_of!(ForIn, object));
        let actual = e.load(I32, object, offset_of!(CellHeader, shape));
        let same = e.fb.ins().icmp(IntCC::Equal, shape, actual);
        e.require(same);
        let keys = e.load(I64, enumeration, offset_of!(ForIn, keys));
        let elements = e.load(I64, keys, offset_of!(JsObject, elements));
        let next = e.load(I32, enumeration, offset_of!(ForIn, next));
        let length = e.load(I32, elements, offset_of!(Elements, length));
        let more = e.fb.ins().icmp(IntCC::UnsignedLessThan, next, length);
        let on = e.block();
        e.branch(more, on, taken);
        e.at(on);
        let index = e.fb.ins().uextend(I64, next);
        let bytes = e.fb.ins().ishl_imm_u(index, 3);
        let place = e.fb.ins().iadd(elements, bytes);
        let key = e.load(I64, place, ELEMENTS_VALUES_OFFSET);
        let next = e.fb.ins().iadd_imm_s(next, 1);
        e.store(next, enumeration, offset_of!(ForIn, next));
        e.set(ForInNext(Places).key(), key);
        e.jump(fall, &[]);
        leave(e, taken, fall, false);
    });
}
