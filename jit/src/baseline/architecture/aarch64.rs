//! aarch64: holes and distances are fields of instructions, which the build script cleared.

use super::{Architecture, Filling};
use crate::baseline::stencil::*;
use crate::target::Target;

pub struct Aarch64;

static STENCILS: Stencils = include!(concat!(env!("OUT_DIR"), "/aarch64.rs"));

/// What the 12 bits of a load's offset count, in eights.
const LARGEST_OFFSET: u32 = 8 * 0xfff;

/// Sets bits of the instruction at an offset.
#[inline(always)]
fn set(code: &mut [u8], at: usize, bits: u32) {
    let word = &mut code[at..at + 4];
    let old = u32::from_le_bytes([word[0], word[1], word[2], word[3]]);
    word.copy_from_slice(&(old | bits).to_le_bytes());
}

impl Architecture for Aarch64 {
    const STENCILS: &'static Stencils = &STENCILS;
    /// The reach of a conditional branch.
    const LONGEST_CODE: usize = 1 << 20;
    const LARGEST_FRAME: u32 = LARGEST_OFFSET;
    const TARGET: Target = Target::Aarch64;

    #[inline(always)]
    fn fill(code: &mut [u8], at: usize, field: Field, value: Filling) -> bool {
        let value = match value {
            Filling::Byte(v) => v as u64,
            Filling::Int(v) => v as u64,
            Filling::Long(v) => v,
        };
        let halves = |code: &mut [u8], count: usize| {
            for k in 0..count {
                set(code, at + 4 * k, ((value >> (16 * k)) as u32 & 0xffff) << 5);
            }
            16 * count == 64 || value >> (16 * count) == 0
        };
        match field {
            Field::Scaled => {
                set(code, at, ((value as u32 / 8) & 0xfff) << 10);
                value.is_multiple_of(8) && value <= LARGEST_OFFSET as u64
            }
            Field::Half => halves(code, 1),
            Field::Word => halves(code, 2),
            Field::Long => halves(code, 4),
            // Bits are moved from 32 - n on, and the highest of them is number 31 - n.
            Field::ShiftLeft => {
                let n = value as u32 & 31;
                set(code, at, (((32 - n) & 31) << 16) | ((31 - n) << 10));
                true
            }
            Field::ShiftRight => {
                set(code, at, (value as u32 & 31) << 16);
                true
            }
            Field::Bytes | Field::Branch26 | Field::Branch19 => unreachable!("no hole"),
        }
    }

    #[inline(always)]
    fn put(code: &mut [u8], at: usize, field: Field, value: u32, _: bool) -> bool {
        let distance = (value as i32 - at as i32) >> 2;
        let bits = match field {
            Field::Branch26 => distance as u32 & 0x3ff_ffff,
            Field::Branch19 => (distance as u32 & 0x7_ffff) << 5,
            _ => return Self::fill(code, at, field, Filling::Int(value)),
        };
        set(code, at, bits);
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use yaxpeax_arch::{Decoder, U8Reader};
    use yaxpeax_arm::armv8::a64::{InstDecoder, Instruction, Opcode};

    fn decode(word: &[u8]) -> Instruction {
        let decoded = InstDecoder::default().decode(&mut U8Reader::new(word));
        decoded.unwrap_or_else(|error| panic!("{word:02x?}: {error:?}"))
    }

    /// A stencil's code: the hot part's, the cold part's.
    fn code(stencil: &Stencil) -> [&'static [u8]; 2] {
        [STENCILS.hot(stencil), &STENCILS.cold_on(stencil)[..stencil.cold as usize]]
    }

    #[test]
    fn all_stencils_are_instructions_without_stack() {
        for (stencil, name) in STENCILS.stencils.iter().zip(STENCILS.names) {
            let code = code(stencil).concat();
            assert!(code.len().is_multiple_of(4), "{name}");
            // What the division's checks end in is no instruction, on purpose.
            let words = code.chunks_exact(4).filter(|word| word[2..] != [0, 0]);
            let texts: Vec<String> = words.map(|word| decode(word).to_string()).collect();
            // These have frames of their own.
            if ["THUNK_CALL", "THUNK_PRESERVE"].contains(name) {
                continue;
            }
            let calls = texts.iter().any(|text| text.starts_with("blr"));
            let push_and_pop = ["stp x29, x30, [sp, #-0x10]!", "ldp x29, x30, [sp], #0x10"];
            for text in texts.iter().filter(|text| text.contains("[sp")) {
                assert!(calls && push_and_pop.contains(&&text[..]), "{name}: {text}");
            }
        }
    }

    #[test]
    fn holes_hold_what_is_filled_in() {
        for (stencil, name) in STENCILS.stencils.iter().zip(STENCILS.names) {
            let holes = STENCILS.holes(stencil).iter().map(|h| (h.part, h.offset, h.field));
            let words = STENCILS.words(stencil).iter().filter(|w| !w.is_distance());
            for (part, offset, field) in holes.chain(words.map(|w| (w.part, w.offset, w.field))) {
                let at = offset as usize;
                let mut code = code(stencil)[(part == PatchWord::Cold as u8) as usize].to_vec();
                let text = |code: &[u8], n: usize| decode(&code[at + 4 * n..][..4]).to_string();
                let value = match field {
                    Field::Scaled | Field::Half => Filling::Int(0x7a98),
                    Field::Word => Filling::Int(0x8765_4321),
                    Field::Long => Filling::Long(0xfedc_ba98_8765_4321),
                    _ => Filling::Byte(9),
                };
                assert!(Aarch64::fill(&mut code, at, field, value), "{name}");
                let expected: &[&str] = match field {
                    Field::Scaled => &["0x7a98]"],
                    Field::Half => &["0x7a98"],
                    Field::Word => &["0x4321", "0x8765"],
                    Field::Long => &["0x4321", "0x8765", "0xba98", "0xfedc"],
                    _ => &["0x9"],
                };
                for (n, part) in expected.iter().enumerate() {
                    assert!(text(&code, n).contains(part), "{name}: {} for {part}", text(&code, n));
                }
                assert!(
                    field != Field::Scaled || matches!(decode(&code[at..at + 4]).opcode, Opcode::LDR | Opcode::STR)
                );
            }
        }
    }

    #[test]
    fn what_is_too_large_is_refused() {
        let empty = [0; 16];
        for (field, largest) in [(Field::Scaled, 0x7ff8), (Field::Half, 0xffff), (Field::Word, 0xffff_ffff)] {
            assert!(Aarch64::fill(&mut empty.clone(), 0, field, Filling::Long(largest)));
            assert!(!Aarch64::fill(&mut empty.clone(), 0, field, Filling::Long(largest + 1)));
        }
        assert!(!Aarch64::fill(&mut empty.clone(), 0, Field::Scaled, Filling::Int(12)));
    }
}
