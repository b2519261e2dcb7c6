//! Patterns as text: which are plain text, and what `source` shows.

use crate::regexp::Flags;
use crate::string::{StrView, StringBuilder, is_line_terminator};

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

#[cfg(test)]
mod tests {
    use super::*;

    fn wide(text: &str) -> Vec<u16> {
        text.encode_utf16().collect()
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
}
