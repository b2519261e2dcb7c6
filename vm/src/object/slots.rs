//! Named property storage: reading, writing, adding and removing slots by shape.

use super::Object;
use super::shape::{CACHED, Property, Shape, SlotPlace};
use super::table::{self, IntegrityLevel};
use crate::string::PropertyKey;
use crate::vm::Vm;
use crate::{JsResult, Value};
use abi::cell::{CellKind, FLAG_PROTOTYPE};
use abi::object::{SLOTS_VALUES_OFFSET, Slots};
use gc::Gc;
use std::cell::Cell;

impl Object {
    #[inline(always)]
    fn place(&self, place: SlotPlace) -> &Cell<Value> {
        // SAFETY: a shape's slots are within its object's inline capacity or its slots cell's capacity, which grows before
        // the shape changes.
        unsafe {
            match place {
                SlotPlace::Inline(offset) => &*self.as_ptr().byte_add(offset as usize).cast::<Cell<Value>>(),
                SlotPlace::Slots(offset) => &*self.slots_ptr().byte_add(offset as usize).cast::<Cell<Value>>(),
            }
        }
    }

    /// The content of a slot of the object's own shape.
    #[inline(always)]
    pub(crate) fn slot(self, slot: u32) -> Value {
        self.place(self.shape().place(slot)).get()
    }

    #[inline(always)]
    pub(crate) fn set_slot(self, vm: &mut Vm, slot: u32, value: Value) {
        let place = self.shape().place(slot);
        if self.has_constants() {
            vm.constant_written(self, slot, self.place(place).get(), value);
        }
        self.place(place).set(value);
        match place {
            SlotPlace::Inline(_) => vm.heap.barrier(self.as_ptr().cast()),
            SlotPlace::Slots(_) => vm.heap.barrier(self.slots_ptr().cast()),
        }
    }

    /// Copies the first `count` slots of another object, whose shape has as many; there is room for them.
    pub(crate) fn copy_slots(self, vm: &mut Vm, from: Object, count: u32) {
        if self.has_constants() {
            (0..count).for_each(|slot| self.set_slot(vm, slot, from.slot(slot)));
            return;
        }
        let (shape, other) = (self.shape(), from.shape());
        for slot in 0..count {
            self.place(shape.place(slot)).set(from.place(other.place(slot)).get());
        }
        vm.heap.barrier(self.as_ptr().cast());
        if count > shape.inline_capacity() {
            vm.heap.barrier(self.slots_ptr().cast());
        }
    }

    /// Copies slots of another object, each to where it goes, which both have.
    pub(crate) fn copy_some_slots(self, vm: &mut Vm, from: Object, moves: &[(u32, u32)]) {
        if self.has_constants() {
            moves.iter().for_each(|&(slot, to)| self.set_slot(vm, to, from.slot(slot)));
            return;
        }
        let (shape, other) = (self.shape(), from.shape());
        for &(slot, to) in moves {
            self.place(shape.place(to)).set(from.place(other.place(slot)).get());
        }
        vm.heap.barrier(self.as_ptr().cast());
        if shape.slot_count() > shape.inline_capacity() {
            vm.heap.barrier(self.slots_ptr().cast());
        }
    }

    #[inline(always)]
    pub(crate) fn set_shape(self, vm: &mut Vm, shape: Gc<Shape>) {
        self.header().shape.set(vm.shape_index(shape));
        vm.heap.barrier(self.as_ptr().cast());
    }

    /// An own named property. The object is not lazy.
    #[inline]
    pub(crate) fn own_named(self, key: PropertyKey) -> Option<Property> {
        self.shape().lookup(key)
    }

    /// Room for `slots` slots in all.
    pub(crate) fn ensure_slots(self, vm: &mut Vm, slots: u32) -> JsResult<()> {
        let inline = self.shape().inline_capacity();
        if slots <= inline {
            return Ok(());
        }
        let needed = slots - inline;
        // SAFETY: `slots` is never null.
        let old = unsafe { &*self.slots_ptr() };
        let capacity = old.capacity.get();
        if needed <= capacity {
            return Ok(());
        }
        let grown = needed.max(capacity * 2).max(4);
        let cell = vm.alloc_slots(grown)?;
        // SAFETY: both cells have room for `capacity` values.
        unsafe {
            std::ptr::copy_nonoverlapping(
                self.slots_ptr().byte_add(SLOTS_VALUES_OFFSET).cast::<Value>(),
                cell.byte_add(SLOTS_VALUES_OFFSET).cast::<Value>(),
                capacity as usize,
            );
        }
        self.cell().slots.set(cell);
        vm.heap.barrier(self.as_ptr().cast());
        Ok(())
    }

    /// Before a change of the set of properties, of attributes or of the prototype.
    #[inline(always)]
    pub(crate) fn will_change(self, vm: &mut Vm) {
        if self.header().has_flag(FLAG_PROTOTYPE) {
            vm.prototype_changed(self);
        }
    }

    /// A dictionary that inline caches know gets a new identity before it changes.
    fn renew_dictionary(self, vm: &mut Vm) -> JsResult<Gc<Shape>> {
        let shape = self.shape();
        if shape.flags() & CACHED == 0 {
            return Ok(shape);
        }
        let fresh = vm.dictionary_shape(shape)?;
        self.set_shape(vm, fresh);
        Ok(fresh)
    }

    /// Makes the object a dictionary.
    pub(crate) fn to_dictionary(self, vm: &mut Vm) -> JsResult<Gc<Shape>> {
        let shape = self.shape();
        if shape.is_dictionary() {
            return self.renew_dictionary(vm);
        }
        let fresh = vm.dictionary_shape(shape)?;
        self.set_shape(vm, fresh);
        Ok(fresh)
    }

    /// Adds a named property that is not there.
    pub(crate) fn add_named(self, vm: &mut Vm, key: PropertyKey, value: Value, attributes: u8) -> JsResult<()> {
        self.will_change(vm);
        let shape = self.shape();
        if !shape.is_dictionary() {
            if let Some(next) = vm.shape_adding(shape, key, attributes)? {
                let slot = shape.slot_count();
                self.ensure_slots(vm, slot + 1)?;
                self.set_shape(vm, next);
                self.set_slot(vm, slot, value);
                return Ok(());
            }
            self.to_dictionary(vm)?;
        }
        let shape = self.renew_dictionary(vm)?;
        // The most that the addition can need; grown first, since it may collect.
        self.ensure_slots(vm, shape.slot_count() + 1)?;
        let slot = shape.dictionary_add(key, attributes);
        vm.heap.barrier(shape.header());
        self.set_slot(vm, slot, value);
        Ok(())
    }

    /// Adds a named property where other objects of the shape have got the same one before, so that it cannot be there. False, without effect,
    /// if none has.
    pub(crate) fn add_as_others(self, vm: &mut Vm, key: PropertyKey, value: Value, attributes: u8) -> JsResult<bool> {
        let shape = self.shape();
        let Some(next) = shape.after_adding(key, attributes) else { return Ok(false) };
        let next = crate::vm::opaque(next);
        self.will_change(vm);
        let slot = shape.slot_count();
        self.ensure_slots(vm, slot + 1)?;
        self.set_shape(vm, next);
        self.set_slot(vm, slot, value);
        Ok(true)
    }

    /// Changes the attributes of a named property that is there.
    pub(crate) fn set_named_attributes(self, vm: &mut Vm, key: PropertyKey, attributes: u8) -> JsResult<()> {
        self.will_change(vm);
        let shape = self.shape();
        if shape.is_dictionary() {
            let shape = self.renew_dictionary(vm)?;
            shape.dictionary_set_attributes(key, attributes);
        } else {
            let next = vm.shape_with_attributes(shape, key, attributes)?;
            self.set_shape(vm, next);
        }
        Ok(())
    }

    /// Removes a named property that is there.
    pub(crate) fn remove_named(self, vm: &mut Vm, key: PropertyKey) -> JsResult<()> {
        self.will_change(vm);
        let Some(property) = self.own_named(key) else { return Ok(()) };
        let shape = self.shape();
        if !shape.is_dictionary()
            && !self.header().has_flag(FLAG_PROTOTYPE)
            && let Some(next) = vm.shape_without(shape, key)?
        {
            // An object that gets the property again has its old shape, with another value.
            vm.will_be_written(shape, key, property.slot);
            self.set_slot(vm, property.slot, Value::UNDEFINED);
            self.set_shape(vm, next);
            return Ok(());
        }
        let shape = self.to_dictionary(vm)?;
        shape.dictionary_remove(key);
        self.set_slot(vm, property.slot, Value::UNDEFINED);
        Ok(())
    }

    pub(crate) fn change_prototype(self, vm: &mut Vm, prototype: Option<Object>) -> JsResult<()> {
        self.will_change(vm);
        let shape = self.shape();
        if let Some(p) = prototype {
            p.header().set_flag(FLAG_PROTOTYPE);
        }
        if shape.is_dictionary() {
            let shape = self.renew_dictionary(vm)?;
            shape.dictionary_set_prototype(prototype);
            vm.heap.barrier(shape.header());
        } else {
            let next = vm.shape_with_prototype(shape, prototype)?;
            self.set_shape(vm, next);
        }
        Ok(())
    }

    pub(crate) fn make_not_extensible(self, vm: &mut Vm) -> JsResult<()> {
        self.will_change(vm);
        let shape = self.shape();
        if shape.is_dictionary() {
            let shape = self.renew_dictionary(vm)?;
            shape.dictionary_prevent_extensions();
        } else {
            let next = vm.shape_not_extensible(shape)?;
            self.set_shape(vm, next);
        }
        Ok(())
    }

    /// Seals or freezes the named properties, and takes no more.
    pub(crate) fn set_named_integrity(self, vm: &mut Vm, level: IntegrityLevel) -> JsResult<()> {
        self.will_change(vm);
        let shape = self.shape();
        if shape.is_dictionary() {
            let shape = self.renew_dictionary(vm)?;
            shape.dictionary_set_integrity(level);
        } else {
            let next = vm.shape_with_integrity(shape, level)?;
            self.set_shape(vm, next);
        }
        Ok(())
    }

    /// Defines a built-in's property, overwriting without checks. For setting up realms and fresh objects.
    pub fn define_raw(self, vm: &mut Vm, key: PropertyKey, value: Value, attributes: u8) -> JsResult<()> {
        if let Some(index) = key.as_index() {
            return self.define_element_raw(vm, index, value, attributes);
        }
        self.reify(vm)?;
        match self.own_named(key) {
            Some(property) => {
                if property.attributes != attributes {
                    self.set_named_attributes(vm, key, attributes)?;
                }
                self.set_slot(vm, property.slot, value);
                Ok(())
            }
            None => self.add_named(vm, key, value, attributes),
        }
    }

    /// As [`Object::define_raw`], with the attributes of built-in methods: writable, configurable, not enumerable.
    pub fn define_hidden(self, vm: &mut Vm, key: PropertyKey, value: Value) -> JsResult<()> {
        self.define_raw(vm, key, value, table::HIDDEN)
    }
}

impl Vm {
    /// A slots cell of just these values.
    pub(crate) fn alloc_slots_of(&mut self, values: &[Value]) -> JsResult<*mut Slots> {
        // SAFETY: all of it is written here.
        unsafe {
            let bytes = SLOTS_VALUES_OFFSET + size_of_val(values);
            let cell: *mut Slots = self.alloc_uninit(CellKind::Slots, bytes)?.as_ptr().cast();
            (*cell).capacity.set(values.len() as u32);
            cell.byte_add(SLOTS_VALUES_OFFSET).cast::<Value>().copy_from_nonoverlapping(values.as_ptr(), values.len());
            Ok(cell)
        }
    }

    /// A slots cell with `capacity` empty places.
    pub(crate) fn alloc_slots(&mut self, capacity: u32) -> JsResult<*mut Slots> {
        let cell: *mut Slots =
            self.alloc_raw(CellKind::Slots, SLOTS_VALUES_OFFSET + capacity as usize * 8, false)?.as_ptr().cast();
        // SAFETY: freshly allocated with that size.
        unsafe { (*cell).capacity.set(capacity) };
        Ok(cell)
    }
}
