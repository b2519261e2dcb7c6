//! What is read of aarch64's instructions.

/// A jump to an address that the instruction tells.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Branch {
    /// From the instruction, in bytes.
    pub distance: i64,
    pub is_conditional: bool,
}

/// The branch that an instruction is; calls are none.
pub fn branch(word: u32) -> Option<Branch> {
    // `bits` of distance in words, from `low` on.
    let branch = |is_conditional, low: u32, bits: u32| {
        let words = i64::from((word << (32 - low - bits)) as i32 >> (32 - bits));
        Some(Branch { distance: words * 4, is_conditional })
    };
    match word >> 24 {
        0x14..=0x17 => branch(false, 0, 26),
        // B.cond; CBZ, CBNZ; TBZ, TBNZ.
        0x54 | 0x34 | 0x35 | 0xb4 | 0xb5 => branch(true, 5, 19),
        0x36 | 0x37 | 0xb6 | 0xb7 => branch(true, 5, 14),
        _ => None,
    }
}
