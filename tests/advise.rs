//! `tarsier advise` from end to end: each pattern is found at the line that shows it, what it writes, and how it ends. Ranks go by measured time, so
//! that they are asked for in optimized builds only; each program does far more of what is wrong with it than of anything else.

#[path = "common/command.rs"]
mod command;

use command::{json, tarsier, text};
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::{Mutex, PoisonError};

fn tests() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests")
}

/// Advice on a program, of a run beside which this file's other tests have no such run: the compiler's thread needs a processor, too.
fn advice(file: &Path) -> Value {
    static ALONE: Mutex<()> = Mutex::new(());
    let _alone = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
    let folder = file.parent().expect("a folder");
    let name = file.file_name().and_then(|n| n.to_str()).expect("a name");
    let output = tarsier(folder, &["advise", "--format=json", name]);
    assert_eq!(output.status.code(), Some(0), "{name}: {}", text(&output.stderr));
    let advice = json(&output);
    assert_eq!(advice["errors"], serde_json::json!([]), "{name}");
    assert_eq!((&advice["format"], &advice["version"]), (&"tarsier-advice".into(), &1.into()));
    advice
}

/// Advice that holds what is expected, of three runs at most: what is ranked is samples, of which another program on the processor can spoil some.
fn expect_advice(file: &Path, expected: impl Fn(&Value) -> bool) {
    let mut last = Value::Null;
    for _ in 0..3 {
        last = advice(file);
        if expected(&last) {
            return;
        }
    }
    panic!("{}: {last:#}", file.display());
}

/// The line that ends in `// here`.
fn marked(file: &Path) -> u64 {
    let text = std::fs::read_to_string(file).expect("the program can be read");
    text.lines().position(|line| line.ends_with("// here")).expect("a marked line") as u64 + 1
}

fn list<'v>(value: &'v Value, name: &str) -> &'v [Value] {
    value[name].as_array().map_or(&[], |all| all)
}

/// Whether a finding names the line: as its place, as where it comes from, or among those that suffer.
fn names(finding: &Value, line: u64) -> bool {
    finding["line"] == line
        || list(finding, "because").iter().any(|b| b["at"]["line"] == line)
        || list(finding, "places").iter().any(|p| p["line"] == line)
}

fn is_of(finding: &Value, pattern: &str) -> bool {
    finding["pattern"] == pattern || list(finding, "also").iter().any(|p| p == pattern)
}

fn programs(folder: &str, suffix: &str) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(tests().join(folder)).expect("the folder");
    let mut all: Vec<PathBuf> = entries.map(|entry| entry.expect("an entry").path()).collect();
    all.retain(|path| path.to_str().is_some_and(|path| path.ends_with(suffix)));
    all.sort();
    all
}

/// A function of so many statements that the optimizing compiler does not take it, with a hot loop.
fn too_large_to_optimize() -> String {
    let statement = |i: usize| {
        let (to, of) = (i % 8, (i + 3) % 8);
        format!("  a{to} = (a{to} + ((a{of} ^ n) * {})) | 0;\n", i % 17 + 3)
    };
    let statements: String = (0..3300).map(statement).collect();
    format!(
        "function churn(n) {{ // here
  let a0 = 1, a1 = 2, a2 = 3, a3 = 4, a4 = 5, a5 = 6, a6 = 7, a7 = 8;
{statements}  for (let i = 0; i < 20000; i++) a0 = (a0 * 31 + (a1 ^ i)) | 0;
  return a0 ^ a1 ^ a2 ^ a3 ^ a4 ^ a5 ^ a6 ^ a7;
}}
let result = 0;
for (let round = 0; round < 300; round++) result = (result + churn(400)) | 0;
print(result);
"
    )
}

#[test]
fn every_pattern_is_found_at_its_line() {
    let mut shown: Vec<String> = Vec::new();
    let made = tempfile::tempdir().expect("a folder");
    let large = made.path().join("lower-tier.js");
    std::fs::write(&large, too_large_to_optimize()).expect("a file");
    for file in programs("advice/patterns", ".js").into_iter().chain([large]) {
        let pattern = file.file_stem().and_then(|name| name.to_str()).expect("a name").to_owned();
        expect_advice(&file, |advice| {
            let mut found = list(advice, "findings").iter().chain(list(advice, "below"));
            found.any(|f| is_of(f, &pattern) && names(f, marked(&file)))
        });
        shown.push(pattern);
    }
    // JITProf's own six have pairs of their own.
    shown.extend(
        [
            "inconsistent-layouts",
            "polymorphic-operation",
            "operation-on-undefined",
            "non-contiguous-array",
            "read-past-end",
            "non-numeric-store",
        ]
        .map(str::to_owned),
    );
    let mut shipped: Vec<String> = std::fs::read_dir(tests().join("../profiler/patterns"))
        .expect("the folder")
        .map(|entry| entry.expect("an entry").path().file_stem().and_then(|n| n.to_str()).expect("a name").to_owned())
        .collect();
    shown.sort();
    shipped.sort();
    assert_eq!(shown, shipped, "each pattern has a program that shows it");
}

#[test]
#[cfg_attr(debug_assertions, ignore = "ranks are those of optimized builds")]
fn of_the_papers_pairs_the_unfriendly_line_comes_first_and_the_friendly_has_none() {
    const PATTERNS: [(&str, &str); 6] = [
        ("inconsistent-layouts", "inconsistent-layouts"),
        ("operation-on-undefined", "operation-on-undefined"),
        ("polymorphic-operation", "polymorphic-operation"),
        ("reading-past-the-end", "read-past-end"),
        ("reverse-filled-array", "non-contiguous-array"),
        ("string-in-numeric-array", "non-numeric-store"),
    ];
    for (pair, pattern) in PATTERNS {
        let file = tests().join("jitprof").join(format!("{pair}.unfriendly.js"));
        expect_advice(&file, |advice| {
            let first = &advice["findings"][0];
            first["line"] == marked(&file) && first["pattern"] == pattern
        });
        let friendly = tests().join("jitprof").join(format!("{pair}.friendly.js"));
        expect_advice(&friendly, |advice| advice["findings"] == serde_json::json!([]));
    }
}

/// One planted program of each pattern; all of them are `advice_evaluation.rs`'s.
const PLANTED: [&str; 17] = [
    "audio-filter",
    "auction",
    "bird-song",
    "collections",
    "discounts",
    "layers",
    "ledger",
    "memoized",
    "page-cache",
    "recipes",
    "search-index",
    "sound-chain",
    "spreadsheet",
    "thermostats",
    "titles",
    "traffic",
    "warehouse",
];

#[test]
#[cfg_attr(debug_assertions, ignore = "ranks are those of optimized builds")]
fn what_was_planted_comes_first() {
    for name in PLANTED {
        let file = tests().join("advice/planted").join(format!("{name}.unfriendly.js"));
        let line = marked(&file);
        expect_advice(&file, |advice| names(&advice["findings"][0], line));
    }
}

#[test]
#[cfg_attr(debug_assertions, ignore = "the programs do much")]
fn planted_programs_and_their_twins_print_the_same() {
    for file in programs("advice/planted", ".unfriendly.js") {
        let lines = std::fs::read_to_string(&file).expect("the program can be read").lines().count();
        assert!((60..=300).contains(&lines), "{}: {lines} lines", file.display());
        let twin = PathBuf::from(file.to_str().expect("UTF-8").replace(".unfriendly.", ".friendly."));
        let print = |file: &Path| tarsier(&tests(), &[file.to_str().expect("UTF-8")]).stdout;
        assert_eq!(text(&print(&file)), text(&print(&twin)), "{}", file.display());
    }
}

#[test]
#[cfg_attr(debug_assertions, ignore = "ranks are those of optimized builds")]
fn where_nothing_was_planted_nothing_expensive_is_found() {
    for file in programs("advice/clean", ".js") {
        expect_advice(&file, |advice| {
            list(advice, "findings").iter().filter_map(|f| f["share"].as_f64()).fold(0.0, f64::max) <= 0.03
        });
    }
}

/// Half a second of a string in an addition of numbers.
const MIXED: &str = "\
function add(a, b) {
  return a + b;
}
let sum = 0;
for (let i = 0; i < 1500000; i++) sum = add(sum, i & 7) | 0;
let length = 0;
for (let i = 0; i < 1500000; i++) {
  sum = add(sum, i & 7) | 0;
  length += add(\"a\", \"b\").length;
}
print(sum, length, scriptArgs.join());
END
";

fn folder(end: &str) -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("mixed.js"), MIXED.replace("END", end)).expect("a file");
    folder
}

#[test]
fn every_form_says_the_same() {
    let folder = folder("");
    let args = ["advise", "--out=a.md", "--out=a.json", "--out=a.html", "--out=a.txt", "--all", "mixed.js", "--all"];
    let output = tarsier(folder.path(), &args);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    // The program's own output, with its own arguments, is beside the advice.
    assert!(text(&output.stderr).contains(" --all"), "{}", text(&output.stderr));
    let read = |name: &str| std::fs::read_to_string(folder.path().join(name)).unwrap_or_else(|e| panic!("{name}: {e}"));
    assert_eq!(read("a.txt"), text(&output.stdout));
    let advice: Value = serde_json::from_str(&read("a.json")).expect("JSON");
    let finding =
        list(&advice, "findings").iter().chain(list(&advice, "below")).find(|f| f["line"] == 2).expect("the line");
    let title = finding["title"].as_str().expect("a title");
    assert!(finding["id"].as_str().is_some_and(|id| id.contains(":add:")), "{finding}");
    assert!(read("a.txt").contains(title) && read("a.html").contains(title), "{title}");
    assert!(read("a.md").len() < 16_000 && read("a.md").starts_with("# Advice: mixed"), "{}", read("a.md"));
    assert_eq!(finding["text"], "return a + b;");
}

#[test]
fn a_profile_is_advised_on_later() {
    let folder = folder("");
    let run = tarsier(folder.path(), &["--prof-out=run.tprof", "--prof-interval=250us", "mixed.js"]);
    assert_eq!(run.status.code(), Some(0));
    let report = tarsier(folder.path(), &["report", "run.tprof", "--advise=json"]);
    let advice = json(&report);
    let notes = list(&advice, "notes");
    assert!(notes.iter().any(|n| n.as_str().is_some_and(|n| n.contains("not counted"))), "{advice}");
    assert!(list(&advice, "findings").iter().chain(list(&advice, "below")).any(|f| f["line"] == 2), "{advice}");
    for (args, part) in [
        (&["report", "none.tprof", "--advise"][..], "cannot read none.tprof"),
        (&["report", "mixed.js", "--advise"], "not a tarsier-profile"),
        (&["report", "run.tprof", "--advise", "--out=x.svg"], "x.svg"),
        (&["report", "run.tprof", "--all"], "--advise"),
        (&["advise", "none.js"], "none.js"),
        (&["advise"], "PROGRAM"),
        (&["advise", "--pattern=none.js", "mixed.js"], "cannot read none.js"),
        (&["advise", "--out=no/such/a.md", "mixed.js"], "cannot write no/such/a.md"),
        (&["advise", "--fail-on=-1", "mixed.js"], "-1"),
        (&["advise", "--fail-on=depot-loop", "mixed.js"], "depot-loop"),
    ] {
        let output = tarsier(folder.path(), args);
        assert_eq!(output.status.code(), Some(2), "{args:?}: {}", text(&output.stderr));
        assert!(text(&output.stderr).contains(part), "{args:?}: {}", text(&output.stderr));
    }
}

#[test]
fn advice_beside_a_run_leaves_it_as_it_is() {
    let folder = folder("");
    let output = tarsier(folder.path(), &["--advise", "mixed.js", "x"]);
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(text(&output.stdout), "10500000 3000000 x\n");
    assert!(text(&output.stderr).contains("mixed: "), "{}", text(&output.stderr));
    let output = tarsier(folder.path(), &["--advise=a.json", "mixed.js"]);
    assert_eq!((output.status.code(), text(&output.stderr)), (Some(0), String::new()));
    let advice: Value =
        serde_json::from_slice(&std::fs::read(folder.path().join("a.json")).expect("a file")).expect("JSON");
    assert_eq!(advice["program"], "mixed");
}

#[test]
fn gates_end_with_code_5() {
    let folder = folder("");
    let output = tarsier(folder.path(), &["advise", "--fail-on=polymorphic-operation", "mixed.js"]);
    assert_eq!(output.status.code(), Some(5), "{} {}", text(&output.stdout), text(&output.stderr));
    assert!(text(&output.stderr).contains("--fail-on: mixed.js:2:"), "{}", text(&output.stderr));
    for gate in ["dictionary-object", "1000000ms"] {
        let output = tarsier(folder.path(), &["advise", &format!("--fail-on={gate}"), "mixed.js"]);
        assert_eq!(output.status.code(), Some(0), "{gate}");
    }
}

#[test]
fn runs_that_end_badly_are_advised_on_as_incomplete() {
    for (end, with, code, ended) in [
        ("throw new Error('no more');", "", 1, "no more"),
        ("for (;;);", "--with=--timeout=1.5", 4, "time limit"),
        ("const all = []; for (;;) all.push(new Array(1000).fill(1));", "--with=--max-heap=32m", 3, "out of memory"),
    ] {
        let folder = folder(end);
        let args: Vec<&str> =
            ["advise", "--format=json", with, "mixed.js"].into_iter().filter(|a| !a.is_empty()).collect();
        let output = tarsier(folder.path(), &args);
        assert_eq!(output.status.code(), Some(code), "{end}: {}", text(&output.stderr));
        let advice = json(&output);
        assert_eq!(advice["complete"], false, "{end}");
        assert!(advice["ended"].as_str().is_some_and(|e| e.contains(ended)), "{end}: {}", advice["ended"]);
        assert!(
            list(&advice, "findings").iter().chain(list(&advice, "below")).any(|f| f["line"] == 2),
            "{end}: {advice}"
        );
    }
}

#[test]
fn an_interrupted_run_is_advised_on() {
    let folder = folder("console.error('ready'); for (;;);");
    let mut command = Command::new(env!("CARGO_BIN_EXE_tarsier"));
    command.args(["advise", "--format=json", "mixed.js"]).current_dir(folder.path());
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("it runs");
    let mut stderr = std::io::BufReader::new(child.stderr.take().expect("a pipe"));
    let mut line = String::new();
    while !line.contains("ready") {
        line.clear();
        assert!(std::io::BufRead::read_line(&mut stderr, &mut line).expect("text") > 0, "it ended");
    }
    let id = libc::pid_t::try_from(child.id()).expect("an id");
    // SAFETY: plain integers; the process has not been waited for.
    assert_eq!(unsafe { libc::kill(id, libc::SIGTERM) }, 0);
    std::io::copy(&mut stderr, &mut std::io::sink()).expect("read");
    let output = child.wait_with_output().expect("an end");
    assert_eq!(std::os::unix::process::ExitStatusExt::signal(&output.status), Some(libc::SIGTERM));
    assert_eq!(json(&output)["complete"], false);
}

#[test]
fn the_functions_by_whose_names_costs_are_told_are_there() {
    let functions = profiler::symbols::functions(Path::new(env!("CARGO_BIN_EXE_tarsier")));
    assert!(functions.len() > 1000, "{}", functions.len());
    assert_eq!(profiler::advise::natives::unknown(&functions), <[&str; 0]>::default());
}

#[test]
fn patterns_of_ones_own() {
    let folder = folder("");
    let write = |name: &str, text: &str| std::fs::write(folder.path().join(name), text).expect("a file");
    write(
        "additions.js",
        "pattern({\n  name: 'additions', title: 'An addition',\n  find: (run) => run.sites.filter((s) => s.op === 'Add').map((site) => ({\n    site, cost: site.cost.all, seen: [site.at.text], why: 'w', instead: 'i',\n  })),\n});\n",
    );
    write("wrong.js", "// one\n\npattern({ name: 'wrong', title: 'w', find: (run) => run.nothing.at.all });\n");
    write("broken.js", "pattern({\n  name: }\n);\n");
    write("endless.js", "pattern({ name: 'endless', title: 'e', find: () => [{ at: {} }] });\n");
    write("empty.js", "1;\n");
    let mut args = vec!["advise", "--format=json", "--all"];
    let files = ["additions", "wrong", "broken", "endless", "empty"].map(|name| format!("--pattern={name}.js"));
    args.extend(files.iter().map(String::as_str));
    args.push("mixed.js");
    let output = tarsier(folder.path(), &args);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    let advice = json(&output);
    let found = list(&advice, "findings").iter().chain(list(&advice, "below"));
    assert!(found.into_iter().any(|f| is_of(f, "additions")), "{advice:#}");
    let errors: Vec<(&str, u64, &str)> = list(&advice, "errors")
        .iter()
        .map(|e| {
            (
                e["file"].as_str().expect("text"),
                e["line"].as_u64().expect("a line"),
                e["message"].as_str().expect("text"),
            )
        })
        .collect();
    let files: Vec<(&str, u64)> = errors.iter().map(|(file, line, _)| (*file, *line)).collect();
    assert_eq!(files[..2], [("wrong.js", 3), ("broken.js", 2)], "{errors:?}");
    assert!(errors[2].2.contains("neither a site nor a place") && errors[3].2.contains("no pattern"), "{errors:?}");
}
