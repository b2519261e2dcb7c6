//! What `using`, `await using` and disposable stacks do (explicit resource management; ECMA-262 2026 sec. 9.5.4).
//!
//! A scope's resources are kept in a cell of the same layout as the two kinds of objects have. Synchronous disposal runs to its end
//! at once; asynchronous disposal goes step by step ([`dispose_step`]), and whoever drives it awaits what a step asks for.

use super::error::ErrorKind;
use super::operations::get_method;
use super::promise::{caught, new_promise, reject_promise};
use crate::vm::{Vm, trace_object};
use crate::{JsResult, Throw, Value, ValueExt};
use abi::cell::{CellHeader, CellKind};
use abi::object::JsObject;
use gc::{Gc, HeapCell, Visitor};
use std::cell::{Cell, RefCell};

/// How a resource is disposed of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Manner {
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
pub(crate) struct Resource {
    pub value: Value,
    pub method: Value,
    pub manner: Manner,
    /// [[Hint]] is async-dispose.
    pub asynchronous: bool,
}

/// What both kinds of stacks are.
#[repr(C)]
pub struct DisposableStackObject {
    pub object: JsObject,
    pub(crate) disposed: Cell<bool>,
    /// State of an asynchronous disposal (DisposeResources).
    needs_await: Cell<bool>,
    has_awaited: Cell<bool>,
    /// [[DisposableResourceStack]]
    pub(crate) resources: RefCell<Vec<Resource>>,
}

// SAFETY: the header comes first and the layout is C's.
unsafe impl HeapCell for DisposableStackObject {
    const KIND: CellKind = CellKind::DisposableStack;
    const NEEDS_DROP: bool = true;
}

/// An AsyncDisposableStack.
#[repr(transparent)]
pub struct AsyncDisposableStackObject(pub(crate) DisposableStackObject);

// SAFETY: a DisposableStackObject begins with its header, in C's layout.
unsafe impl HeapCell for AsyncDisposableStackObject {
    const KIND: CellKind = CellKind::AsyncDisposableStack;
    const NEEDS_DROP: bool = true;
}

impl DisposableStackObject {
    pub(crate) fn new(object: JsObject) -> DisposableStackObject {
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

    pub(crate) fn push(&self, vm: &mut Vm, resource: Resource) {
        self.resources.borrow_mut().push(resource);
        vm.heap.barrier(&self.object.header);
    }
}

/// The stack in a value of either kind.
pub(crate) fn stack_of(v: Value) -> Option<Gc<DisposableStackObject>> {
    let object = v.as_object()?;
    match object.kind() {
        // SAFETY: cells of both kinds have this layout.
        CellKind::DisposableStack | CellKind::AsyncDisposableStack => Some(unsafe { object.cast() }),
        _ => None,
    }
}

// ---- abstract operations

/// CreateDisposableResource (sec. 9.5.4.3) without a method given; None where there is nothing to dispose of.
pub(crate) fn create_resource(vm: &mut Vm, value: Value, asynchronous: bool) -> JsResult<Option<Resource>> {
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
pub(crate) fn add_error(vm: &mut Vm, error: Value, thrown: Value) -> JsResult<Value> {
    if error.is_empty() { Ok(thrown) } else { suppressed_error(vm, thrown, error) }
}

/// The pending exception added to the errors so far.
pub(crate) fn add_pending(vm: &mut Vm, error: Value, throw: Throw) -> JsResult<Value> {
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
