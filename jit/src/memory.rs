//! Memory for machine code: one reserved range, mapped twice, once for writing and once for running, so that no address is ever both.
//!
//! The range is no longer than the reach of a relative jump, so that pieces of code reach each other and the thunks at its start.

use rustc_hash::FxHashSet;
use std::collections::BTreeMap;
use std::io;
use vm::observe::{Observation, now_ns};
use vm::prefault;

/// Bytes reserved: the reach of aarch64's branches.
pub const RESERVED: usize = 128 << 20;

/// The code range of one VM.
pub struct CodeMemory {
    writable: *mut u8,
    executable: *mut u8,
    used: usize,
    /// Up to where there are pages, or they have been asked for.
    populated: usize,
    limit: usize,
    /// Offsets of what was freed, by size in [`GRAIN`]s. No list is empty.
    free: BTreeMap<usize, Vec<usize>>,
}

/// Bytes of the range that get their pages at once.
const POPULATE: usize = 64 << 10;

/// A program with more code than this will have still more: from here on, so many bytes ahead at least get their pages from another thread, since
/// making pages takes about as long as making the code in them.
const AHEAD: usize = 256 << 10;

/// Waking that thread takes a while too: the more code there is, the more pages it makes at once, up to so many bytes.
const FARTHEST: usize = 1 << 20;

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
                populated: 0,
                limit: limit.min(RESERVED),
                free: BTreeMap::new(),
            })
        }
    }

    #[cfg(not(target_os = "linux"))]
    pub fn new(_limit: usize) -> io::Result<CodeMemory> {
        Err(io::ErrorKind::Unsupported.into())
    }

    /// Room for a piece of code, aligned to 16 bytes at least: its offset in the range. What was freed is used again first, the smallest that
    /// is large enough.
    pub fn allocate(&mut self, bytes: usize) -> Option<usize> {
        let grains = bytes.div_ceil(GRAIN);
        if let Some((&size, offsets)) = self.free.range_mut(grains..).next() {
            let offset = offsets.pop()?;
            if offsets.is_empty() {
                self.free.remove(&size);
            }
            if size > grains {
                self.free.entry(size - grains).or_default().push(offset + grains * GRAIN);
            }
            return Some(offset);
        }
        let offset = self.used;
        let end = offset.checked_add(grains * GRAIN)?;
        if end > self.limit {
            return None;
        }
        self.used = end;
        if end > self.populated || (end > AHEAD && end + AHEAD / 2 > self.populated) {
            self.populate(end);
        }
        Some(offset)
    }

    /// Whether there is room for a piece of code.
    pub fn fits(&self, bytes: usize) -> bool {
        let grains = bytes.div_ceil(GRAIN);
        self.used + grains * GRAIN <= self.limit || self.free.range(grains..).next().is_some()
    }

    /// Has pages made several at a time: a page fault for each would take longer than to write the code. Where the system does not know how,
    /// they come one by one, as they do for code that is made faster than the other thread makes pages. For running, the system maps those
    /// that there are around the first that is used.
    fn populate(&mut self, end: usize) {
        let is_large = end > AHEAD;
        let end = if is_large { end + (end / 2).clamp(AHEAD, FARTHEST) } else { end };
        let end = end.min(self.limit).next_multiple_of(POPULATE).min(RESERVED);
        if end <= self.populated {
            return;
        }
        let (start, bytes) = (self.writable.wrapping_add(self.populated), end - self.populated);
        self.populated = end;
        if is_large {
            prefault::ahead(start as usize, bytes);
        } else {
            prefault::populate(start as usize, bytes);
        }
    }

    /// Gives a piece back that nobody runs.
    pub fn release(&mut self, offset: usize, bytes: usize) {
        self.free.entry(bytes.div_ceil(GRAIN)).or_default().push(offset);
    }

    /// Gives pieces back that nobody runs, and makes one of neighbours.
    pub fn release_all(&mut self, pieces: &[(usize, usize)]) {
        for &(offset, bytes) in pieces {
            self.release(offset, bytes);
        }
        self.coalesce();
    }

    /// Stamps freed pieces, or forgets them if nobody observes.
    pub fn stamp_freed(&self, pieces: &[(usize, usize)], observed: &mut Observation) {
        if pieces.is_empty() {
            return;
        }
        let starts: FxHashSet<usize> = pieces.iter().map(|(offset, _)| self.address(*offset) as usize).collect();
        let stamp = (observed.sample_index(), now_ns());
        let keep = observed.is_observed();
        observed.machine_code.retain_mut(|code| {
            if code.freed.is_some() || !starts.contains(&code.start) {
                return true;
            }
            code.freed = Some(stamp);
            keep
        });
    }

    /// Bytes that there may be.
    pub fn limit(&self) -> usize {
        self.limit
    }

    /// Makes one piece of free neighbours.
    pub fn coalesce(&mut self) {
        let mut pieces: Vec<(usize, usize)> = Vec::new();
        for (size, offsets) in std::mem::take(&mut self.free) {
            pieces.extend(offsets.into_iter().map(|offset| (offset, size)));
        }
        pieces.sort_unstable();
        let mut merged: Vec<(usize, usize)> = Vec::new();
        for (offset, size) in pieces {
            match merged.last_mut() {
                Some((start, length)) if *start + *length * GRAIN == offset => *length += size,
                _ => merged.push((offset, size)),
            }
        }
        if let Some(&(offset, size)) = merged.last()
            && offset + size * GRAIN == self.used
        {
            self.used = offset;
            merged.pop();
        }
        for (offset, size) in merged {
            self.free.entry(size).or_default().push(offset);
        }
    }

    /// Bytes that pieces of code take.
    pub fn taken(&self) -> usize {
        let free: usize = self.free.iter().map(|(size, offsets)| size * offsets.len() * GRAIN).sum();
        self.used - free
    }

    /// Copies code to its place.
    pub fn write(&mut self, offset: usize, code: &[u8]) {
        assert!(offset + code.len() <= self.used, "code is written where it was allocated");
        // SAFETY: the place is within the mapping, whose other half is only ever run.
        unsafe { std::ptr::copy_nonoverlapping(code.as_ptr(), self.writable.add(offset), code.len()) }
        self.publish(offset, code.len());
    }

    /// A piece of memory, to write code into it, which is then to be published.
    pub fn writable(&mut self, offset: usize, bytes: usize) -> &mut [u8] {
        assert!(offset + bytes <= self.used, "code is written where it was allocated");
        // SAFETY: the place is within the mapping, whose other half is only ever run.
        unsafe { std::slice::from_raw_parts_mut(self.writable.add(offset), bytes) }
    }

    /// Lets instruction fetches see what was written. x86-64 does so by itself, for stores through the other mapping too.
    #[cfg(not(target_arch = "aarch64"))]
    pub fn publish(&self, _offset: usize, _bytes: usize) {}

    /// Lets instruction fetches see what was written: the data cache is cleaned to where the two meet, through the mapping that wrote, and the
    /// instruction cache invalidated through the other.
    #[cfg(target_arch = "aarch64")]
    pub fn publish(&self, offset: usize, bytes: usize) {
        assert!(offset + bytes <= self.used, "code is published where it was allocated");
        // SAFETY: both ranges are mapped, and the instructions change nothing but caches.
        unsafe {
            let types: u64;
            std::arch::asm!("mrs {}, ctr_el0", out(reg) types, options(nomem, nostack, preserves_flags));
            // Logarithms of the least line's words.
            let lines = |shift: u64, base: usize| {
                let line = 4usize << (types >> shift & 15);
                let from = (base + offset) & !(line - 1);
                (from..base + offset + bytes).step_by(line)
            };
            for address in lines(16, self.writable as usize) {
                std::arch::asm!("dc cvau, {}", in(reg) address, options(nostack, preserves_flags));
            }
            std::arch::asm!("dsb ish", options(nostack, preserves_flags));
            for address in lines(0, self.executable as usize) {
                std::arch::asm!("ic ivau, {}", in(reg) address, options(nostack, preserves_flags));
            }
            std::arch::asm!("dsb ish", "isb", options(nostack, preserves_flags));
        }
    }

    /// A piece of code.
    pub fn bytes(&self, offset: usize, bytes: usize) -> &[u8] {
        assert!(offset + bytes <= self.used, "code is read where it was allocated");
        // SAFETY: the place is within the mapping, which only `write` changes.
        unsafe { std::slice::from_raw_parts(self.writable.add(offset), bytes) }
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

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    #[test]
    fn what_is_freed_is_used_again() {
        let mut memory = CodeMemory::new(8 * GRAIN).expect("memory for code");
        let pieces: Vec<usize> = (0..4).map(|_| memory.allocate(2 * GRAIN).expect("room")).collect();
        assert_eq!(memory.allocate(1), None);
        memory.release(pieces[1], 2 * GRAIN);
        assert_eq!(memory.taken(), 6 * GRAIN);
        // A part of it, then the rest.
        assert_eq!(memory.allocate(GRAIN), Some(pieces[1]));
        assert_eq!(memory.allocate(GRAIN), Some(pieces[1] + GRAIN));
        assert_eq!(memory.allocate(GRAIN), None);
    }

    #[test]
    fn free_neighbours_become_one() {
        let mut memory = CodeMemory::new(8 * GRAIN).expect("memory for code");
        let pieces: Vec<usize> = (0..4).map(|_| memory.allocate(2 * GRAIN).expect("room")).collect();
        memory.release(pieces[2], 2 * GRAIN);
        memory.release(pieces[1], 2 * GRAIN);
        assert_eq!(memory.allocate(4 * GRAIN), None);
        memory.coalesce();
        assert_eq!(memory.allocate(4 * GRAIN), Some(pieces[1]));
        memory.release(pieces[3], 2 * GRAIN);
        memory.coalesce();
        assert_eq!((memory.used(), memory.taken()), (6 * GRAIN, 6 * GRAIN));
    }
}
