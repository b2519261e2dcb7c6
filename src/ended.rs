//! How a run ends other than well: what standard error says of it, and the exit code. There is no other place that knows.

use crate::exit_code;
use std::fmt;
use std::time::Duration;
use tarsier::Failure;

/// Why a program did not come to its end. `Display` gives what belongs on standard error.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Ended {
    Failed(Failure),
    /// `--timeout`
    TimeLimit {
        limit: Duration,
        /// Where the script was: lines of a stack trace, each with a line break before it.
        place: String,
    },
}

impl Ended {
    /// Its first line.
    pub fn in_short(&self) -> String {
        self.to_string().lines().next().unwrap_or_default().into()
    }

    pub fn exit_code(&self) -> i32 {
        match self {
            Ended::Failed(Failure::Exit(code)) => *code,
            Ended::Failed(Failure::Uncaught(_) | Failure::Source(_) | Failure::Terminated { .. }) => {
                exit_code::UNCAUGHT
            }
            Ended::Failed(Failure::OutOfMemory { .. }) => exit_code::OUT_OF_MEMORY,
            Ended::Failed(Failure::File(_) | Failure::Start(_)) => exit_code::USAGE,
            Ended::TimeLimit { .. } => exit_code::TIME_LIMIT,
        }
    }
}

impl From<Failure> for Ended {
    fn from(failure: Failure) -> Ended {
        Ended::Failed(failure)
    }
}

impl fmt::Display for Ended {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Ended::Failed(failure @ (Failure::Source(_) | Failure::File(_) | Failure::Start(_))) => {
                write!(f, "tarsier: {failure}")
            }
            Ended::Failed(failure) => failure.fmt(f),
            Ended::TimeLimit { limit, place } => write!(f, "time limit of {}s reached{place}", limit.as_secs_f64()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_and_codes() {
        let limit = Duration::from_millis(1500);
        for (ended, code, text) in [
            (Failure::Exit(7).into(), 7, "quit with exit code 7"),
            (Failure::Uncaught("Error: x\n    at y".into()).into(), 1, "Error: x\n    at y"),
            (Failure::Source("a.js:1:1: no text".into()).into(), 1, "tarsier: a.js:1:1: no text"),
            (Failure::Terminated { place: "\n    at y".into() }.into(), 1, "terminated"),
            (Failure::OutOfMemory { limit: 1 << 20 }.into(), 3, "out of memory: heap limit of 1 MB reached"),
            (Failure::File("cannot read 'x'".into()).into(), 2, "tarsier: cannot read 'x'"),
            (Failure::Start("no thread".into()).into(), 2, "tarsier: no thread"),
            (Ended::TimeLimit { limit, place: String::new() }, 4, "time limit of 1.5s reached"),
        ] {
            assert_eq!((ended.exit_code(), ended.to_string().as_str()), (code, text));
        }
        assert_eq!(Ended::TimeLimit { limit, place: "\n    at y".into() }.in_short(), "time limit of 1.5s reached");
    }
}
