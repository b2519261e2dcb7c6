//! The control-flow graph of a function's bytecode: basic blocks, order, loops, and which registers are alive where.
//!
//! Handlers are not part of it: optimized code never runs one, it leaves for the lower tiers. What a handler reads is alive
//! wherever it may be reached from.

use abi::frame::{FIRST_ARGUMENT, NEW_TARGET, THIS};
use abi::opcode::{Op, Operand, SPREAD_ARGC};
use smallvec::SmallVec;
use vm::bytecode::verify::operand;
use vm::code::CodeBody;

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
pub fn accesses(code: &[u16], pc: usize, op: Op, mut f: impl FnMut(Access)) {
    use Access::{Read, Write};
    let mut at = pc + 1;
    let mut first = 0;
    let mut values = [0i64; 6];
    for (i, (_, kind)) in op.operands().iter().enumerate() {
        values[i] = operand(code, at, *kind);
        let n = values[i] as usize;
        match kind {
            Operand::R => f(Read(n)),
            Operand::W => f(Write(n)),
            Operand::B => first = n,
            _ => {}
        }
        at += kind.units();
    }
    let mut area = |argc: i64| {
        let argc = if argc == SPREAD_ARGC as i64 { 1 } else { argc as usize };
        f(Read(first + abi::frame::CALLEE));
        for i in 0..=argc {
            f(Read(first + THIS + i));
        }
    };
    match op {
        Op::Call | Op::CallSpread | Op::CallEval => area(values[2]),
        Op::TailCall => area(values[1]),
        Op::Construct | Op::ConstructSpread | Op::SuperCall | Op::SuperCallSpread => {
            f(Read(first + abi::frame::CALLEE));
            if matches!(op, Op::SuperCall | Op::SuperCallSpread) {
                f(Read(first + NEW_TARGET));
            }
            for i in 0..values[2] as usize {
                f(Read(first + FIRST_ARGUMENT + i));
            }
        }
        Op::SuperForward => {
            f(Read(first + abi::frame::CALLEE));
            f(Read(first + NEW_TARGET));
            (0..values[2] as usize).for_each(|i| f(Read(FIRST_ARGUMENT + i)));
        }
        Op::GetIterator | Op::StartIteration | Op::GetAsyncIterator => (0..2).for_each(|i| f(Write(first + i))),
        Op::IteratorStep | Op::IteratorClose | Op::IteratorRest | Op::IteratorSkip => {
            f(Read(first));
            f(Read(first + 1));
        }
        Op::NewArray => (0..values[2] as usize).for_each(|i| f(Read(first + i))),
        Op::Concat => (0..values[2] as usize).for_each(|i| f(Read(first + i))),
        Op::CopyDataProperties => (0..values[3] as usize).for_each(|i| f(Read(first + i))),
        // What these write they read as well.
        Op::DisposeAll | Op::AddError => f(Read(values[0] as usize)),
        Op::DisposeStep => {
            f(Read(values[0] as usize));
            f(Read(values[2] as usize));
        }
        Op::RunInitializers => f(Read(values[0] as usize)),
        _ => {}
    }
}

/// Registers that an instruction changes although its operands do not say so.
pub fn changes(code: &[u16], pc: usize, op: Op, mut f: impl FnMut(usize)) {
    match op {
        Op::IteratorStep => (0..2).for_each(|i| f(code[pc + 2] as usize + i)),
        Op::IteratorClose | Op::IteratorSkip => (0..2).for_each(|i| f(code[pc + 1] as usize + i)),
        Op::IteratorRest => (0..2).for_each(|i| f(code[pc + 2] as usize + i)),
        Op::AddDisposable => f(code[pc + 1] as usize),
        Op::DisposeAll | Op::DisposeStep => f(code[pc + 2] as usize),
        _ => {}
    }
}

/// Where the instruction's jump goes, if it has one.
pub fn jump_target(code: &[u16], pc: usize, op: Op) -> Option<usize> {
    let mut at = pc + 1;
    for (_, kind) in op.operands() {
        if *kind == Operand::J {
            return Some((pc as i64 + operand(code, at, *kind)) as usize);
        }
        at += kind.units();
    }
    None
}

/// Control never goes on behind the instruction.
pub fn ends(op: Op) -> bool {
    matches!(
        op,
        Op::Jump
            | Op::Return
            | Op::Throw
            | Op::ThrowError
            | Op::TailCall
            | Op::GeneratorReturn
            | Op::ThrowConstAssignment
    )
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
    /// Its instructions' numbers.
    instructions: std::ops::Range<usize>,
}

/// No block, or no instruction.
const NONE: u32 = u32::MAX;

/// The blocks of a function that are reached from one place.
pub struct Cfg {
    pub blocks: Vec<BytecodeBlock>,
    /// Reached blocks in reverse postorder.
    pub order: Vec<usize>,
    pub words: usize,
    /// By offset: the instruction's number, and the block that starts there.
    numbers: Vec<u32>,
    starts: Vec<u32>,
    /// What is alive before each instruction.
    alive: Sets,
}

/// A function's instructions, decoded once.
#[derive(Default)]
struct Decoded {
    instructions: Vec<(u32, Op)>,
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
            let op = Op::from_u16(code[pc]).expect("verified bytecode");
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
            if op == Op::SwitchInt {
                for &target in &body.jump_tables[code[pc + 2] as usize].targets {
                    leader[(pc as i64 + target as i64) as usize] = true;
                }
                leader[next] = true;
            }
            if ends(op) {
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
            if !ends(op) && block.end < code.len() {
                block.successors.push(starts[block.end] as usize);
            }
            if let Some(target) = jump_target(code, last, op) {
                block.successors.push(starts[target] as usize);
            }
            if op == Op::SwitchInt {
                for &target in &body.jump_tables[code[last + 2] as usize].targets {
                    let to = starts[(last as i64 + target as i64) as usize] as usize;
                    if target != 0 && !block.successors.contains(&to) {
                        block.successors.push(to);
                    }
                }
            }
        }
        let mut cfg = Cfg { blocks, order: Vec::new(), words, numbers, starts, alive: Sets::default() };
        cfg.find_live(body, &decoded);
        cfg.find_order(cfg.starts[entry] as usize);
        cfg.find_loops(code, &decoded);
        cfg
    }

    fn find_live(&mut self, body: &CodeBody, decoded: &Decoded) {
        let handlers: Vec<(u32, u32)> = body.handlers.iter().map(|h| (h.start, h.end)).collect();
        let mut at_handlers = Sets::new(handlers.len(), self.words);
        let mut at_starts = Sets::new(self.blocks.len(), self.words);
        let mut live = vec![0; at_starts.width];
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
                live.fill(0);
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
            live.fill(0);
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

    /// The block that starts at an offset.
    pub fn block_at(&self, pc: usize) -> usize {
        assert!(self.starts[pc] != NONE, "a jump target starts a block");
        self.starts[pc] as usize
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

    fn find_loops(&mut self, code: &[u16], decoded: &Decoded) {
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
                    let (pc, op) = decoded.instructions[n];
                    changes(code, pc as usize, op, |r| written.insert(r));
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
