//! DisposableStack and AsyncDisposableStack (explicit resource management; ECMA-262 2026 sec. 27.3 and 27.4).

use crate::native::{Args, method};
use crate::object::{Object, table};
use crate::runtime::disposal::{
    AsyncDisposableStackObject, DisposableStackObject, Manner, Resource, add_error, add_pending, create_resource,
    dispose_all, dispose_step, stack_of,
};
use crate::runtime::operations::get_prototype_from_constructor;
use crate::runtime::promise::{
    PromiseCapability, as_promise, new_native_capability, promise_resolve_native, then_native,
};
use crate::vm::Vm;
use crate::{JsResult, Value, ValueExt};
use abi::cell::CellKind;
use gc::Gc;

/// Creates DisposableStack and AsyncDisposableStack.
pub fn init(vm: &mut Vm) -> JsResult<()> {
    let prototype = vm.new_object()?;
    vm.define_global_constructor("DisposableStack", 0, construct, prototype)?;
    vm.realm_mut().disposable_stack_prototype = prototype;
    prototype.define_methods(vm, &[method("adopt", 2, adopt), method("defer", 1, defer)])?;
    let dispose = prototype.define_method(vm, "dispose", 0, dispose)?;
    prototype.define_getter(vm, "disposed", get_disposed)?;
    prototype.define_methods(vm, &[method("move", 0, move_), method("use", 1, use_)])?;
    prototype.define_raw(vm, vm.names.sym_dispose, dispose.value(), table::HIDDEN)?;
    prototype.define_to_string_tag(vm, "DisposableStack")?;

    let prototype = vm.new_object()?;
    vm.define_global_constructor("AsyncDisposableStack", 0, construct_async, prototype)?;
    vm.realm_mut().async_disposable_stack_prototype = prototype;
    prototype.define_methods(vm, &[method("adopt", 2, async_adopt), method("defer", 1, async_defer)])?;
    let dispose = prototype.define_method(vm, "disposeAsync", 0, dispose_async)?;
    prototype.define_getter(vm, "disposed", async_get_disposed)?;
    prototype.define_methods(vm, &[method("move", 0, async_move), method("use", 1, async_use)])?;
    prototype.define_raw(vm, vm.names.sym_async_dispose, dispose.value(), table::HIDDEN)?;
    prototype.define_to_string_tag(vm, "AsyncDisposableStack")
}

/// `DisposableStack()` (sec. 27.3.1.1)
fn construct(vm: &mut Vm, args: Args) -> JsResult {
    let Some(new_target) = args.new_target_object() else {
        return Err(vm.throw_constructor_needs_new("DisposableStack"));
    };
    let prototype = get_prototype_from_constructor(vm, new_target, |realm| realm.disposable_stack_prototype)?;
    vm.new_exotic(Some(prototype), DisposableStackObject::new).map(Object::value)
}

/// `AsyncDisposableStack()` (sec. 27.4.1.1)
fn construct_async(vm: &mut Vm, args: Args) -> JsResult {
    let Some(new_target) = args.new_target_object() else {
        return Err(vm.throw_constructor_needs_new("AsyncDisposableStack"));
    };
    let prototype = get_prototype_from_constructor(vm, new_target, |realm| realm.async_disposable_stack_prototype)?;
    vm.new_exotic(Some(prototype), |object| AsyncDisposableStackObject(DisposableStackObject::new(object)))
        .map(Object::value)
}

/// RequireInternalSlot(stack, [[DisposableState]] or [[AsyncDisposableState]])
fn this_stack(vm: &mut Vm, args: Args, asynchronous: bool, method: &str) -> JsResult<Gc<DisposableStackObject>> {
    let kind = if asynchronous { CellKind::AsyncDisposableStack } else { CellKind::DisposableStack };
    match stack_of(args.this()) {
        Some(stack) if stack.object.header.is(kind) => Ok(stack),
        _ => {
            let name = format!("{}.prototype.{method}", kind.name());
            Err(vm.throw_incompatible_receiver(&name, args.this()))
        }
    }
}

/// The receiver, which must not be disposed yet.
fn pending_stack(vm: &mut Vm, args: Args, asynchronous: bool, method: &str) -> JsResult<Gc<DisposableStackObject>> {
    let stack = this_stack(vm, args, asynchronous, method)?;
    if stack.disposed.get() {
        return Err(vm.throw_reference_error("Cannot add values to a disposed stack!"));
    }
    Ok(stack)
}

fn use_in(vm: &mut Vm, args: Args, asynchronous: bool) -> JsResult {
    let stack = pending_stack(vm, args, asynchronous, "use")?;
    let value = args.get(0);
    if let Some(resource) = create_resource(vm, value, asynchronous)? {
        stack.push(vm, resource);
    }
    Ok(value)
}

/// `DisposableStack.prototype.use(value)` (sec. 27.3.3.6)
fn use_(vm: &mut Vm, args: Args) -> JsResult {
    use_in(vm, args, false)
}

/// `AsyncDisposableStack.prototype.use(value)` (sec. 27.4.3.6)
fn async_use(vm: &mut Vm, args: Args) -> JsResult {
    use_in(vm, args, true)
}

fn add_callback(vm: &mut Vm, args: Args, asynchronous: bool, adopts: bool) -> JsResult {
    let stack = pending_stack(vm, args, asynchronous, if adopts { "adopt" } else { "defer" })?;
    let (value, method) = if adopts { (args.get(0), args.get(1)) } else { (Value::UNDEFINED, args.get(0)) };
    if !method.is_callable() {
        return Err(vm.throw_not_callable(method));
    }
    let manner = if adopts { Manner::Adopted } else { Manner::Method };
    stack.push(vm, Resource { value, method, manner, asynchronous });
    Ok(value)
}

/// `DisposableStack.prototype.adopt(value, onDispose)` (sec. 27.3.3.1)
fn adopt(vm: &mut Vm, args: Args) -> JsResult {
    add_callback(vm, args, false, true)
}

/// `DisposableStack.prototype.defer(onDispose)` (sec. 27.3.3.2)
fn defer(vm: &mut Vm, args: Args) -> JsResult {
    add_callback(vm, args, false, false)
}

/// `AsyncDisposableStack.prototype.adopt(value, onDisposeAsync)` (sec. 27.4.3.1)
fn async_adopt(vm: &mut Vm, args: Args) -> JsResult {
    add_callback(vm, args, true, true)
}

/// `AsyncDisposableStack.prototype.defer(onDisposeAsync)` (sec. 27.4.3.2)
fn async_defer(vm: &mut Vm, args: Args) -> JsResult {
    add_callback(vm, args, true, false)
}

/// `get DisposableStack.prototype.disposed` (sec. 27.3.3.4)
fn get_disposed(vm: &mut Vm, args: Args) -> JsResult {
    Ok(Value::bool(this_stack(vm, args, false, "disposed")?.disposed.get()))
}

/// `get AsyncDisposableStack.prototype.disposed` (sec. 27.4.3.4)
fn async_get_disposed(vm: &mut Vm, args: Args) -> JsResult {
    Ok(Value::bool(this_stack(vm, args, true, "disposed")?.disposed.get()))
}

/// `DisposableStack.prototype.move()` (sec. 27.3.3.5)
fn move_(vm: &mut Vm, args: Args) -> JsResult {
    let stack = pending_stack(vm, args, false, "move")?;
    let prototype = vm.realm().disposable_stack_prototype;
    let moved = vm.new_exotic(Some(prototype), DisposableStackObject::new)?;
    move_resources(vm, &stack, moved)
}

/// `AsyncDisposableStack.prototype.move()` (sec. 27.4.3.5)
fn async_move(vm: &mut Vm, args: Args) -> JsResult {
    let stack = pending_stack(vm, args, true, "move")?;
    let prototype = vm.realm().async_disposable_stack_prototype;
    let moved =
        vm.new_exotic(Some(prototype), |object| AsyncDisposableStackObject(DisposableStackObject::new(object)))?;
    move_resources(vm, &stack, moved)
}

fn move_resources(vm: &mut Vm, from: &DisposableStackObject, to: Object) -> JsResult {
    if let Some(target) = stack_of(to.value()) {
        target.resources.swap(&from.resources);
        vm.heap.barrier(&target.object.header);
    }
    from.disposed.set(true);
    Ok(to.value())
}

/// `DisposableStack.prototype.dispose()` (sec. 27.3.3.3)
fn dispose(vm: &mut Vm, args: Args) -> JsResult {
    let stack = this_stack(vm, args, false, "dispose")?;
    if stack.disposed.replace(true) {
        return Ok(Value::UNDEFINED);
    }
    let error = dispose_all(vm, args.this(), Value::EMPTY)?;
    if error.is_empty() { Ok(Value::UNDEFINED) } else { Err(vm.throw(error)) }
}

/// `AsyncDisposableStack.prototype.disposeAsync()` (sec. 27.4.3.3)
fn dispose_async(vm: &mut Vm, args: Args) -> JsResult {
    let capability = new_native_capability(vm)?;
    let stack = match this_stack(vm, args, true, "disposeAsync") {
        Ok(stack) => stack,
        Err(throw) => return capability.reject_with_pending(vm, throw),
    };
    if stack.disposed.replace(true) {
        capability.resolve(vm, Value::UNDEFINED)?;
        return Ok(capability.promise);
    }
    drive(vm, args.this(), capability, Value::EMPTY)?;
    Ok(capability.promise)
}

/// Disposes until something must be awaited, and goes on when that has settled.
fn drive(vm: &mut Vm, stack: Value, capability: PromiseCapability, error: Value) -> JsResult<()> {
    let mut error = error;
    loop {
        let step = dispose_step(vm, stack, error)?;
        error = step.error;
        if !step.more {
            return if error.is_empty() {
                capability.resolve(vm, Value::UNDEFINED)
            } else {
                capability.reject(vm, error)
            };
        }
        match promise_resolve_native(vm, step.value) {
            Ok(awaited) => {
                let captured = [stack, capability.promise, error];
                let fulfilled = vm.new_native_closure(1, |vm, args| resume(vm, args, false), &captured)?;
                let rejected = vm.new_native_closure(1, |vm, args| resume(vm, args, true), &captured)?;
                return then_native(vm, awaited, fulfilled, rejected);
            }
            // Await throws.
            Err(throw) => error = add_pending(vm, error, throw)?,
        }
    }
}

/// What was awaited has settled.
fn resume(vm: &mut Vm, args: Args, rejected: bool) -> JsResult {
    let (stack, promise, mut error) = (args.captured(0), args.captured(1), args.captured(2));
    if as_promise(promise).is_none() {
        return Ok(Value::UNDEFINED);
    }
    if rejected {
        error = add_error(vm, error, args.get(0))?;
    }
    let capability = PromiseCapability { promise, resolve: Value::EMPTY, reject: Value::EMPTY };
    drive(vm, stack, capability, error)?;
    Ok(Value::UNDEFINED)
}
