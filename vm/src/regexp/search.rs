//! Where a match can begin: what the search for one looks for before it runs the matcher.

use super::first::{First, alternatives};
use super::teddy::Teddy;
use super::tree::{Node, NodeId, Pattern};
use memchr::memmem::Finder;

/// What every match begins with.
#[derive(Debug)]
pub enum Search {
    /// Anything, or nothing.
    Everywhere,
    /// The start of the subject.
    Start,
    /// These units.
    Prefix {
        units: Box<[u16]>,
        /// For subjects of bytes; None if there is nothing to find in them.
        bytes: Option<Box<Finder<'static>>>,
    },
    /// One of at most three bytes, and no other unit.
    Few(Box<[u8]>),
    /// One of several alternatives.
    Alternatives(Teddy),
    /// One of some units.
    Units { low: Box<[bool; 256]>, high: bool },
}

impl Search {
    pub fn new(pattern: &Pattern, first: First) -> Search {
        if starts_at_start(pattern, pattern.root, 0) {
            return Search::Start;
        }
        let mut units = Vec::new();
        prefix(pattern, pattern.root, &mut units, 0);
        if units.len() > 1 {
            let narrow: Option<Vec<u8>> = units.iter().map(|&unit| u8::try_from(unit).ok()).collect();
            let bytes = narrow.map(|bytes| Box::new(Finder::new(&bytes).into_owned()));
            return Search::Prefix { units: units.into(), bytes };
        }
        if let Some(teddy) = Teddy::new(&alternatives(pattern)) {
            return Search::Alternatives(teddy);
        }
        if first.empty {
            return Search::Everywhere;
        }
        if let Some(few) = first.few() {
            return Search::Few(few.into());
        }
        if first.high && first.low == [u64::MAX; 4] {
            return Search::Everywhere;
        }
        Search::Units { low: Box::new(std::array::from_fn(|unit| first.has(unit as u32))), high: first.high }
    }
}

/// Levels that are looked through.
const MAX_DEPTH: u32 = 50;

fn starts_at_start(pattern: &Pattern, id: NodeId, depth: u32) -> bool {
    if depth > MAX_DEPTH {
        return false;
    }
    let of = |id| starts_at_start(pattern, id, depth + 1);
    match pattern.node(id) {
        Node::Start { multiline } => !multiline,
        Node::Group { body, .. } => of(body),
        Node::Sequence(list) => pattern.list(list).first().is_some_and(|&id| of(id)),
        Node::Choice(list) => pattern.list(list).iter().all(|&id| of(id)),
        _ => false,
    }
}

/// Appends the units that every match of a node begins with; whether those are the whole match.
fn prefix(pattern: &Pattern, id: NodeId, units: &mut Vec<u16>, depth: u32) -> bool {
    if depth > MAX_DEPTH {
        return false;
    }
    match pattern.node(id) {
        Node::Empty => true,
        Node::Char(c) if pattern.unicode && (0xd800..0xe000).contains(&c) => false,
        Node::Char(c) => {
            match u16::try_from(c) {
                Ok(unit) => units.push(unit),
                Err(_) => units.extend([0xd800 + ((c - 0x10000) >> 10) as u16, 0xdc00 + (c & 0x3ff) as u16]),
            }
            true
        }
        Node::Group { body, .. } => prefix(pattern, body, units, depth + 1),
        Node::Sequence(list) => pattern.list(list).iter().all(|&id| prefix(pattern, id, units, depth + 1)),
        Node::Repeat(repeat) if repeat.min > 0 => {
            prefix(pattern, repeat.body, units, depth + 1);
            false
        }
        _ => false,
    }
}
