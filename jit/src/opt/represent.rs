//! Representations: which phis can be machine numbers, and conversions wherever a value is wanted otherwise than it is kept.

use super::build::GivenUp;
use super::ir::*;
use rustc_hash::FxHashMap;
use smallvec::smallvec;

/// Decides and converts. `given_up`: places where speculation has failed too often.
pub fn represent(graph: &mut Graph, order: &[BlockId], given_up: &GivenUp) {
    choose_phis(graph, order, given_up);
    convert_phis(graph, order);
    convert_arguments(graph, order);
}

fn join(a: Option<Rep>, b: Option<Rep>) -> Option<Rep> {
    match (a, b) {
        (None, x) | (x, None) => x,
        (Some(a), Some(b)) if a == b => Some(a),
        (Some(Rep::Int | Rep::Double), Some(Rep::Int | Rep::Double)) => Some(Rep::Double),
        _ => Some(Rep::Tagged),
    }
}

/// What a loop starts with may be checked once instead of in every iteration: argument 0 of a loop's phi.
fn may_speculate(graph: &Graph, block: &Block, given_up: &GivenUp, argument: NodeId) -> bool {
    if !block.is_loop || block.entry_state.is_none() {
        return false;
    }
    let state = &graph.states[block.entry_state.index()];
    let code_id = graph.inlines[state.inline.index()].code_id;
    !matches!(graph.node(argument).op, Op::Constant(_)) && !given_up.contains_key(&(code_id, state.pc))
}

fn choose_phis(graph: &mut Graph, order: &[BlockId], given_up: &GivenUp) {
    let mut chosen: FxHashMap<NodeId, Option<Rep>> = FxHashMap::default();
    for b in order {
        for &phi in &graph.blocks[b.index()].phis {
            chosen.insert(phi, None);
        }
    }
    loop {
        let mut changed = false;
        for b in order {
            let block = &graph.blocks[b.index()];
            for &phi in &block.phis {
                let (mut rep, mut speculates) = (None, false);
                for (i, &arg) in graph.node(phi).args.iter().enumerate() {
                    let its = match chosen.get(&arg) {
                        Some(rep) => *rep,
                        None => Some(graph.node(arg).rep),
                    };
                    if i == 0 && its == Some(Rep::Tagged) && may_speculate(graph, block, given_up, arg) {
                        speculates = true;
                        continue;
                    }
                    rep = join(rep, its);
                }
                // What it starts with can be checked to be a number, but not to be a boolean.
                if speculates && !matches!(rep, None | Some(Rep::Int | Rep::Double)) {
                    rep = Some(Rep::Tagged);
                }
                // Nothing but what it starts with.
                if rep.is_none() {
                    rep = graph.node(phi).args.first().and_then(|arg| match chosen.get(arg) {
                        Some(rep) => *rep,
                        None => Some(graph.node(*arg).rep),
                    });
                }
                let rep = join(chosen[&phi], rep);
                if rep != chosen[&phi] {
                    chosen.insert(phi, rep);
                    changed = true;
                }
            }
        }
        if !changed {
            break;
        }
    }
    for (phi, rep) in chosen {
        let rep = rep.unwrap_or(Rep::Tagged);
        graph.nodes[phi.index()].rep = if rep == Rep::Nothing { Rep::Tagged } else { rep };
    }
}

fn convert_phis(graph: &mut Graph, order: &[BlockId]) {
    for &b in order {
        let phis = graph.blocks[b.index()].phis.clone();
        let predecessors = graph.blocks[b.index()].predecessors.clone();
        let entry_state = graph.blocks[b.index()].entry_state;
        for phi in phis {
            let rep = graph.node(phi).rep;
            for (i, from) in predecessors.iter().enumerate() {
                let arg = graph.node(phi).args[i];
                let is = graph.node(arg).rep;
                if is == rep {
                    continue;
                }
                let (op, state) = match rep {
                    Rep::Int => (Op::ToInt, entry_state),
                    // An int32 is always a double, too.
                    Rep::Double if is == Rep::Int => (Op::ToDouble, StateId::NONE),
                    Rep::Double => (Op::ToDouble, entry_state),
                    _ => (Op::Box, StateId::NONE),
                };
                let origin = graph.node(phi).origin;
                let reason = if rep == Rep::Int { Reason::NotInt } else { Reason::NotNumber };
                let node = graph.add_node(Node { op, args: smallvec![arg], rep, state, reason, origin });
                graph.blocks[from.index()].nodes.push(node);
                graph.nodes[phi.index()].args[i] = node;
            }
        }
    }
}

fn convert_arguments(graph: &mut Graph, order: &[BlockId]) {
    for &b in order {
        let nodes = std::mem::take(&mut graph.blocks[b.index()].nodes);
        let mut converted = Vec::with_capacity(nodes.len());
        let mut boxed: FxHashMap<NodeId, NodeId> = FxHashMap::default();
        for id in nodes {
            for i in 0..graph.node(id).args.len() {
                let arg = graph.node(id).args[i];
                let Some(Rep::Tagged) = graph.node(id).op.wants(i) else { continue };
                if graph.node(arg).rep == Rep::Tagged {
                    continue;
                }
                let node = *boxed.entry(arg).or_insert_with(|| {
                    let origin = graph.node(id).origin;
                    let node = Node {
                        op: Op::Box,
                        args: smallvec![arg],
                        rep: Rep::Tagged,
                        state: StateId::NONE,
                        reason: Reason::Unsupported,
                        origin,
                    };
                    let node = graph.add_node(node);
                    converted.push(node);
                    node
                });
                graph.nodes[id.index()].args[i] = node;
            }
            converted.push(id);
        }
        if let Terminator::Return(value) = graph.blocks[b.index()].terminator
            && graph.node(value).rep != Rep::Tagged
        {
            let origin = graph.blocks[b.index()].origin;
            let node = graph.add_node(Node {
                op: Op::Box,
                args: smallvec![value],
                rep: Rep::Tagged,
                state: StateId::NONE,
                reason: Reason::Unsupported,
                origin,
            });
            converted.push(node);
            graph.blocks[b.index()].terminator = Terminator::Return(node);
        }
        graph.blocks[b.index()].nodes = converted;
    }
}
