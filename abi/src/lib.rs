//! What compiled code sees, and nothing else.
//!
//! Value encoding, every `#[repr(C)]` layout that machine code touches (cell header, object, elements, environment,
//! inline-cache entry, frame, VM context) and the opcode table. The crate imports nothing, so that the stencil generator
//! can be built from it and Cranelift alone. Sizes and offsets that matter are asserted at compile time.

pub mod allocator;
pub mod calls;
pub mod cell;
pub mod context;
pub mod frame;
pub mod generator;
pub mod ic;
pub mod object;
pub mod opcode;
pub mod runtime;
pub mod string;
pub mod tally;
pub mod value;

pub use cell::{CellHeader, CellKind};
pub use object::ElementKind;
pub use opcode::Opcode;
pub use value::Value;
