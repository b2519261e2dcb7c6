//! Maps (ECMA-262 sec. 24.1): the cells, and what they do.

use super::iterator::{Collection, CollectionIterator};
use super::{self as collections, Cursor, Key, OrderedTable};
use crate::object::Object;
use crate::realm::Realm;
use crate::vm::{Vm, trace_object};
use crate::{JsResult, Value};
use abi::cell::{CellHeader, CellKind};
use abi::object::JsObject;
use gc::{HeapCell, Visitor};
use std::cell::RefCell;

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

impl Collection for MapObject {
    const ITERATOR: CellKind = CellKind::MapIterator;
    const ITERATOR_NAME: &str = "Map Iterator";

    fn iterator_prototype(realm: &Realm) -> Object {
        realm.map_iterator_prototype
    }

    #[inline(always)]
    fn step(&self, cursor: &mut Cursor) -> Option<(Value, Value)> {
        self.table.borrow().step(cursor)
    }

    fn size(&self) -> usize {
        self.table.borrow().len()
    }
}

/// A Map Iterator.
pub type MapIterator = CollectionIterator<MapObject>;

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
}
