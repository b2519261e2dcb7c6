//! Wakes the sampling thread from the signal handler, when the ring fills faster than the thread comes by.

use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

/// A flag that a thread can wait for; one of the kernel's futexes, since raising it must be async-signal-safe.
#[derive(Default)]
pub struct Alarm {
    raised: AtomicU32,
}

impl Alarm {
    /// Async-signal-safe.
    #[cold]
    pub fn raise(&self) {
        if self.raised.swap(1, Ordering::AcqRel) == 0 {
            self.futex(libc::FUTEX_WAKE, 1, std::ptr::null());
        }
    }

    /// Until it is raised, or so long; lowers it.
    pub fn wait(&self, longest: Duration) {
        let longest = libc::timespec {
            tv_sec: longest.as_secs() as libc::time_t,
            tv_nsec: longest.subsec_nanos() as libc::c_long,
        };
        // Whatever ends the wait, the thread looks after the ring.
        self.futex(libc::FUTEX_WAIT, 0, &raw const longest);
        self.raised.store(0, Ordering::Release);
    }

    fn futex(&self, operation: libc::c_int, value: u32, time: *const libc::timespec) {
        // SAFETY: the word is ours and stays while a thread waits for it; the time is null or a timespec.
        unsafe {
            let operation = operation | libc::FUTEX_PRIVATE_FLAG;
            libc::syscall(libc::SYS_futex, self.raised.as_ptr(), operation, value, time);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Instant;

    #[test]
    fn waiting_ends_when_it_is_raised() {
        let alarm = &Alarm::default();
        let long = Duration::from_secs(60);
        let start = Instant::now();
        alarm.raise();
        alarm.wait(long);
        std::thread::scope(|scope| {
            let waiting = scope.spawn(|| alarm.wait(long));
            while !waiting.is_finished() {
                alarm.raise();
                std::thread::yield_now();
            }
        });
        assert!(start.elapsed() < long);
    }
}
