//! TypedArraySpeciesCreate, TypedArrayCreateFromCtor, TypedArrayCreateSameType (ECMA-262 sec. 23.2.4).

use super::{TYPES, constructor_of, new_of_length, throw_not_typed_array, validate_for_write};
use crate::native::{Args, NativeFn, NativeFunction};
use crate::object::Object;
use crate::object::property::Accessor;
use crate::object::table::ACCESSOR;
use crate::object::typed_array::{self as cells, TypedArrayObject};
use crate::vm::Vm;
use crate::{JsResult, Value, ValueExt};
use abi::object::ArrayType;
use gc::Gc;

/// get %TypedArray%[%Symbol.species%] (sec. 23.2.2.4)
// Compared by its address: inlined, it would have one in each place.
#[inline(never)]
pub fn species(_: &mut Vm, args: Args) -> JsResult {
    Ok(args.this())
}

/// Whether reading @@species of an intrinsic constructor gives the constructor.
fn species_is_intact(vm: &Vm, constructor: Object) -> bool {
    let key = vm.names.sym_species;
    let parent = vm.realm().typed_array_constructor;
    if constructor.shape().prototype() != Some(parent) || constructor.own_named(key).is_some() {
        return false;
    }
    let Some(property) = parent.own_named(key).filter(|p| p.attributes & ACCESSOR != 0) else { return false };
    let getter = Accessor::of(parent.slot(property.slot)).get.get();
    let getter = getter.as_object().and_then(|f| f.downcast::<NativeFunction>());
    getter.is_some_and(|f| f.function as usize == species as NativeFn as usize)
}

/// SpeciesConstructor with the exemplar's own type as default. None: the default.
pub fn constructor_for(vm: &mut Vm, exemplar: Object, ty: ArrayType) -> JsResult<Option<Object>> {
    let default = constructor_of(ty)(&vm.realm());
    let constructor = exemplar.get(vm, vm.names.constructor)?;
    if constructor.is_undefined() || (constructor == default.value() && species_is_intact(vm, default)) {
        return Ok(None);
    }
    let Some(constructor) = constructor.as_object() else {
        return Err(vm.throw_type_error("The .constructor property is not an object"));
    };
    let species = constructor.get(vm, vm.names.sym_species)?;
    if species.is_nullish() || species == default.value() {
        return Ok(None);
    }
    match species.as_object() {
        Some(species) if species.is_constructor() => Ok(Some(species)),
        _ => Err(vm.throw_type_error("object.constructor[Symbol.species] is not a constructor")),
    }
}

/// TypedArrayCreateFromCtor (sec. 23.2.4.2) with a length as only argument.
pub fn create_of_length(vm: &mut Vm, constructor: Object, length: usize) -> JsResult<Gc<TypedArrayObject>> {
    let is_own = |ty: &&ArrayType| constructor_of(**ty)(&vm.realm()) == constructor;
    if let Some(ty) = TYPES.iter().find(is_own).copied() {
        let made = new_of_length(vm, ty, length)?;
        return Ok(cells::from_value(made.value()).expect("a typed array"));
    }
    let made = vm.construct(constructor, &[Value::from_usize(length)], None)?;
    let (array, actual) = validate_for_write(vm, made.value(), "constructor")?;
    if actual < length {
        return Err(vm.throw_type_error("Derived TypedArray constructor created an array which was too small"));
    }
    Ok(array)
}

/// TypedArraySpeciesCreate (sec. 23.2.4.1) with a length as only argument.
pub fn species_create(vm: &mut Vm, exemplar: &TypedArrayObject, length: usize) -> JsResult<Gc<TypedArrayObject>> {
    let ty = exemplar.array_type();
    match constructor_for(vm, object_of(exemplar), ty)? {
        None => {
            let made = new_of_length(vm, ty, length)?;
            as_array(vm, made)
        }
        Some(constructor) => {
            let made = create_of_length(vm, constructor, length)?;
            check_content_type(vm, ty, &made)?;
            Ok(made)
        }
    }
}

/// TypeError if one holds numbers and the other BigInts.
pub fn check_content_type(vm: &mut Vm, ty: ArrayType, other: &TypedArrayObject) -> JsResult<()> {
    if cells::is_bigint_type(ty) != cells::is_bigint_type(other.array_type()) {
        return Err(vm.throw_type_error("Content type of source and target typed arrays differ"));
    }
    Ok(())
}

/// TypedArrayCreateSameType (sec. 23.2.4.3) with a length.
pub fn create_same_type(vm: &mut Vm, exemplar: &TypedArrayObject, length: usize) -> JsResult<Gc<TypedArrayObject>> {
    let made = new_of_length(vm, exemplar.array_type(), length)?;
    as_array(vm, made)
}

pub fn as_array(vm: &mut Vm, object: Object) -> JsResult<Gc<TypedArrayObject>> {
    match cells::from_value(object.value()) {
        Some(array) => Ok(array),
        None => Err(throw_not_typed_array(vm)),
    }
}

/// The cell as an object.
#[inline(always)]
pub fn object_of(array: &TypedArrayObject) -> Object {
    // SAFETY: the reference is to a live cell of an object kind.
    unsafe { Object::from_ptr(std::ptr::from_ref(&array.array.object).cast_mut()) }
}
