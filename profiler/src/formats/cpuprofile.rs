//! Chrome's .cpuprofile (DevTools, VS Code, speedscope).
//!
//! nodes[0] is (root); URLs are whole paths; lines and columns of call frames are 0-based, the lines of positionTicks 1-based; script ids are
//! strings; time deltas are whole microseconds, the first from startTime; endTime is startTime, their sum and one interval. Some readers
//! count samples and others weigh them, so samples are on an even grid: both see the same shares. Work of the VM is a child of the
//! frame that caused it; only (idle) is at the top, because readers re-hang what they take for the program or the collector.

use super::one_line;
use crate::profile::{FunctionKind, NONE, Profile};
use rustc_hash::FxHashMap;
use serde::Serialize;
use std::io::{self, Write};

/// Names that mean something to readers; a function that a script calls so is quoted.
const TAKEN: [&str; 4] = ["(root)", "(program)", "(idle)", "(garbage collector)"];

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct CallFrame {
    function_name: String,
    script_id: String,
    url: String,
    line_number: i64,
    column_number: i64,
}

#[derive(Serialize)]
struct Ticks {
    line: u32,
    ticks: u64,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Node {
    id: usize,
    call_frame: CallFrame,
    hit_count: u64,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    children: Vec<usize>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    position_ticks: Vec<Ticks>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct CpuProfile {
    nodes: Vec<Node>,
    start_time: u64,
    end_time: u64,
    samples: Vec<usize>,
    time_deltas: Vec<u64>,
}

impl Profile {
    /// Writes the .cpuprofile.
    ///
    /// # Errors
    /// What writing gives.
    pub fn write_cpuprofile(&self, out: impl Write) -> io::Result<()> {
        serde_json::to_writer(out, &self.cpuprofile()).map_err(io::Error::other)
    }

    fn cpuprofile(&self) -> CpuProfile {
        let (tree, nodes) = self.top_down(|frame| self.frames[frame as usize].function);
        let children = tree.children();
        let mut hits = vec![0u64; tree.nodes.len()];
        let mut lines: Vec<FxHashMap<u32, u64>> = vec![FxHashMap::default(); tree.nodes.len()];
        let (mut samples, mut deltas) = (Vec::new(), Vec::new());
        let mut last = 0;
        for (point, sample) in self.grid().into_iter().enumerate() {
            let stack = self.samples.stack[sample as usize];
            let (node, line) = match usize::try_from(stack) {
                Ok(stack) => (nodes[stack], self.frames[self.stacks.frame[stack] as usize].line),
                Err(_) => (0, 0),
            };
            hits[node] += 1;
            *lines[node].entry(line.max(1)).or_default() += 1;
            samples.push(node);
            let at = self.grid_us(point);
            deltas.push(at - last);
            last = at;
        }
        // Stacks that only a deopt or a job's origin has are no part of the tree: numbers of those nodes that are, from 1 on.
        let mut totals = hits.clone();
        for i in (1..tree.nodes.len()).rev() {
            totals[tree.nodes[i].parent] += totals[i];
        }
        let mut ids = vec![0; tree.nodes.len()];
        let kept: Vec<usize> = (0..tree.nodes.len()).filter(|&i| i == 0 || totals[i] > 0).collect();
        for (id, &i) in (1..).zip(&kept) {
            ids[i] = id;
        }
        let node = |&i: &usize| {
            let mut position_ticks: Vec<Ticks> = lines[i].iter().map(|(&line, &ticks)| Ticks { line, ticks }).collect();
            position_ticks.sort_by_key(|t| t.line);
            Node {
                id: ids[i],
                call_frame: if i == 0 { root() } else { self.call_frame(tree.nodes[i].key) },
                hit_count: hits[i],
                children: children[i].iter().map(|&c| ids[c]).filter(|&id| id != 0).collect(),
                position_ticks,
            }
        };
        let start_time = self.start_ns / 1000;
        CpuProfile {
            nodes: kept.iter().map(node).collect(),
            start_time,
            end_time: start_time + last + self.interval_ns / 1000,
            samples: samples.into_iter().map(|node| ids[node]).collect(),
            time_deltas: deltas,
        }
    }

    fn call_frame(&self, function: u32) -> CallFrame {
        let function = &self.functions[function as usize];
        // As in the V8 log: what one reader says of a function can be found in the other's figures.
        let name = one_line(&function.name);
        let is_taken = function.kind == FunctionKind::Script && TAKEN.contains(&name.as_str());
        let script = if function.source == NONE { 0 } else { self.sources[function.source as usize].id };
        CallFrame {
            function_name: if is_taken { format!("\"{name}\"") } else { name },
            script_id: script.to_string(),
            url: self.whole_path(self.file_of(function)),
            line_number: i64::from(function.line) - 1,
            column_number: i64::from(function.column) - 1,
        }
    }
}

fn root() -> CallFrame {
    CallFrame {
        function_name: "(root)".into(),
        script_id: "0".into(),
        url: String::new(),
        line_number: -1,
        column_number: -1,
    }
}

#[cfg(test)]
mod tests {
    use crate::sample_profile::sample_profile;
    use serde_json::Value;

    fn number(value: &Value) -> u64 {
        value.as_u64().expect("a number")
    }

    #[test]
    fn sums_agree() {
        let mut profile = sample_profile();
        profile.samples.weight_ns[5] = 2_700_000;
        profile.interval_ns = 700_000;
        let value = serde_json::to_value(profile.cpuprofile()).expect("JSON");
        let samples = value["samples"].as_array().expect("samples");
        let nodes = value["nodes"].as_array().expect("nodes");
        let hits: u64 = nodes.iter().map(|n| number(&n["hitCount"])).sum();
        let ticks = nodes.iter().filter_map(|n| n["positionTicks"].as_array()).flatten();
        let ticks: u64 = ticks.map(|t| number(&t["ticks"])).sum();
        let count = samples.len() as u64;
        assert_eq!((hits, ticks, count), (count, count, 21_700 / 700));
        let deltas: u64 = value["timeDeltas"].as_array().expect("deltas").iter().map(number).sum();
        assert_eq!(number(&value["endTime"]), number(&value["startTime"]) + deltas + 700);
    }

    #[test]
    fn readers_misunderstand_no_name() {
        let mut profile = sample_profile();
        for (name, other) in [("g", "(program)"), ("f", "f\nx")] {
            let function = profile.functions.iter_mut().find(|function| function.name == name).expect("the function");
            function.name = other.into();
        }
        let value = serde_json::to_value(profile.cpuprofile()).expect("JSON");
        let names: Vec<&str> = value["nodes"]
            .as_array()
            .expect("nodes")
            .iter()
            .filter_map(|n| n["callFrame"]["functionName"].as_str())
            .collect();
        assert!(
            ["\"(program)\"", "(idle)", "f x"].iter().all(|name| names.contains(name)) && !names.contains(&"(program)"),
            "{names:?}"
        );
    }

    #[test]
    fn what_has_no_samples_is_not_in_the_tree() {
        let mut profile = sample_profile();
        let before = serde_json::to_value(profile.cpuprofile()).expect("JSON");
        // As a deopt's: optimized code without what called it.
        let f = profile.frames.iter().position(|f| f.inlined).expect("g") as u32;
        profile.stacks.parent.insert(0, -1);
        profile.stacks.frame.insert(0, f);
        profile.stacks.parent.iter_mut().skip(1).filter(|p| **p >= 0).for_each(|p| *p += 1);
        profile.samples.stack.iter_mut().filter(|s| **s >= 0).for_each(|s| *s += 1);
        profile.async_origins.iter_mut().filter(|o| o.stack >= 0).for_each(|o| o.stack += 1);
        assert_eq!(profile.check(), Ok(()));
        assert_eq!(serde_json::to_value(profile.cpuprofile()).expect("JSON"), before);
    }

    #[test]
    fn the_tree_is_as_readers_want_it() {
        let value = serde_json::to_value(sample_profile().cpuprofile()).expect("JSON");
        let nodes = value["nodes"].as_array().expect("nodes");
        let name = |n: &Value| n["callFrame"]["functionName"].as_str().expect("a name").to_string();
        assert_eq!(name(&nodes[0]), "(root)");
        let f = nodes.iter().find(|n| name(n) == "f").expect("f");
        assert_eq!((&f["callFrame"]["lineNumber"], &f["callFrame"]["scriptId"]), (&0.into(), &"3".into()));
        let children = |n: &Value| -> Vec<String> {
            let ids = n["children"].as_array().cloned().unwrap_or_default();
            ids.iter().map(|id| name(&nodes[number(id) as usize - 1])).collect()
        };
        let in_parentheses: Vec<String> =
            children(&nodes[0]).into_iter().filter(|name| name.starts_with('(')).collect();
        assert_eq!(in_parentheses, ["(idle)"]);
        assert!(children(f).contains(&"(gc mark)".to_string()));
        let ids: Vec<u64> = nodes.iter().map(|n| number(&n["id"])).collect();
        assert_eq!(ids, (1..=nodes.len() as u64).collect::<Vec<_>>());
    }
}
