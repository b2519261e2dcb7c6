//! Sets and their iterators (ECMA-262 sec. 24.2): the cells, and what they do.

use super::map::IterationKind;
use super::{self as collections, Cursor, Key, OrderedTable};
use crate::object::Object;
use crate::vm::{Vm, trace_object};
use crate::{JsResult, Value};
use abi::cell::{CellHeader, CellKind};
use abi::object::JsObject;
use gc::{HeapCell, Visitor};
use std::cell::{Cell, RefCell};
use std::ptr::null_mut;

/// A Set.
#[repr(C)]
pub struct SetObject {
    pub object: JsObject,
    /// [[SetData]]
    pub table: RefCell<OrderedTable<()>>,
}

// SAFETY: the header comes first and the layout is C's.
unsafe impl HeapCell for SetObject {
    const KIND: CellKind = CellKind::Set;
    const NEEDS_DROP: bool = true;
}

impl SetObject {
    /// # Safety
    /// To be called by the collector only, on a live Set cell.
    pub unsafe fn trace(cell: *mut CellHeader, visitor: &mut Visitor) {
        // SAFETY: the collector registers this function for cells of that kind.
        let set = unsafe { &*cell.cast::<SetObject>() };
        trace_object(&set.object, visitor);
        set.table.borrow().trace(visitor, |_, ()| {});
    }

    pub fn contains(&self, vm: &mut Vm, value: Value) -> JsResult<bool> {
        let key = Key::new(vm, value)?;
        Ok(self.table.borrow().contains(key))
    }

    pub fn add(&self, vm: &mut Vm, value: Value) -> JsResult<()> {
        let key = Key::new(vm, value)?;
        collections::insert(vm, &self.object.header, &self.table, key, (), "Set")
    }

    /// Whether the value was there.
    pub fn delete(&self, vm: &mut Vm, value: Value) -> JsResult<bool> {
        collections::remove(vm, &self.table, value)
    }

    /// The element at the cursor, which moves on.
    pub(crate) fn step(&self, cursor: &mut Cursor) -> Option<Value> {
        self.table.borrow().step(cursor).map(|(value, ())| value)
    }

    pub(crate) fn len(&self) -> usize {
        self.table.borrow().len()
    }
}

impl Drop for SetObject {
    fn drop(&mut self) {
        collections::note_freed(&self.object.header, self.table.get_mut().bytes());
    }
}

impl Vm {
    /// An empty Set of the current realm.
    pub fn new_set(&mut self) -> JsResult<Object> {
        let prototype = self.realm().set_prototype;
        self.new_exotic(Some(prototype), |object| SetObject { object, table: RefCell::default() })
    }

    /// CreateSetIterator (sec. 24.2.6.1)
    pub(crate) fn new_set_iterator(&mut self, set: &SetObject, kind: IterationKind) -> JsResult<Object> {
        let prototype = self.realm().set_iterator_prototype;
        self.new_exotic(Some(prototype), |object| SetIteratorObject {
            object,
            set: Cell::new(std::ptr::from_ref(&set.object.header).cast_mut()),
            cursor: Cell::new(Cursor::START),
            kind,
        })
    }
}

/// A Set Iterator.
#[repr(C)]
pub struct SetIteratorObject {
    pub object: JsObject,
    /// Null once it has ended.
    set: Cell<*mut CellHeader>,
    cursor: Cell<Cursor>,
    kind: IterationKind,
}

// SAFETY: the header comes first and the layout is C's.
unsafe impl HeapCell for SetIteratorObject {
    const KIND: CellKind = CellKind::SetIterator;
}

impl SetIteratorObject {
    /// # Safety
    /// To be called by the collector only, on a live SetIterator cell.
    pub unsafe fn trace(cell: *mut CellHeader, visitor: &mut Visitor) {
        // SAFETY: the collector registers this function for cells of that kind.
        let iterator = unsafe { &*cell.cast::<SetIteratorObject>() };
        trace_object(&iterator.object, visitor);
        visitor.visit_cell(iterator.set.get());
    }

    /// How many entries the collection has; 0 once the iterator has ended.
    pub fn entries(&self) -> usize {
        let set = self.set.get();
        // SAFETY: null or a live collection of that kind.
        if set.is_null() { 0 } else { unsafe { (*set.cast::<SetObject>()).table.borrow().len() } }
    }

    /// Whether it gives entries, not values alone.
    pub fn gives_entries(&self) -> bool {
        self.kind == IterationKind::Entries
    }

    /// Shows what is left without taking it, at most `limit` entries; each twice if it gives entries. The iterator keeps them alive.
    pub fn preview(&self, limit: usize) -> Vec<Value> {
        let set = self.set.get();
        let mut rest = Vec::new();
        if set.is_null() {
            return rest;
        }
        // SAFETY: `set` is null or points at the live Set.
        let set = unsafe { &*set.cast::<SetObject>() };
        let mut cursor = self.cursor.get();
        for _ in 0..limit {
            let Some(value) = set.step(&mut cursor) else { break };
            rest.push(value);
            if self.gives_entries() {
                rest.push(value);
            }
        }
        rest
    }

    /// The next value without a result object around it; None at the end.
    pub fn step(&self, vm: &mut Vm) -> JsResult<Option<Value>> {
        let set = self.set.get();
        if set.is_null() {
            return Ok(None);
        }
        // SAFETY: `set` is null or points at the live Set.
        let set = unsafe { &*set.cast::<SetObject>() };
        let mut cursor = self.cursor.get();
        let Some(value) = set.step(&mut cursor) else {
            self.set.set(null_mut());
            return Ok(None);
        };
        let next = match self.kind {
            // If there is no memory for it, this entry is still the next one.
            IterationKind::Entries => vm.new_array(&[value, value])?.value(),
            _ => value,
        };
        self.cursor.set(cursor);
        Ok(Some(next))
    }
}
