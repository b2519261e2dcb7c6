//! Module namespace exotic objects (sec. 10.4.6), deferred ones included: these evaluate their module when something asks
//! for its exports.

use super::evaluate::evaluate_sync;
use super::link::{Resolution, exported_names, resolve_export};
use super::{Module, PHASE_DEFER, Target, read_target};
use crate::bytecode::data::ConstString;
use crate::object::{KeyList, Object, PropertyDescriptor, ordinary};
use crate::string::{JsString, PropertyKey};
use crate::vm::Vm;
use crate::{JsResult, Value};
use abi::cell::{CellHeader, CellKind, FLAG_EXOTIC};
use abi::object::{ElementKind, JsObject};
use gc::{Gc, HeapCell, Visitor};
use std::cell::RefCell;

/// A module namespace exotic object.
#[repr(C)]
pub struct Namespace {
    pub object: JsObject,
    module: Gc<Module>,
    deferred: bool,
    /// Sorted by code units, with where the value is.
    exports: RefCell<Vec<(PropertyKey, Target)>>,
}

// SAFETY: the header comes first and the layout is C's.
unsafe impl HeapCell for Namespace {
    const KIND: CellKind = CellKind::ModuleNamespace;
    const NEEDS_DROP: bool = true;
}

impl Namespace {
    /// # Safety
    /// To be called by the collector only, on a live ModuleNamespace cell.
    pub unsafe fn trace(cell: *mut CellHeader, visitor: &mut Visitor) {
        // SAFETY: the collector registers this function for cells of that kind; nobody allocates while the list is borrowed mutably.
        unsafe {
            let namespace = &*cell.cast::<Namespace>();
            crate::vm::trace_object(&namespace.object, visitor);
            visitor.visit_cell(namespace.module.header());
            for (key, target) in (*namespace.exports.as_ptr()).iter() {
                if !key.is_index() {
                    visitor.visit_value(key.word());
                }
                target.visit(visitor);
            }
        }
    }
}

/// GetModuleNamespace
pub fn namespace(vm: &mut Vm, module: Gc<Module>, phase: u16) -> JsResult {
    let deferred = phase == PHASE_DEFER;
    let kept = if deferred { &module.deferred_namespace } else { &module.namespace };
    if !kept.get().is_undefined() {
        return Ok(kept.get());
    }
    let names = exported_names(vm, module)?;
    let mut exports = Vec::new();
    for name in &names {
        if deferred && name.to_text() == "then" {
            continue;
        }
        if let Resolution::Found(target) = resolve_export(vm, module, name, &mut Vec::new())? {
            let units: Vec<u16> = match name {
                ConstString::Utf8(text) => text.encode_utf16().collect(),
                ConstString::Utf16(units) => units.to_vec(),
            };
            exports.push((units, name, target));
        }
    }
    exports.sort_by(|a, b| a.0.cmp(&b.0));
    let object = vm.new_exotic(None, |object| Namespace { object, module, deferred, exports: RefCell::default() })?;
    object.header().set_flag(FLAG_EXOTIC);
    object.set_element_kind(ElementKind::Exotic);
    if let Some(namespace) = object.downcast::<Namespace>() {
        for (_, name, target) in exports {
            let key = PropertyKey::from_const(vm, name)?;
            namespace.exports.borrow_mut().push((key, target));
            vm.heap.barrier(object.as_ptr().cast());
        }
    }
    let tag = JsString::from_str(vm, if deferred { "Deferred Module" } else { "Module" })?;
    object.define_raw(vm, vm.names.sym_to_string_tag, tag.value(), 0)?;
    object.make_not_extensible(vm)?;
    kept.set(object.value());
    vm.heap.barrier(module.header());
    Ok(object.value())
}

/// IsSymbolLikeNamespaceKey
fn is_symbol_like(vm: &Vm, object: Object, key: PropertyKey) -> bool {
    key.is_symbol() || key == vm.names.then && object.downcast::<Namespace>().is_some_and(|n| n.deferred)
}

/// GetModuleExportsList, for its effect: evaluates the module of a deferred namespace.
fn ensure_evaluated(vm: &mut Vm, object: Object) -> JsResult<()> {
    match object.downcast::<Namespace>() {
        Some(namespace) if namespace.deferred => evaluate_sync(vm, namespace.module),
        _ => Ok(()),
    }
}

/// The export of this name, of a module that is evaluated if it must be.
fn export_of(object: Object, vm: &mut Vm, key: PropertyKey) -> JsResult<Option<Target>> {
    ensure_evaluated(vm, object)?;
    let Some(namespace) = object.downcast::<Namespace>() else { return Ok(None) };
    let exports = namespace.exports.borrow();
    Ok(exports.iter().find(|(k, _)| *k == key).map(|(_, target)| *target))
}

fn read(vm: &mut Vm, target: Target, key: PropertyKey) -> JsResult {
    read_target(vm, target, |vm| key.to_display(vm))
}

pub fn namespace_get_own_property(
    object: Object,
    vm: &mut Vm,
    key: PropertyKey,
) -> JsResult<Option<PropertyDescriptor>> {
    if is_symbol_like(vm, object, key) {
        return ordinary::get_own_property(object, vm, key);
    }
    match export_of(object, vm, key)? {
        None => Ok(None),
        Some(target) => {
            let value = read(vm, target, key)?;
            Ok(Some(PropertyDescriptor::data(value, true, true, false)))
        }
    }
}

pub fn namespace_define_own_property(
    object: Object,
    vm: &mut Vm,
    key: PropertyKey,
    d: &PropertyDescriptor,
) -> JsResult<bool> {
    if is_symbol_like(vm, object, key) {
        return ordinary::define_own_property(object, vm, key, d);
    }
    let Some(current) = namespace_get_own_property(object, vm, key)? else { return Ok(false) };
    if d.configurable == Some(true) || d.enumerable == Some(false) || d.is_accessor() || d.writable == Some(false) {
        return Ok(false);
    }
    match d.value {
        None => Ok(true),
        Some(value) => {
            ordinary::is_compatible(vm, true, &PropertyDescriptor { value: Some(value), ..Default::default() }, {
                let mut frozen = current;
                frozen.writable = Some(false);
                Some(frozen)
            })
        }
    }
}

pub fn namespace_has_property(object: Object, vm: &mut Vm, key: PropertyKey) -> JsResult<bool> {
    if is_symbol_like(vm, object, key) {
        return ordinary::has_property(object, vm, key);
    }
    Ok(export_of(object, vm, key)?.is_some())
}

pub fn namespace_get(object: Object, vm: &mut Vm, key: PropertyKey, receiver: Value) -> JsResult {
    if is_symbol_like(vm, object, key) {
        return ordinary::get(object, vm, key, receiver);
    }
    match export_of(object, vm, key)? {
        None => Ok(Value::UNDEFINED),
        Some(target) => read(vm, target, key),
    }
}

pub fn namespace_delete(object: Object, vm: &mut Vm, key: PropertyKey) -> JsResult<bool> {
    if is_symbol_like(vm, object, key) {
        return ordinary::delete(object, vm, key);
    }
    Ok(export_of(object, vm, key)?.is_none())
}

pub fn namespace_own_property_keys(object: Object, vm: &mut Vm) -> JsResult<KeyList> {
    ensure_evaluated(vm, object)?;
    let mut list = KeyList::new(vm);
    if let Some(namespace) = object.downcast::<Namespace>() {
        for (key, _) in namespace.exports.borrow().iter() {
            list.push(*key);
        }
    }
    object.shape().for_each(|key, _| list.push(key));
    Ok(list)
}
