//! One process from start to end: wall time, CPU time, peak memory, and what it wrote, bounded in time.

use profiler::sampler::signal::now_ns;
use std::io::{self, Read};
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

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

/// A process that has ended. `T` is what was made of each stream.
#[derive(Debug)]
pub struct Finished<T> {
    pub end: End,
    pub resources: Resources,
    /// When it was about to be started, CLOCK_MONOTONIC nanoseconds.
    pub started_ns: u64,
    pub stdout: T,
    pub stderr: T,
}

/// How long to wait, after the process has ended, for descendants of it that hold its output open.
const DRAIN: Duration = Duration::from_secs(2);
/// How often it is looked whether the process is to be stopped.
const LOOK: Duration = Duration::from_millis(50);

/// Runs `command` with no input for at most `limit`; `stop` ends it sooner. Each stream is read to its end by `read`, in a thread of its own, so that
/// the process never blocks on a full pipe.
///
/// # Errors
/// When it cannot be started or observed; everything else is in [`Finished`].
pub fn run<T: Default + Send + 'static>(
    mut command: Command,
    limit: Duration,
    stop: &AtomicBool,
    read: fn(&mut dyn Read) -> T,
) -> io::Result<Finished<T>> {
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let started_ns = now_ns();
    let start = Instant::now();
    let mut child = command.spawn()?;
    let pid = libc::pid_t::try_from(child.id()).map_err(io::Error::other)?;
    let stdout = collect(child.stdout.take(), read);
    let stderr = collect(child.stderr.take(), read);

    let (waited, wall, timed_out) = thread::scope(|scope| {
        // The watchdog ends before the process is reaped, so the id it kills is never another's.
        let (cancel, cancelled) = mpsc::channel::<()>();
        let watchdog = scope.spawn(move || {
            loop {
                let left = limit.saturating_sub(start.elapsed());
                match cancelled.recv_timeout(left.min(LOOK)) {
                    Err(RecvTimeoutError::Timeout) if left.is_zero() || stop.load(Ordering::SeqCst) => {
                        // SAFETY: kill takes plain integers; the process has not been reaped (see above).
                        unsafe { libc::kill(pid, libc::SIGKILL) };
                        return left.is_zero();
                    }
                    Err(RecvTimeoutError::Timeout) => {}
                    _ => return false,
                }
            }
        });
        let waited = wait_without_reaping(child.id());
        let wall = start.elapsed();
        drop(cancel);
        (waited, wall, watchdog.join().unwrap_or(false))
    });
    waited?;
    let (status, usage) = reap(pid)?;

    let end = if timed_out {
        End::TimedOut
    } else if libc::WIFSIGNALED(status) {
        End::Signal(libc::WTERMSIG(status))
    } else {
        End::Exit(libc::WEXITSTATUS(status))
    };
    Ok(Finished {
        end,
        resources: Resources {
            wall,
            user: duration(usage.ru_utime),
            system: duration(usage.ru_stime),
            peak_bytes: peak_bytes(&usage),
        },
        started_ns,
        stdout: stdout.recv_timeout(DRAIN).unwrap_or_default(),
        stderr: stderr.recv_timeout(DRAIN).unwrap_or_default(),
    })
}

fn collect<T: Send + 'static>(stream: Option<impl Read + Send + 'static>, read: fn(&mut dyn Read) -> T) -> Receiver<T> {
    let (sender, receiver) = mpsc::channel();
    if let Some(mut stream) = stream {
        thread::spawn(move || {
            // The receiver may have given up waiting; then nobody wants it.
            let _ = sender.send(read(&mut stream));
        });
    }
    receiver
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

#[cfg(test)]
mod tests {
    use super::*;

    fn text(stream: &mut dyn Read) -> String {
        let mut text = String::new();
        stream.read_to_string(&mut text).map(|_| text).unwrap_or_default()
    }

    fn shell(script: &str, limit: Duration, stop: bool) -> Finished<String> {
        let mut command = Command::new("sh");
        command.args(["-c", script]);
        run(command, limit, &AtomicBool::new(stop), text).expect("a shell")
    }

    const LONG: Duration = Duration::from_secs(60);

    #[test]
    fn status_and_output() {
        let finished = shell("echo to be read; echo wrong >&2; exit 3", LONG, false);
        assert_eq!(finished.end, End::Exit(3));
        assert_eq!((finished.stdout.as_str(), finished.stderr.as_str()), ("to be read\n", "wrong\n"));
        assert!(finished.resources.peak_bytes > 0 && finished.started_ns > 0);
    }

    #[test]
    fn a_signal_is_told_apart() {
        assert_eq!(shell("kill -SEGV $$", LONG, false).end, End::Signal(libc::SIGSEGV));
    }

    #[test]
    fn time_runs_out_and_somebody_stops_it() {
        assert_eq!(shell("exec sleep 600", Duration::from_millis(50), false).end, End::TimedOut);
        assert_eq!(shell("exec sleep 600", LONG, true).end, End::Signal(libc::SIGKILL));
    }

    #[test]
    fn what_does_not_exist_cannot_start() {
        let command = Command::new("/nonexistent/engine");
        assert!(run(command, LONG, &AtomicBool::new(false), text).is_err());
    }
}
