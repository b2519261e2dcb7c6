//! What may be said of figures that were measured: the statistics that comparisons and benchmarks share.
//!
//! ```text
//! spread      medians, quartiles, geometric means, ratios of pairs
//! bootstrap   intervals by drawing processes again (Efron), and the smallest difference that could have been seen
//! rounds      ratios within rounds (Hodges and Lehmann), signed ranks (Wilcoxon): what a wandering machine leaves alone
//! rank        the rank-sum test by permutation (Wilcoxon, Mann and Whitney)
//! correction  many tests at once (Benjamini and Hochberg)
//! stopping    how long to measure without being fooled by having looked
//! ```
//!
//! One figure is one process. Samples within a process hang together and are never taken for independent ones (Georges, Buytaert and
//! Eeckhout, OOPSLA 2007; Kalibera and Jones, ISMM 2013). Nothing here knows the time or draws from a seed of its own: the same figures give
//! the same answer.

pub mod bootstrap;
pub mod correction;
pub mod rank;
pub mod rounds;
pub mod spread;
pub mod stopping;
