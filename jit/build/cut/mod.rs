//! From three compilations of a stencil to what the patcher copies.
//!
//! The code is taken apart into blocks. Blocks that only jump to an exit go away where their branches reach the exit itself; the blocks up to
//! the first jump that leaves are the hot part, whose last jump is dropped if it goes to the next instruction; the rest is the cold part, which is
//! copied to the end of the function. Holes are found where all three compilations hold their own placeholder; every other bit must be the same in
//! all. Whatever does not look as this expects ends the build.

mod aarch64;
mod x86_64;

use crate::contract::Field;
use crate::emit::{Architecture, Exit, Raw, Source};
use std::ops::Range;

/// Where a displacement leads.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Target {
    Exit(Exit),
    Hot(usize),
    Cold(usize),
}

#[derive(Clone, Debug)]
pub struct Hole {
    pub offset: usize,
    pub source: Source,
    pub field: Field,
}

/// A displacement that leads out of its part.
#[derive(Clone, Debug)]
pub struct Fixup {
    pub offset: usize,
    pub target: Target,
    pub field: Field,
}

#[derive(Clone, Debug, Default)]
pub struct Part {
    pub code: Vec<u8>,
    pub holes: Vec<Hole>,
    pub fixups: Vec<Fixup>,
}

#[derive(Clone, Debug)]
pub struct Stencil {
    pub name: String,
    pub hot: Part,
    pub cold: Part,
    /// Of a thunk that is called from outside: [`Raw::returned`].
    pub returned: Range<usize>,
}

pub fn cut(architecture: Architecture, name: &str, raws: &[Raw; 3]) -> Stencil {
    check_alike(name, raws);
    match architecture {
        Architecture::X86_64 => x86_64::cut(name, raws),
        Architecture::Aarch64 => aarch64::cut(name, raws),
    }
}

/// A thunk that is called from outside and keeps its frame: nothing is cut.
pub fn whole(architecture: Architecture, name: &str, raws: &[Raw; 3]) -> Stencil {
    check_alike(name, raws);
    assert!(
        raws[0].exits.is_empty() && raws[0].operands.is_empty(),
        "{name}: called from outside, it knows all that it needs"
    );
    let codes = raws.each_ref().map(|r| &r.code[..]);
    assert!(codes.iter().all(|c| *c == codes[0]), "{name}: compilations differ");
    match architecture {
        Architecture::X86_64 => x86_64::check(name, codes[0]),
        Architecture::Aarch64 => aarch64::check(name, codes[0]),
    }
    let hot = Part { code: codes[0].to_vec(), holes: Vec::new(), fixups: Vec::new() };
    Stencil { name: name.to_string(), hot, cold: Part::default(), returned: raws[0].returned.clone() }
}

fn check_alike(name: &str, raws: &[Raw; 3]) {
    assert!(raws.iter().all(|r| r.code.len() == raws[0].code.len()), "{name}: the length depends on an operand");
    assert!(raws.iter().all(|r| r.exits == raws[0].exits && r.operands == raws[0].operands), "{name}: exits differ");
}
