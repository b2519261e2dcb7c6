//! How a program can end other than well, as data. What is said of it, and with which exit code a process ends, is its embedding's matter.

use std::fmt;

/// Why a program did not come to its end. `Display` says it in a line, of an exception in its report.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Failure {
    /// The script asked for an end with this exit code (`process.exit`).
    Exit(i32),
    /// An exception that nobody caught, or a syntax error: the report, mostly the error's stack.
    Uncaught(String),
    /// The heap limit, in bytes, was reached and nobody caught that.
    OutOfMemory { limit: usize },
    /// Another thread ended the script (see [`vm::runtime::request::Terminator`]).
    Terminated {
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

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Failure::Exit(code) => write!(f, "quit with exit code {code}"),
            Failure::OutOfMemory { limit } => write!(f, "out of memory: heap limit of {} reached", megabytes(*limit)),
            Failure::Terminated { .. } => f.write_str("terminated"),
            Failure::Uncaught(text) | Failure::Source(text) | Failure::File(text) | Failure::Start(text) => {
                f.write_str(text)
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
    fn words() {
        let terminated = Failure::Terminated { place: "\n    at a.js:1:1".into() };
        for (failure, text) in [
            (Failure::Exit(7), "quit with exit code 7"),
            (Failure::Uncaught("Error: x\n    at y".into()), "Error: x\n    at y"),
            (Failure::OutOfMemory { limit: 256 << 20 }, "out of memory: heap limit of 256 MB reached"),
            (Failure::OutOfMemory { limit: 3 << 19 }, "out of memory: heap limit of 1.50 MB reached"),
            (terminated, "terminated"),
            (Failure::File("cannot read 'x'".into()), "cannot read 'x'"),
        ] {
            assert_eq!(failure.to_string(), text);
        }
    }

    #[test]
    fn system_errors_lose_their_number() {
        let error = std::fs::read("/nonexistent/file").expect_err("no such file");
        assert_eq!(describe_io(&error), "No such file or directory");
    }
}
