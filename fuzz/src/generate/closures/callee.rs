//! Functions of every kind, on one line each, which capture what is in scope.

use super::{Generator, Kind};

impl Generator {
    /// A value that is made of what is captured and of the parameter, mostly a number.
    pub(super) fn inner_value(&mut self, q: &str) -> String {
        let Some(x) = self.captive(false) else {
            return self.random.pick(&[q.to_owned(), format!("({q} + 1)"), format!("({q} * 0.5)"), "7".into()]);
        };
        let y = self.captive(false).unwrap_or_else(|| q.to_owned());
        match self.random.below(26) {
            0..4 => x,
            4..8 => format!("({x} + {y})"),
            8..11 => format!("({x} + {q})"),
            11 => format!("(({x} * 3 + {q}) | 0)"),
            12..15 => match self.captive(true) {
                Some(name) => self.write(&name, q),
                None => x,
            },
            15 => format!("({q} === {x} ? {y} : {q})"),
            16 => format!("[{x}, {y}][{q} & 1]"),
            17 => format!("({{ v: {x} }}).v"),
            18 => format!("(() => {x})()"),
            19 => format!("(a => a + {x})({y})"),
            20 => format!("`${{{x}}}`.length"),
            21 => format!("typeof {x}"),
            22 => format!("({x}?.v ?? {y})"),
            23 => match self.scope.iter().rev().find(|v| v.kind == Kind::Function).map(|v| v.name.clone()) {
                Some(f) => format!("(budget-- > 0 ? {f}({q}) : {x})"),
                None => format!("({x} - {y})"),
            },
            24 => format!("({q} === 37 ? (() => {{ throw {x}; }})() : {x})"),
            _ => self.expression_of_captured(),
        }
    }

    /// What other programs are made of, now and then.
    fn expression_of_captured(&mut self) -> String {
        match self.random.below(4) {
            0 => match self.captive(false) {
                Some(x) => format!("(() => () => {x})()()"),
                None => "1".into(),
            },
            1 => match self.captive(true) {
                Some(x) => format!("(f => (f(), {x}))(() => {{ {x} = 3; }})"),
                None => "2".into(),
            },
            2 => match self.captive(false) {
                Some(x) => format!("(function () {{ return {x}; }}).call(1)"),
                None => "3".into(),
            },
            _ => match self.captive(false) {
                Some(x) => format!("[1, 2].map(a => a + {x})[0]"),
                None => "4".into(),
            },
        }
    }

    /// Whatever a site may find that was not written in the program, and what cannot be called.
    pub(super) fn oddity(&mut self) -> String {
        self.random
            .pick(&[
                "Math.abs",
                "Math.max",
                "Math.floor",
                "Math.imul",
                "Math.sqrt",
                "String",
                "Number",
                "Array",
                "Object",
                "parseInt",
                "Boolean",
                "String.fromCharCode",
                "isNaN",
                "Symbol",
                "Function.prototype",
                "Array.of",
                "Date.UTC",
                "Map",
                "undefined",
                "null",
                "{}",
                "5",
                "new Function('q', 'return q + 1')",
                "(0, eval)('(q => q + 2)')",
                "(0, eval)('(function (q) { return typeof this; })')",
                "use",
                "Object.keys",
                "Array.prototype.push",
                "String.prototype.charCodeAt",
                "Function.prototype.call",
                "Math.abs.bind(null)",
                "new Proxy(Math.abs, {})",
                "Reflect.apply",
                "BigInt",
                "RegExp.prototype.exec",
            ])
            .to_owned()
    }

    /// An expression that gives a function.
    pub(super) fn callee(&mut self) -> String {
        let q = self.fresh("q");
        let scope = self.scope.len();
        // What its parameter shadows, it does not: names are fresh.
        let (v, w) = (self.inner_value(&q), self.inner_value(&q));
        let x = self.captive(false).unwrap_or_else(|| "4".into());
        let text = match self.random.below(100) {
            0..16 => format!("({q} => {v})"),
            16..18 => format!("(({q}, r = {x}) => r + {v})"),
            18 => format!("(({q} = {x}, ...r) => {v} + r.length)"),
            19 => format!("(({{ length: r = {x} }}) => r)"),
            20 => format!("(([r = {x}] = [1]) => r)"),
            21..25 => format!("({q} => {{ const t = {v}; return t + {w}; }})"),
            25..27 => format!("({q} => {{ let t = {v}; {{ let t = {w}; keep(() => t++); }} return t; }})"),
            27 | 28 => format!("({q} => {{ let t = {v}; const c = () => t++; c(); return c() + t; }})"),
            29 => format!(
                "({q} => {{ let s = 0; for (let j = 0; j < 3; j++) {{ const c = () => j + {x}; s += c(); }} return s; }})"
            ),
            30 => format!(
                "({q} => {{ const all = []; for (let j = 0; j < 3; j++) all.push(() => j++ + {x}); return all[1]() + all[2](); }})"
            ),
            31..37 => format!("(function ({q}) {{ return {v}; }})"),
            37 | 38 => {
                let name = self.fresh("nf");
                format!(
                    "(function {name}({q}) {{ return {q} > 0 && budget-- > 0 ? {name}(({q} & 3) - 1) + 1 : {v}; }})"
                )
            }
            39 => {
                let name = self.fresh("nf");
                format!("(function {name}({q}) {{ {name} = 1; return typeof {name} + {v}; }})")
            }
            40..43 => format!("({{ m({q}) {{ return {v} + (this?.k | 0); }} }}).m"),
            43 => {
                format!("({{ __proto__: {{ m({q}) {{ return {v}; }} }}, m({q}) {{ return super.m({q}) + {x}; }} }}).m")
            }
            44 => format!("({{ __proto__: {{ get k() {{ return {x}; }} }}, m({q}) {{ return super.k + {v}; }} }}).m"),
            45 => format!("Object.getOwnPropertyDescriptor({{ get g() {{ return {x}; }} }}, 'g').get"),
            46 => format!("Object.getOwnPropertyDescriptor({{ set g({q}) {{ effects += {v} | 0; }} }}, 'g').set"),
            47 | 48 => format!("class {{ constructor({q}) {{ this.v = {v}; }} }}"),
            49 => format!(
                "class extends (class {{ constructor({q}) {{ this.v = {v}; }} }}) {{ constructor({q}) {{ super({q}); this.w = {x}; }} }}"
            ),
            50 => format!(
                "class extends (class {{ v = {x}; }}) {{ w = this.v; constructor({q}) {{ const c = () => super(); c(); this.v = {v}; }} }}"
            ),
            51 => format!("class {{ v = {x}; #h = 2; static s = {x}; get h() {{ return this.#h; }} }}"),
            52 => format!(
                "(k => {q} => k.m({q}))(class {{ static #p = {x}; static m({q}) {{ return this.#p + {v}; }} }})"
            ),
            53 => format!(
                "(k => {q} => k.m({q}))(new (class {{ #p = {x}; #n({q}) {{ return {v}; }} get #a() {{ return {x}; }} m({q}) {{ return this.#n({q}) + this.#p + this.#a; }} }}))"
            ),
            54 => format!("(class {{ static #p = {x}; static m({q}) {{ return this.#p + {v}; }} }}).m"),
            55 | 56 => format!("(function ({q}) {{ return {v}; }}).bind(null)"),
            57 => format!("(({q}, r) => {v} + r).bind(null, {x})"),
            58 => format!("(function ({q}, r) {{ return (this.k | 0) + {v} + r; }}).bind({{ k: 1 }}, 2, {x})"),
            59 | 60 => format!("(function* ({q}) {{ const r = yield {v}; return r; }})"),
            61 => format!("({{ *m({q}) {{ for (let j = 0; j < 3; j++) yield {v} + j; }} }}).m"),
            62 => format!("(async {q} => {v})"),
            63 => format!("(async function ({q}) {{ await null; return {v}; }})"),
            64 => format!("(async function* ({q}) {{ yield {v}; }})"),
            65 | 66 => format!("new Proxy({q} => {v}, {{}})"),
            67 => format!("new Proxy(({q}) => {v}, {{ apply(f, o, a) {{ return f(a[0]) + {x}; }} }})"),
            68 => format!(
                "new Proxy(class {{ constructor({q}) {{ this.v = {v}; }} }}, {{ construct(f, a, n) {{ return Reflect.construct(f, a); }} }})"
            ),
            69 | 70 => format!("(function ({q}) {{ return arguments.length + arguments[0] + {v}; }})"),
            71 => format!("(function ({q}) {{ arguments[0] = {x}; return {v}; }})"),
            72 => format!("(function ({q}) {{ {q} = {x}; return arguments[0] + {v}; }})"),
            73 => format!("(function ({q}) {{ 'use strict'; arguments[0] = {x}; return {v}; }})"),
            74 => format!("(function ({q}) {{ const c = () => {q}++; c(); return arguments[0] + {v}; }})"),
            75 => format!("(function () {{ return (() => arguments.length + {x})(); }})"),
            76 => format!("(function ({q}) {{ if (new.target) this.v = {v}; else return {x}; }})"),
            77 => format!("(function ({q}) {{ return (() => new.target ? this : {v})(); }})"),
            78 => format!("(function ({q}) {{ 'use strict'; return this === undefined ? {v} : {w}; }})"),
            79 => format!("(function ({q}) {{ return typeof this + {v}; }})"),
            80 => format!("(function ({q}) {{ return (() => (this?.k | 0) + {v})(); }})"),
            81 => format!("({q} => eval({}))", quoted(&v)),
            82 => format!("(function ({q}) {{ eval('var z = 3;'); return z + {v}; }})"),
            83 => format!("(function ({q}) {{ var z = {x}; eval('z = 4'); return (() => z + {v})(); }})"),
            84 | 85 => {
                format!("({q} => {{ try {{ if ({q} & 1) throw {v}; return {x}; }} catch (e) {{ return e + {x}; }} }})")
            }
            86 => format!(
                "({q} => {{ try {{ if ({q} & 1) throw {v}; return {x}; }} catch (e) {{ keep(() => e); return (() => e)(); }} finally {{ effects++; }} }})"
            ),
            87 => format!("({q} => {{ if ({q} % 5 === 4) throw {v}; return {x}; }})"),
            88 => format!("({q} => r => {v})"),
            89 => format!("({q} => (r => r + {v})({x}))"),
            90 => format!("({q} => {{ const c = () => t + {x}; let t = {v}; return c(); }})"),
            91 => format!("({q} => {{ const c = () => t; if ({q} % 6 === 5) c(); let t = {v}; return c(); }})"),
            92 => format!(
                "({q} => {{ switch ({q} & 3) {{ case 0: let t = {v}; return (() => t)(); case 1: t = 3; default: return {x}; }} }})"
            ),
            93 if !self.body.strict => format!("(function ({q}) {{ with ({{ w: {x} }}) {{ return w + {v}; }} }})"),
            94 => format!("((s, ...r) => (s?.raw?.length | 0) + r.length + {x})"),
            95 => format!("(function ({q}) {{ 'use strict'; return through(a => a + {x}, {v}); }})"),
            96 => format!("({q} => {{ let t = {q}; while (t > {x} && t > 0) t -= 3; return t + {v}; }})"),
            97 => format!("(({q}, r = () => {q}++) => {{ var {q}; r(); return {q} + r() + {x}; }})"),
            98 => format!(
                "({q} => {{ class K {{ static {{ this.c = () => {x}; }} static v = {v}; }} return K.c() + K.v; }})"
            ),
            _ => format!("({q} => [...(function* () {{ yield {v}; yield {x}; }})()].length + {x})"),
        };
        self.scope.truncate(scope);
        text
    }
}

/// As a string literal.
pub(super) fn quoted(text: &str) -> String {
    format!("'{}'", text.replace('\\', "\\\\").replace('\'', "\\'"))
}
