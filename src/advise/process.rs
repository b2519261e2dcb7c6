//! The program in a process of its own, sampled by its CPU time: what it prints goes to standard error, since standard output is the advice's.

use super::options::Advise;
use crate::compare::interrupts;
use profiler::Profile;
use std::os::unix::process::ExitStatusExt;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::Duration;
use tarsier::failure::describe_io;

/// How often it is looked whether the program has ended, or somebody wants it to.
const LOOK: Duration = Duration::from_millis(5);

/// Runs it to its end; what was seen, and its exit code.
///
/// # Errors
/// A message, when it cannot be run or has left no profile.
pub fn run(advise: &Advise) -> Result<(Profile, i32), String> {
    let told = |what: &str, error: &std::io::Error| format!("cannot {what}: {}", describe_io(error));
    let folder = tempfile::tempdir().map_err(|error| told("make a folder for the profile", &error))?;
    let path = folder.path().join("run.tprof");
    let engine = std::env::current_exe().map_err(|error| told("find this program", &error))?;
    let mut command = Command::new(engine);
    command.arg(format!("--prof-interval={}us", advise.prof_interval.as_micros())).arg("--prof-clock=cpu");
    command.arg(std::ffi::OsString::from_iter(["--advise-profile=".as_ref(), path.as_os_str()]));
    if advise.count {
        command.arg("--count");
    }
    if let Some(words) = &advise.with {
        command.args(&words.0);
    }
    command.arg("--").args(&advise.program);
    command.stdout(Stdio::from(std::io::stderr()));
    interrupts::watch();
    let child = command.spawn().map_err(|error| told("run the program", &error))?;
    let status = wait(child).map_err(|error| told("wait for the program", &error))?;
    let code = status.code().unwrap_or_else(|| 128 + status.signal().unwrap_or(0));
    if !path.exists() {
        // It has said why on standard error, unless it was killed.
        return match status.signal() {
            Some(signal) => Err(format!("the program was ended by signal {signal} and has left no profile")),
            None => Err(format!("the program did not run (exit code {code}): there is nothing to advise on")),
        };
    }
    let mut profile = Profile::read(&path).map_err(|error| format!("cannot read the run's profile: {error}"))?;
    if let Some(signal) = status.signal().filter(|_| profile.ended.is_empty()) {
        profile.ended = format!("ended by signal {signal}");
    }
    Ok((profile, code))
}

/// A signal that would end this process is the program's: its end is waited for, and what was seen is told.
fn wait(mut child: Child) -> std::io::Result<ExitStatus> {
    let mut is_told = false;
    loop {
        if let Some(status) = child.try_wait()? {
            return Ok(status);
        }
        if interrupts::is_stopped() && !is_told {
            is_told = true;
            let pid = libc::pid_t::try_from(child.id()).map_err(std::io::Error::other)?;
            // SAFETY: plain integers; the process has not been reaped.
            unsafe { libc::kill(pid, libc::SIGTERM) };
        }
        std::thread::sleep(LOOK);
    }
}
