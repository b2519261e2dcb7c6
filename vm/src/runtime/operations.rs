//! Operations on objects (ECMA-262 section 7.3), with IsArray and the group-by operations.
//!
//! What the essential internal methods leave to their callers: assignment that throws, methods that may be absent, lists from
//! array-likes, species, integrity levels. Plain objects and arrays take a shorter way where nobody can see the difference.

use super::{convert, iterator, operators};
use crate::interp::cache;
use crate::native::NativeFunction;
use crate::object::function::{self, BoundFunction};
pub use crate::object::table::IntegrityLevel;
use crate::object::{Object, PropertyDescriptor};
use crate::realm::Realm;
use crate::string::{JsString, PropertyKey};
use crate::vm::Vm;
use crate::{JsResult, Value, ValueExt};
use abi::cell::{CellHeader, CellKind, FLAG_LENGTH_READONLY};
use gc::{Gc, RootedVec};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use std::cell::Cell;

/// What `EnumerableOwnProperties` collects.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PropertyCollection {
    Keys,
    Values,
    Entries,
}

/// How `GroupBy` makes keys of what the callback returns.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum KeyCoercion {
    /// ToPropertyKey; the keys are strings and symbols.
    Property,
    /// -0 becomes 0; the keys are any values.
    Collection,
}

/// What `GroupBy` gives: keys in order of first appearance, and for each its elements.
pub struct Groups {
    pub keys: RootedVec,
    pub elements: Vec<RootedVec>,
}

/// `Set(O, P, V, Throw)` (section 7.3.4).
pub fn set(vm: &mut Vm, object: Object, key: PropertyKey, value: Value, throw: bool) -> JsResult<()> {
    if !object.set_with_receiver(vm, key, value, object.value())? && throw {
        return Err(vm.throw_set_failed(object.value(), key));
    }
    Ok(())
}

/// `CreateDataProperty(O, P, V)` (section 7.3.5).
pub fn create_data_property(vm: &mut Vm, object: Object, key: PropertyKey, value: Value) -> JsResult<bool> {
    if let Some(done) = create_plain(vm, object, key, value)? {
        return Ok(done);
    }
    object.define_own_property(vm, key, &PropertyDescriptor::data(value, true, true, true))
}

/// The short way of [`create_data_property`]: a new name on an ordinary object, the next index of an array. None: not one of those.
#[inline]
fn create_plain(vm: &mut Vm, object: Object, key: PropertyKey, value: Value) -> JsResult<Option<bool>> {
    match (object.kind(), key.as_index()) {
        (CellKind::Object, None) => {
            let shape = object.shape();
            if !shape.is_extensible() || object.is_exotic() || shape.lookup(key).is_some() {
                return Ok(None);
            }
            object.add_named(vm, key, value, crate::object::table::DEFAULT)?;
            Ok(Some(true))
        }
        (CellKind::Array, Some(index)) => {
            let Some(array) = object.as_array() else { return Ok(None) };
            let next = index == array.length.get()
                && object.element_kind().is_fast()
                && !object.header().has_flag(FLAG_LENGTH_READONLY)
                && object.shape().is_extensible();
            if !next {
                return Ok(None);
            }
            object.push(vm, value)?;
            Ok(Some(true))
        }
        _ => Ok(None),
    }
}

/// `CreateDataPropertyOrThrow(O, P, V)` (section 7.3.6).
pub fn create_data_property_or_throw(vm: &mut Vm, object: Object, key: PropertyKey, value: Value) -> JsResult<()> {
    if create_data_property(vm, object, key, value)? { Ok(()) } else { Err(vm.throw_define_failed(object, key)) }
}

/// `CreateNonEnumerableDataPropertyOrThrow(O, P, V)` (section 7.3.7).
pub fn create_non_enumerable_data_property_or_throw(
    vm: &mut Vm,
    object: Object,
    key: PropertyKey,
    value: Value,
) -> JsResult<()> {
    define_property_or_throw(vm, object, key, &PropertyDescriptor::data(value, true, false, true))
}

/// `DefinePropertyOrThrow(O, P, desc)` (section 7.3.8).
pub fn define_property_or_throw(
    vm: &mut Vm,
    object: Object,
    key: PropertyKey,
    descriptor: &PropertyDescriptor,
) -> JsResult<()> {
    if object.define_own_property(vm, key, descriptor)? { Ok(()) } else { Err(vm.throw_define_failed(object, key)) }
}

/// `DeletePropertyOrThrow(O, P)` (section 7.3.9).
pub fn delete_property_or_throw(vm: &mut Vm, object: Object, key: PropertyKey) -> JsResult<()> {
    if object.delete(vm, key)? { Ok(()) } else { Err(vm.throw_delete_failed(object, key)) }
}

/// `HasOwnProperty(O, P)` (section 7.3.12).
pub fn has_own_property(vm: &mut Vm, object: Object, key: PropertyKey) -> JsResult<bool> {
    Ok(object.get_own_property(vm, key)?.is_some())
}

/// `SetIntegrityLevel(O, level)` (section 7.3.15).
pub fn set_integrity_level(vm: &mut Vm, object: Object, level: IntegrityLevel) -> JsResult<bool> {
    if is_ordinary(object) {
        object.reify(vm)?;
        // Attributes can always be taken away.
        vm.spend(object.shape().table_version().0 + object.elements_end() as usize)?;
        object.set_named_integrity(vm, level)?;
        object.set_element_integrity(vm, level)?;
        return Ok(true);
    }
    if !object.prevent_extensions(vm)? {
        return Ok(false);
    }
    let keys = object.own_property_keys(vm)?;
    for i in 0..keys.len() {
        vm.spend(1)?;
        let key = keys.get(i);
        let mut descriptor = PropertyDescriptor { configurable: Some(false), ..Default::default() };
        if level == IntegrityLevel::Frozen {
            let Some(current) = object.get_own_property(vm, key)? else { continue };
            if !current.is_accessor() {
                descriptor.writable = Some(false);
            }
        }
        define_property_or_throw(vm, object, key, &descriptor)?;
    }
    Ok(true)
}

/// Its shape and its elements say what its properties are.
fn is_ordinary(object: Object) -> bool {
    matches!(object.kind(), CellKind::Object | CellKind::Array) && !object.is_exotic()
}

/// `TestIntegrityLevel(O, level)` (section 7.3.16).
pub fn test_integrity_level(vm: &mut Vm, object: Object, level: IntegrityLevel) -> JsResult<bool> {
    if object.is_extensible(vm)? {
        return Ok(false);
    }
    if is_ordinary(object) && object.elements_end() == 0 {
        vm.spend(object.shape().table_version().0)?;
        let mut holds = true;
        object.shape().for_each(|key, property| {
            holds &= key.is_private() || level.restrict(property.attributes) == property.attributes;
        });
        let has_length = level == IntegrityLevel::Frozen && object.as_array().is_some();
        return Ok(holds && (!has_length || object.header().has_flag(FLAG_LENGTH_READONLY)));
    }
    let keys = object.own_property_keys(vm)?;
    for i in 0..keys.len() {
        vm.spend(1)?;
        let Some(current) = object.get_own_property(vm, keys.get(i))? else { continue };
        if current.configurable == Some(true) {
            return Ok(false);
        }
        if level == IntegrityLevel::Frozen && current.is_data() && current.writable == Some(true) {
            return Ok(false);
        }
    }
    Ok(true)
}

/// `LengthOfArrayLike(obj)` (section 7.3.18).
#[inline]
pub fn length_of_array_like(vm: &mut Vm, object: Object) -> JsResult<u64> {
    if let Some(array) = object.as_array() {
        return Ok(array.length.get() as u64);
    }
    let length = object.get(vm, vm.names.length)?;
    convert::to_length(vm, length)
}

/// `SpeciesConstructor(O, defaultConstructor)` (section 7.3.23).
pub fn species_constructor(vm: &mut Vm, object: Object, default: Object) -> JsResult<Object> {
    let constructor = object.get(vm, vm.names.constructor)?;
    if constructor.is_undefined() {
        return Ok(default);
    }
    let Some(constructor) = constructor.as_object() else {
        return Err(vm.throw_type_error("The .constructor property is not an object"));
    };
    let species = constructor.get(vm, vm.names.sym_species)?;
    if species.is_nullish() {
        return Ok(default);
    }
    match species.as_object() {
        Some(species) if species.is_constructor() => Ok(species),
        _ => Err(vm.throw_type_error("object.constructor[Symbol.species] is not a constructor")),
    }
}

/// `EnumerableOwnProperties(O, kind)` (section 7.3.24).
pub fn enumerable_own_properties(vm: &mut Vm, object: Object, kind: PropertyCollection) -> JsResult<RootedVec> {
    let keys = object.own_property_keys(vm)?;
    let mut properties = vm.heap.rooted_vec();
    for i in 0..keys.len() {
        vm.spend(1)?;
        let key = keys.get(i);
        if key.is_symbol() {
            continue;
        }
        match object.get_own_property(vm, key)? {
            Some(descriptor) if descriptor.enumerable == Some(true) => {}
            _ => continue,
        }
        if kind == PropertyCollection::Keys {
            let name = key.to_value(vm)?;
            properties.push(name);
            continue;
        }
        let value = object.get(vm, key)?;
        if kind == PropertyCollection::Values {
            properties.push(value);
        } else {
            let name = key.to_value(vm)?;
            let entry = vm.new_array(&[name, value])?;
            properties.push(entry.value());
        }
    }
    Ok(properties)
}

/// `SetFunctionName(F, name, prefix)` (section 10.2.9), for a function that has no name yet.
pub fn set_function_name(vm: &mut Vm, object: Object, key: PropertyKey, prefix: Option<&str>) -> JsResult<()> {
    let name = vm.function_name_string(key, prefix)?;
    vm.set_function_name(object, name)
}

/// `GetV(V, P)` (section 7.3.3): a property of any value but undefined and null, with the value itself as receiver.
pub fn get_v(vm: &mut Vm, v: Value, key: PropertyKey) -> JsResult {
    if let Some(object) = v.as_object() {
        return object.get(vm, key);
    }
    if let Some(text) = v.as_string() {
        if key == vm.names.length {
            return Ok(Value::from_usize(text.len()));
        }
        if let Some(index) = key.as_index()
            && (index as usize) < text.len()
        {
            let unit = text.unit_at(vm, index as usize)?;
            return JsString::from_char(vm, unit).map(JsString::value);
        }
    }
    match prototype_of_primitive(vm, v) {
        Some(prototype) => prototype.get_with_receiver(vm, key, v),
        None => Err(vm.throw_read_of_nullish(v, key)),
    }
}

/// The prototype of the wrapper that `ToObject` would make; None for undefined and null.
pub fn prototype_of_primitive(vm: &mut Vm, v: Value) -> Option<Object> {
    let realm = vm.realm();
    if v.is_number() {
        return Some(realm.number_prototype);
    }
    if v.is_bool() {
        return Some(realm.boolean_prototype);
    }
    match v.header()?.kind() {
        CellKind::String => Some(realm.string_prototype),
        CellKind::Symbol => Some(realm.symbol_prototype),
        CellKind::BigInt => Some(realm.bigint_prototype),
        _ => None,
    }
}

/// `GetMethod(V, P)` (section 7.3.11): None for undefined and null, else something callable.
pub fn get_method(vm: &mut Vm, v: Value, key: PropertyKey) -> JsResult<Option<Value>> {
    let method = get_v(vm, v, key)?;
    if method.is_nullish() {
        return Ok(None);
    }
    check_method(vm, method, v, key)?;
    Ok(Some(method))
}

/// TypeError unless what a value has by a name can be called.
pub fn check_method(vm: &mut Vm, method: Value, of: Value, key: PropertyKey) -> JsResult<()> {
    if method.is_callable() {
        return Ok(());
    }
    let (what, name, of) = (vm.describe(method), vm.describe_key(key), vm.describe(of));
    Err(vm.throw_type_error(format!("'{what}' returned for property '{name}' of object '{of}' is not a function")))
}

/// GetMethod of an object that is asked for the same again and again: by the cache that megamorphic sites share.
pub fn get_method_cached(vm: &mut Vm, object: Object, key: PropertyKey) -> JsResult<Option<Value>> {
    let found = if object.is_exotic() { None } else { cache::find_named(vm, object, key) };
    match found {
        Some(method) if method.is_callable() => Ok(Some(method)),
        Some(Value::UNDEFINED) => Ok(None),
        _ => {
            cache::learn_named(vm, object, key)?;
            get_method(vm, object.value(), key)
        }
    }
}

/// Whether GetMethod of an object would find nothing, and nobody would see that it was asked; false where that is not known.
pub fn lacks_method(vm: &mut Vm, object: Object, key: PropertyKey) -> JsResult<bool> {
    if object.is_exotic() {
        return Ok(false);
    }
    if cache::find_named(vm, object, key).is_none() {
        cache::learn_named(vm, object, key)?;
    }
    Ok(cache::find_named(vm, object, key) == Some(Value::UNDEFINED))
}

/// `Invoke(V, P, args)` (section 7.3.20).
pub fn invoke(vm: &mut Vm, v: Value, key: PropertyKey, args: &[Value]) -> JsResult {
    let method = get_v(vm, v, key)?;
    if !method.is_callable() {
        let (of, name) = (vm.describe(v), vm.describe_key(key));
        return Err(vm.throw_not_a_function(&format!("{of}.{name}")));
    }
    vm.call(method, v, args)
}

/// `IsArray(argument)` (section 7.2.2), through proxies.
pub fn is_array(vm: &mut Vm, v: Value) -> JsResult<bool> {
    let Some(mut object) = v.as_object() else { return Ok(false) };
    loop {
        match object.kind() {
            CellKind::Array => return Ok(true),
            CellKind::Proxy => match crate::object::proxy::target(object) {
                Some(target) => object = target,
                None => {
                    return Err(vm.throw_type_error("Cannot perform 'IsArray' on a proxy that has been revoked"));
                }
            },
            _ => return Ok(false),
        }
    }
}

/// `CreateArrayFromList(elements)` (section 7.3.17).
pub fn create_array_from_list(vm: &mut Vm, elements: &[Value]) -> JsResult<Object> {
    vm.new_array(elements)
}

/// `CreateListFromArrayLike(obj)` (section 7.3.19).
pub fn create_list_from_array_like(vm: &mut Vm, v: Value) -> JsResult<RootedVec> {
    let Some(object) = v.as_object() else {
        return Err(vm.throw_type_error("CreateListFromArrayLike called on non-object"));
    };
    let mut list = vm.heap.rooted_vec();
    if let Some(values) = plain_list(vm, &object) {
        list.extend(values.iter().map(|v| v.get()));
        return Ok(list);
    }
    let length = length_of_array_like(vm, object)?;
    if length > MAX_LIST {
        return Err(vm.throw_range_error("Invalid array length"));
    }
    for i in 0..length {
        let key = PropertyKey::from_u64_index(vm, i)?;
        let value = object.get(vm, key)?;
        list.push(value);
    }
    Ok(list)
}

/// The values of a packed array, or of an arguments object that nobody has changed, as they are kept.
#[inline]
pub fn plain_list<'a>(vm: &Vm, object: &'a Object) -> Option<&'a [Cell<Value>]> {
    if object.is_kind(CellKind::Arguments) {
        return crate::object::arguments::plain_values(vm, object);
    }
    object.packed_values()
}

/// `GetFunctionRealm(obj)` (section 7.3.25).
pub fn get_function_realm(vm: &mut Vm, function: Object) -> JsResult<Gc<Realm>> {
    let mut function = function;
    loop {
        match function.kind() {
            CellKind::BoundFunction => match function.downcast::<BoundFunction>().and_then(|f| f.target()) {
                Some(target) => function = target,
                None => return Ok(vm.realm()),
            },
            CellKind::Proxy => match crate::object::proxy::target(function) {
                Some(target) => function = target,
                None => {
                    return Err(vm.throw_type_error("Cannot perform 'get' on a proxy that has been revoked"));
                }
            },
            CellKind::Function => return Ok(realm_of_cell(vm, function::fields(function).realm.get())),
            CellKind::NativeFunction => {
                let realm = function.downcast::<NativeFunction>().map_or(std::ptr::null_mut(), |f| f.realm.get());
                return Ok(realm_of_cell(vm, realm));
            }
            _ => return Ok(vm.realm()),
        }
    }
}

/// The realm that a function's field names.
fn realm_of_cell(vm: &Vm, realm: *mut CellHeader) -> Gc<Realm> {
    if realm.is_null() {
        return vm.realm();
    }
    // SAFETY: the realm field of a live function is null or a live Realm cell.
    unsafe { Gc::from_ptr(realm.cast()) }
}

/// `GetPrototypeFromConstructor(constructor, intrinsicDefaultProto)` (section 10.1.14).
pub fn get_prototype_from_constructor(
    vm: &mut Vm,
    constructor: Object,
    default: fn(&Realm) -> Object,
) -> JsResult<Object> {
    let prototype = constructor.get(vm, vm.names.prototype)?;
    match prototype.as_object() {
        Some(prototype) => Ok(prototype),
        None => {
            let realm = get_function_realm(vm, constructor)?;
            Ok(default(&realm))
        }
    }
}

/// `OrdinaryCreateFromConstructor(constructor, intrinsicDefaultProto)` (section 10.1.13) without internal slots.
pub fn ordinary_create_from_constructor(
    vm: &mut Vm,
    constructor: Object,
    default: fn(&Realm) -> Object,
) -> JsResult<Object> {
    let prototype = get_prototype_from_constructor(vm, constructor, default)?;
    vm.new_object_with_prototype(Some(prototype))
}

/// `GroupBy(items, callback, keyCoercion)` (section 7.3.35).
pub fn group_by(vm: &mut Vm, items: Value, callback: Value, coercion: KeyCoercion) -> JsResult<Groups> {
    if items.is_nullish() {
        return Err(vm.throw_not_iterable(items));
    }
    if !callback.is_callable() {
        let what = vm.describe(callback);
        return Err(vm.throw_not_a_function(&what));
    }
    let mut groups = Groups { keys: vm.heap.rooted_vec(), elements: Vec::new() };
    let mut places: FxHashMap<u64, SmallVec<[usize; 1]>> = FxHashMap::default();
    let mut index = 0u64;
    iterator::iterate(vm, items, |vm, value| {
        let key = vm.call(callback, Value::UNDEFINED, &[value, Value::number(index as f64)])?;
        let key = match coercion {
            KeyCoercion::Property => {
                let key = convert::to_property_key(vm, key)?;
                key.to_value(vm)?
            }
            KeyCoercion::Collection if key.is_double() => Value::number(key.as_double() + 0.0),
            KeyCoercion::Collection => key,
        };
        let hash = operators::hash_same_value_zero(vm, key)?;
        let candidates = places.entry(hash).or_default();
        let mut place = None;
        for &candidate in candidates.iter() {
            if operators::same_value(vm, groups.keys[candidate], key)? {
                place = Some(candidate);
                break;
            }
        }
        let place = match place {
            Some(place) => place,
            None => {
                candidates.push(groups.elements.len());
                groups.keys.push(key);
                groups.elements.push(vm.heap.rooted_vec());
                groups.elements.len() - 1
            }
        };
        groups.elements[place].push(value);
        index += 1;
        Ok(std::ops::ControlFlow::Continue(()))
    })?;
    Ok(groups)
}

/// Longest list that is made of an array-like: what is longer fits on no stack, and would be gathered outside the heap and its limit.
const MAX_LIST: u64 = 1 << 25;
