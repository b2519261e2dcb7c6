//! Speculation recovery: what an exit wants of a loop's variable from before an addition is computed backwards from the sum.
//!
//! `s += x` in a loop is one addition in place if nobody asks for the old `s` behind it. Exits do: they go on before the addition. If they take the old value
//! from the sum, the variable and the sum are one register, and the loop's back edge moves nothing. Integers wrap, so that this is exact after an overflow, too.

use super::*;

/// A loop's variable that was added to, and the node that makes its next value.
#[derive(Clone, Copy)]
pub(super) struct Recovery {
    old: NodeId,
    new: NodeId,
    other: NodeId,
    /// The next value is the difference.
    subtracts: bool,
}

/// Recoveries that hold at an exit: a range of those of the whole function.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub(super) struct Recoveries {
    first: u32,
    end: u32,
}

impl Lower<'_, '_> {
    /// The value of an operation on int32s, from which exits may recover an operand from here to the end of the block.
    pub(super) fn added(&mut self, id: NodeId, kind: Arithmetic, value: Value) -> Value {
        self.values[id.index()] = Some(value);
        let args = &self.graph.node(id).args;
        let candidates = match kind {
            Arithmetic::Add => [Some((args[0], args[1])), Some((args[1], args[0]))],
            Arithmetic::Sub => [Some((args[0], args[1])), None],
            _ => return value,
        };
        let is_next =
            |old: NodeId| matches!(self.graph.node(old).op, Op::Phi) && self.graph.node(old).args.contains(&id);
        let found = candidates.into_iter().flatten().find(|(old, other)| old != other && is_next(*old));
        if let Some((old, other)) = found {
            self.recoveries.push(Recovery { old, new: id, other, subtracts: kind == Arithmetic::Sub });
        }
        value
    }

    /// What comes from here on is in another block.
    pub(super) fn begin_recoveries(&mut self) {
        self.first_recovery = self.recoveries.len() as u32;
    }

    /// Those that hold here and matter to a state.
    pub(super) fn recoveries_of(&self, state: StateId) -> Recoveries {
        let here = Recoveries { first: self.first_recovery, end: self.recoveries.len() as u32 };
        let words = if here.first < here.end { self.exit_words(state) } else { return Recoveries::default() };
        let matters = words.iter().any(|(_, node)| self.recovery_of(*node, here).is_some());
        if matters { here } else { Recoveries::default() }
    }

    pub(super) fn recovery_of(&self, node: NodeId, among: Recoveries) -> Option<Recovery> {
        let range = &self.recoveries[among.first as usize..among.end as usize];
        range.iter().rev().find(|recovery| recovery.old == node).copied()
    }

    /// A value as an exit finds it.
    pub(super) fn value_at_exit(&mut self, node: NodeId, recoveries: Recoveries) -> Value {
        let Some(recovery) = self.recovery_of(node, recoveries) else { return self.value(node) };
        // The other operand may be a variable that has gone on by a constant.
        let constant = |id: NodeId| matches!(self.graph.node(id).op, Op::Int(_));
        let other = match self.recovery_of(recovery.other, recoveries).filter(|other| constant(other.other)) {
            Some(other) => self.recover(other),
            None => self.value(recovery.other),
        };
        let new = self.value(recovery.new);
        self.undo(recovery, new, other)
    }

    fn recover(&mut self, recovery: Recovery) -> Value {
        let (new, other) = (self.value(recovery.new), self.value(recovery.other));
        self.undo(recovery, new, other)
    }

    fn undo(&mut self, recovery: Recovery, new: Value, other: Value) -> Value {
        if recovery.subtracts { self.fb.ins().iadd(new, other) } else { self.fb.ins().isub(new, other) }
    }
}
