//! What is known of the backtracking stack while code is being made.
//!
//! A [`StackState`] is a chain of nodes, the top of the stack first. The topmost are *pending*: nothing has been pushed yet, and if the attempt
//! fails there, the code goes straight to where it resumes. They are pushed where ways of different history meet ([`super::lower`]). Of what
//! is in memory the chain still tells what it is, so that a failure seldom has to look.

use cranelift_codegen::ir::{Block, Value};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NodeId(u32);

#[derive(Clone, Copy, Debug)]
pub enum Kind {
    /// Nothing is known from here on.
    Unknown,
    /// The attempt fails.
    Bottom,
    /// A register gets the value back that it had.
    Restore { register: u32, old: Value },
    /// Goes on at an instruction, at a position.
    Choice { target: u32, at: Value, number: u32 },
    /// The same, and never pushed.
    Local { target: u32, at: Value },
    /// A loop over one character takes fewer or more of them; always in memory.
    Loop { number: u32 },
}

#[derive(Clone, Copy, Debug)]
pub struct Node {
    pub below: NodeId,
    pub kind: Kind,
    /// Where a failure with this on top goes: while it is pending, and by memory.
    pub resume: [Option<Block>; 2],
}

/// A chain, and how many nodes on top of it are pending.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct StackState {
    pub top: NodeId,
    pub pending: u32,
}

pub const UNKNOWN: StackState = StackState { top: NodeId(0), pending: 0 };
pub const BOTTOM: StackState = StackState { top: NodeId(1), pending: 0 };

/// All nodes.
pub struct Nodes(Vec<Node>);

impl Nodes {
    pub fn new() -> Nodes {
        let node = |below, kind| Node { below: NodeId(below), kind, resume: [None; 2] };
        Nodes(vec![node(0, Kind::Unknown), node(1, Kind::Bottom)])
    }

    pub fn get(&self, id: NodeId) -> Node {
        self.0[id.0 as usize]
    }

    pub fn set_resume(&mut self, state: StackState, block: Block) {
        self.0[state.top.0 as usize].resume[(state.pending == 0) as usize] = Some(block);
    }

    pub fn resume(&self, state: StackState) -> Option<Block> {
        self.get(state.top).resume[(state.pending == 0) as usize]
    }

    /// A pending node on top of a chain.
    pub fn push(&mut self, state: StackState, kind: Kind) -> StackState {
        self.0.push(Node { below: state.top, kind, resume: [None; 2] });
        StackState { top: NodeId(self.0.len() as u32 - 1), pending: state.pending + 1 }
    }

    /// The chain without its top.
    pub fn below(&self, state: StackState) -> StackState {
        StackState { top: self.get(state.top).below, pending: state.pending.saturating_sub(1) }
    }

    /// The pending nodes, lowest first.
    pub fn pending(&self, mut state: StackState) -> Vec<Kind> {
        let mut kinds = Vec::with_capacity(state.pending as usize);
        while state.pending > 0 {
            kinds.push(self.get(state.top).kind);
            state = self.below(state);
        }
        kinds.reverse();
        kinds
    }

    /// A register's old value is pending above all that could be resumed.
    pub fn restores(&self, mut state: StackState, wanted: u32) -> bool {
        while state.pending > 0 {
            match self.get(state.top).kind {
                Kind::Restore { register, .. } if register == wanted => return true,
                Kind::Restore { .. } => state = self.below(state),
                _ => return false,
            }
        }
        false
    }

    /// There is a pending choice that goes on at an instruction not behind this one.
    pub fn has_choice_until(&self, state: StackState, pc: u32) -> bool {
        self.pending(state).iter().any(|kind| matches!(kind, Kind::Choice { target, .. } if *target <= pc))
    }

    /// What is known where several ways meet: all that they agree about.
    pub fn meet(states: impl IntoIterator<Item = StackState>) -> Option<StackState> {
        let mut states = states.into_iter();
        let first = states.next()?;
        let (mut same, mut likewise) = (true, true);
        for state in states {
            same &= state.top == first.top;
            likewise &= state.pending == first.pending;
        }
        Some(match (same, likewise) {
            (true, true) => first,
            (true, false) => StackState { pending: 0, ..first },
            _ => UNKNOWN,
        })
    }
}
