//! Literals: objects, arrays, functions, regular expressions, templates; and environments.

use super::scope::parent_pointer;
use crate::bytecode::data::{ArrayConstant, Constant};
use crate::code::Code;
use crate::feedback::Change;
use crate::object::{Object, PropertyDescriptor, slack_tracking};
use crate::runtime::operations::{self, IntegrityLevel};
use crate::string::JsString;
use crate::vm::Vm;
use crate::{JsResult, Value, ValueExt};
use abi::cell::CellKind;
use abi::frame::{CODE_FLAG_ARROW, Frame};
use abi::ic::{EntryKind, SITE_MONOMORPHIC, Site};
use abi::object::{Environment, JsFunction, JsObject};
use std::ptr::null_mut;

/// An object literal. Its site keeps the root shape in its entry, once it is settled.
#[inline(always)]
pub fn new_object(vm: &mut Vm, capacity: u16, site: &Site) -> JsResult {
    let shape = site.first.shape.get();
    if shape != 0 {
        let shape = vm.shape_at(shape);
        return Ok(vm.alloc_object_of_shape(shape)?.value());
    }
    new_object_slow(vm, capacity, site)
}

/// How many objects of a literal are made before their size is settled.
const LEARN: u8 = 8;
/// Inline slots that properties added later can bring a literal's objects to.
const MAX_GROWN: u32 = 24;

/// Slack tracking, as for constructors: what the literal says is the first guess, and after some objects the size to which the
/// first of them has grown decides. Until then the shape is the entry's `new_shape`, that object its `holder`, and when it was made its `offset`.
#[cold]
#[inline(never)]
fn new_object_slow(vm: &mut Vm, capacity: u16, site: &Site) -> JsResult {
    let prototype = vm.realm().object_prototype;
    let guess = if capacity == 0 { 4 } else { capacity as u32 };
    let entry = &site.first;
    let made = site.count.get();
    if entry.new_shape.get() != 0 && made < LEARN {
        site.count.set(made + 1);
        let shape = vm.shape_at(entry.new_shape.get());
        return Ok(vm.alloc_object_of_shape(shape)?.value());
    }
    if entry.new_shape.get() == 0 && made < LEARN {
        let shape = vm.root_shape(Some(prototype), CellKind::Object, guess)?;
        let sample = vm.alloc_object_of_shape(shape)?;
        keep(vm, site, EntryKind::Constant, 0, vm.shape_index(shape), sample.as_ptr());
        entry.offset.set(slack_tracking::moment(vm));
        site.count.set(1);
        return Ok(sample.value());
    }
    // The sample has died with its shape if `new_shape` is not there.
    let grown = Object::from_nullable(entry.holder.get()).filter(|_| entry.new_shape.get() != 0).map(Object::shape);
    // `misses` keeps what was found, for when all objects have died and the shape with them.
    let known = u32::from(site.misses.get());
    let may_grow = slack_tracking::may_grow(vm, entry.offset.get());
    let slots = match grown {
        Some(shape) if may_grow && !shape.is_dictionary() => shape.slot_count().min(MAX_GROWN).max(known),
        _ => known,
    };
    let shape = vm.root_shape(Some(prototype), CellKind::Object, slots.max(guess))?;
    keep(vm, site, EntryKind::Constant, vm.shape_index(shape), 0, null_mut());
    if let Some((allocator, bytes)) = Vm::allocator_of(shape.instance_bytes())
        && let Ok(bytes) = u16::try_from(bytes)
    {
        entry.offset.set(allocator);
        entry.bytes.set(bytes);
    } else {
        entry.bytes.set(0);
    }
    if slots > guess.max(known) {
        site.misses.set(slots as u8);
        vm.note(site, Change::Resized { slots });
    }
    Ok(vm.alloc_object_of_shape(shape)?.value())
}

fn keep(vm: &mut Vm, site: &Site, kind: EntryKind, shape: u32, new_shape: u32, holder: *mut JsObject) {
    if let Some(code) = vm.top_code() {
        let code = &raw const code.header;
        vm.heap.barrier(code);
    }
    site.first.shape.set(shape);
    site.first.new_shape.set(new_shape);
    site.first.holder.set(holder);
    site.first.kind.set(kind);
    site.state.set(SITE_MONOMORPHIC);
}

/// A closure.
///
/// # Safety
/// `frame` must be the running frame.
#[inline(never)]
pub unsafe fn new_function(vm: &mut Vm, frame: *mut Frame, constant: u32, environment: Value) -> JsResult {
    // SAFETY: the caller's promise.
    let code = unsafe { super::code_of(frame) };
    let inner: *const Code = super::constant(&code, constant).as_cell().cast();
    // SAFETY: `inner` is a live Code cell; the frame's callee is a Function.
    let (this, home) = unsafe {
        (*inner).count_closure();
        if (*inner).flags() & CODE_FLAG_ARROW != 0 {
            let outer = &*(*frame).callee.as_cell().cast::<JsFunction>();
            ((*frame).this, outer.home_object.get())
        } else {
            (Value::EMPTY, null_mut())
        }
    };
    let f = vm.new_function(inner, parent_pointer(environment), this, home)?;
    Ok(f.value())
}

/// The closure of a declaration that the outermost code of a script or eval makes: a function with a `this` of its own.
pub(super) fn declared_function(
    vm: &mut Vm,
    code: &Code,
    constant: u32,
    environment: *mut Environment,
) -> JsResult<Object> {
    let inner: *const Code = super::constant(code, constant).as_cell().cast();
    // SAFETY: `inner` is a live Code cell.
    unsafe { (*inner).count_closure() };
    vm.new_function(inner, environment, Value::EMPTY, null_mut())
}

/// NewEnvironment.
///
/// # Safety
/// `frame` must be the running frame.
#[inline(always)]
pub unsafe fn new_environment(vm: &mut Vm, frame: *mut Frame, parent: Value, constant: u32) -> JsResult {
    // SAFETY: the caller's promise; the constant is a scope, which was verified.
    unsafe {
        let info = *(*(*frame).code).constants.add(constant as usize);
        let cell = info.as_cell().cast::<crate::code::ScopeInfoCell>();
        let environment = vm.alloc_environment(parent_pointer(parent), (*cell).length)?;
        (*environment).info.set(cell.cast());
        Ok(Value::from_cell(environment.cast()))
    }
}

pub fn new_array(vm: &mut Vm, values: &[Value], site: &Site) -> JsResult {
    let array = vm.new_array(values)?;
    super::element::seen(vm, site, 1 << (array.element_kind() as u16));
    Ok(array.value())
}

/// An array of constants. The first one made stays with the code as the pattern of the others.
pub fn new_array_const(vm: &mut Vm, code: &Code, constant: u32, site: &Site) -> JsResult {
    let known = code.templates.borrow().get(&constant).and_then(|v| v.as_object());
    let pattern = match known {
        Some(pattern) => pattern,
        None => {
            let pattern = constant_array(vm, code, constant)?;
            code.templates.borrow_mut().insert(constant, pattern.value());
            vm.heap.barrier(&raw const code.header);
            pattern
        }
    };
    let array = pattern.copy_array(vm)?;
    site.seen.set(site.seen.get() | 1 << (array.element_kind() as u16));
    Ok(array.value())
}

fn constant_array(vm: &mut Vm, code: &Code, constant: u32) -> JsResult<Object> {
    let Some(Constant::Array(items)) = super::constant_data(code, constant) else { return vm.new_array(&[]) };
    let mut values = vm.heap.rooted_vec();
    for item in items {
        let value = match item {
            ArrayConstant::Hole => Value::EMPTY,
            ArrayConstant::Undefined => Value::UNDEFINED,
            ArrayConstant::Null => Value::NULL,
            ArrayConstant::Bool(b) => Value::bool(*b),
            ArrayConstant::Number(n) => Value::number(*n),
            ArrayConstant::String(s) => JsString::from_const(vm, s)?.value(),
        };
        values.push(value);
    }
    vm.new_array(&values)
}

pub fn push_hole(vm: &mut Vm, array: Object) -> JsResult<()> {
    let length = array.as_array().map_or(0, |a| a.length.get());
    array.push_raw(vm, length, Value::EMPTY)
}

/// A regular expression: from the second time on a copy of one that nobody else has.
pub fn new_regexp(vm: &mut Vm, code: &Code, constant: u32) -> JsResult {
    let known = code.templates.borrow().get(&constant).copied();
    if let Some(pattern) = known.and_then(|v| v.as_object()) {
        return Ok(vm.copy_regexp(pattern)?.value());
    }
    let Some(Constant::RegExp { pattern, flags }) = super::constant_data(code, constant) else {
        return Ok(Value::UNDEFINED);
    };
    let pattern = JsString::from_const(vm, pattern)?;
    let flags = JsString::from_const(vm, flags)?;
    let regexp = vm.new_regexp(pattern, flags)?;
    if known.is_none() {
        // Most are evaluated once.
        code.templates.borrow_mut().insert(constant, Value::UNDEFINED);
        return Ok(regexp.value());
    }
    let copy = vm.copy_regexp(regexp)?;
    code.templates.borrow_mut().insert(constant, regexp.value());
    vm.heap.barrier(&raw const code.header);
    Ok(copy.value())
}

/// GetTemplateObject (sec. 13.2.8.4).
pub fn template_object(vm: &mut Vm, code: &Code, constant: u32) -> JsResult {
    if let Some(known) = code.templates.borrow().get(&constant) {
        return Ok(*known);
    }
    let Some(Constant::Template { cooked, raw }) = super::constant_data(code, constant) else {
        return Ok(Value::UNDEFINED);
    };
    let (template, raw_object) = (vm.new_array_with_capacity(0)?, vm.new_array_with_capacity(0)?);
    for text in cooked {
        let value = match text {
            Some(text) => JsString::from_const(vm, text)?.value(),
            None => Value::UNDEFINED,
        };
        template.push(vm, value)?;
    }
    for text in raw {
        let value = JsString::from_const(vm, text)?.value();
        raw_object.push(vm, value)?;
    }
    operations::set_integrity_level(vm, raw_object, IntegrityLevel::Frozen)?;
    let descriptor = PropertyDescriptor::data(raw_object.value(), false, false, false);
    template.define_own_property(vm, vm.names.raw, &descriptor)?;
    operations::set_integrity_level(vm, template, IntegrityLevel::Frozen)?;
    code.templates.borrow_mut().insert(constant, template.value());
    vm.heap.barrier(&raw const code.header);
    Ok(template.value())
}
