//! Fills the site database.

use super::shapes::Shapes;
use crate::resolve::Tables;
use crate::sites::{Case, Dictionary, Site, Transition};
use abi::ic::{EntryKind, SITE_MONOMORPHIC, SITE_UNINITIALIZED, SiteKind};
use abi::object::ElementKind;
use abi::opcode::{Opcode, Operand};
use rustc_hash::{FxHashMap, FxHashSet};
use vm::PropertyKey;
use vm::bytecode::verify::{self, Instruction};
use vm::code::Code;
use vm::feedback::{Change, SEEN, operand_words, site_kind, state_name, target_code_id};

/// Sites at most; functions that were seen more often come first.
const MOST_SITES: usize = 20_000;

/// Puts the sites of functions that were seen running, and of those that changed objects, into the profile.
pub fn find(tables: &mut Tables) {
    let vm = tables.vm();
    let mut sampled: FxHashMap<u32, FxHashSet<u32>> = FxHashMap::default();
    for frame in tables.known.profile.frames.iter().filter(|f| f.tier.is_script()) {
        for &id in &tables.known.profile.functions[frame.function as usize].code_ids {
            sampled.entry(id).or_default().insert(frame.offset);
        }
    }
    let mut changes: FxHashMap<(u32, u32), Vec<Transition>> = FxHashMap::default();
    for ((origin, from, to), &count) in &vm.element_transitions {
        let (from, to, count) = (from.name().into(), to.name().into(), count.into());
        changes.entry((origin.code_id, origin.offset)).or_default().push(Transition { from, to, count });
    }
    changes.values_mut().for_each(|all| all.sort_by_key(|t| std::cmp::Reverse(t.count)));
    let changing: FxHashSet<u32> = changes.keys().map(|(code_id, _)| *code_id).collect();
    let mut code: Vec<&Code> = vm
        .live_code()
        .filter(|code| sampled.contains_key(&code.machine().code_id) || changing.contains(&code.machine().code_id))
        .collect();
    code.sort_by_key(|code| {
        let id = code.machine().code_id;
        (std::cmp::Reverse(sampled.get(&id).map_or(0, FxHashSet::len)), id)
    });
    let mut finder = Finder { shapes: Shapes::default(), known: FxHashMap::default() };
    for code in code {
        let code_id = code.machine().code_id;
        let nowhere = FxHashSet::default();
        finder.function(tables, code, sampled.get(&code_id).unwrap_or(&nowhere), &changes);
        if tables.known.profile.sites.len() >= MOST_SITES {
            break;
        }
    }
    let mut dictionaries: Vec<_> = vm.dictionaries.iter().collect();
    dictionaries.sort_by_key(|(origin, all)| (std::cmp::Reverse(all.count), origin.code_id, origin.offset));
    for (origin, all) in dictionaries {
        if vm.code.get(origin.code_id).is_none() {
            continue;
        }
        let (function, line, column) = tables.place(origin.code_id, origin.offset);
        let op = tables.op_name(origin.code_id, origin.offset);
        let (count, keys) = (all.count, all.keys.clone());
        tables.known.profile.dictionaries.push(Dictionary { function, line, column, op, count, keys });
    }
    tables.known.profile.decisions = super::decisions(vm.trace.kept());
}

struct Finder {
    shapes: Shapes,
    /// Sites by function and offset: code that was made several times has them in common.
    known: FxHashMap<(u32, u32), usize>,
}

impl Finder {
    fn function(
        &mut self,
        tables: &mut Tables,
        code: &Code,
        sampled: &FxHashSet<u32>,
        changes: &FxHashMap<(u32, u32), Vec<Transition>>,
    ) {
        let Some(body) = code.body.get() else { return };
        let Ok(instructions) = verify::decode(&body.bytecode) else { return };
        let code_id = code.machine().code_id;
        for (i, instruction) in instructions.iter().enumerate() {
            let mut site = Site { offset: instruction.offset, op: instruction.op.name().into(), ..Site::default() };
            let mut is_notable = sampled.contains(&instruction.offset);
            let units = &body.bytecode[instruction.offset as usize..];
            if let Some(cache) = instruction.op.site(units).and_then(|number| body.sites.get(number)) {
                is_notable |= self.cache(tables, cache, &mut site);
            }
            if let Some(kinds) = instruction.op.operand_feedback(units) {
                site.operands = operand_words(kinds).map(str::to_owned).collect();
                is_notable |= site.operands.iter().any(|kind| kind != "double");
            }
            if let Some(changes) = changes.get(&(code_id, instruction.offset)) {
                site.transitions.clone_from(changes);
                is_notable = true;
            }
            if !is_notable {
                continue;
            }
            site.inputs = inputs(&body.bytecode, &instructions, i);
            (site.function, site.line, site.column) = tables.place(code_id, instruction.offset);
            self.push(tables, site);
        }
    }

    /// What the inline cache knows; whether that is more than one thing.
    fn cache(&mut self, tables: &mut Tables, cache: &abi::ic::Site, site: &mut Site) -> bool {
        let vm = tables.vm();
        let Some(kind) = site_kind(cache) else { return false };
        site.kind = format!("{kind:?}");
        let state = cache.state.get();
        site.state = state_name(state).into();
        let has_key = !matches!(kind, SiteKind::Call | SiteKind::Construct | SiteKind::GetIndex | SiteKind::SetIndex);
        if has_key && cache.key.get() != 0 {
            site.key = PropertyKey::from_bits(cache.key.get()).to_display(vm);
        }
        let (mut shapes, mut targets) = (Vec::new(), Vec::new());
        vm::code::entries(cache, |entry| {
            targets.extend(target_code_id(entry));
            if entry.kind.get() != EntryKind::None && entry.shape.get() != 0 && kind != SiteKind::NewObject {
                shapes.push((entry.shape.get(), entry.kind.get().name()));
            }
        });
        site.targets = targets.into_iter().map(|id| tables.function(id)).collect();
        for (index, kind) in shapes {
            let shape = self.shapes.add(tables, index);
            site.cases.push(Case { shape, kind: kind.into() });
        }
        if matches!(kind, SiteKind::GetIndex | SiteKind::SetIndex | SiteKind::NewArray) {
            site.seen = seen(cache.seen.get());
        }
        for event in vm.histories.of(cache) {
            site.learned.push((event.at_ns, change(event.change)));
        }
        let is_odd = |word: &String| matches!(word.as_str(), "hole" | "out of bounds" | "dictionary" | "other");
        !matches!(state, SITE_UNINITIALIZED | SITE_MONOMORPHIC) || site.seen.iter().any(is_odd)
    }

    fn push(&mut self, tables: &mut Tables, site: Site) {
        let all = &mut tables.known.profile.sites;
        let index = *self.known.entry((site.function, site.offset)).or_insert(all.len());
        let Some(known) = all.get_mut(index) else { return all.push(site) };
        join(&mut known.cases, site.cases);
        join(&mut known.targets, site.targets);
        join(&mut known.seen, site.seen);
        join(&mut known.operands, site.operands);
        for transition in site.transitions {
            match known.transitions.iter_mut().find(|t| t.from == transition.from && t.to == transition.to) {
                Some(same) => same.count += transition.count,
                None => known.transitions.push(transition),
            }
        }
        const STATES: [&str; 5] = ["uninitialized", "monomorphic", "polymorphic", "megamorphic", "generic"];
        let rank = |state: &str| STATES.iter().position(|s| *s == state);
        if rank(&site.state) > rank(&known.state) {
            known.state = site.state;
        }
    }
}

fn join<T: PartialEq>(all: &mut Vec<T>, more: Vec<T>) {
    for one in more {
        if !all.contains(&one) {
            all.push(one);
        }
    }
}

/// Instructions that are looked back at for who wrote a register.
const IN_SIGHT: usize = 24;

/// Offsets of the nearest instructions before that wrote the registers which an instruction reads, through moves.
fn inputs(bytecode: &[u16], instructions: &[Instruction], of: usize) -> Vec<u32> {
    // Registers that are named one by one.
    let registers = |i: usize, wanted: Operand| {
        let Instruction { offset, op } = instructions[i];
        op.places()
            .filter(move |(_, operand)| *operand == wanted || *operand == Operand::Change)
            .map(move |(at, operand)| operand.value(bytecode, offset as usize + at))
    };
    let mut found = Vec::new();
    for mut register in registers(of, Operand::Read) {
        for i in (of.saturating_sub(IN_SIGHT)..of).rev() {
            if !registers(i, Operand::Write).any(|written| written == register) {
                continue;
            }
            if instructions[i].op == Opcode::Move {
                let Some(source) = registers(i, Operand::Read).next() else { break };
                register = source;
                continue;
            }
            if !found.contains(&instructions[i].offset) {
                found.push(instructions[i].offset);
            }
            break;
        }
    }
    found
}

pub(super) fn seen(bits: u16) -> Vec<String> {
    let kinds = ElementKind::ALL.into_iter().filter(|kind| bits & (1 << *kind as u16) != 0).map(ElementKind::name);
    kinds.chain(SEEN.into_iter().filter(|(bit, _)| bits & bit != 0).map(|(_, name)| name)).map(str::to_owned).collect()
}

fn change(change: Change) -> String {
    match change {
        Change::Case { shape, .. } => format!("a case for shape #{shape}"),
        Change::CaseAgain { shape, .. } => format!("the case for shape #{shape} once more"),
        Change::TooManyShapes { shape } => format!("too many shapes with #{shape}"),
        Change::Uncachable => "something that cannot be cached".into(),
        Change::Cleared { cases } => format!("{cases} cases died"),
        Change::Target { .. } => "a call target".into(),
        Change::TooManyTargets { .. } => "too many call targets".into(),
        Change::OddTarget => "a call target that is neither a script's nor a built-in function".into(),
        Change::Seen { bits } => format!("elements: {}", seen(bits).join(", ")),
        Change::Elements { from, to } => format!("made elements of {} {}", from.name(), to.name()),
        Change::Resized { slots } => format!("{slots} inline slots from now on"),
    }
}
