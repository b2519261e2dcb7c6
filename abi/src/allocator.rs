//! What compiled code sees of the heap's allocators: the memory between `cursor` and `end` is the next cells', and holds whatever was there before.

/// Offset of the next cell's address in an allocator.
pub const ALLOCATOR_CURSOR: usize = 0;
/// Offset of the address at or before which a cell must end.
pub const ALLOCATOR_END: usize = 8;
