//! Limits that hold: whatever built-in a program is in, `--timeout` ends it soon, with its profile, and `--max-heap` bounds what the process takes.
//!
//! `limits/growing.txt` has a program for each built-in whose work grows with what it is given; `limits/constant.txt` names all others, so that a new
//! built-in is in neither, and fails the test, until somebody has thought about it.

use std::collections::HashSet;
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus, Stdio};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/limits")
}

fn read(name: &str) -> String {
    std::fs::read_to_string(folder().join(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
}

fn lines(text: &str) -> impl Iterator<Item = &str> {
    text.lines().map(str::trim_end).filter(|line| !line.is_empty() && !line.starts_with('#'))
}

/// Names and programs of growing.txt.
fn growing(text: &str) -> Vec<(&str, &str)> {
    lines(text).map(|line| line.split_once(" :: ").unwrap_or_else(|| panic!("no program: {line}"))).collect()
}

/// How a run of a program ended.
struct Run {
    status: ExitStatus,
    took: Duration,
    /// Resident bytes at most.
    peak: u64,
    stderr: String,
}

/// Runs a program in a process that is killed after a minute.
#[expect(clippy::zombie_processes, reason = "wait4 waits for it, and tells what memory it took")]
fn run(program: &Path, flags: &[String]) -> Run {
    let stderr = program.with_extension("err");
    let begin = Instant::now();
    let mut command = Command::new(env!("CARGO_BIN_EXE_tarsier"));
    command.args(flags).arg(program).stdin(Stdio::null()).stdout(Stdio::null());
    command.stderr(std::fs::File::create(&stderr).expect("a file for standard error"));
    // SAFETY: `alarm` is async-signal-safe; the alarm outlives `exec`, and nobody in the shell handles it.
    unsafe {
        command.pre_exec(|| {
            libc::alarm(60);
            Ok(())
        })
    };
    let child = command.spawn().expect("the shell starts");
    let mut status = 0;
    // SAFETY: the process is our child and nobody else waits for it; both structures are filled in.
    let usage = unsafe {
        let mut usage: libc::rusage = std::mem::zeroed();
        assert_eq!(
            libc::wait4(child.id() as libc::pid_t, &raw mut status, 0, &raw mut usage),
            child.id() as libc::pid_t
        );
        usage
    };
    Run {
        status: ExitStatus::from_raw(status),
        took: begin.elapsed(),
        peak: usage.ru_maxrss as u64 * 1024,
        stderr: String::from_utf8_lossy(&std::fs::read(&stderr).unwrap_or_default()).into_owned(),
    }
}

/// Runs every program of growing.txt, two at a time, and gives what `check` objects to.
fn each_program(flags: impl Fn(&Path) -> Vec<String> + Sync, check: impl Fn(&Path, &Run) -> Result<(), String> + Sync) {
    let (table, prelude) = (read("growing.txt"), read("prelude.js"));
    let programs = growing(&table);
    let folder = tempfile::tempdir().expect("a folder");
    let (next, failures) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                loop {
                    let n = next.fetch_add(1, Ordering::Relaxed);
                    let Some((name, program)) = programs.get(n) else { return };
                    let file = folder.path().join(format!("{n}.js"));
                    std::fs::write(&file, format!("{prelude}\n{program}\n")).expect("the program");
                    let run = run(&file, &flags(&file));
                    if let Err(message) = check(&file, &run) {
                        let head: String = run.stderr.lines().take(3).collect::<Vec<_>>().join(" | ");
                        let message = format!("{name} :: {program}\n  {message}; {:?}; {head}", run.status);
                        failures.lock().expect("not poisoned").push(message);
                    }
                }
            });
        }
    });
    let failures = failures.into_inner().expect("not poisoned");
    assert!(failures.is_empty(), "{} of {} programs:\n{}", failures.len(), programs.len(), failures.join("\n"));
}

#[test]
fn every_built_in_is_listed() {
    let walk =
        Command::new(env!("CARGO_BIN_EXE_tarsier")).arg(folder().join("walk.js")).output().expect("the shell runs");
    assert!(walk.status.success(), "{}", String::from_utf8_lossy(&walk.stderr));
    let names = String::from_utf8(walk.stdout).expect("UTF-8");
    let (growing_text, constant_text) = (read("growing.txt"), read("constant.txt"));
    let grown: HashSet<&str> = growing(&growing_text).into_iter().map(|(name, _)| name).collect();
    let (mut constant, mut families) = (HashSet::new(), Vec::new());
    for line in lines(&constant_text) {
        let (name, other) = line.split_once(": as ").map_or((line, None), |(name, other)| (name, Some(other)));
        if let Some(other) = other {
            assert!(grown.contains(other), "{name} is said to be as {other}, which growing.txt does not have");
        }
        match name.strip_suffix('*') {
            Some(family) => families.push(family),
            None => assert!(constant.insert(name), "{name} twice"),
        }
        assert!(!grown.contains(name), "{name} is in both lists");
    }
    let is_listed = |name: &&str| {
        grown.contains(name) || constant.contains(name) || families.iter().any(|family| name.starts_with(family))
    };
    let unlisted: Vec<&str> = names.lines().filter(|name| !is_listed(name)).collect();
    assert!(names.lines().count() > 600, "{names}");
    assert!(unlisted.is_empty(), "neither in tests/limits/growing.txt nor in constant.txt: {unlisted:#?}");
}

/// The bound is wide: what is tried is that nothing runs on, and that no profile is lost.
#[test]
#[ignore = "takes minutes: one program for each built-in whose work grows"]
fn a_time_limit_ends_every_built_in() {
    let profile = |file: &Path| file.with_extension("cpuprofile");
    each_program(
        |file| vec!["--timeout=0.3".into(), format!("--prof-out={}", profile(file).display())],
        |file, run| {
            // Some inputs are used up before, and some calls are refused.
            if !matches!(run.status.code(), Some(0 | 1 | 4)) {
                return Err("not one of the exit codes that it may have".into());
            }
            if run.took > Duration::from_secs(15) {
                return Err(format!("after {:?}", run.took));
            }
            let written = std::fs::read(profile(file)).map_err(|error| format!("no profile: {error}"))?;
            let _ = std::fs::remove_file(profile(file));
            match serde_json::from_slice::<serde_json::Value>(&written) {
                Ok(profile) if profile["nodes"].is_array() => Ok(()),
                _ => Err("the profile is not whole".into()),
            }
        },
    );
}

#[test]
#[ignore = "takes minutes: one program for each built-in whose work grows"]
fn a_heap_limit_bounds_the_process() {
    const LIMIT: u64 = 32 << 20;
    let empty = tempfile::tempdir().expect("a folder");
    let file = empty.path().join("empty.js");
    std::fs::write(&file, "").expect("the program");
    let bound = run(&file, &[]).peak + LIMIT + (64 << 20);
    each_program(
        |_| vec!["--max-heap=32m".into(), "--timeout=0.7".into()],
        |_, run| {
            if run.peak > bound {
                return Err(format!("{} MB", run.peak >> 20));
            }
            match run.status.code() {
                Some(0 | 3 | 4) => Ok(()),
                Some(1) if run.stderr.contains("Error") => Ok(()),
                _ => Err("not one of the exit codes that it may have".into()),
            }
        },
    );
}

/// What a round of a loop makes, and nobody holds after it, is freed by the next minor collection: nothing keeps the last rounds' by a
/// chain through stale registers, a cache, or a table of the parser's.
#[test]
fn what_dies_young_is_freed_young() {
    const GENERATORS: &str =
        "function* g() { yield i; yield* [1, 2]; } for (const x of g()) if (x == 1) break; g().next();";
    const EVALS: &str = "new (eval('(class C' + i + ' { #x = 1; get() { return this.#x; } })'))().get();";
    const NAMES: &str = "eval('(function ' + 'f'.repeat(400) + i + '() {})')();";
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("loop.js");
    // Megabytes of live cells, and by how much the process may grow after the first rounds, a nursery included.
    for (name, rounds, body, live, growth) in
        [("generators", 200_000, GENERATORS, 8, 80), ("evals", 60_000, EVALS, 4, 80), ("names", 150_000, NAMES, 4, 40)]
    {
        let program = format!(
            "let before, i = 0; for (; i < {rounds}; i++) {{ if (i == 2000) before = process.memoryUsage().rss; {body} }}
             print($vm.heapStats().live >> 20, (process.memoryUsage().rss - before) >> 20);"
        );
        std::fs::write(&file, program).expect("the program");
        let run = Command::new(env!("CARGO_BIN_EXE_tarsier")).arg("--expose-vm").arg(&file).output();
        let out = String::from_utf8(run.expect("the shell runs").stdout).expect("UTF-8");
        let figures: Vec<i64> = out.split_whitespace().map(|figure| figure.parse().expect("a number")).collect();
        assert!(figures[0] <= live && figures[1] <= growth, "{name}: {out} MB, not {live} and {growth}");
    }
}

/// The peak of memory after a third of the time and at the end. The time is set by TARSIER_REPEAT_SECONDS.
#[test]
#[ignore = "takes minutes: some seconds of each loop"]
fn what_is_repeated_does_not_grow() {
    let seconds = std::env::var("TARSIER_REPEAT_SECONDS").unwrap_or_else(|_| "6".into());
    let table = read("repeated.txt");
    let loops = growing(&table);
    let (next, failures) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                while let Some((name, body)) = loops.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let run = Command::new(env!("CARGO_BIN_EXE_tarsier"))
                        .arg(folder().join("repeated.js"))
                        .args([body, seconds.as_str()])
                        .output()
                        .expect("the shell runs");
                    // What the body prints comes before.
                    let out = String::from_utf8_lossy(&run.stdout);
                    let out = out.lines().last().unwrap_or_default().to_owned();
                    let peaks: Vec<u64> = out.split_whitespace().filter_map(|peak| peak.parse().ok()).collect();
                    // Peaks of a heap whose collections fall elsewhere differ by a nursery or so.
                    if !matches!(peaks[..], [third, end] if end <= third + third / 10 + (32 << 10)) {
                        let error = String::from_utf8_lossy(&run.stderr).into_owned();
                        failures.lock().expect("not poisoned").push(format!("{name} :: {body}\n  {out}{error}"));
                    }
                }
            });
        }
    });
    let failures = failures.into_inner().expect("not poisoned");
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}
