//! The memory of the tree's nodes: reserved at once, taken as it is touched, and never moved.

use abi::calls::CallNode;
use std::io;
use std::ptr::NonNull;

/// Trees beyond this have pages of 2 MB: contexts are visited in no order, and with small pages each visit would miss the TLB.
#[cfg(target_os = "linux")]
const HUGE_PAGES_FROM: usize = 2 << 20;

/// A range of zeros that are nodes.
pub struct Nodes {
    start: NonNull<CallNode>,
    bytes: usize,
}

impl Nodes {
    /// Reserves so many bytes, below 2 GB where there is room: there optimized code has the address in its instructions' displacements. Errors are the system's.
    pub fn reserve(bytes: usize) -> io::Result<Nodes> {
        const LOW: usize = 1 << 31;
        let mut last = Nodes::map(0, bytes)?;
        for hint in (bytes..LOW - bytes).step_by(bytes.max(1 << 20)) {
            if (last.start.as_ptr() as usize) < LOW {
                break;
            }
            last = Nodes::map(hint, bytes)?;
        }
        #[cfg(target_os = "linux")]
        if let Some(large) = bytes.checked_sub(HUGE_PAGES_FROM) {
            // SAFETY: memory of ours. Advice only: a refusal changes nothing.
            unsafe { libc::madvise(last.start.as_ptr().byte_add(HUGE_PAGES_FROM).cast(), large, libc::MADV_HUGEPAGE) };
        }
        Ok(last)
    }

    /// Maps so many bytes, at an address if nobody else is there.
    fn map(hint: usize, bytes: usize) -> io::Result<Nodes> {
        let flags = libc::MAP_PRIVATE | libc::MAP_ANON | libc::MAP_NORESERVE;
        // SAFETY: a new mapping, at no address that must be this one, harms nobody.
        let start =
            unsafe { libc::mmap(hint as *mut libc::c_void, bytes, libc::PROT_READ | libc::PROT_WRITE, flags, -1, 0) };
        if start == libc::MAP_FAILED {
            return Err(io::Error::last_os_error());
        }
        NonNull::new(start.cast()).map(|start| Nodes { start, bytes }).ok_or(io::ErrorKind::AddrNotAvailable.into())
    }

    #[inline(always)]
    pub fn start(&self) -> *const CallNode {
        self.start.as_ptr()
    }
}

impl Drop for Nodes {
    fn drop(&mut self) {
        // SAFETY: the mapping is ours, and whoever had references into it borrowed this. Compiled code, which holds addresses in it, runs on the VM's
        // own thread alone, and no more once the tree goes with its VM.
        unsafe { libc::munmap(self.start.as_ptr().cast(), self.bytes) };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nodes_are_low_while_there_is_room() {
        let bytes = 1 << 28;
        let ranges: Vec<Nodes> = (0..9).map(|_| Nodes::reserve(bytes).unwrap()).collect();
        let starts: Vec<usize> = ranges.iter().map(|range| range.start() as usize).collect();
        assert!(starts[0] < 1 << 31, "{starts:x?}");
        assert!(starts[8] >= 1 << 31, "{starts:x?}");
        for range in &ranges {
            // SAFETY: the range is larger than a node.
            let node = unsafe { &*range.start() };
            assert_eq!((node.calls.get(), node.function.get()), (0, 0));
            node.calls.set(1);
        }
    }
}
