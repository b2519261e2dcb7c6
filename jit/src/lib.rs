//! The compiled tiers.
//!
//! `vm` reaches them by [`vm::tier::Compiler`] and a few addresses, and knows nothing else of them. T1, the baseline tier, copies and patches
//! stencils that the build script made (`baseline`); code lives in one range mapped twice ([`memory`]), and is
//! listed by `print`. T2 is [`opt`]. The tier manager (`tiers`) owns both and the memory. Regular expressions have a compiler of their own
//! ([`regexp`]).

mod baseline;
pub mod memory;
pub mod opt;
mod print;
pub mod regexp;
mod stopwatch;
mod tiers;

use vm::Vm;
use vm::options::Tier;

/// Gives a VM its compiled tiers, as its options allow. Without effect on a platform for which there are no stencils.
pub fn install(vm: &mut Vm) {
    if !vm.options.jitless && (vm.options.tier >= Tier::Baseline || vm.options.named_entries) {
        tiers::install(vm);
    }
    if !vm.options.jitless && vm.options.tier >= Tier::Baseline {
        regexp::install(vm);
    }
}
