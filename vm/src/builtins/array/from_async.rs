//! Array.fromAsync (ECMA-262 2026 sec. 23.1.2.2).
//!
//! The specification writes an async function. Here it is a state machine: what would be its locals is in a plain array that the
//! closures of each await capture, and [`resume`] goes from one await to the next.

use super::access::{self, callable};
use super::construct::make;
use crate::native::Args;
use crate::numeric::convert::MAX_SAFE_INTEGER;
use crate::object::Object;
use crate::runtime::async_from_sync_iterator::create_async_from_sync_iterator;
use crate::runtime::convert;
use crate::runtime::iterator::{get_iterator_from_method, iterator_complete, iterator_value};
use crate::runtime::operations::get_method;
use crate::runtime::promise::{PromiseCapability, caught, new_native_capability, promise_resolve_native, then_native};
use crate::vm::Vm;
use crate::{JsResult, Value, ValueExt};

/// Places in the state.
const PROMISE: u32 = 0;
const RESULT: u32 = 1;
const K: u32 = 2;
/// The iterator; of an array-like undefined.
const ITERATOR: u32 = 3;
/// The iterator's `next`, or the array-like.
const SOURCE: u32 = 4;
/// Undefined: no mapping.
const MAPPER: u32 = 5;
const THIS: u32 = 6;
/// Of an array-like.
const LENGTH: u32 = 7;
const PHASE: u32 = 8;
/// What is thrown when the iterator is closed.
const ERROR: u32 = 9;
const PLACES: usize = 10;

/// What is awaited.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Phase {
    /// The iterator's next result.
    Next,
    /// An element of an array-like.
    Element,
    /// What the mapper returned.
    Mapped,
    /// The result of the iterator's `return`.
    Close,
}

const PHASES: [Phase; 4] = [Phase::Next, Phase::Element, Phase::Mapped, Phase::Close];

enum Step {
    Await(Value, Phase),
    Done(Value),
}

#[derive(Clone, Copy)]
struct FromAsyncState(Object);

impl FromAsyncState {
    fn get(self, place: u32) -> Value {
        self.0.fast_element(place).unwrap_or(Value::UNDEFINED)
    }

    fn set(self, vm: &mut Vm, place: u32, value: Value) -> JsResult<()> {
        self.0.put_element(vm, place, value)
    }

    fn k(self) -> u64 {
        self.get(K).as_number() as u64
    }

    fn is_iterating(self) -> bool {
        !self.get(ITERATOR).is_undefined()
    }

    fn capability(self) -> PromiseCapability {
        PromiseCapability { promise: self.get(PROMISE), resolve: Value::EMPTY, reject: Value::EMPTY }
    }
}

/// Array.fromAsync(items [, mapper [, thisArg]])
pub fn from_async(vm: &mut Vm, args: Args) -> JsResult {
    let capability = new_native_capability(vm)?;
    let mut places = [Value::UNDEFINED; PLACES];
    places[PROMISE as usize] = capability.promise;
    places[K as usize] = Value::ZERO;
    places[THIS as usize] = args.get(2);
    let state = FromAsyncState(vm.new_array(&places)?);
    let step = begin(vm, args, state);
    advance(vm, state, step)?;
    Ok(capability.promise)
}

/// Up to the first await.
fn begin(vm: &mut Vm, args: Args, state: FromAsyncState) -> JsResult<Step> {
    let (constructor, items, mapper) = (args.this(), args.get(0), args.get(1));
    if !mapper.is_undefined() {
        let mapper = callable(vm, mapper)?;
        state.set(vm, MAPPER, mapper)?;
    }
    if items.is_nullish() {
        return Err(vm.throw_not_async_iterable(items));
    }
    let record = match get_method(vm, items, vm.names.sym_async_iterator)? {
        Some(method) => Some(get_iterator_from_method(vm, items, method)?),
        None => match get_method(vm, items, vm.names.sym_iterator)? {
            Some(method) => {
                let sync = get_iterator_from_method(vm, items, method)?;
                Some(create_async_from_sync_iterator(vm, sync)?)
            }
            None => None,
        },
    };
    let result = match record {
        Some(record) => {
            state.set(vm, ITERATOR, record.iterator)?;
            state.set(vm, SOURCE, record.next)?;
            make(vm, constructor, &[])?
        }
        None => {
            let source = convert::to_object(vm, items)?;
            let length = source.length_of_array_like(vm)?;
            state.set(vm, SOURCE, source.value())?;
            state.set(vm, LENGTH, access::number(length))?;
            make(vm, constructor, &[access::number(length)])?
        }
    };
    state.set(vm, RESULT, result.value())?;
    next(vm, state)
}

/// From the beginning of the loop to its first await.
fn next(vm: &mut Vm, state: FromAsyncState) -> JsResult<Step> {
    let k = state.k();
    if state.is_iterating() {
        if k >= MAX_SAFE_INTEGER {
            let throw = vm.throw_type_error("Invalid array length");
            let error = caught(vm, throw)?;
            return close(vm, state, error);
        }
        let result = vm.call(state.get(SOURCE), state.get(ITERATOR), &[])?;
        return Ok(Step::Await(result, Phase::Next));
    }
    if k >= state.get(LENGTH).as_number() as u64 {
        return finish(vm, state);
    }
    match state.get(SOURCE).as_object() {
        Some(source) => Ok(Step::Await(access::get(vm, source, k)?, Phase::Element)),
        None => finish(vm, state),
    }
}

/// Set(A, "length", k, true)
fn finish(vm: &mut Vm, state: FromAsyncState) -> JsResult<Step> {
    if let Some(result) = state.get(RESULT).as_object() {
        access::set_length(vm, result, state.k())?;
    }
    Ok(Step::Done(state.get(RESULT)))
}

/// Goes on with what was awaited: a value, or the reason of a rejection.
fn resume(vm: &mut Vm, state: FromAsyncState, phase: Phase, outcome: Result<Value, Value>) -> JsResult<Step> {
    match (phase, outcome) {
        (Phase::Close, _) => Err(vm.throw(state.get(ERROR))),
        (Phase::Mapped, Err(error)) => fail(vm, state, error),
        (_, Err(error)) => Err(vm.throw(error)),
        (Phase::Next, Ok(result)) => {
            let Some(result) = result.as_object() else { return Err(vm.throw_iterator_result_not_object(result)) };
            if iterator_complete(vm, result)? {
                return finish(vm, state);
            }
            let value = iterator_value(vm, result)?;
            map(vm, state, value)
        }
        (Phase::Element, Ok(value)) => map(vm, state, value),
        (Phase::Mapped, Ok(value)) => define(vm, state, value),
    }
}

fn map(vm: &mut Vm, state: FromAsyncState, value: Value) -> JsResult<Step> {
    let mapper = state.get(MAPPER);
    if mapper.is_undefined() {
        return define(vm, state, value);
    }
    match vm.call(mapper, state.get(THIS), &[value, state.get(K)]) {
        Ok(mapped) => Ok(Step::Await(mapped, Phase::Mapped)),
        Err(throw) => {
            let error = caught(vm, throw)?;
            fail(vm, state, error)
        }
    }
}

fn define(vm: &mut Vm, state: FromAsyncState, value: Value) -> JsResult<Step> {
    let k = state.k();
    if let Some(result) = state.get(RESULT).as_object()
        && let Err(throw) = access::create(vm, result, k, value)
    {
        let error = caught(vm, throw)?;
        return fail(vm, state, error);
    }
    state.set(vm, K, access::number(k + 1))?;
    next(vm, state)
}

/// Throws; an iterator is closed first.
fn fail(vm: &mut Vm, state: FromAsyncState, error: Value) -> JsResult<Step> {
    if state.is_iterating() { close(vm, state, error) } else { Err(vm.throw(error)) }
}

/// AsyncIteratorClose for an exception, which stays the one that is thrown.
fn close(vm: &mut Vm, state: FromAsyncState, error: Value) -> JsResult<Step> {
    let iterator = state.get(ITERATOR);
    let result = match get_method(vm, iterator, vm.names.return_) {
        Ok(Some(method)) => vm.call(method, iterator, &[]),
        Ok(None) => return Err(vm.throw(error)),
        Err(throw) => Err(throw),
    };
    match result {
        Ok(result) => {
            state.set(vm, ERROR, error)?;
            Ok(Step::Await(result, Phase::Close))
        }
        Err(throw) => {
            caught(vm, throw)?;
            Err(vm.throw(error))
        }
    }
}

/// Does what a step asks for: awaits, or settles the promise.
fn advance(vm: &mut Vm, state: FromAsyncState, step: JsResult<Step>) -> JsResult<()> {
    let mut step = step;
    loop {
        match step {
            Ok(Step::Await(value, phase)) => match promise_resolve_native(vm, value) {
                Ok(promise) => {
                    state.set(vm, PHASE, Value::int(phase as i32))?;
                    let fulfilled = vm.new_native_closure(1, on_fulfilled, &[state.0.value()])?;
                    let rejected = vm.new_native_closure(1, on_rejected, &[state.0.value()])?;
                    return then_native(vm, promise, fulfilled, rejected);
                }
                Err(throw) => {
                    let error = caught(vm, throw)?;
                    step = resume(vm, state, phase, Err(error));
                }
            },
            Ok(Step::Done(value)) => return state.capability().resolve(vm, value),
            Err(throw) => {
                let error = caught(vm, throw)?;
                return state.capability().reject(vm, error);
            }
        }
    }
}

fn settled(vm: &mut Vm, args: Args, outcome: Result<Value, Value>) -> JsResult {
    if let Some(state) = args.captured(0).as_object().map(FromAsyncState) {
        let phase = PHASES[state.get(PHASE).as_int() as usize & 3];
        let step = resume(vm, state, phase, outcome);
        advance(vm, state, step)?;
    }
    Ok(Value::UNDEFINED)
}

fn on_fulfilled(vm: &mut Vm, args: Args) -> JsResult {
    settled(vm, args, Ok(args.get(0)))
}

fn on_rejected(vm: &mut Vm, args: Args) -> JsResult {
    settled(vm, args, Err(args.get(0)))
}
