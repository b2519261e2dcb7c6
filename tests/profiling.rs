//! The command's profiles: every format, the conversion of the native one, `console.profile`.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::time::Duration;
use tarsier::profiling::sampling::Options as Sampling;
use tarsier::{Engine, Options};

const PROGRAM: &str = "\
function heavy(n) { let s = 0; for (let i = 0; i < n; i++) s += Math.sin(i); return s; }
const end = performance.now() + 60;
while (performance.now() < end) heavy(2000);
setTimeout(function later() { const end = performance.now() + 20; while (performance.now() < end) heavy(2000); }, 5);
";

fn tarsier(folder: &Path, args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_tarsier")).args(args).current_dir(folder).output().expect("the command runs")
}

fn folder_with(program: &str) -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("program.js");
    std::fs::write(&file, program).expect("the program");
    (folder, file)
}

fn read(folder: &Path, name: &str) -> String {
    std::fs::read_to_string(folder.join(name)).unwrap_or_else(|e| panic!("{name}: {e}"))
}

#[test]
fn every_format_by_its_extension() {
    let (folder, _) = folder_with(PROGRAM);
    let folder = folder.path();
    let done = tarsier(folder, &["--prof-interval=250us", "--prof-out=run.tprof", "program.js"]);
    let summary = String::from_utf8_lossy(&done.stderr).into_owned();
    assert!(done.status.success() && summary.contains("sampling cost about"), "{summary}");
    assert!(
        summary.contains("heavy  program.js:1") && summary.contains("timer in <top level> program.js:4"),
        "{summary}"
    );
    for (extension, part) in [
        ("cpuprofile", "\"functionName\":\"heavy\""),
        ("html", "<canvas id=\"timeline\""),
        ("svg", "data-n=\"heavy\""),
        ("folded", "<top level> program.js:1;heavy program.js:1 "),
        ("json", "\"preprocessedProfileVersion\""),
        ("log", "v8-version,11,3,244,8,-node.38,0\n"),
        ("txt", "heavy  program.js:1"),
        ("tprof", "\"format\":\"tarsier-profile\",\"version\":1"),
    ] {
        let name = format!("copy.{extension}");
        let done = tarsier(folder, &["report", "run.tprof", &format!("--out={name}")]);
        assert!(done.status.success(), "{name}: {}", String::from_utf8_lossy(&done.stderr));
        assert!(read(folder, &name).contains(part), "{name}");
    }
    assert_eq!(read(folder, "copy.tprof"), read(folder, "run.tprof"));
    let printed = tarsier(folder, &["report", "run.tprof", "--format=folded"]);
    assert_eq!(String::from_utf8_lossy(&printed.stdout), read(folder, "copy.folded"));
}

#[test]
fn inlined_functions_stand_below_what_they_are_inlined_into() {
    let program = "\
function leaf(i) { let s = 0; for (let k = 0; k < 50; k++) s += k * i; return s; }
function middle(i) { return leaf(i) + 1; }
function outer(n) { let s = 0; for (let i = 0; i < n; i++) s += middle(i); return s; }
for (let i = 0; i < 60; i++) outer(20000);
";
    let (folder, _) = folder_with(program);
    let done = tarsier(folder.path(), &["--prof-interval=250us", "--prof-out=run.folded", "program.js"]);
    assert!(done.status.success());
    let stacks = read(folder.path(), "run.folded");
    let whole = "<top level> program.js:1;outer program.js:3;middle program.js:2;leaf program.js:1 ";
    assert!(stacks.contains(whole), "{stacks}");
    for name in ["leaf", "middle"] {
        assert!(!stacks.contains(&format!("<top level> program.js:1;{name} ")), "{stacks}");
    }
    assert!(!stacks.contains("outer program.js:3;leaf "), "{stacks}");
}

/// Most of the time is in the mathematical library, which optimized code calls without a frame, in the second program from an inlined function.
#[test]
fn time_in_leaves_is_on_the_line_that_calls_them() {
    for (program, line) in [
        (
            "function leaves(n) {\n  let s = 0;\n  for (let i = 0; i < n; i++) s += Math.sqrt(i) * Math.sin(i);\n  return s;\n}\n\
          for (let i = 0; i < 400; i++) leaves(20000);\n",
            3,
        ),
        (
            "function leaf(i) {\n  return Math.sin(i) * 2;\n}\nfunction host(n) {\n  let s = 0;\n  for (let i = 0; i < n; i++) s += leaf(i);\n  \
          return s;\n}\nfor (let i = 0; i < 400; i++) host(20000);\n",
            2,
        ),
    ] {
        let (folder, _) = folder_with(program);
        let done = tarsier(folder.path(), &["--prof-interval=250us", "--prof-out=run.txt", "program.js"]);
        assert!(done.status.success());
        let summary = read(folder.path(), "run.txt");
        let own = summary.lines().filter(|row| row.contains(&format!("  program.js:{line}  ")) && row.contains(" ms "));
        let mut shares = own.filter_map(|row| row.split_whitespace().nth(2)?.strip_suffix('%')?.parse::<f64>().ok());
        assert!(shares.next_back().is_some_and(|share| share > 80.0), "{summary}");
    }
}

#[test]
fn what_is_no_profile_is_refused() {
    let (folder, _) = folder_with(PROGRAM);
    std::fs::write(folder.path().join("bad.tprof"), "{\"format\":\"tarsier-profile\",\"version\":1}").expect("a file");
    for args in
        [&["report", "bad.tprof"][..], &["report", "none.tprof"], &["report"], &["report", "bad.tprof", "--format=x"]]
    {
        let done = tarsier(folder.path(), args);
        assert_eq!(done.status.code(), Some(2), "{args:?}");
        assert_eq!(String::from_utf8_lossy(&done.stderr).lines().count(), 1, "{args:?}");
    }
}

#[test]
fn the_console_samples_a_part() {
    let (folder, _) = folder_with(
        "function before() { const end = performance.now() + 20; while (performance.now() < end); }
         function inside() { const end = performance.now() + 40; while (performance.now() < end); }
         before(); console.profile('my part'); inside(); console.profileEnd('my part'); before();
         console.profile('open'); inside();",
    );
    let done = tarsier(folder.path(), &["--prof-interval=250us", "program.js"]);
    assert!(done.status.success());
    let part = read(folder.path(), "my_part.cpuprofile");
    assert!(part.contains("\"inside\"") && !part.contains("\"before\""));
    // What the program does not end, its end does.
    assert!(read(folder.path(), "open.cpuprofile").contains("\"inside\""));
}

/// Much is alive, so that marking goes in slices; objects of many classes come and go, and the caches that knew them forget them. What
/// the compilers make of it, and when collections come, must not depend on time.
#[test]
fn with_compile_sync_sampling_changes_nothing_of_what_is_compiled() {
    let (folder, _) = folder_with(
        "const kept = [];
         for (let i = 0; i < 400000; i++) kept.push({ i, next: kept[i >> 1], pair: [i, i] });
         function area(shape) { return shape.width * shape.height; }
         function round(n) {
           const Shape = class { constructor(w, h) { this.width = w; this['extra' + n % 7] = n; this.height = h; } };
           let sum = 0;
           for (let i = 0; i < 3000; i++) { const s = new Shape(i, 2); sum += area(s); kept[i] = s; }
           return sum;
         }
         let total = 0;
         for (let n = 0; n < 500; n++) total += round(n);
         print(total);
         for (const e of $vm.gcEvents()) print(e.kind, e.bytesBefore, e.bytesAfter);",
    );
    let run = |more: &[&str]| {
        let traced = ["--expose-vm", "--compile-sync", "--trace-compile", "--trace-opt"];
        let done = tarsier(folder.path(), &[&traced, more, &["program.js"]].concat());
        assert!(done.status.success());
        let errors = String::from_utf8_lossy(&done.stderr).into_owned();
        let is_time = |part: &&str| part.ends_with(" us") || part.contains("build_us ") || part.contains("compile_us ");
        let decisions = errors.lines().filter(|line| line.starts_with('['));
        let decisions =
            decisions.map(|line| line.split(", ").filter(|part| !is_time(part)).collect::<Vec<_>>().join(", "));
        (decisions.collect::<Vec<_>>(), String::from_utf8_lossy(&done.stdout).into_owned())
    };
    let (decisions, output) = run(&[]);
    assert!(decisions.len() > 5 && output.contains("slice") && output.contains("finish"), "{decisions:?} {output}");
    for _ in 0..2 {
        assert_eq!(run(&["--prof-out=/dev/null", "--prof-interval=100us"]), (decisions.clone(), output.clone()));
    }
}

#[test]
fn in_a_sampled_run_the_console_names_parts() {
    let (folder, _) =
        folder_with("console.profile('a'); console.timeStamp('here'); console.profileEnd(); console.profile('b');");
    let done = tarsier(folder.path(), &["--prof-out=run.tprof", "program.js"]);
    assert!(done.status.success());
    let profile = read(folder.path(), "run.tprof");
    for mark in [
        "\"name\":\"a\",\"kind\":\"profile\"",
        "\"name\":\"here\",\"kind\":\"time-stamp\"",
        "\"name\":\"b\",\"kind\":\"profile\"",
    ] {
        assert!(profile.contains(mark), "{mark}");
    }
    assert!(!folder.path().join("a.cpuprofile").exists());
}

/// What was compiled, scheduled and thrown away before sampling began again is none of the second profile's.
#[test]
fn sampling_can_begin_again() {
    let run = || {
        let options = Options { code_memory: 256 << 10, baseline_threshold: 10, ..Options::default() };
        let mut engine = Engine::new(options).expect("a VM");
        let sampling = Sampling { interval: Duration::from_micros(100), ..Sampling::default() };
        for round in 1..=4 {
            engine.start_profiling(&sampling).expect("sampling");
            // So much that code memory is short in each round.
            let program = format!(
                "for (let i = 0; i < 20; i++) setTimeout(() => Promise.resolve(i).then(function late() {{}}), 30);
                 for (let k = 0; k < 1500 * {round}; k++) {{
                   const f = new Function('n', 'let s = ' + k + '; for (let i = 0; i < n; i++) {{ s += i % 7; s ^= i; }} return s;');
                   for (let i = 0; i < 50; i++) f(100);
                 }}"
            );
            engine.eval("again.js", program).expect("it runs");
            // The timers fire in the next round.
            let profile = engine.stop_profiling().expect("a profile");
            assert_eq!(profile.check(), Ok(()), "round {round}");
            assert_eq!((profile.sampling.unresolved, profile.sampling.lost), (0, 0), "round {round}");
            assert!(profile.machine_code.iter().any(|code| code.freed_ns > 0), "code comes and goes");
            assert!(
                profile.machine_code.iter().all(|c| c.freed_ns == 0 || c.freed_ns >= profile.start_ns),
                "of this round"
            );
            let parents = profile.async_origins.iter().map(|o| o.parent as usize);
            assert!(parents.clone().all(|parent| parent <= profile.async_origins.len()));
            engine.start_profiling(&sampling).expect("sampling");
            engine.run_event_loop().expect("the jobs run");
            let profile = engine.stop_profiling().expect("a profile");
            assert_eq!(profile.check(), Ok(()), "jobs of round {round}");
            assert!(!profile.async_origins.is_empty());
        }
    };
    tarsier::thread::with_stack(8 << 20, run).expect("a thread");
}

/// What Linux's perf reads: a line of the map and a record of the dump for each piece of code, closed at the end.
#[test]
#[cfg(all(target_os = "linux", target_arch = "x86_64"))]
fn perf_is_told_of_machine_code() {
    let (folder, _) = folder_with(&format!("{PROGRAM}(0, eval)('heavy(1)');\n"));
    let mut command = Command::new(env!("CARGO_BIN_EXE_tarsier"));
    let mut child = command.args(["--perf-prof", "program.js"]).current_dir(folder.path()).spawn().expect("it runs");
    let id = child.id();
    assert!(child.wait().expect("an end").success());
    let map_path = PathBuf::from(format!("/tmp/perf-{id}.map"));
    let map = std::fs::read_to_string(&map_path).expect("the map");
    std::fs::remove_file(map_path).expect("removed");
    let dump = std::fs::read(folder.path().join(format!("jit-{id}.dump"))).expect("the dump");
    for name in
        ["~heavy program.js:1", "^heavy program.js:1", "~later program.js:4", "~eval <eval>:1", "(call machine code)"]
    {
        assert!(map.lines().any(|line| line.ends_with(&format!(" {name}"))), "{name}: {map}");
        let bytes = [name.as_bytes(), &[0]].concat();
        assert!(dump.windows(bytes.len()).any(|part| part == bytes), "{name}");
    }
    // The last record closes it: kind 3, 16 bytes.
    let last = &dump[dump.len() - 16..dump.len() - 8];
    assert_eq!(last, [3, 0, 0, 0, 16, 0, 0, 0]);
}

/// A program of TypeScript, and one that says by a map that it was made of it: what all outputs name.
#[test]
fn profiles_name_what_the_text_was_made_from() {
    let program = "\
interface Step { by: number }
enum Mode { Slow, Fast }

function heavy(step: Step): number {
  let s = 0;
  for (let i = 0; i < 2000; i++) {
    s += Math.sin(i) * step.by;
  }
  return s;
}

const until = performance.now() + 60;
while (performance.now() < until) heavy({ by: Mode.Fast });
";
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    std::fs::write(folder.join("program.ts"), program).expect("the program");
    // What a minifier might make of it, in one line; its map has the beginnings of statements and the names.
    let minified = "function a(b){let c=0;for(let d=0;d<2e3;d++)c+=Math.sin(d)*b.by;return c}const e=performance.now()+60;for(;performance.now()<e;)a({by:1});";
    let place = |what: &str, line: u32, column: u32, name: Option<u32>| {
        let at = minified.find(what).unwrap_or_else(|| panic!("{what}")) as u32;
        oxc_sourcemap::Token::new(0, at, line, column, Some(0), name)
    };
    let tokens = [
        place("function a", 3, 0, None),
        place("a(b)", 3, 9, Some(0)),
        place("let c", 4, 2, None),
        place("for(let", 5, 2, None),
        place("c+=", 6, 4, None),
        place("return c", 8, 2, None),
        place("const e", 11, 0, None),
        place("for(;", 12, 0, None),
        place("a({by", 12, 34, Some(0)),
    ];
    let map = oxc_sourcemap::SourceMap::new(
        None,
        vec!["heavy".into()],
        None,
        vec!["../program.ts".into()],
        vec![Some(program.into())],
        Box::new(tokens),
        None,
    );
    std::fs::create_dir(folder.join("out")).expect("a folder");
    std::fs::write(folder.join("out/min.js"), format!("{minified}\n//# sourceMappingURL=min.js.map\n"))
        .expect("written");
    std::fs::write(folder.join("out/min.js.map"), map.to_json_string()).expect("written");
    for file in ["program.ts", "out/min.js"] {
        let done = tarsier(folder, &["--prof-interval=250us", "--prof-out=run.tprof", file]);
        let summary = String::from_utf8_lossy(&done.stderr).into_owned();
        assert!(done.status.success(), "{summary}");
        assert!(
            summary.contains("heavy  program.ts:4") && summary.contains("program.ts:7  s += Math.sin(i) * step.by;"),
            "{summary}"
        );
        assert!(!summary.contains("min.js"), "{summary}");
        std::fs::rename(folder.join("program.ts"), folder.join("elsewhere")).expect("renamed");
        for (extension, part) in [
            ("cpuprofile", "program.ts\",\"lineNumber\":3,"),
            ("html", "s += Math.sin(i) * step.by;"),
            ("svg", "program.ts:4"),
            ("folded", "<top level> program.ts:"),
            ("json", "program.ts"),
            ("log", "enum Mode { Slow\\x2C Fast }"),
            ("txt", "program.ts:7  s += Math.sin(i) * step.by;"),
        ] {
            let name = format!("copy.{extension}");
            let done = tarsier(folder, &["report", "run.tprof", &format!("--out={name}")]);
            assert!(done.status.success(), "{name}: {}", String::from_utf8_lossy(&done.stderr));
            let text = read(folder, &name);
            assert!(text.contains(part) && !text.contains("min.js"), "{file} {name}");
        }
        std::fs::rename(folder.join("elsewhere"), folder.join("program.ts")).expect("renamed");
    }
    let done = tarsier(folder, &["--no-source-maps", "--prof-out=run.folded", "out/min.js"]);
    assert!(done.status.success() && read(folder, "run.folded").contains("a out/min.js:1"));
}
