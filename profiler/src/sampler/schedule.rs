//! When the next samples are due: two timers in turn, each re-armed by the signal handler for a time behind the other's.
//!
//! A fixed period locks onto programs with a period of their own, so each is drawn evenly from 0.8 to 1.2 of the interval. Why two timers:
//! the kernel programs the clock chip for whichever timer is next. With one timer it does so twice a sample, when the timer has expired
//! (for something else) and when it is armed again. With two, the other one is next in either case, and the second time falls away: a
//! fifth of a stop on a virtual machine, where each programming is a way out to the host.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// Written by the one thread that the handler runs on, with plain loads and stores.
pub struct Schedule {
    interval_ns: AtomicU64,
    random: AtomicU64,
    /// CLOCK_MONOTONIC nanoseconds at which the later of the two timers is due.
    last_ns: AtomicU64,
    /// Samples that were due and not taken, because the thread was not running.
    missed: AtomicU64,
}

/// What the handler is to do for a timer that has fired.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Due {
    /// When that timer is to fire again.
    pub next_ns: u64,
    /// False if the other timer has fired meanwhile: its signal comes next and is the one to sample.
    pub sample: bool,
}

impl Schedule {
    pub fn new(interval: Duration, seed: u64) -> Schedule {
        Schedule {
            interval_ns: AtomicU64::new(interval.as_nanos() as u64),
            random: AtomicU64::new(seed | 1),
            last_ns: AtomicU64::new(0),
            missed: AtomicU64::new(0),
        }
    }

    fn interval(&self) -> u64 {
        self.interval_ns.load(Ordering::Relaxed)
    }

    /// To be called while the timers do not run.
    pub fn set_interval(&self, interval: Duration) {
        self.interval_ns.store(interval.as_nanos() as u64, Ordering::Relaxed);
    }

    /// A time between samples.
    pub fn draw(&self) -> u64 {
        // xorshift64 (Marsaglia).
        let mut x = self.random.load(Ordering::Relaxed);
        x ^= x << 13;
        x ^= x >> 7;
        x ^= x << 17;
        self.random.store(x, Ordering::Relaxed);
        let even = (x >> 11) as f64 / (1u64 << 53) as f64;
        (self.interval() as f64 * (0.8 + 0.4 * even)) as u64
    }

    /// Begins anew: when the two timers are to fire, the first of them at `first_ns`.
    pub fn begin(&self, first_ns: u64) -> [u64; 2] {
        let second = first_ns + self.draw();
        self.last_ns.store(second, Ordering::Relaxed);
        [first_ns, second]
    }

    /// A timer has fired, and it is `now_ns`. Async-signal-safe.
    #[inline(always)]
    pub fn fired(&self, now_ns: u64) -> Due {
        let interval = self.interval();
        let other = self.last_ns.load(Ordering::Relaxed);
        let late = now_ns.saturating_sub(other);
        let sample = now_ns < other;
        if !sample {
            let unseen = 1 + late / interval;
            self.missed.store(self.missed.load(Ordering::Relaxed) + unseen, Ordering::Relaxed);
        }
        let next_ns = other + (late - late % interval) + self.draw();
        let next_ns = if next_ns > now_ns { next_ns } else { now_ns + self.draw() };
        self.last_ns.store(next_ns, Ordering::Relaxed);
        Due { next_ns, sample }
    }

    /// Samples missed since the last call. Async-signal-safe.
    #[inline(always)]
    pub fn take_missed(&self) -> u64 {
        let missed = self.missed.load(Ordering::Relaxed);
        if missed != 0 {
            self.missed.store(0, Ordering::Relaxed);
        }
        missed
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MS: u64 = 1_000_000;

    #[test]
    fn the_mean_rate_is_the_nominal_one() {
        let schedule = Schedule::new(Duration::from_millis(1), 7);
        let [mut first, mut second] = schedule.begin(MS);
        for n in 1..100_000 {
            let due = schedule.fired(first + 20_000);
            let apart = due.next_ns - second;
            assert!(due.sample && (800_000..=1_200_000).contains(&apart), "{n}: {apart}");
            (first, second) = (second, due.next_ns);
        }
        let mean = first as f64 / 100_000.0;
        assert!((mean - 1e6).abs() < 3e3, "{mean}");
        assert_eq!(schedule.take_missed(), 0);
    }

    #[test]
    fn a_thread_that_did_not_run_is_sampled_once() {
        let schedule = Schedule::new(Duration::from_millis(1), 7);
        let [_, second] = schedule.begin(MS);
        // Both have fired when the thread runs again, 10 ms later.
        let now = second + 10 * MS + 1;
        let due = schedule.fired(now);
        assert!(!due.sample && due.next_ns > now && due.next_ns < now + 2 * MS, "{due:?}");
        let then = schedule.fired(now + 5_000);
        assert!(then.sample && then.next_ns > due.next_ns, "{then:?}");
        assert_eq!((schedule.take_missed(), schedule.take_missed()), (11, 0));
    }
}
