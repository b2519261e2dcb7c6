//! Map and its iterators (ECMA-262 sec. 24.1).

use super::collections::{fill_map, new_iterator_prototype};
use crate::builtins::intrinsic::{Direct, Intrinsic};
use crate::native::{Args, NativeFn, method};
use crate::object::collections::map::{MapIterator, MapObject};
use crate::object::collections::{self, Cursor, Key};
use crate::object::iteration_kind::IterationKind;
use crate::object::{Object, table};
use crate::runtime::convert::to_boolean;
use crate::runtime::operations::{KeyCoercion, get_prototype_from_constructor, group_by};
use crate::vm::Vm;
use crate::{JsResult, Value, ValueExt};
use gc::Gc;
use std::cell::RefCell;

/// What a function is to compilers.
pub(crate) fn intrinsic(function: NativeFn) -> Option<Intrinsic> {
    let table: [(NativeFn, Intrinsic); 4] = [
        (get, Intrinsic::Direct(Direct::MapGet)),
        (set, Intrinsic::Direct(Direct::MapSet)),
        (has, Intrinsic::Direct(Direct::MapHas)),
        (delete, Intrinsic::Direct(Direct::MapDelete)),
    ];
    crate::builtins::intrinsic::find(&table, function)
}

/// Creates Map, %MapPrototype% and %MapIteratorPrototype%.
pub fn init(vm: &mut Vm) -> JsResult<()> {
    let prototype = vm.new_object()?;
    let constructor = vm.define_global_constructor("Map", 0, construct, prototype)?;
    vm.realm_mut().map_prototype = prototype;
    vm.realm_mut().map_constructor = constructor;
    constructor.define_methods(vm, &[method("groupBy", 2, map_group_by)])?;
    constructor.define_getter(vm, "@@species", |_, args| Ok(args.this()))?;
    prototype.define_methods(
        vm,
        &[
            method("get", 1, get),
            method("set", 2, set),
            method("has", 1, has),
            method("delete", 1, delete),
            method("clear", 0, clear),
            method("entries", 0, entries),
            method("forEach", 1, for_each),
            method("keys", 0, keys),
            method("getOrInsert", 2, get_or_insert),
            method("getOrInsertComputed", 2, get_or_insert_computed),
        ],
    )?;
    prototype.define_getter(vm, "size", size)?;
    prototype.define_methods(vm, &[method("values", 0, values)])?;
    prototype.define_to_string_tag(vm, "Map")?;
    let entries = prototype.get(vm, vm.names.entries)?;
    prototype.define_raw(vm, vm.names.sym_iterator, entries, table::HIDDEN)?;

    let (iterator_prototype, next) = new_iterator_prototype::<MapObject>(vm)?;
    vm.realm_mut().map_iterator_prototype = iterator_prototype;
    vm.realm_mut().map_iterator_next = next;
    Ok(())
}

/// `Map([iterable])` (sec. 24.1.1.1)
fn construct(vm: &mut Vm, args: Args) -> JsResult {
    let Some(new_target) = args.new_target_object() else {
        return Err(vm.throw_constructor_needs_new("Map"));
    };
    let prototype = get_prototype_from_constructor(vm, new_target, |realm| realm.map_prototype)?;
    let object = vm.new_exotic(Some(prototype), |object| MapObject { object, table: RefCell::default() })?;
    fill_map(vm, object, args.get(0), set, MapObject::set)
}

/// `Map.groupBy(items, callback)` (sec. 24.1.2.1)
fn map_group_by(vm: &mut Vm, args: Args) -> JsResult {
    let groups = group_by(vm, args.get(0), args.get(1), KeyCoercion::Collection)?;
    let object = vm.new_map()?;
    if let Some(map) = object.downcast::<MapObject>() {
        for (&key, elements) in groups.keys.iter().zip(&groups.elements) {
            let elements = vm.new_array(elements)?;
            map.set(vm, key, elements.value())?;
        }
    }
    Ok(object.value())
}

/// RequireInternalSlot(M, [[MapData]])
#[inline(always)]
fn this_map(vm: &mut Vm, args: Args, name: &str) -> JsResult<Gc<MapObject>> {
    match args.this().as_object().and_then(|o| o.downcast::<MapObject>()) {
        Some(map) => Ok(map),
        None => Err(vm.throw_incompatible_receiver(&format!("Map.prototype.{name}"), args.this())),
    }
}

/// `Map.prototype.get(key)` (sec. 24.1.3.6)
pub fn get(vm: &mut Vm, args: Args) -> JsResult {
    let map = this_map(vm, args, "get")?;
    Ok(map.get(vm, args.get(0))?.unwrap_or(Value::UNDEFINED))
}

/// `Map.prototype.set(key, value)` (sec. 24.1.3.9)
pub fn set(vm: &mut Vm, args: Args) -> JsResult {
    let map = this_map(vm, args, "set")?;
    map.set(vm, args.get(0), args.get(1))?;
    Ok(args.this())
}

/// `Map.prototype.has(key)` (sec. 24.1.3.7)
pub fn has(vm: &mut Vm, args: Args) -> JsResult {
    let map = this_map(vm, args, "has")?;
    let key = Key::new(vm, args.get(0))?;
    Ok(Value::bool(map.table.borrow().contains(key)))
}

/// `Map.prototype.delete(key)` (sec. 24.1.3.3)
pub fn delete(vm: &mut Vm, args: Args) -> JsResult {
    let map = this_map(vm, args, "delete")?;
    map.delete(vm, args.get(0)).map(Value::bool)
}

/// `Map.prototype.clear()` (sec. 24.1.3.1)
fn clear(vm: &mut Vm, args: Args) -> JsResult {
    let map = this_map(vm, args, "clear")?;
    collections::clear(vm, &map.table);
    Ok(Value::UNDEFINED)
}

/// `get Map.prototype.size` (sec. 24.1.3.10)
fn size(vm: &mut Vm, args: Args) -> JsResult {
    match args.this().as_object().and_then(|o| o.downcast::<MapObject>()) {
        Some(map) => Ok(Value::from_usize(map.table.borrow().len())),
        None => Err(vm.throw_incompatible_receiver("get Map.prototype.size", args.this())),
    }
}

/// `Map.prototype.forEach(callback [, thisArg])` (sec. 24.1.3.5)
fn for_each(vm: &mut Vm, args: Args) -> JsResult {
    let map = this_map(vm, args, "forEach")?;
    let callback = args.get(0);
    if !callback.is_callable() {
        return Err(vm.throw_not_callable(callback));
    }
    let mut cursor = Cursor::START;
    loop {
        let entry = map.table.borrow().step(&mut cursor);
        let Some((key, value)) = entry else { return Ok(Value::UNDEFINED) };
        vm.call_back(callback, args.get(1), [value, key, args.this()])?;
    }
}

/// `Map.prototype.getOrInsert(key, value)` (upsert proposal)
fn get_or_insert(vm: &mut Vm, args: Args) -> JsResult {
    let map = this_map(vm, args, "getOrInsert")?;
    let key = Key::new(vm, args.get(0))?;
    let found = map.table.borrow().get(key);
    match found {
        Some(value) => Ok(value),
        None => {
            map.insert(vm, key, args.get(1))?;
            Ok(args.get(1))
        }
    }
}

/// `Map.prototype.getOrInsertComputed(key, callback)` (upsert proposal)
fn get_or_insert_computed(vm: &mut Vm, args: Args) -> JsResult {
    let map = this_map(vm, args, "getOrInsertComputed")?;
    let callback = args.get(1);
    if !callback.is_callable() {
        return Err(vm.throw_not_callable(callback));
    }
    let key = Key::new(vm, args.get(0))?;
    let found = map.table.borrow().get(key);
    if let Some(value) = found {
        return Ok(value);
    }
    let value = vm.call(callback, Value::UNDEFINED, &[key.value()])?;
    // The callback may have added the key itself: its value is overwritten in place.
    map.insert(vm, key, value)?;
    Ok(value)
}

fn create_iterator(vm: &mut Vm, args: Args, name: &str, kind: IterationKind) -> JsResult {
    let map = this_map(vm, args, name)?;
    MapIterator::create(vm, &map, kind).map(Object::value)
}

/// `Map.prototype.entries()` (sec. 24.1.3.4), also `Map.prototype[Symbol.iterator]`.
fn entries(vm: &mut Vm, args: Args) -> JsResult {
    create_iterator(vm, args, "entries", IterationKind::Entries)
}

/// `Map.prototype.keys()` (sec. 24.1.3.8)
fn keys(vm: &mut Vm, args: Args) -> JsResult {
    create_iterator(vm, args, "keys", IterationKind::Keys)
}

/// `Map.prototype.values()` (sec. 24.1.3.11)
fn values(vm: &mut Vm, args: Args) -> JsResult {
    create_iterator(vm, args, "values", IterationKind::Values)
}

/// ToBoolean of what calling `predicate` gives.
pub(super) fn test(vm: &mut Vm, predicate: Value, this: Value, argument: Value) -> JsResult<bool> {
    vm.call(predicate, this, &[argument]).map(to_boolean)
}
