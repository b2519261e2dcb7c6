//! Math (ECMA-262 sec. 21.3).

use crate::builtins::intrinsic::{Direct, Intrinsic};
use crate::native::{Args, Method, NativeFn, method};
use crate::numeric::{convert, math};
use crate::runtime::convert::{to_int32, to_number, to_uint32};
use crate::runtime::iterator;
use crate::vm::Vm;
use crate::{JsResult, Value};
use num_bigint::BigUint;
use smallvec::SmallVec;
use std::hash::{BuildHasher, Hasher, RandomState};
use std::ops::ControlFlow;

/// Creates Math.
pub fn init(vm: &mut Vm) -> JsResult<()> {
    let object = vm.new_object()?;
    vm.realm_mut().math = object;
    object.define_methods(vm, METHODS)?;
    use std::f64::consts;
    for (name, value) in [
        ("E", consts::E),
        ("LN10", consts::LN_10),
        ("LN2", consts::LN_2),
        ("LOG10E", consts::LOG10_E),
        ("LOG2E", consts::LOG2_E),
        ("PI", consts::PI),
        ("SQRT1_2", consts::FRAC_1_SQRT_2),
        ("SQRT2", consts::SQRT_2),
    ] {
        object.define_constant(vm, name, Value::number(value))?;
    }
    object.define_to_string_tag(vm, "Math")?;
    let global = vm.realm().global;
    global.define_hidden(vm, vm.names.class_math, object.value())
}

/// What a function is to compilers.
pub(crate) fn intrinsic(function: NativeFn) -> Option<Intrinsic> {
    const TABLE: &[(NativeFn, Intrinsic)] = &[
        (abs, Intrinsic::MathAbs),
        (acos, Intrinsic::MathAcos),
        (asin, Intrinsic::MathAsin),
        (atan, Intrinsic::MathAtan),
        (atan2, Intrinsic::MathAtan2),
        (ceil, Intrinsic::MathCeil),
        (cos, Intrinsic::MathCos),
        (exp, Intrinsic::MathExp),
        (floor, Intrinsic::MathFloor),
        (hypot, Intrinsic::MathHypot),
        (imul, Intrinsic::MathImul),
        (log, Intrinsic::MathLog),
        (log10, Intrinsic::MathLog10),
        (log2, Intrinsic::MathLog2),
        (max, Intrinsic::MathMax),
        (min, Intrinsic::MathMin),
        (pow, Intrinsic::MathPow),
        (random, Intrinsic::Direct(Direct::MathRandom)),
        (round, Intrinsic::MathRound),
        (sin, Intrinsic::MathSin),
        (sqrt, Intrinsic::MathSqrt),
        (tan, Intrinsic::MathTan),
        (trunc, Intrinsic::MathTrunc),
    ];
    crate::builtins::intrinsic::find(TABLE, function)
}

const METHODS: &[Method] = &[
    method("abs", 1, abs),
    method("acos", 1, acos),
    method("acosh", 1, acosh),
    method("asin", 1, asin),
    method("asinh", 1, asinh),
    method("atan", 1, atan),
    method("atanh", 1, atanh),
    method("atan2", 2, atan2),
    method("ceil", 1, ceil),
    method("cbrt", 1, cbrt),
    method("expm1", 1, expm1),
    method("clz32", 1, clz32),
    method("cos", 1, cos),
    method("cosh", 1, cosh),
    method("exp", 1, exp),
    method("floor", 1, floor),
    method("fround", 1, fround),
    method("f16round", 1, f16round),
    method("hypot", 2, hypot),
    method("imul", 2, imul),
    method("log", 1, log),
    method("log1p", 1, log1p),
    method("log2", 1, log2),
    method("log10", 1, log10),
    method("max", 2, max),
    method("min", 2, min),
    method("pow", 2, pow),
    method("random", 0, random),
    method("round", 1, round),
    method("sign", 1, sign),
    method("sin", 1, sin),
    method("sinh", 1, sinh),
    method("sqrt", 1, sqrt),
    method("sumPrecise", 1, sum_precise),
    method("tan", 1, tan),
    method("tanh", 1, tanh),
    method("trunc", 1, trunc),
];

macro_rules! functions_of_one_number {
    ($($(#[$doc:meta])* $name:ident = $function:expr;)*) => {$(
        $(#[$doc])*
        fn $name(vm: &mut Vm, args: Args) -> JsResult {
            let x = to_number(vm, args.get(0))?;
            Ok(Value::number($function(x)))
        }
    )*};
}

functions_of_one_number! {
    /// `Math.acos(x)` (sec. 21.3.2.2)
    acos = math::acos;
    /// `Math.acosh(x)` (sec. 21.3.2.3)
    acosh = math::acosh;
    /// `Math.asin(x)` (sec. 21.3.2.4)
    asin = math::asin;
    /// `Math.asinh(x)` (sec. 21.3.2.5)
    asinh = math::asinh;
    /// `Math.atan(x)` (sec. 21.3.2.6)
    atan = math::atan;
    /// `Math.atanh(x)` (sec. 21.3.2.7)
    atanh = math::atanh;
    /// `Math.cbrt(x)` (sec. 21.3.2.9)
    cbrt = math::cbrt;
    /// `Math.cos(x)` (sec. 21.3.2.12)
    cos = math::cos;
    /// `Math.cosh(x)` (sec. 21.3.2.13)
    cosh = math::cosh;
    /// `Math.exp(x)` (sec. 21.3.2.14)
    exp = math::exp;
    /// `Math.expm1(x)` (sec. 21.3.2.15)
    expm1 = math::expm1;
    /// `Math.fround(x)` (sec. 21.3.2.17)
    fround = convert::fround;
    /// `Math.f16round(x)` (sec. 21.3.2.18)
    f16round = convert::f16round;
    /// `Math.log(x)` (sec. 21.3.2.21)
    log = math::log;
    /// `Math.log1p(x)` (sec. 21.3.2.22)
    log1p = math::log1p;
    /// `Math.log10(x)` (sec. 21.3.2.23)
    log10 = math::log10;
    /// `Math.log2(x)` (sec. 21.3.2.24)
    log2 = math::log2;
    /// `Math.sign(x)` (sec. 21.3.2.30)
    sign = math::sign;
    /// `Math.sin(x)` (sec. 21.3.2.31)
    sin = math::sin;
    /// `Math.sinh(x)` (sec. 21.3.2.32)
    sinh = math::sinh;
    /// `Math.sqrt(x)` (sec. 21.3.2.33)
    sqrt = f64::sqrt;
    /// `Math.tan(x)` (sec. 21.3.2.35)
    tan = math::tan;
    /// `Math.tanh(x)` (sec. 21.3.2.36)
    tanh = math::tanh;
}

macro_rules! roundings {
    ($($(#[$doc:meta])* $name:ident = $function:expr;)*) => {$(
        $(#[$doc])*
        fn $name(vm: &mut Vm, args: Args) -> JsResult {
            // An int32 is its own rounding.
            if args.get(0).is_int() {
                return Ok(args.get(0));
            }
            let x = to_number(vm, args.get(0))?;
            Ok(Value::number($function(x)))
        }
    )*};
}

roundings! {
    /// `Math.ceil(x)` (sec. 21.3.2.10)
    ceil = f64::ceil;
    /// `Math.floor(x)` (sec. 21.3.2.16)
    floor = f64::floor;
    /// `Math.round(x)` (sec. 21.3.2.29)
    round = math::round;
    /// `Math.trunc(x)` (sec. 21.3.2.37)
    trunc = f64::trunc;
}

/// `Math.abs(x)` (sec. 21.3.2.1)
fn abs(vm: &mut Vm, args: Args) -> JsResult {
    if args.get(0).is_int()
        && let Some(magnitude) = args.get(0).as_int().checked_abs()
    {
        return Ok(Value::int(magnitude));
    }
    let x = to_number(vm, args.get(0))?;
    Ok(Value::number(x.abs()))
}

/// `Math.atan2(y, x)` (sec. 21.3.2.8)
fn atan2(vm: &mut Vm, args: Args) -> JsResult {
    let y = to_number(vm, args.get(0))?;
    let x = to_number(vm, args.get(1))?;
    Ok(Value::number(math::atan2(y, x)))
}

/// `Math.clz32(x)` (sec. 21.3.2.11)
fn clz32(vm: &mut Vm, args: Args) -> JsResult {
    let x = to_uint32(vm, args.get(0))?;
    Ok(Value::int(math::clz32(x)))
}

/// `Math.imul(x, y)` (sec. 21.3.2.20)
fn imul(vm: &mut Vm, args: Args) -> JsResult {
    let x = to_int32(vm, args.get(0))?;
    let y = to_int32(vm, args.get(1))?;
    Ok(Value::int(x.wrapping_mul(y)))
}

/// `Math.pow(base, exponent)` (sec. 21.3.2.27)
fn pow(vm: &mut Vm, args: Args) -> JsResult {
    let base = to_number(vm, args.get(0))?;
    let exponent = to_number(vm, args.get(1))?;
    Ok(Value::number(math::js_pow(base, exponent)))
}

/// `Math.hypot(...args)` (sec. 21.3.2.19): all arguments are converted before any is looked at.
fn hypot(vm: &mut Vm, args: Args) -> JsResult {
    let mut numbers: SmallVec<[f64; 8]> = SmallVec::new();
    for &value in args.as_slice() {
        numbers.push(to_number(vm, value)?);
    }
    Ok(Value::number(math::hypot(&numbers)))
}

/// `Math.max(...args)` (sec. 21.3.2.25)
fn max(vm: &mut Vm, args: Args) -> JsResult {
    let mut highest = f64::NEG_INFINITY;
    for &value in args.as_slice() {
        highest = math::max(highest, to_number(vm, value)?);
    }
    Ok(Value::number(highest))
}

/// `Math.min(...args)` (sec. 21.3.2.26)
fn min(vm: &mut Vm, args: Args) -> JsResult {
    let mut lowest = f64::INFINITY;
    for &value in args.as_slice() {
        lowest = math::min(lowest, to_number(vm, value)?);
    }
    Ok(Value::number(lowest))
}

// ---- random numbers

/// xorshift128+ (Vigna, 2014), seeded from the operating system.
pub struct Random {
    state: [u64; 2],
}

impl Default for Random {
    fn default() -> Random {
        // The standard library's hasher keys come from the system's generator; each RandomState hashes differently.
        let word = |salt: u64| {
            let mut hasher = RandomState::new().build_hasher();
            hasher.write_u64(salt);
            hasher.finish()
        };
        Random::from_seed([word(1), word(2)])
    }
}

impl Random {
    /// The generator with this state; all zeros, which it cannot leave, are replaced.
    pub fn from_seed(seed: [u64; 2]) -> Random {
        Random { state: if seed == [0, 0] { [1, 2] } else { seed } }
    }

    /// The next 64 bits; the upper ones are the better ones.
    #[inline]
    pub fn next_u64(&mut self) -> u64 {
        let [mut a, b] = self.state;
        let sum = a.wrapping_add(b);
        a ^= a << 23;
        self.state = [b, a ^ b ^ (a >> 18) ^ (b >> 5)];
        sum
    }

    /// At least 0 and below 1, in steps of 2^-53.
    #[inline]
    pub fn next_f64(&mut self) -> f64 {
        (self.next_u64() >> 11) as f64 * (1.0 / (1u64 << 53) as f64)
    }
}

/// `Math.random()` (sec. 21.3.2.28)
fn random(vm: &mut Vm, _args: Args) -> JsResult {
    Ok(Value::number(vm.builtins.random.next_f64()))
}

// ---- exact sums

/// `Math.sumPrecise(items)` (proposal-math-sum)
fn sum_precise(vm: &mut Vm, args: Args) -> JsResult {
    let items = args.get(0);
    if items.is_nullish() {
        return Err(vm.throw_not_iterable(items));
    }
    let mut sum = ExactSum::default();
    iterator::iterate(vm, items, |vm, value| {
        if !value.is_number() {
            let what = vm.describe(value);
            return Err(vm.throw_type_error(format!("{what} is not a number")));
        }
        sum.add(value.as_number());
        Ok(ControlFlow::Continue(()))
    })?;
    Ok(Value::number(sum.finish()))
}

/// Doubles are integers times 2^-1074 below 2^2098: that many bits, and some for carries.
const LIMBS: usize = 68;
/// Additions after which a limb could overflow.
const MAX_PENDING: u32 = 1 << 30;

/// The sum of doubles without rounding, until the end: a wide integer in units of 2^-1074.
struct ExactSum {
    /// 32 bits of the sum each, lowest first, with carries pending in the upper halves.
    limbs: [i64; LIMBS],
    pending: u32,
    /// The infinities and NaNs added, NaN if they cancel.
    special: Option<f64>,
    /// Nothing but -0 was added.
    minus_zero: bool,
}

impl Default for ExactSum {
    fn default() -> ExactSum {
        ExactSum { limbs: [0; LIMBS], pending: 0, special: None, minus_zero: true }
    }
}

impl ExactSum {
    fn add(&mut self, x: f64) {
        if !x.is_finite() {
            self.special = Some(self.special.unwrap_or(0.0) + x);
            return;
        }
        if x == 0.0 {
            self.minus_zero &= x.is_sign_negative();
            return;
        }
        self.minus_zero = false;
        let bits = x.to_bits();
        let exponent = (bits >> 52 & 0x7ff) as usize;
        let fraction = bits & ((1 << 52) - 1);
        let (mantissa, shift) = if exponent == 0 { (fraction, 0) } else { (fraction | 1 << 52, exponent - 1) };
        let wide = (mantissa as u128) << (shift % 32);
        for (i, limb) in self.limbs[shift / 32..].iter_mut().take(3).enumerate() {
            let part = (wide >> (32 * i)) as u32 as i64;
            *limb += if x < 0.0 { -part } else { part };
        }
        self.pending += 1;
        if self.pending == MAX_PENDING {
            self.carry();
        }
    }

    /// Brings every limb but the last, which keeps the sign, into 0..2^32.
    fn carry(&mut self) {
        self.pending = 0;
        let mut carry = 0;
        for limb in &mut self.limbs[..LIMBS - 1] {
            let value = *limb + carry;
            *limb = value & 0xffff_ffff;
            carry = value >> 32;
        }
        self.limbs[LIMBS - 1] += carry;
    }

    fn finish(mut self) -> f64 {
        if let Some(special) = self.special {
            return special;
        }
        if self.minus_zero {
            return -0.0;
        }
        self.carry();
        let negative = self.limbs[LIMBS - 1] < 0;
        if negative {
            self.limbs.iter_mut().for_each(|limb| *limb = -*limb);
            self.carry();
        }
        let digits: Vec<u32> = self.limbs.iter().map(|&limb| limb as u32).collect();
        let magnitude = round_to_f64(&BigUint::new(digits));
        if negative { -magnitude } else { magnitude }
    }
}

/// `sum` times 2^-1074, rounded to nearest, ties to even.
fn round_to_f64(sum: &BigUint) -> f64 {
    let bits = sum.bits();
    let mut shift = bits.saturating_sub(53);
    let low_digits = |n: &BigUint| n.iter_u64_digits().next().unwrap_or(0);
    let mut mantissa = low_digits(&(sum >> shift));
    if shift > 0 && sum.bit(shift - 1) {
        let is_tie = sum.trailing_zeros() == Some(shift - 1);
        if !is_tie || mantissa & 1 == 1 {
            mantissa += 1;
        }
    }
    if mantissa >> 53 != 0 {
        mantissa >>= 1;
        shift += 1;
    }
    if mantissa >> 52 == 0 {
        // Subnormal, and exact.
        return f64::from_bits(mantissa);
    }
    let exponent = shift + 1;
    if exponent >= 0x7ff {
        return f64::INFINITY;
    }
    f64::from_bits(exponent << 52 | mantissa & ((1 << 52) - 1))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sum(values: &[f64]) -> f64 {
        let mut sum = ExactSum::default();
        values.iter().for_each(|&x| sum.add(x));
        sum.finish()
    }

    #[test]
    fn sums_are_rounded_once() {
        assert_eq!(sum(&[1e20, 0.1, -1e20]), 0.1);
        assert_eq!(sum(&[0.1; 10]), 1.0);
        assert_eq!(sum(&[1.0, 1e100, 1.0, -1e100]), 2.0);
        assert_eq!(sum(&[f64::MAX, f64::MAX, -f64::MAX]), f64::MAX);
        assert_eq!(sum(&[f64::MAX, f64::MAX]), f64::INFINITY);
        assert_eq!(sum(&[-f64::MAX, -f64::MAX]), f64::NEG_INFINITY);
        assert_eq!(sum(&[f64::from_bits(1), f64::from_bits(1)]), f64::from_bits(2));
        assert_eq!(sum(&[f64::MIN_POSITIVE, -f64::from_bits(1)]), f64::MIN_POSITIVE - f64::from_bits(1));
        assert_eq!(sum(&[9007199254740992.0, 1.0]), 9007199254740992.0);
        assert_eq!(sum(&[9007199254740992.0, 1.0, f64::from_bits(1)]), 9007199254740994.0);
        assert_eq!(sum(&[-1.5, 0.25]), -1.25);
        assert_eq!(sum(&[3.0, -3.0]).to_bits(), 0);
    }

    #[test]
    fn zeros_and_infinities() {
        assert_eq!(sum(&[]).to_bits(), (-0.0f64).to_bits());
        assert_eq!(sum(&[-0.0, -0.0]).to_bits(), (-0.0f64).to_bits());
        assert_eq!(sum(&[-0.0, 0.0]).to_bits(), 0);
        assert_eq!(sum(&[1.0, f64::INFINITY]), f64::INFINITY);
        assert!(sum(&[f64::NEG_INFINITY, f64::INFINITY, 1.0]).is_nan());
        assert!(sum(&[f64::NAN, f64::INFINITY]).is_nan());
    }

    #[test]
    fn random_numbers_fill_the_unit_interval() {
        let mut random = Random::from_seed([0, 0]);
        let mut buckets = [0u32; 16];
        for _ in 0..16_000 {
            let x = random.next_f64();
            assert!((0.0..1.0).contains(&x));
            buckets[(x * 16.0) as usize] += 1;
        }
        assert!(buckets.iter().all(|&n| (800..1200).contains(&n)), "{buckets:?}");
    }
}
