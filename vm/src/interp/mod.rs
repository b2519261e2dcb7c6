//! T0: the interpreter.
//!
//! One loop over bytecode, every opcode complete, with inline caches. Before each instruction its offset is
//! stored in the frame, where the profiler and stack traces read it. JavaScript calls JavaScript without native
//! recursion: a call pushes a frame on the VM stack and goes on in the same loop; [`run`] returns when the frame that it was
//! entered with does. The loop is in a linker section of its own, so that a machine PC inside it is recognised.

pub(crate) mod cache;
pub(crate) mod call;
mod element;
pub(crate) mod ops;
mod optimized;
pub(crate) mod step;

pub use cache::site_key;

use crate::code::Code;
use crate::feedback::FeedbackUnit;
use crate::native::NativeFunction;
use crate::runtime::{convert, generator, operators};
use crate::vm::Vm;
use crate::{JsResult, Throw, Value, ValueExt};
use abi::cell::{CellHeader, CellKind};
use abi::frame::*;
use abi::ic::{EntryKind, SITE_MEGAMORPHIC, Site};
use abi::object::{ENVIRONMENT_VALUES_OFFSET, Environment, JsFunction, JsObject};
use abi::opcode::*;
use abi::value::NUMBER_TAG;
use std::sync::atomic::{AtomicU32, Ordering};

/// Runs a function whose frame (callee, this, argc, arguments, caller, flags with FLAG_ENTRY) is laid out, to its end.
pub(crate) fn run(vm: &mut Vm, frame: *mut Frame) -> JsResult {
    // SAFETY: the frame is the caller's promise.
    unsafe {
        let machine = machine_of_callee(frame);
        if has_entry(vm, machine) {
            return vm.call_compiled(frame, (*machine).entry);
        }
        let result = run_interpreted(vm, frame);
        after_tail(vm, result)
    }
}

/// Whether the function is entered by a native call: it has compiled code, or an entry of its own for `perf` (`--perf-prof`).
///
/// # Safety
/// The machine part must be live.
#[inline(always)]
unsafe fn has_entry(vm: &Vm, machine: *const CodeHeader) -> bool {
    // SAFETY: the caller's promise.
    unsafe { (*machine).entry != vm.tiers.interpret }
}

/// As [`run`], in the interpreter. A tail call of compiled code may be left to do: `vm.tiers.tail` then is its frame.
///
/// # Safety
/// The frame must be laid out.
pub(crate) unsafe fn run_interpreted(vm: &mut Vm, frame: *mut Frame) -> JsResult {
    // SAFETY: the caller's promise.
    match unsafe { call::enter(vm, frame) } {
        Ok(frame) => execute(vm, frame, 0),
        // What its entry threw is thrown by the call, but for async functions, which reject.
        Err(throw) => call::entry_failed(vm, frame).ok_or(throw),
    }
}

/// Does the tail call that the interpreter's loop was left for, if it was.
fn after_tail(vm: &mut Vm, result: JsResult) -> JsResult {
    if vm.tiers.tail.is_null() {
        return result;
    }
    let tail = std::mem::replace(&mut vm.tiers.tail, std::ptr::null_mut());
    // SAFETY: the frame is laid out for a Function that has code.
    unsafe { vm.call_compiled(tail, (*machine_of_callee(tail)).entry) }
}

/// # Safety
/// The frame's callee must be a Function.
#[inline(always)]
unsafe fn machine_of_callee(frame: *mut Frame) -> *mut CodeHeader {
    // SAFETY: the caller's promise.
    unsafe { crate::object::function::machine_of(&*(*frame).callee.as_cell().cast::<JsFunction>()) }
}

/// Goes on in a frame that was suspended, at `pc`.
pub(crate) fn resume(vm: &mut Vm, frame: *mut Frame, pc: usize) -> JsResult {
    vm.set_top_frame(frame);
    // SAFETY: the frame is live and its function has bytecode.
    unsafe {
        if !(*(*frame).code).native.is_null() {
            return continue_compiled(vm, frame, pc);
        }
        // It may have been suspended by compiled code that is gone.
        (*frame).code_id = (*(*frame).code).code_id;
    }
    let result = execute(vm, frame, pc);
    after_tail(vm, result)
}

/// Goes on in a live frame at `pc`, in compiled code.
///
/// # Safety
/// The frame's function has compiled code.
#[inline(never)]
unsafe fn continue_compiled(vm: &mut Vm, frame: *mut Frame, pc: usize) -> JsResult {
    // SAFETY: the caller's promise.
    unsafe {
        let machine = (*frame).code;
        (*frame).position = pc as u32;
        (*frame).code_id = (*machine).native_id;
        vm.note_use(machine.cast_mut());
        vm.call_compiled(frame, Vm::native_address(machine, pc))
    }
}

/// Goes on in a frame that was suspended, by throwing the pending exception there.
pub(crate) fn resume_throw(vm: &mut Vm, frame: *mut Frame) -> JsResult {
    vm.set_top_frame(frame);
    match unwind(vm, frame) {
        Unwound::Handler(frame, pc) => {
            // SAFETY: the frame is live. It may have been suspended by compiled code.
            unsafe { (*frame).code_id = (*(*frame).code).code_id };
            let result = execute(vm, frame, pc);
            after_tail(vm, result)
        }
        Unwound::Returned(value) => Ok(value),
        Unwound::Continue(..) | Unwound::Left => Err(Throw::pending()),
    }
}

/// As [`resume_throw`], where the frames from this one on are the interpreter's; a tail call may be left to do.
fn resume_throw_interpreted(vm: &mut Vm, frame: *mut Frame) -> JsResult {
    match unwind(vm, frame) {
        Unwound::Handler(frame, pc) => execute(vm, frame, pc),
        Unwound::Returned(value) => Ok(value),
        Unwound::Continue(..) | Unwound::Left => Err(Throw::pending()),
    }
}

/// Where an exception goes.
enum Unwound {
    /// To a handler in this frame.
    Handler(*mut Frame, usize),
    /// It ended the frame that the loop was entered with, which turned it into a value (async functions).
    Returned(Value),
    /// It ended an async function that was called from this frame, which gets the rejected promise.
    Continue(*mut Frame, Value),
    /// Out of the loop, still pending.
    Left,
}

/// Finds the handler for the pending exception, popping frames down to the loop's entry frame.
#[cold]
#[inline(never)]
fn unwind(vm: &mut Vm, mut frame: *mut Frame) -> Unwound {
    loop {
        // SAFETY: `frame` is the live frame of a function of this loop.
        let (code, position, flags, caller) =
            unsafe { (Code::from_machine((*frame).code), (*frame).position, (*frame).flags, (*frame).caller) };
        if !vm.is_terminating()
            && let Some(body) = code.body.get()
            && let Some(handler) = body.handlers.iter().find(|h| h.start <= position && position < h.end)
        {
            vm.set_top_frame(frame);
            return Unwound::Handler(frame, handler.handler as usize);
        }
        let mut value = None;
        if code.flags() & (CODE_FLAG_ASYNC | CODE_FLAG_GENERATOR) != 0 && !vm.is_terminating() {
            value = generator::uncaught(vm, frame);
        }
        if flags & FLAG_REALM != 0 {
            call::restore_realm(vm, caller);
        }
        vm.set_top_frame(caller);
        match (value, flags & FLAG_ENTRY != 0) {
            (Some(value), true) => return Unwound::Returned(value),
            (Some(value), false) => return Unwound::Continue(caller, value),
            (None, true) => return Unwound::Left,
            (None, false) => frame = caller,
        }
    }
}

#[inline(always)]
fn both_int(a: Value, b: Value) -> bool {
    a.0 & b.0 >= NUMBER_TAG
}

#[inline(always)]
fn both_number(a: Value, b: Value) -> bool {
    a.is_number() && b.is_number()
}

/// The loop.
// The operand macros stand inside and outside of other unsafe blocks.
#[allow(unused_unsafe)]
#[unsafe(link_section = "tarsier_interp")]
#[inline(never)]
fn execute(vm: &mut Vm, entry: *mut Frame, entry_pc: usize) -> JsResult {
    let mut fp: *mut Value = entry.cast();
    let mut pc: usize = entry_pc;
    // SAFETY: the frame is live and its code is compiled (`call::enter`).
    let mut base: *const u16 = unsafe { (*(*entry).code).bytecode };
    // SAFETY: as above.
    let mut sites: *const Site = unsafe { (*(*entry).code).sites };

    macro_rules! frame {
        () => {
            fp.cast::<Frame>()
        };
    }
    // SAFETY (for the macros below): bytecode was verified when it was made: operands are in range, registers are within
    // frame_words, which `enter` checked against the stack's limit.
    macro_rules! unit {
        ($i:expr) => {
            // SAFETY: see above.
            unsafe { *base.add(pc + $i) }
        };
    }
    macro_rules! long {
        ($i:expr) => {
            // SAFETY: see above.
            unsafe { base.add(pc + $i).cast::<u32>().read_unaligned() }
        };
    }
    macro_rules! reg {
        ($n:expr) => {{
            let n = $n as usize;
            // SAFETY: see above.
            unsafe { *fp.add(n) }
        }};
    }
    macro_rules! set {
        ($n:expr, $v:expr) => {{
            let value: Value = $v;
            let n = $n as usize;
            // SAFETY: see above.
            unsafe { *fp.add(n) = value }
        }};
    }
    // An inner frame has returned: its result is put where the instruction at pc, which called it, wants it. Where optimized code was left, that may
    // be the access of a property.
    macro_rules! finish {
        ($value:expr) => {{
            // SAFETY: see above.
            let op: Op = unsafe { std::mem::transmute::<u16, Op>(*base.add(pc)) };
            if matches!(op, Op::SetField | Op::RunFieldInitializer | Op::RunFieldInitializerOf) {
                pc += op.length();
            } else {
                set!(unit!(1), $value);
                pc += if op == Op::GetField { Op::GetField.length() } else { CALL_LENGTH };
            }
        }};
    }
    macro_rules! feedback_unit {
        ($i:expr) => {
            // SAFETY: see above.
            unsafe { FeedbackUnit::new(base.add(pc + $i).cast_mut()) }
        };
    }
    macro_rules! feedback {
        ($i:expr, $bits:expr) => {
            vm.note_operands(feedback_unit!($i), $bits)
        };
    }
    macro_rules! site {
        ($i:expr) => {{
            let n = long!($i) as usize;
            // SAFETY: verified to be in range.
            unsafe { &*sites.add(n) }
        }};
    }
    macro_rules! reload {
        () => {{
            // SAFETY: the frame is live and its code is compiled.
            unsafe {
                let code = (*frame!()).code;
                base = (*code).bytecode;
                sites = (*code).sites;
            }
        }};
    }

    // A back edge's count ran out.
    let mut heated = false;
    'frames: loop {
        // Leaving this loop by `break` means: an exception is pending, or `heated`.
        loop {
            // SAFETY: pc is at an instruction; opcodes are valid.
            let op: Op = unsafe { std::mem::transmute::<u16, Op>(*base.add(pc)) };
            // SAFETY: the position word is the frame's; other threads only read it.
            unsafe {
                (*(&raw mut (*frame!()).position).cast::<AtomicU32>()).store(pc as u32, Ordering::Relaxed);
            }
            macro_rules! next {
                ($op:ident) => {{
                    pc += Op::$op.length();
                    continue;
                }};
            }
            macro_rules! check {
                ($e:expr) => {
                    match $e {
                        Ok(value) => {
                            vm.heap.forget_stale_words();
                            value
                        }
                        Err(_) => break,
                    }
                };
            }
            macro_rules! jump {
                ($i:expr) => {{
                    let offset = long!($i) as i32;
                    pc = pc.wrapping_add(offset as isize as usize);
                    if offset <= 0 {
                        // SAFETY: the machine part is written by this thread only.
                        let heat = unsafe {
                            let machine = (*frame!()).code.cast_mut();
                            (*machine).heat -= 1;
                            (*machine).heat
                        };
                        if heat < 0 {
                            heated = true;
                            break;
                        }
                    }
                    continue;
                }};
            }
            // Arithmetic on two registers (or a register and an immediate): int32, then double, then the runtime.
            macro_rules! arith {
                ($op:ident, $l:expr, $r:expr, |$x:ident, $y:ident| $int:expr, |$a:ident, $b:ident| $double:expr, $slow:path) => {{
                    let (l, r) = ($l, $r);
                    if both_int(l, r) {
                        let ($x, $y) = (l.as_int(), r.as_int());
                        let result: Option<Value> = $int;
                        if let Some(value) = result {
                            set!(unit!(1), value);
                            next!($op);
                        }
                        feedback!(4, ARITH_OVERFLOW);
                        set!(unit!(1), {
                            let ($a, $b) = (l.as_number(), r.as_number());
                            $double
                        });
                        next!($op);
                    }
                    if both_number(l, r) {
                        let ($a, $b) = (l.as_number(), r.as_number());
                        feedback!(4, ARITH_DOUBLE);
                        set!(unit!(1), $double);
                        next!($op);
                    }
                    let value = check!(ops::slow_binary(vm, $slow, l, r, feedback_unit!(4)));
                    set!(unit!(1), value);
                    next!($op);
                }};
            }
            macro_rules! bitwise {
                ($op:ident, $l:expr, $r:expr, |$x:ident, $y:ident| $int:expr, $slow:path) => {{
                    let (l, r) = ($l, $r);
                    if both_int(l, r) {
                        let ($x, $y) = (l.as_int(), r.as_int());
                        set!(unit!(1), $int);
                        next!($op);
                    }
                    if both_number(l, r) {
                        let ($x, $y) = (
                            crate::numeric::convert::to_int32(l.as_number()),
                            crate::numeric::convert::to_int32(r.as_number()),
                        );
                        feedback!(4, ARITH_DOUBLE);
                        set!(unit!(1), $int);
                        next!($op);
                    }
                    let value = check!(ops::slow_binary(vm, $slow, l, r, feedback_unit!(4)));
                    set!(unit!(1), value);
                    next!($op);
                }};
            }
            macro_rules! add {
                ($op:ident, $l:expr, $r:expr) => {
                    arith!(
                        $op,
                        $l,
                        $r,
                        |x, y| x.checked_add(y).map(Value::int),
                        |a, b| Value::double(a + b),
                        operators::add
                    )
                };
            }
            macro_rules! sub {
                ($op:ident, $l:expr, $r:expr) => {
                    arith!(
                        $op,
                        $l,
                        $r,
                        |x, y| x.checked_sub(y).map(Value::int),
                        |a, b| Value::double(a - b),
                        operators::sub
                    )
                };
            }
            macro_rules! mul {
                ($op:ident, $l:expr, $r:expr) => {
                    arith!(
                        $op,
                        $l,
                        $r,
                        |x, y| match x.checked_mul(y) {
                            // -0 where a factor is negative and the product zero.
                            Some(0) if x < 0 || y < 0 => None,
                            product => product.map(Value::int),
                        },
                        |a, b| Value::double(a * b),
                        operators::mul
                    )
                };
            }
            macro_rules! div {
                ($op:ident, $l:expr, $r:expr) => {
                    arith!(
                        $op,
                        $l,
                        $r,
                        |x, y| if y > 0 && x != 0 && x % y == 0 { Some(Value::int(x / y)) } else { None },
                        |a, b| Value::number(a / b),
                        operators::div
                    )
                };
            }
            macro_rules! modulo {
                ($op:ident, $l:expr, $r:expr) => {
                    arith!(
                        $op,
                        $l,
                        $r,
                        |x, y| if x >= 0 && y > 0 { Some(Value::int(x % y)) } else { None },
                        |a, b| Value::number(crate::numeric::math::js_rem(a, b)),
                        operators::modulo
                    )
                };
            }
            macro_rules! bit_and {
                ($op:ident, $l:expr, $r:expr) => {
                    bitwise!($op, $l, $r, |x, y| Value::int(x & y), operators::bit_and)
                };
            }
            macro_rules! bit_or {
                ($op:ident, $l:expr, $r:expr) => {
                    bitwise!($op, $l, $r, |x, y| Value::int(x | y), operators::bit_or)
                };
            }
            macro_rules! bit_xor {
                ($op:ident, $l:expr, $r:expr) => {
                    bitwise!($op, $l, $r, |x, y| Value::int(x ^ y), operators::bit_xor)
                };
            }
            macro_rules! shl {
                ($op:ident, $l:expr, $r:expr) => {
                    bitwise!($op, $l, $r, |x, y| Value::int(x.wrapping_shl(y as u32)), operators::shl)
                };
            }
            macro_rules! shr {
                ($op:ident, $l:expr, $r:expr) => {
                    bitwise!($op, $l, $r, |x, y| Value::int(x.wrapping_shr(y as u32)), operators::shr)
                };
            }
            macro_rules! ushr {
                ($op:ident, $l:expr, $r:expr) => {
                    bitwise!($op, $l, $r, |x, y| Value::from_u32((x as u32).wrapping_shr(y as u32)), operators::ushr)
                };
            }
            macro_rules! imm {
                ($i:expr) => {
                    Value::int(unit!($i) as i16 as i32)
                };
            }
            // Comparison of two numbers, or by the runtime.
            macro_rules! compare {
                ($l:expr, $r:expr, $cmp:tt, $slow:path, $fb:expr) => {{
                    let (l, r) = ($l, $r);
                    if both_int(l, r) {
                        (l.0 as i32) $cmp (r.0 as i32)
                    } else if both_number(l, r) {
                        feedback!($fb, ARITH_DOUBLE);
                        l.as_number() $cmp r.as_number()
                    } else {
                        check!(ops::slow_compare(vm, $slow, l, r, feedback_unit!($fb)))
                    }
                }};
            }
            macro_rules! strict_equal {
                ($l:expr, $r:expr, $fb:expr) => {{
                    let (l, r) = ($l, $r);
                    if both_int(l, r) { l == r } else { ops::strict_equals(vm, l, r, feedback_unit!($fb)) }
                }};
            }
            macro_rules! loose_equal {
                ($l:expr, $r:expr, $fb:expr) => {{
                    let (l, r) = ($l, $r);
                    if both_int(l, r) {
                        l == r
                    } else if both_number(l, r) {
                        feedback!($fb, ARITH_DOUBLE);
                        l.as_number() == r.as_number()
                    } else {
                        check!(ops::slow_compare(vm, operators::is_loosely_equal, l, r, feedback_unit!($fb)))
                    }
                }};
            }
            macro_rules! compare_op {
                ($op:ident, $cmp:tt, $slow:path) => {{
                    let result = compare!(reg!(unit!(2)), reg!(unit!(3)), $cmp, $slow, 4);
                    set!(unit!(1), Value::bool(result));
                    next!($op);
                }};
            }
            macro_rules! jump_compare {
                ($op:ident, $r:expr, $cmp:tt, $slow:path, $sense:expr) => {{
                    if compare!(reg!(unit!(1)), $r, $cmp, $slow, 3) == $sense {
                        jump!(4);
                    }
                    next!($op);
                }};
            }
            macro_rules! jump_if {
                ($op:ident, $cond:expr, $i:expr) => {{
                    if $cond {
                        jump!($i);
                    }
                    next!($op);
                }};
            }
            macro_rules! truthy {
                ($v:expr) => {{
                    let v: Value = $v;
                    if v.is_bool() {
                        v.is_true()
                    } else if v.is_int() {
                        v.as_int() != 0
                    } else {
                        convert::to_boolean(v)
                    }
                }};
            }
            // The environment `depth` parents up.
            macro_rules! scope {
                ($env:expr, $depth:expr) => {{
                    let mut environment = $env.0 as *mut Environment;
                    for _ in 0..$depth {
                        // SAFETY: environments' parents are live environments; the compiler counted the depth.
                        environment = unsafe { (*environment).parent.get() };
                    }
                    environment
                }};
            }
            macro_rules! scope_slot {
                ($environment:expr, $slot:expr) => {
                    // SAFETY: the compiler gave the slot to a binding of that environment.
                    unsafe { $environment.byte_add(ENVIRONMENT_VALUES_OFFSET).cast::<Value>().add($slot as usize) }
                };
            }
            // Puts the result of a call made by the frame's present instruction in place, and goes on after it.
            macro_rules! finish_call {
                ($value:expr) => {{
                    set!(unit!(1), $value);
                    pc += CALL_LENGTH;
                    continue;
                }};
            }
            // The same where another frame has been running since.
            macro_rules! finish_returned {
                ($value:expr) => {{
                    finish!($value);
                    continue;
                }};
            }
            // Pops the frame with a result.
            macro_rules! return_value {
                ($value:expr) => {{
                    let value: Value = $value;
                    // SAFETY: the frame is live.
                    let (flags, caller) = unsafe { ((*frame!()).flags, (*frame!()).caller) };
                    if flags & FLAG_REALM != 0 {
                        call::restore_realm(vm, caller);
                    }
                    vm.set_top_frame(caller);
                    if flags & FLAG_ENTRY != 0 {
                        return Ok(value);
                    }
                    fp = caller.cast();
                    reload!();
                    // SAFETY: the caller is a live frame of this loop, stopped at a call.
                    pc = unsafe { (*caller).position as usize };
                    finish_returned!(value);
                }};
            }
            // Feedback that the fast paths of element accesses and calls owe: nothing to be done but for what is new to the site.
            macro_rules! see_element {
                ($receiver:expr, $site:expr) => {{
                    let site = $site;
                    // SAFETY: the receiver is an object with fast elements or a typed array.
                    let bits = 1 << unsafe { (*$receiver.as_cell()).detail.get() };
                    if site.seen.get() & bits == 0 {
                        ops::note_element(vm, site, bits);
                    }
                }};
            }
            macro_rules! see_callee {
                ($callee:expr, $target:expr, $site:expr) => {{
                    let site = $site;
                    let target: *mut CellHeader = $target;
                    if site.first.holder.get().cast() != target && site.state.get() < SITE_MEGAMORPHIC {
                        crate::feedback::note_call(vm, site, $callee);
                    }
                }};
            }
            macro_rules! see_constructor {
                ($callee:expr, $site:expr) => {{
                    let callee: Value = $callee;
                    if callee.is_kind(CellKind::Function) {
                        // SAFETY: the kind says that it is a function.
                        let code = unsafe { (*callee.as_cell().cast::<JsFunction>()).code.get() };
                        see_callee!(callee, code, $site);
                    } else if callee.is_kind(CellKind::NativeFunction) {
                        see_callee!(callee, callee.as_cell(), $site);
                    }
                }};
            }
            // Enters the function whose frame is at `$frame`, with flags set and not the entry of a loop.
            macro_rules! enter_function {
                ($new:expr, $flags:expr) => {{
                    let new: *mut Frame = $new;
                    // SAFETY: the outgoing area holds callee and arguments.
                    let machine = unsafe {
                        (*new).caller = frame!();
                        (*new).flags = $flags;
                        machine_of_callee(new)
                    };
                    // SAFETY: as above.
                    if unsafe { has_entry(vm, machine) } {
                        // SAFETY: as above.
                        let value = check!(unsafe { vm.call_compiled(new, (*machine).entry) });
                        finish_call!(value);
                    }
                    // SAFETY: as above.
                    match unsafe { call::enter(vm, new) } {
                        Ok(entered) => {
                            fp = entered.cast();
                            reload!();
                            pc = 0;
                            continue;
                        }
                        Err(_) => {
                            // What the callee's entry threw is thrown by the call, but for async functions, which reject.
                            match call::entry_failed(vm, new) {
                                Some(promise) => finish_call!(promise),
                                None => break,
                            }
                        }
                    }
                }};
            }

            match op {
                Op::Nop => next!(Nop),
                Op::Move => {
                    set!(unit!(1), reg!(unit!(2)));
                    next!(Move);
                }
                Op::LoadUndefined => {
                    set!(unit!(1), Value::UNDEFINED);
                    next!(LoadUndefined);
                }
                Op::LoadNull => {
                    set!(unit!(1), Value::NULL);
                    next!(LoadNull);
                }
                Op::LoadTrue => {
                    set!(unit!(1), Value::TRUE);
                    next!(LoadTrue);
                }
                Op::LoadFalse => {
                    set!(unit!(1), Value::FALSE);
                    next!(LoadFalse);
                }
                Op::LoadEmpty => {
                    set!(unit!(1), Value::EMPTY);
                    next!(LoadEmpty);
                }
                Op::LoadInt => {
                    set!(unit!(1), Value::int(long!(2) as i32));
                    next!(LoadInt);
                }
                Op::LoadConst => {
                    // SAFETY: the constant index was verified.
                    let value = unsafe { *(*(*frame!()).code).constants.add(long!(2) as usize) };
                    set!(unit!(1), value);
                    next!(LoadConst);
                }

                Op::Add => add!(Add, reg!(unit!(2)), reg!(unit!(3))),
                Op::Sub => sub!(Sub, reg!(unit!(2)), reg!(unit!(3))),
                Op::Mul => mul!(Mul, reg!(unit!(2)), reg!(unit!(3))),
                Op::Div => div!(Div, reg!(unit!(2)), reg!(unit!(3))),
                Op::Mod => modulo!(Mod, reg!(unit!(2)), reg!(unit!(3))),
                Op::Exp => {
                    let value = check!(operators::exponentiate(vm, reg!(unit!(2)), reg!(unit!(3))));
                    set!(unit!(1), value);
                    next!(Exp);
                }
                Op::BitAnd => bit_and!(BitAnd, reg!(unit!(2)), reg!(unit!(3))),
                Op::BitOr => bit_or!(BitOr, reg!(unit!(2)), reg!(unit!(3))),
                Op::BitXor => bit_xor!(BitXor, reg!(unit!(2)), reg!(unit!(3))),
                Op::Shl => shl!(Shl, reg!(unit!(2)), reg!(unit!(3))),
                Op::Shr => shr!(Shr, reg!(unit!(2)), reg!(unit!(3))),
                Op::UShr => ushr!(UShr, reg!(unit!(2)), reg!(unit!(3))),
                Op::AddInt => add!(AddInt, reg!(unit!(2)), imm!(3)),
                Op::SubInt => sub!(SubInt, reg!(unit!(2)), imm!(3)),
                Op::MulInt => mul!(MulInt, reg!(unit!(2)), imm!(3)),
                Op::DivInt => div!(DivInt, reg!(unit!(2)), imm!(3)),
                Op::ModInt => modulo!(ModInt, reg!(unit!(2)), imm!(3)),
                Op::BitAndInt => bit_and!(BitAndInt, reg!(unit!(2)), imm!(3)),
                Op::BitOrInt => bit_or!(BitOrInt, reg!(unit!(2)), imm!(3)),
                Op::BitXorInt => bit_xor!(BitXorInt, reg!(unit!(2)), imm!(3)),
                Op::ShlInt => shl!(ShlInt, reg!(unit!(2)), imm!(3)),
                Op::ShrInt => shr!(ShrInt, reg!(unit!(2)), imm!(3)),
                Op::UShrInt => ushr!(UShrInt, reg!(unit!(2)), imm!(3)),
                Op::Neg => {
                    let v = reg!(unit!(2));
                    if v.is_int() && v.as_int() != 0 && v.as_int() != i32::MIN {
                        set!(unit!(1), Value::int(-v.as_int()));
                    } else if v.is_number() {
                        feedback!(3, ARITH_DOUBLE);
                        set!(unit!(1), Value::double(-v.as_number()));
                    } else {
                        let value = check!(operators::neg(vm, v));
                        feedback!(3, ARITH_OTHER);
                        set!(unit!(1), value);
                    }
                    next!(Neg);
                }
                Op::BitNot => {
                    let v = reg!(unit!(2));
                    if v.is_int() {
                        set!(unit!(1), Value::int(!v.as_int()));
                    } else {
                        feedback!(3, ARITH_OTHER);
                        let value = check!(operators::bit_not(vm, v));
                        set!(unit!(1), value);
                    }
                    next!(BitNot);
                }
                Op::Inc => {
                    let v = reg!(unit!(2));
                    if v.is_int() && v.as_int() != i32::MAX {
                        set!(unit!(1), Value::int(v.as_int() + 1));
                    } else if v.is_number() {
                        feedback!(3, ARITH_DOUBLE);
                        set!(unit!(1), Value::double(v.as_number() + 1.0));
                    } else {
                        feedback!(3, ARITH_OTHER);
                        let value = check!(operators::inc(vm, v));
                        set!(unit!(1), value);
                    }
                    next!(Inc);
                }
                Op::Dec => {
                    let v = reg!(unit!(2));
                    if v.is_int() && v.as_int() != i32::MIN {
                        set!(unit!(1), Value::int(v.as_int() - 1));
                    } else if v.is_number() {
                        feedback!(3, ARITH_DOUBLE);
                        set!(unit!(1), Value::double(v.as_number() - 1.0));
                    } else {
                        feedback!(3, ARITH_OTHER);
                        let value = check!(operators::dec(vm, v));
                        set!(unit!(1), value);
                    }
                    next!(Dec);
                }
                Op::ToNumber => {
                    let v = reg!(unit!(2));
                    let value = if v.is_number() { v } else { check!(operators::plus(vm, v)) };
                    set!(unit!(1), value);
                    next!(ToNumber);
                }
                Op::ToNumeric => {
                    let v = reg!(unit!(2));
                    let value = if v.is_number() { v } else { check!(ops::to_numeric(vm, v)) };
                    set!(unit!(1), value);
                    next!(ToNumeric);
                }
                Op::Not => {
                    let result = !truthy!(reg!(unit!(2)));
                    set!(unit!(1), Value::bool(result));
                    next!(Not);
                }
                Op::Typeof => {
                    let value = operators::typeof_(vm, reg!(unit!(2)));
                    set!(unit!(1), value);
                    next!(Typeof);
                }

                Op::Eq => {
                    let result = loose_equal!(reg!(unit!(2)), reg!(unit!(3)), 4);
                    set!(unit!(1), Value::bool(result));
                    next!(Eq);
                }
                Op::Ne => {
                    let result = !loose_equal!(reg!(unit!(2)), reg!(unit!(3)), 4);
                    set!(unit!(1), Value::bool(result));
                    next!(Ne);
                }
                Op::StrictEq => {
                    let result = strict_equal!(reg!(unit!(2)), reg!(unit!(3)), 4);
                    set!(unit!(1), Value::bool(result));
                    next!(StrictEq);
                }
                Op::StrictNe => {
                    let result = !strict_equal!(reg!(unit!(2)), reg!(unit!(3)), 4);
                    set!(unit!(1), Value::bool(result));
                    next!(StrictNe);
                }
                Op::Lt => compare_op!(Lt, <, operators::lt),
                Op::Le => compare_op!(Le, <=, operators::le),
                Op::Gt => compare_op!(Gt, >, operators::gt),
                Op::Ge => compare_op!(Ge, >=, operators::ge),
                Op::InstanceOf => {
                    let result = check!(cache::instance_of(vm, reg!(unit!(2)), reg!(unit!(3)), site!(4)));
                    set!(unit!(1), Value::bool(result));
                    next!(InstanceOf);
                }
                Op::In => {
                    let result = check!(operators::has_property_in(vm, reg!(unit!(2)), reg!(unit!(3))));
                    set!(unit!(1), Value::bool(result));
                    next!(In);
                }

                Op::Jump => jump!(1),
                Op::JumpTrue => jump_if!(JumpTrue, truthy!(reg!(unit!(1))), 2),
                Op::JumpFalse => jump_if!(JumpFalse, !truthy!(reg!(unit!(1))), 2),
                Op::JumpNullish => jump_if!(JumpNullish, reg!(unit!(1)).is_nullish(), 2),
                Op::JumpNotNullish => jump_if!(JumpNotNullish, !reg!(unit!(1)).is_nullish(), 2),
                Op::JumpUndefined => jump_if!(JumpUndefined, reg!(unit!(1)).is_undefined(), 2),
                Op::JumpNotUndefined => jump_if!(JumpNotUndefined, !reg!(unit!(1)).is_undefined(), 2),
                Op::JumpEq => jump_if!(JumpEq, loose_equal!(reg!(unit!(1)), reg!(unit!(2)), 3), 4),
                Op::JumpNe => jump_if!(JumpNe, !loose_equal!(reg!(unit!(1)), reg!(unit!(2)), 3), 4),
                Op::JumpStrictEq => jump_if!(JumpStrictEq, strict_equal!(reg!(unit!(1)), reg!(unit!(2)), 3), 4),
                Op::JumpStrictNe => jump_if!(JumpStrictNe, !strict_equal!(reg!(unit!(1)), reg!(unit!(2)), 3), 4),
                Op::JumpLt => jump_compare!(JumpLt, reg!(unit!(2)), <, operators::lt, true),
                Op::JumpLe => jump_compare!(JumpLe, reg!(unit!(2)), <=, operators::le, true),
                Op::JumpGt => jump_compare!(JumpGt, reg!(unit!(2)), >, operators::gt, true),
                Op::JumpGe => jump_compare!(JumpGe, reg!(unit!(2)), >=, operators::ge, true),
                Op::JumpNotLt => jump_compare!(JumpNotLt, reg!(unit!(2)), <, operators::lt, false),
                Op::JumpNotLe => jump_compare!(JumpNotLe, reg!(unit!(2)), <=, operators::le, false),
                Op::JumpNotGt => jump_compare!(JumpNotGt, reg!(unit!(2)), >, operators::gt, false),
                Op::JumpNotGe => jump_compare!(JumpNotGe, reg!(unit!(2)), >=, operators::ge, false),
                Op::JumpEqInt => jump_if!(JumpEqInt, loose_equal!(reg!(unit!(1)), imm!(2), 3), 4),
                Op::JumpNeInt => jump_if!(JumpNeInt, !loose_equal!(reg!(unit!(1)), imm!(2), 3), 4),
                Op::JumpStrictEqInt => jump_if!(JumpStrictEqInt, strict_equal!(reg!(unit!(1)), imm!(2), 3), 4),
                Op::JumpStrictNeInt => jump_if!(JumpStrictNeInt, !strict_equal!(reg!(unit!(1)), imm!(2), 3), 4),
                Op::JumpLtInt => jump_compare!(JumpLtInt, imm!(2), <, operators::lt, true),
                Op::JumpLeInt => jump_compare!(JumpLeInt, imm!(2), <=, operators::le, true),
                Op::JumpGtInt => jump_compare!(JumpGtInt, imm!(2), >, operators::gt, true),
                Op::JumpGeInt => jump_compare!(JumpGeInt, imm!(2), >=, operators::ge, true),
                Op::JumpNotLtInt => jump_compare!(JumpNotLtInt, imm!(2), <, operators::lt, false),
                Op::JumpNotLeInt => jump_compare!(JumpNotLeInt, imm!(2), <=, operators::le, false),
                Op::JumpNotGtInt => jump_compare!(JumpNotGtInt, imm!(2), >, operators::gt, false),
                Op::JumpNotGeInt => jump_compare!(JumpNotGeInt, imm!(2), >=, operators::ge, false),
                Op::SwitchInt => {
                    // SAFETY: the frame is live.
                    let code = unsafe { Code::from_machine((*frame!()).code) };
                    match ops::switch_target(code, unit!(2), reg!(unit!(1))) {
                        0 => next!(SwitchInt),
                        offset => {
                            pc = pc.wrapping_add(offset as isize as usize);
                            continue;
                        }
                    }
                }

                Op::GetField => {
                    let receiver = reg!(unit!(2));
                    let site = site!(3);
                    if receiver.is_cell() {
                        let cell = receiver.as_cell();
                        // SAFETY: a value that is a cell points at a live one.
                        let shape = unsafe { (*cell).shape.get() };
                        if shape == site.first.shape.get() {
                            if let Some(value) = cache::load_entry(&site.first, cell.cast()) {
                                set!(unit!(1), value);
                                next!(GetField);
                            }
                        } else if let Some(entry) = cache::find_more(site, shape)
                            && let Some(value) = cache::load_entry(entry, cell.cast())
                        {
                            set!(unit!(1), value);
                            next!(GetField);
                        }
                    }
                    let value = check!(cache::get_field_miss(vm, receiver, site));
                    set!(unit!(1), value);
                    next!(GetField);
                }
                Op::SetField => {
                    let receiver = reg!(unit!(1));
                    let site = site!(3);
                    let value = reg!(unit!(2));
                    if receiver.is_cell() {
                        let cell: *mut JsObject = receiver.as_cell().cast();
                        // SAFETY: a value that is a cell points at a live one.
                        let shape = unsafe { (*cell).header.shape.get() };
                        if shape == site.first.shape.get() {
                            if cache::store_entry(vm, &site.first, cell, value) {
                                next!(SetField);
                            }
                        } else if let Some(entry) = cache::find_more(site, shape)
                            && cache::store_entry(vm, entry, cell, value)
                        {
                            next!(SetField);
                        }
                    }
                    check!(cache::set_field_miss(vm, receiver, value, site, false));
                    next!(SetField);
                }
                Op::DefineField => {
                    let receiver = reg!(unit!(1));
                    let site = site!(3);
                    let value = reg!(unit!(2));
                    if receiver.is_cell() {
                        let cell: *mut JsObject = receiver.as_cell().cast();
                        // SAFETY: a value that is a cell points at a live one.
                        if unsafe { (*cell).header.shape.get() } == site.first.shape.get()
                            && cache::store_entry(vm, &site.first, cell, value)
                        {
                            next!(DefineField);
                        }
                    }
                    check!(cache::set_field_miss(vm, receiver, value, site, true));
                    next!(DefineField);
                }
                Op::GetIndex => {
                    let (receiver, key) = (reg!(unit!(2)), reg!(unit!(3)));
                    if key.is_int()
                        && receiver.is_cell()
                        && let Some(value) = element::get(receiver.as_cell(), key.as_int() as u32)
                    {
                        set!(unit!(1), value);
                        see_element!(receiver, site!(4));
                        next!(GetIndex);
                    }
                    let value = check!(ops::get_index(vm, receiver, key, site!(4)));
                    set!(unit!(1), value);
                    next!(GetIndex);
                }
                Op::SetIndex => {
                    let (receiver, key, value) = (reg!(unit!(1)), reg!(unit!(2)), reg!(unit!(3)));
                    if key.is_int()
                        && receiver.is_cell()
                        && element::set(vm, receiver.as_cell(), key.as_int() as u32, value)
                    {
                        see_element!(receiver, site!(4));
                        next!(SetIndex);
                    }
                    check!(ops::set_index(vm, receiver, key, value, site!(4)));
                    next!(SetIndex);
                }
                Op::GetScoped => {
                    let environment = scope!(reg!(unit!(2)), unit!(3));
                    // SAFETY: see the macro.
                    let value = unsafe { *scope_slot!(environment, unit!(4)) };
                    set!(unit!(1), value);
                    next!(GetScoped);
                }
                Op::GetScopedChecked => {
                    let environment = scope!(reg!(unit!(2)), unit!(3));
                    // SAFETY: see the macro.
                    let value = unsafe { *scope_slot!(environment, unit!(4)) };
                    if value.is_empty() {
                        let _ = ops::throw_dead_zone(vm, environment, unit!(4));
                        break;
                    }
                    set!(unit!(1), value);
                    next!(GetScopedChecked);
                }
                Op::SetScoped => {
                    let environment = scope!(reg!(unit!(1)), unit!(2));
                    // SAFETY: see the macro.
                    unsafe { *scope_slot!(environment, unit!(3)) = reg!(unit!(4)) };
                    vm.heap.barrier(environment.cast());
                    next!(SetScoped);
                }
                Op::SetScopedChecked => {
                    let environment = scope!(reg!(unit!(1)), unit!(2));
                    let slot = scope_slot!(environment, unit!(3));
                    // SAFETY: see the macro.
                    unsafe {
                        if (*slot).is_empty() {
                            let _ = ops::throw_dead_zone(vm, environment, unit!(3));
                            break;
                        }
                        *slot = reg!(unit!(4));
                    }
                    vm.heap.barrier(environment.cast());
                    next!(SetScopedChecked);
                }
                Op::CheckInitialized => {
                    if reg!(unit!(1)).is_empty() {
                        let _ = ops::throw_uninitialized_constant(vm, frame!(), long!(2));
                        break;
                    }
                    next!(CheckInitialized);
                }
                Op::GetGlobal => {
                    let site = site!(2);
                    let holder = site.first.holder.get();
                    if !holder.is_null() {
                        // SAFETY: the holder is the global or the lexical object; the shape says that the slot is there.
                        unsafe {
                            if (*holder).header.shape.get() == site.first.shape.get() {
                                let slots = (*holder).slots.get();
                                let value = *slots.byte_add(site.first.offset.get() as usize).cast::<Value>();
                                if site.first.kind.get() == EntryKind::OwnSlots && !value.is_empty() {
                                    set!(unit!(1), value);
                                    next!(GetGlobal);
                                }
                            }
                        }
                    }
                    let value = check!(ops::get_global(vm, site, true));
                    set!(unit!(1), value);
                    next!(GetGlobal);
                }
                Op::GetGlobalOrUndefined => {
                    let value = check!(ops::get_global(vm, site!(2), false));
                    set!(unit!(1), value);
                    next!(GetGlobalOrUndefined);
                }
                Op::SetGlobal => {
                    let site = site!(2);
                    let value = reg!(unit!(1));
                    let holder = site.first.holder.get();
                    if !holder.is_null() {
                        // SAFETY: as for GetGlobal; the entry is for a writable property.
                        unsafe {
                            if (*holder).header.shape.get() == site.first.shape.get() {
                                let slots = (*holder).slots.get();
                                let slot = slots.byte_add(site.first.offset.get() as usize).cast::<Value>();
                                if site.first.kind.get() == EntryKind::OwnSlots && !(*slot).is_empty() {
                                    *slot = value;
                                    vm.heap.barrier(slots.cast());
                                    next!(SetGlobal);
                                }
                            }
                        }
                    }
                    check!(ops::set_global(vm, site, value));
                    next!(SetGlobal);
                }

                Op::LoadCalleeEnvironment => {
                    // SAFETY: the running function is a Function object.
                    let environment = unsafe { (*(*frame!()).callee.as_cell().cast::<JsFunction>()).environment.get() };
                    set!(unit!(1), Value(environment as u64));
                    next!(LoadCalleeEnvironment);
                }
                Op::LoadCallee => {
                    // SAFETY: the frame is live.
                    set!(unit!(1), unsafe { (*frame!()).callee });
                    next!(LoadCallee);
                }
                Op::LoadThis => {
                    // SAFETY: the frame is live.
                    set!(unit!(1), unsafe { (*frame!()).this });
                    next!(LoadThis);
                }
                Op::NewTarget => {
                    // SAFETY: the frame is live.
                    let value = unsafe {
                        if (*frame!()).flags & FLAG_CONSTRUCT != 0 { (*frame!()).new_target } else { Value::UNDEFINED }
                    };
                    set!(unit!(1), value);
                    next!(NewTarget);
                }

                Op::Call => {
                    // SAFETY: the area is within the frame.
                    let new: *mut Frame = unsafe { fp.add(unit!(2) as usize) }.cast();
                    let argc = unit!(3) as u32;
                    // SAFETY: as above.
                    let callee = unsafe {
                        (*new).argc = argc;
                        (*new).callee
                    };
                    if callee.is_cell() {
                        // SAFETY: a value that is a cell points at a live one.
                        let kind = unsafe { (*callee.as_cell()).kind.get() };
                        if kind == CellKind::Function as u8 {
                            // SAFETY: the kind says that it is a function.
                            let flags = unsafe {
                                (*crate::object::function::machine_of(&*callee.as_cell().cast::<JsFunction>())).flags
                            };
                            if flags & CODE_FLAG_CLASS_CONSTRUCTOR == 0 {
                                // SAFETY: as above.
                                let code = unsafe { (*callee.as_cell().cast::<JsFunction>()).code.get() };
                                see_callee!(callee, code, site!(4));
                                enter_function!(new, 0);
                            }
                        } else if kind == CellKind::NativeFunction as u8 {
                            see_callee!(callee, callee.as_cell(), site!(4));
                            // SAFETY: the area holds callee, this, argc and arguments.
                            let value = check!(unsafe { call_native(vm, new, frame!()) });
                            finish_call!(value);
                        }
                    }
                    let value = check!(call::call_slow(vm, new));
                    finish_call!(value);
                }
                Op::Construct => {
                    // SAFETY: the area is within the frame.
                    let new: *mut Frame = unsafe { fp.add(unit!(2) as usize) }.cast();
                    let argc = unit!(3) as u32;
                    // SAFETY: as above.
                    let callee = unsafe {
                        (*new).argc = argc;
                        (*new).new_target = (*new).callee;
                        (*new).callee
                    };
                    see_constructor!(callee, site!(4));
                    match check!(call::prepare_construct(vm, new)) {
                        call::Prepared::Enter(flags) => enter_function!(new, flags),
                        call::Prepared::Done(value) => finish_call!(value),
                    }
                }
                Op::SuperCall => {
                    // SAFETY: the area is within the frame.
                    let new: *mut Frame = unsafe { fp.add(unit!(2) as usize) }.cast();
                    // SAFETY: as above.
                    let callee = unsafe {
                        (*new).argc = unit!(3) as u32;
                        (*new).callee
                    };
                    see_constructor!(callee, site!(4));
                    match check!(call::prepare_construct(vm, new)) {
                        call::Prepared::Enter(flags) => enter_function!(new, flags),
                        call::Prepared::Done(value) => finish_call!(value),
                    }
                }
                Op::SuperForward => {
                    // SAFETY: the area is within the frame.
                    let new: *mut Frame = unsafe { fp.add(unit!(2) as usize) }.cast();
                    check!(call::forward(vm, frame!(), new));
                    // SAFETY: as above.
                    let callee = unsafe { (*new).callee };
                    see_constructor!(callee, site!(4));
                    match check!(call::prepare_construct_spread(vm, new, frame!())) {
                        call::Prepared::Enter(flags) => enter_function!(new, flags),
                        call::Prepared::Done(value) => finish_call!(value),
                    }
                }
                Op::CallSpread => {
                    // SAFETY: the area is within the frame.
                    let new: *mut Frame = unsafe { fp.add(unit!(2) as usize) }.cast();
                    check!(call::spread(vm, new, unit!(3)));
                    // SAFETY: as above.
                    let callee = unsafe { (*new).callee };
                    crate::feedback::note_call(vm, site!(4), callee);
                    if let Some(f) = callee.as_object()
                        && f.is_kind(CellKind::Function)
                        && crate::object::function::code_of(f).flags() & CODE_FLAG_CLASS_CONSTRUCTOR == 0
                    {
                        enter_function!(new, 0);
                    }
                    let value = check!(call::call_spread(vm, new));
                    finish_call!(value);
                }
                Op::ConstructSpread | Op::SuperCallSpread => {
                    // SAFETY: the area is within the frame.
                    let new: *mut Frame = unsafe { fp.add(unit!(2) as usize) }.cast();
                    check!(call::spread(vm, new, unit!(3)));
                    if op == Op::ConstructSpread {
                        // SAFETY: as above.
                        let callee = unsafe { (*new).callee };
                        // SAFETY: as above.
                        unsafe { (*new).new_target = callee };
                        crate::feedback::note_call(vm, site!(4), callee);
                    }
                    match check!(call::prepare_construct_spread(vm, new, frame!())) {
                        call::Prepared::Enter(flags) => enter_function!(new, flags),
                        call::Prepared::Done(value) => finish_call!(value),
                    }
                }
                Op::TailCall => {
                    // The frame is replaced: the outgoing area moves down over it.
                    // SAFETY: the area is within the frame.
                    let new: *mut Frame = unsafe { fp.add(unit!(1) as usize) }.cast();
                    let argc = unit!(2);
                    let spread = argc == abi::opcode::SPREAD_ARGC;
                    if spread {
                        check!(call::spread(vm, new, 1));
                    } else {
                        // SAFETY: as above.
                        unsafe { (*new).argc = argc as u32 };
                    }
                    // SAFETY: as above.
                    if unsafe { call::replace_frame(vm, frame!(), new) } {
                        // SAFETY: the frame now is the callee's.
                        let (machine, flags, caller) =
                            unsafe { (machine_of_callee(frame!()), (*frame!()).flags, (*frame!()).caller) };
                        // SAFETY: as above.
                        if unsafe { has_entry(vm, machine) } {
                            if flags & FLAG_ENTRY != 0 {
                                // Whoever called this loop does the call, so that the native stack does not grow.
                                vm.tiers.tail = frame!();
                                return Ok(Value::UNDEFINED);
                            }
                            // SAFETY: as above.
                            let result = unsafe { vm.call_compiled(frame!(), (*machine).entry) };
                            fp = caller.cast();
                            reload!();
                            // SAFETY: the caller is a live frame of this loop, stopped at a call.
                            pc = unsafe { (*caller).position as usize };
                            let value = check!(result);
                            finish_returned!(value);
                        }
                        // SAFETY: the replaced frame keeps caller and flags of the old one.
                        match unsafe { call::enter(vm, frame!()) } {
                            Ok(entered) => {
                                fp = entered.cast();
                                reload!();
                                pc = 0;
                                continue;
                            }
                            Err(_) => match call::entry_failed(vm, frame!()) {
                                Some(promise) => return_value!(promise),
                                None => {
                                    // SAFETY: the frame is live.
                                    let (flags, caller) = unsafe { ((*frame!()).flags, (*frame!()).caller) };
                                    vm.set_top_frame(caller);
                                    if flags & FLAG_ENTRY != 0 {
                                        return Err(Throw::pending());
                                    }
                                    fp = caller.cast();
                                    break;
                                }
                            },
                        }
                    }
                    let value =
                        if spread { check!(call::call_spread(vm, new)) } else { check!(call::call_slow(vm, new)) };
                    // SAFETY: the frame is live.
                    return_value!(unsafe { call::result(frame!(), value) });
                }
                Op::Return => {
                    let value = reg!(unit!(1));
                    // SAFETY: the frame is live.
                    return_value!(unsafe { call::result(frame!(), value) });
                }

                Op::Catch => {
                    let value = vm.take_exception();
                    set!(unit!(1), value);
                    next!(Catch);
                }
                Op::IteratorStep => {
                    let b = unit!(2) as usize;
                    // SAFETY: the record is two registers of the frame.
                    let step = check!(unsafe { ops::iterator_step(vm, fp.add(b), base.add(pc + 5).cast_mut()) });
                    match step {
                        Some(value) => {
                            set!(unit!(1), value);
                            next!(IteratorStep);
                        }
                        None => {
                            set!(unit!(1), Value::UNDEFINED);
                            jump!(3);
                        }
                    }
                }
                Op::ForInNext => match check!(ops::for_in_next(vm, reg!(unit!(2)))) {
                    Some(key) => {
                        set!(unit!(1), key);
                        next!(ForInNext);
                    }
                    None => jump!(3),
                },
                Op::DisposeStep => {
                    // SAFETY: the operands are registers of the frame.
                    let more = check!(unsafe { ops::dispose_step(vm, fp, [unit!(1), unit!(2), unit!(3)]) });
                    if !more {
                        jump!(4);
                    }
                    next!(DisposeStep);
                }

                Op::CreateGenerator => {
                    // SAFETY: the frame is live and of a generator or async function.
                    match check!(unsafe { generator::create(vm, frame!(), pc + Op::CreateGenerator.length()) }) {
                        generator::Created::Suspended(object) => return_value!(object),
                        generator::Created::Running(state) => {
                            set!(unit!(1), state);
                            next!(CreateGenerator);
                        }
                    }
                }
                Op::Yield => {
                    // SAFETY: the frame is live and of a generator.
                    match check!(unsafe { generator::suspend_yield(vm, frame!(), reg!(unit!(3)), false) }) {
                        Some(value) => return_value!(value),
                        None => next!(Yield),
                    }
                }
                Op::YieldDelegate => {
                    // SAFETY: the frame is live and of a generator.
                    match check!(unsafe { generator::suspend_yield(vm, frame!(), reg!(unit!(3)), true) }) {
                        Some(value) => return_value!(value),
                        None => next!(YieldDelegate),
                    }
                }
                Op::Await => {
                    // SAFETY: the frame is live and of an async function, async generator or module.
                    let value = check!(unsafe { generator::suspend_await(vm, frame!(), reg!(unit!(2))) });
                    return_value!(value);
                }
                Op::GeneratorReturn => {
                    // SAFETY: the frame is live and of a generator or async function.
                    let value = check!(unsafe { generator::complete(vm, frame!(), reg!(unit!(1))) });
                    return_value!(value);
                }

                Op::NewObject => {
                    let value = check!(ops::new_object(vm, unit!(2), site!(3)));
                    set!(unit!(1), value);
                    next!(NewObject);
                }
                Op::NewFunction => {
                    // SAFETY: the frame is live.
                    let value = check!(unsafe { ops::new_function(vm, frame!(), long!(2), reg!(unit!(4))) });
                    set!(unit!(1), value);
                    next!(NewFunction);
                }
                Op::NewEnvironment => {
                    // SAFETY: the frame is live.
                    let value = check!(unsafe { ops::new_environment(vm, frame!(), reg!(unit!(2)), long!(3)) });
                    set!(unit!(1), value);
                    next!(NewEnvironment);
                }

                // Everything that needs no part of the loop's own state.
                other => {
                    // SAFETY: the instruction at pc is of this frame and was verified.
                    check!(unsafe { ops::general(vm, other, fp, base.add(pc)) });
                    pc += other.length();
                    continue;
                }
            }
        }

        if heated {
            heated = false;
            // SAFETY: the frame is live.
            let (machine, flags, caller) = unsafe { ((*frame!()).code, (*frame!()).flags, (*frame!()).caller) };
            if vm.heated(machine).is_ok() {
                // SAFETY: as above.
                if unsafe { (*machine).native.is_null() } {
                    continue 'frames;
                }
                // The loop goes on in compiled code, to the function's end.
                // SAFETY: the function has code; pc is the loop's header.
                let result = unsafe { continue_compiled(vm, frame!(), pc) };
                if flags & FLAG_ENTRY != 0 {
                    return result;
                }
                fp = caller.cast();
                reload!();
                // SAFETY: the caller is a live frame of this loop, stopped at a call.
                pc = unsafe { (*caller).position as usize };
                if let Ok(value) = result {
                    finish!(value);
                    continue 'frames;
                }
            }
        }
        // An exception is pending.
        match unwind(vm, frame!()) {
            Unwound::Handler(frame, handler) => {
                fp = frame.cast();
                reload!();
                pc = handler;
            }
            Unwound::Returned(value) => return Ok(value),
            Unwound::Continue(caller, value) => {
                fp = caller.cast();
                reload!();
                // SAFETY: the caller is a live frame of this loop, stopped at a call.
                pc = unsafe { (*caller).position as usize };
                finish!(value);
            }
            Unwound::Left => return Err(Throw::pending()),
        }
        continue 'frames;
    }
}

/// Calls the built-in whose frame is laid out at `new`, from `caller`.
///
/// # Safety
/// The area holds callee (a NativeFunction), this, argc and arguments.
#[inline(always)]
unsafe fn call_native(vm: &mut Vm, new: *mut Frame, _caller: *mut Frame) -> JsResult {
    // SAFETY: the caller's promise.
    unsafe {
        let end = new.cast::<Value>().add(FIRST_ARGUMENT + (*new).argc as usize);
        if end >= vm.context.stack_limit.get() {
            return Err(vm.throw_stack_overflow());
        }
        debug_assert!((*(*new).callee.as_cell()).is(CellKind::NativeFunction));
        let _ = size_of::<NativeFunction>();
        vm.run_native(new, 0, Value::UNDEFINED)
    }
}

unsafe extern "C" {
    #[link_name = "__start_tarsier_interp"]
    static SECTION_START: u8;
    #[link_name = "__stop_tarsier_interp"]
    static SECTION_STOP: u8;
}

/// The machine addresses of the interpreter's loop, for the profiler.
pub fn machine_range() -> std::ops::Range<usize> {
    // Only the addresses of the two symbols, which the linker defines around the section, are taken.
    (&raw const SECTION_START as usize)..(&raw const SECTION_STOP as usize)
}
