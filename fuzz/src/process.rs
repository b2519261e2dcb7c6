//! A child process that runs programs; one that dies is replaced.

use crate::outcome::{End, Outcome};
use crate::worker::Request;
use anyhow::Context;
use std::io::{BufRead, BufReader, Read, Write};
use std::os::unix::process::ExitStatusExt;
use std::process::{Child, ChildStdin, ChildStdout, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

/// Runs programs in a child process.
pub struct Runner {
    child: Option<Running>,
    pub limit: Duration,
}

struct Running {
    process: Child,
    requests: ChildStdin,
    answers: BufReader<ChildStdout>,
}

impl Runner {
    pub fn new(limit: Duration) -> Runner {
        Runner { child: None, limit }
    }

    /// The outcome in each of the configurations, which are places in the table.
    ///
    /// # Errors
    /// When there can be no child process.
    pub fn run(&mut self, text: &str, configurations: &[usize]) -> anyhow::Result<Vec<Outcome>> {
        let mut outcomes = Vec::new();
        while outcomes.len() < configurations.len() {
            let mut child = match self.child.take() {
                Some(child) => child,
                None => Running::start()?,
            };
            let rest = &configurations[outcomes.len()..];
            let start = Instant::now();
            let before = outcomes.len();
            if child.ask(text, rest, self.limit, &mut outcomes) {
                self.child = Some(child);
            } else {
                // The one that it was at when it died.
                let how = child.end();
                let end = if how == TIME_LIMIT { End::TimeLimit } else { End::Crash(how) };
                let spent = outcomes[before..].iter().map(|o| o.milliseconds).sum::<u64>();
                let milliseconds = (start.elapsed().as_millis() as u64).saturating_sub(spent);
                outcomes.push(Outcome { end, output: String::new(), milliseconds });
            }
        }
        Ok(outcomes)
    }
}

impl Running {
    fn start() -> anyhow::Result<Running> {
        let program = std::env::current_exe().context("this program's own path is unknown")?;
        let mut process = Command::new(program)
            .arg("--worker")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .context("cannot start a child process")?;
        let requests = process.stdin.take().context("the child has no standard input")?;
        let answers = BufReader::new(process.stdout.take().context("the child has no standard output")?);
        Ok(Running { process, requests, answers })
    }

    /// Adds the answers; false if the child died before it gave them all.
    fn ask(&mut self, text: &str, configurations: &[usize], limit: Duration, outcomes: &mut Vec<Outcome>) -> bool {
        let request = Request {
            text: text.into(),
            configurations: configurations.to_vec(),
            limit_milliseconds: limit.as_millis() as u64,
        };
        let Ok(mut line) = serde_json::to_vec(&request) else { return false };
        line.push(b'\n');
        if self.requests.write_all(&line).is_err() {
            return false;
        }
        for _ in configurations {
            let mut answer = String::new();
            match self.answers.read_line(&mut answer).ok().and_then(|_| serde_json::from_str(&answer).ok()) {
                Some(outcome) => outcomes.push(outcome),
                None => return false,
            }
        }
        true
    }

    /// How it died.
    fn end(mut self) -> String {
        drop(self.requests);
        let status = self.process.wait();
        let mut complaint = String::new();
        if let Some(mut errors) = self.process.stderr.take() {
            // What cannot be read is not told.
            let _ = errors.read_to_string(&mut complaint);
        }
        let how = status.map(describe).unwrap_or_else(|error| error.to_string());
        match complaint.lines().rev().find(|line| !line.trim().is_empty()) {
            Some(line) if how != TIME_LIMIT => format!("{how}: {line}"),
            _ => how,
        }
    }
}

/// What [`describe`] says of a child that its own watchdog ended.
const TIME_LIMIT: &str = "exit code 4";

fn describe(status: ExitStatus) -> String {
    match (status.signal(), status.code()) {
        (Some(signal), _) => format!("signal {signal}"),
        (None, code) => format!("exit code {}", code.unwrap_or_default()),
    }
}
