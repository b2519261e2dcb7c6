//! indexOf, lastIndexOf, includes (ECMA-262 sec. 23.1.3): searches that run no JavaScript on arrays of a fast kind.

use super::access::{self, relative, this_and_length};
use crate::native::Args;
use crate::object::Object;
use crate::object::array_words as words;
use crate::runtime::{convert, operators};
use crate::string;
use crate::vm::Vm;
use crate::{JsResult, Value, ValueExt};
use abi::cell::CellKind;
use abi::object::{DOUBLE_HOLE, ElementKind};
use std::cell::Cell;

/// What a search among words looks for.
enum Needle {
    /// Never found: NaN by strict equality, or a kind of value that the elements cannot be.
    Nothing,
    /// Found as these bits.
    Bits(u64),
    /// Found as a number, among tagged words and doubles.
    Number(f64),
    Nan,
    /// A string or a BigInt: found by content among tagged words.
    Content,
    Hole,
}

/// The first place (or the last, searching backwards) of `needle` among an array's words.
fn search_words(
    vm: &mut Vm,
    places: &[Cell<u64>],
    double: bool,
    value: Value,
    needle: Needle,
    backwards: bool,
) -> JsResult<Option<usize>> {
    #[inline(always)]
    fn position(places: &[Cell<u64>], backwards: bool, test: impl Fn(u64) -> bool) -> Option<usize> {
        /// Words that are looked at before anybody asks whether it was one of them: several at a time.
        const TOGETHER: usize = 16;
        if backwards {
            return places.iter().rposition(|place| test(place.get()));
        }
        let is_among = |part: &[Cell<u64>]| part.iter().fold(false, |found, place| found | test(place.get()));
        let part = places.chunks(TOGETHER).position(is_among)? * TOGETHER;
        places[part..].iter().position(|place| test(place.get())).map(|i| part + i)
    }
    Ok(match needle {
        Needle::Nothing => None,
        Needle::Bits(bits) => position(places, backwards, |word| word == bits),
        Needle::Hole => position(places, backwards, |word| word == words::hole(double)),
        // The hole is a NaN, which equals nothing.
        Needle::Number(n) if double => position(places, backwards, |word| f64::from_bits(word) == n),
        Needle::Number(n) => position(places, backwards, |word| {
            // SAFETY: a word of elements that are no doubles is a value.
            let v = unsafe { Value::from_bits(word) };
            v.is_number() && v.as_number() == n
        }),
        Needle::Nan if double => {
            position(places, backwards, |word| word != DOUBLE_HOLE && f64::from_bits(word).is_nan())
        }
        Needle::Nan => position(places, backwards, |word| {
            // SAFETY: a word of elements that are no doubles is a value.
            let v = unsafe { Value::from_bits(word) };
            v.is_double() && v.as_double().is_nan()
        }),
        Needle::Content => {
            let sought = value.as_string();
            let same = |vm: &mut Vm, word: u64| -> JsResult<bool> {
                // SAFETY: a word of elements that are no doubles is a value.
                let v = unsafe { Value::from_bits(word) };
                if v == value {
                    return Ok(true);
                }
                match (v.as_string(), sought) {
                    (Some(a), Some(b)) if a.len() != b.len() || a.is_atom() && b.is_atom() => Ok(false),
                    (Some(a), Some(b)) => {
                        vm.spend(1 + b.len() / 64)?;
                        string::equals(vm, a, b)
                    }
                    (None, Some(_)) => Ok(false),
                    _ => {
                        vm.spend(1)?;
                        operators::is_strictly_equal(vm, v, value)
                    }
                }
            };
            for i in 0..places.len() {
                let i = if backwards { places.len() - 1 - i } else { i };
                if same(vm, places[i].get())? {
                    return Ok(Some(i));
                }
            }
            None
        }
    })
}

/// How a value is looked for. `same_value_zero`: NaN is found, and holes are undefined.
fn needle_for(value: Value, kind: ElementKind, same_value_zero: bool) -> Needle {
    let double = kind.is_double();
    if matches!(kind, ElementKind::PackedInt | ElementKind::HoleyInt) {
        // Zero is sought as 0 also where it is -0.
        let int = if value.is_number() { Value::number(value.as_number() + 0.0) } else { Value::EMPTY };
        return if int.is_int() { Needle::Bits(int.bits()) } else { Needle::Nothing };
    }
    if value.is_number() {
        let n = value.as_number();
        return match (n.is_nan(), same_value_zero) {
            (true, true) => Needle::Nan,
            (true, false) => Needle::Nothing,
            _ => Needle::Number(n),
        };
    }
    if double {
        return Needle::Nothing;
    }
    if value.is_kind(CellKind::String) || value.is_kind(CellKind::BigInt) {
        Needle::Content
    } else {
        Needle::Bits(value.bits())
    }
}

/// Searches an array of a fast kind: places `from..to` forwards or backwards. None: the short way is not open.
fn search(
    vm: &mut Vm,
    object: Object,
    value: Value,
    (from, to): (u64, u64),
    same_value_zero: bool,
    backwards: bool,
) -> JsResult<Option<Option<u64>>> {
    if words::readable(vm, object).is_none() {
        return Ok(None);
    }
    let double = object.element_kind().is_double();
    let end = words::end(object) as u64;
    if to > end && vm.may_inherit_elements(object) {
        // The conversion of the index has shortened the array: what is gone may be inherited.
        return Ok(None);
    }
    let stop = to.min(end).max(from);
    if from >= end && !same_value_zero {
        return Ok(Some(None));
    }
    let places = if from < end { &words::words(&object)[from as usize..stop as usize] } else { &[] };
    let needle = needle_for(value, object.element_kind(), same_value_zero);
    vm.spend(places.len() / 8)?;
    let found = search_words(vm, places, double, value, needle, backwards)?;
    if found.is_none() && same_value_zero && value.is_undefined() {
        // Beyond the last place there are only holes.
        let hole = search_words(vm, places, double, value, Needle::Hole, backwards)?;
        return Ok(Some(hole.map(|i| i as u64 + from).or(if to > stop { Some(stop) } else { None })));
    }
    Ok(Some(found.map(|i| i as u64 + from)))
}

/// Where an array of a fast kind first has a value: by SameValueZero or by IsStrictlyEqual. None: the short way is not open.
pub fn find_plainly(vm: &mut Vm, array: Object, value: Value, same_value_zero: bool) -> JsResult<Option<Option<u64>>> {
    let Some(length) = array.as_array().map(|array| array.length.get()) else { return Ok(None) };
    search(vm, array, value, (0, length.into()), same_value_zero, false)
}

fn index(found: Option<u64>) -> Value {
    found.map_or(Value::int(-1), access::number)
}

/// indexOf(searchElement [, fromIndex]) (sec. 23.1.3.17)
pub fn index_of(vm: &mut Vm, args: Args) -> JsResult {
    let (object, length) = this_and_length(vm, args)?;
    if length == 0 {
        return Ok(Value::int(-1));
    }
    let value = args.get(0);
    let mut k = relative(vm, args.get(1), length)?;
    if let Some(found) = search(vm, object, value, (k, length), false, false)? {
        return Ok(index(found));
    }
    while k < length {
        match access::get_if_present(vm, object, k)? {
            Some(element) => {
                if operators::is_strictly_equal(vm, value, element)? {
                    return Ok(access::number(k));
                }
                k += 1;
            }
            None => k = access::next_candidate(vm, object, k + 1),
        }
    }
    Ok(Value::int(-1))
}

/// lastIndexOf(searchElement [, fromIndex]) (sec. 23.1.3.20)
pub fn last_index_of(vm: &mut Vm, args: Args) -> JsResult {
    let (object, length) = this_and_length(vm, args)?;
    if length == 0 {
        return Ok(Value::int(-1));
    }
    let value = args.get(0);
    // One past the first index that is looked at.
    let mut k = length;
    if args.len() > 1 {
        let n = convert::to_integer_or_infinity(vm, args.get(1))?;
        let last = if n >= 0.0 { n.min(length as f64 - 1.0) } else { length as f64 + n };
        if last < 0.0 {
            return Ok(Value::int(-1));
        }
        k = last as u64 + 1;
    }
    if let Some(found) = search(vm, object, value, (0, k), false, true)? {
        return Ok(index(found));
    }
    while k > 0 {
        match access::get_if_present(vm, object, k - 1)? {
            Some(element) => {
                if operators::is_strictly_equal(vm, value, element)? {
                    return Ok(access::number(k - 1));
                }
                k -= 1;
            }
            None => k = access::previous_candidate(vm, object, k - 1),
        }
    }
    Ok(Value::int(-1))
}

/// includes(searchElement [, fromIndex]) (sec. 23.1.3.16)
pub fn includes(vm: &mut Vm, args: Args) -> JsResult {
    let (object, length) = this_and_length(vm, args)?;
    if length == 0 {
        return Ok(Value::FALSE);
    }
    let value = args.get(0);
    let from = relative(vm, args.get(1), length)?;
    if let Some(found) = search(vm, object, value, (from, length), true, false)? {
        return Ok(Value::bool(found.is_some()));
    }
    for k in from..length {
        let element = access::get(vm, object, k)?;
        if operators::same_value_zero(vm, value, element)? {
            return Ok(Value::TRUE);
        }
    }
    Ok(Value::FALSE)
}
