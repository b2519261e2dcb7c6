//! Objects, their slots and elements, environments and functions.
//!
//! ```text
//! JsObject         0 header | 8 slots | 16 elements | 24 inline slots, or the fields of the kind
//! JsArray          0 header | 8 slots | 16 elements | 24 length u32
//! JsFunction       0 header | 8 slots | 16 elements | 24 code | 32 environment | 40 home object | 48 rare data | 56 realm
//! Slots            0 header | 8 capacity u32 | 16 values
//! Elements         0 header | 8 length u32, capacity u32 | 16 values or doubles
//! Environment      0 header | 8 parent | 16 length u32 | 24 scope info | 32 values
//! ```
//!
//! `slots` and `elements` are never null: what has none points at the VM's shared empty cells, so that a bounds check
//! is all the checking there is.

use crate::cell::CellHeader;
use crate::value::Value;
use core::cell::Cell;
use core::mem::offset_of;

#[repr(C)]
pub struct JsObject {
    pub header: CellHeader,
    pub slots: Cell<*mut Slots>,
    pub elements: Cell<*mut Elements>,
}

/// Where the inline slots of an ordinary object begin, in bytes.
pub const INLINE_SLOTS_OFFSET: usize = size_of::<JsObject>();

/// Out-of-line property slots. A cell of its own that knows its length, so that marking needs no shape.
#[repr(C)]
pub struct Slots {
    pub header: CellHeader,
    pub capacity: Cell<u32>,
    pub _pad: u32,
    // values follow
}

/// Indexed elements: tagged values or raw doubles, as the header's kind says (Elements or DoubleElements).
/// All `capacity` places are always initialized (to the hole beyond `length`).
#[repr(C)]
pub struct Elements {
    pub header: CellHeader,
    /// For arrays and objects alike: one past the last index that may hold something. An array's own length may be larger.
    pub length: Cell<u32>,
    pub capacity: Cell<u32>,
    // values follow
}

pub const SLOTS_VALUES_OFFSET: usize = size_of::<Slots>();
pub const ELEMENTS_VALUES_OFFSET: usize = size_of::<Elements>();

/// The bits of a hole among raw doubles: a NaN that arithmetic never makes and that no store writes.
pub const DOUBLE_HOLE: u64 = 0x7ff4_dead_7ff4_dead;

#[repr(C)]
pub struct JsArray {
    pub object: JsObject,
    pub length: Cell<u32>,
    /// `--count`: whether it has held numbers alone since it was first written to, as far as writes are counted (`vm/src/counts/element.rs`); else 0.
    pub numbers: Cell<u32>,
}

/// What [`JsArray::numbers`] says that compiled code looks for: numbers alone, or something else, too.
pub const NUMBERS_ALONE: u32 = 2;
pub const NUMBERS_NOT_ALONE: u32 = 3;

#[repr(C)]
pub struct JsFunction {
    pub object: JsObject,
    /// The Code cell.
    pub code: Cell<*mut CellHeader>,
    pub environment: Cell<*mut Environment>,
    /// The home object for `super`, or null.
    pub home_object: Cell<*mut JsObject>,
    /// What few functions need: prototype's initial shape for construction, class fields. A cell, or null.
    pub rare: Cell<*mut CellHeader>,
    pub realm: Cell<*mut CellHeader>,
    /// The captured `this` of an arrow function (else empty).
    pub this: Cell<Value>,
}

/// What `new` reads of a function's rare data, when the function was called so often that the size of its instances is settled.
#[repr(C)]
pub struct FunctionInstances {
    pub header: CellHeader,
    /// The `prototype` of a function whose properties are not materialized yet, or empty.
    pub lazy_prototype: Cell<Value>,
    /// The prototype that `shape` was made for.
    pub prototype: Cell<*mut JsObject>,
    /// The function's own shape in which its `prototype` was found `place` bytes into its slots; 0 for none.
    pub checked_shape: Cell<u32>,
    pub place: Cell<u32>,
    /// Index of the shape that instances begin with; 0 while their size is not settled.
    pub shape: Cell<u32>,
    /// Bytes of an instance, and where in the VM its allocator is.
    pub bytes: Cell<u32>,
    pub allocator: Cell<u32>,
    pub _pad: u32,
}

#[repr(C)]
pub struct Environment {
    pub header: CellHeader,
    pub parent: Cell<*mut Environment>,
    pub length: Cell<u32>,
    pub _pad: u32,
    /// A cell that names the bindings (debugging, eval), or null.
    pub info: Cell<*mut CellHeader>,
    // values follow
}

/// A for-in enumeration. The header's detail says how many of the keys' values are in inline slots, where all that are properties in the shape
/// have theirs in the order of the keys; else it is [`OUT_OF_ORDER`].
#[repr(C)]
pub struct ForIn {
    pub header: CellHeader,
    /// What is enumerated; undefined if nothing is.
    pub object: Cell<Value>,
    /// An array of strings, without holes, which enumerations of objects alike share.
    pub keys: Cell<Value>,
    /// Which of them comes next.
    pub next: Cell<u32>,
    /// Index of the object's shape at the start, if all keys are named properties in it; else 0.
    pub shape: Cell<u32>,
}

/// The values of an enumeration's keys are not the object's slots, one after the other.
pub const OUT_OF_ORDER: u8 = u8::MAX;

/// The part of an ArrayBuffer or SharedArrayBuffer that machine code sees.
#[repr(C)]
pub struct JsArrayBuffer {
    pub object: JsObject,
    /// Null once detached; never null otherwise, also at length 0.
    pub data: Cell<*mut u8>,
    /// Bytes.
    pub byte_length: Cell<usize>,
}

/// Element types of typed arrays, in the order of the constructors' table.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
#[repr(u8)]
pub enum ArrayType {
    Int8 = 0,
    Uint8 = 1,
    Uint8Clamped = 2,
    Int16 = 3,
    Uint16 = 4,
    Int32 = 5,
    Uint32 = 6,
    Float16 = 7,
    Float32 = 8,
    Float64 = 9,
    BigInt64 = 10,
    BigUint64 = 11,
}

impl ArrayType {
    /// How many there are.
    pub const COUNT: usize = ArrayType::ALL.len();

    /// In the order of their numbers.
    pub const ALL: [ArrayType; 12] = {
        use ArrayType::*;
        [Int8, Uint8, Uint8Clamped, Int16, Uint16, Int32, Uint32, Float16, Float32, Float64, BigInt64, BigUint64]
    };
}

/// The part of a typed array that machine code sees. An access at `index < fast_length` is in bounds if the buffer's data is
/// not null; what cannot promise that (length-tracking arrays, resizable buffers) has fast_length 0 and goes the general way.
#[repr(C)]
pub struct JsTypedArray {
    pub object: JsObject,
    pub buffer: Cell<*mut JsArrayBuffer>,
    /// Bytes.
    pub byte_offset: Cell<usize>,
    /// Elements.
    pub fast_length: Cell<usize>,
    pub array_type: Cell<ArrayType>,
}

/// A proxy. Its own slots hold nothing but private names.
#[repr(C)]
pub struct JsProxy {
    pub object: JsObject,
    /// [[ProxyTarget]] and [[ProxyHandler]]; null once the proxy is revoked. Read as a value, null is the empty one.
    pub target: Cell<*mut JsObject>,
    pub handler: Cell<*mut JsObject>,
}

/// The part of a DataView that machine code sees, laid out as a typed array's. Bytes below `fast_length` are within the buffer if its data is not null;
/// views that cannot promise that, or must not be written, or are longer than int32s count, have fast_length 0.
#[repr(C)]
pub struct JsDataView {
    pub object: JsObject,
    pub buffer: Cell<*mut JsArrayBuffer>,
    pub byte_offset: Cell<usize>,
    /// Bytes.
    pub fast_length: Cell<usize>,
}

const _: () = assert!(
    offset_of!(JsDataView, buffer) == offset_of!(JsTypedArray, buffer)
        && offset_of!(JsDataView, byte_offset) == offset_of!(JsTypedArray, byte_offset)
        && offset_of!(JsDataView, fast_length) == offset_of!(JsTypedArray, fast_length)
);

/// Where a Shape cell holds the prototype, a `*mut JsObject` or null.
pub const SHAPE_PROTOTYPE_OFFSET: usize = size_of::<CellHeader>();

pub const ENVIRONMENT_VALUES_OFFSET: usize = size_of::<Environment>();

/// How indexed elements are kept. The order is the lattice's: a transition only ever goes up in generality.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum ElementKind {
    PackedInt = 0,
    HoleyInt = 1,
    PackedDouble = 2,
    HoleyDouble = 3,
    PackedTagged = 4,
    HoleyTagged = 5,
    /// Sparse, or with attributes.
    Dictionary = 6,
    /// The object answers for its indices itself (typed arrays, strings, arguments, proxies).
    Exotic = 7,
}

/// Sets of element kinds, a bit each.
pub const INT_ELEMENTS: u8 = 1 << ElementKind::PackedInt as u8 | 1 << ElementKind::HoleyInt as u8;
pub const DOUBLE_ELEMENTS: u8 = 1 << ElementKind::PackedDouble as u8 | 1 << ElementKind::HoleyDouble as u8;
pub const TAGGED_ELEMENTS: u8 = 1 << ElementKind::PackedTagged as u8 | 1 << ElementKind::HoleyTagged as u8;

impl ElementKind {
    pub const ALL: [ElementKind; 8] = [
        ElementKind::PackedInt,
        ElementKind::HoleyInt,
        ElementKind::PackedDouble,
        ElementKind::HoleyDouble,
        ElementKind::PackedTagged,
        ElementKind::HoleyTagged,
        ElementKind::Dictionary,
        ElementKind::Exotic,
    ];

    #[inline(always)]
    pub fn from_u8(n: u8) -> ElementKind {
        Self::ALL[(n & 7) as usize]
    }

    #[inline(always)]
    pub fn is_holey(self) -> bool {
        matches!(self, ElementKind::HoleyInt | ElementKind::HoleyDouble | ElementKind::HoleyTagged)
    }

    #[inline(always)]
    pub fn is_double(self) -> bool {
        matches!(self, ElementKind::PackedDouble | ElementKind::HoleyDouble)
    }

    #[inline(always)]
    pub fn is_fast(self) -> bool {
        (self as u8) < ElementKind::Dictionary as u8
    }

    pub fn to_holey(self) -> ElementKind {
        match self {
            ElementKind::PackedInt => ElementKind::HoleyInt,
            ElementKind::PackedDouble => ElementKind::HoleyDouble,
            ElementKind::PackedTagged => ElementKind::HoleyTagged,
            k => k,
        }
    }

    pub fn name(self) -> &'static str {
        match self {
            ElementKind::PackedInt => "packed int32",
            ElementKind::HoleyInt => "holey int32",
            ElementKind::PackedDouble => "packed double",
            ElementKind::HoleyDouble => "holey double",
            ElementKind::PackedTagged => "packed tagged",
            ElementKind::HoleyTagged => "holey tagged",
            ElementKind::Dictionary => "dictionary",
            ElementKind::Exotic => "exotic",
        }
    }
}

const _: () = assert!(size_of::<JsObject>() == 24);
const _: () = assert!(size_of::<Slots>() == 16);
const _: () = assert!(size_of::<Elements>() == 16);
const _: () = assert!(size_of::<Environment>() == 32);
