//! The end-to-end programs, whole processes of the command whose machine code is on the emulator.

use crate::common::pool::{demand_none, failures};
use crate::common::programs::{self, Program};
use crate::runs_all;

/// Of how many programs one is run, if not all.
const PART: usize = 4;

/// Programs that the emulator cannot host, and why.
const NOT_HOSTED: [(&str, &str); 1] = [(
    "garbage/entered_queues.js",
    "the loop's code uses fewer of aarch64's callee-saved registers than there are: one may keep the node with which it was entered, and all that came after it",
)];

/// Runs the programs with these options; `like` is the configuration of `tests/end_to_end.rs` that they are close to.
fn check(like: &str, options: &[&str], first: usize) {
    let all = programs::all().into_iter();
    let hosted = all.filter(|program| NOT_HOSTED.iter().all(|(name, _)| program.path != *name));
    let fits = |program: &Program| program.configurations.as_ref().is_none_or(|names| names.iter().any(|n| n == like));
    let mut programs: Vec<Program> = hosted.filter(fits).collect();
    if !runs_all() {
        programs = programs.into_iter().skip(first).step_by(PART).collect();
    }
    let failures = failures(&programs, |program| program.check(options));
    demand_none(&failures, programs.len(), "programs on the emulator");
    eprintln!("{} programs with {}", programs.len(), options.join(" "));
}

#[test]
#[ignore = "needs Unicorn's library"]
fn in_the_baseline_tier() {
    check("baseline", &["--tier=baseline", "--baseline-threshold=1"], 0);
}

const OPTIMIZED: [&str; 5] =
    ["--tier=opt", "--baseline-threshold=1", "--optimizer-threshold=1", "--compile-sync", "--regexp-threshold=1"];

#[test]
#[ignore = "needs Unicorn's library"]
fn optimized() {
    check("optimizer", &OPTIMIZED, 1);
}

#[test]
#[ignore = "needs Unicorn's library"]
fn optimized_with_guards_that_fail() {
    check("optimizer_deopts", &[&OPTIMIZED[..], &["--deopt-every=3"]].concat(), 2);
}

#[test]
#[ignore = "needs Unicorn's library"]
fn what_is_not_hosted_is_there() {
    let all = programs::all();
    for (name, _) in NOT_HOSTED {
        assert!(all.iter().any(|program| program.path == name), "{name}");
    }
}
