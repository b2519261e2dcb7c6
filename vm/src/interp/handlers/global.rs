//! Globals, by the cell that a site knows.

use super::super::running::Running;
use crate::interp::ops::{self, global};
use crate::vm::Vm;
use crate::{JsResult, Value};
use abi::ic::{EntryKind, Site};
use abi::object::Slots;
use abi::opcode::view::*;

/// The slot that the site's entry names, and the slots it is in, while the holder has the shape that the entry is about.
#[inline(always)]
fn known_slot(site: &Site) -> Option<(*mut Slots, *mut Value)> {
    let holder = site.first.holder.get();
    if holder.is_null() {
        return None;
    }
    // SAFETY: the holder is the global or the lexical object; the shape says that the slot is there.
    unsafe {
        if (*holder).header.shape.get() != site.first.shape.get() || site.first.kind.get() != EntryKind::GLOBAL {
            return None;
        }
        let slots = (*holder).slots.get();
        let slot = slots.byte_add(site.first.offset.get() as usize).cast::<Value>();
        (!(*slot).is_empty()).then_some((slots, slot))
    }
}

#[inline(always)]
pub fn get_global(vm: &mut Vm, i: GetGlobal<Running>) -> JsResult<()> {
    if let Some((_, slot)) = known_slot(i.site()) {
        // SAFETY: see `known_slot`.
        i.dst().set(unsafe { *slot });
        return Ok(());
    }
    let value = vm.and_scrub_stack(|vm| ops::get_global(vm, i.site(), true))?;
    i.dst().set(value);
    Ok(())
}

#[inline(always)]
pub fn get_global_or_undefined(vm: &mut Vm, i: GetGlobalOrUndefined<Running>) -> JsResult<()> {
    if let Some((_, slot)) = known_slot(i.site()) {
        // SAFETY: see `known_slot`.
        i.dst().set(unsafe { *slot });
        return Ok(());
    }
    let value = vm.and_scrub_stack(|vm| ops::get_global(vm, i.site(), false))?;
    i.dst().set(value);
    Ok(())
}

#[inline(always)]
pub fn set_global(vm: &mut Vm, i: SetGlobal<Running>) -> JsResult<()> {
    if let Some((slots, slot)) = known_slot(i.site()) {
        // SAFETY: see `known_slot`; a store's entry is of a writable property.
        unsafe { *slot = i.value() };
        vm.heap.barrier(slots.cast());
        return Ok(());
    }
    vm.and_scrub_stack(|vm| ops::set_global(vm, i.site(), i.value()))
}

#[inline]
pub fn init_global(vm: &mut Vm, i: InitGlobal<Running>) -> JsResult<()> {
    global::init_global(vm, i.site(), i.value())
}

#[inline]
pub fn declare_globals(vm: &mut Vm, i: DeclareGlobals<Running>) -> JsResult<()> {
    global::declare_globals(vm, &i.0.code(), i.declarations())
}
