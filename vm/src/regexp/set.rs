//! Sets of code points as sorted ranges.

/// The last code point.
pub const LAST: u32 = 0x10ffff;

/// A set of code points. Ranges are added in any order; [`CodePointSet::normalize`] sorts them, which all questions presuppose.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct CodePointSet {
    /// First and last of each, inclusive.
    ranges: Vec<(u32, u32)>,
}

impl CodePointSet {
    pub fn new() -> CodePointSet {
        CodePointSet::default()
    }

    pub fn from_ranges(ranges: &[(u32, u32)]) -> CodePointSet {
        let mut set = CodePointSet { ranges: ranges.to_vec() };
        set.normalize();
        set
    }

    pub fn all() -> CodePointSet {
        CodePointSet { ranges: vec![(0, LAST)] }
    }

    #[inline]
    pub fn add(&mut self, first: u32, last: u32) {
        match self.ranges.last_mut() {
            // Mostly they come in order.
            Some(range) if range.0 <= first && first <= range.1.saturating_add(1) => range.1 = range.1.max(last),
            _ => self.ranges.push((first, last)),
        }
    }

    pub fn add_set(&mut self, other: &CodePointSet) {
        self.ranges.extend_from_slice(&other.ranges);
    }

    pub fn normalize(&mut self) {
        if self.ranges.windows(2).all(|pair| pair[0].1 + 1 < pair[1].0) {
            return;
        }
        self.ranges.sort_unstable();
        let mut kept = 0;
        for i in 1..self.ranges.len() {
            let (first, last) = self.ranges[i];
            if first <= self.ranges[kept].1.saturating_add(1) {
                self.ranges[kept].1 = self.ranges[kept].1.max(last);
            } else {
                kept += 1;
                self.ranges[kept] = (first, last);
            }
        }
        self.ranges.truncate(kept + 1);
    }

    #[inline]
    pub fn ranges(&self) -> &[(u32, u32)] {
        &self.ranges
    }

    pub fn is_empty(&self) -> bool {
        self.ranges.is_empty()
    }

    /// The one member, if there is only one.
    pub fn single(&self) -> Option<u32> {
        match self.ranges[..] {
            [(first, last)] if first == last => Some(first),
            _ => None,
        }
    }

    pub fn contains(&self, c: u32) -> bool {
        let after = self.ranges.partition_point(|range| range.0 <= c);
        after > 0 && c <= self.ranges[after - 1].1
    }

    pub fn last(&self) -> Option<u32> {
        self.ranges.last().map(|range| range.1)
    }

    /// What is not in it (CharacterComplement).
    #[must_use]
    pub fn complement(&self) -> CodePointSet {
        let mut ranges = Vec::with_capacity(self.ranges.len() + 1);
        let mut next = 0;
        for &(first, last) in &self.ranges {
            if first > next {
                ranges.push((next, first - 1));
            }
            next = last + 1;
        }
        if next <= LAST {
            ranges.push((next, LAST));
        }
        CodePointSet { ranges }
    }

    #[must_use]
    pub fn union(&self, other: &CodePointSet) -> CodePointSet {
        let mut result = self.clone();
        result.add_set(other);
        result.normalize();
        result
    }

    #[must_use]
    pub fn intersection(&self, other: &CodePointSet) -> CodePointSet {
        let (mut i, mut j) = (0, 0);
        let mut ranges = Vec::new();
        while let (Some(&a), Some(&b)) = (self.ranges.get(i), other.ranges.get(j)) {
            let (first, last) = (a.0.max(b.0), a.1.min(b.1));
            if first <= last {
                ranges.push((first, last));
            }
            if a.1 < b.1 {
                i += 1;
            } else {
                j += 1;
            }
        }
        CodePointSet { ranges }
    }

    #[must_use]
    pub fn difference(&self, other: &CodePointSet) -> CodePointSet {
        self.intersection(&other.complement())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn operations() {
        let mut a = CodePointSet::new();
        for (first, last) in [(10, 20), (5, 7), (8, 8), (15, 30)] {
            a.add(first, last);
        }
        a.normalize();
        assert_eq!(a.ranges(), [(5, 8), (10, 30)]);
        assert!(a.contains(5) && a.contains(30) && !a.contains(9) && !a.contains(31));
        assert_eq!(a.complement().ranges(), [(0, 4), (9, 9), (31, LAST)]);
        let b = CodePointSet::from_ranges(&[(0, 5), (20, 40)]);
        assert_eq!(a.intersection(&b).ranges(), [(5, 5), (20, 30)]);
        assert_eq!(a.difference(&b).ranges(), [(6, 8), (10, 19)]);
        assert_eq!(a.union(&b).ranges(), [(0, 8), (10, 40)]);
        assert!(CodePointSet::all().complement().is_empty());
    }
}
