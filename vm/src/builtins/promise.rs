//! Promise (ECMA-262 sec. 27.2).

use crate::native::{Args, NativeFn, NativeFunction, method};
use crate::object::Object;
use crate::object::table::DEFAULT;
use crate::runtime::convert::to_property_key;
use crate::runtime::error::ErrorKind;
use crate::runtime::iterator::{get_iterator, iterator_close, iterator_step_value};
use crate::runtime::operations::{create_data_property_or_throw, get_prototype_from_constructor, invoke};
use crate::runtime::promise::{
    PromiseCapability, PromiseObject, as_promise, caught, create_resolving_functions, new_promise_capability,
    new_promise_capability_with_functions, perform_promise_then_handlers, promise_resolve, species_of, take_shared,
};
use crate::vm::Vm;
use crate::{JsResult, Value, ValueExt};

/// Creates Promise and its prototype.
pub fn init(vm: &mut Vm) -> JsResult<()> {
    let prototype = vm.new_object()?;
    let constructor = vm.define_global_constructor("Promise", 1, construct, prototype)?;
    constructor.define_methods(
        vm,
        &[
            method("all", 1, all),
            method("allKeyed", 1, all_keyed),
            method("allSettled", 1, all_settled),
            method("allSettledKeyed", 1, all_settled_keyed),
            method("any", 1, any),
            method("race", 1, race),
        ],
    )?;
    let resolve = constructor.define_method(vm, "resolve", 1, resolve)?;
    constructor.define_methods(
        vm,
        &[method("reject", 1, reject), method("try", 1, try_), method("withResolvers", 0, with_resolvers)],
    )?;
    let species = constructor.define_getter(vm, "@@species", species)?;
    let then = prototype.define_method(vm, "then", 2, then)?;
    prototype.define_methods(vm, &[method("catch", 1, catch), method("finally", 1, finally)])?;
    prototype.define_to_string_tag(vm, "Promise")?;
    let realm = vm.realm_mut();
    realm.promise_prototype = prototype;
    realm.promise_constructor = constructor;
    realm.promise_resolve = resolve;
    realm.promise_then = then;
    realm.promise_species = species;
    Ok(())
}

/// `get Promise[Symbol.species]` (sec. 27.2.4.10)
fn species(_: &mut Vm, args: Args) -> JsResult {
    Ok(args.this())
}

/// `Promise(executor)` (sec. 27.2.3.1)
fn construct(vm: &mut Vm, args: Args) -> JsResult {
    let Some(new_target) = args.new_target_object() else {
        return Err(vm.throw_type_error("Promise constructor cannot be invoked without 'new'"));
    };
    let executor = args.get(0);
    if !executor.is_callable() {
        let what = vm.describe(executor);
        return Err(vm.throw_type_error(format!("Promise resolver {what} is not a function")));
    }
    let prototype = get_prototype_from_constructor(vm, new_target, |realm| realm.promise_prototype)?;
    let promise = vm.new_exotic(Some(prototype), PromiseObject::new)?;
    let (resolve, reject) = create_resolving_functions(vm, promise)?;
    if let Err(throw) = vm.call(executor, Value::UNDEFINED, &[resolve, reject]) {
        let reason = caught(vm, throw)?;
        vm.call(reject, Value::UNDEFINED, &[reason])?;
    }
    Ok(promise.value())
}

/// The receiver of a static method, which must be an object.
fn this_constructor(vm: &mut Vm, args: Args, name: &str) -> JsResult<Object> {
    match args.this().as_object() {
        Some(constructor) => Ok(constructor),
        None => Err(vm.throw_type_error(format!("{name} called on non-object"))),
    }
}

/// `Promise.resolve(x)` (sec. 27.2.4.7)
fn resolve(vm: &mut Vm, args: Args) -> JsResult {
    let Some(constructor) = args.this().as_object() else {
        return Err(vm.throw_type_error("PromiseResolve called on non-object"));
    };
    promise_resolve(vm, constructor, args.get(0))
}

/// `Promise.reject(r)` (sec. 27.2.4.6)
fn reject(vm: &mut Vm, args: Args) -> JsResult {
    let constructor = this_constructor(vm, args, "PromiseReject")?;
    let capability = new_promise_capability(vm, constructor.value())?;
    capability.reject(vm, args.get(0))?;
    Ok(capability.promise)
}

/// `Promise.try(callback, ...args)` (sec. 27.2.4.8)
fn try_(vm: &mut Vm, args: Args) -> JsResult {
    let constructor = this_constructor(vm, args, "Promise.try")?;
    let capability = new_promise_capability(vm, constructor.value())?;
    let completion = vm.call(args.get(0), Value::UNDEFINED, args.rest(1));
    capability.settle(vm, completion)?;
    Ok(capability.promise)
}

/// `Promise.withResolvers()` (sec. 27.2.4.9)
fn with_resolvers(vm: &mut Vm, args: Args) -> JsResult {
    let capability = new_promise_capability_with_functions(vm, args.this())?;
    let object = vm.new_object()?;
    for (key, value) in [
        (vm.names.promise, capability.promise),
        (vm.names.resolve, capability.resolve),
        (vm.names.reject, capability.reject),
    ] {
        object.add_named(vm, key, value, DEFAULT)?;
    }
    Ok(object.value())
}

// ---- the prototype

/// `Promise.prototype.then(onFulfilled, onRejected)` (sec. 27.2.5.4)
fn then(vm: &mut Vm, args: Args) -> JsResult {
    let Some(promise) = as_promise(args.this()) else {
        return Err(vm.throw_incompatible_receiver("Promise.prototype.then", args.this()));
    };
    let constructor = species_of(vm, promise)?;
    let capability = new_promise_capability(vm, constructor.value())?;
    perform_promise_then_handlers(vm, promise, args.get(0), args.get(1), Some(capability));
    Ok(capability.promise)
}

/// `Promise.prototype.catch(onRejected)` (sec. 27.2.5.1)
fn catch(vm: &mut Vm, args: Args) -> JsResult {
    invoke(vm, args.this(), vm.names.then, &[Value::UNDEFINED, args.get(0)])
}

/// `Promise.prototype.finally(onFinally)` (sec. 27.2.5.3)
fn finally(vm: &mut Vm, args: Args) -> JsResult {
    let Some(promise) = args.this().as_object() else {
        return Err(vm.throw_type_error("Promise.prototype.finally called on non-object"));
    };
    let constructor = species_of(vm, promise)?;
    let on_finally = args.get(0);
    let (then_finally, catch_finally) = if on_finally.is_callable() {
        let captured = [on_finally, constructor.value()];
        let then_finally = vm.new_native_closure(1, then_finally, &captured)?;
        let catch_finally = vm.new_native_closure(1, catch_finally, &captured)?;
        (then_finally.value(), catch_finally.value())
    } else {
        (on_finally, on_finally)
    };
    invoke(vm, args.this(), vm.names.then, &[then_finally, catch_finally])
}

/// Calls onFinally and waits for what it returns, then goes on with `after`, which captures the argument.
fn finally_step(vm: &mut Vm, args: Args, after: NativeFn) -> JsResult {
    let result = vm.call(args.captured(0), Value::UNDEFINED, &[])?;
    let Some(constructor) = args.captured(1).as_object() else { return Ok(result) };
    let promise = promise_resolve(vm, constructor, result)?;
    let after = vm.new_native_closure(0, after, &[args.get(0)])?;
    invoke(vm, promise, vm.names.then, &[after.value()])
}

/// Then Finally Functions (sec. 27.2.5.3.1)
fn then_finally(vm: &mut Vm, args: Args) -> JsResult {
    finally_step(vm, args, |_, args| Ok(args.captured(0)))
}

/// Catch Finally Functions (sec. 27.2.5.3.2)
fn catch_finally(vm: &mut Vm, args: Args) -> JsResult {
    finally_step(vm, args, |vm, args| Err(vm.throw(args.captured(0))))
}

// ---- all, allSettled, any, race, and the two that take a dictionary

/// What a combinator works with.
struct Combination {
    constructor: Object,
    capability: PromiseCapability,
    promise_resolve: Value,
}

/// The frame that all combinators share. What `perform`, which gets the argument, throws rejects the promise.
fn combine(vm: &mut Vm, args: Args, name: &str, perform: fn(&mut Vm, &Combination, Value) -> JsResult<()>) -> JsResult {
    let constructor = this_constructor(vm, args, name)?;
    let capability = new_promise_capability_with_functions(vm, constructor.value())?;
    match run_combinator(vm, constructor, capability, args.get(0), perform) {
        Ok(()) => Ok(capability.promise),
        // IfAbruptRejectPromise
        Err(throw) => capability.reject_with_pending(vm, throw),
    }
}

fn run_combinator(
    vm: &mut Vm,
    constructor: Object,
    capability: PromiseCapability,
    argument: Value,
    perform: fn(&mut Vm, &Combination, Value) -> JsResult<()>,
) -> JsResult<()> {
    // GetPromiseResolve (sec. 27.2.4.1.1)
    let promise_resolve = constructor.get(vm, vm.names.resolve)?;
    if !promise_resolve.is_callable() {
        return Err(vm.throw_type_error("Promise resolve or reject function is not callable"));
    }
    perform(vm, &Combination { constructor, capability, promise_resolve }, argument)
}

impl Combination {
    /// Calls `f` with a promise of every value of an iterable, and its index; closes the iterator if that throws.
    fn for_each(
        &self,
        vm: &mut Vm,
        iterable: Value,
        mut f: impl FnMut(&mut Vm, Value, u32) -> JsResult<()>,
    ) -> JsResult<()> {
        let mut record = get_iterator(vm, iterable)?;
        let mut index = 0;
        while let Some(next) = iterator_step_value(vm, &mut record)? {
            let promise = vm.call(self.promise_resolve, self.constructor.value(), &[next]);
            let result = promise.and_then(|promise| f(vm, promise, index));
            if result.is_err() {
                return iterator_close(vm, &record, result);
            }
            index += 1;
        }
        Ok(())
    }

    /// Calls `f` with a promise of every enumerable own property of an object, and its index; notes the keys in an array.
    fn for_each_property(
        &self,
        vm: &mut Vm,
        promises: Value,
        noted: Object,
        mut f: impl FnMut(&mut Vm, Value, u32) -> JsResult<()>,
    ) -> JsResult<()> {
        let Some(promises) = promises.as_object() else { return Err(vm.throw_not_an_object(promises)) };
        let keys = promises.own_property_keys(vm)?;
        let mut index = 0;
        for i in 0..keys.len() {
            let key = keys.get(i);
            match promises.get_own_property(vm, key)? {
                Some(descriptor) if descriptor.enumerable == Some(true) => {}
                _ => continue,
            }
            let value = promises.get(vm, key)?;
            let name = key.to_value(vm)?;
            noted.push(vm, name)?;
            let promise = vm.call(self.promise_resolve, self.constructor.value(), &[value])?;
            f(vm, promise, index)?;
            index += 1;
        }
        Ok(())
    }
}

/// What the element functions of one combinator share, in an array that no script sees: the values so far (an array), how many
/// are missing, the function that takes them all, and of dictionaries the keys (an array).
#[derive(Clone, Copy)]
struct Shared(Object);

impl Shared {
    const VALUES: u32 = 0;
    const REMAINING: u32 = 1;
    const FINISH: u32 = 2;
    const KEYS: u32 = 3;

    fn new(vm: &mut Vm, finish: Value, keys: Option<Object>) -> JsResult<Shared> {
        let values = vm.new_array(&[])?;
        let keys = keys.map_or(Value::UNDEFINED, Object::value);
        vm.new_array(&[values.value(), Value::int(1), finish, keys]).map(Shared)
    }

    fn of(value: Value) -> Option<Shared> {
        value.as_object().map(Shared)
    }

    fn get(self, index: u32) -> Value {
        self.0.fast_element(index).unwrap_or(Value::UNDEFINED)
    }

    fn values(self) -> Option<Object> {
        self.get(Shared::VALUES).as_object()
    }

    /// Makes room for one more value.
    fn expect(self, vm: &mut Vm) -> JsResult<()> {
        if let Some(values) = self.values() {
            values.push(vm, Value::UNDEFINED)?;
        }
        let remaining = self.get(Shared::REMAINING).as_int();
        self.0.put_element(vm, Shared::REMAINING, Value::int(remaining + 1))
    }

    fn store(self, vm: &mut Vm, index: u32, value: Value) -> JsResult<()> {
        match self.values() {
            Some(values) => values.put_element(vm, index, value),
            None => Ok(()),
        }
    }

    /// One value less is missing; true if that was the last one.
    fn arrived(self, vm: &mut Vm) -> JsResult<bool> {
        let remaining = self.get(Shared::REMAINING).as_int() - 1;
        self.0.put_element(vm, Shared::REMAINING, Value::int(remaining))?;
        Ok(remaining == 0)
    }

    /// [`Self::arrived`]; the last one calls the capability's function with all the values.
    fn finish_if_last(self, vm: &mut Vm) -> JsResult {
        if !self.arrived(vm)? {
            return Ok(Value::UNDEFINED);
        }
        let result = match self.get(Shared::KEYS).as_object() {
            Some(keys) => self.dictionary(vm, keys)?,
            None => self.get(Shared::VALUES),
        };
        vm.call(self.get(Shared::FINISH), Value::UNDEFINED, &[result])
    }

    /// CreateKeyedPromiseCombinatorResultObject (await dictionary proposal)
    fn dictionary(self, vm: &mut Vm, keys: Object) -> JsResult {
        let object = vm.new_object_with_prototype(None)?;
        let count = keys.as_array().map_or(0, |array| array.length.get());
        for i in 0..count {
            let key = to_property_key(vm, keys.fast_element(i).unwrap_or(Value::UNDEFINED))?;
            let value = self.values().and_then(|values| values.fast_element(i)).unwrap_or(Value::UNDEFINED);
            create_data_property_or_throw(vm, object, key, value)?;
        }
        Ok(object.value())
    }
}

/// A resolve or reject element function: captures the shared state (taken at the first call), its sibling, and the index.
fn element_function(vm: &mut Vm, f: NativeFn, shared: Shared, sibling: Value, index: u32) -> JsResult<Value> {
    let captured = [shared.0.value(), sibling, Value::from_u32(index)];
    vm.new_native_closure(1, f, &captured).map(Object::value)
}

/// The shared state and the index of an element function, at its first call.
fn take_element(args: Args) -> Option<(Shared, u32)> {
    let shared = take_shared(args).and_then(Shared::of)?;
    Some((shared, args.captured(2).as_number() as u32))
}

/// `Promise.all(iterable)` (sec. 27.2.4.1)
fn all(vm: &mut Vm, args: Args) -> JsResult {
    combine(vm, args, "Promise.all", |vm, combination, iterable| {
        let shared = Shared::new(vm, combination.capability.resolve, None)?;
        combination
            .for_each(vm, iterable, |vm, promise, index| wait_for_value(vm, combination, shared, promise, index))?;
        shared.finish_if_last(vm).map(|_| ())
    })
}

/// `Promise.allKeyed(promises)` (await dictionary proposal)
fn all_keyed(vm: &mut Vm, args: Args) -> JsResult {
    combine(vm, args, "Promise.allKeyed", |vm, combination, promises| {
        let keys = vm.new_array(&[])?;
        let shared = Shared::new(vm, combination.capability.resolve, Some(keys))?;
        combination.for_each_property(vm, promises, keys, |vm, promise, index| {
            wait_for_value(vm, combination, shared, promise, index)
        })?;
        shared.finish_if_last(vm).map(|_| ())
    })
}

/// One more value is expected; the first rejection rejects everything.
fn wait_for_value(vm: &mut Vm, combination: &Combination, shared: Shared, promise: Value, index: u32) -> JsResult<()> {
    shared.expect(vm)?;
    let on_fulfilled = element_function(vm, all_element, shared, Value::UNDEFINED, index)?;
    invoke(vm, promise, vm.names.then, &[on_fulfilled, combination.capability.reject]).map(|_| ())
}

/// Promise.all Resolve Element Functions (sec. 27.2.4.1.3)
fn all_element(vm: &mut Vm, args: Args) -> JsResult {
    let Some((shared, index)) = take_element(args) else { return Ok(Value::UNDEFINED) };
    shared.store(vm, index, args.get(0))?;
    shared.finish_if_last(vm)
}

/// `Promise.allSettled(iterable)` (sec. 27.2.4.2)
fn all_settled(vm: &mut Vm, args: Args) -> JsResult {
    combine(vm, args, "Promise.allSettled", |vm, combination, iterable| {
        let shared = Shared::new(vm, combination.capability.resolve, None)?;
        combination.for_each(vm, iterable, |vm, promise, index| wait_for_outcome(vm, shared, promise, index))?;
        shared.finish_if_last(vm).map(|_| ())
    })
}

/// `Promise.allSettledKeyed(promises)` (await dictionary proposal)
fn all_settled_keyed(vm: &mut Vm, args: Args) -> JsResult {
    combine(vm, args, "Promise.allSettledKeyed", |vm, combination, promises| {
        let keys = vm.new_array(&[])?;
        let shared = Shared::new(vm, combination.capability.resolve, Some(keys))?;
        combination
            .for_each_property(vm, promises, keys, |vm, promise, index| wait_for_outcome(vm, shared, promise, index))?;
        shared.finish_if_last(vm).map(|_| ())
    })
}

/// One more outcome is expected, whichever it is.
fn wait_for_outcome(vm: &mut Vm, shared: Shared, promise: Value, index: u32) -> JsResult<()> {
    shared.expect(vm)?;
    let on_fulfilled = element_function(vm, settled_fulfilled, shared, Value::UNDEFINED, index)?;
    let on_rejected = element_function(vm, settled_rejected, shared, on_fulfilled, index)?;
    if let Some(native) = on_fulfilled.as_object().and_then(|o| o.downcast::<NativeFunction>()) {
        native.captured[1].set(on_rejected);
        vm.heap.barrier(&native.object.header);
    }
    invoke(vm, promise, vm.names.then, &[on_fulfilled, on_rejected]).map(|_| ())
}

/// Promise.allSettled Resolve Element Functions (sec. 27.2.4.2.2)
fn settled_fulfilled(vm: &mut Vm, args: Args) -> JsResult {
    settled_element(vm, args, false)
}

/// Promise.allSettled Reject Element Functions (sec. 27.2.4.2.3)
fn settled_rejected(vm: &mut Vm, args: Args) -> JsResult {
    settled_element(vm, args, true)
}

fn settled_element(vm: &mut Vm, args: Args, rejected: bool) -> JsResult {
    let Some((shared, index)) = take_element(args) else { return Ok(Value::UNDEFINED) };
    let object = vm.new_object()?;
    let (status, key) =
        if rejected { (vm.names.rejected, vm.names.reason) } else { (vm.names.fulfilled, vm.names.value) };
    let status = status.to_value(vm)?;
    object.add_named(vm, vm.names.status, status, DEFAULT)?;
    object.add_named(vm, key, args.get(0), DEFAULT)?;
    shared.store(vm, index, object.value())?;
    shared.finish_if_last(vm)
}

/// `Promise.any(iterable)` (sec. 27.2.4.3)
fn any(vm: &mut Vm, args: Args) -> JsResult {
    combine(vm, args, "Promise.any", |vm, combination, iterable| {
        let capability = combination.capability;
        let shared = Shared::new(vm, capability.reject, None)?;
        combination.for_each(vm, iterable, |vm, promise, index| {
            shared.expect(vm)?;
            let on_rejected = element_function(vm, any_element, shared, Value::UNDEFINED, index)?;
            invoke(vm, promise, vm.names.then, &[capability.resolve, on_rejected]).map(|_| ())
        })?;
        if shared.arrived(vm)? {
            let error = all_rejected(vm, shared)?;
            return Err(vm.throw(error));
        }
        Ok(())
    })
}

/// Promise.any Reject Element Functions (sec. 27.2.4.3.2)
fn any_element(vm: &mut Vm, args: Args) -> JsResult {
    let Some((shared, index)) = take_element(args) else { return Ok(Value::UNDEFINED) };
    shared.store(vm, index, args.get(0))?;
    if !shared.arrived(vm)? {
        return Ok(Value::UNDEFINED);
    }
    let error = all_rejected(vm, shared)?;
    vm.call(shared.get(Shared::FINISH), Value::UNDEFINED, &[error])
}

/// The AggregateError of all the reasons.
fn all_rejected(vm: &mut Vm, shared: Shared) -> JsResult {
    let error = vm.new_error(ErrorKind::AggregateError, "All promises were rejected")?;
    error.define_hidden(vm, vm.names.errors, shared.get(Shared::VALUES))?;
    Ok(error.value())
}

/// `Promise.race(iterable)` (sec. 27.2.4.5)
fn race(vm: &mut Vm, args: Args) -> JsResult {
    combine(vm, args, "Promise.race", |vm, combination, iterable| {
        let settle = [combination.capability.resolve, combination.capability.reject];
        combination.for_each(vm, iterable, |vm, promise, _| invoke(vm, promise, vm.names.then, &settle).map(|_| ()))
    })
}
