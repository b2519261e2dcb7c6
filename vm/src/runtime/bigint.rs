//! BigInts as heap cells, and their operations (ECMA-262 section 6.1.6.2) with the RangeErrors that they throw.
//!
//! The arithmetic itself is [`crate::numeric::bigint`]; here results become cells and failures become exceptions. A cell's value
//! never changes, so a `JsBigInt` may be copied and kept like any other handle.

use crate::numeric::bigint::{self as arithmetic, BigInt, BigIntError};
use crate::string::{JsString, StrView};
use crate::vm::{Vm, new_header};
use crate::{JsResult, Value};
use abi::cell::{CellHeader, CellKind};
use gc::{Gc, HeapCell};
use num_traits::{Signed, Zero};
use std::cell::Cell;
use std::cmp::Ordering;

/// A BigInt's cell. The digits are malloc memory, freed by the sweep.
#[repr(C)]
pub struct BigIntCell {
    header: CellHeader,
    /// Bytes that were reported to the heap as external memory.
    reported: Cell<usize>,
    value: BigInt,
}

impl Drop for BigIntCell {
    fn drop(&mut self) {
        let bytes = self.reported.get();
        // A value that found no place in the heap has reported nothing.
        if bytes > 0 {
            // SAFETY: only cells report memory, and a cell is dropped by its heap.
            unsafe { gc::note_external_freed(&self.header, bytes) };
        }
    }
}

// SAFETY: the header comes first and the layout is C's.
unsafe impl HeapCell for BigIntCell {
    const KIND: CellKind = CellKind::BigInt;
    const NEEDS_DROP: bool = true;
}

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

    /// The integer. Valid as long as the handle is kept alive.
    #[inline(always)]
    pub fn integer(&self) -> &BigInt {
        &self.0.value
    }

    #[inline(always)]
    pub fn value(self) -> Value {
        Value::from_cell(self.0.as_ptr().cast())
    }

    pub fn is_zero(self) -> bool {
        self.0.value.is_zero()
    }

    pub fn is_negative(self) -> bool {
        self.0.value.is_negative()
    }

    /// `BigInt::equal` (section 6.1.6.2.13).
    pub fn equals(self, other: JsBigInt) -> bool {
        self.0.value == other.0.value
    }

    pub fn compare(self, other: JsBigInt) -> Ordering {
        self.0.value.cmp(&other.0.value)
    }

    /// The nearest double, ties to even; infinite beyond the largest.
    pub fn to_f64(self) -> f64 {
        arithmetic::to_f64(&self.0.value)
    }

    /// `BigInt::toString(x, radix)` (section 6.1.6.2.23), radix 2 to 36.
    pub fn to_text(self, radix: u32) -> String {
        arithmetic::to_string_radix(&self.0.value, radix)
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

/// An operation on two BigInts that may have no result.
pub type BinaryOperation = fn(&BigInt, &BigInt) -> Result<BigInt, BigIntError>;
/// An operation on one BigInt that may have no result.
pub type UnaryOperation = fn(&BigInt) -> Result<BigInt, BigIntError>;

/// Digits up to which a result is not reported to the heap as external memory, in bits.
const REPORTED_BITS: u64 = 1 << 13;

impl Vm {
    /// A BigInt cell of `value`.
    pub fn new_bigint(&mut self, value: BigInt) -> JsResult<JsBigInt> {
        let bits = value.bits();
        let reported = if bits > REPORTED_BITS { (bits / 8) as usize } else { 0 };
        let header = new_header(CellKind::BigInt, self.bigint_shape);
        let cell = self.alloc(BigIntCell { header, reported: Cell::new(0), value })?;
        if reported > 0 {
            if self.heap.reserve_external(reported).is_err() {
                return Err(self.throw_out_of_memory());
            }
            cell.reported.set(reported);
        }
        Ok(JsBigInt(cell))
    }

    pub fn bigint_from_i64(&mut self, value: i64) -> JsResult<JsBigInt> {
        self.new_bigint(BigInt::from(value))
    }

    pub fn bigint_from_u64(&mut self, value: u64) -> JsResult<JsBigInt> {
        self.new_bigint(BigInt::from(value))
    }

    /// The outcome of an operation: a cell, or the RangeError in V8's words.
    pub fn bigint_result(&mut self, result: Result<BigInt, BigIntError>) -> JsResult<JsBigInt> {
        match result {
            Ok(value) => self.new_bigint(value),
            Err(error) => Err(self.throw_range_error(error.message())),
        }
    }

    /// `x op y`.
    pub fn bigint_binary(&mut self, x: JsBigInt, y: JsBigInt, operation: BinaryOperation) -> JsResult {
        let result = operation(x.integer(), y.integer());
        self.bigint_result(result).map(JsBigInt::value)
    }

    /// `op x`.
    pub fn bigint_unary(&mut self, x: JsBigInt, operation: UnaryOperation) -> JsResult {
        let result = operation(x.integer());
        self.bigint_result(result).map(JsBigInt::value)
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

/// `BigInt::bitwiseAND` and its like never fail; these give them the shape of the operations that do.
pub mod total {
    use super::*;

    pub fn and(x: &BigInt, y: &BigInt) -> Result<BigInt, BigIntError> {
        Ok(arithmetic::and(x, y))
    }

    pub fn or(x: &BigInt, y: &BigInt) -> Result<BigInt, BigIntError> {
        Ok(arithmetic::or(x, y))
    }

    pub fn xor(x: &BigInt, y: &BigInt) -> Result<BigInt, BigIntError> {
        Ok(arithmetic::xor(x, y))
    }

    pub fn neg(x: &BigInt) -> Result<BigInt, BigIntError> {
        Ok(arithmetic::neg(x))
    }
}
