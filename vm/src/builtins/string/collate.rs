//! localeCompare (ECMA-262 sec. 22.1.3.12) without a locale: the order that people expect of names in a list.
//!
//! After the Unicode Collation Algorithm's three levels (Unicode Technical Standard 10), for canonically decomposed text: letters
//! regardless of case and marks, then marks, then case with lower case first. Punctuation and symbols come before digits, digits
//! before letters; beyond ASCII they follow the order of their code points. What is still equal then is canonically equivalent.

use super::case::decomposed;
use super::this_string;
use crate::native::{Args, method};
use crate::object::Object;
use crate::runtime::convert::to_string;
use crate::string::StrView;
use crate::vm::Vm;
use crate::{JsResult, Value};
use std::cmp::Ordering;

pub(super) fn init(vm: &mut Vm, prototype: Object) -> JsResult<()> {
    prototype.define_methods(vm, &[method("localeCompare", 1, locale_compare)])
}

/// ASCII but for letters in the order of the default collation table (allkeys.txt): spaces, punctuation, symbols, digits.
const BEFORE_LETTERS: &[u8] = b"\t\n\x0b\x0c\r _-,;:!?.'\"()[]{}@*/\\&#%`^+<=>|~$0123456789";

/// The weights of ASCII on the first level; 0 means ignored there (control characters).
const PRIMARY: [u8; 128] = {
    let mut table = [0; 128];
    let mut i = 0;
    while i < BEFORE_LETTERS.len() {
        table[BEFORE_LETTERS[i] as usize] = i as u8 + 1;
        i += 1;
    }
    let mut letter = 0;
    while letter < 26 {
        table[b'a' as usize + letter] = BEFORE_LETTERS.len() as u8 + 1 + letter as u8;
        table[b'A' as usize + letter] = BEFORE_LETTERS.len() as u8 + 1 + letter as u8;
        letter += 1;
    }
    table
};

/// Combining marks of the scripts that decompose into letter and mark.
fn is_mark(unit: u16) -> bool {
    matches!(unit, 0x300..=0x36f | 0x483..=0x487 | 0x591..=0x5bd | 0x64b..=0x65f | 0x1ab0..=0x1aff | 0x1dc0..=0x1dff
        | 0x20d0..=0x20ff | 0x3099 | 0x309a | 0xfe20..=0xfe2f)
}

/// Room between the weights of ASCII for those of other units.
const SPREAD: u32 = 1 << 17;

/// The weight on the first level; 0 means ignored there.
fn primary(unit: u16) -> u32 {
    if let Some(&weight) = PRIMARY.get(unit as usize) {
        return weight as u32 * SPREAD;
    }
    if is_mark(unit) || unit == 0xad || matches!(unit, 0x80..=0x9f | 0x200b..=0x200f | 0xfeff) {
        return 0;
    }
    // Latin-1's signs, punctuation to arrows and dingbats, and the pairs of emoji.
    if matches!(unit, 0xa0..=0xb9 | 0xbb..=0xbf | 0xd7 | 0xf7 | 0x2010..=0x2bff | 0x3000..=0x303f | 0xd83c..=0xd83e)
        && !matches!(unit, 0xaa | 0xb5)
    {
        return PRIMARY[b'$' as usize] as u32 * SPREAD + 1 + unit as u32;
    }
    // Case folded, so that only the third level tells upper from lower case.
    let folded = match char::from_u32(unit as u32) {
        Some(c) => {
            let mut lower = c.to_lowercase();
            let first = lower.next().unwrap_or(c);
            if lower.next().is_none() { first as u32 } else { unit as u32 }
        }
        None => unit as u32,
    };
    if folded < 128 { PRIMARY[folded as usize] as u32 * SPREAD } else { 0x100 * SPREAD + folded }
}

/// Whether a unit is upper case, which comes second.
fn is_upper(unit: u16) -> bool {
    char::from_u32(unit as u32).is_some_and(char::is_uppercase)
}

/// The order of two decomposed texts.
fn compare(a: StrView<'_>, b: StrView<'_>) -> Ordering {
    let level = |weight: fn(u16) -> u32| {
        let weights = |text: StrView<'_>| text.units().map(weight).filter(|&w| w != 0).collect::<Vec<_>>();
        weights(a).cmp(&weights(b))
    };
    level(primary)
        .then_with(|| level(|unit| if is_mark(unit) { unit as u32 } else { (primary(unit) != 0) as u32 }))
        .then_with(|| level(|unit| if primary(unit) != 0 { 1 + is_upper(unit) as u32 } else { 0 }))
        .then_with(|| a.cmp(&b))
}

/// The order of two ASCII texts without any memory of its own: the first difference on each level.
fn compare_ascii(a: &[u8], b: &[u8]) -> Ordering {
    let weights = |text| {
        let bytes: &[u8] = text;
        bytes.iter().map(|&byte| PRIMARY[byte as usize & 127]).filter(|&weight| weight != 0)
    };
    let cases = |text| {
        let bytes: &[u8] = text;
        bytes.iter().filter(|&&byte| PRIMARY[byte as usize & 127] != 0).map(|byte| byte.is_ascii_uppercase())
    };
    weights(a).cmp(weights(b)).then_with(|| cases(a).cmp(cases(b))).then_with(|| a.cmp(b))
}

/// `String.prototype.localeCompare(that)` (sec. 22.1.3.12)
fn locale_compare(vm: &mut Vm, args: Args) -> JsResult {
    let text = this_string(vm, &args, "localeCompare")?;
    let that = to_string(vm, args.get(0))?;
    let (a, b) = (text.view(vm)?, that.view(vm)?);
    let order = match (a.as_ascii(), b.as_ascii()) {
        _ if a == b => Ordering::Equal,
        (Some(a), Some(b)) => compare_ascii(a.as_bytes(), b.as_bytes()),
        _ => {
            let (a, b) = (decomposed(vm, &a.to_utf16())?, decomposed(vm, &b.to_utf16())?);
            compare(StrView::Utf16(&a), StrView::Utf16(&b))
        }
    };
    Ok(Value::int(order as i32))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn order(vm: &mut Vm, a: &str, b: &str) -> Ordering {
        let mut units = |text: &str| match decomposed(vm, &text.encode_utf16().collect::<Vec<_>>()) {
            Ok(units) => units,
            Err(_) => panic!("{text} is no text"),
        };
        let (a16, b16) = (units(a), units(b));
        let order = compare(StrView::Utf16(&a16), StrView::Utf16(&b16));
        if a.is_ascii() && b.is_ascii() {
            assert_eq!(compare_ascii(a.as_bytes(), b.as_bytes()), order, "{a} {b}");
        }
        order
    }

    #[test]
    fn levels() {
        let mut vm = Vm::new(crate::options::Options::default()).expect("a VM");
        for sorted in [
            ["a", "A", "b", "B", "z", "Z"].as_slice(),
            &["_", "-", ",", "!", "#", "$", "\u{20ac}", "\u{1f600}", "0", "9", "a"],
            &["resume", "Resume", "r\u{e9}sum\u{e9}", "R\u{e9}sum\u{e9}", "resumes"],
            &["a", "aa", "ab", "\u{e4}c", "b"],
            &["z", "\u{3b1}", "\u{391}", "\u{3b2}", "\u{4e00}"],
        ] {
            for (i, a) in sorted.iter().enumerate() {
                for (j, b) in sorted.iter().enumerate() {
                    assert_eq!(order(&mut vm, a, b), i.cmp(&j), "{a} {b}");
                }
            }
        }
    }

    #[test]
    fn canonical_equivalents_are_equal() {
        let mut vm = Vm::new(crate::options::Options::default()).expect("a VM");
        for (a, b) in [("o\u{308}", "\u{f6}"), ("\u{212b}", "\u{c5}"), ("\u{1111}\u{1171}\u{11b6}", "\u{d4db}")] {
            assert_eq!(order(&mut vm, a, b), Ordering::Equal);
        }
    }
}
