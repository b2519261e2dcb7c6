//! Classes: their elements, private names, `super`, and what constructors check.

use super::super::running::Running;
use super::{constant_text, is_strict, object};
use crate::interp::ops::class;
use crate::string::JsString;
use crate::vm::Vm;
use crate::{JsResult, Value, ValueExt};
use abi::opcode::view::*;

#[inline]
pub fn get_super(vm: &mut Vm, i: GetSuper<Running>) -> JsResult<()> {
    let value = class::get_super(vm, i.this(), i.home(), i.key())?;
    i.dst().set(value);

    Ok(())
}

#[inline]
pub fn set_super(vm: &mut Vm, i: SetSuper<Running>) -> JsResult<()> {
    class::set_super(vm, i.this(), i.home(), i.key(), i.value(), is_strict(&i.0.code()))
}

pub fn load_home_object(_: &mut Vm, i: LoadHomeObject<Running>) {
    // SAFETY: the frame is live.
    i.dst().set(unsafe { class::home_object(i.0.frame()) });
}

#[inline]
pub fn new_private_name(vm: &mut Vm, i: NewPrivateName<Running>) -> JsResult<()> {
    let description = JsString::from_str(vm, &constant_text(&i.0.code(), i.description()))?;
    let symbol = crate::string::JsSymbol::new_private(vm, description)?;
    i.dst().set(symbol.value());

    Ok(())
}

#[inline]
pub fn get_private(vm: &mut Vm, i: GetPrivate<Running>) -> JsResult<()> {
    let value = class::get_private(vm, i.object(), i.name(), i.site())?;
    i.dst().set(value);

    Ok(())
}

#[inline]
pub fn set_private(vm: &mut Vm, i: SetPrivate<Running>) -> JsResult<()> {
    class::set_private(vm, i.object(), i.name(), i.value(), i.site())
}

#[inline]
pub fn define_private(vm: &mut Vm, i: DefinePrivate<Running>) -> JsResult<()> {
    class::define_private(vm, i.object(), i.name(), i.value(), i.site())
}

#[inline]
pub fn define_private_method(vm: &mut Vm, i: DefinePrivateMethod<Running>) -> JsResult<()> {
    class::define_private_method(vm, i.object(), i.name(), i.function(), i.kind())
}

#[inline]
pub fn has_private(vm: &mut Vm, i: HasPrivate<Running>) -> JsResult<()> {
    let value = class::has_private(vm, i.object(), i.name())?;
    i.dst().set(Value::bool(value));

    Ok(())
}

#[inline]
pub fn define_method(vm: &mut Vm, i: DefineMethod<Running>) -> JsResult<()> {
    class::define_method(vm, object(i.object()), i.key(), i.function(), i.flags())
}

#[inline]
pub fn define_accessor(vm: &mut Vm, i: DefineAccessor<Running>) -> JsResult<()> {
    class::define_accessor(vm, object(i.object()), i.key(), i.function(), i.flags())
}

#[inline]
pub fn set_function_name(vm: &mut Vm, i: SetFunctionName<Running>) -> JsResult<()> {
    class::set_function_name(vm, i.function(), i.key(), i.prefix())
}

#[inline]
pub fn set_home_object(vm: &mut Vm, i: SetHomeObject<Running>) -> JsResult<()> {
    class::set_home_object(vm, i.function(), i.home());
    Ok(())
}

#[inline]
pub fn new_class(vm: &mut Vm, i: NewClass<Running>) -> JsResult<()> {
    // SAFETY: the frame is live.
    let (constructor, prototype) =
        unsafe { class::new_class(vm, i.0.frame(), i.heritage(), i.environment(), i.function())? };
    i.constructor().set(constructor);
    i.prototype().set(prototype);

    Ok(())
}

#[inline]
pub fn set_field_initializer(vm: &mut Vm, i: SetFieldInitializer<Running>) -> JsResult<()> {
    let constructor = object(i.constructor());
    vm.set_field_initializer(constructor, i.function())?;

    Ok(())
}

#[inline]
pub fn run_field_initializer(vm: &mut Vm, i: RunFieldInitializer<Running>) -> JsResult<()> {
    // SAFETY: the frame is live.
    unsafe { class::run_field_initializer(vm, i.0.frame(), i.this())? };
    Ok(())
}

#[inline]
pub fn check_derived_result(vm: &mut Vm, i: CheckDerivedResult<Running>) -> JsResult<()> {
    let (value, this) = (i.value(), i.this());
    if value.is_object() {
        i.dst().set(value);
    } else if !value.is_undefined() || this.is_empty() {
        // SAFETY: the frame is live.
        return Err(unsafe { vm.throw_derived_result(i.0.frame(), value) });
    } else {
        i.dst().set(this);
    }

    Ok(())
}

#[inline]
pub fn check_this_unbound(vm: &mut Vm, i: CheckThisUnbound<Running>) -> JsResult<()> {
    if !i.this().is_empty() {
        return Err(vm.throw_super_called_twice());
    }

    Ok(())
}

#[inline]
pub fn check_this_bound(vm: &mut Vm, i: CheckThisBound<Running>) -> JsResult<()> {
    if i.this().is_empty() {
        return Err(vm.throw_this_unbound());
    }

    Ok(())
}

#[inline]
pub fn run_field_initializer_of(vm: &mut Vm, i: RunFieldInitializerOf<Running>) -> JsResult<()> {
    let initializer = crate::object::function::field_initializer(object(i.function()));
    if !initializer.is_undefined() {
        vm.call(initializer, i.this(), &[])?;
    }

    Ok(())
}
