//! Jobs (ECMA-262 sec. 9.5): what runs when the script has ended.
//!
//! One queue, first in, first out. Jobs name cells, and the queue is a root. [`Vm::run_jobs`] drains it; a job's exception ends the drain
//! and is the caller's, who may report it and call again. The queue also keeps what must live until the current job ends (the
//! targets that WeakRefs have shown), the rejected promises that nobody handles, and the finalization registries that have
//! callbacks to make.

use super::finalization;
use super::promise::{self, Reaction};
use crate::object::Object;
use crate::observe::AsyncKind;
use crate::vm::Vm;
use crate::{JsResult, Value, ValueExt};
use gc::Visitor;
use std::cell::RefCell;
use std::collections::VecDeque;
use std::rc::Rc;

/// Something to do later.
pub enum Job {
    /// NewPromiseReactionJob (sec. 27.2.2.1).
    Reaction { reaction: Reaction, argument: Value, rejected: bool },
    /// NewPromiseResolveThenableJob (sec. 27.2.2.2).
    ResolveThenable { promise: Object, thenable: Object, then: Value },
    /// A call of a function with `this` undefined (queueMicrotask, the host). The arguments are in an array.
    Callback { function: Value, arguments: Option<Object> },
    /// Cleanup callbacks of a FinalizationRegistry.
    Cleanup { registry: Object },
}

impl Job {
    fn trace(&self, visitor: &mut Visitor) {
        match self {
            Job::Reaction { reaction, argument, .. } => {
                reaction.trace(visitor);
                visitor.visit_value(*argument);
            }
            Job::ResolveThenable { promise, thenable, then } => {
                visitor.visit_value(promise.value());
                visitor.visit_value(thenable.value());
                visitor.visit_value(*then);
            }
            Job::Callback { function, arguments } => {
                visitor.visit_value(*function);
                if let Some(arguments) = arguments {
                    visitor.visit_value(arguments.value());
                }
            }
            Job::Cleanup { registry } => visitor.visit_value(registry.value()),
        }
    }

    /// What a profile calls it.
    fn async_kind(&self) -> AsyncKind {
        match self {
            Job::Reaction { reaction, .. } => reaction.async_kind(),
            Job::ResolveThenable { .. } => AsyncKind::Thenable,
            Job::Callback { .. } => AsyncKind::Microtask,
            Job::Cleanup { .. } => AsyncKind::Cleanup,
        }
    }

    fn run(self, vm: &mut Vm) -> JsResult<()> {
        match self {
            Job::Reaction { reaction, argument, rejected } => {
                promise::run_reaction_job(vm, reaction, argument, rejected)
            }
            Job::ResolveThenable { promise, thenable, then } => {
                promise::run_resolve_thenable_job(vm, promise, thenable, then)
            }
            Job::Callback { function, arguments } => {
                let mut list = vm.heap.rooted_vec();
                if let Some(array) = arguments {
                    let length = array.as_array().map_or(0, |a| a.length.get());
                    list.extend((0..length).map(|i| array.fast_element(i).unwrap_or(Value::UNDEFINED)));
                }
                vm.call(function, Value::UNDEFINED, &list).map(|_| ())
            }
            Job::Cleanup { registry } => match finalization::cleanup(vm, registry) {
                Ok(more) => {
                    if more {
                        vm.enqueue_job(Job::Cleanup { registry });
                    }
                    Ok(())
                }
                Err(throw) => {
                    if finalization::is_due(registry) {
                        vm.enqueue_job(Job::Cleanup { registry });
                    }
                    Err(throw)
                }
            },
        }
    }
}

/// Finalization registries that have callbacks to make: the collector adds to the list, without the VM at hand.
pub type ReadyRegistries = Rc<RefCell<Vec<Object>>>;

/// Rejected promises are looked through once there are twice as many as were left the last time, and at least so many.
const REJECTED: usize = 64;

/// See the module.
#[derive(Default)]
pub struct JobQueue {
    /// With what scheduled each (see `observe`).
    jobs: VecDeque<(u32, Job)>,
    /// [[KeptAlive]]
    kept: Vec<Value>,
    /// Changes whenever `kept` is cleared.
    turn: u64,
    rejected: VecDeque<Object>,
    /// Rejected promises that were unhandled when `rejected` was last looked through.
    unhandled: usize,
    ready: ReadyRegistries,
    /// Drains under way.
    depth: u32,
}

impl JobQueue {
    /// Visits all that the queue names; it is a root.
    pub fn trace(&self, visitor: &mut Visitor) {
        self.jobs.iter().for_each(|(_, job)| job.trace(visitor));
        visitor.visit_values(&self.kept);
        self.rejected.iter().for_each(|promise| visitor.visit_value(promise.value()));
        self.ready.borrow().iter().for_each(|registry| visitor.visit_value(registry.value()));
    }

    /// Jobs that wait, cleanup jobs not yet made of dead targets included.
    pub fn is_empty(&self) -> bool {
        self.jobs.is_empty() && self.ready.borrow().is_empty()
    }

    /// Number of the current turn: what WeakRefs have shown is kept alive to its end.
    #[inline]
    pub fn turn(&self) -> u64 {
        self.turn
    }

    /// AddToKeptObjects (sec. 9.10).
    pub fn keep_during_job(&mut self, value: Value) {
        self.kept.push(value);
    }

    /// ClearKeptObjects (sec. 9.9).
    fn clear_kept(&mut self) {
        self.kept.clear();
        self.turn += 1;
    }

    pub fn ready_registries(&self) -> ReadyRegistries {
        self.ready.clone()
    }

    /// A promise was rejected that has no handler yet.
    pub(super) fn note_rejection(&mut self, promise: Object) {
        self.rejected.push_back(promise);
        if self.rejected.len() >= REJECTED.max(2 * self.unhandled) {
            self.rejected.retain(|promise| !promise::is_handled(*promise));
            self.unhandled = self.rejected.len();
        }
    }
}

impl Vm {
    /// HostEnqueuePromiseJob and its like.
    pub fn enqueue_job(&mut self, job: Job) {
        let origin = self.async_origin(job.async_kind());
        self.enqueue_job_from(origin, job);
    }

    /// As [`Vm::enqueue_job`], for what was scheduled before, with its origin.
    pub(super) fn enqueue_job_from(&mut self, origin: u32, job: Job) {
        self.jobs.jobs.push_back((origin, job));
    }

    /// Enqueues a call of `function` with these arguments.
    pub fn enqueue_callback(&mut self, function: Value, arguments: &[Value]) -> JsResult<()> {
        let arguments = if arguments.is_empty() { None } else { Some(self.new_array(arguments)?) };
        self.enqueue_job(Job::Callback { function, arguments });
        Ok(())
    }

    /// Runs jobs until none is left. An exception of a job is returned, and the jobs behind it stay: who calls again goes on.
    pub fn run_jobs(&mut self) -> JsResult<()> {
        self.jobs.depth += 1;
        let result = self.drain_jobs();
        self.jobs.depth -= 1;
        if self.jobs.depth == 0 {
            self.jobs.clear_kept();
        }
        result
    }

    fn drain_jobs(&mut self) -> JsResult<()> {
        let realm = self.realm();
        loop {
            while let Some((origin, job)) = self.jobs.jobs.pop_front() {
                let result = self.run_job(origin, job);
                self.heap.scrub_stack_between_runs();
                self.set_realm(realm);
                result?;
                if !self.async_waits.is_empty() {
                    self.settle_async_waits()?;
                }
            }
            if !self.async_waits.is_empty() && self.settle_async_waits()? {
                continue;
            }
            // Callbacks are not due before everything else is done.
            let ready = std::mem::take(&mut *self.jobs.ready.borrow_mut());
            if ready.is_empty() {
                return Ok(());
            }
            for registry in ready {
                self.enqueue_job(Job::Cleanup { registry });
            }
        }
    }

    /// In a frame of its own, of which nothing is left when the next one runs.
    #[inline(never)]
    fn run_job(&mut self, origin: u32, job: Job) -> JsResult<()> {
        let before = self.set_async_origin(origin);
        let result = job.run(self);
        self.set_async_origin(before);
        result
    }

    /// The next rejected promise that still has no handler, with the reason; for hosts that report them once the jobs are done. Each
    /// is returned once.
    pub fn take_unhandled_rejection(&mut self) -> Option<(Object, Value)> {
        while let Some(promise) = self.jobs.rejected.pop_front() {
            if !promise::is_handled(promise) {
                return Some((promise, promise::result(promise)));
            }
        }
        self.jobs.unhandled = 0;
        None
    }

    /// Makes the function's realm the current one, if it has one (sec. 27.2.2.1 step 3). The drain restores it.
    pub(super) fn enter_job_realm(&mut self, function: Value) {
        if self.realms.len() > 1
            && let Some(function) = function.as_object()
        {
            match super::operations::get_function_realm(self, function) {
                Ok(realm) => self.set_realm(realm),
                Err(_) => {
                    self.take_exception();
                }
            }
        }
    }
}
