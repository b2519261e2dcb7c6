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
