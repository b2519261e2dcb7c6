//! `--deopt-every`: how many guards hold until one fails for no reason. Guards count down a word of the VM's context.

/// Random numbers of a seed (SplitMix64).
pub struct Forced {
    every: u32,
    state: u64,
}

impl Forced {
    /// One guard of `every` on average; 0 for none.
    pub fn new(every: u32, seed: u64) -> Forced {
        Forced { every, state: seed }
    }

    pub fn is_on(&self) -> bool {
        self.every > 0
    }

    /// Guards up to the next that fails, that one included.
    pub fn next(&mut self) -> u32 {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut bits = self.state;
        bits = (bits ^ bits >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        bits = (bits ^ bits >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        let most = 2 * u64::from(self.every.max(1)) - 1;
        1 + ((bits ^ bits >> 31) % most) as u32
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_of_so_many_fails() {
        let mut forced = Forced::new(7, 3);
        let draws: Vec<u32> = (0..10_000).map(|_| forced.next()).collect();
        assert!(draws.iter().all(|n| (1..=13).contains(n)));
        let mean = draws.iter().sum::<u32>() as f64 / draws.len() as f64;
        assert!((mean - 7.0).abs() < 0.2, "{mean}");
        let mut again = Forced::new(7, 3);
        assert!(draws.iter().all(|n| *n == again.next()));
        assert!((0..10).all(|_| Forced::new(1, 1).next() == 1));
    }
}
