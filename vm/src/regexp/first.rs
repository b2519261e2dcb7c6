//! Which code units a match of a node can begin with, for every node of a pattern: what saves the matcher from trying.

use super::set::CodePointSet;
use super::tree::{Node, NodeId, Pattern};

/// Code units that something can begin with.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct First {
    /// Units below 256.
    pub low: [u64; 4],
    /// Some unit from 256 on.
    pub high: bool,
    /// It may match without consuming anything (or end where the subject does), so the units tell nothing.
    pub empty: bool,
}

impl First {
    pub const NONE: First = First { low: [0; 4], high: false, empty: false };
    /// Nothing is known.
    pub const ANY: First = First { low: [u64::MAX; 4], high: true, empty: true };
    const EMPTY: First = First { low: [0; 4], high: false, empty: true };

    fn unit(c: u32) -> First {
        let mut first = First::NONE;
        first.add(c, c);
        first
    }

    fn add(&mut self, from: u32, to: u32) {
        for c in from..=to.min(255) {
            self.low[c as usize / 64] |= 1 << (c % 64);
        }
        self.high |= to > 255;
    }

    fn of_set(set: &CodePointSet) -> First {
        let mut first = First::NONE;
        for &(from, to) in set.ranges() {
            first.add(from, to);
        }
        first
    }

    #[must_use]
    pub fn or(self, other: First) -> First {
        First {
            low: std::array::from_fn(|i| self.low[i] | other.low[i]),
            high: self.high | other.high,
            empty: self.empty | other.empty,
        }
    }

    /// This, and what follows where this may be empty.
    #[must_use]
    pub fn then(self, next: First) -> First {
        if !self.empty {
            return self;
        }
        First { empty: next.empty, ..self.or(next) }
    }

    /// No unit begins both, and each needs one.
    pub fn excludes(self, other: First) -> bool {
        !(self.empty || other.empty || self.high && other.high) && (0..4).all(|i| self.low[i] & other.low[i] == 0)
    }

    #[inline(always)]
    pub fn has(&self, unit: u32) -> bool {
        if unit < 256 { self.low[unit as usize / 64] >> (unit % 64) & 1 != 0 } else { self.high }
    }

    /// The units below 256, if there are no others.
    pub fn few(&self) -> Option<Vec<u8>> {
        if self.high || self.empty || self.low.iter().map(|word| word.count_ones()).sum::<u32>() > 3 {
            return None;
        }
        Some((0..=255u8).filter(|&unit| self.has(unit as u32)).collect())
    }
}

/// Places that [`ahead`] looks at.
pub const AHEAD: usize = 8;
/// Levels that it looks through.
const MAX_DEPTH: u32 = 50;

/// The units at the first places of every match that does not begin where the subject does: as many places as all such matches have,
/// [`AHEAD`] at most.
pub fn ahead(pattern: &Pattern) -> Vec<First> {
    ahead_of(pattern, pattern.root, AHEAD, 0).map_or(Vec::new(), |known| known.0)
}

/// As [`ahead`], for each alternative that a pattern begins with. Empty: there is but one, or one begins where the subject does.
pub fn alternatives(pattern: &Pattern) -> Vec<Vec<First>> {
    let mut before = pattern.root;
    let mut behind = Vec::new();
    for _ in 0..MAX_DEPTH {
        match pattern.node(before) {
            Node::Group { body, .. } => before = body,
            Node::Sequence(list) => {
                let list = pattern.list(list);
                let consumes =
                    |&id: &NodeId| !matches!(pattern.node(id), Node::Empty | Node::Boundary { .. } | Node::Look { .. });
                let Some(place) = list.iter().position(consumes) else { break };
                before = list[place];
                behind.extend(list[place + 1..].iter().rev());
            }
            Node::Choice(list) => {
                let ways = pattern.list(list).iter().map(|&id| {
                    let (mut all, mut whole) = ahead_of(pattern, id, AHEAD, 0)?;
                    for &id in behind.iter().rev() {
                        if !whole || all.len() == AHEAD {
                            break;
                        }
                        let more = ahead_of(pattern, id, AHEAD - all.len(), 0)?;
                        all.extend(more.0);
                        whole = more.1;
                    }
                    Some(all)
                });
                return ways.collect::<Option<_>>().unwrap_or_default();
            }
            _ => break,
        }
    }
    Vec::new()
}

/// As [`ahead`] for matches of a node, up to `room` places; and whether they are all that each match has. None: there is no such match.
fn ahead_of(pattern: &Pattern, id: NodeId, room: usize, depth: u32) -> Option<(Vec<First>, bool)> {
    if room == 0 || depth > MAX_DEPTH {
        return Some((Vec::new(), false));
    }
    Some(match pattern.node(id) {
        Node::Start { multiline: false } => return None,
        Node::Empty | Node::Start { .. } | Node::End { .. } | Node::Boundary { .. } | Node::Look { .. } => {
            (Vec::new(), true)
        }
        Node::Char(c) if c > 0xffff && room == 1 => (vec![First::unit(c)], false),
        Node::Char(c) => (vec![First::unit(c); 1 + (c > 0xffff) as usize], true),
        Node::Set(set) => {
            let set = &pattern.sets[set as usize];
            let may_be_pair = pattern.unicode && set.last().is_some_and(|last| last > 0xffff);
            (vec![First::of_set(set)], !may_be_pair)
        }
        Node::Group { body, .. } => return ahead_of(pattern, body, room, depth + 1),
        Node::Reference(_) => (Vec::new(), false),
        Node::Sequence(list) => {
            let mut all = Vec::new();
            for &id in pattern.list(list) {
                // What has consumed something is not at the start any more; whether it has, is not looked at.
                let (more, whole) = ahead_of(pattern, id, room - all.len(), depth + 1)?;
                all.extend(more);
                if !whole || all.len() == room {
                    return Some((all, false));
                }
            }
            (all, true)
        }
        Node::Choice(list) => {
            let mut ways = pattern.list(list).iter().filter_map(|&id| ahead_of(pattern, id, room, depth + 1));
            let (mut all, mut whole) = ways.next()?;
            for (other, other_whole) in ways {
                whole &= other_whole && other.len() == all.len();
                all.truncate(other.len());
                for (first, other) in all.iter_mut().zip(other) {
                    *first = first.or(other);
                }
            }
            (all, whole)
        }
        Node::Repeat(repeat) if repeat.min == 0 => (Vec::new(), repeat.max == 0),
        Node::Repeat(repeat) => {
            let (body, whole) = ahead_of(pattern, repeat.body, room, depth + 1)?;
            let mut all = Vec::new();
            for _ in 0..repeat.min.min(room as u32) {
                all.extend(body.iter().copied().take(room - all.len()));
                if !whole || all.len() == room {
                    return Some((all, false));
                }
            }
            (all, repeat.min == repeat.max)
        }
    })
}

/// The units of every node.
pub fn firsts(pattern: &Pattern) -> Vec<First> {
    let mut firsts: Vec<First> = Vec::with_capacity(pattern.nodes.len());
    let sets: Vec<First> = pattern.sets.iter().map(First::of_set).collect();
    for &node in &pattern.nodes {
        let of = |id: NodeId| firsts[id as usize];
        let first = match node {
            Node::Empty | Node::Start { .. } | Node::End { .. } | Node::Boundary { .. } | Node::Look { .. } => {
                First::EMPTY
            }
            Node::Char(c) => First::unit(c),
            Node::Set(set) => sets[set as usize],
            Node::Group { body, .. } => of(body),
            Node::Reference(_) => First::ANY,
            Node::Sequence(list) => {
                let mut first = First::EMPTY;
                for &id in pattern.list(list) {
                    first = first.then(of(id));
                    if !first.empty {
                        break;
                    }
                }
                first
            }
            Node::Choice(list) => pattern.list(list).iter().fold(First::NONE, |first, &id| first.or(of(id))),
            Node::Repeat(repeat) => {
                if repeat.max == 0 {
                    First::EMPTY
                } else if repeat.min == 0 {
                    of(repeat.body).or(First::EMPTY)
                } else {
                    of(repeat.body)
                }
            }
        };
        firsts.push(first);
    }
    firsts
}
