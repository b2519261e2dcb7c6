//! String iterators (ECMA-262 sec. 22.1.5): the cells, and what a step does.

use crate::object::Object;
use crate::string::JsString;
use crate::vm::Vm;
use crate::{JsResult, Value, ValueExt};
use abi::cell::{CellHeader, CellKind};
use abi::object::JsObject;
use gc::{HeapCell, Visitor};
use std::cell::Cell;

/// A String iterator.
#[repr(C)]
pub struct StringIterator {
    pub object: JsObject,
    /// The string; undefined once the iterator has ended.
    pub string: Cell<Value>,
    /// Where the next code point begins, in code units.
    pub position: Cell<usize>,
}

// SAFETY: the header comes first and the layout is C's.
unsafe impl HeapCell for StringIterator {
    const KIND: CellKind = CellKind::StringIterator;
}

impl StringIterator {
    /// # Safety
    /// To be called by the collector only, on a live StringIterator cell.
    pub unsafe fn trace(cell: *mut CellHeader, visitor: &mut Visitor) {
        // SAFETY: the collector registers this function for cells of that kind.
        let iterator = unsafe { &*cell.cast::<StringIterator>() };
        crate::vm::trace_object(&iterator.object, visitor);
        visitor.visit_value(iterator.string.get());
    }
}

/// A new iterator over a string.
pub fn new_string_iterator(vm: &mut Vm, string: JsString) -> JsResult<Object> {
    let prototype = vm.realm().string_iterator_prototype;
    vm.new_exotic(Some(prototype), |object| StringIterator {
        object,
        string: Cell::new(string.value()),
        position: Cell::new(0),
    })
}

/// The next code point as a string; None at the end, and ever after.
pub fn step(vm: &mut Vm, iterator: &StringIterator) -> JsResult<Option<JsString>> {
    let Some(string) = iterator.string.get().as_string() else { return Ok(None) };
    let position = iterator.position.get();
    if position >= string.len() {
        iterator.string.set(Value::UNDEFINED);
        return Ok(None);
    }
    let point = string.view(vm)?.code_point_at(position);
    iterator.position.set(position + point.units);
    JsString::from_code_point(vm, point.value).map(Some)
}
