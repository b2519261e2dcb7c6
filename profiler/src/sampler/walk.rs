//! The chain of frame headers, read from the signal handler.
//!
//! Nothing here may allocate, lock or trust: every link must be aligned, within the VM stack, and strictly nearer its
//! base than the last, or the walk ends with a counted cause.

use super::ring::Record;
use abi::context::VmContext;
use abi::frame::{FLAG_TAIL_CALLED, Frame};
use std::sync::atomic::{AtomicPtr, AtomicU32, AtomicU64, Ordering};

/// Why a walk ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
#[repr(u8)]
pub enum End {
    /// At the outermost frame.
    Complete = 0,
    /// No JavaScript was running.
    Empty = 1,
    /// Deeper than a sample holds: the innermost frames are there.
    Truncated = 2,
    /// A link was not aligned, or outside the stack.
    BadLink = 3,
    /// A link did not lead towards the base.
    NotOutwards = 4,
}

impl End {
    pub const ALL: [End; 5] = [End::Complete, End::Empty, End::Truncated, End::BadLink, End::NotOutwards];

    pub fn from_u8(n: u8) -> End {
        End::ALL.get(n as usize).copied().unwrap_or(End::BadLink)
    }

    /// What a report says of a walk that ended so.
    pub fn name(self) -> &'static str {
        match self {
            End::Complete => "complete",
            End::Empty => "no frame",
            End::Truncated => "deeper than a sample holds",
            End::BadLink => "link outside of the stack",
            End::NotOutwards => "link not outwards",
        }
    }
}

/// Set in a frame's word if proper tail calls elided frames between it and its caller. No bytecode offset is that large.
pub const TAIL_CALLED: u64 = 1 << 31;

/// Frames of one sample at most.
pub const MAX_DEPTH: usize = 1024;

/// Appends each frame's position word (bytecode offset, code id in the upper half), innermost first. Returns why there are no more.
///
/// # Safety
/// `context` must be a live VM's; to be called on that VM's thread, which is stopped in this handler. `frame` may be anything.
/// The record must have room for [`MAX_DEPTH`] words.
pub unsafe fn walk(context: &VmContext, mut frame: *mut Frame, record: &mut Record) -> End {
    let base = context.stack_base.get() as usize;
    // Frames end below the limit; the reserve behind it is for built-ins' arguments.
    let end = context.stack_limit.get() as usize + (1 << 19);
    if frame.is_null() {
        return End::Empty;
    }
    let mut last = usize::MAX;
    let mut n = 0;
    while !frame.is_null() {
        let address = frame as usize;
        if !address.is_multiple_of(8) || address < base || address >= end {
            return End::BadLink;
        }
        if address >= last {
            return End::NotOutwards;
        }
        if n == MAX_DEPTH {
            return End::Truncated;
        }
        last = address;
        // SAFETY: the address is within the VM stack, which stays mapped while the VM lives; words are read by atomics.
        unsafe {
            let position = (&raw const (*frame).position).cast::<AtomicU64>();
            let flags = (&raw const (*frame).flags).cast::<AtomicU32>();
            let elided = (*flags).load(Ordering::Relaxed) & FLAG_TAIL_CALLED != 0;
            record.push((*position).load(Ordering::Relaxed) | if elided { TAIL_CALLED } else { 0 });
            n += 1;
            let caller = (&raw const (*frame).caller).cast::<AtomicPtr<Frame>>();
            frame = (*caller).load(Ordering::Relaxed);
        }
    }
    End::Complete
}

#[cfg(test)]
mod tests {
    use super::super::ring::Ring;
    use super::*;
    use abi::value::Value;

    const WORDS: usize = 1 << 14;

    /// Walks from the frame at word `top` of a stack of these words (a position word and a caller, by word index, per frame).
    fn walked(frames: &[(usize, u64, usize)], top: usize) -> (Vec<u64>, End) {
        let mut stack = vec![0u64; WORDS];
        let base = stack.as_mut_ptr();
        for &(at, position, caller) in frames {
            // SAFETY: within the vector; a caller of usize::MAX is null.
            unsafe {
                *base.add(at) = if caller == usize::MAX { 0 } else { base.wrapping_add(caller) as u64 };
                *base.add(at + 1) = position;
            }
        }
        let limit = base.wrapping_add(WORDS).wrapping_byte_sub(1 << 19).cast::<Value>();
        let context = VmContext::new(base.cast(), limit);
        let ring = Ring::new(4096).unwrap();
        // SAFETY: one thread; the context's stack is the vector.
        unsafe {
            let Some(mut record) = ring.begin(MAX_DEPTH + 1) else { panic!("no room") };
            let end = walk(&context, base.wrapping_add(top).cast(), &mut record);
            let _ = record.finish(0);
            let mut words = Vec::new();
            ring.drain(&mut words);
            (words[1..].to_vec(), end)
        }
    }

    #[test]
    fn a_chain_is_followed_to_its_end() {
        let chain = [(10, 1, usize::MAX), (40, 2, 10), (90, 3, 40)];
        assert_eq!(walked(&chain, 90), (vec![3, 2, 1], End::Complete));
    }

    #[test]
    fn bad_links_end_it() {
        assert_eq!(walked(&[(40, 2, 2 * WORDS)], 40), (vec![2], End::BadLink));
        assert_eq!(walked(&[(40, 2, 40)], 40), (vec![2], End::NotOutwards));
        assert_eq!(walked(&[(40, 2, 90), (90, 3, usize::MAX)], 40), (vec![2], End::NotOutwards));
        assert_eq!(walked(&[], 2 * WORDS), (vec![], End::BadLink));
    }

    #[test]
    fn deep_stacks_keep_their_innermost_frames() {
        let chain: Vec<_> =
            (0..1200).map(|i| (7 * i, i as u64, if i == 0 { usize::MAX } else { 7 * (i - 1) })).collect();
        let (words, end) = walked(&chain, 7 * 1199);
        assert_eq!((words.len(), words[0], end), (MAX_DEPTH, 1199, End::Truncated));
    }
}
