//! x86-64: the frame-pointer set-up of stencils that call nobody is removed; holes are whole bytes; instructions are as short as they can be.

use super::{Fixup, Hole, Part, Stencil, Target};
use crate::contract::Field;
use crate::emit::{Exit, Raw};
use iced_x86::{Code, Decoder, DecoderOptions, FlowControl, Instruction, Mnemonic, Register};
use std::collections::{BTreeMap, BTreeSet};

struct Block {
    start: usize,
    instructions: Vec<Instruction>,
}

pub fn cut(name: &str, raws: &[Raw; 3]) -> Stencil {
    let raw = &raws[0];
    let holes = find_holes(name, raws);
    let mut instructions = decode(name, &raw.code);
    let exits: BTreeMap<usize, Exit> = raw.exits.iter().copied().collect();
    let exit_of = |i: &Instruction| -> Option<Exit> {
        (i.code() == Code::Jmp_rel32_64).then(|| exits.get(&(i.ip() as usize + 1)).copied()).flatten()
    };
    let calls = instructions.iter().any(|i| matches!(i.flow_control(), FlowControl::Call | FlowControl::IndirectCall));
    check_frame(name, &instructions, calls);
    if !calls {
        strip_frame(&mut instructions);
    }

    // Blocks.
    let mut leaders: BTreeSet<usize> = BTreeSet::new();
    leaders.insert(instructions[0].ip() as usize);
    for (k, i) in instructions.iter().enumerate() {
        match i.flow_control() {
            FlowControl::ConditionalBranch | FlowControl::UnconditionalBranch => {
                if exit_of(i).is_none() {
                    // The target may have been stripped: the first instruction from there on that is left.
                    leaders.insert(first_from(&instructions, i.near_branch_target() as usize));
                }
                if let Some(next) = instructions.get(k + 1) {
                    leaders.insert(next.ip() as usize);
                }
            }
            FlowControl::Return | FlowControl::IndirectBranch | FlowControl::Exception | FlowControl::Interrupt => {
                if let Some(next) = instructions.get(k + 1) {
                    leaders.insert(next.ip() as usize);
                }
            }
            _ => {}
        }
    }
    let mut blocks: Vec<Block> = Vec::new();
    for i in &instructions {
        if leaders.contains(&(i.ip() as usize)) {
            blocks.push(Block { start: i.ip() as usize, instructions: Vec::new() });
        }
        blocks.last_mut().expect("the first instruction leads").instructions.push(*i);
    }
    // Blocks that only jump to an exit.
    let trivial: BTreeMap<usize, Exit> = blocks
        .iter()
        .filter(|b| b.instructions.len() == 1)
        .filter_map(|b| Some((b.start, exit_of(&b.instructions[0])?)))
        .collect();
    // Hot: up to the first block that leaves for good.
    let leaves = |b: &Block| {
        let last = b.instructions.last().expect("no block is empty");
        matches!(last.flow_control(), FlowControl::Return | FlowControl::IndirectBranch) || exit_of(last).is_some()
    };
    let hot_blocks = blocks.iter().position(leaves).expect("a stencil leaves") + 1;

    // Instructions of the parts, and which block begins where.
    let mut parts: [Vec<Item>; 2] = Default::default();
    let mut places: BTreeMap<usize, Target> = BTreeMap::new();
    for (n, block) in blocks.iter().enumerate() {
        let cold = n >= hot_blocks;
        let falls_in = n > 0 && falls_through(blocks[n - 1].instructions.last().expect("no block is empty"));
        if cold && trivial.contains_key(&block.start) && !falls_in {
            continue;
        }
        let items = &mut parts[cold as usize];
        places.insert(block.start, if cold { Target::Cold(items.len()) } else { Target::Hot(items.len()) });
        for (k, i) in block.instructions.iter().enumerate() {
            let last = n + 1 == hot_blocks && k + 1 == block.instructions.len();
            if last && exit_of(i) == Some(Exit::Next) {
                continue;
            }
            items.push(Item::new(name, i, &raw.code, &holes));
        }
    }
    for (cold, items) in parts.iter_mut().enumerate() {
        for item in items.iter_mut() {
            let Some(i) = item.branch else { continue };
            let block = || first_from(&instructions, i.near_branch_target() as usize);
            let exit = exit_of(&i).or_else(|| trivial.get(&block()).copied());
            item.target = Some(exit.map_or_else(|| places[&block()], Target::Exit));
        }
        if cold == 1 {
            share_jumps(items);
        }
    }
    let offsets = [0, 1].map(|cold| shorten(&mut parts[cold], cold == 1));
    let place = |target: Target| match target {
        Target::Hot(n) => Target::Hot(offsets[0][n]),
        Target::Cold(n) => Target::Cold(offsets[1][n]),
        exit => exit,
    };
    let [hot, cold] = parts.map(|items| {
        let mut part = Part::default();
        for item in items {
            let at = part.code.len();
            part.code.extend_from_slice(&item.code);
            let holes = item.holes.iter().map(|h| Hole { offset: at + h.offset, ..h.clone() });
            part.holes.extend(holes);
            if let Some(target) = item.target.filter(|_| !item.is_settled) {
                part.fixups.push(Fixup { offset: part.code.len() - 4, target: place(target), field: Field::Bytes });
            }
        }
        for fixup in &part.fixups {
            part.code[fixup.offset..fixup.offset + 4].fill(0);
        }
        for hole in &part.holes {
            part.code[hole.offset..hole.offset + hole.source.width()].fill(0);
        }
        part
    });
    Stencil { name: name.to_string(), hot, cold, returned: 0..0 }
}

/// An instruction in its part.
struct Item {
    code: Vec<u8>,
    /// The branch or jump that it is in the stencil.
    branch: Option<Instruction>,
    is_conditional: bool,
    /// Counted from its start.
    holes: Vec<Hole>,
    /// Where it goes. While parts are put together, places in them are counted in instructions.
    target: Option<Target>,
    /// The distance is in the code.
    is_settled: bool,
}

impl Item {
    fn new(name: &str, instruction: &Instruction, code: &[u8], holes: &[Hole]) -> Item {
        let start = instruction.ip() as usize;
        let bytes = start..start + instruction.len();
        let holes = holes.iter().filter(|h| bytes.contains(&h.offset));
        let holes: Vec<Hole> = holes.map(|h| Hole { offset: h.offset - start, ..h.clone() }).collect();
        let is_conditional = instruction.flow_control() == FlowControl::ConditionalBranch;
        let is_branch = is_conditional || instruction.flow_control() == FlowControl::UnconditionalBranch;
        assert!(!is_branch || instruction.len() == 5 + is_conditional as usize, "{name}: a short branch or jump");
        let short = if holes.is_empty() { small_immediate(&code[bytes.clone()]) } else { None };
        let code = short.unwrap_or_else(|| code[bytes].to_vec());
        let branch = is_branch.then_some(*instruction);
        Item { code, branch, is_conditional, holes, target: None, is_settled: false }
    }

    /// A jump to an exit.
    fn jump(exit: Exit) -> Item {
        let (code, target) = (vec![0xe9, 0, 0, 0, 0], Some(Target::Exit(exit)));
        Item { code, branch: None, is_conditional: false, holes: Vec::new(), target, is_settled: false }
    }

    fn exit(&self) -> Option<Exit> {
        match self.target? {
            Target::Exit(exit) => Some(exit),
            _ => None,
        }
    }
}

/// Branches of a cold part to the same exit go by way of one jump: the patcher fills in that alone.
fn share_jumps(items: &mut Vec<Item>) {
    let mut branches: BTreeMap<Exit, usize> = BTreeMap::new();
    for exit in items.iter().filter(|item| item.is_conditional).filter_map(Item::exit) {
        *branches.entry(exit).or_default() += 1;
    }
    for (exit, count) in branches {
        let there = items.iter().position(|item| !item.is_conditional && item.exit() == Some(exit));
        let jump = match there {
            Some(n) => n,
            None if count > 1 => {
                items.push(Item::jump(exit));
                items.len() - 1
            }
            None => continue,
        };
        for item in items.iter_mut().filter(|item| item.is_conditional && item.exit() == Some(exit)) {
            item.target = Some(Target::Cold(jump));
        }
    }
}

/// An operation with an immediate of 32 bits, which Cranelift makes where eight do too, with eight.
fn small_immediate(code: &[u8]) -> Option<Vec<u8>> {
    let rex = (code[0] & 0xf0 == 0x40) as usize;
    let (start, immediate) = code.split_at(code.len().checked_sub(4)?);
    let opcode = *start.get(rex)?;
    let small = i8::try_from(i32::from_le_bytes(immediate.try_into().ok()?)).ok()? as u8;
    let mut short = start[..rex].to_vec();
    match opcode {
        0x81 => short.extend(std::iter::once(0x83).chain(start[rex + 1..].iter().copied())),
        // The same with eax or rax.
        _ if opcode & 0xc7 == 0x05 && start.len() == rex + 1 => short.extend([0x83, 0xc0 | opcode & 0x38]),
        _ => return None,
    }
    short.push(small);
    Some(short)
}

/// Gives the branches within a part their distances, in one byte where that is enough: the instructions' offsets, and where the last one ends.
fn shorten(items: &mut [Item], cold: bool) -> Vec<usize> {
    let inside = |item: &Item| match item.target? {
        Target::Hot(n) if !cold => Some(n),
        Target::Cold(n) if cold => Some(n),
        _ => None,
    };
    // At first all are short; those that cannot be are not, until none is left.
    for item in items.iter_mut().filter(|item| inside(item).is_some()) {
        item.code = match item.is_conditional {
            true => vec![0x70 | item.code[1] & 0x0f, 0],
            false => vec![0xeb, 0],
        };
    }
    loop {
        let mut offsets = vec![0];
        for item in items.iter() {
            offsets.push(offsets[offsets.len() - 1] + item.code.len());
        }
        let mut fits = true;
        for (n, item) in items.iter_mut().enumerate() {
            let Some(to) = inside(item) else { continue };
            let distance = offsets[to] as i32 - (offsets[n] + item.code.len()) as i32;
            let bytes = item.code.len();
            if bytes > 2 {
                item.code[bytes - 4..].copy_from_slice(&distance.to_le_bytes());
            } else if let Ok(short) = i8::try_from(distance) {
                item.code[1] = short as u8;
            } else {
                fits = false;
                item.code = match item.is_conditional {
                    true => vec![0x0f, 0x80 | item.code[0] & 0x0f, 0, 0, 0, 0],
                    false => vec![0xe9, 0, 0, 0, 0],
                };
            }
            item.is_settled = true;
        }
        if fits {
            return offsets;
        }
    }
}

fn falls_through(i: &Instruction) -> bool {
    !matches!(
        i.flow_control(),
        FlowControl::UnconditionalBranch | FlowControl::Return | FlowControl::IndirectBranch | FlowControl::Exception
    )
}

fn first_from(instructions: &[Instruction], offset: usize) -> usize {
    instructions.iter().map(|i| i.ip() as usize).find(|ip| *ip >= offset).expect("a branch leads into the code")
}

/// Holes by comparison, and every other bit equal.
fn find_holes(name: &str, raws: &[Raw; 3]) -> Vec<Hole> {
    let codes = raws.each_ref().map(|r| &r.code[..]);
    let mut covered = vec![false; codes[0].len()];
    let mut holes = Vec::new();
    let mut seen = vec![false; raws[0].operands.len()];
    for offset in 0..codes[0].len() {
        for (k, source) in raws[0].operands.iter().enumerate() {
            let width = source.width();
            let holds = raws
                .iter()
                .all(|r| r.code.get(offset..offset + width) == Some(&r.placeholders[k].to_le_bytes()[..width]));
            if holds {
                assert!(!covered[offset], "{name}: holes overlap");
                covered[offset..offset + width].fill(true);
                holes.push(Hole { offset, source: *source, field: Field::Bytes });
                seen[k] = true;
            }
        }
    }
    for (k, source) in raws[0].operands.iter().enumerate() {
        assert!(seen[k], "{name}: the hole for {source:?} is nowhere");
    }
    for offset in 0..codes[0].len() {
        let same = codes.iter().all(|c| c[offset] == codes[0][offset]);
        assert!(same || covered[offset], "{name}: byte {offset} depends on an operand outside of a hole");
    }
    holes
}

/// Push and move at the start, move and pop before each way out, the stack pointer otherwise untouched: nothing is spilled.
fn check_frame(name: &str, instructions: &[Instruction], calls: bool) {
    let is = |i: &Instruction, mnemonic: Mnemonic| i.mnemonic() == mnemonic;
    assert!(
        is(&instructions[0], Mnemonic::Push)
            && instructions[0].op0_register() == Register::RBP
            && is(&instructions[1], Mnemonic::Mov)
            && instructions[1].op0_register() == Register::RBP
            && instructions[1].op1_register() == Register::RSP,
        "{name}: does not begin with the frame-pointer set-up"
    );
    for i in &instructions[2..] {
        let touches_stack = i.memory_base() == Register::RSP
            || i.memory_base() == Register::RBP
            || (i.op_count() > 0 && i.op0_register() == Register::RSP && is(i, Mnemonic::Sub));
        assert!(!touches_stack, "{name}: spills ({} at {}; calls: {calls})", i, i.ip());
        let saves = is(i, Mnemonic::Push);
        assert!(!saves, "{name}: saves a register");
    }
}

/// Removes the frame-pointer set-up and what undoes it.
fn strip_frame(instructions: &mut Vec<Instruction>) {
    instructions.drain(..2);
    instructions.retain(|i| {
        let undo =
            (i.mnemonic() == Mnemonic::Mov && i.op0_register() == Register::RSP && i.op1_register() == Register::RBP)
                || (i.mnemonic() == Mnemonic::Pop && i.op0_register() == Register::RBP);
        !undo
    });
}

/// Every byte is part of an instruction.
pub fn check(name: &str, code: &[u8]) {
    decode(name, code);
}

fn decode(name: &str, code: &[u8]) -> Vec<Instruction> {
    let instructions: Vec<Instruction> = Decoder::with_ip(64, code, 0, DecoderOptions::NONE).iter().collect();
    let valid = instructions.iter().all(|i| !i.is_invalid());
    assert!(valid, "{name}: bytes that are no instruction: a constant pool?");
    let relative = instructions.iter().any(|i| i.is_ip_rel_memory_operand());
    assert!(!relative, "{name}: takes an address relative to itself: a constant pool?");
    instructions
}
