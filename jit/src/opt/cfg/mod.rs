//! The control-flow graph of a function's bytecode: basic blocks, order, loops, and which registers are alive where.
//!
//! Handlers are not part of it: optimized code never runs one, it leaves for the lower tiers. What a handler reads is alive
//! wherever it may be reached from.

mod rotation;

use abi::frame::{FIRST_ARGUMENT, NEW_TARGET, THIS};
use abi::opcode::{Effect, Opcode, Operand, SPREAD_ARGC};
use smallvec::SmallVec;
use vm::code::CodeBody;

/// Where a SwitchInt names its table.
const SWITCH_TABLE: usize = Opcode::SwitchInt.unit("table");

/// A set of registers.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Registers(Vec<u64>);

impl Registers {
    pub fn new(words: usize) -> Registers {
        Registers(vec![0; words.div_ceil(64)])
    }

    pub fn contains(&self, r: usize) -> bool {
        self.0.get(r / 64).is_some_and(|w| w >> (r % 64) & 1 != 0)
    }

    pub fn insert(&mut self, r: usize) {
        insert(&mut self.0, r);
    }
}

fn insert(set: &mut [u64], r: usize) {
    set[r / 64] |= 1 << (r % 64);
}

fn remove(set: &mut [u64], r: usize) {
    set[r / 64] &= !(1 << (r % 64));
}

/// Adds another set; true if that changed anything.
fn extend(set: &mut [u64], other: &[u64]) -> bool {
    let mut changed = false;
    for (a, b) in set.iter_mut().zip(other) {
        changed |= *b & !*a != 0;
        *a |= b;
    }
    changed
}

/// The registers that are alive somewhere.
#[derive(Clone, Copy)]
pub struct Alive<'a>(&'a [u64]);

impl<'a> Alive<'a> {
    pub fn iter(self) -> impl Iterator<Item = usize> + 'a {
        self.0.iter().enumerate().flat_map(|(i, &word)| {
            let mut rest = word;
            std::iter::from_fn(move || {
                let bit = rest.trailing_zeros() as usize;
                rest &= rest.wrapping_sub(1);
                (bit < 64).then_some(64 * i + bit)
            })
        })
    }
}

/// Sets of registers of one function, one behind the other.
#[derive(Default)]
struct Sets {
    width: usize,
    words: Vec<u64>,
}

impl Sets {
    fn new(count: usize, registers: usize) -> Sets {
        let width = registers.div_ceil(64);
        Sets { width, words: vec![0; count * width] }
    }

    fn get(&self, n: usize) -> &[u64] {
        &self.words[n * self.width..][..self.width]
    }

    fn get_mut(&mut self, n: usize) -> &mut [u64] {
        &mut self.words[n * self.width..][..self.width]
    }
}

/// A register that an instruction touches.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Access {
    Read(usize),
    Write(usize),
}

/// What the instruction at `pc` reads and writes of the frame.
pub fn accesses(code: &[u16], pc: usize, op: Opcode, mut f: impl FnMut(Access)) {
    use Access::{Read, Write};
    let units = &code[pc..];
    let number = |name: &str| units[op.unit(name)];
    for (at, role) in op.places() {
        let n = role.value(units, at) as usize;
        match role {
            Operand::Read => f(Read(n)),
            Operand::Write => f(Write(n)),
            Operand::Change => {
                f(Read(n));
                f(Write(n));
            }
            Operand::NewRecord => (n..n + 2).for_each(|r| f(Write(r))),
            Operand::Record => {
                (n..n + 2).for_each(|r| f(Read(r)));
                (n..n + 2).for_each(|r| f(Write(r)));
            }
            Operand::Run => (n..n + number("count") as usize).for_each(|r| f(Read(r))),
            _ if role.is_area() => {
                let argc = match number("argc") {
                    SPREAD_ARGC => 1,
                    argc => argc as usize,
                };
                f(Read(n + abi::frame::CALLEE));
                match role {
                    Operand::CallArea => f(Read(n + THIS)),
                    Operand::SuperArea | Operand::ForwardArea => f(Read(n + NEW_TARGET)),
                    _ => {}
                }
                let first = if role == Operand::ForwardArea { 0 } else { n };
                (0..argc).for_each(|i| f(Read(first + FIRST_ARGUMENT + i)));
            }
            _ => {}
        }
    }
}

/// Where the instruction's jump goes, if it has one.
pub fn jump_target(code: &[u16], pc: usize, op: Opcode) -> Option<usize> {
    op.jump_offset(&code[pc..]).map(|offset| (pc as i64 + offset as i64) as usize)
}

/// Control does not come to what follows such an instruction but by a resumption: another entry.
fn leaves_frame(op: Opcode) -> bool {
    op.effects().contains(Effect::Suspends) && op != Opcode::CreateGenerator
}

/// A basic block of bytecode: instructions that are entered at the first only.
#[derive(Debug, Default)]
pub struct BytecodeBlock {
    pub start: usize,
    /// One past its last instruction.
    pub end: usize,
    pub successors: SmallVec<[usize; 2]>,
    pub predecessors: SmallVec<[usize; 2]>,
    /// Number in reverse postorder; `usize::MAX` if it is not reached.
    pub order: usize,
    /// For a loop's header: what is written in the loop, and which blocks are in it.
    pub written: Option<Registers>,
    pub inside: Vec<bool>,
    /// For a loop's header: there is no loop in it.
    pub is_innermost: bool,
    /// For a loop's header: the loop is also entered elsewhere, as happens around a loop that code is entered in the middle of.
    pub is_entered_elsewhere: bool,
    /// How many loops it is in.
    pub depth: u32,
    /// For the condition of a rotated loop, as it is tested at the end of a turn: the loop's header.
    pub latch_of: Option<usize>,
    /// Its instructions' numbers.
    instructions: std::ops::Range<usize>,
}

impl BytecodeBlock {
    /// The same instructions once more, to decide whether a loop with this header goes round again.
    fn copy_for(&self, header: usize) -> BytecodeBlock {
        BytecodeBlock {
            start: self.start,
            end: self.end,
            successors: self.successors.clone(),
            instructions: self.instructions.clone(),
            latch_of: Some(header),
            ..BytecodeBlock::default()
        }
    }

    /// Forgets what follows from the edges between blocks.
    fn forget_flow(&mut self) {
        self.predecessors.clear();
        self.inside.clear();
        (self.order, self.written, self.depth) = (usize::MAX, None, 0);
        (self.is_innermost, self.is_entered_elsewhere) = (false, false);
    }
}

/// No block, or no instruction.
const NONE: u32 = u32::MAX;

/// The blocks of a function that are reached from one place.
pub struct Cfg {
    pub blocks: Vec<BytecodeBlock>,
    /// Reached blocks in reverse postorder.
    pub order: Vec<usize>,
    pub words: usize,
    /// Whether any instruction of the function does, reached or not.
    pub loads_callee_environment: bool,
    /// By offset: the instruction's number, and the block that starts there.
    numbers: Vec<u32>,
    starts: Vec<u32>,
    /// What is alive before each instruction.
    alive: Sets,
}

/// A function's instructions, decoded once.
#[derive(Default)]
struct Decoded {
    instructions: Vec<(u32, Opcode)>,
    /// Where each one's accesses begin, and what they are: register, written or read.
    first: Vec<u32>,
    accesses: Vec<(u16, bool)>,
}

impl Decoded {
    fn new(code: &[u16]) -> Decoded {
        let count = code.len() / 3;
        let mut decoded = Decoded {
            instructions: Vec::with_capacity(count),
            first: Vec::with_capacity(count),
            accesses: Vec::with_capacity(2 * count),
        };
        let mut pc = 0;
        while pc < code.len() {
            let op = Opcode::from_u16(code[pc]).expect("verified bytecode");
            decoded.instructions.push((pc as u32, op));
            decoded.first.push(decoded.accesses.len() as u32);
            accesses(code, pc, op, |access| {
                decoded.accesses.push(match access {
                    Access::Read(r) => (r as u16, false),
                    Access::Write(r) => (r as u16, true),
                });
            });
            pc += op.length();
        }
        decoded.first.push(decoded.accesses.len() as u32);
        decoded
    }

    /// What is alive before an instruction, given what is behind it.
    fn backward(&self, n: usize, live: &mut [u64], handlers: &[(u32, u32)], alive_there: &Sets) {
        let accesses = &self.accesses[self.first[n] as usize..self.first[n + 1] as usize];
        for &(r, _) in accesses.iter().filter(|(_, written)| *written) {
            remove(live, r as usize);
        }
        let pc = self.instructions[n].0;
        for (i, &(from, to)) in handlers.iter().enumerate() {
            if (from..to).contains(&pc) {
                extend(live, alive_there.get(i));
            }
        }
        for &(r, _) in accesses.iter().filter(|(_, written)| !*written) {
            insert(live, r as usize);
        }
    }
}

impl Cfg {
    /// The cfg from `entry` on, the offset of an instruction.
    pub fn new(body: &CodeBody, words: usize, entry: usize) -> Cfg {
        let code = &body.bytecode[..];
        let decoded = Decoded::new(code);
        let mut leader = vec![false; code.len() + 1];
        leader[0] = true;
        leader[entry] = true;
        let mut numbers = vec![NONE; code.len() + 1];
        for (n, &(pc, op)) in decoded.instructions.iter().enumerate() {
            let pc = pc as usize;
            numbers[pc] = n as u32;
            let next = pc + op.length();
            if let Some(target) = jump_target(code, pc, op) {
                leader[target] = true;
                leader[next] = true;
            }
            if op == Opcode::SwitchInt {
                for &target in &body.jump_tables[code[pc + SWITCH_TABLE] as usize].targets {
                    leader[(pc as i64 + target as i64) as usize] = true;
                }
                leader[next] = true;
            }
            if op.is_terminator() || leaves_frame(op) {
                leader[next] = true;
            }
        }
        for handler in &body.handlers {
            leader[handler.handler as usize] = true;
        }
        let mut starts = vec![NONE; code.len() + 1];
        let mut blocks: Vec<BytecodeBlock> = Vec::with_capacity(leader.iter().filter(|leader| **leader).count());
        for (n, &(pc, op)) in decoded.instructions.iter().enumerate() {
            let start = pc as usize;
            if leader[start] {
                starts[start] = blocks.len() as u32;
                blocks.push(BytecodeBlock { start, instructions: n..n, order: usize::MAX, ..BytecodeBlock::default() });
            }
            let block = blocks.last_mut().expect("the first instruction starts a block");
            block.end = start + op.length();
            block.instructions.end = n + 1;
        }
        for block in &mut blocks {
            let (last, op) = decoded.instructions[block.instructions.end - 1];
            let last = last as usize;
            if !op.is_terminator() && block.end < code.len() {
                block.successors.push(starts[block.end] as usize);
            }
            if let Some(target) = jump_target(code, last, op) {
                block.successors.push(starts[target] as usize);
            }
            if op == Opcode::SwitchInt {
                for &target in &body.jump_tables[code[last + SWITCH_TABLE] as usize].targets {
                    let to = starts[(last as i64 + target as i64) as usize] as usize;
                    if target != 0 && !block.successors.contains(&to) {
                        block.successors.push(to);
                    }
                }
            }
        }
        let loads_callee_environment = decoded.instructions.iter().any(|(_, op)| *op == Opcode::LoadCalleeEnvironment);
        let (order, alive) = (Vec::new(), Sets::default());
        let mut cfg = Cfg { blocks, order, words, loads_callee_environment, numbers, starts, alive };
        cfg.find_live(body, &decoded);
        for block in &mut cfg.blocks {
            if leaves_frame(decoded.instructions[block.instructions.end - 1].1) {
                block.successors.clear();
            }
        }
        let first = cfg.starts[entry] as usize;
        cfg.find_flow(first, &decoded);
        cfg.rotate_loops(first, &decoded);
        cfg
    }

    /// Finds order and loops, from the blocks' successors.
    fn find_flow(&mut self, entry: usize, decoded: &Decoded) {
        self.blocks.iter_mut().for_each(BytecodeBlock::forget_flow);
        self.find_order(entry);
        self.find_loops(decoded);
    }

    fn find_live(&mut self, body: &CodeBody, decoded: &Decoded) {
        let handlers: Vec<(u32, u32)> = body.handlers.iter().map(|h| (h.start, h.end)).collect();
        let mut at_handlers = Sets::new(handlers.len(), self.words);
        let mut at_starts = Sets::new(self.blocks.len(), self.words);
        // The node that a function was called in is asked for wherever its code is left, and by whom it calls.
        let mut nothing = vec![0; at_starts.width];
        if let Some(enter) = vm::calls::Enter::of(body) {
            insert(&mut nothing, enter.caller);
        }
        let mut live = nothing.clone();
        // Of each block, what it reads before it writes it, and what it writes: as long as no handler looks into it.
        let mut read = Sets::new(self.blocks.len(), self.words);
        let mut written = Sets::new(self.blocks.len(), self.words);
        for (i, block) in self.blocks.iter().enumerate() {
            for n in block.instructions.clone().rev() {
                decoded.backward(n, read.get_mut(i), &[], &at_handlers);
                let accesses = &decoded.accesses[decoded.first[n] as usize..decoded.first[n + 1] as usize];
                accesses.iter().filter(|a| a.1).for_each(|a| insert(written.get_mut(i), a.0 as usize));
            }
        }
        loop {
            let mut changed = false;
            for (i, block) in self.blocks.iter().enumerate().rev() {
                live.copy_from_slice(&nothing);
                for &s in &block.successors {
                    extend(&mut live, at_starts.get(s));
                }
                if handlers.iter().any(|&(from, to)| (from as usize) < block.end && (to as usize) > block.start) {
                    for n in block.instructions.clone().rev() {
                        decoded.backward(n, &mut live, &handlers, &at_handlers);
                    }
                } else {
                    for ((word, written), read) in live.iter_mut().zip(written.get(i)).zip(read.get(i)) {
                        *word = *word & !written | read;
                    }
                }
                changed |= extend(at_starts.get_mut(i), &live);
            }
            for (i, handler) in body.handlers.iter().enumerate() {
                let block = self.starts[handler.handler as usize] as usize;
                changed |= extend(at_handlers.get_mut(i), at_starts.get(block));
            }
            if !changed {
                break;
            }
        }
        self.alive = Sets::new(decoded.instructions.len(), self.words);
        for block in &self.blocks {
            live.copy_from_slice(&nothing);
            for &s in &block.successors {
                extend(&mut live, at_starts.get(s));
            }
            for n in block.instructions.clone().rev() {
                decoded.backward(n, &mut live, &handlers, &at_handlers);
                self.alive.get_mut(n).copy_from_slice(&live);
            }
        }
    }

    /// Registers that are alive before the instruction at an offset; None if there is none.
    pub fn alive_before(&self, pc: usize) -> Option<Alive<'_>> {
        let n = *self.numbers.get(pc)?;
        (n != NONE).then(|| Alive(self.alive.get(n as usize)))
    }

    /// Registers that are alive where a block starts.
    pub fn alive(&self, block: usize) -> Alive<'_> {
        Alive(self.alive.get(self.blocks[block].instructions.start))
    }

    /// The block that starts at an offset and that control comes to from another.
    pub fn successor(&self, from: usize, pc: usize) -> usize {
        let starts_there = |bb: &usize| self.blocks[*bb].start == pc;
        self.blocks[from].successors.iter().copied().find(starts_there).expect("a block leads to what follows it")
    }

    fn find_order(&mut self, entry: usize) {
        let mut state = vec![0u8; self.blocks.len()];
        let mut stack = vec![(entry, 0)];
        state[entry] = 1;
        let mut postorder = Vec::new();
        while let Some((block, next)) = stack.pop() {
            if let Some(&s) = self.blocks[block].successors.get(next) {
                stack.push((block, next + 1));
                if state[s] == 0 {
                    state[s] = 1;
                    stack.push((s, 0));
                }
            } else {
                state[block] = 2;
                postorder.push(block);
            }
        }
        postorder.reverse();
        for (i, &block) in postorder.iter().enumerate() {
            self.blocks[block].order = i;
        }
        for &block in &postorder {
            for s in self.blocks[block].successors.clone() {
                self.blocks[s].predecessors.push(block);
            }
        }
        self.order = postorder;
    }

    /// An edge that goes back in the order is a loop's.
    pub fn is_back_edge(&self, from: usize, to: usize) -> bool {
        self.blocks[to].order <= self.blocks[from].order
    }

    fn find_loops(&mut self, decoded: &Decoded) {
        for header in self.order.clone() {
            let sources: SmallVec<[usize; 8]> =
                self.blocks[header].predecessors.iter().copied().filter(|&p| self.is_back_edge(p, header)).collect();
            if sources.is_empty() {
                continue;
            }
            let mut inside = vec![false; self.blocks.len()];
            inside[header] = true;
            let mut work = sources;
            while let Some(block) = work.pop() {
                if !inside[block] {
                    inside[block] = true;
                    work.extend_from_slice(&self.blocks[block].predecessors);
                }
            }
            let entry = self.order[0];
            self.blocks[header].is_entered_elsewhere = header != entry && inside[entry];
            let mut written = Registers::new(self.words);
            if self.blocks[header].is_entered_elsewhere {
                // What it was entered with elsewhere may be anything.
                (0..self.words).for_each(|r| written.insert(r));
            }
            for block in (0..self.blocks.len()).filter(|&r| inside[r]) {
                self.blocks[block].depth += 1;
                for n in self.blocks[block].instructions.clone() {
                    let accesses = &decoded.accesses[decoded.first[n] as usize..decoded.first[n + 1] as usize];
                    accesses.iter().filter(|a| a.1).for_each(|a| written.insert(a.0 as usize));
                }
            }
            self.blocks[header].written = Some(written);
            self.blocks[header].inside = inside;
        }
        for &header in &self.order {
            let block = &self.blocks[header];
            if block.written.is_none() || block.is_entered_elsewhere {
                continue;
            }
            let is_other_header = |r: usize| block.inside[r] && r != header && self.blocks[r].written.is_some();
            let innermost = !(0..self.blocks.len()).any(is_other_header);
            self.blocks[header].is_innermost = innermost;
        }
    }

    /// Bytecode units of a loop.
    pub fn loop_length(&self, header: usize) -> usize {
        let block = &self.blocks[header];
        self.blocks.iter().zip(&block.inside).filter(|(_, inside)| **inside).map(|(r, _)| r.end - r.start).sum()
    }
}
