//! Built-ins that optimized code calls with their operands, without a frame: none runs JavaScript, or looks at frames.
//!
//! The empty value says that something is in the way, and that nothing was changed: the built-in itself then throws, or does more.

use crate::builtins::collections::{Key, OrderedTable, can_be_held_weakly, try_insert};
use crate::builtins::map::MapObject;
use crate::builtins::set::SetObject;
use crate::builtins::string::part;
use crate::builtins::weak_map::WeakMapObject;
use crate::builtins::weak_set::WeakSetObject;
use crate::intrinsic::Direct;
use crate::string::JsString;
use crate::vm::Vm;
use crate::{JsResult, Value};
use abi::cell::CellHeader;
use std::cell::RefCell;

/// Receiver and two arguments, as JavaScript values; undefined for one that is not looked at.
type Function = unsafe extern "C" fn(*mut Vm, Value, Value, Value) -> Value;

/// What optimized code calls.
pub fn address(function: Direct) -> usize {
    let function: Function = match function {
        Direct::MapDelete => map_delete,
        Direct::MapGet => map_get,
        Direct::MapHas => map_has,
        Direct::MapSet => map_set,
        Direct::SetAdd => set_add,
        Direct::SetDelete => set_delete,
        Direct::SetHas => set_has,
        Direct::StringSlice => string_slice,
        Direct::StringSubstring => string_substring,
        Direct::WeakMapGet => weak_map_get,
        Direct::WeakMapHas => weak_map_has,
        Direct::WeakMapSet => weak_map_set,
        Direct::WeakSetAdd => weak_set_add,
        Direct::WeakSetHas => weak_set_has,
    };
    function as usize
}

/// The VM, and the receiver as what it is.
///
/// # Safety
/// Compiled code passes its own VM, and has checked the receiver's kind.
#[inline(always)]
unsafe fn parts<'a, T>(vm: *mut Vm, this: Value) -> (&'a mut Vm, &'a T) {
    // SAFETY: the caller's promise.
    unsafe { (&mut *vm, &*this.as_cell().cast::<T>()) }
}

/// What a built-in gives; an exception is thrown again by whoever does it all over.
#[inline(always)]
fn answer(vm: &mut Vm, run: impl FnOnce(&mut Vm) -> JsResult) -> Value {
    vm.and_forget(|vm| {
        run(vm).unwrap_or_else(|_| {
            vm.take_exception();
            Value::EMPTY
        })
    })
}

fn has<V: Copy>(vm: &mut Vm, table: &RefCell<OrderedTable<V>>, key: Value) -> Value {
    answer(vm, |vm| {
        let key = Key::new(vm, key)?;
        Ok(Value::bool(table.borrow().contains(key)))
    })
}

fn put<V: Copy>(vm: &mut Vm, owner: &CellHeader, table: &RefCell<OrderedTable<V>>, key: Value, value: V) -> Value {
    answer(vm, |vm| {
        let key = Key::new(vm, key)?;
        let added = try_insert(vm, owner, table, key, value);
        Ok(added.map_or(Value::EMPTY, |()| Value::UNDEFINED))
    })
}

unsafe extern "C" fn map_delete(vm: *mut Vm, this: Value, key: Value, _: Value) -> Value {
    // SAFETY: compiled code keeps the promise of `parts`.
    let (vm, map) = unsafe { parts::<MapObject>(vm, this) };
    answer(vm, |vm| map.delete(vm, key).map(Value::bool))
}

unsafe extern "C" fn map_get(vm: *mut Vm, this: Value, key: Value, _: Value) -> Value {
    // SAFETY: as above.
    let (vm, map) = unsafe { parts::<MapObject>(vm, this) };
    answer(vm, |vm| Ok(map.get(vm, key)?.unwrap_or(Value::UNDEFINED)))
}

unsafe extern "C" fn map_has(vm: *mut Vm, this: Value, key: Value, _: Value) -> Value {
    // SAFETY: as above.
    let (vm, map) = unsafe { parts::<MapObject>(vm, this) };
    has(vm, &map.table, key)
}

unsafe extern "C" fn map_set(vm: *mut Vm, this: Value, key: Value, value: Value) -> Value {
    // SAFETY: as above.
    let (vm, map) = unsafe { parts::<MapObject>(vm, this) };
    put(vm, &map.object.header, &map.table, key, value)
}

unsafe extern "C" fn set_add(vm: *mut Vm, this: Value, key: Value, _: Value) -> Value {
    // SAFETY: as above.
    let (vm, set) = unsafe { parts::<SetObject>(vm, this) };
    put(vm, &set.object.header, &set.table, key, ())
}

unsafe extern "C" fn set_delete(vm: *mut Vm, this: Value, key: Value, _: Value) -> Value {
    // SAFETY: as above.
    let (vm, set) = unsafe { parts::<SetObject>(vm, this) };
    answer(vm, |vm| set.delete(vm, key).map(Value::bool))
}

unsafe extern "C" fn set_has(vm: *mut Vm, this: Value, key: Value, _: Value) -> Value {
    // SAFETY: as above.
    let (vm, set) = unsafe { parts::<SetObject>(vm, this) };
    has(vm, &set.table, key)
}

unsafe extern "C" fn weak_map_get(vm: *mut Vm, this: Value, key: Value, _: Value) -> Value {
    // SAFETY: as above.
    let (_, map) = unsafe { parts::<WeakMapObject>(vm, this) };
    map.table.get(key).unwrap_or(Value::UNDEFINED)
}

unsafe extern "C" fn weak_map_has(vm: *mut Vm, this: Value, key: Value, _: Value) -> Value {
    // SAFETY: as above.
    let (_, map) = unsafe { parts::<WeakMapObject>(vm, this) };
    Value::bool(map.table.contains(key))
}

unsafe extern "C" fn weak_map_set(vm: *mut Vm, this: Value, key: Value, value: Value) -> Value {
    // SAFETY: as above.
    let (vm, map) = unsafe { parts::<WeakMapObject>(vm, this) };
    if !can_be_held_weakly(key) {
        return Value::EMPTY;
    }
    answer(vm, |vm| map.set(vm, key, value).map(|()| Value::UNDEFINED))
}

unsafe extern "C" fn weak_set_add(vm: *mut Vm, this: Value, key: Value, _: Value) -> Value {
    // SAFETY: as above.
    let (vm, set) = unsafe { parts::<WeakSetObject>(vm, this) };
    if !can_be_held_weakly(key) {
        return Value::EMPTY;
    }
    answer(vm, |vm| set.add(vm, key).map(|()| Value::UNDEFINED))
}

unsafe extern "C" fn weak_set_has(vm: *mut Vm, this: Value, key: Value, _: Value) -> Value {
    // SAFETY: as above.
    let (_, set) = unsafe { parts::<WeakSetObject>(vm, this) };
    Value::bool(set.table.contains(key))
}

/// Units of a string between two int32s: as `substring` takes them, or `slice`, to which those below 0 count from the end.
///
/// # Safety
/// As for `parts`, and both are int32s.
#[inline(always)]
unsafe fn units(vm: *mut Vm, this: Value, from: Value, to: Value, is_substring: bool) -> Value {
    // SAFETY: the caller's promise.
    let (vm, string) = unsafe { (&mut *vm, JsString::from_cell(this.as_cell())) };
    let length = string.len();
    let place = |value: Value| {
        let from_end = if is_substring { 0 } else { length as i64 };
        let at = i64::from(value.as_int());
        (if at < 0 { at + from_end } else { at }).clamp(0, length as i64) as usize
    };
    let (from, to) = (place(from), place(to));
    let (from, to) = if is_substring { (from.min(to), from.max(to)) } else { (from, to) };
    answer(vm, |vm| part(vm, string, from, to))
}

unsafe extern "C" fn string_slice(vm: *mut Vm, this: Value, from: Value, to: Value) -> Value {
    // SAFETY: compiled code keeps the promise.
    unsafe { units(vm, this, from, to, false) }
}

unsafe extern "C" fn string_substring(vm: *mut Vm, this: Value, from: Value, to: Value) -> Value {
    // SAFETY: as above.
    unsafe { units(vm, this, from, to, true) }
}
