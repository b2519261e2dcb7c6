//! Branch fusion: a condition that only branches look at is never made a value. The branch finds it out.

use super::*;

/// Nodes whose values only branches look at, and which branches find out by themselves.
pub(super) fn only_branched_on(graph: &Graph, order: &[BlockId]) -> Vec<bool> {
    let mut used = vec![false; graph.nodes.len()];
    let mut negations: Vec<NodeId> = Vec::new();
    for b in order {
        let block = &graph.blocks[b.index()];
        for &id in block.phis.iter().chain(&block.nodes) {
            let node = graph.node(id);
            match node.op {
                Op::Not => negations.push(id),
                _ => node.args.iter().for_each(|arg| used[arg.index()] = true),
            }
        }
        if let Terminator::Switch { value, .. } | Terminator::Return(value) = block.terminator {
            used[value.index()] = true;
        }
    }
    for state in 0..graph.states.len() {
        graph.held(StateId(state as u32)).for_each(|id| used[id.index()] = true);
    }
    for inline in &graph.inlines {
        let held = [inline.callee, inline.this, inline.new_target];
        held.into_iter().filter(|id| id.is_some()).for_each(|id| used[id.index()] = true);
    }
    // Who uses a negation comes after it.
    for id in negations.into_iter().rev().filter(|id| used[id.index()]).collect::<Vec<_>>() {
        used[graph.node(id).args[0].index()] = true;
    }
    let conditions = graph.nodes.iter().zip(used);
    conditions.map(|(node, used)| !used && (node.op == Op::Not || is_branched_on(&node.op))).collect()
}

/// Operations that are branches inside.
fn is_branched_on(op: &Op) -> bool {
    matches!(op, Op::Truth | Op::IsNullish | Op::StrictEqual | Op::EqualsAtom(_))
}

impl Lower<'_, '_> {
    /// Goes on in one of two blocks.
    pub(super) fn branch_on(&mut self, condition: NodeId, yes: ClifBlock, no: ClifBlock) {
        let node = self.graph.node(condition);
        if let Op::Not = node.op {
            self.branch_on(node.args[0], no, yes);
        } else if self.only_branched_on[condition.index()] {
            self.at(node.origin);
            self.branch_inside(condition, yes, no);
        } else {
            let value = self.value(condition);
            self.fb.ins().brif(value, yes, &[], no, &[]);
        }
    }

    fn branch_inside(&mut self, condition: NodeId, yes: ClifBlock, no: ClifBlock) {
        let node = self.graph.node(condition);
        match node.op {
            Op::Truth => self.branch_on_truth(node.args[0], yes, no),
            Op::IsNullish => self.branch_on_nullish(node.args[0], yes, no),
            Op::StrictEqual => self.branch_on_equality(node.args[0], node.args[1], yes, no),
            Op::EqualsAtom(length) => self.branch_on_atom(node.args[0], node.args[1], length, yes, no),
            ref op => panic!("{op:?} is no branch"),
        }
    }

    /// A condition's value.
    pub(super) fn condition(&mut self, id: NodeId) -> Value {
        let node = self.graph.node(id);
        let arg = node.args[0];
        let (ty, rep) = (ir::types::I8, self.graph.node(arg).rep);
        match (&node.op, rep) {
            (Op::Truth, Rep::Bool) => return self.value(arg),
            (Op::Truth, Rep::Int) => {
                let value = self.value(arg);
                return self.fb.ins().icmp_imm_u(IntCC::NotEqual, value, 0);
            }
            (Op::IsNullish, Rep::Tagged) if !self.graph.undetectable_objects => {
                let value = self.value(arg);
                return self.is_nullish_word(value);
            }
            _ => {}
        }
        let [yes, no, done] = [(); 3].map(|()| self.fb.create_block());
        self.fb.append_block_param(done, ty);
        self.branch_inside(id, yes, no);
        for (block, answer) in [(yes, 1), (no, 0)] {
            self.fb.switch_to_block(block);
            let answer = self.fb.ins().iconst(ty, answer);
            self.jump_with(done, answer);
        }
        self.fb.switch_to_block(done);
        self.fb.block_params(done)[0]
    }
}
