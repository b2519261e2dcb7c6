//! What the VM knows at the end of a run, put into the profile.
//!
//! ```text
//! caches     inline caches that know several shapes, arrays that became general   (summary, report, comparisons)
//! sites      the site database
//! counts     exact counts beside it
//! calls      the calling context tree
//! shapes     shapes with the places that made them
//! decisions  what the optimizing compiler decided
//! ```

mod caches;
mod calls;
mod counts;
mod decisions;
mod shapes;
mod sites;

pub use caches::gather;
pub use calls::trace_calls;
pub use counts::count;
pub use decisions::decisions;
pub use sites::find as find_sites;
