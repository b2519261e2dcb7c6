//! What is known of a guard that fails: what it found, and what it had expected. The [operations](super::op) say it of each guard, lowering has exits
//! pass on what was found, and reports have words for both.

use super::parameters::Arithmetic;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Guard<'op> {
    pub found: Found,
    pub expected: Expected<'op>,
}

/// What an exit passes on. Arguments are told by their numbers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Found {
    Nothing,
    Argument(usize),
    /// An argument that is an index.
    Index(usize),
    /// The first two arguments, of which the one should be less than the other.
    IndexAndLength,
    /// The first two arguments, of which this made no int32.
    Operands(Arithmetic),
    /// The object whose shape the condition compared, if that is what it did.
    ComparedObject,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Expected<'op> {
    /// The reason says it all.
    Unsaid,
    /// In words.
    Words(&'op str),
    /// In words, and the type's name.
    Type(&'op str, &'op str),
    /// One of these shapes.
    Shapes(&'op [u32]),
    /// The shape that the condition compared with, if that is what it did.
    ComparedShape,
    /// A cell of this [kind](abi::cell::CellKind).
    Kind(u8),
    /// Elements of one of these kinds (bits).
    Elements(u8),
    /// This value, its bits.
    Value(u64),
    /// A Function with this Code cell.
    Code(u64),
    /// A typed array of this type.
    TypedArray(u8),
    /// That everything still holds that the code relies on.
    Validity,
}
