//! Where the difference went: mean times a process by function and by line, and their differences, which add up to the whole's.
//!
//! Means are used here since they add up, which medians don't. What has little time is one row together, so that the rows that are tested were not
//! chosen by their difference. Functions are one family of tests; lines are tested within functions that have been found to differ, so that they
//! cannot raise an alarm of their own.

use super::matching::{LinePair, Matching};
use super::side::Side;
use crate::statistics::bootstrap::{Drawings, Interval};
use crate::statistics::correction::benjamini_hochberg;
use crate::statistics::rank::rank_sum;
use crate::statistics::rounds::{RoundDrawings, test_of_rounds};
use crate::statistics::stopping::{QUIET_RATE, RATE};
use rustc_hash::FxHashMap;
use serde::Serialize;

/// Rows with a smaller share of the time, over both versions, are one row together.
const LEAST_SHARE: f64 = 0.001;

/// Times of one row in milliseconds a process, and what may be said of their difference.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Delta {
    pub a_ms: f64,
    pub b_ms: f64,
    /// Second less first.
    pub delta_ms: f64,
    /// Of the difference; None with too few processes.
    pub interval_ms: Option<Interval>,
    /// Of the rank test, before and after correction; None where nothing was tested.
    pub p: Option<f64>,
    pub adjusted_p: Option<f64>,
    /// It holds after correction for many comparisons.
    pub is_significant: bool,
}

/// Differences by what `K` names, the largest first, and what is too small to be a row.
pub struct Rows<K> {
    pub rows: Vec<(K, Delta)>,
    pub others: Delta,
    pub other_rows: usize,
}

/// Figures of one row in each process, nanoseconds.
struct Series {
    a: Vec<f64>,
    b: Vec<f64>,
}

/// How the processes of the two sides belong together.
enum Processes {
    /// They don't.
    Apart(Option<Drawings>),
    /// Those with the same index are of one round; so many are.
    InRounds(usize, Option<RoundDrawings>),
}

impl Processes {
    fn interval(&self, series: &Series, confidence: f64) -> Option<Interval> {
        match self {
            Processes::Apart(drawings) => {
                Some(drawings.as_ref()?.difference_of_means(&series.a, &series.b, confidence))
            }
            Processes::InRounds(rounds, drawings) => {
                Some(drawings.as_ref()?.difference_of_means(&series.a[..*rounds], &series.b[..*rounds], confidence))
            }
        }
    }

    fn p(&self, series: &Series) -> f64 {
        match self {
            Processes::Apart(_) => rank_sum(&series.a, &series.b),
            Processes::InRounds(..) => test_of_rounds(&series.a, &series.b),
        }
    }
}

/// Compares two sides' times.
pub struct Attribution<'s> {
    a: &'s Side,
    b: &'s Side,
    matching: &'s Matching,
    processes: Processes,
    confidence: f64,
}

impl<'s> Attribution<'s> {
    /// `in_rounds`: processes with the same index ran in the same round.
    pub fn new(a: &'s Side, b: &'s Side, matching: &'s Matching, in_rounds: bool, confidence: f64) -> Attribution<'s> {
        let (of_a, of_b) = (a.runs.len(), b.runs.len());
        let processes = if in_rounds {
            let rounds = of_a.min(of_b);
            Processes::InRounds(rounds, RoundDrawings::new(rounds))
        } else {
            Processes::Apart(Drawings::new(of_a, of_b))
        };
        Attribution { a, b, matching, processes, confidence }
    }

    /// The whole: wall times.
    pub fn total(&self) -> Delta {
        let wall = |side: &Side| side.figures(|run| run.wall_ns as f64);
        self.delta(&Series { a: wall(self.a), b: wall(self.b) })
    }

    /// Any other figure of a process that is a time in nanoseconds.
    pub fn figure(&self, of: impl Fn(&super::side::Run) -> f64) -> Delta {
        let mut delta = self.delta(&Series { a: self.a.figures(&of), b: self.b.figures(&of) });
        delta.is_significant = false;
        delta
    }

    /// By pair of functions. `changed`: the whole has changed.
    pub fn functions(&self, changed: bool) -> Rows<u32> {
        let mut series = self.empty();
        for (function, figures) in self.a.by_function().into_iter().enumerate() {
            add(&mut series, self.matching.of_a[function], |s| &mut s.a, &figures, self);
        }
        for (function, figures) in self.b.by_function().into_iter().enumerate() {
            add(&mut series, self.matching.of_b[function], |s| &mut s.b, &figures, self);
        }
        let rate = if changed { RATE } else { QUIET_RATE };
        self.rows(series, rate, |_| true)
    }

    /// By line, of functions that `is_open` says were found to differ.
    pub fn lines(&self, is_open: impl Fn(u32) -> bool) -> Rows<LinePair> {
        let mut series = self.empty();
        for (line, figures) in self.a.lines.iter().zip(self.a.by_line()) {
            let key = self.matching.line_of_a(line.function, line.line);
            add(&mut series, key, |s| &mut s.a, &figures, self);
        }
        for (line, figures) in self.b.lines.iter().zip(self.b.by_line()) {
            let key = self.matching.line_of_b(line.function, line.line);
            add(&mut series, key, |s| &mut s.b, &figures, self);
        }
        self.rows(series, RATE, |line| line.pair.is_some_and(&is_open))
    }

    fn empty<K>(&self) -> FxHashMap<K, Series> {
        FxHashMap::default()
    }

    fn zeros(&self) -> Series {
        Series { a: vec![0.0; self.a.runs.len()], b: vec![0.0; self.b.runs.len()] }
    }

    fn rows<K: std::hash::Hash + Eq + Copy + Ord>(
        &self,
        series: FxHashMap<K, Series>,
        rate: f64,
        is_tested: impl Fn(K) -> bool,
    ) -> Rows<K> {
        let whole = mean(&self.a.figures(|r| r.wall_ns as f64)) + mean(&self.b.figures(|r| r.wall_ns as f64));
        let (mut large, mut others, mut other_rows) = (Vec::new(), self.zeros(), 0);
        for (key, series) in series {
            if mean(&series.a).abs() + mean(&series.b).abs() >= whole * LEAST_SHARE {
                large.push((key, series));
            } else {
                sum(&mut others.a, &series.a);
                sum(&mut others.b, &series.b);
                other_rows += 1;
            }
        }
        let mut rows: Vec<(K, Delta)> = large.iter().map(|(key, series)| (*key, self.delta(series))).collect();
        let tested: Vec<usize> =
            (0..rows.len()).filter(|&i| rows[i].1.interval_ms.is_some() && is_tested(rows[i].0)).collect();
        let p: Vec<f64> = tested.iter().map(|&i| self.processes.p(&large[i].1)).collect();
        for ((&i, &p), adjusted) in tested.iter().zip(&p).zip(benjamini_hochberg(&p)) {
            let delta = &mut rows[i].1;
            (delta.p, delta.adjusted_p) = (Some(p), Some(adjusted));
            delta.is_significant = adjusted <= rate && delta.interval_ms.is_some_and(|interval| !interval.holds(0.0));
        }
        rows.sort_by(|x, y| y.1.delta_ms.abs().total_cmp(&x.1.delta_ms.abs()).then_with(|| x.0.cmp(&y.0)));
        Rows { rows, others: self.delta(&others), other_rows }
    }

    fn delta(&self, series: &Series) -> Delta {
        let (a, b) = (mean(&series.a) / 1e6, mean(&series.b) / 1e6);
        let interval = self.processes.interval(series, self.confidence);
        let interval_ms = interval.map(|Interval { low, high }| Interval { low: low / 1e6, high: high / 1e6 });
        Delta { a_ms: a, b_ms: b, delta_ms: b - a, interval_ms, p: None, adjusted_p: None, is_significant: false }
    }
}

impl<K> Rows<K> {
    /// The sum of all differences, milliseconds.
    pub fn sum_ms(&self) -> f64 {
        self.rows.iter().map(|(_, delta)| delta.delta_ms).sum::<f64>() + self.others.delta_ms
    }
}

fn add<K: std::hash::Hash + Eq>(
    series: &mut FxHashMap<K, Series>,
    key: K,
    side: fn(&mut Series) -> &mut Vec<f64>,
    figures: &[f64],
    attribution: &Attribution,
) {
    sum(side(series.entry(key).or_insert_with(|| attribution.zeros())), figures);
}

fn sum(to: &mut [f64], figures: &[f64]) {
    to.iter_mut().zip(figures).for_each(|(sum, figure)| *sum += figure);
}

fn mean(figures: &[f64]) -> f64 {
    if figures.is_empty() { 0.0 } else { figures.iter().sum::<f64>() / figures.len() as f64 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compare::sample_sides::{Planted, planted};

    fn compare(planted_ms: f64, seed: u64, in_rounds: bool) -> (Vec<String>, f64, Delta) {
        let (a, b) = planted(&Planted { functions: 40, processes: 20, planted_ms, seed });
        let matching = Matching::new(&a, &b);
        let attribution = Attribution::new(&a, &b, &matching, in_rounds, 0.95);
        let rows = attribution.functions(planted_ms > 0.0);
        let found = rows.rows.iter().filter(|(_, delta)| delta.is_significant);
        let name = |pair: u32| a.functions[matching.pairs[pair as usize].a.expect("a function") as usize].name.clone();
        (found.map(|(pair, _)| name(*pair)).collect(), rows.sum_ms(), attribution.total())
    }

    #[test]
    fn deltas_add_up() {
        let (_, sum, total) = compare(5.0, 1, false);
        assert!((sum - total.delta_ms).abs() < 1e-9, "{sum} {total:?}");
        let (a, b) = planted(&Planted { functions: 40, processes: 20, planted_ms: 5.0, seed: 1 });
        let matching = Matching::new(&a, &b);
        let lines = Attribution::new(&a, &b, &matching, true, 0.95).lines(|_| true);
        assert!((lines.sum_ms() - total.delta_ms).abs() < 1e-9);
    }

    #[test]
    fn what_was_planted_is_found_and_nothing_else() {
        for in_rounds in [false, true] {
            let found: Vec<Vec<String>> = (0..20).map(|seed| compare(6.0, seed, in_rounds).0).collect();
            let right = found.iter().filter(|found| found.iter().any(|name| name == "f7")).count();
            let wrong: usize = found.iter().map(|found| found.iter().filter(|name| *name != "f7").count()).sum();
            assert!(right >= 19 && wrong <= 3, "{in_rounds}: {found:?}");
        }
    }

    #[test]
    fn nothing_is_found_where_nothing_is() {
        for in_rounds in [false, true] {
            let alarms = (0..60).filter(|&seed| !compare(0.0, 100 + seed, in_rounds).0.is_empty()).count();
            assert!(alarms <= 2, "{in_rounds}: {alarms}");
        }
    }
}
