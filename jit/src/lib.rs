//! The compiled tiers' side of the VM.
//!
//! The interpreter is the only tier so far. What is here is the boundary by which `vm` will reach compilers without knowing
//! them: plain data in, an entry address out.

use abi::frame::CodeHeader;

/// How far a piece of code has come.
#[derive(Clone, Copy, PartialEq, Eq, Debug, PartialOrd, Ord)]
pub enum TierKind {
    Interpreter,
    Baseline,
    Optimizer,
}

/// Why a compiler did not compile.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Refusal {
    /// No code may be generated in this VM.
    Jitless,
    /// The tier is above the highest one allowed.
    TierDisabled,
    /// The code memory's budget is used up.
    CodeMemory,
    /// The function has something that the tier never compiles.
    Unsupported(&'static str),
}

/// A compiler for one tier, seen from the VM.
pub trait Compiler {
    fn tier(&self) -> TierKind;

    /// Compiles a function whose bytecode is there, and installs the entry in its header.
    ///
    /// # Errors
    /// The reason, for the record; the function goes on in the tier below.
    ///
    /// # Safety
    /// `code` must be the machine part of a live, compiled Code cell.
    unsafe fn compile(&mut self, code: *mut CodeHeader) -> Result<(), Refusal>;
}

/// The compiler of a VM that generates no code.
pub struct NoCompiler;

impl Compiler for NoCompiler {
    fn tier(&self) -> TierKind {
        TierKind::Interpreter
    }

    unsafe fn compile(&mut self, _code: *mut CodeHeader) -> Result<(), Refusal> {
        Err(Refusal::Jitless)
    }
}
