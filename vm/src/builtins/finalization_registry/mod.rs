//! FinalizationRegistry (ECMA-262 sec. 26.2).
//!
//! When the collector finds a target dead, its record moves to the registry's list of what is due, and the registry to the job
//! queue's list of registries that have work to do: neither needs memory of the heap. Cleanup callbacks run as jobs.

mod cells;

use self::cells::Cells;
use super::collections::{self, can_be_held_weakly};
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
use std::cell::{Cell, RefCell};

/// A FinalizationRegistry.
#[repr(C)]
pub struct FinalizationRegistryObject {
    pub object: JsObject,
    /// [[CleanupCallback]]
    cleanup: Value,
    cells: RefCell<Cells>,
    /// Bytes that the heap knows of.
    reported: Cell<usize>,
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
        registry.cells.borrow().trace(visitor);
        visitor.ephemeron_table(cell);
    }

    /// Finds the dead targets.
    pub(super) fn sweep(&self, live: &LiveTest) {
        let cells = &mut *self.cells.borrow_mut();
        let was_due = cells.is_due();
        cells.sweep(live);
        if !was_due && cells.is_due() {
            // SAFETY: this is the object part of a live registry.
            let object = unsafe { Object::from_ptr(std::ptr::from_ref(&self.object).cast_mut()) };
            self.ready.borrow_mut().push(object);
        }
        // What has shrunk sets the next full collection's time. What has grown is told with the next callback.
        let freed = self.reported.get().saturating_sub(cells.bytes());
        self.reported.set(self.reported.get() - freed);
        collections::note_freed(&self.object.header, freed);
    }

    /// Tells the heap how much memory there is now.
    fn report(&self, vm: &mut Vm) {
        let bytes = self.cells.borrow().bytes();
        let before = self.reported.replace(bytes);
        if before != bytes {
            vm.heap.adjust_external(bytes as isize - before as isize);
        }
    }
}

impl Drop for FinalizationRegistryObject {
    fn drop(&mut self) {
        collections::note_freed(&self.object.header, self.reported.get());
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
        cells: RefCell::default(),
        reported: Cell::new(0),
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
    registry.cells.borrow_mut().add(target.as_cell(), held, token);
    vm.heap.barrier(&registry.object.header);
    registry.report(vm);
    Ok(Value::UNDEFINED)
}

/// `FinalizationRegistry.prototype.unregister(unregisterToken)` (sec. 26.2.3.3)
fn unregister(vm: &mut Vm, args: Args) -> JsResult {
    let registry = this_registry(vm, args, "unregister")?;
    let token = args.get(0);
    if !can_be_held_weakly(token) {
        return Err(throw_invalid_token(vm, token));
    }
    Ok(Value::bool(registry.cells.borrow_mut().unregister(token.as_cell())))
}

/// CleanupFinalizationRegistry (sec. 9.12) for one record; whether there are more. The job queue calls it.
pub fn cleanup(vm: &mut Vm, registry: Object) -> JsResult<bool> {
    let Some(registry) = registry.downcast::<FinalizationRegistryObject>() else { return Ok(false) };
    let held = registry.cells.borrow_mut().take_due();
    if let Some(held) = held {
        vm.call(registry.cleanup, Value::UNDEFINED, &[held])?;
    }
    registry.report(vm);
    Ok(registry.cells.borrow().is_due())
}

/// Whether callbacks are due.
pub fn is_due(registry: Object) -> bool {
    registry.downcast::<FinalizationRegistryObject>().is_some_and(|registry| registry.cells.borrow().is_due())
}
