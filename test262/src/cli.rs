//! The command line.

use clap::{Parser, ValueEnum};
use std::path::PathBuf;
use std::time::Duration;

/// Seconds that a run may take, without and with `--gc-stress`.
const TIMEOUT: [f64; 2] = [20.0, 120.0];

/// The highest tier that code may reach.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Tier {
    Interpreter,
    Baseline,
    Optimizer,
}

impl Tier {
    fn name(self) -> &'static str {
        match self {
            Tier::Interpreter => "interpreter",
            Tier::Baseline => "baseline",
            Tier::Optimizer => "optimizer",
        }
    }
}

/// Runs test262 and compares the failures with the committed list. Exit code 1 if they differ.
#[derive(Parser, Debug)]
#[command(name = "tarsier-test262")]
pub struct Cli {
    /// A checkout of tc39/test262
    #[arg(long, value_name = "DIR")]
    pub suite: PathBuf,
    /// The suite's commit, where DIR is a copy without a repository that says it
    #[arg(long, value_name = "HASH")]
    pub commit: Option<String>,
    /// Only this file or folder below the suite's `test`; may be given several times. Without it everything but `intl402`
    #[arg(long, value_name = "PATH")]
    pub filter: Vec<String>,
    /// Child processes; as many as there are processors unless given
    #[arg(long, value_name = "N")]
    pub jobs: Option<usize>,
    /// Collect garbage at every N-th allocation
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub gc_stress: u32,
    /// The highest tier that code may reach
    #[arg(long, value_enum, default_value_t = Tier::Optimizer)]
    pub tier: Tier,
    /// Calls and loop iterations before the baseline compiler takes a function; 1 has it take everything
    #[arg(long, value_name = "N")]
    pub baseline_threshold: Option<i32>,
    /// The same for the optimizing compiler, about; it then works on the program's own thread
    #[arg(long, value_name = "N")]
    pub optimizer_threshold: Option<i32>,
    /// Steps of matching before a regular expression becomes machine code; compiled on the program's own thread then
    #[arg(long, value_name = "N")]
    pub regexp_threshold: Option<u64>,
    /// Guards of optimized code fail at random, one of N on average
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub deopt_every: u32,
    /// Seconds that one run of a test may take [default: 20, with --gc-stress 120]
    #[arg(long, value_name = "SECONDS")]
    pub timeout: Option<f64>,
    /// Rewrite the list of expected failures; reasons stay
    #[arg(long)]
    pub update: bool,
    /// Print every failure with its message
    #[arg(long)]
    pub list_failures: bool,
    /// Only N tests, chosen at random
    #[arg(long, value_name = "N")]
    pub sample: Option<usize>,
    /// What --sample chooses by: the same seed, the same tests
    #[arg(long, value_name = "S", default_value_t = 0)]
    pub seed: u64,
    /// Levels of folders in the table of results
    #[arg(long, value_name = "N", default_value_t = 3)]
    pub depth: usize,
    /// Print the N most frequent failure messages
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub messages: usize,
    /// Print the N runs that took longest
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub slowest: usize,
    /// The list of expected failures, if it is not the one beside the runner's sources
    #[arg(long, value_name = "FILE")]
    pub expected: Option<PathBuf>,
    /// Answer a parent process, one line a test.
    #[arg(long, hide = true)]
    pub worker: bool,
}

impl Cli {
    /// What one run of one test may take.
    pub fn limit(&self) -> Duration {
        let seconds = self.timeout.unwrap_or(TIMEOUT[usize::from(self.gc_stress > 0)]);
        Duration::try_from_secs_f64(seconds).unwrap_or(Duration::MAX).min(Duration::from_secs(86_400))
    }

    pub fn jobs(&self) -> usize {
        let default = || std::thread::available_parallelism().map_or(1, usize::from);
        self.jobs.unwrap_or_else(default).max(1)
    }

    /// Where the list of expected failures is. Cargo says where the package is that it runs.
    pub fn expected_failures(&self) -> PathBuf {
        self.expected.clone().unwrap_or_else(|| {
            let package =
                std::env::var_os("CARGO_MANIFEST_DIR").map_or_else(|| PathBuf::from("test262"), PathBuf::from);
            package.join("expected-failures.txt")
        })
    }

    pub fn tier(&self) -> vm::options::Tier {
        match self.tier {
            Tier::Interpreter => vm::options::Tier::Interpreter,
            Tier::Baseline => vm::options::Tier::Baseline,
            Tier::Optimizer => vm::options::Tier::Optimizer,
        }
    }

    /// The arguments of a child process that runs tests as these say.
    pub fn worker_arguments(&self) -> Vec<std::ffi::OsString> {
        let mut arguments: Vec<std::ffi::OsString> =
            vec!["--worker".into(), "--suite".into(), self.suite.clone().into()];
        arguments.extend(["--gc-stress".into(), self.gc_stress.to_string().into()]);
        arguments.extend(["--tier".into(), self.tier.name().into()]);
        if let Some(threshold) = self.baseline_threshold {
            arguments.extend(["--baseline-threshold".into(), threshold.to_string().into()]);
        }
        if let Some(threshold) = self.optimizer_threshold {
            arguments.extend(["--optimizer-threshold".into(), threshold.to_string().into()]);
        }
        if let Some(threshold) = self.regexp_threshold {
            arguments.extend(["--regexp-threshold".into(), threshold.to_string().into()]);
        }
        arguments.extend(["--deopt-every".into(), self.deopt_every.to_string().into()]);
        arguments.extend(["--timeout".into(), self.limit().as_secs_f64().to_string().into()]);
        arguments
    }
}
