//! Loop rotation: a loop that tests its condition first becomes one that tests it last.
//!
//! The block of the condition is copied. The first copy decides whether the loop is entered at all; the second, the latch, whether it goes round
//! once more. The loop's header is what follows the condition then, and a turn takes one jump, not two.

use super::{Cfg, Decoded};
use abi::opcode::Family;

/// Bytecode units of the longest condition that is copied.
const LONGEST: usize = 24;

/// A loop to be rotated: the block of its condition, and the one that it leads to in the loop.
struct Rotation {
    condition: usize,
    body: usize,
}

impl Cfg {
    /// Rotates the loops where that pays, and finds order and loops again if there are any.
    pub(super) fn rotate_loops(&mut self, entry: usize, decoded: &Decoded) {
        let rotations: Vec<Rotation> = self.order.iter().filter_map(|&bb| self.rotation(bb, decoded)).collect();
        if rotations.is_empty() {
            return;
        }
        for rotation in &rotations {
            self.rotate(rotation);
        }
        self.find_flow(entry, decoded);
    }

    /// How to rotate the loop that a block is the header of, if it is one, ends in a short condition, and has a body.
    fn rotation(&self, header: usize, decoded: &Decoded) -> Option<Rotation> {
        let block = &self.blocks[header];
        if block.written.is_none() || block.is_entered_elsewhere || block.end - block.start > LONGEST {
            return None;
        }
        let &[one, other] = &block.successors[..] else { return None };
        let body = match (block.inside[one], block.inside[other]) {
            (true, false) => one,
            (false, true) => other,
            _ => return None,
        };
        // Loops have headers of their own.
        if body == header || self.blocks[body].written.is_some() {
            return None;
        }
        // What is called would be inlined twice.
        let may_be_copied = |n: usize| {
            matches!(
                decoded.instructions[n].1.family(),
                Family::Load
                    | Family::Arithmetic
                    | Family::Compare
                    | Family::Jump
                    | Family::Property
                    | Family::Element
                    | Family::Scope
                    | Family::Global
            )
        };
        block.instructions.clone().all(may_be_copied).then_some(Rotation { condition: header, body })
    }

    fn rotate(&mut self, &Rotation { condition, body }: &Rotation) {
        let latch = self.blocks.len();
        let copy = self.blocks[condition].copy_for(body);
        self.blocks.push(copy);
        for bb in 0..latch {
            if bb == condition || !self.blocks[condition].inside[bb] {
                continue;
            }
            for successor in &mut self.blocks[bb].successors {
                if *successor == condition {
                    *successor = latch;
                }
            }
        }
        // It belongs to the loops that the condition is in.
        for block in self.blocks.iter_mut().filter(|block| block.written.is_some()) {
            let is_inside = block.inside[condition];
            block.inside.push(is_inside);
        }
    }
}
