//! Bytecode: what the frontend hands to the runtime, how it is built, and how it is shown.

pub mod builder;
pub mod data;
pub mod decorated_element;
pub mod disasm;
pub mod environments;
pub mod eval_scope;
pub mod positions;
pub mod verify;
