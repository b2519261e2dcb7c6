//! Machine code as the profiler knows it: which function, which tier, and from which bytecode each byte came, through inlining.
//!
//! Compilers fill this in when they install code and stamp it when they free it; it is plain data, apart from the heap, and outlives
//! the code, because a sample is resolved long after it was taken. The stamps are [`crate::observe::Observation::sample_index`].

use crate::options::Tier;

/// A bytecode in a function, called from another where it was inlined.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub struct CodeOrigin {
    /// The function's code id.
    pub code_id: u32,
    /// Bytecode offset, in 16-bit units.
    pub offset: u32,
    /// Index of the origin of the call that was inlined; [`CodeOrigin::OUTERMOST`] for none.
    pub caller: u32,
}

impl CodeOrigin {
    pub const OUTERMOST: u32 = u32::MAX;
}

/// From a code offset on, up to the next range.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OriginRange {
    /// Bytes from the start of the code.
    pub start: u32,
    /// Index into the origins (or, without those, a bytecode offset), or [`OriginRange::NOWHERE`].
    pub origin: u32,
    /// The compiler put these bytes where the ways of several instructions meet, and they count as a neighbour's.
    pub is_approximate: bool,
}

impl OriginRange {
    /// No bytecode: constants, padding.
    pub const NOWHERE: u32 = u32::MAX;

    pub fn exact(start: u32, origin: u32) -> OriginRange {
        OriginRange { start, origin, is_approximate: false }
    }
}

/// An instruction's part of code that is laid out as `hot parts | cold parts`, both in the order of the bytecode.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Laid {
    /// Units of bytecode since the last one's.
    pub units: u16,
    /// Bytes of its hot part and of its cold one.
    pub hot: u16,
    pub cold: u16,
}

/// Ranges in order.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum OriginRanges {
    Listed(Vec<OriginRange>),
    /// Of code that so many are made of that they are to be small and quickly made: the origins are bytecode offsets.
    Laid(Box<[Laid]>),
}

impl OriginRanges {
    pub fn iter(&self) -> Box<dyn Iterator<Item = OriginRange> + '_> {
        match self {
            OriginRanges::Listed(ranges) => Box::new(ranges.iter().copied()),
            OriginRanges::Laid(parts) => {
                let all = [false, true].into_iter().flat_map(|cold| parts.iter().map(move |part| (cold, part)));
                let (mut start, mut units, mut was_cold) = (0, 0, false);
                Box::new(all.filter_map(move |(cold, part)| {
                    if std::mem::replace(&mut was_cold, cold) != cold {
                        units = 0;
                    }
                    units += part.units as u32;
                    let bytes = if cold { part.cold } else { part.hot };
                    let range = OriginRange::exact(start, units);
                    start += bytes as u32;
                    (bytes > 0).then_some(range)
                }))
            }
        }
    }

    /// The last range that starts at the offset or before it. Of [`OriginRanges::Laid`] all before it are gone through: whoever looks up
    /// many offsets [lists](OriginRanges::listed) them once.
    pub fn find(&self, offset: u32) -> Option<OriginRange> {
        match self {
            OriginRanges::Listed(ranges) => {
                let next = ranges.partition_point(|range| range.start <= offset);
                Some(ranges[next.checked_sub(1)?])
            }
            OriginRanges::Laid(_) => self.iter().take_while(|range| range.start <= offset).last(),
        }
    }

    /// The same ranges in the form that is searched quickly.
    pub fn listed(&self) -> OriginRanges {
        self.iter().collect()
    }
}

impl FromIterator<OriginRange> for OriginRanges {
    fn from_iter<I: IntoIterator<Item = OriginRange>>(ranges: I) -> OriginRanges {
        OriginRanges::Listed(ranges.into_iter().collect())
    }
}

/// Gives bytes that are nowhere to the instruction before them, or, where what follows is in another activation, to the innermost activation that
/// both are in: no frame is claimed that one of them is not in.
pub fn fill_gaps(origins: &[CodeOrigin], ranges: &mut [OriginRange]) {
    let mut before = None;
    for i in 0..ranges.len() {
        if (ranges[i].origin as usize) < origins.len() {
            before = Some(ranges[i].origin);
            continue;
        }
        let after = ranges[i..].iter().map(|r| r.origin).find(|o| (*o as usize) < origins.len());
        if let Some(origin) = common(origins, before, after) {
            // Within one instruction there is no doubt.
            ranges[i] = OriginRange { origin, is_approximate: before != after, ..ranges[i] };
        }
    }
}

/// The innermost origin around `before` of an activation that `after` is in as well.
fn common(origins: &[CodeOrigin], before: Option<u32>, after: Option<u32>) -> Option<u32> {
    let (Some(before), Some(after)) = (before, after) else {
        // What nothing comes before, or after, is in no inlined activation for certain.
        return before.or(after).and_then(|origin| outward(origins, origin).last());
    };
    // An activation is known by the call that it is inlined at.
    let call = |origin: u32| origins[origin as usize].caller;
    outward(origins, before).find(|&b| outward(origins, after).any(|a| call(a) == call(b)))
}

/// An origin and the calls that it is inlined at, innermost first.
fn outward(origins: &[CodeOrigin], origin: u32) -> impl Iterator<Item = u32> + '_ {
    std::iter::successors(Some(origin), |&at| {
        Some(origins[at as usize].caller).filter(|c| (*c as usize) < origins.len())
    })
}

/// A piece of machine code.
#[derive(Clone, Debug)]
pub struct MachineCode {
    /// The id that frames carry while they run it: the function's own in the baseline tier, however often that compiles it; another for each
    /// piece of optimized code, whose inlined activations' frames carry the ids after it.
    pub id: u32,
    /// How many ids there are.
    pub activations: u32,
    /// Code id of the function.
    pub code_id: u32,
    pub tier: Tier,
    /// Addresses.
    pub start: usize,
    pub end: usize,
    /// Empty where nothing is inlined: the ranges' origins then are the function's bytecode offsets themselves.
    pub origins: Vec<CodeOrigin>,
    pub ranges: OriginRanges,
    /// Sample index and CLOCK_MONOTONIC nanoseconds of its installation; 0 for before anybody observed.
    pub installed: (u64, u64),
    /// The same of its freeing.
    pub freed: Option<(u64, u64)>,
}

/// Machine code of a regular expression, which has no frames: to whoever samples it is the runtime's.
#[derive(Clone, Debug)]
pub struct PatternCode {
    /// As it is written in a source.
    pub pattern: String,
    /// Addresses.
    pub start: usize,
    pub end: usize,
    /// As [`MachineCode::installed`] and [`MachineCode::freed`].
    pub installed: (u64, u64),
    pub freed: Option<(u64, u64)>,
}

impl PatternCode {
    /// Whether a PC that sample number `index` had is in this code.
    pub fn holds(&self, pc: usize, index: u64) -> bool {
        (self.start..self.end).contains(&pc) && self.installed.0 <= index && self.freed.is_none_or(|f| index < f.0)
    }
}

impl MachineCode {
    /// Whether a PC that sample number `index` had is in this code.
    pub fn holds(&self, pc: usize, index: u64) -> bool {
        (self.start..self.end).contains(&pc) && self.installed.0 <= index && self.freed.is_none_or(|f| index < f.0)
    }

    /// The origin of a PC within it.
    pub fn origin_of_pc(&self, pc: usize) -> Option<u32> {
        self.range_of_pc(pc).map(|range| range.origin)
    }

    /// The range that a PC is in, if it has an origin.
    pub fn range_of_pc(&self, pc: usize) -> Option<OriginRange> {
        self.range_of_pc_among(&self.ranges, pc)
    }

    /// The same, found in this code's ranges in another form.
    pub fn range_of_pc_among(&self, ranges: &OriginRanges, pc: usize) -> Option<OriginRange> {
        let offset = pc.checked_sub(self.start)? as u32;
        let range = ranges.find(offset)?;
        let known = if self.origins.is_empty() {
            range.origin != OriginRange::NOWHERE
        } else {
            (range.origin as usize) < self.origins.len()
        };
        known.then_some(range)
    }

    /// An origin and those that it is inlined into, innermost first.
    pub fn chain(&self, origin: u32) -> impl Iterator<Item = CodeOrigin> + '_ {
        let mut at = origin;
        let chain = std::iter::from_fn(move || {
            if at == CodeOrigin::OUTERMOST {
                return None;
            }
            let found = match self.origins.get(at as usize) {
                Some(found) => *found,
                None if self.origins.is_empty() => {
                    CodeOrigin { code_id: self.code_id, offset: at, caller: CodeOrigin::OUTERMOST }
                }
                None => return None,
            };
            at = found.caller;
            Some(found)
        });
        // Whatever a table says, this ends.
        chain.take(self.origins.len().max(1))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn code() -> MachineCode {
        let origin = |code_id, offset, caller| CodeOrigin { code_id, offset, caller };
        let range = OriginRange::exact;
        MachineCode {
            id: 90,
            activations: 1,
            code_id: 5,
            tier: Tier::Optimizer,
            start: 0x1000,
            end: 0x1100,
            origins: vec![origin(5, 0, CodeOrigin::OUTERMOST), origin(6, 4, 0), origin(7, 9, 1)],
            ranges: [range(0, 0), range(0x20, 2), range(0x40, OriginRange::NOWHERE), range(0x50, 1)]
                .into_iter()
                .collect(),
            installed: (10, 1000),
            freed: Some((20, 2000)),
        }
    }

    #[test]
    fn a_pc_has_its_origin_and_those_it_is_inlined_into() {
        let code = code();
        let ids = |pc| code.origin_of_pc(pc).map(|o| code.chain(o).map(|o| o.code_id).collect::<Vec<_>>());
        assert_eq!(ids(0x1000), Some(vec![5]));
        assert_eq!(ids(0x103f), Some(vec![7, 6, 5]));
        assert_eq!(ids(0x1040), None);
        assert_eq!(ids(0x1060), Some(vec![6, 5]));
        assert_eq!(ids(0xfff), None);
    }

    #[test]
    fn parts_are_ranges_hot_ones_first() {
        let laid = |units, hot, cold| Laid { units, hot, cold };
        let parts = [laid(0, 30, 0), laid(0, 10, 11), laid(4, 7, 0), laid(5, 0, 20), laid(2, 4, 11)];
        let ranges = OriginRanges::Laid(Box::new(parts));
        let range = OriginRange::exact;
        let expected =
            [range(0, 0), range(30, 0), range(40, 4), range(47, 11), range(51, 0), range(62, 9), range(82, 11)];
        assert_eq!(ranges.iter().collect::<Vec<_>>(), expected);
        let listed: OriginRanges = expected.into_iter().collect();
        for offset in 0..100 {
            assert_eq!(ranges.find(offset), listed.find(offset), "at {offset}");
            assert_eq!(ranges.find(offset), ranges.listed().find(offset), "at {offset}");
        }
    }

    #[test]
    fn calls_stand_anywhere_in_the_table() {
        let origin = |code_id, offset, caller| CodeOrigin { code_id, offset, caller };
        let chain = |origins: Vec<CodeOrigin>, at| {
            MachineCode { origins, ..code() }.chain(at).map(|o| o.code_id).collect::<Vec<_>>()
        };
        let behind = vec![origin(7, 9, 2), origin(5, 0, CodeOrigin::OUTERMOST), origin(6, 4, 1)];
        assert_eq!(chain(behind, 0), [7, 6, 5]);
        assert_eq!(chain(vec![origin(5, 0, 1), origin(6, 0, 0)], 0).len(), 2);
    }

    #[test]
    fn gaps_are_filled_within_the_activation_that_both_sides_are_in() {
        let origin = |code_id, offset, caller| CodeOrigin { code_id, offset, caller };
        // A call at 0, in which a call at 1, in which there is 2; another call at 3, in which there is 4; 5 is beside 2.
        let origins = [
            origin(5, 0, CodeOrigin::OUTERMOST),
            origin(6, 4, 0),
            origin(7, 9, 1),
            origin(5, 8, CodeOrigin::OUTERMOST),
            origin(6, 4, 3),
            origin(7, 12, 1),
        ];
        let filled = |before: u32, after: u32| {
            let at = [before, OriginRange::NOWHERE, after];
            let mut ranges: Vec<_> = (0..).zip(at).map(|(start, origin)| OriginRange::exact(start, origin)).collect();
            fill_gaps(&origins, &mut ranges);
            assert_eq!(ranges[1].is_approximate, before != after);
            ranges[1].origin
        };
        assert_eq!(filled(2, 2), 2);
        assert_eq!(filled(2, 5), 2);
        assert_eq!(filled(2, 1), 1);
        assert_eq!(filled(1, 2), 1);
        assert_eq!(filled(2, 4), 0);
        assert_eq!(filled(2, 3), 0);
        let mut ends = [OriginRange::exact(0, OriginRange::NOWHERE), OriginRange::exact(4, 4)];
        fill_gaps(&origins, &mut ends);
        assert_eq!(ends[0].origin, 3);
    }

    #[test]
    fn code_without_inlining_has_bytecode_offsets_as_origins() {
        let code = MachineCode { origins: Vec::new(), ..code() };
        assert_eq!(code.origin_of_pc(0x1050), Some(1));
        assert_eq!(code.origin_of_pc(0x1040), None);
        let origin = CodeOrigin { code_id: 5, offset: 1, caller: CodeOrigin::OUTERMOST };
        assert_eq!(code.chain(1).collect::<Vec<_>>(), [origin]);
    }

    #[test]
    fn code_is_there_from_its_installation_to_its_freeing() {
        let code = code();
        let held: Vec<bool> = [9, 10, 19, 20].iter().map(|&index| code.holds(0x1010, index)).collect();
        assert_eq!(held, [false, true, true, false]);
        assert!(!code.holds(0x1100, 15));
    }
}
