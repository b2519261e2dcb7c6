//! From tree to code (the compile-time semantics of ECMA-262 sec. 22.2.2, as a backtracking machine's instructions).
//!
//! Each node is compiled knowing what can follow it, as a set of units. Where the next unit decides between going on and leaving
//! a loop, or between alternatives, nothing to backtrack to is kept. Lookbehinds are compiled in reverse and without that.

use super::code::{Code, Counted, Insn, Loop, Set};
use super::first::{First, ahead, firsts};
use super::search::Search;
use super::set::CodePointSet;
use super::tree::{List, Node, NodeId, Pattern, Repeat};
use super::{PatternError, UNLIMITED};
use rustc_hash::FxHashMap;

/// Instructions at most.
const MAX_INSNS: usize = 1 << 23;
/// Nodes of a loop's body that may be there twice.
const SMALL: u32 = 8;

/// Compiles a pattern.
pub fn compile(pattern: Pattern) -> Result<Code, PatternError> {
    let firsts = firsts(&pattern);
    let sizes = sizes(&pattern);
    let search = Search::new(&pattern, firsts[pattern.root as usize]);
    let ahead = ahead(&pattern).into();
    let mut compiler = Compiler {
        sets: pattern.sets.iter().map(Set::new).collect(),
        set_ids: FxHashMap::default(),
        firsts: &firsts,
        sizes: &sizes,
        insns: Vec::new(),
        literals: Vec::new(),
        guards: Vec::new(),
        guard_ids: FxHashMap::default(),
        loops: Vec::new(),
        counted: Vec::new(),
        registers: 2 * (pattern.groups + 1),
        pattern: &pattern,
    };
    compiler.node(pattern.root, false, First::ANY)?;
    compiler.emit(Insn::Match);
    let Compiler { sets, insns, literals, guards, loops, counted, registers, .. } = compiler;
    Ok(Code {
        insns: insns.into(),
        literals: literals.into(),
        sets: sets.into(),
        firsts: guards.into(),
        loops: loops.into(),
        counted: counted.into(),
        references: pattern.references.into(),
        registers,
        groups: pattern.groups,
        names: pattern.names.into(),
        unicode: pattern.unicode,
        search,
        ahead,
    })
}

/// How many nodes there are below each, itself included.
fn sizes(pattern: &Pattern) -> Vec<u32> {
    let mut sizes: Vec<u32> = Vec::with_capacity(pattern.nodes.len());
    for &node in &pattern.nodes {
        let of = |id: NodeId| sizes[id as usize];
        let below = match node {
            Node::Group { body, .. } | Node::Look { body, .. } => of(body),
            Node::Repeat(repeat) => of(repeat.body).saturating_mul(2),
            Node::Sequence(list) | Node::Choice(list) => {
                pattern.list(list).iter().fold(0, |sum: u32, &id| sum.saturating_add(of(id)))
            }
            _ => 0,
        };
        sizes.push(below.saturating_add(1));
    }
    sizes
}

type Compiled = Result<(), PatternError>;

struct Compiler<'a> {
    pattern: &'a Pattern,
    firsts: &'a [First],
    sizes: &'a [u32],
    insns: Vec<Insn>,
    literals: Vec<u16>,
    sets: Vec<Set>,
    /// Sets of one character, for loops.
    set_ids: FxHashMap<u32, u32>,
    guards: Vec<First>,
    guard_ids: FxHashMap<First, u32>,
    loops: Vec<Loop>,
    counted: Vec<Counted>,
    registers: u32,
}

impl Compiler<'_> {
    fn emit(&mut self, insn: Insn) -> usize {
        self.insns.push(insn);
        self.insns.len() - 1
    }

    fn here(&self) -> u32 {
        self.insns.len() as u32
    }

    /// Makes the instruction there, which goes somewhere, go here.
    fn land(&mut self, at: usize) {
        let here = self.here();
        match &mut self.insns[at] {
            Insn::Split(target)
            | Insn::SplitLazy(target)
            | Insn::Jump(target)
            | Insn::SplitIf { otherwise: target, .. }
            | Insn::Guard { otherwise: target, .. }
            | Insn::NegativeLook { after: target, .. } => *target = here,
            _ => {}
        }
    }

    fn register(&mut self, count: u32) -> u32 {
        self.registers += count;
        self.registers - count
    }

    fn guard(&mut self, first: First) -> u32 {
        let next = self.guards.len() as u32;
        *self.guard_ids.entry(first).or_insert_with(|| {
            self.guards.push(first);
            next
        })
    }

    /// Where one of two ways is taken: what begins with `first` is tried here before `rest`, which begins at the instruction's target,
    /// yet to be told.
    fn branch(&mut self, first: First, rest: First, back: bool) -> usize {
        if back || first.empty {
            return self.emit(Insn::Split(0));
        }
        let guard = self.guard(first);
        let insn = if first.excludes(rest) {
            Insn::Guard { first: guard, otherwise: 0 }
        } else {
            Insn::SplitIf { first: guard, otherwise: 0 }
        };
        self.emit(insn)
    }

    /// Compiles a node; `follow`: what can begin what comes after it. Not used backwards.
    fn node(&mut self, id: NodeId, back: bool, follow: First) -> Compiled {
        if self.insns.len() > MAX_INSNS {
            return Err(PatternError("Regular expression too large"));
        }
        match self.pattern.node(id) {
            Node::Empty => {}
            Node::Char(c) => self.character(c, back),
            Node::Set(set) => {
                self.emit(if back { Insn::SetBack(set) } else { Insn::Set(set) });
            }
            Node::Start { multiline } => {
                self.emit(if multiline { Insn::StartOfLine } else { Insn::Start });
            }
            Node::End { multiline } => {
                self.emit(if multiline { Insn::EndOfLine } else { Insn::End });
            }
            Node::Boundary { negative, wide } => {
                self.emit(Insn::Boundary { negative, wide });
            }
            Node::Reference(reference) => {
                self.emit(if back { Insn::ReferenceBack(reference) } else { Insn::Reference(reference) });
            }
            Node::Group { index, body } => {
                self.emit(Insn::Save(2 * index + back as u32));
                self.nested(body, back, follow)?;
                self.emit(Insn::Save(2 * index + !back as u32));
            }
            Node::Look { body, behind, negative } => self.look(body, behind, negative)?,
            Node::Sequence(list) => self.sequence(list, back, follow)?,
            Node::Choice(list) => self.choice(list, back, follow)?,
            Node::Repeat(repeat) => self.repeat(repeat, back, follow)?,
        }
        Ok(())
    }

    fn nested(&mut self, id: NodeId, back: bool, follow: First) -> Compiled {
        stacker::maybe_grow(64 << 10, 1 << 20, || self.node(id, back, follow))
    }

    fn character(&mut self, c: u32, back: bool) {
        let surrogate = (0xd800..0xe000).contains(&c);
        if back {
            self.emit(Insn::UnitBack(c));
        } else if self.pattern.unicode && surrogate {
            self.emit(Insn::Point(c));
        } else if let Ok(unit) = u16::try_from(c) {
            self.emit(Insn::Unit(unit));
        } else {
            let start = self.literals.len() as u32;
            self.push_literal(c);
            self.emit(Insn::Literal { start, length: 2 });
        }
    }

    fn push_literal(&mut self, c: u32) {
        match u16::try_from(c) {
            Ok(unit) => self.literals.push(unit),
            Err(_) => {
                let c = c - 0x10000;
                self.literals.extend([0xd800 + (c >> 10) as u16, 0xdc00 + (c & 0x3ff) as u16]);
            }
        }
    }

    fn sequence(&mut self, list: List, back: bool, follow: First) -> Compiled {
        let pattern = self.pattern;
        let ids = pattern.list(list);
        if back {
            return ids.iter().rev().try_for_each(|&id| self.node(id, true, follow));
        }
        // What can follow each.
        let mut follows = vec![follow; ids.len()];
        for i in (1..ids.len()).rev() {
            follows[i - 1] = self.firsts[ids[i] as usize].then(follows[i]);
        }
        let mut i = 0;
        while i < ids.len() {
            let literal = |id: NodeId| match pattern.node(id) {
                Node::Char(c) if !(pattern.unicode && (0xd800..0xe000).contains(&c)) => Some(c),
                _ => None,
            };
            let run = ids[i..].iter().map_while(|&id| literal(id));
            let count = run.clone().count();
            if count > 1 {
                let start = self.literals.len() as u32;
                run.for_each(|c| self.push_literal(c));
                self.emit(Insn::Literal { start, length: self.literals.len() as u32 - start });
                i += count;
                continue;
            }
            self.next_unit_of(ids.get(i + 1).copied(), ids[i], back, follows[i])?;
            i += 1;
        }
        Ok(())
    }

    /// Compiles a term that another one follows, which may be the unit that a loop has to stop at.
    fn next_unit_of(&mut self, next: Option<NodeId>, id: NodeId, back: bool, follow: First) -> Compiled {
        let before = self.loops.len();
        self.node(id, back, follow)?;
        let is_loop = matches!(self.insns.last(), Some(Insn::Loop(_)));
        let Some(next) = next else { return Ok(()) };
        if is_loop && self.loops.len() == before + 1 && matches!(self.pattern.node(id), Node::Repeat(_)) {
            self.loops[before].next = self.first_unit(next);
        }
        Ok(())
    }

    /// The unit that every match of a node begins with.
    fn first_unit(&self, id: NodeId) -> Option<u16> {
        match self.pattern.node(id) {
            Node::Char(c) if !(0xd800..0xe000).contains(&c) => u16::try_from(c).ok(),
            Node::Group { body, .. } => match self.pattern.node(body) {
                Node::Char(c) if !(0xd800..0xe000).contains(&c) => u16::try_from(c).ok(),
                _ => None,
            },
            _ => None,
        }
    }

    fn choice(&mut self, list: List, back: bool, follow: First) -> Compiled {
        let pattern = self.pattern;
        let ids = pattern.list(list);
        // What the alternatives after each can begin with.
        let mut rests = vec![First::NONE; ids.len()];
        for i in (1..ids.len()).rev() {
            rests[i - 1] = rests[i].or(self.firsts[ids[i] as usize].then(follow));
        }
        let mut jumps = Vec::with_capacity(ids.len());
        for (i, &id) in ids.iter().enumerate() {
            if i + 1 == ids.len() {
                self.nested(id, back, follow)?;
                break;
            }
            let branch = self.branch(self.firsts[id as usize], rests[i], back);
            self.nested(id, back, follow)?;
            jumps.push(self.emit(Insn::Jump(0)));
            self.land(branch);
        }
        for jump in jumps {
            self.land(jump);
        }
        Ok(())
    }

    fn look(&mut self, body: NodeId, behind: bool, negative: bool) -> Compiled {
        let register = self.register(2);
        if negative {
            let start = self.emit(Insn::NegativeLook { register, after: 0 });
            self.nested(body, behind, First::ANY)?;
            self.emit(Insn::NegativeLookDone(register));
            self.land(start);
        } else {
            self.emit(Insn::Look(register));
            self.nested(body, behind, First::ANY)?;
            self.emit(Insn::LookDone(register));
        }
        Ok(())
    }

    /// The set of a node that matches exactly one character.
    fn single_set(&mut self, id: NodeId) -> Option<u32> {
        match self.pattern.node(id) {
            Node::Set(set) => Some(set),
            Node::Char(c) => {
                let next = self.sets.len() as u32;
                Some(*self.set_ids.entry(c).or_insert_with(|| {
                    self.sets.push(Set::new(&CodePointSet::from_ranges(&[(c, c)])));
                    next
                }))
            }
            _ => None,
        }
    }

    fn repeat(&mut self, repeat: Repeat, back: bool, follow: First) -> Compiled {
        let Repeat { body, mut min, mut max, greedy, groups } = repeat;
        if max == 0 {
            return Ok(());
        }
        if (min, max) == (1, 1) {
            return self.nested(body, back, follow);
        }
        let first = self.firsts[body as usize];
        if !back
            && (greedy || max == UNLIMITED)
            && let Some(set) = self.single_set(body)
        {
            let possessive = first.excludes(follow);
            let high = &self.sets[set as usize].high;
            let single =
                !self.pattern.unicode || high.iter().all(|&(from, to)| to < 0xd800 || from >= 0xe000 && to < 0x10000);
            self.loops.push(Loop { set, min, max, greedy, possessive, next: None, single });
            self.emit(Insn::Loop(self.loops.len() as u32 - 1));
            return Ok(());
        }
        // A body that matches nothing but the empty text does so once as well as often.
        if min > 1 && self.is_always_empty(body) {
            min = 1;
            max = max.min(2);
        }
        let registers = (2 * groups.0, 2 * groups.1);
        if (min, max) == (0, 1) {
            let branch = self.optional(first, follow, greedy, back);
            let mark = self.mark(first.empty);
            self.nested(body, back, follow)?;
            self.check(mark);
            self.land(branch);
            return Ok(());
        }
        let inner = first.or(follow);
        let small = self.sizes[body as usize] <= SMALL;
        if max == UNLIMITED && (min == 0 || min == 1 && small) {
            if min == 1 {
                self.nested(body, back, inner)?;
            }
            let head = self.here();
            let branch = self.optional(first, follow, greedy, back);
            if registers.0 < registers.1 {
                self.emit(Insn::Reset(registers.0, registers.1));
            }
            let mark = self.mark(first.empty);
            self.nested(body, back, inner)?;
            self.check(mark);
            self.emit(Insn::Jump(head));
            self.land(branch);
            return Ok(());
        }
        let counter = self.register(2);
        let id = self.counted.len() as u32;
        let head = self.here() + 1;
        self.counted.push(Counted { counter, min, max, greedy, head, exit: 0, empty: first.empty });
        self.emit(Insn::CounterInit(counter));
        self.emit(Insn::Counted(id));
        if registers.0 < registers.1 {
            self.emit(Insn::Reset(registers.0, registers.1));
        }
        self.nested(body, back, inner)?;
        self.emit(Insn::CountedNext(id));
        self.counted[id as usize].exit = self.here();
        Ok(())
    }

    /// Where something is entered or left out; lands behind it.
    fn optional(&mut self, first: First, follow: First, greedy: bool, back: bool) -> usize {
        if greedy || !back && first.excludes(follow) {
            return self.branch(first, follow, back);
        }
        self.emit(Insn::SplitLazy(0))
    }

    /// Notes the position if what follows may match nothing.
    fn mark(&mut self, empty: bool) -> Option<u32> {
        empty.then(|| {
            let register = self.register(1);
            self.emit(Insn::Save(register));
            register
        })
    }

    fn check(&mut self, mark: Option<u32>) {
        if let Some(register) = mark {
            self.emit(Insn::CheckMoved(register));
        }
    }

    fn is_always_empty(&self, id: NodeId) -> bool {
        match self.pattern.node(id) {
            Node::Empty | Node::Start { .. } | Node::End { .. } | Node::Boundary { .. } | Node::Look { .. } => true,
            Node::Group { body, .. } => self.is_always_empty(body),
            _ => false,
        }
    }
}
