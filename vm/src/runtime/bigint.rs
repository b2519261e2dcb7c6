//! BigInts as heap cells, and their operations (ECMA-262 section 6.1.6.2) with the RangeErrors that they throw.
//!
//! A cell holds sign and magnitude. Results are computed in the cell that is to hold them, by [`crate::numeric::digits`]; what takes
//! better than schoolbook algorithms, and text, is [`crate::numeric::bigint`]'s. A cell's value never changes once it is there, so a
//! `JsBigInt` may be copied and kept like any other handle.

use crate::numeric::bigint::{self as arithmetic, BigInt, BigIntError, MAX_BITS, Sign};
use crate::numeric::digits::{self, TwosComplement};
use crate::string::{JsString, StrView};
use crate::vm::Vm;
use crate::{JsResult, Value};
use abi::cell::{CellHeader, CellKind};
use gc::{Gc, HeapCell};
use std::cell::Cell;
use std::cmp::Ordering;

/// The fixed part of a BigInt's cell; as many digits follow as it has room for.
#[repr(C)]
pub struct BigIntCell {
    header: CellHeader,
    /// How many digits there are. The last of them is not 0, and zero has none.
    length: Cell<u32>,
    negative: Cell<bool>,
    digits: [u64; 0],
}

const _: () = assert!(std::mem::offset_of!(BigIntCell, length) == abi::string::TRUTH_OFFSET);

// SAFETY: the header comes first and the layout is C's.
unsafe impl HeapCell for BigIntCell {
    const KIND: CellKind = CellKind::BigInt;
    const NEEDS_DROP: bool = false;
}

/// Results with room for so many digits are looked at once more.
const EXAMINED: usize = 32;
/// Digits of the shorter factor up to which the schoolbook's multiplication is used.
const SCHOOLBOOK: usize = 32;

/// A handle to a BigInt.
#[derive(Clone, Copy)]
#[repr(transparent)]
pub struct JsBigInt(Gc<BigIntCell>);

impl JsBigInt {
    /// # Safety
    /// `cell` must be a live cell of kind BigInt.
    #[inline(always)]
    pub unsafe fn from_ptr(cell: *mut BigIntCell) -> JsBigInt {
        // SAFETY: the caller's promise.
        JsBigInt(unsafe { Gc::from_ptr(cell) })
    }

    /// The magnitude, without leading zeros. Valid as long as the handle is kept alive.
    #[inline(always)]
    pub fn digits(&self) -> &[u64] {
        let cell = self.0.as_ptr();
        // SAFETY: a live cell with so many digits, which do not change.
        unsafe { std::slice::from_raw_parts((&raw const (*cell).digits).cast(), (*cell).length.get() as usize) }
    }

    /// A copy of the integer outside the heap.
    pub fn integer(self) -> BigInt {
        arithmetic::from_digits(self.is_negative(), self.digits())
    }

    #[inline(always)]
    pub fn value(self) -> Value {
        // SAFETY: a handle's cell is live where the collector looks.
        unsafe { Value::from_cell(self.0.as_ptr().cast()) }
    }

    #[inline(always)]
    pub fn is_zero(self) -> bool {
        self.0.length.get() == 0
    }

    #[inline(always)]
    pub fn is_negative(self) -> bool {
        self.0.negative.get()
    }

    /// `BigInt::equal` (section 6.1.6.2.13).
    pub fn equals(self, other: JsBigInt) -> bool {
        self.is_negative() == other.is_negative() && self.digits() == other.digits()
    }

    pub fn compare(self, other: JsBigInt) -> Ordering {
        match (self.is_negative(), other.is_negative()) {
            (false, false) => digits::compare(self.digits(), other.digits()),
            (true, true) => digits::compare(other.digits(), self.digits()),
            (false, true) => Ordering::Greater,
            (true, false) => Ordering::Less,
        }
    }

    /// The integer, if it has at most 53 bits.
    fn as_safe_integer(self) -> Option<f64> {
        let magnitude = match *self.digits() {
            [] => 0,
            [digit] if digit < 1 << 53 => digit,
            _ => return None,
        };
        Some(if self.is_negative() { -(magnitude as f64) } else { magnitude as f64 })
    }

    /// Compares with a number by mathematical value (sections 7.2.12 and 7.2.13). None if that is NaN.
    pub fn compare_f64(self, number: f64) -> Option<Ordering> {
        match self.as_safe_integer() {
            Some(integer) => integer.partial_cmp(&number),
            None => arithmetic::compare_f64(&self.integer(), number),
        }
    }

    /// Whether a number has the same mathematical value.
    pub fn equals_f64(self, number: f64) -> bool {
        self.compare_f64(number) == Some(Ordering::Equal)
    }

    /// The nearest double, ties to even; infinite beyond the largest.
    pub fn to_f64(self) -> f64 {
        self.as_safe_integer().unwrap_or_else(|| arithmetic::to_f64(&self.integer()))
    }

    /// `ToBigInt64` (section 7.1.15): the low 64 bits, signed.
    #[inline]
    pub fn to_i64_wrapping(self) -> i64 {
        self.to_u64_wrapping() as i64
    }

    /// `ToBigUint64` (section 7.1.16): the low 64 bits.
    #[inline]
    pub fn to_u64_wrapping(self) -> u64 {
        let low = self.digits().first().copied().unwrap_or(0);
        if self.is_negative() { low.wrapping_neg() } else { low }
    }

    /// Whether [`JsBigInt::to_i64_wrapping`] is the same integer.
    pub fn fits_i64(self) -> bool {
        match *self.digits() {
            [] => true,
            [digit] => digit <= i64::MAX as u64 + u64::from(self.is_negative()),
            _ => false,
        }
    }

    /// Whether [`JsBigInt::to_u64_wrapping`] is the same integer.
    pub fn fits_u64(self) -> bool {
        !self.is_negative() && self.digits().len() <= 1
    }

    /// `BigInt::toString(x, radix)` (section 6.1.6.2.23), radix 2 to 36.
    pub fn to_text(self, radix: u32) -> String {
        match *self.digits() {
            [] => String::from("0"),
            [digit] if radix == 10 => format!("{}{digit}", if self.is_negative() { "-" } else { "" }),
            _ => arithmetic::to_string_radix(&self.integer(), radix),
        }
    }

    fn bits(self) -> u64 {
        digits::bits(self.digits())
    }

    /// The magnitude, if it has at most two digits.
    #[inline(always)]
    fn as_two_digits(self) -> Option<u128> {
        match *self.digits() {
            [] => Some(0),
            [low] => Some(u128::from(low)),
            [low, high] => Some(u128::from(low) | u128::from(high) << 64),
            _ => None,
        }
    }
}

impl From<JsBigInt> for Value {
    #[inline(always)]
    fn from(b: JsBigInt) -> Value {
        b.value()
    }
}

impl PartialEq for JsBigInt {
    fn eq(&self, other: &JsBigInt) -> bool {
        self.equals(*other)
    }
}

/// An operation on two BigInts.
pub type BinaryOperation = fn(&mut Vm, JsBigInt, JsBigInt) -> JsResult<JsBigInt>;
/// An operation on one BigInt.
pub type UnaryOperation = fn(&mut Vm, JsBigInt) -> JsResult<JsBigInt>;

impl Vm {
    /// A BigInt of at most `room` digits. `write` gets that many zeros, and says whether what it made of them is negative; leading zeros
    /// are left out.
    #[inline(always)]
    fn bigint_with(&mut self, room: usize, write: impl FnOnce(&mut [u64]) -> bool) -> JsResult<JsBigInt> {
        let cell: *mut BigIntCell =
            self.alloc_raw(CellKind::BigInt, size_of::<BigIntCell>() + room * size_of::<u64>(), false)?.as_ptr().cast();
        // SAFETY: a new cell with room for the digits, all zero.
        unsafe {
            (*cell).header.shape.set(self.bigint_shape);
            let digits = std::slice::from_raw_parts_mut((&raw mut (*cell).digits).cast(), room);
            let negative = write(digits);
            let length = digits::trimmed(digits).len();
            (*cell).length.set(length as u32);
            (*cell).negative.set(negative & (length > 0));
            let bigint = JsBigInt::from_ptr(cell);
            if room >= EXAMINED { self.bigint_examined(bigint, room) } else { Ok(bigint) }
        }
    }

    /// A long result: a RangeError if it is too long, a smaller cell if it is much shorter than was to be expected.
    #[cold]
    #[inline(never)]
    fn bigint_examined(&mut self, bigint: JsBigInt, room: usize) -> JsResult<JsBigInt> {
        if bigint.bits() > MAX_BITS {
            return Err(self.throw_bigint_error(BigIntError::TooBig));
        }
        let length = bigint.digits().len();
        if length > room / 2 {
            return Ok(bigint);
        }
        self.bigint_with(length, |out| {
            out.copy_from_slice(bigint.digits());
            bigint.is_negative()
        })
    }

    #[cold]
    fn throw_bigint_error(&mut self, error: BigIntError) -> crate::Throw {
        self.throw_range_error(error.message())
    }

    /// A BigInt cell of `value`.
    pub fn new_bigint(&mut self, value: BigInt) -> JsResult<JsBigInt> {
        let magnitude = value.iter_u64_digits();
        self.bigint_with(magnitude.len(), |out| {
            out.iter_mut().zip(magnitude).for_each(|(out, digit)| *out = digit);
            value.sign() == Sign::Minus
        })
    }

    /// One of at most one digit.
    #[inline(always)]
    fn bigint_of_digit(&mut self, negative: bool, digit: u64) -> JsResult<JsBigInt> {
        self.bigint_with(1, |out| {
            out[0] = digit;
            negative
        })
    }

    /// One of at most two digits.
    #[inline(always)]
    fn bigint_of_two(&mut self, negative: bool, magnitude: u128) -> JsResult<JsBigInt> {
        self.bigint_with(2, |out| {
            (out[0], out[1]) = (magnitude as u64, (magnitude >> 64) as u64);
            negative
        })
    }

    pub fn bigint_from_i64(&mut self, value: i64) -> JsResult<JsBigInt> {
        self.bigint_of_digit(value < 0, value.unsigned_abs())
    }

    pub fn bigint_from_u64(&mut self, value: u64) -> JsResult<JsBigInt> {
        self.bigint_of_digit(false, value)
    }

    /// The outcome of an operation: a cell, or the RangeError in V8's words.
    fn bigint_result(&mut self, result: Result<BigInt, BigIntError>) -> JsResult<JsBigInt> {
        match result {
            Ok(value) => self.new_bigint(value),
            Err(error) => Err(self.throw_bigint_error(error)),
        }
    }

    /// `NumberToBigInt(number)` (section 21.2.1.1.1): a RangeError unless integral.
    pub fn number_to_bigint(&mut self, number: f64) -> JsResult<JsBigInt> {
        match arithmetic::from_f64(number) {
            Some(value) => self.new_bigint(value),
            None => {
                let text = crate::numeric::format::number_to_string(number);
                Err(self.throw_range_error(format!(
                    "The number {text} cannot be converted to a BigInt because it is not an integer"
                )))
            }
        }
    }

    /// `StringToBigInt(text)` (section 7.1.14): None where it is no StringIntegerLiteral.
    pub fn string_to_bigint(&mut self, text: JsString) -> JsResult<Option<JsBigInt>> {
        match self.parse_bigint(text)? {
            Some(value) => self.new_bigint(value).map(Some),
            None => Ok(None),
        }
    }

    /// The integer that a string writes, without making a cell of it.
    pub fn parse_bigint(&mut self, text: JsString) -> JsResult<Option<BigInt>> {
        Ok(match text.view(self)? {
            StrView::Latin1(units) => arithmetic::string_to_bigint(units),
            StrView::Utf16(units) => arithmetic::string_to_bigint(units),
        })
    }
}

/// `x + y`, where the sign of `y` is given apart.
#[inline(always)]
fn sum(vm: &mut Vm, x: JsBigInt, y: JsBigInt, y_negative: bool) -> JsResult<JsBigInt> {
    let x_negative = x.is_negative();
    if let (&[a], &[b]) = (x.digits(), y.digits()) {
        if x_negative == y_negative {
            let (low, carry) = a.overflowing_add(b);
            if !carry {
                return vm.bigint_of_digit(x_negative, low);
            }
            return vm.bigint_of_two(x_negative, 1 << 64 | u128::from(low));
        }
        return if a >= b { vm.bigint_of_digit(x_negative, a - b) } else { vm.bigint_of_digit(y_negative, b - a) };
    }
    if let (Some(a), Some(b)) = (x.as_two_digits(), y.as_two_digits()) {
        if x_negative != y_negative {
            return if a >= b { vm.bigint_of_two(x_negative, a - b) } else { vm.bigint_of_two(y_negative, b - a) };
        }
        if let Some(sum) = a.checked_add(b) {
            return vm.bigint_of_two(x_negative, sum);
        }
    }
    sum_of_many(vm, x, y, y_negative)
}

fn sum_of_many(vm: &mut Vm, x: JsBigInt, y: JsBigInt, y_negative: bool) -> JsResult<JsBigInt> {
    let x_negative = x.is_negative();
    if x_negative == y_negative {
        let (longer, shorter) = if x.digits().len() >= y.digits().len() { (x, y) } else { (y, x) };
        let length = longer.digits().len();
        // No further digit where both highest bits are clear.
        let top = |b: JsBigInt| b.digits().get(length - 1).copied().unwrap_or(0);
        if length > 0 && (top(longer) | top(shorter)) >> 63 == 0 {
            return vm.bigint_with(length, |out| {
                digits::add_within(out, longer.digits(), shorter.digits());
                x_negative
            });
        }
        return vm.bigint_with(length + 1, |out| {
            digits::add(out, longer.digits(), shorter.digits());
            x_negative
        });
    }
    let (more, less, negative) =
        if digits::compare(x.digits(), y.digits()).is_ge() { (x, y, x_negative) } else { (y, x, y_negative) };
    vm.bigint_with(more.digits().len(), |out| {
        digits::sub(out, more.digits(), less.digits());
        negative
    })
}

/// `x + y`.
pub fn add(vm: &mut Vm, x: JsBigInt, y: JsBigInt) -> JsResult<JsBigInt> {
    sum(vm, x, y, y.is_negative())
}

/// `x - y`.
pub fn sub(vm: &mut Vm, x: JsBigInt, y: JsBigInt) -> JsResult<JsBigInt> {
    sum(vm, x, y, !y.is_negative())
}

/// `x * y`.
pub fn mul(vm: &mut Vm, x: JsBigInt, y: JsBigInt) -> JsResult<JsBigInt> {
    let negative = x.is_negative() != y.is_negative();
    if let (&[a], &[b]) = (x.digits(), y.digits()) {
        let product = u128::from(a) * u128::from(b);
        let low = product as u64;
        return if product >> 64 == 0 {
            vm.bigint_of_digit(negative, low)
        } else {
            vm.bigint_of_two(negative, product)
        };
    }
    if let (Some(a), Some(b)) = (x.as_two_digits(), y.as_two_digits())
        && let Some(product) = a.checked_mul(b)
    {
        return vm.bigint_of_two(negative, product);
    }
    if x.digits().len().min(y.digits().len()) <= SCHOOLBOOK {
        return vm.bigint_with(x.digits().len() + y.digits().len(), |out| {
            digits::mul(out, x.digits(), y.digits());
            negative
        });
    }
    let product = arithmetic::mul(&x.integer(), &y.integer());
    vm.bigint_result(product)
}

/// Runs with copies of the dividend, which has a zero on top, and of the divisor.
#[inline(always)]
fn with_copies<R>(x: &[u64], y: &[u64], run: impl FnOnce(&mut [u64], &mut [u64]) -> R) -> R {
    /// Digits of dividends that are copied onto the stack.
    const SHORT: usize = 12;
    if x.len() < SHORT {
        let (mut dividend, mut divisor) = ([0; SHORT], [0; SHORT]);
        for (to, &from) in dividend.iter_mut().zip(x) {
            *to = from;
        }
        for (to, &from) in divisor.iter_mut().zip(y) {
            *to = from;
        }
        return run(&mut dividend[..x.len() + 1], &mut divisor[..y.len()]);
    }
    run(&mut [x, &[0]].concat(), &mut y.to_vec())
}

/// `x / y`, truncated toward zero.
pub fn div(vm: &mut Vm, x: JsBigInt, y: JsBigInt) -> JsResult<JsBigInt> {
    let negative = x.is_negative() != y.is_negative();
    match (x.digits(), y.digits()) {
        (_, []) => Err(vm.throw_bigint_error(BigIntError::DivisionByZero)),
        (&[a], &[b]) => vm.bigint_of_digit(negative, a / b),
        (a, b) if a.len() < b.len() => vm.bigint_of_digit(false, 0),
        (a, b) => {
            let room = a.len() - b.len() + 1;
            vm.bigint_with(room, |out| {
                with_copies(x.digits(), y.digits(), |dividend, divisor| {
                    digits::div_rem(dividend, divisor, Some(out));
                });
                negative
            })
        }
    }
}

/// `x % y`, with the sign of `x`.
pub fn rem(vm: &mut Vm, x: JsBigInt, y: JsBigInt) -> JsResult<JsBigInt> {
    let negative = x.is_negative();
    match (x.digits(), y.digits()) {
        (_, []) => Err(vm.throw_bigint_error(BigIntError::DivisionByZero)),
        (&[a], &[b]) => vm.bigint_of_digit(negative, a % b),
        (a, b) if a.len() < b.len() => Ok(x),
        (_, b) => {
            let room = b.len();
            vm.bigint_with(room, |out| {
                with_copies(x.digits(), y.digits(), |dividend, divisor| {
                    digits::div_rem(dividend, divisor, None);
                    out.iter_mut().zip(&*dividend).for_each(|(out, &digit)| *out = digit);
                });
                negative
            })
        }
    }
}

/// `x ** y`.
pub fn pow(vm: &mut Vm, x: JsBigInt, y: JsBigInt) -> JsResult<JsBigInt> {
    let power = arithmetic::pow(&x.integer(), &y.integer());
    vm.bigint_result(power)
}

/// `-x`.
pub fn neg(vm: &mut Vm, x: JsBigInt) -> JsResult<JsBigInt> {
    vm.bigint_with(x.digits().len(), |out| {
        out.copy_from_slice(x.digits());
        !x.is_negative()
    })
}

/// A magnitude of one more where `x` is zero or has the given sign, or else of one less; the result's sign is given.
fn step(vm: &mut Vm, x: JsBigInt, grows_if_negative: bool, negative: bool) -> JsResult<JsBigInt> {
    let length = x.digits().len();
    if x.is_zero() || x.is_negative() == grows_if_negative {
        return vm.bigint_with(length + 1, |out| {
            out[..length].copy_from_slice(x.digits());
            digits::increment(out);
            negative
        });
    }
    vm.bigint_with(length, |out| {
        digits::sub(out, x.digits(), &[1]);
        negative
    })
}

/// `~x`, which is `-x - 1n`.
pub fn not(vm: &mut Vm, x: JsBigInt) -> JsResult<JsBigInt> {
    step(vm, x, false, !x.is_negative())
}

/// `x + 1n`, for `++`.
pub fn inc(vm: &mut Vm, x: JsBigInt) -> JsResult<JsBigInt> {
    step(vm, x, false, x.is_negative())
}

/// `x - 1n`, for `--`.
pub fn dec(vm: &mut Vm, x: JsBigInt) -> JsResult<JsBigInt> {
    step(vm, x, true, x.is_negative() || x.is_zero())
}

/// An operator on the infinite two's complements.
#[inline(always)]
fn bitwise(vm: &mut Vm, x: JsBigInt, y: JsBigInt, operator: impl Fn(u64, u64) -> u64) -> JsResult<JsBigInt> {
    let negative = operator(x.is_negative() as u64, y.is_negative() as u64) & 1 != 0;
    // One more where a negative magnitude may be longer than both.
    let room = x.digits().len().max(y.digits().len()) + usize::from(negative);
    vm.bigint_with(room, |out| {
        let mut left = TwosComplement::new(x.is_negative(), x.digits());
        let mut right = TwosComplement::new(y.is_negative(), y.digits());
        out.iter_mut().for_each(|out| *out = operator(left.next_digit(), right.next_digit()));
        if negative {
            digits::negate(out);
        }
        negative
    })
}

/// `x & y`, of the infinite two's complements.
pub fn and(vm: &mut Vm, x: JsBigInt, y: JsBigInt) -> JsResult<JsBigInt> {
    bitwise(vm, x, y, |x, y| x & y)
}

/// `x | y`, of the infinite two's complements.
pub fn or(vm: &mut Vm, x: JsBigInt, y: JsBigInt) -> JsResult<JsBigInt> {
    bitwise(vm, x, y, |x, y| x | y)
}

/// `x ^ y`, of the infinite two's complements.
pub fn xor(vm: &mut Vm, x: JsBigInt, y: JsBigInt) -> JsResult<JsBigInt> {
    bitwise(vm, x, y, |x, y| x ^ y)
}

/// `x << y`; a negative `y` shifts right.
pub fn shl(vm: &mut Vm, x: JsBigInt, y: JsBigInt) -> JsResult<JsBigInt> {
    if y.is_negative() { shift_right(vm, x, y) } else { shift_left(vm, x, y) }
}

/// `x >> y`, rounding toward negative infinity; a negative `y` shifts left.
pub fn shr(vm: &mut Vm, x: JsBigInt, y: JsBigInt) -> JsResult<JsBigInt> {
    if y.is_negative() { shift_left(vm, x, y) } else { shift_right(vm, x, y) }
}

/// A magnitude within the limit of bits.
fn shift_count(y: JsBigInt) -> Option<u64> {
    match *y.digits() {
        [] => Some(0),
        [count] if count <= MAX_BITS => Some(count),
        _ => None,
    }
}

/// Shifts left by the magnitude of `y`.
fn shift_left(vm: &mut Vm, x: JsBigInt, y: JsBigInt) -> JsResult<JsBigInt> {
    if x.is_zero() {
        return Ok(x);
    }
    let bits = match shift_count(y) {
        Some(count) => x.bits() + count,
        None => MAX_BITS + 1,
    };
    if bits > MAX_BITS {
        return Err(vm.throw_bigint_error(BigIntError::TooBig));
    }
    vm.bigint_with(bits.div_ceil(64) as usize, |out| {
        digits::shl(out, x.digits(), bits - x.bits());
        x.is_negative()
    })
}

/// Shifts right by the magnitude of `y`.
fn shift_right(vm: &mut Vm, x: JsBigInt, y: JsBigInt) -> JsResult<JsBigInt> {
    let count = shift_count(y).unwrap_or(MAX_BITS + 1);
    let negative = x.is_negative();
    let left = x.digits().len().saturating_sub((count / 64) as usize);
    // One more for the rounding of a negative one away from zero.
    vm.bigint_with(left + usize::from(negative), |out| {
        if digits::shr(out, x.digits(), count) && negative {
            digits::increment(out);
        }
        negative
    })
}

/// The low bits of an integer's two's complement, as a magnitude; `out` has just the digits that hold them.
fn low_bits(out: &mut [u64], x: JsBigInt, bits: u64) {
    let mut complement = TwosComplement::new(x.is_negative(), x.digits());
    out.iter_mut().for_each(|out| *out = complement.next_digit());
    mask(out, bits);
}

/// Clears the bits of the last digit that are not among so many.
fn mask(digits: &mut [u64], bits: u64) {
    if !bits.is_multiple_of(64)
        && let Some(top) = digits.last_mut()
    {
        *top &= (1 << (bits % 64)) - 1;
    }
}

/// `BigInt.asIntN(bits, x)` (section 21.2.2.1). `bits` is after `ToIndex`.
pub fn as_int_n(vm: &mut Vm, bits: u64, x: JsBigInt) -> JsResult<JsBigInt> {
    // In range already: every magnitude below 2^(bits-1).
    if x.bits() < bits {
        return Ok(x);
    }
    // bits <= x.bits() <= MAX_BITS from here on.
    if let 1..=64 = bits {
        let above = 64 - bits;
        return vm.bigint_from_i64(x.to_i64_wrapping() << above >> above);
    }
    vm.bigint_with(bits.div_ceil(64) as usize, |out| {
        low_bits(out, x, bits);
        let negative = bits > 0 && out[(bits - 1) as usize / 64] >> ((bits - 1) % 64) & 1 != 0;
        if negative {
            digits::negate(out);
            mask(out, bits);
        }
        negative
    })
}

/// `BigInt.asUintN(bits, x)` (section 21.2.2.2). `bits` is after `ToIndex`; a negative number wrapped to more than [`MAX_BITS`] bits is too big.
pub fn as_uint_n(vm: &mut Vm, bits: u64, x: JsBigInt) -> JsResult<JsBigInt> {
    if !x.is_negative() && x.bits() <= bits {
        return Ok(x);
    }
    if let 1..=64 = bits {
        return vm.bigint_from_u64(x.to_u64_wrapping() & u64::MAX >> (64 - bits));
    }
    // Negative here, or longer than `bits`, which then is within the limit.
    if bits > MAX_BITS {
        return Err(vm.throw_bigint_error(BigIntError::TooBig));
    }
    vm.bigint_with(bits.div_ceil(64) as usize, |out| {
        low_bits(out, x, bits);
        false
    })
}
