//! What `Atomics.waitAsync` waits for (ECMA-262 sec. 25.4.3.14), and how its promises are settled.

use super::promise::resolve_promise;
use crate::object::array_buffer::{NAP, SharedBlock, Waiter};
use crate::vm::Vm;
use crate::{JsResult, Value, ValueExt};
use gc::RootedVec;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// The pending `Atomics.waitAsync` calls of a VM, and their promises.
#[derive(Default)]
pub struct AsyncWaits {
    pub(crate) waits: Vec<AsyncWait>,
    /// A promise for each.
    pub(crate) promises: Option<RootedVec>,
}

pub(crate) struct AsyncWait {
    pub block: Arc<SharedBlock>,
    pub waiter: Arc<Waiter>,
    pub deadline: Option<Instant>,
}

impl AsyncWaits {
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.waits.is_empty()
    }

    /// How long there is nothing to do; None: nothing that is worth waiting for.
    pub fn time(&self, now: Instant) -> Option<Duration> {
        let left = |wait: &AsyncWait| match wait.deadline {
            Some(deadline) => Some(deadline.saturating_duration_since(now)),
            // Only another agent can end it, if one has the block.
            None => {
                let own = self.waits.iter().filter(|other| Arc::ptr_eq(&other.block, &wait.block)).count();
                (Arc::strong_count(&wait.block) > own + 1).then_some(NAP)
            }
        };
        self.waits.iter().filter_map(left).min()
    }
}

impl Drop for AsyncWaits {
    fn drop(&mut self) {
        for wait in &self.waits {
            wait.block.waiters().leave(&wait.waiter);
        }
    }
}

impl Vm {
    /// Resolves the promises of those `Atomics.waitAsync` calls that were notified or have timed out: whether there were any.
    pub fn settle_async_waits(&mut self) -> JsResult<bool> {
        let mut settled = false;
        let mut i = 0;
        while let Some(wait) = self.async_waits.waits.get(i) {
            let notified = wait.waiter.is_notified();
            if !notified && wait.deadline.is_none_or(|deadline| Instant::now() < deadline) {
                i += 1;
                continue;
            }
            let wait = self.async_waits.waits.remove(i);
            let notified = wait.block.waiters().leave(&wait.waiter);
            let promises = self.async_waits.promises.as_mut();
            let promise = promises.map_or(Value::UNDEFINED, |promises| promises.remove(i));
            let name = if notified { self.names.ok } else { self.names.timed_out };
            let text = name.to_value(self)?;
            if let Some(promise) = promise.as_object() {
                resolve_promise(self, promise, text)?;
            }
            settled = true;
        }
        Ok(settled)
    }

    /// Runs jobs until none is left, and none is to come from `Atomics.waitAsync`.
    pub fn run_jobs_and_async_waits(&mut self) -> JsResult<()> {
        self.run_jobs()?;
        while self.wait_for_async_waits()? {
            self.run_jobs()?;
        }
        Ok(())
    }

    /// Blocks until such a promise is resolved; false if there is none that is worth waiting for.
    fn wait_for_async_waits(&mut self) -> JsResult<bool> {
        loop {
            if self.settle_async_waits()? {
                return Ok(true);
            }
            let Some(time) = self.async_waits.time(Instant::now()) else { return Ok(false) };
            let before = self.enter_idle();
            std::thread::park_timeout(time.min(NAP));
            self.leave_idle(before);
            self.handle_requests()?;
        }
    }
}
