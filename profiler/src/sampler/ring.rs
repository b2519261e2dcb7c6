//! A ring of words between one producer (the signal handler) and one consumer (the sampling thread).

use std::cell::UnsafeCell;
use std::sync::atomic::{AtomicU64, Ordering};

/// Single producer, single consumer. The producer never waits: what does not fit is counted as lost.
pub struct Ring {
    words: Box<[UnsafeCell<u64>]>,
    /// Words ever written and read.
    written: AtomicU64,
    read: AtomicU64,
    lost: AtomicU64,
}

impl Ring {
    /// `capacity` in words, a power of two.
    pub fn new(capacity: usize) -> Ring {
        assert!(capacity.is_power_of_two());
        Ring {
            words: (0..capacity).map(|_| UnsafeCell::new(0)).collect(),
            written: AtomicU64::new(0),
            read: AtomicU64::new(0),
            lost: AtomicU64::new(0),
        }
    }

    /// Appends a record, whole or not at all. Async-signal-safe.
    ///
    /// # Safety
    /// To be called by one thread only.
    pub unsafe fn push(&self, record: &[u64]) {
        let written = self.written.load(Ordering::Relaxed);
        let read = self.read.load(Ordering::Acquire);
        if record.len() as u64 > self.words.len() as u64 - (written - read) {
            self.lost.fetch_add(1, Ordering::Relaxed);
            return;
        }
        for (i, word) in record.iter().enumerate() {
            let at = (written as usize + i) & (self.words.len() - 1);
            // SAFETY: the consumer does not read places that are not yet published, and this is the only producer.
            unsafe { *self.words[at].get() = *word };
        }
        self.written.store(written + record.len() as u64, Ordering::Release);
    }

    /// Moves everything that is there to the end of `log`.
    ///
    /// # Safety
    /// To be called by one thread only.
    pub unsafe fn drain(&self, log: &mut Vec<u64>) {
        let read = self.read.load(Ordering::Relaxed);
        let written = self.written.load(Ordering::Acquire);
        log.reserve((written - read) as usize);
        for i in read..written {
            // SAFETY: published places are not written before they are read.
            log.push(unsafe { *self.words[i as usize & (self.words.len() - 1)].get() });
        }
        self.read.store(written, Ordering::Release);
    }

    /// Records that did not fit.
    pub fn lost(&self) -> u64 {
        self.lost.load(Ordering::Relaxed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn records_are_whole_and_in_order() {
        let ring = Ring::new(8);
        let mut log = Vec::new();
        // SAFETY: one thread plays both parts, one at a time.
        unsafe {
            ring.push(&[1, 2, 3]);
            ring.push(&[4, 5, 6]);
            ring.push(&[7, 8, 9]);
            ring.drain(&mut log);
            assert_eq!(log, [1, 2, 3, 4, 5, 6]);
            assert_eq!(ring.lost(), 1);
            for i in 0..100 {
                log.clear();
                ring.push(&[i, i + 1, i + 2, i + 3, i + 4]);
                ring.drain(&mut log);
                assert_eq!(log, [i, i + 1, i + 2, i + 3, i + 4]);
            }
        }
    }
}
