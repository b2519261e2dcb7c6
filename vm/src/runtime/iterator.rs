//! Operations on iterators (ECMA-262 section 7.4).
//!
//! An [`IteratorRecord`] lives on the stack, where the collector finds what it holds. Built-ins that consume an iterable go through
//! [`iterate`], which closes the iterator whenever it is left early and walks an array without any iterator while
//! nobody has touched how arrays are iterated.

use super::convert::to_boolean;
use super::generator::GeneratorObject;
use super::operations;
use crate::interp::cache::get_named;
use crate::object::Object;
use crate::object::array_iterator::{self, ArrayIterator};
use crate::object::collections::map::MapIterator;
use crate::object::collections::set::SetIterator;
use crate::object::iteration_kind::IterationKind;
use crate::object::string_iterator::{self, StringIterator};
use crate::object::table::DEFAULT;
use crate::string::PropertyKey;
use crate::vm::Vm;
use crate::{JsResult, Value, ValueExt};
use abi::cell::CellKind;
use gc::RootedVec;
use std::ops::ControlFlow;

/// An Iterator Record (section 7.4.1).
#[derive(Clone, Copy, Debug)]
pub struct IteratorRecord {
    pub iterator: Value,
    pub next: Value,
    /// The iterator has ended or thrown: it is not to be closed.
    pub done: bool,
}

/// What `GetIteratorFlattenable` does with primitives.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PrimitiveHandling {
    IterateStrings,
    Reject,
}

/// `GetIteratorDirect(obj)` (section 7.4.2).
pub fn get_iterator_direct(vm: &mut Vm, object: Object) -> JsResult<IteratorRecord> {
    let next = get_named(vm, object, vm.names.next)?;
    Ok(IteratorRecord { iterator: object.value(), next, done: false })
}

/// `GetIteratorFromMethod(obj, method)` (section 7.4.3).
pub fn get_iterator_from_method(vm: &mut Vm, v: Value, method: Value) -> JsResult<IteratorRecord> {
    let iterator = vm.call(method, v, &[])?;
    match iterator.as_object() {
        Some(iterator) => get_iterator_direct(vm, iterator),
        None => Err(vm.throw_type_error("Result of the Symbol.iterator method is not an object")),
    }
}

/// `GetIterator(obj, sync)` (section 7.4.4).
pub fn get_iterator(vm: &mut Vm, v: Value) -> JsResult<IteratorRecord> {
    if let Some(array) = plainly_iterated_array(vm, v)
        && let Some(next) = vm.intact_next()
    {
        let iterator = vm.new_array_iterator(array, IterationKind::Values)?;
        return Ok(IteratorRecord { iterator: iterator.value(), next, done: false });
    }
    if let Some(generator) = v.as_object().filter(|object| object.is_kind(CellKind::Generator)) {
        return iterator_of_generator(vm, generator);
    }
    let method = iterator_method(vm, v)?;
    get_iterator_from_method(vm, v, method)
}

/// GetIterator of a generator, which most likely is its own iterator.
fn iterator_of_generator(vm: &mut Vm, generator: Object) -> JsResult<IteratorRecord> {
    let method = get_named(vm, generator, vm.names.sym_iterator)?;
    if method != vm.realm().iterator_itself.value() {
        if !method.is_callable() {
            return Err(vm.throw_not_iterable(generator.value()));
        }
        return get_iterator_from_method(vm, generator.value(), method);
    }
    let next = get_named(vm, generator, vm.names.next)?;
    Ok(IteratorRecord { iterator: generator.value(), next, done: false })
}

/// The iterable's @@iterator method; a TypeError that names the iterable if there is none.
fn iterator_method(vm: &mut Vm, v: Value) -> JsResult {
    if !v.is_nullish() {
        let method = match v.as_object() {
            Some(object) => get_named(vm, object, vm.names.sym_iterator)?,
            None => operations::get_v(vm, v, vm.names.sym_iterator)?,
        };
        if method.is_callable() {
            return Ok(method);
        }
    }
    Err(vm.throw_not_iterable(v))
}

/// `GetIteratorFlattenable(obj, primitiveHandling)` (section 7.4.5).
pub fn get_iterator_flattenable(vm: &mut Vm, v: Value, primitives: PrimitiveHandling) -> JsResult<IteratorRecord> {
    if !(v.is_object() || v.is_string() && primitives == PrimitiveHandling::IterateStrings) {
        let what = vm.describe(v);
        return Err(vm.throw_type_error(format!("{what} is not an object")));
    }
    let iterator = match operations::get_method(vm, v, vm.names.sym_iterator)? {
        None => v,
        Some(method) => vm.call(method, v, &[])?,
    };
    match iterator.as_object() {
        Some(iterator) => get_iterator_direct(vm, iterator),
        None => {
            let what = vm.describe(iterator);
            Err(vm.throw_type_error(format!("{what} is not an object")))
        }
    }
}

/// `IteratorNext(record, value)` (section 7.4.6): the result object.
pub fn iterator_next(vm: &mut Vm, record: &mut IteratorRecord, value: Option<Value>) -> JsResult<Object> {
    let result = match vm.call(record.next, record.iterator, value.as_slice()) {
        Ok(result) => result,
        Err(throw) => {
            record.done = true;
            return Err(throw);
        }
    };
    match result.as_object() {
        Some(result) => Ok(result),
        None => {
            record.done = true;
            Err(vm.throw_iterator_result_not_object(result))
        }
    }
}

/// `IteratorComplete(iteratorResult)` (section 7.4.7).
pub fn iterator_complete(vm: &mut Vm, result: Object) -> JsResult<bool> {
    result.get(vm, vm.names.done).map(to_boolean)
}

/// `IteratorValue(iteratorResult)` (section 7.4.8).
pub fn iterator_value(vm: &mut Vm, result: Object) -> JsResult {
    result.get(vm, vm.names.value)
}

/// `IteratorStep(record)` (section 7.4.9): None at the end.
pub fn iterator_step(vm: &mut Vm, record: &mut IteratorRecord) -> JsResult<Option<Object>> {
    let result = iterator_next(vm, record, None)?;
    match iterator_complete(vm, result) {
        Ok(false) => Ok(Some(result)),
        Ok(true) => {
            record.done = true;
            Ok(None)
        }
        Err(throw) => {
            record.done = true;
            Err(throw)
        }
    }
}

/// One step of a built-in iterator whose `next` is the built-in one of this realm: what IteratorStepValue gives, without the
/// result object that nobody would see. None for all other iterators.
#[inline]
pub fn built_in_step(vm: &mut Vm, iterator: Value, next: Value) -> Option<JsResult<Option<Value>>> {
    let iterator = iterator.as_object()?;
    let realm = vm.realm();
    // SAFETY: in each branch the kind says which layout it is.
    unsafe {
        match iterator.kind() {
            CellKind::ArrayIterator if next == realm.array_iterator_next.value() => {
                Some(array_iterator::step(vm, &iterator.cast::<ArrayIterator>()))
            }
            CellKind::MapIterator if next == realm.map_iterator_next.value() => {
                Some(iterator.cast::<MapIterator>().step(vm))
            }
            CellKind::SetIterator if next == realm.set_iterator_next.value() => {
                Some(iterator.cast::<SetIterator>().step(vm))
            }
            CellKind::StringIterator if next == realm.string_iterator_next.value() => {
                let step = string_iterator::step(vm, &iterator.cast::<StringIterator>());
                Some(step.map(|step| step.map(|text| text.value())))
            }
            CellKind::Generator if next == realm.generator_next.value() => {
                Some(super::generator::step(vm, iterator, &iterator.cast::<GeneratorObject>()))
            }
            _ => None,
        }
    }
}

/// `IteratorStepValue(record)` (section 7.4.10): None at the end.
pub fn iterator_step_value(vm: &mut Vm, record: &mut IteratorRecord) -> JsResult<Option<Value>> {
    vm.spend(1)?;
    if let Some(step) = built_in_step(vm, record.iterator, record.next) {
        record.done |= !matches!(step, Ok(Some(_)));
        return step;
    }
    let Some(result) = iterator_step(vm, record)? else { return Ok(None) };
    let value = iterator_value(vm, result);
    record.done |= value.is_err();
    value.map(Some)
}

/// `IteratorClose(record, completion)` (section 7.4.11). An exception that is pending stays the one that is pending, whatever
/// the iterator's `return` does.
pub fn iterator_close<T>(vm: &mut Vm, record: &IteratorRecord, completion: JsResult<T>) -> JsResult<T> {
    match completion {
        Ok(value) => {
            if let Some(method) = operations::get_method(vm, record.iterator, vm.names.return_)? {
                let result = vm.call(method, record.iterator, &[])?;
                if !result.is_object() {
                    return Err(vm.throw_iterator_result_not_object(result));
                }
            }
            Ok(value)
        }
        Err(_) => {
            let exception = vm.take_exception();
            let closed = match operations::get_method(vm, record.iterator, vm.names.return_) {
                Ok(Some(method)) => vm.call(method, record.iterator, &[]).map(|_| ()),
                Ok(None) => Ok(()),
                Err(throw) => Err(throw),
            };
            if closed.is_err() {
                vm.take_exception();
            }
            Err(vm.throw(exception))
        }
    }
}

/// Passes on a success; closes the iterator for a failure (IfAbruptCloseIterator, section 7.4.12).
#[inline]
pub fn or_close<T>(vm: &mut Vm, record: &IteratorRecord, completion: JsResult<T>) -> JsResult<T> {
    if completion.is_err() { iterator_close(vm, record, completion) } else { completion }
}

/// `IteratorCloseAll(records, completion)`: the last one is closed first.
pub fn iterator_close_all<T>(vm: &mut Vm, records: &[IteratorRecord], completion: JsResult<T>) -> JsResult<T> {
    let mut completion = completion;
    for record in records.iter().rev() {
        completion = iterator_close(vm, record, completion);
    }
    completion
}

impl Vm {
    /// CreateIterResultObject, with the shape that all results have at hand.
    pub fn iterator_result(&mut self, value: Value, done: bool) -> JsResult<Object> {
        if let Some(shape) = self.realm().iterator_result_shape {
            let result = self.alloc_object_of_shape(shape)?;
            result.set_slot(self, 0, value);
            result.set_slot(self, 1, Value::bool(done));
            return Ok(result);
        }
        let result = self.new_object()?;
        result.add_named(self, self.names.value, value, DEFAULT)?;
        result.add_named(self, self.names.done, Value::bool(done), DEFAULT)?;
        // Both in the object itself, so that allocating the shape is all there is to do.
        let shape = result.shape();
        if shape.inline_capacity() >= 2 && !shape.is_dictionary() {
            self.realm_mut().iterator_result_shape = Some(shape);
        }
        Ok(result)
    }
}

/// `CreateIteratorResultObject(value, done)` (section 7.4.14).
pub fn create_iter_result_object(vm: &mut Vm, value: Value, done: bool) -> JsResult<Object> {
    vm.iterator_result(value, done)
}

/// `IteratorToList(record)` (section 7.4.16).
pub fn iterator_to_list(vm: &mut Vm, record: &mut IteratorRecord) -> JsResult<RootedVec> {
    let mut list = vm.heap.rooted_vec();
    while let Some(value) = iterator_step_value(vm, record)? {
        list.push(value);
    }
    Ok(list)
}

/// `IteratorToList(GetIterator(v, sync))`.
pub fn iterable_to_list(vm: &mut Vm, v: Value) -> JsResult<RootedVec> {
    let mut list = vm.heap.rooted_vec();
    if let Some(array) = plainly_iterated_array(vm, v) {
        if let Some(values) = array.packed_values() {
            list.extend(values.iter().map(|v| v.get()));
            return Ok(list);
        }
        let mut index = 0;
        while let Some(value) = array_step(vm, array, &mut index)? {
            list.push(value);
        }
        return Ok(list);
    }
    let mut record = get_iterator(vm, v)?;
    while let Some(value) = iterator_step_value(vm, &mut record)? {
        list.push(value);
    }
    Ok(list)
}

/// The array, if iterating over `v` by the language's rules would do nothing but read its elements in order: its @@iterator and
/// the array iterator's `next` are the built-in ones.
#[inline]
pub fn plainly_iterated_array(vm: &mut Vm, v: Value) -> Option<Object> {
    let array = v.as_object()?;
    if !array.is_kind(CellKind::Array) || !vm.array_iteration_is_intact() {
        return None;
    }
    let shape = array.shape();
    let plain = shape.ptr_eq(vm.realm().array_shape)
        || shape.prototype() == Some(vm.realm().array_prototype) && shape.lookup(vm.names.sym_iterator).is_none();
    plain.then_some(array)
}

/// What an array iterator's `next` would give at `index`, which moves on. The length is read each time, as the iterator does.
#[inline]
pub fn array_step(vm: &mut Vm, array: Object, index: &mut u32) -> JsResult<Option<Value>> {
    if array.as_array().is_none_or(|a| *index >= a.length.get()) {
        return Ok(None);
    }
    vm.spend(1)?;
    let at = *index;
    *index += 1;
    match array.stored_element(at) {
        Some(value) => Ok(Some(value)),
        None => array.get(vm, PropertyKey::from_index(at)).map(Some),
    }
}

/// Calls `f` with every value of an iterable until it breaks or throws; then the iterator is closed.
pub fn iterate(
    vm: &mut Vm,
    iterable: Value,
    mut f: impl FnMut(&mut Vm, Value) -> JsResult<ControlFlow<()>>,
) -> JsResult<()> {
    if let Some(array) = plainly_iterated_array(vm, iterable) {
        let mut index = 0;
        while let Some(value) = array_step(vm, array, &mut index)? {
            if f(vm, value)?.is_break() {
                return Ok(());
            }
        }
        return Ok(());
    }
    let mut record = get_iterator(vm, iterable)?;
    iterate_record(vm, &mut record, f)
}

/// As [`iterate`], for an iterator at hand.
pub fn iterate_record(
    vm: &mut Vm,
    record: &mut IteratorRecord,
    mut f: impl FnMut(&mut Vm, Value) -> JsResult<ControlFlow<()>>,
) -> JsResult<()> {
    while let Some(value) = iterator_step_value(vm, record)? {
        match f(vm, value) {
            Ok(ControlFlow::Continue(())) => {}
            Ok(ControlFlow::Break(())) => return iterator_close(vm, record, Ok(())),
            Err(throw) => return iterator_close(vm, record, Err(throw)),
        }
    }
    Ok(())
}
