//! The stencils, as the build script wrote them.

use super::contract::CHUNK;
pub use super::contract::{Field, Source};

/// A field of 32 bits: a word of the patcher's table, shifted, plus a number. That of a place is how far it is.
pub struct Word {
    pub offset: u16,
    pub add: u16,
    pub from: u8,
    pub shift: u8,
    pub field: Field,
}

/// The longest instruction's units.
pub const UNITS: usize = 8;

/// The patcher's table. Its first words are the instruction's units.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum Of {
    /// As the [`Source`]s of these names.
    Position = UNITS as u8,
    FrameBytes,
    Parameters,
    Slot,
    SlotEnd,
    // From here on places, counted from the function's start: the stencil's own parts,
    Hot,
    Cold,
    /// the next instruction,
    Next,
    /// the instruction's jump target,
    Target,
    /// the thunk for a pending exception,
    Exception,
    /// the thunk that sets the frame up,
    EnterSlow,
    /// and the thunk by which the runtime does the instruction.
    Step,
}

impl Of {
    /// Words of the table.
    pub const COUNT: usize = 32;
}

impl Word {
    /// Whether it is of a place.
    #[inline(always)]
    pub fn is_distance(&self) -> bool {
        self.from >= Of::Hot as u8
    }
}

/// What takes more than a look into the table.
pub struct Hole {
    pub offset: u16,
    pub source: Source,
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
    pub words: Span,
    pub holes: Span,
}

pub struct Stencil {
    pub hot: Part,
    pub cold: Part,
}

/// All stencils of an architecture, numbered as in [`id`].
pub struct Stencils {
    /// A chunk longer than what the parts take.
    pub code: &'static [u8],
    pub words: &'static [Word],
    pub holes: &'static [Hole],
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
    pub fn words(&self, part: &Part) -> &'static [Word] {
        part.words.of(self.words)
    }

    #[inline(always)]
    pub fn holes(&self, part: &Part) -> &'static [Hole] {
        part.holes.of(self.holes)
    }
}

/// Numbers of the stencils.
#[allow(dead_code)] // Variants are reached by adding to the first one's number.
pub mod id {
    include!(concat!(env!("OUT_DIR"), "/numbers.rs"));
}
