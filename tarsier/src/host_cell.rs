//! Data of ours in the collector's heap: an object without properties that owns a Rust value.

use abi::cell::{CellHeader, CellKind};
use abi::object::JsObject;
use gc::{HeapCell, Visitor};
use std::any::Any;
use vm::{JsResult, Object, Value, ValueExt, Vm};

/// What a host cell can own. It is dropped with the cell.
pub trait HostData: Any {
    /// Visits the cells that the value holds.
    fn trace(&self, _visitor: &mut Visitor) {}

    /// Bytes outside of the heap that it owns, which do not change.
    fn external(&self) -> usize {
        0
    }
}

#[repr(C)]
struct HostCell {
    object: JsObject,
    data: Box<dyn HostData>,
}

// SAFETY: the header comes first and the layout is C's.
unsafe impl HeapCell for HostCell {
    const KIND: CellKind = CellKind::Host;
    const NEEDS_DROP: bool = true;
}

impl HostCell {
    /// # Safety
    /// To be called by the collector only, on a live Host cell.
    unsafe fn trace(cell: *mut CellHeader, visitor: &mut Visitor) {
        // SAFETY: the collector registers this function for cells of that kind, which only `new` makes.
        let cell = unsafe { &*cell.cast::<HostCell>() };
        vm::vm::trace_object(&cell.object, visitor);
        cell.data.trace(visitor);
    }

    /// # Safety
    /// To be called by the collector only, once, on a dead Host cell.
    unsafe fn drop(cell: *mut CellHeader) {
        // SAFETY: as above; the heap still exists while it drops cells.
        unsafe {
            let external = (*cell.cast::<HostCell>()).data.external();
            if external > 0 {
                gc::note_external_freed(cell, external);
            }
            std::ptr::drop_in_place(cell.cast::<HostCell>());
        }
    }
}

/// Tells the collector of the kind. To be called before the first cell is made.
pub fn register(vm: &mut Vm) {
    vm.heap.set_kind(CellKind::Host, Some(HostCell::trace), Some(HostCell::drop));
}

/// A cell that owns `data`.
///
/// # Errors
/// When the heap's limit does not allow it; a RangeError if that is for what the data owns outside.
pub fn new(vm: &mut Vm, data: impl HostData) -> JsResult<Object> {
    let external = data.external();
    if external > 0 && vm.heap.reserve_external(external).is_err() {
        return Err(vm.throw_range_error("Out of memory"));
    }
    let data: Box<dyn HostData> = Box::new(data);
    let made = vm.new_exotic(None, |object| HostCell { object, data });
    if made.is_err() {
        vm.heap.adjust_external(-(external as isize));
    }
    made
}

/// The data of a cell that owns a `T`. It lives as long as the value is on the stack.
pub fn data<'a, T: HostData>(value: Value) -> Option<&'a T> {
    let cell = value.as_object().and_then(|object| object.downcast::<HostCell>())?;
    (&*cell.data as &dyn Any).downcast_ref()
}
