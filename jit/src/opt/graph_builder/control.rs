//! Control flow: blocks of bytecode become basic blocks, with phis where control merges and what is known on all ways there.

use super::*;

impl<'a> Builder<'a> {
    /// Builds the bytecode of an activation that starts in the present block.
    pub(super) fn build_activation(&mut self, a: &mut Activation<'a>) {
        let cfg = a.cfg.clone();
        a.outer_loops = self.open_loops.len();
        let facts = std::mem::take(&mut self.facts);
        a.edge(cfg.order[0], self.block, facts, &mut self.workspace.edges);
        for (i, &bb) in cfg.order.iter().enumerate() {
            // The first iteration of an innermost loop is built apart: what it checks need not be checked again.
            let is_innermost = cfg.blocks[bb].is_innermost && !Builder::calls_self_hosted(a, bb);
            if is_innermost && !a.pending[bb].is_empty() && cfg.loop_length(bb) <= PEELED {
                for &inner in &cfg.order[i..] {
                    if cfg.blocks[bb].inside[inner] {
                        self.build_block(a, inner, false);
                    }
                }
            }
            self.build_block(a, bb, true);
            a.built[bb] = true;
        }
        self.open_loops.truncate(a.outer_loops);
        self.block = BlockId::NONE;
    }

    /// Builds one bb of bytecode, if control comes to it.
    pub(super) fn build_block(&mut self, a: &mut Activation<'a>, bb: usize, is_loop: bool) {
        let cfg = a.cfg.clone();
        let edges = std::mem::take(&mut a.pending[bb]);
        if edges.is_empty() {
            return;
        }
        a.pc = cfg.blocks[bb].start;
        self.mark(a);
        let around = |(header, _): &&(usize, usize)| cfg.blocks[*header].inside[bb];
        self.open_loops.truncate(a.outer_loops);
        self.open_loops.extend(a.open.iter().filter(around).map(|(_, number)| *number));
        a.at = bb;
        self.merge(a, bb, edges, is_loop);
        let (mut pc, end) = (cfg.blocks[bb].start, cfg.blocks[bb].end);
        while pc < end && self.block.is_some() {
            a.pc = pc;
            a.state = StateId::NONE;
            self.mark(a);
            pc = self.step(a);
        }
        if self.block.is_some() {
            self.go(a, end);
        }
    }

    /// What follows is of the instruction at hand.
    pub(super) fn mark(&mut self, a: &Activation) {
        self.graph.origins.push(Origin { inline: a.inline, pc: a.pc as u32 });
    }

    pub(super) fn new_block(&mut self) -> BlockId {
        let origin = self.graph.origins.len() as u32 - 1;
        self.graph.add_block(origin)
    }

    /// A block that goes on from others, with phis for what differs.
    pub(super) fn merge(&mut self, a: &mut Activation<'a>, bb: usize, edges: Vec<Edge>, is_loop: bool) {
        let cfg = a.cfg.clone();
        let this = edges[0].this;
        let (block, registers, facts) = self.join(edges);
        self.block = block;
        self.facts = facts;
        a.registers.fill(NodeId::NONE);
        for (r, value) in cfg.alive(bb).iter().zip(registers) {
            a.registers[r] = value;
        }
        a.registers[THIS] = this;
        let Some(written) = cfg.blocks[bb].written.as_ref().filter(|_| is_loop) else { return };
        // A loop: what it writes gets a phi, which the back edges complete.
        let written: Vec<usize> = cfg.alive(bb).iter().filter(|&r| written.contains(r)).collect();
        let entry = self.live_registers(a, cfg.blocks[bb].start, usize::MAX);
        let entry_state = self.add_state(a, entry);
        self.count_calls();
        let before = self.block;
        let header = self.new_block();
        self.graph.blocks[header.index()].is_loop = true;
        self.graph.blocks[header.index()].entry_state = entry_state;
        self.connect(before, header);
        self.block = header;
        let mut phis = Vec::new();
        for r in written {
            if r == THIS || a.registers[r].is_none() {
                continue;
            }
            let phi = self.phi(header, smallvec![a.registers[r]]);
            a.registers[r] = phi;
            phis.push((r, phi));
        }
        let number = self.effects.len();
        self.effects.push(LoopEffects::default());
        let is_entered_elsewhere = cfg.blocks[bb].is_entered_elsewhere;
        let assumed = if self.pessimistic || is_entered_elsewhere {
            LoopEffects { anything: true, ..LoopEffects::default() }
        } else {
            match self.known_effects.get_mut(number) {
                Some(known) => std::mem::take(known),
                None => self.predict_loop_effects(a, bb),
            }
        };
        if is_entered_elsewhere {
            *self.facts = facts::Facts::default();
        } else {
            self.facts.enter_loop(&assumed);
        }
        self.assumed.push(assumed);
        self.open_loops.push(number);
        a.open.push((bb, number));
        a.loops.insert(bb, (header, phis));
        a.state = StateId::NONE;
    }

    pub(super) fn phi(&mut self, block: BlockId, args: SmallVec<[NodeId; 4]>) -> NodeId {
        let origin = self.graph.origins.len() as u32 - 1;
        let node =
            Node { op: Op::Phi, args, rep: Rep::Tagged, state: StateId::NONE, reason: Reason::Unsupported, origin };
        let id = self.graph.add_node(node);
        self.graph.blocks[block.index()].phis.push(id);
        id
    }

    pub(super) fn connect(&mut self, from: BlockId, to: BlockId) {
        self.graph.blocks[from.index()].terminator = Terminator::Jump(to);
        self.graph.blocks[to.index()].predecessors.push(from);
    }

    /// One block behind several, and what is alive and known there.
    pub(super) fn join(&mut self, mut edges: Vec<Edge>) -> (BlockId, SmallVec<[NodeId; 8]>, Facts) {
        // What was not written on a way is not read after it, although it is alive: a `finally` knows whether there is something to return.
        let unwritten = self.constant(Value::UNDEFINED);
        for value in edges.iter_mut().flat_map(|edge| &mut edge.registers).filter(|value| value.is_none()) {
            *value = unwritten;
        }
        if edges.len() == 1 {
            let edge = edges.pop().expect("there is one");
            self.workspace.edges.push(edges);
            return (edge.from, edge.registers, edge.facts);
        }
        let block = self.new_block();
        let mut joined = Vec::new();
        let registers = (0..edges[0].registers.len())
            .map(|i| {
                let first = edges[0].registers[i];
                if edges[1..].iter().all(|e| e.registers[i] == first) {
                    return first;
                }
                let phi = self.phi(block, edges.iter().map(|e| e.registers[i]).collect());
                joined.push((phi, self.joined_fact(edges.iter().map(|e| (e.registers[i], &e.facts)))));
                phi
            })
            .collect();
        self.count_calls_where_ways_differ(edges.iter_mut().map(|edge| (edge.from, &mut edge.facts)).collect());
        let mut facts = std::mem::take(&mut edges[0].facts);
        for edge in &edges[1..] {
            facts.intersect(&edge.facts);
        }
        for (phi, _) in &joined {
            self.graph.node(*phi).args.iter().for_each(|arg| facts.escape(*arg));
        }
        for (phi, fact) in joined {
            *facts.of(phi) = fact;
            self.note_choices(phi);
        }
        for edge in edges.drain(..) {
            self.connect(edge.from, block);
            self.workspace.recycle_facts(edge.facts);
        }
        self.workspace.edges.push(edges);
        (block, registers, facts)
    }

    /// What holds of a value that is one of several, each where the facts are what is known.
    pub(super) fn joined_fact<'f>(&self, parts: impl Iterator<Item = (NodeId, &'f Facts)>) -> Fact {
        let mut all: Option<Fact> = None;
        for (value, facts) in parts {
            let mut fact = facts.get(value);
            if let Some(constant) = self.constant_value(value) {
                fact.is_not_empty |= !constant.is_empty();
                fact.kind = self.constant_kind(value).unwrap_or(0);
                fact.is_object |= fact.kind >= CellKind::Object as u8;
                fact.code = self.constant_code(value).unwrap_or(0);
                fact.identity = if constant.is_cell() { constant.bits() } else { 0 };
            } else if self.rep(value) != Rep::Tagged {
                fact.is_not_empty = true;
            }
            match &mut all {
                None => all = Some(fact),
                Some(all) => all.meet(&fact),
            }
        }
        all.unwrap_or_default()
    }

    /// A phi of what is known of each of its arguments.
    pub(super) fn note_joined(&mut self, phi: NodeId, fact: Fact) {
        *self.facts.of(phi) = fact;
        self.note_choices(phi);
    }

    /// Remembers of a phi whose arguments are all there what functions it may be, where they are constants.
    pub(super) fn note_choices(&mut self, phi: NodeId) {
        let mut choices: SmallVec<[u64; 4]> = SmallVec::new();
        for &arg in &self.graph.node(phi).args {
            if self.constant_code(arg).is_none() {
                return;
            }
            let bits = self.identity(arg);
            if !choices.contains(&bits) {
                choices.push(bits);
            }
        }
        self.known.choices.insert(phi, choices);
    }

    pub(super) fn join_values(&mut self, block: BlockId, args: SmallVec<[NodeId; 4]>) -> NodeId {
        if args.iter().all(|n| *n == args[0]) { args[0] } else { self.phi(block, args) }
    }

    /// The present block goes on at the instruction at `pc`.
    pub(super) fn go(&mut self, a: &mut Activation<'a>, pc: usize) {
        let target = a.cfg.successor(a.at, pc);
        let latch_of = a.cfg.blocks[target].latch_of;
        if latch_of.is_some_and(|header| a.loops.contains_key(&header)) {
            self.poll(a, pc);
        }
        let from = std::mem::replace(&mut self.block, BlockId::NONE);
        if a.cfg.is_back_edge(a.at, target)
            && let Some((header, phis)) = a.loops.get(&target)
        {
            let (header, phis) = (*header, phis.clone());
            // Where the loop is rotated it was asked before the condition.
            if a.cfg.blocks[a.at].latch_of != Some(target) {
                self.block = from;
                self.poll(a, pc);
                self.block = BlockId::NONE;
            }
            self.connect(from, header);
            for (r, phi) in phis {
                let value = a.registers[r];
                let value = if value.is_none() { self.constant(Value::UNDEFINED) } else { value };
                self.graph.nodes[phi.index()].args.push(value);
            }
            return;
        }
        if a.built[target] {
            // A loop that is entered from what comes after it in the order, since nothing is known of the way that leads there first.
            self.block = from;
            self.count_calls();
            self.block = BlockId::NONE;
            let state = self.state_at(a, pc);
            let origin = self.graph.origins.len() as u32 - 1;
            self.graph.blocks[from.index()].terminator = Terminator::Leave(state, Reason::Uninitialized, origin);
            return;
        }
        let facts = std::mem::take(&mut self.facts);
        a.edge(target, from, facts, &mut self.workspace.edges);
    }

    /// Requests are looked at before control goes on at the instruction at `pc`.
    fn poll(&mut self, a: &mut Activation<'a>, pc: usize) {
        let state = self.state_at(a, pc);
        self.add_full(Op::Poll, smallvec![], state, Reason::Interrupt);
    }

    /// The state at another instruction, the registers being as they are.
    pub(super) fn state_at(&mut self, a: &mut Activation<'a>, pc: usize) -> StateId {
        let registers = self.live_registers(a, pc, usize::MAX);
        let before = std::mem::replace(&mut a.pc, pc);
        let state = self.add_state(a, registers);
        a.pc = before;
        state
    }

    /// Two new blocks behind a condition.
    pub(super) fn branch(&mut self, condition: NodeId) -> (BlockId, BlockId) {
        let (yes, no) = (self.new_block(), self.new_block());
        let from = self.block;
        self.graph.blocks[from.index()].terminator = Terminator::Branch { condition, yes, no };
        self.graph.blocks[yes.index()].predecessors.push(from);
        self.graph.blocks[no.index()].predecessors.push(from);
        (yes, no)
    }

    pub(super) fn copy_of_facts(&mut self) -> Facts {
        let mut copy = self.workspace.facts.pop().unwrap_or_default();
        copy.clone_from(&self.facts);
        copy
    }

    /// A conditional jump of the instruction at hand.
    pub(super) fn jump_if(&mut self, a: &mut Activation<'a>, condition: NodeId, target: usize, next: usize) {
        let known = self.constant_value(condition).filter(|v| v.is_bool()).map(|v| v.is_true());
        if let Some(known) = known {
            return self.go(a, if known { target } else { next });
        }
        let (yes, no) = self.branch(condition);
        let facts = self.copy_of_facts();
        self.block = yes;
        self.go(a, target);
        self.facts = facts;
        self.block = no;
        self.go(a, next);
    }

    /// Control ends here: the lower tiers go on before the instruction at hand.
    pub(super) fn leave(&mut self, a: &mut Activation<'a>, reason: Reason) {
        let state = self.checkpoint(a);
        let block = std::mem::replace(&mut self.block, BlockId::NONE);
        self.graph.blocks[block.index()].terminator =
            Terminator::Leave(state, reason, self.graph.origins.len() as u32 - 1);
    }
}
