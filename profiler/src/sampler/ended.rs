//! The end of sampling: when it was, and what the thread and the process had used by then. What a comparison of runs takes for their cost, since what
//! comes after it (resolving and writing the profile) is the profiler's.

use super::signal::{clock_ns, now_ns};

/// Times in nanoseconds.
#[derive(Clone, Copy, Debug)]
pub struct Ended {
    /// CLOCK_MONOTONIC.
    pub at_ns: u64,
    /// CPU time of the VM's thread.
    pub cpu_ns: u64,
    /// CPU time of the whole process.
    pub process_cpu_ns: u64,
    /// The largest resident set so far, in bytes; 0 if it is not known.
    pub peak_bytes: u64,
}

impl Ended {
    /// Now. `cpu_clock` is that of the VM's thread.
    pub fn now(cpu_clock: libc::clockid_t) -> Ended {
        Ended {
            at_ns: now_ns(),
            cpu_ns: clock_ns(cpu_clock),
            process_cpu_ns: clock_ns(libc::CLOCK_PROCESS_CPUTIME_ID),
            peak_bytes: peak_bytes().unwrap_or(0),
        }
    }
}

/// What getrusage(2) says would include what the parent had before the program was executed.
fn peak_bytes() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    Some(line.trim().strip_suffix("kB")?.trim().parse::<u64>().ok()? * 1024)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_is_after_the_beginning() {
        let before = now_ns();
        let ended = Ended::now(libc::CLOCK_THREAD_CPUTIME_ID);
        assert!(ended.at_ns >= before && ended.process_cpu_ns >= ended.cpu_ns);
        assert!(ended.peak_bytes > 1 << 20, "{}", ended.peak_bytes);
    }
}
