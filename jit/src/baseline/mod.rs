//! T1: every instruction's stencil, copied one behind the other and patched.
//!
//! [`select`] chooses the stencils of an instruction by what its site has seen, [`patch`] copies and fills them. What no stencil is made for, and what
//! a stencil's fast path does not cover, goes to the runtime one instruction at a time. A function whose sites have learnt much since is compiled anew.

mod architecture;
#[allow(dead_code)] // The build script alone needs all of it.
mod contract;
#[cfg(all(test, not(target_arch = "aarch64")))]
pub(crate) mod emulated;
mod evict;
mod patch;
mod prefetch;
mod select;
mod stencil;

use crate::memory::CodeMemory;
use crate::opt::Optimizer;
use crate::print;
use crate::stopwatch::Stopwatch;
use abi::frame::{CodeHeader, Frame, NativeOffsets};
use architecture::Architecture;
pub(crate) use evict::stamp;
use patch::Refusal;
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;
use std::marker::PhantomData;
use stencil::id;
use vm::Vm;
use vm::code::Code;
use vm::code_origin::{CodeOrigin, MachineCode, OriginRange, OriginRanges};
use vm::deopt::Reason;
use vm::observe::{Observation, now_ns};
use vm::options::Tier;
use vm::tier::{CallCompiled, Compiler, Leave};
use vm::watch::Watchpoints;

/// Addresses of the thunks that stencils leave through.
#[derive(Clone, Copy)]
struct Thunks {
    step: usize,
    exception: usize,
    enter: usize,
}

/// Memory that a function's code refers to.
#[derive(Default)]
struct Installed {
    offsets: Box<[NativeOffsets]>,
    /// The stencils that were chosen, hashed.
    selection: u64,
    /// Where its code is, older code first, which may still be running: offset and bytes.
    pieces: Vec<(usize, usize)>,
    /// The jump tables of each piece.
    tables: Vec<Vec<Box<[u64]>>>,
    /// The how-manieth compilation it was.
    made: u64,
}

impl Installed {
    /// Bytes of its older code.
    fn older(&self) -> usize {
        self.pieces.iter().rev().skip(1).map(|(_, bytes)| bytes).sum()
    }
}

/// The baseline compiler of one VM.
struct Baseline<A> {
    memory: CodeMemory,
    thunks: Thunks,
    /// What each function's header points at.
    installed: FxHashMap<*const CodeHeader, Installed>,
    /// The tier above.
    optimizer: Option<Optimizer>,
    /// Bytes that all code may take.
    budget: usize,
    /// Bytes of older code of functions that were compiled anew, and how many there may be until somebody looks.
    older: usize,
    older_limit: usize,
    compilations: u64,
    /// Requests for room that are refused without looking, and how many will be after the next look in vain.
    refusals: u32,
    patience: u32,
    plan: patch::Plan,
    trace: bool,
    architecture: PhantomData<A>,
}

/// Gives the VM a baseline compiler, if there are stencils for this machine and memory for code.
pub fn install(vm: &mut Vm) {
    #[cfg(target_arch = "x86_64")]
    install_for::<architecture::X86_64>(vm);
    #[cfg(target_arch = "aarch64")]
    install_for::<architecture::Aarch64>(vm);
    #[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
    let _ = vm;
}

/// The same for a machine that may be another than this one, if `vm.tiers.call` is set accordingly before anything runs.
fn install_for<A: Architecture>(vm: &mut Vm) {
    let budget = vm.options.code_memory;
    let Ok(mut memory) = CodeMemory::new(budget) else { return };
    let mut thunks = Vec::new();
    let mut thunk = |name: &'static str, number: usize| {
        let (offset, bytes) = write_thunk::<A>(&mut memory, vm, number)?;
        let start = memory.address(offset) as usize;
        thunks.push((name, start..start + bytes));
        Some(offset)
    };
    let offsets = (|| {
        // The first: in most of it the pinned register is the runtime's.
        let call = thunk("(call machine code)", id::THUNK_CALL)?;
        Some([
            call,
            thunk("(hand back an instruction)", id::THUNK_STEP)?,
            thunk("(catch an exception)", id::THUNK_EXCEPTION)?,
            thunk("(enter in the middle)", id::THUNK_ENTER)?,
            thunk("(interpret)", id::THUNK_INTERPRET)?,
            thunk("(go on in the interpreter)", id::THUNK_RESUME)?,
            thunk("(return the value)", id::THUNK_FINISH)?,
            thunk("(leave optimized code)", id::THUNK_EXIT)?,
        ])
    })();
    let Some([call, step, exception, enter, interpret, resume, finish, exit]) = offsets else { return };
    vm.observed.thunks = thunks;
    vm.tiers.interpret = memory.address(interpret);
    vm.tiers.resume = memory.address(resume);
    vm.tiers.finish = memory.address(finish);
    // SAFETY: the thunk was compiled with that signature and convention.
    vm.tiers.call = Some(unsafe { std::mem::transmute::<*const u8, CallCompiled>(memory.address(call)) });
    vm.tiers.threshold = vm.options.baseline_threshold;
    let first_code = memory.address(memory.used()) as usize;
    let [returned, published] =
        [A::STENCILS.returned.start, A::STENCILS.returned.end].map(|at| memory.address(call + at) as usize);
    vm.observed.compiled.set(memory.address(step) as usize, first_code..memory.end() as usize, returned..published);
    let trace = vm.options.trace_compile;
    let optimizer = if A::IS_OPTIMIZED_FOR && vm.options.tier >= Tier::Optimizer {
        Optimizer::new(vm, memory.address(enter) as u64, memory.address(exit) as u64)
    } else {
        None
    };
    vm.tiers.compiler = Some(Box::new(Baseline::<A> {
        memory,
        thunks: Thunks { step, exception, enter },
        installed: FxHashMap::default(),
        optimizer,
        budget,
        older: 0,
        older_limit: 0,
        compilations: 0,
        refusals: 0,
        patience: 1,
        plan: Default::default(),
        trace,
        architecture: PhantomData,
    }));
    vm.adopt_code();
}

/// Puts a thunk into the code memory: its offset and bytes.
fn write_thunk<A: Architecture>(memory: &mut CodeMemory, vm: &Vm, number: usize) -> Option<(usize, usize)> {
    let code = patch::thunk::<A>(number, vm);
    let offset = memory.allocate(code.len())?;
    memory.write(offset, &code);
    Some((offset, code.len()))
}

impl<A: Architecture> Compiler for Baseline<A> {
    fn named_entry(&mut self, vm: &mut Vm, code_id: u32) -> Option<*const u8> {
        let (offset, bytes) = write_thunk::<A>(&mut self.memory, vm, id::THUNK_INTERPRET)?;
        let entry = self.memory.address(offset);
        vm.code_installed(MachineCode {
            id: code_id,
            code_id,
            tier: Tier::Interpreter,
            start: entry as usize,
            end: entry as usize + bytes,
            origins: vec![CodeOrigin { code_id, offset: 0, caller: CodeOrigin::OUTERMOST }],
            ranges: OriginRanges::from_iter([OriginRange::exact(0, 0)]),
            call_sites: Vec::new(),
            activations: 1,
            installed: (vm.observed.sample_index(), now_ns()),
            freed: None,
        });
        Some(entry)
    }

    fn compile(&mut self, vm: &mut Vm, code: &Code) -> bool {
        if vm.options.tier < Tier::Baseline {
            return false;
        }
        let started = self.trace.then(Stopwatch::start);
        let Some(body) = code.body.get() else { return false };
        let machine = code.machine.get();
        // SAFETY: the machine part is the live cell's; it is read here and written below, by this thread.
        self.plan.make::<A>(unsafe { &*machine }, body);
        if self.installed.get(&machine.cast_const()).is_some_and(|i| i.selection == self.plan.selection) {
            // The sites have learnt nothing that would change the code.
            return true;
        }
        // SAFETY: as above.
        let mut compiled = self.plan.carry_out::<A>(vm, unsafe { &*machine }, body, self.thunks, &mut self.memory);
        if let Err(Refusal::NoRoom(bytes)) = compiled {
            self.make_room(vm, bytes, machine);
            // SAFETY: as above.
            compiled = self.plan.carry_out::<A>(vm, unsafe { &*machine }, body, self.thunks, &mut self.memory);
        }
        let Ok(compiled) = compiled else { return false };
        let (offset, bytes) = (compiled.place, compiled.bytes);
        // SAFETY: as above.
        unsafe {
            (*machine).native = self.memory.address(offset);
            (*machine).native_offsets = compiled.offsets.as_ptr();
            (*machine).unused = false;
            if (*machine).optimized.is_null() {
                (*machine).entry = (*machine).native;
            }
        }
        let start = self.memory.address(offset) as usize;
        // SAFETY: as above.
        let (id, code_id) = unsafe { ((*machine).native_id, (*machine).code_id) };
        let made = MachineCode {
            id,
            code_id,
            tier: Tier::Baseline,
            start,
            end: start + bytes,
            origins: Vec::new(),
            ranges: compiled.ranges,
            call_sites: Vec::new(),
            activations: 1,
            installed: (vm.observed.sample_index(), now_ns()),
            freed: None,
        };
        if print::is_wanted(vm, made.code_id) {
            print::print(vm, &made, body, self.memory.bytes(offset, bytes), &BTreeMap::new());
        }
        vm.code_installed(made);
        // Jump tables of older code stay: it may still be running.
        let installed = self.installed.entry(machine).or_default();
        installed.offsets = compiled.offsets;
        installed.selection = self.plan.selection;
        self.older += installed.pieces.last().map_or(0, |(_, bytes)| *bytes);
        installed.pieces.push((offset, compiled.allocated));
        installed.tables.push(compiled.tables);
        self.compilations += 1;
        installed.made = self.compilations;
        self.drop_older_code(vm, machine);
        if let Some(started) = started {
            let instructions = self.plan.instructions;
            let micros = started.elapsed().as_secs_f64() * 1e6;
            // SAFETY: as above.
            let (name, compiles) = unsafe {
                let name = vm.code.get((*machine).code_id).map_or("", |info| info.name.as_str());
                (if name.is_empty() { "(anonymous)" } else { name }, (*machine).compiles)
            };
            vm::trace::say(&format!(
                "[baseline] {name}: {instructions} instructions, {micros:.1} us, {bytes} bytes{}",
                if compiles > 1 { format!(", compilation {compiles}") } else { String::new() }
            ));
        }
        true
    }

    fn forget(&mut self, dead: &[*const CodeHeader], observed: &mut Observation, watch: &mut Watchpoints) {
        let mut freed = self.optimizer.as_mut().map_or_else(Vec::new, |optimizer| optimizer.forget(dead, watch));
        for machine in dead {
            if let Some(installed) = self.installed.remove(machine) {
                self.older -= installed.older();
                freed.extend(installed.pieces);
            }
        }
        for &(offset, bytes) in &freed {
            self.memory.release(offset, bytes);
        }
        stamp(&self.memory, &freed, observed);
    }

    fn optimize_now(&mut self, vm: &mut Vm, code: &Code) -> bool {
        self.optimizer.as_mut().is_some_and(|optimizer| optimizer.compile_now(vm, code, &mut self.memory))
    }

    fn never_optimize(&mut self, vm: &mut Vm, code: &Code) {
        if let Some(optimizer) = &mut self.optimizer {
            optimizer.never_compile(vm, code);
        }
    }

    fn invalidate(&mut self, vm: &mut Vm, code: u32, byte: *const u8, reason: Reason) {
        if let Some(optimizer) = &mut self.optimizer {
            optimizer.invalidate(vm, code, byte, reason);
        }
    }

    unsafe fn tick(&mut self, vm: &mut Vm, frame: *mut Frame, target: usize) -> *const u8 {
        match &mut self.optimizer {
            // SAFETY: the caller's promise.
            Some(optimizer) => unsafe { optimizer.tick(vm, frame, target, &mut self.memory) },
            None => std::ptr::null(),
        }
    }

    unsafe fn leave(&mut self, vm: &mut Vm, frame: *mut Frame, number: u64) -> Leave {
        let optimizer = self.optimizer.as_mut().expect("its code was running");
        // SAFETY: the caller's promise.
        unsafe { optimizer.leave(vm, frame, number) }
    }
}
