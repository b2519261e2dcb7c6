//! The sampling profiler: what the program does, without instrumentation and without safepoints.
//!
//! ```text
//! sampler/signal   the handler: one sample as raw words into the ring     (VM's thread, async-signal-safe)
//! sampler/walk     the chain of frame headers                             (in the handler)
//! sampler/ring     single-producer single-consumer words                  (between the two threads)
//! sampler/thread   drains the ring, re-arms the kernel's timer            (sampling thread)
//! profile          samples with names and lines, resolved once at the end
//! report, formats  what people and other tools read
//! ```
//!
//! The profiler knows the VM; the VM does not know the profiler. With sampling on, the same code runs in the same tiers as without.

pub mod formats;
pub mod profile;
pub mod report;
pub mod sampler;

pub use profile::Profile;
pub use sampler::{Options, Profiler};
