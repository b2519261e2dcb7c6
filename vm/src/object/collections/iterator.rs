//! Iterators of Maps and Sets (ECMA-262 sec. 24.1.5 and 24.2.6): the cells, and what a step does.

use super::Cursor;
use crate::object::Object;
use crate::object::iteration_kind::IterationKind;
use crate::realm::Realm;
use crate::vm::{Vm, trace_object};
use crate::{JsResult, Value};
use abi::cell::{CellHeader, CellKind};
use abi::object::JsObject;
use gc::{HeapCell, Visitor};
use std::cell::Cell;
use std::ptr::null;

/// A Map or a Set.
pub trait Collection: HeapCell {
    /// The kind of its iterators.
    const ITERATOR: CellKind;
    /// What its iterators are called.
    const ITERATOR_NAME: &str;

    /// The prototype of its iterators.
    fn iterator_prototype(realm: &Realm) -> Object;

    /// The entry at the cursor, which moves on: key and value, in a Set both the element.
    fn step(&self, cursor: &mut Cursor) -> Option<(Value, Value)>;

    /// How many entries there are.
    fn size(&self) -> usize;
}

/// An iterator of a Map or a Set.
#[repr(C)]
pub struct CollectionIterator<C> {
    pub object: JsObject,
    /// Null once it has ended.
    collection: Cell<*const C>,
    cursor: Cell<Cursor>,
    kind: IterationKind,
}

// SAFETY: the header comes first and the layout is C's.
unsafe impl<C: Collection> HeapCell for CollectionIterator<C> {
    const KIND: CellKind = C::ITERATOR;
}

impl<C: Collection> CollectionIterator<C> {
    /// CreateMapIterator (sec. 24.1.5.1), CreateSetIterator (sec. 24.2.6.1)
    pub(crate) fn create(vm: &mut Vm, collection: &C, kind: IterationKind) -> JsResult<Object> {
        let prototype = C::iterator_prototype(&vm.realm());
        vm.new_exotic(Some(prototype), |object| CollectionIterator::<C> {
            object,
            collection: Cell::new(collection),
            cursor: Cell::new(Cursor::START),
            kind,
        })
    }

    /// # Safety
    /// To be called by the collector only, on a live cell of that kind.
    pub unsafe fn trace(cell: *mut CellHeader, visitor: &mut Visitor) {
        // SAFETY: the collector registers this function for cells of that kind.
        let iterator = unsafe { &*cell.cast::<CollectionIterator<C>>() };
        trace_object(&iterator.object, visitor);
        visitor.visit_cell(iterator.collection.get().cast_mut().cast());
    }

    /// Where compiled code finds its [`IterationKind`].
    pub const KIND_OFFSET: usize = std::mem::offset_of!(CollectionIterator<C>, kind);

    fn collection(&self) -> Option<&C> {
        // SAFETY: null or a live collection, which the iterator keeps.
        unsafe { self.collection.get().as_ref() }
    }

    /// How many entries the collection has; 0 once the iterator has ended.
    pub fn entries(&self) -> usize {
        self.collection().map_or(0, C::size)
    }

    /// Whether it gives entries, not keys or values alone.
    pub fn gives_entries(&self) -> bool {
        self.kind == IterationKind::Entries
    }

    /// Shows what is left without taking it: keys, values, or both in turn, at most `limit` of the collection's entries. The iterator keeps them alive.
    pub fn preview(&self, limit: usize) -> Vec<Value> {
        let mut rest = Vec::new();
        let Some(collection) = self.collection() else { return rest };
        let mut cursor = self.cursor.get();
        for _ in 0..limit {
            let Some((key, value)) = collection.step(&mut cursor) else { break };
            match self.kind {
                IterationKind::Keys => rest.push(key),
                IterationKind::Values => rest.push(value),
                IterationKind::Entries => rest.extend([key, value]),
            }
        }
        rest
    }

    /// The next entry, whatever the iterator gives of it, and where the one after it is; None at the end.
    #[inline(always)]
    fn next_entry(&self) -> Option<(Value, Value, Cursor)> {
        let mut cursor = self.cursor.get();
        let entry = self.collection()?.step(&mut cursor);
        if entry.is_none() {
            self.collection.set(null());
        }
        entry.map(|(key, value)| (key, value, cursor))
    }

    /// The key and the value of the next entry; None at the end.
    pub fn step_entry(&self) -> Option<(Value, Value)> {
        let (key, value, cursor) = self.next_entry()?;
        self.cursor.set(cursor);
        Some((key, value))
    }

    /// The next value without a result object around it; None at the end.
    pub fn step(&self, vm: &mut Vm) -> JsResult<Option<Value>> {
        let Some((key, value, cursor)) = self.next_entry() else { return Ok(None) };
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
