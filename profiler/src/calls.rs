//! The calling context tree of a run (`--trace-calls`): how often each function was called in each context, and the time that passed there.
//!
//! ```text
//! calls/walk    from the root down and back up
//! calls/graph   by function, and who calls whom
//! calls/paths   hot paths
//! calls/prune   what matters of a large tree
//! calls/spans   a timeline's calls, each with its begin and end
//! ```

pub mod graph;
pub mod paths;
pub mod prune;
pub mod spans;
pub mod walk;

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
    /// A function that called itself, by others or not, went on in the node that it had already (`fold`).
    #[serde(default)]
    pub folded: bool,
    pub nodes: Nodes,
    /// When tracing began and ended, CLOCK_MONOTONIC.
    pub start_ns: u64,
    pub end_ns: u64,
    /// What tracing took of a call and its return, measured at the start and at the end, the less of both: as much as would count for the function, and for its caller.
    pub inside_ns: f64,
    pub outside_ns: f64,
    /// All that tracing took, by these figures: `self_ns` and this add up to the time from start to end.
    pub tracing_ns: u64,
    /// Calls of functions that take less than two microseconds with all that they call, which were counted and not timed: one in eight was, and their time is
    /// what those took on average. What tracing took of them is in `tracing_ns`.
    #[serde(default)]
    pub sampled_calls: u64,
    /// Calls that were counted and not timed at all, since reading the clock would have taken longer: of short functions (without loops, and without calls or
    /// small and inlined) in optimized code. Their own time is their callers'.
    #[serde(default)]
    pub untimed_calls: u64,
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

    /// Adds a node that nobody has called yet.
    pub fn push(&mut self, parent: u32, function: i64, kind: NodeKind) {
        self.parent.push(parent);
        self.function.push(function);
        self.kind.push(kind);
        self.calls.push(0);
        self.self_ns.push(0);
    }
}

impl CallTree {
    /// What is known of each of so many functions, in all contexts.
    pub fn by_function(&self, functions: usize) -> Vec<FunctionCalls> {
        self.graph(functions).functions
    }

    /// All calls, and all resumptions.
    pub fn calls(&self) -> (u64, u64) {
        let mut sums = (0, 0);
        for (kind, calls) in self.nodes.kind.iter().zip(&self.nodes.calls) {
            match kind {
                NodeKind::Resumption => sums.1 += calls,
                _ => sums.0 += calls,
            }
        }
        sums
    }

    /// Nanoseconds of the nodes of a kind themselves.
    pub fn time_of(&self, kind: NodeKind) -> u64 {
        self.nodes.kind.iter().zip(&self.nodes.self_ns).filter(|(k, _)| **k == kind).map(|(_, ns)| ns).sum()
    }

    /// Nanoseconds that were not waited.
    pub fn busy_ns(&self) -> u64 {
        self.nodes.self_ns.iter().sum::<u64>() - self.time_of(NodeKind::Idle)
    }

    /// Contexts: nodes that are calls.
    pub fn contexts(&self) -> usize {
        self.nodes.function.iter().filter(|&&function| function >= 0).count()
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
pub(crate) mod tests {
    use super::*;
    use crate::profile::Profile;

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

    /// The sample profile's program (functions 1 and 2 are <main> and f) with this tree.
    pub(crate) fn traced_profile() -> Profile {
        let mut profile = crate::sample_profile::sample_profile();
        let mut tree = tree();
        tree.nodes.function = vec![-1, -1, -1, 1, 2, 2];
        tree.start_ns = profile.start_ns - 500_000;
        tree.end_ns = profile.end_ns;
        (tree.inside_ns, tree.outside_ns, tree.tracing_ns) = (11.5, 12.5, 216);
        profile.calls = Some(tree);
        profile
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
