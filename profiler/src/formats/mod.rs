//! What other tools read. Each is a conversion of the native profile.

pub mod boxes;
pub mod calls_dot;
pub mod calls_folded;
pub mod chrome_trace;
pub mod cpuprofile;
pub mod firefox;
pub mod flamegraph;
pub mod folded;
pub mod perf;
pub mod v8log;

use crate::calls::{CallTree, NodeKind};
use crate::profile::{Frame, Profile};
use std::io::{self, BufWriter, Write};
use std::path::Path;

/// Why a profile cannot be written in a format of calls.
pub const NO_CALLS: &str = "the profile has no calls; --trace-calls records them";

/// A format to write a profile in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Format {
    /// Ours, from which the others can be made.
    Native,
    /// The terminal summary, without colour.
    Summary,
    CpuProfile,
    Firefox,
    Folded,
    Svg,
    V8Log,
    Html,
    /// Of traced calls: folded stacks, the call graph (what matters of it, or all), a trace of events.
    CallsFolded,
    CallsDot,
    CallsDotAll,
    ChromeTrace,
}

impl Format {
    pub const ALL: [Format; 12] = [
        Format::Native,
        Format::Summary,
        Format::CpuProfile,
        Format::Firefox,
        Format::Folded,
        Format::Svg,
        Format::V8Log,
        Format::Html,
        Format::CallsFolded,
        Format::CallsDot,
        Format::CallsDotAll,
        Format::ChromeTrace,
    ];

    /// What `--prof-format` calls it.
    pub fn name(self) -> &'static str {
        match self {
            Format::Native => "native",
            Format::Summary => "summary",
            Format::CpuProfile => "cpuprofile",
            Format::Firefox => "firefox",
            Format::Folded => "folded",
            Format::Svg => "svg",
            Format::V8Log => "v8-log",
            Format::Html => "html",
            Format::CallsFolded => "calls-folded",
            Format::CallsDot => "calls-dot",
            Format::CallsDotAll => "calls-dot-all",
            Format::ChromeTrace => "chrome-trace",
        }
    }

    /// Its files' extension.
    pub fn extension(self) -> &'static str {
        match self {
            Format::Native => "tprof",
            Format::Summary => "txt",
            Format::CpuProfile => "cpuprofile",
            Format::Firefox => "json",
            Format::Folded => "folded",
            Format::Svg => "svg",
            Format::V8Log => "log",
            Format::Html => "html",
            Format::CallsFolded => "calls.folded",
            Format::CallsDot | Format::CallsDotAll => "dot",
            Format::ChromeTrace => "trace.json",
        }
    }

    /// It is of traced calls, and a profile without them cannot be written in it.
    pub fn is_of_calls(self) -> bool {
        matches!(self, Format::CallsFolded | Format::CallsDot | Format::CallsDotAll | Format::ChromeTrace)
    }

    pub fn from_name(name: &str) -> Option<Format> {
        Format::ALL.into_iter().find(|f| f.name() == name)
    }

    /// By a file's extension: its last, so that `.folded` and `.json` are always those of samples.
    pub fn of_path(path: &Path) -> Option<Format> {
        let extension = path.extension()?.to_str()?;
        Format::ALL.into_iter().find(|f| f.extension() == extension)
    }
}

impl Profile {
    /// Writes the profile in a format.
    ///
    /// # Errors
    /// What writing gives.
    pub fn write(&self, format: Format, out: impl Write) -> io::Result<()> {
        let mut out = BufWriter::new(out);
        match format {
            Format::Native => self.write_native(&mut out),
            Format::Summary => self.print_summary(&mut out, false).and_then(|()| self.print_calls(&mut out, false)),
            Format::CpuProfile => self.write_cpuprofile(&mut out),
            Format::Firefox => self.write_firefox(&mut out),
            Format::Folded => self.write_folded(&mut out),
            Format::Svg => self.write_svg(&mut out),
            Format::V8Log => self.write_v8_log(&mut out),
            Format::Html => self.write_html(&mut out),
            Format::CallsFolded => self.write_calls_folded(self.traced_calls()?, &mut out),
            Format::CallsDot => self.write_calls_dot(self.traced_calls()?, Some(calls_dot::LEAST), &mut out),
            Format::CallsDotAll => self.write_calls_dot(self.traced_calls()?, None, &mut out),
            Format::ChromeTrace => self.write_chrome_trace(self.traced_calls()?, &mut out),
        }?;
        out.flush()
    }

    /// The calls that were traced.
    fn traced_calls(&self) -> io::Result<&CallTree> {
        self.calls.as_ref().ok_or_else(|| io::Error::other(NO_CALLS))
    }

    /// `name file:line` of a frame's function, for formats that have only a name.
    fn label(&self, frame: &Frame) -> String {
        self.function_label(frame.function)
    }

    /// The same of a function.
    fn function_label(&self, function: u32) -> String {
        let function = &self.functions[function as usize];
        let file = self.file_of(function);
        if file.is_empty() { function.name.clone() } else { format!("{} {file}:{}", function.name, function.line) }
    }

    /// The same of a node of the calls. What runs outside of functions, waits, or has callers that are not told apart has a name in parentheses.
    fn node_label(&self, calls: &CallTree, node: usize) -> String {
        match (calls.function_of(node), calls.nodes.kind[node]) {
            (Some(function), NodeKind::Resumption) => format!("{} (resumed)", self.function_label(function)),
            (Some(function), _) => self.function_label(function),
            (None, NodeKind::Idle) => "(idle)".into(),
            (None, NodeKind::More) => "(contexts beyond the limit)".into(),
            (None, _) => "(outside of functions)".into(),
        }
    }
}

/// Whether some reader or other ends a line here.
fn ends_a_line(c: char) -> bool {
    c.is_control() || matches!(c, '\u{2028}' | '\u{2029}')
}

/// A name as those show it who read by lines, or for whom a name ends with one.
fn one_line(name: &str) -> String {
    name.replace(ends_a_line, " ")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What a file named as those of a format of calls is taken for.
    fn of_last_extension(format: Format) -> Format {
        match format {
            Format::CallsFolded => Format::Folded,
            Format::ChromeTrace => Format::Firefox,
            Format::CallsDotAll => Format::CallsDot,
            other => other,
        }
    }

    #[test]
    fn formats_of_calls_need_calls() {
        for format in Format::ALL {
            let written = crate::sample_profile::sample_profile().write(format, std::io::sink());
            assert_eq!(written.is_err(), format.is_of_calls(), "{format:?}");
            assert!(crate::calls::tests::traced_profile().write(format, std::io::sink()).is_ok(), "{format:?}");
        }
    }

    #[test]
    fn formats_are_known_by_name_and_extension() {
        for format in Format::ALL {
            assert_eq!(Format::from_name(format.name()), Some(format));
            let by_path = Format::of_path(Path::new(&format!("a.b.{}", format.extension())));
            assert_eq!(by_path, Some(if format.is_of_calls() { of_last_extension(format) } else { format }));
        }
        assert_eq!(Format::of_path(Path::new("a.js")), None);
        assert_eq!(Format::of_path(Path::new("json")), None);
    }

    /// Those that count samples and those that weigh them see the same shares.
    #[test]
    fn the_log_and_the_cpuprofile_agree() {
        let mut profile = crate::sample_profile::sample_profile();
        profile.samples.weight_ns[5] = 4_300_000;
        profile.samples.weight_ns[9] = 400_000;
        let written = |format| {
            let mut out = Vec::new();
            profile.write(format, &mut out).expect("written");
            String::from_utf8(out).expect("UTF-8")
        };
        let name_of = |function: &str| function.split(' ').next().unwrap_or_default().to_string();
        let mut by_log = std::collections::BTreeMap::<String, u64>::new();
        let log = written(Format::V8Log);
        let address = |text: &str| u64::from_str_radix(&text[2..], 16).expect("an address");
        let code: Vec<(u64, u64, String)> = log
            .lines()
            .filter(|l| l.starts_with("code-creation,"))
            .map(|l| {
                let fields: Vec<&str> = l.split(',').collect();
                (address(fields[4]), fields[5].parse().expect("a size"), name_of(fields[6]))
            })
            .collect();
        for tick in log.lines().filter(|l| l.starts_with("tick,")) {
            let pc = address(tick.split(',').nth(1).expect("a PC"));
            let (.., name) = code.iter().find(|(start, size, _)| (*start..start + size).contains(&pc)).expect("code");
            *by_log.entry(name.clone()).or_default() += 1;
        }
        let mut by_profile = std::collections::BTreeMap::<String, u64>::new();
        let value: serde_json::Value = serde_json::from_str(&written(Format::CpuProfile)).expect("JSON");
        for node in value["nodes"].as_array().expect("nodes") {
            let hits = node["hitCount"].as_u64().expect("a number");
            if hits > 0 {
                *by_profile.entry(name_of(node["callFrame"]["functionName"].as_str().expect("a name"))).or_default() +=
                    hits;
            }
        }
        assert_eq!(by_log, by_profile);
    }
}
