//! Case mapping, normalization and well-formedness of strings.
//!
//! The mappings are Unicode's default ones (Rust's, with the context of a final sigma), the normalization forms are
//! icu_normalizer's. Both want scalar values: lone surrogates map to themselves and are a boundary for either, so a text is
//! cut at them.

use super::this_string;
use crate::native::{Args, method};
use crate::object::Object;
use crate::runtime::convert::to_string;
use crate::string::{JsString, StrView, StringBuilder};
use crate::vm::Vm;
use crate::{JsResult, Value};
use icu_normalizer::{ComposingNormalizerBorrowed, DecomposingNormalizerBorrowed};
use smallvec::SmallVec;
use std::borrow::Cow;

pub(super) fn init(vm: &mut Vm, prototype: Object) -> JsResult<()> {
    prototype.define_methods(
        vm,
        &[
            method("isWellFormed", 0, is_well_formed),
            method("normalize", 0, normalize),
            method("toLocaleLowerCase", 0, to_locale_lower_case),
            method("toLocaleUpperCase", 0, to_locale_upper_case),
            method("toLowerCase", 0, to_lower_case),
            method("toUpperCase", 0, to_upper_case),
            method("toWellFormed", 0, to_well_formed),
        ],
    )
}

/// Units that are mapped at once, about.
const PIECE: usize = 1 << 16;

/// Whether a text may be cut before a unit, so that both parts are mapped as the whole is: it begins a character, composes with nothing before it, and
/// bears on no final sigma.
fn may_cut(before: u16, unit: u16) -> bool {
    let inert = |unit: u16| {
        matches!(unit, 0x20..=0x26 | 0x28..=0x2d | 0x30..=0x39 | 0x3b..=0x40) || (0x3400..=0x9fff).contains(&unit)
    };
    // A sigma is final by what comes before and after it.
    (inert(before) || inert(unit)) && (unit < 0x300 || (0x3400..=0x9fff).contains(&unit))
}

/// Maps the stretches of a text between lone surrogates, by pieces that end where `may_cut` allows it between two units.
fn map_pieces(
    vm: &mut Vm,
    units: &[u16],
    may_cut: impl Fn(u16, u16) -> bool,
    map: impl Fn(&str) -> Cow<'_, str>,
    out: &mut StringBuilder,
) -> JsResult<()> {
    let mut rest = units;
    while rest.len() > PIECE {
        let cut = (PIECE..rest.len().min(PIECE * 16)).find(|&at| may_cut(rest[at - 1], rest[at]));
        let Some(cut) = cut else { break };
        map_scalars(&rest[..cut], &map, out);
        vm.spend(cut)?;
        if out.is_refused() {
            return Ok(());
        }
        rest = &rest[cut..];
    }
    map_scalars(rest, &map, out);
    vm.spend(rest.len())
}

/// Maps the stretches of a text between lone surrogates.
fn map_scalars(units: &[u16], map: impl Fn(&str) -> Cow<'_, str>, out: &mut StringBuilder) {
    let mut stretch = String::with_capacity(units.len());
    for scalar in char::decode_utf16(units.iter().copied()) {
        match scalar {
            Ok(c) => stretch.push(c),
            Err(lone) => {
                out.push_str(&map(&stretch));
                stretch.clear();
                out.push_u16(lone.unpaired_surrogate());
            }
        }
    }
    out.push_str(&map(&stretch));
}

#[inline]
fn lower_latin1(byte: u8) -> u8 {
    match byte {
        b'A'..=b'Z' | 0xc0..=0xd6 | 0xd8..=0xde => byte + 32,
        _ => byte,
    }
}

/// toLowercase (sec. 22.1.3.28). The string itself where it stays the same.
pub(in crate::builtins) fn lower(vm: &mut Vm, text: JsString) -> JsResult<JsString> {
    match text.view(vm)? {
        StrView::Latin1(bytes) => {
            if bytes.iter().all(|&byte| lower_latin1(byte) == byte) {
                return Ok(text);
            }
            let mapped: SmallVec<[u8; 64]> = bytes.iter().map(|&byte| lower_latin1(byte)).collect();
            JsString::from_latin1(vm, &mapped)
        }
        StrView::Utf16(units) => {
            let mut out = StringBuilder::with_capacity(units.len());
            map_pieces(vm, units, may_cut, |stretch| stretch.to_lowercase().into(), &mut out)?;
            out.finish(vm)
        }
    }
}

/// toUppercase (sec. 22.1.3.30). The string itself where it stays the same.
pub(in crate::builtins) fn upper(vm: &mut Vm, text: JsString) -> JsResult<JsString> {
    match text.view(vm)? {
        StrView::Latin1(bytes) => {
            let changes = |byte: u8| matches!(byte, b'a'..=b'z' | 0xb5 | 0xdf..=0xf6 | 0xf8..=0xff);
            if !bytes.iter().any(|&byte| changes(byte)) {
                return Ok(text);
            }
            if bytes.is_ascii() {
                let mapped: SmallVec<[u8; 64]> = bytes.iter().map(u8::to_ascii_uppercase).collect();
                return JsString::from_latin1(vm, &mapped);
            }
            let mut out = StringBuilder::with_capacity(bytes.len());
            for &byte in bytes {
                vm.spend(1)?;
                match byte {
                    b'a'..=b'z' | 0xe0..=0xf6 | 0xf8..=0xfe => out.push_u16(byte as u16 - 32),
                    // Micro sign, sharp s and y with diaeresis leave Latin-1.
                    0xb5 => out.push_u16(0x39c),
                    0xdf => out.push_str("SS"),
                    0xff => out.push_u16(0x178),
                    _ => out.push_u16(byte as u16),
                }
            }
            out.finish(vm)
        }
        StrView::Utf16(units) => {
            let mut out = StringBuilder::with_capacity(units.len());
            // Any character is mapped by itself.
            let between_characters = |before: u16, _: u16| before & 0xfc00 != 0xd800;
            map_pieces(vm, units, between_characters, |stretch| stretch.to_uppercase().into(), &mut out)?;
            out.finish(vm)
        }
    }
}

/// `String.prototype.toLowerCase()` (sec. 22.1.3.28)
pub(super) fn to_lower_case(vm: &mut Vm, args: Args) -> JsResult {
    let text = this_string(vm, &args, "toLowerCase")?;
    lower(vm, text).map(JsString::value)
}

/// `String.prototype.toUpperCase()` (sec. 22.1.3.30)
pub(super) fn to_upper_case(vm: &mut Vm, args: Args) -> JsResult {
    let text = this_string(vm, &args, "toUpperCase")?;
    upper(vm, text).map(JsString::value)
}

/// `String.prototype.toLocaleLowerCase()` (sec. 22.1.3.26), in a locale without mappings of its own.
fn to_locale_lower_case(vm: &mut Vm, args: Args) -> JsResult {
    let text = this_string(vm, &args, "toLocaleLowerCase")?;
    lower(vm, text).map(JsString::value)
}

/// `String.prototype.toLocaleUpperCase()` (sec. 22.1.3.27), in a locale without mappings of its own.
fn to_locale_upper_case(vm: &mut Vm, args: Args) -> JsResult {
    let text = this_string(vm, &args, "toLocaleUpperCase")?;
    upper(vm, text).map(JsString::value)
}

/// The four forms of Unicode Standard Annex 15.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Form {
    Nfc,
    Nfd,
    Nfkc,
    Nfkd,
}

fn normalized(form: Form, text: &str) -> Cow<'_, str> {
    match form {
        Form::Nfc => ComposingNormalizerBorrowed::new_nfc().normalize(text),
        Form::Nfkc => ComposingNormalizerBorrowed::new_nfkc().normalize(text),
        Form::Nfd => DecomposingNormalizerBorrowed::new_nfd().normalize(text),
        Form::Nfkd => DecomposingNormalizerBorrowed::new_nfkd().normalize(text),
    }
}

/// The canonical decomposition of a text, for comparisons.
pub(super) fn decomposed(vm: &mut Vm, units: &[u16]) -> JsResult<Vec<u16>> {
    let mut out = StringBuilder::with_capacity(units.len());
    map_pieces(vm, units, may_cut, |stretch| normalized(Form::Nfd, stretch), &mut out)?;
    Ok(out.view().to_utf16())
}

/// `String.prototype.normalize(form)` (sec. 22.1.3.15)
fn normalize(vm: &mut Vm, args: Args) -> JsResult {
    let text = this_string(vm, &args, "normalize")?;
    let form: Value = args.get(0);
    let form = if form.is_undefined() {
        Form::Nfc
    } else {
        let name = to_string(vm, form)?;
        match name.view(vm)?.as_ascii() {
            Some("NFC") => Form::Nfc,
            Some("NFD") => Form::Nfd,
            Some("NFKC") => Form::Nfkc,
            Some("NFKD") => Form::Nfkd,
            _ => return Err(vm.throw_range_error("The normalization form should be one of NFC, NFD, NFKC, NFKD.")),
        }
    };
    let view = text.view(vm)?;
    // All of Latin-1 is in composed form.
    if view.is_ascii() || (view.is_latin1() && form == Form::Nfc) {
        return Ok(text.value());
    }
    let mut out = StringBuilder::with_capacity(view.len());
    match view {
        StrView::Utf16(units) => map_pieces(vm, units, may_cut, |stretch| normalized(form, stretch), &mut out)?,
        StrView::Latin1(_) => out.push_str(&normalized(form, &view.to_rust_string_lossy())),
    }
    out.finish(vm).map(JsString::value)
}

/// `String.prototype.isWellFormed()` (sec. 22.1.3.10)
fn is_well_formed(vm: &mut Vm, args: Args) -> JsResult {
    let text = this_string(vm, &args, "isWellFormed")?;
    let StrView::Utf16(mut units) = text.view(vm)? else { return Ok(Value::TRUE) };
    while !units.is_empty() {
        // A pair is not cut apart.
        let cut = PIECE.min(units.len());
        let cut = if cut < units.len() && units[cut - 1] & 0xfc00 == 0xd800 { cut + 1 } else { cut };
        if !StrView::Utf16(&units[..cut]).is_well_formed() {
            return Ok(Value::FALSE);
        }
        vm.spend(cut / 4)?;
        units = &units[cut..];
    }
    Ok(Value::TRUE)
}

/// `String.prototype.toWellFormed()` (sec. 22.1.3.31)
fn to_well_formed(vm: &mut Vm, args: Args) -> JsResult {
    let text = this_string(vm, &args, "toWellFormed")?;
    match text.view(vm)? {
        StrView::Utf16(units) if !StrView::Utf16(units).is_well_formed() => {
            let mut out = StringBuilder::with_capacity(units.len());
            for scalar in char::decode_utf16(units.iter().copied()) {
                vm.spend(1)?;
                out.push_code_point(scalar.unwrap_or(char::REPLACEMENT_CHARACTER) as u32);
            }
            out.finish(vm).map(JsString::value)
        }
        _ => Ok(text.value()),
    }
}
