//! Environments that are looked into by name: `with`, sloppy direct eval, and the dead zone's errors.

use crate::bytecode::data::{Constant, EvalDeclarations};
use crate::code::{Code, ScopeInfoCell};
use crate::object::table::DEFAULT;
use crate::object::{Object, arguments};
use crate::runtime::{convert, operations};
use crate::string::PropertyKey;
use crate::vm::Vm;
use crate::{JsResult, Throw, Value, ValueExt};
use abi::cell::CellKind;
use abi::frame::{CODE_FLAG_ARGUMENTS_MAPPED, Frame};
use abi::object::{ENVIRONMENT_VALUES_OFFSET, Environment, JsFunction};
use gc::Gc;
use std::cell::Cell;
use std::ptr::null_mut;
use std::rc::Rc;

/// `CellHeader::detail` of an environment made by `with`: slot 0 is the object.
const WITH: u8 = 1;

/// The slots of an environment. The borrow is of the pointer, which keeps the environment alive on the stack.
pub(super) fn slots(environment: &*mut Environment) -> &[Cell<Value>] {
    // SAFETY: environments know their length; the collector keeps them alive while one is on the stack.
    unsafe {
        std::slice::from_raw_parts(
            environment.byte_add(ENVIRONMENT_VALUES_OFFSET).cast::<Cell<Value>>(),
            (**environment).length.get() as usize,
        )
    }
}

fn info(environment: *mut Environment) -> Option<Gc<ScopeInfoCell>> {
    // SAFETY: the field is null or points at a live ScopeInfo cell.
    unsafe {
        let info = (*environment).info.get().cast::<ScopeInfoCell>();
        (!info.is_null()).then(|| Gc::from_ptr(info))
    }
}

impl Vm {
    /// An environment of `length` empty slots.
    #[inline]
    pub fn alloc_environment(&mut self, parent: *mut Environment, length: u32) -> JsResult<*mut Environment> {
        let bytes = ENVIRONMENT_VALUES_OFFSET + length as usize * 8;
        let environment: *mut Environment = self.alloc_raw(CellKind::Environment, bytes, false)?.as_ptr().cast();
        // SAFETY: freshly allocated with that size.
        unsafe {
            (*environment).parent.set(parent);
            (*environment).length.set(length);
        }
        Ok(environment)
    }
}

pub fn copy_environment(vm: &mut Vm, environment: Value) -> JsResult {
    let old = environment.bits() as *mut Environment;
    // SAFETY: the register holds an environment.
    let (parent, length) = unsafe { ((*old).parent.get(), (*old).length.get()) };
    let new = vm.alloc_environment(parent, length)?;
    // SAFETY: as above.
    unsafe { (*new).info.set((*old).info.get()) };
    for (to, from) in slots(&new).iter().zip(slots(&old)) {
        to.set(from.get());
    }
    // SAFETY: just allocated.
    Ok(unsafe { Value::from_cell(new.cast()) })
}

pub fn new_with_environment(vm: &mut Vm, parent: Value, object: Value) -> JsResult {
    let object = convert::to_object(vm, object)?;
    let environment = vm.alloc_environment(parent_pointer(parent), 1)?;
    // SAFETY: just allocated.
    unsafe { (*environment).header.detail.set(WITH) };
    slots(&environment)[0].set(object.value());
    // SAFETY: as above.
    Ok(unsafe { Value::from_cell(environment.cast()) })
}

/// A register's environment; anything that is none (undefined in code without surroundings) means the global one.
pub(in crate::interp) fn parent_pointer(value: Value) -> *mut Environment {
    if value.is_kind(CellKind::Environment) { value.bits() as *mut Environment } else { null_mut() }
}

/// The ReferenceError for a slot in its dead zone.
#[cold]
#[inline(never)]
pub fn throw_dead_zone(vm: &mut Vm, environment: *mut Environment, slot: u16) -> Throw {
    let name = info(environment)
        .and_then(|i| i.info.names.get(slot as usize).map(|n| n.name.to_text()))
        .unwrap_or_else(|| "variable".to_string());
    if name == "this" { vm.throw_this_unbound() } else { vm.throw_uninitialized(&name) }
}

#[cold]
#[inline(never)]
pub fn throw_uninitialized_constant(vm: &mut Vm, frame: *mut Frame, constant: u32) -> Throw {
    // SAFETY: the running frame.
    let code = unsafe { super::code_of(frame) };
    let name = super::constant_text(&code, constant);
    if name == "this" { vm.throw_this_unbound() } else { vm.throw_uninitialized(&name) }
}

/// Makes the arguments object of a frame whose code makes it late, unless it is there.
///
/// # Safety
/// `frame` is the running frame, whose arguments are as it was called with them (nothing stores to parameters that are variables of environments), and
/// `environment` is one of its function's.
pub unsafe fn materialize_arguments(vm: &mut Vm, frame: *mut Frame, environment: Value) -> JsResult<()> {
    // SAFETY: the caller's promise; the callee of a JavaScript frame is a Function.
    let (code, outer) = unsafe {
        let callee = (*frame).callee.as_cell().cast::<JsFunction>();
        (super::code_of(frame), (*callee).environment.get())
    };
    // The function's own environment is the outermost one that it has made.
    let mut own = parent_pointer(environment);
    // SAFETY: environments of the chain are live.
    while unsafe { !own.is_null() && (*own).parent.get() != outer } {
        // SAFETY: as above.
        own = unsafe { (*own).parent.get() };
    }
    if own.is_null() {
        return Ok(());
    }
    let Some(slot) = info(own).and_then(|info| info.slot_of(vm.names.arguments)) else { return Ok(()) };
    if !slots(&own)[slot].get().is_empty() {
        return Ok(());
    }
    let mapped = code.flags() & CODE_FLAG_ARGUMENTS_MAPPED != 0;
    // SAFETY: the caller's promise.
    let arguments = unsafe { arguments::create(vm, frame, mapped)? };
    if mapped {
        arguments::map(vm, arguments, own, code)?;
    }
    slots(&own)[slot].set(arguments.value());
    vm.heap.barrier(own.cast());
    Ok(())
}

/// Where a name was found.
enum Found {
    Slot(*mut Environment, usize),
    /// A property of a with-object, of the variables that evals added, or of the global object.
    Object {
        object: Object,
        with: bool,
    },
    Lexical,
    Nowhere,
}

/// Looks a name up from an environment outwards.
fn find(vm: &mut Vm, environment: Value, name: PropertyKey) -> JsResult<Found> {
    match find_in_environments(vm, environment, name)? {
        Some(found) => Ok(found),
        None => find_global(vm, name),
    }
}

fn find_in_environments(vm: &mut Vm, environment: Value, name: PropertyKey) -> JsResult<Option<Found>> {
    let mut link = parent_pointer(environment);
    while !link.is_null() {
        // SAFETY: environments of the chain are live.
        let with = unsafe { (*link).header.detail.get() } == WITH;
        if with {
            if let Some(object) = slots(&link)[0].get().as_object()
                && object.has_property(vm, name)?
                && !is_unscopable(vm, object, name)?
            {
                return Ok(Some(Found::Object { object, with: true }));
            }
        } else if let Some(info) = info(link) {
            let slot = info.slot_of(name);
            let variable = slot.filter(|slot| !info.info.names[*slot].function_name);
            if variable.is_none()
                && info.info.extensible
                && let Some(object) = slots(&link)[0].get().as_object()
                && object.has_property(vm, name)?
            {
                return Ok(Some(Found::Object { object, with: false }));
            }
            if let Some(slot) = slot {
                return Ok(Some(Found::Slot(link, slot)));
            }
        }
        // SAFETY: as above.
        link = unsafe { (*link).parent.get() };
    }
    Ok(None)
}

/// Looks a name up that no environment has.
fn find_global(vm: &mut Vm, name: PropertyKey) -> JsResult<Found> {
    let realm = vm.realm();
    if realm.lexical.own_named(name).is_some() {
        return Ok(Found::Lexical);
    }
    if realm.global.has_property(vm, name)? {
        return Ok(Found::Object { object: realm.global, with: false });
    }
    Ok(Found::Nowhere)
}

fn is_unscopable(vm: &mut Vm, object: Object, name: PropertyKey) -> JsResult<bool> {
    let unscopables = object.get(vm, vm.names.sym_unscopables)?;
    match unscopables.as_object() {
        Some(list) => Ok(convert::to_boolean(list.get(vm, name)?)),
        None => Ok(false),
    }
}

fn read_slot(vm: &mut Vm, environment: *mut Environment, slot: usize) -> JsResult {
    let value = slots(&environment)[slot].get();
    if value.is_empty() { Err(throw_dead_zone(vm, environment, slot as u16)) } else { Ok(value) }
}

fn read_lexical(vm: &mut Vm, name: PropertyKey) -> JsResult {
    let lexical = vm.realm().lexical;
    let value = lexical.own_named(name).map_or(Value::EMPTY, |p| lexical.slot(p.slot));
    if value.is_empty() {
        let name = name.to_display(vm);
        return Err(vm.throw_uninitialized(&name));
    }
    Ok(value)
}

/// GetBindingValue of an object environment: the property may have gone since it was found.
fn read_object(vm: &mut Vm, object: Object, name: PropertyKey, strict: bool) -> JsResult {
    if !object.has_property(vm, name)? {
        if strict {
            let name = name.to_display(vm);
            return Err(vm.throw_not_defined(&name));
        }
        return Ok(Value::UNDEFINED);
    }
    object.get(vm, name)
}

/// What [`find`] would lead to for a data property of the global object.
fn read_global(vm: &Vm, name: PropertyKey) -> Option<Value> {
    let realm = vm.realm();
    if realm.lexical.own_named(name).is_some() || realm.global.is_exotic() {
        return None;
    }
    let property = realm.global.own_named(name).filter(|property| !property.is_accessor())?;
    Some(realm.global.slot(property.slot))
}

pub fn lookup_name(vm: &mut Vm, environment: Value, name: PropertyKey, must_exist: bool, strict: bool) -> JsResult {
    let found = match find_in_environments(vm, environment, name)? {
        Some(found) => found,
        None => match read_global(vm, name) {
            Some(value) => return Ok(value),
            None => find_global(vm, name)?,
        },
    };
    match found {
        Found::Slot(environment, slot) => read_slot(vm, environment, slot),
        Found::Lexical => read_lexical(vm, name),
        Found::Object { object, with: true } => read_object(vm, object, name, strict),
        Found::Object { object, with: false } => object.get(vm, name),
        Found::Nowhere if must_exist => {
            let name = name.to_display(vm);
            Err(vm.throw_not_defined(&name))
        }
        Found::Nowhere => Ok(Value::UNDEFINED),
    }
}

pub fn lookup_callee(vm: &mut Vm, environment: Value, name: PropertyKey, strict: bool) -> JsResult<(Value, Value)> {
    match find(vm, environment, name)? {
        Found::Slot(environment, slot) => Ok((read_slot(vm, environment, slot)?, Value::UNDEFINED)),
        Found::Lexical => Ok((read_lexical(vm, name)?, Value::UNDEFINED)),
        Found::Object { object, with } => {
            let callee = if with { read_object(vm, object, name, strict)? } else { object.get(vm, name)? };
            Ok((callee, if with { object.value() } else { Value::UNDEFINED }))
        }
        Found::Nowhere => {
            let name = name.to_display(vm);
            Err(vm.throw_not_defined(&name))
        }
    }
}

/// The base of a reference: an environment, an object, or empty for a name that does not exist.
pub fn resolve_name(vm: &mut Vm, environment: Value, name: PropertyKey) -> JsResult {
    Ok(match find(vm, environment, name)? {
        // SAFETY: what was found is a live environment.
        Found::Slot(environment, _) => unsafe { Value::from_cell(environment.cast()) },
        Found::Lexical => vm.realm().lexical.value(),
        Found::Object { object, .. } => object.value(),
        Found::Nowhere => Value::EMPTY,
    })
}

pub fn get_resolved(vm: &mut Vm, base: Value, name: PropertyKey, strict: bool) -> JsResult {
    if base.is_empty() {
        let name = name.to_display(vm);
        return Err(vm.throw_not_defined(&name));
    }
    match base.as_object() {
        Some(object) if object == vm.realm().lexical => read_lexical(vm, name),
        Some(object) => read_object(vm, object, name, strict),
        None => {
            let environment = base.bits() as *mut Environment;
            match info(environment).and_then(|i| i.slot_of(name)) {
                Some(slot) => read_slot(vm, environment, slot),
                None => Ok(Value::UNDEFINED),
            }
        }
    }
}

pub fn put_resolved(vm: &mut Vm, base: Value, name: PropertyKey, value: Value, strict: bool) -> JsResult<()> {
    if base.is_empty() {
        if strict {
            let name = name.to_display(vm);
            return Err(vm.throw_not_defined(&name));
        }
        let global = vm.realm().global;
        return operations::set(vm, global, name, value, false);
    }
    let Some(object) = base.as_object() else {
        let environment = base.bits() as *mut Environment;
        let Some((slot, scope)) = info(environment).and_then(|i| Some((i.slot_of(name)?, i))) else {
            return Ok(());
        };
        read_slot(vm, environment, slot)?;
        let binding = &scope.info.names[slot];
        if binding.constant || (binding.function_name && strict) {
            return Err(vm.throw_const_assignment());
        }
        if !binding.function_name {
            slots(&environment)[slot].set(value);
            vm.heap.barrier(environment.cast());
        }
        return Ok(());
    };
    let lexical = vm.realm().lexical;
    if object == lexical {
        read_lexical(vm, name)?;
        let Some(property) = lexical.own_named(name) else { return Ok(()) };
        if !property.is_writable() {
            return Err(vm.throw_const_assignment());
        }
        lexical.set_slot(vm, property.slot, value);
        return Ok(());
    }
    // SetMutableBinding of an object environment.
    let still_there = object.has_property(vm, name)?;
    if !still_there && strict {
        let name = name.to_display(vm);
        return Err(vm.throw_not_defined(&name));
    }
    operations::set(vm, object, name, value, strict)
}

pub fn delete_name(vm: &mut Vm, environment: Value, name: PropertyKey) -> JsResult<bool> {
    match find(vm, environment, name)? {
        Found::Slot(..) | Found::Lexical => Ok(false),
        Found::Object { object, .. } => object.delete(vm, name),
        Found::Nowhere => Ok(true),
    }
}

/// The var part of EvalDeclarationInstantiation (sec. 19.2.1.3).
pub fn declare_eval_vars(vm: &mut Vm, environment: Value, code: &Code, constant: u32) -> JsResult<()> {
    let Some(Constant::EvalDeclarations(declarations)) = super::constant_data(code, constant) else { return Ok(()) };
    let declarations: Rc<EvalDeclarations> = declarations.clone();
    let start = parent_pointer(environment);
    // Where the variables go: the nearest variable environment that evals may extend, or the global one.
    let mut target = start;
    while !target.is_null() && !info(target).is_some_and(|i| i.info.extensible) {
        // SAFETY: environments of the chain are live.
        target = unsafe { (*target).parent.get() };
    }
    let all = declarations.functions.iter().map(|(n, _)| n).chain(&declarations.vars);
    for name in all {
        let key = PropertyKey::from_const(vm, name)?;
        check_conflict(vm, start, target, key)?;
    }
    if target.is_null() {
        return declare_eval_globals(vm, &declarations, start, code);
    }
    if slots(&target)[0].get().as_object().is_none() {
        let object = vm.new_object_with_prototype(None)?;
        slots(&target)[0].set(object.value());
        vm.heap.barrier(target.cast());
    }
    let Some(object) = slots(&target)[0].get().as_object() else { return Ok(()) };
    // The function's own name is of an environment around this one, though it has its place here.
    let own_slot = |key: PropertyKey| {
        let info = info(target)?;
        info.slot_of(key).filter(|slot| !info.info.names[*slot].function_name)
    };
    for name in &declarations.annex_b {
        let key = PropertyKey::from_const(vm, name)?;
        if conflicts(start, target, key) {
            continue;
        }
        if own_slot(key).is_none() && object.own_named(key).is_none() {
            object.add_named(vm, key, Value::UNDEFINED, DEFAULT)?;
        }
    }
    for (name, function) in &declarations.functions {
        let key = PropertyKey::from_const(vm, name)?;
        let f = super::literal::declared_function(vm, code, *function, start)?;
        match own_slot(key) {
            Some(slot) => {
                slots(&target)[slot].set(f.value());
                vm.heap.barrier(target.cast());
            }
            None => object.define_raw(vm, key, f.value(), DEFAULT)?,
        }
    }
    for name in &declarations.vars {
        let key = PropertyKey::from_const(vm, name)?;
        if own_slot(key).is_none() && object.own_named(key).is_none() {
            object.add_named(vm, key, Value::UNDEFINED, DEFAULT)?;
        }
    }
    Ok(())
}

/// A `var` of an eval must not hop over a lexical binding of the same name.
fn conflicts(start: *mut Environment, target: *mut Environment, key: PropertyKey) -> bool {
    let mut link = start;
    while !link.is_null() {
        if let Some(i) = info(link)
            && let Some(slot) = i.slot_of(key)
            && i.info.names[slot].lexical
        {
            return true;
        }
        if link == target {
            break;
        }
        // SAFETY: environments of the chain are live.
        link = unsafe { (*link).parent.get() };
    }
    false
}

fn check_conflict(vm: &mut Vm, start: *mut Environment, target: *mut Environment, key: PropertyKey) -> JsResult<()> {
    if conflicts(start, target, key) || (target.is_null() && vm.realm().lexical.own_named(key).is_some()) {
        let name = key.to_display(vm);
        return Err(vm.throw_syntax_error(format!("Identifier '{name}' has already been declared")));
    }
    Ok(())
}

fn declare_eval_globals(
    vm: &mut Vm,
    declarations: &EvalDeclarations,
    environment: *mut Environment,
    code: &Code,
) -> JsResult<()> {
    let global = vm.realm().global;
    for (name, _) in &declarations.functions {
        let key = PropertyKey::from_const(vm, name)?;
        if !super::global::can_declare_global_function(vm, global, key)? {
            return Err(vm.throw_type_error(format!("Cannot redefine global function '{}'", name.to_text())));
        }
    }
    for name in &declarations.vars {
        let key = PropertyKey::from_const(vm, name)?;
        if !super::global::can_declare_global_var(vm, global, key)? {
            return Err(vm.throw_type_error(format!("Cannot declare global variable '{}'", name.to_text())));
        }
    }
    for name in &declarations.annex_b {
        let key = PropertyKey::from_const(vm, name)?;
        if !conflicts(environment, null_mut(), key)
            && vm.realm().lexical.own_named(key).is_none()
            && super::global::can_declare_global_function(vm, global, key)?
        {
            super::global::create_global_var(vm, global, key, true)?;
        }
    }
    for (name, function) in &declarations.functions {
        let key = PropertyKey::from_const(vm, name)?;
        let f = super::literal::declared_function(vm, code, *function, environment)?;
        super::global::create_global_function(vm, global, key, f.value(), true)?;
    }
    for name in &declarations.vars {
        let key = PropertyKey::from_const(vm, name)?;
        super::global::create_global_var(vm, global, key, true)?;
    }
    Ok(())
}
