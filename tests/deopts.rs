//! No guard fails for ever: a place that fails again and again is compiled otherwise.
//!
//! A deoptimization takes about a microsecond, so that one in a hot loop costs more than the optimizer gains. The programs of `tests/programs` run
//! with functions optimized early; of each place that was left, the VM tells how often.

#[allow(dead_code, reason = "how processes are run is the other end-to-end tests'")]
mod common;
#[path = "common/in_process.rs"]
mod in_process;

use common::pool::{demand_none, failures};
use common::programs::{self, Program};
use tarsier::Options;
use tarsier::vm::Vm;
use tarsier::vm::tiering::deopt::Reason;

/// Failures of one place, in all code that was made for it, after which somebody should have done something about it. It is blocked after a few tens;
/// each realm, and each function that the place is inlined in, may learn by itself.
const FEW: u64 = 400;

/// Places whose guards failed too often. Exits that are no failures (an exception, a request) come as often as they come.
fn left_too_often(vm: &mut Vm) -> Vec<String> {
    let sites = vm.deopts.sites.iter();
    let often = sites.filter(|site| site.count > FEW && !site.reason.is_harmless());
    often.map(|site| format!("\n    {} x {:?} at {:?}", site.count, site.reason, site.place)).collect()
}

fn check(program: &Program) -> Result<(), String> {
    let options = Options { baseline_threshold: 1, optimizer_threshold: 12, compile_sync: true, ..Options::default() };
    let often = in_process::run(program, options, left_too_often)?;
    if often.is_empty() { Ok(()) } else { Err(format!("{}:{}", program.path, often.concat())) }
}

#[test]
fn no_guard_fails_for_ever() {
    std::env::set_current_dir(programs::directory()).expect("the corpus");
    let programs: Vec<Program> = programs::all().into_iter().filter(in_process::is_suitable).collect();
    assert!(programs.len() > 100);
    let failures = failures(&programs, check);
    demand_none(&failures, programs.len(), "programs whose code is to be left seldom");
}

/// How often the guards of a program of the corpus have failed for a reason.
fn failures_of(path: &str, reason: Reason) -> u64 {
    std::env::set_current_dir(programs::directory()).expect("the corpus");
    let program = programs::all().into_iter().find(|program| program.path == path).expect("the program");
    let options = Options { baseline_threshold: 1, optimizer_threshold: 12, compile_sync: true, ..Options::default() };
    let failures = in_process::run(&program, options, move |vm: &mut Vm| {
        let its = vm.deopts.sites.iter().filter(|site| site.reason == reason);
        its.map(|site| site.count).sum::<u64>()
    });
    failures.expect("a program that ends")
}

/// A dozen functions of which each round makes new closures, called from two dozen places: where others than the closure that was expected have come twice,
/// no other place expects one.
#[test]
fn remade_closures_are_soon_speculated_on_nowhere() {
    let failures = failures_of("optimizer/remade_closures.js", Reason::OtherClosure);
    assert!((1..220).contains(&failures), "{failures} other closures");
}

/// Some thirty places that read and write objects of a class that each round makes anew: where a second prototype has come in vain, no other place expects one.
#[test]
fn remade_classes_are_soon_speculated_on_nowhere() {
    let failures = failures_of("optimizer/remade_classes.js", Reason::WrongShape);
    assert!((1..300).contains(&failures), "{failures} wrong shapes");
}

/// Loops over arrays of objects that are empty now and then, and so hold int32s as far as anybody knows.
#[test]
fn empty_arrays_fit_where_others_hold_objects() {
    assert_eq!(failures_of("optimizer/empty_arrays.js", Reason::ElementKind), 0);
}
