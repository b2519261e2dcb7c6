//! What Map, Set and their weak kin share: how constructors fill new ones (ECMA-262 sec. 24.1.1 to 24.4.1), and the prototypes of iterators
//! (sec. 24.1.5.2 and 24.2.6.2).

use crate::native::{Args, NativeFn, NativeFunction};
use crate::object::Object;
use crate::object::collections::iterator::{Collection, CollectionIterator};
use crate::runtime::iterator::iterate;
use crate::string::PropertyKey;
use crate::vm::Vm;
use crate::{JsResult, Value, ValueExt};
use gc::HeapCell;
use std::ops::ControlFlow;

/// Fills a new Map or WeakMap: `put` does what the built-in method `set` would.
pub(super) fn fill_map<T: HeapCell>(
    vm: &mut Vm,
    object: Object,
    iterable: Value,
    set: NativeFn,
    put: impl Fn(&T, &mut Vm, Value, Value) -> JsResult<()>,
) -> JsResult {
    if iterable.is_nullish() {
        return Ok(object.value());
    }
    let adder = adder(vm, object, vm.names.set)?;
    match object.downcast::<T>() {
        Some(map) if is_built_in(adder, set) => add_entries(vm, iterable, |vm, key, value| put(&map, vm, key, value))?,
        _ => add_entries(vm, iterable, |vm, key, value| vm.call(adder, object.value(), &[key, value]).map(|_| ()))?,
    }
    Ok(object.value())
}

/// Fills a new Set or WeakSet: `put` does what the built-in method `add` would.
pub(super) fn fill_set<T: HeapCell>(
    vm: &mut Vm,
    object: Object,
    iterable: Value,
    add: NativeFn,
    put: impl Fn(&T, &mut Vm, Value) -> JsResult<()>,
) -> JsResult {
    if iterable.is_nullish() {
        return Ok(object.value());
    }
    let adder = adder(vm, object, vm.names.add)?;
    let built_in = if is_built_in(adder, add) { object.downcast::<T>() } else { None };
    iterate(vm, iterable, |vm, value| {
        match built_in {
            Some(set) => put(&set, vm, value)?,
            None => {
                vm.call(adder, object.value(), &[value])?;
            }
        }
        Ok(ControlFlow::Continue(()))
    })?;
    Ok(object.value())
}

/// Whether a function is the built-in `f`.
fn is_built_in(function: Value, f: NativeFn) -> bool {
    let native = function.as_object().and_then(|o| o.downcast::<NativeFunction>());
    native.is_some_and(|native| native.function as usize == f as usize)
}

/// The method by which a constructor adds what its iterable gives.
fn adder(vm: &mut Vm, object: Object, name: PropertyKey) -> JsResult {
    let adder = object.get(vm, name)?;
    if !adder.is_callable() {
        let (what, name, of) = (vm.describe(adder), vm.describe_key(name), vm.describe(object.value()));
        return Err(
            vm.throw_type_error(format!("'{what}' returned for property '{name}' of object '{of}' is not a function"))
        );
    }
    Ok(adder)
}

/// AddEntriesFromIterable (sec. 24.1.1.2): calls `add` with the two parts of every entry.
fn add_entries(
    vm: &mut Vm,
    iterable: Value,
    mut add: impl FnMut(&mut Vm, Value, Value) -> JsResult<()>,
) -> JsResult<()> {
    iterate(vm, iterable, |vm, entry| {
        let Some(entry) = entry.as_object() else {
            let what = vm.describe(entry);
            return Err(vm.throw_type_error(format!("Iterator value {what} is not an entry object")));
        };
        let (key, value) = match entry.packed_values() {
            Some([key, value, ..]) => (key.get(), value.get()),
            _ => {
                let key = entry.get(vm, PropertyKey::from_index(0))?;
                (key, entry.get(vm, PropertyKey::from_index(1))?)
            }
        };
        add(vm, key, value)?;
        Ok(ControlFlow::Continue(()))
    })
}

/// Creates the prototype of a kind of collection's iterators; returns its `next`, too.
pub(super) fn new_iterator_prototype<C: Collection>(vm: &mut Vm) -> JsResult<(Object, Object)> {
    let parent = vm.realm().iterator_prototype;
    let prototype = vm.new_object_with_prototype(Some(parent))?;
    let next = prototype.define_method(vm, "next", 0, next::<C>)?;
    prototype.define_to_string_tag(vm, C::ITERATOR_NAME)?;
    Ok((prototype, next))
}

/// `%MapIteratorPrototype%.next()` (sec. 24.1.5.2.1), `%SetIteratorPrototype%.next()` (sec. 24.2.6.2.1)
fn next<C: Collection>(vm: &mut Vm, args: Args) -> JsResult {
    let Some(iterator) = args.this().as_object().and_then(|o| o.downcast::<CollectionIterator<C>>()) else {
        return Err(vm.throw_incompatible_receiver(&format!("{}.prototype.next", C::ITERATOR_NAME), args.this()));
    };
    let next = iterator.step(vm)?;
    vm.iterator_result(next.unwrap_or(Value::UNDEFINED), next.is_none()).map(Object::value)
}
