//! What happens to what is not marked.
//!
//! After marking, the blocks' mark bits are counted: empty blocks become free, blocks with room get onto their allocator's lists. A
//! block without anything to drop needs no sweep: its allocator goes from gap to gap by the bits. Blocks whose cells
//! need dropping are swept soon, a few at every refill, and before the next full collection begins.
//!
//! Survivors of minor collections are few, but a single one in every four cells makes each refill one of two or three cells, and a program that
//! allocates twice as slow. So blocks whose gaps are short come after empty ones: what is free in them counts as in use, which lets the next full
//! collection come the earlier, until so much of the memory is free in short gaps that it must be used.

use crate::block::{
    BIT_WORDS, BLOCK_BYTES, BLOCK_DIRTY, BLOCK_DROP, BLOCK_YOUNG, Block, BlockKind, BlockState, GRANULE, count_bits,
    count_gaps,
};
use crate::event::GcReason;
use crate::heap::{Heap, Phase};
use crate::policy::MAX_NURSERY;
use crate::size_class::{ALLOCATORS, CLASSES};
use abi::cell::{CellHeader, CellKind};
use abi::context::VmState;
use std::cell::Cell;

/// A block with less than this part of its cells free is left alone until the next full collection.
const ROOM: u32 = 8;
/// Gaps of a block are long if they are on average: a refill takes as long as the allocation of about so many bytes.
const LONG_GAP: usize = 512;
/// Fragmented blocks are left alone as long as all blocks in use are less than so many times what lives, ...
const BLOCKS_PER_LIVE: f64 = 1.5;
/// ... and this, and less than half of the limit.
const FRAGMENTED_EXTRA: usize = 16 << 20;
/// Blocks with cells to drop that a refill sweeps.
const SLICE: usize = 4;
/// Blocks whose spare bits a refill clears.
const CLEAR_AHEAD: u32 = 32;
/// Nanoseconds that the end of a collection may spend on dropping.
const EAGER_DROP_NS: u64 = 1_500_000;
/// Free memory kept for use: at least so many blocks, or a quarter of what is in use, or what is allocated until the next collection.
const KEEP_FREE: usize = (16 << 20) / BLOCK_BYTES;
/// Blocks given back to the system at the end of one collection.
const RELEASE_AT_ONCE: usize = (16 << 20) / BLOCK_BYTES;

/// Whether the gaps between a block's live cells, of which there are some, are worth a refill each.
fn has_long_gaps(block: &Block, live: &[Cell<u64>; BIT_WORDS]) -> bool {
    let granules = block.granules.get() as u32;
    let free = block.free_bytes();
    let are_long = || free >= count_gaps(live, granules) as usize * LONG_GAP;
    free > 0 && (block.cell_bytes() >= LONG_GAP || are_long())
}

impl Heap {
    /// Calls the drop function of a dead cell.
    pub(crate) fn drop_cell(&self, cell: *mut CellHeader) {
        // SAFETY: the cell was allocated and is not yet free; its header is intact.
        let kind = unsafe { (*cell).kind.get() };
        if let Some(drop) = self.drops[kind as usize] {
            // SAFETY: registered for cells of this kind; the cell is dead and dropped nowhere else.
            unsafe { drop(cell) };
        }
    }

    /// Sweeps an unswept block of cells that need dropping: drops the dead ones.
    pub(crate) fn sweep_block(&mut self, number: u32) {
        let state = self.set_state(VmState::GcSweep as u32);
        let block = self.space.block(number);
        debug_assert!(block.has(BLOCK_DROP) && block.state.get() == BlockState::Unswept && self.phase == Phase::Idle);
        let live = self.space.mark_words(number);
        let granules = block.granules.get() as u32;
        let end = block.cells.get() as u32 * granules;
        let address = self.space.address(number);
        let external = self.external();
        for granule in (0..end).step_by(granules as usize) {
            let cell = (address + granule as usize * GRANULE) as *mut CellHeader;
            let is_live = live[granule as usize / 64].get() >> (granule % 64) & 1 != 0;
            // SAFETY: a cell of the block, allocated or free; a dead one, dropped, becomes a free one.
            unsafe {
                if !is_live && (*cell).kind.get() != CellKind::Free as u8 {
                    self.drop_cell(cell);
                    (*cell).kind.set(CellKind::Free as u8);
                }
            }
        }
        let freed = external.saturating_sub(self.external());
        if let Some(dropped) = &mut self.dropped {
            *dropped += freed;
        }
        block.state.set(BlockState::Swept);
        self.set_state(state);
    }

    /// Does a little of what the last collection left to be done: sweeps some blocks whose cells need dropping, clears some
    /// bits for the next one.
    #[inline]
    pub(crate) fn sweep_slice(&mut self) {
        if self.phase == Phase::Idle {
            self.space.clear_ahead(CLEAR_AHEAD);
        }
        for _ in 0..SLICE {
            if self.unswept_drop_blocks == 0 {
                return self.settle_threshold();
            }
            self.sweep_drop_block();
        }
    }

    /// All that the last full collection found dead is dropped, or as much as will be before the next collection: external memory of dead cells,
    /// which counted as live when the next full collection's time was set, counts no more. Otherwise a heap of cells with much external memory
    /// would grow from collection to collection, however little of it lives.
    pub(crate) fn settle_threshold(&mut self) {
        let Some(dropped) = self.dropped.take() else { return };
        self.policy.after_drops(dropped, self.limit);
        let bytes = self.bytes().saturating_sub(self.external_allocated);
        self.next_event = self.next_event.min(self.policy.next_event(bytes, self.limit));
    }

    /// Sweeps one of them, of which there is one.
    fn sweep_drop_block(&mut self) {
        let Some(index) = (CLASSES..ALLOCATORS).find(|&i| !self.lists[i].unswept.is_empty()) else { return };
        let Some(number) = self.lists[index].unswept.pop() else { return };
        self.unswept_drop_blocks -= 1;
        self.sweep_block(number);
        let block = self.space.block(number);
        if block.number.get() == 0 {
            self.free_small(number);
        } else {
            self.lists[index].roomy.push(number);
        }
    }

    /// Sweeps all of them.
    pub(crate) fn sweep_all_drop_blocks(&mut self) {
        while self.unswept_drop_blocks > 0 {
            self.sweep_drop_block();
        }
    }

    fn free_small(&mut self, number: u32) {
        self.used -= BLOCK_BYTES;
        crate::native_memory::count_cells(-(BLOCK_BYTES as isize));
        self.free_blocks(number, 1);
    }

    /// Before a full marking: clears all marks. What they said of unswept blocks is kept in the allocation bits.
    pub(crate) fn clear_marks(&mut self) {
        self.sweep_all_drop_blocks();
        if self.phase == Phase::Marking {
            // Begun anew: what the allocation bits say is still true.
            self.space.clear_marks(self.space.top);
            return;
        }
        for number in self.space.block_numbers() {
            let block = self.space.block(number);
            if block.kind.get() == BlockKind::Small && block.state.get() == BlockState::Unswept {
                block.state.set(BlockState::Saved);
            }
        }
        self.space.swap_bits();
        self.visitor.set_space(self.space);
    }

    /// After marking, full or minor: counts, frees, makes the lists anew or adds to them.
    pub(crate) fn after_marking(&mut self, full: bool, reason: GcReason) {
        self.reset_allocators();
        let room = if reason == GcReason::Limit { BLOCK_BYTES as u32 } else { ROOM };
        let mut live = self.sweep_large(full);
        if full {
            for lists in &mut self.lists {
                lists.unswept.clear();
                lists.roomy.clear();
                lists.fragmented.clear();
            }
            self.unswept_drop_blocks = 0;
            (self.short_gaps, self.lost) = (0, 0);
            self.young_blocks.clear();
            // Downwards, so that the lowest blocks end up last on the lists, to be used first.
            for number in self.space.block_numbers().rev() {
                if self.space.block(number).kind.get() == BlockKind::Small {
                    live += self.classify(number, room);
                }
            }
        } else {
            live += self.live;
            for number in std::mem::take(&mut self.young_blocks) {
                let block = self.space.block(number);
                live -= block.number.get() as usize * block.cell_bytes();
                live += self.classify(number, room);
            }
        }
        self.live = live;
        if full {
            let many = (live as f64 * BLOCKS_PER_LIVE) as usize + FRAGMENTED_EXTRA;
            self.reuses_fragmented = self.used > many.min(self.limit / 2);
        }
        if reason == GcReason::Limit {
            self.sweep_all_drop_blocks();
        }
        let deadline = self.now() + EAGER_DROP_NS;
        while self.unswept_drop_blocks > 0 && self.now() < deadline {
            self.sweep_drop_block();
            self.visitor.clock.dropped_block();
        }
        self.release_free();
    }

    /// Puts a block on the list where it belongs now. Returns the bytes of its marked cells.
    fn classify(&mut self, number: u32, room: u32) -> usize {
        let space = self.space;
        let block = space.block(number);
        let live = count_bits(space.mark_words(number));
        let cells = block.cells.get() as u32;
        let index = block.allocator.get() as usize;
        block.number.set(live);
        block.clear(BLOCK_YOUNG);
        block.state.set(BlockState::Unswept);
        if block.has(BLOCK_DROP) {
            if live < cells {
                self.lists[index].unswept.push(number);
                self.unswept_drop_blocks += 1;
            }
        } else if live == 0 {
            self.free_small(number);
        } else if has_long_gaps(block, space.mark_words(number)) {
            self.lists[index].roomy.push(number);
        } else if (cells - live) * room >= cells {
            self.lists[index].fragmented.push(number);
            self.short_gaps += block.free_bytes();
        } else {
            self.lost += block.free_bytes();
        }
        live as usize * block.cell_bytes()
    }

    /// Gives free memory back, if there is more of it than the heap grows by until the next full collection: what came back would have to be
    /// zeroed by the system, page fault by page fault. From the top, some at a time.
    fn release_free(&mut self) {
        let bytes = self.bytes();
        let growth = self.policy.growth_left(bytes, self.limit);
        let next = self.policy.next_event(bytes, self.limit).min(MAX_NURSERY);
        let keep = KEEP_FREE.max(growth.max(next) / BLOCK_BYTES);
        let mut wanted = self.dirty_free.saturating_sub(keep).min(RELEASE_AT_ONCE);
        if wanted == 0 {
            return;
        }
        let mut dirty_runs = Vec::new();
        'runs: for (start, length) in self.runs.descending() {
            let mut end = start + length;
            while end > start {
                let is_dirty = |n: &u32| self.space.block(*n).has(BLOCK_DIRTY);
                let dirty = (start..end).rev().take_while(is_dirty).take(wanted).count() as u32;
                if dirty == 0 {
                    end -= 1;
                    continue;
                }
                dirty_runs.push((end - dirty, dirty));
                wanted -= dirty as usize;
                end -= dirty;
                if wanted == 0 {
                    break 'runs;
                }
            }
        }
        for (start, length) in dirty_runs {
            self.release_blocks(start, length);
        }
    }

    /// The heap goes away: drops every cell that has not been.
    pub(crate) fn drop_all_cells(&mut self) {
        self.clear_free_headers();
        for number in self.space.block_numbers() {
            let block = self.space.block(number);
            if !block.has(BLOCK_DROP) {
                continue;
            }
            let (count, bytes) = match block.kind.get() {
                BlockKind::Small => (block.cells.get() as usize, block.cell_bytes()),
                BlockKind::Large => (1, 0),
                BlockKind::Free | BlockKind::LargeTail => continue,
            };
            for n in 0..count {
                let cell = (self.space.address(number) + n * bytes) as *mut CellHeader;
                // SAFETY: a cell of the block, allocated or free. Dead ones not yet swept have their kind still.
                if unsafe { (*cell).kind.get() } != CellKind::Free as u8 {
                    self.drop_cell(cell);
                }
            }
        }
    }
}
