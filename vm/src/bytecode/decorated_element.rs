//! The elements of a decorated class, as the compiler hands them to the runtime: a row of values in an array for each.

/// Words of an element: flags, key (for a private element its name's symbol), decorators each with its `this` (or undefined; on
/// return the initializers), function or getter, setter, extra initializers.
pub const STRIDE: u32 = 6;
pub const FLAGS: u32 = 0;
pub const KEY: u32 = 1;
pub const DECORATORS: u32 = 2;
pub const INITIALIZERS: u32 = 2;
pub const FUNCTION: u32 = 3;
pub const SETTER: u32 = 4;
pub const EXTRA_INITIALIZERS: u32 = 5;

/// Kinds of elements, in the flags.
pub const METHOD: i32 = 0;
pub const GETTER: i32 = 1;
pub const SETTER_METHOD: i32 = 2;
pub const ACCESSOR: i32 = 3;
pub const FIELD: i32 = 4;
pub const CLASS: i32 = 5;
pub const KIND_MASK: i32 = 7;
/// Bits beside the kind.
pub const STATIC: i32 = 8;
pub const PRIVATE: i32 = 16;
