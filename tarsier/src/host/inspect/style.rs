//! How pieces of a value look: quotes, escapes, keys, colours.

use super::layout::Text;
use vm::string::StrView;

/// What a piece of output is, for its colour.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Style {
    Plain,
    /// Numbers, BigInts and booleans.
    Number,
    String,
    Symbol,
    Undefined,
    Null,
    Date,
    RegExp,
    /// Functions, classes, getters, circles and what is left out.
    Special,
}

impl Style {
    /// SGR parameters that switch the colour on and off.
    fn codes(self) -> Option<(&'static str, &'static str)> {
        Some(match self {
            Style::Plain => return None,
            Style::Number => ("33", "39"),
            Style::String | Style::Symbol => ("32", "39"),
            Style::Undefined => ("90", "39"),
            Style::Null => ("1", "22"),
            Style::Date => ("35", "39"),
            Style::RegExp => ("31", "39"),
            Style::Special => ("36", "39"),
        })
    }

    pub fn paint(self, text: impl Into<Text>, color: bool) -> Text {
        let text = text.into();
        match self.codes() {
            Some((on, off)) if color => {
                Text { string: format!("\x1b[{on}m{}\x1b[{off}m", text.string), width: text.width }
            }
            _ => text,
        }
    }
}

/// A string in the quotes that need the fewest escapes: single, else double, else backticks.
pub fn quote(view: StrView<'_>) -> String {
    let has = |unit: u8| view.index_of_unit(u16::from(unit), 0).is_some();
    let quote = match (has(b'\''), has(b'"'), has(b'`') || view.index_of(StrView::ascii("${"), 0).is_some()) {
        (false, _, _) | (true, true, true) => '\'',
        (true, false, _) => '"',
        (true, true, false) => '`',
    };
    let mut out = String::with_capacity(view.len() + 2);
    out.push(quote);
    for point in view.chars() {
        match char::from_u32(point) {
            Some('\n') => out.push_str("\\n"),
            Some('\r') => out.push_str("\\r"),
            Some('\t') => out.push_str("\\t"),
            Some('\u{8}') => out.push_str("\\b"),
            Some('\u{b}') => out.push_str("\\v"),
            Some('\u{c}') => out.push_str("\\f"),
            Some('\\') => out.push_str("\\\\"),
            Some(c) if c == quote => {
                out.push('\\');
                out.push(c);
            }
            Some(c) if (c as u32) < 0x20 || (0x7f..0xa0).contains(&(c as u32)) => {
                out.push_str(&format!("\\x{:02X}", c as u32));
            }
            Some(c) => out.push(c),
            // A lone surrogate.
            None => out.push_str(&format!("\\u{point:04X}")),
        }
    }
    out.push(quote);
    out
}

/// Whether a key is shown without quotes.
pub fn is_plain_key(view: StrView<'_>) -> bool {
    let letter = |unit: u16| u8::try_from(unit).is_ok_and(|b| b.is_ascii_alphabetic() || b == b'_' || b == b'$');
    let digit = |unit: u16| u8::try_from(unit).is_ok_and(|b| b.is_ascii_digit());
    let mut units = view.units();
    units.next().is_some_and(letter) && units.all(|unit| letter(unit) || digit(unit))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn quoted(text: &str) -> String {
        let units: Vec<u16> = text.encode_utf16().collect();
        quote(StrView::Utf16(&units))
    }

    #[test]
    fn quotes_and_escapes() {
        for (text, shown) in [
            ("abc", "'abc'"),
            ("it's", "\"it's\""),
            ("it's \"so\"", "`it's \"so\"`"),
            ("'\"`", "'\\'\"`'"),
            ("a\n\t\\\u{1b}\u{7f}", "'a\\n\\t\\\\\\x1B\\x7F'"),
            ("ä€😀", "'ä€😀'"),
            ("", "''"),
        ] {
            assert_eq!(quoted(text), shown);
        }
        assert_eq!(quote(StrView::Utf16(&[0x61, 0xd800])), "'a\\uD800'");
    }

    #[test]
    fn keys() {
        for (text, plain) in [("abc", true), ("_a1$", true), ("1a", false), ("a-b", false), ("", false)] {
            assert_eq!(is_plain_key(StrView::ascii(text)), plain, "{text}");
        }
    }

    #[test]
    fn colours_are_switched_off_again() {
        assert_eq!(Style::Number.paint("1", true).string, "\x1b[33m1\x1b[39m");
        assert_eq!(Style::Number.paint("1", true).width, 1);
        assert_eq!(Style::Number.paint("1", false).string, "1");
        assert_eq!(Style::Plain.paint("x", true).string, "x");
    }
}
