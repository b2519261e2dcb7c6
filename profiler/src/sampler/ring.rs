//! A ring of words between one producer (the signal handler) and one consumer (the sampling thread).
//!
//! Whenever the consumer has caught up the producer begins again at the first word, so that as much of the ring is touched as was ever waiting:
//! the rest costs nothing, and what is used stays in the caches.

use memmap2::MmapMut;
use std::sync::atomic::{AtomicU64, Ordering};

/// Bytes of the smallest page.
const PAGE: usize = 4096;
/// Pages that are there from the beginning.
const READY_PAGES: usize = 16;
/// The ring fills when one word in so many waits to be drained.
const FILLED: u64 = 16;

/// Single producer, single consumer, who agree by `written` and `read` on who may touch which words; who may be which thread is the methods'
/// condition. The producer never waits: what does not fit is counted as lost.
pub struct Ring {
    memory: MmapMut,
    /// Words ever written and read.
    written: AtomicU64,
    read: AtomicU64,
    /// The one that the ring's first place is for. The producer moves it before it publishes a record, while nothing waits to be read.
    first: AtomicU64,
    /// Records ever written.
    records: AtomicU64,
    lost: AtomicU64,
}

/// A record that is being written. It is there only once it is finished.
pub struct Record<'r> {
    ring: &'r Ring,
    start: u64,
    length: u64,
    /// `Ring::first` of this record.
    first: u64,
    /// Up to where the consumer had read when the record was begun.
    read: u64,
}

impl Record<'_> {
    #[inline(always)]
    fn put(&mut self, i: u64, word: u64) {
        // SAFETY: the consumer does not read places that are not yet published, and this is the only producer.
        unsafe { *self.ring.place(self.start + i - self.first) = word };
    }

    /// Appends a word; there must be room by what [`Ring::begin`] was told.
    #[inline(always)]
    pub fn push(&mut self, word: u64) {
        self.put(self.length, word);
        self.length += 1;
    }

    /// Publishes the record, with `head` (which gets its length in the upper half) as its first word. Says whether the ring fills,
    /// so that it had better be drained.
    #[inline(always)]
    pub fn finish(mut self, head: u32) -> bool {
        self.put(0, u64::from(head) | self.length << 32);
        let waiting = self.start + self.length - self.read;
        self.ring.written.store(self.start + self.length, Ordering::Release);
        self.ring.records.store(self.ring.records.load(Ordering::Relaxed) + 1, Ordering::Release);
        waiting > self.ring.capacity() / FILLED
    }
}

impl Ring {
    /// `capacity` in words, a power of two.
    ///
    /// # Errors
    /// There is no memory.
    pub fn new(capacity: usize) -> std::io::Result<Ring> {
        assert!(capacity.is_power_of_two());
        let mut memory = MmapMut::map_anon(capacity * size_of::<u64>())?;
        // The kernel gives a page when it is first touched: as many as are mostly used now, rather than in the handler.
        for page in memory.chunks_mut(PAGE).take(READY_PAGES) {
            // SAFETY: a byte of the page.
            unsafe { page.as_mut_ptr().write_volatile(0) };
        }
        Ok(Ring {
            memory,
            written: AtomicU64::new(0),
            read: AtomicU64::new(0),
            first: AtomicU64::new(0),
            records: AtomicU64::new(0),
            lost: AtomicU64::new(0),
        })
    }

    /// In words.
    #[inline(always)]
    fn capacity(&self) -> u64 {
        (self.memory.len() / size_of::<u64>()) as u64
    }

    /// Where the n-th word behind the first is.
    #[inline(always)]
    fn place(&self, n: u64) -> *mut u64 {
        let at = (n & (self.capacity() - 1)) as usize;
        // SAFETY: below the capacity, of which the mapping, which begins with a page, has as many words.
        unsafe { self.memory.as_ptr().cast_mut().cast::<u64>().add(at) }
    }

    /// Begins a record of at most `most` words, the first included. None, and counted, if there is no room. Async-signal-safe.
    ///
    /// # Safety
    /// To be called by one thread only, and not while another record is being written.
    #[inline(always)]
    pub unsafe fn begin(&self, most: usize) -> Option<Record<'_>> {
        let start = self.written.load(Ordering::Relaxed);
        let read = self.read.load(Ordering::Acquire);
        if most as u64 > self.capacity() - (start - read) {
            self.lost.store(self.lost.load(Ordering::Relaxed) + 1, Ordering::Relaxed);
            return None;
        }
        let mut first = self.first.load(Ordering::Relaxed);
        if read == start {
            first = start;
            self.first.store(first, Ordering::Relaxed);
        }
        Some(Record { ring: self, start, length: 1, first, read })
    }

    /// Appends everything that is there to `out`, whole records.
    ///
    /// # Safety
    /// To be called by one thread only.
    pub unsafe fn drain(&self, out: &mut Vec<u64>) {
        let read = self.read.load(Ordering::Relaxed);
        let written = self.written.load(Ordering::Acquire);
        // It stays what it was when these words were published until they are read.
        let first = self.first.load(Ordering::Relaxed);
        out.reserve((written - read) as usize);
        for i in read..written {
            // SAFETY: published places are not written before they are read.
            out.push(unsafe { *self.place(i - first) });
        }
        self.read.store(written, Ordering::Release);
    }

    /// Records that were written.
    pub fn records(&self) -> u64 {
        self.records.load(Ordering::Acquire)
    }

    /// Records that did not fit.
    pub fn lost(&self) -> u64 {
        self.lost.load(Ordering::Relaxed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Writes a record of these words with room for `most`.
    fn push(ring: &Ring, most: usize, words: &[u64]) {
        // SAFETY: one thread plays both parts, one at a time.
        if let Some(mut record) = unsafe { ring.begin(most) } {
            words.iter().for_each(|w| record.push(*w));
            let _ = record.finish(7);
        }
    }

    fn drain(ring: &Ring) -> Vec<u64> {
        let mut log = Vec::new();
        // SAFETY: as above.
        unsafe { ring.drain(&mut log) };
        log
    }

    #[test]
    fn records_are_whole_and_in_order() {
        let ring = Ring::new(8).unwrap();
        push(&ring, 4, &[1, 2]);
        push(&ring, 4, &[3, 4, 5]);
        push(&ring, 2, &[6]);
        assert_eq!(drain(&ring), [3 << 32 | 7, 1, 2, 4 << 32 | 7, 3, 4, 5]);
        assert_eq!((ring.lost(), ring.records()), (1, 2));
        for i in 0..100 {
            push(&ring, 5, &[i, i + 1, i + 2, i + 3]);
            assert_eq!(drain(&ring), [5 << 32 | 7, i, i + 1, i + 2, i + 3]);
        }
    }

    #[test]
    fn what_has_been_read_is_written_again() {
        let ring = Ring::new(1 << 20).unwrap();
        for i in 0..10_000 {
            push(&ring, 3, &[i]);
            push(&ring, 3, &[i + 1]);
            assert_eq!(drain(&ring), [2 << 32 | 7, i, 2 << 32 | 7, i + 1]);
        }
        assert_eq!(ring.memory.chunks(8).filter(|word| **word != [0; 8]).count(), 4);
    }

    #[test]
    fn says_when_it_fills() {
        let ring = Ring::new(64).unwrap();
        let fills = || {
            // SAFETY: one thread plays both parts, one at a time.
            let mut record = unsafe { ring.begin(4) }?;
            record.push(1);
            Some(record.finish(0))
        };
        assert_eq!([fills(), fills(), fills()], [Some(false), Some(false), Some(true)]);
        drain(&ring);
        assert_eq!(fills(), Some(false));
    }

    #[test]
    fn two_threads() {
        let ring = &Ring::new(64).unwrap();
        std::thread::scope(|scope| {
            scope.spawn(move || {
                for i in 0..100_000 {
                    push(ring, 4, &[i, i, i][..(i % 4).min(3) as usize]);
                }
            });
            let mut last = None;
            let mut seen = 0;
            while seen + ring.lost() < 100_000 {
                let log = drain(ring);
                let mut at = 0;
                while at < log.len() {
                    let length = (log[at] >> 32) as usize;
                    let words = &log[at + 1..at + length];
                    assert!(words.iter().all(|w| w % 4 == words.len() as u64 && *w == words[0]), "{words:?}");
                    if let Some(&word) = words.first() {
                        assert!(last < Some(word));
                        last = Some(word);
                    }
                    at += length;
                    seen += 1;
                }
            }
            assert_eq!(ring.records() + ring.lost(), 100_000);
        });
    }
}
