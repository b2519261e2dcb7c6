//! However a program ends, what it printed, its profile and its traces are written whole, and its parent sees why.

use std::io::{BufRead, BufReader};
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};
use tempfile::TempDir;

/// Runs for ever in the interpreter or compiled code; in one call of a built-in that looks at nothing; asleep; in a read.
const ENDLESS: [&str; 4] = [
    "print('begun'); for (;;) ;",
    "print('begun'); const text = '\\u0323\\u030a'.repeat(2 ** 26); for (;;) text.normalize();",
    "print('begun'); setTimeout(() => 0, 1e8);",
    "print('begun'); readline();",
];

struct Running {
    child: Child,
    folder: TempDir,
}

/// Starts a program and waits until its profile could be written: the file that says so is the script's own first output, which is read.
fn start(program: &str, flags: &[&str]) -> Running {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("program.js"), program).expect("the program");
    let mut command = Command::new(env!("CARGO_BIN_EXE_tarsier"));
    command.args(flags).arg("program.js").current_dir(folder.path());
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    // SAFETY: async-signal-safe calls. A test runner may ignore signals, and its children would.
    unsafe {
        command.pre_exec(|| {
            libc::alarm(60);
            for signal in [libc::SIGINT, libc::SIGTERM, libc::SIGHUP] {
                libc::signal(signal, libc::SIG_DFL);
            }
            Ok(())
        })
    };
    Running { child: command.spawn().expect("the shell starts"), folder }
}

impl Running {
    /// Once the script runs: the process has made its second thread, and some time has passed.
    fn signal(&self, signal: i32) {
        let tasks = format!("/proc/{}/task", self.child.id());
        let begin = Instant::now();
        while std::fs::read_dir(&tasks).map_or(0, Iterator::count) < 2 && begin.elapsed() < Duration::from_secs(20) {
            std::thread::sleep(Duration::from_millis(5));
        }
        std::thread::sleep(Duration::from_millis(400));
        // SAFETY: our child, which nobody has waited for.
        unsafe { libc::kill(self.child.id() as libc::pid_t, signal) };
    }

    fn end(self) -> (ExitStatus, String, String, TempDir) {
        let done = self.child.wait_with_output().expect("the shell ends");
        let text = |bytes: Vec<u8>| String::from_utf8_lossy(&bytes).into_owned();
        (done.status, text(done.stdout), text(done.stderr), self.folder)
    }
}

fn json(folder: &Path, name: &str) -> serde_json::Value {
    let text = std::fs::read_to_string(folder.join(name)).unwrap_or_else(|error| panic!("{name}: {error}"));
    serde_json::from_str(&text).unwrap_or_else(|error| panic!("{name}: {error}: {text}"))
}

#[test]
fn signals_end_a_program_in_order() {
    for signal in [libc::SIGINT, libc::SIGTERM, libc::SIGHUP] {
        for program in ENDLESS {
            let mut running = start(program, &["--prof-out=run.cpuprofile"]);
            // Standard input stays open.
            let stdin = running.child.stdin.take();
            running.signal(signal);
            let (status, stdout, stderr, folder) = running.end();
            drop(stdin);
            assert_eq!((status.signal(), stdout.as_str()), (Some(signal), "begun\n"), "{program}: {status:?} {stderr}");
            assert!(json(folder.path(), "run.cpuprofile")["nodes"].is_array(), "{program}");
        }
    }
}

#[test]
fn traces_are_whole_lines() {
    let program = "function f(o) { return o.x; } for (let i = 0; ; i++) f({ ['a' + i % 60]: 1, x: i });";
    for (flags, signal) in [
        (["--trace-json=run.jsonl", "--timeout=0.5"], None),
        (["--trace-json=run.jsonl", "--jitless"], Some(libc::SIGTERM)),
    ] {
        let running = start(program, &flags);
        if let Some(signal) = signal {
            running.signal(signal);
        }
        let (status, _, stderr, folder) = running.end();
        assert_eq!(
            (status.code(), status.signal()),
            (if signal.is_none() { Some(4) } else { None }, signal),
            "{stderr}"
        );
        let text = std::fs::read_to_string(folder.path().join("run.jsonl")).expect("the trace");
        assert!(text.ends_with('\n') && text.lines().count() > 5, "{text}");
        for line in text.lines() {
            serde_json::from_str::<serde_json::Value>(line).unwrap_or_else(|error| panic!("{error}: {line}"));
        }
    }
}

#[test]
fn every_other_end_has_its_code_and_its_profile() {
    for (program, code, told) in [
        ("print('begun');", 0, ""),
        ("print('begun'); quit(7);", 7, ""),
        ("print('begun'); throw new Error('thrown');", 1, "Error: thrown"),
        ("print('begun'); for (const all = []; ;) all.push({});", 3, "out of memory"),
        // What no limit of the heap's sees.
        ("print('begun'); for (let i = 0; ; i++) console.time('k' + i);", 3, "out of memory"),
        ("print('begun'); for (;;) ;", 4, "time limit of 5s reached"),
        (
            "print('begun'); const text = '\\u0323\\u030a'.repeat(2 ** 17); for (;;) text.normalize();",
            4,
            "time limit of 5s reached",
        ),
    ] {
        let running = start(program, &["--prof-out=run.cpuprofile", "--max-heap=64m", "--timeout=5"]);
        let (status, stdout, stderr, folder) = running.end();
        assert_eq!((status.code(), stdout.as_str()), (Some(code), "begun\n"), "{program}: {status:?} {stderr}");
        assert!(stderr.contains(told), "{program}: {stderr}");
        assert!(json(folder.path(), "run.cpuprofile")["nodes"].is_array(), "{program}");
    }
}

#[test]
fn what_cannot_be_written_is_told_before_the_program_runs() {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("file"), "").expect("a file");
    for out in
        ["--prof-out=missing/run.cpuprofile", "--prof-out=.", "--trace-json=missing/run.jsonl", "--trace-json=file/x"]
    {
        let done = Command::new(env!("CARGO_BIN_EXE_tarsier"))
            .args([out, "-e", "print('ran')"])
            .current_dir(folder.path())
            .output()
            .expect("the shell runs");
        let stderr = String::from_utf8_lossy(&done.stderr).into_owned();
        assert_eq!((done.status.code(), done.stdout.len(), stderr.lines().count()), (Some(2), 0, 1), "{out}: {stderr}");
        assert!(stderr.starts_with("tarsier: cannot write "), "{out}: {stderr}");
    }
    // Looking leaves nothing behind, and what was there is as it was.
    assert_eq!(std::fs::read_dir(folder.path()).expect("the folder").count(), 1);
}

#[test]
fn a_closed_pipe_ends_a_program_that_prints() {
    let mut running = start("for (;;) print('more');", &[]);
    drop(running.child.stdout.take());
    let (status, _, stderr, _folder) = running.end();
    assert_eq!((status.code(), stderr.as_str()), (Some(1), ""));
    let mut running = start("for (let i = 0; i < 1e4; i++) console.error('more'); print('done');", &["--trace-ic"]);
    drop(running.child.stderr.take());
    let (status, stdout, _, _folder) = running.end();
    assert_eq!((status.code(), stdout.as_str()), (Some(0), "done\n"));
}

/// Whoever reads a pipe sees what was printed before a task that takes for ever, and how far a program is that prints now and then.
#[test]
fn what_was_printed_is_seen_while_the_program_runs() {
    for program in [
        "print('one'); print('two'); setTimeout(() => { for (;;) ; }, 0);",
        "const end = Date.now() + 300; print('one'); while (Date.now() < end) ; print('two'); for (;;) ;",
    ] {
        let mut running = start(program, &[]);
        let mut lines = BufReader::new(running.child.stdout.take().expect("a pipe")).lines();
        let seen: Vec<String> = lines.by_ref().take(2).map(|line| line.expect("text")).collect();
        // It runs still: its own end would have shown them, too.
        assert!(running.child.try_wait().expect("our child").is_none(), "{program}");
        running.signal(libc::SIGTERM);
        assert_eq!(seen, ["one", "two"], "{program}");
        assert_eq!(running.end().0.signal(), Some(libc::SIGTERM), "{program}");
    }
}
