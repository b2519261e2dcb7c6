//! JavaScript frames, one layout for every tier.
//!
//! Frames live on the VM stack, which grows upwards; everything is at a non-negative offset from the frame. A call's
//! frame overlaps its caller's outgoing registers: the caller writes callee, this and arguments in place.
//!
//! ```text
//! word 0  caller      the calling frame, or null
//! word 1  position    u32 bytecode offset (in 16-bit units) or origin | code id u32 << 32: one aligned word
//! word 2  code        the Code cell's CodeHeader, or null for a built-in
//! word 3  callee      the function object
//! word 4  argc u32 | flags u32
//! word 5  new target  valid only if flags has CONSTRUCT
//! word 6  this
//! word 7  arguments, then locals and temporaries: "register n" is word n of the frame
//! ```
//!
//! A function with more arguments than parameters and no need of them overwrites them by its locals; one that
//! needs them (`arguments`, rest) materializes them at its entry.

use crate::value::Value;
use core::cell::Cell;
use core::ptr::{null, null_mut};

pub const CALLER: usize = 0;
pub const POSITION: usize = 1;
pub const CODE: usize = 2;
pub const CALLEE: usize = 3;
pub const ARGC_FLAGS: usize = 4;
pub const NEW_TARGET: usize = 5;
pub const THIS: usize = 6;
pub const FIRST_ARGUMENT: usize = 7;
/// Words before `this`.
pub const HEADER_WORDS: usize = 6;

/// The frame was made by `new` or `super()`.
pub const FLAG_CONSTRUCT: u32 = 1;
/// Returning from the frame leaves the interpreter's loop.
pub const FLAG_ENTRY: u32 = 2;
/// The frame is a resumed generator or async function.
pub const FLAG_RESUMED: u32 = 4;
/// The frame is a built-in's.
pub const FLAG_NATIVE: u32 = 8;
/// The frame's `this` was made for a base constructor; a primitive result is replaced by it.
pub const FLAG_THIS_CREATED: u32 = 16;

/// The caller runs in another realm: returning restores the caller's.
pub const FLAG_REALM: u32 = 32;
/// The frame took the place of others by a tail call: between it and its caller there were more.
pub const FLAG_TAIL_CALLED: u32 = 64;
/// The optimizing compiler has found the activation in a loop before.
pub const FLAG_LOOPS: u32 = 128;

/// In `position`, while optimized code calls a leaf that looks at no frame: the rest is no bytecode offset but the index of an origin of
/// the frame's machine code, which knows what it is inlined into. Only samplers see it.
pub const POSITION_IS_ORIGIN: u32 = 1 << 30;

#[repr(C)]
pub struct Frame {
    pub caller: *mut Frame,
    /// Bytecode offset, or an origin ([`POSITION_IS_ORIGIN`]).
    pub position: u32,
    pub code_id: u32,
    pub code: *const CodeHeader,
    pub callee: Value,
    pub argc: u32,
    pub flags: u32,
    pub new_target: Value,
    pub this: Value,
    // arguments and registers follow
}

/// Where the code of [`NativeOffsets::UNITS`] units of bytecode begins, counted in bytes from the start of the function's.
#[repr(C)]
#[derive(Clone, Copy, Default)]
pub struct NativeOffsets {
    /// Less than any of them.
    pub base: u32,
    /// For each unit how much more it is; 0 where no instruction starts.
    pub ahead: [u16; NativeOffsets::UNITS],
}

impl NativeOffsets {
    pub const UNITS: usize = 32;
}

/// Optimized code that a suspended call goes on in.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct Resumption {
    /// Offset of the instruction that the call goes on at.
    pub position: u32,
    /// Words of the VM stack that the code takes from its frame on.
    pub words: u32,
    pub address: *const u8,
}

/// What machine code and the interpreter need of a compiled function, at the start of its Code cell's payload.
#[repr(C)]
pub struct CodeHeader {
    /// The bytecode, in 16-bit units; null until first called.
    pub bytecode: *mut u16,
    pub constants: *const Value,
    /// The inline-cache sites.
    pub sites: *mut crate::ic::Site,
    /// Words of a frame, header included.
    pub frame_words: u32,
    /// Parameters that have a register of their own (without rest).
    pub parameters: u32,
    pub code_id: u32,
    /// CODE_FLAG_*
    pub flags: u32,
    /// Words from the frame's `FIRST_ARGUMENT + parameters` on that must be set to undefined at entry.
    pub locals: u32,
    /// Register that gets the arguments object or rest array at entry, 0 for none.
    pub arguments_register: u16,
    pub rest_register: u16,
    /// Where a call enters the best compiled code; null if there is none and the function is to be interpreted.
    pub entry: *const u8,
    /// Start of the compiled code, and for all units of bytecode where in it the instructions' code is.
    pub native: *const u8,
    pub native_offsets: *const NativeOffsets,
    /// Calls and back edges left until the function is looked at for compiling.
    pub tier_up_budget: i32,
    /// The code id that frames of compiled code carry.
    pub native_id: u32,
    /// Instructions that compiled code handed to the runtime since it was made.
    pub handed_back: u32,
    /// How often the function was compiled.
    pub compiles: u32,
    /// Its code has not run since memory for code was short; the entry is that of functions without code, and sees to it when it is called.
    pub unused: bool,
    /// The function's number in the calling context tree, once it has one.
    pub call_number: Cell<u32>,
    /// Optimized code that takes the place of the entry, or null; and optimized code that is entered with a frame that is set up already.
    pub optimized: *const u8,
    pub optimized_body: *const u8,
    /// Words of the VM stack that the latter takes from its frame on.
    pub optimized_words: u32,
    /// Where suspended calls of the function have optimized code to go on in, and how many places these are.
    pub resumptions: *const Resumption,
    pub resumption_count: u32,
    /// [`VmContext::collections`](crate::context::VmContext) when optimized code of the function last cleared a frame of its.
    pub cleared: u32,
}

impl CodeHeader {
    /// Of a function that was never called.
    pub const fn new(code_id: u32, flags: u32) -> CodeHeader {
        CodeHeader {
            bytecode: null_mut(),
            constants: null(),
            sites: null_mut(),
            frame_words: FIRST_ARGUMENT as u32,
            parameters: 0,
            code_id,
            flags,
            locals: 0,
            arguments_register: 0,
            rest_register: 0,
            entry: null(),
            native: null(),
            native_offsets: null(),
            tier_up_budget: 0,
            native_id: code_id | NATIVE_ID,
            handed_back: 0,
            compiles: 0,
            unused: false,
            call_number: Cell::new(0),
            optimized: null(),
            optimized_body: null(),
            optimized_words: 0,
            resumptions: null(),
            resumption_count: 0,
            cleared: 0,
        }
    }
}

/// Set in the code id of frames that run compiled code; the rest of the id is the function's.
pub const NATIVE_ID: u32 = 1 << 31;

/// Offset of the [`CodeHeader`] in a Code cell.
pub const CODE_MACHINE_OFFSET: usize = size_of::<crate::cell::CellHeader>();

pub const CODE_FLAG_STRICT: u32 = 1;
/// `this` must be coerced to an object at entry (sloppy code that uses it).
pub const CODE_FLAG_COERCE_THIS: u32 = 1 << 1;
/// Materialize an unmapped arguments object at entry.
pub const CODE_FLAG_ARGUMENTS_UNMAPPED: u32 = 1 << 2;
/// Materialize a mapped arguments object at entry.
pub const CODE_FLAG_ARGUMENTS_MAPPED: u32 = 1 << 3;
/// Materialize the rest array at entry.
pub const CODE_FLAG_REST: u32 = 1 << 4;
pub const CODE_FLAG_GENERATOR: u32 = 1 << 5;
pub const CODE_FLAG_ASYNC: u32 = 1 << 6;
pub const CODE_FLAG_ARROW: u32 = 1 << 7;
/// [[Call]] throws: a class constructor.
pub const CODE_FLAG_CLASS_CONSTRUCTOR: u32 = 1 << 8;
pub const CODE_FLAG_DERIVED: u32 = 1 << 9;
/// Has [[Construct]].
pub const CODE_FLAG_CONSTRUCTOR: u32 = 1 << 10;
/// A method or accessor (no prototype property).
pub const CODE_FLAG_METHOD: u32 = 1 << 11;
/// Arguments beyond the parameters are passed on: entry puts them into an array in the rest register, if there are any.
pub const CODE_FLAG_FORWARD: u32 = 1 << 12;
/// Somebody may ask for the arguments of its activations by the function's legacy property, so that they stay in its frames.
pub const CODE_FLAG_INSPECTED: u32 = 1 << 13;
/// A built-in that is written in JavaScript: what is shown of it is a built-in's.
pub const CODE_FLAG_SELF_HOSTED: u32 = 1 << 14;
/// The arguments object is made by the first eval that may ask for it. Until then its variable is empty; only arguments beyond the parameters, which frames
/// do not keep, have it made at entry.
pub const CODE_FLAG_ARGUMENTS_LAZY: u32 = 1 << 15;
/// Entry has more to do than plain frame set-up: any of coerce-this, arguments, rest, arguments to pass on.
pub const CODE_FLAG_SLOW_ENTRY: u32 = CODE_FLAG_COERCE_THIS
    | CODE_FLAG_ARGUMENTS_UNMAPPED
    | CODE_FLAG_ARGUMENTS_MAPPED
    | CODE_FLAG_REST
    | CODE_FLAG_FORWARD;

const _: () = assert!(size_of::<Frame>() == 8 * FIRST_ARGUMENT);
const _: () = assert!(core::mem::offset_of!(Frame, code_id) == 8 * POSITION + 4);
const _: () = assert!(core::mem::offset_of!(Frame, code) == 8 * CODE);
const _: () = assert!(core::mem::offset_of!(Frame, callee) == 8 * CALLEE);
const _: () = assert!(core::mem::offset_of!(Frame, this) == 8 * THIS);
