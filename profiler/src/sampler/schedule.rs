//! When the next samples are due.
//!
//! A fixed period locks onto programs with a period of their own, so each is drawn evenly from 0.5 to 1.5 of the interval: if the program's period is
//! the interval or a whole part of it, the next sample falls anywhere in it, wherever this one did. (From 0.8 to 1.2 it would mostly fall near
//! it, and many samples would tell as little as few.)

use std::time::Duration;

/// The times of samples to come, in CLOCK_MONOTONIC nanoseconds.
pub struct Schedule {
    interval_ns: u64,
    random: u64,
    next_ns: u64,
}

impl Schedule {
    /// Nothing is due before [`Schedule::begin`].
    pub fn new(interval: Duration, seed: u64) -> Schedule {
        Schedule { interval_ns: interval.as_nanos() as u64, random: seed | 1, next_ns: 0 }
    }

    /// The mean time between two samples.
    pub fn interval_ns(&self) -> u64 {
        self.interval_ns
    }

    /// Evenly from 0 to 1.
    fn random(&mut self) -> f64 {
        // xorshift64 (Marsaglia).
        let mut x = self.random;
        x ^= x << 13;
        x ^= x >> 7;
        x ^= x << 17;
        self.random = x;
        (x >> 11) as f64 / (1u64 << 53) as f64
    }

    /// When the next sample is due.
    pub fn next_ns(&self) -> u64 {
        self.next_ns
    }

    /// That one is taken care of.
    pub fn advance(&mut self) {
        let part = 0.5 + self.random();
        self.next_ns += (self.interval_ns as f64 * part) as u64;
    }

    /// Begins anew: the next sample is due anywhere in the interval after `now_ns`, as it is for somebody who comes by at random.
    pub fn begin(&mut self, now_ns: u64) {
        let part = self.random();
        self.next_ns = now_ns + 1 + (self.interval_ns as f64 * part) as u64;
    }

    /// Nobody was there when samples were due: the next one is due after `now_ns`. Returns how many were not.
    pub fn skip(&mut self, now_ns: u64) -> u64 {
        let Some(late) = now_ns.checked_sub(self.next_ns) else { return 0 };
        let missed = 1 + late / self.interval_ns;
        self.next_ns += missed * self.interval_ns;
        missed
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MS: u64 = 1_000_000;

    #[test]
    fn the_mean_rate_is_the_nominal_one() {
        let mut schedule = Schedule::new(Duration::from_millis(1), 7);
        schedule.begin(MS);
        let first = schedule.next_ns();
        assert!((MS + 1..=2 * MS + 1).contains(&first), "{first}");
        for n in 0..100_000 {
            let before = schedule.next_ns();
            schedule.advance();
            let apart = schedule.next_ns() - before;
            assert!((500_000..=1_500_000).contains(&apart), "{n}: {apart}");
        }
        let mean = (schedule.next_ns() - first) as f64 / 100_000.0;
        assert!((mean - 1e6).abs() < 3e3, "{mean}");
    }

    #[test]
    fn it_does_not_lock_onto_a_period() {
        for period in [MS, MS / 2, MS / 5] {
            let mut schedule = Schedule::new(Duration::from_millis(1), 7);
            schedule.begin(MS);
            // How far the place in the period of one sample tells that of the next, as the mean of the cosine of the angle between.
            let mut sum = 0.0;
            for _ in 0..100_000 {
                let before = schedule.next_ns();
                schedule.advance();
                let angle = (schedule.next_ns() - before) as f64 / period as f64 * std::f64::consts::TAU;
                sum += angle.cos();
            }
            assert!((sum / 100_000.0).abs() < 0.02, "{period}: {sum}");
        }
    }

    #[test]
    fn what_nobody_took_care_of_is_counted() {
        let mut schedule = Schedule::new(Duration::from_millis(1), 7);
        schedule.begin(MS);
        let due = schedule.next_ns();
        assert_eq!((schedule.skip(due - 1), schedule.next_ns()), (0, due));
        assert_eq!((schedule.skip(due), schedule.next_ns()), (1, due + MS));
        assert_eq!((schedule.skip(due + 11 * MS + 1), schedule.next_ns()), (11, due + 12 * MS));
    }

    #[test]
    fn it_begins_anywhere_in_an_interval() {
        let mut schedule = Schedule::new(Duration::from_millis(1), 7);
        let mut sum = 0;
        for _ in 0..10_000 {
            schedule.begin(MS);
            sum += schedule.next_ns() - MS;
        }
        assert!((sum as f64 / 1e10 - 0.5).abs() < 0.02, "{sum}");
    }
}
