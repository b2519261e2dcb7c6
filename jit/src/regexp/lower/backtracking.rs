//! Backtracking: where a failure goes on, and the stack that says so.

use super::*;

impl Lower<'_, '_> {
    /// Where a failure in a state goes.
    pub(super) fn fail(&mut self, state: StackState) -> Block {
        if let Some(block) = self.nodes.resume(state) {
            return block;
        }
        let node = self.nodes.get(state.top);
        let block = match (node.kind, state.pending > 0) {
            (Kind::Unknown, _) => {
                self.is_dispatched = true;
                self.dispatch
            }
            (Kind::Bottom, _) => self.failed,
            (Kind::Choice { target, at, .. }, true) | (Kind::Local { target, at }, _) => {
                let below = self.nodes.below(state);
                self.way(target, below, Some(at))
            }
            (Kind::Choice { number, .. } | Kind::Loop { number }, _) => self.resume_block(number),
            (Kind::Restore { .. }, _) => {
                let block = self.fb.create_block();
                self.restores.push((block, state));
                let below = self.nodes.below(state);
                self.fail(below);
                block
            }
        };
        self.nodes.set_resume(state, block);
        block
    }

    /// The block that takes up an entry on top of the stack.
    pub(super) fn resume_block(&mut self, number: u32) -> Block {
        let slot = (number - native::FIRST) as usize;
        match self.resumes[slot].1 {
            Some(block) => block,
            None => {
                let block = self.fb.create_block();
                self.resumes[slot].1 = Some(block);
                block
            }
        }
    }

    pub(super) fn choose(&mut self, state: StackState, target: u32) -> StackState {
        let at = self.at();
        self.resumes.push((Resume::Choice(target), None));
        let number = native::FIRST + self.resumes.len() as u32 - 1;
        self.choices.entry(target).or_default().push(state.top);
        self.nodes.push(state, Kind::Choice { target, at, number })
    }

    /// Pushes what is pending.
    pub(super) fn push_pending(&mut self, state: StackState) -> StackState {
        let pending = self.nodes.pending(state);
        if pending.is_empty() {
            return state;
        }
        self.reserve(pending.len() as i64);
        let top = self.fb.use_var(self.top);
        for (i, kind) in pending.iter().enumerate() {
            let offset = (ENTRY * i as i64) as i32;
            let (head, word) = match *kind {
                Kind::Restore { register, old } => {
                    (u64::from(native::RESTORE) | u64::from(register) << 32, self.fb.ins().uextend(I64, old))
                }
                Kind::Choice { number, at, .. } => {
                    self.resume_block(number);
                    (number.into(), at)
                }
                other => unreachable!("{other:?} is never pushed"),
            };
            let head = self.fb.ins().iconst(I64, head as i64);
            self.fb.ins().store(TRUSTED, head, top, offset);
            self.fb.ins().store(TRUSTED, word, top, offset + 8);
        }
        self.move_top(top, pending.len() as i64);
        StackState { pending: 0, ..state }
    }

    pub(super) fn move_top(&mut self, top: Value, entries: i64) {
        let top = self.fb.ins().iadd_imm_s(top, ENTRY * entries);
        self.fb.def_var(self.top, top);
    }

    /// Makes sure that so many entries fit.
    pub(super) fn reserve(&mut self, entries: i64) {
        let top = self.fb.use_var(self.top);
        let after = self.fb.ins().iadd_imm_s(top, ENTRY * entries);
        let limit = self.field(offset_of!(Run, stack_end));
        let fits = self.fb.ins().icmp(IntCC::UnsignedLessThanOrEqual, after, limit);
        let (go, full) = (self.fb.create_block(), self.cold());
        self.fb.ins().brif(fits, go, &[], full, &[]);
        self.fb.switch_to_block(full);
        let run = self.run;
        let grown = self.call(native::grow as *const () as usize, &[run, top], I64);
        let too_deep = self.too_deep;
        self.go_on(grown, too_deep);
        self.fb.def_var(self.top, grown);
        self.fb.ins().jump(go, &[]);
        self.fb.switch_to_block(go);
    }

    /// Takes steps from the budget (bytes, if told how many), and where it is looked at, sees whether to go on.
    pub(super) fn spend(&mut self, bytes: Option<Value>) {
        let offset = offset_of!(Run, budget);
        let budget = self.field(offset);
        let left = match bytes {
            Some(bytes) => self.fb.ins().isub(budget, bytes),
            None => self.fb.ins().iadd_imm_s(budget, -1),
        };
        self.fb.ins().store(TRUSTED, left, self.run, offset as i32);
        if bytes.is_some() {
            return;
        }
        let spent = self.fb.ins().icmp_imm_s(IntCC::SignedLessThan, left, 0);
        let (go, look) = (self.fb.create_block(), self.cold());
        self.fb.ins().brif(spent, look, &[], go, &[]);
        self.fb.switch_to_block(look);
        let run = self.run;
        let goes_on = self.call(native::look as *const () as usize, &[run], I32);
        let ended = self.ended;
        self.fb.ins().brif(goes_on, go, &[], ended, &[]);
        self.fb.switch_to_block(go);
    }

    /// Fills the blocks that failures go to.
    pub(super) fn resumptions(&mut self) {
        // All numbers that may be on the stack are known once no block asks for more.
        let mut filled = 0;
        let mut restored = 0;
        loop {
            while restored < self.restores.len() {
                let (block, state) = self.restores[restored];
                restored += 1;
                self.fb.switch_to_block(block);
                self.put_back(state);
            }
            let Some(&(resume, block)) = self.resumes.get(filled) else { break };
            filled += 1;
            let Resume::Loop(pc, below, way) = resume else { continue };
            if let Some(block) = block {
                self.fb.switch_to_block(block);
                self.loop_again(pc, below, way);
            }
        }
        for i in 0..self.resumes.len() {
            if let (Resume::Choice(target), Some(block)) = self.resumes[i] {
                self.fb.switch_to_block(block);
                let top = self.fb.use_var(self.top);
                let at = self.fb.ins().load(I64, TRUSTED, top, 8 - ENTRY as i32);
                self.set_at(at);
                self.move_top(top, -1);
                let target = self.labels[&target];
                self.fb.ins().jump(target, &[]);
            }
        }
        self.dispatch();
    }

    /// A failure where a register's old value is on top.
    fn put_back(&mut self, state: StackState) {
        let Kind::Restore { register, old } = self.nodes.get(state.top).kind else { return };
        let old = if state.pending > 0 {
            old
        } else {
            let top = self.fb.use_var(self.top);
            let old = self.fb.ins().load(I32, TRUSTED, top, 8 - ENTRY as i32);
            self.move_top(top, -1);
            old
        };
        self.store_register(register, old);
        let below = self.nodes.below(state);
        let block = self.fail(below);
        self.fb.ins().jump(block, &[]);
    }

    pub(super) fn dispatch(&mut self) {
        self.fb.switch_to_block(self.dispatch);
        if !self.is_dispatched {
            let failed = self.failed;
            self.fb.ins().jump(failed, &[]);
            return;
        }
        self.spend(None);
        let again = self.fb.create_block();
        self.fb.ins().jump(again, &[]);
        self.fb.switch_to_block(again);
        let top = self.fb.use_var(self.top);
        let what = self.fb.ins().load(I32, TRUSTED, top, -ENTRY as i32);
        let restore = self.fb.create_block();
        // The SSA builder wants each block but once in a table.
        let mut over = Vec::new();
        let mut targets = vec![Some(restore), None];
        targets.extend(self.resumes.iter().map(|resume| resume.1));
        targets.push(None);
        let targets: Vec<Block> = targets
            .into_iter()
            .map(|target| {
                target.unwrap_or_else(|| {
                    over.push(self.fb.create_block());
                    over[over.len() - 1]
                })
            })
            .collect();
        let calls: Vec<_> =
            targets.iter().map(|&block| self.fb.func.dfg.block_call(block, std::iter::empty::<&BlockArg>())).collect();
        let (entries, rest) = calls.split_at(calls.len() - 1);
        let table = self.fb.create_jump_table(JumpTableData::new(rest[0], entries));
        self.fb.ins().br_table(what, table);
        for block in over {
            self.fb.switch_to_block(block);
            let failed = self.failed;
            self.fb.ins().jump(failed, &[]);
        }
        self.fb.switch_to_block(restore);
        let top = self.fb.use_var(self.top);
        let register = self.fb.ins().load(I32, TRUSTED, top, 4 - ENTRY as i32);
        let old = self.fb.ins().load(I32, TRUSTED, top, 8 - ENTRY as i32);
        let register = self.fb.ins().uextend(I64, register);
        let offset = self.fb.ins().ishl_imm_u(register, 2);
        let place = self.fb.ins().iadd(self.registers, offset);
        self.fb.ins().store(TRUSTED, old, place, 0);
        self.move_top(top, -1);
        self.fb.ins().jump(again, &[]);
    }
}
