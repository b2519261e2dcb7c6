//! Inline caches: data that every tier shares.
//!
//! A site has one entry in place and up to three more behind a pointer, then it is megamorphic. The interpreter and the
//! baseline code read the entries to be fast, the optimizer reads them as feedback, the reports as evidence.

#[macro_use]
mod cases;
pub mod access;

use crate::object::JsObject;
use core::cell::Cell;

pub use cases::{Access, Base, EntryKind, Field, Form, Guard, Storage};

/// Entries of a site at most; the next one makes it megamorphic.
pub const MAX_ENTRIES: usize = 4;

/// What a feedback site is of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u16)]
pub enum SiteKind {
    GetField,
    SetField,
    DefineField,
    GetIndex,
    SetIndex,
    GetGlobal,
    SetGlobal,
    Call,
    Construct,
    NewObject,
    NewArray,
    InstanceOf,
    Private,
    DeleteField,
}

impl SiteKind {
    /// In the order of their numbers.
    pub const ALL: [SiteKind; 14] = [
        SiteKind::GetField,
        SiteKind::SetField,
        SiteKind::DefineField,
        SiteKind::GetIndex,
        SiteKind::SetIndex,
        SiteKind::GetGlobal,
        SiteKind::SetGlobal,
        SiteKind::Call,
        SiteKind::Construct,
        SiteKind::NewObject,
        SiteKind::NewArray,
        SiteKind::InstanceOf,
        SiteKind::Private,
        SiteKind::DeleteField,
    ];

    /// The kind with this number.
    pub fn of(number: u16) -> Option<SiteKind> {
        Self::ALL.get(number as usize).copied()
    }
}

const _: () = {
    let mut i = 0;
    while i < SiteKind::ALL.len() {
        assert!(SiteKind::ALL[i] as usize == i);
        i += 1;
    }
};

/// One guarded case, as [the table](cases) says of its kind. `shape` is compared with the receiver's header.
#[repr(C)]
pub struct CacheEntry {
    pub shape: Cell<u32>,
    /// The shape after adding or removing; of [`EntryKind::LIKELIEST`] `shape` once more.
    pub new_shape: Cell<u32>,
    /// Bytes.
    pub offset: Cell<u32>,
    pub kind: Cell<EntryKind>,
    /// ENTRY_*; of an accessor, in which [`Storage`] its pair is.
    pub flags: Cell<u8>,
    /// At an object literal: bytes of the cell that it allocates, whose allocator is `offset` bytes into the VM.
    pub bytes: Cell<u16>,
    /// Weak: cleared by the collector with the entry.
    pub holder: Cell<*mut JsObject>,
    /// The one-shot validity cell that this entry leans on, or one that is always valid. Points at a byte: 1 valid, 0 fired.
    pub validity: Cell<*const Cell<u8>>,
}

/// The own data property whose word an entry names is writable: a store may use an entry that a load made.
pub const ENTRY_STORABLE: u8 = 2;

/// How far a site has come.
pub const SITE_UNINITIALIZED: u8 = 0;
pub const SITE_MONOMORPHIC: u8 = 1;
pub const SITE_POLYMORPHIC: u8 = 2;
pub const SITE_MEGAMORPHIC: u8 = 3;
/// Not cachable here (exotic receivers, dictionaries that change): the generic path, without trying again at once.
pub const SITE_GENERIC: u8 = 4;

/// The site's operation runs in strict code.
pub const SITE_FLAG_STRICT: u8 = 1;

/// Element access seen at a GetIndex/SetIndex site: one bit per ElementKind, then these.
pub const SEEN_TYPED_ARRAY: u16 = 1 << 8;
pub const SEEN_STRING: u16 = 1 << 9;
pub const SEEN_NAMED_KEY: u16 = 1 << 10;
pub const SEEN_OUT_OF_BOUNDS: u16 = 1 << 11;
pub const SEEN_HOLE: u16 = 1 << 12;
pub const SEEN_GROWTH: u16 = 1 << 13;
pub const SEEN_OTHER: u16 = 1 << 14;
/// Of an IteratorStep: an iterator of a Map's entries, with the built-in `next`.
pub const SEEN_ENTRIES: u16 = 1 << 15;

/// A feedback site.
#[repr(C)]
pub struct Site {
    pub first: CacheEntry,
    /// The property key (bits of a PropertyKey), 0 for sites without one.
    pub key: Cell<u64>,
    /// Up to three further entries, or null.
    pub more: Cell<*mut CacheEntry>,
    pub state: Cell<u8>,
    /// At an element site: 1 + the ArrayType of the typed arrays that it sees, 0 for none. At an object literal's: how many
    /// objects it has made, until they say how many slots they need.
    pub count: Cell<u8>,
    pub flags: Cell<u8>,
    pub misses: Cell<u8>,
    /// SEEN_* bits of an element site; at an array literal's, the element kinds that its arrays began with.
    pub seen: Cell<u16>,
    pub kind: Cell<u16>,
    /// Index of the site's history in the feedback side table, 0 for none.
    pub history: Cell<u32>,
    /// Executions that the entries did not answer.
    pub missed: Cell<u32>,
}

/// Entries of the cache that megamorphic sites share; a power of two.
pub const MEGAMORPHIC_ENTRIES: usize = 2048;

/// One of them, found by shape and key: see [`megamorphic_index`].
#[repr(C)]
pub struct MegamorphicEntry {
    pub key: Cell<u64>,
    pub entry: CacheEntry,
}

/// What a shape is multiplied with before it is mixed with the key.
pub const MEGAMORPHIC_FACTOR: u32 = 0x9e37;

/// Entries that add a property are found under the key with these bits changed, which makes it no other's: what loads know of a property that is absent
/// stays beside them.
pub const MEGAMORPHIC_ADDS: u64 = 0x2a51;

/// Where the entry of a shape and key (bits of a PropertyKey) would be.
#[inline(always)]
pub fn megamorphic_index(shape: u32, key: u64) -> usize {
    (((key >> 4) as u32) ^ shape.wrapping_mul(MEGAMORPHIC_FACTOR)) as usize & (MEGAMORPHIC_ENTRIES - 1)
}

const _: () = assert!(size_of::<CacheEntry>() == 32);
const _: () = assert!(size_of::<Site>() == 64);
