//! String hashing, and array indices.
//!
//! The hash is keyed with random bits of the VM, so that nobody can prepare keys that collide. It is a function of the code
//! units alone: text in Latin-1 and the same text in UTF-16 hash alike. The mixing step is the folded 64 by 64 bit
//! multiplication of the wyhash family.
//!
//! What a cell's hash field holds is the hash, never 0; or, with [`abi::string::STRING_INDEX`], the index itself.

use super::search::is_narrow;
use super::view::StrView;
use std::hash::{BuildHasher, Hasher, RandomState};

/// Digits of the greatest array index, 2^32 - 2.
pub(super) const MAX_INDEX_DIGITS: usize = 10;

/// The random keys of a VM's string hash.
#[derive(Clone, Copy)]
pub(super) struct HashKeys([u64; 3]);

#[inline(always)]
fn fold(a: u64, b: u64) -> u64 {
    let product = a as u128 * b as u128;
    product as u64 ^ (product >> 64) as u64
}

/// Text whose units are all below 256, read as if it were bytes.
trait Narrow: Copy {
    fn one(self, at: usize) -> u64;
    fn four(self, at: usize) -> u64;
    fn eight(self, at: usize) -> u64;
}

impl Narrow for &[u8] {
    #[inline(always)]
    fn one(self, at: usize) -> u64 {
        self[at] as u64
    }
    #[inline(always)]
    fn four(self, at: usize) -> u64 {
        let mut bytes = [0; 4];
        bytes.copy_from_slice(&self[at..at + 4]);
        u32::from_le_bytes(bytes) as u64
    }
    #[inline(always)]
    fn eight(self, at: usize) -> u64 {
        let mut bytes = [0; 8];
        bytes.copy_from_slice(&self[at..at + 8]);
        u64::from_le_bytes(bytes)
    }
}

impl Narrow for &[u16] {
    #[inline(always)]
    fn one(self, at: usize) -> u64 {
        self[at] as u64
    }
    #[inline(always)]
    fn four(self, at: usize) -> u64 {
        self[at..at + 4].iter().rev().fold(0, |word, &unit| word << 8 | unit as u64)
    }
    #[inline(always)]
    fn eight(self, at: usize) -> u64 {
        self[at..at + 8].iter().rev().fold(0, |word, &unit| word << 8 | unit as u64)
    }
}

impl HashKeys {
    pub(super) fn random() -> HashKeys {
        let state = RandomState::new();
        HashKeys([1u64, 2, 3].map(|n| {
            let mut hasher = state.build_hasher();
            hasher.write_u64(n);
            hasher.finish() | 1
        }))
    }

    #[inline(always)]
    fn narrow<T: Narrow>(&self, text: T, length: usize) -> u64 {
        let [k0, k1, k2] = self.0;
        let mut state = k0 ^ length as u64;
        let (a, b) = match length {
            0 => (0, 0),
            1..=3 => (text.one(0) | text.one(length / 2) << 8 | text.one(length - 1) << 16, 0),
            4..=8 => (text.four(0), text.four(length - 4)),
            _ => {
                let mut at = 0;
                while at + 16 < length {
                    state = fold(text.eight(at) ^ k1, text.eight(at + 8) ^ state);
                    at += 16;
                }
                if length >= 16 {
                    (text.eight(length - 16), text.eight(length - 8))
                } else {
                    (text.eight(0), text.eight(length - 8))
                }
            }
        };
        fold(fold(a ^ k1, b ^ state), k2)
    }

    fn wide(&self, units: &[u16]) -> u64 {
        let [k0, k1, k2] = self.0;
        let mut state = k2 ^ units.len() as u64;
        for chunk in units.chunks(4) {
            let word = chunk.iter().fold(0u64, |word, &unit| word << 16 | unit as u64);
            state = fold(word ^ k1, state ^ k0);
        }
        fold(state ^ k1, k2)
    }

    /// The hash of a text that is no array index; never 0.
    pub(super) fn text(&self, view: StrView<'_>) -> u32 {
        let hash = match view {
            StrView::Latin1(bytes) => self.narrow(bytes, bytes.len()),
            StrView::Utf16(units) if is_narrow(units) => self.narrow(units, units.len()),
            StrView::Utf16(units) => self.wide(units),
        };
        ((hash ^ hash >> 32) as u32).max(1)
    }

    /// The hash of an array index's text.
    #[inline(always)]
    pub(super) fn index(&self, index: u32) -> u32 {
        let hash = fold(index as u64 ^ self.0[0], self.0[1]);
        ((hash ^ hash >> 32) as u32).max(1)
    }
}

/// The array index of which the text is the canonical form: decimal, without leading zeros, at most 2^32 - 2.
#[inline]
pub(super) fn parse_index(view: StrView<'_>) -> Option<u32> {
    let length = view.len();
    if length == 0 || length > MAX_INDEX_DIGITS {
        return None;
    }
    let first = digit(view.at(0))?;
    if first == 0 {
        return (length == 1).then_some(0);
    }
    let mut number = first;
    for at in 1..length {
        number = number * 10 + digit(view.at(at))?;
    }
    (number < u32::MAX as u64).then_some(number as u32)
}

#[inline(always)]
fn digit(unit: u16) -> Option<u64> {
    let digit = unit.wrapping_sub(b'0' as u16);
    (digit < 10).then_some(digit as u64)
}

/// The decimal digits of a number; returns how many of `out`'s last bytes they fill.
pub(super) fn write_decimal(mut number: u64, out: &mut [u8; 20]) -> usize {
    let mut at = out.len();
    loop {
        at -= 1;
        out[at] = b'0' + (number % 10) as u8;
        number /= 10;
        if number == 0 {
            return out.len() - at;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_form_does_not_matter() {
        let keys = HashKeys::random();
        for length in 0..70 {
            let bytes: Vec<u8> = (0..length).map(|i| (i * 37 + 200) as u8).collect();
            let units: Vec<u16> = bytes.iter().map(|&b| b as u16).collect();
            assert_eq!(keys.text(StrView::Latin1(&bytes)), keys.text(StrView::Utf16(&units)), "{length}");
        }
    }

    #[test]
    fn every_unit_counts() {
        let keys = HashKeys::random();
        for length in 1..60 {
            for at in 0..length {
                let mut bytes = vec![b'x'; length];
                let plain = keys.text(StrView::Latin1(&bytes));
                bytes[at] = b'y';
                assert_ne!(plain, keys.text(StrView::Latin1(&bytes)), "{length} {at}");
                let mut units = vec![0x3b1; length];
                let plain = keys.text(StrView::Utf16(&units));
                units[at] = 0x3b2;
                assert_ne!(plain, keys.text(StrView::Utf16(&units)), "{length} {at}");
            }
        }
    }

    #[test]
    fn canonical_indices() {
        let index = |text: &str| parse_index(StrView::Latin1(text.as_bytes()));
        assert_eq!(index("0"), Some(0));
        assert_eq!(index("7"), Some(7));
        assert_eq!(index("120"), Some(120));
        assert_eq!(index("4294967294"), Some(4294967294));
        for text in ["", "00", "01", "-0", "-1", "1.0", "1e3", "4294967295", "9999999999", "12345678901", " 1", "x"] {
            assert_eq!(index(text), None, "{text}");
        }
        assert_eq!(parse_index(StrView::Utf16(&[0x31, 0x32])), Some(12));
        assert_eq!(parse_index(StrView::Utf16(&[0x131])), None);
    }

    #[test]
    fn decimal_digits() {
        for n in [0, 9, 10, 4294967295, u64::MAX] {
            let mut out = [0; 20];
            let used = write_decimal(n, &mut out);
            assert_eq!(&out[20 - used..], n.to_string().as_bytes());
        }
    }
}
