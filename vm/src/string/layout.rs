//! The fields behind a string cell's header: where the units are, a rope's two halves, a slice's base and offset.
//!
//! A rope becomes a slice in place, and a slice may be pointed at an equal atom, while another thread marks. So the two
//! words behind the header are atomics, and [`trace_string`] needs no more than the words themselves to tell a pointer from an
//! offset: an offset is below 2^32, and no cell lies there.
//!
//! What the forms promise:
//! - [`STRING_LATIN1`] is set exactly if the units are kept as bytes (for a rope: if both halves have it);
//! - a slice's base is flat, never a slice or a rope; a rope's halves are not empty;
//! - a base with [`STRING_BUFFER`] is known to slices only and never a value: its length grows in place, and its hash field
//!   holds its capacity in units.

use super::JsString;
use super::view::StrView;
use abi::cell::{CellHeader, CellKind};
use abi::string::{
    ROPE_LEFT_OFFSET, ROPE_RIGHT_OFFSET, SLICE_BASE_OFFSET, SLICE_OFFSET_OFFSET, STRING_DATA_OFFSET, STRING_LATIN1,
    StringCell, StringForm,
};
use gc::{Heap, OutOfMemory, Visitor};
use std::sync::atomic::{AtomicU64, Ordering};

/// The base of slices whose units may be followed by room for more.
pub(super) const STRING_BUFFER: u8 = 1 << 4;
/// A buffer that was made with room to spare; it is replaced by a larger one once only.
pub(super) const STRING_GROWN: u8 = 1 << 5;

/// Bytes of a rope or a slice.
const COMPOUND_BYTES: usize = STRING_DATA_OFFSET + 16;

const _: () = assert!(ROPE_LEFT_OFFSET == SLICE_BASE_OFFSET && ROPE_RIGHT_OFFSET == SLICE_OFFSET_OFFSET);

/// A cell of `form` with `bytes` behind the fixed part, all zero.
#[inline]
fn alloc(
    heap: &mut Heap,
    shape: u32,
    bytes: usize,
    form: StringForm,
    flags: u8,
    length: usize,
) -> Result<JsString, OutOfMemory> {
    let cell = heap.alloc_raw(CellKind::String, bytes, false)?.cast::<StringCell>();
    // SAFETY: the cell is new, zeroed (a valid StringCell) and at least `bytes` long, which includes the fixed part.
    let fields = unsafe { cell.as_ref() };
    fields.header.shape.set(shape);
    fields.header.detail.set(form as u8);
    fields.header.flags.set(flags);
    fields.length.set(length as u32);
    // SAFETY: the cell is now a string.
    Ok(unsafe { JsString::from_ptr(cell.as_ptr()) })
}

/// A cell for a string of `bytes`, a size of small cells, where the heap has room at hand: its fixed part is there, what is behind it is the caller's to write.
#[inline(always)]
fn try_alloc(
    heap: &mut Heap,
    shape: u32,
    bytes: usize,
    form: StringForm,
    flags: u8,
    length: usize,
) -> Option<JsString> {
    let header = u64::from(shape) | u64::from_ne_bytes([0, 0, 0, 0, CellKind::String as u8, form as u8, flags, 0]);
    // SAFETY: the fixed part is written here, the rest by the callers at once; the cell is then a string. Nobody else has the cell yet.
    unsafe {
        let cell = heap.try_alloc_uninit(bytes)?.cast::<u64>();
        cell.write(header);
        cell.add(1).write(length as u64);
        Some(JsString::from_ptr(cell.as_ptr().cast()))
    }
}

/// The first 16 bytes of a flat Latin-1 string, zeros from its end on.
#[inline(always)]
fn short_bytes(string: JsString) -> u128 {
    let length = string.len();
    debug_assert!(string.has_form(StringForm::Latin1) && (1..=SHORT_BYTES).contains(&length));
    // SAFETY: cells are a multiple of 16 bytes long, and one with a byte behind the 16 of its fixed part has 16.
    let bytes = unsafe { string.data().cast::<u128>().read() };
    bytes & (u128::MAX >> (8 * (SHORT_BYTES - length)))
}

/// The longest string whose bytes fit a register.
const SHORT_BYTES: usize = size_of::<u128>();

/// Two flat Latin-1 strings of 1 to 16 bytes one after the other, where the heap has room at hand.
#[inline(always)]
pub(super) fn try_join_short(heap: &mut Heap, shape: u32, a: JsString, b: JsString) -> Option<JsString> {
    let is_short = |s: JsString| s.has_form(StringForm::Latin1) && (1..=SHORT_BYTES).contains(&s.len());
    let length = a.len() + b.len();
    if !is_short(a) || !is_short(b) {
        return None;
    }
    let (first, second) = (short_bytes(a), short_bytes(b));
    let low = first | second.checked_shl(8 * a.len() as u32).unwrap_or(0);
    if length <= SHORT_BYTES {
        let whole = try_alloc(heap, shape, STRING_DATA_OFFSET + 16, StringForm::Latin1, STRING_LATIN1, length)?;
        // SAFETY: the cell is new, and has 16 bytes there.
        unsafe { whole.data().cast::<u128>().write(low) };
        return Some(whole);
    }
    let whole = try_alloc(heap, shape, STRING_DATA_OFFSET + 32, StringForm::Latin1, STRING_LATIN1, length)?;
    let high = second >> (8 * (SHORT_BYTES - a.len()));
    // SAFETY: as above, twice 16.
    unsafe { whole.data().cast::<[u128; 2]>().write([low, high]) };
    Some(whole)
}

/// A rope, where the heap has room at hand.
#[inline(always)]
pub(super) fn try_alloc_rope(heap: &mut Heap, shape: u32, left: JsString, right: JsString) -> Option<JsString> {
    let flags = left.flags() & right.flags() & STRING_LATIN1;
    let rope = try_alloc(heap, shape, COMPOUND_BYTES, StringForm::Rope, flags, left.len() + right.len())?;
    rope.set_word(ROPE_LEFT_OFFSET, left.as_ptr() as u64);
    rope.set_word(ROPE_RIGHT_OFFSET, right.as_ptr() as u64);
    Some(rope)
}

/// A slice, where the heap has room at hand.
#[inline(always)]
pub(super) fn try_alloc_slice(
    heap: &mut Heap,
    shape: u32,
    base: JsString,
    offset: usize,
    length: usize,
) -> Option<JsString> {
    let slice = try_alloc(heap, shape, COMPOUND_BYTES, StringForm::Slice, base.flags() & STRING_LATIN1, length)?;
    slice.set_word(SLICE_BASE_OFFSET, base.as_ptr() as u64);
    slice.set_word(SLICE_OFFSET_OFFSET, offset as u64);
    Some(slice)
}

/// A Latin-1 string of `length` zeros with room for `capacity` bytes, to be filled before anybody else sees it.
#[inline]
pub(super) fn alloc_latin1(
    heap: &mut Heap,
    shape: u32,
    length: usize,
    capacity: usize,
) -> Result<JsString, OutOfMemory> {
    alloc(heap, shape, STRING_DATA_OFFSET + capacity, StringForm::Latin1, STRING_LATIN1, length)
}

/// A UTF-16 string of `length` zeros with room for `capacity` units, to be filled before anybody else sees it.
#[inline]
pub(super) fn alloc_utf16(
    heap: &mut Heap,
    shape: u32,
    length: usize,
    capacity: usize,
) -> Result<JsString, OutOfMemory> {
    alloc(heap, shape, STRING_DATA_OFFSET + capacity * 2, StringForm::Utf16, 0, length)
}

#[inline]
pub(super) fn alloc_rope(
    heap: &mut Heap,
    shape: u32,
    left: JsString,
    right: JsString,
) -> Result<JsString, OutOfMemory> {
    let flags = left.flags() & right.flags() & STRING_LATIN1;
    let rope = alloc(heap, shape, COMPOUND_BYTES, StringForm::Rope, flags, left.len() + right.len())?;
    rope.set_word(ROPE_LEFT_OFFSET, left.as_ptr() as u64);
    rope.set_word(ROPE_RIGHT_OFFSET, right.as_ptr() as u64);
    Ok(rope)
}

#[inline]
pub(super) fn alloc_slice(
    heap: &mut Heap,
    shape: u32,
    base: JsString,
    offset: usize,
    length: usize,
) -> Result<JsString, OutOfMemory> {
    let slice = alloc(heap, shape, COMPOUND_BYTES, StringForm::Slice, base.flags() & STRING_LATIN1, length)?;
    slice.set_word(SLICE_BASE_OFFSET, base.as_ptr() as u64);
    slice.set_word(SLICE_OFFSET_OFFSET, offset as u64);
    Ok(slice)
}

impl JsString {
    #[inline(always)]
    pub(super) fn flags(self) -> u8 {
        self.cell().header.flags.get()
    }

    #[inline(always)]
    pub(super) fn has_form(self, form: StringForm) -> bool {
        self.cell().header.detail.get() == form as u8
    }

    /// One of the two words behind the fixed part of a rope or a slice.
    #[inline(always)]
    fn word(&self, offset: usize) -> &AtomicU64 {
        debug_assert!(self.has_form(StringForm::Rope) || self.has_form(StringForm::Slice));
        // SAFETY: ropes and slices are COMPOUND_BYTES long, and `offset` is one of their two aligned words.
        unsafe { &*self.as_ptr().cast::<u8>().add(offset).cast::<AtomicU64>() }
    }

    #[inline(always)]
    fn set_word(self, offset: usize, word: u64) {
        self.word(offset).store(word, Ordering::Release);
    }

    #[inline(always)]
    fn string_at(self, offset: usize) -> JsString {
        let word = self.word(offset).load(Ordering::Relaxed);
        // SAFETY: the fields of ropes, and a slice's base, are live strings from the cell's first moment.
        unsafe { JsString::from_ptr(word as *mut StringCell) }
    }

    /// A rope's left half.
    #[inline(always)]
    pub(super) fn left(self) -> JsString {
        self.string_at(ROPE_LEFT_OFFSET)
    }

    /// A rope's right half.
    #[inline(always)]
    pub(super) fn right(self) -> JsString {
        self.string_at(ROPE_RIGHT_OFFSET)
    }

    /// A slice's base.
    #[inline(always)]
    pub(super) fn base(self) -> JsString {
        self.string_at(SLICE_BASE_OFFSET)
    }

    /// Where a slice begins in its base, in units.
    #[inline(always)]
    pub(super) fn offset(self) -> usize {
        self.word(SLICE_OFFSET_OFFSET).load(Ordering::Relaxed) as usize
    }

    /// Turns a rope, or a slice of another base, into a slice of `base`, which holds the same units at `offset`.
    pub(super) fn become_slice(self, heap: &mut Heap, base: JsString, offset: usize) {
        self.set_word(SLICE_OFFSET_OFFSET, offset as u64);
        self.set_word(SLICE_BASE_OFFSET, base.as_ptr() as u64);
        let header = &self.cell().header;
        header.detail.set(StringForm::Slice as u8);
        header.flags.set((header.flags.get() & !STRING_LATIN1) | (base.flags() & STRING_LATIN1));
        heap.barrier(self.as_cell());
    }

    /// The first byte or unit of a flat string.
    #[inline(always)]
    pub(super) fn data(self) -> *mut u8 {
        // SAFETY: every string cell is longer than its fixed part or ends there.
        unsafe { self.as_ptr().cast::<u8>().add(STRING_DATA_OFFSET) }
    }

    /// The units, unless they are scattered over a rope.
    #[inline(always)]
    pub fn flat_view(&self) -> Option<StrView<'_>> {
        let length = self.len();
        let (flat, offset) = if self.has_form(StringForm::Slice) {
            (self.base(), self.offset())
        } else if self.has_form(StringForm::Rope) {
            return None;
        } else {
            (*self, 0)
        };
        Some(if flat.has_form(StringForm::Latin1) {
            // SAFETY: a flat Latin-1 string has its bytes behind the fixed part, a slice lies within its base, and units once
            // written never change. The cell lives while a handle, or the pointer made here, is on the stack.
            StrView::Latin1(unsafe { std::slice::from_raw_parts(flat.data().add(offset), length) })
        } else {
            // SAFETY: as above; a UTF-16 string's units are aligned, being 16 bytes into an aligned cell.
            StrView::Utf16(unsafe { std::slice::from_raw_parts(flat.data().cast::<u16>().add(offset), length) })
        })
    }
}

/// Visits what a string cell points at; to be registered with the heap for [`CellKind::String`].
///
/// # Safety
/// To be called by the collector only, on a live String cell. May run on another thread than the VM's.
pub unsafe fn trace_string(cell: *mut CellHeader, visitor: &mut Visitor) {
    // SAFETY: the collector calls this for cells of kind String; the form is one byte.
    let form = unsafe { (*cell).detail.get() };
    if form != StringForm::Rope as u8 && form != StringForm::Slice as u8 {
        return;
    }
    // SAFETY: ropes and slices have these two words, and never turn into anything else.
    let [first, second] = [ROPE_LEFT_OFFSET, ROPE_RIGHT_OFFSET]
        .map(|offset| unsafe { (*cell.cast::<u8>().add(offset).cast::<AtomicU64>()).load(Ordering::Acquire) });
    visitor.visit_cell(first as *mut CellHeader);
    if second > u32::MAX as u64 {
        visitor.visit_cell(second as *mut CellHeader);
    }
}
