//! `BigInt` arithmetic over num-bigint: the operations of ECMA-262 section
//! 6.1.6.2, `StringToBigInt`, and exact conversions from and to doubles.
//!
//! A result of more than [`MAX_BITS`] bits is refused with
//! [`BigIntError::TooBig`], where possible before it is computed; the caller
//! throws the RangeError.

use super::parse::{prefix_radix, split_sign};
use super::{CodeUnit, digit_value, trim};
pub use num_bigint::BigInt;
use num_bigint::{BigUint, Sign};
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

/// Whether a BigInt and a number have the same mathematical value.
pub fn equals_f64(x: &BigInt, y: f64) -> bool {
    compare_f64(x, y) == Some(Ordering::Equal)
}

/// `x + y`.
pub fn add(x: &BigInt, y: &BigInt) -> Result<BigInt, BigIntError> {
    checked(x + y)
}

/// `x - y`.
pub fn sub(x: &BigInt, y: &BigInt) -> Result<BigInt, BigIntError> {
    checked(x - y)
}

/// `x * y`.
pub fn mul(x: &BigInt, y: &BigInt) -> Result<BigInt, BigIntError> {
    // A product has the sum of the bits, or one bit less.
    if x.bits() + y.bits() > MAX_BITS + 1 {
        return Err(BigIntError::TooBig);
    }
    checked(x * y)
}

/// `x / y`, truncated toward zero.
pub fn div(x: &BigInt, y: &BigInt) -> Result<BigInt, BigIntError> {
    if y.is_zero() { Err(BigIntError::DivisionByZero) } else { Ok(x / y) }
}

/// `x % y`, with the sign of `x`.
pub fn rem(x: &BigInt, y: &BigInt) -> Result<BigInt, BigIntError> {
    if y.is_zero() { Err(BigIntError::DivisionByZero) } else { Ok(x % y) }
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

/// `-x`.
pub fn neg(x: &BigInt) -> BigInt {
    -x
}

/// `~x`, which is `-x - 1n`.
pub fn not(x: &BigInt) -> Result<BigInt, BigIntError> {
    checked(!x)
}

/// `x + 1n`, for `++`.
pub fn inc(x: &BigInt) -> Result<BigInt, BigIntError> {
    checked(x + 1)
}

/// `x - 1n`, for `--`.
pub fn dec(x: &BigInt) -> Result<BigInt, BigIntError> {
    checked(x - 1)
}

/// `x & y`, of the infinite two's complements.
pub fn and(x: &BigInt, y: &BigInt) -> BigInt {
    x & y
}

/// `x | y`, of the infinite two's complements.
pub fn or(x: &BigInt, y: &BigInt) -> BigInt {
    x | y
}

/// `x ^ y`, of the infinite two's complements.
pub fn xor(x: &BigInt, y: &BigInt) -> BigInt {
    x ^ y
}

/// `x << y`; a negative `y` shifts right.
pub fn shl(x: &BigInt, y: &BigInt) -> Result<BigInt, BigIntError> {
    if y.is_negative() { Ok(shift_right(x, y)) } else { shift_left(x, y) }
}

/// `x >> y`, rounding toward negative infinity; a negative `y` shifts left.
pub fn shr(x: &BigInt, y: &BigInt) -> Result<BigInt, BigIntError> {
    if y.is_negative() { shift_left(x, y) } else { Ok(shift_right(x, y)) }
}

/// Shifts left by the magnitude of `y`.
fn shift_left(x: &BigInt, y: &BigInt) -> Result<BigInt, BigIntError> {
    if x.is_zero() {
        return Ok(BigInt::ZERO);
    }
    match y.magnitude().to_u64() {
        Some(bits) if bits <= MAX_BITS && x.bits() + bits <= MAX_BITS => Ok(x << bits),
        _ => Err(BigIntError::TooBig),
    }
}

/// Shifts right by the magnitude of `y`.
fn shift_right(x: &BigInt, y: &BigInt) -> BigInt {
    match y.magnitude().to_u64() {
        Some(bits) if bits <= MAX_BITS => x >> bits,
        _ if x.is_negative() => BigInt::from(-1),
        _ => BigInt::ZERO,
    }
}

/// `BigInt.asIntN(bits, x)` (section 21.2.2.1). `bits` is after `ToIndex`.
pub fn as_int_n(bits: u64, x: &BigInt) -> BigInt {
    if bits == 0 {
        return BigInt::ZERO;
    }
    // In range already: every magnitude below 2^(bits-1), and the minimum.
    if x.bits() < bits {
        return x.clone();
    }
    // bits <= x.bits() <= MAX_BITS from here on.
    let modulus = BigInt::from(1) << bits;
    let low = low_bits(x, &modulus);
    if low.bit(bits - 1) { low - modulus } else { low }
}

/// `BigInt.asUintN(bits, x)` (section 21.2.2.2). `bits` is after `ToIndex`;
/// a negative number wrapped to more than [`MAX_BITS`] bits is too big.
pub fn as_uint_n(bits: u64, x: &BigInt) -> Result<BigInt, BigIntError> {
    if bits == 0 {
        return Ok(BigInt::ZERO);
    }
    if !x.is_negative() && x.bits() <= bits {
        return Ok(x.clone());
    }
    // Negative here, or longer than `bits`, which then is within the limit.
    if bits > MAX_BITS {
        return Err(BigIntError::TooBig);
    }
    Ok(low_bits(x, &(BigInt::from(1) << bits)))
}

/// `x` modulo a power of two, not negative.
fn low_bits(x: &BigInt, modulus: &BigInt) -> BigInt {
    x & (modulus - 1)
}

/// `ToBigInt64` (section 7.1.15): the low 64 bits, signed.
pub fn to_i64_wrapping(x: &BigInt) -> i64 {
    to_u64_wrapping(x) as i64
}

/// `ToBigUint64` (section 7.1.16): the low 64 bits.
pub fn to_u64_wrapping(x: &BigInt) -> u64 {
    let low = x.iter_u64_digits().next().unwrap_or(0);
    if x.is_negative() { low.wrapping_neg() } else { low }
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
        assert!(equals_f64(&big("10000000000000000905969664"), 1e25));
        assert!(!equals_f64(&big("10000000000000000905969665"), 1e25));
    }

    #[test]
    fn arithmetic() {
        assert_eq!(div(&big("-7"), &big("2")), Ok(big("-3")));
        assert_eq!(rem(&big("-7"), &big("2")), Ok(big("-1")));
        assert_eq!(rem(&big("7"), &big("-2")), Ok(big("1")));
        assert_eq!(div(&big("1"), &big("0")), Err(BigIntError::DivisionByZero));
        assert_eq!(rem(&big("1"), &big("0")), Err(BigIntError::DivisionByZero));
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
        assert_eq!(add(&enormous, &-&enormous), Ok(big("0")));
        assert_eq!(mul(&big("-3"), &big("4")), Ok(big("-12")));
        assert_eq!(not(&big("5")), Ok(big("-6")));
        assert_eq!(not(&big("-1")), Ok(big("0")));
        assert_eq!(inc(&big("-1")), Ok(big("0")));
        assert_eq!(dec(&big("0")), Ok(big("-1")));
    }

    #[test]
    fn bits_are_two_s_complement() {
        assert_eq!(and(&big("-4"), &big("7")), big("4"));
        assert_eq!(or(&big("-4"), &big("1")), big("-3"));
        assert_eq!(xor(&big("-1"), &big("5")), big("-6"));
        assert_eq!(
            and(&big("-18446744073709551617"), &big("0xfffffffffffffffffffff")),
            big("19342794667089993085747199")
        );
        assert_eq!(shl(&big("-1"), &big("65")), Ok(big("-36893488147419103232")));
        assert_eq!(shr(&big("-5"), &big("1")), Ok(big("-3")));
        assert_eq!(shr(&big("-5"), &big("10000000000000000000000")), Ok(big("-1")));
        assert_eq!(shr(&big("5"), &big("10000000000000000000000")), Ok(big("0")));
        assert_eq!(shl(&big("5"), &big("-1")), Ok(big("2")));
        assert_eq!(shl(&big("0"), &big("10000000000000000000000")), Ok(big("0")));
        assert_eq!(shl(&big("1"), &big("1073741824")), Err(BigIntError::TooBig));
        assert_eq!(shr(&big("1"), &big("-10000000000000000000000")), Err(BigIntError::TooBig));
    }

    #[test]
    fn wraps_to_n_bits() {
        for (bits, x, want) in [
            (0, "5", "0"),
            (1, "1", "-1"),
            (1, "2", "0"),
            (3, "25", "1"),
            (3, "7", "-1"),
            (3, "-4", "-4"),
            (3, "-5", "3"),
            (3, "4", "-4"),
            (64, "18446744073709551615", "-1"),
            (64, "9223372036854775808", "-9223372036854775808"),
            (64, "-9223372036854775809", "9223372036854775807"),
            (200, "-1", "-1"),
            (9007199254740991, "-12345", "-12345"),
        ] {
            assert_eq!(as_int_n(bits, &big(x)), big(want), "asIntN({bits}, {x})");
        }
        for (bits, x, want) in [
            (0, "-5", "0"),
            (3, "25", "1"),
            (3, "-1", "7"),
            (64, "-1", "18446744073709551615"),
            (65, "-18446744073709551617", "18446744073709551615"),
            (9007199254740991, "12345", "12345"),
        ] {
            assert_eq!(as_uint_n(bits, &big(x)), Ok(big(want)), "asUintN({bits}, {x})");
        }
        assert_eq!(as_uint_n(9007199254740991, &big("-1")), Err(BigIntError::TooBig));
        assert_eq!(to_i64_wrapping(&big("-18446744073709551617")), -1);
        assert_eq!(to_u64_wrapping(&big("-1")), u64::MAX);
        assert_eq!(to_i64_wrapping(&big("9223372036854775808")), i64::MIN);
        assert_eq!(to_u64_wrapping(&big("0")), 0);
    }

    #[test]
    fn prints_in_radices() {
        assert_eq!(to_string_radix(&big("-255"), 16), "-ff");
        assert_eq!(to_string_radix(&(BigInt::from(1) << 100u32), 36), "3ewfdnca0n6ld1ggvfgg");
    }
}
