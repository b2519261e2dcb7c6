//! How long a thread works on something.

use std::time::{Duration, Instant};

/// Counts from when it was started.
pub struct Stopwatch {
    started: Instant,
    worked: Option<Duration>,
}

impl Stopwatch {
    pub fn start() -> Stopwatch {
        // The time that this takes is nobody's.
        let worked = Some(worked());
        Stopwatch { started: Instant::now(), worked }
    }

    /// A stopwatch that costs next to nothing and counts others' turns, too.
    pub fn cheap() -> Stopwatch {
        Stopwatch { started: Instant::now(), worked: None }
    }

    /// What has passed, without the turns of other threads and programs: those the thread's own clock leaves out, which takes so long to ask that
    /// for short work what has passed on the wall is less.
    pub fn elapsed(&self) -> Duration {
        let passed = self.started.elapsed();
        self.worked.map_or(passed, |before| passed.min(worked().saturating_sub(before)))
    }
}

/// The processor's time that the thread has had.
pub fn worked() -> Duration {
    let mut time = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    // SAFETY: the clock exists and the destination is ours.
    unsafe { libc::clock_gettime(libc::CLOCK_THREAD_CPUTIME_ID, &raw mut time) };
    Duration::new(time.tv_sec as u64, time.tv_nsec as u32)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sleeping_is_no_work() {
        let watch = Stopwatch::start();
        let before = Instant::now();
        std::thread::sleep(Duration::from_millis(20));
        let (worked, passed) = (watch.elapsed(), before.elapsed());
        assert!(worked < passed, "{worked:?} of {passed:?}");
    }
}
