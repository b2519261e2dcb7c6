//! Six pairs of programs, after the patterns of JITProf (Gong, Pradel, Sen: "JITProf: Pinpointing JIT-unfriendly JavaScript code", section 2). Of
//! each, one version is unfriendly to a just-in-time compiler on the line that ends in `// here`: what `--trace-json` tells must name that line, and
//! must have nothing to say of it in the friendly version.

mod pairs;

use crate::common::run::{End, run, tests_directory};
use std::fs;

#[test]
fn six_pairs_are_told_apart() {
    pairs::PAIRS.into_iter().for_each(pairs::check);
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
