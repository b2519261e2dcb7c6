//! Nodes and basic blocks.

use super::{BlockId, NodeId, Op, Reason, Rep, StateId};
use smallvec::SmallVec;

#[derive(Clone, Debug)]
pub struct Node {
    pub op: Op,
    pub args: SmallVec<[NodeId; 4]>,
    pub rep: Rep,
    /// Where the interpreter goes on if the node leaves; for calls, where it is if they throw.
    pub state: StateId,
    /// What is said if it leaves.
    pub reason: Reason,
    /// Index into [`Graph::origins`].
    pub origin: u32,
}

/// How a block ends.
#[derive(Clone, Debug)]
pub enum Terminator {
    /// Not built yet.
    Open,
    Jump(BlockId),
    Branch {
        condition: NodeId,
        yes: BlockId,
        no: BlockId,
    },
    /// An int32, the least case, targets, and where all others go.
    Switch {
        value: NodeId,
        least: i32,
        targets: Vec<BlockId>,
        other: BlockId,
    },
    Return(NodeId),
    Leave(StateId, Reason, u32),
}

impl Terminator {
    pub fn successors(&self) -> SmallVec<[BlockId; 2]> {
        match self {
            Terminator::Jump(b) => SmallVec::from_slice(&[*b]),
            Terminator::Branch { yes, no, .. } => SmallVec::from_slice(&[*yes, *no]),
            Terminator::Switch { targets, other, .. } => {
                let mut all: SmallVec<[BlockId; 2]> = SmallVec::from_slice(targets);
                all.push(*other);
                all
            }
            _ => SmallVec::new(),
        }
    }
}

#[derive(Clone, Debug)]
pub struct Block {
    pub phis: Vec<NodeId>,
    pub nodes: Vec<NodeId>,
    pub terminator: Terminator,
    pub predecessors: Vec<BlockId>,
    /// What the frames hold on entry of a loop, for conversions of what it starts with.
    pub entry_state: StateId,
    pub is_loop: bool,
    pub origin: u32,
}
