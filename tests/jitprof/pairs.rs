//! What is told of JITProf's pairs of programs, and what must be.

use crate::common::run::{End, run, tests_directory};
use serde_json::Value;
use std::fs;

/// What is told of a line: deoptimizations, inline caches that met something new, elements that became more general.
fn told(file: &str) -> (Vec<u8>, Vec<String>) {
    let directory = tests_directory().join("jitprof");
    let text = fs::read_to_string(directory.join(file)).expect("the program can be read");
    let line = text.lines().position(|line| line.ends_with("// here")).expect("a marked line") as u64 + 1;
    let outcome = run(&["--trace-json", "--compile-sync", file], &directory, "UTC");
    outcome.check_survival().expect("a good end");
    assert_eq!(outcome.end, End::Code(0), "{}", outcome.stderr_head());
    let mut all = Vec::new();
    for text in outcome.stderr.lines().filter(|text| text.starts_with("{\"event\":")) {
        let event: Value = serde_json::from_str(text).expect("a line of JSON");
        if event["line"] != line {
            continue;
        }
        let word = |name: &str| event[name].as_str().unwrap_or_default().to_owned();
        match word("event").as_str() {
            "deopt" => all.push(format!("deopt: {}", word("reason"))),
            "elements" => all.push(format!("elements: {} -> {}", word("from"), word("to"))),
            "ic" if matches!(word("to").as_str(), "polymorphic" | "megamorphic" | "generic") => {
                all.push(format!("cache: {}", word("to")));
            }
            "ic" if word("change") == "seen" && word("came").contains("out of bounds") => {
                all.push("cache: out of bounds".to_owned());
            }
            _ => {}
        }
    }
    (outcome.stdout, all)
}

/// Of each pair's unfriendly version, what is told of the line.
pub const PAIRS: [(&str, &str); 6] = [
    ("inconsistent-layouts", "cache: polymorphic"),
    ("polymorphic-operation", "deopt: not a"),
    ("operation-on-undefined", "deopt: not a"),
    ("reverse-filled-array", "elements: packed int32 -> "),
    ("reading-past-the-end", "cache: out of bounds"),
    ("string-in-numeric-array", "elements: packed double -> packed tagged"),
];

/// Whether a pair of [`PAIRS`] is told apart.
pub fn check((pattern, expected): (&str, &str)) {
    let (unfriendly_output, unfriendly) = told(&format!("{pattern}.unfriendly.js"));
    let (friendly_output, friendly) = told(&format!("{pattern}.friendly.js"));
    assert_eq!(unfriendly_output, friendly_output, "{pattern}: both versions print the same");
    assert!(unfriendly.iter().any(|event| event.starts_with(expected)), "{pattern}: no {expected} in {unfriendly:?}");
    assert!(friendly.is_empty(), "{pattern}: the friendly version has {friendly:?}");
}
