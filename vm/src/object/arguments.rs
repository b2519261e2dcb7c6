//! Arguments objects (ECMA-262 sec. 10.4.4).
//!
//! An unmapped one is an ordinary object with elements. A mapped one keeps, until MapArguments connects it, plain
//! elements too; from then on the indices that are mapped have no element of their own, but answer from the
//! parameters' slots in the function's environment.

use super::property::PropertyDescriptor;
use super::table::{ACCESSOR, DEFAULT};
use super::{Object, ordinary};
use crate::code::Code;
use crate::string::PropertyKey;
use crate::vm::Vm;
use crate::{JsResult, Value};
use abi::cell::{CellHeader, CellKind, FLAG_EXOTIC};
use abi::frame::{FIRST_ARGUMENT, Frame};
use abi::object::{
    ELEMENTS_VALUES_OFFSET, ENVIRONMENT_VALUES_OFFSET, ElementKind, Elements, Environment, INLINE_SLOTS_OFFSET,
    JsObject, SLOTS_VALUES_OFFSET, Slots,
};
use gc::{Gc, HeapCell, Visitor};
use std::cell::Cell;
use std::ptr::null_mut;

#[repr(C)]
pub struct ArgumentsObject {
    pub object: JsObject,
    /// The inline slots: `length`, @@iterator, `callee`.
    slots: [Cell<Value>; SLOTS],
    /// The parameters' environment once connected, else null.
    environment: Cell<*mut Environment>,
    /// Whose parameters they are: code that says which slot each index has; null until connected.
    code: Cell<*mut Code>,
    /// How many indices are connected.
    count: Cell<u32>,
    /// From the first index on that is not connected any more: the slot of each index as an int32, empty where there is none, in a cell of as many values.
    left: Cell<*mut Slots>,
}

const SLOTS: usize = 3;
const _: () = assert!(std::mem::offset_of!(ArgumentsObject, slots) == INLINE_SLOTS_OFFSET);

// SAFETY: the header comes first and the layout is C's.
unsafe impl HeapCell for ArgumentsObject {
    const KIND: CellKind = CellKind::Arguments;
}

impl ArgumentsObject {
    /// # Safety
    /// To be called by the collector only, on a live Arguments cell.
    pub unsafe fn trace(cell: *mut CellHeader, visitor: &mut Visitor) {
        // SAFETY: the collector registers this function for cells of that kind.
        let arguments = unsafe { &*cell.cast::<ArgumentsObject>() };
        crate::vm::trace_object(&arguments.object, visitor);
        arguments.slots.iter().for_each(|slot| visitor.visit_value(slot.get()));
        visitor.visit_cell(arguments.environment.get().cast());
        visitor.visit_cell(arguments.code.get().cast());
        visitor.visit_cell(arguments.left.get().cast());
    }

    fn new(object: JsObject, slots: [Value; SLOTS]) -> ArgumentsObject {
        ArgumentsObject {
            object,
            slots: slots.map(Cell::new),
            environment: Cell::new(null_mut()),
            code: Cell::new(null_mut()),
            count: Cell::new(0),
            left: Cell::new(null_mut()),
        }
    }

    /// The places of what is still connected, once something is not.
    fn left(&self) -> Option<&[Cell<Value>]> {
        // SAFETY: the field is null or a cell with so many values.
        unsafe {
            let left = self.left.get().as_ref()?;
            let values = self.left.get().byte_add(SLOTS_VALUES_OFFSET).cast::<Cell<Value>>();
            Some(std::slice::from_raw_parts(values, left.capacity.get() as usize))
        }
    }

    /// The slot that an index had in the beginning.
    fn first_slot(&self, index: u32) -> Option<usize> {
        // SAFETY: the field is null or a live Code cell.
        let body = unsafe { self.code.get().as_ref()?.body.get()? };
        let slot = body.mapped_parameters[..self.count.get() as usize].get(index as usize)?;
        slot.map(usize::from)
    }

    fn slot(&self, index: u32) -> Option<&Cell<Value>> {
        let slot = match self.left() {
            Some(left) => {
                Some(left.get(index as usize)?.get()).filter(|slot| !slot.is_empty()).map(|slot| slot.as_int() as usize)
            }
            None => self.first_slot(index),
        }?;
        // SAFETY: the environment has the slot, which was verified (`bytecode/environments.rs`).
        Some(unsafe { &*self.environment.get().byte_add(ENVIRONMENT_VALUES_OFFSET).cast::<Cell<Value>>().add(slot) })
    }
}

/// CreateUnmappedArgumentsObject, or the start of CreateMappedArgumentsObject, for the call whose frame is at `frame`.
///
/// # Safety
/// The frame's callee, argc and arguments are in place.
pub unsafe fn create(vm: &mut Vm, frame: *mut Frame, mapped: bool) -> JsResult<Object> {
    // SAFETY: the caller's promise.
    let (values, callee) = unsafe {
        let first = frame.cast::<Value>().add(FIRST_ARGUMENT);
        (std::slice::from_raw_parts(first, (*frame).argc as usize), (*frame).callee)
    };
    let realm = vm.realm();
    let object = match realm.arguments_shapes[mapped as usize] {
        Some(shape) => {
            let header = crate::vm::new_header(CellKind::Arguments, vm.shape_index(shape));
            let object = vm.new_js_object(header);
            let callee = if mapped { callee } else { realm.arguments_thrower };
            let slots = [Value::from_usize(values.len()), realm.array_values.value(), callee];
            let new = ArgumentsObject::new(object, slots);
            let new = match try_alloc(vm, new, values) {
                Ok(object) => return Ok(object),
                Err(new) => new,
            };
            let cell = vm.alloc(new)?;
            // SAFETY: an object of the same layout.
            unsafe { Object::from_ptr(cell.as_ptr().cast()) }
        }
        None => first(vm, mapped, values.len(), callee)?,
    };
    object.init_tagged_elements(vm, values)?;
    Ok(object)
}

/// An arguments object of these values, where they are few and the heap has room at hand for it and its elements; else it is given back.
#[inline(always)]
fn try_alloc(vm: &mut Vm, new: ArgumentsObject, values: &[Value]) -> Result<Object, ArgumentsObject> {
    const FEW: usize = 8;
    const { assert!(size_of::<ArgumentsObject>().is_multiple_of(abi::cell::CELL_ALIGN)) };
    if values.len() > FEW {
        return Err(new);
    }
    // SAFETY: the elements are written before the next allocation, and stay behind if that has no room; the object is written at once.
    unsafe {
        if !values.is_empty() {
            let bytes = (ELEMENTS_VALUES_OFFSET + size_of_val(values)).next_multiple_of(abi::cell::CELL_ALIGN);
            let Some(cell) = vm.heap.try_alloc_uninit(bytes) else { return Err(new) };
            let cell = cell.cast::<Elements>().as_ptr();
            let (header, length) = (crate::vm::new_header(CellKind::Elements, 0), values.len() as u32);
            cell.write(Elements { header, length: Cell::new(length), capacity: Cell::new(length) });
            let words = cell.byte_add(ELEMENTS_VALUES_OFFSET).cast::<Value>();
            values.iter().enumerate().for_each(|(i, value)| words.add(i).write(*value));
            new.object.elements.set(cell);
            new.object.header.detail.set(ElementKind::PackedTagged as u8);
        }
        let Some(cell) = vm.heap.try_alloc_uninit(size_of::<ArgumentsObject>()) else {
            new.object.elements.set(vm.empty_elements);
            new.object.header.detail.set(ElementKind::PackedInt as u8);
            return Err(new);
        };
        cell.cast::<ArgumentsObject>().write(new);
        Ok(Object::from_ptr(cell.as_ptr().cast()))
    }
}

/// What arguments objects of a realm begin with, for machine code that makes them.
pub struct Template {
    pub shape: u32,
    /// Of @@iterator.
    pub iterator: Value,
    /// Of `callee`; None: the function itself.
    pub callee: Option<Value>,
}

impl Template {
    pub const BYTES: usize = size_of::<ArgumentsObject>();
    /// `length`, @@iterator, `callee`.
    pub const SLOTS: usize = INLINE_SLOTS_OFFSET;
    /// Zeros from here on.
    pub const REST: usize = std::mem::offset_of!(ArgumentsObject, environment);

    /// None while the realm has made none.
    pub fn new(vm: &Vm, realm: &crate::realm::Realm, mapped: bool) -> Option<Template> {
        let shape = vm.shape_index(realm.arguments_shapes[mapped as usize]?);
        let callee = (!mapped).then_some(realm.arguments_thrower);
        Some(Template { shape, iterator: realm.array_values.value(), callee })
    }
}

/// The first arguments object of its sort in the realm, which remembers its shape.
fn first(vm: &mut Vm, mapped: bool, length: usize, callee: Value) -> JsResult<Object> {
    let prototype = vm.realm().object_prototype;
    vm.note_prototype(prototype);
    let root = vm.root_shape(Some(prototype), CellKind::Arguments, SLOTS as u32)?;
    let header = crate::vm::new_header(CellKind::Arguments, vm.shape_index(crate::vm::opaque(root)));
    let object = vm.new_js_object(header);
    let cell = vm.alloc(ArgumentsObject::new(object, [Value::UNDEFINED; SLOTS]))?;
    // SAFETY: object kinds begin with a JsObject.
    let object = unsafe { Object::from_ptr(cell.as_ptr().cast()) };
    let values = vm.realm().array_values.value();
    object.define_hidden(vm, vm.names.length, Value::from_usize(length))?;
    object.define_hidden(vm, vm.names.sym_iterator, values)?;
    if mapped {
        object.define_hidden(vm, vm.names.callee, callee)?;
    } else {
        let thrower = vm.realm().throw_type_error.value();
        let pair = vm.new_accessor(thrower, thrower)?;
        object.define_raw(vm, vm.names.callee, pair, ACCESSOR)?;
        vm.realm_mut().arguments_thrower = pair;
    }
    let shape = object.shape();
    vm.realm_mut().arguments_shapes[mapped as usize] = Some(shape);
    Ok(object)
}

/// The values of an arguments object that nobody has changed: as many elements as its length says, all there.
pub fn plain_values<'a>(vm: &Vm, object: &'a Object) -> Option<&'a [Cell<Value>]> {
    let shape = object.shape();
    if !vm.realm().arguments_shapes.iter().flatten().any(|s| s.ptr_eq(shape)) || object.is_exotic() {
        return None;
    }
    let length = object.slot(0);
    let values = object.plain_elements()?;
    (length.is_int() && length.as_int() as usize == values.len()).then_some(values)
}

/// Connects an arguments object with the parameters of `code` in `environment`.
pub fn map(vm: &mut Vm, object: Object, environment: *mut Environment, code: Gc<Code>) -> JsResult<()> {
    let Some(arguments) = object.downcast_ref::<ArgumentsObject>() else { return Ok(()) };
    let Some(body) = code.body.get() else { return Ok(()) };
    let count = object.elements_end().min(body.mapped_parameters.len() as u32);
    if body.mapped_parameters[..count as usize].iter().any(Option::is_some) {
        // The elements stay (as placeholders for existence and attributes), but no fast path reads them.
        object.hide_elements(vm)?;
        object.header().set_flag(FLAG_EXOTIC);
        arguments.environment.set(environment);
        arguments.code.set(code.as_ptr());
        arguments.count.set(count);
        vm.heap.barrier(object.as_ptr().cast());
    }
    Ok(())
}

fn mapped(object: &Object, index: u32) -> Option<&Cell<Value>> {
    object.downcast_ref::<ArgumentsObject>()?.slot(index)
}

fn unmap(vm: &mut Vm, object: Object, index: u32) -> JsResult<()> {
    let Some(arguments) = object.downcast_ref::<ArgumentsObject>() else { return Ok(()) };
    if arguments.slot(index).is_none() {
        return Ok(());
    }
    if arguments.left().is_none() {
        let left = vm.alloc_slots(arguments.count.get())?;
        // SAFETY: a new cell with so many values.
        let values = unsafe { left.byte_add(SLOTS_VALUES_OFFSET).cast::<Value>() };
        for index in 0..arguments.count.get() {
            let slot = arguments.first_slot(index).map_or(Value::EMPTY, |slot| Value::int(slot as i32));
            // SAFETY: as above.
            unsafe { values.add(index as usize).write(slot) };
        }
        arguments.left.set(left);
        vm.heap.barrier(object.as_ptr().cast());
    }
    if let Some(place) = arguments.left().and_then(|left| left.get(index as usize)) {
        place.set(Value::EMPTY);
    }
    Ok(())
}

pub fn get_own_property(object: Object, vm: &mut Vm, key: PropertyKey) -> JsResult<Option<PropertyDescriptor>> {
    let own = ordinary::get_own_property(object, vm, key)?;
    Ok(own.map(|mut d| {
        if let Some(slot) = key.as_index().and_then(|i| mapped(&object, i)) {
            d.value = Some(slot.get());
        }
        d
    }))
}

pub fn define_own_property(
    object: Object,
    vm: &mut Vm,
    key: PropertyKey,
    descriptor: &PropertyDescriptor,
) -> JsResult<bool> {
    let Some((index, slot)) = key.as_index().and_then(|i| Some((i, mapped(&object, i)?))) else {
        return ordinary::define_own_property(object, vm, key, descriptor);
    };
    let mut change = *descriptor;
    if descriptor.is_data() && descriptor.value.is_none() && descriptor.writable == Some(false) {
        change.value = Some(slot.get());
    }
    // The element must have the parameter's value while it is validated.
    if let Some((_, attributes)) = object.own_element(index) {
        object.define_element_raw(vm, index, slot.get(), attributes)?;
    }
    if !ordinary::define_own_property(object, vm, key, &change)? {
        return Ok(false);
    }
    if descriptor.is_accessor() {
        unmap(vm, object, index)?;
    } else {
        if let Some(value) = descriptor.value {
            slot.set(value);
            if let Some(arguments) = object.downcast::<ArgumentsObject>() {
                vm.heap.barrier(arguments.environment.get().cast());
            }
        }
        if descriptor.writable == Some(false) {
            unmap(vm, object, index)?;
        }
    }
    Ok(true)
}

pub fn delete(object: Object, vm: &mut Vm, key: PropertyKey) -> JsResult<bool> {
    let deleted = ordinary::delete(object, vm, key)?;
    if deleted && let Some(index) = key.as_index() {
        unmap(vm, object, index)?;
    }
    Ok(deleted)
}

/// A fast read of an element, mapped or not.
pub fn element(object: Object, index: u32) -> Option<Value> {
    if let Some(slot) = mapped(&object, index) {
        return Some(slot.get());
    }
    match object.own_element(index) {
        Some((value, DEFAULT)) => Some(value),
        _ => None,
    }
}
