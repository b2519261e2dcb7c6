//! Bare interrupts: another processor interrupts those that run this process, and nothing else happens.
//!
//! That is the least that stopping a program can cost on a machine, whoever does it and whatever for: no signal, no handler, no timer.
//! `membarrier(2)` has the kernel do just that. On bare metal it is a microsecond or two; under some hypervisors each one is a way
//! out to the host and back.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// Commands of membarrier(2).
const EXPEDITED: libc::c_int = 1 << 3;
const REGISTER: libc::c_int = 1 << 4;

fn membarrier(command: libc::c_int) -> bool {
    // SAFETY: the call has no memory arguments; it orders what threads see, and changes nothing else.
    unsafe { libc::syscall(libc::SYS_membarrier, command, 0, 0) == 0 }
}

/// A thread that interrupts the others, at an interval, while it is told to.
pub struct Interrupts {
    shared: Arc<Shared>,
    thread: Option<JoinHandle<()>>,
}

#[derive(Default)]
struct Shared {
    on: AtomicBool,
    end: AtomicBool,
    sent: AtomicU64,
}

impl Interrupts {
    /// None where the kernel has no such call, or there is no second processor to send them.
    pub fn new(interval: Duration) -> Option<Interrupts> {
        if std::thread::available_parallelism().ok()?.get() < 2 || !membarrier(REGISTER) {
            return None;
        }
        let shared = Arc::new(Shared::default());
        let theirs = shared.clone();
        let thread = std::thread::spawn(move || {
            while !theirs.end.load(Ordering::Acquire) {
                std::thread::park();
                let mut due = Instant::now();
                while theirs.on.load(Ordering::Acquire) {
                    membarrier(EXPEDITED);
                    theirs.sent.fetch_add(1, Ordering::Relaxed);
                    // What it could not send in time, because it did not run, it does not send at once.
                    due = (due + interval).max(Instant::now());
                    // A thread that sleeps is late by more than an interval may be.
                    while Instant::now() < due && theirs.on.load(Ordering::Relaxed) {
                        std::hint::spin_loop();
                    }
                }
            }
        });
        Some(Interrupts { shared, thread: Some(thread) })
    }

    pub fn begin(&self) {
        self.shared.on.store(true, Ordering::Release);
        if let Some(thread) = &self.thread {
            thread.thread().unpark();
        }
    }

    pub fn end(&self) {
        self.shared.on.store(false, Ordering::Release);
    }

    /// How many there were.
    pub fn sent(&self) -> u64 {
        self.shared.sent.load(Ordering::Relaxed)
    }
}

impl Drop for Interrupts {
    fn drop(&mut self) {
        self.end();
        self.shared.end.store(true, Ordering::Release);
        if let Some(thread) = self.thread.take() {
            thread.thread().unpark();
            // It ends by itself.
            let _ = thread.join();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn they_are_sent_while_they_are_wanted() {
        let Some(interrupts) = Interrupts::new(Duration::from_micros(50)) else { return };
        assert_eq!(interrupts.sent(), 0);
        interrupts.begin();
        let end = Instant::now() + Duration::from_secs(60);
        while interrupts.sent() < 5 && Instant::now() < end {
            std::thread::sleep(Duration::from_millis(1));
        }
        interrupts.end();
        let sent = interrupts.sent();
        assert!(sent >= 5);
        // One may be on its way.
        std::thread::sleep(Duration::from_millis(20));
        assert!(interrupts.sent() <= sent + 1);
    }
}
