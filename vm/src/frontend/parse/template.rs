//! Templates that the parser must not see.
//!
//! The parser panics on some programs that have a template without a tag and with an invalid escape: it reports the
//! escape, goes on from an operator outside, and comes by the same token again. Such programs are invalid anyway, so
//! they are recognised by their text here; by their tokens, where the text alone leaves a doubt. What stays in doubt,
//! a regular expression after a block that reads like such a template, is taken for one.

use super::nesting;

/// Where the first such template is, if there is one.
pub(super) fn invalid_template(source: &str) -> Option<u32> {
    let text = source.as_bytes();
    let doubt =
        memchr::memchr_iter(b'`', text).any(|start| may_lack_tag(&text[..start]) && has_invalid_escape(&text[start..]));
    if doubt { nesting::invalid_template(source) } else { None }
}

/// Whether what comes before a template may be no tag.
fn may_lack_tag(before: &[u8]) -> bool {
    let trimmed = before.trim_ascii_end();
    if before[trimmed.len()..].contains(&b'\n') || before[trimmed.len()..].contains(&b'\r') {
        // The line may end in a comment.
        return true;
    }
    match trimmed.last() {
        Some(b']' | b'"' | b'\'' | b'`') => false,
        Some(byte) if byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'$') => {
            let in_word =
                |byte: &&u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'$' | b'\\' | b'{' | b'}');
            let length = trimmed.iter().rev().take_while(in_word).count();
            let word = &trimmed[trimmed.len() - length..];
            word.contains(&b'\\') || KEYWORDS.iter().any(|keyword| word.ends_with(keyword.as_bytes()))
        }
        _ => true,
    }
}

/// Words that an expression may follow.
const KEYWORDS: [&str; 16] = [
    "await",
    "case",
    "default",
    "delete",
    "do",
    "else",
    "extends",
    "in",
    "instanceof",
    "new",
    "of",
    "return",
    "throw",
    "typeof",
    "void",
    "yield",
];

/// Whether the template that begins here has an escape, before its first `${`, that is invalid or
/// that the parser takes for invalid.
pub(super) fn has_invalid_escape(template: &[u8]) -> bool {
    let mut rest = template.get(1..).unwrap_or_default();
    loop {
        rest = match rest {
            [] | [b'`', ..] | [b'$', b'{', ..] => return false,
            [b'\\', b'u', b'{', digits @ ..] => {
                let count = digits.iter().take_while(|byte| byte.is_ascii_hexdigit()).count();
                let value = digits[..count].iter().fold(0_u32, |value, digit| {
                    value.saturating_mul(16).saturating_add(char::from(*digit).to_digit(16).unwrap_or(0))
                });
                if count == 0 || value > 0x10_ffff || digits.get(count) != Some(&b'}') {
                    return true;
                }
                &digits[count..]
            }
            [b'\\', b'u', digits @ ..] => {
                let surrogate = matches!(digits, [b'd' | b'D', b'8'..=b'9' | b'a'..=b'b' | b'A'..=b'B', ..]);
                if digits.len() < 4
                    || !digits[..4].iter().all(u8::is_ascii_hexdigit)
                    || surrogate && digits[4..].starts_with(b"\\u{")
                {
                    return true;
                }
                &digits[4..]
            }
            [b'\\', b'x', digits @ ..] => {
                if digits.len() < 2 || !digits[..2].iter().all(u8::is_ascii_hexdigit) {
                    return true;
                }
                &digits[2..]
            }
            [b'\\', b'0', b'0'..=b'9', ..] | [b'\\', b'1'..=b'9', ..] => return true,
            [b'\\', _, rest @ ..] | [_, rest @ ..] => rest,
        };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn templates() {
        for source in [
            "-`\\u{0`",
            "a;+\n`\\x0`",
            "typeof /* a */ `a\\1${b}`",
            "void// a\n`\\u12`",
            "!`\\u{110000}`",
            "~ `\\00`",
            "a = b + `\\8`",
            "(`\\uD83D\\u{61}`)",
            "typ\\u0065of `\\x`",
            "-(a, return `\\x`)",
            "if (a) `\\x`",
            "+`${-<\n`\\u{`...!",
            "{} `\\x`",
            "- <!-- `\n`\\x`",
        ] {
            assert!(invalid_template(source).is_some(), "{source}");
        }
        for source in [
            "a + `b`",
            "(`\\uD83D\\uDC38\\uD83D\\u0061`)",
            "-`\\u{61}\\u0061\\x61\\0\\n\\``",
            "a`\\u{`",
            "a.return `\\u{`",
            "a() /* ; */ `\\u{`",
            "a\n`\\u{`",
            "'+`\\1`'; // +`\\x`",
            "/+`\\1`/",
            "a + /* + */ b`\\x`",
            "`${a}`; '\\1'; `b`",
        ] {
            assert_eq!(invalid_template(source), None, "{source}");
        }
    }
}
