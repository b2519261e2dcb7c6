//! What entries say to do, done at once: the machine of [`abi::ic::access`] that the interpreter is.

use super::find_entry;
use crate::object::Object;
use crate::object::property::Accessor;
use crate::vm::Vm;
use crate::{JsResult, Value};
use abi::cell::FLAG_PROTOTYPE;
use abi::ic::access::{self, Load, Machine, Numbers, Store};
use abi::ic::*;
use abi::object::{JsObject, SLOTS_VALUES_OFFSET, Slots};
use gc::Gc;
use std::cell::Cell;

/// An access to a receiver that has the entry's shape. `S` is what a store needs beside that.
struct ByEntry<'a, S> {
    entry: &'a CacheEntry,
    /// The entry's, read before it is known what for.
    offset: usize,
    receiver: *mut JsObject,
    store: S,
}

impl<'a, S> ByEntry<'a, S> {
    #[inline(always)]
    fn new(entry: &'a CacheEntry, receiver: *mut JsObject, store: S) -> Self {
        ByEntry { entry, offset: entry.offset.get() as usize, receiver, store }
    }
}

/// What is stored.
struct Stored<'a> {
    vm: &'a mut Vm,
    value: Value,
}

/// Does what a load entry says. None: it cannot be done this way (the assumption no longer holds).
#[inline(always)]
pub fn load_entry(entry: &CacheEntry, receiver: *mut JsObject) -> Option<Value> {
    access::load(&mut ByEntry::new(entry, receiver, ()), entry.kind.get())
}

/// Does what a store entry says; false if it cannot be done this way.
#[inline(always)]
pub fn store_entry(vm: &mut Vm, entry: &CacheEntry, receiver: *mut JsObject, value: Value) -> bool {
    access::store(&mut ByEntry::new(entry, receiver, Stored { vm, value }), entry.kind.get()).is_some()
}

/// Removes a property as an entry says; false if it cannot be done this way.
#[inline(always)]
pub fn remove_by_entry(vm: &mut Vm, entry: &CacheEntry, receiver: *mut JsObject) -> bool {
    let store = Stored { vm, value: Value::UNDEFINED };
    access::remove(&mut ByEntry::new(entry, receiver, store), entry.kind.get()).is_some()
}

/// The slot that an entry names.
///
/// # Safety
/// The entry's guard must hold for the object.
#[inline(always)]
pub(super) unsafe fn slot(entry: &CacheEntry, object: *mut JsObject, storage: Storage) -> Value {
    let offset = entry.offset.get() as usize;
    // SAFETY: the caller's promise.
    unsafe {
        match storage {
            Storage::Inline => *object.byte_add(offset).cast::<Value>(),
            Storage::Slots => *(*object).slots.get().byte_add(offset).cast::<Value>(),
        }
    }
}

impl<S> Machine for ByEntry<'_, S> {
    type Cell = *mut JsObject;

    #[inline(always)]
    fn receiver(&mut self) -> *mut JsObject {
        self.receiver
    }

    #[inline(always)]
    fn check_validity(&mut self) -> Option<()> {
        // SAFETY: entries whose kind needs it name a validity byte, which they keep alive.
        (unsafe { (*self.entry.validity.get()).get() } == 1).then_some(())
    }

    #[inline(always)]
    fn slots(&mut self, object: *mut JsObject) -> *mut JsObject {
        // SAFETY: the receiver and the holder are live objects.
        unsafe { (*object).slots.get().cast() }
    }
}

impl Load for ByEntry<'_, ()> {
    type Value = Value;

    #[inline(always)]
    fn holder(&mut self) -> *mut JsObject {
        self.entry.holder.get()
    }

    #[inline(always)]
    fn word(&mut self, cell: *mut JsObject, _: Storage) -> Value {
        // SAFETY: the guard holds, so the receiver and the holder have the slot that the entry names.
        unsafe { *cell.byte_add(self.offset).cast::<Value>() }
    }

    #[inline(always)]
    fn number(&mut self, field: &'static Field) -> Option<Value> {
        let receiver = self.receiver;
        field.read(self, receiver)
    }

    #[inline(always)]
    fn undefined(&mut self) -> Value {
        Value::UNDEFINED
    }
}

impl Numbers for ByEntry<'_, ()> {
    type Cell = *mut JsObject;
    type Number = Value;

    #[inline(always)]
    fn pointer(&mut self, cell: *mut JsObject, offset: usize) -> *mut JsObject {
        // SAFETY: the guard says that the receiver is of the layout that the field is about.
        unsafe { (*cell.byte_add(offset).cast::<Cell<*mut JsObject>>()).get() }
    }

    #[inline(always)]
    fn check_not_null(&mut self, pointer: *mut JsObject) -> Option<()> {
        (!pointer.is_null()).then_some(())
    }

    #[inline(always)]
    fn fixed32(&mut self, cell: *mut JsObject, offset: usize) -> Value {
        // SAFETY: as for pointers.
        Value::int(unsafe { (*cell.byte_add(offset).cast::<Cell<u32>>()).get() } as i32)
    }

    #[inline(always)]
    fn uint32(&mut self, cell: *mut JsObject, offset: usize) -> Option<Value> {
        // SAFETY: as for pointers.
        Some(Value::from_u32(unsafe { (*cell.byte_add(offset).cast::<Cell<u32>>()).get() }))
    }

    #[inline(always)]
    fn size(&mut self, cell: *mut JsObject, offset: usize) -> Option<Value> {
        // SAFETY: as for pointers.
        match unsafe { (*cell.byte_add(offset).cast::<Cell<usize>>()).get() } {
            0 => None,
            size => Some(Value::from_usize(size)),
        }
    }
}

impl Store for ByEntry<'_, Stored<'_>> {
    #[inline(always)]
    fn check_not_prototype(&mut self, object: *mut JsObject) -> Option<()> {
        // SAFETY: the receiver is a live object.
        (!unsafe { (*object).header.has_flag(FLAG_PROTOTYPE) }).then_some(())
    }

    #[inline(always)]
    fn check_barrier(&mut self, _: *mut JsObject) -> Option<()> {
        Some(())
    }

    #[inline(always)]
    fn check_room(&mut self, slots: *mut JsObject) -> Option<()> {
        // SAFETY: it is the receiver's slots cell, which says how long it is.
        let capacity = unsafe { (*slots.cast::<Slots>()).capacity.get() } as usize;
        (self.offset + 8 <= SLOTS_VALUES_OFFSET + capacity * 8).then_some(())
    }

    #[inline(always)]
    fn store(&mut self, cell: *mut JsObject, _: Storage) {
        // SAFETY: the guard holds, so the receiver has (or has room for) the slot that the entry names.
        unsafe { *cell.byte_add(self.offset).cast::<Value>() = self.store.value };
    }

    #[inline(always)]
    fn barrier(&mut self, owner: *mut JsObject) {
        self.store.vm.heap.barrier(owner.cast());
    }

    #[inline(always)]
    fn change_shape(&mut self, object: *mut JsObject) {
        // SAFETY: the receiver is a live object, whose property has been stored.
        unsafe { (*object).header.shape.set(self.entry.new_shape.get()) };
        self.barrier(object);
    }
}

/// Adds a property as an entry says, where the slots have no room yet; false if that is not what the entry lacks.
pub(super) fn store_growing(vm: &mut Vm, entry: &CacheEntry, object: Object, value: Value) -> JsResult<bool> {
    let kind = entry.kind.get();
    if !kind.may_grow() {
        return Ok(false);
    }
    // The entry may be changed by a collection, and with it the shapes that it names.
    let (old, new) = (object.header().shape.get(), vm.shape_at(entry.new_shape.get()));
    object.ensure_slots(vm, std::hint::black_box(new).slot_count())?;
    Ok(object.header().shape.get() == old
        && entry.shape.get() == old
        && entry.kind.get() == kind
        && store_entry(vm, entry, object.as_ptr(), value))
}

/// The accessor pair that an entry for this shape names.
pub(super) fn cached_accessor(site: &Site, shape: u32, receiver: Value) -> Option<Gc<Accessor>> {
    accessor_by_entry(find_entry(site, shape)?, receiver.as_cell().cast())
}

/// The accessor pair that an entry names, for an object of its shape.
pub(super) fn accessor_by_entry(entry: &CacheEntry, object: *mut JsObject) -> Option<Gc<Accessor>> {
    if entry.kind.get().access() != Access::Accessor {
        return None;
    }
    let holder = entry.holder.get();
    // SAFETY: the shape guard held (and the chain is intact), so the holder has the slot that the entry names.
    unsafe {
        if (*entry.validity.get()).get() != 1 {
            return None;
        }
        let object = if holder.is_null() { object } else { holder };
        let storage = if entry.flags.get() == Storage::Inline as u8 { Storage::Inline } else { Storage::Slots };
        Some(Accessor::of(slot(entry, object, storage)))
    }
}
