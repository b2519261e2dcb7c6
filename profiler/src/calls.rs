//! The calling context tree of a run (`--trace-calls`): how often each function was called in each context, and the time that passed there.

use serde::{Deserialize, Serialize};

/// What a node stands for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum NodeKind {
    /// What runs outside of all functions: the engine's start, its event loop, parsing. The first node, and its own parent.
    Root,
    /// The program waits.
    Idle,
    /// The parent of functions whose contexts were too many to be told apart.
    More,
    Call,
    /// A generator or async function that went on after a suspension.
    Resumption,
}

/// The tree: columns of one length. A node's parent comes before it.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Nodes {
    pub parent: Vec<u32>,
    /// Index into the functions, or −1 of what is none.
    pub function: Vec<i64>,
    pub kind: Vec<NodeKind>,
    /// How often it was called, or resumed.
    pub calls: Vec<u64>,
    /// Nanoseconds in which it was the innermost one, less what tracing took; all 0 if time was not measured.
    pub self_ns: Vec<u64>,
}

/// The last events of a run, oldest first: columns of one length.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Events {
    /// Nanoseconds since tracing began.
    pub time_ns: Vec<u64>,
    /// The node that is the innermost one from then on.
    pub node: Vec<u32>,
    /// 1: it was called or resumed just then; 0: what it had called has ended, by a return or an exception.
    pub entered: Vec<u8>,
    /// Events before them that were dropped.
    pub lost: u64,
}

/// Every call of a run, by context.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct CallTree {
    /// Whether time was measured.
    pub timed: bool,
    pub nodes: Nodes,
    /// When tracing began and ended, CLOCK_MONOTONIC.
    pub start_ns: u64,
    pub end_ns: u64,
    /// What tracing took of a call and its return, measured at the start: as much as would count for the function, and for its caller.
    pub inside_ns: f64,
    pub outside_ns: f64,
    /// All that tracing took, by these figures: `self_ns` and this add up to the time from start to end.
    pub tracing_ns: u64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub events: Option<Events>,
}

/// A function's row in a flat list.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct FunctionCalls {
    pub calls: u64,
    pub resumptions: u64,
    pub self_ns: u64,
    /// With what it calls; where it is in its own context, that counts once.
    pub total_ns: u64,
}

impl Nodes {
    pub fn len(&self) -> usize {
        self.parent.len()
    }

    pub fn is_empty(&self) -> bool {
        self.parent.is_empty()
    }

    /// Nanoseconds of each node with what it calls.
    pub fn totals(&self) -> Vec<u64> {
        let mut totals = self.self_ns.clone();
        for node in (1..self.len()).rev() {
            totals[self.parent[node] as usize] += totals[node];
        }
        totals
    }

    /// The children of each node, in the order in which they were first called.
    pub fn children(&self) -> Vec<Vec<u32>> {
        let mut children = vec![Vec::new(); self.len()];
        for node in 1..self.len() {
            children[self.parent[node] as usize].push(node as u32);
        }
        children
    }

    /// Whether an ancestor is of the same function.
    fn is_recursive(&self, node: usize) -> bool {
        let mut at = self.parent[node] as usize;
        while at != 0 {
            if self.function[at] == self.function[node] {
                return true;
            }
            at = self.parent[at] as usize;
        }
        false
    }
}

impl CallTree {
    /// What is known of each of so many functions, in all contexts.
    pub fn by_function(&self, functions: usize) -> Vec<FunctionCalls> {
        let mut rows = vec![FunctionCalls::default(); functions];
        let totals = self.nodes.totals();
        for (node, total) in totals.iter().enumerate() {
            let Some(row) = usize::try_from(self.nodes.function[node]).ok().and_then(|f| rows.get_mut(f)) else {
                continue;
            };
            match self.nodes.kind[node] {
                NodeKind::Resumption => row.resumptions += self.nodes.calls[node],
                _ => row.calls += self.nodes.calls[node],
            }
            row.self_ns += self.nodes.self_ns[node];
            if !self.nodes.is_recursive(node) {
                row.total_ns += total;
            }
        }
        rows
    }

    /// Whether its parts belong together, with so many functions.
    pub(crate) fn is_consistent(&self, functions: usize) -> bool {
        let Nodes { parent, function, kind, calls, self_ns } = &self.nodes;
        let n = parent.len();
        n > 0
            && [function.len(), kind.len(), calls.len(), self_ns.len()] == [n; 4]
            && parent.iter().enumerate().all(|(i, &p)| (p as usize) < i.max(1))
            && function.iter().all(|&f| f == -1 || usize::try_from(f).is_ok_and(|f| f < functions))
            && self.events.as_ref().is_none_or(|events| {
                [events.node.len(), events.entered.len()] == [events.time_ns.len(); 2]
                    && events.node.iter().all(|&node| (node as usize) < n)
            })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// main calls f twice, which calls itself.
    pub(crate) fn tree() -> CallTree {
        CallTree {
            timed: true,
            nodes: Nodes {
                parent: vec![0, 0, 0, 0, 3, 4],
                function: vec![-1, -1, -1, 0, 1, 1],
                kind: vec![
                    NodeKind::Root,
                    NodeKind::Idle,
                    NodeKind::More,
                    NodeKind::Call,
                    NodeKind::Call,
                    NodeKind::Call,
                ],
                calls: vec![0, 0, 0, 1, 2, 6],
                self_ns: vec![5, 0, 0, 10, 20, 30],
            },
            ..CallTree::default()
        }
    }

    #[test]
    fn totals_hold_what_is_below_and_recursion_counts_once() {
        let tree = tree();
        assert_eq!(tree.nodes.totals(), [65, 0, 0, 60, 50, 30]);
        let rows = tree.by_function(2);
        assert_eq!((rows[0].calls, rows[0].self_ns, rows[0].total_ns), (1, 10, 60));
        assert_eq!((rows[1].calls, rows[1].self_ns, rows[1].total_ns), (8, 50, 50));
    }

    #[test]
    fn what_does_not_belong_together_is_refused() {
        assert!(tree().is_consistent(2) && !tree().is_consistent(1));
        let mut damaged = tree();
        damaged.nodes.parent[4] = 5;
        assert!(!damaged.is_consistent(2));
        damaged = tree();
        damaged.nodes.calls.pop();
        assert!(!damaged.is_consistent(2));
    }
}
