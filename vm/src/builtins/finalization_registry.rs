//! FinalizationRegistry (ECMA-262 sec. 26.2).
//!
//! When the collector finds a target dead, its record moves to the registry's list of what is due, and the registry to the job
//! queue's list of registries that have work to do: neither needs memory of the heap. Cleanup callbacks run as jobs.

use super::collections::can_be_held_weakly;
use crate::native::{Args, method};
use crate::object::Object;
use crate::runtime::job::ReadyRegistries;
use crate::runtime::operations::get_prototype_from_constructor;
use crate::runtime::operators::same_value;
use crate::vm::{Vm, trace_object};
use crate::{JsResult, Throw, Value, ValueExt};
use abi::cell::{CellHeader, CellKind};
use abi::object::JsObject;
use gc::{HeapCell, LiveTest, Visitor};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use std::cell::RefCell;
use std::collections::VecDeque;

/// A record of [[Cells]].
struct Record {
    /// [[WeakRefTarget]], not kept alive.
    target: *mut CellHeader,
    held: Value,
    /// [[UnregisterToken]], not kept alive; null if there is none.
    token: *mut CellHeader,
}

#[derive(Default)]
struct Records {
    records: Vec<Option<Record>>,
    /// Places of `records` that are None.
    free: Vec<u32>,
    /// Places by token.
    tokens: FxHashMap<*mut CellHeader, SmallVec<[u32; 1]>>,
    /// Held values of dead targets, whose callbacks are due.
    due: VecDeque<Value>,
}

impl Records {
    fn add(&mut self, record: Record) {
        let token = record.token;
        let place = match self.free.pop() {
            Some(place) => {
                self.records[place as usize] = Some(record);
                place
            }
            None => {
                self.records.push(Some(record));
                self.records.len() as u32 - 1
            }
        };
        if !token.is_null() {
            self.tokens.entry(token).or_default().push(place);
        }
    }

    fn forget_token(&mut self, token: *mut CellHeader, place: u32) {
        if let Some(places) = self.tokens.get_mut(&token) {
            places.retain(|p| *p != place);
            if places.is_empty() {
                self.tokens.remove(&token);
            }
        }
    }
}

/// A FinalizationRegistry.
#[repr(C)]
pub struct FinalizationRegistryObject {
    pub object: JsObject,
    /// [[CleanupCallback]]
    cleanup: Value,
    records: RefCell<Records>,
    ready: ReadyRegistries,
}

// SAFETY: the header comes first and the layout is C's.
unsafe impl HeapCell for FinalizationRegistryObject {
    const KIND: CellKind = CellKind::FinalizationRegistry;
    const NEEDS_DROP: bool = true;
}

impl FinalizationRegistryObject {
    /// # Safety
    /// To be called by the collector only, on a live FinalizationRegistry cell.
    pub unsafe fn trace(cell: *mut CellHeader, visitor: &mut Visitor) {
        // SAFETY: the collector registers this function for cells of that kind.
        let registry = unsafe { &*cell.cast::<FinalizationRegistryObject>() };
        trace_object(&registry.object, visitor);
        visitor.visit_value(registry.cleanup);
        let records = registry.records.borrow();
        records.records.iter().flatten().for_each(|record| visitor.visit_value(record.held));
        records.due.iter().for_each(|&held| visitor.visit_value(held));
        visitor.ephemeron_table(cell);
    }

    /// Finds the dead targets.
    pub(super) fn sweep(&self, live: &LiveTest) {
        let records = &mut *self.records.borrow_mut();
        let idle = records.due.is_empty();
        for place in 0..records.records.len() {
            let slot = &mut records.records[place];
            let Some(record) = slot else { continue };
            let dead = !live.is_marked(record.target);
            let token = record.token;
            if dead {
                records.due.push_back(record.held);
                *slot = None;
                records.free.push(place as u32);
            } else if !token.is_null() && !live.is_marked(token) {
                // Nobody can unregister it any more, and another cell may get the token's address.
                record.token = std::ptr::null_mut();
            } else {
                continue;
            }
            if !token.is_null() {
                records.forget_token(token, place as u32);
            }
        }
        if idle && !records.due.is_empty() {
            // SAFETY: this is the object part of a live registry.
            let object = unsafe { Object::from_ptr(std::ptr::from_ref(&self.object).cast_mut()) };
            self.ready.borrow_mut().push(object);
        }
    }
}

/// Creates FinalizationRegistry and its prototype.
pub fn init(vm: &mut Vm) -> JsResult<()> {
    let prototype = vm.new_object()?;
    let constructor = vm.define_global_constructor("FinalizationRegistry", 1, construct, prototype)?;
    vm.realm_mut().finalization_registry_prototype = prototype;
    vm.realm_mut().finalization_registry_constructor = constructor;
    prototype.define_methods(vm, &[method("register", 2, register), method("unregister", 1, unregister)])?;
    prototype.define_to_string_tag(vm, "FinalizationRegistry")
}

/// `FinalizationRegistry(cleanupCallback)` (sec. 26.2.1.1)
fn construct(vm: &mut Vm, args: Args) -> JsResult {
    let Some(new_target) = args.new_target_object() else {
        return Err(vm.throw_constructor_needs_new("FinalizationRegistry"));
    };
    let cleanup = args.get(0);
    if !cleanup.is_callable() {
        return Err(vm.throw_type_error("FinalizationRegistry: cleanup must be callable"));
    }
    let prototype = get_prototype_from_constructor(vm, new_target, |realm| realm.finalization_registry_prototype)?;
    let ready = vm.jobs.ready_registries();
    let object = vm.new_exotic(Some(prototype), |object| FinalizationRegistryObject {
        object,
        cleanup,
        records: RefCell::default(),
        ready,
    })?;
    Ok(object.value())
}

fn this_registry<'a>(vm: &mut Vm, args: Args, name: &str) -> JsResult<&'a FinalizationRegistryObject> {
    match args.this().as_object().and_then(|o| o.downcast::<FinalizationRegistryObject>()) {
        Some(registry) => Ok(registry),
        None => Err(vm.throw_incompatible_receiver(&format!("FinalizationRegistry.prototype.{name}"), args.this())),
    }
}

#[cold]
fn throw_invalid_token(vm: &mut Vm, token: Value) -> Throw {
    let what = vm.describe(token);
    vm.throw_type_error(format!("Invalid unregisterToken ('{what}')"))
}

/// `FinalizationRegistry.prototype.register(target, heldValue [, unregisterToken])` (sec. 26.2.3.2)
fn register(vm: &mut Vm, args: Args) -> JsResult {
    let registry = this_registry(vm, args, "register")?;
    let (target, held, token) = (args.get(0), args.get(1), args.get(2));
    if !can_be_held_weakly(target) {
        return Err(vm.throw_type_error("FinalizationRegistry.prototype.register: invalid target"));
    }
    if same_value(vm, target, held)? {
        return Err(
            vm.throw_type_error("FinalizationRegistry.prototype.register: target and holdings must not be same")
        );
    }
    let weak = can_be_held_weakly(token);
    if !weak && !token.is_undefined() {
        return Err(throw_invalid_token(vm, token));
    }
    let token = if weak { token.as_cell() } else { std::ptr::null_mut() };
    registry.records.borrow_mut().add(Record { target: target.as_cell(), held, token });
    vm.heap.barrier(&registry.object.header);
    Ok(Value::UNDEFINED)
}

/// `FinalizationRegistry.prototype.unregister(unregisterToken)` (sec. 26.2.3.3)
fn unregister(vm: &mut Vm, args: Args) -> JsResult {
    let registry = this_registry(vm, args, "unregister")?;
    let token = args.get(0);
    if !can_be_held_weakly(token) {
        return Err(throw_invalid_token(vm, token));
    }
    let records = &mut *registry.records.borrow_mut();
    let Some(places) = records.tokens.remove(&token.as_cell()) else { return Ok(Value::FALSE) };
    for place in places {
        records.records[place as usize] = None;
        records.free.push(place);
    }
    Ok(Value::TRUE)
}

/// CleanupFinalizationRegistry (sec. 9.12) for one record; whether there are more. The job queue calls it.
pub fn cleanup(vm: &mut Vm, registry: Object) -> JsResult<bool> {
    let Some(registry) = registry.downcast::<FinalizationRegistryObject>() else { return Ok(false) };
    let held = registry.records.borrow_mut().due.pop_front();
    if let Some(held) = held {
        vm.call(registry.cleanup, Value::UNDEFINED, &[held])?;
    }
    Ok(!registry.records.borrow().due.is_empty())
}

/// Whether callbacks are due.
pub fn is_due(registry: Object) -> bool {
    registry.downcast::<FinalizationRegistryObject>().is_some_and(|registry| !registry.records.borrow().due.is_empty())
}
