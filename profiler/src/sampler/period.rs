//! The time between samples, drawn at random by the signal handler itself.
//!
//! A fixed period locks onto programs with a period of their own; one drawn at random does not. The *rate* is drawn evenly from 0.8 to 1.2
//! of the nominal one, so that the mean rate is the nominal one (an even draw of the period would give 1.4 % more). Setting the timer is a
//! system call, so a period is kept for a few milliseconds.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// A period is kept about so long.
const KEPT: Duration = Duration::from_millis(8);

/// Written by the one thread that the handler runs on, with plain loads and stores.
pub struct Period {
    interval_ns: f64,
    current_ns: AtomicU64,
    random: AtomicU64,
    /// Samples until the next draw, and from draw to draw.
    left: AtomicU64,
    samples: u64,
}

impl Period {
    pub fn new(interval: Duration, seed: u64) -> Period {
        let samples = (KEPT.as_nanos() / interval.as_nanos().max(1)).max(1) as u64;
        let interval_ns = interval.as_nanos() as f64;
        let random = AtomicU64::new(seed | 1);
        let period =
            Period { interval_ns, current_ns: AtomicU64::new(0), random, left: AtomicU64::new(samples), samples };
        period.draw();
        period
    }

    pub fn nanoseconds(&self) -> u64 {
        self.current_ns.load(Ordering::Relaxed)
    }

    /// A sample was taken: the new period, if it is time for one. Async-signal-safe.
    #[inline(always)]
    pub fn next(&self) -> Option<u64> {
        let left = self.left.load(Ordering::Relaxed) - 1;
        self.left.store(if left == 0 { self.samples } else { left }, Ordering::Relaxed);
        (left == 0).then(|| self.draw())
    }

    fn draw(&self) -> u64 {
        // xorshift64 (Marsaglia).
        let mut x = self.random.load(Ordering::Relaxed);
        x ^= x << 13;
        x ^= x >> 7;
        x ^= x << 17;
        self.random.store(x, Ordering::Relaxed);
        let even = (x >> 11) as f64 / (1u64 << 53) as f64;
        let ns = (self.interval_ns / (0.8 + 0.4 * even)) as u64;
        self.current_ns.store(ns, Ordering::Relaxed);
        ns
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_mean_rate_is_the_nominal_one() {
        let period = Period::new(Duration::from_millis(1), 7);
        let rates: f64 = (0..100_000).map(|_| 1e9 / period.draw() as f64).sum();
        assert!((rates / 100_000.0 - 1000.0).abs() < 3.0, "{rates}");
    }

    #[test]
    fn a_period_is_kept_for_some_samples() {
        let period = Period::new(Duration::from_millis(1), 7);
        let drawn: Vec<bool> = (0..16).map(|_| period.next().is_some()).collect();
        assert_eq!(drawn.iter().filter(|d| **d).count(), 2);
        assert!(drawn[7] && drawn[15]);
        let slow = Period::new(Duration::from_millis(100), 7);
        assert!((0..5).all(|_| slow.next().is_some()));
    }
}
