//! The header that every heap cell begins with.
//!
//! ```text
//! byte 0..4  shape   the cell's shape, as (address of the Shape cell - heap base) / 16; a guard is one 32-bit compare
//! byte 4     kind    CellKind; 0 means a free cell
//! byte 5     detail  objects: ElementKind; strings: StringForm; else free for the kind
//! byte 6     flags   FLAG_*
//! byte 7     gc      CellState, a hint for the write barrier; the truth is the block's mark bits
//! ```
//!
//! Nobody writes the header as a whole word after allocation; the gc byte is touched by byte-wide atomics only.

use core::cell::Cell;
use core::sync::atomic::AtomicU8;

/// Every cell's address is a multiple of this.
pub const CELL_ALIGN: usize = 16;
/// log2 of [`CELL_ALIGN`]: what a shape index is shifted by.
pub const SHAPE_SHIFT: u32 = 4;

#[repr(C)]
pub struct CellHeader {
    pub shape: Cell<u32>,
    pub kind: Cell<u8>,
    pub detail: Cell<u8>,
    pub flags: Cell<u8>,
    pub gc: AtomicU8,
}

const _: () = assert!(size_of::<CellHeader>() == 8);

/// The write barrier's view of a cell. A store into a cell whose state is [`CellState::OLD`] goes the slow way.
pub struct CellState;
impl CellState {
    /// Not marked: young, or not yet reached by the marking under way.
    pub const YOUNG: u8 = 0;
    /// Marked and scanned: the barrier must remember it before a pointer is stored into it.
    pub const OLD: u8 = 1;
    /// In the remembered set already, or waiting to be scanned: the barrier has nothing to do.
    pub const GREY: u8 = 2;
}

/// The cell is an object that other objects have as prototype: its changes fire watchpoints.
pub const FLAG_PROTOTYPE: u8 = 1 << 0;
/// Own properties are made on demand (functions: name, length, prototype; namespaces: everything); a lookup materializes them first.
pub const FLAG_LAZY: u8 = 1 << 1;
/// The object has [[Call]].
pub const FLAG_CALLABLE: u8 = 1 << 2;
/// The object is exotic in one of the essential internal methods that property access uses: no inline cache, generic path.
pub const FLAG_EXOTIC: u8 = 1 << 3;
/// An array whose length is read-only.
pub const FLAG_LENGTH_READONLY: u8 = 1 << 4;
/// typeof gives "undefined" and == null holds (annex B IsHTMLDDA).
pub const FLAG_HTMLDDA: u8 = 1 << 6;
/// The object has [[Construct]].
pub const FLAG_CONSTRUCTOR: u8 = 1 << 7;

macro_rules! cell_kinds {
    ($( $(#[$m:meta])* $name:ident ),* $(,)?) => {
        /// What a cell is. Everything from [`CellKind::Object`] on is a JavaScript object.
        #[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, PartialOrd, Ord)]
        #[repr(u8)]
        pub enum CellKind { $( $(#[$m])* $name ),* }
        impl CellKind {
            pub const ALL: &'static [CellKind] = &[$(CellKind::$name),*];
            /// The kind with number `n`; out-of-range numbers give [`CellKind::Free`].
            #[inline]
            pub fn from_u8(n: u8) -> CellKind {
                Self::ALL.get(n as usize).copied().unwrap_or(CellKind::Free)
            }
            pub fn name(self) -> &'static str {
                match self { $(CellKind::$name => stringify!($name)),* }
            }
        }
    };
}

cell_kinds! {
    /// Not allocated.
    Free,
    String,
    Symbol,
    BigInt,
    Shape,
    /// Out-of-line property slots.
    Slots,
    /// Elements as tagged values (int32 and tagged element kinds).
    Elements,
    /// Elements as raw doubles.
    DoubleElements,
    /// Sparse elements with attributes.
    DictionaryElements,
    Environment,
    Code,
    /// An accessor pair in a property slot.
    Accessor,
    /// A for-in enumeration.
    ForIn,
    /// A suspended generator's or async function's frame.
    SavedFrame,
    /// Memory of the runtime with a trace function of its own.
    Internal,
    /// A one-shot watchpoint.
    Validity,
    /// The names of an environment's slots.
    ScopeInfo,
    /// A function's rarely needed data.
    FunctionRare,
    Script,
    Module,
    /// A compiled pattern of regular expressions.
    RegExpProgram,
    Realm,
    /// The first kind of object: an ordinary object.
    Object,
    Array,
    Function,
    NativeFunction,
    BoundFunction,
    Arguments,
    Error,
    BooleanObject,
    NumberObject,
    StringObject,
    SymbolObject,
    BigIntObject,
    Date,
    RegExp,
    Map,
    Set,
    WeakMap,
    WeakSet,
    WeakRef,
    FinalizationRegistry,
    ArrayBuffer,
    SharedArrayBuffer,
    TypedArray,
    DataView,
    Promise,
    Proxy,
    Generator,
    AsyncGenerator,
    ArrayIterator,
    MapIterator,
    SetIterator,
    StringIterator,
    RegExpStringIterator,
    IteratorHelper,
    WrapForValidIterator,
    AsyncFromSyncIterator,
    ModuleNamespace,
    Global,
    ShadowRealm,
    DisposableStack,
    AsyncDisposableStack,
    TemporalDuration,
    TemporalInstant,
    TemporalPlainDate,
    TemporalPlainDateTime,
    TemporalPlainMonthDay,
    TemporalPlainTime,
    TemporalPlainYearMonth,
    TemporalZonedDateTime,
    RawJson,
    /// A frame of a stack trace, as `Error.prepareStackTrace` gets it.
    CallSite,
    /// Objects of the embedding.
    Host,
}

impl CellHeader {
    #[inline(always)]
    pub fn kind(&self) -> CellKind {
        CellKind::from_u8(self.kind.get())
    }

    #[inline(always)]
    pub fn is(&self, kind: CellKind) -> bool {
        self.kind.get() == kind as u8
    }

    #[inline(always)]
    pub fn is_object(&self) -> bool {
        self.kind.get() >= CellKind::Object as u8
    }

    #[inline(always)]
    pub fn has_flag(&self, flag: u8) -> bool {
        self.flags.get() & flag != 0
    }

    #[inline(always)]
    pub fn set_flag(&self, flag: u8) {
        self.flags.set(self.flags.get() | flag);
    }

    #[inline(always)]
    pub fn clear_flag(&self, flag: u8) {
        self.flags.set(self.flags.get() & !flag);
    }
}
