//! Keeps a profile that grows within bounds: what is older is put together. Sums by stack, by what ran and by who scheduled it stay exact; what is lost
//! is when, within a time that grows with the age.

use crate::profile::{CompileEvent, GcEvent, Mark, Profile, Samples};
use crate::resolve::Resolver;
use rustc_hash::FxHashMap;

/// Rows that there may be.
pub(super) struct Limits {
    samples: usize,
    events: usize,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits { samples: 1 << 17, events: 1 << 13 }
    }
}

/// The first time within which samples are put together, nanoseconds.
const FIRST_WINDOW: u64 = 8_000_000;

impl Limits {
    /// Puts together what is too much. Says whether anything was.
    pub(super) fn apply(&mut self, resolver: &mut Resolver) -> bool {
        let unsettled = resolver.unsettled();
        let profile = resolver.profile_mut();
        let mut changed = self.thin_events(profile);
        let before = profile.samples.len();
        if before > self.samples {
            let old = before / 2;
            profile.samples = merge(&profile.samples, old, self.samples / 4);
            let after = profile.samples.len();
            // So many different stacks: there is no less.
            self.samples = self.samples.max(after * 2);
            changed = true;
            resolver.renumbered(unsettled.filter(|&i| i >= old).map(|i| i - (before - after)));
        }
        changed
    }

    fn thin_events(&self, profile: &mut Profile) -> bool {
        let most = self.events;
        // Together they last as long as both did.
        let gc = halve(&mut profile.gc, most, |a, b| GcEvent {
            start_ns: a.start_ns,
            duration_ns: a.duration_ns + b.duration_ns,
            kind: a.kind.clone(),
            reason: a.reason.clone(),
            bytes_before: a.bytes_before.max(b.bytes_before),
            bytes_after: b.bytes_after,
        });
        let longer = |a: &CompileEvent, b: &CompileEvent| a.duration_ns >= b.duration_ns;
        let compiles = halve(&mut profile.compiles, most, |a, b| CompileEvent {
            start_ns: a.start_ns,
            duration_ns: a.duration_ns + b.duration_ns,
            ..if longer(a, b) { a.clone() } else { b.clone() }
        });
        let marks = halve(&mut profile.marks, most, |a, b| Mark {
            start_ns: b.end_ns - (a.end_ns - a.start_ns) - (b.end_ns - b.start_ns),
            ..b.clone()
        });
        gc | compiles | marks
    }
}

/// Where there are too many rows, makes one of two in the older half.
fn halve<T: Clone>(rows: &mut Vec<T>, most: usize, one: impl Fn(&T, &T) -> T) -> bool {
    if rows.len() <= most {
        return false;
    }
    let half = (rows.len() / 2) & !1;
    let newer = rows.split_off(half);
    *rows = rows.chunks_exact(2).map(|pair| one(&pair[0], &pair[1])).chain(newer).collect();
    true
}

/// The first `old` samples as at most about `most`, those of the same kind within a time as one at its end; then the others.
fn merge(samples: &Samples, old: usize, most: usize) -> Samples {
    let first = samples.time_ns.first().copied().unwrap_or(0);
    let span = samples.time_ns.get(old.saturating_sub(1)).map_or(0, |last| last - first);
    let mut window = FIRST_WINDOW;
    loop {
        let merged = merge_within(samples, old, window);
        if merged.len() - (samples.len() - old) <= most || window > span {
            return merged;
        }
        window *= 4;
    }
}

fn merge_within(samples: &Samples, old: usize, window: u64) -> Samples {
    let mut merged = Samples::default();
    let mut known: FxHashMap<(i64, u8, i64, u32, u8), usize> = FxHashMap::default();
    let mut first = 0;
    let mut current = u64::MAX;
    // All of a window end with its last sample.
    let close = |merged: &mut Samples, first: usize, last: u64| merged.time_ns[first..].fill(last);
    for i in 0..old {
        let time = samples.time_ns[i];
        if time / window != current {
            if i > 0 {
                close(&mut merged, first, samples.time_ns[i - 1]);
            }
            current = time / window;
            first = merged.len();
            known.clear();
        }
        let kernel = samples.kernel.get(i).copied().unwrap_or(0);
        let (stack, category, native, origin) =
            (samples.stack[i], samples.category[i], samples.native[i], samples.origin[i]);
        let place = *known.entry((stack, category, native, origin, kernel)).or_insert(merged.len());
        if place < merged.len() {
            merged.weight_ns[place] += samples.weight_ns[i];
            continue;
        }
        merged.time_ns.push(time);
        merged.weight_ns.push(samples.weight_ns[i]);
        merged.stack.push(stack);
        merged.category.push(category);
        merged.native.push(native);
        merged.origin.push(origin);
        merged.kernel.push(kernel);
    }
    if old > 0 {
        close(&mut merged, first, samples.time_ns[old - 1]);
    }
    merged.time_ns.extend(&samples.time_ns[old..]);
    merged.weight_ns.extend(&samples.weight_ns[old..]);
    merged.stack.extend(&samples.stack[old..]);
    merged.category.extend(&samples.category[old..]);
    merged.native.extend(&samples.native[old..]);
    merged.origin.extend(&samples.origin[old..]);
    merged.kernel.extend((old..samples.len()).map(|i| samples.kernel.get(i).copied().unwrap_or(0)));
    merged
}

/// The part of a profile that lies between two times (CLOCK_MONOTONIC, nanoseconds): samples with the part of their weight that does, and events.
pub fn cut(profile: &mut Profile, from_ns: u64, to_ns: u64) {
    let all = std::mem::take(&mut profile.samples);
    let ends = ends(&all);
    for (i, end) in ends.into_iter().enumerate() {
        let start = end.saturating_sub(all.weight_ns[i]);
        let weight_ns = end.min(to_ns).saturating_sub(start.max(from_ns)).min(all.weight_ns[i]);
        if weight_ns > 0 {
            let s = &mut profile.samples;
            s.time_ns.push(all.time_ns[i].clamp(from_ns, to_ns));
            s.weight_ns.push(weight_ns);
            s.stack.push(all.stack[i]);
            s.category.push(all.category[i]);
            s.native.push(all.native[i]);
            s.origin.push(all.origin[i]);
            s.kernel.push(all.kernel.get(i).copied().unwrap_or(0));
        }
    }
    let within = |start: u64, end: u64| start <= to_ns && end >= from_ns;
    profile.gc.retain(|e| within(e.start_ns, e.start_ns + e.duration_ns));
    profile.compiles.retain(|e| within(e.start_ns, e.start_ns + e.duration_ns));
    profile.deopts.retain(|e| within(e.time_ns, e.time_ns));
    profile.marks.retain(|m| within(m.start_ns, m.end_ns));
    for mark in &mut profile.marks {
        (mark.start_ns, mark.end_ns) = (mark.start_ns.max(from_ns), mark.end_ns.min(to_ns));
    }
    (profile.start_ns, profile.end_ns) = (profile.start_ns.max(from_ns), profile.end_ns.min(to_ns));
}

/// Where the time of each sample ends: of those with one time the last ends there, and each other where the next begins.
fn ends(samples: &Samples) -> Vec<u64> {
    let mut ends = samples.time_ns.clone();
    for i in (1..ends.len()).rev() {
        if samples.time_ns[i - 1] == samples.time_ns[i] {
            ends[i - 1] = ends[i].saturating_sub(samples.weight_ns[i]);
        }
    }
    for i in 1..ends.len() {
        ends[i] = ends[i].max(ends[i - 1]);
    }
    ends
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::profile::{Category, Kernel, NONE, Sample};
    use crate::sample_profile::sample_profile;

    fn samples(n: u64) -> Samples {
        let mut samples = Samples::default();
        for i in 0..n {
            samples.push(Sample {
                time_ns: (i + 1) * 1_000_000,
                weight_ns: 1_000_000 + i % 3,
                stack: (i * 7 % 5) as i64,
                category: if i % 2 == 0 { Category::Baseline } else { Category::Runtime },
                native: NONE,
                origin: (i % 2) as u32,
                kernel: Kernel::No,
            });
        }
        samples
    }

    fn by_stack(samples: &Samples) -> Vec<u64> {
        let mut sums = vec![0; 5];
        samples.stack.iter().zip(&samples.weight_ns).for_each(|(&s, w)| sums[s as usize] += w);
        sums
    }

    #[test]
    fn sums_stay_exact() {
        let all = samples(4000);
        let merged = merge(&all, 2000, 500);
        assert!((2000..=2500).contains(&merged.len()), "{}", merged.len());
        assert_eq!(by_stack(&merged), by_stack(&all));
        assert!(merged.time_ns.is_sorted());
        assert_eq!(merged.time_ns[merged.len() - 2000..], all.time_ns[2000..]);
        assert_eq!(merged.kernel.len(), merged.len());
    }

    #[test]
    fn rows_become_half() {
        let mut rows: Vec<u64> = (0..11).collect();
        assert!(!halve(&mut rows.clone(), 11, |a, b| a + b));
        assert!(halve(&mut rows, 10, |a, b| a + b));
        assert_eq!(rows, [1, 5, 4, 5, 6, 7, 8, 9, 10]);
    }

    #[test]
    fn a_part_has_the_time_that_lies_in_it() {
        let mut profile = sample_profile();
        let (start, whole) = (profile.start_ns, profile.total_ns());
        let end = profile.end_ns;
        let mut first = profile.clone();
        cut(&mut first, start, start + whole / 2);
        cut(&mut profile, start + whole / 2, end.max(start + whole));
        assert_eq!(first.total_ns() + profile.total_ns(), whole);
        assert_eq!((first.check(), profile.check()), (Ok(()), Ok(())));
    }
}
