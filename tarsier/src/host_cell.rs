//! Data of ours in the collector's heap: an object without properties that owns a Rust value.

use abi::cell::{CellHeader, CellKind};
use abi::object::JsObject;
use gc::{Gc, HeapCell, Visitor};
use std::any::Any;
use std::marker::PhantomData;
use std::ops::Deref;
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

/// A handle of a cell that owns a `T`. Like a [`Gc`], it keeps the cell alive where the collector looks.
pub struct HostHandle<T>(Gc<HostCell>, PhantomData<T>);

impl<T: HostData> Deref for HostHandle<T> {
    type Target = T;

    #[inline]
    fn deref(&self) -> &T {
        // SAFETY: handles are made by `data` alone, which has looked whether it is a T; what a cell owns is never replaced.
        unsafe { &*(&raw const *self.0.data).cast::<T>() }
    }
}

/// A handle of the cell, if it owns a `T`.
pub fn data<T: HostData>(value: Value) -> Option<HostHandle<T>> {
    let cell = value.as_object()?.downcast::<HostCell>()?;
    (&*cell.data as &dyn Any).is::<T>().then_some(HostHandle(cell, PhantomData))
}
