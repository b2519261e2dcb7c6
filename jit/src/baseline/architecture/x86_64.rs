//! x86-64: holes and displacements are bytes.

use super::{Architecture, Filling};
use crate::baseline::stencil::*;
use crate::target::Target;

pub struct X86_64;

static STENCILS: Stencils = include!(concat!(env!("OUT_DIR"), "/x86_64.rs"));

impl Architecture for X86_64 {
    const STENCILS: &'static Stencils = &STENCILS;
    const LONGEST_CODE: usize = usize::MAX;
    const LARGEST_FRAME: u32 = u32::MAX;
    const TARGET: Target = Target::X86_64;

    #[inline(always)]
    fn fill(code: &mut [u8], at: usize, _: Field, value: Filling) -> bool {
        match value {
            Filling::Byte(v) => code[at] = v,
            Filling::Int(v) => code[at..at + 4].copy_from_slice(&v.to_le_bytes()),
            Filling::Long(v) => code[at..at + 8].copy_from_slice(&v.to_le_bytes()),
        }
        true
    }

    #[inline(always)]
    fn put(code: &mut [u8], at: usize, _: Field, value: u32, is_distance: bool) -> bool {
        let end = if is_distance { at as u32 + 4 } else { 0 };
        code[at..at + 4].copy_from_slice(&value.wrapping_sub(end).to_le_bytes());
        true
    }
}
