//! The calling context tree (`--trace-calls`), as far as compiled code sees it: nodes in one reserved range of memory.

use core::cell::Cell;

/// A node: one function in one calling context, on a cache line of its own. Nodes are numbered in the order in which they were made; a parent is there before its
/// children.
#[repr(C, align(64))]
pub struct CallNode {
    /// How often it was called; of a resumption's node, how often it was resumed.
    pub calls: Cell<u64>,
    /// Ticks of the clock that passed while it was the innermost one.
    pub ticks: Cell<u64>,
    /// Calls at which the clock was read.
    pub timed: Cell<u64>,
    pub parent: Cell<u32>,
    /// The function's number, with [`RESUMED`] if this is what runs after a suspension.
    pub function: Cell<u32>,
    /// Children that were entered lately; [`ROOT`], which is nobody's child, for none. A function has two places ([`place_of`], [`second_place_of`]).
    pub children: [Cell<u32>; CACHED_CHILDREN],
}

/// Bytes of a node, as a shift.
pub const NODE_SHIFT: usize = 6;

/// Children that a node knows at once.
pub const CACHED_CHILDREN: usize = 8;

/// A function's place among the children that a node knows. Its number is made so that the place is free where it is first called.
pub const fn place_of(function: u32) -> usize {
    function as usize % CACHED_CHILDREN
}

/// Where it is instead if somebody else was there first.
pub const fn second_place_of(function: u32) -> usize {
    place_of(function) ^ (CACHED_CHILDREN / 2)
}

/// What runs outside of all functions, and the parent of what the host calls.
pub const ROOT: u32 = 0;
/// What passes while the program waits.
pub const IDLE: u32 = 1;

/// In a node's function: a generator or async function that goes on.
pub const RESUMED: u32 = 1 << 31;

const _: () = assert!(size_of::<CallNode>() == 1 << NODE_SHIFT);
