//! What a loop will do to memory, guessed from its bytecode and feedback before it is built.
//!
//! A guess that leaves something out is found out once the loop is built, and costs another attempt; one that has too much in it costs what is
//! forgotten in vain. In doubt nothing is said.

use super::call::{DEPTH, MEDIUM, RECURSION};
use super::element::{is_stored_alike, is_unspecific};
use super::property::cases;
use super::*;
use abi::cell::CellHeader;
use abi::ic::{EntryKind, SEEN_HOLE, SEEN_OTHER, SITE_MEGAMORPHIC, SITE_UNINITIALIZED, Site};
use abi::object::ENVIRONMENT_VALUES_OFFSET;
use abi::opcode::*;
use call::Target;
use vm::intrinsic::Intrinsic;

/// Bytecode units that are looked at for one loop, those of what it calls included.
const FUEL: usize = 2000;

/// A function that is looked through.
struct Scanned<'s, 'a> {
    code: &'a Code,
    body: &'a CodeBody,
    flow: &'s Flow,
    /// Only runs in this loop.
    within: Option<&'s [bool]>,
    /// The chain of functions that it is inlined into, itself included.
    chain: &'s [u32],
}

impl<'a> Builder<'a> {
    /// What the loop of a header probably does.
    pub(super) fn foresee(&mut self, a: &Activation<'a>, header: usize) -> Effects {
        let mut effects = Effects::default();
        let within = Some(&a.flow.runs[header].inside[..]);
        let scanned = Scanned { code: a.code, body: a.body, flow: &a.flow, within, chain: &a.chain };
        let mut fuel = FUEL;
        self.look_through(&scanned, header, &mut fuel, &mut effects);
        effects
    }

    fn look_through(&mut self, f: &Scanned<'_, 'a>, start: usize, fuel: &mut usize, effects: &mut Effects) {
        let mut seen: SmallVec<[bool; 64]> = smallvec![false; f.flow.runs.len()];
        let mut work: SmallVec<[usize; 16]> = smallvec![start];
        seen[start] = true;
        while let Some(run) = work.pop() {
            let (mut pc, end) = (f.flow.runs[run].start, f.flow.runs[run].end);
            *fuel = fuel.saturating_sub(end - pc);
            let mut goes_on = true;
            while pc < end && goes_on {
                goes_on = self.look_at(f, pc, fuel, effects);
                if effects.anything || *fuel == 0 {
                    return;
                }
                pc += abi::opcode::Op::from_u16(f.body.bytecode[pc]).expect("verified bytecode").length();
            }
            if goes_on {
                for &next in &f.flow.runs[run].successors {
                    if f.within.is_none_or(|within| within[next]) && !std::mem::replace(&mut seen[next], true) {
                        work.push(next);
                    }
                }
            }
        }
    }

    /// One instruction; whether control goes on behind it.
    fn look_at(&mut self, f: &Scanned<'_, 'a>, pc: usize, fuel: &mut usize, effects: &mut Effects) -> bool {
        use abi::opcode::Op;
        let code = &f.body.bytecode[..];
        let unit = |i: usize| code[pc + i];
        let site = |i: usize| &f.body.sites[unit(i) as usize | (unit(i + 1) as usize) << 16];
        let given_up = self.given_up.get(&(f.code.machine().code_id, pc as u32)).copied();
        let is_never_run = |site: &Site| site.state.get() == SITE_UNINITIALIZED && cases(site).is_empty();
        let op = Op::from_u16(code[pc]).expect("verified bytecode");
        match op {
            Op::GetField => {
                let site = site(3);
                if is_never_run(site) && given_up != Some(true) {
                    return false;
                }
                // What is inlined knows more of its objects than its site.
                effects.anything |=
                    f.within.is_some() && (site.state.get() >= SITE_MEGAMORPHIC || given_up == Some(true));
            }
            Op::SetField | Op::DefineField => {
                let site = site(3);
                if is_never_run(site) && given_up != Some(true) {
                    return false;
                }
                if site.state.get() >= SITE_MEGAMORPHIC || given_up == Some(true) {
                    effects.anything |= f.within.is_some();
                    return true;
                }
                for case in self.current_cases(given_up.is_some(), site) {
                    let header = Region::Object.word(offset_of!(CellHeader, shape));
                    match case.kind {
                        EntryKind::OwnInline => effects.store(Region::Object.word(case.offset as usize), case.shape),
                        EntryKind::OwnSlots => effects.store(Region::Slots.word(case.offset as usize), 0),
                        EntryKind::AddInline => {
                            effects.store(Region::Object.word(case.offset as usize), case.shape);
                            effects.store(header, 0);
                            effects.leave_shape(case.shape);
                        }
                        _ => effects.anything = true,
                    }
                }
            }
            Op::GetIndex => {
                let site = site(4);
                if site.seen.get() == 0 && given_up.is_none() {
                    return false;
                }
                effects.anything |= given_up.is_some() || is_unspecific(site, false);
            }
            Op::SetIndex => {
                let site = site(4);
                if site.seen.get() == 0 && given_up.is_none() {
                    return false;
                }
                effects.anything |= given_up.is_some() || is_unspecific(site, true);
                effects.elements |= is_stored_alike(site);
            }
            Op::GetGlobal => return !is_never_run(site(2)),
            Op::SetGlobal => match cases(site(2)).first() {
                Some(case) if case.kind == EntryKind::OwnSlots && given_up != Some(true) => {
                    effects.store(Region::Slots.word(case.offset as usize), 0);
                }
                _ => effects.anything = true,
            },
            Op::SetScoped | Op::SetScopedChecked => {
                effects.store(Region::Environment.word(ENVIRONMENT_VALUES_OFFSET + 8 * unit(3) as usize), 0);
            }
            Op::Call | Op::Construct | Op::SuperCall | Op::SuperForward => {
                let argc = if op == Op::SuperForward { 0 } else { unit(3) };
                return self.look_at_call(f, op != Op::Call, argc, site(4), given_up, fuel, effects);
            }
            Op::Add => effects.anything |= unit(4) & (ARITH_BIGINT | ARITH_OBJECT) != 0,
            Op::Sub | Op::Mul | Op::Div | Op::Mod => {
                effects.anything |= unit(4) & (ARITH_BIGINT | ARITH_OBJECT | ARITH_STRING) != 0;
            }
            Op::JumpLt
            | Op::JumpLe
            | Op::JumpGt
            | Op::JumpGe
            | Op::JumpNotLt
            | Op::JumpNotLe
            | Op::JumpNotGt
            | Op::JumpNotGe => {
                effects.anything |= unit(3) & (ARITH_STRING | ARITH_OBJECT) != 0;
            }
            Op::Throw | Op::ThrowError | Op::ThrowConstAssignment | Op::Catch | Op::Yield | Op::Await => return false,
            Op::GetIterator
            | Op::IteratorRest
            | Op::SpreadList
            | Op::CallSpread
            | Op::ForInNext
            | Op::In
            | Op::Typeof => {
                effects.anything = true;
            }
            Op::StartIteration => effects.anything |= unit(3) != ITERATES_ARRAY,
            Op::IteratorStep => effects.anything |= unit(5) & (SEEN_OTHER | SEEN_HOLE) != 0,
            _ => {}
        }
        true
    }

    fn look_at_call(
        &mut self,
        f: &Scanned<'_, 'a>,
        construct: bool,
        argc: u16,
        site: &Site,
        given_up: Option<bool>,
        fuel: &mut usize,
        effects: &mut Effects,
    ) -> bool {
        let targets = self.targets(site);
        let state = site.state.get();
        if targets.is_empty() && state == SITE_UNINITIALIZED && given_up.is_none() {
            return false;
        }
        if given_up == Some(true) || state >= SITE_MEGAMORPHIC {
            effects.anything = true;
            return true;
        }
        for target in &targets {
            match target {
                Target::Native(native) => {
                    // SAFETY: the holder of a call site's case is a live cell.
                    let intrinsic =
                        unsafe { self.vm.intrinsic(*native) }.filter(|_| given_up.is_none() && targets.len() == 1);
                    match intrinsic {
                        Some(Intrinsic::ArrayPop | Intrinsic::ArrayPush) => effects.resize(),
                        Some(Intrinsic::FunctionApply) | None => effects.anything = true,
                        Some(intrinsic) => effects.anything |= construct != (intrinsic == Intrinsic::Array),
                    }
                }
                Target::Code(code) => {
                    let Some(body) = self.may_probably_inline(f, code, construct, argc) else {
                        effects.anything = true;
                        return true;
                    };
                    let flow = self.workspace.flow(code, body, 0);
                    let mut chain: SmallVec<[u32; 12]> = smallvec![code.machine().code_id];
                    chain.extend_from_slice(f.chain);
                    let callee = Scanned { code, body, flow: &flow, within: None, chain: &chain };
                    self.look_through(&callee, flow.order[0], fuel, effects);
                }
            }
            if effects.anything || *fuel == 0 {
                break;
            }
        }
        true
    }

    /// As `may_inline`, as far as that can be told from here.
    fn may_probably_inline(
        &self,
        f: &Scanned<'_, 'a>,
        code: &'a Code,
        construct: bool,
        argc: u16,
    ) -> Option<&'a CodeBody> {
        let body = code.body.get()?;
        let machine = code.machine();
        let odd = CODE_FLAG_REST | CODE_FLAG_GENERATOR | CODE_FLAG_ASYNC | CODE_FLAG_INSPECTED;
        let shares = machine.flags & CODE_FLAG_ARGUMENTS_MAPPED != 0 && machine.parameters != 0;
        let throws = if construct {
            CODE_FLAG_CONSTRUCTOR & !machine.flags
        } else {
            CODE_FLAG_CLASS_CONSTRUCTOR & machine.flags
        };
        let length = body.bytecode.len();
        let fits = length <= MEDIUM.min(self.budget) || length <= call::SMALL;
        let recursion = f.chain.iter().filter(|id| **id == machine.code_id).count();
        let refused = machine.flags & odd != 0
            || shares
            || throws != 0
            || !fits
            || argc as usize > machine.parameters as usize + 8
            || !body.handlers.is_empty() && length > call::SMALL
            || f.chain.len() > DEPTH as usize
            || recursion > RECURSION
            || code.realm.get() != f.code.realm.get();
        (!refused).then_some(body)
    }
}
