//! What names cells without keeping them alive.
//!
//! Three ways: ephemeron tables, which trace functions declare ([`crate::Visitor::ephemeron_table`]) and whose entries are kept
//! by their keys; ephemeron callbacks, which keep leaf cells by others, of which the heap's user has a table; and weak callbacks, which run after marking and before anything is freed, ask which cells are marked, and
//! clear what names others: caches, atom and transition tables, WeakRefs, finalization registries.
//!
//! In a minor collection old cells count as alive. A table that was not written to since the last collection is not met in it:
//! its entries are old, or were removed when they died.

use crate::block::{GRANULE, Space};
use crate::heap::Heap;
use crate::visitor::Visitor;
use abi::cell::CellHeader;

/// Shows every entry of the table to [`Visitor::visit_ephemeron`]; returns whether any of those calls returned true.
pub type EphemeronFn = unsafe fn(*mut CellHeader, &mut Visitor) -> bool;
/// Removes the table's entries whose key is not alive. The table itself is.
pub type EphemeronSweepFn = unsafe fn(*mut CellHeader, &LiveTest);
pub(crate) type WeakCallback = Box<dyn FnMut(&LiveTest)>;
pub(crate) type EphemeronCallback = Box<dyn Fn(&mut Visitor)>;

/// After marking: which cells are alive.
pub struct LiveTest {
    space: Space,
    full: bool,
}

impl LiveTest {
    #[inline(always)]
    pub fn is_marked(&self, cell: *const CellHeader) -> bool {
        self.space.is_marked(self.space.index(cell))
    }

    /// The same for a shape by its index. 0, no shape, is alive.
    #[inline(always)]
    pub fn is_shape_marked(&self, index: u32) -> bool {
        index == 0 || self.space.is_marked(index)
    }

    /// The same for whatever address; false for addresses outside the heap.
    pub fn is_address_marked(&self, address: usize) -> bool {
        let index = address.wrapping_sub(self.space.base) / GRANULE;
        index >> 32 == 0
            && self.space.block_numbers().contains(&self.space.block_of(index as u32))
            && self.space.is_marked(index as u32)
    }

    /// Whether old cells can have died, too.
    pub fn is_full(&self) -> bool {
        self.full
    }
}

impl Heap {
    /// Adds a callback that runs in every collection after marking and before anything is freed. It must not allocate.
    pub fn add_weak_callback(&mut self, callback: impl FnMut(&LiveTest) + 'static) {
        self.weak_callbacks.push(Box::new(callback));
    }

    /// The functions for ephemeron tables: one for marking, called repeatedly, one for clearing, called once a collection.
    pub fn set_ephemeron_functions(&mut self, mark: EphemeronFn, sweep: EphemeronSweepFn) {
        self.ephemerons = Some((mark, sweep));
    }

    /// Adds a callback that runs once all else is marked, and visits cells that live as long as others do: it asks
    /// [`Visitor::is_marked`] of those. What it visits must name no cells, as nothing is asked again afterwards.
    pub fn add_ephemeron_callback(&mut self, callback: impl Fn(&mut Visitor) + 'static) {
        self.ephemeron_callbacks.push(Box::new(callback));
    }

    /// After marking: clears what names dead cells.
    pub(crate) fn process_weak(&mut self, full: bool) {
        let test = LiveTest { space: self.space, full };
        let tables = self.visitor.take_tables();
        if let Some((_, sweep)) = self.ephemerons {
            for table in tables {
                // SAFETY: the table is marked, and its trace function declared it to be one.
                unsafe { sweep(table, &test) };
            }
        }
        for callback in &mut self.weak_callbacks {
            callback(&test);
        }
    }
}
