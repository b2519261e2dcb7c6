//! Many tests at once: the false discovery rate after Benjamini and Hochberg (1995).

/// The p-values adjusted so that those at most `q` have a false discovery rate of at most `q`; in the order given.
pub fn benjamini_hochberg(p: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..p.len()).collect();
    order.sort_by(|&a, &b| p[b].total_cmp(&p[a]));
    let mut adjusted = vec![1.0; p.len()];
    let mut least = 1.0f64;
    for (from_largest, &index) in order.iter().enumerate() {
        let rank = (p.len() - from_largest) as f64;
        least = least.min(p[index] * p.len() as f64 / rank);
        adjusted[index] = least;
    }
    adjusted
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The example of the paper, section 3.
    #[test]
    fn the_papers_example() {
        let p = [
            0.0001, 0.0004, 0.0019, 0.0095, 0.0201, 0.0278, 0.0298, 0.0344, 0.0459, 0.3240, 0.4262, 0.5719, 0.6528,
            0.7590, 1.0,
        ];
        let adjusted = benjamini_hochberg(&p);
        assert_eq!(adjusted.iter().filter(|p| **p <= 0.05).count(), 4);
        assert!(adjusted.is_sorted(), "{adjusted:?}");
    }

    #[test]
    fn the_order_is_kept() {
        let adjusted = benjamini_hochberg(&[0.5, 0.01, 1.0]);
        assert!((adjusted[1] - 0.03).abs() < 1e-12 && (adjusted[0] - 0.75).abs() < 1e-12, "{adjusted:?}");
        assert!(benjamini_hochberg(&[]).is_empty());
    }
}
