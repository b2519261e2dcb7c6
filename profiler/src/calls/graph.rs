//! The call graph: the tree by function, and who calls whom.

use super::walk::Step;
use super::{CallTree, FunctionCalls, NodeKind};
use rustc_hash::FxHashMap;

/// Who calls.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Caller {
    Function(u32),
    /// The engine: its start, its event loop.
    Outside,
    /// Somebody in contexts that are not told apart.
    Unknown,
}

/// What one function calls of another.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Edge {
    pub caller: Caller,
    pub callee: u32,
    pub calls: u64,
    pub resumptions: u64,
    /// Time in these calls, with what they call; where the edge is in its own context, that counts once.
    pub total_ns: u64,
}

/// Functions and the edges between them.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct CallGraph {
    /// A row for each function of the profile.
    pub functions: Vec<FunctionCalls>,
    /// In the order in which the tree is walked.
    pub edges: Vec<Edge>,
}

impl CallTree {
    /// The graph, with so many functions.
    pub fn graph(&self, functions: usize) -> CallGraph {
        let nodes = &self.nodes;
        let totals = nodes.totals();
        let mut graph = CallGraph { functions: vec![FunctionCalls::default(); functions], edges: Vec::new() };
        let mut known: FxHashMap<(Caller, u32), usize> = FxHashMap::default();
        // How often a function, and an edge, is on the path to the node at hand.
        let mut functions_on_path = vec![0u32; functions];
        let mut edges_on_path: Vec<u32> = Vec::new();
        let mut edge_of = vec![usize::MAX; nodes.len()];
        nodes.walk(|step| {
            let (Step::Down(node) | Step::Up(node)) = step;
            let node = node as usize;
            let Some(function) = self.function_of(node) else { return };
            if matches!(step, Step::Up(_)) {
                functions_on_path[function as usize] -= 1;
                edges_on_path[edge_of[node]] -= 1;
                return;
            }
            let parent = nodes.parent[node] as usize;
            let caller = match (nodes.kind[parent], self.function_of(parent)) {
                (NodeKind::More, _) => Caller::Unknown,
                (_, Some(function)) => Caller::Function(function),
                _ => Caller::Outside,
            };
            let edge = *known.entry((caller, function)).or_insert_with(|| {
                graph.edges.push(Edge { caller, callee: function, calls: 0, resumptions: 0, total_ns: 0 });
                edges_on_path.push(0);
                graph.edges.len() - 1
            });
            edge_of[node] = edge;
            let (row, edge) = (&mut graph.functions[function as usize], &mut graph.edges[edge]);
            if nodes.kind[node] == NodeKind::Resumption {
                row.resumptions += nodes.calls[node];
                edge.resumptions += nodes.calls[node];
            } else {
                row.calls += nodes.calls[node];
                edge.calls += nodes.calls[node];
            }
            row.self_ns += nodes.self_ns[node];
            if functions_on_path[function as usize] == 0 {
                row.total_ns += totals[node];
            }
            if edges_on_path[edge_of[node]] == 0 {
                edge.total_ns += totals[node];
            }
            functions_on_path[function as usize] += 1;
            edges_on_path[edge_of[node]] += 1;
        });
        graph
    }

    /// The function that a node is of; None of what is no function.
    pub fn function_of(&self, node: usize) -> Option<u32> {
        u32::try_from(self.nodes.function[node]).ok()
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::tree;
    use super::*;

    #[test]
    fn edges_have_exact_counts_and_recursion_counts_once() {
        let tree = tree();
        let graph = tree.graph(2);
        assert_eq!(graph.functions, tree.by_function(2));
        let edge = |caller, callee, calls, total_ns| Edge { caller, callee, calls, resumptions: 0, total_ns };
        assert_eq!(
            graph.edges,
            [edge(Caller::Outside, 0, 1, 60), edge(Caller::Function(0), 1, 2, 50), edge(Caller::Function(1), 1, 6, 30)]
        );
    }

    #[test]
    fn of_an_unknown_caller_that_is_told() {
        let mut tree = tree();
        tree.nodes.parent.push(2);
        tree.nodes.function.push(1);
        tree.nodes.kind.push(NodeKind::Resumption);
        tree.nodes.calls.push(3);
        tree.nodes.self_ns.push(7);
        let graph = tree.graph(2);
        let of_unknown: Vec<&Edge> = graph.edges.iter().filter(|edge| edge.caller == Caller::Unknown).collect();
        assert_eq!(of_unknown, [&Edge { caller: Caller::Unknown, callee: 1, calls: 0, resumptions: 3, total_ns: 7 }]);
        assert_eq!((graph.functions[1].resumptions, graph.functions[1].total_ns), (3, 57));
    }
}
