//! Object and Object.prototype (ECMA-262 sec. 20.1, annex B.2.2).
//!
//! `keys`, `values`, `entries` and `assign` read plain objects straight from their shapes: that is where programs that treat objects as
//! dictionaries spend their time. Everything else is the specification's own path.

use super::direct::chain_answers_as_it_is;
use crate::builtins::intrinsic::{Direct, Intrinsic};
use crate::interp::cache::{find_named, learn_named};
use crate::interp::ops::own_names;
use crate::native::{Args, NativeFn, method};
use crate::object::lookup::Lookup;
use crate::object::shape::Shape;
use crate::object::table::DEFAULT;
use crate::object::{Object, PropertyDescriptor};
use crate::runtime::convert::{
    from_property_descriptor, require_object_coercible, to_object, to_property_descriptor, to_property_key,
};
use crate::runtime::copy_properties::assign_plainly;
use crate::runtime::operations::{
    IntegrityLevel, KeyCoercion, PropertyCollection, group_by, invoke, is_array, ordinary_create_from_constructor,
};
use crate::runtime::operators::same_value;
use crate::runtime::{iterator, operations};
use crate::string::{JsString, PropertyKey};
use crate::vm::Vm;
use crate::{JsResult, Throw, Value, ValueExt};
use abi::cell::CellKind;
use gc::Gc;
use smallvec::SmallVec;
use std::ops::ControlFlow;

/// What a function is to compilers.
pub(crate) fn intrinsic(function: NativeFn) -> Option<Intrinsic> {
    let table: [(NativeFn, Intrinsic); 6] = [
        (create, Intrinsic::Direct(Direct::ObjectCreate)),
        (get_prototype_of, Intrinsic::Direct(Direct::ObjectGetPrototypeOf)),
        (has_own, Intrinsic::Direct(Direct::ObjectHasOwn)),
        (has_own_property, Intrinsic::Direct(Direct::ObjectHasOwnProperty)),
        (keys, Intrinsic::Direct(Direct::ObjectKeys)),
        (to_string, Intrinsic::Direct(Direct::ObjectToString)),
    ];
    crate::builtins::intrinsic::find(&table, function)
}

/// Creates Object and fills %Object.prototype%.
pub fn init(vm: &mut Vm) -> JsResult<()> {
    let prototype = vm.realm().object_prototype;
    let constructor = vm.define_global_constructor("Object", 1, object, prototype)?;
    vm.realm_mut().object_constructor = constructor;
    constructor.define_methods(
        vm,
        &[
            method("assign", 2, assign),
            method("getOwnPropertyDescriptor", 2, get_own_property_descriptor),
            method("getOwnPropertyDescriptors", 1, get_own_property_descriptors),
            method("getOwnPropertyNames", 1, get_own_property_names),
            method("getOwnPropertySymbols", 1, get_own_property_symbols),
            method("hasOwn", 2, has_own),
            method("is", 2, is),
            method("preventExtensions", 1, prevent_extensions),
            method("seal", 1, seal),
            method("create", 2, create),
            method("defineProperties", 2, define_properties),
            method("defineProperty", 3, define_property),
            method("freeze", 1, freeze),
            method("getPrototypeOf", 1, get_prototype_of),
            method("setPrototypeOf", 2, set_prototype_of),
            method("isExtensible", 1, is_extensible),
            method("isFrozen", 1, is_frozen),
            method("isSealed", 1, is_sealed),
            method("keys", 1, keys),
            method("entries", 1, entries),
            method("fromEntries", 1, from_entries),
            method("values", 1, values),
            method("groupBy", 2, object_group_by),
        ],
    )?;
    prototype.define_methods(
        vm,
        &[
            method("__defineGetter__", 2, define_getter),
            method("__defineSetter__", 2, define_setter),
            method("hasOwnProperty", 1, has_own_property),
            method("__lookupGetter__", 1, lookup_getter),
            method("__lookupSetter__", 1, lookup_setter),
            method("isPrototypeOf", 1, is_prototype_of),
            method("propertyIsEnumerable", 1, property_is_enumerable),
            method("toString", 0, to_string),
            method("valueOf", 0, value_of),
            method("toLocaleString", 0, to_locale_string),
        ],
    )?;
    prototype.define_accessor(vm, "__proto__", get_proto, set_proto)
}

/// `Object(value)` (sec. 20.1.1.1)
fn object(vm: &mut Vm, args: Args) -> JsResult {
    if let Some(new_target) = args.new_target_object()
        && new_target != args.callee()
    {
        return ordinary_create_from_constructor(vm, new_target, |realm| realm.object_prototype).map(Object::value);
    }
    let value = args.get(0);
    if value.is_nullish() {
        return vm.new_object().map(Object::value);
    }
    to_object(vm, value).map(Object::value)
}

// ---- plain objects

/// Whether an object's own properties can be read off without running code or asking a proxy: ordinary named properties, and
/// elements of a fast kind.
fn is_plain(object: Object) -> bool {
    matches!(object.kind(), CellKind::Object | CellKind::Array)
        && !object.is_exotic()
        && object.element_kind().is_fast()
}

/// The names and slots of a plain object's enumerable string-keyed data properties; None if one is an accessor. The keys live as
/// long as the object's shape.
fn plain_properties(object: Object) -> Option<SmallVec<[(PropertyKey, u32); 16]>> {
    let mut properties = SmallVec::new();
    let mut data_only = true;
    object.shape().for_each(|key, property| {
        if property.is_enumerable() && !key.is_symbol() {
            data_only &= !property.is_accessor();
            properties.push((key, property.slot));
        }
    });
    data_only.then_some(properties)
}

/// EnumerableOwnProperties of any object, as an array (sec. 7.3.24).
fn enumerable_own_properties(vm: &mut Vm, object: Object, kind: PropertyCollection) -> JsResult<Object> {
    if is_plain(object)
        && let Some(properties) = plain_properties(object)
    {
        return plain_collection(vm, object, &properties, kind);
    }
    let list = operations::enumerable_own_properties(vm, object, kind)?;
    vm.new_array(&list)
}

/// Nothing here runs JavaScript, so the object stays as it is.
fn plain_collection(
    vm: &mut Vm,
    object: Object,
    properties: &[(PropertyKey, u32)],
    kind: PropertyCollection,
) -> JsResult<Object> {
    if kind == PropertyCollection::Values {
        // The object keeps the values alive.
        let elements = (0..object.elements_end()).filter_map(|i| object.fast_element(i));
        let values: SmallVec<[Value; 16]> =
            elements.chain(properties.iter().map(|&(_, slot)| object.slot(slot))).collect();
        return vm.new_array(&values);
    }
    let array = vm.new_array_with_capacity(properties.len() as u32)?;
    let add = |vm: &mut Vm, key: PropertyKey, value: Value| {
        let item = match kind {
            PropertyCollection::Keys => key.to_value(vm)?,
            PropertyCollection::Values => value,
            PropertyCollection::Entries => {
                let name = key.to_value(vm)?;
                vm.new_pair(name, value)?.value()
            }
        };
        array.push(vm, item)
    };
    for i in 0..object.elements_end() {
        if let Some(value) = object.fast_element(i) {
            add(vm, PropertyKey::from_index(i), value)?;
        }
    }
    for &(key, slot) in properties {
        add(vm, key, object.slot(slot))?;
    }
    Ok(array)
}

/// `Object.keys(O)` (sec. 20.1.2.19)
fn keys(vm: &mut Vm, args: Args) -> JsResult {
    let object = to_object(vm, args.get(0))?;
    if let Some(keys) = plain_own_keys(vm, object)? {
        return Ok(keys);
    }
    enumerable_own_properties(vm, object, PropertyCollection::Keys).map(Object::value)
}

/// The same for objects of which it can be read off without changing anything; None for others.
pub(crate) fn plain_own_keys(vm: &mut Vm, object: Object) -> JsResult<Option<Value>> {
    if let Some(keys) = plain_keys(vm, object)? {
        return Ok(Some(keys));
    }
    match plain_properties(object).filter(|_| is_plain(object)) {
        Some(properties) => {
            plain_collection(vm, object, &properties, PropertyCollection::Keys).map(|keys| Some(keys.value()))
        }
        None => Ok(None),
    }
}

/// The same for objects whose shape tells the names; None for others.
fn plain_keys(vm: &mut Vm, object: Object) -> JsResult<Option<Value>> {
    let Some(names) = own_names(vm, object)? else { return Ok(None) };
    names.copy_array(vm).map(|keys| Some(keys.value()))
}

/// `Object.values(O)` (sec. 20.1.2.24)
fn values(vm: &mut Vm, args: Args) -> JsResult {
    let object = to_object(vm, args.get(0))?;
    enumerable_own_properties(vm, object, PropertyCollection::Values).map(Object::value)
}

/// `Object.entries(O)` (sec. 20.1.2.5)
fn entries(vm: &mut Vm, args: Args) -> JsResult {
    let object = to_object(vm, args.get(0))?;
    enumerable_own_properties(vm, object, PropertyCollection::Entries).map(Object::value)
}

/// `Object.assign(target, ...sources)` (sec. 20.1.2.1)
fn assign(vm: &mut Vm, args: Args) -> JsResult {
    let target = to_object(vm, args.get(0))?;
    for &source in args.rest(1) {
        if source.is_nullish() {
            continue;
        }
        let from = to_object(vm, source)?;
        if assign_plainly(vm, target, from)? {
            continue;
        }
        if from != target && is_plain(from) && from.elements_end() == 0 && !from.shape().is_dictionary() {
            assign_plain(vm, target, from)?;
        } else {
            let keys = from.own_property_keys(vm)?;
            for i in 0..keys.len() {
                vm.spend(1)?;
                assign_one(vm, target, from, keys.get(i))?;
            }
        }
    }
    Ok(target.value())
}

fn assign_one(vm: &mut Vm, target: Object, from: Object, key: PropertyKey) -> JsResult<()> {
    match from.get_own_property(vm, key)? {
        Some(own) if own.enumerable == Some(true) => {
            let value = from.get(vm, key)?;
            operations::set(vm, target, key, value, true)
        }
        _ => Ok(()),
    }
}

/// From an object of a shared shape without elements. Setters of the target may change the source; its shape tells.
/// Sets a property that an ordinary object has as writable data, or one that neither it nor its prototypes have. False, without effect, where it may be
/// otherwise.
fn set_plainly(vm: &mut Vm, target: Object, key: PropertyKey, value: Value) -> JsResult<bool> {
    match target.lookup(key) {
        Some(Lookup::Absent) => target.add_as_others(vm, key, value, DEFAULT),
        Some(Lookup::Own(property)) if property.is_writable() && !property.is_accessor() => {
            target.set_slot(vm, property.slot, value);
            Ok(true)
        }
        _ => Ok(false),
    }
}

fn assign_plain(vm: &mut Vm, target: Object, from: Object) -> JsResult<()> {
    let shape: Gc<Shape> = from.shape();
    let is_unchanged = |from: Object| std::ptr::eq(from.shape().as_ptr(), shape.as_ptr());
    let mut properties: SmallVec<[_; 8]> = SmallVec::new();
    shape.for_each(|key, property| {
        if !key.is_private() {
            properties.push((key, property));
        }
    });
    // Strings come before symbols.
    for symbols in [false, true] {
        for &(key, property) in &properties {
            if key.is_symbol() != symbols {
                continue;
            }
            if !is_unchanged(from) || property.is_accessor() {
                assign_one(vm, target, from, key)?;
            } else if property.is_enumerable() {
                let value = from.slot(property.slot);
                if !set_plainly(vm, target, key, value)? {
                    operations::set(vm, target, key, value, true)?;
                }
            }
        }
    }
    Ok(())
}

// ---- prototypes

fn prototype_argument(vm: &mut Vm, value: Value) -> JsResult<Option<Object>> {
    if value.is_null() {
        return Ok(None);
    }
    match value.as_object() {
        Some(object) => Ok(Some(object)),
        None => {
            let what = vm.describe(value);
            Err(vm.throw_type_error(format!("Object prototype may only be an Object or null: {what}")))
        }
    }
}

/// `Object.create(O, Properties)` (sec. 20.1.2.2)
fn create(vm: &mut Vm, args: Args) -> JsResult {
    let prototype = prototype_argument(vm, args.get(0))?;
    let object = vm.new_object_with_prototype(prototype)?;
    if !args.get(1).is_undefined() {
        object_define_properties(vm, object, args.get(1))?;
    }
    Ok(object.value())
}

/// `Object.getPrototypeOf(O)` (sec. 20.1.2.12)
fn get_prototype_of(vm: &mut Vm, args: Args) -> JsResult {
    let object = to_object(vm, args.get(0))?;
    Ok(object.get_prototype_of(vm)?.map_or(Value::NULL, Object::value))
}

/// `Object.setPrototypeOf(O, proto)` (sec. 20.1.2.23)
fn set_prototype_of(vm: &mut Vm, args: Args) -> JsResult {
    let value = require_object_coercible(vm, args.get(0), "Object.setPrototypeOf")?;
    let prototype = prototype_argument(vm, args.get(1))?;
    if let Some(object) = value.as_object() {
        set_prototype_or_throw(vm, object, prototype)?;
    }
    Ok(value)
}

fn set_prototype_or_throw(vm: &mut Vm, object: Object, prototype: Option<Object>) -> JsResult<()> {
    if object.set_prototype_of(vm, prototype)? {
        return Ok(());
    }
    Err(throw_prototype_refused(vm, object, prototype))
}

/// [[SetPrototypeOf]] gave false. Finds out why.
#[cold]
fn throw_prototype_refused(vm: &mut Vm, object: Object, prototype: Option<Object>) -> Throw {
    if object.is_kind(CellKind::Proxy) {
        return vm.throw_type_error("'setPrototypeOf' on proxy: trap returned falsish for property 'undefined'");
    }
    if vm.is_immutable_prototype(object) {
        return vm.throw_type_error("Immutable prototype object 'Object.prototype' cannot have their prototype set");
    }
    if object.is_kind(CellKind::ModuleNamespace) || !object.shape().is_extensible() {
        let what = vm.describe(object.value());
        return vm.throw_type_error(format!("{what} is not extensible"));
    }
    debug_assert!(prototype.is_some(), "only a prototype that is an object can close a cycle");
    vm.throw_type_error("Cyclic __proto__ value")
}

/// `get Object.prototype.__proto__` (sec. 20.1.3.8.1)
fn get_proto(vm: &mut Vm, args: Args) -> JsResult {
    let object = to_object(vm, args.this())?;
    Ok(object.get_prototype_of(vm)?.map_or(Value::NULL, Object::value))
}

/// `set Object.prototype.__proto__` (sec. 20.1.3.8.2)
fn set_proto(vm: &mut Vm, args: Args) -> JsResult {
    let this = require_object_coercible(vm, args.this(), "Object.prototype.__proto__")?;
    let prototype = args.get(0);
    if !prototype.is_object() && !prototype.is_null() {
        return Ok(Value::UNDEFINED);
    }
    if let Some(object) = this.as_object() {
        set_prototype_or_throw(vm, object, prototype.as_object())?;
    }
    Ok(Value::UNDEFINED)
}

/// `Object.prototype.isPrototypeOf(V)` (sec. 20.1.3.3)
fn is_prototype_of(vm: &mut Vm, args: Args) -> JsResult {
    let Some(mut object) = args.get(0).as_object() else { return Ok(Value::FALSE) };
    let this = to_object(vm, args.this())?;
    while let Some(prototype) = object.get_prototype_of(vm)? {
        if prototype == this {
            return Ok(Value::TRUE);
        }
        object = prototype;
    }
    Ok(Value::FALSE)
}

// ---- properties

/// `Object.defineProperty(O, P, Attributes)` (sec. 20.1.2.4)
fn define_property(vm: &mut Vm, args: Args) -> JsResult {
    let Some(object) = args.get(0).as_object() else {
        return Err(vm.throw_type_error("Object.defineProperty called on non-object"));
    };
    let key = to_property_key(vm, args.get(1))?;
    let descriptor = to_property_descriptor(vm, args.get(2))?;
    operations::define_property_or_throw(vm, object, key, &descriptor)?;
    Ok(object.value())
}

/// `Object.defineProperties(O, Properties)` (sec. 20.1.2.3)
fn define_properties(vm: &mut Vm, args: Args) -> JsResult {
    let Some(object) = args.get(0).as_object() else {
        return Err(vm.throw_type_error("Object.defineProperties called on non-object"));
    };
    object_define_properties(vm, object, args.get(1))?;
    Ok(object.value())
}

/// ObjectDefineProperties (sec. 20.1.2.3.1): all descriptors are read before the first property is defined.
fn object_define_properties(vm: &mut Vm, object: Object, properties: Value) -> JsResult<()> {
    let properties = to_object(vm, properties)?;
    let keys = properties.own_property_keys(vm)?;
    let mut descriptors: Vec<(PropertyKey, PropertyDescriptor)> = Vec::new();
    // Getters may make the values on the spot: what the descriptors hold is held here too, where the collector looks.
    let mut held = vm.heap.rooted_vec();
    for i in 0..keys.len() {
        vm.spend(1)?;
        let key = keys.get(i);
        let Some(own) = properties.get_own_property(vm, key)? else { continue };
        if own.enumerable != Some(true) {
            continue;
        }
        let attributes = properties.get(vm, key)?;
        let descriptor = to_property_descriptor(vm, attributes)?;
        held.extend([descriptor.value, descriptor.get, descriptor.set].into_iter().flatten());
        descriptors.push((key, descriptor));
    }
    for (key, descriptor) in &descriptors {
        vm.spend(1)?;
        operations::define_property_or_throw(vm, object, *key, descriptor)?;
    }
    Ok(())
}

/// `Object.getOwnPropertyDescriptor(O, P)` (sec. 20.1.2.8)
fn get_own_property_descriptor(vm: &mut Vm, args: Args) -> JsResult {
    let object = to_object(vm, args.get(0))?;
    let key = to_property_key(vm, args.get(1))?;
    let descriptor = object.get_own_property(vm, key)?;
    from_property_descriptor(vm, descriptor.as_ref())
}

/// `Object.getOwnPropertyDescriptors(O)` (sec. 20.1.2.9)
fn get_own_property_descriptors(vm: &mut Vm, args: Args) -> JsResult {
    let object = to_object(vm, args.get(0))?;
    let keys = object.own_property_keys(vm)?;
    let result = vm.new_object()?;
    for i in 0..keys.len() {
        vm.spend(1)?;
        let key = keys.get(i);
        if let Some(descriptor) = object.get_own_property(vm, key)? {
            let descriptor = from_property_descriptor(vm, Some(&descriptor))?;
            operations::create_data_property_or_throw(vm, result, key, descriptor)?;
        }
    }
    Ok(result.value())
}

/// GetOwnPropertyKeys (sec. 20.1.2.11.1)
fn own_keys(vm: &mut Vm, value: Value, symbols: bool) -> JsResult {
    let object = to_object(vm, value)?;
    let keys = object.own_property_keys(vm)?;
    let array = vm.new_array_with_capacity(if symbols { 0 } else { keys.len() as u32 })?;
    for i in 0..keys.len() {
        vm.spend(1)?;
        let key = keys.get(i);
        if key.is_symbol() == symbols {
            let key = key.to_value(vm)?;
            array.push(vm, key)?;
        }
    }
    Ok(array.value())
}

/// `Object.getOwnPropertyNames(O)` (sec. 20.1.2.10)
fn get_own_property_names(vm: &mut Vm, args: Args) -> JsResult {
    own_keys(vm, args.get(0), false)
}

/// `Object.getOwnPropertySymbols(O)` (sec. 20.1.2.11)
fn get_own_property_symbols(vm: &mut Vm, args: Args) -> JsResult {
    own_keys(vm, args.get(0), true)
}

/// `Object.hasOwn(O, P)` (sec. 20.1.2.14)
fn has_own(vm: &mut Vm, args: Args) -> JsResult {
    let object = to_object(vm, args.get(0))?;
    let key = to_property_key(vm, args.get(1))?;
    has_own_key(vm, object, key)
}

/// `Object.prototype.hasOwnProperty(V)` (sec. 20.1.3.2): the key comes first.
fn has_own_property(vm: &mut Vm, args: Args) -> JsResult {
    let key = to_property_key(vm, args.get(0))?;
    let object = to_object(vm, args.this())?;
    has_own_key(vm, object, key)
}

#[inline]
fn has_own_key(vm: &mut Vm, object: Object, key: PropertyKey) -> JsResult {
    if object.is_kind(CellKind::Object) && !object.is_exotic() {
        let found = match key.as_index() {
            Some(index) => object.own_element(index).is_some(),
            None => object.own_named(key).is_some(),
        };
        return Ok(Value::bool(found));
    }
    operations::has_own_property(vm, object, key).map(Value::bool)
}

/// `Object.prototype.propertyIsEnumerable(V)` (sec. 20.1.3.4)
fn property_is_enumerable(vm: &mut Vm, args: Args) -> JsResult {
    let key = to_property_key(vm, args.get(0))?;
    let object = to_object(vm, args.this())?;
    let own = object.get_own_property(vm, key)?;
    Ok(Value::bool(own.is_some_and(|own| own.enumerable == Some(true))))
}

/// `Object.is(value1, value2)` (sec. 20.1.2.15)
fn is(vm: &mut Vm, args: Args) -> JsResult {
    same_value(vm, args.get(0), args.get(1)).map(Value::bool)
}

/// `Object.fromEntries(iterable)` (sec. 20.1.2.7)
fn from_entries(vm: &mut Vm, args: Args) -> JsResult {
    let iterable = args.get(0);
    if iterable.is_nullish() {
        return Err(vm.throw_not_iterable(iterable));
    }
    let object = vm.new_object()?;
    iterator::iterate(vm, iterable, |vm, entry| {
        let Some(entry) = entry.as_object() else {
            let what = vm.describe(entry);
            return Err(vm.throw_type_error(format!("Iterator value {what} is not an entry object")));
        };
        let name = entry.get(vm, PropertyKey::from_index(0))?;
        let value = entry.get(vm, PropertyKey::from_index(1))?;
        let key = to_property_key(vm, name)?;
        operations::create_data_property_or_throw(vm, object, key, value)?;
        Ok(ControlFlow::Continue(()))
    })?;
    Ok(object.value())
}

/// `Object.groupBy(items, callback)` (sec. 20.1.2.13)
fn object_group_by(vm: &mut Vm, args: Args) -> JsResult {
    let groups = group_by(vm, args.get(0), args.get(1), KeyCoercion::Property)?;
    let object = vm.new_object_with_prototype(None)?;
    for (i, elements) in groups.elements.iter().enumerate() {
        let array = vm.new_array(elements)?;
        let key = to_property_key(vm, groups.keys[i])?;
        operations::create_data_property_or_throw(vm, object, key, array.value())?;
    }
    Ok(object.value())
}

// ---- integrity

/// `Object.preventExtensions(O)` (sec. 20.1.2.20)
fn prevent_extensions(vm: &mut Vm, args: Args) -> JsResult {
    if let Some(object) = args.get(0).as_object()
        && !object.prevent_extensions(vm)?
    {
        return Err(throw_integrity_refused(vm, object, "preventExtensions", "Cannot prevent extensions"));
    }
    Ok(args.get(0))
}

/// `Object.seal(O)` (sec. 20.1.2.22)
fn seal(vm: &mut Vm, args: Args) -> JsResult {
    if let Some(object) = args.get(0).as_object()
        && !operations::set_integrity_level(vm, object, IntegrityLevel::Sealed)?
    {
        return Err(throw_integrity_refused(vm, object, "preventExtensions", "Cannot seal"));
    }
    Ok(args.get(0))
}

/// `Object.freeze(O)` (sec. 20.1.2.6)
fn freeze(vm: &mut Vm, args: Args) -> JsResult {
    if let Some(object) = args.get(0).as_object()
        && !operations::set_integrity_level(vm, object, IntegrityLevel::Frozen)?
    {
        return Err(throw_integrity_refused(vm, object, "preventExtensions", "Cannot freeze"));
    }
    Ok(args.get(0))
}

#[cold]
fn throw_integrity_refused(vm: &mut Vm, object: Object, trap: &str, what: &str) -> Throw {
    if object.is_kind(CellKind::Proxy) {
        return vm.throw_type_error(format!("'{trap}' on proxy: trap returned falsish"));
    }
    vm.throw_type_error(what)
}

/// `Object.isExtensible(O)` (sec. 20.1.2.16)
fn is_extensible(vm: &mut Vm, args: Args) -> JsResult {
    match args.get(0).as_object() {
        Some(object) => object.is_extensible(vm).map(Value::bool),
        None => Ok(Value::FALSE),
    }
}

/// `Object.isFrozen(O)` (sec. 20.1.2.17)
fn is_frozen(vm: &mut Vm, args: Args) -> JsResult {
    match args.get(0).as_object() {
        Some(object) => operations::test_integrity_level(vm, object, IntegrityLevel::Frozen).map(Value::bool),
        None => Ok(Value::TRUE),
    }
}

/// `Object.isSealed(O)` (sec. 20.1.2.18)
fn is_sealed(vm: &mut Vm, args: Args) -> JsResult {
    match args.get(0).as_object() {
        Some(object) => operations::test_integrity_level(vm, object, IntegrityLevel::Sealed).map(Value::bool),
        None => Ok(Value::TRUE),
    }
}

// ---- conversions

/// What Object.prototype.toString (sec. 20.1.3.6) makes of the builtinTag of an object: its text where there is no @@toStringTag. IsArray throws for a revoked proxy.
fn builtin_tag(vm: &mut Vm, object: Object) -> JsResult<PropertyKey> {
    let is_array = is_array(vm, object.value())?;
    let names = &vm.names;
    Ok(match object.kind() {
        _ if is_array => names.text_array,
        CellKind::Arguments => names.text_arguments,
        CellKind::Error => names.text_error,
        CellKind::BooleanObject => names.text_boolean,
        CellKind::NumberObject => names.text_number,
        CellKind::StringObject => names.text_string,
        CellKind::Date => names.text_date,
        CellKind::RegExp => names.text_reg_exp,
        _ if object.is_callable() => names.text_function,
        _ => names.text_object,
    })
}

/// The same of any value whose prototype chain has no @@toStringTag, where no getter or trap needs to be asked: an atom.
pub(crate) fn known_builtin_tag(vm: &mut Vm, value: Value) -> JsResult<Option<PropertyKey>> {
    let (text, asked) = match value.as_object() {
        Some(object) if object.is_kind(CellKind::Proxy) => return Ok(None),
        Some(object) => (builtin_tag(vm, object)?, object),
        None if value.is_undefined() => return Ok(Some(vm.names.text_undefined)),
        None if value.is_null() => return Ok(Some(vm.names.text_null)),
        None if value.is_string() => (vm.names.text_string, vm.realm().string_prototype),
        None if value.is_number() => (vm.names.text_number, vm.realm().number_prototype),
        None if value.is_bool() => (vm.names.text_boolean, vm.realm().boolean_prototype),
        None => return Ok(None),
    };
    if !chain_answers_as_it_is(&asked) {
        return Ok(None);
    }
    let key = vm.names.sym_to_string_tag;
    let mut link = asked;
    // Of dictionaries nothing is learned.
    while link.shape().is_dictionary() {
        if link.is_exotic() || link.own_named(key).is_some() {
            return Ok(None);
        }
        match link.shape().prototype() {
            Some(prototype) => link = prototype,
            None => return Ok(Some(text)),
        }
    }
    let tag = match find_named(vm, link, key) {
        None => {
            learn_named(vm, link, key)?;
            find_named(vm, link, key)
        }
        tag => tag,
    };
    Ok(tag.filter(|tag| !tag.is_string()).map(|_| text))
}

/// `Object.prototype.toString()` (sec. 20.1.3.6)
pub fn to_string(vm: &mut Vm, args: Args) -> JsResult {
    let this = args.this();
    if let Some(text) = known_builtin_tag(vm, this)? {
        return Ok(text.word());
    }
    let object = to_object(vm, this)?;
    let untagged = builtin_tag(vm, object)?;
    let tag = object.get(vm, vm.names.sym_to_string_tag)?;
    let Some(tag) = tag.as_string() else { return Ok(untagged.word()) };
    let mut text = crate::string::StringBuilder::new();
    text.push_str("[object ");
    text.push_js(tag);
    text.push_str("]");
    text.finish(vm).map(JsString::value)
}

/// `Object.prototype.toLocaleString()` (sec. 20.1.3.5)
fn to_locale_string(vm: &mut Vm, args: Args) -> JsResult {
    let this = require_object_coercible(vm, args.this(), "Object.prototype.toLocaleString")?;
    invoke(vm, this, vm.names.to_string, &[])
}

/// `Object.prototype.valueOf()` (sec. 20.1.3.7)
fn value_of(vm: &mut Vm, args: Args) -> JsResult {
    to_object(vm, args.this()).map(Object::value)
}

// ---- annex B

fn define_half(vm: &mut Vm, args: Args, getter: bool) -> JsResult {
    let object = to_object(vm, args.this())?;
    let function = args.get(1);
    if !function.is_callable() {
        let name = if getter { "__defineGetter__" } else { "__defineSetter__" };
        return Err(vm.throw_type_error(format!("Object.prototype.{name}: Expecting function")));
    }
    let mut descriptor = PropertyDescriptor { enumerable: Some(true), configurable: Some(true), ..Default::default() };
    if getter {
        descriptor.get = Some(function);
    } else {
        descriptor.set = Some(function);
    }
    let key = to_property_key(vm, args.get(0))?;
    operations::define_property_or_throw(vm, object, key, &descriptor)?;
    Ok(Value::UNDEFINED)
}

/// `Object.prototype.__defineGetter__(P, getter)` (sec. 20.1.3.9.1)
fn define_getter(vm: &mut Vm, args: Args) -> JsResult {
    define_half(vm, args, true)
}

/// `Object.prototype.__defineSetter__(P, setter)` (sec. 20.1.3.9.2)
fn define_setter(vm: &mut Vm, args: Args) -> JsResult {
    define_half(vm, args, false)
}

fn lookup_half(vm: &mut Vm, args: Args, getter: bool) -> JsResult {
    let mut object = to_object(vm, args.this())?;
    let key = to_property_key(vm, args.get(0))?;
    loop {
        if let Some(own) = object.get_own_property(vm, key)? {
            let half = if getter { own.get } else { own.set };
            return Ok(half.filter(|_| own.is_accessor()).unwrap_or(Value::UNDEFINED));
        }
        match object.get_prototype_of(vm)? {
            Some(prototype) => object = prototype,
            None => return Ok(Value::UNDEFINED),
        }
    }
}

/// `Object.prototype.__lookupGetter__(P)` (sec. 20.1.3.9.3)
fn lookup_getter(vm: &mut Vm, args: Args) -> JsResult {
    lookup_half(vm, args, true)
}

/// `Object.prototype.__lookupSetter__(P)` (sec. 20.1.3.9.4)
fn lookup_setter(vm: &mut Vm, args: Args) -> JsResult {
    lookup_half(vm, args, false)
}
