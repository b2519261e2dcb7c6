//! From a pattern's code to Cranelift's language, and through Cranelift to machine code.
//!
//! Instructions become blocks in their order. Positions are addresses of units, `at` and the stack's top Cranelift variables; registers, the
//! budget and where the attempt began lie in memory. Ways that meet at an instruction wait as edges until it is their turn: then it is
//! known whether they agree about the stack ([`super::state`]).

mod backtracking;
mod loops;

use super::sets::{Table, Tests, Units};
use super::state::{BOTTOM, Kind, NodeId, Nodes, StackState, UNKNOWN};
use cranelift_codegen::Context;
use cranelift_codegen::control::ControlPlane;
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::types::{I8, I16, I32, I64};
use cranelift_codegen::ir::{
    AbiParam, Block, BlockArg, Function, InstBuilder, JumpTableData, MemFlagsData as MemFlags, Signature, Type,
    UserFuncName, Value,
};
use cranelift_codegen::isa::{CallConv, TargetIsa};
use cranelift_frontend::{FunctionBuilder, FunctionBuilderContext, Variable};
use rustc_hash::FxHashMap;
use std::mem::offset_of;
use vm::regexp::UNLIMITED;
use vm::regexp::code::{Code, Insn, Loop};
use vm::regexp::native::{self, NativeStackEntry, Run};

/// Machine code, and the tables that it names.
pub struct Machine {
    pub code: Vec<u8>,
    #[expect(clippy::vec_box, reason = "machine code holds their addresses")]
    pub tables: Vec<Box<Table>>,
}

/// Instructions and units of literals at most: what is larger stays with the machine.
const LARGEST: usize = 4000;
/// Groups that a loop forgets at most.
const MOST_RESET: u32 = 64;

const TRUSTED: MemFlags = MemFlags::trusted();
const UNALIGNED: MemFlags = MemFlags::new().with_notrap();
const ENTRY: i64 = size_of::<NativeStackEntry>() as i64;
const ABSENT: i64 = vm::regexp::matcher::ABSENT as i64;

/// A way to an instruction that is yet to come.
struct Edge {
    block: Block,
    state: StackState,
    /// The position there, where it is another.
    at: Option<Value>,
}

/// Where the number of an entry on the stack leads.
#[derive(Clone, Copy)]
enum Resume {
    Choice(u32),
    /// The loop's instruction, the chain below its entry, and the way on.
    Loop(u32, NodeId, Block),
}

pub(super) struct Lower<'a, 'b> {
    pub code: &'a Code,
    /// Units are 16 bits wide.
    pub wide: bool,
    /// Bytes of a unit.
    pub width: i64,
    pub fb: FunctionBuilder<'b>,
    pub tests: Tests,
    call_conv: CallConv,
    at: Variable,
    top: Variable,
    pub run: Value,
    pub base: Value,
    pub end: Value,
    registers: Value,
    /// Blocks that end the search: without a match, because there must be no more, because the stack is full.
    pub none: Block,
    ended: Block,
    too_deep: Block,
    /// The attempt has failed.
    failed: Block,
    /// What is on top of the stack says where to go on.
    dispatch: Block,
    nodes: Nodes,
    labels: FxHashMap<u32, Block>,
    /// Labels that are jumped back to.
    heads: Vec<bool>,
    edges: FxHashMap<u32, Vec<Edge>>,
    /// Choices by the instruction that they go on at: the chains below them.
    choices: FxHashMap<u32, Vec<NodeId>>,
    /// By number, from [`native::FIRST`] on; those that are pushed have a block.
    resumes: Vec<(Resume, Option<Block>)>,
    /// Blocks that put a register back, to be filled: the state.
    restores: Vec<(Block, StackState)>,
    is_dispatched: bool,
    table: Option<u64>,
}

/// Compiles a pattern for subjects of bytes, or of 16-bit units. An error tells why it is not compiled.
pub fn compile(code: &Code, wide: bool, isa: &dyn TargetIsa) -> Result<Machine, String> {
    if code.insns.len() + code.literals.len() > LARGEST {
        return Err("it is too large".into());
    }
    let call_conv = CallConv::triple_default(isa.triple());
    let mut signature = Signature::new(call_conv);
    signature.params.push(AbiParam::new(I64));
    signature.returns.push(AbiParam::new(I32));
    let mut context = Context::new();
    context.func = Function::with_name_signature(UserFuncName::default(), signature);
    let mut builder_context = FunctionBuilderContext::new();
    let mut fb = FunctionBuilder::new(&mut context.func, &mut builder_context);
    let entry = fb.create_block();
    fb.append_block_params_for_function_params(entry);
    fb.switch_to_block(entry);
    let run = fb.block_params(entry)[0];
    let (at, top) = (fb.declare_var(I64), fb.declare_var(I64));
    let blocks: [Block; 5] = std::array::from_fn(|_| fb.create_block());
    let [none, ended, too_deep, failed, dispatch] = blocks;
    let mut lower = Lower {
        code,
        wide,
        width: 1 + wide as i64,
        fb,
        tests: Tests::default(),
        call_conv,
        at,
        top,
        run,
        base: run,
        end: run,
        registers: run,
        none,
        ended,
        too_deep,
        failed,
        dispatch,
        nodes: Nodes::new(),
        labels: FxHashMap::default(),
        heads: vec![false; code.insns.len() + 1],
        edges: FxHashMap::default(),
        choices: FxHashMap::default(),
        resumes: Vec::new(),
        restores: Vec::new(),
        is_dispatched: false,
        table: None,
    };
    lower.find_labels()?;
    lower.function();
    let Lower { fb, tests, .. } = lower;
    fb.finalize(isa.frontend_config());
    let compiled =
        context.compile(isa, &mut ControlPlane::default()).map_err(|e| format!("{:?}\n{}", e.inner, e.func))?;
    if !compiled.buffer.relocs().is_empty() {
        return Err(format!("relocations: {:?}", compiled.buffer.relocs()));
    }
    Ok(Machine { code: compiled.code_buffer().to_vec(), tables: tests.tables })
}

impl Lower<'_, '_> {
    /// Finds the instructions that are come to from elsewhere.
    fn find_labels(&mut self) -> Result<(), String> {
        for (pc, &insn) in self.code.insns.iter().enumerate() {
            let pc = pc as u32;
            let mut label = |target: u32, by_choice: bool| {
                let block = &mut self.labels;
                block.entry(target).or_insert_with(|| self.fb.create_block());
                if target <= pc {
                    self.heads[target as usize] = true;
                    if by_choice {
                        return Err("a choice leads back".to_owned());
                    }
                }
                Ok(())
            };
            match insn {
                Insn::Split(target) => label(target, true)?,
                Insn::SplitLazy(target) => {
                    label(target, false)?;
                    label(pc + 1, true)?;
                }
                Insn::SplitIf { otherwise, .. } => label(otherwise, true)?,
                Insn::Guard { otherwise, .. } => label(otherwise, false)?,
                Insn::Jump(target) => label(target, false)?,
                Insn::Counted(id) => {
                    label(self.code.counted[id as usize].exit, true)?;
                    label(pc + 1, true)?;
                }
                Insn::CountedNext(id) => label(self.code.counted[id as usize].head, false)?,
                Insn::NegativeLook { after, .. } => label(after, true)?,
                Insn::Loop(id) if !(self.code.loops[id as usize].greedy && self.code.loops[id as usize].possessive) => {
                    label(pc + 1, false)?;
                }
                Insn::Reset(from, to) if to - from > 2 * MOST_RESET => return Err("it has too many groups".into()),
                _ => {}
            }
        }
        Ok(())
    }

    fn function(&mut self) {
        self.base = self.field(offset_of!(Run, text));
        self.end = self.field(offset_of!(Run, end));
        self.registers = self.field(offset_of!(Run, registers));
        let stack = self.field(offset_of!(Run, stack));
        let bottom = self.fb.ins().iconst(I64, native::BOTTOM as i64);
        self.fb.ins().store(TRUSTED, bottom, stack, 0);
        let top = self.fb.ins().iadd_imm_s(stack, ENTRY);
        self.fb.def_var(self.top, top);
        let at = self.field(offset_of!(Run, at));
        self.set_at(at);
        let plan = self.plan_search();
        let (search, candidate, attempt) = (self.fb.create_block(), self.fb.create_block(), self.fb.create_block());
        let sticky = self.field(offset_of!(Run, sticky));
        self.fb.ins().brif(sticky, attempt, &[], search, &[]);

        self.fb.switch_to_block(search);
        self.search(&plan, candidate);
        self.fb.switch_to_block(candidate);
        self.skip_pairs(search, attempt);

        self.fb.switch_to_block(self.failed);
        self.spend(None);
        let sticky = self.field(offset_of!(Run, sticky));
        let again = self.fb.create_block();
        let none = self.none;
        self.fb.ins().brif(sticky, none, &[], again, &[]);
        self.fb.switch_to_block(again);
        let start = self.field(offset_of!(Run, start));
        let next = self.fb.ins().iadd_imm_s(start, self.width);
        self.set_at(next);
        let is_within = self.fb.ins().icmp(IntCC::UnsignedLessThanOrEqual, next, self.end);
        self.fb.ins().brif(is_within, search, &[], none, &[]);

        self.fb.switch_to_block(attempt);
        let at = self.at();
        self.fb.ins().store(TRUSTED, at, self.run, offset_of!(Run, start) as i32);
        self.instructions();
        self.resumptions();
        for (block, answer) in
            [(self.none, native::NOT_FOUND), (self.ended, native::ENDED), (self.too_deep, native::TOO_DEEP)]
        {
            self.fb.switch_to_block(block);
            self.answer(answer);
        }
        self.fb.seal_all_blocks();
    }

    /// With code points, no match begins within a pair.
    fn skip_pairs(&mut self, search: Block, attempt: Block) {
        if !self.points() {
            self.fb.ins().jump(attempt, &[]);
            return;
        }
        let at = self.at();
        let (base, end) = (self.base, self.end);
        let inner = self.fb.ins().icmp(IntCC::UnsignedGreaterThan, at, base);
        self.go_on(inner, attempt);
        let inner = self.fb.ins().icmp(IntCC::UnsignedLessThan, at, end);
        self.go_on(inner, attempt);
        let unit = self.unit(at, 0);
        let trail = self.is_surrogate(unit, 0xfc00, 0xdc00);
        self.go_on(trail, attempt);
        let unit = self.unit(at, -2);
        let lead = self.is_surrogate(unit, 0xfc00, 0xd800);
        self.go_on(lead, attempt);
        let next = self.fb.ins().iadd_imm_s(at, 2);
        self.set_at(next);
        self.fb.ins().jump(search, &[]);
    }

    fn instructions(&mut self) {
        let mut state = Some(BOTTOM);
        let mut pc = 0;
        while pc < self.code.insns.len() as u32 {
            if self.labels.contains_key(&pc) {
                if let Some(state) = state {
                    self.jump_forward(pc, state);
                }
                state = self.arrive(pc);
            }
            let Some(before) = state else {
                pc += 1;
                continue;
            };
            (state, pc) = match self.simple_look(pc, before) {
                Some(done) => done,
                None => (self.insn(pc, before), pc + 1),
            };
        }
    }

    /// Begins an instruction that several ways lead to. None if there is no way.
    fn arrive(&mut self, pc: u32) -> Option<StackState> {
        let edges = self.edges.remove(&pc).unwrap_or_default();
        let chosen = self.choices.remove(&pc).unwrap_or_default();
        let known = edges.iter().map(|edge| edge.state);
        let state = Nodes::meet(known.chain(chosen.iter().map(|&top| StackState { top, pending: 0 })))?;
        let state = match self.heads[pc as usize] {
            true => UNKNOWN,
            // A choice is pending only until its own way begins.
            false if self.nodes.has_choice_until(state, pc) => StackState { pending: 0, ..state },
            false => state,
        };
        let block = self.labels[&pc];
        for Edge { block: way, state: known, at } in edges {
            self.fb.switch_to_block(way);
            if let Some(at) = at {
                self.set_at(at);
            }
            if state.pending == 0 {
                self.push_pending(known);
            }
            self.fb.ins().jump(block, &[]);
        }
        self.fb.switch_to_block(block);
        Some(state)
    }

    /// Ends the block with a way to an instruction further on, or back.
    fn jump(&mut self, target: u32, pc: u32, state: StackState) {
        if target > pc {
            self.jump_forward(target, state);
            return;
        }
        self.spend(None);
        self.push_pending(state);
        let block = self.labels[&target];
        self.fb.ins().jump(block, &[]);
    }

    fn jump_forward(&mut self, target: u32, state: StackState) {
        let way = self.way(target, state, None);
        self.fb.ins().jump(way, &[]);
    }

    /// A block that leads to an instruction further on.
    fn way(&mut self, target: u32, state: StackState, at: Option<Value>) -> Block {
        let block = self.fb.create_block();
        self.edges.entry(target).or_default().push(Edge { block, state, at });
        block
    }

    // ---- instructions

    /// One instruction; the state behind it, or None if it does not go on there.
    fn insn(&mut self, pc: u32, state: StackState) -> Option<StackState> {
        let insn = self.code.insns[pc as usize];
        if self.plain(insn, state) {
            return Some(state);
        }
        match insn {
            Insn::Match => {
                let (start, at) = (self.field(offset_of!(Run, start)), self.at());
                for (register, place) in [(0, start), (1, at)] {
                    let index = self.index(place);
                    self.store_register(register, index);
                }
                self.answer(native::FOUND);
                return None;
            }
            Insn::Fail => {
                let fail = self.fail(state);
                self.fb.ins().jump(fail, &[]);
                return None;
            }
            Insn::Loop(id) => {
                self.repeat(pc, id, state);
                return None;
            }
            Insn::Split(target) => return Some(self.choose(state, target)),
            Insn::SplitLazy(target) => {
                let state = self.choose(state, pc + 1);
                self.jump(target, pc, state);
                return None;
            }
            Insn::SplitIf { first, otherwise } => {
                let no = self.way(otherwise, state, None);
                self.begins(first, no);
                return Some(self.choose(state, otherwise));
            }
            Insn::Guard { first, otherwise } => {
                let no = self.way(otherwise, state, None);
                self.begins(first, no);
            }
            Insn::Jump(target) => {
                self.jump(target, pc, state);
                return None;
            }
            Insn::Save(register) => {
                let at = self.at();
                let index = self.index(at);
                return Some(self.set(state, register, index));
            }
            Insn::Reset(from, to) => {
                return Some((from..to).fold(state, |state, register| {
                    let absent = self.fb.ins().iconst(I32, ABSENT);
                    self.set(state, register, absent)
                }));
            }
            Insn::CounterInit(counter) => {
                let zero = self.fb.ins().iconst(I32, 0);
                return Some(self.set(state, counter, zero));
            }
            Insn::Counted(id) => {
                self.counted(pc, id, state);
                return None;
            }
            Insn::CountedNext(id) => {
                self.counted_next(pc, id, state);
                return None;
            }
            Insn::Look(register) => {
                let at = self.at();
                let index = self.index(at);
                let state = self.set(state, register, index);
                return Some(self.set_depth(state, register + 1));
            }
            Insn::LookDone(register) => {
                self.push_pending(state);
                let at = self.load_register(register);
                let at = self.address(at);
                self.set_at(at);
                self.shorten(native::keep_restores as *const () as usize, register + 1);
                return Some(UNKNOWN);
            }
            Insn::NegativeLook { register, after } => {
                let state = self.set_depth(state, register);
                return Some(self.choose(state, after));
            }
            Insn::NegativeLookDone(register) => {
                self.push_pending(state);
                self.shorten(native::take_back as *const () as usize, register);
                let fail = self.fail(UNKNOWN);
                self.fb.ins().jump(fail, &[]);
                return None;
            }
            other => unreachable!("{other:?} is plain"),
        }
        Some(state)
    }

    /// An instruction that neither goes elsewhere than on or wrong, nor changes registers or stack; false if it is none.
    fn plain(&mut self, insn: Insn, state: StackState) -> bool {
        match insn {
            Insn::Unit(unit) => {
                let fail = self.fail(state);
                self.literal(&[unit], fail);
            }
            Insn::Literal { start, length } => {
                let fail = self.fail(state);
                let code = self.code;
                self.literal(&code.literals[start as usize..(start + length) as usize], fail);
            }
            Insn::Point(point) => self.step_point(point, false, state),
            Insn::UnitBack(point) => self.step_point(point, true, state),
            Insn::Set(set) => self.set_member(set, false, state),
            Insn::SetBack(set) => self.set_member(set, true, state),
            Insn::Start => {
                let fail = self.fail(state);
                let at = self.at();
                let is = self.fb.ins().icmp(IntCC::Equal, at, self.base);
                self.go_on(is, fail);
            }
            Insn::End => {
                let fail = self.fail(state);
                let at = self.at();
                let is = self.fb.ins().icmp(IntCC::Equal, at, self.end);
                self.go_on(is, fail);
            }
            Insn::StartOfLine | Insn::EndOfLine => self.line_edge(insn == Insn::StartOfLine, state),
            Insn::Boundary { negative, wide } => self.boundary(negative, wide, state),
            Insn::CheckMoved(register) => {
                let fail = self.fail(state);
                let (before, at) = (self.load_register(register), self.at());
                let index = self.index(at);
                let moved = self.fb.ins().icmp(IntCC::NotEqual, before, index);
                self.go_on(moved, fail);
            }
            Insn::Reference(id) => self.refer(id, false, state),
            Insn::ReferenceBack(id) => self.refer(id, true, state),
            Insn::Loop(id) if self.code.loops[id as usize].possessive && self.code.loops[id as usize].greedy => {
                let each = self.code.loops[id as usize];
                let fail = self.fail(state);
                let most = self.scan(id, each, fail);
                self.set_at(most);
            }
            _ => return false,
        }
        true
    }

    /// A lookahead or lookbehind of plain instructions: it needs neither registers nor stack. The state behind it, and the instruction.
    fn simple_look(&mut self, pc: u32, state: StackState) -> Option<(Option<StackState>, u32)> {
        let code = self.code;
        let (register, after) = match code.insns[pc as usize] {
            Insn::Look(register) => (register, None),
            Insn::NegativeLook { register, after } => (register, Some(after)),
            _ => return None,
        };
        let plain = |insn: &Insn| match *insn {
            Insn::Unit(_)
            | Insn::Literal { .. }
            | Insn::Point(_)
            | Insn::UnitBack(_)
            | Insn::Set(_)
            | Insn::SetBack(_)
            | Insn::Start
            | Insn::End
            | Insn::StartOfLine
            | Insn::EndOfLine
            | Insn::Boundary { .. }
            | Insn::Reference(_)
            | Insn::ReferenceBack(_) => true,
            Insn::Loop(id) => code.loops[id as usize].possessive && code.loops[id as usize].greedy,
            _ => false,
        };
        let inside = code.insns[pc as usize + 1..].iter().take_while(|insn| plain(insn)).count() as u32;
        let done = pc + 1 + inside;
        let body = pc + 1..done;
        let at = self.at();
        match (code.insns[done as usize], after) {
            (Insn::LookDone(end), None) if end == register => {
                body.for_each(|pc| {
                    self.plain(code.insns[pc as usize], state);
                });
                self.set_at(at);
                Some((Some(state), done + 1))
            }
            (Insn::NegativeLookDone(end), Some(after)) if end == register => {
                let inner = self.nodes.push(state, Kind::Local { target: after, at });
                body.for_each(|pc| {
                    self.plain(code.insns[pc as usize], inner);
                });
                let fail = self.fail(state);
                self.fb.ins().jump(fail, &[]);
                Some((None, done + 1))
            }
            _ => None,
        }
    }

    fn literal(&mut self, units: &[u16], fail: Block) {
        let mut bytes = Vec::with_capacity(2 * units.len());
        for &unit in units {
            if self.wide {
                bytes.extend(unit.to_le_bytes());
            } else if let Ok(byte) = u8::try_from(unit) {
                bytes.push(byte);
            } else {
                let never = self.fb.ins().iconst(I8, 0);
                self.go_on(never, fail);
                return;
            }
        }
        let at = self.at();
        self.room(at, units.len() as i64, fail);
        let mut done = 0;
        while done < bytes.len() {
            let left = bytes.len() - done;
            let (ty, size): (Type, usize) = match left {
                8.. => (I64, 8),
                4.. => (I32, 4),
                2.. => (I16, 2),
                _ => (I8, 1),
            };
            // A rest that is no power of two is compared from further back, where there is something.
            let (ty, size) = match (left, done) {
                (5..=7, 8..) => (I64, 8),
                (3, 4..) => (I32, 4),
                _ => (ty, size),
            };
            let from = done.min(bytes.len() - size);
            let mut word = [0; 8];
            word[..size].copy_from_slice(&bytes[from..from + size]);
            let here = self.fb.ins().load(ty, UNALIGNED, at, from as i32);
            let (here, ty) = if size < 4 { (self.fb.ins().uextend(I32, here), I32) } else { (here, ty) };
            let wanted = self.fb.ins().iconst(ty, i64::from_le_bytes(word));
            let same = self.fb.ins().icmp(IntCC::Equal, here, wanted);
            self.go_on(same, fail);
            done = from + size;
        }
        self.advance(at, units.len() as i64);
    }

    fn set_member(&mut self, set: u32, back: bool, state: StackState) {
        let code = self.code;
        let fail = self.fail(state);
        let at = self.at();
        let set = &code.sets[set as usize];
        if self.points() && back {
            self.step_by(
                native::step as *const () as usize,
                SetOrPoint::Set(std::ptr::from_ref(set) as u64),
                at,
                true,
                fail,
            );
            return;
        }
        if back {
            let more = self.fb.ins().icmp(IntCC::UnsignedGreaterThan, at, self.base);
            self.go_on(more, fail);
            let unit = self.unit(at, -self.width);
            self.member(&Units::of_set(set, self.wide), unit, fail);
            self.advance(at, -1);
            return;
        }
        self.room(at, 1, fail);
        let unit = self.unit(at, 0);
        if !self.points() {
            self.member(&Units::of_set(set, self.wide), unit, fail);
            self.advance(at, 1);
            return;
        }
        let (pair, single, next) = (self.fb.create_block(), self.fb.create_block(), self.fb.create_block());
        let is_surrogate = self.is_surrogate(unit, 0xf800, 0xd800);
        self.fb.ins().brif(is_surrogate, pair, &[], single, &[]);
        self.fb.switch_to_block(pair);
        self.step_by(
            native::step as *const () as usize,
            SetOrPoint::Set(std::ptr::from_ref(set) as u64),
            at,
            false,
            fail,
        );
        self.fb.ins().jump(next, &[]);
        self.fb.switch_to_block(single);
        self.member(&Units::of_set(set, true), unit, fail);
        self.advance(at, 1);
        self.fb.ins().jump(next, &[]);
        self.fb.switch_to_block(next);
    }

    fn step_point(&mut self, point: u32, back: bool, state: StackState) {
        let fail = self.fail(state);
        let at = self.at();
        if self.points() {
            self.step_by(native::step_point as *const () as usize, SetOrPoint::Point(point), at, back, fail);
            return;
        }
        let Ok(unit) = u16::try_from(point) else {
            let never = self.fb.ins().iconst(I8, 0);
            self.go_on(never, fail);
            return;
        };
        if !back {
            self.literal(&[unit], fail);
            return;
        }
        let more = self.fb.ins().icmp(IntCC::UnsignedGreaterThan, at, self.base);
        self.go_on(more, fail);
        let here = self.unit(at, -self.width);
        let same = self.fb.ins().icmp_imm_u(IntCC::Equal, here, unit as i64);
        self.go_on(same, fail);
        self.advance(at, -1);
    }

    /// One character by a function of the runtime.
    fn step_by(&mut self, function: usize, what: SetOrPoint, at: Value, back: bool, fail: Block) {
        let what = match what {
            SetOrPoint::Set(address) => self.fb.ins().iconst(I64, address as i64),
            SetOrPoint::Point(point) => self.fb.ins().iconst(I32, point as i64),
        };
        let back = self.fb.ins().iconst(I32, back as i64);
        let run = self.run;
        let place = self.call(function, &[run, what, at, back], I64);
        self.go_on(place, fail);
        self.set_at(place);
    }

    fn line_edge(&mut self, start: bool, state: StackState) {
        let fail = self.fail(state);
        let at = self.at();
        let edge = if start { self.base } else { self.end };
        let (yes, within) = (self.fb.create_block(), self.fb.create_block());
        let is_edge = self.fb.ins().icmp(IntCC::Equal, at, edge);
        self.fb.ins().brif(is_edge, yes, &[], within, &[]);
        self.fb.switch_to_block(within);
        let unit = self.unit(at, if start { -self.width } else { 0 });
        let units = line_ends(self.wide);
        self.member(&units, unit, fail);
        self.fb.ins().jump(yes, &[]);
        self.fb.switch_to_block(yes);
    }

    fn boundary(&mut self, negative: bool, wide: bool, state: StackState) {
        let fail = self.fail(state);
        let at = self.at();
        let differ = if wide && self.wide {
            let (run, wide) = (self.run, self.fb.ins().iconst(I32, 1));
            self.call(native::is_boundary as *const () as usize, &[run, at, wide], I32)
        } else {
            // A place beside the subject is replaced by one of no word: the last of the table's bytes, or unit 0 there.
            let table = *self.table.get_or_insert_with(|| self.tests.keep(words()));
            let (base, end) = (self.base, self.end);
            let before = self.word_at(at, base, -self.width, table);
            let after = self.word_at(at, end, 0, table);
            self.fb.ins().icmp(IntCC::NotEqual, before, after)
        };
        if negative {
            let next = self.fb.create_block();
            self.fb.ins().brif(differ, fail, &[], next, &[]);
            self.fb.switch_to_block(next);
        } else {
            self.go_on(differ, fail);
        }
    }

    /// Whether the unit beside a place is a word's; none is beyond the edge.
    fn word_at(&mut self, at: Value, edge: Value, offset: i64, table: u64) -> Value {
        let is_edge = self.fb.ins().icmp(IntCC::Equal, at, edge);
        // The table begins with zeros: no word.
        let nothing = self.fb.ins().iconst(I64, table as i64 - offset);
        let place = self.fb.ins().select(is_edge, nothing, at);
        let mut unit = self.unit(place, offset);
        if self.wide {
            let is_low = self.fb.ins().icmp_imm_u(IntCC::UnsignedLessThan, unit, 256);
            let rest = self.fb.ins().iconst(I32, 256);
            unit = self.fb.ins().select(is_low, unit, rest);
        }
        let index = self.fb.ins().uextend(I64, unit);
        let entry = self.fb.ins().iadd_imm_s(index, table as i64);
        self.fb.ins().uload8(I32, TRUSTED, entry, 0)
    }

    fn refer(&mut self, id: u32, back: bool, state: StackState) {
        let fail = self.fail(state);
        let (run, at) = (self.run, self.at());
        let id = self.fb.ins().iconst(I32, id as i64);
        let back = self.fb.ins().iconst(I32, back as i64);
        let place = self.call(native::refer as *const () as usize, &[run, id, at, back], I64);
        self.go_on(place, fail);
        self.set_at(place);
    }

    /// Goes on if the next unit is one of a set's, else to the block.
    fn begins(&mut self, first: u32, no: Block) {
        let code = self.code;
        let at = self.at();
        self.room(at, 1, no);
        let unit = self.unit(at, 0);
        self.member(&Units::of_first(&code.firsts[first as usize], self.wide), unit, no);
    }

    // ---- registers

    /// Sets a register; its value before comes back when what follows fails.
    fn set(&mut self, state: StackState, register: u32, value: Value) -> StackState {
        let known = self.nodes.restores(state, register);
        let state = if known {
            state
        } else {
            let old = self.load_register(register);
            self.nodes.push(state, Kind::Restore { register, old })
        };
        self.store_register(register, value);
        state
    }

    /// Sets a register to the depth of the stack, its own old value included.
    fn set_depth(&mut self, state: StackState, register: u32) -> StackState {
        let old = self.load_register(register);
        let state = self.nodes.push(state, Kind::Restore { register, old });
        let state = self.push_pending(state);
        let (top, stack) = (self.fb.use_var(self.top), self.field(offset_of!(Run, stack)));
        let bytes = self.fb.ins().isub(top, stack);
        let entries = self.fb.ins().ushr_imm_u(bytes, ENTRY.trailing_zeros() as i64);
        let entries = self.fb.ins().ireduce(I32, entries);
        self.store_register(register, entries);
        state
    }

    /// Takes entries from the stack by a function that gets the depth in a register.
    fn shorten(&mut self, function: usize, register: u32) {
        let (run, kept, top) = (self.run, self.load_register(register), self.fb.use_var(self.top));
        let top = self.call(function, &[run, kept, top], I64);
        self.fb.def_var(self.top, top);
    }

    fn load_register(&mut self, register: u32) -> Value {
        self.fb.ins().load(I32, TRUSTED, self.registers, 4 * register as i32)
    }

    fn store_register(&mut self, register: u32, value: Value) {
        self.fb.ins().store(TRUSTED, value, self.registers, 4 * register as i32);
    }

    /// A position as an index, and back.
    fn index(&mut self, at: Value) -> Value {
        let bytes = self.fb.ins().isub(at, self.base);
        let units = if self.wide { self.fb.ins().ushr_imm_u(bytes, 1) } else { bytes };
        self.fb.ins().ireduce(I32, units)
    }

    fn address(&mut self, index: Value) -> Value {
        let units = self.fb.ins().uextend(I64, index);
        let bytes = if self.wide { self.fb.ins().ishl_imm_u(units, 1) } else { units };
        self.fb.ins().iadd(self.base, bytes)
    }

    // ---- small things

    /// Subjects are looked at as code points, and may have pairs.
    fn points(&self) -> bool {
        self.wide && self.code.unicode
    }

    pub(super) fn at(&mut self) -> Value {
        self.fb.use_var(self.at)
    }

    pub(super) fn set_at(&mut self, at: Value) {
        self.fb.def_var(self.at, at);
    }

    fn advance(&mut self, at: Value, units: i64) {
        let at = self.fb.ins().iadd_imm_s(at, units * self.width);
        self.set_at(at);
    }

    fn field(&mut self, offset: usize) -> Value {
        self.fb.ins().load(I64, TRUSTED, self.run, offset as i32)
    }

    /// The unit so many bytes from a place.
    pub(super) fn unit(&mut self, at: Value, offset: i64) -> Value {
        if self.wide {
            self.fb.ins().uload16(I32, TRUSTED, at, offset as i32)
        } else {
            self.fb.ins().uload8(I32, TRUSTED, at, offset as i32)
        }
    }

    /// Goes on if there are so many units from a place on.
    fn room(&mut self, at: Value, units: i64, otherwise: Block) {
        let fits = if units == 1 {
            self.fb.ins().icmp(IntCC::UnsignedLessThan, at, self.end)
        } else {
            let left = self.fb.ins().isub(self.end, at);
            self.fb.ins().icmp_imm_s(IntCC::SignedGreaterThanOrEqual, left, units * self.width)
        };
        self.go_on(fits, otherwise);
    }

    fn is_surrogate(&mut self, unit: Value, mask: i64, kind: i64) -> Value {
        let bits = self.fb.ins().band_imm_u(unit, mask);
        self.fb.ins().icmp_imm_u(IntCC::Equal, bits, kind)
    }

    /// Goes on if the unit is one of these.
    fn member(&mut self, units: &Units, unit: Value, otherwise: Block) {
        let next = self.fb.create_block();
        self.branch(units, unit, next, otherwise);
        self.fb.switch_to_block(next);
    }

    fn branch(&mut self, units: &Units, unit: Value, yes: Block, no: Block) {
        let mut signature = Signature::new(self.call_conv);
        signature.params.extend([AbiParam::new(I64), AbiParam::new(I32)]);
        signature.returns.push(AbiParam::new(I32));
        let has = |fb: &mut FunctionBuilder<'_>, set: u64, unit: Value| {
            let signature = fb.import_signature(signature.clone());
            let set = fb.ins().iconst(I64, set as i64);
            let function = fb.ins().iconst(I64, native::has as *const () as i64);
            let call = fb.ins().call_indirect(signature, function, &[set, unit]);
            fb.inst_results(call)[0]
        };
        self.tests.branch(&mut self.fb, units, unit, (yes, no), &has);
    }

    /// Goes on in a new block if the condition holds, else to the other.
    pub(super) fn go_on(&mut self, condition: Value, otherwise: Block) {
        let next = self.fb.create_block();
        self.fb.ins().brif(condition, next, &[], otherwise, &[]);
        self.fb.switch_to_block(next);
    }

    fn cold(&mut self) -> Block {
        let block = self.fb.create_block();
        self.fb.set_cold_block(block);
        block
    }

    fn answer(&mut self, answer: u32) {
        let answer = self.fb.ins().iconst(I32, answer as i64);
        self.fb.ins().return_(&[answer]);
    }

    /// Calls a function of the runtime.
    pub(super) fn call(&mut self, function: usize, args: &[Value], result: Type) -> Value {
        let mut signature = Signature::new(self.call_conv);
        signature.params.extend(args.iter().map(|&arg| AbiParam::new(self.fb.func.dfg.value_type(arg))));
        signature.returns.push(AbiParam::new(result));
        let signature = self.fb.import_signature(signature);
        let function = self.fb.ins().iconst(I64, function as i64);
        let call = self.fb.ins().call_indirect(signature, function, args);
        self.fb.inst_results(call)[0]
    }
}

enum SetOrPoint {
    /// The address of a set.
    Set(u64),
    Point(u32),
}

fn line_ends(wide: bool) -> Units {
    let mut ends = vm::regexp::set::CodePointSet::new();
    for c in [0x0a, 0x0d, 0x2028, 0x2029] {
        ends.add(c, c);
    }
    ends.normalize();
    Units::of_set(&vm::regexp::code::Set::new(&ends), wide)
}

/// The characters of words.
fn words() -> Table {
    std::array::from_fn(|c| u8::try_from(c).is_ok_and(|c| c.is_ascii_alphanumeric() || c == b'_').into())
}
