//! Whether a graph is well formed: every value is made before it is used, on every way there. What is compiled without that holds is nonsense, or
//! ends Cranelift.

use super::dominators::Dominators;
use super::graph::*;
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
            if let Some(value) = node.args.iter().find(|v| !defined(**v, b, i + 1)) {
                return wrong(*value, b, &(id, &node.op));
            }
            state(node.state, b, i + 1)?;
        }
        let last = match &block.end {
            End::Branch { condition, .. } => *condition,
            End::Switch { value, .. } => *value,
            End::Return(value) => *value,
            End::Leave(at, ..) => {
                state(*at, b, usize::MAX)?;
                continue;
            }
            _ => continue,
        };
        if !defined(last, b, usize::MAX) {
            return wrong(last, b, &block.end);
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use smallvec::{SmallVec, smallvec};

    fn node(graph: &mut Graph, block: BlockId, op: Op, rep: Rep, args: SmallVec<[NodeId; 4]>) -> NodeId {
        let (state, reason) = (StateId::NONE, Reason::Unsupported);
        let id = graph.add_node(Node { op: op.clone(), args, rep, state, reason, origin: 0 });
        let block = &mut graph.blocks[block.index()];
        if op == Op::Phi {
            block.phis.push(id)
        } else {
            block.nodes.push(id)
        }
        id
    }

    fn connect(graph: &mut Graph, from: BlockId, to: BlockId) {
        graph.blocks[from.index()].end = End::Jump(to);
        graph.blocks[to.index()].predecessors.push(from);
    }

    /// A condition, a value on either side of it, and the block where they meet.
    fn diamond() -> (Graph, [BlockId; 4], [NodeId; 2]) {
        let mut graph = Graph::default();
        let [top, left, right, bottom] = [(); 4].map(|()| graph.add_block(0));
        let condition = node(&mut graph, top, Op::Constant(abi::Value::TRUE.0), Rep::Bool, smallvec![]);
        graph.blocks[top.index()].end = End::Branch { condition, yes: left, no: right };
        for side in [left, right] {
            graph.blocks[side.index()].predecessors.push(top);
            connect(&mut graph, side, bottom);
        }
        let values = [left, right].map(|side| node(&mut graph, side, Op::Int(7), Rep::Int, smallvec![]));
        (graph, [top, left, right, bottom], values)
    }

    #[test]
    fn a_phi_takes_one_value_from_each_side() {
        let (mut graph, [.., bottom], [one, other]) = diamond();
        let phi = node(&mut graph, bottom, Op::Phi, Rep::Int, smallvec![one, other]);
        graph.blocks[bottom.index()].end = End::Return(phi);
        assert_eq!(check(&graph), Ok(()));
        graph.nodes[phi.index()].args.pop();
        assert!(check(&graph).is_err_and(|e| e.contains("one argument for each way")));
        graph.nodes[phi.index()].args = smallvec![other, one];
        assert!(check(&graph).is_err_and(|e| e.contains("is not there")));
    }

    #[test]
    fn a_value_of_one_side_is_not_there_behind_both() {
        let (mut graph, [.., bottom], [one, _]) = diamond();
        graph.blocks[bottom.index()].end = End::Return(one);
        assert!(check(&graph).is_err_and(|e| e.contains("is not there")));
    }

    #[test]
    fn a_value_is_used_behind_where_it_is_made() {
        let (mut graph, [_, left, ..], [one, _]) = diamond();
        let not = node(&mut graph, left, Op::IntNegate, Rep::Int, smallvec![one]);
        assert_eq!(check(&graph), Ok(()));
        let block = &mut graph.blocks[left.index()];
        block.nodes = vec![not, one];
        assert!(check(&graph).is_err());
    }

    #[test]
    fn states_hold_only_what_is_there() {
        let (mut graph, [_, left, right, _], [one, other]) = diamond();
        graph.states.push(State { inline: InlineId(0), pc: 0, caller: StateId::NONE, registers: vec![(7, one)] });
        graph.nodes[other.index()].state = StateId(0);
        assert!(check(&graph).is_err());
        graph.nodes[other.index()].state = StateId::NONE;
        graph.blocks[left.index()].end = End::Leave(StateId(0), Reason::Hole, 0);
        graph.blocks[right.index()].end = End::Return(other);
        assert_eq!(check(&graph), Ok(()));
    }

    #[test]
    fn what_goes_round_a_loop_comes_from_in_it() {
        let mut graph = Graph::default();
        let [entry, head, body] = [(); 3].map(|()| graph.add_block(0));
        let start = node(&mut graph, entry, Op::Int(0), Rep::Int, smallvec![]);
        connect(&mut graph, entry, head);
        let phi = node(&mut graph, head, Op::Phi, Rep::Int, smallvec![start]);
        connect(&mut graph, head, body);
        connect(&mut graph, body, head);
        let next = node(&mut graph, body, Op::IntNot, Rep::Int, smallvec![phi]);
        graph.nodes[phi.index()].args.push(next);
        assert_eq!(check(&graph), Ok(()));
        graph.nodes[phi.index()].args[0] = next;
        assert!(check(&graph).is_err());
    }
}
