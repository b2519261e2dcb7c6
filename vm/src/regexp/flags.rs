//! The flags of regular expressions.

use crate::string::StrView;

/// The flags of a regular expression, one bit each.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Flags(u8);

impl Flags {
    pub const HAS_INDICES: Flags = Flags(1);
    pub const GLOBAL: Flags = Flags(2);
    pub const IGNORE_CASE: Flags = Flags(4);
    pub const MULTILINE: Flags = Flags(8);
    pub const DOT_ALL: Flags = Flags(16);
    pub const UNICODE: Flags = Flags(32);
    pub const UNICODE_SETS: Flags = Flags(64);
    pub const STICKY: Flags = Flags(128);

    /// The letters in the order of the `flags` getter.
    pub const LETTERS: &'static [u8; 8] = b"dgimsuvy";

    /// Reads flags. None: an unknown one, one given twice, or u and v together.
    pub fn parse(text: StrView<'_>) -> Option<Flags> {
        let mut flags = Flags::default();
        for unit in text.units() {
            let bit = Flags::LETTERS.iter().position(|&letter| letter as u16 == unit)?;
            if flags.0 & (1 << bit) != 0 {
                return None;
            }
            flags.0 |= 1 << bit;
        }
        (!(flags.has(Flags::UNICODE) && flags.has(Flags::UNICODE_SETS))).then_some(flags)
    }

    #[inline(always)]
    pub fn has(self, flag: Flags) -> bool {
        self.0 & flag.0 != 0
    }

    pub fn bits(self) -> u8 {
        self.0
    }

    /// Patterns and subjects are sequences of code points.
    #[inline(always)]
    pub fn is_unicode(self) -> bool {
        self.0 & (Flags::UNICODE.0 | Flags::UNICODE_SETS.0) != 0
    }

    /// Matching starts at lastIndex.
    #[inline(always)]
    pub fn uses_last_index(self) -> bool {
        self.0 & (Flags::GLOBAL.0 | Flags::STICKY.0) != 0
    }

    /// As the `flags` getter shows them.
    pub fn to_text(self) -> String {
        (0..8).filter(|bit| self.0 >> bit & 1 != 0).map(|bit| Flags::LETTERS[bit] as char).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reading() {
        assert_eq!(Flags::parse(StrView::ascii("ygd")).map(Flags::to_text).as_deref(), Some("dgy"));
        for invalid in ["gg", "uv", "x", "G", "g "] {
            assert_eq!(Flags::parse(StrView::ascii(invalid)), None, "{invalid}");
        }
    }
}
