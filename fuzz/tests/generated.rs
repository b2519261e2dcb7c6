//! A short run over fixed seeds: what a change breaks at once, it shows here.

use std::process::Command;

#[test]
fn generated_programs_run_alike_in_every_configuration() {
    let out = tempfile::tempdir().expect("a temporary directory can be made");
    let run = Command::new(env!("CARGO_BIN_EXE_tarsier-fuzz"))
        .args(["--seed=1", "--programs=150", "--jobs=2", "--attempts=200", "--out"])
        .arg(out.path())
        .output()
        .expect("the runner can be started");
    let report = String::from_utf8_lossy(&run.stdout);
    assert!(run.status.success(), "{report}{}", String::from_utf8_lossy(&run.stderr));
    assert!(report.contains("150 programs"), "{report}");
}

#[test]
fn an_unknown_configuration_is_refused() {
    let run = Command::new(env!("CARGO_BIN_EXE_tarsier-fuzz"))
        .args(["--configurations=fastest", "--programs=1"])
        .output()
        .expect("the runner can be started");
    assert_eq!(run.status.code(), Some(2));
}
