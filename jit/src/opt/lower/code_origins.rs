//! Which origin each byte of the code has.
//!
//! Cranelift tells the places of instructions. The moves that its register allocator puts where blocks meet have none. Those on an edge are the
//! branch's: whoever jumps sets the phis. Those at the beginning of a block that is reached from several are the instruction's that follows, whose
//! operands they bring back. What is nobody's stays nowhere ([`vm::code::origin::fill_gaps`]): a block that only falls into the next, reached from
//! several instructions.

use vm::code::origin::OriginRange;

/// The blocks of the code, as they lie in it.
pub struct Blocks<'a> {
    /// Where they start, ascending.
    starts: &'a [u32],
    /// To which block, and from which, by their starts; ascending.
    arrivals: Vec<(u32, u32)>,
}

/// Where which origin begins to hold, ascending; [`OriginRange::NOWHERE`] for none.
///
/// `located`: start, end and origin of what has one; ascending.
pub fn code_origins(located: &[(u32, u32, u32)], blocks: &Blocks<'_>) -> Vec<(u32, u32)> {
    let mut ranges = Vec::with_capacity(located.len());
    let mut done = 0;
    for &(start, end, origin) in located {
        while done < start {
            let next = blocks.end_of(done).min(start);
            ranges.push((done, blocks.owner(located, done).unwrap_or(OriginRange::NOWHERE)));
            done = next;
        }
        ranges.push((start, origin));
        done = end;
    }
    ranges
}

impl<'a> Blocks<'a> {
    /// `edges`: from block to block.
    pub fn new(starts: &'a [u32], edges: &[(u32, u32)]) -> Blocks<'a> {
        let mut arrivals: Vec<_> = edges.iter().map(|&(from, to)| (to, from)).collect();
        arrivals.sort_unstable();
        arrivals.dedup();
        Blocks { starts, arrivals }
    }

    /// Where the block ends that an offset is in.
    fn end_of(&self, offset: u32) -> u32 {
        self.starts.get(self.starts.partition_point(|&start| start <= offset)).copied().unwrap_or(u32::MAX)
    }

    /// Whose the bytes without an origin are that begin here.
    fn owner(&self, located: &[(u32, u32, u32)], start: u32) -> Option<u32> {
        self.starts.binary_search(&start).ok()?;
        let mut at = start;
        // What leads to a block that is an edge itself, and so on; two in a row is all there is.
        for _ in 0..3 {
            let Some(block) = self.only_way(at) else { break };
            if let Some(origin) = self.last(located, block) {
                return Some(origin);
            }
            at = block;
        }
        let first = located.get(located.partition_point(|range| range.0 < start))?;
        if first.0 < self.end_of(start) {
            return Some(first.2);
        }
        // It has no instruction of its own, since it falls into the next block: what all come from.
        let mut origins = self.arrivals_at(start).iter().map(|arrival| self.last(located, arrival.1));
        let origin = origins.next()??;
        origins.all(|other| other == Some(origin)).then_some(origin)
    }

    /// The only block from which one comes here.
    fn only_way(&self, start: u32) -> Option<u32> {
        match self.arrivals_at(start) {
            [(_, only)] => Some(*only),
            _ => None,
        }
    }

    fn arrivals_at(&self, start: u32) -> &[(u32, u32)] {
        let from = self.arrivals.partition_point(|arrival| arrival.0 < start);
        let count = self.arrivals[from..].partition_point(|arrival| arrival.0 == start);
        &self.arrivals[from..from + count]
    }

    /// The last origin in a block: its branch's.
    fn last(&self, located: &[(u32, u32, u32)], block: u32) -> Option<u32> {
        let last = located.get(located.partition_point(|range| range.0 < self.end_of(block)).checked_sub(1)?)?;
        (last.0 >= block).then_some(last.2)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A block at 0 branches to an edge at 20 and a block at 40, both of which lead to 60.
    fn blocks() -> Blocks<'static> {
        Blocks::new(&[0, 20, 40, 60, 80], &[(0, 20), (0, 40), (20, 60), (40, 60), (60, 80), (80, 60)])
    }

    #[test]
    fn moves_on_an_edge_are_the_branchs() {
        let located = [(0, 12, 1), (12, 20, 2), (44, 56, 3), (56, 60, 4), (60, 80, 5), (80, 84, 6)];
        let ranges = code_origins(&located, &blocks());
        let expected = [(0, 1), (12, 2), (20, 2), (40, 2), (44, 3), (56, 4), (60, 5), (80, 6)];
        assert_eq!(ranges, expected);
    }

    #[test]
    fn moves_where_edges_meet_are_the_next_instructions() {
        let located = [(0, 20, 2), (40, 60, 4), (66, 80, 5), (80, 84, 6)];
        assert_eq!(code_origins(&located, &blocks()), [(0, 2), (20, 2), (40, 4), (60, 5), (66, 5), (80, 6)]);
    }

    #[test]
    fn what_only_falls_through_is_whose_it_comes_from() {
        let blocks = Blocks::new(&[0, 20, 30, 40, 60], &[(0, 20), (0, 40), (20, 40), (30, 40), (40, 60)]);
        let located = [(0, 12, 1), (12, 20, 2), (30, 40, 3), (60, 80, 5)];
        assert_eq!(
            code_origins(&located, &blocks),
            [(0, 1), (12, 2), (20, 2), (30, 3), (40, OriginRange::NOWHERE), (60, 5)]
        );
        let blocks = Blocks::new(&[0, 20, 40, 60], &[(0, 20), (0, 40), (20, 40), (40, 60)]);
        let located = [(0, 20, 2), (20, 40, 2), (60, 80, 5)];
        assert_eq!(code_origins(&located, &blocks), [(0, 2), (20, 2), (40, 2), (60, 5)]);
    }

    #[test]
    fn what_nobody_answers_for_is_nowhere() {
        // In the middle of a block, and a block that meets another without an instruction of its own.
        let located = [(0, 4, 1), (8, 20, 2), (40, 60, 4), (80, 84, 6)];
        let nowhere = OriginRange::NOWHERE;
        let expected = [(0, 1), (4, nowhere), (8, 2), (20, 2), (40, 4), (60, nowhere), (80, 6)];
        assert_eq!(code_origins(&located, &blocks()), expected);
    }
}
