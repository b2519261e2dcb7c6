//! What the interpreter's frames hold where code may be left, and where a node comes from.

use super::{InlineId, NodeId, StateId};
use smallvec::SmallVec;

/// One frame of a state: an activation, where it is, and its registers that are alive.
#[derive(Clone, Debug)]
pub struct FrameState {
    pub inline: InlineId,
    pub pc: u32,
    /// The state of the caller at the call, for inlined activations.
    pub caller: StateId,
    pub registers: Vec<(u16, NodeId)>,
}

/// An activation: the function itself, or one that was inlined.
#[derive(Clone, Debug)]
pub struct Inline {
    pub code_id: u32,
    /// The code id that frames carry.
    pub native_id: u32,
    /// Address of the function's CodeHeader.
    pub machine: u64,
    /// Where its frame begins, in words from the function's.
    pub word: u32,
    pub caller: InlineId,
    /// Where the caller calls it.
    pub call_pc: u32,
    pub callee: NodeId,
    pub this: NodeId,
    pub argc: u32,
    /// What `new.target` is, if it was called by `new` or `super`.
    pub new_target: NodeId,
    /// It may be called by `new`.
    pub is_constructor: bool,
    /// Entering it makes an object of `this`, or takes it from the closure.
    pub coerces_this: bool,
    pub is_arrow: bool,
    /// It is a generator, or asynchronous: its frame may be copied.
    pub suspends: bool,
    /// Somebody may look at its frame.
    pub is_seen: bool,
}

impl Inline {
    /// A function itself, which nothing is known of.
    pub fn outermost(code_id: u32) -> Inline {
        Inline {
            code_id,
            native_id: 0,
            machine: 0,
            word: 0,
            caller: InlineId::NONE,
            call_pc: 0,
            callee: NodeId::NONE,
            this: NodeId::NONE,
            argc: 0,
            new_target: NodeId::NONE,
            is_constructor: false,
            coerces_this: false,
            is_arrow: false,
            suspends: false,
            is_seen: true,
        }
    }
}

/// A bytecode, through inlining.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Origin {
    pub inline: InlineId,
    pub pc: u32,
}

/// An object that no machine code makes, and what is in it when code is left.
#[derive(Clone, PartialEq, Debug)]
pub struct Sunk {
    /// The allocation, which is in no block; what it takes is needed where code is left.
    pub object: NodeId,
    /// Its shape then, of ordinary objects.
    pub shape: u32,
    /// Words by offset.
    pub fields: SmallVec<[(u32, NodeId); 8]>,
}
