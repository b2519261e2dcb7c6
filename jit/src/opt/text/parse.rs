//! Text to graphs, for tests.

use super::super::ir::spelling::Spelled;
use super::super::ir::*;
use super::{Origin, START};
use rustc_hash::FxHashSet;
use smallvec::SmallVec;

/// The graph of a text, or what is wrong with which line. Values, blocks and states keep their numbers; effects that have no name get those
/// behind the greatest.
pub fn parse(text: &str) -> Result<Graph, String> {
    let mut parser = Parser {
        graph: Graph::default(),
        at: START,
        block: BlockId::NONE,
        state: StateId::NONE,
        made: FxHashSet::default(),
    };
    parser.graph.origins.push(START);
    let lines = || text.lines().map(without_comment).enumerate().filter(|(_, line)| !line.trim().is_empty());
    parser.reserve(text);
    for (number, line) in lines() {
        let mut cursor = Cursor { rest: line.trim() };
        parser
            .line(&mut cursor)
            .filter(|()| cursor.rest.is_empty())
            .ok_or_else(|| format!("line {}: `{}`, at `{}`", number + 1, line.trim(), cursor.rest))?;
    }
    if parser.graph.inlines.is_empty() {
        parser.inline(0);
    }
    parser.check()?;
    Ok(parser.graph)
}

fn without_comment(line: &str) -> &str {
    line.split(';').next().unwrap_or("")
}

struct Parser {
    graph: Graph,
    at: Origin,
    block: BlockId,
    /// The last state.
    state: StateId,
    /// Values that something makes.
    made: FxHashSet<NodeId>,
}

/// What is left of a line.
struct Cursor<'t> {
    rest: &'t str,
}

impl<'t> Cursor<'t> {
    /// Takes a text, and the blanks behind it, if it is next.
    fn eat(&mut self, text: &str) -> Option<()> {
        self.rest = self.rest.strip_prefix(text)?.trim_start();
        Some(())
    }

    /// Takes what comes before one of these characters.
    fn until(&mut self, ends: &[char]) -> &'t str {
        let end = self.rest.find(ends).unwrap_or(self.rest.len());
        let (word, rest) = self.rest.split_at(end);
        self.rest = rest.trim_start();
        word
    }

    fn number<T: std::str::FromStr>(&mut self) -> Option<T> {
        let is_end = |c: char| !c.is_ascii_digit() && c != '-';
        let end = self.rest.find(is_end).unwrap_or(self.rest.len());
        let number = self.rest[..end].parse().ok()?;
        self.rest = self.rest[end..].trim_start();
        Some(number)
    }

    fn id(&mut self, letter: &str) -> Option<u32> {
        let digits = self.rest.strip_prefix(letter)?;
        let mut after = Cursor { rest: digits };
        let id = after.number()?;
        self.rest = after.rest;
        Some(id)
    }

    fn address(&mut self) -> Option<u64> {
        let text = self.until(&[',', ' ']);
        u64::from_str_radix(text.strip_prefix("0x")?, 16).ok()
    }
}

impl Parser {
    /// Makes room for every value, block and state that is named.
    fn reserve(&mut self, text: &str) {
        let mut counts = [0; 3];
        for word in text.lines().flat_map(|line| without_comment(line).split(|c: char| !c.is_ascii_alphanumeric())) {
            for (letter, count) in ["v", "b", "s"].iter().zip(&mut counts) {
                if let Some(id) = word.strip_prefix(letter).and_then(|id| id.parse::<usize>().ok()) {
                    *count = id.max(*count - usize::from(*count > 0)) + 1;
                }
            }
        }
        let [nodes, blocks, states] = counts;
        let nothing = Node {
            op: Op::Phi,
            args: SmallVec::new(),
            rep: Rep::Nothing,
            state: StateId::NONE,
            reason: Reason::Unsupported,
            origin: 0,
        };
        self.graph.nodes = vec![nothing; nodes];
        (0..blocks).for_each(|_| {
            self.graph.add_block(0);
        });
        let nowhere = FrameState { inline: InlineId(0), pc: 0, caller: StateId::NONE, registers: Vec::new() };
        self.graph.states = vec![nowhere; states];
    }

    fn line(&mut self, cursor: &mut Cursor<'_>) -> Option<()> {
        let is_head = |letter: char| {
            cursor.rest.starts_with(letter) && cursor.rest[1..].starts_with(|c: char| c.is_ascii_digit())
        };
        if is_head('b') {
            self.block_line(cursor)
        } else if is_head('i') {
            self.inline_line(cursor)
        } else if is_head('s') {
            self.state_line(cursor)
        } else if cursor.eat("makes ").is_some() {
            self.sunk_line(cursor)
        } else if cursor.rest.starts_with('@') {
            self.at = place(cursor)?;
            Some(())
        } else if cursor.eat("relies on ").is_some() {
            let byte = cursor.address()?;
            cursor.eat(", for ")?;
            let code_id = cursor.number()?;
            cursor.eat(":")?;
            self.graph.assumptions.push(Assumption { byte, code_id, pc: cursor.number()? });
            Some(())
        } else if self.block.is_none() {
            None
        } else {
            self.end_line(cursor).or_else(|| self.node_line(cursor))
        }
    }

    fn inline(&mut self, number: usize) -> &mut Inline {
        while self.graph.inlines.len() <= number {
            let is_seen = self.graph.inlines.is_empty();
            self.graph.inlines.push(Inline { is_seen, ..Inline::outermost(0) });
        }
        &mut self.graph.inlines[number]
    }

    fn inline_line(&mut self, cursor: &mut Cursor<'_>) -> Option<()> {
        let number = cursor.id("i")? as usize;
        cursor.eat(": code ")?;
        self.inline(number).code_id = cursor.number()?;
        if cursor.eat("words ").is_some() {
            self.graph.words = cursor.number()?;
        }
        let inline = self.inline(number);
        if cursor.eat("at word ").is_some() {
            inline.word = cursor.number()?;
            cursor.eat(", called at ")?;
            inline.call_pc = cursor.number()?;
            cursor.eat("in ")?;
            inline.caller = InlineId(cursor.id("i")?);
            cursor.eat("with ")?;
            inline.argc = cursor.number()?;
            cursor.eat("arguments, callee ")?;
            inline.callee = NodeId(cursor.id("v")?);
            cursor.eat(", this ")?;
            inline.this = NodeId(cursor.id("v")?);
            if cursor.eat(", new ").is_some() {
                inline.new_target = NodeId(cursor.id("v")?);
            }
        }
        while cursor.eat(", ").is_some() {
            match cursor.until(&[',']) {
                "constructor" => inline.is_constructor = true,
                "coerces this" => inline.coerces_this = true,
                "arrow" => inline.is_arrow = true,
                "suspends" => inline.suspends = true,
                "seen" => inline.is_seen = true,
                _ => return None,
            }
        }
        Some(())
    }

    fn block_line(&mut self, cursor: &mut Cursor<'_>) -> Option<()> {
        self.block = BlockId(cursor.id("b")?);
        self.at = if cursor.rest.starts_with('@') { place(cursor)? } else { START };
        cursor.eat(":")?;
        let origin = self.origin();
        let block = &mut self.graph.blocks[self.block.index()];
        block.origin = origin;
        block.is_loop = cursor.eat("loop").is_some();
        if let Some(state) = cursor.id("s") {
            block.entry_state = StateId(state);
        }
        cursor.eat(",");
        if cursor.eat("from ").is_some() {
            block.predecessors.push(BlockId(cursor.id("b")?));
            while cursor.eat(",").is_some() {
                block.predecessors.push(BlockId(cursor.id("b")?));
            }
        }
        Some(())
    }

    fn state_line(&mut self, cursor: &mut Cursor<'_>) -> Option<()> {
        self.state = StateId(cursor.id("s")?);
        let state = &mut self.graph.states[self.state.index()];
        cursor.eat(": ")?;
        state.inline = InlineId(cursor.id("i")?);
        cursor.eat("at ")?;
        state.pc = cursor.number()?;
        if cursor.eat("in ").is_some() {
            state.caller = StateId(cursor.id("s")?);
        }
        while cursor.eat(",").is_some() {
            let register = cursor.id("r")? as u16;
            state.registers.push((register, NodeId(cursor.id("v")?)));
        }
        Some(())
    }

    fn sunk_line(&mut self, cursor: &mut Cursor<'_>) -> Option<()> {
        let object = NodeId(cursor.id("v")?);
        cursor.eat("= ")?;
        let (op, args) = operation(cursor)?;
        cursor.eat("of shape ")?;
        let (shape, mut fields) = (cursor.number()?, SmallVec::new());
        while cursor.eat(",").is_some() {
            let offset = cursor.number()?;
            fields.push((offset, NodeId(cursor.id("v")?)));
        }
        let node = &mut self.graph.nodes[object.index()];
        (node.op, node.args, node.rep) = (op, args, Rep::Tagged);
        self.graph.states.get(self.state.index())?;
        self.graph.sunk.entry(self.state).or_default().push(Sunk { object, shape, fields });
        Some(())
    }

    /// None if it is not how a block ends.
    fn end_line(&mut self, cursor: &mut Cursor<'_>) -> Option<()> {
        let end = if cursor.eat("open").is_some() {
            Terminator::Open
        } else if cursor.eat("jump ").is_some() {
            Terminator::Jump(BlockId(cursor.id("b")?))
        } else if cursor.eat("branch ").is_some() {
            let condition = NodeId(cursor.id("v")?);
            cursor.eat(",")?;
            let yes = BlockId(cursor.id("b")?);
            cursor.eat(",")?;
            Terminator::Branch { condition, yes, no: BlockId(cursor.id("b")?) }
        } else if cursor.eat("switch ").is_some() {
            let value = NodeId(cursor.id("v")?);
            cursor.eat("from ")?;
            let (least, mut targets) = (cursor.number()?, Vec::new());
            while cursor.eat(",").is_some() {
                targets.push(BlockId(cursor.id("b")?));
            }
            cursor.eat("else ")?;
            Terminator::Switch { value, least, targets, other: BlockId(cursor.id("b")?) }
        } else if cursor.eat("return ").is_some() {
            Terminator::Return(NodeId(cursor.id("v")?))
        } else if cursor.eat("leave ").is_some() {
            let state = StateId(cursor.id("s")?);
            Terminator::Leave(state, reason(cursor)?, self.origin())
        } else {
            return None;
        };
        self.graph.blocks[self.block.index()].terminator = end;
        Some(())
    }

    fn node_line(&mut self, cursor: &mut Cursor<'_>) -> Option<()> {
        let (id, rep) = match cursor.id("v") {
            Some(id) => {
                cursor.eat(":")?;
                let rep = Rep::read(cursor.until(&[' ']))?;
                cursor.eat("=")?;
                (NodeId(id), rep)
            }
            None => {
                self.graph.nodes.push(self.graph.nodes.first()?.clone());
                (NodeId(self.graph.nodes.len() as u32 - 1), Rep::Nothing)
            }
        };
        let (op, args) = operation(cursor)?;
        let (mut state, mut why) = (StateId::NONE, Reason::Unsupported);
        if cursor.eat("else ").is_some() {
            state = StateId(cursor.id("s")?);
            if cursor.rest.starts_with('(') {
                why = reason(cursor)?;
            }
        }
        if cursor.eat("catch ").is_some() {
            self.graph.catches.insert(id, StateId(cursor.id("s")?));
        }
        let block = &mut self.graph.blocks[self.block.index()];
        if op == Op::Phi {
            block.phis.push(id)
        } else {
            block.nodes.push(id)
        }
        self.graph.nodes[id.index()] = Node { op, args, rep, state, reason: why, origin: self.origin() };
        self.made.insert(id).then_some(())
    }

    /// The number of where we are.
    fn origin(&mut self) -> u32 {
        let known = self.graph.origins.iter().position(|origin| *origin == self.at);
        known.unwrap_or_else(|| {
            self.graph.origins.push(self.at);
            self.graph.origins.len() - 1
        }) as u32
    }

    /// What is used has to be made.
    fn check(&self) -> Result<(), String> {
        for block in &self.graph.blocks {
            let nodes = block.phis.iter().chain(&block.nodes);
            let ends = match &block.terminator {
                Terminator::Branch { condition: value, .. }
                | Terminator::Switch { value, .. }
                | Terminator::Return(value) => Some(value),
                _ => None,
            };
            let used = nodes.flat_map(|id| &self.graph.node(*id).args).chain(ends);
            if let Some(value) = used.into_iter().find(|value| !self.made.contains(value)) {
                return Err(format!("nothing makes {value:?}"));
            }
        }
        let inlines = self.graph.inlines.len() as u32;
        let inlined =
            self.graph.states.iter().map(|state| state.inline).chain(self.graph.origins.iter().map(|o| o.inline));
        match inlined.into_iter().find(|inline| inline.0 >= inlines) {
            Some(inline) => Err(format!("nobody is {inline:?}")),
            None => Ok(()),
        }
    }
}

/// An operation and its arguments.
fn operation(cursor: &mut Cursor<'_>) -> Option<(Op, SmallVec<[NodeId; 4]>)> {
    let mut text = cursor.until(&[' ', '(']).to_string();
    if cursor.rest.starts_with('(') {
        text += cursor.until(&[')']);
        text.push(')');
        cursor.eat(")")?;
    }
    let mut args = SmallVec::new();
    while let Some(arg) = cursor.id("v") {
        args.push(NodeId(arg));
        if cursor.eat(",").is_none() {
            break;
        }
    }
    Some((Op::read(&text)?, args))
}

fn place(cursor: &mut Cursor<'_>) -> Option<Origin> {
    cursor.eat("@")?;
    let mut inline = InlineId(0);
    if let Some(id) = cursor.id("i") {
        inline = InlineId(id);
        cursor.eat(":")?;
    }
    Some(Origin { inline, pc: cursor.number()? })
}

fn reason(cursor: &mut Cursor<'_>) -> Option<Reason> {
    cursor.eat("(")?;
    let name = cursor.until(&[')']);
    cursor.eat(")")?;
    Reason::ALL.iter().find(|reason| reason.name() == name).copied()
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "\
i0: code 12 words 20
i1: code 7 at word 9, called at 14 in i0 with 2 arguments, callee v3, this v1, new v3, constructor, seen
relies on 0x40, for 12:3

b0:
  v1: tagged = word(5)
  v3: tagged = constant(0x7f00)
  @14
  v2: int = to_int v1 else s0 (not an int32)
  check_shape(17|18, cell) v1 else s0 (wrong shape)
  v12: tagged = call(area 12, target unknown) v3, v1 else s0 catch s0
  store(24) v1, v12
  jump b1
b1 @16: loop s1, from b0, b2
  v4: int = phi v2, v6
  v5: bool = int_compare.less v4, v2
  branch v5, b2, b3
b2 @i1:3: from b1
  v6: int = int.add v4, v2 else s2 (overflow)
  jump b1
b3: from b1
  switch v4 from -1, b4, b5 else b4
b4: from b3, b3
  return v4
b5: from b3
  @i1:8
  leave s1 (hole)

s0: i0 at 14, r5 v1
  makes v13 = new_object(kind Object, shape 3, allocator 80, bytes 48) of shape 4, 24 v1, 32 v3
  makes v14 = new_function(code 0x40, header 3, allocator 80, bytes 48) v13 of shape 0
s1: i0 at 16, r5 v1, r6 v4
s2: i1 at 3 in s1, r4 v4
";

    #[test]
    fn what_is_printed_is_read() {
        let graph = parse(TEXT).expect("a graph");
        assert_eq!(graph.print(), TEXT);
        let named = parse(TEXT).map(|graph| graph.node(NodeId(12)).clone());
        assert!(named.is_ok_and(|call| call.args.len() == 2 && call.rep == Rep::Tagged));
        assert_eq!(graph.nodes.len(), 17);
    }

    #[test]
    fn what_is_wrong_is_told() {
        for (text, error) in [
            ("b0:\n  v1: int = int(3)\n  return v2", "nothing makes v2"),
            ("b0:\n  v1: int = int.pow v1, v1", "line 2"),
            ("b0:\n  v1: int = int(3)\n  v1: int = int(4)\n  return v1", "line 3"),
            ("b0:\n  leave s0 (no reason)\ns0: i0 at 3", "line 2"),
            ("v1: int = int(3)", "line 1"),
            ("b0:\n  @i4:3\n  v1: int = int(3)\n  return v1", "nobody is i4"),
        ] {
            let found = parse(text).err();
            assert!(found.as_ref().is_some_and(|found| found.contains(error)), "{text}: {found:?}");
        }
    }
}
