//! The calling context tree (`--trace-calls`), as far as compiled code sees it: nodes in one reserved range of memory. A node is named by its offset there, in
//! bytes: 32 bits, and an int32 in frames.

use core::cell::Cell;

/// A node: one function in one calling context, on a cache line of its own. Nodes follow each other in the order in which they were made; a parent is there before
/// its children. What a node's time was is apart: few traces ask for it.
#[repr(C, align(64))]
pub struct CallNode {
    /// How often it was called; of a resumption's node, how often it was resumed.
    pub calls: Cell<u64>,
    pub parent: Cell<u32>,
    /// The function's number, with [`RESUMED`] if this is what runs after a suspension.
    pub function: Cell<u32>,
    /// Children that were entered lately; [`ROOT`], which is nobody's child, for none. A function has two places ([`place_of`], [`second_place_of`]).
    pub children: [Cell<u32>; CACHED_CHILDREN],
}

/// Bytes of a node.
pub const NODE_BYTES: u32 = size_of::<CallNode>() as u32;

/// Children that a node knows at once.
pub const CACHED_CHILDREN: usize = 12;

/// Bits of each place in a function's number.
pub const PLACE_BITS: u32 = 4;

/// A function's place among the children that a node knows: the low bits of its number.
pub const fn place_of(function: u32) -> usize {
    function as usize % (1 << PLACE_BITS)
}

/// Where it is instead if somebody else is there: the bits above.
pub const fn second_place_of(function: u32) -> usize {
    place_of(function >> PLACE_BITS)
}

/// What runs outside of all functions, and the parent of what the host calls.
pub const ROOT: u32 = 0;
/// What passes while the program waits.
pub const IDLE: u32 = NODE_BYTES;

/// In a node's function: a generator or async function that goes on.
pub const RESUMED: u32 = 1 << 31;

const _: () = assert!(NODE_BYTES == 64 && CACHED_CHILDREN <= 1 << PLACE_BITS);
