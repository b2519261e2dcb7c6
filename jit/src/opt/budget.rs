//! How much of the program's time may go into starting compilations.

use std::time::{Duration, Instant};

/// What a program may spend before it has run for long: short ones are to be optimized, too.
const CREDIT: Duration = Duration::from_millis(40);
/// Of so much time it may spend one part.
const PARTS: u32 = 25;
/// What it can save.
const SAVINGS: Duration = Duration::from_millis(50);

/// The processor's time to spend on the program's own thread: there graphs are built, and code is put in and taken out.
pub struct Budget {
    /// What there is, and had been worked by then.
    left: Duration,
    worked: Duration,
    /// What was spent beyond that.
    owed: Duration,
    /// There is nothing before.
    not_before: Option<Instant>,
}

impl Budget {
    /// `worked`: what the thread has had of the processor so far.
    pub fn new(worked: Duration) -> Budget {
        Budget { left: CREDIT, worked, owed: Duration::ZERO, not_before: None }
    }

    /// Whether something may be started now. What it takes is not known before. `worked` takes some time itself and is asked only where it matters.
    pub fn allows(&mut self, now: Instant, worked: impl FnOnce() -> Duration) -> bool {
        if self.not_before.is_some_and(|then| now < then) {
            return false;
        }
        let worked = worked();
        let earned = worked.saturating_sub(self.worked) / PARTS;
        self.worked = worked;
        let paid = earned.min(self.owed);
        self.owed -= paid;
        self.left = (self.left + (earned - paid)).min(SAVINGS);
        let allowed = !self.left.is_zero();
        self.not_before = (!allowed).then(|| now + self.owed * PARTS);
        allowed
    }

    pub fn spend(&mut self, spent: Duration) {
        let paid = spent.min(self.left);
        self.left -= paid;
        self.owed += spent - paid;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_owed_is_earned_first() {
        let (start, worked) = (Instant::now(), Duration::from_secs(7));
        let mut budget = Budget::new(worked);
        assert!(budget.allows(start, || worked));
        budget.spend(CREDIT + Duration::from_millis(1));
        let (soon, later) = (PARTS * Duration::from_micros(999), PARTS * Duration::from_micros(1001));
        assert!(!budget.allows(start, || worked));
        assert!(!budget.allows(start + soon, || unreachable!("so much cannot have been worked")));
        assert!(!budget.allows(start + later, || worked + soon));
        assert!(budget.allows(start + 2 * later, || worked + later));
    }

    #[test]
    fn savings_end() {
        let start = Instant::now();
        let mut budget = Budget::new(Duration::ZERO);
        let worked = 2 * PARTS * SAVINGS;
        assert!(budget.allows(start, || worked));
        budget.spend(SAVINGS);
        assert!(!budget.allows(start, || worked));
    }
}
