//! Array-likes: one element by index on any object, lengths, species and relative indices. The specification's operations as array
//! methods use them, with the short way first.

use crate::native::{Args, NativeFn, NativeFunction};
use crate::numeric::convert::{MAX_SAFE_INTEGER, relative_index};
use crate::object::property::Accessor;
use crate::object::{Object, array, typed_array};
use crate::runtime::{convert, operations};
use crate::string::PropertyKey;
use crate::vm::Vm;
use crate::{JsResult, Value, ValueExt};
use abi::cell::{CellKind, FLAG_LENGTH_READONLY, FLAG_PROTOTYPE};
use abi::context::COUNTER_RELOAD;

/// The greatest array index.
const MAX_INDEX: u64 = u32::MAX as u64 - 1;

/// Whether a missing element of this object is missing for good: it has fast elements, and there is nothing to inherit.
#[inline(always)]
fn holes_are_absent(vm: &Vm, object: Object) -> bool {
    !vm.may_inherit_elements(object)
        && matches!(object.kind(), CellKind::Array | CellKind::Object)
        && object.element_kind().is_fast()
}

/// Serves the requests of other threads now and then: a walk over an array-like may have 2^53 steps.
#[inline]
fn poll(vm: &mut Vm) -> JsResult<()> {
    let counter = vm.context.counter.get() - 1;
    vm.context.counter.set(counter);
    if counter > 0 {
        return Ok(());
    }
    vm.context.counter.set(COUNTER_RELOAD);
    vm.handle_requests()
}

/// Get(O, k)
#[inline(always)]
pub fn get(vm: &mut Vm, object: Object, index: u64) -> JsResult {
    if index <= MAX_INDEX
        && let Some(value) = object.fast_element(index as u32)
    {
        return Ok(value);
    }
    get_slow(vm, object, index)
}

#[inline(never)]
fn get_slow(vm: &mut Vm, object: Object, index: u64) -> JsResult {
    if let Some(array) = object.downcast::<typed_array::TypedArrayObject>() {
        return typed_array::get_element(vm, &array, index as usize);
    }
    poll(vm)?;
    if index <= MAX_INDEX && holes_are_absent(vm, object) {
        return Ok(Value::UNDEFINED);
    }
    let key = PropertyKey::from_u64_index(vm, index)?;
    object.get(vm, key)
}

/// HasProperty(O, k), and if so Get(O, k).
#[inline(always)]
pub fn get_if_present(vm: &mut Vm, object: Object, index: u64) -> JsResult<Option<Value>> {
    if index <= MAX_INDEX
        && let Some(value) = object.fast_element(index as u32)
    {
        return Ok(Some(value));
    }
    get_if_present_slow(vm, object, index)
}

#[inline(never)]
fn get_if_present_slow(vm: &mut Vm, object: Object, index: u64) -> JsResult<Option<Value>> {
    poll(vm)?;
    if index <= MAX_INDEX && holes_are_absent(vm, object) {
        return Ok(None);
    }
    let key = PropertyKey::from_u64_index(vm, index)?;
    if object.has_property(vm, key)? { object.get(vm, key).map(Some) } else { Ok(None) }
}

/// Set(O, k, v, true)
#[inline]
pub fn set(vm: &mut Vm, object: Object, index: u64, value: Value) -> JsResult<()> {
    if index <= MAX_INDEX {
        if object.overwrite_element(vm, index as u32, value)? {
            return Ok(());
        }
        if !vm.may_inherit_elements(object) && is_appending(object, index) {
            return append(vm, object, index as u32, value);
        }
    }
    poll(vm)?;
    let key = PropertyKey::from_u64_index(vm, index)?;
    object.set(vm, key, value, true)
}

/// Whether the index is an array's length, and a property there can be created by storing it: elements of a fast kind are
/// extensible.
#[inline(always)]
fn is_appending(object: Object, index: u64) -> bool {
    object.as_array().is_some_and(|array| index == array.length.get() as u64)
        && index <= MAX_INDEX
        && object.element_kind().is_fast()
        && !object.header().has_flag(FLAG_LENGTH_READONLY)
}

#[inline(always)]
fn append(vm: &mut Vm, object: Object, index: u32, value: Value) -> JsResult<()> {
    if !object.header().has_flag(FLAG_PROTOTYPE) && object.append_in_place(vm, index, value) {
        return Ok(());
    }
    object.push_raw(vm, index, value)
}

/// CreateDataPropertyOrThrow(O, k, v)
#[inline]
pub fn create(vm: &mut Vm, object: Object, index: u64, value: Value) -> JsResult<()> {
    if is_appending(object, index) {
        return append(vm, object, index as u32, value);
    }
    if index <= MAX_INDEX && object.overwrite_element(vm, index as u32, value)? {
        return Ok(());
    }
    let key = PropertyKey::from_u64_index(vm, index)?;
    object.create_data_property_or_throw(vm, key, value)
}

/// DeletePropertyOrThrow(O, k)
pub fn delete(vm: &mut Vm, object: Object, index: u64) -> JsResult<()> {
    poll(vm)?;
    let key = PropertyKey::from_u64_index(vm, index)?;
    object.delete_property_or_throw(vm, key)
}

/// Moves what is at `from`, also if it is nothing, to `to`: the inner step of shift, splice, unshift and copyWithin.
pub fn relocate(vm: &mut Vm, object: Object, from: u64, to: u64) -> JsResult<()> {
    match get_if_present(vm, object, from)? {
        Some(value) => set(vm, object, to, value),
        None => delete(vm, object, to),
    }
}

/// Set(O, "length", length, true)
pub fn set_length(vm: &mut Vm, object: Object, length: u64) -> JsResult<()> {
    if length <= u32::MAX as u64
        && object.is_kind(CellKind::Array)
        && object.element_kind().is_fast()
        && !object.header().has_flag(FLAG_LENGTH_READONLY)
    {
        array::set_length(object, vm, length as u32)?;
        return Ok(());
    }
    object.set(vm, vm.names.length, Value::number(length as f64), true)
}

/// The receiver as an object, and its length.
#[inline]
pub fn this_and_length(vm: &mut Vm, args: Args) -> JsResult<(Object, u64)> {
    let object = convert::to_object(vm, args.this())?;
    let length = object.length_of_array_like(vm)?;
    Ok((object, length))
}

/// An index or a length as a number.
#[inline(always)]
pub fn number(n: u64) -> Value {
    Value::from_usize(n as usize)
}

/// The argument as a function; TypeError if it is none.
#[inline(always)]
pub fn callable(vm: &mut Vm, f: Value) -> JsResult<Value> {
    if f.is_callable() { Ok(f) } else { Err(vm.throw_not_callable(f)) }
}

/// A relative index (negative: from the end), clamped to `0..=length`.
#[inline]
pub fn relative(vm: &mut Vm, v: Value, length: u64) -> JsResult<u64> {
    let relative = convert::to_integer_or_infinity(vm, v)?;
    Ok(relative_index(relative, length))
}

/// A relative end: undefined is the length.
#[inline]
pub fn relative_end(vm: &mut Vm, v: Value, length: u64) -> JsResult<u64> {
    if v.is_undefined() { Ok(length) } else { relative(vm, v, length) }
}

/// TypeError if a length is beyond 2^53 - 1.
pub fn check_length(vm: &mut Vm, length: u64) -> JsResult<()> {
    if length > MAX_SAFE_INTEGER {
        return Err(vm.throw_type_error("Pushing elements on an array-like beyond its greatest length is disallowed"));
    }
    Ok(())
}

/// get Array[%Symbol.species%] (sec. 23.1.2.5)
// Compared by its address: inlined, it would have one in each place.
#[inline(never)]
pub fn species(_: &mut Vm, args: Args) -> JsResult {
    Ok(args.this())
}

/// Whether ArraySpeciesCreate on this array would make a plain array, without asking anything observable.
pub fn has_plain_species(vm: &mut Vm, original: Object) -> bool {
    let realm = vm.realm();
    let prototype = realm.array_prototype;
    let shape = original.shape();
    if !original.is_kind(CellKind::Array) || shape.prototype() != Some(prototype) {
        return false;
    }
    let name = vm.names.constructor;
    if !shape.ptr_eq(realm.array_shape) && shape.lookup(name).is_some() {
        return false;
    }
    let constructor = realm.array_constructor;
    let versions = [Version::of(prototype), Version::of(constructor)];
    let changes = Some(vm.constants.changes());
    let places = match &vm.builtins.species {
        Some(known) if known.versions == versions && known.changes == changes => return true,
        Some(known) if known.versions == versions => known.places,
        _ => {
            let (Some(to_constructor), Some(to_species)) =
                (prototype.own_named(name), constructor.own_named(vm.names.sym_species))
            else {
                return false;
            };
            let places = [to_constructor.slot, to_species.slot];
            vm.builtins.species = Some(SpeciesPlaces { versions, places, changes: None });
            places
        }
    };
    if prototype.slot(places[0]) != constructor.value() {
        return false;
    }
    let pair = constructor.slot(places[1]);
    if !pair.header().is_some_and(|header| header.is(CellKind::Accessor)) {
        return false;
    }
    let getter = Accessor::of(pair).get.get();
    let getter = getter.as_object().and_then(|f| f.downcast::<NativeFunction>());
    let is_plain = getter.is_some_and(|f| f.function as usize == species as NativeFn as usize);
    // What may be written without anybody's hearing of it is looked at each time.
    if is_plain && vm.expect_constant(prototype, name) && vm.expect_constant(constructor, vm.names.sym_species) {
        vm.builtins.species = Some(SpeciesPlaces { versions, places, changes: Some(vm.constants.changes()) });
    }
    is_plain
}

/// What tells whether an object has got other properties since.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Version {
    serial: u32,
    table: (usize, usize),
}

impl Version {
    #[inline]
    pub fn of(object: Object) -> Version {
        let shape = object.shape();
        Version { serial: shape.serial, table: shape.table_version() }
    }
}

/// The slots of `Array.prototype.constructor` and `Array[Symbol.species]` in objects of these versions.
pub struct SpeciesPlaces {
    versions: [Version; 2],
    places: [u32; 2],
    /// While no constant has changed since then, they hold what they held.
    changes: Option<u32>,
}

/// ArraySpeciesCreate (sec. 10.4.2.2)
pub fn array_species_create(vm: &mut Vm, original: Object, length: u64) -> JsResult<Object> {
    if has_plain_species(vm, original) || !operations::is_array(vm, original.value())? {
        return vm.array_create(length as f64, None);
    }
    let mut constructor = original.get(vm, vm.names.constructor)?;
    if let Some(c) = constructor.as_object().filter(|c| c.is_constructor()) {
        let realm = operations::get_function_realm(vm, c)?;
        // Another realm's %Array% is as good as this one's.
        if !realm.ptr_eq(vm.realm()) && c == realm.array_constructor {
            constructor = Value::UNDEFINED;
        }
    }
    if let Some(c) = constructor.as_object() {
        constructor = c.get(vm, vm.names.sym_species)?;
        if constructor.is_null() {
            constructor = Value::UNDEFINED;
        }
    }
    if constructor.is_undefined() {
        return vm.array_create(length as f64, None);
    }
    match constructor.as_object() {
        Some(c) if c.is_constructor() => vm.construct(c, &[number(length)], None),
        _ => Err(vm.throw_type_error("object.constructor[Symbol.species] is not a constructor")),
    }
}

/// Where ArraySpeciesCreate would make a plain array without asking anything observable: an empty one, with room for so many elements, for a caller that
/// defines them in ascending order and sets the length in the end.
pub fn species_list(vm: &mut Vm, original: Object, length: u64) -> JsResult<Option<Object>> {
    /// More room than this is made when it is needed.
    const ROOM: u64 = 1 << 16;
    // What is no array, and no proxy, has no species.
    let is_plain =
        has_plain_species(vm, original) || !original.is_kind(CellKind::Array) && !original.is_kind(CellKind::Proxy);
    if !is_plain || length > u32::MAX as u64 {
        return Ok(None);
    }
    vm.new_array_with_capacity(length.min(ROOM) as u32).map(Some)
}

/// The least index from `k` on at which there may be an element; for walks over sparse arrays. `k` itself where nothing is known.
#[inline(never)]
pub fn next_candidate(vm: &Vm, object: Object, k: u64) -> u64 {
    if vm.may_inherit_elements(object) || !object.is_kind(CellKind::Array) {
        return k;
    }
    if object.element_kind().is_fast() {
        return if k < object.elements().length.get() as u64 { k } else { u64::MAX };
    }
    let Some(dictionary) = object.dictionary_elements() else { return k };
    if k > MAX_INDEX {
        return u64::MAX;
    }
    dictionary.map().range(k as u32..).next().map_or(u64::MAX, |(&i, _)| i as u64)
}

/// One past the greatest index below `k` at which there may be an element; `k` where nothing is known.
#[inline(never)]
pub fn previous_candidate(vm: &Vm, object: Object, k: u64) -> u64 {
    if vm.may_inherit_elements(object) || !object.is_kind(CellKind::Array) {
        return k;
    }
    if object.element_kind().is_fast() {
        return k.min(object.elements().length.get() as u64);
    }
    let Some(dictionary) = object.dictionary_elements() else { return k };
    let below = k.min(MAX_INDEX + 1) as u32;
    dictionary.map().range(..below).next_back().map_or(0, |(&i, _)| i as u64 + 1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::options::Options;

    /// The getter is known by its address, which a function may have several of.
    #[test]
    fn plain_arrays_have_plain_species() {
        let mut vm = Vm::new(Options::default()).expect("a VM");
        let array = vm.new_array(&[Value::int(1)]).expect("an array");
        assert!(has_plain_species(&mut vm, array));
        let (name, object) = (vm.names.constructor, vm.realm().object_prototype);
        assert!(!has_plain_species(&mut vm, object));
        array.set(&mut vm, name, Value::UNDEFINED, true).expect("a property");
        assert!(!has_plain_species(&mut vm, array));
    }
}
