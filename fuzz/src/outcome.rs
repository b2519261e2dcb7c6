//! How a program ended in one configuration, and whether two ends are the same.

use serde::{Deserialize, Serialize};

/// What a run shows to the outside.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Outcome {
    pub end: End,
    /// Standard output.
    pub output: String,
    pub milliseconds: u64,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum End {
    Good,
    /// With the report of the exception.
    Uncaught(String),
    /// The heap's limit was met, whatever the program made of that.
    OutOfMemory,
    TimeLimit,
    /// The process ended, and how.
    Crash(String),
}

/// What is wrong with a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    Output,
    Crash,
    Hang,
}

/// A run that ends at the time limit is a hang if the oracle took less than this part of what it had.
const SHARE_OF_TIME: u64 = 20;

/// Compares a run with the oracle's. `limit` is the time limit in milliseconds.
pub fn compare(oracle: &Outcome, run: &Outcome, limit: u64) -> Option<Fault> {
    match (&oracle.end, &run.end) {
        (_, End::Crash(_)) => Some(Fault::Crash),
        // Programs that are too large for the oracle say nothing of the others.
        (End::TimeLimit | End::OutOfMemory | End::Crash(_), _) => None,
        (_, End::TimeLimit) => (oracle.milliseconds < limit / SHARE_OF_TIME).then_some(Fault::Hang),
        (expected, end) => (expected != end || oracle.output != run.output).then_some(Fault::Output),
    }
}

/// Where the outputs part: the line number, from 1, and the two lines.
pub fn first_difference(oracle: &Outcome, run: &Outcome) -> String {
    let (mut expected, mut actual) = (oracle.output.lines(), run.output.lines());
    let mut number = 1;
    loop {
        match (expected.next(), actual.next()) {
            (None, None) => return format!("{:?} instead of {:?}", run.end, oracle.end),
            (a, b) if a == b => number += 1,
            (a, b) => {
                return format!("line {number}: {} instead of {}", b.unwrap_or("nothing"), a.unwrap_or("nothing"));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn outcome(end: End, output: &str) -> Outcome {
        Outcome { end, output: output.into(), milliseconds: 10 }
    }

    #[test]
    fn ends_and_outputs_count() {
        let good = outcome(End::Good, "1\n2\n");
        assert_eq!(compare(&good, &good, 1000), None);
        let full = outcome(End::OutOfMemory, "1\n");
        assert_eq!((compare(&full, &good, 1000), compare(&good, &full, 1000)), (None, Some(Fault::Output)));
        let other = outcome(End::Good, "1\n3\n");
        assert_eq!(compare(&good, &other, 1000), Some(Fault::Output));
        assert_eq!(first_difference(&good, &other), "line 2: 3 instead of 2");
        assert_eq!(compare(&good, &outcome(End::Uncaught("x".into()), "1\n2\n"), 1000), Some(Fault::Output));
        assert_eq!(compare(&good, &outcome(End::Crash("SIGSEGV".into()), ""), 1000), Some(Fault::Crash));
        assert_eq!(compare(&good, &outcome(End::TimeLimit, ""), 1000), Some(Fault::Hang));
        assert_eq!(compare(&good, &outcome(End::TimeLimit, ""), 100), None);
        assert_eq!(compare(&outcome(End::TimeLimit, ""), &good, 1000), None);
    }
}
