//! The parser's atoms: the thread's table of them keeps every text that it has seen until it is told to let go of those that no tree,
//! template or bytecode names any more.

use std::cell::Cell;

/// So much text is parsed between two walks over the table, in bytes: parsing it takes many times as long.
const INTERVAL: usize = 1 << 20;
/// What a text counts for besides its length: names are made of it.
const PER_TEXT: usize = 64;

thread_local! {
    /// Bytes parsed since the last walk.
    static PARSED: Cell<usize> = const { Cell::new(0) };
}

/// A text of so many bytes is parsed.
pub(super) fn note_parse(bytes: usize) {
    PARSED.set(PARSED.get().saturating_add(bytes + PER_TEXT));
}

/// Frees atoms that nobody names, if enough was parsed since the last time. To be called by collections of garbage, after which trees and
/// templates of dead code are gone or soon will be.
pub(crate) fn sweep() {
    if PARSED.get() >= INTERVAL {
        PARSED.set(0);
        hstr::global_atom_store_gc();
    }
}
