//! T1: every instruction's stencil, copied one behind the other and patched.
//!
//! [`select`] chooses the stencils of an instruction by what its site has seen, [`patch`] copies and fills them. What no stencil is made for, and what
//! a stencil's fast path does not cover, goes to the runtime one instruction at a time. A function whose sites have learnt much since is compiled anew.

pub(crate) mod architecture;
#[allow(dead_code)] // The build script alone needs all of it.
mod contract;
mod evict;
pub(crate) mod patch;
mod prefetch;
mod select;
pub(crate) mod stencil;

use crate::memory::CodeMemory;
use crate::print;
use crate::stopwatch::Stopwatch;
use abi::frame::{CodeHeader, NativeOffsets};
use architecture::Architecture;
use patch::Refusal;
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;
use std::marker::PhantomData;
use vm::Vm;
use vm::code::Code;
use vm::code::origin::MachineCode;
use vm::observe::now_ns;
use vm::options::Tier;

/// Addresses of the thunks that stencils leave through.
#[derive(Clone, Copy)]
pub(crate) struct Thunks {
    pub step: usize,
    pub exception: usize,
    pub enter: usize,
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
pub(crate) struct Baseline<A> {
    thunks: Thunks,
    /// What each function's header points at.
    installed: FxHashMap<*const CodeHeader, Installed>,
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

impl<A: Architecture> Baseline<A> {
    /// `budget`: bytes that all code may take.
    pub(crate) fn new(thunks: Thunks, budget: usize, trace: bool) -> Baseline<A> {
        Baseline {
            thunks,
            installed: FxHashMap::default(),
            budget,
            older: 0,
            older_limit: 0,
            compilations: 0,
            refusals: 0,
            patience: 1,
            plan: Default::default(),
            trace,
            architecture: PhantomData,
        }
    }

    /// See [`vm::tiering::Compiler::compile`].
    pub(crate) fn compile(&mut self, vm: &mut Vm, memory: &mut CodeMemory, code: &Code) -> bool {
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
        let mut compiled = self.plan.carry_out::<A>(vm, unsafe { &*machine }, body, self.thunks, memory);
        if let Err(Refusal::NoRoom(bytes)) = compiled {
            self.make_room(vm, memory, bytes, machine);
            // SAFETY: as above.
            compiled = self.plan.carry_out::<A>(vm, unsafe { &*machine }, body, self.thunks, memory);
        }
        let Ok(compiled) = compiled else { return false };
        let (offset, bytes) = (compiled.place, compiled.bytes);
        // SAFETY: as above.
        unsafe {
            (*machine).native = memory.address(offset);
            (*machine).native_offsets = compiled.offsets.as_ptr();
            (*machine).unused = false;
            if (*machine).optimized.is_null() {
                (*machine).entry = (*machine).native;
            }
        }
        let start = memory.address(offset) as usize;
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
            activations: 1,
            installed: (vm.observed.sample_index(), now_ns()),
            freed: None,
        };
        if print::is_wanted(vm, made.code_id) {
            print::print(vm, A::TARGET, &made, body, memory.bytes(offset, bytes), &BTreeMap::new());
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
        self.drop_older_code(vm, memory, machine);
        if let Some(started) = started {
            let instructions = self.plan.instructions;
            let micros = started.elapsed().as_secs_f64() * 1e6;
            // SAFETY: as above.
            let (name, compiles) = unsafe {
                let name = vm.code.get((*machine).code_id).map_or("", |info| info.name.as_str());
                (if name.is_empty() { "(anonymous)" } else { name }, (*machine).compiles)
            };
            vm::observe::trace::say(&format!(
                "[baseline] {name}: {instructions} instructions, {micros:.1} us, {bytes} bytes{}",
                if compiles > 1 { format!(", compilation {compiles}") } else { String::new() }
            ));
        }
        true
    }

    /// Functions have died: their pieces of code.
    pub(crate) fn forget(&mut self, dead: &[*const CodeHeader]) -> Vec<(usize, usize)> {
        let mut pieces = Vec::new();
        for installed in dead.iter().filter_map(|machine| self.installed.remove(machine)) {
            self.older -= installed.older();
            pieces.extend(installed.pieces);
        }
        pieces
    }
}
