//! Loop effects: what a loop will do to memory, predicted from its bytecode and feedback before it is built.
//!
//! An effect that was not predicted shows when the loop is built, and costs another attempt. One that is predicted in vain costs facts. In doubt
//! nothing is predicted.

use super::access::region;
use super::element::{is_stored_alike, is_unspecific};
use super::inlining::{DEPTH, MEDIUM, RECURSION, SMALL};
use super::property::{Case, cases};
use super::*;
use abi::cell::CellHeader;
use abi::ic::access::{Machine, Store};
use abi::ic::{self, SEEN_ENTRIES, SEEN_HOLE, SEEN_OTHER, SITE_MEGAMORPHIC, SITE_UNINITIALIZED, Site, Storage};
use abi::object::{ENVIRONMENT_VALUES_OFFSET, INLINE_SLOTS_OFFSET};
use abi::opcode::{ARITH_BIGINT, ARITH_OBJECT, ARITH_STRING, ITERATES_ARRAY};
use call::Target;
use vm::builtins::intrinsic::Intrinsic;

/// Bytecode units that are looked at for one loop, those of what it calls included.
const FUEL: usize = 2000;

/// A function that is looked through.
struct Scanned<'s, 'a> {
    code: &'a Code,
    body: &'a CodeBody,
    cfg: &'s Cfg,
    /// Only blocks in this loop.
    within: Option<&'s [bool]>,
    /// The chain of functions that it is inlined into, itself included.
    chain: &'s [u32],
}

impl<'a> Builder<'a> {
    /// What the loop of a header probably does.
    pub(super) fn predict_loop_effects(&mut self, a: &Activation<'a>, header: usize) -> LoopEffects {
        let mut effects = LoopEffects::default();
        let within = Some(&a.cfg.blocks[header].inside[..]);
        let scanned = Scanned { code: a.code, body: a.body, cfg: &a.cfg, within, chain: &a.chain };
        let mut fuel = FUEL;
        self.look_through(&scanned, header, &mut fuel, &mut effects);
        effects
    }

    fn look_through(&mut self, f: &Scanned<'_, 'a>, start: usize, fuel: &mut usize, effects: &mut LoopEffects) {
        let mut seen: SmallVec<[bool; 64]> = smallvec![false; f.cfg.blocks.len()];
        let mut work: SmallVec<[usize; 16]> = smallvec![start];
        seen[start] = true;
        while let Some(bb) = work.pop() {
            let (mut pc, end) = (f.cfg.blocks[bb].start, f.cfg.blocks[bb].end);
            *fuel = fuel.saturating_sub(end - pc);
            let mut goes_on = true;
            while pc < end && goes_on {
                goes_on = self.look_at(f, pc, fuel, effects);
                if effects.anything || *fuel == 0 {
                    return;
                }
                pc += Opcode::from_u16(f.body.bytecode[pc]).expect("verified bytecode").length();
            }
            if goes_on {
                for &next in &f.cfg.blocks[bb].successors {
                    if f.within.is_none_or(|within| within[next]) && !std::mem::replace(&mut seen[next], true) {
                        work.push(next);
                    }
                }
            }
        }
    }

    /// One instruction; whether control goes on behind it.
    fn look_at(&mut self, f: &Scanned<'_, 'a>, pc: usize, fuel: &mut usize, effects: &mut LoopEffects) -> bool {
        let code = &f.body.bytecode[..];
        let units = Units(&code[pc..]);
        let site = |number: usize| &f.body.sites[number];
        let blocked = self.blocklist.get(&(f.code.machine().code_id, pc as u32)).copied();
        let is_never_run = |site: &Site| site.state.get() == SITE_UNINITIALIZED && cases(site).is_empty();
        let op = Opcode::from_u16(code[pc]).expect("verified bytecode");
        match op {
            Opcode::GetField => {
                let site = site(view::GetField(units).site());
                if is_never_run(site) && blocked != Some(true) {
                    return false;
                }
                // What is inlined knows more of its objects than its site.
                effects.anything |=
                    f.within.is_some() && (site.state.get() >= SITE_MEGAMORPHIC || blocked == Some(true));
            }
            Opcode::SetField | Opcode::DefineField => {
                let site = site(view::SetField(units).site());
                if is_never_run(site) && blocked != Some(true) {
                    return false;
                }
                if site.state.get() >= SITE_MEGAMORPHIC || blocked == Some(true) {
                    effects.anything |= f.within.is_some();
                    return true;
                }
                for case in self.current_cases(blocked.is_some(), site) {
                    let done = case.kind.can_store()
                        && ic::access::store(&mut Predicted { effects, case: &case }, case.kind).is_some();
                    effects.anything |= !done;
                }
            }
            Opcode::DeleteField => {
                let site = site(view::DeleteField(units).site());
                if is_never_run(site) && blocked != Some(true) {
                    return false;
                }
                effects.anything |= site.state.get() >= SITE_MEGAMORPHIC || blocked == Some(true);
                for case in self.current_cases(blocked.is_some(), site) {
                    effects.anything |=
                        ic::access::remove(&mut Predicted { effects, case: &case }, case.kind).is_none();
                }
            }
            Opcode::DefinePrivate => {
                let cases = cases(site(view::DefinePrivate(units).site()));
                let done = cases.iter().any(|case| {
                    case.kind.can_store() && ic::access::store(&mut Predicted { effects, case }, case.kind).is_some()
                });
                effects.anything |= blocked.is_some() || !done;
            }
            Opcode::GetIndex | Opcode::GetPresent => {
                let site = site(view::GetIndex(units).site());
                if site.seen.get() == 0 && blocked.is_none() {
                    return false;
                }
                effects.anything |= blocked.is_some() || is_unspecific(site, false);
            }
            Opcode::SetIndex => {
                let site = site(view::SetIndex(units).site());
                if site.seen.get() == 0 && blocked.is_none() {
                    return false;
                }
                effects.anything |= blocked.is_some() || is_unspecific(site, true);
                effects.elements |= is_stored_alike(site);
            }
            Opcode::GetGlobal => return !is_never_run(site(view::GetGlobal(units).site())),
            Opcode::GetGlobalOrUndefined => {
                effects.anything |= cases(site(view::GetGlobalOrUndefined(units).site())).is_empty();
            }
            Opcode::SetGlobal => match self.global_case(f.code, site(view::SetGlobal(units).site()), true) {
                Some(case) if blocked != Some(true) => {
                    effects.store(Region::Slots.word(case.offset as usize), 0);
                }
                _ => effects.anything = true,
            },
            Opcode::SetScoped | Opcode::SetScopedChecked => {
                effects.store(
                    Region::Environment.word(ENVIRONMENT_VALUES_OFFSET + 8 * view::SetScoped(units).slot() as usize),
                    0,
                );
            }
            Opcode::Call | Opcode::Construct | Opcode::SuperCall | Opcode::SuperForward => {
                let i = view::Call(units);
                let argc = if op == Opcode::SuperForward { 0 } else { i.argc() };
                return self.look_at_call(f, pc, op != Opcode::Call, argc, site(i.site()), blocked, fuel, effects);
            }
            Opcode::Add => effects.anything |= view::Add(units).feedback() & (ARITH_BIGINT | ARITH_OBJECT) != 0,
            Opcode::Sub | Opcode::Mul | Opcode::Div | Opcode::Mod => {
                effects.anything |= view::Sub(units).feedback() & (ARITH_BIGINT | ARITH_OBJECT | ARITH_STRING) != 0;
            }
            Opcode::JumpLt
            | Opcode::JumpLe
            | Opcode::JumpGt
            | Opcode::JumpGe
            | Opcode::JumpNotLt
            | Opcode::JumpNotLe
            | Opcode::JumpNotGt
            | Opcode::JumpNotGe => {
                let seen = view::JumpLt(units).feedback();
                let are_strings = seen == ARITH_STRING && blocked.is_none();
                effects.anything |= seen & (ARITH_STRING | ARITH_OBJECT) != 0 && !are_strings;
            }
            Opcode::TailCall if f.within.is_none() => {
                let i = view::TailCall(units);
                if i.argc() == abi::opcode::SPREAD_ARGC {
                    effects.anything = true;
                } else {
                    self.look_at_call(f, pc, false, i.argc(), site(i.site()), blocked, fuel, effects);
                }
                return false;
            }
            Opcode::Throw
            | Opcode::ThrowError
            | Opcode::ThrowConstAssignment
            | Opcode::Catch
            | Opcode::Yield
            | Opcode::Await => return false,
            Opcode::GetIterator
            | Opcode::IteratorRest
            | Opcode::SpreadList
            | Opcode::CallSpread
            | Opcode::ForInNext => {
                effects.anything = true;
            }
            // Arrays that others know are seldom appended to.
            Opcode::AppendElement
            | Opcode::ToObject
            | Opcode::ToLength
            | Opcode::NextPresent
            | Opcode::PreviousPresent
            | Opcode::SpeciesList => {
                effects.anything |= blocked.is_some();
            }
            Opcode::In => effects.anything |= blocked.is_some(),
            Opcode::StartIteration => effects.anything |= view::StartIteration(units).feedback() != ITERATES_ARRAY,
            Opcode::IteratorStep => {
                let seen = view::IteratorStep(units).feedback();
                let steps_map = seen == SEEN_OTHER | SEEN_ENTRIES && blocked.is_none();
                effects.anything |= seen & (SEEN_OTHER | SEEN_HOLE) != 0 && !steps_map;
            }
            _ => {}
        }
        true
    }

    fn look_at_call(
        &mut self,
        f: &Scanned<'_, 'a>,
        pc: usize,
        construct: bool,
        argc: u16,
        site: &Site,
        blocked: Option<bool>,
        fuel: &mut usize,
        effects: &mut LoopEffects,
    ) -> bool {
        let targets = self.targets(site);
        let state = site.state.get();
        if targets.is_empty() && state == SITE_UNINITIALIZED && blocked.is_none() {
            return false;
        }
        if blocked == Some(true) || state >= SITE_MEGAMORPHIC {
            effects.anything = true;
            return true;
        }
        for target in &targets {
            match target {
                Target::Native(native) => {
                    // SAFETY: the holder of a call site's case is a live cell.
                    let intrinsic =
                        unsafe { self.vm.intrinsic(*native) }.filter(|_| blocked.is_none() && targets.len() == 1);
                    match intrinsic {
                        Some(Intrinsic::ArrayPop | Intrinsic::ArrayPush) => effects.resize(),
                        Some(Intrinsic::FunctionApply) | None => effects.anything = true,
                        Some(intrinsic) => {
                            if let Intrinsic::Direct(function) = intrinsic
                                && function.writes_last_index()
                            {
                                effects.store(Region::Object.word(INLINE_SLOTS_OFFSET), 0);
                            }
                            let constructs = matches!(intrinsic, Intrinsic::Array | Intrinsic::TypedArray(_));
                            effects.anything |= construct != constructs;
                        }
                    }
                }
                Target::Code(code) => {
                    // SAFETY: a function's code is a live Code cell.
                    let code = Builder::specialized(f.code, pc, code)
                        .map_or(*code, |copy| unsafe { &*copy.code.get().cast::<Code>() });
                    let Some(body) = self.may_probably_inline(f, code, construct, argc) else {
                        effects.anything = true;
                        return true;
                    };
                    let cfg = self.workspace.cfg(code, body, 0);
                    let mut chain: SmallVec<[u32; 12]> = smallvec![code.machine().code_id];
                    chain.extend_from_slice(f.chain);
                    let callee = Scanned { code, body, cfg: &cfg, within: None, chain: &chain };
                    self.look_through(&callee, cfg.order[0], fuel, effects);
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
        let length = body.units();
        let fits = length <= MEDIUM.min(self.budget) || length <= SMALL;
        let recursion = f.chain.iter().filter(|id| **id == machine.code_id).count();
        let refused = machine.flags & odd != 0
            || is_shared_built_in(code)
            || shares
            || throws != 0
            || !fits
            || argc as usize > machine.parameters as usize + 8
            || !body.handlers.is_empty() && length > SMALL
            || f.chain.len() > DEPTH as usize
            || recursion > RECURSION
            || code.realm.get() != f.code.realm.get();
        (!refused).then_some(body)
    }
}

/// What a store by an entry does to memory: the machine of [`abi::ic::access`] that does nothing else.
struct Predicted<'e, 'c> {
    effects: &'e mut LoopEffects,
    case: &'c Case,
}

impl Machine for Predicted<'_, '_> {
    type Cell = ();

    fn receiver(&mut self) {}

    fn check_validity(&mut self) -> Option<()> {
        Some(())
    }

    fn slots(&mut self, (): ()) {}
}

impl Store for Predicted<'_, '_> {
    fn check_not_prototype(&mut self, (): ()) -> Option<()> {
        Some(())
    }

    fn check_barrier(&mut self, (): ()) -> Option<()> {
        Some(())
    }

    fn check_room(&mut self, (): ()) -> Option<()> {
        self.effects.store(Region::Object.word(offset_of!(JsObject, slots)), 0);
        Some(())
    }

    fn store(&mut self, (): (), storage: Storage) {
        let shape = if storage == Storage::Inline { self.case.shape } else { 0 };
        self.effects.store(region(storage).word(self.case.offset as usize), shape);
    }

    fn barrier(&mut self, (): ()) {}

    fn change_shape(&mut self, (): ()) {
        self.effects.store(Region::Object.word(offset_of!(CellHeader, shape)), 0);
        self.effects.leave_shape(self.case.shape);
    }
}
