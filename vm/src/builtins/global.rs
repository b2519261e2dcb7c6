//! The global object's value properties and functions (ECMA-262 sec. 19.1, 19.2, annex B.2.1). `eval` is the runtime's.

use crate::builtins::intrinsic::Intrinsic;
use crate::native::{Args, NativeFn, method};
use crate::numeric::{digit_value, parse};
use crate::runtime::convert::{to_int32, to_number, to_string};
use crate::string::{JsString, StrView, StringBuilder};
use crate::vm::Vm;
use crate::{JsResult, Throw, Value};

/// What a function is to compilers.
pub(crate) fn intrinsic(function: NativeFn) -> Option<Intrinsic> {
    let table: [(NativeFn, Intrinsic); 3] =
        [(is_finite, Intrinsic::IsFinite), (is_nan, Intrinsic::IsNan), (parse_int, Intrinsic::ParseInt)];
    crate::builtins::intrinsic::find(&table, function)
}

/// Defines them on the realm's global object. Before Number, which shares two of the functions.
pub fn init(vm: &mut Vm) -> JsResult<()> {
    let realm = vm.realm();
    let (global, this) = (realm.global, realm.global_this);
    global.define_hidden(vm, vm.names.global_this, this.value())?;
    global.define_constant(vm, "NaN", Value::NAN)?;
    global.define_constant(vm, "Infinity", Value::double(f64::INFINITY))?;
    global.define_constant(vm, "undefined", Value::UNDEFINED)?;
    global.define_methods(
        vm,
        &[
            method("isFinite", 1, is_finite),
            method("isNaN", 1, is_nan),
            method("parseFloat", 1, parse_float),
            method("parseInt", 2, parse_int),
            method("decodeURI", 1, decode_uri),
            method("decodeURIComponent", 1, decode_uri_component),
            method("encodeURI", 1, encode_uri),
            method("encodeURIComponent", 1, encode_uri_component),
            method("escape", 1, escape),
            method("unescape", 1, unescape),
        ],
    )
}

/// `isFinite(number)` (sec. 19.2.2)
fn is_finite(vm: &mut Vm, args: Args) -> JsResult {
    let number = to_number(vm, args.get(0))?;
    Ok(Value::bool(number.is_finite()))
}

/// `isNaN(number)` (sec. 19.2.3)
fn is_nan(vm: &mut Vm, args: Args) -> JsResult {
    let number = to_number(vm, args.get(0))?;
    Ok(Value::bool(number.is_nan()))
}

/// `parseFloat(string)` (sec. 19.2.4)
fn parse_float(vm: &mut Vm, args: Args) -> JsResult {
    // A number's text reads back as the number, but for -0, whose text is "0".
    if args.get(0).is_number() {
        return Ok(Value::number(args.get(0).as_number() + 0.0));
    }
    let text = to_string(vm, args.get(0))?;
    Ok(Value::number(match text.view(vm)? {
        StrView::Latin1(units) => parse::parse_float(units),
        StrView::Utf16(units) => parse::parse_float(units),
    }))
}

/// `parseInt(string, radix)` (sec. 19.2.5)
fn parse_int(vm: &mut Vm, args: Args) -> JsResult {
    if args.get(1).is_undefined() || args.get(1) == Value::int(10) {
        let v = args.get(0);
        if v.is_int() {
            return Ok(v);
        }
        // What is written without an exponent reads back as far as the decimal point.
        if v.is_double() && (1e-6..1e15).contains(&v.as_double().abs()) {
            return Ok(Value::number(v.as_double().trunc()));
        }
    }
    let text = to_string(vm, args.get(0))?;
    let radix = to_int32(vm, args.get(1))?;
    Ok(Value::number(match text.view(vm)? {
        StrView::Latin1(units) => parse::parse_int(units, radix),
        StrView::Utf16(units) => parse::parse_int(units, radix),
    }))
}

// ---- URIs

/// A set of ASCII characters.
#[derive(Clone, Copy)]
struct AsciiSet(u128);

impl AsciiSet {
    const fn of(characters: &str) -> AsciiSet {
        let bytes = characters.as_bytes();
        let (mut set, mut i) = (0, 0);
        while i < bytes.len() {
            set |= 1 << bytes[i];
            i += 1;
        }
        AsciiSet(set)
    }

    const fn or(self, other: AsciiSet) -> AsciiSet {
        AsciiSet(self.0 | other.0)
    }

    #[inline]
    const fn has(self, unit: u32) -> bool {
        unit < 128 && self.0 >> unit & 1 == 1
    }
}

const ALPHANUMERIC: AsciiSet = AsciiSet::of("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789");
const URI_UNESCAPED: AsciiSet = ALPHANUMERIC.or(AsciiSet::of("-.!~*'()_"));
/// What encodeURI keeps and decodeURI leaves escaped.
const URI_RESERVED: AsciiSet = AsciiSet::of(";/?:@&=+$,#");
const ESCAPE_KEEPS: AsciiSet = ALPHANUMERIC.or(AsciiSet::of("@*_+-./"));

const HEX: &[u8; 16] = b"0123456789ABCDEF";

fn push_percent(byte: u8, out: &mut StringBuilder) {
    for unit in [b'%', HEX[(byte >> 4) as usize], HEX[(byte & 15) as usize]] {
        out.push_u16(unit as u16);
    }
}

#[cold]
fn throw_malformed(vm: &mut Vm) -> Throw {
    vm.throw_uri_error("URI malformed")
}

/// `decodeURI(encodedURI)` (sec. 19.2.6.1)
fn decode_uri(vm: &mut Vm, args: Args) -> JsResult {
    let text = to_string(vm, args.get(0))?;
    decode(vm, text, URI_RESERVED)
}

/// `decodeURIComponent(encodedURIComponent)` (sec. 19.2.6.2)
fn decode_uri_component(vm: &mut Vm, args: Args) -> JsResult {
    let text = to_string(vm, args.get(0))?;
    decode(vm, text, AsciiSet(0))
}

/// `encodeURI(uri)` (sec. 19.2.6.3)
fn encode_uri(vm: &mut Vm, args: Args) -> JsResult {
    let text = to_string(vm, args.get(0))?;
    encode(vm, text, URI_UNESCAPED.or(URI_RESERVED))
}

/// `encodeURIComponent(uriComponent)` (sec. 19.2.6.4)
fn encode_uri_component(vm: &mut Vm, args: Args) -> JsResult {
    let text = to_string(vm, args.get(0))?;
    encode(vm, text, URI_UNESCAPED)
}

/// Encode (sec. 19.2.6.5)
fn encode(vm: &mut Vm, text: JsString, unescaped: AsciiSet) -> JsResult {
    let view = text.view(vm)?;
    if view.units().all(|unit| unescaped.has(unit as u32)) {
        return Ok(text.value());
    }
    let mut out = StringBuilder::with_capacity(view.len() + 16);
    for point in view.chars() {
        vm.spend(1)?;
        if unescaped.has(point) {
            out.push_u16(point as u16);
            continue;
        }
        // A lone surrogate is no character.
        let Some(character) = char::from_u32(point) else { return Err(throw_malformed(vm)) };
        for byte in character.encode_utf8(&mut [0; 4]).bytes() {
            push_percent(byte, &mut out);
        }
        if out.is_refused() {
            break;
        }
    }
    out.finish(vm).map(JsString::value)
}

/// The byte of `%XX` at `at`.
fn percent_byte(view: StrView<'_>, at: usize) -> Option<u8> {
    let digit = |i: usize| digit_value(view.get(i)? as u32).filter(|&d| d < 16);
    if view.get(at)? != b'%' as u16 {
        return None;
    }
    Some((digit(at + 1)? << 4 | digit(at + 2)?) as u8)
}

/// The character whose UTF-8 is escaped at `at`, and how many bytes it has.
fn percent_character(view: StrView<'_>, at: usize) -> Option<(char, usize)> {
    let first = percent_byte(view, at)?;
    let length = match first.leading_ones() {
        0 => 1,
        n @ 2..=4 => n as usize,
        _ => return None,
    };
    let mut bytes = [first, 0, 0, 0];
    for (i, byte) in bytes.iter_mut().enumerate().take(length).skip(1) {
        *byte = percent_byte(view, at + 3 * i)?;
    }
    // Refuses overlong forms, surrogates and what is beyond U+10FFFF, as the specification does.
    let text = std::str::from_utf8(&bytes[..length]).ok()?;
    Some((text.chars().next()?, length))
}

/// Decode (sec. 19.2.6.6)
fn decode(vm: &mut Vm, text: JsString, preserved: AsciiSet) -> JsResult {
    let view = text.view(vm)?;
    let Some(first) = view.index_of_unit(b'%' as u16, 0) else { return Ok(text.value()) };
    let mut out = StringBuilder::with_capacity(view.len());
    out.push_view(view.slice(0..first));
    let mut at = first;
    while at < view.len() {
        vm.spend(1)?;
        let unit = view.at(at);
        if unit != b'%' as u16 {
            out.push_u16(unit);
            at += 1;
            continue;
        }
        let Some((character, length)) = percent_character(view, at) else { return Err(throw_malformed(vm)) };
        if preserved.has(character as u32) {
            out.push_view(view.slice(at..at + 3));
        } else {
            out.push_code_point(character as u32);
        }
        at += 3 * length;
    }
    out.finish(vm).map(JsString::value)
}

/// `escape(string)` (sec. B.2.1.1)
fn escape(vm: &mut Vm, args: Args) -> JsResult {
    let text = to_string(vm, args.get(0))?;
    let view = text.view(vm)?;
    if view.units().all(|unit| ESCAPE_KEEPS.has(unit as u32)) {
        return Ok(text.value());
    }
    let mut out = StringBuilder::with_capacity(view.len() + 16);
    for unit in view.units() {
        vm.spend(1)?;
        if ESCAPE_KEEPS.has(unit as u32) {
            out.push_u16(unit);
        } else if unit < 256 {
            push_percent(unit as u8, &mut out);
        } else {
            out.push_str("%u");
            for shift in [12, 8, 4, 0] {
                out.push_u16(HEX[(unit >> shift & 15) as usize] as u16);
            }
        }
        if out.is_refused() {
            break;
        }
    }
    out.finish(vm).map(JsString::value)
}

/// `unescape(string)` (sec. B.2.1.2)
fn unescape(vm: &mut Vm, args: Args) -> JsResult {
    let text = to_string(vm, args.get(0))?;
    let view = text.view(vm)?;
    let Some(first) = view.index_of_unit(b'%' as u16, 0) else { return Ok(text.value()) };
    let mut out = StringBuilder::with_capacity(view.len());
    out.push_view(view.slice(0..first));
    let hex = |from: usize, digits: usize| -> Option<u16> {
        (from..from + digits).try_fold(0, |value, i| {
            let digit = digit_value(view.get(i)? as u32).filter(|&d| d < 16)?;
            Some(value << 4 | digit as u16)
        })
    };
    let mut at = first;
    while at < view.len() {
        vm.spend(1)?;
        let unit = view.at(at);
        let escaped = if unit != b'%' as u16 {
            None
        } else if view.get(at + 1) == Some(b'u' as u16) {
            hex(at + 2, 4).map(|unit| (unit, 6))
        } else {
            hex(at + 1, 2).map(|unit| (unit, 3))
        };
        let (unit, length) = escaped.unwrap_or((unit, 1));
        out.push_u16(unit);
        at += length;
    }
    out.finish(vm).map(JsString::value)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escaped_characters_are_strict_utf8() {
        let character = |text: &str| percent_character(StrView::ascii(text), 0);
        assert_eq!(character("%41"), Some(('A', 1)));
        assert_eq!(character("%c3%A9"), Some(('é', 2)));
        assert_eq!(character("%E2%82%AC"), Some(('€', 3)));
        assert_eq!(character("%F0%9F%98%80"), Some(('\u{1f600}', 4)));
        for malformed in
            ["%", "%4", "%4g", "%80", "%C3", "%C3%", "%C3A9", "%C0%80", "%ED%A0%80", "%F4%90%80%80", "%F8%80%80%80%80"]
        {
            assert_eq!(character(malformed), None, "{malformed}");
        }
    }

    #[test]
    fn sets() {
        assert!(URI_UNESCAPED.has('a' as u32) && URI_UNESCAPED.has('~' as u32) && URI_UNESCAPED.has('_' as u32));
        assert!(!URI_UNESCAPED.has('#' as u32) && URI_RESERVED.has('#' as u32));
        assert!(ESCAPE_KEEPS.has('@' as u32) && !ESCAPE_KEEPS.has('~' as u32) && !ESCAPE_KEEPS.has(0x141));
    }
}
