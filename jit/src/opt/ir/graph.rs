//! The graph of a function.

use super::{
    Arithmetic, Block, BlockId, DoubleFunction, DoubleFunction2, FrameState, Inline, Node, NodeId, Op, Origin, Rep,
    StateId, Sunk, Terminator,
};
use rustc_hash::FxHashMap;

#[derive(Default)]
pub struct Graph {
    pub nodes: Vec<Node>,
    pub blocks: Vec<Block>,
    pub states: Vec<FrameState>,
    pub inlines: Vec<Inline>,
    pub origins: Vec<Origin>,
    /// Calls that are covered by a handler: the state of the activation that has it.
    pub catches: FxHashMap<NodeId, StateId>,
    /// Words that the deepest chain of frames takes.
    pub words: u32,
    /// The code relies on it that there is one realm.
    pub in_one_realm: bool,
    /// There are objects that count as undefined (annex B, [[IsHTMLDDA]]).
    pub undetectable_objects: bool,
    /// Cells whose addresses are in it.
    pub cells: Vec<u64>,
    /// The closure that the code is for; 0 if it is for any.
    pub owner: u64,
    /// What the code relies on without looking.
    pub assumptions: Vec<Assumption>,
    /// Address of the byte that is 1 while all of it holds.
    pub valid: u64,
    /// What was inlined and what not, if somebody wants to know.
    pub decisions: Vec<Decision>,
    /// What was built and then left out.
    pub removals: Vec<Removal>,
    /// Objects that are made only where code is left, by the state that the frames are then in.
    pub sunk: FxHashMap<StateId, Vec<Sunk>>,
    /// Where the words begin that exits leave their contents in, behind all frames.
    pub sunk_word: u32,
    /// Blocks and states' registers of an earlier graph, for their memory's sake.
    spare: Vec<Block>,
    spare_registers: Vec<Vec<(u16, NodeId)>>,
}

/// A validity byte that the code relies on, and where.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Assumption {
    pub byte: u64,
    pub code_id: u32,
    pub pc: u32,
}

/// A guard or an allocation that is left out.
#[derive(Clone, Copy, Debug)]
pub struct Removal {
    /// The node's.
    pub origin: u32,
    pub why: RemovalReason,
}

/// Why something can be left out.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, PartialOrd, Ord)]
pub enum RemovalReason {
    /// A guard, of what has been found to hold on every way there.
    Repeated,
    /// A guard against an overflow that the operands' ranges exclude.
    InRange,
    /// A guard against an overflow that nobody would notice.
    LowBits,
    /// An allocation, of what nobody looks at.
    Unseen,
    /// An allocation, of what only the frames have.
    Sunk,
}

impl RemovalReason {
    /// The decision and the reason, in words.
    pub fn words(self) -> (&'static str, &'static str) {
        match self {
            RemovalReason::Repeated => ("guard-removed", "it holds on every way there"),
            RemovalReason::InRange => ("guard-removed", "the operands are too small to overflow"),
            RemovalReason::LowBits => ("guard-removed", "only the low 32 bits are looked at"),
            RemovalReason::Unseen => ("allocation-removed", "nobody looks at what it makes"),
            RemovalReason::Sunk => ("allocation-sunk", "nobody looks at what it makes until code is left"),
        }
    }
}

/// A call that was inlined or not.
#[derive(Clone, Debug)]
pub struct Decision {
    /// The caller.
    pub code_id: u32,
    pub pc: u32,
    pub callee: u32,
    /// Bytecode units of the callee.
    pub units: usize,
    /// Why not.
    pub refused: Option<&'static str>,
}

impl Graph {
    /// An empty graph, with room for what most take.
    pub fn with_room() -> Graph {
        let mut graph = Graph::default();
        graph.nodes.reserve(512);
        graph.blocks.reserve(128);
        graph.states.reserve(128);
        graph.origins.reserve(1024);
        graph
    }

    /// An empty graph in the memory that this one took.
    pub fn recycled(self) -> Graph {
        let Graph {
            mut nodes,
            mut blocks,
            mut states,
            mut inlines,
            mut origins,
            mut catches,
            mut cells,
            mut assumptions,
            mut decisions,
            mut removals,
            mut sunk,
            mut spare,
            mut spare_registers,
            ..
        } = self;
        for block in &mut blocks {
            block.phis.clear();
            block.nodes.clear();
            block.predecessors.clear();
        }
        spare.append(&mut blocks);
        nodes.clear();
        spare_registers.extend(states.drain(..).map(|state| state.registers));
        spare_registers.iter_mut().for_each(Vec::clear);
        inlines.clear();
        origins.clear();
        catches.clear();
        cells.clear();
        assumptions.clear();
        decisions.clear();
        removals.clear();
        sunk.clear();
        let (words, owner, valid, sunk_word, in_one_realm, undetectable_objects) = (0, 0, 0, 0, false, false);
        Graph {
            nodes,
            blocks,
            states,
            inlines,
            origins,
            catches,
            words,
            in_one_realm,
            undetectable_objects,
            cells,
            owner,
            assumptions,
            valid,
            decisions,
            removals,
            sunk,
            sunk_word,
            spare,
            spare_registers,
        }
    }

    pub fn add_block(&mut self, origin: u32) -> BlockId {
        let spare = self.spare.pop();
        let (phis, nodes, predecessors) = spare.map(|b| (b.phis, b.nodes, b.predecessors)).unwrap_or_default();
        let terminator = Terminator::Open;
        self.blocks.push(Block {
            phis,
            nodes,
            terminator,
            predecessors,
            entry_state: StateId::NONE,
            is_loop: false,
            origin,
        });
        BlockId(self.blocks.len() as u32 - 1)
    }

    /// An empty list for a state.
    pub fn registers(&mut self) -> Vec<(u16, NodeId)> {
        self.spare_registers.pop().unwrap_or_default()
    }

    /// Whether a double, as a JavaScript value, may stay one where it has an int32's value. Sums, differences and products of doubles are not looked at
    /// for that by the interpreter either; but what came from int32s, however long ago, is a whole number: it is likely to be an int32 again, and then
    /// somebody's index, operand of a bit operation, or element of an array of int32s.
    pub fn stays_double(&self, id: NodeId) -> bool {
        let is_of_doubles = |id: NodeId| {
            matches!(self.node(id).op, Op::DoubleArithmetic(Arithmetic::Add | Arithmetic::Sub | Arithmetic::Mul))
        };
        let node = self.node(id);
        let kept = is_of_doubles(id)
            || matches!(node.op, Op::Phi | Op::Double1(DoubleFunction::Negate))
                && node.args.iter().any(|arg| is_of_doubles(*arg));
        kept && !self.comes_from_int(id, 6)
    }

    /// Whether an int32 that is no constant, or a bound of a count, is among what a double was computed of, in so many steps.
    fn comes_from_int(&self, id: NodeId, steps: u32) -> bool {
        let node = self.node(id);
        match node.op {
            Op::ToDouble => {
                let of = self.node(node.args[0]);
                of.rep == Rep::Int && !matches!(of.op, Op::Int(_))
            }
            Op::Double1(
                DoubleFunction::Floor | DoubleFunction::Ceil | DoubleFunction::Round | DoubleFunction::Trunc,
            )
            | Op::IntUShrDouble => true,
            Op::Double2(function @ (DoubleFunction2::Min | DoubleFunction2::Max))
                if node.args.iter().any(|arg| self.is_count(function, *arg)) =>
            {
                true
            }
            Op::DoubleArithmetic(_)
            | Op::Double2(DoubleFunction2::Mod | DoubleFunction2::Min | DoubleFunction2::Max)
            | Op::Double1(DoubleFunction::Negate)
            | Op::Phi => steps > 0 && node.args.iter().any(|arg| self.comes_from_int(*arg, steps - 1)),
            _ => false,
        }
    }

    /// Whether a constant bounds what somebody counts; between 0 and 1 lie fractions.
    fn is_count(&self, function: DoubleFunction2, bound: NodeId) -> bool {
        let Op::Double(bits) = self.node(bound).op else { return false };
        let bound = f64::from_bits(bits);
        bound.fract() == 0.0 && if function == DoubleFunction2::Max { bound >= 1.0 } else { bound > 1.0 }
    }

    pub fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id.index()]
    }

    pub fn add_node(&mut self, node: Node) -> NodeId {
        self.nodes.push(node);
        NodeId(self.nodes.len() as u32 - 1)
    }

    /// Lets values give way to others, in whatever uses them.
    pub fn rename(&mut self, order: &[BlockId], instead: impl Fn(NodeId) -> NodeId) {
        let rename = |args: &mut [NodeId]| args.iter_mut().for_each(|arg| *arg = instead(*arg));
        for &b in order {
            let block = &mut self.blocks[b.index()];
            for id in block.phis.iter().chain(&block.nodes) {
                rename(&mut self.nodes[id.index()].args);
            }
            match &mut block.terminator {
                Terminator::Branch { condition: value, .. }
                | Terminator::Switch { value, .. }
                | Terminator::Return(value) => {
                    *value = instead(*value);
                }
                _ => {}
            }
        }
        for state in &mut self.states {
            state.registers.iter_mut().for_each(|(_, value)| *value = instead(*value));
        }
        for sunk in self.sunk.values_mut().flatten() {
            sunk.fields.iter_mut().for_each(|(_, value)| *value = instead(*value));
            rename(&mut self.nodes[sunk.object.index()].args);
        }
        for inline in &mut self.inlines {
            inline.callee = instead(inline.callee);
            inline.this = instead(inline.this);
            inline.new_target = instead(inline.new_target);
        }
    }

    /// What a state holds, and what is in the objects that are made when the code is left there.
    pub fn held(&self, state: StateId) -> impl Iterator<Item = NodeId> {
        let registers = self.states[state.index()].registers.iter().map(|r| r.1);
        registers.chain(self.sunk.get(&state).into_iter().flatten().flat_map(|sunk| self.contents(sunk)))
    }

    /// What an object that is made where code is left is made of, in the order in which exits leave it.
    pub fn contents<'a>(&'a self, sunk: &'a Sunk) -> impl Iterator<Item = NodeId> + 'a {
        self.node(sunk.object).args.iter().copied().chain(sunk.fields.iter().map(|field| field.1))
    }

    /// All reached blocks in reverse postorder.
    pub fn order(&self) -> Vec<BlockId> {
        let mut seen = vec![false; self.blocks.len()];
        let mut postorder = Vec::new();
        let mut stack = vec![(BlockId(0), 0)];
        seen[0] = true;
        while let Some((block, next)) = stack.pop() {
            match self.blocks[block.index()].terminator.successors().get(next) {
                Some(&s) => {
                    stack.push((block, next + 1));
                    if !std::mem::replace(&mut seen[s.index()], true) {
                        stack.push((s, 0));
                    }
                }
                None => postorder.push(block),
            }
        }
        postorder.reverse();
        postorder
    }
}
