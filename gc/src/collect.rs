//! Collections: minor, full, and full in slices.
//!
//! Minor: marks are kept (sticky); marking goes from the roots and the remembered cells, and stops at what is marked. Full:
//! marks are cleared first. Incremental: the same in slices that allocation drives. New cells are unmarked; the
//! barrier brings scanned cells that were stored into back (the retreating wavefront); when nothing is left, remembered cells
//! and then the roots are scanned again, and once that leaves nothing within a slice's time, the collection is complete.

use crate::clock::now_ns;
use crate::event::{GcEvent, GcKind, GcReason};
use crate::heap::{Heap, Phase};
use crate::policy::SLICE_NS;
use crate::registers::with_spilled;
use abi::context::VmState;

/// Less than this part of the limit is almost nothing.
const SCANT: usize = 32;
/// So many fruitless full collections in a row make an allocation fail, ...
const MAX_FRUITLESS: u32 = 12;
/// ... and so many further ones the next.
const FRUITLESS_AGAIN: u32 = 4;

impl Heap {
    /// Collects what was allocated since the last collection. Completes an incremental collection that is under way instead.
    pub fn collect_minor(&mut self, reason: GcReason) {
        if self.phase == Phase::Marking {
            return self.finish_incremental(reason);
        }
        self.settle_threshold();
        self.pause(reason, |heap, stack_pointer| {
            let start = heap.now();
            let allocated = heap.allocated.saturating_sub(heap.unused_bytes());
            let live_before = heap.live;
            heap.visitor.begin(false);
            heap.push_remembered();
            heap.mark_roots(stack_pointer);
            heap.visitor.drain(None);
            heap.complete(false, reason);
            let survived = heap.live.saturating_sub(live_before);
            heap.policy.after_minor(heap.now() - start, allocated, survived, heap.live);
            heap.stats.minor_collections += 1;
            GcKind::Minor
        });
    }

    /// Collects everything in one pause. What an incremental collection marked so far is marked anew.
    pub fn collect_full(&mut self, reason: GcReason) {
        self.pause(reason, |heap, stack_pointer| {
            let start = heap.now();
            heap.start_marking(stack_pointer);
            heap.mark_ns = 0;
            heap.visitor.drain(None);
            heap.complete_full(start, reason);
            GcKind::Full
        });
    }

    /// Begins an incremental full collection; does nothing if one is under way.
    pub fn start_incremental(&mut self, reason: GcReason) {
        if self.phase == Phase::Marking {
            return;
        }
        self.pace = self.policy.pace(self.live + self.allocated / 2);
        self.pause(reason, |heap, stack_pointer| {
            let start = heap.now();
            heap.start_marking(stack_pointer);
            heap.mark_ns = heap.now() - start;
            heap.marking_since = heap.allocated;
            GcKind::Start
        });
    }

    /// Marks for a slice's time; completes the collection if nothing is left. For an embedding that is idle, too.
    pub fn collect_slice(&mut self, reason: GcReason) {
        if self.phase == Phase::Marking {
            let overdue = self.allocated - self.marking_since > self.pace.overdue;
            self.slice(reason, (!overdue).then_some(SLICE_NS));
        }
    }

    /// Completes the incremental collection that is under way, in one pause.
    pub fn finish_incremental(&mut self, reason: GcReason) {
        if self.phase == Phase::Marking {
            self.slice(reason, None);
        }
    }

    /// Whether an incremental collection is under way.
    pub fn is_marking(&self) -> bool {
        self.phase == Phase::Marking
    }

    /// Enough was allocated for something to be due.
    pub(crate) fn poll(&mut self) {
        if self.collecting {
            return;
        }
        let reason = GcReason::Allocation;
        if self.phase == Phase::Marking {
            return self.collect_slice(reason);
        }
        let bytes = self.bytes() + self.allocated;
        if !self.policy.wants_full(bytes) {
            self.collect_minor(reason);
        } else if self.policy.full_at_once(self.live + self.allocated / 2) {
            self.collect_full(reason);
        } else {
            self.start_incremental(reason);
        }
    }

    fn slice(&mut self, reason: GcReason, budget: Option<u64>) {
        self.pause(reason, |heap, stack_pointer| {
            let start = heap.now();
            let deadline = budget.map(|ns| start + ns);
            let marked_all = heap.visitor.drain(deadline)
                && {
                    heap.push_remembered();
                    heap.visitor.drain(deadline)
                }
                && {
                    heap.mark_roots(stack_pointer);
                    heap.visitor.drain(deadline)
                };
            if !marked_all {
                heap.mark_ns += heap.now() - start;
                return GcKind::Slice;
            }
            heap.complete_full(start, reason);
            GcKind::Finish
        });
    }

    fn start_marking(&mut self, stack_pointer: usize) {
        // Cells remembered so far are found like all others; their state is corrected when they are.
        self.remembered.get_mut().clear();
        self.clear_marks();
        self.phase = Phase::Marking;
        self.visitor.begin(true);
        self.mark_roots(stack_pointer);
    }

    fn push_remembered(&mut self) {
        for owner in self.remembered.get_mut().drain(..) {
            self.visitor.push(owner);
        }
    }

    fn complete_full(&mut self, start: u64, reason: GcReason) {
        self.complete_marking();
        let mark_ns = self.mark_ns + (self.now() - start);
        self.complete_sweeping(true, reason);
        self.policy.note_cycle(self.now(), self.total_allocated, self.paused_ns);
        self.policy.after_full(mark_ns, self.live, self.bytes(), self.limit);
        self.dropped = Some(0);
        self.stats.full_collections += 1;
        self.note_room(reason);
        if self.used + self.external() <= self.limit {
            self.reserve_open = false;
        }
    }

    /// Near the limit a program can spend nearly all of its time on collections that free nearly nothing; after a number of
    /// those in a row an allocation fails although there would be a little memory.
    fn note_room(&mut self, reason: GcReason) {
        let live = self.live + self.external();
        self.lowest_live = self.lowest_live.min(live);
        let room = self.limit.saturating_sub(live);
        if room >= self.limit / 8 {
            self.roomy_collections += 1;
        }
        if room >= self.limit / SCANT {
            self.fruitless = 0;
        } else if matches!(reason, GcReason::Allocation | GcReason::Limit) {
            self.fruitless += 1;
            if self.fruitless >= MAX_FRUITLESS {
                self.fruitless = MAX_FRUITLESS - FRUITLESS_AGAIN;
                self.give_up = true;
            }
        }
    }

    /// Whether the allocation that is being made has to fail because collections are of no use any more.
    pub(crate) fn gives_up(&mut self) -> bool {
        if self.give_up {
            self.reserve_open = true;
        }
        std::mem::take(&mut self.give_up)
    }

    fn complete(&mut self, full: bool, reason: GcReason) {
        self.complete_marking();
        self.complete_sweeping(full, reason);
    }

    /// Everything reachable from roots is marked: ephemerons.
    fn complete_marking(&mut self) {
        self.visitor.dedup_tables();
        self.visitor.drain_ephemerons(self.ephemerons.map(|(mark, _)| mark));
        for callback in &self.ephemeron_callbacks {
            callback(&mut self.visitor);
        }
        self.visitor.drain(None);
        debug_assert!(self.visitor.is_drained() && self.remembered.get_mut().is_empty());
    }

    /// Everything alive is marked: weak references, and the sweep.
    fn complete_sweeping(&mut self, full: bool, reason: GcReason) {
        self.process_weak(full);
        self.set_state(VmState::GcSweep as u32);
        self.after_marking(full, reason);
        self.phase = Phase::Idle;
        self.allocated = 0;
        self.external_allocated = 0;
    }

    /// Does `work` as one pause: with registers spilled, the VM's state set, and an event recorded of the kind it returns.
    fn pause(&mut self, reason: GcReason, work: impl FnOnce(&mut Heap, usize) -> GcKind) {
        if self.collecting {
            return;
        }
        let (start_ns, start) = (now_ns(), self.now());
        let bytes_before = self.occupied();
        self.collecting = true;
        self.clear_free_headers();
        let state = self.set_state(VmState::GcMark as u32);
        let mut stack = 0;
        let kind = with_spilled(|stack_pointer| {
            let stack_pointer = stack_pointer.max(self.stack_of_caller);
            stack = self.stack_bytes(stack_pointer);
            work(self, stack_pointer)
        });
        self.set_state(state);
        self.collecting = false;
        self.stale_words = true;
        self.stale_frames = true;
        self.next_event = if self.phase == Phase::Marking {
            self.allocated + self.external_allocated + self.pace.step
        } else {
            let bytes = self.bytes();
            // A deep recursion's stack is scanned each time: as much must be allocated, as far as there is room.
            let worthwhile = stack.min(self.limit.saturating_sub(bytes) / 2);
            self.policy.next_event(bytes, self.limit).max(worthwhile)
        };
        let pause_ns = now_ns() - start_ns;
        self.paused_ns += self.now() - start;
        self.stats.total_pause_ns += pause_ns;
        self.stats.longest_pause_ns = self.stats.longest_pause_ns.max(pause_ns);
        let bytes_after = self.occupied();
        self.events.push(GcEvent { start_ns, kind, reason, pause_ns, bytes_before, bytes_after });
    }

    /// What the heap takes, as far as it is known to: live cells, external memory, and what is free between live cells and not to be allocated from.
    pub(crate) fn bytes(&self) -> usize {
        let gaps = if self.reuses_fragmented { 0 } else { self.short_gaps };
        self.live + self.external() + self.lost + gaps
    }

    fn occupied(&self) -> usize {
        self.live + self.allocated + self.external()
    }
}
