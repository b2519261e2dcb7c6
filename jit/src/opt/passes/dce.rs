//! Dead code elimination: nodes whose values nobody uses go ([`Unused`]), and objects that nobody looks at with all that is done to them.

use crate::opt::ir::*;
use rustc_hash::FxHashMap;

/// Removes nodes whose values have no uses, and objects that are never read with all that is stored in them.
pub fn run(graph: &mut Graph, order: &[BlockId]) {
    let mut live = vec![false; graph.nodes.len()];
    let mut states = vec![false; graph.states.len()];
    let mut work: Vec<NodeId> = Vec::new();
    let mut state_work: Vec<StateId> = Vec::new();
    let mut changes: FxHashMap<NodeId, Vec<NodeId>> = FxHashMap::default();
    for b in order {
        let block = &graph.blocks[b.index()];
        for &id in &block.nodes {
            let node = graph.node(id);
            match node.op.properties().unused {
                Unused::Removed | Unused::RemovedObject => {}
                Unused::RemovedOfNumber if matches!(graph.node(node.args[0]).rep, Rep::Int | Rep::Double) => {}
                Unused::RemovedWithObject if graph.node(node.args[0]).op.is_allocation() => {
                    changes.entry(node.args[0]).or_default().push(id);
                }
                Unused::RemovedUnlessSeen if !is_seen(graph, node) => {}
                _ => work.push(id),
            }
        }
        match &block.terminator {
            Terminator::Branch { condition, .. } => work.push(*condition),
            Terminator::Switch { value, .. } => work.push(*value),
            Terminator::Return(value) => work.push(*value),
            Terminator::Leave(state, ..) => state_work.push(*state),
            _ => {}
        }
    }
    loop {
        if let Some(node) = work.pop() {
            if std::mem::replace(&mut live[node.index()], true) {
                continue;
            }
            let n = graph.node(node);
            work.extend(&n.args);
            work.extend(changes.remove(&node).unwrap_or_default());
            if n.state.is_some() {
                state_work.push(n.state);
            }
        } else if let Some(state) = state_work.pop() {
            if state.is_none() || std::mem::replace(&mut states[state.index()], true) {
                continue;
            }
            let s = &graph.states[state.index()];
            work.extend(graph.held(state));
            let inline = &graph.inlines[s.inline.index()];
            work.extend([inline.callee, inline.this, inline.new_target].iter().filter(|n| n.is_some()));
            state_work.push(s.caller);
        } else {
            break;
        }
    }
    for &b in order {
        let block = &mut graph.blocks[b.index()];
        let (mut phis, mut nodes) = (std::mem::take(&mut block.phis), std::mem::take(&mut block.nodes));
        for id in nodes.iter().filter(|id| !live[id.index()]) {
            let node = graph.node(*id);
            if node.op.is_allocation() {
                graph.removals.push(Removal { origin: node.origin, why: RemovalReason::Unseen });
            }
        }
        phis.retain(|n| live[n.index()]);
        nodes.retain(|n| live[n.index()]);
        let block = &mut graph.blocks[b.index()];
        (block.phis, block.nodes) = (phis, nodes);
    }
}

/// Whether somebody may look at the frame that a node sets up.
fn is_seen(graph: &Graph, node: &Node) -> bool {
    matches!(node.op, Op::Enter(inline) if graph.inlines[inline.index()].is_seen)
}
