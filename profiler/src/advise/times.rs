//! The time of each site, by what was done for it: every sample counts for the innermost instruction of the program's own.

use super::cost::Tally;
use super::natives::{self, Purpose};
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
    /// The part of it in the interpreter's handler of the instruction.
    pub handler: Tally,
    /// The part of `slow` that makes arguments objects, and that collects keys for for-in.
    pub arguments: Tally,
    pub enumeration: Tally,
    pub builtin: Tally,
    /// The part of built-ins in operations on properties as the specification has them, one at a time.
    pub generic: Tally,
    /// The part of built-ins, beside that, in instructions of their own that machine code hands to the runtime.
    pub builtin_dispatch: Tally,
    pub regexp: Tally,
    pub gc: Tally,
    /// Machine code of functions that it called, which are not inlined, of their own.
    pub callees: Tally,
    /// The part of it at their first instruction and where they return.
    pub entering: Tally,
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
    /// The part in built-ins, the collector and regular expressions, which take the same in all tiers: called from the baseline tier and from
    /// optimized code, and in all.
    pub called_from_baseline: Tally,
    pub called_from_optimized: Tally,
    pub called: Tally,
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

impl Times {
    pub fn new(profile: &Profile) -> Times {
        let of = |purpose| -> Vec<bool> { profile.natives.iter().map(|n| natives::is(&n.name, purpose)).collect() };
        let dispatches = of(Purpose::Dispatch);
        let handlers = of(Purpose::Handler);
        let generics = of(Purpose::Generic);
        let arguments = of(Purpose::Arguments);
        let enumerations = of(Purpose::Enumeration);
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
            let mut caller = None;
            for frame in profile.stacks.walk(samples.stack[i]).map(|f| &profile.frames[f as usize]) {
                if credited.is_some() {
                    caller = Some(frame).filter(|frame| frame.tier.is_script());
                    break;
                }
                if frame.tier.is_script() {
                    credited = Some(frame);
                    continue;
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
            if builtin.is_some() || matches!(category, Category::RegExp | Category::GcMark | Category::GcSweep) {
                function.called.add(ns);
                match frame.tier {
                    Tier::Baseline => function.called_from_baseline.add(ns),
                    Tier::Optimized => function.called_from_optimized.add(ns),
                    _ => {}
                }
            }
            if matches!(category, Category::Baseline | Category::Optimized)
                && let Some(caller) = caller.filter(|_| !frame.inlined)
            {
                let site = times.sites.entry((caller.function, caller.offset)).or_default();
                site.callees.add(ns);
                let op = usize::try_from(frame.opcode).map_or("", |op| profile.opcodes[op].as_str());
                if frame.offset == 0 || op.starts_with("Return") {
                    site.entering.add(ns);
                }
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
                    } else if category == Category::InlineCache || is(&dispatches) {
                        site.builtin_dispatch.add(ns);
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
                    let parts = [
                        (&handlers, &mut site.handler),
                        (&arguments, &mut site.arguments),
                        (&enumerations, &mut site.enumeration),
                    ];
                    parts.into_iter().filter(|(names, _)| is(names)).for_each(|(_, part)| part.add(ns));
                }
            }
        }
        times
    }
}
