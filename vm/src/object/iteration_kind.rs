//! What iterators of arrays, Maps and Sets give.

/// What an iterator gives.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum IterationKind {
    Keys,
    Values,
    Entries,
}
