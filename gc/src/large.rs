//! Cells larger than a small block's: runs of blocks of their own, freed as soon as marking is over.

use crate::block::{BLOCK_BYTES, BLOCK_DIRTY, BLOCK_DROP, BLOCK_YOUNG, BlockKind};
use crate::event::GcReason;
use crate::handle::OutOfMemory;
use crate::heap::Heap;
use abi::cell::{CellHeader, CellKind};

const PAGE: usize = 4096;
/// A freed cell of so many blocks gives its memory back at once.
const RELEASE_FROM: usize = 64;

impl Heap {
    /// The address of a new zeroed large cell with its kind set.
    #[cold]
    #[inline(never)]
    pub(crate) fn alloc_large(
        &mut self,
        kind: CellKind,
        bytes: usize,
        needs_drop: bool,
        shape: u32,
    ) -> Result<usize, OutOfMemory> {
        debug_assert!(!self.collecting, "a callback of the collector allocates");
        if bytes > self.limit {
            return Err(OutOfMemory);
        }
        self.pinned_shape = shape;
        if self.closed {
            self.slow_because_closed();
        }
        let count = bytes.div_ceil(BLOCK_BYTES) as u32;
        let paged = bytes.next_multiple_of(PAGE);
        self.allocated += paged;
        self.total_allocated += paged as u64;
        self.visitor.clock.allocated(paged);
        if self.allocated + self.external_allocated >= self.next_event {
            self.poll();
        }
        let mut taken = None;
        if !self.gives_up() {
            taken = self.take_blocks(count, paged);
            if taken.is_none() {
                self.collect_full(GcReason::Limit);
                if !self.gives_up() {
                    taken = self.take_blocks(count, paged);
                }
            }
        }
        self.pinned_shape = 0;
        let Some(first) = taken else {
            self.reserve_open = true;
            return Err(OutOfMemory);
        };
        self.zero_blocks(first, count, bytes);
        for number in first + 1..first + count {
            let tail = self.space.block(number);
            tail.kind.set(BlockKind::LargeTail);
            tail.flags.set(0);
            tail.number.set(first);
        }
        let block = self.space.block(first);
        block.kind.set(BlockKind::Large);
        block.flags.set(BLOCK_YOUNG | if needs_drop { BLOCK_DROP } else { 0 });
        block.number.set(count);
        block.bytes.set(bytes as u64);
        self.large.push(first);
        self.young_large.push(first);
        let cell = self.space.address(first);
        // SAFETY: the memory is the new cell's, and zero.
        unsafe { (*(cell as *const CellHeader)).kind.set(kind as u8) };
        Ok(cell)
    }

    /// Frees what large cells were not marked, among all or the young ones. Returns the bytes of those that were.
    pub(crate) fn sweep_large(&mut self, full: bool) -> usize {
        let young = std::mem::take(&mut self.young_large);
        let mut live = 0;
        let mut died = false;
        let candidates = if full { std::mem::take(&mut self.large) } else { young };
        for &first in &candidates {
            let block = self.space.block(first);
            block.clear(BLOCK_YOUNG);
            if self.space.is_marked(self.space.index(self.space.address(first) as *const CellHeader)) {
                live += (block.bytes.get() as usize).next_multiple_of(PAGE);
            } else {
                died = true;
                self.free_large(first);
            }
        }
        if full {
            self.large = candidates;
        }
        if died {
            let space = self.space;
            self.large.retain(|&first| space.block(first).kind.get() == BlockKind::Large);
        }
        live
    }

    fn free_large(&mut self, first: u32) {
        let block = self.space.block(first);
        if block.has(BLOCK_DROP) {
            self.drop_cell(self.space.address(first) as *mut CellHeader);
        }
        let count = block.number.get();
        let bytes = (block.bytes.get() as usize).next_multiple_of(PAGE);
        self.used -= bytes;
        crate::native_memory::count_cells(-(bytes as isize));
        self.free_blocks(first, count);
        if count as usize >= RELEASE_FROM {
            self.release_blocks(first, count);
        }
    }

    /// Makes blocks free. What they counted as is the caller's affair.
    pub(crate) fn free_blocks(&mut self, first: u32, count: u32) {
        for number in first..first + count {
            let block = self.space.block(number);
            block.kind.set(BlockKind::Free);
            block.flags.set(BLOCK_DIRTY);
        }
        self.dirty_free += count as usize;
        self.runs.free(first, count);
    }

    /// Gives the memory of free dirty blocks back to the system.
    pub(crate) fn release_blocks(&mut self, first: u32, count: u32) {
        if self.range.release(first as usize, count as usize) {
            (first..first + count).for_each(|n| self.space.block(n).clear(BLOCK_DIRTY));
            self.dirty_free -= count as usize;
        }
    }
}
