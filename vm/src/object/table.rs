//! Property tables: key to slot and attributes, in insertion order.
//!
//! A table is shared by all shapes of one line of transitions: each sees its first `count` entries, and only the last may
//! append. A dictionary's table belongs to one object and may have entries removed.

use crate::string::PropertyKey;
use hashbrown::HashTable;
use rustc_hash::FxHasher;
use smallvec::SmallVec;
use std::hash::Hasher;

/// Attribute bits of a property.
pub const WRITABLE: u8 = 1;
pub const ENUMERABLE: u8 = 2;
pub const CONFIGURABLE: u8 = 4;
/// The slot holds an Accessor cell.
pub const ACCESSOR: u8 = 8;
/// What assignment creates.
pub const DEFAULT: u8 = WRITABLE | ENUMERABLE | CONFIGURABLE;
/// What built-in methods have.
pub const HIDDEN: u8 = WRITABLE | CONFIGURABLE;

/// The level of `SetIntegrityLevel` and `TestIntegrityLevel`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum IntegrityLevel {
    Sealed,
    Frozen,
}

impl IntegrityLevel {
    /// What is left of a property's attributes.
    pub fn restrict(self, attributes: u8) -> u8 {
        match self {
            IntegrityLevel::Frozen if attributes & ACCESSOR == 0 => attributes & !(CONFIGURABLE | WRITABLE),
            _ => attributes & !CONFIGURABLE,
        }
    }
}

#[derive(Clone, Copy, Debug)]
pub struct PropertyEntry {
    /// None: removed (dictionaries only).
    pub key: Option<PropertyKey>,
    pub slot: u32,
    pub attributes: u8,
    /// Inline caches write the value, so that it is no constant.
    pub is_written: bool,
}

/// Up to this many entries are searched one by one.
const LINEAR: usize = 8;

#[derive(Clone, Default)]
pub struct PropertyTable {
    entries: Vec<PropertyEntry>,
    index: HashTable<u32>,
    /// Slots of removed properties, to be used again (dictionaries only).
    free_slots: SmallVec<[u32; 2]>,
    removed: usize,
    /// Entries that were ever removed, from this table or those that it is a copy of.
    removals: usize,
}

#[inline(always)]
fn hash(key: PropertyKey) -> u64 {
    let mut hasher = FxHasher::default();
    hasher.write_u64(key.bits() >> 4);
    hasher.finish()
}

impl PropertyTable {
    pub fn with_capacity(n: usize) -> PropertyTable {
        PropertyTable { entries: Vec::with_capacity(n), ..Default::default() }
    }

    /// Entries ever added, removed ones included.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    pub fn is_empty(&self) -> bool {
        self.entries.len() == self.removed
    }

    pub fn entries(&self) -> &[PropertyEntry] {
        &self.entries
    }

    /// The entry of `key` among the first `count`.
    #[inline]
    pub fn find(&self, key: PropertyKey, count: usize) -> Option<(usize, PropertyEntry)> {
        if self.entries.len() <= LINEAR {
            let seen = &self.entries[..count.min(self.entries.len())];
            return seen.iter().position(|e| e.key == Some(key)).map(|i| (i, seen[i]));
        }
        let i = *self.index.find(hash(key), |&i| self.entries[i as usize].key == Some(key))? as usize;
        if i < count { Some((i, self.entries[i])) } else { None }
    }

    /// Appends an entry; the key must not be there.
    pub fn push(&mut self, key: PropertyKey, slot: u32, attributes: u8) {
        self.entries.push(PropertyEntry { key: Some(key), slot, attributes, is_written: false });
        if self.entries.len() > LINEAR {
            if self.index.is_empty() {
                self.reindex();
            } else {
                let entries = &self.entries;
                self.index
                    .insert_unique(hash(key), entries.len() as u32 - 1, |&i| entries[i as usize].key.map_or(0, hash));
            }
        }
    }

    fn reindex(&mut self) {
        self.index.clear();
        let entries = &self.entries;
        self.index.reserve(entries.len(), |&i| entries[i as usize].key.map_or(0, hash));
        for (i, entry) in entries.iter().enumerate() {
            if let Some(key) = entry.key {
                self.index.insert_unique(hash(key), i as u32, |&i| entries[i as usize].key.map_or(0, hash));
            }
        }
    }

    /// A copy of the first `count` entries.
    pub fn prefix(&self, count: usize) -> PropertyTable {
        let entries = self.entries[..count].to_vec();
        let mut table = PropertyTable { entries, removals: self.removals, ..Default::default() };
        if count > LINEAR {
            table.reindex();
        }
        table
    }

    /// A copy of the first `count` entries but one.
    pub fn without(&self, i: usize, count: usize) -> PropertyTable {
        let mut table = PropertyTable { entries: self.entries[..count].to_vec(), ..Default::default() };
        table.entries.remove(i);
        table.removals = self.removals + 1;
        if table.entries.len() > LINEAR {
            table.reindex();
        }
        table
    }

    pub fn note_written(&mut self, key: PropertyKey) {
        if let Some((i, _)) = self.find(key, self.entries.len()) {
            self.entries[i].is_written = true;
        }
    }

    pub fn set_attributes(&mut self, i: usize, attributes: u8) {
        self.entries[i].attributes = attributes;
    }

    /// Seals or freezes all properties but private ones.
    pub fn set_integrity(&mut self, level: IntegrityLevel) {
        for entry in self.entries.iter_mut().filter(|entry| entry.key.is_some_and(|key| !key.is_private())) {
            entry.attributes = level.restrict(entry.attributes);
        }
    }

    /// A slot for a new property of a dictionary; `next` is the first one never used.
    pub fn take_slot(&mut self, next: u32) -> (u32, bool) {
        match self.free_slots.pop() {
            Some(slot) => (slot, false),
            None => (next, true),
        }
    }

    /// Removes an entry of a dictionary.
    pub fn remove(&mut self, i: usize) {
        let entry = self.entries[i];
        if let Some(key) = entry.key {
            if self.entries.len() > LINEAR
                && let Ok(found) = self.index.find_entry(hash(key), |&j| j as usize == i)
            {
                found.remove();
            }
            self.free_slots.push(entry.slot);
            self.entries[i].key = None;
            self.removed += 1;
            self.removals += 1;
        }
        if self.removed > 16 && self.removed * 2 > self.entries.len() {
            self.entries.retain(|e| e.key.is_some());
            self.removed = 0;
            self.index.clear();
            if self.entries.len() > LINEAR {
                self.reindex();
            }
        }
    }

    pub fn removals(&self) -> usize {
        self.removals
    }

    /// Bytes of malloc memory, roughly.
    pub fn bytes(&self) -> usize {
        self.entries.capacity() * size_of::<PropertyEntry>() + self.index.capacity() * 5
    }
}
