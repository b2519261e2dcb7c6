//! A comparison in words: what terminal, markdown and page share.

use super::comparison::{Comparison, FunctionRow, LineRow, Measure, Place, Verdict};
use crate::statistics::bootstrap::Interval;
use std::fmt::Write as _;

/// A share as a signed percentage.
pub fn percent(share: f64) -> String {
    let digits = if share.abs() < 0.0995 { 2 } else { 1 };
    format!("{:+.digits$} %", share * 100.0)
}

/// An interval of ratios as percentages.
pub fn percents(interval: Interval) -> String {
    format!("{} .. {}", percent(interval.low - 1.0), percent(interval.high - 1.0))
}

/// A p-value. None drawn is smaller than one of 20,000.
pub fn p_value(p: f64) -> String {
    if p < 0.0001 { "< 0.0001".into() } else { format!("{p:.4}") }
}

/// What terminals and tables would take as their own.
pub fn printable(text: &str) -> String {
    text.chars().map(|c| if c.is_control() { '\u{fffd}' } else { c }).collect()
}

/// `1 process`, `2 processes`
pub fn processes(n: usize) -> String {
    format!("{n} process{}", if n == 1 { "" } else { "es" })
}

impl Verdict {
    pub fn word(self) -> &'static str {
        match self {
            Verdict::Faster => "better",
            Verdict::Slower => "worse",
            Verdict::NoDifferenceSeen => "no difference seen",
            Verdict::TooFewRuns => "too few runs to tell",
        }
    }
}

impl Comparison {
    /// The result in one line.
    pub fn headline(&self) -> String {
        let (a, b) = (printable(&self.a.name), printable(&self.b.name));
        let Some(measure) = self.measures.first() else { return format!("nothing was measured of {a} and {b}") };
        let share = measure.ratio.ratio - 1.0;
        let more = if share >= 0.0 { "more" } else { "less" };
        let amount = percent(share.abs());
        let amount = amount.trim_start_matches('+');
        let interval =
            measure.ratio.interval.map_or(String::new(), |interval| format!(" (95 % interval {})", percents(interval)));
        let name = &measure.name;
        match measure.verdict {
            Verdict::Faster | Verdict::Slower if measure.lower_is_better => {
                let word = if measure.verdict == Verdict::Faster { "faster" } else { "slower" };
                format!("{b} is {word} than {a}: {amount} {more} {name}{interval}")
            }
            Verdict::Faster | Verdict::Slower => {
                let word = if share >= 0.0 { "higher" } else { "lower" };
                format!("{b} is {} than {a}: its {name} is {amount} {word}{interval}", measure.verdict.word())
            }
            Verdict::NoDifferenceSeen => match self.changed_functions() {
                Some(functions) => format!(
                    "{functions}; no difference of the whole seen between {a} and {b}: {name} {}{interval}",
                    percent(share)
                ),
                None => format!("no difference seen between {a} and {b}: {name} {}{interval}", percent(share)),
            },
            Verdict::TooFewRuns => {
                let (n, m) = (processes(self.a.processes), self.b.processes);
                format!("too few runs to tell {a} and {b} apart ({n} and {m}): {name} {}", percent(share))
            }
        }
    }

    /// Functions that have changed: the first ones, in a few words.
    fn changed_functions(&self) -> Option<String> {
        const SHOWN: usize = 3;
        let changed = self.functions.iter().flat_map(|table| &table.rows).filter(|row| row.delta.is_significant);
        let told = changed.clone().take(SHOWN).map(|row| {
            let name = row.b.as_ref().or(row.a.as_ref()).map_or("", |place| place.name.as_str());
            let word = if row.delta.delta_ms > 0.0 { "slower" } else { "faster" };
            format!("{} is {word} by {:.2} ms", printable(name), row.delta.delta_ms.abs())
        });
        let told: Vec<String> = told.collect();
        let more = changed.count().saturating_sub(SHOWN);
        let more = if more == 0 { String::new() } else { format!(" and {more} more") };
        (!told.is_empty()).then(|| format!("{}{more}", told.join(", ")))
    }

    /// How many processes, and what they could have shown.
    pub fn power(&self) -> String {
        let mut text = format!("{} and {} measured", self.a.processes, processes(self.b.processes));
        if let Some(detectable) = self.detectable() {
            let amount = percent(detectable);
            let _ = write!(
                text,
                "; a difference of {} would have been seen four times of five",
                amount.trim_start_matches('+')
            );
        }
        text
    }
}

impl Measure {
    /// A figure with its unit.
    pub fn figure(&self, figure: f64) -> String {
        let digits = match figure.abs() {
            x if x >= 1000.0 => 0,
            x if x >= 100.0 => 1,
            x if x >= 10.0 => 2,
            _ => 3,
        };
        format!("{figure:.digits$} {}", self.unit).trim_end().to_owned()
    }
}

impl Place {
    /// `name  file:line`
    pub fn text(&self) -> String {
        let name = printable(&self.name);
        if self.file.is_empty() { name } else { format!("{name}  {}", self.position()) }
    }

    /// `file:line`
    pub fn position(&self) -> String {
        format!("{}:{}", printable(&self.file), self.line)
    }
}

impl FunctionRow {
    /// Where it is: in the second version, if it is there.
    pub fn place(&self) -> String {
        self.b.as_ref().or(self.a.as_ref()).map_or_else(String::new, Place::text)
    }
}

impl LineRow {
    pub fn place(&self) -> String {
        match self.b.as_ref().or(self.a.as_ref()) {
            Some(place) if place.line > 0 && !place.file.is_empty() => place.position(),
            Some(place) => printable(&place.name),
            None => "no line".into(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compare::comparison::Conditions;
    use crate::compare::sample_sides::{Planted, planted};

    fn headline(planted_ms: f64, processes: usize) -> String {
        let (a, b) = planted(&Planted { functions: 30, processes, planted_ms, seed: 1 });
        Comparison::new(&a, &b, &Conditions::default()).headline()
    }

    #[test]
    fn headlines() {
        let slower = headline(20.0, 20);
        assert!(
            slower.starts_with("after.js is slower than before.js: ")
                && slower.contains(" more wall time (95 % interval +"),
            "{slower}"
        );
        let same = headline(0.0, 20);
        assert!(same.starts_with("no difference seen between before.js and before.js: wall time "), "{same}");
        let few = headline(20.0, 3);
        assert!(few.starts_with("too few runs to tell before.js and after.js apart (3 processes and 3): "), "{few}");
    }

    #[test]
    fn numbers() {
        assert_eq!([percent(0.0123), percent(-0.5), percent(1.0)], ["+1.23 %", "-50.0 %", "+100.0 %"]);
        assert_eq!([p_value(0.5), p_value(0.00005)], ["0.5000", "< 0.0001"]);
        assert_eq!(printable("a\x1b[1m\n"), "a\u{fffd}[1m\u{fffd}");
    }
}
