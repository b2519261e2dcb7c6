//! Regular expressions: from a pattern's text to matches (ECMA-262 sec. 22.2.1 and 22.2.2, annex B.1.2).
//!
//! ```text
//! flags     the flags
//! parse     text to tree, with every early error
//! tree      the tree
//! property  Unicode property escapes
//! set       sets of code points        case      Canonicalize, and what it makes equal
//! first     which code units a match of a node can begin with
//! compile   tree to code               code      the instructions
//! search    where a match can begin    teddy     the same for several alternatives
//! matcher   running the code: a backtracking machine
//! native    what native code of patterns works with, and what it calls
//! ```
//!
//! Nothing here knows objects or the VM: the frontend uses [`parse`] for early errors, `builtins::regexp` the rest. Case is dealt
//! with when the tree is made: a character that ignores case is a set of characters. Subjects are matched as they are, bytes or
//! 16-bit units; with u or v the matcher reads code points.

pub mod case;
pub mod code;
pub mod compile;
pub mod first;
pub mod flags;
pub mod matcher;
pub mod native;
pub mod parse;
pub mod property;
pub mod search;
pub mod set;
pub mod teddy;
pub mod tree;
mod unicode_18;

pub use code::Code;
pub use compile::compile;
pub use flags::Flags;
pub use matcher::{Scratch, Stop};
pub use parse::parse;

/// What is wrong with a pattern, in words that other engines use too.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PatternError(pub &'static str);

/// "No limit" in quantifiers.
pub const UNLIMITED: u32 = u32::MAX;
