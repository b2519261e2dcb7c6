//! Compiled patterns: the instructions of the matcher and their tables.

use super::first::First;
use super::search::Search;
use super::set::CodePointSet;
use super::tree::Reference;

/// One instruction. Those without "back" move forward. An instruction that does not match makes the matcher backtrack.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Insn {
    /// The whole pattern has matched.
    Match,
    Fail,
    /// One code unit. With u or v, not a surrogate.
    Unit(u16),
    /// A stretch of [`Code::literals`].
    Literal {
        start: u32,
        length: u32,
    },
    /// One code point that is a surrogate, with u or v.
    Point(u32),
    /// One character of a set.
    Set(u32),
    UnitBack(u32),
    SetBack(u32),
    /// One of [`Code::loops`].
    Loop(u32),
    /// Goes on; if that fails, at the target.
    Split(u32),
    /// Goes to the target; if that fails, on.
    SplitLazy(u32),
    /// [`Insn::Split`] if the next unit can begin what follows here, else [`Insn::Jump`].
    SplitIf {
        first: u32,
        otherwise: u32,
    },
    /// Goes on if the next unit can begin what follows here, else to the target: where the unit decides.
    Guard {
        first: u32,
        otherwise: u32,
    },
    Jump(u32),
    /// Sets a register to the position.
    Save(u32),
    /// Forgets the groups of these registers, from the first to before the second.
    Reset(u32, u32),
    /// Sets a counter to 0.
    CounterInit(u32),
    /// One of [`Code::counted`]: what comes before each round.
    Counted(u32),
    /// What comes after each round, of the same; goes back to it.
    CountedNext(u32),
    /// Fails if the position is still what the register says.
    CheckMoved(u32),
    Start,
    StartOfLine,
    End,
    EndOfLine,
    Boundary {
        negative: bool,
        wide: bool,
    },
    Reference(u32),
    ReferenceBack(u32),
    /// Begins a lookaround: the register keeps where, the next one how much there is to backtrack to.
    Look(u32),
    LookDone(u32),
    /// Begins a negative lookaround; goes to the target if it does not match.
    NegativeLook {
        register: u32,
        after: u32,
    },
    NegativeLookDone(u32),
}

/// A loop over one character.
#[derive(Clone, Copy, Debug)]
pub struct Loop {
    pub set: u32,
    pub min: u32,
    pub max: u32,
    pub greedy: bool,
    /// What follows cannot begin with a character of the loop: it takes all, or the match fails.
    pub possessive: bool,
    /// The unit that must come next.
    pub next: Option<u16>,
    /// All characters of the set are one unit.
    pub single: bool,
}

/// A loop that counts its rounds.
#[derive(Clone, Copy, Debug)]
pub struct Counted {
    /// The register of the counter; the next one keeps where a round began.
    pub counter: u32,
    pub min: u32,
    pub max: u32,
    pub greedy: bool,
    pub head: u32,
    pub exit: u32,
    /// A round may match nothing.
    pub empty: bool,
}

/// A set as the matcher asks it.
#[derive(Clone, Debug)]
pub struct Set {
    pub low: [u64; 4],
    /// From 256 on: ranges.
    pub high: Box<[(u32, u32)]>,
}

impl Set {
    pub fn new(set: &CodePointSet) -> Set {
        let mut low = [0; 4];
        for &(from, to) in set.ranges() {
            for c in from..=to.min(255) {
                low[c as usize / 64] |= 1u64 << (c % 64);
            }
        }
        let high = set.ranges().iter().filter(|range| range.1 > 255).map(|&(from, to)| (from.max(256), to)).collect();
        Set { low, high }
    }

    #[inline(always)]
    pub fn has(&self, c: u32) -> bool {
        if c < 256 { self.low[c as usize >> 6] >> (c & 63) & 1 != 0 } else { self.has_high(c) }
    }

    #[inline]
    fn has_high(&self, c: u32) -> bool {
        match &*self.high {
            [] => false,
            [(from, to)] => (*from..=*to).contains(&c),
            ranges => {
                let after = ranges.partition_point(|range| range.0 <= c);
                after > 0 && c <= ranges[after - 1].1
            }
        }
    }
}

/// A compiled pattern.
#[derive(Debug)]
pub struct Code {
    pub insns: Box<[Insn]>,
    pub literals: Box<[u16]>,
    pub sets: Box<[Set]>,
    pub firsts: Box<[First]>,
    pub loops: Box<[Loop]>,
    pub counted: Box<[Counted]>,
    pub references: Box<[Reference]>,
    /// Registers; the first two for each group (with the whole match) are where it begins and ends.
    pub registers: u32,
    pub groups: u32,
    /// Names in the order of their first group, with all their groups.
    pub names: Box<[(Box<str>, Vec<u32>)]>,
    pub unicode: bool,
    pub search: Search,
    /// The units at the first places of every match but those at the subject's start, see [`super::first::ahead`].
    pub ahead: Box<[First]>,
}

impl Code {
    /// The memory that the tables take.
    pub fn bytes(&self) -> usize {
        size_of_val(&*self.insns)
            + size_of_val(&*self.literals)
            + size_of_val(&*self.sets)
            + size_of_val(&*self.firsts)
            + size_of_val(&*self.loops)
            + size_of_val(&*self.counted)
            + size_of_val(&*self.references)
    }
}
