//! FinalizationRegistry (ECMA-262 sec. 26.2).

use crate::native::{Args, method};
use crate::object::Object;
use crate::object::collections::can_be_held_weakly;
use crate::runtime::finalization::{FinalizationRegistryObject, new_registry};
use crate::runtime::operations::get_prototype_from_constructor;
use crate::runtime::operators::same_value;
use crate::vm::Vm;
use crate::{JsResult, Throw, Value, ValueExt};
use gc::Gc;

/// Creates FinalizationRegistry and its prototype.
pub fn init(vm: &mut Vm) -> JsResult<()> {
    let prototype = vm.new_object()?;
    let constructor = vm.define_global_constructor("FinalizationRegistry", 1, construct, prototype)?;
    vm.realm_mut().finalization_registry_prototype = prototype;
    vm.realm_mut().finalization_registry_constructor = constructor;
    prototype.define_methods(vm, &[method("register", 2, register), method("unregister", 1, unregister)])?;
    prototype.define_to_string_tag(vm, "FinalizationRegistry")
}

/// `FinalizationRegistry(cleanupCallback)` (sec. 26.2.1.1)
fn construct(vm: &mut Vm, args: Args) -> JsResult {
    let Some(new_target) = args.new_target_object() else {
        return Err(vm.throw_constructor_needs_new("FinalizationRegistry"));
    };
    let cleanup = args.get(0);
    if !cleanup.is_callable() {
        return Err(vm.throw_type_error("FinalizationRegistry: cleanup must be callable"));
    }
    let prototype = get_prototype_from_constructor(vm, new_target, |realm| realm.finalization_registry_prototype)?;
    new_registry(vm, prototype, cleanup).map(Object::value)
}

fn this_registry(vm: &mut Vm, args: Args, name: &str) -> JsResult<Gc<FinalizationRegistryObject>> {
    match args.this().as_object().and_then(|o| o.downcast::<FinalizationRegistryObject>()) {
        Some(registry) => Ok(registry),
        None => Err(vm.throw_incompatible_receiver(&format!("FinalizationRegistry.prototype.{name}"), args.this())),
    }
}

#[cold]
fn throw_invalid_token(vm: &mut Vm, token: Value) -> Throw {
    let what = vm.describe(token);
    vm.throw_type_error(format!("Invalid unregisterToken ('{what}')"))
}

/// `FinalizationRegistry.prototype.register(target, heldValue [, unregisterToken])` (sec. 26.2.3.2)
fn register(vm: &mut Vm, args: Args) -> JsResult {
    let registry = this_registry(vm, args, "register")?;
    let (target, held, token) = (args.get(0), args.get(1), args.get(2));
    if !can_be_held_weakly(target) {
        return Err(vm.throw_type_error("FinalizationRegistry.prototype.register: invalid target"));
    }
    if same_value(vm, target, held)? {
        return Err(
            vm.throw_type_error("FinalizationRegistry.prototype.register: target and holdings must not be same")
        );
    }
    let weak = can_be_held_weakly(token);
    if !weak && !token.is_undefined() {
        return Err(throw_invalid_token(vm, token));
    }
    let token = if weak { token.as_cell() } else { std::ptr::null_mut() };
    registry.cells.borrow_mut().add(target.as_cell(), held, token);
    vm.heap.barrier(&registry.object.header);
    registry.report(vm);
    Ok(Value::UNDEFINED)
}

/// `FinalizationRegistry.prototype.unregister(unregisterToken)` (sec. 26.2.3.3)
fn unregister(vm: &mut Vm, args: Args) -> JsResult {
    let registry = this_registry(vm, args, "unregister")?;
    let token = args.get(0);
    if !can_be_held_weakly(token) {
        return Err(throw_invalid_token(vm, token));
    }
    Ok(Value::bool(registry.cells.borrow_mut().unregister(token.as_cell())))
}
