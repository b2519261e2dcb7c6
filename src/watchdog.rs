//! `--timeout`: ends a script that takes too long.
//!
//! A thread waits for the time to pass, then asks the VM to end its script. A VM that does not react within [`GRACE`] is stuck
//! in native code: then the process is ended from here.

use crate::failure::Failure;
use crate::shell::output::{Output, complain};
use std::io;
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::thread::{JoinHandle, Thread};
use std::time::{Duration, Instant};
use vm::runtime::request::Terminator;

/// How long the VM has to react.
pub const GRACE: Duration = Duration::from_secs(2);

#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    Waiting,
    Fired,
    Stopped,
}

/// The watch; it ends when this is dropped.
pub struct Watchdog {
    shared: Arc<(Mutex<State>, Condvar)>,
    thread: Option<JoinHandle<()>>,
}

impl Watchdog {
    /// Watches the calling thread's VM.
    ///
    /// # Errors
    /// When there can be no further thread.
    pub fn start(limit: Duration, terminator: Terminator, output: Output) -> io::Result<Watchdog> {
        let watched = std::thread::current();
        let shared = Arc::new((Mutex::new(State::Waiting), Condvar::new()));
        let theirs = shared.clone();
        let thread = std::thread::Builder::new()
            .name("watchdog".into())
            .stack_size(256 << 10)
            .spawn(move || watch(limit, &terminator, &watched, &output, &theirs))?;
        Ok(Watchdog { shared, thread: Some(thread) })
    }

    /// The time has passed.
    pub fn has_fired(&self) -> bool {
        *self.shared.0.lock().unwrap_or_else(PoisonError::into_inner) == State::Fired
    }
}

impl Drop for Watchdog {
    fn drop(&mut self) {
        *self.shared.0.lock().unwrap_or_else(PoisonError::into_inner) = State::Stopped;
        self.shared.1.notify_all();
        if let Some(thread) = self.thread.take() {
            // It has nothing to say, and cannot have panicked without ending the process.
            let _ = thread.join();
        }
    }
}

fn watch(
    limit: Duration,
    terminator: &Terminator,
    watched: &Thread,
    output: &Output,
    shared: &(Mutex<State>, Condvar),
) {
    let (state, changed) = shared;
    if wait(state, changed, limit) {
        return;
    }
    *state.lock().unwrap_or_else(PoisonError::into_inner) = State::Fired;
    terminator.terminate();
    // It may be asleep until the next timer.
    watched.unpark();
    if wait(state, changed, GRACE) {
        return;
    }
    let failure = Failure::TimeLimit { limit, place: String::new() };
    output.flush_if_free();
    complain(&failure.to_string());
    std::process::exit(failure.exit_code());
}

/// Waits so long; true if the watch was stopped meanwhile.
fn wait(state: &Mutex<State>, changed: &Condvar, time: Duration) -> bool {
    let deadline = Instant::now() + time;
    let mut state = state.lock().unwrap_or_else(PoisonError::into_inner);
    loop {
        if *state == State::Stopped {
            return true;
        }
        let left = deadline.saturating_duration_since(Instant::now());
        if left.is_zero() {
            return false;
        }
        state = changed.wait_timeout(state, left).unwrap_or_else(PoisonError::into_inner).0;
    }
}
