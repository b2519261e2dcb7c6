//! Six pairs of programs, after the patterns of JITProf (Gong, Pradel, Sen: "JITProf: Pinpointing JIT-unfriendly JavaScript code", section 2). Of
//! each, one version is unfriendly to a just-in-time compiler on the line that ends in `// here`: what `--trace-json` tells must name that line, and
//! must have nothing to say of it in the friendly version.

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

fn check(pattern: &str, expected: &[&str]) {
    let (unfriendly_output, unfriendly) = told(&format!("{pattern}.unfriendly.js"));
    let (friendly_output, friendly) = told(&format!("{pattern}.friendly.js"));
    assert_eq!(unfriendly_output, friendly_output, "{pattern}: both versions print the same");
    for part in expected {
        assert!(unfriendly.iter().any(|event| event.starts_with(part)), "{pattern}: no {part} in {unfriendly:?}");
    }
    assert!(friendly.is_empty(), "{pattern}: the friendly version has {friendly:?}");
}

#[test]
fn inconsistent_layouts() {
    check("inconsistent-layouts", &["cache: polymorphic"]);
}

#[test]
fn polymorphic_operation() {
    check("polymorphic-operation", &["deopt: not a"]);
}

#[test]
fn operation_on_undefined() {
    check("operation-on-undefined", &["deopt: not a"]);
}

#[test]
fn reverse_filled_array() {
    check("reverse-filled-array", &["elements: packed int32 -> "]);
}

#[test]
fn reading_past_the_end() {
    check("reading-past-the-end", &["cache: out of bounds"]);
}

#[test]
fn string_in_a_numeric_array() {
    check("string-in-numeric-array", &["elements: packed double -> packed tagged"]);
}

/// The pairs after the paper's Table 3, which are timed elsewhere (`benches/README.md`).
#[test]
fn the_evaluations_pairs_print_the_same() {
    let directory = tests_directory().join("jitprof/evaluation");
    let mut pairs = 0;
    for entry in fs::read_dir(&directory).expect("the folder") {
        let name = entry.expect("an entry").file_name().into_string().expect("UTF-8");
        let Some(pattern) = name.strip_suffix(".unfriendly.js") else { continue };
        let output = |file: &str| {
            let outcome = run(&[file], &directory, "UTC");
            assert_eq!(outcome.end, End::Code(0), "{file}: {}", outcome.stderr_head());
            outcome.stdout
        };
        assert_eq!(output(&name), output(&format!("{pattern}.friendly.js")), "{pattern}");
        pairs += 1;
    }
    assert_eq!(pairs, 12);
}
