//! Memory for machine code: one reserved range, mapped twice, once for writing and once for running, so that no address is ever both.
//!
//! The range is no longer than the reach of a relative jump, so that pieces of code reach each other and the thunks at its start.

use rustc_hash::FxHashMap;
use std::io;

/// Bytes reserved: the reach of aarch64's branches.
const RESERVED: usize = 128 << 20;

/// The code range of one VM.
pub struct CodeMemory {
    writable: *mut u8,
    executable: *mut u8,
    used: usize,
    limit: usize,
    /// Offsets of pieces that were freed, by their size in [`GRAIN`]s.
    free: FxHashMap<usize, Vec<usize>>,
}

/// Pieces take multiples of so many bytes, so that what is freed fits what comes.
const GRAIN: usize = 128;

impl CodeMemory {
    /// Reserves the range, of which at most `limit` bytes are used.
    ///
    /// # Errors
    /// When the system does not give the memory, or this system is not supported.
    #[cfg(target_os = "linux")]
    pub fn new(limit: usize) -> io::Result<CodeMemory> {
        // Shared memory without a file, so that perf takes it for a compiler's and reads the perf map. The second mapping of the same
        // pages is what mremap makes of one that is asked to move none of its bytes.
        // SAFETY: plain system calls; results are checked, and nothing else knows the addresses.
        unsafe {
            let protection = libc::PROT_READ | libc::PROT_WRITE;
            let flags = libc::MAP_SHARED | libc::MAP_ANONYMOUS | libc::MAP_NORESERVE;
            let writable = libc::mmap(std::ptr::null_mut(), RESERVED, protection, flags, -1, 0);
            if writable == libc::MAP_FAILED {
                return Err(io::Error::last_os_error());
            }
            let executable = libc::mremap(writable, 0, RESERVED, libc::MREMAP_MAYMOVE);
            if executable == libc::MAP_FAILED
                || libc::mprotect(executable, RESERVED, libc::PROT_READ | libc::PROT_EXEC) != 0
            {
                let error = io::Error::last_os_error();
                libc::munmap(writable, RESERVED);
                if executable != libc::MAP_FAILED {
                    libc::munmap(executable, RESERVED);
                }
                return Err(error);
            }
            Ok(CodeMemory {
                writable: writable.cast(),
                executable: executable.cast(),
                used: 0,
                limit: limit.min(RESERVED),
                free: FxHashMap::default(),
            })
        }
    }

    #[cfg(not(target_os = "linux"))]
    pub fn new(_limit: usize) -> io::Result<CodeMemory> {
        Err(io::ErrorKind::Unsupported.into())
    }

    /// Room for a piece of code, aligned to 16 bytes at least: its offset in the range.
    pub fn allocate(&mut self, bytes: usize) -> Option<usize> {
        let grains = bytes.div_ceil(GRAIN);
        if let Some(offset) = self.free.get_mut(&grains).and_then(Vec::pop) {
            return Some(offset);
        }
        let offset = self.used;
        let end = offset.checked_add(grains * GRAIN)?;
        if end > self.limit {
            return None;
        }
        self.used = end;
        Some(offset)
    }

    /// Gives a piece back that nobody runs.
    pub fn release(&mut self, offset: usize, bytes: usize) {
        self.free.entry(bytes.div_ceil(GRAIN)).or_default().push(offset);
    }

    /// Copies code to its place.
    pub fn write(&mut self, offset: usize, code: &[u8]) {
        assert!(offset + code.len() <= self.used, "code is written where it was allocated");
        // SAFETY: the place is within the mapping; x86-64 keeps instruction fetches coherent with stores through the other one.
        unsafe { std::ptr::copy_nonoverlapping(code.as_ptr(), self.writable.add(offset), code.len()) }
    }

    /// Where the code at an offset runs.
    pub fn address(&self, offset: usize) -> *const u8 {
        self.executable.wrapping_add(offset)
    }

    /// One past the last address that code can have.
    pub fn end(&self) -> *const u8 {
        self.executable.wrapping_add(self.limit)
    }

    pub fn used(&self) -> usize {
        self.used
    }
}

impl Drop for CodeMemory {
    fn drop(&mut self) {
        // SAFETY: both mappings were made by `new`, and the VM that ran code from them is gone.
        unsafe {
            libc::munmap(self.writable.cast(), RESERVED);
            libc::munmap(self.executable.cast(), RESERVED);
        }
    }
}
