//! Generator, AsyncGenerator and their functions' constructors (ECMA-262 sec. 27.3 to 27.7), and the iterators that for-await makes of
//! synchronous ones (sec. 27.1.6).

use super::function::dynamic_function;
use super::intrinsic::Intrinsic;
use crate::frontend::parse::DynamicFunctionKind;
use crate::native::{Args, NativeFn, NativeKind, method};
use crate::object::{Object, table};
use crate::runtime::async_from_sync_iterator::{AsyncFromSyncIteratorObject, continue_with};
use crate::runtime::generator::{async_generator_enqueue, resume_generator};
use crate::runtime::iterator::{create_iter_result_object, iterator_close, iterator_next};
use crate::runtime::operations::get_method;
use crate::runtime::promise::{PromiseCapability, new_native_capability};
use crate::string::PropertyKey;
use crate::vm::Vm;
use crate::{JsResult, Value, ValueExt};

/// What a function is to compilers.
pub(crate) fn intrinsic(function: NativeFn) -> Option<Intrinsic> {
    crate::builtins::intrinsic::find(&[(next, Intrinsic::GeneratorNext)], function)
}

/// Creates the four hidden families. Function and the iterator prototypes must be there.
pub fn init(vm: &mut Vm) -> JsResult<()> {
    let realm = vm.realm();
    let (iterator, async_iterator) = (realm.iterator_prototype, realm.async_iterator_prototype);

    let generators = vm.new_object_with_prototype(Some(iterator))?;
    let next = generators.define_method(vm, "next", 1, next)?;
    vm.realm_mut().generator_next = next;
    generators.define_methods(vm, &[method("return", 1, return_), method("throw", 1, throw)])?;
    let (constructor, prototype) =
        define_function_family(vm, "GeneratorFunction", generator_function, Some((generators, "Generator")))?;
    let realm = vm.realm_mut();
    realm.generator_prototype = generators;
    realm.generator_function_prototype = prototype;
    realm.generator_function_constructor = constructor;

    let generators = vm.new_object_with_prototype(Some(async_iterator))?;
    generators.define_methods(
        vm,
        &[method("next", 1, async_next), method("return", 1, async_return), method("throw", 1, async_throw)],
    )?;
    let (constructor, prototype) = define_function_family(
        vm,
        "AsyncGeneratorFunction",
        async_generator_function,
        Some((generators, "AsyncGenerator")),
    )?;
    let realm = vm.realm_mut();
    realm.async_generator_prototype = generators;
    realm.async_generator_function_prototype = prototype;
    realm.async_generator_function_constructor = constructor;

    let (constructor, prototype) = define_function_family(vm, "AsyncFunction", async_function, None)?;
    let realm = vm.realm_mut();
    realm.async_function_prototype = prototype;
    realm.async_function_constructor = constructor;

    let from_sync = vm.new_object_with_prototype(Some(async_iterator))?;
    from_sync.define_methods(
        vm,
        &[
            method("next", 1, from_sync_next),
            method("return", 1, from_sync_return),
            method("throw", 1, from_sync_throw),
        ],
    )?;
    vm.realm_mut().async_from_sync_iterator_prototype = from_sync;
    Ok(())
}

/// A constructor of functions that is no global, its prototype (what such functions inherit from), and for generators the
/// prototype of what they return, which is connected with it.
fn define_function_family(
    vm: &mut Vm,
    name: &str,
    construct: NativeFn,
    generators: Option<(Object, &str)>,
) -> JsResult<(Object, Object)> {
    let realm = vm.realm();
    let prototype = vm.new_object_with_prototype(Some(realm.function_prototype))?;
    let key = PropertyKey::from_str(vm, name)?;
    let constructor = vm.new_native_with(key, None, 1, construct, NativeKind::Constructor, &[])?;
    constructor.set_prototype_of(vm, Some(realm.function_constructor))?;
    constructor.define_raw(vm, vm.names.prototype, prototype.value(), 0)?;
    prototype.define_raw(vm, vm.names.constructor, constructor.value(), table::CONFIGURABLE)?;
    if let Some((generators, tag)) = generators {
        prototype.define_raw(vm, vm.names.prototype, generators.value(), table::CONFIGURABLE)?;
        generators.define_raw(vm, vm.names.constructor, prototype.value(), table::CONFIGURABLE)?;
        generators.define_to_string_tag(vm, tag)?;
    }
    prototype.define_to_string_tag(vm, name)?;
    Ok((constructor, prototype))
}

/// `GeneratorFunction(...parameterArgs, bodyArg)` (sec. 27.3.1.1)
fn generator_function(vm: &mut Vm, args: Args) -> JsResult {
    dynamic_function(vm, args, DynamicFunctionKind::Generator, |realm| realm.generator_function_prototype)
}

/// `AsyncGeneratorFunction(...parameterArgs, bodyArg)` (sec. 27.4.1.1)
fn async_generator_function(vm: &mut Vm, args: Args) -> JsResult {
    dynamic_function(vm, args, DynamicFunctionKind::AsyncGenerator, |realm| realm.async_generator_function_prototype)
}

/// `AsyncFunction(...parameterArgs, bodyArg)` (sec. 27.7.1.1)
fn async_function(vm: &mut Vm, args: Args) -> JsResult {
    dynamic_function(vm, args, DynamicFunctionKind::Async, |realm| realm.async_function_prototype)
}

const NEXT: u8 = 0;
const THROW: u8 = 1;
const RETURN: u8 = 2;

/// `%GeneratorPrototype%.next(value)` (sec. 27.5.1.2)
fn next(vm: &mut Vm, args: Args) -> JsResult {
    resume_generator(vm, args.this(), args.get(0), NEXT)
}

/// `%GeneratorPrototype%.return(value)` (sec. 27.5.1.3)
fn return_(vm: &mut Vm, args: Args) -> JsResult {
    resume_generator(vm, args.this(), args.get(0), RETURN)
}

/// `%GeneratorPrototype%.throw(exception)` (sec. 27.5.1.4)
fn throw(vm: &mut Vm, args: Args) -> JsResult {
    resume_generator(vm, args.this(), args.get(0), THROW)
}

/// `%AsyncGeneratorPrototype%.next(value)` (sec. 27.6.1.2)
fn async_next(vm: &mut Vm, args: Args) -> JsResult {
    async_generator_enqueue(vm, args.this(), args.get(0), NEXT)
}

/// `%AsyncGeneratorPrototype%.return(value)` (sec. 27.6.1.3)
fn async_return(vm: &mut Vm, args: Args) -> JsResult {
    async_generator_enqueue(vm, args.this(), args.get(0), RETURN)
}

/// `%AsyncGeneratorPrototype%.throw(exception)` (sec. 27.6.1.4)
fn async_throw(vm: &mut Vm, args: Args) -> JsResult {
    async_generator_enqueue(vm, args.this(), args.get(0), THROW)
}

// ---- %AsyncFromSyncIteratorPrototype%

/// The receiver, and a capability of %Promise% that is settled by what `body` does; `body` returns the promise.
fn from_sync(
    vm: &mut Vm,
    args: Args,
    body: fn(&mut Vm, Args, &AsyncFromSyncIteratorObject, PromiseCapability) -> JsResult,
) -> JsResult {
    let Some(this) = args.this().as_object().and_then(|o| o.downcast::<AsyncFromSyncIteratorObject>()) else {
        return Err(vm.throw_incompatible_receiver("[Async-from-Sync Iterator].next", args.this()));
    };
    let capability = new_native_capability(vm)?;
    match body(vm, args, &this, capability) {
        Ok(promise) => Ok(promise),
        Err(throw) => capability.reject_with_pending(vm, throw),
    }
}

/// The argument, if there is one.
fn present(args: Args) -> Option<Value> {
    args.as_slice().first().copied()
}

/// `%AsyncFromSyncIteratorPrototype%.next(value)` (sec. 27.1.6.2.1)
fn from_sync_next(vm: &mut Vm, args: Args) -> JsResult {
    from_sync(vm, args, |vm, args, this, capability| {
        let mut record = this.record();
        let result = iterator_next(vm, &mut record, present(args));
        this.done.set(record.done);
        continue_with(vm, this, result?, capability, true)
    })
}

/// `%AsyncFromSyncIteratorPrototype%.return(value)` (sec. 27.1.6.2.2)
fn from_sync_return(vm: &mut Vm, args: Args) -> JsResult {
    from_sync(vm, args, |vm, args, this, capability| {
        let Some(method) = get_method(vm, this.iterator, vm.names.return_)? else {
            let result = create_iter_result_object(vm, args.get(0), true)?;
            capability.resolve(vm, result.value())?;
            return Ok(capability.promise);
        };
        let result = vm.call(method, this.iterator, present(args).as_slice())?;
        match result.as_object() {
            Some(result) => continue_with(vm, this, result, capability, false),
            None => Err(vm.throw_iterator_result_not_object(result)),
        }
    })
}

/// `%AsyncFromSyncIteratorPrototype%.throw(value)` (sec. 27.1.6.2.3)
fn from_sync_throw(vm: &mut Vm, args: Args) -> JsResult {
    from_sync(vm, args, |vm, args, this, capability| {
        let Some(method) = get_method(vm, this.iterator, vm.names.throw_)? else {
            // The iterator is given the chance to clean up before the protocol violation is reported.
            this.done.set(true);
            iterator_close(vm, &this.record(), Ok(()))?;
            return Err(vm.throw_type_error("The iterator does not provide a 'throw' method"));
        };
        let result = vm.call(method, this.iterator, present(args).as_slice())?;
        match result.as_object() {
            Some(result) => continue_with(vm, this, result, capability, true),
            None => Err(vm.throw_iterator_result_not_object(result)),
        }
    })
}
