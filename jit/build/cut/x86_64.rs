//! x86-64: the frame-pointer set-up of stencils that call nobody is removed; holes are whole bytes.

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

    let mut stencil = Stencil { name: name.to_string(), hot: Part::default(), cold: Part::default() };
    // New places of old offsets.
    let mut places: BTreeMap<usize, Target> = BTreeMap::new();
    // (part is cold, offset of the displacement, old target)
    let mut branches: Vec<(bool, usize, usize)> = Vec::new();
    for (n, block) in blocks.iter().enumerate() {
        let cold = n >= hot_blocks;
        let falls_in = n > 0 && falls_through(blocks[n - 1].instructions.last().expect("no block is empty"));
        if cold && trivial.contains_key(&block.start) && !falls_in {
            continue;
        }
        let part = if cold { &mut stencil.cold } else { &mut stencil.hot };
        places.insert(block.start, if cold { Target::Cold(part.code.len()) } else { Target::Hot(part.code.len()) });
        for (k, i) in block.instructions.iter().enumerate() {
            let last = n + 1 == hot_blocks && k + 1 == block.instructions.len();
            if last && exit_of(i) == Some(Exit::Next) {
                continue;
            }
            let start = i.ip() as usize;
            let at = part.code.len();
            part.code.extend_from_slice(&raw.code[start..start + i.len()]);
            for hole in holes.iter().filter(|h| h.offset >= start && h.offset < start + i.len()) {
                part.holes.push(Hole { offset: at + hole.offset - start, source: hole.source, field: Field::Bytes });
            }
            match i.flow_control() {
                FlowControl::ConditionalBranch => {
                    assert_eq!(i.len(), 6, "{name}: a short branch");
                    branches.push((cold, at + 2, i.near_branch_target() as usize));
                }
                FlowControl::UnconditionalBranch => {
                    assert_eq!(i.len(), 5, "{name}: a short jump");
                    match exit_of(i) {
                        Some(exit) => {
                            part.fixups.push(Fixup { offset: at + 1, target: Target::Exit(exit), field: Field::Bytes })
                        }
                        None => branches.push((cold, at + 1, i.near_branch_target() as usize)),
                    }
                }
                _ => {}
            }
        }
    }
    for (cold, offset, target) in branches {
        let target = first_from(&instructions, target);
        let target = match trivial.get(&target) {
            Some(exit) => Target::Exit(*exit),
            None => places[&target],
        };
        let part = if cold { &mut stencil.cold } else { &mut stencil.hot };
        match (cold, target) {
            // Within a part the distance is known here.
            (false, Target::Hot(to)) | (true, Target::Cold(to)) => {
                let displacement = to as i32 - (offset as i32 + 4);
                part.code[offset..offset + 4].copy_from_slice(&displacement.to_le_bytes());
            }
            _ => part.fixups.push(Fixup { offset, target, field: Field::Bytes }),
        }
    }
    for part in [&mut stencil.hot, &mut stencil.cold] {
        for fixup in &part.fixups {
            part.code[fixup.offset..fixup.offset + 4].fill(0);
        }
        for hole in &part.holes {
            part.code[hole.offset..hole.offset + hole.source.width()].fill(0);
        }
    }
    stencil
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
    instructions
}
