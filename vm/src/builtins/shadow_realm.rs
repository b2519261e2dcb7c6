//! ShadowRealm (proposal "ShadowRealm"): realms between which nothing passes but primitive values and functions, these wrapped.

use crate::code::install::new_code;
use crate::frontend;
use crate::native::{Args, method};
use crate::object::{Object, PropertyDescriptor};
use crate::realm::Realm;
use crate::runtime::convert::{to_integer_or_infinity, to_string};
use crate::runtime::error::ErrorKind;
use crate::runtime::operations::{define_property_or_throw, get_function_realm, get_prototype_from_constructor};
use crate::runtime::script::throw_syntax_error;
use crate::runtime::{module, promise};
use crate::string::PropertyKey;
use crate::vm::Vm;
use crate::{JsResult, Throw, Value, ValueExt};
use abi::cell::{CellHeader, CellKind};
use abi::context::VmState;
use abi::object::JsObject;
use gc::{Gc, HeapCell, Visitor};
use std::ptr::null_mut;

/// A ShadowRealm.
#[repr(C)]
pub struct ShadowRealmObject {
    object: JsObject,
    /// [[ShadowRealm]], by number.
    realm: u32,
}

// SAFETY: the header comes first and the layout is C's.
unsafe impl HeapCell for ShadowRealmObject {
    const KIND: CellKind = CellKind::ShadowRealm;
}

impl ShadowRealmObject {
    /// # Safety
    /// To be called by the collector only, on a live ShadowRealm cell.
    pub unsafe fn trace(cell: *mut CellHeader, visitor: &mut Visitor) {
        // SAFETY: the collector registers this function for cells of that kind.
        let this = unsafe { &*cell.cast::<ShadowRealmObject>() };
        crate::vm::trace_object(&this.object, visitor);
    }
}

pub fn init(vm: &mut Vm) -> JsResult<()> {
    let prototype = vm.new_object()?;
    vm.realm_mut().shadow_realm_prototype = prototype;
    prototype.define_methods(vm, &[method("evaluate", 1, evaluate), method("importValue", 2, import_value)])?;
    prototype.define_to_string_tag(vm, "ShadowRealm")?;
    vm.define_global_constructor("ShadowRealm", 0, construct, prototype)?;
    Ok(())
}

/// ShadowRealm()
fn construct(vm: &mut Vm, args: Args) -> JsResult {
    let Some(new_target) = args.new_target_object() else {
        return Err(vm.throw_constructor_needs_new("ShadowRealm"));
    };
    let prototype = get_prototype_from_constructor(vm, new_target, |realm| realm.shadow_realm_prototype)?;
    let realm = vm.create_realm()?.id;
    vm.new_exotic(Some(prototype), |object| ShadowRealmObject { object, realm }).map(Value::from)
}

/// ValidateShadowRealmObject: the realm.
fn this_realm(vm: &mut Vm, args: Args, name: &str) -> JsResult<Gc<Realm>> {
    let object = args.this().as_object().and_then(|object| object.downcast::<ShadowRealmObject>());
    match object.and_then(|object| vm.realms.get(object.realm as usize).copied()) {
        Some(realm) => Ok(realm),
        None => Err(vm.throw_incompatible_receiver(&format!("ShadowRealm.prototype.{name}"), args.this())),
    }
}

/// Does something with another realm as the current one.
fn within<T>(vm: &mut Vm, realm: Gc<Realm>, f: impl FnOnce(&mut Vm) -> T) -> T {
    let before = vm.realm();
    vm.set_realm(realm);
    let result = f(vm);
    vm.set_realm(before);
    result
}

/// A TypeError of the current realm in the place of what another realm threw.
fn translate(vm: &mut Vm, throw: Throw, what: &str) -> Throw {
    if vm.is_terminating() {
        return throw;
    }
    let exception = vm.take_exception();
    let message = vm.describe(exception);
    vm.throw_type_error(format!("{what}: {message}"))
}

/// ShadowRealm.prototype.evaluate(sourceText), PerformShadowRealmEval
fn evaluate(vm: &mut Vm, args: Args) -> JsResult {
    let realm = this_realm(vm, args, "evaluate")?;
    let Some(text) = args.get(0).as_string() else {
        return Err(vm.throw_type_error("ShadowRealm.prototype.evaluate needs a string"));
    };
    let text = text.to_rust_string_lossy(vm)?;
    let source = vm.new_source("<shadow realm>", text);
    let before = vm.enter_state(VmState::Parse);
    let compiled = frontend::compile_eval(source.clone(), None);
    vm.leave_state(before);
    let template = match compiled {
        Ok(template) => template,
        Err(error) => return Err(throw_syntax_error(vm, &source, &error)),
    };
    let result = within(vm, realm, |vm| {
        let code = new_code(vm, template, null_mut(), realm)?;
        let this = realm.global_this.value();
        let f = vm.new_function(code.as_ptr(), null_mut(), this, null_mut())?;
        vm.call(f.value(), this, &[])
    });
    match result {
        Ok(value) => get_wrapped_value(vm, vm.realm(), value),
        Err(throw) => Err(translate(vm, throw, "ShadowRealm evaluation threw")),
    }
}

/// GetWrappedValue(realm, value)
fn get_wrapped_value(vm: &mut Vm, realm: Gc<Realm>, value: Value) -> JsResult {
    let Some(target) = value.as_object() else { return Ok(value) };
    if !target.is_callable() {
        return Err(vm.throw_type_error("Only primitive values and functions pass between realms"));
    }
    // WrappedFunctionCreate
    let wrapped = within(vm, realm, |vm| vm.new_native_closure(0, call_wrapped, &[value]))?;
    match copy_name_and_length(vm, wrapped, target) {
        Ok(()) => Ok(wrapped.value()),
        Err(throw) => Err(translate(vm, throw, "Cannot wrap a function")),
    }
}

/// CopyNameAndLength(F, Target)
fn copy_name_and_length(vm: &mut Vm, f: Object, target: Object) -> JsResult<()> {
    let mut length = 0.0;
    if target.get_own_property(vm, vm.names.length)?.is_some() {
        let value = target.get(vm, vm.names.length)?;
        if value.is_number() {
            length = to_integer_or_infinity(vm, value)?.max(0.0);
        }
    }
    let length = PropertyDescriptor::data(Value::number(length), false, false, true);
    define_property_or_throw(vm, f, vm.names.length, &length)?;
    let mut name = target.get(vm, vm.names.name)?;
    if !name.is_string() {
        name = vm.empty_string().value();
    }
    let name = PropertyDescriptor::data(name, false, false, true);
    define_property_or_throw(vm, f, vm.names.name, &name)
}

/// [[Call]] of a wrapped function exotic object (OrdinaryWrappedFunctionCall). The current realm is the function's.
fn call_wrapped(vm: &mut Vm, args: Args) -> JsResult {
    let Some(target) = args.captured(0).as_object() else { return Ok(Value::UNDEFINED) };
    vm.check_native_stack()?;
    let caller = vm.realm();
    let realm = get_function_realm(vm, target)?;
    let mut arguments = vm.heap.rooted_vec();
    for &argument in args.as_slice() {
        let argument = get_wrapped_value(vm, realm, argument)?;
        arguments.push(argument);
    }
    let this = get_wrapped_value(vm, realm, args.this())?;
    match vm.call(target.value(), this, &arguments) {
        Ok(value) => get_wrapped_value(vm, caller, value),
        Err(throw) => Err(translate(vm, throw, "A function of another realm threw")),
    }
}

/// ShadowRealm.prototype.importValue(specifier, exportName), ShadowRealmImportValue
fn import_value(vm: &mut Vm, args: Args) -> JsResult {
    let realm = this_realm(vm, args, "importValue")?;
    let specifier = to_string(vm, args.get(0))?.to_rust_string_lossy(vm)?;
    if !args.get(1).is_string() {
        return Err(vm.throw_type_error("The name of an export must be a string"));
    }
    let referrer = module::active_name(vm);
    let outer = promise::new_promise(vm)?;
    let inner = within(vm, realm, |vm| module::import_by_name(vm, &specifier, &referrer))?;
    let fulfilled = vm.new_native_closure(1, export_getter, &[outer.value(), args.get(1)])?;
    let rejected = vm.new_native_closure(1, import_failed, &[outer.value()])?;
    promise::then_native(vm, inner, fulfilled, rejected)?;
    Ok(outer.value())
}

/// ExportGetter functions: settle the promise with the export of the namespace.
fn export_getter(vm: &mut Vm, args: Args) -> JsResult {
    let Some(outer) = args.captured(0).as_object() else { return Ok(Value::UNDEFINED) };
    match read_export(vm, args.get(0), args.captured(1)) {
        Ok(value) => promise::resolve_promise(vm, outer, value)?,
        Err(throw) if vm.is_terminating() => return Err(throw),
        Err(_) => {
            let error = vm.take_exception();
            promise::reject_promise(vm, outer, error)?;
        }
    }
    Ok(Value::UNDEFINED)
}

fn read_export(vm: &mut Vm, namespace: Value, name: Value) -> JsResult {
    let (Some(namespace), Some(name)) = (namespace.as_object(), name.as_string()) else {
        return Ok(Value::UNDEFINED);
    };
    let key = PropertyKey::from_string(vm, name)?;
    if namespace.get_own_property(vm, key)?.is_none() {
        let name = name.to_display();
        return Err(vm.throw_type_error(format!("The module has no export {name}")));
    }
    let value = namespace.get(vm, key)?;
    get_wrapped_value(vm, vm.realm(), value)
}

fn import_failed(vm: &mut Vm, args: Args) -> JsResult {
    let Some(outer) = args.captured(0).as_object() else { return Ok(Value::UNDEFINED) };
    let message = vm.describe(args.get(0));
    let error = vm.new_error(ErrorKind::TypeError, &format!("Cannot import: {message}"))?;
    promise::reject_promise(vm, outer, error.value())?;
    Ok(Value::UNDEFINED)
}
