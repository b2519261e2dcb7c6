//! The iterators that for-await makes of synchronous ones (ECMA-262 sec. 27.1.6).

use super::iterator::{IteratorRecord, create_iter_result_object, iterator_close, iterator_complete, iterator_value};
use super::promise::{PromiseCapability, perform_promise_then_handlers, promise_resolve_native};
use crate::native::Args;
use crate::object::Object;
use crate::vm::{Vm, trace_object};
use crate::{JsResult, Value};
use abi::cell::{CellHeader, CellKind};
use abi::object::JsObject;
use gc::{HeapCell, Visitor};
use std::cell::Cell;

/// An asynchronous view of a synchronous iterator.
#[repr(C)]
pub struct AsyncFromSyncIteratorObject {
    pub object: JsObject,
    /// [[SyncIteratorRecord]]
    pub(crate) iterator: Value,
    next: Value,
    pub(crate) done: Cell<bool>,
}

// SAFETY: the header comes first and the layout is C's.
unsafe impl HeapCell for AsyncFromSyncIteratorObject {
    const KIND: CellKind = CellKind::AsyncFromSyncIterator;
}

impl AsyncFromSyncIteratorObject {
    /// # Safety
    /// To be called by the collector only, on a live AsyncFromSyncIterator cell.
    pub unsafe fn trace(cell: *mut CellHeader, visitor: &mut Visitor) {
        // SAFETY: the collector registers this function for cells of that kind.
        let this = unsafe { &*cell.cast::<AsyncFromSyncIteratorObject>() };
        trace_object(&this.object, visitor);
        visitor.visit_value(this.iterator);
        visitor.visit_value(this.next);
    }

    /// [[SyncIteratorRecord]]
    pub(crate) fn record(&self) -> IteratorRecord {
        IteratorRecord { iterator: self.iterator, next: self.next, done: self.done.get() }
    }
}

/// CreateAsyncFromSyncIterator (sec. 27.1.6.1)
pub fn create_async_from_sync_iterator(vm: &mut Vm, record: IteratorRecord) -> JsResult<IteratorRecord> {
    let prototype = vm.realm().async_from_sync_iterator_prototype;
    let object = vm.new_exotic(Some(prototype), |object| AsyncFromSyncIteratorObject {
        object,
        iterator: record.iterator,
        next: record.next,
        done: Cell::new(record.done),
    })?;
    let next = prototype.get(vm, vm.names.next)?;
    Ok(IteratorRecord { iterator: object.value(), next, done: false })
}

/// AsyncFromSyncIteratorContinuation (sec. 27.1.6.4). What it throws rejects the promise.
pub(crate) fn continue_with(
    vm: &mut Vm,
    this: &AsyncFromSyncIteratorObject,
    result: Object,
    capability: PromiseCapability,
    close_on_rejection: bool,
) -> JsResult {
    let done = iterator_complete(vm, result)?;
    let value = iterator_value(vm, result)?;
    let close = !done && close_on_rejection;
    let wrapper = match promise_resolve_native(vm, value) {
        Err(throw) if close => iterator_close(vm, &this.record(), Err(throw))?,
        wrapper => wrapper?,
    };
    let unwrap = vm.new_native_closure(1, unwrap, &[Value::bool(done)])?;
    let on_rejected = if close {
        let captured = [this.iterator, this.next];
        vm.new_native_closure(1, close_iterator, &captured)?.value()
    } else {
        Value::UNDEFINED
    };
    perform_promise_then_handlers(vm, wrapper, unwrap.value(), on_rejected, Some(capability));
    Ok(capability.promise)
}

/// The unwrap closure: makes an iterator result of the value that a promise held.
fn unwrap(vm: &mut Vm, args: Args) -> JsResult {
    let done = args.captured(0).is_true();
    create_iter_result_object(vm, args.get(0), done).map(Object::value)
}

/// The closeIterator closure: IteratorClose(syncIteratorRecord, ThrowCompletion(error)).
fn close_iterator(vm: &mut Vm, args: Args) -> JsResult {
    let record = IteratorRecord { iterator: args.captured(0), next: args.captured(1), done: false };
    let thrown = vm.throw(args.get(0));
    iterator_close(vm, &record, Err(thrown))
}
