//! Lone surrogates in source texts.
//!
//! A text given to eval is a sequence of code units, in which string, template and regular expression literals may hold lone
//! surrogates. The parser reads UTF-8, which cannot say these: so 2,048 code points for private use stand for them, a block
//! that the text does not use itself. What comes out of the literals is turned back ([`Surrogates::decode`]).

use crate::bytecode::data::{ArrayConstant, ConstString, Constant, FunctionData, FunctionTemplate};
use std::rc::Rc;

const FIRST_SURROGATE: u32 = 0xd800;
/// Surrogates, and code points of a block.
const BLOCK: u32 = 0x800;
/// The first code point for private use of planes 15 and 16.
const FIRST_PRIVATE: u32 = 0xf_0000;
const BLOCKS: u32 = (0x11_0000 - FIRST_PRIVATE) / BLOCK;

/// A block of code points that stand for lone surrogates.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Surrogates {
    first: u32,
}

/// A text as UTF-8.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Encoded {
    pub text: String,
    pub surrogates: Option<Surrogates>,
}

impl From<String> for Encoded {
    fn from(text: String) -> Encoded {
        Encoded { text, surrogates: None }
    }
}

impl Surrogates {
    /// What may stand for the lone surrogates of this text; None if it has none (or uses every block itself: then they are lost).
    pub fn for_text(units: &[u16]) -> Option<Surrogates> {
        if char::decode_utf16(units.iter().copied()).all(|c| c.is_ok()) {
            return None;
        }
        let mut used = 0_u64;
        let mut mark = |c: u32| {
            if c >= FIRST_PRIVATE {
                used |= 1 << ((c - FIRST_PRIVATE) / BLOCK).min(BLOCKS - 1);
            }
        };
        char::decode_utf16(units.iter().copied()).filter_map(Result::ok).for_each(|c| mark(c.into()));
        for (i, _) in units.iter().enumerate().filter(|(_, unit)| **unit == u16::from(b'\\')) {
            escaped(&units[i..]).into_iter().for_each(&mut mark);
        }
        let free = (!used).trailing_zeros();
        (free < BLOCKS).then(|| Surrogates { first: FIRST_PRIVATE + free * BLOCK })
    }

    /// The text with stand-ins for its lone surrogates.
    pub fn encode(self, units: &[u16]) -> String {
        let stand_in = |unit: u16| char::from_u32(self.first + (u32::from(unit) - FIRST_SURROGATE));
        char::decode_utf16(units.iter().copied())
            .map(|c| c.unwrap_or_else(|e| stand_in(e.unpaired_surrogate()).unwrap_or(char::REPLACEMENT_CHARACTER)))
            .collect()
    }

    /// The surrogate that a character stands for.
    pub fn surrogate(self, c: char) -> Option<u16> {
        let offset = u32::from(c).checked_sub(self.first)?;
        if offset < BLOCK { u16::try_from(FIRST_SURROGATE + offset).ok() } else { None }
    }

    /// The code units of a part of the text; None if no surrogate is in it.
    pub fn decode(self, text: &str) -> Option<Vec<u16>> {
        if text.is_ascii() || !text.chars().any(|c| self.surrogate(c).is_some()) {
            return None;
        }
        let mut units = Vec::with_capacity(text.len());
        for c in text.chars() {
            match self.surrogate(c) {
                Some(unit) => units.push(unit),
                None => units.extend_from_slice(c.encode_utf16(&mut [0; 2])),
            }
        }
        Some(units)
    }

    fn restore_string(self, string: &mut ConstString) {
        match string {
            ConstString::Utf8(text) => {
                if let Some(units) = self.decode(text) {
                    *string = ConstString::Utf16(units.into());
                }
            }
            // Escapes of other lone surrogates are in it.
            ConstString::Utf16(units) => {
                let mut restored = Vec::with_capacity(units.len());
                for c in char::decode_utf16(units.iter().copied()) {
                    match c {
                        Ok(c) => match self.surrogate(c) {
                            Some(unit) => restored.push(unit),
                            None => restored.extend_from_slice(c.encode_utf16(&mut [0; 2])),
                        },
                        Err(error) => restored.push(error.unpaired_surrogate()),
                    }
                }
                *units = restored.into();
            }
        }
    }

    /// Gives a function's constants their lone surrogates back.
    pub fn restore(self, data: &mut FunctionData) {
        for site in &mut data.sites {
            site.key.iter_mut().for_each(|key| self.restore_string(key));
        }
        for constant in &mut data.constants {
            match constant {
                Constant::String(string) => self.restore_string(string),
                Constant::RegExp { pattern, .. } => self.restore_string(pattern),
                Constant::Template { cooked, raw } => {
                    cooked.iter_mut().flatten().chain(raw).for_each(|string| self.restore_string(string));
                }
                Constant::Array(items) => {
                    for item in items {
                        if let ArrayConstant::String(string) = item {
                            self.restore_string(string);
                        }
                    }
                }
                Constant::Function(template) => self.restore_name(template),
                _ => {}
            }
        }
    }

    /// The name of a method or accessor may be a string.
    fn restore_name(self, template: &mut Rc<FunctionTemplate>) {
        if let Some(template) = Rc::get_mut(template) {
            self.restore_string(&mut template.name);
        }
    }
}

/// The code point of the escape that begins here: `\u{...}`, or two of four digits.
fn escaped(units: &[u16]) -> Option<u32> {
    let digit = |unit: &u16| char::from_u32(u32::from(*unit)).and_then(|c| c.to_digit(16));
    let rest = units.get(1..)?.strip_prefix(&[u16::from(b'u')])?;
    if let Some(rest) = rest.strip_prefix(&[u16::from(b'{')]) {
        return Some(rest.iter().map_while(digit).fold(0_u32, |n, d| n.saturating_mul(16).saturating_add(d)));
    }
    let four = |units: &[u16]| -> Option<u16> {
        let digits: Option<Vec<u32>> = units.get(..4)?.iter().map(digit).collect();
        u16::try_from(digits?.into_iter().fold(0, |n, d| n * 16 + d)).ok()
    };
    let low = rest.get(4..)?.strip_prefix(&[u16::from(b'\\'), u16::from(b'u')])?;
    let pair = [four(rest)?, four(low)?];
    char::decode_utf16(pair).next()?.ok().map(u32::from)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn units(text: &str) -> Vec<u16> {
        text.encode_utf16().collect()
    }

    #[test]
    fn there_and_back() {
        let mut text = units("a\u{f0000}b");
        assert_eq!(Surrogates::for_text(&text), None);
        text.push(0xdc01);
        text.push(0xd801);
        let block = Surrogates::for_text(&text).expect("a block");
        let encoded = block.encode(&text);
        assert_eq!(block.decode(&encoded).as_deref(), Some(&text[..]));
        assert_eq!(block.decode("a\u{f0000}b"), None);
    }

    #[test]
    fn blocks_in_use_are_left_alone() {
        let first = |text: &str| {
            let mut text = units(text);
            text.push(0xd800);
            Surrogates::for_text(&text).map(|s| s.first)
        };
        assert_eq!(first(""), Some(0xf_0000));
        for used in ["\u{f0001}", "\\u{f0001}", "\\u{0F0001}", "\\uDB80\\uDC01"] {
            assert_eq!(first(used), Some(0xf_0800), "{used}");
        }
        let all: String = (0..BLOCKS).filter_map(|i| char::from_u32(FIRST_PRIVATE + i * BLOCK)).collect();
        assert_eq!(first(&all), None);
    }
}
