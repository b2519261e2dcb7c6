//! Laying out what is inside of brackets: on one line where it is short and not deep, in columns where there are many, else a line
//! each.

/// A piece of output with its width on a terminal, escape sequences not counted.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct Text {
    pub string: String,
    pub width: usize,
}

impl From<String> for Text {
    fn from(string: String) -> Text {
        let width = if string.is_ascii() { string.len() } else { string.chars().count() };
        Text { string, width }
    }
}

impl From<&str> for Text {
    fn from(text: &str) -> Text {
        String::from(text).into()
    }
}

impl Text {
    /// `self`, then `more`.
    pub fn then(mut self, more: impl Into<Text>) -> Text {
        let more = more.into();
        self.string.push_str(&more.string);
        self.width += more.width;
        self
    }

    pub fn has_line_break(&self) -> bool {
        self.string.contains('\n')
    }
}

/// How much goes on a line.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Columns of a line.
    pub line: usize,
    /// Brackets inside of each other on one line, at most.
    pub nested: usize,
}

/// Brackets with what is inside.
pub struct Block {
    /// Goes before the opening bracket.
    pub head: Text,
    pub open: Text,
    pub close: &'static str,
    pub entries: Vec<Text>,
    /// The first so many entries may be set in columns, numbers to the right; the rest (`... 5 more items`) gets lines of its own.
    pub columns: Option<Columns>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Columns {
    pub count: usize,
    pub align_right: bool,
}

/// Entries from which on columns are tried.
const MANY: usize = 7;
/// Columns at most.
const MOST_COLUMNS: usize = 15;
/// Width taken for the brackets, and slack, when looking whether entries fit on a line.
const FRAME: usize = 10;
/// How much higher than wide a character is.
const CHARACTER_RATIO: f64 = 2.5;

impl Block {
    /// The text of the block when its lines are indented by `indentation`; `nested` counts the brackets inside of each other that
    /// it holds.
    pub fn lay_out(self, limits: Limits, indentation: usize, nested: usize) -> Text {
        let in_columns = self.in_columns(limits, indentation);
        let entries = in_columns.as_ref().unwrap_or(&self.entries);
        if in_columns.is_none() && nested < limits.nested && self.fits(limits, indentation) {
            return self.around(" ", &join(entries, ", "), " ");
        }
        let line = format!("\n{}", " ".repeat(indentation));
        let separator = format!(",{line}  ");
        self.around(&format!("{line}  "), &join(entries, &separator), &line)
    }

    fn around(&self, before: &str, entries: &Text, after: &str) -> Text {
        let head = self.head.clone();
        let head = if head.string.is_empty() { head } else { head.then(" ") };
        head.then(self.open.clone()).then(before).then(entries.clone()).then(after).then(self.close)
    }

    /// Whether all of it goes on one line.
    fn fits(&self, limits: Limits, indentation: usize) -> bool {
        if self.head.has_line_break() || self.entries.iter().any(Text::has_line_break) {
            return false;
        }
        let separators = 2 * self.entries.len();
        let widths: usize = self.entries.iter().map(|entry| entry.width).sum();
        indentation + self.head.width + self.open.width + FRAME + separators + widths <= limits.line
    }

    /// The entries gathered into lines of equally wide columns, if there are many of them and all are short.
    fn in_columns(&self, limits: Limits, indentation: usize) -> Option<Vec<Text>> {
        let columns = self.columns?;
        let (cells, rest) = self.entries.split_at(columns.count.min(self.entries.len()));
        if self.entries.len() < MANY || cells.iter().any(Text::has_line_break) {
            return None;
        }
        let widest = cells.iter().map(|cell| cell.width).max()? + 2;
        let total: usize = cells.iter().map(|cell| cell.width + 2).sum();
        // One long entry among short ones would leave mostly blanks.
        let even = total > 5 * widest || widest <= 8;
        if widest * 3 + indentation >= limits.line || !even {
            return None;
        }
        let average = total as f64 / self.entries.len() as f64;
        let typical = (widest as f64 - 2.0 - (widest as f64 - average).max(0.0).sqrt()).max(1.0);
        let square = (CHARACTER_RATIO * typical * cells.len() as f64).sqrt() / typical;
        let count = (square.round() as usize)
            .min((limits.line - indentation) / widest)
            .min(limits.nested * 4)
            .min(MOST_COLUMNS);
        if count <= 1 {
            return None;
        }
        let widths: Vec<usize> =
            (0..count).map(|c| cells.iter().skip(c).step_by(count).map(|cell| cell.width).max().unwrap_or(0)).collect();
        let mut lines: Vec<Text> = cells.chunks(count).map(|row| line_of(row, &widths, columns.align_right)).collect();
        lines.extend_from_slice(rest);
        Some(lines)
    }
}

fn line_of(row: &[Text], widths: &[usize], align_right: bool) -> Text {
    let mut line = Text::default();
    for (i, cell) in row.iter().enumerate() {
        let last = i + 1 == row.len();
        let padding = " ".repeat(widths[i] - cell.width);
        let separator = if last { "" } else { ", " };
        line = match (align_right, last) {
            (true, _) => line.then(padding).then(cell.clone()).then(separator),
            (false, true) => line.then(cell.clone()),
            (false, false) => line.then(cell.clone()).then(separator).then(padding),
        };
    }
    line
}

fn join(entries: &[Text], separator: &str) -> Text {
    let mut all = Text::default();
    for (i, entry) in entries.iter().enumerate() {
        if i > 0 {
            all = all.then(separator);
        }
        all.string.push_str(&entry.string);
        all.width += entry.width;
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    const LIMITS: Limits = Limits { line: 80, nested: 3 };

    fn block(entries: &[&str], columns: Option<Columns>) -> Block {
        Block {
            head: Text::default(),
            open: "[".into(),
            close: "]",
            entries: entries.iter().map(|e| Text::from(*e)).collect(),
            columns,
        }
    }

    #[test]
    fn short_ones_share_a_line() {
        assert_eq!(block(&["1", "2"], None).lay_out(LIMITS, 0, 0).string, "[ 1, 2 ]");
        assert_eq!(block(&["1", "2"], None).lay_out(LIMITS, 4, 3).string, "[\n      1,\n      2\n    ]");
        let long = "x".repeat(70);
        assert_eq!(block(&[&long], None).lay_out(LIMITS, 0, 0).string, format!("[\n  {long}\n]"));
        assert_eq!(block(&["a\nb"], None).lay_out(LIMITS, 0, 0).string, "[\n  a\nb\n]");
    }

    #[test]
    fn many_are_set_in_columns() {
        let numbers: Vec<String> = (0..10).map(|i| (i * i).to_string()).collect();
        let numbers: Vec<&str> = numbers.iter().map(String::as_str).collect();
        let right = Some(Columns { count: 10, align_right: true });
        let text = block(&numbers, right).lay_out(LIMITS, 0, 0).string;
        let lines: Vec<&str> = text.lines().collect();
        assert!(lines.len() > 2 && lines.len() < 10, "{text}");
        assert!(lines[1..lines.len() - 2].iter().all(|l| l.len() == lines[1].len()), "{text}");
        assert!(block(&numbers[..6], right).lay_out(LIMITS, 0, 0).string.starts_with("[ 0, 1, 4,"));
        let words = ["a", "bb", "ccc", "dddd", "a", "bb", "ccc", "... 5 more items"];
        let text = block(&words, Some(Columns { count: 7, align_right: false })).lay_out(LIMITS, 0, 0).string;
        assert!(text.ends_with(",\n  ... 5 more items\n]"), "{text}");
    }

    #[test]
    fn colour_takes_no_room() {
        let red = Text { string: "\x1b[31mx\x1b[0m".into(), width: 1 };
        assert_eq!(red.then("y").width, 2);
    }
}
