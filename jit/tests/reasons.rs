//! Why optimized code is left: a program for each reason, and what is on record for it.

use vm::Vm;
use vm::deopt::{Deopt, Reason};
use vm::options::Options;

/// Runs a function often enough that it is optimized, and then with what it was not optimized for.
const DRIVER: &str = "
    function run(f, usual, unusual) {
      for (let i = 0; i < 3000; i++) f(...usual);
      for (let i = 0; i < 3; i++) try { f(...unusual); } catch {}
    }
";

/// What is on record after a program has run.
fn records(program: &str, deopt_every: u32) -> Vec<Deopt> {
    let source = format!("{DRIVER}{program}");
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
    let programs = [
        (Reason::NotInt, "function f(a) { return a + 1; } run(f, [1], ['x']);", "an int32", "the string 'x'"),
        (Reason::LostPrecision, "function f(a) { return a + 1; } run(f, [1], [0.5]);", "an int32", "0.5"),
        (Reason::MinusZero, "function f(a) { return a + 1; } run(f, [1], [-0]);", "an int32", "-0"),
        (Reason::MinusZero, "function f(a, b) { return a * b; } run(f, [3, 4], [0, -5]);", "an int32", "0 * (-5)"),
        (Reason::Overflow, "function f(a, b) { return a * b; } run(f, [3, 4], [65536, 65536]);", "an int32", "65536 *"),
        (Reason::NotNumber, "function f(a) { return a * 0.5; } run(f, [1.5], ['7']);", "a number", "the string '7'"),
        (Reason::NotString, "function f(a) { return a + 'x'; } run(f, ['s'], [{}]);", "strings", "an object"),
        (Reason::WrongShape, "function f(o) { return o.a; } run(f, [{ a: 1 }], [{ b: 1, a: 2 }]);", "{a}", "{b, a}"),
        (
            Reason::WrongTarget,
            "const one = x => x, two = x => x + 1; function f(g) { return g(1); } run(f, [one], [two]);",
            "the function one",
            "the function two",
        ),
        (Reason::OutOfBounds, "function f(a, i) { return a[i]; } run(f, [[1, 2, 3], 1], [[1, 2], 5]);", "below", "index 5"),
        (Reason::Hole, "function f(a, i) { return a[i]; } run(f, [[1, , 3], 0], [[1, , 3], 1]);", "an element", "index 1"),
        (Reason::ElementKind, "function f(a) { return a[0]; } run(f, [[1, 2]], [['x', 'y']]);", "elements: packed int32", ""),
        (
            Reason::Uninitialized,
            "function f(o) { if (o.b) return o.c.d; return 1; } run(f, [{ b: 0, c: 1 }], [{ b: 1, c: { d: 2 } }]);",
            "had not run",
            "",
        ),
        (
            Reason::ConstantChanged,
            "let G = 5; function change(n) { if (n === 1) G = 6; }
             function f(n) { let s = 0; for (let i = 0; i < 10; i++) { if (i === 5) change(n); s += G; } return s; }
             run(f, [0], [1]);",
            "never changes",
            "",
        ),
        (
            Reason::PrototypeChanged,
            "class A { m() { return 1; } } class B extends A {} const b = new B;
             function f(o) { let s = 0; for (let i = 0; i < 10; i++) { if (i === 5) Reflect.set(o, 'm', () => 2); s += b.m(); } return s; }
             run(f, [{}], [B.prototype]);",
            "as it was",
            "",
        ),
        (
            Reason::DeadZone,
            "function f(n) { const g = () => x; if (n) return g(); let x = 5; return g(); } run(f, [0], [1]); run(f, [0], [1]);",
            "an initialized binding",
            "",
        ),
        (
            Reason::Exception,
            "const g = Reflect.ownKeys; function f(o) { try { return g(o).length; } catch { return 0; } } run(f, [{}], [1]);",
            "no exception",
            "an object of shape",
        ),
        (
            Reason::StackLimit,
            "const apply = Reflect.apply; function deep(n) { return deep(n + 1) + 1; } function g(n) { return n ? deep(0) : 1; }
             function f(n) { try { return apply(g, null, [n]); } catch { return 0; } } run(f, [0], [1]);",
            "no exception",
            "an object of shape",
        ),
        (
            Reason::Throw,
            "function f(n) { try { if (n > 5) throw n; return n; } catch { return 0; } } run(f, [1], [9]); run(f, [1], [9]);",
            "",
            "",
        ),
    ];
    for (reason, program, expected, came) in programs {
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
