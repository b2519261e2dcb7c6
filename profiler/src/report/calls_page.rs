//! What the report's page is given of traced calls: functions and edges are exact, of a large tree and of a long timeline it gets what matters.

use crate::calls::graph::Caller;
use crate::calls::spans::Span;
use crate::calls::{CallTree, NodeKind};
use crate::profile::Profile;
use serde::Serialize;
use std::cmp::Reverse;

/// Contexts, and calls of the timeline, that a page gets at most.
const MOST_NODES: usize = 50_000;
const MOST_SPANS: usize = 100_000;

/// A function's calls in all contexts: columns.
#[derive(Serialize, Default)]
struct Functions {
    function: Vec<usize>,
    calls: Vec<u64>,
    resumptions: Vec<u64>,
    self_ns: Vec<u64>,
    total_ns: Vec<u64>,
}

/// Who calls whom: columns. A caller is a function, −1 for the engine, or −2 for one that is not known.
#[derive(Serialize, Default)]
struct Edges {
    caller: Vec<i64>,
    callee: Vec<u32>,
    calls: Vec<u64>,
    resumptions: Vec<u64>,
    total_ns: Vec<u64>,
}

/// The contexts with most time in and below them: columns. A parent comes before its children; the first is the root.
#[derive(Serialize, Default)]
struct Nodes {
    parent: Vec<u32>,
    function: Vec<i64>,
    kind: Vec<NodeKind>,
    calls: Vec<u64>,
    self_ns: Vec<u64>,
    /// What of that is left out below: contexts, calls, time.
    left_out: (usize, u64, u64),
}

/// The longest calls of the timeline, by their begins: columns.
#[derive(Serialize, Default)]
struct Spans {
    /// Since the one before.
    start_ns: Vec<u64>,
    took_ns: Vec<u64>,
    depth: Vec<u32>,
    function: Vec<i64>,
    resumed: Vec<u8>,
    /// When the first event was that is there.
    from_ns: u64,
    lost_events: u64,
    /// How many shorter ones are left out.
    left_out: usize,
}

/// The calls.
#[derive(Serialize)]
pub struct Calls {
    timed: bool,
    folded: bool,
    start_ns: u64,
    end_ns: u64,
    inside_ns: f64,
    outside_ns: f64,
    tracing_ns: u64,
    calls: u64,
    resumptions: u64,
    contexts: usize,
    outside: u64,
    idle: u64,
    busy: u64,
    functions: Functions,
    edges: Edges,
    nodes: Nodes,
    spans: Option<Spans>,
}

fn nodes(tree: &CallTree, most: usize) -> Nodes {
    let all = &tree.nodes;
    let mut nodes = Nodes::default();
    let mut number = vec![0u32; all.len()];
    let mut kept = (0, 0, 0);
    for node in tree.heaviest(most) {
        let node = node as usize;
        number[node] = nodes.parent.len() as u32;
        nodes.parent.push(number[all.parent[node] as usize]);
        nodes.function.push(all.function[node]);
        nodes.kind.push(all.kind[node]);
        nodes.calls.push(all.calls[node]);
        nodes.self_ns.push(all.self_ns[node]);
        kept = (kept.0 + 1, kept.1 + all.calls[node], kept.2 + all.self_ns[node]);
    }
    let sum = |of: &[u64]| of.iter().sum::<u64>();
    nodes.left_out = (all.len() - kept.0, sum(&all.calls) - kept.1, sum(&all.self_ns) - kept.2);
    nodes
}

fn spans(tree: &CallTree, most: usize) -> Option<Spans> {
    let events = tree.events.as_ref()?;
    let list = tree.spans();
    let took = |span: &Span| span.end_ns - span.start_ns;
    let mut kept: Vec<usize> = (0..list.len()).collect();
    if kept.len() > most {
        // A caller is no shorter than what it calls, and comes first.
        kept.select_nth_unstable_by_key(most, |&i| (Reverse(took(&list[i])), i));
        kept.truncate(most);
        kept.sort_unstable();
    }
    let mut spans = Spans {
        from_ns: events.time_ns.first().copied().unwrap_or(0),
        lost_events: events.lost,
        left_out: list.len() - kept.len(),
        ..Spans::default()
    };
    let mut last = 0;
    for span in kept.into_iter().map(|i| &list[i]) {
        spans.start_ns.push(span.start_ns - last);
        last = span.start_ns;
        spans.took_ns.push(took(span));
        spans.depth.push(span.depth);
        spans.function.push(tree.nodes.function[span.node as usize]);
        spans.resumed.push(u8::from(tree.nodes.kind[span.node as usize] == NodeKind::Resumption));
    }
    Some(spans)
}

impl Calls {
    /// What the page is given; None if nothing was traced.
    pub fn of(profile: &Profile) -> Option<Calls> {
        let tree = profile.calls.as_ref()?;
        let graph = tree.graph(profile.functions.len());
        let mut functions = Functions::default();
        for (function, row) in graph.functions.iter().enumerate().filter(|(_, f)| f.calls + f.resumptions > 0) {
            functions.function.push(function);
            functions.calls.push(row.calls);
            functions.resumptions.push(row.resumptions);
            functions.self_ns.push(row.self_ns);
            functions.total_ns.push(row.total_ns);
        }
        let mut edges = Edges::default();
        for edge in &graph.edges {
            edges.caller.push(match edge.caller {
                Caller::Function(function) => function.into(),
                Caller::Outside => -1,
                Caller::Unknown => -2,
            });
            edges.callee.push(edge.callee);
            edges.calls.push(edge.calls);
            edges.resumptions.push(edge.resumptions);
            edges.total_ns.push(edge.total_ns);
        }
        let (calls, resumptions) = tree.calls();
        Some(Calls {
            timed: tree.timed,
            folded: tree.folded,
            start_ns: tree.start_ns,
            end_ns: tree.end_ns,
            inside_ns: tree.inside_ns,
            outside_ns: tree.outside_ns,
            tracing_ns: tree.tracing_ns,
            calls,
            resumptions,
            contexts: tree.contexts(),
            outside: tree.time_of(NodeKind::Root),
            idle: tree.time_of(NodeKind::Idle),
            busy: tree.busy_ns(),
            functions,
            edges,
            nodes: nodes(tree, MOST_NODES),
            spans: spans(tree, MOST_SPANS),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::calls::Events;
    use crate::calls::tests::{traced_profile, tree};

    #[test]
    fn what_is_left_out_is_told() {
        let tree = tree();
        let kept = nodes(&tree, 3);
        assert_eq!((kept.parent, kept.function, kept.self_ns), (vec![0, 0, 1], vec![-1, 0, 1], vec![5, 10, 20]));
        assert_eq!(kept.left_out, (3, 6, 30));
        assert_eq!(nodes(&tree, 100).left_out, (0, 0, 0));
    }

    #[test]
    fn the_longest_calls_are_kept() {
        let mut tree = tree();
        assert!(spans(&tree, 2).is_none());
        tree.end_ns = 50;
        tree.events = Some(Events {
            time_ns: vec![3, 4, 5, 6, 7, 9],
            node: vec![3, 4, 3, 4, 3, 0],
            entered: vec![1, 1, 0, 1, 0, 0],
            lost: 0,
        });
        let kept = spans(&tree, 2).unwrap();
        assert_eq!((kept.start_ns, kept.took_ns, kept.depth), (vec![3, 1], vec![6, 1], vec![0, 1]));
        assert_eq!((kept.function, kept.left_out, kept.from_ns), (vec![0, 1], 1, 3));
    }

    #[test]
    fn functions_and_edges_are_exact() {
        let calls = Calls::of(&traced_profile()).unwrap();
        assert_eq!((calls.functions.function, calls.functions.calls), (vec![1, 2], vec![1, 8]));
        assert_eq!(
            (calls.edges.caller, calls.edges.callee, calls.edges.calls),
            (vec![-1, 1, 2], vec![1, 2, 2], vec![1, 2, 6])
        );
        assert_eq!((calls.calls, calls.contexts, calls.busy, calls.outside), (9, 3, 65, 5));
        assert!(Calls::of(&crate::sample_profile::sample_profile()).is_none());
    }
}
