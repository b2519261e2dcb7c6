//! What stencils call directly with an instruction's operands; position and frame are published.

use super::{call, handlers, ops};
use crate::code::Code;
use crate::runtime::operators;
use crate::vm::Vm;
use crate::{JsResult, Value, ValueExt};
use abi::frame::{CodeHeader, Frame};
use abi::ic::Site;
use abi::opcode::Opcode;
use abi::tally::Tally;

#[inline(always)]
fn value(vm: &mut Vm, run: impl FnOnce(&mut Vm) -> JsResult) -> Value {
    vm.and_scrub_stack(run).unwrap_or(Value::EMPTY)
}

#[inline(always)]
fn done(vm: &mut Vm, run: impl FnOnce(&mut Vm) -> JsResult<()>) -> Value {
    if vm.and_scrub_stack(run).is_ok() { Value::UNDEFINED } else { Value::EMPTY }
}

pub unsafe extern "C" fn add(vm: *mut Vm, left: Value, right: Value) -> Value {
    // SAFETY: compiled code passes its own VM.
    let vm = unsafe { &mut *vm };
    if left.is_number() && right.is_number() {
        return handlers::sum(left, right);
    }
    value(vm, |vm| operators::add(vm, left, right))
}

pub unsafe extern "C" fn get_index(vm: *mut Vm, receiver: Value, key: Value, site: *const Site) -> Value {
    // SAFETY: as above; the site is the instruction's.
    let (vm, site) = unsafe { (&mut *vm, &*site) };
    value(vm, |vm| ops::get_index(vm, receiver, key, site))
}

pub unsafe extern "C" fn set_index(vm: *mut Vm, receiver: Value, key: Value, new: Value, site: *const Site) -> Value {
    // SAFETY: as above.
    let (vm, site) = unsafe { (&mut *vm, &*site) };
    done(vm, |vm| ops::set_index(vm, receiver, key, new, site))
}

pub unsafe extern "C" fn get_field(vm: *mut Vm, receiver: Value, site: *const Site) -> Value {
    // SAFETY: as above.
    let (vm, site) = unsafe { (&mut *vm, &*site) };
    value(vm, |vm| handlers::load_field(vm, receiver, site, true))
}

pub unsafe extern "C" fn set_field(vm: *mut Vm, receiver: Value, new: Value, site: *const Site) -> Value {
    // SAFETY: as above.
    let (vm, site) = unsafe { (&mut *vm, &*site) };
    done(vm, |vm| handlers::store_field(vm, receiver, new, site, true))
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

pub unsafe extern "C" fn new_array_const(vm: *mut Vm, frame: *mut Frame, constant: u32, site: *const Site) -> Value {
    // SAFETY: as above; the frame runs the code.
    let (vm, code, site) = unsafe { (&mut *vm, Code::from_machine((*frame).code), &*site) };
    value(vm, |vm| ops::new_array_const(vm, &code, constant, site))
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

pub unsafe extern "C" fn start_iteration(vm: *mut Vm, frame: *mut Frame, record: *mut Value, iterable: Value) -> Value {
    // SAFETY: as above; the record is two registers of the frame.
    done(unsafe { &mut *vm }, |vm| unsafe {
        ops::start_iteration(vm, record, iterable, operand(frame, const { Opcode::StartIteration.unit("feedback") }))
    })
}

pub unsafe extern "C" fn iterator_step(vm: *mut Vm, frame: *mut Frame, record: *mut Value) -> Value {
    // SAFETY: as above.
    value(unsafe { &mut *vm }, |vm| {
        // SAFETY: as above.
        let step =
            unsafe { ops::iterator_step(vm, record, operand(frame, const { Opcode::IteratorStep.unit("feedback") })) };
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

/// Lays out a call at `new` of which the last of `argc` arguments is a list; empty if there is no room.
///
/// # Safety
/// The VM is alive, the frame is on top, and the outgoing area has callee, this and so many arguments.
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
    match vm.and_scrub_stack(|vm| call::prepare_construct(vm, new)) {
        Ok(call::Prepared::Done(result)) => result,
        _ => Value::EMPTY,
    }
}

pub unsafe extern "C" fn count_field(vm: *mut Vm, object: Value, tally: *const Tally) {
    // SAFETY: compiled code passes its own VM, and the instruction's tally; so do all that follow.
    unsafe { (*vm).count_field(object, tally) }
}

pub unsafe extern "C" fn count_get_index(vm: *mut Vm, object: Value, key: Value, tally: *const Tally) {
    // SAFETY: as above.
    unsafe { (*vm).count_get_index(object, key, tally) }
}

pub unsafe extern "C" fn count_set_index(vm: *mut Vm, object: Value, key: Value, value: Value, tally: *const Tally) {
    // SAFETY: as above.
    unsafe { (*vm).count_set_index(object, key, value, tally) }
}

pub unsafe extern "C" fn count_operands(vm: *mut Vm, left: Value, right: Value, tally: *const Tally) {
    // SAFETY: as above.
    unsafe { (*vm).count_operands(left, right, tally) }
}

pub unsafe extern "C" fn count_operand(vm: *mut Vm, operand: Value, types: u32, tally: *const Tally) {
    // SAFETY: as above.
    unsafe { (*vm).count_operand(operand, types, tally) }
}

/// EnterCall of a function: the node, as an int32 value.
///
/// # Safety
/// The VM is alive, and so is the code.
pub unsafe extern "C" fn enter_call(vm: *mut Vm, code: *const CodeHeader) -> Value {
    // SAFETY: the caller's promise.
    Value::int(unsafe { (*vm).enter_call(&*code) } as i32)
}

/// LeaveCall; gives the node back, since runtime functions give something.
///
/// # Safety
/// The VM is alive, and the node is one of its tree's.
pub unsafe extern "C" fn leave_call(vm: *mut Vm, node: u32) -> u32 {
    // SAFETY: the caller's promise.
    unsafe { (*vm).leave_call(node) }
    node
}
