//! The globals, as scripts see them.

use super::Settings;
use super::output::Output;
use super::output::tests::Capture;
use crate::{Engine, Failure, Options, thread};

/// Runs a script with jobs and timers: how it ended, standard output, standard error.
fn run_with(options: Options, text: &str) -> (Result<(), Failure>, String, String) {
    let (out, error) = (Capture::default(), Capture::default());
    let output = Output::to(Box::new(out.clone()), Box::new(error.clone()));
    let result = thread::with_stack(options.stack_size, || {
        let settings = Settings { output: output.clone(), ..Settings::default() };
        let mut engine = Engine::with_settings(options, settings)?;
        engine.eval("test.js", text)?;
        engine.run_event_loop()
    });
    output.flush();
    (result.expect("a thread"), out.text(), error.text())
}

fn printed(text: &str) -> String {
    let (result, out, _) = run_with(Options::default(), text);
    assert_eq!(result, Ok(()), "{text}");
    out
}

/// What console.log shows of an expression.
fn shown(expression: &str) -> String {
    printed(&format!("console.log([{expression}][0])")).trim_end_matches('\n').to_string()
}

#[test]
fn primitives() {
    for (expression, text) in [
        ("undefined", "undefined"),
        ("null", "null"),
        ("-0", "-0"),
        ("1e21", "1e+21"),
        ("10n", "10n"),
        ("Symbol('x')", "Symbol(x)"),
        ("'top'", "top"),
        ("['in']", "[ 'in' ]"),
        ("[\"it's\", '\\n']", "[ \"it's\", '\\n' ]"),
        ("Object('s')", "[String: 's']"),
        ("Object(3)", "[Number: 3]"),
    ] {
        assert_eq!(shown(expression), text, "{expression}");
    }
}

#[test]
fn objects_and_arrays() {
    for (expression, text) in [
        ("{}", "{}"),
        ("[]", "[]"),
        ("{ a: 1, 'b-c': [2], 3: 4 }", "{ '3': 4, a: 1, 'b-c': [ 2 ] }"),
        ("[1, , 3, , , 6]", "[ 1, <1 empty item>, 3, <2 empty items>, 6 ]"),
        ("new Array(3)", "[ <3 empty items> ]"),
        ("Object.assign([1], { x: 2 })", "[ 1, x: 2 ]"),
        (
            "{ get a() { throw 1 }, set b(v) {}, get c() {}, set c(v) {} }",
            "{ a: [Getter], b: [Setter], c: [Getter/Setter] }",
        ),
        ("{ a: { b: { c: { d: 1 } } } }", "{ a: { b: { c: [Object] } } }"),
        ("[[[[1]]]]", "[ [ [ [Array] ] ] ]"),
        ("Object.create(null)", "[Object: null prototype] {}"),
        ("new (class Foo { constructor() { this.x = 1 } })", "Foo { x: 1 }"),
        ("new (class Bar extends Array {})(2)", "Bar(2) [ <2 empty items> ]"),
        ("{ [Symbol.toStringTag]: 'T' }", "Object [T] { [Symbol(Symbol.toStringTag)]: 'T' }"),
        ("(function () { return arguments })(1, 'a')", "[Arguments] [ 1, 'a' ]"),
    ] {
        assert_eq!(shown(expression), text, "{expression}");
    }
}

#[test]
fn functions_and_classes() {
    for (expression, text) in [
        ("function f() {}", "[Function: f]"),
        ("() => 1", "[Function (anonymous)]"),
        ("async () => {}", "[AsyncFunction (anonymous)]"),
        ("function* g() {}", "[GeneratorFunction: g]"),
        ("class A { static x = 1 }", "[class A] { x: 1 }"),
        ("class B extends Map {}", "[class B extends Map]"),
        ("class {}", "[class (anonymous)]"),
        ("Math.max", "[Function: max]"),
        ("(function () {}).bind()", "[Function: bound ]"),
    ] {
        assert_eq!(shown(expression), text, "{expression}");
    }
}

#[test]
fn collections_dates_and_the_rest() {
    for (expression, text) in [
        ("new Map([[1, { a: 1 }], ['k', 2]])", "Map(2) { 1 => { a: 1 }, 'k' => 2 }"),
        ("new Set(['a', []])", "Set(2) { 'a', [] }"),
        ("new Map()", "Map(0) {}"),
        ("new WeakSet()", "WeakSet { <items unknown> }"),
        ("new Uint8Array([1, 2])", "Uint8Array(2) [ 1, 2 ]"),
        ("new ArrayBuffer(2)", "ArrayBuffer { [Uint8Contents]: <00 00>, byteLength: 2 }"),
        ("new Date(0)", "1970-01-01T00:00:00.000Z"),
        ("new Date(NaN)", "Invalid Date"),
        ("/a\\/b/gi", "/a\\/b/gi"),
        ("Promise.resolve([1])", "Promise { [ 1 ] }"),
        ("new Promise(() => {})", "Promise { <pending> }"),
        ("new Proxy({ a: 1 }, { get() { throw 1 } })", "{ a: 1 }"),
        ("(() => { const r = Proxy.revocable({}, {}); r.revoke(); return r.proxy })()", "<Revoked Proxy>"),
        ("(function* () {})()", "Object [Generator] {}"),
    ] {
        assert_eq!(shown(expression), text, "{expression}");
    }
}

#[test]
fn circles_are_named() {
    let text = printed("const o = { n: 1 }; o.o = o; console.log(o); const a = [o]; a.push(a); console.log(a)");
    let [first, second] =
        ["<ref *1> { n: 1, o: [Circular *1] }", "[ <ref *1> { n: 1, o: [Circular *1] }, [Circular *2] ]"];
    assert_eq!(text, format!("{first}\n<ref *2> {second}\n"));
}

#[test]
fn what_is_long_is_broken_and_cut() {
    let text = printed("console.log({ a: 'x'.repeat(40), b: 'y'.repeat(40) })");
    assert_eq!(text, format!("{{\n  a: '{}',\n  b: '{}'\n}}\n", "x".repeat(40), "y".repeat(40)));
    let text = printed("console.log(Array.from({ length: 150 }, (_, i) => i))");
    assert!(text.starts_with("[\n   0,  1,  2,") && text.ends_with("\n  ... 50 more items\n]\n"), "{text}");
    let text = printed("console.log(['x'.repeat(10001)])");
    assert!(text.contains("'... 1 more character"), "{text}");
    let text = printed(
        "let a = []; for (let i = 0; i < 1e5; i++) a = [a]; console.dir(a, { depth: null }); console.log('end')",
    );
    assert!(text.contains("[Array]") && text.ends_with("end\n"));
}

#[test]
fn formats() {
    for (args, text) in [
        ("'%s is %d', 'a', 1.5, 'b', { c: 1 }", "a is 1.5 b { c: 1 }"),
        ("'%i %f %j', 42.9, '1.5x', { a: [1] }", "42 1.5 {\"a\":[1]}"),
        ("'%o|%O', [1], { a: { b: { c: { d: 1 } } } }", "[ 1 ]|{ a: { b: { c: [Object] } } }"),
        ("'%c%s%%', 'css', null", "null%"),
        ("'100%', 1", "100% 1"),
        ("'%s'", "%s"),
        ("'%x', 1", "%x 1"),
        ("'%d %i', Symbol(), {}", "NaN NaN"),
        ("'%s %s', { toString() { return 'own' } }, {}", "own {}"),
        ("'%j', (() => { const a = []; a[0] = a; return a })()", "[Circular]"),
        ("{ a: 1 }, '%s', 2", "{ a: 1 } %s 2"),
        ("", ""),
    ] {
        assert_eq!(printed(&format!("console.log({args})")), format!("{text}\n"), "{args}");
    }
}

#[test]
fn groups_and_counters() {
    assert_eq!(
        printed(
            "console.group('a'); console.log('b\\nc'); console.groupEnd(); console.groupEnd(); console.count(); console.count()"
        ),
        "a\n  b\n  c\ndefault: 1\ndefault: 2\n"
    );
}

#[test]
fn standard_error_gets_the_rest() {
    let text = "console.error('e', 1); console.warn('w'); console.assert(true, 'x'); console.assert(0, 'n %d', 1); console.timeEnd('t')";
    let (result, out, error) = run_with(Options::default(), text);
    assert_eq!((result, out.as_str()), (Ok(()), ""));
    assert_eq!(error, "e 1\nw\nAssertion failed: n 1\nWarning: No such label 't' for console.timeEnd()\n");
}

#[test]
fn errors_show_stack_cause_and_own_properties() {
    let text = shown("Object.assign(new TypeError('t', { cause: 'c' }), { code: 1 })");
    assert!(text.starts_with("TypeError: t\n    at test.js:1:"), "{text}");
    assert!(
        text.ends_with(" {\n  code: 1,\n  [cause]: 'c'\n}") || text.ends_with(" {\n  [cause]: 'c',\n  code: 1\n}"),
        "{text}"
    );
    assert!(shown("new (class Mine extends Error {})('m')").starts_with("Mine: m\n    at "));
    assert_eq!(shown("(() => { const e = new Error('bare'); e.stack = undefined; return e })()"), "[Error: bare]");
}

#[test]
fn how_programs_end() {
    for (text, expected) in [
        ("throw new Error('e')", Failure::Uncaught("Error: e\n    at test.js:1:7".into())),
        ("throw 'text'", Failure::Uncaught("Uncaught text".into())),
        ("throw { a: 1 }", Failure::Uncaught("Uncaught { a: 1 }".into())),
        ("Promise.reject(1)", Failure::Uncaught("Uncaught (in promise) 1".into())),
        ("setTimeout(() => { throw 2 })", Failure::Uncaught("Uncaught 2".into())),
        ("queueMicrotask(() => { throw 3 })", Failure::Uncaught("Uncaught 3".into())),
        ("try { process.exit(4) } catch { console.log('no') } finally { console.log('no') }", Failure::Exit(4)),
        ("setTimeout(() => process.exit(300), 1)", Failure::Exit(300)),
    ] {
        let (result, out, _) = run_with(Options::default(), text);
        assert_eq!((result, out.as_str()), (Err(expected), ""), "{text}");
    }
    let (result, ..) = run_with(Options::default(), "\n  let x = ;");
    let Err(Failure::Uncaught(report)) = result else { panic!("no syntax error") };
    assert!(report.starts_with("test.js:2:11\n  let x = ;\n          ^\nSyntaxError: "), "{report}");
    let (result, ..) =
        run_with(Options::default(), "const p = Promise.reject(1); queueMicrotask(() => p.catch(() => {}))");
    assert_eq!(result, Ok(()));
}

#[test]
fn a_full_heap_is_a_clean_end_and_can_be_caught() {
    let options = || Options { max_heap: 24 << 20, ..Options::default() };
    let (result, ..) = run_with(options(), "const a = []; for (;;) a.push({})");
    assert_eq!(result, Err(Failure::OutOfMemory { limit: 24 << 20 }));
    let text = "let a = []; try { for (;;) a.push({}) } catch (e) { a = null; console.log(e instanceof RangeError) }";
    assert_eq!(run_with(options(), text).1, "true\n");
}

#[test]
fn timers_run_in_order_and_with_arguments() {
    let text = "
        setTimeout((...a) => console.log('t', a.join()), 2, 1, 2);
        setTimeout(() => console.log('first'), 0);
        setImmediate(() => console.log('immediate'));
        const never = setTimeout(() => console.log('never'), 0); clearTimeout(never);
        let n = 0; const id = setInterval(() => { console.log('i', n); if (++n === 3) clearInterval(id) }, 4);
        Promise.resolve().then(() => console.log('job')); console.log('script');";
    assert_eq!(printed(text), "script\njob\nfirst\nimmediate\nt 1,2\ni 0\ni 1\ni 2\n");
    assert_eq!(printed("try { setTimeout('x') } catch (e) { console.log(e.name) }"), "TypeError\n");
}
