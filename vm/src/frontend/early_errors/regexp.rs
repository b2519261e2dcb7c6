//! Regular expression literals: flags and pattern (ECMA-262 section 13.2.7.1).

use std::borrow::Cow;

use swc_ecma_ast::Regex;

use super::{Check, Checker, error};

/// Reads regular expression flags, or tells that they are invalid: an unknown flag, one given twice, or both `u`
/// and `v`.
pub fn parse_flags(flags: &str) -> Option<regress::Flags> {
    let mut seen = 0_u8;
    let mut result = regress::Flags::default();
    for flag in flags.bytes() {
        let index = b"dgimsuvy".iter().position(|&known| known == flag)?;
        if seen & (1 << index) != 0 {
            return None;
        }
        seen |= 1 << index;
        match flag {
            b'i' => result.icase = true,
            b'm' => result.multiline = true,
            b's' => result.dot_all = true,
            b'u' => result.unicode = true,
            b'v' => result.unicode_sets = true,
            _ => {}
        }
    }
    (!(result.unicode && result.unicode_sets)).then_some(result)
}

/// A pattern as `regress` understands it. It takes a leading surrogate's escape and a `\u{...}` after it for a broken
/// pair in Unicode mode: there the surrogate gets braces too.
#[must_use]
pub fn normalize_pattern(pattern: &str, flags: regress::Flags) -> Cow<'_, str> {
    if !(flags.unicode || flags.unicode_sets) || !pattern.contains("\\u{") {
        return pattern.into();
    }
    let mut result = String::new();
    let mut rest = pattern;
    while let Some(start) = rest.find('\\') {
        let escape = &rest.as_bytes()[start..];
        let length = if let [b'\\', b'u', b'd' | b'D', b'8' | b'9' | b'a'..=b'b' | b'A'..=b'B', x, y, b'\\', b'u', b'{', ..] = escape
            && x.is_ascii_hexdigit()
            && y.is_ascii_hexdigit()
        {
            result.push_str(&rest[..start]);
            result.push_str("\\u{");
            result.push_str(&rest[start + 2..start + 6]);
            result.push('}');
            start + 6
        } else {
            let escaped = rest[start + 1..].chars().next().map_or(0, char::len_utf8);
            let length = start + 1 + escaped;
            result.push_str(&rest[..length]);
            length
        };
        rest = &rest[length..];
    }
    result.push_str(rest);
    result.into()
}

impl<'a> Checker<'a> {
    pub(super) fn regexp(&mut self, literal: &'a Regex) -> Check {
        let Some(flags) = parse_flags(&literal.flags) else {
            return error(
                literal.span,
                format!("Invalid regular expression flags '{}'", literal.flags),
            );
        };
        let pattern = &*literal.exp;
        // Nothing to find in a pattern without syntax.
        if pattern
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b' ' | b'_' | b'-' | b'.' | b'^' | b'$'))
        {
            return Ok(());
        }
        if pattern.contains(['\u{2028}', '\u{2029}']) {
            return error(literal.span, "Invalid regular expression: missing /");
        }
        let normal = normalize_pattern(pattern, flags);
        if let Err(problem) = regress::backends::try_parse(normal.chars().map(u32::from), flags) {
            return error(
                literal.span,
                format!("Invalid regular expression: /{pattern}/: {}", problem.text),
            );
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::{accepts, rejects};
    use super::{normalize_pattern, parse_flags};

    #[test]
    fn flags() {
        assert!(parse_flags("").is_some());
        assert!(parse_flags("dgimsuy").is_some());
        assert!(parse_flags("v").is_some_and(|flags| flags.unicode_sets));
        for invalid in ["gg", "uv", "x", "G", "\u{131}"] {
            assert!(parse_flags(invalid).is_none(), "{invalid}");
        }
    }

    #[test]
    fn patterns() {
        accepts(&[
            "/a/; /[/]/g; /(?<a>.)\\k<a>/u; /\\k<a>/; /a{/; /]/; /\\c/;",
            "/[\\p{L}--[a-z]]/v; /(?i:a)/; /(?<=a)b/;",
        ]);
        rejects(&[
            "/a/gg;",
            "/a/x;",
            "/a/uv;",
            "/(/;",
            "/)/;",
            "/[b-a]/;",
            "/a**/;",
            "/?/;",
            "/(?<a>.)\\k<b>/;",
            "/\\k<a>/u;",
            "/a{/u;",
            "/(?<a>.)(?<a>.)/;",
            "/\\p{Nope}/u;",
            "/a\u{2028}/;",
        ]);
        accepts(&[r"/\uD83D\u{3042}*[\uDC00]/u;"]);
        let flags = parse_flags("u").unwrap_or_default();
        assert_eq!(normalize_pattern(r"\\uD83D\uD83D\u{61}", flags), r"\\uD83D\u{D83D}\u{61}");
        assert_eq!(normalize_pattern(r"\uD83D\uDE00\é", flags), r"\uD83D\uDE00\é");
    }
}
