//! The sampling profiler: what the program does, without instrumentation and without safepoints.
//!
//! ```text
//! sampler/signal   the handler: one sample as raw words into the ring     (VM's thread, async-signal-safe)
//! sampler/walk     the chain of frame headers                             (in the handler)
//! sampler/faults   which stops were in page faults                        (in the handler)
//! sampler/schedule when the next samples are due                          (sampling thread)
//! sampler/timers   the kernel's timers, armed ahead of time               (sampling thread)
//! sampler/times    how long the handler takes                             (in the handler)
//! sampler/ring     single-producer single-consumer words                  (between the two threads)
//! sampler/alarm    wakes the thread before the ring is full               (between the two threads)
//! sampler/thread   arms and drains                                        (sampling thread)
//! sampler/affinity on which processor                                     (sampling thread)
//! sampler/log      each stack once, a sample in a few words               (sampling thread)
//! resolve          code ids, offsets and PCs become functions and lines   (VM's thread; once at the end, or piece by piece)
//! live             what was seen so far, for who looks on, in bounded space
//! symbols          names of native code; evidence: what inline caches, shapes and compilers know
//! profile          the native format, from which everything else is made  (FORMAT.md)
//! tree, grid, lines  calling-context trees; samples laid on an even grid; lines of source texts
//! perf_prof        tells Linux perf of machine code as it is installed
//! report, formats  what people and other tools read
//! statistics       what may be said of measured figures; compare: what changed between two versions of a program
//! calls            the calling context tree of all calls (`--trace-calls`)
//! sites            the site database; advise: which lines cost too much, and what to write instead (ADVISE.md)
//! ```
//!
//! The profiler knows the VM; the VM does not know the profiler. With sampling on, the same code runs in the same tiers as without.

pub mod advise;
pub mod calls;
pub mod compare;
pub mod counts;
mod evidence;
pub mod formats;
pub mod grid;
mod lines;
pub mod live;
pub mod perf_prof;
pub mod profile;
pub mod report;
pub mod resolve;
#[cfg(test)]
mod sample_profile;
pub mod sampler;
pub mod sites;
pub mod statistics;
pub mod symbols;
pub mod tree;

pub use evidence::decisions;
pub use formats::Format;
pub use profile::Profile;
pub use sampler::{Clock, Options, Profiler};
