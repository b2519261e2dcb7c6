//! Accesses by computed keys. Of arrays: reads of elements that are not there (JITProf's c_uninit), writes behind their end (c_non-cont), and writes of
//! something else than a number into arrays of numbers (c_non-num). Of other objects: as of properties.

use crate::numeric::format::number_to_string;
use crate::object::{Object, typed_array};
use crate::vm::Vm;
use crate::{Value, ValueExt};
use abi::cell::CellKind;
use abi::object::{JsArray, NUMBERS_ALONE, NUMBERS_NOT_ALONE};
use abi::tally::Tally;

/// What an array has held since it was first written to (JITProf's figure 8). Kept in the array.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u32)]
enum Numbers {
    /// No write has been counted.
    NotSeen = 0,
    /// Nothing.
    Unknown = 1,
    Numeric = NUMBERS_ALONE,
    NonNumeric = NUMBERS_NOT_ALONE,
}

impl Numbers {
    fn of(array: &JsArray) -> Numbers {
        match array.numbers.get() {
            0 => Numbers::NotSeen,
            1 => Numbers::Unknown,
            NUMBERS_ALONE => Numbers::Numeric,
            _ => Numbers::NonNumeric,
        }
    }

    /// By what is in the array.
    fn looked_up(array: Object) -> Numbers {
        let mut found = Numbers::Unknown;
        let mut see = |value: Value| {
            found = if value.is_number() { Numbers::Numeric } else { Numbers::NonNumeric };
            found == Numbers::Numeric
        };
        match array.dictionary_elements() {
            Some(dictionary) => {
                let _ = dictionary.map().values().all(|(value, _)| see(*value));
            }
            None => {
                let _ = (0..array.elements_end()).filter_map(|i| array.fast_element(i)).all(see);
            }
        }
        found
    }
}

/// A key that is a number: what JITProf takes for an index of an array. A text is one if it is an integer's.
fn number_key(key: Value) -> Option<f64> {
    if key.is_number() {
        return Some(key.as_number()).filter(|number| !number.is_nan());
    }
    let text = key.as_string()?.to_display();
    let digits = text.strip_prefix('-').unwrap_or(&text);
    let is_integer = !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit());
    let number: f64 = text.parse().ok().filter(|_| is_integer)?;
    (number_to_string(number) == text).then_some(number)
}

/// The array index that a number is.
fn index_of(number: f64) -> Option<u32> {
    let index = number as u32;
    (f64::from(index) == number && index != u32::MAX).then_some(index)
}

/// Whether an array has an element of its own.
fn has_own(object: Object, number: f64) -> bool {
    if object.is_kind(CellKind::TypedArray) {
        return number >= 0.0 && number.fract() == 0.0 && number < typed_array::length(object) as f64;
    }
    match index_of(number) {
        Some(index) => object.own_element(index).is_some(),
        // Then it is a property like others.
        None => {
            let (text, mut found) = (number_to_string(number), false);
            object.shape().for_each(|key, _| found |= !key.is_symbol() && key.to_string() == text);
            found
        }
    }
}

/// The array that an access is to, and the key as a number, if it is one to an array's element.
fn element(base: Value, key: Value) -> Option<(Object, f64)> {
    let array = base.as_object().filter(|o| matches!(o.kind(), CellKind::Array | CellKind::TypedArray))?;
    Some((array, number_key(key)?))
}

impl Vm {
    /// A read by a computed key.
    ///
    /// # Safety
    /// The tally is one of this VM's.
    pub unsafe fn count_get_index(&mut self, base: Value, key: Value, tally: *const Tally) {
        // SAFETY: the caller's promise: tallies are never freed.
        let number = unsafe { (*tally).number };
        let Some((array, index)) = element(base, key) else { return self.access(base, number, Some(key)) };
        let site = &mut self.counts.sites[number as usize];
        site.tally.alike.set(site.tally.alike.get() + 1);
        if !has_own(array, index) {
            site.absent += 1;
        }
    }

    /// A write by a computed key.
    ///
    /// # Safety
    /// As for [`Vm::count_get_index`].
    pub unsafe fn count_set_index(&mut self, base: Value, key: Value, value: Value, tally: *const Tally) {
        // SAFETY: the caller's promise.
        let number = unsafe { (*tally).number };
        let Some((object, index)) = element(base, key) else { return self.access(base, number, Some(key)) };
        let site = &mut self.counts.sites[number as usize];
        site.tally.alike.set(site.tally.alike.get() + 1);
        // Typed arrays neither grow nor hold anything but numbers.
        let Some(array) = object.as_array() else { return };
        if index < 0.0 || index > f64::from(array.length.get()) {
            site.gaps += 1;
        }
        let before = match Numbers::of(&array) {
            Numbers::NotSeen => Numbers::looked_up(object),
            seen => seen,
        };
        let after = match (before, value.is_number()) {
            (Numbers::Numeric | Numbers::Unknown, true) => Numbers::Numeric,
            _ => Numbers::NonNumeric,
        };
        if (before, after) == (Numbers::Numeric, Numbers::NonNumeric) {
            site.non_numeric += 1;
        }
        array.numbers.set(after as u32);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn indices_are_numbers_that_are_ones() {
        assert_eq!(index_of(0.0), Some(0));
        assert_eq!(index_of(4294967294.0), Some(u32::MAX - 1));
        for none in [-1.0, 0.5, 4294967295.0, 1e20, f64::INFINITY] {
            assert_eq!(index_of(none), None, "{none}");
        }
        assert_eq!(number_key(Value::int(-3)), Some(-3.0));
        assert_eq!(number_key(Value::NAN), None);
        assert_eq!(number_key(Value::UNDEFINED), None);
    }
}
