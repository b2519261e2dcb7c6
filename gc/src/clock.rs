//! What collections go by when they decide how much to do and when the next is due.
//!
//! Mostly that is the time that they take. Where every run of a program has to do the same at the same place, it is an
//! estimate from what was done: cells scanned, blocks swept, bytes allocated.

/// Nanoseconds that scanning a cell, and sweeping a block whose cells are dropped one by one, take about.
const CELL_NS: u64 = 25;
const DROP_BLOCK_NS: u64 = 10_000;
/// Nanoseconds in which a program allocates a byte, about.
const BYTE_NS: u64 = 2;

/// CLOCK_MONOTONIC in nanoseconds. Async-signal-safe.
pub fn now_ns() -> u64 {
    let mut time = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    // SAFETY: the clock exists and the destination is ours.
    unsafe { libc::clock_gettime(libc::CLOCK_MONOTONIC, &mut time) };
    time.tv_sec as u64 * 1_000_000_000 + time.tv_nsec as u64
}

#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Clock {
    is_estimate: bool,
    estimate_ns: u64,
}

impl Clock {
    /// From now on, time is what the work is estimated to take.
    pub fn estimate(&mut self) {
        *self = Clock { is_estimate: true, estimate_ns: 1 };
    }

    /// Nanoseconds since some moment.
    #[inline]
    pub fn now(&self) -> u64 {
        if self.is_estimate { self.estimate_ns } else { now_ns() }
    }

    pub fn scanned(&mut self, cells: usize) {
        self.estimate_ns += cells as u64 * CELL_NS;
    }

    pub fn dropped_block(&mut self) {
        self.estimate_ns += DROP_BLOCK_NS;
    }

    pub fn allocated(&mut self, bytes: usize) {
        self.estimate_ns += bytes as u64 * BYTE_NS;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_estimate_knows_nothing_but_work() {
        let mut clock = Clock::default();
        clock.estimate();
        let start = clock.now();
        std::thread::sleep(std::time::Duration::from_millis(2));
        assert_eq!(clock.now(), start);
        clock.scanned(1000);
        assert_eq!(clock.now() - start, 25_000);
        clock.allocated(1 << 20);
        clock.dropped_block();
        assert_eq!(clock.now() - start, 25_000 + (2 << 20) + 10_000);
    }
}
