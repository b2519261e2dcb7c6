//! A session: every engine runs every program once a round, one process each. Engines take
//! turns on the same program, so that what slows the machine for a while slows them alike, and
//! programs and turns are shuffled anew each round, so that no engine always follows the same
//! other. Whatever an engine does becomes a [`Sample`]; nothing it does ends the session.

use std::collections::{BTreeMap, HashSet};
use std::path::Path;
use std::time::Duration;

use anyhow::Result;

use crate::engines::{Engine, Hosts};
use crate::process::{self, End, Finished, Resources};
use crate::protocol::Report;
use crate::suite::{self, Kind, Metric, Program, Suite};

/// What to run, and how.
#[derive(Debug)]
pub struct Plan {
    pub suite: Suite,
    pub programs: Vec<Program>,
    /// The first is the reference.
    pub engines: Vec<Engine>,
    pub rounds: usize,
    /// The most that one process may take.
    pub timeout: Duration,
    /// Decides the order of programs and engines.
    pub seed: u64,
}

/// What came of one process.
#[derive(Clone, Debug, PartialEq)]
pub enum Outcome {
    /// It ran to its end; wall time and peak memory are among the figures.
    Ok(BTreeMap<Metric, f64>),
    /// It failed, and how.
    Error(String),
    /// It was killed because its time was up.
    Timeout,
    /// It was not started, because an earlier round of the same had timed out.
    Skipped,
}

/// One process: `engine`, `program` are indices into the plan, `round` counts from 0.
#[derive(Clone, Debug)]
pub struct Sample {
    pub engine: usize,
    pub program: usize,
    pub round: usize,
    pub outcome: Outcome,
    /// `None` when no process could be started.
    pub resources: Option<Resources>,
}

/// What a plan came to.
#[derive(Debug)]
pub struct Session {
    pub plan: Plan,
    /// For each engine, why it took no part, if it didn't.
    pub unavailable: Vec<Option<String>>,
    pub samples: Vec<Sample>,
}

impl Session {
    /// Runs the plan. `say` is told of everything that happens, in lines for people.
    pub fn run(plan: Plan, hosts: &Hosts, folder: &Path, say: impl Fn(&str)) -> Result<Session> {
        let unavailable = probe_engines(&plan, hosts, folder, &say)?;
        let mut session = Session { plan, unavailable, samples: Vec::new() };
        if session.unavailable[0].is_none() {
            session.run_rounds(hosts, &say);
        }
        Ok(session)
    }

    /// True when the reference engine took part and every one of its processes ran to its end.
    pub fn reference_is_sound(&self) -> bool {
        self.unavailable[0].is_none()
            && self.samples.iter().all(|sample| sample.engine != 0 || matches!(sample.outcome, Outcome::Ok(_)))
    }

    fn run_rounds(&mut self, hosts: &Hosts, say: &impl Fn(&str)) {
        let mut random = fastrand::Rng::with_seed(self.plan.seed);
        let mut timed_out = HashSet::new();
        let mut programs: Vec<usize> = (0..self.plan.programs.len()).collect();
        let mut engines: Vec<usize> =
            (0..self.plan.engines.len()).filter(|&engine| self.unavailable[engine].is_none()).collect();
        for round in 0..self.plan.rounds {
            random.shuffle(&mut programs);
            for &program in &programs {
                random.shuffle(&mut engines);
                for &engine in &engines {
                    let (outcome, resources) = if timed_out.contains(&(engine, program)) {
                        (Outcome::Skipped, None)
                    } else {
                        let runnable = &self.plan.programs[program];
                        run_one(&self.plan, hosts, &self.plan.engines[engine], runnable)
                    };
                    if outcome == Outcome::Timeout {
                        timed_out.insert((engine, program));
                    }
                    say(&format!(
                        "round {}/{} {} {}: {}",
                        round + 1,
                        self.plan.rounds,
                        self.plan.programs[program].name,
                        self.plan.engines[engine].name,
                        in_words(&outcome),
                    ));
                    self.samples.push(Sample { engine, program, round, outcome, resources });
                }
            }
        }
    }
}

/// Finds out which engines can take part, before anything is measured. That also brings their
/// files into the page cache.
fn probe_engines(plan: &Plan, hosts: &Hosts, folder: &Path, say: &impl Fn(&str)) -> Result<Vec<Option<String>>> {
    let empty = plan.programs.iter().find(|program| program.kind == Kind::Empty);
    let probe = match (plan.suite, empty) {
        (Suite::Startup, Some(empty)) => empty.clone(),
        _ => suite::probe(folder)?,
    };
    Ok(plan
        .engines
        .iter()
        .map(|engine| {
            let reason = match run_one(plan, hosts, engine, &probe).0 {
                Outcome::Ok(_) => return None,
                Outcome::Error(message) => message,
                Outcome::Timeout | Outcome::Skipped => "the probe timed out".to_owned(),
            };
            say(&format!("{} cannot take part: {reason}", engine.name));
            Some(reason)
        })
        .collect())
}

fn run_one(plan: &Plan, hosts: &Hosts, engine: &Engine, program: &Program) -> (Outcome, Option<Resources>) {
    let hosted = program.kind != Kind::Empty;
    let command = engine.command(hosts, &program.driver, hosted);
    match process::run(command, plan.timeout) {
        Ok(finished) => (outcome(program, &finished), Some(finished.resources)),
        Err(error) => (Outcome::Error(format!("{error:#}")), None),
    }
}

fn outcome(program: &Program, finished: &Finished) -> Outcome {
    let report = Report::read(finished.marked.iter().map(String::as_str));
    let ending = match finished.end {
        End::TimedOut => return Outcome::Timeout,
        End::Exit(0) => None,
        End::Exit(status) => Some(format!("status {status}")),
        End::Signal(signal) => Some(format!("signal {signal}")),
    };
    // What the script itself reported says more than the status that followed from it.
    let complaint = match (report.errors.first(), ending) {
        (Some(error), Some(ending)) => Err(format!("{error} ({ending})")),
        (None, Some(ending)) => Err(match remark(&finished.remarks) {
            Some(remark) => format!("{ending}: {remark}"),
            None => ending,
        }),
        (_, None) => program.figures(&report),
    };
    match complaint {
        Ok(mut figures) => {
            let resources = &finished.resources;
            figures.insert(Metric::WallMs, resources.wall.as_secs_f64() * 1e3);
            figures.insert(Metric::PeakMb, resources.peak_bytes as f64 / 1048576.0);
            Outcome::Ok(figures)
        }
        Err(message) => Outcome::Error(shortened(&message)),
    }
}

/// The line most likely to say what went wrong: the last that mentions an error or a panic (a
/// Python traceback ends with it, node frames it with the source), else the first.
fn remark(lines: &[String]) -> Option<&str> {
    let lines = || lines.iter().map(|line| line.trim());
    lines()
        .rfind(|line| line.contains("Error") || line.contains("error:"))
        .or_else(|| lines().find(|line| line.contains("panicked")))
        .or_else(|| lines().next())
}

/// At most 200 characters of `message`, on one line.
fn shortened(message: &str) -> String {
    const MOST: usize = 200;
    let line = message.split_whitespace().collect::<Vec<_>>().join(" ");
    match line.char_indices().nth(MOST) {
        Some((end, _)) => format!("{}...", &line[..end]),
        None => line,
    }
}

fn in_words(outcome: &Outcome) -> String {
    match outcome {
        Outcome::Ok(figures) => {
            let figure = |metric, unit: &str| {
                figures.get(&metric).map(|figure| format!("{figure:.1} {unit}, ")).unwrap_or_default()
            };
            format!(
                "{}{}{}{}{}",
                figure(Metric::Score, "points"),
                figure(Metric::FirstMs, "ms first"),
                figure(Metric::InsideMs, "ms inside"),
                figure(Metric::WallMs, "ms"),
                figure(Metric::PeakMb, "MB").trim_end_matches(", "),
            )
        }
        Outcome::Error(message) => format!("error: {message}"),
        Outcome::Timeout => "timeout".to_owned(),
        Outcome::Skipped => "skipped after a timeout".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn finished(end: End, marked: &[&str], remarks: &[&str]) -> Finished {
        let own = |lines: &[&str]| lines.iter().map(|line| (*line).to_owned()).collect();
        Finished {
            end,
            resources: Resources {
                wall: Duration::from_millis(1500),
                user: Duration::ZERO,
                system: Duration::ZERO,
                peak_bytes: 3 << 20,
            },
            marked: own(marked),
            remarks: own(remarks),
        }
    }

    fn timed() -> Program {
        Program { name: "p".to_owned(), kind: Kind::Timed, driver: "p.js".into() }
    }

    #[test]
    fn a_whole_run_yields_all_figures() {
        let lines = ["@benches\ttime\t12", "@benches\tdone"];
        let Outcome::Ok(figures) = outcome(&timed(), &finished(End::Exit(0), &lines, &[])) else {
            panic!("not ok");
        };
        assert_eq!(figures[&Metric::InsideMs], 12.0);
        assert_eq!(figures[&Metric::WallMs], 1500.0);
        assert_eq!(figures[&Metric::PeakMb], 3.0);
    }

    #[test]
    fn a_crash_after_the_result_is_still_a_failure() {
        let lines = ["@benches\ttime\t12", "@benches\tdone"];
        let crashed = outcome(&timed(), &finished(End::Signal(11), &lines, &[]));
        assert_eq!(crashed, Outcome::Error("signal 11".to_owned()));
    }

    #[test]
    fn messages_name_the_cause() {
        let remarks = ["Traceback (most recent call last):", "ModuleNotFoundError: No module"];
        let missing = outcome(&timed(), &finished(End::Exit(1), &[], &remarks));
        let message = "status 1: ModuleNotFoundError: No module";
        assert_eq!(missing, Outcome::Error(message.to_owned()));
        let own = ["@benches\terror\tp\tError: wrong sum"];
        let failed = outcome(&timed(), &finished(End::Exit(3), &own, &remarks));
        assert_eq!(failed, Outcome::Error("p: Error: wrong sum (status 3)".to_owned()));
        let late = outcome(&timed(), &finished(End::TimedOut, &own, &remarks));
        assert_eq!(late, Outcome::Timeout);
    }

    #[test]
    fn long_messages_are_cut_between_characters() {
        let cut = shortened(&"ä ".repeat(300));
        assert_eq!(cut.chars().count(), 203);
    }
}
