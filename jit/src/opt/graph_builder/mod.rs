//! From bytecode and feedback to the graph: an abstract interpretation, with inlining, that knows what has been checked on the way.
//!
//! It runs on the VM's thread, since it reads the heap. What it emits depends on guards; a guard that fails leaves at the bytecode it
//! stands for, with the registers as they are there.

mod access;
mod arithmetic;
mod array_iteration;
mod call;
mod calls;
mod closure;
mod control;
mod count;
mod data_view;
mod direct;
mod element;
mod facts;
mod fold;
mod inlining;
mod intrinsics;
mod loop_effects;
mod property;
mod proxy;
mod self_hosted;
mod step;
mod strings;
mod superclass;
mod suspension;
mod value_speculation;

use super::blocklist::{Blocklist, of_constant};
use super::cfg::Cfg;
use super::ir::*;
use abi::Value;
use abi::cell::{CellHeader, CellKind};
use abi::frame::*;
use abi::ic::Site;
use abi::object::{Elements, JsArray, JsObject};
use abi::opcode::{Opcode, Units, view};
use facts::{Fact, LoopEffects};
use rustc_hash::{FxHashMap, FxHashSet};
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
    pub blocklist: &'a Blocklist,
}

/// They are handed on from block to block.
type Facts = Box<facts::Facts>;

/// Where one block goes on in a bb of bytecode.
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
    cfg: Rc<Cfg>,
    inline: InlineId,
    caller_state: StateId,
    word: u32,
    depth: u32,
    /// Registers by number.
    registers: Vec<NodeId>,
    /// By bb: the edges that lead there.
    pending: Vec<Vec<Edge>>,
    /// Runs that were built, or that control seemed not to come to when it was their turn.
    built: Vec<bool>,
    /// Of each loop: its block, and the registers that have a phi there.
    loops: FxHashMap<usize, (BlockId, Vec<(usize, NodeId)>)>,
    returns: Vec<(Edge, NodeId)>,
    /// The instruction at hand, the bb that it is in, and its state once one was asked for.
    pc: usize,
    at: usize,
    state: StateId,
    /// Code ids of the chain of activations.
    chain: SmallVec<[u32; 12]>,
    /// Loops that were built, header and number; and how many there are around the activation.
    open: Vec<(usize, usize)>,
    outer_loops: usize,
    /// How it traces its calls, if it does.
    trace: Option<calls::Trace>,
    /// The node that was the current one before it was entered, if it is inlined.
    outer_call: NodeId,
}

pub struct Builder<'a> {
    vm: &'a Vm,
    graph: Graph,
    facts: Facts,
    /// The block that nodes are added to; none where control does not come.
    block: BlockId,
    blocklist: &'a Blocklist,
    budget: usize,
    workspace: Workspace,
    known: Known,
    /// The bodies of the activations.
    bodies: Vec<&'a CodeBody>,
    /// What loops do, as far as it was seen in earlier attempts; by the number of the loop, in the order of building.
    known_effects: Vec<LoopEffects>,
    /// The same as this attempt takes it to be, and as it sees it; and which loops are being built.
    assumed: Vec<LoopEffects>,
    effects: Vec<LoopEffects>,
    open_loops: Vec<usize>,
    pessimistic: bool,
    /// The callee, where the code is for one closure.
    closure: NodeId,
}

/// What is known of nodes for as long as the graph is built.
#[derive(Default)]
struct Known {
    constants: FxHashMap<(u8, u64), NodeId>,
    /// The nodes that come first in the first block.
    shared: Vec<NodeId>,
    /// What nodes are now, as bits: see `expect`.
    expected: FxHashMap<NodeId, u64>,
    /// Variables of environments that hold an object now: sentinels, where other values are compared with them.
    sentinels: FxHashSet<NodeId>,
    /// The shapes that nodes will probably have, which are plain objects then.
    plain_shapes: FxHashMap<NodeId, u32>,
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
        self.sentinels.clear();
        self.plain_shapes.clear();
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
    /// The cfgs of functions that were built lately, by code id and entry: they are the bytecode's alone.
    cfgs: FxHashMap<(u32, u32), Rc<Cfg>>,
    /// Bytecode units that they are of.
    units: usize,
    /// Memory of graphs that were compiled.
    graphs: Vec<Graph>,
    /// Memory of facts that nobody asks for any more.
    facts: Vec<Facts>,
    /// Memory of lists of edges, of activations' registers and blocks, and of what was known of nodes.
    edges: Vec<Vec<Edge>>,
    activations: Vec<ActivationBuffers>,
    known: Known,
}

/// The memory of an activation that was built.
#[derive(Default)]
struct ActivationBuffers {
    registers: Vec<NodeId>,
    pending: Vec<Vec<Edge>>,
    built: Vec<bool>,
}

impl Workspace {
    /// Bytecode units beyond which cfgs are forgotten.
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

    fn cfg(&mut self, code: &Code, body: &CodeBody, entry: usize) -> Rc<Cfg> {
        let machine = code.machine();
        let key = (machine.code_id, entry as u32);
        if let Some(cfg) = self.cfgs.get(&key) {
            return cfg.clone();
        }
        self.units += body.bytecode.len();
        if self.units > Workspace::UNITS {
            self.units = body.bytecode.len();
            self.cfgs.clear();
        }
        let cfg = Rc::new(Cfg::new(body, machine.frame_words as usize, entry));
        self.cfgs.insert(key, cfg.clone());
        cfg
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
    known: Vec<LoopEffects>,
    pessimistic: bool,
    workspace: &mut Workspace,
) -> Option<(Graph, Vec<LoopEffects>, Vec<LoopEffects>)> {
    let body = request.code.body.get()?;
    let machine = request.code.machine();
    let mut known_of_nodes = std::mem::take(&mut workspace.known);
    known_of_nodes.clear();
    let mut builder = Builder {
        vm,
        graph: workspace.graphs.pop().unwrap_or_else(Graph::with_room),
        facts: Facts::default(),
        block: BlockId(0),
        blocklist: request.blocklist,
        budget: INLINE_BUDGET,
        workspace: std::mem::take(workspace),
        known: known_of_nodes,
        bodies: Vec::new(),
        known_effects: known,
        assumed: Vec::new(),
        effects: Vec::new(),
        open_loops: Vec::new(),
        pessimistic,
        closure: NodeId::NONE,
    };
    builder.graph.inlines.push(Inline {
        native_id: machine.native_id,
        machine: std::ptr::from_ref(machine) as u64,
        is_constructor: machine.flags & CODE_FLAG_CONSTRUCTOR != 0,
        coerces_this: machine.flags & CODE_FLAG_COERCE_THIS != 0,
        is_arrow: machine.flags & CODE_FLAG_ARROW != 0,
        suspends: machine.flags & (CODE_FLAG_GENERATOR | CODE_FLAG_ASYNC) != 0,
        ..Inline::outermost(machine.code_id)
    });
    builder.bodies.push(body);
    builder.graph.words = machine.frame_words;
    builder.graph.undetectable_objects = vm.options.undetectable_objects;
    let entry = request.entry.unwrap_or(0);
    builder.graph.origins.push(Origin { inline: InlineId(0), pc: entry as u32 });
    builder.block = builder.graph.add_block(0);
    // Code that is not valid is not entered by calls.
    builder.facts.is_valid = request.entry.is_none();
    let cfg = builder.workspace.cfg(request.code, body, entry);
    if request.entry.is_none()
        && let Some(byte) = vm.one_realm()
    {
        builder.graph.in_one_realm = true;
        builder.graph.assumptions.push(Assumption { byte: byte as u64, code_id: machine.code_id, pc: 0 });
    }
    let buffers = builder.workspace.activations.pop().unwrap_or_default();
    let mut activation = Activation::new(request.code, body, cfg, InlineId(0), StateId::NONE, 0, 0, buffers);
    activation.pc = entry;
    activation.trace = builder.trace_of(request.code, body, false);
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
        let alive: Vec<usize> = activation.cfg.alive(activation.cfg.order[0]).iter().collect();
        for &r in &alive {
            activation.registers[r] = builder.add(Op::Word(r as u16), smallvec![]);
        }
        // What the registers hold now says what they will hold.
        if let Some(frame) = request.frame {
            let mut converted = Vec::new();
            for &r in &alive {
                let (value, node) = (frame[r], activation.registers[r]);
                if r < first || builder.is_blocked(&activation) {
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
    builder.expect(callee, request.callee.bits());
    builder.assume_one_closure(&mut activation, callee, request);
    if let Some(target) = builder.new_target(&activation) {
        builder.expect(target, request.new_target.bits());
    }
    builder.build_activation(&mut activation);
    for (edge, value) in std::mem::take(&mut activation.returns) {
        builder.graph.blocks[edge.from.index()].terminator = Terminator::Return(value);
    }
    builder.graph.blocks[0].nodes.splice(0..0, builder.known.shared.drain(..).rev());
    *workspace = builder.workspace;
    workspace.known = builder.known;
    workspace.activations.push(activation.into_buffers());
    builder.graph.cells.sort_unstable();
    builder.graph.cells.dedup();
    Some((builder.graph, builder.assumed, builder.effects))
}

/// A self-hosted built-in as all call it that have no copy for themselves.
pub fn is_shared_built_in(code: &Code) -> bool {
    let first = code.body.get().and_then(|body| body.bytecode.first());
    first == Some(&(Opcode::Specialize as u16))
}

impl<'a> Activation<'a> {
    fn new(
        code: &'a Code,
        body: &'a CodeBody,
        cfg: Rc<Cfg>,
        inline: InlineId,
        caller_state: StateId,
        word: u32,
        depth: u32,
        buffers: ActivationBuffers,
    ) -> Activation<'a> {
        let ActivationBuffers { mut registers, mut pending, mut built } = buffers;
        registers.clear();
        registers.resize(cfg.words, NodeId::NONE);
        let blocks = cfg.blocks.len();
        pending.resize_with(blocks.max(pending.len()), Vec::new);
        built.clear();
        built.resize(blocks, false);
        Activation {
            code,
            body,
            cfg,
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
            trace: None,
            outer_call: NodeId::NONE,
        }
    }

    /// Its memory.
    fn into_buffers(mut self) -> ActivationBuffers {
        self.pending.iter_mut().for_each(Vec::clear);
        ActivationBuffers { registers: self.registers, pending: self.pending, built: self.built }
    }

    /// Control comes to a bb from a block, the registers being as they are.
    fn edge(&mut self, bb: usize, from: BlockId, facts: Facts, spare: &mut Vec<Vec<Edge>>) {
        let registers = self.cfg.alive(bb).iter().map(|r| self.registers[r]).collect();
        let edges = &mut self.pending[bb];
        if edges.capacity() == 0 {
            *edges = spare.pop().unwrap_or_default();
        }
        edges.push(Edge { from, registers, this: self.registers[THIS], facts });
    }

    /// The operands of the instruction at hand, for its view.
    fn operands(&self) -> Units<'a> {
        Units(&self.body.bytecode[self.pc..])
    }

    /// An inline cache, by its number.
    fn site(&self, number: usize) -> &'a Site {
        &self.body.sites[number]
    }

    /// What a register holds.
    fn get(&self, register: usize) -> NodeId {
        self.registers[register]
    }

    fn set(&mut self, register: usize, value: NodeId) {
        self.registers[register] = value;
    }

    /// The word of the graph's frame that a register is.
    fn word_of(&self, register: usize) -> u16 {
        (self.word as usize + register) as u16
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
            self.count_calls();
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
            self.graph.cells.push(value.bits());
        }
        self.shared(Op::Constant(value.bits()))
    }

    fn int_constant(&mut self, value: i32) -> NodeId {
        self.shared(Op::Int(value))
    }

    fn cell(&mut self, address: u64) -> NodeId {
        if address != 0 {
            self.graph.cells.push(address);
        }
        self.shared(Op::Constant(address))
    }

    fn op(&self, id: NodeId) -> &Op {
        &self.graph.node(id).op
    }

    fn rep(&self, id: NodeId) -> Rep {
        self.graph.node(id).rep
    }

    fn constant_value(&self, id: NodeId) -> Option<Value> {
        match self.op(id) {
            // SAFETY: cells of constants are alive as long as the graph (`Graph::cells`).
            Op::Constant(bits) => Some(unsafe { Value::from_bits(*bits) }),
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
        let alive = a.cfg.alive_before(pc).into_iter().flat_map(|alive| alive.iter());
        let held = alive.filter(|&r| r < below && r != THIS && a.registers[r].is_some());
        registers.extend(held.map(|r| (r as u16, a.registers[r])));
        registers
    }

    fn add_state(&mut self, a: &Activation, registers: Vec<(u16, NodeId)>) -> StateId {
        self.graph.states.push(FrameState { inline: a.inline, pc: a.pc as u32, caller: a.caller_state, registers });
        StateId(self.graph.states.len() as u32 - 1)
    }

    /// A call: where its exceptions are caught, if they are.
    fn call_node(&mut self, a: &mut Activation<'a>, op: Op, args: SmallVec<[NodeId; 4]>) -> NodeId {
        let state = self.state(a);
        self.seen(a.inline);
        if !op.is_allocation() {
            self.tell_current_call(a);
        }
        let node = self.add_full(op, args, state, Reason::Exception);
        let mut at = state;
        while at.is_some() {
            let FrameState { inline, pc, caller, .. } = self.graph.states[at.index()];
            let is_handled = self.bodies[inline.index()].handlers.iter().any(|h| h.start <= pc && pc < h.end);
            // What leaves a generator or an asynchronous function is the runtime's to settle.
            if is_handled || self.graph.inlines[inline.index()].suspends {
                let caught = if at == state { self.state_when_thrown(a, state) } else { at };
                self.graph.catches.insert(node, caught);
                break;
            }
            at = caller;
        }
        node
    }

    /// What the frames hold when the instruction at hand has thrown: what steps or closes an iterator has finished its record by then.
    fn state_when_thrown(&mut self, a: &Activation<'a>, state: StateId) -> StateId {
        let operands = a.operands();
        let record = match Opcode::from_u16(a.body.bytecode[a.pc]) {
            Some(Opcode::IteratorStep) => view::IteratorStep(operands).iterator(),
            Some(Opcode::IteratorSkip) => view::IteratorSkip(operands).iterator(),
            Some(Opcode::IteratorRest) => view::IteratorRest(operands).iterator(),
            Some(Opcode::IteratorClose) => view::IteratorClose(operands).iterator(),
            _ => return state,
        };
        let undefined = self.constant(Value::UNDEFINED);
        let mut registers = self.graph.registers();
        registers.extend_from_slice(&self.graph.states[state.index()].registers);
        for (_, node) in registers.iter_mut().filter(|(register, _)| *register as usize == record) {
            *node = undefined;
        }
        self.add_state(a, registers)
    }

    /// What feedback says has been wrong here.
    fn is_blocked(&self, a: &Activation) -> bool {
        self.blocklist.contains_key(&(a.code.machine().code_id, a.pc as u32))
    }

    /// What was a constant here has changed.
    fn has_changing_constant(&self, a: &Activation) -> bool {
        self.blocklist.contains_key(&of_constant((a.code.machine().code_id, a.pc as u32)))
    }

    /// So has been what was tried instead.
    fn is_blocked_wholly(&self, a: &Activation) -> bool {
        self.blocklist.get(&(a.code.machine().code_id, a.pc as u32)) == Some(&true)
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
}
