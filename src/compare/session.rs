//! Measuring: warm-up, then rounds of one fresh process of each version in random order, until the interval is narrow enough or the time is spent.
//!
//! Every measured process is sampled, both versions' alike, so that where the time went is told of the very processes that were timed; what the profiler
//! does after the program's end is not counted. Samples weigh CPU time: what others on the machine take from a process is a row of its own. The warm-up reads the files into memory, tells what the versions print and how long they
//! take, and what the optimizing compiler decides.

use super::interrupts::{STOPPED, is_stopped};
use super::options::Compare;
use super::outputs::{Output, difference};
use super::process::{self, End, Finished};
use super::progress::Progress;
use super::recorded::main_file;
use super::trace;
use super::version::Version;
use crate::exit_code;
use profiler::Profile;
use profiler::compare::primary::Primary;
use profiler::compare::{Conditions, Measured, Side};
use profiler::statistics::bootstrap::Ratio;
use profiler::statistics::stopping::{confidence, is_look, is_narrow};
use std::ffi::OsString;
use std::time::{Duration, Instant};

/// A process has about so many samples, within these intervals.
const SAMPLES: f64 = 1500.0;
const FINEST: Duration = Duration::from_micros(200);
const COARSEST: Duration = Duration::from_millis(1);
/// The traced warm-up is left out where a process takes a larger part of the budget.
const LARGE: f64 = 0.04;

/// Why measuring came to an end too soon.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Stop {
    Interrupted,
    /// A version, in words, and the exit code.
    Failed(String, i32),
}

/// What is to be measured: the second version, and the first unless there is a baseline.
pub struct Plan<'p> {
    pub options: &'p Compare,
    pub a: Option<Version>,
    pub b: Version,
    /// Processes are sampled.
    pub profiled: bool,
    /// Time between two samples, if that has been decided.
    pub interval: Option<Duration>,
}

/// What came of it.
pub struct Outcome {
    pub a: Side,
    pub b: Side,
    pub conditions: Conditions,
    pub interval: Duration,
    pub stop: Option<Stop>,
}

pub struct Session<'p> {
    plan: Plan<'p>,
    outcome: Outcome,
    folder: tempfile::TempDir,
    progress: Progress,
    random: fastrand::Rng,
    start: Instant,
    /// Processes that were started, and the time that a round takes.
    rounds: u32,
    measuring: Duration,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Which {
    A,
    B,
}

impl<'p> Session<'p> {
    /// # Errors
    /// A message, if there is no folder for profiles.
    pub fn new(plan: Plan<'p>) -> Result<Session<'p>, String> {
        let folder = tempfile::Builder::new().prefix("tarsier-compare-").tempdir();
        let folder =
            folder.map_err(|error| format!("no folder for profiles: {}", tarsier::failure::describe_io(&error)))?;
        let side = |version: Option<&Version>| Side::new(version.map_or("", |version| &version.name), "");
        let options = plan.options;
        let conditions = Conditions {
            looked: options.runs.is_none(),
            in_rounds: plan.a.is_some(),
            score: options.metric.as_ref().map_or_else(String::new, |metric| metric.as_str().to_owned()),
            lower_score_is_better: options.lower_is_better,
            ..Conditions::default()
        };
        Ok(Session {
            outcome: Outcome {
                a: side(plan.a.as_ref()),
                b: side(Some(&plan.b)),
                conditions,
                interval: plan.interval.unwrap_or(COARSEST),
                stop: None,
            },
            folder,
            progress: Progress::new(options.quiet),
            random: options.seed.map_or_else(fastrand::Rng::new, fastrand::Rng::with_seed),
            start: Instant::now(),
            rounds: 0,
            measuring: Duration::ZERO,
            plan,
        })
    }

    /// Measures. `against`: the first version's side, if it is not measured here.
    pub fn run(mut self, against: Option<&Side>) -> Outcome {
        let done = self.warm_up().and_then(|()| self.measure(against));
        self.outcome.stop = done.err();
        self.outcome.conditions.incomplete = self.outcome.stop.as_ref().map(|stop| match stop {
            Stop::Interrupted => "interrupted".into(),
            Stop::Failed(message, _) => message.clone(),
        });
        self.progress.clear();
        self.outcome
    }

    fn sides(&self) -> Vec<Which> {
        if self.plan.a.is_some() { vec![Which::A, Which::B] } else { vec![Which::B] }
    }

    fn version(&self, which: Which) -> &Version {
        match (which, &self.plan.a) {
            (Which::A, Some(a)) => a,
            _ => &self.plan.b,
        }
    }

    fn side(&mut self, which: Which) -> &mut Side {
        match which {
            Which::A => &mut self.outcome.a,
            Which::B => &mut self.outcome.b,
        }
    }

    fn warm_up(&mut self) -> Result<(), Stop> {
        let sides = self.sides();
        self.progress.show("warming up");
        let mut outputs = Vec::new();
        let (mut longest, mut busiest) = (Duration::ZERO, Duration::ZERO);
        for &which in &sides {
            let finished = self.process(which, &[])?;
            longest = longest.max(finished.resources.wall);
            busiest = busiest.max(finished.resources.user + finished.resources.system);
            if self.plan.options.metric.is_some() {
                self.score(which, &finished.stdout)?;
            }
            outputs.push(finished.stdout);
        }
        if self.plan.interval.is_none() {
            let interval = busiest.div_f64(SAMPLES).clamp(FINEST, COARSEST);
            self.outcome.interval = self.plan.options.prof_interval.unwrap_or(interval);
        }
        let budget = self.plan.options.budget().unwrap_or(Duration::MAX);
        let traces = self.plan.profiled && longest.as_secs_f64() <= budget.as_secs_f64() * LARGE;
        let differ = outputs.len() == 2 && outputs[0] != outputs[1];
        let mut varies = None;
        for (i, &which) in sides.iter().enumerate() {
            if !traces && !differ {
                break;
            }
            let file = self.folder.path().join("trace.jsonl");
            let mut option = OsString::from("--trace-json=");
            option.push(&file);
            let options = if traces { vec!["--trace-opt".into(), option] } else { Vec::new() };
            let finished = self.process(which, &options)?;
            if finished.stdout != outputs[i] {
                varies = Some(self.version(which).name.clone());
            }
            if traces && let Ok(text) = std::fs::read_to_string(&file) {
                self.side(which).decisions = trace::decisions(&text);
            }
        }
        if differ {
            let (a, b) = (&self.version(Which::A).name, &self.version(Which::B).name);
            match varies {
                None => self.outcome.conditions.outputs = difference((a, &outputs[0]), (b, &outputs[1])),
                Some(name) => {
                    let note =
                        format!("the output of {name} varies from run to run, so that outputs were not compared");
                    self.outcome.conditions.notes.push(note);
                }
            }
        }
        Ok(())
    }

    fn measure(&mut self, against: Option<&Side>) -> Result<(), Stop> {
        let options = self.plan.options;
        let start = Instant::now();
        loop {
            let mut order = self.sides();
            self.random.shuffle(&mut order);
            for which in order {
                self.measured(which)?;
            }
            self.rounds += 1;
            self.measuring = start.elapsed();
            // A version alone is measured until it would be told apart from itself so well.
            let alone = if self.plan.a.is_none() { &self.outcome.b } else { &self.outcome.a };
            let a = against.unwrap_or(alone);
            let ratio = self.ratio(a);
            self.progress.show(&self.text(ratio.as_ref()));
            if options.runs.is_some_and(|runs| self.rounds >= runs) {
                return Ok(());
            }
            let round = self.measuring / self.rounds;
            if options.budget().is_some_and(|budget| self.start.elapsed() + round > budget) {
                return Ok(());
            }
            let processes = self.outcome.b.runs.len();
            if options.runs.is_none()
                && is_look(processes)
                && ratio.is_some_and(|ratio| is_narrow(&ratio, options.within))
            {
                return Ok(());
            }
        }
    }

    /// How the first measure stands, as the stopping rule and the progress line see it.
    fn ratio(&self, a: &Side) -> Option<Ratio> {
        let b = &self.outcome.b;
        let primary = Primary::of(a, b, self.plan.options.metric.is_some());
        let figures = |side: &Side| side.figures(|run| primary.figure(run));
        self.outcome.conditions.ratio(&figures(a), &figures(b), confidence(true))
    }

    fn text(&self, ratio: Option<&Ratio>) -> String {
        let spent = self.start.elapsed().as_secs_f64();
        let of = match (self.plan.options.runs, self.plan.options.budget()) {
            (Some(runs), _) => format!("{} of {runs} rounds", self.rounds),
            (None, Some(budget)) => {
                format!("{} rounds, {spent:.1} s of at most {:.0} s", self.rounds, budget.as_secs_f64())
            }
            (None, None) => format!("{} rounds", self.rounds),
        };
        let known = ratio.and_then(|ratio| {
            let interval = ratio.interval?;
            let percent = |x: f64| (x - 1.0) * 100.0;
            Some(format!(
                ": {:+.2} % ({:+.2} .. {:+.2})",
                percent(ratio.ratio),
                percent(interval.low),
                percent(interval.high)
            ))
        });
        format!("{of}{}", known.unwrap_or_default())
    }

    /// One measured process.
    fn measured(&mut self, which: Which) -> Result<(), Stop> {
        let file = self.folder.path().join("run.tprof");
        let mut out = OsString::from("--prof-out=");
        out.push(&file);
        let interval = format!("--prof-interval={}us", self.outcome.interval.as_micros());
        let options =
            if self.plan.profiled { vec![out, interval.into(), "--prof-clock=cpu".into()] } else { Vec::new() };
        let finished = self.process(which, &options)?;
        let mut measured = Measured {
            started_ns: Some(finished.started_ns),
            wall_ns: finished.resources.wall.as_nanos() as u64,
            cpu_ns: (finished.resources.user + finished.resources.system).as_nanos() as u64,
            peak_bytes: finished.resources.peak_bytes,
            score: None,
        };
        if self.plan.options.metric.is_some() {
            measured.score = Some(self.score(which, &finished.stdout)?);
        }
        if !self.plan.profiled {
            self.side(which).add_times(measured);
            return Ok(());
        }
        let profile = Profile::read(&file).map_err(|error| {
            let (name, why) = (&self.version(which).name, tarsier::failure::describe_io(&error));
            Stop::Failed(format!("{name} left no profile: {why}"), exit_code::UNCAUGHT)
        })?;
        // One that leaves none must not be taken for the one before.
        let _ = std::fs::remove_file(&file);
        if self.side(which).main.is_empty() {
            let main = main_file(&profile, Some(&self.version(which).program));
            self.side(which).main = main;
        }
        self.side(which).add(&profile, measured);
        Ok(())
    }

    /// The number that the metric finds in what was printed.
    fn score(&self, which: Which, output: &Output) -> Result<f64, Stop> {
        let Some(metric) = &self.plan.options.metric else { return Ok(0.0) };
        let name = &self.version(which).name;
        let failed = |why: String| Err(Stop::Failed(why, exit_code::UNCAUGHT));
        let text = output.text();
        let Some(found) = metric.captures(&text) else {
            let printed = if text.is_empty() { "nothing" } else { "nothing that --metric matches" };
            return failed(format!("{name} prints {printed}"));
        };
        let number = found.get(1).or(found.get(0)).map_or("", |group| group.as_str());
        match number.trim().replace(',', "").parse::<f64>() {
            Ok(score) if score.is_finite() && score > 0.0 => Ok(score),
            _ => failed(format!("{name}: what --metric matches is no positive number: '{number}'")),
        }
    }

    /// Runs one process to a good end.
    fn process(&self, which: Which, more: &[OsString]) -> Result<Finished<Output>, Stop> {
        if is_stopped() {
            return Err(Stop::Interrupted);
        }
        let (version, other) = match which {
            Which::A => (self.version(Which::A), self.version(Which::B)),
            Which::B => (self.version(Which::B), self.version(Which::A)),
        };
        let limit = self.plan.options.timeout();
        let finished = process::run(version.command(more, other, more), limit, &STOPPED, Output::read);
        let name = &version.name;
        let finished = match finished {
            Ok(finished) => finished,
            Err(error) => {
                let why = format!("cannot run {}: {}", version.engine.display(), tarsier::failure::describe_io(&error));
                return Err(Stop::Failed(why, exit_code::USAGE));
            }
        };
        let failed = |why: String, code: i32| {
            let said = finished.stderr.first_line().map_or(String::new(), |line| format!(": {line}"));
            Err(Stop::Failed(format!("{name} {why}{said}"), code))
        };
        match finished.end {
            // Signals that a terminal sends go to the process, too.
            _ if is_stopped() => Err(Stop::Interrupted),
            End::Exit(0) => Ok(finished),
            End::Exit(code) => failed(format!("ended with exit code {code}"), exit_code::UNCAUGHT),
            End::Signal(signal) => failed(format!("was ended by signal {signal}"), exit_code::UNCAUGHT),
            End::TimedOut => {
                let why = format!("{name} did not end within {} s (--timeout)", limit.as_secs_f64());
                Err(Stop::Failed(why, exit_code::TIME_LIMIT))
            }
        }
    }
}
