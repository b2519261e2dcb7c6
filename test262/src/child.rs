//! A child process that runs tests, as its parent sees it.

use crate::case::{Case, Outcome, one_line};
use anyhow::Context;
use std::ffi::OsString;
use std::io::{BufRead, BufReader, Write};
use std::os::unix::process::ExitStatusExt;
use std::path::Path;
use std::process::{Child, ChildStderr, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread::JoinHandle;
use std::time::Duration;

/// A running child.
pub struct TestProcess {
    process: Child,
    requests: Option<ChildStdin>,
    answers: Receiver<String>,
    /// Gives the last thing that the child said on standard error, once it has ended.
    complaint: Option<JoinHandle<String>>,
}

/// What came of a test that was given to a child.
pub enum Answer {
    Outcome(Outcome),
    /// The child is gone, and this is why.
    Gone(Outcome),
}

impl TestProcess {
    /// # Errors
    /// When there can be no further process.
    pub fn start(program: &Path, arguments: &[OsString]) -> anyhow::Result<TestProcess> {
        let mut process = Command::new(program)
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .context("cannot start a child process")?;
        let requests = process.stdin.take();
        let (sender, answers) = channel();
        if let Some(output) = process.stdout.take() {
            std::thread::spawn(move || {
                for line in BufReader::new(output).lines().map_while(Result::ok) {
                    if sender.send(line).is_err() {
                        return;
                    }
                }
            });
        }
        let complaint = process.stderr.take().map(|errors| std::thread::spawn(|| last_line(errors)));
        Ok(TestProcess { process, requests, answers, complaint })
    }

    /// Has the child run a test; waits for the answer no longer than `patience`.
    pub fn run(&mut self, case: &Case, patience: Duration) -> Answer {
        if self.send(case).is_none() {
            return Answer::Gone(self.crash());
        }
        match self.answers.recv_timeout(patience) {
            Ok(line) => match serde_json::from_str(&line) {
                Ok(outcome) => Answer::Outcome(outcome),
                Err(_) => {
                    self.kill();
                    Answer::Gone(Outcome::Crash(format!("the process wrote '{}'", one_line(&line))))
                }
            },
            Err(RecvTimeoutError::Timeout) => {
                self.kill();
                Answer::Gone(Outcome::Hang)
            }
            Err(RecvTimeoutError::Disconnected) => Answer::Gone(self.crash()),
        }
    }

    fn send(&mut self, case: &Case) -> Option<()> {
        let mut line = serde_json::to_vec(case).ok()?;
        line.push(b'\n');
        self.requests.as_mut()?.write_all(&line).ok()
    }

    fn kill(&mut self) {
        // It may have ended by itself just now; either way it is gone and is waited for.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }

    /// How the child died.
    fn crash(&mut self) -> Outcome {
        self.requests = None;
        let status = self.process.wait();
        let complaint = self.complaint.take().and_then(|thread| thread.join().ok()).unwrap_or_default();
        let how = match status {
            Ok(status) => describe(status),
            Err(error) => error.to_string(),
        };
        Outcome::Crash(if complaint.is_empty() { how } else { format!("{} ({how})", one_line(&complaint)) })
    }
}

impl Drop for TestProcess {
    /// The end of its input ends the child; one that does not notice was killed before.
    fn drop(&mut self) {
        self.requests = None;
        let _ = self.process.wait();
    }
}

fn last_line(errors: ChildStderr) -> String {
    let lines = BufReader::new(errors).lines().map_while(Result::ok);
    lines.filter(|line| !line.trim().is_empty()).last().unwrap_or_default()
}

fn describe(status: ExitStatus) -> String {
    match status.signal() {
        Some(libc::SIGSEGV) => "SIGSEGV".into(),
        Some(libc::SIGBUS) => "SIGBUS".into(),
        Some(libc::SIGILL) => "SIGILL".into(),
        Some(libc::SIGABRT) => "SIGABRT".into(),
        Some(libc::SIGKILL) => "SIGKILL".into(),
        Some(signal) => format!("signal {signal}"),
        None => format!("exit code {}", status.code().unwrap_or_default()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::case::Mode;

    /// What a child that runs this shell script makes of a test.
    fn answer(script: &str, patience: Duration) -> Outcome {
        let arguments = ["-c".into(), script.into()];
        let mut process = TestProcess::start(Path::new("/bin/sh"), &arguments).expect("a process");
        match process.run(&Case { path: "a.js".into(), mode: Mode::Raw }, patience) {
            Answer::Outcome(outcome) | Answer::Gone(outcome) => outcome,
        }
    }

    /// Long enough for any process to do what it does at once.
    const LONG: Duration = Duration::from_secs(600);

    #[test]
    fn answers_are_outcomes() {
        assert_eq!(answer(r#"read test; echo '"Pass"'; read test"#, LONG), Outcome::Pass);
        assert_eq!(answer(r#"read test; echo '{"Fail":"x"}'; read test"#, LONG), Outcome::Fail("x".into()));
    }

    #[test]
    fn death_is_a_crash_with_its_cause() {
        let crash = |how: &str| Outcome::Crash(how.into());
        assert_eq!(answer("read test; kill -SEGV $$", LONG), crash("SIGSEGV"));
        assert_eq!(answer("read test; echo a >&2; echo 'panic: b' >&2; exit 3", LONG), crash("panic: b (exit code 3)"));
        assert_eq!(answer("read test; echo nonsense; read test", LONG), crash("the process wrote 'nonsense'"));
    }

    #[test]
    fn silence_is_a_hang() {
        assert_eq!(answer("read test; exec sleep 600", Duration::from_millis(10)), Outcome::Hang);
    }
}
