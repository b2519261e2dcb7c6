//! The VM stack: a reserved, guarded range on which JavaScript frames live.

use abi::Value;
use memmap2::{MmapMut, MmapOptions};

/// Slack behind the limit, so that built-ins' frames and header words always fit: 64 Ki words.
const RESERVE_WORDS: usize = 1 << 16;

/// A VM's stack of frames. It grows upwards; pages are touched only as they are used.
pub struct VmStack {
    memory: MmapMut,
}

impl VmStack {
    /// Reserves `bytes` and the reserve behind them.
    pub fn new(bytes: usize) -> std::io::Result<VmStack> {
        let words = bytes.max(1 << 16) / 8 + RESERVE_WORDS;
        Ok(VmStack { memory: MmapOptions::new().len(words * 8).no_reserve_swap().map_anon()? })
    }

    pub fn base(&self) -> *mut Value {
        self.memory.as_ptr() as *mut Value
    }

    /// Frames must end below this.
    pub fn limit(&self) -> *mut Value {
        // SAFETY: the mapping is longer than the reserve.
        unsafe { self.base().add(self.memory.len() / 8 - RESERVE_WORDS) }
    }
}

/// Copies words between the stack and the heap, or within the stack, one by one: what was stored a moment ago in single words is forwarded to loads of
/// single words alone, and `memcpy` has wider ones.
///
/// # Safety
/// As for [`std::ptr::copy_nonoverlapping`].
#[inline(always)]
pub(crate) unsafe fn copy_words(from: *const u64, to: *mut u64, words: usize) {
    /// More have long been stored when the last are loaded.
    const MANY: usize = 64;
    // SAFETY: the caller's promise.
    unsafe {
        if words > MANY {
            return std::ptr::copy_nonoverlapping(from, to, words);
        }
        for i in 0..words {
            // Volatile, so that it does not become a call of `memcpy`.
            to.add(i).write(from.add(i).read_volatile());
        }
    }
}
