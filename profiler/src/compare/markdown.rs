//! A comparison as markdown: for reviews and logs.

use super::attribution::Delta;
use super::comparison::{Comparison, Table};
use super::words::{p_value, percent, percents, printable};
use std::io::{self, Write};

/// Rows of each table at most.
const ROWS: usize = 12;

/// A text that is no markup, on one line of a table.
fn plain(text: &str) -> String {
    let mut out = String::new();
    for c in printable(text).chars() {
        if matches!(c, '\\' | '`' | '*' | '_' | '[' | ']' | '<' | '>' | '|' | '#' | '~' | '&') {
            out.push('\\');
        }
        out.push(c);
    }
    out
}

fn code(text: &str) -> String {
    let text = printable(text).replace('|', "\\|").replace('`', "'");
    if text.is_empty() { String::new() } else { format!("`{text}`") }
}

fn interval(delta: &Delta) -> String {
    delta.interval_ms.map_or(String::new(), |i| format!("{:+.2} .. {:+.2}", i.low, i.high))
}

impl Comparison {
    /// Writes markdown.
    ///
    /// # Errors
    /// What writing gives.
    pub fn write_markdown(&self, mut out: impl Write) -> io::Result<()> {
        if let Some(outputs) = &self.outputs {
            writeln!(out, "**{}**\n", plain(outputs))?;
        }
        writeln!(out, "**{}**\n\n{}.", plain(&self.headline()), plain(&self.power()))?;
        if let Some(incomplete) = &self.incomplete {
            writeln!(out, "Not whole: {}.", plain(incomplete))?;
        }
        self.notes.iter().try_for_each(|note| writeln!(out, "Note: {}.", plain(note)))?;
        if !self.measures.is_empty() {
            writeln!(
                out,
                "\n| | before | after | change | 95 % interval | rank test | |\n| --- | ---: | ---: | ---: | --- | --- | --- |"
            )?;
        }
        for m in &self.measures {
            writeln!(
                out,
                "| {} | {} | {} | {} | {} | {} | {} |",
                plain(&m.name),
                m.figure(m.a),
                m.figure(m.b),
                percent(m.ratio.ratio - 1.0),
                m.ratio.interval.map_or(String::new(), percents),
                plain(&p_value(m.p)),
                m.verdict.word()
            )?;
        }
        if let Some(table) = &self.functions {
            heading(&mut out, "function, ms a process")?;
            table_rows(&mut out, table, |row| (plain(&row.place()), row.notes.iter().map(|n| plain(n)).collect()))?;
            if let Some(total) = &self.total {
                table_row(&mut out, total, &format!("all (functions add up to {:+.2})", table.sum_ms), &[])?;
            }
        }
        if let Some(table) = &self.lines {
            heading(&mut out, "line, ms a process")?;
            table_rows(&mut out, table, |row| (format!("{} {}", plain(&row.place()), code(&row.text)), Vec::new()))?;
        }
        if !self.findings.is_empty() {
            writeln!(out, "\nWhat the VM does otherwise:\n")?;
        }
        for f in self.findings.iter().take(ROWS) {
            let sign = if f.is_worse { "worse" } else { "better" };
            writeln!(out, "- {sign}: {} {}:{}: {}", plain(&f.function), plain(&f.file), f.line, plain(&f.text))?;
        }
        Ok(())
    }
}

fn heading(out: &mut impl Write, what: &str) -> io::Result<()> {
    writeln!(out, "\n| before | after | change | 95 % interval | {what} |\n| ---: | ---: | ---: | --- | --- |")
}

fn table_row(out: &mut impl Write, delta: &Delta, what: &str, notes: &[String]) -> io::Result<()> {
    let change =
        if delta.is_significant { format!("**{:+.2}**", delta.delta_ms) } else { format!("{:+.2}", delta.delta_ms) };
    let notes: String = notes.iter().map(|note| format!("<br>{note}")).collect();
    writeln!(out, "| {:.2} | {:.2} | {change} | {} | {what}{notes} |", delta.a_ms, delta.b_ms, interval(delta))
}

fn table_rows<R: AsRef<Delta>>(
    out: &mut impl Write,
    table: &Table<R>,
    describe: impl Fn(&R) -> (String, Vec<String>),
) -> io::Result<()> {
    for row in table.rows.iter().take(ROWS) {
        let (what, notes) = describe(row);
        table_row(out, row.as_ref(), &what, &notes)?;
    }
    let (delta, rows) = table.beyond(ROWS);
    if rows > 0 { table_row(out, &delta, &format!("{rows} more"), &[]) } else { Ok(()) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compare::comparison::Conditions;
    use crate::compare::sample_sides::{Planted, planted};

    #[test]
    fn tables_are_tables_whatever_the_names_are() {
        let (a, mut b) = planted(&Planted { functions: 30, processes: 20, planted_ms: 12.0, seed: 1 });
        b.functions[7].name = "a|b*<c>\n".into();
        let comparison = Comparison::new(&a, &b, &Conditions::default());
        let mut out = Vec::new();
        comparison.write_markdown(&mut out).expect("written");
        let text = String::from_utf8(out).expect("UTF-8");
        assert!(text.starts_with("**after.js is slower than before.js"), "{text}");
        assert!(text.contains("a\\|b\\*\\<c\\>\u{fffd}") && text.contains("<br>was called f7"), "{text}");
        let cells = |line: &str| line.replace("\\|", "").matches('|').count();
        for table in text.split("\n\n").filter(|part| part.starts_with('|')) {
            let widths: Vec<usize> = table.lines().map(cells).collect();
            assert!(widths.iter().all(|w| *w == widths[0]), "{table}");
        }
    }
}
