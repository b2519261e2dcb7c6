//! Checking the heap: for tests, and for `--gc-stress` runs that look for a missing barrier or trace function.

use crate::block::{BlockKind, BlockState, GRANULE, GRANULES_PER_BLOCK, for_each_bit};
use crate::heap::Heap;
use crate::reserve::ZeroBits;
use abi::cell::{CellHeader, CellKind, CellState};
use rustc_hash::FxHashSet;
use std::fmt;
use std::sync::atomic::Ordering;

/// Problems described before the rest is only counted.
const DESCRIBED: usize = 20;

/// What is wrong with a heap.
#[derive(Debug, Default)]
pub struct VerifyError {
    /// The first few problems.
    pub problems: Vec<String>,
    pub count: usize,
}

impl VerifyError {
    fn add(&mut self, problem: impl FnOnce() -> String) {
        self.count += 1;
        if self.problems.len() < DESCRIBED {
            self.problems.push(problem());
        }
    }
}

impl fmt::Display for VerifyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{} problems in the heap:", self.count)?;
        self.problems.iter().try_for_each(|p| writeln!(f, "  {p}"))
    }
}

impl std::error::Error for VerifyError {}

impl Heap {
    /// Walks the whole heap: every pointer and shape of every allocated cell leads to an allocated cell; what a marked and
    /// scanned cell names is marked, unless the cell is remembered (else a barrier is missing); mark bits and records agree.
    ///
    /// Cells without a trace function that need one go unnoticed. Large arrays that an incremental marking has not finished count
    /// as not scanned.
    pub fn verify(&mut self) -> Result<(), VerifyError> {
        let mut error = VerifyError::default();
        let Ok(zeros) = ZeroBits::for_range(&self.range) else {
            error.add(|| "no memory to verify with".into());
            return Err(error);
        };
        self.clear_free_headers();
        self.verify_records(&mut error);
        let mut cells = Vec::new();
        self.space.for_each_cell(|index| cells.push(index));
        let mut pending: FxHashSet<u32> = self.visitor.pending().collect();
        pending.extend(self.remembered.get_mut().iter().map(|&cell| self.space.index(cell)));
        for index in cells {
            let cell = self.space.cell(index);
            // SAFETY: an allocated cell.
            let header = unsafe { &*cell };
            let kind = header.kind();
            if kind == CellKind::Free {
                error.add(|| format!("{cell:p} is allocated but free"));
                continue;
            }
            let scanned = self.space.is_marked(index) && !pending.contains(&index);
            if scanned && header.gc.load(Ordering::Relaxed) != CellState::OLD {
                error.add(|| format!("{} {cell:p} is marked but the barrier ignores it", kind.name()));
            }
            for child in self.visitor.children(index, zeros.pointer()) {
                match self.space.find(child as usize) {
                    Some(found) if self.space.cell(found).cast_const() == child => {
                        if scanned && !self.space.is_marked(found) {
                            // SAFETY: just found to be allocated.
                            let name = unsafe { (*child).kind() }.name();
                            error
                                .add(|| format!("{} {cell:p} names the new {name} {child:p}: no barrier", kind.name()));
                        }
                    }
                    Some(_) => error.add(|| format!("{} {cell:p} points into a cell at {child:p}", kind.name())),
                    None => error.add(|| format!("{} {cell:p} names {child:p}, which is no cell", kind.name())),
                }
            }
        }
        if error.count == 0 { Ok(()) } else { Err(error) }
    }

    fn verify_records(&self, error: &mut VerifyError) {
        let mut used = 0;
        for number in self.space.block_numbers() {
            let block = self.space.block(number);
            let granules = block.granules.get() as u32;
            match block.kind.get() {
                BlockKind::Small => {
                    used += crate::BLOCK_BYTES;
                    let end = block.cells.get() as u32 * granules;
                    for_each_bit(self.space.mark_words(number), |granule| {
                        let cell = (self.space.address(number) + granule as usize * GRANULE) as *const CellHeader;
                        // SAFETY: a granule of a block in use.
                        let kind = unsafe { (*cell).kind() };
                        if granule % granules != 0 || granule >= end || kind == CellKind::Free {
                            error.add(|| format!("{cell:p} is marked but no allocated cell"));
                        }
                    });
                    if block.state.get() == BlockState::Saved && !self.is_marking() {
                        error.add(|| format!("block {number} is in the state of a marking that is not under way"));
                    }
                }
                BlockKind::Large => used += (block.bytes.get() as usize).next_multiple_of(4096),
                BlockKind::Free => for_each_bit(self.space.mark_words(number), |granule| {
                    error.add(|| format!("granule {granule} of {GRANULES_PER_BLOCK} of free block {number} is marked"));
                }),
                BlockKind::LargeTail => {
                    if self.space.block(block.number.get()).kind.get() != BlockKind::Large {
                        error.add(|| format!("block {number} is part of no cell"));
                    }
                }
            }
        }
        if used != self.used {
            error.add(|| format!("{used} bytes are in use, {} were counted", self.used));
        }
    }
}
