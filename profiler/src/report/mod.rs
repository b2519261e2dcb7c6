//! What people read.

pub mod calls;
mod calls_page;
pub mod html;
pub mod live;
pub mod page;
pub mod summary;
