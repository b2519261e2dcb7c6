//! Generators and async functions: what suspends a frame, and ends it.

use super::super::running::{Flow, Running};
use crate::JsResult;
use crate::runtime::generator;
use crate::vm::Vm;
use abi::opcode::view::*;

#[inline(always)]
pub fn create_generator(vm: &mut Vm, i: CreateGenerator<Running>) -> JsResult<Flow> {
    let behind = i.0.behind(CreateGenerator::<Running>::OP.length());
    // SAFETY: the frame is live and of a generator or async function.
    Ok(match vm.and_scrub_stack(|vm| unsafe { generator::create(vm, i.0.frame(), behind) })? {
        generator::Created::Suspended(object) => Flow::Return(object),
        generator::Created::Running(state) => {
            i.dst().set(state);
            Flow::Next
        }
    })
}

#[inline(always)]
pub fn yield_(vm: &mut Vm, i: Yield<Running>) -> JsResult<Flow> {
    suspend(vm, i.0, i.value(), false)
}

#[inline(always)]
pub fn yield_delegate(vm: &mut Vm, i: YieldDelegate<Running>) -> JsResult<Flow> {
    suspend(vm, i.0, i.value(), true)
}

#[inline(always)]
fn suspend(vm: &mut Vm, running: Running, value: crate::Value, delegates: bool) -> JsResult<Flow> {
    // SAFETY: the frame is live and of a generator.
    let suspended =
        vm.and_scrub_stack(|vm| unsafe { generator::suspend_yield(vm, running.frame(), value, delegates) })?;
    Ok(suspended.map_or(Flow::Next, Flow::Return))
}

#[inline(always)]
pub fn await_(vm: &mut Vm, i: Await<Running>) -> JsResult<Flow> {
    // SAFETY: the frame is live and of an async function, async generator or module.
    vm.and_scrub_stack(|vm| unsafe { generator::suspend_await(vm, i.0.frame(), i.value()) }).map(Flow::Return)
}

#[inline(always)]
pub fn generator_return(vm: &mut Vm, i: GeneratorReturn<Running>) -> JsResult<Flow> {
    // SAFETY: the frame is live and of a generator or async function.
    vm.and_scrub_stack(|vm| unsafe { generator::complete(vm, i.0.frame(), i.value()) }).map(Flow::Return)
}
