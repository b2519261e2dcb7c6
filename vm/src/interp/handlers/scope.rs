//! Environments, and names that are looked up in them.

use super::super::running::Running;
use super::{is_strict, key_constant};
use crate::interp::ops::{self, scope};
use crate::vm::Vm;
use crate::{JsResult, Throw, Value, ValueExt};
use abi::object::{ENVIRONMENT_VALUES_OFFSET, Environment};
use abi::opcode::view::*;

/// The environment `depth` parents up, and one of its slots.
#[inline(always)]
fn place(environment: Value, depth: u16, slot: u16) -> (*mut Environment, *mut Value) {
    let mut environment = environment.bits() as *mut Environment;
    for _ in 0..depth {
        // SAFETY: environments' parents are live environments; that there are as many was verified (`bytecode/environments.rs`).
        environment = unsafe { (*environment).parent.get() };
    }
    // SAFETY: the environment has the slot, which was verified.
    (environment, unsafe { environment.byte_add(ENVIRONMENT_VALUES_OFFSET).cast::<Value>().add(slot as usize) })
}

#[inline(always)]
pub fn get_scoped(_: &mut Vm, i: GetScoped<Running>) {
    // SAFETY: see `place`.
    let value = unsafe { *place(i.environment(), i.depth(), i.slot()).1 };
    i.dst().set(value);
}

#[inline(always)]
pub fn get_scoped_checked(vm: &mut Vm, i: GetScopedChecked<Running>) -> JsResult<()> {
    let (environment, place) = place(i.environment(), i.depth(), i.slot());
    // SAFETY: see `place`.
    let value = unsafe { *place };
    if value.is_empty() {
        return Err(ops::throw_dead_zone(vm, environment, i.slot()));
    }
    i.dst().set(value);
    Ok(())
}

#[inline(always)]
pub fn set_scoped(vm: &mut Vm, i: SetScoped<Running>) {
    let (environment, place) = place(i.environment(), i.depth(), i.slot());
    // SAFETY: see `place`.
    unsafe { *place = i.value() };
    vm.heap.barrier(environment.cast());
}

#[inline(always)]
pub fn set_scoped_checked(vm: &mut Vm, i: SetScopedChecked<Running>) -> JsResult<()> {
    let (environment, place) = place(i.environment(), i.depth(), i.slot());
    // SAFETY: see `place`.
    unsafe {
        if (*place).is_empty() {
            return Err(ops::throw_dead_zone(vm, environment, i.slot()));
        }
        *place = i.value();
    }
    vm.heap.barrier(environment.cast());
    Ok(())
}

#[inline(always)]
pub fn check_initialized(vm: &mut Vm, i: CheckInitialized<Running>) -> JsResult<()> {
    if i.value().is_empty() {
        return Err(uninitialized(vm, i));
    }
    Ok(())
}

#[cold]
fn uninitialized(vm: &mut Vm, i: CheckInitialized<Running>) -> Throw {
    ops::throw_uninitialized_constant(vm, i.0.frame(), i.name())
}

#[inline(always)]
pub fn new_environment(vm: &mut Vm, i: NewEnvironment<Running>) -> JsResult<()> {
    // SAFETY: the frame is live.
    let value = vm.and_scrub_stack(|vm| unsafe { ops::new_environment(vm, i.0.frame(), i.parent(), i.scope()) })?;
    i.dst().set(value);
    Ok(())
}

#[inline]
pub fn copy_environment(vm: &mut Vm, i: CopyEnvironment<Running>) -> JsResult<()> {
    let copy = scope::copy_environment(vm, i.environment())?;
    i.dst().set(copy);

    Ok(())
}

pub fn throw_const_assignment(vm: &mut Vm, _: ThrowConstAssignment<Running>) -> JsResult<()> {
    Err(vm.throw_const_assignment())
}

#[inline]
pub fn new_with_environment(vm: &mut Vm, i: NewWithEnvironment<Running>) -> JsResult<()> {
    let environment = scope::new_with_environment(vm, i.parent(), i.object())?;
    i.dst().set(environment);

    Ok(())
}

#[inline]
pub fn lookup_name(vm: &mut Vm, i: LookupName<Running>) -> JsResult<()> {
    let name = key_constant(vm, &i.0.code(), i.name())?;
    let value = scope::lookup_name(vm, i.environment(), name, true, is_strict(&i.0.code()))?;
    i.dst().set(value);

    Ok(())
}

#[inline]
pub fn lookup_name_or_undefined(vm: &mut Vm, i: LookupNameOrUndefined<Running>) -> JsResult<()> {
    let name = key_constant(vm, &i.0.code(), i.name())?;
    let value = scope::lookup_name(vm, i.environment(), name, false, is_strict(&i.0.code()))?;
    i.dst().set(value);

    Ok(())
}

#[inline]
pub fn lookup_callee(vm: &mut Vm, i: LookupCallee<Running>) -> JsResult<()> {
    let name = key_constant(vm, &i.0.code(), i.name())?;
    let (callee, this) = scope::lookup_callee(vm, i.environment(), name, is_strict(&i.0.code()))?;
    i.callee().set(callee);
    i.this().set(this);

    Ok(())
}

#[inline]
pub fn resolve_name(vm: &mut Vm, i: ResolveName<Running>) -> JsResult<()> {
    let name = key_constant(vm, &i.0.code(), i.name())?;
    let base = scope::resolve_name(vm, i.environment(), name)?;
    i.base().set(base);

    Ok(())
}

#[inline]
pub fn get_resolved(vm: &mut Vm, i: GetResolved<Running>) -> JsResult<()> {
    let name = key_constant(vm, &i.0.code(), i.name())?;
    let value = scope::get_resolved(vm, i.base(), name, is_strict(&i.0.code()))?;
    i.dst().set(value);

    Ok(())
}

#[inline]
pub fn put_resolved(vm: &mut Vm, i: PutResolved<Running>) -> JsResult<()> {
    let name = key_constant(vm, &i.0.code(), i.name())?;
    scope::put_resolved(vm, i.base(), name, i.value(), is_strict(&i.0.code()))?;

    Ok(())
}

#[inline]
pub fn delete_name(vm: &mut Vm, i: DeleteName<Running>) -> JsResult<()> {
    let name = key_constant(vm, &i.0.code(), i.name())?;
    let result = scope::delete_name(vm, i.environment(), name)?;
    i.dst().set(Value::bool(result));

    Ok(())
}

#[inline]
pub fn declare_eval_vars(vm: &mut Vm, i: DeclareEvalVars<Running>) -> JsResult<()> {
    scope::declare_eval_vars(vm, i.environment(), &i.0.code(), i.declarations())
}

#[inline]
pub fn map_arguments(vm: &mut Vm, i: MapArguments<Running>) -> JsResult<()> {
    // There are none yet, if evals are to make them.
    let Some(arguments) = i.arguments().as_object() else { return Ok(()) };
    let environment = scope::parent_pointer(i.environment());
    crate::object::arguments::map(vm, arguments, environment, i.0.code())
}
