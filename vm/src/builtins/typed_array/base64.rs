//! Uint8Array to and from base64 and hexadecimal text (the arraybuffer-base64 proposal, ECMA-262 2026).
//!
//! Its decoder stops where a target is full, knows three ways to treat an incomplete last chunk, and keeps what was decoded before
//! an error, which no general library does.

use super::species::{as_array, object_of};
use super::{new_of_length, throw_detached};
use crate::native::{Args, method};
use crate::object::Object;
use crate::object::table::DEFAULT;
use crate::object::typed_array::{self as cells, TypedArrayObject};
use crate::runtime::convert::to_boolean;
use crate::string::{JsString, PropertyKey, StrView};
use crate::vm::Vm;
use crate::{JsResult, Throw, Value, ValueExt};
use abi::object::ArrayType;
use gc::Gc;

pub fn init(vm: &mut Vm) -> JsResult<()> {
    let realm = vm.realm();
    let (constructor, prototype) = (realm.uint8_array_constructor, realm.uint8_array_prototype);
    constructor.define_methods(vm, &[method("fromBase64", 1, from_base64), method("fromHex", 1, from_hex)])?;
    prototype.define_methods(
        vm,
        &[
            method("setFromBase64", 1, set_from_base64),
            method("setFromHex", 1, set_from_hex),
            method("toBase64", 0, to_base64),
            method("toHex", 0, to_hex),
        ],
    )
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Alphabet {
    Base64,
    Url,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum LastChunk {
    Loose,
    Strict,
    StopBeforePartial,
}

/// What was decoded: units read, bytes, and whether it ended in an error.
struct Decoded {
    read: usize,
    bytes: Vec<u8>,
    error: Option<&'static str>,
}

const ILLEGAL: &str = "The input contains a character that is not in the alphabet";
const INCOMPLETE: &str = "The last chunk of the input is incomplete";
const PADDING: &str = "The input has wrong padding";
const EXTRA_BITS: &str = "The last chunk of the input has bits that are not zero";
const HEX_LENGTH: &str = "The input must have an even number of characters";

/// The index of the next unit that is no ASCII white space.
fn skip_white_space(text: StrView<'_>, mut at: usize) -> usize {
    while at < text.len() && matches!(text.at(at), 0x09 | 0x0a | 0x0c | 0x0d | 0x20) {
        at += 1;
    }
    at
}

fn sextet(unit: u16, alphabet: Alphabet) -> Option<u32> {
    let byte = u8::try_from(unit).ok()?;
    Some(match (byte, alphabet) {
        (b'A'..=b'Z', _) => byte - b'A',
        (b'a'..=b'z', _) => byte - b'a' + 26,
        (b'0'..=b'9', _) => byte - b'0' + 52,
        (b'+', Alphabet::Base64) | (b'-', Alphabet::Url) => 62,
        (b'/', Alphabet::Base64) | (b'_', Alphabet::Url) => 63,
        _ => return None,
    } as u32)
}

/// Appends the bytes of a last chunk of two or three sextets; false if bits are left over and must not be.
fn push_partial(bytes: &mut Vec<u8>, chunk: u32, length: u32, strict: bool) -> bool {
    let all = chunk << (24 - 6 * length);
    let count = length as usize - 1;
    if strict && all << (8 + 8 * count as u32) != 0 {
        return false;
    }
    bytes.extend_from_slice(&all.to_be_bytes()[1..1 + count]);
    true
}

/// FromBase64
fn decode_base64(text: StrView<'_>, alphabet: Alphabet, last: LastChunk, max_length: usize) -> Decoded {
    let mut decoded = Decoded { read: 0, bytes: Vec::new(), error: None };
    if max_length == 0 {
        return decoded;
    }
    let fail = |mut decoded: Decoded, error| {
        decoded.error = Some(error);
        decoded
    };
    let (mut chunk, mut chunk_length, mut at) = (0u32, 0u32, 0);
    loop {
        at = skip_white_space(text, at);
        if at == text.len() {
            if chunk_length > 0 {
                match last {
                    LastChunk::StopBeforePartial => return decoded,
                    LastChunk::Strict => return fail(decoded, INCOMPLETE),
                    LastChunk::Loose if chunk_length == 1 => return fail(decoded, INCOMPLETE),
                    LastChunk::Loose => {
                        push_partial(&mut decoded.bytes, chunk, chunk_length, false);
                    }
                }
            }
            decoded.read = text.len();
            return decoded;
        }
        let unit = text.at(at);
        at += 1;
        if unit == b'=' as u16 {
            if chunk_length < 2 {
                return fail(decoded, PADDING);
            }
            at = skip_white_space(text, at);
            if chunk_length == 2 {
                if at == text.len() {
                    return if last == LastChunk::StopBeforePartial { decoded } else { fail(decoded, PADDING) };
                }
                if text.at(at) == b'=' as u16 {
                    at = skip_white_space(text, at + 1);
                }
            }
            if at < text.len() {
                return fail(decoded, PADDING);
            }
            if !push_partial(&mut decoded.bytes, chunk, chunk_length, last == LastChunk::Strict) {
                return fail(decoded, EXTRA_BITS);
            }
            decoded.read = text.len();
            return decoded;
        }
        let Some(bits) = sextet(unit, alphabet) else { return fail(decoded, ILLEGAL) };
        let remaining = max_length - decoded.bytes.len();
        if (remaining == 1 && chunk_length == 2) || (remaining == 2 && chunk_length == 3) {
            return decoded;
        }
        chunk = chunk << 6 | bits;
        chunk_length += 1;
        if chunk_length == 4 {
            decoded.bytes.extend_from_slice(&chunk.to_be_bytes()[1..]);
            (chunk, chunk_length) = (0, 0);
            decoded.read = at;
            if decoded.bytes.len() == max_length {
                return decoded;
            }
        }
    }
}

/// FromHex
fn decode_hex(text: StrView<'_>, max_length: usize) -> Decoded {
    let mut decoded = Decoded { read: 0, bytes: Vec::new(), error: None };
    if !text.len().is_multiple_of(2) {
        decoded.error = Some(HEX_LENGTH);
        return decoded;
    }
    let digit = |unit: u16| char::from_u32(unit as u32).and_then(|c| c.to_digit(16));
    while decoded.read < text.len() && decoded.bytes.len() < max_length {
        let (Some(high), Some(low)) = (digit(text.at(decoded.read)), digit(text.at(decoded.read + 1))) else {
            decoded.error = Some(ILLEGAL);
            return decoded;
        };
        decoded.bytes.push((high << 4 | low) as u8);
        decoded.read += 2;
    }
    decoded
}

// ---- options

/// GetOptionsObject
fn options_object(vm: &mut Vm, options: Value) -> JsResult<Option<Object>> {
    if options.is_undefined() {
        return Ok(None);
    }
    match options.as_object() {
        Some(object) => Ok(Some(object)),
        None => Err(vm.throw_not_an_object(options)),
    }
}

/// An option that must be one of these strings; the first is the default.
fn string_option<T: Copy>(vm: &mut Vm, options: Option<Object>, key: PropertyKey, values: &[(&str, T)]) -> JsResult<T> {
    let value = match options {
        Some(object) => object.get(vm, key)?,
        None => Value::UNDEFINED,
    };
    if value.is_undefined() {
        return Ok(values[0].1);
    }
    if let Some(text) = value.as_string() {
        let view = text.view(vm)?;
        if let Some((_, value)) = values.iter().find(|(name, _)| view.eq_str(name)) {
            return Ok(*value);
        }
    }
    let (name, what) = (vm.describe_key(key), vm.describe(value));
    Err(vm.throw_type_error(format!("Invalid value '{what}' for option '{name}'")))
}

fn alphabet_option(vm: &mut Vm, options: Option<Object>) -> JsResult<Alphabet> {
    let key = vm.names.alphabet;
    string_option(vm, options, key, &[("base64", Alphabet::Base64), ("base64url", Alphabet::Url)])
}

fn decoding_options(vm: &mut Vm, options: Value) -> JsResult<(Alphabet, LastChunk)> {
    let options = options_object(vm, options)?;
    let alphabet = alphabet_option(vm, options)?;
    let key = vm.names.last_chunk_handling;
    let last = string_option(
        vm,
        options,
        key,
        &[
            ("loose", LastChunk::Loose),
            ("strict", LastChunk::Strict),
            ("stop-before-partial", LastChunk::StopBeforePartial),
        ],
    )?;
    Ok((alphabet, last))
}

fn string_argument(vm: &mut Vm, v: Value) -> JsResult<JsString> {
    match v.as_string() {
        Some(text) => text.flatten(vm),
        None => {
            let what = vm.describe(v);
            Err(vm.throw_type_error(format!("{what} is not a string")))
        }
    }
}

/// ValidateUint8Array
fn this_bytes(vm: &mut Vm, args: Args, name: &str) -> JsResult<Gc<TypedArrayObject>> {
    match cells::from_value(args.this()) {
        Some(array) if array.array_type() == ArrayType::Uint8 => Ok(array),
        _ => Err(vm.throw_incompatible_receiver(&format!("Uint8Array.prototype.{name}"), args.this())),
    }
}

fn throw_decoding(vm: &mut Vm, error: &str) -> Throw {
    vm.throw_syntax_error(error)
}

/// A new Uint8Array of what was decoded.
fn new_bytes(vm: &mut Vm, decoded: Decoded) -> JsResult {
    if let Some(error) = decoded.error {
        return Err(throw_decoding(vm, error));
    }
    let made = new_of_length(vm, ArrayType::Uint8, decoded.bytes.len())?;
    let array = as_array(vm, made)?;
    write(&array, &decoded.bytes);
    Ok(object_of(&array).value())
}

/// Writes bytes to the beginning of an array that has room for them.
fn write(array: &TypedArrayObject, bytes: &[u8]) {
    for (i, &byte) in bytes.iter().enumerate() {
        array.store(i, byte as u64);
    }
}

/// Writes what was decoded, then reports the error if there was one: `{ read, written }`.
fn finish_set(vm: &mut Vm, array: &TypedArrayObject, decoded: Decoded) -> JsResult {
    write(array, &decoded.bytes);
    if let Some(error) = decoded.error {
        return Err(throw_decoding(vm, error));
    }
    let result = vm.new_object()?;
    result.define_raw(vm, vm.names.read, Value::from_usize(decoded.read), DEFAULT)?;
    result.define_raw(vm, vm.names.written, Value::from_usize(decoded.bytes.len()), DEFAULT)?;
    Ok(result.value())
}

/// Uint8Array.fromBase64(string [, options])
fn from_base64(vm: &mut Vm, args: Args) -> JsResult {
    let text = string_argument(vm, args.get(0))?;
    let (alphabet, last) = decoding_options(vm, args.get(1))?;
    let decoded = decode_base64(text.view(vm)?, alphabet, last, usize::MAX);
    new_bytes(vm, decoded)
}

/// Uint8Array.fromHex(string)
fn from_hex(vm: &mut Vm, args: Args) -> JsResult {
    let text = string_argument(vm, args.get(0))?;
    let decoded = decode_hex(text.view(vm)?, usize::MAX);
    new_bytes(vm, decoded)
}

/// Uint8Array.prototype.setFromBase64(string [, options])
fn set_from_base64(vm: &mut Vm, args: Args) -> JsResult {
    let array = this_bytes(vm, args, "setFromBase64")?;
    crate::object::array_buffer::check_mutable(vm, array.buffer(), "setFromBase64")?;
    let text = string_argument(vm, args.get(0))?;
    let (alphabet, last) = decoding_options(vm, args.get(1))?;
    let Some(length) = array.current_length() else { return Err(throw_detached(vm, "setFromBase64")) };
    let decoded = decode_base64(text.view(vm)?, alphabet, last, length);
    finish_set(vm, &array, decoded)
}

/// Uint8Array.prototype.setFromHex(string)
fn set_from_hex(vm: &mut Vm, args: Args) -> JsResult {
    let array = this_bytes(vm, args, "setFromHex")?;
    crate::object::array_buffer::check_mutable(vm, array.buffer(), "setFromHex")?;
    let text = string_argument(vm, args.get(0))?;
    let Some(length) = array.current_length() else { return Err(throw_detached(vm, "setFromHex")) };
    let decoded = decode_hex(text.view(vm)?, length);
    finish_set(vm, &array, decoded)
}

/// Uint8Array.prototype.toBase64([options])
fn to_base64(vm: &mut Vm, args: Args) -> JsResult {
    let array = this_bytes(vm, args, "toBase64")?;
    let options = options_object(vm, args.get(0))?;
    let alphabet = alphabet_option(vm, options)?;
    let omit_padding = match options {
        Some(object) => to_boolean(object.get(vm, vm.names.omit_padding)?),
        None => false,
    };
    let Some(length) = array.current_length() else { return Err(throw_detached(vm, "toBase64")) };
    if length / 3 > crate::string::MAX_STRING_LENGTH / 4 {
        return Err(vm.throw_range_error("Invalid string length"));
    }
    let symbols: &[u8; 64] = match alphabet {
        Alphabet::Base64 => b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/",
        Alphabet::Url => b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_",
    };
    let mut text = Vec::with_capacity(length.div_ceil(3) * 4);
    for start in (0..length).step_by(3) {
        vm.spend(1)?;
        let count = (length - start).min(3);
        let mut chunk = 0u32;
        for i in 0..3 {
            chunk = chunk << 8 | if i < count { array.load(start + i) as u32 } else { 0 };
        }
        for i in 0..4 {
            if i <= count {
                text.push(symbols[(chunk >> (18 - 6 * i) & 63) as usize]);
            } else if !omit_padding {
                text.push(b'=');
            }
        }
    }
    JsString::from_latin1(vm, &text).map(JsString::value)
}

/// Uint8Array.prototype.toHex()
fn to_hex(vm: &mut Vm, args: Args) -> JsResult {
    let array = this_bytes(vm, args, "toHex")?;
    let Some(length) = array.current_length() else { return Err(throw_detached(vm, "toHex")) };
    if length > crate::string::MAX_STRING_LENGTH / 2 {
        return Err(vm.throw_range_error("Invalid string length"));
    }
    let digits = b"0123456789abcdef";
    let mut text = Vec::with_capacity(length * 2);
    for i in 0..length {
        vm.spend(1)?;
        let byte = array.load(i) as usize;
        text.extend_from_slice(&[digits[byte >> 4], digits[byte & 15]]);
    }
    JsString::from_latin1(vm, &text).map(JsString::value)
}
