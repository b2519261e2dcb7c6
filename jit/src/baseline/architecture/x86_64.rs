//! x86-64: holes and displacements are bytes.

use super::{Architecture, Filling};
use crate::baseline::stencil::*;

pub struct X86_64;

static STENCILS: Stencils = include!(concat!(env!("OUT_DIR"), "/x86_64.rs"));

impl Architecture for X86_64 {
    const STENCILS: &'static Stencils = &STENCILS;
    const LONGEST_CODE: usize = usize::MAX;
    const LARGEST_FRAME: u32 = u32::MAX;
    const IS_OPTIMIZED_FOR: bool = true;

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
    fn link(code: &mut [u8], at: usize, _: Field, to: i32) {
        code[at..at + 4].copy_from_slice(&(to - (at as i32 + 4)).to_le_bytes());
    }
}
