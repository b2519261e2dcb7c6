//! Sources that are too deep or too wide to be kept as files.
//!
//! A deep source nests one construct [`DEPTH`] times, more than any recursive parser,
//! analysis or compiler has stack for; the shell may run it or refuse it with a
//! SyntaxError or RangeError, but not die. A wide source has more of something than fits
//! the narrow forms of operands, jumps and tables; it must run, but for those that ask for more
//! arguments, parameters or regular expression than an engine need have.

use std::fmt::Write;

/// How often a deep source nests its construct.
pub const DEPTH: usize = 200_000;

/// A program made here, and what it prints when it runs.
pub struct Source {
    pub name: &'static str,
    pub text: String,
    pub prints: String,
    /// Whether the shell may refuse it, with a SyntaxError or a RangeError.
    pub refusable: bool,
}

fn source(name: &'static str, text: String, prints: impl Into<String>) -> Source {
    Source { name, text, prints: prints.into(), refusable: true }
}

impl Source {
    fn must_run(mut self) -> Source {
        self.refusable = false;
        self
    }
}

/// `before`, then `open` n times, `middle`, `close` n times, and `after`.
fn nest(n: usize, before: &str, open: &str, middle: &str, close: &str, after: &str) -> String {
    let mut text = String::with_capacity(before.len() + n * (open.len() + close.len()) + middle.len() + after.len());
    text.push_str(before);
    for _ in 0..n {
        text.push_str(open);
    }
    text.push_str(middle);
    for _ in 0..n {
        text.push_str(close);
    }
    text.push_str(after);
    text
}

/// `before`, then what `part` writes for each number below n, then `after`.
fn list(n: usize, before: &str, part: impl Fn(&mut String, usize) -> std::fmt::Result, after: &str) -> String {
    let mut text = before.to_owned();
    for index in 0..n {
        part(&mut text, index).expect("a string takes all that is written to it");
    }
    text.push_str(after);
    text
}

/// Sources nested too deep for recursion.
pub fn deep() -> Vec<Source> {
    let end = ";print('end');";
    let plain: &[(&'static str, &str, &str, &str, &str, &str, &str)] = &[
        // Name, before, open, middle, close, after, what it prints.
        ("parentheses", "print(", "(", "1", ")", ");", "1"),
        ("arrays", "var a = ", "[", "", "]", end, "end"),
        ("objects", "var a = ", "{a:", "1", "}", end, "end"),
        ("computed keys", "var a = ", "({[", "1", "]:1})", end, "end"),
        ("spread arrays", "print(", "[...", "[]", "]", ".length);", "0"),
        ("blocks", "", "{", "print('end');", "}", "", "end"),
        ("templates", "print(", "`${", "1", "}`", ");", "1"),
        ("tagged templates", "function t(s, v) { return v } print(", "t`${", "1", "}`", ");", "1"),
        ("member chain", "var a = {}; a.a = a; print(a", ".a", "", "", " === a);", "true"),
        ("index chain", "var a = []; a[0] = a; print(a", "[0]", "", "", " === a);", "true"),
        ("nested indices", "var a = [0]; print(", "a[", "0", "]", ");", "0"),
        ("optional chain", "var a = {}; a.a = a; print(a", "?.a", "", "", " === a);", "true"),
        ("optional calls", "var a = () => a; print(a", "?.()", "", "", " === a);", "true"),
        ("assigned members", "var a = {}; a.a = a; a", ".a", "", "", " = 1; print(a.a);", "1"),
        ("exponents", "print(1", " ** 1", "", "", ");", "1"),
        ("right operands", "print(", "1 * (", "1", ")", ");", "1"),
        ("conjunctions", "print(1", " && 1", "", "", ");", "1"),
        ("coalescing", "print(null", " ?? null", "", "", ");", "null"),
        ("unary minus", "print(", "- ", "1", "", ");", "1"),
        ("negations", "print(", "!", "0", "", ");", "0"),
        ("typeof", "print(", "typeof ", "1", "", ");", "string"),
        ("deletes", "print(", "delete ", "1", "", ");", "true"),
        ("functions", "", "function f() {", "", "}", end, "end"),
        ("function expressions", "(", "function () { return ", "1", "}", ");print('end');", "end"),
        ("called functions", "try { ", "(function () { ", "", "})()", " } catch (e) { } print('end');", "end"),
        ("arrow functions", "var f = ", "a => ", "1", "", end, "end"),
        ("arrow functions in parentheses", "var f = ", "(a = ", "1", ") => 1", end, "end"),
        ("async functions", "", "async function f() {", "", "}", end, "end"),
        ("nested calls", "function f(a) { return a } print(", "f(", "1", ")", ");", "1"),
        ("call chain", "function f() { return f } print(f", "()", "", "", " === f);", "true"),
        ("new chain", "function f() { return f } print(", "new ", "f", "", " === f);", "true"),
        ("nested new", "function f(a) { return f } print(", "new f(", "1", ")", " === f);", "true"),
        ("else chain", "var x; ", "if (x) ; else ", "print('end');", "", "", "end"),
        ("nested ifs", "", "if (1) ", "print('end');", "", "", "end"),
        ("nested if-else", "", "if (1) { ", "print('end');", "} else { }", "", "end"),
        ("nested conditionals", "print(", "1 ? ", "'end'", " : 0", ");", "end"),
        ("conditional chain", "print(", "0 ? 0 : ", "'end'", "", ");", "end"),
        ("comma list", "print((0", ", 0", "", "", "));", "0"),
        ("assignments", "var a; print(", "a = ", "1", "", ");", "1"),
        ("member assignments", "var a = {}; print(", "a.a = ", "1", "", ");", "1"),
        ("logical assignments", "var a; print(", "a ??= ", "1", "", ");", "1"),
        ("for loops", "", "for (;0;) ", ";", "", end, "end"),
        ("for-in loops", "", "for (a in null) ", ";", "", end, "end"),
        ("for-of loops", "", "for (let a of []) {", "", "}", end, "end"),
        ("while loops", "", "while (0) ", ";", "", end, "end"),
        ("do loops", "", "do { ", "", "} while (0);", end, "end"),
        ("with", "", "with ({}) ", "print('end');", "", "", "end"),
        ("tries", "", "try {", "print('end');", "} finally { }", "", "end"),
        ("catches", "", "try { throw 1 } catch (e) {", "print('end');", "}", "", "end"),
        ("switches", "", "switch (1) { case 1: ", "print('end');", "}", "", "end"),
        ("array patterns", "try { var ", "[", "a", "]", " = []; } catch (e) { print('end'); }", "end"),
        ("object patterns", "try { var ", "{a:", "a", "}", " = {}; } catch (e) { print('end'); }", "end"),
        ("assignment patterns", "var a; try { (", "[", "a", "]", " = []); } catch (e) { print('end'); }", "end"),
        ("pattern defaults", "var a; ", "[a = ", "1", "] = []", ";print('end');", "end"),
        ("yields", "function* g() { ", "yield ", "1", "", "} print('end');", "end"),
        ("awaits", "async function g() { ", "await ", "1", "", "} print('end');", "end"),
        ("classes", "", "(class { static a = ", "1", "})", end, "end"),
        ("class heritage", "", "(class extends ", "Object", " { })", end, "end"),
        ("class methods", "", "(class { a() { ", "", "} })", end, "end"),
        ("regexp groups", "try { new RegExp('' + /", "(", "a", ")", "/) } catch (e) { } print('end');", "end"),
        ("unclosed parentheses", "", "(", "", "", "", ""),
        ("unclosed brackets", "", "[", "", "", "", ""),
        ("unclosed braces", "", "{", "", "", "", ""),
        ("unclosed templates", "", "`${", "", "", "", ""),
        ("unclosed functions", "", "function f() {", "", "", "", ""),
        ("unclosed arrows", "", "(a = ", "", "", "", ""),
        ("unclosed regexp groups", "/", "(", "", "", "/", ""),
    ];
    let mut sources: Vec<Source> = plain
        .iter()
        .map(|&(name, before, open, middle, close, after, prints)| {
            source(name, nest(DEPTH, before, open, middle, close, after), prints)
        })
        .collect();
    sources.push(source("sums", nest(DEPTH, "print(1", " + 1", "", "", ");"), (DEPTH + 1).to_string()));
    sources.push(source(
        "string concatenations",
        nest(DEPTH, "print((''", " + 'ab'", "", "", ").length);"),
        (2 * DEPTH).to_string(),
    ));
    sources.push(source(
        "mixed concatenations",
        nest(DEPTH, "var a = 'x'; print((a", " + a + 'b'", "", "", ").length);"),
        (2 * DEPTH + 1).to_string(),
    ));
    // Each label is looked up in the set of those around it, so their number is a matter of time.
    sources.push(source("labels", list(20_000, "", |text, n| write!(text, "l{n}: "), "print('end');"), "end"));
    // The same, but compiled while a program runs, where the error can be caught.
    for (name, inner) in [
        ("eval", "eval('('.repeat(n) + 1 + ')'.repeat(n))"),
        ("eval of arrays", "eval('['.repeat(n) + ']'.repeat(n))"),
        ("Function", "new Function('{'.repeat(n) + '}'.repeat(n))"),
        ("JSON.parse of arrays", "JSON.parse('['.repeat(n) + ']'.repeat(n))"),
        ("JSON.parse of objects", "JSON.parse('{\"a\":'.repeat(n) + 1 + '}'.repeat(n))"),
        ("JSON.parse of unclosed arrays", "JSON.parse('['.repeat(n))"),
        ("JSON.parse with a reviver", "JSON.parse('['.repeat(n) + ']'.repeat(n), (k, v) => v)"),
        ("JSON.stringify", "let a = []; for (let i = 0; i < n; i++) a = [a]; JSON.stringify(a)"),
        ("join", "let a = []; for (let i = 0; i < n; i++) a = [a]; String(a)"),
        ("flat", "let a = []; for (let i = 0; i < n; i++) a = [a]; a.flat(Infinity)"),
        ("regular expression of groups", "new RegExp('('.repeat(n) + ')'.repeat(n)).exec('')"),
        ("regular expression of lookaheads", "new RegExp('(?='.repeat(n) + ')'.repeat(n)).exec('')"),
        ("regular expression with a long match", "/^(?:a|b)*c/.exec('ab'.repeat(n))"),
        ("regular expression with captures", "/^(?:(a)|(b))*c/.exec('ab'.repeat(n))"),
        ("prototype chain", "let a = {}; for (let i = 0; i < n; i++) a = Object.create(a); a.missing"),
        ("chain of bound functions", "let f = () => 1; for (let i = 0; i < n; i++) f = f.bind(); f()"),
        ("chain of proxies", "let p = {}; for (let i = 0; i < n; i++) p = new Proxy(p, {}); p.missing"),
        ("rope to the left", "let s = ''; for (let i = 0; i < n; i++) s = s + 'xy'; s.charCodeAt(n)"),
        ("rope to the right", "let s = ''; for (let i = 0; i < n; i++) s = 'xy' + s; s.charCodeAt(n)"),
        ("linked list", "let l = null; for (let i = 0; i < n; i++) l = { l }; if (!l.l) throw 0"),
    ] {
        sources.push(source(
            name,
            format!(
                "var n = {DEPTH};\ntry {{ {inner} }} catch (e) {{\n  if (!(e instanceof SyntaxError || e instanceof RangeError)) throw e;\n}}\nprint('end');\n"
            ),
            "end",
        ));
    }
    sources
}

/// Sources with more of something than narrow encodings hold.
pub fn wide() -> Vec<Source> {
    let may_be_refused = ["arguments", "parameters", "long regular expression", "locals", "captured locals"];
    let sources = vec![
        source(
            "statements",
            list(200_000, "var a = 0;\n", |text, _| text.write_str("a = a + 1;\n"), "print(a);"),
            "200000",
        ),
        source(
            "array literal",
            list(200_000, "var a = [", |text, n| write!(text, "{n},"), "]; print(a.length, a[199999]);"),
            "200000 199999",
        ),
        source(
            "array literal of strings",
            list(70_000, "var a = [", |text, n| write!(text, "'s{n}',"), "]; print(a.length, a[69999]);"),
            "70000 s69999",
        ),
        source(
            "object literal",
            list(
                70_000,
                "var a = {",
                |text, n| write!(text, "k{n}:{n},"),
                "}; print(Object.keys(a).length, a.k69999);",
            ),
            "70000 69999",
        ),
        source(
            "arguments",
            list(70_000, "function f() { return arguments.length } print(f(", |text, n| write!(text, "{n},"), "));"),
            "70000",
        ),
        source(
            "parameters",
            list(70_000, "function f(", |text, n| write!(text, "p{n},"), ") { return f.length } print(f());"),
            "70000",
        ),
        source(
            "locals",
            list(
                70_000,
                "function f(a) { ",
                |text, n| writeln!(text, "let v{n} = a + {n};"),
                "return v0 + v300 + v69999 } print(f(1));",
            ),
            "70302",
        ),
        source(
            "captured locals",
            list(
                70_000,
                "function f(a) { ",
                |text, n| writeln!(text, "let v{n} = a + {n};"),
                &list(1_000, "return () => ", |text, n| write!(text, "v{} + ", n * 70 + 5), "0 } print(f(1)());"),
            ),
            (0..1_000).map(|n| n * 70 + 6).sum::<u32>().to_string(),
        ),
        source(
            "globals",
            list(70_000, "", |text, n| writeln!(text, "var g{n} = {n};"), "print(g69999, globalThis.g65536);"),
            "69999 65536",
        ),
        source(
            "lexical globals",
            list(70_000, "", |text, n| writeln!(text, "let g{n} = {n};"), "print(g69999, g65536, globalThis.g1);"),
            "69999 65536 undefined",
        ),
        source(
            "constants",
            list(
                70_000,
                "function f() { let s = 0;\n",
                |text, n| writeln!(text, "s += {n}.25;"),
                "return s } print(f());",
            ),
            "2449982500",
        ),
        source(
            "property names",
            list(
                70_000,
                "function f(o) { ",
                |text, n| writeln!(text, "o.k{n} = {n};"),
                "return o } print(Object.keys(f({})).length, f({}).k69999);",
            ),
            "70000 69999",
        ),
        source(
            "loop over a long body",
            list(
                100_000,
                "var a = 0; for (var i = 0; i < 3; i++) { if (i == 1) continue;\n",
                |text, n| writeln!(text, "a += {};", n % 7),
                "if (i == 2) break; } print(a, i);",
            ),
            format!("{} 2", 2 * (0..100_000).map(|n| n % 7).sum::<u32>()),
        ),
        source(
            "branch over a long body",
            list(
                100_000,
                "var a = 0; function f(b) { if (b) {\n",
                |text, n| writeln!(text, "a += {};", n % 5),
                "} else { a = -a; } return a } print(f(true), f(false));",
            ),
            "200000 -200000",
        ),
        source(
            "try around a long body",
            list(
                100_000,
                "var a = 0; function f() { try {\n",
                |text, _| writeln!(text, "a++;"),
                "throw a } catch (e) { return e + 1 } finally { a = 0 } } print(f(), a);",
            ),
            "100001 0",
        ),
        source(
            "cases",
            list(
                70_000,
                "function f(x) { switch (x) { ",
                |text, n| writeln!(text, "case {n}: return {};", n + 1),
                "} } print(f(0), f(300), f(69999), f(70000));",
            ),
            "1 301 70000 undefined",
        ),
        source(
            "functions",
            list(50_000, "", |text, n| writeln!(text, "function f{n}() {{ return {n} }}"), "print(f0() + f49999());"),
            "49999",
        ),
        source(
            "closures",
            list(30_000, "var a = [", |text, n| write!(text, "() => {n},"), "]; print(a.length, a[29999]());"),
            "30000 29999",
        ),
        source(
            "class members",
            list(
                30_000,
                "class A { ",
                |text, n| writeln!(text, "f{n} = {n}; m{n}() {{ return this.f{n} }}"),
                "} print(new A().m29999());",
            ),
            "29999",
        ),
        source(
            "private names",
            list(
                5_000,
                "class A { ",
                |text, n| writeln!(text, "#f{n} = {n}; m{n}() {{ return this.#f{n} }}"),
                "} print(new A().m4999());",
            ),
            "4999",
        ),
        source(
            "tries",
            list(
                20_000,
                "var a = 0;\n",
                |text, n| writeln!(text, "try {{ throw {} }} catch (e) {{ a += e }}", n % 3),
                "print(a);",
            ),
            (0..20_000).map(|n| n % 3).sum::<u32>().to_string(),
        ),
        source(
            "template substitutions",
            list(70_000, "var x = 7; print(`", |text, _| text.write_str("${x}-"), "`.length);"),
            "140000",
        ),
        source(
            "calls in one function",
            list(
                70_000,
                "var c = 0; function t() { c++ } function f() {\n",
                |text, _| text.write_str("t();\n"),
                "} f(); print(c);",
            ),
            "70000",
        ),
        source("long string", nest(5_000_000, "print('", "x", "", "", "'.length);"), "5000000"),
        source(
            "long identifier",
            {
                let name = "x".repeat(1_000_000);
                format!("var {name} = 3; print({name});")
            },
            "3",
        ),
        source("long comment", nest(5_000_000, "/*", "* ", "", "", "*/print('end');"), "end"),
        source("many lines", nest(1_000_000, "", "\n", "", "", "print('end');"), "end"),
        source("long number", nest(100_000, "print(", "9", "", "", ");"), "Infinity"),
        source("long fraction", nest(100_000, "print(0.", "3", "", "", ");"), "0.3333333333333333"),
        source("long big integer", nest(20_000, "print(String(", "9", "", "", "n + 1n).length);"), "20001"),
        source(
            "long regular expression",
            nest(50_000, "print(/^", "ab", "", "", "$/.test('ab'.repeat(50000)));"),
            "true",
        ),
        source(
            "destructured names",
            list(20_000, "var o = {}; var {", |text, n| write!(text, "d{n} = {n},"), "} = o; print(d19999, d0);"),
            "19999 0",
        ),
    ];
    sources
        .into_iter()
        .map(|source| if may_be_refused.contains(&source.name) { source } else { source.must_run() })
        .collect()
}
