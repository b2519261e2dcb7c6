//! Why optimized code is left: a program for each reason, and what is on record for it.

#[path = "reasons/programs.rs"]
mod programs;

use vm::Vm;
use vm::options::Options;
use vm::tiering::deopt::{Deopt, Reason};

/// What is on record after a program has run.
fn records(program: &str, deopt_every: u32) -> Vec<Deopt> {
    let source = programs::source(program);
    let run = move || {
        let options = Options {
            compile_sync: true,
            baseline_threshold: 0,
            optimizer_threshold: 0,
            deopt_every,
            ..Options::default()
        };
        let mut vm = Vm::new(options).expect("a VM");
        jit::install(&mut vm);
        assert!(vm.run_script("reasons.js", &source).is_ok(), "{source}");
        std::mem::take(&mut vm.deopts.records)
    };
    let thread = std::thread::Builder::new().stack_size(Options::default().stack_size);
    thread.spawn(run).expect("a thread").join().expect("it runs")
}

#[test]
fn every_reason_is_on_record_where_it_is_the_reason() {
    for &(reason, program, expected, came) in programs::PROGRAMS {
        let records = records(program, 0);
        let found = records.iter().find(|record| record.reason == reason);
        let all: Vec<_> = records.iter().map(|r| (r.reason, &r.expected.text, &r.came.text)).collect();
        let found = found.unwrap_or_else(|| panic!("{reason:?} in {program}: {all:?}"));
        assert!(found.expected.text.contains(expected), "{program}: {all:?}");
        assert!(found.came.text.contains(came), "{program}: {all:?}");
        assert!(!found.guard.is_empty() && !found.resumption.is_empty());
    }
}

#[test]
fn guards_that_fail_for_no_reason_say_so() {
    let records = records("function f(a) { return a + 1; } run(f, [1], [2]);", 50);
    assert!(!records.is_empty() && records.iter().any(|record| record.reason == Reason::Forced));
}
