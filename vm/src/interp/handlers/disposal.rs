//! Explicit resource management.

use super::super::running::{Flow, Running};
use crate::JsResult;
use crate::runtime::disposal;
use crate::vm::Vm;
use abi::opcode::view::*;

#[inline(always)]
pub fn dispose_step(vm: &mut Vm, i: DisposeStep<Running>) -> JsResult<Flow> {
    let step = vm.and_scrub_stack(|vm| disposal::dispose_step(vm, i.stack().get(), i.error().get()))?;
    i.error().set(step.error);
    i.value().set(step.value);
    Ok(if step.more { Flow::Next } else { Flow::Jump(i.done()) })
}

#[inline]
pub fn add_disposable(vm: &mut Vm, i: AddDisposable<Running>) -> JsResult<()> {
    let stack = disposal::add_disposable_resource(vm, i.stack().get(), i.value(), i.asynchronous() != 0)?;
    i.stack().set(stack);

    Ok(())
}

#[inline]
pub fn dispose_all(vm: &mut Vm, i: DisposeAll<Running>) -> JsResult<()> {
    let error = disposal::dispose_all(vm, i.stack().get(), i.error().get())?;
    i.error().set(error);

    Ok(())
}

#[inline]
pub fn add_error(vm: &mut Vm, i: AddError<Running>) -> JsResult<()> {
    let (error, thrown) = (i.error().get(), i.thrown());
    let combined = if error.is_empty() { thrown } else { disposal::suppressed_error(vm, thrown, error)? };
    i.error().set(combined);

    Ok(())
}
