//! aarch64's machine code on an emulator: whole VMs whose compiled code is aarch64's, in processes of another machine.
//!
//! The emulator sees this process's memory at its own addresses, so that compiled code works on the real heap, frames and inline caches. Where it calls
//! the runtime, the emulator stops, the function is called natively, and the code goes on behind the call. Native frames and those of
//! emulated code lie on one stack, as they would on the machine.
//!
//! ```text
//! unicorn    the emulator's interface        stack    how one stack serves both, while the emulator has its own
//! machine    calls into compiled code, and out of it
//! ```
//!
//! Unicorn's library is opened when a VM gets its tiers: the variable `TARSIER_UNICORN` names it.
#![cfg(all(target_os = "linux", target_arch = "x86_64"))]

mod machine;
mod stack;
mod unicorn;

pub use machine::{Counts, Stopped, counts, install, observe};
