//! A function's bytecode as a graph of blocks: order, loops, and which registers are alive where.
//!
//! Handlers are not part of it: optimized code never runs one, it leaves for the lower tiers. What a handler reads is alive
//! wherever it may be reached from.

use abi::frame::{FIRST_ARGUMENT, NEW_TARGET, THIS};
use abi::opcode::{Op, Operand, SPREAD_ARGC};
use vm::bytecode::verify::operand;
use vm::code::CodeBody;

/// A set of registers.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Registers(Vec<u64>);

impl Registers {
    pub fn new(words: usize) -> Registers {
        Registers(vec![0; words.div_ceil(64)])
    }

    pub fn contains(&self, r: usize) -> bool {
        self.0.get(r / 64).is_some_and(|w| w >> (r % 64) & 1 != 0)
    }

    pub fn insert(&mut self, r: usize) {
        self.0[r / 64] |= 1 << (r % 64);
    }

    pub fn remove(&mut self, r: usize) {
        self.0[r / 64] &= !(1 << (r % 64));
    }

    /// Adds another set; true if that changed anything.
    pub fn extend(&mut self, other: &Registers) -> bool {
        let mut changed = false;
        for (a, b) in self.0.iter_mut().zip(&other.0) {
            changed |= *b & !*a != 0;
            *a |= b;
        }
        changed
    }

    pub fn iter(&self) -> impl Iterator<Item = usize> + '_ {
        self.0.iter().enumerate().flat_map(|(i, &w)| (0..64).filter(move |b| w >> b & 1 != 0).map(move |b| i * 64 + b))
    }
}

/// A register that an instruction touches.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Access {
    Read(usize),
    Write(usize),
}

/// What the instruction at `pc` reads and writes of the frame.
pub fn accesses(code: &[u16], pc: usize, op: Op, mut f: impl FnMut(Access)) {
    use Access::{Read, Write};
    let mut at = pc + 1;
    let mut first = 0;
    let mut values = [0i64; 6];
    for (i, (_, kind)) in op.operands().iter().enumerate() {
        values[i] = operand(code, at, *kind);
        let n = values[i] as usize;
        match kind {
            Operand::R => f(Read(n)),
            Operand::W => f(Write(n)),
            Operand::B => first = n,
            _ => {}
        }
        at += kind.units();
    }
    let mut area = |argc: i64| {
        let argc = if argc == SPREAD_ARGC as i64 { 1 } else { argc as usize };
        f(Read(first + abi::frame::CALLEE));
        for i in 0..=argc {
            f(Read(first + THIS + i));
        }
    };
    match op {
        Op::Call | Op::CallSpread | Op::CallEval => area(values[2]),
        Op::TailCall => area(values[1]),
        Op::Construct | Op::ConstructSpread | Op::SuperCall | Op::SuperCallSpread => {
            f(Read(first + abi::frame::CALLEE));
            if matches!(op, Op::SuperCall | Op::SuperCallSpread) {
                f(Read(first + NEW_TARGET));
            }
            for i in 0..values[2] as usize {
                f(Read(first + FIRST_ARGUMENT + i));
            }
        }
        Op::GetIterator | Op::GetAsyncIterator => (0..2).for_each(|i| f(Write(first + i))),
        Op::IteratorStep | Op::IteratorClose | Op::IteratorRest | Op::IteratorSkip => {
            f(Read(first));
            f(Read(first + 1));
        }
        Op::NewArray => (0..values[2] as usize).for_each(|i| f(Read(first + i))),
        Op::Concat => (0..values[2] as usize).for_each(|i| f(Read(first + i))),
        Op::CopyDataProperties => (0..values[3] as usize).for_each(|i| f(Read(first + i))),
        // What these write they read as well.
        Op::DisposeAll | Op::AddError => f(Read(values[0] as usize)),
        Op::DisposeStep => {
            f(Read(values[0] as usize));
            f(Read(values[2] as usize));
        }
        Op::RunInitializers => f(Read(values[0] as usize)),
        _ => {}
    }
}

/// Registers that an instruction changes although its operands do not say so.
pub fn changes(code: &[u16], pc: usize, op: Op, mut f: impl FnMut(usize)) {
    match op {
        Op::IteratorStep => (0..2).for_each(|i| f(code[pc + 2] as usize + i)),
        Op::IteratorClose | Op::IteratorSkip => (0..2).for_each(|i| f(code[pc + 1] as usize + i)),
        Op::IteratorRest => (0..2).for_each(|i| f(code[pc + 2] as usize + i)),
        Op::AddDisposable => f(code[pc + 1] as usize),
        Op::DisposeAll | Op::DisposeStep => f(code[pc + 2] as usize),
        _ => {}
    }
}

/// Where the instruction's jump goes, if it has one.
pub fn jump_target(code: &[u16], pc: usize, op: Op) -> Option<usize> {
    let mut at = pc + 1;
    for (_, kind) in op.operands() {
        if *kind == Operand::J {
            return Some((pc as i64 + operand(code, at, *kind)) as usize);
        }
        at += kind.units();
    }
    None
}

/// Control never goes on behind the instruction.
pub fn ends(op: Op) -> bool {
    matches!(
        op,
        Op::Jump
            | Op::Return
            | Op::Throw
            | Op::ThrowError
            | Op::TailCall
            | Op::GeneratorReturn
            | Op::ThrowConstAssignment
    )
}

/// A run of instructions that is entered at its start only.
#[derive(Debug, Default)]
pub struct Run {
    pub start: usize,
    /// One past its last instruction.
    pub end: usize,
    pub successors: Vec<usize>,
    pub predecessors: Vec<usize>,
    /// Number in reverse postorder; `usize::MAX` if it is not reached.
    pub order: usize,
    /// For a loop's header: what is written in the loop, and which runs are in it.
    pub written: Option<Registers>,
    pub inside: Vec<bool>,
    /// For a loop's header: there is no loop in it.
    pub is_innermost: bool,
    /// For a loop's header: the loop is also entered elsewhere, as happens around a loop that code is entered in the middle of.
    pub is_entered_elsewhere: bool,
    /// How many loops it is in.
    pub depth: u32,
    alive: Registers,
}

/// The blocks of a function that are reached from one place.
pub struct Flow {
    pub runs: Vec<Run>,
    /// Reached runs in reverse postorder.
    pub order: Vec<usize>,
    pub words: usize,
    handlers: Vec<(u32, u32, Registers)>,
}

impl Flow {
    /// The flow from `entry` on, the offset of an instruction.
    pub fn new(body: &CodeBody, words: usize, entry: usize) -> Flow {
        let code = &body.bytecode[..];
        let mut leader = vec![false; code.len() + 1];
        leader[0] = true;
        leader[entry] = true;
        let mut pc = 0;
        while pc < code.len() {
            let op = Op::from_u16(code[pc]).expect("verified bytecode");
            let next = pc + op.length();
            if let Some(target) = jump_target(code, pc, op) {
                leader[target] = true;
                leader[next] = true;
            }
            if op == Op::SwitchInt {
                for &target in &body.jump_tables[code[pc + 2] as usize].targets {
                    leader[(pc as i64 + target as i64) as usize] = true;
                }
                leader[next] = true;
            }
            if ends(op) {
                leader[next] = true;
            }
            pc = next;
        }
        for handler in &body.handlers {
            leader[handler.handler as usize] = true;
        }
        let mut at = vec![usize::MAX; code.len() + 1];
        let mut runs: Vec<Run> = Vec::new();
        for start in (0..code.len()).filter(|&pc| leader[pc]) {
            at[start] = runs.len();
            let end = (start + 1..=code.len()).find(|&pc| leader[pc] || pc == code.len()).unwrap_or(code.len());
            runs.push(Run { start, end, order: usize::MAX, alive: Registers::new(words), ..Run::default() });
        }
        for run in &mut runs {
            let (last, op) = last(code, run.start, run.end);
            if !ends(op) && run.end < code.len() {
                run.successors.push(at[run.end]);
            }
            if let Some(target) = jump_target(code, last, op) {
                run.successors.push(at[target]);
            }
            if op == Op::SwitchInt {
                for &target in &body.jump_tables[code[last + 2] as usize].targets {
                    let to = at[(last as i64 + target as i64) as usize];
                    if target != 0 && !run.successors.contains(&to) {
                        run.successors.push(to);
                    }
                }
            }
        }
        let mut flow = Flow { runs, order: Vec::new(), words, handlers: Vec::new() };
        flow.find_live(body);
        flow.find_order(at[entry]);
        flow.find_loops(code);
        flow
    }

    fn find_live(&mut self, body: &CodeBody) {
        let code = &body.bytecode[..];
        self.handlers = body.handlers.iter().map(|h| (h.start, h.end, Registers::new(self.words))).collect();
        let handler_runs: Vec<usize> = body
            .handlers
            .iter()
            .map(|h| self.runs.iter().position(|r| r.start == h.handler as usize).expect("a handler starts a run"))
            .collect();
        loop {
            let mut changed = false;
            for i in (0..self.runs.len()).rev() {
                let mut live = Registers::new(self.words);
                for &s in &self.runs[i].successors {
                    live.extend(&self.runs[s].alive);
                }
                let (start, end) = (self.runs[i].start, self.runs[i].end);
                self.backward(code, start, end, &mut live, &mut |_, _| {});
                changed |= self.runs[i].alive.extend(&live);
            }
            for (i, &run) in handler_runs.iter().enumerate() {
                let alive = self.runs[run].alive.clone();
                changed |= self.handlers[i].2.extend(&alive);
            }
            if !changed {
                return;
            }
        }
    }

    fn backward(
        &self,
        code: &[u16],
        start: usize,
        end: usize,
        live: &mut Registers,
        f: &mut dyn FnMut(usize, &Registers),
    ) {
        let mut offsets = Vec::new();
        let mut pc = start;
        while pc < end {
            let op = Op::from_u16(code[pc]).expect("verified bytecode");
            offsets.push((pc, op));
            pc += op.length();
        }
        for &(pc, op) in offsets.iter().rev() {
            accesses(code, pc, op, |a| {
                if let Access::Write(r) = a {
                    live.remove(r);
                }
            });
            for (from, to, alive) in &self.handlers {
                if (*from..*to).contains(&(pc as u32)) {
                    live.extend(alive);
                }
            }
            accesses(code, pc, op, |a| {
                if let Access::Read(r) = a {
                    live.insert(r);
                }
            });
            f(pc, live);
        }
    }

    /// Calls `f` with each instruction of a run, last first, and the registers that are alive before it.
    pub fn live_before(&self, code: &[u16], run: usize, f: &mut dyn FnMut(usize, &Registers)) {
        let mut live = Registers::new(self.words);
        for &s in &self.runs[run].successors {
            live.extend(&self.runs[s].alive);
        }
        self.backward(code, self.runs[run].start, self.runs[run].end, &mut live, f);
    }

    /// Registers that are alive where a run starts.
    pub fn alive(&self, run: usize) -> &Registers {
        &self.runs[run].alive
    }

    fn find_order(&mut self, entry: usize) {
        let mut state = vec![0u8; self.runs.len()];
        let mut stack = vec![(entry, 0)];
        state[entry] = 1;
        let mut postorder = Vec::new();
        while let Some((run, next)) = stack.pop() {
            if let Some(&s) = self.runs[run].successors.get(next) {
                stack.push((run, next + 1));
                if state[s] == 0 {
                    state[s] = 1;
                    stack.push((s, 0));
                }
            } else {
                state[run] = 2;
                postorder.push(run);
            }
        }
        postorder.reverse();
        for (i, &run) in postorder.iter().enumerate() {
            self.runs[run].order = i;
        }
        for &run in &postorder {
            for s in self.runs[run].successors.clone() {
                self.runs[s].predecessors.push(run);
            }
        }
        self.order = postorder;
    }

    /// An edge that goes back in the order is a loop's.
    pub fn is_back_edge(&self, from: usize, to: usize) -> bool {
        self.runs[to].order <= self.runs[from].order
    }

    fn find_loops(&mut self, code: &[u16]) {
        for header in self.order.clone() {
            let sources: Vec<usize> =
                self.runs[header].predecessors.iter().copied().filter(|&p| self.is_back_edge(p, header)).collect();
            if sources.is_empty() {
                continue;
            }
            let mut inside = vec![false; self.runs.len()];
            inside[header] = true;
            let mut work = sources;
            while let Some(run) = work.pop() {
                if !inside[run] {
                    inside[run] = true;
                    work.extend(&self.runs[run].predecessors);
                }
            }
            let entry = self.order[0];
            self.runs[header].is_entered_elsewhere = header != entry && inside[entry];
            let mut written = Registers::new(self.words);
            if self.runs[header].is_entered_elsewhere {
                // What it was entered with elsewhere may be anything.
                (0..self.words).for_each(|r| written.insert(r));
            }
            for run in (0..self.runs.len()).filter(|&r| inside[r]) {
                self.runs[run].depth += 1;
                let (start, end) = (self.runs[run].start, self.runs[run].end);
                let mut pc = start;
                while pc < end {
                    let op = Op::from_u16(code[pc]).expect("verified bytecode");
                    accesses(code, pc, op, |a| {
                        if let Access::Write(r) = a {
                            written.insert(r);
                        }
                    });
                    changes(code, pc, op, |r| written.insert(r));
                    pc += op.length();
                }
            }
            self.runs[header].written = Some(written);
            self.runs[header].inside = inside;
        }
        for &header in &self.order {
            let is_header = |r: usize| r != header && self.runs[r].written.is_some();
            let innermost =
                (0..self.runs.len()).all(|r| !self.runs[header].inside.get(r).is_some_and(|i| *i) || !is_header(r));
            let run = &mut self.runs[header];
            run.is_innermost = innermost && run.written.is_some() && !run.is_entered_elsewhere;
        }
    }

    /// Bytecode units of a loop.
    pub fn loop_length(&self, header: usize) -> usize {
        let run = &self.runs[header];
        self.runs.iter().zip(&run.inside).filter(|(_, inside)| **inside).map(|(r, _)| r.end - r.start).sum()
    }
}

/// The last instruction of a run.
fn last(code: &[u16], start: usize, end: usize) -> (usize, Op) {
    let mut pc = start;
    loop {
        let op = Op::from_u16(code[pc]).expect("verified bytecode");
        if pc + op.length() >= end {
            return (pc, op);
        }
        pc += op.length();
    }
}
