//! Figures that were measured in rounds: in each, both versions ran, one soon after the other.
//!
//! A machine's speed wanders from one second to the next, and more from one minute to the next. What slows a round slows both of its processes and
//! leaves their ratio alone, so that the rounds' ratios lie closer together than the processes' times. Their middle is the Hodges-Lehmann estimate (1963):
//! the median of the means of all pairs of rounds, which one late process does not move, and which for normal figures needs two thirds of the rounds
//! that the median needs. The interval is by drawing rounds again, the test is Wilcoxon's of signed ranks (1945).

use super::bootstrap::{Interval, LEAST, Ratio, SEED, drawn_ratio};
use super::rank::rank_sum;
use super::spread::is_positive;
use fastrand::Rng;

/// What drawing may take: means of pairs, over all drawings,
const PAIRS: usize = 8_000_000;
/// and how many drawings there are at least and at most.
const FEWEST_DRAWN: usize = 1000;
const MOST_DRAWN: usize = 4000;
/// Each round of a drawing is paired with so many others at most: drawn in random order, they are as good as all.
const PARTNERS: usize = 64;
/// Up to so many rounds the signed ranks' distribution is counted out; beyond them it is a normal one.
const COUNTED: usize = 200;

/// How the second version stands to the first: `a[i]` and `b[i]` are of the same round, and figures behind the shorter one's end have none.
/// None if there is no round or a figure is not positive.
pub fn ratio_of_rounds(a: &[f64], b: &[f64], confidence: f64) -> Option<Ratio> {
    let logs: Vec<f64> = a
        .iter()
        .zip(b)
        .map(|(&a, &b)| (is_positive(a) && is_positive(b)).then(|| (b / a).ln()))
        .collect::<Option<_>>()?;
    let n = logs.len();
    if n == 0 {
        return None;
    }
    let mut means = Vec::new();
    let log = pseudomedian(&logs, n, &mut means);
    if n < LEAST {
        return Some(Ratio { ratio: log.exp(), interval: None, detectable: None });
    }
    let times = (PAIRS / (n * n.div_ceil(2).min(PARTNERS))).clamp(FEWEST_DRAWN, MOST_DRAWN);
    let mut random = Rng::with_seed(SEED);
    let mut drawn = vec![0.0; n];
    let widen = widening(n);
    let drawings = (0..times).map(|_| {
        drawn.iter_mut().for_each(|drawn| *drawn = logs[random.usize(0..n)]);
        log + (pseudomedian(&drawn, PARTNERS, &mut means) - log) * widen
    });
    Some(drawn_ratio(log, drawings.collect(), confidence))
}

/// Drawn figures are less far apart than figures of new rounds would be, and of few rounds their spread is itself uncertain: what is drawn lies
/// wider by so much, as Student's distribution does (Hesterberg's expanded percentiles, 2015; its quantile by the first term of its expansion).
fn widening(rounds: usize) -> f64 {
    let freedom = (rounds - 1) as f64;
    (rounds as f64 / freedom).sqrt() * (1.0 + 1.21 / freedom)
}

/// The median of the means of all pairs of figures at most `partners` places apart, each figure's with itself among them.
fn pseudomedian(figures: &[f64], partners: usize, means: &mut Vec<f64>) -> f64 {
    means.clear();
    for (i, &figure) in figures.iter().enumerate() {
        means.extend(figures[i..].iter().take(partners).map(|&other| (figure + other) / 2.0));
    }
    let half = means.len() / 2;
    let is_odd = means.len() % 2 == 1;
    let (below, &mut upper, _) = means.select_nth_unstable_by(half, f64::total_cmp);
    if is_odd { upper } else { (below.iter().copied().fold(f64::NEG_INFINITY, f64::max) + upper) / 2.0 }
}

/// Fewer rounds are tested by the rank sum: their signs alone say too little (of eight, all alike, 1 of 128), and a machine that wanders only makes that
/// test stricter, since the order within a round is random.
const FEWEST_SIGNS: usize = 16;

/// The two-sided p-value of "the versions do not differ". The figures are by round.
pub fn test_of_rounds(a: &[f64], b: &[f64]) -> f64 {
    if a.len().min(b.len()) < FEWEST_SIGNS { rank_sum(a, b) } else { signed_rank(a, b) }
}

/// The two-sided p-value of the test of signed ranks; 1 where all rounds' figures are the same.
fn signed_rank(a: &[f64], b: &[f64]) -> f64 {
    let mut differences: Vec<f64> = a.iter().zip(b).map(|(a, b)| b - a).filter(|&d| d != 0.0).collect();
    differences.sort_by(|x, y| x.abs().total_cmp(&y.abs()));
    let n = differences.len();
    if n == 0 {
        return 1.0;
    }
    // Equal ones share the mean of their ranks: ranks are multiples of a half, twice the rank is a whole number.
    let (mut twice, mut positive) = (Vec::with_capacity(n), 0);
    for group in differences.chunk_by(|x, y| x.abs() == y.abs()) {
        let rank = 2 * twice.len() + group.len() + 1;
        positive += rank * group.iter().filter(|&&d| d > 0.0).count();
        twice.extend(std::iter::repeat_n(rank, group.len()));
    }
    let all: usize = twice.iter().sum();
    let less = positive.min(all - positive);
    if n > COUNTED { approximated(&twice, less) } else { counted(&twice, less) }
}

/// The normal distribution's answer. `twice` are the doubled ranks, `less` the smaller of the two sums of them.
fn approximated(twice: &[usize], less: usize) -> f64 {
    let all: usize = twice.iter().sum();
    let variance = twice.iter().map(|&rank| (rank * rank) as f64).sum::<f64>() / 4.0;
    // Continuity: the next possible sum is two (twice a rank) away.
    let z = ((all as f64 / 2.0 - less as f64 - 1.0).max(0.0)) / variance.sqrt();
    erfc(z / std::f64::consts::SQRT_2)
}

/// The exact answer: how probable each sum of ranks is if every sign is a coin's.
fn counted(twice: &[usize], less: usize) -> f64 {
    let all: usize = twice.iter().sum();
    let mut probable = vec![0.0; all + 1];
    probable[0] = 1.0;
    let mut highest = 0;
    for &rank in twice {
        highest += rank;
        for sum in (0..=highest).rev() {
            let with = if sum >= rank { probable[sum - rank] } else { 0.0 };
            probable[sum] = (probable[sum] + with) / 2.0;
        }
    }
    (2.0 * probable[..=less].iter().sum::<f64>()).min(1.0)
}

/// The complementary error function for z >= 0 (Abramowitz and Stegun 7.1.26; off by 1.5e-7 at most).
fn erfc(z: f64) -> f64 {
    let t = 1.0 / (1.0 + 0.327_591_1 * z);
    let polynomial =
        t * (0.254_829_592 + t * (-0.284_496_736 + t * (1.421_413_741 + t * (-1.453_152_027 + t * 1.061_405_429))));
    polynomial * (-z * z).exp()
}

/// Rounds, drawn again and again: the same drawings for every row of a table, so that rows add up in each.
pub struct RoundDrawings(Vec<Vec<usize>>);

/// How often rounds are drawn for tables.
const DRAWN_FOR_ROWS: usize = 1000;

impl RoundDrawings {
    /// Of so many rounds. None if there are too few for an interval.
    pub fn new(rounds: usize) -> Option<RoundDrawings> {
        let mut random = Rng::with_seed(SEED);
        let mut draw = || (0..rounds).map(|_| random.usize(0..rounds)).collect();
        (rounds >= LEAST).then(|| RoundDrawings((0..DRAWN_FOR_ROWS).map(|_| draw()).collect()))
    }

    /// The interval of the mean difference, second less first. The figures are by round.
    pub fn difference_of_means(&self, a: &[f64], b: &[f64], confidence: f64) -> Interval {
        let differences: Vec<f64> = a.iter().zip(b).map(|(a, b)| b - a).collect();
        let n = differences.len() as f64;
        let whole = differences.iter().sum::<f64>() / n;
        let widen = widening(differences.len());
        let mean = |drawn: &Vec<usize>| {
            let drawn = drawn.iter().map(|&i| differences[i]).sum::<f64>() / n;
            whole + (drawn - whole) * widen
        };
        Interval::of(self.0.iter().map(mean).collect(), confidence)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::statistics::bootstrap::CONFIDENCE;

    fn normal(random: &mut Rng) -> f64 {
        (0..12).map(|_| random.f64()).sum::<f64>() - 6.0
    }

    /// Rounds on a machine whose speed wanders far more than its processes differ; the second version takes 2 % more.
    fn rounds(random: &mut Rng, n: usize) -> (Vec<f64>, Vec<f64>) {
        let mut speed = 0.0;
        (0..n)
            .map(|_| {
                speed = 0.8 * speed + 0.03 * normal(random);
                let mut process = |mean: f64| mean * (1.0 + speed + 0.01 * normal(random));
                (process(300.0), process(306.0))
            })
            .unzip()
    }

    #[test]
    fn the_interval_holds_the_truth_and_sees_what_unpaired_ones_do_not() {
        let mut random = Rng::with_seed(21);
        let (mut held, mut seen, mut seen_unpaired) = (0, 0, 0);
        for _ in 0..300 {
            let (a, b) = rounds(&mut random, 20);
            let interval = |ratio: Option<Ratio>| ratio.and_then(|ratio| ratio.interval).expect("an interval");
            let paired = interval(ratio_of_rounds(&a, &b, CONFIDENCE));
            held += i32::from(paired.holds(1.02));
            seen += i32::from(paired.low > 1.0);
            seen_unpaired += i32::from(interval(Ratio::of_medians(&a, &b, CONFIDENCE)).low > 1.0);
        }
        assert!((275..=296).contains(&held), "{held} of 300 held");
        assert!(seen > 290 && seen_unpaired < 150, "{seen} and {seen_unpaired} of 300 seen");
    }

    #[test]
    fn differences_of_means_too() {
        let mut random = Rng::with_seed(22);
        let drawings = RoundDrawings::new(15).expect("enough");
        let held = (0..400).filter(|_| {
            let (a, b) = rounds(&mut random, 15);
            let slower: Vec<f64> = a.iter().map(|a| a + 5.0 + normal(&mut random)).collect();
            drop(b);
            drawings.difference_of_means(&a, &slower, CONFIDENCE).holds(5.0)
        });
        let held = held.count();
        assert!((365..=392).contains(&held), "{held} of 400");
    }

    #[test]
    fn signed_ranks_are_counted() {
        // All five positive: 1 of 32 arrangements, and its mirror.
        assert!((signed_rank(&[0.0; 5], &[1.0, 2.0, 3.0, 4.0, 5.0]) - 2.0 / 32.0).abs() < 1e-12);
        assert_eq!(signed_rank(&[1.0; 4], &[1.0; 4]), 1.0);
        assert_eq!(signed_rank(&[], &[]), 1.0);
        // One up, one down, alike.
        assert_eq!(signed_rank(&[0.0, 0.0], &[1.0, -1.0]), 1.0);
        // Zeros say nothing.
        assert!((signed_rank(&[0.0; 4], &[0.0, 1.0, 2.0, 3.0]) - 2.0 / 8.0).abs() < 1e-12);
    }

    #[test]
    fn counted_and_normal_distributions_agree() {
        let twice: Vec<usize> = (1..=COUNTED).map(|rank| 2 * rank).collect();
        let half: usize = twice.iter().sum::<usize>() / 2;
        for less in [half, half - 500, half - 2000, half - 4000, half - 6000] {
            let less = less / 2 * 2;
            let (normal, counted) = (approximated(&twice, less), counted(&twice, less));
            assert!((normal - counted).abs() < 0.002 + counted * 0.02, "{less}: {normal} {counted}");
        }
    }

    #[test]
    fn the_level_is_what_it_says() {
        let mut random = Rng::with_seed(24);
        let mut figures = |n: usize| (0..n).map(|_| random.f64().powi(3)).collect::<Vec<_>>();
        let found = (0..2000).filter(|_| signed_rank(&figures(14), &figures(14)) <= 0.05).count();
        assert!((70..=130).contains(&found), "{found}");
    }

    #[test]
    fn few_rounds_are_tested_by_their_ranks() {
        let a: Vec<f64> = (0..8).map(f64::from).collect();
        let b: Vec<f64> = a.iter().map(|a| a + 20.0).collect();
        assert!(test_of_rounds(&a, &b) < 0.001 && signed_rank(&a, &b) > 0.005);
    }

    #[test]
    fn few_rounds_have_no_interval() {
        let ratio = ratio_of_rounds(&[1.0, 2.0, 3.0], &[2.0, 4.0, 6.0], CONFIDENCE).expect("a ratio");
        assert!((ratio.ratio - 2.0).abs() < 1e-12 && ratio.interval.is_none());
        assert!(ratio_of_rounds(&[], &[1.0], CONFIDENCE).is_none());
        assert!(ratio_of_rounds(&[0.0], &[1.0], CONFIDENCE).is_none());
        assert!(RoundDrawings::new(3).is_none());
    }
}
