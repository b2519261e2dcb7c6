//! When to collect, and how.
//!
//! A minor collection follows every nursery's worth of allocation; the nursery shrinks when pauses grow long and grows when
//! they are short. A full one follows when the heap has grown by a part of itself since the last (the smaller the heap the
//! larger the part, and the larger the more of the program's time collections would take otherwise), and is incremental if marking would take longer than a pause may. Where much of the nursery survives, minor collections only do early what a full one does
//! again: marking costs s per allocated byte by minor collections at a survival of s, on top of L/R by full ones (live bytes
//! over bytes allocated between them), which without minor collections come 1/s times as often. So minor ones pay while
//! s < L / (L + R).

const MB: usize = 1 << 20;
const FIRST_NURSERY: usize = 48 * MB;
const MIN_NURSERY: usize = 4 * MB;
pub(crate) const MAX_NURSERY: usize = 96 * MB;
/// The heap may grow by this much between two full collections, however small it is, ...
const MIN_GROWTH: usize = 64 * MB;
/// ... or to three times its size while it is small, ...
const SMALL_GROWTH: f64 = 2.0;
const SMALL_MOST: usize = 160 * MB;
/// ... or to nearly twice its size, ...
const GROWTH: f64 = 0.9;
/// ... or, when it is large, by half of itself and this much.
const LARGE_GROWTH: f64 = 0.5;
const LARGE_EXTRA: usize = 100 * MB;
/// It grows by less, though by half of itself at least, if marking as often as that is expected to take less than this share of
/// the time.
const CHEAP_SHARE: f64 = 0.04;
const CHEAP_GROWTH: f64 = 0.5;
/// Minor collections are worth trying below this survival in any case.
const LOW_SURVIVAL: f64 = 0.3;
/// Nanoseconds that minor collections should take at most, and below which the nursery grows.
const MINOR_NS: u64 = 6_000_000;
const SHORT_NS: u64 = 3_000_000;
/// A full collection expected to take less is done at once.
const FULL_AT_ONCE_NS: f64 = 6_000_000.0;
/// Nanoseconds of a slice of incremental marking.
pub(crate) const SLICE_NS: u64 = 4_000_000;
/// Bytes marked in a nanosecond, until measured.
const FIRST_RATE: f64 = 0.5;

/// How to pace an incremental marking.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Pace {
    /// Bytes of allocation between two slices.
    pub step: usize,
    /// Bytes of allocation after which the rest is marked in one pause.
    pub overdue: usize,
}

pub(crate) struct Policy {
    nursery: usize,
    /// The nursery is as large as it was said to be, and every one of them is collected.
    fixed: bool,
    /// Live and external bytes after the last full collection.
    base: usize,
    threshold: usize,
    /// Nanoseconds that the last full marking took.
    mark_ns: u64,
    rate: f64,
    survival: f64,
    /// Bytes that the program allocates in a nanosecond of its own time, as of the last cycle; 0 until measured.
    allocation_rate: f64,
    /// When the last full collection ended: time, bytes allocated ever, nanoseconds of pauses ever.
    cycle: (u64, u64, u64),
}

impl Policy {
    pub fn new() -> Policy {
        Policy {
            nursery: FIRST_NURSERY,
            fixed: false,
            base: 0,
            threshold: MIN_GROWTH,
            mark_ns: 0,
            rate: FIRST_RATE,
            survival: 0.1,
            allocation_rate: 0.0,
            cycle: (0, 0, 0),
        }
    }

    /// A minor collection follows so many bytes of allocation from now on, whatever they take.
    pub fn fix_nursery(&mut self, bytes: usize) {
        (self.nursery, self.fixed) = (bytes, true);
    }

    /// A full collection ends now; so many bytes were allocated and so many nanoseconds paused, ever.
    pub fn note_cycle(&mut self, now_ns: u64, allocated: u64, paused_ns: u64) {
        let (then, allocated_then, paused_then) = std::mem::replace(&mut self.cycle, (now_ns, allocated, paused_ns));
        let own_ns = now_ns.saturating_sub(then).saturating_sub(paused_ns - paused_then);
        if then != 0 && own_ns > 0 {
            self.allocation_rate = (allocated - allocated_then) as f64 / own_ns as f64;
        }
    }

    /// By how much the heap may grow so that marking, which took `mark_ns`, takes a small share of the time.
    fn cheap_growth(&self, mark_ns: u64, bytes: usize) -> usize {
        if self.allocation_rate == 0.0 {
            return usize::MAX;
        }
        let growth = mark_ns as f64 * self.allocation_rate / CHEAP_SHARE;
        (growth as usize).max((bytes as f64 * CHEAP_GROWTH) as usize).max(MIN_GROWTH)
    }

    fn minors_pay(&self) -> bool {
        self.survival < (self.base as f64 / self.threshold.max(1) as f64).max(LOW_SURVIVAL)
    }

    /// Whether a heap of so many bytes, live, new and external, is due for a full collection.
    pub fn wants_full(&self, bytes: usize) -> bool {
        bytes >= self.threshold
    }

    /// Bytes that may be allocated until the next collection, `bytes` being live or external now.
    pub fn next_event(&self, bytes: usize, limit: usize) -> usize {
        if self.fixed {
            return self.nursery;
        }
        let room = self.threshold.min(limit).saturating_sub(bytes).max(MB);
        if self.minors_pay() { room.min(self.nursery) } else { room }
    }

    /// Bytes that the heap may grow by until the next full collection, `bytes` being live or external now.
    pub fn growth_left(&self, bytes: usize, limit: usize) -> usize {
        self.threshold.min(limit).saturating_sub(bytes)
    }

    /// Whether a full collection that has so many bytes to mark need not be incremental.
    pub fn full_at_once(&self, bytes: usize) -> bool {
        bytes as f64 / self.rate <= FULL_AT_ONCE_NS
    }

    pub fn pace(&self, bytes: usize) -> Pace {
        let slices = (bytes as f64 / self.rate / SLICE_NS as f64).ceil().max(1.0);
        let headroom = (bytes / 4).max(16 * MB);
        Pace { step: ((headroom as f64 / slices) as usize).clamp(MB / 8, 8 * MB), overdue: headroom * 2 }
    }

    pub fn after_minor(&mut self, pause_ns: u64, allocated: usize, survived: usize, live: usize) {
        let share = survived as f64 / allocated.max(MB) as f64;
        self.survival = (self.survival + share.min(1.0)) / 2.0;
        if self.fixed {
            return;
        }
        if pause_ns > MINOR_NS {
            let shrunk = (self.nursery as f64 * MINOR_NS as f64 / pause_ns as f64) as usize;
            self.nursery = shrunk.max(MIN_NURSERY);
        } else if pause_ns < SHORT_NS {
            self.nursery = (self.nursery + self.nursery / 2).min((live / 2).clamp(FIRST_NURSERY, MAX_NURSERY));
        }
    }

    /// `marked` bytes took `mark_ns`; `bytes` are live or external now.
    pub fn after_full(&mut self, mark_ns: u64, marked: usize, bytes: usize, limit: usize) {
        if marked > MB {
            let rate = (marked as f64 / mark_ns.max(1) as f64).clamp(0.05, 20.0);
            self.rate = (self.rate + rate) / 2.0;
        }
        if !self.minors_pay() {
            // Programs change: try a minor collection again some time.
            self.survival *= 0.85;
        }
        self.mark_ns = mark_ns;
        self.set_threshold(bytes, limit);
    }

    /// Of the bytes that counted as live or external after the last full collection, so many belonged to dead cells.
    pub fn after_drops(&mut self, dropped: usize, limit: usize) {
        self.set_threshold(self.base.saturating_sub(dropped), limit);
    }

    fn set_threshold(&mut self, bytes: usize, limit: usize) {
        self.base = bytes;
        let part = |share: f64| (bytes as f64 * share) as usize;
        let small = part(SMALL_GROWTH).min(SMALL_MOST);
        let growth = part(GROWTH).min(part(LARGE_GROWTH) + LARGE_EXTRA).max(small).max(MIN_GROWTH);
        let growth = growth.min(self.cheap_growth(self.mark_ns, bytes));
        // Near the limit, collect while an incremental collection can still be paid for.
        let room = limit.saturating_sub(bytes) / 2;
        self.threshold = bytes + growth.min(room.max(MB));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_heap_may_grow_by_a_part_of_itself_between_full_collections() {
        let mut policy = Policy::new();
        assert!(!policy.wants_full(63 * MB) && policy.wants_full(64 * MB));
        policy.after_full(1, 0, 10 * MB, usize::MAX);
        assert!(!policy.wants_full(73 * MB) && policy.wants_full(74 * MB));
        policy.after_full(1, 0, 1000 * MB, usize::MAX);
        assert!(!policy.wants_full(1599 * MB) && policy.wants_full(1601 * MB));
        policy.after_full(1, 0, 100 * MB, usize::MAX);
        assert!(!policy.wants_full(259 * MB) && policy.wants_full(260 * MB));
        policy.after_full(1, 0, 1000 * MB, 1100 * MB);
        assert!(policy.wants_full(1051 * MB));
    }

    #[test]
    fn a_heap_grows_less_where_collections_are_cheap() {
        let mut policy = Policy::new();
        policy.note_cycle(1_000_000_000, 100 << 20, 0);
        // 100 MB in a second, and 10 ms of marking: every 25 MB would do.
        policy.note_cycle(2_000_000_000, 200 << 20, 0);
        policy.after_full(10_000_000, 0, 100 * MB, usize::MAX);
        assert!(!policy.wants_full(163 * MB) && policy.wants_full(164 * MB));
        // 2 GB in a second: as ever.
        policy.note_cycle(3_000_000_000, 2200 << 20, 0);
        policy.after_full(10_000_000, 0, 100 * MB, usize::MAX);
        assert!(!policy.wants_full(259 * MB) && policy.wants_full(260 * MB));
    }

    #[test]
    fn nurseries_follow_pauses_and_survival() {
        let mut policy = Policy::new();
        policy.after_full(1, 0, 400 * MB, usize::MAX);
        assert_eq!(policy.next_event(400 * MB, usize::MAX), 48 * MB);
        policy.after_minor(12_000_000, 32 * MB, 0, 400 * MB);
        assert_eq!(policy.next_event(400 * MB, usize::MAX), 24 * MB);
        for _ in 0..20 {
            policy.after_minor(1_000_000, 32 * MB, 0, 400 * MB);
        }
        assert_eq!(policy.next_event(400 * MB, usize::MAX), 96 * MB);
        for _ in 0..20 {
            policy.after_minor(4_000_000, 32 * MB, 30 * MB, 400 * MB);
        }
        assert_eq!(policy.next_event(400 * MB, usize::MAX), 300 * MB);
        for _ in 0..20 {
            policy.after_full(1, 0, 400 * MB, usize::MAX);
        }
        assert_eq!(policy.next_event(400 * MB, usize::MAX), 96 * MB);
    }

    #[test]
    fn a_fixed_nursery_stays_as_it_is() {
        let mut policy = Policy::new();
        policy.fix_nursery(MB / 4);
        policy.after_minor(12_000_000, MB / 4, MB / 4, 400 * MB);
        assert_eq!(policy.next_event(400 * MB, usize::MAX), MB / 4);
    }

    #[test]
    fn long_markings_are_paced() {
        let policy = Policy::new();
        assert!(policy.full_at_once(2 * MB) && !policy.full_at_once(100 * MB));
        let pace = policy.pace(1000 * MB);
        assert!(pace.step * 500 < pace.overdue * 2, "{pace:?}");
    }
}
