//! WeakSet (ECMA-262 sec. 24.4).

use super::collections::fill_set;
use crate::builtins::intrinsic::{Direct, Intrinsic};
use crate::native::{Args, NativeFn, method};
use crate::object::collections::{WeakTable, can_be_held_weakly};
use crate::runtime::operations::get_prototype_from_constructor;
use crate::vm::{Vm, trace_object};
use crate::{JsResult, Value, ValueExt};
use abi::cell::{CellHeader, CellKind};
use abi::object::JsObject;
use gc::{Gc, HeapCell, Visitor};

/// A WeakSet.
#[repr(C)]
pub struct WeakSetObject {
    pub object: JsObject,
    /// [[WeakSetData]]; the values are all undefined.
    pub table: WeakTable,
}

// SAFETY: the header comes first and the layout is C's.
unsafe impl HeapCell for WeakSetObject {
    const KIND: CellKind = CellKind::WeakSet;
    const NEEDS_DROP: bool = true;
}

impl Drop for WeakSetObject {
    fn drop(&mut self) {
        self.table.note_freed(&self.object.header);
    }
}

impl WeakSetObject {
    /// # Safety
    /// To be called by the collector only, on a live WeakSet cell.
    pub unsafe fn trace(cell: *mut CellHeader, visitor: &mut Visitor) {
        // SAFETY: the collector registers this function for cells of that kind.
        trace_object(unsafe { &(*cell.cast::<WeakSetObject>()).object }, visitor);
        visitor.ephemeron_table(cell);
    }

    pub(crate) fn add(&self, vm: &mut Vm, value: Value) -> JsResult<()> {
        if !can_be_held_weakly(value) {
            return Err(vm.throw_type_error("Invalid value used in weak set"));
        }
        self.table.insert(vm, &self.object.header, value, Value::UNDEFINED);
        Ok(())
    }
}

/// What a function is to compilers.
pub(crate) fn intrinsic(function: NativeFn) -> Option<Intrinsic> {
    let table: [(NativeFn, Intrinsic); 2] =
        [(add, Intrinsic::Direct(Direct::WeakSetAdd)), (has, Intrinsic::Direct(Direct::WeakSetHas))];
    crate::builtins::intrinsic::find(&table, function)
}

/// Creates WeakSet and its prototype.
pub fn init(vm: &mut Vm) -> JsResult<()> {
    let prototype = vm.new_object()?;
    let constructor = vm.define_global_constructor("WeakSet", 0, construct, prototype)?;
    vm.realm_mut().weak_set_prototype = prototype;
    vm.realm_mut().weak_set_constructor = constructor;
    prototype.define_methods(vm, &[method("delete", 1, delete), method("has", 1, has), method("add", 1, add)])?;
    prototype.define_to_string_tag(vm, "WeakSet")
}

/// `WeakSet([iterable])` (sec. 24.4.1.1)
fn construct(vm: &mut Vm, args: Args) -> JsResult {
    let Some(new_target) = args.new_target_object() else {
        return Err(vm.throw_constructor_needs_new("WeakSet"));
    };
    let prototype = get_prototype_from_constructor(vm, new_target, |realm| realm.weak_set_prototype)?;
    let object = vm.new_exotic(Some(prototype), |object| WeakSetObject { object, table: WeakTable::default() })?;
    fill_set(vm, object, args.get(0), add, WeakSetObject::add)
}

/// RequireInternalSlot(S, [[WeakSetData]])
fn this_set(vm: &mut Vm, args: Args, name: &str) -> JsResult<Gc<WeakSetObject>> {
    match args.this().as_object().and_then(|o| o.downcast::<WeakSetObject>()) {
        Some(set) => Ok(set),
        None => Err(vm.throw_incompatible_receiver(&format!("WeakSet.prototype.{name}"), args.this())),
    }
}

/// `WeakSet.prototype.add(value)` (sec. 24.4.3.1)
fn add(vm: &mut Vm, args: Args) -> JsResult {
    let set = this_set(vm, args, "add")?;
    set.add(vm, args.get(0))?;
    Ok(args.this())
}

/// `WeakSet.prototype.delete(value)` (sec. 24.4.3.3)
fn delete(vm: &mut Vm, args: Args) -> JsResult {
    let set = this_set(vm, args, "delete")?;
    Ok(Value::bool(set.table.remove(args.get(0))))
}

/// `WeakSet.prototype.has(value)` (sec. 24.4.3.4)
fn has(vm: &mut Vm, args: Args) -> JsResult {
    let set = this_set(vm, args, "has")?;
    Ok(Value::bool(set.table.contains(args.get(0))))
}
