//! String iterators (ECMA-262 sec. 22.1.5): strings by code points.

use super::this_string;
use crate::native::{Args, method};
use crate::object::Object;
use crate::runtime::iterator::create_iter_result_object;
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

pub(super) fn init(vm: &mut Vm, string_prototype: Object) -> JsResult<()> {
    string_prototype.define_methods(vm, &[method("@@iterator", 0, iterator)])?;
    let parent = vm.realm().iterator_prototype;
    let prototype = vm.new_object_with_prototype(Some(parent))?;
    vm.realm_mut().string_iterator_prototype = prototype;
    prototype.define_methods(vm, &[method("next", 0, next)])?;
    prototype.define_to_string_tag(vm, "String Iterator")
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

/// `String.prototype[@@iterator]()` (sec. 22.1.3.36)
fn iterator(vm: &mut Vm, args: Args) -> JsResult {
    let text = this_string(vm, &args, "[Symbol.iterator]")?;
    new_string_iterator(vm, text).map(Object::value)
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

/// `%StringIteratorPrototype%.next()` (sec. 22.1.5.1.1)
// Compared by its address: inlined, it would have one in each place.
#[inline(never)]
pub fn next(vm: &mut Vm, args: Args) -> JsResult {
    let this = args.this();
    let Some(iterator) = this.as_object().and_then(|o| o.downcast::<StringIterator>()) else {
        return Err(vm.throw_incompatible_receiver("String Iterator.prototype.next", this));
    };
    let step = step(vm, iterator)?;
    let value = step.map_or(Value::UNDEFINED, JsString::value);
    create_iter_result_object(vm, value, step.is_none()).map(Object::value)
}
