//! What follows a backslash, outside of classes and in them.

use super::super::property::{self, Property};
use super::super::set::CodePointSet;
use super::super::tree::{Node, NodeId};
use super::class::ClassSet;
use super::{Parsed, Parser, error};
use crate::regexp::case::{Folding, close};
use crate::string::{is_line_terminator, is_white_space};
use std::sync::LazyLock;

/// What an escape in a class, or CharacterEscape and CharacterClassEscape anywhere, stands for.
pub(super) enum Escape {
    Char(u32),
    Set(ClassSet),
}

const DIGITS: &[(u32, u32)] = &[(0x30, 0x39)];
const WORD: &[(u32, u32)] = &[(0x30, 0x39), (0x41, 0x5a), (0x5f, 0x5f), (0x61, 0x7a)];

/// What \s stands for, found once.
fn spaces() -> CodePointSet {
    static SPACES: LazyLock<CodePointSet> = LazyLock::new(find_spaces);
    SPACES.clone()
}

fn find_spaces() -> CodePointSet {
    let mut set = CodePointSet::new();
    for unit in (0..=0xffff).filter(|&unit: &u16| unit < 0x100 || (0x1680..=0x3000).contains(&unit) || unit == 0xfeff) {
        if is_white_space(unit) || is_line_terminator(unit) {
            set.add(unit as u32, unit as u32);
        }
    }
    set
}

impl Parser<'_> {
    /// AtomEscape, and whether it may have a quantifier.
    pub(super) fn atom_escape(&mut self) -> Parsed<(NodeId, bool)> {
        let Some(c) = self.peek_char() else { return error("\\ at end of pattern") };
        match c {
            'b' | 'B' => {
                self.at += 1;
                let wide = self.folding() == Some(Folding::Points);
                return Ok((self.add(Node::Boundary { negative: c == 'B', wide }), false));
            }
            '1'..='9' => {
                if let Some(reference) = self.decimal_escape()? {
                    return Ok((reference, true));
                }
            }
            'k' if self.unicode || self.has_names => {
                self.at += 1;
                let name = if self.eat("<") { self.group_name() } else { None };
                let Some(name) = name else { return error("Invalid named reference") };
                let node = self.reference(Vec::new());
                self.names.references.push((self.pattern.references.len() as u32 - 1, name));
                return Ok((node, true));
            }
            _ => {}
        }
        match self.character_escape(false)? {
            Escape::Char(c) => Ok((self.character(c), true)),
            Escape::Set(set) => Ok((self.class_node(set, false), true)),
        }
    }

    /// DecimalEscape. None: annex B takes it for something else.
    fn decimal_escape(&mut self) -> Parsed<Option<NodeId>> {
        let start = self.at;
        let mut value = 0u32;
        while let Some(digit) = self.peek_char().and_then(|c| c.to_digit(10)) {
            value = value.saturating_mul(10).saturating_add(digit);
            self.at += 1;
        }
        if value <= self.group_count {
            return Ok(Some(self.reference(vec![value])));
        }
        if self.unicode {
            return error("Invalid escape");
        }
        self.at = start;
        Ok(None)
    }

    /// CharacterClassEscape and CharacterEscape; `class`: as ClassEscape.
    pub(super) fn character_escape(&mut self, class: bool) -> Parsed<Escape> {
        let Some(value) = self.peek() else { return error("\\ at end of pattern") };
        let c = char::from_u32(value).unwrap_or('\u{fffd}');
        self.at += 1;
        let plain = match c {
            'd' | 'D' | 's' | 'S' | 'w' | 'W' => return Ok(Escape::Set(self.class_escape(c))),
            'p' | 'P' if self.unicode => return self.property_escape(c == 'P').map(Escape::Set),
            'f' => 0x0c,
            'n' => 0x0a,
            'r' => 0x0d,
            't' => 0x09,
            'v' => 0x0b,
            'b' if class => 0x08,
            '-' if class && self.unicode => '-' as u32,
            'c' => return self.control_escape(class).map(Escape::Char),
            '0' if !self.peek_char().is_some_and(|c| c.is_ascii_digit()) => 0,
            '0'..='9' if self.unicode => {
                return error(if class { "Invalid class escape" } else { "Invalid decimal escape" });
            }
            '0'..='7' => self.octal(value - 0x30),
            'x' => match self.hex(2) {
                Some(value) => value,
                None if self.unicode => return error("Invalid escape"),
                None => value,
            },
            'u' if self.unicode => match self.unicode_escape() {
                Some(value) => value,
                None => return error("Invalid Unicode escape"),
            },
            'u' => self.hex(4).unwrap_or(value),
            'k' if self.has_names => return error("Invalid named reference"),
            _ if !self.unicode || "^$\\.*+?()[]{}|/".contains(c) => value,
            _ => return error("Invalid escape"),
        };
        Ok(Escape::Char(plain))
    }

    /// LegacyOctalEscapeSequence behind its first digit: up to 0o377.
    fn octal(&mut self, first: u32) -> u32 {
        let mut value = first;
        for _ in 0..2 {
            match self.peek_char().and_then(|c| c.to_digit(8)) {
                Some(digit) if value * 8 + digit <= 0o377 => {
                    value = value * 8 + digit;
                    self.at += 1;
                }
                _ => break,
            }
        }
        value
    }

    /// Behind `\c`. Where no control letter follows, annex B takes the backslash for itself.
    fn control_escape(&mut self, class: bool) -> Parsed<u32> {
        match self.peek_char() {
            Some(c) if c.is_ascii_alphabetic() || class && !self.unicode && (c.is_ascii_digit() || c == '_') => {
                self.at += 1;
                Ok(c as u32 % 32)
            }
            _ if self.unicode => error("Invalid Unicode escape"),
            _ => {
                self.at -= 1;
                Ok('\\' as u32)
            }
        }
    }

    /// CharacterClassEscape without properties.
    fn class_escape(&mut self, c: char) -> ClassSet {
        let mut set = match c.to_ascii_lowercase() {
            'd' => CodePointSet::from_ranges(DIGITS),
            's' => spaces(),
            _ => {
                let mut word = CodePointSet::from_ranges(WORD);
                // WordCharacters(rer)
                if self.folding() == Some(Folding::Points) {
                    close(&mut word, Folding::Points);
                }
                word
            }
        };
        if c.is_ascii_uppercase() {
            set = set.complement();
        }
        ClassSet::of(set)
    }

    /// Behind `\p` or `\P`.
    fn property_escape(&mut self, negative: bool) -> Parsed<ClassSet> {
        let invalid = || error("Invalid property name");
        if !self.eat("{") {
            return invalid();
        }
        let start = self.at;
        while self.peek_char().is_some_and(|c| c.is_ascii_alphanumeric() || c == '_' || c == '=') {
            self.at += 1;
        }
        let text: String = self.text[start..self.at].iter().filter_map(|&c| char::from_u32(c)).collect();
        if !self.eat("}") {
            return invalid();
        }
        let (name, value) = match text.split_once('=') {
            Some((name, value)) => (name, Some(value)),
            None => (text.as_str(), None),
        };
        // With v and i sets are kept closed: the complement of a closed set is what sec. 22.2.2.9 means by folding them.
        let folding = self.folding().filter(|_| self.sets);
        match property::find(name, value, self.sets) {
            Some(Property::Points(mut set)) => {
                if let Some(folding) = folding {
                    close(&mut set, folding);
                }
                Ok(ClassSet::of(if negative { set.complement() } else { set }))
            }
            Some(Property::Strings(..)) if negative => invalid(),
            Some(Property::Strings(set, strings)) => {
                let mut result = ClassSet::of(set);
                result.may_contain_strings = true;
                for string in strings {
                    result.add_string(string, folding);
                }
                result.finish(folding);
                Ok(result)
            }
            None => invalid(),
        }
    }
}
