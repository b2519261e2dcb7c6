//! The units of a flat string as a slice, and what can be asked of them without a VM.

use super::search;
use std::borrow::Cow;
use std::cmp::Ordering;
use std::hash::{Hash, Hasher as StdHasher};
use std::ops::Range;

/// The code units of a string. Equality and order are those of the units, whatever the form.
#[derive(Clone, Copy)]
pub enum StrView<'a> {
    /// One byte a unit.
    Latin1(&'a [u8]),
    Utf16(&'a [u16]),
}

/// What CodePointAt (ECMA-262 sec. 11.1.4) says of a place in a string.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CodePoint {
    /// A lone surrogate stands for itself.
    pub value: u32,
    /// Code units: 1 or 2.
    pub units: usize,
}

impl CodePoint {
    #[inline]
    pub fn is_lone_surrogate(self) -> bool {
        (0xd800..0xe000).contains(&self.value)
    }
}

/// A match arm for both forms.
macro_rules! either {
    ($view:expr, $units:ident => $e:expr) => {
        match $view {
            StrView::Latin1($units) => $e,
            StrView::Utf16($units) => $e,
        }
    };
}

impl<'a> StrView<'a> {
    pub const EMPTY: StrView<'static> = StrView::Latin1(&[]);

    #[inline(always)]
    pub fn len(self) -> usize {
        either!(self, units => units.len())
    }

    #[inline(always)]
    pub fn is_empty(self) -> bool {
        self.len() == 0
    }

    #[inline(always)]
    pub fn is_latin1(self) -> bool {
        matches!(self, StrView::Latin1(_))
    }

    /// The unit at `index`, which must be below the length.
    #[inline(always)]
    pub fn at(self, index: usize) -> u16 {
        match self {
            StrView::Latin1(bytes) => bytes[index] as u16,
            StrView::Utf16(units) => units[index],
        }
    }

    #[inline(always)]
    pub fn get(self, index: usize) -> Option<u16> {
        match self {
            StrView::Latin1(bytes) => bytes.get(index).map(|&byte| byte as u16),
            StrView::Utf16(units) => units.get(index).copied(),
        }
    }

    /// Part of the units; the range must lie within them.
    #[inline]
    pub fn slice(self, range: Range<usize>) -> StrView<'a> {
        match self {
            StrView::Latin1(bytes) => StrView::Latin1(&bytes[range]),
            StrView::Utf16(units) => StrView::Utf16(&units[range]),
        }
    }

    #[inline]
    pub fn slice_from(self, start: usize) -> StrView<'a> {
        self.slice(start..self.len())
    }

    /// The units one after the other.
    #[inline]
    pub fn units(self) -> impl DoubleEndedIterator<Item = u16> + ExactSizeIterator + Clone + 'a {
        (0..self.len()).map(move |i| self.at(i))
    }

    /// StringIndexOf (ECMA-262 sec. 6.1.4.1): the first place at or after `from` where `needle` stands.
    pub fn index_of(self, needle: StrView<'_>, from: usize) -> Option<usize> {
        if from > self.len() || needle.len() > self.len() - from {
            return None;
        }
        let found = match (self.slice_from(from), needle) {
            (StrView::Latin1(h), StrView::Latin1(n)) => search::find_bytes(h, n),
            (StrView::Utf16(h), StrView::Utf16(n)) => search::find_units(h, n),
            (StrView::Latin1(h), StrView::Utf16(n)) => {
                if !search::is_narrow(n) {
                    return None;
                }
                search::find_bytes(h, &search::narrow(n))
            }
            (StrView::Utf16(h), StrView::Latin1(&[byte])) => search::find_unit(h, byte as u16),
            (StrView::Utf16(h), StrView::Latin1(n)) => search::find_units(h, &search::widen(n)),
        };
        found.map(|at| from + at)
    }

    /// StringLastIndexOf (ECMA-262 sec. 6.1.4.2): the last place at or before `from` where `needle` stands.
    pub fn last_index_of(self, needle: StrView<'_>, from: usize) -> Option<usize> {
        let last = self.len().checked_sub(needle.len())?.min(from);
        match (self.slice(0..last + needle.len()), needle) {
            (StrView::Latin1(h), StrView::Latin1(n)) => search::rfind_bytes(h, n),
            (StrView::Utf16(h), StrView::Utf16(n)) => search::rfind_units(h, n),
            (StrView::Latin1(h), StrView::Utf16(n)) => {
                if !search::is_narrow(n) {
                    return None;
                }
                search::rfind_bytes(h, &search::narrow(n))
            }
            (StrView::Utf16(h), StrView::Latin1(n)) => search::rfind_units(h, &search::widen(n)),
        }
    }

    /// The first place at or after `from` of one unit.
    pub fn index_of_unit(self, unit: u16, from: usize) -> Option<usize> {
        if from > self.len() {
            return None;
        }
        let found = match self {
            StrView::Latin1(bytes) => {
                let byte = u8::try_from(unit).ok()?;
                memchr::memchr(byte, &bytes[from..])
            }
            StrView::Utf16(units) => search::find_unit(&units[from..], unit),
        };
        found.map(|at| from + at)
    }

    pub fn contains(self, needle: StrView<'_>) -> bool {
        self.index_of(needle, 0).is_some()
    }

    pub fn starts_with(self, prefix: StrView<'_>) -> bool {
        prefix.len() <= self.len() && self.slice(0..prefix.len()) == prefix
    }

    pub fn ends_with(self, suffix: StrView<'_>) -> bool {
        suffix.len() <= self.len() && self.slice_from(self.len() - suffix.len()) == suffix
    }

    /// The same text as UTF-8.
    pub fn eq_str(self, text: &str) -> bool {
        match self {
            StrView::Latin1(bytes) if bytes.is_ascii() => bytes == text.as_bytes(),
            _ => self.units().eq(text.encode_utf16()),
        }
    }

    /// CodePointAt (ECMA-262 sec. 11.1.4); `index` must be below the length.
    #[inline]
    pub fn code_point_at(self, index: usize) -> CodePoint {
        let first = self.at(index);
        if first & 0xfc00 == 0xd800
            && let Some(second) = self.get(index + 1)
            && second & 0xfc00 == 0xdc00
        {
            let value = 0x10000 + ((first as u32 & 0x3ff) << 10) + (second as u32 & 0x3ff);
            return CodePoint { value, units: 2 };
        }
        CodePoint { value: first as u32, units: 1 }
    }

    /// The code points; lone surrogates stand for themselves.
    #[inline]
    pub fn chars(self) -> CodePoints<'a> {
        CodePoints { view: self, at: 0 }
    }

    pub fn is_ascii(self) -> bool {
        match self {
            StrView::Latin1(bytes) => bytes.is_ascii(),
            StrView::Utf16(units) => units.chunks(256).all(|chunk| chunk.iter().fold(0, |all, &unit| all | unit) < 128),
        }
    }

    /// The text as a `str`, if it is ASCII kept as bytes (nearly always: names, numbers, dates).
    #[inline]
    pub fn as_ascii(self) -> Option<&'a str> {
        match self {
            StrView::Latin1(bytes) if bytes.is_ascii() => std::str::from_utf8(bytes).ok(),
            _ => None,
        }
    }

    /// UTF-8, borrowed where possible; lone surrogates become U+FFFD.
    pub fn to_str_lossy(self) -> Cow<'a, str> {
        match self.as_ascii() {
            Some(text) => Cow::Borrowed(text),
            None => Cow::Owned(self.to_rust_string_lossy()),
        }
    }

    /// UTF-8; lone surrogates become U+FFFD.
    pub fn to_rust_string_lossy(self) -> String {
        if let Some(text) = self.as_ascii() {
            return text.to_owned();
        }
        match self {
            StrView::Latin1(bytes) => bytes.iter().map(|&byte| byte as char).collect(),
            StrView::Utf16(units) => String::from_utf16_lossy(units),
        }
    }

    pub fn to_utf16(self) -> Vec<u16> {
        match self {
            StrView::Latin1(bytes) => search::widen(bytes),
            StrView::Utf16(units) => units.to_vec(),
        }
    }

    /// No lone surrogates (IsStringWellFormedUnicode, ECMA-262 sec. 7.2.8).
    pub fn is_well_formed(self) -> bool {
        match self {
            StrView::Latin1(_) => true,
            StrView::Utf16(units) => char::decode_utf16(units.iter().copied()).all(|c| c.is_ok()),
        }
    }

    /// Without leading white space and line terminators (TrimString, ECMA-262 sec. 22.1.3.32.1).
    pub fn trim_start(self) -> StrView<'a> {
        let start = self.units().position(|unit| !is_trimmed(unit)).unwrap_or(self.len());
        self.slice_from(start)
    }

    /// Without trailing white space and line terminators.
    pub fn trim_end(self) -> StrView<'a> {
        let end = self.units().rposition(|unit| !is_trimmed(unit)).map_or(0, |last| last + 1);
        self.slice(0..end)
    }

    pub fn trim(self) -> StrView<'a> {
        self.trim_start().trim_end()
    }
}

/// A text of Rust's, if it is ASCII (which is Latin-1).
impl<'a> StrView<'a> {
    /// For literals in the runtime's own code. Text that is not ASCII would be misread: its bytes are taken as units.
    #[inline]
    pub const fn ascii(text: &'a str) -> StrView<'a> {
        debug_assert!(text.is_ascii());
        StrView::Latin1(text.as_bytes())
    }
}

/// Equality, without a call for what is short.
#[inline(always)]
fn same_bytes(a: &[u8], b: &[u8]) -> bool {
    let length = a.len();
    if length != b.len() {
        return false;
    }
    match length {
        0 => true,
        1..4 => a[0] == b[0] && a[length / 2] == b[length / 2] && a[length - 1] == b[length - 1],
        4..=8 => {
            let halves = |text: &[u8]| Some((*text.first_chunk::<4>()?, *text.last_chunk::<4>()?));
            halves(a) == halves(b)
        }
        9..=16 => {
            let halves = |text: &[u8]| Some((*text.first_chunk::<8>()?, *text.last_chunk::<8>()?));
            halves(a) == halves(b)
        }
        _ => a == b,
    }
}

impl PartialEq for StrView<'_> {
    #[inline]
    fn eq(&self, other: &Self) -> bool {
        match (*self, *other) {
            (StrView::Latin1(a), StrView::Latin1(b)) => same_bytes(a, b),
            (StrView::Utf16(a), StrView::Utf16(b)) => a == b,
            (StrView::Latin1(a), StrView::Utf16(b)) | (StrView::Utf16(b), StrView::Latin1(a)) => {
                a.len() == b.len() && a.iter().zip(b).all(|(&a, &b)| a as u16 == b)
            }
        }
    }
}

impl Eq for StrView<'_> {}

impl PartialOrd for StrView<'_> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for StrView<'_> {
    fn cmp(&self, other: &Self) -> Ordering {
        match (*self, *other) {
            (StrView::Latin1(a), StrView::Latin1(b)) => match (a.first_chunk::<8>(), b.first_chunk::<8>()) {
                // Most texts differ early.
                (Some(x), Some(y)) if x != y => u64::from_be_bytes(*x).cmp(&u64::from_be_bytes(*y)),
                _ => a.cmp(b),
            },
            (StrView::Utf16(a), StrView::Utf16(b)) => a.cmp(b),
            (StrView::Latin1(a), StrView::Utf16(b)) => a.iter().map(|&a| a as u16).cmp(b.iter().copied()),
            (StrView::Utf16(a), StrView::Latin1(b)) => a.iter().copied().cmp(b.iter().map(|&b| b as u16)),
        }
    }
}

impl Hash for StrView<'_> {
    fn hash<H: StdHasher>(&self, state: &mut H) {
        state.write_usize(self.len());
        for unit in self.units() {
            state.write_u16(unit);
        }
    }
}

impl std::fmt::Debug for StrView<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:?}", self.to_rust_string_lossy())
    }
}

/// The code points of a string, lone surrogates as themselves.
#[derive(Clone)]
pub struct CodePoints<'a> {
    view: StrView<'a>,
    at: usize,
}

impl CodePoints<'_> {
    /// Where the next code point begins, in units.
    pub fn position(&self) -> usize {
        self.at
    }
}

impl Iterator for CodePoints<'_> {
    type Item = u32;

    #[inline]
    fn next(&mut self) -> Option<u32> {
        if self.at >= self.view.len() {
            return None;
        }
        let point = self.view.code_point_at(self.at);
        self.at += point.units;
        Some(point.value)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = self.view.len() - self.at;
        (left.div_ceil(2), Some(left))
    }
}

/// The two units of a code point from U+10000 on.
#[inline]
pub(super) fn surrogate_pair(code_point: u32) -> [u16; 2] {
    let offset = code_point - 0x10000;
    [0xd800 | (offset >> 10 & 0x3ff) as u16, 0xdc00 | (offset & 0x3ff) as u16]
}

/// WhiteSpace (ECMA-262 sec. 12.2).
#[inline]
pub fn is_white_space(unit: u16) -> bool {
    match unit {
        0x09 | 0x0b | 0x0c | 0x20 | 0xa0 => true,
        0..0x1680 => false,
        0x1680 | 0x2000..=0x200a | 0x202f | 0x205f | 0x3000 | 0xfeff => true,
        _ => false,
    }
}

/// LineTerminator (ECMA-262 sec. 12.3).
#[inline]
pub fn is_line_terminator(unit: u16) -> bool {
    matches!(unit, 0x0a | 0x0d | 0x2028 | 0x2029)
}

#[inline]
fn is_trimmed(unit: u16) -> bool {
    is_white_space(unit) || is_line_terminator(unit)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wide(text: &str) -> Vec<u16> {
        text.encode_utf16().collect()
    }

    #[test]
    fn the_form_does_not_show() {
        let units = wide("hello");
        let (a, b) = (StrView::ascii("hello"), StrView::Utf16(&units));
        assert_eq!(a, b);
        assert_eq!(b, a);
        assert_eq!(a.cmp(&b), Ordering::Equal);
        assert!(a.starts_with(StrView::Utf16(&units[..3])) && b.ends_with(StrView::ascii("llo")));
        assert_ne!(a, StrView::ascii("hellp"));
        assert!(b < StrView::ascii("hellp") && StrView::ascii("hellp") > b && StrView::ascii("hel") < b);
        assert!(b.eq_str("hello") && !b.eq_str("hell") && a.is_ascii() && b.is_ascii());
        assert!(StrView::Latin1(&[0xe4]).eq_str("ä") && !StrView::Latin1(&[0xe4]).is_ascii());
    }

    #[test]
    fn searching_in_every_combination_of_forms() {
        let text = "abcabdabcabe";
        let units = wide(text);
        let needle = wide("abcab");
        for h in [StrView::ascii(text), StrView::Utf16(&units)] {
            for n in [StrView::ascii("abcab"), StrView::Utf16(&needle)] {
                assert_eq!(h.index_of(n, 0), Some(0));
                assert_eq!(h.index_of(n, 1), Some(6));
                assert_eq!(h.index_of(n, 7), None);
                assert_eq!(h.index_of(n, 100), None);
                assert_eq!(h.last_index_of(n, 100), Some(6));
                assert_eq!(h.last_index_of(n, 5), Some(0));
            }
            assert_eq!(h.index_of(StrView::EMPTY, 3), Some(3));
            assert_eq!(h.index_of(StrView::EMPTY, 13), None);
            assert_eq!(h.last_index_of(StrView::EMPTY, 3), Some(3));
            assert_eq!(h.last_index_of(StrView::EMPTY, 100), Some(12));
            assert_eq!(h.index_of(StrView::Utf16(&[0x161]), 0), None);
            assert_eq!(h.index_of_unit(b'd' as u16, 0), Some(5));
            assert_eq!(h.index_of_unit(b'd' as u16, 6), None);
            assert_eq!(h.index_of_unit(0x161, 0), None);
        }
    }

    #[test]
    fn code_points_and_lone_surrogates() {
        let units = [0x61, 0xd83d, 0xde00, 0xd83d, 0x62, 0xde00];
        let view = StrView::Utf16(&units);
        assert_eq!(view.chars().collect::<Vec<_>>(), [0x61, 0x1f600, 0xd83d, 0x62, 0xde00]);
        assert_eq!(view.to_rust_string_lossy(), "a\u{1f600}\u{fffd}b\u{fffd}");
        assert!(!view.is_well_formed() && view.slice(0..3).is_well_formed());
        assert_eq!(surrogate_pair(0x1f600), [0xd83d, 0xde00]);
        assert_eq!(StrView::Latin1(&[0xe9]).to_rust_string_lossy(), "é");
        assert!(view.code_point_at(3).is_lone_surrogate());
    }

    #[test]
    fn trimming() {
        let units = [0xfeff, 0x2028, 0x20, 0x61, 0x20, 0x62, 0x3000, 0x0a];
        assert!(StrView::Utf16(&units).trim().eq_str("a b"));
        assert!(StrView::ascii(" \t\r\n").trim().is_empty());
        assert!(StrView::ascii("\x0b x ").trim_start().eq_str("x "));
        assert!(StrView::Latin1(&[0x85, 0xa0]).trim().eq_str("\u{85}"));
        assert!(!is_white_space(0x200b) && !is_white_space(0x180e));
    }
}
