//! WeakRef (ECMA-262 sec. 26.1).

use crate::native::{Args, method};
use crate::object::collections::can_be_held_weakly;
use crate::runtime::operations::get_prototype_from_constructor;
use crate::vm::{Vm, trace_object};
use crate::{JsResult, Value, ValueExt};
use abi::cell::{CellHeader, CellKind};
use abi::object::JsObject;
use gc::{HeapCell, LiveTest, Visitor};
use std::cell::Cell;

/// A WeakRef.
#[repr(C)]
pub struct WeakRefObject {
    pub object: JsObject,
    /// [[WeakRefTarget]]; undefined once it is dead.
    target: Cell<Value>,
    /// The turn of the job queue in which the target was last put among what is kept alive.
    kept: Cell<u64>,
}

// SAFETY: the header comes first and the layout is C's.
unsafe impl HeapCell for WeakRefObject {
    const KIND: CellKind = CellKind::WeakRef;
}

impl WeakRefObject {
    /// # Safety
    /// To be called by the collector only, on a live WeakRef cell.
    pub unsafe fn trace(cell: *mut CellHeader, visitor: &mut Visitor) {
        // SAFETY: the collector registers this function for cells of that kind.
        trace_object(unsafe { &(*cell.cast::<WeakRefObject>()).object }, visitor);
        visitor.ephemeron_table(cell);
    }

    /// Lets go of a dead target.
    pub(super) fn sweep(&self, live: &LiveTest) {
        let target = self.target.get();
        if target.is_cell() && !live.is_marked(target.as_cell()) {
            self.target.set(Value::UNDEFINED);
        }
    }

    /// WeakRefDeref (sec. 26.1.4.1): what a script has seen alive stays so until its job ends.
    fn deref(&self, vm: &mut Vm) -> Value {
        let target = self.target.get();
        if target.is_cell() && self.kept.get() != vm.jobs.turn() {
            self.kept.set(vm.jobs.turn());
            vm.jobs.keep_during_job(target);
        }
        target
    }
}

/// Creates WeakRef and its prototype.
pub fn init(vm: &mut Vm) -> JsResult<()> {
    let prototype = vm.new_object()?;
    let constructor = vm.define_global_constructor("WeakRef", 1, construct, prototype)?;
    vm.realm_mut().weak_ref_prototype = prototype;
    vm.realm_mut().weak_ref_constructor = constructor;
    prototype.define_methods(vm, &[method("deref", 0, deref)])?;
    prototype.define_to_string_tag(vm, "WeakRef")
}

/// `WeakRef(target)` (sec. 26.1.1.1)
fn construct(vm: &mut Vm, args: Args) -> JsResult {
    let Some(new_target) = args.new_target_object() else {
        return Err(vm.throw_constructor_needs_new("WeakRef"));
    };
    let target = args.get(0);
    if !can_be_held_weakly(target) {
        return Err(vm.throw_type_error("WeakRef: invalid target"));
    }
    let prototype = get_prototype_from_constructor(vm, new_target, |realm| realm.weak_ref_prototype)?;
    let object = vm.new_exotic(Some(prototype), |object| WeakRefObject {
        object,
        target: Cell::new(target),
        kept: Cell::new(u64::MAX),
    })?;
    if let Some(weak) = object.downcast::<WeakRefObject>() {
        // AddToKeptObjects
        weak.deref(vm);
    }
    Ok(object.value())
}

/// `WeakRef.prototype.deref()` (sec. 26.1.3.2)
fn deref(vm: &mut Vm, args: Args) -> JsResult {
    match args.this().as_object().and_then(|o| o.downcast::<WeakRefObject>()) {
        Some(weak) => Ok(weak.deref(vm)),
        None => Err(vm.throw_incompatible_receiver("WeakRef.prototype.deref", args.this())),
    }
}
