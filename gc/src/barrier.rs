//! The write barrier: value-independent, on the cell that is stored into.
//!
//! Marked and scanned cells are OLD; the first store into one makes it GREY and remembers it. The next minor collection, or the
//! incremental marking under way, scans remembered cells again, whole. When a full collection clears the marks, headers
//! still say OLD; the barrier finds out and corrects them as it meets them.

use crate::heap::Heap;
use abi::cell::{CellHeader, CellState};
use std::sync::atomic::Ordering;

impl Heap {
    /// To be called after a pointer to a cell, or a shape index, was stored into the live cell `owner`, before the next
    /// allocation.
    #[inline(always)]
    #[allow(clippy::not_unsafe_ptr_arg_deref)] // The crate's promise makes handles safe to follow; this is one, untyped.
    pub fn barrier(&self, owner: *const CellHeader) {
        // SAFETY: a live cell, as documented.
        if unsafe { (*owner).gc.load(Ordering::Relaxed) } == CellState::OLD {
            self.remember(owner);
        }
    }

    /// The barrier's slow way, for compiled code: `owner` is OLD.
    #[cold]
    #[inline(never)]
    #[allow(clippy::not_unsafe_ptr_arg_deref)]
    pub fn remember(&self, owner: *const CellHeader) {
        // SAFETY: a live cell, as documented for `barrier`.
        let header = unsafe { &*owner };
        if !self.visitor.is_marked(owner) {
            // The marking under way has not come here yet.
            header.gc.store(CellState::YOUNG, Ordering::Relaxed);
            return;
        }
        header.gc.store(CellState::GREY, Ordering::Relaxed);
        self.remembered.borrow_mut().push(owner);
    }
}
