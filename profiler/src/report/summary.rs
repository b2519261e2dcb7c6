//! The terminal summary: functions, lines and bytecodes by time, tiers, what scheduled it, both trees, events, and what sampling cost.

use crate::lines::line as line_of;
use crate::profile::{Category, Kernel, NONE, Profile};
use crate::sampler::Clock;
use crate::sites::Site;
use crate::tree::Tree;
use rustc_hash::{FxHashMap, FxHashSet};
use std::fmt::Write as _;
use std::io::{self, Write};

/// Rows of each table at most.
const ROWS: usize = 15;
/// Nodes of a tree below this share are left out, and lines of a tree at most.
const TREE_SHARE: f64 = 0.01;
const TREE_LINES: usize = 40;
/// First levels of the tree from the bottom up, and callers of each.
const BOTTOM_UP_ROWS: usize = 6;
const BOTTOM_UP_LINES: usize = 6;

#[derive(Default, Clone, Copy)]
struct Times {
    own: u64,
    total: u64,
}

struct Style {
    bold: &'static str,
    dim: &'static str,
    off: &'static str,
}

const PLAIN: Style = Style { bold: "", dim: "", off: "" };
const COLOR: Style = Style { bold: "\x1b[1m", dim: "\x1b[2m", off: "\x1b[0m" };

/// Escape sequence of a category's colour.
fn color(category: Category) -> &'static str {
    match category {
        Category::Interpreter => "\x1b[33m",
        Category::Baseline => "\x1b[34m",
        Category::Optimized => "\x1b[32m",
        Category::Builtin | Category::RegExp => "\x1b[35m",
        Category::GcMark | Category::GcSweep | Category::Deopt => "\x1b[31m",
        _ => "\x1b[36m",
    }
}

fn percent(part: u64, whole: u64) -> f64 {
    if whole == 0 { 0.0 } else { part as f64 * 100.0 / whole as f64 }
}

fn milliseconds(ns: u64) -> f64 {
    ns as f64 / 1e6
}

/// A terminal would take control characters of a name as its own.
fn printable(text: &str) -> String {
    text.chars().map(|c| if c.is_control() { '\u{fffd}' } else { c }).collect()
}

struct Printer<'p, W> {
    profile: &'p Profile,
    out: W,
    style: Style,
    colored: bool,
    whole: u64,
}

impl Profile {
    /// Prints the summary.
    ///
    /// # Errors
    /// What writing to `out` gives.
    pub fn print_summary(&self, out: &mut impl Write, color: bool) -> io::Result<()> {
        let style = if color { COLOR } else { PLAIN };
        let mut printer = Printer { profile: self, out, style, colored: color, whole: self.total_ns() };
        printer.head()?;
        if self.samples.is_empty() {
            return Ok(());
        }
        printer.categories()?;
        printer.functions()?;
        printer.lines()?;
        printer.bytecodes()?;
        printer.natives()?;
        printer.top_down()?;
        printer.bottom_up()?;
        printer.scheduled()?;
        printer.deopts()?;
        printer.events()
    }

    /// What sampling cost, in nanoseconds of the program's time: an empty handler's stop for each sample, and what ours took besides.
    pub fn sampling_cost_ns(&self) -> u64 {
        self.sampling.stops * self.sampling.empty_stop_ns + self.sampling.handler_ns
    }

    /// Self and total time by key, a key counted once in each stack.
    fn tally<K: std::hash::Hash + Eq + Copy + Ord>(&self, key: impl Fn(u32) -> Option<K>) -> Vec<(K, Times)> {
        let mut map: FxHashMap<K, Times> = FxHashMap::default();
        let mut seen = FxHashSet::default();
        for (stack, own) in self.own_by_stack().into_iter().enumerate().filter(|(_, own)| *own > 0) {
            seen.clear();
            let mut innermost = true;
            for frame in self.stacks.walk(stack as i64) {
                let Some(k) = key(frame) else { continue };
                let times = map.entry(k).or_default();
                if innermost {
                    times.own += own;
                    innermost = false;
                }
                if seen.insert(k) {
                    times.total += own;
                }
            }
        }
        let mut rows: Vec<(K, Times)> = map.into_iter().collect();
        rows.sort_by_key(|&(k, t)| (std::cmp::Reverse((t.own, t.total)), k));
        rows
    }
}

impl<W: Write> Printer<'_, W> {
    fn title(&mut self, text: &str) -> io::Result<()> {
        writeln!(self.out, "\n{}{text}{}", self.style.bold, self.style.off)
    }

    fn head(&mut self) -> io::Result<()> {
        let p = self.profile;
        let Style { bold, dim, off } = self.style;
        let idle: u64 = p.marks.iter().filter(|m| m.kind == "idle").map(|m| m.end_ns - m.start_ns).sum();
        writeln!(
            self.out,
            "{bold}Profile: {} samples over {:.1} ms{}, every {} us on average, {}{off}",
            p.sampling.stops,
            milliseconds(p.end_ns.saturating_sub(p.start_ns)),
            if idle > 0 { format!(" ({:.1} ms idle)", milliseconds(idle)) } else { String::new() },
            p.interval_ns as f64 / 1e3,
            if p.clock == Clock::Cpu { "CPU clock" } else { "wall clock" },
        )?;
        let s = &p.sampling;
        writeln!(
            self.out,
            "{dim}sampling cost about {:.2} % of it: {} stops of {:.1} us (an empty handler's) and {:.2} us in the handler \
             (median {:.2}, p99 {:.2}){off}",
            percent(p.sampling_cost_ns(), p.end_ns.saturating_sub(p.start_ns)),
            s.stops,
            s.empty_stop_ns as f64 / 1e3,
            s.handler_ns as f64 / 1e3 / s.stops.max(1) as f64,
            s.handler_median_ns as f64 / 1e3,
            s.handler_p99_ns as f64 / 1e3,
        )?;
        if s.approximate > 0 {
            writeln!(
                self.out,
                "{dim}{:.2} % of the samples in optimized code lie between two instructions and count as a neighbour's{off}",
                percent(s.approximate, s.optimized),
            )?;
        }
        let mut missing = Vec::new();
        for (n, what) in [
            (s.lost, "found the ring full"),
            (s.truncated, "deeper than a sample holds"),
            (s.unresolved, "in unknown code"),
            (
                s.overruns,
                "due but without a stop of their own (the thread was long in the kernel or did not run, or the sampling thread came late)",
            ),
        ] {
            if n > 0 {
                missing.push(format!("{n} {what}"));
            }
        }
        missing.extend(s.unwalked.iter().map(|(cause, n)| format!("{n} not walked: {cause}")));
        if !missing.is_empty() {
            writeln!(self.out, "{dim}not whole: {}{off}", missing.join(", "))?;
        }
        Ok(())
    }

    fn categories(&mut self) -> io::Result<()> {
        let samples = &self.profile.samples;
        let mut times = [0u64; Category::ALL.len()];
        for (i, weight) in samples.weight_ns.iter().enumerate() {
            times[samples.category(i) as usize] += weight;
        }
        let mut rows: Vec<(Category, u64)> = Category::ALL.into_iter().zip(times).filter(|(_, t)| *t > 0).collect();
        rows.sort_by_key(|(_, t)| std::cmp::Reverse(*t));
        self.title("where")?;
        let most = rows.first().map_or(1, |(_, t)| *t).max(1);
        for (category, time) in rows {
            let bar = "█".repeat((time * 30).div_ceil(most) as usize);
            let (on, off) = if self.colored { (color(category), "\x1b[0m") } else { ("", "") };
            let share = percent(time, self.whole);
            writeln!(self.out, "{:11.1} ms {share:5.1}%  {:<20}{on}{bar}{off}", milliseconds(time), category.name())?;
        }
        self.kernel()
    }

    /// How much of it the kernel took.
    fn kernel(&mut self) -> io::Result<()> {
        let samples = &self.profile.samples;
        let mut times = [0u64; Kernel::ALL.len()];
        for (i, weight) in samples.weight_ns.iter().enumerate() {
            times[samples.kernel(i) as usize] += weight;
        }
        let Style { dim, off, .. } = self.style;
        for kernel in [Kernel::PageFault, Kernel::SystemCall] {
            let time = times[kernel as usize];
            if time > 0 {
                let (ms, share, name) = (milliseconds(time), percent(time, self.whole), kernel.name());
                writeln!(self.out, "{dim}{ms:11.1} ms {share:5.1}%  of all in the kernel, for {name}{off}")?;
            }
        }
        Ok(())
    }

    fn row(&mut self, t: Times, what: &str) -> io::Result<()> {
        writeln!(
            self.out,
            "{:11.1} ms {:5.1}% {:9.1} ms {:5.1}%  {what}",
            milliseconds(t.own),
            percent(t.own, self.whole),
            milliseconds(t.total),
            percent(t.total, self.whole),
        )
    }

    /// `name  file:line`
    fn function_text(&self, function: u32) -> String {
        let f = &self.profile.functions[function as usize];
        let file = self.profile.file_of(f);
        let Style { dim, off, .. } = self.style;
        let name = printable(&f.name);
        if file.is_empty() { name } else { format!("{name}  {dim}{}:{}{off}", printable(file), f.line) }
    }

    fn functions(&mut self) -> io::Result<()> {
        self.title("       self                total            function")?;
        let frames = &self.profile.frames;
        for (function, t) in self.profile.tally(|f| Some(frames[f as usize].function)).into_iter().take(ROWS) {
            let text = self.function_text(function);
            self.row(t, &text)?;
        }
        Ok(())
    }

    /// By the program's lines, work of built-ins and the VM credited to the line that called for it.
    fn lines(&mut self) -> io::Result<()> {
        let p = self.profile;
        let rows = p.tally(|f| {
            let frame = &p.frames[f as usize];
            let source = p.functions[frame.function as usize].source;
            (frame.tier.is_script() && source != NONE).then_some((source, frame.line))
        });
        if rows.is_empty() {
            return Ok(());
        }
        self.title(
            "       self                total            line (with what it called for in built-ins and the VM)",
        )?;
        let Style { dim, off, .. } = self.style;
        for ((source, line), t) in rows.into_iter().filter(|(_, t)| t.own > 0).take(ROWS) {
            let source = &p.sources[source as usize];
            let text = line_of(&source.text, line).trim();
            let text: String = printable(text).chars().take(70).collect();
            self.row(t, &format!("{}:{line}  {dim}{text}{off}", printable(&source.name)))?;
        }
        Ok(())
    }

    fn bytecodes(&mut self) -> io::Result<()> {
        let p = self.profile;
        let mut times: FxHashMap<(i32, u32, u32, u32), u64> = FxHashMap::default();
        let mut by_opcode: FxHashMap<i32, u64> = FxHashMap::default();
        for (stack, own) in p.own_by_stack().into_iter().enumerate().filter(|(_, own)| *own > 0) {
            let Some(frame) = p.credited(stack as i64).filter(|f| f.opcode >= 0) else { continue };
            *times.entry((frame.opcode, frame.function, frame.offset, frame.line)).or_default() += own;
            *by_opcode.entry(frame.opcode).or_default() += own;
        }
        if times.is_empty() {
            return Ok(());
        }
        let mut kinds: Vec<(i32, u64)> = by_opcode.into_iter().collect();
        kinds.sort_by_key(|(_, t)| std::cmp::Reverse(*t));
        let kinds: Vec<String> = kinds
            .iter()
            .take(10)
            .map(|(op, t)| format!("{} {:.1}%", p.opcodes[*op as usize], percent(*t, self.whole)))
            .collect();
        self.title("hottest bytecodes")?;
        let mut rows: Vec<_> = times.into_iter().collect();
        rows.sort_by_key(|&(key, t)| (std::cmp::Reverse(t), key));
        for ((opcode, function, offset, line), own) in rows.into_iter().take(ROWS) {
            let f = &p.functions[function as usize];
            let place = format!("{} +{offset}, line {line}", printable(&f.name));
            let share = percent(own, self.whole);
            writeln!(
                self.out,
                "{:11.1} ms {share:5.1}%  {:<16} {place}",
                milliseconds(own),
                p.opcodes[opcode as usize]
            )?;
        }
        writeln!(self.out, "{}of all: {}{}", self.style.dim, kinds.join(", "), self.style.off)
    }

    fn natives(&mut self) -> io::Result<()> {
        let p = self.profile;
        let mut times = vec![0u64; p.natives.len()];
        for (native, weight) in p.samples.native.iter().zip(&p.samples.weight_ns) {
            if *native != NONE {
                times[*native as usize] += weight;
            }
        }
        let mut rows: Vec<(usize, u64)> =
            times.into_iter().enumerate().filter(|(_, t)| *t * 200 > self.whole).collect();
        if rows.is_empty() {
            return Ok(());
        }
        rows.sort_by_key(|(_, t)| std::cmp::Reverse(*t));
        self.title("native code (at least 0.5 %)")?;
        for (native, time) in rows.into_iter().take(ROWS) {
            let symbol = &p.natives[native];
            let share = percent(time, self.whole);
            writeln!(self.out, "{:11.1} ms {share:5.1}%  {} [{}]", milliseconds(time), symbol.name, symbol.library)?;
        }
        Ok(())
    }

    /// Where optimized code gave up, the most frequent first, with the first record's words.
    fn deopts(&mut self) -> io::Result<()> {
        let p = self.profile;
        if p.deopt_sites.is_empty() {
            return Ok(());
        }
        let total: u64 = p.deopt_sites.iter().map(|s| s.count).sum();
        let thrown: Vec<u64> = p.deopts.iter().filter(|d| d.thrown_away).map(|d| d.compile_ns).collect();
        self.title("Deoptimizations")?;
        let Style { dim, off, .. } = self.style;
        for site in p.deopt_sites.iter().take(ROWS) {
            let function = &p.functions[site.function as usize];
            let first = p.deopts.iter().find(|d| {
                d.reason == site.reason
                    && usize::try_from(d.stack).is_ok_and(|stack| {
                        let frame = &p.frames[p.stacks.frame[stack] as usize];
                        (frame.function, frame.line) == (site.function, site.line)
                    })
            });
            let detail = first.map_or(String::new(), |d| printable(&d.detail));
            writeln!(
                self.out,
                "{:11} x  {:<24} {}  {dim}{}:{}:{} {detail}{off}",
                site.count,
                site.reason,
                printable(&function.name),
                printable(p.file_of(function)),
                site.line,
                site.column,
            )?;
        }
        writeln!(
            self.out,
            "{dim}{total} in all; code was thrown away {} times, with {:.1} ms of compiling{off}",
            thrown.len(),
            milliseconds(thrown.iter().sum()),
        )
    }

    fn top_down(&mut self) -> io::Result<()> {
        self.title("from the top down (total time)")?;
        let (tree, _) = self.profile.top_down(|f| self.profile.frames[f as usize].function);
        self.tree(&tree, 0, TREE_LINES)?;
        Ok(())
    }

    fn bottom_up(&mut self) -> io::Result<()> {
        self.title("from the bottom up (self time, and by callers)")?;
        let tree = self.profile.bottom_up(|f| self.profile.frames[f as usize].function, self.least_in_trees());
        let children = tree.children();
        for &first in children[0].iter().take(BOTTOM_UP_ROWS) {
            self.tree_line(&tree, first, "")?;
            self.tree(&tree, first, BOTTOM_UP_LINES)?;
        }
        Ok(())
    }

    fn tree_line(&mut self, tree: &Tree, node: usize, prefix: &str) -> io::Result<()> {
        let text = self.function_text(tree.nodes[node].key);
        let time = tree.nodes[node].total_ns;
        writeln!(self.out, "{:11.1} ms {:5.1}%  {prefix}{text}", milliseconds(time), percent(time, self.whole))
    }

    /// Nanoseconds of a node that is worth a line.
    fn least_in_trees(&self) -> u64 {
        ((self.whole as f64 * TREE_SHARE) as u64).max(1)
    }

    /// The nodes under `top` that have a share worth showing. A recursion's repeated names are one line.
    fn tree(&mut self, tree: &Tree, top: usize, most: usize) -> io::Result<()> {
        let children = tree.children();
        let least = self.least_in_trees();
        let first = usize::from(top != 0);
        let mut pending: Vec<(usize, usize)> = children[top].iter().rev().map(|&c| (c, first)).collect();
        let mut lines = 0;
        while let Some((node, depth)) = pending.pop() {
            if tree.nodes[node].total_ns < least {
                continue;
            }
            if lines == most {
                return writeln!(self.out, "{:21}{}…{}", "", self.style.dim, self.style.off);
            }
            lines += 1;
            let prefix = " ".repeat(2 * depth.min(40));
            self.tree_line(tree, node, &prefix)?;
            // A function that calls itself is one line.
            let (mut at, mut levels) = (node, 1);
            while let [only] = children[at][..]
                && tree.nodes[only].key == tree.nodes[node].key
            {
                at = only;
                levels += 1;
            }
            if levels > 1 {
                writeln!(
                    self.out,
                    "{:23}{prefix}{}and {} levels of itself{}",
                    "",
                    self.style.dim,
                    levels - 1,
                    self.style.off
                )?;
            }
            pending.extend(children[at].iter().rev().map(|&c| (c, depth + 1)));
        }
        Ok(())
    }

    /// Time in jobs and timers, by what scheduled them.
    fn scheduled(&mut self) -> io::Result<()> {
        let p = self.profile;
        let mut times = vec![0u64; p.async_origins.len() + 1];
        for (origin, weight) in p.samples.origin.iter().zip(&p.samples.weight_ns) {
            times[*origin as usize] += weight;
        }
        let mut rows: Vec<(usize, u64)> = times.into_iter().enumerate().skip(1).filter(|(_, t)| *t > 0).collect();
        if rows.is_empty() {
            return Ok(());
        }
        rows.sort_by_key(|(_, t)| std::cmp::Reverse(*t));
        self.title("in jobs and timers, by what scheduled them")?;
        for (origin, time) in rows.into_iter().take(ROWS) {
            let text = self.origin_text(origin);
            writeln!(self.out, "{:11.1} ms {:5.1}%  {text}", milliseconds(time), percent(time, self.whole))?;
        }
        Ok(())
    }

    fn origin_text(&self, origin: usize) -> String {
        let p = self.profile;
        let mut text = String::new();
        let mut at = origin;
        // The chain is finite: parents come first.
        for _ in 0..3 {
            let Some(o) = at.checked_sub(1).and_then(|i| p.async_origins.get(i)) else { break };
            let place = match p.credited(o.stack) {
                Some(f) => {
                    let function = &p.functions[f.function as usize];
                    format!("{} {}:{}", printable(&function.name), printable(p.file_of(function)), f.line)
                }
                None => "host".into(),
            };
            let _ = write!(text, "{}{} in {place}", if text.is_empty() { "" } else { " < " }, o.kind);
            at = o.parent as usize;
        }
        text
    }

    /// The time of each place of the program (function, line, column), with what it called for in built-ins and the VM.
    fn place_times(&self) -> FxHashMap<(u32, u32, u32), u64> {
        let mut times = FxHashMap::default();
        for (stack, own) in self.profile.own_by_stack().into_iter().enumerate().filter(|(_, own)| *own > 0) {
            if let Some(frame) = self.profile.credited(stack as i64) {
                *times.entry((frame.function, frame.line, frame.column)).or_default() += own;
            }
        }
        times
    }

    fn events(&mut self) -> io::Result<()> {
        let p = self.profile;
        if !p.gc.is_empty() {
            let total: u64 = p.gc.iter().map(|e| e.duration_ns).sum();
            let longest = p.gc.iter().map(|e| e.duration_ns).max().unwrap_or(0);
            self.title("garbage collection")?;
            writeln!(
                self.out,
                "{:11.1} ms in {} pauses, the longest {:.2} ms",
                milliseconds(total),
                p.gc.len(),
                milliseconds(longest)
            )?;
        }
        if !p.compiles.is_empty() {
            let mut phases: FxHashMap<&str, (u64, u64)> = FxHashMap::default();
            for event in &p.compiles {
                let entry = phases.entry(event.phase.as_str()).or_default();
                *entry = (entry.0 + 1, entry.1 + event.duration_ns);
            }
            let mut rows: Vec<_> = phases.into_iter().collect();
            rows.sort();
            let rows: Vec<String> =
                rows.iter().map(|(name, (n, ns))| format!("{name}: {n} in {:.1} ms", milliseconds(*ns))).collect();
            self.title("parses and compiles")?;
            writeln!(self.out, "             {}", rows.join(", "))?;
        }
        self.sites()
    }

    /// What inline caches, operations and element accesses of hot functions met, each with the time at the place itself.
    fn sites(&mut self) -> io::Result<()> {
        let p = self.profile;
        let own = p.tally(|f| Some(p.frames[f as usize].function).filter(|_| p.frames[f as usize].tier.is_script()));
        let hot: FxHashSet<u32> = own.iter().take(ROWS).map(|(f, _)| *f).collect();
        let times = self.place_times();
        let mut caches: Vec<Row> = Vec::new();
        for c in p.caches.iter().filter(|c| c.state != "polymorphic" && hot.contains(&c.function)) {
            let key = if c.key.is_empty() { "[...]" } else { c.key.as_str() };
            let met: Vec<&str> = c.shapes.iter().chain(&c.seen).map(String::as_str).collect();
            let (what, met) = (format!("{} {} {key}", c.state, c.kind), met.join(" | "));
            caches.push(Row { function: c.function, line: c.line, column: c.column, what, met });
        }
        self.rows("inline caches that gave up, in hot functions (time at the place itself)", caches, &times)?;
        let mut values: Vec<Row> = Vec::new();
        for site in p.sites.iter().filter(|site| hot.contains(&site.function)) {
            let met = odd(site);
            if !met.is_empty() {
                let (what, met) = (site.op.clone(), met.join(", "));
                values.push(Row { function: site.function, line: site.line, column: site.column, what, met });
            }
        }
        self.rows("what operations and elements in hot functions met, beside plain numbers", values, &times)
    }

    fn rows(&mut self, title: &str, mut rows: Vec<Row>, times: &FxHashMap<(u32, u32, u32), u64>) -> io::Result<()> {
        if rows.is_empty() {
            return Ok(());
        }
        let p = self.profile;
        let time = |row: &Row| times.get(&(row.function, row.line, row.column)).copied().unwrap_or(0);
        rows.sort_by_key(|row| std::cmp::Reverse(time(row)));
        self.title(title)?;
        let Style { dim, off, .. } = self.style;
        for row in rows.iter().take(ROWS) {
            let f = &p.functions[row.function as usize];
            writeln!(
                self.out,
                "{:11.1} ms {:5.1}%  {}  {} {}:{}:{}  {dim}{}{off}",
                milliseconds(time(row)),
                percent(time(row), self.whole),
                printable(&row.what),
                printable(&f.name),
                printable(p.file_of(f)),
                row.line,
                row.column,
                printable(&row.met),
            )?;
        }
        Ok(())
    }
}

/// A place, and what is told of it.
struct Row {
    function: u32,
    line: u32,
    column: u32,
    what: String,
    met: String,
}

/// What a site met that is no plain number and no plain element, and how it made elements more general.
fn odd(site: &Site) -> Vec<String> {
    let is_odd = |word: &&String| matches!(word.as_str(), "hole" | "out of bounds" | "dictionary" | "other");
    let mut met: Vec<String> = site.operands.iter().filter(|kind| *kind != "double").cloned().collect();
    met.extend(site.seen.iter().filter(is_odd).cloned());
    met.extend(site.transitions.iter().map(|t| format!("{} to {} {} times", t.from, t.to, t.count)));
    met
}

#[cfg(test)]
mod tests {
    use crate::sample_profile::sample_profile;

    fn text(color: bool) -> String {
        let mut out = Vec::new();
        sample_profile().print_summary(&mut out, color).expect("written");
        String::from_utf8(out).expect("UTF-8")
    }

    #[test]
    fn shares_are_there() {
        let text = text(false);
        for line in [
            "        8.0 ms  40.0%      14.0 ms  70.0%  f  dir/a, b.js:1",
            "        4.0 ms  20.0%       4.0 ms  20.0%  g  dir/a, b.js:4",
            // f's line with the collection that it caused.
            "       10.0 ms  50.0%      14.0 ms  70.0%  dir/a, b.js:2  return g(x) + 1;",
            "        1.0 ms   5.0%  timer in <main> dir/a, b.js:5",
            "        1.0 ms   5.0%  of all in the kernel, for system calls",
        ] {
            assert!(text.contains(line), "{line}\n{text}");
        }
        assert!(!text.contains('\x1b'));
    }

    #[test]
    fn colour_only_where_asked_for() {
        assert!(text(true).contains("\x1b[1m"));
    }
}
