//! Finalization (ECMA-262 sec. 9.12 and 26.2): registries, and their cleanup callbacks.
//!
//! When the collector finds a target dead, its record moves to the registry's list of what is due, and the registry to the job
//! queue's list of registries that have work to do: neither needs memory of the heap. Cleanup callbacks run as jobs.

mod cells;

use self::cells::Cells;
use super::job::ReadyRegistries;
use crate::object::Object;
use crate::object::collections;
use crate::vm::{Vm, trace_object};
use crate::{JsResult, Value};
use abi::cell::{CellHeader, CellKind};
use abi::object::JsObject;
use gc::{HeapCell, LiveTest, Visitor};
use std::cell::{Cell, RefCell};

/// A FinalizationRegistry.
#[repr(C)]
pub struct FinalizationRegistryObject {
    pub object: JsObject,
    /// [[CleanupCallback]]
    cleanup: Value,
    pub(crate) cells: RefCell<Cells>,
    /// Bytes that the heap knows of.
    reported: Cell<usize>,
    ready: ReadyRegistries,
}

// SAFETY: the header comes first and the layout is C's.
unsafe impl HeapCell for FinalizationRegistryObject {
    const KIND: CellKind = CellKind::FinalizationRegistry;
    const NEEDS_DROP: bool = true;
}

impl FinalizationRegistryObject {
    /// # Safety
    /// To be called by the collector only, on a live FinalizationRegistry cell.
    pub unsafe fn trace(cell: *mut CellHeader, visitor: &mut Visitor) {
        // SAFETY: the collector registers this function for cells of that kind.
        let registry = unsafe { &*cell.cast::<FinalizationRegistryObject>() };
        trace_object(&registry.object, visitor);
        visitor.visit_value(registry.cleanup);
        registry.cells.borrow().trace(visitor);
        visitor.ephemeron_table(cell);
    }

    /// Finds the dead targets.
    pub(crate) fn sweep(&self, live: &LiveTest) {
        let cells = &mut *self.cells.borrow_mut();
        let was_due = cells.is_due();
        cells.sweep(live);
        if !was_due && cells.is_due() {
            // SAFETY: this is the object part of a live registry.
            let object = unsafe { Object::from_ptr(std::ptr::from_ref(&self.object).cast_mut()) };
            self.ready.borrow_mut().push(object);
        }
        // What has shrunk sets the next full collection's time. What has grown is told with the next callback.
        let freed = self.reported.get().saturating_sub(cells.bytes());
        self.reported.set(self.reported.get() - freed);
        collections::note_freed(&self.object.header, freed);
    }

    /// Tells the heap how much memory there is now.
    pub(crate) fn report(&self, vm: &mut Vm) {
        let bytes = self.cells.borrow().bytes();
        let before = self.reported.replace(bytes);
        if before != bytes {
            vm.heap.adjust_external(bytes as isize - before as isize);
        }
    }
}

impl Drop for FinalizationRegistryObject {
    fn drop(&mut self) {
        collections::note_freed(&self.object.header, self.reported.get());
    }
}

/// A registry without records.
pub(crate) fn new_registry(vm: &mut Vm, prototype: Object, cleanup: Value) -> JsResult<Object> {
    let ready = vm.jobs.ready_registries();
    vm.new_exotic(Some(prototype), |object| FinalizationRegistryObject {
        object,
        cleanup,
        cells: RefCell::default(),
        reported: Cell::new(0),
        ready,
    })
}

/// CleanupFinalizationRegistry (sec. 9.12) for one record; whether there are more. The job queue calls it.
pub fn cleanup(vm: &mut Vm, registry: Object) -> JsResult<bool> {
    let Some(registry) = registry.downcast::<FinalizationRegistryObject>() else { return Ok(false) };
    let held = registry.cells.borrow_mut().take_due();
    if let Some(held) = held {
        vm.call(registry.cleanup, Value::UNDEFINED, &[held])?;
    }
    registry.report(vm);
    Ok(registry.cells.borrow().is_due())
}

/// Whether callbacks are due.
pub fn is_due(registry: Object) -> bool {
    registry.downcast::<FinalizationRegistryObject>().is_some_and(|registry| registry.cells.borrow().is_due())
}
