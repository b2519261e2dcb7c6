//! What people read.

pub mod html;
pub mod page;
pub mod summary;
