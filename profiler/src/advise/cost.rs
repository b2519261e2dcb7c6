//! Times with the intervals that samples allow.
//!
//! How many samples fall into a piece of work varies as a Poisson variable does; its square root varies by one half whatever its mean is
//! (Anscombe), so that the interval is that of the square root, squared again. A piece of work without a sample takes less than three
//! intervals, in 95 of 100 cases.

use serde::{Deserialize, Serialize};

/// Half the width of a 95 % interval of the square root of a Poisson variable.
const HALF_WIDTH: f64 = 0.98;
/// What a Poisson variable that came out as 0 is below in 95 of 100 cases.
const NONE_SEEN: f64 = 3.0;

/// Time, in milliseconds, with a 95 % interval, and the samples that it is made of.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Cost {
    pub ms: f64,
    pub low: f64,
    pub high: f64,
    pub samples: f64,
}

/// Samples of one kind.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Tally {
    pub samples: u64,
    pub ns: u64,
}

impl Tally {
    pub fn add(&mut self, ns: u64) {
        self.samples += 1;
        self.ns += ns;
    }

    pub fn plus(self, other: Tally) -> Tally {
        Tally { samples: self.samples + other.samples, ns: self.ns + other.ns }
    }

    /// Without a part of it.
    pub fn less(self, part: Tally) -> Tally {
        Tally { samples: self.samples.saturating_sub(part.samples), ns: self.ns.saturating_sub(part.ns) }
    }

    pub fn ms(self) -> f64 {
        self.ns as f64 / 1e6
    }

    /// With the interval. `interval_ns` is the time between samples.
    pub fn cost(self, interval_ns: u64) -> Cost {
        if self.samples == 0 {
            return Cost { high: NONE_SEEN * interval_ns as f64 / 1e6, ..Cost::default() };
        }
        let n = self.samples as f64;
        let each = self.ms() / n;
        let low = (n.sqrt() - HALF_WIDTH).max(0.0).powi(2) * each;
        let high = (n.sqrt() + HALF_WIDTH).powi(2) * each;
        Cost { ms: self.ms(), low, high, samples: n }
    }
}

impl Cost {
    /// Both together; their errors are independent.
    pub fn plus(self, other: Cost) -> Cost {
        let ms = self.ms + other.ms;
        let below = (self.ms - self.low).hypot(other.ms - other.low);
        let above = (self.high - self.ms).hypot(other.high - other.ms);
        Cost { ms, low: (ms - below).max(0.0), high: ms + above, samples: self.samples + other.samples }
    }

    /// What is left if the work takes `usual` in any case.
    pub fn beyond(self, usual: Cost) -> Cost {
        let ms = (self.ms - usual.ms).max(0.0);
        let share = if self.ms > 0.0 { ms / self.ms } else { 0.0 };
        let low = (self.low - usual.high).max(0.0);
        Cost { ms, low: low.min(ms), high: self.high, samples: self.samples * share }
    }

    pub fn times(self, factor: f64) -> Cost {
        Cost { ms: self.ms * factor, low: self.low * factor, high: self.high * factor, samples: self.samples * factor }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MS: u64 = 1_000_000;

    #[test]
    fn intervals_hold_what_they_promise() {
        let mut random = fastrand::Rng::with_seed(7);
        for mean in [3.0, 10.0, 60.0] {
            let mut held = 0;
            for _ in 0..2000 {
                // Exponential gaps make a Poisson variable.
                let (mut at, mut samples) = (0.0, 0);
                loop {
                    at -= (1.0 - random.f64()).ln();
                    if at > mean {
                        break;
                    }
                    samples += 1;
                }
                let cost = Tally { samples, ns: samples * MS }.cost(MS);
                held += usize::from((cost.low..=cost.high).contains(&mean));
            }
            // Few samples come in steps: the interval holds more then.
            assert!((1860..=1990).contains(&held), "{mean}: {held} of 2000");
        }
    }

    #[test]
    fn nothing_seen_is_not_nothing() {
        let cost = Tally::default().cost(MS);
        assert_eq!((cost.ms, cost.low, cost.high), (0.0, 0.0, 3.0));
    }

    #[test]
    fn sums_and_differences() {
        let cost = |samples: u64| Tally { samples, ns: samples * MS }.cost(MS);
        let sum = cost(100).plus(cost(100));
        let whole = cost(200);
        assert!(
            (sum.ms - whole.ms).abs() < 1e-9
                && (sum.low - whole.low).abs() < 1.0
                && (sum.high - whole.high).abs() < 1.5
        );
        let rest = cost(100).beyond(cost(40));
        assert!((rest.ms - 60.0).abs() < 1e-9 && rest.low < 60.0 && rest.high > 100.0, "{rest:?}");
        assert_eq!(cost(4).beyond(cost(40)).ms, 0.0);
    }
}
