//! The tier manager: it owns the memory for code and both compiled tiers, and answers the VM for them.
//!
//! What each tier decides is its own: [`baseline`](crate::baseline) which stencils a function gets and which code goes when memory is short,
//! [`opt`](crate::opt) which functions are optimized, and when their code is thrown away. Neither knows of the other.

mod thunks;

use crate::baseline::Baseline;
use crate::baseline::architecture::{self, Architecture};
use crate::memory::CodeMemory;
use crate::opt::Optimizer;
use crate::target::Target;
use abi::frame::{CodeHeader, Frame};
use vm::Vm;
use vm::code::Code;
use vm::code::origin::{CodeOrigin, MachineCode, OriginRange, OriginRanges};
use vm::object::watchpoints::Watchpoints;
use vm::observe::{Observation, now_ns};
use vm::options::Tier;
use vm::tiering::deopt::Reason;
use vm::tiering::{Compiler, Leave};

/// The compiled tiers of one VM.
struct TierManager<A> {
    memory: CodeMemory,
    baseline: Baseline<A>,
    optimizer: Option<Optimizer>,
}

/// Gives the VM its compiled tiers, if there are stencils for this machine and memory for code.
pub fn install(vm: &mut Vm) {
    #[cfg(target_arch = "x86_64")]
    install_for::<architecture::X86_64>(vm);
    #[cfg(target_arch = "aarch64")]
    install_for::<architecture::Aarch64>(vm);
    #[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
    let _ = vm;
}

/// The same for another machine.
pub fn install_for_target(vm: &mut Vm, target: Target) {
    match target {
        #[cfg(target_arch = "x86_64")]
        Target::X86_64 => install_for::<architecture::X86_64>(vm),
        #[cfg(not(target_arch = "x86_64"))]
        Target::X86_64 => {}
        Target::Aarch64 => install_for::<architecture::Aarch64>(vm),
    }
}

fn install_for<A: Architecture>(vm: &mut Vm) {
    let budget = vm.options.code_memory;
    let Ok(mut memory) = CodeMemory::new(budget) else { return };
    let Some(thunks) = thunks::install::<A>(&mut memory, vm) else { return };
    let optimizer = if vm.options.tier >= Tier::Optimizer {
        let [enter, exit, preserve] =
            [thunks.enter, thunks.exit, thunks.preserve].map(|thunk| memory.address(thunk) as u64);
        Optimizer::new(vm, A::TARGET, [enter, exit, preserve])
    } else {
        None
    };
    let baseline = Baseline::<A>::new(thunks.of_stencils, budget, vm.options.trace_compile);
    vm.tiers.compiler = Some(Box::new(TierManager { memory, baseline, optimizer }));
    vm.adopt_code();
}

impl<A: Architecture> Compiler for TierManager<A> {
    fn compile(&mut self, vm: &mut Vm, code: &Code) -> bool {
        vm.options.tier >= Tier::Baseline && self.baseline.compile(vm, &mut self.memory, code)
    }

    fn named_entry(&mut self, vm: &mut Vm, code_id: u32) -> Option<*const u8> {
        let (offset, bytes) = thunks::interpret::<A>(&mut self.memory, vm)?;
        let entry = self.memory.address(offset);
        vm.code_installed(MachineCode {
            id: code_id,
            code_id,
            tier: Tier::Interpreter,
            start: entry as usize,
            end: entry as usize + bytes,
            origins: vec![CodeOrigin { code_id, offset: 0, caller: CodeOrigin::OUTERMOST }],
            ranges: OriginRanges::from_iter([OriginRange::exact(0, 0)]),
            activations: 1,
            installed: (vm.observed.sample_index(), now_ns()),
            freed: None,
        });
        Some(entry)
    }

    fn forget(&mut self, dead: &[*const CodeHeader], observed: &mut Observation, watch: &mut Watchpoints) {
        let mut freed = self.optimizer.as_mut().map_or_else(Vec::new, |optimizer| optimizer.forget(dead, watch));
        freed.extend(self.baseline.forget(dead));
        for &(offset, bytes) in &freed {
            self.memory.release(offset, bytes);
        }
        self.memory.stamp_freed(&freed, observed);
    }

    fn retire(&mut self, orphaned: &[*const CodeHeader], interpret: *const u8) {
        if let Some(optimizer) = &mut self.optimizer {
            optimizer.retire(orphaned, interpret);
        }
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

    unsafe fn tick(&mut self, vm: &mut Vm, frame: *mut Frame, target: usize, is_resumed: bool) -> *const u8 {
        match &mut self.optimizer {
            // SAFETY: the caller's promise.
            Some(optimizer) => unsafe { optimizer.tick(vm, frame, target, is_resumed, &mut self.memory) },
            None => std::ptr::null(),
        }
    }

    unsafe fn leave(&mut self, vm: &mut Vm, frame: *mut Frame, number: u64) -> Leave {
        let optimizer = self.optimizer.as_mut().expect("its code was running");
        // SAFETY: the caller's promise.
        unsafe { optimizer.leave(vm, frame, number) }
    }
}
