//! Group names: reading them, and which may be the same.

use super::{MAX_POINT, Parser};
use swc_ecma_ast::Ident;

/// A way through disjunctions: the number of each, and which of its alternatives.
type Path = Vec<(u32, u32)>;

#[derive(Default)]
pub(super) struct Names {
    /// In the order of their first group.
    pub groups: Vec<(Box<str>, Vec<u32>)>,
    /// Where each of those groups lies.
    paths: Vec<Vec<Path>>,
    /// References by name: which, and the name.
    pub references: Vec<(u32, Box<str>)>,
    path: Path,
    disjunctions: u32,
}

impl Names {
    pub(super) fn enter(&mut self) {
        self.disjunctions += 1;
        self.path.push((self.disjunctions, 0));
    }

    pub(super) fn next_alternative(&mut self) {
        if let Some(last) = self.path.last_mut() {
            last.1 += 1;
        }
    }

    pub(super) fn leave(&mut self) {
        self.path.pop();
    }

    /// False if both this group and another of that name could take part (MightBothParticipate).
    pub(super) fn declare(&mut self, name: &str, group: u32) -> bool {
        let Some(known) = self.groups.iter().position(|(known, _)| **known == *name) else {
            self.groups.push((name.into(), vec![group]));
            self.paths.push(vec![self.path.clone()]);
            return true;
        };
        let exclusive = |path: &Path| path.iter().zip(&self.path).any(|(a, b)| a.0 == b.0 && a.1 != b.1);
        if !self.paths[known].iter().all(exclusive) {
            return false;
        }
        self.groups[known].1.push(group);
        self.paths[known].push(self.path.clone());
        true
    }
}

impl Parser<'_> {
    /// GroupName behind its `<`, with the `>`.
    pub(super) fn group_name(&mut self) -> Option<Box<str>> {
        let mut name = String::new();
        loop {
            let c = self.peek()?;
            self.at += 1;
            let point = match char::from_u32(c) {
                Some('>') => return (!name.is_empty()).then(|| name.into()),
                Some('\\') => self.name_escape()?,
                // Names are made of code points in any case.
                _ => self.with_trail(c, |parser| {
                    let trail = parser.peek()?;
                    parser.at += 1;
                    Some(trail)
                }),
            };
            let c = char::from_u32(point)?;
            let valid = if name.is_empty() { Ident::is_valid_start(c) } else { Ident::is_valid_continue(c) };
            if !valid {
                return None;
            }
            name.push(c);
        }
    }

    /// The code point that a leading surrogate and what is read next make; or the first alone, and nothing is read.
    pub(super) fn with_trail(&mut self, lead: u32, read: impl FnOnce(&mut Self) -> Option<u32>) -> u32 {
        if lead & !0x3ff != 0xd800 {
            return lead;
        }
        let before = self.at;
        match read(self) {
            Some(trail) if trail & !0x3ff == 0xdc00 => 0x10000 + ((lead & 0x3ff) << 10) + (trail & 0x3ff),
            _ => {
                self.at = before;
                lead
            }
        }
    }

    /// RegExpUnicodeEscapeSequence with u, behind the backslash.
    fn name_escape(&mut self) -> Option<u32> {
        if !self.eat("u") {
            return None;
        }
        self.unicode_escape()
    }

    /// `{X...}`, `XXXX`, or two of the latter that make a pair; behind `\u`.
    pub(super) fn unicode_escape(&mut self) -> Option<u32> {
        if !self.eat("{") {
            let lead = self.hex(4)?;
            return Some(self.with_trail(lead, |parser| if parser.eat("\\u") { parser.hex(4) } else { None }));
        }
        let mut value = 0u32;
        let start = self.at;
        while let Some(digit) = self.peek_char().and_then(|c| c.to_digit(16)) {
            value = value.saturating_mul(16).saturating_add(digit);
            self.at += 1;
        }
        (self.at > start && value <= MAX_POINT && self.eat("}")).then_some(value)
    }

    /// That many hexadecimal digits.
    pub(super) fn hex(&mut self, digits: usize) -> Option<u32> {
        let text = self.text.get(self.at..self.at + digits)?;
        let value = text.iter().try_fold(0, |value, &c| Some(value << 4 | char::from_u32(c)?.to_digit(16)?))?;
        self.at += digits;
        Some(value)
    }
}
