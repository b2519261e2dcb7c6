//! WeakMap (ECMA-262 sec. 24.3).

use super::collections::fill_map;
use crate::builtins::intrinsic::{Direct, Intrinsic};
use crate::native::{Args, NativeFn, method};
use crate::object::Object;
use crate::object::collections::{WeakTable, can_be_held_weakly};
use crate::runtime::operations::get_prototype_from_constructor;
use crate::vm::{Vm, trace_object};
use crate::{JsResult, Value, ValueExt};
use abi::cell::{CellHeader, CellKind};
use abi::object::JsObject;
use gc::{Gc, HeapCell, Visitor};

/// A WeakMap.
#[repr(C)]
pub struct WeakMapObject {
    pub object: JsObject,
    /// [[WeakMapData]]
    pub table: WeakTable,
}

// SAFETY: the header comes first and the layout is C's.
unsafe impl HeapCell for WeakMapObject {
    const KIND: CellKind = CellKind::WeakMap;
    const NEEDS_DROP: bool = true;
}

impl Drop for WeakMapObject {
    fn drop(&mut self) {
        self.table.note_freed(&self.object.header);
    }
}

impl WeakMapObject {
    /// # Safety
    /// To be called by the collector only, on a live WeakMap cell.
    pub unsafe fn trace(cell: *mut CellHeader, visitor: &mut Visitor) {
        // SAFETY: the collector registers this function for cells of that kind.
        trace_object(unsafe { &(*cell.cast::<WeakMapObject>()).object }, visitor);
        visitor.ephemeron_table(cell);
    }

    pub(crate) fn set(&self, vm: &mut Vm, key: Value, value: Value) -> JsResult<()> {
        if !can_be_held_weakly(key) {
            return Err(throw_invalid_key(vm));
        }
        self.table.insert(vm, &self.object.header, key, value);
        Ok(())
    }
}

#[cold]
fn throw_invalid_key(vm: &mut Vm) -> crate::Throw {
    vm.throw_type_error("Invalid value used as weak map key")
}

/// What a function is to compilers.
pub(crate) fn intrinsic(function: NativeFn) -> Option<Intrinsic> {
    let table: [(NativeFn, Intrinsic); 3] = [
        (get, Intrinsic::Direct(Direct::WeakMapGet)),
        (set, Intrinsic::Direct(Direct::WeakMapSet)),
        (has, Intrinsic::Direct(Direct::WeakMapHas)),
    ];
    crate::builtins::intrinsic::find(&table, function)
}

/// Creates WeakMap and its prototype.
pub fn init(vm: &mut Vm) -> JsResult<()> {
    let prototype = vm.new_object()?;
    let constructor = vm.define_global_constructor("WeakMap", 0, construct, prototype)?;
    vm.realm_mut().weak_map_prototype = prototype;
    vm.realm_mut().weak_map_constructor = constructor;
    prototype.define_methods(
        vm,
        &[
            method("delete", 1, delete),
            method("get", 1, get),
            method("set", 2, set),
            method("has", 1, has),
            method("getOrInsert", 2, get_or_insert),
            method("getOrInsertComputed", 2, get_or_insert_computed),
        ],
    )?;
    prototype.define_to_string_tag(vm, "WeakMap")
}

/// `WeakMap([iterable])` (sec. 24.3.1.1)
fn construct(vm: &mut Vm, args: Args) -> JsResult {
    let Some(new_target) = args.new_target_object() else {
        return Err(vm.throw_constructor_needs_new("WeakMap"));
    };
    let prototype = get_prototype_from_constructor(vm, new_target, |realm| realm.weak_map_prototype)?;
    let object = vm.new_exotic(Some(prototype), |object| WeakMapObject { object, table: WeakTable::default() })?;
    fill_map(vm, object, args.get(0), set, WeakMapObject::set)
}

/// RequireInternalSlot(M, [[WeakMapData]])
fn this_map(vm: &mut Vm, args: Args, name: &str) -> JsResult<Gc<WeakMapObject>> {
    match args.this().as_object().and_then(|o| o.downcast::<WeakMapObject>()) {
        Some(map) => Ok(map),
        None => Err(vm.throw_incompatible_receiver(&format!("WeakMap.prototype.{name}"), args.this())),
    }
}

/// `WeakMap.prototype.delete(key)` (sec. 24.3.3.2)
fn delete(vm: &mut Vm, args: Args) -> JsResult {
    let map = this_map(vm, args, "delete")?;
    Ok(Value::bool(map.table.remove(args.get(0))))
}

/// `WeakMap.prototype.get(key)` (sec. 24.3.3.3)
fn get(vm: &mut Vm, args: Args) -> JsResult {
    let map = this_map(vm, args, "get")?;
    Ok(map.table.get(args.get(0)).unwrap_or(Value::UNDEFINED))
}

/// `WeakMap.prototype.has(key)` (sec. 24.3.3.4)
fn has(vm: &mut Vm, args: Args) -> JsResult {
    let map = this_map(vm, args, "has")?;
    Ok(Value::bool(map.table.contains(args.get(0))))
}

/// `WeakMap.prototype.set(key, value)` (sec. 24.3.3.5)
fn set(vm: &mut Vm, args: Args) -> JsResult {
    let map = this_map(vm, args, "set")?;
    map.set(vm, args.get(0), args.get(1))?;
    Ok(args.this())
}

/// `WeakMap.prototype.getOrInsert(key, value)` (upsert proposal)
fn get_or_insert(vm: &mut Vm, args: Args) -> JsResult {
    let map = this_map(vm, args, "getOrInsert")?;
    if let Some(value) = map.table.get(args.get(0)) {
        return Ok(value);
    }
    map.set(vm, args.get(0), args.get(1))?;
    Ok(args.get(1))
}

/// `WeakMap.prototype.getOrInsertComputed(key, callback)` (upsert proposal)
fn get_or_insert_computed(vm: &mut Vm, args: Args) -> JsResult {
    let map = this_map(vm, args, "getOrInsertComputed")?;
    let (key, callback) = (args.get(0), args.get(1));
    if !can_be_held_weakly(key) {
        return Err(throw_invalid_key(vm));
    }
    if !callback.is_callable() {
        return Err(vm.throw_not_callable(callback));
    }
    if let Some(value) = map.table.get(key) {
        return Ok(value);
    }
    let value = vm.call(callback, Value::UNDEFINED, &[key])?;
    map.set(vm, key, value)?;
    Ok(value)
}

impl Vm {
    /// An empty WeakMap of the current realm.
    pub fn new_weak_map(&mut self) -> JsResult<Object> {
        let prototype = self.realm().weak_map_prototype;
        self.new_exotic(Some(prototype), |object| WeakMapObject { object, table: WeakTable::default() })
    }
}
