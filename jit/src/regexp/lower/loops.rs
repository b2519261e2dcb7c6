//! Loops: counted ones, and those of one set or point, which need no stack.

use super::*;

impl Lower<'_, '_> {
    pub(super) fn counted(&mut self, pc: u32, id: u32, state: StackState) {
        let counted = self.code.counted[id as usize];
        let count = self.load_register(counted.counter);
        let mut state = state;
        if counted.empty {
            let at = self.at();
            let index = self.index(at);
            state = self.set(state, counted.counter + 1, index);
        }
        if counted.min > 0 {
            let enter = self.way(pc + 1, state, None);
            let enough = self.fb.ins().icmp_imm_u(IntCC::UnsignedGreaterThanOrEqual, count, counted.min as i64);
            self.go_on(enough, enter);
        }
        if counted.max != UNLIMITED {
            let leave = self.way(counted.exit, state, None);
            let more = self.fb.ins().icmp_imm_u(IntCC::UnsignedLessThan, count, counted.max as i64);
            self.go_on(more, leave);
        }
        let (first, second) = if counted.greedy { (pc + 1, counted.exit) } else { (counted.exit, pc + 1) };
        let state = self.choose(state, second);
        self.jump(first, pc, state);
    }

    pub(super) fn counted_next(&mut self, pc: u32, id: u32, state: StackState) {
        let counted = self.code.counted[id as usize];
        let fail = self.fail(state);
        let count = self.load_register(counted.counter);
        if counted.empty {
            let (before, at) = (self.load_register(counted.counter + 1), self.at());
            let index = self.index(at);
            let moved = self.fb.ins().icmp(IntCC::NotEqual, before, index);
            let (further, still) = (self.fb.create_block(), self.fb.create_block());
            self.fb.ins().brif(moved, further, &[], still, &[]);
            self.fb.switch_to_block(still);
            let needed = self.fb.ins().icmp_imm_u(IntCC::UnsignedLessThan, count, counted.min as i64);
            self.go_on(needed, fail);
            let all = self.fb.ins().iconst(I32, counted.min as i64);
            let state = self.set(state, counted.counter, all);
            self.jump(counted.head, pc, state);
            self.fb.switch_to_block(further);
        }
        let is_last = self.fb.ins().icmp_imm_u(IntCC::Equal, count, u32::MAX as i64);
        let next = self.fb.ins().iadd_imm_s(count, 1);
        let next = self.fb.ins().select(is_last, count, next);
        let state = self.set(state, counted.counter, next);
        self.jump(counted.head, pc, state);
    }

    // ---- loops over one character

    /// The loop's characters are pairs sometimes.
    fn by_points(&self, each: Loop) -> bool {
        self.points() && !each.single
    }

    /// A loop that may give back or take more.
    pub(super) fn repeat(&mut self, pc: u32, id: u32, state: StackState) {
        let each = self.code.loops[id as usize];
        let fail = self.fail(state);
        let start = self.at();
        let most = self.scan(id, each, fail);
        let least = if !each.greedy {
            self.fb.ins().iconst(I64, 0)
        } else if self.by_points(each) {
            self.field(offset_of!(Run, least))
        } else {
            self.fb.ins().iadd_imm_s(start, each.min as i64 * self.width)
        };
        self.push_pending(state);
        self.reserve(1);
        let number = native::FIRST + self.resumes.len() as u32;
        self.resumes.push((Resume::Loop(pc, state.top, self.none), None));
        let pushed = StackState { pending: 0, ..self.nodes.push(state, Kind::Loop { number }) };
        let way = self.way(pc + 1, pushed, None);
        self.resumes[(number - native::FIRST) as usize].0 = Resume::Loop(pc, state.top, way);
        let again = self.resume_block(number);
        let top = self.fb.use_var(self.top);
        let what = self.fb.ins().iconst(I64, number as i64);
        let head = if each.greedy {
            let from_base = self.fb.ins().isub(least, self.base);
            let index = if self.wide { self.fb.ins().ushr_imm_u(from_base, 1) } else { from_base };
            let index = self.fb.ins().ishl_imm_u(index, 32);
            self.fb.ins().bor(index, what)
        } else {
            what
        };
        self.fb.ins().store(TRUSTED, head, top, 0);
        self.fb.ins().store(TRUSTED, most, top, 8);
        self.move_top(top, 1);
        self.set_at(most);
        if each.greedy
            && let Some(next) = each.next
        {
            self.room(most, 1, again);
            let unit = self.unit(most, 0);
            let is = self.fb.ins().icmp_imm_u(IntCC::Equal, unit, next as i64);
            self.go_on(is, again);
        }
        self.fb.ins().jump(way, &[]);
    }

    /// How far the loop reaches from the position on, at least its minimum; a lazy one, just that.
    pub(super) fn scan(&mut self, id: u32, each: Loop, fail: Block) -> Value {
        let start = self.at();
        if self.by_points(each) {
            let (run, id) = (self.run, self.fb.ins().iconst(I32, id as i64));
            let most = self.call(native::scan as *const () as usize, &[run, id, start], I64);
            self.go_on(most, fail);
            let bytes = self.fb.ins().isub(most, start);
            self.spend(Some(bytes));
            return most;
        }
        let code = self.code;
        let units = Units::of_set(&code.sets[each.set as usize], self.wide);
        let limit = if each.greedy { each.max } else { each.min };
        if limit == 0 {
            return start;
        }
        if each.min > 0 {
            self.room(start, each.min as i64, fail);
        }
        let mut end = self.end;
        if limit != UNLIMITED {
            let farthest = self.fb.ins().iadd_imm_s(start, limit as i64 * self.width);
            let is_nearer = self.fb.ins().icmp(IntCC::UnsignedLessThan, farthest, end);
            end = self.fb.ins().select(is_nearer, farthest, end);
        }
        let most = if units.is_all() {
            end
        } else {
            let (head, body, next, done) =
                (self.fb.create_block(), self.fb.create_block(), self.fb.create_block(), self.fb.create_block());
            self.fb.append_block_param(head, I64);
            self.fb.ins().jump(head, &[BlockArg::Value(start)]);
            self.fb.switch_to_block(head);
            let at = self.fb.block_params(head)[0];
            let is_within = self.fb.ins().icmp(IntCC::UnsignedLessThan, at, end);
            self.fb.ins().brif(is_within, body, &[], done, &[]);
            self.fb.switch_to_block(body);
            let unit = self.unit(at, 0);
            self.branch(&units, unit, next, done);
            self.fb.switch_to_block(next);
            let further = self.fb.ins().iadd_imm_s(at, self.width);
            self.fb.ins().jump(head, &[BlockArg::Value(further)]);
            self.fb.switch_to_block(done);
            at
        };
        let bytes = self.fb.ins().isub(most, start);
        if each.min > 0 {
            let least = each.min as i64 * self.width;
            let enough = self.fb.ins().icmp_imm_s(IntCC::SignedGreaterThanOrEqual, bytes, least);
            self.go_on(enough, fail);
        }
        self.spend(Some(bytes));
        most
    }

    /// The loop's entry is on top of the stack: fewer characters, or more, or the failure goes on below.
    pub(super) fn loop_again(&mut self, pc: u32, below: NodeId, way: Block) {
        let Insn::Loop(id) = self.code.insns[pc as usize] else { return };
        let each = self.code.loops[id as usize];
        self.spend(None);
        let top = self.fb.use_var(self.top);
        let at = self.fb.ins().load(I64, TRUSTED, top, 8 - ENTRY as i32);
        let over = self.fb.create_block();
        let place = if each.greedy {
            let least = self.fb.ins().load(I32, TRUSTED, top, 4 - ENTRY as i32);
            self.give_back(id, each, at, least, over)
        } else {
            self.take_more(id, each, at, over)
        };
        self.fb.ins().store(TRUSTED, place, top, 8 - ENTRY as i32);
        self.set_at(place);
        self.fb.ins().jump(way, &[]);
        self.fb.switch_to_block(over);
        self.move_top(top, -1);
        let fail = self.fail(StackState { top: below, pending: 0 });
        self.fb.ins().jump(fail, &[]);
    }

    fn give_back(&mut self, id: u32, each: Loop, at: Value, least: Value, over: Block) -> Value {
        if self.by_points(each) {
            let (run, id) = (self.run, self.fb.ins().iconst(I32, id as i64));
            let place = self.call(native::give_back as *const () as usize, &[run, id, least, at], I64);
            self.go_on(place, over);
            return place;
        }
        let least = self.address(least);
        let (head, body) = (self.fb.create_block(), self.fb.create_block());
        self.fb.append_block_param(head, I64);
        self.fb.ins().jump(head, &[BlockArg::Value(at)]);
        self.fb.switch_to_block(head);
        let at = self.fb.block_params(head)[0];
        let more = self.fb.ins().icmp(IntCC::UnsignedGreaterThan, at, least);
        self.fb.ins().brif(more, body, &[], over, &[]);
        self.fb.switch_to_block(body);
        let place = self.fb.ins().iadd_imm_s(at, -self.width);
        if let Some(next) = each.next {
            let found = self.fb.create_block();
            let unit = self.unit(place, 0);
            let is = self.fb.ins().icmp_imm_u(IntCC::Equal, unit, next as i64);
            self.fb.ins().brif(is, found, &[], head, &[BlockArg::Value(place)]);
            self.fb.switch_to_block(found);
        }
        place
    }

    fn take_more(&mut self, id: u32, each: Loop, at: Value, over: Block) -> Value {
        if self.by_points(each) {
            let (run, id) = (self.run, self.fb.ins().iconst(I32, id as i64));
            let place = self.call(native::take_more as *const () as usize, &[run, id, at], I64);
            self.go_on(place, over);
            return place;
        }
        let code = self.code;
        let units = Units::of_set(&code.sets[each.set as usize], self.wide);
        let head = self.fb.create_block();
        self.fb.append_block_param(head, I64);
        self.fb.ins().jump(head, &[BlockArg::Value(at)]);
        self.fb.switch_to_block(head);
        let at = self.fb.block_params(head)[0];
        self.room(at, 1, over);
        let unit = self.unit(at, 0);
        self.member(&units, unit, over);
        let place = self.fb.ins().iadd_imm_s(at, self.width);
        if let Some(next) = each.next {
            let found = self.fb.create_block();
            self.room(place, 1, over);
            let unit = self.unit(place, 0);
            let is = self.fb.ins().icmp_imm_u(IntCC::Equal, unit, next as i64);
            self.fb.ins().brif(is, found, &[], head, &[BlockArg::Value(place)]);
            self.fb.switch_to_block(found);
        }
        place
    }
}
