//! What people read.

pub mod html;
pub mod summary;
