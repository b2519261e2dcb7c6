//! Magnitudes of integers as slices of 64-bit digits, the least significant first: schoolbook arithmetic without allocations.
//!
//! Slices that are compared, measured or divided by have no leading zeros; results may. What is written has the length that each
//! function asks for.

use std::cmp::Ordering;

/// The slice without leading zeros.
#[inline]
pub fn trimmed(digits: &[u64]) -> &[u64] {
    let mut length = digits.len();
    while length > 0 && digits[length - 1] == 0 {
        length -= 1;
    }
    &digits[..length]
}

/// The position of the highest bit, counted from 1; 0 for zero.
#[inline]
pub fn bits(x: &[u64]) -> u64 {
    match x.last() {
        Some(top) => x.len() as u64 * 64 - u64::from(top.leading_zeros()),
        None => 0,
    }
}

/// Compares by value.
#[inline]
pub fn compare(x: &[u64], y: &[u64]) -> Ordering {
    x.len().cmp(&y.len()).then_with(|| x.iter().rev().cmp(y.iter().rev()))
}

/// `x + y`. `x` is not the shorter one; `out` has one digit more than it.
pub fn add(out: &mut [u64], x: &[u64], y: &[u64]) {
    let (out, top) = out.split_at_mut(x.len());
    top[0] = u64::from(add_within(out, x, y));
}

/// `x + y`, carry returned. `x` is not the shorter one; `out` has its length.
pub fn add_within(out: &mut [u64], x: &[u64], y: &[u64]) -> bool {
    let (low, high) = x.split_at(y.len());
    let (out_low, out_high) = out.split_at_mut(y.len());
    let mut carry = false;
    for ((out, &x), &y) in out_low.iter_mut().zip(low).zip(y) {
        let (sum, first) = x.overflowing_add(y);
        let (sum, second) = sum.overflowing_add(u64::from(carry));
        *out = sum;
        carry = first | second;
    }
    for (out, &x) in out_high.iter_mut().zip(high) {
        (*out, carry) = x.overflowing_add(u64::from(carry));
    }
    carry
}

/// `x - y`, which is not negative. `out` has the length of `x`.
pub fn sub(out: &mut [u64], x: &[u64], y: &[u64]) {
    let (low, high) = x.split_at(y.len());
    let (out_low, out_high) = out.split_at_mut(y.len());
    let mut borrow = false;
    for ((out, &x), &y) in out_low.iter_mut().zip(low).zip(y) {
        let (difference, first) = x.overflowing_sub(y);
        let (difference, second) = difference.overflowing_sub(u64::from(borrow));
        *out = difference;
        borrow = first | second;
    }
    for (out, &x) in out_high.iter_mut().zip(high) {
        (*out, borrow) = x.overflowing_sub(u64::from(borrow));
    }
}

/// `out + x * y`, carry returned. `out` has the length of `x`.
#[inline(always)]
fn add_product(out: &mut [u64], x: &[u64], y: u64) -> u64 {
    let mut carry = 0;
    for (out, &x) in out.iter_mut().zip(x) {
        // At most (B - 1)^2 + 2 (B - 1), which is B^2 - 1.
        let sum = u128::from(x) * u128::from(y) + u128::from(*out) + u128::from(carry);
        *out = sum as u64;
        carry = (sum >> 64) as u64;
    }
    carry
}

/// `x * y`. `out` has as many digits as both together, all zero.
pub fn mul(out: &mut [u64], x: &[u64], y: &[u64]) {
    for (i, &y) in y.iter().enumerate() {
        out[i + x.len()] = add_product(&mut out[i..i + x.len()], x, y);
    }
}

/// `x << shift`. `out` has room for all bits, and is zero.
pub fn shl(out: &mut [u64], x: &[u64], shift: u64) {
    let (whole, part) = ((shift / 64) as usize, (shift % 64) as u32);
    if part == 0 {
        out[whole..whole + x.len()].copy_from_slice(x);
        return;
    }
    let mut carry = 0;
    for (out, &x) in out[whole..].iter_mut().zip(x) {
        *out = x << part | carry;
        carry = x >> (64 - part);
    }
    if carry != 0 {
        out[whole + x.len()] = carry;
    }
}

/// `x >> shift`, and whether a bit that was set is lost. `out` has as many digits as are not shifted out whole; it may be longer, if zero.
pub fn shr(out: &mut [u64], x: &[u64], shift: u64) -> bool {
    let (whole, part) = ((shift / 64) as usize, (shift % 64) as u32);
    if whole >= x.len() {
        return !x.is_empty();
    }
    let mut lost = x[..whole].iter().any(|&digit| digit != 0);
    let x = &x[whole..];
    if part == 0 {
        out[..x.len()].copy_from_slice(x);
        return lost;
    }
    lost |= x[0] << (64 - part) != 0;
    for (i, out) in out[..x.len()].iter_mut().enumerate() {
        *out = x[i] >> part | x.get(i + 1).map_or(0, |next| next << (64 - part));
    }
    lost
}

/// Adds 1. The digits have room for the sum.
pub fn increment(x: &mut [u64]) {
    for digit in x {
        let carry;
        (*digit, carry) = digit.overflowing_add(1);
        if !carry {
            return;
        }
    }
}

/// The two's complement of the same number of digits.
pub fn negate(x: &mut [u64]) {
    x.iter_mut().for_each(|digit| *digit = !*digit);
    increment(x);
}

/// The digits of an integer's infinite two's complement.
pub struct TwosComplement<'a> {
    magnitude: std::slice::Iter<'a, u64>,
    /// All bits set where the integer is negative.
    sign: u64,
    carry: bool,
}

impl<'a> TwosComplement<'a> {
    #[inline]
    pub fn new(negative: bool, magnitude: &'a [u64]) -> TwosComplement<'a> {
        TwosComplement { magnitude: magnitude.iter(), sign: if negative { u64::MAX } else { 0 }, carry: negative }
    }

    /// The next digit; there is always one.
    #[inline(always)]
    pub fn next_digit(&mut self) -> u64 {
        let digit = self.magnitude.next().copied().unwrap_or(0) ^ self.sign;
        let (digit, carry) = digit.overflowing_add(u64::from(self.carry));
        self.carry = carry;
        digit
    }
}

/// Divides two digits by one with its highest bit set, by multiplication with its reciprocal (Möller and Granlund, "Improved division by
/// invariant integers", algorithm 4).
#[derive(Clone, Copy)]
struct Reciprocal {
    divisor: u64,
    /// `(B^2 - 1) / divisor - B`
    value: u64,
}

impl Reciprocal {
    fn new(divisor: u64) -> Reciprocal {
        debug_assert!(divisor >> 63 == 1);
        Reciprocal { divisor, value: (u128::MAX / u128::from(divisor)) as u64 }
    }

    /// Quotient and remainder of `high * B + low`; `high` is below the divisor.
    #[inline(always)]
    fn div_rem(self, high: u64, low: u64) -> (u64, u64) {
        let estimate = u128::from(self.value) * u128::from(high) + (u128::from(high) << 64 | u128::from(low));
        let mut quotient = ((estimate >> 64) as u64).wrapping_add(1);
        let mut remainder = low.wrapping_sub(quotient.wrapping_mul(self.divisor));
        if remainder > estimate as u64 {
            quotient = quotient.wrapping_sub(1);
            remainder = remainder.wrapping_add(self.divisor);
        }
        if remainder >= self.divisor {
            quotient = quotient.wrapping_add(1);
            remainder -= self.divisor;
        }
        (quotient, remainder)
    }
}

/// Divides by a divisor that is not zero (Knuth's algorithm D). `x` becomes the remainder; it has one digit more than the dividend, a zero on
/// top. `y` is overwritten. The quotient, if asked for, has as many digits as `x` has more than `y`.
pub fn div_rem(x: &mut [u64], y: &mut [u64], mut quotient: Option<&mut [u64]>) {
    let shift = y[y.len() - 1].leading_zeros();
    shift_up(x, shift);
    shift_up(y, shift);
    let n = y.len();
    let top = Reciprocal::new(y[n - 1]);
    if n == 1 {
        let mut remainder = x[x.len() - 1];
        x[x.len() - 1] = 0;
        for i in (0..x.len() - 1).rev() {
            let digit;
            (digit, remainder) = top.div_rem(remainder, x[i]);
            x[i] = 0;
            if let Some(quotient) = &mut quotient {
                quotient[i] = digit;
            }
        }
        x[0] = remainder >> shift;
        return;
    }
    let below = y[n - 2];
    for j in (0..x.len() - n).rev() {
        let (x2, x1, x0) = (x[j + n], x[j + n - 1], x[j + n - 2]);
        if x2 == 0 && x1 < top.divisor {
            if let Some(quotient) = &mut quotient {
                quotient[j] = 0;
            }
            continue;
        }
        // The estimate is at most two too large; the second digit of the divisor finds all but few of these.
        let (mut digit, rest) = if x2 >= top.divisor {
            (u64::MAX, x1.checked_add(top.divisor))
        } else {
            let (digit, rest) = top.div_rem(x2, x1);
            (digit, Some(rest))
        };
        let mut rest = rest;
        while let Some(r) = rest {
            if u128::from(digit) * u128::from(below) <= (u128::from(r) << 64 | u128::from(x0)) {
                break;
            }
            digit -= 1;
            rest = r.checked_add(top.divisor);
        }
        let window = &mut x[j..=j + n];
        if sub_product(window, y, digit) {
            digit -= 1;
            add_back(window, y);
        }
        if let Some(quotient) = &mut quotient {
            quotient[j] = digit;
        }
    }
    if shift > 0 {
        for i in 0..n {
            x[i] = x[i] >> shift | x[i + 1] << (64 - shift);
        }
    }
}

/// Shifts left in place by less than a digit; no bit is lost.
fn shift_up(x: &mut [u64], shift: u32) {
    if shift > 0 {
        let mut carry = 0;
        for digit in x {
            (*digit, carry) = (*digit << shift | carry, *digit >> (64 - shift));
        }
    }
}

/// `x - y * digit`, and whether that is negative. `x` has one digit more than `y`.
#[inline(always)]
fn sub_product(x: &mut [u64], y: &[u64], digit: u64) -> bool {
    let mut carry = 0u64;
    let (x, top) = x.split_at_mut(y.len());
    for (x, &y) in x.iter_mut().zip(y) {
        let product = u128::from(y) * u128::from(digit) + u128::from(carry);
        let (difference, borrow) = x.overflowing_sub(product as u64);
        *x = difference;
        carry = (product >> 64) as u64 + u64::from(borrow);
    }
    let (difference, borrow) = top[0].overflowing_sub(carry);
    top[0] = difference;
    borrow
}

/// `x + y` without its last carry. `x` has one digit more than `y`.
#[cold]
fn add_back(x: &mut [u64], y: &[u64]) {
    let carry = {
        let mut carry = false;
        for (x, &y) in x.iter_mut().zip(y) {
            let (sum, first) = x.overflowing_add(y);
            let (sum, second) = sum.overflowing_add(u64::from(carry));
            *x = sum;
            carry = first | second;
        }
        carry
    };
    x[y.len()] = x[y.len()].wrapping_add(u64::from(carry));
}

#[cfg(test)]
mod tests {
    use super::*;
    use num_bigint::BigUint;

    fn number(digits: &[u64]) -> BigUint {
        BigUint::from_bytes_le(&digits.iter().flat_map(|digit| digit.to_le_bytes()).collect::<Vec<_>>())
    }

    /// Digits in which carries and estimates go wrong: many are all ones, zeros, or next to them.
    struct Source(u64);

    impl Source {
        fn next(&mut self) -> u64 {
            self.0 ^= self.0 << 13;
            self.0 ^= self.0 >> 7;
            self.0 ^= self.0 << 17;
            self.0
        }

        fn digit(&mut self) -> u64 {
            match self.next() % 8 {
                0 => 0,
                1 => u64::MAX,
                2 => 1 << 63,
                3 => (1 << 63) - 1,
                4 => u64::MAX - 1,
                5 => self.next() % 3,
                _ => self.next(),
            }
        }

        fn digits(&mut self) -> Vec<u64> {
            let length = self.next() % 7;
            let digits: Vec<u64> = (0..length).map(|_| self.digit()).collect();
            trimmed(&digits).to_vec()
        }
    }

    #[test]
    fn agrees_with_num_bigint() {
        let mut source = Source(88172645463325252);
        for _ in 0..200_000 {
            let (x, y) = (source.digits(), source.digits());
            let (big_x, big_y) = (number(&x), number(&y));
            assert_eq!(bits(&x), big_x.bits());
            assert_eq!(compare(&x, &y), big_x.cmp(&big_y));
            let (more, less) = if compare(&x, &y).is_lt() { (&y, &x) } else { (&x, &y) };
            let mut out = vec![7; more.len() + 1];
            add(&mut out, more, less);
            assert_eq!(number(&out), &big_x + &big_y);
            let mut out = vec![7; more.len()];
            sub(&mut out, more, less);
            assert_eq!(number(&out), number(more) - number(less));
            let mut out = vec![0; x.len() + y.len()];
            mul(&mut out, &x, &y);
            assert_eq!(number(&out), &big_x * &big_y);
            let shift = source.next() % 200;
            let mut out = vec![0; x.len() + 4];
            shl(&mut out, &x, shift);
            assert_eq!(number(&out), &big_x << shift);
            let mut out = vec![0; x.len()];
            let lost = shr(&mut out, &x, shift);
            assert_eq!(number(&out), &big_x >> shift);
            assert_eq!(lost, (&big_x >> shift) << shift != big_x);
            if y.is_empty() || x.len() < y.len() {
                continue;
            }
            let (mut dividend, mut divisor) = (x.clone(), y.clone());
            dividend.push(0);
            let mut quotient = vec![7; dividend.len() - divisor.len()];
            div_rem(&mut dividend, &mut divisor, Some(&mut quotient));
            assert_eq!(number(&quotient), &big_x / &big_y, "{x:x?} / {y:x?}");
            assert_eq!(number(&dividend[..y.len()]), &big_x % &big_y, "{x:x?} % {y:x?}");
        }
    }

    #[test]
    fn two_s_complements() {
        let mut source = Source(0x9E3779B97F4A7C15);
        for _ in 0..10_000 {
            let x = source.digits();
            let mut plain = TwosComplement::new(false, &x);
            let mut negated = TwosComplement::new(true, &x);
            let mut want = x.clone();
            want.push(0);
            assert!(want.iter().all(|&digit| plain.next_digit() == digit));
            negate(&mut want);
            assert!(want.iter().all(|&digit| negated.next_digit() == digit), "{x:x?}");
        }
    }
}
