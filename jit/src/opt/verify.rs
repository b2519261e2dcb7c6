//! Checks what exits rebuild: that the environments which frames lead to are those that the code goes on to walk. In debug builds, and in runs that
//! force exits or collections (`--deopt-every`, `--gc-stress`); a violation ends the process with what is wrong, where.
//!
//! What is expected is read off the bytecode, by following the registers of environments through it: which scope's environment is in which register
//! before each instruction, whose parent is which, down to the closure's own, and how many parents and slots of that the code uses.

use super::cfg::{Access, Cfg, accesses, jump_target};
use abi::Value;
use abi::cell::{CellHeader, CellKind};
use abi::frame::*;
use abi::object::{Environment, JsFunction};
use abi::opcode::{Opcode, Units, view};
use rustc_hash::FxHashMap;
use std::rc::Rc;
use vm::Vm;
use vm::code::{Code, CodeBody};

/// Where an environment in a register comes from.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Origin {
    /// The function's own [[Environment]].
    Closure,
    /// NewEnvironment or a copy: the address of the ScopeInfo cell, and what the parent is, as a place in [`Walks::origins`].
    Scope { info: u64, parent: u16 },
    /// Of a `with` statement.
    With { parent: u16 },
}

/// A register's word is no environment, or one of several.
const UNKNOWN: u16 = u16::MAX;
/// The first of [`Walks::origins`].
const CLOSURE: u16 = 0;
/// Bytecode units times registers of environments that are looked at, at most.
const LARGE: usize = 1 << 20;

/// What a function's code does with environments.
struct Walks {
    cfg: Cfg,
    origins: Vec<Origin>,
    /// Registers that environments come into.
    registers: Vec<usize>,
    /// By offset: what each of those holds before the instruction. Empty where that is not reached.
    before: Vec<Box<[u16]>>,
    /// By number of parents from the closure's own environment: slots that are used there, at least.
    needs: Vec<u32>,
}

impl Walks {
    fn new(code: &Code, body: &CodeBody) -> Walks {
        let bytecode = &body.bytecode[..];
        let words = code.machine().frame_words as usize;
        let mut walks = Walks {
            cfg: Cfg::new(body, words, 0),
            origins: vec![Origin::Closure],
            registers: Vec::new(),
            before: Vec::new(),
            needs: Vec::new(),
        };
        let mut pc = 0;
        while pc < bytecode.len() {
            let op = operation(bytecode, pc);
            if makes_environment(op)
                && let Some(register) = op.result(&bytecode[pc..])
                && !walks.registers.contains(&register)
            {
                walks.registers.push(register);
            }
            pc += op.length();
        }
        if !walks.registers.is_empty() && bytecode.len() * walks.registers.len() <= LARGE {
            walks.follow(body);
        }
        walks
    }

    /// Follows the registers through the code, as often as anything is new.
    fn follow(&mut self, body: &CodeBody) {
        let bytecode = &body.bytecode[..];
        self.before = vec![Box::default(); bytecode.len() + 1];
        let mut work = vec![(0, vec![UNKNOWN; self.registers.len()].into_boxed_slice())];
        while let Some((pc, state)) = work.pop() {
            if pc >= bytecode.len() || !join(&mut self.before[pc], &state) {
                continue;
            }
            let op = operation(bytecode, pc);
            let state = self.before[pc].clone();
            for handler in &body.handlers {
                if (handler.start as usize..handler.end as usize).contains(&pc) {
                    let mut thrown = state.clone();
                    self.overwrite_area(bytecode, pc, op, &mut thrown);
                    work.push((handler.handler as usize, thrown));
                }
            }
            let after = self.after(body, pc, op, &state);
            if let Some(target) = jump_target(bytecode, pc, op) {
                work.push((target, after.clone()));
            }
            if op == Opcode::SwitchInt {
                for &target in &body.jump_tables[view::SwitchInt(Units(&bytecode[pc..])).table()].targets {
                    work.push(((pc as i64 + target as i64) as usize, after.clone()));
                }
            }
            if !op.is_terminator() {
                work.push((pc + op.length(), after));
            }
        }
    }

    /// What the registers hold behind an instruction.
    fn after(&mut self, body: &CodeBody, pc: usize, op: Opcode, state: &[u16]) -> Box<[u16]> {
        let bytecode = &body.bytecode[..];
        let mut after: Box<[u16]> = state.into();
        let units = Units(&bytecode[pc..]);
        let place = |r: usize| self.registers.iter().position(|its| *its == r);
        let held = |r: usize| place(r).map_or(UNKNOWN, |i| state[i]);
        let walked = match op {
            Opcode::GetScoped | Opcode::GetScopedChecked => {
                let i = view::GetScoped(units);
                Some((held(i.environment()), i.depth(), i.slot()))
            }
            Opcode::SetScoped | Opcode::SetScopedChecked => {
                let i = view::SetScoped(units);
                Some((held(i.environment()), i.depth(), i.slot()))
            }
            _ => None,
        };
        let parent = match op {
            Opcode::NewEnvironment => held(view::NewEnvironment(units).parent()),
            Opcode::NewWithEnvironment => held(view::NewWithEnvironment(units).parent()),
            _ => UNKNOWN,
        };
        let written = match op {
            Opcode::LoadCalleeEnvironment => CLOSURE,
            Opcode::Move => held(view::Move(units).src()),
            Opcode::CopyEnvironment => held(view::CopyEnvironment(units).environment()),
            _ => UNKNOWN,
        };
        let mut kill = |r: usize| {
            if let Some(i) = place(r) {
                after[i] = written;
            }
        };
        accesses(bytecode, pc, op, |access| {
            if let Access::Write(r) = access {
                kill(r);
            }
        });
        self.overwrite_area(bytecode, pc, op, &mut after);
        if parent != UNKNOWN {
            let origin = if op == Opcode::NewEnvironment {
                let constant = view::NewEnvironment(units).scope() as usize;
                Origin::Scope { info: body.constants[constant].bits(), parent }
            } else {
                Origin::With { parent }
            };
            let id = self.origins.iter().position(|its| *its == origin).unwrap_or(self.origins.len());
            if id == self.origins.len() && id < UNKNOWN as usize {
                self.origins.push(origin);
            }
            if let Some(i) = op.result(units.0).and_then(place) {
                after[i] = id as u16;
            }
        }
        if let Some((from, depth, slot)) = walked {
            self.walked(from, depth as usize, slot as u32);
        }
        after
    }

    /// Whoever is called has a frame where the call's area begins.
    fn overwrite_area(&self, bytecode: &[u16], pc: usize, op: Opcode, state: &mut [u16]) {
        let areas = op.places().filter(|(_, role)| role.is_area());
        for base in areas.map(|(at, role)| role.value(&bytecode[pc..], at) as usize) {
            for (register, held) in self.registers.iter().zip(state.iter_mut()) {
                if *register >= base {
                    *held = UNKNOWN;
                }
            }
        }
    }

    /// Notes that the code uses a slot so many parents up.
    fn walked(&mut self, mut from: u16, mut depth: usize, slot: u32) {
        while from != UNKNOWN && from != CLOSURE && depth > 0 {
            depth -= 1;
            from = match self.origins[from as usize] {
                Origin::Closure => CLOSURE,
                Origin::Scope { parent, .. } | Origin::With { parent } => parent,
            };
        }
        if from == CLOSURE {
            if self.needs.len() <= depth {
                self.needs.resize(depth + 1, 0);
            }
            self.needs[depth] = self.needs[depth].max(slot + 1);
        }
    }
}

fn operation(bytecode: &[u16], pc: usize) -> Opcode {
    Opcode::from_u16(bytecode[pc]).expect("verified bytecode")
}

fn makes_environment(op: Opcode) -> bool {
    matches!(
        op,
        Opcode::LoadCalleeEnvironment | Opcode::NewEnvironment | Opcode::CopyEnvironment | Opcode::NewWithEnvironment
    )
}

/// Joins what is known; true if that is news.
fn join(known: &mut Box<[u16]>, state: &[u16]) -> bool {
    if known.is_empty() {
        *known = state.into();
        return true;
    }
    let mut news = false;
    for (known, its) in known.iter_mut().zip(state) {
        if *known != *its && *known != UNKNOWN {
            *known = UNKNOWN;
            news = true;
        }
    }
    news
}

/// Looks at frames that were rebuilt. What it knows of code it keeps.
#[derive(Default)]
pub struct Verifier {
    known: FxHashMap<u32, Rc<Walks>>,
}

impl Verifier {
    /// Whether runs with these options are looked at.
    pub fn is_wanted(vm: &Vm) -> bool {
        cfg!(debug_assertions) || vm.options.deopt_every != 0 || vm.options.gc_stress != 0
    }

    /// Looks at the frames from the innermost to the outermost that an exit left.
    ///
    /// # Panics
    /// If an environment is not what the code walks.
    ///
    /// # Safety
    /// The frames are live and complete; `pending`: an exception is pending in the innermost.
    pub unsafe fn frames(&mut self, vm: &Vm, inner: *mut Frame, outer: *mut Frame, pending: bool) {
        let mut frame = inner;
        loop {
            // SAFETY: the caller's promise.
            if let Err(wrong) = unsafe { self.frame(vm, frame, frame == inner, pending) } {
                // SAFETY: as above.
                let (code, pc) = unsafe { ((*(*frame).code).code_id, (*frame).position) };
                let place = vm.place(code, pc);
                panic!(
                    "the exit of optimized code left {} at {}:{}:{} (bytecode offset {pc}) with {wrong}",
                    place.function, place.file, place.line, place.column
                );
            }
            if frame == outer {
                return;
            }
            // SAFETY: as above.
            frame = unsafe { (*frame).caller };
        }
    }

    /// # Safety
    /// As for [`Verifier::frames`].
    unsafe fn frame(&mut self, vm: &Vm, frame: *mut Frame, is_inner: bool, pending: bool) -> Result<(), String> {
        // SAFETY: the caller's promise: a live frame's code is a live Code cell.
        let (code, callee, pc) =
            unsafe { (Code::from_machine((*frame).code), (*frame).callee, (*frame).position as usize) };
        let Some(body) = code.body.get() else { return Err("code that has never run".into()) };
        let address = callee.bits() as usize;
        // SAFETY: there is a cell at the address.
        if !callee.is_cell() || !vm.heap.is_cell(address) || !unsafe { (*callee.as_cell()).is(CellKind::Function) } {
            return Err(format!("the callee {:#x}, which is no function", callee.bits()));
        }
        // SAFETY: it is a function, whose code is a Code cell.
        let (own, closed) = unsafe {
            let function = &*callee.as_cell().cast::<JsFunction>();
            (function.code.get().cast::<Code>().cast_const(), function.environment.get())
        };
        if !std::ptr::eq(own, code.as_ptr()) {
            return Err("a callee of other code than the frame's".to_string());
        }
        let walks =
            self.known.entry(code.machine().code_id).or_insert_with(|| Rc::new(Walks::new(&code, body))).clone();
        // SAFETY: chains of live environments; every link is asked for before it is followed.
        unsafe {
            let mut at = closed;
            for (depth, &slots) in walks.needs.iter().enumerate() {
                let length = length_of(vm, at).map_err(|what| {
                    format!("{what} {depth} parents up from the closure's environment, where {slots} slots are used")
                })?;
                if length < slots {
                    return Err(format!(
                        "{length} slots in the environment {depth} parents up from the closure's, where {slots} are used"
                    ));
                }
                at = (*at).parent.get();
            }
        }
        // What an instruction that threw left behind no state tells.
        let Some(held) = walks.before.get(pc).filter(|held| !held.is_empty()) else { return Ok(()) };
        if is_inner && pending {
            return Ok(());
        }
        let op = operation(&body.bytecode, pc);
        // Behind a call of an outer frame its result is not there yet, and the callee's frame lies over its area.
        let next = if is_inner { pc } else { pc + op.length() };
        let Some(alive) = walks.cfg.alive_before(next) else { return Ok(()) };
        for r in alive.iter() {
            let Some(i) = walks.registers.iter().position(|its| *its == r) else { continue };
            let mut writes = false;
            accesses(&body.bytecode, pc, op, |access| writes |= access == Access::Write(r));
            if held[i] == UNKNOWN || !is_inner && writes {
                continue;
            }
            // SAFETY: the register is a word of the live frame; links as above.
            unsafe {
                let value = *frame.cast::<Value>().add(r);
                chain(vm, &walks, held[i], value, closed).map_err(|what| format!("{what} in register {r}"))?;
            }
        }
        Ok(())
    }
}

/// Follows what is in a register down to the closure's environment.
///
/// # Safety
/// `closed` is null or a live environment.
unsafe fn chain(vm: &Vm, walks: &Walks, origin: u16, value: Value, closed: *mut Environment) -> Result<(), String> {
    let cell = |value: Value| if value.is_cell() { value.as_cell() } else { std::ptr::null_mut() };
    let mut at: *mut Environment = cell(value).cast();
    let mut origin = origin;
    let mut depth = 0;
    loop {
        let parent = match walks.origins[origin as usize] {
            Origin::Closure if at == closed => return Ok(()),
            Origin::Closure => return Err(format!("another environment than the closure's {depth} parents up")),
            Origin::Scope { info, parent } => {
                // SAFETY: the caller's promise; the length was asked for first.
                let length = unsafe { length_of(vm, at) }
                    .map_err(|what| format!("{what} {depth} parents up, where a scope's environment was made"))?;
                // SAFETY: it is an environment.
                let its = unsafe { (*at).info.get() } as u64;
                // SAFETY: the code names it, and is alive.
                let slots = vm::code::environment_length(unsafe { abi::Value::from_bits(info) });
                if its != info || length != slots {
                    return Err(format!(
                        "another scope's environment of {length} slots instead of {slots} {depth} parents up"
                    ));
                }
                parent
            }
            Origin::With { parent } => {
                // SAFETY: as above.
                unsafe { length_of(vm, at) }
                    .map_err(|what| format!("{what} {depth} parents up, where `with` made one"))?;
                parent
            }
        };
        // SAFETY: it is an environment.
        at = unsafe { (*at).parent.get() };
        origin = parent;
        depth += 1;
    }
}

/// The slots of an environment; what is there instead, if it is none.
///
/// # Safety
/// The heap is at rest.
unsafe fn length_of(vm: &Vm, at: *mut Environment) -> Result<u32, String> {
    let header = at.cast::<CellHeader>();
    if header.is_null() {
        return Err("no environment".into());
    }
    if !vm.heap.is_cell(header as usize) {
        return Err(format!("{header:?}, where there is no cell,"));
    }
    // SAFETY: there is a cell.
    unsafe {
        if !(*header).is(CellKind::Environment) {
            return Err(format!("a cell of kind {}", (*header).kind.get()));
        }
        Ok((*at).length.get())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use vm::object::function::{code_of, fields};
    use vm::options::Options;
    use vm::{Object, ValueExt};

    /// A closure two scopes deep, one that is one scope deep, and one that makes an environment and keeps it across a call.
    const PROGRAM: &str = "
        function nothing() {}
        var deep = (() => { let x = 1; return (() => { let y = 2; return () => x + y; })(); })();
        var flat = (() => { let z = 1; return () => z; })();
        var maker = (() => { let x = 1; return () => { let y = x; nothing(); return () => y; }; })();
        deep(); flat(); maker();";

    fn with_vm(test: fn(&mut Vm)) {
        let run = move || {
            let mut vm = Vm::new(Options::default()).expect("a VM");
            vm.run_script("environments.js", PROGRAM).map_err(drop).expect("the closures");
            test(&mut vm);
        };
        let thread = std::thread::Builder::new().stack_size(Options::default().stack_size);
        thread.spawn(run).expect("a thread").join().expect("it runs");
    }

    fn function(vm: &mut Vm, name: &str) -> Object {
        let value = vm.run_script("name.js", name).map_err(drop).expect("a function");
        value.as_object().expect("a function")
    }

    /// What is wrong with a frame of a function at an offset, with a word in a register.
    fn wrong(vm: &Vm, function: &JsFunction, code: &Code, pc: usize, register: (usize, u64)) -> String {
        let mut words = vec![Value::UNDEFINED.bits(); code.machine().frame_words as usize + FIRST_ARGUMENT];
        words[CODE] = std::ptr::from_ref(code.machine()) as u64;
        words[CALLEE] = std::ptr::from_ref(function) as u64;
        words[POSITION] = pc as u64;
        if register.0 != 0 {
            words[register.0] = register.1;
        }
        let frame = words.as_mut_ptr().cast::<Frame>();
        // SAFETY: the words are a frame.
        unsafe { Verifier::default().frame(vm, frame, true, false) }.err().unwrap_or_default()
    }

    #[test]
    fn closures_have_the_environments_that_their_code_walks() {
        with_vm(|vm| {
            let (deep, flat) = (function(vm, "deep"), function(vm, "flat"));
            let (code, deep, flat) = (code_of(deep), fields(deep), fields(flat));
            assert_eq!(wrong(vm, &deep, &code, 0, (0, 0)), "");
            assert!(wrong(vm, &flat, &code, 0, (0, 0)).contains("other code"));
            let own = deep.environment.replace(flat.environment.get());
            assert!(wrong(vm, &deep, &code, 0, (0, 0)).starts_with("no environment 1 parents up"));
            deep.environment.set(std::ptr::null_mut());
            assert!(wrong(vm, &deep, &code, 0, (0, 0)).starts_with("no environment 0 parents up"));
            deep.environment.set((&raw const code.header).cast_mut().cast());
            assert!(wrong(vm, &deep, &code, 0, (0, 0)).starts_with("a cell of kind"));
            deep.environment.set(own);
        });
    }

    #[test]
    fn registers_have_the_environments_that_were_made() {
        with_vm(|vm| {
            let (maker, flat) = (function(vm, "maker"), function(vm, "flat"));
            let (code, maker, flat) = (code_of(maker), fields(maker), fields(flat));
            let body = code.body.get().expect("it has run");
            let at = |op: Opcode| {
                let mut pc = 0;
                while operation(&body.bytecode, pc) != op {
                    pc += operation(&body.bytecode, pc).length();
                }
                pc
            };
            let made = at(Opcode::NewEnvironment);
            let made = view::NewEnvironment(Units(&body.bytecode[made..]));
            let register = made.dst();
            let info = body.constants[made.scope() as usize].as_cell();
            let closed = maker.environment.get();
            // SAFETY: the constant is a ScopeInfo cell, the parents are environments; the local variables keep both.
            let (right, elsewhere) = unsafe {
                let mut make = |parent| vm.new_environment(parent, info).map_err(drop).expect("an environment");
                (make(closed), make(flat.environment.get()))
            };
            let call = at(Opcode::Call);
            let found = |word: u64| wrong(vm, &maker, &code, call, (register, word));
            assert_eq!(found(right.bits()), "");
            assert!(found(elsewhere.bits()).starts_with("another environment than the closure's 1 parents up"));
            assert!(found(closed as u64).starts_with("another scope's environment"));
            assert!(found(Value::UNDEFINED.bits()).starts_with("no environment 0 parents up"));
            assert!(found(right.bits() + 8).contains("where there is no cell"));
        });
    }
}
