//! The collector's two functions for everything weak that scripts can make.
//!
//! The trace functions of all four kinds (WeakMap, WeakSet, WeakRef, FinalizationRegistry) declare the cell an ephemeron table; the
//! functions here then tell the kinds apart.

use super::weak_map::WeakMapObject;
use super::weak_ref::WeakRefObject;
use super::weak_set::WeakSetObject;
use crate::code::Code;
use crate::runtime::finalization::FinalizationRegistryObject;
use abi::cell::{CellHeader, CellKind};
use gc::{LiveTest, Visitor};

/// The heap's EphemeronFn.
///
/// # Safety
/// To be called by the collector only, on a live cell that was declared an ephemeron table.
pub unsafe fn mark_ephemerons(cell: *mut CellHeader, visitor: &mut Visitor) -> bool {
    // SAFETY: a live cell, as the collector promises; its kind says what it is.
    match unsafe { (*cell).kind() } {
        // SAFETY: as above.
        CellKind::WeakMap => unsafe { &*cell.cast::<WeakMapObject>() }.table.mark(visitor),
        // SAFETY: as above.
        CellKind::Code => unsafe { Code::mark_embedded(cell, visitor) },
        // The others' values are no cells, or not weak.
        _ => false,
    }
}

/// The heap's EphemeronSweepFn.
///
/// # Safety
/// As for [`mark_ephemerons`].
pub unsafe fn sweep_ephemerons(cell: *mut CellHeader, live: &LiveTest) {
    // SAFETY: a live cell, as the collector promises; its kind says what it is.
    unsafe {
        match (*cell).kind() {
            CellKind::WeakMap => (*cell.cast::<WeakMapObject>()).table.sweep(&*cell, live),
            CellKind::WeakSet => (*cell.cast::<WeakSetObject>()).table.sweep(&*cell, live),
            CellKind::WeakRef => (*cell.cast::<WeakRefObject>()).sweep(live),
            CellKind::FinalizationRegistry => (*cell.cast::<FinalizationRegistryObject>()).sweep(live),
            _ => {}
        }
    }
}
