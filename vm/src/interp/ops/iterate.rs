//! Iteration: for-of, spread, for-in, disposal.

use crate::builtins::array::words::append_packed;
use crate::builtins::array_iterator;
use crate::builtins::map::MapIteratorObject;
use crate::builtins::set::SetIteratorObject;
use crate::object::elements;
use crate::object::shape::Shape;
use crate::object::{KeyList, Object};
use crate::runtime::iterator::{self, IteratorRecord};
use crate::runtime::{convert, operations};
use crate::string::PropertyKey;
use crate::vm::{Vm, new_header};
use crate::{JsResult, Value, ValueExt};
use abi::cell::{CellHeader, CellKind, FLAG_LAZY};
use gc::{HeapCell, Visitor};
use smallvec::SmallVec;
use std::cell::Cell;
use std::collections::HashSet;

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
            crate::builtins::generator::create_async_from_sync_iterator(vm, sync)?
        }
    };
    Ok((record.iterator, record.next))
}

/// One step of the record at `registers`: None when it is done. An exception finishes the record.
///
/// # Safety
/// `registers` points at the two registers of a record.
#[inline(never)]
pub unsafe fn iterator_step(vm: &mut Vm, registers: *mut Value) -> JsResult<Option<Value>> {
    // SAFETY: the caller's promise.
    let (iterator, next) = unsafe { (*registers, *registers.add(1)) };
    if iterator.is_undefined() {
        return Ok(None);
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
    if iterator.is_kind(CellKind::ArrayIterator) && vm.array_iteration_is_intact() {
        return Ok(());
    }
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
    if let Some(rest) = array_iterator::take_rest(vm, iterator, next)? {
        // SAFETY: as above.
        unsafe { *registers = Value::UNDEFINED };
        return Ok(rest.value());
    }
    let array = vm.new_array_with_capacity(0)?;
    if iterator.is_undefined() {
        return Ok(array.value());
    }
    // SAFETY: the caller's promise.
    while let Some(value) = unsafe { iterator_step(vm, registers)? } {
        array.push(vm, value)?;
    }
    Ok(array.value())
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
            .downcast::<MapIteratorObject>()
            .map_or(0, MapIteratorObject::entries)
            .max(iterator.downcast::<SetIteratorObject>().map_or(0, SetIteratorObject::entries));
        let length = array.as_array().map_or(0, |a| a.length.get());
        if more > 0 && more <= (elements::MAX_PREALLOCATED - length.min(elements::MAX_PREALLOCATED)) as usize {
            array.grow_elements(vm, length + more as u32)?;
        }
    }
    // SAFETY: a record of two values.
    while let Some(value) = unsafe { iterator_step(vm, registers.as_mut_ptr())? } {
        array.push(vm, value)?;
    }
    Ok(())
}

/// A for-in enumeration: the keys found at its start, checked again as they come.
#[repr(C)]
pub struct ForIn {
    header: CellHeader,
    object: Cell<Value>,
    /// An array of strings.
    keys: Cell<Value>,
    next: Cell<u32>,
    /// The object's shape at the start, if all keys are named properties in it: while it has that, they all are there.
    shape: Cell<*mut CellHeader>,
}

// SAFETY: the header comes first and the layout is C's.
unsafe impl HeapCell for ForIn {
    const KIND: CellKind = CellKind::ForIn;
}

impl ForIn {
    /// # Safety
    /// To be called by the collector only, on a live ForIn cell.
    pub unsafe fn trace(cell: *mut CellHeader, visitor: &mut Visitor) {
        // SAFETY: the collector registers this function for cells of that kind.
        let enumeration = unsafe { &*cell.cast::<ForIn>() };
        visitor.visit_value(enumeration.object.get());
        visitor.visit_value(enumeration.keys.get());
        visitor.visit_cell(enumeration.shape.get());
    }
}

/// EnumerateObjectProperties (sec. 14.7.5.9). Undefined and null enumerate nothing.
pub fn for_in_start(vm: &mut Vm, value: Value) -> JsResult {
    let keys = vm.new_array_with_capacity(0)?;
    if value.is_nullish() {
        return new_enumeration(vm, Value::UNDEFINED, keys, None);
    }
    let object = convert::to_object(vm, value)?;
    if has_only_named(object) && !inherits_enumerable(vm, object) {
        let shape = object.shape();
        let mut names: SmallVec<[PropertyKey; 16]> = SmallVec::new();
        shape.for_each(|key, property| {
            if property.is_enumerable() && !key.is_symbol() {
                names.push(key);
            }
        });
        for name in names {
            let text = name.to_value(vm)?;
            keys.push(vm, text)?;
        }
        let shape = if shape.is_dictionary() { None } else { Some(shape) };
        return new_enumeration(vm, object.value(), keys, shape);
    }
    let mut visited: HashSet<PropertyKey, rustc_hash::FxBuildHasher> = HashSet::default();
    // Keys that `visited` names are kept alive by their lists.
    let mut lists: Vec<KeyList> = Vec::new();
    let mut link = Some(object);
    let mut depth = 0;
    while let Some(o) = link {
        let own = o.own_property_keys(vm)?;
        link = o.get_prototype_of(vm)?;
        let plain = !o.is_exotic();
        let last = link.is_none() && depth == 0;
        for i in 0..own.len() {
            let key = own.get(i);
            if key.is_symbol() {
                continue;
            }
            let enumerable = if plain && key.is_string() {
                match o.own_named(key) {
                    Some(property) => property.is_enumerable(),
                    // An array's length, or gone.
                    None => match o.get_own_property(vm, key)? {
                        Some(d) => d.enumerable == Some(true),
                        None => continue,
                    },
                }
            } else {
                match o.get_own_property(vm, key)? {
                    Some(d) => d.enumerable == Some(true),
                    None => continue,
                }
            };
            if !last && !visited.insert(key) {
                continue;
            }
            if enumerable {
                let text = key.to_value(vm)?;
                keys.push(vm, text)?;
            }
        }
        lists.push(own);
        depth += 1;
    }
    new_enumeration(vm, object.value(), keys, None)
}

/// Whether all own properties of an object are named ones in its shape.
fn has_only_named(object: Object) -> bool {
    object.is_kind(CellKind::Object)
        && !object.is_exotic()
        && object.elements_end() == 0
        && !object.header().has_flag(FLAG_LAZY)
}

/// Whether an object on the prototype chain may have enumerable properties: then an enumeration must look at each of them.
fn inherits_enumerable(vm: &Vm, object: Object) -> bool {
    let mut link = object.shape().prototype();
    while let Some(o) = link {
        if o.is_exotic() || vm.indexed_prototypes || o.header().has_flag(FLAG_LAZY) {
            return true;
        }
        let mut enumerable = o.elements_end() > 0;
        o.shape().for_each(|key, property| enumerable |= property.is_enumerable() && !key.is_symbol());
        if enumerable {
            return true;
        }
        link = o.shape().prototype();
    }
    false
}

fn new_enumeration(vm: &mut Vm, object: Value, keys: Object, shape: Option<gc::Gc<Shape>>) -> JsResult {
    let cell = vm.alloc(ForIn {
        header: new_header(CellKind::ForIn, 0),
        object: Cell::new(object),
        keys: Cell::new(keys.value()),
        next: Cell::new(0),
        shape: Cell::new(shape.map_or(std::ptr::null_mut(), |shape| shape.as_ptr().cast())),
    })?;
    Ok(cell.value())
}

/// The next key that still is there.
#[inline(never)]
pub fn for_in_next(vm: &mut Vm, enumeration: Value) -> JsResult<Option<Value>> {
    // SAFETY: the register holds what ForInStart made.
    let enumeration = unsafe { &*enumeration.as_cell().cast::<ForIn>() };
    let Some(keys) = enumeration.keys.get().as_object() else { return Ok(None) };
    loop {
        let i = enumeration.next.get();
        let Some(key) = keys.fast_element(i) else { return Ok(None) };
        enumeration.next.set(i + 1);
        let Some(object) = enumeration.object.get().as_object() else { return Ok(None) };
        if std::ptr::eq(object.shape().as_ptr().cast(), enumeration.shape.get()) {
            return Ok(Some(key));
        }
        let property = convert::to_property_key(vm, key)?;
        // Own named properties that are there still need no walk of the prototypes.
        let unchanged = !property.is_index() && !object.is_exotic() && object.own_named(property).is_some();
        if unchanged
            || property.as_index().is_some_and(|i| object.fast_element(i).is_some())
            || object.has_property(vm, property)?
        {
            return Ok(Some(key));
        }
    }
}

/// See the opcode: false when nothing is left to dispose.
///
/// # Safety
/// `registers` are error, stack and value registers of the frame at `fp`.
pub unsafe fn dispose_step(vm: &mut Vm, fp: *mut Value, registers: [u16; 3]) -> JsResult<bool> {
    let [error, stack, value] = registers.map(usize::from);
    // SAFETY: the caller's promise.
    unsafe {
        let step = crate::builtins::disposable_stack::dispose_step(vm, *fp.add(stack), *fp.add(error))?;
        *fp.add(error) = step.error;
        *fp.add(value) = step.value;
        Ok(step.more)
    }
}
