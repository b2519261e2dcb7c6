//! Who waits for elements of a shared block (ECMA-262 sec. 25.4.1): `Atomics.wait` and its kin.

use std::collections::VecDeque;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::Thread;
use std::time::Duration;

/// The waiter lists of a shared block, by byte index: first come, first woken.
#[derive(Default)]
pub struct WaiterLists {
    waiters: Mutex<VecDeque<(usize, Arc<Waiter>)>>,
}

pub struct Waiter {
    notified: Mutex<bool>,
    wake: Condvar,
    /// Of `Atomics.waitAsync`: the agent's thread, which may be parked.
    thread: Option<Thread>,
}

/// The longest sleep between two looks at the VM's requests.
pub const NAP: Duration = Duration::from_millis(50);

/// What is behind a lock stays whole if a thread dies: nothing that could panic runs while one is held.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl WaiterLists {
    /// Puts a new waiter on the list of `index` if `is_expected` holds, in one step for all agents.
    pub(crate) fn enter(
        &self,
        index: usize,
        thread: Option<Thread>,
        is_expected: impl FnOnce() -> bool,
    ) -> Option<Arc<Waiter>> {
        let mut waiters = lock(&self.waiters);
        if !is_expected() {
            return None;
        }
        let waiter = Arc::new(Waiter { notified: Mutex::new(false), wake: Condvar::new(), thread });
        waiters.push_back((index, waiter.clone()));
        Some(waiter)
    }

    /// Takes a waiter off its list: whether it was notified until then.
    pub(crate) fn leave(&self, waiter: &Arc<Waiter>) -> bool {
        lock(&self.waiters).retain(|(_, other)| !Arc::ptr_eq(other, waiter));
        *lock(&waiter.notified)
    }

    /// Wakes at most `count` waiters at `index`: how many were woken.
    pub(crate) fn notify(&self, index: usize, count: f64) -> usize {
        let mut woken = 0;
        lock(&self.waiters).retain(|(at, waiter)| {
            if *at != index || woken as f64 >= count {
                return true;
            }
            *lock(&waiter.notified) = true;
            waiter.wake.notify_one();
            if let Some(thread) = &waiter.thread {
                thread.unpark();
            }
            woken += 1;
            false
        });
        woken
    }
}

impl Waiter {
    /// Whether it was notified so far.
    pub(crate) fn is_notified(&self) -> bool {
        *lock(&self.notified)
    }

    /// Sleeps for at most `time`: whether notified.
    pub(crate) fn nap(&self, time: Duration) -> bool {
        let notified = lock(&self.notified);
        if *notified {
            return true;
        }
        *self.wake.wait_timeout(notified, time).unwrap_or_else(PoisonError::into_inner).0
    }
}
