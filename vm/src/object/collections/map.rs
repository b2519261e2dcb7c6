//! Maps and their iterators (ECMA-262 sec. 24.1): the cells, and what they do.

use super::{self as collections, Cursor, Key, OrderedTable};
use crate::object::Object;
use crate::vm::{Vm, trace_object};
use crate::{JsResult, Value};
use abi::cell::{CellHeader, CellKind};
use abi::object::JsObject;
use gc::{HeapCell, Visitor};
use std::cell::{Cell, RefCell};
use std::ptr::null_mut;

/// A Map.
#[repr(C)]
pub struct MapObject {
    pub object: JsObject,
    /// [[MapData]]
    pub table: RefCell<OrderedTable<Value>>,
}

// SAFETY: the header comes first and the layout is C's.
unsafe impl HeapCell for MapObject {
    const KIND: CellKind = CellKind::Map;
    const NEEDS_DROP: bool = true;
}

impl MapObject {
    /// # Safety
    /// To be called by the collector only, on a live Map cell.
    pub unsafe fn trace(cell: *mut CellHeader, visitor: &mut Visitor) {
        // SAFETY: the collector registers this function for cells of that kind.
        let map = unsafe { &*cell.cast::<MapObject>() };
        trace_object(&map.object, visitor);
        map.table.borrow().trace(visitor, |visitor, value| visitor.visit_value(value));
    }

    /// The value of a key, if there is one.
    #[inline(always)]
    pub fn get(&self, vm: &mut Vm, key: Value) -> JsResult<Option<Value>> {
        let key = Key::new(vm, key)?;
        Ok(self.table.borrow().get(key))
    }

    /// Adds or overwrites an entry.
    pub fn set(&self, vm: &mut Vm, key: Value, value: Value) -> JsResult<()> {
        let key = Key::new(vm, key)?;
        self.insert(vm, key, value)
    }

    /// The same with a key at hand.
    pub(crate) fn insert(&self, vm: &mut Vm, key: Key, value: Value) -> JsResult<()> {
        collections::insert(vm, &self.object.header, &self.table, key, value, "Map")
    }

    /// Removes an entry; whether there was one.
    pub fn delete(&self, vm: &mut Vm, key: Value) -> JsResult<bool> {
        collections::remove(vm, &self.table, key)
    }
}

impl Drop for MapObject {
    fn drop(&mut self) {
        collections::note_freed(&self.object.header, self.table.get_mut().bytes());
    }
}

impl Vm {
    /// An empty Map of the current realm.
    pub fn new_map(&mut self) -> JsResult<Object> {
        let prototype = self.realm().map_prototype;
        self.new_exotic(Some(prototype), |object| MapObject { object, table: RefCell::default() })
    }

    /// CreateMapIterator (sec. 24.1.5.1)
    pub(crate) fn new_map_iterator(&mut self, map: &MapObject, kind: IterationKind) -> JsResult<Object> {
        let prototype = self.realm().map_iterator_prototype;
        self.new_exotic(Some(prototype), |object| MapIteratorObject {
            object,
            map: Cell::new(std::ptr::from_ref(&map.object.header).cast_mut()),
            cursor: Cell::new(Cursor::START),
            kind,
        })
    }
}

/// What an iterator of a Map or Set gives.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum IterationKind {
    Keys,
    Values,
    Entries,
}

/// A Map Iterator.
#[repr(C)]
pub struct MapIteratorObject {
    pub object: JsObject,
    /// Null once it has ended.
    map: Cell<*mut CellHeader>,
    cursor: Cell<Cursor>,
    kind: IterationKind,
}

// SAFETY: the header comes first and the layout is C's.
unsafe impl HeapCell for MapIteratorObject {
    const KIND: CellKind = CellKind::MapIterator;
}

impl MapIteratorObject {
    /// # Safety
    /// To be called by the collector only, on a live MapIterator cell.
    pub unsafe fn trace(cell: *mut CellHeader, visitor: &mut Visitor) {
        // SAFETY: the collector registers this function for cells of that kind.
        let iterator = unsafe { &*cell.cast::<MapIteratorObject>() };
        trace_object(&iterator.object, visitor);
        visitor.visit_cell(iterator.map.get());
    }

    /// How many entries the collection has; 0 once the iterator has ended.
    pub fn entries(&self) -> usize {
        let map = self.map.get();
        // SAFETY: null or a live collection of that kind.
        if map.is_null() { 0 } else { unsafe { (*map.cast::<MapObject>()).table.borrow().len() } }
    }

    /// Whether it gives entries, not keys or values alone.
    pub fn gives_entries(&self) -> bool {
        self.kind == IterationKind::Entries
    }

    /// Shows what is left without taking it: keys, values, or both in turn, at most `limit` of the collection's entries. The iterator keeps them alive.
    pub fn preview(&self, limit: usize) -> Vec<Value> {
        let map = self.map.get();
        let mut rest = Vec::new();
        if map.is_null() {
            return rest;
        }
        // SAFETY: `map` is null or points at the live Map.
        let table = unsafe { (*map.cast::<MapObject>()).table.borrow() };
        let mut cursor = self.cursor.get();
        for _ in 0..limit {
            let Some((key, value)) = table.step(&mut cursor) else { break };
            match self.kind {
                IterationKind::Keys => rest.push(key),
                IterationKind::Values => rest.push(value),
                IterationKind::Entries => rest.extend([key, value]),
            }
        }
        rest
    }

    /// The next value without a result object around it; None at the end.
    pub fn step(&self, vm: &mut Vm) -> JsResult<Option<Value>> {
        let map = self.map.get();
        if map.is_null() {
            return Ok(None);
        }
        // SAFETY: `map` is null or points at the live Map.
        let map = unsafe { &*map.cast::<MapObject>() };
        let mut cursor = self.cursor.get();
        let entry = map.table.borrow().step(&mut cursor);
        let Some((key, value)) = entry else {
            self.map.set(null_mut());
            return Ok(None);
        };
        let next = match self.kind {
            IterationKind::Keys => key,
            IterationKind::Values => value,
            // If there is no memory for it, this entry is still the next one.
            IterationKind::Entries => vm.new_pair(key, value)?.value(),
        };
        self.cursor.set(cursor);
        Ok(Some(next))
    }
}
