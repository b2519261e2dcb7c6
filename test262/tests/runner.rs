//! The runner on a suite of a few tests of our own: every kind of test, passing and failing, and the list of expected failures.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

const ASSERT: &str = "function assert(ok, message) { if (!ok) throw new Test262Error(message); }";
const STA: &str = "function Test262Error(message) { this.message = message; }";
const DONE: &str = "function $DONE(error) {
    print(error ? 'Test262:AsyncTestFailure:' + error : 'Test262:AsyncTestComplete');
}";

/// Files of the suite's `test`.
const TESTS: &[(&str, &str)] = &[
    ("a/both-modes.js", "assert(true);"),
    ("a/strict.js", "/*---\nflags: [onlyStrict]\n---*/\nassert(function () { return this; }() === undefined);"),
    ("a/sloppy.js", "/*---\nflags: [noStrict]\n---*/\nassert(function () { return this; }() !== undefined);"),
    ("a/raw.js", "/*---\nflags: [raw]\n---*/\nif (typeof assert !== 'undefined') throw 1;"),
    ("a/include.js", "/*---\nincludes: [extra.js]\n---*/\nassert(extra === 42);"),
    ("a/fails.js", "assert(false, 'fails on purpose');"),
    ("a/fails-if-strict.js", "assert(function () { return this; }() !== undefined, 'strict');"),
    ("a/no-such-include.js", "/*---\nflags: [noStrict]\nincludes: [none.js]\n---*/"),
    (
        "a/cannot-block.js",
        "/*---\nflags: [CanBlockIsFalse]\n---*/
        const cells = new Int32Array(new SharedArrayBuffer(4));
        let caught; try { Atomics.wait(cells, 0, 0, 0); } catch (error) { caught = error; }
        assert(caught instanceof TypeError);",
    ),
    ("a/locale.js", "/*---\nflags: [noStrict]\nlocale: [xx]\n---*/\nthrow 1;"),
    ("negative/parse.js", "/*---\nflags: [noStrict]\nnegative:\n  phase: parse\n  type: SyntaxError\n---*/\nlet 1;"),
    ("negative/no-early.js", "/*---\nflags: [noStrict]\nnegative:\n  phase: parse\n  type: SyntaxError\n---*/\nx;"),
    ("negative/runtime.js", "/*---\nflags: [noStrict]\nnegative:\n  phase: runtime\n  type: TypeError\n---*/\nnull.x;"),
    ("negative/own.js", "/*---\nnegative:\n  phase: runtime\n  type: Test262Error\n---*/\nassert(false);"),
    ("negative/type.js", "/*---\nflags: [noStrict]\nnegative:\n  phase: runtime\n  type: RangeError\n---*/\nnull.x;"),
    ("negative/early.js", "/*---\nflags: [noStrict]\nnegative:\n  phase: runtime\n  type: SyntaxError\n---*/\nlet 1;"),
    ("negative/late.js", "/*---\nflags: [noStrict]\nnegative:\n  phase: runtime\n  type: SyntaxError\n---*/\neval('let 1');"),
    ("async/done.js", "/*---\nflags: [async]\n---*/\nPromise.resolve().then(() => $DONE());"),
    ("async/fails.js", "/*---\nflags: [async, noStrict]\n---*/\nPromise.resolve().then(() => $DONE('no'));"),
    ("async/never.js", "/*---\nflags: [async, noStrict]\n---*/\nnew Promise(() => {}).then(() => $DONE());"),
    ("module/import.js", "/*---\nflags: [module]\n---*/\nimport { x } from './x_FIXTURE.js'; assert(x === 1);"),
    ("module/x_FIXTURE.js", "export const x = 1;"),
    ("module/self.js", "/*---\nflags: [module]\n---*/\nimport { x as y } from './self.js'; export const x = 1; assert(y === 1);"),
    ("module/dynamic.js", "/*---\nflags: [async]\n---*/\nimport('./x_FIXTURE.js').then(m => $DONE(m.x !== 1), $DONE);"),
    (
        "module/resolution.js",
        "/*---\nflags: [module]\nnegative:\n  phase: resolution\n  type: SyntaxError\n---*/\nimport { y } from './x_FIXTURE.js';",
    ),
    ("module/parse.js", "/*---\nflags: [module]\nnegative:\n  phase: parse\n  type: SyntaxError\n---*/\nawait = 1;"),
    ("module/runtime.js", "/*---\nflags: [module]\nnegative:\n  phase: runtime\n  type: TypeError\n---*/\nawait 0; null.x;"),
    ("module/phase.js", "/*---\nflags: [module]\nnegative:\n  phase: resolution\n  type: TypeError\n---*/\nnull.x;"),
    ("module/waits.js", "/*---\nflags: [module]\n---*/\nawait new Promise(() => {});"),
    ("host/realm.js", "const other = $262.createRealm(); assert(other.global !== $262.global && other.global.$262 === other);"),
    (
        "host/script.js",
        "const other = $262.createRealm(); other.evalScript('var v = 7; let l = 8'); assert(other.global.v === 7);
        assert(other.evalScript('l') === 8); assert(typeof v === 'undefined');
        let caught; try { $262.evalScript('let 1'); } catch (error) { caught = error; } assert(caught instanceof SyntaxError);",
    ),
    ("host/detach.js", "const b = new ArrayBuffer(8); $262.detachArrayBuffer(b); assert(b.byteLength === 0);"),
    ("host/gc.js", "const o = { p: [1, 2] }; $262.gc(); assert(o.p[1] === 2);"),
    ("host/dda.js", "const d = $262.IsHTMLDDA; assert(typeof d === 'undefined' && d == null && d() === null && d('') === null);"),
    (
        "host/source.js",
        "const A = $262.AbstractModuleSource; assert(typeof A === 'function' && A.name === 'AbstractModuleSource');
        let caught; try { new A(); } catch (error) { caught = error; } assert(caught instanceof TypeError);",
    ),
    (
        "host/agent.js",
        "$262.agent.start(`$262.agent.receiveBroadcast((buffer, n) => {
            const cells = new Int32Array(buffer);
            Atomics.store(cells, 0, n);
            $262.agent.report('n ' + (Atomics.wait(cells, 1, 0) === 'ok') + typeof $262.agent.monotonicNow());
        });`);
        const cells = new Int32Array(new SharedArrayBuffer(8));
        $262.agent.broadcast(cells.buffer, 5);
        while (Atomics.notify(cells, 1) === 0) $262.agent.sleep(1);
        let report; while ((report = $262.agent.getReport()) === null) $262.agent.sleep(1);
        assert(report === 'n truenumber', report); assert(cells[0] === 5);",
    ),
    ("host/agent-waits.js", "$262.agent.start('$262.agent.receiveBroadcast(() => {});');"),
    ("host/agent-throws.js", "/*---\nflags: [noStrict]\n---*/\n$262.agent.start('null.x'); throw new Test262Error('too');"),
    ("host/agent-loops.js", "$262.agent.start('for (;;) 1;');"),
    ("limits/endless.js", "/*---\nflags: [noStrict]\n---*/\nfor (;;) 1;"),
    ("limits/endless-jobs.js", "/*---\nflags: [noStrict]\n---*/\n(function f() { Promise.resolve().then(f); })();"),
    ("limits/memory.js", "/*---\nflags: [noStrict]\n---*/\nconst all = []; for (;;) all.push(new Array(1000).fill(0));"),
    ("intl402/left-out.js", "throw 1;"),
];

/// The runs that fail, as the list of expected failures must say.
const FAILURES: &[&str] = &[
    "a/fails-if-strict.js strict",
    "a/fails.js sloppy",
    "a/fails.js strict",
    "a/locale.js sloppy",
    "a/no-such-include.js sloppy",
    "async/fails.js sloppy",
    "async/never.js sloppy",
    "host/agent-throws.js sloppy",
    "limits/endless-jobs.js sloppy",
    "limits/endless.js sloppy",
    "limits/memory.js sloppy",
    "module/phase.js module",
    "module/waits.js module",
    "negative/early.js sloppy",
    "negative/no-early.js sloppy",
    "negative/type.js sloppy",
];

fn write(root: &Path, path: &str, text: &str) {
    let path = root.join(path);
    fs::create_dir_all(path.parent().expect("a folder")).expect("created");
    fs::write(path, text).expect("written");
}

fn suite() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    let root = folder.path();
    for (name, text) in
        [("assert.js", ASSERT), ("sta.js", STA), ("doneprintHandle.js", DONE), ("extra.js", "var extra = 42;")]
    {
        write(root, &format!("harness/{name}"), text);
    }
    for (path, text) in TESTS {
        write(root, &format!("test/{path}"), text);
    }
    write(root, "package.json", r#"{ "version": "1.2.3" }"#);
    folder
}

fn run(root: &Path, arguments: &[&str]) -> (Output, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_tarsier-test262"))
        .arg("--suite")
        .arg(root)
        .arg("--expected")
        .arg(root.join("expected.txt"))
        .args(["--timeout", "3", "--jobs", "2"])
        .args(arguments)
        .output()
        .expect("the runner runs");
    let text = String::from_utf8(output.stdout.clone()).expect("UTF-8");
    (output, text)
}

/// The lines of the list of expected failures.
fn entries(root: &Path) -> Vec<String> {
    let text = fs::read_to_string(root.join("expected.txt")).expect("the list");
    text.lines().filter(|line| !line.starts_with('#')).map(String::from).collect()
}

#[test]
fn a_suite_of_our_own() {
    let folder = suite();
    let root = folder.path();

    let (output, text) = run(root, &["--update", "--list-failures", "--messages", "5", "--slowest", "1"]);
    assert_eq!(output.status.code(), Some(0), "{text}{}", String::from_utf8_lossy(&output.stderr));
    let list = entries(root);
    let runs: Vec<String> = list.iter().map(|line| line.split(" ? ").next().unwrap_or("").to_string()).collect();
    assert_eq!(runs, FAILURES, "{text}");
    let reason = |run: &str| list.iter().find(|line| line.starts_with(run)).cloned().unwrap_or_default();
    assert!(reason("a/fails.js strict").ends_with("? Test262Error: fails on purpose"));
    assert!(reason("a/no-such-include.js").contains("harness file none.js"));
    assert!(reason("async/never.js").contains("without a call of $DONE"));
    assert!(reason("host/agent-throws.js").contains("too; an agent: TypeError"));
    let endless = reason("limits/endless.js");
    assert!(endless.ends_with("time limit exceeded"), "{endless}");
    assert!(reason("limits/memory.js").contains("RangeError"));
    assert!(reason("negative/early.js").contains("(parse)"));
    assert!(text.starts_with("test262 1.2.3"), "{text}");
    assert!(text.contains("(needs locale xx)"), "{text}");
    assert!(text.contains("0 skipped"), "{text}");
    assert!(!text.contains("intl402"), "{text}");

    // As expected now, also in part; not any more when the list says less or more.
    assert_eq!(run(root, &["--filter", "negative", "--filter", "test/a/"]).0.status.code(), Some(0));
    assert_eq!(run(root, &["--filter", "negative", "--sample", "3", "--seed", "1"]).0.status.code(), Some(0));
    let text = fs::read_to_string(root.join("expected.txt")).expect("the list");
    let less = text.replace("a/fails.js strict ? Test262Error: fails on purpose\n", "");
    let explained = less.replace("? Test262Error: fails on purpose", "wanted");
    fs::write(root.join("expected.txt"), format!("{explained}a/raw.js raw none\ngone.js raw none\n")).expect("written");
    let (output, text) = run(root, &["--filter", "a"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(text.contains("unexpected failures: 1\na/fails.js strict Test262Error: fails on purpose\n"), "{text}");
    assert!(text.contains("unexpected passes: 1\na/raw.js raw\n"), "{text}");
    assert!(text.contains("not in the suite: 1\ngone.js raw\n"), "{text}");

    // Updating keeps reasons and what was not run.
    assert_eq!(run(root, &["--filter", "a", "--update"]).0.status.code(), Some(0));
    let list = entries(root);
    assert_eq!(list.len(), FAILURES.len());
    assert!(list.contains(&"a/fails.js sloppy wanted".to_string()), "{list:?}");
}

#[test]
fn what_cannot_be_run_is_said() {
    let folder = suite();
    let root = folder.path();
    let (output, _) = run(root, &["--filter", "nowhere"]);
    assert_eq!(output.status.code(), Some(2));
    let (output, _) = run(&root.join("test"), &[]);
    assert_eq!(output.status.code(), Some(2));
    write(root, "test/a/wrong.js", "/*---\nflags: [unheardOf]\n---*/");
    let (output, _) = run(root, &["--filter", "a"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("a/wrong.js: unknown flag"));
}
