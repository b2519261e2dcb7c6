//! What WeakMap and WeakSet are made of.
//!
//! Keys are cells; cells do not move, so that their address is their identity.

use crate::vm::Vm;
use crate::{Value, ValueExt};
use abi::cell::CellHeader;
use gc::{LiveTest, Visitor};
use rustc_hash::FxHashMap;
use std::cell::{Cell, RefCell};

/// CanBeHeldWeakly (ECMA-262 sec. 9.13): objects, and symbols that are not registered.
#[inline]
pub fn can_be_held_weakly(v: Value) -> bool {
    v.is_object() || v.as_symbol().is_some_and(|symbol| symbol.can_be_held_weakly())
}

/// Cells, each with a value that lives as long as its cell.
#[derive(Default)]
pub struct WeakTable {
    entries: RefCell<FxHashMap<*mut CellHeader, Value>>,
    /// Keys written since the last collection, some of them gone again. The other entries' cells are old: a minor collection has nothing to do with them.
    written: RefCell<Vec<*mut CellHeader>>,
    /// Bytes that the heap knows of.
    reported: Cell<usize>,
}

/// Bytes of an entry and its share of the hash table's own bytes, and of its key among those written.
const ENTRY_BYTES: usize = size_of::<(*mut CellHeader, Value)>() + 2;
const KEY_BYTES: usize = size_of::<*mut CellHeader>();

impl WeakTable {
    #[inline]
    pub fn get(&self, key: Value) -> Option<Value> {
        if key.is_cell() { self.entries.borrow().get(&key.as_cell()).copied() } else { None }
    }

    #[inline]
    pub fn contains(&self, key: Value) -> bool {
        key.is_cell() && self.entries.borrow().contains_key(&key.as_cell())
    }

    /// Adds or overwrites an entry of the table in `owner`. The key can be held weakly.
    pub fn insert(&self, vm: &mut Vm, owner: *const CellHeader, key: Value, value: Value) {
        debug_assert!(can_be_held_weakly(key));
        let bytes = {
            let mut entries = self.entries.borrow_mut();
            entries.insert(key.as_cell(), value);
            let mut written = self.written.borrow_mut();
            written.push(key.as_cell());
            // Whoever writes the same entries again and again may not allocate, so that no collection empties the list.
            if written.len() >= 2 * entries.len().max(32) {
                written.sort_unstable();
                written.dedup();
                written.retain(|key| entries.contains_key(key));
            }
            entries.capacity() * ENTRY_BYTES + written.capacity() * KEY_BYTES
        };
        vm.heap.barrier(owner);
        let before = self.reported.replace(bytes);
        if before != bytes {
            vm.heap.adjust_external(bytes as isize - before as isize);
        }
    }

    /// Whether the key was there.
    pub fn remove(&self, key: Value) -> bool {
        key.is_cell() && self.entries.borrow_mut().remove(&key.as_cell()).is_some()
    }

    /// To be called when the table in `owner` is dropped.
    pub fn note_freed(&self, owner: &CellHeader) {
        super::note_freed(owner, self.reported.get());
    }

    /// Keys and values in turn, in no particular order, at most `limit` entries: for inspection. They live as long as the caller holds them.
    pub fn preview(&self, limit: usize) -> Vec<Value> {
        let entries = self.entries.borrow();
        // SAFETY: keys that have died are not in the table any more.
        entries.iter().take(limit).flat_map(|(&key, &value)| [unsafe { Value::from_cell(key) }, value]).collect()
    }

    /// Marks the values of live keys, for the collector: whether there were any new ones.
    pub(crate) fn mark(&self, visitor: &mut Visitor) -> bool {
        let entries = self.entries.borrow();
        let mut progress = false;
        if visitor.is_full() {
            entries.iter().for_each(|(&key, &value)| progress |= visitor.visit_ephemeron(key, value));
        } else {
            for key in self.written.borrow().iter() {
                let Some(&value) = entries.get(key) else { continue };
                progress |= visitor.visit_ephemeron(*key, value);
            }
        }
        progress
    }

    /// Lets go of dead keys, for the collector.
    pub(crate) fn sweep(&self, owner: &CellHeader, live: &LiveTest) {
        let (mut entries, mut written) = (self.entries.borrow_mut(), self.written.borrow_mut());
        if live.is_full() {
            entries.retain(|&key, _| live.is_marked(key));
            written.clear();
        } else {
            for key in written.drain(..).filter(|&key| !live.is_marked(key)) {
                entries.remove(&key);
            }
        }
        // What is mostly empty gives memory back, at the cost of as many insertions as it took to fill. The heap hears of it now: by what is left it sets
        // the next full collection's time.
        if entries.capacity() > 64 && entries.len() < entries.capacity() / 8 {
            entries.shrink_to_fit();
            written.shrink_to_fit();
            let bytes = entries.capacity() * ENTRY_BYTES;
            super::note_freed(owner, self.reported.replace(bytes) - bytes);
        }
    }
}
