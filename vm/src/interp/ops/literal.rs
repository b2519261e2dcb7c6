//! Literals: objects, arrays, functions, regular expressions, templates; and environments.

use super::scope::parent_pointer;
use crate::bytecode::data::{ArrayConstant, Constant};
use crate::code::Code;
use crate::object::{Object, PropertyDescriptor};
use crate::runtime::operations::{self, IntegrityLevel};
use crate::string::JsString;
use crate::vm::Vm;
use crate::{JsResult, Value, ValueExt};
use abi::cell::CellKind;
use abi::frame::{CODE_FLAG_ARROW, Frame};
use abi::ic::Site;
use abi::object::JsFunction;
use std::ptr::null_mut;

/// An object literal. Its site keeps the root shape in its entry.
#[inline(always)]
pub fn new_object(vm: &mut Vm, capacity: u16, site: &Site) -> JsResult {
    let shape = site.first.shape.get();
    if shape != 0 {
        let shape = vm.shape_at(shape);
        return Ok(vm.alloc_object_of_shape(shape)?.value());
    }
    new_object_slow(vm, capacity, site)
}

#[cold]
fn new_object_slow(vm: &mut Vm, capacity: u16, site: &Site) -> JsResult {
    let prototype = vm.realm().object_prototype;
    let capacity = if capacity == 0 { 4 } else { capacity as u32 };
    let shape = vm.root_shape(Some(prototype), CellKind::Object, capacity)?;
    let entry = crate::interp::cache::empty_entry();
    entry.shape.set(vm.shape_index(shape));
    entry.kind.set(abi::ic::EntryKind::Constant);
    crate::interp::cache::add_entry(vm, site, &entry);
    Ok(vm.alloc_object_of_shape(shape)?.value())
}

/// A closure.
///
/// # Safety
/// `frame` must be the running frame.
#[inline(never)]
pub unsafe fn new_function(vm: &mut Vm, frame: *mut Frame, constant: u32, environment: Value) -> JsResult {
    // SAFETY: the caller's promise.
    let code = unsafe { super::code_of(frame) };
    let inner: *const Code = super::constant(code, constant).as_cell().cast();
    // SAFETY: `inner` is a live Code cell; the frame's callee is a Function.
    let (this, home) = unsafe {
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

/// NewEnvironment.
///
/// # Safety
/// `frame` must be the running frame.
#[inline(always)]
pub unsafe fn new_environment(vm: &mut Vm, frame: *mut Frame, parent: Value, constant: u32) -> JsResult {
    // SAFETY: the caller's promise; the constant is a scope.
    unsafe {
        let info = *(*(*frame).code).constants.add(constant as usize);
        let cell = info.as_cell().cast::<crate::code::ScopeInfoCell>();
        let environment = vm.alloc_environment(parent_pointer(parent), (*cell).length)?;
        (*environment).info.set(cell.cast());
        Ok(Value(environment as u64))
    }
}

pub fn new_array(vm: &mut Vm, values: &[Value], site: &Site) -> JsResult {
    let array = vm.new_array(values)?;
    site.seen.set(site.seen.get() | 1 << (array.element_kind() as u16));
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

pub fn new_regexp(vm: &mut Vm, code: &Code, constant: u32) -> JsResult {
    let Some(Constant::RegExp { pattern, flags }) = super::constant_data(code, constant) else {
        return Ok(Value::UNDEFINED);
    };
    let pattern = JsString::from_const(vm, pattern)?;
    let flags = JsString::from_const(vm, flags)?;
    Ok(vm.new_regexp(pattern, flags)?.value())
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
