//! Which block of machine code leads to which, read from the branches at the blocks' ends.
//!
//! Cranelift lists edges as well, but as soon as some blocks are cold they begin at others' offsets (0.135: the offsets are in the order of the
//! code, and are looked up by the blocks' numbers).

use crate::aarch64;
use crate::target::Target;

/// What the code before an offset ends in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Ending {
    /// A branch, where it goes, and how long it is. What is before it may be another, whose other way this is.
    Branch { to: i64, is_conditional: bool, bytes: u32 },
    /// It goes to no place in the code: a return, a trap, a jump to an address.
    Leaves,
    /// It goes on with what follows.
    FallsThrough,
}

/// The edges between blocks that start at these offsets (ascending), from start to start.
pub fn edges(target: Target, code: &[u8], starts: &[u32]) -> Vec<(u32, u32)> {
    let ending = match target {
        Target::X86_64 => ending_x86_64,
        Target::Aarch64 => ending_aarch64,
    };
    edges_by(code, starts, ending)
}

fn edges_by(code: &[u8], starts: &[u32], ending: fn(&[u8]) -> Ending) -> Vec<(u32, u32)> {
    let mut edges = Vec::with_capacity(starts.len() * 3 / 2);
    for (i, &start) in starts.iter().enumerate() {
        let next = starts.get(i + 1).copied();
        let end = next.unwrap_or(code.len() as u32);
        let mut at = end;
        let mut falls_through = true;
        while let Some(part) = code.get(start as usize..at as usize) {
            match ending(part) {
                Ending::Branch { to, is_conditional, bytes } => {
                    // Bytes of something else can look like a branch, but hardly like one to a block.
                    let Some(to) = u32::try_from(i64::from(at) + to).ok().filter(|to| starts.binary_search(to).is_ok())
                    else {
                        break;
                    };
                    edges.push((start, to));
                    falls_through &= at != end || is_conditional;
                    at -= bytes;
                }
                Ending::Leaves => {
                    falls_through &= at != end;
                    break;
                }
                Ending::FallsThrough => break,
            }
        }
        edges.extend(next.filter(|_| falls_through).map(|next| (start, next)));
    }
    edges
}

/// As Cranelift writes branches between blocks: always with 32 bits of distance.
fn ending_x86_64(code: &[u8]) -> Ending {
    let branch = |is_conditional, bytes, to: [u8; 4]| Ending::Branch {
        to: i32::from_le_bytes(to).into(),
        is_conditional,
        bytes,
    };
    match *code {
        [.., 0x0f, 0x80..=0x8f, a, b, c, d] => branch(true, 6, [a, b, c, d]),
        [.., 0xe9, a, b, c, d] => branch(false, 5, [a, b, c, d]),
        // A return with what is before it, since many a move between registers ends in the same byte; a trap; a jump to an address.
        [.., 0x48, 0x89, 0xec, 0x5d, 0xc3] | [.., 0x0f, 0x0b] | [.., 0xff, 0xe0..=0xe7] => Ending::Leaves,
        _ => Ending::FallsThrough,
    }
}

fn ending_aarch64(code: &[u8]) -> Ending {
    let [.., a, b, c, d] = *code else { return Ending::FallsThrough };
    let word = u32::from_le_bytes([a, b, c, d]);
    if let Some(branch) = aarch64::branch(word) {
        // From behind it.
        return Ending::Branch { to: branch.distance - 4, is_conditional: branch.is_conditional, bytes: 4 };
    }
    match word >> 24 {
        // BR, RET; UDF.
        0xd6 if word >> 21 & 7 != 1 => Ending::Leaves,
        0x00 => Ending::Leaves,
        _ => Ending::FallsThrough,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn branches_of_x86_64() {
        let mut code = vec![0x90; 4];
        code.extend([0x0f, 0x8c, 10, 0, 0, 0, 0xe9, 1, 0, 0, 0]); // 4: jl 20; 10: jmp 16
        code.extend([0x90]); // 15: falls into 16
        code.extend([0x48, 0x89, 0xc3, 0x90]); // 16: mov rbx, rax; nop
        code.extend([0xe9, 0xe7, 0xff, 0xff, 0xff]); // 20: jmp 0
        code.extend([0x0f, 0x0b]); // 25: ud2
        code.extend([0x41, 0xff, 0xe2]); // 27: jmp r10
        code.extend([0x48, 0x89, 0xc3]); // 30: mov rbx, rax
        code.extend([0x48, 0x89, 0xec, 0x5d, 0xc3]); // 33: mov rsp, rbp; pop rbp; ret
        let found = edges_by(&code, &[0, 15, 16, 20, 25, 27, 30, 33, 38], ending_x86_64);
        assert_eq!(found, [(0, 16), (0, 20), (15, 16), (16, 20), (20, 0), (30, 33)]);
    }

    #[test]
    fn what_looks_like_a_branch_leads_to_a_block() {
        // mov eax, 0x28ce9 and nothing else: no block is there.
        let code = [0xb8, 0xe9, 0x8c, 0x02, 0x00, 0x00, 0xc3];
        assert_eq!(edges_by(&code, &[0, 6], ending_x86_64), [(0, 6)]);
    }

    #[test]
    fn branches_of_aarch64() {
        let words: [u32; 12] = [
            0x5400_008b, // 0: b.lt 16
            0x1400_0002, // 4: b 12
            0xd503_201f, // 8: nop
            0xb4ff_ffa0, // 12: cbz x0, 0
            0x3607_ff60, // 16: tbz w0, 0, -20 (-> -4: nowhere)
            0xd65f_03c0, // 20: ret
            0xd61f_0140, // 24: br x10
            0xd63f_0140, // 28: blr x10
            0x0000_c11f, // 32: udf
            0x3707_ffe0, // 36: tbnz w0, 0, 32
            0x17ff_fffd, // 40: b 28
            0x17ff_fff5, // 44: b 0
        ];
        let code: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
        let found = edges_by(&code, &[0, 8, 12, 16, 20, 24, 28, 32, 36, 40, 44], ending_aarch64);
        let expected =
            [(0, 12), (0, 16), (8, 12), (12, 0), (12, 16), (16, 20), (28, 32), (36, 32), (36, 40), (40, 28), (44, 0)];
        assert_eq!(found, expected);
    }
}
