//! Function and Function.prototype (ECMA-262 sec. 20.2), and %ThrowTypeError% (sec. 10.2.4.1).

use crate::builtins::intrinsic::Intrinsic;
use crate::code::OPTIMIZED_ID;
use crate::frontend::parse::DynamicFunctionKind;
use crate::native::{Args, NativeFn, NativeKind, method};
use crate::numeric::convert::to_integer_or_infinity;
use crate::object::function::{code_of, has_legacy_properties, lazy_length_and_name, source_text};
use crate::object::{Object, table};
use crate::realm::Realm;
use crate::runtime::call::is_of_program;
use crate::runtime::eval::create_dynamic_function;
use crate::runtime::operations::{
    create_list_from_array_like, get_prototype_from_constructor, has_own_property, plain_list,
};
use crate::runtime::operators::function_has_instance;
use crate::string::JsString;
use crate::vm::Vm;
use crate::{JsResult, Value, ValueExt};
use abi::cell::CellKind;
use abi::frame::*;

/// What a function is to compilers.
pub(crate) fn intrinsic(function: NativeFn) -> Option<Intrinsic> {
    crate::builtins::intrinsic::find(&[(call, Intrinsic::FunctionCall), (apply, Intrinsic::FunctionApply)], function)
}

const POISONED: &str = "'caller', 'callee', and 'arguments' properties may not be accessed on strict mode functions or the \
                        arguments objects for calls to them";

/// Creates Function and %ThrowTypeError%, and fills %Function.prototype%.
pub fn init(vm: &mut Vm) -> JsResult<()> {
    let prototype = vm.realm().function_prototype;
    let constructor = vm.define_global_constructor("Function", 1, function, prototype)?;
    vm.realm_mut().function_constructor = constructor;
    prototype.define_methods(
        vm,
        &[
            method("apply", 2, apply),
            method("bind", 1, bind),
            method("call", 1, call),
            method("toString", 0, to_string),
        ],
    )?;
    let key = vm.names.sym_has_instance;
    let has_instance = vm.new_native(key, 1, function_has_instance)?;
    prototype.define_raw(vm, key, has_instance.value(), 0)?;

    let thrower = new_throw_type_error(vm)?;
    vm.realm_mut().throw_type_error = thrower;
    for (key, get) in [("arguments", legacy_arguments as NativeFn), ("caller", legacy_caller)] {
        let key = crate::PropertyKey::from_str(vm, key)?;
        let getter = vm.new_native_with(key, Some("get"), 0, get, NativeKind::Function, &[])?;
        let pair = vm.new_accessor(getter.value(), Value::UNDEFINED)?;
        let place = usize::from(key == vm.names.caller);
        vm.realm_mut().legacy_accessors[place] = pair;
    }
    // AddRestrictedFunctionProperties (sec. 10.2.4)
    for key in [vm.names.caller, vm.names.arguments] {
        let pair = vm.new_accessor(thrower.value(), thrower.value())?;
        prototype.define_raw(vm, key, pair, table::CONFIGURABLE | table::ACCESSOR)?;
    }
    Ok(())
}

/// %ThrowTypeError%: frozen, without a name.
fn new_throw_type_error(vm: &mut Vm) -> JsResult<Object> {
    let name = vm.names.empty;
    let thrower =
        vm.new_native_with(name, None, 0, |vm, _| Err(vm.throw_type_error(POISONED)), NativeKind::Function, &[])?;
    thrower.reify(vm)?;
    for key in [vm.names.length, vm.names.name] {
        thrower.set_named_attributes(vm, key, 0)?;
    }
    thrower.prevent_extensions(vm)?;
    Ok(thrower)
}

/// The frame of the innermost activation of a sloppy function; None if it does not run.
fn innermost_activation(vm: &mut Vm, function: Value) -> JsResult<Option<*mut Frame>> {
    let is_one = function.is_kind(CellKind::Function)
        && function.as_object().is_some_and(|f| has_legacy_properties(code_of(f).flags()));
    if !is_one {
        return Err(vm.throw_type_error(POISONED));
    }
    let mut frame = vm.top_frame();
    while !frame.is_null() {
        // SAFETY: frames of the chain are live.
        let (callee, code, caller) = unsafe { ((*frame).callee, (*frame).code, (*frame).caller) };
        if callee == function && !code.is_null() {
            return Ok(Some(frame));
        }
        frame = caller;
    }
    Ok(None)
}

/// `arguments` of a sloppy function: the arguments object of its innermost activation, null if it does not run, or if nothing keeps what it was called with:
/// where the program does not name the function when it asks (`f.arguments`), optimized activations, and arguments beyond the parameters.
fn legacy_arguments(vm: &mut Vm, args: Args) -> JsResult {
    let Some(frame) = innermost_activation(vm, args.this())? else { return Ok(Value::NULL) };
    // SAFETY: a frame of the chain; its code is live, and its registers are words of the frame.
    unsafe {
        let code = &*(*frame).code;
        if code.flags & (CODE_FLAG_ARGUMENTS_MAPPED | CODE_FLAG_ARGUMENTS_UNMAPPED) != 0 {
            let is_kept = code.flags & CODE_FLAG_INSPECTED != 0;
            let value = *frame.cast::<Value>().add(code.arguments_register as usize);
            let found = is_kept && value.is_cell() && value.is_kind(CellKind::Arguments);
            return Ok(if found { value } else { Value::NULL });
        }
        if (*frame).code_id & OPTIMIZED_ID != 0 && (*frame).code_id & NATIVE_ID != 0 || (*frame).argc > code.parameters
        {
            return Ok(Value::NULL);
        }
        Ok(crate::object::arguments::create(vm, frame, true)?.value())
    }
}

/// `caller` of a sloppy function: who called its innermost activation, if that is a sloppy function, too; else null.
fn legacy_caller(vm: &mut Vm, args: Args) -> JsResult {
    let Some(frame) = innermost_activation(vm, args.this())? else { return Ok(Value::NULL) };
    // SAFETY: frames of the chain are live.
    let mut frame = unsafe { (*frame).caller };
    while !frame.is_null() {
        // SAFETY: as above.
        let (callee, is_of_program, caller) = unsafe { ((*frame).callee, is_of_program(frame), (*frame).caller) };
        if is_of_program && callee.is_kind(CellKind::Function) {
            let sloppy = callee.as_object().is_some_and(|f| has_legacy_properties(code_of(f).flags()));
            return Ok(if sloppy { callee } else { Value::NULL });
        }
        if is_of_program {
            return Ok(Value::NULL);
        }
        frame = caller;
    }
    Ok(Value::NULL)
}

/// `Function(...parameterArgs, bodyArg)` (sec. 20.2.1.1)
fn function(vm: &mut Vm, args: Args) -> JsResult {
    dynamic_function(vm, args, DynamicFunctionKind::Normal, |realm| realm.function_prototype)
}

/// What the constructors of all four kinds of functions do (CreateDynamicFunction, sec. 20.2.1.1.1). `default` is the kind's
/// prototype.
pub fn dynamic_function(vm: &mut Vm, args: Args, kind: DynamicFunctionKind, default: fn(&Realm) -> Object) -> JsResult {
    let function = create_dynamic_function(vm, kind, args.as_slice())?;
    if let Some(new_target) = args.new_target_object()
        && new_target != args.callee()
    {
        let prototype = get_prototype_from_constructor(vm, new_target, default)?;
        function.set_prototype_of(vm, Some(prototype))?;
    }
    Ok(function.value())
}

/// `Function.prototype.call(thisArg, ...args)` (sec. 20.2.3.3)
pub fn call(vm: &mut Vm, args: Args) -> JsResult {
    if !args.this().is_callable() {
        return Err(throw_not_callable(vm, "Function.prototype.call", args.this()));
    }
    vm.call(args.this(), args.get(0), args.rest(1))
}

/// `Function.prototype.apply(thisArg, argArray)` (sec. 20.2.3.1)
pub fn apply(vm: &mut Vm, args: Args) -> JsResult {
    if !args.this().is_callable() {
        return Err(throw_not_callable(vm, "Function.prototype.apply", args.this()));
    }
    if args.get(1).is_nullish() {
        return vm.call(args.this(), args.get(0), &[]);
    }
    if args.this().is_kind(CellKind::Function)
        && let Some(object) = args.get(1).as_object()
        && let Some(values) = plain_list(vm, &object)
    {
        // SAFETY: a call of a function written in JavaScript copies its arguments to the stack before anything can change them.
        let values = unsafe { std::slice::from_raw_parts(values.as_ptr().cast::<Value>(), values.len()) };
        return vm.call(args.this(), args.get(0), values);
    }
    let list = create_list_from_array_like(vm, args.get(1))?;
    vm.call(args.this(), args.get(0), &list)
}

/// The TypeError of `call`, `apply` and `Reflect.apply`.
#[cold]
pub fn throw_not_callable(vm: &mut Vm, method: &str, this: Value) -> crate::Throw {
    let (what, kind) = (vm.describe(this), vm.type_name(this));
    let article = if matches!(kind, "object" | "undefined") { "an" } else { "a" };
    vm.throw_type_error(format!("{method} was called on {what}, which is {article} {kind} and not a function"))
}

/// `Function.prototype.bind(thisArg, ...args)` (sec. 20.2.3.2)
fn bind(vm: &mut Vm, args: Args) -> JsResult {
    let Some(target) = args.this().as_object().filter(|f| f.is_callable()) else {
        return Err(vm.throw_type_error("Bind must be called on a function"));
    };
    let bound_args = args.rest(1);
    let prototype = target.get_prototype_of(vm)?;
    let (target_length, name) = match lazy_length_and_name(target, vm)? {
        Some((length, name)) => (Value::from_u32(length), name),
        None if has_own_property(vm, target, vm.names.length)? => {
            (target.get(vm, vm.names.length)?, target.get(vm, vm.names.name)?)
        }
        None => (Value::UNDEFINED, target.get(vm, vm.names.name)?),
    };
    let length = match target_length.is_number() {
        true => (to_integer_or_infinity(target_length.as_number()) - bound_args.len() as f64).max(0.0),
        false => 0.0,
    };
    let name = match name.as_string() {
        Some(name) => name,
        None => vm.empty_string(),
    };
    let prefix = vm.names.bound_prefix.to_js_string(vm)?;
    let name = JsString::concat(vm, prefix, name)?;
    let properties = [Value::number(length), name.value()];
    vm.new_bound_function(target, prototype, args.get(0), bound_args, properties).map(Object::value)
}

/// `Function.prototype.toString()` (sec. 20.2.3.5)
fn to_string(vm: &mut Vm, args: Args) -> JsResult {
    match args.this().as_object() {
        Some(function) if function.is_callable() => source_text(vm, function).map(JsString::value),
        _ => Err(vm.throw_type_error("Function.prototype.toString requires that 'this' be a Function")),
    }
}
