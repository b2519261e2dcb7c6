//! Copying and patching.
//!
//! ```text
//! prologue | hot parts, in the order of the bytecode | cold parts | stubs that hand an instruction to the runtime
//! ```

use super::Thunks;
use super::select::{Instruction, select};
use super::stencil::{Exit, Part, STENCILS, Source, Stencil, Target, id};
use crate::memory::CodeMemory;
use abi::Value;
use abi::frame::*;
use abi::object::ENVIRONMENT_VALUES_OFFSET;
use abi::opcode::{Op, Operand};
use vm::Vm;
use vm::code::CodeBody;
use vm::code_origin::{CodeOrigin, OriginRange};

/// Locals up to which each gets an instruction of its own to be set to undefined.
const UNROLLED: u32 = 8;

/// A compiled function.
pub struct Compiled {
    /// Where its code is in the range, and how long it is.
    pub place: usize,
    pub bytes: usize,
    /// For each unit of bytecode the offset of its instruction's code.
    pub offsets: Box<[u32]>,
    pub instructions: usize,
    /// An origin for each instruction, and which parts of the code are whose, in order.
    pub origins: Vec<CodeOrigin>,
    pub ranges: Vec<OriginRange>,
    /// Jump tables that the code refers to.
    pub tables: Vec<Box<[u64]>>,
}

/// One copy of a stencil.
struct Piece {
    stencil: &'static Stencil,
    /// Offset of the instruction; for the prologue's pieces 0.
    pc: u32,
    hot: u32,
    cold: u32,
    /// Where the stub of the instruction is.
    stub: u32,
    /// Byte offsets of the slots that a piece of the prologue fills.
    slots: (u32, u32),
    prologue: bool,
}

/// A thunk, with nothing but the VM's address to fill in.
pub fn thunk(stencil: &Stencil, vm: &Vm) -> Vec<u8> {
    let mut code = stencil.hot.code.to_vec();
    assert!(stencil.cold.code.is_empty() && stencil.hot.fixups.is_empty(), "{} is a thunk", stencil.name);
    for hole in stencil.hot.holes {
        assert_eq!(hole.source, Source::Vm, "{} is a thunk", stencil.name);
        let at = hole.offset as usize;
        code[at..at + 8].copy_from_slice(&(std::ptr::from_ref(vm) as u64).to_le_bytes());
    }
    code
}

/// Compiles a function.
///
/// # Errors
/// The bytes that it takes, when there is no room for them.
pub fn function(
    vm: &Vm,
    machine: &CodeHeader,
    body: &CodeBody,
    thunks: Thunks,
    memory: &mut CodeMemory,
) -> Result<Compiled, usize> {
    let mut pieces = prologue(machine);
    let bytecode = &body.bytecode[..];
    let mut offsets = vec![0u32; bytecode.len()].into_boxed_slice();
    let mut size: u32 = pieces.iter().map(|p| p.stencil.hot.code.len() as u32).sum();
    let mut at = 0;
    for piece in &mut pieces {
        piece.hot = at;
        at += piece.stencil.hot.code.len() as u32;
    }
    // Which stencils, and where their hot parts go.
    let mut instructions = 0;
    for_each(body, &mut |pc, instruction| {
        offsets[pc] = size;
        instructions += 1;
        for number in select(&instruction).into_iter().flatten() {
            let stencil = &STENCILS[number];
            let (hot, pc) = (size, pc as u32);
            pieces.push(Piece { stencil, pc, hot, cold: 0, stub: 0, slots: (0, 0), prologue: false });
            size += stencil.hot.code.len() as u32;
        }
    });
    let hot_end = size;
    for piece in &mut pieces {
        piece.cold = size;
        size += piece.stencil.cold.code.len() as u32;
    }
    let stub = &STENCILS[id::STEP];
    let mut stubs: Vec<u32> = Vec::new();
    for piece in &mut pieces {
        let uses = |part: &Part| part.fixups.iter().any(|f| f.target == Target::Exit(Exit::Step));
        if uses(&piece.stencil.hot) || uses(&piece.stencil.cold) {
            // The two pieces of one instruction share it.
            if stubs.last() != Some(&piece.pc) {
                stubs.push(piece.pc);
                size += stub.hot.code.len() as u32;
            }
            piece.stub = size - stub.hot.code.len() as u32;
        }
    }

    let base = memory.allocate(size as usize).ok_or(size as usize)?;
    let tables = jump_tables(body, &offsets, memory.address(base));
    let mut code = vec![0xcc; size as usize];
    let mut patch = Patch { vm, machine, bytecode, body, base, thunks, tables: &tables, code: &mut code };
    for (n, piece) in pieces.iter().enumerate() {
        let next = pieces.get(n + 1).map_or(hot_end, |p| p.hot);
        let target = if piece.prologue {
            0
        } else {
            let pc = piece.pc as usize;
            Op::from_u16(bytecode[pc])
                .and_then(|op| jump_offset(op, &bytecode[pc..]))
                .map_or(0, |offset| offsets[(pc as i64 + offset as i64) as usize])
        };
        patch.part(&piece.stencil.hot, piece.hot, piece, next, target);
        patch.part(&piece.stencil.cold, piece.cold, piece, next, target);
    }
    let first = size - stubs.len() as u32 * stub.hot.code.len() as u32;
    for (n, pc) in stubs.iter().enumerate() {
        let hot = first + n as u32 * stub.hot.code.len() as u32;
        let piece = Piece { stencil: stub, pc: *pc, hot, cold: 0, stub: 0, slots: (0, 0), prologue: false };
        patch.part(&stub.hot, hot, &piece, 0, 0);
    }
    let (origins, ranges) = origins(machine, &pieces, &stubs, first);
    memory.write(base, &code);
    Ok(Compiled { place: base, bytes: code.len(), offsets, instructions, origins, ranges, tables })
}

/// Which instruction each part of the code is of. The prologue counts as the first one's.
fn origins(
    machine: &CodeHeader,
    pieces: &[Piece],
    stubs: &[u32],
    first_stub: u32,
) -> (Vec<CodeOrigin>, Vec<OriginRange>) {
    let mut origins: Vec<CodeOrigin> = Vec::with_capacity(pieces.len());
    let mut ranges = Vec::with_capacity(2 * pieces.len() + stubs.len());
    let mut index = Vec::with_capacity(pieces.len());
    for piece in pieces {
        if origins.last().is_none_or(|o| o.offset != piece.pc) {
            origins.push(CodeOrigin { code_id: machine.code_id, offset: piece.pc, caller: CodeOrigin::OUTERMOST });
        }
        let origin = origins.len() as u32 - 1;
        index.push(origin);
        if ranges.last().is_none_or(|r: &OriginRange| r.origin != origin) {
            ranges.push(OriginRange { start: piece.hot, origin });
        }
    }
    for (piece, &origin) in pieces.iter().zip(&index) {
        if !piece.stencil.cold.code.is_empty() {
            ranges.push(OriginRange { start: piece.cold, origin });
        }
    }
    let stub = STENCILS[id::STEP].hot.code.len() as u32;
    for (n, pc) in stubs.iter().enumerate() {
        let origin = origins.partition_point(|o| o.offset < *pc) as u32;
        ranges.push(OriginRange { start: first_stub + n as u32 * stub, origin });
    }
    (origins, ranges)
}

/// A hash of the stencils that the function's instructions get with what its sites know now.
pub fn selection(body: &CodeBody) -> u64 {
    use std::hash::Hasher;
    let mut hasher = rustc_hash::FxHasher::default();
    for_each(body, &mut |_, instruction| {
        for number in select(&instruction).into_iter().flatten() {
            hasher.write_usize(number);
        }
    });
    hasher.finish()
}

/// Decodes the bytecode.
fn for_each(body: &CodeBody, f: &mut dyn FnMut(usize, Instruction)) {
    let bytecode = &body.bytecode[..];
    let mut pc = 0;
    while pc < bytecode.len() {
        let Some(op) = Op::from_u16(bytecode[pc]) else { break };
        let units = &bytecode[pc..pc + op.length()];
        let back = jump_offset(op, units).is_some_and(|offset| offset <= 0);
        f(pc, Instruction { op, units, sites: &body.sites, back });
        pc += op.length();
    }
}

/// The addresses that each SwitchInt jumps to: the least case, their number, then one for each.
fn jump_tables(body: &CodeBody, offsets: &[u32], address: *const u8) -> Vec<Box<[u64]>> {
    let mut tables: Vec<Box<[u64]>> = body.jump_tables.iter().map(|_| Box::default()).collect();
    if tables.is_empty() {
        return tables;
    }
    for_each(body, &mut |pc, Instruction { op, units, .. }| {
        if op == Op::SwitchInt {
            let number = units[2] as usize;
            let table = &body.jump_tables[number];
            let place = |offset: i32| {
                let target = if offset == 0 { pc + op.length() } else { (pc as i64 + offset as i64) as usize };
                address as u64 + offsets[target] as u64
            };
            let head = [table.min as u32 as u64, table.targets.len() as u64];
            tables[number] = head.into_iter().chain(table.targets.iter().map(|t| place(*t))).collect();
        }
    });
    tables
}

/// An instruction's jump offset in units, if it is a jump.
fn jump_offset(op: Op, units: &[u16]) -> Option<i32> {
    let mut at = 1;
    for (_, kind) in op.operands() {
        if *kind == Operand::J {
            return Some(units[at] as i32 | (units[at + 1] as i32) << 16);
        }
        at += kind.units();
    }
    None
}

/// What `vm`'s own entry does, in pieces.
fn prologue(machine: &CodeHeader) -> Vec<Piece> {
    let mut pieces = Vec::with_capacity(16);
    let mut push = |number: usize, slots: (u32, u32)| {
        pieces.push(Piece { stencil: &STENCILS[number], pc: 0, hot: 0, cold: 0, stub: 0, slots, prologue: true });
    };
    let flags = machine.flags;
    if flags & (CODE_FLAG_SLOW_ENTRY & !CODE_FLAG_COERCE_THIS) != 0 {
        push(id::ENTER_SLOW, (0, 0));
        return pieces;
    }
    if flags & CODE_FLAG_COERCE_THIS != 0 {
        push(id::ENTER_COERCE_THIS, (0, 0));
    }
    push(id::ENTER, (0, 0));
    if flags & CODE_FLAG_ARROW != 0 {
        push(id::ENTER_ARROW, (0, 0));
    }
    if flags & (CODE_FLAG_GENERATOR | CODE_FLAG_ASYNC) != 0 {
        push(id::ENTER_GENERATOR, (0, 0));
    }
    let first = (FIRST_ARGUMENT as u32 + machine.parameters) * 8;
    if machine.locals > UNROLLED {
        push(id::FILL_RANGE, (first, first + 8 * machine.locals));
    } else {
        for i in 0..machine.locals {
            push(id::FILL, (first + 8 * i, 0));
        }
    }
    pieces
}

struct Patch<'a> {
    vm: &'a Vm,
    machine: &'a CodeHeader,
    bytecode: &'a [u16],
    body: &'a CodeBody,
    base: usize,
    thunks: Thunks,
    tables: &'a [Box<[u64]>],
    code: &'a mut [u8],
}

impl Patch<'_> {
    fn part(&mut self, part: &Part, place: u32, piece: &Piece, next: u32, target: u32) {
        let start = place as usize;
        self.code[start..start + part.code.len()].copy_from_slice(part.code);
        for hole in part.holes {
            let at = start + hole.offset as usize;
            match self.value(hole.source, piece) {
                Filling::Byte(v) => self.code[at] = v,
                Filling::Int(v) => self.code[at..at + 4].copy_from_slice(&v.to_le_bytes()),
                Filling::Long(v) => self.code[at..at + 8].copy_from_slice(&v.to_le_bytes()),
            }
        }
        for fixup in part.fixups {
            let at = start + fixup.offset as usize;
            let to = match fixup.target {
                Target::Hot(n) => (piece.hot + n) as i64,
                Target::Cold(n) => (piece.cold + n) as i64,
                Target::Exit(Exit::Next) => next as i64,
                Target::Exit(Exit::Target) => target as i64,
                Target::Exit(Exit::Step) => piece.stub as i64,
                Target::Exit(Exit::Exception) => self.thunk(self.thunks.exception),
                Target::Exit(Exit::EnterSlow) => self.thunk(self.thunks.enter),
                Target::Exit(Exit::StepThunk) => self.thunk(self.thunks.step),
            };
            let displacement = (to - (at as i64 + 4)) as i32;
            self.code[at..at + 4].copy_from_slice(&displacement.to_le_bytes());
        }
    }

    /// A thunk's place relative to this function.
    fn thunk(&self, offset: usize) -> i64 {
        offset as i64 - self.base as i64
    }

    #[inline(always)]
    fn value(&self, source: Source, piece: &Piece) -> Filling {
        let pc = piece.pc as usize;
        let unit = |i: u8| self.bytecode[pc + i as usize];
        let long = |i: u8| unit(i) as u32 | (unit(i + 1) as u32) << 16;
        match source {
            Source::Register(i, bytes) => Filling::Int(unit(i) as u32 * 8 + bytes as u32),
            Source::Signed(i) => Filling::Int(unit(i) as i16 as i32 as u32),
            Source::Shift(i) => Filling::Byte((unit(i) & 31) as u8),
            Source::TaggedLong(i) => Filling::Long(Value::int(long(i) as i32).0),
            Source::Site(i, bytes) => {
                Filling::Long(std::ptr::from_ref(&self.body.sites[long(i) as usize]) as u64 + bytes as u64)
            }
            Source::Constant(i) => Filling::Long(self.body.constants[long(i) as usize].0),
            Source::Position => Filling::Int(piece.pc),
            Source::UnitAddress(i) => Filling::Long(&raw const self.bytecode[pc + i as usize] as u64),
            Source::Vm => Filling::Long(std::ptr::from_ref(self.vm) as u64),
            Source::Code => Filling::Long(std::ptr::from_ref(self.machine) as u64),
            Source::PositionWord => Filling::Long((self.machine.native_id as u64) << 32),
            Source::FrameBytes => Filling::Int(self.machine.frame_words * 8),
            Source::Parameters => Filling::Int(self.machine.parameters),
            Source::Slot => Filling::Int(piece.slots.0),
            Source::SlotEnd => Filling::Int(piece.slots.1),
            Source::EnvironmentSlot(i) => Filling::Int(ENVIRONMENT_VALUES_OFFSET as u32 + unit(i) as u32 * 8),
            Source::SwitchTable(i) => Filling::Long(self.tables[unit(i) as usize].as_ptr() as u64),
            Source::Argc(i) => Filling::Int(unit(i) as u32),
        }
    }
}

/// What goes into a hole.
enum Filling {
    Byte(u8),
    Int(u32),
    Long(u64),
}
