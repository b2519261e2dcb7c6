//! Decorators.

use super::super::running::Running;
use super::object;
use crate::JsResult;
use crate::vm::Vm;
use abi::opcode::view::*;

#[inline]
pub fn decorate_elements(vm: &mut Vm, i: DecorateElements<Running>) -> JsResult<()> {
    crate::runtime::decorators::decorate_elements(
        vm,
        object(i.constructor()),
        object(i.prototype()),
        object(i.elements()),
    )?;

    Ok(())
}

#[inline]
pub fn decorate_class(vm: &mut Vm, i: DecorateClass<Running>) -> JsResult<()> {
    let (class, decorators, extras) = (i.constructor(), object(i.decorators()), object(i.extras()));
    let class = crate::runtime::decorators::decorate_class(vm, class, decorators, i.name(), extras)?;
    i.dst().set(class);

    Ok(())
}

#[inline]
pub fn run_initializers(vm: &mut Vm, i: RunInitializers<Running>) -> JsResult<()> {
    let value = if i.mode() == 0 { Some(i.value().get()) } else { None };
    let value = crate::runtime::decorators::run_initializers(vm, i.this(), object(i.list()), value)?;
    i.value().set(value);

    Ok(())
}
