//! CallSite objects: a frame of a captured stack, for `Error.prepareStackTrace` (V8's stack trace API; no standard has it).

use crate::object::Object;
use crate::vm::{Vm, trace_object};
use crate::{JsResult, Value};
use abi::cell::{CellHeader, CellKind};
use abi::object::JsObject;
use gc::{HeapCell, Visitor};
use std::cell::Cell;

/// A frame.
#[repr(C)]
pub struct CallSiteObject {
    pub object: JsObject,
    /// Its Code cell.
    pub(crate) code: Cell<Value>,
    /// Its bytecode offset, -1 less that in a constructor.
    pub(crate) position: i32,
}

// SAFETY: the header comes first and the layout is C's.
unsafe impl HeapCell for CallSiteObject {
    const KIND: CellKind = CellKind::CallSite;
}

impl CallSiteObject {
    /// # Safety
    /// To be called by the collector only, on a live CallSite cell.
    pub unsafe fn trace(cell: *mut CellHeader, visitor: &mut Visitor) {
        // SAFETY: the collector registers this function for cells of that kind.
        let site = unsafe { &*cell.cast::<CallSiteObject>() };
        trace_object(&site.object, visitor);
        visitor.visit_value(site.code.get());
    }
}

/// The object of a captured frame.
pub(crate) fn new(vm: &mut Vm, code: Value, position: i32) -> JsResult<Object> {
    let prototype = vm.realm().call_site_prototype;
    vm.new_exotic(Some(prototype), |object| CallSiteObject { object, code: Cell::new(code), position })
}
