//! Advice for whoever pastes it into a review or a model: at most 4,000 tokens.

use super::advice::{Advice, Finding};
use super::words;
use crate::compare::printable;
use std::fmt::Write as _;
use std::io::{self, Write};

/// Bytes that surely are no more than 4,000 tokens: tokenizers make no token of less than three bytes of English and code, on average.
const MOST: usize = 12_000;
/// Lines of one kind that a finding has.
const MOST_LINES: usize = 4;
/// Characters of one line.
const MOST_OF_A_LINE: usize = 300;

impl Advice {
    /// Writes it. Findings that find no room are counted.
    ///
    /// # Errors
    /// What writing gives.
    pub fn write_markdown(&self, out: &mut impl Write) -> io::Result<()> {
        let mut text = format!("# Advice: {}\n\n", one_line(&self.headline()));
        for note in &self.notes {
            let _ = writeln!(text, "- {}", one_line(note));
        }
        for error in &self.errors {
            let _ = writeln!(
                text,
                "- pattern {}:{} failed: {}",
                one_line(&error.file),
                error.line,
                one_line(&error.message)
            );
        }
        let mut left = self.findings.len();
        for (rank, finding) in (1..).zip(&self.findings) {
            let more = section(rank, finding);
            // Room for the last words.
            if text.len() + more.len() + 200 > MOST {
                break;
            }
            text.push_str(&more);
            left -= 1;
        }
        if left > 0 {
            let _ = writeln!(text, "\n{left} cheaper findings are left out.");
        }
        if !self.below.is_empty() {
            let _ = writeln!(text, "\n{} more cost too little to matter or to be measured.", self.below.len());
        }
        let _ = writeln!(text, "\n{}", self.check());
        out.write_all(text.as_bytes())
    }
}

fn section(rank: usize, f: &Finding) -> String {
    let mut text = format!("\n## {rank}. {} (`{}`)\n\n", one_line(&f.title), one_line(&f.pattern));
    let _ = writeln!(
        text,
        "`{}` in `{}`: {}\n",
        one_line(&f.place()),
        one_line(&f.function),
        words::cost(&f.cost, f.share)
    );
    let _ = writeln!(text, "```js\n{}\n```\n", one_line(&f.text));
    for seen in f.seen.iter().take(MOST_LINES) {
        let _ = writeln!(text, "- seen: {}", one_line(seen));
    }
    for because in f.because.iter().take(MOST_LINES) {
        let at = &because.at;
        let _ = writeln!(
            text,
            "- from `{}:{}`, {}: `{}`",
            one_line(&at.file),
            at.line,
            one_line(&because.what),
            one_line(&at.text)
        );
    }
    if f.places.len() > 1 {
        for place in f.places.iter().take(MOST_LINES) {
            let _ = writeln!(
                text,
                "- {:.1} ms at `{}:{}`: `{}`",
                place.cost.ms,
                one_line(&place.file),
                place.line,
                one_line(&place.text)
            );
        }
    }
    let _ = writeln!(text, "- why: {}\n- instead: {}", one_line(&f.why), one_line(&f.instead));
    text
}

/// In one line, without what would end code or begin a heading.
fn one_line(text: &str) -> String {
    let text: String = printable(text).replace('`', "'");
    let words: Vec<&str> = text.split_whitespace().collect();
    words.join(" ").chars().take(MOST_OF_A_LINE).collect()
}
