//! Results in tables: by folder, by feature, by failure message.
//!
//! A test counts as passed if all its runs passed; runs are counted in the last line only.

use crate::case::{Case, Outcome};
use crate::failures::group_key;
use crate::pool::Done;
use crate::suite::Test;
use std::collections::{BTreeMap, HashMap};
use std::time::Duration;

/// All that a run of the suite gave.
pub struct Results<'a> {
    tests: &'a [Test],
    cases: &'a [Case],
    done: &'a [Done],
}

/// Tests of some group.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
struct Count {
    tests: usize,
    passed: usize,
}

impl Count {
    fn add(&mut self, passed: bool) {
        self.tests += 1;
        self.passed += usize::from(passed);
    }

    fn percent(self) -> f64 {
        if self.tests == 0 { 100.0 } else { 100.0 * self.passed as f64 / self.tests as f64 }
    }
}

impl<'a> Results<'a> {
    pub fn new(tests: &'a [Test], cases: &'a [Case], done: &'a [Done]) -> Results<'a> {
        Results { tests, cases, done }
    }

    /// Every run with its outcome.
    pub fn runs(&self) -> impl Iterator<Item = (&'a Case, &'a Outcome)> {
        self.cases.iter().zip(self.done).map(|(case, done)| (case, &done.outcome))
    }

    fn failures(&self) -> impl Iterator<Item = (&'a Case, &'a Outcome)> {
        self.runs().filter(|(_, outcome)| !outcome.is_pass())
    }

    /// Every test that was run, and whether it passed.
    fn verdicts(&self) -> impl Iterator<Item = (&'a Test, bool)> {
        let mut passed: HashMap<&str, bool> = HashMap::new();
        for (case, outcome) in self.runs() {
            *passed.entry(&case.path).or_insert(true) &= outcome.is_pass();
        }
        self.tests.iter().filter_map(move |test| passed.get(test.path.as_str()).map(|passed| (test, *passed)))
    }

    pub fn print_folders(&self, depth: usize) {
        let mut folders: BTreeMap<String, Count> = BTreeMap::new();
        for (test, passed) in self.verdicts() {
            folders.entry(folder(&test.path, depth)).or_default().add(passed);
        }
        print_table("folder", &folders);
    }

    pub fn print_features(&self) {
        let mut features: BTreeMap<String, Count> = BTreeMap::new();
        for (test, passed) in self.verdicts() {
            for feature in &test.frontmatter.features {
                features.entry(feature.clone()).or_default().add(passed);
            }
        }
        print_table("feature", &features);
    }

    pub fn print_failures(&self) {
        let locales: HashMap<&str, &[String]> =
            self.tests.iter().map(|t| (t.path.as_str(), t.frontmatter.locale.as_slice())).collect();
        println!("\nfailures");
        for (case, outcome) in self.failures() {
            let needs = match locales.get(case.path.as_str()) {
                Some([]) | None => String::new(),
                Some(locales) => format!(" (needs locale {})", locales.join(", ")),
            };
            println!("{case} {}{needs}", outcome.message());
        }
    }

    /// The most frequent messages, each with an example.
    pub fn print_messages(&self, count: usize) {
        if count == 0 {
            return;
        }
        let mut groups: HashMap<String, (usize, &Case, String)> = HashMap::new();
        for (case, outcome) in self.failures() {
            let message = outcome.message();
            groups.entry(group_key(&message)).or_insert((0, case, message)).0 += 1;
        }
        let mut groups: Vec<_> = groups.into_values().collect();
        groups.sort_by(|a, b| b.0.cmp(&a.0).then_with(|| a.1.cmp(b.1)));
        println!("\nmost frequent failures, by runs");
        for (times, case, message) in groups.into_iter().take(count) {
            println!("{times:>6}  {message}\n        {case}");
        }
    }

    pub fn print_slowest(&self, count: usize) {
        if count == 0 {
            return;
        }
        let mut runs: Vec<_> = self.cases.iter().zip(self.done).collect();
        runs.sort_by_key(|(_, done)| std::cmp::Reverse(done.time));
        println!("\nslowest runs, in seconds");
        for (case, done) in runs.into_iter().take(count) {
            println!("{:>8.2}  {case}", done.time.as_secs_f64());
        }
    }

    pub fn print_totals(&self, elapsed: Duration) {
        let mut count = Count::default();
        self.verdicts().for_each(|(_, passed)| count.add(passed));
        let failed = self.failures().count();
        let ended = |test: fn(&Outcome) -> bool| self.runs().filter(|(_, outcome)| test(outcome)).count();
        println!(
            "\n{} of {} tests passed ({:.2} %), {} skipped; {} of {} runs failed, of them {} crashes, {} hangs, {} time limits; {:.0} s",
            count.passed,
            count.tests,
            count.percent(),
            self.tests.len() - count.tests,
            failed,
            self.cases.len(),
            ended(|o| matches!(o, Outcome::Crash(_))),
            ended(|o| matches!(o, Outcome::Hang)),
            ended(|o| matches!(o, Outcome::TimeLimit)),
            elapsed.as_secs_f64()
        );
    }
}

/// The first folders of a path, at most `depth` of them.
fn folder(path: &str, depth: usize) -> String {
    let folders: Vec<&str> = path.split('/').collect();
    let (_, folders) = folders.split_last().unwrap_or((&"", &[]));
    folders.iter().take(depth).copied().collect::<Vec<_>>().join("/")
}

fn print_table(title: &str, rows: &BTreeMap<String, Count>) {
    let width = rows.keys().map(|name| name.chars().count()).max().unwrap_or(0).max(title.len());
    println!("\n{title:<width$} {:>7} {:>7} {:>8}", "passed", "tests", "%");
    for (name, count) in rows {
        println!("{name:<width$} {:>7} {:>7} {:>8.2}", count.passed, count.tests, count.percent());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folders_to_a_depth() {
        assert_eq!(folder("a/b/c/d/e.js", 3), "a/b/c");
        assert_eq!(folder("a/b/e.js", 3), "a/b");
        assert_eq!(folder("e.js", 3), "");
    }

    #[test]
    fn percentages() {
        let mut count = Count::default();
        assert_eq!(count.percent(), 100.0);
        count.add(true);
        count.add(false);
        assert_eq!((count.tests, count.passed, count.percent()), (2, 1, 50.0));
    }
}
