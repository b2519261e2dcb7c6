//! The stencils, as the build script wrote them.

use super::contract::PART_ALIGNMENT;
pub use super::contract::{Field, Source};
use super::prefetch::prefetch;
use std::ops::Range;

/// A field of 32 bits: a word of the patcher's table, shifted, plus a number. That of a place is how far it is.
pub struct Relocation {
    /// In its part.
    pub offset: u16,
    pub add: u16,
    pub from: u8,
    pub shift: u8,
    /// Which word of the table says where the part is: [`PatchWord::Hot`] or [`PatchWord::Cold`].
    pub part: u8,
    pub field: Field,
}

/// Bytes that come into a cache together on most processors.
const LINE: usize = 64;

/// The longest instruction's units.
pub const UNITS: usize = 8;

/// The patcher's table. Its first words are the instruction's units.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum PatchWord {
    /// As the [`Source`]s of these names.
    Position = UNITS as u8,
    FrameBytes,
    Parameters,
    Countdown,
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
    /// the thunk by which the runtime does the instruction,
    Step,
    /// and where the function's code ends.
    Behind,
}

impl PatchWord {
    /// Words of the table.
    pub const COUNT: usize = 32;
}

impl Relocation {
    /// Whether it is of a place.
    #[inline(always)]
    pub fn is_distance(&self) -> bool {
        self.from >= PatchWord::Hot as u8
    }
}

/// What takes more than a look into the table.
pub struct Hole {
    pub offset: u16,
    pub part: u8,
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
    #[inline(always)]
    fn of<T>(self, array: &[T]) -> &[T] {
        &array[self.start as usize..self.end as usize]
    }
}

/// The address of the site that two units index, plus bytes.
pub struct SiteHole {
    pub offset: u16,
    /// As a [`Relocation`]'s; [`PatchWord::Behind`] if there is none.
    pub part: u8,
    pub unit: u8,
    pub bytes: u16,
    pub field: Field,
}

pub struct Stencil {
    /// Where its code is among the stencils'. The cold part comes after the hot one, aligned.
    pub code: u32,
    /// Bytes of the parts.
    pub hot: u16,
    pub cold: u16,
    pub words: Span,
    /// A hole for a site; where there are more, the others are among the holes.
    pub site: SiteHole,
    pub holes: Span,
}

/// All stencils of an architecture, numbered as in [`id`].
pub struct Stencils {
    /// [`HOT_CHUNK`](super::contract::HOT_CHUNK) longer than what the parts take.
    pub code: &'static [u8],
    pub words: &'static [Relocation],
    pub holes: &'static [Hole],
    pub stencils: &'static [Stencil],
    pub names: &'static [&'static str],
    /// In `THUNK_CALL`: from where compiled code returns to until the frame that is on top by then has been published.
    pub returned: Range<usize>,
}

impl Stencils {
    /// The code of the hot part.
    pub fn hot(&self, stencil: &Stencil) -> &'static [u8] {
        &self.code[stencil.code as usize..][..stencil.hot as usize]
    }

    /// The code of the cold part, and what comes after it.
    #[inline(always)]
    pub fn cold_on(&self, stencil: &Stencil) -> &'static [u8] {
        &self.code[stencil.code as usize + (stencil.hot as usize).next_multiple_of(PART_ALIGNMENT)..]
    }

    /// Says that the stencil will be copied.
    #[inline(always)]
    pub fn prefetch(&self, stencil: &Stencil) {
        let code = self.code.as_ptr().wrapping_add(stencil.code as usize);
        prefetch(code);
        prefetch(code.wrapping_add(LINE));
        prefetch(self.words.as_ptr().wrapping_add(stencil.words.start as usize));
    }

    #[inline(always)]
    pub fn words(&self, stencil: &Stencil) -> &'static [Relocation] {
        stencil.words.of(self.words)
    }

    #[inline(always)]
    pub fn holes(&self, stencil: &Stencil) -> &'static [Hole] {
        stencil.holes.of(self.holes)
    }
}

/// Numbers of the stencils.
#[allow(dead_code)] // Variants are reached by adding to the first one's number.
pub mod id {
    include!(concat!(env!("OUT_DIR"), "/numbers.rs"));
}
