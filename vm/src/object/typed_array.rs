//! Typed arrays: their cells, their elements, and their essential internal methods (ECMA-262 sec. 10.4.5).
//!
//! An element travels as its raw bits in the low bytes of a `u64`: [`raw_from_value`] and [`value_from_raw`] know the twelve
//! types, and everything else (typed arrays, DataView, Atomics) moves bits. Lengths are asked for at each access, since
//! a buffer may be detached or resized by anything that runs JavaScript.

use super::array_buffer;
use super::shape::Shape;
use super::{Object, PropertyDescriptor, ordinary};
use crate::numeric::convert as number;
use crate::realm::Realm;
use crate::runtime::{convert, operators};
use crate::string::PropertyKey;
use crate::vm::{Vm, opaque};
use crate::{JsResult, Value, ValueExt};
use abi::cell::{CellHeader, CellKind, FLAG_EXOTIC};
use abi::object::{ArrayType, ElementKind, JsArrayBuffer, JsTypedArray};
use gc::{Gc, HeapCell, Visitor};
use std::cell::Cell;
use std::mem::offset_of;

/// [[ArrayLength]] AUTO: the array's length follows that of its buffer.
pub const AUTO: usize = usize::MAX;

/// A typed array.
#[repr(C)]
pub struct TypedArrayObject {
    pub array: JsTypedArray,
    /// Elements, or [`AUTO`].
    pub array_length: Cell<usize>,
}

// SAFETY: the header comes first and the layout is C's.
unsafe impl HeapCell for TypedArrayObject {
    const KIND: CellKind = CellKind::TypedArray;
}

impl TypedArrayObject {
    /// # Safety
    /// To be called by the collector only, on a live TypedArray cell.
    pub unsafe fn trace(cell: *mut CellHeader, visitor: &mut Visitor) {
        // SAFETY: the collector registers this function for cells of that kind.
        let this = unsafe { &*cell.cast::<TypedArrayObject>() };
        crate::vm::trace_object(&this.array.object, visitor);
        visitor.visit_cell(this.array.buffer.get().cast());
    }

    /// [[ViewedArrayBuffer]]
    #[inline(always)]
    pub fn buffer(&self) -> &JsArrayBuffer {
        // SAFETY: a typed array always points at its live buffer.
        unsafe { &*self.array.buffer.get() }
    }

    /// [[ViewedArrayBuffer]] as an object.
    #[inline(always)]
    pub fn buffer_object(&self) -> Object {
        // SAFETY: as above; buffers are objects.
        unsafe { Object::from_ptr(self.array.buffer.get().cast()) }
    }

    #[inline(always)]
    pub fn array_type(&self) -> ArrayType {
        self.array.array_type.get()
    }

    /// Bytes of one element.
    #[inline(always)]
    pub fn element_size(&self) -> usize {
        element_size(self.array_type())
    }

    /// TypedArrayLength in elements, or None if IsTypedArrayOutOfBounds (a detached buffer included).
    #[inline(always)]
    pub fn current_length(&self) -> Option<usize> {
        let fast = self.array.fast_length.get();
        if fast != 0 && !self.buffer().data.get().is_null() { Some(fast) } else { self.current_length_slow() }
    }

    #[inline(never)]
    fn current_length_slow(&self) -> Option<usize> {
        let buffer = self.buffer();
        if buffer.data.get().is_null() {
            return None;
        }
        let available = array_buffer::byte_length(buffer).checked_sub(self.array.byte_offset.get())?;
        let length = self.array_length.get();
        if length == AUTO {
            return Some(available / self.element_size());
        }
        if length * self.element_size() <= available { Some(length) } else { None }
    }

    /// [`Self::current_length`], 0 when out of bounds.
    #[inline(always)]
    pub fn length(&self) -> usize {
        self.current_length().unwrap_or(0)
    }

    /// The address of the first element; meaningless (but not dereferenced) when out of bounds.
    #[inline(always)]
    pub fn data(&self) -> *mut u8 {
        self.buffer().data.get().wrapping_add(self.array.byte_offset.get())
    }

    /// The raw bits of element `index`, which must be below the current length.
    #[inline(always)]
    pub fn load(&self, index: usize) -> u64 {
        debug_assert!(index < self.length());
        let size = self.element_size();
        // SAFETY: the index is within bounds, and the element aligned as its array is.
        unsafe { load_raw(self.data().add(index * size), size) }
    }

    /// Overwrites element `index`, which must be below the current length.
    #[inline(always)]
    pub fn store(&self, index: usize, bits: u64) {
        debug_assert!(index < self.length());
        let size = self.element_size();
        // SAFETY: the index is within bounds, and the element aligned as its array is.
        unsafe { store_raw(self.data().add(index * size), size, bits) }
    }

    /// The bytes of elements `start..end`, which must be within the current length.
    #[inline]
    pub fn byte_range(&self, start: usize, end: usize) -> (*mut u8, usize) {
        debug_assert!(start <= end && end <= self.length());
        let size = self.element_size();
        (self.data().wrapping_add(start * size), (end - start) * size)
    }
}

/// Bytes of one element.
#[inline(always)]
pub const fn element_size(ty: ArrayType) -> usize {
    1 << element_shift(ty)
}

/// log2 of [`element_size`].
#[inline(always)]
pub const fn element_shift(ty: ArrayType) -> u32 {
    match ty {
        ArrayType::Int8 | ArrayType::Uint8 | ArrayType::Uint8Clamped => 0,
        ArrayType::Int16 | ArrayType::Uint16 | ArrayType::Float16 => 1,
        ArrayType::Int32 | ArrayType::Uint32 | ArrayType::Float32 => 2,
        ArrayType::Float64 | ArrayType::BigInt64 | ArrayType::BigUint64 => 3,
    }
}

/// [[ContentType]] is BigInt.
#[inline(always)]
pub const fn is_bigint_type(ty: ArrayType) -> bool {
    matches!(ty, ArrayType::BigInt64 | ArrayType::BigUint64)
}

/// The name of the type's constructor.
pub const fn type_name(ty: ArrayType) -> &'static str {
    match ty {
        ArrayType::Int8 => "Int8Array",
        ArrayType::Uint8 => "Uint8Array",
        ArrayType::Uint8Clamped => "Uint8ClampedArray",
        ArrayType::Int16 => "Int16Array",
        ArrayType::Uint16 => "Uint16Array",
        ArrayType::Int32 => "Int32Array",
        ArrayType::Uint32 => "Uint32Array",
        ArrayType::Float16 => "Float16Array",
        ArrayType::Float32 => "Float32Array",
        ArrayType::Float64 => "Float64Array",
        ArrayType::BigInt64 => "BigInt64Array",
        ArrayType::BigUint64 => "BigUint64Array",
    }
}

/// Reads an element's bits.
///
/// # Safety
/// `size` bytes (1, 2, 4 or 8) at `place` must be readable and aligned to `size`.
#[inline(always)]
pub unsafe fn load_raw(place: *const u8, size: usize) -> u64 {
    // SAFETY: the caller's promise.
    unsafe {
        match size {
            1 => place.read() as u64,
            2 => place.cast::<u16>().read() as u64,
            4 => place.cast::<u32>().read() as u64,
            _ => place.cast::<u64>().read(),
        }
    }
}

/// Writes an element's bits.
///
/// # Safety
/// `size` bytes (1, 2, 4 or 8) at `place` must be writable and aligned to `size`.
#[inline(always)]
pub unsafe fn store_raw(place: *mut u8, size: usize, bits: u64) {
    // SAFETY: the caller's promise.
    unsafe {
        match size {
            1 => place.write(bits as u8),
            2 => place.cast::<u16>().write(bits as u16),
            4 => place.cast::<u32>().write(bits as u32),
            _ => place.cast::<u64>().write(bits),
        }
    }
}

/// The number that an element of a type other than the BigInt ones is (RawBytesToNumeric, sec. 25.1.3.14).
#[inline(always)]
pub fn number_from_raw(ty: ArrayType, bits: u64) -> Value {
    match ty {
        ArrayType::Int8 => Value::int(bits as i8 as i32),
        ArrayType::Uint8 | ArrayType::Uint8Clamped => Value::int(bits as u8 as i32),
        ArrayType::Int16 => Value::int(bits as i16 as i32),
        ArrayType::Uint16 => Value::int(bits as u16 as i32),
        ArrayType::Int32 => Value::int(bits as i32),
        ArrayType::Uint32 => Value::from_u32(bits as u32),
        ArrayType::Float16 => Value::number(number::f16_bits_to_f64(bits as u16)),
        ArrayType::Float32 => Value::number(f32::from_bits(bits as u32) as f64),
        ArrayType::Float64 => Value::number(f64::from_bits(bits)),
        ArrayType::BigInt64 | ArrayType::BigUint64 => Value::UNDEFINED,
    }
}

/// RawBytesToNumeric (sec. 25.1.3.14)
#[inline]
pub fn value_from_raw(vm: &mut Vm, ty: ArrayType, bits: u64) -> JsResult {
    match ty {
        ArrayType::BigInt64 => vm.bigint_from_i64(bits as i64).map(Value::from),
        ArrayType::BigUint64 => vm.bigint_from_u64(bits).map(Value::from),
        _ => Ok(number_from_raw(ty, bits)),
    }
}

/// NumericToRawBytes (sec. 25.1.3.16) of a number, for the types other than the BigInt ones.
#[inline(always)]
pub fn raw_from_number(ty: ArrayType, n: f64) -> u64 {
    match ty {
        ArrayType::Uint8Clamped => number::to_uint8_clamp(n) as u64,
        ArrayType::Float16 => number::f64_to_f16_bits(n) as u64,
        ArrayType::Float32 => (n as f32).to_bits() as u64,
        ArrayType::Float64 => n.to_bits(),
        _ => number::to_int32(n) as u32 as u64,
    }
}

/// ToNumber or ToBigInt, then NumericToRawBytes. Runs JavaScript where the value is an object.
#[inline]
pub fn raw_from_value(vm: &mut Vm, ty: ArrayType, value: Value) -> JsResult<u64> {
    if value.is_int() {
        let int = value.as_int();
        match ty {
            ArrayType::Uint8Clamped => return Ok(int.clamp(0, 255) as u64),
            ArrayType::Float32 => return Ok((int as f32).to_bits() as u64),
            ArrayType::Float64 => return Ok((int as f64).to_bits()),
            ArrayType::Float16 | ArrayType::BigInt64 | ArrayType::BigUint64 => {}
            _ => return Ok(int as u32 as u64),
        }
    }
    if is_bigint_type(ty) {
        return convert::to_biguint64(vm, value);
    }
    Ok(raw_from_number(ty, convert::to_number(vm, value)?))
}

/// The typed array behind a value.
#[inline(always)]
pub fn from_value(value: Value) -> Option<Gc<TypedArrayObject>> {
    value.as_object()?.downcast::<TypedArrayObject>()
}

/// An object of kind TypedArray as its cell.
#[inline(always)]
fn cell(object: Object) -> Gc<TypedArrayObject> {
    debug_assert!(object.is_kind(CellKind::TypedArray));
    // SAFETY: the functions here are called for objects of that kind only, as `object/mod.rs` dispatches them.
    unsafe { object.cast::<TypedArrayObject>() }
}

impl Vm {
    /// A typed array over `length` elements (or [`AUTO`]) of `buffer` from `byte_offset`, which were checked to lie in it.
    pub fn new_typed_array(
        &mut self,
        ty: ArrayType,
        prototype: Object,
        buffer: Object,
        byte_offset: usize,
        length: usize,
    ) -> JsResult<Object> {
        // SAFETY: callers pass buffers.
        let fixed = array_buffer::is_fixed_length(unsafe { buffer.cast_ref::<JsArrayBuffer>() });
        // SAFETY: as above.
        let immutable = array_buffer::is_immutable(unsafe { buffer.cast_ref::<JsArrayBuffer>() });
        let fast_length = if fixed && !immutable && length != AUTO { length } else { 0 };
        self.new_exotic(Some(prototype), |object| {
            object.header.detail.set(ElementKind::Exotic as u8);
            object.header.set_flag(FLAG_EXOTIC);
            TypedArrayObject {
                array: JsTypedArray {
                    object,
                    buffer: Cell::new(buffer.as_ptr().cast()),
                    byte_offset: Cell::new(byte_offset),
                    fast_length: Cell::new(fast_length),
                    array_type: Cell::new(ty),
                },
                array_length: Cell::new(length),
            }
        })
    }
}

/// The shape of new typed arrays of the realm.
fn realm_shape(vm: &mut Vm, ty: ArrayType, prototype: fn(&Realm) -> Object) -> JsResult<Gc<Shape>> {
    if let Some(shape) = vm.realm().typed_array_shapes[ty as usize] {
        return Ok(shape);
    }
    let prototype = prototype(&vm.realm());
    vm.note_prototype(prototype);
    let shape = vm.root_shape(Some(prototype), CellKind::TypedArray, 0)?;
    vm.realm_mut().typed_array_shapes[ty as usize] = Some(shape);
    Ok(shape)
}

/// A typed array of the realm's, whose intrinsic prototype is given, of zeros, with a buffer of its own that has its bytes behind its cell. None if that
/// would be too many.
pub fn new_small(
    vm: &mut Vm,
    ty: ArrayType,
    prototype: fn(&Realm) -> Object,
    length: usize,
) -> JsResult<Option<Object>> {
    if length as u64 > array_buffer::MAX_INLINE_BYTES >> element_shift(ty) {
        return Ok(None);
    }
    let shape = opaque(realm_shape(vm, ty, prototype)?);
    let buffer = array_buffer::new_small(vm, length << element_shift(ty))?;
    let bytes = size_of::<TypedArrayObject>();
    let cell: *mut TypedArrayObject = vm.alloc_raw(CellKind::TypedArray, bytes, false)?.as_ptr().cast();
    let index = vm.shape_index(opaque(shape));
    // SAFETY: freshly allocated with that size, and zeroed; all that is not zero is set.
    unsafe {
        let object = &raw mut (*cell).array.object;
        (*object).header.shape.set(index);
        (*object).header.detail.set(ElementKind::Exotic as u8);
        (*object).header.set_flag(FLAG_EXOTIC);
        vm.init_js_object(object);
        (*cell).array.buffer.set(buffer.as_ptr().cast());
        (*cell).array.fast_length.set(length);
        (*cell).array.array_type.set(ty);
        (*cell).array_length.set(length);
        Ok(Some(Object::from_ptr(cell.cast())))
    }
}

/// What [`new_small`] makes, for compilers.
pub struct SmallLayout {
    /// How many bytes into the VM the cells' allocators are, and what they take.
    pub array: [u32; 2],
    pub buffer: [u32; 2],
    /// Where in the buffer's cell its bytes are, and how many.
    pub data: usize,
    pub bytes: usize,
    /// Words of the buffer's, and where they are.
    pub words: [(u64, usize); 2],
    /// Where the array has its length once more.
    pub array_length: usize,
}

impl SmallLayout {
    /// Of an element type, by its number; None where there are too many bytes.
    pub fn new(ty: u8, length: usize) -> Option<SmallLayout> {
        let size = element_size(*ArrayType::ALL.get(ty as usize)?);
        let bytes = length.checked_mul(size).filter(|bytes| *bytes as u64 <= array_buffer::MAX_INLINE_BYTES)?;
        let data = array_buffer::INLINE_OFFSET;
        let array = Vm::allocator_of(size_of::<TypedArrayObject>())?;
        let buffer = Vm::allocator_of(data + bytes.next_multiple_of(size_of::<u64>()))?;
        let array_length = offset_of!(TypedArrayObject, array_length);
        Some(SmallLayout {
            array: array.into(),
            buffer: buffer.into(),
            data,
            bytes,
            words: array_buffer::WORDS,
            array_length,
        })
    }
}

// ---- what the interpreter uses

/// The element at `index` of an object of kind TypedArray. None where the general path must answer: out of bounds, or
/// a BigInt, which needs memory.
#[inline(always)]
pub fn load_element(object: Object, index: u32) -> Option<Value> {
    let array = cell(object);
    let index = index as usize;
    if index >= array.length() || is_bigint_type(array.array_type()) {
        return None;
    }
    Some(number_from_raw(array.array_type(), array.load(index)))
}

/// TypedArraySetElement (sec. 10.4.5.17): converts, then stores if the index is (still) within bounds.
#[inline]
pub fn store_element(vm: &mut Vm, object: Object, index: u32, value: Value) -> JsResult<()> {
    set_element(vm, &cell(object), index as usize, value)
}

/// As [`store_element`], for any index.
#[inline]
pub fn set_element(vm: &mut Vm, array: &TypedArrayObject, index: usize, value: Value) -> JsResult<()> {
    let bits = raw_from_value(vm, array.array_type(), value)?;
    // Of an immutable buffer's arrays fast_length is 0.
    if index < array.length() && (array.array.fast_length.get() != 0 || !array_buffer::is_immutable(array.buffer())) {
        array.store(index, bits);
    }
    Ok(())
}

/// TypedArrayGetElement (sec. 10.4.5.16): undefined out of bounds.
#[inline]
pub fn get_element(vm: &mut Vm, array: &TypedArrayObject, index: usize) -> JsResult {
    if index >= array.length() {
        return Ok(Value::UNDEFINED);
    }
    value_from_raw(vm, array.array_type(), array.load(index))
}

/// The length in elements, 0 when out of bounds or detached.
#[inline(always)]
pub fn length(object: Object) -> usize {
    cell(object).length()
}

/// IsTypedArrayFixedLength (sec. 10.4.5.15)
pub fn is_fixed_length(object: Object) -> bool {
    let array = cell(object);
    if array.array_length.get() == AUTO {
        return false;
    }
    array_buffer::is_fixed_length(array.buffer()) || array_buffer::is_shared(array.buffer())
}

// ---- essential internal methods

/// How a key meets a typed array.
enum Place {
    /// A valid integer index.
    Element(usize),
    /// A canonical numeric string that is no valid index: there never is such a property.
    Nowhere,
    /// Any other key: an ordinary property.
    Ordinary,
}

/// CanonicalNumericIndexString and IsValidIntegerIndex (sec. 10.4.5.14).
#[inline]
fn place(vm: &mut Vm, object: Object, key: PropertyKey) -> JsResult<Place> {
    if let Some(index) = key.as_index() {
        let index = index as usize;
        return Ok(if index < length(object) { Place::Element(index) } else { Place::Nowhere });
    }
    let Some(number) = convert::canonical_numeric_index_string(vm, key)? else { return Ok(Place::Ordinary) };
    let index = number as usize;
    // -0 and fractions differ from what the cast makes of them.
    let valid = (index as f64).to_bits() == number.to_bits() && index < length(object);
    Ok(if valid { Place::Element(index) } else { Place::Nowhere })
}

/// [[GetOwnProperty]] (sec. 10.4.5.2)
pub fn get_own_property(object: Object, vm: &mut Vm, key: PropertyKey) -> JsResult<Option<PropertyDescriptor>> {
    match place(vm, object, key)? {
        Place::Element(index) => {
            let value = get_element(vm, &cell(object), index)?;
            let mutable = !array_buffer::is_immutable(cell(object).buffer());
            Ok(Some(PropertyDescriptor::data(value, mutable, true, mutable)))
        }
        Place::Nowhere => Ok(None),
        Place::Ordinary => ordinary::get_own_property(object, vm, key),
    }
}

/// [[HasProperty]] (sec. 10.4.5.3)
pub fn has_property(object: Object, vm: &mut Vm, key: PropertyKey) -> JsResult<bool> {
    match place(vm, object, key)? {
        Place::Element(_) => Ok(true),
        Place::Nowhere => Ok(false),
        Place::Ordinary => ordinary::has_property(object, vm, key),
    }
}

/// [[DefineOwnProperty]] (sec. 10.4.5.4)
pub fn define_own_property(
    object: Object,
    vm: &mut Vm,
    key: PropertyKey,
    descriptor: &PropertyDescriptor,
) -> JsResult<bool> {
    match place(vm, object, key)? {
        Place::Element(index) if array_buffer::is_immutable(cell(object).buffer()) => {
            if descriptor.configurable == Some(true)
                || descriptor.enumerable == Some(false)
                || descriptor.is_accessor()
                || descriptor.writable == Some(true)
            {
                return Ok(false);
            }
            match descriptor.value {
                Some(value) => {
                    let current = get_element(vm, &cell(object), index)?;
                    operators::same_value(vm, value, current)
                }
                None => Ok(true),
            }
        }
        Place::Element(index) => {
            if descriptor.configurable == Some(false)
                || descriptor.enumerable == Some(false)
                || descriptor.is_accessor()
                || descriptor.writable == Some(false)
            {
                return Ok(false);
            }
            if let Some(value) = descriptor.value {
                set_element(vm, &cell(object), index, value)?;
            }
            Ok(true)
        }
        Place::Nowhere => Ok(false),
        Place::Ordinary => ordinary::define_own_property(object, vm, key, descriptor),
    }
}

/// [[Get]] (sec. 10.4.5.5)
pub fn get(object: Object, vm: &mut Vm, key: PropertyKey, receiver: Value) -> JsResult {
    match place(vm, object, key)? {
        Place::Element(index) => get_element(vm, &cell(object), index),
        Place::Nowhere => Ok(Value::UNDEFINED),
        Place::Ordinary => {
            // Nearly always a method or an accessor of the prototype: the object itself is asked once.
            if object.own_named(key).is_none()
                && let Some(prototype) = object.shape().prototype()
                && !prototype.is_exotic()
            {
                return prototype.get_with_receiver(vm, key, receiver);
            }
            ordinary::get(object, vm, key, receiver)
        }
    }
}

/// [[Set]] (sec. 10.4.5.6)
pub fn set(object: Object, vm: &mut Vm, key: PropertyKey, value: Value, receiver: Value) -> JsResult<bool> {
    match place(vm, object, key)? {
        Place::Ordinary => ordinary::set(object, vm, key, value, receiver),
        found => {
            let immutable = array_buffer::is_immutable(cell(object).buffer());
            if immutable && matches!(found, Place::Element(_)) {
                return Ok(false);
            }
            if operators::same_value(vm, object.value(), receiver)? {
                // The conversion has its effects even where there is no such element.
                // And it may make one.
                let index = match (found, key.as_index()) {
                    (Place::Element(index), _) => index,
                    (_, Some(index)) => index as usize,
                    _ => usize::MAX,
                };
                set_element(vm, &cell(object), index, value)?;
                return Ok(true);
            }
            match found {
                Place::Element(_) => ordinary::set(object, vm, key, value, receiver),
                _ => Ok(true),
            }
        }
    }
}

/// [[Delete]] (sec. 10.4.5.7)
pub fn delete(object: Object, vm: &mut Vm, key: PropertyKey) -> JsResult<bool> {
    match place(vm, object, key)? {
        Place::Element(_) => Ok(false),
        Place::Nowhere => Ok(true),
        Place::Ordinary => ordinary::delete(object, vm, key),
    }
}
