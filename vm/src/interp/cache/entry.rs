//! Entries: how they are made and filled.

use crate::object::shape::SlotPlace;
use abi::ic::*;
use std::cell::Cell;
use std::ptr::{null, null_mut};

pub const fn empty_entry() -> CacheEntry {
    CacheEntry {
        shape: Cell::new(0),
        new_shape: Cell::new(0),
        offset: Cell::new(0),
        kind: Cell::new(EntryKind::None),
        flags: Cell::new(0),
        bytes: Cell::new(0),
        holder: Cell::new(null_mut()),
        validity: Cell::new(null()),
    }
}

pub fn copy_entry(to: &CacheEntry, from: &CacheEntry) {
    to.shape.set(from.shape.get());
    let is_likeliest = from.kind.get() == EntryKind::LIKELIEST;
    to.new_shape.set(if is_likeliest { from.shape.get() } else { from.new_shape.get() });
    to.offset.set(from.offset.get());
    to.kind.set(from.kind.get());
    to.flags.set(from.flags.get());
    to.holder.set(from.holder.get());
    to.validity.set(from.validity.get());
}

pub(super) fn valid_pointer(cell: gc::Gc<crate::object::watchpoints::Validity>) -> *const Cell<u8> {
    // SAFETY: the cell is alive; entries that point into it keep it so.
    unsafe { &raw const (*cell.as_ptr()).valid }
}

/// The entry is for what is done with a property in a place, of the receiver or of the entry's holder.
pub(super) fn set_place(entry: &CacheEntry, access: impl Fn(Storage) -> Access, place: SlotPlace) {
    let (storage, offset) = place.storage();
    entry.kind.set(EntryKind::of(access(storage)));
    entry.offset.set(offset);
}

pub(super) fn set_own_place(entry: &CacheEntry, place: SlotPlace) {
    set_place(entry, |storage| Access::Word(Base::Receiver, storage), place);
}

/// Where an accessor pair is.
pub(super) fn set_accessor_place(entry: &CacheEntry, place: SlotPlace) {
    let (storage, offset) = place.storage();
    entry.kind.set(EntryKind::of(Access::Accessor));
    entry.flags.set(storage as u8);
    entry.offset.set(offset);
}
