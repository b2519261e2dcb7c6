//! The `Math` functions and number operators whose JavaScript semantics differ
//! from those of Rust's standard library, and the choice of implementation for
//! those that leave the last bit open.
//!
//! ECMA-262 section 21.3.2 asks for an approximation only, but programs compare
//! with what V8 prints, which follows fdlibm. The `libm` crate is a port of
//! the same algorithms, and agrees in the last bit for nearly every argument;
//! `pow` and `log10` are the platform's, which are nearer to the exact result
//! (`pow` also three times as fast). Where they differ from V8, it is by one
//! unit in the last place, by two for `log10`.

/// `Number::exponentiate(base, exponent)` (section 6.1.6.1.3) and `Math.pow`.
/// Unlike IEEE 754's pow, 1 to the power of NaN or an infinity is NaN.
#[inline]
pub fn js_pow(base: f64, exponent: f64) -> f64 {
    // A product is rounded once: the same as any correctly rounded pow.
    if exponent == 2.0 {
        return base * base;
    }
    if exponent.is_nan() || (exponent.is_infinite() && base.abs() == 1.0) {
        return f64::NAN;
    }
    base.powf(exponent)
}

/// A remainder that is zero has the dividend's sign.
#[inline(always)]
fn signed_zero(dividend: f64, remainder: f64) -> f64 {
    if remainder == 0.0 { 0.0f64.copysign(dividend) } else { remainder }
}

/// `Number::remainder(n, d)` (section 6.1.6.1.6): truncating, with the sign of
/// the dividend, also when the result is zero.
#[inline]
pub fn js_rem(n: f64, d: f64) -> f64 {
    let (left, right) = (n as i32, d as i32);
    // An integer division is several times faster than fmod.
    if f64::from(left) == n && f64::from(right) == d && right != 0 {
        return signed_zero(n, f64::from(left.wrapping_rem(right)));
    }
    let (left, right) = (n as i64, d as i64);
    // (The cast saturates: what is beyond the range is no integer's double but for 2^63.)
    if left as f64 == n && right as f64 == d && right != 0 && left != i64::MAX && right != i64::MAX {
        // The remainder is a multiple of the last place of the smaller operand, and no larger than that operand: a double.
        return signed_zero(n, left.wrapping_rem(right) as f64);
    }
    n % d
}

/// `Math.round` (section 21.3.2.28): ties go up, toward positive infinity,
/// and -0.5 to -0 gives -0.
#[inline]
pub fn round(x: f64) -> f64 {
    let up = x.ceil();
    if up - 0.5 > x { up - 1.0 } else { up }
}

/// `Math.sign` (section 21.3.2.29): NaN and both zeros are themselves.
#[inline]
pub fn sign(x: f64) -> f64 {
    if x > 0.0 {
        1.0
    } else if x < 0.0 {
        -1.0
    } else {
        x
    }
}

/// `Math.max` of two numbers (section 21.3.2.24): NaN wins, +0 is above -0.
#[inline]
pub fn max(x: f64, y: f64) -> f64 {
    if x > y {
        x
    } else if y > x {
        y
    } else if x == y {
        // Equal numbers have equal bits, but for the zeros.
        f64::from_bits(x.to_bits() & y.to_bits())
    } else {
        f64::NAN
    }
}

/// `Math.min` of two numbers (section 21.3.2.25): NaN wins, -0 is below +0.
#[inline]
pub fn min(x: f64, y: f64) -> f64 {
    if x < y {
        x
    } else if y < x {
        y
    } else if x == y {
        f64::from_bits(x.to_bits() | y.to_bits())
    } else {
        f64::NAN
    }
}

/// `Math.imul` (section 21.3.2.19), of operands after `ToUint32`.
#[inline]
pub fn imul(x: u32, y: u32) -> i32 {
    x.wrapping_mul(y) as i32
}

/// `Math.clz32` (section 21.3.2.11), of an operand after `ToUint32`.
#[inline]
pub fn clz32(x: u32) -> i32 {
    x.leading_zeros() as i32
}

/// `Math.hypot` (section 21.3.2.18): an infinity wins over NaN; no argument
/// overflows or underflows on the way, and the sum is compensated.
pub fn hypot(values: &[f64]) -> f64 {
    let mut largest = 0.0f64;
    let mut nan = false;
    for value in values {
        if value.is_infinite() {
            return f64::INFINITY;
        }
        nan |= value.is_nan();
        largest = largest.max(value.abs());
    }
    if nan {
        return f64::NAN;
    }
    if largest == 0.0 {
        return 0.0;
    }
    // Kahan's summation of the scaled squares.
    let (mut sum, mut lost) = (0.0f64, 0.0f64);
    for value in values {
        let scaled = value / largest;
        let term = scaled * scaled - lost;
        let next = sum + term;
        lost = (next - sum) - term;
        sum = next;
    }
    sum.sqrt() * largest
}

macro_rules! unary {
    ($($(#[$doc:meta])* $name:ident = $function:path;)*) => {
        $($(#[$doc])*
        #[inline]
        pub fn $name(x: f64) -> f64 {
            $function(x)
        })*
    };
}

unary! {
    /// `Math.sin`.
    sin = libm::sin;
    /// `Math.cos`.
    cos = libm::cos;
    /// `Math.tan`.
    tan = libm::tan;
    /// `Math.asin`.
    asin = libm::asin;
    /// `Math.acos`.
    acos = libm::acos;
    /// `Math.atan`.
    atan = libm::atan;
    /// `Math.asinh`.
    asinh = libm::asinh;
    /// `Math.acosh`.
    acosh = libm::acosh;
    /// `Math.atanh`.
    atanh = libm::atanh;
    /// `Math.expm1`.
    expm1 = libm::expm1;
    /// `Math.log`.
    log = libm::log;
    /// `Math.log1p`.
    log1p = libm::log1p;
    /// `Math.log2`.
    log2 = libm::log2;
    /// `Math.log10`.
    log10 = f64::log10;
    /// `Math.cbrt`.
    cbrt = libm::cbrt;
}

/// `Math.atan2`.
#[inline]
pub fn atan2(y: f64, x: f64) -> f64 {
    libm::atan2(y, x)
}

/// `Math.exp`; exactly E for 1, where fdlibm's result is one unit too large.
#[inline]
pub fn exp(x: f64) -> f64 {
    if x == 1.0 { std::f64::consts::E } else { libm::exp(x) }
}

/// Where `exp(x)` has so few digits of `exp(-x)` left that it is dropped.
const EXP_DOMINATES: f64 = 22.0;

/// `exp(x) / 2`, also for the few `x` whose `exp(x)` alone would overflow.
fn half_exp(x: f64) -> f64 {
    if x < 709.0 {
        return 0.5 * exp(x);
    }
    let root = exp(0.5 * x);
    (0.5 * root) * root
}

/// `Math.sinh`: by `expm1`, which keeps small arguments exact.
pub fn sinh(x: f64) -> f64 {
    let magnitude = x.abs();
    let half = 0.5f64.copysign(x);
    if magnitude >= EXP_DOMINATES || magnitude.is_nan() {
        return half_exp(magnitude).copysign(x);
    }
    // Below, the result is the argument to the last bit.
    if magnitude < 3.7e-9 {
        return x;
    }
    let t = expm1(magnitude);
    if magnitude < 1.0 { half * (2.0 * t - t * t / (t + 1.0)) } else { half * (t + t / (t + 1.0)) }
}

/// `Math.cosh`: by `expm1` near 0, where the sum of exponentials would round
/// twice.
pub fn cosh(x: f64) -> f64 {
    let magnitude = x.abs();
    if magnitude >= EXP_DOMINATES || magnitude.is_nan() {
        return half_exp(magnitude);
    }
    if magnitude < 0.5 * std::f64::consts::LN_2 {
        let t = expm1(magnitude);
        let w = 1.0 + t;
        return 1.0 + (t * t) / (w + w);
    }
    let t = exp(magnitude);
    0.5 * t + 0.5 / t
}

/// `Math.tanh`: by `expm1`, in the form that cancels least.
pub fn tanh(x: f64) -> f64 {
    let magnitude = x.abs();
    let result = if magnitude.is_nan() {
        return x;
    } else if magnitude >= EXP_DOMINATES {
        1.0
    } else if magnitude < 1.4e-17 {
        return x;
    } else if magnitude >= 1.0 {
        1.0 - 2.0 / (expm1(2.0 * magnitude) + 2.0)
    } else {
        let t = expm1(-2.0 * magnitude);
        -t / (t + 2.0)
    };
    result.copysign(x)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::f64::consts::{E, PI};

    const INFINITY: f64 = f64::INFINITY;
    const NEG_INFINITY: f64 = f64::NEG_INFINITY;
    const NAN: f64 = f64::NAN;

    fn same(got: f64, want: f64) -> bool {
        got.to_bits() == want.to_bits() || (got.is_nan() && want.is_nan())
    }

    #[test]
    fn pow_differs_from_ieee() {
        for (x, y, want) in [
            (1.0, INFINITY, NAN),
            (-1.0, NEG_INFINITY, NAN),
            (1.0, NAN, NAN),
            (NAN, 0.0, 1.0),
            (NAN, -0.0, 1.0),
            (0.5, INFINITY, 0.0),
            (2.0, 10.0, 1024.0),
            (-2.0, 3.0, -8.0),
            (-8.0, 1.0 / 3.0, NAN),
            (-0.0, -1.0, NEG_INFINITY),
            (-0.0, -2.0, INFINITY),
            (NEG_INFINITY, 0.5, INFINITY),
            (10.0, 308.0, 1e308),
            (10.0, -5.0, 1e-5),
            (2.0, -1074.0, 5e-324),
            (-3.0, 2.0, 9.0),
            (2.0, 0.5, std::f64::consts::SQRT_2),
        ] {
            assert!(same(js_pow(x, y), want), "{x} ** {y} = {}", js_pow(x, y));
        }
    }

    #[test]
    fn rem_keeps_the_sign_of_the_dividend() {
        for (x, y, want) in [
            (5.0, 3.0, 2.0),
            (-5.0, 3.0, -2.0),
            (5.0, -3.0, 2.0),
            (-6.0, 3.0, -0.0),
            (-0.0, 3.0, -0.0),
            (0.0, -3.0, 0.0),
            (-2147483648.0, -1.0, -0.0),
            (5.5, 2.0, 1.5),
            (-5.5, 5.5, -0.0),
            (5.0, 0.0, NAN),
            (5.0, -0.0, NAN),
            (INFINITY, 2.0, NAN),
            (5.0, INFINITY, 5.0),
            (-5.0, NEG_INFINITY, -5.0),
            (NAN, 1.0, NAN),
            (1e308, 3.0, 2.0),
            (12345678901234.0, 1e7, 8901234.0),
            (-30000000000000.0, 1e7, -0.0),
            (9007199254740993.0, 9007199254740992.0, 0.0),
            (9223372036854775808.0, 7.0, 1.0),
            (-9223372036854775808.0, -1.0, -0.0),
            (-9223372036854775808.0, 1e3, -808.0),
            (5.0, 9223372036854775808.0, 5.0),
            (18446744073709551616.0, 10.0, 6.0),
            (5.0, -9223372036854775808.0, 5.0),
        ] {
            assert!(same(js_rem(x, y), want), "{x} % {y} = {}", js_rem(x, y));
        }
    }

    #[test]
    fn round_and_sign() {
        for (x, want) in [
            (0.5, 1.0),
            (-0.5, -0.0),
            (-0.2, -0.0),
            (0.49999999999999994, 0.0),
            (-1.5, -1.0),
            (-1.5000000000000002, -2.0),
            (2.5, 3.0),
            (4503599627370495.5, 4503599627370496.0),
            (4503599627370497.0, 4503599627370497.0),
            (-9007199254740991.0, -9007199254740991.0),
            (NAN, NAN),
            (NEG_INFINITY, NEG_INFINITY),
        ] {
            assert!(same(round(x), want), "round({x}) = {}", round(x));
        }
        assert!(same(sign(-0.0), -0.0) && same(sign(-3.0), -1.0) && same(sign(NAN), NAN));
    }

    #[test]
    fn min_and_max_know_zeros_and_nan() {
        assert!(same(max(-0.0, 0.0), 0.0) && same(max(0.0, -0.0), 0.0));
        assert!(same(min(-0.0, 0.0), -0.0) && same(min(0.0, -0.0), -0.0));
        assert!(same(max(1.0, NAN), NAN) && same(min(NAN, 1.0), NAN));
        assert!(same(max(-1.0, -1.0), -1.0) && same(min(2.0, 3.0), 2.0));
    }

    #[test]
    fn hypot_neither_overflows_nor_hides_infinity() {
        assert!(same(hypot(&[]), 0.0));
        assert!(same(hypot(&[-0.0]), 0.0));
        assert!(same(hypot(&[3.0, 4.0]), 5.0));
        assert!(same(hypot(&[NAN, INFINITY]), INFINITY));
        assert!(same(hypot(&[NAN, 1.0]), NAN));
        assert!(same(hypot(&[1e300, 1e300]), 1.4142135623730952e300));
        assert!(same(hypot(&[5e-324, 0.0]), 5e-324));
    }

    #[test]
    fn integer_helpers() {
        assert_eq!(imul(0xFFFF_FFFF, 5), -5);
        assert_eq!(imul(0x1234_5678, 0x9ABC_DEF0), 606937216);
        assert_eq!((clz32(0), clz32(1), clz32(u32::MAX)), (32, 31, 0));
    }

    #[test]
    fn transcendental_functions_print_as_in_v8() {
        for (name, got, want) in [
            ("sin(1)", sin(1.0), 0.8414709848078965),
            ("sin(PI)", sin(PI), 1.2246467991473532e-16),
            ("sin(1e22)", sin(1e22), -0.8522008497671888),
            ("cos(1)", cos(1.0), 0.5403023058681398),
            ("cos(PI/2)", cos(PI / 2.0), 6.123233995736766e-17),
            ("cos(1e10)", cos(10000000000.0), 0.873119622676856),
            ("tan(PI/4)", tan(PI / 4.0), 0.9999999999999999),
            ("tan(1e5)", tan(100000.0), -0.035771662952898776),
            ("asin(0.5)", asin(0.5), std::f64::consts::FRAC_PI_6),
            ("acos(0.5)", acos(0.5), std::f64::consts::FRAC_PI_3),
            ("acos(2)", acos(2.0), NAN),
            ("atan(1)", atan(1.0), std::f64::consts::FRAC_PI_4),
            ("atan(-Infinity)", atan(NEG_INFINITY), -std::f64::consts::FRAC_PI_2),
            ("sinh(1)", sinh(1.0), 1.1752011936438014),
            ("sinh(-0)", sinh(-0.0), -0.0),
            ("cosh(1)", cosh(1.0), 1.5430806348152437),
            ("tanh(0.5)", tanh(0.5), 0.46211715726000974),
            ("tanh(-Infinity)", tanh(NEG_INFINITY), -1.0),
            ("asinh(1)", asinh(1.0), 0.881373587019543),
            ("asinh(-0)", asinh(-0.0), -0.0),
            ("acosh(2)", acosh(2.0), 1.3169578969248166),
            ("acosh(0.5)", acosh(0.5), NAN),
            ("atanh(0.5)", atanh(0.5), 0.5493061443340548),
            ("atanh(-1)", atanh(-1.0), NEG_INFINITY),
            ("exp(1)", exp(1.0), E),
            ("exp(-1)", exp(-1.0), 0.36787944117144233),
            ("exp(710)", exp(710.0), INFINITY),
            ("expm1(1e-10)", expm1(1e-10), 1.00000000005e-10),
            ("expm1(1)", expm1(1.0), 1.718281828459045),
            ("log(10)", log(10.0), std::f64::consts::LN_10),
            ("log(2)", log(2.0), std::f64::consts::LN_2),
            ("log(-0)", log(-0.0), NEG_INFINITY),
            ("log(-1)", log(-1.0), NAN),
            ("log1p(1e-10)", log1p(1e-10), 9.999999999500001e-11),
            ("log1p(-1)", log1p(-1.0), NEG_INFINITY),
            ("log2(8)", log2(8.0), 3.0),
            ("log2(3)", log2(3.0), 1.584962500721156),
            ("log2(1073741824)", log2(1073741824.0), 30.0),
            ("log10(1000)", log10(1000.0), 3.0),
            ("log10(2)", log10(2.0), std::f64::consts::LOG10_2),
            ("log10(1e-5)", log10(0.00001), -5.0),
            ("cbrt(27)", cbrt(27.0), 3.0),
            ("cbrt(2)", cbrt(2.0), 1.2599210498948732),
            ("cbrt(-0)", cbrt(-0.0), -0.0),
            ("atan2(-0, -0)", atan2(-0.0, -0.0), -PI),
            ("atan2(1, -2)", atan2(1.0, -2.0), 2.677945044588987),
        ] {
            assert!(same(got, want), "{name}: got {got}, want {want}");
        }
    }
}
