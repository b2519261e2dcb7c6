//! Promises (ECMA-262 sec. 27.2.1): the cell, capabilities, resolving functions, reactions.
//!
//! What no script can see is not made: the capability of a promise of %Promise% itself has no resolving functions until somebody asks
//! for them, and `await` registers the generator as the reaction, without closures.

use super::operations::species_constructor;
use crate::interp::cache::get_named;
use crate::native::{Args, NativeFunction};
use crate::object::{Object, property::Accessor, table};
use crate::observe::AsyncKind;
use crate::runtime::job::Job;
use crate::vm::{Vm, trace_object};
use crate::{JsResult, Throw, Value, ValueExt};
use abi::cell::{CellHeader, CellKind};
use abi::object::JsObject;
use gc::{Gc, HeapCell, Visitor};
use smallvec::SmallVec;
use std::cell::{Cell, RefCell};

/// [[PromiseState]]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PromiseState {
    Pending,
    Fulfilled,
    Rejected,
}

/// A Promise.
#[repr(C)]
pub struct PromiseObject {
    pub object: JsObject,
    state: Cell<PromiseState>,
    /// [[PromiseIsHandled]]
    handled: Cell<bool>,
    /// The [[AlreadyResolved]] of a capability without functions.
    already_resolved: Cell<bool>,
    /// [[PromiseResult]]; undefined while pending.
    result: Cell<Value>,
    /// With what scheduled each (see `observe`).
    reactions: RefCell<SmallVec<[(u32, Reaction); 1]>>,
}

// SAFETY: the header comes first and the layout is C's.
unsafe impl HeapCell for PromiseObject {
    const KIND: CellKind = CellKind::Promise;
    const NEEDS_DROP: bool = true;
}

impl PromiseObject {
    pub(crate) fn new(object: JsObject) -> PromiseObject {
        PromiseObject {
            object,
            state: Cell::new(PromiseState::Pending),
            handled: Cell::new(false),
            already_resolved: Cell::new(false),
            result: Cell::new(Value::UNDEFINED),
            reactions: RefCell::default(),
        }
    }

    /// # Safety
    /// To be called by the collector only, on a live Promise cell.
    pub unsafe fn trace(cell: *mut CellHeader, visitor: &mut Visitor) {
        // SAFETY: the collector registers this function for cells of that kind.
        let promise = unsafe { &*cell.cast::<PromiseObject>() };
        trace_object(&promise.object, visitor);
        visitor.visit_value(promise.result.get());
        promise.reactions.borrow().iter().for_each(|(_, reaction)| reaction.trace(visitor));
    }

    pub fn state(&self) -> PromiseState {
        self.state.get()
    }

    /// The value or the reason; undefined while pending.
    pub fn result(&self) -> Value {
        self.result.get()
    }
}

/// What happens when a promise settles: a PromiseReaction record (sec. 27.2.1.2) for both outcomes, or something native.
#[derive(Clone, Copy)]
pub enum Reaction {
    /// A suspended async function or generator goes on.
    Await(Object),
    /// A promise takes over the state, as if by its resolving functions.
    Resolve(Object),
    /// Calls a handler, and settles the capability, if there is one, by what comes of it. A handler that is undefined passes on.
    Handlers { capability: Option<PromiseCapability>, on_fulfilled: Value, on_rejected: Value },
}

impl Reaction {
    /// What a profile calls it.
    pub(super) fn async_kind(&self) -> AsyncKind {
        if let Reaction::Await(_) = self { AsyncKind::Await } else { AsyncKind::Then }
    }

    pub(crate) fn trace(&self, visitor: &mut Visitor) {
        match self {
            Reaction::Await(object) | Reaction::Resolve(object) => visitor.visit_value(object.value()),
            Reaction::Handlers { capability, on_fulfilled, on_rejected } => {
                if let Some(capability) = capability {
                    visitor.visit_values(&[capability.promise, capability.resolve, capability.reject]);
                }
                visitor.visit_values(&[*on_fulfilled, *on_rejected]);
            }
        }
    }
}

/// A PromiseCapability Record (sec. 27.2.1.1). It lives on the stack or in reactions.
#[derive(Clone, Copy, Debug)]
pub struct PromiseCapability {
    pub promise: Value,
    /// Empty: the promise is one of %Promise%, and is resolved without functions.
    pub resolve: Value,
    pub reject: Value,
}

impl PromiseCapability {
    /// Call(capability.[[Resolve]], undefined, « value »)
    pub fn resolve(&self, vm: &mut Vm, value: Value) -> JsResult<()> {
        match self.native() {
            None => vm.call(self.resolve, Value::UNDEFINED, &[value]).map(|_| ()),
            Some((promise, cell)) => {
                if cell.already_resolved.replace(true) {
                    return Ok(());
                }
                resolve_promise(vm, promise, value)
            }
        }
    }

    /// Call(capability.[[Reject]], undefined, « reason »)
    pub fn reject(&self, vm: &mut Vm, reason: Value) -> JsResult<()> {
        match self.native() {
            None => vm.call(self.reject, Value::UNDEFINED, &[reason]).map(|_| ()),
            Some((promise, cell)) => {
                if cell.already_resolved.replace(true) {
                    return Ok(());
                }
                reject_promise(vm, promise, reason)
            }
        }
    }

    fn native(&self) -> Option<(Object, Gc<PromiseObject>)> {
        if !self.resolve.is_empty() {
            return None;
        }
        let promise = self.promise.as_object()?;
        promise.downcast::<PromiseObject>().map(|cell| (promise, cell))
    }

    /// Rejects with the pending exception, which is no longer pending, and returns the promise: the end of
    /// IfAbruptRejectPromise (sec. 27.2.1.1.1).
    pub fn reject_with_pending(&self, vm: &mut Vm, throw: Throw) -> JsResult {
        let reason = caught(vm, throw)?;
        self.reject(vm, reason)?;
        Ok(self.promise)
    }

    /// Settles by a completion.
    pub fn settle(&self, vm: &mut Vm, completion: JsResult) -> JsResult<()> {
        match completion {
            Ok(value) => self.resolve(vm, value),
            Err(throw) => self.reject_with_pending(vm, throw).map(|_| ()),
        }
    }
}

/// The pending exception, which is no longer pending; what ends the VM's run goes on, for no reaction to catch.
pub(crate) fn caught(vm: &mut Vm, throw: Throw) -> JsResult {
    if vm.is_terminating() { Err(throw) } else { Ok(vm.take_exception()) }
}

/// A promise's cell.
#[inline]
fn cell(promise: Object) -> Gc<PromiseObject> {
    debug_assert!(promise.is_kind(CellKind::Promise));
    // SAFETY: only called for promises.
    unsafe { promise.cast::<PromiseObject>() }
}

/// A value as a promise: IsPromise (sec. 27.2.1.6).
#[inline]
pub fn as_promise(v: Value) -> Option<Object> {
    v.as_object().filter(|object| object.is_kind(CellKind::Promise))
}

/// [[PromiseState]] of a promise.
pub fn state(promise: Object) -> PromiseState {
    cell(promise).state.get()
}

/// [[PromiseResult]] of a promise.
pub fn result(promise: Object) -> Value {
    cell(promise).result.get()
}

/// [[PromiseIsHandled]] of a promise.
pub fn is_handled(promise: Object) -> bool {
    cell(promise).handled.get()
}

/// Sets [[PromiseIsHandled]]: a rejection of this promise concerns nobody.
pub fn mark_handled(promise: Object) {
    cell(promise).handled.set(true);
}

/// A pending promise of %Promise%.
pub fn new_promise(vm: &mut Vm) -> JsResult<Object> {
    let prototype = vm.realm().promise_prototype;
    vm.new_exotic(Some(prototype), PromiseObject::new)
}

/// A capability for a new promise of %Promise%: for async functions and the runtime itself.
pub fn new_native_capability(vm: &mut Vm) -> JsResult<PromiseCapability> {
    let promise = new_promise(vm)?;
    Ok(PromiseCapability { promise: promise.value(), resolve: Value::EMPTY, reject: Value::EMPTY })
}

/// NewPromiseCapability(C) (sec. 27.2.1.5). The functions may be missing; see [`new_promise_capability_with_functions`].
pub fn new_promise_capability(vm: &mut Vm, constructor: Value) -> JsResult<PromiseCapability> {
    if constructor == vm.realm().promise_constructor.value() {
        return new_native_capability(vm);
    }
    let Some(constructor) = constructor.as_object().filter(|c| c.is_constructor()) else {
        return Err(vm.throw_not_constructor(constructor));
    };
    let executor = vm.new_native_closure(2, capability_executor, &[Value::UNDEFINED, Value::UNDEFINED])?;
    let promise = vm.construct(constructor, &[executor.value()], None)?;
    let (resolve, reject) = match executor.downcast::<NativeFunction>() {
        Some(executor) => (executor.captured[0].get(), executor.captured[1].get()),
        None => (Value::UNDEFINED, Value::UNDEFINED),
    };
    if !resolve.is_callable() || !reject.is_callable() {
        return Err(vm.throw_type_error("Promise resolve or reject function is not callable"));
    }
    Ok(PromiseCapability { promise: promise.value(), resolve, reject })
}

/// NewPromiseCapability(C) whose functions can be shown to scripts.
pub fn new_promise_capability_with_functions(vm: &mut Vm, constructor: Value) -> JsResult<PromiseCapability> {
    let mut capability = new_promise_capability(vm, constructor)?;
    if let Some((promise, _)) = capability.native() {
        (capability.resolve, capability.reject) = create_resolving_functions(vm, promise)?;
    }
    Ok(capability)
}

/// The executor that NewPromiseCapability passes to a constructor. Captures what it was called with.
fn capability_executor(vm: &mut Vm, args: Args) -> JsResult {
    if !args.captured(0).is_undefined() || !args.captured(1).is_undefined() {
        return Err(vm.throw_type_error("Promise executor has already been invoked with non-undefined arguments"));
    }
    args.set_captured(vm, 0, args.get(0));
    args.set_captured(vm, 1, args.get(1));
    Ok(Value::UNDEFINED)
}

/// CreateResolvingFunctions (sec. 27.2.1.3): resolve and reject. Each holds the promise and the other; the first that is called takes
/// the promise from both, which is their [[AlreadyResolved]].
pub fn create_resolving_functions(vm: &mut Vm, promise: Object) -> JsResult<(Value, Value)> {
    let resolve = vm.new_native_closure(1, resolve_function, &[promise.value()])?;
    let reject = vm.new_native_closure(1, reject_function, &[promise.value(), resolve.value()])?;
    if let Some(native) = resolve.downcast::<NativeFunction>() {
        native.captured[1].set(reject.value());
        vm.heap.barrier(resolve.as_ptr().cast());
    }
    Ok((resolve.value(), reject.value()))
}

/// Takes the first captured value of a function and of its sibling, which is the second captured value: None if that was
/// done before.
pub(crate) fn take_shared(args: Args) -> Option<Value> {
    let function = args.callee().downcast::<NativeFunction>()?;
    let shared = function.captured[0].replace(Value::UNDEFINED);
    if let Some(sibling) = function.captured[1].get().as_object().and_then(|o| o.downcast::<NativeFunction>()) {
        sibling.captured[0].set(Value::UNDEFINED);
    }
    (!shared.is_undefined()).then_some(shared)
}

/// Promise Resolve Functions (sec. 27.2.1.3.2)
fn resolve_function(vm: &mut Vm, args: Args) -> JsResult {
    if let Some(promise) = take_shared(args).and_then(as_promise) {
        resolve_promise(vm, promise, args.get(0))?;
    }
    Ok(Value::UNDEFINED)
}

/// Promise Reject Functions (sec. 27.2.1.3.1)
fn reject_function(vm: &mut Vm, args: Args) -> JsResult {
    if let Some(promise) = take_shared(args).and_then(as_promise) {
        reject_promise(vm, promise, args.get(0))?;
    }
    Ok(Value::UNDEFINED)
}

/// Resolves a promise that nobody has resolved yet (sec. 27.2.1.3.2 from step 7 on).
pub fn resolve_promise(vm: &mut Vm, promise: Object, resolution: Value) -> JsResult<()> {
    let Some(thenable) = resolution.as_object() else {
        return fulfill_promise(vm, promise, resolution);
    };
    if thenable == promise {
        let error =
            vm.new_error(super::error::ErrorKind::TypeError, "Chaining cycle detected for promise #<Promise>")?;
        return reject_promise(vm, promise, error.value());
    }
    let then = match get_named(vm, thenable, vm.names.then) {
        Ok(then) => then,
        Err(throw) => {
            let reason = caught(vm, throw)?;
            return reject_promise(vm, promise, reason);
        }
    };
    if !then.is_callable() {
        return fulfill_promise(vm, promise, resolution);
    }
    vm.enqueue_job(Job::ResolveThenable { promise, thenable, then });
    Ok(())
}

/// FulfillPromise (sec. 27.2.1.4)
pub fn fulfill_promise(vm: &mut Vm, promise: Object, value: Value) -> JsResult<()> {
    settle(vm, promise, PromiseState::Fulfilled, value);
    Ok(())
}

/// RejectPromise (sec. 27.2.1.7)
pub fn reject_promise(vm: &mut Vm, promise: Object, reason: Value) -> JsResult<()> {
    if !cell(promise).handled.get() && cell(promise).state.get() == PromiseState::Pending {
        vm.jobs.note_rejection(promise);
        vm.host.promise_rejection_tracker(promise.value(), false);
    }
    settle(vm, promise, PromiseState::Rejected, reason);
    Ok(())
}

/// The common end of both: TriggerPromiseReactions (sec. 27.2.1.8).
fn settle(vm: &mut Vm, promise: Object, state: PromiseState, value: Value) {
    let cell = cell(promise);
    if cell.state.get() != PromiseState::Pending {
        return;
    }
    cell.result.set(value);
    cell.state.set(state);
    vm.heap.barrier(promise.as_ptr().cast());
    let reactions = cell.reactions.take();
    for (origin, reaction) in reactions {
        let rejected = state == PromiseState::Rejected;
        vm.enqueue_job_from(origin, Job::Reaction { reaction, argument: value, rejected });
    }
}

/// PerformPromiseThen (sec. 27.2.5.4.1) with any reaction.
pub fn perform_promise_then(vm: &mut Vm, promise: Object, reaction: Reaction) {
    let cell = cell(promise);
    let argument = cell.result.get();
    match cell.state.get() {
        PromiseState::Pending => {
            let origin = vm.async_origin(reaction.async_kind());
            cell.reactions.borrow_mut().push((origin, reaction));
            vm.heap.barrier(promise.as_ptr().cast());
        }
        PromiseState::Fulfilled => vm.enqueue_job(Job::Reaction { reaction, argument, rejected: false }),
        PromiseState::Rejected => {
            if !cell.handled.get() {
                vm.host.promise_rejection_tracker(promise.value(), true);
            }
            vm.enqueue_job(Job::Reaction { reaction, argument, rejected: true });
        }
    }
    cell.handled.set(true);
}

/// PerformPromiseThen with handlers, which count as undefined unless callable.
pub fn perform_promise_then_handlers(
    vm: &mut Vm,
    promise: Object,
    on_fulfilled: Value,
    on_rejected: Value,
    capability: Option<PromiseCapability>,
) {
    let handler = |v: Value| if v.is_callable() { v } else { Value::UNDEFINED };
    let (on_fulfilled, on_rejected) = (handler(on_fulfilled), handler(on_rejected));
    perform_promise_then(vm, promise, Reaction::Handlers { capability, on_fulfilled, on_rejected });
}

/// PromiseResolve(C, x) (sec. 27.2.4.7.1)
pub fn promise_resolve(vm: &mut Vm, constructor: Object, x: Value) -> JsResult<Value> {
    if let Some(promise) = as_promise(x) {
        let of = get_named(vm, promise, vm.names.constructor)?;
        if of == constructor.value() {
            return Ok(x);
        }
    }
    let capability = new_promise_capability(vm, constructor.value())?;
    capability.resolve(vm, x)?;
    Ok(capability.promise)
}

/// PromiseResolve(%Promise%, x), which gives a promise.
pub fn promise_resolve_native(vm: &mut Vm, x: Value) -> JsResult<Object> {
    let constructor = vm.realm().promise_constructor;
    if let Some(promise) = as_promise(x)
        && get_named(vm, promise, vm.names.constructor)? == constructor.value()
    {
        return Ok(promise);
    }
    let promise = new_promise(vm)?;
    resolve_promise(vm, promise, x)?;
    Ok(promise)
}

/// Await (sec. 27.7.5.3) from step 3 on: `waiting` (whatever suspended) goes on by `generator::resume_await` when `awaited` settles.
/// What is no promise counts as one that is fulfilled with it: nobody would see the promise that PromiseResolve makes of a primitive.
pub fn await_promise(vm: &mut Vm, awaited: Value, waiting: Object) -> JsResult<()> {
    let reaction = Reaction::Await(waiting);
    match as_promise(awaited) {
        Some(promise) => perform_promise_then(vm, promise, reaction),
        None => vm.enqueue_job(Job::Reaction { reaction, argument: awaited, rejected: false }),
    }
    Ok(())
}

/// PerformPromiseThen with functions of the runtime's, and no promise of what comes of them.
pub fn then_native(vm: &mut Vm, promise: Object, on_fulfilled: Object, on_rejected: Object) -> JsResult<()> {
    perform_promise_then_handlers(vm, promise, on_fulfilled.value(), on_rejected.value(), None);
    Ok(())
}

/// Whether a promise's prototype, `constructor` and species are the realm's own, so that looking them up again would show
/// nobody anything.
pub(crate) fn is_plain(vm: &mut Vm, promise: Object) -> bool {
    let realm = vm.realm();
    let shape = promise.shape();
    if shape.prototype() != Some(realm.promise_prototype) || shape.lookup(vm.names.constructor).is_some() {
        return false;
    }
    let prototype = realm.promise_prototype;
    match prototype.own_named(vm.names.constructor) {
        Some(p) if p.attributes & table::ACCESSOR == 0 => {
            if prototype.slot(p.slot) != realm.promise_constructor.value() {
                return false;
            }
        }
        _ => return false,
    }
    match realm.promise_constructor.own_named(vm.names.sym_species) {
        Some(p) if p.attributes & table::ACCESSOR != 0 => {
            let getter = Accessor::of(realm.promise_constructor.slot(p.slot)).get.get();
            getter == realm.promise_species.value()
        }
        _ => false,
    }
}

/// SpeciesConstructor(promise, %Promise%)
pub(crate) fn species_of(vm: &mut Vm, promise: Object) -> JsResult<Object> {
    let default = vm.realm().promise_constructor;
    if promise.is_kind(CellKind::Promise) && is_plain(vm, promise) {
        return Ok(default);
    }
    species_constructor(vm, promise, default)
}

/// NewPromiseReactionJob's closure (sec. 27.2.2.1)
pub(crate) fn run_reaction_job(vm: &mut Vm, reaction: Reaction, argument: Value, rejected: bool) -> JsResult<()> {
    let (capability, handler) = match reaction {
        Reaction::Await(generator) => {
            return super::generator::resume_await(vm, generator, argument, rejected);
        }
        Reaction::Resolve(promise) => {
            return if rejected {
                reject_promise(vm, promise, argument)
            } else {
                resolve_promise(vm, promise, argument)
            };
        }
        Reaction::Handlers { capability, on_fulfilled, on_rejected } => {
            (capability, if rejected { on_rejected } else { on_fulfilled })
        }
    };
    vm.enter_job_realm(handler);
    let completion = if !handler.is_undefined() {
        vm.call(handler, Value::UNDEFINED, &[argument])
    } else if rejected {
        Err(vm.throw(argument))
    } else {
        Ok(argument)
    };
    match capability {
        Some(capability) => capability.settle(vm, completion),
        None => completion.map(|_| ()),
    }
}

/// NewPromiseResolveThenableJob's closure (sec. 27.2.2.2)
pub(crate) fn run_resolve_thenable_job(vm: &mut Vm, promise: Object, thenable: Object, then: Value) -> JsResult<()> {
    vm.enter_job_realm(then);
    // A plain promise's own `then` would make closures and a promise that nobody ever sees.
    if thenable.is_kind(CellKind::Promise) && then == vm.realm().promise_then.value() && is_plain(vm, thenable) {
        perform_promise_then(vm, thenable, Reaction::Resolve(promise));
        return Ok(());
    }
    let (resolve, reject) = create_resolving_functions(vm, promise)?;
    match vm.call(then, thenable.value(), &[resolve, reject]) {
        Ok(_) => Ok(()),
        Err(throw) => {
            let reason = caught(vm, throw)?;
            vm.call(reject, Value::UNDEFINED, &[reason]).map(|_| ())
        }
    }
}
