//! aarch64: stencils that call nobody own no frame; holes are fields of instructions.
//!
//! A conditional branch reaches a megabyte, more than a function may have, and so the other part, but not the thunks: blocks that only jump to
//! one of those stay. What tests a single bit reaches 32 kilobytes: where it would leave its part it is turned round, over a jump.

use super::{Fixup, Hole, Part, Stencil, Target};
use crate::contract::Field;
use crate::emit::{Exit, Raw, Size};
use std::collections::{BTreeMap, BTreeSet};

const PUSH_FRAME: u32 = 0xa9bf_7bfd;
const SET_FRAME: u32 = 0x9100_03fd;
const POP_FRAME: u32 = 0xa8c1_7bfd;
const NOP: u32 = 0xd503_201f;

/// Where an instruction leads, as the offset in the code.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Flow {
    On,
    Call,
    Jump(usize),
    /// By its 19 bits.
    Branch(usize),
    /// By its 14 bits.
    TestBit(usize),
    /// To a register's address, or back.
    Leave,
    Trap,
}

struct Block {
    start: usize,
    end: usize,
}

fn word(code: &[u8], at: usize) -> u32 {
    u32::from_le_bytes(code[at..at + 4].try_into().expect("four bytes"))
}

fn target(at: usize, word: u32, low: u32, bits: u32) -> usize {
    let distance = ((word << (32 - low - bits)) as i32 >> (32 - bits)) as isize;
    at.checked_add_signed(4 * distance).expect("a branch leads into the code")
}

fn flow(name: &str, at: usize, w: u32) -> Flow {
    if w & 0xfc00_0000 == 0x1400_0000 {
        Flow::Jump(target(at, w, 0, 26))
    } else if w & 0xff00_0010 == 0x5400_0000 || w & 0x7e00_0000 == 0x3400_0000 {
        Flow::Branch(target(at, w, 5, 19))
    } else if w & 0x7e00_0000 == 0x3600_0000 {
        Flow::TestBit(target(at, w, 5, 14))
    } else if w & 0xffff_fc1f == 0xd61f_0000 || w & 0xffff_fc1f == 0xd65f_0000 {
        Flow::Leave
    } else if w & 0xffff_fc1f == 0xd63f_0000 {
        Flow::Call
    } else if w & 0xffff_0000 == 0 {
        Flow::Trap
    } else {
        let relative = w & 0x1f00_0000 == 0x1000_0000 || w & 0x3b00_0000 == 0x1800_0000;
        assert!(!relative, "{name}: {w:08x} at {at} takes an address relative to itself: a constant pool?");
        // What is left of branches, system instructions and encodings that mean nothing.
        let odd = w & 0x1c00_0000 == 0x1400_0000 && w != NOP || w & 0x1e00_0000 == 0;
        assert!(!odd, "{name}: {w:08x} at {at} is not expected");
        Flow::On
    }
}

/// The frame is that of a function that spills and saves nothing; or there is none.
fn check_frame(name: &str, code: &[u8], calls: bool) {
    let mut pushes = 0;
    for at in (0..code.len()).step_by(4) {
        let w = word(code, at);
        if matches!(w, PUSH_FRAME | SET_FRAME | POP_FRAME) {
            assert!(calls, "{name}: a frame that nobody needs");
            pushes += (w == PUSH_FRAME) as usize;
            continue;
        }
        let base_is_sp = w >> 5 & 31 == 31;
        let accesses_memory = w & 0x0a00_0000 == 0x0800_0000;
        assert!(!(accesses_memory && base_is_sp), "{name}: {w:08x} at {at} spills or saves a register");
        let immediate = w & 0x1f00_0000 == 0x1100_0000;
        let extended = w & 0x1fe0_0000 == 0x0b20_0000;
        let sets_flags = w & 0x2000_0000 != 0;
        let writes_sp = (immediate || extended) && !sets_flags && w & 31 == 31;
        assert!(!writes_sp, "{name}: {w:08x} at {at} moves the stack pointer");
    }
    let begins = code.len() >= 8 && word(code, 0) == PUSH_FRAME && word(code, 4) == SET_FRAME;
    assert!(pushes == calls as usize && begins == calls, "{name}: not the frame of a stencil");
}

/// Every word is an instruction that stencils may have.
pub fn check(name: &str, code: &[u8]) {
    (0..code.len()).step_by(4).for_each(|at| {
        flow(name, at, word(code, at));
    });
}

pub fn cut(name: &str, raws: &[Raw; 3]) -> Stencil {
    let code = &raws[0].code[..];
    let holes = find_holes(name, raws);
    let exits: BTreeMap<usize, Exit> = raws[0].exits.iter().copied().collect();
    let ends: Vec<usize> = (0..code.len()).step_by(4).collect();
    let flow_at = |at: usize| flow(name, at, word(code, at));
    let exit_at = |at: usize| exits.get(&at).copied();
    assert!(exits.keys().all(|at| matches!(flow_at(*at), Flow::Jump(_))), "{name}: an exit that is no jump");
    check_frame(name, code, ends.iter().any(|at| flow_at(*at) == Flow::Call));

    let mut leaders: BTreeSet<usize> = BTreeSet::from([0]);
    for &at in &ends {
        let flow = flow_at(at);
        if let Flow::Jump(to) | Flow::Branch(to) | Flow::TestBit(to) = flow
            && exit_at(at).is_none()
        {
            leaders.insert(to);
        }
        if !matches!(flow, Flow::On | Flow::Call) {
            leaders.insert(at + 4);
        }
    }
    leaders.insert(code.len());
    let leaders: Vec<usize> = leaders.into_iter().collect();
    let blocks: Vec<Block> = leaders.windows(2).map(|w| Block { start: w[0], end: w[1] }).collect();
    let leaves = |b: &Block| matches!(flow_at(b.end - 4), Flow::Leave) || exit_at(b.end - 4).is_some();
    let hot_blocks = blocks.iter().position(leaves).expect("a stencil leaves") + 1;
    let hot_end = blocks[hot_blocks - 1].end;
    // Blocks that only jump to an exit within the function.
    let trivial: BTreeMap<usize, Exit> = blocks
        .iter()
        .filter(|b| b.end - b.start == 4)
        .filter_map(|b| Some((b.start, exit_at(b.start).filter(|e| matches!(e, Exit::Next | Exit::Target))?)))
        .collect();

    let mut stencil = Stencil { name: name.to_string(), hot: Part::default(), cold: Part::default(), returned: 0..0 };
    let mut places: BTreeMap<usize, Target> = BTreeMap::new();
    // (part is cold, offset of the instruction, old target, its field)
    let mut branches: Vec<(bool, usize, usize, Reach)> = Vec::new();
    for (n, block) in blocks.iter().enumerate() {
        let cold = n >= hot_blocks;
        let falls_in =
            n > 0 && matches!(flow_at(block.start - 4), Flow::On | Flow::Call | Flow::Branch(_) | Flow::TestBit(_));
        if cold && trivial.contains_key(&block.start) && !falls_in {
            continue;
        }
        let part = if cold { &mut stencil.cold } else { &mut stencil.hot };
        places.insert(block.start, if cold { Target::Cold(part.code.len()) } else { Target::Hot(part.code.len()) });
        for at in (block.start..block.end).step_by(4) {
            if at + 4 == hot_end && exit_at(at) == Some(Exit::Next) {
                continue;
            }
            let w = word(code, at);
            let to = part.code.len();
            part.holes.extend(holes.iter().filter(|h| h.offset == at).map(|h| Hole { offset: to, ..h.clone() }));
            match flow_at(at) {
                Flow::Jump(old) => {
                    part.code.extend_from_slice(&0x1400_0000u32.to_le_bytes());
                    match exit_at(at) {
                        Some(exit) => {
                            part.fixups.push(Fixup { offset: to, target: Target::Exit(exit), field: Field::Branch26 })
                        }
                        None => branches.push((cold, to, old, Reach::Jump)),
                    }
                }
                Flow::Branch(old) => {
                    part.code.extend_from_slice(&(w & !(0x7ffff << 5)).to_le_bytes());
                    branches.push((cold, to, old, Reach::Branch));
                }
                Flow::TestBit(old) if trivial.contains_key(&old) || (old >= hot_end) != cold => {
                    let over = (w ^ 1 << 24) & !(0x3fff << 5) | 2 << 5;
                    part.code.extend_from_slice(&over.to_le_bytes());
                    part.code.extend_from_slice(&0x1400_0000u32.to_le_bytes());
                    branches.push((cold, to + 4, old, Reach::Jump));
                }
                Flow::TestBit(old) => {
                    part.code.extend_from_slice(&(w & !(0x3fff << 5)).to_le_bytes());
                    branches.push((cold, to, old, Reach::TestBit));
                }
                _ => part.code.extend_from_slice(&code[at..at + 4]),
            }
        }
    }
    for (cold, offset, old, reach) in branches {
        let target = match trivial.get(&old) {
            Some(exit) => Target::Exit(*exit),
            None => places[&old],
        };
        let part = if cold { &mut stencil.cold } else { &mut stencil.hot };
        match (cold, target) {
            // Within a part the distance is known here.
            (false, Target::Hot(to)) | (true, Target::Cold(to)) => {
                let distance = (to as i32 - offset as i32) / 4;
                let field = match reach {
                    Reach::Jump => distance as u32 & 0x3ff_ffff,
                    Reach::Branch => (distance as u32 & 0x7ffff) << 5,
                    Reach::TestBit => (distance as u32 & 0x3fff) << 5,
                };
                let w = word(&part.code, offset) | field;
                part.code[offset..offset + 4].copy_from_slice(&w.to_le_bytes());
            }
            _ => {
                let field = match reach {
                    Reach::Jump => Field::Branch26,
                    Reach::Branch => Field::Branch19,
                    Reach::TestBit => unreachable!("it was turned round"),
                };
                part.fixups.push(Fixup { offset, target, field });
            }
        }
    }
    for part in [&mut stencil.hot, &mut stencil.cold] {
        for hole in &part.holes {
            for (k, mask) in masks(hole.field).iter().enumerate() {
                let at = hole.offset + 4 * k;
                let w = word(&part.code, at) & !mask;
                part.code[at..at + 4].copy_from_slice(&w.to_le_bytes());
            }
        }
    }
    stencil
}

#[derive(Clone, Copy)]
enum Reach {
    Jump,
    Branch,
    TestBit,
}

/// The bits that a hole covers, word by word.
fn masks(field: Field) -> &'static [u32] {
    const HALF: u32 = 0xffff << 5;
    match field {
        Field::Scaled => &[0xfff << 10],
        Field::Half => &[HALF],
        Field::Word => &[HALF; 2],
        Field::Long => &[HALF; 4],
        Field::ShiftLeft => &[0xfff << 10],
        Field::ShiftRight => &[0x3f << 16],
        Field::Bytes | Field::Branch26 | Field::Branch19 => unreachable!("no hole"),
    }
}

/// The fields that may hold a value of this size.
fn fields(size: Size) -> &'static [Field] {
    match size {
        Size::Shift => &[Field::ShiftLeft, Field::ShiftRight],
        Size::Small => &[Field::Scaled, Field::Half],
        Size::Int => &[Field::Word],
        Size::Long => &[Field::Long],
    }
}

/// Whether the instructions there are such that the field is this value.
fn holds(code: &[u8], at: usize, field: Field, value: u64) -> bool {
    let words = masks(field).len();
    if at + 4 * words > code.len() {
        return false;
    }
    let w = word(code, at);
    let bits = |low: u32, count: u32| (w >> low & ((1 << count) - 1)) as u64;
    match field {
        // Loads and stores of 64 bits, of a general register or a double.
        Field::Scaled => {
            matches!(w & 0xffc0_0000, 0xf940_0000 | 0xf900_0000 | 0xfd40_0000 | 0xfd00_0000)
                && 8 * bits(10, 12) == value
        }
        // movz, then movk into the same register.
        Field::Half | Field::Word | Field::Long => (0..words).all(|k| {
            let part = word(code, at + 4 * k);
            let opcode = if k == 0 { 0x5280_0000 } else { 0x7280_0000 };
            let wide = if words == 4 { 0x8000_0000 } else { 0 };
            part & 0x7fe0_0000 == opcode | (k as u32) << 21
                && part & wide == wide
                && part & 31 == w & 31
                && (part >> 5 & 0xffff) as u64 == value >> (16 * k) & 0xffff
        }),
        // ubfm, and for shifts to the right sbfm too.
        Field::ShiftLeft => {
            w & 0xffc0_0000 == 0x5300_0000 && bits(16, 6) == (32 - value) % 32 && bits(10, 6) == 31 - value
        }
        Field::ShiftRight => {
            matches!(w & 0xffc0_0000, 0x5300_0000 | 0x1300_0000) && bits(10, 6) == 31 && bits(16, 6) == value
        }
        Field::Bytes | Field::Branch26 | Field::Branch19 => false,
    }
}

/// Holes by comparison, and every other bit equal.
fn find_holes(name: &str, raws: &[Raw; 3]) -> Vec<Hole> {
    let length = raws[0].code.len();
    let mut covered = vec![0u32; length / 4];
    let mut holes = Vec::new();
    for (k, source) in raws[0].operands.iter().enumerate() {
        let before = holes.len();
        for at in (0..length).step_by(4) {
            for &field in fields(source.size()) {
                if raws.iter().all(|r| holds(&r.code, at, field, r.placeholders[k])) {
                    for (n, mask) in masks(field).iter().enumerate() {
                        assert!(covered[at / 4 + n] & mask == 0, "{name}: holes overlap");
                        covered[at / 4 + n] |= mask;
                    }
                    holes.push(Hole { offset: at, source: *source, field });
                }
            }
        }
        assert!(holes.len() > before, "{name}: the hole for {source:?} is nowhere");
    }
    for at in (0..length).step_by(4) {
        for raw in raws {
            let differs = (word(&raw.code, at) ^ word(&raws[0].code, at)) & !covered[at / 4];
            assert!(differs == 0, "{name}: bits {differs:08x} at {at} depend on an operand outside of a hole");
        }
    }
    holes
}
