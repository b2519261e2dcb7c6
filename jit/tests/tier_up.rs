//! Which functions are optimized, and which stay so.

use std::fmt::Write as _;
use vm::Vm;
use vm::options::{Options, Tier};
use vm::tiering::deopt::Deopt;

/// What is on record once a program has run, and how many pieces of its optimized code are of the function of a name.
fn run(options: Options, program: String, function: &'static str) -> (Vec<Deopt>, usize) {
    let stack_size = options.stack_size;
    let run = move || {
        let mut vm = Vm::new(options).expect("a VM");
        jit::install(&mut vm);
        assert!(vm.run_script("tier_up.js", &program).is_ok(), "{program}");
        let is_its = |id| vm.code.get(id).is_some_and(|info| info.is_called(function));
        let codes = vm.observed.machine_code.iter().filter(|code| code.tier == Tier::Optimizer);
        let codes = codes.filter(|code| is_its(code.code_id)).count();
        (std::mem::take(&mut vm.deopts.records), codes)
    };
    let thread = std::thread::Builder::new().stack_size(stack_size);
    thread.spawn(run).expect("a thread").join().expect("it runs")
}

fn at_once() -> Options {
    Options { compile_sync: true, baseline_threshold: 0, optimizer_threshold: 0, ..Options::default() }
}

/// Every code fails where nothing had run when it was made, and the next one knows of that.
#[test]
fn a_function_that_learns_is_not_given_up() {
    const PHASES: usize = 24;
    let mut program = String::from("function decode(kind, packet) { switch (kind) {\n");
    for phase in 0..PHASES {
        writeln!(program, "case {phase}: return packet.size + {phase};").expect("text");
    }
    write!(
        program,
        "}} return 0; }} for (let p = 0; p < {PHASES}; p++) for (let i = 0; i < 200; i++) decode(p, {{ size: i }});"
    )
    .expect("text");
    let (records, codes) = run(at_once(), program, "decode");
    let thrown_away = records.iter().filter(|record| record.outcome.thrown_away).count();
    assert!(thrown_away >= PHASES / 2, "{thrown_away} codes failed");
    assert!(codes > thrown_away, "{codes} codes, of which {thrown_away} failed");
    assert!(records.iter().all(|record| !record.outcome.loop_ended && record.outcome.given_up.is_empty()));
}

/// Two codes of one function fail for the same reason: that is told once.
#[test]
fn what_other_code_has_told_is_not_told_again() {
    let program = "
        function count(counters, sizes) { for (let i = 0; i < sizes.length; i++) counters.sum += sizes[i]; return counters.sum; }
        const sizes = []; for (let i = 0; i < 1000; i++) sizes.push(1000000 + i);
        const counters = { sum: 0 };
        for (let i = 0; i < 40; i++) count(counters, sizes);
        for (let i = 0; i < 40; i++) count({ sum: 0 }, sizes);
        for (let i = 0; i < 40; i++) count(counters, sizes);
    ";
    let (records, _) = run(at_once(), program.into(), "count");
    let given_up: Vec<_> = records.iter().flat_map(|record| &record.outcome.given_up).collect();
    assert!(given_up.len() <= 1, "{given_up:?}");
}

/// A function that is called seldom, and is most of what runs.
#[test]
fn calls_of_large_functions_count_for_more() {
    let mut program = String::from("function large(a, b) { let x = a, y = b;\n");
    for i in 0..600 {
        writeln!(program, "x = (x * {} + y) | 0; y = (y ^ x) + {i};", i % 7 + 2).expect("text");
    }
    program += "return x + y; } let s = 0; for (let i = 0; i < 3000; i++) s += large(i, s);";
    let (_, codes) = run(Options { compile_sync: true, ..Options::default() }, program, "large");
    assert_eq!(codes, 1);
}

/// Generators have code for each place where they go on, asynchronous functions for their calls, too; neither fails where nothing is new.
#[test]
fn what_suspends_is_optimized() {
    let program = "
        function* twice(n) { for (let i = 0; i < n; i++) { yield i; yield i + 0.5; } }
        function* all(n) { yield* twice(n); return n; }
        let sum = 0;
        for (let k = 0; k < 40; k++) for (const x of all(20)) sum += x;
    ";
    for (function, least) in [("twice", 4), ("all", 2)] {
        let (records, codes) = run(at_once(), program.into(), function);
        let thrown_away = records.iter().filter(|record| record.outcome.thrown_away).count();
        assert!(codes >= least && codes <= 3 * least, "{codes} codes of {function}");
        assert!(thrown_away < codes, "{thrown_away} of {codes} codes of {function} failed");
    }
    let program = "async function next(x) { return x + 1; } for (let i = 0; i < 400; i++) next(i);";
    let (records, codes) = run(at_once(), program.into(), "next");
    assert_eq!((codes, records.iter().filter(|record| record.outcome.thrown_away).count()), (1, 0));
}
