//! Numbers without a VM: conversions between numbers and text, between
//! number types, the `Math` functions, and `BigInt` arithmetic.
//!
//! Everything here is a pure function of its arguments: no heap cell, no VM
//! context, no global state, so that every tier, the builtins and the tests
//! call the same code. Text comes in as slices of code units (`&[u8]` is
//! Latin-1, `&[u16]` is UTF-16, see [`CodeUnit`]) and goes out as ASCII.

pub mod bigint;
pub mod convert;
pub mod digits;
pub mod format;
pub mod math;
pub mod parse;
pub mod radix;

/// One code unit of a flat string: `u8` for Latin-1, `u16` for UTF-16.
///
/// The parsers are generic over it, so that each string representation gets
/// its own compiled copy and no string is widened before it is parsed.
pub trait CodeUnit: Copy {
    /// The code unit as a number, `0..=0xFFFF`.
    fn code(self) -> u32;

    /// Calls `f` with the bytes of `units`, all of which the caller has
    /// already found to be ASCII. Latin-1 is lent as it is, UTF-16 is
    /// narrowed into a buffer.
    fn with_ascii<R>(units: &[Self], f: impl FnOnce(&[u8]) -> R) -> R;
}

impl CodeUnit for u8 {
    #[inline(always)]
    fn code(self) -> u32 {
        u32::from(self)
    }

    #[inline]
    fn with_ascii<R>(units: &[Self], f: impl FnOnce(&[u8]) -> R) -> R {
        f(units)
    }
}

impl CodeUnit for u16 {
    #[inline(always)]
    fn code(self) -> u32 {
        u32::from(self)
    }

    fn with_ascii<R>(units: &[Self], f: impl FnOnce(&[u8]) -> R) -> R {
        /// Long enough for every number that a program would write.
        const SHORT: usize = 48;
        if units.len() <= SHORT {
            let mut short = [0u8; SHORT];
            for (to, &from) in short.iter_mut().zip(units) {
                *to = from as u8;
            }
            f(&short[..units.len()])
        } else {
            let long: Vec<u8> = units.iter().map(|&unit| unit as u8).collect();
            f(&long)
        }
    }
}

/// Whether `unit` is `WhiteSpace` or `LineTerminator` (ECMA-262 sections 12.2
/// and 12.3): what `StringToNumber`, `parseInt` and `String.prototype.trim`
/// remove. All of them lie in the basic plane, so one code unit is enough.
#[inline]
pub const fn is_white_space(unit: u32) -> bool {
    match unit {
        0x09..=0x0D | 0x20 | 0xA0 => true,
        0..=0x167F => false,
        0x1680 | 0x2000..=0x200A | 0x2028 | 0x2029 | 0x202F | 0x205F | 0x3000 | 0xFEFF => true,
        _ => false,
    }
}

/// `units` without leading white space and line terminators.
#[inline]
pub fn trim_start<U: CodeUnit>(units: &[U]) -> &[U] {
    let start = units.iter().take_while(|unit| is_white_space(unit.code())).count();
    &units[start..]
}

/// `units` without trailing white space and line terminators.
#[inline]
pub fn trim_end<U: CodeUnit>(units: &[U]) -> &[U] {
    let cut = units.iter().rev().take_while(|unit| is_white_space(unit.code())).count();
    &units[..units.len() - cut]
}

/// `TrimString(string, start+end)` (ECMA-262 section 22.1.3.32.1).
#[inline]
pub fn trim<U: CodeUnit>(units: &[U]) -> &[U] {
    trim_end(trim_start(units))
}

/// The value of a digit in any radix up to 36, letters in either case.
#[inline]
pub const fn digit_value(unit: u32) -> Option<u32> {
    match unit {
        0x30..=0x39 => Some(unit - 0x30),
        0x41..=0x5A => Some(unit - 0x41 + 10),
        0x61..=0x7A => Some(unit - 0x61 + 10),
        _ => None,
    }
}

/// The digits of every radix up to 36, in lower case.
pub(crate) const DIGITS: &[u8; 36] = b"0123456789abcdefghijklmnopqrstuvwxyz";

#[cfg(test)]
pub(crate) fn utf16(text: &str) -> Vec<u16> {
    text.encode_utf16().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn white_space_is_the_specification_s() {
        let all: Vec<u32> = (0..=0xFFFF).filter(|&unit| is_white_space(unit)).collect();
        assert_eq!(
            all,
            [
                0x9, 0xA, 0xB, 0xC, 0xD, 0x20, 0xA0, 0x1680, 0x2000, 0x2001, 0x2002, 0x2003, 0x2004, 0x2005, 0x2006,
                0x2007, 0x2008, 0x2009, 0x200A, 0x2028, 0x2029, 0x202F, 0x205F, 0x3000, 0xFEFF
            ]
        );
    }

    #[test]
    fn trims_both_encodings() {
        assert_eq!(trim(b"\t a b \n"), b"a b");
        assert_eq!(trim(b"   "), b"");
        assert_eq!(trim(&utf16("\u{FEFF}\u{3000}x\u{2028}")), &utf16("x")[..]);
        assert_eq!(trim_start(b" x "), b"x ");
        assert_eq!(trim_end(b" x "), b" x");
    }
}
