//! The calling context tree (`--trace-calls`): code ids become functions, ticks nanoseconds, and what tracing took is taken away.

use crate::calls::{CallTree, Events, NodeKind, Nodes};
use crate::profile::{FunctionKind, NONE};
use crate::resolve::Tables;
use rustc_hash::FxHashMap;
use vm::calls::{DEEP, EventKind, ProbeCost};

/// Puts the calls into the profile, if they were traced. Nodes of one function in one context are one, whichever code it had.
pub fn trace_calls(tables: &mut Tables, seen: Option<vm::calls::CallTree>) {
    let Some(seen) = seen else { return };
    let mut nodes = Nodes::default();
    let mut seen_of: Vec<Seen> = Vec::new();
    let mut places: Vec<u32> = Vec::with_capacity(seen.nodes.len());
    let mut known: FxHashMap<(u32, i64, bool), u32> = FxHashMap::default();
    for (number, node) in (0..).zip(&seen.nodes) {
        let next = nodes.len() as u32;
        let parent = places.get(node.parent as usize).copied().unwrap_or(0);
        let function = node.code_id.map_or(NONE, |id| i64::from(tables.function(id)));
        let place = match node.code_id {
            Some(_) => *known.entry((parent, function, node.is_resumed)).or_insert(next),
            None => next,
        };
        places.push(place);
        if place == next {
            let kind = match number {
                0 => NodeKind::Root,
                n if n == seen.idle => NodeKind::Idle,
                n if n == seen.more => NodeKind::More,
                _ if node.is_resumed => NodeKind::Resumption,
                _ => NodeKind::Call,
            };
            nodes.push(parent, function, kind);
            seen_of.push(Seen::default());
        }
        nodes.calls[place as usize] += node.calls;
        seen_of[place as usize].add(node);
    }
    let nodes_calls: u64 = nodes.calls.iter().sum();
    let functions = &tables.known.profile.functions;
    let is_builtin = |node: usize| {
        usize::try_from(nodes.function[node]).is_ok_and(|function| functions[function].kind == FunctionKind::Builtin)
    };
    let all: u64 = seen_of.iter().map(|node| node.ticks + node.span).sum();
    let own = own_ticks(&nodes.parent, &nodes.calls, &seen_of, &seen.cost, |node| nodes.kind[node], is_builtin);
    let tracing = all as f64 - own.iter().sum::<f64>() + seen.cost.walks;
    nodes.self_ns = own.into_iter().map(|own| (own * seen.tick_ns) as u64).collect();
    let timed: u64 = seen_of.iter().map(|node| node.timed).sum();
    let mut events = Events { lost: seen.lost_events, ..Events::default() };
    for event in &seen.events {
        events.time_ns.push((event.ticks as f64 * seen.tick_ns) as u64);
        events.node.push(places[event.node as usize]);
        events.entered.push(u8::from(event.kind == EventKind::Enter));
    }
    tables.known.profile.calls = Some(CallTree {
        timed: seen.is_timed,
        folded: tables.vm().options.trace_calls.as_ref().is_some_and(|options| options.folds_recursion),
        nodes,
        start_ns: seen.start_ns,
        end_ns: seen.end_ns,
        inside_ns: seen.cost.call.inside * seen.tick_ns,
        outside_ns: seen.cost.call.outside * seen.tick_ns,
        sampled_calls: seen.untimed,
        untimed_calls: if seen.is_timed { nodes_calls.saturating_sub(timed + seen.untimed) } else { 0 },
        tracing_ns: (tracing * seen.tick_ns) as u64,
        events: Some(events).filter(|events| !events.node.is_empty()),
    });
}

/// What was seen of a node besides its calls.
#[derive(Clone, Copy, Default)]
struct Seen {
    ticks: u64,
    timed: u64,
    skipped: u64,
    spanned: u64,
    span: u64,
    within: u64,
    searches: u64,
}

impl Seen {
    fn add(&mut self, node: &vm::calls::TreeNode) {
        self.ticks += node.ticks;
        self.timed += node.timed;
        self.skipped += node.skipped;
        self.spanned += node.spanned;
        self.span += node.span;
        self.within += node.within;
        self.searches += node.searches;
    }
}

/// The ticks of each node itself: without what tracing took, and with those of calls that were not timed.
///
/// Such calls are within calls of short functions that one calls which is not short, the outermost ones. Each of these took as long as those that were timed from outside
/// did on average; this is divided among what it called as the calls were that were timed within. What its calls took that were not timed at all is among its caller's ticks.
fn own_ticks(
    parent: &[u32],
    calls: &[u64],
    seen: &[Seen],
    cost: &ProbeCost,
    kind: impl Fn(usize) -> NodeKind,
    is_builtin: impl Fn(usize) -> bool,
) -> Vec<f64> {
    let mut own: Vec<f64> = seen.iter().map(|node| node.ticks as f64).collect();
    // The part of each node's calls that is within none of those that are not timed.
    let mut watched = vec![1.0; seen.len()];
    for node in 1..seen.len() {
        let above = parent[node] as usize;
        let Seen { timed, skipped, spanned, searches, .. } = seen[node];
        let all = calls[node].max(1) as f64;
        let reached = watched[above];
        watched[node] = (reached - (skipped + spanned) as f64 / all).max(0.0);
        let call = if is_builtin(node) { cost.native } else { cost.call };
        own[node] -= timed as f64 * call.inside;
        own[above] -= timed as f64 * call.outside;
        // As many of the searches were in calls that are watched as of the calls were.
        own[above] -= searches as f64 * watched[node] * cost.search;
    }
    let below = Below::new(parent, calls, seen);
    // What each outermost call took on average.
    let mut mean = vec![None; seen.len()];
    for node in 1..seen.len() {
        let Seen { skipped, spanned, span, within, .. } = seen[node];
        if skipped + spanned == 0 {
            continue;
        }
        let all = calls[node].max(1) as f64;
        let told = if spanned > 0 { within as f64 / spanned as f64 } else { 1.0 };
        let searches = below.searches[node] / all;
        // More nodes than the processor's first cache holds take longer, each of them.
        let missing = ((below.visited[node] - DEEP as f64 / 8.0) / (DEEP as f64 / 2.0)).clamp(0.0, 1.0);
        let misses = missing * told * (cost.deep - cost.untimed).max(0.0);
        let within = (told - 1.0).max(0.0) * cost.untimed + searches * cost.search + misses;
        let skip = if kind(node) == NodeKind::Resumption { cost.resumption } else { cost.outermost };
        let above = parent[node] as usize;
        own[above] -= skipped as f64 * (skip + within) + spanned as f64 * cost.call.outside;
        if spanned > 0 {
            mean[node] = Some((span as f64 / spanned as f64 - cost.call.inside - within).max(0.0));
        }
    }
    // What a node lacks its caller has: the time of a call that is not timed is that node's which was the current one when the clock was read next.
    for node in (1..seen.len()).rev() {
        if own[node] < 0.0 {
            own[parent[node] as usize] += own[node];
            own[node] = 0.0;
        }
    }
    own[0] = own[0].max(0.0);
    // Of each node with what it calls: the ticks that are there, what its calls took that were timed, and what those took that were not. These are among its caller's ticks.
    let mut there = own.clone();
    let mut timed = vec![0.0; seen.len()];
    let mut untimed = vec![0.0; seen.len()];
    let mut asked = vec![0.0; seen.len()];
    for node in (1..seen.len()).rev() {
        let above = parent[node] as usize;
        let Seen { timed: within, skipped, spanned, .. } = seen[node];
        timed[node] = there[node];
        if skipped + spanned > 0 {
            if there[node] == 0.0 {
                (own[node], there[node]) = (1.0, 1.0);
            }
            let each = mean[node].unwrap_or(there[node] / within.max(1) as f64);
            // What was counted alone, in optimized code, called what told of itself: that is among the ticks, too. An average of few calls, of which one may have been
            // interrupted, says nothing of many.
            let alike = within.min(2 * spanned);
            let rest = calls[node].saturating_sub(alike + skipped + spanned) as f64;
            let share = rest / (rest + alike as f64).max(1.0);
            timed[node] = share * there[node] + each * (alike + spanned) as f64;
            untimed[node] = each * skipped as f64;
        }
        there[above] += timed[node];
        asked[above] += untimed[node];
    }
    let mut factor = vec![1.0; seen.len()];
    for node in 1..seen.len() {
        let above = parent[node] as usize;
        factor[node] = factor[above];
        if there[node] > 0.0 {
            let share = if asked[above] > own[above] { own[above] / asked[above] } else { 1.0 };
            factor[node] *= (timed[node] + share * untimed[node]) / there[node];
        }
    }
    (0..seen.len()).map(|node| (own[node] - asked[node].min(own[node])) * factor[node]).collect()
}

/// What is in the subtree of each node, with itself.
struct Below {
    /// Nodes that a call goes through.
    visited: Vec<f64>,
    searches: Vec<f64>,
}

impl Below {
    fn new(parent: &[u32], calls: &[u64], seen: &[Seen]) -> Below {
        let mut searches: Vec<f64> = seen.iter().map(|node| node.searches as f64).collect();
        let mut visited = vec![1.0; seen.len()];
        for node in (1..seen.len()).rev() {
            let above = parent[node] as usize;
            searches[above] += searches[node];
            visited[above] += visited[node] * (calls[node] as f64 / calls[above].max(1) as f64).min(1.0);
        }
        Below { visited, searches }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use vm::calls::CallCost;

    fn close(a: &[f64], b: &[f64]) {
        assert!(a.len() == b.len() && a.iter().zip(b).all(|(a, b)| (a - b).abs() < 1e-6), "{a:?}, {b:?}");
    }

    #[test]
    fn calls_that_were_not_timed_take_what_the_timed_ones_did() {
        let call = CallCost { inside: 1.0, outside: 2.0 };
        let cost = ProbeCost { call, outermost: 4.5, untimed: 0.5, search: 3.0, ..ProbeCost::default() };
        // The root calls a, a calls b, b calls c twice. Of b's 100 calls ten are timed within, and ten from outside. Half of c's calls are searched for: 90 of those in calls that are not watched, 10 in the others.
        let seen = [
            Seen::default(),
            Seen { ticks: 10_000, timed: 1, ..Seen::default() },
            Seen { ticks: 330, timed: 10, skipped: 80, spanned: 10, span: 440, within: 30, ..Seen::default() },
            Seen { ticks: 220, timed: 20, searches: 100, ..Seen::default() },
        ];
        let own = own_ticks(&[0, 0, 1, 2], &[0, 1, 100, 200], &seen, &cost, |_| NodeKind::Call, |_| false);
        // b: 330 - 10 - 40 - 30 = 250 of ten calls, 450 with c, which has 200. From outside a call took 44 - 1 - 2 * 0.5 - 3 = 39.
        let a = 10_000.0 - 1.0 - 20.0 - 20.0 - 80.0 * (4.5 + 4.0) - 80.0 * 39.0;
        close(&own, &[0.0, a, 3900.0 * 250.0 / 450.0, 3900.0 * 200.0 / 450.0]);
        // A resumption has a cost of its own.
        let resumed = |node| if node == 2 { NodeKind::Resumption } else { NodeKind::Call };
        let own = own_ticks(&[0, 0, 1, 2], &[0, 1, 100, 200], &seen, &cost, resumed, |_| false);
        close(&own[1..2], &[a + 80.0 * 4.5]);
    }

    #[test]
    fn calls_through_more_nodes_than_a_cache_holds_take_longer() {
        let cost = ProbeCost { untimed: 1.0, deep: 1.5, ..ProbeCost::default() };
        // The root calls a function 100 times that calls itself, in a node each time; of its calls half are timed from outside.
        let chain = |depth: usize| {
            let outer = Seen {
                ticks: 10,
                skipped: 50,
                spanned: 50,
                span: 50 * 10_000,
                within: 50 * depth as u64,
                ..Seen::default()
            };
            let parent: Vec<u32> = (0..=depth as u32).map(|node| node.saturating_sub(1)).collect();
            let calls: Vec<u64> = [0].into_iter().chain((0..depth).map(|_| 100)).collect();
            let mut seen = vec![Seen::default(), outer];
            seen.resize_with(depth + 1, Seen::default);
            seen[0].ticks = 1_000_000;
            own_ticks(&parent, &calls, &seen, &cost, |_| NodeKind::Call, |_| false)
        };
        close(&chain(100)[..2], &[500_000.0, 100.0 * (10_000.0 - 99.0)]);
        close(&chain(640)[..2], &[500_000.0, 100.0 * (10_000.0 - 639.0 - 320.0)]);
    }

    #[test]
    fn outermost_calls_within_others_keep_their_time() {
        // The root calls a, and a calls b; each was the outermost one for a while. a has 20 ticks of its own, 10 of them its calls of b that were not timed.
        let seen = [
            Seen { ticks: 1_000, ..Seen::default() },
            Seen { ticks: 20, timed: 2, skipped: 8, ..Seen::default() },
            Seen { ticks: 10, timed: 2, skipped: 2, ..Seen::default() },
        ];
        let own = own_ticks(&[0, 0, 1], &[0, 10, 4], &seen, &ProbeCost::default(), |_| NodeKind::Call, |_| false);
        // A call of a took 15 with all it calls, and two thirds of that are b's.
        close(&own, &[1_000.0 - 8.0 * 15.0, 50.0, 100.0]);
    }

    #[test]
    fn a_long_call_among_few_stands_for_few() {
        // One call was timed from outside, and interrupted. A hundred were timed within.
        let seen = [
            Seen { ticks: 1_000, ..Seen::default() },
            Seen { ticks: 500, timed: 100, spanned: 1, span: 9_000, ..Seen::default() },
        ];
        let own = own_ticks(&[0, 0], &[0, 101], &seen, &ProbeCost::default(), |_| NodeKind::Call, |_| false);
        close(&own, &[1_000.0, 490.0 + 3.0 * 9_000.0]);
    }

    #[test]
    fn what_a_node_lacks_its_caller_has() {
        let cost = ProbeCost { call: CallCost { inside: 0.0, outside: 3.0 }, ..ProbeCost::default() };
        let seen = [100, 10, 50].map(|ticks| Seen { ticks, timed: 10, ..Seen::default() });
        let own = own_ticks(&[0, 0, 1], &[0, 10, 10], &seen, &cost, |_| NodeKind::Call, |_| false);
        close(&own, &[100.0 - 30.0 - 20.0, 0.0, 50.0]);
    }

    #[test]
    fn no_more_is_taken_from_a_caller_than_it_has() {
        let seen = [
            Seen { ticks: 100, ..Seen::default() },
            Seen { ticks: 30, timed: 1, skipped: 9, ..Seen::default() },
            Seen { ticks: 30, timed: 1, skipped: 1, ..Seen::default() },
            Seen { ticks: 7, timed: 1, ..Seen::default() },
        ];
        let own = own_ticks(&[0, 0, 0, 2], &[0, 10, 2, 3], &seen, &ProbeCost::default(), |_| NodeKind::Call, |_| false);
        assert!((own.iter().sum::<f64>() - 167.0).abs() < 1e-6, "{own:?}");
        close(&own[..1], &[0.0]);
        assert!(own[1] > 30.0 && own[2] > 30.0 && own[3] > 7.0, "{own:?}");
    }
}
