//! The globals, as scripts see them.

use std::io::{self, Write};
use std::sync::{Arc, Mutex, PoisonError};
use tarsier::host::Settings;
use tarsier::host::output::Output;
use tarsier::{Failure, Options, thread};

/// Runs a script with jobs and timers: how it ended, and what it printed.
fn run_with(options: Options, input: &'static str, text: &str) -> (Result<(), Failure>, String) {
    let printed = Printed::default();
    let output = Output::to(Box::new(printed.clone()), Box::new(io::sink()));
    let result = thread::with_stack(options.stack_size, || {
        let settings = Settings {
            script_args: vec!["one".into(), "two".into()],
            output: output.clone(),
            input: Box::new(input.as_bytes()),
            ..Settings::default()
        };
        let mut engine = super::engine(options, settings)?;
        engine.eval("test.js", text)?;
        engine.run_event_loop()
    });
    output.flush();
    (result.expect("a thread"), printed.text())
}

fn printed(text: &str) -> String {
    let (result, out) = run_with(Options::default(), "", text);
    assert_eq!(result, Ok(()), "{text}");
    out
}

/// What a program printed.
#[derive(Clone, Default)]
struct Printed(Arc<Mutex<Vec<u8>>>);

impl Printed {
    fn text(&self) -> String {
        String::from_utf8_lossy(&self.0.lock().unwrap_or_else(PoisonError::into_inner)).into_owned()
    }
}

impl Write for Printed {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
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
fn quit_passes_every_handler() {
    for (text, code) in
        [("try { quit(4) } catch { print('no') } finally { print('no') }", 4), ("setTimeout(() => quit(300), 1)", 300)]
    {
        assert_eq!(run_with(Options::default(), "", text), (Err(Failure::Exit(code)), String::new()), "{text}");
    }
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
    let (result, out) = run_with(Options::default(), "x\r\n\nlast", &text);
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
        const once = new P(3); delete once.x; print($vm.isDictionary(once));
        for (let i = 0; i < 12; i++) b['k' + i] = i;
        for (let i = 0; i < 10; i++) delete b['k' + i]; print($vm.isDictionary(b), $vm.shapeDescription(a), $vm.shapeOrigin(a).line);
        function get(o) { return o.x } print($vm.isLazy(get), $vm.tier(get), $vm.tier(print), $vm.isOptimized(get));
        get(a); get({ x: 1 }); get({ y: 0, x: 1 });
        const site = $vm.feedback(get).find(s => s.key === 'x');
        print($vm.isLazy(get), site.kind, site.state, site.entries.length, site.line, site.entries[0].shape.id === $vm.shapeId(a));
        print(typeof $vm.bytecode(get), /GetField/.test($vm.bytecode(get)));
        $vm.gcEvents(); gc(); print($vm.gcEvents().some(e => e.reason === 'requested'), $vm.heapStats().fullCollections > 0);
        print($vm.isAtom('abc'), $vm.stringForm('abc'), $vm.stringForm('\\u0161'));
        const e = [1]; e.push('x'); print($vm.elementTransitions().some(t => t.to === 'packed tagged' && t.count > 0));
        for (const f of [$vm.shapeId, $vm.bytecode, $vm.stringForm]) try { f(1) } catch (e) { print(e.name) }";
    let (result, out) = run_with(options, "", text);
    assert_eq!(result, Ok(()));
    let expected = "\
packed int32 packed double holey tagged true
true true false
false
true P {x} 3
true interp builtin false
false GetField polymorphic 3 8 true
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
    let (result, out) = run_with(options, "", text);
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
