//! What becomes of TypeScript and JSX, and where it says that it came from.

use super::*;

fn made(name: &str, text: &str) -> Transformed {
    let language = Language::of(Path::new(name)).expect("a language");
    transform(name, language, text.into()).unwrap_or_else(|refusal| panic!("{refusal}"))
}

fn refused(name: &str, text: &str) -> String {
    let language = Language::of(Path::new(name)).expect("a language");
    transform(name, language, text.into())
        .err()
        .map_or_else(|| panic!("no error for {text}"), |refusal| refusal.to_string())
}

/// The text of what was made, in one line.
fn line(name: &str, text: &str) -> String {
    made(name, text).text.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[test]
fn types_go_and_the_rest_stays() {
    for (text, expected) in [
        ("let a: number = 1 as any as number; interface B {} type C = B;", "let a = 1;"),
        (
            "function f<T extends object>(this: Window, a?: T, ...b: T[]): asserts a is T { return a!; }",
            "function f(a, ...b) { return a; }",
        ),
        (
            "abstract class A<T> implements I { declare x: number; private y = 1; abstract z(): void; w?: T; }",
            "class A { y = 1; w; }",
        ),
        ("declare const x: number; declare module 'm' { export const y: number }", ""),
        ("@d class A { @e() accessor x: number = 1 }", "@d class A { @e() accessor x = 1; }"),
        ("const x = String.raw`\\n${1}`;", "const x = String.raw`\\n${1}`;"),
        ("let x = y satisfies Z; f<number>(x); new Map<string, number>();", "let x = y; f(x); new Map();"),
        ("for (const x of y as number[]) {} (a as any) = 1; (<any>b).c = 2;", "for (const x of y){} a = 1; b.c = 2;"),
    ] {
        assert_eq!(line("a.ts", text), expected, "{text}");
    }
}

#[test]
fn what_runs_is_made_of_javascripts_own() {
    let class =
        line("a.ts", "class A extends B { x = this.p; constructor(private p: number, q = 1) { super(); g(); } }");
    assert_eq!(class, "class A extends B { p; x = this.p; constructor(p, q = 1){ super(), this.p = p; g(); } }");
    let text = line("a.ts", "const enum E { A = 1 << 2, B = 'x', C = A | 1 } f(E.A, E.B, E.C);");
    assert!(text.contains("f(4, \"x\", 5)"), "{text}");
    let text = line(
        "a.ts",
        "namespace N { export const a = 1; export namespace M { export function f() { return a; } } } N.M.f();",
    );
    assert!(text.contains("N.a = 1") && text.contains("M.f = f") && text.contains("return N.a"), "{text}");
    assert_eq!(
        line("a.cts", "import fs = require('fs'); export = fs;"),
        "const fs = require('fs'); module.exports = fs;"
    );
}

#[test]
fn imports_of_types_go() {
    let text = line(
        "a.ts",
        "import { A, b } from './x'; import type C from './y'; import D from './z'; import './w'; const d: D = b as A;",
    );
    assert_eq!(text, "import { b } from './x'; import './w'; const d = b;");
    // What was a module stays one.
    let module = made("a.ts", "import { A } from './x'; let a: A;");
    assert_eq!(
        (module.goal, module.text.contains("export { };") || module.text.contains("export {}")),
        (Goal::Module, true)
    );
    for (name, text, goal) in [
        ("a.ts", "let a = 1;", Goal::Script),
        ("a.ts", "namespace N { export const a = 1; }", Goal::Script),
        ("a.ts", "import x = require('x');", Goal::Script),
        ("a.mts", "let a = 1;", Goal::Module),
        ("a.ts", "export type A = 1;", Goal::Module),
        ("a.ts", "await f();", Goal::Module),
        ("a.ts", "import.meta.url;", Goal::Module),
        ("a.jsx", "f(<a/>);", Goal::Module),
        ("a.jsx", "f(1);", Goal::Script),
        ("a.jsx", "/** @jsx h */ f(<a/>);", Goal::Script),
        ("a.jsx", "module.exports = <a/>;", Goal::Script),
    ] {
        assert_eq!(made(name, text).goal, goal, "{name}: {text}");
    }
}

#[test]
fn jsx_becomes_calls() {
    let text = line("a.jsx", "export default (x) => <p a={x} {...y}>b{x}</p>;");
    assert!(
        text.contains("from \"react/jsx-runtime\"") && text.contains("_jsxs(\"p\", { a: x, ...y, children:"),
        "{text}"
    );
    let text = line("a.tsx", "/** @jsx h @jsxFrag F */ import { h, F } from './h'; f(<><A b='c'/></>);");
    assert!(text.contains("import { h, F } from './h'"), "{text}");
    assert!(text.contains("h(F, null, /*#__PURE__*/ h(A,") || text.contains("h(F, null, h(A,"), "{text}");
    let text = line("a.tsx", "/** @jsxImportSource preact */ f(<a:b/>);");
    assert!(text.contains("from \"preact/jsx-runtime\"") && text.contains("_jsx(\"a:b\""), "{text}");
}

#[test]
fn errors_have_their_places() {
    for (name, text, place) in [
        ("a.ts", "let a: = 1;", "a.ts:1:8\n"),
        ("a.ts", "\u{feff}let a;\nlet b: number = ;", "a.ts:2:17\n"),
        ("a.ts", "class A { constructor(private {a}: B = c) {} }", "a.ts:1:23\n"),
        ("a.ts", "\nmodule 'm' { export const y = 1 }", "a.ts:2:8\n"),
        ("a.ts", "(1 as any) = 2;", "a.ts:1:"),
        ("a.jsx", "<a b={}/>", "a.jsx:1:8\n"),
        ("a.tsx", "<a>", "a.tsx:1:"),
        ("a.mts", "export = 1; export {};", "a.mts:1:1\n"),
    ] {
        let report = refused(name, text);
        assert!(report.starts_with(place) && report.contains("\nSyntaxError: "), "{report}");
    }
}

#[test]
fn places_lead_back() {
    let text = "\u{feff}interface A { x: number }\nenum E { A }\nfunction f(a: A): never {\n  const é = '😀' as string; throw new Error(a.x.toString());\n}\n";
    let Transformed { text: made, map, .. } = made("a.ts", text);
    let source = SourceText::new("a.ts", made.as_str(), 1);
    let maps = Maps::new(true);
    maps.remember("a.ts", map);
    source.set_maps(maps);
    let shown = |what: &str| {
        let place = source.shown(made.find(what).unwrap_or_else(|| panic!("{what} in {made}")) as u32);
        (place.file_name(&source).to_string(), place.line, place.column)
    };
    assert_eq!(shown("new Error"), ("a.ts".into(), 4, 35));
    assert_eq!(shown("toString"), ("a.ts".into(), 4, 49));
    assert_eq!(shown("function f"), ("a.ts".into(), 3, 1));
}

#[test]
fn deep_texts_do_not_overflow_the_stack() {
    for (first, open, middle, close, most) in [
        ("", "(", "a", ")", 20_000),
        ("let a: ", "A<", "B", ">", 20_000),
        ("", "x as ", "T", "", 20_000),
        ("let a: ", "(", "B", ")", 20_000),
        ("let a: ", "keyof ", "B", "", 20_000),
        ("let a: ", "readonly ", "B[]", "", 20_000),
        ("let a: ", "unique ", "symbol", "", 20_000),
        ("", "x satisfies ", "T", "", 20_000),
        ("let a: ", "() => ", "B", "", 20_000),
        ("", "namespace A { ", "", "}", 10_000),
        ("let a: ", "{b: ", "B", "}", 20_000),
        ("type A = ", "B extends C ? D : ", "E", "", 20_000),
        // Each may begin the type parameters of an arrow function, which the parser tries first: its time grows with the square.
        ("", "<A>", "a", "", 4_000),
    ] {
        for times in [500, most] {
            let text = format!("{first}{}{middle}{}", open.repeat(times), close.repeat(times));
            let _ = transform("a.ts", Language::TypeScript, text);
        }
    }
    let text = format!("{}{}", "<a>".repeat(5000), "</a>".repeat(5000));
    let _ = transform("a.jsx", Language::Jsx, text);
}
