//! The stencils, as the build script wrote them.

pub use super::contract::{Exit, Source};

/// Where a displacement leads.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Target {
    Exit(Exit),
    /// Into the stencil's own hot or cold part.
    Hot(u32),
    Cold(u32),
}

pub struct Hole {
    pub offset: u32,
    pub source: Source,
}

pub struct Fixup {
    /// Of the 32-bit displacement.
    pub offset: u32,
    pub target: Target,
}

pub struct Part {
    pub code: &'static [u8],
    pub holes: &'static [Hole],
    pub fixups: &'static [Fixup],
}

pub struct Stencil {
    pub name: &'static str,
    pub hot: Part,
    pub cold: Part,
}

include!(concat!(env!("OUT_DIR"), "/stencils.rs"));
