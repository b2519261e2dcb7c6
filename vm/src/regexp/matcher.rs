//! The backtracking machine.
//!
//! What it may come back to lies on a stack of its own, as do the values of registers that were overwritten; native recursion has
//! no part in it. The stack and the registers are kept between matches. Each failure counts towards a budget, and so do the
//! characters of loops; when it is used up the machine looks whether somebody wants it to stop, and can go on later.

use super::UNLIMITED;
use super::case::canonicalize;
use super::code::{Code, Insn, Loop, Set};
use super::search::Search;
use super::tree::Reference;
use crate::string::{StrView, find_units};
use std::sync::atomic::{AtomicU32, Ordering};

/// Why there is no answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stop {
    /// There are requests; [`Scratch::find`] goes on when called with `resume`.
    Requested,
    /// Many steps were done, and an attempt has failed: one can go on likewise, or at [`Scratch::next_start`] by other means.
    Warm,
    /// The stack is full.
    TooDeep,
}

/// The value of registers that have none.
pub const ABSENT: u32 = u32::MAX;
/// Steps between two looks at the requests.
pub(super) const BUDGET: i64 = 1 << 16;
/// Steps after which a search is [`Stop::Warm`].
const WARM: u64 = 1 << 12;
/// Entries of the stack at most: 192 MB.
const MAX_STACK: usize = 1 << 24;
/// Entries that are kept for the next match.
const KEPT_STACK: usize = 1 << 16;

/// Something to come back to. The two low bits of `what` say what kind; the others are an instruction or a register.
#[derive(Clone, Copy)]
struct StackEntry {
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

/// What the machine needs besides code and subject; to be used again and again.
#[derive(Default)]
pub struct Scratch {
    pub(super) registers: Vec<u32>,
    stack: Vec<StackEntry>,
    /// That of native code.
    pub(super) native_stack: Vec<super::native::NativeStackEntry>,
    /// Where the current attempt began.
    start: usize,
    pub(super) budget: i64,
    /// Budgets that were used up.
    budgets: u64,
    /// The steps at which the search is warm.
    warm: u64,
}

/// A code unit.
trait Unit: Copy {
    fn value(self) -> u32;
}

impl Unit for u8 {
    #[inline(always)]
    fn value(self) -> u32 {
        self as u32
    }
}

impl Unit for u16 {
    #[inline(always)]
    fn value(self) -> u32 {
        self as u32
    }
}

#[inline(always)]
fn is_lead(unit: u32) -> bool {
    unit & 0xfc00 == 0xd800
}

#[inline(always)]
fn is_trail(unit: u32) -> bool {
    unit & 0xfc00 == 0xdc00
}

#[inline(always)]
fn pair(lead: u32, trail: u32) -> u32 {
    0x10000 + ((lead & 0x3ff) << 10) + (trail & 0x3ff)
}

/// The character at a position, and the position behind it.
#[inline(always)]
fn next<U: Unit, const POINTS: bool>(text: &[U], at: usize) -> Option<(u32, usize)> {
    let c = text.get(at)?.value();
    if POINTS
        && is_lead(c)
        && let Some(trail) = text.get(at + 1)
        && is_trail(trail.value())
    {
        return Some((pair(c, trail.value()), at + 2));
    }
    Some((c, at + 1))
}

/// The character before a position, and the position in front of it.
#[inline(always)]
fn previous<U: Unit, const POINTS: bool>(text: &[U], at: usize) -> Option<(u32, usize)> {
    let before = at.checked_sub(1)?;
    let c = text[before].value();
    if POINTS && is_trail(c) && before > 0 && is_lead(text[before - 1].value()) {
        return Some((pair(text[before - 1].value(), c), before - 1));
    }
    Some((c, before))
}

fn is_line_end(unit: u32) -> bool {
    matches!(unit, 0x0a | 0x0d | 0x2028 | 0x2029)
}

/// Whether a word begins or ends there.
#[inline(always)]
fn boundary<U: Unit>(text: &[U], at: usize, wide: bool) -> bool {
    let before = at.checked_sub(1).map(|before| text[before].value());
    let after = text.get(at).map(|c| c.value());
    is_word(before, wide) != is_word(after, wide)
}

fn is_word(c: Option<u32>, wide: bool) -> bool {
    c.is_some_and(|c| match u8::try_from(c) {
        Ok(byte) => byte.is_ascii_alphanumeric() || byte == b'_',
        Err(_) => wide && (c == 0x17f || c == 0x212a),
    })
}

impl Scratch {
    /// The registers of groups after a match: where each begins and ends, or [`ABSENT`]; first the whole match.
    pub fn groups(&self, code: &Code) -> &[u32] {
        &self.registers[..2 * (code.groups as usize + 1)]
    }

    /// There is something to come back to in the attempt that was interrupted.
    pub fn has_choices(&self) -> bool {
        !self.stack.is_empty()
    }

    /// Where the search goes on after an attempt that has failed.
    pub fn next_start(&self) -> usize {
        self.start + 1
    }

    /// Steps done by the machine up to now.
    pub fn steps(&self) -> u64 {
        (self.budgets * BUDGET as u64).wrapping_add_signed(-self.budget)
    }

    /// Looks for a match at `start`, or if `sticky` is not set at the first place from there on. With u or v, `start` must not lie within a pair.
    /// `resume`: goes on after [`Stop::Requested`] or [`Stop::Warm`], with all else being the same.
    pub fn find(
        &mut self,
        code: &Code,
        text: StrView<'_>,
        start: usize,
        sticky: bool,
        resume: bool,
        requests: &AtomicU32,
    ) -> Result<bool, Stop> {
        self.registers.resize(code.registers as usize, ABSENT);
        self.warm = self.steps() + WARM;
        let result = match text {
            StrView::Latin1(text) => self.search::<u8, false>(code, text, start, sticky, resume, requests),
            StrView::Utf16(text) if code.unicode => {
                self.search::<u16, true>(code, text, start, sticky, resume, requests)
            }
            StrView::Utf16(text) => self.search::<u16, false>(code, text, start, sticky, resume, requests),
        };
        if result != Err(Stop::Requested) {
            self.stack.clear();
            self.stack.shrink_to(KEPT_STACK);
        }
        result
    }

    fn search<U: Unit, const POINTS: bool>(
        &mut self,
        code: &Code,
        text: &[U],
        start: usize,
        sticky: bool,
        resume: bool,
        requests: &AtomicU32,
    ) -> Result<bool, Stop>
    where
        [U]: Searchable,
    {
        let mut at = start;
        if resume {
            at = self.start;
            if self.run::<U, POINTS>(code, text, at, true, requests)? {
                return Ok(true);
            }
            if sticky {
                return Ok(false);
            }
            at += 1;
        }
        if sticky {
            return self.attempt::<U, POINTS>(code, text, at, requests);
        }
        loop {
            if at > text.len() {
                return Ok(false);
            }
            at = match &code.search {
                Search::Everywhere => at,
                Search::Start if at == 0 => at,
                Search::Start => return Ok(false),
                search => match text.candidate(at, search) {
                    Some(found) => found,
                    None => return Ok(false),
                },
            };
            let within_pair =
                POINTS && at > 0 && at < text.len() && is_trail(text[at].value()) && is_lead(text[at - 1].value());
            if !within_pair {
                if self.attempt::<U, POINTS>(code, text, at, requests)? {
                    return Ok(true);
                }
                if self.steps() > self.warm {
                    return Err(Stop::Warm);
                }
            }
            at += 1;
        }
    }

    #[inline]
    fn attempt<U: Unit, const POINTS: bool>(
        &mut self,
        code: &Code,
        text: &[U],
        at: usize,
        requests: &AtomicU32,
    ) -> Result<bool, Stop> {
        self.registers[..2 * (code.groups as usize + 1)].fill(ABSENT);
        self.stack.clear();
        self.start = at;
        self.run::<U, POINTS>(code, text, at, false, requests)
    }

    /// One attempt, or the rest of one (`resume`: it has just failed somewhere).
    fn run<U: Unit, const POINTS: bool>(
        &mut self,
        code: &Code,
        text: &[U],
        start: usize,
        resume: bool,
        requests: &AtomicU32,
    ) -> Result<bool, Stop> {
        let Scratch { registers, stack, budget, budgets, .. } = self;
        let mut pc = 0usize;
        let mut at = start;
        let mut failed = resume;
        loop {
            if failed {
                *budget -= 1;
                if *budget < 0 {
                    *budgets += 1;
                    *budget = BUDGET;
                    if requests.load(Ordering::Relaxed) != 0 {
                        return Err(Stop::Requested);
                    }
                    if stack.len() > MAX_STACK {
                        return Err(Stop::TooDeep);
                    }
                }
                let Some(entry) = stack.last_mut() else { return Ok(false) };
                let target = (entry.what >> 2) as usize;
                match entry.what & 3 {
                    CHOICE => {
                        pc = target;
                        at = entry.a as usize;
                        stack.pop();
                    }
                    RESTORE => {
                        registers[target] = entry.a;
                        stack.pop();
                        continue;
                    }
                    GIVE_BACK => {
                        match give_back::<U, POINTS>(text, loop_at(code, target), entry.a as usize, entry.b as usize) {
                            Some(place) => {
                                entry.b = place as u32;
                                let exhausted = entry.a == entry.b;
                                at = place;
                                pc = target + 1;
                                if exhausted {
                                    stack.pop();
                                }
                            }
                            None => {
                                stack.pop();
                                continue;
                            }
                        }
                    }
                    _ => match take_more::<U, POINTS>(code, text, loop_at(code, target), entry.a as usize) {
                        Some(place) => {
                            entry.a = place as u32;
                            *budget -= 1;
                            at = place;
                            pc = target + 1;
                        }
                        None => {
                            stack.pop();
                            continue;
                        }
                    },
                }
            }
            failed = true;
            macro_rules! go {
                ($target:expr) => {{
                    pc = $target as usize;
                    failed = false;
                    continue;
                }};
            }
            macro_rules! choice {
                ($target:expr) => {
                    stack.push(StackEntry { what: ($target as u32) << 2 | CHOICE, a: at as u32, b: 0 })
                };
            }
            macro_rules! set {
                ($register:expr, $value:expr) => {{
                    let register = $register as usize;
                    stack.push(StackEntry { what: (register as u32) << 2 | RESTORE, a: registers[register], b: 0 });
                    registers[register] = $value as u32;
                }};
            }
            match code.insns[pc] {
                Insn::Match => {
                    registers[0] = start as u32;
                    registers[1] = at as u32;
                    return Ok(true);
                }
                Insn::Fail => {}
                Insn::Unit(unit) => {
                    if let Some(c) = text.get(at)
                        && c.value() == unit as u32
                    {
                        at += 1;
                        go!(pc + 1);
                    }
                }
                Insn::Literal { start, length } => {
                    let literal = &code.literals[start as usize..(start + length) as usize];
                    if let Some(part) = text.get(at..at + literal.len())
                        && part.iter().zip(literal).all(|(c, &unit)| c.value() == unit as u32)
                    {
                        at += literal.len();
                        go!(pc + 1);
                    }
                }
                Insn::Point(point) => {
                    if let Some((c, after)) = next::<U, POINTS>(text, at)
                        && c == point
                    {
                        at = after;
                        go!(pc + 1);
                    }
                }
                Insn::Set(set) => {
                    if let Some((c, after)) = next::<U, POINTS>(text, at)
                        && code.sets[set as usize].has(c)
                    {
                        at = after;
                        go!(pc + 1);
                    }
                }
                Insn::UnitBack(point) => {
                    if let Some((c, before)) = previous::<U, POINTS>(text, at)
                        && c == point
                    {
                        at = before;
                        go!(pc + 1);
                    }
                }
                Insn::SetBack(set) => {
                    if let Some((c, before)) = previous::<U, POINTS>(text, at)
                        && code.sets[set as usize].has(c)
                    {
                        at = before;
                        go!(pc + 1);
                    }
                }
                Insn::Loop(id) => {
                    let each = &code.loops[id as usize];
                    let set = &code.sets[each.set as usize];
                    let limit = if each.greedy { each.max } else { each.min };
                    if let Some((least, most)) = scan::<U, POINTS>(text, at, set, each.min, limit, each.single) {
                        *budget -= (most - at) as i64;
                        if each.greedy {
                            if !each.possessive && most > least {
                                stack.push(StackEntry {
                                    what: (pc as u32) << 2 | GIVE_BACK,
                                    a: least as u32,
                                    b: most as u32,
                                });
                                // With a unit that must follow, the first place is looked for like all others.
                                if each.next.is_none() {
                                    at = most;
                                    go!(pc + 1);
                                }
                                if let Some(c) = text.get(most)
                                    && Some(c.value()) == each.next.map(u32::from)
                                {
                                    at = most;
                                    go!(pc + 1);
                                }
                            } else {
                                at = most;
                                go!(pc + 1);
                            }
                        } else {
                            at = least;
                            stack.push(StackEntry { what: (pc as u32) << 2 | TAKE_MORE, a: at as u32, b: 0 });
                            go!(pc + 1);
                        }
                    }
                }
                Insn::Split(target) => {
                    choice!(target);
                    go!(pc + 1);
                }
                Insn::SplitLazy(target) => {
                    choice!(pc + 1);
                    go!(target);
                }
                Insn::SplitIf { first, otherwise } => {
                    if let Some(c) = text.get(at)
                        && code.firsts[first as usize].has(c.value())
                    {
                        choice!(otherwise);
                        go!(pc + 1);
                    }
                    go!(otherwise);
                }
                Insn::Guard { first, otherwise } => {
                    if let Some(c) = text.get(at)
                        && code.firsts[first as usize].has(c.value())
                    {
                        go!(pc + 1);
                    }
                    go!(otherwise);
                }
                Insn::Jump(target) => {
                    if stack.len() > MAX_STACK {
                        return Err(Stop::TooDeep);
                    }
                    go!(target);
                }
                Insn::Save(register) => {
                    set!(register, at);
                    go!(pc + 1);
                }
                Insn::Reset(from, to) => {
                    for register in from..to {
                        if registers[register as usize] != ABSENT {
                            set!(register, ABSENT);
                        }
                    }
                    go!(pc + 1);
                }
                Insn::CounterInit(counter) => {
                    set!(counter, 0);
                    go!(pc + 1);
                }
                Insn::Counted(id) => {
                    let counted = &code.counted[id as usize];
                    let count = registers[counted.counter as usize];
                    if counted.empty {
                        set!(counted.counter + 1, at);
                    }
                    if count < counted.min {
                        go!(pc + 1);
                    }
                    if count >= counted.max && counted.max != UNLIMITED {
                        go!(counted.exit);
                    }
                    if counted.greedy {
                        choice!(counted.exit);
                        go!(pc + 1);
                    }
                    choice!(pc + 1);
                    go!(counted.exit);
                }
                Insn::CountedNext(id) => {
                    let counted = &code.counted[id as usize];
                    let count = registers[counted.counter as usize];
                    let still = counted.empty && registers[counted.counter as usize + 1] == at as u32;
                    if stack.len() > MAX_STACK {
                        return Err(Stop::TooDeep);
                    }
                    // A round beyond those that must be may not match nothing. One that must be and did stands for all others.
                    if !still {
                        set!(counted.counter, count.saturating_add(1));
                        go!(counted.head);
                    }
                    if count < counted.min {
                        set!(counted.counter, counted.min);
                        go!(counted.head);
                    }
                }
                Insn::CheckMoved(register) => {
                    if registers[register as usize] != at as u32 {
                        go!(pc + 1);
                    }
                }
                Insn::Start => {
                    if at == 0 {
                        go!(pc + 1);
                    }
                }
                Insn::StartOfLine => {
                    if at == 0 || is_line_end(text[at - 1].value()) {
                        go!(pc + 1);
                    }
                }
                Insn::End => {
                    if at == text.len() {
                        go!(pc + 1);
                    }
                }
                Insn::EndOfLine => {
                    if at == text.len() || is_line_end(text[at].value()) {
                        go!(pc + 1);
                    }
                }
                Insn::Boundary { negative, wide } => {
                    if boundary(text, at, wide) != negative {
                        go!(pc + 1);
                    }
                }
                Insn::Reference(id) => {
                    let reference = &code.references[id as usize];
                    if let Some(place) = refer::<U, POINTS>(text, at, reference, registers, false) {
                        *budget -= place.abs_diff(at) as i64;
                        at = place;
                        go!(pc + 1);
                    }
                }
                Insn::ReferenceBack(id) => {
                    let reference = &code.references[id as usize];
                    if let Some(place) = refer::<U, POINTS>(text, at, reference, registers, true) {
                        *budget -= place.abs_diff(at) as i64;
                        at = place;
                        go!(pc + 1);
                    }
                }
                Insn::Look(register) => {
                    set!(register, at);
                    set!(register + 1, stack.len());
                    go!(pc + 1);
                }
                Insn::LookDone(register) => {
                    // No way back into it; but its groups are to be forgotten when what comes before it fails.
                    let kept = registers[register as usize + 1] as usize;
                    at = registers[register as usize] as usize;
                    let mut end = kept;
                    for i in kept..stack.len() {
                        if stack[i].what & 3 == RESTORE {
                            stack[end] = stack[i];
                            end += 1;
                        }
                    }
                    stack.truncate(end);
                    go!(pc + 1);
                }
                Insn::NegativeLook { register, after } => {
                    set!(register, stack.len());
                    choice!(after);
                    go!(pc + 1);
                }
                Insn::NegativeLookDone(register) => {
                    // Takes everything back, with the entry that would have gone on.
                    let kept = registers[register as usize] as usize;
                    while stack.len() > kept {
                        if let Some(entry) = stack.pop()
                            && entry.what & 3 == RESTORE
                        {
                            registers[(entry.what >> 2) as usize] = entry.a;
                        }
                    }
                }
            }
        }
    }
}

/// How far characters of the set reach: the place after `min` of them, and after at most `max`. None: there are not `min`.
#[inline(always)]
fn scan<U: Unit, const POINTS: bool>(
    text: &[U],
    start: usize,
    set: &Set,
    min: u32,
    max: u32,
    single: bool,
) -> Option<(usize, usize)> {
    if !POINTS || single {
        let available = (text.len() - start).min(max as usize);
        let part = &text[start..start + available];
        let count = part.iter().position(|c| !set.has(c.value())).unwrap_or(part.len());
        let least = min as usize;
        return (count >= least).then_some((start + least, start + count));
    }
    let mut at = start;
    let mut least = start;
    let mut count = 0;
    while count < max {
        if count == min {
            least = at;
        }
        let Some((c, after)) = next::<U, POINTS>(text, at) else { break };
        if !set.has(c) {
            break;
        }
        at = after;
        count += 1;
    }
    if count == min {
        least = at;
    }
    (count >= min).then_some((least, at))
}

/// The loop that is the instruction there.
#[inline(always)]
fn loop_at(code: &Code, pc: usize) -> &Loop {
    match code.insns[pc] {
        Insn::Loop(id) => &code.loops[id as usize],
        other => unreachable!("{other:?} is no loop"),
    }
}

/// The next place further back than `at` at which a greedy loop can stop.
#[inline]
fn give_back<U: Unit, const POINTS: bool>(text: &[U], each: &Loop, least: usize, mut at: usize) -> Option<usize> {
    while at > least {
        at -= 1;
        if POINTS && !each.single && at > least && is_trail(text[at].value()) && is_lead(text[at - 1].value()) {
            at -= 1;
        }
        if each.next.is_none_or(|unit| text[at].value() == unit as u32) {
            return Some(at);
        }
    }
    None
}

/// The next place further on at which a lazy loop can stop.
#[inline]
fn take_more<U: Unit, const POINTS: bool>(code: &Code, text: &[U], each: &Loop, start: usize) -> Option<usize> {
    let set = &code.sets[each.set as usize];
    let mut at = start;
    loop {
        let (c, after) = next::<U, POINTS>(text, at)?;
        if !set.has(c) {
            return None;
        }
        at = after;
        let Some(unit) = each.next else { return Some(at) };
        if text.get(at)?.value() == unit as u32 {
            return Some(at);
        }
    }
}

/// BackreferenceMatcher (ECMA-262 sec. 22.2.2.7.2): the place behind what the group matched, or in front of it.
fn refer<U: Unit, const POINTS: bool>(
    text: &[U],
    at: usize,
    reference: &Reference,
    registers: &[u32],
    back: bool,
) -> Option<usize> {
    let spans =
        reference.groups.iter().map(|&group| (registers[2 * group as usize], registers[2 * group as usize + 1]));
    let Some((start, end)) = spans.into_iter().find(|span| span.0 != ABSENT && span.1 != ABSENT) else {
        return Some(at);
    };
    let (start, end) = (start as usize, end as usize);
    let length = end - start;
    let (from, place) = if back {
        let from = at.checked_sub(length)?;
        (from, from)
    } else {
        (at, at.checked_add(length).filter(|&place| place <= text.len())?)
    };
    let Some(folding) = reference.folding else {
        let same = (0..length).all(|i| text[start + i].value() == text[from + i].value());
        return same.then_some(place);
    };
    // Equal characters have the same length, except where only one is outside the basic plane, which no two are.
    let (mut i, mut j) = (start, from);
    while i < end {
        let (a, after_a) = next::<U, POINTS>(&text[..end], i)?;
        let (b, after_b) = next::<U, POINTS>(&text[..from + length], j)?;
        if a != b && canonicalize(folding, a) != canonicalize(folding, b) {
            return None;
        }
        (i, j) = (after_a, after_b);
    }
    Some(place)
}

/// Calls a function for the subject's units, and whether they are looked at as code points.
macro_rules! by_units {
    ($code:expr, $text:expr, $function:ident($($argument:expr),*)) => {
        match $text {
            StrView::Latin1(text) => $function::<u8, false>(text, $($argument),*),
            StrView::Utf16(text) if $code.unicode => $function::<u16, true>(text, $($argument),*),
            StrView::Utf16(text) => $function::<u16, false>(text, $($argument),*),
        }
    };
}

/// The first place from one on where a match can begin.
pub(super) fn candidate(code: &Code, text: StrView<'_>, from: usize) -> Option<usize> {
    match text {
        StrView::Latin1(text) => text.candidate(from, &code.search),
        StrView::Utf16(text) => text.candidate(from, &code.search),
    }
}

/// Where a backreference leads to.
pub(super) fn reference(
    code: &Code,
    text: StrView<'_>,
    at: usize,
    reference: &Reference,
    registers: &[u32],
    back: bool,
) -> Option<usize> {
    by_units!(code, text, refer(at, reference, registers, back))
}

/// The character behind a place, or in front of it, and its other end.
pub(super) fn character(code: &Code, text: StrView<'_>, at: usize, back: bool) -> Option<(u32, usize)> {
    if back { by_units!(code, text, previous(at)) } else { by_units!(code, text, next(at)) }
}

/// How far a loop reaches.
pub(super) fn reach(code: &Code, text: StrView<'_>, at: usize, each: &Loop) -> Option<(usize, usize)> {
    let limit = if each.greedy { each.max } else { each.min };
    by_units!(code, text, scan(at, &code.sets[each.set as usize], each.min, limit, each.single))
}

/// Where a greedy loop can stop before a place.
pub(super) fn shorter(code: &Code, text: StrView<'_>, each: &Loop, least: usize, at: usize) -> Option<usize> {
    by_units!(code, text, give_back(each, least, at))
}

/// Where a lazy loop can stop behind a place.
pub(super) fn longer(code: &Code, text: StrView<'_>, each: &Loop, at: usize) -> Option<usize> {
    match text {
        StrView::Latin1(text) => take_more::<u8, false>(code, text, each, at),
        StrView::Utf16(text) if code.unicode => take_more::<u16, true>(code, text, each, at),
        StrView::Utf16(text) => take_more::<u16, false>(code, text, each, at),
    }
}

/// Whether a word begins or ends at a place.
pub(super) fn is_boundary(text: StrView<'_>, at: usize, wide: bool) -> bool {
    match text {
        StrView::Latin1(text) => boundary(text, at, wide),
        StrView::Utf16(text) => boundary(text, at, wide),
    }
}

/// Subjects in which candidates can be looked for.
trait Searchable {
    fn candidate(&self, from: usize, search: &Search) -> Option<usize>;
}

impl Searchable for [u8] {
    #[inline]
    fn candidate(&self, from: usize, search: &Search) -> Option<usize> {
        let text = &self[from..];
        let found = match search {
            Search::Prefix { bytes, .. } => bytes.as_ref()?.find(text),
            Search::Few(bytes) => match **bytes {
                [a] => memchr::memchr(a, text),
                [a, b] => memchr::memchr2(a, b, text),
                [a, b, c] => memchr::memchr3(a, b, c, text),
                _ => None,
            },
            Search::Units { low, .. } => text.iter().position(|&byte| low[byte as usize]),
            Search::Everywhere | Search::Start => Some(0),
        };
        found.map(|at| from + at)
    }
}

impl Searchable for [u16] {
    #[inline]
    fn candidate(&self, from: usize, search: &Search) -> Option<usize> {
        let text = &self[from..];
        let found = match search {
            Search::Prefix { units, .. } => find_units(text, units),
            Search::Few(bytes) => text.iter().position(|&unit| bytes.iter().any(|&byte| byte as u16 == unit)),
            Search::Units { low, high } => {
                text.iter().position(|&unit| low.get(unit as usize).copied().unwrap_or(*high))
            }
            Search::Everywhere | Search::Start => Some(0),
        };
        found.map(|at| from + at)
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Flags, compile, parse};
    use super::*;

    /// The groups of the first match.
    fn run(pattern: &str, flags: &str, subject: &str) -> Option<Vec<Option<String>>> {
        let units: Vec<u16> = pattern.encode_utf16().collect();
        let flags = Flags::parse(StrView::ascii(flags)).unwrap_or_default();
        let code = parse(StrView::Utf16(&units), flags).and_then(compile).unwrap_or_else(|error| panic!("{}", error.0));
        let wide: Vec<u16> = subject.encode_utf16().collect();
        let narrow: Option<Vec<u8>> = wide.iter().map(|&unit| u8::try_from(unit).ok()).collect();
        let mut views = vec![StrView::Utf16(&wide)];
        views.extend(narrow.as_deref().map(StrView::Latin1));
        let results: Vec<_> = views
            .into_iter()
            .map(|view| {
                let mut scratch = Scratch::default();
                let found = scratch.find(&code, view, 0, false, false, &AtomicU32::new(0));
                assert!(found.is_ok());
                found.is_ok_and(|found| found).then(|| {
                    let span = |pair: &[u32]| {
                        (pair[0] != ABSENT && pair[1] != ABSENT)
                            .then(|| view.slice(pair[0] as usize..pair[1] as usize).to_rust_string_lossy())
                    };
                    scratch.groups(&code).chunks(2).map(span).collect::<Vec<_>>()
                })
            })
            .collect();
        assert!(results.windows(2).all(|pair| pair[0] == pair[1]), "/{pattern}/ on {subject}");
        results.into_iter().next().flatten()
    }

    #[track_caller]
    fn check(pattern: &str, flags: &str, subject: &str, expected: &[&str]) {
        let found = run(pattern, flags, subject);
        let texts: Vec<String> =
            found.into_iter().flatten().map(|group| group.unwrap_or_else(|| "-".to_owned())).collect();
        assert_eq!(texts, expected, "/{pattern}/{flags} on {subject}");
    }

    #[test]
    fn loops() {
        check("a*b", "", "xaaab", &["aaab"]);
        check("a*a", "", "aaa", &["aaa"]);
        check("a+?", "", "aaa", &["a"]);
        check("a{2,3}", "", "aaaa", &["aaa"]);
        check("a{2,3}?", "", "aaaa", &["aa"]);
        check("(a*)*", "", "b", &["", "-"]);
        check("(?:a*?)*?b", "", "aab", &["aab"]);
        check("(z)((a+)?(b+)?(c))*", "", "zaacbbbcac", &["zaacbbbcac", "z", "ac", "a", "-", "c"]);
        check("(?:(a)|b){3}", "", "aab", &["aab", "-"]);
        check("(?:ab){2,}c", "", "abababc", &["abababc"]);
        check("<.*?>x", "", "<a><b>x", &["<a><b>x"]);
        check("\"[^\"]*\"", "", "say \"hello\" now", &["\"hello\""]);
        check("(a?)*?$", "", "aa", &["aa", "a"]);
        check("(?:){4294967295,}a", "", "a", &["a"]);
        check("(?:a?){3,5}b", "", "aab", &["aab"]);
        check(".{3}", "u", "a\u{1f600}bc", &["a\u{1f600}b"]);
        check("(.*)b", "u", "\u{1f600}\u{1f600}b\u{1f600}", &["\u{1f600}\u{1f600}b", "\u{1f600}\u{1f600}"]);
    }

    #[test]
    fn alternatives_and_looks() {
        check("abc|abd|xyz", "", "abd", &["abd"]);
        check("((a)|(ab))((c)|(bc))", "", "abc", &["abc", "a", "a", "-", "bc", "-", "bc"]);
        check("(?=(a+))", "", "baaabac", &["", "aaa"]);
        check("(?=(a+))a*b\\1", "", "baaabac", &["aba", "a"]);
        check("(.*?)a(?!(a+)b\\2c)\\2(.*)", "", "baaabaac", &["baaabaac", "ba", "-", "abaac"]);
        check("(?<=\\$)\\d+(\\.\\d*)?", "", "cost $10.53", &["10.53", ".53"]);
        check("(?<=(\\d+)(\\d+))$", "", "1053", &["", "1", "053"]);
        check("(?<=\\1(a))b", "", "aab", &["b", "a"]);
        check("(?<!abc)\\w\\w\\w", "", "abcdef", &["abc"]);
        check("\\bfoo\\B", "", "foo food", &["foo"]);
        check("(?:(?=(a))a)+b", "", "aab", &["aab", "a"]);
    }

    #[test]
    fn case_and_modes() {
        check("straSSe", "i", "STRASSE", &["STRASSE"]);
        check("(?i:a)b", "", "Ab", &["Ab"]);
        check("[^x]+", "iu", "aXb", &["a"]);
        check("\\u212a", "iu", "k", &["k"]);
        check("(.)\\1", "i", "aA", &["aA", "a"]);
        check("^b$", "m", "a\nb\nc", &["b"]);
        check("a.c", "s", "a\nc", &["a\nc"]);
        check("(?<y>a)|(?<y>b)\\k<y>", "", "bb", &["bb", "-", "b"]);
        check("[\\p{L}--[a-z]]+", "v", "abcDEF", &["DEF"]);
        check("[\\q{abc|d}x]", "v", "zabc", &["abc"]);
        check("\\p{Lu}\\P{Lu}", "u", "aBc", &["Bc"]);
    }
}
