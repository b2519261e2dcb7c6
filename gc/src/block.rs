//! Blocks: what is known of each, and which cell, if any, an address lies in.
//!
//! A block is 32 KiB of equally large cells, or part of a large cell. It has no header: records and mark bits are in side
//! tables, so that clearing, counting and testing marks never touches the cells. Which cells of a block are allocated is
//! told, depending on the block's [`BlockState`], by the cells' headers or by one of the two bit tables; dead cells of a block not
//! yet swept are so never taken for allocated ones.

use abi::cell::{CellHeader, CellKind};
use std::cell::Cell;

/// Bytes of a cell's smallest unit: one mark bit.
pub(crate) const GRANULE: usize = abi::cell::CELL_ALIGN;
pub(crate) const BLOCK_SHIFT: u32 = 15;
/// Bytes of a block.
pub const BLOCK_BYTES: usize = 1 << BLOCK_SHIFT;
pub(crate) const GRANULES_PER_BLOCK: usize = BLOCK_BYTES / GRANULE;
/// Words of mark bits of a block.
pub(crate) const BIT_WORDS: usize = GRANULES_PER_BLOCK / 64;
/// What a granule's number times a block's reciprocal is shifted by to give the cell's.
pub(crate) const RECIPROCAL_SHIFT: u32 = 31;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub(crate) enum BlockKind {
    Free = 0,
    /// Cells of one size class.
    Small = 1,
    /// The first block of a large cell.
    Large = 2,
    /// A further block of a large cell.
    LargeTail = 3,
}

/// Who knows which cells of a small block are allocated.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub(crate) enum BlockState {
    /// The cells: a free cell's kind is 0, unless an allocator has its interval (see [`Heap::clear_free_headers`](crate::heap::Heap)).
    Swept = 0,
    /// The mark bits: what is not marked died in the last collection.
    Unswept = 1,
    /// The allocation bits, into which the mark bits of an unswept block are saved when a full collection clears them.
    Saved = 2,
}

/// The block's cells need dropping.
pub(crate) const BLOCK_DROP: u8 = 1;
/// Allocated into since the last collection.
pub(crate) const BLOCK_YOUNG: u8 = 2;
/// The (free) block's memory is not known to be zero.
pub(crate) const BLOCK_DIRTY: u8 = 4;

/// A block's record. All zeros: a free, zeroed block.
#[repr(C)]
pub(crate) struct Block {
    pub kind: Cell<BlockKind>,
    pub state: Cell<BlockState>,
    /// Index of the block's allocator.
    pub allocator: Cell<u8>,
    /// BLOCK_*
    pub flags: Cell<u8>,
    /// Size of a cell (small blocks).
    pub granules: Cell<u16>,
    /// Cells of the block (small blocks).
    pub cells: Cell<u16>,
    /// See [`crate::alloc::reciprocal`].
    pub reciprocal: Cell<u32>,
    /// Small: marked cells when last counted. Large: blocks of the cell. Large tail: the first block's number.
    pub number: Cell<u32>,
    /// Large: bytes of the cell, as asked for.
    pub bytes: Cell<u64>,
    /// A record's address is a shift away.
    pub _pad: u64,
}

const _: () = assert!(size_of::<Block>() == 32);

impl Block {
    #[inline(always)]
    pub fn has(&self, flag: u8) -> bool {
        self.flags.get() & flag != 0
    }

    pub fn set(&self, flag: u8) {
        self.flags.set(self.flags.get() | flag);
    }

    pub fn clear(&self, flag: u8) {
        self.flags.set(self.flags.get() & !flag);
    }

    /// Bytes of the cells of a small block.
    #[inline(always)]
    pub fn cell_bytes(&self) -> usize {
        self.granules.get() as usize * GRANULE
    }

    /// Bytes of the cells of a small block that were not marked when last counted.
    pub fn free_bytes(&self) -> usize {
        (self.cells.get() as usize - self.number.get() as usize) * self.cell_bytes()
    }
}

/// The range's tables. Copied around freely; valid while the heap's range is mapped.
#[derive(Clone, Copy)]
pub(crate) struct Space {
    pub base: usize,
    table: *const Block,
    pub marks: *mut u64,
    allocs: *mut u64,
    /// Blocks from this one on have clear allocation bits.
    allocs_top: u32,
    /// The first block that may hold cells.
    pub first: u32,
    /// One past the last block ever used. All tables are committed below it.
    pub top: u32,
}

impl Space {
    pub fn new(range: &crate::reserve::Range) -> Space {
        Space {
            base: range.base(),
            table: range.table(),
            marks: range.marks(),
            allocs: range.allocs(),
            allocs_top: range.first_block() as u32,
            first: range.first_block() as u32,
            top: range.first_block() as u32,
        }
    }

    /// The record of a block below `top`.
    #[inline(always)]
    pub fn block(&self, n: u32) -> &Block {
        debug_assert!(n >= self.first && n < self.top, "block {n} outside {}..{}", self.first, self.top);
        // SAFETY: records below `top` are committed, zero is a valid one, and all their fields are Cells.
        unsafe { &*self.table.add(n as usize) }
    }

    pub fn block_numbers(self) -> std::ops::Range<u32> {
        self.first..self.top
    }

    /// The block's mark bits.
    #[inline(always)]
    pub fn mark_words(&self, n: u32) -> &[Cell<u64>; BIT_WORDS] {
        debug_assert!(n < self.top);
        // SAFETY: mark bits of blocks below `top` are committed.
        unsafe { &*self.marks.add(n as usize * BIT_WORDS).cast() }
    }

    /// The block's allocation bits.
    #[inline(always)]
    pub fn alloc_words(&self, n: u32) -> &[Cell<u64>; BIT_WORDS] {
        debug_assert!(n < self.top);
        // SAFETY: allocation bits of blocks below `top` are committed.
        unsafe { &*self.allocs.add(n as usize * BIT_WORDS).cast() }
    }

    /// The mark bits become the allocation bits; those, cleared, the mark bits.
    pub fn swap_bits(&mut self) {
        let used = self.allocs_top;
        std::mem::swap(&mut self.marks, &mut self.allocs);
        self.allocs_top = self.top;
        self.clear_marks(used);
    }

    /// Clears the allocation bits, which nobody needs between two full markings, of up to `count` more blocks: so that
    /// little is left to be cleared when the next one begins.
    #[inline]
    pub fn clear_ahead(&mut self, count: u32) {
        let left = self.allocs_top - self.first;
        if left > 0 {
            let count = count.min(left);
            self.allocs_top -= count;
            let from = self.allocs_top as usize * BIT_WORDS;
            // SAFETY: allocation bits of blocks below the top are committed, and nobody holds references to them.
            unsafe { self.allocs.add(from).write_bytes(0, count as usize * BIT_WORDS) };
        }
    }

    /// Clears the mark bits of all blocks below `end`.
    pub fn clear_marks(self, end: u32) {
        let from = self.first as usize * BIT_WORDS;
        let words = (end - self.first) as usize * BIT_WORDS;
        // SAFETY: the mark bits of blocks below the top are committed, and nobody holds references to them.
        unsafe { self.marks.add(from).write_bytes(0, words) };
    }

    #[inline(always)]
    pub fn address(self, block: u32) -> usize {
        self.base + ((block as usize) << BLOCK_SHIFT)
    }

    /// A cell's number: its address relative to the base, in granules.
    #[inline(always)]
    pub fn index(self, cell: *const CellHeader) -> u32 {
        debug_assert!((cell as usize) >= self.address(self.first) && (cell as usize) < self.address(self.top));
        ((cell as usize - self.base) / GRANULE) as u32
    }

    #[inline(always)]
    pub fn cell(self, index: u32) -> *mut CellHeader {
        (self.base + index as usize * GRANULE) as *mut CellHeader
    }

    #[inline(always)]
    pub fn block_of(self, index: u32) -> u32 {
        index >> (BLOCK_SHIFT - GRANULE.trailing_zeros())
    }

    #[inline(always)]
    pub fn is_marked(self, index: u32) -> bool {
        // SAFETY: indices name cells below `top`, whose mark bits are committed.
        let word = unsafe { *self.marks.add((index >> 6) as usize) };
        word >> (index & 63) & 1 != 0
    }

    /// Bytes of the cell, as its block gives them out.
    #[inline(always)]
    pub fn size_of(self, index: u32) -> usize {
        let block = self.block(self.block_of(index));
        if block.kind.get() == BlockKind::Small { block.cell_bytes() } else { block.bytes.get() as usize }
    }

    /// The allocator of the block of small cells that `word` points into.
    pub fn allocator_of(self, word: usize) -> Option<usize> {
        let number = u32::try_from(word.wrapping_sub(self.base) >> BLOCK_SHIFT).ok()?;
        let block = (self.first..self.top).contains(&number).then(|| self.block(number))?;
        (block.kind.get() == BlockKind::Small).then(|| block.allocator.get() as usize)
    }

    /// The allocated cell that `word` points at or into.
    #[inline]
    pub fn find(self, word: usize) -> Option<u32> {
        let offset = word.wrapping_sub(self.base);
        let number = offset >> BLOCK_SHIFT;
        if number < self.first as usize || number >= self.top as usize {
            return None;
        }
        let number = number as u32;
        let block = self.block(number);
        match block.kind.get() {
            BlockKind::Free => None,
            BlockKind::Small => {
                let granule = (offset & (BLOCK_BYTES - 1)) / GRANULE;
                let nth = ((granule as u64 * block.reciprocal.get() as u64) >> RECIPROCAL_SHIFT) as u32;
                if nth >= block.cells.get() as u32 {
                    return None;
                }
                let index = (number << (BLOCK_SHIFT - GRANULE.trailing_zeros())) + nth * block.granules.get() as u32;
                self.is_allocated(block, number, index).then_some(index)
            }
            BlockKind::Large | BlockKind::LargeTail => {
                let first = if block.kind.get() == BlockKind::Large { number } else { block.number.get() };
                let start = self.address(first);
                let index = self.index(start as *const CellHeader);
                (word - start < self.block(first).bytes.get() as usize).then_some(index)
            }
        }
    }

    /// Whether the cell of a small block is allocated.
    #[inline(always)]
    pub fn is_allocated(self, block: &Block, number: u32, index: u32) -> bool {
        match block.state.get() {
            BlockState::Swept => {
                // SAFETY: a cell of a block in use; its header may be read whatever it is.
                unsafe { (*self.cell(index)).kind.get() != CellKind::Free as u8 }
            }
            BlockState::Unswept => self.is_marked(index),
            BlockState::Saved => {
                let granule = index as usize % GRANULES_PER_BLOCK;
                self.alloc_words(number)[granule / 64].get() >> (granule % 64) & 1 != 0
            }
        }
    }

    /// Calls `f` with every allocated cell.
    pub fn for_each_cell(self, mut f: impl FnMut(u32)) {
        for number in self.block_numbers() {
            let block = self.block(number);
            let first = number << (BLOCK_SHIFT - GRANULE.trailing_zeros());
            match block.kind.get() {
                BlockKind::Small => {
                    for nth in 0..block.cells.get() as u32 {
                        let index = first + nth * block.granules.get() as u32;
                        if self.is_allocated(block, number, index) {
                            f(index);
                        }
                    }
                }
                BlockKind::Large => f(first),
                BlockKind::Free | BlockKind::LargeTail => {}
            }
        }
    }
}

/// Calls `f` with the number of every set bit, ascending.
#[inline(always)]
pub(crate) fn for_each_bit(words: &[Cell<u64>; BIT_WORDS], mut f: impl FnMut(u32)) {
    for (n, word) in words.iter().enumerate() {
        let mut bits = word.get();
        while bits != 0 {
            f(n as u32 * 64 + bits.trailing_zeros());
            bits &= bits - 1;
        }
    }
}

/// The first gap between live cells at granule `from`, where a cell begins, or behind it: its first granule and the one behind its last. Cells are so many
/// granules large and end at `end`; the bit of a live one's first granule is set.
#[inline(always)]
pub(crate) fn find_gap(live: &[Cell<u64>; BIT_WORDS], mut from: u32, end: u32, granules: u32) -> Option<(u32, u32)> {
    let bits_from = |granule: u32| live[granule as usize / 64].get() >> (granule % 64);
    while from < end && bits_from(from) & 1 != 0 {
        from += granules;
    }
    if from >= end {
        return None;
    }
    let bits = bits_from(from);
    if bits != 0 {
        return Some((from, from + bits.trailing_zeros()));
    }
    let next = (from / 64 + 1..end.div_ceil(64)).find(|&n| live[n as usize].get() != 0);
    Some((from, next.map_or(end, |n| n * 64 + live[n as usize].get().trailing_zeros())))
}

/// Set bits of a block's table.
#[inline]
pub(crate) fn count_bits(words: &[Cell<u64>; BIT_WORDS]) -> u32 {
    count_ones(words.iter().map(Cell::get))
}

/// Gaps between live cells of so many granules, less than 64: live cells that no live one follows.
#[inline]
pub(crate) fn count_gaps(live: &[Cell<u64>; BIT_WORDS], granules: u32) -> u32 {
    let following = |n: usize| live.get(n + 1).map_or(0, |next| next.get() << (64 - granules));
    let last_ones = live.iter().enumerate().map(|(n, word)| word.get() & !(word.get() >> granules | following(n)));
    count_ones(last_ones) + (live[0].get() & 1 == 0) as u32
}

#[inline]
fn count_ones(words: impl Iterator<Item = u64>) -> u32 {
    #[cfg(target_arch = "x86_64")]
    {
        #[target_feature(enable = "popcnt")]
        fn count(words: impl Iterator<Item = u64>) -> u32 {
            words.map(u64::count_ones).sum()
        }
        if std::arch::is_x86_feature_detected!("popcnt") {
            // SAFETY: the processor has the instruction.
            return unsafe { count(words) };
        }
    }
    words.map(u64::count_ones).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gaps_lie_between_live_cells() {
        let live: [Cell<u64>; BIT_WORDS] = Default::default();
        let gaps = |granules: u32, end: u32| {
            let (mut gaps, mut from) = (Vec::new(), 0);
            while let Some((start, behind)) = find_gap(&live, from, end, granules) {
                gaps.push((start, behind));
                from = behind;
            }
            gaps
        };
        assert_eq!(gaps(3, 2046), [(0, 2046)]);
        for granule in [0, 3, 9, 63, 66, 1023, 2043] {
            let word = &live[granule / 64];
            word.set(word.get() | 1 << (granule % 64));
        }
        assert_eq!(gaps(3, 2046), [(6, 9), (12, 63), (69, 1023), (1026, 2043)]);
        // The last live cell counts, though it ends the block.
        assert_eq!(count_gaps(&live, 3), 5);
        live.iter().for_each(|word| word.set(!0));
        assert_eq!(gaps(1, 2048), []);
        live[31].set(u64::MAX >> 1);
        assert_eq!(gaps(1, 2048), [(2047, 2048)]);
    }

    #[test]
    fn the_reciprocal_divides_every_granule_exactly() {
        for &granules in &crate::size_class::CLASS_GRANULES_TABLE {
            let reciprocal = crate::alloc::reciprocal(granules) as u64;
            for granule in 0..GRANULES_PER_BLOCK as u64 {
                assert_eq!(
                    (granule * reciprocal) >> RECIPROCAL_SHIFT,
                    granule / granules as u64,
                    "{granule} / {granules}"
                );
            }
        }
    }
}
