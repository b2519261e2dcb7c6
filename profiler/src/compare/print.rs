//! A comparison on a terminal.

use super::attribution::Delta;
use super::comparison::{Comparison, Verdict};
use super::words::{p_value, percent, percents, printable};
use std::io::{self, Write};

/// Rows of each table at most.
const ROWS: usize = 15;
/// Characters of a source line.
const LINE: usize = 60;
/// Activities with a smaller share of the time are left out.
const LEAST_SHARE: f64 = 0.002;

// Escape sequences (ECMA-48, SGR), and what ends them all.
const BOLD: &str = "\x1b[1m";
const DIM: &str = "\x1b[2m";
const WORSE: &str = "\x1b[31m";
const BETTER: &str = "\x1b[32m";
const BOLD_WORSE: &str = "\x1b[1m\x1b[31m";
const BOLD_BETTER: &str = "\x1b[1m\x1b[32m";
const OFF: &str = "\x1b[0m";

struct Printer<W> {
    out: W,
    color: bool,
}

impl Comparison {
    /// Prints everything.
    ///
    /// # Errors
    /// What writing to `out` gives.
    pub fn print(&self, out: &mut impl Write, color: bool) -> io::Result<()> {
        let mut printer = Printer { out, color };
        printer.head(self)?;
        printer.measures(self)?;
        printer.functions(self)?;
        printer.lines(self)?;
        printer.activities(self)?;
        printer.findings(self)
    }
}

impl<W: Write> Printer<W> {
    fn styled(&self, style: &str, text: &str) -> String {
        if self.color { format!("{style}{text}{OFF}") } else { text.into() }
    }

    fn title(&mut self, text: &str) -> io::Result<()> {
        let text = self.styled(BOLD, text);
        writeln!(self.out, "\n{text}")
    }

    fn dim(&mut self, text: &str) -> io::Result<()> {
        let text = self.styled(DIM, text);
        writeln!(self.out, "{text}")
    }

    fn head(&mut self, comparison: &Comparison) -> io::Result<()> {
        if let Some(outputs) = &comparison.outputs {
            let text = self.styled(WORSE, outputs);
            writeln!(self.out, "{text}")?;
        }
        let style = match comparison.verdict {
            Verdict::Faster => BOLD_BETTER,
            Verdict::Slower => BOLD_WORSE,
            _ => BOLD,
        };
        let headline = self.styled(style, &comparison.headline());
        writeln!(self.out, "{headline}")?;
        self.dim(&comparison.power())?;
        if let Some(incomplete) = &comparison.incomplete {
            self.dim(&format!("not whole: {}", printable(incomplete)))?;
        }
        comparison.notes.iter().try_for_each(|note| self.dim(&format!("note: {}", printable(note))))
    }

    fn measures(&mut self, comparison: &Comparison) -> io::Result<()> {
        if comparison.measures.is_empty() {
            return Ok(());
        }
        let width = comparison.measures.iter().map(|m| m.name.chars().count()).max().unwrap_or(0).max(12);
        self.title(&format!(
            "{:width$} {:>12} {:>12} {:>10}   95 % interval            rank test",
            "", "before", "after", "change"
        ))?;
        for measure in &comparison.measures {
            let interval = measure.ratio.interval.map_or(String::new(), percents);
            let style = match measure.verdict {
                Verdict::Faster => BETTER,
                Verdict::Slower => WORSE,
                _ => DIM,
            };
            let verdict = self.styled(style, measure.verdict.word());
            writeln!(
                self.out,
                "{:width$} {:>12} {:>12} {:>10}   {interval:<24} {:<9}  {verdict}",
                measure.name,
                measure.figure(measure.a),
                measure.figure(measure.b),
                percent(measure.ratio.ratio - 1.0),
                p_value(measure.p),
            )?;
        }
        Ok(())
    }

    fn row(&mut self, delta: &Delta, what: &str) -> io::Result<()> {
        let interval = delta.interval_ms.map_or(String::new(), |i| format!("{:+.2} .. {:+.2}", i.low, i.high));
        let mark = match (delta.is_significant, delta.delta_ms > 0.0) {
            (false, _) => " ".into(),
            (true, true) => self.styled(WORSE, "*"),
            (true, false) => self.styled(BETTER, "*"),
        };
        writeln!(self.out, "{:9.2} {:9.2} {:+9.2} {interval:>20} {mark} {what}", delta.a_ms, delta.b_ms, delta.delta_ms)
    }

    fn heading(&mut self, what: &str) -> io::Result<()> {
        self.title(&format!("{:>9} {:>9} {:>9} {:>20}   {what}", "before", "after", "change", "95 % interval"))
    }

    fn others(&mut self, (delta, rows): (Delta, usize)) -> io::Result<()> {
        if rows > 0 { self.row(&delta, &format!("{rows} more")) } else { Ok(()) }
    }

    fn functions(&mut self, comparison: &Comparison) -> io::Result<()> {
        let Some(table) = &comparison.functions else { return Ok(()) };
        self.heading("function (milliseconds a process of its own; * holds after correction for all of them)")?;
        for row in table.rows.iter().take(ROWS) {
            self.row(&row.delta, &row.place())?;
            for note in &row.notes {
                self.dim(&format!("{:53}{}", "", printable(note)))?;
            }
        }
        self.others(table.beyond(ROWS))?;
        if let Some(total) = &comparison.total {
            self.row(total, &format!("all (functions add up to {:+.2})", table.sum_ms))?;
        }
        Ok(())
    }

    fn lines(&mut self, comparison: &Comparison) -> io::Result<()> {
        let Some(table) = &comparison.lines else { return Ok(()) };
        self.heading("line (with what it called for in built-ins and the VM)")?;
        for row in table.rows.iter().take(ROWS) {
            let text: String = printable(&row.text).chars().take(LINE).collect();
            let text = self.styled(DIM, &text);
            self.row(&row.delta, &format!("{}  {text}", row.place()))?;
        }
        self.others(table.beyond(ROWS))
    }

    fn activities(&mut self, comparison: &Comparison) -> io::Result<()> {
        let whole = comparison.total.as_ref().map_or(0.0, |total| total.a_ms.max(total.b_ms));
        let is_seen = |d: &Delta| d.a_ms.max(d.b_ms) >= whole * LEAST_SHARE;
        let shown: Vec<_> = comparison.activities.iter().filter(|a| is_seen(&a.delta) || a.count.is_some()).collect();
        if shown.is_empty() {
            return Ok(());
        }
        self.heading("what the machine was at, and the VM's work")?;
        for activity in shown {
            let count =
                activity.count.map_or(String::new(), |(a, b)| format!("  {a:.0} a process before, {b:.0} after"));
            let count = self.styled(DIM, &count);
            self.row(&activity.delta, &format!("{}{count}", activity.name))?;
        }
        Ok(())
    }

    fn findings(&mut self, comparison: &Comparison) -> io::Result<()> {
        if comparison.findings.is_empty() {
            return Ok(());
        }
        self.title("what the VM does otherwise")?;
        for finding in comparison.findings.iter().take(ROWS) {
            let sign = if finding.is_worse { self.styled(WORSE, "-") } else { self.styled(BETTER, "+") };
            let place = format!("{} {}:{}", printable(&finding.function), printable(&finding.file), finding.line);
            writeln!(self.out, "{sign} {place}  {}", printable(&finding.text))?;
        }
        let more = comparison.findings.len().saturating_sub(ROWS);
        if more > 0 { self.dim(&format!("and {more} more")) } else { Ok(()) }
    }
}

#[cfg(test)]
mod tests {
    use crate::compare::comparison::{Comparison, Conditions};
    use crate::compare::sample_sides::{Planted, planted};

    #[test]
    fn everything_is_there_and_adds_up() {
        let (a, b) = planted(&Planted { functions: 30, processes: 20, planted_ms: 12.0, seed: 1 });
        let outputs = Some("the outputs differ at line 1".to_owned());
        let conditions = Conditions { outputs, incomplete: Some("interrupted".into()), ..Conditions::default() };
        let comparison = Comparison::new(&a, &b, &conditions);
        let mut out = Vec::new();
        comparison.print(&mut out, false).expect("printed");
        let text = String::from_utf8(out).expect("UTF-8");
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines[0], "the outputs differ at line 1");
        assert!(lines[1].starts_with("after.js is slower than before.js") && text.contains("not whole: interrupted"));
        assert!(text.contains("* f7  after.js:8") && text.contains("15 more") && !text.contains('\x1b'), "{text}");
        let table = lines.iter().skip_while(|line| !line.contains("function (milli"));
        let change = |line: &&str| line.split_whitespace().nth(2).and_then(|n| n.parse::<f64>().ok());
        let rows: Vec<f64> = table.skip(1).map_while(change).collect();
        let (all, rows) = rows.split_last().expect("rows");
        assert!((rows.iter().sum::<f64>() - all).abs() < 0.1, "{rows:?} {all}");
    }
}
