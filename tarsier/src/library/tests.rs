//! Loading, and lazy globals as scripts see them.

use super::*;
use crate::Engine;
use vm::options::Options;

fn engine() -> Engine {
    Engine::new(Options::default()).unwrap_or_else(|failure| panic!("no engine: {failure}"))
}

fn text(engine: &mut Engine, code: &str) -> String {
    let value = match engine.eval("test.js", code) {
        Ok(value) => value,
        Err(failure) => panic!("{code}: {failure}"),
    };
    engine.vm().describe(value)
}

/// An engine with lazy globals of these names.
fn with_globals(names: &[&str]) -> Engine {
    let mut engine = engine();
    let vm = engine.vm();
    let global = vm.realm().global;
    for name in names {
        lazy_global(vm, global, name, "internal/primordials", "Map").expect("memory");
    }
    engine
}

#[test]
fn files_run_once() {
    let mut engine = engine();
    let vm = engine.vm();
    let first = load(vm, "internal/primordials").expect("exports");
    vm.collect_garbage();
    assert!(first == load(vm, "internal/primordials").expect("exports"));
    assert!(load(vm, "internal/nothing").is_err());
    vm.take_exception();
}

#[test]
fn lazy_globals_are_data_properties() {
    let names = ["A", "B", "C", "D", "E", "F", "G", "H", "I", "J", "K", "L", "M"];
    let mut engine = with_globals(&names);
    for (code, expected) in [
        ("A === Map && A === globalThis.A", "true"),
        (
            "JSON.stringify(Object.getOwnPropertyDescriptor(globalThis, 'B'), ['writable', 'enumerable', 'configurable'])",
            "{\"writable\":true,\"enumerable\":false,\"configurable\":true}",
        ),
        ("Object.getOwnPropertyDescriptor(globalThis, 'B').value === Map", "true"),
        ("'C' in globalThis && Object.hasOwn(globalThis, 'C') && !Object.keys(globalThis).includes('C')", "true"),
        ("C = 5; C + globalThis.C", "10"),
        ("delete D && typeof D", "undefined"),
        ("var E; E === Map", "true"),
        ("function F() { return 1 } F() + Object.getOwnPropertyDescriptor(globalThis, 'F').value()", "2"),
        ("let G = 3; G + (globalThis.G === Map)", "4"),
        (
            "Object.defineProperty(globalThis, 'H', { value: 8 }); '' + H + Object.getOwnPropertyDescriptor(globalThis, 'H').writable",
            "8true",
        ),
        (
            "Object.defineProperty(globalThis, 'I', { enumerable: true }); Object.keys(globalThis).includes('I') && I === Map",
            "true",
        ),
        ("var heir = Object.create(globalThis); heir.J = 1; heir.J + (J === Map)", "2"),
        ("Object.defineProperty(globalThis, 'K', { get() { return 7 } }); K", "7"),
        ("globalThis.__lookupGetter__('L') === undefined && L === Map", "true"),
        (
            "(function () { for (let i = 0; i < 3000; i++) if (typeof M !== 'function') return i; return 'always' })()",
            "always",
        ),
    ] {
        assert_eq!(text(&mut engine, code), expected, "{code}");
    }
}

#[test]
fn stacks_name_the_file() {
    assert_eq!(source_name("node/path"), "node:path");
    assert_eq!(source_name("web/url"), "tarsier:web/url");
}
