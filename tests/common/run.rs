//! Runs the shell under test once, and keeps the machine safe from it.
//!
//! Every run ends: a process that lives longer than [`HANG_LIMIT`] or holds more memory than
//! [`MEMORY_LIMIT`] is killed and reported as such. The hang limit only tells a hang from an
//! answer; nothing here measures speed.

use std::ffi::OsStr;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use super::pool::Permit;

/// How long a process may live before it counts as hanging. `TARSIER_PATIENCE=10` makes it ten times as long, for
/// emulated processes.
pub const HANG_LIMIT: Duration = Duration::from_secs(60);

fn hang_limit() -> Duration {
    let patience = std::env::var("TARSIER_PATIENCE").ok();
    let times = patience.map_or(1, |text| text.parse().expect("TARSIER_PATIENCE is a number of times"));
    HANG_LIMIT * times
}

/// Resident bytes that no program of ours comes near; a run-away child must not take the
/// machine with it.
pub const MEMORY_LIMIT: u64 = 3 << 30;

/// Bytes of each output stream that are kept; the rest is read and dropped.
const KEPT_OUTPUT: u64 = 16 << 20;

/// How a process ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// It exited with this code.
    Code(i32),
    /// A signal killed it, for instance SIGSEGV or SIGABRT.
    Signal(i32),
    /// It was killed after [`HANG_LIMIT`], or what it was run with.
    Hang,
    /// It was killed when it had grown past [`MEMORY_LIMIT`].
    Memory,
}

/// What one process wrote, and how it ended.
pub struct Outcome {
    pub end: End,
    pub stdout: Vec<u8>,
    pub stderr: String,
}

impl Outcome {
    /// Refuses what no input may ever cause: a signal, a hang, a panic message.
    pub fn check_survival(&self) -> Result<(), String> {
        match self.end {
            End::Code(_) => {}
            End::Signal(signal) => return Err(format!("killed by signal {signal}\n{}", self.stderr_head())),
            End::Hang => {
                return Err(format!("still running when its time was up\n{}", self.stderr_head()));
            }
            End::Memory => return Err(format!("grew past {} MiB", MEMORY_LIMIT >> 20)),
        }
        for sign in ["panicked at", "RUST_BACKTRACE", "has overflowed its stack", "memory allocation of"] {
            if self.stderr.contains(sign) {
                return Err(format!("standard error says \"{sign}\"\n{}", self.stderr_head()));
            }
        }
        Ok(())
    }

    /// The first lines of standard error, for reports.
    pub fn stderr_head(&self) -> String {
        let lines: Vec<String> = self
            .stderr
            .lines()
            .take(12)
            .map(|line| format!("  stderr: {}", line.chars().take(300).collect::<String>()))
            .collect();
        if lines.is_empty() { "  stderr: (empty)".to_owned() } else { lines.join("\n") }
    }
}

/// The shell under test: the one that cargo built for this test run (of this package, or of the
/// one that has aarch64's code on an emulator), or the one that the environment variable
/// `TARSIER_BIN` names (to try a release build).
pub fn shell() -> PathBuf {
    let built = option_env!("CARGO_BIN_EXE_tarsier").or(option_env!("CARGO_BIN_EXE_tarsier-emulated"));
    let named = std::env::var_os("TARSIER_BIN").map(PathBuf::from);
    named.or(built.map(PathBuf::from)).expect("a shell that cargo built")
}

/// The directory `tests/` of the source tree.
pub fn tests_directory() -> PathBuf {
    let package = Path::new(env!("CARGO_MANIFEST_DIR"));
    let tree = package.ancestors().find(|folder| folder.join("tests/programs").is_dir());
    tree.expect("the source tree").join("tests")
}

/// Runs the shell with `arguments` in `directory`, with the time zone `zone`.
pub fn run<S: AsRef<OsStr>>(arguments: &[S], directory: &Path, zone: &str) -> Outcome {
    run_program(shell(), arguments, directory, zone, hang_limit())
}

/// Runs another program as [`run`] runs the shell, or the shell with another limit.
pub fn run_program<S: AsRef<OsStr>>(
    program: impl AsRef<OsStr>,
    arguments: &[S],
    directory: &Path,
    zone: &str,
    limit: Duration,
) -> Outcome {
    let _permit = Permit::acquire();
    let program = program.as_ref();
    let mut child = Command::new(program)
        .args(arguments)
        .current_dir(directory)
        .env("TZ", zone)
        .env_remove("RUST_BACKTRACE")
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap_or_else(|error| panic!("cannot start {}: {error}", program.display()));
    let stdout = drain(child.stdout.take());
    let stderr = drain(child.stderr.take());
    let end = supervise(&mut child, limit);
    Outcome {
        end,
        stdout: stdout.join().unwrap_or_default(),
        stderr: String::from_utf8_lossy(&stderr.join().unwrap_or_default()).into_owned(),
    }
}

/// Reads a pipe to its end on a thread of its own, so that the child never blocks on it.
fn drain(pipe: Option<impl Read + Send + 'static>) -> thread::JoinHandle<Vec<u8>> {
    thread::spawn(move || {
        let mut kept = Vec::new();
        if let Some(mut pipe) = pipe {
            // An error here means that the child is gone; what was read before it counts.
            let _ = pipe.by_ref().take(KEPT_OUTPUT).read_to_end(&mut kept);
            let _ = std::io::copy(&mut pipe, &mut std::io::sink());
        }
        kept
    })
}

fn supervise(child: &mut Child, limit: Duration) -> End {
    let started = Instant::now();
    let mut nap = Duration::from_micros(500);
    loop {
        if let Some(status) = child.try_wait().expect("the child can be waited for") {
            return end_of(status);
        }
        let verdict = if started.elapsed() > limit {
            Some(End::Hang)
        } else if resident_bytes(child.id()) > MEMORY_LIMIT {
            Some(End::Memory)
        } else {
            None
        };
        if let Some(verdict) = verdict {
            child.kill().expect("the child can be killed");
            child.wait().expect("the child can be waited for");
            return verdict;
        }
        thread::sleep(nap);
        nap = (nap * 2).min(Duration::from_millis(10));
    }
}

#[cfg(unix)]
fn end_of(status: ExitStatus) -> End {
    use std::os::unix::process::ExitStatusExt;
    match status.code() {
        Some(code) => End::Code(code),
        None => End::Signal(status.signal().unwrap_or(0)),
    }
}

#[cfg(not(unix))]
fn end_of(status: ExitStatus) -> End {
    End::Code(status.code().unwrap_or(-1))
}

/// Resident bytes of a process; zero where `/proc` does not exist or the process is gone.
fn resident_bytes(process: u32) -> u64 {
    const PAGE: u64 = 4096;
    std::fs::read_to_string(format!("/proc/{process}/statm"))
        .ok()
        .and_then(|line| line.split_whitespace().nth(1)?.parse::<u64>().ok())
        .map_or(0, |pages| pages * PAGE)
}
