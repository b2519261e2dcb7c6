//! What a comparison goes by: the score if there is one, else the wall time; but the CPU time where the machine was busy with something else.
//!
//! On a machine that others use, wall times tell more of the others than of the program. Which of the two is chosen goes by how far each varies within the
//! versions, which knows nothing of the difference between them, so that choosing finds no differences.

use super::side::{Run, Side};
use crate::statistics::spread::Spread;

/// The wall time is given up where it varies so many times as much as the CPU time, and at least so much (quartiles, as a share of the median).
const TIMES_AS_MUCH: f64 = 2.0;
const AT_LEAST: f64 = 0.01;

/// A figure of a process.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Primary {
    Score,
    Wall,
    Cpu,
}

impl Primary {
    /// What the comparison of two versions goes by.
    pub fn of(a: &Side, b: &Side, has_score: bool) -> Primary {
        let variation = |of: Primary| {
            let one = |side: &Side| {
                let spread = Spread::of(&side.figures(|run| of.figure(run)))?;
                Some((spread.q3 - spread.q1) / spread.median)
            };
            Some((one(a)? + one(b)?) / 2.0)
        };
        match (variation(Primary::Wall), variation(Primary::Cpu)) {
            _ if has_score => Primary::Score,
            (Some(wall), Some(cpu)) if wall > AT_LEAST && wall > TIMES_AS_MUCH * cpu => Primary::Cpu,
            _ => Primary::Wall,
        }
    }

    /// The process's score, or its time in nanoseconds.
    pub fn figure(self, run: &Run) -> f64 {
        match self {
            Primary::Score => run.score.unwrap_or(f64::NAN),
            Primary::Wall => run.wall_ns as f64,
            Primary::Cpu => run.cpu_ns as f64,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn side(wall: &[u64], cpu: &[u64]) -> Side {
        let mut side = Side::new("", "");
        let run = |(&wall_ns, &cpu_ns)| Run { wall_ns, cpu_ns, score: Some(1.0), ..Run::default() };
        side.runs = wall.iter().zip(cpu).map(run).collect();
        side
    }

    #[test]
    fn a_busy_machine_is_known_by_its_wall_times() {
        let calm = side(&[300, 301, 302, 303], &[299, 300, 302, 302]);
        let busy = side(&[300, 420, 510, 380], &[299, 300, 302, 302]);
        assert_eq!(Primary::of(&calm, &calm, false), Primary::Wall);
        assert_eq!(Primary::of(&calm, &busy, false), Primary::Cpu);
        assert_eq!(Primary::of(&busy, &busy, true), Primary::Score);
        // A program that itself varies is no sign of others.
        let varies = side(&[300, 420, 510, 380], &[299, 418, 507, 379]);
        assert_eq!(Primary::of(&varies, &varies, false), Primary::Wall);
    }
}
