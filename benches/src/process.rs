//! One engine process from start to end: wall time, CPU time, peak memory, and its output,
//! bounded in time and in what is kept of the output.

use std::io::{BufRead, BufReader, Read};
use std::process::{Command, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result};

use crate::protocol;

/// How a process came to its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// It returned this status.
    Exit(i32),
    /// This signal ended it.
    Signal(i32),
    /// It was killed because its time was up.
    TimedOut,
}

/// What the kernel says about a process that has ended.
#[derive(Clone, Copy, Debug)]
pub struct Resources {
    /// From before it was started until it had ended.
    pub wall: Duration,
    /// CPU time in user mode, of all threads.
    pub user: Duration,
    /// CPU time in the kernel, of all threads.
    pub system: Duration,
    /// The largest resident set in bytes (`ru_maxrss`). A new process inherits its parent's
    /// until it has replaced its image, so nothing below the runner's own few megabytes shows.
    pub peak_bytes: u64,
}

/// A process that has ended.
#[derive(Debug)]
pub struct Finished {
    pub end: End,
    pub resources: Resources,
    /// The lines on standard output that carry the runner's mark.
    pub marked: Vec<String>,
    /// The beginning of what else it wrote, standard error first: material for an error message.
    pub remarks: Vec<String>,
}

/// Of lines without a mark this many are kept per stream,
const KEPT_LINES: usize = 40;
/// and of every line this many bytes.
const KEPT_BYTES: usize = 16 * 1024;
/// How long to wait, after the process has ended, for descendants of it that hold its output open.
const DRAIN: Duration = Duration::from_secs(2);

/// Runs `command` with no input for at most `timeout`. An error means that it could not be
/// started or observed; everything else is in [`Finished`].
pub fn run(mut command: Command, timeout: Duration) -> Result<Finished> {
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let start = Instant::now();
    let mut child = command.spawn().with_context(|| format!("cannot start {}", command.get_program().display()))?;
    let pid = libc::pid_t::try_from(child.id()).context("process id out of range")?;
    let stdout = collect(child.stdout.take());
    let stderr = collect(child.stderr.take());

    // The watchdog ends before the process is reaped, so the id it kills is never another's.
    let (cancel, cancelled) = mpsc::channel::<()>();
    let watchdog = thread::spawn(move || {
        let expired = cancelled.recv_timeout(timeout) == Err(RecvTimeoutError::Timeout);
        if expired {
            // SAFETY: kill takes plain integers; the process has not been reaped (see above).
            unsafe { libc::kill(pid, libc::SIGKILL) };
        }
        expired
    });
    let waited = wait_without_reaping(child.id());
    let wall = start.elapsed();
    drop(cancel);
    let timed_out = watchdog.join().unwrap_or(false);
    waited.context("waiting for the process")?;
    let (status, usage) = reap(pid).context("reaping the process")?;

    let end = if timed_out {
        End::TimedOut
    } else if libc::WIFSIGNALED(status) {
        End::Signal(libc::WTERMSIG(status))
    } else {
        End::Exit(libc::WEXITSTATUS(status))
    };
    let mut remarks = Vec::new();
    let mut marked = Vec::new();
    for (index, stream) in [stderr, stdout].into_iter().enumerate() {
        let lines = stream.recv_timeout(DRAIN).unwrap_or_default();
        remarks.extend(lines.others);
        if index == 1 {
            marked = lines.marked;
        }
    }
    Ok(Finished {
        end,
        resources: Resources {
            wall,
            user: duration(usage.ru_utime),
            system: duration(usage.ru_stime),
            peak_bytes: peak_bytes(&usage),
        },
        marked,
        remarks,
    })
}

/// Blocks until the process has ended and leaves it to be reaped.
fn wait_without_reaping(pid: u32) -> std::io::Result<()> {
    loop {
        // SAFETY: siginfo_t is plain data for which all zeroes is a value.
        let mut info: libc::siginfo_t = unsafe { std::mem::zeroed() };
        // SAFETY: `info` outlives the call, which writes nothing else.
        let result = unsafe { libc::waitid(libc::P_PID, pid, &mut info, libc::WEXITED | libc::WNOWAIT) };
        if result == 0 {
            return Ok(());
        }
        let error = std::io::Error::last_os_error();
        if error.kind() != std::io::ErrorKind::Interrupted {
            return Err(error);
        }
    }
}

/// Takes the process's status and what it used. It must have ended.
fn reap(pid: libc::pid_t) -> std::io::Result<(libc::c_int, libc::rusage)> {
    loop {
        let mut status: libc::c_int = 0;
        // SAFETY: rusage is plain data for which all zeroes is a value.
        let mut usage: libc::rusage = unsafe { std::mem::zeroed() };
        // SAFETY: `status` and `usage` outlive the call, which writes nothing else.
        let result = unsafe { libc::wait4(pid, &mut status, 0, &mut usage) };
        if result == pid {
            return Ok((status, usage));
        }
        let error = std::io::Error::last_os_error();
        if error.kind() != std::io::ErrorKind::Interrupted {
            return Err(error);
        }
    }
}

fn duration(time: libc::timeval) -> Duration {
    Duration::from_secs(u64::try_from(time.tv_sec).unwrap_or(0))
        + Duration::from_micros(u64::try_from(time.tv_usec).unwrap_or(0))
}

/// `ru_maxrss` counts kibibytes on Linux and the BSDs, bytes on macOS.
fn peak_bytes(usage: &libc::rusage) -> u64 {
    let unit = if cfg!(target_os = "macos") { 1 } else { 1024 };
    u64::try_from(usage.ru_maxrss).unwrap_or(0) * unit
}

#[derive(Default)]
struct Lines {
    marked: Vec<String>,
    others: Vec<String>,
}

/// Reads a stream to its end in a thread of its own, so that the process never blocks on a full
/// pipe, and keeps of it only what is needed.
fn collect(stream: Option<impl Read + Send + 'static>) -> Receiver<Lines> {
    let (sender, receiver) = mpsc::channel();
    thread::spawn(move || {
        let mut lines = Lines::default();
        if let Some(stream) = stream {
            let mut reader = BufReader::new(stream);
            while let Some(line) = next_line(&mut reader) {
                if protocol::is_marked(&line) {
                    lines.marked.push(line);
                } else if lines.others.len() < KEPT_LINES && !line.trim().is_empty() {
                    lines.others.push(line);
                }
            }
        }
        // The receiver may have given up waiting; then nobody wants the lines.
        let _ = sender.send(lines);
    });
    receiver
}

/// The next line without its end, cut at [`KEPT_BYTES`]; `None` at the end of the stream.
fn next_line(reader: &mut impl BufRead) -> Option<String> {
    let mut line = Vec::new();
    let mut any = false;
    loop {
        let (used, ended) = {
            let buffer = match reader.fill_buf() {
                Ok(buffer) => buffer,
                Err(error) if error.kind() == std::io::ErrorKind::Interrupted => continue,
                Err(_) => &[],
            };
            if buffer.is_empty() {
                break;
            }
            any = true;
            let end = buffer.iter().position(|&byte| byte == b'\n');
            let text = &buffer[..end.unwrap_or(buffer.len())];
            let room = KEPT_BYTES.saturating_sub(line.len());
            line.extend_from_slice(&text[..text.len().min(room)]);
            (end.map_or(buffer.len(), |end| end + 1), end.is_some())
        };
        reader.consume(used);
        if ended {
            break;
        }
    }
    any.then(|| String::from_utf8_lossy(&line).into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shell(script: &str) -> Command {
        let mut command = Command::new("sh");
        command.args(["-c", script]);
        command
    }

    #[test]
    fn status_and_output() {
        let script = "echo to be read; printf '@benches\\tdone\\n'; echo wrong >&2; exit 3";
        let finished = run(shell(script), Duration::from_secs(60)).unwrap();
        assert_eq!(finished.end, End::Exit(3));
        assert_eq!(finished.marked, ["@benches\tdone"]);
        assert_eq!(finished.remarks, ["wrong", "to be read"]);
        assert!(finished.resources.peak_bytes > 0);
    }

    #[test]
    fn a_signal_is_told_apart() {
        let finished = run(shell("kill -SEGV $$"), Duration::from_secs(60)).unwrap();
        assert_eq!(finished.end, End::Signal(libc::SIGSEGV));
    }

    #[test]
    fn time_runs_out() {
        let finished = run(shell("exec sleep 600"), Duration::from_millis(50)).unwrap();
        assert_eq!(finished.end, End::TimedOut);
    }

    #[test]
    fn floods_are_read_to_the_end_and_cut() {
        let script = "yes | head -n 200000; head -c 100000 /dev/zero; printf '\\n@benches\\tdone\\n'";
        let finished = run(shell(script), Duration::from_secs(60)).unwrap();
        assert_eq!(finished.marked, ["@benches\tdone"]);
        assert_eq!(finished.remarks.len(), KEPT_LINES);
    }

    #[test]
    fn what_does_not_exist_cannot_start() {
        let command = Command::new("/nonexistent/engine");
        let error = run(command, Duration::from_secs(60)).unwrap_err();
        assert!(error.to_string().contains("/nonexistent/engine"));
    }
}
