//! The 64-bit value encoding.
//!
//! NaN boxing in the manner of JavaScriptCore: a pointer to a cell is the raw pointer (its upper 16 bits are zero), so a
//! property load needs no untagging.
//!
//! ```text
//! pointer   0000:PPPP:PPPP:PPPP
//! double    0002:****:****:****  to  FFFC:****:****:****   (IEEE bits + 2^49)
//! int32     FFFE:0000:IIII:IIII
//! empty     0    null 0x02   undefined 0x0a   false 0x06   true 0x07
//! ```
//!
//! The empty value is no JavaScript value: it marks a hole in an array, a binding in its temporal dead zone, and, as
//! the result of a call, a pending exception.

use crate::cell::CellHeader;

/// All bits that tell a number: an int32 has them all, a double some, a cell or a constant none.
pub const NUMBER_TAG: u64 = 0xfffe_0000_0000_0000;
/// What is added to the bits of a double.
pub const DOUBLE_OFFSET: u64 = 1 << 49;
/// The bit that undefined, null and the booleans share, and no cell pointer has.
pub const OTHER_TAG: u64 = 0x2;
/// A value is a cell (or empty) exactly if none of these bits is set.
pub const NOT_CELL_MASK: u64 = NUMBER_TAG | OTHER_TAG;

/// A JavaScript value, or the empty value.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
#[repr(transparent)]
pub struct Value(u64);

impl Value {
    /// The hole, the dead-zone mark, the pending exception.
    pub const EMPTY: Value = Value(0);
    pub const NULL: Value = Value(0x02);
    pub const UNDEFINED: Value = Value(0x0a);
    pub const FALSE: Value = Value(0x06);
    pub const TRUE: Value = Value(0x07);
    /// The canonical NaN.
    pub const NAN: Value = Value(0x7ff8_0000_0000_0000 + DOUBLE_OFFSET);
    pub const ZERO: Value = Value(NUMBER_TAG);

    #[inline(always)]
    pub const fn bool(b: bool) -> Value {
        Value(0x06 | b as u64)
    }

    #[inline(always)]
    pub const fn int(i: i32) -> Value {
        Value(NUMBER_TAG | i as u32 as u64)
    }

    /// A double kept as a double, even where an int32 could say the same. NaNs are made canonical.
    #[inline(always)]
    pub fn double(d: f64) -> Value {
        if d.is_nan() { Value::NAN } else { Value(d.to_bits().wrapping_add(DOUBLE_OFFSET)) }
    }

    /// A number in its preferred form: an int32 where the value is one (and not -0), else a double.
    #[inline(always)]
    pub fn number(d: f64) -> Value {
        let i = d as i32;
        if i as f64 == d && (i != 0 || d.to_bits() == 0) { Value::int(i) } else { Value::double(d) }
    }

    #[inline(always)]
    pub fn from_u32(u: u32) -> Value {
        if u <= i32::MAX as u32 { Value::int(u as i32) } else { Value::double(u as f64) }
    }

    /// A length or an index: exact up to 2^53.
    #[inline(always)]
    pub fn from_usize(u: usize) -> Value {
        if u <= i32::MAX as usize { Value::int(u as i32) } else { Value::double(u as f64) }
    }

    /// The value of these bits.
    ///
    /// # Safety
    /// They are a value's: if they are those of a cell, it is a live one.
    #[inline(always)]
    pub const unsafe fn from_bits(bits: u64) -> Value {
        Value(bits)
    }

    /// # Safety
    /// It is a live cell, or null, which gives the empty value.
    #[inline(always)]
    pub unsafe fn from_cell(cell: *const CellHeader) -> Value {
        Value(cell as u64)
    }

    #[inline(always)]
    pub const fn bits(self) -> u64 {
        self.0
    }

    #[inline(always)]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    #[inline(always)]
    pub const fn is_undefined(self) -> bool {
        self.0 == Value::UNDEFINED.0
    }

    #[inline(always)]
    pub const fn is_null(self) -> bool {
        self.0 == Value::NULL.0
    }

    /// Undefined or null: the two encodings differ in one bit.
    #[inline(always)]
    pub const fn is_nullish(self) -> bool {
        self.0 & !0x8 == Value::NULL.0
    }

    #[inline(always)]
    pub const fn is_bool(self) -> bool {
        self.0 & !1 == Value::FALSE.0
    }

    #[inline(always)]
    pub const fn is_true(self) -> bool {
        self.0 == Value::TRUE.0
    }

    #[inline(always)]
    pub const fn is_false(self) -> bool {
        self.0 == Value::FALSE.0
    }

    #[inline(always)]
    pub const fn is_int(self) -> bool {
        self.0 >= NUMBER_TAG
    }

    #[inline(always)]
    pub const fn is_number(self) -> bool {
        self.0 & NUMBER_TAG != 0
    }

    #[inline(always)]
    pub const fn is_double(self) -> bool {
        self.is_number() && !self.is_int()
    }

    /// A pointer to a cell. False for the empty value.
    #[inline(always)]
    pub const fn is_cell(self) -> bool {
        Value::is_cell_word(self.0)
    }

    /// The same of bits that may be a value's.
    #[inline(always)]
    pub const fn is_cell_word(bits: u64) -> bool {
        bits & NOT_CELL_MASK == 0 && bits != 0
    }

    /// The int32 payload; meaningful only if [`Value::is_int`].
    #[inline(always)]
    pub const fn as_int(self) -> i32 {
        self.0 as i32
    }

    /// The double payload; meaningful only if [`Value::is_double`].
    #[inline(always)]
    pub const fn as_double(self) -> f64 {
        f64::from_bits(self.0.wrapping_sub(DOUBLE_OFFSET))
    }

    /// The numeric value of an int32 or a double; meaningful only if [`Value::is_number`].
    #[inline(always)]
    pub const fn as_number(self) -> f64 {
        if self.is_int() { self.as_int() as f64 } else { self.as_double() }
    }

    /// The cell pointer; meaningful only if [`Value::is_cell`].
    #[inline(always)]
    pub const fn as_cell(self) -> *mut CellHeader {
        self.0 as *mut CellHeader
    }
}

impl core::fmt::Debug for Value {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        match *self {
            Value::EMPTY => f.write_str("empty"),
            Value::NULL => f.write_str("null"),
            Value::UNDEFINED => f.write_str("undefined"),
            Value::TRUE => f.write_str("true"),
            Value::FALSE => f.write_str("false"),
            v if v.is_int() => write!(f, "{}", v.as_int()),
            v if v.is_double() => write!(f, "{:?}", v.as_double()),
            v => write!(f, "cell {:#x}", v.0),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn classes_are_disjoint() {
        let cell = Value(0x7f00_1234_5678);
        for (v, number, int, is_cell) in [
            (Value::EMPTY, false, false, false),
            (Value::NULL, false, false, false),
            (Value::UNDEFINED, false, false, false),
            (Value::TRUE, false, false, false),
            (Value::int(-1), true, true, false),
            (Value::int(i32::MIN), true, true, false),
            (Value::double(0.5), true, false, false),
            (Value::double(-0.0), true, false, false),
            (Value::double(f64::INFINITY), true, false, false),
            (Value::double(f64::NEG_INFINITY), true, false, false),
            (Value::double(-f64::NAN), true, false, false),
            (cell, false, false, true),
        ] {
            assert_eq!((v.is_number(), v.is_int(), v.is_cell()), (number, int, is_cell), "{v:?}");
        }
    }

    #[test]
    fn numbers_take_their_preferred_form() {
        assert_eq!(Value::number(3.0), Value::int(3));
        assert!(Value::number(-0.0).is_double());
        assert!(Value::number(2147483648.0).is_double());
        assert_eq!(Value::number(-2147483648.0), Value::int(i32::MIN));
        assert!(Value::number(f64::NAN).as_double().is_nan());
        assert_eq!(Value::double(1.5).as_double(), 1.5);
    }
}
