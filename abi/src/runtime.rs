//! The runtime's functions that compiled code calls, through a table in the VM context.
//!
//! All have the platform's C convention. Those that answer with an address say where to go on: compiled code jumps there with the
//! frame that `top_call_frame` names by then, which is how an exception finds its handler, a return its caller, and a function that has been
//! compiled anew its new code. Those that answer with a value left an exception pending if it is the empty one.

/// `fn(vm, frame, pc: u32) -> address`: does the instruction at `pc`, whatever it is, the interpreter's way.
pub const STEP: usize = 0;
/// `fn(vm, frame) -> address`: a call made by the frame's present instruction left an exception pending.
pub const EXCEPTION: usize = 1;
/// `fn(vm, frame) -> address`: a function is entered whose frame needs more than filling up.
pub const ENTER: usize = 2;
/// `fn(vm, frame) -> address`: runs a function that has no code in the interpreter; one whose code has not run lately is entered.
pub const INTERPRET: usize = 3;
/// `fn(vm, frame, new) -> value`: calls the built-in whose frame is laid out at `new`; empty when it threw.
pub const CALL_NATIVE: usize = 4;
/// `fn(vm, frame, new) -> address`: makes `this` for a Construct or SuperCall of a JavaScript function and gives the callee's entry; 0 where the
/// general way must be gone.
pub const CONSTRUCT: usize = 5;
/// `fn(vm, frame) -> address`: goes on in the interpreter at the frame's position.
pub const RESUME: usize = 6;

/// `fn(vm, left, right) -> value`: addition of anything.
pub const ADD: usize = 7;
/// `fn(vm, object, key, site) -> value`
pub const GET_INDEX: usize = 8;
/// `fn(vm, object, key, value, site) -> value`
pub const SET_INDEX: usize = 9;
/// `fn(vm, object, site) -> value`
pub const GET_FIELD: usize = 10;
/// `fn(vm, object, value, site) -> value`
pub const SET_FIELD: usize = 11;
/// `fn(vm, left, right) -> boolean`: equality of two strings.
pub const EQUAL_STRINGS: usize = 12;
/// `fn(vm, first, count, site) -> value`: an array of so many values.
pub const NEW_ARRAY: usize = 13;
/// `fn(vm, frame, constant, site) -> value`: an array of constants.
pub const NEW_ARRAY_CONST: usize = 14;
/// `fn(vm, frame, new) -> value`: `new` of a built-in.
pub const CONSTRUCT_NATIVE: usize = 15;

/// `fn(vm, object) -> enumeration`: begins a for-in.
pub const FOR_IN_START: usize = 16;

/// `fn(vm, frame, number) -> address`: optimized code is left by one of its exits.
pub const EXIT: usize = 17;

/// `fn(vm, frame, record, iterable) -> value`: StartIteration of the frame's present instruction.
pub const START_ITERATION: usize = 18;
/// `fn(vm, frame, record) -> value`: IteratorStep of the frame's present instruction; the record's iterator is undefined afterwards if there was no
/// value any more.
pub const ITERATOR_STEP: usize = 19;
/// `fn(vm, record, mode: u32) -> value`
pub const ITERATOR_CLOSE: usize = 20;
/// `fn(vm, iterable) -> list`
pub const SPREAD_LIST: usize = 21;
/// `fn(vm, array, iterable) -> value`
pub const ARRAY_SPREAD: usize = 22;
/// `fn(vm, frame, new, argc: u32) -> value`: lays out a call at `new` of which the last of `argc` arguments is a list.
pub const SPREAD_ARGUMENTS: usize = 23;

/// `fn(vm, frame, new) -> address`: as [`CONSTRUCT`] for a SuperForward, whose arguments it lays out, with their number and the flags.
pub const FORWARD: usize = 24;

/// `fn(vm, object, tally)`: counts an access to a property by its name.
pub const COUNT_FIELD: usize = 25;
/// `fn(vm, object, key, tally)`
pub const COUNT_GET_INDEX: usize = 26;
/// `fn(vm, object, key, value, tally)`
pub const COUNT_SET_INDEX: usize = 27;
/// `fn(vm, left, right, tally)`: counts an operation on these operands.
pub const COUNT_OPERANDS: usize = 28;
/// `fn(vm, operand, types: u32, tally)`: on this one, with these types if it is a number.
pub const COUNT_OPERAND: usize = 29;

/// `fn(vm, function: u32) -> value`: a function, by its code id, is entered; its node, an int32 (`--trace-calls`).
pub const ENTER_CALL: usize = 30;
/// `fn(vm, node: u32) -> u32`: the node is the current one again.
pub const LEAVE_CALL: usize = 31;

pub const COUNT: usize = 32;
