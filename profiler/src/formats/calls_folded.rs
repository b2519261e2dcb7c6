//! Folded stacks of traced calls: `outermost;...;innermost weight`, a line for each context. The weight is the time there without what was called, in
//! microseconds; where time was not measured, the number of calls. A stack has so many calls at most; what is deeper counts for its outermost ones.

use super::one_line;
use crate::calls::walk::Step;
use crate::calls::{CallTree, Nodes};
use crate::profile::Profile;
use std::io::{self, Write};

/// Calls of a stack.
const DEEPEST: u32 = 1024;

/// By node: the one that it counts for, which is no deeper than `deepest`.
fn places(nodes: &Nodes, deepest: u32) -> Vec<u32> {
    let mut depths = vec![0u32; nodes.len()];
    let mut places = vec![0u32; nodes.len()];
    for node in 1..nodes.len() {
        let parent = nodes.parent[node] as usize;
        depths[node] = depths[parent] + 1;
        places[node] = if depths[node] > deepest { places[parent] } else { node as u32 };
    }
    places
}

impl Profile {
    /// Writes folded stacks of all calls. Fractions of a microsecond are carried on to the next line, so that the weights add up to the whole time.
    ///
    /// # Errors
    /// What writing gives.
    pub fn write_calls_folded(&self, calls: &CallTree, out: &mut impl Write) -> io::Result<()> {
        let of_each = if calls.timed { &calls.nodes.self_ns } else { &calls.nodes.calls };
        let places = places(&calls.nodes, DEEPEST);
        let mut weights = vec![0u64; of_each.len()];
        for (place, weight) in places.iter().zip(of_each) {
            weights[*place as usize] += weight;
        }
        let mut path = String::new();
        let mut lengths = Vec::new();
        let mut ns = 0;
        let mut written = Ok(());
        calls.nodes.walk(|step| {
            let Step::Down(node) = step else {
                path.truncate(lengths.pop().unwrap_or(0));
                return;
            };
            lengths.push(path.len());
            if places[node as usize] != node {
                return;
            }
            let node = node as usize;
            if !path.is_empty() {
                path.push(';');
            }
            path.push_str(&one_line(&self.node_label(calls, node).replace(';', ",")));
            let weight = if calls.timed {
                let from = ns / 1000;
                ns += weights[node];
                ns / 1000 - from
            } else {
                weights[node]
            };
            if weight > 0 && written.is_ok() {
                written = writeln!(out, "{path} {weight}");
            }
            // The root is a line, but in no other's path.
            if node == 0 {
                path.clear();
            }
        });
        written
    }
}

#[cfg(test)]
mod tests {
    use crate::calls::tests::traced_profile;
    use crate::profile::Profile;

    fn written(profile: &Profile) -> String {
        let mut out = Vec::new();
        profile.write_calls_folded(profile.calls.as_ref().expect("calls"), &mut out).expect("written");
        String::from_utf8(out).expect("UTF-8")
    }

    fn sum(text: &str) -> u64 {
        text.lines().map(|line| line.rsplit(' ').next().unwrap().parse::<u64>().unwrap()).sum()
    }

    #[test]
    fn weights_add_up() {
        let mut profile = traced_profile();
        let calls = profile.calls.as_mut().unwrap();
        calls.nodes.self_ns = vec![5_300, 900, 0, 10_400, 20_999, 30_001];
        let whole: u64 = calls.nodes.self_ns.iter().sum();
        let text = written(&profile);
        assert_eq!(sum(&text), whole / 1000, "{text}");
        assert!(text.starts_with("(outside of functions) 5\n(idle) 1\n<main> dir/a, b.js:1 10\n"), "{text}");
        assert!(text.contains("\n<main> dir/a, b.js:1;f dir/a, b.js:1;f dir/a, b.js:1 "), "{text}");
    }

    #[test]
    fn what_is_too_deep_counts_for_its_outermost_calls() {
        let tree = traced_profile().calls.unwrap();
        assert_eq!(super::places(&tree.nodes, 2), [0, 1, 2, 3, 4, 4]);
        let mut profile = traced_profile();
        let nodes = &mut profile.calls.as_mut().unwrap().nodes;
        for _ in 0..3000 {
            nodes.push(nodes.len() as u32 - 1, 2, crate::calls::NodeKind::Call);
            *nodes.self_ns.last_mut().unwrap() = 1000;
        }
        let text = written(&profile);
        assert_eq!((sum(&text), text.lines().map(|line| line.matches(';').count()).max()), (3000, Some(1023)));
    }

    #[test]
    fn counts_are_weights_where_there_are_no_times() {
        let mut profile = traced_profile();
        profile.functions[2].name = "f;\n".into();
        let calls = profile.calls.as_mut().unwrap();
        calls.timed = false;
        calls.nodes.self_ns.fill(0);
        let f = "f,  dir/a, b.js:1";
        let main = "<main> dir/a, b.js:1";
        assert_eq!(written(&profile), format!("{main} 1\n{main};{f} 2\n{main};{f};{f} 6\n"));
    }
}
