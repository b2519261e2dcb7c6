//! What is written of traced calls (`--trace-calls`): summary, files, report, however the program ends.

use serde_json::Value;
use std::collections::HashMap;
use std::io::{BufRead, BufReader, Read};
use std::os::unix::process::ExitStatusExt;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use tempfile::TempDir;

/// 5 calls of `outer`, each of which calls `inner` 3 times and has `sort` call `compare`; `down` calls itself 4 times; a generator goes on 3 times.
const PROGRAM: &str = "\
function inner(n) { return n * 2; }
function compare(a, b) { return a - b; }
function outer() { let s = 0; for (let i = 0; i < 3; i++) s += inner(i); [2, 1].sort(compare); return s; }
function down(n) { return n ? down(n - 1) : 0; }
function* numbers() { yield 1; yield 2; }
for (let i = 0; i < 5; i++) outer();
down(4);
for (const n of numbers()) inner(n);
console.profile('part');
inner(1);
console.profileEnd('part');
print('done');
";

fn folder_with(program: &str) -> TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("program.js"), program).expect("the program");
    folder
}

fn run(folder: &Path, args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_tarsier")).args(args).current_dir(folder).output().expect("the command runs")
}

fn trace(folder: &Path, words: &str, more: &[&str]) -> Output {
    let option = format!("--trace-calls={words}");
    let out = if more.is_empty() { "--prof-out=run.tprof" } else { "--prof-out=/dev/null" };
    run(folder, &[&[option.as_str(), out], more, &["program.js"]].concat())
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

fn read(folder: &Path, name: &str) -> String {
    std::fs::read_to_string(folder.join(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
}

fn json(folder: &Path, name: &str) -> Value {
    serde_json::from_str(&read(folder, name)).unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// A function's name without its place: `f program.js:1 (resumed)` is `f (resumed)`.
fn name(label: &str) -> String {
    match label.split_once(" program.js:") {
        Some((name, place)) => format!("{name}{}", place.trim_start_matches(|c: char| c.is_ascii_digit())),
        None => label.into(),
    }
}

/// Weights by path; names without their places.
fn folded(text: &str) -> HashMap<String, u64> {
    let mut weights = HashMap::new();
    for line in text.lines() {
        let (path, weight) = line.rsplit_once(' ').expect("a weight");
        let names: Vec<String> = path.split(';').map(name).collect();
        assert!(weights.insert(names.join(";"), weight.parse().expect("a number")).is_none(), "{line}");
    }
    weights
}

/// Begins by name, without places; begins and ends must be as many, nest, and go on in time.
fn begins(trace: &Value) -> HashMap<String, usize> {
    let (mut begins, mut open, mut last) = (HashMap::new(), 0, 0.0);
    for event in trace["traceEvents"].as_array().expect("events") {
        let at = event["ts"].as_f64().unwrap_or(last);
        assert!(last <= at, "{event}");
        last = at;
        match event["ph"].as_str() {
            Some("B") => {
                *begins.entry(name(event["name"].as_str().expect("a name"))).or_default() += 1;
                open += 1;
            }
            Some("E") => open -= 1,
            other => assert_eq!(other, Some("M")),
        }
        assert!(open >= 0);
    }
    assert_eq!(open, 0);
    begins
}

#[test]
fn counts_are_exact_in_every_file() {
    let folder = folder_with(PROGRAM);
    let folder = folder.path();
    let done = trace(folder, "counts,calls.folded", &[]);
    let stderr = text(&done.stderr);
    assert_eq!((done.status.code(), text(&done.stdout).as_str()), (Some(0), "done\n"), "{stderr}");
    for part in ["counted; times were not measured", "hot paths (most calls)", "calls written to calls.folded"] {
        assert!(stderr.contains(part), "{part}\n{stderr}");
    }
    // (A slow machine's samples have lines of it, too.)
    let mut lines = stderr.lines().filter(|l| l.contains("inner  program.js:1"));
    assert!(lines.any(|line| line.trim_start().starts_with("18 ")), "{stderr}");
    let paths = folded(&read(folder, "calls.folded"));
    let top = "<top level>";
    for (path, calls) in [
        ("", 1),
        (";outer", 5),
        (";outer;inner", 15),
        (";outer;sort", 5),
        (";outer;sort;compare", 5),
        (";inner", 3),
        (";down;down;down;down;down", 1),
        (";numbers", 1),
        (";numbers (resumed)", 3),
    ] {
        assert_eq!(paths.get(&format!("{top}{path}")), Some(&calls), "{path}: {paths:?}");
    }

    // Everything else is made of the native profile, and that of another run has the same counts.
    let done = run(folder, &["report", "run.tprof", "--format=calls-dot-all", "--out=all.txt"]);
    assert!(done.status.success(), "{}", text(&done.stderr));
    let later = read(folder, "all.txt");
    trace(folder, "counts,all,calls.dot", &[]);
    let dot = read(folder, "calls.dot");
    // The order of functions depends on the samples.
    let labels = |text: &str| {
        let mut labels: Vec<String> =
            text.lines().filter(|l| !l.contains("graph [")).filter_map(|l| Some(l.split_once('[')?.1.into())).collect();
        labels.sort();
        labels
    };
    assert_eq!(labels(&later), labels(&dot));
    assert!(
        dot.starts_with("digraph calls {") && dot.contains("\\n18 calls\"") && dot.contains("[label=\"15 calls\"]"),
        "{dot}"
    );
    let done = run(folder, &["report", "run.tprof", "--format=chrome-trace"]);
    let flame: Value = serde_json::from_slice(&done.stdout).expect("JSON");
    let contexts = begins(&flame);
    assert_eq!((contexts["inner"], contexts["down"], contexts["compare"]), (2, 5, 1));
    let done = run(folder, &["report", "run.tprof", "--out=x.folded"]);
    assert!(done.status.success() && !read(folder, "x.folded").contains("(resumed)"), "samples, not calls");

    trace(folder, "counts,fold,calls.folded", &[]);
    assert_eq!(folded(&read(folder, "calls.folded"))[&format!("{top};down")], 5);
}

#[test]
fn a_timeline_has_each_call() {
    let folder = folder_with(PROGRAM);
    let folder = folder.path();
    let done = trace(folder, "timeline,calls.json", &[]);
    assert_eq!((done.status.code(), text(&done.stdout).as_str()), (Some(0), "done\n"));
    let summary = text(&done.stderr);
    for part in [
        "counted and timed",
        "tracing took ",
        "outside of functions ",
        "timeline: all ",
        "a call  function",
        "hot paths",
    ] {
        assert!(summary.contains(part), "{part}\n{summary}");
    }
    let calls = begins(&json(folder, "calls.json"));
    for (name, times) in
        [("outer", 5), ("inner", 18), ("sort", 5), ("compare", 5), ("down", 5), ("numbers (resumed)", 3)]
    {
        assert_eq!(calls.get(name), Some(&times), "{name}: {calls:?}");
    }
    // The part that console.profile names is a mark of a run that is sampled anyway: it writes nothing of its own.
    let profile = json(folder, "run.tprof");
    assert_eq!(profile["marks"][0]["name"], "part");
    let files = std::fs::read_dir(folder).expect("the folder").count();
    assert_eq!(files, 3);

    for (format, is_there) in [
        ("firefox", "\"tracing-ms\""),
        ("html", "id=\"calls-data\">{"),
        ("summary", "hot paths"),
        ("calls-folded", "(outside of functions) "),
        ("calls-dot", " -> "),
    ] {
        let done = run(folder, &["report", "run.tprof", &format!("--format={format}")]);
        assert!(done.status.success() && text(&done.stdout).contains(is_there), "{format}: {}", text(&done.stderr));
    }
    // Weights are microseconds of the nodes' own times.
    let done = run(folder, &["report", "run.tprof", "--format=calls-folded"]);
    let sum: u64 = folded(&text(&done.stdout)).values().sum();
    let own: u64 =
        profile["calls"]["nodes"]["self_ns"].as_array().expect("times").iter().filter_map(Value::as_u64).sum();
    assert_eq!(sum, own / 1000);

    // A ring that is too small for all: the oldest go, and what they began is open all the same.
    let done = trace(folder, "timeline:512,calls.json", &[]);
    assert!(text(&done.stderr).contains("timeline: the last 32 events; "), "{}", text(&done.stderr));
    let calls = begins(&json(folder, "calls.json"));
    assert_eq!(calls.get("<top level>"), Some(&1), "{calls:?}");
}

#[test]
fn however_the_program_ends_its_calls_are_written() {
    // In compiled code; in one call of a built-in that looks at nothing; in a callback that throws; by its own will.
    let prefix = "function f() { return 1; } function main() { for (let i = 0; i < 10; i++) f();";
    for (rest, code) in [
        ("for (;;) f(); } main();", 4),
        ("const text = '\\u0323\\u030a'.repeat(2 ** 20); for (;;) text.normalize(); } main();", 4),
        ("[1].forEach(() => { throw new Error('thrown'); }); } main();", 1),
        ("quit(7); } main();", 7),
        ("for (const all = []; ;) all.push({}); } main();", 3),
    ] {
        let folder = folder_with(&format!("{prefix}{rest}"));
        let folder = folder.path();
        let done = trace(folder, "counts,calls.folded", &["--timeout=1", "--max-heap=64m"]);
        let stderr = text(&done.stderr);
        assert_eq!(done.status.code(), Some(code), "{rest}: {stderr}");
        let paths = folded(&read(folder, "calls.folded"));
        assert_eq!(paths.get("<top level>;main"), Some(&1), "{rest}: {paths:?}");
        assert!(paths["<top level>;main;f"] >= 10, "{rest}: {paths:?}");
        assert!(stderr.contains("calls written to calls.folded"), "{rest}: {stderr}");
    }
}

#[test]
fn a_signal_does_not_keep_calls_from_being_written() {
    // A thousand calls are over when it says so, however soon the signal comes.
    let folder =
        folder_with("function f() {} for (let i = 0; i < 1000; i++) f(); console.error('begun'); for (;;) f();");
    let mut child = Command::new(env!("CARGO_BIN_EXE_tarsier"))
        .args(["--trace-calls=timeline:64k,calls.json", "--prof-out=/dev/null", "program.js"])
        .current_dir(folder.path())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the shell starts");
    let mut line = String::new();
    let mut stderr = BufReader::new(child.stderr.take().expect("its standard error"));
    stderr.read_line(&mut line).expect("a line");
    // SAFETY: our child, which nobody has waited for.
    unsafe { libc::kill(child.id() as libc::pid_t, libc::SIGTERM) };
    let mut rest = String::new();
    stderr.read_to_string(&mut rest).expect("text");
    let status = child.wait().expect("it ends");
    assert_eq!((status.signal(), line.as_str()), (Some(libc::SIGTERM), "begun\n"), "{rest}");
    let calls = begins(&json(folder.path(), "calls.json"));
    assert!(calls["f"] >= 1000, "{calls:?}");
}

#[test]
fn what_cannot_be_is_one_line() {
    let folder = folder_with("print('ran');");
    let folder = folder.path();
    let refused = |args: &[&str], told: &str| {
        let done = run(folder, &[args, &["program.js"]].concat());
        let stderr = text(&done.stderr);
        assert_eq!(
            (done.status.code(), done.stdout.len(), stderr.lines().count()),
            (Some(2), 0, 1),
            "{args:?}: {stderr}"
        );
        assert!(stderr.starts_with("tarsier: ") && stderr.contains(told), "{args:?}: {stderr}");
    };
    refused(&["--trace-calls=numbers"], "'numbers' is none of counts, times, timeline, fold and all");
    refused(&["--trace-calls=x.csv"], "'x.csv' is no .folded, .dot or .json file");
    refused(&["--trace-calls=all,x.json"], "all is for a .dot file");
    refused(&["--trace-calls=a.dot,b.dot"], "one file");
    refused(&["--trace-calls=counts,timeline"], "a timeline needs times");
    refused(&["--trace-calls=missing/x.dot"], "cannot write missing/x.dot");
    refused(&["--trace-calls=x.json", "--prof-out=x.json"], "cannot hold both");
    refused(&["--prof-format=chrome-trace"], "needs --trace-calls");
    assert_eq!(std::fs::read_dir(folder).expect("the folder").count(), 1);
    // A profile without calls has none to write, and the file stays what it was.
    let done = run(folder, &["--prof-out=run.tprof", "program.js"]);
    assert!(done.status.success() && !text(&done.stderr).contains("hot paths"));
    std::fs::write(folder.join("kept.dot"), "kept").expect("written");
    let done = run(folder, &["report", "run.tprof", "--out=kept.dot"]);
    assert_eq!((done.status.code(), read(folder, "kept.dot").as_str()), (Some(2), "kept"));
    assert_eq!(
        text(&done.stderr),
        "tarsier: cannot write kept.dot: the profile has no calls; --trace-calls records them\n"
    );
    let done = run(folder, &["report", "run.tprof", "--format=calls-folded"]);
    assert_eq!((done.status.code(), done.stdout.len()), (Some(2), 0));
}
