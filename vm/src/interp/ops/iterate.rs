//! Iteration: for-of, spread, disposal.

use crate::object::array_words::append_packed;
use crate::object::collections::map::MapIterator;
use crate::object::collections::set::SetIterator;
use crate::object::{Object, array_iterator, elements};
use crate::runtime::async_from_sync_iterator::create_async_from_sync_iterator;
use crate::runtime::iterator::{self, IteratorRecord};
use crate::runtime::operations;
use crate::string::PropertyKey;
use crate::vm::Vm;
use crate::{JsResult, Value, ValueExt};
use abi::ic::{SEEN_ENTRIES, SEEN_HOLE, SEEN_OTHER, SEEN_OUT_OF_BOUNDS};
use abi::opcode::{ITERATES_ARRAY, ITERATES_OTHER, ITERATES_SHAPED_ARRAY};

/// GetIterator(iterable, sync), as the two registers of a record.
pub fn get_iterator(vm: &mut Vm, iterable: Value) -> JsResult<(Value, Value)> {
    let record = iterator::get_iterator(vm, iterable)?;
    Ok((record.iterator, record.next))
}

/// GetIterator(iterable, async)
pub fn get_async_iterator(vm: &mut Vm, iterable: Value) -> JsResult<(Value, Value)> {
    let method = operations::get_method(vm, iterable, vm.names.sym_async_iterator)?;
    let record = match method {
        Some(method) => {
            let iterator = vm.call(method, iterable, &[])?;
            match iterator.as_object() {
                Some(object) => iterator::get_iterator_direct(vm, object)?,
                None => return Err(vm.throw_type_error("Result of the Symbol.asyncIterator method is not an object")),
            }
        }
        None => {
            let Some(method) = operations::get_method(vm, iterable, vm.names.sym_iterator)? else {
                return Err(vm.throw_not_async_iterable(iterable));
            };
            let sync = iterator::get_iterator_from_method(vm, iterable, method)?;
            create_async_from_sync_iterator(vm, sync)?
        }
    };
    Ok((record.iterator, record.next))
}

/// StartIteration; see the opcode.
///
/// # Safety
/// `registers` points at the two registers of a record, `feedback` at the instruction's.
pub unsafe fn start_iteration(vm: &mut Vm, registers: *mut Value, iterable: Value, feedback: *mut u16) -> JsResult<()> {
    let (record, seen) = match iterator::plainly_iterated_array(vm, iterable) {
        Some(array) => {
            let plain = array.shape().ptr_eq(vm.realm().array_shape);
            ((Value::ZERO, iterable), if plain { ITERATES_ARRAY } else { ITERATES_SHAPED_ARRAY })
        }
        None => (get_iterator(vm, iterable)?, ITERATES_OTHER),
    };
    // SAFETY: the caller's promise.
    unsafe {
        (*registers, *registers.add(1)) = record;
        *feedback |= seen;
    }
    Ok(())
}

/// The array that a record is of, if it has no iterator, and the next index.
fn listed(iterator: Value, next: Value) -> Option<(Object, u32)> {
    iterator.is_number().then(|| Some((next.as_object()?, iterator.as_number() as u32)))?
}

/// One step of the record at `registers`: None when it is done. An exception finishes the record.
///
/// # Safety
/// `registers` points at the two registers of a record, `feedback` at the IteratorStep's.
#[inline(never)]
pub unsafe fn iterator_step(vm: &mut Vm, registers: *mut Value, feedback: *mut u16) -> JsResult<Option<Value>> {
    // SAFETY: the caller's promise.
    unsafe {
        let (iterator, next) = (*registers, *registers.add(1));
        if let Some((array, index)) = listed(iterator, next) {
            if index >= array.as_array().map_or(0, |a| a.length.get()) {
                *feedback |= SEEN_OUT_OF_BOUNDS;
            } else {
                let hole = if array.fast_element(index).is_none() { SEEN_HOLE } else { 0 };
                *feedback |= hole | 1 << array.element_kind() as u16;
            }
        } else {
            let entries = if is_of_entries(vm, iterator, next) { SEEN_ENTRIES } else { 0 };
            *feedback |= SEEN_OTHER | entries;
        }
        step(vm, registers)
    }
}

/// Whether an iterator gives a Map's entries, and its `next` is the built-in one.
fn is_of_entries(vm: &Vm, iterator: Value, next: Value) -> bool {
    let map = iterator.as_object().and_then(|iterator| iterator.downcast::<MapIterator>());
    map.is_some_and(|map| map.gives_entries()) && next == vm.realm().map_iterator_next.value()
}

/// As [`iterator_step`], for whoever keeps no feedback.
///
/// # Safety
/// As there.
unsafe fn step(vm: &mut Vm, registers: *mut Value) -> JsResult<Option<Value>> {
    // SAFETY: the caller's promise.
    let (iterator, next) = unsafe { (*registers, *registers.add(1)) };
    if iterator.is_undefined() {
        return Ok(None);
    }
    if let Some((array, index)) = listed(iterator, next) {
        let mut after = index;
        let step = iterator::array_step(vm, array, &mut after);
        let goes_on = matches!(step, Ok(Some(_)));
        // SAFETY: as above.
        unsafe { *registers = if goes_on { Value::from_u32(after) } else { Value::UNDEFINED } };
        return step;
    }
    let mut record = IteratorRecord { iterator, next, done: false };
    let step = iterator::iterator_step_value(vm, &mut record);
    if !matches!(step, Ok(Some(_))) {
        // SAFETY: as above.
        unsafe { *registers = Value::UNDEFINED };
    }
    step
}

/// As [`iterator_step`], without reading the value.
///
/// # Safety
/// As there.
pub unsafe fn iterator_skip(vm: &mut Vm, registers: *mut Value) -> JsResult<()> {
    // SAFETY: the caller's promise.
    let (iterator, next) = unsafe { (*registers, *registers.add(1)) };
    if iterator.is_undefined() {
        return Ok(());
    }
    if iterator.is_number() {
        // SAFETY: as above.
        return unsafe { step(vm, registers).map(|_| ()) };
    }
    // The result object of a built-in iterator is its own affair.
    let step = match iterator::built_in_step(vm, iterator, next) {
        Some(step) => step.map(|value| value.is_some()),
        None => {
            let mut record = IteratorRecord { iterator, next, done: false };
            iterator::iterator_step(vm, &mut record).map(|result| result.is_some())
        }
    };
    if !matches!(step, Ok(true)) {
        // SAFETY: as above.
        unsafe { *registers = Value::UNDEFINED };
    }
    step.map(|_| ())
}

/// IteratorClose; see the opcode.
///
/// # Safety
/// As for [`iterator_step`].
pub unsafe fn iterator_close(vm: &mut Vm, registers: *mut Value, mode: u16) -> JsResult<()> {
    // SAFETY: the caller's promise.
    let (iterator, next) = unsafe { (*registers, *registers.add(1)) };
    if iterator.is_undefined() {
        return Ok(());
    }
    // SAFETY: as above.
    unsafe { *registers = Value::UNDEFINED };
    let iterator = match listed(iterator, next) {
        Some(_) if vm.array_iteration_is_intact() => return Ok(()),
        // Somebody has given iterators something that is called now.
        Some((array, index)) => vm.new_array_iterator_at(array, index)?.value(),
        None => iterator,
    };
    let record = IteratorRecord { iterator, next, done: false };
    if mode == 0 {
        iterator::iterator_close(vm, &record, Ok(()))
    } else {
        // Errors of `return` give way to the exception on its way, which the compiled code holds.
        let saved = vm.context.exception.get();
        let method = operations::get_method(vm, iterator, vm.names.return_);
        let closed = match method {
            Ok(Some(method)) => vm.call(method, iterator, &[]).map(|_| ()),
            Ok(None) => Ok(()),
            Err(throw) => Err(throw),
        };
        if closed.is_err() && !vm.is_terminating() {
            vm.take_exception();
            vm.context.exception.set(saved);
            return Ok(());
        }
        closed
    }
}

/// The rest of an iterator as an array.
///
/// # Safety
/// As for [`iterator_step`].
pub unsafe fn iterator_rest(vm: &mut Vm, registers: *mut Value) -> JsResult {
    // SAFETY: the caller's promise.
    let (iterator, next) = unsafe { (*registers, *registers.add(1)) };
    let rest = match listed(iterator, next) {
        Some((array, index)) => array_iterator::rest_of(vm, array, index)?,
        None => array_iterator::take_rest(vm, iterator, next)?,
    };
    if let Some(rest) = rest {
        // SAFETY: as above.
        unsafe { *registers = Value::UNDEFINED };
        return Ok(rest.value());
    }
    let array = vm.new_array_with_capacity(0)?;
    if iterator.is_undefined() {
        return Ok(array.value());
    }
    // SAFETY: the caller's promise.
    while let Some(value) = unsafe { step(vm, registers)? } {
        array.push(vm, value)?;
    }
    Ok(array.value())
}

/// SpreadList; see the opcode.
pub fn spread_list(vm: &mut Vm, iterable: Value) -> JsResult {
    if let Some(array) = iterator::plainly_iterated_array(vm, iterable)
        && array.element_kind().is_fast()
        && (!array.element_kind().is_holey() || !vm.may_inherit_elements(array))
    {
        return Ok(iterable);
    }
    let list = vm.new_array_with_capacity(0)?;
    array_spread(vm, list, iterable)?;
    Ok(list.value())
}

/// `[...iterable]`
pub fn array_spread(vm: &mut Vm, array: Object, iterable: Value) -> JsResult<()> {
    if let Some(source) = iterator::plainly_iterated_array(vm, iterable) {
        if append_packed(vm, array, source)? {
            return Ok(());
        }
        let mut i = 0;
        while i < source.as_array().map_or(0, |a| a.length.get()) {
            let value = match source.fast_element(i) {
                Some(value) => value,
                None => source.get(vm, PropertyKey::from_index(i))?,
            };
            array.push(vm, value)?;
            i += 1;
        }
        return Ok(());
    }
    let (iterator, next) = get_iterator(vm, iterable)?;
    let mut registers = [iterator, next];
    if let Some(iterator) = iterator.as_object() {
        // Room for what a Map or Set has, if it is that which is spread.
        let more = iterator
            .downcast::<MapIterator>()
            .as_deref()
            .map_or(0, MapIterator::entries)
            .max(iterator.downcast::<SetIterator>().as_deref().map_or(0, SetIterator::entries));
        let length = array.as_array().map_or(0, |a| a.length.get());
        if more > 0 && more <= (elements::MAX_PREALLOCATED - length.min(elements::MAX_PREALLOCATED)) as usize {
            array.grow_elements(vm, length + more as u32)?;
        }
    }
    // SAFETY: a record of two values.
    while let Some(value) = unsafe { step(vm, registers.as_mut_ptr())? } {
        array.push(vm, value)?;
    }
    Ok(())
}
