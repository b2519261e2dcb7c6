//! The compiled tiers.
//!
//! `vm` reaches them by [`vm::tiering::Compiler`] and a few addresses, and knows nothing else of them. T1, the baseline tier, copies and patches
//! stencils that the build script made (`baseline`); code lives in one range mapped twice ([`memory`]), and is
//! listed by `print`. T2 is [`opt`]. The tier manager (`tiers`) owns both and the memory. Regular expressions have a compiler of their own
//! ([`regexp`]).

mod aarch64;
mod baseline;
pub mod memory;
pub mod opt;
mod print;
pub mod regexp;
mod stopwatch;
pub mod target;
mod tiers;

use target::Target;
use vm::Vm;
use vm::options::Tier;

/// Gives a VM its compiled tiers, as its options allow. Without effect on a platform for which there are no stencils.
pub fn install(vm: &mut Vm) {
    if has_machine_code(vm) {
        tiers::install(vm);
    }
    if has_regexps(vm)
        && let Some(target) = Target::HOST
    {
        regexp::install(vm, target);
    }
}

/// The same with code for another machine, for whoever sets `vm.tiers.call` and `vm.tiers.call_pattern` to something that runs it, before anything is run.
pub fn install_for(vm: &mut Vm, target: Target) {
    if has_machine_code(vm) {
        tiers::install_for_target(vm, target);
    }
    if has_regexps(vm) {
        regexp::install(vm, target);
    }
}

fn has_machine_code(vm: &Vm) -> bool {
    !vm.options.jitless && (vm.options.tier >= Tier::Baseline || vm.options.named_entries)
}

fn has_regexps(vm: &Vm) -> bool {
    !vm.options.jitless && vm.options.tier >= Tier::Baseline
}
