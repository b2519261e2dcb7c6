//! One attempt to match at one place: what each instruction does, and what there is to backtrack to.
//!
//! What an instruction does is inlined into [`Attempt::run`], so that the position stays in a machine register.

use super::units::{Unit, boundary, give_back, is_line_end, next, previous, refer, scan, take_more};
use super::{ABSENT, BUDGET, Scratch, Stop};
use crate::regexp::UNLIMITED;
use crate::regexp::code::{Code, Insn, Loop};
use std::sync::atomic::{AtomicU32, Ordering};

/// Entries of the stack at most: 192 MB.
const MAX_STACK: usize = 1 << 24;

/// Something to backtrack to. The two low bits of `what` say what kind; the others are an instruction or a register.
#[derive(Clone, Copy)]
pub(super) struct StackEntry {
    what: u32,
    a: u32,
    b: u32,
}

/// Go on at the instruction, at position a.
const CHOICE: u32 = 0;
/// Set the register to a.
const RESTORE: u32 = 1;
/// A greedy loop that has come to b and can give back down to a; the instruction is the loop's.
const GIVE_BACK: u32 = 2;
/// A lazy loop that has come to a and can take more.
const TAKE_MORE: u32 = 3;

impl StackEntry {
    fn is_restore(self) -> bool {
        self.what & 3 == RESTORE
    }

    /// The instruction or the register.
    fn target(self) -> usize {
        (self.what >> 2) as usize
    }
}

/// An attempt of a pattern on a subject.
pub(super) struct Attempt<'a, U, const POINTS: bool> {
    code: &'a Code,
    text: &'a [U],
    /// The position.
    at: usize,
    registers: &'a mut [u32],
    stack: &'a mut Vec<StackEntry>,
    budget: &'a mut i64,
    budgets: &'a mut u64,
    requests: &'a AtomicU32,
}

impl<'a, U: Unit, const POINTS: bool> Attempt<'a, U, POINTS> {
    pub(super) fn new(
        scratch: &'a mut Scratch,
        code: &'a Code,
        text: &'a [U],
        at: usize,
        requests: &'a AtomicU32,
    ) -> Self {
        let Scratch { registers, stack, budget, budgets, .. } = scratch;
        Attempt { code, text, at, registers, stack, budget, budgets, requests }
    }

    /// Whether the pattern matches here, or if `resume` is set, by some other way than those tried.
    ///
    /// # Errors
    /// [`Stop::Requested`] or [`Stop::TooDeep`].
    pub(super) fn run(mut self, resume: bool) -> Result<bool, Stop> {
        let start = self.at;
        let mut reached = if resume { None } else { Some(0) };
        loop {
            let pc = match reached {
                Some(pc) => pc,
                None => match self.backtrack()? {
                    Some(pc) => pc,
                    None => return Ok(false),
                },
            };
            reached = match self.code.insns[pc] {
                Insn::Match => {
                    self.registers[0] = start as u32;
                    self.registers[1] = self.at as u32;
                    return Ok(true);
                }
                Insn::Fail => None,
                Insn::Unit(unit) => self.unit(unit).then_some(pc + 1),
                Insn::Literal { start, length } => self.literal(start, length).then_some(pc + 1),
                Insn::Point(point) => self.forward(|_, c| c == point).then_some(pc + 1),
                Insn::Set(set) => self.forward(|code, c| code.sets[set as usize].has(c)).then_some(pc + 1),
                Insn::UnitBack(point) => self.backward(|_, c| c == point).then_some(pc + 1),
                Insn::SetBack(set) => self.backward(|code, c| code.sets[set as usize].has(c)).then_some(pc + 1),
                Insn::Loop(id) => self.character_loop(pc, id).then_some(pc + 1),
                Insn::Split(target) => {
                    self.push_choice(target as usize);
                    Some(pc + 1)
                }
                Insn::SplitLazy(target) => {
                    self.push_choice(pc + 1);
                    Some(target as usize)
                }
                Insn::SplitIf { first, otherwise } if self.begins(first) => {
                    self.push_choice(otherwise as usize);
                    Some(pc + 1)
                }
                Insn::SplitIf { otherwise, .. } => Some(otherwise as usize),
                Insn::Guard { first, otherwise } => Some(if self.begins(first) { pc + 1 } else { otherwise as usize }),
                Insn::Jump(target) => {
                    self.check_depth()?;
                    Some(target as usize)
                }
                Insn::Save(register) => {
                    self.set(register, self.at as u32);
                    Some(pc + 1)
                }
                Insn::Reset(from, to) => {
                    self.reset(from, to);
                    Some(pc + 1)
                }
                Insn::CounterInit(counter) => {
                    self.set(counter, 0);
                    Some(pc + 1)
                }
                Insn::Counted(id) => Some(self.counted(pc, id)),
                Insn::CountedNext(id) => {
                    self.check_depth()?;
                    self.counted_next(id)
                }
                Insn::CheckMoved(register) => (self.registers[register as usize] != self.at as u32).then_some(pc + 1),
                Insn::Start => (self.at == 0).then_some(pc + 1),
                Insn::StartOfLine => (self.at == 0 || is_line_end(self.text[self.at - 1].value())).then_some(pc + 1),
                Insn::End => (self.at == self.text.len()).then_some(pc + 1),
                Insn::EndOfLine => {
                    (self.at == self.text.len() || is_line_end(self.text[self.at].value())).then_some(pc + 1)
                }
                Insn::Boundary { negative, wide } => (boundary(self.text, self.at, wide) != negative).then_some(pc + 1),
                Insn::Reference(id) => self.reference(id, false).then_some(pc + 1),
                Insn::ReferenceBack(id) => self.reference(id, true).then_some(pc + 1),
                Insn::Look(register) => {
                    self.set(register, self.at as u32);
                    self.set(register + 1, self.stack.len() as u32);
                    Some(pc + 1)
                }
                Insn::LookDone(register) => {
                    self.look_done(register);
                    Some(pc + 1)
                }
                Insn::NegativeLook { register, after } => {
                    self.set(register, self.stack.len() as u32);
                    self.push_choice(after as usize);
                    Some(pc + 1)
                }
                Insn::NegativeLookDone(register) => {
                    self.negative_look_done(register);
                    None
                }
            };
        }
    }

    /// The instruction at which to go on after a failure; the position is set. None: there is nothing to backtrack to.
    #[inline(always)]
    fn backtrack(&mut self) -> Result<Option<usize>, Stop> {
        loop {
            *self.budget -= 1;
            if *self.budget < 0 {
                renew(self.budget, self.budgets);
                if self.requests.load(Ordering::Relaxed) != 0 {
                    return Err(Stop::Requested);
                }
                self.check_depth()?;
            }
            let Some(entry) = self.stack.last_mut() else { return Ok(None) };
            let target = entry.target();
            match entry.what & 3 {
                CHOICE => {
                    self.at = entry.a as usize;
                    self.stack.pop();
                    return Ok(Some(target));
                }
                RESTORE => {
                    self.registers[target] = entry.a;
                    self.stack.pop();
                }
                GIVE_BACK => {
                    let each = loop_at(self.code, target);
                    let Some(place) = give_back::<U, POINTS>(self.text, each, entry.a as usize, entry.b as usize)
                    else {
                        self.stack.pop();
                        continue;
                    };
                    entry.b = place as u32;
                    if entry.a == entry.b {
                        self.stack.pop();
                    }
                    self.at = place;
                    return Ok(Some(target + 1));
                }
                _ => {
                    let each = loop_at(self.code, target);
                    let Some(place) = take_more::<U, POINTS>(self.code, self.text, each, entry.a as usize) else {
                        self.stack.pop();
                        continue;
                    };
                    entry.a = place as u32;
                    *self.budget -= 1;
                    self.at = place;
                    return Ok(Some(target + 1));
                }
            }
        }
    }

    #[inline(always)]
    fn check_depth(&self) -> Result<(), Stop> {
        if self.stack.len() > MAX_STACK { Err(Stop::TooDeep) } else { Ok(()) }
    }

    #[inline(always)]
    fn push_choice(&mut self, target: usize) {
        self.stack.push(StackEntry { what: (target as u32) << 2 | CHOICE, a: self.at as u32, b: 0 });
    }

    /// Sets a register until the machine backtracks.
    #[inline(always)]
    fn set(&mut self, register: u32, value: u32) {
        let place = &mut self.registers[register as usize];
        self.stack.push(StackEntry { what: register << 2 | RESTORE, a: *place, b: 0 });
        *place = value;
    }

    #[inline(always)]
    fn unit(&mut self, unit: u16) -> bool {
        let same = self.text.get(self.at).is_some_and(|c| c.value() == unit as u32);
        self.at += same as usize;
        same
    }

    #[inline(always)]
    fn literal(&mut self, start: u32, length: u32) -> bool {
        let literal = &self.code.literals[start as usize..(start + length) as usize];
        let same = self
            .text
            .get(self.at..self.at + literal.len())
            .is_some_and(|part| part.iter().zip(literal).all(|(c, &unit)| c.value() == unit as u32));
        if same {
            self.at += literal.len();
        }
        same
    }

    /// One character behind the position, if it is wanted.
    #[inline(always)]
    fn forward(&mut self, wanted: impl Fn(&Code, u32) -> bool) -> bool {
        match next::<U, POINTS>(self.text, self.at) {
            Some((c, after)) if wanted(self.code, c) => {
                self.at = after;
                true
            }
            _ => false,
        }
    }

    /// One character in front of the position, if it is wanted.
    #[inline(always)]
    fn backward(&mut self, wanted: impl Fn(&Code, u32) -> bool) -> bool {
        match previous::<U, POINTS>(self.text, self.at) {
            Some((c, before)) if wanted(self.code, c) => {
                self.at = before;
                true
            }
            _ => false,
        }
    }

    /// The next unit can begin what follows.
    #[inline(always)]
    fn begins(&self, first: u32) -> bool {
        self.text.get(self.at).is_some_and(|c| self.code.firsts[first as usize].has(c.value()))
    }

    #[inline(always)]
    fn character_loop(&mut self, pc: usize, id: u32) -> bool {
        let each = &self.code.loops[id as usize];
        let set = &self.code.sets[each.set as usize];
        let limit = if each.greedy { each.max } else { each.min };
        let Some((least, most)) = scan::<U, POINTS>(self.text, self.at, set, each.min, limit, each.single) else {
            return false;
        };
        *self.budget -= (most - self.at) as i64;
        if !each.greedy {
            self.at = least;
            self.stack.push(StackEntry { what: (pc as u32) << 2 | TAKE_MORE, a: least as u32, b: 0 });
            return true;
        }
        if !each.possessive && most > least {
            self.stack.push(StackEntry { what: (pc as u32) << 2 | GIVE_BACK, a: least as u32, b: most as u32 });
            // With a unit that must follow, the first place is looked for like all others.
            if let Some(unit) = each.next
                && self.text.get(most).is_none_or(|c| c.value() != unit as u32)
            {
                return false;
            }
        }
        self.at = most;
        true
    }

    #[inline(always)]
    fn reset(&mut self, from: u32, to: u32) {
        for register in from..to {
            if self.registers[register as usize] != ABSENT {
                self.set(register, ABSENT);
            }
        }
    }

    /// RepeatMatcher (ECMA-262 sec. 22.2.2.3.1), before a round.
    #[inline(always)]
    fn counted(&mut self, pc: usize, id: u32) -> usize {
        let counted = &self.code.counted[id as usize];
        let count = self.registers[counted.counter as usize];
        if counted.empty {
            self.set(counted.counter + 1, self.at as u32);
        }
        if count < counted.min {
            return pc + 1;
        }
        let exit = counted.exit as usize;
        if count >= counted.max && counted.max != UNLIMITED {
            return exit;
        }
        let (first, second) = if counted.greedy { (pc + 1, exit) } else { (exit, pc + 1) };
        self.push_choice(second);
        first
    }

    /// RepeatMatcher, after a round.
    #[inline(always)]
    fn counted_next(&mut self, id: u32) -> Option<usize> {
        let counted = &self.code.counted[id as usize];
        let count = self.registers[counted.counter as usize];
        let still = counted.empty && self.registers[counted.counter as usize + 1] == self.at as u32;
        // A round beyond those that must be may not match nothing. One that must be and did stands for all others.
        let done = match still {
            false => count.saturating_add(1),
            true if count < counted.min => counted.min,
            true => return None,
        };
        self.set(counted.counter, done);
        Some(counted.head as usize)
    }

    #[inline(always)]
    fn reference(&mut self, id: u32, back: bool) -> bool {
        let reference = &self.code.references[id as usize];
        let Some(place) = refer::<U, POINTS>(self.text, self.at, reference, self.registers, back) else {
            return false;
        };
        *self.budget -= place.abs_diff(self.at) as i64;
        self.at = place;
        true
    }

    /// A lookaround has matched: there is no way back into it, but its groups are to be forgotten when what comes before it fails.
    #[inline(always)]
    fn look_done(&mut self, register: u32) {
        let kept = self.registers[register as usize + 1] as usize;
        self.at = self.registers[register as usize] as usize;
        let mut end = kept;
        for i in kept..self.stack.len() {
            if self.stack[i].is_restore() {
                self.stack[end] = self.stack[i];
                end += 1;
            }
        }
        self.stack.truncate(end);
    }

    /// What must not match has matched: everything is taken back, with the entry that would have gone on.
    #[inline(always)]
    fn negative_look_done(&mut self, register: u32) {
        let kept = self.registers[register as usize] as usize;
        while self.stack.len() > kept {
            if let Some(entry) = self.stack.pop()
                && entry.is_restore()
            {
                self.registers[entry.target()] = entry.a;
            }
        }
    }
}

/// A budget is used up.
#[cold]
fn renew(budget: &mut i64, budgets: &mut u64) {
    *budgets += 1;
    *budget = BUDGET;
}

/// The loop that is the instruction there.
#[inline(always)]
fn loop_at(code: &Code, pc: usize) -> &Loop {
    match code.insns[pc] {
        Insn::Loop(id) => &code.loops[id as usize],
        other => unreachable!("{other:?} is no loop"),
    }
}
