//! Built-ins that optimized code calls with their operands, without a frame: none runs JavaScript, or looks at frames.
//!
//! The empty value says that something is in the way, and that nothing was changed: the built-in itself then throws, or does more.

use super::array::{concat_words, find_plainly, slice_plainly};
use super::object::{known_builtin_tag, plain_own_keys};
use super::regexp;
use super::string::{lower, part, trimmed_range, upper};
use super::typed_array;
use super::weak_map::WeakMapObject;
use super::weak_set::WeakSetObject;
use crate::builtins::intrinsic::Direct;
use crate::interp::cache::{find_named, learn_named};
use crate::numeric::convert::{MAX_SAFE_INTEGER, is_integral};
use crate::object::collections::map::MapObject;
use crate::object::collections::set::SetObject;
use crate::object::collections::{Key, OrderedTable, can_be_held_weakly, try_insert};
use crate::object::lookup::Lookup;
use crate::object::{Object, ordinary, proxy};
use crate::runtime::bigint::{self, BinaryOperation, JsBigInt};
use crate::runtime::{array_like, convert};
use crate::string::{self, JsString, PropertyKey, StrView};
use crate::vm::Vm;
use crate::{JsResult, Value, ValueExt};
use abi::cell::{CellHeader, CellKind, FLAG_LAZY};
use abi::object::ArrayType;
use gc::Gc;
use std::cell::RefCell;

/// Receiver and two arguments, as JavaScript values; undefined for one that is not looked at.
type Function = unsafe extern "C" fn(*mut Vm, Value, Value, Value) -> Value;

/// What optimized code calls.
pub fn address(function: Direct) -> usize {
    let function: Function = match function {
        Direct::AppendElement => append_element,
        Direct::ArrayConcat => array_concat,
        Direct::ArrayIncludes => array_includes,
        Direct::ArrayIndexOf => array_index_of,
        Direct::ArrayIsArray => array_is_array,
        Direct::ArraySlice => array_slice,
        Direct::BigIntAdd => bigint_add,
        Direct::BigIntAnd => bigint_and,
        Direct::BigIntAsIntN => bigint_as_int_n,
        Direct::BigIntAsUintN => bigint_as_uint_n,
        Direct::BigIntDiv => bigint_div,
        Direct::BigIntMul => bigint_mul,
        Direct::BigIntOr => bigint_or,
        Direct::BigIntRem => bigint_rem,
        Direct::BigIntShl => bigint_shl,
        Direct::BigIntShr => bigint_shr,
        Direct::BigIntSub => bigint_sub,
        Direct::BigIntXor => bigint_xor,
        Direct::In => has_property,
        Direct::MapDelete => map_delete,
        Direct::MapGet => map_get,
        Direct::MapHas => map_has,
        Direct::MapSet => map_set,
        Direct::MathRandom => math_random,
        Direct::NewTypedArray => new_typed_array,
        Direct::NextPresent => next_present,
        Direct::NumberIsFinite => number_is_finite,
        Direct::NumberIsInteger => number_is_integer,
        Direct::PreviousPresent => previous_present,
        Direct::IsFree => is_free,
        Direct::ReflectGet => reflect_get,
        Direct::ObjectCreate => object_create,
        Direct::ObjectGetPrototypeOf => object_get_prototype_of,
        Direct::ObjectHasOwn | Direct::ObjectHasOwnProperty => has_own,
        Direct::ObjectKeys => object_keys,
        Direct::ObjectToString => object_to_string,
        Direct::ParseInt => parse_int,
        Direct::RegExpCopy => regexp_copy,
        Direct::RegExpExec => regexp_exec,
        Direct::RegExpTest => regexp_test,
        Direct::SetAdd => set_add,
        Direct::SetDelete => set_delete,
        Direct::SetHas => set_has,
        Direct::SpeciesList => species_list,
        Direct::StringCodePointAt => string_code_point_at,
        Direct::StringCompare => string_compare,
        Direct::StringEndsWith => string_ends_with,
        Direct::StringFromCodePoint => string_from_code_point,
        Direct::StringIncludes => string_includes,
        Direct::StringIndexOf => string_index_of,
        Direct::StringLastIndexOf => string_last_index_of,
        Direct::StringSlice => string_slice,
        Direct::StringStartsWith => string_starts_with,
        Direct::StringSubstring => string_substring,
        Direct::StringToLowerCase => string_to_lower_case,
        Direct::StringToUpperCase => string_to_upper_case,
        Direct::StringTrim => string_trim,
        Direct::ToNumber => to_number,
        Direct::ToString => to_string,
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
unsafe fn parts<'a, T>(vm: *mut Vm, this: Value) -> (&'a mut Vm, Gc<T>) {
    // SAFETY: the caller's promise.
    unsafe { (&mut *vm, Gc::from_ptr(this.as_cell().cast::<T>())) }
}

/// What a built-in gives; an exception is thrown again by whoever does it all over.
#[inline(always)]
fn answer(vm: &mut Vm, run: impl FnOnce(&mut Vm) -> JsResult) -> Value {
    vm.and_scrub_stack(|vm| {
        run(vm).unwrap_or_else(|_| {
            vm.take_exception();
            Value::EMPTY
        })
    })
}

#[inline(always)]
fn has<V: Copy>(vm: &mut Vm, table: &RefCell<OrderedTable<V>>, key: Value) -> Value {
    answer(vm, |vm| {
        let key = Key::new(vm, key)?;
        Ok(Value::bool(table.borrow().contains(key)))
    })
}

#[inline(always)]
fn put<V: Copy>(vm: &mut Vm, owner: &CellHeader, table: &RefCell<OrderedTable<V>>, key: Value, value: V) -> Value {
    answer(vm, |vm| {
        let key = Key::new(vm, key)?;
        let added = try_insert(vm, owner, table, key, value);
        Ok(added.map_or(Value::EMPTY, |()| Value::UNDEFINED))
    })
}

unsafe extern "C" fn array_concat(vm: *mut Vm, this: Value, item: Value, _: Value) -> Value {
    // SAFETY: compiled code passes its own VM.
    let vm = unsafe { &mut *vm };
    let Some(array) = this.as_object() else { return Value::EMPTY };
    answer(vm, |vm| Ok(concat_words(vm, array, &[item])?.map_or(Value::EMPTY, Object::value)))
}

unsafe extern "C" fn array_is_array(_: *mut Vm, value: Value, _: Value, _: Value) -> Value {
    match value.as_object().map(Object::kind) {
        Some(CellKind::Proxy) => Value::EMPTY,
        kind => Value::bool(kind == Some(CellKind::Array)),
    }
}

unsafe extern "C" fn array_includes(vm: *mut Vm, this: Value, value: Value, _: Value) -> Value {
    // SAFETY: as above.
    let vm = unsafe { &mut *vm };
    let Some(array) = this.as_object() else { return Value::EMPTY };
    answer(vm, |vm| Ok(find_plainly(vm, array, value, true)?.map_or(Value::EMPTY, |at| Value::bool(at.is_some()))))
}

unsafe extern "C" fn array_index_of(vm: *mut Vm, this: Value, value: Value, _: Value) -> Value {
    // SAFETY: as above.
    let vm = unsafe { &mut *vm };
    let Some(array) = this.as_object() else { return Value::EMPTY };
    answer(vm, |vm| {
        let found = find_plainly(vm, array, value, false)?;
        Ok(found.map_or(Value::EMPTY, |at| at.map_or(Value::int(-1), array_like::number)))
    })
}

unsafe extern "C" fn array_slice(vm: *mut Vm, this: Value, start: Value, end: Value) -> Value {
    // SAFETY: as above.
    let vm = unsafe { &mut *vm };
    let Some(array) = this.as_object() else { return Value::EMPTY };
    answer(vm, |vm| Ok(slice_plainly(vm, array, start, end)?.map_or(Value::EMPTY, Object::value)))
}

unsafe extern "C" fn append_element(vm: *mut Vm, array: Value, key: Value, value: Value) -> Value {
    // SAFETY: as above.
    let vm = unsafe { &mut *vm };
    let Some(array) = array.as_object().filter(|_| key.is_int()) else { return Value::EMPTY };
    answer(vm, |vm| array_like::create(vm, array, key.as_int() as u64, value).map(|()| Value::UNDEFINED))
}

unsafe extern "C" fn next_present(vm: *mut Vm, object: Value, key: Value, _: Value) -> Value {
    // SAFETY: as above.
    let vm = unsafe { &mut *vm };
    let Some(object) = object.as_object().filter(|_| key.is_int()) else { return Value::EMPTY };
    array_like::number(array_like::next_candidate(vm, object, key.as_int() as u64).min(MAX_SAFE_INTEGER + 1))
}

unsafe extern "C" fn new_typed_array(vm: *mut Vm, argument: Value, ty: Value, _: Value) -> Value {
    // SAFETY: as above.
    let vm = unsafe { &mut *vm };
    let ty = ArrayType::ALL[ty.as_int() as usize];
    answer(vm, |vm| Ok(typed_array::construct_plainly(vm, ty, argument)?.map_or(Value::EMPTY, Object::value)))
}

unsafe extern "C" fn is_free(vm: *mut Vm, target: Value, key: Value, _: Value) -> Value {
    // SAFETY: optimized code passes its own VM.
    let vm = unsafe { &*vm };
    let free = || Some(proxy::is_free(target.as_object()?, PropertyKey::from_value(vm, key)?));
    if free() == Some(true) { Value::TRUE } else { Value::EMPTY }
}

unsafe extern "C" fn previous_present(vm: *mut Vm, object: Value, key: Value, _: Value) -> Value {
    // SAFETY: as above.
    let vm = unsafe { &mut *vm };
    let Some(object) = object.as_object().filter(|_| key.is_int()) else { return Value::EMPTY };
    array_like::number(array_like::previous_candidate(vm, object, key.as_int() as u64))
}

unsafe extern "C" fn species_list(vm: *mut Vm, object: Value, length: Value, _: Value) -> Value {
    // SAFETY: as above.
    let vm = unsafe { &mut *vm };
    let Some(object) = object.as_object().filter(|_| length.is_int()) else { return Value::EMPTY };
    answer(vm, |vm| {
        let list = array_like::species_list(vm, object, length.as_int() as u64)?;
        Ok(list.map_or(Value::EMPTY, Object::value))
    })
}

/// An operator of two BigInts.
///
/// # Safety
/// Compiled code passes its own VM.
#[inline(always)]
unsafe fn of_bigints(vm: *mut Vm, left: Value, right: Value, operation: BinaryOperation) -> Value {
    let (Some(left), Some(right)) = (left.as_bigint(), right.as_bigint()) else { return Value::EMPTY };
    // SAFETY: the caller's promise.
    answer(unsafe { &mut *vm }, |vm| operation(vm, left, right).map(JsBigInt::value))
}

/// The low bits of a BigInt, as many as an int32 says.
///
/// # Safety
/// Compiled code passes its own VM.
#[inline(always)]
unsafe fn wrapped(
    vm: *mut Vm,
    bits: Value,
    integer: Value,
    operation: fn(&mut Vm, u64, JsBigInt) -> JsResult<JsBigInt>,
) -> Value {
    let Some(integer) = integer.as_bigint() else { return Value::EMPTY };
    if !bits.is_int() || bits.as_int() < 0 {
        return Value::EMPTY;
    }
    // SAFETY: the caller's promise.
    answer(unsafe { &mut *vm }, |vm| operation(vm, bits.as_int() as u64, integer).map(JsBigInt::value))
}

unsafe extern "C" fn bigint_add(vm: *mut Vm, left: Value, right: Value, _: Value) -> Value {
    // SAFETY: compiled code keeps the promise.
    unsafe { of_bigints(vm, left, right, bigint::add) }
}

unsafe extern "C" fn bigint_and(vm: *mut Vm, left: Value, right: Value, _: Value) -> Value {
    // SAFETY: compiled code keeps the promise.
    unsafe { of_bigints(vm, left, right, bigint::and) }
}

unsafe extern "C" fn bigint_as_int_n(vm: *mut Vm, bits: Value, integer: Value, _: Value) -> Value {
    // SAFETY: compiled code keeps the promise.
    unsafe { wrapped(vm, bits, integer, bigint::as_int_n) }
}

unsafe extern "C" fn bigint_as_uint_n(vm: *mut Vm, bits: Value, integer: Value, _: Value) -> Value {
    // SAFETY: compiled code keeps the promise.
    unsafe { wrapped(vm, bits, integer, bigint::as_uint_n) }
}

unsafe extern "C" fn bigint_div(vm: *mut Vm, left: Value, right: Value, _: Value) -> Value {
    // SAFETY: compiled code keeps the promise.
    unsafe { of_bigints(vm, left, right, bigint::div) }
}

unsafe extern "C" fn bigint_mul(vm: *mut Vm, left: Value, right: Value, _: Value) -> Value {
    // SAFETY: compiled code keeps the promise.
    unsafe { of_bigints(vm, left, right, bigint::mul) }
}

unsafe extern "C" fn bigint_or(vm: *mut Vm, left: Value, right: Value, _: Value) -> Value {
    // SAFETY: compiled code keeps the promise.
    unsafe { of_bigints(vm, left, right, bigint::or) }
}

unsafe extern "C" fn bigint_rem(vm: *mut Vm, left: Value, right: Value, _: Value) -> Value {
    // SAFETY: compiled code keeps the promise.
    unsafe { of_bigints(vm, left, right, bigint::rem) }
}

unsafe extern "C" fn bigint_shl(vm: *mut Vm, left: Value, right: Value, _: Value) -> Value {
    // SAFETY: compiled code keeps the promise.
    unsafe { of_bigints(vm, left, right, bigint::shl) }
}

unsafe extern "C" fn bigint_shr(vm: *mut Vm, left: Value, right: Value, _: Value) -> Value {
    // SAFETY: compiled code keeps the promise.
    unsafe { of_bigints(vm, left, right, bigint::shr) }
}

unsafe extern "C" fn bigint_sub(vm: *mut Vm, left: Value, right: Value, _: Value) -> Value {
    // SAFETY: compiled code keeps the promise.
    unsafe { of_bigints(vm, left, right, bigint::sub) }
}

unsafe extern "C" fn bigint_xor(vm: *mut Vm, left: Value, right: Value, _: Value) -> Value {
    // SAFETY: compiled code keeps the promise.
    unsafe { of_bigints(vm, left, right, bigint::xor) }
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

unsafe extern "C" fn math_random(vm: *mut Vm, _: Value, _: Value, _: Value) -> Value {
    // SAFETY: compiled code passes its own VM.
    Value::number(unsafe { (*vm).builtins.random.next_f64() })
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

/// A key of a property, where no conversion runs anything. The string may become an atom.
fn key_of(vm: &mut Vm, value: Value) -> JsResult<Option<PropertyKey>> {
    if let Some(key) = PropertyKey::from_value(vm, value) {
        return Ok(Some(key));
    }
    match value.as_string() {
        Some(text) => PropertyKey::from_string(vm, text).map(Some),
        None => Ok(None),
    }
}

/// An object that answers for its own properties without running JavaScript, and that stays as it is: one that is lazy would get a shape of which the
/// caller, compiled code, knows nothing.
fn answers_as_it_is(object: &Object) -> bool {
    !object.is_kind(CellKind::Proxy) && !object.header().has_flag(FLAG_LAZY)
}

/// An object of which its shape tells all named properties.
fn is_plain(object: Object) -> bool {
    object.is_kind(CellKind::Object) && !object.is_exotic() && !object.header().has_flag(FLAG_LAZY)
}

unsafe extern "C" fn has_own(vm: *mut Vm, object: Value, key: Value, _: Value) -> Value {
    // SAFETY: compiled code passes its own VM.
    let vm = unsafe { &mut *vm };
    let Some(object) = object.as_object().filter(answers_as_it_is) else { return Value::EMPTY };
    answer(vm, |vm| {
        let Some(key) = key_of(vm, key)? else { return Ok(Value::EMPTY) };
        if key.is_index() || !is_plain(object) {
            return ordinary::has_own(object, vm, key).map(Value::bool);
        }
        Ok(Value::bool(object.own_named(key).is_some()))
    })
}

/// The key comes first.
unsafe extern "C" fn has_property(vm: *mut Vm, key: Value, object: Value, _: Value) -> Value {
    // SAFETY: as above.
    let vm = unsafe { &mut *vm };
    let Some(object) = object.as_object().filter(chain_answers_as_it_is) else { return Value::EMPTY };
    answer(vm, |vm| {
        let Some(key) = key_of(vm, key)? else { return Ok(Value::EMPTY) };
        if !key.is_index()
            && let Some(found) = object.lookup(key)
        {
            return Ok(Value::bool(found != Lookup::Absent));
        }
        object.has_property(vm, key).map(Value::bool)
    })
}

unsafe extern "C" fn reflect_get(vm: *mut Vm, object: Value, key: Value, _: Value) -> Value {
    // SAFETY: as above.
    let vm = unsafe { &mut *vm };
    let Some(object) = object.as_object() else { return Value::EMPTY };
    let Some(key) = PropertyKey::from_value(vm, key) else { return Value::EMPTY };
    let array = object.as_array();
    if let Some(index) = key.as_index() {
        if let Some(value) = object.fast_element(index) {
            return value;
        }
        let is_absent = array.is_some() && object.element_kind().is_fast() && !vm.may_inherit_elements(object);
        return if is_absent { Value::UNDEFINED } else { Value::EMPTY };
    }
    if let Some(array) = array.filter(|_| key == vm.names.length) {
        return Value::from_u32(array.length.get());
    }
    if object.is_exotic() {
        return Value::EMPTY;
    }
    if let Some(value) = find_named(vm, object, key) {
        return value;
    }
    if !chain_answers_as_it_is(&object) {
        return Value::EMPTY;
    }
    answer(vm, |vm| {
        learn_named(vm, object, key)?;
        Ok(find_named(vm, object, key).unwrap_or(Value::EMPTY))
    })
}

/// The same of all objects on its prototype chain.
pub(super) fn chain_answers_as_it_is(object: &Object) -> bool {
    let mut link = Some(*object);
    while let Some(holder) = link {
        if !answers_as_it_is(&holder) {
            return false;
        }
        link = holder.shape().prototype();
    }
    true
}

unsafe extern "C" fn object_create(vm: *mut Vm, prototype: Value, _: Value, _: Value) -> Value {
    // SAFETY: as above.
    let vm = unsafe { &mut *vm };
    let object = prototype.as_object();
    if object.is_none() && !prototype.is_null() {
        return Value::EMPTY;
    }
    answer(vm, |vm| vm.new_object_with_prototype(object).map(Object::value))
}

unsafe extern "C" fn number_is_finite(_: *mut Vm, value: Value, _: Value, _: Value) -> Value {
    Value::bool(value.is_number() && value.as_number().is_finite())
}

unsafe extern "C" fn number_is_integer(_: *mut Vm, value: Value, _: Value, _: Value) -> Value {
    Value::bool(value.is_number() && is_integral(value.as_number()))
}

unsafe extern "C" fn object_get_prototype_of(_: *mut Vm, value: Value, _: Value, _: Value) -> Value {
    match value.as_object() {
        Some(object) if !object.is_kind(CellKind::Proxy) => {
            object.shape().prototype().map_or(Value::NULL, Object::value)
        }
        _ => Value::EMPTY,
    }
}

unsafe extern "C" fn object_keys(vm: *mut Vm, object: Value, _: Value, _: Value) -> Value {
    // SAFETY: as above.
    let vm = unsafe { &mut *vm };
    let Some(object) = object.as_object().filter(answers_as_it_is) else { return Value::EMPTY };
    answer(vm, |vm| Ok(plain_own_keys(vm, object)?.unwrap_or(Value::EMPTY)))
}

unsafe extern "C" fn object_to_string(vm: *mut Vm, value: Value, _: Value, _: Value) -> Value {
    // SAFETY: as above.
    answer(unsafe { &mut *vm }, |vm| Ok(known_builtin_tag(vm, value)?.map_or(Value::EMPTY, PropertyKey::word)))
}

/// The text of a primitive value, where it is no symbol.
fn primitive_text(vm: &mut Vm, value: Value) -> JsResult<Option<JsString>> {
    match value.as_string() {
        Some(text) => Ok(Some(text)),
        None if value.is_object() || value.is_symbol() => Ok(None),
        None => convert::to_string_slow(vm, value).map(Some),
    }
}

unsafe extern "C" fn regexp_copy(vm: *mut Vm, original: Value, _: Value, _: Value) -> Value {
    let Some(original) = original.as_object() else { return Value::EMPTY };
    // SAFETY: as above.
    answer(unsafe { &mut *vm }, |vm| vm.copy_regexp(original).map(Object::value))
}

unsafe extern "C" fn regexp_exec(vm: *mut Vm, this: Value, text: Value, _: Value) -> Value {
    // SAFETY: as above.
    let vm = unsafe { &mut *vm };
    let Some(regexp) = this.as_object().filter(|regexp| vm.is_matched_plainly(*regexp)) else { return Value::EMPTY };
    answer(vm, |vm| match primitive_text(vm, text)? {
        Some(text) => regexp::builtin_exec(vm, regexp, text),
        None => Ok(Value::EMPTY),
    })
}

unsafe extern "C" fn regexp_test(vm: *mut Vm, this: Value, text: Value, _: Value) -> Value {
    // SAFETY: as above.
    let vm = unsafe { &mut *vm };
    let Some(regexp) = this.as_object().filter(|regexp| vm.is_matched_plainly(*regexp)) else { return Value::EMPTY };
    answer(vm, |vm| match primitive_text(vm, text)? {
        Some(text) => regexp::builtin_test(vm, regexp, text).map(Value::bool),
        None => Ok(Value::EMPTY),
    })
}

unsafe extern "C" fn string_compare(vm: *mut Vm, left: Value, right: Value, _: Value) -> Value {
    let (Some(left), Some(right)) = (left.as_string(), right.as_string()) else { return Value::EMPTY };
    // SAFETY: as above.
    answer(unsafe { &mut *vm }, |vm| Ok(Value::int(string::compare(vm, left, right)? as i32)))
}

/// Of decimal digits alone that are an int32, and of numbers whose texts begin with one.
unsafe extern "C" fn parse_int(_: *mut Vm, text: Value, _: Value, _: Value) -> Value {
    /// So many digits are an int32, whatever they are.
    const SAFE: usize = 9;
    /// The int32s' limit.
    const LIMIT: f64 = 2147483648.0;
    if text.is_int() {
        return text;
    }
    // Below 1 there may be an exponent, or -0.
    if text.is_double() && (1.0..LIMIT).contains(&text.as_double().abs()) {
        return Value::int(text.as_double() as i32);
    }
    let Some(text) = text.as_string() else { return Value::EMPTY };
    let Some(StrView::Latin1(digits)) = text.flat_view() else { return Value::EMPTY };
    if digits.is_empty() || digits.len() > SAFE || !digits.iter().all(u8::is_ascii_digit) {
        return Value::EMPTY;
    }
    Value::int(digits.iter().fold(0, |number, digit| 10 * number + i32::from(digit - b'0')))
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

/// Of a string, at an int32.
unsafe extern "C" fn string_code_point_at(vm: *mut Vm, this: Value, index: Value, _: Value) -> Value {
    // SAFETY: as for `units`.
    let (vm, string) = unsafe { (&mut *vm, JsString::from_cell(this.as_cell())) };
    if !index.is_int() {
        return Value::EMPTY;
    }
    match usize::try_from(index.as_int()).ok().filter(|&index| index < string.len()) {
        Some(index) => answer(vm, |vm| Ok(Value::int(string.view(vm)?.code_point_at(index).value as i32))),
        None => Value::UNDEFINED,
    }
}

/// Of an int32.
unsafe extern "C" fn string_from_code_point(vm: *mut Vm, code_point: Value, _: Value, _: Value) -> Value {
    // SAFETY: compiled code passes its own VM.
    let vm = unsafe { &mut *vm };
    if !code_point.is_int() || !(0..=char::MAX as i32).contains(&code_point.as_int()) {
        return Value::EMPTY;
    }
    answer(vm, |vm| JsString::from_code_point(vm, code_point.as_int() as u32).map(JsString::value))
}

/// Of a string, at its end.
unsafe extern "C" fn string_ends_with(vm: *mut Vm, this: Value, needle: Value, end: Value) -> Value {
    // SAFETY: as for `units`.
    let (vm, string) = unsafe { (&mut *vm, JsString::from_cell(this.as_cell())) };
    let Some(needle) = needle.as_string().filter(|_| end.is_undefined()) else { return Value::EMPTY };
    answer(vm, |vm| {
        let (text, needle) = (string.view(vm)?, needle.view(vm)?);
        Ok(Value::bool(text.ends_with(needle)))
    })
}

/// Of a string, from its end.
unsafe extern "C" fn string_last_index_of(vm: *mut Vm, this: Value, needle: Value, from: Value) -> Value {
    // SAFETY: as for `units`.
    let (vm, string) = unsafe { (&mut *vm, JsString::from_cell(this.as_cell())) };
    let Some(needle) = needle.as_string().filter(|_| from.is_undefined()) else { return Value::EMPTY };
    answer(vm, |vm| {
        let (text, needle) = (string.view(vm)?, needle.view(vm)?);
        Ok(text.last_index_of(needle, text.len()).map_or(Value::int(-1), Value::from_usize))
    })
}

unsafe extern "C" fn string_to_lower_case(vm: *mut Vm, this: Value, _: Value, _: Value) -> Value {
    // SAFETY: as for `units`.
    let (vm, string) = unsafe { (&mut *vm, JsString::from_cell(this.as_cell())) };
    answer(vm, |vm| lower(vm, string).map(JsString::value))
}

unsafe extern "C" fn string_to_upper_case(vm: *mut Vm, this: Value, _: Value, _: Value) -> Value {
    // SAFETY: as for `units`.
    let (vm, string) = unsafe { (&mut *vm, JsString::from_cell(this.as_cell())) };
    answer(vm, |vm| upper(vm, string).map(JsString::value))
}

/// Of a string, from an int32 on.
unsafe extern "C" fn string_index_of(vm: *mut Vm, this: Value, needle: Value, from: Value) -> Value {
    // SAFETY: as for `units`.
    let (vm, string) = unsafe { (&mut *vm, JsString::from_cell(this.as_cell())) };
    let Some(needle) = needle.as_string() else { return Value::EMPTY };
    let from = match from {
        Value::UNDEFINED => 0,
        from if from.is_int() => (from.as_int().max(0) as usize).min(string.len()),
        _ => return Value::EMPTY,
    };
    answer(vm, |vm| {
        let (text, needle) = (string.view(vm)?, needle.view(vm)?);
        Ok(text.index_of(needle, from).map_or(Value::int(-1), Value::from_usize))
    })
}

/// Of a string, from an int32 on.
unsafe extern "C" fn string_includes(vm: *mut Vm, this: Value, needle: Value, from: Value) -> Value {
    // SAFETY: compiled code keeps the promise.
    match unsafe { string_index_of(vm, this, needle, from) } {
        Value::EMPTY => Value::EMPTY,
        place => Value::bool(place.as_int() >= 0),
    }
}

/// Of a string, at its beginning or at an int32.
unsafe extern "C" fn string_starts_with(vm: *mut Vm, this: Value, needle: Value, from: Value) -> Value {
    // SAFETY: as for `units`.
    let (vm, string) = unsafe { (&mut *vm, JsString::from_cell(this.as_cell())) };
    let Some(needle) = needle.as_string().filter(|_| from.is_undefined() || from.is_int()) else { return Value::EMPTY };
    let from = if from.is_int() { from.as_int().max(0) as usize } else { 0 };
    answer(vm, |vm| {
        let (text, needle) = (string.view(vm)?, needle.view(vm)?);
        Ok(Value::bool(text.slice_from(from.min(text.len())).starts_with(needle)))
    })
}

unsafe extern "C" fn to_number(vm: *mut Vm, value: Value, _: Value, _: Value) -> Value {
    if value.is_object() || value.is_symbol() || value.is_bigint() {
        return Value::EMPTY;
    }
    // SAFETY: compiled code passes its own VM.
    answer(unsafe { &mut *vm }, |vm| convert::to_number(vm, value).map(Value::number))
}

unsafe extern "C" fn to_string(vm: *mut Vm, value: Value, _: Value, _: Value) -> Value {
    if value.is_string() {
        return value;
    }
    // SAFETY: compiled code passes its own VM.
    answer(unsafe { &mut *vm }, |vm| Ok(primitive_text(vm, value)?.map_or(Value::EMPTY, JsString::value)))
}

unsafe extern "C" fn string_trim(vm: *mut Vm, this: Value, _: Value, _: Value) -> Value {
    // SAFETY: as for `units`.
    let (vm, string) = unsafe { (&mut *vm, JsString::from_cell(this.as_cell())) };
    answer(vm, |vm| {
        let (from, to) = trimmed_range(string.view(vm)?, true, true);
        part(vm, string, from, to)
    })
}

unsafe extern "C" fn string_slice(vm: *mut Vm, this: Value, from: Value, to: Value) -> Value {
    // SAFETY: compiled code keeps the promise.
    unsafe { units(vm, this, from, to, false) }
}

unsafe extern "C" fn string_substring(vm: *mut Vm, this: Value, from: Value, to: Value) -> Value {
    // SAFETY: as above.
    unsafe { units(vm, this, from, to, true) }
}
