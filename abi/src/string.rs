//! Strings.
//!
//! ```text
//! 0 header (shape: the VM's one string shape; detail: StringForm; flags: STRING_*)
//! 8 length u32, in code units | 12 hash u32, 0 until computed
//! 16 Latin1: bytes inline    Utf16: code units inline
//!    Rope: 16 left, 24 right      Slice: 16 base (a flat string), 24 offset u32 in code units
//! ```
//!
//! Flattening turns a rope, in place, into a slice of a new flat string.

use crate::cell::CellHeader;
use core::cell::Cell;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum StringForm {
    Latin1 = 0,
    Utf16 = 1,
    Rope = 2,
    Slice = 3,
}

/// In the atom table: equal atoms are the same cell.
pub const STRING_ATOM: u8 = 1 << 0;
/// All code units are below 256 (known for every form; a string without this flag may still have only such units).
pub const STRING_LATIN1: u8 = 1 << 1;
/// The string is a canonical array index; the hash field of an atom then is the index.
pub const STRING_INDEX: u8 = 1 << 2;
/// Known not to be an index (atoms only).
pub const STRING_NOT_INDEX: u8 = 1 << 3;

/// Longest string, in code units (as V8's, 2^29 - 24).
pub const MAX_STRING_LENGTH: usize = (1 << 29) - 24;

#[repr(C)]
pub struct StringCell {
    pub header: CellHeader,
    pub length: Cell<u32>,
    pub hash: Cell<u32>,
}

/// Where the characters of a flat string begin, and a rope's and a slice's fields.
pub const STRING_DATA_OFFSET: usize = size_of::<StringCell>();
pub const ROPE_LEFT_OFFSET: usize = STRING_DATA_OFFSET;
pub const ROPE_RIGHT_OFFSET: usize = STRING_DATA_OFFSET + 8;
pub const SLICE_BASE_OFFSET: usize = STRING_DATA_OFFSET;
pub const SLICE_OFFSET_OFFSET: usize = STRING_DATA_OFFSET + 8;

/// Of a cell that is a primitive value, a u32 that is 0 exactly where the value counts as false: a string's length, a BigInt's number of digits.
pub const TRUTH_OFFSET: usize = core::mem::offset_of!(StringCell, length);

const _: () = assert!(size_of::<StringCell>() == 16);
