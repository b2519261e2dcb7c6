//! Templates that the parser must not see.
//!
//! After `-`, `typeof` and the like, the parser goes on when the operand is a template with an invalid escape, and
//! panics when it comes by that template again. Such a program is invalid anyway: it is recognised by its text here.

use super::nesting;

/// Where the first such template is, if there is one.
pub(super) fn panicking_template(source: &str) -> Option<u32> {
    let text = source.as_bytes();
    let suspect =
        memchr::memchr_iter(b'`', text).any(|start| may_be_operand(&text[..start]) && has_bad_escape(&text[start..]));
    if suspect { nesting::first_token(source, |before, token| is_operand(text, before, token)) } else { None }
}

/// Whether the text may end in a unary operator. What may be a comment may hide one.
fn may_be_operand(before: &[u8]) -> bool {
    let trimmed = before.trim_ascii_end();
    let gap = &before[trimmed.len()..];
    if gap.contains(&b'\n') || gap.contains(&b'\r') {
        let line = trimmed.rsplit(|byte| matches!(byte, b'\n' | b'\r')).next().unwrap_or_default();
        if line.windows(2).any(|pair| matches!(pair, b"//" | b"--")) {
            return true;
        }
    }
    match trimmed.last() {
        Some(b'+' | b'-' | b'!' | b'~' | b'/' | b'}' | 0x80..) => true,
        Some(byte) if byte.is_ascii_alphanumeric() => {
            let word = trimmed.len()
                - trimmed.iter().rev().take_while(|byte| byte.is_ascii_alphanumeric() || **byte == b'\\').count();
            let word = &trimmed[word..];
            word.contains(&b'\\') || [&b"typeof"[..], b"void", b"delete"].iter().any(|known| word.ends_with(known))
        }
        _ => false,
    }
}

/// Whether a token is a template with an invalid escape, after a unary operator (or a binary one: with no tag).
fn is_operand(text: &[u8], before: swc_ecma_parser::unstable::Token, start: u32) -> bool {
    use swc_ecma_parser::unstable::Token;
    let untagged = matches!(
        before,
        Token::Plus | Token::Minus | Token::Bang | Token::Tilde | Token::TypeOf | Token::Void | Token::Delete
    );
    let text = text.get(start as usize..).unwrap_or_default();
    untagged && text.first() == Some(&b'`') && has_bad_escape(text)
}

/// Whether the template that begins here has an escape, before its first `${`, that the parser may take for invalid.
fn has_bad_escape(template: &[u8]) -> bool {
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
                    || surrogate && digits[4..].starts_with(b"\\u")
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
            "delete `\\uD83D\\u{61}`",
            "typ\\u0065of `\\x`",
        ] {
            assert!(panicking_template(source).is_some(), "{source}");
        }
        for source in [
            "a + `b`",
            "-`\\u{61}\\u0061\\x61\\0\\n\\``",
            "a`\\u{`",
            "a = `\\u{`",
            "'+`\\1`'; // +`\\x`",
            "/+`\\1`/",
            "a + /* + */ b`\\x`",
        ] {
            assert_eq!(panicking_template(source), None, "{source}");
        }
    }
}
