//! Functions' texts, by which those are found again that have moved or got another name: as words, without white space, comments, and the function's
//! own name. A rough division into words will do (a regular expression with a quote in it may come out odd, but comes out the same each time).

use super::side::{Code, Side};
use crate::lines::lines;
use rustc_hash::FxHashMap;
use sha2::{Digest, Sha256};

/// A function's text.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Text {
    /// Its words; none where the text is not known.
    words: Vec<String>,
}

/// Finds the texts of a side's functions.
pub struct Texts<'s> {
    side: &'s Side,
    /// Of each file, where its lines begin (bytes), and their texts.
    files: Vec<Vec<(usize, &'s str)>>,
}

impl<'s> Texts<'s> {
    pub fn new(side: &'s Side) -> Texts<'s> {
        let files = side.files.iter().map(|file| {
            let mut at = 0;
            let with_start = |(_, line): (usize, &'s str)| {
                at += line.len();
                (at - line.len(), line)
            };
            lines(&file.text).into_iter().map(with_start).collect()
        });
        Texts { side, files: files.collect() }
    }

    /// A line's text, without the white space around it.
    pub fn line(&self, function: &Code, line: u32) -> &'s str {
        let file = function.file.and_then(|file| self.files.get(file as usize));
        file.and_then(|lines| lines.get((line as usize).checked_sub(1)?)).map_or("", |(_, text)| text.trim())
    }

    /// All lines from the function's first to its last, without the white space around them.
    pub fn lines(&self, function: &Code) -> Vec<&'s str> {
        let last = if function.end_line == 0 { function.line } else { function.end_line };
        if function.file.is_none() {
            Vec::new()
        } else {
            (function.line..=last).map(|l| self.line(function, l)).collect()
        }
    }

    pub fn of(&self, function: &Code) -> Text {
        let Some(source) = self.source(function) else { return Text::default() };
        let bare = function.name.rsplit(['.', '/', ' ']).next().unwrap_or_default();
        let mut words = words(source);
        if let Some(name) = words.iter_mut().find(|word| word.as_str() == bare) {
            *name = String::new();
        }
        Text { words }
    }

    fn source(&self, function: &Code) -> Option<&'s str> {
        let file = function.file? as usize;
        let offset = |line: u32, column: u32| {
            let &(start, text) = self.files[file].get((line as usize).checked_sub(1)?)?;
            let mut units = 1;
            let within = text.char_indices().find(|(_, c)| {
                let here = units >= column as usize;
                units += c.len_utf16();
                here
            });
            Some(start + within.map_or(text.len(), |(at, _)| at))
        };
        let (start, end) = (offset(function.line, function.column)?, offset(function.end_line, function.end_column)?);
        self.side.files[file].text.get(start..end)
    }
}

impl Text {
    pub fn is_known(&self) -> bool {
        !self.words.is_empty()
    }

    /// How much two texts have in common, 0 to 1: the share of pairs of words that stand beside each other in both (Sørensen and Dice).
    pub fn likeness(&self, other: &Text) -> f64 {
        if self.words.len() < 2 || other.words.len() < 2 {
            return 0.0;
        }
        let mut pairs: FxHashMap<&[String], i64> = FxHashMap::default();
        self.words.windows(2).for_each(|pair| *pairs.entry(pair).or_default() += 1);
        let common = other.words.windows(2).filter(|pair| {
            pairs.get_mut(*pair).is_some_and(|left| {
                *left -= 1;
                *left >= 0
            })
        });
        2.0 * common.count() as f64 / (self.words.len() + other.words.len() - 2) as f64
    }

    /// The most that the likeness of texts of such lengths can be.
    pub fn likeness_at_most(&self, other: &Text) -> f64 {
        let (short, long) = (self.words.len().min(other.words.len()), self.words.len().max(other.words.len()));
        2.0 * short as f64 / (short + long).max(1) as f64
    }

    /// A name for the text that is the same wherever and whenever it is met.
    pub fn identity(&self) -> String {
        let digest = Sha256::digest(self.words.join("\0").as_bytes());
        digest.iter().take(6).map(|byte| format!("{byte:02x}")).collect()
    }
}

fn words(source: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut rest = source;
    while let Some(first) = rest.chars().next() {
        let length = if first.is_whitespace() {
            rest = &rest[first.len_utf8()..];
            continue;
        } else if rest.starts_with("//") {
            rest = rest.find('\n').map_or("", |end| &rest[end..]);
            continue;
        } else if let Some(comment) = rest.strip_prefix("/*") {
            rest = comment.find("*/").map_or("", |end| &comment[end + 2..]);
            continue;
        } else if is_of_word(first) {
            rest.find(|c| !is_of_word(c)).unwrap_or(rest.len())
        } else if matches!(first, '"' | '\'' | '`') {
            quoted(rest, first)
        } else {
            first.len_utf8()
        };
        words.push(rest[..length].to_owned());
        rest = &rest[length..];
    }
    words
}

fn is_of_word(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '_' | '$' | '#')
}

/// The length of the quoted text that `source` begins with, as far as its line if it does not end there.
fn quoted(source: &str, quote: char) -> usize {
    let mut escaped = false;
    for (at, c) in source.char_indices().skip(1) {
        if escaped {
            escaped = false;
        } else if c == '\\' {
            escaped = true;
        } else if c == quote {
            return at + 1;
        } else if c == '\n' && quote != '`' {
            return at;
        }
    }
    source.len()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compare::side::File;
    use crate::profile::FunctionKind;

    fn text(source: &str) -> Text {
        Text { words: words(source) }
    }

    #[test]
    fn white_space_and_comments_do_not_count() {
        assert_eq!(text("f(a,/* b */ 'x // y')// c\n +1"), text("f ( a , 'x // y' ) + 1"));
        assert_eq!(words("a$1 'it\\'s' `x\ny` \"open\nz"), ["a$1", "'it\\'s'", "`x\ny`", "\"open", "z"]);
        assert_ne!(text("a - 1"), text("a + 1"));
    }

    #[test]
    fn likeness_is_between_none_and_all() {
        let (long, other) = (text("function () { return a + b * c; }"), text("function () { return a + b * d; }"));
        assert_eq!(long.likeness(&long), 1.0);
        let likeness = long.likeness(&other);
        assert!((0.7..1.0).contains(&likeness), "{likeness}");
        assert_eq!(long.likeness(&text("while(1);")), 0.0);
        assert!(long.likeness(&other) <= long.likeness_at_most(&other));
    }

    #[test]
    fn a_functions_own_name_is_no_part_of_its_text() {
        let mut side = Side::new("a", "a.js");
        let source = "// \u{1f600}\nlet x; function f(n) { return f(n - 1); }\nfunction g(n) { return f(n - 1); }\n";
        side.files.push(File { name: "a.js".into(), text: String::from(source).into() });
        let code = |name: &str, line, column, end_column| Code {
            name: name.into(),
            kind: FunctionKind::Script,
            file: Some(0),
            line,
            column,
            end_line: line,
            end_column,
        };
        let texts = Texts::new(&side);
        let (f, g) = (code("f", 2, 8, 42), code("g", 3, 1, 35));
        assert_eq!(texts.source(&f), Some("function f(n) { return f(n - 1); }"));
        assert_eq!(texts.of(&f), texts.of(&g));
        assert_eq!(texts.of(&f).identity(), texts.of(&g).identity());
        assert_eq!(texts.line(&g, 3), "function g(n) { return f(n - 1); }");
        assert_eq!(texts.line(&g, 9), "");
        let unknown = Code { end_line: 0, ..f };
        assert!(!texts.of(&unknown).is_known());
    }
}
