//! From bytecode and feedback to the graph: an abstract interpretation, with inlining, that knows what has been checked on the way.
//!
//! It runs on the VM's thread, since it reads the heap. What it emits depends on guards; a guard that fails leaves at the bytecode it
//! stands for, with the registers as they are there.

mod arithmetic;
mod call;
mod closure;
mod element;
mod expect;
mod facts;
mod fold;
mod foresee;
mod list;
mod property;
mod step;
mod superclass;

use super::flow::Flow;
use super::ir::*;
use abi::Value;
use abi::cell::CellKind;
use abi::frame::*;
use abi::object::{Elements, JsArray, JsObject};
use facts::{Effects, Fact};
use rustc_hash::FxHashMap;
use smallvec::{SmallVec, smallvec};
use std::mem::offset_of;
use std::rc::Rc;
use vm::Vm;
use vm::code::{Code, CodeBody};

/// Bytecode units of the longest loop whose first iteration is built apart.
const PEELED: usize = 200;

/// Bytecode units that a function may bring in by inlining.
const INLINE_BUDGET: usize = 1600;

/// What is compiled.
pub struct Request<'a> {
    pub code: &'a Code,
    /// Where it is entered: None for the function's start, with arguments as a call lays them out; else the offset of an instruction, with
    /// the whole frame in place.
    pub entry: Option<usize>,
    /// The frame as it is now, for entries in the middle.
    pub frame: Option<&'a [Value]>,
    /// The function that is called now, and the new target, of a class.
    pub callee: Value,
    pub new_target: Value,
    /// Places (code id, bytecode offset) where speculation has failed too often.
    pub given_up: &'a GivenUp,
}

/// Places, by code id and bytecode offset, that are not speculated on as feedback says: true if they are not at all.
pub type GivenUp = FxHashMap<(u32, u32), bool>;

/// They are handed on from block to block.
type Facts = Box<facts::Facts>;

/// Where one block goes on in a run of bytecode.
struct Edge {
    from: BlockId,
    /// The registers that are alive there, in order.
    registers: SmallVec<[NodeId; 8]>,
    this: NodeId,
    facts: Facts,
}

/// A function being built: the outermost or an inlined one.
struct Activation<'a> {
    code: &'a Code,
    body: &'a CodeBody,
    flow: Rc<Flow>,
    inline: InlineId,
    caller_state: StateId,
    word: u32,
    depth: u32,
    /// Registers by number.
    registers: Vec<NodeId>,
    /// By run: the edges that lead there.
    pending: Vec<Vec<Edge>>,
    /// Runs that were built, or that control seemed not to come to when it was their turn.
    built: Vec<bool>,
    /// Of each loop: its block, and the registers that have a phi there.
    loops: FxHashMap<usize, (BlockId, Vec<(usize, NodeId)>)>,
    returns: Vec<(Edge, NodeId)>,
    /// The instruction at hand, the run that it is in, and its state once one was asked for.
    pc: usize,
    at: usize,
    state: StateId,
    /// Code ids of the chain of activations.
    chain: SmallVec<[u32; 12]>,
    /// Loops that were built, header and number; and how many there are around the activation.
    open: Vec<(usize, usize)>,
    outer_loops: usize,
}

pub struct Builder<'a> {
    vm: &'a Vm,
    graph: Graph,
    facts: Facts,
    /// The block that nodes are added to; none where control does not come.
    block: BlockId,
    given_up: &'a GivenUp,
    budget: usize,
    workspace: Workspace,
    known: Known,
    /// The bodies of the activations.
    bodies: Vec<&'a CodeBody>,
    /// What loops do, as far as it was seen in earlier attempts; by the number of the loop, in the order of building.
    known_effects: Vec<Effects>,
    /// The same as this attempt takes it to be, and as it sees it; and which loops are being built.
    assumed: Vec<Effects>,
    effects: Vec<Effects>,
    open_loops: Vec<usize>,
    pessimistic: bool,
}

/// What is known of nodes for as long as the graph is built.
#[derive(Default)]
struct Known {
    constants: FxHashMap<(u8, u64), NodeId>,
    /// The nodes that come first in the first block.
    shared: Vec<NodeId>,
    /// What nodes are now, as bits: see `expect`.
    expected: FxHashMap<NodeId, u64>,
    /// What functions a phi may be, where all are known.
    choices: FxHashMap<NodeId, SmallVec<[u64; 4]>>,
    /// Shapes that were asked whether they are outgrown, since the answer is a long way off.
    outgrown: FxHashMap<u32, bool>,
}

impl Known {
    fn clear(&mut self) {
        self.constants.clear();
        self.shared.clear();
        self.expected.clear();
        self.choices.clear();
        self.outgrown.clear();
    }
}

/// The words that change when an array grows or shrinks.
const RESIZED: [u32; 3] =
    [offset_of!(JsObject, elements) as u32, offset_of!(JsArray, length) as u32, offset_of!(Elements, length) as u32];

/// Attempts to build a graph with fewer effects in loops than there are; the next one expects the worst.
const ATTEMPTS: usize = 4;

/// What building one graph leaves to the next.
#[derive(Default)]
pub struct Workspace {
    /// The flows of functions that were built lately, by code id and entry: they are the bytecode's alone.
    flows: FxHashMap<(u32, u32), Rc<Flow>>,
    /// Bytecode units that they are of.
    units: usize,
    /// Memory of graphs that were compiled.
    graphs: Vec<Graph>,
    /// Memory of facts that nobody asks for any more.
    facts: Vec<Facts>,
    /// Memory of lists of edges, of activations' registers and runs, and of what was known of nodes.
    edges: Vec<Vec<Edge>>,
    activations: Vec<Room>,
    known: Known,
}

/// The memory of an activation that was built.
#[derive(Default)]
struct Room {
    registers: Vec<NodeId>,
    pending: Vec<Vec<Edge>>,
    built: Vec<bool>,
}

impl Workspace {
    /// Bytecode units beyond which flows are forgotten.
    const UNITS: usize = 100_000;
    /// Graphs and facts that are kept.
    const GRAPHS: usize = 4;
    const FACTS: usize = 32;

    /// Takes the memory of a graph, which is empty.
    pub fn recycle(&mut self, graph: Graph) {
        if self.graphs.len() < Workspace::GRAPHS {
            self.graphs.push(graph);
        }
    }

    fn recycle_facts(&mut self, facts: Facts) {
        if self.facts.len() < Workspace::FACTS {
            self.facts.push(facts);
        }
    }

    fn flow(&mut self, code: &Code, body: &CodeBody, entry: usize) -> Rc<Flow> {
        let machine = code.machine();
        let key = (machine.code_id, entry as u32);
        if let Some(flow) = self.flows.get(&key) {
            return flow.clone();
        }
        self.units += body.bytecode.len();
        if self.units > Workspace::UNITS {
            self.units = body.bytecode.len();
            self.flows.clear();
        }
        let flow = Rc::new(Flow::new(body, machine.frame_words as usize, entry));
        self.flows.insert(key, flow.clone());
        flow
    }
}

/// Builds the graph of a function.
pub fn build<'a>(vm: &'a Vm, request: &Request<'a>, workspace: &mut Workspace) -> Option<Graph> {
    let mut known = Vec::new();
    for attempt in 0..=ATTEMPTS {
        let pessimistic = attempt == ATTEMPTS;
        let (graph, assumed, effects) = build_once(vm, request, std::mem::take(&mut known), pessimistic, workspace)?;
        known = assumed;
        let mut changed = false;
        for (known, its) in known.iter_mut().zip(&effects) {
            changed |= known.extend(its);
        }
        if pessimistic || !changed {
            return Some(graph);
        }
        workspace.recycle(graph.recycled());
    }
    None
}

/// An attempt; also, what each loop is taken to do, and does.
fn build_once<'a>(
    vm: &'a Vm,
    request: &Request<'a>,
    known: Vec<Effects>,
    pessimistic: bool,
    workspace: &mut Workspace,
) -> Option<(Graph, Vec<Effects>, Vec<Effects>)> {
    let body = request.code.body.get()?;
    let machine = request.code.machine();
    let mut known_of_nodes = std::mem::take(&mut workspace.known);
    known_of_nodes.clear();
    let mut builder = Builder {
        vm,
        graph: workspace.graphs.pop().unwrap_or_else(Graph::with_room),
        facts: Facts::default(),
        block: BlockId(0),
        given_up: request.given_up,
        budget: INLINE_BUDGET,
        workspace: std::mem::take(workspace),
        known: known_of_nodes,
        bodies: Vec::new(),
        known_effects: known,
        assumed: Vec::new(),
        effects: Vec::new(),
        open_loops: Vec::new(),
        pessimistic,
    };
    builder.graph.inlines.push(Inline {
        native_id: machine.native_id,
        machine: std::ptr::from_ref(machine) as u64,
        is_constructor: machine.flags & CODE_FLAG_CONSTRUCTOR != 0,
        coerces_this: machine.flags & CODE_FLAG_COERCE_THIS != 0,
        is_arrow: machine.flags & CODE_FLAG_ARROW != 0,
        ..Inline::outermost(machine.code_id)
    });
    builder.bodies.push(body);
    builder.graph.words = machine.frame_words;
    let entry = request.entry.unwrap_or(0);
    builder.graph.origins.push(Origin { inline: InlineId(0), pc: entry as u32 });
    builder.block = builder.graph.add_block(0);
    // Code that is not valid is not entered by calls.
    builder.facts.is_valid = request.entry.is_none();
    let flow = builder.workspace.flow(request.code, body, entry);
    if request.entry.is_none()
        && let Some(byte) = vm.one_realm()
    {
        builder.graph.in_one_realm = true;
        builder.graph.assumptions.push(Assumption { byte: byte as u64, code_id: machine.code_id, pc: 0 });
    }
    let room = builder.workspace.activations.pop().unwrap_or_default();
    let mut activation = Activation::new(request.code, body, flow, InlineId(0), StateId::NONE, 0, 0, room);
    activation.pc = entry;
    let first = FIRST_ARGUMENT;
    if request.entry.is_none() {
        let parameters = machine.parameters as usize;
        for r in first..first + parameters {
            activation.registers[r] = builder.add(Op::Word(r as u16), smallvec![]);
        }
        let undefined = builder.constant(Value::UNDEFINED);
        for r in first + parameters..first + parameters + machine.locals as usize {
            activation.registers[r] = undefined;
        }
    } else {
        let alive: Vec<usize> = activation.flow.alive(activation.flow.order[0]).iter().collect();
        for &r in &alive {
            activation.registers[r] = builder.add(Op::Word(r as u16), smallvec![]);
        }
        // What the registers hold now says what they will hold.
        if let Some(frame) = request.frame {
            let mut converted = Vec::new();
            for &r in &alive {
                let (value, node) = (frame[r], activation.registers[r]);
                if r < first || builder.gave_up(&activation) {
                    continue;
                }
                if value.is_int() {
                    converted.push((r, builder.int(&mut activation, node)));
                } else if value.is_double() {
                    converted.push((r, builder.double(&mut activation, node)));
                }
            }
            for (r, node) in converted {
                activation.registers[r] = node;
            }
            activation.state = StateId::NONE;
        }
    }
    activation.registers[THIS] = builder.add(Op::Word(THIS as u16), smallvec![]);
    let callee = builder.callee(&activation);
    builder.expect(callee, request.callee.0);
    if let Some(target) = builder.new_target(&activation) {
        builder.expect(target, request.new_target.0);
    }
    builder.run(&mut activation);
    for (edge, value) in std::mem::take(&mut activation.returns) {
        builder.graph.blocks[edge.from.index()].terminator = Terminator::Return(value);
    }
    builder.graph.blocks[0].nodes.splice(0..0, builder.known.shared.drain(..).rev());
    *workspace = builder.workspace;
    workspace.known = builder.known;
    workspace.activations.push(activation.leave_room());
    builder.graph.cells.sort_unstable();
    builder.graph.cells.dedup();
    Some((builder.graph, builder.assumed, builder.effects))
}

impl<'a> Activation<'a> {
    fn new(
        code: &'a Code,
        body: &'a CodeBody,
        flow: Rc<Flow>,
        inline: InlineId,
        caller_state: StateId,
        word: u32,
        depth: u32,
        room: Room,
    ) -> Activation<'a> {
        let Room { mut registers, mut pending, mut built } = room;
        registers.clear();
        registers.resize(flow.words, NodeId::NONE);
        let runs = flow.runs.len();
        pending.resize_with(runs.max(pending.len()), Vec::new);
        built.clear();
        built.resize(runs, false);
        Activation {
            code,
            body,
            flow,
            inline,
            caller_state,
            word,
            depth,
            registers,
            pending,
            built,
            loops: FxHashMap::default(),
            returns: Vec::new(),
            pc: 0,
            at: 0,
            state: StateId::NONE,
            chain: smallvec![code.machine().code_id],
            open: Vec::new(),
            outer_loops: 0,
        }
    }

    /// Its memory.
    fn leave_room(mut self) -> Room {
        self.pending.iter_mut().for_each(Vec::clear);
        Room { registers: self.registers, pending: self.pending, built: self.built }
    }

    /// Control comes to a run from a block, the registers being as they are.
    fn edge(&mut self, run: usize, from: BlockId, facts: Facts, spare: &mut Vec<Vec<Edge>>) {
        let registers = self.flow.alive(run).iter().map(|r| self.registers[r]).collect();
        let edges = &mut self.pending[run];
        if edges.capacity() == 0 {
            *edges = spare.pop().unwrap_or_default();
        }
        edges.push(Edge { from, registers, this: self.registers[THIS], facts });
    }

    fn unit(&self, i: usize) -> u16 {
        self.body.bytecode[self.pc + i]
    }

    fn long(&self, i: usize) -> u32 {
        self.unit(i) as u32 | (self.unit(i + 1) as u32) << 16
    }

    fn register(&self, i: usize) -> NodeId {
        self.registers[self.unit(i) as usize]
    }

    fn set(&mut self, i: usize, value: NodeId) {
        let r = self.unit(i) as usize;
        self.registers[r] = value;
    }
}

impl<'a> Builder<'a> {
    // ---- nodes

    fn add(&mut self, op: Op, args: SmallVec<[NodeId; 4]>) -> NodeId {
        self.add_full(op, args, StateId::NONE, Reason::Unsupported)
    }

    fn add_full(&mut self, op: Op, args: SmallVec<[NodeId; 4]>, state: StateId, reason: Reason) -> NodeId {
        debug_assert!(args.iter().all(|a| a.is_some()), "{op:?} of nothing");
        let origin = self.graph.origins.len() as u32 - 1;
        for (i, arg) in args.iter().enumerate() {
            if !self.facts.is_unescaped(*arg) {
                continue;
            }
            // Elements are stored through the cell that they are in.
            let changed = (op.only_changes() || matches!(op, Op::LoadPointer(_)))
                && matches!(self.op(*arg), Op::NewArguments { .. } | Op::NewArray { .. });
            if op.lets_escape(i) || changed {
                self.facts.escape(*arg);
            }
        }
        if op.is_effect() && !(matches!(op, Op::Store(_) | Op::StoreShape(_)) && self.facts.is_private(args[0])) {
            self.facts.effect();
        }
        let rep = op.result().unwrap_or(Rep::Tagged);
        let id = self.graph.add_node(Node { op, args, rep, state, reason, origin });
        self.graph.blocks[self.block.index()].nodes.push(id);
        id
    }

    /// A node that may leave.
    fn guard(&mut self, a: &mut Activation<'a>, op: Op, args: SmallVec<[NodeId; 4]>, reason: Reason) -> NodeId {
        let state = self.checkpoint(a);
        self.add_full(op, args, state, reason)
    }

    /// Constants are in the first block.
    fn shared(&mut self, op: Op) -> NodeId {
        let key = match &op {
            Op::Constant(bits) => (0, *bits),
            Op::Int(value) => (1, *value as u64),
            Op::Double(bits) => (2, *bits),
            Op::Word(word) => (3, u64::from(*word)),
            _ => unreachable!("{op:?} is not the same everywhere"),
        };
        if let Some(&id) = self.known.constants.get(&key) {
            return id;
        }
        let rep = op.result().unwrap_or(Rep::Tagged);
        let id = self.graph.add_node(Node {
            op,
            args: smallvec![],
            rep,
            state: StateId::NONE,
            reason: Reason::Unsupported,
            origin: 0,
        });
        self.known.shared.push(id);
        self.known.constants.insert(key, id);
        id
    }

    fn constant(&mut self, value: Value) -> NodeId {
        if value.is_int() {
            return self.int_constant(value.as_int());
        }
        if value.is_double() {
            return self.shared(Op::Double(value.as_double().to_bits()));
        }
        if value.is_cell() {
            self.graph.cells.push(value.0);
        }
        self.shared(Op::Constant(value.0))
    }

    fn int_constant(&mut self, value: i32) -> NodeId {
        self.shared(Op::Int(value))
    }

    fn cell(&mut self, address: u64) -> NodeId {
        self.constant(Value(address))
    }

    fn op(&self, id: NodeId) -> &Op {
        &self.graph.node(id).op
    }

    fn rep(&self, id: NodeId) -> Rep {
        self.graph.node(id).rep
    }

    fn constant_value(&self, id: NodeId) -> Option<Value> {
        match self.op(id) {
            Op::Constant(bits) => Some(Value(*bits)),
            Op::Int(i) => Some(Value::int(*i)),
            Op::Double(bits) => Some(Value::double(f64::from_bits(*bits))),
            _ => None,
        }
    }

    // ---- states

    /// Where the interpreter may go on instead of here: at the last effect's end, or before the instruction at hand.
    fn checkpoint(&mut self, a: &mut Activation<'a>) -> StateId {
        if self.facts.checkpoint.is_none() {
            self.facts.checkpoint = self.state(a);
        }
        self.facts.checkpoint
    }

    /// What the frames hold before the instruction at hand.
    fn state(&mut self, a: &mut Activation<'a>) -> StateId {
        if a.state.is_none() {
            let registers = self.live_registers(a, a.pc, usize::MAX);
            a.state = self.add_state(a, registers);
        }
        a.state
    }

    /// What is alive before the instruction at `pc`, the registers being as they are.
    fn live_registers(&mut self, a: &Activation, pc: usize, below: usize) -> Vec<(u16, NodeId)> {
        let mut registers = self.graph.registers();
        let alive = a.flow.alive_before(pc).into_iter().flat_map(|alive| alive.iter());
        let held = alive.filter(|&r| r < below && r != THIS && a.registers[r].is_some());
        registers.extend(held.map(|r| (r as u16, a.registers[r])));
        registers
    }

    fn add_state(&mut self, a: &Activation, registers: Vec<(u16, NodeId)>) -> StateId {
        self.graph.states.push(State { inline: a.inline, pc: a.pc as u32, caller: a.caller_state, registers });
        StateId(self.graph.states.len() as u32 - 1)
    }

    /// A call: where its exceptions are caught, if they are.
    fn call_node(&mut self, a: &mut Activation<'a>, op: Op, args: SmallVec<[NodeId; 4]>) -> NodeId {
        let state = self.state(a);
        self.seen(a.inline);
        let node = self.add_full(op, args, state, Reason::Exception);
        let mut at = state;
        while at.is_some() {
            let State { inline, pc, caller, .. } = self.graph.states[at.index()];
            if self.bodies[inline.index()].handlers.iter().any(|h| h.start <= pc && pc < h.end) {
                self.graph.catches.insert(node, at);
                break;
            }
            at = caller;
        }
        node
    }

    /// What feedback says has been wrong here.
    fn gave_up(&self, a: &Activation) -> bool {
        self.given_up.contains_key(&(a.code.machine().code_id, a.pc as u32))
    }

    /// So has been what was tried instead.
    fn gave_up_wholly(&self, a: &Activation) -> bool {
        self.given_up.get(&(a.code.machine().code_id, a.pc as u32)) == Some(&true)
    }

    // ---- effects

    /// Something unknown happens.
    fn forget(&mut self) {
        self.facts.forget();
        for &number in &self.open_loops {
            self.effects[number].anything = true;
        }
    }

    /// A word is stored to, in an object of a shape, if that is known.
    fn note_store(&mut self, offset: u32, shape: u32) {
        for &number in &self.open_loops {
            self.effects[number].store(offset, shape);
        }
    }

    /// An array has grown or shrunk: its elements may have moved, and become of another kind.
    fn resized(&mut self) {
        for offset in RESIZED {
            self.facts.forget_word(offset, 0);
        }
        self.facts.forget_kinds();
        self.facts.forget_elements();
        for &number in &self.open_loops {
            self.effects[number].resize();
        }
    }

    /// An object leaves a shape.
    fn note_transition(&mut self, shape: u32) {
        for &number in &self.open_loops {
            self.effects[number].leave_shape(shape);
        }
    }

    // ---- control

    /// Builds the bytecode of an activation that starts in the present block.
    fn run(&mut self, a: &mut Activation<'a>) {
        let flow = a.flow.clone();
        a.outer_loops = self.open_loops.len();
        let facts = std::mem::take(&mut self.facts);
        a.edge(flow.order[0], self.block, facts, &mut self.workspace.edges);
        for (i, &run) in flow.order.iter().enumerate() {
            // The first iteration of an innermost loop is built apart: what it checks need not be checked again.
            if flow.runs[run].is_innermost && !a.pending[run].is_empty() && flow.loop_length(run) <= PEELED {
                for &inner in &flow.order[i..] {
                    if flow.runs[run].inside[inner] {
                        self.build_run(a, inner, false);
                    }
                }
            }
            self.build_run(a, run, true);
            a.built[run] = true;
        }
        self.open_loops.truncate(a.outer_loops);
        self.block = BlockId::NONE;
    }

    /// Builds one run of bytecode, if control comes to it.
    fn build_run(&mut self, a: &mut Activation<'a>, run: usize, is_loop: bool) {
        let flow = a.flow.clone();
        let edges = std::mem::take(&mut a.pending[run]);
        if edges.is_empty() {
            return;
        }
        a.pc = flow.runs[run].start;
        self.mark(a);
        let around = |(header, _): &&(usize, usize)| flow.runs[*header].inside[run];
        self.open_loops.truncate(a.outer_loops);
        self.open_loops.extend(a.open.iter().filter(around).map(|(_, number)| *number));
        a.at = run;
        self.merge(a, run, edges, is_loop);
        let (mut pc, end) = (flow.runs[run].start, flow.runs[run].end);
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
    fn mark(&mut self, a: &Activation) {
        self.graph.origins.push(Origin { inline: a.inline, pc: a.pc as u32 });
    }

    fn new_block(&mut self) -> BlockId {
        let origin = self.graph.origins.len() as u32 - 1;
        self.graph.add_block(origin)
    }

    /// A block that goes on from others, with phis for what differs.
    fn merge(&mut self, a: &mut Activation<'a>, run: usize, edges: Vec<Edge>, is_loop: bool) {
        let flow = a.flow.clone();
        let this = edges[0].this;
        let (block, registers, facts) = self.join(edges);
        self.block = block;
        self.facts = facts;
        a.registers.fill(NodeId::NONE);
        for (r, value) in flow.alive(run).iter().zip(registers) {
            a.registers[r] = value;
        }
        a.registers[THIS] = this;
        let Some(written) = flow.runs[run].written.as_ref().filter(|_| is_loop) else { return };
        // A loop: what it writes gets a phi, which the back edges complete.
        let written: Vec<usize> = flow.alive(run).iter().filter(|&r| written.contains(r)).collect();
        let entry = self.live_registers(a, flow.runs[run].start, usize::MAX);
        let entry_state = self.add_state(a, entry);
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
        self.effects.push(Effects::default());
        let is_entered_elsewhere = flow.runs[run].is_entered_elsewhere;
        let assumed = if self.pessimistic || is_entered_elsewhere {
            Effects { anything: true, ..Effects::default() }
        } else {
            match self.known_effects.get_mut(number) {
                Some(known) => std::mem::take(known),
                None => self.foresee(a, run),
            }
        };
        if is_entered_elsewhere {
            *self.facts = facts::Facts::default();
        } else {
            self.facts.enter_loop(&assumed);
        }
        self.assumed.push(assumed);
        self.open_loops.push(number);
        a.open.push((run, number));
        a.loops.insert(run, (header, phis));
        a.state = StateId::NONE;
    }

    fn phi(&mut self, block: BlockId, args: SmallVec<[NodeId; 4]>) -> NodeId {
        let origin = self.graph.origins.len() as u32 - 1;
        let node =
            Node { op: Op::Phi, args, rep: Rep::Tagged, state: StateId::NONE, reason: Reason::Unsupported, origin };
        let id = self.graph.add_node(node);
        self.graph.blocks[block.index()].phis.push(id);
        id
    }

    fn connect(&mut self, from: BlockId, to: BlockId) {
        self.graph.blocks[from.index()].terminator = Terminator::Jump(to);
        self.graph.blocks[to.index()].predecessors.push(from);
    }

    /// One block behind several, and what is alive and known there.
    fn join(&mut self, mut edges: Vec<Edge>) -> (BlockId, SmallVec<[NodeId; 8]>, Facts) {
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
    fn joined_fact<'f>(&self, parts: impl Iterator<Item = (NodeId, &'f Facts)>) -> Fact {
        let mut all: Option<Fact> = None;
        for (value, facts) in parts {
            let mut fact = facts.get(value);
            if let Some(constant) = self.constant_value(value) {
                fact.is_not_empty |= !constant.is_empty();
                fact.kind = self.constant_kind(value).unwrap_or(0);
                fact.is_object |= fact.kind >= CellKind::Object as u8;
                fact.code = self.constant_code(value).unwrap_or(0);
                fact.identity = if constant.is_cell() { constant.0 } else { 0 };
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
    fn note_joined(&mut self, phi: NodeId, fact: Fact) {
        *self.facts.of(phi) = fact;
        self.note_choices(phi);
    }

    /// Remembers of a phi whose arguments are all there what functions it may be, where they are constants.
    fn note_choices(&mut self, phi: NodeId) {
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

    fn join_values(&mut self, block: BlockId, args: SmallVec<[NodeId; 4]>) -> NodeId {
        if args.iter().all(|n| *n == args[0]) { args[0] } else { self.phi(block, args) }
    }

    /// The present block goes on at the instruction at `pc`.
    fn go(&mut self, a: &mut Activation<'a>, pc: usize) {
        let target = a.flow.run_at(pc);
        let from = std::mem::replace(&mut self.block, BlockId::NONE);
        if a.flow.is_back_edge(a.at, target)
            && let Some((header, phis)) = a.loops.get(&target)
        {
            let (header, phis) = (*header, phis.clone());
            self.block = from;
            let state = self.state_at(a, pc);
            self.add_full(Op::Poll, smallvec![], state, Reason::Interrupt);
            self.block = BlockId::NONE;
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
            let state = self.state_at(a, pc);
            let origin = self.graph.origins.len() as u32 - 1;
            self.graph.blocks[from.index()].terminator = Terminator::Leave(state, Reason::Uninitialized, origin);
            return;
        }
        let facts = std::mem::take(&mut self.facts);
        a.edge(target, from, facts, &mut self.workspace.edges);
    }

    /// The state at another instruction, the registers being as they are.
    fn state_at(&mut self, a: &mut Activation<'a>, pc: usize) -> StateId {
        let registers = self.live_registers(a, pc, usize::MAX);
        let before = std::mem::replace(&mut a.pc, pc);
        let state = self.add_state(a, registers);
        a.pc = before;
        state
    }

    /// Two new blocks behind a condition.
    fn branch(&mut self, condition: NodeId) -> (BlockId, BlockId) {
        let (yes, no) = (self.new_block(), self.new_block());
        let from = self.block;
        self.graph.blocks[from.index()].terminator = Terminator::Branch { condition, yes, no };
        self.graph.blocks[yes.index()].predecessors.push(from);
        self.graph.blocks[no.index()].predecessors.push(from);
        (yes, no)
    }

    fn copy_of_facts(&mut self) -> Facts {
        let mut copy = self.workspace.facts.pop().unwrap_or_default();
        copy.clone_from(&self.facts);
        copy
    }

    /// A conditional jump of the instruction at hand.
    fn jump_if(&mut self, a: &mut Activation<'a>, condition: NodeId, target: usize, next: usize) {
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
    fn leave(&mut self, a: &mut Activation<'a>, reason: Reason) {
        let state = self.checkpoint(a);
        let block = std::mem::replace(&mut self.block, BlockId::NONE);
        self.graph.blocks[block.index()].terminator =
            Terminator::Leave(state, reason, self.graph.origins.len() as u32 - 1);
    }
}
