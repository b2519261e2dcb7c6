//! What people read.

pub mod html;
pub mod live;
pub mod page;
pub mod summary;
