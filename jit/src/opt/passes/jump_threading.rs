//! Jump threading: where a block only looks at what is known on the way there, that way goes on at once to where the block would lead it.
//!
//! A block's condition is known on an edge if it is computed of phis whose inputs there are constants, or if a branch that led to the edge has tested it
//! already. The block's phis then have one value behind each of its successors, and a phi where those meet (SSA reconstruction, after Braun et al., "Simple and
//! efficient construction of static single assignment form", 2013). Conditions of inlined predicates (`return a && b`) and calls of what one of several methods
//! was found to be are branches upon branches, which this makes one of.

use crate::opt::ir::*;
use abi::Value;
use rustc_hash::FxHashMap;
use smallvec::{SmallVec, smallvec};

/// Nodes of a block that may be passed by.
const LONGEST: usize = 6;
/// Blocks that one value's uses are looked up through.
const REGION: usize = 256;
/// Branches above an edge that are looked at.
const BRANCHES: usize = 8;
/// How often all blocks are looked at.
const ROUNDS: usize = 4;
/// Operations that a condition is looked at through.
const DEPTH: usize = 6;

/// Leads edges past blocks that do nothing on them but branch.
pub fn run(graph: &mut Graph, order: &[BlockId]) {
    merge_chains(graph, order);
    let order = graph.order();
    if !order.iter().any(|&b| is_threadable(graph, b)) {
        return;
    }
    let mut threading = Threading { uses: Uses::new(graph, &order), graph };
    for _ in 0..ROUNDS {
        let mut changed = false;
        for b in threading.graph.order() {
            changed |= threading.thread(b);
        }
        if !changed {
            break;
        }
        prune(threading.graph);
    }
    let order = graph.order();
    merge_chains(graph, &order);
}

/// Joins blocks with their only successors, whose only predecessors they are.
fn merge_chains(graph: &mut Graph, order: &[BlockId]) {
    for &b in order {
        while let Terminator::Jump(next) = graph.blocks[b.index()].terminator {
            let its = &graph.blocks[next.index()];
            if next == b || its.predecessors[..] != [b] || !its.phis.is_empty() || its.is_loop {
                break;
            }
            let nodes = std::mem::take(&mut graph.blocks[next.index()].nodes);
            let terminator = std::mem::replace(&mut graph.blocks[next.index()].terminator, Terminator::Open);
            graph.blocks[next.index()].predecessors.clear();
            for after in terminator.successors() {
                let predecessors = &mut graph.blocks[after.index()].predecessors;
                predecessors.iter_mut().filter(|p| **p == next).for_each(|p| *p = b);
            }
            let block = &mut graph.blocks[b.index()];
            block.nodes.extend(nodes);
            block.terminator = terminator;
        }
    }
}

/// Forgets ways from blocks that are not reached any more.
fn prune(graph: &mut Graph) {
    let order = graph.order();
    let mut reached = vec![false; graph.blocks.len()];
    order.iter().for_each(|b| reached[b.index()] = true);
    for b in order {
        let predecessors = std::mem::take(&mut graph.blocks[b.index()].predecessors);
        if !predecessors.iter().all(|p| reached[p.index()]) {
            for &phi in &graph.blocks[b.index()].phis {
                let args = &graph.nodes[phi.index()].args;
                let kept = args.iter().zip(&predecessors).filter(|(_, p)| reached[p.index()]).map(|(arg, _)| *arg);
                graph.nodes[phi.index()].args = kept.collect();
            }
        }
        graph.blocks[b.index()].predecessors = predecessors.into_iter().filter(|p| reached[p.index()]).collect();
    }
}

/// Whether a block only decides where to go on, by what depends on nothing but values.
fn is_threadable(graph: &Graph, b: BlockId) -> bool {
    let block = &graph.blocks[b.index()];
    let decides = matches!(&block.terminator, Terminator::Branch { yes, no, .. } if yes != no)
        || matches!(block.terminator, Terminator::Switch { .. });
    let is_pure = |id: &NodeId| {
        let properties = graph.node(*id).op.properties();
        properties.moves == Moves::Freely || matches!(graph.node(*id).op, Op::HasType(_))
    };
    decides && !block.is_loop && block.nodes.len() <= LONGEST && block.nodes.iter().all(is_pure)
}

/// Somebody who uses a value.
#[derive(Clone, Copy)]
enum Use {
    Node(NodeId, BlockId),
    /// A phi, and the block that it is in: the value is used where the predecessors end that it comes from.
    Phi(NodeId, BlockId),
    Terminator(BlockId),
    State(StateId),
    /// Frames that are rebuilt wherever they are left: an inlined activation's callee, receiver or new.target, or what a sunk object is made of.
    Frames,
}

/// Who uses the values of blocks that may be passed by.
struct Uses {
    of: FxHashMap<NodeId, Vec<Use>>,
    /// The blocks where code may be left in a state, or in one that is called from it.
    left_in: FxHashMap<StateId, SmallVec<[BlockId; 2]>>,
}

impl Uses {
    fn new(graph: &Graph, order: &[BlockId]) -> Uses {
        let mut tracked = vec![false; graph.nodes.len()];
        for &b in order.iter().filter(|b| is_threadable(graph, **b)) {
            let block = &graph.blocks[b.index()];
            block.phis.iter().chain(&block.nodes).for_each(|id| tracked[id.index()] = true);
        }
        let mut uses = Uses { of: FxHashMap::default(), left_in: FxHashMap::default() };
        let mut note = |value: NodeId, by: Use| {
            if value.is_some() && tracked[value.index()] {
                uses.of.entry(value).or_default().push(by);
            }
        };
        let mut left_in: FxHashMap<StateId, SmallVec<[BlockId; 2]>> = FxHashMap::default();
        let mut leave = |mut state: StateId, b: BlockId| {
            while state.is_some() {
                let blocks = left_in.entry(state).or_default();
                if !blocks.contains(&b) {
                    blocks.push(b);
                }
                state = graph.states[state.index()].caller;
            }
        };
        for &b in order {
            let block = &graph.blocks[b.index()];
            for &phi in &block.phis {
                graph.node(phi).args.iter().for_each(|arg| note(*arg, Use::Phi(phi, b)));
            }
            for &id in &block.nodes {
                let node = graph.node(id);
                node.args.iter().for_each(|arg| note(*arg, Use::Node(id, b)));
                leave(node.state, b);
                if let Some(&state) = graph.catches.get(&id) {
                    leave(state, b);
                }
            }
            match block.terminator {
                Terminator::Branch { condition: value, .. }
                | Terminator::Switch { value, .. }
                | Terminator::Return(value) => note(value, Use::Terminator(b)),
                Terminator::Leave(state, ..) => leave(state, b),
                _ => {}
            }
        }
        for &state in left_in.keys() {
            graph.states[state.index()].registers.iter().for_each(|r| note(r.1, Use::State(state)));
            for sunk in graph.sunk.get(&state).into_iter().flatten() {
                sunk.fields.iter().for_each(|field| note(field.1, Use::State(state)));
                graph.node(sunk.object).args.iter().for_each(|arg| note(*arg, Use::Frames));
            }
        }
        for inline in &graph.inlines {
            [inline.callee, inline.this, inline.new_target].iter().for_each(|value| note(*value, Use::Frames));
        }
        uses.left_in = left_in;
        uses
    }

    fn note(&mut self, value: NodeId, by: Use) {
        if let Some(uses) = self.of.get_mut(&value) {
            uses.push(by);
        }
    }
}

/// An edge that is led past a block: the number among the block's predecessors, where it comes from, and where it goes instead.
struct Threaded {
    number: usize,
    from: BlockId,
    to: BlockId,
}

/// What a phi of a block that was passed by is behind it.
struct Definitions<'d> {
    /// Where, and as what.
    at: &'d [(BlockId, NodeId)],
    phi: NodeId,
    found: FxHashMap<BlockId, NodeId>,
}

struct Threading<'g> {
    graph: &'g mut Graph,
    uses: Uses,
}

impl Threading<'_> {
    /// Leads all edges past a block on which it is known where the block leads; true if there are any.
    fn thread(&mut self, b: BlockId) -> bool {
        if self.graph.blocks[b.index()].predecessors.len() < 2 || !is_threadable(self.graph, b) {
            return false;
        }
        let predecessors = self.graph.blocks[b.index()].predecessors.clone();
        let mut edges: Vec<Threaded> = Vec::new();
        for (number, &from) in predecessors.iter().enumerate() {
            let jumps = matches!(self.graph.blocks[from.index()].terminator, Terminator::Jump(to) if to == b);
            if let Some(to) = self.destination(b, number, from).filter(|_| jumps && from != b) {
                edges.push(Threaded { number, from, to });
            }
        }
        let is_only_behind = |to: BlockId| {
            let its = &self.graph.blocks[to.index()];
            its.predecessors[..] == [b] && its.phis.is_empty() && !its.is_loop
        };
        edges.retain(|edge| is_only_behind(edge.to));
        let is_inside = |by: &Use| matches!(*by, Use::Node(_, at) | Use::Terminator(at) if at == b);
        let its = self.graph.blocks[b.index()].clone();
        let is_used_behind = |id: &NodeId| self.uses.of.get(id).is_some_and(|uses| !uses.iter().all(is_inside));
        if edges.is_empty() || its.nodes.iter().any(is_used_behind) {
            return false;
        }
        let moved: Vec<NodeId> = its.phis.iter().copied().filter(is_used_behind).collect();
        let successors = its.terminator.successors();
        let inputs: Vec<SmallVec<[NodeId; 4]>> = its.phis.iter().map(|p| self.graph.node(*p).args.clone()).collect();
        // No phi of another's earlier value, which there is around loops alone.
        let is_simple = inputs.iter().flatten().all(|input| !its.phis.contains(input));
        if !is_simple || !moved.iter().all(|phi| self.can_be_moved(*phi, b, &successors)) {
            return false;
        }
        let is_left = edges.len() == predecessors.len();
        let threaded = |number: usize| edges.iter().any(|edge| edge.number == number);
        for edge in &edges {
            self.graph.blocks[edge.from.index()].terminator = Terminator::Jump(edge.to);
        }
        let kept = |list: &[NodeId]| list.iter().enumerate().filter(|(i, _)| !threaded(*i)).map(|(_, v)| *v).collect();
        for (&phi, inputs) in its.phis.iter().zip(&inputs) {
            self.graph.nodes[phi.index()].args = kept(inputs);
        }
        self.graph.blocks[b.index()].predecessors =
            predecessors.iter().enumerate().filter(|(i, _)| !threaded(*i)).map(|(_, p)| *p).collect();
        // Where the edges go now, and what comes there: from the block itself, if anybody still does, and on the edges.
        let mut ways: Vec<(BlockId, Vec<Option<usize>>)> = Vec::new();
        for &to in &successors {
            let numbers = edges.iter().filter(|edge| edge.to == to).map(|edge| Some(edge.number));
            let numbers: Vec<Option<usize>> = (!is_left).then_some(None).into_iter().chain(numbers).collect();
            if ways.iter().all(|way| way.0 != to) && edges.iter().any(|edge| edge.to == to) {
                ways.push((to, numbers));
            }
        }
        for (to, numbers) in &ways {
            let between = (!is_left).then(|| self.split(b, *to));
            let from = numbers.iter().filter_map(|number| number.map_or(between, |n| Some(predecessors[n])));
            self.graph.blocks[to.index()].predecessors = from.collect();
        }
        for (&phi, inputs) in its.phis.iter().zip(&inputs).filter(|(phi, _)| moved.contains(phi)) {
            let mut at: SmallVec<[(BlockId, NodeId); 4]> = smallvec![(b, phi)];
            for &to in &successors {
                let way = ways.iter().find(|way| way.0 == to);
                let args = way.map(|way| way.1.iter().map(|number| number.map_or(phi, |n| inputs[n])).collect());
                let value = match args {
                    Some(args) => self.merge(to, phi, args),
                    None => phi,
                };
                at.push((to, value));
            }
            self.rewrite(phi, &at);
        }
        for (to, _) in ways {
            let unused = |phi: &NodeId| self.uses.of.get(phi).is_some_and(Vec::is_empty);
            self.graph.blocks[to.index()].phis.retain(|phi| !unused(phi));
        }
        true
    }

    /// A block on the way from one to another.
    fn split(&mut self, from: BlockId, to: BlockId) -> BlockId {
        let origin = self.graph.blocks[to.index()].origin;
        let between = self.graph.add_block(origin);
        self.graph.blocks[between.index()].predecessors.push(from);
        self.graph.blocks[between.index()].terminator = Terminator::Jump(to);
        match &mut self.graph.blocks[from.index()].terminator {
            Terminator::Branch { yes, no, .. } => {
                [yes, no].into_iter().filter(|side| **side == to).for_each(|side| *side = between);
            }
            Terminator::Switch { targets, other, .. } => {
                targets.iter_mut().chain([other]).filter(|side| **side == to).for_each(|side| *side = between);
            }
            _ => {}
        }
        between
    }

    /// A value of which these come into a block.
    fn merge(&mut self, at: BlockId, like: NodeId, args: SmallVec<[NodeId; 4]>) -> NodeId {
        if let Some(only) = args.first().filter(|first| args.iter().all(|arg| arg == *first)) {
            return *only;
        }
        let phi = self.add_phi(at, like);
        self.fill(phi, at, args);
        phi
    }

    fn add_phi(&mut self, at: BlockId, like: NodeId) -> NodeId {
        let node = Node { args: smallvec![], ..self.graph.node(like).clone() };
        let phi = self.graph.add_node(node);
        self.graph.blocks[at.index()].phis.push(phi);
        self.uses.of.insert(phi, Vec::new());
        phi
    }

    fn fill(&mut self, phi: NodeId, at: BlockId, args: SmallVec<[NodeId; 4]>) {
        args.iter().for_each(|arg| self.uses.note(*arg, Use::Phi(phi, at)));
        self.graph.nodes[phi.index()].args = args;
    }

    /// Where a use of a value is: a phi's where its predecessors end.
    fn places(&self, value: NodeId, by: Use) -> SmallVec<[BlockId; 2]> {
        match by {
            Use::Node(_, at) | Use::Terminator(at) => smallvec![at],
            Use::Phi(phi, at) => {
                let ways = self.graph.node(phi).args.iter().zip(&self.graph.blocks[at.index()].predecessors);
                ways.filter(|(arg, _)| **arg == value).map(|(_, from)| *from).collect()
            }
            Use::State(state) => self.uses.left_in.get(&state).cloned().unwrap_or_default(),
            Use::Frames => SmallVec::new(),
        }
    }

    /// Whether all uses of a block's phi can have another value each: frames can only if all of a state's are behind one successor.
    fn can_be_moved(&self, phi: NodeId, b: BlockId, successors: &[BlockId]) -> bool {
        let mut ends: SmallVec<[BlockId; 4]> = SmallVec::from_slice(successors);
        ends.push(b);
        self.uses.of[&phi].iter().all(|&by| {
            let mut sources: SmallVec<[BlockId; 2]> = SmallVec::new();
            for place in self.places(phi, by) {
                match self.sources(place, &ends) {
                    Some(more) => sources.extend(more),
                    None => return false,
                }
            }
            match by {
                Use::Frames => false,
                Use::State(_) => sources.iter().all(|source| *source == sources[0]),
                _ => true,
            }
        })
    }

    /// Which of some blocks is the last on the ways to a place; None if they are long.
    fn sources(&self, place: BlockId, ends: &[BlockId]) -> Option<SmallVec<[BlockId; 2]>> {
        let mut sources: SmallVec<[BlockId; 2]> = SmallVec::new();
        let mut seen: SmallVec<[BlockId; 16]> = smallvec![place];
        let mut next = 0;
        while let Some(&at) = seen.get(next) {
            next += 1;
            if ends.contains(&at) {
                sources.push(at);
                continue;
            }
            for &from in &self.graph.blocks[at.index()].predecessors {
                if !seen.contains(&from) {
                    seen.push(from);
                }
            }
            if seen.len() > REGION {
                return None;
            }
        }
        Some(sources)
    }

    /// Gives all who use a phi what it is where they are: as it is defined in its block and behind the block's successors.
    fn rewrite(&mut self, phi: NodeId, at: &[(BlockId, NodeId)]) {
        let mut definitions = Definitions { at, phi, found: FxHashMap::default() };
        for by in std::mem::take(self.uses.of.entry(phi).or_default()) {
            let instead = |its: &mut NodeId, value: NodeId| {
                if *its == phi {
                    *its = value;
                }
            };
            match by {
                Use::Node(id, place) => {
                    let value = self.reaching(&mut definitions, place);
                    self.graph.nodes[id.index()].args.iter_mut().for_each(|arg| instead(arg, value));
                    self.uses.note(value, by);
                }
                Use::Phi(id, home) => {
                    for i in 0..self.graph.node(id).args.len() {
                        if self.graph.node(id).args[i] == phi {
                            let from = self.graph.blocks[home.index()].predecessors[i];
                            let value = self.reaching(&mut definitions, from);
                            self.graph.nodes[id.index()].args[i] = value;
                            self.uses.note(value, by);
                        }
                    }
                }
                Use::Terminator(place) => {
                    let value = self.reaching(&mut definitions, place);
                    if let Terminator::Branch { condition: its, .. }
                    | Terminator::Switch { value: its, .. }
                    | Terminator::Return(its) = &mut self.graph.blocks[place.index()].terminator
                    {
                        instead(its, value);
                    }
                    self.uses.note(value, by);
                }
                Use::State(state) => {
                    let place = self.uses.left_in[&state][0];
                    let value = self.reaching(&mut definitions, place);
                    self.graph.states[state.index()].registers.iter_mut().for_each(|r| instead(&mut r.1, value));
                    for sunk in self.graph.sunk.get_mut(&state).into_iter().flatten() {
                        sunk.fields.iter_mut().for_each(|field| instead(&mut field.1, value));
                    }
                    self.uses.note(value, by);
                }
                Use::Frames => self.uses.note(phi, by),
            }
        }
    }

    /// What the phi is at the end of a block.
    fn reaching(&mut self, definitions: &mut Definitions<'_>, place: BlockId) -> NodeId {
        if let Some(&value) = definitions.found.get(&place) {
            return value;
        }
        let ends: SmallVec<[BlockId; 4]> = definitions.at.iter().map(|at| at.0).collect();
        let sources = self.sources(place, &ends).unwrap_or_default();
        let value_at = |source: BlockId| definitions.at.iter().find(|at| at.0 == source).map(|at| at.1);
        let first = sources.first().and_then(|source| value_at(*source));
        let is_one = sources.iter().all(|source| value_at(*source) == first);
        let predecessors = self.graph.blocks[place.index()].predecessors.clone();
        let value = match (first, &predecessors[..]) {
            // Nobody comes here.
            (None, _) => definitions.phi,
            (Some(value), _) if is_one => value,
            (_, &[from]) => self.reaching(definitions, from),
            _ => {
                let merged = self.add_phi(place, definitions.phi);
                definitions.found.insert(place, merged);
                let args = predecessors.iter().map(|from| self.reaching(definitions, *from)).collect();
                self.fill(merged, place, args);
                merged
            }
        };
        definitions.found.insert(place, value);
        value
    }

    // ---- what is known on an edge

    /// Where a block leads what comes on an edge, if that is known.
    fn destination(&self, b: BlockId, number: usize, from: BlockId) -> Option<BlockId> {
        let edge = Edge { graph: self.graph, b, number, from };
        match &self.graph.blocks[b.index()].terminator {
            Terminator::Branch { condition, yes, no } => {
                edge.truth(*condition, DEPTH).map(|holds| if holds { *yes } else { *no })
            }
            Terminator::Switch { value, least, targets, other } => {
                let case = i64::from(edge.int(*value)?) - i64::from(*least);
                Some(usize::try_from(case).ok().and_then(|case| targets.get(case)).copied().unwrap_or(*other))
            }
            _ => None,
        }
    }
}

/// ToBoolean of a constant, of those that are neither numbers nor cells.
fn truth_of(bits: u64) -> Option<bool> {
    let is = |values: &[Value]| values.iter().any(|value| value.bits() == bits);
    if is(&[Value::FALSE, Value::UNDEFINED, Value::NULL]) { Some(false) } else { is(&[Value::TRUE]).then_some(true) }
}

/// Whether a constant that is no cell is undefined or null.
fn is_nullish(bits: u64) -> Option<bool> {
    (!Value::is_cell_word(bits)).then(|| [Value::UNDEFINED, Value::NULL].iter().any(|value| value.bits() == bits))
}

/// A way into a block: from where, and its number among those that lead there.
struct Edge<'g> {
    graph: &'g Graph,
    b: BlockId,
    number: usize,
    from: BlockId,
}

impl Edge<'_> {
    /// What has the same truth as a value, and whether it has not the opposite: without conversions, and through phis.
    fn base(&self, mut id: NodeId) -> (NodeId, bool) {
        let mut holds = true;
        for _ in 0..2 * DEPTH {
            let node = self.graph.node(id);
            match node.op {
                Op::Not => holds = !holds,
                Op::Truth | Op::Box => {}
                Op::Phi if node.args.len() == 1 => {}
                Op::Phi if self.graph.blocks[self.b.index()].phis.contains(&id) => {
                    id = node.args[self.number];
                    continue;
                }
                _ => break,
            }
            id = node.args[0];
        }
        (id, holds)
    }

    /// ToBoolean of a value.
    fn truth(&self, id: NodeId, depth: usize) -> Option<bool> {
        let (id, holds) = self.base(id);
        let node = self.graph.node(id);
        let known = match node.op {
            Op::Constant(bits) => truth_of(bits),
            Op::Int(value) => Some(value != 0),
            Op::IntCompare(condition) => match [0, 1].map(|side| self.int(node.args[side])) {
                [Some(a), Some(b)] => Some(match condition {
                    Condition::Equal => a == b,
                    Condition::Less => a < b,
                    Condition::LessOrEqual => a <= b,
                    Condition::Greater => a > b,
                    Condition::GreaterOrEqual => a >= b,
                }),
                _ => None,
            },
            Op::Identical => match [0, 1].map(|side| self.constant(node.args[side])) {
                [Some(a), Some(b)] => Some(a == b),
                _ => None,
            },
            Op::IsNullish => self.constant(node.args[0]).and_then(is_nullish),
            Op::Either if depth > 0 => match [0, 1].map(|side| self.truth(node.args[side], depth - 1)) {
                [Some(true), _] | [_, Some(true)] => Some(true),
                [Some(false), Some(false)] => Some(false),
                _ => None,
            },
            _ => None,
        };
        known.or_else(|| self.tested(id)).map(|known| known == holds)
    }

    /// What a branch that leads to the edge has found a value to be.
    fn tested(&self, value: NodeId) -> Option<bool> {
        let mut at = self.from;
        for _ in 0..BRANCHES {
            let &[above] = &self.graph.blocks[at.index()].predecessors[..] else { return None };
            if let Terminator::Branch { condition, yes, no } = self.graph.blocks[above.index()].terminator
                && yes != no
            {
                let (tested, holds) = self.base(condition);
                if tested == value {
                    return Some((at == yes) == holds);
                }
            }
            at = above;
        }
        None
    }

    /// The value itself, through phis.
    fn value(&self, mut id: NodeId) -> NodeId {
        for _ in 0..DEPTH {
            let node = self.graph.node(id);
            match node.op {
                Op::Phi if node.args.len() == 1 => id = node.args[0],
                Op::Phi if self.graph.blocks[self.b.index()].phis.contains(&id) => id = node.args[self.number],
                _ => break,
            }
        }
        id
    }

    fn constant(&self, id: NodeId) -> Option<u64> {
        let id = self.value(id);
        match self.graph.node(id).op {
            Op::Constant(bits) => Some(bits),
            _ => None,
        }
    }

    fn int(&self, id: NodeId) -> Option<i32> {
        let id = self.value(id);
        match self.graph.node(id).op {
            Op::Int(value) => Some(value),
            Op::SwitchIndex(_) => match self.graph.node(self.value(self.graph.node(id).args[0])).op {
                Op::Int(value) => Some(value),
                _ => None,
            },
            _ => None,
        }
    }
}
