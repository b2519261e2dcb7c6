//! `atob` and `btoa` (https://infra.spec.whatwg.org/#forgiving-base64).

use vm::native::method;
use vm::runtime::convert;
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
    let mut bytes = Vec::with_capacity(view.len());
    for unit in view.units() {
        let Ok(byte) = u8::try_from(unit) else { return Ok(Value::UNDEFINED) };
        bytes.push(byte);
    }
    let encoded = to_base64(&bytes);
    Ok(JsString::from_latin1(vm, &encoded)?.value())
}

/// The bytes that a base64 text stands for, as a string; undefined if it is none.
fn decode(vm: &mut Vm, args: Args) -> JsResult {
    let text = convert::to_string(vm, args.get(0))?;
    let view = text.view(vm)?;
    let decoded = from_base64(view.units());
    match decoded {
        Some(bytes) => Ok(JsString::from_latin1(vm, &bytes)?.value()),
        None => Ok(Value::UNDEFINED),
    }
}

fn to_base64(bytes: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(bytes.len().div_ceil(3) * 4);
    for chunk in bytes.chunks(3) {
        let group = chunk.iter().fold(0u32, |group, &byte| group << 8 | u32::from(byte)) << (8 * (3 - chunk.len()));
        for i in 0..4 {
            let digit = ALPHABET[(group >> (18 - 6 * i)) as usize & 63];
            out.push(if i <= chunk.len() { digit } else { b'=' });
        }
    }
    out
}

/// Forgiving-base64 decode: white space does not count, padding may be left out, the bits of the last digit that are too many are dropped.
fn from_base64(units: impl Iterator<Item = u16>) -> Option<Vec<u8>> {
    let mut out = Vec::new();
    let (mut group, mut digits, mut padding) = (0u32, 0usize, 0usize);
    for unit in units {
        if matches!(unit, 0x09 | 0x0a | 0x0c | 0x0d | 0x20) {
            continue;
        }
        if unit == u16::from(b'=') {
            padding += 1;
            continue;
        }
        let digit = u8::try_from(unit).map_or(NONE, |byte| DIGITS[byte as usize]);
        if digit == NONE || padding > 0 {
            return None;
        }
        group = group << 6 | u32::from(digit);
        digits += 1;
        if digits.is_multiple_of(4) {
            out.extend_from_slice(&group.to_be_bytes()[1..]);
            group = 0;
        }
    }
    let rest = digits % 4;
    if rest == 1 || padding > 2 || (padding > 0 && !(digits + padding).is_multiple_of(4)) {
        return None;
    }
    match rest {
        2 => out.push((group >> 4) as u8),
        3 => out.extend_from_slice(&[(group >> 10) as u8, (group >> 2) as u8]),
        _ => {}
    }
    Some(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn decoded(text: &str) -> Option<Vec<u8>> {
        from_base64(text.encode_utf16())
    }

    #[test]
    fn there_and_back() {
        for length in 0..70usize {
            let bytes: Vec<u8> = (0..length).map(|i| (i * 37 + length) as u8).collect();
            let text = to_base64(&bytes);
            assert_eq!(decoded(std::str::from_utf8(&text).expect("ASCII")), Some(bytes));
        }
        assert_eq!(to_base64(b"any carnal pleas"), b"YW55IGNhcm5hbCBwbGVhcw==");
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
