//! Exact calls (`--trace-calls`) agree, context by context and in every tier, with an independent count: the program instrumented source to source by a
//! prototype of this test (`calls/instrument.rs`, `calls/runtime.js`).
//!
//! The ignored test does so for SunSpider and four programs of Octane: `TARSIER_SUITES` names a folder with `SunSpider/` and `octane/`.

#[path = "calls/instrument.rs"]
mod instrument;

use instrument::{End, instrument};
use profiler::Profile;
use profiler::calls::{CallTree, NodeKind};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// Calls and resumptions of a function in a context: by the functions from the outermost on. Of what goes on after a suspension the function is marked.
type Contexts = BTreeMap<Vec<(End, bool)>, u64>;

/// The options of each tier, and of code that is left at random.
const TIERS: [&[&str]; 5] = [
    &["--jitless"],
    &["--tier=baseline"],
    &[],
    &["--optimizer-threshold=400", "--compile-sync"],
    &["--optimizer-threshold=400", "--compile-sync", "--deopt-every=3"],
];

const MODES: [&str; 2] = ["counts", "times"];

fn shell(folder: &Path, options: &[&str], file: &Path) -> Output {
    let output = Command::new(env!("CARGO_BIN_EXE_tarsier")).current_dir(folder).args(options).arg(file).output();
    let output = output.expect("the shell starts");
    let shown = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{options:?} {}: {}", file.display(), &shown[shown.len().saturating_sub(2000)..]);
    output
}

/// What the engine traces, of one run.
fn traced(file: &Path, options: &[&str]) -> (Profile, String) {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("run.tprof");
    let out = format!("--prof-out={}", path.display());
    let all: Vec<&str> = [&["--prof-interval=50ms", &out], options].concat();
    let output = shell(folder.path(), &all, file);
    (Profile::read(&path).expect("a profile"), String::from_utf8(output.stdout).expect("UTF-8"))
}

fn tree(profile: &Profile) -> &CallTree {
    profile.calls.as_ref().expect("calls were traced")
}

/// Contexts of the functions that were instrumented: all others are passed over.
fn contexts(profile: &Profile, text: &str, ends: &[End]) -> Contexts {
    let nodes = &tree(profile).nodes;
    let is_known = |node: usize| {
        let function = &profile.functions[usize::try_from(nodes.function[node]).ok()?];
        let end = (function.end_line, function.end_column);
        let source = usize::try_from(function.source).ok()?;
        (*profile.sources[source].text == text && ends.contains(&end)).then_some(end)
    };
    let mut paths: Vec<Vec<(End, bool)>> = vec![Vec::new()];
    let mut all = Contexts::new();
    for node in 1..nodes.len() {
        let mut path = paths[nodes.parent[node] as usize].clone();
        if let Some(end) = is_known(node) {
            path.push((end, nodes.kind[node] == NodeKind::Resumption));
            *all.entry(path.clone()).or_default() += nodes.calls[node];
        }
        paths.push(path);
    }
    all.retain(|_, calls| *calls > 0);
    all
}

/// What the prototype counts, and what the program prints.
fn independent(text: &str) -> (Contexts, Vec<End>, String) {
    let (instrumented, ends) = instrument(text).expect("the text can be parsed");
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("instrumented.js");
    let runtime = std::fs::read_to_string(programs().join("../runtime.js")).expect("the runtime");
    let report = "setTimeout(() => print('$$' + JSON.stringify($$.list())), 0);";
    std::fs::write(&path, format!("{runtime}\n{instrumented}\n;{report}\n")).expect("written");
    let output = shell(folder.path(), &["--jitless"], &path);
    let printed = String::from_utf8(output.stdout).expect("UTF-8");
    let (printed, list) = printed.rsplit_once("$$").expect("a report");
    let list: Vec<[i64; 4]> = serde_json::from_str(list).expect("a list");
    let mut paths: Vec<Vec<(End, bool)>> = vec![Vec::new()];
    let mut all = Contexts::new();
    for [parent, number, calls, resumed] in list {
        let index = |n: i64| usize::try_from(n).expect("an index");
        let mut path = paths[index(parent)].clone();
        path.push((ends[index(if number < 0 { -1 - number } else { number })], number < 0));
        all.insert(path.clone(), (calls + resumed).unsigned_abs());
        paths.push(path);
    }
    all.retain(|_, calls| *calls > 0);
    (all, ends, printed.into())
}

fn programs() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/calls/programs")
}

/// Runs a text in all tiers and modes and holds its calls against the independent count. How many contexts there are.
fn check(name: &str, text: &str) -> usize {
    let (expected, ends, printed) = independent(text);
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("program.js");
    std::fs::write(&file, text).expect("written");
    for tier in TIERS {
        for mode in MODES {
            let option = format!("--trace-calls={mode}");
            let options: Vec<&str> = [&[option.as_str()], tier].concat();
            let (profile, output) = traced(&file, &options);
            // Suites print times.
            assert!(output == printed || output.contains("TIME"), "{name} {options:?}: the output");
            let seen = contexts(&profile, text, &ends);
            let differ: Vec<_> = expected
                .iter()
                .filter(|(path, calls)| seen.get(*path) != Some(calls))
                .map(|(path, calls)| (path, Some(*calls), seen.get(path).copied()))
                .chain(seen.iter().filter(|(p, _)| !expected.contains_key(*p)).map(|(p, c)| (p, None, Some(*c))))
                .take(5)
                .collect();
            assert!(differ.is_empty(), "{name} {options:?}: contexts, expected and seen calls: {differ:#?}");
        }
    }
    expected.len()
}

#[test]
fn calls_agree_with_an_independent_count_in_every_tier() {
    let mut count = 0;
    for entry in std::fs::read_dir(programs()).expect("the programs") {
        let path = entry.expect("an entry").path();
        let text = std::fs::read_to_string(&path).expect("a text");
        count += check(&path.file_name().expect("a name").to_string_lossy(), &text);
    }
    assert!(count > 50, "{count} contexts");
}

/// Calls by name, of everything; resumptions where `resumed`.
fn by_name(profile: &Profile, name: &str, resumed: bool) -> u64 {
    let nodes = &tree(profile).nodes;
    let of = |node: &usize| usize::try_from(nodes.function[*node]).is_ok_and(|f| profile.functions[f].name == name);
    let kind = if resumed { NodeKind::Resumption } else { NodeKind::Call };
    (0..nodes.len()).filter(|n| nodes.kind[*n] == kind).filter(of).map(|n| nodes.calls[n]).sum()
}

/// The names of a node's ancestors, innermost first.
fn callers(profile: &Profile, name: &str) -> Vec<Vec<String>> {
    let nodes = &tree(profile).nodes;
    let name_of = |node: usize| {
        usize::try_from(nodes.function[node]).map_or_else(|_| "-".into(), |f| profile.functions[f].name.clone())
    };
    let mut all = Vec::new();
    for node in (1..nodes.len()).filter(|n| name_of(*n) == name) {
        let (mut path, mut at) = (Vec::new(), nodes.parent[node] as usize);
        while at != 0 {
            path.push(name_of(at));
            at = nodes.parent[at] as usize;
        }
        all.push(path);
    }
    all
}

fn traced_text(text: &str, options: &[&str]) -> Profile {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("program.js");
    std::fs::write(&file, text).expect("written");
    traced(&file, options).0
}

#[test]
fn tail_calls_leave_their_caller_behind() {
    let text = "'use strict'; function a(n) { return n === 0 ? 0 : b(n - 1); } function b(n) { return n === 0 ? 1 : a(n - 1); }
        function start(n) { const r = a(n); return r + 1; } let t = 0; for (let i = 0; i < 3000; i++) t += start(i % 50); print(t);";
    for tier in TIERS {
        let options: Vec<&str> = [&["--trace-calls=counts"], tier].concat();
        let profile = traced_text(text, &options);
        let (a, b): (u64, u64) =
            (0..3000u64).map(|i| i % 50).fold((0, 0), |(a, b), n| (a + n / 2 + 1, b + n.div_ceil(2)));
        assert_eq!((by_name(&profile, "a", false), by_name(&profile, "b", false)), (a, b), "{tier:?}");
        assert_eq!(by_name(&profile, "start", false), 3000, "{tier:?}");
        assert!(callers(&profile, "b").iter().all(|path| path[0] == "start"), "{tier:?}: {:?}", callers(&profile, "b"));
    }
}

#[test]
fn resumptions_that_throw_or_return_are_resumptions() {
    let text = "function work() {} function* g() { for (;;) { try { yield 1; } catch { work(); } finally { work(); } } }
        function drive() { const it = g(); it.next(); it.throw(new Error('x')); it.throw(1); try { it.return(5); } catch {} return 0; }
        async function rejected() { try { await Promise.reject(1); } catch { work(); } work(); }
        async function thrown() { work(); throw 1; }
        for (let i = 0; i < 500; i++) { drive(); } rejected(); thrown().catch(function caught() { work(); }); work();";
    for tier in TIERS {
        let options: Vec<&str> = [&["--trace-calls=counts"], tier].concat();
        let profile = traced_text(text, &options);
        assert_eq!((by_name(&profile, "g", false), by_name(&profile, "g", true)), (500, 2000), "{tier:?}");
        // Two throws and three times finally in each generator; twice in `rejected`, once in the others and at the end.
        assert_eq!(by_name(&profile, "work", false), 500 * 5 + 2 + 1 + 1 + 1, "{tier:?}");
        assert_eq!((by_name(&profile, "rejected", false), by_name(&profile, "rejected", true)), (1, 1), "{tier:?}");
        let top = callers(&profile, "thrown");
        assert_eq!(top, [vec!["<top level>".to_string()]], "{tier:?}");
        // What comes behind the call that rejected at once is the top level's again.
        assert!(callers(&profile, "work").contains(&vec!["<top level>".to_string()]), "{tier:?}");
    }
}

#[test]
fn recursion_is_folded_if_asked() {
    let text = "function a(n) { return n === 0 ? 0 : b(n); } function b(n) { return a(n - 1) + 0; } for (let i = 0; i < 200; i++) a(20);";
    for tier in TIERS {
        let whole = traced_text(text, &[&["--trace-calls=counts"], tier].concat());
        let folded = traced_text(text, &[&["--trace-calls=counts,fold"], tier].concat());
        for name in ["a", "b"] {
            assert_eq!(by_name(&whole, name, false), by_name(&folded, name, false), "{tier:?}");
        }
        assert_eq!(callers(&whole, "a").len(), 21, "{tier:?}");
        assert_eq!(callers(&folded, "a").len(), 1, "{tier:?}");
    }
}

#[test]
fn exclusive_times_add_up_to_the_run() {
    let text = "function work(n) { let s = 0; for (let i = 0; i < n; i++) s += i % 7; return s; } let t = 0;
        for (let i = 0; i < 300; i++) t += [1].map(() => work(2000))[0]; print(t); setTimeout(() => { work(10); }, 30);";
    for tier in TIERS {
        let profile = traced_text(text, &[&["--trace-calls=times"], tier].concat());
        let calls = tree(&profile);
        let sum: u64 = calls.nodes.self_ns.iter().sum::<u64>() + calls.tracing_ns;
        let wall = calls.end_ns - calls.start_ns;
        assert!(sum.abs_diff(wall) * 100 < wall, "{tier:?}: {sum} of {wall}");
        let idle = (0..calls.nodes.len()).find(|n| calls.nodes.kind[*n] == NodeKind::Idle).expect("the idle node");
        assert!(calls.nodes.self_ns[idle] > 10_000_000, "{tier:?}: it waited for 30 ms");
        assert_eq!(by_name(&profile, "work", false), 301);
    }
}

#[test]
fn without_the_option_nothing_is_traced() {
    let text = "function f(x) { try { return g(x); } catch { return 1; } } function g(x) { return x + 1; } for (let i = 0; i < 99; i++) f(i);";
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("program.js");
    std::fs::write(&file, text).expect("written");
    let plain = shell(folder.path(), &["--dump-bytecode"], &file);
    let listing = String::from_utf8_lossy(&plain.stdout).into_owned();
    assert!(!listing.contains("EnterCall") && !listing.contains("LeaveCall"));
    let (profile, _) = traced(&file, &["--prof"]);
    assert!(profile.calls.is_none());
}

/// A program of Octane's with so many rounds of each benchmark in place of a second.
fn fixed(text: &str, rounds: u32) -> String {
    let at = text.rfind("BenchmarkSuite.config.doWarmup").expect("the tail");
    let run = format!(
        "for (var $s of BenchmarkSuite.suites) for (var $b of $s.benchmarks) {{ $b.Setup(); for (var $i = 0; $i < {rounds}; $i++) $b.run(); $b.TearDown(); }}"
    );
    format!("{}\n{run}\n", &text[..at])
}

#[test]
#[ignore = "takes minutes, and needs the suites"]
fn calls_of_the_suites_agree() {
    let Some(suites) = std::env::var_os("TARSIER_SUITES").map(PathBuf::from) else {
        return eprintln!("TARSIER_SUITES is not set: skipped");
    };
    let only = std::env::var("TARSIER_ONLY").unwrap_or_default();
    let mut names: Vec<PathBuf> = std::fs::read_dir(suites.join("SunSpider"))
        .expect("SunSpider")
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| path.extension().is_some_and(|e| e == "js"))
        .collect();
    names.sort();
    let octane = ["richards", "deltablue", "earley-boyer", "raytrace"];
    names.extend(octane.map(|name| suites.join(format!("octane/{name}.js"))));
    let mut failed = Vec::new();
    for path in names {
        let name = path.file_stem().expect("a name").to_string_lossy().into_owned();
        if !name.contains(&only) {
            continue;
        }
        let text = std::fs::read_to_string(&path).expect("a text");
        let text = if path.starts_with(suites.join("octane")) { fixed(&text, 3) } else { text };
        // What goes by the time of day is not the same twice.
        let text = text.replace("(new Date()).getTime()", "1e12");
        match std::panic::catch_unwind(|| check(&name, &text)) {
            Ok(contexts) => println!("{name}: all {contexts} contexts agree"),
            Err(_) => failed.push(name),
        }
    }
    assert!(failed.is_empty(), "{failed:?}");
}
