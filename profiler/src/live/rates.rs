//! Counters of the VM over time, in bounded space.

use serde::{Deserialize, Serialize};

/// Points at most; beyond that, every second of the older half is left out.
const MOST: usize = 4096;

/// Counters at a moment.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Rate {
    /// CLOCK_MONOTONIC, nanoseconds.
    pub at_ns: u64,
    /// Since the VM was made: times that an inline cache learned, and guards of optimized code that failed.
    pub cache_misses: u64,
    pub deopts: u64,
    /// What cells take, with what lies free between them.
    pub heap_bytes: u64,
}

#[derive(Default)]
pub(super) struct Rates {
    points: Vec<Rate>,
    /// Points that were left out before those that are there.
    gone: usize,
}

impl Rates {
    pub(super) fn note(&mut self, rate: Rate) {
        self.points.push(rate);
        if self.points.len() > MOST {
            let half = self.points.len() / 2;
            let mut i = 0;
            self.points.retain(|_| {
                i += 1;
                i > half || i % 2 == 1
            });
            self.gone += half / 2;
        }
    }

    pub(super) fn forget(&mut self) {
        self.gone += self.points.len();
        self.points.clear();
    }

    /// How many there ever were.
    pub(super) fn end(&self) -> usize {
        self.gone + self.points.len()
    }

    /// Those from the n-th on.
    pub(super) fn since(&self, n: usize) -> &[Rate] {
        &self.points[n.saturating_sub(self.gone).min(self.points.len())..]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn old_points_become_fewer() {
        let mut rates = Rates::default();
        for at_ns in 0..20_000 {
            rates.note(Rate { at_ns, ..Rate::default() });
            assert!(rates.points.len() <= MOST);
        }
        assert!(rates.points.is_sorted_by_key(|p| p.at_ns));
        assert_eq!((rates.end(), rates.points[0].at_ns), (20_000, 0));
        let last: Vec<u64> = rates.since(19_998).iter().map(|p| p.at_ns).collect();
        assert_eq!(last, [19_998, 19_999]);
        assert_eq!(rates.since(0).len(), rates.points.len());
    }
}
