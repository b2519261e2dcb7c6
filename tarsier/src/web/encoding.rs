//! Encoding (https://encoding.spec.whatwg.org), over the crate encoding_rs.

use super::source;
use crate::host_cell::{self, HostData};
use encoding_rs::{Decoder, DecoderResult, Encoding, REPLACEMENT, UTF_8};
use std::cell::RefCell;
use vm::native::method;
use vm::object::typed_array;
use vm::runtime::convert;
use vm::{Args, JsResult, JsString, Object, PropertyKey, Throw, Value, ValueExt, Vm};

pub fn install(vm: &mut Vm, native: Object) -> JsResult<()> {
    native.define_methods(
        vm,
        &[
            method("encode", 1, encode),
            method("encodeInto", 2, encode_into),
            method("label", 1, label),
            method("decoder", 3, decoder),
            method("decode", 3, decode),
        ],
    )
}

/// UTF-8 of a string, in a Uint8Array.
fn encode(vm: &mut Vm, args: Args) -> JsResult {
    let text = convert::to_string(vm, args.get(0))?;
    let view = text.view(vm)?;
    let utf8 = view.to_str_lossy();
    Ok(source::new_uint8_array(vm, utf8.as_bytes())?.value())
}

/// `encodeInto(text, array)`: `{ read, written }`; undefined unless the latter is a Uint8Array.
fn encode_into(vm: &mut Vm, args: Args) -> JsResult {
    let target = args.get(1);
    let is_bytes = typed_array::from_value(target).is_some_and(|a| a.array_type() == abi::object::ArrayType::Uint8);
    let Some(bytes) = source::bytes(&target).filter(|_| is_bytes) else { return Ok(Value::UNDEFINED) };
    let text = convert::to_string(vm, args.get(0))?;
    let view = text.view(vm)?;
    // No unit takes fewer bytes than one.
    let fits = view.slice(0..view.len().min(bytes.len()));
    let utf8 = fits.to_str_lossy();
    let mut end = utf8.len().min(bytes.len());
    while !utf8.is_char_boundary(end) {
        end -= 1;
    }
    let mut read = utf8[..end].encode_utf16().count();
    // The cut may have been between the two halves of a pair, whose first one then looks as if it were alone.
    if read == fits.len()
        && fits.len() < view.len()
        && read > 0
        && (0xd800..0xdc00).contains(&view.at(read - 1))
        && (0xdc00..0xe000).contains(&view.at(read))
    {
        read -= 1;
        end -= '\u{fffd}'.len_utf8();
    }
    bytes.write(&utf8.as_bytes()[..end]);
    let result = vm.new_object()?;
    for (name, value) in [("read", read), ("written", end)] {
        let key = PropertyKey::from_str(vm, name)?;
        result.define_raw(vm, key, Value::from_usize(value), vm::object::table::DEFAULT)?;
    }
    Ok(result.value())
}

/// The name of the encoding that a label stands for; undefined for none that TextDecoder knows.
fn label(vm: &mut Vm, args: Args) -> JsResult {
    let label = convert::to_string(vm, args.get(0))?.to_rust_string_lossy(vm)?;
    match Encoding::for_label(label.as_bytes()).filter(|encoding| *encoding != REPLACEMENT) {
        Some(encoding) => Ok(JsString::from_str(vm, &encoding.name().to_ascii_lowercase())?.value()),
        None => Ok(Value::UNDEFINED),
    }
}

/// What a TextDecoder keeps.
struct State {
    encoding: &'static Encoding,
    fatal: bool,
    ignore_bom: bool,
    /// In the middle of a stream.
    decoder: RefCell<Option<Decoder>>,
}

impl HostData for State {}

/// `decoder(encoding, fatal, ignoreBOM)`
fn decoder(vm: &mut Vm, args: Args) -> JsResult {
    let name = convert::to_string(vm, args.get(0))?.to_rust_string_lossy(vm)?;
    let Some(encoding) = Encoding::for_label(name.as_bytes()) else {
        return Err(vm.throw_range_error(format!("The \"{name}\" encoding is not supported")));
    };
    let (fatal, ignore_bom) = (args.get(1).is_true(), args.get(2).is_true());
    Ok(host_cell::new(vm, State { encoding, fatal, ignore_bom, decoder: RefCell::new(None) })?.value())
}

/// `decode(decoder, input, stream)`
fn decode(vm: &mut Vm, args: Args) -> JsResult {
    let Some(state) = host_cell::data::<State>(args.get(0)) else {
        return Err(vm.throw_type_error("Not a TextDecoder"));
    };
    let input = args.get(1);
    let bytes = match source::bytes(&input) {
        Some(bytes) => bytes.read(),
        None if input.is_undefined() => std::borrow::Cow::Borrowed(&[][..]),
        None => return Err(vm.throw_type_error("The input of TextDecoder.decode must be a buffer or a view of one")),
    };
    let stream = args.get(2).is_true();
    if state.encoding == UTF_8 && !stream && state.decoder.borrow().is_none() {
        return decode_utf8(vm, &state, &bytes);
    }
    let mut units = Vec::new();
    let good = {
        let mut kept = state.decoder.borrow_mut();
        let decoder = kept.get_or_insert_with(|| match state.ignore_bom {
            true => state.encoding.new_decoder_without_bom_handling(),
            false => state.encoding.new_decoder_with_bom_removal(),
        });
        let mut good = true;
        vm.in_pieces(&bytes, 1, |_, piece| {
            good = good && run(decoder, piece, &mut units, false, state.fatal);
            Ok(())
        })?;
        good = good && run(decoder, &[], &mut units, !stream, state.fatal);
        if !stream {
            *kept = None;
        }
        good
    };
    if !good {
        return Err(throw_invalid(vm, &state));
    }
    Ok(JsString::from_utf16(vm, &units)?.value())
}

/// A whole text at once: what is ASCII is copied, what is good is not looked at twice.
fn decode_utf8(vm: &mut Vm, state: &State, bytes: &[u8]) -> JsResult {
    let bytes = match bytes.strip_prefix(b"\xef\xbb\xbf") {
        Some(rest) if !state.ignore_bom => rest,
        _ => bytes,
    };
    if bytes.is_ascii() {
        return Ok(JsString::from_latin1(vm, bytes)?.value());
    }
    match std::str::from_utf8(bytes) {
        Ok(text) => Ok(JsString::from_str(vm, text)?.value()),
        Err(_) if state.fatal => Err(throw_invalid(vm, state)),
        Err(_) => Ok(JsString::from_str(vm, &String::from_utf8_lossy(bytes))?.value()),
    }
}

/// Decodes into 16-bit units; false where that is fatal.
fn run(decoder: &mut Decoder, mut bytes: &[u8], units: &mut Vec<u16>, last: bool, fatal: bool) -> bool {
    // What is not enough for pathological input is asked for again.
    let mut room = decoder.max_utf16_buffer_length(bytes.len()).unwrap_or(bytes.len());
    loop {
        let start = units.len();
        units.resize(start + room.max(16), 0);
        let (read, written, again) = if fatal {
            let (result, read, written) = decoder.decode_to_utf16_without_replacement(bytes, &mut units[start..], last);
            if let DecoderResult::Malformed(..) = result {
                return false;
            }
            (read, written, result == DecoderResult::OutputFull)
        } else {
            let (result, read, written, _) = decoder.decode_to_utf16(bytes, &mut units[start..], last);
            (read, written, result == encoding_rs::CoderResult::OutputFull)
        };
        units.truncate(start + written);
        bytes = &bytes[read..];
        if !again {
            return true;
        }
        room = decoder.max_utf16_buffer_length(bytes.len()).unwrap_or(bytes.len());
    }
}

#[cold]
fn throw_invalid(vm: &mut Vm, state: &State) -> Throw {
    let throw = vm.throw_type_error(format!(
        "The encoded data was not valid for encoding {}",
        state.encoding.name().to_ascii_lowercase()
    ));
    if vm.is_terminating() {
        return throw;
    }
    let error = vm.take_exception();
    let done = match error.as_object() {
        Some(error) => PropertyKey::from_str(vm, "code").and_then(|key| {
            let code = JsString::from_str(vm, "ERR_ENCODING_INVALID_ENCODED_DATA")?;
            error.define_hidden(vm, key, code.value())
        }),
        None => Ok(()),
    };
    match done {
        Ok(()) => vm.throw(error),
        Err(throw) => throw,
    }
}
