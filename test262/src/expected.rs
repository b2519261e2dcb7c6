//! The committed list of expected failures, and how a run differs from it.

use crate::case::{Case, Outcome};
use crate::report::Results;
use anyhow::{Context, bail};
use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::Path;

/// What the list begins with.
const HEADER: &str = "\
# Expected failures of test262: a line for every run of a test (path below the suite's `test`, mode) that is known to fail, with
# the reason. Written by the runner:
#
#     cargo run --release -p tarsier-test262 -- --suite DIR --update
#
# adds what fails and is not here, with what was observed after a question mark, removes what passes, and leaves all other lines
# as they are. The question mark goes when somebody has found the reason and written it in the place of the observation.
";

/// What a reason begins with that is no more than an observation.
const UNEXPLAINED: char = '?';

/// Reasons by run.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Expected {
    reasons: BTreeMap<Case, String>,
}

/// What a run gave that the list does not say, and the other way around.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Difference {
    failures: Vec<(Case, String)>,
    passes: Vec<Case>,
    /// Listed, but no such test is there to be run.
    missing: Vec<Case>,
}

impl Expected {
    /// The list in a file; empty if there is none.
    ///
    /// # Errors
    /// When it cannot be read or understood.
    pub fn read(file: &Path) -> anyhow::Result<Expected> {
        let text = match std::fs::read_to_string(file) {
            Ok(text) => text,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(Expected::default()),
            Err(error) => return Err(error).with_context(|| format!("cannot read {}", file.display())),
        };
        Expected::parse(&text).with_context(|| file.display().to_string())
    }

    fn parse(text: &str) -> anyhow::Result<Expected> {
        let mut expected = Expected::default();
        for (number, line) in text.lines().enumerate() {
            let line = line.trim();
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            let number = number + 1;
            let mut parts = line.splitn(3, ' ');
            let (Some(path), Some(mode), Some(reason)) = (parts.next(), parts.next(), parts.next()) else {
                bail!("line {number} is not a path, a mode and a reason");
            };
            let mode = mode.parse().map_err(|error: String| anyhow::anyhow!("line {number}: {error}"))?;
            if expected.reasons.insert(Case { path: path.into(), mode }, reason.trim().into()).is_some() {
                bail!("line {number}: {path} {mode} is there twice");
            }
        }
        Ok(expected)
    }

    /// The list as a file, for the suite of this version.
    pub fn render(&self, version: &str) -> String {
        let mut text = format!("{HEADER}# Last updated against {version}.\n");
        for (case, reason) in &self.reasons {
            // Writing to a String cannot fail.
            let _ = writeln!(text, "{case} {reason}");
        }
        text
    }

    pub fn len(&self) -> usize {
        self.reasons.len()
    }

    /// Entries that nobody has explained yet.
    pub fn unexplained(&self) -> usize {
        self.reasons.values().filter(|reason| reason.starts_with(UNEXPLAINED)).count()
    }

    /// What differs, of what was run.
    pub fn compare(&self, results: &Results, suite: &Path) -> Difference {
        self.difference(results.runs(), |path| suite.join("test").join(path).is_file())
    }

    fn difference<'a>(
        &self,
        runs: impl Iterator<Item = (&'a Case, &'a Outcome)>,
        exists: impl Fn(&str) -> bool,
    ) -> Difference {
        let mut difference = Difference::default();
        for (case, outcome) in runs {
            match (outcome.is_pass(), self.reasons.contains_key(case)) {
                (false, false) => difference.failures.push((case.clone(), outcome.message())),
                (true, true) => difference.passes.push(case.clone()),
                _ => {}
            }
        }
        difference.missing = self.reasons.keys().filter(|case| !exists(&case.path)).cloned().collect();
        difference
    }

    /// Makes the list say what was run; what was not run stays, and so do reasons.
    pub fn update(&mut self, results: &Results, suite: &Path) {
        self.apply(self.compare(results, suite));
    }

    fn apply(&mut self, difference: Difference) {
        for case in difference.passes.iter().chain(&difference.missing) {
            self.reasons.remove(case);
        }
        for (case, message) in difference.failures {
            self.reasons.insert(case, format!("{UNEXPLAINED} {message}"));
        }
    }
}

impl Difference {
    pub fn is_empty(&self) -> bool {
        *self == Difference::default()
    }

    pub fn print(&self) {
        if self.is_empty() {
            println!("as expected");
            return;
        }
        if !self.failures.is_empty() {
            println!("\nunexpected failures: {}", self.failures.len());
            self.failures.iter().for_each(|(case, message)| println!("{case} {message}"));
        }
        if !self.passes.is_empty() {
            println!("\nunexpected passes: {}", self.passes.len());
            self.passes.iter().for_each(|case| println!("{case}"));
        }
        if !self.missing.is_empty() {
            println!("\nlisted, but not in the suite: {}", self.missing.len());
            self.missing.iter().for_each(|case| println!("{case}"));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::case::Mode;

    fn case(path: &str, mode: Mode) -> Case {
        Case { path: path.into(), mode }
    }

    const LIST: &str = "# comment\n\na.js strict known to be wrong\na.js sloppy ? TypeError: x\ngone.js raw why\n";

    #[test]
    fn lists_are_read_and_written() {
        let expected = Expected::parse(LIST).expect("a list");
        assert_eq!((expected.len(), expected.unexplained()), (3, 1));
        let text = expected.render("test262 at commit 1");
        assert!(text.contains("\n# Last updated against test262 at commit 1.\na.js sloppy ? TypeError: x\n"), "{text}");
        assert_eq!(Expected::parse(&text).expect("a list"), expected);
        for wrong in ["a.js", "a.js strict", "a.js lenient why", "a.js raw x\na.js raw y"] {
            assert!(Expected::parse(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn differences_go_both_ways_and_updates_end_them() {
        let mut expected = Expected::parse(LIST).expect("a list");
        let fail = Outcome::Fail("message".into());
        let runs = [
            (case("a.js", Mode::Strict), fail.clone()),
            (case("a.js", Mode::Sloppy), Outcome::Pass),
            (case("b.js", Mode::Module), Outcome::Hang),
            (case("c.js", Mode::Module), Outcome::Pass),
        ];
        let difference = |expected: &Expected| {
            expected.difference(runs.iter().map(|(case, outcome)| (case, outcome)), |path| path != "gone.js")
        };
        let first = difference(&expected);
        assert_eq!(first.failures, [(case("b.js", Mode::Module), Outcome::Hang.message())]);
        assert_eq!(first.passes, [case("a.js", Mode::Sloppy)]);
        assert_eq!(first.missing, [case("gone.js", Mode::Raw)]);
        expected.apply(first);
        assert!(difference(&expected).is_empty());
        let text = expected.render("x");
        assert!(text.ends_with("a.js strict known to be wrong\nb.js module ? hang: had to be killed\n"), "{text}");
    }
}
