//! Traced calls in the terminal: totals, functions with exact counts and times, hot paths.

use crate::calls::graph::Caller;
use crate::calls::{CallTree, FunctionCalls, NodeKind};
use crate::profile::Profile;
use std::cmp::Reverse;
use std::io::{self, Write};

/// Rows of the table, and hot paths, at most.
const FUNCTIONS: usize = 20;
const PATHS: usize = 10;

/// A time in the unit that it is of.
fn time(ns: f64) -> String {
    match ns {
        ns if ns < 1e3 => format!("{ns:.1} ns"),
        ns if ns < 1e6 => format!("{:.2} us", ns / 1e3),
        ns if ns < 1e9 => format!("{:.2} ms", ns / 1e6),
        ns => format!("{:.2} s", ns / 1e9),
    }
}

fn ms(ns: u64) -> f64 {
    ns as f64 / 1e6
}

fn percent(part: u64, whole: u64) -> f64 {
    if whole == 0 { 0.0 } else { part as f64 * 100.0 / whole as f64 }
}

/// `1 call`, `2 calls`
fn count(n: u64, what: &str) -> String {
    format!("{n} {what}{}", if n == 1 { "" } else { "s" })
}

/// A terminal would take control characters of a name as its own.
fn printable(text: &str) -> String {
    text.chars().map(|c| if c.is_control() { '\u{fffd}' } else { c }).collect()
}

struct Printer<'p, W> {
    profile: &'p Profile,
    tree: &'p CallTree,
    out: W,
    bold: &'static str,
    dim: &'static str,
    off: &'static str,
}

impl Profile {
    /// Prints the traced calls, if there are any.
    ///
    /// # Errors
    /// What writing gives.
    pub fn print_calls(&self, out: &mut impl Write, color: bool) -> io::Result<()> {
        let Some(tree) = &self.calls else { return Ok(()) };
        let (bold, dim, off) = if color { ("\x1b[1m", "\x1b[2m", "\x1b[0m") } else { ("", "", "") };
        let mut printer = Printer { profile: self, tree, out, bold, dim, off };
        printer.totals()?;
        printer.functions()?;
        printer.paths()
    }
}

impl<W: Write> Printer<'_, W> {
    fn note(&mut self, text: &str) -> io::Result<()> {
        writeln!(self.out, "{}{text}{}", self.dim, self.off)
    }

    fn totals(&mut self) -> io::Result<()> {
        let tree = self.tree;
        let (calls, resumptions) = tree.calls();
        let mut text = count(calls, "call");
        if resumptions > 0 {
            text += &format!(" and {}", count(resumptions, "resumption"));
        }
        text += &format!(" in {}", count(tree.contexts() as u64, "context"));
        text += if tree.timed { ", counted and timed" } else { ", counted; times were not measured" };
        if tree.folded {
            text +=
                "; recursion folded: a function that calls itself stays in its context, whose edge has all its calls";
        }
        writeln!(self.out, "\n{}calls: {text}{}", self.bold, self.off)?;
        if tree.timed {
            self.note(&format!(
                "tracing took {} of a call ({:.1} for the function, {:.1} for its caller; measured at start and end), {:.1} ms of {:.1} ms in all, \
                 which is subtracted",
                time(tree.inside_ns + tree.outside_ns),
                tree.inside_ns,
                tree.outside_ns,
                ms(tree.tracing_ns),
                ms(tree.end_ns.saturating_sub(tree.start_ns)),
            ))?;
            if tree.sampled_calls > 0 {
                self.note(&format!(
                    "{} of functions that take less than 2 us with what they call, or 20 us if that is mostly calls: counted; one in eight was timed and stands for them",
                    count(tree.sampled_calls, "call")
                ))?;
            }
            if tree.untimed_calls > 0 {
                self.note(&format!(
                    "{} of short functions (no loops; no calls, or small and inlined) in optimized code: counted, not timed; the time is \
                     their callers'",
                    count(tree.untimed_calls, "call")
                ))?;
            }
            let (outside, idle) = (tree.time_of(NodeKind::Root), tree.time_of(NodeKind::Idle));
            self.note(&format!(
                "outside of functions {:.1} ms (the engine's start, parsing, the event loop), idle {:.1} ms",
                ms(outside),
                ms(idle)
            ))?;
        }
        let graph = tree.graph(self.profile.functions.len());
        let beyond: u64 =
            graph.edges.iter().filter(|e| e.caller == Caller::Unknown).map(|e| e.calls + e.resumptions).sum();
        if beyond > 0 {
            self.note(&format!(
                "there were too many contexts to tell all apart: of {} the caller is not known",
                count(beyond, "call")
            ))?;
        }
        if let Some(events) = &tree.events {
            let lost = if events.lost > 0 {
                format!("the last {} events; {} before them were dropped", events.node.len(), events.lost)
            } else {
                format!("all {} events", events.node.len())
            };
            self.note(&format!("timeline: {lost}"))?;
        }
        Ok(())
    }

    /// `name  file:line`
    fn function_text(&self, function: usize) -> String {
        let f = &self.profile.functions[function];
        let file = self.profile.file_of(f);
        let name = printable(&f.name);
        if file.is_empty() { name } else { format!("{name}  {}{}:{}{}", self.dim, printable(file), f.line, self.off) }
    }

    fn functions(&mut self) -> io::Result<()> {
        let tree = self.tree;
        let rows = tree.by_function(self.profile.functions.len());
        let mut rows: Vec<(usize, FunctionCalls)> =
            rows.into_iter().enumerate().filter(|(_, f)| f.calls + f.resumptions > 0).collect();
        rows.sort_by_key(|(function, f)| (Reverse(f.self_ns), Reverse(f.calls + f.resumptions), *function));
        let resumes = rows.iter().any(|(_, f)| f.resumptions > 0);
        let resumed = |text: String| if resumes { format!(" {text:>11}") } else { String::new() };
        let (whole, calls) = (tree.busy_ns(), rows.iter().map(|(_, f)| f.calls + f.resumptions).sum());
        let times = if tree.timed {
            format!("{:>14} {:>7} {:>14} {:>11}", "self", "", "total", "a call")
        } else {
            format!(" {:>7}", "")
        };
        writeln!(
            self.out,
            "\n{}{:>12}{}{times}  function{}",
            self.bold,
            "calls",
            resumed("resumptions".into()),
            self.off
        )?;
        let left_out = rows.len().saturating_sub(FUNCTIONS);
        for (function, f) in rows.into_iter().take(FUNCTIONS) {
            let times = if tree.timed {
                format!(
                    "{:>11.2} ms {:>6.1}% {:>11.2} ms {:>11}",
                    ms(f.self_ns),
                    percent(f.self_ns, whole),
                    ms(f.total_ns),
                    time(f.total_ns as f64 / f.calls.max(1) as f64),
                )
            } else {
                format!(" {:>6.1}%", percent(f.calls + f.resumptions, calls))
            };
            let text = self.function_text(function);
            writeln!(self.out, "{:>12}{}{times}  {text}", f.calls, resumed(f.resumptions.to_string()))?;
        }
        if left_out > 0 {
            self.note(&format!("{:>12} more functions", left_out))?;
        }
        Ok(())
    }

    fn paths(&mut self) -> io::Result<()> {
        let tree = self.tree;
        let hot = tree.hot_nodes(PATHS);
        if hot.is_empty() {
            return Ok(());
        }
        let by = if tree.timed { "most time that is the last function's own" } else { "most calls" };
        writeln!(self.out, "\n{}hot paths ({by}){}", self.bold, self.off)?;
        for node in hot {
            let (calls, own) = (tree.nodes.calls[node as usize], tree.nodes.self_ns[node as usize]);
            let time = if tree.timed {
                format!("{:>11.2} ms {:>6.1}%", ms(own), percent(own, tree.busy_ns()))
            } else {
                String::new()
            };
            let path = printable(&self.profile.path_in_short(tree, node));
            writeln!(self.out, "{calls:>12}{time}  {path}")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use crate::calls::tests::traced_profile;
    use crate::calls::{Events, NodeKind};
    use crate::profile::Profile;

    fn printed(profile: &Profile, color: bool) -> String {
        let mut out = Vec::new();
        profile.print_calls(&mut out, color).expect("written");
        String::from_utf8(out).expect("UTF-8")
    }

    fn has(text: &str, lines: &[&str]) {
        for line in lines {
            assert!(text.lines().any(|l| l == *line), "{line}\n{text}");
        }
    }

    #[test]
    fn counts_and_times_are_told() {
        let mut profile = traced_profile();
        let tree = profile.calls.as_mut().unwrap();
        tree.nodes.self_ns = vec![5_000_000, 3_000_000, 0, 10_000_000, 20_000_000, 30_000_000];
        (tree.sampled_calls, tree.untimed_calls) = (3, 2);
        tree.events = Some(Events { time_ns: vec![1], node: vec![3], entered: vec![1], lost: 7 });
        let text = printed(&profile, false);
        has(
            &text,
            &[
                "calls: 9 calls in 3 contexts, counted and timed",
                "tracing took 24.0 ns of a call (11.5 for the function, 12.5 for its caller; measured at start and end), 0.0 ms of 20.7 ms in all, which is subtracted",
                "3 calls of functions that take less than 2 us with what they call, or 20 us if that is mostly calls: counted; one in eight was timed and stands for them",
                "2 calls of short functions (no loops; no calls, or small and inlined) in optimized code: counted, not timed; the time is their callers'",
                "outside of functions 5.0 ms (the engine's start, parsing, the event loop), idle 3.0 ms",
                "timeline: the last 1 events; 7 before them were dropped",
                "       calls          self                  total      a call  function",
                "           8      50.00 ms   76.9%       50.00 ms     6.25 ms  f  dir/a, b.js:1",
                "           1      10.00 ms   15.4%       60.00 ms    60.00 ms  <main>  dir/a, b.js:1",
                "           6      30.00 ms   46.2%  <main> > f x2",
            ],
        );
        assert!(!text.contains('\x1b') && printed(&profile, true).contains("\x1b[1m"));
        assert!(printed(&crate::sample_profile::sample_profile(), false).is_empty());
    }

    #[test]
    fn counts_alone_have_no_times() {
        let mut profile = traced_profile();
        let tree = profile.calls.as_mut().unwrap();
        (tree.timed, tree.folded) = (false, true);
        tree.nodes.self_ns.fill(0);
        tree.nodes.kind[5] = NodeKind::Resumption;
        tree.nodes.push(2, 3, NodeKind::Call);
        tree.nodes.calls[6] = 5;
        let text = printed(&profile, false);
        has(
            &text,
            &[
                "       calls resumptions          function",
                "           2           6   57.1%  f  dir/a, b.js:1",
                "           5           0   35.7%  g  dir/a, b.js:4",
                "           6  <main> > f > f (resumed)",
                "there were too many contexts to tell all apart: of 5 calls the caller is not known",
            ],
        );
        assert!(text.contains("times were not measured; recursion folded") && !text.contains(" ms"), "{text}");
    }
}
