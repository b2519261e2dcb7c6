//! Ends a program that takes too long. A VM that does not react is stuck in native code: then the process is ended.

use std::io;
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// How long the VM has to react.
const GRACE: Duration = Duration::from_secs(2);
/// Of a process that was ended.
pub const TIME_LIMIT: i32 = 4;

#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    Waiting,
    Fired,
    Stopped,
}

/// The watch; it ends when this is dropped.
pub struct Watch {
    shared: Arc<(Mutex<State>, Condvar)>,
    thread: Option<JoinHandle<()>>,
}

impl Watch {
    /// Calls `end` from a thread of its own after `limit`, and wakes the calling thread.
    ///
    /// # Errors
    /// When there can be no further thread.
    pub fn start(limit: Duration, end: impl FnOnce() + Send + 'static) -> io::Result<Watch> {
        let watched = std::thread::current();
        let shared = Arc::new((Mutex::new(State::Waiting), Condvar::new()));
        let theirs = shared.clone();
        let thread = std::thread::Builder::new().name("watch".into()).stack_size(256 << 10).spawn(move || {
            if wait(&theirs, limit) {
                return;
            }
            *theirs.0.lock().unwrap_or_else(PoisonError::into_inner) = State::Fired;
            end();
            // It may be asleep until the next timer.
            watched.unpark();
            if !wait(&theirs, GRACE) {
                std::process::exit(TIME_LIMIT);
            }
        })?;
        Ok(Watch { shared, thread: Some(thread) })
    }

    /// The time has passed.
    pub fn has_fired(&self) -> bool {
        *self.shared.0.lock().unwrap_or_else(PoisonError::into_inner) == State::Fired
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        *self.shared.0.lock().unwrap_or_else(PoisonError::into_inner) = State::Stopped;
        self.shared.1.notify_all();
        if let Some(thread) = self.thread.take() {
            // It has nothing to say, and cannot have panicked without ending the process.
            let _ = thread.join();
        }
    }
}

/// Waits so long; true if the watch was stopped meanwhile.
fn wait((state, changed): &(Mutex<State>, Condvar), time: Duration) -> bool {
    let deadline = Instant::now() + time;
    let mut state = state.lock().unwrap_or_else(PoisonError::into_inner);
    while *state != State::Stopped {
        let left = deadline.saturating_duration_since(Instant::now());
        if left.is_zero() {
            return false;
        }
        state = changed.wait_timeout(state, left).unwrap_or_else(PoisonError::into_inner).0;
    }
    true
}
