//! Arguments objects (ECMA-262 sec. 10.4.4).
//!
//! An unmapped one is an ordinary object with elements. A mapped one keeps, until MapArguments connects it, plain
//! elements too; from then on the indices that are mapped have no element of their own, but answer from the
//! parameters' slots in the function's environment.

use super::property::PropertyDescriptor;
use super::table::{ACCESSOR, DEFAULT};
use super::{Object, ordinary};
use crate::string::PropertyKey;
use crate::vm::Vm;
use crate::{JsResult, Value};
use abi::cell::{CellHeader, CellKind, FLAG_EXOTIC};
use abi::frame::{FIRST_ARGUMENT, Frame};
use abi::object::{ENVIRONMENT_VALUES_OFFSET, Environment, JsObject, SLOTS_VALUES_OFFSET, Slots};
use gc::{HeapCell, Visitor};
use std::cell::Cell;
use std::ptr::null_mut;

#[repr(C)]
pub struct ArgumentsObject {
    pub object: JsObject,
    /// The parameters' environment once connected, else null.
    environment: Cell<*mut Environment>,
    /// The slot of each index as an int32, empty where there is none (or no longer), in a cell of as many values; null until connected.
    map: Cell<*mut Slots>,
}

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
        visitor.visit_cell(arguments.environment.get().cast());
        visitor.visit_cell(arguments.map.get().cast());
    }

    /// The place of an index in the map.
    fn mapping(&self, index: u32) -> Option<&Cell<Value>> {
        // SAFETY: the field is null or a cell with so many values.
        unsafe {
            let map = self.map.get().as_ref()?;
            let values = self.map.get().byte_add(SLOTS_VALUES_OFFSET).cast::<Cell<Value>>();
            (index < map.capacity.get()).then(|| &*values.add(index as usize))
        }
    }

    fn slot(&self, index: u32) -> Option<&Cell<Value>> {
        let slot = self.mapping(index)?.get();
        if slot.is_empty() {
            return None;
        }
        // SAFETY: the environment has the slot, which was verified (`bytecode/environments.rs`).
        Some(unsafe {
            &*self
                .environment
                .get()
                .byte_add(ENVIRONMENT_VALUES_OFFSET)
                .cast::<Cell<Value>>()
                .add(slot.as_int() as usize)
        })
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
            let cell =
                vm.alloc(ArgumentsObject { object, environment: Cell::new(null_mut()), map: Cell::new(null_mut()) })?;
            // SAFETY: an object of the same layout.
            unsafe { Object::from_ptr(cell.as_ptr().cast()) }
        }
        None => first(vm, mapped)?,
    };
    let slots = vm.alloc_slots(3)?;
    object.cell().slots.set(slots);
    vm.heap.barrier(object.as_ptr().cast());
    let realm = vm.realm();
    let callee = if mapped { callee } else { realm.arguments_thrower };
    object.set_slot(vm, 0, Value::from_usize(values.len()));
    object.set_slot(vm, 1, realm.array_values.value());
    object.set_slot(vm, 2, callee);
    object.init_tagged_elements(vm, values)?;
    Ok(object)
}

/// The first arguments object of its sort in the realm, which remembers its shape. The slots are still to be filled.
fn first(vm: &mut Vm, mapped: bool) -> JsResult<Object> {
    let prototype = vm.realm().object_prototype;
    let object = vm.new_exotic(Some(prototype), |object| ArgumentsObject {
        object,
        environment: Cell::new(null_mut()),
        map: Cell::new(null_mut()),
    })?;
    object.define_hidden(vm, vm.names.length, Value::ZERO)?;
    object.define_hidden(vm, vm.names.sym_iterator, Value::UNDEFINED)?;
    if mapped {
        object.define_hidden(vm, vm.names.callee, Value::UNDEFINED)?;
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

/// Connects an arguments object with the parameters in `environment`.
pub fn map(vm: &mut Vm, object: Object, environment: *mut Environment, slots: &[Option<u16>]) -> JsResult<()> {
    let Some(arguments) = object.downcast::<ArgumentsObject>() else { return Ok(()) };
    let count = object.elements_end().min(slots.len() as u32);
    let map = vm.alloc_slots(count)?;
    arguments.environment.set(environment);
    arguments.map.set(map);
    vm.heap.barrier(object.as_ptr().cast());
    for (index, slot) in slots[..count as usize].iter().enumerate() {
        if let (Some(place), Some(slot)) = (arguments.mapping(index as u32), slot) {
            place.set(Value::int(i32::from(*slot)));
        }
    }
    if slots[..count as usize].iter().any(Option::is_some) {
        object.header().set_flag(FLAG_EXOTIC);
        // The elements stay (as placeholders for existence and attributes), but no fast path reads them.
        object.hide_elements(vm)?;
    }
    Ok(())
}

fn mapped(object: &Object, index: u32) -> Option<&Cell<Value>> {
    object.downcast_ref::<ArgumentsObject>()?.slot(index)
}

fn unmap(object: Object, index: u32) {
    if let Some(arguments) = object.downcast::<ArgumentsObject>()
        && let Some(place) = arguments.mapping(index)
    {
        place.set(Value::EMPTY);
    }
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
        unmap(object, index);
    } else {
        if let Some(value) = descriptor.value {
            slot.set(value);
            if let Some(arguments) = object.downcast::<ArgumentsObject>() {
                vm.heap.barrier(arguments.environment.get().cast());
            }
        }
        if descriptor.writable == Some(false) {
            unmap(object, index);
        }
    }
    Ok(true)
}

pub fn delete(object: Object, vm: &mut Vm, key: PropertyKey) -> JsResult<bool> {
    let deleted = ordinary::delete(object, vm, key)?;
    if deleted && let Some(index) = key.as_index() {
        unmap(object, index);
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
