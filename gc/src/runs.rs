//! Free blocks, as runs: found by length (the shortest that fits), merged with their neighbours when freed.

use std::collections::{BTreeMap, BTreeSet};

#[derive(Default)]
pub(crate) struct FreeRuns {
    by_start: BTreeMap<u32, u32>,
    by_length: BTreeSet<(u32, u32)>,
}

impl FreeRuns {
    fn insert(&mut self, start: u32, length: u32) {
        self.by_start.insert(start, length);
        self.by_length.insert((length, start));
    }

    fn remove(&mut self, start: u32, length: u32) {
        self.by_start.remove(&start);
        self.by_length.remove(&(length, start));
    }

    /// Takes `count` neighbouring blocks: from the shortest run that has them, the lowest of those.
    pub fn take(&mut self, count: u32) -> Option<u32> {
        let &(length, start) = self.by_length.range((count, 0)..).next()?;
        self.remove(start, length);
        if length > count {
            self.insert(start + count, length - count);
        }
        Some(start)
    }

    /// Takes the run that ends at `end`, if there is one: the range is about to grow there.
    pub fn take_last(&mut self, end: u32) -> Option<(u32, u32)> {
        let (&start, &length) = self.by_start.last_key_value()?;
        if start + length != end {
            return None;
        }
        self.remove(start, length);
        Some((start, length))
    }

    pub fn free(&mut self, mut start: u32, mut length: u32) {
        if let Some((&before, &n)) = self.by_start.range(..start).next_back()
            && before + n == start
        {
            self.remove(before, n);
            start = before;
            length += n;
        }
        if let Some(&n) = self.by_start.get(&(start + length)) {
            self.remove(start + length, n);
            length += n;
        }
        self.insert(start, length);
    }

    /// All runs, (first block, length), the highest first.
    pub fn descending(&self) -> impl Iterator<Item = (u32, u32)> + '_ {
        self.by_start.iter().rev().map(|(&start, &length)| (start, length))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runs_merge_and_the_shortest_is_taken() {
        let mut runs = FreeRuns::default();
        runs.free(10, 2);
        runs.free(14, 4);
        runs.free(30, 1);
        runs.free(12, 2);
        assert_eq!(runs.descending().collect::<Vec<_>>(), [(30, 1), (10, 8)]);
        assert_eq!(runs.take(1), Some(30));
        assert_eq!(runs.take(3), Some(10));
        assert_eq!(runs.take(6), None);
        assert_eq!(runs.take_last(18), Some((13, 5)));
        assert_eq!(runs.take_last(18), None);
        assert_eq!(runs.descending().count(), 0);
    }
}
