//! Map, Set and their weak kin: the hash tables behind them, and the cells of those that the runtime iterates over.

pub mod iterator;
pub mod key;
pub mod map;
pub mod ordered_table;
pub mod set;
pub mod weak_table;

pub use key::{HashKeys, Key};
pub use ordered_table::{Cursor, OrderedTable, TooLarge};
pub use weak_table::{WeakTable, can_be_held_weakly};

use crate::vm::Vm;
use crate::{JsResult, Value};
use abi::cell::CellHeader;
use std::cell::RefCell;

/// Why something was not added.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Refused {
    OutOfMemory,
    TooLarge,
}

/// Adds to the table in `owner`, or changes what the key maps to. `kind` names the collection in the RangeError.
#[inline]
pub(crate) fn insert<V: Copy>(
    vm: &mut Vm,
    owner: *const CellHeader,
    table: &RefCell<OrderedTable<V>>,
    key: Key,
    value: V,
    kind: &str,
) -> JsResult<()> {
    try_insert(vm, owner, table, key, value).map_err(|refused| match refused {
        Refused::OutOfMemory => vm.throw_out_of_memory(),
        Refused::TooLarge => vm.throw_range_error(format!("{kind} maximum size exceeded")),
    })
}

/// The same without an exception where it is refused: then nothing has changed.
#[inline]
pub(crate) fn try_insert<V: Copy>(
    vm: &mut Vm,
    owner: *const CellHeader,
    table: &RefCell<OrderedTable<V>>,
    key: Key,
    value: V,
) -> Result<(), Refused> {
    let added = table.borrow_mut().put(key, value);
    if !added {
        add_growing(vm, table, key, value)?;
    }
    vm.heap.barrier(owner);
    Ok(())
}

/// Adds a key that is not in the table, for which there is no room.
#[cold]
#[inline(never)]
fn add_growing<V: Copy>(vm: &mut Vm, table: &RefCell<OrderedTable<V>>, key: Key, value: V) -> Result<(), Refused> {
    let growth = table.borrow().growth();
    if growth > 0 && vm.heap.reserve_external(growth).is_err() {
        return Err(Refused::OutOfMemory);
    }
    let (grown, inserted) = {
        let mut table = table.borrow_mut();
        let before = table.bytes();
        let inserted = table.insert(key, value);
        (table.bytes() - before, inserted)
    };
    if grown != growth {
        // There was no memory.
        vm.heap.adjust_external(grown as isize - growth as isize);
    }
    inserted.map(|_| ()).map_err(|TooLarge| Refused::TooLarge)
}

/// Removes a value; whether it was there.
#[inline]
pub(crate) fn remove<V: Copy>(vm: &mut Vm, table: &RefCell<OrderedTable<V>>, value: Value) -> JsResult<bool> {
    let key = Key::new(vm, value)?;
    let (before, removed, after) = {
        let mut table = table.borrow_mut();
        let before = table.bytes();
        let removed = table.remove(key);
        (before, removed, table.bytes())
    };
    if before != after {
        vm.heap.adjust_external(after as isize - before as isize);
    }
    Ok(removed.is_some())
}

/// Removes everything.
pub(crate) fn clear<V: Copy>(vm: &mut Vm, table: &RefCell<OrderedTable<V>>) {
    let before = table.borrow().bytes();
    table.borrow_mut().clear();
    vm.heap.adjust_external(-(before as isize));
}

/// For drop functions: the memory of the table in `owner` is about to be freed.
pub(crate) fn note_freed(owner: &CellHeader, bytes: usize) {
    // What owns no memory may be no cell: a value that found no place in the heap.
    if bytes > 0 {
        // SAFETY: only cells get memory, and a cell is dropped by its heap.
        unsafe { gc::note_external_freed(owner, bytes) };
    }
}
