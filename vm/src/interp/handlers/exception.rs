//! Exceptions, and checks that throw.

use super::super::running::Running;
use super::constant_text;
use crate::runtime::error::ErrorKind;
use crate::vm::Vm;
use crate::{JsResult, ValueExt};
use abi::opcode::view::*;

#[inline(always)]
pub fn catch(vm: &mut Vm, i: Catch<Running>) {
    let value = vm.take_exception();
    i.dst().set(value);
}

#[inline]
pub fn throw(vm: &mut Vm, i: Throw<Running>) -> JsResult<()> {
    let value = i.value();
    Err(vm.throw(value))
}

#[inline]
pub fn throw_error(vm: &mut Vm, i: ThrowError<Running>) -> JsResult<()> {
    let kind = match i.kind() {
        1 => ErrorKind::TypeError,
        2 => ErrorKind::ReferenceError,
        3 => ErrorKind::SyntaxError,
        4 => ErrorKind::RangeError,
        _ => ErrorKind::Error,
    };
    let text = constant_text(&i.0.code(), i.message());
    Err(vm.throw_error(kind, &text))
}

#[inline]
pub fn check_object(vm: &mut Vm, i: CheckObject<Running>) -> JsResult<()> {
    let value = i.value();
    if !value.is_object() {
        return Err(match i.what() {
            1 => vm.throw_type_error("Result of the Symbol.iterator method is not an object"),
            2 => vm.throw_class_extends(value),
            _ => vm.throw_iterator_result_not_object(value),
        });
    }

    Ok(())
}

#[inline]
pub fn check_object_coercible(vm: &mut Vm, i: CheckObjectCoercible<Running>) -> JsResult<()> {
    let value = i.value();
    if value.is_nullish() {
        return Err(vm.throw_cannot_destructure(value, None));
    }

    Ok(())
}

#[inline]
pub fn throw_if_error(vm: &mut Vm, i: ThrowIfError<Running>) -> JsResult<()> {
    let value = i.value();
    if !value.is_empty() {
        return Err(vm.throw(value));
    }

    Ok(())
}
