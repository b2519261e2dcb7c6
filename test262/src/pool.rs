//! Hands the tests to child processes and gathers what comes of them.

use crate::case::{Case, Outcome};
use crate::child::{Answer, TestProcess};
use crate::cli::Cli;
use anyhow::Context;
use std::io::{IsTerminal, Write};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::{Duration, Instant};

/// How long a child has, beyond the time limit, to notice that its test's time is up.
const GRACE: Duration = Duration::from_secs(5);
/// How often the progress is shown.
const PROGRESS: Duration = Duration::from_millis(500);

/// A run that is over.
pub struct Done {
    pub outcome: Outcome,
    pub time: Duration,
}

/// Runs all cases; the results are in their order.
///
/// # Errors
/// When children cannot be started.
pub fn run_all(cases: &[Case], cli: &Cli) -> anyhow::Result<Vec<Done>> {
    let next = AtomicUsize::new(0);
    let (sender, results) = channel();
    std::thread::scope(|scope| {
        let jobs: Vec<_> = (0..cli.jobs())
            .map(|_| {
                let (next, sender) = (&next, sender.clone());
                scope.spawn(move || run_some(cases, next, cli, &sender))
            })
            .collect();
        drop(sender);
        let done = gather(cases.len(), &results);
        for job in jobs {
            match job.join() {
                Ok(result) => result?,
                Err(panic) => std::panic::resume_unwind(panic),
            }
        }
        // Every index was taken by a job that came to its end.
        Ok(done.into_iter().flatten().collect())
    })
}

/// One job: a child, and the tests that fall to it.
fn run_some(cases: &[Case], next: &AtomicUsize, cli: &Cli, sender: &Sender<(usize, Done)>) -> anyhow::Result<()> {
    let program = std::env::current_exe().context("cannot find this program")?;
    let arguments = cli.worker_arguments();
    let patience = cli.limit() + GRACE;
    let mut process: Option<TestProcess> = None;
    let mut run = |case: &Case| -> anyhow::Result<(Outcome, bool)> {
        let child = match &mut process {
            Some(child) => child,
            None => process.insert(TestProcess::start(&program, &arguments)?),
        };
        Ok(match child.run(case, patience) {
            Answer::Outcome(outcome) => (outcome, true),
            Answer::Gone(outcome) => {
                process = None;
                (outcome, false)
            }
        })
    };
    loop {
        let index = next.fetch_add(1, Ordering::Relaxed);
        let Some(case) = cases.get(index) else { return Ok(()) };
        let started = Instant::now();
        let (mut outcome, _) = run(case)?;
        if let Outcome::Crash(how) = &outcome {
            // The cause may lie with a test before it: has it the same end in a process of its own?
            let (_, survived) = run(case)?;
            if survived {
                outcome = Outcome::Crash(format!("{how}, not when run alone"));
            }
        }
        // The receiver outlives all jobs.
        let _ = sender.send((index, Done { outcome, time: started.elapsed() }));
    }
}

fn gather(count: usize, results: &Receiver<(usize, Done)>) -> Vec<Option<Done>> {
    let mut done: Vec<Option<Done>> = (0..count).map(|_| None).collect();
    let mut shown = Instant::now();
    let show = std::io::stderr().is_terminal();
    let (mut over, mut failed) = (0, 0);
    for (index, result) in results {
        over += 1;
        failed += usize::from(!result.outcome.is_pass());
        done[index] = Some(result);
        if show && (shown.elapsed() >= PROGRESS || over == count) {
            shown = Instant::now();
            let end = if over == count { "\n" } else { "" };
            // Nothing depends on whether the progress can be shown.
            let _ = write!(std::io::stderr(), "\r{over} of {count}, {failed} failed{end}");
        }
    }
    done
}
