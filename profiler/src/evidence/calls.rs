//! The calling context tree (`--trace-calls`): code ids become functions, ticks nanoseconds, and what tracing took is taken away.

use crate::calls::{CallTree, Events, NodeKind, Nodes};
use crate::profile::{FunctionKind, NONE};
use crate::resolve::Tables;
use rustc_hash::FxHashMap;
use vm::calls::EventKind;

/// Puts the calls into the profile, if they were traced. Nodes of one function in one context are one, whichever code it had.
pub fn trace_calls(tables: &mut Tables, seen: Option<vm::calls::CallTree>) {
    let Some(seen) = seen else { return };
    let mut nodes = Nodes::default();
    let mut ticks: Vec<u64> = Vec::new();
    // Calls at which the clock was read.
    let mut timed: Vec<u64> = Vec::new();
    let mut searches: Vec<u64> = Vec::new();
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
        if place < next {
            nodes.calls[place as usize] += node.calls;
            ticks[place as usize] += node.ticks;
            timed[place as usize] += node.timed;
            searches[place as usize] += node.searches;
            continue;
        }
        nodes.parent.push(parent);
        nodes.function.push(function);
        nodes.kind.push(match number {
            0 => NodeKind::Root,
            n if n == seen.idle => NodeKind::Idle,
            n if n == seen.more => NodeKind::More,
            _ if node.is_resumed => NodeKind::Resumption,
            _ => NodeKind::Call,
        });
        nodes.calls.push(node.calls);
        ticks.push(node.ticks);
        timed.push(node.timed);
        searches.push(node.searches);
    }
    let nodes_calls: u64 = nodes.calls.iter().sum();
    // A call counts for the function and for its caller.
    let functions = &tables.known.profile.functions;
    let cost = |node: usize| match usize::try_from(nodes.function[node]).map(|function| functions[function].kind) {
        Ok(FunctionKind::Builtin) => seen.cost.native,
        _ => seen.cost.call,
    };
    let mut taken: Vec<f64> = (0..nodes.len()).map(|node| timed[node] as f64 * cost(node).inside).collect();
    for node in 1..nodes.len() {
        let outside = timed[node] as f64 * cost(node).outside + searches[node] as f64 * seen.cost.search;
        taken[nodes.parent[node] as usize] += outside;
    }
    let mut tracing = 0.0;
    for (ticks, taken) in ticks.iter().zip(taken) {
        let own = (*ticks as f64 - taken).max(0.0);
        tracing += *ticks as f64 - own;
        nodes.self_ns.push((own * seen.tick_ns) as u64);
    }
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
        untimed_calls: if seen.is_timed { nodes_calls - timed.iter().sum::<u64>() } else { 0 },
        tracing_ns: (tracing * seen.tick_ns) as u64,
        events: Some(events).filter(|events| !events.node.is_empty()),
    });
}
