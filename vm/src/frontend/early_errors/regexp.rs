//! Regular expression literals: flags and pattern (ECMA-262 section 13.2.7.1).

use swc_ecma_ast::Regex;

use super::{Check, Checker, error};

/// Reads regular expression flags, or tells that they are invalid: an unknown flag, one given twice, or both `u`
/// and `v`.
fn parse_flags(flags: &str) -> Option<regress::Flags> {
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

/// A pattern as `regress` takes it, from its code units: code points in Unicode mode, code units otherwise, unless it
/// may name groups, whose names are always read as code points.
///
/// In Unicode mode `regress` takes the escape of a leading surrogate and a `\u{...}` after it for a broken pair: the
/// surrogate gets braces too.
fn pattern_characters(pattern: impl Iterator<Item = u16> + Clone, flags: regress::Flags) -> Vec<u32> {
    let unicode = flags.unicode || flags.unicode_sets;
    let mut units = pattern.clone();
    let names = units.any(|unit| unit == u16::from(b'<'));
    if !unicode && !names {
        return pattern.map(u32::from).collect();
    }
    let mut characters: Vec<u32> = char::decode_utf16(pattern)
        .map(|character| character.map_or_else(|error| u32::from(error.unpaired_surrogate()), u32::from))
        .collect();
    if unicode {
        brace_surrogates(&mut characters);
    }
    characters
}

/// Rewrites `\uD83D\u{` to `\u{D83D}\u{`.
fn brace_surrogates(pattern: &mut Vec<u32>) {
    let byte = |character: Option<&u32>| character.and_then(|&character| u8::try_from(character).ok()).unwrap_or(0);
    let mut index = 0;
    while index < pattern.len() {
        if pattern[index] != u32::from(b'\\') {
            index += 1;
            continue;
        }
        let text: [u8; 9] = std::array::from_fn(|offset| byte(pattern.get(index + offset)));
        if let [b'\\', b'u', b'd' | b'D', b'8' | b'9' | b'a' | b'A' | b'b' | b'B', x, y, b'\\', b'u', b'{'] = text
            && x.is_ascii_hexdigit()
            && y.is_ascii_hexdigit()
        {
            pattern.insert(index + 6, u32::from(b'}'));
            pattern.insert(index + 2, u32::from(b'{'));
            index += 8;
        } else {
            index += 2;
        }
    }
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
        let characters = pattern_characters(pattern.encode_utf16(), flags);
        if let Err(problem) = regress::backends::try_parse(characters.into_iter(), flags) {
            return error(literal.span, format!("Invalid regular expression: /{pattern}/: {}", problem.text));
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::{accepts, rejects};
    use super::{parse_flags, pattern_characters};

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
            "/[\u{1f600}-\u{1f601}]/;",
        ]);
        accepts(&["/[\u{1f600}-\u{1f601}]/u; /(?<\u{1d49c}>.)/;"]);
        accepts(&[r"/\uD83D\u{3042}*[\uDC00]/u;"]);
        let flags = parse_flags("u").unwrap_or_default();
        let characters = |pattern: &str| {
            pattern_characters(pattern.encode_utf16(), flags).into_iter().filter_map(char::from_u32).collect::<String>()
        };
        assert_eq!(characters(r"\\uD83D\uD83D\u{61}"), r"\\uD83D\u{D83D}\u{61}");
        assert_eq!(characters(r"\uD83D\uDE00\é"), r"\uD83D\uDE00\é");
    }
}
