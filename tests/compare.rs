//! `tarsier compare` from end to end: what it compares, what it writes, and how it ends. No test goes by how long anything takes: what must be different
//! is made ten times different.

#[path = "common/command.rs"]
mod command;

use command::{json, tarsier, text};
use serde_json::Value;
use std::process::{Command, Output, Stdio};

/// Two functions; `COUNT` says how much the second does.
const PROGRAM: &str = "\
function steady(n) { let s = 0; for (let i = 0; i < n; i++) s = (s * 31 + i) | 0; return s; }
function varying(n) { let s = 0; for (let i = 0; i < n; i++) s = (s * 33 + i) | 0; return s; }
let sum = 0;
for (let i = 0; i < 20; i++) sum ^= steady(200000) ^ varying(COUNT);
print(typeof sum);
";

fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    let write = |name: &str, text: &str| std::fs::write(folder.path().join(name), text).expect("a file");
    write("before.js", &PROGRAM.replace("COUNT", "20000"));
    write("after.js", &PROGRAM.replace("COUNT", "5000000").replace("varying", "renamed"));
    folder
}

fn number(value: &Value) -> f64 {
    value.as_f64().unwrap_or_else(|| panic!("a number: {value}"))
}

/// The row of the function that does more. (On a busy machine the time off the processors may come first.)
fn renamed(comparison: &Value) -> &Value {
    let rows = comparison["functions"]["rows"].as_array().expect("rows");
    rows.iter().find(|row| row["b"]["name"] == "renamed").unwrap_or_else(|| panic!("no row of it: {rows:?}"))
}

/// One line on standard error that has all the parts.
fn told(output: &Output, code: i32, parts: &[&str]) {
    let error = text(&output.stderr);
    assert_eq!(output.status.code(), Some(code), "{error}");
    assert_eq!(error.lines().count(), 1, "{error}");
    assert!(parts.iter().all(|part| error.contains(part)), "{error}");
}

#[test]
fn a_slower_version_is_found_and_blamed_on_the_function_that_does_more() {
    let folder = folder();
    let outs = ["--out=c.md", "--out=c.html", "--out=c.svg", "--out=c.json", "--out=c.txt"];
    let args =
        [&["compare", "--runs=8", "--format=json", "--gate=10%"][..], &outs, &["before.js", "after.js"]].concat();
    let output = tarsier(folder.path(), &args);
    told(&output, 5, &["gate: worse by more than 10 %", "after.js is slower than before.js"]);
    let comparison = json(&output);
    assert_eq!((&comparison["format"], &comparison["version"]), (&"tarsier-comparison".into(), &1.into()));
    assert_eq!((&comparison["verdict"], &comparison["outputs"]), (&"slower".into(), &Value::Null));
    assert_eq!((&comparison["a"]["processes"], &comparison["b"]["processes"]), (&8.into(), &8.into()));
    let measures = comparison["measures"].as_array().expect("measures");
    let mut names: Vec<&str> = measures.iter().filter_map(|m| m["name"].as_str()).collect();
    // On a busy machine the CPU time comes first.
    names.sort_unstable();
    assert_eq!(names, ["CPU time", "peak memory", "wall time"]);
    let row = renamed(&comparison);
    assert_eq!((&row["a"]["name"], &row["fate"]), (&"varying".into(), &"renamed".into()));
    assert!(row["is_significant"] == true && number(&row["delta_ms"]) > 0.0, "{row}");
    assert!(row["id"].as_str().is_some_and(|id| id.starts_with("script:varying:")), "{row}");
    let total = number(&comparison["total"]["delta_ms"]);
    for table in ["functions", "lines"] {
        let sum = number(&comparison[table]["sum_ms"]);
        assert!((sum - total).abs() < 1e-6, "{table}: {sum} {total}");
    }
    let lines = comparison["lines"]["rows"].as_array().expect("rows");
    let is_slower = |row: &Value| row["b"]["line"] == 2 && row["is_significant"] == true;
    assert!(lines.iter().any(is_slower), "{lines:?}");
    let read = |name: &str| std::fs::read_to_string(folder.path().join(name)).unwrap_or_else(|e| panic!("{name}: {e}"));
    assert!(
        read("c.md").contains("was called varying") && read("c.txt").starts_with("after.js is slower than before.js")
    );
    assert!(read("c.svg").starts_with("<svg") && read("c.svg").contains("data-n=\"renamed\""));
    assert!(read("c.html").contains("<svg") && read("c.html").contains("\"verdict\":\"slower\""));
    let again: Value = serde_json::from_str(&read("c.json")).expect("JSON");
    assert_eq!(again, comparison);
}

#[test]
fn one_program_in_two_ways() {
    let folder = folder();
    let args = [
        "compare",
        "--a=--tier=interp",
        "--b=",
        "--runs=5",
        "--format=json",
        "--metric=(\\d+) steps",
        "steps.js",
        "--",
        "1000",
    ];
    let program = PROGRAM.replace("COUNT", "1000000") + "print(scriptArgs[0] + ' steps');\n";
    std::fs::write(folder.path().join("steps.js"), program).expect("a file");
    let output = tarsier(folder.path(), &args);
    assert!(output.status.success(), "{}", text(&output.stderr));
    let comparison = json(&output);
    assert_eq!(
        (&comparison["a"]["name"], &comparison["b"]["name"]),
        (&"--tier=interp".into(), &"steps.js (no options)".into())
    );
    let score = &comparison["measures"][0];
    assert_eq!((number(&score["a"]), number(&score["b"]), number(&score["ratio"])), (1000.0, 1000.0, 1.0));
    assert_eq!(comparison["verdict"], "no-difference-seen");
    assert_eq!(comparison["measures"][1]["verdict"], "faster");
    let findings = comparison["findings"].as_array().expect("findings");
    let is_tier = |f: &&Value| {
        f["kind"] == "tier" && f["text"].as_str().is_some_and(|t| t.contains("before in the interpreter tier"))
    };
    assert!(findings.iter().any(|f| is_tier(&f)), "{findings:?}");
}

#[test]
fn another_engine_is_known_by_its_times() {
    let folder = folder();
    // A program of two languages: the shell ends in the first line, where JavaScript names a variable; what follows takes a hundred times as long as either
    // takes to start.
    let program = "exit;\nvar exit, s = 0; for (let i = 0; i < 3e7; i++) s = (s * 33 + i) | 0;\n";
    std::fs::write(folder.path().join("both.js"), program).expect("a file");
    let args = ["compare", "--engine-a=/bin/sh", "--runs=6", "--format=json", "both.js"];
    let output = tarsier(folder.path(), &args);
    assert!(output.status.success(), "{}", text(&output.stderr));
    let comparison = json(&output);
    assert_eq!((&comparison["functions"], &comparison["verdict"]), (&Value::Null, &"slower".into()));
    assert!(
        comparison["notes"][0].as_str().is_some_and(|note| note.contains("only times are known")),
        "{}",
        comparison["notes"]
    );
}

#[test]
fn recorded_profiles() {
    let folder = folder();
    for (name, program) in [("a1", "before"), ("a2", "before"), ("b1", "after"), ("b2", "after")] {
        let (out, program) = (format!("--prof-out={name}.tprof"), format!("{program}.js"));
        assert!(tarsier(folder.path(), &[&out, &program]).status.success());
    }
    let output =
        tarsier(folder.path(), &["compare", "--format=json", "a1.tprof", "a2.tprof", "--", "b1.tprof", "b2.tprof"]);
    assert!(output.status.success(), "{}", text(&output.stderr));
    let comparison = json(&output);
    assert_eq!((&comparison["verdict"], &comparison["a"]["processes"]), (&"too-few-runs".into(), &2.into()));
    assert_eq!(renamed(&comparison)["is_significant"], false);
    let output = tarsier(folder.path(), &["compare", "a1.tprof", "b1.tprof"]);
    assert!(
        text(&output.stdout).starts_with("too few runs to tell a1.tprof and b1.tprof apart"),
        "{}",
        text(&output.stdout)
    );
    std::fs::write(folder.path().join("bad.tprof"), "{}").expect("a file");
    told(
        &tarsier(folder.path(), &["compare", "a1.tprof", "bad.tprof"]),
        2,
        &["cannot read bad.tprof", "not a tarsier-profile"],
    );
    told(&tarsier(folder.path(), &["compare", "a1.tprof", "a2.tprof", "b1.tprof"]), 2, &["which profiles are whose"]);
}

#[test]
fn a_baseline_is_kept_and_compared_with() {
    let folder = folder();
    let output = tarsier(folder.path(), &["compare", "--save=base.json", "--runs=6", "before.js"]);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    let compare = |more: &[&str]| {
        let args =
            [&["compare", "--baseline=base.json", "--runs=6", "--format=json"][..], more, &["after.js"]].concat();
        tarsier(folder.path(), &args)
    };
    let comparison = json(&compare(&[]));
    assert_eq!(
        (&comparison["verdict"], &comparison["a"]["name"]),
        (&"slower".into(), &"the baseline (before.js)".into())
    );
    assert_eq!(renamed(&comparison)["fate"], "renamed");
    // As if it were another machine's.
    let path = folder.path().join("base.json");
    let mut base: Value = serde_json::from_str(&std::fs::read_to_string(&path).expect("the baseline")).expect("JSON");
    base["machine"]["processors"] = 4096.into();
    std::fs::write(&path, base.to_string()).expect("written");
    told(&compare(&[]), 2, &["another machine", "--any-machine"]);
    assert_eq!(json(&compare(&["--any-machine"]))["verdict"], "slower");
    std::fs::write(&path, "{}").expect("written");
    told(&compare(&[]), 2, &["cannot read base.json"]);
}

#[test]
fn what_differs_in_structure_gates() {
    let folder = folder();
    let program = |keys: &str| {
        format!(
            "function read(o) {{ let s = 0; for (let i = 0; i < 100; i++) s += o.x; return s; }}\n\
             const all = [];\nfor (let i = 0; i < 40; i++) {{ const o = {{}}; {keys} o.x = i; all.push(o); }}\n\
             let sum = 0;\nfor (let i = 0; i < 60000; i++) sum = (sum + read(all[i % 40])) | 0;\nprint(sum);\n"
        )
    };
    let write = |name: &str, text: String| std::fs::write(folder.path().join(name), text).expect("a file");
    write("few.js", program(""));
    write("many.js", program("o['k' + i] = 1;"));
    let output =
        tarsier(folder.path(), &["compare", "--runs=5", "--gate-structure", "--format=json", "few.js", "many.js"]);
    assert_eq!(output.status.code(), Some(5), "{}", text(&output.stderr));
    let comparison = json(&output);
    let findings = comparison["findings"].as_array().expect("findings");
    let is_new = |f: &&Value| f["kind"] == "megamorphic" && f["gates"] == true && f["line"] == 1;
    assert!(findings.iter().any(|f| is_new(&f)), "{findings:?}");
    assert!(
        text(&output.stderr).contains("gate: read many.js:1: inline cache of GetField x is now megamorphic"),
        "{}",
        text(&output.stderr)
    );
    let back = tarsier(folder.path(), &["compare", "--runs=5", "--gate-structure", "many.js", "few.js"]);
    assert_eq!(back.status.code(), Some(0), "{}", text(&back.stderr));
}

#[test]
fn different_outputs_are_the_first_line() {
    let folder = folder();
    std::fs::write(folder.path().join("other.js"), "print('something else');\n").expect("a file");
    let output = tarsier(folder.path(), &["compare", "--runs=4", "before.js", "other.js"]);
    assert!(output.status.success(), "{}", text(&output.stderr));
    let expected = "the outputs differ, first at line 1: before.js prints 'number', other.js 'something else'";
    assert_eq!(text(&output.stdout).lines().next(), Some(expected));
    std::fs::write(folder.path().join("random.js"), "print(Math.random());\n").expect("a file");
    let output = tarsier(folder.path(), &["compare", "--runs=4", "random.js", "random.js"]);
    assert!(text(&output.stdout).contains("varies from run to run"), "{}", text(&output.stdout));
}

#[test]
fn versions_that_fail() {
    let folder = folder();
    let write = |name: &str, text: &str| std::fs::write(folder.path().join(name), text).expect("a file");
    write("throws.js", "throw new Error('on purpose');\n");
    write("endless.js", "for (;;);\n");
    write("quiet.js", "1;\n");
    // From its fifth process on it fails: two warm-ups and two measured ones were well.
    write(
        "later.js",
        "const fs = require('fs');\nlet n = 0;\ntry { n = Number(fs.readFileSync('count', 'utf8')); } catch {}\n\
         fs.writeFileSync('count', String(n + 1));\nif (n >= 4) throw new Error('worn out');\n",
    );
    let compare = |args: &[&str]| tarsier(folder.path(), &[&["compare", "--runs=4"], args].concat());
    told(&compare(&["before.js", "throws.js"]), 1, &["throws.js ended with exit code 1", "on purpose"]);
    told(&compare(&["--timeout=1s", "endless.js", "before.js"]), 4, &["endless.js did not end within 1 s"]);
    told(&compare(&["before.js", "nowhere.js"]), 2, &["cannot read nowhere.js: No such file or directory"]);
    told(&compare(&["before.js", "."]), 2, &["."]);
    told(&compare(&["before.js"]), 2, &["nothing to compare before.js with"]);
    told(&compare(&["--engine-b=/nonexistent/engine", "before.js"]), 2, &["cannot run /nonexistent/engine"]);
    told(&compare(&["--metric=Score: (\\d+)", "quiet.js", "before.js"]), 1, &["quiet.js prints nothing"]);
    told(
        &compare(&["--metric=Score: (\\d+)", "before.js", "quiet.js"]),
        1,
        &["before.js prints nothing that --metric matches"],
    );
    told(&compare(&["--a=--prof", "before.js"]), 2, &["leave out --prof"]);
    told(&compare(&["--out=/nonexistent/x.md", "before.js", "after.js"]), 2, &["cannot write /nonexistent/x.md"]);
    told(&compare(&["--nonsense", "before.js", "after.js"]), 2, &["--nonsense"]);
    told(&compare(&[]), 2, &["FILE"]);
    let output = compare(&["--budget=60s", "quiet.js", "later.js"]);
    told(&output, 1, &["later.js ended with exit code 1", "worn out"]);
    let out = text(&output.stdout);
    assert!(
        out.starts_with("too few runs to tell") && out.contains("not whole: later.js ended with exit code 1"),
        "{out}"
    );
}

#[test]
fn an_interrupt_shows_what_was_measured() {
    use std::os::unix::process::ExitStatusExt;
    let folder = folder();
    // Each process says in a file that it has begun.
    let program = "require('fs').appendFileSync('begun', '.');\n";
    std::fs::write(folder.path().join("waits.js"), program).expect("a file");
    let child = Command::new(env!("CARGO_BIN_EXE_tarsier"))
        .args(["compare", "--runs=100000", "waits.js", "waits.js"])
        .current_dir(folder.path())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the command runs");
    let begun = || std::fs::metadata(folder.path().join("begun")).map_or(0, |file| file.len());
    while begun() < 14 {
        std::thread::sleep(std::time::Duration::from_millis(10));
    }
    let pid = libc::pid_t::try_from(child.id()).expect("an id");
    // SAFETY: kill takes plain integers; the process has not been waited for.
    unsafe { libc::kill(pid, libc::SIGTERM) };
    let output = child.wait_with_output().expect("an end");
    assert_eq!(output.status.signal(), Some(libc::SIGTERM));
    assert_eq!(text(&output.stderr), "tarsier: interrupted\n");
    assert!(text(&output.stdout).contains("not whole: interrupted"), "{}", text(&output.stdout));
}
