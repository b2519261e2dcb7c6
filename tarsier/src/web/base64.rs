//! `atob` and `btoa` (https://infra.spec.whatwg.org/#forgiving-base64).

use std::borrow::Cow;
use vm::native::method;
use vm::runtime::convert;
use vm::string::StrView;
use vm::{Args, JsResult, JsString, Object, Value, Vm};

const ALPHABET: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
/// What [`DIGITS`] says of characters that are none.
const NONE: u8 = 0xff;

const DIGITS: [u8; 256] = {
    let mut digits = [NONE; 256];
    let mut i = 0;
    while i < 64 {
        digits[ALPHABET[i] as usize] = i as u8;
        i += 1;
    }
    digits
};

pub fn install(vm: &mut Vm, native: Object) -> JsResult<()> {
    native.define_methods(vm, &[method("encode", 1, encode), method("decode", 1, decode)])
}

/// The base64 of a string of bytes; undefined if it holds others.
fn encode(vm: &mut Vm, args: Args) -> JsResult {
    let text = convert::to_string(vm, args.get(0))?;
    let view = text.view(vm)?;
    let narrow = match view {
        StrView::Latin1(bytes) => Cow::Borrowed(bytes),
        StrView::Utf16(units) => {
            let Some(bytes) = units.iter().map(|unit| u8::try_from(*unit).ok()).collect() else {
                return Ok(Value::UNDEFINED);
            };
            Cow::Owned(bytes)
        }
    };
    let mut encoded = Vec::with_capacity(narrow.len().div_ceil(3) * 4);
    vm.in_pieces(&narrow, 3, |_, piece| {
        to_base64(piece, &mut encoded);
        Ok(())
    })?;
    Ok(JsString::from_latin1(vm, &encoded)?.value())
}

/// The bytes that a base64 text stands for, as a string; undefined if it is none.
fn decode(vm: &mut Vm, args: Args) -> JsResult {
    let text = convert::to_string(vm, args.get(0))?;
    let view = text.view(vm)?;
    let mut decoder = Decoder::default();
    let mut is_good = true;
    let mut step = |unit: u16| is_good = is_good && decoder.push(unit);
    match view {
        StrView::Latin1(bytes) => vm.in_pieces(bytes, 1, |_, piece| {
            piece.iter().for_each(|byte| step(u16::from(*byte)));
            Ok(())
        })?,
        StrView::Utf16(units) => vm.in_pieces(units, 1, |_, piece| {
            piece.iter().for_each(|unit| step(*unit));
            Ok(())
        })?,
    }
    match decoder.finish().filter(|_| is_good) {
        Some(bytes) => Ok(JsString::from_latin1(vm, &bytes)?.value()),
        None => Ok(Value::UNDEFINED),
    }
}

/// Appends the digits of some bytes, and the padding if they are no whole groups.
fn to_base64(bytes: &[u8], out: &mut Vec<u8>) {
    for chunk in bytes.chunks(3) {
        let group = chunk.iter().fold(0u32, |group, &byte| group << 8 | u32::from(byte)) << (8 * (3 - chunk.len()));
        for i in 0..4 {
            let digit = ALPHABET[(group >> (18 - 6 * i)) as usize & 63];
            out.push(if i <= chunk.len() { digit } else { b'=' });
        }
    }
}

/// Forgiving-base64 decode, a unit at a time: white space does not count, padding may be left out, the bits of the last digit that are too many
/// are dropped.
#[derive(Default)]
struct Decoder {
    out: Vec<u8>,
    /// The digits since the last whole group of four.
    group: u32,
    digits: usize,
    padding: usize,
}

impl Decoder {
    /// False for what no base64 contains there.
    fn push(&mut self, unit: u16) -> bool {
        if matches!(unit, 0x09 | 0x0a | 0x0c | 0x0d | 0x20) {
            return true;
        }
        if unit == u16::from(b'=') {
            self.padding += 1;
            return true;
        }
        let digit = u8::try_from(unit).map_or(NONE, |byte| DIGITS[byte as usize]);
        if digit == NONE || self.padding > 0 {
            return false;
        }
        self.group = self.group << 6 | u32::from(digit);
        self.digits += 1;
        if self.digits.is_multiple_of(4) {
            self.out.extend_from_slice(&self.group.to_be_bytes()[1..]);
            self.group = 0;
        }
        true
    }

    fn finish(mut self) -> Option<Vec<u8>> {
        let Decoder { group, digits, padding, .. } = self;
        let rest = digits % 4;
        if rest == 1 || padding > 2 || (padding > 0 && !(digits + padding).is_multiple_of(4)) {
            return None;
        }
        match rest {
            2 => self.out.push((group >> 4) as u8),
            3 => self.out.extend_from_slice(&[(group >> 10) as u8, (group >> 2) as u8]),
            _ => {}
        }
        Some(self.out)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn decoded(text: &str) -> Option<Vec<u8>> {
        let mut decoder = Decoder::default();
        text.encode_utf16().all(|unit| decoder.push(unit)).then(|| decoder.finish()).flatten()
    }

    fn encoded(bytes: &[u8]) -> Vec<u8> {
        let mut out = Vec::new();
        to_base64(bytes, &mut out);
        out
    }

    #[test]
    fn there_and_back() {
        for length in 0..70usize {
            let bytes: Vec<u8> = (0..length).map(|i| (i * 37 + length) as u8).collect();
            let text = encoded(&bytes);
            assert_eq!(decoded(std::str::from_utf8(&text).expect("ASCII")), Some(bytes));
        }
        assert_eq!(encoded(b"any carnal pleas"), b"YW55IGNhcm5hbCBwbGVhcw==");
    }

    #[test]
    fn what_is_forgiven_and_what_not() {
        for (text, bytes) in [
            ("", Some("")),
            (" Y W I = ", Some("ab")),
            ("YWI", Some("ab")),
            ("YR", Some("a")),
            ("=", None),
            ("Y", None),
            ("YQ=", None),
            ("YWJj=", None),
            ("YQ==YQ==", None),
            ("YQ\u{b}==", None),
            ("YWJjZ", None),
            ("Y\u{151}", None),
        ] {
            assert_eq!(decoded(text), bytes.map(|b| b.as_bytes().to_vec()), "{text:?}");
        }
    }
}
