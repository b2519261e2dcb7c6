//! Strings made of many pieces.

use super::rope::write_units;
use super::table::Refusal;
use super::view::{StrView, surrogate_pair};
use super::{JsString, MAX_STRING_LENGTH, finish};
use crate::JsResult;
use crate::vm::Vm;

/// Collects code units; bytes until the first unit above 255 comes. Appending is amortized constant time a unit.
///
/// Errors (too long, out of memory) are kept until [`StringBuilder::finish`]; what comes after one is dropped, so that a
/// builder never holds much more than [`MAX_STRING_LENGTH`] units.
#[derive(Default, Debug)]
pub struct StringBuilder {
    units: Units,
    refused: Option<Refusal>,
}

#[derive(Debug)]
enum Units {
    Latin1(Vec<u8>),
    Utf16(Vec<u16>),
}

impl Default for Units {
    fn default() -> Units {
        Units::Latin1(Vec::new())
    }
}

/// Pieces up to this length are copied in place.
const SHORT: usize = 16;

/// Copies at most SHORT bytes by one or two loads, which costs less than finding out by a call how it is best done.
///
/// # Safety
/// There is room for as many bytes at `to`.
#[inline(always)]
unsafe fn copy_short(from: &[u8], to: *mut u8) {
    let (source, length) = (from.as_ptr(), from.len());
    // SAFETY: two overlapping halves cover exactly the bytes, read before any is written.
    unsafe {
        if length >= 8 {
            let (first, last) =
                (source.cast::<u64>().read_unaligned(), source.add(length - 8).cast::<u64>().read_unaligned());
            to.cast::<u64>().write_unaligned(first);
            to.add(length - 8).cast::<u64>().write_unaligned(last);
        } else if length >= 4 {
            let (first, last) =
                (source.cast::<u32>().read_unaligned(), source.add(length - 4).cast::<u32>().read_unaligned());
            to.cast::<u32>().write_unaligned(first);
            to.add(length - 4).cast::<u32>().write_unaligned(last);
        } else if length > 0 {
            let (first, middle, last) = (*source, *source.add(length / 2), *source.add(length - 1));
            *to = first;
            *to.add(length / 2) = middle;
            *to.add(length - 1) = last;
        }
    }
}

impl StringBuilder {
    pub fn new() -> StringBuilder {
        StringBuilder::default()
    }

    /// Room for `capacity` units below 256.
    pub fn with_capacity(capacity: usize) -> StringBuilder {
        let mut builder = StringBuilder::new();
        builder.reserve(capacity.min(MAX_STRING_LENGTH));
        builder
    }

    /// In code units.
    #[inline]
    pub fn len(&self) -> usize {
        match &self.units {
            Units::Latin1(bytes) => bytes.len(),
            Units::Utf16(units) => units.len(),
        }
    }

    #[inline]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// [`StringBuilder::finish`] will fail: there is no use in going on.
    #[inline]
    pub fn is_refused(&self) -> bool {
        self.refused.is_some()
    }

    /// What was pushed so far.
    pub fn view(&self) -> StrView<'_> {
        match &self.units {
            Units::Latin1(bytes) => StrView::Latin1(bytes),
            Units::Utf16(units) => StrView::Utf16(units),
        }
    }

    /// Makes room for `more` units.
    pub fn reserve(&mut self, more: usize) {
        self.room(more);
    }

    /// Whether `more` units may be pushed; if so there is room for them.
    #[inline]
    fn room(&mut self, more: usize) -> bool {
        if self.refused.is_some() {
            return false;
        }
        if more > MAX_STRING_LENGTH || self.len() + more > MAX_STRING_LENGTH {
            self.refuse(Refusal::TooLong);
            return false;
        }
        let reserved = match &mut self.units {
            Units::Latin1(bytes) => bytes.try_reserve(more),
            Units::Utf16(units) => units.try_reserve(more),
        };
        if reserved.is_err() {
            self.refuse(Refusal::OutOfMemory);
        }
        reserved.is_ok()
    }

    #[cold]
    fn refuse(&mut self, why: Refusal) {
        self.refused = Some(why);
        self.units = Units::default();
    }

    #[cold]
    fn widen(&mut self, more: usize) {
        if let Units::Latin1(bytes) = &self.units {
            let mut units: Vec<u16> = Vec::new();
            if units.try_reserve((bytes.len() + more).max(bytes.capacity().min(2 * bytes.len()))).is_err() {
                self.refuse(Refusal::OutOfMemory);
                return;
            }
            units.extend(bytes.iter().map(|&byte| byte as u16));
            self.units = Units::Utf16(units);
        }
    }

    #[inline]
    pub fn push_u16(&mut self, unit: u16) {
        match &mut self.units {
            Units::Latin1(bytes) if unit < 256 && bytes.len() < bytes.capacity() => bytes.push(unit as u8),
            Units::Utf16(units) if units.len() < units.capacity() => units.push(unit),
            _ => self.push_u16_slowly(unit),
        }
    }

    #[cold]
    fn push_u16_slowly(&mut self, unit: u16) {
        if unit >= 256 {
            self.widen(1);
        }
        if self.room(1) {
            match &mut self.units {
                Units::Latin1(bytes) => bytes.push(unit as u8),
                Units::Utf16(units) => units.push(unit),
            }
        }
    }

    /// A code point up to U+10FFFF; surrogates are taken as they are.
    #[inline]
    pub fn push_code_point(&mut self, code_point: u32) {
        if code_point < 0x10000 {
            self.push_u16(code_point as u16);
        } else {
            for unit in surrogate_pair(code_point) {
                self.push_u16(unit);
            }
        }
    }

    /// UTF-8.
    pub fn push_str(&mut self, text: &str) {
        if text.is_ascii() {
            self.push_view(StrView::Latin1(text.as_bytes()));
        } else {
            for c in text.chars() {
                self.push_code_point(c as u32);
            }
        }
    }

    #[inline]
    pub fn push_view(&mut self, view: StrView<'_>) {
        if let (Units::Latin1(bytes), StrView::Latin1(more)) = (&mut self.units, view)
            && more.len() <= SHORT
            && bytes.capacity() - bytes.len() >= SHORT
        {
            // SAFETY: there is room for SHORT bytes, of which the first `more.len()` are written.
            unsafe {
                copy_short(more, bytes.as_mut_ptr().add(bytes.len()));
                bytes.set_len(bytes.len() + more.len());
            }
            return;
        }
        self.push_view_slowly(view);
    }

    #[inline(never)]
    fn push_view_slowly(&mut self, view: StrView<'_>) {
        if !view.is_latin1() {
            self.widen(view.len());
        }
        if !self.room(view.len()) {
            return;
        }
        match (&mut self.units, view) {
            (Units::Latin1(bytes), StrView::Latin1(more)) => bytes.extend_from_slice(more),
            (Units::Utf16(units), StrView::Latin1(more)) => units.extend(more.iter().map(|&byte| byte as u16)),
            (Units::Utf16(units), StrView::Utf16(more)) => units.extend_from_slice(more),
            // Widening failed, and then there is no room either.
            (Units::Latin1(_), StrView::Utf16(_)) => {}
        }
    }

    /// Any string; a rope's units are copied without flattening it.
    pub fn push_js(&mut self, string: JsString) {
        if let Some(view) = string.flat_view() {
            return self.push_view(view);
        }
        if !string.is_latin1() {
            self.widen(string.len());
        }
        if !self.room(string.len()) {
            return;
        }
        let length = self.len() + string.len();
        match &mut self.units {
            // SAFETY: there is room for the string's units behind the vector's, which are all written before it is told
            // its new length; the vector is of bytes only if the string is Latin-1, since widening succeeded.
            Units::Latin1(bytes) => unsafe {
                write_units(string, bytes.as_mut_ptr().add(bytes.len()));
                bytes.set_len(length);
            },
            // SAFETY: as above.
            Units::Utf16(units) => unsafe {
                write_units(string, units.as_mut_ptr().add(units.len()));
                units.set_len(length);
            },
        }
    }

    /// The string: a RangeError if it is too long.
    pub fn finish(self, vm: &mut Vm) -> JsResult<JsString> {
        let made = match (self.refused, &self.units) {
            (Some(why), _) => Err(why),
            (None, Units::Latin1(bytes)) => vm.strings.make_latin1(&mut vm.heap, bytes),
            (None, Units::Utf16(units)) => vm.strings.make_utf16(&mut vm.heap, units),
        };
        finish(vm, made)
    }
}

impl std::fmt::Write for StringBuilder {
    fn write_str(&mut self, text: &str) -> std::fmt::Result {
        self.push_str(text);
        Ok(())
    }
}
