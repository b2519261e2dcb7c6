//! Patterns as trees. Nodes lie in an arena, children before their parents, so that walks need no recursion where order is all
//! they need, and dropping a deep tree needs none either.

use super::case::Folding;
use super::set::CodePointSet;

pub type NodeId = u32;

/// A stretch of [`Pattern::lists`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct List {
    pub start: u32,
    pub end: u32,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Node {
    Empty,
    /// One character: a code point with u or v, otherwise a code unit.
    Char(u32),
    /// One character of [`Pattern::sets`].
    Set(u32),
    /// `^`
    Start {
        multiline: bool,
    },
    /// `$`
    End {
        multiline: bool,
    },
    /// `\b` and `\B`; `wide`: the long s and the Kelvin sign are word characters.
    Boundary {
        negative: bool,
        wide: bool,
    },
    /// A capturing group, numbered from 1.
    Group {
        index: u32,
        body: NodeId,
    },
    /// One of [`Pattern::references`].
    Reference(u32),
    Look {
        body: NodeId,
        behind: bool,
        negative: bool,
    },
    Sequence(List),
    /// Alternatives.
    Choice(List),
    Repeat(Repeat),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Repeat {
    pub body: NodeId,
    pub min: u32,
    /// Or [`super::UNLIMITED`].
    pub max: u32,
    pub greedy: bool,
    /// The groups within: from the first to before the second.
    pub groups: (u32, u32),
}

/// A reference to one group, or to the one that took part of several with the same name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reference {
    pub groups: Vec<u32>,
    /// How case is ignored, if it is.
    pub folding: Option<Folding>,
}

/// A pattern without errors.
#[derive(Debug)]
pub struct Pattern {
    pub nodes: Vec<Node>,
    pub lists: Vec<NodeId>,
    pub sets: Vec<CodePointSet>,
    pub references: Vec<Reference>,
    pub root: NodeId,
    /// Capturing groups.
    pub groups: u32,
    /// Names in the order of their first group, with all their groups.
    pub names: Vec<(Box<str>, Vec<u32>)>,
    /// Characters are code points.
    pub unicode: bool,
}

impl Pattern {
    pub fn node(&self, id: NodeId) -> Node {
        self.nodes[id as usize]
    }

    pub fn list(&self, list: List) -> &[NodeId] {
        &self.lists[list.start as usize..list.end as usize]
    }
}
