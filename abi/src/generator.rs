//! Suspended calls: generators, and the frames that they keep.
//!
//! ```text
//! SavedFrame       0 header | 8 words u32, position u32 | 16 the frame's words
//! GeneratorHead    0 object | 24 frame | 32 state u8 | 33 bare u8
//! ```

use crate::cell::CellHeader;
use crate::object::JsObject;
use core::cell::Cell;
use core::mem::offset_of;

/// A frame that was put away.
#[repr(C)]
pub struct SavedFrame {
    pub header: CellHeader,
    /// Words of the frame, its header included.
    pub words: u32,
    /// Where it goes on.
    pub position: u32,
    // the frame's words follow
}

pub const SAVED_WORDS_OFFSET: usize = size_of::<SavedFrame>();

/// What a generator is doing (ECMA-262 sec. 27.5.3).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum GeneratorState {
    SuspendedStart,
    SuspendedYield,
    Executing,
    /// An async generator that waits for the value of `return`.
    AwaitingReturn,
    Completed,
}

/// What a generator gave that was resumed: a value that it yielded, its result, or the result object of an iterator that it delegates to.
pub const GIVEN_YIELDED: u32 = 0;
pub const GIVEN_RETURNED: u32 = 1;
pub const GIVEN_RESULT: u32 = 2;

/// What a generator object begins with.
#[repr(C)]
pub struct GeneratorHead {
    pub object: JsObject,
    pub frame: Cell<*mut SavedFrame>,
    pub state: Cell<GeneratorState>,
    /// What it yields is bare, without a result object: whoever resumed it makes one if a script sees it. Cleared where what comes is a result object all
    /// the same: of an iterator that it delegates to.
    pub bare: Cell<bool>,
}

const _: () = assert!(offset_of!(GeneratorHead, frame) == size_of::<JsObject>());
const _: () = assert!(SAVED_WORDS_OFFSET.is_multiple_of(8));
