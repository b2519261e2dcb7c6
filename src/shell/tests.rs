//! The globals, as scripts see them.

use super::Settings;
use super::output::Output;
use super::output::tests::Capture;
use crate::{Engine, Failure, Options, thread};

/// Runs a script with jobs and timers: how it ended, standard output, standard error.
fn run_with(options: Options, input: &'static str, text: &str) -> (Result<(), Failure>, String, String) {
    let (out, error) = (Capture::default(), Capture::default());
    let output = Output::to(Box::new(out.clone()), Box::new(error.clone()));
    let result = thread::with_stack(options.stack_size, || {
        let settings = Settings {
            profiling: None,
            expose_test262: false,
            program: None,
            script_args: vec!["one".into(), "two".into()],
            output: output.clone(),
            input: Box::new(input.as_bytes()),
            source_maps: true,
            tiers: jit::install,
        };
        let mut engine = Engine::with_settings(options, settings)?;
        engine.eval("test.js", text)?;
        engine.run_event_loop()
    });
    output.flush();
    (result.expect("a thread"), out.text(), error.text())
}

fn printed(text: &str) -> String {
    let (result, out, _) = run_with(Options::default(), "", text);
    assert_eq!(result, Ok(()), "{text}");
    out
}

/// What console.log shows of an expression.
fn shown(expression: &str) -> String {
    printed(&format!("console.log([{expression}][0])")).trim_end_matches('\n').to_string()
}

#[test]
fn print_makes_strings() {
    assert_eq!(
        printed("print('a', 1, [1, 2], {}, null, Symbol('s')); print()"),
        "a 1 1,2 [object Object] null Symbol(s)\n\n"
    );
    assert_eq!(printed("write('a', 'b'); write('c')"), "a bc");
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
    let text =
        printed("let a = []; for (let i = 0; i < 1e5; i++) a = [a]; console.dir(a, { depth: null }); print('end')");
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
    let (result, out, error) = run_with(Options::default(), "", text);
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
        ("try { quit(4) } catch { print('no') } finally { print('no') }", Failure::Exit(4)),
        ("setTimeout(() => quit(300), 1)", Failure::Exit(300)),
    ] {
        let (result, out, _) = run_with(Options::default(), "", text);
        assert_eq!((result, out.as_str()), (Err(expected), ""), "{text}");
    }
    let (result, ..) = run_with(Options::default(), "", "\n  let x = ;");
    let Err(Failure::Uncaught(report)) = result else { panic!("no syntax error") };
    assert!(report.starts_with("test.js:2:11\n  let x = ;\n          ^\nSyntaxError: "), "{report}");
    let (result, ..) =
        run_with(Options::default(), "", "const p = Promise.reject(1); queueMicrotask(() => p.catch(() => {}))");
    assert_eq!(result, Ok(()));
}

#[test]
fn a_full_heap_is_a_clean_end_and_can_be_caught() {
    let options = || Options { max_heap: 24 << 20, ..Options::default() };
    let (result, ..) = run_with(options(), "", "const a = []; for (;;) a.push({})");
    assert_eq!(result, Err(Failure::OutOfMemory { limit: 24 << 20 }));
    let text = "let a = []; try { for (;;) a.push({}) } catch (e) { a = null; print(e instanceof RangeError) }";
    assert_eq!(run_with(options(), "", text).1, "true\n");
}

#[test]
fn timers_run_in_order_and_with_arguments() {
    let text = "
        setTimeout((...a) => print('t', a), 2, 1, 2);
        setTimeout(() => print('first'), 0);
        setImmediate(() => print('immediate'));
        const never = setTimeout(() => print('never'), 0); clearTimeout(never);
        let n = 0; const id = setInterval(() => { print('i', n); if (++n === 3) clearInterval(id) }, 4);
        Promise.resolve().then(() => print('job')); print('script');";
    assert_eq!(printed(text), "script\njob\nfirst\nimmediate\nt 1,2\ni 0\ni 1\ni 2\n");
    assert_eq!(printed("try { setTimeout('x') } catch (e) { print(e.name) }"), "TypeError\n");
}

#[test]
fn files_and_input() {
    let folder = std::env::temp_dir().join(format!("tarsier-files-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    std::fs::write(folder.join("a.js"), "var loaded = 1; let lexical = 2; 'completion'").expect("a file");
    std::fs::write(folder.join("b.bin"), [0xff, b'x']).expect("a file");
    let text = format!(
        "const f = '{}/'; print(load(f + 'a.js'), loaded, lexical, read(f + 'a.js').length);
         print(read(f + 'b.bin') === '\\ufffdx', read(f + 'b.bin', 'binary'), readbuffer(f + 'b.bin').byteLength);
         for (const g of [load, read, readbuffer]) try {{ g(f + 'none') }} catch (e) {{ print(e.name) }}
         print(readline(), readline(), readline(), readline()); print(scriptArgs)",
        folder.display()
    );
    let (result, out, _) = run_with(Options::default(), "x\r\n\nlast", &text);
    std::fs::remove_dir_all(&folder).expect("removed");
    assert_eq!(result, Ok(()));
    assert_eq!(out, "completion 1 2 45\ntrue 255,120 2\nError\nError\nError\nx  last null\none,two\n");
}

#[test]
fn the_machine_can_be_looked_at() {
    let options = Options { expose_vm: true, ..Options::default() };
    let text = "
        print($vm.elementKind([1]), $vm.elementKind([1.5]), $vm.elementKind([, 'a']), $vm.hasFastElements([]));
        function P(x) { this.x = x } const a = new P(1), b = new P(2);
        print($vm.shapeId(a) === $vm.shapeId(b), $vm.shapeId(a) !== $vm.shapeId({ x: 1 }), $vm.isDictionary(a));
        delete b.x; print($vm.isDictionary(b), $vm.shapeDescription(a), $vm.shapeOrigin(a).line);
        function get(o) { return o.x } print($vm.isLazy(get), $vm.tier(get), $vm.tier(print), $vm.isOptimized(get));
        get(a); get({ x: 1 }); get({ y: 0, x: 1 });
        const site = $vm.feedback(get).find(s => s.key === 'x');
        print($vm.isLazy(get), site.kind, site.state, site.entries.length, site.line, site.entries[0].shape.id === $vm.shapeId(a));
        print(typeof $vm.bytecode(get), /GetField/.test($vm.bytecode(get)));
        $vm.gcEvents(); gc(); print($vm.gcEvents().some(e => e.reason === 'requested'), $vm.heapStats().fullCollections > 0);
        print($vm.isAtom('abc'), $vm.stringForm('abc'), $vm.stringForm('\\u0161'));
        const e = [1]; e.push('x'); print($vm.elementTransitions().some(t => t.to === 'packed tagged' && t.count > 0));
        for (const f of [$vm.shapeId, $vm.bytecode, $vm.stringForm]) try { f(1) } catch (e) { print(e.name) }";
    let (result, out, _) = run_with(options, "", text);
    assert_eq!(result, Ok(()));
    let expected = "\
packed int32 packed double holey tagged true
true true false
true P {x} 3
true interp builtin false
false GetField polymorphic 3 6 true
string true
true true
true latin1 utf16
true
TypeError
TypeError
TypeError
";
    assert_eq!(out, expected);
    assert_eq!(printed("print(typeof $vm, typeof gc)"), "undefined undefined\n");
}

#[test]
fn vm_object_shows_what_sites_went_through() {
    let options = Options { expose_vm: true, ..Options::default() };
    let text = "
        function get(o) { return o.x } function elem(a, i) { return a[i] } function store(a, i, v) { a[i] = v }
        function call(f) { return f(1) } function make() { return {} } function add(a, b) { return a + b }
        const site = (f, kind) => $vm.feedback(f).find(s => s.kind === kind);
        const changes = (f, kind) => site(f, kind).history.map(h => h.change + ' ' + h.state).join();
        get({ x: 1 }); print(changes(get, 'GetField'));
        for (let i = 0; i < 200; i++) get({ ['key' + i]: 1, x: 1 });
        print(changes(get, 'GetField').replace(/(,case polymorphic)+/, ', and so on'));
        print(site(get, 'GetField').history.every((h, i, all) => h.ms >= 0 && (i === 0 || h.ms >= all[i - 1].ms)));
        elem([1], 0); elem([1.5], 0); elem(new Uint8Array(1), 0); elem('s', 0);
        print(site(elem, 'GetIndex').state, site(elem, 'GetIndex').seen);
        const a = [1]; store(a, 1, 1); store(a, 1, 1.5); store(a, 1, 's'); store([1], 0, 1.5);
        print(JSON.stringify(site(store, 'SetIndex').history.filter(h => h.change === 'elements').map(h => [h.from, h.to, h.again])));
        call(Math.sqrt); call(x => x); call(function named() {}); print(site(call, 'Call').targets, site(call, 'Call').state);
        call(() => 1); call(() => 2); call((() => 3).bind()); print(changes(call, 'Call'));
        for (let i = 0; i < 12; i++) { const o = make(); for (const k of 'abcdef') o[k] = i }
        print(JSON.stringify(site(make, 'NewObject').history.map(h => [h.change, h.slots])));
        add(1, 2); add(2147483647 | 0, 1); add('s', 1.5); print(JSON.stringify($vm.operands(add).map(o => [o.op, o.seen])));
        const o = {};
        o.first = 1;
        o.second = 2;
        const steps = $vm.shapeTransitions(o).slice(-2);
        print(steps.map(t => t.key), steps[1].origin.line - steps[0].origin.line, steps[1].id === $vm.shapeId(o));";
    let (result, out, _) = run_with(options, "", text);
    assert_eq!(result, Ok(()));
    let expected = "\
case monomorphic
case monomorphic, and so on,too many shapes megamorphic
true
polymorphic packed int32,packed double,exotic,typed array,string
[[\"packed int32\",\"packed double\",1],[\"packed double\",\"packed tagged\",null]]
sqrt,,named polymorphic
target monomorphic,target polymorphic,target polymorphic,target polymorphic,too many targets megamorphic,odd target generic
[[\"resized\",6]]
[[\"Add\",[\"double\",\"overflow\",\"string\"]]]
first,second 1 true
";
    assert_eq!(out, expected);
}
