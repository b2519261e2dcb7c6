//! Conversions between number types: the integer conversions of ECMA-262
//! section 7.1, and the binary16 and binary32 formats.
//!
//! Nothing here is NaN-safe by accident: each function says what NaN, the
//! infinities and -0 become.

/// `ToInt32(number)` (section 7.1.6): modulo 2^32, NaN and infinities are 0.
#[inline]
pub fn to_int32(x: f64) -> i32 {
    let fast = x as i32;
    if f64::from(fast) == x { fast } else { wrap_to_64(x) as i32 }
}

/// `ToUint32(number)` (section 7.1.7).
#[inline]
pub fn to_uint32(x: f64) -> u32 {
    to_int32(x) as u32
}

/// `ToInt16(number)` (section 7.1.8).
#[inline]
pub fn to_int16(x: f64) -> i16 {
    to_int32(x) as i16
}

/// `ToUint16(number)` (section 7.1.9).
#[inline]
pub fn to_uint16(x: f64) -> u16 {
    to_int32(x) as u16
}

/// `ToInt8(number)` (section 7.1.10).
#[inline]
pub fn to_int8(x: f64) -> i8 {
    to_int32(x) as i8
}

/// `ToUint8(number)` (section 7.1.11).
#[inline]
pub fn to_uint8(x: f64) -> u8 {
    to_int32(x) as u8
}

/// `ToUint8Clamp(number)` (section 7.1.12): saturates, rounds ties to even,
/// NaN is 0.
#[inline]
pub fn to_uint8_clamp(x: f64) -> u8 {
    // A cast saturates and takes NaN to 0.
    x.round_ties_even() as u8
}

/// The integer part of `x` modulo 2^64; NaN and infinities are 0.
fn wrap_to_64(x: f64) -> i64 {
    let bits = x.to_bits();
    let biased = ((bits >> 52) & 0x7FF) as i32;
    let mantissa = (bits & ((1 << 52) - 1)) | (1 << 52);
    // The value is mantissa * 2^shift.
    let shift = biased - 1075;
    let magnitude = match shift {
        // Also NaN and infinities, whose exponent is 972.
        64.. => 0,
        0..=63 => mantissa << shift,
        -52..=-1 => mantissa >> -shift,
        _ => 0,
    };
    if x < 0.0 { (magnitude as i64).wrapping_neg() } else { magnitude as i64 }
}

/// `ToIntegerOrInfinity(number)` (section 7.1.5) as a double: NaN and -0
/// become +0, infinities stay.
#[inline]
pub fn to_integer_or_infinity(x: f64) -> f64 {
    if x.is_nan() {
        return 0.0;
    }
    // Adding +0 takes -0 to +0 and nothing else.
    x.trunc() + 0.0
}

/// `ToLength(number)` (section 7.1.20): 0 to 2^53 - 1.
#[inline]
pub fn to_length(x: f64) -> u64 {
    // A cast truncates, saturates, and takes NaN to 0.
    (x as u64).min(MAX_SAFE_INTEGER)
}

/// `ToIndex(number)` (section 7.1.22), None where it throws a RangeError.
#[inline]
pub fn to_index(x: f64) -> Option<u64> {
    let integer = to_integer_or_infinity(x);
    (0.0..=MAX_SAFE_INTEGER as f64).contains(&integer).then_some(integer as u64)
}

/// 2^53 - 1 (section 21.1.2.6).
pub const MAX_SAFE_INTEGER: u64 = (1 << 53) - 1;

/// Clamps a relative index as `slice`, `at`, `fill` and others take it:
/// negative counts from `length`, the result lies in `0..=length`.
/// `relative` is after `ToIntegerOrInfinity`.
#[inline]
pub fn relative_index(relative: f64, length: u64) -> u64 {
    if relative < 0.0 { (relative + length as f64).max(0.0) as u64 } else { (relative as u64).min(length) }
}

/// `IsIntegralNumber(number)` (section 7.2.6).
#[inline]
pub fn is_integral(x: f64) -> bool {
    x.is_finite() && x.trunc() == x
}

/// `Number.isSafeInteger` (section 21.1.2.5).
#[inline]
pub fn is_safe_integer(x: f64) -> bool {
    is_integral(x) && x.abs() <= MAX_SAFE_INTEGER as f64
}

/// The int32 that represents `x` exactly. None for -0, which an int32 cannot
/// tell from 0.
#[inline]
pub fn f64_to_int32_exact(x: f64) -> Option<i32> {
    let integer = x as i32;
    // Bits are compared, because -0 == 0.
    (f64::from(integer).to_bits() == x.to_bits()).then_some(integer)
}

/// The uint32 that represents `x` exactly; -0 is None.
#[inline]
pub fn f64_to_uint32_exact(x: f64) -> Option<u32> {
    let integer = x as u32;
    (f64::from(integer).to_bits() == x.to_bits()).then_some(integer)
}

/// The array index (0 to 2^32 - 2) that the property key `x` means. -0 is
/// 0 here, because `ToString(-0)` is "0".
#[inline]
pub fn f64_to_array_index(x: f64) -> Option<u32> {
    let integer = x as u32;
    (f64::from(integer) == x && integer != u32::MAX).then_some(integer)
}

/// `SameValue` of two numbers (section 6.1.6.1.14): NaN is itself, 0 is not -0.
#[inline]
pub fn same_value(x: f64, y: f64) -> bool {
    x.to_bits() == y.to_bits() || (x.is_nan() && y.is_nan())
}

/// `SameValueZero` of two numbers (section 6.1.6.1.15).
#[inline]
pub fn same_value_zero(x: f64, y: f64) -> bool {
    x == y || (x.is_nan() && y.is_nan())
}

/// Rounds to binary16, ties to even, straight from binary64 (twice rounded
/// would be wrong near ties). Overflow is infinity, NaN is a quiet NaN.
pub fn f64_to_f16_bits(x: f64) -> u16 {
    let bits = x.to_bits();
    let sign = ((bits >> 48) & 0x8000) as u16;
    let biased = ((bits >> 52) & 0x7FF) as i32;
    let fraction = bits & ((1 << 52) - 1);
    if biased == 0x7FF {
        return sign | if fraction == 0 { 0x7C00 } else { 0x7E00 };
    }
    let exponent = biased - 1023;
    if exponent >= 16 {
        return sign | 0x7C00;
    }
    // Below half of the smallest subnormal, or half of it exactly at -25.
    if exponent < -25 {
        return sign;
    }
    let mantissa = fraction | (1 << 52);
    // Normal numbers keep 11 bits; subnormal ones lose one more per exponent.
    let (drop, base) = if exponent >= -14 {
        // The hidden bit is added below, so the exponent field starts one lower.
        (42, ((exponent + 14) as u64) << 10)
    } else {
        (42 + (-14 - exponent) as u32, 0)
    };
    let kept = mantissa >> drop;
    let rest = mantissa & ((1 << drop) - 1);
    let half = 1u64 << (drop - 1);
    let up = rest > half || (rest == half && kept & 1 == 1);
    // A carry out of the mantissa goes into the exponent, up to infinity.
    sign | (base + kept + u64::from(up)) as u16
}

/// The exact value of a binary16 number.
pub fn f16_bits_to_f64(bits: u16) -> f64 {
    let exponent = i32::from((bits >> 10) & 0x1F);
    let fraction = f64::from(bits & 0x3FF);
    // Scaled by powers of two that are exact doubles.
    let magnitude = match exponent {
        0 => fraction * f64::from_bits((1023 - 24) << 52),
        0x1F if fraction == 0.0 => f64::INFINITY,
        0x1F => f64::NAN,
        _ => (fraction + 1024.0) * f64::from_bits(((1023 + exponent - 25) as u64) << 52),
    };
    if bits & 0x8000 == 0 { magnitude } else { -magnitude }
}

/// `Math.f16round` (since ECMA-262 of 2025).
#[inline]
pub fn f16round(x: f64) -> f64 {
    if x.is_nan() { f64::NAN } else { f16_bits_to_f64(f64_to_f16_bits(x)) }
}

/// `Math.fround` (section 21.3.2.17).
#[inline]
pub fn fround(x: f64) -> f64 {
    f64::from(x as f32)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn to_int32_wraps() {
        for (x, want) in [
            (0.0, 0),
            (-0.0, 0),
            (1.9, 1),
            (-1.9, -1),
            (2147483647.0, i32::MAX),
            (2147483648.0, i32::MIN),
            (-2147483648.0, i32::MIN),
            (-2147483649.0, i32::MAX),
            (4294967295.0, -1),
            (4294967296.5, 0),
            (4294967297.0, 1),
            (-4294967297.5, -1),
            (1e21, -559939584),
            (-1e21, 559939584),
            (9007199254740993.0 * 4096.0, 0),
            (2f64.powi(83) + 2f64.powi(31), i32::MIN),
            (2f64.powi(84), 0),
            (1e308, 0),
            (f64::NAN, 0),
            (f64::INFINITY, 0),
            (f64::NEG_INFINITY, 0),
            (5e-324, 0),
        ] {
            assert_eq!(to_int32(x), want, "{x}");
        }
        assert_eq!(to_uint32(-1.0), u32::MAX);
        assert_eq!(to_int16(32768.0), i16::MIN);
        assert_eq!(to_uint16(-1.5), 65535);
        assert_eq!(to_int8(200.0), -56);
        assert_eq!(to_uint8(-1.0), 255);
    }

    #[test]
    fn clamp_rounds_half_to_even() {
        for (x, want) in [
            (0.5, 0),
            (1.5, 2),
            (2.5, 2),
            (254.5, 254),
            (255.5, 255),
            (0.50001, 1),
            (-1.0, 0),
            (f64::NAN, 0),
            (f64::INFINITY, 255),
            (f64::NEG_INFINITY, 0),
        ] {
            assert_eq!(to_uint8_clamp(x), want, "{x}");
        }
    }

    #[test]
    fn integers_and_lengths() {
        assert_eq!(to_integer_or_infinity(-0.5).to_bits(), 0);
        assert_eq!(to_integer_or_infinity(f64::NAN).to_bits(), 0);
        assert_eq!(to_integer_or_infinity(-1.5), -1.0);
        assert_eq!(to_integer_or_infinity(f64::NEG_INFINITY), f64::NEG_INFINITY);
        assert_eq!(to_length(-1.0), 0);
        assert_eq!(to_length(f64::INFINITY), MAX_SAFE_INTEGER);
        assert_eq!(to_length(3.9), 3);
        assert_eq!(to_index(-0.9), Some(0));
        assert_eq!(to_index(-1.0), None);
        assert_eq!(to_index(f64::NAN), Some(0));
        assert_eq!(to_index(9007199254740991.0), Some(MAX_SAFE_INTEGER));
        assert_eq!(to_index(9007199254740992.0), None);
        assert_eq!(to_index(f64::INFINITY), None);
        assert_eq!(f64_to_int32_exact(-0.0), None);
        assert_eq!(f64_to_int32_exact(-5.0), Some(-5));
        assert_eq!(f64_to_int32_exact(2147483648.0), None);
        assert_eq!(f64_to_int32_exact(f64::NAN), None);
        assert_eq!(f64_to_int32_exact(0.5), None);
        assert_eq!(f64_to_uint32_exact(4294967295.0), Some(u32::MAX));
        assert_eq!(f64_to_array_index(-0.0), Some(0));
        assert_eq!(f64_to_array_index(4294967295.0), None);
        assert_eq!(f64_to_array_index(f64::NAN), None);
        assert_eq!(relative_index(-2.0, 5), 3);
        assert_eq!(relative_index(f64::NEG_INFINITY, 5), 0);
        assert_eq!(relative_index(f64::INFINITY, 5), 5);
        assert!(is_safe_integer(-9007199254740991.0));
        assert!(!is_safe_integer(9007199254740992.0));
        assert!(!is_integral(f64::INFINITY));
        assert!(!same_value(0.0, -0.0) && same_value(f64::NAN, -f64::NAN));
        assert!(same_value_zero(0.0, -0.0) && same_value_zero(f64::NAN, f64::NAN));
    }

    #[test]
    fn binary16_rounds_once() {
        for bits in 0..=u16::MAX {
            let x = f16_bits_to_f64(bits);
            let nan = (bits & 0x7FFF) > 0x7C00;
            assert_eq!(x.is_nan(), nan);
            if !nan {
                assert_eq!(f64_to_f16_bits(x), bits);
            }
        }
        // Halfway between neighbours, and one step to either side.
        for bits in 0..0x7BFFu16 {
            let (low, high) = (f16_bits_to_f64(bits), f16_bits_to_f64(bits + 1));
            let middle = (low + high) / 2.0;
            let even = if bits & 1 == 0 { bits } else { bits + 1 };
            assert_eq!(f64_to_f16_bits(middle), even);
            assert_eq!(f64_to_f16_bits(middle.next_up()), bits + 1);
            assert_eq!(f64_to_f16_bits(middle.next_down()), bits);
            assert_eq!(f64_to_f16_bits(-middle), even | 0x8000);
        }
        assert_eq!(f16round(65519.99999999999), 65504.0);
        assert_eq!(f16round(65520.0), f64::INFINITY);
        assert_eq!(f16round(2.9802322387695312e-8), 0.0);
        assert_eq!(f16round(-1e-300).to_bits(), (-0.0f64).to_bits());
        assert_eq!(f16round(1.337), 1.3369140625);
        assert!(f16round(f64::NAN).is_nan());
        assert_eq!(fround(5.05), 5.050000190734863);
    }
}
