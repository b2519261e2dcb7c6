//! The calling context tree (`--trace-calls`), as far as compiled code sees it: nodes in one reserved range of memory, and a cache for whoever enters one.

use core::cell::Cell;

/// A node: one function in one calling context. Nodes are numbered in the order in which they were made; a parent is there before its children.
#[repr(C)]
pub struct CallNode {
    /// How often it was called; of a resumption's node, how often it was resumed.
    pub calls: Cell<u64>,
    /// Ticks of the clock that passed while it was the innermost one.
    pub ticks: Cell<u64>,
    pub parent: Cell<u32>,
    /// The function's code id, with [`RESUMED`] if this is what runs after a suspension.
    pub function: Cell<u32>,
    /// The child that was entered last by way of the table of children, and its function.
    pub last_child: Cell<u32>,
    pub last_function: Cell<u32>,
}

/// Bytes of a node, as a shift.
pub const NODE_SHIFT: usize = 5;

/// What runs outside of all functions, and the parent of what the host calls.
pub const ROOT: u32 = 0;
/// What passes while the program waits.
pub const IDLE: u32 = 1;

/// In a node's function: a generator or async function that goes on.
pub const RESUMED: u32 = 1 << 31;

/// A place that enters a function: the node that was current the last time, and the child that was entered then.
#[repr(C)]
pub struct CallProbe {
    pub parent: Cell<u32>,
    pub child: Cell<u32>,
    /// What compiled code compares the current node with: `parent`, or no node's number where the runtime is to be called.
    pub expected: Cell<u32>,
    /// The function's code id.
    pub function: u32,
}

const _: () = assert!(size_of::<CallNode>() == 1 << NODE_SHIFT);
