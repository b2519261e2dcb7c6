//! What the end-to-end tests share: running the shell under test, the program corpus,
//! reports of differences, and generated hostile sources.

pub mod compare;
pub mod pool;
pub mod programs;
pub mod run;
pub mod sources;
