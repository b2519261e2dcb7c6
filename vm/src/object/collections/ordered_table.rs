//! A hash table that remembers the order of insertion and may change while it is iterated over.
//!
//! ```text
//! buckets   hash & mask -> index of the newest entry of the chain, or NONE
//! entries   key | value | sequence | hash | next in chain        in order of insertion
//! ```
//!
//! Removing empties an entry in place. Whenever the entries are full (or nearly all empty) they are compacted or moved to a
//! larger table and the buckets are made anew, so that all operations take constant time on average. Each entry has a sequence number,
//! never used again; since entries are in the order of those numbers, a [`Cursor`] that finds the entries moved finds its place by binary
//! search, and no table needs to know who iterates over it.
//!
//! The layout follows T. Close's deterministic hash tables (as V8's and SpiderMonkey's ordered tables do), but for the
//! sequence numbers.

use super::key::{Key, same};
use crate::Value;
use gc::Visitor;

const NONE: u32 = u32::MAX;
/// Entries of the smallest table.
const SMALLEST: usize = 4;
/// Entries that a table may have at most.
const MAX_CAPACITY: usize = 1 << 26;

/// The table has as many keys as it may have, or there is no memory for more.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TooLarge;

struct TableEntry<V> {
    /// Empty: removed.
    key: Value,
    value: V,
    sequence: u64,
    hash: u32,
    next: u32,
}

/// See the module. `V` is what a key maps to: a value, or nothing in sets.
pub struct OrderedTable<V> {
    entries: Vec<TableEntry<V>>,
    /// As many as there may be entries: a power of two, or none at all.
    buckets: Box<[u32]>,
    /// Entries that are not removed.
    live: usize,
    /// Changes whenever entries move.
    epoch: u64,
    /// The number of the next entry.
    sequence: u64,
}

/// A place in a table, good for as long as the table exists.
#[derive(Clone, Copy, Debug)]
pub struct Cursor {
    /// What comes next has at least this number.
    sequence: u64,
    /// The place of what comes next, if the table has this epoch.
    index: usize,
    epoch: u64,
}

impl Cursor {
    /// Before the first entry of any table.
    pub const START: Cursor = Cursor { sequence: 0, index: 0, epoch: u64::MAX };
}

impl<V> Default for OrderedTable<V> {
    fn default() -> Self {
        OrderedTable { entries: Vec::new(), buckets: Box::default(), live: 0, epoch: 0, sequence: 0 }
    }
}

impl<V: Copy> OrderedTable<V> {
    /// How many keys there are.
    #[inline(always)]
    pub fn len(&self) -> usize {
        self.live
    }

    #[inline(always)]
    pub fn is_empty(&self) -> bool {
        self.live == 0
    }

    /// Bytes of memory that the table has outside the heap.
    pub fn bytes(&self) -> usize {
        self.buckets.len() * (size_of::<TableEntry<V>>() + size_of::<u32>())
    }

    #[inline(always)]
    fn find(&self, key: Key) -> Option<usize> {
        let mask = self.buckets.len().checked_sub(1)?;
        let mut at = self.buckets[key.hash() as usize & mask];
        while at != NONE {
            let entry = &self.entries[at as usize];
            if entry.hash == key.hash() && same(entry.key, key.value()) {
                return Some(at as usize);
            }
            at = entry.next;
        }
        None
    }

    #[inline(always)]
    pub fn contains(&self, key: Key) -> bool {
        self.find(key).is_some()
    }

    #[inline(always)]
    pub fn get(&self, key: Key) -> Option<V> {
        self.find(key).map(|at| self.entries[at].value)
    }

    /// Bytes that the table will have more if the next insertion is of a new key.
    #[inline]
    pub fn growth(&self) -> usize {
        let capacity = self.buckets.len();
        if self.entries.len() < capacity || self.is_worth_compacting() {
            return 0;
        }
        (capacity * 2).max(SMALLEST) * (size_of::<TableEntry<V>>() + size_of::<u32>()) - self.bytes()
    }

    /// Changes what a key maps to, or adds it where there is room; else the table stays as it is, and the answer is false.
    #[inline]
    pub fn put(&mut self, key: Key, value: V) -> bool {
        if let Some(at) = self.find(key) {
            self.entries[at].value = value;
            return true;
        }
        if self.entries.len() == self.buckets.len() {
            return false;
        }
        self.append(key, value);
        true
    }

    /// Adds a key, or changes what it maps to; returns whether it is new.
    #[inline]
    pub fn insert(&mut self, key: Key, value: V) -> Result<bool, TooLarge> {
        if let Some(at) = self.find(key) {
            self.entries[at].value = value;
            return Ok(false);
        }
        if self.entries.len() == self.buckets.len() {
            self.make_room()?;
        }
        self.append(key, value);
        Ok(true)
    }

    /// Adds a key that is not there yet, for which there is room.
    #[inline]
    fn append(&mut self, key: Key, value: V) {
        let mask = self.buckets.len() - 1;
        let bucket = &mut self.buckets[key.hash() as usize & mask];
        let at = self.entries.len() as u32;
        self.entries.push(TableEntry {
            key: key.value(),
            value,
            sequence: self.sequence,
            hash: key.hash(),
            next: std::mem::replace(bucket, at),
        });
        self.sequence += 1;
        self.live += 1;
    }

    /// Removes a key and returns what it mapped to.
    pub fn remove(&mut self, key: Key) -> Option<V> {
        let at = self.find(key)?;
        let entry = &mut self.entries[at];
        entry.key = Value::EMPTY;
        let value = entry.value;
        self.live -= 1;
        if self.buckets.len() > SMALLEST && self.live < self.buckets.len() / 4 {
            // If the memory for the smaller one is refused, the table stays as it is.
            let capacity = (self.live * 2).next_power_of_two().max(SMALLEST);
            let _ = self.rebuild(capacity);
        }
        Some(value)
    }

    pub fn clear(&mut self) {
        self.entries = Vec::new();
        self.buckets = Box::default();
        self.live = 0;
        self.epoch += 1;
    }

    /// The entry at the cursor, which moves on. What is added while iterating is met, too, what is removed is not.
    #[inline]
    pub fn step(&self, cursor: &mut Cursor) -> Option<(Value, V)> {
        if cursor.epoch != self.epoch {
            cursor.index = self.entries.partition_point(|entry| entry.sequence < cursor.sequence);
            cursor.epoch = self.epoch;
        }
        while let Some(entry) = self.entries.get(cursor.index) {
            cursor.index += 1;
            if !entry.key.is_empty() {
                cursor.sequence = entry.sequence + 1;
                return Some((entry.key, entry.value));
            }
        }
        None
    }

    /// The keys and what they map to, in order.
    pub fn iter(&self) -> impl Iterator<Item = (Value, V)> + '_ {
        self.entries.iter().filter(|entry| !entry.key.is_empty()).map(|entry| (entry.key, entry.value))
    }

    /// A table of its own with the same keys.
    pub fn try_clone(&self) -> Result<OrderedTable<V>, TooLarge> {
        let mut copy = OrderedTable::default();
        if self.live == 0 {
            return Ok(copy);
        }
        copy.entries = self.copy_entries(self.live.next_power_of_two().max(SMALLEST))?;
        copy.live = self.live;
        copy.sequence = self.sequence;
        copy.link()?;
        Ok(copy)
    }

    /// Shows the collector all that the table names.
    pub fn trace(&self, visitor: &mut Visitor, mut value: impl FnMut(&mut Visitor, V)) {
        for (key, mapped) in self.iter() {
            visitor.visit_value(key);
            value(visitor, mapped);
        }
    }

    fn is_worth_compacting(&self) -> bool {
        !self.buckets.is_empty() && self.live <= self.buckets.len() / 2
    }

    #[cold]
    #[inline(never)]
    fn make_room(&mut self) -> Result<(), TooLarge> {
        let capacity = self.buckets.len();
        if self.is_worth_compacting() {
            return self.rebuild(capacity);
        }
        let larger = (capacity * 2).max(SMALLEST);
        if larger > MAX_CAPACITY { Err(TooLarge) } else { self.rebuild(larger) }
    }

    /// Leaves out what was removed. `capacity` is a power of two and enough.
    fn rebuild(&mut self, capacity: usize) -> Result<(), TooLarge> {
        if capacity == self.buckets.len() {
            self.entries.retain(|entry| !entry.key.is_empty());
            self.buckets.fill(NONE);
        } else {
            let buckets = new_buckets(capacity)?;
            self.entries = self.copy_entries(capacity)?;
            self.buckets = buckets;
        }
        self.epoch += 1;
        self.chain();
        Ok(())
    }

    fn copy_entries(&self, capacity: usize) -> Result<Vec<TableEntry<V>>, TooLarge> {
        let mut entries = Vec::new();
        entries.try_reserve_exact(capacity).map_err(|_| TooLarge)?;
        let live = self.entries.iter().filter(|entry| !entry.key.is_empty());
        entries.extend(live.map(|entry| TableEntry { ..*entry }));
        Ok(entries)
    }

    /// Makes the buckets of a table that has none.
    fn link(&mut self) -> Result<(), TooLarge> {
        self.buckets = new_buckets(self.live.next_power_of_two().max(SMALLEST))?;
        self.chain();
        Ok(())
    }

    /// Puts all entries into the buckets, which are empty.
    fn chain(&mut self) {
        let mask = self.buckets.len() - 1;
        for (at, entry) in self.entries.iter_mut().enumerate() {
            entry.next = std::mem::replace(&mut self.buckets[entry.hash as usize & mask], at as u32);
        }
    }
}

fn new_buckets(capacity: usize) -> Result<Box<[u32]>, TooLarge> {
    let mut buckets = Vec::new();
    buckets.try_reserve_exact(capacity).map_err(|_| TooLarge)?;
    buckets.resize(capacity, NONE);
    Ok(buckets.into_boxed_slice())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Few hashes, so that chains are long.
    fn key(n: i32) -> Key {
        Key::for_test(Value::int(n), (n as u32).wrapping_mul(7) % 13)
    }

    fn keys(table: &OrderedTable<i32>) -> Vec<i32> {
        table.iter().map(|(key, _)| key.as_int()).collect()
    }

    /// A generator of no importance (Knuth's MMIX constants).
    struct Random(u64);

    impl Random {
        fn below(&mut self, n: u64) -> u64 {
            self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            (self.0 >> 33) % n
        }
    }

    #[test]
    fn it_is_a_map_in_order_of_insertion() {
        let mut table = OrderedTable::default();
        let mut model: Vec<(i32, i32)> = Vec::new();
        let mut random = Random(1);
        for round in 0..20_000 {
            // Phases of growing and of shrinking.
            let grows = (round / 1000) % 2 == 0;
            let n = random.below(300) as i32;
            let at = model.iter().position(|&(k, _)| k == n);
            if random.below(10) < if grows { 8 } else { 2 } {
                let new = table.insert(key(n), round);
                assert_eq!(new, Ok(at.is_none()));
                match at {
                    Some(at) => model[at].1 = round,
                    None => model.push((n, round)),
                }
            } else {
                assert_eq!(table.remove(key(n)), at.map(|at| model.remove(at).1));
            }
            assert_eq!(table.len(), model.len());
            let probe = random.below(300) as i32;
            let expected = model.iter().find(|&&(k, _)| k == probe).map(|&(_, v)| v);
            assert_eq!(table.get(key(probe)), expected);
            assert_eq!(table.contains(key(probe)), expected.is_some());
        }
        let found: Vec<(i32, i32)> = table.iter().map(|(k, v)| (k.as_int(), v)).collect();
        assert_eq!(found, model);
        assert_eq!(keys(&table.try_clone().unwrap()), model.iter().map(|&(k, _)| k).collect::<Vec<_>>());
    }

    #[test]
    fn a_cursor_keeps_its_place_whatever_happens() {
        let mut table = OrderedTable::default();
        for n in 0..1000 {
            table.insert(key(n), n).unwrap();
        }
        let mut cursor = Cursor::START;
        for n in 0..100 {
            assert_eq!(table.step(&mut cursor), Some((Value::int(n), n)));
        }
        // Removing behind and before the cursor shrinks the table several times.
        for n in (0..1000).filter(|n| *n != 500 && *n != 998) {
            table.remove(key(n));
        }
        table.insert(key(3), -3).unwrap();
        assert_eq!(table.step(&mut cursor), Some((Value::int(500), 500)));
        for n in 2000..2100 {
            table.insert(key(n), n).unwrap();
        }
        assert_eq!(table.step(&mut cursor), Some((Value::int(998), 998)));
        assert_eq!(table.step(&mut cursor), Some((Value::int(3), -3)));
        assert_eq!(table.step(&mut cursor), Some((Value::int(2000), 2000)));
        table.clear();
        assert_eq!(table.step(&mut cursor), None);
        table.insert(key(1), 1).unwrap();
        assert_eq!(table.step(&mut cursor), Some((Value::int(1), 1)));
        assert_eq!(table.step(&mut cursor), None);
    }

    #[test]
    fn iterating_and_replacing_meets_everything_once() {
        // The classical trap: an entry removed and added again while the table is compacted comes once more, at the end.
        let mut table = OrderedTable::default();
        for n in 0..64 {
            table.insert(key(n), n).unwrap();
        }
        let (mut cursor, mut met) = (Cursor::START, Vec::new());
        while let Some((k, _)) = table.step(&mut cursor) {
            let n = k.as_int();
            met.push(n);
            table.remove(key(n));
            if n < 64 {
                table.insert(key(n + 64), 0).unwrap();
            }
        }
        assert_eq!(met, (0..128).collect::<Vec<_>>());
        assert!(table.is_empty());
    }

    #[test]
    fn growth_is_announced() {
        let mut table = OrderedTable::default();
        for n in 0..500 {
            let (before, growth) = (table.bytes(), table.growth());
            table.insert(key(n), n).unwrap();
            assert_eq!(table.bytes(), before + growth, "{n}");
        }
        for n in 0..500 {
            table.remove(key(n));
        }
        assert!(table.bytes() <= SMALLEST * 2 * (size_of::<TableEntry<i32>>() + 4));
    }
}
