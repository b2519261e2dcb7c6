//! Concatenation, flattening and substrings.
//!
//! A concatenation of any length is a rope, and whoever needs the units flattens it: once, in place, without recursion, in time linear
//! in the length. Two things keep loops that append cheap:
//!
//! - Flattening leaves behind a slice of a *buffer*. When the buffer's newest slice is appended to and flattened again, the
//!   new buffer gets room to spare, and from then on the units are written behind the old ones, without another copy
//!   (so does SpiderMonkey with its extensible strings).
//! - A rope that consists mostly of small pieces appended one by one becomes such a buffer already while it is being
//!   built, at every doubling of its length: appending then costs one slice and a few bytes, and the garbage is young.
//!
//! A copy is only ever made of what was paid for by as many units appended, so no pattern of use costs more than a
//! constant per unit.

use super::layout::{
    STRING_BUFFER, STRING_GROWN, alloc_latin1, alloc_rope, alloc_slice, alloc_utf16, try_alloc_rope, try_alloc_slice,
    try_join_short,
};
use super::table::StringTable;
use super::view::StrView;
use super::{JsString, MAX_STRING_LENGTH, or_throw, throw_too_long};
use crate::vm::Vm;
use crate::{JsResult, Value, ValueExt};
use abi::string::StringForm;
use gc::{Heap, OutOfMemory};

/// Results up to this length are copied: a rope would not be smaller.
const SHORT: usize = 24;
/// Results of several pieces up to this length are copied.
const COPIED: usize = 128;
/// Pieces up to this length are appended to a buffer; longer ones are worth a rope.
const PIECE: usize = 1024;
/// The shortest string that becomes a buffer while it is built.
const FIRST_BUFFER: usize = 256;
/// ... if its pieces are not longer than this on average.
const AVERAGE_PIECE: usize = 256;

/// What the units of a string are written as.
pub(super) trait Unit: Copy {
    /// # Safety
    /// `to` must have room for the view's units. A view with units above 255 must not be written as bytes.
    unsafe fn write(view: StrView<'_>, to: *mut Self);
}

/// Copies bytes; few of them without a call.
///
/// # Safety
/// `to` has room for the bytes, which are not there already.
#[inline(always)]
pub(super) unsafe fn copy_bytes(bytes: &[u8], to: *mut u8) {
    let (from, length) = (bytes.as_ptr(), bytes.len());
    // SAFETY: the caller's promise. Words at both ends overlap in the middle; all are read before one is written.
    unsafe {
        match length {
            0 => {}
            1..4 => {
                let parts = (*from, *from.add(length / 2), *from.add(length - 1));
                (*to, *to.add(length / 2), *to.add(length - 1)) = parts;
            }
            4..8 => {
                let ends = (from.cast::<u32>().read_unaligned(), from.add(length - 4).cast::<u32>().read_unaligned());
                to.cast::<u32>().write_unaligned(ends.0);
                to.add(length - 4).cast::<u32>().write_unaligned(ends.1);
            }
            8..=16 => {
                let ends = (from.cast::<u64>().read_unaligned(), from.add(length - 8).cast::<u64>().read_unaligned());
                to.cast::<u64>().write_unaligned(ends.0);
                to.add(length - 8).cast::<u64>().write_unaligned(ends.1);
            }
            _ => std::ptr::copy_nonoverlapping(from, to, length),
        }
    }
}

impl Unit for u8 {
    #[inline]
    unsafe fn write(view: StrView<'_>, to: *mut u8) {
        match view {
            // SAFETY: the caller promises the room. A buffer may be asked to copy onto itself, which is nothing to do.
            StrView::Latin1(bytes) => unsafe {
                if !std::ptr::eq(bytes.as_ptr(), to) {
                    copy_bytes(bytes, to);
                }
            },
            StrView::Utf16(units) => {
                for (i, &unit) in units.iter().enumerate() {
                    // SAFETY: the caller promises the room.
                    unsafe { *to.add(i) = unit as u8 };
                }
            }
        }
    }
}

impl Unit for u16 {
    #[inline]
    unsafe fn write(view: StrView<'_>, to: *mut u16) {
        match view {
            StrView::Latin1(bytes) => {
                for (i, &byte) in bytes.iter().enumerate() {
                    // SAFETY: the caller promises the room.
                    unsafe { *to.add(i) = byte as u16 };
                }
            }
            // SAFETY: the caller promises the room; copying onto itself is nothing to do.
            StrView::Utf16(units) => unsafe {
                if !std::ptr::eq(units.as_ptr(), to) {
                    std::ptr::copy_nonoverlapping(units.as_ptr(), to, units.len());
                }
            },
        }
    }
}

/// What is left to be written.
#[derive(Clone, Copy)]
enum Step {
    String {
        string: JsString,
        at: usize,
    },
    /// The `length` units before `at` once more: both halves of a rope were the same string.
    Again {
        at: usize,
        length: usize,
    },
}

/// A step is pushed only when going on with a half at most as long as what is pushed, so their number is bounded by the
/// logarithm of the greatest length.
const MAX_STEPS: usize = 32;

/// Writes the units of any string, without recursion.
///
/// # Safety
/// `to` must have room for the string's units, and the string be Latin-1 if they are written as bytes.
#[inline]
pub(super) unsafe fn write_units<T: Unit>(string: JsString, to: *mut T) {
    match string.flat_view() {
        // SAFETY: the caller's promise.
        Some(view) => unsafe { T::write(view, to) },
        // SAFETY: the caller's promise.
        None => unsafe { write_rope(string, to) },
    }
}

/// # Safety
/// As for [`write_units`].
#[inline(never)]
unsafe fn write_rope<T: Unit>(string: JsString, to: *mut T) {
    let (mut string, mut at) = (string, 0);
    let mut steps = [Step::Again { at: 0, length: 0 }; MAX_STEPS];
    let mut depth = 0;
    loop {
        if let Some(view) = string.flat_view() {
            // SAFETY: `at` and the length stay within the whole, and forms are as the caller promises.
            unsafe { T::write(view, to.add(at)) };
            loop {
                if depth == 0 {
                    return;
                }
                depth -= 1;
                match steps[depth] {
                    Step::String { string: next, at: place } => {
                        (string, at) = (next, place);
                        break;
                    }
                    // SAFETY: the left half was written, the right one has room.
                    Step::Again { at, length } => unsafe {
                        std::ptr::copy_nonoverlapping(to.add(at - length), to.add(at), length);
                    },
                }
            }
            continue;
        }
        let (left, right) = (string.left(), string.right());
        let middle = at + left.len();
        if left.is(right) {
            steps[depth] = Step::Again { at: middle, length: left.len() };
            string = left;
        } else if left.len() < right.len() {
            steps[depth] = Step::String { string: right, at: middle };
            string = left;
        } else {
            steps[depth] = Step::String { string: left, at };
            (string, at) = (right, middle);
        }
        depth += 1;
    }
}

/// Writes the units of any string behind a flat string's fixed part.
///
/// # Safety
/// The cell must have room for them from `at` on, in units, and nobody may be looking at that part of it.
#[inline]
unsafe fn write_into(cell: JsString, at: usize, string: JsString) {
    // SAFETY: the caller's promise; a cell that is Latin-1 is only given Latin-1 strings.
    unsafe {
        if cell.has_form(StringForm::Latin1) {
            write_units(string, cell.data().add(at));
        } else {
            write_units(string, cell.data().cast::<u16>().add(at));
        }
    }
}

fn alloc_flat(
    heap: &mut Heap,
    shape: u32,
    latin1: bool,
    length: usize,
    capacity: usize,
) -> Result<JsString, OutOfMemory> {
    if latin1 { alloc_latin1(heap, shape, length, capacity) } else { alloc_utf16(heap, shape, length, capacity) }
}

/// A buffer for `length` units; with `roomy`, more can be appended.
fn alloc_buffer(
    heap: &mut Heap,
    shape: u32,
    latin1: bool,
    length: usize,
    roomy: bool,
) -> Result<JsString, OutOfMemory> {
    if roomy && let Some(buffer) = alloc_roomy_buffer(heap, shape, latin1, length) {
        return Ok(buffer);
    }
    let cell = alloc_flat(heap, shape, latin1, length, length)?;
    cell.cell().header.set_flag(STRING_BUFFER);
    cell.cell().hash.set(length as u32);
    Ok(cell)
}

/// A buffer that more can be appended to. None where there is no memory for that: a buffer without room, copied for every
/// piece that is appended, would be worse than a rope.
fn alloc_roomy_buffer(heap: &mut Heap, shape: u32, latin1: bool, length: usize) -> Option<JsString> {
    let room = if length < 1 << 20 { length } else { length / 2 };
    let capacity = (length + room).min(MAX_STRING_LENGTH);
    if capacity == length {
        return None;
    }
    let cell = alloc_flat(heap, shape, latin1, length, capacity).ok()?;
    cell.cell().header.set_flag(STRING_BUFFER | STRING_GROWN);
    cell.cell().hash.set(capacity as u32);
    Some(cell)
}

/// The buffer that a string is the newest slice of: what is written behind it continues the string.
#[inline]
fn buffer_of(string: JsString) -> Option<JsString> {
    if !string.has_form(StringForm::Slice) {
        return None;
    }
    let base = string.base();
    (base.flags() & STRING_BUFFER != 0 && string.offset() + string.len() == base.len()).then_some(base)
}

#[inline(always)]
fn capacity(buffer: JsString) -> usize {
    buffer.cell().hash.get() as usize
}

pub(super) fn flatten(vm: &mut Vm, rope: JsString) -> JsResult<()> {
    let result = flatten_rope(&mut vm.heap, &vm.strings, rope);
    or_throw(vm, result)
}

/// Turns a rope into a slice of a buffer.
#[cold]
#[inline(never)]
pub(super) fn flatten_rope(heap: &mut Heap, table: &StringTable, rope: JsString) -> Result<(), OutOfMemory> {
    let (length, latin1) = (rope.len(), rope.is_latin1());
    let mut first = rope;
    while first.is_rope() {
        first = first.left();
    }
    let mut roomy = false;
    if let Some(buffer) = buffer_of(first)
        && buffer.is_latin1() == latin1
    {
        let offset = first.offset();
        if offset + length <= capacity(buffer) {
            // SAFETY: there is room, and `first`, the buffer's newest slice, is where it belongs already; what is
            // behind it nobody has seen.
            unsafe { write_into(buffer, offset, rope) };
            buffer.cell().length.set((offset + length) as u32);
            rope.become_slice(heap, buffer, offset);
            return Ok(());
        }
        roomy = first.len() * 2 >= length;
    }
    let buffer = alloc_buffer(heap, table.shape(), latin1, length, roomy)?;
    // SAFETY: the buffer is new and as long as the rope.
    unsafe { write_into(buffer, 0, rope) };
    rope.become_slice(heap, buffer, 0);
    Ok(())
}

/// Whether at least half of a string of `length` units, of which the rope is all but the end, was appended piece by piece.
fn is_appended_to(rope: JsString, length: usize) -> bool {
    let mut pieces = 0;
    let mut rest = rope;
    while rest.is_rope() && rest.len() * 2 > length {
        pieces += 1;
        rest = rest.left();
    }
    rest.len() * 2 <= length && pieces * AVERAGE_PIECE >= length / 2
}

/// `a` followed by `b` where that takes one new cell, for which there is room at hand, and no loop; None where [`concat`] has to look closer.
#[inline(always)]
pub fn try_concat(heap: &mut Heap, table: &StringTable, a: JsString, b: JsString) -> Option<JsString> {
    let (left, right) = (a.len(), b.len());
    let length = left + right;
    if length <= SHORT {
        return try_join_short(heap, table.shape(), a, b);
    }
    if left == 0 || right == 0 || length > MAX_STRING_LENGTH {
        return None;
    }
    // Not what becomes a buffer.
    let is_rope = right > PIECE || b.is_rope() || {
        match a.is_rope() {
            true => length < FIRST_BUFFER || length.ilog2() == left.ilog2(),
            false => match buffer_of(a) {
                Some(buffer) => return try_append(heap, table.shape(), a, buffer, b),
                None => true,
            },
        }
    };
    if is_rope { try_alloc_rope(heap, table.shape(), a, b) } else { None }
}

/// `a`, the newest slice of a buffer, followed by a few bytes that are written behind it.
#[inline(always)]
fn try_append(heap: &mut Heap, shape: u32, a: JsString, buffer: JsString, b: JsString) -> Option<JsString> {
    let StrView::Latin1(bytes) = b.flat_view()? else { return None };
    let (end, added) = (buffer.len(), bytes.len());
    if !buffer.has_form(StringForm::Latin1) || added > SHORT || end + added > capacity(buffer) {
        return None;
    }
    let whole = try_alloc_slice(heap, shape, buffer, a.offset(), a.len() + added)?;
    // SAFETY: there is room, and nobody has seen what is behind the newest slice.
    unsafe { copy_bytes(bytes, buffer.data().add(end)) };
    buffer.cell().length.set((end + added) as u32);
    Some(whole)
}

/// `a` followed by `b`: a RangeError if that is too long.
pub fn concat(vm: &mut Vm, a: JsString, b: JsString) -> JsResult<JsString> {
    if let Some(whole) = try_concat(&mut vm.heap, &vm.strings, a, b) {
        return Ok(whole);
    }
    if b.is_empty() {
        return Ok(a);
    }
    if a.is_empty() {
        return Ok(b);
    }
    let length = a.len() + b.len();
    if length > MAX_STRING_LENGTH {
        return Err(throw_too_long(vm));
    }
    let result = concat_nonempty(&mut vm.heap, &vm.strings, a, b, length);
    or_throw(vm, result)
}

/// The concatenation of all strings among some values, in order. The values are roots.
pub fn concat_all(vm: &mut Vm, parts: &[Value]) -> JsResult<JsString> {
    let strings = || parts.iter().filter_map(|part| part.as_string());
    let (mut length, mut pieces, mut latin1) = (0, 0, true);
    for string in strings() {
        length += string.len();
        pieces += usize::from(!string.is_empty());
        latin1 &= string.is_latin1();
    }
    if length > COPIED || pieces < 2 {
        let mut whole = vm.empty_string();
        for string in strings() {
            whole = concat(vm, whole, string)?;
        }
        return Ok(whole);
    }
    let result = alloc_flat(&mut vm.heap, vm.strings.shape(), latin1, length, length);
    let whole = or_throw(vm, result)?;
    let mut at = 0;
    for string in strings() {
        // SAFETY: the cell is new and as long as all of them.
        unsafe {
            match string.flat_view() {
                Some(StrView::Latin1(bytes)) if latin1 => copy_bytes(bytes, whole.data().add(at)),
                _ => write_into(whole, at, string),
            }
        }
        at += string.len();
    }
    Ok(whole)
}

fn concat_nonempty(
    heap: &mut Heap,
    table: &StringTable,
    a: JsString,
    b: JsString,
    length: usize,
) -> Result<JsString, OutOfMemory> {
    let shape = table.shape();
    let latin1 = a.is_latin1() && b.is_latin1();
    if length <= SHORT {
        let cell = alloc_flat(heap, shape, latin1, length, length)?;
        // SAFETY: the cell is new and long enough.
        unsafe {
            write_into(cell, 0, a);
            write_into(cell, a.len(), b);
        }
        return Ok(cell);
    }
    if b.len() <= PIECE && b.is_flat() {
        if a.is_rope() {
            if length >= FIRST_BUFFER
                && length.ilog2() != a.len().ilog2()
                && is_appended_to(a, length)
                && let Some(buffer) = alloc_roomy_buffer(heap, shape, latin1, length)
            {
                let whole = alloc_slice(heap, shape, buffer, 0, length)?;
                // SAFETY: the buffer is new and long enough.
                unsafe {
                    write_into(buffer, 0, a);
                    write_into(buffer, a.len(), b);
                }
                if a.is_latin1() == latin1 {
                    a.become_slice(heap, buffer, 0);
                }
                return Ok(whole);
            }
        } else if let Some(buffer) = buffer_of(a)
            && (b.is_latin1() || !buffer.is_latin1())
        {
            let (offset, end) = (a.offset(), buffer.len());
            if end + b.len() <= capacity(buffer) {
                let whole = alloc_slice(heap, shape, buffer, offset, length)?;
                // SAFETY: there is room, and nobody has seen what is behind the newest slice.
                unsafe { write_into(buffer, end, b) };
                buffer.cell().length.set((end + b.len()) as u32);
                return Ok(whole);
            }
            if buffer.flags() & STRING_GROWN != 0
                && let Some(larger) = alloc_roomy_buffer(heap, shape, latin1, length)
            {
                let whole = alloc_slice(heap, shape, larger, 0, length)?;
                // SAFETY: the buffer is new and long enough.
                unsafe {
                    write_into(larger, 0, a);
                    write_into(larger, a.len(), b);
                }
                // Appending to the same string once more shall not copy it again: that was not paid for.
                buffer.cell().header.clear_flag(STRING_BUFFER | STRING_GROWN);
                return Ok(whole);
            }
        }
    }
    alloc_rope(heap, shape, a, b)
}

/// Units `start..end` of a string. Long ones share its units; bounds beyond its end are taken to be the end.
#[inline]
pub fn substring(vm: &mut Vm, string: JsString, start: usize, end: usize) -> JsResult<JsString> {
    let end = end.min(string.len());
    let start = start.min(end);
    let length = end - start;
    if length == string.len() {
        return Ok(string);
    }
    let view = string.view(vm)?;
    match length {
        2..SHORT if let StrView::Latin1(bytes) = view => {
            let copy = vm.strings.copy_latin1(&mut vm.heap, &bytes[start..end]);
            or_throw(vm, copy)
        }
        0 => Ok(vm.strings.empty()),
        1 => JsString::from_char(vm, view.at(start)),
        2..SHORT => JsString::from_view(vm, view.slice(start..end)),
        _ => {
            let (base, offset) =
                if string.has_form(StringForm::Slice) { (string.base(), string.offset()) } else { (string, 0) };
            let slice = alloc_slice(&mut vm.heap, vm.strings.shape(), base, offset + start, length);
            or_throw(vm, slice)
        }
    }
}
