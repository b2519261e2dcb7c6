//! The command line of `tarsier compare`, and what it asks for.

use crate::document::Document;
use clap::{Parser, ValueEnum};
use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// What is not told otherwise.
const BUDGET: Duration = Duration::from_secs(60);

/// The options.
#[derive(Parser, Clone, Debug)]
#[command(
    name = "tarsier compare",
    bin_name = "tarsier compare",
    about = "Tells whether a change made a program faster, by how much, and why",
    override_usage = "tarsier compare [OPTIONS] BEFORE.js AFTER.js [-- ARGS]\n       \
                      tarsier compare --a='OPTIONS' --b='OPTIONS' PROGRAM.js [-- ARGS]\n       \
                      tarsier compare --engine-a=PATH --engine-b=PATH PROGRAM.js [-- ARGS]\n       \
                      tarsier compare A.tprof B.tprof\n       \
                      tarsier compare A.tprof... -- B.tprof...\n       \
                      tarsier compare --save=FILE PROGRAM.js, then --baseline=FILE PROGRAM.js",
    after_help = "Exit codes: 0; 1 a version failed; 2 usage or file; 4 a version did not end in time; 5 --gate or --gate-structure.",
    max_term_width = 120
)]
pub struct Compare {
    /// Two programs, or one that is run in two ways; or recorded profiles (.tprof, or folders of them)
    #[arg(value_name = "FILE", required = true, hide = true)]
    pub inputs: Vec<PathBuf>,

    /// What the programs find in scriptArgs; of recorded profiles, the second version's
    #[arg(last = true, value_name = "ARGS", hide = true)]
    pub arguments: Vec<OsString>,

    /// Options of the first version's engine, as a shell would read them
    #[arg(long, value_name = "OPTIONS", allow_hyphen_values = true, value_parser = parse_words)]
    pub a: Option<Words>,

    /// Options of the second version's engine
    #[arg(long, value_name = "OPTIONS", allow_hyphen_values = true, value_parser = parse_words)]
    pub b: Option<Words>,

    /// The first version's engine: another build of Tarsier, or another engine's shell, of which only times are known
    #[arg(long, value_name = "PATH")]
    pub engine_a: Option<PathBuf>,

    /// The second version's engine
    #[arg(long, value_name = "PATH")]
    pub engine_b: Option<PathBuf>,

    /// Stop when the ratio's 95 % interval reaches at most so far to either side
    #[arg(long, value_name = "PERCENT", default_value = "1%", value_parser = parse_share)]
    pub within: f64,

    /// Stop after so long, whatever is known by then (60s, unless --runs is given)
    #[arg(long, value_name = "TIME", value_parser = parse_time)]
    budget: Option<Duration>,

    /// Measure just so many processes of each version
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub runs: Option<u32>,

    /// End a process after so long (the budget, unless told)
    #[arg(long, value_name = "TIME", value_parser = parse_time)]
    timeout: Option<Duration>,

    /// Compare a number that the programs print, the one in the expression's first group (`Score: (\d+)`)
    #[arg(long, value_name = "REGEX", value_parser = parse_metric)]
    pub metric: Option<regex::Regex>,

    /// The number of --metric is better the lower it is
    #[arg(long, requires = "metric")]
    pub lower_is_better: bool,

    /// Time between two samples (by the program's length, unless told)
    #[arg(long, value_name = "TIME", value_parser = crate::cli::parse_interval)]
    pub prof_interval: Option<Duration>,

    /// Measure times alone
    #[arg(long)]
    pub no_profile: bool,

    /// Where the result goes, by the extension: .md, .json, .html, .svg (differential flame graph), .txt; may be given several times
    #[arg(long, value_name = "FILE", value_parser = parse_out)]
    pub out: Vec<PathBuf>,

    /// What standard output gets
    #[arg(long, value_enum, value_name = "FORMAT", default_value = "text")]
    pub format: StandardOutput,

    /// Exit code 5 if the second version is worse by more than so much, for certain
    #[arg(long, value_name = "PERCENT", num_args = 0..=1, require_equals = true, default_missing_value = "0%", value_parser = parse_share)]
    pub gate: Option<f64>,

    /// Exit code 5 on a new loop of deoptimizations, a newly megamorphic site, a hot call that is not inlined any more
    #[arg(long)]
    pub gate_structure: bool,

    /// Keep what was measured of the second version (or of the only one)
    #[arg(long, value_name = "FILE")]
    pub save: Option<PathBuf>,

    /// The first version is what was kept here
    #[arg(long, value_name = "FILE", conflicts_with_all = ["a", "engine_a"])]
    pub baseline: Option<PathBuf>,

    /// The baseline may be another machine's
    #[arg(long, requires = "baseline")]
    pub any_machine: bool,

    /// Where the random order begins
    #[arg(long, value_name = "SEED")]
    pub seed: Option<u64>,

    /// Don't tell on standard error what is being done
    #[arg(long)]
    pub quiet: bool,
}

/// What standard output gets.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum StandardOutput {
    Text,
    Markdown,
    Json,
}

/// Words of a command line.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Words(pub Vec<OsString>);

/// What is to be compared.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Task {
    /// Two programs, or one twice.
    Programs(PathBuf, PathBuf),
    /// One program, with what a baseline file holds, or to make one.
    One(PathBuf),
    /// Profiles of the two versions.
    Recorded(Vec<PathBuf>, Vec<PathBuf>),
}

impl Compare {
    /// What is to be compared.
    ///
    /// # Errors
    /// A message, if the command line does not say.
    pub fn task(&self) -> Result<Task, String> {
        let is_recorded = |path: &Path| path.extension() == Some(OsStr::new("tprof")) || path.is_dir();
        if self.inputs.iter().any(|path| is_recorded(path)) {
            return self.recorded();
        }
        let two_ways = self.a.is_some() || self.b.is_some() || self.engine_a.is_some() || self.engine_b.is_some();
        match (&self.inputs[..], &self.baseline) {
            ([_, _, more, ..], _) => Err(format!(
                "what is '{}'? Two programs are compared; what they are to find in scriptArgs follows --",
                more.display()
            )),
            ([_, _], Some(_)) => Err("--baseline is compared with one program".into()),
            ([program], Some(_)) => Ok(Task::One(program.clone())),
            ([a, b], None) => Ok(Task::Programs(a.clone(), b.clone())),
            ([program], None) if two_ways => Ok(Task::Programs(program.clone(), program.clone())),
            ([program], None) if self.save.is_some() => Ok(Task::One(program.clone())),
            ([program], None) => Err(format!(
                "nothing to compare {} with: name a second program, or give --a and --b, --engine-a and --engine-b, --baseline or --save",
                program.display()
            )),
            ([], _) => Err("nothing to compare".into()),
        }
    }

    fn recorded(&self) -> Result<Task, String> {
        if self.baseline.is_some() || self.save.is_some() {
            return Err("--save and --baseline are for programs that are run".into());
        }
        let second: Vec<PathBuf> = self.arguments.iter().map(PathBuf::from).collect();
        match (&self.inputs[..], second.is_empty()) {
            ([a, b], true) => Ok(Task::Recorded(vec![a.clone()], vec![b.clone()])),
            (_, false) => Ok(Task::Recorded(self.inputs.clone(), second)),
            _ => Err("which profiles are whose? Write A.tprof... -- B.tprof..., or name two folders".into()),
        }
    }

    /// The time that all of it may take; None if a number of processes was asked for.
    pub fn budget(&self) -> Option<Duration> {
        self.budget.or(if self.runs.is_some() { None } else { Some(BUDGET) })
    }

    /// The time that one process may take.
    pub fn timeout(&self) -> Duration {
        self.timeout.or(self.budget).unwrap_or(BUDGET)
    }
}

pub fn parse_words(text: &str) -> Result<Words, String> {
    let words = shell_words::split(text).map_err(|error| error.to_string())?;
    Ok(Words(words.into_iter().map(OsString::from).collect()))
}

/// A share: a number with or without %.
fn parse_share(text: &str) -> Result<f64, String> {
    let digits = text.trim().trim_end_matches('%').trim_end();
    match digits.parse::<f64>() {
        Ok(percent) if (0.0..=1000.0).contains(&percent) => Ok(percent / 100.0),
        _ => Err(format!("'{text}' is no percentage; write 1% or 2.5%")),
    }
}

/// A time: a number with s (or nothing), ms or min.
fn parse_time(text: &str) -> Result<Duration, String> {
    let text = text.trim();
    let units = [("ms", 1e-3), ("min", 60.0), ("s", 1.0), ("", 1.0)];
    let found = units.into_iter().find_map(|(unit, seconds)| Some((text.strip_suffix(unit)?, seconds)));
    let number = found.and_then(|(digits, unit)| Some(digits.trim_end().parse::<f64>().ok()? * unit));
    match number.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok()) {
        Some(time) if !time.is_zero() && time.as_secs_f64() <= 1e7 => Ok(time),
        _ => Err(format!("'{text}' is no time; write 30s, 500ms or 2min")),
    }
}

fn parse_metric(text: &str) -> Result<regex::Regex, String> {
    regex::RegexBuilder::new(text).multi_line(true).build().map_err(|error| {
        let text = error.to_string();
        text.lines().last().unwrap_or("not an expression").trim_start_matches("error: ").to_owned()
    })
}

fn parse_out(text: &str) -> Result<PathBuf, String> {
    let path = PathBuf::from(text);
    match Document::of(&path) {
        Some(_) => Ok(path),
        None => Err("its name must end in .md, .json, .html, .svg or .txt".into()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(args: &[&str]) -> Result<Compare, clap::Error> {
        Compare::try_parse_from([&["tarsier compare"], args].concat())
    }

    fn task(args: &[&str]) -> Result<Task, String> {
        parse(args).expect("a valid command line").task()
    }

    #[test]
    fn what_is_compared() {
        let programs = |a: &str, b: &str| Ok(Task::Programs(a.into(), b.into()));
        assert_eq!(task(&["a.js", "b.js", "--", "--x"]), programs("a.js", "b.js"));
        assert_eq!(task(&["--a=--jitless", "--b=", "a.js"]), programs("a.js", "a.js"));
        assert_eq!(task(&["--engine-b=x", "a.js"]), programs("a.js", "a.js"));
        assert_eq!(task(&["--save=x", "a.js"]), Ok(Task::One("a.js".into())));
        assert_eq!(task(&["--baseline=x", "a.js"]), Ok(Task::One("a.js".into())));
        let recorded = |a: &[&str], b: &[&str]| {
            let paths = |names: &[&str]| names.iter().map(PathBuf::from).collect();
            Ok(Task::Recorded(paths(a), paths(b)))
        };
        assert_eq!(task(&["a.tprof", "b.tprof"]), recorded(&["a.tprof"], &["b.tprof"]));
        assert_eq!(task(&["a.tprof", "--", "b.tprof", "c.tprof"]), recorded(&["a.tprof"], &["b.tprof", "c.tprof"]));
        for wrong in [
            &["a.js"][..],
            &["a.js", "b.js", "c.js"],
            &["a.tprof", "b.tprof", "c.tprof"],
            &["--baseline=x", "a.js", "b.js"],
        ] {
            assert!(task(wrong).is_err(), "{wrong:?}");
        }
    }

    #[test]
    fn values() {
        let compare = parse(&["--a=--tier=interp '--x y'", "--within=0.5%", "--gate=2", "a.js"]).expect("valid");
        assert_eq!(compare.a, Some(Words(vec!["--tier=interp".into(), "--x y".into()])));
        assert_eq!((compare.within, compare.gate, compare.budget()), (0.005, Some(0.02), Some(BUDGET)));
        assert_eq!(parse(&["--gate", "a.js", "b.js"]).expect("valid").gate, Some(0.0));
        let compare = parse(&["--runs=30", "a.js", "b.js"]).expect("valid");
        assert_eq!((compare.budget(), compare.timeout()), (None, BUDGET));
        let compare = parse(&["--budget=500ms", "a.js", "b.js"]).expect("valid");
        assert_eq!(
            (compare.budget(), compare.timeout()),
            (Some(Duration::from_millis(500)), Duration::from_millis(500))
        );
        for wrong in
            ["--within=x", "--within=-1", "--budget=0", "--budget=1h", "--metric=(", "--out=x.pdf", "--runs=0", "--a='"]
        {
            assert!(parse(&[wrong, "a.js", "b.js"]).is_err(), "{wrong}");
        }
    }

    #[test]
    fn the_table_is_consistent() {
        use clap::CommandFactory;
        Compare::command().debug_assert();
    }
}
