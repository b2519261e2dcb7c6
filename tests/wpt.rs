//! Runs web-platform-tests' own tests of the web's small globals, and asks that at least 95 % of each area's subtests pass.
//!
//! The suite is not here: `TARSIER_WPT` names a folder with its `resources/` and areas, a clone of the repository or the part of it
//! that node keeps (`test/fixtures/wpt` of its sources). So the test is `#[ignore]`d and asked for by name
//! (`TARSIER_WPT=... cargo test --release --test wpt -- --ignored --nocapture`). `TARSIER_BIN` tries another build.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

/// Folders of the suite, as far as they are about what the shell has.
const AREAS: &[&str] = &[
    "WebCryptoAPI/digest",
    "WebCryptoAPI/getRandomValues.any.js",
    "WebCryptoAPI/randomUUID.https.any.js",
    "FileAPI/blob",
    "FileAPI/file",
    "console",
    "dom/abort",
    "dom/events",
    "encoding",
    "hr-time",
    "html/webappapis/atob",
    "html/webappapis/microtask-queuing",
    "html/webappapis/structured-clone",
    "html/webappapis/timers",
    "performance-timeline",
    "url",
    "user-timing",
    "webidl/ecmascript-binding",
];

/// Tests of what the shell does not have, with the reason.
const LEFT_OUT: &[(&str, &str)] = &[
    ("WebCryptoAPI/digest/cshake.tentative", "a draft beyond Web Cryptography"),
    ("WebCryptoAPI/digest/kangarootwelve.tentative", "a draft beyond Web Cryptography"),
    ("WebCryptoAPI/digest/sha3.tentative", "a draft beyond Web Cryptography"),
    ("WebCryptoAPI/digest/turboshake.tentative", "a draft beyond Web Cryptography"),
    ("encoding/streams/", "there are no streams"),
    ("FileAPI/blob/Blob-stream.any.js", "there are no streams"),
    ("FileAPI/file/send-file-formdata", "there is no network, and no FormData"),
    ("performance-timeline/not-restored-reasons/", "pages that a browser keeps"),
    ("performance-timeline/webtiming-resolution.any.js", "resources that are fetched"),
    ("performance-timeline/droppedentriescount.any.js", "resources that are fetched"),
    ("html/webappapis/microtask-queuing/queue-microtask-exceptions.any.js", "the global object is no EventTarget"),
];

/// Subtests of what the shell does not have, by test and the beginning of their names.
const SUBTESTS_LEFT_OUT: &[(&str, &str, &str)] = &[
    ("url/urlencoded-parser.any.js", "request.formData()", "there is no fetch"),
    ("url/urlencoded-parser.any.js", "response.formData()", "there is no fetch"),
    ("url/urlsearchparams-constructor.any.js", "URLSearchParams constructor, FormData.", "there is no FormData"),
    ("encoding/idlharness.any.js", "TextDecoderStream", "there are no streams"),
    ("encoding/idlharness.any.js", "TextEncoderStream", "there are no streams"),
    ("hr-time/idlharness.any.js", "Window interface", "a shell is no page"),
    ("hr-time/idlharness.any.js", "WorkerGlobalScope interface", "a shell is no worker"),
    ("encoding/replacement-encodings.any.js", "", "XMLHttpRequest decodes"),
    ("encoding/unsupported-encodings.any.js", "", "XMLHttpRequest decodes"),
    ("performance-timeline/case-sensitivity.any.js", "getEntriesBy", "resources that are fetched"),
    ("dom/events/EventTarget-removeEventListener.any.js", "", "the global object is no EventTarget"),
];

/// Seconds that a test may take.
const LIMIT: &str = "60";

#[derive(Default)]
struct Tally {
    passed: usize,
    failed: Vec<String>,
}

impl Tally {
    fn share(&self) -> f64 {
        self.passed as f64 / (self.passed + self.failed.len()).max(1) as f64
    }
}

#[test]
#[ignore = "the suite is not in this repository: TARSIER_WPT names its folder"]
fn web_platform_tests_pass() {
    let root = PathBuf::from(std::env::var_os("TARSIER_WPT").expect("TARSIER_WPT names the suite's folder"));
    let only = std::env::var("TARSIER_WPT_ONLY").unwrap_or_default();
    let mut areas: BTreeMap<&str, Tally> = BTreeMap::new();
    for area in AREAS {
        for test in tests(&root, area) {
            if LEFT_OUT.iter().any(|(part, _)| test.starts_with(part)) || !test.contains(&only) {
                continue;
            }
            run(&root, &test, areas.entry(area).or_default());
        }
    }

    let mut report = String::new();
    let mut below = Vec::new();
    for (area, tally) in &areas {
        let total = tally.passed + tally.failed.len();
        let share = tally.share();
        writeln!(report, "{area}: {} of {total} ({:.1} %)", tally.passed, share * 100.0).expect("a String takes it");
        for failure in &tally.failed {
            writeln!(report, "    {failure}").expect("a String takes it");
        }
        if share < 0.95 {
            below.push(*area);
        }
    }
    println!("{report}");
    assert!(!areas.is_empty(), "{} has no tests", root.display());
    assert!(below.is_empty(), "under 95 %: {}", below.join(", "));
}

/// The tests below an area, by their paths in the suite, in order.
fn tests(root: &Path, area: &str) -> Vec<String> {
    let path = root.join(area);
    if path.is_file() {
        return vec![area.to_owned()];
    }
    let mut found = Vec::new();
    let mut folders = vec![path];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).into_iter().flatten().flatten() {
            let path = entry.path();
            if path.is_dir() {
                folders.push(path);
            } else if path.to_string_lossy().ends_with(".any.js") {
                found.push(path.strip_prefix(root).expect("below the suite").to_string_lossy().into_owned());
            }
        }
    }
    found.sort();
    found
}

/// Runs each variant of a test.
fn run(root: &Path, test: &str, tally: &mut Tally) {
    let source = fs::read_to_string(root.join(test)).unwrap_or_else(|error| panic!("{test}: {error}"));
    let meta = |key: &str| -> Vec<String> {
        let lines = source.lines().map_while(|line| line.strip_prefix("//"));
        lines.filter_map(|line| Some(line.trim().strip_prefix("META:")?.trim().strip_prefix(key)?.to_owned())).collect()
    };
    // Of a ShadowRealm, or a kind of worker, alone.
    let globals = meta("global=").concat();
    if !globals.is_empty() && !globals.split(',').any(|global| matches!(global.trim(), "window" | "worker")) {
        return;
    }
    let scripts = meta("script=");
    let mut variants = meta("variant=");
    if variants.is_empty() {
        variants.push(String::new());
    }
    for variant in variants {
        let binary = std::env::var("TARSIER_BIN").unwrap_or_else(|_| env!("CARGO_BIN_EXE_tarsier").to_owned());
        let output = Command::new(binary)
            .arg(format!("--timeout={LIMIT}"))
            .arg(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/wpt/host.js"))
            .arg(root)
            .args([test, &variant])
            .args(&scripts)
            .output()
            .expect("the command runs");
        let name = format!("{test}{variant}");
        let mut is_complete = false;
        for line in String::from_utf8_lossy(&output.stdout).lines() {
            let Ok(result) = serde_json::from_str::<Value>(line) else { continue };
            if let Some(status) = result["harness"].as_i64() {
                is_complete = true;
                if status != 0 {
                    tally.failed.push(format!("{name}: the harness: {}", result["message"]));
                }
                continue;
            }
            let subtest = result["name"].as_str().unwrap_or_default();
            if SUBTESTS_LEFT_OUT.iter().any(|(of, part, _)| *of == test && subtest.starts_with(part)) {
                continue;
            }
            if result["status"] == 0 {
                tally.passed += 1;
            } else {
                tally.failed.push(format!("{name}: {}: {}", result["name"], result["message"]));
            }
        }
        if !is_complete {
            let error = String::from_utf8_lossy(&output.stderr);
            tally.failed.push(format!(
                "{name}: did not end: {}, {}",
                output.status,
                error.lines().next().unwrap_or_default()
            ));
        }
    }
}
