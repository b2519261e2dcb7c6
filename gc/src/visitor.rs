//! Marking: mark bits, the mark stack, and what trace functions call.
//!
//! A cell is marked when it is first met and waits on the mark stack until it is scanned. Between the stack and the scan is a
//! short queue: a cell's header is prefetched when it enters, and has arrived when it leaves. Cells whose layout `abi` knows
//! are scanned here; for the others there are trace functions by kind.

use crate::block::{GRANULE, Space};
use crate::clock::Clock;
use crate::weak::EphemeronFn;
use abi::cell::{CellHeader, CellKind, CellState};
use abi::object::{
    ELEMENTS_VALUES_OFFSET, ENVIRONMENT_VALUES_OFFSET, Elements, Environment, JsObject, SLOTS_VALUES_OFFSET, Slots,
};
use abi::string::{ROPE_LEFT_OFFSET, ROPE_RIGHT_OFFSET, StringForm};
use abi::value::{NOT_CELL_MASK, Value};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use std::cell::Cell;
use std::sync::atomic::Ordering;

/// Visits every cell and shape that a cell of the function's kind names, except the header's shape.
///
/// Called with a live cell, possibly one that is still all zeros behind its header. Must not allocate.
pub type TraceFn = unsafe fn(*mut CellHeader, &mut Visitor);
/// Frees what a dead cell owns outside the heap. Called once. Must not follow pointers to cells.
pub type DropFn = unsafe fn(*mut CellHeader);

/// Cells between the mark stack and their scan.
const QUEUE: usize = 16;
/// Values of a long array that are scanned at once.
const CHUNK: usize = 4096;
/// Cells scanned between two looks at the clock.
const CLOCK_EVERY: usize = 512;

/// How a kind's cells are scanned.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
enum Layout {
    /// No pointers but the shape.
    Leaf,
    /// Pointers or values to the end of the cell.
    Values,
    Slots,
    Elements,
    Environment,
    Array,
    String,
    /// Anything may be anywhere in the cell: each word is tested.
    Conservative,
    Custom,
}

fn layout_of(kind: CellKind) -> Layout {
    match kind {
        CellKind::Object | CellKind::Function => Layout::Values,
        CellKind::Slots => Layout::Slots,
        CellKind::Elements => Layout::Elements,
        CellKind::Environment => Layout::Environment,
        CellKind::Array => Layout::Array,
        CellKind::String => Layout::String,
        CellKind::Free | CellKind::DoubleElements | CellKind::BigInt | CellKind::Validity => Layout::Leaf,
        _ => Layout::Conservative,
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Mode {
    Mark,
    /// Every visited cell is written down and nothing is marked.
    Collect,
}

/// What trace functions and root callbacks show cells to.
pub struct Visitor {
    space: Space,
    pub(crate) clock: Clock,
    marks: *mut u64,
    mode: Mode,
    full: bool,
    linear: bool,
    layouts: [Layout; 256],
    traces: [Option<TraceFn>; 256],
    /// Marked cells that wait to be scanned, by index.
    stack: Vec<u32>,
    /// Long arrays partly scanned: cell, first value to be scanned.
    partial: Vec<(u32, u32)>,
    collected: Vec<*const CellHeader>,
    /// Ephemeron tables met during this marking.
    tables: Vec<*mut CellHeader>,
    /// Values that wait for their key to be marked, by the key's index; used once iterating takes too long.
    waiting: FxHashMap<u32, SmallVec<[Value; 1]>>,
}

#[inline(always)]
fn prefetch(address: usize) {
    #[cfg(target_arch = "x86_64")]
    // SAFETY: a prefetch has no effect that a program can observe, whatever the address.
    unsafe {
        core::arch::x86_64::_mm_prefetch::<{ core::arch::x86_64::_MM_HINT_T0 }>(address as *const i8)
    };
    #[cfg(target_arch = "aarch64")]
    // SAFETY: as above.
    unsafe {
        core::arch::asm!("prfm pldl1keep, [{}]", in(reg) address, options(nostack, preserves_flags, readonly))
    };
    #[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
    let _ = address;
}

impl Visitor {
    pub(crate) fn new(space: Space) -> Visitor {
        let mut layouts = [Layout::Leaf; 256];
        for &kind in CellKind::ALL {
            layouts[kind as usize] = layout_of(kind);
        }
        Visitor {
            space,
            clock: Clock::default(),
            marks: space.marks,
            mode: Mode::Mark,
            full: true,
            linear: false,
            layouts,
            traces: [None; 256],
            stack: Vec::new(),
            partial: Vec::new(),
            collected: Vec::new(),
            tables: Vec::new(),
            waiting: FxHashMap::default(),
        }
    }

    pub(crate) fn set_trace(&mut self, kind: CellKind, trace: Option<TraceFn>) {
        self.layouts[kind as usize] = if trace.is_some() { Layout::Custom } else { layout_of(kind) };
        self.traces[kind as usize] = trace;
    }

    /// The range has grown, or the tables have changed roles.
    pub(crate) fn set_space(&mut self, space: Space) {
        self.space = space;
        self.marks = space.marks;
    }

    pub(crate) fn begin(&mut self, full: bool) {
        self.full = full;
        self.stack.clear();
        self.partial.clear();
        self.tables.clear();
    }

    // ---- for trace functions

    /// Whether the marks of old cells were cleared: in a minor collection what is old is alive.
    #[inline(always)]
    pub fn is_full(&self) -> bool {
        self.full
    }

    #[inline(always)]
    pub fn visit_value(&mut self, value: Value) {
        if value.bits() & NOT_CELL_MASK == 0 && value.bits() != 0 {
            self.visit_index(((value.bits() as usize).wrapping_sub(self.space.base) / GRANULE) as u32);
        }
    }

    /// Null is no cell.
    #[inline(always)]
    pub fn visit_cell(&mut self, cell: *const CellHeader) {
        if !cell.is_null() {
            self.visit_index(((cell as usize).wrapping_sub(self.space.base) / GRANULE) as u32);
        }
    }

    /// A shape by its index; 0 is none.
    #[inline(always)]
    pub fn visit_shape(&mut self, index: u32) {
        if index != 0 {
            self.visit_index(index);
        }
    }

    #[inline]
    pub fn visit_value_slice(&mut self, values: &[Cell<Value>]) {
        values.iter().for_each(|v| self.visit_value(v.get()));
    }

    #[inline]
    pub fn visit_values(&mut self, values: &[Value]) {
        values.iter().for_each(|&v| self.visit_value(v));
    }

    /// Words that may be addresses of cells or of places inside them, or anything else.
    ///
    /// # Safety
    /// The words from `start` up to `end` are readable.
    pub unsafe fn visit_conservative(&mut self, start: *const usize, end: *const usize) {
        let mut at = start;
        while at < end {
            // SAFETY: the caller's promise. Volatile, because other frames own these words and may be said to be changing them.
            let word = unsafe { at.read_volatile() };
            if let Some(index) = self.space.find(word) {
                self.visit_index(index);
            }
            at = at.wrapping_add(1);
        }
    }

    /// Whether a cell is marked so far.
    #[inline(always)]
    pub fn is_marked(&self, cell: *const CellHeader) -> bool {
        self.space.is_marked(self.space.index(cell))
    }

    /// An ephemeron table (a WeakMap's cell, say), to be called when it is traced, instead of visiting its entries: the
    /// registered functions are called with it when all else is marked.
    pub fn ephemeron_table(&mut self, table: *mut CellHeader) {
        if self.mode == Mode::Mark {
            self.tables.push(table);
        }
    }

    /// An ephemeron, for [`EphemeronFn`]s: visits the value if the key is marked, else sees to it that the value is visited
    /// if the key is marked later. Returns whether that changed anything.
    #[inline]
    pub fn visit_ephemeron(&mut self, key: *const CellHeader, value: Value) -> bool {
        if self.is_marked(key) {
            if !value.is_cell() || self.is_marked(value.as_cell()) {
                return false;
            }
            self.visit_value(value);
            return true;
        }
        if self.linear && value.is_cell() {
            self.waiting.entry(self.space.index(key)).or_default().push(value);
        }
        false
    }

    // ---- marking

    #[inline(always)]
    fn visit_index(&mut self, index: u32) {
        debug_assert!(
            self.mode == Mode::Collect || self.space.block_numbers().contains(&self.space.block_of(index)),
            "no cell at {:p}",
            self.space.cell(index)
        );
        // SAFETY: cells lie below the space's top, where mark bits are committed; no reference to them is held.
        let word = unsafe { &mut *self.marks.add((index >> 6) as usize) };
        let bit = 1 << (index & 63);
        if *word & bit == 0 {
            if self.mode == Mode::Collect {
                self.collected.push(self.space.cell(index));
                return;
            }
            *word |= bit;
            self.stack.push(index);
        }
    }

    /// A marked cell that must be scanned (again).
    #[inline]
    pub(crate) fn push(&mut self, cell: *const CellHeader) {
        self.stack.push(self.space.index(cell));
    }

    /// Whether nothing waits to be scanned.
    pub(crate) fn is_drained(&self) -> bool {
        self.stack.is_empty() && self.partial.is_empty()
    }

    /// Marked cells that wait to be scanned.
    pub(crate) fn pending(&self) -> impl Iterator<Item = u32> + '_ {
        self.stack.iter().copied().chain(self.partial.iter().map(|&(index, _)| index))
    }

    /// Scans until nothing is left, or the clock passes `deadline`. True if nothing is left.
    pub(crate) fn drain(&mut self, deadline: Option<u64>) -> bool {
        let mut queue = [0u32; QUEUE];
        let mut head = 0;
        let mut countdown = CLOCK_EVERY;
        loop {
            let next = match self.stack.pop() {
                Some(index) => {
                    // A cell may lie on two cache lines.
                    prefetch(self.space.cell(index) as usize);
                    prefetch(self.space.cell(index) as usize + 48);
                    std::mem::replace(&mut queue[head], index)
                }
                None => match queue.iter().position(|&index| index != 0) {
                    // The oldest first: they follow the head.
                    Some(_) => loop {
                        let index = std::mem::take(&mut queue[head]);
                        if index != 0 {
                            break index;
                        }
                        head = (head + 1) % QUEUE;
                    },
                    None => match self.partial.pop() {
                        Some((index, from)) => {
                            self.scan_elements(index, from as usize);
                            countdown = countdown.saturating_sub(CHUNK / 8);
                            0
                        }
                        None => return true,
                    },
                },
            };
            head = (head + 1) % QUEUE;
            if next != 0 {
                self.scan_and_age(next);
                countdown = countdown.saturating_sub(1);
            }
            if countdown == 0 {
                countdown = CLOCK_EVERY;
                self.clock.scanned(CLOCK_EVERY);
                if deadline.is_some_and(|deadline| self.clock.now() >= deadline) {
                    self.stack.extend(queue.iter().filter(|&&index| index != 0));
                    return self.is_drained();
                }
            }
        }
    }

    #[inline(always)]
    fn scan_and_age(&mut self, index: u32) {
        // SAFETY: marked cells are live, so their headers are readable.
        let header = unsafe { &*self.space.cell(index) };
        if header.gc.load(Ordering::Relaxed) != CellState::OLD {
            header.gc.store(CellState::OLD, Ordering::Relaxed);
        }
        self.scan(index, header);
        if self.linear
            && let Some(values) = self.waiting.remove(&index)
        {
            values.iter().for_each(|&value| self.visit_value(value));
        }
    }

    #[inline(always)]
    fn scan(&mut self, index: u32, header: &CellHeader) {
        let cell = self.space.cell(index);
        let kind = header.kind.get();
        debug_assert!(kind != CellKind::Free as u8, "a pointer leads to the free cell {cell:p}");
        self.visit_shape(header.shape.get());
        match self.layouts[kind as usize] {
            Layout::Leaf => {}
            Layout::Values => {
                let bytes = self.space.size_of(index);
                self.visit_words(cell, size_of::<CellHeader>(), bytes / 8 - 1);
            }
            Layout::Slots => {
                // SAFETY: the kind says that the cell is a Slots.
                let count = unsafe { (*cell.cast::<Slots>()).capacity.get() };
                self.visit_words(cell, SLOTS_VALUES_OFFSET, count as usize);
            }
            Layout::Elements => self.scan_elements(index, 0),
            Layout::Environment => {
                // SAFETY: the kind says that the cell is an Environment.
                let environment = unsafe { &*cell.cast::<Environment>() };
                self.visit_cell(environment.parent.get().cast());
                self.visit_cell(environment.info.get());
                self.visit_words(cell, ENVIRONMENT_VALUES_OFFSET, environment.length.get() as usize);
            }
            Layout::Array => {
                // SAFETY: every object begins with a JsObject.
                let object = unsafe { &*cell.cast::<JsObject>() };
                self.visit_cell(object.slots.get().cast());
                self.visit_cell(object.elements.get().cast());
            }
            Layout::String => self.scan_string(cell, header.detail.get()),
            Layout::Conservative => {
                let start = cell.cast::<usize>().wrapping_add(1);
                let end = cell.cast::<usize>().wrapping_add(self.space.size_of(index) / 8);
                // SAFETY: the words of the cell behind its header.
                unsafe { self.visit_conservative(start, end) };
            }
            Layout::Custom => {
                if let Some(trace) = self.traces[kind as usize] {
                    // SAFETY: the function was registered for cells of this kind.
                    unsafe { trace(cell, self) };
                }
            }
        }
    }

    #[inline(always)]
    fn visit_words(&mut self, cell: *mut CellHeader, offset: usize, count: usize) {
        let values = cell.cast::<u8>().wrapping_add(offset).cast::<Cell<Value>>();
        for n in 0..count {
            // SAFETY: the layout says that the cell has `count` values from `offset` on.
            self.visit_value(unsafe { (*values.wrapping_add(n)).get() });
        }
    }

    fn scan_string(&mut self, cell: *mut CellHeader, form: u8) {
        if form != StringForm::Rope as u8 && form != StringForm::Slice as u8 {
            return;
        }
        for offset in [ROPE_LEFT_OFFSET, ROPE_RIGHT_OFFSET] {
            // SAFETY: ropes and slices have these two words.
            let word = unsafe { *cell.cast::<u8>().add(offset).cast::<usize>() };
            // A slice's offset is below 2^32, where no cell lies.
            if word > u32::MAX as usize {
                self.visit_cell(word as *const CellHeader);
            }
        }
    }

    /// Scans an Elements cell from value `from` on; leaves the rest of a long one for later.
    #[inline]
    fn scan_elements(&mut self, index: u32, from: usize) {
        let cell = self.space.cell(index);
        // SAFETY: only called for cells whose kind is Elements.
        let capacity = unsafe { (*cell.cast::<Elements>()).capacity.get() } as usize;
        let mut end = capacity;
        if capacity - from.min(capacity) > CHUNK && self.mode == Mode::Mark {
            end = from + CHUNK;
            self.partial.push((index, end as u32));
        }
        self.visit_words(cell, ELEMENTS_VALUES_OFFSET + from * 8, end.saturating_sub(from));
    }

    // ---- ephemerons

    /// Marks what the ephemerons of all tables met so far make reachable. Iterates; from the tenth round on, values wait for
    /// their keys in a map, so that long chains take linear time.
    pub(crate) fn drain_ephemerons(&mut self, mark: Option<EphemeronFn>) {
        let Some(mark) = mark else { return };
        let mut rounds = 0;
        loop {
            let mut progress = false;
            let mut n = 0;
            self.linear = rounds >= 10;
            self.waiting.clear();
            // Tables may be found while others are processed.
            while n < self.tables.len() {
                let table = self.tables[n];
                // SAFETY: a marked cell that its trace function declared to be an ephemeron table.
                progress |= unsafe { mark(table, self) };
                progress |= !self.is_drained();
                self.drain(None);
                n += 1;
            }
            if !progress {
                break;
            }
            rounds += 1;
        }
        self.linear = false;
        self.waiting = FxHashMap::default();
    }

    /// The ephemeron tables met, each once.
    pub(crate) fn take_tables(&mut self) -> Vec<*mut CellHeader> {
        let mut tables = std::mem::take(&mut self.tables);
        tables.sort_unstable();
        tables.dedup();
        tables
    }

    pub(crate) fn dedup_tables(&mut self) {
        self.tables = self.take_tables();
    }

    // ---- walking without marking

    /// The cells that cell `index` points at, its shape included. `zeros` is a table of mark bits that are all clear.
    pub(crate) fn children(&mut self, index: u32, zeros: *mut u64) -> Vec<*const CellHeader> {
        let marks = std::mem::replace(&mut self.marks, zeros);
        self.mode = Mode::Collect;
        // SAFETY: the caller names an allocated cell.
        let header = unsafe { &*self.space.cell(index) };
        self.scan(index, header);
        self.mode = Mode::Mark;
        self.marks = marks;
        std::mem::take(&mut self.collected)
    }
}
