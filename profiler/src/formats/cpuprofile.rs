//! Chrome's .cpuprofile (DevTools, VS Code, speedscope).
//!
//! nodes[0] is (root); lines and columns of call frames are 0-based, those of positionTicks 1-based; script ids are
//! strings; time deltas are microseconds, the first from startTime. Some readers count samples and others weigh them,
//! so samples are laid on an even grid of the interval first: both see the same shares.

use crate::profile::{FrameRef, Profile};
use rustc_hash::FxHashMap;
use serde_json::{Value, json};
use std::io;
use std::path::Path;

struct Node {
    frame: Option<u32>,
    hits: u64,
    lines: FxHashMap<u32, u64>,
    children: Vec<usize>,
}

/// The call tree; node 0 is the root.
struct Tree {
    nodes: Vec<Node>,
    index: FxHashMap<(usize, u32), usize>,
}

impl Tree {
    fn new() -> Tree {
        let root = Node { frame: None, hits: 0, lines: FxHashMap::default(), children: Vec::new() };
        Tree { nodes: vec![root], index: FxHashMap::default() }
    }

    fn child(&mut self, parent: usize, function: u32) -> usize {
        if let Some(&node) = self.index.get(&(parent, function)) {
            return node;
        }
        let node = self.nodes.len();
        self.nodes.push(Node { frame: Some(function), hits: 0, lines: FxHashMap::default(), children: Vec::new() });
        self.nodes[parent].children.push(node);
        self.index.insert((parent, function), node);
        node
    }

    fn leaf(&mut self, frames: &[FrameRef]) -> usize {
        frames.iter().fold(0, |node, frame| self.child(node, frame.function))
    }
}

impl Profile {
    /// The profile as .cpuprofile JSON.
    pub fn to_cpuprofile(&self) -> Value {
        let mut tree = Tree::new();
        let interval = self.interval.as_nanos().max(1) as u64;
        let start_us = self.start_ns / 1000;
        let mut samples = Vec::new();
        let mut deltas = Vec::new();
        // A grid point belongs to the sample whose weight covers it.
        let mut grid = self.start_ns + interval;
        let mut last_us = start_us;
        for sample in &self.samples {
            while grid <= sample.time_ns {
                let node = tree.leaf(&sample.frames);
                let line = sample.frames.last().map_or(0, |f| f.line);
                tree.nodes[node].hits += 1;
                *tree.nodes[node].lines.entry(line.max(1)).or_default() += 1;
                samples.push(node + 1);
                let at = grid / 1000;
                deltas.push(at - last_us);
                last_us = at;
                grid += interval;
            }
        }
        let nodes: Vec<Value> = tree.nodes.iter().enumerate().map(|(i, node)| self.node(i, node)).collect();
        let sum: u64 = deltas.iter().sum();
        json!({
            "nodes": nodes,
            "startTime": start_us,
            "endTime": start_us + sum + interval / 1000,
            "samples": samples,
            "timeDeltas": deltas,
        })
    }

    fn node(&self, i: usize, node: &Node) -> Value {
        let frame = match node.frame {
            None => json!({
                "functionName": "(root)", "scriptId": "0", "url": "", "lineNumber": -1, "columnNumber": -1
            }),
            Some(f) => {
                let f = &self.functions[f as usize];
                json!({
                    "functionName": f.name,
                    "scriptId": f.script.to_string(),
                    "url": f.file,
                    "lineNumber": f.line as i64 - 1,
                    "columnNumber": f.column as i64 - 1,
                })
            }
        };
        let mut lines: Vec<(&u32, &u64)> = node.lines.iter().collect();
        lines.sort();
        let ticks: Vec<Value> = lines.iter().map(|(line, ticks)| json!({ "line": line, "ticks": ticks })).collect();
        let children: Vec<usize> = node.children.iter().map(|c| c + 1).collect();
        let mut value = json!({ "id": i + 1, "callFrame": frame, "hitCount": node.hits });
        if let Some(map) = value.as_object_mut() {
            if !children.is_empty() {
                map.insert("children".into(), json!(children));
            }
            if !ticks.is_empty() {
                map.insert("positionTicks".into(), json!(ticks));
            }
        }
        value
    }

    /// Writes the .cpuprofile.
    ///
    /// # Errors
    /// What creating or writing the file gives.
    pub fn write_cpuprofile(&self, path: &Path) -> io::Result<()> {
        let text = serde_json::to_vec(&self.to_cpuprofile()).map_err(io::Error::other)?;
        std::fs::write(path, text)
    }
}

#[cfg(test)]
mod tests {
    use crate::profile::{FrameRef, Function, Profile, Sample};
    use abi::context::VmState;
    use std::time::Duration;

    fn profile() -> Profile {
        let function =
            |name: &str, line| Function { name: name.into(), file: "a.js".into(), script: 1, line, column: 1 };
        let sample = |ms: u64, frames: &[(u32, u32)]| Sample {
            time_ns: ms * 1_000_000,
            weight_ns: 1_000_000,
            state: VmState::Script,
            in_interpreter: true,
            frames: frames.iter().map(|&(function, line)| FrameRef { function, line }).collect(),
        };
        Profile {
            functions: vec![function("main", 1), function("f", 5)],
            samples: vec![sample(1, &[(0, 2)]), sample(2, &[(0, 2), (1, 6)]), sample(4, &[(0, 2), (1, 7)])],
            interval: Duration::from_millis(1),
            start_ns: 0,
            end_ns: 5_000_000,
            broken: Vec::new(),
            lost: 0,
            overruns: 0,
        }
    }

    #[test]
    fn sums_agree() {
        let value = profile().to_cpuprofile();
        let samples = value["samples"].as_array().unwrap().len() as u64;
        let hits: u64 = value["nodes"].as_array().unwrap().iter().map(|n| n["hitCount"].as_u64().unwrap()).sum();
        let ticks: u64 = value["nodes"]
            .as_array()
            .unwrap()
            .iter()
            .filter_map(|n| n["positionTicks"].as_array())
            .flatten()
            .map(|t| t["ticks"].as_u64().unwrap())
            .sum();
        // The sample at 4 ms covers the grid points of 3 and 4 ms.
        assert_eq!((samples, hits, ticks), (4, 4, 4));
        let deltas: u64 = value["timeDeltas"].as_array().unwrap().iter().map(|d| d.as_u64().unwrap()).sum();
        assert_eq!(value["endTime"].as_u64().unwrap(), value["startTime"].as_u64().unwrap() + deltas + 1000);
        assert_eq!(value["nodes"][0]["callFrame"]["functionName"], "(root)");
        assert_eq!(value["nodes"][2]["callFrame"]["lineNumber"], 4);
    }
}
