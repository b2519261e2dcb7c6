//! Alias regions: disjoint parts of memory. A word of one is never a word of another.

/// A part of memory.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Region {
    /// Words in objects themselves: their inline slots and the engine's fields.
    Object,
    /// Slots of objects that have more than fit in them.
    Slots,
    /// Environments' bindings.
    Environment,
    /// Shapes, in objects' headers.
    Shape,
    /// Flags in objects' headers.
    Flags,
    Elements,
    /// Elements of typed arrays.
    Bytes,
    /// What Maps, Sets and their weak kin hold.
    Collection,
    /// Frames on the VM stack.
    Frame,
    /// What the collector keeps of a cell.
    Collector,
    /// Whatever else JavaScript can change or ask for.
    World,
    /// Tallies, and counts of the calling context tree.
    Counts,
    /// Which node of the calling context tree is the current one.
    CurrentCall,
}

impl Region {
    /// What facts know a word by that is so many bytes into a cell.
    pub fn word(self, offset: usize) -> u32 {
        offset as u32 | (self as u32) << 28
    }
}

/// A set of regions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Regions(u16);

impl Regions {
    pub const NONE: Regions = Regions(0);
    pub const ALL: Regions = Regions(u16::MAX);

    pub const fn of(regions: &[Region]) -> Regions {
        let (mut bits, mut i) = (0, 0);
        while i < regions.len() {
            bits |= 1 << regions[i] as u16;
            i += 1;
        }
        Regions(bits)
    }

    pub fn contains(self, region: Region) -> bool {
        self.0 & 1 << region as u16 != 0
    }

    /// All of these are among the others.
    pub fn are_within(self, others: Regions) -> bool {
        self.0 & !others.0 == 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_are_of_what_they_are_made_of() {
        let set = Regions::of(&[Region::Slots, Region::World]);
        assert!(set.contains(Region::World) && !set.contains(Region::Object));
        assert!(set.are_within(Regions::ALL) && Regions::NONE.are_within(set) && !Regions::ALL.are_within(set));
        assert_ne!(Region::Object.word(24), Region::Slots.word(24));
    }
}
