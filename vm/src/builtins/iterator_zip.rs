//! Iterator.zip and Iterator.zipKeyed (ECMA-262, IteratorZip): several iterators in step.
//!
//! Both make an iterator helper that holds the iterators as an array: iterator and `next` of each, one after the other. In the place of
//! an iterator that has ended there is null, so those that are not null are the specification's openIters.

use super::iterator_helper::{Helper, IteratorHelper, new_helper};
use crate::native::Args;
use crate::object::Object;
use crate::runtime::iterator::{
    IteratorRecord, PrimitiveHandling, get_iterator, get_iterator_flattenable, iterator_close, iterator_close_all,
    iterator_step, iterator_step_value,
};
use crate::string::{PropertyKey, StrView};
use crate::vm::Vm;
use crate::{JsResult, Value, ValueExt};
use gc::RootedVec;

/// When zipping ends.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Mode {
    Shortest,
    Longest,
    Strict,
}

/// The helper's counter keeps the mode.
fn mode_of(helper: &IteratorHelper) -> Mode {
    match helper.counter.get() as u32 {
        0 => Mode::Shortest,
        1 => Mode::Longest,
        _ => Mode::Strict,
    }
}

/// Iterators as they are collected: iterator and `next`, one after the other.
struct Collected(RootedVec);

impl Collected {
    fn push(&mut self, record: IteratorRecord) {
        self.0.push(record.iterator);
        self.0.push(record.next);
    }

    fn records(&self) -> Vec<IteratorRecord> {
        self.0.chunks(2).map(|pair| IteratorRecord { iterator: pair[0], next: pair[1], done: false }).collect()
    }

    fn count(&self) -> usize {
        self.0.len() / 2
    }

    /// IfAbruptCloseIterators
    fn or_close<T>(&self, vm: &mut Vm, completion: JsResult<T>) -> JsResult<T> {
        if completion.is_ok() { completion } else { iterator_close_all(vm, &self.records(), completion) }
    }
}

/// What both functions begin with: the options mode and padding.
fn read_options(vm: &mut Vm, args: Args) -> JsResult<(Object, Mode, Option<Object>)> {
    let Some(iterables) = args.get(0).as_object() else { return Err(vm.throw_not_an_object(args.get(0))) };
    let options = match args.get(1) {
        v if v.is_undefined() => None,
        v => match v.as_object() {
            Some(options) => Some(options),
            None => return Err(vm.throw_not_an_object(v)),
        },
    };
    let mode = read_option(vm, options, "mode")?;
    let text = mode.as_string();
    let view = match &text {
        Some(text) => text.view(vm)?,
        None => StrView::EMPTY,
    };
    let mode = if mode.is_undefined() || view.eq_str("shortest") {
        Mode::Shortest
    } else if view.eq_str("longest") {
        Mode::Longest
    } else if view.eq_str("strict") {
        Mode::Strict
    } else {
        let what = vm.describe(mode);
        return Err(vm.throw_type_error(format!("{what} is not a valid mode")));
    };
    let mut padding = Value::UNDEFINED;
    if mode == Mode::Longest {
        padding = read_option(vm, options, "padding")?;
        if !padding.is_undefined() && !padding.is_object() {
            return Err(vm.throw_not_an_object(padding));
        }
    }
    Ok((iterables, mode, padding.as_object()))
}

fn read_option(vm: &mut Vm, options: Option<Object>, name: &str) -> JsResult {
    let Some(options) = options else { return Ok(Value::UNDEFINED) };
    let key = PropertyKey::from_str(vm, name)?;
    options.get(vm, key)
}

/// Iterator.zip(iterables [, options])
pub(super) fn zip(vm: &mut Vm, args: Args) -> JsResult {
    let (iterables, mode, padding) = read_options(vm, args)?;
    let mut collected = Collected(vm.heap.rooted_vec());
    let mut input = get_iterator(vm, iterables.value())?;
    loop {
        let next = iterator_step_value(vm, &mut input);
        let Some(next) = collected.or_close(vm, next)? else { break };
        match get_iterator_flattenable(vm, next, PrimitiveHandling::Reject) {
            Ok(record) => collected.push(record),
            Err(throw) => {
                let closed = collected.or_close::<Value>(vm, Err(throw));
                return iterator_close(vm, &input, closed);
            }
        }
    }
    let mut pads = vm.heap.rooted_vec();
    if let Some(padding) = padding {
        let record = get_iterator(vm, padding.value());
        let mut record = collected.or_close(vm, record)?;
        let mut ended = false;
        for _ in 0..collected.count() {
            let mut next = None;
            if !ended {
                let step = iterator_step_value(vm, &mut record);
                next = collected.or_close(vm, step)?;
                ended = next.is_none();
            }
            pads.push(next.unwrap_or(Value::UNDEFINED));
        }
        if !ended {
            let closed = iterator_close(vm, &record, Ok(()));
            collected.or_close(vm, closed)?;
        }
    }
    make(vm, &collected, mode, &pads, Value::UNDEFINED)
}

/// Iterator.zipKeyed(iterables [, options])
pub(super) fn zip_keyed(vm: &mut Vm, args: Args) -> JsResult {
    let (iterables, mode, padding) = read_options(vm, args)?;
    let mut collected = Collected(vm.heap.rooted_vec());
    let names = vm.new_array(&[])?;
    let all = iterables.own_property_keys(vm)?;
    let mut keys = Vec::new();
    for key in all.iter() {
        let property = iterables.get_own_property(vm, key);
        let property = collected.or_close(vm, property)?;
        if property.is_none_or(|property| property.enumerable != Some(true)) {
            continue;
        }
        let value = iterables.get(vm, key);
        let value = collected.or_close(vm, value)?;
        if value.is_undefined() {
            continue;
        }
        let name = key.to_value(vm)?;
        names.push(vm, name)?;
        keys.push(key);
        let record = get_iterator_flattenable(vm, value, PrimitiveHandling::Reject);
        let record = collected.or_close(vm, record)?;
        collected.push(record);
    }
    let mut pads = vm.heap.rooted_vec();
    if let Some(padding) = padding {
        for key in keys {
            let value = padding.get(vm, key);
            let value = collected.or_close(vm, value)?;
            pads.push(value);
        }
    }
    make(vm, &collected, mode, &pads, names.value())
}

/// The helper of IteratorZip.
fn make(vm: &mut Vm, collected: &Collected, mode: Mode, pads: &[Value], keys: Value) -> JsResult {
    let parts = vm.new_array(&collected.0)?;
    let pads = vm.new_array(pads)?;
    let made = new_helper(vm, Helper::Zip, None, parts.value(), mode as u32 as f64)?;
    if let Some(helper) = made.as_object().and_then(|object| object.downcast::<IteratorHelper>()) {
        helper.inner.set(pads.value());
        helper.inner_next.set(keys);
        if let Some(object) = made.as_object() {
            vm.heap.barrier(object.as_ptr().cast());
        }
    }
    Ok(made)
}

/// The iterators that have not ended.
fn open(parts: Object) -> Vec<IteratorRecord> {
    let count = parts.as_array().map_or(0, |array| array.length.get());
    (0..count / 2).filter_map(|i| record_at(parts, i)).collect()
}

/// The iterator there, if it has not ended.
fn record_at(parts: Object, i: u32) -> Option<IteratorRecord> {
    let iterator = parts.fast_element(2 * i)?;
    let next = parts.fast_element(2 * i + 1)?;
    (!iterator.is_null()).then_some(IteratorRecord { iterator, next, done: false })
}

fn end(vm: &mut Vm, parts: Object, i: u32) -> JsResult<()> {
    parts.set(vm, PropertyKey::from_index(2 * i), Value::NULL, true)
}

/// IteratorCloseAll(openIters, completion)
pub(super) fn close_all<T>(vm: &mut Vm, helper: &IteratorHelper, completion: JsResult<T>) -> JsResult<T> {
    match helper.function.get().as_object() {
        Some(parts) => iterator_close_all(vm, &open(parts), completion),
        None => completion,
    }
}

/// The closure of IteratorZip, to the next yield.
pub(super) fn resume(vm: &mut Vm, helper: &IteratorHelper) -> JsResult<Option<Value>> {
    let Some(parts) = helper.function.get().as_object() else { return Ok(None) };
    let count = parts.as_array().map_or(0, |array| array.length.get()) / 2;
    if count == 0 {
        return Ok(None);
    }
    let mode = mode_of(helper);
    let pads = helper.inner.get().as_object();
    let pad = |i: u32| pads.and_then(|pads| pads.fast_element(i)).unwrap_or(Value::UNDEFINED);
    let mut results = vm.heap.rooted_vec();
    for i in 0..count {
        let Some(mut record) = record_at(parts, i) else {
            results.push(pad(i));
            continue;
        };
        match iterator_step_value(vm, &mut record) {
            Ok(Some(value)) => results.push(value),
            Err(throw) => {
                let exception = vm.take_exception();
                let ended = end(vm, parts, i);
                let error = if ended.is_ok() { vm.throw(exception) } else { throw };
                return close_all(vm, helper, Err(error));
            }
            Ok(None) => {
                end(vm, parts, i)?;
                match mode {
                    Mode::Shortest => return close_all(vm, helper, Ok(None)),
                    Mode::Strict => return end_strictly(vm, helper, parts, i, count),
                    Mode::Longest => {
                        if open(parts).is_empty() {
                            return Ok(None);
                        }
                        results.push(pad(i));
                    }
                }
            }
        }
    }
    let Some(keys) = helper.inner_next.get().as_object() else {
        return vm.new_array(&results).map(|array| Some(array.value()));
    };
    let object = vm.new_object_with_prototype(None)?;
    for (i, &value) in (0..).zip(results.iter()) {
        let name = keys.fast_element(i).unwrap_or(Value::UNDEFINED);
        let key = crate::runtime::convert::to_property_key(vm, name)?;
        object.create_data_property_or_throw(vm, key, value)?;
    }
    Ok(Some(object.value()))
}

/// With mode "strict": iterator `i` has ended, so all must, and none before it may have gone on.
fn end_strictly(vm: &mut Vm, helper: &IteratorHelper, parts: Object, i: u32, count: u32) -> JsResult<Option<Value>> {
    let differ = |vm: &mut Vm| Err(vm.throw_type_error("Iterators that are zipped strictly have different lengths"));
    if i != 0 {
        let error = differ(vm);
        return close_all(vm, helper, error);
    }
    for k in 1..count {
        let Some(mut record) = record_at(parts, k) else { continue };
        match iterator_step(vm, &mut record) {
            Ok(None) => end(vm, parts, k)?,
            Ok(Some(_)) => {
                let error = differ(vm);
                return close_all(vm, helper, error);
            }
            Err(throw) => {
                let exception = vm.take_exception();
                let ended = end(vm, parts, k);
                let error = if ended.is_ok() { vm.throw(exception) } else { throw };
                return close_all(vm, helper, Err(error));
            }
        }
    }
    Ok(None)
}
