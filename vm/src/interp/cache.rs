//! Inline caches: how sites learn, and what happens when they miss.
//!
//! A miss does the access the general way and, where a shape guard would have been enough to predict it, adds an entry to the
//! site. After [`MAX_ENTRIES`] shapes a site is megamorphic and shares the VM's hash cache. What cannot be
//! guarded (exotic receivers, dictionaries in motion) leaves the site in the generic state.

use crate::feedback::Change;
use crate::object::property::Accessor;
use crate::object::shape::{Property, SlotPlace};
use crate::object::{Object, table};
use crate::runtime::operations;
use crate::string::PropertyKey;
use crate::vm::Vm;
use crate::{JsResult, Value, ValueExt};
use abi::cell::{CellKind, FLAG_LAZY, FLAG_PROTOTYPE};
use abi::ic::*;
use abi::object::JsObject;
use std::cell::Cell;
use std::ptr::{null, null_mut};

/// The shared cache of megamorphic sites, by shape and key. Emptied by every collection.
pub struct MegamorphicCache {
    entries: Box<[MegamorphicEntry]>,
}

impl Default for MegamorphicCache {
    fn default() -> Self {
        let entry = || MegamorphicEntry { key: Cell::new(0), entry: empty_entry() };
        MegamorphicCache { entries: (0..MEGAMORPHIC_ENTRIES).map(|_| entry()).collect() }
    }
}

impl MegamorphicCache {
    #[inline(always)]
    fn slot(&self, shape: u32, key: PropertyKey) -> &MegamorphicEntry {
        &self.entries[megamorphic_index(shape, key.bits())]
    }

    /// For compiled code.
    pub fn address(&self) -> *const MegamorphicEntry {
        self.entries.as_ptr()
    }

    #[inline]
    pub fn find(&self, shape: u32, key: PropertyKey) -> Option<&Entry> {
        let slot = self.slot(shape, key);
        if slot.key.get() == key.bits() && slot.entry.shape.get() == shape { Some(&slot.entry) } else { None }
    }

    fn insert(&self, key: PropertyKey, new: &Entry) {
        let slot = self.slot(new.shape.get(), key);
        slot.key.set(key.bits());
        copy_entry(&slot.entry, new);
    }

    pub fn clear(&self) {
        for slot in &self.entries {
            slot.key.set(0);
            crate::code::clear_entry(&slot.entry);
        }
    }
}

pub fn empty_entry() -> Entry {
    Entry {
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

pub fn copy_entry(to: &Entry, from: &Entry) {
    to.shape.set(from.shape.get());
    let is_own_inline = from.kind.get() == EntryKind::OwnInline;
    to.new_shape.set(if is_own_inline { from.shape.get() } else { from.new_shape.get() });
    to.offset.set(from.offset.get());
    to.kind.set(from.kind.get());
    to.flags.set(from.flags.get());
    to.holder.set(from.holder.get());
    to.validity.set(from.validity.get());
}

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

/// The further entry of a polymorphic site that has this shape.
#[inline(always)]
pub fn find_more(site: &Site, shape: u32) -> Option<&Entry> {
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
        let entries: Box<[Entry; MAX_ENTRIES - 1]> = Box::new([const { empty() }; MAX_ENTRIES - 1]);
        site.more.set(Box::into_raw(entries).cast());
    }
}

/// An empty place among the further entries, for which [`fill_more`] has made room.
pub fn find_free(site: &Site) -> Option<&Entry> {
    let more = site.more.get();
    if more.is_null() {
        return None;
    }
    // SAFETY: `more` points at MAX_ENTRIES - 1 entries while it is not null.
    let entries = unsafe { std::slice::from_raw_parts(more, MAX_ENTRIES - 1) };
    entries.iter().find(|entry| entry.kind.get() == EntryKind::None)
}

/// Adds a case to a site, or to the shared cache once there are too many.
pub fn add_entry(vm: &mut Vm, site: &Site, new: &Entry) {
    if let Some(change) = place_entry(vm, site, new) {
        vm.note(site, change);
    }
}

/// [`add_entry`] without the history: what is to be noted.
fn place_entry(vm: &mut Vm, site: &Site, new: &Entry) -> Option<Change> {
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
        vm.megamorphic.insert(site_key(site), new);
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
    vm.megamorphic.insert(site_key(site), new);
    Some(Change::TooManyShapes { shape: serial })
}

/// An entry for objects of which no more are made.
fn find_outgrown<'a>(vm: &Vm, site: &'a Site) -> Option<&'a Entry> {
    // SAFETY: `more` points at MAX_ENTRIES - 1 entries once a site is full.
    let more = (0..MAX_ENTRIES - 1).map(|i| unsafe { &*site.more.get().add(i) });
    let mut all = std::iter::once(&site.first).chain(more);
    all.find(|entry| entry.shape.get() != 0 && vm.shape_at(entry.shape.get()).is_outgrown())
}

/// Whether a store may go by an entry for loads of a data property of the object's own.
fn is_storable(vm: &Vm, object: Object, key: PropertyKey, property: Property) -> bool {
    !object.is_exotic()
        && !object.header().has_flag(FLAG_LAZY)
        && vm.is_mutable_slot(object, property.slot)
        && object.shape().is_written(key)
        && property.attributes & table::WRITABLE != 0
}

/// Stores to a property of the object's own by a computed name, as the shared cache says; false if it does not know the way.
pub fn set_named(vm: &mut Vm, object: Object, key: PropertyKey, value: Value) -> bool {
    let Some(entry) = vm.megamorphic.find(object.header().shape.get(), key) else { return false };
    let is_own = matches!(entry.kind.get(), EntryKind::OwnInline | EntryKind::OwnSlots);
    if !is_own || entry.flags.get() != ENTRY_STORABLE {
        return false;
    }
    let entry = std::ptr::from_ref(entry);
    // SAFETY: entries of the shared cache stay where they are until the VM ends.
    store_entry(vm, unsafe { &*entry }, object.as_ptr(), value)
}

/// The general way has stored to a property by a computed name, of an object that had the shape before: [`set_named`] may do it next time.
pub fn learn_set_named(vm: &mut Vm, object: Object, key: PropertyKey, shape: u32) {
    if object.header().shape.get() != shape {
        return;
    }
    if let Some(entry) = vm.megamorphic.find(shape, key) {
        if matches!(entry.kind.get(), EntryKind::OwnInline | EntryKind::OwnSlots)
            && let Some(property) = object.own_named(key)
            && is_storable(vm, object, key, property)
        {
            entry.flags.set(ENTRY_STORABLE);
        }
        return;
    }
    // As to dictionaries, see `whereabouts`.
    if object.shape().is_dictionary() || object.own_named(key).is_none_or(|property| property.is_accessor()) {
        return;
    }
    // The store is done: that there is no memory to learn from it is nobody's exception.
    if learn_named(vm, object, key).is_err() {
        vm.take_exception();
    }
}

fn missed(site: &Site) {
    site.missed.set(site.missed.get().saturating_add(1));
}

/// Entries of a full site that are replaced before the site is megamorphic.
const EVICTIONS: u8 = 120;

/// Lets the shared cache know a megamorphic site's own entry: compiled code looks only there.
pub fn share_entry(vm: &Vm, site: &Site, entry: &Entry) {
    if site.state.get() == SITE_MEGAMORPHIC {
        vm.megamorphic.insert(site_key(site), entry);
    }
}

const fn empty() -> Entry {
    Entry {
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

/// Does what a load entry says. None: it cannot be done this way (the assumption no longer holds).
#[inline(always)]
pub fn load_entry(entry: &Entry, receiver: *mut abi::object::JsObject) -> Option<Value> {
    // SAFETY: the shape guard held, so the receiver and the holder have the slot that the entry names.
    unsafe {
        let offset = entry.offset.get() as usize;
        match entry.kind.get() {
            EntryKind::OwnInline => Some(*receiver.byte_add(offset).cast::<Value>()),
            EntryKind::OwnSlots => Some(*(*receiver).slots.get().byte_add(offset).cast::<Value>()),
            EntryKind::HolderInline if (*entry.validity.get()).get() == 1 => {
                Some(*entry.holder.get().byte_add(offset).cast::<Value>())
            }
            EntryKind::HolderSlots if (*entry.validity.get()).get() == 1 => {
                Some(*(*entry.holder.get()).slots.get().byte_add(offset).cast::<Value>())
            }
            EntryKind::ArrayLength => Some(Value::from_u32((*receiver.cast::<abi::object::JsArray>()).length.get())),
            EntryKind::StringLength => {
                Some(Value::int((*receiver.cast::<abi::string::StringCell>()).length.get() as i32))
            }
            EntryKind::TypedArrayLength if (*entry.validity.get()).get() == 1 => {
                let array = receiver.cast::<abi::object::JsTypedArray>();
                if (*(*array).buffer.get()).data.get().is_null() {
                    return None;
                }
                match (*array).fast_length.get() {
                    // Out of bounds, detached or length-tracking: the getter knows.
                    0 => None,
                    length => Some(Value::from_usize(length)),
                }
            }
            EntryKind::Absent if (*entry.validity.get()).get() == 1 => Some(Value::UNDEFINED),
            _ => None,
        }
    }
}

/// Looks a property up for a GetField site whose entries do not match, and lets the site learn.
#[cold]
#[inline(never)]
pub fn get_field_miss(vm: &mut Vm, receiver: Value, site: &Site) -> JsResult {
    let key = site_key(site);
    if !receiver.is_cell() {
        return operations::get_v(vm, receiver, key);
    }
    // SAFETY: the receiver is a cell.
    let header = unsafe { &*receiver.as_cell() };
    let shape = header.shape.get();
    if let Some(entry) = find_more(site, shape)
        && let Some(value) = load_entry(entry, receiver.as_cell().cast())
    {
        share_entry(vm, site, entry);
        return Ok(value);
    }
    if site.state.get() == SITE_MEGAMORPHIC
        && let Some(entry) = vm.megamorphic.find(shape, key)
        && let Some(value) = load_entry(entry, receiver.as_cell().cast())
    {
        return Ok(value);
    }
    // A cached accessor needs no new entry.
    if let Some(pair) = cached_accessor(site, shape, receiver) {
        let getter = pair.get.get();
        return if getter.is_undefined() { Ok(Value::UNDEFINED) } else { vm.call(getter, receiver, &[]) };
    }
    missed(site);
    let before = vm.enter_cache_miss();
    let learned = learn_get(vm, receiver, site, key);
    vm.leave_state(before);
    learned?;
    operations::get_v(vm, receiver, key)
}

/// Where a property's value is.
pub struct Found {
    pub place: SlotPlace,
    /// Null where it is the object's own.
    pub holder: *mut JsObject,
    /// The byte that says that the prototype chain is still the same; null for own properties.
    pub validity: *const u8,
}

impl Vm {
    /// Where ordinary objects of a shape, given by its index, have a data property, if that can be told without changing anything: of prototype
    /// chains that are watched already.
    pub fn find_data(&self, shape: u32, key: u64) -> Option<Found> {
        let (shape, key) = (self.shape_at(shape), PropertyKey::from_bits(key));
        if shape.is_dictionary() || key.is_index() {
            return None;
        }
        if let Some(property) = shape.lookup(key) {
            let place = shape.place(property.slot);
            return (!property.is_accessor()).then_some(Found { place, holder: null_mut(), validity: null() });
        }
        let mut link = shape.prototype();
        let validity = self.known_chain(link?)?;
        while let Some(holder) = link {
            if holder.is_exotic() || holder.header().has_flag(FLAG_LAZY) || holder.is_kind(CellKind::Array) {
                return None;
            }
            if let Some(property) = holder.own_named(key) {
                let (place, holder) = (holder.shape().place(property.slot), holder.as_ptr());
                return (!property.is_accessor()).then_some(Found { place, holder, validity });
            }
            link = holder.shape().prototype();
        }
        None
    }
}

/// The accessor pair that an entry for this shape names.
fn cached_accessor<'a>(site: &Site, shape: u32, receiver: Value) -> Option<&'a Accessor> {
    let entry = if site.first.shape.get() == shape { &site.first } else { find_more(site, shape)? };
    if entry.kind.get() != EntryKind::Accessor {
        return None;
    }
    let holder = entry.holder.get();
    // SAFETY: the shape guard held (and the chain is intact), so the holder has the slot that the entry names.
    unsafe {
        if (*entry.validity.get()).get() != 1 {
            return None;
        }
        let object = if holder.is_null() { receiver.as_cell().cast() } else { holder };
        let offset = entry.offset.get() as usize;
        let value = if entry.flags.get() == 0 {
            *object.byte_add(offset).cast::<Value>()
        } else {
            *(*object).slots.get().byte_add(offset).cast::<Value>()
        };
        Some(Accessor::of(value))
    }
}

/// Whether materializing a lazy function's properties could change what `key` finds.
#[inline]
fn is_lazy_key(vm: &Vm, key: PropertyKey) -> bool {
    key == vm.names.length || key == vm.names.name || key == vm.names.prototype
}

impl Object {
    /// Materializes on-demand properties if `key` may be one of them.
    #[inline(always)]
    pub fn reify_for(self, vm: &mut Vm, key: PropertyKey) -> JsResult<()> {
        if self.header().has_flag(FLAG_LAZY) && (is_lazy_key(vm, key) || !self.is_callable()) {
            return self.reify(vm);
        }
        Ok(())
    }
}

fn learn_get(vm: &mut Vm, receiver: Value, site: &Site, key: PropertyKey) -> JsResult<()> {
    if key.is_index() || site.state.get() == SITE_GENERIC {
        return Ok(());
    }
    let entry = empty_entry();
    let first = match receiver.as_object() {
        Some(object) => {
            object.reify_for(vm, key)?;
            if object.is_exotic() && !is_ordinary_for(vm, object, key) {
                generic(vm, site);
                return Ok(());
            }
            if key == vm.names.length && object.is_kind(CellKind::Array) {
                entry.shape.set(object.header().shape.get());
                entry.kind.set(EntryKind::ArrayLength);
                add_entry(vm, site, &entry);
                return Ok(());
            }
            entry.shape.set(object.header().shape.get());
            if let Some(property) = object.own_named(key) {
                if object.shape().is_dictionary() {
                    object.shape().mark_cached();
                }
                let place = object.shape().place(property.slot);
                if property.is_accessor() {
                    entry.validity.set(valid_pointer(vm.always_valid()?));
                    set_accessor_place(&entry, place);
                } else {
                    set_own_place(&entry, place);
                    if is_storable(vm, object, key, property) {
                        entry.flags.set(ENTRY_STORABLE);
                    }
                }
                add_entry(vm, site, &entry);
                return Ok(());
            }
            if object.shape().is_dictionary() {
                object.shape().mark_cached();
            }
            object.shape().prototype()
        }
        None => {
            let Some(prototype) = vm.primitive_prototype(receiver) else { return Ok(()) };
            // SAFETY: not an object, but a cell: string, symbol or BigInt.
            entry.shape.set(unsafe { (*receiver.as_cell()).shape.get() });
            if receiver.is_string() && key == vm.names.length {
                entry.kind.set(EntryKind::StringLength);
                add_entry(vm, site, &entry);
                return Ok(());
            }
            Some(prototype)
        }
    };
    let Some(validity) = vm.chain_validity(first)? else {
        generic(vm, site);
        return Ok(());
    };
    entry.validity.set(valid_pointer(validity));
    let mut link = first;
    while let Some(holder) = link {
        holder.reify_for(vm, key)?;
        if holder.is_kind(CellKind::Array) && key == vm.names.length {
            return Ok(());
        }
        if let Some(property) = holder.own_named(key) {
            let place = holder.shape().place(property.slot);
            entry.holder.set(holder.as_ptr());
            if property.is_accessor() && is_typed_array_length(receiver, holder, property.slot) {
                entry.kind.set(EntryKind::TypedArrayLength);
            } else if property.is_accessor() {
                set_accessor_place(&entry, place);
            } else {
                match place {
                    SlotPlace::Inline(offset) => {
                        entry.kind.set(EntryKind::HolderInline);
                        entry.offset.set(offset);
                    }
                    SlotPlace::Slots(offset) => {
                        entry.kind.set(EntryKind::HolderSlots);
                        entry.offset.set(offset);
                    }
                }
            }
            // Materializing may have fired the cell just made.
            if validity.valid.get() == 1 {
                add_entry(vm, site, &entry);
            }
            return Ok(());
        }
        link = holder.shape().prototype();
    }
    entry.kind.set(EntryKind::Absent);
    if validity.valid.get() == 1 {
        add_entry(vm, site, &entry);
    }
    Ok(())
}

/// An exotic object treats this key as an ordinary one does: typed arrays and arguments answer for numeric keys alone.
fn is_ordinary_for(vm: &mut Vm, object: Object, key: PropertyKey) -> bool {
    match object.kind() {
        CellKind::Arguments => !key.is_index(),
        CellKind::TypedArray => key.is_symbol() || key.as_string_cell().is_some_and(|s| starts_like_a_name(vm, s)),
        _ => false,
    }
}

/// The string cannot be a CanonicalNumericIndexString: those begin with a digit, a minus sign, or as Infinity and NaN do.
fn starts_like_a_name(vm: &mut Vm, s: crate::JsString) -> bool {
    if s.is_empty() {
        return true;
    }
    match s.unit_at(vm, 0) {
        Ok(unit) => !matches!(unit, 0x2d | 0x30..=0x39 | 0x49 | 0x4e),
        Err(_) => {
            vm.take_exception();
            false
        }
    }
}

/// The receiver is a typed array, and the accessor in the holder's slot has the original getter of `length`.
fn is_typed_array_length(receiver: Value, holder: Object, slot: u32) -> bool {
    if !receiver.is_kind(CellKind::TypedArray) {
        return false;
    }
    let getter = Accessor::of(holder.slot(slot)).get.get();
    getter
        .as_object()
        .and_then(|f| f.downcast::<crate::native::NativeFunction>())
        .is_some_and(|f| f.function as usize == crate::builtins::typed_array::get_length as *const () as usize)
}

fn valid_pointer(cell: gc::Gc<crate::watch::Validity>) -> *const Cell<u8> {
    // SAFETY: the cell is alive; entries that point into it keep it so.
    unsafe { &raw const (*cell.as_ptr()).valid }
}

fn set_own_place(entry: &Entry, place: SlotPlace) {
    match place {
        SlotPlace::Inline(offset) => {
            entry.kind.set(EntryKind::OwnInline);
            entry.offset.set(offset);
        }
        SlotPlace::Slots(offset) => {
            entry.kind.set(EntryKind::OwnSlots);
            entry.offset.set(offset);
        }
    }
}

/// flags 0: the pair is in an inline slot; 1: in the slots cell.
fn set_accessor_place(entry: &Entry, place: SlotPlace) {
    entry.kind.set(EntryKind::Accessor);
    match place {
        SlotPlace::Inline(offset) => {
            entry.flags.set(0);
            entry.offset.set(offset);
        }
        SlotPlace::Slots(offset) => {
            entry.flags.set(1);
            entry.offset.set(offset);
        }
    }
}

/// Too many misses of an uncachable sort: stop trying.
fn generic(vm: &mut Vm, site: &Site) {
    let misses = site.misses.get().saturating_add(1);
    site.misses.set(misses);
    if misses > 16 && site.first.kind.get() == EntryKind::None {
        site.state.set(SITE_GENERIC);
        vm.note(site, Change::Uncachable);
    }
}

/// Does what a store entry says; false if it cannot be done this way.
#[inline(always)]
pub fn store_entry(vm: &mut Vm, entry: &Entry, receiver: *mut abi::object::JsObject, value: Value) -> bool {
    // SAFETY: the shape guard held, so the receiver has (or has room for) the slot that the entry names.
    unsafe {
        let offset = entry.offset.get() as usize;
        match entry.kind.get() {
            EntryKind::OwnInline => {
                *receiver.byte_add(offset).cast::<Value>() = value;
                vm.heap.barrier(receiver.cast());
            }
            EntryKind::OwnSlots => {
                let slots = (*receiver).slots.get();
                *slots.byte_add(offset).cast::<Value>() = value;
                vm.heap.barrier(slots.cast());
            }
            EntryKind::AddInline
                if (*entry.validity.get()).get() == 1 && !(*receiver).header.has_flag(FLAG_PROTOTYPE) =>
            {
                *receiver.byte_add(offset).cast::<Value>() = value;
                (*receiver).header.shape.set(entry.new_shape.get());
                vm.heap.barrier(receiver.cast());
            }
            EntryKind::AddSlots
                if (*entry.validity.get()).get() == 1 && !(*receiver).header.has_flag(FLAG_PROTOTYPE) =>
            {
                let slots = (*receiver).slots.get();
                if offset + 8 > abi::object::SLOTS_VALUES_OFFSET + (*slots).capacity.get() as usize * 8 {
                    return false;
                }
                *slots.byte_add(offset).cast::<Value>() = value;
                (*receiver).header.shape.set(entry.new_shape.get());
                vm.heap.barrier(slots.cast());
                vm.heap.barrier(receiver.cast());
            }
            _ => return false,
        }
    }
    true
}

/// Adds a property as an AddSlots entry says, where the slots have no room yet; false if that is not what the entry lacks.
fn store_growing(vm: &mut Vm, entry: &Entry, object: Object, value: Value) -> JsResult<bool> {
    if entry.kind.get() != EntryKind::AddSlots {
        return Ok(false);
    }
    // The entry may be changed by a collection, and with it the shapes that it names.
    let (old, new) = (object.header().shape.get(), vm.shape_at(entry.new_shape.get()));
    object.ensure_slots(vm, std::hint::black_box(new).slot_count())?;
    Ok(object.header().shape.get() == old
        && entry.shape.get() == old
        && entry.kind.get() == EntryKind::AddSlots
        && store_entry(vm, entry, object.as_ptr(), value))
}

/// A SetField (or, with `define`, DefineField) whose entries do not match.
#[cold]
#[inline(never)]
pub fn set_field_miss(vm: &mut Vm, receiver: Value, value: Value, site: &Site, define: bool) -> JsResult<()> {
    let key = site_key(site);
    let Some(object) = receiver.as_object() else {
        return set_on_primitive(vm, receiver, key, value, site.flags.get() & SITE_FLAG_STRICT != 0);
    };
    let shape = object.header().shape.get();
    if let Some(entry) = find_more(site, shape)
        && store_entry(vm, entry, object.as_ptr(), value)
    {
        if !define {
            share_entry(vm, site, entry);
        }
        return Ok(());
    }
    if site.state.get() == SITE_MEGAMORPHIC
        && let Some(entry) = vm.megamorphic_store(shape, key)
    {
        // SAFETY: entries of the shared cache stay where they are until the VM ends.
        let entry = unsafe { &*entry };
        if store_entry(vm, entry, object.as_ptr(), value) || store_growing(vm, entry, object, value)? {
            return Ok(());
        }
    }
    let known = if site.first.shape.get() == shape { Some(&site.first) } else { find_more(site, shape) };
    if let Some(entry) = known
        && store_growing(vm, entry, object, value)?
    {
        return Ok(());
    }
    if !define && let Some(pair) = cached_accessor(site, shape, receiver) {
        let setter = pair.set.get();
        if !setter.is_undefined() {
            vm.call(setter, receiver, &[value])?;
            return Ok(());
        }
    }
    missed(site);
    let old_shape = object.shape();
    let was_prototype = object.header().has_flag(FLAG_PROTOTYPE);
    if define {
        operations::create_data_property_or_throw(vm, object, key, value)?;
    } else if !object.set_with_receiver(vm, key, value, receiver)? {
        if site.flags.get() & SITE_FLAG_STRICT != 0 {
            return Err(vm.throw_set_failed(receiver, key));
        }
        return Ok(());
    }
    let before = vm.enter_cache_miss();
    let learned = learn_set(vm, object, old_shape, was_prototype, site, key, define);
    vm.leave_state(before);
    learned
}

/// What happened in a store, seen from the shapes before and after.
fn learn_set(
    vm: &mut Vm,
    object: Object,
    old: gc::Gc<crate::object::shape::Shape>,
    was_prototype: bool,
    site: &Site,
    key: PropertyKey,
    define: bool,
) -> JsResult<()> {
    if key.is_index() || site.state.get() == SITE_GENERIC {
        return Ok(());
    }
    if object.is_exotic()
        || object.header().has_flag(FLAG_LAZY)
        || (object.is_kind(CellKind::Array) && key == vm.names.length)
    {
        generic(vm, site);
        return Ok(());
    }
    let entry = empty_entry();
    let new = object.shape();
    entry.shape.set(vm.shape_index(old));
    if new.ptr_eq(old) {
        let Some(property) = new.lookup(key) else {
            // A setter on the chain.
            return if define { Ok(()) } else { learn_setter(vm, object, site, key) };
        };
        if property.is_accessor() {
            return if define { Ok(()) } else { learn_setter(vm, object, site, key) };
        }
        if property.attributes & table::WRITABLE == 0 || (define && property.attributes != table::DEFAULT) {
            return Ok(());
        }
        if !vm.is_mutable_slot(object, property.slot) {
            // The first value of a global variable, or the same once more.
            if site.missed.get() > 1 {
                vm.global_changes(object, property.slot);
            }
            return Ok(());
        }
        if new.is_dictionary() {
            new.mark_cached();
        }
        vm.will_be_written(new, key, property.slot);
        set_own_place(&entry, new.place(property.slot));
        entry.flags.set(ENTRY_STORABLE);
        add_entry(vm, site, &entry);
        return Ok(());
    }
    // Exactly one property was added at the end, by a shared transition.
    if was_prototype || old.is_dictionary() || new.is_dictionary() || new.slot_count() != old.slot_count() + 1 {
        return Ok(());
    }
    let Some(property) = new.lookup(key) else { return Ok(()) };
    if property.attributes != table::DEFAULT || property.slot != old.slot_count() || old.lookup(key).is_some() {
        return Ok(());
    }
    let validity = if define { Some(vm.always_valid()?) } else { vm.chain_validity(old.prototype())? };
    let Some(validity) = validity else { return Ok(()) };
    entry.validity.set(valid_pointer(validity));
    entry.new_shape.set(vm.shape_index(new));
    match new.place(property.slot) {
        SlotPlace::Inline(offset) => {
            entry.kind.set(EntryKind::AddInline);
            entry.offset.set(offset);
        }
        SlotPlace::Slots(offset) => {
            entry.kind.set(EntryKind::AddSlots);
            entry.offset.set(offset);
        }
    }
    add_entry(vm, site, &entry);
    Ok(())
}

fn learn_setter(vm: &mut Vm, object: Object, site: &Site, key: PropertyKey) -> JsResult<()> {
    let entry = empty_entry();
    let Some(validity) = vm.chain_validity(object.shape().prototype())? else { return Ok(()) };
    let mut link = Some(object);
    while let Some(holder) = link {
        if let Some(property) = holder.own_named(key) {
            if property.is_accessor() && !holder.header().has_flag(FLAG_LAZY) {
                entry.shape.set(object.header().shape.get());
                if object.shape().is_dictionary() {
                    object.shape().mark_cached();
                }
                entry.validity.set(valid_pointer(validity));
                if holder != object {
                    entry.holder.set(holder.as_ptr());
                }
                set_accessor_place(&entry, holder.shape().place(property.slot));
                add_entry(vm, site, &entry);
            }
            return Ok(());
        }
        link = holder.shape().prototype();
    }
    Ok(())
}

/// PutValue on a primitive base: setters on the prototype run, all else fails.
pub fn set_on_primitive(vm: &mut Vm, base: Value, key: PropertyKey, value: Value, strict: bool) -> JsResult<()> {
    if base.is_nullish() {
        return Err(vm.throw_set_of_nullish(base, key));
    }
    let object = crate::runtime::convert::to_object(vm, base)?;
    // OrdinarySet with the primitive as receiver: own properties of the wrapper are looked at too.
    if !object.set_with_receiver(vm, key, value, base)? && strict {
        return Err(vm.throw_set_failed(base, key));
    }
    Ok(())
}

impl Vm {
    fn megamorphic_store(&self, shape: u32, key: PropertyKey) -> Option<*const Entry> {
        // Stores and loads share the cache.
        let entry = self.megamorphic.find(shape, key)?;
        let stores = match entry.kind.get() {
            EntryKind::AddInline | EntryKind::AddSlots => true,
            EntryKind::OwnInline | EntryKind::OwnSlots => entry.flags.get() == ENTRY_STORABLE,
            _ => false,
        };
        stores.then_some(std::ptr::from_ref(entry))
    }

    /// The prototype that property access on a primitive starts at.
    pub fn primitive_prototype(&self, value: Value) -> Option<Object> {
        let realm = self.realm();
        if value.is_string() {
            Some(realm.string_prototype)
        } else if value.is_number() {
            Some(realm.number_prototype)
        } else if value.is_bool() {
            Some(realm.boolean_prototype)
        } else if value.is_symbol() {
            Some(realm.symbol_prototype)
        } else if value.is_bigint() {
            Some(realm.bigint_prototype)
        } else {
            None
        }
    }
}

/// Remembers a private field's place at its site.
pub fn learn_private(vm: &mut Vm, site: &Site, object: Object, key: PropertyKey, slot: u32) {
    if object.shape().is_dictionary() {
        return;
    }
    let entry = empty_entry();
    entry.shape.set(object.header().shape.get());
    set_own_place(&entry, object.shape().place(slot));
    site.key.set(key.bits());
    site.state.set(SITE_UNINITIALIZED);
    add_entry(vm, site, &entry);
}

/// The same for a site that writes the element, which no code takes for a constant from now on.
pub fn learn_private_store(vm: &mut Vm, site: &Site, object: Object, key: PropertyKey, slot: u32) {
    vm.will_be_written(object.shape(), key, slot);
    learn_private(vm, site, object, key, slot);
}

/// A named property by a key that is not the site's own: the shared cache learns it.
pub fn get_named_learning(vm: &mut Vm, object: Object, key: PropertyKey) -> JsResult {
    learn_named(vm, object, key)?;
    operations::get_v(vm, object.value(), key)
}

/// The shared cache learns where a property is; nothing is run.
pub fn learn_named(vm: &mut Vm, object: Object, key: PropertyKey) -> JsResult<()> {
    // A site of its own that is megamorphic from the start.
    let site = new_site(key.bits(), 0, false);
    site.state.set(SITE_MEGAMORPHIC);
    site.first.kind.set(EntryKind::Constant);
    learn_get(vm, object.value(), &site, key)
}

/// Where an object has a named property.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Whereabouts {
    Own,
    /// Not its own. On the prototype chain, or not at all, if that is known.
    Elsewhere(Option<bool>),
}

/// What the shared cache tells of a property; `Err` where it knows nothing, with whether it should learn. Dictionaries are searched as fast, and what is
/// known of them makes their next change slower.
pub fn whereabouts(vm: &Vm, object: Object, key: PropertyKey) -> Result<Whereabouts, bool> {
    let Some(entry) = vm.megamorphic.find(object.header().shape.get(), key) else {
        return Err(!object.shape().is_dictionary());
    };
    // SAFETY: entries that name a validity cell name a live one.
    let holds = || unsafe { (*entry.validity.get()).get() } == 1;
    match entry.kind.get() {
        EntryKind::OwnInline | EntryKind::OwnSlots => Ok(Whereabouts::Own),
        EntryKind::HolderInline | EntryKind::HolderSlots => Ok(Whereabouts::Elsewhere(holds().then_some(true))),
        EntryKind::Absent => Ok(Whereabouts::Elsewhere(holds().then_some(false))),
        _ => Err(false),
    }
}

/// `value instanceof target` where the target is a function whose shape the site knows: then its prototype is at a known place, and what
/// Symbol.hasInstance finds is the original.
#[inline(always)]
pub fn instance_of(vm: &mut Vm, value: Value, target: Value, site: &Site) -> JsResult<bool> {
    if target.is_cell() {
        let cell: *mut abi::object::JsObject = target.as_cell().cast();
        // SAFETY: a value that is a cell points at a live one; the guard says that the slot is there.
        unsafe {
            let entry = &site.first;
            if matches!(entry.kind.get(), EntryKind::OwnInline | EntryKind::OwnSlots)
                && (*cell).header.shape.get() == entry.shape.get()
                && (*entry.validity.get()).get() == 1
                && let Some(answer) = has_prototype(value, own_slot(entry, cell))
            {
                return Ok(answer);
            }
        }
    }
    instance_of_miss(vm, value, target, site)
}

/// # Safety
/// The entry's guard must hold for the object.
unsafe fn own_slot(entry: &Entry, object: *mut abi::object::JsObject) -> Value {
    // SAFETY: the caller's promise.
    unsafe {
        let offset = entry.offset.get() as usize;
        match entry.kind.get() {
            EntryKind::OwnInline => *object.byte_add(offset).cast::<Value>(),
            _ => *(*object).slots.get().byte_add(offset).cast::<Value>(),
        }
    }
}

/// Whether `prototype` is on the value's chain; None where that is not for plain looking (a Proxy, no object as prototype).
fn has_prototype(value: Value, prototype: Value) -> Option<bool> {
    let prototype = prototype.as_object()?;
    let Some(mut object) = value.as_object() else { return Some(false) };
    loop {
        if object.is_kind(CellKind::Proxy) {
            return None;
        }
        match object.shape().prototype() {
            None => return Some(false),
            Some(next) if next == prototype => return Some(true),
            Some(next) => object = next,
        }
    }
}

#[cold]
#[inline(never)]
fn instance_of_miss(vm: &mut Vm, value: Value, target: Value, site: &Site) -> JsResult<bool> {
    if let Some(function) = target.as_object()
        && function.is_kind(CellKind::Function)
        && site.misses.get() < EVICTIONS
    {
        site.misses.set(site.misses.get() + 1);
        let before = vm.enter_cache_miss();
        let learned = learn_instance_of(vm, function, site);
        vm.leave_state(before);
        learned?;
    }
    crate::runtime::operators::instance_of(vm, value, target)
}

fn learn_instance_of(vm: &mut Vm, function: Object, site: &Site) -> JsResult<()> {
    let (has_instance, prototype) = (vm.names.sym_has_instance, vm.names.prototype);
    function.reify_for(vm, prototype)?;
    let shape = function.shape();
    if shape.is_dictionary() || shape.lookup(has_instance).is_some() {
        return Ok(());
    }
    let Some(property) = shape.lookup(prototype).filter(|p| !p.is_accessor()) else { return Ok(()) };
    let Some(validity) = vm.chain_validity(shape.prototype())? else { return Ok(()) };
    // What every function inherits, found without running anything.
    let mut link = shape.prototype();
    while let Some(holder) = link {
        if let Some(found) = holder.own_named(has_instance) {
            if found.is_accessor() || !crate::runtime::operators::is_built_in_has_instance(holder.slot(found.slot)) {
                return Ok(());
            }
            break;
        }
        link = holder.shape().prototype();
    }
    if link.is_none() || validity.valid.get() != 1 {
        return Ok(());
    }
    let entry = empty_entry();
    entry.shape.set(vm.shape_index(shape));
    entry.validity.set(valid_pointer(validity));
    set_own_place(&entry, shape.place(property.slot));
    if let Some(code) = vm.top_code().map(|c| &raw const c.header) {
        vm.heap.barrier(code);
    }
    copy_entry(&site.first, &entry);
    site.state.set(SITE_MONOMORPHIC);
    Ok(())
}
