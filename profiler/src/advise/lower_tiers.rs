//! What leaving optimized code for good cost: the time that a function spent in the lower tiers until new optimized code took its place, less what
//! the same work takes optimized.

use super::cost::{Cost, Tally};
use super::times::{FunctionTime, Times};
use crate::profile::{Category, DeoptEvent, Profile, Tier};
use rustc_hash::{FxHashMap, FxHashSet};

/// How much faster optimized code is taken to be than the baseline tier's where the run does not tell: the geometric mean of those programs of
/// Octane that spend their time in it.
const SPEEDUP: f64 = 4.4;
/// What a run may tell.
const LEAST_SPEEDUP: f64 = 1.2;
const MOST_SPEEDUP: f64 = 8.0;
/// Samples of each kind that a function must have for it.
const ENOUGH: u64 = 16;

/// How much faster optimized code is than the baseline tier's, by function, as the run tells it: what functions call for in built-ins, regular
/// expressions and the collector takes the same in both tiers, so that it says how much work was done in each.
pub struct Speedups {
    of: FxHashMap<u32, f64>,
    /// In the middle of all functions that tell one.
    usual: f64,
}

impl Speedups {
    pub fn new(times: &Times) -> Speedups {
        let told = times.functions.iter().filter_map(|(&f, time)| Some((f, speedup(time)?)));
        let of: FxHashMap<u32, f64> = told.collect();
        let mut all: Vec<f64> = of.values().copied().collect();
        all.sort_by(f64::total_cmp);
        let usual = all.get(all.len() / 2).copied().unwrap_or(SPEEDUP);
        Speedups { of, usual }
    }

    /// Of a function's time in the lower tiers, what optimized code would not take. Of one function the speed-up is not known well: optimized code
    /// may be no faster, and at most infinitely so.
    pub fn lower(&self, function: u32, time: Cost) -> Cost {
        let speedup = self.of.get(&function).copied().unwrap_or(self.usual);
        Cost { ms: time.ms * (1.0 - 1.0 / speedup), low: 0.0, ..time }
    }
}

fn speedup(time: &FunctionTime) -> Option<f64> {
    let rate = |all: Tally, called: Tally| {
        let own = all.less(called);
        (own.samples >= ENOUGH && called.samples >= ENOUGH).then(|| own.ms() / called.ms())
    };
    let baseline = rate(time.baseline, time.called_from_baseline)?;
    let optimized = rate(time.optimized, time.called_from_optimized)?;
    Some((baseline / optimized).clamp(LEAST_SPEEDUP, MOST_SPEEDUP))
}

/// For each deoptimization on record the samples of its function in the lower tiers that followed, but for what takes the same in all tiers. A time
/// counts for the first that led to it.
pub fn after(profile: &Profile) -> Vec<Tally> {
    let mut order: Vec<usize> = (0..profile.deopts.len()).filter(|&i| profile.deopts[i].thrown_away).collect();
    order.sort_by_key(|&i| profile.deopts[i].time_ns);
    let mut tallies = vec![Tally::default(); profile.deopts.len()];
    let windows: Vec<(usize, u64, u64, FxHashSet<u32>)> = order
        .into_iter()
        .map(|i| {
            let deopt = &profile.deopts[i];
            (i, deopt.time_ns, end(profile, deopt), functions(profile, deopt))
        })
        .collect();
    if windows.is_empty() {
        return tallies;
    }
    let samples = &profile.samples;
    for s in 0..samples.len() {
        use Category::{Builtin, Compile, GcMark, GcSweep, Idle, Parse, RegExp};
        if matches!(samples.category(s), Idle | Parse | Compile | Builtin | RegExp | GcMark | GcSweep) {
            continue;
        }
        let at = samples.time_ns[s];
        let Some(frame) = profile.credited(samples.stack[s]) else { continue };
        if !matches!(frame.tier, Tier::Interpreter | Tier::Baseline) {
            continue;
        }
        let holds = |w: &&(usize, u64, u64, FxHashSet<u32>)| (w.1..w.2).contains(&at) && w.3.contains(&frame.function);
        if let Some((i, ..)) = windows.iter().find(holds) {
            tallies[*i].add(samples.weight_ns[s]);
        }
    }
    tallies
}

fn end(profile: &Profile, deopt: &DeoptEvent) -> u64 {
    if deopt.reoptimized_ns == 0 { profile.end_ns } else { deopt.time_ns.saturating_add(deopt.reoptimized_ns) }
}

/// The function whose code was thrown away, and what was inlined between it and the guard.
fn functions(profile: &Profile, deopt: &DeoptEvent) -> FxHashSet<u32> {
    profile.stacks.walk(deopt.stack).map(|frame| profile.frames[frame as usize].function).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample_profile::{deopt, sample_profile};

    #[test]
    fn a_run_tells_how_much_faster_optimized_code_is() {
        let tally = |samples: u64| Tally { samples, ns: samples * 1_000_000 };
        let mut times = Times::default();
        let time = FunctionTime {
            baseline: tally(100),
            called_from_baseline: tally(20),
            optimized: tally(40),
            called_from_optimized: tally(20),
            ..FunctionTime::default()
        };
        times.functions.insert(1, time);
        times.functions.insert(2, FunctionTime { called_from_baseline: tally(3), ..time });
        let speedups = Speedups::new(&times);
        let lower = |function| speedups.lower(function, tally(8).cost(1_000_000)).ms;
        // 80 in place of 20 for the same work: three quarters of the time would not be there. Functions that do not tell are like those that do.
        assert_eq!((lower(1), lower(2)), (6.0, 6.0));
        let usual = Speedups::new(&Times::default()).lower(1, tally(22).cost(1_000_000)).ms;
        assert!((usual - 17.0).abs() < 1e-9, "{usual}");
    }

    #[test]
    fn time_after_a_deoptimization_counts_once() {
        let mut profile = sample_profile();
        // Stack 3 is f in the interpreter, called by the main program.
        let mut first = deopt(3);
        (first.time_ns, first.reoptimized_ns) = (profile.start_ns, 2_500_000);
        let mut second = first.clone();
        (second.time_ns, second.reoptimized_ns) = (profile.start_ns + 1_000_000, 0);
        let mut kept = first.clone();
        kept.thrown_away = false;
        profile.deopts = vec![first, second, kept];
        let tallies = after(&profile);
        // The program's second sample is at 2 ms; f's own and its callers' come after that.
        assert_eq!(tallies[0].samples, 1);
        assert!(tallies[1].samples >= 5, "{tallies:?}");
        assert_eq!(tallies[2], Tally::default());
    }
}
