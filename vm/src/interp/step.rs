//! One instruction at a time, for compiled code: what a stencil has no fast path for (or whose fast path did not apply) is done here, the
//! interpreter's way, and the answer is where compiled code goes on.
//!
//! The functions at the end are what the VM context's table of runtime functions holds.

use super::{cache, call, ops};
use crate::code::Code;
use crate::feedback::FeedbackUnit;
use crate::runtime::{convert, generator, operators};
use crate::vm::{Vm, native_stack_pointer};
use crate::{JsResult, Throw, Value, ValueExt};
use abi::cell::CellKind;
use abi::frame::*;
use abi::object::{ENVIRONMENT_VALUES_OFFSET, Environment, JsFunction};
use abi::opcode::*;
use abi::runtime;

/// What an instruction led to.
pub(super) enum Flow {
    Next,
    /// To the instruction at this offset.
    Jump(usize),
    /// The function ends with this value.
    Return(Value),
    /// The frame was replaced by a tail call's, which goes on here.
    Tail(*const u8),
    /// It jumped, and goes on in optimized code here.
    Enter(*const u8),
}

/// Does the instruction at `pc` of the frame.
///
/// # Safety
/// The frame is live, on top, and of compiled code; `pc` is the offset of an instruction.
pub(super) unsafe fn one(vm: &mut Vm, frame: *mut Frame, pc: usize) -> JsResult<Flow> {
    let fp: *mut Value = frame.cast();
    // What follows rests on the verifier: operands are in range, registers within the frame.
    // SAFETY: see above.
    let ip = unsafe { (*(*frame).code).bytecode.add(pc) };
    // SAFETY: as above.
    let op = unsafe { std::mem::transmute::<u16, Op>(*ip) };
    // SAFETY: as above.
    let unit = |i: usize| unsafe { *ip.add(i) };
    // SAFETY: as above.
    let long = |i: usize| unsafe { ip.add(i).cast::<u32>().read_unaligned() };
    // SAFETY: as above.
    let reg = |i: usize| unsafe { *fp.add(*ip.add(i) as usize) };
    // SAFETY: as above.
    let set = |i: usize, v: Value| unsafe { *fp.add(*ip.add(i) as usize) = v };
    let imm = |i: usize| Value::int(unit(i) as i16 as i32);
    // SAFETY: as above.
    let site = |i: usize| unsafe { &*(*(*frame).code).sites.add(long(i) as usize) };
    // SAFETY: as above.
    let feedback_unit = |i: usize| unsafe { FeedbackUnit::new(ip.add(i)) };
    let note = |vm: &mut Vm, i: usize, bits: u16| vm.note_operands(feedback_unit(i), bits);
    // SAFETY: as above.
    let area = |i: usize| unsafe { fp.add(*ip.add(i) as usize) }.cast::<Frame>();
    let jump = |vm: &mut Vm, i: usize| -> JsResult<Flow> {
        let offset = long(i) as i32;
        let target = pc.wrapping_add(offset as isize as usize);
        if offset <= 0 && poll(vm)? {
            // SAFETY: the frame is live and on top.
            let entry = unsafe { vm.tick(frame, target) };
            if let Some(entry) = entry {
                return Ok(Flow::Enter(entry));
            }
        }
        Ok(Flow::Jump(target))
    };
    // The environment `depth` parents up, and one of its slots.
    let slot = |environment: Value, depth: u16, slot: u16| {
        let mut environment = environment.0 as *mut Environment;
        for _ in 0..depth {
            // SAFETY: environments' parents are live environments; the compiler counted the depth.
            environment = unsafe { (*environment).parent.get() };
        }
        // SAFETY: the compiler gave the slot to a binding of that environment.
        (environment, unsafe { environment.byte_add(ENVIRONMENT_VALUES_OFFSET).cast::<Value>().add(slot as usize) })
    };
    match op {
        Op::Nop => {}
        Op::Move => set(1, reg(2)),
        Op::LoadUndefined => set(1, Value::UNDEFINED),
        Op::LoadNull => set(1, Value::NULL),
        Op::LoadTrue => set(1, Value::TRUE),
        Op::LoadFalse => set(1, Value::FALSE),
        Op::LoadEmpty => set(1, Value::EMPTY),
        Op::LoadInt => set(1, Value::int(long(2) as i32)),
        // SAFETY: the constant index was verified.
        Op::LoadConst => set(1, unsafe { *(*(*frame).code).constants.add(long(2) as usize) }),

        Op::Add
        | Op::Sub
        | Op::Mul
        | Op::Div
        | Op::Mod
        | Op::Exp
        | Op::BitAnd
        | Op::BitOr
        | Op::BitXor
        | Op::Shl
        | Op::Shr
        | Op::UShr
        | Op::AddInt
        | Op::SubInt
        | Op::MulInt
        | Op::DivInt
        | Op::ModInt
        | Op::BitAndInt
        | Op::BitOrInt
        | Op::BitXorInt
        | Op::ShlInt
        | Op::ShrInt
        | Op::UShrInt => {
            let immediate = op as u16 >= Op::AddInt as u16;
            let (l, r) = (reg(2), if immediate { imm(3) } else { reg(3) });
            if l.is_number() && r.is_number() {
                if !(l.is_int() && r.is_int()) {
                    note(vm, 4, ARITH_DOUBLE);
                } else {
                    // The result is no int32.
                    note(vm, 4, ARITH_DOUBLE | ARITH_OVERFLOW);
                }
                set(1, numbers(op, l.as_number(), r.as_number()));
            } else {
                let value = ops::slow_binary(vm, operation(op), l, r, feedback_unit(4))?;
                set(1, value);
            }
        }
        Op::Neg => {
            let v = reg(2);
            if v.is_number() {
                note(vm, 3, ARITH_DOUBLE);
                set(1, Value::number(-v.as_number()));
            } else {
                note(vm, 3, ARITH_OTHER);
                let value = operators::neg(vm, v)?;
                set(1, value);
            }
        }
        Op::BitNot => {
            let v = reg(2);
            note(vm, 3, ARITH_OTHER);
            let value = if v.is_int() { Value::int(!v.as_int()) } else { operators::bit_not(vm, v)? };
            set(1, value);
        }
        Op::Inc | Op::Dec => {
            let v = reg(2);
            let value = if v.is_number() {
                note(vm, 3, ARITH_DOUBLE);
                Value::number(v.as_number() + if op == Op::Inc { 1.0 } else { -1.0 })
            } else {
                note(vm, 3, ARITH_OTHER);
                if op == Op::Inc { operators::inc(vm, v)? } else { operators::dec(vm, v)? }
            };
            set(1, value);
        }
        Op::ToNumber => {
            let v = reg(2);
            let value = if v.is_number() { v } else { operators::plus(vm, v)? };
            set(1, value);
        }
        Op::ToNumeric => {
            let v = reg(2);
            let value = if v.is_number() { v } else { ops::to_numeric(vm, v)? };
            set(1, value);
        }
        Op::Not => set(1, Value::bool(!convert::to_boolean(reg(2)))),
        Op::Typeof => {
            let value = operators::typeof_(vm, reg(2));
            set(1, value);
        }

        Op::Eq | Op::Ne | Op::StrictEq | Op::StrictNe | Op::Lt | Op::Le | Op::Gt | Op::Ge => {
            let holds = compare(vm, op, reg(2), reg(3), feedback_unit(4))?;
            set(1, Value::bool(holds));
        }
        Op::InstanceOf => {
            let holds = cache::instance_of(vm, reg(2), reg(3), site(4))?;
            set(1, Value::bool(holds));
        }
        Op::In => {
            let holds = operators::has_property_in(vm, reg(2), reg(3))?;
            set(1, Value::bool(holds));
        }

        Op::Jump => return jump(vm, 1),
        Op::JumpTrue | Op::JumpFalse => {
            if convert::to_boolean(reg(1)) == (op == Op::JumpTrue) {
                return jump(vm, 2);
            }
        }
        Op::JumpNullish | Op::JumpNotNullish => {
            if reg(1).is_nullish() == (op == Op::JumpNullish) {
                return jump(vm, 2);
            }
        }
        Op::JumpUndefined | Op::JumpNotUndefined => {
            if reg(1).is_undefined() == (op == Op::JumpUndefined) {
                return jump(vm, 2);
            }
        }
        Op::JumpEq
        | Op::JumpNe
        | Op::JumpStrictEq
        | Op::JumpStrictNe
        | Op::JumpLt
        | Op::JumpLe
        | Op::JumpGt
        | Op::JumpGe
        | Op::JumpNotLt
        | Op::JumpNotLe
        | Op::JumpNotGt
        | Op::JumpNotGe
        | Op::JumpEqInt
        | Op::JumpNeInt
        | Op::JumpStrictEqInt
        | Op::JumpStrictNeInt
        | Op::JumpLtInt
        | Op::JumpLeInt
        | Op::JumpGtInt
        | Op::JumpGeInt
        | Op::JumpNotLtInt
        | Op::JumpNotLeInt
        | Op::JumpNotGtInt
        | Op::JumpNotGeInt => {
            let (comparison, sense, immediate) = jump_comparison(op);
            let (l, r) = (reg(1), if immediate { imm(2) } else { reg(2) });
            if compare(vm, comparison, l, r, feedback_unit(3))? == sense {
                return jump(vm, 4);
            }
        }
        Op::SwitchInt => {
            // SAFETY: the frame is live.
            let code = unsafe { Code::from_machine((*frame).code) };
            let offset = ops::switch_target(code, unit(2), reg(1));
            if offset != 0 {
                return Ok(Flow::Jump(pc.wrapping_add(offset as isize as usize)));
            }
        }

        Op::GetField => {
            let value = get_field(vm, reg(2), site(3))?;
            set(1, value);
        }
        Op::SetField | Op::DefineField => {
            set_field(vm, reg(1), reg(2), site(3), op == Op::DefineField)?;
        }
        Op::GetIndex => {
            let (receiver, key) = (reg(2), reg(3));
            note_typed(site(4), receiver);
            if key.is_int()
                && receiver.is_cell()
                && let Some(value) = super::element::get(receiver.as_cell(), key.as_int() as u32)
            {
                set(1, value);
                note_kind(vm, site(4), receiver);
                return Ok(Flow::Next);
            }
            let value = ops::get_index(vm, receiver, key, site(4))?;
            set(1, value);
        }
        Op::SetIndex => {
            let (receiver, key, value) = (reg(1), reg(2), reg(3));
            note_typed(site(4), receiver);
            if key.is_int()
                && receiver.is_cell()
                && super::element::set(vm, receiver.as_cell(), key.as_int() as u32, value)
            {
                note_kind(vm, site(4), receiver);
                return Ok(Flow::Next);
            }
            ops::set_index(vm, receiver, key, value, site(4))?;
        }
        Op::GetScoped | Op::GetScopedChecked => {
            let (environment, place) = slot(reg(2), unit(3), unit(4));
            // SAFETY: see the closure.
            let value = unsafe { *place };
            if value.is_empty() && op == Op::GetScopedChecked {
                return Err(ops::throw_dead_zone(vm, environment, unit(4)));
            }
            set(1, value);
        }
        Op::SetScoped | Op::SetScopedChecked => {
            let (environment, place) = slot(reg(1), unit(2), unit(3));
            // SAFETY: see the closure.
            unsafe {
                if (*place).is_empty() && op == Op::SetScopedChecked {
                    return Err(ops::throw_dead_zone(vm, environment, unit(3)));
                }
                *place = reg(4);
            }
            vm.heap.barrier(environment.cast());
        }
        Op::CheckInitialized => {
            if reg(1).is_empty() {
                return Err(ops::throw_uninitialized_constant(vm, frame, long(2)));
            }
        }
        Op::GetGlobal | Op::GetGlobalOrUndefined => {
            let value = ops::get_global(vm, site(2), op == Op::GetGlobal)?;
            set(1, value);
        }
        Op::SetGlobal => ops::set_global(vm, site(2), reg(1))?,
        Op::LoadCalleeEnvironment => {
            // SAFETY: the running function is a Function object.
            let environment = unsafe { (*(*frame).callee.as_cell().cast::<JsFunction>()).environment.get() };
            set(1, Value(environment as u64));
        }
        // SAFETY: the frame is live.
        Op::LoadCallee => set(1, unsafe { (*frame).callee }),
        // SAFETY: the frame is live.
        Op::LoadThis => set(1, unsafe { (*frame).this }),
        Op::NewTarget => {
            // SAFETY: the frame is live.
            let value =
                unsafe { if (*frame).flags & FLAG_CONSTRUCT != 0 { (*frame).new_target } else { Value::UNDEFINED } };
            set(1, value);
        }

        Op::Call => {
            let new = area(2);
            // SAFETY: the area is within the frame.
            let callee = unsafe {
                (*new).argc = unit(3) as u32;
                (*new).callee
            };
            crate::feedback::note_call(vm, site(4), callee);
            let value = match callee.as_object() {
                Some(f) if is_plain_function(f) => enter(vm, frame, new, 0)?,
                // SAFETY: the area is laid out and the callee a built-in.
                Some(f) if f.is_kind(CellKind::NativeFunction) => unsafe { super::call_native(vm, new, frame)? },
                _ => call::call_slow(vm, new)?,
            };
            set(1, value);
        }
        Op::Construct | Op::SuperCall => {
            let new = area(2);
            // SAFETY: the area is within the frame.
            unsafe {
                (*new).argc = unit(3) as u32;
                if op == Op::Construct {
                    (*new).new_target = (*new).callee;
                }
                crate::feedback::note_call(vm, site(4), (*new).callee);
            }
            let value = match call::prepare_construct(vm, new)? {
                call::Prepared::Enter(flags) => enter(vm, frame, new, flags)?,
                call::Prepared::Done(value) => value,
            };
            set(1, value);
        }
        Op::CallSpread => {
            let new = area(2);
            call::spread(vm, new, unit(3))?;
            // SAFETY: the area is within the frame.
            let callee = unsafe { (*new).callee };
            crate::feedback::note_call(vm, site(4), callee);
            let value = match callee.as_object() {
                Some(f) if is_plain_function(f) => enter(vm, frame, new, 0)?,
                _ => call::call_spread(vm, new)?,
            };
            set(1, value);
        }
        Op::ConstructSpread | Op::SuperCallSpread | Op::SuperForward => {
            let new = area(2);
            if op == Op::SuperForward {
                call::forward(vm, frame, new)?;
                // SAFETY: the area is within the frame.
                crate::feedback::note_call(vm, site(4), unsafe { (*new).callee });
            } else {
                call::spread(vm, new, unit(3))?;
            }
            if op == Op::ConstructSpread {
                // SAFETY: the area is within the frame.
                let callee = unsafe { (*new).callee };
                // SAFETY: as above.
                unsafe { (*new).new_target = callee };
                crate::feedback::note_call(vm, site(4), callee);
            }
            let value = match call::prepare_construct_spread(vm, new, frame)? {
                call::Prepared::Enter(flags) => enter(vm, frame, new, flags)?,
                call::Prepared::Done(value) => value,
            };
            set(1, value);
        }
        Op::TailCall => {
            let new = area(1);
            let spread = unit(2) == SPREAD_ARGC;
            if spread {
                call::spread(vm, new, 1)?;
            } else {
                // SAFETY: the area is within the frame.
                unsafe { (*new).argc = unit(2) as u32 };
            }
            // SAFETY: as above; the frame is the running one.
            unsafe {
                if call::replace_frame(vm, frame, new) {
                    let callee = &*(*frame).callee.as_cell().cast::<JsFunction>();
                    return Ok(Flow::Tail((*crate::object::function::machine_of(callee)).entry));
                }
            }
            let value = if spread { call::call_spread(vm, new)? } else { call::call_slow(vm, new)? };
            // SAFETY: the frame is live.
            return Ok(Flow::Return(unsafe { call::result(frame, value) }));
        }
        Op::Return => {
            // SAFETY: the frame is live.
            return Ok(Flow::Return(unsafe { call::result(frame, reg(1)) }));
        }
        Op::Catch => {
            let value = vm.take_exception();
            set(1, value);
        }
        Op::IteratorStep => {
            // SAFETY: the record is two registers of the frame.
            match unsafe { ops::iterator_step(vm, fp.add(unit(2) as usize), ip.add(5)) }? {
                Some(value) => set(1, value),
                None => {
                    set(1, Value::UNDEFINED);
                    return jump(vm, 3);
                }
            }
        }
        Op::ForInNext => match ops::for_in_next(vm, reg(2))? {
            Some(key) => set(1, key),
            None => return jump(vm, 3),
        },
        Op::DisposeStep => {
            // SAFETY: the operands are registers of the frame.
            if !unsafe { ops::dispose_step(vm, fp, [unit(1), unit(2), unit(3)]) }? {
                return jump(vm, 4);
            }
        }
        Op::CreateGenerator => {
            // SAFETY: the frame is live and of a generator or async function.
            match unsafe { generator::create(vm, frame, pc + Op::CreateGenerator.length()) }? {
                generator::Created::Suspended(object) => return Ok(Flow::Return(object)),
                generator::Created::Running(state) => set(1, state),
            }
        }
        Op::Yield | Op::YieldDelegate => {
            // SAFETY: the frame is live and of a generator.
            if let Some(value) = unsafe { generator::suspend_yield(vm, frame, reg(3), op == Op::YieldDelegate) }? {
                return Ok(Flow::Return(value));
            }
        }
        Op::Await => {
            // SAFETY: the frame is live and of an async function, async generator or module.
            return Ok(Flow::Return(unsafe { generator::suspend_await(vm, frame, reg(2)) }?));
        }
        Op::GeneratorReturn => {
            // SAFETY: the frame is live and of a generator or async function.
            return Ok(Flow::Return(unsafe { generator::complete(vm, frame, reg(1)) }?));
        }
        Op::NewObject => {
            let value = ops::new_object(vm, unit(2), site(3))?;
            set(1, value);
        }
        Op::NewFunction => {
            // SAFETY: the frame is live.
            let value = unsafe { ops::new_function(vm, frame, long(2), reg(4)) }?;
            set(1, value);
        }
        Op::NewEnvironment => {
            // SAFETY: the frame is live.
            let value = unsafe { ops::new_environment(vm, frame, reg(2), long(3)) }?;
            set(1, value);
        }
        // SAFETY: the instruction at pc is of this frame and was verified.
        other => unsafe { ops::general(vm, other, fp, ip)? },
    }
    Ok(Flow::Next)
}

fn get_field(vm: &mut Vm, receiver: Value, site: &abi::ic::Site) -> JsResult {
    if receiver.is_cell() {
        let cell = receiver.as_cell();
        // SAFETY: a value that is a cell points at a live one.
        let shape = unsafe { (*cell).shape.get() };
        if shape == site.first.shape.get()
            && let Some(value) = cache::load_entry(&site.first, cell.cast())
        {
            cache::share_entry(vm, site, &site.first);
            return Ok(value);
        }
    }
    cache::get_field_miss(vm, receiver, site)
}

fn set_field(vm: &mut Vm, receiver: Value, value: Value, site: &abi::ic::Site, define: bool) -> JsResult<()> {
    if receiver.is_cell() {
        let cell = receiver.as_cell();
        // SAFETY: a value that is a cell points at a live one.
        let shape = unsafe { (*cell).shape.get() };
        if shape == site.first.shape.get() && cache::store_entry(vm, &site.first, cell.cast(), value) {
            if !define {
                cache::share_entry(vm, site, &site.first);
            }
            return Ok(());
        }
    }
    cache::set_field_miss(vm, receiver, value, site, define)
}

/// Remembers the kind of typed array that an element site sees, by which its stencil is chosen.
fn note_typed(site: &abi::ic::Site, receiver: Value) {
    if receiver.is_kind(CellKind::TypedArray) {
        // SAFETY: the kind says that it is a typed array.
        let array_type = unsafe { (*receiver.as_cell().cast::<abi::object::JsTypedArray>()).array_type.get() };
        site.count.set(array_type as u8 + 1);
    }
}

/// Remembers the kind of an object's elements, which the fast path did with.
fn note_kind(vm: &mut Vm, site: &abi::ic::Site, object: Value) {
    // SAFETY: only objects have elements.
    let bits = 1u16 << unsafe { (*object.as_cell()).detail.get() };
    if site.seen.get() & bits == 0 {
        ops::note_element(vm, site, bits);
    }
}

pub(super) fn is_plain_function(f: crate::Object) -> bool {
    f.is_kind(CellKind::Function) && crate::object::function::code_of(f).flags() & CODE_FLAG_CLASS_CONSTRUCTOR == 0
}

/// A call from here of a JavaScript function whose frame is laid out.
pub(super) fn enter(vm: &mut Vm, frame: *mut Frame, new: *mut Frame, flags: u32) -> JsResult {
    // SAFETY: the area is within the stack.
    unsafe {
        (*new).caller = frame;
        (*new).flags = flags | FLAG_ENTRY;
    }
    let result = super::run(vm, new);
    vm.set_top_frame(frame);
    result
}

/// Looks at the requests if the count ran out or somebody else's code saw some; whether the count ran out.
fn poll(vm: &mut Vm) -> JsResult<bool> {
    let counted = vm.context.counter.get() < 0;
    if !counted && !vm.is_requested() {
        return Ok(false);
    }
    vm.context.counter.set(vm.tiers.look_every);
    vm.handle_requests()?;
    Ok(counted)
}

/// The arithmetic of an opcode on two numbers.
fn numbers(op: Op, a: f64, b: f64) -> Value {
    use crate::numeric::convert::to_int32;
    let ints = || (to_int32(a), to_int32(b));
    match op {
        Op::Add | Op::AddInt => Value::number(a + b),
        Op::Sub | Op::SubInt => Value::number(a - b),
        Op::Mul | Op::MulInt => Value::number(a * b),
        Op::Div | Op::DivInt => Value::number(a / b),
        Op::Mod | Op::ModInt => Value::number(crate::numeric::math::js_rem(a, b)),
        Op::Exp => Value::number(crate::numeric::math::js_pow(a, b)),
        Op::BitAnd | Op::BitAndInt => Value::int(ints().0 & ints().1),
        Op::BitOr | Op::BitOrInt => Value::int(ints().0 | ints().1),
        Op::BitXor | Op::BitXorInt => Value::int(ints().0 ^ ints().1),
        Op::Shl | Op::ShlInt => Value::int(ints().0.wrapping_shl(ints().1 as u32)),
        Op::Shr | Op::ShrInt => Value::int(ints().0.wrapping_shr(ints().1 as u32)),
        _ => Value::from_u32((ints().0 as u32).wrapping_shr(ints().1 as u32)),
    }
}

/// The arithmetic of an opcode on anything.
fn operation(op: Op) -> fn(&mut Vm, Value, Value) -> JsResult {
    match op {
        Op::Add | Op::AddInt => operators::add,
        Op::Sub | Op::SubInt => operators::sub,
        Op::Mul | Op::MulInt => operators::mul,
        Op::Div | Op::DivInt => operators::div,
        Op::Mod | Op::ModInt => operators::modulo,
        Op::Exp => operators::exponentiate,
        Op::BitAnd | Op::BitAndInt => operators::bit_and,
        Op::BitOr | Op::BitOrInt => operators::bit_or,
        Op::BitXor | Op::BitXorInt => operators::bit_xor,
        Op::Shl | Op::ShlInt => operators::shl,
        Op::Shr | Op::ShrInt => operators::shr,
        _ => operators::ushr,
    }
}

/// The comparison that a jump does, the outcome on which it jumps, and whether the right side is an immediate.
fn jump_comparison(op: Op) -> (Op, bool, bool) {
    match op {
        Op::JumpEq => (Op::Eq, true, false),
        Op::JumpNe => (Op::Ne, true, false),
        Op::JumpStrictEq => (Op::StrictEq, true, false),
        Op::JumpStrictNe => (Op::StrictNe, true, false),
        Op::JumpLt => (Op::Lt, true, false),
        Op::JumpLe => (Op::Le, true, false),
        Op::JumpGt => (Op::Gt, true, false),
        Op::JumpGe => (Op::Ge, true, false),
        Op::JumpNotLt => (Op::Lt, false, false),
        Op::JumpNotLe => (Op::Le, false, false),
        Op::JumpNotGt => (Op::Gt, false, false),
        Op::JumpNotGe => (Op::Ge, false, false),
        Op::JumpEqInt => (Op::Eq, true, true),
        Op::JumpNeInt => (Op::Ne, true, true),
        Op::JumpStrictEqInt => (Op::StrictEq, true, true),
        Op::JumpStrictNeInt => (Op::StrictNe, true, true),
        Op::JumpLtInt => (Op::Lt, true, true),
        Op::JumpLeInt => (Op::Le, true, true),
        Op::JumpGtInt => (Op::Gt, true, true),
        Op::JumpGeInt => (Op::Ge, true, true),
        Op::JumpNotLtInt => (Op::Lt, false, true),
        Op::JumpNotLeInt => (Op::Le, false, true),
        Op::JumpNotGtInt => (Op::Gt, false, true),
        _ => (Op::Ge, false, true),
    }
}

/// A comparison on anything, with feedback.
fn compare(vm: &mut Vm, op: Op, l: Value, r: Value, feedback: FeedbackUnit) -> JsResult<bool> {
    if l.is_number() && r.is_number() {
        if !(l.is_int() && r.is_int()) {
            vm.note_operands(feedback, ARITH_DOUBLE);
        }
        let (a, b) = (l.as_number(), r.as_number());
        return Ok(match op {
            Op::Eq | Op::StrictEq => a == b,
            Op::Ne | Op::StrictNe => a != b,
            Op::Lt => a < b,
            Op::Le => a <= b,
            Op::Gt => a > b,
            _ => a >= b,
        });
    }
    match op {
        Op::StrictEq => Ok(ops::strict_equals(vm, l, r, feedback)),
        Op::StrictNe => Ok(!ops::strict_equals(vm, l, r, feedback)),
        Op::Eq => ops::slow_compare(vm, operators::is_loosely_equal, l, r, feedback),
        Op::Ne => Ok(!ops::slow_compare(vm, operators::is_loosely_equal, l, r, feedback)?),
        Op::Lt => ops::slow_compare(vm, operators::lt, l, r, feedback),
        Op::Le => ops::slow_compare(vm, operators::le, l, r, feedback),
        Op::Gt => ops::slow_compare(vm, operators::gt, l, r, feedback),
        _ => ops::slow_compare(vm, operators::ge, l, r, feedback),
    }
}

/// Where compiled code goes on in the frame on top.
///
/// # Safety
/// The frame is live and `pc` the offset of one of its function's instructions.
pub(super) unsafe fn go_on(vm: &mut Vm, frame: *mut Frame, pc: usize) -> *const u8 {
    // SAFETY: the caller's promise.
    unsafe {
        let machine = (*frame).code;
        if (*machine).native.is_null() {
            (*frame).position = pc as u32;
            return vm.tiers.resume;
        }
        Vm::native_address(machine, pc)
    }
}

/// Ends the frame on top with a value, empty for a pending exception.
///
/// # Safety
/// The frame is live and on top.
unsafe fn finish(vm: &mut Vm, frame: *mut Frame, value: Value) -> *const u8 {
    // SAFETY: the caller's promise.
    unsafe {
        if (*frame).flags & FLAG_REALM != 0 {
            call::restore_realm(vm, (*frame).caller);
        }
    }
    vm.context.return_value.set(value);
    vm.tiers.finish
}

/// Where the pending exception goes.
///
/// # Safety
/// The frame is live, and stopped at its position.
pub(super) unsafe fn thrown(vm: &mut Vm, frame: *mut Frame) -> *const u8 {
    vm.set_top_frame(frame);
    // SAFETY: the caller's promise.
    unsafe {
        let code = Code::from_machine((*frame).code);
        let position = (*frame).position;
        if !vm.is_terminating() {
            if let Some(body) = code.body.get()
                && let Some(handler) = body.handlers.iter().find(|h| h.start <= position && position < h.end)
            {
                return go_on(vm, frame, handler.handler as usize);
            }
            if code.flags() & (CODE_FLAG_ASYNC | CODE_FLAG_GENERATOR) != 0
                && let Some(value) = generator::uncaught(vm, frame)
            {
                vm.set_top_frame(frame);
                return finish(vm, frame, value);
            }
        }
        finish(vm, frame, Value::EMPTY)
    }
}

unsafe extern "C" fn step(vm: *mut Vm, frame: *mut Frame, pc: u32) -> *const u8 {
    // SAFETY: compiled code calls this with its own VM and the running frame, and an instruction's offset.
    unsafe {
        let vm = &mut *vm;
        (*frame).position = pc;
        vm.set_top_frame(frame);
        let machine = (*frame).code;
        let op = std::mem::transmute::<u16, Op>(*(*machine).bytecode.add(pc as usize));
        let length = op.length();
        vm.tiers.handed_back[op as usize] += 1;
        match vm.and_forget(|vm| one(vm, frame, pc as usize)) {
            Ok(Flow::Next) => {
                vm.count_handed_back(machine.cast_mut());
                go_on(vm, frame, pc as usize + length)
            }
            Ok(Flow::Jump(target)) => {
                if op != Op::Jump {
                    vm.count_handed_back(machine.cast_mut());
                }
                go_on(vm, frame, target)
            }
            Ok(Flow::Enter(entry)) => entry,
            Ok(Flow::Return(value)) => finish(vm, frame, value),
            Ok(Flow::Tail(entry)) => entry,
            Err(Throw { .. }) => thrown(vm, frame),
        }
    }
}

unsafe extern "C" fn exception(vm: *mut Vm, frame: *mut Frame) -> *const u8 {
    // SAFETY: as for `step`.
    unsafe { thrown(&mut *vm, frame) }
}

/// The frame has callee, this, argc, arguments, caller and flags.
unsafe extern "C" fn enter_slow(vm: *mut Vm, frame: *mut Frame) -> *const u8 {
    // SAFETY: as for `step`; the callee is a Function that has compiled code.
    unsafe {
        let vm = &mut *vm;
        let caller = (*frame).caller;
        vm.set_top_frame(caller);
        let entered = if native_stack_pointer() < vm.context.native_limit.get() {
            Err(vm.throw_stack_overflow())
        } else {
            vm.and_forget(|vm| call::enter(vm, frame))
        };
        // Compiled code counts its calls, too.
        let entered = entered.and_then(|entered| poll(vm).map(|counted| (entered, counted)));
        match entered {
            Ok((entered, counted)) => {
                let machine = (*entered).code;
                (*entered).code_id = (*machine).native_id;
                let body = (*machine).optimized_body;
                let end = entered.cast::<Value>().add((*machine).optimized_words as usize);
                let usual = (*entered).flags & (FLAG_REALM | FLAG_RESUMED) == 0;
                if !body.is_null() && usual && end < vm.context.stack_limit.get() {
                    return body;
                }
                if counted && let Some(entry) = vm.tick(entered, 0) {
                    return entry;
                }
                go_on(vm, entered, 0)
            }
            Err(_) => {
                let value = call::entry_failed(vm, frame).unwrap_or(Value::EMPTY);
                // entry_failed has restored the realm.
                vm.context.return_value.set(value);
                vm.set_top_frame(frame);
                vm.tiers.finish
            }
        }
    }
}

/// Ends compiled code's part of a frame that the interpreter ran to its end, or enters what it tail-called.
pub(super) fn interpreted(vm: &mut Vm, frame: *mut Frame, result: JsResult) -> *const u8 {
    let tail = std::mem::replace(&mut vm.tiers.tail, std::ptr::null_mut());
    if !tail.is_null() {
        vm.set_top_frame(tail);
        // SAFETY: the frame is laid out for a Function, whose entry is set.
        return unsafe {
            (*crate::object::function::machine_of(&*(*tail).callee.as_cell().cast::<JsFunction>())).entry
        };
    }
    vm.context.return_value.set(result.unwrap_or(Value::EMPTY));
    vm.set_top_frame(frame);
    vm.tiers.finish
}

unsafe extern "C" fn interpret(vm: *mut Vm, frame: *mut Frame) -> *const u8 {
    // SAFETY: as for `enter_slow`, but that the callee has no code, or is to be interpreted, or its code has not run lately.
    unsafe {
        let vm = &mut *vm;
        let machine = crate::object::function::machine_of(&*(*frame).callee.as_cell().cast::<JsFunction>());
        if (*machine).unused {
            vm.note_use(machine);
            // Complete before it is seen.
            (*frame).position = 0;
            (*frame).code_id = (*machine).native_id;
            (*frame).code = machine;
            vm.set_top_frame(frame);
            return (*machine).entry;
        }
        (*frame).flags |= FLAG_ENTRY;
        vm.set_top_frame((*frame).caller);
        let result = if native_stack_pointer() < vm.context.native_limit.get() {
            Err(vm.throw_stack_overflow())
        } else {
            super::run_interpreted(vm, frame)
        };
        interpreted(vm, frame, result)
    }
}

unsafe extern "C" fn resume(vm: *mut Vm, frame: *mut Frame) -> *const u8 {
    // SAFETY: the frame is live and stopped at its position.
    unsafe {
        let vm = &mut *vm;
        (*frame).flags |= FLAG_ENTRY;
        let pc = (*frame).position as usize;
        (*frame).code_id = (*(*frame).code).code_id;
        vm.set_top_frame(frame);
        let result = super::execute(vm, frame, pc);
        interpreted(vm, frame, result)
    }
}

unsafe extern "C" fn call_native(vm: *mut Vm, frame: *mut Frame, new: *mut Frame) -> Value {
    // SAFETY: the frame is published; the outgoing area is laid out, with a built-in as callee.
    unsafe { (*vm).and_forget(|vm| super::call_native(vm, new, frame)) }.unwrap_or(Value::EMPTY)
}

unsafe extern "C" fn construct(vm: *mut Vm, _frame: *mut Frame, new: *mut Frame) -> *const u8 {
    // SAFETY: the frame is published; the outgoing area is laid out, with a Function as callee, and a new target.
    unsafe {
        let vm = &mut *vm;
        let callee = crate::Object::from_ptr((*new).callee.as_cell().cast());
        if !callee.is_constructor() {
            return std::ptr::null();
        }
        match vm.and_forget(|vm| call::prepare_construct(vm, new)) {
            Ok(call::Prepared::Enter(_)) => (*crate::object::function::code_of(callee).machine.get()).entry,
            // Out of memory: the general way meets it again.
            _ => {
                vm.take_exception();
                std::ptr::null()
            }
        }
    }
}

unsafe extern "C" fn forward(vm: *mut Vm, frame: *mut Frame, new: *mut Frame) -> *const u8 {
    // SAFETY: the frame is published, and the area laid out but for the arguments, with a Function as callee.
    unsafe {
        // More than the area has room for, or the end of the stack: the general way.
        if (*frame).argc > (*(*frame).code).parameters || call::forward(&mut *vm, frame, new).is_err() {
            (*vm).take_exception();
            return std::ptr::null();
        }
        (*new).flags = FLAG_CONSTRUCT;
        construct(vm, frame, new)
    }
}

/// What stencils call directly with an instruction's operands; position and frame are published.
mod direct {
    use super::*;
    use abi::ic::Site;

    #[inline(always)]
    fn value(vm: &mut Vm, run: impl FnOnce(&mut Vm) -> JsResult) -> Value {
        vm.and_forget(run).unwrap_or(Value::EMPTY)
    }

    #[inline(always)]
    fn done(vm: &mut Vm, run: impl FnOnce(&mut Vm) -> JsResult<()>) -> Value {
        if vm.and_forget(run).is_ok() { Value::UNDEFINED } else { Value::EMPTY }
    }

    pub unsafe extern "C" fn add(vm: *mut Vm, left: Value, right: Value) -> Value {
        // SAFETY: compiled code passes its own VM.
        let vm = unsafe { &mut *vm };
        if left.is_number() && right.is_number() {
            return Value::number(left.as_number() + right.as_number());
        }
        value(vm, |vm| operators::add(vm, left, right))
    }

    pub unsafe extern "C" fn get_index(vm: *mut Vm, receiver: Value, key: Value, site: *const Site) -> Value {
        // SAFETY: as above; the site is the instruction's.
        let (vm, site) = unsafe { (&mut *vm, &*site) };
        value(vm, |vm| ops::get_index(vm, receiver, key, site))
    }

    pub unsafe extern "C" fn set_index(
        vm: *mut Vm,
        receiver: Value,
        key: Value,
        new: Value,
        site: *const Site,
    ) -> Value {
        // SAFETY: as above.
        let (vm, site) = unsafe { (&mut *vm, &*site) };
        done(vm, |vm| ops::set_index(vm, receiver, key, new, site))
    }

    pub unsafe extern "C" fn get_field(vm: *mut Vm, receiver: Value, site: *const Site) -> Value {
        // SAFETY: as above.
        let (vm, site) = unsafe { (&mut *vm, &*site) };
        value(vm, |vm| super::get_field(vm, receiver, site))
    }

    pub unsafe extern "C" fn set_field(vm: *mut Vm, receiver: Value, new: Value, site: *const Site) -> Value {
        // SAFETY: as above.
        let (vm, site) = unsafe { (&mut *vm, &*site) };
        done(vm, |vm| super::set_field(vm, receiver, new, site, false))
    }

    pub unsafe extern "C" fn equal_strings(vm: *mut Vm, left: Value, right: Value) -> Value {
        // SAFETY: as above.
        let vm = unsafe { &mut *vm };
        let (Some(left), Some(right)) = (left.as_string(), right.as_string()) else { return Value::FALSE };
        match crate::string::equals(vm, left, right) {
            Ok(equal) => Value::bool(equal),
            Err(_) => Value::EMPTY,
        }
    }

    pub unsafe extern "C" fn new_array(vm: *mut Vm, first: *const Value, count: u32, site: *const Site) -> Value {
        // SAFETY: as above; the values are registers of the frame.
        let (vm, values, site) = unsafe { (&mut *vm, std::slice::from_raw_parts(first, count as usize), &*site) };
        value(vm, |vm| ops::new_array(vm, values, site))
    }

    pub unsafe extern "C" fn new_array_const(
        vm: *mut Vm,
        frame: *mut Frame,
        constant: u32,
        site: *const Site,
    ) -> Value {
        // SAFETY: as above; the frame runs the code.
        let (vm, code, site) = unsafe { (&mut *vm, Code::from_machine((*frame).code), &*site) };
        value(vm, |vm| ops::new_array_const(vm, code, constant, site))
    }

    pub unsafe extern "C" fn for_in_start(vm: *mut Vm, object: Value) -> Value {
        // SAFETY: as above.
        value(unsafe { &mut *vm }, |vm| ops::for_in_start(vm, object))
    }

    /// The operand unit of the frame's present instruction.
    unsafe fn operand(frame: *mut Frame, i: usize) -> *mut u16 {
        // SAFETY: the caller's promise: the frame runs code and its position is an instruction's that has the unit.
        unsafe { (*(*frame).code).bytecode.add((*frame).position as usize + i) }
    }

    pub unsafe extern "C" fn start_iteration(
        vm: *mut Vm,
        frame: *mut Frame,
        record: *mut Value,
        iterable: Value,
    ) -> Value {
        // SAFETY: as above; the record is two registers of the frame.
        done(unsafe { &mut *vm }, |vm| unsafe { ops::start_iteration(vm, record, iterable, operand(frame, 3)) })
    }

    pub unsafe extern "C" fn iterator_step(vm: *mut Vm, frame: *mut Frame, record: *mut Value) -> Value {
        // SAFETY: as above.
        value(unsafe { &mut *vm }, |vm| {
            // SAFETY: as above.
            let step = unsafe { ops::iterator_step(vm, record, operand(frame, 5)) };
            step.map(|value| value.unwrap_or(Value::UNDEFINED))
        })
    }

    pub unsafe extern "C" fn iterator_close(vm: *mut Vm, record: *mut Value, mode: u32) -> Value {
        // SAFETY: as above.
        done(unsafe { &mut *vm }, |vm| unsafe { ops::iterator_close(vm, record, mode as u16) })
    }

    pub unsafe extern "C" fn spread_list(vm: *mut Vm, iterable: Value) -> Value {
        // SAFETY: as above.
        value(unsafe { &mut *vm }, |vm| ops::spread_list(vm, iterable))
    }

    pub unsafe extern "C" fn array_spread(vm: *mut Vm, array: Value, iterable: Value) -> Value {
        // SAFETY: as above; the register holds the array that is being made.
        let (vm, array) = unsafe { (&mut *vm, crate::Object::from_ptr(array.as_cell().cast())) };
        done(vm, |vm| ops::array_spread(vm, array, iterable))
    }

    pub unsafe extern "C" fn spread_arguments(vm: *mut Vm, frame: *mut Frame, new: *mut Frame, argc: u32) -> Value {
        // SAFETY: as above; the outgoing area is laid out.
        unsafe {
            (*new).flags = 0;
            (*new).caller = frame;
            done(&mut *vm, |vm| call::spread(vm, new, argc as u16))
        }
    }

    pub unsafe extern "C" fn construct_native(vm: *mut Vm, _frame: *mut Frame, new: *mut Frame) -> Value {
        // SAFETY: as above; the outgoing area is laid out, with a built-in as callee and new target.
        let vm = unsafe { &mut *vm };
        match vm.and_forget(|vm| call::prepare_construct(vm, new)) {
            Ok(call::Prepared::Done(result)) => result,
            _ => Value::EMPTY,
        }
    }
}

/// Fills the VM context's table.
pub(crate) fn install(vm: &mut Vm) {
    let table: [(usize, usize); runtime::COUNT] = [
        (runtime::ADD, direct::add as *const () as usize),
        (runtime::GET_INDEX, direct::get_index as *const () as usize),
        (runtime::SET_INDEX, direct::set_index as *const () as usize),
        (runtime::GET_FIELD, direct::get_field as *const () as usize),
        (runtime::SET_FIELD, direct::set_field as *const () as usize),
        (runtime::EQUAL_STRINGS, direct::equal_strings as *const () as usize),
        (runtime::NEW_ARRAY, direct::new_array as *const () as usize),
        (runtime::NEW_ARRAY_CONST, direct::new_array_const as *const () as usize),
        (runtime::CONSTRUCT_NATIVE, direct::construct_native as *const () as usize),
        (runtime::FOR_IN_START, direct::for_in_start as *const () as usize),
        (runtime::START_ITERATION, direct::start_iteration as *const () as usize),
        (runtime::ITERATOR_STEP, direct::iterator_step as *const () as usize),
        (runtime::ITERATOR_CLOSE, direct::iterator_close as *const () as usize),
        (runtime::SPREAD_LIST, direct::spread_list as *const () as usize),
        (runtime::ARRAY_SPREAD, direct::array_spread as *const () as usize),
        (runtime::SPREAD_ARGUMENTS, direct::spread_arguments as *const () as usize),
        (runtime::STEP, step as *const () as usize),
        (runtime::EXCEPTION, exception as *const () as usize),
        (runtime::ENTER, enter_slow as *const () as usize),
        (runtime::INTERPRET, interpret as *const () as usize),
        (runtime::CALL_NATIVE, call_native as *const () as usize),
        (runtime::CONSTRUCT, construct as *const () as usize),
        (runtime::FORWARD, forward as *const () as usize),
        (runtime::RESUME, resume as *const () as usize),
        (runtime::EXIT, super::optimized::exit as *const () as usize),
    ];
    for (index, address) in table {
        vm.context.runtime[index].set(address);
    }
}
