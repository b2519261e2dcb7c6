//! Bytes and texts of `node:buffer`: encodings, search, comparison and copies, in Rust for their speed.
//!
//! All built-ins take views (typed arrays or DataViews) whose bounds the JavaScript around them has checked; what is out of bounds nevertheless, since
//! a buffer was detached or has shrunk, is cut off here.

use abi::cell::CellKind;
use memchr::{memchr, memmem, memrchr};
use vm::native::method;
use vm::object::typed_array::TypedArrayObject;
use vm::runtime::convert::{to_boolean, to_number};
use vm::string::StrView;
use vm::{Args, JsResult, JsString, Object, Value, ValueExt, Vm};

/// Puts the built-ins on a file's `native`.
///
/// # Errors
/// For want of memory.
pub fn install(vm: &mut Vm, native: Object) -> JsResult<()> {
    native.define_methods(
        vm,
        &[
            method("decode", 4, decode),
            method("byteLengthUtf8", 1, byte_length_utf8),
            method("write", 5, write),
            method("fill", 4, fill),
            method("compare", 2, compare),
            method("copy", 5, copy),
            method("indexOf", 5, index_of),
            method("indexOfByte", 4, index_of_byte),
            method("swap", 2, swap),
            method("isUtf8", 1, is_utf8),
            method("isAscii", 1, is_ascii),
        ],
    )
}

/// The encodings, by the numbers that `library/node/buffer.js` has for them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Encoding {
    Utf8,
    Utf16,
    Latin1,
    Ascii,
    Base64,
    Base64Url,
    Hex,
}

fn encoding(v: Value) -> Encoding {
    const ALL: [Encoding; 7] = [
        Encoding::Utf8,
        Encoding::Utf16,
        Encoding::Latin1,
        Encoding::Ascii,
        Encoding::Base64,
        Encoding::Base64Url,
        Encoding::Hex,
    ];
    let number = if v.is_number() { v.as_number() } else { 0.0 };
    ALL.get(number as usize).copied().unwrap_or(Encoding::Utf8)
}

/// A view's bytes: address and length. Nothing that could move or shrink them runs while they are used.
struct Bytes {
    data: *mut u8,
    length: usize,
    shared: bool,
}

impl Bytes {
    fn of(vm: &mut Vm, v: Value) -> JsResult<Bytes> {
        let array = v.as_object().and_then(|o| o.downcast::<TypedArrayObject>());
        let Some(array) = array else {
            return Err(vm.throw_type_error("argument must be a buffer"));
        };
        let shared = vm::object::array_buffer::object_of(array.buffer()).is_kind(CellKind::SharedArrayBuffer);
        let length = array.length() * array.element_size();
        Ok(Bytes { data: array.data(), length, shared })
    }

    /// Where `start..end` lies within the bytes.
    fn range(&self, start: usize, end: usize) -> std::ops::Range<usize> {
        let end = end.min(self.length);
        start.min(end)..end
    }

    /// A copy of a range: what another thread may write to meanwhile is never borrowed.
    fn copy_of(&self, range: std::ops::Range<usize>) -> Vec<u8> {
        // SAFETY: the range lies within the view; each byte is read by itself.
        range.map(|i| unsafe { self.data.add(i).read_volatile() }).collect()
    }

    /// Runs `work` on a range of the bytes.
    fn with<R>(&self, range: std::ops::Range<usize>, work: impl FnOnce(&[u8]) -> R) -> R {
        if self.shared {
            return work(&self.copy_of(range));
        }
        if range.is_empty() {
            return work(&[]);
        }
        // SAFETY: the range lies within the view, whose memory only this thread knows, and `work` gets at no JavaScript.
        work(unsafe { std::slice::from_raw_parts(self.data.add(range.start), range.len()) })
    }

    /// Writes bytes at `start`, as many as there is room for; returns how many.
    fn put(&self, start: usize, bytes: &[u8]) -> usize {
        let range = self.range(start, start.saturating_add(bytes.len()));
        // SAFETY: the range lies within the view; `bytes` is memory of ours, which no view has.
        unsafe { std::ptr::copy_nonoverlapping(bytes.as_ptr(), self.data.wrapping_add(range.start), range.len()) };
        range.len()
    }
}

fn index(vm: &mut Vm, v: Value) -> JsResult<usize> {
    Ok(to_number(vm, v)?.max(0.0) as usize)
}

/// decode(view, start, end, encoding): the text of the bytes.
fn decode(vm: &mut Vm, args: Args) -> JsResult {
    let bytes = Bytes::of(vm, args.get(0))?;
    let (start, end) = (index(vm, args.get(1))?, index(vm, args.get(2))?);
    let range = bytes.range(start, end);
    let encoding = encoding(args.get(3));
    let text = match encoding {
        // Copied before anything is allocated from the heap.
        Encoding::Latin1 => {
            let copied = bytes.copy_or_borrow(range);
            JsString::from_latin1(vm, &copied)?
        }
        Encoding::Ascii => {
            let copied: Vec<u8> = bytes.with(range, |bytes| bytes.iter().map(|byte| byte & 0x7f).collect());
            JsString::from_latin1(vm, &copied)?
        }
        Encoding::Utf8 => {
            let text = bytes.with(range, |bytes| String::from_utf8_lossy(bytes).into_owned());
            JsString::from_str(vm, &text)?
        }
        Encoding::Utf16 => {
            let units: Vec<u16> = bytes.with(range, |bytes| {
                bytes.chunks_exact(2).map(|pair| u16::from_le_bytes([pair[0], pair[1]])).collect()
            });
            JsString::from_utf16(vm, &units)?
        }
        Encoding::Base64 | Encoding::Base64Url => {
            let mut text = Vec::with_capacity(range.len().div_ceil(3) * 4);
            bytes.with(range, |bytes| {
                vm.in_pieces(bytes, 3, |_, piece| {
                    to_base64(piece, encoding == Encoding::Base64Url, &mut text);
                    Ok(())
                })
            })?;
            JsString::from_latin1(vm, &text)?
        }
        Encoding::Hex => {
            const DIGITS: &[u8; 16] = b"0123456789abcdef";
            let mut text = Vec::with_capacity(2 * range.len());
            bytes.with(range, |bytes| {
                vm.in_pieces(bytes, 1, |_, piece| {
                    text.extend(piece.iter().flat_map(|b| [DIGITS[(b >> 4) as usize], DIGITS[(b & 15) as usize]]));
                    Ok(())
                })
            })?;
            JsString::from_latin1(vm, &text)?
        }
    };
    Ok(text.value())
}

impl Bytes {
    fn copy_or_borrow(&self, range: std::ops::Range<usize>) -> Vec<u8> {
        self.with(range, <[u8]>::to_vec)
    }
}

/// Appends the digits of some bytes, and padding to the standard's if they are no whole groups of three.
fn to_base64(bytes: &[u8], url: bool, text: &mut Vec<u8>) {
    const STANDARD: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    const URL: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    let alphabet = if url { URL } else { STANDARD };
    for chunk in bytes.chunks(3) {
        let word = chunk.iter().fold(0u32, |word, &byte| word << 8 | u32::from(byte)) << (8 * (3 - chunk.len()));
        let digits = chunk.len() + 1;
        text.extend((0..digits).map(|i| alphabet[(word >> (18 - 6 * i) & 63) as usize]));
        if !url {
            text.extend(std::iter::repeat_n(b'=', 4 - digits));
        }
    }
}

/// Both alphabets; what belongs to neither is skipped, and the text ends at its padding.
fn from_base64(text: StrView<'_>, most: usize) -> Vec<u8> {
    let mut bytes = Vec::with_capacity((text.len() / 4 * 3 + 3).min(most));
    let (mut word, mut digits) = (0u32, 0);
    for unit in text.units() {
        let digit = match u8::try_from(unit).unwrap_or(0) {
            byte @ b'A'..=b'Z' => byte - b'A',
            byte @ b'a'..=b'z' => byte - b'a' + 26,
            byte @ b'0'..=b'9' => byte - b'0' + 52,
            b'+' | b'-' => 62,
            b'/' | b'_' => 63,
            b'=' => break,
            _ => continue,
        };
        word = word << 6 | u32::from(digit);
        digits += 1;
        if digits == 4 {
            bytes.extend_from_slice(&word.to_be_bytes()[1..]);
            (word, digits) = (0, 0);
            if bytes.len() >= most {
                break;
            }
        }
    }
    if digits > 1 {
        let word = (word << (6 * (4 - digits))).to_be_bytes();
        bytes.extend_from_slice(&word[1..digits]);
    }
    bytes.truncate(most);
    bytes
}

/// Pairs of digits up to the first that is none.
fn from_hex(text: StrView<'_>, most: usize) -> Vec<u8> {
    let digit = |unit: u16| char::from_u32(u32::from(unit)).and_then(|c| c.to_digit(16));
    let mut bytes = Vec::with_capacity((text.len() / 2).min(most));
    for i in 0..(text.len() / 2).min(most) {
        match (digit(text.at(2 * i)), digit(text.at(2 * i + 1))) {
            (Some(high), Some(low)) => bytes.push((high << 4 | low) as u8),
            _ => break,
        }
    }
    bytes
}

/// UTF-8, whole characters only; a lone surrogate becomes U+FFFD.
fn to_utf8(text: StrView<'_>, most: usize) -> Vec<u8> {
    if let Some(ascii) = text.as_ascii() {
        return ascii.as_bytes()[..ascii.len().min(most)].to_vec();
    }
    let mut bytes = Vec::with_capacity((text.len() * 2).min(most));
    let mut buffer = [0; 4];
    for point in text.chars() {
        let c = char::from_u32(point).unwrap_or(char::REPLACEMENT_CHARACTER);
        let encoded = c.encode_utf8(&mut buffer).as_bytes();
        if bytes.len() + encoded.len() > most {
            break;
        }
        bytes.extend_from_slice(encoded);
    }
    bytes
}

/// Bytes that a text takes in UTF-8.
fn byte_length_utf8(vm: &mut Vm, args: Args) -> JsResult {
    let Some(text) = args.get(0).as_string() else { return Ok(Value::int(0)) };
    let view = text.view(vm)?;
    let length: usize = match view {
        StrView::Latin1(bytes) => bytes.len() + bytes.iter().filter(|byte| **byte >= 0x80).count(),
        StrView::Utf16(_) => {
            let width = |point| char::from_u32(point).map_or(3, char::len_utf8);
            view.chars().map(width).sum()
        }
    };
    Ok(Value::number(length as f64))
}

/// write(view, text, offset, length, encoding): how many bytes were written.
fn write(vm: &mut Vm, args: Args) -> JsResult {
    let bytes = Bytes::of(vm, args.get(0))?;
    let Some(text) = args.get(1).as_string() else { return Err(vm.throw_type_error("argument must be a string")) };
    let offset = index(vm, args.get(2))?;
    let length = index(vm, args.get(3))?;
    let encoding = encoding(args.get(4));
    let view = text.view(vm)?;
    let room = bytes.range(offset, offset.saturating_add(length)).len();
    let encoded = match encoding {
        Encoding::Utf8 => to_utf8(view, room),
        Encoding::Utf16 => view.units().take(room / 2).flat_map(u16::to_le_bytes).collect(),
        Encoding::Latin1 | Encoding::Ascii => match view {
            StrView::Latin1(bytes) => bytes[..bytes.len().min(room)].to_vec(),
            StrView::Utf16(units) => units.iter().take(room).map(|unit| *unit as u8).collect(),
        },
        Encoding::Base64 | Encoding::Base64Url => from_base64(view, room),
        Encoding::Hex => from_hex(view, room),
    };
    Ok(Value::number(bytes.put(offset, &encoded) as f64))
}

/// fill(view, pattern, start, end): repeats the bytes of `pattern`, which has some.
fn fill(vm: &mut Vm, args: Args) -> JsResult {
    let bytes = Bytes::of(vm, args.get(0))?;
    let pattern = Bytes::of(vm, args.get(1))?;
    let (start, end) = (index(vm, args.get(2))?, index(vm, args.get(3))?);
    let range = bytes.range(start, end);
    let pattern = pattern.copy_of(0..pattern.length.min(range.len()));
    if pattern.is_empty() {
        return Ok(Value::UNDEFINED);
    }
    if let [byte] = pattern[..] {
        // SAFETY: the range lies within the view.
        unsafe { std::ptr::write_bytes(bytes.data.wrapping_add(range.start), byte, range.len()) };
        return Ok(Value::UNDEFINED);
    }
    let mut at = range.start;
    while at < range.end {
        at += bytes.put(at, &pattern[..pattern.len().min(range.end - at)]);
    }
    Ok(Value::UNDEFINED)
}

/// compare(a, b): -1, 0 or 1.
fn compare(vm: &mut Vm, args: Args) -> JsResult {
    let (a, b) = (Bytes::of(vm, args.get(0))?, Bytes::of(vm, args.get(1))?);
    let order = a.with(0..a.length, |left| b.with(0..b.length, |right| left.cmp(right)));
    Ok(Value::int(order as i32))
}

/// copy(source, target, targetStart, start, end): how many bytes; the views may overlap.
fn copy(vm: &mut Vm, args: Args) -> JsResult {
    let (source, target) = (Bytes::of(vm, args.get(0))?, Bytes::of(vm, args.get(1))?);
    let target_start = index(vm, args.get(2))?;
    let (start, end) = (index(vm, args.get(3))?, index(vm, args.get(4))?);
    let range = source.range(start, end);
    let room = target.range(target_start, target_start.saturating_add(range.len()));
    // SAFETY: both ranges lie within their views, and the smaller of the two is copied.
    unsafe {
        let to = target.data.wrapping_add(room.start);
        std::ptr::copy(source.data.wrapping_add(range.start), to, room.len());
    }
    Ok(Value::number(room.len() as f64))
}

fn found(at: Option<usize>) -> JsResult {
    Ok(at.map_or(Value::int(-1), |at| Value::number(at as f64)))
}

/// indexOf(view, needle, offset, forward, step): matches begin at multiples of `step`, at or behind `offset`, or at or before it.
fn index_of(vm: &mut Vm, args: Args) -> JsResult {
    let (bytes, needle) = (Bytes::of(vm, args.get(0))?, Bytes::of(vm, args.get(1))?);
    let offset = index(vm, args.get(2))?;
    let forward = to_boolean(args.get(3));
    let step = index(vm, args.get(4))?.max(1);
    let at = bytes.with(0..bytes.length, |bytes| {
        needle.with(0..needle.length, |needle| match forward {
            true => first_match(vm, bytes, needle, offset, step),
            false => last_match(vm, bytes, needle, offset, step),
        })
    });
    found(at?)
}

/// Bytes that are searched between two looks at what other threads want.
const SEARCHED: usize = 1 << 22;

/// The first place at or behind `from` where `needle` stands, of those that are multiples of `step`.
fn first_match(vm: &mut Vm, bytes: &[u8], needle: &[u8], mut from: usize, step: usize) -> JsResult<Option<usize>> {
    let finder = memmem::Finder::new(needle);
    while from <= bytes.len() && bytes.len() - from >= needle.len() {
        // A match that begins among the first of them lies within.
        let end = from.saturating_add(SEARCHED + needle.len()).min(bytes.len());
        match finder.find(&bytes[from..end]).map(|at| from + at) {
            Some(at) if at % step == 0 => return Ok(Some(at)),
            Some(at) => from = at + 1,
            None if end == bytes.len() => return Ok(None),
            None => {
                from += SEARCHED;
                vm.poll()?;
            }
        }
        vm.spend(1)?;
    }
    Ok(None)
}

/// The last place at or before `from` where `needle` stands, of those that are multiples of `step`.
fn last_match(vm: &mut Vm, bytes: &[u8], needle: &[u8], from: usize, step: usize) -> JsResult<Option<usize>> {
    let finder = memmem::FinderRev::new(needle);
    let mut end = from.saturating_add(needle.len()).min(bytes.len());
    while end >= needle.len() {
        let begin = end.saturating_sub(SEARCHED + needle.len());
        match finder.rfind(&bytes[begin..end]).map(|at| begin + at) {
            Some(at) if at % step == 0 => return Ok(Some(at)),
            Some(at) => match (at + needle.len()).checked_sub(1) {
                Some(before) => end = before,
                None => return Ok(None),
            },
            None if begin == 0 => return Ok(None),
            None => {
                end -= SEARCHED;
                vm.poll()?;
            }
        }
        vm.spend(1)?;
    }
    Ok(None)
}

/// indexOfByte(view, byte, offset, forward)
fn index_of_byte(vm: &mut Vm, args: Args) -> JsResult {
    let bytes = Bytes::of(vm, args.get(0))?;
    let byte = index(vm, args.get(1))? as u8;
    let offset = index(vm, args.get(2))?;
    let at = if to_boolean(args.get(3)) {
        let range = bytes.range(offset, usize::MAX);
        bytes.with(range.clone(), |bytes| memchr(byte, bytes)).map(|at| at + range.start)
    } else {
        bytes.with(bytes.range(0, offset.saturating_add(1)), |bytes| memrchr(byte, bytes))
    };
    found(at)
}

/// swap(view, size): the bytes of each group of `size` in the other order.
fn swap(vm: &mut Vm, args: Args) -> JsResult {
    let bytes = Bytes::of(vm, args.get(0))?;
    let size = index(vm, args.get(1))?.max(1);
    let copied = bytes.copy_or_borrow(0..bytes.length);
    let mut at = 0;
    vm.in_pieces(&copied, size, |_, piece| {
        let mut swapped = piece.to_vec();
        swapped.chunks_exact_mut(size).for_each(<[u8]>::reverse);
        at += bytes.put(at, &swapped);
        Ok(())
    })?;
    Ok(Value::UNDEFINED)
}

fn is_utf8(vm: &mut Vm, args: Args) -> JsResult {
    let bytes = Bytes::of(vm, args.get(0))?;
    Ok(Value::bool(bytes.with(0..bytes.length, |bytes| std::str::from_utf8(bytes).is_ok())))
}

fn is_ascii(vm: &mut Vm, args: Args) -> JsResult {
    let bytes = Bytes::of(vm, args.get(0))?;
    Ok(Value::bool(bytes.with(0..bytes.length, <[u8]>::is_ascii)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn base64_as_node_reads_it() {
        for (text, bytes) in [
            ("YWJj", "abc"),
            ("YWI=", "ab"),
            ("YQ", "a"),
            ("Y W\nJ j", "abc"),
            ("YQ==YQ==", "a"),
            ("=YQ", ""),
            ("Y", ""),
            ("", ""),
        ] {
            assert_eq!(from_base64(StrView::ascii(text), 100), bytes.as_bytes(), "{text}");
        }
        assert_eq!(from_base64(StrView::ascii("-_+/"), 100), [0xfb, 0xff, 0xbf]);
        assert_eq!(from_base64(StrView::ascii("YWJj"), 2), b"ab");
        let encoded = |bytes: &[u8], url| {
            let mut text = Vec::new();
            to_base64(bytes, url, &mut text);
            text
        };
        assert_eq!(encoded(b"ab", false), b"YWI=");
        assert_eq!(encoded(&[0xfb, 0xff], true), b"-_8");
    }

    #[test]
    fn matches_at_the_seams_of_what_is_searched_at_once() {
        let mut vm = Vm::new(vm::options::Options::default()).expect("a VM");
        let vm = &mut vm;
        for at in [0, 1, SEARCHED - 1, SEARCHED, SEARCHED + 1, 2 * SEARCHED + 3, 3 * SEARCHED + 5] {
            let mut bytes = vec![b'.'; 3 * SEARCHED + 8];
            bytes[at..at + 3].copy_from_slice(b"abc");
            let last = bytes.len();
            let find = |vm: &mut Vm, from, step| first_match(vm, &bytes, b"abc", from, step).ok().flatten();
            let rfind = |vm: &mut Vm, from, step| last_match(vm, &bytes, b"abc", from, step).ok().flatten();
            assert_eq!((find(vm, 0, 1), rfind(vm, last, 1)), (Some(at), Some(at)));
            assert_eq!((find(vm, at, 1), rfind(vm, at, 1)), (Some(at), Some(at)));
            assert_eq!(find(vm, at + 1, 1), None);
            assert_eq!(at.checked_sub(1).and_then(|before| rfind(vm, before, 1)), None);
            let even = at.is_multiple_of(2).then_some(at);
            assert_eq!((find(vm, 0, 2), rfind(vm, last, 2)), (even, even));
        }
        assert_eq!(last_match(vm, b"abab", b"", 9, 1).ok(), Some(Some(4)));
        assert_eq!(first_match(vm, b"abab", b"", 3, 2).ok(), Some(Some(4)));
        assert_eq!(first_match(vm, b"ab", b"abc", 0, 1).ok(), Some(None));
        assert_eq!(last_match(vm, b"ab", b"abc", 0, 1).ok(), Some(None));
    }

    #[test]
    fn only_whole_characters() {
        assert_eq!(to_utf8(StrView::Utf16(&[0x61, 0x20ac]), 3), b"a");
        assert_eq!(to_utf8(StrView::Utf16(&[0xd83d, 0xde00]), 4), "😀".as_bytes());
        assert_eq!(to_utf8(StrView::Utf16(&[0xd83d, 0x61]), 9), "\u{fffd}a".as_bytes());
        assert_eq!(from_hex(StrView::ascii("61zz62"), 9), b"a");
        assert_eq!(from_hex(StrView::ascii("616"), 9), b"a");
    }
}
