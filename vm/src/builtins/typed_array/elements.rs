//! A typed array's memory in bulk: as slices of its element type, for filling, searching, sorting, reversing and converting. Nothing here
//! runs JavaScript or allocates cells, so that no buffer is detached or resized meanwhile.

use crate::builtins::array::timsort::sort_in_pieces;
use crate::numeric::convert as number;
use crate::object::Object;
use crate::object::elements::{doubles, tagged};
use crate::object::typed_array::{self as cells, TypedArrayObject};
use crate::vm::Vm;
use crate::{JsResult, Value, ValueExt};
use abi::object::{ArrayType, ElementKind};
use std::cmp::Ordering;

/// The first `length` elements as a slice of `T`.
///
/// # Safety
/// `T` has the size of the array's elements and any bits are a T; `length` is within the current length; no other slice of
/// the memory is in use.
#[inline(always)]
#[expect(
    clippy::mut_from_ref,
    reason = "the elements are not in the cell; that there is no other slice is the caller's promise"
)]
unsafe fn slice_of<T>(array: &TypedArrayObject, length: usize) -> &mut [T] {
    debug_assert!(size_of::<T>() == array.element_size() && length <= array.length());
    // SAFETY: the caller's promise. Typed arrays are aligned to their elements, since malloc's memory is and offsets are multiples.
    unsafe { std::slice::from_raw_parts_mut(array.data().cast::<T>(), length) }
}

/// Runs `$body` with `$slice` bound to the elements `0..$length` as integers of their size.
macro_rules! with_bits {
    ($array:expr, $length:expr, |$slice:ident| $body:expr) => {
        // SAFETY: the unsigned integers of each element size; callers pass lengths within the current one, and `$body` runs nothing else.
        unsafe {
            match $array.element_size() {
                1 => {
                    let $slice = slice_of::<u8>($array, $length);
                    $body
                }
                2 => {
                    let $slice = slice_of::<u16>($array, $length);
                    $body
                }
                4 => {
                    let $slice = slice_of::<u32>($array, $length);
                    $body
                }
                _ => {
                    let $slice = slice_of::<u64>($array, $length);
                    $body
                }
            }
        }
    };
}

/// Sets elements `start..end`.
pub fn fill(array: &TypedArrayObject, start: usize, end: usize, bits: u64) {
    with_bits!(array, end, |slice| slice[start..end].fill(bits as _));
}

/// Reverses the first `length` elements.
pub fn reverse(array: &TypedArrayObject, length: usize) {
    with_bits!(array, length, |slice| slice.reverse());
}

/// Copies `count` elements of one array to another of the same element size, ascending order aside: overlap is allowed.
pub fn move_elements(source: &TypedArrayObject, from: usize, target: &TypedArrayObject, to: usize, count: usize) {
    if count == 0 {
        return;
    }
    let (from, bytes) = source.byte_range(from, from + count);
    let (to, _) = target.byte_range(to, to + count);
    // SAFETY: both ranges are within their arrays, by the caller's promise.
    unsafe { std::ptr::copy(from, to, bytes) };
}

/// NaN last, -0 before 0 (TypedArray SortCompare, sec. 23.2.4.7).
#[inline]
fn compare_floats(a: f64, b: f64) -> Ordering {
    match (a.is_nan(), b.is_nan()) {
        (false, false) => a.total_cmp(&b),
        (a, b) => a.cmp(&b),
    }
}

/// Sorts the first `length` elements in numeric order, looking at requests now and then. What is sorted is a copy: another agent may write into
/// shared memory meanwhile, and then there is no order.
///
/// # Errors
/// There is no memory for the copy, or the script is to end; nothing is sorted then.
pub fn sort(vm: &mut Vm, array: &TypedArrayObject, length: usize) -> JsResult<()> {
    macro_rules! sorted {
        ($type:ty, $compare:expr) => {{
            let mut copy: Vec<$type> = Vec::new();
            if copy.try_reserve_exact(length).is_err() {
                return Err(vm.throw_out_of_memory());
            }
            // SAFETY: each type's own representation (Float16 as its bits), of its size.
            copy.extend_from_slice(unsafe { slice_of::<$type>(array, length) });
            vm.poll()?;
            sort_in_pieces(vm, &mut copy, usize::MAX, $compare)?;
            // SAFETY: as above. Nothing that runs here changes the array's length.
            unsafe { slice_of::<$type>(array, length) }.copy_from_slice(&copy);
        }};
    }
    match array.array_type() {
        ArrayType::Int8 => count_and_fill(vm, array, length, 0x80)?,
        ArrayType::Uint8 | ArrayType::Uint8Clamped => count_and_fill(vm, array, length, 0)?,
        ArrayType::Int16 => sorted!(i16, Ord::cmp),
        ArrayType::Uint16 => sorted!(u16, Ord::cmp),
        ArrayType::Int32 => sorted!(i32, Ord::cmp),
        ArrayType::Uint32 => sorted!(u32, Ord::cmp),
        ArrayType::Float16 => {
            sorted!(u16, |a: &u16, b: &u16| compare_floats(number::f16_bits_to_f64(*a), number::f16_bits_to_f64(*b)))
        }
        ArrayType::Float32 => sorted!(f32, |a: &f32, b: &f32| compare_floats(*a as f64, *b as f64)),
        ArrayType::Float64 => sorted!(f64, |a: &f64, b: &f64| compare_floats(*a, *b)),
        ArrayType::BigInt64 => sorted!(i64, Ord::cmp),
        ArrayType::BigUint64 => sorted!(u64, Ord::cmp),
    }
    Ok(())
}

/// Sorts bytes by counting them; `first` is the least.
fn count_and_fill(vm: &mut Vm, array: &TypedArrayObject, length: usize, first: u8) -> JsResult<()> {
    // SAFETY: bytes, within the array.
    let bytes = unsafe { slice_of::<u8>(array, length) };
    if length <= 64 {
        let mut few = [0; 64];
        let few = &mut few[..length];
        few.copy_from_slice(bytes);
        few.sort_unstable_by_key(|byte| byte.wrapping_sub(first));
        bytes.copy_from_slice(few);
        return Ok(());
    }
    let mut counts = [0usize; 256];
    for piece in bytes.chunks(1 << 20) {
        piece.iter().for_each(|&byte| counts[byte as usize] += 1);
        vm.poll()?;
    }
    let mut at = 0;
    for n in 0..=255u8 {
        let byte = n.wrapping_add(first);
        bytes[at..at + counts[byte as usize]].fill(byte);
        at += counts[byte as usize];
    }
    Ok(())
}

/// What a search looks for, in terms of the element type.
enum Needle {
    Nothing,
    Bits(u64),
    Float(f64),
    Nan,
}

fn needle_for(ty: ArrayType, value: Value, same_value_zero: bool) -> Needle {
    if cells::is_bigint_type(ty) {
        let Some(big) = value.as_bigint() else { return Needle::Nothing };
        let bits = big.to_u64_wrapping();
        // Only what the type can hold is there.
        let exact = match ty {
            ArrayType::BigInt64 => big.fits_i64(),
            _ => big.fits_u64(),
        };
        return if exact { Needle::Bits(bits) } else { Needle::Nothing };
    }
    if !value.is_number() {
        return Needle::Nothing;
    }
    let n = value.as_number();
    match ty {
        ArrayType::Float16 | ArrayType::Float32 | ArrayType::Float64 => match (n.is_nan(), same_value_zero) {
            (false, _) => Needle::Float(n),
            (true, true) => Needle::Nan,
            (true, false) => Needle::Nothing,
        },
        _ => {
            let bits = cells::raw_from_number(ty, n);
            let held = cells::number_from_raw(ty, bits);
            if held.as_number() == n { Needle::Bits(bits) } else { Needle::Nothing }
        }
    }
}

/// The first (or last) element of `from..to` that equals `value` strictly, or by SameValueZero.
///
/// # Errors
/// The script is to end.
pub fn search(
    vm: &mut Vm,
    array: &TypedArrayObject,
    (from, to): (usize, usize),
    value: Value,
    same_value_zero: bool,
    backwards: bool,
) -> JsResult<Option<usize>> {
    let mut left = from..to;
    while !left.is_empty() {
        let piece = if backwards {
            let piece = left.end.saturating_sub(PIECE).max(left.start)..left.end;
            left.end = piece.start;
            piece
        } else {
            let piece = left.start..left.end.min(left.start + PIECE);
            left.start = piece.end;
            piece
        };
        vm.spend(piece.len() / 8)?;
        let found = search_piece(array, (piece.start, piece.end), value, same_value_zero, backwards);
        if found.is_some() {
            return Ok(found);
        }
    }
    Ok(None)
}

/// Elements that are searched at once.
const PIECE: usize = 1 << 20;

#[allow(clippy::useless_conversion)] // One body for four sizes.
fn search_piece(
    array: &TypedArrayObject,
    (from, to): (usize, usize),
    value: Value,
    same_value_zero: bool,
    backwards: bool,
) -> Option<usize> {
    let ty = array.array_type();
    let float = |bits: u64| match ty {
        ArrayType::Float16 => number::f16_bits_to_f64(bits as u16),
        ArrayType::Float32 => f32::from_bits(bits as u32) as f64,
        _ => f64::from_bits(bits),
    };
    let found = match needle_for(ty, value, same_value_zero) {
        Needle::Nothing => None,
        Needle::Bits(bits) => with_bits!(array, to, |slice| {
            let (mut places, needle) = (slice[from..].iter(), bits as _);
            if backwards { places.rposition(|x| *x == needle) } else { places.position(|x| *x == needle) }
        }),
        Needle::Float(n) => with_bits!(array, to, |slice| {
            let mut places = slice[from..].iter();
            let test = |x: &_| float(u64::from(*x)) == n;
            if backwards { places.rposition(test) } else { places.position(test) }
        }),
        Needle::Nan => with_bits!(array, to, |slice| {
            let mut places = slice[from..].iter();
            let test = |x: &_| float(u64::from(*x)).is_nan();
            if backwards { places.rposition(test) } else { places.position(test) }
        }),
    };
    found.map(|i| i + from)
}

/// Elements that are converted at a time.
const CHUNK: usize = 256;

/// Runs `$body` with `$T` as the element type in memory and `$ty` as its constant; not for the BigInt types.
macro_rules! with_number_type {
    ($type:expr, |$T:ident, $ty:ident| $body:expr) => {
        with_number_type!(@ $type, $T, $ty, $body, Int8 i8, Uint8 u8, Uint8Clamped u8, Int16 i16, Uint16 u16, Int32 i32,
            Uint32 u32, Float16 u16, Float32 u32, Float64 u64)
    };
    (@ $type:expr, $T:ident, $ty:ident, $body:expr, $($name:ident $memory:ty),*) => {
        match $type {
            $(ArrayType::$name => {
                type $T = $memory;
                const $ty: ArrayType = ArrayType::$name;
                $body
            })*
            ArrayType::BigInt64 | ArrayType::BigUint64 => {}
        }
    };
}

/// The numbers of consecutive elements.
///
/// # Safety
/// `from` points at as many elements of the type, aligned to it.
#[allow(clippy::unnecessary_cast)] // One body for all types.
unsafe fn read_numbers(ty: ArrayType, from: *const u8, numbers: &mut [f64]) {
    with_number_type!(ty, |T, TYPE| {
        for (i, n) in numbers.iter_mut().enumerate() {
            // SAFETY: the caller's promise.
            let element = unsafe { *from.cast::<T>().add(i) };
            *n = match TYPE {
                ArrayType::Float16 => number::f16_bits_to_f64(element as u16),
                ArrayType::Float32 => f32::from_bits(element as u32) as f64,
                ArrayType::Float64 => f64::from_bits(element as u64),
                _ => element as f64,
            };
        }
    });
}

/// Stores numbers as consecutive elements.
///
/// # Safety
/// `to` points at room for as many elements of the type, aligned to it.
#[allow(clippy::unnecessary_cast)] // One body for all types.
unsafe fn write_numbers(ty: ArrayType, to: *mut u8, numbers: &[f64]) {
    with_number_type!(ty, |T, TYPE| {
        for (i, n) in numbers.iter().enumerate() {
            // SAFETY: the caller's promise.
            unsafe { *to.cast::<T>().add(i) = cells::raw_from_number(TYPE, *n) as T };
        }
    });
}

/// Copies elements with conversion between types of the same content type. The arrays may share memory.
///
/// # Errors
/// The script is to end.
pub fn convert_elements(
    vm: &mut Vm,
    source: &TypedArrayObject,
    from: usize,
    target: &TypedArrayObject,
    to: usize,
    count: usize,
) -> JsResult<()> {
    let (source_type, target_type) = (source.array_type(), target.array_type());
    if source_type == target_type || same_bits(source_type, target_type) {
        move_elements(source, from, target, to, count);
        return vm.spend(count / 8);
    }
    if count == 0 {
        return Ok(());
    }
    let (start, bytes) = source.byte_range(from, from + count);
    let (target_start, target_bytes) = target.byte_range(to, to + count);
    let overlap = start < target_start.wrapping_add(target_bytes) && target_start < start.wrapping_add(bytes);
    // What is yet to be read must not be overwritten.
    let chunk = if overlap { count } else { CHUNK };
    let mut room = [0.0; CHUNK];
    let mut larger = Vec::new();
    let numbers = if chunk > CHUNK {
        larger.resize(chunk, 0.0);
        &mut larger[..]
    } else {
        &mut room[..]
    };
    for at in (0..count).step_by(chunk) {
        let numbers = &mut numbers[..chunk.min(count - at)];
        // SAFETY: the ranges are within the arrays, which are aligned to their elements.
        unsafe {
            read_numbers(source_type, start.add(at * source.element_size()), numbers);
            write_numbers(target_type, target_start.add(at * target.element_size()), numbers);
        }
        vm.spend(numbers.len())?;
    }
    Ok(())
}

/// Types between which conversion keeps the bits.
fn same_bits(source: ArrayType, target: ArrayType) -> bool {
    use ArrayType::*;
    matches!(
        (source, target),
        (Int8 | Uint8 | Uint8Clamped, Int8 | Uint8)
            | (Uint8, Uint8Clamped)
            | (Int16 | Uint16, Int16 | Uint16)
            | (Int32 | Uint32, Int32 | Uint32)
            | (BigInt64 | BigUint64, BigInt64 | BigUint64)
    )
}

/// The length of a packed array of numbers whose elements may be read in bulk, else None.
pub fn numbers_of_array(array: Object) -> Option<usize> {
    let length = array.as_array()?.length.get() as usize;
    matches!(array.element_kind(), ElementKind::PackedInt | ElementKind::PackedDouble).then_some(length)
}

/// Stores the first `count` elements of such an array from `at` on, where there is room for them. Not for BigInt types, which refuse numbers.
pub fn store_numbers(target: &TypedArrayObject, at: usize, array: Object, count: usize) {
    if count == 0 {
        return;
    }
    let ty = target.array_type();
    let (start, _) = target.byte_range(at, at + count);
    let double = array.element_kind() == ElementKind::PackedDouble;
    let mut room = [0.0; CHUNK];
    for at in (0..count).step_by(CHUNK) {
        let numbers = &mut room[..CHUNK.min(count - at)];
        if double {
            let places = doubles(array.elements())[at..].iter();
            numbers.iter_mut().zip(places).for_each(|(n, place)| *n = f64::from_bits(place.get()));
        } else {
            let places = tagged(array.elements())[at..].iter();
            numbers.iter_mut().zip(places).for_each(|(n, place)| *n = place.get().as_int() as f64);
        }
        // SAFETY: the range is within the array, which is aligned to its elements.
        unsafe { write_numbers(ty, start.add(at * target.element_size()), numbers) };
    }
}
