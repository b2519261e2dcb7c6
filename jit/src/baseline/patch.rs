//! Copying and patching.
//!
//! ```text
//! prologue | hot parts, in the order of the bytecode | cold parts, in the same order
//! ```
//!
//! First every instruction gets its stencils and they their places ([`Plan`]); then they are copied there, and at last filled.

use super::Thunks;
use super::architecture::{Architecture, Filling};
use super::contract::HOT_CHUNK;
use super::prefetch::prefetch;
use super::select::{Instruction, closure_header, environment_bytes, following, select};
use super::stencil::{PatchWord, Source, Stencil, UNITS, id};
use crate::memory::CodeMemory;
use abi::Value;
use abi::frame::*;
use abi::opcode::{Opcode, Units, view};
use std::hash::Hasher;
use std::marker::PhantomData;
use vm::Vm;
use vm::code::CodeBody;
use vm::code::origin::{Laid, OriginRanges};
use vm::object::function::CLOSURE_BYTES;

/// Cold parts are copied in pieces of so many bytes.
const COLD_CHUNK: usize = 32;

/// Bytes behind the code that are written with it.
const SLACK: usize = HOT_CHUNK;

/// Sites that are wanted at once: a function that has more waits for the others one by one.
const SITES_AHEAD: usize = 256;

/// Locals up to which each gets an instruction of its own to be set to undefined.
const UNROLLED: u32 = 8;

/// Bytecode units of a body that runs whole that are counted as much as an entry or a back edge itself.
const UNITS_A_COUNT: u32 = 256;

/// A compiled function.
pub struct Compiled {
    /// Where its code is in the range, how long it is, and what was allocated for it.
    pub place: usize,
    pub bytes: usize,
    pub allocated: usize,
    /// Where each instruction's code is.
    pub offsets: Box<[NativeOffsets]>,
    /// Which instruction each part of the code is of, in order.
    pub ranges: OriginRanges,
    /// Jump tables that the code refers to.
    pub tables: Vec<Box<[u64]>>,
}

/// One copy of a stencil.
struct Piece {
    stencil: u32,
    /// Offset of the instruction; for the prologue's pieces 0.
    pc: u32,
    /// Where its parts are, the cold one counted from where those begin.
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
    offsets: Vec<NativeOffsets>,
    /// Bytes of all hot parts, and of all cold ones.
    hot: u32,
    cold: u32,
    /// Whether the offsets hold where the instructions are.
    fits: bool,
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
    let mut code = set.hot(stencil).to_vec();
    let bare = stencil.cold == 0 && set.words(stencil).is_empty();
    assert!(bare && set.holes(stencil).iter().all(|h| h.source == Source::Vm), "{} is a thunk", set.names[number]);
    for hole in set.holes(stencil) {
        A::fill(&mut code, hole.offset as usize, hole.field, Filling::Long(std::ptr::from_ref(vm) as u64));
    }
    code
}

/// See [`Source::Countdown`]: for a back edge by the loop's length, for the prologue by the function's.
fn countdown(piece: &Piece, body: &CodeBody) -> u32 {
    let units = if piece.pc > piece.target { piece.pc - piece.target } else { body.units() as u32 };
    (1 + units / UNITS_A_COUNT).wrapping_neg()
}

impl Plan {
    /// Chooses the function's stencils by what its sites know now.
    pub fn make<A: Architecture>(&mut self, machine: &CodeHeader, body: &CodeBody) {
        let bytecode = &body.bytecode[..];
        body.sites.iter().take(SITES_AHEAD).for_each(|site| prefetch(site));
        self.pieces.clear();
        self.offsets.clear();
        self.offsets.resize(bytecode.len().div_ceil(NativeOffsets::UNITS), NativeOffsets::default());
        (self.hot, self.cold, self.instructions) = (0, 0, 0);
        self.fits = true;
        self.prologue::<A>(machine);
        let mut hasher = rustc_hash::FxHasher::default();
        let mut pc = 0;
        while pc < bytecode.len() {
            let Some(op) = Opcode::from_u16(bytecode[pc]) else { break };
            let units = &bytecode[pc..pc + op.length()];
            let jump = op.jump_offset(units);
            let back = jump.is_some_and(|offset| offset <= 0);
            let target = jump.map_or(0, |offset| (pc as i64 + offset as i64) as u32);
            self.note_offset(pc);
            self.instructions += 1;
            let mut chosen = Some(select(&Instruction { op, units, body, back, flags: machine.flags }));
            while let Some(number) = chosen {
                hasher.write_usize(number);
                self.push::<A>(number, pc as u32, target, 0);
                chosen = following(number);
            }
            pc += op.length();
        }
        self.selection = hasher.finish();
    }

    /// Says that the code of the instruction at `pc` comes next.
    #[inline(always)]
    fn note_offset(&mut self, pc: usize) {
        let offsets = &mut self.offsets[pc / NativeOffsets::UNITS];
        if offsets.base == 0 {
            // There is a prologue before.
            offsets.base = self.hot - 1;
        }
        let ahead = self.hot - offsets.base;
        self.fits &= ahead <= u16::MAX as u32;
        offsets.ahead[pc % NativeOffsets::UNITS] = ahead as u16;
    }

    fn offset(&self, pc: usize) -> u32 {
        let offsets = &self.offsets[pc / NativeOffsets::UNITS];
        offsets.base + offsets.ahead[pc % NativeOffsets::UNITS] as u32
    }

    #[inline(always)]
    fn push<A: Architecture>(&mut self, number: usize, pc: u32, target: u32, slot: u32) {
        let stencil = &A::STENCILS.stencils[number];
        A::STENCILS.prefetch(stencil);
        self.pieces.push(Piece { stencil: number as u32, pc, hot: self.hot, cold: self.cold, target, slot });
        self.hot += stencil.hot as u32;
        self.cold += stencil.cold as u32;
    }

    /// What `vm`'s own entry does, in pieces.
    fn prologue<A: Architecture>(&mut self, machine: &CodeHeader) {
        let mut push = |number: usize, slot: u32| self.push::<A>(number, 0, 0, slot);
        let flags = machine.flags;
        if flags & CODE_FLAG_SLOW_ENTRY & !(CODE_FLAG_COERCE_THIS | CODE_FLAG_FORWARD) != 0 {
            return push(id::ENTER_SLOW, 0);
        }
        if flags & CODE_FLAG_COERCE_THIS != 0 {
            push(id::ENTER_COERCE_THIS, 0);
        }
        if flags & CODE_FLAG_FORWARD != 0 {
            push(id::ENTER_FORWARD, 0);
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
        let bytes = (self.hot + self.cold) as usize;
        if !self.fits || bytes > A::LONGEST_CODE || machine.frame_words > A::LARGEST_FRAME / 8 {
            return Err(Refusal::TooLarge);
        }
        // Copies end up to so much late; and what has no site, writes one there.
        let allocated = bytes + SLACK;
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
            table: [0; PatchWord::COUNT],
            fits: true,
            architecture: PhantomData,
        };
        let thunk = |offset: usize| (offset as i64 - base as i64) as u32;
        patch.table[PatchWord::Exception as usize] = thunk(thunks.exception);
        patch.table[PatchWord::EnterSlow as usize] = thunk(thunks.enter);
        patch.table[PatchWord::Step as usize] = thunk(thunks.step);
        patch.table[PatchWord::FrameBytes as usize] = machine.frame_words * 8;
        patch.table[PatchWord::Parameters as usize] = machine.parameters;
        patch.table[PatchWord::Behind as usize] = bytes as u32;
        patch.table[PatchWord::SlotEnd as usize] = (FIRST_ARGUMENT as u32 + machine.parameters + machine.locals) * 8;
        // From start to end, for what one copy writes beyond its end is the next one's.
        for piece in &self.pieces {
            let stencil = &set.stencils[piece.stencil as usize];
            patch.copy::<HOT_CHUNK>(&set.code[stencil.code as usize..], stencil.hot, piece.hot);
        }
        for piece in &self.pieces {
            let stencil = &set.stencils[piece.stencil as usize];
            patch.copy::<COLD_CHUNK>(set.cold_on(stencil), stencil.cold, self.hot + piece.cold);
        }
        for piece in &self.pieces {
            let stencil = &set.stencils[piece.stencil as usize];
            patch.table[PatchWord::Hot as usize] = piece.hot;
            patch.table[PatchWord::Cold as usize] = self.hot + piece.cold;
            patch.table[PatchWord::Next as usize] = piece.hot + stencil.hot as u32;
            patch.table[PatchWord::Target as usize] = self.offset(piece.target as usize);
            patch.table[PatchWord::Position as usize] = piece.pc;
            patch.table[PatchWord::Countdown as usize] = countdown(piece, body);
            patch.table[PatchWord::Slot as usize] = piece.slot;
            patch.fill(stencil, piece.pc as usize);
        }
        if !patch.fits {
            memory.release(base, allocated);
            return Err(Refusal::TooLarge);
        }
        memory.publish(base, bytes);
        let (offsets, ranges) = (self.offsets[..].into(), self.ranges::<A>());
        Ok(Compiled { place: base, bytes, allocated, offsets, ranges, tables })
    }

    /// The prologue counts as the first instruction's.
    fn ranges<A: Architecture>(&self) -> OriginRanges {
        let mut last = 0;
        let laid = |piece: &Piece| {
            let Stencil { hot, cold, .. } = A::STENCILS.stencils[piece.stencil as usize];
            let units = piece.pc - std::mem::replace(&mut last, piece.pc);
            Laid { units: units as u16, hot, cold }
        };
        OriginRanges::Laid(self.pieces.iter().map(laid).collect())
    }

    /// The addresses that each SwitchInt jumps to: the least case, their number, then one for each.
    fn jump_tables(&self, body: &CodeBody, address: *const u8) -> Vec<Box<[u64]>> {
        let mut tables: Vec<Box<[u64]>> = body.jump_tables.iter().map(|_| Box::default()).collect();
        if tables.is_empty() {
            return tables;
        }
        for piece in self.pieces.iter().filter(|p| p.stencil as usize == id::SWITCH_INT) {
            let pc = piece.pc as usize;
            let number = view::SwitchInt(Units(&body.bytecode[pc..])).table();
            let table = &body.jump_tables[number];
            let place = |offset: i32| {
                let target =
                    if offset == 0 { pc + Opcode::SwitchInt.length() } else { (pc as i64 + offset as i64) as usize };
                address as u64 + self.offset(target) as u64
            };
            let head = [table.min as u32 as u64, table.targets.len() as u64];
            tables[number] = head.into_iter().chain(table.targets.iter().map(|t| place(*t))).collect();
        }
        tables
    }
}

const _: () = {
    let mut n = 0;
    while n < Opcode::COUNT {
        assert!(Opcode::ALL[n].length() <= UNITS);
        n += 1;
    }
};

struct Patch<'a, A> {
    vm: &'a Vm,
    machine: &'a CodeHeader,
    bytecode: &'a [u16],
    body: &'a CodeBody,
    tables: &'a [Box<[u64]>],
    code: &'a mut [u8],
    /// See [`PatchWord`].
    table: [u32; PatchWord::COUNT],
    /// Whether every hole was large enough.
    fits: bool,
    architecture: PhantomData<A>,
}

impl<A: Architecture> Patch<'_, A> {
    /// Copies so many bytes from the start of `from` to a place, in chunks: one, for nearly all.
    #[inline(always)]
    fn copy<const CHUNK: usize>(&mut self, from: &[u8], length: u16, place: u32) {
        let (length, place) = (length as usize, place as usize);
        let mut at = 0;
        loop {
            self.code[place + at..][..CHUNK].copy_from_slice(&from[at..][..CHUNK]);
            at += CHUNK;
            if at >= length {
                return;
            }
        }
    }

    /// Fills the stencil of the instruction at `pc`, whose places are in the table.
    #[inline(always)]
    fn fill(&mut self, stencil: &Stencil, pc: usize) {
        let units = &self.bytecode[pc..];
        match units.first_chunk::<UNITS>() {
            Some(all) => all.iter().zip(&mut self.table).for_each(|(unit, word)| *word = *unit as u32),
            None => units.iter().zip(&mut self.table).for_each(|(unit, word)| *word = *unit as u32),
        }
        for word in A::STENCILS.words(stencil) {
            let value = (self.table[word.from as usize % PatchWord::COUNT] << word.shift).wrapping_add(word.add as u32);
            let place = self.table[word.part as usize % PatchWord::COUNT] as usize + word.offset as usize;
            self.fits &= A::put(self.code, place, word.field, value, word.is_distance());
        }
        // Every stencil writes a site, those that have none behind the code: to ask would take longer.
        let site = &stencil.site;
        let index = self.table[site.unit as usize] as usize | (self.table[site.unit as usize + 1] as usize) << 16;
        let address = self.body.sites.as_ptr().wrapping_add(index) as u64 + site.bytes as u64;
        let place = self.table[site.part as usize % PatchWord::COUNT] as usize + site.offset as usize;
        self.fits &= A::fill(self.code, place, site.field, Filling::Long(address));
        for hole in A::STENCILS.holes(stencil) {
            let value = self.value(hole.source, units);
            let place = self.table[hole.part as usize % PatchWord::COUNT] as usize + hole.offset as usize;
            self.fits &= A::fill(self.code, place, hole.field, value);
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
            | Source::Countdown
            | Source::Slot
            | Source::SlotEnd => unreachable!("these are in the table"),
            Source::Signed(i) => Filling::Int(unit(i) as i16 as i32 as u32),
            Source::Shift(i) => Filling::Byte((unit(i) & 31) as u8),
            Source::TaggedLong(i) => Filling::Long(Value::int(long(i) as i32).bits()),
            Source::Site(i, bytes) => {
                Filling::Long(std::ptr::from_ref(&self.body.sites[long(i) as usize]) as u64 + bytes as u64)
            }
            Source::Tally(i) => Filling::Long(self.vm.counts.tally(long(i)) as u64),
            Source::Constant(i) => Filling::Long(self.body.constants[long(i) as usize].bits()),
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
        let bytes = if units[0] == Opcode::NewEnvironment as u16 {
            environment_bytes(self.body, view::NewEnvironment(Units(units)).scope())
        } else {
            CLOSURE_BYTES
        };
        Vm::allocator_of(bytes).unwrap_or_default()
    }
}
