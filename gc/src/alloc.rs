//! Allocation: a bump allocator for each size class, refilled with free intervals of blocks.
//!
//! Free memory holds whatever its last cells left there: who allocates a cell writes all of it. What looks for cells by their headers
//! has those of free cells cleared first (see [`Heap::clear_free_headers`]). Zeroing blocks ahead took up to a fifth of programs that allocate much of one or
//! two sizes; programs that allocate many sizes in turn were 1 to 3 % faster with it, since it brought their cache lines in. The fast path is inlined, in
//! compiled code too; everything else, collections included, happens in the slow path.

use crate::block::{
    BLOCK_BYTES, BLOCK_DIRTY, BLOCK_DROP, BLOCK_YOUNG, BlockKind, BlockState, GRANULE, RECIPROCAL_SHIFT, find_gap,
};
use crate::event::GcReason;
use crate::handle::{Gc, HeapCell, OutOfMemory};
use crate::heap::{Heap, Phase};
use crate::registers::with_spilled;
use crate::reserve::{RangeHeader, heap_base_of};
use crate::size_class::{ALLOCATORS, CLASSES, MAX_SMALL, allocator_and_bytes, cell_bytes};
use abi::cell::{CellHeader, CellKind, CellState};
use std::ptr::NonNull;
use std::sync::atomic::Ordering;

/// What may be allocated beyond the limit after it was reached, in bytes: the error has to live somewhere.
const RESERVE: usize = 2 << 20;
/// What free memory holds where what reads it too early is to be found: as a value, a cell at an address where the system puts no heap unless asked to.
pub(crate) const POISON: u64 = 0x5a5a_5a5a_5a50;

/// The memory that cells of one size class come from next.
#[derive(Clone, Copy)]
#[repr(C)]
pub struct BumpAllocator {
    /// Address of the next cell.
    pub cursor: usize,
    /// A cell fits if it ends here or before.
    pub end: usize,
    /// The interval's true end; `end` is less while fast paths are shut.
    pub(crate) limit: usize,
    /// The block, ...
    pub(crate) block: u32,
    /// ... and the granule of it from which the next free interval is looked for; [`NO_BLOCK`] if there is no block.
    pub(crate) next: u32,
}

const _: () = assert!(std::mem::offset_of!(BumpAllocator, cursor) == abi::allocator::ALLOCATOR_CURSOR);
const _: () = assert!(std::mem::offset_of!(BumpAllocator, end) == abi::allocator::ALLOCATOR_END);

impl BumpAllocator {
    pub(crate) const EMPTY: BumpAllocator = BumpAllocator { cursor: 0, end: 0, limit: 0, block: 0, next: NO_BLOCK };
}

/// [`BumpAllocator::next`] of an allocator without a block.
const NO_BLOCK: u32 = u32::MAX;

/// 2^31 / granules, rounded up: divides any granule's number within a block exactly.
pub(crate) fn reciprocal(granules: u16) -> u32 {
    (1u32 << RECIPROCAL_SHIFT) / granules as u32 + 1
}

/// Makes the words of a cell beyond the `bytes` that were asked for zero: objects and functions are scanned to the end of their cells.
///
/// # Safety
/// A new cell for so many bytes.
#[inline(always)]
unsafe fn zero_slack(cell: *mut u8, bytes: usize, needs_drop: bool) {
    if bytes <= MAX_SMALL {
        let word = size_of::<u64>();
        for at in (bytes.next_multiple_of(word)..allocator_and_bytes(bytes, needs_drop).1).step_by(word) {
            // SAFETY: words of the cell.
            unsafe { cell.add(at).cast::<u64>().write_volatile(0) };
        }
    }
}

/// Makes a cell of so many bytes, a multiple of a granule, zero.
///
/// # Safety
/// It is new.
#[inline(always)]
unsafe fn zero_granules(cell: *mut u8, bytes: usize) {
    /// Beyond so many bytes a call of `memset` is worth it.
    const MANY: usize = 256;
    if bytes > MANY {
        // SAFETY: the caller's promise.
        return unsafe { cell.write_bytes(0, bytes) };
    }
    for at in (0..bytes).step_by(GRANULE) {
        // SAFETY: the caller's promise. Volatile, or the loop would become a call.
        unsafe { cell.add(at).cast::<[u64; 2]>().write_volatile([0; 2]) };
    }
}

/// Tells the heap of `cell` that external memory which the cell owned has been freed; for drop functions, which have no heap.
///
/// # Safety
/// `cell` is a cell of a heap of this thread that still exists.
pub unsafe fn note_external_freed(cell: *const CellHeader, bytes: usize) {
    // SAFETY: the range's header lies at its base, by the caller's promise.
    let header = unsafe { &*(heap_base_of(cell as usize) as *const RangeHeader) };
    header.external.set(header.external.get() - bytes as isize);
}

impl Heap {
    /// Allocates a cell and moves `value` into it. Shape, detail and flags are those of the value's header.
    ///
    /// The value and its shape count as roots meanwhile; malloc'd memory that the value owns is not looked into.
    ///
    /// # Errors
    /// When the limit is reached and a full collection did not help.
    #[inline(always)]
    pub fn alloc<T: HeapCell>(&mut self, value: T) -> Result<Gc<T>, OutOfMemory> {
        const { assert!(align_of::<T>() <= GRANULE && size_of::<T>() >= size_of::<CellHeader>()) };
        // SAFETY: HeapCell's promise: the value begins with a header.
        let shape = unsafe { (*(&raw const value).cast::<CellHeader>()).shape.get() };
        let cell = self.alloc_bytes(size_of::<T>(), T::NEEDS_DROP, T::KIND, shape)? as *mut T;
        // SAFETY: a new cell of at least that size; the header is written by the value, then corrected.
        unsafe {
            cell.write(value);
            zero_slack(cell.cast(), size_of::<T>(), T::NEEDS_DROP);
            let header = &*cell.cast::<CellHeader>();
            header.kind.set(T::KIND as u8);
            header.gc.store(CellState::YOUNG, Ordering::Relaxed);
            Ok(Gc::from_ptr(cell))
        }
    }

    /// Allocates `bytes` (header included) of zeros with the header's kind set.
    ///
    /// # Errors
    /// When the limit is reached and a full collection did not help.
    #[inline(always)]
    pub fn alloc_raw(&mut self, kind: CellKind, bytes: usize, needs_drop: bool) -> Result<NonNull<u8>, OutOfMemory> {
        let cell = self.alloc_bytes(bytes, needs_drop, kind, 0)? as *mut u8;
        // SAFETY: a new cell of at least that size; large ones are zero. Cells are not at address 0.
        unsafe {
            if bytes <= MAX_SMALL {
                zero_granules(cell, allocator_and_bytes(bytes, needs_drop).1);
            }
            (*cell.cast::<CellHeader>()).kind.set(kind as u8);
            Ok(NonNull::new_unchecked(cell))
        }
    }

    /// Allocates `bytes` (header included), of which the header alone is written: zero but for its kind. What the cell has beyond `bytes` is zero.
    ///
    /// # Errors
    /// When the limit is reached and a full collection did not help.
    ///
    /// # Safety
    /// The caller writes all that the kind's trace function and anybody else reads before the next allocation.
    #[inline(always)]
    pub unsafe fn alloc_uninit(
        &mut self,
        kind: CellKind,
        bytes: usize,
        needs_drop: bool,
    ) -> Result<NonNull<u8>, OutOfMemory> {
        let cell = self.alloc_bytes(bytes, needs_drop, kind, 0)? as *mut CellHeader;
        // SAFETY: a new cell. Cells are not at address 0.
        unsafe {
            cell.cast::<u64>().write(0);
            zero_slack(cell.cast(), bytes, needs_drop);
            (*cell).kind.set(kind as u8);
            Ok(NonNull::new_unchecked(cell.cast()))
        }
    }

    /// A new cell of `bytes`, a multiple of a granule and a size of small cells that own nothing, where its allocator has room; nothing of it is written yet.
    ///
    /// # Safety
    /// The caller writes the header and all that the kind's trace function and anybody else reads before the next allocation.
    #[inline(always)]
    pub unsafe fn try_alloc_uninit(&mut self, bytes: usize) -> Option<NonNull<u8>> {
        let (index, size) = allocator_and_bytes(bytes, false);
        debug_assert!(size == bytes);
        let allocator = &mut self.allocators[index];
        let cell = allocator.cursor;
        if cell + size > allocator.end {
            return None;
        }
        allocator.cursor = cell + size;
        NonNull::new(cell as *mut u8)
    }

    /// The address of a new cell. Large ones are zero and have their kind set.
    #[inline(always)]
    fn alloc_bytes(
        &mut self,
        bytes: usize,
        needs_drop: bool,
        kind: CellKind,
        shape: u32,
    ) -> Result<usize, OutOfMemory> {
        debug_assert!(bytes >= size_of::<CellHeader>());
        if bytes > MAX_SMALL {
            return self.alloc_large(kind, bytes, needs_drop, shape);
        }
        let (index, size) = allocator_and_bytes(bytes, needs_drop);
        let allocator = &mut self.allocators[index];
        let cell = allocator.cursor;
        if cell + size <= allocator.end {
            allocator.cursor = cell + size;
            return Ok(cell);
        }
        self.alloc_slow(index, shape)
    }

    /// Roots end where this begins: its own frames, and those of a collection, have only words that other calls left there.
    #[cold]
    #[inline(never)]
    fn alloc_slow(&mut self, index: usize, shape: u32) -> Result<usize, OutOfMemory> {
        with_spilled(|stack_pointer| {
            let before = std::mem::replace(&mut self.stack_of_caller, stack_pointer);
            let cell = self.alloc_from_refill(index, shape);
            self.stack_of_caller = before;
            cell
        })
    }

    #[inline(never)]
    fn alloc_from_refill(&mut self, index: usize, shape: u32) -> Result<usize, OutOfMemory> {
        debug_assert!(!self.collecting, "a callback of the collector allocates");
        self.pinned_shape = shape;
        if self.closed {
            self.slow_because_closed();
        }
        let size = cell_bytes(index);
        loop {
            let allocator = &mut self.allocators[index];
            let cell = allocator.cursor;
            if cell + size <= allocator.limit {
                allocator.cursor = cell + size;
                allocator.end = if self.closed { allocator.cursor } else { allocator.limit };
                self.pinned_shape = 0;
                return Ok(cell);
            }
            self.refill(index)?;
        }
    }

    /// Shuts the fast paths, so that the next allocation does what is to be done.
    pub(crate) fn close_fast_paths(&mut self) {
        self.closed = true;
        for allocator in &mut self.allocators {
            allocator.end = allocator.cursor;
        }
    }

    pub(crate) fn open_fast_paths(&mut self) {
        self.closed = false;
        for allocator in &mut self.allocators {
            allocator.end = allocator.limit;
        }
    }

    pub(crate) fn slow_because_closed(&mut self) {
        if self.stress_period == 0 {
            self.open_fast_paths();
        } else {
            self.stress_left -= 1;
            if self.stress_left == 0 {
                self.stress_left = self.stress_period;
                self.stress_full = !self.stress_full;
                if self.stress_full {
                    self.collect_minor(GcReason::Stress);
                } else {
                    self.collect_full(GcReason::Stress);
                }
                return;
            }
        }
        if self.allocated + self.external_allocated >= self.next_event {
            self.poll();
        }
    }

    /// Gives allocator `index` a free interval.
    fn refill(&mut self, index: usize) -> Result<(), OutOfMemory> {
        if self.next_interval(index) {
            return Ok(());
        }
        if self.allocated + self.external_allocated >= self.next_event {
            self.poll();
        }
        if self.gives_up() {
            self.pinned_shape = 0;
            return Err(OutOfMemory);
        }
        self.sweep_slice();
        let mut collected = false;
        loop {
            if self.take_roomy(index) || self.reuses_fragmented && self.take_fragmented(index) {
                return Ok(());
            }
            if let Some(number) = self.take_blocks(1, BLOCK_BYTES) {
                self.make_small(number, index);
                self.take_block(index, number);
                return Ok(());
            }
            if self.take_fragmented(index) {
                return Ok(());
            }
            if collected {
                self.pinned_shape = 0;
                self.reserve_open = true;
                return Err(OutOfMemory);
            }
            self.collect_full(GcReason::Limit);
            collected = true;
        }
    }

    /// Takes a block with long free intervals, or one that needs dropping; false if there is none.
    fn take_roomy(&mut self, index: usize) -> bool {
        let lists = &mut self.lists[index];
        let number = match lists.roomy.pop() {
            Some(number) => number,
            None => {
                let Some(number) = lists.unswept.pop() else { return false };
                self.unswept_drop_blocks -= 1;
                self.sweep_block(number);
                number
            }
        };
        self.take_block(index, number);
        true
    }

    /// Takes a block with short free intervals; false if there is none.
    fn take_fragmented(&mut self, index: usize) -> bool {
        let Some(number) = self.lists[index].fragmented.pop() else { return false };
        self.short_gaps -= self.space.block(number).free_bytes();
        self.take_block(index, number);
        true
    }

    /// Makes a block with free cells the allocator's.
    fn take_block(&mut self, index: usize, number: u32) {
        let block = self.space.block(number);
        block.state.set(BlockState::Swept);
        block.set(BLOCK_YOUNG);
        self.young_blocks.push(number);
        let allocator = &mut self.allocators[index];
        allocator.block = number;
        allocator.next = 0;
        let has_room = self.next_interval(index);
        debug_assert!(has_room);
    }

    /// The next free interval of a block that is allocated from, at granule `from` or behind it, in granules: cells that were alive after the last collection
    /// are told by bits, and an allocator goes upwards.
    #[inline]
    fn free_interval(&self, number: u32, from: u32) -> Option<(u32, u32)> {
        let (block, space) = (self.space.block(number), self.space);
        let live = if self.phase == Phase::Marking { space.alloc_words(number) } else { space.mark_words(number) };
        let granules = block.granules.get() as u32;
        find_gap(live, from, block.cells.get() as u32 * granules, granules)
    }

    /// Goes to the next free interval of the allocator's block; false if there is none.
    fn next_interval(&mut self, index: usize) -> bool {
        let BumpAllocator { block, next, .. } = self.allocators[index];
        if next == NO_BLOCK {
            return false;
        }
        let Some((from, to)) = self.free_interval(block, next) else { return false };
        let start = self.space.address(block) + from as usize * GRANULE;
        let bytes = (to - from) as usize * GRANULE;
        let allocator = &mut self.allocators[index];
        allocator.cursor = start;
        allocator.limit = start + bytes;
        allocator.end = if self.closed { start } else { allocator.limit };
        allocator.next = to;
        if self.poisons {
            // SAFETY: the interval is the allocator's: nobody's memory.
            unsafe { std::slice::from_raw_parts_mut(start as *mut u64, bytes / size_of::<u64>()).fill(POISON) };
        }
        self.allocated += bytes;
        self.total_allocated += bytes as u64;
        self.visitor.clock.allocated(bytes);
        true
    }

    /// Makes a block just taken one of small cells, all free.
    fn make_small(&mut self, number: u32, index: usize) {
        if self.space.block(number).has(BLOCK_DIRTY) {
            self.space.block(number).clear(BLOCK_DIRTY);
            self.dirty_free -= 1;
        }
        let granules = (cell_bytes(index) / GRANULE) as u16;
        let cells = (BLOCK_BYTES / GRANULE) as u16 / granules;
        let block = self.space.block(number);
        debug_assert!(crate::block::count_bits(self.space.mark_words(number)) == 0);
        block.kind.set(BlockKind::Small);
        block.state.set(BlockState::Swept);
        block.allocator.set(index as u8);
        block.flags.set(if index >= CLASSES { BLOCK_DROP } else { 0 });
        block.granules.set(granules);
        block.cells.set(cells);
        block.reciprocal.set(reciprocal(granules));
        block.number.set(0);
    }

    /// Takes `count` neighbouring free blocks that will count as `bytes`; None beyond the limit.
    pub(crate) fn take_blocks(&mut self, count: u32, bytes: usize) -> Option<u32> {
        let limit = self.limit + if self.reserve_open { RESERVE } else { 0 };
        if self.used + self.external() + bytes > limit {
            return None;
        }
        let first = match self.runs.take(count) {
            Some(first) => first,
            None => self.grow(count)?,
        };
        self.used += bytes;
        crate::native_memory::count_cells(bytes as isize);
        self.note_peak();
        Some(first)
    }

    /// Moves the space's top up so that `count` blocks are free at its end, and takes them.
    fn grow(&mut self, count: u32) -> Option<u32> {
        let (first, have) = self.runs.take_last(self.space.top).unwrap_or((self.space.top, 0));
        let top = first as usize + count as usize;
        if !self.range.commit(top) {
            if have > 0 {
                self.runs.free(first, have);
            }
            return None;
        }
        self.space.top = top as u32;
        self.visitor.set_space(self.space);
        Some(first)
    }

    /// Makes the first `bytes` of blocks just taken zero.
    pub(crate) fn zero_blocks(&mut self, first: u32, count: u32, bytes: usize) {
        // Memory that goes back to the system and comes again zeroed costs a page fault for every 4 KiB: for long runs only.
        const RELEASE_FROM: u32 = 64;
        let mut at = first;
        while at < first + count {
            let dirty = (at..first + count).take_while(|&n| self.space.block(n).has(BLOCK_DIRTY)).count() as u32;
            if dirty == 0 {
                at += 1;
                continue;
            }
            self.dirty_free -= dirty as usize;
            (at..at + dirty).for_each(|n| self.space.block(n).clear(BLOCK_DIRTY));
            let start = (at - first) as usize * BLOCK_BYTES;
            if start < bytes && !(dirty >= RELEASE_FROM && self.range.release(at as usize, dirty as usize)) {
                let end = bytes.min(start + dirty as usize * BLOCK_BYTES);
                // SAFETY: the blocks have been taken and hold no cells.
                unsafe { (self.space.address(at) as *mut u8).write_bytes(0, end - start) };
            }
            at += dirty;
        }
    }

    // ---- external memory

    /// Native bytes that count toward the limit: what cells own and have reported, and what is unreported.
    pub fn external(&self) -> usize {
        self.reported() + self.unreported()
    }

    /// Malloc'd bytes that cells own.
    fn reported(&self) -> usize {
        self.range.header().external.get().max(0) as usize
    }

    /// Native bytes that nobody has reported, beyond what an engine needs for itself: a quarter of the limit and [`FREE_OF_CHARGE`]. They count
    /// for the heaps of all threads, since nobody knows whose they are.
    #[inline]
    pub fn unreported(&self) -> usize {
        let native = crate::native_memory::total();
        if native <= self.native_free { 0 } else { (native - self.native_free).saturating_sub(self.reported()) }
    }

    /// Whether unreported memory has brought it over its limit, and a collection does not help.
    #[inline]
    pub fn is_over_limit(&mut self) -> bool {
        self.unreported() > 0 && self.stays_over_limit()
    }

    #[cold]
    #[inline(never)]
    fn stays_over_limit(&mut self) -> bool {
        let over = |heap: &Heap| heap.used + heap.external() > heap.limit;
        if over(self) {
            self.collect_full(GcReason::Limit);
        }
        over(self)
    }

    /// Counts malloc'd memory that a cell has come to own (or, negative, has given up) toward collections and the limit.
    pub fn adjust_external(&mut self, bytes: isize) {
        let external = &self.range.header().external;
        external.set(external.get() + bytes);
        if bytes > 0 {
            self.external_allocated += bytes as usize;
            self.note_peak();
            if self.allocated + self.external_allocated >= self.next_event {
                self.close_fast_paths();
            }
        }
    }

    /// The same for memory about to be allocated: collects if it would exceed the limit.
    ///
    /// # Errors
    /// When that did not help; nothing is counted then.
    pub fn reserve_external(&mut self, bytes: usize) -> Result<(), OutOfMemory> {
        let fits = |heap: &Heap| {
            heap.limit.checked_sub(heap.used + heap.external()).is_some_and(|available| bytes <= available)
        };
        if !fits(self) {
            if bytes > self.limit {
                return Err(OutOfMemory);
            }
            self.collect_full(GcReason::Limit);
            if !fits(self) || self.gives_up() {
                return Err(OutOfMemory);
            }
        }
        self.adjust_external(bytes as isize);
        Ok(())
    }

    pub(crate) fn note_peak(&mut self) {
        self.stats.peak = self.stats.peak.max(self.used + self.external());
    }

    /// Makes free cells' headers say so where allocators have intervals left, for whoever goes by headers; all others say so already, or their
    /// blocks go by bits.
    pub(crate) fn clear_free_headers(&self) {
        (0..ALLOCATORS).for_each(|index| self.clear_headers_of_allocator(index));
    }

    pub(crate) fn clear_headers_of_allocator(&self, index: usize) {
        let BumpAllocator { cursor, limit, block, mut next, .. } = self.allocators[index];
        let clear = |start: usize, end: usize| {
            for cell in (start..end).step_by(cell_bytes(index)) {
                // SAFETY: a free cell of an interval that is this allocator's.
                unsafe { (cell as *mut u64).write(0) };
            }
        };
        clear(cursor, limit);
        if next == NO_BLOCK {
            return;
        }
        let address = self.space.address(block);
        while let Some((from, to)) = self.free_interval(block, next) {
            clear(address + from as usize * GRANULE, address + to as usize * GRANULE);
            next = to;
        }
    }

    /// Takes their intervals from all allocators. Their blocks are young, so that the sweep to come finds the rest.
    pub(crate) fn reset_allocators(&mut self) {
        self.allocators = [BumpAllocator::EMPTY; ALLOCATORS];
    }

    /// Bytes that allocators have been given and have not used.
    pub(crate) fn unused_bytes(&self) -> usize {
        self.allocators.iter().map(|a| a.limit - a.cursor).sum()
    }
}
