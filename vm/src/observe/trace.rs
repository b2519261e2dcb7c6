//! What `--trace-deopt`, `--trace-ic` and `--trace-opt` tell while the program runs: text on standard error, or JSON lines (`vm/TRACE.md`).
//!
//! Whoever has something to tell asks for the flag first, so that nothing is put into words that nobody wants to read.

use crate::observe::now_ns;
use crate::options::Options;
use crate::tiering::deopt::Place;
use rustc_hash::FxHashMap;
use std::fmt::Write as _;
use std::fs::File;
use std::io::Write as _;
use std::path::Path;

enum Sink {
    Text,
    JsonToStandardError,
    Json(File),
    /// JSON lines for who asks at the end.
    Kept(Vec<String>),
}

/// Lines that are kept at most.
const MOST_KEPT: usize = 1 << 14;

/// Different changes that are counted; what comes after so many is told each time.
const MOST_COUNTED: usize = 1 << 16;

/// A line on standard error; a closed one is no reason to stop.
pub fn say(line: &str) {
    let _ = std::io::stderr().write_all(format!("{line}\n").as_bytes());
}

/// What is told, and where.
pub struct Trace {
    pub deopt: bool,
    pub ic: bool,
    /// What is no change for the worse, too, and everything each time.
    pub ic_all: bool,
    pub opt: bool,
    sink: Sink,
    /// How often each change was told that is told once.
    counted: FxHashMap<String, u64>,
    start_ns: u64,
}

impl Trace {
    /// As the options say. JSON lines alone tell everything.
    ///
    /// # Errors
    /// When the file for JSON lines cannot be written.
    pub fn new(options: &Options) -> Result<Trace, String> {
        let traces = options.trace_deopt || options.trace_ic || options.trace_opt;
        let sink = match &options.trace_json {
            None if options.keep_decisions && !traces => Sink::Kept(Vec::new()),
            None => Sink::Text,
            Some(path) if path == Path::new("-") => Sink::JsonToStandardError,
            Some(path) => Sink::Json(File::create(path).map_err(|e| format!("cannot write {}: {e}", path.display()))?),
        };
        let all = options.trace_json.is_some() && !traces;
        let kept = matches!(sink, Sink::Kept(_));
        Ok(Trace {
            deopt: options.trace_deopt || all,
            ic: options.trace_ic || all,
            ic_all: options.trace_ic_all || all,
            opt: options.trace_opt || all || kept,
            sink,
            counted: FxHashMap::default(),
            start_ns: now_ns(),
        })
    }

    /// One event, as text or as JSON.
    pub fn tell(&mut self, text: impl FnOnce() -> String, json: impl FnOnce() -> Json) {
        match &mut self.sink {
            Sink::Text => say(&text()),
            Sink::JsonToStandardError => say(&json().finish()),
            // A full disk must not end the program that is looked at.
            Sink::Json(file) => drop(file.write_all((json().finish() + "\n").as_bytes())),
            Sink::Kept(lines) if lines.len() < MOST_KEPT => lines.push(json().finish()),
            Sink::Kept(_) => {}
        }
    }

    /// An event that may come again and again: once, unless everything is told. Its text is what it is known by.
    pub fn tell_once(&mut self, text: String, json: impl FnOnce() -> Json) {
        if !self.ic_all {
            if let Some(times) = self.counted.get_mut(&text) {
                *times += 1;
                return;
            }
            if self.counted.len() < MOST_COUNTED {
                self.counted.insert(text.clone(), 1);
            }
        }
        self.tell(|| text, json);
    }

    /// The program has ended: how often there was what was told once, the most frequent first.
    pub fn tell_counts(&mut self) {
        let mut counted: Vec<(String, u64)> = self.counted.drain().filter(|(_, times)| *times > 1).collect();
        counted.sort_by(|a, b| b.1.cmp(&a.1).then_with(|| a.0.cmp(&b.0)));
        for (text, times) in counted {
            let what = text.strip_prefix("[ic] ").unwrap_or(&text);
            self.tell(
                || format!("[ic] {times} times in all: {what}"),
                || Json::event("ic-count", now_ns()).text("what", what).number("count", times),
            );
        }
    }

    /// The lines that were kept for reports (`Options::keep_decisions`); none where something else was traced.
    pub fn kept(&self) -> &[String] {
        match &self.sink {
            Sink::Kept(lines) => lines,
            _ => &[],
        }
    }

    /// Milliseconds from the VM's start to a time of [`now_ns`].
    pub fn since_start_ms(&self, at_ns: u64) -> f64 {
        at_ns.saturating_sub(self.start_ns) as f64 / 1e6
    }
}

/// A JSON object being written.
pub struct Json(String);

impl Json {
    pub fn object() -> Json {
        Json("{".into())
    }

    /// An object that begins as all lines do. `at_ns` is CLOCK_MONOTONIC.
    pub fn event(name: &str, at_ns: u64) -> Json {
        Json::object().text("event", name).number("at_ns", at_ns)
    }

    fn key(&mut self, key: &str) {
        if self.0.len() > 1 {
            self.0.push(',');
        }
        quote(&mut self.0, key);
        self.0.push(':');
    }

    pub fn text(mut self, key: &str, value: &str) -> Json {
        self.key(key);
        quote(&mut self.0, value);
        self
    }

    pub fn number(mut self, key: &str, value: u64) -> Json {
        self.key(key);
        let _ = write!(self.0, "{value}");
        self
    }

    pub fn flag(mut self, key: &str, value: bool) -> Json {
        self.key(key);
        let _ = write!(self.0, "{value}");
        self
    }

    pub fn with(mut self, key: &str, value: Json) -> Json {
        self.key(key);
        self.0.push_str(&value.finish());
        self
    }

    pub fn list(mut self, key: &str, values: impl IntoIterator<Item = Json>) -> Json {
        self.key(key);
        self.0.push('[');
        for (i, value) in values.into_iter().enumerate() {
            if i > 0 {
                self.0.push(',');
            }
            self.0.push_str(&value.finish());
        }
        self.0.push(']');
        self
    }

    /// The fields of a place.
    pub fn place(self, place: &Place) -> Json {
        self.text("function", &place.function)
            .text("file", &place.file)
            .number("line", place.line.into())
            .number("column", place.column.into())
            .number("code", place.code_id.into())
            .number("offset", place.offset.into())
    }

    pub fn finish(mut self) -> String {
        self.0.push('}');
        self.0
    }
}

fn quote(out: &mut String, text: &str) {
    out.push('"');
    for c in text.chars() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\t' => out.push_str("\\t"),
            c if (c as u32) < 0x20 => {
                let _ = write!(out, "\\u{:04x}", c as u32);
            }
            c => out.push(c),
        }
    }
    out.push('"');
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_json() {
        let inner = Json::object().number("id", 3).flag("kept", true);
        let line = Json::event("deopt", 7).text("came", "\"a\\\n\u{1}é").list("all", [inner, Json::object()]).finish();
        assert_eq!(line, r#"{"event":"deopt","at_ns":7,"came":"\"a\\\n\u0001é","all":[{"id":3,"kept":true},{}]}"#);
    }
}
