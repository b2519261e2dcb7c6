//! Whether a graph is well formed: every value is made before it is used, on every way there, environments are walked where a guard tells whose they
//! are (`environments.rs`), and, in the end, values are represented as they are wanted. What is
//! compiled without that holds is nonsense, or ends Cranelift.

use super::dominators::Dominators;
use super::environments;
use super::ir::*;
use rustc_hash::FxHashMap;

/// What is wrong with a graph, if anything is.
pub fn check(graph: &Graph) -> Result<(), String> {
    let order = graph.order();
    let dominators = Dominators::new(graph, &order);
    let mut places: FxHashMap<NodeId, (BlockId, usize)> = FxHashMap::default();
    for &b in &order {
        let block = &graph.blocks[b.index()];
        block.phis.iter().for_each(|phi| {
            places.insert(*phi, (b, 0));
        });
        block.nodes.iter().enumerate().for_each(|(i, node)| {
            places.insert(*node, (b, i + 1));
        });
    }
    let defined = |value: NodeId, b: BlockId, at: usize| match places.get(&value) {
        Some((there, place)) if *there == b => *place < at || at == 0 && *place == 0,
        Some((there, _)) => dominators.dominates(*there, b),
        None => false,
    };
    let wrong = |value: NodeId, b: BlockId, user: &dyn std::fmt::Debug| {
        Err(format!("{value:?} ({:?}) is not there in {b:?} for {user:?}", graph.node(value).op))
    };
    let state = |mut state: StateId, b: BlockId, at: usize| {
        // What is not made yet is made of what there is.
        let sunk = graph.sunk.get(&state).map_or(&[][..], |sunk| sunk);
        while state.is_some() {
            for value in graph.held(state) {
                if !defined(value, b, at) && sunk.iter().all(|sunk| sunk.object != value) {
                    return wrong(value, b, &state);
                }
            }
            state = graph.states[state.index()].caller;
        }
        Ok(())
    };
    for &b in &order {
        let block = &graph.blocks[b.index()];
        for &phi in &block.phis {
            let args = &graph.node(phi).args;
            if args.len() != block.predecessors.len() {
                return Err(format!("{phi:?} in {b:?} has not one argument for each way"));
            }
            for (value, from) in args.iter().zip(&block.predecessors) {
                if !defined(*value, *from, usize::MAX) {
                    return wrong(*value, *from, &phi);
                }
            }
        }
        for (i, &id) in block.nodes.iter().enumerate() {
            let node = graph.node(id);
            let (least, most) = node.op.arity();
            if !(least..=most).contains(&node.args.len()) {
                return Err(format!("{id:?} ({:?}) has {} arguments", node.op, node.args.len()));
            }
            if node.op.properties().exits == Exits::Never && node.state.is_some() {
                return Err(format!("{id:?} ({:?}) cannot leave, but has a state", node.op));
            }
            if let Some(value) = node.args.iter().find(|v| !defined(**v, b, i + 1)) {
                return wrong(*value, b, &(id, &node.op));
            }
            state(node.state, b, i + 1)?;
        }
        let last = match &block.terminator {
            Terminator::Branch { condition, .. } => *condition,
            Terminator::Switch { value, .. } => *value,
            Terminator::Return(value) => *value,
            Terminator::Leave(at, ..) => {
                state(*at, b, usize::MAX)?;
                continue;
            }
            _ => continue,
        };
        if !defined(last, b, usize::MAX) {
            return wrong(last, b, &block.terminator);
        }
    }
    environments::check(graph, &order, &dominators)
}

/// What is represented otherwise than it is wanted, if anything is: nothing may be once representations are chosen.
pub fn check_representations(graph: &Graph) -> Result<(), String> {
    for b in graph.order() {
        let block = &graph.blocks[b.index()];
        for &id in block.phis.iter().chain(&block.nodes) {
            let node = graph.node(id);
            for (i, arg) in node.args.iter().enumerate() {
                let is = graph.node(*arg).rep;
                let fits = match (&node.op, node.op.wants(i)) {
                    (Op::Phi, _) => is == node.rep,
                    (_, Some(Rep::Tagged)) => matches!(is, Rep::Tagged | Rep::Pointer),
                    (_, Some(wanted)) => is == wanted,
                    (_, None) => is != Rep::Nothing,
                };
                if !fits {
                    return Err(format!("{arg:?} is a {is:?} in {b:?} for {id:?} ({:?}, {:?})", node.op, node.rep));
                }
            }
            let makes = node.op.result().unwrap_or(node.rep);
            if makes != node.rep {
                return Err(format!("{id:?} ({:?}) is a {:?}", node.op, node.rep));
            }
        }
    }
    Ok(())
}
