//! Copying and patching.
//!
//! ```text
//! prologue | hot parts, in the order of the bytecode | cold parts, in the same order
//! ```
//!
//! First every instruction gets its stencils and they their places ([`Plan`]); then they are copied there and filled.

use super::Thunks;
use super::architecture::{Architecture, Filling};
use super::contract::CHUNK;
use super::select::{Instruction, closure_header, environment_bytes, following, select};
use super::stencil::{Of, Part, Source, UNITS, id};
use crate::memory::CodeMemory;
use abi::Value;
use abi::frame::*;
use abi::opcode::{Op, Operand};
use std::hash::Hasher;
use std::marker::PhantomData;
use vm::Vm;
use vm::code::CodeBody;
use vm::code_origin::OriginRange;
use vm::object::function::CLOSURE_BYTES;

/// Locals up to which each gets an instruction of its own to be set to undefined.
const UNROLLED: u32 = 8;

/// A compiled function.
pub struct Compiled {
    /// Where its code is in the range, how long it is, and what was allocated for it.
    pub place: usize,
    pub bytes: usize,
    pub allocated: usize,
    /// For each unit of bytecode the offset of its instruction's code.
    pub offsets: Box<[u32]>,
    /// Which instruction each part of the code is of, in order.
    pub ranges: Vec<OriginRange>,
    /// Jump tables that the code refers to.
    pub tables: Vec<Box<[u64]>>,
}

/// One copy of a stencil.
struct Piece {
    stencil: u32,
    /// Offset of the instruction; for the prologue's pieces 0.
    pc: u32,
    hot: u32,
    cold: u32,
    /// Where its jump leads in the bytecode, 0 if it is none.
    target: u32,
    /// Byte offset of the slot that a piece of the prologue fills.
    slot: u32,
}

/// The stencils of a function and their places. One plan serves function after function, for its memory's sake.
#[derive(Default)]
pub struct Plan {
    pieces: Vec<Piece>,
    offsets: Vec<u32>,
    hot_end: u32,
    end: u32,
    pub instructions: usize,
    /// The stencils that were chosen, hashed.
    pub selection: u64,
}

/// Why a plan was not carried out.
pub enum Refusal {
    /// There is no room for so many bytes.
    NoRoom(usize),
    /// An instruction cannot hold what it would have to.
    TooLarge,
}

/// A thunk, with nothing but the VM's address to fill in.
pub fn thunk<A: Architecture>(number: usize, vm: &Vm) -> Vec<u8> {
    let set = A::STENCILS;
    let stencil = &set.stencils[number];
    let hot = &stencil.hot;
    let mut code = set.code(hot).to_vec();
    let bare = stencil.cold.length == 0 && set.words(hot).is_empty();
    assert!(bare && set.holes(hot).iter().all(|h| h.source == Source::Vm), "{} is a thunk", set.names[number]);
    for hole in set.holes(hot) {
        A::fill(&mut code, hole.offset as usize, hole.field, Filling::Long(std::ptr::from_ref(vm) as u64));
    }
    code
}

impl Plan {
    /// Chooses the function's stencils by what its sites know now.
    pub fn make<A: Architecture>(&mut self, machine: &CodeHeader, body: &CodeBody) {
        let bytecode = &body.bytecode[..];
        let stencils = A::STENCILS.stencils;
        self.pieces.clear();
        self.offsets.clear();
        self.offsets.resize(bytecode.len(), 0);
        self.instructions = 0;
        self.prologue(machine);
        let mut size = 0;
        for piece in &mut self.pieces {
            piece.hot = size;
            size += stencils[piece.stencil as usize].hot.length as u32;
        }
        let mut hasher = rustc_hash::FxHasher::default();
        let mut pc = 0;
        while pc < bytecode.len() {
            let Some(op) = Op::from_u16(bytecode[pc]) else { break };
            let units = &bytecode[pc..pc + op.length()];
            let jump = jump_offset(op, units);
            let back = jump.is_some_and(|offset| offset <= 0);
            let target = jump.map_or(0, |offset| (pc as i64 + offset as i64) as u32);
            self.offsets[pc] = size;
            self.instructions += 1;
            let mut chosen = Some(select(&Instruction { op, units, body, back }));
            while let Some(number) = chosen {
                hasher.write_usize(number);
                self.pieces.push(Piece { stencil: number as u32, pc: pc as u32, hot: size, cold: 0, target, slot: 0 });
                size += stencils[number].hot.length as u32;
                chosen = following(number);
            }
            pc += op.length();
        }
        self.selection = hasher.finish();
        self.hot_end = size;
        for piece in &mut self.pieces {
            piece.cold = size;
            size += stencils[piece.stencil as usize].cold.length as u32;
        }
        self.end = size;
    }

    /// What `vm`'s own entry does, in pieces.
    fn prologue(&mut self, machine: &CodeHeader) {
        let mut push = |number: usize, slot: u32| {
            self.pieces.push(Piece { stencil: number as u32, pc: 0, hot: 0, cold: 0, target: 0, slot });
        };
        let flags = machine.flags;
        if flags & (CODE_FLAG_SLOW_ENTRY & !CODE_FLAG_COERCE_THIS) != 0 {
            return push(id::ENTER_SLOW, 0);
        }
        if flags & CODE_FLAG_COERCE_THIS != 0 {
            push(id::ENTER_COERCE_THIS, 0);
        }
        push(id::ENTER, 0);
        if flags & CODE_FLAG_ARROW != 0 {
            push(id::ENTER_ARROW, 0);
        }
        if flags & (CODE_FLAG_GENERATOR | CODE_FLAG_ASYNC) != 0 {
            push(id::ENTER_GENERATOR, 0);
        }
        let first = (FIRST_ARGUMENT as u32 + machine.parameters) * 8;
        if machine.locals > UNROLLED {
            push(id::FILL_RANGE, first);
        } else {
            (0..machine.locals).for_each(|i| push(id::FILL, first + 8 * i));
        }
    }

    /// Makes the planned code.
    ///
    /// # Errors
    /// When there is no room, or the function is too large for the machine's instructions.
    pub fn carry_out<A: Architecture>(
        &self,
        vm: &Vm,
        machine: &CodeHeader,
        body: &CodeBody,
        thunks: Thunks,
        memory: &mut CodeMemory,
    ) -> Result<Compiled, Refusal> {
        let bytes = self.end as usize;
        if bytes > A::LONGEST_CODE || machine.frame_words > A::LARGEST_FRAME / 8 {
            return Err(Refusal::TooLarge);
        }
        // Copies end up to a chunk late.
        let allocated = bytes + CHUNK;
        let base = memory.allocate(allocated).ok_or(Refusal::NoRoom(allocated))?;
        let tables = self.jump_tables(body, memory.address(base));
        let set = A::STENCILS;
        let mut patch = Patch::<A> {
            vm,
            machine,
            bytecode: &body.bytecode,
            body,
            tables: &tables,
            code: memory.writable(base, allocated),
            table: [0; Of::COUNT],
            fits: true,
            architecture: PhantomData,
        };
        let thunk = |offset: usize| (offset as i64 - base as i64) as u32;
        patch.table[Of::Exception as usize] = thunk(thunks.exception);
        patch.table[Of::EnterSlow as usize] = thunk(thunks.enter);
        patch.table[Of::Step as usize] = thunk(thunks.step);
        patch.table[Of::FrameBytes as usize] = machine.frame_words * 8;
        patch.table[Of::Parameters as usize] = machine.parameters;
        patch.table[Of::SlotEnd as usize] = (FIRST_ARGUMENT as u32 + machine.parameters + machine.locals) * 8;
        // Each of the two runs from start to end, for what one copy writes beyond its end is the next one's.
        for cold in [false, true] {
            for (n, piece) in self.pieces.iter().enumerate() {
                let stencil = &set.stencils[piece.stencil as usize];
                let (part, place) = if cold { (&stencil.cold, piece.cold) } else { (&stencil.hot, piece.hot) };
                if part.length == 0 {
                    continue;
                }
                patch.table[Of::Hot as usize] = piece.hot;
                patch.table[Of::Cold as usize] = piece.cold;
                patch.table[Of::Next as usize] = self.pieces.get(n + 1).map_or(self.hot_end, |p| p.hot);
                patch.table[Of::Target as usize] = self.offsets[piece.target as usize];
                patch.table[Of::Position as usize] = piece.pc;
                patch.table[Of::Slot as usize] = piece.slot;
                patch.copy(part, place);
                patch.fill(part, place, piece);
            }
        }
        if !patch.fits {
            memory.release(base, allocated);
            return Err(Refusal::TooLarge);
        }
        memory.publish(base, bytes);
        let ranges = self.ranges::<A>();
        Ok(Compiled { place: base, bytes, allocated, offsets: self.offsets[..].into(), ranges, tables })
    }

    /// The prologue counts as the first instruction's.
    fn ranges<A: Architecture>(&self) -> Vec<OriginRange> {
        let mut ranges: Vec<OriginRange> = Vec::with_capacity(2 * self.pieces.len());
        for piece in &self.pieces {
            if ranges.last().is_none_or(|r| r.origin != piece.pc) {
                ranges.push(OriginRange::exact(piece.hot, piece.pc));
            }
        }
        for piece in &self.pieces {
            if A::STENCILS.stencils[piece.stencil as usize].cold.length > 0 {
                ranges.push(OriginRange::exact(piece.cold, piece.pc));
            }
        }
        ranges
    }

    /// The addresses that each SwitchInt jumps to: the least case, their number, then one for each.
    fn jump_tables(&self, body: &CodeBody, address: *const u8) -> Vec<Box<[u64]>> {
        let mut tables: Vec<Box<[u64]>> = body.jump_tables.iter().map(|_| Box::default()).collect();
        if tables.is_empty() {
            return tables;
        }
        for piece in self.pieces.iter().filter(|p| p.stencil as usize == id::SWITCH_INT) {
            let pc = piece.pc as usize;
            let number = body.bytecode[pc + 2] as usize;
            let table = &body.jump_tables[number];
            let place = |offset: i32| {
                let target =
                    if offset == 0 { pc + Op::SwitchInt.length() } else { (pc as i64 + offset as i64) as usize };
                address as u64 + self.offsets[target] as u64
            };
            let head = [table.min as u32 as u64, table.targets.len() as u64];
            tables[number] = head.into_iter().chain(table.targets.iter().map(|t| place(*t))).collect();
        }
        tables
    }
}

/// An instruction's jump offset in units, if it is a jump.
fn jump_offset(op: Op, units: &[u16]) -> Option<i32> {
    match JUMP_OPERANDS[op as usize] as usize {
        0 => None,
        at => Some(units[at] as i32 | (units[at + 1] as i32) << 16),
    }
}

const _: () = {
    let mut n = 0;
    while n < Op::COUNT {
        assert!(Op::ALL[n].length() <= UNITS);
        n += 1;
    }
};

/// The unit with each opcode's jump offset, 0 for none.
const JUMP_OPERANDS: [u8; Op::COUNT] = {
    let mut table = [0; Op::COUNT];
    let mut n = 0;
    while n < Op::COUNT {
        let operands = Op::ALL[n].operands();
        let (mut k, mut at) = (0, 1);
        while k < operands.len() {
            if matches!(operands[k].1, Operand::J) {
                table[n] = at as u8;
            }
            at += operands[k].1.units();
            k += 1;
        }
        n += 1;
    }
    table
};

struct Patch<'a, A> {
    vm: &'a Vm,
    machine: &'a CodeHeader,
    bytecode: &'a [u16],
    body: &'a CodeBody,
    tables: &'a [Box<[u64]>],
    code: &'a mut [u8],
    /// See [`Of`].
    table: [u32; Of::COUNT],
    /// Whether every hole was large enough.
    fits: bool,
    architecture: PhantomData<A>,
}

impl<A: Architecture> Patch<'_, A> {
    #[inline(always)]
    fn copy(&mut self, part: &Part, place: u32) {
        for at in (0..part.length as usize).step_by(CHUNK) {
            self.code[place as usize + at..][..CHUNK].copy_from_slice(A::STENCILS.chunk(part, at));
        }
    }

    #[inline(always)]
    fn fill(&mut self, part: &Part, place: u32, piece: &Piece) {
        let start = place as usize;
        let units = &self.bytecode[piece.pc as usize..];
        match units.first_chunk::<UNITS>() {
            Some(all) => all.iter().zip(&mut self.table).for_each(|(unit, word)| *word = *unit as u32),
            None => units.iter().zip(&mut self.table).for_each(|(unit, word)| *word = *unit as u32),
        }
        for word in A::STENCILS.words(part) {
            let value = (self.table[word.from as usize % Of::COUNT] << word.shift).wrapping_add(word.add as u32);
            self.fits &= A::put(self.code, start + word.offset as usize, word.field, value, word.is_distance());
        }
        for hole in A::STENCILS.holes(part) {
            let value = self.value(hole.source, units);
            self.fits &= A::fill(self.code, start + hole.offset as usize, hole.field, value);
        }
    }

    #[inline(always)]
    fn value(&self, source: Source, units: &[u16]) -> Filling {
        let unit = |i: u8| units[i as usize];
        let long = |i: u8| unit(i) as u32 | (unit(i + 1) as u32) << 16;
        match source {
            Source::Register(..)
            | Source::EnvironmentSlot(_)
            | Source::Argc(_)
            | Source::Position
            | Source::FrameBytes
            | Source::Parameters
            | Source::Slot
            | Source::SlotEnd => unreachable!("these are in the table"),
            Source::Signed(i) => Filling::Int(unit(i) as i16 as i32 as u32),
            Source::Shift(i) => Filling::Byte((unit(i) & 31) as u8),
            Source::TaggedLong(i) => Filling::Long(Value::int(long(i) as i32).0),
            Source::Site(i, bytes) => {
                Filling::Long(std::ptr::from_ref(&self.body.sites[long(i) as usize]) as u64 + bytes as u64)
            }
            Source::Constant(i) => Filling::Long(self.body.constants[long(i) as usize].0),
            Source::UnitAddress(i) => Filling::Long(&raw const units[i as usize] as u64),
            Source::Vm => Filling::Long(std::ptr::from_ref(self.vm) as u64),
            Source::Code => Filling::Long(std::ptr::from_ref(self.machine) as u64),
            Source::PositionWord => Filling::Long((self.machine.native_id as u64) << 32),
            Source::SwitchTable(i) => Filling::Long(self.tables[unit(i) as usize].as_ptr() as u64),
            Source::Long(i) => Filling::Int(long(i)),
            Source::Allocator(bytes) => Filling::Int(self.cell(units).0 + bytes as u32),
            Source::CellBytes => Filling::Int(self.cell(units).1),
            Source::EnvironmentLength(i) => {
                Filling::Int(vm::code::environment_length(self.body.constants[long(i) as usize]))
            }
            Source::ClosureHeader(i) => Filling::Int(closure_header(self.body, long(i)).unwrap_or_default()),
        }
    }
}

impl<A> Patch<'_, A> {
    /// The allocator of what the instruction allocates, and the bytes.
    fn cell(&self, units: &[u16]) -> (u32, u32) {
        let bytes = if units[0] == Op::NewEnvironment as u16 {
            environment_bytes(self.body, units[3] as u32 | (units[4] as u32) << 16)
        } else {
            CLOSURE_BYTES
        };
        Vm::allocator_of(bytes).unwrap_or_default()
    }
}
