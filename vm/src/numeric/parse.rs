//! Text to number: `StringToNumber`, `parseFloat`, `parseInt`, array indices
//! and canonical numeric strings.
//!
//! Every result is the double nearest to the written value, ties to even; no
//! function allocates for text that a program would write by hand.

use super::format::NumberBuffer;
use super::{CodeUnit, digit_value, trim, trim_start};
use num_bigint::BigUint;

/// `StringToNumber(str)` (ECMA-262 section 7.1.4.1.1).
///
/// White space and line terminators around the literal are ignored, the empty
/// string is 0, `0x`, `0o` and `0b` introduce unsigned integers, and anything
/// else that is not a whole decimal literal is NaN.
pub fn string_to_number<U: CodeUnit>(text: &[U]) -> f64 {
    if let Some(value) = short_integer(text) {
        return value;
    }
    let text = trim(text);
    let Some(first) = text.first() else {
        return 0.0;
    };
    if first.code() == u32::from(b'0')
        && let Some(radix) = text.get(1).and_then(|unit| prefix_radix(unit.code()))
    {
        let digits = &text[2..];
        let all = digits.iter().all(|unit| digit_value(unit.code()).is_some_and(|d| d < radix));
        if digits.is_empty() || !all {
            return f64::NAN;
        }
        return digits_to_number(digits, radix);
    }
    let (negative, rest) = split_sign(text);
    match magnitude_prefix(rest) {
        Some((value, length)) if length == rest.len() => {
            if negative {
                -value
            } else {
                value
            }
        }
        _ => f64::NAN,
    }
}

/// `parseFloat(string)` (ECMA-262 section 19.2.4): the longest prefix that is
/// a decimal literal, after leading white space.
pub fn parse_float<U: CodeUnit>(text: &[U]) -> f64 {
    if let Some(value) = short_integer(text) {
        return value;
    }
    let (negative, rest) = split_sign(trim_start(text));
    match magnitude_prefix(rest) {
        Some((value, _)) if negative => -value,
        Some((value, _)) => value,
        None => f64::NAN,
    }
}

/// `parseInt(string, radix)` (ECMA-262 section 19.2.5), where `radix` is
/// already `ToInt32` of the argument.
///
/// The specification allows an approximation after the twentieth digit for
/// most radices; here every radix is rounded exactly.
pub fn parse_int<U: CodeUnit>(text: &[U], radix: i32) -> f64 {
    let (negative, mut rest) = split_sign(trim_start(text));
    let (mut radix, strip_prefix) = match radix {
        0 => (10, true),
        16 => (16, true),
        2..=36 => (radix as u32, false),
        _ => return f64::NAN,
    };
    if strip_prefix
        && let [zero, x, digits @ ..] = rest
        && zero.code() == u32::from(b'0')
        && x.code() | 0x20 == u32::from(b'x')
    {
        rest = digits;
        radix = 16;
    }
    let length = rest.iter().take_while(|unit| digit_value(unit.code()).is_some_and(|digit| digit < radix)).count();
    if length == 0 {
        return f64::NAN;
    }
    let value = digits_to_number(&rest[..length], radix);
    if negative { -value } else { value }
}

/// The value of a string of digits in `radix`, rounded to nearest, ties to
/// even. The caller has checked that every unit is a digit of that radix;
/// numeric literals of the frontend come through here too, without their
/// separators.
pub fn digits_to_number<U: CodeUnit>(digits: &[U], radix: u32) -> f64 {
    let zeros = digits.iter().take_while(|unit| unit.code() == u32::from(b'0')).count();
    let digits = &digits[zeros..];
    // Conversion from u128 rounds to nearest even, so whatever fits is done.
    let mut value = 0u128;
    let mut used = 0;
    for unit in digits {
        let digit = digit_value(unit.code()).unwrap_or(0);
        let next = value.checked_mul(u128::from(radix)).and_then(|v| v.checked_add(u128::from(digit)));
        match next {
            Some(next) => value = next,
            None => break,
        }
        used += 1;
    }
    if used == digits.len() {
        return value as f64;
    }
    // More than 1,024 digits after the first are beyond any double in radix 2,
    // and so in every other: this bounds the work on hostile input.
    if digits.len() > 1025 {
        return f64::INFINITY;
    }
    if radix == 10 {
        return U::with_ascii(digits, decimal);
    }
    let mut values = [0u8; 1025];
    for (to, unit) in values.iter_mut().zip(digits) {
        *to = digit_value(unit.code()).unwrap_or(0) as u8;
    }
    match BigUint::from_radix_be(&values[..digits.len()], radix) {
        Some(big) => super::bigint::magnitude_to_f64(&big),
        None => f64::NAN,
    }
}

/// Parses an array index (ECMA-262 section 6.1.7): the canonical decimal
/// form of an integer from 0 to 2^32 - 2. `"01"`, `"+1"`, `"1.0"` and
/// `"4294967295"` are ordinary property names.
#[inline]
pub fn array_index<U: CodeUnit>(text: &[U]) -> Option<u32> {
    integer_index(text, 10).and_then(|index| u32::try_from(index).ok()).filter(|&i| i != u32::MAX)
}

/// Parses an integer index (ECMA-262 section 6.1.7): the canonical decimal
/// form of an integer from 0 to 2^53 - 1.
#[inline]
pub fn safe_integer_index<U: CodeUnit>(text: &[U]) -> Option<u64> {
    integer_index(text, 16).filter(|&index| index < 1 << 53)
}

/// A canonical decimal integer of at most `limit` (16 or fewer) digits.
#[inline]
fn integer_index<U: CodeUnit>(text: &[U], limit: usize) -> Option<u64> {
    let first = text.first()?.code().wrapping_sub(u32::from(b'0'));
    if first > 9 || text.len() > limit || (first == 0 && text.len() > 1) {
        return None;
    }
    let mut value = u64::from(first);
    for unit in &text[1..] {
        let digit = unit.code().wrapping_sub(u32::from(b'0'));
        if digit > 9 {
            return None;
        }
        value = value * 10 + u64::from(digit);
    }
    Some(value)
}

/// `CanonicalNumericIndexString(argument)` (ECMA-262 section 7.1.21), the
/// keys that typed arrays keep to themselves: `"-0"`, and each string that is
/// `ToString` of its own `ToNumber`. None for every other string.
pub fn canonical_numeric_index<U: CodeUnit>(text: &[U]) -> Option<f64> {
    let first = u8::try_from(text.first()?.code()).ok()?;
    // Number::toString begins in no other way, and is never this long.
    if !matches!(first, b'0'..=b'9' | b'-' | b'I' | b'N') || text.len() > 32 {
        return None;
    }
    if let [minus, zero] = text
        && minus.code() == u32::from(b'-')
        && zero.code() == u32::from(b'0')
    {
        return Some(-0.0);
    }
    let number = string_to_number(text);
    let mut buffer = NumberBuffer::new();
    let canonical = buffer.format(number).as_bytes();
    let same =
        canonical.len() == text.len() && canonical.iter().zip(text).all(|(&byte, unit)| u32::from(byte) == unit.code());
    same.then_some(number)
}

/// One to fifteen ASCII digits and nothing else: the common case, exact.
#[inline]
fn short_integer<U: CodeUnit>(text: &[U]) -> Option<f64> {
    if text.is_empty() || text.len() > 15 {
        return None;
    }
    let mut value = 0u64;
    for unit in text {
        let digit = unit.code().wrapping_sub(u32::from(b'0'));
        if digit > 9 {
            return None;
        }
        value = value * 10 + u64::from(digit);
    }
    Some(value as f64)
}

/// The radix that the second character of `0x`, `0o` or `0b` announces.
#[inline]
pub(super) const fn prefix_radix(unit: u32) -> Option<u32> {
    match unit {
        0x58 | 0x78 => Some(16),
        0x4F | 0x6F => Some(8),
        0x42 | 0x62 => Some(2),
        _ => None,
    }
}

/// Takes a sign off: whether it was a minus, and the rest.
#[inline]
pub(super) fn split_sign<U: CodeUnit>(text: &[U]) -> (bool, &[U]) {
    match text.first().map(|unit| unit.code()) {
        Some(0x2D) => (true, &text[1..]),
        Some(0x2B) => (false, &text[1..]),
        _ => (false, text),
    }
}

/// The value and length of the longest prefix that is a
/// `StrUnsignedDecimalLiteral` (ECMA-262 section 7.1.4.1).
fn magnitude_prefix<U: CodeUnit>(text: &[U]) -> Option<(f64, usize)> {
    const INFINITY: &[u8] = b"Infinity";
    if text.len() >= INFINITY.len() && INFINITY.iter().zip(text).all(|(&byte, unit)| u32::from(byte) == unit.code()) {
        return Some((f64::INFINITY, INFINITY.len()));
    }
    let length = decimal_length(text)?;
    Some((U::with_ascii(&text[..length], decimal), length))
}

/// How many leading units form a decimal literal without sign.
fn decimal_length<U: CodeUnit>(text: &[U]) -> Option<usize> {
    let digits = |from: usize| text[from..].iter().take_while(|unit| matches!(unit.code(), 0x30..=0x39)).count();
    let at = |index: usize| text.get(index).map(|unit| unit.code());
    let whole = digits(0);
    let mut end = whole;
    let mut fraction = 0;
    if at(end) == Some(u32::from(b'.')) {
        fraction = digits(end + 1);
        if whole + fraction > 0 {
            end += 1 + fraction;
        }
    }
    if whole + fraction == 0 {
        return None;
    }
    if matches!(at(end), Some(0x45 | 0x65)) {
        let sign = usize::from(matches!(at(end + 1), Some(0x2B | 0x2D)));
        let from = end + 1 + sign;
        if from < text.len() {
            let exponent = digits(from);
            if exponent > 0 {
                end = from + exponent;
            }
        }
    }
    Some(end)
}

/// The double nearest to a checked decimal literal without sign.
fn decimal(bytes: &[u8]) -> f64 {
    // The grammar was checked before, so that there is no error to report.
    fast_float2::parse::<f64, _>(bytes).unwrap_or(f64::NAN)
}

#[cfg(test)]
mod tests {
    use super::super::utf16;
    use super::*;

    fn same(left: f64, right: f64) -> bool {
        left.to_bits() == right.to_bits() || (left.is_nan() && right.is_nan())
    }

    fn number(text: &str) -> f64 {
        let wide = string_to_number(&utf16(text));
        if text.is_ascii() {
            let narrow = string_to_number(text.as_bytes());
            assert!(same(narrow, wide), "{text:?}: {narrow} {wide}");
        }
        wide
    }

    #[test]
    fn string_to_number_as_specified() {
        let nan = f64::NAN;
        for (text, want) in [
            ("", 0.0),
            ("   ", 0.0),
            ("\n\t\u{A0}\u{FEFF}\u{2029}", 0.0),
            ("0", 0.0),
            ("-0", -0.0),
            ("+0", 0.0),
            ("00012", 12.0),
            (" 42 ", 42.0),
            ("\u{3000}42\u{2028}", 42.0),
            ("42px", nan),
            ("4 2", nan),
            ("1_000", nan),
            ("0x10", 16.0),
            ("0XfF", 255.0),
            ("-0x10", nan),
            ("+0x10", nan),
            ("0x", nan),
            ("0xg", nan),
            ("0o17", 15.0),
            ("0O8", nan),
            ("0b101", 5.0),
            ("0B2", nan),
            ("0x20000000000001", 9007199254740992.0),
            ("0x20000000000003", 9007199254740996.0),
            ("0b100000000000000000000000000000000000000000000000000001", 9007199254740992.0),
            ("Infinity", f64::INFINITY),
            ("-Infinity", f64::NEG_INFINITY),
            ("+Infinity", f64::INFINITY),
            ("infinity", nan),
            ("inf", nan),
            ("INFINITY", nan),
            ("Infinityx", nan),
            ("nan", nan),
            ("NaN", nan),
            (".", nan),
            (".5", 0.5),
            ("5.", 5.0),
            ("5.e1", 50.0),
            (".5e1", 5.0),
            ("-.5E+1", -5.0),
            ("e5", nan),
            ("5e", nan),
            ("5e+", nan),
            ("1e400", f64::INFINITY),
            ("-1e400", f64::NEG_INFINITY),
            ("1e-400", 0.0),
            ("1e99999999999999999999999", f64::INFINITY),
            ("1e-99999999999999999999999", 0.0),
            ("0e99999999999999999999999", 0.0),
            ("9007199254740993", 9007199254740992.0),
            ("9007199254740993.0000000000000000000000000000000001", 9007199254740994.0),
            ("2.2250738585072011e-308", 2.225073858507201e-308),
            ("5e-324", 5e-324),
            ("2.4703282292062327e-324", 0.0),
            ("2.4703282292062328e-324", 5e-324),
            ("1.7976931348623157e308", f64::MAX),
            ("1.7976931348623159e308", f64::INFINITY),
            ("--1", nan),
            ("+-1", nan),
            ("- 1", nan),
            ("1n", nan),
            ("\u{661}", nan),
        ] {
            let got = number(text);
            assert!(same(got, want), "{text:?}: got {got}, want {want}");
        }
    }

    #[test]
    fn parse_float_takes_the_longest_prefix() {
        for (text, want) in [
            ("3.25abc", 3.25),
            ("  -7.5e2x", -750.0),
            ("1e", 1.0),
            ("1e+", 1.0),
            ("1.2.3", 1.2),
            (".5.", 0.5),
            ("-.5", -0.5),
            ("-0", -0.0),
            ("0x10", 0.0),
            ("Infinityx", f64::INFINITY),
            ("-Infinity!", f64::NEG_INFINITY),
            ("1_0", 1.0),
            ("12345", 12345.0),
            ("1\u{0}", 1.0),
        ] {
            assert!(same(parse_float(text.as_bytes()), want), "{text:?}");
            assert!(same(parse_float(&utf16(text)), want), "{text:?}");
        }
        for text in ["", "  ", "abc", "-", "+", ".", "-.", "e5", "Inf", "\u{85}1"] {
            assert!(parse_float(&utf16(text)).is_nan(), "{text:?}");
        }
    }

    #[test]
    fn parse_int_in_every_radix() {
        for (text, radix, want) in [
            ("10", 0, 10.0),
            ("  -10.9", 10, -10.0),
            ("0x1F", 0, 31.0),
            ("0x1F", 16, 31.0),
            ("0x1F", 10, 0.0),
            ("-0x1F", 0, -31.0),
            ("z", 36, 35.0),
            ("Zz!", 36, 1295.0),
            ("102", 2, 2.0),
            ("-0", 10, -0.0),
            ("0b11", 0, 0.0),
            ("9007199254740993", 10, 9007199254740992.0),
            ("9007199254740993", 0, 9007199254740992.0),
            ("123456789012345678901234567890", 10, 123456789012345678901234567890.0),
            ("20000000000001", 16, 9007199254740992.0),
            ("20000000000003", 16, 9007199254740996.0),
            ("400000000000000001", 8, 9007199254740992.0),
            ("10000000000000000000000000000000000000000000000000000000000000001", 4, 2f64.powi(128)),
            ("20000000000001000000000000000000000000000000000", 16, 4.9039857307708443e55),
            ("20000000000001000000000000000000000000000000001", 16, 4.903985730770845e55),
            ("zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz", 36, 1.7594524073048134e48),
            ("1e3", 10, 1.0),
        ] {
            let got = parse_int(text.as_bytes(), radix);
            assert!(same(got, want), "{text:?} radix {radix}: got {got}, want {want}");
            assert!(same(parse_int(&utf16(text), radix), want));
        }
        for (text, radix) in [("", 0), ("0x", 0), ("0x", 16), ("9", 8), ("1", 1), ("1", 37), ("1", -2), ("-", 10)] {
            assert!(parse_int(text.as_bytes(), radix).is_nan(), "{text:?} radix {radix}");
        }
        let ones = vec![b'1'; 5000];
        assert_eq!(parse_int(&ones, 2), f64::INFINITY);
        assert_eq!(parse_int(&ones, 10), f64::INFINITY);
        assert_eq!(parse_int(&ones[..1024], 2), f64::INFINITY);
        assert_eq!(parse_int(&ones[..1023], 2), 2f64.powi(1023));
        assert_eq!(parse_int(&ones[..309], 10), 1.1111111111111111e308);
    }

    #[test]
    fn array_indices_are_canonical() {
        for (text, want) in [
            ("0", Some(0)),
            ("7", Some(7)),
            ("4294967294", Some(4294967294)),
            ("4294967295", None),
            ("42949672940", None),
            ("9999999999", None),
            ("01", None),
            ("00", None),
            ("", None),
            ("-0", None),
            ("1.0", None),
            ("1a", None),
            ("a", None),
        ] {
            assert_eq!(array_index(text.as_bytes()), want, "{text:?}");
            assert_eq!(array_index(&utf16(text)), want, "{text:?}");
        }
        assert_eq!(array_index(&[0x131u16]), None);
        assert_eq!(safe_integer_index(b"9007199254740991"), Some(9007199254740991));
        assert_eq!(safe_integer_index(b"9007199254740992"), None);
        assert_eq!(safe_integer_index(b"90071992547409910"), None);
    }

    #[test]
    fn canonical_numeric_strings() {
        for (text, want) in [
            ("-0", -0.0),
            ("0", 0.0),
            ("1.5", 1.5),
            ("-1", -1.0),
            ("Infinity", f64::INFINITY),
            ("-Infinity", f64::NEG_INFINITY),
            ("NaN", f64::NAN),
            ("1e+21", 1e21),
            ("1e-7", 1e-7),
        ] {
            let got = canonical_numeric_index(text.as_bytes());
            assert!(got.is_some_and(|got| same(got, want)), "{text:?}");
            assert!(canonical_numeric_index(&utf16(text)).is_some_and(|got| same(got, want)));
        }
        for text in ["", "1.0", "+1", "1e21", "0.0000001", "00", " 1", "x", "Nan", "length", "-"] {
            assert_eq!(canonical_numeric_index(text.as_bytes()), None, "{text:?}");
        }
    }
}
