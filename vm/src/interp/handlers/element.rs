//! Elements.

use super::super::running::Running;
use crate::JsResult;
use crate::interp::{element, ops};
use crate::vm::Vm;
use abi::opcode::view::*;

#[inline(always)]
pub fn get_index(vm: &mut Vm, i: GetIndex<Running>) -> JsResult<()> {
    let (receiver, key) = (i.object(), i.key());
    if key.is_int()
        && receiver.is_cell()
        && let Some(value) = element::get(vm, receiver.as_cell(), key.as_int() as u32, i.site())
    {
        i.dst().set(value);
        return Ok(());
    }
    let value = vm.and_scrub_stack(|vm| ops::get_index(vm, receiver, key, i.site()))?;
    i.dst().set(value);
    Ok(())
}

#[inline(always)]
pub fn set_index(vm: &mut Vm, i: SetIndex<Running>) -> JsResult<()> {
    let (receiver, key, value) = (i.object(), i.key(), i.value());
    if key.is_int() && receiver.is_cell() && element::set(vm, receiver.as_cell(), key.as_int() as u32, value, i.site())
    {
        return Ok(());
    }
    vm.and_scrub_stack(|vm| ops::set_index(vm, receiver, key, value, i.site()))
}
