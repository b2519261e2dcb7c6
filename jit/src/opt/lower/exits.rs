//! The ways out: what guards found, and the state that the interpreter goes on with.

use super::*;
use crate::opt::exit::{ExitFrame, FoundValue, ObjectKind, Objects, StoredValue, SunkObject, ValueRecovery};
use std::sync::Arc;

/// A block that stores a state's words in the frames.
struct Storing {
    block: ClifBlock,
    origin: u32,
    recoveries: Recoveries,
    words: Vec<(u32, NodeId)>,
}

/// The words of an inlined activation's frame that hold values beside its registers.
fn header(inline: &Inline) -> impl Iterator<Item = (u32, NodeId)> {
    let words = [(CALLEE, inline.callee), (THIS, inline.this), (NEW_TARGET, inline.new_target)];
    let (is_inlined, first) = (inline.caller.is_some(), inline.word);
    let there = words.into_iter().filter(move |(_, node)| is_inlined && node.is_some());
    there.map(move |(word, node)| (first + word as u32, node))
}

/// States, and what all of them store.
struct Group {
    states: Vec<Storing>,
    common: Vec<(u32, NodeId)>,
}

/// Neighbours have most of their words in common.
fn groups(states: Vec<Storing>) -> Vec<Group> {
    let mut groups: Vec<Group> = Vec::new();
    for state in states {
        if let Some(group) = groups.last_mut().filter(|group| group.states[0].recoveries == state.recoveries) {
            let common: Vec<(u32, NodeId)> =
                group.common.iter().filter(|word| state.words.contains(word)).copied().collect();
            // Each state saves what is common, and pays for a jump.
            let largest = group.states.iter().map(|s| s.words.len()).max().unwrap_or(0).max(state.words.len());
            if common.len() > 2 && common.len() * 2 >= largest {
                group.common = common;
                group.states.push(state);
                continue;
            }
        }
        groups.push(Group { common: state.words.clone(), states: vec![state] });
    }
    groups
}

impl Lower<'_, '_> {
    pub(super) fn emit_exits(&mut self) {
        let waiting = std::mem::take(&mut self.waiting);
        if waiting.is_empty() {
            return;
        }
        let mut states = Vec::new();
        for Waiting { block, state, reason, origin, guard, recoveries } in waiting {
            self.fb.switch_to_block(block);
            let number = self.exits.len();
            self.origin = origin;
            self.fb.set_srcloc(SourceLoc::new(LEAVES | number as u32));
            let store = match self.stores.get(&(state, recoveries)) {
                Some(block) => *block,
                None => {
                    let block = self.leaving();
                    self.stores.insert((state, recoveries), block);
                    states.push(Storing { block, origin, recoveries, words: self.exit_words(state) });
                    block
                }
            };
            let (frames, at) = (self.exit_frames(state), self.graph.origins[origin as usize]);
            let objects = self.exit_objects(state, &frames);
            let code_id = self.graph.inlines[at.inline.index()].code_id;
            let (raw, found) = self.found(guard, recoveries);
            let (_, shape) = self.compared(guard);
            let op = guard.is_some().then(|| self.graph.node(guard).op.clone());
            self.exits.push(Exit { reason, frames, objects, code_id, pc: at.pc, origin, guard: op, found, shape });
            let number = self.fb.ins().iconst(I32, number as i64);
            self.fb.ins().jump(store, &[BlockArg::Value(number), BlockArg::Value(raw)]);
        }
        let leave = self.leaving();
        for group in groups(states) {
            self.emit_stores(group, leave);
        }
        self.fb.switch_to_block(leave);
        let (number, found) = (self.fb.block_params(leave)[0], self.fb.block_params(leave)[1]);
        let number = self.fb.ins().uextend(I64, number);
        let number = self.fb.ins().bor_imm_u(number, (self.number as i64) << super::super::EXIT_BITS);
        let frame = self.frame();
        let [vm, frame, tag, mask] = self.tail_arguments(frame);
        self.store(found, vm, offset_of!(VmContext, deopt_value));
        let address = self.word(self.addresses.exit);
        self.fb.ins().return_call_indirect(self.tail_extra, address, &[vm, frame, tag, mask, number]);
    }

    /// A block on the way out; its parameters are the exit's number and what the guard found.
    fn leaving(&mut self) -> ClifBlock {
        let block = self.cold();
        self.fb.append_block_param(block, I32);
        self.fb.append_block_param(block, I64);
        block
    }

    /// States that have much in common store that in one place.
    fn emit_stores(&mut self, group: Group, leave: ClifBlock) {
        let common = (group.states.len() > 1).then(|| self.leaving());
        for Storing { block, origin, recoveries, words } in &group.states {
            self.fb.switch_to_block(*block);
            self.at(*origin);
            let rest = words.iter().filter(|word| common.is_none() || !group.common.contains(word));
            self.store_words(rest, *recoveries);
            self.pass_on(*block, common.unwrap_or(leave));
        }
        if let Some(common) = common {
            self.fb.switch_to_block(common);
            self.at(group.states[0].origin);
            self.store_words(group.common.iter(), group.states[0].recoveries);
            self.pass_on(common, leave);
        }
    }

    fn store_words<'w>(&mut self, words: impl Iterator<Item = &'w (u32, NodeId)>, recoveries: Recoveries) {
        let frame = self.frame();
        for (word, node) in words {
            let value = self.value_at_exit(*node, recoveries);
            self.store(value, frame, 8 * *word as usize);
        }
    }

    fn pass_on(&mut self, from: ClifBlock, to: ClifBlock) {
        let params: Vec<BlockArg> = self.fb.block_params(from).iter().map(|param| BlockArg::Value(*param)).collect();
        self.fb.ins().jump(to, &params);
    }

    /// The words of a state's frames that its exits store, ascending in each frame.
    pub(super) fn exit_words(&self, state: StateId) -> Vec<(u32, NodeId)> {
        let mut words: Vec<(u32, NodeId)> = Vec::new();
        let mut at = state;
        while at.is_some() {
            let FrameState { inline, caller, registers, .. } = &self.graph.states[at.index()];
            let inline = &self.graph.inlines[inline.index()];
            words.extend(registers.iter().map(|(r, node)| (inline.word + *r as u32, *node)));
            words.extend(header(inline));
            at = *caller;
        }
        let sunk = self.sunk(state);
        let parts = sunk.iter().flat_map(|sunk| self.graph.contents(sunk));
        words.extend(parts.enumerate().map(|(i, part)| (self.graph.sunk_word + i as u32, part)));
        words.retain(|(word, node)| {
            let op = &self.graph.node(*node).op;
            let is_there = match op {
                Op::Constant(_) | Op::Int(_) | Op::Double(_) => true,
                Op::SpillCall(its) => u32::from(*its) == *word,
                _ => false,
            };
            !is_there && sunk.iter().all(|sunk| sunk.object != *node)
        });
        words
    }

    /// The objects that are list when the code is left in a state.
    fn sunk(&self, state: StateId) -> &[Sunk] {
        self.graph.sunk.get(&state).map_or(&[], |sunk| sunk)
    }

    /// How a value comes out of a word that an exit stored; None if it is in there already.
    fn recovery(&self, node: NodeId, sunk: &[Sunk]) -> Option<ValueRecovery> {
        if let Some(i) = sunk.iter().position(|sunk| sunk.object == node) {
            return Some(ValueRecovery::Object(i as u32));
        }
        Some(match self.graph.node(node).op {
            Op::Constant(bits) => ValueRecovery::Constant(bits),
            Op::Int(i) => ValueRecovery::Constant(JsValue::int(i).bits()),
            Op::Double(bits) => ValueRecovery::Constant(JsValue::number(f64::from_bits(bits)).bits()),
            _ => match self.graph.node(node).rep {
                Rep::Int => ValueRecovery::Int,
                Rep::Double => ValueRecovery::Double,
                Rep::Bool => ValueRecovery::Bool,
                _ => return None,
            },
        })
    }

    /// What the runtime needs to know of those objects.
    fn exit_objects(&self, state: StateId, frames: &[ExitFrame]) -> Option<Arc<Objects>> {
        let sunk = self.sunk(state);
        if sunk.is_empty() {
            return None;
        }
        let mut word = self.graph.sunk_word;
        let mut list = Vec::new();
        for object in sunk {
            let mut parts = Vec::new();
            for part in self.graph.contents(object) {
                parts.push(StoredValue { word, recovery: self.recovery(part, sunk) });
                word += 1;
            }
            let node = self.graph.node(object.object);
            let kind = match node.op {
                Op::NewEnvironment { info, .. } => ObjectKind::Environment { info },
                Op::NewFunction { code, .. } => ObjectKind::Function { code },
                Op::NewArray { .. } => ObjectKind::Array,
                Op::NewObject { shape, .. } => ObjectKind::Object { first: shape, shape: object.shape },
                _ => unreachable!("{:?} is not sunk", node.op),
            };
            let fields = parts.split_off(node.args.len());
            let offsets = object.fields.iter().map(|field| field.0);
            list.push(SunkObject { kind, inputs: parts, fields: offsets.zip(fields).collect() });
        }
        let words = frames.iter().flat_map(|frame| &frame.words);
        let places = words.filter_map(
            |(word, recovery)| if let ValueRecovery::Object(i) = recovery { Some((*word, *i)) } else { None },
        );
        Some(Arc::new(Objects { list, places: places.collect() }))
    }

    /// What a guard finds wrong, as a word.
    fn found(&mut self, guard: NodeId, recoveries: Recoveries) -> (Value, FoundValue) {
        let graph = self.graph;
        let node = guard.is_some().then(|| graph.node(guard));
        let args = node.map_or(&[][..], |node| &node.args);
        let found = node.and_then(|node| node.op.guard()).map_or(Found::Nothing, |guard| guard.found);
        let is_int = |id: NodeId| graph.node(id).rep == Rep::Int;
        let arg = match found {
            Found::Nothing => None,
            Found::Argument(number) | Found::Index(number) => args.get(number).copied(),
            Found::IndexAndLength | Found::Operands(_) => {
                if let &[x, y] = args
                    && is_int(x)
                    && is_int(y)
                {
                    let [x, y] = [x, y].map(|arg| self.value_at_exit(arg, recoveries));
                    let (x, y) = (self.fb.ins().uextend(I64, x), self.fb.ins().uextend(I64, y));
                    let high = self.fb.ins().ishl_imm_u(y, 32);
                    return (self.fb.ins().bor(x, high), FoundValue::Pair);
                }
                args.first().copied()
            }
            Found::ComparedObject => self.compared(guard).0,
        };
        let Some((arg, value)) = arg.and_then(|arg| Some((arg, self.values[arg.index()]?))) else {
            return (self.word(0), FoundValue::Nothing);
        };
        match graph.node(arg).rep {
            Rep::Tagged => (value, FoundValue::Tagged),
            Rep::Int => (self.fb.ins().uextend(I64, value), FoundValue::Int),
            Rep::Double => (self.fb.ins().bitcast(I64, MemFlags::new(), value), FoundValue::Double),
            Rep::Bool => (self.fb.ins().uextend(I64, value), FoundValue::Bool),
            Rep::Pointer | Rep::Nothing => (self.word(0), FoundValue::Nothing),
        }
    }

    /// The object and the shape of a guard that compares a shape.
    fn compared(&self, guard: NodeId) -> (Option<NodeId>, u32) {
        let op = |id: NodeId| (&self.graph.node(id).op, self.graph.node(id).args.as_slice());
        if guard.is_some()
            && let (Op::CheckTrue, &[condition]) = op(guard)
            && let (Op::IntCompare(Condition::Equal), &[shape, expected]) = op(condition)
            && let (Op::LoadInt(offset), &[object]) = op(shape)
            && *offset as usize == offset_of!(CellHeader, shape)
            && let (Op::Int(expected), _) = op(expected)
        {
            return (Some(object), *expected as u32);
        }
        (None, 0)
    }

    /// What the runtime needs to know of a state, outermost frame first.
    fn exit_frames(&self, state: StateId) -> Vec<ExitFrame> {
        let mut frames = Vec::new();
        let (mut at, sunk) = (state, self.sunk(state));
        while at.is_some() {
            let FrameState { inline, pc, caller, registers } = &self.graph.states[at.index()];
            let i = &self.graph.inlines[inline.index()];
            let mut words: Vec<(u32, ValueRecovery)> = Vec::new();
            let mut add =
                |word: u32, node: NodeId| words.extend(self.recovery(node, sunk).map(|recovery| (word, recovery)));
            for (r, node) in registers {
                add(i.word + *r as u32, *node);
            }
            header(i).for_each(|(word, node)| add(word, node));
            frames.push(ExitFrame {
                word: i.word,
                machine: i.machine,
                pc: *pc,
                argc: i.argc,
                construct: i.new_target.is_some(),
                words,
            });
            at = *caller;
        }
        frames.reverse();
        frames
    }
}
