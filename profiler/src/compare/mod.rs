//! Two versions of a program, or two ways to run it, compared: was it faster, by how much, and why.
//!
//! ```text
//! side         one version's processes, as data                (and what a baseline file holds)
//! text         functions' texts, as words
//! matching     which function and line of one is which of the other
//! attribution  where the difference went, in rows that add up
//! findings     what the VM did otherwise: guards, caches, elements, inlining, tiers
//! primary      what the verdict goes by
//! comparison   all of it as data                               (--format=json)
//! print        for a terminal, and as markdown
//! flame        the differential flame graph, as SVG
//! page         as one HTML file
//! ```
//!
//! A process is one observation. Who runs them is not this crate's concern.

pub mod attribution;
pub mod comparison;
pub mod findings;
pub mod flame;
pub mod html;
pub mod markdown;
pub mod matching;
pub mod primary;
pub mod print;
#[cfg(test)]
mod sample_sides;
pub mod side;
mod text;
mod words;

pub use comparison::{Comparison, Conditions, Verdict};
pub use side::{Measured, Side};
pub use words::printable;
