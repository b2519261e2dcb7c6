//! Which environments registers hold, as data flow tells: no instruction walks past the end of a chain, or reads a slot that is not there.
//!
//! A function is verified for the environments that its closures are made over. Who makes the closures is verified first, and says which those
//! are ([`FunctionTemplate::environments`]); programs begin with none, modules and direct evals with what they are given.

use super::data::*;
use super::eval_scope::EvalLayer;
use super::verify::Places;

use abi::opcode::view::*;
use abi::opcode::{Opcode, Operand, Units};
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// A chain of environments, innermost first, as far as it is known; None: nothing is, or there is none.
pub type Environments = Option<Rc<Layer>>;

/// An environment with at least so many slots, and those around it.
#[derive(Debug)]
pub struct Layer {
    slots: u32,
    parent: Environments,
}

/// An environment of this scope inside of others.
pub fn inside(parent: Environments, scope: &ScopeInfo) -> Environments {
    Some(Rc::new(Layer { slots: scope.names.len() as u32, parent }))
}

/// The environments around a direct eval.
pub fn around_eval(layers: &[EvalLayer]) -> Environments {
    layers.iter().rev().fold(None, |parent, layer| match layer {
        EvalLayer::Environment(scope) => inside(parent, scope),
        EvalLayer::With => Some(Rc::new(Layer { slots: 0, parent })),
    })
}

impl Drop for Layer {
    fn drop(&mut self) {
        // Not by recursion: functions can be nested deeply.
        let mut parent = self.parent.take();
        while let Some(layer) = parent {
            parent = Rc::into_inner(layer).and_then(|mut layer| layer.parent.take());
        }
    }
}

fn chain(environments: &Environments) -> impl Iterator<Item = &Rc<Layer>> {
    std::iter::successors(environments.as_ref(), |layer| layer.parent.as_ref())
}

/// Whether all that is known of `needed` is so of `found`.
fn covers(found: &Environments, needed: &Environments) -> bool {
    let mut found = chain(found);
    for needed in chain(needed) {
        match found.next() {
            Some(found) if Rc::ptr_eq(found, needed) => return true,
            Some(found) if found.slots >= needed.slots => {}
            _ => return false,
        }
    }
    true
}

/// What is known of both.
fn meet(a: &Environments, b: &Environments) -> Environments {
    if covers(a, b) {
        return b.clone();
    }
    if covers(b, a) {
        return a.clone();
    }
    let common: Vec<u32> = chain(a).zip(chain(b)).map(|(a, b)| a.slots.min(b.slots)).collect();
    common.into_iter().rev().fold(None, |parent, slots| Some(Rc::new(Layer { slots, parent })))
}

/// The registers that hold environments, wherever a place is reached.
#[derive(Clone, Default)]
struct KnownEnvironments(Vec<(usize, Environments)>);

impl KnownEnvironments {
    fn get(&self, register: usize) -> Environments {
        self.0.iter().find(|known| known.0 == register).and_then(|known| known.1.clone())
    }

    fn set(&mut self, register: usize, environments: Environments) {
        self.0.retain(|known| known.0 != register);
        if environments.is_some() {
            self.0.push((register, environments));
        }
    }

    fn covers(&self, needed: &KnownEnvironments) -> bool {
        needed.0.iter().all(|(register, needed)| covers(&self.get(*register), needed))
    }

    /// Forgets what is not so in `other`.
    fn meet(&mut self, other: &KnownEnvironments) {
        for (register, environments) in &mut self.0 {
            *environments = meet(environments, &other.get(*register));
        }
        self.0.retain(|known| known.1.is_some());
    }
}

/// States of places that jumps lead to.
#[derive(Default)]
struct Arriving(FxHashMap<usize, KnownEnvironments>);

impl Arriving {
    fn add(&mut self, target: usize, state: &KnownEnvironments) {
        match self.0.get_mut(&target) {
            Some(known) => known.meet(state),
            None => drop(self.0.insert(target, state.clone())),
        }
    }
}

/// One walk through the code.
struct Walk<'a> {
    data: &'a FunctionData,
    places: &'a Places,
    outer: &'a Environments,
    /// By back edges, of this walk and those before.
    looping: &'a mut Arriving,
    arriving: Arriving,
    /// What was supposed where loops begin; None where this walk was not.
    supposed: FxHashMap<usize, Option<KnownEnvironments>>,
    /// By where they begin, the first last.
    handlers: Vec<Handler>,
    /// Those that the place is in.
    active: Vec<Handler>,
    /// What closures are made over.
    closures: Vec<(Rc<FunctionTemplate>, Environments)>,
    /// A back edge brings less than was supposed.
    again: bool,
}

/// Verifies every use of environments, and says what closures are made over; `outer` are the function's own.
pub(super) fn check(data: &FunctionData, places: &Places, outer: &Environments) -> Result<(), String> {
    if !places.uses_environments {
        return Ok(());
    }
    let mut handlers = data.handlers.clone();
    handlers.sort_by_key(|handler| std::cmp::Reverse(handler.start));
    let mut looping = Arriving::default();
    loop {
        let mut walk = Walk {
            data,
            places,
            outer,
            looping: &mut looping,
            arriving: Arriving::default(),
            supposed: places.loops.iter().map(|&start| (start, None)).collect(),
            handlers: handlers.clone(),
            active: Vec::new(),
            closures: Vec::new(),
            again: false,
        };
        walk.run()?;
        if walk.again {
            continue;
        }
        let mut made: FxHashMap<*const FunctionTemplate, (Rc<FunctionTemplate>, Environments)> = FxHashMap::default();
        for (template, environments) in walk.closures {
            made.entry(Rc::as_ptr(&template))
                .and_modify(|known| known.1 = meet(&known.1, &environments))
                .or_insert((template, environments));
        }
        for (template, environments) in made.into_values() {
            if template.environments.set(environments).is_err() {
                return Err(format!("{template:?} is made by two functions"));
            }
        }
        return Ok(());
    }
}

impl Walk<'_> {
    fn run(&mut self) -> Result<(), String> {
        let code = &self.data.bytecode;
        // None: no way leads here.
        let mut state = Some(KnownEnvironments::default());
        let mut offset = 0;
        while offset < code.len() {
            let Some(op) = Opcode::from_u16(code[offset]) else { return Err("no opcode".into()) };
            if self.places.targets.contains(offset as i64) {
                let here = [self.arriving.0.remove(&offset), self.looping.0.get(&offset).cloned()];
                for arriving in here.into_iter().flatten() {
                    match &mut state {
                        Some(state) => state.meet(&arriving),
                        None => state = Some(arriving),
                    }
                }
            }
            if let Some(known) = &mut state {
                if !self.supposed.is_empty()
                    && let Some(supposed) = self.supposed.get_mut(&offset)
                {
                    *supposed = Some(known.clone());
                }
                while let Some(handler) = self.handlers.pop_if(|handler| handler.start as usize <= offset) {
                    self.active.push(handler);
                }
                self.active.retain(|handler| offset < handler.end as usize);
                for i in 0..self.active.len() {
                    self.go(offset, self.active[i].handler as usize, known);
                }
                self.step(known, offset, op).map_err(|e| format!("{offset}: {}: {e}", op.name()))?;
            }
            if op.is_terminator() {
                state = None;
            }
            offset += op.length();
        }
        Ok(())
    }

    /// A way from one place to another.
    fn go(&mut self, from: usize, to: usize, state: &KnownEnvironments) {
        if to > from {
            return self.arriving.add(to, state);
        }
        self.again |= match self.supposed.get(&to) {
            Some(Some(supposed)) => !state.covers(supposed),
            _ => true,
        };
        self.looping.add(to, state);
    }

    fn step(&mut self, state: &mut KnownEnvironments, offset: usize, op: Opcode) -> Result<(), String> {
        let data = self.data;
        let units = Units(&data.bytecode[offset..]);
        let mut result = None;
        match op {
            Opcode::LoadCalleeEnvironment => result = Some((LoadCalleeEnvironment(units).dst(), self.outer.clone())),
            Opcode::Move => result = Some((Move(units).dst(), state.get(Move(units).src()))),
            Opcode::NewEnvironment => {
                let i = NewEnvironment(units);
                let Some(Constant::Scope(scope)) = data.constants.get(i.scope() as usize) else {
                    return Err("no scope".into());
                };
                result = Some((i.dst(), inside(state.get(i.parent()), scope)));
            }
            Opcode::NewWithEnvironment => {
                let i = NewWithEnvironment(units);
                result = Some((i.dst(), Some(Rc::new(Layer { slots: 0, parent: state.get(i.parent()) }))));
            }
            Opcode::CopyEnvironment => {
                let i = CopyEnvironment(units);
                let copied = state.get(i.environment());
                if copied.is_none() {
                    return Err("copies what may be no environment".into());
                }
                result = Some((i.dst(), copied));
            }
            Opcode::GetScoped => {
                slot(state, GetScoped(units).environment(), GetScoped(units).depth(), GetScoped(units).slot())?
            }
            Opcode::GetScopedChecked => {
                let i = GetScopedChecked(units);
                slot(state, i.environment(), i.depth(), i.slot())?;
            }
            Opcode::SetScoped => {
                slot(state, SetScoped(units).environment(), SetScoped(units).depth(), SetScoped(units).slot())?
            }
            Opcode::SetScopedChecked => {
                let i = SetScopedChecked(units);
                slot(state, i.environment(), i.depth(), i.slot())?;
            }
            Opcode::MapArguments => {
                for &mapped in data.mapped_parameters.iter().flatten() {
                    slot(state, MapArguments(units).environment(), 0, mapped)?;
                }
            }
            Opcode::NewFunction => {
                self.closure(NewFunction(units).function(), state.get(NewFunction(units).environment()))
            }
            Opcode::NewClass => self.closure(NewClass(units).function(), state.get(NewClass(units).environment())),
            Opcode::DeclareGlobals => {
                if let Some(Constant::GlobalDeclarations(all)) =
                    data.constants.get(DeclareGlobals(units).declarations() as usize)
                {
                    all.functions.iter().for_each(|(_, function)| self.closure(*function, None));
                }
            }
            Opcode::DeclareEvalVars => {
                let i = DeclareEvalVars(units);
                if let Some(Constant::EvalDeclarations(all)) = data.constants.get(i.declarations() as usize) {
                    let environments = state.get(i.environment());
                    all.functions.iter().for_each(|(_, function)| self.closure(*function, environments.clone()));
                }
            }
            Opcode::CallEval => {
                let i = CallEval(units);
                if let Some(Constant::EvalScope(scope)) = data.constants.get(i.scope() as usize)
                    && !covers(&state.get(i.environment()), &around_eval(&scope.layers))
                {
                    return Err("an eval with fewer environments than it is told".into());
                }
            }
            _ => {}
        }
        if !state.0.is_empty() {
            forget_written(state, units.0, op);
        }
        if let Some((register, environments)) = result {
            state.set(register, environments);
        }
        if let Some(jump) = op.jump_offset(units.0) {
            self.go(offset, offset.wrapping_add_signed(jump as isize), state);
        }
        if op == Opcode::SwitchInt {
            for &target in data.jump_tables[SwitchInt(units).table()].targets.iter().filter(|&&target| target != 0) {
                self.go(offset, offset.wrapping_add_signed(target as isize), state);
            }
        }
        Ok(())
    }

    fn closure(&mut self, function: u32, environments: Environments) {
        if let Some(Constant::Function(template)) = self.data.constants.get(function as usize) {
            self.closures.push((template.clone(), environments));
        }
    }
}

/// Whether the environment `depth` parents up has the slot.
fn slot(state: &KnownEnvironments, register: usize, depth: u16, slot: u16) -> Result<(), String> {
    let environments = state.get(register);
    match chain(&environments).nth(depth as usize) {
        Some(layer) if u32::from(slot) < layer.slots => Ok(()),
        Some(layer) => Err(format!("slot {slot} of {} at depth {depth} from r{register}", layer.slots)),
        None => Err(format!("no environment at depth {depth} from r{register}")),
    }
}

/// The opcodes that depend on which environments registers hold.
pub(super) const USED: [bool; Opcode::COUNT] = {
    const OPS: [Opcode; 11] = [
        Opcode::GetScoped,
        Opcode::GetScopedChecked,
        Opcode::SetScoped,
        Opcode::SetScopedChecked,
        Opcode::CopyEnvironment,
        Opcode::MapArguments,
        Opcode::NewFunction,
        Opcode::NewClass,
        Opcode::DeclareGlobals,
        Opcode::DeclareEvalVars,
        Opcode::CallEval,
    ];
    let mut table = [false; Opcode::COUNT];
    let mut i = 0;
    while i < OPS.len() {
        table[OPS[i] as usize] = true;
        i += 1;
    }
    table
};

/// What the instruction writes, and what a callee's frame takes the place of.
fn forget_written(state: &mut KnownEnvironments, units: &[u16], op: Opcode) {
    for (at, role) in op.places() {
        let first = units[at] as usize;
        match role {
            Operand::Write | Operand::Change => state.0.retain(|known| known.0 != first),
            Operand::NewRecord | Operand::Record => state.0.retain(|known| known.0 != first && known.0 != first + 1),
            role if role.is_area() => state.0.retain(|known| known.0 < first),
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::frontend::{compile_function, compile_script};
    use crate::source::SourceText;

    /// The innermost function's code, and what it is closed over.
    fn innermost(text: &str) -> (FunctionData, Environments) {
        let source = Rc::new(SourceText::new("test", text, 0));
        let mut template = compile_script(source).unwrap_or_else(|e| panic!("{}", e.message));
        loop {
            let data = compile_function(&template).unwrap_or_else(|e| panic!("{}", e.message)).into_data();
            let inner = data.constants.iter().find_map(|constant| match constant {
                Constant::Function(inner) => Some(inner.clone()),
                _ => None,
            });
            match inner {
                Some(inner) => template = inner,
                None => return (data, template.environments.get().cloned().flatten()),
            }
        }
    }

    fn check(data: &FunctionData, outer: &Environments) -> Result<(), String> {
        super::check(data, &crate::bytecode::verify::check(data)?, outer)
    }

    fn slots(environments: &Environments) -> Vec<u32> {
        chain(environments).map(|layer| layer.slots).collect()
    }

    #[test]
    fn closures_have_what_they_are_made_over() {
        let (_, environments) =
            innermost("function f() { let a, b; return () => { let c; [1].map(x => a + b + c + x); }; }");
        assert_eq!(slots(&environments), [1, 2]);
        let (_, environments) = innermost("for (let i = 0; i < 3; i++) { try { g(() => i); } catch (e) { } }");
        assert_eq!(slots(&environments), [1]);
    }

    #[test]
    fn too_few_environments_or_slots_are_found() {
        let (data, environments) = innermost("function f(a) { { let b, c; return () => a + b + c; } }");
        assert!(check(&data, &environments).is_ok());
        assert!(check(&data, &None).is_err());
        let layer = |slots, parent| Some(Rc::new(Layer { slots, parent }));
        assert!(check(&data, &layer(2, None)).is_err());
        assert!(check(&data, &layer(1, layer(1, None))).is_err());
        assert!(check(&data, &layer(2, layer(0, None))).is_err());
        assert!(check(&data, &layer(3, layer(1, layer(9, None)))).is_ok());
    }

    #[test]
    fn what_one_way_leaves_unknown_is_unknown() {
        let scope = Constant::Scope(Rc::new(ScopeInfo {
            names: vec![ScopeName {
                name: "x".into(),
                constant: false,
                function_name: false,
                lexical: true,
                settles: false,
            }],
            ..ScopeInfo::default()
        }));
        let made = [Opcode::NewEnvironment as u16, 8, 7, 0, 0];
        let read = [Opcode::GetScoped as u16, 9, 8, 0, 0];
        let with = |bytecode: Vec<u16>| FunctionData {
            bytecode,
            constants: vec![scope.clone()],
            frame_words: 10,
            ..FunctionData::default()
        };
        let straight = [&made[..], &read, &[Opcode::Return as u16, 9]].concat();
        assert!(check(&with(straight), &None).is_ok());
        // Over the instruction that makes it,
        let around = [&[Opcode::JumpTrue as u16, 7, 9, 0][..], &made, &read, &[Opcode::Return as u16, 9]].concat();
        assert!(check(&with(around), &None).is_err());
        // and back to where it was, though something else has its register.
        let back = [Opcode::Jump as u16, -7i16 as u16, u16::MAX];
        let looping = [&made[..], &read, &[Opcode::LoadNull as u16, 8], &back].concat();
        assert!(check(&with(looping.clone()), &None).is_err());
        let kept = [&made[..], &read, &[Opcode::LoadNull as u16, 9], &back].concat();
        assert!(check(&with(kept), &None).is_ok());
    }
}
