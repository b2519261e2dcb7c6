//! Iterator helpers (ECMA-262 sec. 27.1.2): the lazy iterators that map, filter, take, drop, flatMap, chunks, windows, Iterator.concat,
//! Iterator.zip and Iterator.zipKeyed make. What is particular to the last two is in `iterator_zip`.
//!
//! The specification writes them as generators. Here each is a small state machine: a cell with what the generator's locals would be,
//! and one `resume` that runs to the next yield. The states are the generator's, with its checks for re-entrance.

use super::iterator::{callable_or_close, direct, this_iterator};
use super::iterator_zip;
use crate::native::{Args, method};
use crate::numeric::convert as number;
use crate::object::Object;
use crate::runtime::convert::{self, to_boolean};
use crate::runtime::iterator::{
    IteratorRecord, PrimitiveHandling, get_iterator_flattenable, get_iterator_from_method, iterator_close,
    iterator_step, iterator_step_value, or_close,
};
use crate::runtime::operations;
use crate::vm::Vm;
use crate::{JsResult, Throw, Value, ValueExt};
use abi::cell::{CellHeader, CellKind};
use abi::object::JsObject;
use gc::{Gc, HeapCell, Visitor};
use std::cell::Cell;

/// Which generator.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub(super) enum Helper {
    Map,
    Filter,
    Take,
    Drop,
    FlatMap,
    Concat,
    Chunks,
    /// Of full windows only.
    Windows,
    /// Of one that is not full if there is no other.
    WindowsOrPart,
    Zip,
}

/// [[GeneratorState]]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
enum HelperState {
    SuspendedStart,
    SuspendedYield,
    Executing,
    Completed,
}

/// An iterator helper.
#[repr(C)]
pub struct IteratorHelper {
    object: JsObject,
    helper: Helper,
    state: Cell<HelperState>,
    /// The underlying iterator and its `next`. Of concat: undefined.
    iterator: Cell<Value>,
    next: Cell<Value>,
    /// The function; of concat an array of iterables and their methods, one after the other; of zip an array of iterators and their
    /// methods; of chunks and windows an array of the values that wait, or undefined.
    pub(super) function: Cell<Value>,
    /// The iterator that flatMap or concat is in the middle of, or undefined; of zip an array of what stands for the values of ended iterators.
    pub(super) inner: Cell<Value>,
    /// Of zip an array of the keys, or undefined.
    pub(super) inner_next: Cell<Value>,
    /// Values so far; of take and drop what remains, possibly infinite; of concat the next place in the array; of chunks and windows
    /// their size; of zip the mode.
    pub(super) counter: Cell<f64>,
}

// SAFETY: the header comes first and the layout is C's.
unsafe impl HeapCell for IteratorHelper {
    const KIND: CellKind = CellKind::IteratorHelper;
}

impl IteratorHelper {
    /// # Safety
    /// To be called by the collector only, on a live IteratorHelper cell.
    pub unsafe fn trace(cell: *mut CellHeader, visitor: &mut Visitor) {
        // SAFETY: the collector registers this function for cells of that kind.
        let this = unsafe { &*cell.cast::<IteratorHelper>() };
        crate::vm::trace_object(&this.object, visitor);
        for value in [&this.iterator, &this.next, &this.function, &this.inner, &this.inner_next] {
            visitor.visit_value(value.get());
        }
    }

    fn underlying(&self) -> IteratorRecord {
        IteratorRecord { iterator: self.iterator.get(), next: self.next.get(), done: false }
    }

    /// The inner iterator, if there is one.
    fn inner(&self) -> Option<IteratorRecord> {
        let iterator = self.inner.get();
        if iterator.is_undefined() {
            return None;
        }
        Some(IteratorRecord { iterator, next: self.inner_next.get(), done: false })
    }

    fn set_inner(&self, vm: &mut Vm, record: Option<IteratorRecord>) {
        self.inner.set(record.map_or(Value::UNDEFINED, |r| r.iterator));
        self.inner_next.set(record.map_or(Value::UNDEFINED, |r| r.next));
        vm.heap.barrier(&self.object.header);
    }

    fn count(&self) -> Value {
        let n = self.counter.get();
        self.counter.set(n + 1.0);
        Value::number(n)
    }
}

/// Adds the methods that make helpers to %Iterator.prototype%, and makes %IteratorHelperPrototype%.
pub(super) fn init(vm: &mut Vm, iterator_prototype: Object) -> JsResult<()> {
    iterator_prototype.define_methods(
        vm,
        &[
            method("chunks", 1, chunks),
            method("drop", 1, drop),
            method("filter", 1, filter),
            method("flatMap", 1, flat_map),
            method("map", 1, map),
            method("take", 1, take),
            method("windows", 1, windows),
        ],
    )?;
    let prototype = vm.new_object_with_prototype(Some(iterator_prototype))?;
    vm.realm_mut().iterator_helper_prototype = prototype;
    prototype.define_methods(vm, &[method("next", 0, next), method("return", 0, return_)])?;
    prototype.define_to_string_tag(vm, "Iterator Helper")
}

pub(super) fn new_helper(
    vm: &mut Vm,
    helper: Helper,
    record: Option<IteratorRecord>,
    function: Value,
    counter: f64,
) -> JsResult {
    let prototype = vm.realm().iterator_helper_prototype;
    let made = vm.new_exotic(Some(prototype), |object| IteratorHelper {
        object,
        helper,
        state: Cell::new(HelperState::SuspendedStart),
        iterator: Cell::new(record.map_or(Value::UNDEFINED, |r| r.iterator)),
        next: Cell::new(record.map_or(Value::UNDEFINED, |r| r.next)),
        function: Cell::new(function),
        inner: Cell::new(Value::UNDEFINED),
        inner_next: Cell::new(Value::UNDEFINED),
        counter: Cell::new(counter),
    })?;
    Ok(made.value())
}

/// map, filter and flatMap: a function and an iterator.
fn with_function(vm: &mut Vm, args: Args, name: &str, helper: Helper) -> JsResult {
    let record = this_iterator(vm, args.this(), name)?;
    let f = callable_or_close(vm, &record, args.get(0))?;
    let record = direct(vm, &record)?;
    new_helper(vm, helper, Some(record), f, 0.0)
}

/// map(mapper) (sec. 27.1.4.8)
fn map(vm: &mut Vm, args: Args) -> JsResult {
    with_function(vm, args, "map", Helper::Map)
}

/// filter(predicate) (sec. 27.1.4.4)
fn filter(vm: &mut Vm, args: Args) -> JsResult {
    with_function(vm, args, "filter", Helper::Filter)
}

/// flatMap(mapper) (sec. 27.1.4.6)
fn flat_map(vm: &mut Vm, args: Args) -> JsResult {
    with_function(vm, args, "flatMap", Helper::FlatMap)
}

/// take and drop: a limit, checked before the iterator's `next` is read; a bad one closes the iterator.
fn with_limit(vm: &mut Vm, args: Args, name: &str, helper: Helper) -> JsResult {
    let record = this_iterator(vm, args.this(), name)?;
    let limit = convert::to_number(vm, args.get(0));
    let limit = or_close(vm, &record, limit)?;
    let integer = number::to_integer_or_infinity(limit);
    if limit.is_nan() || integer < 0.0 || integer.is_finite() && integer > number::MAX_SAFE_INTEGER as f64 {
        let what = vm.describe(args.get(0));
        let error = Err(vm.throw_range_error(format!("{what} must be positive")));
        return or_close(vm, &record, error);
    }
    let record = direct(vm, &record)?;
    new_helper(vm, helper, Some(record), Value::UNDEFINED, integer)
}

/// take(limit) (sec. 27.1.4.12)
fn take(vm: &mut Vm, args: Args) -> JsResult {
    with_limit(vm, args, "take", Helper::Take)
}

/// drop(limit) (sec. 27.1.4.2)
fn drop(vm: &mut Vm, args: Args) -> JsResult {
    with_limit(vm, args, "drop", Helper::Drop)
}

/// The size that chunks and windows take: an integer from 1 to 2^32 - 1. A bad one closes the iterator.
fn size_argument(vm: &mut Vm, record: &IteratorRecord, v: Value) -> JsResult<f64> {
    let error = match v.is_number().then(|| v.as_number()) {
        Some(size) if size.fract() == 0.0 && (1.0..4294967296.0).contains(&size) => return Ok(size),
        Some(size) if size.fract() == 0.0 => Err(vm.throw_range_error(format!("{size} is not a valid size"))),
        _ => {
            let what = vm.describe(v);
            Err(vm.throw_type_error(format!("{what} is not an integral number")))
        }
    };
    or_close(vm, record, error)
}

/// chunks(chunkSize) (proposal "Iterator chunking")
fn chunks(vm: &mut Vm, args: Args) -> JsResult {
    let record = this_iterator(vm, args.this(), "chunks")?;
    let size = size_argument(vm, &record, args.get(0))?;
    let record = direct(vm, &record)?;
    new_helper(vm, Helper::Chunks, Some(record), Value::UNDEFINED, size)
}

/// windows(windowSize [, undersized]) (proposal "Iterator chunking")
fn windows(vm: &mut Vm, args: Args) -> JsResult {
    let record = this_iterator(vm, args.this(), "windows")?;
    let size = size_argument(vm, &record, args.get(0))?;
    let undersized = args.get(1);
    let text = undersized.as_string();
    let view = match &text {
        Some(text) => Some(text.view(vm)?),
        None => None,
    };
    let helper = match view {
        None if undersized.is_undefined() => Helper::Windows,
        Some(text) if text.eq_str("only-full") => Helper::Windows,
        Some(text) if text.eq_str("allow-partial") => Helper::WindowsOrPart,
        _ => {
            let what = vm.describe(undersized);
            let error = Err(vm.throw_type_error(format!("{what} is not one of \"only-full\" and \"allow-partial\"")));
            return or_close(vm, &record, error);
        }
    };
    let record = direct(vm, &record)?;
    new_helper(vm, helper, Some(record), Value::UNDEFINED, size)
}

/// Iterator.concat(...items)
pub(super) fn concat(vm: &mut Vm, args: Args) -> JsResult {
    let parts = vm.new_array_with_capacity(args.len() as u32 * 2)?;
    for item in args.as_slice() {
        if !item.is_object() {
            return Err(vm.throw_not_an_object(*item));
        }
        let Some(method) = operations::get_method(vm, *item, vm.names.sym_iterator)? else {
            return Err(vm.throw_not_iterable(*item));
        };
        parts.push(vm, *item)?;
        parts.push(vm, method)?;
    }
    new_helper(vm, Helper::Concat, None, parts.value(), 0.0)
}

fn receiver(vm: &mut Vm, this: Value, name: &str) -> JsResult<Gc<IteratorHelper>> {
    match this.as_object().and_then(|o| o.downcast::<IteratorHelper>()) {
        Some(helper) => Ok(helper),
        None => Err(vm.throw_incompatible_receiver(&format!("Iterator Helper.prototype.{name}"), this)),
    }
}

fn throw_running(vm: &mut Vm) -> Throw {
    vm.throw_type_error("Generator is already running")
}

/// %IteratorHelperPrototype%.next() (sec. 27.1.2.1.1)
fn next(vm: &mut Vm, args: Args) -> JsResult {
    let helper = receiver(vm, args.this(), "next")?;
    match helper.state.get() {
        HelperState::Executing => return Err(throw_running(vm)),
        HelperState::Completed => return vm.iterator_result(Value::UNDEFINED, true).map(Value::from),
        HelperState::SuspendedStart | HelperState::SuspendedYield => {}
    }
    helper.state.set(HelperState::Executing);
    let result = resume(vm, &helper);
    helper.state.set(if matches!(result, Ok(Some(_))) { HelperState::SuspendedYield } else { HelperState::Completed });
    match result? {
        Some(value) => vm.iterator_result(value, false).map(Value::from),
        None => vm.iterator_result(Value::UNDEFINED, true).map(Value::from),
    }
}

/// %IteratorHelperPrototype%.return() (sec. 27.1.2.1.2)
fn return_(vm: &mut Vm, args: Args) -> JsResult {
    let helper = receiver(vm, args.this(), "return")?;
    match helper.state.get() {
        HelperState::Executing => return Err(throw_running(vm)),
        HelperState::Completed => {}
        HelperState::SuspendedStart => {
            helper.state.set(HelperState::Completed);
            match helper.helper {
                Helper::Concat => {}
                Helper::Zip => iterator_zip::close_all(vm, &helper, Ok(()))?,
                _ => iterator_close(vm, &helper.underlying(), Ok(()))?,
            }
        }
        HelperState::SuspendedYield => {
            helper.state.set(HelperState::Executing);
            let closed = close_at_yield(vm, &helper);
            helper.state.set(HelperState::Completed);
            closed?;
        }
    }
    vm.iterator_result(Value::UNDEFINED, true).map(Value::from)
}

/// What a return completion does at the helper's yield.
fn close_at_yield(vm: &mut Vm, helper: &IteratorHelper) -> JsResult<()> {
    match (helper.helper, helper.inner()) {
        (Helper::Concat, Some(inner)) => iterator_close(vm, &inner, Ok(())),
        (Helper::Concat, None) => Ok(()),
        (Helper::Zip, _) => iterator_zip::close_all(vm, helper, Ok(())),
        // The last part has been handed out.
        _ if helper.iterator.get().is_undefined() => Ok(()),
        (_, Some(inner)) => {
            let closed = iterator_close(vm, &inner, Ok(()));
            or_close(vm, &helper.underlying(), closed)?;
            iterator_close(vm, &helper.underlying(), Ok(()))
        }
        (_, None) => iterator_close(vm, &helper.underlying(), Ok(())),
    }
}

/// Runs to the next yield: its value, or None at the end.
fn resume(vm: &mut Vm, helper: &IteratorHelper) -> JsResult<Option<Value>> {
    let mut record = helper.underlying();
    match helper.helper {
        Helper::Map => {
            let Some(value) = iterator_step_value(vm, &mut record)? else { return Ok(None) };
            let mapped = vm.call(helper.function.get(), Value::UNDEFINED, &[value, helper.count()]);
            or_close(vm, &record, mapped).map(Some)
        }
        Helper::Filter => {
            while let Some(value) = iterator_step_value(vm, &mut record)? {
                let selected = vm.call(helper.function.get(), Value::UNDEFINED, &[value, helper.count()]);
                if to_boolean(or_close(vm, &record, selected)?) {
                    return Ok(Some(value));
                }
            }
            Ok(None)
        }
        Helper::Take => {
            let remaining = helper.counter.get();
            if remaining == 0.0 {
                return iterator_close(vm, &record, Ok(None));
            }
            helper.counter.set(remaining - 1.0);
            iterator_step_value(vm, &mut record)
        }
        Helper::Drop => {
            while helper.counter.get() > 0.0 {
                helper.counter.set(helper.counter.get() - 1.0);
                if iterator_step(vm, &mut record)?.is_none() {
                    return Ok(None);
                }
            }
            iterator_step_value(vm, &mut record)
        }
        Helper::FlatMap => resume_flat_map(vm, helper),
        Helper::Concat => resume_concat(vm, helper),
        Helper::Chunks => resume_chunks(vm, helper),
        Helper::Windows | Helper::WindowsOrPart => resume_windows(vm, helper),
        Helper::Zip => iterator_zip::resume(vm, helper),
    }
}

/// The array of waiting values.
fn waiting(vm: &mut Vm, helper: &IteratorHelper) -> JsResult<Object> {
    if let Some(array) = helper.function.get().as_object() {
        return Ok(array);
    }
    let array = vm.new_array(&[])?;
    helper.function.set(array.value());
    vm.heap.barrier(&helper.object.header);
    Ok(array)
}

fn length_of(array: Object) -> f64 {
    array.as_array().map_or(0.0, |array| array.length.get() as f64)
}

fn resume_chunks(vm: &mut Vm, helper: &IteratorHelper) -> JsResult<Option<Value>> {
    if helper.iterator.get().is_undefined() {
        return Ok(None);
    }
    let mut record = helper.underlying();
    let array = waiting(vm, helper)?;
    loop {
        let Some(value) = iterator_step_value(vm, &mut record)? else {
            helper.iterator.set(Value::UNDEFINED);
            return Ok((length_of(array) > 0.0).then_some(array.value()));
        };
        array.push(vm, value)?;
        if length_of(array) == helper.counter.get() {
            helper.function.set(Value::UNDEFINED);
            return Ok(Some(array.value()));
        }
    }
}

fn resume_windows(vm: &mut Vm, helper: &IteratorHelper) -> JsResult<Option<Value>> {
    if helper.iterator.get().is_undefined() {
        return Ok(None);
    }
    let mut record = helper.underlying();
    let size = helper.counter.get();
    let mut array = waiting(vm, helper)?;
    loop {
        let Some(value) = iterator_step_value(vm, &mut record)? else {
            helper.iterator.set(Value::UNDEFINED);
            let length = length_of(array);
            let part = helper.helper == Helper::WindowsOrPart && length > 0.0 && length < size;
            return Ok(part.then_some(array.value()));
        };
        if length_of(array) == size {
            array = copy_from(vm, array, 1)?;
            helper.function.set(array.value());
            vm.heap.barrier(&helper.object.header);
        }
        array.push(vm, value)?;
        if length_of(array) == size {
            return copy_from(vm, array, 0).map(|window| Some(window.value()));
        }
    }
}

/// A new array of the values from a place on.
fn copy_from(vm: &mut Vm, array: Object, start: u32) -> JsResult<Object> {
    let length = length_of(array) as u32;
    let copy = vm.new_array_with_capacity(length - start)?;
    for i in start..length {
        copy.push(vm, array.fast_element(i).unwrap_or(Value::UNDEFINED))?;
    }
    Ok(copy)
}

fn resume_flat_map(vm: &mut Vm, helper: &IteratorHelper) -> JsResult<Option<Value>> {
    let mut record = helper.underlying();
    loop {
        if let Some(mut inner) = helper.inner() {
            let value = iterator_step_value(vm, &mut inner);
            match or_close(vm, &record, value)? {
                Some(value) => return Ok(Some(value)),
                None => helper.set_inner(vm, None),
            }
        }
        let Some(value) = iterator_step_value(vm, &mut record)? else { return Ok(None) };
        let mapped = vm.call(helper.function.get(), Value::UNDEFINED, &[value, helper.count()]);
        let mapped = or_close(vm, &record, mapped)?;
        let inner = get_iterator_flattenable(vm, mapped, PrimitiveHandling::Reject);
        let inner = or_close(vm, &record, inner)?;
        helper.set_inner(vm, Some(inner));
    }
}

fn resume_concat(vm: &mut Vm, helper: &IteratorHelper) -> JsResult<Option<Value>> {
    loop {
        if let Some(mut inner) = helper.inner() {
            match iterator_step_value(vm, &mut inner)? {
                Some(value) => return Ok(Some(value)),
                None => helper.set_inner(vm, None),
            }
        }
        let Some(parts) = helper.function.get().as_object() else { return Ok(None) };
        let at = helper.counter.get() as u32;
        let (Some(iterable), Some(method)) = (parts.fast_element(at), parts.fast_element(at + 1)) else {
            return Ok(None);
        };
        helper.counter.set(at as f64 + 2.0);
        let inner = get_iterator_from_method(vm, iterable, method)?;
        helper.set_inner(vm, Some(inner));
    }
}
