//! Whether every walk of an environment chain is guarded: an inlined function's bindings are so many links up its closure's environment and so many words
//! into it, as its own code counts them. Closures of several codes come to one site, so that a load from the callee's environment needs a guard that
//! the callee is a closure of the code that was inlined, on every way there.

use super::dominators::Dominators;
use super::ir::*;
use abi::object::{Environment, JsFunction};
use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;
use std::mem::offset_of;
use vm::code::MACHINE_OFFSET;

/// Phis of closures within phis that are looked through.
const PHIS: u32 = 8;

/// From where on a value is a closure of a code.
struct Guard {
    block: BlockId,
    /// The first place in the block where it holds, counted as [`super::check`] does.
    place: usize,
    /// The Code cell's address; 0 if it is a certain closure, of whichever code.
    code: u64,
}

struct Walks<'g> {
    graph: &'g Graph,
    dominators: &'g Dominators,
    guards: FxHashMap<NodeId, SmallVec<[Guard; 2]>>,
}

/// The first walk that nothing guards, if there is one.
pub fn check(graph: &Graph, order: &[BlockId], dominators: &Dominators) -> Result<(), String> {
    if graph.inlines.len() < 2 {
        return Ok(());
    }
    let walks = Walks { graph, dominators, guards: guards(graph, order) };
    for &b in order {
        for (i, &id) in graph.blocks[b.index()].nodes.iter().enumerate() {
            let node = graph.node(id);
            let inline = graph.origins.get(node.origin as usize).map_or(InlineId(0), |origin| origin.inline);
            if inline == InlineId(0) || !matches!(node.op, Op::Load(_) | Op::LoadPointer(_) | Op::Store(_)) {
                continue;
            }
            let inlined = &graph.inlines[inline.index()];
            let callee = match walks.closure_of(id, node) {
                Some(callee) if callee == inlined.callee => callee,
                _ => continue,
            };
            if !walks.is_guarded(callee, inlined.machine, b, i + 1, PHIS) {
                let code = inlined.code_id;
                return Err(format!("{id:?} walks {callee:?}'s environment in {b:?} as code {code} does, unguarded"));
            }
        }
    }
    Ok(())
}

/// What each value is found to be, and where.
fn guards(graph: &Graph, order: &[BlockId]) -> FxHashMap<NodeId, SmallVec<[Guard; 2]>> {
    let mut guards: FxHashMap<NodeId, SmallVec<[Guard; 2]>> = FxHashMap::default();
    for &block in order {
        let its = &graph.blocks[block.index()];
        for (i, &id) in its.nodes.iter().enumerate() {
            let node = graph.node(id);
            let code = match node.op {
                Op::CheckCode(code) => code,
                Op::CheckIdentical(_) => 0,
                _ => continue,
            };
            guards.entry(node.args[0]).or_default().push(Guard { block, place: i + 2, code });
        }
        // A branch tells its own side alone, where nobody else comes.
        if let Terminator::Branch { condition, yes, .. } = its.terminator
            && graph.blocks[yes.index()].predecessors.len() == 1
        {
            let node = graph.node(condition);
            match node.op {
                Op::IsCode(code) => {
                    guards.entry(node.args[0]).or_default().push(Guard { block: yes, place: 0, code });
                }
                Op::Identical => {
                    for &side in &node.args {
                        guards.entry(side).or_default().push(Guard { block: yes, place: 0, code: 0 });
                    }
                }
                _ => {}
            }
        }
    }
    guards
}

impl Walks<'_> {
    /// The closure whose environment, or one of whose environment's parents, a load or store is of, or which the environment is loaded from.
    fn closure_of(&self, id: NodeId, node: &Node) -> Option<NodeId> {
        let environment = offset_of!(JsFunction, environment) as u32;
        let parent = offset_of!(Environment, parent) as u32;
        let is_callee = |value: NodeId| self.graph.inlines[1..].iter().any(|inline| inline.callee == value);
        let (mut at, mut node) = (id, node);
        loop {
            let base = *node.args.first()?;
            match node.op {
                Op::Load(offset) if offset == environment && is_callee(base) => return Some(base),
                Op::LoadPointer(offset) if offset == parent => {}
                // The binding itself.
                Op::Load(_) | Op::Store(_) if at == id => {}
                _ => return None,
            }
            (at, node) = (base, self.graph.node(base));
        }
    }

    /// Whether a value is a closure of a code (of any, for 0) at a place.
    fn is_guarded(&self, value: NodeId, machine: u64, b: BlockId, at: usize, phis: u32) -> bool {
        let fits = |code: u64| code == 0 || machine == 0 || code + MACHINE_OFFSET as u64 == machine;
        let node = self.graph.node(value);
        match &node.op {
            // The builder has read which closure it is.
            Op::Constant(_) => return true,
            Op::NewFunction { code, .. } if fits(*code) => return true,
            _ => {}
        }
        let holds = |guard: &Guard| {
            let before = match guard.block == b {
                true => guard.place <= at,
                false => self.dominators.dominates(guard.block, b),
            };
            before && fits(guard.code)
        };
        if let Some(guards) = self.guards.get(&value)
            && (guards.iter().any(holds)
                || self.is_guarded_on_every_way(value, b, |guard| fits(guard.code) && guard.block != b))
        {
            return true;
        }
        let Op::Phi = node.op else { return false };
        let home = self.graph.blocks.iter().find(|block| block.phis.contains(&value));
        phis > 0
            && home.is_some_and(|block| {
                let mut ways = node.args.iter().zip(&block.predecessors);
                ways.all(|(arg, from)| self.is_guarded(*arg, machine, *from, usize::MAX, phis - 1))
            })
    }

    /// Whether every way from a value to the beginning of a block passes a guard, though there is none that all pass.
    fn is_guarded_on_every_way(&self, value: NodeId, b: BlockId, holds: impl Fn(&Guard) -> bool) -> bool {
        let guarding: SmallVec<[BlockId; 4]> =
            self.guards[&value].iter().filter(|guard| holds(guard)).map(|guard| guard.block).collect();
        let its = |block: &Block| block.phis.contains(&value) || block.nodes.contains(&value);
        let home = self.graph.blocks.iter().position(its);
        let (mut seen, mut left) = (FxHashSet::from_iter([b]), vec![b]);
        while let Some(b) = left.pop() {
            let predecessors = &self.graph.blocks[b.index()].predecessors;
            if Some(b.index()) == home || predecessors.is_empty() {
                return false;
            }
            left.extend(predecessors.iter().filter(|from| !guarding.contains(from) && seen.insert(**from)));
        }
        !guarding.is_empty()
    }
}
