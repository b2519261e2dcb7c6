//! Runs JavaScript through the shell, whole programs at a time.
//!
//! Every program of `tests/programs` must write the same in every configuration of the table
//! below; every hostile input must end with one of the documented exit codes. How the corpus
//! is laid out stands in `tests/README.md`. `TARSIER_PROGRAMS=arrays/` runs a part of it, and
//! `TARSIER_BIN=target/release/tarsier` tries another build.

mod common;
mod jitprof;

use std::fs;
use std::path::Path;

use common::compare::difference;
use common::pool::{demand_none, failures};
use common::programs::{self, Program};
use common::run::{End, Outcome, run, tests_directory};
use common::sources::{self, Source};

/// Exit codes of the shell.
const OK: i32 = 0;
const UNCAUGHT: i32 = 1;
const USAGE: i32 = 2;
const OUT_OF_MEMORY: i32 = 3;
const TIME_LIMIT: i32 = 4;

/// One test function per configuration; the options follow the name, and `stress` is
/// replaced by what the program asks for.
macro_rules! configurations {
    ($($name:ident: $options:expr;)*) => {
        $(
            #[test]
            fn $name() {
                run_configuration(stringify!($name), &$options);
            }
        )*

        const CONFIGURATIONS: &[&str] = &[$(stringify!($name)),*];
    };
}

configurations! {
    interpreter: ["--tier=interp"];
    jitless: ["--jitless"];
    baseline: ["--tier=baseline", "--baseline-threshold=0"];
    scarce_code: ["--tier=baseline", "--baseline-threshold=0", "--code-memory=24k"];
    gc_stress: ["--gc-stress"];
    baseline_gc_stress: ["--tier=baseline", "--baseline-threshold=0", "--gc-stress"];
    optimizer: ["--tier=opt", "--baseline-threshold=0", "--optimizer-threshold=0", "--compile-sync", "--regexp-threshold=0"];
    optimizer_later: ["--tier=opt", "--baseline-threshold=4", "--optimizer-threshold=16", "--regexp-threshold=0"];
    optimizer_gc_stress: ["--tier=opt", "--baseline-threshold=0", "--optimizer-threshold=0", "--compile-sync", "--regexp-threshold=0", "--gc-stress"];
    baseline_poison: ["--tier=baseline", "--baseline-threshold=0", "--gc-poison", "--nursery=64k"];
    optimizer_poison: ["--tier=opt", "--baseline-threshold=0", "--optimizer-threshold=0", "--compile-sync", "--regexp-threshold=0", "--gc-poison", "--nursery=64k"];
    optimizer_deopts: ["--tier=opt", "--baseline-threshold=0", "--optimizer-threshold=0", "--compile-sync", "--deopt-every=7"];
    profiled: ["--prof", "--prof-out=/dev/null"];
    traced_calls: ["--trace-calls", "--prof-out=/dev/null", "--tier=opt", "--baseline-threshold=0", "--optimizer-threshold=0", "--compile-sync", "--deopt-every=7"];
    counted_calls: ["--trace-calls=counts", "--prof-out=/dev/null", "--tier=opt", "--baseline-threshold=5", "--optimizer-threshold=48", "--compile-sync"];
    counted: ["--count", "--prof-out=/dev/null", "--tier=opt", "--baseline-threshold=0", "--optimizer-threshold=0", "--compile-sync", "--deopt-every=7"];
}

fn run_configuration(name: &str, options: &[&str]) {
    let programs: Vec<Program> = programs::all()
        .into_iter()
        .filter(|program| program.configurations.as_ref().is_none_or(|names| names.iter().any(|n| n == name)))
        .collect();
    let failures = failures(&programs, |program| {
        let stress = format!("--gc-stress={}", program.stress);
        let options: Vec<&str> =
            options.iter().map(|&option| if option == "--gc-stress" { stress.as_str() } else { option }).collect();
        program.check(&options)
    });
    demand_none(&failures, programs.len(), &format!("programs in configuration {name}"));
}

#[test]
fn the_corpus_is_whole() {
    let orphans = programs::orphans();
    assert!(orphans.is_empty(), "expectations without a program: {orphans:?}");
    for program in programs::all() {
        for name in program.configurations.iter().flatten() {
            assert!(CONFIGURATIONS.contains(&name.as_str()), "{} names {name:?}", program.path);
        }
        assert!(
            program.code == OK || !program.stderr.is_empty(),
            "{} fails without saying what it writes",
            program.path
        );
    }
}

/// Runs the shell on a file that exists for this run only.
fn run_source(text: &[u8], name: &str, options: &[&str]) -> Outcome {
    let directory = tempfile::tempdir().expect("a temporary directory can be made");
    fs::write(directory.path().join(name), text).expect("a temporary file can be written");
    let mut arguments = options.to_vec();
    arguments.push(name);
    run(&arguments, directory.path(), "UTC")
}

/// Demands that the process ended with one of `codes`, and returns which.
fn demand_code(outcome: &Outcome, codes: &[i32]) -> Result<i32, String> {
    outcome.check_survival()?;
    match outcome.end {
        End::Code(code) if codes.contains(&code) => Ok(code),
        end => Err(format!("ended with {end:?} instead of a code of {codes:?}\n{}", outcome.stderr_head())),
    }
}

/// Demands that an exit code of 1 is explained by one of these errors.
fn demand_error(outcome: &Outcome, names: &[&str]) -> Result<(), String> {
    if names.iter().any(|name| outcome.stderr.contains(name)) {
        Ok(())
    } else {
        Err(format!("standard error names none of {names:?}\n{}", outcome.stderr_head()))
    }
}

fn demand_output(outcome: &Outcome, expected: &str) -> Result<(), String> {
    difference(expected.as_bytes(), &outcome.stdout).map_or(Ok(()), Err)
}

/// The files of a hostile family, checked one by one.
fn check_family(family: &str, check: impl Fn(&Path, &str) -> Result<(), String> + Sync) {
    let directory = tests_directory().join("hostile").join(family);
    let files: Vec<String> = programs::entries(&directory)
        .into_iter()
        .filter(|path| path.extension().is_some_and(|extension| extension == "js" || extension == "mjs"))
        .map(|path| path.file_name().expect("a file has a name").to_string_lossy().into_owned())
        .collect();
    assert!(!files.is_empty(), "no files in {}", directory.display());
    let failures =
        failures(&files, |file| check(&directory, file).map_err(|report| format!("{family}/{file}\n{report}")));
    demand_none(&failures, files.len(), &format!("hostile files of {family}"));
}

#[test]
fn hostile_syntax_errors_are_placed() {
    check_family("syntax", |directory, file| {
        let wanted =
            fs::read_to_string(directory.join(file).with_extension("err")).map_err(|error| error.to_string())?;
        let outcome = run(&[file], directory, "UTC");
        demand_code(&outcome, &[UNCAUGHT])?;
        demand_output(&outcome, "")?;
        for line in wanted.lines() {
            demand_error(&outcome, &[line])?;
        }
        Ok(())
    });
}

#[test]
fn hostile_memory_bombs_end_cleanly() {
    check_family("memory", |directory, file| {
        let outcome = run(&["--max-heap=64m", file], directory, "UTC");
        let beside = |extension| fs::read_to_string(directory.join(file).with_extension(extension));
        match beside("out") {
            Ok(expected) => {
                let codes: &[i32] = if beside("code").is_ok() { &[OK] } else { &[OK, OUT_OF_MEMORY] };
                if demand_code(&outcome, codes)? == OK {
                    demand_output(&outcome, &expected)?;
                }
            }
            Err(_) => {
                if demand_code(&outcome, &[UNCAUGHT, OUT_OF_MEMORY])? == UNCAUGHT {
                    demand_error(&outcome, &["RangeError"])?;
                }
            }
        }
        Ok(())
    });
}

#[test]
fn hostile_endless_programs_meet_the_time_limit() {
    check_family("endless", |directory, file| {
        let outcome = run(&["--timeout=1", file], directory, "UTC");
        demand_code(&outcome, &[TIME_LIMIT]).map(|_| ())
    });
}

#[test]
fn code_makes_room_for_other_code_and_comes_back() {
    // Many functions, each run alone for a while, and then all of them again; one frame stays all the time.
    let source = "
        const made = [];
        for (let i = 0; i < 200; i++) made.push(new Function('n', `let s = ${i}; for (let k = 0; k < n; k++) s = s * 3 + k & 0xffff; return s;`));
        function* numbers() { let n = 0; while (true) yield n++; }
        const numbered = numbers();
        function all(n) { let s = 0; for (const f of made) { s = s * 7 + f(n) & 0xfffffff; numbered.next(); } return s; }
        print(all(40), all(40), all(40), numbered.next().value);";
    let options = |more: &'static [&'static str]| [&["--trace-compile"], more].concat();
    let expected = run_source(source.as_bytes(), "many.js", &["--jitless"]);
    let scarce = run_source(source.as_bytes(), "many.js", &options(&["--baseline-threshold=0", "--code-memory=32k"]));
    let plenty = run_source(source.as_bytes(), "many.js", &options(&["--baseline-threshold=0"]));
    for outcome in [&scarce, &plenty] {
        demand_code(outcome, &[OK]).expect("a good end");
        assert_eq!(outcome.stdout, expected.stdout);
    }
    let compilations = |outcome: &Outcome| outcome.stderr.matches("[baseline] anonymous:").count();
    assert!(scarce.stderr.contains("code memory is short"), "{}", scarce.stderr);
    assert!(!plenty.stderr.contains("code memory is short"), "{}", plenty.stderr);
    assert!(compilations(&scarce) > compilations(&plenty), "what was thrown away is compiled again");
}

#[test]
fn machine_code_is_printed_with_bytecode_and_source() {
    let source = b"function other(a) { return a; }\nfunction hot(a, b) {\n  return a + b;\n}\nfor (let i = 0; i < 100; i++) hot(other(i), 2);";
    let outcome = run_source(source, "listing.js", &["--print-code=hot", "--baseline-threshold=0"]);
    demand_code(&outcome, &[OK]).expect("a good end");
    let text = String::from_utf8_lossy(&outcome.stdout);
    for part in ["code of hot (Baseline)", "; 3: return a + b;", " Add ", " Return ", "    000000  "] {
        assert!(text.contains(part), "{part} in\n{text}");
    }
    assert!(!text.contains("other"), "{text}");
}

#[test]
fn scripts_read_the_record_of_deoptimizations() {
    let source = b"function twice(o) {\n  return o.x * 2;\n}\nfunction other(o) { return o.x * 2; }\n
        for (let i = 0; i < 40; i++) { twice({ x: i }); other({ x: i }); }
        $vm.neverOptimize(other);
        print($vm.optimizeOnNextCall(other), $vm.isOptimized(other), $vm.optimizeOnNextCall(twice), $vm.isOptimized(twice));
        print(twice({ x: 21 }), $vm.deopts(twice).length);
        print(twice({ y: 1, x: 4 }), twice({ x: 1.5 }), twice({ x: 1 << 30 }));
        for (const d of $vm.deopts(twice)) {
            const [guard] = d.guard, [resumption] = d.resumption;
            print(d.reason, d.expected.type, d.came.type, d.came.shapes.length, guard.function, guard.line, resumption.line, d.times, d.ageMs >= 0);
        }
        print($vm.deopts(other).length);";
    let options = ["--expose-vm", "--compile-sync", "--trace-opt", "--trace-deopt"];
    let outcome = run_source(source, "record.js", &options);
    demand_code(&outcome, &[OK]).expect("a good end");
    let expected = "false false true true\n42 0\n8 3 2147483648\n\
                    wrong shape  Object 1 twice 2 2 1 true\n\
                    lost precision int32 double 0 twice 2 2 1 true\n\
                    overflow int32  0 twice 2 2 1 true\n0\n";
    demand_output(&outcome, expected).expect("what is on record");
    for part in [
        "[opt] twice (record.js:2:12): optimized: entered by calls",
        "not-optimized: $vm.neverOptimize",
        "wrong shape; expected Object {x}",
        "came an object Object {y, x}: with also y",
        "overflow; expected an int32 as result, came 1073741824 * 2",
    ] {
        assert!(outcome.stderr.contains(part), "{part} in\n{}", outcome.stderr);
    }
}

#[test]
fn what_is_left_out_of_optimized_code_is_told() {
    let source = b"function sum(o) {\n  return o.a + o.b;\n}\nfunction hot(x) {\n  var o = {a: x, b: 1};\n  return sum(o) + ((x + 3) & 255);\n}\n\
        for (var i = 0; i < 40; i++) hot(i);\n$vm.optimizeOnNextCall(hot);\nprint(hot(1), hot(2147483647));";
    let outcome = run_source(source, "left_out.js", &["--expose-vm", "--compile-sync", "--trace-opt"]);
    demand_code(&outcome, &[OK]).expect("a good end");
    demand_output(&outcome, "6 2147483650\n").expect("sums");
    for part in [
        "hot (left_out.js:6:10): inlined: sum",
        "hot (left_out.js:5:7): allocation-removed: nobody looks at what it makes",
        "guard-removed: only the low 32 bits are looked at",
    ] {
        assert!(outcome.stderr.contains(part), "{part} in\n{}", outcome.stderr);
    }
}

#[test]
fn printed_code_tells_what_its_guards_are_for() {
    let source = b"function hot(o, i) {\n  return o.x + i * 3;\n}\nfor (let i = 0; i < 40; i++) hot({ x: i }, 2);\n$vm.optimizeOnNextCall(hot);\nprint(hot({ x: 1 }, 2));";
    let outcome = run_source(source, "guards.js", &["--expose-vm", "--compile-sync", "--print-code=hot"]);
    demand_code(&outcome, &[OK]).expect("a good end");
    let text = String::from_utf8_lossy(&outcome.stdout);
    let optimized = text.split("code of hot (Optimizer)").nth(1).expect("optimized code");
    for (reason, place) in [
        ("wrong shape; expected Object {x}", "guards.js:2:"),
        ("overflow; expected an int32 as result", "guards.js:2:"),
        ("not an int32; expected an int32", "guards.js:2:"),
    ] {
        let at = |line: &str| line.contains(reason) && line.contains(place) && line.contains(", resumes at ");
        // At the jump, and where it goes.
        let jump = optimized.lines().find(|line| at(line) && line.contains("  j")).expect("a jump");
        let label = &jump[jump.find("; exit ").expect("an exit")..];
        let mut lines = optimized.lines().skip_while(|line| *line != label).skip(1);
        let target = lines.next().and_then(|line| line.split_whitespace().next()).expect("the exit");
        assert!(jump.contains(&format!(" {target} ")), "{jump} to {target} in\n{text}");
    }
}

#[test]
fn kinds_of_operands_are_told_as_they_come() {
    let source = b"function add(a, b) {\n  return a + b;\n}\nadd(1, 2);\nadd(1, 0.5);\nadd('x', 1);\nadd('x', 2);\nadd(undefined, 1n < 2);\n
        const [sum] = $vm.operands(add);
        print(sum.op, sum.seen.join(), sum.history.map((h) => h.came.join('+')).join(), sum.history.every((h, i, all) => h.ms >= (all[i - 1]?.ms ?? 0)));";
    for tier in ["--tier=interp", "--baseline-threshold=0"] {
        let outcome = run_source(source, "operands.js", &["--expose-vm", "--trace-ic=all", tier]);
        demand_code(&outcome, &[OK]).expect("a good end");
        demand_output(&outcome, "Add double,string,other,undefined double,string,other+undefined true\n")
            .expect("a history");
        let at = "[ic] add (operands.js:2:";
        let told: Vec<&str> = outcome.stderr.lines().filter(|line| line.starts_with(at)).collect();
        let ends: Vec<&str> = told.iter().filter_map(|line| Some(line.split_once("operands of Add: ")?.1)).collect();
        let expected = [
            "int32 -> int32, double",
            "int32, double -> int32, double, string",
            "int32, double, string -> int32, double, string, other, undefined",
        ];
        assert_eq!(ends, expected, "{}", outcome.stderr);
    }
}

#[test]
fn changes_for_the_worse_are_told_once_with_their_number_and_their_cause() {
    let source = b"function Job(id) {\n  this.id = id;\n  this.waiting = true;\n}\nfunction idOf(job) {\n  return job.id;\n}\n\
        const jobs = [];\nfor (let i = 0; i < 60; i++) {\n  const job = new Job(i); if (i >= 30) for (let k = 0; k < 4; k++) { job.late = 1; delete job.waiting; job.waiting = true; delete job.late; }\n  if (i >= 30) delete job.waiting;\n  jobs.push(job);\n}\n\
        for (let i = 0; i < 30; i++) idOf(jobs[i]);\n$vm.optimizeOnNextCall(idOf);\nidOf(jobs[0]);\nidOf(jobs[40]);\n\
        const list = [1, 2];\nlist[1] = 'x';\nfunction first(list) {\n  return list[0];\n}\nfor (let i = 0; i < 30; i++) first([1, 2]);\n\
        $vm.optimizeOnNextCall(first);\nfirst([3]);\nfirst(list);\n";
    let options = ["--expose-vm", "--compile-sync", "--trace-ic", "--trace-deopt"];
    let outcome = run_source(source, "worse.js", &options);
    demand_code(&outcome, &[OK]).expect("a good end");
    let lines: Vec<&str> = outcome.stderr.lines().collect();
    let made = "DeleteField at <top level> (worse.js:11:27): an object becomes a dictionary";
    for part in [
        &format!("[ic] {made}"),
        &format!("[ic] 30 times in all: {made}"),
        "[ic] idOf (worse.js:6:14): GetField 'id': monomorphic -> polymorphic: case: Job {id} (a dictionary since the DeleteField at <top level>",
        "[ic] <top level> (worse.js:19:6): elements: packed int32 -> packed tagged",
    ] {
        assert!(lines.iter().any(|line| line.starts_with(part)), "{part} in\n{}", outcome.stderr);
    }
    if cfg!(target_arch = "x86_64") {
        for part in [
            "expected Job {id, waiting}, came an object Job {id} (a dictionary since the DeleteField at <top level> (worse.js:11:27)): without waiting; a dictionary",
            "came an Array of packed tagged elements (made so by SetIndex at <top level> (worse.js:19:6), once)",
        ] {
            assert!(outcome.stderr.contains(part), "{part} in\n{}", outcome.stderr);
        }
    }
    // Learning what comes first is no change for the worse.
    assert!(!outcome.stderr.contains("uninitialized -> monomorphic"), "{}", outcome.stderr);
    let all = run_source(source, "worse.js", &["--expose-vm", "--compile-sync", "--trace-ic=all"]);
    assert!(all.stderr.contains("uninitialized -> monomorphic: case: Job {id, waiting}, OwnInline"), "{}", all.stderr);
}

#[test]
fn what_is_traced_can_be_json() {
    let source =
        b"function get(o) {\n  return o.x;\n}\nget({ x: 1 });\nget({ y: 1, x: 2 });\nconst a = [1];\na[1] = 'x';\nget.name + 1;\n";
    let directory = tempfile::tempdir().expect("a temporary directory can be made");
    fs::write(directory.path().join("trace.js"), source).expect("a temporary file can be written");
    let outcome = run(&["--trace-json=lines.json", "trace.js"], directory.path(), "UTC");
    demand_code(&outcome, &[OK]).expect("a good end");
    assert_eq!(outcome.stderr, "");
    let text = fs::read_to_string(directory.path().join("lines.json")).expect("the lines");
    let lines: Vec<serde_json::Value> =
        text.lines().map(|line| serde_json::from_str(line).expect("a line of JSON")).collect();
    let at =
        |event: &str, line: u64| lines.iter().filter(|l| l["event"] == event && l["line"] == line).collect::<Vec<_>>();
    let caches = at("ic", 2);
    let steps: Vec<(&str, &str)> =
        caches.iter().map(|l| (l["from"].as_str().expect("a state"), l["to"].as_str().expect("a state"))).collect();
    assert_eq!(steps, [("uninitialized", "monomorphic"), ("monomorphic", "polymorphic")]);
    assert!(caches.iter().all(|l| l["function"] == "get" && l["key"] == "x" && l["kind"] == "GetField"));
    let elements = at("elements", 7);
    assert_eq!(elements.len(), 1, "{text}");
    assert_eq!(elements[0]["to"], "packed tagged");
    let operands = at("operands", 8);
    assert_eq!(operands.len(), 1, "{text}");
    assert_eq!((&operands[0]["from"], &operands[0]["came"]), (&"int32".into(), &"string".into()));
    assert!(!at("shape", 5).is_empty(), "{text}");
}

/// Runs generated sources: each prints what it should, or is refused where that is allowed.
fn check_sources(sources: &[Source], what: &str) {
    let failures = failures(sources, |source| {
        let outcome = run_source(source.text.as_bytes(), "generated.js", &[]);
        let codes: &[i32] = match (source.refusable, source.prints.is_empty()) {
            (false, _) => &[OK],
            (true, false) => &[OK, UNCAUGHT],
            (true, true) => &[UNCAUGHT],
        };
        demand_code(&outcome, codes)
            .and_then(|code| {
                if code == OK {
                    demand_output(&outcome, &format!("{}\n", source.prints))
                } else {
                    demand_output(&outcome, "")?;
                    demand_error(&outcome, &["SyntaxError", "RangeError"])
                }
            })
            .map_err(|report| format!("{what}: {}\n{report}", source.name))
    });
    demand_none(&failures, sources.len(), what);
}

#[test]
fn hostile_deep_sources_run_or_are_refused() {
    check_sources(&sources::deep(), "deep sources");
}

#[test]
fn hostile_wide_sources_run() {
    check_sources(&sources::wide(), "wide sources");
}

#[test]
fn hostile_bytes_are_read_or_refused() {
    // Name, bytes of the file, exit codes allowed, standard output for code 0.
    let cases: &[(&str, &[u8], &[i32], &str)] = &[
        ("empty file", b"", &[OK], ""),
        ("only white space", b" \t\n\r\n\x0b\x0c", &[OK], ""),
        ("byte order mark", b"\xef\xbb\xbfprint(1)", &[OK], "1\n"),
        ("only a byte order mark", b"\xef\xbb\xbf", &[OK], ""),
        ("hash-bang", b"#!/usr/bin/env tarsier\nprint(2)", &[OK], "2\n"),
        ("hash-bang without an end", b"#!", &[OK], ""),
        ("no newline at the end", b"print(3) // comment", &[OK], "3\n"),
        ("carriage returns", b"print(4) // comment\rprint(5)", &[OK], "4\n5\n"),
        ("line separators", "print(6) // comment\u{2028}print(7)".as_bytes(), &[OK], "6\n7\n"),
        ("nul in a string", b"print('a\0b'.length)", &[OK], "3\n"),
        ("nul in the source", b"print(1)\0print(2)", &[UNCAUGHT], ""),
        ("lone nul", b"\0", &[UNCAUGHT], ""),
        ("invalid bytes in code", b"print(1);\xff\xfe print(2)", &[UNCAUGHT, USAGE], ""),
        ("invalid bytes in a string", b"print('a\xc3'.length)", &[OK, UNCAUGHT, USAGE], "2\n"),
        ("invalid bytes in a comment", b"print(8) // \x80\x80", &[OK, UNCAUGHT, USAGE], "8\n"),
        ("overlong encoding", b"print('\xc0\xaf'.length)", &[OK, UNCAUGHT, USAGE], "2\n"),
        ("encoded surrogate", b"print('\xed\xa0\x80'.length)", &[OK, UNCAUGHT, USAGE], "3\n"),
        ("cut character at the end", b"print(9) // \xf0\x9f\x98", &[OK, UNCAUGHT, USAGE], "9\n"),
        ("UTF-16 with a mark", b"\xff\xfep\0r\0i\0n\0t\0(\x001\0)\0", &[UNCAUGHT, USAGE], ""),
        ("a picture", b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x01", &[UNCAUGHT, USAGE], ""),
        ("astral identifier", "var 𠮷 = 10; print(𠮷)".as_bytes(), &[OK], "10\n"),
        ("emoji as an identifier", "var 😀 = 1;".as_bytes(), &[UNCAUGHT], ""),
        ("output with emoji", "print('é😀')".as_bytes(), &[OK], "é😀\n"),
        ("lone surrogate in the output", b"print('\\ud800'.length)", &[OK], "1\n"),
    ];
    let failures = failures(cases, |&(name, bytes, codes, stdout)| {
        let outcome = run_source(bytes, "bytes.js", &[]);
        demand_code(&outcome, codes)
            .and_then(|code| demand_output(&outcome, if code == OK { stdout } else { "" }))
            .map_err(|report| format!("{name}\n{report}"))
    });
    demand_none(&failures, cases.len(), "odd files");
}

#[test]
fn hostile_arguments_are_refused() {
    let directory = tempfile::tempdir().expect("a temporary directory can be made");
    fs::create_dir(directory.path().join("folder.js")).expect("a directory can be made");
    fs::write(directory.path().join("good.js"), "print('good')\n").expect("a file can be written");
    let cases: &[(&str, &[&str])] = &[
        ("missing file", &["missing.js"]),
        ("missing module", &["missing.mjs"]),
        ("missing folder", &["missing/file.js"]),
        ("a directory", &["folder.js"]),
        ("a file used as a folder", &["good.js/inner.js"]),
        ("unknown option", &["--no-such-option", "good.js"]),
        ("unknown short option", &["-Z", "good.js"]),
        ("unknown tier", &["--tier=fastest", "good.js"]),
        ("tier without a value", &["--tier="]),
        ("a heap that is no size", &["--max-heap=lots", "good.js"]),
        ("a negative heap", &["--max-heap=-1", "good.js"]),
        ("a time limit that is no number", &["--timeout=soon", "good.js"]),
        ("a stress that is no number", &["--gc-stress=often", "good.js"]),
        ("a nul-free but absurd path", &["\u{fffd}/\u{1f600}.js"]),
    ];
    let failures = failures(cases, |&(name, arguments)| {
        let outcome = run(arguments, directory.path(), "UTC");
        demand_code(&outcome, &[USAGE])
            .and_then(|_| demand_output(&outcome, ""))
            .and_then(|()| {
                if outcome.stderr.trim().is_empty() { Err("nothing on standard error".to_owned()) } else { Ok(()) }
            })
            .map_err(|report| format!("{name}\n{report}"))
    });
    demand_none(&failures, cases.len(), "command lines");
}
