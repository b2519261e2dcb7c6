//! Truncation of doubles that are whole numbers: `(a + b) | 0` of int32s, whose sum was a double once, is computed modulo 2^32 in int32s. Sums,
//! differences and products of int32s, uint32s and whole constants are exact in double precision as long as they stay below 2^53, so that their
//! low 32 bits are those of the same operations on low 32 bits. (Sources: truncation analysis of V8's simplified lowering; SpiderMonkey's
//! range analysis.)

use super::range_analysis::{ALL, Range, magnitude};
use crate::opt::ir::*;
use rustc_hash::FxHashMap;
use smallvec::{SmallVec, smallvec};

/// Beyond it, whole numbers are rounded.
const EXACT: i64 = 1 << 53;
/// Operations looked through on the way to what a double was computed of.
const DEPTH: u32 = 8;

/// Has truncations of exact whole numbers computed in int32s. `ranges` are by node, and are given for the nodes that are made.
pub fn run(graph: &mut Graph, order: &[BlockId], ranges: &mut Vec<Range>) {
    let blocks = order.iter().flat_map(|b| graph.blocks[b.index()].phis.iter().map(|phi| (*phi, *b))).collect();
    let mut pass = Truncation {
        graph,
        ranges,
        blocks,
        phis: FxHashMap::default(),
        low: FxHashMap::default(),
        constants: FxHashMap::default(),
        made: Vec::new(),
    };
    let mut instead: FxHashMap<NodeId, NodeId> = FxHashMap::default();
    for &b in order {
        let nodes = std::mem::take(&mut pass.graph.blocks[b.index()].nodes);
        // What was computed in another block need not be there.
        pass.low.clear();
        let mut kept = Vec::with_capacity(nodes.len());
        for id in nodes {
            let node = pass.graph.node(id);
            let origin = node.origin;
            let of = if node.op == Op::Truncate { node.args[0] } else { NodeId::NONE };
            if of.is_some() && pass.graph.node(of).rep == Rep::Double && pass.magnitude(of, DEPTH).is_some() {
                instead.insert(id, pass.low(of, origin));
                kept.append(&mut pass.made);
            } else {
                kept.push(id);
            }
        }
        pass.graph.blocks[b.index()].nodes = kept;
    }
    let constants: Vec<NodeId> = pass.constants.into_values().collect();
    if let Some(entry) = order.first() {
        graph.blocks[entry.index()].nodes.splice(0..0, constants);
    }
    if !instead.is_empty() {
        graph.rename(order, |mut value| {
            while let Some(&other) = instead.get(&value) {
                value = other;
            }
            value
        });
    }
}

struct Truncation<'a> {
    graph: &'a mut Graph,
    ranges: &'a mut Vec<Range>,
    /// The blocks of phis.
    blocks: FxHashMap<NodeId, BlockId>,
    /// The int32 phis beside phis of doubles.
    phis: FxHashMap<NodeId, NodeId>,
    /// The low 32 bits of other doubles, in the block at hand.
    low: FxHashMap<NodeId, NodeId>,
    /// Nodes for the first block.
    constants: FxHashMap<i32, NodeId>,
    /// Nodes for the block at hand.
    made: Vec<NodeId>,
}

impl Truncation<'_> {
    /// How great a double can be, if it is a whole number that is computed exactly, in so many steps, of what has low bits.
    fn magnitude(&self, id: NodeId, depth: u32) -> Option<i64> {
        if let Some(leaf) = self.leaf(id) {
            return Some(leaf);
        }
        let depth = depth.checked_sub(1)?;
        let node = self.graph.node(id);
        let magnitude = match node.op {
            Op::DoubleArithmetic(kind) => {
                let (x, y) = (self.magnitude(node.args[0], depth)?, self.magnitude(node.args[1], depth)?);
                match kind {
                    Arithmetic::Add | Arithmetic::Sub => x.saturating_add(y),
                    Arithmetic::Mul => x.saturating_mul(y),
                    Arithmetic::Div | Arithmetic::Mod => return None,
                }
            }
            // Of leaves alone: of sums around a loop there is no greatest.
            Op::Phi => {
                let leaves: Option<Vec<i64>> = node.args.iter().map(|arg| self.leaf(*arg)).collect();
                leaves?.into_iter().max()?
            }
            _ => return None,
        };
        (magnitude <= EXACT).then_some(magnitude)
    }

    /// The same of what is no result of arithmetic in doubles.
    fn leaf(&self, id: NodeId) -> Option<i64> {
        let node = self.graph.node(id);
        match node.op {
            Op::Double(bits) => {
                let value = f64::from_bits(bits);
                (value.fract() == 0.0 && value.abs() <= EXACT as f64).then_some(value.abs() as i64)
            }
            Op::ToDouble if self.graph.node(node.args[0]).rep == Rep::Int => {
                Some(magnitude(self.ranges[node.args[0].index()]))
            }
            // Shifted by anything else it would have been an int32.
            Op::IntUShrDouble if self.graph.node(node.args[1]).op == Op::Int(0) => Some(1 << 32),
            _ => None,
        }
    }

    /// A node for the low 32 bits of a double that has a magnitude.
    fn low(&mut self, id: NodeId, origin: u32) -> NodeId {
        if let Some(&low) = self.phis.get(&id).or_else(|| self.low.get(&id)) {
            return low;
        }
        let node = self.graph.node(id);
        let args = node.args.clone();
        match node.op {
            Op::Double(bits) => {
                let value = f64::from_bits(bits) as i64 as i32;
                if let Some(&constant) = self.constants.get(&value) {
                    return constant;
                }
                let constant = self.add(Op::Int(value), smallvec![], origin);
                self.constants.insert(value, constant);
                constant
            }
            Op::DoubleArithmetic(kind) => {
                let (x, y) = (self.low(args[0], origin), self.low(args[1], origin));
                let low = self.add(Op::IntWrapping(kind), smallvec![x, y], origin);
                self.made.push(low);
                self.low.insert(id, low);
                low
            }
            Op::Phi => {
                let origin = node.origin;
                let lows = args.iter().map(|arg| self.low(*arg, origin)).collect();
                let phi = self.add(Op::Phi, lows, origin);
                self.graph.blocks[self.blocks[&id].index()].phis.push(phi);
                self.phis.insert(id, phi);
                phi
            }
            // An int32 as a double or as a uint32.
            _ => args[0],
        }
    }

    fn add(&mut self, op: Op, args: SmallVec<[NodeId; 4]>, origin: u32) -> NodeId {
        self.ranges.push(if let Op::Int(n) = op { (n as i64, n as i64) } else { ALL });
        self.graph.add_node(Node { op, args, rep: Rep::Int, state: StateId::NONE, reason: Reason::Unsupported, origin })
    }
}
