//! How long the handler takes: a histogram that it keeps itself, and the stop of an empty handler, measured before sampling begins.

use super::Shared;
use super::signal::now_ns;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};
use std::time::Duration;

/// Buckets of a quarter of an octave, from 1 ns to 65 µs and beyond.
const BUCKETS: usize = 68;

/// Written by the handler alone, with plain loads and stores.
pub struct Times {
    sum: AtomicU64,
    count: AtomicU64,
    /// By the profile's clock.
    last: AtomicU64,
    buckets: [AtomicU32; BUCKETS],
    /// Signals seen while calibrating.
    empty: AtomicU64,
}

impl Default for Times {
    fn default() -> Times {
        Times {
            sum: AtomicU64::new(0),
            count: AtomicU64::new(0),
            last: AtomicU64::new(0),
            buckets: [const { AtomicU32::new(0) }; BUCKETS],
            empty: AtomicU64::new(0),
        }
    }
}

fn bucket(ns: u64) -> usize {
    let ns = ns.max(4);
    let octave = 63 - ns.leading_zeros() as usize;
    // The two bits behind the first.
    (octave * 4 + (ns >> (octave - 2) & 3) as usize).min(BUCKETS - 1)
}

/// The least value in a bucket.
fn floor(bucket: usize) -> u64 {
    let (octave, quarter) = (bucket / 4, bucket % 4);
    if octave < 2 { 1 } else { (4 + quarter as u64) << (octave - 2) }
}

impl Times {
    /// What it took, and that by the profile's clock. Async-signal-safe, for the one thread that the handler runs on.
    #[inline(always)]
    pub fn note(&self, ns: u64, by_clock_ns: u64) {
        self.sum.store(self.sum.load(Ordering::Relaxed) + ns, Ordering::Relaxed);
        self.count.store(self.count.load(Ordering::Relaxed) + 1, Ordering::Relaxed);
        self.last.store(by_clock_ns, Ordering::Relaxed);
        let place = &self.buckets[bucket(ns)];
        place.store(place.load(Ordering::Relaxed) + 1, Ordering::Relaxed);
    }

    #[inline(always)]
    pub fn count_empty(&self) {
        self.empty.store(self.empty.load(Ordering::Relaxed) + 1, Ordering::Relaxed);
    }

    /// The last one, by the profile's clock. Async-signal-safe.
    #[inline(always)]
    pub fn last_ns(&self) -> u64 {
        self.last.load(Ordering::Relaxed)
    }

    pub fn sum_ns(&self) -> u64 {
        self.sum.load(Ordering::Relaxed)
    }

    pub fn count(&self) -> u64 {
        self.count.load(Ordering::Relaxed)
    }

    /// The value below which this part of all lies, to a quarter of an octave.
    pub fn quantile_ns(&self, part: f64) -> u64 {
        let all: u64 = self.buckets.iter().map(|b| u64::from(b.load(Ordering::Relaxed))).sum();
        let mut left = (all as f64 * part).ceil() as u64;
        for (i, count) in self.buckets.iter().enumerate() {
            let count = u64::from(count.load(Ordering::Relaxed));
            if count > 0 && count >= left {
                return floor(i);
            }
            left -= count;
        }
        0
    }
}

/// Time between the signals of a calibration.
pub const CALIBRATION: Duration = Duration::from_micros(53);
/// Signals that a calibration waits for, and how long at most.
const SIGNALS: usize = 48;
const LONGEST: Duration = Duration::from_millis(20);

/// The median stop of the calling thread by a handler that only counts, in nanoseconds; 0 if there was none. Sampling must be paused, with
/// the interval [`CALIBRATION`], and is paused afterwards.
pub fn calibrate(shared: &Shared) -> u64 {
    shared.empty.store(true, Ordering::SeqCst);
    shared.resume();
    let mut stops = Vec::with_capacity(SIGNALS);
    let mut steps = Vec::with_capacity(1024);
    let begin = now_ns();
    let (mut last, mut seen) = (begin, shared.times.empty.load(Ordering::Relaxed));
    while stops.len() < SIGNALS && last - begin < LONGEST.as_nanos() as u64 {
        let now = now_ns();
        let count = shared.times.empty.load(Ordering::Relaxed);
        if count == seen {
            if steps.len() < steps.capacity() {
                steps.push(now - last);
            }
            last = now;
        } else {
            // The stop may have been between the two reads: this one is behind it in any case.
            let behind = now_ns();
            stops.push(behind - last);
            seen = shared.times.empty.load(Ordering::Relaxed);
            last = now_ns();
        }
    }
    shared.pause(false);
    shared.empty.store(false, Ordering::SeqCst);
    let median = |list: &mut Vec<u64>| {
        list.sort_unstable();
        list.get(list.len() / 2).copied().unwrap_or(0)
    };
    median(&mut stops).saturating_sub(2 * median(&mut steps))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantiles_are_within_a_quarter_of_an_octave() {
        let times = Times::default();
        for ns in 1..=1000 {
            times.note(ns, ns);
        }
        for (part, exact) in [(0.1, 100), (0.5, 500), (0.99, 990)] {
            let ns = times.quantile_ns(part);
            assert!(ns <= exact && exact * 4 <= ns * 5, "{part}: {ns}");
        }
        assert_eq!((times.sum_ns(), times.count()), (500_500, 1000));
        times.note(u64::MAX >> 1, 7);
        assert_eq!(times.last_ns(), 7);
    }
}
