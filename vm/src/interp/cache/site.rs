//! Sites: their entries, how many there may be, and which give way.

use super::{copy_entry, empty_entry};
use crate::feedback::Change;
use crate::string::PropertyKey;
use crate::vm::Vm;
use abi::ic::*;
use std::cell::Cell;
use std::ptr::null_mut;

/// Entries of a full site that are replaced before the site is megamorphic.
pub(super) const EVICTIONS: u8 = 120;

/// A fresh site.
pub fn new_site(key: u64, kind: u16, strict: bool) -> Site {
    Site {
        first: empty_entry(),
        key: Cell::new(key),
        more: Cell::new(null_mut()),
        state: Cell::new(SITE_UNINITIALIZED),
        count: Cell::new(0),
        flags: Cell::new(if strict { SITE_FLAG_STRICT } else { 0 }),
        misses: Cell::new(0),
        seen: Cell::new(0),
        kind: Cell::new(kind),
        history: Cell::new(0),
        missed: Cell::new(0),
    }
}

#[inline(always)]
pub fn site_key(site: &Site) -> PropertyKey {
    PropertyKey::from_bits(site.key.get())
}

/// The entry of a site that is for this shape.
#[inline(always)]
pub fn find_entry(site: &Site, shape: u32) -> Option<&CacheEntry> {
    if site.first.shape.get() == shape { Some(&site.first) } else { find_more(site, shape) }
}

/// The further entry of a polymorphic site that has this shape.
#[inline(always)]
pub(super) fn find_more(site: &Site, shape: u32) -> Option<&CacheEntry> {
    let more = site.more.get();
    if more.is_null() {
        return None;
    }
    for i in 0..MAX_ENTRIES - 1 {
        // SAFETY: `more` points at MAX_ENTRIES - 1 entries while it is not null.
        let entry = unsafe { &*more.add(i) };
        if entry.shape.get() == shape {
            return Some(entry);
        }
    }
    None
}

/// Makes room for further entries.
pub fn fill_more(site: &Site) {
    if site.more.get().is_null() {
        let entries: Box<[CacheEntry; MAX_ENTRIES - 1]> = Box::new([const { empty_entry() }; MAX_ENTRIES - 1]);
        site.more.set(Box::into_raw(entries).cast());
    }
}

/// An empty place among the further entries, for which [`fill_more`] has made room.
pub fn find_free(site: &Site) -> Option<&CacheEntry> {
    let more = site.more.get();
    if more.is_null() {
        return None;
    }
    // SAFETY: `more` points at MAX_ENTRIES - 1 entries while it is not null.
    let entries = unsafe { std::slice::from_raw_parts(more, MAX_ENTRIES - 1) };
    entries.iter().find(|entry| entry.kind.get() == EntryKind::None)
}

/// Adds a case to a site, or to the shared cache once there are too many.
pub fn add_entry(vm: &mut Vm, site: &Site, new: &CacheEntry) {
    if let Some(change) = place_entry(vm, site, new) {
        vm.note(site, change);
    }
}

/// [`add_entry`] without the history: what is to be noted.
fn place_entry(vm: &mut Vm, site: &Site, new: &CacheEntry) -> Option<Change> {
    let code = vm.top_code().map(|c| &raw const c.header);
    if let Some(code) = code {
        vm.heap.barrier(code);
    }
    let shape = new.shape.get();
    let serial = if shape == 0 { 0 } else { vm.shape_at(shape).serial };
    let kind = new.kind.get();
    let (case, again) = (Change::Case { shape: serial, kind }, Change::CaseAgain { shape: serial, kind });
    // A case for the same shape is replaced (its assumption fired, or the property changed).
    if site.first.shape.get() == shape || site.state.get() == SITE_UNINITIALIZED {
        let change = if site.state.get() == SITE_UNINITIALIZED { case } else { again };
        copy_entry(&site.first, new);
        site.state.set(site.state.get().max(SITE_MONOMORPHIC));
        return Some(change);
    }
    if let Some(entry) = find_more(site, shape) {
        copy_entry(entry, new);
        return Some(again);
    }
    if site.state.get() == SITE_MEGAMORPHIC {
        share(vm, site, new);
        return None;
    }
    if site.first.kind.get() == EntryKind::None {
        copy_entry(&site.first, new);
        return Some(case);
    }
    fill_more(site);
    if let Some(entry) = find_free(site) {
        copy_entry(entry, new);
        site.state.set(SITE_POLYMORPHIC);
        return Some(case);
    }
    // Full. What came first may never come again: objects made while a constructor's size was still being learnt give way, then the oldest, until
    // it is clear that there are too many.
    if let Some(entry) = find_outgrown(vm, site) {
        copy_entry(entry, new);
        return Some(case);
    }
    let misses = site.misses.get();
    if misses < EVICTIONS {
        site.misses.set(misses + 1);
        match misses as usize % MAX_ENTRIES {
            0 => copy_entry(&site.first, new),
            // SAFETY: `more` points at MAX_ENTRIES - 1 entries.
            n => copy_entry(unsafe { &*site.more.get().add(n - 1) }, new),
        }
        return Some(case);
    }
    site.state.set(SITE_MEGAMORPHIC);
    share(vm, site, new);
    Some(Change::TooManyShapes { shape: serial })
}

/// Puts a site's case into the shared cache. Only loads and stores look there: removals would drive out what they know.
fn share(vm: &Vm, site: &Site, new: &CacheEntry) {
    if !new.kind.get().can_remove() {
        vm.megamorphic.insert(site_key(site), new);
    }
}

/// An entry for objects of which no more are made.
fn find_outgrown<'a>(vm: &Vm, site: &'a Site) -> Option<&'a CacheEntry> {
    // SAFETY: `more` points at MAX_ENTRIES - 1 entries once a site is full.
    let more = (0..MAX_ENTRIES - 1).map(|i| unsafe { &*site.more.get().add(i) });
    let mut all = std::iter::once(&site.first).chain(more);
    all.find(|entry| entry.shape.get() != 0 && vm.shape_at(entry.shape.get()).is_outgrown())
}

pub(super) fn missed(site: &Site) {
    site.missed.set(site.missed.get().saturating_add(1));
}

/// Too many misses of an uncachable sort: stop trying.
pub(super) fn generic(vm: &mut Vm, site: &Site) {
    let misses = site.misses.get().saturating_add(1);
    site.misses.set(misses);
    if misses > 16 && site.first.kind.get() == EntryKind::None {
        site.state.set(SITE_GENERIC);
        vm.note(site, Change::Uncachable);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::options::Options;

    #[test]
    fn removals_do_not_go_to_the_shared_cache() {
        let mut vm = Vm::new(Options::default()).expect("a VM");
        let object = vm.new_object().expect("an object");
        let key = vm.names.length;
        for (kind, is_shared) in
            [(EntryKind::RemoveNothing, false), (EntryKind::RemoveInline, false), (EntryKind::OwnInline, true)]
        {
            let site = new_site(key.bits(), 0, false);
            site.state.set(SITE_MEGAMORPHIC);
            let entry = empty_entry();
            entry.shape.set(object.header().shape.get());
            entry.kind.set(kind);
            add_entry(&mut vm, &site, &entry);
            assert_eq!(vm.megamorphic.find(entry.shape.get(), key).is_some(), is_shared, "{}", kind.name());
        }
    }
}
