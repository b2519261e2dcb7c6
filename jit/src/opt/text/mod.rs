//! Graphs as text: what `--print-ir` shows, and what the passes are tested on (`tests/ir`).
//!
//! ```text
//! i0: code 12 words 9                         an activation: the function itself
//! i1: code 7 at word 9, called at 14 in i0 with 2 arguments, callee v3, this v1, constructor
//!
//! b0:                                         a block
//!   v1: tagged = word(5)                      a value, how it is kept, what makes it
//!   @14                                       what follows is of the bytecode at 14
//!   v2: int = to_int v1 else s0 (not an int32)    a guard: the state to go on with if it fails, and what is said then
//!   store(24) v1, v2                          an effect
//!   jump b1
//! b1 @16: loop s1, from b0, b2                a loop's head, at 16, what the frames hold on entry, and whence control comes
//!   v4: int = phi v2, v6                      one argument for each way
//!   v5: bool = int_compare.less v4, v2
//!   branch v5, b2, b3
//! b2 @i1:3: from b1                           of the bytecode at 3 of the inlined activation
//!   v6: int = int.add v4, v2 else s2 (overflow)
//!   jump b1
//! b3: from b1
//!   return v4
//!
//! s0: i0 at 14, r5 v1                         a state: an activation, where, and its registers
//!   makes v9 = new_object(kind Object, shape 3, allocator 80, bytes 48) of shape 4, 24 v1
//!                                             an object that is made if the code is left so, and its words by offset
//! s1: i0 at 16, r5 v1, r6 v4
//! s2: i1 at 3 in s1, r4 v4                    of an inlined one: the caller's state, too
//! ```
//!
//! A state is shown only where something shown leads to it; addresses are numbers. What follows a semicolon is a comment. An operation's parameters
//! are in parentheses, or behind a point if they say what kind of an operation it is (`ir/op.rs`).

#[cfg(test)]
mod cases;
#[cfg(test)]
mod listings;
#[cfg(test)]
mod parse;
#[cfg(test)]
mod snapshots;
#[cfg(test)]
#[path = "../../../../tests/common/snapshots.rs"]
mod suite;

use super::ir::spelling::Spelled;
use super::ir::*;
use std::fmt::{self, Write};

/// Values in a row.
struct List<'a>(&'a [NodeId]);

impl fmt::Display for List<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().enumerate().try_for_each(|(i, value)| write!(f, "{}{value:?}", if i == 0 { " " } else { ", " }))
    }
}

struct Printer<'a> {
    graph: &'a Graph,
    out: String,
    /// The origin of what comes next, unless something else is said.
    at: Origin,
    /// What is no value, but somebody's argument all the same.
    named: Vec<bool>,
    /// States that something leads to.
    states: Vec<bool>,
}

impl Graph {
    /// The graph as text.
    pub fn print(&self) -> String {
        let mut printer = Printer {
            graph: self,
            out: String::new(),
            at: START,
            named: vec![false; self.nodes.len()],
            states: vec![false; self.states.len()],
        };
        // Writing to a string does not fail.
        let _ = printer.all();
        printer.out
    }
}

/// Where nodes are of which nothing is said.
const START: Origin = Origin { inline: InlineId(0), pc: 0 };

impl Printer<'_> {
    fn all(&mut self) -> fmt::Result {
        let graph = self.graph;
        let says_nothing = graph.words == 0 && graph.inlines.iter().all(|inline| inline.code_id == 0);
        for (i, inline) in graph.inlines.iter().enumerate().filter(|_| !says_nothing) {
            self.inline(i, inline)?;
        }
        for assumption in &graph.assumptions {
            writeln!(self.out, "relies on {:#x}, for {}:{}", assumption.byte, assumption.code_id, assumption.pc)?;
        }
        if !self.out.is_empty() {
            writeln!(self.out)?;
        }
        // In the order of building, which is close to the bytecode's.
        let mut order = graph.order();
        order.sort_unstable();
        for b in &order {
            for id in &graph.blocks[b.index()].nodes {
                graph.node(*id).args.iter().for_each(|arg| self.named[arg.index()] = true);
            }
        }
        for b in order {
            self.block(b)?;
        }
        let mut is_first = true;
        for (i, state) in graph.states.iter().enumerate().filter(|(i, _)| self.states[*i]) {
            write!(self.out, "{}s{i}: {:?} at {}", if is_first { "\n" } else { "" }, state.inline, state.pc)?;
            is_first = false;
            if state.caller.is_some() {
                write!(self.out, " in {:?}", state.caller)?;
            }
            state.registers.iter().try_for_each(|(r, value)| write!(self.out, ", r{r} {value:?}"))?;
            writeln!(self.out)?;
            for Sunk { object, shape, fields } in graph.sunk.get(&StateId(i as u32)).into_iter().flatten() {
                let Node { op, args, .. } = graph.node(*object);
                write!(self.out, "  makes {object:?} = {}{} of shape {shape}", op.spell(), List(args))?;
                fields.iter().try_for_each(|(offset, value)| write!(self.out, ", {offset} {value:?}"))?;
                writeln!(self.out)?;
            }
        }
        Ok(())
    }

    fn inline(&mut self, number: usize, inline: &Inline) -> fmt::Result {
        write!(self.out, "i{number}: code {}", inline.code_id)?;
        if inline.caller.is_none() {
            write!(self.out, " words {}", self.graph.words)?;
        } else {
            let Inline { word, call_pc, caller, argc, callee, this, .. } = inline;
            write!(self.out, " at word {word}, called at {call_pc} in {caller:?} with {argc} arguments")?;
            write!(self.out, ", callee {callee:?}, this {this:?}")?;
            if inline.new_target.is_some() {
                write!(self.out, ", new {:?}", inline.new_target)?;
            }
        }
        for (flag, word) in [
            (inline.is_constructor, "constructor"),
            (inline.coerces_this, "coerces this"),
            (inline.is_arrow, "arrow"),
            (inline.suspends, "suspends"),
            (inline.is_seen && inline.caller.is_some(), "seen"),
        ] {
            write!(self.out, "{}", if flag { format!(", {word}") } else { String::new() })?;
        }
        writeln!(self.out)
    }

    fn block(&mut self, id: BlockId) -> fmt::Result {
        let block = &self.graph.blocks[id.index()];
        write!(self.out, "{id:?}")?;
        self.at = self.origin(block.origin);
        if self.at != START {
            write!(self.out, " {}", place(self.at))?;
        }
        self.out.push(':');
        if block.is_loop {
            write!(self.out, " loop")?;
        }
        if block.entry_state.is_some() {
            self.lead(block.entry_state);
            write!(self.out, " {:?}", block.entry_state)?;
        }
        if !block.predecessors.is_empty() {
            let comma = if block.is_loop || block.entry_state.is_some() { "," } else { "" };
            let from: Vec<String> = block.predecessors.iter().map(|b| format!("{b:?}")).collect();
            write!(self.out, "{comma} from {}", from.join(", "))?;
        }
        writeln!(self.out)?;
        for &node in block.phis.iter().chain(&block.nodes) {
            self.node(node)?;
        }
        self.terminator(&block.terminator)
    }

    fn node(&mut self, id: NodeId) -> fmt::Result {
        let node = self.graph.node(id);
        self.origin_of(node.origin)?;
        write!(self.out, "  ")?;
        if node.rep != Rep::Nothing || self.named[id.index()] {
            write!(self.out, "{id:?}: {} = ", node.rep.spell())?;
        }
        write!(self.out, "{}{}", node.op.spell(), List(&node.args))?;
        if node.state.is_some() {
            self.lead(node.state);
            write!(self.out, " else {:?}", node.state)?;
            if node.reason != Reason::Unsupported {
                write!(self.out, " ({})", node.reason.name())?;
            }
        }
        if let Some(state) = self.graph.catches.get(&id) {
            self.lead(*state);
            write!(self.out, " catch {state:?}")?;
        }
        writeln!(self.out)
    }

    fn terminator(&mut self, terminator: &Terminator) -> fmt::Result {
        match terminator {
            Terminator::Open => writeln!(self.out, "  open"),
            Terminator::Jump(to) => writeln!(self.out, "  jump {to:?}"),
            Terminator::Branch { condition, yes, no } => writeln!(self.out, "  branch {condition:?}, {yes:?}, {no:?}"),
            Terminator::Switch { value, least, targets, other } => {
                write!(self.out, "  switch {value:?} from {least}")?;
                targets.iter().try_for_each(|to| write!(self.out, ", {to:?}"))?;
                writeln!(self.out, " else {other:?}")
            }
            Terminator::Return(value) => writeln!(self.out, "  return {value:?}"),
            Terminator::Leave(state, reason, origin) => {
                self.origin_of(*origin)?;
                self.lead(*state);
                writeln!(self.out, "  leave {state:?} ({})", reason.name())
            }
        }
    }

    /// Says where the next line is, where that is not where the last one was.
    fn origin_of(&mut self, origin: u32) -> fmt::Result {
        let at = self.origin(origin);
        if at != self.at {
            self.at = at;
            writeln!(self.out, "  {}", place(at))?;
        }
        Ok(())
    }

    fn origin(&self, origin: u32) -> Origin {
        self.graph.origins.get(origin as usize).copied().unwrap_or(START)
    }

    fn lead(&mut self, mut state: StateId) {
        while state.is_some() && !std::mem::replace(&mut self.states[state.index()], true) {
            state = self.graph.states[state.index()].caller;
        }
    }
}

fn place(Origin { inline, pc }: Origin) -> String {
    if inline.0 == 0 { format!("@{pc}") } else { format!("@{inline:?}:{pc}") }
}
