//! What is called at a call site: the code of functions written in JavaScript, or a built-in function.
//!
//! A case's `holder` is the Code cell (closures of one function are one target) or the built-in's function object, held as weakly as
//! all that caches name.

use super::Change;
use crate::interp::cache::{empty_entry, fill_more, find_free};
use crate::object::Object;
use crate::object::function;
use crate::vm::Vm;
use crate::{Value, ValueExt};
use abi::cell::{CellHeader, CellKind};
use abi::ic::{CacheEntry, EntryKind, SITE_GENERIC, SITE_MEGAMORPHIC, SITE_MONOMORPHIC, SITE_POLYMORPHIC, Site};

/// What a callee is at a call site: compared with the `holder` of the site's cases.
#[inline(always)]
fn target_of(callee: Object) -> Option<*mut CellHeader> {
    match callee.kind() {
        CellKind::Function => Some(function::fields(callee).code.get()),
        CellKind::NativeFunction => Some(callee.as_ptr().cast()),
        _ => None,
    }
}

/// The code id under which reports know a target.
pub fn target_code_id(entry: &CacheEntry) -> Option<u32> {
    if entry.kind.get() != EntryKind::Callee {
        return None;
    }
    let cell: *mut CellHeader = entry.holder.get().cast();
    // SAFETY: the holder of such a case is a live Code or NativeFunction cell.
    unsafe {
        if (*cell).is(CellKind::Code) {
            Some((*cell.cast::<crate::code::Code>()).machine().code_id)
        } else {
            Some((*cell.cast::<crate::native::NativeFunction>()).code_id)
        }
    }
}

/// A call at a site whose first case is not its target.
#[cold]
#[inline(never)]
pub fn note_call(vm: &mut Vm, site: &Site, callee: Value) {
    let Some(object) = callee.as_object() else { return };
    let Some(target) = target_of(object) else {
        if site.state.get() != SITE_GENERIC && callee.is_callable() {
            site.state.set(SITE_GENERIC);
            vm.note(site, Change::OddTarget);
        }
        return;
    };
    if site.state.get() >= SITE_MEGAMORPHIC {
        return;
    }
    let mut known = false;
    crate::code::entries(site, |e| known |= e.holder.get().cast() == target);
    if known {
        return;
    }
    if let Some(code) = vm.top_code() {
        let code = &raw const code.header;
        vm.heap.barrier(code);
    }
    let entry = empty_entry();
    entry.kind.set(EntryKind::Callee);
    entry.holder.set(target.cast());
    let code_id = target_code_id(&entry).unwrap_or(0);
    if site.first.kind.get() == EntryKind::None {
        crate::interp::cache::copy_entry(&site.first, &entry);
        site.state.set(site.state.get().max(SITE_MONOMORPHIC));
    } else if let Some(free) = {
        fill_more(site);
        find_free(site)
    } {
        crate::interp::cache::copy_entry(free, &entry);
        site.state.set(SITE_POLYMORPHIC);
    } else {
        site.state.set(SITE_MEGAMORPHIC);
        return vm.note(site, Change::TooManyTargets { code_id });
    }
    vm.note(site, Change::Target { code_id });
}
