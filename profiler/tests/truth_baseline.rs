//! The same programs with the baseline compiler: compiled code, the interpreter before it, and both calling each other.

#[path = "truth.rs"]
mod truth;
