//! Patterns and flags as text: what regress is given, what `source` shows, and what error messages say.

use crate::string::{StrView, StringBuilder, is_line_terminator};

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

    pub(super) fn for_regress(self) -> regress::Flags {
        regress::Flags {
            icase: self.has(Flags::IGNORE_CASE),
            multiline: self.has(Flags::MULTILINE),
            dot_all: self.has(Flags::DOT_ALL),
            no_opt: false,
            unicode: self.is_unicode(),
            unicode_sets: self.has(Flags::UNICODE_SETS),
        }
    }
}

/// The characters of a pattern as regress reads them: code points with u or v, otherwise code units.
///
/// Where regress understands something else than the specification, the pattern is rewritten to what means the same to both.
pub(super) fn characters(pattern: StrView<'_>, flags: Flags) -> Vec<u32> {
    let characters = if flags.is_unicode() { code_points(pattern, flags) } else { code_units(pattern) };
    spell_out_shared_names(characters, flags)
}

fn is(c: Option<&u32>, expected: char) -> bool {
    c.is_some_and(|&c| c == expected as u32)
}

/// What `\W` leaves of all characters when u and i are set, as ranges of a class: K and S have companions outside ASCII.
const NOT_WORD: &str = r"\x00-\x2f\x3a-\x40\x5b-\x5e\x60\x7b-\u017e\u0180-\u2129\u212b-\u{10ffff}";

/// regress takes the escape of a leading surrogate and any `\u` behind it for a pair, if perhaps a broken one. Where the second is no trailing
/// surrogate the first gets braces. In a class `\W` is spelled out where case is ignored.
fn code_points(pattern: StrView<'_>, flags: Flags) -> Vec<u32> {
    let all: Vec<u32> = pattern.chars().collect();
    let ignores_case = flags.has(Flags::IGNORE_CASE) && !flags.has(Flags::UNICODE_SETS);
    let mut characters = Vec::with_capacity(all.len());
    let mut in_class = false;
    let mut i = 0;
    while i < all.len() {
        let c = all[i];
        if c != '\\' as u32 {
            in_class = (in_class || c == '[' as u32) && c != ']' as u32;
            characters.push(c);
            i += 1;
        } else if is_leading_escape(&all[i..]) && begins_another_escape(&all[i + 6..]) {
            characters.extend("\\u{".chars().map(u32::from));
            characters.extend_from_slice(&all[i + 2..i + 6]);
            characters.push('}' as u32);
            i += 6;
        } else if in_class && ignores_case && is(all.get(i + 1), 'W') {
            characters.extend(NOT_WORD.chars().map(u32::from));
            i += 2;
        } else {
            let end = (i + 2).min(all.len());
            characters.extend_from_slice(&all[i..end]);
            i = end;
        }
    }
    characters
}

/// Escaped surrogates become themselves, so that two of them stay two characters, and `\u` without four digits the letter that it means. Group
/// names are identifiers, made of code points in any case.
fn code_units(pattern: StrView<'_>) -> Vec<u32> {
    let mut characters = Vec::with_capacity(pattern.len());
    let mut in_class = false;
    let mut in_name = false;
    let mut i = 0;
    while i < pattern.len() {
        let unit = pattern.at(i);
        if in_name {
            let point = pattern.code_point_at(i);
            characters.push(point.value);
            i += point.units;
            in_name = unit != b'>' as u16;
            continue;
        }
        let next = |offset: usize| pattern.get(i + offset).and_then(|unit| u8::try_from(unit).ok());
        match u8::try_from(unit) {
            Ok(b'\\') if next(1) == Some(b'u') => {
                let digit = |at: usize| next(at).and_then(|byte| (byte as char).to_digit(16));
                let value = (2..6).try_fold(0, |value, at| Some(value << 4 | digit(at)?));
                match value {
                    Some(surrogate @ 0xd800..=0xdfff) => {
                        characters.push(surrogate);
                        i += 5;
                    }
                    Some(_) => {
                        characters.extend("\\u".chars().map(u32::from));
                        i += 1;
                    }
                    None => {
                        characters.push('u' as u32);
                        i += 1;
                    }
                }
            }
            Ok(b'\\') => {
                in_name = !in_class && next(1) == Some(b'k') && next(2) == Some(b'<');
                characters.push(unit as u32);
                if let Some(escaped) = pattern.get(i + 1) {
                    characters.push(escaped as u32);
                    i += 1;
                }
            }
            Ok(b'(') if !in_class && next(1) == Some(b'?') && next(2) == Some(b'<') => {
                in_name = !matches!(next(3), Some(b'=' | b'!'));
                characters.extend("(?<".chars().map(u32::from));
                i += 2;
            }
            byte => {
                in_class = (in_class || byte == Ok(b'[')) && byte != Ok(b']');
                characters.push(unit as u32);
            }
        }
        i += 1;
    }
    characters
}

/// A reference to a name that several groups share is that to the one group among them that took part. regress tries the references one after the other,
/// and one to a group that took no part matches the empty text at once; but one after the other they match what has to be matched.
fn spell_out_shared_names(characters: Vec<u32>, flags: Flags) -> Vec<u32> {
    let escapes_k = |pair: &[u32]| pair == ['\\' as u32, 'k' as u32];
    if !characters.windows(2).any(escapes_k) {
        return characters;
    }
    let mut names: Vec<(&[u32], usize)> = Vec::new();
    // References: where they are and which name they have.
    let mut references: Vec<(std::ops::Range<usize>, &[u32])> = Vec::new();
    let mut groups = 0;
    let mut depth = 0usize;
    let mut i = 0;
    let name_at = |start: usize| {
        let rest = characters.get(start..)?;
        rest.iter().position(|&c| c == '>' as u32).map(|end| &rest[..end])
    };
    while i < characters.len() {
        let next = characters.get(i + 1);
        match char::from_u32(characters[i]) {
            Some('\\') => {
                if depth == 0
                    && is(next, 'k')
                    && is(characters.get(i + 2), '<')
                    && let Some(name) = name_at(i + 3)
                {
                    references.push((i..i + 4 + name.len(), name));
                }
                i += 1;
            }
            Some('[') => depth = if flags.has(Flags::UNICODE_SETS) { depth + 1 } else { 1 },
            Some(']') => depth = depth.saturating_sub(1),
            Some('(') if depth == 0 => {
                let is_named = is(next, '?')
                    && is(characters.get(i + 2), '<')
                    && !is(characters.get(i + 3), '=')
                    && !is(characters.get(i + 3), '!');
                if is_named || !is(next, '?') {
                    groups += 1;
                }
                if is_named && let Some(name) = name_at(i + 3) {
                    names.push((name, groups));
                }
            }
            _ => {}
        }
        i += 1;
    }
    let mut result = Vec::with_capacity(characters.len());
    let mut done = 0;
    for (place, name) in references {
        let shared: Vec<usize> = names.iter().filter(|(n, _)| *n == name).map(|&(_, group)| group).collect();
        if shared.len() > 1 {
            result.extend_from_slice(&characters[done..place.start]);
            let text: String = shared.iter().map(|group| format!("\\{group}")).collect();
            result.extend(format!("(?:{text})").chars().map(u32::from));
            done = place.end;
        }
    }
    result.extend_from_slice(&characters[done..]);
    result
}

/// The value of the escape `\uXXXX` that characters begin with.
fn escaped_unit(characters: &[u32]) -> Option<u32> {
    let digits = characters.strip_prefix(&['\\', 'u'].map(u32::from))?.get(..4)?;
    digits.iter().try_fold(0, |value, &c| Some(value << 4 | char::from_u32(c)?.to_digit(16)?))
}

/// Whether characters begin with the escape of a leading surrogate, `\uD800` to `\uDBFF`.
fn is_leading_escape(characters: &[u32]) -> bool {
    matches!(escaped_unit(characters), Some(0xd800..=0xdbff))
}

/// Whether characters begin with `\u` that is not the escape of a trailing surrogate.
fn begins_another_escape(characters: &[u32]) -> bool {
    characters.starts_with(&['\\', 'u'].map(u32::from)) && !matches!(escaped_unit(characters), Some(0xdc00..=0xdfff))
}

/// A pattern without syntax that has to be found as it stands.
pub(super) fn is_literal(pattern: StrView<'_>, flags: Flags) -> bool {
    !pattern.is_empty()
        && !flags.has(Flags::IGNORE_CASE)
        && pattern.units().all(|unit| match u8::try_from(unit) {
            Ok(byte) => !b"^$\\.*+?()[]{}|".contains(&byte),
            // Half of a pair is not to be found within one.
            Err(_) => !flags.is_unicode() || !(0xd800..0xe000).contains(&unit),
        })
}

/// Whether a `\b` or `\B` has a quantifier, which regress lets pass.
pub(super) fn has_quantified_boundary(characters: &[u32]) -> bool {
    let mut in_class = false;
    let mut i = 0;
    while i < characters.len() {
        let c = characters[i];
        i += 1;
        if c != '\\' as u32 {
            in_class = (in_class || c == '[' as u32) && c != ']' as u32;
            continue;
        }
        let boundary = !in_class && (is(characters.get(i), 'b') || is(characters.get(i), 'B'));
        i += 1;
        if boundary && is_quantifier(characters.get(i..).unwrap_or(&[])) {
            return true;
        }
    }
    false
}

/// Whether characters begin with a complete quantifier.
fn is_quantifier(characters: &[u32]) -> bool {
    let mut rest = characters.iter().map(|&c| char::from_u32(c).unwrap_or('\0'));
    match rest.next() {
        Some('*' | '+' | '?') => true,
        Some('{') => {
            let text: String = rest.take_while(|&c| c.is_ascii_digit() || c == ',' || c == '}').collect();
            let Some((inside, _)) = text.split_once('}') else { return false };
            let (least, most) = inside.split_once(',').unwrap_or((inside, ""));
            !least.is_empty() && !most.contains(',')
        }
        _ => false,
    }
}

/// Whether a character beyond U+00FF may stand by itself, outside classes. A loop over one fails on an ASCII subject in regress even where
/// it need not match anything.
pub(super) fn has_wide_character(characters: &[u32]) -> bool {
    let mut in_class = false;
    let mut i = 0;
    while i < characters.len() {
        let c = characters[i];
        i += 1;
        if c == '\\' as u32 {
            if !in_class && is(characters.get(i), 'u') {
                return true;
            }
            i += 1;
        } else {
            in_class = (in_class || c == '[' as u32) && c != ']' as u32;
            if !in_class && c > 0xff {
                return true;
            }
        }
    }
    false
}

/// Whether a decimal escape occurs, which may mean a group or a character, depending on how many groups there are.
pub(super) fn has_decimal_escape(characters: &[u32]) -> bool {
    let mut rest = characters.iter();
    while let Some(&c) = rest.next() {
        if c == '\\' as u32
            && let Some(&escaped) = rest.next()
            && ('1' as u32..='9' as u32).contains(&escaped)
        {
            return true;
        }
    }
    false
}

/// EscapeRegExpPattern (ECMA-262 sec. 22.2.6.13.1): None if the pattern can stand between slashes as it is.
pub(super) fn escape_pattern(pattern: StrView<'_>) -> Option<StringBuilder> {
    if pattern.is_empty() {
        let mut text = StringBuilder::new();
        text.push_str("(?:)");
        return Some(text);
    }
    if !pattern.units().any(|unit| unit == b'/' as u16 || is_line_terminator(unit)) {
        return None;
    }
    let mut text = StringBuilder::with_capacity(pattern.len() + 8);
    let mut escaped = false;
    let mut in_class = false;
    let mut changed = false;
    for unit in pattern.units() {
        if is_line_terminator(unit) {
            // A backslash that is there already serves.
            if !escaped {
                text.push_str("\\");
            }
            text.push_str(match unit {
                0x0a => "n",
                0x0d => "r",
                0x2028 => "u2028",
                _ => "u2029",
            });
            changed = true;
            escaped = false;
            continue;
        }
        if escaped {
            escaped = false;
        } else {
            match u8::try_from(unit) {
                Ok(b'\\') => escaped = true,
                Ok(b'[') => in_class = true,
                Ok(b']') => in_class = false,
                Ok(b'/') if !in_class => {
                    text.push_str("\\");
                    changed = true;
                }
                _ => {}
            }
        }
        text.push_u16(unit);
    }
    changed.then_some(text)
}

/// What V8 calls an error that regress found.
pub(super) fn error_text(pattern: StrView<'_>, flags: Flags, error: &str) -> &'static str {
    let has = |byte: u8| pattern.index_of_unit(byte as u16, 0).is_some();
    match error {
        "Unbalanced parenthesis" if has_unmatched_parenthesis(pattern) => "Unmatched ')'",
        "Unbalanced parenthesis" => "Unterminated group",
        "Unbalanced bracket" | "Unbalanced class set bracket" => "Unterminated character class",
        "Invalid atom character" if flags.is_unicode() && (has(b'{') || has(b'}') || has(b']')) => {
            "Lone quantifier brackets"
        }
        "Invalid atom character" | "Invalid braced quantifier" => "Nothing to repeat",
        "Quantifier not allowed here" if pattern.contains(StrView::ascii("(?")) => "Invalid quantifier",
        "Quantifier not allowed here" => "Nothing to repeat",
        "Invalid quantifier" if flags.is_unicode() => "Incomplete quantifier",
        "Invalid quantifier" => "numbers out of order in {} quantifier",
        _ if error.starts_with("Range values reversed") => "Range out of order in character class",
        "Incomplete escape" | "Unterminated escape" => "\\ at end of pattern",
        "Invalid token at named capture group identifier" => "Invalid capture group name",
        "Invalid named backreference syntax" => "Invalid named reference",
        "Duplicate capture group name" => "Duplicate capture group name",
        "Invalid unicode escape" => "Invalid Unicode escape",
        "Invalid group modifier" => "Invalid group",
        "Invalid property name" | "Invalid property escape" | "Invalid character at property escape start" => {
            "Invalid property name"
        }
        "Invalid character escape" => "Invalid escape",
        "Regular expression is too deeply nested"
        | "Capture group count limit exceeded"
        | "Loop count limit exceeded" => "Regular expression too large",
        _ if error.starts_with("Backreference to invalid named capture group") => "Invalid named capture referenced",
        _ if error.contains("class set") => "Invalid set operation in character class",
        _ if error.starts_with("Unexpected char") => "Unexpected character",
        _ => "Invalid character class",
    }
}

/// A closing parenthesis comes before its opening one.
fn has_unmatched_parenthesis(pattern: StrView<'_>) -> bool {
    let mut depth = 0usize;
    let mut in_class = false;
    let mut units = pattern.units();
    while let Some(unit) = units.next() {
        match u8::try_from(unit) {
            Ok(b'\\') => {
                units.next();
            }
            Ok(b'[') => in_class = true,
            Ok(b']') => in_class = false,
            Ok(b'(') if !in_class => depth += 1,
            Ok(b')') if !in_class => match depth.checked_sub(1) {
                Some(outer) => depth = outer,
                None => return true,
            },
            _ => {}
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wide(text: &str) -> Vec<u16> {
        text.encode_utf16().collect()
    }

    #[test]
    fn flags() {
        assert_eq!(Flags::parse(StrView::ascii("ygd")).map(Flags::to_text).as_deref(), Some("dgy"));
        for invalid in ["gg", "uv", "x", "G", "g "] {
            assert_eq!(Flags::parse(StrView::ascii(invalid)), None, "{invalid}");
        }
    }

    #[test]
    fn units_or_points() {
        let astral = wide("[\u{1d49c}](?<\u{1d49c}>.)\\k<\u{1d49c}>");
        let characters_of = |flags| characters(StrView::Utf16(&astral), flags);
        assert_eq!(characters_of(Flags::UNICODE).iter().filter(|&&c| c == 0x1d49c).count(), 3);
        let units = characters_of(Flags::default());
        assert_eq!(units.iter().filter(|&&c| c == 0x1d49c).count(), 2);
        assert_eq!(units[1..3], [0xd835, 0xdc9c]);
        let text = |pattern: &str| -> String {
            let characters = characters(StrView::ascii(pattern), Flags::UNICODE);
            characters.iter().filter_map(|&c| char::from_u32(c)).collect()
        };
        assert_eq!(
            text(r"\\uD83D\uD83D\u{61}\uD83D\u0061\uD83D\uDC00\"),
            r"\\uD83D\u{D83D}\u{61}\u{D83D}\u0061\uD83D\uDC00\"
        );
        let units = characters(StrView::ascii(r"\uD83D\uDC38\u0061\u{2}\\u1"), Flags::default());
        assert_eq!(units[..2], [0xd83d, 0xdc38]);
        assert!(units[2..].iter().filter_map(|&c| char::from_u32(c)).eq(r"\u0061u{2}\\u1".chars()));
    }

    #[test]
    fn shared_names() {
        let text = |pattern: &str| -> String {
            let characters = characters(StrView::ascii(pattern), Flags::default());
            characters.iter().filter_map(|&c| char::from_u32(c)).collect()
        };
        let both = r"(?:(?<x>a)|(.)(?<x>b))\k<x>[\k<x>](?<=\k<x>)";
        assert_eq!(text(both), r"(?:(?<x>a)|(.)(?<x>b))(?:\1\3)[\k<x>](?<=(?:\1\3))");
        assert_eq!(text(r"(?<x>a)(?<y>b)\k<x>"), r"(?<x>a)(?<y>b)\k<x>");
    }

    #[test]
    fn literals() {
        let is = |pattern: &str, flags| is_literal(StrView::Utf16(&wide(pattern)), flags);
        assert!(is("abc-é, ", Flags::default()) && is("\u{1d49c}", Flags::default()));
        assert!(!is("", Flags::default()) && !is("a.c", Flags::default()) && !is("a", Flags::IGNORE_CASE));
        assert!(!is("\u{1d49c}", Flags::UNICODE) && is("é", Flags::UNICODE));
    }

    #[test]
    fn sources() {
        let escaped = |pattern: &str| {
            let units = wide(pattern);
            escape_pattern(StrView::Utf16(&units)).map(|text| text.view().to_rust_string_lossy())
        };
        assert_eq!(escaped("").as_deref(), Some("(?:)"));
        assert_eq!(escaped("a\\/b[/]"), None);
        assert_eq!(escaped("a/b[/]").as_deref(), Some("a\\/b[/]"));
        assert_eq!(escaped("\n\\\n\\\\\n\u{2028}").as_deref(), Some("\\n\\n\\\\\\n\\u2028"));
    }

    #[test]
    fn messages() {
        let message = |pattern: &str| {
            let view = StrView::ascii(pattern);
            let all = characters(view, Flags::default());
            match regress::Regex::from_unicode(all.iter().copied(), Flags::default().for_regress()) {
                Ok(_) => "",
                Err(error) => error_text(view, Flags::default(), &error.text),
            }
        };
        assert_eq!(message("("), "Unterminated group");
        assert_eq!(message(")"), "Unmatched ')'");
        assert_eq!(message("["), "Unterminated character class");
        assert_eq!(message("*"), "Nothing to repeat");
        assert_eq!(message("[b-a]"), "Range out of order in character class");
        assert_eq!(message("\\"), "\\ at end of pattern");
        assert_eq!(message("a{2,1}"), "numbers out of order in {} quantifier");
        assert_eq!(message("(?<a>.)\\k<b>"), "Invalid named capture referenced");
        assert_eq!(message("(?<a>.)(?<a>.)"), "Duplicate capture group name");
    }

    #[test]
    fn boundaries_have_no_quantifiers() {
        let has = |pattern: &str| has_quantified_boundary(&characters(StrView::ascii(pattern), Flags::default()));
        for wrong in [r"\b*", r"a\B+", r"\b{1}", r"\b{1,}", r"\B{1,2}?", r"[a]\b?"] {
            assert!(has(wrong), "{wrong}");
        }
        for right in [r"\b", r"\b{", r"\b{a}", r"\b{,1}", r"[\b*]", r"\\b*", r"\ba*"] {
            assert!(!has(right), "{right}");
        }
    }
}
