//! What people read.

pub mod summary;
