//! The stencils, as the build script wrote them.

pub use super::contract::Source;

/// 32 bits: an operand unit of the instruction, shifted, plus bytes.
pub struct UnitHole {
    pub offset: u16,
    pub unit: u8,
    pub shift: u8,
    pub add: u16,
}

pub struct Hole {
    pub offset: u16,
    pub source: Source,
}

/// What a displacement counts to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
#[allow(dead_code)] // As above.
pub enum To {
    /// The stencil's own parts.
    Hot,
    Cold,
    /// The next instruction.
    Next,
    /// The instruction's jump target.
    Target,
    /// The thunk for a pending exception.
    Exception,
    /// The thunk that sets the frame up.
    EnterSlow,
    /// The thunk by which the runtime does the instruction.
    Step,
}

impl To {
    pub const COUNT: usize = To::Step as usize + 1;
}

/// A 32-bit displacement that leads out of its part.
pub struct Fixup {
    pub offset: u16,
    pub to: To,
    pub add: u16,
}

pub struct Part {
    /// Padded to a multiple of [`CHUNK`].
    pub code: &'static [u8],
    /// Its bytes without the padding.
    pub length: u16,
    pub units: &'static [UnitHole],
    pub holes: &'static [Hole],
    pub fixups: &'static [Fixup],
}

/// Code is copied in pieces of so many bytes.
pub const CHUNK: usize = 16;

pub struct Stencil {
    pub name: &'static str,
    pub hot: Part,
    pub cold: Part,
}

include!(concat!(env!("OUT_DIR"), "/stencils.rs"));
