//! String iterators (ECMA-262 sec. 22.1.5): strings by code points.

use super::this_string;
use crate::native::{Args, method};
use crate::object::Object;
use crate::object::string_iterator::{StringIterator, new_string_iterator, step};
use crate::runtime::iterator::create_iter_result_object;
use crate::string::JsString;
use crate::vm::Vm;
use crate::{JsResult, Value, ValueExt};

pub(super) fn init(vm: &mut Vm, string_prototype: Object) -> JsResult<()> {
    string_prototype.define_methods(vm, &[method("@@iterator", 0, iterator)])?;
    let parent = vm.realm().iterator_prototype;
    let prototype = vm.new_object_with_prototype(Some(parent))?;
    vm.realm_mut().string_iterator_prototype = prototype;
    let next = prototype.define_method(vm, "next", 0, next)?;
    vm.realm_mut().string_iterator_next = next;
    prototype.define_to_string_tag(vm, "String Iterator")
}

/// `String.prototype[@@iterator]()` (sec. 22.1.3.36)
fn iterator(vm: &mut Vm, args: Args) -> JsResult {
    let text = this_string(vm, &args, "[Symbol.iterator]")?;
    new_string_iterator(vm, text).map(Object::value)
}

/// `%StringIteratorPrototype%.next()` (sec. 22.1.5.1.1)
fn next(vm: &mut Vm, args: Args) -> JsResult {
    let this = args.this();
    let Some(iterator) = this.as_object().and_then(|o| o.downcast::<StringIterator>()) else {
        return Err(vm.throw_incompatible_receiver("String Iterator.prototype.next", this));
    };
    let step = step(vm, &iterator)?;
    let value = step.map_or(Value::UNDEFINED, JsString::value);
    create_iter_result_object(vm, value, step.is_none()).map(Object::value)
}
