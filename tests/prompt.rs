//! The prompt, on a terminal of the test's own.
#![cfg(target_os = "linux")]

use std::fs::File;
use std::io::{Read, Write};
use std::os::fd::{AsRawFd, FromRawFd, OwnedFd};
use std::path::Path;
use std::process::{Child, Command};

/// A session at the prompt, in a folder that is its home, too.
struct Session {
    terminal: File,
    child: Child,
    seen: String,
}

impl Session {
    /// `kind`: what TERM says.
    fn start(folder: &Path, args: &[&str], kind: &str) -> Session {
        let (mut ours, mut theirs) = (0, 0);
        let none = std::ptr::null_mut();
        // SAFETY: both are written before they are read; name, settings and size may be left out.
        let made = unsafe { libc::openpty(&mut ours, &mut theirs, none, std::ptr::null_mut(), std::ptr::null_mut()) };
        assert_eq!(made, 0);
        // SAFETY: they are open, and nobody else's.
        let (ours, theirs) = unsafe { (OwnedFd::from_raw_fd(ours), OwnedFd::from_raw_fd(theirs)) };
        let end = |file: &OwnedFd| file.try_clone().expect("an end");
        let mut command = Command::new(env!("CARGO_BIN_EXE_tarsier"));
        command.args(args).current_dir(folder);
        command.env("HOME", folder).env("TERM", kind).env_remove("XDG_DATA_HOME");
        command.stdin(end(&theirs)).stdout(end(&theirs)).stderr(theirs);
        let child = command.spawn().expect("the command runs");
        Session { terminal: File::from(ours), child, seen: String::new() }
    }

    /// In one write.
    fn types(&mut self, text: &str) {
        self.terminal.write_all(text.as_bytes()).expect("typing");
    }

    /// Reads until this has come, or to the end. Who waits for something for a minute waits in vain.
    fn waits_for(&mut self, what: &str) {
        let from = self.seen.len();
        let mut part = [0; 1 << 12];
        while !self.seen[from..].contains(what) {
            let mut ready = libc::pollfd { fd: self.terminal.as_raw_fd(), events: libc::POLLIN, revents: 0 };
            // SAFETY: it is one.
            if unsafe { libc::poll(&mut ready, 1, 60_000) } == 0 {
                let _ = self.child.kill();
            }
            // When nobody has the other end any more, reading fails.
            let Ok(n @ 1..) = self.terminal.read(&mut part) else { return };
            self.seen += &String::from_utf8_lossy(&part[..n]);
        }
    }

    /// Everything that was seen until its end, which must be a success.
    fn ends(mut self) -> String {
        self.waits_for("no such thing is printed");
        assert!(self.child.wait().expect("an end").success(), "{}", self.seen);
        self.seen
    }
}

/// What is typed runs, waiting for it is idle.
#[test]
fn a_prompt_is_sampled() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut session = Session::start(folder.path(), &["--prof-interval=250us", "--prof-out=run.tprof"], "dumb");
    // All of it waits in the terminal until it is read, line by line.
    session.types(
        "function typed() { const end = performance.now() + 60; while (performance.now() < end); }\ntyped()\n.exit\n",
    );
    let seen = session.ends();
    let mut command = Command::new(env!("CARGO_BIN_EXE_tarsier"));
    command.args(["report", "run.tprof", "--format=folded"]).current_dir(folder.path());
    let stacks = String::from_utf8(command.output().expect("the command runs").stdout).expect("text");
    assert!(stacks.contains("typed REPL1:1"), "{stacks} {seen}");
}

/// Whoever types faster than lines run, or pastes several, loses none.
#[test]
fn lines_that_come_together_all_run() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut session = Session::start(folder.path(), &[], "xterm");
    session.waits_for("> ");
    session.types("let a = 7000;\r[a + 1, 'first']\r[a + 2, 'second']\n[a + 3,\n'third']\n.exit\r");
    let seen = session.ends();
    for n in ["7001", "7002", "7003"] {
        assert!(seen.contains(n), "{n}: {seen}");
    }
}
