//! What self-hosted built-ins consist of besides the language.

use super::super::running::{Flow, Running};
use super::object;
use crate::code::specialize::specialization;
use crate::interp::{cache, element, ops};
use crate::numeric::convert::MAX_SAFE_INTEGER;
use crate::object::function::code_of;
use crate::object::proxy;
use crate::runtime::{array_like, convert, operations};
use crate::vm::Vm;
use crate::{JsResult, Object, Value, ValueExt};
use abi::cell::CellKind;
use abi::frame::CODE_FLAG_SELF_HOSTED;
use abi::ic::{SITE_MONOMORPHIC, Site};
use abi::opcode::view::*;

#[inline(always)]
pub fn specialize(vm: &mut Vm, i: Specialize<Running>) -> JsResult<Flow> {
    let frame = i.0.frame();
    // SAFETY: the frame is live and on top, and runs the built-in.
    match unsafe { specialization(vm, frame)? } {
        Some(function) => {
            // SAFETY: as above. All else is as it was at the call: nothing has run. Whoever stops the program sees the copy's frame.
            unsafe {
                let machine = code_of(function).machine.get();
                (*frame).position = 0;
                (*frame).code_id = (*machine).code_id;
                (*frame).code = machine;
                (*frame).callee = function.value();
            }
            Ok(Flow::Tail)
        }
        None => Ok(Flow::Next),
    }
}

#[inline(always)]
pub fn get_present(vm: &mut Vm, i: GetPresent<Running>) -> JsResult<()> {
    let (receiver, key) = (i.object(), i.key());
    if key.is_int()
        && receiver.is_cell()
        && let Some(value) = element::get(vm, receiver.as_cell(), key.as_int() as u32, i.site())
    {
        i.dst().set(value);
        return Ok(());
    }
    let value = vm.and_scrub_stack(|vm| ops::get_present(vm, object(receiver), index(key), i.site()))?;
    i.dst().set(value);
    Ok(())
}

#[inline(always)]
pub fn is_present(_: &mut Vm, i: IsPresent<Running>) {
    i.dst().set(Value::bool(!i.src().is_empty()));
}

#[inline(always)]
pub fn argument_count(_: &mut Vm, i: ArgumentCount<Running>) {
    // SAFETY: the frame is live.
    i.dst().set(unsafe { Value::from_u32((*i.0.frame()).argc) });
}

pub fn is_self_hosted(_: &mut Vm, i: IsSelfHosted<Running>) {
    let callee = i.callee().as_object().filter(|callee| callee.is_kind(CellKind::Function));
    i.dst().set(Value::bool(callee.is_some_and(|callee| code_of(callee).flags() & CODE_FLAG_SELF_HOSTED != 0)));
}

#[inline]
pub fn to_object(vm: &mut Vm, i: ToObject<Running>) -> JsResult<()> {
    let object = convert::to_object(vm, i.src())?;
    i.dst().set(object.value());
    Ok(())
}

#[inline]
pub fn to_length(vm: &mut Vm, i: ToLength<Running>) -> JsResult<()> {
    let length = convert::to_length(vm, i.src())?;
    i.dst().set(array_like::number(length));
    Ok(())
}

#[inline]
pub fn check_callable(vm: &mut Vm, i: CheckCallable<Running>) -> JsResult<()> {
    array_like::callable(vm, i.value()).map(|_| ())
}

/// An index or a length that self-hosted code has in a register.
fn index(value: Value) -> u64 {
    if value.is_int() { value.as_int() as u64 } else { value.as_double() as u64 }
}

#[inline]
pub fn next_present(vm: &mut Vm, i: NextPresent<Running>) {
    let next = array_like::next_candidate(vm, object(i.object()), index(i.key()));
    i.dst().set(array_like::number(next.min(MAX_SAFE_INTEGER + 1)));
}

#[inline]
pub fn previous_present(vm: &mut Vm, i: PreviousPresent<Running>) {
    let previous = array_like::previous_candidate(vm, object(i.object()), index(i.key()));
    i.dst().set(array_like::number(previous));
}

#[inline]
pub fn species_list(vm: &mut Vm, i: SpeciesList<Running>) -> JsResult<()> {
    let list = array_like::species_list(vm, object(i.object()), index(i.length()))?;
    i.dst().set(list.map_or(Value::UNDEFINED, |list| list.value()));
    Ok(())
}

#[inline]
pub fn array_species_create(vm: &mut Vm, i: ArraySpeciesCreate<Running>) -> JsResult<()> {
    let array = array_like::array_species_create(vm, object(i.object()), index(i.length()))?;
    i.dst().set(array.value());
    Ok(())
}

#[inline]
pub fn append_element(vm: &mut Vm, i: AppendElement<Running>) -> JsResult<()> {
    array_like::create(vm, object(i.array()), index(i.key()), i.value())
}

/// A part of a proxy; the empty value if that is revoked.
fn part(part: Option<Object>) -> Value {
    part.map_or(Value::EMPTY, Object::value)
}

pub fn proxy_handler(_: &mut Vm, i: ProxyHandler<Running>) {
    i.dst().set(part(proxy::handler(object(i.proxy()))));
}

#[inline]
pub fn proxy_target(vm: &mut Vm, i: ProxyTarget<Running>) {
    let target = proxy::target(object(i.proxy()));
    if let Some(target) = target {
        cache::learn_target(vm, i.site(), target);
    }
    i.dst().set(part(target));
}

#[inline]
pub fn check_trap(vm: &mut Vm, i: CheckTrap<Running>) -> JsResult<()> {
    let name = convert::to_property_key(vm, i.name())?;
    operations::check_method(vm, i.trap(), i.handler(), name)
}

/// The proxies of a site do without a trap.
fn lacks_trap(site: &Site) {
    site.state.set(site.state.get().max(SITE_MONOMORPHIC));
}

#[inline]
pub fn get_from(vm: &mut Vm, i: GetFrom<Running>) -> JsResult<()> {
    lacks_trap(i.site());
    let key = convert::to_property_key(vm, i.key())?;
    let value = object(i.object()).get_with_receiver(vm, key, i.receiver())?;
    i.dst().set(value);
    Ok(())
}

#[inline]
pub fn set_from(vm: &mut Vm, i: SetFrom<Running>) -> JsResult<()> {
    lacks_trap(i.site());
    let key = convert::to_property_key(vm, i.key())?;
    let done = object(i.object()).set_with_receiver(vm, key, i.value(), i.receiver())?;
    i.dst().set(Value::bool(done));
    Ok(())
}

#[inline]
pub fn check_get_trap(vm: &mut Vm, i: CheckGetTrap<Running>) -> JsResult<()> {
    let key = convert::to_property_key(vm, i.key())?;
    proxy::check_get(object(i.target()), vm, key, i.answer())
}

#[inline]
pub fn check_set_trap(vm: &mut Vm, i: CheckSetTrap<Running>) -> JsResult<()> {
    let key = convert::to_property_key(vm, i.key())?;
    proxy::check_set(object(i.target()), vm, key, i.value())
}

#[inline]
pub fn refuse_set(vm: &mut Vm, i: RefuseSet<Running>) -> JsResult<()> {
    if i.strict() != Value::TRUE {
        return Ok(());
    }
    let key = convert::to_property_key(vm, i.key())?;
    Err(vm.throw_set_failed(i.receiver(), key))
}
