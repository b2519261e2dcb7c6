//! Installing code that the worker has compiled.

use super::exit::Exit;
use super::ir::{Assumption, Reason};
use super::tier_up::CALL;
use super::worker::Done;
use super::{Optimizer, explain, record};
use crate::memory::CodeMemory;
use crate::print;
use crate::stopwatch::Stopwatch;
use abi::context::VmState;
use abi::frame::CodeHeader;
use vm::Vm;
use vm::code::Code;
use vm::code::origin::{CodeOrigin, MachineCode, OriginRanges};
use vm::object::watchpoints::Reliant;
use vm::observe::now_ns;
use vm::options::Tier;

/// Code that is installed, or was: it may be running still.
pub(super) struct Installed {
    pub(super) machine: *const CodeHeader,
    pub(super) entry: u32,
    pub(super) address: *const u8,
    /// Words of the VM stack that its frames take.
    pub(super) words: u32,
    pub(super) exits: Vec<Exit>,
    /// By exit: how often it was taken, and its number among the guards on record.
    pub(super) counts: Vec<u32>,
    pub(super) sites: Vec<u32>,
    /// The id of its frames, and of what its bytes are.
    pub(super) id: u32,
    pub(super) origins: Vec<CodeOrigin>,
    pub(super) installed_ns: u64,
    pub(super) compile_ns: u64,
    pub(super) left: u64,
    pub(super) failures: u32,
    /// How often that many were let pass, and how many there were then, and when.
    pub(super) lenient: u32,
    pub(super) passed: (u32, u64),
    /// How many codes the function had at this entry before that failed at what was known.
    pub(super) repeats: u32,
    /// What was blamed later was not known.
    pub(super) epoch: u32,
    pub(super) is_valid: bool,
    /// What it relies on, and why that does not hold any more.
    pub(super) assumptions: Vec<Assumption>,
    pub(super) broken: Reason,
    pub(super) piece: (usize, usize),
    /// What it names by address.
    pub(super) cells: Vec<u64>,
    /// The closure that it is for; 0 if it is for any.
    pub(super) owner: u64,
}

impl Optimizer {
    /// Installs what the worker has finished.
    pub(super) fn link(&mut self, vm: &mut Vm, memory: &mut CodeMemory) {
        while let Some(done) = self.worker.receive() {
            let started = Stopwatch::start();
            vm.compiling(VmState::CompileOptimized, done.code_id, 0, |vm| self.install(vm, memory, done));
            self.budget.spend(started.elapsed());
        }
    }

    /// Installs code; its number is free again if that cannot be done.
    pub(super) fn install(&mut self, vm: &mut Vm, memory: &mut CodeMemory, mut done: Done) {
        let (number, machine) = (done.number, done.machine as *const CodeHeader);
        self.workspace.recycle(std::mem::take(&mut done.graph));
        if self.try_to_install(vm, memory, done).is_none() {
            self.free.push(number);
            return;
        }
        self.set_owner(machine);
    }

    fn try_to_install(&mut self, vm: &mut Vm, memory: &mut CodeMemory, done: Done) -> Option<()> {
        let machine = done.machine as *mut CodeHeader;
        // The function may have died since.
        let function = self.functions.get_mut(&machine.cast_const())?;
        // SAFETY: functions that are known are alive.
        if unsafe { (*machine).code_id } != done.code_id || self.never.contains(&machine.cast_const()) {
            return None;
        }
        let place = function.entries.entry(done.entry).or_default();
        place.waiting = false;
        let compiled = match done.compiled {
            Ok(compiled) => compiled,
            Err(error) => {
                place.give_up();
                record::decided(vm, done.code_id, 0, "not-optimized", &error, &[]);
                return None;
            }
        };
        let reliant = Reliant { code: done.number, valid: self.relies[done.number as usize].clone() };
        // SAFETY: the function keeps what its code relies on.
        let holds = |a: &Assumption| unsafe { vm.rely_on(a.byte as *const u8, &reliant) };
        if !done.assumptions.iter().all(holds) {
            done.assumptions.iter().for_each(|a| vm.watch.withdraw(a.byte as *const u8, done.number));
            place.repeats += 1;
            record::decided(vm, done.code_id, 0, "not-optimized", "what it relies on changed meanwhile", &[]);
            return None;
        }
        let Some(offset) = memory.allocate(compiled.code.len()) else {
            done.assumptions.iter().for_each(|a| vm.watch.withdraw(a.byte as *const u8, done.number));
            return None;
        };
        memory.write(offset, &compiled.code);
        let address = memory.address(offset);
        // SAFETY: the function is alive: its machine part is forgotten when it dies.
        unsafe {
            if done.entry == CALL {
                (*machine).optimized = address;
                (*machine).entry = address;
            } else if done.entry == 0 {
                (*machine).optimized_body = address;
                (*machine).optimized_words = done.words;
            }
        }
        place.code = Some(done.number);
        let is_resumption = place.is_resumption;
        function.codes.push(done.number);
        let (tries, repeats, epoch) = (place.tries, place.repeats.min(8), place.epoch);
        let thrown_away = place.thrown_away.take();
        let compile_ns = (done.building + done.compiling).as_nanos() as u64;
        let at = if done.entry == CALL { 0 } else { done.entry };
        record::decided(
            vm,
            done.code_id,
            at,
            "optimized",
            match done.entry {
                CALL => "entered by calls",
                _ if is_resumption => "entered where it goes on after it was suspended",
                _ => "entered in a loop",
            },
            &[
                ("nodes", done.nodes as u64),
                ("build_us", done.building.as_micros() as u64),
                ("compile_us", done.compiling.as_micros() as u64),
                ("bytes", compiled.code.len() as u64),
                ("exits", compiled.exits.len() as u64),
                ("attempt", u64::from(tries)),
            ],
        );
        for (code_id, offset, why, times) in &done.removals {
            let (decision, why) = why.words();
            record::decided(vm, *code_id, *offset, decision, why, &[("times", *times)]);
        }
        if let Some((since, record)) = thrown_away {
            record::optimized_again(vm, done.code_id, since, record);
        }
        let start = address as usize;
        let (id, installed_ns) = (done.id, now_ns());
        let made = MachineCode {
            id: done.id,
            code_id: done.code_id,
            tier: Tier::Optimizer,
            start,
            end: start + compiled.code.len(),
            origins: done.origins.clone(),
            ranges: OriginRanges::Listed(done.ranges),
            activations: done.activations,
            installed: (vm.observed.sample_index(), installed_ns),
            freed: None,
        };
        if print::is_wanted(vm, done.code_id)
            // SAFETY: functions that are known are alive.
            && let Some(body) = unsafe { Code::from_machine(machine) }.body.get()
        {
            let exit_offsets =
                compiled.exit_offsets.iter().map(|&(at, n)| (at, explain::exit_text(vm, &compiled.exits, n)));
            let exit_offsets = exit_offsets.collect();
            let code = memory.bytes(offset, compiled.code.len());
            print::print(vm, self.target, &made, body, code, &exit_offsets);
        }
        vm.code_installed(made);
        let counts = vec![0; compiled.exits.len()];
        self.codes[done.number as usize] = Some(Installed {
            machine,
            entry: done.entry,
            address,
            words: done.words,
            exits: compiled.exits,
            sites: vec![record::UNKNOWN; counts.len()],
            counts,
            id,
            origins: done.origins,
            installed_ns,
            compile_ns,
            left: 0,
            failures: 0,
            lenient: 0,
            passed: (0, installed_ns),
            repeats,
            epoch,
            is_valid: true,
            assumptions: done.assumptions,
            broken: Reason::PrototypeChanged,
            piece: (offset, compiled.code.len()),
            cells: done.cells,
            owner: done.owner,
        });
        if is_resumption {
            self.list_resumptions(machine);
        }
        Some(())
    }
}
