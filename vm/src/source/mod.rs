//! Source texts and positions in them.

mod comments;
mod original;
mod surrogates;

pub use comments::MagicComments;
pub use original::{OriginalFile, OriginalPlace, ShownPlace, SourceMap, SourceMaps};
pub use surrogates::{Encoded, Surrogates};

use std::cell::{Cell, OnceCell};
use std::rc::Rc;
use std::sync::Arc;

/// A script's, module's or eval's text, with a line table made when first asked for.
pub struct SourceText {
    /// A path, or a description such as `<eval>`.
    pub name: String,
    /// Shared with profiles, which other threads write.
    pub text: Arc<String>,
    /// What stands for lone surrogates in the text, if it has some.
    pub surrogates: Option<Surrogates>,
    /// Distinguishes sources in reports; unique within a VM.
    pub id: u32,
    /// Objects may count as undefined here: `x == null` is not a test for two values only.
    pub undetectable_objects: Cell<bool>,
    /// Code id and bytecode offset of the eval, or the call of Function, that made the text; 0 of others.
    pub made_at: Cell<(u32, u32)>,
    /// What its code comes across is counted.
    pub is_counted: Cell<bool>,
    /// Its functions tell when they are entered and left.
    pub traces_calls: Cell<bool>,
    /// A built-in's: names that nothing declares are intrinsics.
    pub is_self_hosted: bool,
    lines: OnceCell<Lines>,
    comments: OnceCell<MagicComments>,
    /// Who finds the text's map, and the map once it was asked for.
    maps: OnceCell<Rc<dyn SourceMaps>>,
    map: OnceCell<Option<Rc<dyn SourceMap>>>,
    /// Lines at its beginning that stand before what the author wrote: the head of a function made of a text.
    pub head_lines: Cell<u32>,
    /// Counts the memory of all texts that are alive.
    meter: OnceCell<Rc<Cell<usize>>>,
}

/// Where lines begin.
struct Lines {
    starts: Vec<u32>,
    /// The whole text is ASCII, so that columns need no counting: there are programs of one long line.
    is_ascii: bool,
}

impl Lines {
    /// LF, CR, both together, U+2028 and U+2029 end a line.
    fn of(text: &str) -> Lines {
        /// What is looked at twice while it is in the first cache.
        const BLOCK: usize = 1 << 14;
        /// The first byte of U+2028 and U+2029.
        const SEPARATOR: u8 = 0xe2;
        let bytes = text.as_bytes();
        let mut lines = Lines { starts: vec![0], is_ascii: true };
        for (number, block) in bytes.chunks(BLOCK).enumerate() {
            if !block.chunks(64).any(|bytes| bytes.iter().fold(false, |any, &byte| any | ((byte as i8) < 14))) {
                // Neither a line's end nor a byte of a wider character.
                continue;
            }
            lines.is_ascii = lines.is_ascii && block.is_ascii();
            for i in memchr::memchr3_iter(b'\n', b'\r', SEPARATOR, block).map(|i| number * BLOCK + i) {
                match bytes[i] {
                    b'\n' => lines.starts.push(i as u32 + 1),
                    b'\r' if bytes.get(i + 1) != Some(&b'\n') => lines.starts.push(i as u32 + 1),
                    SEPARATOR if matches!(bytes.get(i + 1..i + 3), Some([0x80, 0xa8 | 0xa9])) => {
                        lines.starts.push(i as u32 + 3);
                    }
                    _ => {}
                }
            }
        }
        lines
    }
}

/// Byte offsets of the lines of a text. LF, CR, both together, U+2028 and U+2029 end a line.
pub fn line_starts(text: &str) -> Vec<u32> {
    Lines::of(text).starts
}

/// 1-based; the column counts UTF-16 code units.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, PartialOrd, Ord)]
pub struct LineColumn {
    pub line: u32,
    pub column: u32,
}

impl SourceText {
    pub fn new(name: impl Into<String>, text: impl Into<String>, id: u32) -> SourceText {
        SourceText {
            name: name.into(),
            text: Arc::new(text.into()),
            surrogates: None,
            id,
            undetectable_objects: Cell::new(false),
            made_at: Cell::new((0, 0)),
            is_counted: Cell::new(false),
            traces_calls: Cell::new(false),
            is_self_hosted: false,
            lines: OnceCell::new(),
            comments: OnceCell::new(),
            maps: OnceCell::new(),
            map: OnceCell::new(),
            head_lines: Cell::new(0),
            meter: OnceCell::new(),
        }
    }

    /// Of a text that may have had lone surrogates.
    pub fn of_encoded(name: impl Into<String>, encoded: Encoded, id: u32) -> SourceText {
        let mut source = SourceText::new(name, encoded.text, id);
        source.surrogates = encoded.surrogates;
        source
    }

    /// What the text says of itself, looked for when first asked for.
    pub fn comments(&self) -> &MagicComments {
        self.comments.get_or_init(|| MagicComments::of(&self.text))
    }

    /// Looks for what profiles ask of every text, if that takes long enough to make an end late that has a limit.
    pub fn index_if_long(&self) {
        const LONG: usize = 1 << 20;
        if self.text.len() >= LONG {
            self.lines();
            self.comments();
        }
    }

    /// The name that people are shown: the text's own (`//# sourceURL=`) before that which it was given.
    pub fn shown_name(&self) -> &str {
        self.comments().name.clone().map_or(&self.name, |range| &self.text[range])
    }

    /// Counts the text, and about what is made of it, at `meter` for as long as it lives.
    pub fn count_at(&self, meter: &Rc<Cell<usize>>) {
        if self.meter.set(meter.clone()).is_ok() {
            meter.set(meter.get() + self.bytes());
        }
    }

    /// About the memory that a text and the tables and trees that are made of it take.
    fn bytes(&self) -> usize {
        const FIXED: usize = 1 << 10;
        const BYTE: usize = 4;
        FIXED + self.text.len() * BYTE
    }

    fn lines(&self) -> &Lines {
        self.lines.get_or_init(|| Lines::of(&self.text))
    }

    /// The line of a byte offset, 1-based; offsets past the end give the last.
    pub fn line(&self, offset: u32) -> u32 {
        self.lines().starts.partition_point(|&start| start <= offset) as u32
    }

    /// Line and column of a byte offset; offsets past the end give the end.
    pub fn line_column(&self, offset: u32) -> LineColumn {
        let mut offset = (offset as usize).min(self.text.len());
        while !self.text.is_char_boundary(offset) {
            offset -= 1;
        }
        let Lines { starts, is_ascii } = self.lines();
        let line = starts.partition_point(|&start| start as usize <= offset);
        let start = starts[line - 1] as usize;
        if *is_ascii {
            return LineColumn { line: line as u32, column: (offset - start) as u32 + 1 };
        }
        let units = |c: char| match self.surrogates {
            Some(surrogates) if surrogates.surrogate(c).is_some() => 1,
            _ => c.len_utf16() as u32,
        };
        let column = self.text[start..offset].chars().map(units).sum::<u32>() + 1;
        LineColumn { line: line as u32, column }
    }

    /// The text of a 1-based line, without its terminator.
    pub fn line_text(&self, line: u32) -> &str {
        let starts = &self.lines().starts;
        let Some(&start) = starts.get(line.saturating_sub(1) as usize) else { return "" };
        let end = starts.get(line as usize).map_or(self.text.len(), |&e| e as usize);
        self.text[start as usize..end].trim_end_matches(['\n', '\r', '\u{2028}', '\u{2029}'])
    }

    pub fn line_count(&self) -> u32 {
        self.lines().starts.len() as u32
    }
}

impl Drop for SourceText {
    fn drop(&mut self) {
        if let Some(meter) = self.meter.get() {
            meter.set(meter.get().saturating_sub(self.bytes()));
        }
    }
}

impl std::fmt::Debug for SourceText {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "source {} ({} bytes)", self.name, self.text.len())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_end_in_every_way() {
        assert_eq!(line_starts(""), [0]);
        assert_eq!(line_starts("a\nb\rc\r\nd\n\r\u{2028}e\u{2029}\u{20ac}"), [0, 2, 4, 7, 9, 10, 13, 17]);
    }

    /// Wherever what ends a line stands in a long text, and however it is divided.
    #[test]
    fn lines_of_long_texts() {
        for end in ["\n", "\r", "\r\n", "\u{2028}"] {
            for before in (0..6).map(|i| (1 << 14) - i) {
                let text = format!("{}{end}b{end}{}", "a".repeat(before), "c".repeat(40_000));
                let second = before + end.len();
                let source = SourceText::new("", text.clone(), 1);
                assert_eq!(line_starts(&text), [0, second as u32, (second + 1 + end.len()) as u32], "{before} {end:?}");
                assert_eq!(source.lines().is_ascii, text.is_ascii());
                assert_eq!(source.line_column(second as u32), LineColumn { line: 2, column: 1 });
            }
        }
    }
}
