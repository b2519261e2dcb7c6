//! The garbage collector: a non-moving, generational, incremental mark-and-sweep heap with conservative stacks.
//!
//! ```text
//! reserve    one aligned address range, committed from the bottom up            prefault   its pages made ahead, by another thread
//! block      32 KiB blocks, their records and mark bits in side tables, the test "which cell is at this address?"
//! runs       free blocks            size_class  which sizes a block may hold
//! alloc      the bump allocator     large       cells that have blocks of their own
//! visitor    marking: mark bits, mark stack, what trace functions call
//! registers, roots, rooted          what is alive to begin with: stacks and registers, handles, lists
//! stack_scrubbing                   what stacks hold that is of no use
//! barrier    the write barrier      weak        ephemerons, weak callbacks
//! collect    minor, full and incremental collections            sweep   making dead cells free
//! native_memory  what the C library's and Rust's allocator have handed out, of all threads
//! policy     when to collect        clock       what it goes by: time, or work that is the same in each run
//! event      what was done          verify      is it all true?
//! ```
//!
//! What the crate promises:
//! - A cell never moves. Its address is a multiple of 16 and its upper 16 bits are zero.
//! - A cell lives while its address (or one inside it) is in a register, on the native stack above
//!   [`Heap::set_native_stack`]'s base, on the VM stack, in a [`RootedVec`] or [`Rooted`], is visited by a root callback, or
//!   is in a live cell. So [`Gc`] can be dereferenced freely. The one thing that does not keep a cell alive is other memory: a
//!   `Vec<Gc<T>>` is no root.
//! - A collection happens inside allocation functions, and when asked for; never elsewhere.
//! - The memory of a raw cell is zeroed ([`Heap::alloc_raw`]; that of [`Heap::alloc_uninit`] is not); trace functions must bear zeros in every field.
//!
//! What it asks for: after a pointer to a cell (a shape index too) is stored into a cell, [`Heap::barrier`] is called with the
//! cell that was stored into, before the next allocation. A cell fresh from its allocation needs none until the next one.
//!
//! Sources: blocks by size class, sticky mark bits, conservative stacks, the retreating wavefront and the value-independent
//! barrier follow JavaScriptCore's Riptide (F. Pizlo, "Introducing Riptide", webkit.org 2017); sticky mark bits are A. Demers et
//! al., "Combining generational and conservative garbage collection" (POPL 1990); the prefetch queue in front of the mark
//! stack is C.-Y. Cher et al., "Software prefetching for mark-sweep garbage collection" (ASPLOS 2004).

mod alloc;
mod barrier;
mod block;
mod clock;
mod collect;
mod event;
mod handle;
mod heap;
mod large;
pub mod native_memory;
mod policy;
pub mod prefault;
mod registers;
mod reserve;
mod rooted;
mod roots;
mod runs;
mod size_class;
mod stack_scrubbing;
mod sweep;
mod verify;
mod visitor;
mod weak;

pub use alloc::{BumpAllocator, note_external_freed};
pub use block::BLOCK_BYTES;
pub use clock::now_ns;
pub use event::{GcEvent, GcKind, GcReason, HeapStats};
pub use handle::{Gc, HeapCell, OutOfMemory};
pub use heap::{Heap, RootCallbackId};
pub use reserve::heap_base_of;
pub use rooted::{Rooted, RootedDrain, RootedVec};
pub use roots::current_stack_bounds;
pub use size_class::{ALLOCATORS, MAX_SMALL, allocator_index, cell_bytes};
pub use verify::VerifyError;
pub use visitor::{DropFn, TraceFn, Visitor};
pub use weak::{EphemeronFn, EphemeronSweepFn, LiveTest};

#[cfg(test)]
mod tests;
