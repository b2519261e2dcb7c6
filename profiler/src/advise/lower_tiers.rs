//! What leaving optimized code for good cost: the time that a function spent in the lower tiers until new optimized code took its place, less what
//! the same work takes optimized.

use super::cost::Tally;
use crate::profile::{Category, DeoptEvent, Profile, Tier};
use rustc_hash::FxHashSet;

/// How much faster optimized code is taken to be than the baseline tier's. Of a single function that is not known: the interval of what is made of
/// this begins at nothing and ends at the whole time.
pub const SPEEDUP: f64 = 2.5;

/// For each deoptimization on record the samples of its function in the lower tiers that followed. A time counts for the first that led to it.
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
        if matches!(samples.category(s), Category::Idle | Category::Parse | Category::Compile) {
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
