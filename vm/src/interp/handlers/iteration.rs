//! Iteration: records of iterators, and enumerations of keys.

use super::super::running::{Flow, Running};
use crate::interp::ops::{self, iterate};
use crate::runtime::convert;
use crate::vm::Vm;
use crate::{JsResult, Value};
use abi::opcode::view::*;

#[inline(always)]
pub fn iterator_step(vm: &mut Vm, i: IteratorStep<Running>) -> JsResult<Flow> {
    // SAFETY: the record is two registers of the frame.
    let step =
        vm.and_scrub_stack(|vm| unsafe { ops::iterator_step(vm, i.iterator().record(), i.feedback().address()) })?;
    i.value().set(step.unwrap_or(Value::UNDEFINED));
    Ok(if step.is_some() { Flow::Next } else { Flow::Jump(i.done()) })
}

#[inline(always)]
pub fn for_in_next(vm: &mut Vm, i: ForInNext<Running>) -> JsResult<Flow> {
    Ok(match vm.and_scrub_stack(|vm| ops::for_in_next(vm, i.enumeration()))? {
        Some(key) => {
            i.key().set(key);
            Flow::Next
        }
        None => Flow::Jump(i.done()),
    })
}

#[inline]
pub fn get_iterator(vm: &mut Vm, i: GetIterator<Running>) -> JsResult<()> {
    let (iterator, next) = iterate::get_iterator(vm, i.iterable())?;
    i.iterator().set_record(iterator, next);

    Ok(())
}

#[inline]
pub fn start_iteration(vm: &mut Vm, i: StartIteration<Running>) -> JsResult<()> {
    // SAFETY: the record is two registers of the frame; the feedback unit is in the instruction.
    unsafe { ops::start_iteration(vm, i.iterator().record(), i.iterable(), i.feedback().address())? };
    Ok(())
}

#[inline]
pub fn get_async_iterator(vm: &mut Vm, i: GetAsyncIterator<Running>) -> JsResult<()> {
    let (iterator, next) = iterate::get_async_iterator(vm, i.iterable())?;
    i.iterator().set_record(iterator, next);

    Ok(())
}

#[inline]
pub fn iterator_skip(vm: &mut Vm, i: IteratorSkip<Running>) -> JsResult<()> {
    // SAFETY: the record is two registers of the frame.
    unsafe { iterate::iterator_skip(vm, i.iterator().record())? };
    Ok(())
}

#[inline]
pub fn iterator_close(vm: &mut Vm, i: IteratorClose<Running>) -> JsResult<()> {
    // SAFETY: the record is two registers of the frame.
    unsafe { iterate::iterator_close(vm, i.iterator().record(), i.mode())? };
    Ok(())
}

#[inline]
pub fn iterator_rest(vm: &mut Vm, i: IteratorRest<Running>) -> JsResult<()> {
    // SAFETY: the record is two registers of the frame.
    let rest = unsafe { iterate::iterator_rest(vm, i.iterator().record())? };
    i.dst().set(rest);

    Ok(())
}

#[inline]
pub fn new_iterator_result(vm: &mut Vm, i: NewIteratorResult<Running>) -> JsResult<()> {
    let done = convert::to_boolean(i.done());
    let result = crate::runtime::iterator::create_iter_result_object(vm, i.value(), done)?;
    i.dst().set(result.value());

    Ok(())
}

#[inline]
pub fn for_in_start(vm: &mut Vm, i: ForInStart<Running>) -> JsResult<()> {
    let enumeration = ops::for_in_start(vm, i.object())?;
    i.dst().set(enumeration);

    Ok(())
}
