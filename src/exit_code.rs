//! How the process ends: the exit codes are part of the interface.

/// An exception that nobody caught, a promise rejected without a handler, or a syntax error.
pub const UNCAUGHT: i32 = 1;
/// The command line is wrong, or a file cannot be read or written.
pub const USAGE: i32 = 2;
pub const OUT_OF_MEMORY: i32 = 3;
pub const TIME_LIMIT: i32 = 4;
/// `tarsier compare`: a gate is closed; `tarsier advise`: `--fail-on`.
pub const GATE: i32 = 5;
/// A defect of the engine.
pub const INTERNAL: i32 = 70;
