//! Regular expression literals: flags and pattern (ECMA-262 section 13.2.7.1).

use swc_ecma_ast::Regex;

use super::{Check, Checker, error};
use crate::regexp::{self, Flags};
use crate::string::StrView;

/// Reads regular expression flags, or tells that they are invalid: an unknown flag, one given twice, or both `u`
/// and `v`.
fn parse_flags(flags: &str) -> Option<Flags> {
    if flags.is_ascii() { Flags::parse(StrView::ascii(flags)) } else { None }
}

impl<'a> Checker<'a> {
    pub(super) fn regexp(&mut self, literal: &'a Regex) -> Check {
        let Some(flags) = parse_flags(&literal.flags) else {
            return error(literal.span, format!("Invalid regular expression flags '{}'", literal.flags));
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
        let units: Vec<u16>;
        let view = if pattern.is_ascii() {
            StrView::ascii(pattern)
        } else {
            units = pattern.encode_utf16().collect();
            StrView::Utf16(&units)
        };
        if let Err(problem) = regexp::parse(view, flags) {
            return error(literal.span, format!("Invalid regular expression: /{pattern}/: {}", problem.0));
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::{accepts, rejects};
    use super::parse_flags;

    #[test]
    fn flags() {
        assert!(parse_flags("").is_some());
        assert!(parse_flags("dgimsuy").is_some());
        assert!(parse_flags("v").is_some());
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
            "/[\u{1f600}-\u{1f601}]/;",
        ]);
        accepts(&["/[\u{1f600}-\u{1f601}]/u; /(?<\u{1d49c}>.)/;"]);
        accepts(&[r"/\uD83D\u{3042}*[\uDC00]/u;"]);
    }
}
