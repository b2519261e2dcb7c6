//! The bytes of Blobs. They never change; slices share them.

use super::source;
use crate::host_cell::{self, HostData, HostHandle};
use gc::Visitor;
use std::rc::Rc;
use vm::native::method;
use vm::runtime::convert;
use vm::{Args, JsResult, JsString, Object, PropertyKey, Value, ValueExt, Vm};

/// A part of a block of bytes.
struct BlobData {
    bytes: Rc<[u8]>,
    start: usize,
    end: usize,
    /// The cell that the bytes are counted at; undefined for that one itself.
    counted_by: Value,
}

impl HostData for BlobData {
    fn trace(&self, visitor: &mut Visitor) {
        visitor.visit_value(self.counted_by);
    }

    fn external(&self) -> usize {
        if self.counted_by.is_undefined() { self.bytes.len() } else { 0 }
    }
}

impl BlobData {
    fn bytes(&self) -> &[u8] {
        &self.bytes[self.start..self.end]
    }
}

pub fn install(vm: &mut Vm, native: Object) -> JsResult<()> {
    native.define_methods(
        vm,
        &[
            method("build", 2, build),
            method("slice", 3, slice),
            method("size", 1, |_, args| Ok(Value::from_usize(data(args).map_or(0, |data| data.bytes().len())))),
            method("text", 1, text),
            method("buffer", 1, |vm, args| Ok(source::new_buffer(vm, bytes(&data(args)))?.value())),
            method("bytes", 1, |vm, args| Ok(source::new_uint8_array(vm, bytes(&data(args)))?.value())),
            method("type", 1, normalized_type),
            method("relative", 2, relative),
            method("longLong", 1, |vm, args| Ok(Value::number(long_long(convert::to_number(vm, args.get(0))?)))),
            method("isBufferSource", 1, source::is_buffer_source),
        ],
    )
}

fn data(args: Args) -> Option<HostHandle<BlobData>> {
    host_cell::data(args.get(0))
}

/// The bytes of a blob; none of what is none.
fn bytes(blob: &Option<HostHandle<BlobData>>) -> &[u8] {
    blob.as_ref().map_or(&[], |blob| blob.bytes())
}

/// `build(parts, native endings)`: the bytes of buffers, views, other blobs and texts, one after the other.
fn build(vm: &mut Vm, args: Args) -> JsResult {
    let mut parts = vm.heap.rooted_vec();
    if let Some(list) = args.get(0).as_object() {
        for i in 0..list.length_of_array_like(vm)? {
            parts.push(list.get(vm, PropertyKey::from_index(i as u32))?);
        }
    }
    let native_endings = args.get(1).is_true();
    // Whether there is room for all is asked before anything is copied: parts may come again and again.
    let mut total = 0usize;
    for part in parts.iter() {
        total = total.saturating_add(match (part.as_string(), source::bytes(part)) {
            (Some(text), _) => text.len(),
            (None, Some(bytes)) => bytes.len(),
            (None, None) => host_cell::data::<BlobData>(*part).map_or(0, |blob| blob.bytes().len()),
        });
    }
    if total > isize::MAX as usize || vm.heap.reserve_external(total).is_err() {
        return Err(vm.throw_range_error("The parts are too long for a Blob"));
    }
    let bytes = concatenation(vm, parts.as_slice(), native_endings, total);
    vm.heap.adjust_external(-(total as isize));
    let bytes: Rc<[u8]> = bytes?.into();
    let end = bytes.len();
    Ok(host_cell::new(vm, BlobData { bytes, start: 0, end, counted_by: Value::UNDEFINED })?.value())
}

fn concatenation(vm: &mut Vm, parts: &[Value], native_endings: bool, total: usize) -> JsResult<Vec<u8>> {
    let mut all = Vec::with_capacity(total);
    for part in parts {
        if let Some(text) = part.as_string() {
            let view = text.view(vm)?;
            let text = view.to_str_lossy();
            if native_endings {
                all.extend_from_slice(with_line_feeds(&text).as_bytes());
            } else {
                all.extend_from_slice(text.as_bytes());
            }
        } else if let Some(bytes) = source::bytes(part) {
            all.extend_from_slice(&bytes.read());
        } else if let Some(blob) = host_cell::data::<BlobData>(*part) {
            all.extend_from_slice(blob.bytes());
        }
    }
    Ok(all)
}

/// "Convert line endings to native", of which there is one kind here.
fn with_line_feeds(text: &str) -> String {
    text.replace("\r\n", "\n").replace('\r', "\n")
}

/// `slice(blob, start, end)`, within its length.
fn slice(vm: &mut Vm, args: Args) -> JsResult {
    let (start, end) = (convert::to_number(vm, args.get(1))?, convert::to_number(vm, args.get(2))?);
    let Some(of) = data(args) else { return Err(vm.throw_type_error("Not a Blob")) };
    let length = of.end - of.start;
    let end = (end as usize).min(length);
    let start = (start as usize).min(end);
    let counted_by = if of.counted_by.is_undefined() { args.get(0) } else { of.counted_by };
    let data = BlobData { bytes: of.bytes.clone(), start: of.start + start, end: of.start + end, counted_by };
    Ok(host_cell::new(vm, data)?.value())
}

/// UTF-8 decode: without a byte order mark, U+FFFD for what is none.
fn text(vm: &mut Vm, args: Args) -> JsResult {
    let blob = data(args);
    let bytes = bytes(&blob);
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    Ok(JsString::from_str(vm, &String::from_utf8_lossy(bytes))?.value())
}

/// A Blob's type: in lower case; empty if it has characters outside of U+0020 to U+007E.
fn normalized_type(vm: &mut Vm, args: Args) -> JsResult {
    let text = convert::to_string(vm, args.get(0))?.to_rust_string_lossy(vm)?;
    let text =
        if text.bytes().all(|byte| (0x20..=0x7e).contains(&byte)) { text.to_ascii_lowercase() } else { String::new() };
    Ok(JsString::from_str(vm, &text)?.value())
}

/// `relative(index, length)`: an index of [Clamp] long long, from the end if it is negative.
fn relative(vm: &mut Vm, args: Args) -> JsResult {
    let index = convert::to_number(vm, args.get(0))?;
    let length = convert::to_number(vm, args.get(1))?;
    let index = if index.is_nan() { 0.0 } else { index.round_ties_even() };
    let index = if index < 0.0 { (length + index).max(0.0) } else { index.min(length) };
    Ok(Value::number(index))
}

/// A number as WebIDL's long long.
fn long_long(number: f64) -> f64 {
    const MODULO: f64 = 18_446_744_073_709_551_616.0;
    if !number.is_finite() {
        return 0.0;
    }
    // The remainder is exact, which a Euclidean one would not be.
    let wrapped = number.trunc() % MODULO;
    let signed = if wrapped >= MODULO / 2.0 {
        wrapped - MODULO
    } else if wrapped < -MODULO / 2.0 {
        wrapped + MODULO
    } else {
        wrapped
    };
    signed + 0.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn line_endings() {
        assert_eq!(with_line_feeds("a\r\nb\rc\nd\r"), "a\nb\nc\nd\n");
    }

    #[test]
    fn long_longs() {
        assert_eq!(long_long(-1.5), -1.0);
        assert_eq!(long_long(f64::NAN), 0.0);
        assert_eq!(long_long(9_223_372_036_854_775_808.0), -9_223_372_036_854_775_808.0);
        assert_eq!(long_long(-9_223_372_036_854_777_856.0), 9_223_372_036_854_773_760.0);
        assert_eq!(long_long(36_893_488_147_419_103_232.0), 0.0);
    }
}
