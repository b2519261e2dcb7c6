//! Sites that meet proxies. What a proxy does is said in JavaScript (`builtins/proxy/self_hosted/`): a site that meets some gets a copy of that for itself,
//! as calls of self-hosted built-ins do, which knows the handler and the trap, and which the optimizer inlines.

use super::site::missed;
use super::{add_entry, empty_entry, find_entry, find_free};
use crate::code::specialize::copy_for_proxies;
use crate::object::{Object, proxy};
use crate::string::PropertyKey;
use crate::vm::Vm;
use crate::{JsResult, Value, ValueExt};
use abi::ic::*;
use abi::opcode::Opcode;

/// Accesses before a site gets its copy.
const ACCESSES: u32 = 4;
/// Accesses behind those by which the copy learns, and how often it sees one later, in case that handlers and targets have become others. All else goes
/// the general way, which calls the trap at once: the copy is there to be inlined.
const LEARNING: u32 = 32;
const LATER: u32 = 16;

/// [[Get]] of a proxy at a GetField site.
pub(super) fn get(vm: &mut Vm, receiver: Value, site: &Site, key: PropertyKey) -> JsResult {
    let object = receiver.as_object().expect("a proxy");
    if let Some(function) = copy(vm, object, site, Opcode::GetField)? {
        let name = key.to_value(vm)?;
        return vm.call(function.value(), receiver, &[name]);
    }
    proxy::get(object, vm, key, receiver)
}

/// An assignment to a property of a proxy at a SetField site.
pub(super) fn set(vm: &mut Vm, object: Object, value: Value, site: &Site, key: PropertyKey) -> JsResult<()> {
    let (receiver, strict) = (object.value(), site.flags.get() & SITE_FLAG_STRICT != 0);
    if let Some(function) = copy(vm, object, site, Opcode::SetField)? {
        let name = key.to_value(vm)?;
        vm.call(function.value(), receiver, &[name, value, Value::bool(strict)])?;
    } else if !proxy::set(object, vm, key, value, receiver)? && strict {
        return Err(vm.throw_set_failed(receiver, key));
    }
    Ok(())
}

/// The site's entry for a proxy.
fn entry(site: &Site, shape: u32) -> Option<&CacheEntry> {
    find_entry(site, shape).filter(|entry| entry.kind.get() == EntryKind::Proxy)
}

/// The function that does a proxy's part at a site, if that has one by now.
fn copy(vm: &mut Vm, proxy: Object, site: &Site, op: Opcode) -> JsResult<Option<Object>> {
    let shape = proxy.header().shape.get();
    let Some(known) = entry(site, shape) else {
        missed(site);
        // They drive nothing out.
        let has_room =
            site.first.kind.get() == EntryKind::None || site.more.get().is_null() || find_free(site).is_some();
        if has_room && site.state.get() < SITE_MEGAMORPHIC {
            let new = empty_entry();
            new.shape.set(shape);
            new.kind.set(EntryKind::Proxy);
            add_entry(vm, site, &new);
        }
        return Ok(None);
    };
    let accesses = known.offset.get().wrapping_add(1);
    known.offset.set(accesses);
    if let Some(function) = Object::from_nullable(known.holder.get()) {
        return Ok((accesses < ACCESSES + LEARNING || accesses.is_multiple_of(LATER)).then_some(function));
    }
    // In the calling context tree traps are called by whoever accesses the property.
    if vm.calls.is_on() || vm.options.jitless || accesses <= ACCESSES.min(vm.tiers.threshold as u32) {
        return Ok(None);
    }
    let function = copy_for_proxies(vm, site, op)?;
    // The collector may have cleared the entry.
    if let Some(function) = function
        && let Some(known) = entry(site, shape)
    {
        known.holder.set(function.as_ptr());
        if let Some(code) = vm.top_code() {
            vm.heap.barrier(&raw const code.header);
        }
    }
    Ok(function)
}

/// ProxyTarget: what targets are like, of which an optimizer knows where they have a property.
pub fn learn_target(vm: &mut Vm, site: &Site, target: Object) {
    let shape = target.header().shape.get();
    if find_entry(site, shape).is_some() || site.state.get() >= SITE_MEGAMORPHIC {
        return;
    }
    if !proxy::has_plain_names(target) || target.shape().is_dictionary() {
        site.state.set(SITE_GENERIC);
        return;
    }
    let new = empty_entry();
    new.shape.set(shape);
    new.kind.set(EntryKind::Constant);
    add_entry(vm, site, &new);
}
