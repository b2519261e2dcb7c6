//! Objects, arrays, closures and strings that are made.

use super::super::running::Running;
use super::object;
use crate::JsResult;
use crate::interp::ops::{self, iterate, literal};
use crate::runtime::convert;
use crate::string::JsString;
use crate::vm::Vm;
use abi::opcode::view::*;

#[inline(always)]
pub fn new_object(vm: &mut Vm, i: NewObject<Running>) -> JsResult<()> {
    let value = vm.and_scrub_stack(|vm| ops::new_object(vm, i.capacity(), i.site()))?;
    i.dst().set(value);
    Ok(())
}

#[inline(always)]
pub fn new_function(vm: &mut Vm, i: NewFunction<Running>) -> JsResult<()> {
    // SAFETY: the frame is live.
    let value =
        vm.and_scrub_stack(|vm| unsafe { ops::new_function(vm, i.0.frame(), i.function(), i.environment()) })?;
    i.dst().set(value);
    Ok(())
}

#[inline]
pub fn new_array(vm: &mut Vm, i: NewArray<Running>) -> JsResult<()> {
    let first = i.first();
    // SAFETY: the elements are registers of the frame.
    let values = unsafe { first.values(i.count()) };
    let array = literal::new_array(vm, values, i.site())?;
    i.dst().set(array);

    Ok(())
}

#[inline]
pub fn new_array_const(vm: &mut Vm, i: NewArrayConst<Running>) -> JsResult<()> {
    let array = literal::new_array_const(vm, &i.0.code(), i.constant(), i.site())?;
    i.dst().set(array);

    Ok(())
}

#[inline]
pub fn array_push(vm: &mut Vm, i: ArrayPush<Running>) -> JsResult<()> {
    object(i.array()).push(vm, i.value())
}

#[inline]
pub fn array_push_hole(vm: &mut Vm, i: ArrayPushHole<Running>) -> JsResult<()> {
    literal::push_hole(vm, object(i.array()))
}

#[inline]
pub fn array_spread(vm: &mut Vm, i: ArraySpread<Running>) -> JsResult<()> {
    iterate::array_spread(vm, object(i.array()), i.iterable())
}

#[inline]
pub fn spread_list(vm: &mut Vm, i: SpreadList<Running>) -> JsResult<()> {
    let list = iterate::spread_list(vm, i.iterable())?;
    i.dst().set(list);

    Ok(())
}

#[inline]
pub fn new_reg_exp(vm: &mut Vm, i: NewRegExp<Running>) -> JsResult<()> {
    let value = literal::new_regexp(vm, &i.0.code(), i.constant())?;
    i.dst().set(value);

    Ok(())
}

#[inline]
pub fn template_object(vm: &mut Vm, i: TemplateObject<Running>) -> JsResult<()> {
    let value = literal::template_object(vm, &i.0.code(), i.constant())?;
    i.dst().set(value);

    Ok(())
}

#[inline]
pub fn to_string(vm: &mut Vm, i: ToString<Running>) -> JsResult<()> {
    let text = convert::to_string(vm, i.src())?;
    i.dst().set(text.value());

    Ok(())
}

#[inline]
pub fn concat(vm: &mut Vm, i: Concat<Running>) -> JsResult<()> {
    let first = i.first();
    // SAFETY: the strings are registers of the frame.
    let parts = unsafe { first.values(i.count()) };
    let whole = JsString::concat_all(vm, parts)?;
    i.dst().set(whole.value());

    Ok(())
}
