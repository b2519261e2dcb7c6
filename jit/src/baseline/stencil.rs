//! The stencils, as the build script wrote them.

use super::contract::CHUNK;
pub use super::contract::{Field, Source};

/// An operand unit of the instruction, shifted, plus bytes.
pub struct UnitHole {
    pub offset: u16,
    pub unit: u8,
    pub shift: u8,
    pub add: u16,
    pub field: Field,
}

pub struct Hole {
    pub offset: u16,
    pub source: Source,
    pub field: Field,
}

/// What a displacement counts to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
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

/// A displacement that leads out of its part.
pub struct Fixup {
    pub offset: u16,
    pub to: To,
    pub add: u16,
    pub field: Field,
}

/// A range of one of the arrays.
#[derive(Clone, Copy)]
pub struct Span {
    pub start: u16,
    pub end: u16,
}

impl Span {
    fn of<T>(self, array: &[T]) -> &[T] {
        &array[self.start as usize..self.end as usize]
    }
}

pub struct Part {
    /// Where its code is among the stencils'.
    pub code: u32,
    /// Its bytes.
    pub length: u16,
    pub units: Span,
    pub holes: Span,
    pub fixups: Span,
}

pub struct Stencil {
    pub hot: Part,
    pub cold: Part,
}

/// All stencils of an architecture, numbered as in [`id`].
pub struct Stencils {
    /// A chunk longer than what the parts take.
    pub code: &'static [u8],
    pub units: &'static [UnitHole],
    pub holes: &'static [Hole],
    pub fixups: &'static [Fixup],
    pub stencils: &'static [Stencil],
    pub names: &'static [&'static str],
}

impl Stencils {
    /// A part's code.
    pub fn code(&self, part: &Part) -> &'static [u8] {
        &self.code[part.code as usize..][..part.length as usize]
    }

    /// A chunk of a part's code, or of what comes after it.
    #[inline(always)]
    pub fn chunk(&self, part: &Part, at: usize) -> &'static [u8; CHUNK] {
        self.code[part.code as usize + at..].first_chunk().expect("there is a chunk more than parts take")
    }

    #[inline(always)]
    pub fn units(&self, part: &Part) -> &'static [UnitHole] {
        part.units.of(self.units)
    }

    #[inline(always)]
    pub fn holes(&self, part: &Part) -> &'static [Hole] {
        part.holes.of(self.holes)
    }

    #[inline(always)]
    pub fn fixups(&self, part: &Part) -> &'static [Fixup] {
        part.fixups.of(self.fixups)
    }
}

/// Numbers of the stencils.
#[allow(dead_code)] // Variants are reached by adding to the first one's number.
pub mod id {
    include!(concat!(env!("OUT_DIR"), "/numbers.rs"));
}
