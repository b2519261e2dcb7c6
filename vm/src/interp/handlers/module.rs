//! Modules.

use super::super::running::Running;
use crate::JsResult;
use crate::runtime::module;
use crate::vm::Vm;
use abi::opcode::view::*;

#[inline]
pub fn get_import(vm: &mut Vm, i: GetImport<Running>) -> JsResult<()> {
    let value = module::get_import(vm, &i.0.code(), i.index())?;
    i.dst().set(value);

    Ok(())
}

#[inline]
pub fn import_call(vm: &mut Vm, i: ImportCall<Running>) -> JsResult<()> {
    let promise = module::import_call(vm, &i.0.code(), i.specifier(), i.options(), i.phase())?;
    i.dst().set(promise);

    Ok(())
}

#[inline]
pub fn import_meta(vm: &mut Vm, i: ImportMeta<Running>) -> JsResult<()> {
    let meta = module::import_meta(vm, &i.0.code())?;
    i.dst().set(meta);

    Ok(())
}
