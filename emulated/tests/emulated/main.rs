//! aarch64's machine code, run on an emulator and held against the interpreter.
//!
//! The tests need Unicorn's library, and are ignored where nobody asks for them:
//! `TARSIER_UNICORN=/path/to/libunicorn.so.2 cargo test --release -p tarsier-emulated -- --ignored`. Of the end-to-end programs and the generated ones a part is
//! run; with `TARSIER_EMULATE_ALL=1` all are.
#![cfg(all(target_os = "linux", target_arch = "x86_64"))]

#[allow(dead_code, reason = "how processes are run is the end-to-end tests'")]
#[path = "../../../tests/common/mod.rs"]
mod common;
mod families;
mod generated;
mod host;
mod listings;
#[path = "../../../tests/jitprof/pairs.rs"]
mod pairs;
mod programs;
mod reasons;
#[path = "../../../jit/tests/reasons/programs.rs"]
mod reasons_programs;
mod steps;

/// Whether everything is to be run, not a part.
fn runs_all() -> bool {
    std::env::var_os("TARSIER_EMULATE_ALL").is_some_and(|value| value != "0")
}

#[test]
#[ignore = "needs Unicorn's library"]
fn jitprofs_pairs_are_told_apart() {
    pairs::PAIRS.into_iter().for_each(pairs::check);
}
