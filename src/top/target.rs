//! Which process that is, and whether the signal may be sent to it: it would end any other program.

use super::SIGNAL;
use super::folder;
use std::fs;
use std::io;
use std::os::fd::{AsRawFd, FromRawFd, OwnedFd};
use std::path::PathBuf;
use std::time::{Duration, Instant};

/// A section that the interpreter is in, whatever the program around it is called.
const SECTION: &str = "tarsier_interp";
/// How long a program that has just been started may take to install its handler.
const STARTING: Duration = Duration::from_secs(2);

/// A process of ours that has a handler of the signal.
pub struct Target {
    pub pid: i32,
    /// Stays this process, even if it ends and its number is given to another.
    descriptor: OwnedFd,
    pub socket: PathBuf,
}

impl Target {
    /// Sends the signal.
    pub fn signal(&self) -> Result<(), String> {
        let none: *const libc::siginfo_t = std::ptr::null();
        // SAFETY: the descriptor is a process's; no more is told than the signal.
        let sent = unsafe { libc::syscall(libc::SYS_pidfd_send_signal, self.descriptor.as_raw_fd(), SIGNAL, none, 0) };
        if sent == 0 {
            return Ok(());
        }
        let error = io::Error::last_os_error();
        Err(match error.raw_os_error() {
            Some(libc::ESRCH) => format!("process {} has ended", self.pid),
            _ => format!("cannot signal process {}: {}", self.pid, tarsier::failure::describe_io(&error)),
        })
    }
}

/// The process of this number, if one can attach to it.
///
/// # Errors
/// A line that says why not. Nothing was sent to it.
pub fn check(pid: i32) -> Result<Target, String> {
    let none = || format!("there is no process {pid}");
    if pid <= 0 {
        return Err(none());
    }
    // SAFETY: a system call without pointers.
    let descriptor = unsafe { libc::syscall(libc::SYS_pidfd_open, pid, 0) };
    if descriptor < 0 {
        return Err(none());
    }
    // SAFETY: a new descriptor, nobody else's.
    let descriptor = unsafe { OwnedFd::from_raw_fd(descriptor as i32) };
    // SAFETY: asks for a number.
    let own = unsafe { libc::geteuid() };
    if status(pid)?.owner != own {
        return Err(format!("process {pid} belongs to another user"));
    }
    let not = || format!("process {pid} is not a tarsier");
    if !profiler::symbols::has_section(&PathBuf::from(format!("/proc/{pid}/exe")), SECTION) {
        return Err(not());
    }
    let end = Instant::now() + STARTING;
    while !status(pid)?.listens {
        if Instant::now() > end {
            return Err(format!("process {pid} is a tarsier that runs no program"));
        }
        std::thread::sleep(Duration::from_millis(20));
    }
    let environment = fs::read(format!("/proc/{pid}/environ")).unwrap_or_default();
    let socket = folder::of(&environment).join(format!("{pid}.sock"));
    Ok(Target { pid, descriptor, socket })
}

struct Status {
    owner: u32,
    /// It handles the signal.
    listens: bool,
}

fn status(pid: i32) -> Result<Status, String> {
    let text = fs::read_to_string(format!("/proc/{pid}/status")).map_err(|_| format!("there is no process {pid}"))?;
    let field = |name: &str| {
        text.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(':')).map(str::trim).unwrap_or_default()
    };
    if field("State").starts_with('Z') {
        return Err(format!("process {pid} has ended"));
    }
    // Real, effective, saved, of the file system.
    let owner = field("Uid").split_ascii_whitespace().nth(1).and_then(|id| id.parse().ok());
    let caught = u64::from_str_radix(field("SigCgt"), 16).unwrap_or(0);
    let owner = owner.ok_or_else(|| format!("cannot tell whose process {pid} is"))?;
    Ok(Status { owner, listens: caught & (1 << (SIGNAL - 1)) != 0 })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_is_sent_to_others() {
        assert_eq!(check(0).err().as_deref(), Some("there is no process 0"));
        assert_eq!(check(i32::MAX).err().as_deref(), Some("there is no process 2147483647"));
        let mut child = std::process::Command::new("sleep").arg("60").spawn().expect("a process");
        let pid = child.id() as i32;
        assert_eq!(check(pid).err(), Some(format!("process {pid} is not a tarsier")));
        child.kill().expect("ended");
        // It is a zombie until somebody waits.
        std::thread::sleep(Duration::from_millis(50));
        assert_eq!(check(pid).err(), Some(format!("process {pid} has ended")));
        child.wait().expect("waited for");
    }
}
