//! Value numbering: what was computed, or found to hold, on every way here is not computed again.

use super::dominators::Dominators;
use super::ir::*;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

/// Lets later nodes give way to earlier ones that do the same.
pub fn number(graph: &mut Graph, order: &[BlockId]) {
    let dominators = Dominators::new(graph, order);
    let mut numbers = Numbers { instead: (0..graph.nodes.len() as u32).map(NodeId).collect() };
    let mut known: FxHashMap<(Op, SmallVec<[NodeId; 4]>), (BlockId, NodeId)> = FxHashMap::default();
    for &b in order {
        let mut phis = std::mem::take(&mut graph.blocks[b.index()].phis);
        phis.retain(|&phi| {
            numbers.rename(&mut graph.nodes[phi.index()].args);
            match only_argument(graph, phi) {
                Some(value) => {
                    numbers.instead[phi.index()] = value;
                    false
                }
                None => true,
            }
        });
        graph.blocks[b.index()].phis = phis;
        let mut repeated = Vec::new();
        let mut nodes = std::mem::take(&mut graph.blocks[b.index()].nodes);
        nodes.retain(|&id| {
            numbers.rename(&mut graph.nodes[id.index()].args);
            let node = graph.node(id);
            if let Some(value) = converted_already(graph, node) {
                numbers.instead[id.index()] = value;
                return false;
            }
            if !node.op.properties().numbered.holds(graph, node) {
                return true;
            }
            let place = known.entry((node.op.clone(), node.args.clone())).or_insert((b, id));
            if place.1 == id {
                return true;
            }
            if !dominators.dominates(place.0, b) {
                *place = (b, id);
                return true;
            }
            numbers.instead[id.index()] = place.1;
            if node.state.is_some() {
                repeated.push(Removal { origin: node.origin, why: Superfluous::Repeated });
            }
            false
        });
        graph.blocks[b.index()].nodes = nodes;
        graph.removals.extend(repeated);
    }
    // Arguments that come around loops were not seen in order.
    graph.rename(order, |value| numbers.of(value));
}

struct Numbers {
    instead: Vec<NodeId>,
}

impl Numbers {
    fn of(&self, mut id: NodeId) -> NodeId {
        while id.is_some() && self.instead[id.index()] != id {
            id = self.instead[id.index()];
        }
        id
    }

    fn rename(&self, args: &mut [NodeId]) {
        args.iter_mut().for_each(|arg| *arg = self.of(*arg));
    }
}

/// What a conversion is of, where that has the representation already.
fn converted_already(graph: &Graph, node: &Node) -> Option<NodeId> {
    let wanted = match node.op {
        Op::ToInt | Op::Truncate => Rep::Int,
        Op::ToDouble => Rep::Double,
        Op::Box => Rep::Tagged,
        _ => return None,
    };
    (graph.node(node.args[0]).rep == wanted).then_some(node.args[0])
}

/// The value that a phi has whatever way was taken.
fn only_argument(graph: &Graph, phi: NodeId) -> Option<NodeId> {
    let args = &graph.node(phi).args;
    let first = *args.iter().find(|arg| **arg != phi)?;
    let same = args.iter().all(|arg| *arg == first || *arg == phi);
    (same && graph.node(first).rep == graph.node(phi).rep).then_some(first)
}
