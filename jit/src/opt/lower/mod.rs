//! From the graph to Cranelift's language, and through Cranelift to machine code.
//!
//! Guards branch to cold blocks, one for each state and reason: they store the state's values raw in the frames' words, and leave by a thunk whose
//! runtime function knows by the exit's number how each is to be boxed ([`super::exit`]).

mod allocate;
mod arithmetic;
mod branches;
mod call;
mod calls;
mod code_origins;
mod compare;
mod conditions;
mod convert;
mod count;
mod data_view;
mod element;
mod exits;
mod guard;
mod iteration;
mod memory;
mod node;
mod property;
mod speculation_recovery;
mod suspension;
mod type_of;
mod typed_array;

use super::exit::Exit;
use super::helpers;
use super::ir::*;
use crate::target;
use abi::cell::{CellHeader, CellKind, CellState, FLAG_HTMLDDA, FLAG_LENGTH_READONLY, FLAG_PROTOTYPE};
use abi::context::VmContext;
use abi::frame::*;
use abi::object::*;
use abi::string::{SLICE_BASE_OFFSET, SLICE_OFFSET_OFFSET, STRING_ATOM, STRING_DATA_OFFSET, StringCell, StringForm};
use abi::value::{NOT_CELL_MASK, NUMBER_TAG, Value as JsValue};
use code_origins::{Blocks, code_origins};
use cranelift_codegen::Context;
use cranelift_codegen::control::ControlPlane;
use cranelift_codegen::ir::condcodes::{FloatCC, IntCC};
use cranelift_codegen::ir::types::{F32, F64, I8, I16, I32, I64, I64X2};
use cranelift_codegen::ir::{
    self, AbiParam, Block as ClifBlock, BlockArg, Function, InstBuilder, MemFlagsData as MemFlags, SigRef, Signature,
    SourceLoc, UserFuncName, Value,
};
use cranelift_codegen::isa::{CallConv, TargetIsa};
use cranelift_frontend::{FunctionBuilder, FunctionBuilderContext};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use speculation_recovery::{Recoveries, Recovery};
use std::mem::offset_of;
use vm::Vm;
use vm::builtins::intrinsic::Direct;

/// Addresses that code refers to.
#[derive(Clone, Copy, Debug)]
pub struct Addresses {
    pub vm: u64,
    /// Of the word by which other threads request something.
    pub requests: u64,
    /// Of the strings of one unit below 256.
    pub chars: u64,
    /// Of the nodes of the calling context tree; 0 if calls are not traced.
    pub call_nodes: u64,
    /// Thunks: the frame is set up by the runtime; the code is left by an exit; the runtime is called, and all registers are preserved.
    pub enter: u64,
    pub exit: u64,
    pub preserve: u64,
    /// Guards fail at random.
    pub forced: bool,
    /// How the address of a function of ours is written: as what it is, but where code is only looked at.
    pub of_function: fn(usize) -> u64,
}

/// Machine code and what belongs to it.
pub struct Machine {
    pub code: Vec<u8>,
    pub exits: Vec<Exit>,
    /// Code offset at which an exit begins, and the exit's number; for listings.
    pub exit_offsets: Vec<(u32, u32)>,
    /// Code offset from which on the origin holds, ascending; `u32::MAX` for none.
    pub ranges: Vec<(u32, u32)>,
}

/// How the code is entered.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CodeEntry {
    /// By a call: the frame has callee, this, argc, arguments, caller and flags.
    Call { parameters: u32 },
    /// In the middle, with a frame that is complete.
    Middle,
}

const TRUSTED: MemFlags = MemFlags::trusted();

/// In a location that Cranelift keeps for us: the rest is no origin but the number of the exit that these bytes take.
const LEAVES: u32 = 1 << 31;

struct Lower<'a, 'b> {
    graph: &'a Graph,
    fb: FunctionBuilder<'b>,
    addresses: Addresses,
    blocks: FxHashMap<BlockId, ClifBlock>,
    values: Vec<Option<Value>>,
    /// Conditions that are not made: branches find them out.
    only_branched_on: Vec<bool>,
    /// Nodes of the calling context tree with 64 bits, by what found them.
    call_offsets: FxHashMap<NodeId, Value>,
    tail: SigRef,
    tail_extra: SigRef,
    call_conv: CallConv,
    /// The machine rounds doubles in an instruction.
    rounds: bool,
    /// Blocks that store a state, by state: their parameters are the exit's number and what the guard found.
    stores: FxHashMap<(StateId, Recoveries), ClifBlock>,
    exits: Vec<Exit>,
    /// Exits that are not emitted yet.
    waiting: Vec<Waiting>,
    /// Variables of loops that were added to, and the first of them in the block at hand.
    recoveries: Vec<Recovery>,
    first_recovery: u32,
    /// The block by which exceptions go to the caller, if any do.
    thrown: Option<ClifBlock>,
    jumped: Option<Value>,
    origin: u32,
    number: u32,
}

/// An exit to be emitted: the block that leaves, and what for.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Waiting {
    block: ClifBlock,
    state: StateId,
    reason: Reason,
    origin: u32,
    /// The guard; none where control ends, or an exception is pending.
    guard: NodeId,
    recoveries: Recoveries,
}

/// The signature of compiled functions.
fn tail_signature(extra: bool) -> Signature {
    let mut signature = Signature::new(CallConv::Tail);
    for _ in 0..4 + extra as usize {
        signature.params.push(AbiParam::new(I64));
    }
    signature.returns.push(AbiParam::new(I64));
    signature
}

/// Memory that one compilation leaves to the next.
pub struct Workspace {
    context: Context,
    builder: FunctionBuilderContext,
}

impl Default for Workspace {
    fn default() -> Workspace {
        Workspace { context: Context::new(), builder: FunctionBuilderContext::new() }
    }
}

/// Compiles a graph; an error if Cranelift has one.
///
/// `number` is the code's, which its exits carry.
pub fn compile(
    workspace: &mut Workspace,
    graph: &Graph,
    entry: CodeEntry,
    addresses: Addresses,
    number: u32,
    isa: &dyn TargetIsa,
) -> Result<Machine, String> {
    let Workspace { context, builder } = workspace;
    context.clear();
    context.func = Function::with_name_signature(UserFuncName::default(), tail_signature(false));
    let mut fb = FunctionBuilder::new(&mut context.func, builder);
    let tail = fb.import_signature(tail_signature(false));
    let tail_extra = fb.import_signature(tail_signature(true));
    let mut lower = Lower {
        graph,
        fb,
        addresses,
        blocks: FxHashMap::default(),
        values: vec![None; graph.nodes.len()],
        only_branched_on: Vec::new(),
        call_offsets: FxHashMap::default(),
        tail,
        tail_extra,
        call_conv: CallConv::triple_default(isa.triple()),
        rounds: target::has_rounding(isa),
        stores: FxHashMap::default(),
        exits: Vec::new(),
        waiting: Vec::new(),
        recoveries: Vec::new(),
        first_recovery: 0,
        thrown: None,
        jumped: None,
        origin: 0,
        number,
    };
    lower.function(entry);
    let Lower { fb, exits, .. } = lower;
    fb.finalize(isa.frontend_config());
    let mut control = ControlPlane::default();
    let compiled = context.compile(isa, &mut control).map_err(|e| format!("{:?}\n{}", e.inner, e.func))?;
    if !compiled.buffer.relocs().is_empty() {
        return Err(format!("relocations: {:?}", compiled.buffer.relocs()));
    }
    let mut exit_offsets: Vec<(u32, u32)> = Vec::with_capacity(exits.len());
    let located: Vec<_> = compiled
        .buffer
        .get_srclocs_sorted()
        .iter()
        .filter_map(|loc| match loc.loc.is_default() {
            // What Cranelift begins every function with.
            true if loc.start == 0 => Some((0, loc.end, 0)),
            true => None,
            false if loc.loc.bits() & LEAVES != 0 => {
                let number = loc.loc.bits() & !LEAVES;
                let block = compiled.bb_starts[..compiled.bb_starts.partition_point(|b| *b <= loc.start)].last();
                exit_offsets.push((block.copied().unwrap_or(loc.start), number));
                Some((loc.start, loc.end, exits[number as usize].origin))
            }
            false => Some((loc.start, loc.end, loc.loc.bits())),
        })
        .collect();
    exit_offsets.dedup();
    let code = compiled.code_buffer();
    let edges = branches::edges(target::Target::of(isa), code, &compiled.bb_starts);
    let ranges = code_origins(&located, &Blocks::new(&compiled.bb_starts, &edges));
    Ok(Machine { code: code.to_vec(), exits, exit_offsets, ranges })
}

impl Lower<'_, '_> {
    fn function(&mut self, entry: CodeEntry) {
        let order = self.graph.order();
        self.only_branched_on = conditions::only_branched_on(self.graph, &order);
        let start = self.fb.create_block();
        self.fb.append_block_params_for_function_params(start);
        for &b in &order {
            let block = self.fb.create_block();
            for &phi in &self.graph.blocks[b.index()].phis {
                let ty = clif_type(self.graph.node(phi).rep);
                let value = self.fb.append_block_param(block, ty);
                self.values[phi.index()] = Some(value);
            }
            self.blocks.insert(b, block);
        }
        self.fb.switch_to_block(start);
        self.at(0);
        self.prologue(entry, start);
        let first = self.blocks[&order[0]];
        self.fb.ins().jump(first, &[]);
        // Entry in the middle, not with a frame that was just set up: that has little to forget, and arguments that instructions look for by themselves.
        let in_middle = entry == CodeEntry::Middle && self.graph.origins.first().is_some_and(|origin| origin.pc > 0);
        let mut reads = if in_middle && self.keeps_words(&order) { self.reads(order[0]) } else { None };
        for &b in &order {
            self.fb.switch_to_block(self.blocks[&b]);
            self.begin_recoveries();
            let count = self.graph.blocks[b.index()].nodes.len();
            for i in 0..=count {
                if reads.take_if(|reads| *reads == i).is_some() {
                    // What the frame holds has been read, and nothing has been written to it yet.
                    let frame = self.frame();
                    self.clear_words(frame, FIRST_ARGUMENT);
                }
                if i < count {
                    let id = self.graph.blocks[b.index()].nodes[i];
                    if self.only_branched_on[id.index()] {
                        continue;
                    }
                    self.at(self.graph.node(id).origin);
                    self.node(id);
                }
            }
            self.end(b);
        }
        self.emit_exits();
        self.emit_thrown();
        self.fb.seal_all_blocks();
    }

    /// Whether what is in the frame at the entry would be there for long: as long as a loop runs, or in a copy of the frame.
    fn keeps_words(&self, order: &[BlockId]) -> bool {
        let suspends = |id: &NodeId| matches!(self.graph.node(*id).op, Op::Suspend { .. });
        let keeps = |block: &Block| block.is_loop || block.nodes.iter().any(suspends);
        order.iter().any(|b| keeps(&self.graph.blocks[b.index()]))
    }

    /// How many nodes at the block's beginning read what the frame holds, and others that are the same everywhere.
    fn reads(&self, block: BlockId) -> Option<usize> {
        let nodes = &self.graph.blocks[block.index()].nodes;
        let is_start = |id: &NodeId| {
            let node = self.graph.node(*id);
            node.args.is_empty() && node.op.properties().moves == Moves::Freely
        };
        let count = nodes.iter().take_while(|id| is_start(id)).count();
        let is_read =
            |id: &NodeId| matches!(self.graph.node(*id).op, Op::Word(word) if word as usize >= FIRST_ARGUMENT);
        (!nodes[count..].iter().any(is_read)).then_some(count)
    }

    fn at(&mut self, origin: u32) {
        self.origin = origin;
        self.fb.set_srcloc(SourceLoc::new(origin));
    }

    fn prologue(&mut self, entry: CodeEntry, start: ClifBlock) {
        let frame = self.fb.block_params(start)[1];
        let CodeEntry::Call { parameters } = entry else {
            let id = self.fb.ins().iconst(I32, self.graph.inlines[0].native_id as i64);
            self.store(id, frame, 8 * POSITION + 4);
            return;
        };
        let vm = self.vm();
        let slow = self.cold();
        let requested = self.requested();
        let none = self.is_zero(requested);
        self.go_on(none, slow);
        let callee = self.load(I64, frame, 8 * CALLEE);
        if !self.graph.in_one_realm {
            let realm = self.load(I64, callee, offset_of!(JsFunction, realm));
            let current = self.load(I64, vm, offset_of!(VmContext, realm));
            let same = self.fb.ins().icmp(IntCC::Equal, realm, current);
            self.go_on(same, slow);
        }
        let end = self.fb.ins().iadd_imm_s(frame, self.graph.words as i64 * 8);
        let limit = self.load(I64, vm, offset_of!(VmContext, stack_limit));
        let fits = self.fb.ins().icmp(IntCC::UnsignedLessThan, end, limit);
        self.go_on(fits, slow);
        let sp = self.fb.ins().get_stack_pointer(I64);
        let limit = self.load(I64, vm, offset_of!(VmContext, native_limit));
        let fits = self.fb.ins().icmp(IntCC::UnsignedGreaterThan, sp, limit);
        self.go_on(fits, slow);
        if self.graph.inlines[0].coerces_this {
            let this = self.load(I64, frame, 8 * THIS);
            let cell = self.is_cell(this);
            self.go_on(cell, slow);
            let kind = self.load8(this, offset_of!(CellHeader, kind));
            let object = self.fb.ins().icmp_imm_u(IntCC::UnsignedGreaterThanOrEqual, kind, CellKind::Object as i64);
            self.go_on(object, slow);
        }
        self.fill_missing_arguments(frame, parameters);
        if self.graph.inlines[0].is_arrow {
            let this = self.load(I64, callee, offset_of!(JsFunction, this));
            self.store(this, frame, 8 * THIS);
        }
        let position = self.word((self.graph.inlines[0].native_id as u64) << 32);
        self.store(position, frame, 8 * POSITION);
        let code = self.word(self.graph.inlines[0].machine);
        self.store(code, frame, 8 * CODE);
        self.fb.ins().set_pinned_reg(frame);
        let body = self.fb.create_block();
        if self.graph.inlines[0].suspends {
            // There is no generator before it is made, even for an exception. The frame will be copied whole.
            let none = self.word(JsValue::EMPTY.bits());
            self.store(none, frame, 8 * NEW_TARGET);
            self.clear_words(frame, FIRST_ARGUMENT + parameters as usize);
        } else if self.graph.blocks.iter().any(|block| block.is_loop) {
            // Once for each full collection: what is called often has little time for it.
            let clear = self.cold();
            let collections = self.load(I32, vm, offset_of!(VmContext, collections));
            let cleared = self.load(I32, code, offset_of!(CodeHeader, cleared));
            let same = self.fb.ins().icmp(IntCC::Equal, collections, cleared);
            self.fb.ins().brif(same, body, &[], clear, &[]);
            self.fb.switch_to_block(clear);
            self.store(collections, code, offset_of!(CodeHeader, cleared));
            self.clear_words(frame, FIRST_ARGUMENT + parameters as usize);
        }
        self.fb.ins().jump(body, &[]);
        self.fb.switch_to_block(slow);
        let args = self.tail_arguments(frame);
        let address = self.word(self.addresses.enter);
        self.fb.ins().return_call_indirect(self.tail, address, &args);
        self.fb.switch_to_block(body);
    }

    /// Writes undefined for the parameters that the caller gives no argument for.
    fn fill_missing_arguments(&mut self, frame: Value, parameters: u32) {
        if parameters == 0 {
            return;
        }
        let (each, all) = (self.cold(), self.fb.create_block());
        let at = self.fb.append_block_param(each, I64);
        let argc = self.load(I32, frame, 8 * ARGC_FLAGS);
        let enough = self.fb.ins().icmp_imm_u(IntCC::UnsignedGreaterThanOrEqual, argc, parameters as i64);
        let given = self.fb.ins().uextend(I64, argc);
        let bytes = self.fb.ins().ishl_imm_u(given, 3);
        let arguments = self.fb.ins().iadd(frame, bytes);
        self.fb.ins().brif(enough, all, &[], each, &[BlockArg::Value(arguments)]);
        self.fb.switch_to_block(each);
        let undefined = self.word(JsValue::UNDEFINED.bits());
        self.store(undefined, at, 8 * FIRST_ARGUMENT);
        let next = self.fb.ins().iadd_imm_s(at, 8);
        let end = self.fb.ins().iadd_imm_s(frame, 8 * i64::from(parameters));
        let more = self.fb.ins().icmp(IntCC::UnsignedLessThan, next, end);
        self.fb.ins().brif(more, each, &[BlockArg::Value(next)], all, &[]);
        self.fb.switch_to_block(all);
    }

    /// Clears the frame's words from one on, with those of the frames that are inlined. They are written where somebody looks at them and when the
    /// code is left, no sooner; but the collector takes whatever lies below the top frame for values, and what calls left there before would
    /// live as long as a loop runs.
    fn clear_words(&mut self, frame: Value, first: usize) {
        /// Words that are cleared one after the other; more of them by a loop.
        const FEW: usize = 32;
        let words = self.graph.words as usize;
        if first >= words {
            return;
        }
        let zero = self.word(0);
        let even = first + (words - first) % 2;
        (first..even).for_each(|word| self.store(zero, frame, 8 * word));
        let zeros = self.fb.ins().splat(I64X2, zero);
        // Frames are aligned to words.
        let flags = MemFlags::new().with_notrap();
        if words - even <= FEW {
            for word in (even..words).step_by(2) {
                self.fb.ins().store(flags, zeros, frame, 8 * word as i32);
            }
            return;
        }
        let (each, behind) = (self.cold(), self.cold());
        let at = self.fb.append_block_param(each, I64);
        let start = self.fb.ins().iadd_imm_s(frame, 8 * even as i64);
        let end = self.fb.ins().iadd_imm_s(frame, 8 * words as i64);
        self.fb.ins().jump(each, &[BlockArg::Value(start)]);
        self.fb.switch_to_block(each);
        self.fb.ins().store(flags, zeros, at, 0);
        let next = self.fb.ins().iadd_imm_s(at, 16);
        let done = self.fb.ins().icmp(IntCC::Equal, next, end);
        self.fb.ins().brif(done, behind, &[], each, &[BlockArg::Value(next)]);
        self.fb.switch_to_block(behind);
    }

    /// Registers that stencils and thunks take their constants from.
    fn tail_arguments(&mut self, frame: Value) -> [Value; 4] {
        let vm = self.vm();
        let tag = self.word(NUMBER_TAG);
        let mask = self.word(NOT_CELL_MASK);
        [vm, frame, tag, mask]
    }

    // ---- small things

    fn vm(&mut self) -> Value {
        self.word(self.addresses.vm)
    }

    fn frame(&mut self) -> Value {
        self.fb.ins().get_pinned_reg(I64)
    }

    fn word(&mut self, value: u64) -> Value {
        self.fb.ins().iconst(I64, value as i64)
    }

    fn load(&mut self, ty: ir::Type, base: Value, offset: usize) -> Value {
        self.fb.ins().load(ty, TRUSTED, base, offset as i32)
    }

    fn load8(&mut self, base: Value, offset: usize) -> Value {
        self.fb.ins().uload8(I32, TRUSTED, base, offset as i32)
    }

    fn store(&mut self, value: Value, base: Value, offset: usize) {
        self.fb.ins().store(TRUSTED, value, base, offset as i32);
    }

    fn cold(&mut self) -> ClifBlock {
        let block = self.fb.create_block();
        self.fb.set_cold_block(block);
        block
    }

    fn is_zero(&mut self, value: Value) -> Value {
        self.fb.ins().icmp_imm_u(IntCC::Equal, value, 0)
    }

    fn is_cell(&mut self, value: Value) -> Value {
        let mask = self.word(NOT_CELL_MASK);
        let bits = self.fb.ins().band(value, mask);
        self.is_zero(bits)
    }

    fn is_int(&mut self, value: Value) -> Value {
        let tag = self.word(NUMBER_TAG);
        self.fb.ins().icmp(IntCC::UnsignedGreaterThanOrEqual, value, tag)
    }

    fn is_number(&mut self, value: Value) -> Value {
        let tag = self.word(NUMBER_TAG);
        let bits = self.fb.ins().band(value, tag);
        self.fb.ins().icmp_imm_u(IntCC::NotEqual, bits, 0)
    }

    fn box_int(&mut self, value: Value) -> Value {
        let wide = self.fb.ins().uextend(I64, value);
        let tag = self.word(NUMBER_TAG);
        self.fb.ins().bor(wide, tag)
    }

    fn unbox_double(&mut self, value: Value) -> Value {
        let tag = self.word(NUMBER_TAG);
        let bits = self.fb.ins().iadd(value, tag);
        self.fb.ins().bitcast(F64, MemFlags::new(), bits)
    }

    /// A double as a value, an int32 where it is one: so that what was computed with doubles does not turn arrays and feedback to doubles. For
    /// what the interpreter leaves a double there is [`Graph::stays_double`].
    fn box_number(&mut self, value: Value) -> Value {
        /// Bits that are 0 in a double that is an int32, and in the processor's NaN.
        const LOW: i64 = (1 << (f64::MANTISSA_DIGITS - 32)) - 1;
        let (rare, done) = (self.cold(), self.fb.create_block());
        self.fb.append_block_param(done, I64);
        let bits = self.fb.ins().bitcast(I64, MemFlags::new(), value);
        let low = self.fb.ins().band_imm_s(bits, LOW);
        self.go_on(low, rare);
        let ordered = self.fb.ins().fcmp(FloatCC::Ordered, value, value);
        self.go_on(ordered, rare);
        let tag = self.word(NUMBER_TAG);
        let boxed = self.fb.ins().isub(bits, tag);
        self.jump_with(done, boxed);
        self.fb.switch_to_block(rare);
        let (int, double) = (self.cold(), self.cold());
        let (nearest, same) = self.nearest_int(value);
        self.fb.ins().brif(same, int, &[], double, &[]);
        self.fb.switch_to_block(int);
        let boxed = self.box_int(nearest);
        self.jump_with(done, boxed);
        self.fb.switch_to_block(double);
        let boxed = self.box_double(value);
        self.jump_with(done, boxed);
        self.fb.switch_to_block(done);
        self.fb.block_params(done)[0]
    }

    /// An int32, and whether the double is that, bit by bit, so that -0 is none.
    fn nearest_int(&mut self, double: Value) -> (Value, Value) {
        /// Where doubles are 1 apart: a sum with it ends in the other operand, rounded, as an integer.
        const ONE_APART: f64 = (3_u64 << (f64::MANTISSA_DIGITS - 2)) as f64;
        let apart = self.fb.ins().f64const(ONE_APART);
        let sum = self.fb.ins().fadd(double, apart);
        let rounded = self.fb.ins().bitcast(I64, MemFlags::new(), sum);
        let int = self.fb.ins().ireduce(I32, rounded);
        let back = self.fb.ins().fcvt_from_sint(F64, int);
        let [bits, its] = [double, back].map(|double| self.fb.ins().bitcast(I64, MemFlags::new(), double));
        (int, self.fb.ins().icmp(IntCC::Equal, bits, its))
    }

    fn box_double(&mut self, value: Value) -> Value {
        let bits = self.fb.ins().bitcast(I64, MemFlags::new(), value);
        let tag = self.word(NUMBER_TAG);
        let boxed = self.fb.ins().isub(bits, tag);
        let ordered = self.fb.ins().fcmp(FloatCC::Ordered, value, value);
        let nan = self.word(JsValue::NAN.bits());
        self.fb.ins().select(ordered, boxed, nan)
    }

    /// Goes on in a new block if the condition holds, else in the other.
    fn go_on(&mut self, condition: Value, otherwise: ClifBlock) {
        let next = self.fb.create_block();
        self.fb.ins().brif(condition, next, &[], otherwise, &[]);
        self.fb.switch_to_block(next);
    }

    fn jump_with(&mut self, block: ClifBlock, value: Value) {
        self.fb.ins().jump(block, &[BlockArg::Value(value)]);
    }

    /// The block by which a node leaves.
    fn exit(&mut self, id: NodeId) -> ClifBlock {
        let node = self.graph.node(id);
        let (state, reason, origin) = (node.state, node.reason, node.origin);
        self.exit_to(state, reason, origin, id)
    }

    fn exit_to(&mut self, state: StateId, reason: Reason, origin: u32, guard: NodeId) -> ClifBlock {
        assert!(state.is_some(), "an exit without a state ({})", reason.name());
        let recoveries = self.recoveries_of(state);
        let this = (state, reason, origin, guard, recoveries);
        let same = |w: &&Waiting| (w.state, w.reason, w.origin, w.guard, w.recoveries) == this;
        if let Some(waiting) = self.waiting.iter().rev().take(4).find(same) {
            return waiting.block;
        }
        let block = self.cold();
        self.waiting.push(Waiting { block, state, reason, origin, guard, recoveries });
        block
    }

    /// Every so often a guard fails that holds, if that was asked for.
    fn force(&mut self, id: NodeId) {
        let node = self.graph.node(id);
        if !self.addresses.forced || node.state.is_none() || node.op.is_effect() || node.reason.is_harmless() {
            return;
        }
        let (state, origin) = (node.state, node.origin);
        let vm = self.vm();
        let count = self.load(I32, vm, offset_of!(VmContext, deopt_countdown));
        let less = self.fb.ins().iadd_imm_s(count, -1);
        self.store(less, vm, offset_of!(VmContext, deopt_countdown));
        let exit = self.exit_to(state, Reason::Forced, origin, NodeId::NONE);
        let more = self.fb.ins().icmp_imm_u(IntCC::NotEqual, less, 0);
        self.go_on(more, exit);
    }

    /// Leaves unless the condition holds.
    fn require(&mut self, condition: Value, id: NodeId) {
        let exit = self.exit(id);
        self.go_on(condition, exit);
    }

    /// Leaves if the condition holds.
    fn refuse(&mut self, condition: Value, id: NodeId) {
        let exit = self.exit(id);
        let next = self.fb.create_block();
        self.fb.ins().brif(condition, exit, &[], next, &[]);
        self.fb.switch_to_block(next);
    }

    /// A node's value. Constants are made where they are used, since they cost less than a register.
    fn value(&mut self, id: NodeId) -> Value {
        match self.graph.node(id).op {
            Op::Constant(bits) => self.word(bits),
            Op::Int(value) => self.fb.ins().iconst(I32, value as i64),
            Op::Double(bits) => self.fb.ins().f64const(f64::from_bits(bits)),
            ref op => self.values[id.index()].unwrap_or_else(|| panic!("{id:?} ({op:?}) is used before it is there")),
        }
    }

    /// A value as a JavaScript value.
    fn tagged(&mut self, id: NodeId) -> Value {
        let value = self.value(id);
        match self.graph.node(id).rep {
            Rep::Int => self.box_int(value),
            Rep::Double if self.graph.stays_double(id) => self.box_double(value),
            Rep::Double => self.box_number(value),
            Rep::Bool => {
                let wide = self.fb.ins().uextend(I64, value);
                self.fb.ins().bor_imm_u(wide, JsValue::FALSE.bits() as i64)
            }
            _ => value,
        }
    }

    /// Calls a function of ours that neither allocates nor looks at frames. The frame is published first, with the origin: inlined activations may
    /// have no frame of their own.
    fn leaf_call(&mut self, address: usize, args: &[Value], result: ir::Type) -> Value {
        self.publish_origin();
        let value = self.system_call(address, args, result);
        self.restore_position();
        value
    }

    /// The same from a place that is hardly ever come to: see [`Lower::cold_call`].
    fn cold_leaf_call(&mut self, address: usize, args: &[Value], result: ir::Type) -> Value {
        self.publish_origin();
        let value = self.cold_call(address, args, result);
        self.restore_position();
        value
    }

    fn publish_origin(&mut self) {
        let frame = self.frame();
        self.store_position(frame, POSITION_IS_ORIGIN | self.origin);
        self.publish(InlineId(0), None);
    }

    fn restore_position(&mut self) {
        if let Some(pc) = self.call_in_progress() {
            let frame = self.frame();
            self.store_position(frame, pc);
        }
    }

    /// Where the function itself is, if it is in a call that is inlined and has said so.
    fn call_in_progress(&self) -> Option<u32> {
        let mut inline = self.graph.origins[self.origin as usize].inline;
        let mut found = None;
        while !self.graph.inlines[inline.index()].caller.is_none() {
            let Inline { caller, call_pc, is_seen, .. } = self.graph.inlines[inline.index()];
            found = is_seen.then_some(call_pc);
            inline = caller;
        }
        found
    }

    /// Calls a function of ours from a place that is hardly ever come to. The thunk on the way preserves all registers, so that values stay in theirs where
    /// control does not come by. The function gets the VM and at most four more arguments, none of them a double.
    fn cold_call(&mut self, address: usize, args: &[Value], result: ir::Type) -> Value {
        let address = self.word((self.addresses.of_function)(address));
        let mut all = SmallVec::<[Value; 6]>::from_slice(args);
        all.insert(1, address);
        let mut signature = Signature::new(CallConv::PreserveAll);
        signature.params.extend(all.iter().map(|arg| AbiParam::new(self.fb.func.dfg.value_type(*arg))));
        let signature = self.fb.import_signature(signature);
        let thunk = self.word(self.addresses.preserve);
        self.fb.ins().call_indirect(signature, thunk, &all);
        let vm = self.vm();
        self.load(result, vm, offset_of!(VmContext, return_value))
    }

    fn system_call(&mut self, address: usize, args: &[Value], result: ir::Type) -> Value {
        let mut signature = Signature::new(self.call_conv);
        for arg in args {
            signature.params.push(AbiParam::new(self.fb.func.dfg.value_type(*arg)));
        }
        signature.returns.push(AbiParam::new(result));
        let signature = self.fb.import_signature(signature);
        let address = self.word((self.addresses.of_function)(address));
        let call = self.fb.ins().call_indirect(signature, address, args);
        self.fb.inst_results(call)[0]
    }

    /// The frame of an activation.
    fn frame_of(&mut self, inline: InlineId) -> Value {
        let frame = self.frame();
        match self.graph.inlines[inline.index()].word {
            0 => frame,
            word => self.fb.ins().iadd_imm_s(frame, word as i64 * 8),
        }
    }

    /// Tells everybody who looks at the stack which frame is on top, and where it is.
    fn publish(&mut self, inline: InlineId, pc: Option<u32>) {
        let frame = self.frame_of(inline);
        if let Some(pc) = pc {
            self.store_position(frame, pc);
        }
        let vm = self.vm();
        // A call follows, before which no compiler moves or drops a store; on x86-64 an atomic one would be a fence as well.
        self.store(frame, vm, offset_of!(VmContext, top_call_frame));
    }

    fn store_position(&mut self, frame: Value, pc: u32) {
        let pc = self.fb.ins().iconst(I32, pc as i64);
        self.store(pc, frame, offset_of!(Frame, position));
    }

    /// Not 0 if another thread wants something.
    fn requested(&mut self) -> Value {
        let requests = self.word(self.addresses.requests);
        self.fb.ins().atomic_load(I32, TRUSTED, requests)
    }

    // ---- ends

    fn end(&mut self, b: BlockId) {
        self.at(self.graph.blocks[b.index()]
            .nodes
            .last()
            .map_or(self.graph.blocks[b.index()].origin, |n| self.graph.node(*n).origin));
        match &self.graph.blocks[b.index()].terminator {
            Terminator::Open => panic!("{b:?} has no end"),
            Terminator::Jump(to) => {
                let position = self.graph.blocks[to.index()].predecessors.iter().position(|p| *p == b);
                let args: Vec<BlockArg> = match position {
                    Some(i) => {
                        let phis = &self.graph.blocks[to.index()].phis;
                        phis.iter().map(|phi| BlockArg::Value(self.value(self.graph.node(*phi).args[i]))).collect()
                    }
                    None => Vec::new(),
                };
                let block = self.blocks[to];
                self.fb.ins().jump(block, &args);
            }
            Terminator::Branch { condition, yes, no } => {
                self.branch_on(*condition, self.blocks[yes], self.blocks[no]);
            }
            Terminator::Switch { value, least, targets, other } => {
                let value = self.value(*value);
                let index = self.fb.ins().iadd_imm_s(value, -(*least as i64));
                let mut switch = cranelift_frontend::Switch::new();
                for (i, target) in targets.iter().enumerate() {
                    switch.set_entry(i as u128, self.blocks[target]);
                }
                let other = self.blocks[other];
                switch.emit(&mut self.fb, index, other);
            }
            Terminator::Return(value) => {
                let value = *value;
                self.ret(value);
            }
            Terminator::Leave(state, reason, origin) => {
                let (state, reason, origin) = (*state, *reason, *origin);
                let exit = self.exit_to(state, reason, origin, NodeId::NONE);
                self.fb.ins().jump(exit, &[]);
            }
        }
    }

    fn ret(&mut self, id: NodeId) {
        let value = self.value(id);
        let frame = self.frame();
        let plain = self.fb.create_block();
        self.fb.append_block_param(plain, I64);
        let primitive = matches!(self.graph.node(id).op, Op::Constant(bits) if !JsValue::is_cell_word(bits));
        if self.graph.inlines[0].is_constructor {
            let flags = self.load(I32, frame, 8 * ARGC_FLAGS + 4);
            let bit = self.fb.ins().band_imm_u(flags, FLAG_CONSTRUCT as i64);
            let construct = self.cold();
            self.fb.ins().brif(bit, construct, &[], plain, &[BlockArg::Value(value)]);
            self.fb.switch_to_block(construct);
            let this = self.load(I64, frame, 8 * THIS);
            if primitive {
                self.jump_with(plain, this);
            } else {
                let result = self.object_or(value, this);
                self.jump_with(plain, result);
            }
        } else {
            self.jump_with(plain, value);
        }
        self.fb.switch_to_block(plain);
        let value = self.fb.block_params(plain)[0];
        let caller = self.load(I64, frame, 8 * CALLER);
        self.fb.ins().set_pinned_reg(caller);
        self.fb.ins().return_(&[value]);
    }

    fn object_or(&mut self, value: Value, this: Value) -> Value {
        let (cell, done) = (self.fb.create_block(), self.fb.create_block());
        self.fb.append_block_param(done, I64);
        let is_cell = self.is_cell(value);
        self.fb.ins().brif(is_cell, cell, &[], done, &[BlockArg::Value(this)]);
        self.fb.switch_to_block(cell);
        let kind = self.load8(value, offset_of!(CellHeader, kind));
        let object = self.fb.ins().icmp_imm_u(IntCC::UnsignedGreaterThanOrEqual, kind, CellKind::Object as i64);
        let result = self.fb.ins().select(object, value, this);
        self.jump_with(done, result);
        self.fb.switch_to_block(done);
        self.fb.block_params(done)[0]
    }
}

fn clif_type(rep: Rep) -> ir::Type {
    match rep {
        Rep::Int => I32,
        Rep::Double => F64,
        Rep::Bool => ir::types::I8,
        _ => I64,
    }
}

fn int_condition(condition: Condition) -> IntCC {
    match condition {
        Condition::Equal => IntCC::Equal,
        Condition::Less => IntCC::SignedLessThan,
        Condition::LessOrEqual => IntCC::SignedLessThanOrEqual,
        Condition::Greater => IntCC::SignedGreaterThan,
        Condition::GreaterOrEqual => IntCC::SignedGreaterThanOrEqual,
    }
}

fn float_condition(condition: Condition) -> FloatCC {
    match condition {
        Condition::Equal => FloatCC::Equal,
        Condition::Less => FloatCC::LessThan,
        Condition::LessOrEqual => FloatCC::LessThanOrEqual,
        Condition::Greater => FloatCC::GreaterThan,
        Condition::GreaterOrEqual => FloatCC::GreaterThanOrEqual,
    }
}
