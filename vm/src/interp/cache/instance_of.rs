//! `instanceof`.

use super::access::slot;
use super::entry::{set_own_place, valid_pointer};
use super::site::EVICTIONS;
use super::{copy_entry, empty_entry};
use crate::object::Object;
use crate::vm::Vm;
use crate::{JsResult, Value, ValueExt};
use abi::cell::CellKind;
use abi::ic::*;
use abi::object::JsObject;

/// `value instanceof target` where the target is a function whose shape the site knows: then its prototype is at a known place, and what
/// Symbol.hasInstance finds is the original.
#[inline(always)]
pub fn instance_of(vm: &mut Vm, value: Value, target: Value, site: &Site) -> JsResult<bool> {
    if target.is_cell() {
        let cell: *mut JsObject = target.as_cell().cast();
        // SAFETY: a value that is a cell points at a live one; the guard says that the slot is there.
        unsafe {
            let entry = &site.first;
            if let Some((Base::Receiver, storage)) = entry.kind.get().word()
                && (*cell).header.shape.get() == entry.shape.get()
                && (*entry.validity.get()).get() == 1
                && let Some(answer) = has_prototype(value, slot(entry, cell, storage))
            {
                return Ok(answer);
            }
        }
    }
    instance_of_miss(vm, value, target, site)
}

/// Whether `prototype` is on the value's chain; None where that is not for plain looking (a Proxy, no object as prototype).
fn has_prototype(value: Value, prototype: Value) -> Option<bool> {
    let prototype = prototype.as_object()?;
    let Some(mut object) = value.as_object() else { return Some(false) };
    loop {
        if object.is_kind(CellKind::Proxy) {
            return None;
        }
        match object.shape().prototype() {
            None => return Some(false),
            Some(next) if next == prototype => return Some(true),
            Some(next) => object = next,
        }
    }
}

#[cold]
#[inline(never)]
fn instance_of_miss(vm: &mut Vm, value: Value, target: Value, site: &Site) -> JsResult<bool> {
    if let Some(function) = target.as_object()
        && matches!(function.kind(), CellKind::Function | CellKind::NativeFunction)
        && site.misses.get() < EVICTIONS
    {
        site.misses.set(site.misses.get() + 1);
        let before = vm.enter_cache_miss();
        let learned = learn_instance_of(vm, value, function, site);
        vm.leave_state(before);
        learned?;
    }
    crate::runtime::operators::instance_of(vm, value, target)
}

/// The entry is of the function, but says in passing of which shape the value was (`new_shape`).
fn learn_instance_of(vm: &mut Vm, value: Value, function: Object, site: &Site) -> JsResult<()> {
    let (has_instance, prototype) = (vm.names.sym_has_instance, vm.names.prototype);
    function.reify_for(vm, prototype)?;
    let shape = function.shape();
    if shape.is_dictionary() || shape.lookup(has_instance).is_some() {
        return Ok(());
    }
    let Some(property) = shape.lookup(prototype).filter(|p| !p.is_accessor()) else { return Ok(()) };
    let Some(validity) = vm.chain_validity(shape.prototype())? else { return Ok(()) };
    // What every function inherits, found without running anything.
    let mut link = shape.prototype();
    while let Some(holder) = link {
        if let Some(found) = holder.own_named(has_instance) {
            if found.is_accessor() || !crate::runtime::operators::is_built_in_has_instance(holder.slot(found.slot)) {
                return Ok(());
            }
            break;
        }
        link = holder.shape().prototype();
    }
    if link.is_none() || validity.valid.get() != 1 {
        return Ok(());
    }
    let of_value = match value.as_object().map(|object| object.shape()) {
        Some(shape) if vm.has_constant_chain(shape)? => vm.shape_index(shape),
        _ => 0,
    };
    let entry = empty_entry();
    entry.shape.set(vm.shape_index(shape));
    entry.validity.set(valid_pointer(validity));
    set_own_place(&entry, shape.place(property.slot));
    if entry.kind.get() == EntryKind::OwnSlots {
        entry.new_shape.set(of_value);
    }
    if let Some(code) = vm.top_code().map(|c| &raw const c.header) {
        vm.heap.barrier(code);
    }
    copy_entry(&site.first, &entry);
    site.state.set(SITE_MONOMORPHIC);
    Ok(())
}
