//! What the sampling thread keeps of the records: each stack once, a sample in a few words.

use super::ring::Ring;
use super::signal::HEADER_WORDS;
use super::walk::End;
use abi::context::VmState;
use rustc_hash::FxHashMap;

/// No stack.
pub const NO_STACK: u32 = u32::MAX;

/// A stop, not yet resolved: a sample, or several that were due by then.
#[derive(Clone, Copy, Debug)]
pub struct RawSample {
    pub time_ns: u64,
    /// When it, or the last one missed with it, was due.
    pub due_ns: u64,
    pub cpu_ns: u64,
    /// What the handler took for the sample before.
    pub before_ns: u32,
    /// Samples that were due at the same stop.
    pub others: u32,
    pub pc: u64,
    /// Index into [`Log::stacks`], or [`NO_STACK`].
    pub stack: u32,
    pub async_origin: u32,
    pub state: VmState,
    pub end: End,
    /// IN_INTERPRETER or IN_COMPILED; IN_SYSTEM_CALL or IN_PAGE_FAULT.
    pub flags: u8,
}

/// What was drained and not taken yet.
#[derive(Default)]
pub struct Log {
    /// Parent (or [`NO_STACK`]) and position word of each new stack; parents come first. Stacks are counted from the first that ever was.
    pub stacks: Vec<(u32, u64)>,
    /// Stacks that were taken before.
    taken: u32,
    index: FxHashMap<(u32, u64), u32>,
    pub samples: Vec<RawSample>,
    /// Samples that were due without a stop of their own.
    pub overruns: u64,
}

impl Log {
    /// Takes in drained records.
    pub fn append(&mut self, words: &[u64]) {
        let mut at = 0;
        while let Some(&first) = words.get(at) {
            let length = (first >> 32) as usize;
            let Some(record) = words.get(at..at + length).filter(|_| length >= HEADER_WORDS) else { return };
            at += length;
            let stack = record[HEADER_WORDS..].iter().rev().fold(NO_STACK, |parent, &word| self.intern(parent, word));
            self.overruns += record[3] & 0xffff_ffff;
            self.samples.push(RawSample {
                time_ns: record[1],
                due_ns: record[6],
                cpu_ns: record[4],
                before_ns: record[5] as u32,
                others: (record[5] >> 32) as u32,
                pc: record[2],
                stack,
                async_origin: (record[3] >> 32) as u32,
                state: VmState::ALL.get(first as usize & 0xff).copied().unwrap_or(VmState::Other),
                end: End::from_u8((first >> 8) as u8),
                flags: (first >> 16) as u8,
            });
        }
    }

    /// What is new since the last call. Stacks that are known stay known.
    pub fn take(&mut self) -> Log {
        self.taken += self.stacks.len() as u32;
        Log {
            stacks: std::mem::take(&mut self.stacks),
            samples: std::mem::take(&mut self.samples),
            overruns: std::mem::take(&mut self.overruns),
            ..Log::default()
        }
    }

    fn intern(&mut self, parent: u32, word: u64) -> u32 {
        let next = self.taken + self.stacks.len() as u32;
        let id = *self.index.entry((parent, word)).or_insert(next);
        if id == next {
            self.stacks.push((parent, word));
        }
        id
    }
}

/// What came out of a ring, and room for what comes next.
#[derive(Default)]
pub struct Drained {
    log: Log,
    words: Vec<u64>,
}

impl Drained {
    /// Takes in what is in the ring, of which whoever calls this is the consumer.
    pub fn drain(&mut self, ring: &Ring) {
        self.words.clear();
        // SAFETY: there is one of these for a ring, and whoever calls has it alone: calls come one after the other.
        unsafe { ring.drain(&mut self.words) };
        self.log.append(&self.words);
    }

    /// As [`Log::take`].
    pub fn take(&mut self) -> Log {
        self.log.take()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stacks_are_kept_once() {
        let mut log = Log::default();
        let record = |frames: &[u64], time: u64| {
            let mut words =
                vec![(HEADER_WORDS as u64 + frames.len() as u64) << 32, time, 0x40, 2 | 7 << 32, 0, 300, time - 1];
            words.extend(frames);
            words
        };
        log.append(&[record(&[3, 2, 1], 10), record(&[4, 2, 1], 20)].concat());
        log.append(&record(&[3, 2, 1], 30));
        log.append(&record(&[], 40));
        assert_eq!(log.stacks, [(NO_STACK, 1), (0, 2), (1, 3), (1, 4)]);
        let stacks: Vec<u32> = log.samples.iter().map(|s| s.stack).collect();
        assert_eq!(stacks, [2, 3, 2, NO_STACK]);
        let first = &log.samples[0];
        assert_eq!((log.overruns, first.async_origin, first.pc, first.due_ns), (8, 7, 0x40, 9));
    }

    #[test]
    fn what_was_taken_is_known() {
        let mut log = Log::default();
        let record = |frames: &[u64]| {
            let mut words = vec![(HEADER_WORDS as u64 + frames.len() as u64) << 32, 5, 0x40, 1, 0, 0, 4];
            words.extend(frames);
            words
        };
        log.append(&record(&[2, 1]));
        let first = log.take();
        assert_eq!((first.stacks, first.samples[0].stack, first.overruns), (vec![(NO_STACK, 1), (0, 2)], 1, 1));
        log.append(&[record(&[2, 1]), record(&[3, 2, 1])].concat());
        let second = log.take();
        let stacks: Vec<u32> = second.samples.iter().map(|s| s.stack).collect();
        assert_eq!((second.stacks, stacks), (vec![(1, 3)], vec![1, 2]));
    }
}
