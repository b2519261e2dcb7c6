//! `tarsier top`: attaches to programs that know nothing of it, leaves them as they were, and touches nobody else.

use std::io::{BufRead, BufReader, Read};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

const PROGRAM: &str = "\
function heavy(n) { let s = 0; for (let i = 0; i < n; i++) s += Math.sin(i); return s; }
console.log('begins');
setTimeout(() => { for (;;) heavy(2000); }, 1);
";
/// It waits nearly all the time.
const IDLE: &str = "\
function often() { let s = 0; for (let i = 0; i < 2e5; i++) s += i; return s; }
console.log('begins');
setInterval(often, 20);
";

/// A program that has begun (what it prints comes out when it first waits), in a folder for sockets of its own.
struct Running {
    child: Child,
    stdout: BufReader<std::process::ChildStdout>,
    runtime: tempfile::TempDir,
}

impl Drop for Running {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn start(program: &str, options: &[&str]) -> Running {
    let runtime = tempfile::tempdir().expect("a folder");
    let mut child = Command::new(env!("CARGO_BIN_EXE_tarsier"))
        .args(options)
        .args(["-e", program])
        .env("XDG_RUNTIME_DIR", runtime.path())
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the command runs");
    let mut stdout = BufReader::new(child.stdout.take().expect("a pipe"));
    let mut line = String::new();
    stdout.read_line(&mut line).expect("a line");
    assert_eq!(line, "begins\n");
    Running { child, stdout, runtime }
}

fn top(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_tarsier")).arg("top").args(args).output().expect("the command runs")
}

impl Running {
    fn pid(&self) -> String {
        self.child.id().to_string()
    }

    /// What `top` prints in so many pictures.
    fn look(&self, pictures: &str) -> String {
        let done = top(&["--batch", "-n", pictures, "--delay=0.4", &self.pid()]);
        assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
        String::from_utf8(done.stdout).expect("text")
    }

    fn count(&self, what: &str) -> usize {
        std::fs::read_dir(format!("/proc/{}/{what}", self.child.id())).expect("the process runs").count()
    }

    /// The names of its threads that are there for whoever looks on.
    fn onlookers(&self) -> Vec<String> {
        let threads = std::fs::read_dir(format!("/proc/{}/task", self.child.id())).expect("the process runs");
        let names = threads.filter_map(|t| std::fs::read_to_string(t.ok()?.path().join("comm")).ok());
        let ours = ["tarsier-top", "tarsier-client", "tarsier-sampler", "tarsier-symbols"];
        names.map(|name| name.trim().to_string()).filter(|name| ours.contains(&name.as_str())).collect()
    }

    fn sockets(&self) -> Vec<PathBuf> {
        let folder = self.runtime.path().join("tarsier");
        std::fs::read_dir(folder)
            .map_or_else(|_| Vec::new(), |list| list.map(|e| e.expect("an entry").path()).collect())
    }

    /// Resident memory, in KiB.
    fn resident(&self) -> u64 {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id())).expect("the process runs");
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).expect("a size");
        line.trim().trim_end_matches(" kB").parse().expect("a number")
    }

    /// Waits until nothing of whoever looked on is left.
    fn until_left(&self) {
        let end = Instant::now() + Duration::from_secs(20);
        while !self.onlookers().is_empty() || !self.sockets().is_empty() {
            assert!(Instant::now() < end, "{:?} {:?}", self.onlookers(), self.sockets());
            std::thread::sleep(Duration::from_millis(20));
        }
    }
}

#[test]
fn what_runs_is_shown_and_nothing_is_left() {
    for (program, options, function) in [
        (PROGRAM, &[][..], "heavy"),
        (PROGRAM, &["--jitless"], "heavy"),
        (IDLE, &[], "often"),
        (PROGRAM, &["--tier=baseline"], "heavy"),
    ] {
        let run = start(program, options);
        let files = run.count("fd");
        assert!(run.sockets().is_empty());
        let text = run.look("3");
        assert_eq!(text.matches("deopts/s  miss%").count(), 3, "{text}");
        let last = text.rsplit_once("miss%").expect("a picture").1;
        assert!(last.contains(&format!("{function} [eval]:1")), "{options:?}: {text}");
        let words = if program == IDLE { "idle " } else { "now: " };
        assert!(text.contains(words) && text.contains("inline-cache misses") && text.contains("MiB"), "{text}");
        run.until_left();
        assert_eq!(run.count("fd"), files, "{options:?}");
    }
}

/// Attaching, and its end, change nothing of what a program does.
#[test]
fn output_is_the_same() {
    let program = "\
console.log('begins');
let sum = 0;
setTimeout(() => {
  for (let k = 0; k < 20; k++) {
    const end = performance.now() + 50;
    while (performance.now() < end) sum++;
    console.log('round ' + k);
  }
}, 1);
";
    let mut run = start(program, &[]);
    run.look("1");
    run.look("1");
    let mut rest = String::new();
    run.stdout.read_to_string(&mut rest).expect("text");
    let expected: String = (0..20).map(|k| format!("round {k}\n")).collect();
    assert_eq!((rest, run.child.wait().expect("an end").code()), (expected, Some(0)));
    let mut errors = String::new();
    run.child.stderr.take().expect("a pipe").read_to_string(&mut errors).expect("text");
    assert_eq!(errors, "");
    assert!(run.sockets().is_empty());
}

/// Whoever looks on is told of the end.
#[test]
fn the_end_is_told() {
    let run = start(
        "console.log('begins'); setTimeout(() => { const end = Date.now() + 1500; while (Date.now() < end); }, 1);",
        &[],
    );
    let done = top(&["--batch", "--delay=0.3", &run.pid()]);
    let text = String::from_utf8_lossy(&done.stdout);
    assert!(done.status.success() && text.contains("has ended"), "{text}{}", String::from_utf8_lossy(&done.stderr));
}

/// A program that is sampled anyway is sampled further; its profile is whole.
#[test]
fn a_run_that_is_sampled_stays_so() {
    let program = "\
function heavy(n) { let s = 0; for (let i = 0; i < n; i++) s += Math.sin(i); return s; }
console.log('begins');
setTimeout(() => {
  const end = performance.now() + 1500;
  while (performance.now() < end) heavy(2000);
}, 1);
";
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("run.tprof");
    let mut run = start(program, &[&format!("--prof-out={}", file.display())]);
    let text = run.look("1");
    assert!(text.contains("heavy [eval]:1"), "{text}");
    assert_eq!(run.child.wait().expect("an end").code(), Some(0));
    let profile = tarsier::profiler::Profile::read(&file).expect("a profile");
    let whole = profile.end_ns - profile.start_ns;
    assert!(whole > 1_400_000_000 && profile.total_ns() * 10 > whole * 8, "{} of {whole}", profile.total_ns());
}

fn refused(args: &[&str], line: &str) {
    let done = top(args);
    let error = String::from_utf8_lossy(&done.stderr).into_owned();
    assert_eq!((done.status.code(), error.as_str()), (Some(2), format!("tarsier: {line}\n").as_str()));
}

#[test]
fn others_are_left_alone() {
    let mut dead = Command::new("true").spawn().expect("a process");
    let pid = dead.id();
    dead.wait().expect("an end");
    refused(&["--batch", &pid.to_string()], &format!("there is no process {pid}"));
    let mut other = Command::new("sleep").arg("60").spawn().expect("a process");
    let pid = other.id();
    refused(&["--batch", &pid.to_string()], &format!("process {pid} is not a tarsier"));
    assert_eq!(other.try_wait().expect("asked"), None, "it was sent a signal");
    other.kill().expect("ended");
    other.wait().expect("an end");
    refused(&[&pid.to_string()], "top needs a terminal; --batch writes text");
    assert_eq!(top(&["--batch", "x"]).status.code(), Some(2));
}

/// Needs root, which alone can be somebody else.
#[test]
fn another_users_process_is_left_alone() {
    // SAFETY: asks for a number.
    if unsafe { libc::geteuid() } != 0 {
        println!("skipped: this user cannot be another");
        return;
    }
    const NOBODY: u32 = 65534;
    let folder = tempfile::tempdir().expect("a folder");
    let copy = folder.path().join("tarsier");
    std::fs::copy(env!("CARGO_BIN_EXE_tarsier"), &copy).expect("copied");
    for path in [folder.path(), &copy] {
        std::fs::set_permissions(path, std::os::unix::fs::PermissionsExt::from_mode(0o755)).expect("set");
    }
    let mut child = Command::new(&copy)
        .args(["-e", "console.log('begins'); setTimeout(() => { for (;;); }, 1);"])
        .current_dir("/")
        .uid(NOBODY)
        .gid(NOBODY)
        .stdout(Stdio::piped())
        .spawn()
        .expect("the command runs");
    let mut line = String::new();
    BufReader::new(child.stdout.take().expect("a pipe")).read_line(&mut line).expect("a line");
    let pid = child.id();
    refused(&["--batch", &pid.to_string()], &format!("process {pid} belongs to another user"));
    assert_eq!(child.try_wait().expect("asked"), None, "it was sent a signal");
    child.kill().expect("ended");
    child.wait().expect("an end");
}

/// The signal alone, with nobody behind it, changes nothing either.
#[test]
fn the_signal_does_no_harm() {
    let mut run = start(PROGRAM, &[]);
    for _ in 0..50 {
        // SAFETY: a signal to a process of ours.
        assert_eq!(unsafe { libc::kill(run.child.id() as i32, libc::SIGUSR1) }, 0);
    }
    assert!(run.look("2").contains("heavy"));
    assert_eq!(run.child.try_wait().expect("asked"), None);
}

/// Attaches and leaves, again and again. Memory may grow by what the first times need.
fn again_and_again(times: usize) {
    for program in [PROGRAM, IDLE] {
        let run = start(program, &[]);
        let attach = || {
            let done = top(&["--batch", "-n", "1", "--delay=0.25", &run.pid()]);
            assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
        };
        let files = run.count("fd");
        (0..times.min(10)).for_each(|_| attach());
        let before = run.resident();
        (0..times.saturating_sub(10)).for_each(|_| attach());
        run.until_left();
        let after = run.resident();
        println!("{times} times: {before} KiB after ten, {after} KiB in the end");
        assert_eq!(run.count("fd"), files);
        assert!(after < before + (16 << 10), "{before} KiB, then {after}");
    }
}

#[test]
fn nothing_leaks() {
    again_and_again(12);
}

#[test]
#[ignore = "takes two minutes"]
fn nothing_leaks_in_200_times() {
    again_and_again(200);
}

#[test]
fn folders_of_others_are_not_used() {
    let run = start(PROGRAM, &[]);
    let folder: &Path = &run.runtime.path().join("tarsier");
    std::fs::create_dir(folder).expect("made");
    std::fs::set_permissions(folder, std::os::unix::fs::PermissionsExt::from_mode(0o777)).expect("set");
    let done = top(&["--batch", "-n", "1", &run.pid()]);
    let error = String::from_utf8_lossy(&done.stderr);
    assert!(done.status.code() == Some(2) && error.contains("does not answer"), "{error}");
}
