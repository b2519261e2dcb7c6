//! Range analysis of int32s: arithmetic that cannot overflow, or of which only the low 32 bits are used, loses its overflow guard, and sums that were doubles
//! once become int32s again where only those bits are used (`truncation.rs`).

use super::truncation;
use crate::opt::dominators::Dominators;
use crate::opt::ir::*;
use abi::object::ArrayType;
use rustc_hash::FxHashMap;

/// An int32 from the first to the second, both included; 64 bits wide for what is computed with them.
pub(super) type Range = (i64, i64);

pub(super) const ALL: Range = (i32::MIN as i64, i32::MAX as i64);

const ALL_BUT_NEGATIVE: Range = (0, i32::MAX as i64);

/// What no array's or string's length exceeds.
const LONGEST: i64 = i32::MAX as i64;

/// Beyond it, products are rounded before they are cut off.
const EXACT: i64 = 1 << 53;

/// Comparisons looked at on the way up, for each value that may overflow.
const BRANCHES: usize = 12;

/// Makes arithmetic wrap around where that comes to the same.
pub fn run(graph: &mut Graph, order: &[BlockId]) {
    let mut ranges = Ranges {
        dominators: Dominators::new(graph, order),
        of: vec![ALL; graph.nodes.len()],
        bounded: FxHashMap::default(),
    };
    for &b in order {
        for i in 0..graph.blocks[b.index()].phis.len() {
            let phi = graph.blocks[b.index()].phis[i];
            ranges.of[phi.index()] = ranges.phi(graph, b, phi);
        }
        for i in 0..graph.blocks[b.index()].nodes.len() {
            let id = graph.blocks[b.index()].nodes[i];
            ranges.node(graph, b, id);
        }
    }
    truncation::run(graph, order, &mut ranges.of);
    truncate(graph, order, &ranges.of);
}

struct Ranges {
    dominators: Dominators,
    of: Vec<Range>,
    /// Blocks in which a value was found to be less than an array's length, as far as they were looked at.
    bounded: FxHashMap<NodeId, Vec<BlockId>>,
}

impl Ranges {
    /// A loop's counter that only grows is never less than it begins with, nor greater than the comparisons allow by which the loop is entered and
    /// goes round.
    fn phi(&self, graph: &Graph, b: BlockId, phi: NodeId) -> Range {
        let args = &graph.node(phi).args;
        if graph.node(phi).rep != Rep::Int {
            return ALL;
        }
        let block = &graph.blocks[b.index()];
        if !block.is_loop {
            return args.iter().map(|arg| self.of[arg.index()]).reduce(union).unwrap_or(ALL);
        }
        let Some((first, around)) = args.split_first() else { return ALL };
        let grows = |arg: &NodeId| {
            let node = graph.node(*arg);
            matches!(node.op, Op::IntArithmetic(Arithmetic::Add))
                && node.args[0] == phi
                && matches!(graph.node(node.args[1]).op, Op::Int(step) if step >= 0)
        };
        if !around.iter().all(|arg| *arg == phi || grows(arg)) {
            return ALL;
        }
        let comes_round = args.iter().zip(&block.predecessors).filter(|(arg, _)| **arg != phi);
        let greatest = comes_round.map(|(arg, from)| self.here(graph, *from, *arg).1).max();
        (self.of[first.index()].0, greatest.unwrap_or(ALL.1))
    }

    fn node(&mut self, graph: &mut Graph, b: BlockId, id: NodeId) {
        let node = graph.node(id);
        if node.op == Op::CheckBounds {
            self.bounded.entry(node.args[0]).or_default().push(b);
        }
        if node.rep != Rep::Int {
            return;
        }
        let arg = |i: usize| self.of[node.args[i].index()];
        let constant = |i: usize| match graph.node(node.args[i]).op {
            Op::Int(n) => Some(n),
            _ => None,
        };
        let range = match &node.op {
            Op::Int(n) => (*n as i64, *n as i64),
            Op::LoadTyped(ty) | Op::LoadView(ty, _) => elements(*ty),
            Op::CharCode => (0, 0xffff),
            Op::BoolToInt => (0, 1),
            Op::IntBitwise(kind) => bitwise(*kind, arg(0), arg(1), constant(1)),
            Op::IntPick(greater) => {
                let ((a, b), (c, d)) = (arg(0), arg(1));
                if *greater { (a.max(c), b.max(d)) } else { (a.min(c), b.min(d)) }
            }
            Op::IntArithmetic(kind) => {
                let kind = *kind;
                let (x, y) = (node.args[0], node.args[1]);
                let wide = |x: Range, y: Range| arithmetic(kind, x, y);
                let mut range = wide(self.of[x.index()], self.of[y.index()]);
                if matches!(kind, Arithmetic::Add | Arithmetic::Sub) && !fits(range) {
                    range = wide(self.here(graph, b, x), self.here(graph, b, y));
                }
                if fits(range) && cannot_be_minus_zero(kind, self.of[x.index()], self.of[y.index()]) {
                    wrap(graph, id, kind, RemovalReason::InRange);
                }
                // What leaves now may wrap around in the end, if only its low bits are looked at.
                if fits(range) { range } else { ALL }
            }
            _ => ALL,
        };
        self.of[id.index()] = range;
    }

    /// The range of a value in a block, by the comparisons that led there.
    fn here(&self, graph: &Graph, block: BlockId, value: NodeId) -> Range {
        let mut range = self.of[value.index()];
        if matches!(graph.node(value).op, Op::Int(_)) {
            return range;
        }
        let blocks = self.bounded.get(&value).map_or(&[][..], |blocks| blocks);
        if blocks.iter().any(|&bounded| self.dominators.dominates(bounded, block)) {
            range = (range.0.max(0), range.1.min(LONGEST - 1));
        }
        let mut at = block;
        for _ in 0..BRANCHES {
            let Some(above) = self.dominators.above(at) else { break };
            if let (&[from], Terminator::Branch { condition, yes, no }) =
                (&graph.blocks[at.index()].predecessors[..], &graph.blocks[above.index()].terminator)
                && from == above
                && yes != no
            {
                let (mut condition, mut holds) = (*condition, *yes == at);
                while let Op::Not = graph.node(condition).op {
                    condition = graph.node(condition).args[0];
                    holds = !holds;
                }
                let node = graph.node(condition);
                if let Op::IntCompare(relation) = node.op {
                    let (x, y) = (node.args[0], node.args[1]);
                    if x == value {
                        range = narrowed(range, relation, holds, self.of[y.index()]);
                    } else if y == value {
                        range = narrowed(range, mirrored(relation), holds, self.of[x.index()]);
                    }
                }
            }
            at = above;
        }
        range
    }
}

fn wrap(graph: &mut Graph, id: NodeId, kind: Arithmetic, why: RemovalReason) {
    let node = &mut graph.nodes[id.index()];
    node.op = Op::IntWrapping(kind);
    node.state = StateId::NONE;
    graph.removals.push(Removal { origin: node.origin, why });
}

fn union(a: Range, b: Range) -> Range {
    (a.0.min(b.0), a.1.max(b.1))
}

fn fits(range: Range) -> bool {
    range.0 >= ALL.0 && range.1 <= ALL.1
}

/// What a typed array's elements are as int32s.
fn elements(ty: u8) -> Range {
    const RANGES: [(ArrayType, Range); 6] = [
        (ArrayType::Int8, (-0x80, 0x7f)),
        (ArrayType::Uint8, (0, 0xff)),
        (ArrayType::Uint8Clamped, (0, 0xff)),
        (ArrayType::Int16, (-0x8000, 0x7fff)),
        (ArrayType::Uint16, (0, 0xffff)),
        // Those that are no int32s leave.
        (ArrayType::Uint32, ALL_BUT_NEGATIVE),
    ];
    RANGES.iter().find(|(array, _)| *array as u8 == ty).map_or(ALL, |(_, range)| *range)
}

/// Whether a typed array of integers keeps the low bits of what is stored.
fn cuts_off(ty: u8) -> bool {
    !is_float(ty) && ty != ArrayType::Uint8Clamped as u8 && ty != ArrayType::Float16 as u8
}

fn bitwise(kind: Bitwise, x: Range, y: Range, constant: Option<i32>) -> Range {
    let shift = constant.map(|n| n as u32 & 31);
    match (kind, shift) {
        (Bitwise::And, _) => match (x.0 >= 0, y.0 >= 0) {
            (true, true) => (0, x.1.min(y.1)),
            (true, false) => (0, x.1),
            (false, true) => (0, y.1),
            _ => ALL,
        },
        (Bitwise::Or | Bitwise::Xor, _) if x.0 >= 0 && y.0 >= 0 => {
            (0, ((x.1.max(y.1) as u64 + 1).next_power_of_two() - 1) as i64)
        }
        (Bitwise::Shr, Some(n)) => (x.0 >> n, x.1 >> n),
        (Bitwise::Shl, Some(n)) if fits((x.0 << n, x.1 << n)) => (x.0 << n, x.1 << n),
        (Bitwise::UShr, Some(n)) if x.0 >= 0 => (x.0 >> n, x.1 >> n),
        (Bitwise::UShr, Some(n)) if n > 0 => (0, u32::MAX as i64 >> n),
        (Bitwise::UShr, _) => ALL_BUT_NEGATIVE,
        _ => ALL,
    }
}

fn arithmetic(kind: Arithmetic, x: Range, y: Range) -> Range {
    match kind {
        Arithmetic::Add => (x.0 + y.0, x.1 + y.1),
        Arithmetic::Sub => (x.0 - y.1, x.1 - y.0),
        Arithmetic::Mul => {
            let products = [x.0 * y.0, x.0 * y.1, x.1 * y.0, x.1 * y.1];
            (products.into_iter().min().unwrap_or(i64::MIN), products.into_iter().max().unwrap_or(i64::MAX))
        }
        // Those leave for other reasons, too.
        Arithmetic::Div | Arithmetic::Mod => (i64::MIN, i64::MAX),
    }
}

fn cannot_be_minus_zero(kind: Arithmetic, x: Range, y: Range) -> bool {
    kind != Arithmetic::Mul || x.0 > 0 || y.0 > 0 || x.0 >= 0 && y.0 >= 0
}

fn mirrored(relation: Condition) -> Condition {
    match relation {
        Condition::Equal => Condition::Equal,
        Condition::Less => Condition::Greater,
        Condition::LessOrEqual => Condition::GreaterOrEqual,
        Condition::Greater => Condition::Less,
        Condition::GreaterOrEqual => Condition::LessOrEqual,
    }
}

/// What is left of a range where the relation to another holds, or does not.
fn narrowed(range: Range, relation: Condition, holds: bool, other: Range) -> Range {
    let (low, high) = match (relation, holds) {
        (Condition::Equal, true) => other,
        (Condition::Equal, false) => return range,
        (Condition::Less, true) | (Condition::GreaterOrEqual, false) => (i64::MIN, other.1 - 1),
        (Condition::LessOrEqual, true) | (Condition::Greater, false) => (i64::MIN, other.1),
        (Condition::Greater, true) | (Condition::LessOrEqual, false) => (other.0 + 1, i64::MAX),
        (Condition::GreaterOrEqual, true) | (Condition::Less, false) => (other.0, i64::MAX),
    };
    (range.0.max(low), range.1.min(high))
}

/// Sums and products that only bitwise operations look at.
fn truncate(graph: &mut Graph, order: &[BlockId], ranges: &[Range]) {
    let magnitudes = magnitudes(graph, order, ranges);
    let mut exact = vec![false; graph.nodes.len()];
    let mut states = vec![false; graph.states.len()];
    let mut of_state = |graph: &Graph, exact: &mut Vec<bool>, mut state: StateId| {
        while state.is_some() && !std::mem::replace(&mut states[state.index()], true) {
            graph.held(state).for_each(|value| exact[value.index()] = true);
            state = graph.states[state.index()].caller;
        }
    };
    for inline in &graph.inlines {
        for value in [inline.callee, inline.this, inline.new_target].into_iter().filter(|value| value.is_some()) {
            exact[value.index()] = true;
        }
    }
    for &b in order {
        let block = &graph.blocks[b.index()];
        for phi in &block.phis {
            graph.node(*phi).args.iter().for_each(|arg| exact[arg.index()] = true);
        }
        block.nodes.iter().for_each(|id| of_state(graph, &mut exact, graph.node(*id).state));
        of_state(graph, &mut exact, block.entry_state);
        match &block.terminator {
            Terminator::Branch { condition: value, .. }
            | Terminator::Switch { value, .. }
            | Terminator::Return(value) => {
                exact[value.index()] = true;
            }
            Terminator::Leave(state, ..) => of_state(graph, &mut exact, *state),
            _ => {}
        }
    }
    for &b in order.iter().rev() {
        for i in (0..graph.blocks[b.index()].nodes.len()).rev() {
            let id = graph.blocks[b.index()].nodes[i];
            let node = &graph.nodes[id.index()];
            let truncates = match &node.op {
                Op::IntBitwise(_) | Op::IntUShrDouble | Op::IntNot => true,
                Op::IntArithmetic(kind) | Op::IntWrapping(kind) if !exact[id.index()] => match kind {
                    Arithmetic::Add | Arithmetic::Sub => true,
                    Arithmetic::Mul => is_exact(ranges[node.args[0].index()], ranges[node.args[1].index()]),
                    _ => false,
                },
                _ => false,
            };
            // A product of numbers that are cut off themselves may be too great, and so may a sum of such products.
            let product = matches!(node.op, Op::IntArithmetic(Arithmetic::Mul) | Op::IntWrapping(Arithmetic::Mul));
            if !truncates || product || magnitudes[id.index()] > EXACT {
                // Integers are cut off where they are stored.
                let stored = matches!(node.op, Op::StoreTyped(ty) | Op::StoreView(ty, _) if cuts_off(ty)).then_some(3);
                let wanted = node.args.iter().enumerate().filter(|(i, _)| Some(*i) != stored);
                wanted.for_each(|(_, arg)| exact[arg.index()] = true);
            }
            if truncates && let Op::IntArithmetic(kind) = node.op {
                wrap(graph, id, kind, RemovalReason::LowBits);
            }
        }
    }
}

/// The product is the same in double precision.
fn is_exact(x: Range, y: Range) -> bool {
    magnitude(x).saturating_mul(magnitude(y)) <= EXACT
}

pub(super) fn magnitude(range: Range) -> i64 {
    range.0.abs().max(range.1.abs())
}

/// How great, at most, each value would be if nothing that leads to it were cut off.
fn magnitudes(graph: &Graph, order: &[BlockId], ranges: &[Range]) -> Vec<i64> {
    let mut magnitudes: Vec<i64> = ranges.iter().map(|range| magnitude(*range)).collect();
    for id in order.iter().flat_map(|b| &graph.blocks[b.index()].nodes) {
        let node = graph.node(*id);
        let (Op::IntArithmetic(kind) | Op::IntWrapping(kind)) = node.op else { continue };
        let of = |argument: usize| node.args[argument].index();
        magnitudes[id.index()] = match kind {
            Arithmetic::Add | Arithmetic::Sub => magnitudes[of(0)].saturating_add(magnitudes[of(1)]),
            Arithmetic::Mul => magnitude(ranges[of(0)]).saturating_mul(magnitude(ranges[of(1)])),
            _ => continue,
        };
    }
    magnitudes
}
