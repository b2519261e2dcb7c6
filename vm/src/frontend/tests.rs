//! Whole-frontend tests: snippets are compiled with all their functions, and the code is checked.

use super::*;
use crate::bytecode::data::Constant;
use crate::bytecode::verify::decode;
use abi::opcode::Opcode;

pub fn source(text: &str) -> Rc<SourceText> {
    Rc::new(SourceText::new("test", text, 0))
}

/// Compiles a template and everything in it; gives the functions' code, outermost first.
fn compile_all(template: &Rc<FunctionTemplate>, out: &mut Vec<(String, FunctionData)>) {
    let data = compile_function(template).unwrap_or_else(|e| panic!("{template:?}: {}", e.message)).into_data();
    let mut inner: Vec<Rc<FunctionTemplate>> = Vec::new();
    for constant in &data.constants {
        if let Constant::Function(f) = constant {
            inner.push(f.clone());
        }
    }
    out.push((template.name.to_text(), data));
    for f in inner {
        compile_all(&f, out);
    }
}

pub fn script(text: &str) -> Vec<(String, FunctionData)> {
    let template = compile_script(source(text)).unwrap_or_else(|e| panic!("{text}: {}", e.message));
    let mut out = Vec::new();
    compile_all(&template, &mut out);
    out
}

/// The opcodes of the function named `f`.
fn ops(text: &str) -> Vec<Opcode> {
    let functions = script(text);
    let (_, data) = functions.iter().find(|(name, _)| name == "f").expect("a function f");
    decode(&data.bytecode).expect("code").into_iter().map(|i| i.op).collect()
}

fn count(text: &str, op: Opcode) -> usize {
    ops(text).into_iter().filter(|o| *o == op).count()
}

#[test]
fn locals_need_no_moves() {
    use Opcode::*;
    assert_eq!(ops("function f(a, b) { var c = a + b; return c }"), [Add, Return]);
    assert_eq!(ops("function f(a) { let b = a * 2; b += a; return b }"), [MulInt, Add, Return]);
    assert_eq!(ops("function f(a) { return a.b.c }"), [GetField, GetField, Return]);
    assert_eq!(
        ops("function f(n) { var s = 0; for (var i = 0; i < n; i++) s += i; return s }"),
        [LoadInt, LoadInt, Jump, Add, Inc, JumpLt, Return]
    );
}

#[test]
fn operands_are_safe_from_later_assignments() {
    // The old value of `a` must be kept.
    assert_eq!(count("function f(a) { return a + (a = 1) }", Opcode::Move), 1);
    assert_eq!(count("function f(a) { return a[a = 1] }", Opcode::Move), 1);
    assert!(count("function f(a, b) { a[b] = b = 1 }", Opcode::Move) >= 1);
    assert_eq!(count("function f(a, b) { return a + b }", Opcode::Move), 0);
    // A swap goes through a temporary array.
    assert_eq!(count("function f(a, b) { [a, b] = [b, a] }", Opcode::IteratorStep), 2);
}

#[test]
fn dead_zone_checks_where_needed_only() {
    assert_eq!(count("function f() { let x = 1; return x }", Opcode::CheckInitialized), 0);
    assert_eq!(count("function f() { x; let x = 1; return x }", Opcode::CheckInitialized), 1);
    assert_eq!(count("function f() { let x = x; return x }", Opcode::CheckInitialized), 1);
    assert_eq!(count("function f(a) { switch (a) { case 1: let x; case 2: return x } }", Opcode::CheckInitialized), 1);
    assert_eq!(count("function f(a = b, b) {}", Opcode::CheckInitialized), 1);
    assert_eq!(count("function f(a, b = a) {}", Opcode::CheckInitialized), 0);
    // A hoisted function may run before the declaration, a later closure may not.
    let hoisted = "function g() { h(); let x = 1; function f() { return x } function h() { f() } }";
    assert_eq!(count(hoisted, Opcode::GetScopedChecked), 1);
    let later = "function g() { let x = 1; return function f() { return x } }";
    assert_eq!(count(later, Opcode::GetScopedChecked), 0);
    assert_eq!(count(later, Opcode::GetScoped), 1);
}

#[test]
fn environments_for_captured_bindings_only() {
    assert_eq!(count("function f(a, b) { let c; return a }", Opcode::NewEnvironment), 0);
    assert_eq!(count("function f(a, b) { return () => b }", Opcode::NewEnvironment), 1);
    assert_eq!(count("function f() { for (let i = 0; i < 9; i++) {} }", Opcode::CopyEnvironment), 0);
    assert_eq!(
        count("function f() { for (let i = 0; i < 9; i++) { () => i; [() => i] } }", Opcode::CopyEnvironment),
        2
    );
    assert_eq!(count("function f(a) { { let b; { let c; eval(a) } } }", Opcode::NewEnvironment), 3);
    assert_eq!(count("function f() { return g() }", Opcode::LoadCalleeEnvironment), 0);
}

#[test]
fn names_under_with_and_eval_are_looked_up() {
    assert_eq!(count("function f(o, x) { with (o) { return x } }", Opcode::LookupName), 1);
    assert_eq!(count("function f(o, x) { with (o) { x = 1 } }", Opcode::PutResolved), 1);
    assert_eq!(count("function f(o) { eval(o); return x }", Opcode::LookupName), 1);
    assert_eq!(count("function f(o, x) { eval(o); return x }", Opcode::LookupName), 0);
    assert_eq!(count("'use strict'; function f(o) { eval(o); return x }", Opcode::LookupName), 0);
    assert_eq!(count("function f(o) { with (o) g() }", Opcode::LookupCallee), 1);
}

#[test]
fn mapped_arguments_keep_parameters_in_the_environment() {
    assert_eq!(count("function f(a) { a = 1; return arguments }", Opcode::MapArguments), 1);
    assert_eq!(count("function f(a) { return arguments[0] + arguments.length + a }", Opcode::MapArguments), 0);
    assert_eq!(count("function f(a) { 'use strict'; a = 1; return arguments }", Opcode::MapArguments), 0);
    assert_eq!(count("function f() { return g.apply(this, arguments) }", Opcode::MapArguments), 0);
}

#[test]
fn conditions_fuse() {
    use Opcode::*;
    assert_eq!(
        ops("function f(a, b) { if (a < b && !(b === 3)) g(); else h() }")
            .into_iter()
            .filter(|o| o.name().starts_with("Jump"))
            .collect::<Vec<_>>(),
        [JumpNotLt, JumpStrictEqInt, Jump]
    );
    assert_eq!(count("function f(a) { while (a == null) a = g() }", JumpNullish), 1);
    assert_eq!(count("function f(a) { if (true) return a; return 1 }", Return), 1);
}

#[test]
fn switches_over_ints_use_tables() {
    let cases = (0..20).map(|i| format!("case {i}: return {i};")).collect::<String>();
    assert_eq!(count(&format!("function f(a) {{ switch (a) {{ {cases} }} }}"), Opcode::SwitchInt), 1);
    assert_eq!(count("function f(a) { switch (a) { case 1: case 1000: case 2: case 7: } }", Opcode::SwitchInt), 0);
    assert_eq!(count("function f(a) { switch (a) { case 'a': case b: } }", Opcode::JumpStrictEq), 2);
}

#[test]
fn constants_fold() {
    use Opcode::*;
    assert_eq!(ops("function f() { return -1 }"), [LoadInt, Return]);
    assert_eq!(ops("function f() { return 60 * 60 * 24 }"), [LoadInt, Return]);
    assert_eq!(ops("function f() { return !0 }"), [LoadTrue, Return]);
    assert_eq!(ops("function f() { return void 0 }"), [LoadUndefined, Return]);
    assert_eq!(ops("function f() { return 'a' + 'b' }"), [LoadConst, Return]);
    assert_eq!(ops("function f() { return [1, 'a', null, , -2.5] }"), [NewArrayConst, Return]);
}

#[test]
fn tail_calls_in_strict_code_only() {
    assert_eq!(count("function f() { 'use strict'; return g() }", Opcode::TailCall), 1);
    assert_eq!(count("function f() { return g() }", Opcode::TailCall), 0);
    assert_eq!(count("function f(a) { 'use strict'; return a ? g() : (h(), i()) }", Opcode::TailCall), 2);
    assert_eq!(count("function f() { 'use strict'; try { return g() } finally {} }", Opcode::TailCall), 0);
    assert_eq!(count("function f() { 'use strict'; try {} catch {} return g() }", Opcode::TailCall), 1);
    assert_eq!(count("async function f() { 'use strict'; return g() }", Opcode::TailCall), 0);
}

#[test]
fn a_finally_block_is_compiled_once() {
    let text = "function f(a) { for (;;) { try { if (a) break; if (b) continue; return 1 } finally { a.mark() } } }";
    let marks = script(text)
        .iter()
        .flat_map(|(_, d)| &d.sites)
        .filter(|s| s.key.as_ref().is_some_and(|k| k.to_text() == "mark"))
        .count();
    assert_eq!(marks, 1);
}

#[test]
fn leaving_a_loop_is_not_covered_by_the_statements_left() {
    // IteratorClose runs outside of the inner catch.
    let text = "function f(o) { for (var x of o) { try { break } catch { g() } } }";
    let functions = script(text);
    let data = &functions.iter().find(|(name, _)| name == "f").expect("f").1;
    let close = decode(&data.bytecode)
        .expect("code")
        .into_iter()
        .find(|i| i.op == Opcode::IteratorClose)
        .expect("IteratorClose")
        .offset;
    assert!(data.handlers.iter().all(|h| !(h.start..h.end).contains(&close)), "{:?}", data.handlers);
}

#[test]
fn everything_compiles() {
    let snippets = [
        "class A { #a = 1; static #b() {} get #c() { return 1 } set #c(v) {} static { this.#b() } m() { return #a in this } }",
        "class A extends B { constructor(x = () => this) { super(...x); eval('super.m()'); return () => new.target } }",
        "class A { accessor x = 1; static accessor [y] = 2; accessor #z }",
        "var { a, b: { c = 1 }, ...d } = e, [f, , g = 2, ...[h]] = i;",
        "({ a: b.c, [d()]: e[f], ...g.h } = i); [j.k, l[m] = n] = o;",
        "function* g() { try { const x = yield* h(); yield x } finally { yield 1 } }",
        "async function* g() { for await (using x of y) { yield await x } await using z = 1; return z }",
        "async () => { for await (const [a] of b) if (a) continue; else break; }",
        "a?.b.c?.[d]?.(e)?.f; a.b`x${1}y`;",
        "delete a?.b.c; (a?.b)(); (a.b)(); delete a.b[c]; delete d;",
        "a ||= b; a.b &&= c; a[b] ??= d; a **= 2; a.b++; --a[b]; super_: { break super_ }",
        "l: for (var i in o) { for (const k of o) { try { continue l } finally { m() } } }",
        "label: { function inner() {} break label } { function inner() {} }",
        "switch (x) { default: let y = 1; case 2: () => y; function z() {} }",
        "with (o) { var x = 1; (function () { return x + eval('x') })(); delete x; x++; x ||= 2 }",
        "`a${b}c${d}`; tag`a\\u{110000}${b}`; /a/g.test(b); 10n ** 2n; import('x', { with: {} });",
        "if (a) function b() {} else function c() {} do ; while (0) for (;;) break",
        "function f(a, a) {} function h(...[b]) {} function g(a, { b = a } = {}, [c] = d, ...e) { var a; return arguments }",
        "try { a } catch { b } try { c } catch ({ d = () => e }) { f } finally { g }",
        "var o = { __proto__: null, get a() {}, set a(v) {}, async *b() {}, [c]: class {}, d() { super.e = super[f]++ } }",
        "for (using x = null; ;) { break } { using y = null; await_: { break await_ } }",
        "for (var a = 1 in b) ; f() = 1; f()++; for (f() of x) ;",
        "var x = function () { return this }, y = () => x, z = class { static name() {} }; z = class {};",
        "function f() { eval('var x'); return typeof x } function g(a = eval('1')) { var a }",
    ];
    for text in snippets {
        script(text);
    }
}

#[test]
fn modules() {
    let text = "import d, { a as b } from 'x' with { type: 'json' }; import * as ns from 'y'; import defer * as later from 'z';
        export { b, local as 'a string' }; export * from 'x'; export * as all from 'y'; export default function () {}
        export let local = () => b + d + ns; export class C {} var v; export { v, v as w }; await 0; local = eval('b');";
    let module = compile_module(source(text)).unwrap_or_else(|e| panic!("{}", e.message));
    assert!(module.has_top_level_await);
    assert_eq!(module.requests.len(), 4);
    assert_eq!(module.imports.len(), 4);
    assert_eq!(module.functions.len(), 1);
    assert_eq!(module.vars.len(), 1);
    let local: Vec<String> = module.local_exports.iter().map(|e| e.name.to_text()).collect();
    assert_eq!(local, ["a string", "default", "local", "C", "v", "w"]);
    assert_eq!(module.indirect_exports.len(), 2);
    assert_eq!(module.star_exports.len(), 1);
    let mut out = Vec::new();
    compile_all(&module.body, &mut out);
    for (_, f) in &module.functions {
        compile_all(f, &mut out);
    }
    assert!(!compile_module(source("export let x;")).unwrap_or_else(|e| panic!("{}", e.message)).has_top_level_await);
}

/// The scope constant of the eval in a function of a script.
fn eval_scope(text: &str) -> Rc<EvalScope> {
    script(text)
        .iter()
        .flat_map(|(_, d)| &d.constants)
        .find_map(|c| match c {
            Constant::EvalScope(scope) => Some(scope.clone()),
            _ => None,
        })
        .expect("an eval")
}

fn eval_ops(scope: &EvalScope, text: &str) -> Vec<Opcode> {
    let template = compile_eval(source(text), Some(scope)).unwrap_or_else(|e| panic!("{text}: {}", e.message));
    let mut out = Vec::new();
    compile_all(&template, &mut out);
    decode(&out[0].1.bytecode).expect("code").into_iter().map(|i| i.op).collect()
}

#[test]
fn direct_eval_sees_its_surroundings() {
    let scope = eval_scope("function f(a) { let b; 'use strict'; return () => eval('') }");
    assert!(scope.context.in_function && !scope.context.in_method);
    assert!(eval_ops(&scope, "var c = a").contains(&Opcode::DeclareEvalVars));
    let strict = eval_scope("function f(a) { 'use strict'; let b; { let c; eval('') } }");
    let ops = eval_ops(&strict, "a + b + c");
    assert_eq!(ops.iter().filter(|o| matches!(o, Opcode::GetScoped | Opcode::GetScopedChecked)).count(), 3);
    assert!(!ops.contains(&Opcode::LookupName));
    assert!(!eval_ops(&strict, "var d = 1; d").contains(&Opcode::DeclareEvalVars));
    let class = eval_scope("class A extends B { #p; constructor() { super(); eval('') } }");
    assert!(eval_ops(&class, "this.#p; super(); super.x; new.target").contains(&Opcode::GetPrivate));
    assert!(compile_eval(source("super()"), Some(&strict)).is_err());
    let field = eval_scope("class A { x = eval('') }");
    assert!(compile_eval(source("arguments"), Some(&field)).is_err());
    assert!(compile_eval(source("new.target"), None).is_err());
    assert!(compile_eval(source("let x; var y; function z() {}"), None).is_ok());
}

#[test]
fn dynamic_functions_have_the_specified_source() {
    let f = compile_dynamic_function("a,b", "return a + b", DynamicFunctionKind::Normal, None, 1)
        .unwrap_or_else(|e| panic!("{}", e.message));
    assert_eq!(f.name.to_text(), "anonymous");
    assert_eq!(f.length, 2);
    assert_eq!(&f.source.text[f.span.0 as usize..f.span.1 as usize], "function anonymous(a,b\n) {\nreturn a + b\n}");
    assert!(compile_dynamic_function("", "}, function () {", DynamicFunctionKind::Normal, None, 1).is_err());
    assert!(compile_dynamic_function("a", "yield a", DynamicFunctionKind::Generator, None, 1).is_ok());
}

#[test]
fn big_and_deep_code() {
    let many = (0..60_000).map(|i| format!("var v{i} = {i};")).collect::<String>();
    script(&format!("function f() {{ {many} }}"));
    let arguments = vec!["1"; 40_000].join(",");
    assert_eq!(count(&format!("function f() {{ g({arguments}) }}"), Opcode::CallSpread), 1);
    let elements = vec!["x"; 5_000].join(",");
    assert_eq!(count(&format!("function f(x) {{ return [{elements}] }}"), Opcode::NewArray), 1);
    for link in ["+ x", "&& x", ".a", "(1)", "?.a", "- 1 * x"] {
        script(&format!("function f(x) {{ return x {} }}", format!("{link} ").repeat(20_000)));
    }
    script(&format!("function f(x) {{ {} x() }}", "if (x) x(); else ".repeat(2_000)));
    script(&format!("function f(x) {{ return {} x {} }}", "(".repeat(2_000), ")".repeat(2_000)));
    script(&format!("function f(x) {{ return {} x }}", "x ? 1 : ".repeat(2_000)));
}

#[test]
fn a_function_is_compiled_once() {
    let template = compile_script(source("1")).unwrap_or_else(|e| panic!("{}", e.message));
    assert!(compile_function(&template).is_ok());
    assert!(compile_function(&template).is_err());
}

#[test]
fn method_sources_leave_static_out() {
    let functions = "class A { static /* x */ async m(a, b = 1) {} }";
    let template = compile_script(source(functions)).unwrap_or_else(|e| panic!("{}", e.message));
    let data = compile_function(&template).unwrap_or_else(|e| panic!("{}", e.message));
    let m = data
        .constants
        .iter()
        .find_map(|c| match c {
            Constant::Function(f) if f.name.to_text() == "m" => Some(f.clone()),
            _ => None,
        })
        .expect("m");
    assert_eq!(&m.source.text[m.span.0 as usize..m.span.1 as usize], "async m(a, b = 1) {}");
    assert_eq!(m.length, 1);
}
