//! Every reason to leave optimized code, and every kind of exit.

use crate::host::{Done, run, run_in, settled};
use crate::reasons_programs::{PROGRAMS, source};
use std::collections::BTreeSet;
use std::time::Duration;
use tarsier::{Failure, Options};
use vm::tiering::deopt::Reason;

fn options() -> Options {
    Options { compile_sync: true, baseline_threshold: 0, optimizer_threshold: 0, ..Options::default() }
}

fn interpreter() -> Options {
    Options { jitless: true, ..Options::default() }
}

#[test]
#[ignore = "needs Unicorn's library"]
fn optimized_code_is_left_for_every_reason() {
    let mut seen = BTreeSet::new();
    for &(reason, program, expected, came) in PROGRAMS {
        let done = run(options(), true, &source(program));
        assert_eq!(done.failure, None, "{program}");
        let all: Vec<_> = done.deopts.iter().map(|r| (r.reason, &r.expected.text, &r.came.text)).collect();
        let found = done.deopts.iter().find(|record| record.reason == reason);
        let found = found.unwrap_or_else(|| panic!("{reason:?} in {program}: {all:?}"));
        assert!(found.expected.text.contains(expected) && found.came.text.contains(came), "{program}: {all:?}");
        seen.extend(done.deopts.iter().map(|record| record.reason));
    }
    let forced = run(
        Options { deopt_every: 50, ..options() },
        true,
        &source("function f(a) { return a + 1; } run(f, [1], [2]);"),
    );
    seen.extend(forced.deopts.iter().map(|record| record.reason));
    let wanted = Reason::ALL.into_iter().filter(|reason| *reason != Reason::Interrupt);
    let missing: Vec<Reason> = wanted.filter(|reason| !seen.contains(reason)).collect();
    assert!(missing.is_empty(), "{missing:?}");
}

/// No deoptimization, so that there is no record.
#[test]
#[ignore = "needs Unicorn's library"]
fn optimized_code_is_left_when_another_thread_wants_something() {
    let done = run_in(options(), true, |engine| {
        let warm = "function f(n) { let s = 0; for (let i = 0; i < n; i++) s = s + i | 0; return s; } for (let i = 0; i < 3000; i++) f(10);";
        engine.eval("warm.js", warm).expect("a good end");
        let terminator = engine.vm().terminator();
        let left = tarsier_emulated::counts().left;
        let result = std::thread::scope(|scope| {
            scope.spawn(move || {
                std::thread::sleep(Duration::from_millis(300));
                terminator.terminate();
            });
            engine.eval("endless.js", "f(Infinity)").map(drop)
        });
        assert!(matches!(result, Err(Failure::Terminated { .. })), "{result:?}");
        assert!(tarsier_emulated::counts().left > left, "optimized code was not left");
        None
    });
    assert!(done.counts.calls > 0);
}

/// Runs a program in the interpreter and optimized, and compares.
fn both_ways(program: &str) -> Done {
    let expected = run(interpreter(), false, program);
    let done = run(options(), true, program);
    assert_eq!(settled(&done), settled(&expected), "{program}");
    assert!(!done.output.is_empty());
    done
}

#[test]
#[ignore = "needs Unicorn's library"]
fn exits_rebuild_inlined_frames() {
    let done = both_ways(
        "function inner(a, b) { return a.x + b; } function middle(a, b) { return inner(a, b) * 2; }
         function outer(a, b) { return middle(a, b) + 1; }
         for (let i = 0; i < 3000; i++) outer({ x: i }, 1);
         print(outer({ x: 1 }, 'text'), outer({ y: 0, x: 4 }, 2), outer({ x: 1 << 30 }, 1 << 30));
         class P { constructor(n) { this.n = n; } get twice() { return this.n * 2; } set twice(v) { this.n = v + 1; } }
         function accessors(p, v) { p.twice = v; return p.twice + 1; }
         for (let i = 0; i < 3000; i++) accessors(new P(1), i);
         print(accessors(new P(1), 0.5), accessors(new P(1), 'text'), accessors(new P(1), 2 ** 31 - 1));",
    );
    let most = done.deopts.iter().map(|record| record.resumption.len()).max();
    assert!(most >= Some(3), "{most:?} frames");
}

#[test]
#[ignore = "needs Unicorn's library"]
fn exits_make_objects_that_had_been_put_off() {
    let done = both_ways(
        "function pair(a, b) { return { a, b, list: [a, b] }; }
         function f(a, b, how) {
           const p = pair(a, b), add = n => n + p.a;
           if (how) return [p, p.list, add(1), p.a + p.b].map(v => JSON.stringify(v)).join();
           return p.a + p.b + p.list[0] + p.list[1];
         }
         for (let i = 0; i < 3000; i++) f(i, 1, false);
         print(f(1, 2, true), f(0.5, 'x', false), f(2 ** 30, 2 ** 30, false), f({ toString: () => 'o' }, 1, false));",
    );
    assert!(!done.deopts.is_empty());
}

#[test]
#[ignore = "needs Unicorn's library"]
fn code_is_entered_in_loops_and_left_in_them() {
    let done = both_ways(
        "function f(n, odd) { let s = 0, t = 0.5, list = [1, 2, 3];
           for (let i = 0; i < n; i++) { s = s + list[i % 3] | 0; t = t * 1.0000001; if (i === odd) list = ['a', 'b', 'c']; if (i > odd) { s = s + 1; odd = n; list = [4, 5, 6]; } }
           return s + ' ' + t; }
         print(f(60000, 50000));
         function nested(n) { let s = 0; for (let i = 0; i < n; i++) for (let k = 0; k < n; k++) s += i * k; return s; }
         print(nested(400));",
    );
    let in_the_middle = done.deopts.iter().any(|record| record.resumption[0].offset > 0);
    assert!(in_the_middle, "{:?}", done.deopts.len());
}

#[test]
#[ignore = "needs Unicorn's library"]
fn what_code_relies_on_changes_while_it_runs() {
    let programs = [
        (
            "let G = 5; function change(n) { if (n === 1) G = 6; }
             function f(n) { let s = 0; for (let i = 0; i < 100; i++) { if (i === 50) change(n); s = s * 3 + G & 0xffffff; } return s; }
             for (let i = 0; i < 3000; i++) f(0);
             print(f(0), f(1), f(0));",
            Reason::ConstantChanged,
        ),
        (
            "class A { m() { return 1; } } class B extends A {} const b = new B;
             function f(o) { let s = 0; for (let i = 0; i < 100; i++) { if (i === 50) Reflect.set(o, 'm', () => 2); s = s * 3 + b.m() & 0xffffff; } return s; }
             for (let i = 0; i < 3000; i++) f({});
             print(f({}), f(B.prototype), f({}));",
            Reason::PrototypeChanged,
        ),
    ];
    for (program, reason) in programs {
        let done = both_ways(program);
        let reasons: BTreeSet<Reason> = done.deopts.iter().map(|record| record.reason).collect();
        assert!(reasons.contains(&reason), "{reason:?}: {reasons:?}");
    }
}
