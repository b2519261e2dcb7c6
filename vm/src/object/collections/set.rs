//! Sets (ECMA-262 sec. 24.2): the cells, and what they do.

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
}

impl Collection for SetObject {
    const ITERATOR: CellKind = CellKind::SetIterator;
    const ITERATOR_NAME: &str = "Set Iterator";

    fn iterator_prototype(realm: &Realm) -> Object {
        realm.set_iterator_prototype
    }

    #[inline(always)]
    fn step(&self, cursor: &mut Cursor) -> Option<(Value, Value)> {
        self.table.borrow().step(cursor).map(|(element, ())| (element, element))
    }

    fn size(&self) -> usize {
        self.table.borrow().len()
    }
}

/// A Set Iterator.
pub type SetIterator = CollectionIterator<SetObject>;

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
}
