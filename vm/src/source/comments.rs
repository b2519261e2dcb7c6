//! The comments by which generated texts tell what they are: `//# sourceMappingURL=` and `//# sourceURL=` (ECMA-426, sec. 11.1.2.2,
//! extraction without parsing).
//!
//! The last comment counts, and only if nothing but comments and brackets that close follows it: the text around a function's body
//! that somebody evaluates ends so. `//@` is what the comments were before.

use std::ops::Range;

/// Where the values of the comments are in a text.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct MagicComments {
    /// `//# sourceMappingURL=`: where the text's source map is.
    pub map: Option<Range<usize>>,
    /// `//# sourceURL=`: what the text is to be called.
    pub name: Option<Range<usize>>,
}

impl MagicComments {
    pub fn of(text: &str) -> MagicComments {
        // Forwards, since vector instructions find what comes next, not what came last. Texts may be long, and are searched once.
        let values: Vec<usize> = memchr::memmem::find_iter(text.as_bytes(), END).map(|at| at + END.len()).collect();
        let value_of = |name| value_of(text, name, &values);
        MagicComments { map: value_of("sourceMappingURL="), name: value_of("sourceURL=") }
    }
}

/// What the names of both comments end with.
const END: &str = "URL=";

/// The value that the last comment of that name has. `values`: where values of either begin.
fn value_of(text: &str, name: &str, values: &[usize]) -> Option<Range<usize>> {
    for &start in values.iter().rev() {
        let Some(before) = text.as_bytes()[..start].strip_suffix(name.as_bytes()) else { continue };
        let Some(is_block) = begins_comment(before) else { continue };
        let rest = &text[start..];
        let line_end = rest.find(['\n', '\r', '\u{2028}', '\u{2029}']).unwrap_or(rest.len());
        let (value, after) = if is_block {
            let close = rest[..line_end].find("*/")?;
            (&rest[..close], start + close + 2)
        } else {
            (&rest[..line_end], start + line_end)
        };
        let word = value.trim();
        if word.is_empty() || word.contains(|c: char| c.is_whitespace() || matches!(c, '"' | '\'' | '`')) {
            continue;
        }
        let from = start + (value.len() - value.trim_start().len());
        return ends_there(&text[after..]).then_some(from..from + word.len());
    }
    None
}

/// Whether a comment's name may follow: true after `/*#`, false after `//#`, and both with `@`.
fn begins_comment(before: &[u8]) -> Option<bool> {
    let before = before.trim_ascii_end();
    match before.get(before.len().checked_sub(3)?..)? {
        b"//#" | b"//@" => Some(false),
        b"/*#" | b"/*@" => Some(true),
        _ => None,
    }
}

/// Whether only white space, comments and closing brackets follow.
fn ends_there(mut rest: &str) -> bool {
    loop {
        rest = rest.trim_start_matches(|c: char| c.is_whitespace() || matches!(c, '}' | ')' | ';' | '\u{feff}'));
        if let Some(comment) = rest.strip_prefix("//") {
            rest = comment.find(['\n', '\r', '\u{2028}', '\u{2029}']).map_or("", |end| &comment[end..]);
        } else if let Some(comment) = rest.strip_prefix("/*") {
            let Some(end) = comment.find("*/") else { return false };
            rest = &comment[end + 2..];
        } else {
            return rest.is_empty();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn map(text: &str) -> Option<&str> {
        MagicComments::of(text).map.map(|range| &text[range])
    }

    #[test]
    fn the_last_comment_counts() {
        assert_eq!(map("a;\n//# sourceMappingURL=a.js.map"), Some("a.js.map"));
        assert_eq!(map("a; //@ sourceMappingURL=a.js.map  \r\n"), Some("a.js.map"));
        assert_eq!(map("a;\n/*# sourceMappingURL=a.map */\n"), Some("a.map"));
        assert_eq!(map("//# sourceMappingURL=a\n//# sourceMappingURL=b\n// end\n/* of\n it */"), Some("b"));
        assert_eq!(map("(function () {\na;\n//# sourceMappingURL=a.map\n});"), Some("a.map"));
        assert_eq!(map("//#\tsourceMappingURL= a.map"), Some("a.map"));
    }

    #[test]
    fn what_is_no_comment() {
        for text in [
            "",
            "sourceMappingURL=a",
            "x = '//# sourceMappingURL=' + name;",
            "x = \"//# sourceMappingURL=a\";",
            "//# sourceMappingURL=",
            "//# sourceMappingURL=a b",
            "//# sourceMappingURL=a\nb;",
            "/*# sourceMappingURL=a\n*/",
            "/# sourceMappingURL=a",
        ] {
            assert_eq!(map(text), None, "{text}");
        }
    }

    #[test]
    fn both_may_be_there() {
        let text = "a;\n//# sourceURL=b.js\n//# sourceMappingURL=data:,{}";
        let comments = MagicComments::of(text);
        assert_eq!(comments.name.map(|range| &text[range]), Some("b.js"));
        assert_eq!(comments.map.map(|range| &text[range]), Some("data:,{}"));
    }
}
