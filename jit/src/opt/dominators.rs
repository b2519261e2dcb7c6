//! Which blocks are on every way to which.

use super::ir::*;

/// Immediate dominators, by reverse postorder.
pub struct Dominators {
    number: Vec<usize>,
    immediate: Vec<usize>,
    order: Vec<BlockId>,
}

impl Dominators {
    /// `order` is the graph's.
    pub fn new(graph: &Graph, order: &[BlockId]) -> Dominators {
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
        Dominators { number, immediate, order: order.to_vec() }
    }

    /// Whether every way to `below` is through `above`.
    pub fn dominates(&self, above: BlockId, below: BlockId) -> bool {
        let (above, mut below) = (self.number[above.index()], self.number[below.index()]);
        while below > above {
            below = self.immediate[below];
        }
        below == above
    }

    /// The next block that every way to this one is through; None for the first.
    pub fn above(&self, block: BlockId) -> Option<BlockId> {
        let number = self.number[block.index()];
        (number != 0).then(|| self.order[self.immediate[number]])
    }
}
