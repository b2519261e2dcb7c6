//! Chrome's trace events, for Perfetto and chrome://tracing: each traced call with its begin and end. Without a timeline the tree is laid out
//! as a flame graph, a context once, as wide as its time; where time was not measured, as wide as its calls, a microsecond for each.

use crate::calls::CallTree;
use crate::calls::spans::boundaries;
use crate::calls::walk::Step;
use crate::profile::Profile;
use rustc_hash::FxHashMap;
use std::io::{self, Write};

/// Contexts of a flame graph: the narrowest beyond that are left out.
const MOST_CONTEXTS: usize = 200_000;

/// Writes begins and ends, each an object in a list.
struct Trace<'w, W> {
    out: &'w mut W,
    written: io::Result<()>,
}

impl<W: Write> Trace<'_, W> {
    /// An event's object; time in nanoseconds.
    fn event(&mut self, phase: char, ns: u64, rest: &str) {
        if self.written.is_ok() {
            let (us, ns) = (ns / 1000, ns % 1000);
            self.written = write!(self.out, ",\n{{\"ph\":\"{phase}\",\"pid\":1,\"tid\":1,\"ts\":{us}.{ns:03}{rest}}}");
        }
    }

    fn begin(&mut self, ns: u64, name: &str, arguments: &str) {
        self.event('B', ns, &format!(",\"name\":{name}{arguments}"));
    }

    fn end(&mut self, ns: u64) {
        self.event('E', ns, "");
    }
}

impl Profile {
    /// Writes the trace.
    ///
    /// # Errors
    /// What writing gives.
    pub fn write_chrome_trace(&self, calls: &CallTree, out: &mut impl Write) -> io::Result<()> {
        let json = |text: &str| serde_json::to_string(text).map_err(io::Error::other);
        let (what, note) = match &calls.events {
            Some(events) if events.lost > 0 => {
                let lost = events.lost;
                ("calls", format!("the last {} events; {lost} before them were dropped", events.node.len()))
            }
            Some(events) => ("calls", format!("all {} events", events.node.len())),
            None if calls.timed => ("contexts, by time", "no timeline: each context once, as wide as its time".into()),
            None => (
                "contexts, by calls",
                "neither timeline nor times: each context once, a microsecond wide for each call".into(),
            ),
        };
        writeln!(
            out,
            "{{\"displayTimeUnit\":\"ns\",\"otherData\":{{\"vm\":{},\"note\":{}}},",
            json(&self.vm)?,
            json(&note)?
        )?;
        let name = |text: &str| {
            Ok::<_, io::Error>(format!("\"ph\":\"M\",\"pid\":1,\"tid\":1,\"args\":{{\"name\":{}}}", json(text)?))
        };
        write!(out, "\"traceEvents\":[\n{{\"name\":\"process_name\",{}}}", name(&self.program)?)?;
        write!(out, ",\n{{\"name\":\"thread_name\",{}}}", name(what)?)?;
        let mut trace = Trace { out, written: Ok(()) };
        if calls.events.is_some() {
            self.timeline(calls, &mut trace)
        } else {
            self.flame(calls, &mut trace)
        }
        trace.written?;
        writeln!(out, "\n]}}")
    }

    /// A node's name, quoted.
    fn quoted_label(&self, calls: &CallTree, node: u32) -> String {
        serde_json::Value::from(self.node_label(calls, node as usize)).to_string()
    }

    /// Each call.
    fn timeline(&self, calls: &CallTree, trace: &mut Trace<impl Write>) {
        let mut names: FxHashMap<u32, String> = FxHashMap::default();
        boundaries(&calls.spans(), |span, begins| {
            if begins {
                let name = names.entry(span.node).or_insert_with(|| self.quoted_label(calls, span.node));
                trace.begin(span.start_ns, name, "");
            } else {
                trace.end(span.end_ns);
            }
        });
    }

    /// Each context.
    fn flame(&self, calls: &CallTree, trace: &mut Trace<impl Write>) {
        let nodes = &calls.nodes;
        let widths = if calls.timed {
            nodes.totals()
        } else {
            nodes.calls_below().iter().map(|calls| calls.saturating_mul(1000)).collect()
        };
        let mut is_kept = vec![false; nodes.len()];
        calls.heaviest(MOST_CONTEXTS).into_iter().for_each(|node| is_kept[node as usize] = true);
        // Where the next child begins, of each node on the path.
        let mut begins = vec![0];
        nodes.walk(|step| {
            let (Step::Down(node) | Step::Up(node)) = step;
            let width = widths[node as usize];
            if !is_kept[node as usize] || width == 0 {
                return;
            }
            let depth = begins.len() - 1;
            if matches!(step, Step::Up(_)) {
                begins.pop();
                begins[depth - 1] += width;
                return trace.end(begins[depth - 1]);
            }
            let (count, own) = (nodes.calls[node as usize], nodes.self_ns[node as usize]);
            let time = if calls.timed { format!(",\"self_ns\":{own},\"total_ns\":{width}") } else { String::new() };
            let arguments = format!(",\"args\":{{\"calls\":{count}{time}}}");
            trace.begin(begins[depth], &self.quoted_label(calls, node), &arguments);
            begins.push(begins[depth]);
        });
    }
}

#[cfg(test)]
mod tests {
    use crate::calls::Events;
    use crate::calls::tests::traced_profile;
    use crate::profile::Profile;
    use serde_json::Value;

    /// `depth name begin end` of each call, in nanoseconds; begins and ends must nest, and times go on.
    fn written(profile: &Profile) -> Vec<(usize, String, u64, u64)> {
        let mut out = Vec::new();
        profile.write_chrome_trace(profile.calls.as_ref().expect("calls"), &mut out).expect("written");
        let value: Value = serde_json::from_slice(&out).expect("JSON");
        let (mut open, mut calls, mut last) = (Vec::new(), Vec::new(), 0);
        for event in value["traceEvents"].as_array().expect("events") {
            let phase = event["ph"].as_str().expect("a phase");
            if phase == "M" {
                assert!(event["args"]["name"].is_string());
                continue;
            }
            let ns = (event["ts"].as_f64().expect("a time") * 1000.0).round() as u64;
            assert!(ns >= last);
            last = ns;
            if phase == "B" {
                open.push(calls.len());
                calls.push((open.len() - 1, event["name"].as_str().expect("a name").to_string(), ns, u64::MAX));
            } else {
                assert_eq!(phase, "E");
                calls[open.pop().expect("something to end")].3 = ns;
            }
        }
        assert!(open.is_empty());
        calls
    }

    #[test]
    fn a_timeline_has_each_call() {
        let mut profile = traced_profile();
        profile.functions[2].name = "\"</f>\n".into();
        let calls = profile.calls.as_mut().unwrap();
        calls.end_ns = calls.start_ns + 50;
        calls.events = Some(Events {
            time_ns: vec![1, 3, 4, 5, 6],
            node: vec![3, 4, 5, 4, 4],
            entered: vec![1, 1, 1, 0, 1],
            lost: 0,
        });
        let (main, f) = ("<main> dir/a, b.js:1".to_string(), "\"</f>\n dir/a, b.js:1".to_string());
        let expected = [(0, main, 1, 50), (1, f.clone(), 3, 50), (2, f.clone(), 4, 5), (2, f, 6, 50)];
        assert_eq!(written(&profile), expected);
    }

    #[test]
    fn without_one_contexts_are_as_wide_as_their_times() {
        let profile = traced_profile();
        let calls = written(&profile);
        let short: Vec<(usize, u64, u64)> = calls.iter().map(|c| (c.0, c.2, c.3)).collect();
        assert_eq!(short, [(0, 0, 65), (1, 0, 60), (2, 0, 50), (3, 0, 30)]);
        assert_eq!(calls[0].1, "(outside of functions)");
        let mut profile = profile;
        profile.calls.as_mut().unwrap().timed = false;
        let short: Vec<(usize, u64, u64)> = written(&profile).iter().map(|c| (c.0, c.2, c.3)).collect();
        assert_eq!(short, [(0, 0, 9000), (1, 0, 9000), (2, 0, 8000), (3, 0, 6000)]);
    }
}
