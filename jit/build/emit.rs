//! The emitter of one stencil: a function in the `tail` convention `(vm, frame, tag, mask) -> value` whose exits are tail calls of
//! named continuations.
//!
//! What a stencil does not know, it takes from holes: operands with a placeholder that is another in each of three compilations, so that
//! [`crate::cut`] finds where it ended up. Emitters never do arithmetic on a placeholder: Cranelift would fold it.

use abi::cell::{CellHeader, CellKind};
use abi::context::{CONSTANT_NAN, VmContext};
use abi::frame::{CALLER, Frame};
use abi::value::{NUMBER_TAG, OTHER_TAG, Value as JsValue};
use cranelift_codegen::ir::condcodes::{FloatCC, IntCC};
use cranelift_codegen::ir::types::{F64, I32, I64};
use cranelift_codegen::ir::{
    AbiParam, Block, BlockArg, ExtFuncData, ExternalName, FuncRef, Function, InstBuilder, MemFlagsData as MemFlags,
    SigRef, Signature, SourceLoc, Type, UserExternalName, UserFuncName, Value,
};
use cranelift_codegen::isa::{CallConv, TargetIsa};
use cranelift_codegen::{Context, Final, MachBufferFinalized};
use cranelift_frontend::{FunctionBuilder, FunctionBuilderContext};
use std::mem::offset_of;
use std::ops::Range;

pub use crate::contract::{Exit, Source};

/// The machine that stencils are made for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Architecture {
    X86_64,
    Aarch64,
}

/// How large the values of a source are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Size {
    /// Less than 32.
    Shift,
    /// Bytes from a frame or an environment, or a number of arguments: in most functions less than 15 bits. On aarch64 the patcher refuses others.
    Small,
    Int,
    Long,
}

impl Source {
    pub fn size(self) -> Size {
        match self {
            Source::Shift(_) => Size::Shift,
            Source::Register(..)
            | Source::FrameBytes
            | Source::Parameters
            | Source::Slot
            | Source::SlotEnd
            | Source::Argc(_)
            | Source::Allocator(_)
            | Source::EnvironmentSlot(_) => Size::Small,
            Source::Signed(_)
            | Source::Position
            | Source::Long(_)
            | Source::Countdown
            | Source::CellBytes
            | Source::EnvironmentLength(_)
            | Source::ClosureHeader(_) => Size::Int,
            Source::TaggedLong(_)
            | Source::Site(..)
            | Source::Tally(_)
            | Source::Constant(_)
            | Source::UnitAddress(_)
            | Source::SwitchTable(_)
            | Source::Vm
            | Source::Code
            | Source::PositionWord => Size::Long,
        }
    }

    /// Bytes of the hole on x86-64.
    pub fn width(self) -> usize {
        match self.size() {
            Size::Shift => 1,
            Size::Small | Size::Int => 4,
            Size::Long => 8,
        }
    }
}

/// A compiled stencil before it is cut.
pub struct Raw {
    pub code: Vec<u8>,
    /// Tail calls: offset of the 32-bit displacement, exit.
    pub exits: Vec<(usize, Exit)>,
    pub operands: Vec<Source>,
    pub placeholders: Vec<u64>,
    /// From where its first call returns to until the frame that is on top by then has been published; empty where none is.
    pub returned: Range<usize>,
}

/// The placeholder of operand `k` in compilation `round`. None is a power of two, close to another, or made by a shorter way than others of its size.
fn placeholder(architecture: Architecture, source: Source, k: usize, round: usize) -> u64 {
    let k = k as u64 + 1;
    let mix = [0x1b57_9bd3u64, 0x2c68_a4e5, 0x3539_57b7][round];
    match source.size() {
        Size::Shift => [5, 11, 22][round],
        // What a load's offset counts in eights and one instruction makes, but no immediate operand of an addition holds.
        Size::Small if architecture == Architecture::Aarch64 => 8 * ([0x35b, 0x6a5, 0xb93][round] + k * 0x4d),
        // Positive, more than 24 bits, a multiple of nothing that an encoding could scale by.
        Size::Small | Size::Int => (mix + k * 0x0011_0735) & 0x3fff_ffff,
        Size::Long => {
            ((mix + k * 0x0101_1031) << 32) | ((mix ^ 0x00ff_1234).wrapping_add(k * 0x0010_2437) & 0x7fff_ffff)
        }
    }
}

pub struct Emit<'a> {
    pub fb: FunctionBuilder<'a>,
    pub vm: Value,
    pub frame: Value,
    pub tag: Value,
    pub mask: Value,
    /// The fifth parameter of thunks that have one.
    pub extra: Option<Value>,
    /// The sixth.
    pub last: Option<Value>,
    architecture: Architecture,
    round: usize,
    operands: Vec<Source>,
    placeholders: Vec<u64>,
    tail: SigRef,
    is_cold: bool,
    /// The block that hands the instruction to the runtime from here, and all such blocks with the parameters that hold there.
    step: Option<Block>,
    steps: Vec<(Block, [Value; 4])>,
    call_conv: CallConv,
}

/// Marks what [`Emit::publish_returned`] makes.
const RETURNED: u32 = 1;

pub const TRUSTED: MemFlags = MemFlags::trusted();

/// The signature of stencils and compiled functions.
pub fn tail_signature(extra: bool) -> Signature {
    let mut signature = Signature::new(CallConv::Tail);
    for _ in 0..4 + extra as usize {
        signature.params.push(AbiParam::new(I64));
    }
    signature.returns.push(AbiParam::new(I64));
    signature
}

impl Emit<'_> {
    // ---- holes

    fn operand(&mut self, source: Source) -> u64 {
        if let Some(k) = self.operands.iter().position(|s| *s == source) {
            return self.placeholders[k];
        }
        let value = placeholder(self.architecture, source, self.operands.len(), self.round);
        self.operands.push(source);
        self.placeholders.push(value);
        value
    }

    /// A 32-bit displacement from the frame.
    fn slot(&mut self, source: Source) -> i32 {
        self.operand(source) as i32
    }

    /// A hole as a constant of its width.
    pub fn hole(&mut self, source: Source) -> Value {
        let value = self.operand(source) as i64;
        let ty = if source.size() == Size::Long { I64 } else { I32 };
        self.fb.ins().iconst(ty, value)
    }

    /// The signed immediate in operand unit `i` as a double, read from the bytecode: Cranelift would fold a hole's conversion.
    pub fn immediate_double(&mut self, i: u8) -> Value {
        let int = self.immediate_int(i);
        self.fb.ins().fcvt_from_sint(F64, int)
    }

    /// The signed immediate in operand unit `i`, read from the bytecode.
    pub fn immediate_int(&mut self, i: u8) -> Value {
        let place = self.hole(Source::UnitAddress(i));
        self.fb.ins().sload16(I32, TRUSTED, place, 0)
    }

    /// A 32-bit hole, zero-extended.
    pub fn hole_wide(&mut self, source: Source) -> Value {
        let value = self.operand(source) as i64;
        self.fb.ins().iconst(I64, value)
    }

    /// The register that operand unit `i` names.
    pub fn reg(&mut self, i: u8) -> Value {
        let slot = self.slot(Source::Register(i, 0));
        self.fb.ins().load(I64, TRUSTED, self.frame, slot)
    }

    pub fn set(&mut self, i: u8, value: Value) {
        let slot = self.slot(Source::Register(i, 0));
        self.fb.ins().store(TRUSTED, value, self.frame, slot);
    }

    /// Address of the outgoing area that operand unit `i` names.
    pub fn area(&mut self, i: u8) -> Value {
        let slot = self.operand(Source::Register(i, 0)) as i64;
        self.fb.ins().iadd_imm_s(self.frame, slot)
    }

    /// A word of that area.
    pub fn area_word(&mut self, i: u8, word: usize) -> Value {
        let slot = self.slot(Source::Register(i, 8 * word as u16));
        self.fb.ins().load(I64, TRUSTED, self.frame, slot)
    }

    pub fn set_area_word(&mut self, i: u8, word: usize, value: Value) {
        let slot = self.slot(Source::Register(i, 8 * word as u16));
        self.fb.ins().store(TRUSTED, value, self.frame, slot);
    }

    pub fn frame_slot(&mut self, source: Source, value: Value) {
        let slot = self.slot(source);
        self.fb.ins().store(TRUSTED, value, self.frame, slot);
    }

    // ---- memory

    pub fn load(&mut self, ty: Type, base: Value, offset: usize) -> Value {
        self.fb.ins().load(ty, TRUSTED, base, offset as i32)
    }

    /// A byte, zero-extended to 32 bits.
    pub fn load8(&mut self, base: Value, offset: usize) -> Value {
        self.fb.ins().uload8(I32, TRUSTED, base, offset as i32)
    }

    /// 32 bits, zero-extended to 64.
    pub fn load32_wide(&mut self, base: Value, offset: usize) -> Value {
        self.fb.ins().uload32(TRUSTED, base, offset as i32)
    }

    pub fn store(&mut self, value: Value, base: Value, offset: usize) {
        self.fb.ins().store(TRUSTED, value, base, offset as i32);
    }

    /// One of the VM context's constants.
    pub fn constant(&mut self, ty: Type, index: usize) -> Value {
        let vm = self.vm;
        self.load(ty, vm, offset_of!(VmContext, constants) + 8 * index)
    }

    /// A constant of at most 32 bits, sign-extended: larger ones would come to lie behind the code.
    pub fn word(&mut self, value: u64) -> Value {
        self.fb.ins().iconst(I64, value as i64)
    }

    pub fn js(&mut self, value: JsValue) -> Value {
        self.word(value.bits())
    }

    // ---- control

    /// A block as cold as the present one.
    pub fn block(&mut self) -> Block {
        let block = self.fb.create_block();
        if self.is_cold {
            self.fb.set_cold_block(block);
        }
        block
    }

    pub fn cold(&mut self) -> Block {
        let block = self.fb.create_block();
        self.fb.set_cold_block(block);
        block
    }

    pub fn at(&mut self, block: Block) {
        self.fb.switch_to_block(block);
        self.is_cold = self.fb.func.layout.is_cold(block);
    }

    pub fn branch(&mut self, condition: Value, yes: Block, no: Block) {
        self.fb.ins().brif(condition, yes, &[], no, &[]);
    }

    pub fn jump(&mut self, block: Block, values: &[Value]) {
        let args: Vec<BlockArg> = values.iter().map(|v| BlockArg::Value(*v)).collect();
        self.fb.ins().jump(block, &args);
    }

    /// Goes on here if the condition holds, else at `no`.
    pub fn require_else(&mut self, condition: Value, no: Block) {
        let yes = self.block();
        self.branch(condition, yes, no);
        self.at(yes);
    }

    /// Goes on here unless the condition holds.
    pub fn unless(&mut self, condition: Value, yes: Block) {
        let no = self.block();
        self.branch(condition, yes, no);
        self.at(no);
    }

    /// Goes on here if the condition holds; else the runtime does the instruction.
    pub fn require(&mut self, condition: Value) {
        let step = self.step_block();
        self.require_else(condition, step);
    }

    /// Goes on here with a function written in JavaScript; with anything else the runtime does the instruction.
    pub fn require_function(&mut self, value: Value) {
        let is_cell = self.is_cell(value);
        self.require(is_cell);
        let kind = self.load8(value, offset_of!(CellHeader, kind));
        let is_function = self.equal_u32(kind, CellKind::Function as u32);
        self.require(is_function);
    }

    pub fn step_block(&mut self) -> Block {
        if let Some(block) = self.step {
            return block;
        }
        let block = self.cold();
        self.step = Some(block);
        self.steps.push((block, [self.vm, self.frame, self.tag, self.mask]));
        block
    }

    /// What would go to the runtime from here on goes to a block instead.
    pub fn divert(&mut self, block: Block) {
        self.step = Some(block);
    }

    /// The stencil's parameters as they are here, to be put back where another path ends.
    pub fn parameters(&self) -> ([Value; 4], Option<Block>) {
        ([self.vm, self.frame, self.tag, self.mask], self.step)
    }

    pub fn restore(&mut self, parameters: ([Value; 4], Option<Block>)) {
        [self.vm, self.frame, self.tag, self.mask] = parameters.0;
        self.step = parameters.1;
    }

    /// A tail call of a continuation.
    pub fn exit(&mut self, exit: Exit) {
        let f = self.continuation(exit);
        let args = [self.vm, self.frame, self.tag, self.mask];
        self.fb.ins().return_call(f, &args);
    }

    /// The runtime does the instruction.
    pub fn step(&mut self) {
        let extra = self.hole_wide(Source::Position);
        let exit = Exit::Step;
        let signature = self.fb.import_signature(tail_signature(true));
        let name = self.fb.func.declare_imported_user_function(UserExternalName { namespace: 0, index: exit as u32 });
        let f = self.fb.import_function(ExtFuncData {
            name: ExternalName::user(name),
            signature,
            colocated: true,
            patchable: false,
        });
        let args = [self.vm, self.frame, self.tag, self.mask, extra];
        self.fb.ins().return_call(f, &args);
    }

    /// A tail call of an address.
    pub fn go(&mut self, address: Value) {
        let args = [self.vm, self.frame, self.tag, self.mask];
        self.fb.ins().return_call_indirect(self.tail, address, &args);
    }

    pub fn next(&mut self) {
        self.exit(Exit::Next);
    }

    fn continuation(&mut self, exit: Exit) -> FuncRef {
        let name = self.fb.func.declare_imported_user_function(UserExternalName { namespace: 0, index: exit as u32 });
        let signature = self.tail;
        self.fb.import_function(ExtFuncData {
            name: ExternalName::user(name),
            signature,
            colocated: true,
            patchable: false,
        })
    }

    // ---- calls

    /// Calls compiled code with a new frame; afterwards this stencil's own parameters are there again.
    pub fn call_compiled(&mut self, entry: Value, new: Value) -> Value {
        let args = [self.vm, new, self.tag, self.mask];
        let call = self.fb.ins().call_indirect(self.tail, entry, &args);
        let result = self.fb.inst_results(call)[0];
        self.after_call();
        result
    }

    /// The stencil's parameters, which no call preserves: the frame from the pinned register, the rest from constants.
    pub fn after_call(&mut self) {
        self.vm = self.hole(Source::Vm);
        self.frame = self.fb.ins().get_pinned_reg(I64);
        self.tag = self.word(NUMBER_TAG);
        self.mask = self.fb.ins().iadd_imm_s(self.tag, OTHER_TAG as i64);
        self.step = None;
    }

    /// What is loaded from the frame from here on is loaded anew, where Cranelift would keep what was loaded before in registers.
    pub fn forget_registers(&mut self) {
        self.frame = self.fb.ins().get_pinned_reg(I64);
        self.step = None;
    }

    /// Calls a function of the runtime. Frame and position must have been published.
    pub fn call_runtime(&mut self, function: usize, args: &[Value], result: Type) -> Value {
        let address = self.load(I64, self.vm, offset_of!(VmContext, runtime) + 8 * function);
        self.call_system(address, args, result)
    }

    /// Calls a function in the platform's convention.
    pub fn call_system(&mut self, address: Value, args: &[Value], result: Type) -> Value {
        let mut signature = Signature::new(self.call_conv);
        for arg in args {
            signature.params.push(AbiParam::new(self.fb.func.dfg.value_type(*arg)));
        }
        signature.returns.push(AbiParam::new(result));
        let signature = self.fb.import_signature(signature);
        let call = self.fb.ins().call_indirect(signature, address, args);
        self.fb.inst_results(call)[0]
    }

    /// The frame and the instruction's offset, for everybody who looks at the stack while this instruction calls.
    pub fn publish(&mut self) {
        self.publish_position();
        let frame = self.frame;
        self.publish_frame(frame);
    }

    /// The frame from which the stack is walked from here on. To be followed by a call: that keeps the store where it is, while
    /// Cranelift's atomic one would cost a full fence, which a reader on the same thread has no need of.
    pub fn publish_frame(&mut self, frame: Value) {
        let vm = self.vm;
        self.store(frame, vm, offset_of!(VmContext, top_call_frame));
    }

    pub fn publish_position(&mut self) {
        let position = self.hole(Source::Position);
        self.store_position(position);
    }

    pub fn store_position(&mut self, position: Value) {
        let frame = self.frame;
        self.store(position, frame, offset_of!(Frame, position));
    }

    /// [`Emit::publish_frame`] when a call has returned: [`Raw::returned`] tells where.
    pub fn publish_returned(&mut self, frame: Value) {
        self.fb.set_srcloc(SourceLoc::new(RETURNED));
        self.publish_frame(frame);
        self.fb.set_srcloc(SourceLoc::default());
    }

    /// Returns from the compiled function: the pinned register goes back to the caller's frame.
    pub fn ret(&mut self, value: Value) {
        let caller = self.load(I64, self.frame, 8 * CALLER);
        self.fb.ins().set_pinned_reg(caller);
        self.fb.ins().return_(&[value]);
    }

    // ---- values

    pub fn is_cell(&mut self, v: Value) -> Value {
        let bits = self.fb.ins().band(v, self.mask);
        self.fb.ins().icmp_imm_u(IntCC::Equal, bits, 0)
    }

    pub fn is_int(&mut self, v: Value) -> Value {
        self.fb.ins().icmp(IntCC::UnsignedGreaterThanOrEqual, v, self.tag)
    }

    pub fn both_int(&mut self, a: Value, b: Value) -> Value {
        let both = self.fb.ins().band(a, b);
        self.is_int(both)
    }

    pub fn is_number(&mut self, v: Value) -> Value {
        let bits = self.fb.ins().band(v, self.tag);
        self.fb.ins().icmp_imm_u(IntCC::NotEqual, bits, 0)
    }

    pub fn low(&mut self, v: Value) -> Value {
        self.fb.ins().ireduce(I32, v)
    }

    pub fn box_int(&mut self, v: Value) -> Value {
        let wide = self.fb.ins().uextend(I64, v);
        self.fb.ins().bor(wide, self.tag)
    }

    /// A value known to be a double, as one.
    pub fn unbox_double(&mut self, v: Value) -> Value {
        let bits = self.fb.ins().iadd(v, self.tag);
        self.fb.ins().bitcast(F64, MemFlags::new(), bits)
    }

    /// A double as a value, NaNs made canonical.
    pub fn box_double(&mut self, d: Value) -> Value {
        let bits = self.fb.ins().bitcast(I64, MemFlags::new(), d);
        let boxed = self.fb.ins().isub(bits, self.tag);
        let ordered = self.fb.ins().fcmp(FloatCC::Ordered, d, d);
        let nan = self.constant(I64, CONSTANT_NAN);
        self.fb.ins().select(ordered, boxed, nan)
    }

    /// A value known to be a number as a double: block by block, as int32s and doubles are told apart.
    pub fn as_double(&mut self, v: Value) -> Value {
        let (int, double, done) = (self.block(), self.block(), self.block());
        self.fb.append_block_param(done, F64);
        let is_int = self.is_int(v);
        self.branch(is_int, int, double);
        self.at(int);
        let low = self.low(v);
        let converted = self.fb.ins().fcvt_from_sint(F64, low);
        self.jump(done, &[converted]);
        self.at(double);
        let d = self.unbox_double(v);
        self.jump(done, &[d]);
        self.at(done);
        self.fb.block_params(done)[0]
    }

    pub fn bool_value(&mut self, condition: Value) -> Value {
        let wide = self.fb.ins().uextend(I64, condition);
        self.fb.ins().bor_imm_u(wide, JsValue::FALSE.bits() as i64)
    }

    pub fn equal_u32(&mut self, a: Value, b: u32) -> Value {
        self.fb.ins().icmp_imm_u(IntCC::Equal, a, b as i64)
    }

    pub fn equal_u64(&mut self, a: Value, b: u64) -> Value {
        self.fb.ins().icmp_imm_u(IntCC::Equal, a, b as i64)
    }
}

/// Compiles a stencil with the placeholders of one round.
///
/// `system` makes a function that is called from outside, in the platform's convention, with `(vm, frame, address)`.
pub fn compile(
    isa: &dyn TargetIsa,
    architecture: Architecture,
    round: usize,
    shape: Shape,
    body: &dyn Fn(&mut Emit),
) -> Raw {
    let mut builder_context = FunctionBuilderContext::new();
    let mut context = Context::new();
    let call_conv = CallConv::triple_default(isa.triple());
    let mut signature = tail_signature(shape == Shape::WithOffset);
    if shape == Shape::System {
        signature = Signature::new(call_conv);
        for _ in 0..3 {
            signature.params.push(AbiParam::new(I64));
        }
        signature.returns.push(AbiParam::new(I64));
    }
    if shape == Shape::Preserving {
        signature = Signature::new(CallConv::PreserveAll);
        for _ in 0..6 {
            signature.params.push(AbiParam::new(I64));
        }
    }
    context.func = Function::with_name_signature(UserFuncName::default(), signature);
    let mut fb = FunctionBuilder::new(&mut context.func, &mut builder_context);
    let entry = fb.create_block();
    fb.append_block_params_for_function_params(entry);
    fb.switch_to_block(entry);
    let p = fb.block_params(entry).to_vec();
    let tail = fb.import_signature(tail_signature(false));
    let mut emit = Emit {
        vm: p[0],
        frame: p[1],
        tag: p[2],
        mask: *p.get(3).unwrap_or(&p[2]),
        extra: p.get(4).copied(),
        last: p.get(5).copied(),
        fb,
        architecture,
        round,
        operands: Vec::new(),
        placeholders: Vec::new(),
        tail,
        is_cold: false,
        step: None,
        steps: Vec::new(),
        call_conv,
    };
    body(&mut emit);
    for (block, values) in std::mem::take(&mut emit.steps) {
        emit.restore((values, None));
        emit.at(block);
        emit.step();
    }
    emit.fb.seal_all_blocks();
    let Emit { fb, operands, placeholders, .. } = emit;
    fb.finalize(isa.frontend_config());
    let names: Vec<u32> = context.func.params.user_named_funcs().values().map(|n| n.index).collect();
    let compiled = context.compile(isa, &mut Default::default()).unwrap_or_else(|e| panic!("{:?}", e.inner));
    let exits = compiled
        .buffer
        .relocs()
        .iter()
        .map(|reloc| {
            use cranelift_codegen::FinalizedRelocTarget::ExternalName as Name;
            let Name(ExternalName::User(user)) = &reloc.target else { panic!("a relocation that is no exit") };
            let exit = match names[user.as_u32() as usize] {
                0 => Exit::Next,
                1 => Exit::Target,
                2 => Exit::Exception,
                3 => Exit::EnterSlow,
                4 => Exit::Step,
                n => panic!("no exit {n}"),
            };
            (reloc.offset as usize, exit)
        })
        .collect();
    let returned = returned(&compiled.buffer);
    Raw { code: compiled.code_buffer().to_vec(), exits, operands, placeholders, returned }
}

/// [`Raw::returned`].
fn returned(buffer: &MachBufferFinalized<Final>) -> Range<usize> {
    let publishes = buffer.get_srclocs_sorted().iter().find(|place| place.loc == SourceLoc::new(RETURNED));
    match (buffer.call_sites().next(), publishes) {
        (Some(call), Some(place)) if call.ret_addr <= place.start => call.ret_addr as usize..place.end as usize,
        _ => 0..0,
    }
}

/// What a stencil is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Shape {
    /// Part of a compiled function, or a thunk like one.
    Tail,
    /// A thunk with a fifth parameter, the instruction's offset.
    WithOffset,
    /// Called from the runtime.
    System,
    /// Called from compiled code, with the VM, the address of a function of the runtime, and up to four more arguments of that; it preserves all registers.
    Preserving,
}

impl Emit<'_> {
    /// A hole as the displacement of a load or store.
    pub fn offset(&mut self, source: Source) -> i32 {
        self.slot(source)
    }

    /// Goes on here if the integer has at most 54 bits: not saturated, and exact.
    pub fn require_int53(&mut self, wide: Value) {
        let high = self.fb.ins().sshr_imm_u(wide, 53);
        let high = self.fb.ins().iadd_imm_s(high, 1);
        let fits = self.fb.ins().icmp_imm_u(IntCC::UnsignedLessThanOrEqual, high, 1);
        self.require(fits);
    }

    /// Goes on here unless the cell is old: then the runtime does the instruction, with the barrier.
    pub fn require_no_barrier(&mut self, cell: Value) {
        let state = self.load8(cell, offset_of!(abi::cell::CellHeader, gc));
        let old = abi::cell::CellState::OLD as i64;
        let usual = self.fb.ins().icmp_imm_u(IntCC::NotEqual, state, old);
        self.require(usual);
    }
}
