//! The address range: reserved once, aligned to its largest possible size, committed from the bottom up.
//!
//! ```text
//! base                     RangeHeader (the page of cell index 0, which therefore names no cell)
//! base + 64 KiB            block records, 32 bytes a block
//! ...                      mark bits, one bit per 16 bytes of the range
//! ...                      allocation bits, likewise
//! base + first block * 32 KiB ... base + size     blocks
//! ```
//!
//! The alignment is what makes [`heap_base_of`] a mask, and every shape index (address relative to the base, divided by 16)
//! fit 32 bits. Mapped by libc, not memmap2, because the address has to be asked for.

use crate::block::{BLOCK_BYTES, Block};
use crate::prefault;
use std::cell::Cell;
use std::io;

/// A heap of more blocks than these has its pages made ahead: those of an empty program are fewer.
const PREFAULT_FROM: usize = 16;
/// How many blocks ahead: of small pages and of huge ones. Whole pages.
const AHEAD: usize = 64;
const AHEAD_HUGE: usize = 256;

/// What the base is aligned to, and the largest size of a range, in bytes.
const ALIGNMENT: usize = 64 << 30;
const GIB: usize = 1 << 30;
/// Block memory is committed in steps of a multiple of this many blocks, and the side tables with it: whole pages of each.
const STEP_BLOCKS: usize = 512;
const TABLE_OFFSET: usize = 64 << 10;
/// From this many bytes of blocks on, huge pages are asked for: below, they would only make small programs large.
const HUGE_PAGES_FROM: usize = 32 << 20;

/// The base of the heap that the cell at `address` lies in: what shape indices are relative to.
#[inline(always)]
pub const fn heap_base_of(address: usize) -> usize {
    address & !(ALIGNMENT - 1)
}

/// What can be found from any cell's address.
#[repr(C)]
pub(crate) struct RangeHeader {
    /// Bytes of malloc'd memory that cells own.
    pub external: Cell<isize>,
}

/// A reserved range. Unmapped when dropped.
pub(crate) struct Range {
    base: usize,
    bytes: usize,
    first_block: usize,
    /// Blocks below this one are readable and writable.
    committed: usize,
    /// Blocks below this one have their pages, or they have been asked for.
    prefaulted: usize,
    /// Once blocks beyond this one are wanted, it's time to ask for more.
    prefault_from: usize,
}

fn pages(bytes: usize) -> usize {
    bytes.next_multiple_of(64 << 10)
}

impl Range {
    /// Reserves 64 GiB, or less where the system refuses.
    pub fn reserve() -> io::Result<Range> {
        let mut last = io::Error::from(io::ErrorKind::OutOfMemory);
        for bytes in [64 * GIB, 16 * GIB, 4 * GIB, GIB] {
            match map_aligned(bytes) {
                Ok(base) => {
                    let mut range =
                        Range { base, bytes, first_block: 0, committed: 0, prefaulted: 0, prefault_from: 0 };
                    let metadata = range.allocs_offset() + pages(bytes / 128);
                    range.first_block = (metadata / BLOCK_BYTES).next_multiple_of(STEP_BLOCKS);
                    range.committed = range.first_block;
                    range.prefault_from = range.first_block + PREFAULT_FROM;
                    range.protect(0, TABLE_OFFSET)?;
                    return Ok(range);
                }
                Err(e) => last = e,
            }
        }
        Err(last)
    }

    pub fn base(&self) -> usize {
        self.base
    }

    pub fn header(&self) -> &RangeHeader {
        // SAFETY: the first page of the range is committed from the start, zero is a valid header, and nothing else lies there.
        unsafe { &*(self.base as *const RangeHeader) }
    }

    pub fn table(&self) -> *const Block {
        (self.base + TABLE_OFFSET) as *const Block
    }

    fn marks_offset(&self) -> usize {
        TABLE_OFFSET + pages(self.bytes / BLOCK_BYTES * size_of::<Block>())
    }

    fn allocs_offset(&self) -> usize {
        self.marks_offset() + pages(self.bytes / 128)
    }

    pub fn marks(&self) -> *mut u64 {
        (self.base + self.marks_offset()) as *mut u64
    }

    /// Bytes of each of the two bit tables.
    pub fn bits_bytes(&self) -> usize {
        pages(self.bytes / 128)
    }

    pub fn allocs(&self) -> *mut u64 {
        (self.base + self.allocs_offset()) as *mut u64
    }

    pub fn first_block(&self) -> usize {
        self.first_block
    }

    /// One past the last block of the range.
    pub fn end_block(&self) -> usize {
        self.bytes / BLOCK_BYTES
    }

    /// Makes all blocks below `end` usable, with their side tables; false if there is no such memory.
    pub fn commit(&mut self, end: usize) -> bool {
        if end > self.committed && !self.commit_step(end) {
            return false;
        }
        if end > self.prefault_from {
            self.prefault(end);
        }
        true
    }

    /// Has pages made beyond `end`.
    #[cold]
    fn prefault(&mut self, end: usize) {
        let ahead = if self.huge_from() <= end { AHEAD_HUGE } else { AHEAD };
        let end = end.next_multiple_of(prefault::PAGE / BLOCK_BYTES);
        let to = (end + ahead).min(self.end_block());
        if to > self.committed {
            // Without the memory there is less ahead.
            self.commit_step(to);
        }
        let (from, to) = (self.prefaulted.max(end), to.min(self.committed));
        if from < to {
            self.prefaulted = to;
            self.prefault_from = to - ahead / 2;
            prefault::ahead(self.base + from * BLOCK_BYTES, (to - from) * BLOCK_BYTES);
        }
    }

    /// From which block on huge pages are asked for.
    fn huge_from(&self) -> usize {
        self.first_block + HUGE_PAGES_FROM / BLOCK_BYTES
    }

    /// Commits whole steps up to `end` and beyond; false if there is no such memory.
    fn commit_step(&mut self, end: usize) -> bool {
        if end > self.end_block() {
            return false;
        }
        // As much as there is already, since each call waits for whoever makes pages meanwhile; where that is too much, what is wanted.
        let from = self.committed;
        let more = end.max(from + (from - self.first_block));
        let steps = [more, end].map(|to| to.next_multiple_of(STEP_BLOCKS).min(self.end_block()));
        let Some(to) = steps.into_iter().find(|to| self.protect_blocks(from, *to).is_ok()) else { return false };
        let huge_from = from.max(self.huge_from());
        if huge_from < to {
            // SAFETY: committed memory of ours. Advice only: a refusal changes nothing.
            unsafe {
                libc::madvise(
                    (self.base + huge_from * BLOCK_BYTES) as *mut libc::c_void,
                    (to - huge_from) * BLOCK_BYTES,
                    libc::MADV_HUGEPAGE,
                )
            };
        }
        self.committed = to;
        true
    }

    /// Makes blocks and their side tables accessible.
    fn protect_blocks(&self, from: usize, to: usize) -> io::Result<()> {
        let bits_per_block = BLOCK_BYTES / 128;
        self.protect(TABLE_OFFSET + from * size_of::<Block>(), (to - from) * size_of::<Block>())?;
        self.protect(self.marks_offset() + from * bits_per_block, (to - from) * bits_per_block)?;
        self.protect(self.allocs_offset() + from * bits_per_block, (to - from) * bits_per_block)?;
        self.protect(from * BLOCK_BYTES, (to - from) * BLOCK_BYTES)
    }

    fn protect(&self, offset: usize, bytes: usize) -> io::Result<()> {
        // SAFETY: the pages lie within our own reservation; making them accessible harms nobody.
        let failed = unsafe {
            libc::mprotect((self.base + offset) as *mut libc::c_void, bytes, libc::PROT_READ | libc::PROT_WRITE)
        };
        if failed == 0 { Ok(()) } else { Err(io::Error::last_os_error()) }
    }

    /// Gives the memory of `count` blocks back; they read as zero afterwards. False if the system refused.
    pub fn release(&self, block: usize, count: usize) -> bool {
        // SAFETY: the blocks are free (the caller's affair) and lie in our own private mapping.
        let failed = unsafe {
            libc::madvise(
                (self.base + block * BLOCK_BYTES) as *mut libc::c_void,
                count * BLOCK_BYTES,
                libc::MADV_DONTNEED,
            )
        };
        failed == 0
    }
}

/// A table of bits as large as a range's, all clear.
pub(crate) struct ZeroBits {
    address: usize,
    bytes: usize,
}

impl ZeroBits {
    pub fn for_range(range: &Range) -> io::Result<ZeroBits> {
        let bytes = range.bits_bytes();
        let address = map(0, bytes, 0)?;
        let zeros = ZeroBits { address, bytes };
        // SAFETY: our own mapping of just that size.
        let failed = unsafe { libc::mprotect(address as *mut libc::c_void, bytes, libc::PROT_READ) };
        if failed == 0 { Ok(zeros) } else { Err(io::Error::last_os_error()) }
    }

    /// To be read only.
    pub fn pointer(&self) -> *mut u64 {
        self.address as *mut u64
    }
}

impl Drop for ZeroBits {
    fn drop(&mut self) {
        unmap(self.address, self.bytes);
    }
}

impl Drop for Range {
    fn drop(&mut self) {
        // SAFETY: the reservation is ours and as large; whoever held cells in it was bound to be gone.
        unsafe { libc::munmap(self.base as *mut libc::c_void, self.bytes) };
    }
}

fn map(hint: usize, bytes: usize, flags: i32) -> io::Result<usize> {
    // SAFETY: a new private mapping; the flags never include MAP_FIXED, so nothing mapped is replaced.
    let address = unsafe {
        libc::mmap(
            hint as *mut libc::c_void,
            bytes,
            libc::PROT_NONE,
            libc::MAP_PRIVATE | libc::MAP_ANONYMOUS | libc::MAP_NORESERVE | flags,
            -1,
            0,
        )
    };
    if address == libc::MAP_FAILED { Err(io::Error::last_os_error()) } else { Ok(address as usize) }
}

fn unmap(address: usize, bytes: usize) {
    if bytes > 0 {
        // SAFETY: only called on (parts of) mappings made by `map` that nobody uses.
        unsafe { libc::munmap(address as *mut libc::c_void, bytes) };
    }
}

/// Maps `bytes` at a multiple of [`ALIGNMENT`]: asks for such addresses, from a random one on, then cuts one out of twice as much.
fn map_aligned(bytes: usize) -> io::Result<usize> {
    let local = 0u8;
    let seed = (&raw const local as usize >> 4) ^ (crate::clock::now_ns() as usize >> 5);
    // 47 bits of user addresses hold 2048 such places; 39 bits (some aarch64 systems) 8.
    for attempt in 0..48 {
        let place = if attempt < 40 { 16 + (seed + attempt * 37) % 1900 } else { attempt - 39 };
        let hint = place * ALIGNMENT;
        match map(hint, bytes, libc::MAP_FIXED_NOREPLACE) {
            Ok(address) if address == hint => return Ok(address),
            // Kernels that do not know the flag take the address as a hint.
            Ok(address) => unmap(address, bytes),
            Err(e) if e.raw_os_error() == Some(libc::EEXIST) => {}
            Err(_) => break,
        }
    }
    let whole = map(0, bytes + ALIGNMENT, 0)?;
    let base = whole.next_multiple_of(ALIGNMENT);
    unmap(whole, base - whole);
    unmap(base + bytes, whole + ALIGNMENT - base);
    Ok(base)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_range_is_aligned_and_commits_zeroed_memory() {
        let mut range = Range::reserve().unwrap();
        assert_eq!(range.base() % ALIGNMENT, 0);
        let first = range.first_block();
        assert!(range.commit(first + 3));
        assert!(!range.commit(range.end_block() + 1));
        let address = range.base() + (first + 2) * BLOCK_BYTES;
        assert_eq!(heap_base_of(address + 77), range.base());
        // SAFETY: just committed.
        let words = unsafe { std::slice::from_raw_parts_mut(address as *mut u64, BLOCK_BYTES / 8) };
        assert!(words.iter().all(|&w| w == 0));
        words.fill(7);
        assert!(range.release(first + 2, 1));
        assert!(words.iter().all(|&w| w == 0));
    }
}
