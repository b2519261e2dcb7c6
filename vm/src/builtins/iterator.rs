//! Iterator (ECMA-262 sec. 27.1): the constructor, %Iterator.prototype% with the methods that consume, Iterator.from, and
//! %AsyncIteratorPrototype%. The methods that make a lazy iterator are in `iterator_helper`.

use crate::native::{Args, method};
use crate::numeric::convert::MAX_SAFE_INTEGER;
use crate::runtime::convert::{to_boolean, to_string};
use crate::runtime::iterator::{
    IteratorRecord, PrimitiveHandling, get_iterator_direct, get_iterator_flattenable, iterator_close,
    iterator_step_value, or_close,
};
use crate::runtime::promise::{new_native_capability, perform_promise_then_handlers, promise_resolve_native};
use crate::runtime::{operations, operators};
use crate::string::{JsString, PropertyKey, StringBuilder};
use crate::vm::Vm;
use crate::{JsResult, Throw, Value, ValueExt};
use abi::cell::{CellHeader, CellKind};
use abi::object::JsObject;
use gc::{Gc, HeapCell, Visitor};
use std::cell::Cell;

pub fn init(vm: &mut Vm) -> JsResult<()> {
    let prototype = vm.new_object()?;
    vm.realm_mut().iterator_prototype = prototype;
    let itself = prototype.define_method(vm, "@@iterator", 0, |_, args| Ok(args.this()))?;
    vm.realm_mut().iterator_itself = itself;
    prototype.define_methods(
        vm,
        &[
            method("every", 1, every),
            method("find", 1, find),
            method("forEach", 1, for_each),
            method("includes", 1, includes),
            method("join", 1, join),
            method("reduce", 1, reduce),
            method("some", 1, some),
            method("toArray", 0, to_array),
            method("@@dispose", 0, dispose),
        ],
    )?;
    super::iterator_helper::init(vm, prototype)?;
    let constructor = vm.define_global_constructor("Iterator", 0, construct, prototype)?;
    vm.realm_mut().iterator_constructor = constructor;
    constructor.define_methods(
        vm,
        &[
            method("from", 1, from),
            method("concat", 0, super::iterator_helper::concat),
            method("zip", 1, super::iterator_zip::zip),
            method("zipKeyed", 1, super::iterator_zip::zip_keyed),
        ],
    )?;
    // Accessors for compatibility with code that assigns to these names of objects that inherit them (sec. 27.1.4.1, 27.1.4.14).
    prototype.define_accessor(vm, "@@toStringTag", get_to_string_tag, set_to_string_tag)?;
    prototype.define_accessor(vm, "constructor", get_constructor, set_constructor)?;

    let wrapper = vm.new_object_with_prototype(Some(prototype))?;
    vm.realm_mut().wrap_for_valid_iterator_prototype = wrapper;
    wrapper.define_methods(vm, &[method("next", 0, wrap_next), method("return", 0, wrap_return)])?;

    let prototype = vm.new_object()?;
    vm.realm_mut().async_iterator_prototype = prototype;
    prototype.define_methods(
        vm,
        &[method("@@asyncIterator", 0, |_, args| Ok(args.this())), method("@@asyncDispose", 0, async_dispose)],
    )
}

/// Iterator() (sec. 27.1.3.1.1)
fn construct(vm: &mut Vm, args: Args) -> JsResult {
    let Some(new_target) = args.new_target_object() else {
        return Err(vm.throw_constructor_needs_new("Iterator"));
    };
    if new_target == args.callee() {
        return Err(vm.throw_type_error("Abstract class Iterator not directly constructable"));
    }
    operations::ordinary_create_from_constructor(vm, new_target, |realm| realm.iterator_prototype).map(Value::from)
}

fn get_to_string_tag(vm: &mut Vm, _: Args) -> JsResult {
    JsString::from_str(vm, "Iterator").map(JsString::value)
}

fn set_to_string_tag(vm: &mut Vm, args: Args) -> JsResult {
    let key = vm.names.sym_to_string_tag;
    set_ignoring_prototype(vm, args, key)
}

fn get_constructor(vm: &mut Vm, _: Args) -> JsResult {
    Ok(vm.realm().iterator_constructor.value())
}

fn set_constructor(vm: &mut Vm, args: Args) -> JsResult {
    let key = vm.names.constructor;
    set_ignoring_prototype(vm, args, key)
}

/// SetterThatIgnoresPrototypeProperties (sec. 7.3.37) with %Iterator.prototype% as home.
fn set_ignoring_prototype(vm: &mut Vm, args: Args, key: PropertyKey) -> JsResult {
    let Some(this) = args.this().as_object() else { return Err(vm.throw_not_an_object(args.this())) };
    if this == vm.realm().iterator_prototype {
        let name = vm.describe_key(key);
        return Err(
            vm.throw_type_error(format!("Cannot assign to read only property '{name}' of %Iterator.prototype%"))
        );
    }
    let value = args.get(0);
    match this.get_own_property(vm, key)? {
        None => this.create_data_property_or_throw(vm, key, value)?,
        Some(_) => this.set(vm, key, value, true)?,
    }
    Ok(Value::UNDEFINED)
}

/// The receiver as an Iterator Record whose `next` is not yet read; TypeError if it is no object.
pub(super) fn this_iterator(vm: &mut Vm, this: Value, name: &str) -> JsResult<IteratorRecord> {
    match this.as_object() {
        Some(_) => Ok(IteratorRecord { iterator: this, next: Value::UNDEFINED, done: false }),
        None => {
            let what = vm.describe(this);
            Err(vm.throw_type_error(format!("Iterator.prototype.{name} called on non-object: {what}")))
        }
    }
}

/// A function as argument; the iterator is closed if it is none.
pub(super) fn callable_or_close(vm: &mut Vm, record: &IteratorRecord, f: Value) -> JsResult<Value> {
    if f.is_callable() {
        return Ok(f);
    }
    let error = Err(vm.throw_not_callable(f));
    or_close(vm, record, error)
}

/// GetIteratorDirect on the record's own iterator.
pub(super) fn direct(vm: &mut Vm, record: &IteratorRecord) -> JsResult<IteratorRecord> {
    match record.iterator.as_object() {
        Some(iterator) => get_iterator_direct(vm, iterator),
        None => Err(vm.throw_not_an_object(record.iterator)),
    }
}

/// What a consuming method does with each value.
enum Verdict {
    Continue,
    /// Close the iterator and return this.
    Return(Value),
}

/// The frame of the consuming methods: a function is called with each value and its index.
fn consume(
    vm: &mut Vm,
    args: Args,
    name: &str,
    mut step: impl FnMut(&mut Vm, Value, Value) -> Verdict,
) -> JsResult<Option<Value>> {
    let record = this_iterator(vm, args.this(), name)?;
    let f = callable_or_close(vm, &record, args.get(0))?;
    let mut record = direct(vm, &record)?;
    let mut counter = 0usize;
    while let Some(value) = iterator_step_value(vm, &mut record)? {
        let result = vm.call(f, Value::UNDEFINED, &[value, Value::from_usize(counter)]);
        let result = or_close(vm, &record, result)?;
        if let Verdict::Return(v) = step(vm, value, result) {
            return iterator_close(vm, &record, Ok(v)).map(Some);
        }
        counter += 1;
    }
    Ok(None)
}

/// every(predicate) (sec. 27.1.4.3)
fn every(vm: &mut Vm, args: Args) -> JsResult {
    let found =
        consume(
            vm,
            args,
            "every",
            |_, _, result| {
                if to_boolean(result) { Verdict::Continue } else { Verdict::Return(Value::FALSE) }
            },
        )?;
    Ok(found.unwrap_or(Value::TRUE))
}

/// some(predicate) (sec. 27.1.4.11)
fn some(vm: &mut Vm, args: Args) -> JsResult {
    let found =
        consume(
            vm,
            args,
            "some",
            |_, _, result| {
                if to_boolean(result) { Verdict::Return(Value::TRUE) } else { Verdict::Continue }
            },
        )?;
    Ok(found.unwrap_or(Value::FALSE))
}

/// find(predicate) (sec. 27.1.4.5)
fn find(vm: &mut Vm, args: Args) -> JsResult {
    let found = consume(
        vm,
        args,
        "find",
        |_, value, result| {
            if to_boolean(result) { Verdict::Return(value) } else { Verdict::Continue }
        },
    )?;
    Ok(found.unwrap_or(Value::UNDEFINED))
}

/// forEach(procedure) (sec. 27.1.4.7)
fn for_each(vm: &mut Vm, args: Args) -> JsResult {
    consume(vm, args, "forEach", |_, _, _| Verdict::Continue)?;
    Ok(Value::UNDEFINED)
}

/// reduce(reducer [, initialValue]) (sec. 27.1.4.10)
fn reduce(vm: &mut Vm, args: Args) -> JsResult {
    let record = this_iterator(vm, args.this(), "reduce")?;
    let f = callable_or_close(vm, &record, args.get(0))?;
    let mut record = direct(vm, &record)?;
    let (mut accumulator, mut counter) = match args.len() {
        0 | 1 => match iterator_step_value(vm, &mut record)? {
            Some(first) => (first, 1usize),
            None => return Err(vm.throw_type_error("Reduce of a done iterator with no initial value")),
        },
        _ => (args.get(1), 0),
    };
    while let Some(value) = iterator_step_value(vm, &mut record)? {
        let result = vm.call(f, Value::UNDEFINED, &[accumulator, value, Value::from_usize(counter)]);
        accumulator = or_close(vm, &record, result)?;
        counter += 1;
    }
    Ok(accumulator)
}

/// includes(searchElement [, skippedElements]) (proposal "Iterator includes")
fn includes(vm: &mut Vm, args: Args) -> JsResult {
    let record = this_iterator(vm, args.this(), "includes")?;
    let mut to_skip = 0.0;
    let skipped = args.get(1);
    if !skipped.is_undefined() {
        let number = if skipped.is_number() { skipped.as_number() } else { f64::NAN };
        let error = if number.is_nan() || number.is_finite() && number.fract() != 0.0 {
            let what = vm.describe(skipped);
            Some(vm.throw_type_error(format!("{what} is not an integral number")))
        } else if number < 0.0 || number.is_finite() && number > MAX_SAFE_INTEGER as f64 {
            Some(vm.throw_range_error(format!("{number} is out of range")))
        } else {
            None
        };
        if let Some(error) = error {
            return iterator_close(vm, &record, Err(error));
        }
        to_skip = number;
    }
    let mut record = direct(vm, &record)?;
    let mut seen = 0.0;
    while let Some(value) = iterator_step_value(vm, &mut record)? {
        if seen < to_skip {
            seen += 1.0;
            continue;
        }
        let same = operators::same_value_zero(vm, value, args.get(0));
        if or_close(vm, &record, same)? {
            return iterator_close(vm, &record, Ok(Value::TRUE));
        }
    }
    Ok(Value::FALSE)
}

/// join(separator) (proposal "Iterator.prototype.join")
fn join(vm: &mut Vm, args: Args) -> JsResult {
    let record = this_iterator(vm, args.this(), "join")?;
    let separator = if args.get(0).is_undefined() {
        JsString::from_str(vm, ",")?
    } else {
        let text = to_string(vm, args.get(0));
        or_close(vm, &record, text)?
    };
    let mut record = direct(vm, &record)?;
    let mut text = StringBuilder::new();
    let mut first = true;
    while let Some(value) = iterator_step_value(vm, &mut record)? {
        if !first {
            text.push_js(separator);
        }
        first = false;
        if !value.is_nullish() {
            let part = to_string(vm, value);
            text.push_js(or_close(vm, &record, part)?);
        }
        if text.is_refused() {
            let refused = text.finish(vm).map(JsString::value);
            return or_close(vm, &record, refused);
        }
    }
    text.finish(vm).map(JsString::value)
}

/// toArray() (sec. 27.1.4.13)
fn to_array(vm: &mut Vm, args: Args) -> JsResult {
    let record = this_iterator(vm, args.this(), "toArray")?;
    let mut record = direct(vm, &record)?;
    let array = vm.new_array_with_capacity(0)?;
    while let Some(value) = iterator_step_value(vm, &mut record)? {
        array.push(vm, value)?;
    }
    Ok(array.value())
}

/// %Iterator.prototype%[%Symbol.dispose%]() (explicit resource management)
fn dispose(vm: &mut Vm, args: Args) -> JsResult {
    if let Some(method) = operations::get_method(vm, args.this(), vm.names.return_)? {
        vm.call(method, args.this(), &[])?;
    }
    Ok(Value::UNDEFINED)
}

/// %AsyncIteratorPrototype%[%Symbol.asyncDispose%]() (explicit resource management): a promise of undefined, once `return` is done.
fn async_dispose(vm: &mut Vm, args: Args) -> JsResult {
    let capability = new_native_capability(vm)?;
    let returned = match operations::get_method(vm, args.this(), vm.names.return_) {
        Ok(Some(method)) => vm.call(method, args.this(), &[]),
        Ok(None) => {
            capability.resolve(vm, Value::UNDEFINED)?;
            return Ok(capability.promise);
        }
        Err(throw) => Err(throw),
    };
    let wrapper = returned.and_then(|result| promise_resolve_native(vm, result));
    match wrapper {
        Ok(wrapper) => {
            let unwrap = vm.new_native_closure(1, |_, _| Ok(Value::UNDEFINED), &[])?;
            perform_promise_then_handlers(vm, wrapper, unwrap.value(), Value::UNDEFINED, Some(capability));
            Ok(capability.promise)
        }
        Err(throw) => capability.reject_with_pending(vm, throw),
    }
}

// ---- Iterator.from

/// An iterator that is no Iterator, made one (sec. 27.1.3.2.1.1).
#[repr(C)]
pub struct WrapForValidIterator {
    object: JsObject,
    iterator: Cell<Value>,
    next: Cell<Value>,
}

// SAFETY: the header comes first and the layout is C's.
unsafe impl HeapCell for WrapForValidIterator {
    const KIND: CellKind = CellKind::WrapForValidIterator;
}

impl WrapForValidIterator {
    /// # Safety
    /// To be called by the collector only, on a live WrapForValidIterator cell.
    pub unsafe fn trace(cell: *mut CellHeader, visitor: &mut Visitor) {
        // SAFETY: the collector registers this function for cells of that kind.
        let this = unsafe { &*cell.cast::<WrapForValidIterator>() };
        crate::vm::trace_object(&this.object, visitor);
        visitor.visit_value(this.iterator.get());
        visitor.visit_value(this.next.get());
    }
}

/// Iterator.from(O) (sec. 27.1.3.2.1)
fn from(vm: &mut Vm, args: Args) -> JsResult {
    let record = get_iterator_flattenable(vm, args.get(0), PrimitiveHandling::IterateStrings)?;
    let constructor = vm.realm().iterator_constructor;
    if operators::ordinary_has_instance(vm, constructor.value(), record.iterator)? {
        return Ok(record.iterator);
    }
    let prototype = vm.realm().wrap_for_valid_iterator_prototype;
    let wrapper = vm.new_exotic(Some(prototype), |object| WrapForValidIterator {
        object,
        iterator: Cell::new(record.iterator),
        next: Cell::new(record.next),
    })?;
    Ok(wrapper.value())
}

fn wrapped(vm: &mut Vm, this: Value, name: &str) -> JsResult<Gc<WrapForValidIterator>> {
    match this.as_object().and_then(|o| o.downcast::<WrapForValidIterator>()) {
        Some(wrapper) => Ok(wrapper),
        None => Err(incompatible(vm, this, name)),
    }
}

fn incompatible(vm: &mut Vm, this: Value, name: &str) -> Throw {
    vm.throw_incompatible_receiver(&format!("%WrapForValidIteratorPrototype%.{name}"), this)
}

/// %WrapForValidIteratorPrototype%.next() (sec. 27.1.3.2.1.1.1)
fn wrap_next(vm: &mut Vm, args: Args) -> JsResult {
    let wrapper = wrapped(vm, args.this(), "next")?;
    vm.call(wrapper.next.get(), wrapper.iterator.get(), &[])
}

/// %WrapForValidIteratorPrototype%.return() (sec. 27.1.3.2.1.1.2)
fn wrap_return(vm: &mut Vm, args: Args) -> JsResult {
    let iterator = wrapped(vm, args.this(), "return")?.iterator.get();
    match operations::get_method(vm, iterator, vm.names.return_)? {
        None => vm.iterator_result(Value::UNDEFINED, true).map(Value::from),
        Some(method) => vm.call(method, iterator, &[]),
    }
}
