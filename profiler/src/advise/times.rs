//! The time of each site, by what was done for it: every sample counts for the innermost instruction of the program's own.

use super::cost::Tally;
use crate::profile::{Category, Profile, Tier};
use rustc_hash::FxHashMap;

/// What a site's samples were in.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct SiteTime {
    pub interpreter: Tally,
    pub baseline: Tally,
    pub optimized: Tally,
    /// The runtime: inline-cache misses, instructions that machine code hands to it, conversions, allocations, leaving optimized code.
    pub slow: Tally,
    /// The part of it that only finds out what is to be done, and would not be there in specialized code.
    pub dispatch: Tally,
    pub builtin: Tally,
    /// The part of built-ins in operations on properties as the specification has them, one at a time.
    pub generic: Tally,
    pub regexp: Tally,
    pub gc: Tally,
    /// By native function, in the runtime and in built-ins.
    pub natives: FxHashMap<i64, Tally>,
    /// By built-in.
    pub builtins: FxHashMap<u32, Tally>,
}

impl SiteTime {
    pub fn compiled(&self) -> Tally {
        self.baseline.plus(self.optimized)
    }

    pub fn all(&self) -> Tally {
        [self.interpreter, self.slow, self.builtin, self.regexp, self.gc].into_iter().fold(self.compiled(), Tally::plus)
    }
}

/// The time of a function's own instructions, by tier.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct FunctionTime {
    pub interpreter: Tally,
    pub baseline: Tally,
    pub optimized: Tally,
    pub all: Tally,
}

/// Where the time went.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Times {
    /// By function and bytecode offset.
    pub sites: FxHashMap<(u32, u32), SiteTime>,
    pub functions: FxHashMap<u32, FunctionTime>,
    /// All samples but idle ones.
    pub run: Tally,
}

/// Paths of the runtime's functions that interpret an instruction for machine code.
const DISPATCH: [&str; 6] = [
    "vm::interp::",
    "jit::opt::helpers",
    "vm::runtime::operators::",
    "<vm::interp::",
    "vm::feedback::",
    "vm::runtime::convert::",
];

/// Parts of the names of functions that take one property at a time.
const GENERIC: [&str; 7] = [
    "vm::object::ordinary::",
    "own_element",
    "get_if_present_slow",
    "get_own_property",
    "has_property",
    "::proxy::",
    "define_elem",
];

impl Times {
    pub fn new(profile: &Profile) -> Times {
        let named = |is: &dyn Fn(&str) -> bool| -> Vec<bool> { profile.natives.iter().map(|n| is(&n.name)).collect() };
        let dispatches = named(&|name| DISPATCH.iter().any(|path| name.starts_with(path)));
        let generics = named(&|name| GENERIC.iter().any(|part| name.contains(part)));
        let samples = &profile.samples;
        let mut times = Times::default();
        for i in 0..samples.len() {
            let (category, ns, native) = (samples.category(i), samples.weight_ns[i], samples.native[i]);
            if category == Category::Idle {
                continue;
            }
            times.run.add(ns);
            let mut builtin = None;
            let mut credited = None;
            for frame in profile.stacks.walk(samples.stack[i]).map(|f| &profile.frames[f as usize]) {
                if frame.tier.is_script() {
                    credited = Some(frame);
                    break;
                }
                // The one that the site called.
                if frame.tier == Tier::Builtin {
                    builtin = Some(frame.function);
                }
            }
            let Some(frame) = credited else { continue };
            let function = times.functions.entry(frame.function).or_default();
            function.all.add(ns);
            if matches!(category, Category::Parse | Category::Compile) {
                continue;
            }
            match frame.tier {
                Tier::Interpreter => function.interpreter.add(ns),
                Tier::Baseline => function.baseline.add(ns),
                _ => function.optimized.add(ns),
            }
            let site = times.sites.entry((frame.function, frame.offset)).or_default();
            let is = |names: &[bool]| usize::try_from(native).is_ok_and(|n| names[n]);
            match category {
                Category::RegExp => site.regexp.add(ns),
                Category::GcMark | Category::GcSweep => site.gc.add(ns),
                _ if builtin.is_some() => {
                    site.builtin.add(ns);
                    site.builtins.entry(builtin.unwrap_or(0)).or_default().add(ns);
                    site.natives.entry(native).or_default().add(ns);
                    if is(&generics) {
                        site.generic.add(ns);
                    }
                }
                Category::Interpreter => site.interpreter.add(ns),
                Category::Baseline => site.baseline.add(ns),
                Category::Optimized => site.optimized.add(ns),
                _ => {
                    site.slow.add(ns);
                    site.natives.entry(native).or_default().add(ns);
                    if category == Category::InlineCache || is(&dispatches) {
                        site.dispatch.add(ns);
                    }
                }
            }
        }
        times
    }
}
