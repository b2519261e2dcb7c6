//! What differs between machines: their stencils, and how a value comes into an instruction.

mod aarch64;
#[cfg(target_arch = "x86_64")]
mod x86_64;

use super::stencil::{Field, Stencils};
use crate::target::Target;

pub use aarch64::Aarch64;
#[cfg(target_arch = "x86_64")]
pub use x86_64::X86_64;

/// What goes into a hole.
#[derive(Clone, Copy)]
pub enum Filling {
    /// A shift count, less than 32.
    Byte(u8),
    Int(u32),
    Long(u64),
}

/// A machine that there are stencils for.
pub trait Architecture: 'static {
    const STENCILS: &'static Stencils;
    /// What the code of a function may take, in bytes, so that its parts reach each other.
    const LONGEST_CODE: usize;
    /// What a function's frame may take, in bytes, so that every instruction reaches its slots.
    const LARGEST_FRAME: u32;
    /// As whoever works with Cranelift knows it.
    const TARGET: Target;

    /// Fills the hole at an offset of the code; false if the value is too large for it.
    fn fill(code: &mut [u8], at: usize, field: Field, value: Filling) -> bool;

    /// The same of a word that comes from the patcher's table; it may be a place, of which the distance is filled in.
    fn put(code: &mut [u8], at: usize, field: Field, value: u32, is_distance: bool) -> bool;
}
