//! Advice on a terminal.

use super::advice::{Advice, Finding};
use super::words;
use crate::compare::printable;
use std::io::{self, Write};

/// Columns that text is broken at.
const WIDTH: usize = 110;

impl Advice {
    /// Writes it. `all`: with what is below the line.
    ///
    /// # Errors
    /// What writing gives.
    pub fn print(&self, out: &mut impl Write, color: bool, all: bool) -> io::Result<()> {
        let (bold, plain) = styles(color, "\x1b[1m");
        writeln!(out, "{bold}{}{plain}", printable(&self.headline()))?;
        for note in &self.notes {
            writeln!(out, "note: {}", printable(note))?;
        }
        for error in &self.errors {
            let line = if error.line > 0 { format!(":{}", error.line) } else { String::new() };
            writeln!(out, "pattern {}{line} failed: {}", printable(&error.file), printable(&error.message))?;
        }
        for (rank, finding) in (1..).zip(&self.findings) {
            print_finding(out, rank, finding, color)?;
        }
        if all && !self.below.is_empty() {
            writeln!(out, "\nbelow the line:")?;
            for (rank, finding) in (self.findings.len() + 1..).zip(&self.below) {
                print_finding(out, rank, finding, color)?;
            }
        } else if !self.below.is_empty() {
            let n = self.below.len();
            writeln!(out, "\n{n} more cost too little to matter or to be measured (--all shows them).")?;
        }
        if !self.findings.is_empty() {
            writeln!(out, "\n{}", self.check())?;
        }
        Ok(())
    }
}

/// An escape sequence, and the one that ends it; nothing without colour.
fn styles(color: bool, style: &str) -> (&str, &str) {
    if color { (style, "\x1b[0m") } else { ("", "") }
}

fn print_finding(out: &mut impl Write, rank: usize, f: &Finding, color: bool) -> io::Result<()> {
    let (bold, plain) = styles(color, "\x1b[1m");
    let (red, end) = styles(color, "\x1b[31m");
    writeln!(out, "\n{bold}{rank}. {}{plain}  [{}]", printable(&f.title), printable(&f.pattern))?;
    writeln!(out, "   {}  in {}", printable(&f.place()), printable(&f.function))?;
    writeln!(out, "   | {}", printable(&f.text))?;
    writeln!(out, "   {red}costs {}{end}", words::cost(&f.cost, f.share))?;
    for seen in &f.seen {
        paragraph(out, "   seen: ", seen)?;
    }
    for because in &f.because {
        let place = format!("{}:{}", because.at.file, because.at.line);
        paragraph(out, "   from: ", &format!("{place} {}: {}", because.what, because.at.text))?;
    }
    if f.places.len() > 1 {
        for place in &f.places {
            let cost = format!("{:.1} ms", place.cost.ms);
            paragraph(out, "   at:   ", &format!("{}:{} {cost}: {}", place.file, place.line, place.text))?;
        }
    }
    paragraph(out, "   why:  ", &f.why)?;
    paragraph(out, "   do:   ", &f.instead)?;
    if !f.also.is_empty() {
        writeln!(out, "   also: {}", printable(&f.also.join(", ")))?;
    }
    Ok(())
}

/// Text behind a label, broken at words.
fn paragraph(out: &mut impl Write, label: &str, text: &str) -> io::Result<()> {
    if text.is_empty() {
        return Ok(());
    }
    let mut line = label.to_owned();
    let mut is_empty = true;
    for word in printable(text).split_whitespace() {
        if !is_empty && line.chars().count() + 1 + word.chars().count() > WIDTH {
            writeln!(out, "{line}")?;
            line = " ".repeat(label.len());
            is_empty = true;
        }
        if !is_empty {
            line.push(' ');
        }
        line.push_str(word);
        is_empty = false;
    }
    writeln!(out, "{line}")
}
