//! Samples laid on an even grid: for readers that count samples, and for those that weigh them, so that both see the same shares.

use crate::profile::Profile;

impl Profile {
    /// The sample that each interval's end belongs to, in order: one for every interval of the profile's clock that has passed.
    pub fn grid(&self) -> Vec<u32> {
        let interval = self.interval_ns.max(1);
        let mut points = Vec::with_capacity((self.total_ns() / interval) as usize);
        let mut left = 0;
        for (i, &weight) in self.samples.weight_ns.iter().enumerate() {
            left += weight;
            let n = left / interval;
            left -= n * interval;
            points.extend(std::iter::repeat_n(i as u32, n as usize));
        }
        points
    }

    /// Microseconds since the start at which each grid point lies.
    pub fn grid_us(&self, point: usize) -> u64 {
        (point as u64 + 1) * self.interval_ns.max(1) / 1000
    }
}

#[cfg(test)]
mod tests {
    use crate::sample_profile::sample_profile;

    #[test]
    fn points_share_out_as_the_weights_do() {
        let mut profile = sample_profile();
        assert_eq!(profile.grid(), (0..20).collect::<Vec<u32>>());
        profile.samples.weight_ns[3] = 4_500_000;
        profile.samples.weight_ns[4] = 500_000;
        let grid = profile.grid();
        assert_eq!(grid.len(), 23);
        assert_eq!(grid.iter().filter(|&&i| i == 3).count(), 4);
        profile.interval_ns = 5_000_000;
        assert_eq!(profile.grid().len(), 4);
    }
}
