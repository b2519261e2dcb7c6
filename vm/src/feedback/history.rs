//! The side table of what sites went through.
//!
//! One table for the whole VM: a site has the number of its newest event (`abi::ic::Site::history`), an event that of the one
//! before. Events are written where a site learns, never where it only does what it has learned; a site keeps [`SITE_EVENTS`]
//! of them and counts the rest, the VM [`MAX_EVENTS`].

use super::operands::OperandEvent;
use abi::ic::{EntryKind, Site};
use abi::object::ElementKind;
use rustc_hash::FxHashMap;

/// Events of a site at most. Further ones are counted in its newest.
pub const SITE_EVENTS: usize = 16;
/// Of these, so many are for changes of the site's state.
const RESERVED: usize = 4;
/// Events of all sites at most.
pub const MAX_EVENTS: usize = 1 << 17;

/// What a site learned or lost.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Change {
    /// A case for objects of the shape with this serial number.
    Case { shape: u32, kind: EntryKind },
    /// The case for that shape was made again: the property had changed, or an assumption had failed.
    CaseAgain { shape: u32, kind: EntryKind },
    /// A shape more than the site has entries for: it went over to the cache that megamorphic sites share.
    TooManyShapes { shape: u32 },
    /// What comes here cannot be cached.
    Uncachable,
    /// So many cases were cleared, because a shape or an object in them had died.
    Cleared { cases: u32 },
    /// The code with this id was called for the first time.
    Target { code_id: u32 },
    /// Code with yet another id was called.
    TooManyTargets { code_id: u32 },
    /// Something was called that is neither a function written in JavaScript nor a built-in.
    OddTarget,
    /// An element access came across something new: SEEN_* bits.
    Seen { bits: u16 },
    /// The site changed the kind of an object's elements.
    Elements { from: ElementKind, to: ElementKind },
    /// Objects made here get so many inline slots from now on.
    Resized { slots: u32 },
}

/// One event of a site.
#[derive(Clone, Copy, Debug)]
pub struct Event {
    /// Nanoseconds since the VM was made.
    pub at_ns: u64,
    pub change: Change,
    /// The site's state afterwards, SITE_*.
    pub state: u8,
    /// How often the same happened again, where that is counted (element kinds).
    pub again: u32,
    /// What happened after this and was not kept; only in a site's newest event.
    pub further: u32,
    previous: u32,
}

/// The events of all sites.
#[derive(Default)]
pub struct Histories {
    /// Number n is at n - 1.
    events: Vec<Event>,
    /// The first of those that can be used again.
    free: u32,
    used: usize,
    dropped: u64,
    /// Of instructions that have no site, by code id; how many there are.
    operands: FxHashMap<u32, Vec<OperandEvent>>,
    operand_events: usize,
}

impl Histories {
    fn get(&self, number: u32) -> Option<&Event> {
        self.events.get((number as usize).checked_sub(1)?)
    }

    fn get_mut(&mut self, number: u32) -> Option<&mut Event> {
        self.events.get_mut((number as usize).checked_sub(1)?)
    }

    /// Whether the site did last what it does now, where that is counted: no clock is read then and no list is walked.
    pub(super) fn repeats(&mut self, site: &Site, change: Change) -> bool {
        let newest = self.get_mut(site.history.get());
        let newest = newest.filter(|event| event.change == change && matches!(change, Change::Elements { .. }));
        newest.map(|event| event.again += 1).is_some()
    }

    /// Adds an event to a site's history.
    pub(super) fn add(&mut self, site: &Site, at_ns: u64, change: Change) {
        let (mut length, mut number) = (0, site.history.get());
        while let Some(event) = self.get_mut(number) {
            if event.change == change && matches!(change, Change::Elements { .. }) {
                event.again += 1;
                return;
            }
            length += 1;
            number = event.previous;
        }
        if let Some(newest) = self.get_mut(site.history.get()) {
            let room = if newest.state == site.state.get() { SITE_EVENTS - RESERVED } else { SITE_EVENTS };
            if length >= room {
                newest.further += 1;
                return;
            }
        }
        let event =
            Event { at_ns, change, state: site.state.get(), again: 0, further: 0, previous: site.history.get() };
        if let Some(number) = self.place(event) {
            site.history.set(number);
        }
    }

    /// Cases of the site were cleared by the collector.
    pub(crate) fn note_cleared(&mut self, site: &Site, started: std::time::Instant, cases: u32) {
        self.add(site, started.elapsed().as_nanos() as u64, Change::Cleared { cases });
    }

    fn place(&mut self, event: Event) -> Option<u32> {
        let number = self.free;
        if let Some(place) = self.get_mut(number) {
            let next = std::mem::replace(place, event).previous;
            self.free = next;
        } else if self.events.len() < MAX_EVENTS {
            self.events.push(event);
            self.used += 1;
            return Some(self.events.len() as u32);
        } else {
            self.dropped += 1;
            return None;
        }
        self.used += 1;
        Some(number)
    }

    /// The site is gone, and its history with it.
    pub(super) fn release(&mut self, site: &Site) {
        let mut number = site.history.replace(0);
        loop {
            let free = self.free;
            let Some(event) = self.get_mut(number) else { break };
            let previous = std::mem::replace(&mut event.previous, free);
            self.free = number;
            self.used -= 1;
            number = previous;
        }
    }

    /// A site's events, oldest first.
    pub fn of(&self, site: &Site) -> Vec<Event> {
        let mut events = Vec::new();
        let mut number = site.history.get();
        while let Some(event) = self.get(number) {
            events.push(*event);
            number = event.previous;
        }
        events.reverse();
        events
    }

    /// Kinds of operands are few, so an instruction has few events; all instructions have [`MAX_EVENTS`].
    pub(super) fn add_operands(&mut self, code_id: u32, event: OperandEvent) {
        if self.operand_events == MAX_EVENTS {
            self.dropped += 1;
            return;
        }
        self.operand_events += 1;
        self.operands.entry(code_id).or_default().push(event);
    }

    pub(super) fn release_operands(&mut self, code_id: u32) {
        self.operand_events -= self.operands.remove(&code_id).map_or(0, |events| events.len());
    }

    /// What arithmetic and comparisons of a function came across, oldest first.
    pub fn of_operands(&self, code_id: u32) -> &[OperandEvent] {
        self.operands.get(&code_id).map_or(&[], |events| events)
    }

    /// Events held, and events that found no place.
    pub fn counts(&self) -> (usize, u64) {
        (self.used, self.dropped)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::interp::cache::new_site;

    fn shape(n: u32) -> Change {
        Change::Case { shape: n, kind: EntryKind::OwnInline }
    }

    #[test]
    fn a_site_keeps_its_first_events_and_counts_the_others() {
        let mut histories = Histories::default();
        let site = new_site(0, 0, false);
        for n in 0..SITE_EVENTS as u32 + 5 {
            histories.add(&site, n as u64, shape(n));
        }
        let events = histories.of(&site);
        const KEPT: usize = SITE_EVENTS - RESERVED;
        assert_eq!(events.len(), KEPT);
        assert_eq!((events[0].change, events[0].further), (shape(0), 0));
        assert_eq!(events[KEPT - 1].further as usize, 5 + RESERVED);
        // A change of state has a place.
        site.state.set(abi::ic::SITE_MEGAMORPHIC);
        histories.add(&site, 99, Change::TooManyShapes { shape: 1 });
        assert_eq!(histories.of(&site).last().map(|e| e.change), Some(Change::TooManyShapes { shape: 1 }));
        assert_eq!(histories.counts(), (KEPT + 1, 0));
    }

    #[test]
    fn what_is_released_is_used_again() {
        let mut histories = Histories::default();
        let (first, second) = (new_site(0, 0, false), new_site(0, 0, false));
        (0..3).for_each(|n| histories.add(&first, 0, shape(n)));
        histories.release(&first);
        assert!(histories.of(&first).is_empty());
        (0..4).for_each(|n| histories.add(&second, 0, shape(n)));
        assert_eq!(histories.events.len(), 4);
        let changes: Vec<Change> = histories.of(&second).iter().map(|e| e.change).collect();
        assert_eq!(changes, [shape(0), shape(1), shape(2), shape(3)]);
    }

    #[test]
    fn operands_go_with_their_code() {
        let mut histories = Histories::default();
        let event = |offset| OperandEvent { at_ns: 0, offset, came: 1 };
        (0..3).for_each(|n| histories.add_operands(7, event(n)));
        histories.add_operands(8, event(0));
        assert_eq!(histories.of_operands(7), [event(0), event(1), event(2)]);
        histories.release_operands(7);
        histories.release_operands(7);
        assert_eq!((histories.of_operands(7).len(), histories.operand_events), (0, 1));
    }

    #[test]
    fn element_kinds_are_counted() {
        let mut histories = Histories::default();
        let site = new_site(0, 0, false);
        let change = Change::Elements { from: ElementKind::PackedInt, to: ElementKind::PackedDouble };
        (0..100).for_each(|_| histories.add(&site, 0, change));
        let events = histories.of(&site);
        assert_eq!((events.len(), events[0].again), (1, 99));
    }
}
