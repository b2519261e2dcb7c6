//! Runs real npm packages, whole: each has a workload of ours in `tests/packages/workloads` that prints checksums, and must print
//! the same in every configuration, with `--jitless` as the measure, and in node where there is one.
//!
//! What is committed are exact versions and the workloads; npm and esbuild lay the rest out below the target folder, or in
//! `TARSIER_PACKAGES`. Where the registry cannot be reached, that is said, and nothing fails: for that reason, and because it
//! fetches 350 MB, the test is `#[ignore]`d and asked for by name (`cargo test --release --test packages -- --ignored`).
//! `TARSIER_PACKAGE=mobx` runs one workload (or several, by commas), `TARSIER_PACKAGE_PART=2/3` every third from the second on (in size, so that each part takes as
//! long as the others); `TARSIER_BIN` tries another build.

#[allow(dead_code, reason = "the corpus of programs and hostile sources is the other end-to-end tests'")]
mod common;

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Mutex;
use std::time::{Duration, Instant};

use common::compare::difference;
use common::pool::{demand_none, failures};
use common::programs::entries;
use common::run::{End, Outcome, run_program, shell, tests_directory};

/// Ends of `layout.mjs`.
const LAID_OUT: i32 = 0;
const UNREACHABLE: i32 = 3;

/// The measure of all others.
const REFERENCE: &str = "--jitless";

/// Compiling a whole compiler on its own thread takes a while where many share a processor.
const LIMIT: Duration = Duration::from_secs(300);

/// `{thresholds}` are the program's own, `{stress}` is every how many allocations it collects.
const CONFIGURATIONS: &[(&str, &[&str])] = &[
    ("default", &[]),
    ("eager", &["--tier=opt", "{thresholds}", "--compile-sync", "--regexp-threshold=0"]),
    ("later", &["--baseline-threshold=4", "--optimizer-threshold=60", "--gc-poison", "--nursery=1m"]),
    ("deopts", &["--baseline-threshold=2", "--optimizer-threshold=30", "--compile-sync", "--deopt-every=23"]),
    ("gc-stress", &["--baseline-threshold=2", "--optimizer-threshold=60", "--gc-stress={stress}"]),
];

/// A workload, and what the comment lines at its top ask for.
struct Workload {
    name: String,
    /// `// thresholds: BASELINE OPTIMIZER`: of the eager configuration, 0 0 unless told, since compiling whole compilers takes long.
    thresholds: [String; 2],
    /// `// gc-stress: N`: collect at every Nth allocation.
    stress: u32,
    /// Bytes of the bundle: the largest run first, so that none is left over at the end.
    size: u64,
}

const DEFAULT_STRESS: u32 = 5000;

impl Workload {
    fn load(source: &Path, bundles: &Path) -> Workload {
        let text = fs::read_to_string(source).unwrap_or_else(|error| panic!("{}: {error}", source.display()));
        let file = source.file_name().expect("a file has a name").to_string_lossy().into_owned();
        let size = fs::metadata(bundles.join(&file)).map_or(0, |data| data.len());
        let name = file.strip_suffix(".js").unwrap_or(&file).to_owned();
        let mut workload = Workload { name, thresholds: ["0".into(), "0".into()], stress: DEFAULT_STRESS, size };
        for line in text.lines().map_while(|line| line.strip_prefix("//")) {
            match line.split_once(':') {
                Some((" thresholds", value)) => {
                    let mut words = value.split_whitespace().map(str::to_owned);
                    workload.thresholds = [(); 2]
                        .map(|()| words.next().expect("a baseline and an optimizer threshold, apart by a space"));
                }
                Some((" gc-stress", value)) => workload.stress = value.trim().parse().expect("gc-stress is a number"),
                _ => {}
            }
        }
        workload
    }

    fn options(&self, options: &[&str]) -> Vec<String> {
        let mut filled = Vec::new();
        for option in options {
            if *option == "{thresholds}" {
                let [baseline, optimizer] = &self.thresholds;
                filled.push(format!("--baseline-threshold={baseline}"));
                filled.push(format!("--optimizer-threshold={optimizer}"));
            } else {
                filled.push(option.replace("{stress}", &self.stress.to_string()));
            }
        }
        filled
    }

    /// Runs the workload everywhere; the complaints of all configurations at once.
    fn check(&self, bundles: &Path, node: Option<&Path>, times: &Times) -> Result<(), String> {
        let file = format!("{}.js", self.name);
        let started = Instant::now();
        let reference = run_program(shell(), &[REFERENCE, &file], bundles, "UTC", LIMIT);
        times.add(REFERENCE, started);
        if let Some(complaint) = complaint(&reference) {
            return Err(format!("{} ({REFERENCE})\n{complaint}", self.name));
        }
        let mut complaints = Vec::new();
        let mut compare = |what: &str, expected: &Outcome, outcome: &Outcome| {
            let complaint = complaint(outcome).or_else(|| difference(&expected.stdout, &outcome.stdout));
            if let Some(complaint) = complaint {
                complaints.push(format!("{} ({what})\n{complaint}", self.name));
            }
        };
        if let Some(host) = node {
            let started = Instant::now();
            let outcome = run_program("node", &[host.as_os_str(), file.as_ref()], bundles, "UTC", LIMIT);
            times.add("node", started);
            compare("node, which is expected here", &outcome, &reference);
        }
        for (name, options) in CONFIGURATIONS {
            let mut arguments = self.options(options);
            arguments.push(file.clone());
            let started = Instant::now();
            let outcome = run_program(shell(), &arguments, bundles, "UTC", LIMIT);
            times.add(name, started);
            compare(&format!("{name}: {}", arguments.join(" ")), &reference, &outcome);
        }
        if complaints.is_empty() { Ok(()) } else { Err(complaints.join("\n")) }
    }
}

/// What is wrong with how a run ended, whatever it should have printed.
fn complaint(outcome: &Outcome) -> Option<String> {
    if let Err(complaint) = outcome.check_survival() {
        return Some(complaint);
    }
    if outcome.end != End::Code(0) {
        return Some(format!("ended with {:?}\n{}", outcome.end, outcome.stderr_head()));
    }
    outcome.stdout.is_empty().then(|| "nothing was printed".to_owned())
}

/// How long each configuration took over all workloads, waiting for a processor included: to see what to make smaller.
struct Times(Mutex<Vec<(String, Duration)>>);

impl Times {
    fn add(&self, name: &str, started: Instant) {
        let mut times = self.0.lock().expect("no thread panics with the times");
        match times.iter_mut().find(|(known, _)| known == name) {
            Some((_, time)) => *time += started.elapsed(),
            None => times.push((name.to_owned(), started.elapsed())),
        }
    }
}

/// Past the capture of cargo's tests: what was not tried has to be seen.
fn say(line: &str) {
    // Whether anybody listens does not matter.
    let _ = writeln!(std::io::stderr(), "{line}");
}

/// The part of the workloads that `TARSIER_PACKAGE_PART` asks for: its number, from 0 on, and how many there are.
fn part(text: &str) -> Option<(usize, usize)> {
    let (nth, parts) = text.split_once('/')?;
    let (nth, parts) = (nth.parse::<usize>().ok()?, parts.parse().ok()?);
    (1..=parts).contains(&nth).then(|| (nth - 1, parts))
}

#[test]
fn parts_are_numbered_from_one() {
    assert_eq!([part("1/3"), part("3/3")], [Some((0, 3)), Some((2, 3))]);
    assert_eq!([part("0/3"), part("4/3"), part("1"), part("a/3")], [None; 4]);
}

/// The folder of the bundles, once they are there, or why they cannot be.
fn lay_out() -> Result<PathBuf, String> {
    let folder = std::env::var_os("TARSIER_PACKAGES").map_or_else(
        // Beside the folder that cargo gives integration tests: below the target folder, where the benchmarks look, too.
        || Path::new(env!("CARGO_TARGET_TMPDIR")).with_file_name("packages"),
        PathBuf::from,
    );
    let layout = tests_directory().join("packages/layout.mjs");
    match Command::new("node").arg(layout).arg(&folder).output() {
        Err(error) => Err(format!("node, which lays packages out, cannot be started ({error}): skipped")),
        Ok(output) => {
            let said = String::from_utf8_lossy(&output.stderr);
            match output.status.code() {
                Some(LAID_OUT) => Ok(folder.join("bundles")),
                Some(UNREACHABLE) => Err("the registry cannot be reached: skipped".to_owned()),
                _ => panic!("packages could not be laid out ({})\n{said}", output.status),
            }
        }
    }
}

#[test]
#[ignore = "fetches packages; .ci/run asks for it"]
fn packages_print_the_same_everywhere() {
    let bundles = match lay_out() {
        Ok(bundles) => bundles,
        Err(reason) => return say(&format!("packages: {reason}")),
    };
    let only = std::env::var("TARSIER_PACKAGE").unwrap_or_default();
    let mut workloads: Vec<Workload> = entries(&tests_directory().join("packages/workloads"))
        .iter()
        .map(|path| Workload::load(path, &bundles))
        .filter(|workload| only.is_empty() || only.split(',').any(|name| name == workload.name))
        .collect();
    assert!(!workloads.is_empty(), "no workload is called {only:?}");
    workloads.sort_by_key(|workload| std::cmp::Reverse(workload.size));
    if let Ok(text) = std::env::var("TARSIER_PACKAGE_PART") {
        let (nth, parts) = part(&text).unwrap_or_else(|| panic!("TARSIER_PACKAGE_PART is {text:?}, not as 2/3"));
        say(&format!("packages: part {nth} of {parts}", nth = nth + 1));
        workloads = workloads.into_iter().skip(nth).step_by(parts).collect();
    }
    let host = tests_directory().join("packages/node-host.cjs");
    let node = Command::new("node").arg("--version").output().is_ok_and(|output| output.status.success());
    let times = Times(Mutex::new(Vec::new()));
    let failures = failures(&workloads, |workload| workload.check(&bundles, node.then_some(host.as_path()), &times));
    let times = times.0.into_inner().expect("no thread panics with the times");
    let spent: Vec<String> = times.iter().map(|(name, time)| format!("{name} {:.0} s", time.as_secs_f64())).collect();
    say(&format!("packages: {} workloads in {}", workloads.len(), spent.join(", ")));
    demand_none(&failures, workloads.len(), "workloads of packages");
}
