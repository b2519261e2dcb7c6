//! Words that terminal, markdown and page share.

use super::advice::{Advice, Finding};
use super::cost::Cost;

/// "12.3 ms (95 % interval 9.8 .. 15.1), 4.1 % of the run"
pub fn cost(cost: &Cost, share: f64) -> String {
    if cost.samples < 0.5 {
        return format!("no time could be measured (less than {:.1} ms)", cost.high);
    }
    format!(
        "about {:.1} ms (95 % interval {:.1} .. {:.1}), {:.1} % of the run",
        cost.ms,
        cost.low,
        cost.high,
        share * 100.0
    )
}

impl Advice {
    pub fn headline(&self) -> String {
        let incomplete = if self.complete { String::new() } else { format!(" (an incomplete run: {})", self.ended) };
        let run = format!("{:.1} ms in {} samples{incomplete}", self.run_ms, self.samples);
        match self.findings.len() {
            0 => format!("{}: nothing to change that would be worth it; {run}", self.program),
            1 => format!("{}: one thing to change; {run}", self.program),
            n => format!("{}: {n} things to change, the most expensive first; {run}", self.program),
        }
    }

    pub fn check(&self) -> &'static str {
        "tarsier compare BEFORE.js AFTER.js tells whether a change was worth it."
    }
}

impl Finding {
    pub fn place(&self) -> String {
        format!("{}:{}:{}", self.file, self.line, self.column)
    }
}
