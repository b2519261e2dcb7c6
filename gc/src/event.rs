//! What the collector did: events for the profiler, figures for reports.

use std::collections::VecDeque;

/// Events kept until somebody takes them, unless told otherwise; older ones are dropped.
const CAPACITY: usize = 4096;

#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum GcKind {
    /// Young cells only.
    Minor,
    /// The whole heap in one pause.
    Full,
    /// An incremental collection: clearing the marks and marking the roots.
    Start,
    /// A slice of incremental marking.
    Slice,
    /// The final pause of an incremental collection.
    Finish,
}

impl GcKind {
    pub fn name(self) -> &'static str {
        match self {
            GcKind::Minor => "minor",
            GcKind::Full => "full",
            GcKind::Start => "incremental start",
            GcKind::Slice => "incremental slice",
            GcKind::Finish => "incremental finish",
        }
    }
}

/// Why a collection was done.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum GcReason {
    /// So many bytes were allocated.
    Allocation,
    /// The heap limit was reached.
    Limit,
    /// A script or the embedding asked for it.
    Requested,
    /// `--gc-stress`
    Stress,
    /// The embedding has nothing else to do.
    Idle,
}

impl GcReason {
    pub fn name(self) -> &'static str {
        match self {
            GcReason::Allocation => "allocation",
            GcReason::Limit => "heap limit",
            GcReason::Requested => "requested",
            GcReason::Stress => "stress",
            GcReason::Idle => "idle",
        }
    }
}

/// One pause.
#[derive(Clone, Copy, Debug)]
pub struct GcEvent {
    /// CLOCK_MONOTONIC, nanoseconds.
    pub start_ns: u64,
    pub kind: GcKind,
    pub reason: GcReason,
    /// Nanoseconds.
    pub pause_ns: u64,
    /// Bytes in cells, dead ones included, and external memory.
    pub bytes_before: usize,
    pub bytes_after: usize,
}

/// Figures of a heap, in bytes where not said otherwise.
#[derive(Clone, Copy, Debug, Default)]
pub struct HeapStats {
    /// In cells that the last collection found alive.
    pub live: usize,
    /// Allocated since, rounded to whole free intervals.
    pub allocated: usize,
    /// Allocated ever.
    pub total_allocated: u64,
    /// In blocks in use.
    pub used: usize,
    /// Malloc'd memory that cells own.
    pub external: usize,
    /// The most that `used` and `external` together ever were.
    pub peak: usize,
    /// Free blocks whose memory has not been given back.
    pub free_resident: usize,
    /// Collections, in numbers.
    pub minor_collections: u64,
    pub full_collections: u64,
    /// Nanoseconds.
    pub total_pause_ns: u64,
    pub longest_pause_ns: u64,
}

pub(crate) struct Events {
    ring: VecDeque<GcEvent>,
    capacity: usize,
}

impl Default for Events {
    fn default() -> Events {
        Events { ring: VecDeque::new(), capacity: CAPACITY }
    }
}

impl Events {
    pub fn push(&mut self, event: GcEvent) {
        while self.ring.len() >= self.capacity {
            self.ring.pop_front();
        }
        self.ring.push_back(event);
    }

    pub fn keep(&mut self, capacity: Option<usize>) {
        self.capacity = capacity.unwrap_or(CAPACITY).max(1);
    }

    pub fn take(&mut self) -> Vec<GcEvent> {
        self.ring.drain(..).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_ring_is_bounded_and_keeps_the_latest() {
        let mut events = Events::default();
        for n in 0..CAPACITY as u64 + 5 {
            events.push(GcEvent {
                start_ns: n,
                kind: GcKind::Slice,
                reason: GcReason::Allocation,
                pause_ns: 1,
                bytes_before: 0,
                bytes_after: 0,
            });
        }
        let taken = events.take();
        assert_eq!(taken.len(), CAPACITY);
        assert_eq!(taken[0].start_ns, 5);
        assert!(events.take().is_empty());
    }
}
