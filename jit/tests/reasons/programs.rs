//! For each reason to leave optimized code that is put on record, a program that has it.

use vm::tiering::deopt::Reason;

/// Runs a function often enough that it is optimized, and then with what it was not optimized for.
const DRIVER: &str = "
    function run(f, usual, unusual) {
      for (let i = 0; i < 3000; i++) f(...usual);
      for (let i = 0; i < 3; i++) try { f(...unusual); } catch {}
    }
";

/// A program, ready to run.
pub fn source(program: &str) -> String {
    format!("{DRIVER}{program}")
}

/// The reason, the program, and words of what is expected and of what came.
pub const PROGRAMS: &[(Reason, &str, &str, &str)] = &[
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
    (
        Reason::OtherClosure,
        "function make(base) { return function g(n) { let s = 0; for (let i = 0; i < n; i++) s += base; return s; }; }
         let g = make(1); for (let i = 0; i < 300; i++) g(9); g = make(2); for (let i = 0; i < 9; i++) g(9);",
        "the closure of the function g",
        "the function g",
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
        "an object Error",
    ),
    (
        Reason::StackLimit,
        "const apply = Reflect.apply; function deep(n) { return deep(n + 1) + 1; } function g(n) { return n ? deep(0) : 1; }
         function f(n) { try { return apply(g, null, [n]); } catch { return 0; } } run(f, [0], [1]);",
        "no exception",
        "an object Error",
    ),
    (
        Reason::Throw,
        "function f(n) { try { if (n > 5) throw n; return n; } catch { return 0; } } run(f, [1], [9]); run(f, [1], [9]);",
        "",
        "",
    ),
    (
        Reason::WrongKind,
        "function f(a) { return a[0]; } run(f, [new Uint8Array(2)], [new Float64Array(2)]);",
        "",
        "",
    ),
    (
        Reason::Unsupported,
        "function f(n) { if (n) { using x = { [Symbol.dispose]() {} }; return 2; } return 1; } run(f, [0], [1]); run(f, [0], [1]);",
        "",
        "",
    ),
];
