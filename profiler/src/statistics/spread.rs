//! Where figures lie: medians, quantiles, geometric means, and how far paired
//! ratios lie apart. Every function returns `None` rather than a number that means nothing.

use serde::Serialize;

/// Where a set of figures lies and how far it reaches.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Spread {
    /// The middle figure, or the mean of the two middle ones.
    pub median: f64,
    /// Lower quartile.
    pub q1: f64,
    /// Upper quartile.
    pub q3: f64,
    /// Smallest figure.
    pub min: f64,
    /// Largest figure.
    pub max: f64,
    /// How many figures there are.
    pub count: usize,
}

impl Spread {
    /// Summarizes `figures`; `None` when there are none or one of them is not finite.
    pub fn of(figures: &[f64]) -> Option<Spread> {
        let sorted = sorted(figures)?;
        Some(Spread {
            median: quantile_of_sorted(&sorted, 0.5),
            q1: quantile_of_sorted(&sorted, 0.25),
            q3: quantile_of_sorted(&sorted, 0.75),
            min: sorted[0],
            max: sorted[sorted.len() - 1],
            count: sorted.len(),
        })
    }
}

/// The median; `None` when there is no figure or one is not finite.
pub fn median(figures: &[f64]) -> Option<f64> {
    Spread::of(figures).map(|spread| spread.median)
}

/// The geometric mean; `None` when there is no figure or one is not positive and finite.
pub fn geometric_mean(figures: &[f64]) -> Option<f64> {
    if figures.is_empty() || figures.iter().any(|&figure| !is_positive(figure)) {
        return None;
    }
    // By logarithms: the product of 26 times in nanoseconds would overflow.
    let logs: f64 = figures.iter().map(|figure| figure.ln()).sum();
    Some((logs / figures.len() as f64).exp())
}

/// The ratio of each pair `numerator[i] / denominator[i]`; `None` when the two differ in length
/// or a figure is not positive and finite. Pairs were measured in the same round, so what slows
/// the machine for a while slows both and leaves their ratio alone.
pub fn paired_ratios(numerators: &[f64], denominators: &[f64]) -> Option<Vec<f64>> {
    if numerators.len() != denominators.len() {
        return None;
    }
    numerators
        .iter()
        .zip(denominators)
        .map(|(&numerator, &denominator)| {
            (is_positive(numerator) && is_positive(denominator)).then(|| numerator / denominator)
        })
        .collect()
}

/// Per round, the geometric mean over all rows. `rows[row][round]`; `None` when there is no row,
/// or rows differ in their number of rounds, or a figure is not positive and finite.
pub fn geometric_means_by_round(rows: &[Vec<f64>]) -> Option<Vec<f64>> {
    let rounds = rows.first()?.len();
    if rows.iter().any(|row| row.len() != rounds) {
        return None;
    }
    (0..rounds)
        .map(|round| {
            let figures: Vec<f64> = rows.iter().map(|row| row[round]).collect();
            geometric_mean(&figures)
        })
        .collect()
}

/// True for figures that can stand in a ratio or under a logarithm.
pub fn is_positive(figure: f64) -> bool {
    figure.is_finite() && figure > 0.0
}

fn sorted(figures: &[f64]) -> Option<Vec<f64>> {
    if figures.is_empty() || figures.iter().any(|figure| !figure.is_finite()) {
        return None;
    }
    let mut sorted = figures.to_vec();
    sorted.sort_by(f64::total_cmp);
    Some(sorted)
}

/// Linear interpolation between the two nearest ranks (Hyndman and Fan's type 7, the default of
/// R and NumPy). `sorted` is not empty, `at` lies in 0..=1.
pub fn quantile_of_sorted(sorted: &[f64], at: f64) -> f64 {
    let rank = at * (sorted.len() - 1) as f64;
    let below = rank.floor() as usize;
    let above = rank.ceil() as usize;
    sorted[below] + (sorted[above] - sorted[below]) * (rank - below as f64)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn close(left: f64, right: f64) -> bool {
        (left - right).abs() <= 1e-12 * right.abs().max(1.0)
    }

    #[test]
    fn median_of_odd_even_and_nothing() {
        assert_eq!(median(&[3.0, 1.0, 2.0]), Some(2.0));
        assert_eq!(median(&[4.0, 1.0, 3.0, 2.0]), Some(2.5));
        assert_eq!(median(&[]), None);
        assert_eq!(median(&[1.0, f64::NAN]), None);
    }

    #[test]
    fn quartiles_interpolate_between_ranks() {
        let spread = Spread::of(&[1.0, 2.0, 3.0, 4.0]).unwrap();
        assert!(close(spread.q1, 1.75));
        assert!(close(spread.q3, 3.25));
        assert_eq!((spread.min, spread.max, spread.count), (1.0, 4.0, 4));
    }

    #[test]
    fn spread_of_one_figure_is_that_figure() {
        let spread = Spread::of(&[7.0]).unwrap();
        assert_eq!((spread.q1, spread.median, spread.q3), (7.0, 7.0, 7.0));
    }

    #[test]
    fn geometric_mean_needs_positive_figures() {
        assert!(close(geometric_mean(&[2.0, 8.0]).unwrap(), 4.0));
        assert!(close(geometric_mean(&[1e200, 1e-200, 1.0]).unwrap(), 1.0));
        assert_eq!(geometric_mean(&[]), None);
        assert_eq!(geometric_mean(&[1.0, 0.0]), None);
        assert_eq!(geometric_mean(&[1.0, f64::INFINITY]), None);
    }

    #[test]
    fn ratios_are_taken_pair_by_pair() {
        assert_eq!(paired_ratios(&[10.0, 30.0], &[5.0, 10.0]), Some(vec![2.0, 3.0]));
        assert_eq!(paired_ratios(&[10.0], &[5.0, 10.0]), None);
        assert_eq!(paired_ratios(&[10.0], &[0.0]), None);
    }

    #[test]
    fn geometric_mean_of_ratios_is_the_ratio_of_geometric_means() {
        let ours = [vec![10.0, 12.0], vec![300.0, 280.0]];
        let theirs = [vec![5.0, 8.0], vec![100.0, 70.0]];
        let ratios: Vec<Vec<f64>> =
            ours.iter().zip(&theirs).map(|(ours, theirs)| paired_ratios(ours, theirs).unwrap()).collect();
        let means = geometric_means_by_round(&ratios).unwrap();
        let our_means = geometric_means_by_round(&ours).unwrap();
        let their_means = geometric_means_by_round(&theirs).unwrap();
        assert!(close(means[0], our_means[0] / their_means[0]));
        assert!(close(means[1], our_means[1] / their_means[1]));
    }

    #[test]
    fn means_by_round_need_equal_rows() {
        assert_eq!(geometric_means_by_round(&[]), None);
        assert_eq!(geometric_means_by_round(&[vec![1.0], vec![1.0, 2.0]]), None);
    }
}
