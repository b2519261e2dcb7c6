//! Stack scrubbing: what frames that have gone left on the native stack is made zero.
//!
//! A frame has words that nobody writes in this call: until somebody does, they hold what an earlier call of something else left
//! there. A collection must take them for roots. Most are overwritten soon; but what is written once after a collection only,
//! as when the write barrier meets its first old cell, may be there at the next one still, and with it the head of a queue of
//! which all but the end is garbage. So after a collection the runtime has the stack below the frames of JavaScript code made
//! zero: what a collection finds there was left since the last. (Source: H.-J. Boehm, "Space efficient conservative garbage
//! collection", PLDI 1993, whose allocator clears dead stack now and then.)

use crate::heap::Heap;

/// What is made zero, in bytes: more than frames under a built-in's allocation take.
const BYTES: usize = 8 << 10;

/// Makes the stack below the caller's frame zero.
#[cfg(target_arch = "x86_64")]
#[unsafe(naked)]
pub extern "C" fn scrub_stack_below() {
    core::arch::naked_asm!(
        "lea rdi, [rsp - {bytes}]",
        "mov ecx, {words}",
        "xor eax, eax",
        "rep stosq",
        "ret",
        bytes = const BYTES,
        words = const BYTES / 8,
    )
}

/// Makes the stack below the caller's frame zero.
#[cfg(target_arch = "aarch64")]
#[unsafe(naked)]
pub extern "C" fn scrub_stack_below() {
    core::arch::naked_asm!(
        "mov x1, sp",
        "sub x0, x1, #{bytes}",
        "2:",
        "stp xzr, xzr, [x0], #16",
        "cmp x0, x1",
        "b.ne 2b",
        "ret",
        bytes = const BYTES,
    )
}

impl Heap {
    /// Makes the stack below the caller's frame zero if there was a collection since the last call. There must be room for as
    /// many bytes as frames may take that do not look for the stack's end: 8 KiB.
    #[inline(always)]
    pub fn scrub_stack(&mut self) {
        if self.stale_words {
            self.stale_words = false;
            scrub_stack_below();
        }
    }

    /// The same between two runs of JavaScript code: what [`Heap::scrub_stack`] leaves are the frames of the runtime under that code, and they are
    /// where they were when the next run begins, with all that nobody writes in it.
    #[inline(always)]
    pub fn scrub_stack_between_runs(&mut self) {
        if self.stale_frames {
            self.stale_frames = false;
            scrub_stack_below();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::hint::black_box;

    /// Leaves words behind.
    #[inline(never)]
    fn leave(word: usize) -> usize {
        let words = black_box([word; 500]);
        words[black_box(499)]
    }

    /// How many words below its frame are `word`.
    #[inline(never)]
    fn left(word: usize, scrub: bool) -> usize {
        leave(word);
        if scrub {
            scrub_stack_below();
        }
        let here = (&raw const word) as usize & !7;
        // SAFETY: the stack is readable as far below as `leave` used it.
        (1..400).filter(|n| unsafe { ((here - n * 8) as *const usize).read_volatile() } == word).count()
    }

    #[test]
    fn what_was_left_below_is_forgotten() {
        let word = 0x1234_5678_9abc_def0;
        assert!(left(word, false) > 100);
        assert!(left(word, true) < 4);
    }

    #[test]
    fn collections_leave_words_to_be_forgotten() {
        let mut heap = Heap::new().unwrap();
        assert!(!heap.stale_words);
        heap.collect_minor(crate::GcReason::Requested);
        assert!(heap.stale_words);
        heap.scrub_stack();
        assert!(!heap.stale_words);
    }
}
