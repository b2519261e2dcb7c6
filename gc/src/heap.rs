//! The heap itself: its parts, how it is made and what is registered with it.

use crate::alloc::BumpAllocator;
use crate::block::Space;
use crate::event::{Events, GcEvent, HeapStats};
use crate::policy::{Pace, Policy};
use crate::reserve::Range;
use crate::rooted::Registry;
use crate::roots::current_stack_bounds;
use crate::runs::FreeRuns;
use crate::size_class::{ALLOCATORS, CLASSES};
use crate::visitor::{DropFn, TraceFn, Visitor};
use crate::weak::{EphemeronCallback, EphemeronFn, EphemeronSweepFn, WeakCallback};
use abi::cell::{CellHeader, CellKind};
use abi::value::Value;
use std::cell::RefCell;
use std::io;
use std::rc::Rc;
use std::sync::atomic::{AtomicU32, Ordering};

/// Native bytes, beyond a quarter of the limit, that may be there without being reported: parser and compilers at work, the shell.
const FREE_OF_CHARGE: usize = 8 << 20;

/// Blocks of one allocator that have free cells and are nobody's at the moment.
#[derive(Default)]
pub(crate) struct BlockLists {
    /// With dead cells that need dropping.
    pub unswept: Vec<u32>,
    /// With long free intervals, or swept; the last is used first.
    pub roomy: Vec<u32>,
    /// With short ones only.
    pub fragmented: Vec<u32>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Phase {
    /// No marking under way.
    Idle,
    /// An incremental full collection is marking; marked cells are known to be alive, others not to be dead.
    Marking,
}

/// Names a root callback, to take it away again.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RootCallbackId(u64);

/// A heap, to be used by one thread.
pub struct Heap {
    pub(crate) allocators: [BumpAllocator; ALLOCATORS],
    pub(crate) lists: Vec<BlockLists>,
    pub(crate) space: Space,
    pub(crate) range: Range,
    pub(crate) runs: FreeRuns,
    /// Free blocks whose memory is dirty.
    pub(crate) dirty_free: usize,
    /// Free bytes of the fragmented blocks, and of blocks without room.
    pub(crate) short_gaps: usize,
    pub(crate) lost: usize,
    /// Fragmented blocks are allocated from before empty ones are.
    pub(crate) reuses_fragmented: bool,
    /// Blocks that allocators took since the last collection.
    pub(crate) young_blocks: Vec<u32>,
    /// First blocks of large cells, all of them and those made since the last collection.
    pub(crate) large: Vec<u32>,
    pub(crate) young_large: Vec<u32>,
    /// Blocks in the `unswept` lists of allocators for cells that need dropping.
    pub(crate) unswept_drop_blocks: usize,

    pub(crate) visitor: Visitor,
    pub(crate) drops: [Option<DropFn>; 256],
    pub(crate) remembered: RefCell<Vec<*const CellHeader>>,
    pub(crate) phase: Phase,
    pub(crate) collecting: bool,
    pub(crate) policy: Policy,
    pub(crate) pace: Pace,
    /// External bytes of dead cells that were dropped since the last full collection, while cells that it found dead are left to be dropped.
    pub(crate) dropped: Option<usize>,
    /// Nanoseconds that the full marking under way has taken so far.
    pub(crate) mark_ns: u64,
    /// Nanoseconds of pauses ever, by the clock that decisions go by.
    pub(crate) paused_ns: u64,
    /// `allocated` when it began.
    pub(crate) marking_since: usize,

    pub(crate) registry: Rc<Registry>,
    pub(crate) root_callbacks: Vec<(RootCallbackId, Box<dyn Fn(&mut Visitor)>)>,
    next_root_callback: u64,
    pub(crate) weak_callbacks: Vec<WeakCallback>,
    /// See [`Heap::add_ephemeron_callback`].
    pub(crate) ephemeron_callbacks: Vec<EphemeronCallback>,
    pub(crate) ephemerons: Option<(EphemeronFn, EphemeronSweepFn)>,
    pub(crate) vm_stack: Option<Box<dyn Fn() -> (*const Value, *const Value)>>,
    pub(crate) native_stack_base: usize,
    pub(crate) scan_native_stack: bool,
    /// The shape of a cell that is being allocated: it may be named nowhere else.
    pub(crate) pinned_shape: u32,

    /// Allocators' fast paths are shut: every allocation goes the slow way.
    pub(crate) closed: bool,
    pub(crate) stress_period: u32,
    /// See [`Heap::set_poison`].
    pub(crate) poisons: bool,
    pub(crate) stress_left: u32,
    pub(crate) stress_full: bool,

    /// Bytes. What blocks in use and external memory may come to.
    pub(crate) limit: usize,
    /// Native bytes that are no matter of the limit's: what there was when the heap was made, and what an engine needs.
    pub(crate) native_free: usize,
    /// The limit was reached: a little more is allowed, for the error.
    pub(crate) reserve_open: bool,
    /// Full collections in a row that left almost nothing free under the limit.
    pub(crate) fruitless: u32,
    /// There were so many of them that the next slow allocation fails.
    pub(crate) give_up: bool,
    /// The native stack's end where an allocation came that needs more than what is at hand, its caller's registers included; 0 outside of one.
    pub(crate) stack_of_caller: usize,
    /// There was a collection, and what frames had left below the stack's end is not forgotten yet.
    pub(crate) stale_words: bool,
    /// The same of frames of the runtime that come and go between runs of JavaScript code.
    pub(crate) stale_frames: bool,
    /// Full collections ever that left a good part of the limit free.
    pub(crate) roomy_collections: u64,
    /// The least that full collections left alive since that was last asked for; `usize::MAX` if there was none.
    pub(crate) lowest_live: usize,
    /// Bytes of blocks in use; large cells count by pages.
    pub(crate) used: usize,
    /// Bytes of marked cells when last counted.
    pub(crate) live: usize,
    /// Bytes given to allocators since the last collection.
    pub(crate) allocated: usize,
    /// The same ever.
    pub(crate) total_allocated: u64,
    /// External bytes since the last collection.
    pub(crate) external_allocated: usize,
    /// When `allocated + external_allocated` reaches this, [`Heap::poll`] has something to do.
    pub(crate) next_event: usize,

    pub(crate) stats: HeapStats,
    pub(crate) events: Events,
    state_word: *const AtomicU32,
}

impl Heap {
    /// For compiled code, of cells of so many bytes that need no dropping: where their allocator is in a heap, and the bytes that they
    /// really take. None for cells that share no block.
    pub fn allocator_of(bytes: usize) -> Option<(usize, usize)> {
        if bytes > crate::size_class::MAX_SMALL {
            return None;
        }
        let index = crate::size_class::allocator_index(bytes, false);
        let offset = std::mem::offset_of!(Heap, allocators) + index * size_of::<BumpAllocator>();
        Some((offset, crate::size_class::cell_bytes(index)))
    }

    /// A heap for the calling thread. Scans that thread's whole native stack until told otherwise.
    ///
    /// # Errors
    /// When not even 1 GiB of addresses can be reserved, or the stack's bounds cannot be found.
    pub fn new() -> io::Result<Heap> {
        let range = Range::reserve()?;
        let (_, native_stack_base) =
            current_stack_bounds().ok_or_else(|| io::Error::other("the native stack's bounds are unknown"))?;
        let space = Space::new(&range);
        let limit = (range.end_block() - range.first_block()) * crate::BLOCK_BYTES;
        let policy = Policy::new();
        Ok(Heap {
            allocators: [const { BumpAllocator::EMPTY }; ALLOCATORS],
            lists: (0..ALLOCATORS).map(|_| BlockLists::default()).collect(),
            space,
            range,
            runs: FreeRuns::default(),
            dirty_free: 0,
            short_gaps: 0,
            lost: 0,
            reuses_fragmented: false,
            young_blocks: Vec::new(),
            large: Vec::new(),
            young_large: Vec::new(),
            unswept_drop_blocks: 0,
            dropped: None,
            visitor: Visitor::new(space),
            drops: [None; 256],
            remembered: RefCell::default(),
            phase: Phase::Idle,
            collecting: false,
            next_event: policy.next_event(0, limit),
            policy,
            pace: Pace::default(),
            mark_ns: 0,
            paused_ns: 0,
            marking_since: 0,
            registry: Rc::default(),
            root_callbacks: Vec::new(),
            next_root_callback: 0,
            weak_callbacks: Vec::new(),
            ephemeron_callbacks: Vec::new(),
            ephemerons: None,
            vm_stack: None,
            native_stack_base,
            scan_native_stack: true,
            pinned_shape: 0,
            closed: false,
            stress_period: 0,
            poisons: cfg!(debug_assertions),
            stress_left: 0,
            stress_full: false,
            limit,
            native_free: crate::native_memory::total() + limit / 4 + FREE_OF_CHARGE,
            reserve_open: false,
            fruitless: 0,
            give_up: false,
            stack_of_caller: 0,
            stale_words: false,
            stale_frames: false,
            roomy_collections: 0,
            lowest_live: usize::MAX,
            used: 0,
            live: 0,
            allocated: 0,
            total_allocated: 0,
            external_allocated: 0,
            stats: HeapStats::default(),
            events: Events::default(),
            state_word: std::ptr::null(),
        })
    }

    /// From here on there are no collections any more, for a process that is about to end on another thread's stack: what does not fit is not allocated.
    pub fn forbid_collections(&mut self) {
        self.collecting = true;
    }

    /// The address that shape indices are relative to.
    #[inline(always)]
    pub fn base(&self) -> usize {
        self.space.base
    }

    /// Registers how cells of a kind are traced and dropped. Without a trace function, the layouts that `abi` defines (objects
    /// with inline slots, arrays, functions, slots, elements, environments, strings) are known, BigInts and doubles name nothing,
    /// and of all other cells every word is tested like a word on the stack, which is slower, but never wrong as long as
    /// the cell has no memory of its own with pointers in it.
    pub fn set_kind(&mut self, kind: CellKind, trace: Option<TraceFn>, drop: Option<DropFn>) {
        self.visitor.set_trace(kind, trace);
        self.drops[kind as usize] = drop;
    }

    /// Adds a callback that shows the visitor what is alive to begin with. Must not allocate.
    pub fn add_root_callback(&mut self, callback: Box<dyn Fn(&mut Visitor)>) -> RootCallbackId {
        let id = RootCallbackId(self.next_root_callback);
        self.next_root_callback += 1;
        self.root_callbacks.push((id, callback));
        id
    }

    pub fn remove_root_callback(&mut self, id: RootCallbackId) {
        self.root_callbacks.retain(|(other, _)| *other != id);
    }

    /// Bytes that cells and external memory may come to. 0: what the address range allows.
    pub fn set_limit(&mut self, bytes: usize) {
        let range = (self.range.end_block() - self.range.first_block()) * crate::BLOCK_BYTES;
        let before = self.limit;
        self.limit = if bytes == 0 { range } else { bytes.min(range) };
        self.native_free = self.native_free - before / 4 + self.limit / 4;
    }

    /// Has collections go by an estimate of what they take in place of the time: the same happens at the same allocation in every run.
    pub fn set_repeatable(&mut self) {
        self.visitor.clock.estimate();
    }

    /// Nanoseconds, of time or estimated.
    #[inline]
    pub(crate) fn now(&self) -> u64 {
        self.visitor.clock.now()
    }

    /// Collects at every `period`-th allocation, minor and full in turn; 0 ends that.
    pub fn set_stress(&mut self, period: u32) {
        self.stress_period = period;
        self.stress_left = period;
        if period == 0 { self.open_fast_paths() } else { self.close_fast_paths() }
    }

    /// A minor collection follows so many bytes of allocation from the next one on, instead of as many as pauses and survival suggest.
    pub fn set_nursery(&mut self, bytes: usize) {
        self.policy.fix_nursery(bytes);
        self.next_event = self.next_event.min(bytes);
    }

    /// Has free memory filled with a pattern before cells are allocated from it: what reads words of a new cell that nobody wrote is found out.
    pub fn set_poison(&mut self, poisons: bool) {
        self.poisons = poisons;
    }

    /// A word that is [`abi::context::VmState::GcMark`] and `GcSweep` while that goes on, and is restored afterwards.
    ///
    /// # Safety
    /// The word outlives the heap.
    pub unsafe fn set_state_word(&mut self, word: *const AtomicU32) {
        self.state_word = word;
    }

    /// Sets the state word; returns what it was.
    #[inline]
    pub(crate) fn set_state(&self, state: u32) -> u32 {
        if self.state_word.is_null() {
            return 0;
        }
        // SAFETY: the promise of `set_state_word`.
        let word = unsafe { &*self.state_word };
        let before = word.load(Ordering::Relaxed);
        word.store(state, Ordering::Relaxed);
        before
    }

    /// How many events are kept between two calls of [`Heap::take_events`]; None: a few thousand.
    pub fn keep_events(&mut self, capacity: Option<usize>) {
        self.events.keep(capacity);
    }

    /// The events since the last call, oldest first; at most the latest few thousand, or what [`Heap::keep_events`] said.
    pub fn take_events(&mut self) -> Vec<GcEvent> {
        self.events.take()
    }

    /// Bytes of the intervals and large cells that allocators have been given so far.
    pub fn total_allocated(&self) -> u64 {
        self.total_allocated
    }

    pub fn stats(&self) -> HeapStats {
        HeapStats {
            live: self.live,
            allocated: self.allocated,
            total_allocated: self.total_allocated,
            used: self.used,
            external: self.external(),
            free_resident: self.dirty_free * crate::BLOCK_BYTES,
            ..self.stats
        }
    }

    /// How many full collections so far left at least an eighth of the limit free: between two failed allocations with the same
    /// number, the program has not let go of much.
    pub fn roomy_collections(&self) -> u64 {
        self.roomy_collections
    }

    /// The least bytes, external ones included, that full collections left alive since the last call; None if there was none.
    pub fn take_lowest_live(&mut self) -> Option<usize> {
        let lowest = std::mem::replace(&mut self.lowest_live, usize::MAX);
        (lowest != usize::MAX).then_some(lowest)
    }

    /// Whether cells, their fragmentation and external memory take all but an eighth of what the limit allows.
    pub fn is_nearly_full(&self) -> bool {
        self.used + self.external() > self.limit - self.limit / 8
    }

    /// Whether there is a cell at an address that may be anything.
    pub fn is_cell(&self, address: usize) -> bool {
        if let Some(index) = self.space.allocator_of(address) {
            self.clear_headers_of_allocator(index);
        }
        self.space.find(address).is_some_and(|index| self.space.cell(index) as usize == address)
    }

    /// Calls `f` with every cell not known to be dead: for heap snapshots and counts.
    pub fn for_each_cell(&self, mut f: impl FnMut(&CellHeader, usize)) {
        self.clear_free_headers();
        self.space.for_each_cell(|index| {
            // SAFETY: an allocated cell.
            f(unsafe { &*self.space.cell(index) }, self.space.size_of(index));
        });
    }
}

impl Drop for Heap {
    fn drop(&mut self) {
        self.drop_all_cells();
        crate::native_memory::count_cells(-(self.used as isize));
    }
}

const _: () = assert!(CLASSES <= 127);
