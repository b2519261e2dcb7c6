//! RegExp String iterators (ECMA-262 sec. 22.2.9): what matchAll returns.

use super::exec::{advance_last_index, regexp_exec};
use crate::native::{Args, method};
use crate::object::Object;
use crate::runtime::convert::to_string;
use crate::runtime::iterator::create_iter_result_object;
use crate::string::{JsString, PropertyKey};
use crate::vm::Vm;
use crate::{JsResult, Value, ValueExt};
use abi::cell::{CellHeader, CellKind};
use abi::object::JsObject;
use gc::{HeapCell, Visitor};
use std::cell::Cell;

/// A RegExp String iterator.
#[repr(C)]
pub struct RegExpStringIterator {
    pub object: JsObject,
    /// The regular expression, any object.
    regexp: Value,
    string: Value,
    global: bool,
    unicode: bool,
    done: Cell<bool>,
}

// SAFETY: the header comes first and the layout is C's.
unsafe impl HeapCell for RegExpStringIterator {
    const KIND: CellKind = CellKind::RegExpStringIterator;
}

impl RegExpStringIterator {
    /// # Safety
    /// To be called by the collector only, on a live RegExpStringIterator cell.
    pub unsafe fn trace(cell: *mut CellHeader, visitor: &mut Visitor) {
        // SAFETY: the collector registers this function for cells of that kind.
        let iterator = unsafe { &*cell.cast::<RegExpStringIterator>() };
        crate::vm::trace_object(&iterator.object, visitor);
        visitor.visit_value(iterator.regexp);
        visitor.visit_value(iterator.string);
    }
}

pub(super) fn init(vm: &mut Vm) -> JsResult<()> {
    let parent = vm.realm().iterator_prototype;
    let prototype = vm.new_object_with_prototype(Some(parent))?;
    vm.realm_mut().regexp_string_iterator_prototype = prototype;
    prototype.define_methods(vm, &[method("next", 0, next)])?;
    prototype.define_to_string_tag(vm, "RegExp String Iterator")
}

/// CreateRegExpStringIterator (sec. 22.2.9.1)
pub(super) fn create(vm: &mut Vm, regexp: Object, text: JsString, global: bool, unicode: bool) -> JsResult<Object> {
    let prototype = vm.realm().regexp_string_iterator_prototype;
    vm.new_exotic(Some(prototype), |object| RegExpStringIterator {
        object,
        regexp: regexp.value(),
        string: text.value(),
        global,
        unicode,
        done: Cell::new(false),
    })
}

/// `%RegExpStringIteratorPrototype%.next()` (sec. 22.2.9.2.1)
fn next(vm: &mut Vm, args: Args) -> JsResult {
    let this = args.this();
    let Some(iterator) = this.as_object().and_then(|o| o.downcast::<RegExpStringIterator>()) else {
        return Err(vm.throw_incompatible_receiver("%RegExpStringIterator%.prototype.next", this));
    };
    let found = match (iterator.regexp.as_object(), iterator.string.as_string()) {
        (Some(regexp), Some(text)) if !iterator.done.get() => match step(vm, &iterator, regexp, text) {
            Ok(found) => found,
            Err(throw) => {
                iterator.done.set(true);
                return Err(throw);
            }
        },
        _ => None,
    };
    if found.is_none() || !iterator.global {
        iterator.done.set(true);
    }
    let value = found.map_or(Value::UNDEFINED, Object::value);
    create_iter_result_object(vm, value, found.is_none()).map(Object::value)
}

fn step(vm: &mut Vm, iterator: &RegExpStringIterator, regexp: Object, text: JsString) -> JsResult<Option<Object>> {
    let Some(found) = regexp_exec(vm, regexp, text)? else { return Ok(None) };
    if iterator.global {
        let matched = found.get(vm, PropertyKey::from_index(0))?;
        if to_string(vm, matched)?.is_empty() {
            advance_last_index(vm, regexp, text, iterator.unicode)?;
        }
    }
    Ok(Some(found))
}
