//! Value numbering: what was computed, or found to hold, on every way here is not computed again.

use super::dominators::Dominators;
use super::graph::*;
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
            if !is_numbered(graph, node) {
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

/// What it gives, or demands, depends on nothing but its arguments.
fn is_numbered(graph: &Graph, node: &Node) -> bool {
    use Op::*;
    match node.op {
        // Of something else than a number it is done by a call.
        Truncate => graph.node(node.args[0]).rep != Rep::Tagged,
        ToInt | ToDouble | Box | Truth | IntArithmetic(_) | IntWrapping(_) | IntBitwise(_) | IntUShrDouble
        | IntNegate | IntNot | DoubleArithmetic(_) | Double1(_) | Double2(_) | IntCompare(_) | DoubleCompare(_)
        | Identical | OddToInt | BoolToInt | Not | Either | IsNullish | IntPick(_) | CheckKind(_)
        | CheckIdentical(_) | CheckNotEmpty | CheckObject | CheckCell | CheckTyped(_) | CheckBounds => true,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use smallvec::smallvec;

    fn add(graph: &mut Graph, block: u32, op: Op, args: &[NodeId]) -> NodeId {
        let node = Node {
            op,
            args: SmallVec::from_slice(args),
            rep: Rep::Int,
            state: StateId::NONE,
            reason: Reason::Unsupported,
            origin: 0,
        };
        let id = graph.add_node(node);
        graph.blocks[block as usize].nodes.push(id);
        id
    }

    /// A branch and two ways that meet.
    fn diamond() -> (Graph, NodeId, NodeId) {
        let mut graph = Graph::default();
        let blocks: Vec<BlockId> = (0..4).map(|_| graph.add_block(0)).collect();
        let x = add(&mut graph, 0, Op::Word(7), &[]);
        let y = add(&mut graph, 0, Op::Int(3), &[]);
        graph.blocks[0].end = End::Branch { condition: x, yes: blocks[1], no: blocks[2] };
        for side in [1, 2] {
            graph.blocks[side].predecessors = vec![blocks[0]];
            graph.blocks[side].end = End::Jump(blocks[3]);
        }
        graph.blocks[3].predecessors = vec![blocks[1], blocks[2]];
        (graph, x, y)
    }

    #[test]
    fn what_is_above_is_not_done_again_but_what_is_beside() {
        let (mut graph, x, y) = diamond();
        let op = Op::IntArithmetic(Arithmetic::Add);
        let first = add(&mut graph, 0, op.clone(), &[x, y]);
        let again = add(&mut graph, 1, op, &[x, y]);
        let beside = [1, 2].map(|block| add(&mut graph, block, Op::IntNot, &[x]));
        let use_of_it = add(&mut graph, 1, Op::IntNot, &[again]);
        let met = add(&mut graph, 3, Op::IntNot, &[x]);
        graph.blocks[3].end = End::Return(met);
        let order = graph.order();
        number(&mut graph, &order);
        assert_eq!(graph.blocks[1].nodes, vec![beside[0], use_of_it]);
        assert_eq!(graph.blocks[2].nodes, vec![beside[1]]);
        assert_eq!(graph.node(use_of_it).args[0], first);
        assert_eq!(graph.blocks[3].nodes, vec![met]);
    }

    #[test]
    fn loads_are_done_again_and_phis_of_one_value_go() {
        let (mut graph, x, y) = diamond();
        let loads = [0, 1].map(|block| add(&mut graph, block, Op::Load(24), &[x]));
        let phi = graph.add_node(Node {
            op: Op::Phi,
            args: smallvec![y, y],
            rep: Rep::Int,
            state: StateId::NONE,
            reason: Reason::Unsupported,
            origin: 0,
        });
        graph.blocks[3].phis.push(phi);
        graph.blocks[3].end = End::Return(phi);
        let order = graph.order();
        number(&mut graph, &order);
        assert_eq!(graph.blocks[1].nodes, vec![loads[1]]);
        assert!(graph.blocks[3].phis.is_empty());
        assert!(matches!(graph.blocks[3].end, End::Return(value) if value == y));
    }
}
