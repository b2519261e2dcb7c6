//! %TypedArray% (ECMA-262 sec. 23.2): the abstract constructor, its prototype, and the twelve constructors.
//!
//! ```text
//! construct  the constructors, from, of; how a typed array is made of what           species   who makes the result of a method
//! elements   slices of a typed array's memory by element type: filling, searching, sorting, converting
//! change     set fill copyWithin reverse sort with toReversed toSorted               copy      at slice subarray join indexOf...
//! callback   forEach map filter reduce some every find...                            base64    Uint8Array to and from text
//! ```
//!
//! The cells and the essential internal methods are in `object::typed_array`.

mod base64;
mod callback;
mod change;
mod construct;
mod copy;
mod elements;
mod species;

use super::array::relative;
use super::intrinsic::Intrinsic;
use crate::native::{Args, NativeFn, NativeKind, method};
use crate::object::Object;
use crate::object::table::HIDDEN;
use crate::object::typed_array::{self as cells, TypedArrayObject};
use crate::realm::Realm;
use crate::string::{JsString, PropertyKey};
use crate::vm::Vm;
use crate::{JsResult, Throw, Value, ValueExt};
use abi::object::ArrayType;
use gc::Gc;

pub use construct::{construct_plainly, from_buffer, new_of_length};

macro_rules! types {
    ($($ty:ident $constructor:ident $prototype:ident),* $(,)?) => {
        /// All element types, in the order of their numbers.
        const TYPES: &[ArrayType] = &[$(ArrayType::$ty),*];

        /// Which intrinsic prototype the arrays of a type have.
        fn prototype_of(ty: ArrayType) -> fn(&Realm) -> Object {
            match ty { $(ArrayType::$ty => |realm| realm.$prototype),* }
        }

        fn constructor_of(ty: ArrayType) -> fn(&Realm) -> Object {
            match ty { $(ArrayType::$ty => |realm| realm.$constructor),* }
        }

        fn constructor_function(ty: ArrayType) -> NativeFn {
            match ty { $(ArrayType::$ty => construct::construct::<{ ArrayType::$ty as u8 }>),* }
        }

        fn set_intrinsics(realm: &mut Realm, ty: ArrayType, constructor: Object, prototype: Object) {
            match ty {
                $(ArrayType::$ty => {
                    realm.$constructor = constructor;
                    realm.$prototype = prototype;
                })*
            }
        }
    };
}

types! {
    Int8 int8_array_constructor int8_array_prototype,
    Uint8 uint8_array_constructor uint8_array_prototype,
    Uint8Clamped uint8_clamped_array_constructor uint8_clamped_array_prototype,
    Int16 int16_array_constructor int16_array_prototype,
    Uint16 uint16_array_constructor uint16_array_prototype,
    Int32 int32_array_constructor int32_array_prototype,
    Uint32 uint32_array_constructor uint32_array_prototype,
    Float16 float16_array_constructor float16_array_prototype,
    Float32 float32_array_constructor float32_array_prototype,
    Float64 float64_array_constructor float64_array_prototype,
    BigInt64 big_int64_array_constructor big_int64_array_prototype,
    BigUint64 big_uint64_array_constructor big_uint64_array_prototype,
}

pub(crate) fn intrinsic(function: NativeFn) -> Option<Intrinsic> {
    let ty = TYPES.iter().find(|ty| constructor_function(**ty) as usize == function as usize)?;
    Some(Intrinsic::TypedArray(*ty))
}

/// After `array::init`: `toString` is the function that arrays have.
pub fn init(vm: &mut Vm) -> JsResult<()> {
    let prototype = vm.new_object()?;
    vm.realm_mut().typed_array_prototype = prototype;
    prototype.define_getter(vm, "buffer", get_buffer)?;
    prototype.define_getter(vm, "byteLength", get_byte_length)?;
    prototype.define_getter(vm, "byteOffset", get_byte_offset)?;
    prototype.define_getter(vm, "length", get_length)?;
    prototype.define_getter(vm, "@@toStringTag", get_to_string_tag)?;
    prototype.define_methods(
        vm,
        &[
            method("at", 1, copy::at),
            method("copyWithin", 2, change::copy_within),
            method("entries", 0, entries),
            method("every", 1, callback::every),
            method("fill", 1, change::fill),
            method("filter", 1, callback::filter),
            method("find", 1, callback::find),
            method("findIndex", 1, callback::find_index),
            method("findLast", 1, callback::find_last),
            method("findLastIndex", 1, callback::find_last_index),
            method("forEach", 1, callback::for_each),
            method("includes", 1, copy::includes),
            method("indexOf", 1, copy::index_of),
            method("join", 1, copy::join),
            method("keys", 0, keys),
            method("lastIndexOf", 1, copy::last_index_of),
            method("map", 1, callback::map),
            method("reduce", 1, callback::reduce),
            method("reduceRight", 1, callback::reduce_right),
            method("reverse", 0, change::reverse),
            method("set", 1, change::set),
            method("slice", 2, copy::slice),
            method("some", 1, callback::some),
            method("sort", 1, change::sort),
            method("subarray", 2, copy::subarray),
            method("toLocaleString", 0, copy::to_locale_string),
            method("toReversed", 0, change::to_reversed),
            method("toSorted", 1, change::to_sorted),
            method("with", 2, change::with),
        ],
    )?;
    let to_string = vm.realm().array_prototype.get(vm, vm.names.to_string)?;
    prototype.define_hidden(vm, vm.names.to_string, to_string)?;
    let values = prototype.define_method(vm, "values", 0, values)?;
    prototype.define_hidden(vm, vm.names.sym_iterator, values.value())?;

    let constructor = vm.new_constructor("TypedArray", 0, construct::abstract_constructor, prototype)?;
    constructor.define_methods(vm, &[method("from", 1, construct::from), method("of", 0, construct::of)])?;
    constructor.define_getter(vm, "@@species", species::species)?;
    vm.realm_mut().typed_array_constructor = constructor;

    for &ty in TYPES {
        init_type(vm, ty, constructor, prototype)?;
    }
    base64::init(vm)
}

fn init_type(vm: &mut Vm, ty: ArrayType, parent: Object, parent_prototype: Object) -> JsResult<()> {
    let name = cells::type_name(ty);
    let size = Value::int(cells::element_size(ty) as i32);
    let prototype = vm.new_object_with_prototype(Some(parent_prototype))?;
    let key = PropertyKey::from_str(vm, name)?;
    let constructor = vm.new_native_with(key, None, 3, constructor_function(ty), NativeKind::Constructor, &[])?;
    constructor.set_prototype_of(vm, Some(parent))?;
    constructor.define_raw(vm, vm.names.prototype, prototype.value(), 0)?;
    constructor.define_constant(vm, "BYTES_PER_ELEMENT", size)?;
    prototype.define_raw(vm, vm.names.constructor, constructor.value(), HIDDEN)?;
    prototype.define_constant(vm, "BYTES_PER_ELEMENT", size)?;
    let global = vm.realm().global;
    global.define_raw(vm, key, constructor.value(), HIDDEN)?;
    set_intrinsics(vm.realm_mut(), ty, constructor, prototype);
    Ok(())
}

// ---- validation

#[cold]
fn throw_detached(vm: &mut Vm, name: &str) -> Throw {
    vm.throw_type_error(format!("Cannot perform %TypedArray%.prototype.{name} on a detached ArrayBuffer"))
}

#[cold]
fn throw_not_typed_array(vm: &mut Vm) -> Throw {
    vm.throw_type_error("this is not a typed array.")
}

/// ValidateTypedArray (sec. 23.2.4.4): the array and its length.
#[inline]
fn validate(vm: &mut Vm, value: Value, name: &str) -> JsResult<(Gc<TypedArrayObject>, usize)> {
    let Some(array) = cells::from_value(value) else { return Err(throw_not_typed_array(vm)) };
    match array.current_length() {
        Some(length) => Ok((array, length)),
        None => Err(throw_detached(vm, name)),
    }
}

/// ValidateTypedArray for writing: the array and its length.
#[inline]
fn validate_for_write(vm: &mut Vm, value: Value, name: &str) -> JsResult<(Gc<TypedArrayObject>, usize)> {
    let (array, length) = validate(vm, value, name)?;
    crate::object::array_buffer::check_mutable(vm, array.buffer(), name)?;
    Ok((array, length))
}

/// ValidateTypedArray and a function as first argument: array, length, function, its `this`.
#[inline]
fn validate_with_function(
    vm: &mut Vm,
    args: Args,
    name: &str,
) -> JsResult<(Gc<TypedArrayObject>, usize, Value, Value)> {
    let (array, length) = validate(vm, args.this(), name)?;
    let f = super::array::callable(vm, args.get(0))?;
    Ok((array, length, f, args.get(1)))
}

fn relative_index(vm: &mut Vm, v: Value, length: usize) -> JsResult<usize> {
    relative(vm, v, length as u64).map(|i| i as usize)
}

fn relative_end(vm: &mut Vm, v: Value, length: usize) -> JsResult<usize> {
    super::array::relative_end(vm, v, length as u64).map(|i| i as usize)
}

// ---- accessors and iterators

fn this_array(vm: &mut Vm, args: Args, name: &str) -> JsResult<Gc<TypedArrayObject>> {
    match cells::from_value(args.this()) {
        Some(array) => Ok(array),
        None => Err(vm.throw_incompatible_receiver(&format!("get TypedArray.prototype.{name}"), args.this())),
    }
}

/// get buffer (sec. 23.2.3.2)
fn get_buffer(vm: &mut Vm, args: Args) -> JsResult {
    Ok(this_array(vm, args, "buffer")?.buffer_object().value())
}

/// get byteLength (sec. 23.2.3.3): 0 when out of bounds.
fn get_byte_length(vm: &mut Vm, args: Args) -> JsResult {
    let array = this_array(vm, args, "byteLength")?;
    Ok(Value::from_usize(array.length() * array.element_size()))
}

/// get byteOffset (sec. 23.2.3.4): 0 when out of bounds.
fn get_byte_offset(vm: &mut Vm, args: Args) -> JsResult {
    let array = this_array(vm, args, "byteOffset")?;
    Ok(Value::from_usize(if array.current_length().is_some() { array.array.byte_offset.get() } else { 0 }))
}

/// get length (sec. 23.2.3.21): 0 when out of bounds.
// Compared by its address: inlined, it would have one in each place.
#[inline(never)]
pub(crate) fn get_length(vm: &mut Vm, args: Args) -> JsResult {
    Ok(Value::from_usize(this_array(vm, args, "length")?.length()))
}

/// get [%Symbol.toStringTag%] (sec. 23.2.3.38)
fn get_to_string_tag(vm: &mut Vm, args: Args) -> JsResult {
    match cells::from_value(args.this()) {
        Some(array) => JsString::from_str(vm, cells::type_name(array.array_type())).map(JsString::value),
        None => Ok(Value::UNDEFINED),
    }
}

fn iterator(vm: &mut Vm, args: Args, name: &str, kind: crate::object::iteration_kind::IterationKind) -> JsResult {
    validate(vm, args.this(), name)?;
    match args.this().as_object() {
        Some(array) => vm.new_array_iterator(array, kind).map(Value::from),
        None => Err(throw_not_typed_array(vm)),
    }
}

/// entries() (sec. 23.2.3.7)
fn entries(vm: &mut Vm, args: Args) -> JsResult {
    iterator(vm, args, "entries", crate::object::iteration_kind::IterationKind::Entries)
}

/// keys() (sec. 23.2.3.19)
fn keys(vm: &mut Vm, args: Args) -> JsResult {
    iterator(vm, args, "keys", crate::object::iteration_kind::IterationKind::Keys)
}

/// values() (sec. 23.2.3.35)
fn values(vm: &mut Vm, args: Args) -> JsResult {
    iterator(vm, args, "values", crate::object::iteration_kind::IterationKind::Values)
}
