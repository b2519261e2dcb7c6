//! Feedback is of the program, not of the tier that runs it.
//!
//! The programs of `tests/programs` run in the interpreter, and in the other tiers from the first call on. What inline caches and instructions
//! have learnt then is compared, instruction by instruction. Compiled code notes little where it is not left, so that a tier may have learnt
//! less; what must agree is in [`disagreement`].

#[allow(dead_code, reason = "how processes are run is the other end-to-end tests'")]
mod common;
#[path = "common/in_process.rs"]
mod in_process;

use common::pool::{demand_none, failures};
use common::programs::{self, Program};
use std::collections::btree_map::Entry as Place;
use std::collections::{BTreeMap, BTreeSet};
use tarsier::abi::ic::{CacheEntry, EntryKind, MAX_ENTRIES, SITE_MEGAMORPHIC, SITE_UNINITIALIZED};
use tarsier::abi::opcode::{ARITH_DOUBLE, ARITH_OVERFLOW, Meaning, Opcode};
use tarsier::vm::bytecode::verify::decode;
use tarsier::{Options, Tier, vm};

/// What one instruction has learnt.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Learnt {
    op: Opcode,
    /// Kinds of operands, if it notes them.
    operands: u16,
    /// How far its inline cache has come, SEEN_* bits, and the kinds of its entries.
    state: u8,
    seen: u16,
    entries: BTreeSet<&'static str>,
    /// How many entries there are: of a call, targets.
    count: usize,
    /// There is no room for more of them: some may have taken the place of others.
    is_full: bool,
}

/// By function (file, place, name), then by the instruction's offset. Functions of which there are several, made by `eval` or in several realms, are none.
type Feedback = BTreeMap<(String, u32, String), Option<BTreeMap<u32, Learnt>>>;

/// What a program's functions that are alive at its end have learnt.
fn feedback(program: &Program, options: Options) -> Result<Feedback, String> {
    in_process::run(program, options, learnt)
}

fn learnt(vm: &mut vm::Vm) -> Feedback {
    let mut feedback = Feedback::new();
    for code in vm.live_code() {
        let Some(body) = code.body.get() else { continue };
        let mut instructions = BTreeMap::new();
        for instruction in decode(&body.bytecode).expect("bytecode that runs") {
            let units = &body.bytecode[instruction.offset as usize..];
            let operands = instruction.op.operand_feedback(units).unwrap_or(0);
            let mut learnt = Learnt {
                op: instruction.op,
                operands,
                state: 0,
                seen: 0,
                entries: BTreeSet::new(),
                count: 0,
                is_full: false,
            };
            if let Some(site) = instruction.op.site(units).and_then(|number| body.sites.get(number)) {
                (learnt.state, learnt.seen) = (site.state.get(), site.seen.get());
                vm::code::entries(site, |entry: &CacheEntry| {
                    if entry.kind.get() != EntryKind::None {
                        learnt.entries.insert(entry.kind.get().name());
                        learnt.count += 1;
                    }
                });
                learnt.is_full = learnt.count == MAX_ENTRIES;
            }
            instructions.insert(instruction.offset, learnt);
        }
        let template = &code.template;
        let key = (template.source.name.to_string(), template.position, template.name.to_text());
        match feedback.entry(key) {
            Place::Vacant(place) => drop(place.insert(Some(instructions))),
            Place::Occupied(mut place) => drop(place.insert(None)),
        }
    }
    feedback
}

/// What is wrong with what a tier has learnt of an instruction, beside what the interpreter has. The optimizer's numbers may be doubles where the interpreter has
/// int32s, and what it has inlined or knows needs no inline cache.
fn disagreement(mine: &Learnt, its: &Learnt, optimizes: bool) -> Option<&'static str> {
    const NUMBERS: u16 = ARITH_DOUBLE | ARITH_OVERFLOW;
    const ELEMENT_KINDS: u16 = 0xff;
    // Stencils of comparisons take much without noting it.
    let compares = matches!(mine.op.meaning(), Meaning::Compares(..));
    let (operands, seen) = if optimizes { (!NUMBERS, !ELEMENT_KINDS) } else { (!0, !0) };
    if its.operands & operands & !mine.operands != 0 {
        return Some("kinds of operands that the interpreter has not seen");
    }
    if its.seen & seen & !mine.seen != 0 {
        return Some("elements that the interpreter has not seen");
    }
    // (What optimized code finds in the cache that megamorphic sites share does not come to the site's own.)
    let is_megamorphic = mine.state >= SITE_MEGAMORPHIC && (optimizes || its.state >= SITE_MEGAMORPHIC);
    let may_replace = is_megamorphic || optimizes && mine.is_full;
    if !may_replace && !its.entries.is_subset(&mine.entries) {
        return Some("cases that the interpreter has not met");
    }
    if optimizes {
        return None;
    }
    if !compares && (mine.operands == 0) != (its.operands == 0) {
        return Some("operands that only one of them has seen");
    }
    // What the optimizer inlines goes by the targets that baseline code has met.
    let calls = matches!(mine.op, Opcode::Call | Opcode::TailCall | Opcode::Construct | Opcode::SuperCall);
    if calls && (mine.state, mine.count) != (its.state, its.count) {
        return Some("a call with other targets");
    }
    if (mine.state == SITE_UNINITIALIZED) != (its.state == SITE_UNINITIALIZED) || its.state > mine.state {
        return Some("an inline cache that has come to something else");
    }
    None
}

/// Compares one tier with the interpreter.
fn check(program: &Program, name: &str, options: Options) -> Result<usize, String> {
    let optimizes = matches!(options.tier, Tier::Optimizer);
    let interpreter = Options { tier: Tier::Interpreter, compile_sync: true, ..Options::default() };
    let (mine, its) = (feedback(program, interpreter)?, feedback(program, options)?);
    let (mut compared, mut wrong) = (0, String::new());
    for (function, instructions) in &mine {
        let (Some(instructions), Some(Some(others))) = (instructions, its.get(function)) else { continue };
        for (offset, learnt) in instructions {
            let Some(other) = others.get(offset).filter(|other| other.op == learnt.op) else { continue };
            compared += 1;
            if let Some(what) = disagreement(learnt, other, optimizes) {
                wrong += &format!("\n  {function:?} at {offset}: {what}\n    {learnt:?}\n    {other:?}");
            }
        }
    }
    if wrong.is_empty() { Ok(compared) } else { Err(format!("{} in {name}:{wrong}", program.path)) }
}

fn check_all(name: &str, options: impl Fn() -> Options + Sync) {
    std::env::set_current_dir(programs::directory()).expect("the corpus");
    let programs: Vec<Program> = programs::all().into_iter().filter(in_process::is_suitable).collect();
    let compared = std::sync::atomic::AtomicUsize::new(0);
    let failures = failures(&programs, |program| {
        let count = check(program, name, options())?;
        compared.fetch_add(count, std::sync::atomic::Ordering::Relaxed);
        Ok(())
    });
    demand_none(&failures, programs.len(), &format!("programs whose feedback in {name} is to be the interpreter's"));
    assert!(compared.into_inner() > 100 * programs.len().min(100), "functions are to be alive at the end");
}

#[test]
fn the_baseline_tier_learns_what_the_interpreter_does() {
    check_all("the baseline tier", || Options {
        tier: Tier::Baseline,
        baseline_threshold: 0,
        compile_sync: true,
        ..Options::default()
    });
}

#[test]
fn the_optimizer_learns_what_the_interpreter_does() {
    check_all("the optimizer", || Options {
        tier: Tier::Optimizer,
        baseline_threshold: 0,
        optimizer_threshold: 0,
        compile_sync: true,
        ..Options::default()
    });
}
