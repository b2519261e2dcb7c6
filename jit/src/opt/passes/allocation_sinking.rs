//! Escape analysis and allocation sinking. An object that does not escape is not allocated: its fields become values (scalar replacement), and where code
//! is left the runtime materializes it ([`crate::opt::exit`]).
//!
//! Stores are followed forwards from the allocation, with phis where control merges. Any other use makes the object escape.

use crate::opt::ir::*;
use abi::Value;
use abi::cell::CellKind;
use abi::object::Environment;
use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::{SmallVec, smallvec};
use std::mem::offset_of;

/// Objects that are followed in one graph, at most.
const OBJECTS: usize = 64;

/// Sinks what can be sunk.
pub fn run(graph: &mut Graph, order: &[BlockId]) {
    let mut candidates = candidates(graph, order);
    if candidates.is_empty() {
        return;
    }
    let cfg = ControlFlow::new(graph, order);
    let mut has_sunk = false;
    loop {
        // One that is stored in another can follow it.
        let before = candidates.len();
        candidates.retain(|&object| match Walk::new(graph, &cfg, object).walk() {
            Some(walk) => {
                walk.finish();
                has_sunk = true;
                false
            }
            None => true,
        });
        if candidates.is_empty() || candidates.len() == before {
            break;
        }
    }
    if has_sunk {
        graph.sunk_word = graph.words;
        let words = |all: &Vec<Sunk>| all.iter().map(|sunk| graph.contents(sunk).count()).sum::<usize>();
        graph.words += graph.sunk.values().map(words).max().unwrap_or(0) as u32;
    }
}

/// Allocations that nothing keeps but, perhaps, what other such objects hold.
fn candidates(graph: &Graph, order: &[BlockId]) -> Vec<NodeId> {
    let mut found: Vec<NodeId> = Vec::new();
    let mut kept: FxHashSet<NodeId> = FxHashSet::default();
    for &b in order {
        let block = &graph.blocks[b.index()];
        for &id in &block.nodes {
            let node = graph.node(id);
            if is_sinkable(&node.op) {
                found.push(id);
            }
            let harmless = |i: usize, arg: NodeId| match node.op {
                Op::Enter(_) => true,
                Op::Store(_) if i == 1 => is_sinkable(&graph.node(node.args[0]).op),
                // It comes into what is made.
                Op::NewEnvironment { .. } | Op::NewFunction { .. } | Op::NewArray { .. } => true,
                _ => i == 0 && is_followed(&node.op, &graph.node(arg).op),
            };
            for (i, &arg) in node.args.iter().enumerate() {
                if !harmless(i, arg) {
                    kept.insert(arg);
                }
            }
        }
        for &phi in &block.phis {
            kept.extend(&graph.node(phi).args);
        }
        if let Terminator::Return(value)
        | Terminator::Branch { condition: value, .. }
        | Terminator::Switch { value, .. } = block.terminator
        {
            kept.insert(value);
        }
    }
    found.retain(|object| !kept.contains(object));
    found.truncate(OBJECTS);
    found
}

fn is_sinkable(op: &Op) -> bool {
    matches!(
        op,
        Op::NewObject { kind: CellKind::Object, .. }
            | Op::NewEnvironment { .. }
            | Op::NewFunction { .. }
            | Op::NewArray { .. }
    )
}

/// What is done to a new object is known to be of no consequence, or what it comes to.
fn is_followed(op: &Op, object: &Op) -> bool {
    match op {
        Op::Store(_) | Op::Load(_) | Op::Barrier => {
            matches!(object, Op::NewObject { .. } | Op::NewEnvironment { .. })
        }
        Op::StoreShape(_) | Op::CheckShape(..) => matches!(object, Op::NewObject { .. }),
        Op::LoadPointer(offset) => {
            matches!(object, Op::NewEnvironment { .. }) && *offset as usize == offset_of!(Environment, parent)
        }
        Op::CheckObject | Op::CheckCell => !matches!(object, Op::NewEnvironment { .. }),
        Op::CheckNotEmpty => true,
        _ => false,
    }
}

/// The order of blocks, and what lies in loops.
struct ControlFlow {
    order: Vec<BlockId>,
    rank: Vec<usize>,
    /// By the block that a loop begins with: its blocks.
    loops: FxHashMap<BlockId, FxHashSet<BlockId>>,
    /// Activations in which the runtime does instructions, which may look at their frames.
    operated: FxHashSet<InlineId>,
}

impl ControlFlow {
    fn new(graph: &Graph, order: &[BlockId]) -> ControlFlow {
        let mut rank = vec![usize::MAX; graph.blocks.len()];
        order.iter().enumerate().for_each(|(i, b)| rank[b.index()] = i);
        let mut loops = FxHashMap::default();
        let mut operated = FxHashSet::default();
        for &b in order {
            let block = &graph.blocks[b.index()];
            let is_back = |p: &&BlockId| rank[p.index()] != usize::MAX && rank[p.index()] >= rank[b.index()];
            let mut work: Vec<BlockId> = block.predecessors.iter().filter(is_back).copied().collect();
            if !work.is_empty() {
                let mut body = FxHashSet::from_iter([b]);
                while let Some(inner) = work.pop() {
                    if body.insert(inner) {
                        work.extend(&graph.blocks[inner.index()].predecessors);
                    }
                }
                loops.insert(b, body);
            }
            for &id in &block.nodes {
                if let Op::Operate { .. } | Op::Suspend { .. } = graph.node(id).op {
                    operated.insert(graph.origins[graph.node(id).origin as usize].inline);
                }
            }
        }
        ControlFlow { order: order.to_vec(), rank, loops, operated }
    }
}

/// What is in an object at a place.
#[derive(Clone, PartialEq, Default)]
struct Contents {
    /// 0 where it is one of several.
    shape: u32,
    /// By offset, ascending; the rest is empty.
    fields: SmallVec<[(u32, NodeId); 8]>,
}

impl Contents {
    fn get(&self, offset: u32) -> Option<NodeId> {
        self.fields.iter().find(|field| field.0 == offset).map(|field| field.1)
    }

    fn set(&mut self, offset: u32, value: NodeId) {
        match self.fields.binary_search_by_key(&offset, |field| field.0) {
            Ok(i) => self.fields[i].1 = value,
            Err(i) => self.fields.insert(i, (offset, value)),
        }
    }
}

/// Who is left with a state.
#[derive(Clone, Copy)]
enum User {
    Node(NodeId),
    Catch(NodeId),
    /// The end of a block.
    End(BlockId),
    /// A loop's, before it begins.
    Entry(BlockId),
}

/// An object on its way through the graph.
struct Walk<'g> {
    graph: &'g mut Graph,
    cfg: &'g ControlFlow,
    object: NodeId,
    /// At the blocks' ends, where the object has been made.
    after: Vec<Option<Contents>>,
    /// Loads, and the values that they give.
    instead: FxHashMap<NodeId, NodeId>,
    gone: FxHashSet<NodeId>,
    entered: Vec<NodeId>,
    phis: Vec<(BlockId, NodeId)>,
    /// Phis that lack what comes around their loops: block, offset.
    open: Vec<(NodeId, BlockId, u32)>,
    left: Vec<(User, StateId, Contents)>,
    /// By state: whether it leads to the object.
    mentions: FxHashMap<StateId, bool>,
    empty: NodeId,
}

impl<'g> Walk<'g> {
    fn new(graph: &'g mut Graph, cfg: &'g ControlFlow, object: NodeId) -> Walk<'g> {
        let after = vec![None; graph.blocks.len()];
        Walk {
            graph,
            cfg,
            object,
            after,
            instead: FxHashMap::default(),
            gone: FxHashSet::default(),
            entered: Vec::new(),
            phis: Vec::new(),
            open: Vec::new(),
            left: Vec::new(),
            mentions: FxHashMap::default(),
            empty: NodeId::NONE,
        }
    }

    /// Follows the object; None if it must be made.
    fn walk(mut self) -> Option<Walk<'g>> {
        for i in 0..self.cfg.order.len() {
            let b = self.cfg.order[i];
            let mut contents = self.before(b)?;
            if self.graph.blocks[b.index()].phis.iter().any(|phi| self.graph.node(*phi).args.contains(&self.object)) {
                return None;
            }
            for at in 0..self.graph.blocks[b.index()].nodes.len() {
                let id = self.graph.blocks[b.index()].nodes[at];
                self.node(id, &mut contents)?;
            }
            match self.graph.blocks[b.index()].terminator {
                Terminator::Leave(state, ..) => self.leaves(User::End(b), state, contents.as_ref())?,
                Terminator::Return(value)
                | Terminator::Branch { condition: value, .. }
                | Terminator::Switch { value, .. }
                    if value == self.object =>
                {
                    return None;
                }
                _ => {}
            }
            for next in self.graph.blocks[b.index()].terminator.successors() {
                let block = &self.graph.blocks[next.index()];
                if block.entry_state.is_some() && block.predecessors.first() == Some(&b) {
                    self.leaves(User::Entry(next), block.entry_state, contents.as_ref())?;
                }
            }
            self.after[b.index()] = contents;
        }
        for (phi, b, offset) in std::mem::take(&mut self.open) {
            for i in 0..self.graph.blocks[b.index()].predecessors.len() {
                if self.graph.node(phi).args[i].is_none() {
                    let from = self.graph.blocks[b.index()].predecessors[i];
                    let value = self.after[from.index()].as_ref()?.get(offset);
                    let value = value.unwrap_or_else(|| self.empty());
                    self.graph.nodes[phi.index()].args[i] = value;
                }
            }
        }
        Some(self)
    }

    /// What is in the object where a block begins; None within where it is not made yet.
    fn before(&mut self, b: BlockId) -> Option<Option<Contents>> {
        let cfg = self.cfg;
        let predecessors: SmallVec<[BlockId; 4]> = SmallVec::from_slice(&self.graph.blocks[b.index()].predecessors);
        let rank = cfg.rank[b.index()];
        if predecessors.iter().any(|p| cfg.rank[p.index()] == usize::MAX) {
            return None;
        }
        let mut ahead = predecessors.iter().filter(|p| cfg.rank[p.index()] < rank);
        let Some(mut contents) = ahead.next().and_then(|first| self.after[first.index()].clone()) else {
            return Some(None);
        };
        let mut offsets: SmallVec<[u32; 8]> = contents.fields.iter().map(|field| field.0).collect();
        let mut differ: SmallVec<[u32; 8]> = SmallVec::new();
        for other in ahead {
            let Some(other) = &self.after[other.index()] else { return Some(None) };
            if other.shape != contents.shape {
                contents.shape = 0;
            }
            offsets.extend(other.fields.iter().map(|field| field.0));
            offsets.sort_unstable();
            offsets.dedup();
            let differs = |offset: &&u32| contents.get(**offset) != other.get(**offset);
            differ.extend(offsets.iter().filter(differs).copied());
        }
        if let Some(body) = cfg.loops.get(&b) {
            for inner in body {
                for &id in &self.graph.blocks[inner.index()].nodes {
                    let node = self.graph.node(id);
                    match node.op {
                        Op::Store(offset) if node.args[0] == self.object => differ.push(offset),
                        Op::StoreShape(shape) if node.args[0] == self.object && shape != contents.shape => {
                            contents.shape = 0;
                        }
                        _ => {}
                    }
                }
            }
        }
        differ.sort_unstable();
        differ.dedup();
        for offset in differ {
            let mut args: SmallVec<[NodeId; 4]> = SmallVec::new();
            let mut is_open = false;
            for from in &predecessors {
                if cfg.rank[from.index()] >= rank {
                    args.push(NodeId::NONE);
                    is_open = true;
                } else {
                    let value = self.after[from.index()].as_ref().and_then(|there| there.get(offset));
                    args.push(value.unwrap_or_else(|| self.empty()));
                }
            }
            let phi = self.add(Op::Phi, args, self.graph.blocks[b.index()].origin);
            self.phis.push((b, phi));
            if is_open {
                self.open.push((phi, b, offset));
            }
            contents.set(offset, phi);
        }
        Some(Some(contents))
    }

    /// Looks at what a node does to the object.
    fn node(&mut self, id: NodeId, contents: &mut Option<Contents>) -> Option<()> {
        if id == self.object {
            let shape = if let Op::NewObject { shape, .. } = self.graph.node(id).op { shape } else { 0 };
            *contents = Some(Contents { shape, fields: SmallVec::new() });
            self.gone.insert(id);
            return Some(());
        }
        let (object, state) = (self.object, self.graph.node(id).state);
        if state.is_some() {
            self.leaves(User::Node(id), state, contents.as_ref())?;
        }
        if let Some(&state) = self.graph.catches.get(&id) {
            self.leaves(User::Catch(id), state, contents.as_ref())?;
        }
        let node = self.graph.node(id);
        if !node.args.contains(&object) {
            return Some(());
        }
        let contents = contents.as_mut()?;
        if let Op::Enter(inline) = node.op {
            let its = &self.graph.inlines[inline.index()];
            if its.is_seen && (its.callee == object || its.new_target == object || self.cfg.operated.contains(&inline))
            {
                return None;
            }
            self.entered.push(id);
            return Some(());
        }
        let is_new = is_followed(&node.op, &self.graph.node(object).op);
        if node.args[0] != object || node.args[1..].contains(&object) || !is_new {
            return None;
        }
        match &node.op {
            Op::Store(offset) => {
                let value = self.value_of(node.args[1]);
                contents.set(*offset, value);
            }
            Op::StoreShape(shape) => contents.shape = *shape,
            Op::Load(offset) => {
                let value = contents.get(*offset).unwrap_or_else(|| self.empty());
                self.instead.insert(id, value);
            }
            Op::LoadPointer(_) => {
                let parent = self.graph.node(object).args[0];
                // Where there is none the word is null.
                if let Op::Constant(_) = self.graph.node(parent).op {
                    return None;
                }
                self.instead.insert(id, parent);
            }
            Op::CheckShape(shapes, _) if !shapes.contains(&contents.shape) => return None,
            _ => {}
        }
        self.gone.insert(id);
        Some(())
    }

    /// The code may be left here, in a state.
    fn leaves(&mut self, user: User, state: StateId, contents: Option<&Contents>) -> Option<()> {
        if self.leads_to_it(state) {
            let contents = contents?;
            let is_object = matches!(self.graph.node(self.object).op, Op::NewObject { .. });
            if is_object && contents.shape == 0 {
                return None;
            }
            self.left.push((user, state, contents.clone()));
        }
        Some(())
    }

    /// Whether the object can be come to from a state's frames.
    fn leads_to_it(&mut self, state: StateId) -> bool {
        if let Some(known) = self.mentions.get(&state) {
            return *known;
        }
        let graph = &*self.graph;
        let mut at = state;
        let mut leads = false;
        while at.is_some() && !leads {
            let FrameState { inline, caller, ref registers, .. } = graph.states[at.index()];
            let its = &graph.inlines[inline.index()];
            leads = registers.iter().any(|r| r.1 == self.object)
                || its.caller.is_some() && [its.callee, its.this, its.new_target].contains(&self.object)
                || at == state && graph.held(at).any(|value| value == self.object);
            at = caller;
        }
        self.mentions.insert(state, leads);
        leads
    }

    fn add(&mut self, op: Op, args: SmallVec<[NodeId; 4]>, origin: u32) -> NodeId {
        let (state, reason) = (StateId::NONE, Reason::Unsupported);
        self.graph.add_node(Node { op, args, rep: Rep::Tagged, state, reason, origin })
    }

    /// What is in words that nothing was stored in.
    fn empty(&mut self) -> NodeId {
        if self.empty.is_none() {
            self.empty = self.add(Op::Constant(Value::EMPTY.bits()), smallvec![], 0);
        }
        self.empty
    }

    fn value_of(&self, value: NodeId) -> NodeId {
        self.instead.get(&value).copied().unwrap_or(value)
    }

    /// Takes the object out of the graph.
    fn finish(self) {
        let Walk { graph, cfg, object, instead, gone, entered, phis, left, empty, .. } = self;
        for id in entered {
            graph.nodes[id.index()].args.retain(|arg| *arg != object);
        }
        for (b, phi) in phis {
            graph.blocks[b.index()].phis.push(phi);
        }
        if empty.is_some() {
            graph.blocks[cfg.order[0].index()].nodes.insert(0, empty);
        }
        let why = if left.is_empty() { RemovalReason::Unseen } else { RemovalReason::Sunk };
        graph.removals.push(Removal { origin: graph.node(object).origin, why });
        // States in which there is something else in it are told apart.
        let mut states: FxHashMap<StateId, SmallVec<[(Contents, StateId); 1]>> = FxHashMap::default();
        for (user, state, contents) in left {
            let known = states.entry(state).or_default();
            let its = match known.iter().find(|(there, _)| *there == contents) {
                Some((_, state)) => *state,
                None => {
                    let its = if known.is_empty() { state } else { graph.copy_state(state, object) };
                    let Contents { shape, ref fields } = contents;
                    let sunk = graph.sunk.entry(its).or_default();
                    // What is made of others is made after them.
                    let place = sunk.partition_point(|other| other.object < object);
                    sunk.insert(place, Sunk { object, shape, fields: fields.clone() });
                    known.push((contents, its));
                    its
                }
            };
            match user {
                User::Node(id) => graph.nodes[id.index()].state = its,
                User::Catch(id) => {
                    graph.catches.insert(id, its);
                }
                User::End(b) => {
                    if let Terminator::Leave(state, ..) = &mut graph.blocks[b.index()].terminator {
                        *state = its;
                    }
                }
                User::Entry(b) => graph.blocks[b.index()].entry_state = its,
            }
        }
        for b in &cfg.order {
            graph.blocks[b.index()].nodes.retain(|id| !gone.contains(id));
        }
        if !instead.is_empty() {
            graph.rename(&cfg.order, |value| instead.get(&value).copied().unwrap_or(value));
        }
    }
}

impl Graph {
    /// A state like another, but for what is in an object.
    fn copy_state(&mut self, state: StateId, object: NodeId) -> StateId {
        let copy = StateId(self.states.len() as u32);
        self.states.push(self.states[state.index()].clone());
        let others = self.sunk.get(&state).into_iter().flatten().filter(|sunk| sunk.object != object);
        let others: Vec<Sunk> = others.cloned().collect();
        if !others.is_empty() {
            self.sunk.insert(copy, others);
        }
        copy
    }
}
