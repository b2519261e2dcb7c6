//! Intervals by the bootstrap (Efron, 1979): processes are drawn again, with replacement, on each side for itself; the middle 95 % of what comes out
//! is the interval (percentile method). For the smallest difference that could have been seen its spread is taken for a normal distribution's.

use super::spread::{is_positive, quantile_of_sorted};
use fastrand::Rng;
use serde::{Deserialize, Serialize};

/// What intervals hold, unless something else is asked for.
pub const CONFIDENCE: f64 = 0.95;
/// Fewer processes on a side have no interval: the ends would be the figures themselves.
pub const LEAST: usize = 4;
/// How often a side is drawn.
const DRAWN: usize = 4000;
/// The same where there is a row for every function and line.
const DRAWN_FOR_ROWS: usize = 1000;
/// Seed of the drawing: the same figures give the same interval.
pub(super) const SEED: u64 = 0x626f_6f74;

/// Quantiles of the normal distribution: 97.5 % and 80 %.
const Z_TWO_SIDED: f64 = 1.959_964;
const Z_POWER: f64 = 0.841_621;

/// Where something lies, most probably.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct Interval {
    pub low: f64,
    pub high: f64,
}

impl Interval {
    /// The interval of values that have been drawn.
    pub(super) fn of(mut drawn: Vec<f64>, confidence: f64) -> Interval {
        drawn.sort_by(f64::total_cmp);
        let tail = (1.0 - confidence) / 2.0;
        Interval { low: quantile_of_sorted(&drawn, tail), high: quantile_of_sorted(&drawn, 1.0 - tail) }
    }

    /// Whether `value` lies in it, its ends included.
    pub fn holds(&self, value: f64) -> bool {
        (self.low..=self.high).contains(&value)
    }
}

/// How the second side stands to the first one.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct Ratio {
    /// Median of the second by the median of the first; of rounds, the middle of their ratios (`rounds.rs`).
    pub ratio: f64,
    /// None with fewer than [`LEAST`] processes on a side.
    pub interval: Option<Interval>,
    /// The smallest difference (as a share: 0.01 is 1 %) that so many processes, as far apart as these, would have shown four times of
    /// five. None where there is no interval.
    pub detectable: Option<f64>,
}

impl Ratio {
    /// The ratio of the medians of `b` and `a`. None if one is empty or a figure is not positive.
    pub fn of_medians(a: &[f64], b: &[f64], confidence: f64) -> Option<Ratio> {
        Ratio::drawn(a, b, confidence, DRAWN)
    }

    pub(super) fn drawn(a: &[f64], b: &[f64], confidence: f64, times: usize) -> Option<Ratio> {
        let (a, b) = (sorted_logs(a)?, sorted_logs(b)?);
        let log = middle(&b) - middle(&a);
        if a.len().min(b.len()) < LEAST {
            return Some(Ratio { ratio: log.exp(), interval: None, detectable: None });
        }
        let mut random = Rng::with_seed(SEED);
        let mut scratch = Vec::new();
        let logs: Vec<f64> = (0..times)
            .map(|_| drawn_middle(&b, &mut random, &mut scratch) - drawn_middle(&a, &mut random, &mut scratch))
            .collect();
        Some(drawn_ratio(log, logs, confidence))
    }

    /// Half the interval's width, as a share of the ratio.
    pub fn half_width(&self) -> Option<f64> {
        self.interval.map(|Interval { low, high }| ((high / low).sqrt() - 1.0).max(0.0))
    }
}

/// A ratio whose logarithm is `log`, and what came out when processes were drawn again.
pub(super) fn drawn_ratio(log: f64, logs: Vec<f64>, confidence: f64) -> Ratio {
    let mean = logs.iter().sum::<f64>() / logs.len() as f64;
    let variance = logs.iter().map(|log| (log - mean).powi(2)).sum::<f64>() / (logs.len() - 1) as f64;
    let detectable = ((Z_TWO_SIDED + Z_POWER) * variance.sqrt()).exp_m1();
    let Interval { low, high } = Interval::of(logs, confidence);
    Ratio {
        ratio: log.exp(),
        interval: Some(Interval { low: low.exp(), high: high.exp() }),
        detectable: Some(detectable),
    }
}

fn sorted_logs(figures: &[f64]) -> Option<Vec<f64>> {
    if figures.is_empty() || figures.iter().any(|&figure| !is_positive(figure)) {
        return None;
    }
    let mut logs: Vec<f64> = figures.iter().map(|figure| figure.ln()).collect();
    logs.sort_by(f64::total_cmp);
    Some(logs)
}

/// The median of sorted figures.
fn middle(sorted: &[f64]) -> f64 {
    (sorted[(sorted.len() - 1) / 2] + sorted[sorted.len() / 2]) / 2.0
}

/// The median of as many figures, drawn again. Of sorted figures the median has the median index.
fn drawn_middle(sorted: &[f64], random: &mut Rng, scratch: &mut Vec<usize>) -> f64 {
    let n = sorted.len();
    scratch.clear();
    scratch.extend((0..n).map(|_| random.usize(0..n)));
    let (below, &mut upper, _) = scratch.select_nth_unstable(n / 2);
    let lower = if n % 2 == 1 { upper } else { below.iter().copied().max().unwrap_or(upper) };
    (sorted[lower] + sorted[upper]) / 2.0
}

/// Both sides' processes, drawn again and again: the same drawings for every row of a table, so that rows add up in each.
pub struct Drawings {
    a: Vec<Vec<usize>>,
    b: Vec<Vec<usize>>,
}

impl Drawings {
    /// Of so many processes on the two sides. None if there are too few for an interval.
    pub fn new(a: usize, b: usize) -> Option<Drawings> {
        if a.min(b) < LEAST {
            return None;
        }
        let mut random = Rng::with_seed(SEED);
        let mut draw = |n: usize| -> Vec<Vec<usize>> {
            (0..DRAWN_FOR_ROWS).map(|_| (0..n).map(|_| random.usize(0..n)).collect()).collect()
        };
        Some(Drawings { a: draw(a), b: draw(b) })
    }

    /// The interval of the difference of the means, second less first. The figures are by process.
    pub fn difference_of_means(&self, a: &[f64], b: &[f64], confidence: f64) -> Interval {
        let mean = |figures: &[f64], drawn: &[usize]| {
            // Drawn figures are less far apart than figures of new processes would be.
            let n = figures.len() as f64;
            let whole = figures.iter().sum::<f64>() / n;
            let drawn = drawn.iter().map(|&i| figures[i]).sum::<f64>() / n;
            whole + (drawn - whole) * (n / (n - 1.0)).sqrt()
        };
        let drawn = self.a.iter().zip(&self.b).map(|(drawn_a, drawn_b)| mean(b, drawn_b) - mean(a, drawn_a)).collect();
        Interval::of(drawn, confidence)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// About normal, by the sum of twelve.
    fn noise(random: &mut Rng) -> f64 {
        (0..12).map(|_| random.f64()).sum::<f64>() - 6.0
    }

    #[test]
    fn the_interval_holds_the_truth_as_often_as_it_says() {
        let mut random = Rng::with_seed(11);
        let mut held = 0;
        for _ in 0..400 {
            let mut side = |mean: f64| (0..20).map(|_| mean * (1.0 + 0.02 * noise(&mut random))).collect::<Vec<_>>();
            let (a, b) = (side(100.0), side(105.0));
            let ratio = Ratio::drawn(&a, &b, CONFIDENCE, 500).and_then(|ratio| ratio.interval).expect("an interval");
            held += i32::from(ratio.holds(1.05));
        }
        assert!((370..=396).contains(&held), "{held} of 400");
    }

    #[test]
    fn differences_of_means_too() {
        let mut random = Rng::with_seed(12);
        let drawings = Drawings::new(15, 12).expect("enough");
        let held = (0..400).filter(|_| {
            let mut side = |n: usize, mean: f64| (0..n).map(|_| mean + 3.0 * noise(&mut random)).collect::<Vec<_>>();
            drawings.difference_of_means(&side(15, 10.0), &side(12, 12.0), CONFIDENCE).holds(2.0)
        });
        let held = held.count();
        assert!((365..=392).contains(&held), "{held} of 400");
    }

    #[test]
    fn what_could_have_been_seen_is_seen_four_times_of_five() {
        let mut random = Rng::with_seed(13);
        let mut side = |mean: f64| (0..20).map(|_| mean * (1.0 + 0.02 * noise(&mut random))).collect::<Vec<_>>();
        let mut sum = 0.0;
        for _ in 0..50 {
            sum +=
                Ratio::drawn(&side(100.0), &side(100.0), CONFIDENCE, 500).and_then(|r| r.detectable).expect("a figure");
        }
        let planted = 100.0 * (1.0 + sum / 50.0);
        let seen = (0..400).filter(|_| {
            let ratio = Ratio::drawn(&side(100.0), &side(planted), CONFIDENCE, 500).and_then(|r| r.interval);
            ratio.is_some_and(|interval| interval.low > 1.0)
        });
        let seen = seen.count();
        assert!((280..=360).contains(&seen), "{seen} of 400");
    }

    #[test]
    fn few_figures_have_no_interval() {
        let ratio = Ratio::of_medians(&[1.0, 2.0, 3.0], &[4.0; 9], CONFIDENCE).expect("a ratio");
        assert_eq!((ratio.ratio.round(), ratio.interval, ratio.half_width()), (2.0, None, None));
        assert!(Ratio::of_medians(&[], &[1.0], CONFIDENCE).is_none());
        assert!(Ratio::of_medians(&[0.0], &[1.0], CONFIDENCE).is_none());
        assert!(Drawings::new(3, 9).is_none());
        assert_eq!(middle(&[1.0, 2.0, 3.0, 5.0]), 2.5);
    }

    #[test]
    fn all_the_same_is_no_width() {
        let ratio = Ratio::of_medians(&[5.0; 8], &[10.0; 8], CONFIDENCE).expect("a ratio");
        assert_eq!(ratio.half_width().map(|w| w.round()), Some(0.0));
        assert!(ratio.interval.is_some_and(|i| (i.low - 2.0).abs() < 1e-9 && (i.high - 2.0).abs() < 1e-9));
    }
}
