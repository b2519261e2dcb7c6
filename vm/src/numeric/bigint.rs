//! `BigInt` arithmetic over num-bigint: those operations of ECMA-262 section
//! 6.1.6.2 for which the schoolbook's algorithms (`digits.rs`) will not do,
//! `StringToBigInt`, and exact conversions from and to doubles.
//!
//! A result of more than [`MAX_BITS`] bits is refused with
//! [`BigIntError::TooBig`], where possible before it is computed; the caller
//! throws the RangeError.

use super::parse::{prefix_radix, split_sign};
use super::{CodeUnit, digit_value, trim};
use num_bigint::BigUint;
pub use num_bigint::{BigInt, Sign};
use num_traits::{Signed, ToPrimitive, Zero};
use std::cmp::Ordering;

/// The longest BigInt, in bits of its magnitude: more than a million decimal
/// digits. JavaScriptCore and SpiderMonkey allow 2^20 bits, V8 2^30. An
/// operation cannot be interrupted, and division and conversion to decimal take
/// time quadratic in the length: with this limit none takes much more than a
/// second.
pub const MAX_BITS: u64 = 1 << 22;

/// Why an operation has no result; each is a RangeError in JavaScript.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BigIntError {
    /// The result would have more than [`MAX_BITS`] bits.
    TooBig,
    /// Division or remainder by `0n`.
    DivisionByZero,
    /// `**` with a negative exponent.
    NegativeExponent,
}

impl BigIntError {
    /// The message of the RangeError, in V8's words.
    pub const fn message(self) -> &'static str {
        match self {
            BigIntError::TooBig => "Maximum BigInt size exceeded",
            BigIntError::DivisionByZero => "Division by zero",
            BigIntError::NegativeExponent => "Exponent must be non-negative",
        }
    }
}

fn checked(value: BigInt) -> Result<BigInt, BigIntError> {
    if value.bits() > MAX_BITS { Err(BigIntError::TooBig) } else { Ok(value) }
}

/// The integer of a sign and 64-bit digits, the least significant first.
pub fn from_digits(negative: bool, digits: &[u64]) -> BigInt {
    let magnitude = match *digits {
        [] => return BigInt::ZERO,
        [digit] => BigUint::from(digit),
        _ => BigUint::new(digits.iter().flat_map(|&digit| [digit as u32, (digit >> 32) as u32]).collect()),
    };
    BigInt::from_biguint(if negative { Sign::Minus } else { Sign::Plus }, magnitude)
}

/// `StringToBigInt(str)` (section 7.1.14): None where it is not a
/// StringIntegerLiteral, which is a SyntaxError for `BigInt(string)` and
/// "not equal" for comparisons. Also None beyond [`MAX_BITS`].
///
/// BigInt literals, without their `n` and separators, are a subset.
pub fn string_to_bigint<U: CodeUnit>(text: &[U]) -> Option<BigInt> {
    let text = trim(text);
    if text.is_empty() {
        return Some(BigInt::ZERO);
    }
    let prefixed = text[0].code() == u32::from(b'0');
    if prefixed && let Some(radix) = text.get(1).and_then(|unit| prefix_radix(unit.code())) {
        return parse_digits(&text[2..], radix).map(BigInt::from);
    }
    let (negative, digits) = split_sign(text);
    let magnitude = parse_digits(digits, 10)?;
    let sign = if negative { Sign::Minus } else { Sign::Plus };
    Some(BigInt::from_biguint(sign, magnitude))
}

/// One or more digits of `radix` and nothing else.
fn parse_digits<U: CodeUnit>(digits: &[U], radix: u32) -> Option<BigUint> {
    if digits.is_empty() {
        return None;
    }
    let mut small = 0u64;
    if digits.len() <= 12 {
        // 36^12 is below 2^63.
        for unit in digits {
            let digit = digit_value(unit.code()).filter(|&digit| digit < radix)?;
            small = small * u64::from(radix) + u64::from(digit);
        }
        return Some(BigUint::from(small));
    }
    let values: Option<Vec<u8>> = digits
        .iter()
        .skip_while(|unit| unit.code() == u32::from(b'0'))
        .map(|unit| digit_value(unit.code()).filter(|&d| d < radix).map(|d| d as u8))
        .collect();
    let values = values?;
    if values.is_empty() {
        return Some(BigUint::ZERO);
    }
    if values.len() as u64 * u64::from(radix.ilog2()) > MAX_BITS {
        return None;
    }
    BigUint::from_radix_be(&values, radix).filter(|value| value.bits() <= MAX_BITS)
}

/// `BigInt::toString(x, radix)` (section 6.1.6.2.21), radix 2 to 36.
pub fn to_string_radix(x: &BigInt, radix: u32) -> String {
    x.to_str_radix(radix.clamp(2, 36))
}

/// `NumberToBigInt(number)` (section 21.2.1.1.1): None unless `x` is an
/// integral number, which is a RangeError.
pub fn from_f64(x: f64) -> Option<BigInt> {
    if !super::convert::is_integral(x) {
        return None;
    }
    if x.abs() < 9007199254740992.0 {
        return Some(BigInt::from(x as i64));
    }
    let bits = x.to_bits();
    let mantissa = (bits & ((1 << 52) - 1)) | (1 << 52);
    // At least 2^53, so the last bit of the mantissa weighs 2 or more.
    let shift = ((bits >> 52) & 0x7FF) as u32 - 1075;
    let sign = if x < 0.0 { Sign::Minus } else { Sign::Plus };
    Some(BigInt::from_biguint(sign, BigUint::from(mantissa) << shift))
}

/// `Number(bigint)`: the nearest double, ties to even, infinite on overflow.
pub fn to_f64(x: &BigInt) -> f64 {
    let magnitude = magnitude_to_f64(x.magnitude());
    if x.is_negative() { -magnitude } else { magnitude }
}

/// The double nearest to a magnitude, ties to even.
pub(super) fn magnitude_to_f64(x: &BigUint) -> f64 {
    let bits = x.bits();
    if bits <= 64 {
        return x.to_u64().unwrap_or(0) as f64;
    }
    if bits > 1024 {
        return f64::INFINITY;
    }
    // The upper 64 bits, of which the last also stands for all bits below:
    // it is far under the rounding position, so that only "nothing" and
    // "something" differ.
    let shift = bits - 64;
    let sticky = x.trailing_zeros().is_some_and(|zeros| zeros < shift);
    let top = (x >> shift).to_u64().unwrap_or(u64::MAX) | u64::from(sticky);
    // Exact: a power of two times at most 53 bits, or overflow to infinity.
    top as f64 * 2f64.powi(shift as i32)
}

/// Compares a BigInt with a number by mathematical value (sections 7.2.12
/// and 7.2.13). None if `y` is NaN.
pub fn compare_f64(x: &BigInt, y: f64) -> Option<Ordering> {
    if y.is_nan() {
        return None;
    }
    let sign = if x.is_negative() { -1 } else { i32::from(!x.is_zero()) };
    let other = if y < 0.0 { -1 } else { i32::from(y > 0.0) };
    if sign != other {
        return Some(sign.cmp(&other));
    }
    if y.is_infinite() {
        return Some(if y > 0.0 { Ordering::Less } else { Ordering::Greater });
    }
    // |x| >= 2^1024 is beyond every finite double; this spares from_f64.
    if x.bits() > 1024 {
        return Some(if sign > 0 { Ordering::Greater } else { Ordering::Less });
    }
    let whole = from_f64(y.trunc())?;
    Some(match x.cmp(&whole) {
        Ordering::Equal => {
            let fraction = y - y.trunc();
            0.0.partial_cmp(&fraction)?
        }
        unequal => unequal,
    })
}

/// `x * y`.
pub fn mul(x: &BigInt, y: &BigInt) -> Result<BigInt, BigIntError> {
    // A product has the sum of the bits, or one bit less.
    if x.bits() + y.bits() > MAX_BITS + 1 {
        return Err(BigIntError::TooBig);
    }
    checked(x * y)
}

/// `x ** y`.
pub fn pow(x: &BigInt, y: &BigInt) -> Result<BigInt, BigIntError> {
    if y.is_negative() {
        return Err(BigIntError::NegativeExponent);
    }
    if y.is_zero() {
        return Ok(BigInt::from(1));
    }
    // 0, 1 and -1 have powers for every exponent, however large.
    if x.bits() <= 1 {
        return Ok(if y.bit(0) { x.clone() } else { x * x });
    }
    let Some(exponent) = y.to_u32() else {
        return Err(BigIntError::TooBig);
    };
    // |x| >= 2^(bits - 1).
    if (x.bits() - 1).saturating_mul(u64::from(exponent)) >= MAX_BITS {
        return Err(BigIntError::TooBig);
    }
    checked(x.pow(exponent))
}

#[cfg(test)]
mod tests {
    use super::super::utf16;
    use super::*;

    fn big(text: &str) -> BigInt {
        string_to_bigint(text.as_bytes()).unwrap_or_else(|| panic!("not a BigInt: {text}"))
    }

    #[test]
    fn parses_what_string_to_bigint_takes() {
        for (text, want) in [
            ("", "0"),
            ("  \n", "0"),
            ("0", "0"),
            ("-0", "0"),
            (" 123 ", "123"),
            ("+5", "5"),
            ("-5", "-5"),
            ("0007", "7"),
            ("0x1f", "31"),
            ("0XFFFFFFFFFFFFFFFFFFFF", "1208925819614629174706175"),
            ("0o17", "15"),
            ("0b101", "5"),
            ("123456789012345678901234567890", "123456789012345678901234567890"),
            ("-00000000000000000000000000", "0"),
        ] {
            assert_eq!(string_to_bigint(text.as_bytes()).map(|x| x.to_string()).as_deref(), Some(want));
            assert_eq!(string_to_bigint(&utf16(text)).map(|x| x.to_string()).as_deref(), Some(want));
        }
        for text in [
            "1n",
            "1.0",
            "1e3",
            "-0x1",
            "+0x1",
            "0x",
            "0xg",
            "0b2",
            "- 1",
            "--1",
            "abc",
            "1_0",
            "Infinity",
            "-",
            "12345678901234567890z",
            "0x1234567890123456789g",
        ] {
            assert_eq!(string_to_bigint(text.as_bytes()), None, "{text:?}");
        }
    }

    #[test]
    fn doubles_both_ways() {
        for (x, want) in [
            (0.0, "0"),
            (-0.0, "0"),
            (-1.0, "-1"),
            (9007199254740991.0, "9007199254740991"),
            (9007199254740992.0, "9007199254740992"),
            (1e21, "1000000000000000000000"),
            (-1e25, "-10000000000000000905969664"),
        ] {
            let value = from_f64(x).unwrap();
            assert_eq!(value.to_string(), want);
            assert_eq!(to_f64(&value), x);
        }
        assert_eq!(from_f64(1.5), None);
        assert_eq!(from_f64(f64::NAN), None);
        assert_eq!(from_f64(f64::INFINITY), None);
        assert_eq!(to_f64(&from_f64(f64::MAX).unwrap()), f64::MAX);
        for (text, want) in [
            ("9007199254740993", 9007199254740992.0),
            ("9007199254740995", 9007199254740996.0),
            ("18446744073709551615", 18446744073709551616.0),
            ("36893488147419107328", 36893488147419103232.0),
            ("36893488147419107329", 36893488147419111424.0),
            ("-36893488147419107329", -36893488147419111424.0),
            ("36893488147419115520", 36893488147419119616.0),
        ] {
            assert_eq!(to_f64(&big(text)), want, "{text}");
        }
        let limit = BigInt::from(1) << 1024u32;
        assert_eq!(to_f64(&limit), f64::INFINITY);
        let half_ulp = BigInt::from(1) << 970u32;
        assert_eq!(to_f64(&(&limit - &half_ulp)), f64::INFINITY);
        assert_eq!(to_f64(&(&limit - &half_ulp - 1)), f64::MAX);
    }

    #[test]
    fn compares_with_numbers() {
        let huge = BigInt::from(1) << 2000u32;
        for (x, y, want) in [
            (big("1"), 1.0, Some(Ordering::Equal)),
            (big("1"), 1.5, Some(Ordering::Less)),
            (big("-1"), -1.5, Some(Ordering::Greater)),
            (big("2"), 1.5, Some(Ordering::Greater)),
            (big("0"), -0.0, Some(Ordering::Equal)),
            (big("0"), 0.5, Some(Ordering::Less)),
            (big("0"), -5e-324, Some(Ordering::Greater)),
            (big("9007199254740993"), 9007199254740992.0, Some(Ordering::Greater)),
            (huge.clone(), f64::MAX, Some(Ordering::Greater)),
            (-huge.clone(), -f64::MAX, Some(Ordering::Less)),
            (huge, f64::INFINITY, Some(Ordering::Less)),
            (big("-1"), f64::NEG_INFINITY, Some(Ordering::Greater)),
            (big("0"), f64::NAN, None),
        ] {
            assert_eq!(compare_f64(&x, y), want, "{x} {y}");
        }
    }

    #[test]
    fn arithmetic() {
        assert_eq!(pow(&big("2"), &big("100")), Ok(big("1267650600228229401496703205376")));
        assert_eq!(pow(&big("-3"), &big("3")), Ok(big("-27")));
        assert_eq!(pow(&big("5"), &big("-1")), Err(BigIntError::NegativeExponent));
        assert_eq!(pow(&big("0"), &big("0")), Ok(big("1")));
        let enormous = big("123456789012345678901234567890");
        assert_eq!(pow(&big("-1"), &enormous), Ok(big("1")));
        assert_eq!(pow(&big("-1"), &(&enormous + 1)), Ok(big("-1")));
        assert_eq!(pow(&big("0"), &enormous), Ok(big("0")));
        assert_eq!(pow(&big("2"), &enormous), Err(BigIntError::TooBig));
        assert_eq!(pow(&big("2"), &big("1073741824")), Err(BigIntError::TooBig));
        assert_eq!(mul(&big("-3"), &big("4")), Ok(big("-12")));
    }

    #[test]
    fn digits_become_integers() {
        for text in ["0", "-1", "18446744073709551616", "-340282366920938463463374607431768211457"] {
            let integer = big(text);
            let digits: Vec<u64> = integer.iter_u64_digits().collect();
            assert_eq!(from_digits(integer.sign() == Sign::Minus, &digits), integer);
        }
    }

    #[test]
    fn prints_in_radices() {
        assert_eq!(to_string_radix(&big("-255"), 16), "-ff");
        assert_eq!(to_string_radix(&(BigInt::from(1) << 100u32), 36), "3ewfdnca0n6ld1ggvfgg");
    }
}
