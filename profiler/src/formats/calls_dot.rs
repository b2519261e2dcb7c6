//! The call graph of traced calls, for Graphviz: functions with their calls and times, and edges from caller to callee with those of this edge.

use super::one_line;
use crate::calls::graph::{Caller, Edge};
use crate::calls::{CallTree, NodeKind};
use crate::profile::Profile;
use std::io::{self, Write};

/// Functions and edges that have less than this share of the time, and of the calls, are left out unless all are asked for.
pub const LEAST: f64 = 0.005;

/// A text between double quotes. In a label a backslash begins an escape sequence; two are one.
fn quoted(text: &str) -> String {
    one_line(text).replace('\\', "\\\\").replace('"', "\\\"")
}

/// `1.23 ms`
fn ms(ns: u64) -> String {
    format!("{:.3} ms", ns as f64 / 1e6)
}

fn count(n: u64, what: &str) -> String {
    format!("{n} {what}{}", if n == 1 { "" } else { "s" })
}

/// Calls, and resumptions if there were any.
fn calls_text(calls: u64, resumptions: u64) -> String {
    match (calls, resumptions) {
        (calls, 0) => count(calls, "call"),
        (0, resumptions) => count(resumptions, "resumption"),
        (calls, resumptions) => format!("{}, {}", count(calls, "call"), count(resumptions, "resumption")),
    }
}

fn id(caller: Caller) -> String {
    match caller {
        Caller::Function(function) => format!("f{function}"),
        Caller::Outside => "outside".into(),
        Caller::Unknown => "unknown".into(),
    }
}

impl Profile {
    /// Writes the graph: what has at least the share `least` of the time or of the calls, or all.
    ///
    /// # Errors
    /// What writing gives.
    pub fn write_calls_dot(&self, tree: &CallTree, least: Option<f64>, out: &mut impl Write) -> io::Result<()> {
        let graph = tree.graph(self.functions.len());
        let busy = tree.busy_ns();
        let all = graph.functions.iter().map(|f| f.calls + f.resumptions).sum::<u64>();
        let matters = |calls: u64, ns: u64| {
            let share = |part: u64, whole: u64| part as f64 / whole.max(1) as f64;
            least.is_none_or(|least| share(ns, busy) >= least || share(calls, all) >= least)
        };
        let called: Vec<bool> = graph.functions.iter().map(|f| f.calls + f.resumptions > 0).collect();
        let kept: Vec<bool> = graph
            .functions
            .iter()
            .zip(&called)
            .map(|(f, called)| *called && matters(f.calls + f.resumptions, f.total_ns))
            .collect();
        let is_kept = |edge: &&Edge| {
            kept[edge.callee as usize]
                && matches!(edge.caller, Caller::Function(f) if kept[f as usize])
                    | !matches!(edge.caller, Caller::Function(_))
                && matters(edge.calls + edge.resumptions, edge.total_ns)
        };
        let edges: Vec<&Edge> = graph.edges.iter().filter(is_kept).collect();
        let number = |of: &[bool]| of.iter().filter(|is| **is).count();
        let mut title = format!("{}: {}", self.program, {
            let (calls, resumptions) = tree.calls();
            calls_text(calls, resumptions)
        });
        if tree.timed {
            title += &format!(", {}", ms(busy));
        }
        if tree.folded {
            title += "; recursion is folded";
        }
        let left_out = (number(&called) - number(&kept), graph.edges.len() - edges.len());
        if left_out != (0, 0) {
            title += &format!(
                "; below {} % of the time and of the calls, and left out: {}, {}",
                LEAST * 100.0,
                count(left_out.0 as u64, "function"),
                count(left_out.1 as u64, "edge"),
            );
        }
        writeln!(out, "digraph calls {{")?;
        writeln!(out, "  graph [label=\"{}\", labelloc=t, fontname=\"sans-serif\"];", quoted(&title))?;
        writeln!(out, "  node [shape=box, style=filled, fillcolor=\"#f4f4f4\", fontname=\"sans-serif\"];")?;
        writeln!(out, "  edge [fontname=\"sans-serif\", fontsize=10];")?;
        for (caller, kind, name) in [
            (Caller::Outside, NodeKind::Root, "(outside of functions)"),
            (Caller::Unknown, NodeKind::More, "(contexts beyond the limit)"),
        ] {
            if edges.iter().any(|edge| edge.caller == caller) {
                let time = if tree.timed { format!("\\nself {}", ms(tree.time_of(kind))) } else { String::new() };
                writeln!(out, "  {} [label=\"{name}{time}\", shape=ellipse];", id(caller))?;
            }
        }
        for (function, row) in graph.functions.iter().enumerate().filter(|(function, _)| kept[*function]) {
            let f = &self.functions[function];
            let file = self.file_of(f);
            let place = if file.is_empty() { String::new() } else { format!("\\n{}:{}", quoted(file), f.line) };
            let mut label = format!("{}{place}\\n{}", quoted(&f.name), calls_text(row.calls, row.resumptions));
            let mut fill = String::new();
            if tree.timed {
                let share = |ns: u64| ns as f64 * 100.0 / busy.max(1) as f64;
                label += &format!(
                    "\\nself {} ({:.1} %)\\ntotal {} ({:.1} %)",
                    ms(row.self_ns),
                    share(row.self_ns),
                    ms(row.total_ns),
                    share(row.total_ns)
                );
                // From white to red by the square root of the own share, so that small ones can be told apart.
                fill = format!(", fillcolor=\"0.03 {:.3} 1.0\"", (share(row.self_ns) / 100.0).sqrt().min(1.0) * 0.75);
            }
            writeln!(out, "  f{function} [label=\"{label}\"{fill}];")?;
        }
        for edge in edges {
            let mut label = calls_text(edge.calls, edge.resumptions);
            let mut width = String::new();
            if tree.timed {
                label += &format!("\\n{}", ms(edge.total_ns));
                width = format!(", penwidth={:.2}", 0.5 + 4.0 * edge.total_ns as f64 / busy.max(1) as f64);
            }
            writeln!(out, "  {} -> f{} [label=\"{label}\"{width}];", id(edge.caller), edge.callee)?;
        }
        writeln!(out, "}}")
    }
}

#[cfg(test)]
mod tests {
    use crate::calls::NodeKind;
    use crate::calls::tests::traced_profile;
    use crate::profile::Profile;

    fn written(profile: &Profile, least: Option<f64>) -> String {
        let mut out = Vec::new();
        profile.write_calls_dot(profile.calls.as_ref().expect("calls"), least, &mut out).expect("written");
        String::from_utf8(out).expect("UTF-8")
    }

    /// Whether it is a graph: each statement a line, quotes closed, edges between nodes that are there.
    fn check(text: &str) {
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!((lines[0], lines[lines.len() - 1]), ("digraph calls {", "}"));
        let mut nodes = vec!["graph", "node", "edge"];
        for line in &lines[1..lines.len() - 1] {
            let (name, attributes) = line.split_once(" [").unwrap_or_else(|| panic!("no statement: {line}"));
            assert!(attributes.ends_with("];"), "{line}");
            let mut is_open = false;
            let mut chars = attributes.chars();
            while let Some(c) = chars.next() {
                match c {
                    '\\' if is_open => assert!(chars.next().is_some_and(|c| "\\\"n".contains(c)), "{line}"),
                    '"' => is_open = !is_open,
                    _ => assert!(is_open || c.is_ascii_alphanumeric() || "=,#. ];-".contains(c), "{line}"),
                }
            }
            assert!(!is_open, "{line}");
            match name.trim().split_once(" -> ") {
                Some((from, to)) => assert!(nodes.contains(&from) && nodes.contains(&to), "{line}"),
                None => nodes.push(name.trim()),
            }
        }
    }

    #[test]
    fn functions_and_edges_have_their_figures() {
        let text = written(&traced_profile(), Some(super::LEAST));
        check(&text);
        for line in [
            "f2 [label=\"f\\ndir/a, b.js:1\\n8 calls\\nself 0.000 ms (76.9 %)\\ntotal 0.000 ms (76.9 %)\"",
            "f1 -> f2 [label=\"2 calls\\n0.000 ms\", penwidth=",
            "f2 -> f2 [label=\"6 calls\\n",
            "outside -> f1 [label=\"1 call\\n",
        ] {
            assert!(text.contains(line), "{line}\n{text}");
        }
        assert!(!text.contains("left out") && !text.contains("unknown"));
    }

    #[test]
    fn what_matters_little_is_left_out_unless_all_is_asked_for() {
        let mut profile = traced_profile();
        let calls = profile.calls.as_mut().unwrap();
        calls.nodes.push(3, 3, NodeKind::Call);
        calls.nodes.calls[6] = 1;
        calls.nodes.calls[5] = 1000;
        let text = written(&profile, Some(super::LEAST));
        check(&text);
        assert!(text.contains("left out: 1 function, 1 edge") && !text.contains("f3 ["), "{text}");
        let text = written(&profile, None);
        check(&text);
        assert!(!text.contains("left out") && text.contains("f1 -> f3 [label=\"1 call\\n"), "{text}");
    }

    #[test]
    fn any_name_can_be_quoted() {
        let mut profile = traced_profile();
        profile.functions[2].name = "a\"\\N\n\u{2028}[\"];".into();
        profile.program = "x\\".into();
        let calls = profile.calls.as_mut().unwrap();
        calls.timed = false;
        calls.folded = true;
        calls.nodes.parent[5] = 2;
        let text = written(&profile, None);
        check(&text);
        assert!(text.contains("label=\"a\\\"\\\\N  [\\\"];\\ndir/a, b.js:1\\n8 calls\""), "{text}");
        assert!(
            text.contains("unknown -> f2") && text.contains("recursion is folded") && !text.contains(" ms"),
            "{text}"
        );
    }
}
