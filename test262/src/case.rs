//! One run of one test, and how it ended: what parent and child tell each other.

use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// How a test's text is run.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Mode {
    Sloppy,
    /// With `"use strict";` before it.
    Strict,
    Module,
    /// As it is, without the harness.
    Raw,
}

impl Mode {
    const ALL: [Mode; 4] = [Mode::Sloppy, Mode::Strict, Mode::Module, Mode::Raw];

    pub const fn name(self) -> &'static str {
        match self {
            Mode::Sloppy => "sloppy",
            Mode::Strict => "strict",
            Mode::Module => "module",
            Mode::Raw => "raw",
        }
    }
}

impl fmt::Display for Mode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Mode {
    type Err = String;

    fn from_str(text: &str) -> Result<Mode, String> {
        Mode::ALL.into_iter().find(|mode| mode.name() == text).ok_or_else(|| format!("no mode is named '{text}'"))
    }
}

/// A test in one mode.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct Case {
    /// Below the suite's `test`, with slashes.
    pub path: String,
    pub mode: Mode,
}

impl fmt::Display for Case {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.path, self.mode)
    }
}

/// How a run ended.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Outcome {
    Pass,
    Fail(String),
    /// The VM was told to end the script, and did.
    TimeLimit,
    /// The process died.
    Crash(String),
    /// The process had to be killed.
    Hang,
}

impl Outcome {
    pub fn is_pass(&self) -> bool {
        *self == Outcome::Pass
    }

    /// What is wrong, in one line; empty for a pass.
    pub fn message(&self) -> String {
        match self {
            Outcome::Pass => String::new(),
            Outcome::Fail(message) => message.clone(),
            Outcome::TimeLimit => "time limit exceeded".into(),
            Outcome::Crash(how) => format!("crash: {how}"),
            Outcome::Hang => "hang: had to be killed".into(),
        }
    }
}

/// Longest message, in characters.
const MAX_MESSAGE: usize = 400;

/// A text as one line of decent length.
pub fn one_line(text: &str) -> String {
    let words: Vec<&str> = text.split_whitespace().collect();
    let line = words.join(" ");
    match line.char_indices().nth(MAX_MESSAGE) {
        Some((end, _)) => format!("{}...", &line[..end]),
        None => line,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_single_and_short() {
        assert_eq!(one_line(" a\n\tb  c "), "a b c");
        let long = one_line(&"é".repeat(1000));
        assert_eq!(long.chars().count(), MAX_MESSAGE + 3);
        assert!(long.ends_with("é..."));
    }

    #[test]
    fn modes_have_names() {
        for mode in Mode::ALL {
            assert_eq!(mode.name().parse(), Ok(mode));
        }
        assert!("lenient".parse::<Mode>().is_err());
    }
}
