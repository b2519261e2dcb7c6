//! The constructors (ECMA-262 sec. 23.2.5, 23.2.1), and %TypedArray%.from and of (sec. 23.2.2).

use super::species::create_of_length;
use super::{TYPES, constructor_of, elements, prototype_of};
use crate::native::Args;
use crate::numeric::convert as number;
use crate::numeric::format::number_to_string;
use crate::object::Object;
use crate::object::array_buffer;
use crate::object::typed_array::{self as cells, AUTO, TypedArrayObject};
use crate::runtime::convert;
use crate::runtime::iterator::{get_iterator_from_method, iterable_to_list, iterator_to_list, plainly_iterated_array};
use crate::runtime::operations::{get_method, get_prototype_from_constructor};
use crate::string::PropertyKey;
use crate::vm::Vm;
use crate::{JsResult, Throw, Value, ValueExt};
use abi::object::{ArrayType, JsArrayBuffer};

/// %TypedArray%() (sec. 23.2.1.1)
pub fn abstract_constructor(vm: &mut Vm, _: Args) -> JsResult {
    Err(vm.throw_type_error("Abstract class TypedArray not directly constructable"))
}

#[cold]
fn throw_invalid_length(vm: &mut Vm, length: u64) -> Throw {
    vm.throw_range_error(format!("Invalid typed array length: {length}"))
}

/// AllocateTypedArrayBuffer (sec. 23.2.5.1.6), and the array over it.
fn allocate(vm: &mut Vm, ty: ArrayType, prototype: Object, length: u64) -> JsResult<Object> {
    let bytes = length.saturating_mul(cells::element_size(ty) as u64);
    if bytes > array_buffer::MAX_BYTE_LENGTH {
        return Err(throw_invalid_length(vm, length));
    }
    let buffer = array_buffer::new_array_buffer(vm, bytes)?;
    vm.new_typed_array(ty, prototype, buffer, 0, length as usize)
}

/// A new typed array of the realm's intrinsic constructor.
pub fn new_of_length(vm: &mut Vm, ty: ArrayType, length: usize) -> JsResult<Object> {
    if let Some(made) = cells::new_small(vm, ty, prototype_of(ty), length)? {
        return Ok(made);
    }
    let prototype = prototype_of(ty)(&vm.realm());
    allocate(vm, ty, prototype, length as u64)
}

impl Vm {
    /// A typed array of the running realm's, by its element type's number.
    pub fn new_array_of_type(&mut self, ty: u8, length: u32) -> JsResult {
        new_of_length(self, TYPES[ty as usize], length as usize).map(Object::value)
    }
}

/// What `new` makes of the running realm's constructor with one argument, if no JavaScript runs for that. The constructor keeps its `prototype`.
pub fn construct_plainly(vm: &mut Vm, ty: ArrayType, argument: Value) -> JsResult<Option<Object>> {
    if argument.is_int() {
        return match usize::try_from(argument.as_int()) {
            Ok(length) => new_of_length(vm, ty, length).map(Some),
            Err(_) => Ok(None),
        };
    }
    if let Some(array) = cells::from_value(argument) {
        return match array.current_length() {
            Some(length) if array.array_type() == ty && !array_buffer::is_shared(array.buffer()) => {
                let made = new_of_length(vm, ty, length)?;
                if let Some(target) = cells::from_value(made.value()) {
                    let (from, bytes) = array.byte_range(0, length);
                    // SAFETY: both have so many bytes, and a new array shares none.
                    unsafe { std::ptr::copy_nonoverlapping(from, target.data(), bytes) };
                }
                Ok(Some(made))
            }
            _ => Ok(None),
        };
    }
    match plainly_iterated_array(vm, argument) {
        Some(plain) => of_numbers(vm, ty, plain),
        None => Ok(None),
    }
}

/// A typed array of the realm's with the elements of an array that has nothing but numbers.
fn of_numbers(vm: &mut Vm, ty: ArrayType, plain: Object) -> JsResult<Option<Object>> {
    let Some(length) = elements::numbers_of_array(plain) else { return Ok(None) };
    if length > 0 && cells::is_bigint_type(ty) {
        return Ok(None);
    }
    let made = new_of_length(vm, ty, length)?;
    if let Some(array) = cells::from_value(made.value()) {
        elements::store_numbers(&array, 0, plain, length);
    }
    Ok(Some(made))
}

/// Int8Array(...args) and its like (sec. 23.2.5.1); the element type's number is a parameter.
pub fn construct<const TYPE: u8>(vm: &mut Vm, args: Args) -> JsResult {
    let ty = TYPES[TYPE as usize];
    let Some(new_target) = args.new_target_object() else {
        return Err(vm.throw_constructor_needs_new(cells::type_name(ty)));
    };
    let first = args.get(0);
    if new_target == constructor_of(ty)(&vm.realm())
        && !cells::is_bigint_type(ty)
        && let Some(made) = construct_plainly(vm, ty, first)?
    {
        return Ok(made.value());
    }
    let Some(source) = first.as_object() else {
        let n = convert::to_integer_or_infinity(vm, first)?;
        let Some(length) = number::to_index(n) else {
            let text = number_to_string(n);
            return Err(vm.throw_range_error(format!("Invalid typed array length: {text}")));
        };
        let prototype = get_prototype_from_constructor(vm, new_target, prototype_of(ty))?;
        return allocate(vm, ty, prototype, length).map(Value::from);
    };
    let prototype = get_prototype_from_constructor(vm, new_target, prototype_of(ty))?;
    if let Some(array) = cells::from_value(first) {
        return from_typed_array(vm, ty, prototype, &array).map(Value::from);
    }
    if let Some(buffer) = array_buffer::from_value(first) {
        return from_buffer(vm, ty, prototype, &buffer, args.get(1), args.get(2)).map(Value::from);
    }
    if let Some(plain) = plainly_iterated_array(vm, first) {
        // With nothing but numbers in it, no JavaScript runs.
        if let Some(length) = elements::numbers_of_array(plain)
            && (length == 0 || !cells::is_bigint_type(ty))
        {
            let made = allocate(vm, ty, prototype, length as u64)?;
            if let Some(array) = cells::from_value(made.value()) {
                elements::store_numbers(&array, 0, plain, length);
            }
            return Ok(made.value());
        }
    }
    if let Some(method) = get_method(vm, first, vm.names.sym_iterator)? {
        let mut record = get_iterator_from_method(vm, first, method)?;
        let values = iterator_to_list(vm, &mut record)?;
        let made = allocate(vm, ty, prototype, values.len() as u64)?;
        if let Some(array) = cells::from_value(made.value()) {
            for (i, value) in values.iter().enumerate() {
                cells::set_element(vm, &array, i, *value)?;
            }
        }
        return Ok(made.value());
    }
    let length = source.length_of_array_like(vm)?;
    let made = allocate(vm, ty, prototype, length)?;
    if let Some(array) = cells::from_value(made.value()) {
        for k in 0..length {
            let key = PropertyKey::from_u64_index(vm, k)?;
            let value = source.get(vm, key)?;
            cells::set_element(vm, &array, k as usize, value)?;
        }
    }
    Ok(made.value())
}

/// InitializeTypedArrayFromTypedArray (sec. 23.2.5.1.2)
fn from_typed_array(vm: &mut Vm, ty: ArrayType, prototype: Object, source: &TypedArrayObject) -> JsResult<Object> {
    let Some(length) = source.current_length() else { return Err(super::throw_detached(vm, "constructor")) };
    if source.array_type() == ty {
        let bytes = length * source.element_size();
        let buffer = array_buffer::clone(vm, source.buffer(), source.array.byte_offset.get(), bytes)?;
        return vm.new_typed_array(ty, prototype, buffer, 0, length);
    }
    let made = allocate(vm, ty, prototype, length as u64)?;
    if let Some(target) = cells::from_value(made.value()) {
        super::species::check_content_type(vm, ty, source)?;
        elements::convert_elements(vm, source, 0, &target, 0, length)?;
    }
    Ok(made)
}

/// InitializeTypedArrayFromArrayBuffer (sec. 23.2.5.1.3)
pub fn from_buffer(
    vm: &mut Vm,
    ty: ArrayType,
    prototype: Object,
    buffer: &JsArrayBuffer,
    byte_offset: Value,
    length: Value,
) -> JsResult<Object> {
    let size = cells::element_size(ty) as u64;
    let offset = convert::to_index_or(vm, byte_offset, "Start offset is too large")?;
    if !offset.is_multiple_of(size) {
        return Err(
            vm.throw_range_error(format!("start offset of {} should be a multiple of {size}", cells::type_name(ty)))
        );
    }
    let new_length = match length {
        v if v.is_undefined() => None,
        v => Some(convert::to_index_or(vm, v, "Invalid typed array length")?),
    };
    if array_buffer::is_detached(buffer) {
        return Err(vm.throw_type_error("Cannot perform Construct on a detached ArrayBuffer"));
    }
    let available = array_buffer::byte_length(buffer) as u64;
    let elements = match new_length {
        None if !array_buffer::is_fixed_length(buffer) => {
            if offset > available {
                return Err(throw_offset(vm, offset));
            }
            AUTO
        }
        None => {
            if !available.is_multiple_of(size) {
                return Err(vm.throw_range_error(format!(
                    "byte length of {} should be a multiple of {size}",
                    cells::type_name(ty)
                )));
            }
            if offset > available {
                return Err(throw_offset(vm, offset));
            }
            ((available - offset) / size) as usize
        }
        Some(length) => {
            if offset.saturating_add(length.saturating_mul(size)) > available {
                return Err(throw_invalid_length(vm, length));
            }
            length as usize
        }
    };
    let buffer = array_buffer::object_of(buffer);
    vm.new_typed_array(ty, prototype, buffer, offset as usize, elements)
}

#[cold]
fn throw_offset(vm: &mut Vm, offset: u64) -> Throw {
    vm.throw_range_error(format!("Start offset {offset} is outside the bounds of the buffer"))
}

/// The receiver of from and of: a constructor.
fn this_constructor(vm: &mut Vm, args: Args) -> JsResult<Object> {
    match args.this().as_object() {
        Some(constructor) if constructor.is_constructor() => Ok(constructor),
        _ => Err(vm.throw_not_constructor(args.this())),
    }
}

/// %TypedArray%.from(source [, mapper [, thisArg]]) (sec. 23.2.2.1)
pub fn from(vm: &mut Vm, args: Args) -> JsResult {
    let constructor = this_constructor(vm, args)?;
    let (source, this_arg) = (args.get(0), args.get(2));
    let mapper = match args.get(1) {
        v if v.is_undefined() => None,
        v => Some(crate::builtins::array::callable(vm, v)?),
    };
    if source.is_nullish() {
        return Err(vm.throw_type_error("Cannot convert undefined or null to object"));
    }
    let store = |vm: &mut Vm, target: &TypedArrayObject, k: usize, value: Value| -> JsResult<()> {
        let value = match mapper {
            Some(mapper) => vm.call(mapper, this_arg, &[value, Value::from_usize(k)])?,
            None => value,
        };
        cells::set_element(vm, target, k, value)
    };
    if let Some(method) = get_method(vm, source, vm.names.sym_iterator)? {
        let values = if plainly_iterated_array(vm, source).is_some() {
            iterable_to_list(vm, source)?
        } else {
            let mut record = get_iterator_from_method(vm, source, method)?;
            iterator_to_list(vm, &mut record)?
        };
        let target = create_of_length(vm, constructor, values.len())?;
        for k in 0..values.len() {
            store(vm, &target, k, values[k])?;
        }
        return Ok(super::species::object_of(&target).value());
    }
    let object = convert::to_object(vm, source)?;
    let length = object.length_of_array_like(vm)?;
    let target = create_of_length(vm, constructor, length as usize)?;
    for k in 0..length {
        let key = PropertyKey::from_u64_index(vm, k)?;
        let value = object.get(vm, key)?;
        store(vm, &target, k as usize, value)?;
    }
    Ok(super::species::object_of(&target).value())
}

/// %TypedArray%.of(...items) (sec. 23.2.2.2)
pub fn of(vm: &mut Vm, args: Args) -> JsResult {
    let constructor = this_constructor(vm, args)?;
    let target = create_of_length(vm, constructor, args.len())?;
    for (k, item) in args.as_slice().iter().enumerate() {
        cells::set_element(vm, &target, k, *item)?;
    }
    Ok(super::species::object_of(&target).value())
}
