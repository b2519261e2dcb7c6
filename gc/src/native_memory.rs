//! Native memory: what Rust's allocator and `calloc` have handed out, of all threads, so that no allocation is outside every limit.
//!
//! A process whose global allocator is [`CountingAllocator`] knows to within some 64 KiB a thread how much there is; without it
//! everything here is 0, and limits see only what owners report. Two limits go by it: a heap's own ([`crate::Heap::unreported`]), which a script
//! can catch, and the process's ([`arm`]), which ends it.

use crate::prefault::{self, PAGE};
use mimalloc::MiMalloc;
use std::alloc::{GlobalAlloc, Layout};
use std::cell::Cell;
use std::sync::atomic::{AtomicIsize, AtomicUsize, Ordering};

/// What a thread may have allocated or freed without telling the others, in bytes.
const STEP: isize = 64 << 10;

/// The largest allocation that lies among others, in bytes.
const SMALL: usize = 8 << 10;
/// What mimalloc's segments are aligned to, and as large as, in bytes.
const SEGMENT: usize = 32 << 20;
/// A thread that has allocated so much has pages made ahead, so many bytes of them.
const AHEAD_FROM: usize = 1 << 20;
const AHEAD: usize = 512 << 10;

/// Bytes that are allocated, as far as threads have told.
static TOTAL: AtomicIsize = AtomicIsize::new(0);
/// Bytes of blocks in use, of all heaps.
static CELLS: AtomicIsize = AtomicIsize::new(0);
/// Bytes, cells included, from which on `EXCEEDED` is called.
static LIMIT: AtomicIsize = AtomicIsize::new(isize::MAX);
/// A `fn()`, or 0.
static EXCEEDED: AtomicUsize = AtomicUsize::new(0);

thread_local! {
    /// What this thread has not told yet.
    static UNTOLD: Cell<isize> = const { Cell::new(0) };
    static EXEMPT: Cell<bool> = const { Cell::new(false) };
    /// Bytes that this thread has told of small allocations.
    static GROWN: Cell<usize> = const { Cell::new(0) };
    /// One past the last page that it asked to be made ahead.
    static PREFAULTED: Cell<usize> = const { Cell::new(0) };
}

/// mimalloc, counted. Syntax trees are small nodes that come and go by the hundred thousand, on one thread, while compilers allocate on theirs: a heap for
/// each thread, without locks, is what both want.
pub struct CountingAllocator;

// SAFETY: mimalloc does it all.
unsafe impl GlobalAlloc for CountingAllocator {
    #[inline]
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        if add(taken(layout.size())) {
            // SAFETY: the caller's promise.
            return unsafe { alloc_and_tell(layout) };
        }
        // SAFETY: the caller's promise.
        unsafe { MiMalloc.alloc(layout) }
    }

    #[inline]
    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        count(taken(layout.size()));
        // SAFETY: the caller's promise.
        unsafe { MiMalloc.alloc_zeroed(layout) }
    }

    #[inline]
    unsafe fn dealloc(&self, at: *mut u8, layout: Layout) {
        count(-taken(layout.size()));
        // SAFETY: the caller's promise.
        unsafe { MiMalloc.dealloc(at, layout) }
    }

    #[inline]
    unsafe fn realloc(&self, at: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        // Both are there while it is copied.
        count(taken(size));
        // SAFETY: the caller's promise.
        let moved = unsafe { MiMalloc.realloc(at, layout, size) };
        count(-taken(if moved.is_null() { size } else { layout.size() }));
        moved
    }
}

/// What an allocation of so many bytes takes, about: words in mimalloc's size classes, of which a part is left over.
#[inline(always)]
fn taken(bytes: usize) -> isize {
    bytes.saturating_add(15 + bytes / 16) as isize & !7
}

/// Counts memory that this thread has allocated, or freed (negative).
#[inline]
pub fn count(bytes: isize) {
    if add(bytes) {
        tell();
    }
}

/// Whether there is enough to tell.
#[inline(always)]
fn add(bytes: isize) -> bool {
    // While a thread ends, its words may be gone.
    let sum = UNTOLD.try_with(|untold| {
        let sum = untold.get().wrapping_add(bytes);
        untold.set(sum);
        sum
    });
    sum.is_ok_and(|sum| sum.unsigned_abs() >= STEP as usize)
}

/// # Safety
/// That of [`GlobalAlloc::alloc`].
#[cold]
#[inline(never)]
unsafe fn alloc_and_tell(layout: Layout) -> *mut u8 {
    let grows = UNTOLD.get() > 0;
    tell();
    // SAFETY: the caller's promise.
    let at = unsafe { MiMalloc.alloc(layout) };
    if grows && layout.size() <= SMALL {
        prefault_beyond(at as usize);
    }
    at
}

/// A small allocation by which this thread's have grown by [`STEP`] lies here: the pages beyond will be next, since mimalloc takes fresh memory from
/// its segments' beginnings on.
fn prefault_beyond(address: usize) {
    let grown = GROWN.get() + STEP as usize;
    GROWN.set(grown);
    if grown < AHEAD_FROM || EXEMPT.get() {
        return;
    }
    let (from, segment) = (PREFAULTED.get(), address / SEGMENT);
    let from = if from.wrapping_sub(1) / SEGMENT == segment { from } else { address.next_multiple_of(PAGE) };
    let to = (address + AHEAD).next_multiple_of(PAGE).min((segment + 1) * SEGMENT);
    if from + AHEAD / 2 <= to {
        PREFAULTED.set(to);
        prefault::ahead(from, to - from);
    }
}

#[cold]
#[inline(never)]
fn tell() {
    if EXEMPT.get() {
        UNTOLD.set(0);
        return;
    }
    let bytes = UNTOLD.replace(0);
    let total = TOTAL.fetch_add(bytes, Ordering::Relaxed) + bytes;
    if bytes > 0 && total + CELLS.load(Ordering::Relaxed) > LIMIT.load(Ordering::Relaxed) {
        let exceeded = EXCEEDED.load(Ordering::Acquire);
        if exceeded != 0 {
            // SAFETY: only `arm` stores anything but 0, and that a `fn()`.
            unsafe { std::mem::transmute::<usize, fn()>(exceeded)() };
        }
    }
}

/// What this thread allocates from here on is nobody's script's: a profiler's notes.
pub fn exempt_this_thread() {
    EXEMPT.set(true);
}

/// Bytes that are allocated.
#[inline]
pub fn total() -> usize {
    TOTAL.load(Ordering::Relaxed).max(0) as usize
}

/// Blocks that a heap has taken, or given back (negative).
#[inline]
pub(crate) fn count_cells(bytes: isize) {
    CELLS.fetch_add(bytes, Ordering::Relaxed);
}

/// From here on an allocation, on whatever thread, that finds more than `bytes` beyond what there is now, cells included, calls `exceeded` before it is
/// made. That may wait for ever; if it returns, the allocation is made. It must not allocate more than a few bytes.
pub fn arm(bytes: usize, exceeded: fn()) {
    EXCEEDED.store(exceeded as usize, Ordering::Release);
    let there = TOTAL.load(Ordering::Relaxed) + CELLS.load(Ordering::Relaxed);
    LIMIT.store(there.saturating_add_unsigned(bytes), Ordering::Relaxed);
}

/// Ends what [`arm`] began.
pub fn disarm() {
    LIMIT.store(isize::MAX, Ordering::Relaxed);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_allocated_is_counted() {
        static CALLED: AtomicUsize = AtomicUsize::new(0);
        let large = 1 << 30;
        let layout = Layout::from_size_align(large, 16).expect("a layout");
        // SAFETY: the layout is not empty; what is allocated is freed.
        unsafe {
            let before = total();
            let at = CountingAllocator.alloc(layout);
            assert!(total() >= before + large / 2);
            let at = CountingAllocator.realloc(at, layout, 1 << 20);
            let small = Layout::from_size_align(1 << 20, 16).expect("a layout");
            CountingAllocator.dealloc(at, small);
            assert!(total() < before + large / 2);

            arm(large / 2, || {
                CALLED.fetch_add(1, Ordering::Relaxed);
            });
            let at = CountingAllocator.alloc_zeroed(layout);
            assert!(CALLED.load(Ordering::Relaxed) >= 1);
            disarm();
            CountingAllocator.dealloc(at, layout);
        }
    }
}
