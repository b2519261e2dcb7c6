//! [[Cells]]: the records of a registry in one table, by place.
//!
//! A place is live (a target that is watched) or free. Records of one token are a list through their places, and so are the free places.

use crate::Value;
use abi::cell::CellHeader;
use gc::{LiveTest, Visitor};
use rustc_hash::FxHashMap;
use std::collections::VecDeque;
use std::ptr::null_mut;

/// No place.
const NONE: u32 = u32::MAX;

struct Record {
    /// [[WeakRefTarget]], not kept alive; null if the place is not live.
    target: *mut CellHeader,
    /// [[HeldValue]]; undefined if the place is free.
    held: Value,
    /// [[UnregisterToken]], not kept alive; null if there is none.
    token: *mut CellHeader,
    /// Of a live place: its neighbours among those with its token. Of a free one: the next that is free.
    next: u32,
    previous: u32,
}

pub(crate) struct Cells {
    records: Vec<Record>,
    /// The first live place of each token.
    tokens: FxHashMap<*mut CellHeader, u32>,
    /// Live places written since the last collection, some of them free again. The others' cells are old.
    written: Vec<u32>,
    free: u32,
    /// Places that are live.
    live: usize,
    /// Held values of dead targets, whose callbacks are to be made.
    due: VecDeque<Value>,
}

impl Default for Cells {
    fn default() -> Cells {
        Cells {
            records: Vec::new(),
            tokens: FxHashMap::default(),
            written: Vec::new(),
            free: NONE,
            live: 0,
            due: VecDeque::new(),
        }
    }
}

impl Cells {
    /// Adds a record. The target is not null, the token may be.
    pub fn add(&mut self, target: *mut CellHeader, held: Value, token: *mut CellHeader) {
        let place = match self.free {
            NONE => self.records.len() as u32,
            place => place,
        };
        let mut next = NONE;
        if !token.is_null() {
            next = self.tokens.insert(token, place).unwrap_or(NONE);
            if next != NONE {
                self.records[next as usize].previous = place;
            }
        }
        let record = Record { target, held, token, next, previous: NONE };
        match self.records.get_mut(place as usize) {
            Some(free) => self.free = std::mem::replace(free, record).next,
            None => self.records.push(record),
        }
        self.written.push(place);
        // Whoever registers and unregisters may not allocate, so that no collection empties the list.
        if self.written.len() >= 2 * self.records.len().max(32) {
            self.written.sort_unstable();
            self.written.dedup();
        }
        self.live += 1;
    }

    /// Frees the places of all live records with that token; whether there were any.
    pub fn unregister(&mut self, token: *mut CellHeader) -> bool {
        let Some(mut place) = self.tokens.remove(&token) else { return false };
        while place != NONE {
            let next = self.records[place as usize].next;
            self.set_free(place);
            place = next;
        }
        true
    }

    pub fn is_due(&self) -> bool {
        !self.due.is_empty()
    }

    /// The held value of the target that died first, whose callback is to be made now.
    pub fn take_due(&mut self) -> Option<Value> {
        let held = self.due.pop_front();
        if self.due.is_empty() {
            self.due = VecDeque::new();
        }
        held
    }

    /// Bytes of memory outside the heap.
    pub fn bytes(&self) -> usize {
        self.records.capacity() * size_of::<Record>()
            + self.written.capacity() * size_of::<u32>()
            + self.due.capacity() * size_of::<Value>()
            + self.tokens.capacity() * (size_of::<(*mut CellHeader, u32)>() + 2)
    }

    /// Visits the held values.
    pub fn trace(&self, visitor: &mut Visitor) {
        self.due.iter().for_each(|&held| visitor.visit_value(held));
        if visitor.is_full() {
            self.records.iter().for_each(|record| visitor.visit_value(record.held));
        } else {
            self.written.iter().for_each(|&place| visitor.visit_value(self.records[place as usize].held));
        }
    }

    /// Finds the dead targets, whose records are due from now on, and the dead tokens.
    pub fn sweep(&mut self, live: &LiveTest) {
        if live.is_full() {
            self.written.clear();
            (0..self.records.len() as u32).for_each(|place| self.sweep_place(place, live));
        } else {
            // (A place that was freed and taken again is there twice.)
            for at in 0..self.written.len() {
                self.sweep_place(self.written[at], live);
            }
            self.written.clear();
        }
        self.shrink();
    }

    fn sweep_place(&mut self, place: u32, live: &LiveTest) {
        let &Record { target, token, .. } = &self.records[place as usize];
        if target.is_null() {
            return;
        }
        let dead = !live.is_marked(target);
        // Nobody can unregister by a dead token any more, and another cell may get its address.
        if !token.is_null() && (dead || !live.is_marked(token)) {
            self.unlink(place);
        }
        if dead {
            self.due.push_back(self.records[place as usize].held);
            self.set_free(place);
        }
    }

    /// Takes a live place out of its token's list.
    fn unlink(&mut self, place: u32) {
        let record = &mut self.records[place as usize];
        let (next, previous) = (record.next, record.previous);
        let token = std::mem::replace(&mut record.token, null_mut());
        (record.next, record.previous) = (NONE, NONE);
        if next != NONE {
            self.records[next as usize].previous = previous;
        }
        match (previous, next) {
            (NONE, NONE) => {
                self.tokens.remove(&token);
            }
            (NONE, _) => {
                self.tokens.insert(token, next);
            }
            _ => self.records[previous as usize].next = next,
        }
    }

    fn set_free(&mut self, place: u32) {
        self.records[place as usize] =
            Record { target: null_mut(), held: Value::UNDEFINED, token: null_mut(), next: self.free, previous: NONE };
        self.free = place;
        self.live -= 1;
    }

    /// Gives memory back if most places are free: what is live gets new places.
    fn shrink(&mut self) {
        if self.records.capacity() <= 64 || self.live >= self.records.capacity() / 8 {
            return;
        }
        let old = std::mem::take(self);
        self.due = old.due;
        self.records.reserve_exact(old.live);
        for record in old.records.into_iter().filter(|record| !record.target.is_null()) {
            self.add(record.target, record.held, record.token);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cell(n: usize) -> *mut CellHeader {
        std::ptr::without_provenance_mut(n * 16)
    }

    fn held(cells: &Cells) -> Vec<i32> {
        let live = cells.records.iter().filter(|record| !record.target.is_null());
        live.map(|record| record.held.as_int()).collect()
    }

    #[test]
    fn tokens_free_their_records_and_no_others() {
        let mut cells = Cells::default();
        for n in 0..9 {
            cells.add(cell(n + 1), Value::int(n as i32), cell(100 + n % 3));
        }
        cells.add(cell(20), Value::int(9), null_mut());
        cells.unlink(4);
        assert!(cells.unregister(cell(101)));
        assert!(!cells.unregister(cell(101)));
        assert_eq!(held(&cells), [0, 2, 3, 4, 5, 6, 8, 9]);
        assert!(cells.unregister(cell(100)));
        cells.add(cell(21), Value::int(10), cell(102));
        cells.unlink(8);
        assert!(cells.unregister(cell(102)));
        assert_eq!(held(&cells), [4, 8, 9]);
        assert_eq!(cells.live, 3);
    }

    #[test]
    fn what_is_mostly_free_shrinks_and_keeps_its_lists() {
        let mut cells = Cells::default();
        for n in 0..1000 {
            cells.add(cell(n + 1), Value::int(n as i32), cell(5000 + n / 4));
        }
        let full = cells.bytes();
        for n in 1..250 {
            assert!(cells.unregister(cell(5000 + n)));
        }
        cells.shrink();
        assert!(cells.bytes() < full / 8, "{} of {full}", cells.bytes());
        assert_eq!(held(&cells), [0, 1, 2, 3]);
        assert!(cells.unregister(cell(5000)));
        assert!(held(&cells).is_empty() && cells.live == 0);
    }
}
