//! One instruction at a time, for compiled code: what a stencil has no fast path for (or whose fast path did not apply) is done here, the
//! interpreter's way, and the answer is where compiled code goes on.
//!
//! The functions at the end are what the VM context's table of runtime functions holds.

use super::running::{Flow, Running};
use super::unwind::{self, Caught};
use super::{call, direct, handlers};
use crate::vm::{Vm, native_stack_pointer};
use crate::{JsResult, Throw, Value};
use abi::frame::*;
use abi::object::JsFunction;
use abi::opcode::*;
use abi::runtime;

/// Performs the instruction at `pc` of the frame, with all that a call in it does.
///
/// # Safety
/// The frame is live, on top, and of compiled code; `pc` is the offset of an instruction.
#[inline(always)]
pub(super) unsafe fn perform(vm: &mut Vm, frame: *mut Frame, op: Opcode, pc: usize) -> JsResult<Flow> {
    // SAFETY: the caller's promise; bytecode was verified when it was made.
    unsafe {
        let machine = (*frame).code;
        let running = Running::new(frame.cast(), (*machine).bytecode.add(pc), (*machine).sites, true);
        let flow = handlers::PERFORMERS[op as usize](vm, running)?;
        let Flow::Enter(new, flags) = flow else { return Ok(flow) };
        let value = enter(vm, frame, new, flags)?;
        // Calls have the register of their result in one place.
        *frame.cast::<Value>().add(*(*machine).bytecode.add(pc + RESULT) as usize) = value;
        Ok(Flow::Next)
    }
}

/// After a jump by an offset to `target`: where it was a loop's back edge the VM is polled, and optimized code to go on in may be there.
///
/// # Safety
/// The frame is live and on top.
pub(super) unsafe fn jumped(vm: &mut Vm, frame: *mut Frame, offset: i32, target: usize) -> JsResult<Option<*const u8>> {
    if offset > 0 || !poll(vm)? {
        return Ok(None);
    }
    // SAFETY: the caller's promise.
    Ok(unsafe { vm.tick(frame, target, false) })
}

/// Where compiled code goes on after the instruction at `pc` of the frame, which this performs.
///
/// # Safety
/// As for [`perform`].
unsafe fn perform_and_go_on(vm: &mut Vm, frame: *mut Frame, op: Opcode, pc: usize) -> JsResult<*const u8> {
    // SAFETY: the caller's promise.
    unsafe {
        let flow = vm.and_scrub_stack(|vm| perform(vm, frame, op, pc))?;
        let next = pc + op.length();
        let machine = (*frame).code.cast_mut();
        Ok(match flow {
            Flow::Next => {
                vm.count_handed_back(machine);
                go_on(vm, frame, next)
            }
            Flow::Jump(offset) => {
                let target = pc.wrapping_add(offset as isize as usize);
                if let Some(entry) = jumped(vm, frame, offset, target)? {
                    return Ok(entry);
                }
                // What only jumps is handed back to be counted.
                if op != Opcode::Jump {
                    vm.count_handed_back(machine);
                }
                go_on(vm, frame, target)
            }
            Flow::Skip(offset) => {
                vm.count_handed_back(machine);
                go_on(vm, frame, pc.wrapping_add(offset as isize as usize))
            }
            Flow::Enter(..) => unreachable!("calls have returned"),
            Flow::Return(value) => finish(vm, frame, value),
            Flow::Tail => (*super::machine_of_callee(frame)).entry,
        })
    }
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
        match unwind::catch(vm, frame) {
            Caught::Handler(handler) => go_on(vm, frame, handler),
            Caught::Value(value) => {
                vm.set_top_frame(frame);
                finish(vm, frame, value)
            }
            Caught::Not => finish(vm, frame, Value::EMPTY),
        }
    }
}

unsafe extern "C" fn step(vm: *mut Vm, frame: *mut Frame, pc: u32) -> *const u8 {
    // SAFETY: compiled code calls this with its own VM and the running frame, and an instruction's offset.
    unsafe {
        let vm = &mut *vm;
        (*frame).position = pc;
        vm.set_top_frame(frame);
        let machine = (*frame).code;
        let op = std::mem::transmute::<u16, Opcode>(*(*machine).bytecode.add(pc as usize));
        vm.tiers.handed_back[op as usize] += 1;
        match perform_and_go_on(vm, frame, op, pc as usize) {
            Ok(address) => address,
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
            vm.and_scrub_stack(|vm| call::enter(vm, frame))
        };
        // The function's own code counts its calls at an entry of another kind.
        vm.context.counter.set(vm.context.counter.get().wrapping_sub(1));
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
                if counted && let Some(entry) = vm.tick(entered, 0, false) {
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
    unsafe { (*vm).and_scrub_stack(|vm| call_native_frame(vm, frame, new)) }.unwrap_or(Value::EMPTY)
}

/// A call from here of the built-in whose frame is laid out.
///
/// # Safety
/// As for [`call::call_native`]; the caller's frame is on top.
#[inline(always)]
pub(super) unsafe fn call_native_frame(vm: &mut Vm, frame: *mut Frame, new: *mut Frame) -> JsResult {
    // SAFETY: the caller's promise.
    unsafe { if call::unwrap_call(vm, new) { enter(vm, frame, new, 0) } else { call::call_native(vm, new) } }
}

unsafe extern "C" fn construct(vm: *mut Vm, _frame: *mut Frame, new: *mut Frame) -> *const u8 {
    // SAFETY: the frame is published; the outgoing area is laid out, with a Function as callee, and a new target.
    unsafe {
        let vm = &mut *vm;
        let callee = crate::Object::from_ptr((*new).callee.as_cell().cast());
        if !callee.is_constructor() {
            return std::ptr::null();
        }
        match vm.and_scrub_stack(|vm| call::prepare_construct(vm, new)) {
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
        (runtime::COUNT_FIELD, direct::count_field as *const () as usize),
        (runtime::COUNT_GET_INDEX, direct::count_get_index as *const () as usize),
        (runtime::COUNT_SET_INDEX, direct::count_set_index as *const () as usize),
        (runtime::COUNT_OPERANDS, direct::count_operands as *const () as usize),
        (runtime::COUNT_OPERAND, direct::count_operand as *const () as usize),
        (runtime::ENTER_CALL, direct::enter_call as *const () as usize),
        (runtime::LEAVE_CALL, direct::leave_call as *const () as usize),
    ];
    for (index, address) in table {
        vm.context.runtime[index].set(address);
    }
}
