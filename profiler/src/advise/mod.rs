//! `tarsier advise`: which lines the compilers dislike, what each costs, and what to write instead.
//!
//! ```text
//! cost         times with the intervals that samples allow
//! times        the time of each site, by what was done for it; natives: what the engine's own functions are for
//! lower_tiers  what followed deoptimizations
//! database     what patterns look at (ADVISE.md)
//! api.js       the same as objects, and what helps to write patterns
//! runner       runs patterns, each in a realm that reaches nothing
//! patterns     those that are shipped
//! advice       what was found, merged by cause and ranked
//! print, markdown, words
//! ```
//!
//! All of it works on a native profile: nothing of it runs in the process that is looked at.

mod advice;
pub mod cost;
mod database;
mod lower_tiers;
mod markdown;
pub mod natives;
mod patterns;
mod print;
mod runner;
mod times;
mod words;

pub use advice::{Advice, Finding, Gate};
pub use database::Database;
pub use patterns::is_shipped;
pub use runner::{PatternError, PatternFile};
