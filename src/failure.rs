//! How a program can end other than well, with the exit code and the words for it.

use crate::cli::exit_code;
use std::fmt;
use std::time::Duration;

/// Why a program did not come to its end. `Display` gives what belongs on standard error.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Failure {
    /// `quit(code)` was called.
    Exit(i32),
    /// An exception that nobody caught, or a syntax error: the report, mostly the error's stack.
    Uncaught(String),
    /// The heap limit, in bytes, was reached and nobody caught that.
    OutOfMemory { limit: usize },
    /// Another thread ended the script (see [`vm::runtime::request::Terminator`]).
    Terminated,
    TimeLimit {
        limit: Duration,
        /// Where the script was: lines of a stack trace, each with a line break before it.
        place: String,
    },
    /// The text is no program: not UTF-8.
    Source(String),
    /// A file cannot be read or written.
    File(String),
    /// The VM cannot be made with these options.
    Start(String),
}

impl Failure {
    /// Its first line.
    pub fn in_short(&self) -> String {
        self.to_string().lines().next().unwrap_or_default().into()
    }

    pub fn exit_code(&self) -> i32 {
        match self {
            Failure::Exit(code) => *code,
            Failure::Uncaught(_) | Failure::Source(_) | Failure::Terminated => exit_code::UNCAUGHT,
            Failure::OutOfMemory { .. } => exit_code::OUT_OF_MEMORY,
            Failure::TimeLimit { .. } => exit_code::TIME_LIMIT,
            Failure::File(_) | Failure::Start(_) => exit_code::USAGE,
        }
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Failure::Exit(code) => write!(f, "quit with exit code {code}"),
            Failure::Uncaught(report) => f.write_str(report),
            Failure::OutOfMemory { limit } => write!(f, "out of memory: heap limit of {} reached", megabytes(*limit)),
            Failure::Terminated => f.write_str("terminated"),
            Failure::TimeLimit { limit, place } => {
                write!(f, "time limit of {}s reached{place}", limit.as_secs_f64())
            }
            Failure::Source(message) | Failure::File(message) | Failure::Start(message) => {
                write!(f, "tarsier: {message}")
            }
        }
    }
}

impl std::error::Error for Failure {}

/// A number of bytes in MB (of 2^20 bytes), with a fraction only where it is needed.
fn megabytes(bytes: usize) -> String {
    let megabytes = bytes as f64 / (1u64 << 20) as f64;
    if megabytes >= 10.0 || megabytes.fract() == 0.0 {
        format!("{megabytes:.0} MB")
    } else {
        format!("{megabytes:.2} MB")
    }
}

/// What went wrong with a file, without the operating system's number.
pub fn describe_io(error: &std::io::Error) -> String {
    let text = error.to_string();
    match text.find(" (os error ") {
        Some(end) => text[..end].to_string(),
        None => text,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_and_codes() {
        let failures = [
            (Failure::Exit(7), 7, "quit with exit code 7"),
            (Failure::Uncaught("Error: x\n    at y".into()), 1, "Error: x\n    at y"),
            (Failure::OutOfMemory { limit: 256 << 20 }, 3, "out of memory: heap limit of 256 MB reached"),
            (Failure::OutOfMemory { limit: 3 << 19 }, 3, "out of memory: heap limit of 1.50 MB reached"),
            (
                Failure::TimeLimit { limit: Duration::from_millis(1500), place: String::new() },
                4,
                "time limit of 1.5s reached",
            ),
            (Failure::File("cannot read 'x'".into()), 2, "tarsier: cannot read 'x'"),
        ];
        for (failure, code, text) in failures {
            assert_eq!((failure.exit_code(), failure.to_string().as_str()), (code, text));
        }
    }

    #[test]
    fn system_errors_lose_their_number() {
        let error = std::fs::read("/nonexistent/file").expect_err("no such file");
        assert_eq!(describe_io(&error), "No such file or directory");
    }
}
