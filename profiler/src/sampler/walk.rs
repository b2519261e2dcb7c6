//! The chain of frame headers, read from the signal handler.
//!
//! Nothing here may allocate, lock or trust: every link must be aligned, within the VM stack, and strictly nearer its
//! base than the last, or the walk ends with a counted cause.

use abi::context::VmContext;
use abi::frame::Frame;
use std::sync::atomic::{AtomicPtr, AtomicU64, Ordering};

/// Why a walk ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u64)]
pub enum End {
    /// At the outermost frame.
    Complete = 0,
    /// No JavaScript was running.
    Empty = 1,
    /// Deeper than a sample holds.
    Truncated = 2,
    /// A link was not aligned, or outside the stack.
    BadLink = 3,
    /// A link did not lead towards the base.
    NotOutwards = 4,
}

impl End {
    pub fn from_u64(n: u64) -> End {
        [End::Complete, End::Empty, End::Truncated, End::BadLink][(n as usize).min(3)]
    }
}

/// Frames of one sample at most.
pub const MAX_DEPTH: usize = 400;

/// Writes each frame's position word (bytecode offset, code id in the upper half), innermost first. Returns how many, and why no more.
///
/// # Safety
/// `context` must be a live VM's; to be called on that VM's thread, which is stopped in this handler.
pub unsafe fn walk(context: &VmContext, frames: &mut [u64; MAX_DEPTH]) -> (usize, End) {
    let base = context.stack_base.get() as usize;
    // Frames end below the limit; the reserve behind it is for built-ins' arguments.
    let end = context.stack_limit.get() as usize + (1 << 19);
    let mut frame = context.top_call_frame.load(Ordering::Acquire);
    if frame.is_null() {
        return (0, End::Empty);
    }
    let mut last = usize::MAX;
    let mut n = 0;
    while !frame.is_null() {
        let address = frame as usize;
        if !address.is_multiple_of(8) || address < base || address >= end {
            return (n, End::BadLink);
        }
        if address >= last {
            return (n, End::NotOutwards);
        }
        if n == MAX_DEPTH {
            return (n, End::Truncated);
        }
        last = address;
        // SAFETY: the address is within the VM stack, which stays mapped while the VM lives; words are read by atomics.
        unsafe {
            let position = (&raw const (*frame).position).cast::<AtomicU64>();
            frames[n] = (*position).load(Ordering::Relaxed);
            n += 1;
            let caller = (&raw const (*frame).caller).cast::<AtomicPtr<Frame>>();
            frame = (*caller).load(Ordering::Relaxed);
        }
    }
    (n, End::Complete)
}
