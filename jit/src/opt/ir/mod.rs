//! The optimizer's intermediate representation: values in SSA form, basic blocks, and the interpreter's frames wherever optimized code may be left.
//!
//! It is plain data: addresses in it are numbers, so that it can be optimized and compiled on another thread. The job, and then the code,
//! keeps what they point at alive.
//!
//! ```text
//! op        operations: one table says everything of each     region   disjoint parts of memory
//! block     nodes, blocks and how blocks end                  state    frames to go on with where code is left
//! graph     a function's graph                                spelling operations and parameters as text
//! ```

mod block;
mod graph;
mod guard;
mod op;
mod parameters;
mod region;
pub mod spelling;
mod state;

pub use block::{Block, Node, Terminator};
pub use graph::{Assumption, Decision, Graph, Removal, RemovalReason};
pub use guard::{Expected, Found};
pub use op::*;
pub use parameters::*;
pub use region::{Region, Regions};
pub use state::{FrameState, Inline, Origin, Sunk};
use std::fmt;
pub use vm::tiering::deopt::Reason;

macro_rules! index {
    ($(#[$doc:meta])* $name:ident, $letter:literal) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub struct $name(pub u32);
        impl $name {
            pub const NONE: $name = $name(u32::MAX);
            pub fn is_none(self) -> bool { self == $name::NONE }
            pub fn is_some(self) -> bool { self != $name::NONE }
            pub fn index(self) -> usize { self.0 as usize }
        }
        impl fmt::Debug for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                if self.is_none() { f.write_str("none") } else { write!(f, concat!($letter, "{}"), self.0) }
            }
        }
    };
}

index!(
    /// A value or an effect.
    NodeId, "v"
);
index!(
    /// A basic block.
    BlockId, "b"
);
index!(
    /// What the frames hold at a place.
    StateId, "s"
);
index!(
    /// One inlined activation, or the function itself (number 0).
    InlineId, "i"
);
