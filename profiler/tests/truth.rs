//! Planned shares of time against the program's own clock, by function and by line.
//!
//! They need a core of their own for seconds, so they run when they are asked for: `cargo test --release -p tarsier-profiler --test truth -- --ignored`
//! (and `--test truth_baseline`), with `TARSIER_TRUTH=full` and `--test-threads=1` at the length that the figures in the documentation have.

mod support;

use profiler::profile::Category;
use profiler::{Clock, Options};
use std::time::Duration;
use support::{is_compiled, often, on_the_wall, run};

#[test]
#[ignore = "statistics of time: for a machine with a core to spare, by --ignored"]
fn loops_of_10_20_and_70() {
    let run = run(
        "function ten() { let s = 0; for (let i = 0; i < 30000; i++) s += i; return s; }
         function twenty() { let s = 0; for (let i = 0; i < 60000; i++) s += i; return s; }
         function seventy() { let s = 0; for (let i = 0; i < 210000; i++) s += i; return s; }
         run(() => { timed('ten', ten); timed('twenty', twenty); timed('seventy', seventy); });",
        &often(),
    );
    run.check_functions();
    let tier = if is_compiled() { Category::Optimized } else { Category::Interpreter };
    assert!(run.in_category(&[tier]) > 0.5);
}

#[test]
#[ignore = "statistics of time: for a machine with a core to spare, by --ignored"]
fn lines_that_are_loops_of_their_own() {
    let run = run(
        "function work() {
           let s = 0, t = now();
           for (let i = 0; i < 600000; i++) s = (s + i) & 0xffff;
           clock.a = (clock.a ?? 0) + now() - t; t = now();
           for (let i = 0; i < 600000; i++) s = (s * 7 + i) & 0xffff;
           clock.b = (clock.b ?? 0) + now() - t; t = now();
           for (let i = 0; i < 1800000; i++) s ^= i;
           clock.c = (clock.c ?? 0) + now() - t;
           return s;
         }
         run(work);",
        &often(),
    );
    for (name, line) in [("a", 3), ("b", 5), ("c", 7)] {
        run.check(name, run.on_line(line), run.clocked(name));
    }
    run.check_walks();
}

/// Within one loop lines cannot be clocked; but with n times its work, a line's time grows n times, and its share as computed from that.
/// Each statement needs the one before: independent ones would run in each other's shadow, and the later line would get less. So the loop's own
/// instructions are in the shadow of the first line's statement, which is not counted. Nor is the last line's: after it the interpreter's next jump is the
/// loop's, which the processor foretells wrongly or not, as it has room to remember so many equal statements or not.
///
/// In one process of forty or so one of two equal lines does take longer in the interpreter: by as much as both grow together. (A jump that the
/// processor foretells wrongly each time, as the system has placed the code, would look so.) Three programs are asked, of unlike statements, and the
/// middle one answers.
#[test]
#[ignore = "statistics of time: for a machine with a core to spare, by --ignored"]
fn lines_of_one_loop_scale() {
    let program = |statement: &str, times: usize| {
        let (work, four) = (statement.repeat(times), statement.repeat(4));
        format!(
            "function work() {{
               let x = 1;
               for (let i = 0; i < 2000; i++) {{
                 {statement}
                 {work}
                 {four}
                 {statement}
               }}
               return x;
             }}
             run(work);"
        )
    };
    let statements = ["x = (x * 7 + i) & 1023; ", "x = (i * 3 + x) & 511; ", "x = ((x ^ i) + 5) & 1023; "];
    for times in [2, 4, 8] {
        // The same statement on both lines: a line's share of both is its part of the statements.
        let share = times as f64 / (times as f64 + 4.0);
        let mut off = statements.map(|statement| {
            let run = run(&program(statement, times), &often());
            let (x, y) = (run.on_line(5), run.on_line(6));
            let tolerance = run.tolerance(share) / (x + y) + 0.02;
            (x / (x + y) - share, tolerance, x, y)
        });
        off.sort_by(|a, b| a.0.total_cmp(&b.0));
        let (difference, tolerance, ..) = off[1];
        assert!(difference.abs() < tolerance, "{times} to 4: off by, tolerance, and shares of the lines {off:?}");
    }
}

#[test]
#[ignore = "statistics of time: for a machine with a core to spare, by --ignored"]
fn recursion() {
    let run = run(
        "function fib(n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }
         function recursive() { return fib(22); }
         function down(n) { return n === 0 ? 0 : 1 + down(n - 1); }
         function deep() { let s = 0; for (let i = 0; i < 150; i++) s += down(700); return s; }
         function flat() { let s = 0; for (let i = 0; i < 450000; i++) s += i; return s; }
         run(() => { timed('recursive', recursive); timed('flat', flat); timed('deep', deep); });",
        &often(),
    );
    run.check_functions();
    run.check("fib", run.with("fib"), run.clocked("recursive"));
    run.check("down", run.with("down"), run.clocked("deep"));
}

#[test]
#[ignore = "statistics of time: for a machine with a core to spare, by --ignored"]
fn many_small_functions() {
    let run = run(
        "const leaves = [];
         for (let i = 0; i < 200; i++) leaves.push(new Function('x', 'return x + ' + i));
         function calls() { let s = 0; for (let i = 0; i < 50; i++) for (const leaf of leaves) s += leaf(i); return s; }
         class Point { constructor(x) { this.x = x; } get() { return this.x; } }
         const point = new Point(3);
         function methods() { let s = 0; for (let i = 0; i < 15000; i++) s += point.get(); return s; }
         function closures() { let s = 0; [1, 2, 3, 4, 5, 6].forEach((x) => { s += x; }); return s; }
         function rest() { let s = 0; for (let i = 0; i < 60000; i++) s += i; return s; }
         run(() => { timed('calls', calls); timed('methods', methods); timed('rest', rest);
           timed('many', function many() { for (let i = 0; i < 500; i++) closures(); }); });",
        &often(),
    );
    run.check_functions();
}

/// At least 98 % on the function and its line, though most of it is in the mathematical library.
#[test]
#[ignore = "statistics of time: for a machine with a core to spare, by --ignored"]
fn mathematical_leaves() {
    let run = run(
        "function leaves() { let s = 0;
           for (let i = 0; i < 30000; i++) s += Math.sqrt(i) * Math.sin(i);
           return s; }
         run(() => { timed('leaves', leaves); });",
        &often(),
    );
    run.check_functions();
    assert!(run.on_line(2) > 0.98 * run.with("leaves"), "{} of {}", run.on_line(2), run.with("leaves"));
    assert!(run.with("leaves") > 0.97);
    // Optimized code calls the library, and has no frame for the built-in.
    assert!(run.with("sin") + run.in_native("sin") > 0.05);
}

#[test]
#[ignore = "statistics of time: for a machine with a core to spare, by --ignored"]
fn sorting_with_callbacks() {
    let run = run(
        "const numbers = []; for (let i = 0; i < 2000; i++) numbers.push((i * 7919) % 2003);
         let compared = 0, comparing = 0;
         function compare(a, b) { return a - b; }
         function sorting() { return numbers.slice().sort(compare); }
         function mapping() {
           for (let i = 0; i < 10; i++) numbers.map((x) => x + 1).filter((x) => x & 1).reduce((a, b) => a + b, 0);
         }
         function plain() { let s = 0; for (let i = 0; i < 80000; i++) s += i; return s; }
         run(() => { timed('sorting', sorting); timed('mapping', mapping); timed('plain', plain); });",
        &often(),
    );
    run.check_functions();
    assert!(run.with("compare") > 0.0 && run.with("compare") < run.with("sort"));
    assert!(run.with("sort") < run.with("sorting"));
}

#[test]
#[ignore = "statistics of time: for a machine with a core to spare, by --ignored"]
fn regular_expressions() {
    let run = run(
        "const text = 'xxaaab' + 'cd'.repeat(200);
         function matching() { let n = 0; for (let i = 0; i < 100; i++) if (/a+b(c|d)*$/.test(text)) n++; return n; }
         function replacing() { for (let i = 0; i < 50; i++) text.replace(/c(d)/g, '$1'); }
         function plain() { let s = 0; for (let i = 0; i < 80000; i++) s += i; return s; }
         run(() => { timed('matching', matching); timed('replacing', replacing); timed('plain', plain); });",
        &often(),
    );
    run.check_functions();
    assert!(run.with("(regexp)") > 0.2);
}

/// The collector clocks its own pauses.
#[test]
#[ignore = "statistics of time: for a machine with a core to spare, by --ignored"]
fn collections() {
    let run = run(
        "const kept = [];
         function allocating() { for (let i = 0; i < 60000; i++) { const o = { i, list: [i] }; if (i % 7 === 0) kept.push(o); }
           if (kept.length > 200000) kept.length = 0; }
         function plain() { let s = 0; for (let i = 0; i < 80000; i++) s += i; return s; }
         run(() => { timed('allocating', allocating); timed('plain', plain); });",
        &on_the_wall(),
    );
    run.check_functions();
    let pauses: u64 = run.profile.gc.iter().map(|e| e.duration_ns).sum();
    assert!(!run.profile.gc.is_empty());
    let in_pauses = |p: &profiler::Profile, i: usize| {
        let t = p.samples.time_ns[i];
        p.gc.iter().any(|e| (e.start_ns..e.start_ns + e.duration_ns).contains(&t))
    };
    run.check("pauses", run.share(in_pauses), pauses as f64 / run.total());
    // Sweeping goes on between the pauses.
    let collecting = [Category::GcMark, Category::GcSweep];
    let of_pauses = run.share(|p, i| in_pauses(p, i) && collecting.contains(&p.samples.category(i)));
    assert!(of_pauses > 0.97 * run.share(in_pauses), "{of_pauses}");
}

#[test]
#[ignore = "statistics of time: for a machine with a core to spare, by --ignored"]
fn generators() {
    let run = run(
        "function* numbers(n) { for (let i = 0; i < n; i++) yield i; }
         function generating() { let s = 0; for (const x of numbers(20000)) s += x; return s; }
         function plain() { let s = 0; for (let i = 0; i < 80000; i++) s += i; return s; }
         run(() => { timed('generating', generating); timed('plain', plain); });",
        &often(),
    );
    run.check_functions();
    assert!(run.with("numbers") > 0.0 && run.with("numbers") < run.with("generating"));
}

/// Resumed frames have no caller; what scheduled them is named.
#[test]
#[ignore = "statistics of time: for a machine with a core to spare, by --ignored"]
fn jobs() {
    let run = run(
        "function first() { let s = 0; for (let i = 0; i < 30000; i++) s += i; return s; }
         function second() { let s = 0; for (let i = 0; i < 10000; i++) s += i; return s; }
         async function worker(end) {
           while (now() < end) { timed('first', first); await null; timed('second', second); }
         }
         async function starter(end) { await worker(end); Promise.resolve().then(function last() { timed('second', second); }); }
         let end = 0; run(() => { end = now() + 300; }); starter(now() + 400);",
        &on_the_wall(),
    );
    for name in ["first", "second"] {
        run.check(name, run.with(name), run.clocked(name));
    }
    let p = &run.profile;
    let by_await = run.share(|p, i| {
        let origin = p.samples.origin[i] as usize;
        let scheduled = origin.checked_sub(1).map(|o| &p.async_origins[o]);
        scheduled.is_some_and(|o| o.kind == "await" && p.credited(o.stack).is_some_and(|f| f.line == 4))
    });
    let in_jobs = run.share(|p, i| p.samples.origin[i] != 0);
    assert!(by_await > 0.9 * in_jobs && in_jobs > 0.05, "{by_await} of {in_jobs}");
    let callers = |o: &profiler::profile::AsyncOrigin| {
        p.stacks.walk(o.stack).map(|f| p.function_of(f).name.clone()).collect::<Vec<_>>()
    };
    assert!(p.async_origins.iter().any(|o| o.kind == "await" && callers(o) == ["worker", "starter", "<top level>"]));
}

/// A program with a period of its own, near the sampling period or far from it, is seen as it is.
#[test]
#[ignore = "statistics of time: for a machine with a core to spare, by --ignored"]
fn periods() {
    for (period, interval) in [(0.5, 500), (1.0, 1000), (1.0, 250), (4.0, 1000), (10.0, 1000)] {
        let run = run(
            &format!(
                "function fifth(end) {{ while (now() < end); }}
                 function rest(end) {{ while (now() < end); }}
                 let next = now();
                 run(() => {{ next = Math.max(next + {period}, now());
                   timed('fifth', function fifthOf() {{ fifth(next - {period} * 0.8); }});
                   timed('rest', function restOf() {{ rest(next); }}); }});"
            ),
            &Options { interval: Duration::from_micros(interval), ..Options::default() },
        );
        for name in ["fifth", "rest"] {
            run.check(&format!("{name} of {period} ms"), run.with(name), run.clocked(name));
        }
    }
}

/// Idle times are exact, and work that comes in pieces shorter than the interval is seen.
#[test]
#[ignore = "statistics of time: for a machine with a core to spare, by --ignored"]
fn idle_times() {
    let run = run(
        "function piece() { let s = 0; for (let i = 0; i < 9000; i++) s += i; return s; }
         function pause() { sleep(0.7); }
         run(() => { timed('piece', piece); timed('pause', pause); });",
        &Options { interval: Duration::from_millis(1), ..Options::default() },
    );
    // Falling asleep and waking up is the program's time.
    let idle_share = run.in_category(&[Category::Idle]);
    run.check("idle", idle_share + run.with("pause"), run.clocked("pause"));
    run.check("work", run.with("piece"), run.clocked("piece"));
    assert!(idle_share > 0.3 && idle_share <= run.clocked("pause"));
    let idle: u64 = run.profile.marks.iter().filter(|m| m.kind == "idle").map(|m| m.end_ns - m.start_ns).sum();
    assert!((idle as f64 / run.total() - idle_share).abs() < 1e-9);
}

/// With the CPU clock, what waits weighs nothing.
#[test]
#[ignore = "statistics of time: for a machine with a core to spare, by --ignored"]
fn the_cpu_clock() {
    let run = run(
        "function first() { let s = 0; for (let i = 0; i < 9000; i++) s += i; return s; }
         function second() { let s = 0; for (let i = 0; i < 3000; i++) s += i; return s; }
         run(() => { for (let i = 0; i < 10; i++) { first(); second(); } sleep(3); });",
        &Options { clock: Clock::Cpu, ..on_the_wall() },
    );
    assert_eq!(run.in_category(&[Category::Idle]), 0.0);
    let (first, second) = (run.with("first"), run.with("second"));
    let share = first / (first + second);
    assert!((share - 0.75).abs() < run.tolerance(0.75) + 0.03, "{share}");
    let cpu = run.profile.cpu_ns as f64;
    assert!((run.total() / cpu - 1.0).abs() < 0.05, "{} of {cpu}", run.total());
}

/// One signal for each interval: those that were delivered, and those that came while the thread was not running.
#[test]
#[ignore = "statistics of time: for a machine with a core to spare, by --ignored"]
fn the_rate_is_the_nominal_one() {
    let run = run("run(() => { let s = 0; for (let i = 0; i < 1000; i++) s += i; });", &on_the_wall());
    let p = &run.profile;
    let expected = (p.end_ns - p.start_ns) as f64 / p.interval_ns as f64;
    let signals = (p.sampling.stops + p.sampling.overruns) as f64;
    // The periods are drawn anew every 80 samples, fewer times when most signals come late; their mean is off by a little.
    let drawn = (p.sampling.stops as f64 / 80.0).max(1.0);
    let tolerance = 0.02 + 5.0 * 0.116 / drawn.sqrt();
    assert!((signals / expected - 1.0).abs() < tolerance, "{signals} of {expected}, within {tolerance}");
}

/// Parsing and compiling are named, under the function that asked for them.
#[test]
#[ignore = "statistics of time: for a machine with a core to spare, by --ignored"]
fn parses_and_compiles() {
    let run = run(
        "let text = ''; for (let i = 0; i < 300; i++) text += 'function f' + i + '(a, b) { return a * b + ' + i + '; }\\n';
         function evaluating() { (0, eval)(text + 'f1(1, 2)'); }
         function plain() { let s = 0; for (let i = 0; i < 80000; i++) s += i; return s; }
         run(() => { timed('evaluating', evaluating); timed('plain', plain); });",
        &on_the_wall(),
    );
    run.check_functions();
    let p = &run.profile;
    let parses: u64 = p.compiles.iter().filter(|e| e.phase == "parse").map(|e| e.duration_ns).sum();
    run.check("parse", run.in_category(&[Category::Parse]), parses as f64 / run.total());
    let under = run.share(|p, i| {
        p.samples.category(i) == Category::Parse
            && p.stacks.walk(p.samples.stack[i]).any(|f| p.function_of(f).name == "evaluating")
    });
    assert!(under > 0.9 * run.in_category(&[Category::Parse]) && under > 0.0);
}
