//! Whether a graph is well formed: every value is made before it is used, on every way there. What is compiled without that holds is nonsense, or
//! ends Cranelift.

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
        while state.is_some() {
            let s = &graph.states[state.index()];
            for (_, value) in &s.registers {
                if !defined(*value, b, at) {
                    return wrong(*value, b, &state);
                }
            }
            state = s.caller;
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

/// Immediate dominators, by reverse postorder.
struct Dominators {
    number: Vec<usize>,
    immediate: Vec<usize>,
}

impl Dominators {
    fn new(graph: &Graph, order: &[BlockId]) -> Dominators {
        let mut number = vec![usize::MAX; graph.blocks.len()];
        order.iter().enumerate().for_each(|(i, b)| number[b.index()] = i);
        let mut immediate = vec![usize::MAX; order.len()];
        immediate[0] = 0;
        let mut changed = true;
        while std::mem::take(&mut changed) {
            for (i, b) in order.iter().enumerate().skip(1) {
                let mut common = usize::MAX;
                for p in &graph.blocks[b.index()].predecessors {
                    let mut p = number[p.index()];
                    if p == usize::MAX || immediate[p] == usize::MAX {
                        continue;
                    }
                    if common == usize::MAX {
                        common = p;
                    }
                    while p != common {
                        if p > common { p = immediate[p] } else { common = immediate[common] }
                    }
                }
                changed |= immediate[i] != common;
                immediate[i] = common;
            }
        }
        Dominators { number, immediate }
    }

    fn dominates(&self, above: BlockId, below: BlockId) -> bool {
        let (above, mut below) = (self.number[above.index()], self.number[below.index()]);
        while below > above {
            below = self.immediate[below];
        }
        below == above
    }
}
