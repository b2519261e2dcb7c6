//! What other tools read.

pub mod cpuprofile;
