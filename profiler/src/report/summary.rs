//! The terminal summary: functions and lines by self and total time, and what the VM was doing.

use crate::profile::{FrameRef, Profile};
use abi::context::VmState;
use rustc_hash::{FxHashMap, FxHashSet};
use std::io::{self, Write};

/// Rows of each table at most.
const ROWS: usize = 20;

#[derive(Default, Clone, Copy)]
struct Times {
    own: u64,
    total: u64,
    samples: u64,
}

/// Self and total time by key, each sample counted once a key.
fn tally<K: std::hash::Hash + Eq + Copy>(profile: &Profile, key: impl Fn(FrameRef) -> K) -> Vec<(K, Times)> {
    let mut map: FxHashMap<K, Times> = FxHashMap::default();
    let mut seen = FxHashSet::default();
    for sample in &profile.samples {
        seen.clear();
        for (i, &frame) in sample.frames.iter().enumerate().rev() {
            let k = key(frame);
            let times = map.entry(k).or_default();
            if i + 1 == sample.frames.len() {
                times.own += sample.weight_ns;
                times.samples += 1;
            }
            if seen.insert(k) {
                times.total += sample.weight_ns;
            }
        }
    }
    let mut rows: Vec<(K, Times)> = map.into_iter().collect();
    rows.sort_by_key(|(_, t)| std::cmp::Reverse((t.own, t.total)));
    rows
}

struct Style {
    bold: &'static str,
    dim: &'static str,
    off: &'static str,
}

const PLAIN: Style = Style { bold: "", dim: "", off: "" };
const COLOR: Style = Style { bold: "\x1b[1m", dim: "\x1b[2m", off: "\x1b[0m" };

fn percent(part: u64, whole: u64) -> f64 {
    if whole == 0 { 0.0 } else { part as f64 * 100.0 / whole as f64 }
}

fn milliseconds(ns: u64) -> f64 {
    ns as f64 / 1e6
}

impl Profile {
    /// Prints the summary.
    ///
    /// # Errors
    /// What writing to `out` gives.
    pub fn print_summary(&self, out: &mut impl Write, color: bool) -> io::Result<()> {
        let s = if color { COLOR } else { PLAIN };
        let whole = self.total_ns();
        let (bold, dim, off) = (s.bold, s.dim, s.off);
        writeln!(
            out,
            "{bold}Profile: {} samples over {:.1} ms, every {} us on average{off}",
            self.samples.len(),
            milliseconds(self.end_ns.saturating_sub(self.start_ns)),
            self.interval.as_micros()
        )?;
        if self.lost > 0 || self.overruns > 0 || !self.broken.is_empty() {
            let broken: Vec<String> = self.broken.iter().map(|(end, n)| format!("{n} {end:?}")).collect();
            writeln!(
                out,
                "{dim}not whole: {} lost, {} overrun, walks ended early: {}{off}",
                self.lost,
                self.overruns,
                if broken.is_empty() { "0".into() } else { broken.join(", ") }
            )?;
        }
        if self.samples.is_empty() {
            return Ok(());
        }
        writeln!(out, "\n{bold}    self            total            function{off}")?;
        for (function, t) in tally(self, |f| f.function).into_iter().take(ROWS) {
            let f = &self.functions[function as usize];
            let place = if f.file.is_empty() { String::new() } else { format!("  {dim}{}:{}{off}", f.file, f.line) };
            writeln!(
                out,
                "{:9.1} ms {:5.1}% {:9.1} ms {:5.1}%  {}{place}",
                milliseconds(t.own),
                percent(t.own, whole),
                milliseconds(t.total),
                percent(t.total, whole),
                f.name
            )?;
        }
        writeln!(out, "\n{bold}    self            total            line{off}")?;
        let lines = tally(self, |f| {
            let function = &self.functions[f.function as usize];
            // States have no place of their own: they count for the line that caused them, under their name.
            (if function.file.is_empty() { f.function } else { u32::MAX }, function.script, f.line)
        });
        for ((state, script, line), t) in lines.into_iter().take(ROWS) {
            let place = if state != u32::MAX {
                let name = &self.functions[state as usize].name;
                if line > 0 { format!("{name} called from line {line}") } else { name.clone() }
            } else {
                let file = self.functions.iter().find(|f| f.script == script).map_or("", |f| f.file.as_str());
                format!("{file}:{line}")
            };
            writeln!(
                out,
                "{:9.1} ms {:5.1}% {:9.1} ms {:5.1}%  {place}",
                milliseconds(t.own),
                percent(t.own, whole),
                milliseconds(t.total),
                percent(t.total, whole),
            )?;
        }
        let mut states: FxHashMap<&'static str, u64> = FxHashMap::default();
        for sample in &self.samples {
            let name = match sample.state {
                VmState::Script if sample.in_interpreter => "interpreter",
                VmState::Script => "runtime",
                VmState::Builtin => "built-ins",
                other => other.name().trim_matches(['(', ')']),
            };
            *states.entry(name).or_default() += sample.weight_ns;
        }
        let mut states: Vec<_> = states.into_iter().collect();
        states.sort_by_key(|(_, ns)| std::cmp::Reverse(*ns));
        let shares: Vec<String> =
            states.iter().map(|(name, ns)| format!("{name} {:.1}%", percent(*ns, whole))).collect();
        writeln!(out, "\n{bold}where:{off} {}", shares.join(", "))
    }
}
