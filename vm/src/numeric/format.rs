//! Number to decimal text: `Number::toString`, `toFixed`, `toExponential` and
//! `toPrecision`, digit for digit as the specification defines them.
//!
//! The shortest form comes from ryu-js (and itoa for integers). The rounded
//! forms work on the exact value of the double, in 128 bits where it fits and
//! in arbitrary precision where it does not; a tie takes the larger digit.

use num_bigint::BigUint;

/// Room for the text of any number; lives on the stack and is not cleared.
pub struct NumberBuffer {
    float: ryu_js::Buffer,
    integer: itoa::Buffer,
}

impl Default for NumberBuffer {
    fn default() -> Self {
        Self::new()
    }
}

impl NumberBuffer {
    /// An empty buffer.
    #[inline]
    pub fn new() -> Self {
        NumberBuffer { float: ryu_js::Buffer::new(), integer: itoa::Buffer::new() }
    }

    /// `Number::toString(x, 10)` (ECMA-262 section 6.1.6.1.20), always ASCII.
    #[inline]
    pub fn format(&mut self, x: f64) -> &str {
        let integer = x as i64;
        // Below 2^53 every integer is its own shortest form; -0 prints as "0".
        if integer as f64 == x && integer.unsigned_abs() < 1 << 53 {
            return self.integer.format(integer);
        }
        self.float.format(x)
    }

    /// The text of an integer that is already known to be one.
    #[inline]
    pub fn format_int32(&mut self, x: i32) -> &str {
        self.integer.format(x)
    }
}

/// Appends `Number::toString(x, 10)` to `out`.
#[inline]
pub fn push_number(x: f64, out: &mut String) {
    out.push_str(NumberBuffer::new().format(x));
}

/// `Number::toString(x, 10)` as a new string.
pub fn number_to_string(x: f64) -> String {
    NumberBuffer::new().format(x).to_owned()
}

/// `Number.prototype.toFixed` (ECMA-262 section 21.1.3.3), appended to `out`.
/// `fraction_digits` is 0 to 100; the caller throws the RangeError.
pub fn to_fixed(x: f64, fraction_digits: u32, out: &mut String) {
    let magnitude = x.abs();
    // False for NaN too, which prints as the specification's step 6 says.
    if !matches!(magnitude.partial_cmp(&1e21), Some(std::cmp::Ordering::Less)) {
        push_number(x, out);
        return;
    }
    if x < 0.0 {
        out.push('-');
    }
    let places = fraction_digits as usize;
    let (mantissa, exponent) = decompose(magnitude);
    if let Some(scaled) = scale_and_round(mantissa, exponent, fraction_digits as i32) {
        let mut buffer = itoa::Buffer::new();
        push_with_point(buffer.format(scaled).as_bytes(), places, out);
    } else {
        let exact = ExactDecimal::new(mantissa, exponent);
        push_with_point(&exact.rounded_at(fraction_digits as i32), places, out);
    }
}

/// Appends an integer's digits with the decimal point `places` from the end,
/// with zeros in front where there are too few digits.
fn push_with_point(digits: &[u8], places: usize, out: &mut String) {
    let whole = digits.len().saturating_sub(places);
    if whole == 0 {
        out.push('0');
    } else {
        push_ascii(&digits[..whole], out);
    }
    if places > 0 {
        out.push('.');
        push_zeros(places - (digits.len() - whole), out);
        push_ascii(&digits[whole..], out);
    }
}

/// `Number.prototype.toExponential` (ECMA-262 section 21.1.3.2), appended to
/// `out`. `fraction_digits` is 0 to 100, or None for as many as needed; the
/// caller throws the RangeError.
pub fn to_exponential(x: f64, fraction_digits: Option<u32>, out: &mut String) {
    if !x.is_finite() {
        push_number(x, out);
        return;
    }
    if x < 0.0 {
        out.push('-');
    }
    let magnitude = x.abs();
    match fraction_digits {
        Some(places) => {
            let (digits, exponent) = significant_digits(magnitude, places + 1);
            push_scientific(&digits, exponent, out);
        }
        None => {
            let (digits, exponent) = shortest_digits(magnitude);
            push_scientific(&digits, exponent, out);
        }
    }
}

/// `Number.prototype.toPrecision` (ECMA-262 section 21.1.3.5), appended to
/// `out`. `precision` is 1 to 100; the caller throws the RangeError, and
/// calls [`push_number`] for an undefined precision.
pub fn to_precision(x: f64, precision: u32, out: &mut String) {
    if !x.is_finite() {
        push_number(x, out);
        return;
    }
    if x < 0.0 {
        out.push('-');
    }
    let (digits, exponent) = significant_digits(x.abs(), precision);
    if exponent < -6 || exponent >= precision as i32 {
        push_scientific(&digits, exponent, out);
    } else if exponent >= 0 {
        let whole = exponent as usize + 1;
        push_ascii(&digits[..whole], out);
        if whole < digits.len() {
            out.push('.');
            push_ascii(&digits[whole..], out);
        }
    } else {
        out.push_str("0.");
        push_zeros((-exponent - 1) as usize, out);
        push_ascii(&digits, out);
    }
}

/// Appends `d.ddde±x`.
fn push_scientific(digits: &[u8], exponent: i32, out: &mut String) {
    push_ascii(&digits[..1], out);
    if digits.len() > 1 {
        out.push('.');
        push_ascii(&digits[1..], out);
    }
    out.push('e');
    out.push(if exponent < 0 { '-' } else { '+' });
    out.push_str(itoa::Buffer::new().format(exponent.unsigned_abs()));
}

fn push_ascii(digits: &[u8], out: &mut String) {
    out.extend(digits.iter().map(|&digit| char::from(digit)));
}

fn push_zeros(count: usize, out: &mut String) {
    out.extend(std::iter::repeat_n('0', count));
}

/// The digits of `Number::toString`, without point and outer zeros, and the
/// decimal exponent of the first. (The standard library's shortest digits
/// differ where two candidates are equally near.)
fn shortest_digits(magnitude: f64) -> (Vec<u8>, i32) {
    let mut buffer = NumberBuffer::new();
    let text = buffer.format(magnitude);
    let (mantissa, exponent) = text.split_once('e').unwrap_or((text, "0"));
    let exponent: i32 = exponent.parse().unwrap_or(0);
    let point = mantissa.find('.').unwrap_or(mantissa.len()) as i32;
    let mut digits: Vec<u8> = mantissa.bytes().filter(|&byte| byte != b'.').collect();
    let zeros = digits.iter().take_while(|&&digit| digit == b'0').count();
    if zeros == digits.len() {
        return (vec![b'0'], 0);
    }
    digits.drain(..zeros);
    let used = digits.iter().rposition(|&digit| digit != b'0').map_or(0, |last| last + 1);
    digits.truncate(used);
    (digits, exponent + point - zeros as i32 - 1)
}

/// Exactly `count` significant digits of `magnitude`, and the decimal
/// exponent of the first: the `n` and `e` of the specification, where the
/// larger `n` wins a tie. Zero gives zeros with exponent 0.
fn significant_digits(magnitude: f64, count: u32) -> (Vec<u8>, i32) {
    if magnitude == 0.0 {
        return (vec![b'0'; count as usize], 0);
    }
    let (mantissa, exponent) = decompose(magnitude);
    // The logarithm may be off by one next to a power of ten; the number of
    // digits that comes out tells, and the second attempt is then exact.
    let mut place = magnitude.log10().floor() as i32;
    if count <= 22 {
        let upper = 10u128.pow(count);
        for _ in 0..3 {
            match scale_and_round(mantissa, exponent, count as i32 - 1 - place) {
                Some(scaled) if scaled >= upper => place += 1,
                Some(scaled) if scaled < upper / 10 => place -= 1,
                Some(scaled) => {
                    return (itoa::Buffer::new().format(scaled).as_bytes().to_vec(), place);
                }
                None => break,
            }
        }
    }
    let exact = ExactDecimal::new(mantissa, exponent);
    let mut place = exact.point - 1;
    let mut digits = exact.rounded_at(count as i32 - 1 - place);
    if digits.len() > count as usize {
        // 9.99 became 10.0.
        digits.pop();
        place += 1;
    }
    (digits, place)
}

/// `magnitude` as an integer times a power of two.
fn decompose(magnitude: f64) -> (u64, i32) {
    let bits = magnitude.to_bits();
    let fraction = bits & ((1 << 52) - 1);
    match (bits >> 52) & 0x7FF {
        0 => (fraction, -1074),
        biased => (fraction | 1 << 52, biased as i32 - 1075),
    }
}

/// `mantissa * 2^exponent * 10^scale`, rounded half up, if every intermediate
/// value fits in 128 bits.
fn scale_and_round(mantissa: u64, exponent: i32, scale: i32) -> Option<u128> {
    // 2^53 * 10^22 and 10^38 are the largest that stay below 2^127.
    const MAX_UP: i32 = 22;
    const MAX_DOWN: i32 = 38;
    if !(-MAX_DOWN..=MAX_UP).contains(&scale) {
        return None;
    }
    let power = 10u128.pow(scale.unsigned_abs());
    let mut numerator = u128::from(mantissa);
    if scale >= 0 {
        numerator *= power;
        if exponent < 0 {
            let shift = exponent.unsigned_abs();
            if shift > 127 {
                return Some(0);
            }
            return Some((numerator + (1 << (shift - 1))) >> shift);
        }
        return (exponent as u32 <= numerator.leading_zeros()).then(|| numerator << exponent);
    }
    let mut denominator = power;
    let grown = if exponent < 0 { &mut denominator } else { &mut numerator };
    let shift = exponent.unsigned_abs();
    if shift > grown.leading_zeros() {
        return None;
    }
    *grown <<= shift;
    let (quotient, remainder) = (numerator / denominator, numerator % denominator);
    Some(quotient + u128::from(remainder >= denominator - remainder))
}

/// Every decimal digit of a double: 0.d1d2d3... times 10^point.
struct ExactDecimal {
    /// ASCII digits, the first of them not '0' unless the value is zero.
    digits: Vec<u8>,
    point: i32,
}

impl ExactDecimal {
    fn new(mantissa: u64, exponent: i32) -> Self {
        let mut value = BigUint::from(mantissa);
        let mut point = 0;
        if exponent >= 0 {
            value <<= exponent;
        } else {
            // m / 2^k is m * 5^k / 10^k.
            value *= BigUint::from(5u32).pow(exponent.unsigned_abs());
            point = exponent;
        }
        let digits = value.to_str_radix(10).into_bytes();
        let point = point + digits.len() as i32;
        ExactDecimal { digits, point }
    }

    /// The digits of the value times 10^places, rounded half up to an integer.
    fn rounded_at(&self, places: i32) -> Vec<u8> {
        let keep = self.point + places;
        if keep < 0 {
            return vec![b'0'];
        }
        let keep = keep as usize;
        let mut digits = self.digits.clone();
        if keep >= digits.len() {
            digits.resize(keep, b'0');
            return digits;
        }
        let up = digits[keep] >= b'5';
        digits.truncate(keep);
        if up {
            let nines = digits.iter().rev().take_while(|&&digit| digit == b'9').count();
            let end = digits.len() - nines;
            digits[end..].fill(b'0');
            match digits[..end].last_mut() {
                Some(digit) => *digit += 1,
                None => digits.insert(0, b'1'),
            }
        }
        if digits.is_empty() {
            digits.push(b'0');
        }
        digits
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shortest_form() {
        for (x, want) in [
            (0.0, "0"),
            (-0.0, "0"),
            (1.0, "1"),
            (-1.0, "-1"),
            (2147483647.0, "2147483647"),
            (-2147483648.0, "-2147483648"),
            (9007199254740991.0, "9007199254740991"),
            (9007199254740992.0, "9007199254740992"),
            (1e20, "100000000000000000000"),
            (1e21, "1e+21"),
            (123456789012345680000.0, "123456789012345680000"),
            (0.1, "0.1"),
            (0.1 + 0.2, "0.30000000000000004"),
            (0.000001, "0.000001"),
            (0.0000001, "1e-7"),
            (1.5e-7, "1.5e-7"),
            (5e-324, "5e-324"),
            (f64::MAX, "1.7976931348623157e+308"),
            (f64::MIN_POSITIVE, "2.2250738585072014e-308"),
            (-1.5, "-1.5"),
            (f64::NAN, "NaN"),
            (f64::INFINITY, "Infinity"),
            (f64::NEG_INFINITY, "-Infinity"),
            (4.35, "4.35"),
            (1e300, "1e+300"),
            (2f64.powi(63), "9223372036854776000"),
            (-(2f64.powi(63)), "-9223372036854776000"),
            (1.2e21, "1.2e+21"),
        ] {
            assert_eq!(number_to_string(x), want);
        }
        assert_eq!(NumberBuffer::new().format_int32(i32::MIN), "-2147483648");
    }

    fn fixed(x: f64, places: u32) -> String {
        let mut out = String::new();
        to_fixed(x, places, &mut out);
        out
    }

    #[test]
    fn to_fixed_is_exact_and_rounds_ties_up() {
        for (x, places, want) in [
            (0.0, 0, "0"),
            (-0.0, 2, "0.00"),
            (0.5, 0, "1"),
            (1.5, 0, "2"),
            (2.5, 0, "3"),
            (-2.5, 0, "-3"),
            (1.005, 2, "1.00"),
            (1.45, 1, "1.4"),
            (8.345, 2, "8.35"),
            (-0.0000001, 2, "-0.00"),
            (123.456, 2, "123.46"),
            (1e20, 2, "100000000000000000000.00"),
            (1e21, 2, "1e+21"),
            (f64::NAN, 2, "NaN"),
            (f64::NEG_INFINITY, 2, "-Infinity"),
            (0.000001, 7, "0.0000010"),
            (5e-324, 3, "0.000"),
            (999.995, 2, "1000.00"),
            (0.05, 1, "0.1"),
            (0.95, 0, "1"),
            (1000000000000000128.0, 1, "1000000000000000128.0"),
            (0.1, 20, "0.10000000000000000555"),
            (0.1, 30, "0.100000000000000005551115123126"),
            (
                123.456,
                100,
                "123.4560000000000030695446184836328029632568359375000000000000000000000000000000000000000000000000000000",
            ),
            (0.0, 25, "0.0000000000000000000000000"),
            (1e-100, 25, "0.0000000000000000000000000"),
        ] {
            assert_eq!(fixed(x, places), want, "{x} {places}");
        }
    }

    fn exponential(x: f64, places: Option<u32>) -> String {
        let mut out = String::new();
        to_exponential(x, places, &mut out);
        out
    }

    #[test]
    fn to_exponential_as_specified() {
        for (x, places, want) in [
            (0.0, None, "0e+0"),
            (-0.0, Some(2), "0.00e+0"),
            (123456.0, None, "1.23456e+5"),
            (123456.0, Some(2), "1.23e+5"),
            (125.0, Some(1), "1.3e+2"),
            (25.0, Some(0), "3e+1"),
            (12345.0, Some(3), "1.235e+4"),
            (-1.5e-9, None, "-1.5e-9"),
            (1e21, None, "1e+21"),
            (99.99, Some(1), "1.0e+2"),
            (f64::NAN, Some(2), "NaN"),
            (f64::INFINITY, None, "Infinity"),
            (5e-324, Some(5), "4.94066e-324"),
            (f64::MAX, Some(30), "1.797693134862315708145274237317e+308"),
            (0.00015, Some(0), "1e-4"),
            (0.014619827270507812, None, "1.4619827270507812e-2"),
            (1200.0, None, "1.2e+3"),
        ] {
            assert_eq!(exponential(x, places), want, "{x} {places:?}");
        }
    }

    fn precision(x: f64, digits: u32) -> String {
        let mut out = String::new();
        to_precision(x, digits, &mut out);
        out
    }

    #[test]
    fn to_precision_as_specified() {
        for (x, digits, want) in [
            (0.0, 1, "0"),
            (-0.0, 3, "0.00"),
            (123.456, 4, "123.5"),
            (123.456, 2, "1.2e+2"),
            (123.456, 3, "123"),
            (0.000123, 2, "0.00012"),
            (0.0000001, 2, "1.0e-7"),
            (0.000001, 2, "0.0000010"),
            (1e21, 3, "1.00e+21"),
            (2.5, 1, "3"),
            (35.0, 1, "4e+1"),
            (99.99, 3, "100"),
            (99.99, 2, "1.0e+2"),
            (f64::NAN, 3, "NaN"),
            (1.25, 2, "1.3"),
            (1.35, 2, "1.4"),
            (0.1, 21, "0.100000000000000005551"),
            (0.1, 30, "0.100000000000000005551115123126"),
            (9007199254740993.0, 16, "9007199254740992"),
            (1e22, 23, "10000000000000000000000"),
            (5e-324, 40, "4.940656458412465441765687928682213723651e-324"),
            (999999999999999900000.0, 3, "1.00e+21"),
        ] {
            assert_eq!(precision(x, digits), want, "{x} {digits}");
        }
    }
}
