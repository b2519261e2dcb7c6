//! DisposableStack and AsyncDisposableStack, and what `using` and `await using` do (explicit resource management; ECMA-262 2026
//! sec. 27.3, 27.4 and 9.5.4).
//!
//! A scope's resources are kept in a cell of the same layout as the two kinds of objects have. Synchronous disposal runs to its end
//! at once; asynchronous disposal goes step by step ([`dispose_step`]), and whoever drives it awaits what a step asks for.

use crate::native::{Args, method};
use crate::object::{Object, table};
use crate::runtime::error::ErrorKind;
use crate::runtime::operations::{get_method, get_prototype_from_constructor};
use crate::runtime::promise::{
    PromiseCapability, as_promise, caught, new_native_capability, new_promise, promise_resolve_native, reject_promise,
    then_native,
};
use crate::vm::{Vm, trace_object};
use crate::{JsResult, Throw, Value, ValueExt};
use abi::cell::{CellHeader, CellKind};
use abi::object::JsObject;
use gc::{HeapCell, Visitor};
use std::cell::{Cell, RefCell};

/// How a resource is disposed of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Manner {
    /// Call(method, value)
    Method,
    /// Call(method, undefined, « value »)
    Adopted,
    /// As Method, but the result is not awaited: an asynchronous use of something that is only synchronously disposable.
    SyncFallback,
    /// Nothing is called (null and undefined), but the scope awaits once.
    Nothing,
}

/// A DisposableResource Record.
#[derive(Clone, Copy)]
struct Resource {
    value: Value,
    method: Value,
    manner: Manner,
    /// [[Hint]] is async-dispose.
    asynchronous: bool,
}

/// What both kinds of stacks are.
#[repr(C)]
pub struct DisposableStackObject {
    pub object: JsObject,
    disposed: Cell<bool>,
    /// State of an asynchronous disposal (DisposeResources).
    needs_await: Cell<bool>,
    has_awaited: Cell<bool>,
    /// [[DisposableResourceStack]]
    resources: RefCell<Vec<Resource>>,
}

// SAFETY: the header comes first and the layout is C's.
unsafe impl HeapCell for DisposableStackObject {
    const KIND: CellKind = CellKind::DisposableStack;
    const NEEDS_DROP: bool = true;
}

/// An AsyncDisposableStack.
#[repr(transparent)]
pub struct AsyncDisposableStackObject(DisposableStackObject);

// SAFETY: a DisposableStackObject begins with its header, in C's layout.
unsafe impl HeapCell for AsyncDisposableStackObject {
    const KIND: CellKind = CellKind::AsyncDisposableStack;
    const NEEDS_DROP: bool = true;
}

impl DisposableStackObject {
    fn new(object: JsObject) -> DisposableStackObject {
        DisposableStackObject {
            object,
            disposed: Cell::new(false),
            needs_await: Cell::new(false),
            has_awaited: Cell::new(false),
            resources: RefCell::default(),
        }
    }

    /// For both kinds.
    ///
    /// # Safety
    /// To be called by the collector only, on a live DisposableStack or AsyncDisposableStack cell.
    pub unsafe fn trace(cell: *mut CellHeader, visitor: &mut Visitor) {
        // SAFETY: the collector registers this function for cells of those kinds.
        let stack = unsafe { &*cell.cast::<DisposableStackObject>() };
        trace_object(&stack.object, visitor);
        for resource in stack.resources.borrow().iter() {
            visitor.visit_value(resource.value);
            visitor.visit_value(resource.method);
        }
    }

    fn push(&self, vm: &mut Vm, resource: Resource) {
        self.resources.borrow_mut().push(resource);
        vm.heap.barrier(&self.object.header);
    }
}

/// The stack in a value of either kind.
fn stack_of<'a>(v: Value) -> Option<&'a DisposableStackObject> {
    let object = v.as_object()?;
    match object.kind() {
        // SAFETY: cells of both kinds have this layout.
        CellKind::DisposableStack | CellKind::AsyncDisposableStack => Some(unsafe { object.cast() }),
        _ => None,
    }
}

// ---- abstract operations

/// CreateDisposableResource (sec. 9.5.4.3) without a method given; None where there is nothing to dispose of.
fn create_resource(vm: &mut Vm, value: Value, asynchronous: bool) -> JsResult<Option<Resource>> {
    if value.is_nullish() {
        let (value, method, manner) = (Value::UNDEFINED, Value::UNDEFINED, Manner::Nothing);
        return Ok(asynchronous.then_some(Resource { value, method, manner, asynchronous }));
    }
    if !value.is_object() {
        return Err(vm.throw_not_an_object(value));
    }
    // GetDisposeMethod (sec. 9.5.4.5)
    if asynchronous && let Some(method) = get_method(vm, value, vm.names.sym_async_dispose)? {
        return Ok(Some(Resource { value, method, manner: Manner::Method, asynchronous }));
    }
    let manner = if asynchronous { Manner::SyncFallback } else { Manner::Method };
    match get_method(vm, value, vm.names.sym_dispose)? {
        Some(method) => Ok(Some(Resource { value, method, manner, asynchronous })),
        None => {
            let name = if asynchronous { "Symbol.asyncDispose" } else { "Symbol.dispose" };
            let what = vm.describe(value);
            Err(vm.throw_type_error(format!("{what} is not disposable: it has no method [{name}]")))
        }
    }
}

/// AddDisposableResource (sec. 9.5.4.2) for a scope: `stack` is empty until the first resource. Returns the stack.
pub fn add_disposable_resource(vm: &mut Vm, stack: Value, value: Value, asynchronous: bool) -> JsResult<Value> {
    let Some(resource) = create_resource(vm, value, asynchronous)? else { return Ok(stack) };
    let stack = match stack_of(stack) {
        Some(_) => stack,
        None => vm.new_exotic(None, DisposableStackObject::new)?.value(),
    };
    if let Some(cell) = stack_of(stack) {
        cell.push(vm, resource);
    }
    Ok(stack)
}

/// The error for a disposal that threw `thrown` while `error` was on its way.
pub fn suppressed_error(vm: &mut Vm, thrown: Value, error: Value) -> JsResult<Value> {
    let suppressed = vm.new_error(ErrorKind::SuppressedError, "An error was suppressed during disposal")?;
    suppressed.define_hidden(vm, vm.names.error, thrown)?;
    suppressed.define_hidden(vm, vm.names.suppressed, error)?;
    Ok(suppressed.value())
}

/// What the errors so far (or empty) become by a further one.
fn add_error(vm: &mut Vm, error: Value, thrown: Value) -> JsResult<Value> {
    if error.is_empty() { Ok(thrown) } else { suppressed_error(vm, thrown, error) }
}

/// The pending exception added to the errors so far.
fn add_pending(vm: &mut Vm, error: Value, throw: Throw) -> JsResult<Value> {
    let thrown = caught(vm, throw)?;
    add_error(vm, error, thrown)
}

/// What one step of an asynchronous disposal gives.
#[derive(Clone, Copy, Debug)]
pub struct Step {
    /// The errors so far in one, or empty.
    pub error: Value,
    /// To be awaited, if there is more.
    pub value: Value,
    /// False: all is disposed of.
    pub more: bool,
}

/// Goes on disposing of a stack's resources (DisposeResources, sec. 9.5.4.8) until something must be awaited. `error` is what was thrown so
/// far, or empty; a rejection of what was awaited is added by the caller. The stack may be empty (no resource ever).
pub fn dispose_step(vm: &mut Vm, stack: Value, error: Value) -> JsResult<Step> {
    let mut error = error;
    let Some(stack) = stack_of(stack) else { return Ok(Step { error, value: Value::UNDEFINED, more: false }) };
    let mut awaited = None;
    while awaited.is_none() {
        let last = stack.resources.borrow().last().copied();
        // What is synchronous, and the end, wait for the turn that null and undefined asked for.
        if stack.needs_await.get() && !stack.has_awaited.get() && last.is_none_or(|resource| !resource.asynchronous) {
            stack.needs_await.set(false);
            awaited = Some(Value::UNDEFINED);
            break;
        }
        let Some(resource) = last else { break };
        stack.resources.borrow_mut().pop();
        let result = match resource.manner {
            Manner::Nothing => {
                stack.needs_await.set(true);
                continue;
            }
            Manner::Method | Manner::SyncFallback => vm.call(resource.method, resource.value, &[]),
            Manner::Adopted => vm.call(resource.method, Value::UNDEFINED, &[resource.value]),
        };
        awaited = match result {
            Ok(value) if resource.asynchronous => {
                Some(if resource.manner == Manner::SyncFallback { Value::UNDEFINED } else { value })
            }
            Ok(_) => None,
            // The method would have returned a rejected promise.
            Err(throw) if resource.manner == Manner::SyncFallback => {
                let reason = caught(vm, throw)?;
                let rejected = new_promise(vm)?;
                reject_promise(vm, rejected, reason)?;
                Some(rejected.value())
            }
            Err(throw) => {
                error = add_pending(vm, error, throw)?;
                None
            }
        };
        if awaited.is_some() {
            stack.has_awaited.set(true);
        }
    }
    Ok(Step { error, value: awaited.unwrap_or(Value::UNDEFINED), more: awaited.is_some() })
}

/// Disposes of all resources synchronously (DisposeResources). `error`: the exception on its way, or empty. Returns what is to be
/// thrown, or empty.
pub fn dispose_all(vm: &mut Vm, stack: Value, error: Value) -> JsResult<Value> {
    let mut error = error;
    let Some(stack) = stack_of(stack) else { return Ok(error) };
    loop {
        let resource = stack.resources.borrow_mut().pop();
        let Some(resource) = resource else { return Ok(error) };
        let result = match resource.manner {
            Manner::Nothing => continue,
            Manner::Method | Manner::SyncFallback => vm.call(resource.method, resource.value, &[]),
            Manner::Adopted => vm.call(resource.method, Value::UNDEFINED, &[resource.value]),
        };
        if let Err(throw) = result {
            error = add_pending(vm, error, throw)?;
        }
    }
}

// ---- the objects

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
fn this_stack<'a>(vm: &mut Vm, args: Args, asynchronous: bool, method: &str) -> JsResult<&'a DisposableStackObject> {
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
fn pending_stack<'a>(vm: &mut Vm, args: Args, asynchronous: bool, method: &str) -> JsResult<&'a DisposableStackObject> {
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
    move_resources(vm, stack, moved)
}

/// `AsyncDisposableStack.prototype.move()` (sec. 27.4.3.5)
fn async_move(vm: &mut Vm, args: Args) -> JsResult {
    let stack = pending_stack(vm, args, true, "move")?;
    let prototype = vm.realm().async_disposable_stack_prototype;
    let moved =
        vm.new_exotic(Some(prototype), |object| AsyncDisposableStackObject(DisposableStackObject::new(object)))?;
    move_resources(vm, stack, moved)
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
