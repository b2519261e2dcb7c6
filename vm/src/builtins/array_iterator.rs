//! Array iterators (ECMA-262 sec. 23.1.5): `keys`, `values` and `entries` of arrays, typed arrays and all that borrow them.

use crate::native::Args;
use crate::object::array_iterator::{ArrayIterator, step};
use crate::object::iteration_kind::IterationKind;
use crate::runtime::convert;
use crate::vm::Vm;
use crate::{JsResult, Value, ValueExt};

pub fn init(vm: &mut Vm) -> JsResult<()> {
    let parent = vm.realm().iterator_prototype;
    let prototype = vm.new_object_with_prototype(Some(parent))?;
    vm.realm_mut().array_iterator_prototype = prototype;
    let next = prototype.define_method(vm, "next", 0, next)?;
    vm.realm_mut().array_iterator_next = next;
    prototype.define_to_string_tag(vm, "Array Iterator")
}

fn create(vm: &mut Vm, args: Args, kind: IterationKind) -> JsResult {
    let object = convert::to_object(vm, args.this())?;
    vm.new_array_iterator(object, kind).map(Value::from)
}

/// Array.prototype.entries() (sec. 23.1.3.5)
pub fn entries(vm: &mut Vm, args: Args) -> JsResult {
    create(vm, args, IterationKind::Entries)
}

/// Array.prototype.keys() (sec. 23.1.3.19)
pub fn keys(vm: &mut Vm, args: Args) -> JsResult {
    create(vm, args, IterationKind::Keys)
}

/// Array.prototype.values() (sec. 23.1.3.38)
pub fn values(vm: &mut Vm, args: Args) -> JsResult {
    create(vm, args, IterationKind::Values)
}

/// %ArrayIteratorPrototype%.next() (sec. 23.1.5.2.1)
fn next(vm: &mut Vm, args: Args) -> JsResult {
    let Some(iterator) = args.this().as_object().and_then(|o| o.downcast::<ArrayIterator>()) else {
        return Err(vm.throw_incompatible_receiver("Array Iterator.prototype.next", args.this()));
    };
    match step(vm, &iterator)? {
        Some(value) => vm.iterator_result(value, false).map(Value::from),
        None => vm.iterator_result(Value::UNDEFINED, true).map(Value::from),
    }
}
