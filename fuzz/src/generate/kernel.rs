//! Loops as benchmarks have them: long ones in functions that are called a few times, made of what an optimizing compiler does most with.
//! Objects that only the loop sees, calls that are inlined, `arguments` handed on, sites that meet several classes, typed arrays, texts that
//! grow. Somewhere in the middle, what was taken for granted changes: a global, a function, a prototype, a kind of elements.

use super::{Generator, Kind};
use crate::program::{Block, Statement};

/// What kernels use: leaf functions, so that those that are reassigned cannot come to call themselves.
const CAST: &[&str] = &[
    "class V2 { constructor(x, y) { this.x = x; this.y = y; } add(o) { return new V2(this.x + o.x, this.y + o.y); } scale(k) { this.x *= k; this.y *= k; return this; } dot(o) { return this.x * o.x + this.y * o.y; } get len() { return Math.sqrt(this.x * this.x + this.y * this.y); } set twice(v) { this.x = v * 2; } static of(x) { return new V2(x, x); } }",
    "class V3 extends V2 { z = 3; constructor(x, y) { super(x, y); this.w = y; } add(o) { return super.add(o); } dot(o) { return super.dot(o) + this.z; } }",
    "class V4 extends V3 { #u = this.w; get u() { return this.#u; } dot(o) { return super.dot(o) + this.#u; } }",
    "class V5 extends V4 { constructor(x, y) { const call = () => super(x, y); if (x & 1) call(); else super(y, x); this.t = new.target === V5; if (y === 7) return { x, y, dot: () => 1, u: 2 }; } }",
    "class V6 extends V5 { v = [this.x]; }",
    "class Sum extends Array { constructor(n) { super(); this.push(n); } }",
    "function Target() {} Target.prototype = V4.prototype;",
    "function Square(s) { this.s = s; } Square.prototype.area = function (k) { return this.s * this.s + k; }; Square.prototype.kind = 1;",
    "function Circle(r) { this.r = r; this.s = 2; } Circle.prototype.area = function (k) { return this.r * 3 - k; }; Circle.prototype.kind = 2;",
    "function Slab(w, h) { this.w = w; this.h = h; this.s = w; } Slab.prototype = Object.create(Square.prototype); Slab.prototype.area = function () { return this.w * this.h; };",
    "var figures = [new Square(2), new Circle(1.5), new Slab(3, 4), new Square(5), { s: 7, kind: 'own', area(k) { return k; } }];",
    "var G = 1, T = 'glob';",
    "globalThis.H = 0.5;",
    "let scripted = 3;",
    "var held = null;",
    "var row = [5, 6, 7, 8, 9, 10, 11, 12];",
    "var reals = [0.5, 1.25, -2, 3, 1e9, 0.1, -0.5, 8];",
    "var gaps = [1, , 3, 4, , 6];",
    "var things = [{ x: 1 }, { x: 2, y: 1 }, { y: 3, x: 4 }, null, { x: 0.5 }, { get x() { return G; } }];",
    "var i8 = new Int8Array(8), u16 = new Uint16Array([1, 2, 3, 65535]), words = new Int32Array(16), wide = new Float64Array(16), bytes = new Uint8Array(words.buffer), patterns = new Uint32Array(wide.buffer), gone = new Int32Array(8);",
    "var bits = new DataView(new ArrayBuffer(40), 3), order = true;",
    "function twist(p) { return (p * 3) ^ 5; }",
    "function halve(p) { return p / 2; }",
    "function joined(p) { return p + 'j'; }",
    "function picky(p) { if (p > 900) throw new UserError('picky'); return p & 63; }",
    "function self(p) { return this === undefined ? p : p + 1; }",
    "function box(p) { return { x: p, y: p + 1 }; }",
    "function unbox(o) { return o.x + o.y; }",
    "function swap(o) { const t = o.x; o.x = o.y; o.y = t; return o; }",
    "function wrapped(p) { return [p, box(p)]; }",
    "function total() { let t = 0; for (let n = 0; n < arguments.length; n++) t += arguments[n]; return t; }",
    "function rest(...r) { return r.length + r[0]; }",
    "function first(p, q) { arguments[0] = q; return p; }",
    "function strictly(p, q) { 'use strict'; arguments[0] = q; return p; }",
    "function passOn() { return total.apply(this, arguments); }",
    "function passSome(p) { return total.apply(null, arguments) + arguments.length; }",
    "function spreads(...r) { return total(...r, 1); }",
    "function through(f, p) { return f(p); }",
    "function sees(o) { held = o; return o.x; }",
    "function adder(p) { let n = p; return q => n += q; }",
    "const seeker = /[a-k1-5]+/g, stuck = /\\w/y, tester = /^(\\w)(\\d*)/;",
    "const table = {}; for (let n = 0; n < 70; n++) table['n' + n] = n;",
    "function* steps(p) { let n = p; while (true) n += (yield n) ?? 1; }",
    "var helper = twist, method = { f: halve, n: 4 };",
];

/// What happens at one iteration.
const EVENTS: &[&str] = &[
    "G = 0.5;",
    "G = 'g';",
    "G = 0x7fffffff;",
    "G = -0;",
    "G = undefined;",
    "H = 3;",
    "delete globalThis.H;",
    "T = 7;",
    "scripted = scripted + 0.5;",
    "scripted = { valueOf() { return 2; } };",
    "globalThis.G = { x: 1 };",
    "Object.defineProperty(globalThis, 'H', { get() { effects++; return 2; }, set(v) { sink = v; }, configurable: true });",
    "row[Symbol.iterator] = function* () { effects++; yield 1; yield 2.5; };",
    "row.length = 1;",
    "row = [1.5, , 'r'];",
    "Object.freeze(reals);",
    "Object.getPrototypeOf([][Symbol.iterator]()).return = function () { effects++; return {}; };",
    "{ const v = Array.prototype.values; Array.prototype[Symbol.iterator] = function () { effects++; return v.call(this); }; }",
    "helper = halve;",
    "helper = joined;",
    "helper = picky;",
    "helper = Math.floor;",
    "helper = p => p - 1;",
    "helper = null;",
    "twist = halve;",
    "total = function () { return arguments.length; };",
    "box = p => ({ y: p, x: 2 });",
    "unbox = o => o.x;",
    "method.f = twist;",
    "method = { n: 1, f: joined };",
    "delete method.f;",
    "V2.prototype.add = function (o) { return new V2(o.y, this.x); };",
    "V2.prototype.dot = halve;",
    "V2.prototype.scale = function () { return this; };",
    "delete V2.prototype.dot;",
    "delete V3.prototype.add;",
    "Object.defineProperty(V2.prototype, 'x', { set(v) { effects++; }, get() { return 4; }, configurable: true });",
    "Object.defineProperty(V2.prototype, 'len', { value: 9, configurable: true });",
    "Object.setPrototypeOf(V3.prototype, Square.prototype);",
    "Object.setPrototypeOf(V3, Square);",
    "Object.setPrototypeOf(V4, V2);",
    "Object.setPrototypeOf(V6, function (p) { return p & 1 ? this : { x: p, y: 1, dot: halve }; });",
    "Object.setPrototypeOf(V5, null);",
    "Target.prototype = { x: 4, dot: halve };",
    "Target.prototype = 3;",
    "Object.defineProperty(V2.prototype, 'w', { set(v) { effects++; }, get() { return 3; }, configurable: true });",
    "Square.prototype.area = k => k;",
    "Square.prototype = { area() { return -1; }, kind: 3 };",
    "Circle.prototype.kind = 'c';",
    "Circle.prototype.area = 5;",
    "Object.setPrototypeOf(figures[1], Slab.prototype);",
    "figures[0].area = function (k) { return this.s - k; };",
    "figures[2] = new V2(1, 2);",
    "figures.push(null);",
    "Object.defineProperty(Square, Symbol.hasInstance, { value: () => true, configurable: true });",
    "Object.freeze(figures[0]);",
    "row[3] = 0.5;",
    "row[2] = 'r';",
    "row.length = 3;",
    "delete row[1];",
    "row[40] = 1;",
    "Object.freeze(row);",
    "Object.defineProperty(row, 1, { get() { effects++; return 1; }, configurable: true });",
    "reals[1] = 'real';",
    "reals.length = 2;",
    "gaps[1] = 2;",
    "Array.prototype[4] = 44;",
    "Object.prototype[1] = 11;",
    "delete Object.prototype[1]; delete Array.prototype[4];",
    "things.reverse();",
    "things[1] = 6;",
    "words = new Float64Array(4);",
    "words = [1, 2, 3, 4];",
    "wide = words;",
    "if (gone.length > 0) gone.buffer.transfer();",
    "i8 = new Uint8Array(3);",
    "bits = new DataView(new ArrayBuffer(12, { maxByteLength: 64 }));",
    "bits = new DataView(words.buffer, 5, 21);",
    "if (bits.buffer !== words.buffer && !bits.buffer.detached) bits.buffer.transfer();",
    "DataView.prototype.getInt16 = halve;",
    "order = '';",
    "order = 3;",
    "Math.floor = Math.ceil;",
    "Math.imul = (p, q) => p + q;",
    "Function.prototype.call = function () { return 8; };",
    "String.prototype.charCodeAt = () => 65;",
    "Array.prototype.push = function () { return 0; };",
    "Array.prototype[Symbol.iterator] = function* () { yield 1; yield 2; };",
    "Object.getPrototypeOf([][Symbol.iterator]()).next = () => ({ done: true });",
    "effects = 1e10;",
    "seeker.lastIndex = 2; stuck.lastIndex = '1';",
    "stuck.lastIndex = 0.5; tester.exec = () => null;",
    "{ const e = RegExp.prototype.exec; RegExp.prototype.exec = function (t) { effects++; return e.call(this, t); }; }",
    "RegExp.prototype.test = () => true;",
    "Object.prototype[Symbol.toStringTag] = 'All';",
    "delete table.n3; table.n4 = 0.5; Object.defineProperty(table, 'n5', { get() { return 6; }, configurable: true });",
    "Object.setPrototypeOf(table, { set fresh(v) { effects++; }, n80: 'inherited' });",
    "Object.freeze(table);",
    "held = { x: 'held', y: 2 };",
];

/// The names of a kernel's variables: its parameters and what it gathers.
struct Names {
    i: String,
    n: String,
    p: String,
    a: String,
    b: String,
    s: String,
    o: String,
}

impl Names {
    /// Keeps texts and BigInts from growing without end; numbers it leaves to the loop.
    fn clip(&self) -> Statement {
        let Names { a, b, s, .. } = self;
        let variables =
            [a, b, s].map(|v| format!("if (typeof {v} === 'string' || typeof {v} === 'bigint') {v} = clip({v});"));
        Statement::line(variables.join(" "))
    }
}

impl Generator {
    /// What kernels use.
    pub(super) fn cast(&mut self) -> Block {
        CAST.iter().copied().map(Statement::line).collect()
    }

    /// A kernel and its calls.
    pub(super) fn kernel(&mut self) -> Block {
        let name = self.fresh("k");
        let names = Names {
            i: self.fresh("i"),
            n: self.fresh("n"),
            p: self.fresh("p"),
            a: self.fresh("a"),
            b: self.fresh("b"),
            s: self.fresh("s"),
            o: self.fresh("o"),
        };
        let Names { i, n, p, a, b, s, o } = &names;
        let count = self.random.pick(&[60, 150, 300, 600, 1200]);
        let mut body: Block = Vec::new();
        for _ in 0..self.parts(2, 6) {
            self.step(&names, count, 1, &mut body);
        }
        for _ in 0..self.random.pick(&[0, 1, 1, 1, 2, 3]) {
            let event = self.event();
            let at = self.random.between(count / 3, count + count / 2);
            let condition = self.random.pick(&[format!("{i} === {at}"), format!("++effects === {at}")]);
            let place = self.random.below(body.len() + 1);
            body.insert(place, Statement::line(format!("if ({condition}) {{ {event} }}")));
        }
        let every = self.random.pick(&[7, 50, 97, 400]);
        body.push(Statement::line(format!("if ({i} % {every} === 3) log([{a}, {b}, {s}.length]);")));
        body.push(names.clip());
        let head = match self.random.below(6) {
            0 => format!("for (let {i} = {n} - 1; {i} >= 0; {i}--) {{"),
            1 => format!("for (var {i} = 0; {i} < {n} && {b} !== 77; {i}++) {{"),
            2 => format!("let {i} = -1; while (++{i} < {n}) {{"),
            3 => format!("let {i} = 0; do {{"),
            _ => format!("for (let {i} = 0; {i} < {n}; {i}++) {{"),
        };
        let close = if head.ends_with("do {") { format!("}} while (++{i} < {n});") } else { "}".into() };
        let hot = Statement::blocks(vec![(head, body)], close);
        let hot = match self.random.below(8) {
            0 => Statement::blocks(
                vec![("try {".into(), vec![hot]), ("} catch (e) {".into(), vec![Statement::line("log(e);")])],
                "}",
            ),
            1 => Statement::block(format!("for (let again{n} = 0; again{n} < 2; again{n}++) {{"), vec![hot]),
            _ => hot,
        };
        let start = self.random.pick(&["0", "1", "0x7ffffff0", "-1"]);
        let mut function = vec![
            Statement::line(format!("let {a} = {start}, {b} = {p} ?? 0.5, {s} = '', {o} = null;")),
            hot,
            Statement::line(format!("return [{a}, {b}, {s}, {o}];")),
        ];
        if self.percent(30) {
            function.insert(0, Statement::line("'use strict';"));
        }
        let mut program = match self.random.below(10) {
            // At the top: variables are the script's, and the loop is entered in the middle.
            0 | 1 if !function[0].close.starts_with('\'') => {
                function.pop();
                let mut inner =
                    vec![Statement::line(format!("let {n} = {count}, {p} = {};", self.literal(Kind::Number)))];
                inner.extend(function);
                inner.push(Statement::line(format!("log([{a}, {b}, {s}, {o}]);")));
                let caught = vec![Statement::line("log(e);")];
                return vec![Statement::blocks(vec![("try {".into(), inner), ("} catch (e) {".into(), caught)], "}")];
            }
            _ => vec![Statement::block(format!("function {name}({n}, {p}) {{"), function)],
        };
        for call in 0..self.parts(1, 4) {
            if call > 0 && self.percent(40) {
                let event = self.event();
                program.push(Statement::line(format!("try {{ {event} }} catch (e) {{ log(e); }}")));
            }
            let count = self.random.pick(&[count, count, count / 2, 20]);
            let argument = match self.random.below(6) {
                0 => self.leaf(Kind::Any),
                1 => self.literal(Kind::Int),
                2 => format!("weird[{}]", self.random.below(26)),
                _ => self.random.pick(&["0", "0.5", "1", "undefined"]).to_owned(),
            };
            program.push(Statement::line(format!(
                "budget = 300; try {{ log({name}({count}, {argument})); }} catch (e) {{ log(e); }}"
            )));
        }
        program
    }

    fn event(&mut self) -> String {
        if self.percent(15) {
            return format!("try {{ {} }} catch (e) {{ log(e); }}", self.shape_change().close);
        }
        self.random.pick(EVENTS).to_owned()
    }

    /// A small number: what loops count and gather, most of the time of one kind.
    fn whole(&mut self, names: &Names, depth: usize) -> String {
        let Names { i, a, .. } = names;
        if depth == 0 {
            return match self.random.below(10) {
                0..4 => i.clone(),
                4..7 => a.clone(),
                7 => self.small().to_string(),
                8 => self.random.pick(&["scripted", "effects", "G", "row[1]", "(-1)", "0"]).to_owned(),
                _ => self.literal(Kind::Int),
            };
        }
        let depth = depth - 1;
        match self.random.below(24) {
            0..7 => {
                let operator = self.random.pick(&["+", "+", "-", "*", "%"]);
                let (x, y) = (self.whole(names, depth), self.whole(names, depth));
                if self.percent(60) { format!("(({x} {operator} {y}) | 0)") } else { format!("({x} {operator} {y})") }
            }
            7..12 => {
                let operator = self.random.pick(&["|", "&", "^", "<<", ">>", ">>>"]);
                format!("({} {operator} {})", self.whole(names, depth), self.whole(names, depth))
            }
            12 => format!("({} / {} | 0)", self.whole(names, depth), self.whole(names, 0)),
            13 => format!("Math.imul({}, {})", self.whole(names, depth), self.whole(names, 0)),
            14 => format!("Math.floor({})", self.real(names, depth)),
            15 => format!("({} < {} ? {} : {i})", self.whole(names, 0), self.real(names, 0), self.whole(names, depth)),
            16 => format!("(-{})", self.whole(names, depth)),
            17 => format!("Math.{}({i}, {})", self.random.pick(&["min", "max"]), self.whole(names, depth)),
            18 => format!(
                "{}[{} & 7]",
                self.random.pick(&["words", "i8", "u16", "bytes", "row", "gone"]),
                self.whole(names, depth)
            ),
            19 => format!("helper({})", self.whole(names, depth)),
            20 => format!("twist({})", self.whole(names, depth)),
            21 => format!("({} >>> 0)", self.whole(names, depth)),
            22 => format!("+({} === {})", self.whole(names, depth), self.real(names, 0)),
            _ => format!("~~{}", self.real(names, depth)),
        }
    }

    fn real(&mut self, names: &Names, depth: usize) -> String {
        let Names { i, b, .. } = names;
        if depth == 0 {
            return match self.random.below(10) {
                0..4 => b.clone(),
                4 => format!("({i} * 0.5)"),
                5 => i.clone(),
                6 => self.random.pick(&["H", "0.1", "1.5", "(-0)", "NaN", "1e9", "4294967295", "reals[2]"]).to_owned(),
                7 => self.whole(names, 0),
                _ => self.random.pick(&["0.5", "2", "0.25", "3"]).to_owned(),
            };
        }
        let depth = depth - 1;
        match self.random.below(16) {
            0..7 => {
                let operator = self.random.pick(&["+", "+", "-", "*", "*", "/", "%"]);
                format!("({} {operator} {})", self.real(names, depth), self.real(names, depth))
            }
            7 => format!("Math.sqrt({})", self.real(names, depth)),
            8 => format!("Math.abs({})", self.real(names, depth)),
            9 => format!("Math.round({})", self.real(names, depth)),
            10 => format!("Math.min({}, {})", self.real(names, depth), self.real(names, 0)),
            11 => format!("{}[{} & 7]", self.random.pick(&["wide", "reals"]), self.whole(names, depth)),
            12 => format!("halve({})", self.real(names, depth)),
            13 => format!("method.f({})", self.real(names, depth)),
            14 => format!("Math.fround({})", self.real(names, depth)),
            _ => self.whole(names, depth),
        }
    }

    /// Built-ins that optimized code calls without a frame, and accesses of objects of many forms.
    fn built_in(&mut self, names: &Names, t: &str) -> String {
        let Names { i, a, b, s, o, .. } = names;
        let (w, v) = (self.whole(names, 2), self.whole(names, 1));
        let (r, q) = (self.real(names, 2), self.real(names, 1));
        self.random.pick(&[
            format!("if (seeker.test({s})) {a} += seeker.lastIndex; else {b} = seeker.lastIndex;"),
            format!("{a} += stuck.lastIndex; if (stuck.test({s})) {a} ^= stuck.lastIndex;"),
            format!("{{ const {t} = tester.exec({s}); if ({t}) {a} += {t}[0].length + {t}.index; }}"),
            format!("{a} += seeker.test({v}) + stuck.lastIndex; seeker.lastIndex = {i} & 3;"),
            format!("if (Object.prototype.toString.call({i} & 1 ? {o} : row) === '[object Array]') {a}++;"),
            format!("table['n' + ({i} % 90)] = {r}; {b} = table['n' + ({v} & 63)];"),
            format!("{b} = [words, wide, row, reals, {s}, table][{i} % 6][{v} & 7];"),
            format!("[words, wide, row, u16][{i} & 3][{v} & 7] = {w};"),
            format!("{a} += row.indexOf({v}) + reals.includes({r});"),
            format!("{b} = Math.max({r}, {q}, {v}); if (isNaN({b})) {b} = 0;"),
            format!("if ({s} < `${{{v}}}${{{i}}}x`) {a}++;"),
            format!("{{ const {{ x: {t}, ...more }} = {{ x: {v}, y: {i}, z: {r} }}; {a} += {t} + more.y; }}"),
            format!("{a} += (p => p + {v}).call(null, {i}) | 0;"),
        ])
    }

    /// One of the things that a loop does.
    fn step(&mut self, names: &Names, count: usize, depth: usize, block: &mut Block) {
        let Names { i, n, a, b, s, o, .. } = names;
        let (w, v) = (self.whole(names, 2), self.whole(names, 1));
        let (r, q) = (self.real(names, 2), self.real(names, 1));
        let t = self.fresh("t");
        let at = self.random.below(count + 10);
        let text = match self.random.below(if depth > 2 { 32 } else { 38 }) {
            0 | 1 => self.built_in(names, &t),
            2 => format!("{a} = {w};"),
            3 => format!("{a} = ({a} + {w}) | 0;"),
            4 => self.random.pick(&[format!("{b} = {r};"), format!("{b} += {r};"), format!("{a} += {v}; {b} = {a} % 3;")]),
            5..8 => self.private_object(names, &t, at),
            8 | 9 => self.list(names, &t, at),
            10 => self.random.pick(&[
                format!("const {t} = figures[{i} % 4]; {b} += {t}.area({v});"),
                format!("const {t} = figures[{i} & 1]; {a} = ({a} + {t}.s) | 0;"),
                format!("{b} = figures[{i} % figures.length].area({r});"),
                format!("for (const {t} of figures) {a} ^= {t}.kind;"),
                format!("{s} += figures[{i} % 5].kind;"),
            ]),
            11 => self.random.pick(&[
                format!("if (figures[{i} % 5] instanceof Square) {a}++;"),
                format!("{a} += ({o} instanceof V2) ? 1 : 2;"),
                format!("{b} = figures[{i} & 3] instanceof (({i} & 1) ? Circle : Slab) ? {r} : {q};"),
                format!("{o} = {i} % 3 ? new V3({v}, 1) : new V2({v}, {q}); if ({o} instanceof V3) {a}++;"),
            ]),
            12 | 13 => {
                let f = self.random.pick(&["total", "rest", "first", "strictly", "passOn", "passSome", "spreads"]);
                self.random.pick(&[
                    format!("{a} = ({a} + {f}({v}, {i})) | 0;"),
                    format!("{b} = {f}({v}, {r}, {i});"),
                    format!("{b} = {f}.apply(null, [{v}, {r}]);"),
                    format!("{a} = {f}.call(this, {v}) | 0;"),
                    format!("{b} = {f}(...row);"),
                    format!("{b} = {f}();"),
                    format!("{a} = {f}.apply(this, arguments) | 0;"),
                    format!("arguments[1] = {v}; {a} = (arguments[1] + arguments.length) | 0;"),
                ])
            }
            14 | 15 => {
                let array = self.random.pick(&["words", "i8", "u16", "bytes", "wide", "tu8c", "tf32", "tu32", "gone", "tlen"]);
                self.random.pick(&[
                    format!("{array}[{i} & 7] = {w};"),
                    format!("{array}[{v}] = {r};"),
                    format!("{array}[{i} & 3] += {v};"),
                    format!("{b} = {array}[{i} & 15];"),
                    format!("for (let {t} = 0; {t} < {array}.length; {t}++) {a} = ({a} + {array}[{t}]) | 0;"),
                    format!("{array}[{i} % {array}.length]++;"),
                    format!("if ({v} in {array}) {a}++;"),
                    format!("{a} = ({a} + bits.getInt16({i} & 15, true)) | 0;"),
                    format!("{b} = bits.getFloat32({i} & 7); bits.setUint8({i} & 31, {w});"),
                    format!("bits.setInt32({i} & 15, {r}, order); {a} ^= bits.getUint32({i} & 7, order);"),
                    format!("bits.setFloat64({i} & 7, {q}, true); {b} += bits.getFloat64({v} & 7, true);"),
                    format!("wide[{i} & 7] = {r} / ({w} & 3); {a} ^= patterns[{i} & 15];"),
                    format!("try {{ {b} = bits.getUint16({v}, order); }} catch ({t}) {{ {a}--; }}"),
                ])
            }
            16 | 17 => self.random.pick(&[
                format!("{s} += String.fromCharCode(97 + ({i} & 15));"),
                format!("{s} += {v};"),
                format!("{s} = {s} + {i} + 'x';"),
                format!("{s} = 'p' + {s}; {a} = (Math.imul({a}, 31) + {s}.charCodeAt({i} % 9)) | 0;"),
                format!("if ({s}[{i} & 7] === 'a') {a}++; else {s} += T;"),
                format!("switch ({s}[{i} & 3]) {{ case 'a': {a}++; break; case 'p': {a} += 2; case undefined: {b}++; default: {s} += 'q'; }}"),
                format!("{a} += {s} < 'm' ? 1 : {s}.length;"),
                format!("{s} = `${{{v}}}${{{s}.slice(-9)}}`; if ({s} === '0') {b} = {s};"),
                format!("{a} += {s}.indexOf('b') + {s}.charAt({v}).length;"),
                format!("for (const {t} of {s}.slice(0, 5)) {a} += {t} > 'b';"),
                format!("if (/[a-c]+x?/.test({s})) {a}++;"),
                format!("{a} = {s}.charCodeAt({v}) | 0; {s} += {a} === 97 ? 'z' : {q};"),
            ]),
            18 => self.random.pick(&[
                format!("G = {v}; {a} ^= G;"),
                format!("G++; {b} += H;"),
                format!("H = {r};"),
                format!("scripted += {v} & 1; {a} = scripted | 0;"),
                format!("{a} = helper({v}); if ({i} === {at}) helper = halve;"),
                format!("{b} = method.f({r}); method.n = {v};"),
                format!("helper = {i} & 1 ? twist : {i} % 7 ? halve : picky; {b} = helper({v});"),
            ]),
            19 => format!("try {{ {a} = picky({v}) + {w}; }} catch ({t}) {{ {b} = -{i}; }} finally {{ effects++; }}"),
            20 => self.random.pick(&[
                format!("try {{ {o} = {{ x: {v} }}; {a} += picky({i}); {o} = box({a}); }} catch ({t}) {{ log([{i}, {o}]); }}"),
                format!("try {{ things[{i} % 6].x++; }} catch ({t}) {{ {a} ^= {i}; }}"),
                format!("try {{ null.x; }} catch ({t}) {{ {a} = ({a} + 1) | 0; }}"),
                format!("{b} = (() => {{ try {{ return {r}; }} finally {{ {a} = {v}; }} }})();"),
            ]),
            21 | 22 => {
                let array = self.random.pick(&["row", "reals", "gaps", "ints", "doubles", "mixture", "texts"]);
                self.random.pick(&[
                    format!("{array}[{i} & 7] = {w};"),
                    format!("{array}[{i} & 3] = {r};"),
                    format!("{array}.push({v}); if ({array}.length > 30) {array}.length = 2;"),
                    format!("{a} += {array}.pop() | 0; {array}.push({q});"),
                    format!("{b} = {array}[{v} & 7];"),
                    format!("{b} = {array}[{i}];"),
                    format!("{b} = {array}[{array}.length - 1];"),
                    format!("for (let {t} = 0; {t} < {array}.length && {t} < 9; {t}++) {b} = {array}[{t}] + {b};"),
                    format!("for (const {t} of {array}) {{ {b} = {t}; if ({t} === {v}) break; }}"),
                    format!("[{array}[0], {array}[1]] = [{array}[1], {array}[0]];"),
                    format!("if ({array}[{i} & 7] == null) {a}++;"),
                    format!("{array}.unshift({array}.pop());"),
                    format!("{array}.length = {i} & 7; {array}[({i} + 1) & 7] = {v};"),
                ])
            }
            23 => self.random.pick(&[
                format!("const {t} = {i} % 5 ? {{ x: {v} }} : null; {a} += {t}?.x ?? 1;"),
                format!("const {t} = things[{i} % 6]; if ({t} != null) {b} += {t}.x;"),
                format!("const {t} = things[{i} % 3]; {t}.x = {v}; {a} ^= {t}.x;"),
                format!("{a} += things[{i} & 1].y === undefined ? 1 : 2;"),
                format!("const {t} = things[{i} % 6]; {s} += typeof {t};"),
            ]),
            24 => self.random.pick(&[
                format!("const {t} = x => x + {a}; {b} = through({t}, {v});"),
                format!("const {t} = adder({v}); {t}(1); {a} = {t}({i}) | 0;"),
                format!("{a} = [{i}, 2, {v}].map(x => x + 1)[{i} & 1];"),
                format!("row.forEach((x, y) => {{ {a} = ({a} + x * y) | 0; }});"),
                format!("{b} = reals.reduce((x, y) => x + y, {v});"),
                format!("const {t} = () => {{ {a}++; {b} = {i}; }}; {t}(); if ({i} === {at}) held = {t};"),
                format!("{a} = (function (x) {{ return x & 255; }})({w});"),
                format!("{b} = row.map(twist).indexOf({v});"),
            ]),
            25 => self.random.pick(&[
                format!("const {t} = steps({v}); {t}.next(); {b} = {t}.next({i}).value;"),
                format!("for (const {t} of steps({i})) {{ if ({t} > {i} + 2) break; {a} = {t} | 0; }}"),
                format!("const [{t}, {t}b = 4] = {i} & 1 ? [{v}] : [1, {i}]; {a} = ({t} + {t}b) | 0;"),
                format!("const {{ x: {t}, y: {t}b = {v} }} = things[{i} & 1]; {b} = {t} * {t}b;"),
            ]),
            26 => self.random.pick(&[
                format!("switch ({i} % 5) {{ case 0: {a} += {v}; break; case 1: case 2: {b} = {r}; default: {a} = {i}; }}"),
                format!("switch ({v}) {{ case 1: {a}++; case {i}: {b}--; break; case 0.5: {a} = 0; }}"),
                format!("if (Object.is({r}, -0)) {a}++; {b} = 1 / {q};"),
                format!("if ({i} > {n} / 2) {{ {a} = {w}; }} else if ({r} > {q}) {b} = {v};"),
            ]),
            27 => self.random.pick(&[
                format!("map.set({i} & 7, {a}); {b} = map.get({v} & 7);"),
                format!("set.add({v} & 15); if (set.has({i} & 15)) {a}++;"),
                "big = BigInt.asIntN(64, big * 3n + 1n);".to_owned(),
                format!("{b} = Number(BigInt.asIntN(32, BigInt({i}) * 7n)) + {q};"),
            ]),
            28 => self.random.pick(&[
                format!("{b} = self({v}) + self.call(undefined, 1) + self.call({i}, 2);"),
                format!("{b} = self.bind(null, {v})();"),
                format!("{a} = Reflect.apply(twist, null, [{v}]);"),
                format!("{b} = through(helper, {v});"),
                format!("{b} = through({i} & 1 ? twist : halve, {r});"),
                format!("{a} = eval('{i} & 7');"),
            ]),
            29 => format!("{a} = {}; {b} = {};", self.expression(Kind::Int, 2), self.expression(Kind::Number, 2)),
            30 => format!("sink = {};", self.expression(Kind::Any, 2)),
            31 => self.random.pick(&[format!("if ({w} === {v}) continue;"), format!("if ({a} === {v} && {i} > {at}) break;")]),
            _ => {
                let mut inner = Vec::new();
                for _ in 0..self.random.between(1, 2) {
                    self.step(names, count, depth + 1, &mut inner);
                }
                inner.push(names.clip());
                let (j, bound) = (self.fresh("j"), self.random.pick(&["3", "5", "I & 3", "row.length && J < 6"]));
                let bound = bound.replace('I', i).replace('J', &j);
                block.push(match self.random.below(4) {
                    0 => Statement::block(format!("if ({v} & 1) {{"), inner),
                    1 => Statement::blocks(
                        vec![("try {".into(), inner), (format!("}} catch ({t}) {{"), vec![Statement::line(format!("{a} ^= 1;"))])],
                        "}",
                    ),
                    _ => Statement::block(format!("for (let {j} = 0; {j} < {bound}; {j}++) {{"), inner),
                });
                return;
            }
        };
        // Names that are declared are each step's own.
        block.push(Statement::line(
            if text.contains("continue;") || text.contains("break;") && text.starts_with("if") {
                text
            } else {
                format!("{{ {text} }}")
            },
        ));
    }

    /// Arrays that are taken apart: patterns, spread arguments, rest parameters, loops.
    fn list(&mut self, names: &Names, t: &str, at: usize) -> String {
        let Names { i, a, b, s, o, .. } = names;
        let (v, w) = (self.whole(names, 1), self.whole(names, 1));
        let (q, r) = (self.real(names, 1), self.real(names, 1));
        let made = self.random.pick(&[
            format!("[{v}, {q}]"),
            format!("[{v}, {w}, {i}]"),
            format!("[{q}, undefined, {r}]"),
            format!("[{v}, , {w}]"),
            format!("[{{ x: {v} }}, {s}, {q}]"),
            format!("[[{v}, {q}], {w}]"),
            format!("[...row, {v}]"),
            format!("[{i}, ...[{q}, {v}], {w}]"),
            format!("((...p) => p)({v}, {q}, {w})"),
            format!("(p => [p, {q}])({v})"),
            format!("{i} % 9 ? [{v}, {w}] : [{v}]"),
            format!("{i} % 7 ? [{v}, {q}, {w}] : new Set([{v}, {q}])"),
            "row".to_owned(),
            "reals".to_owned(),
            "gaps".to_owned(),
        ]);
        let use_of = self.random.pick(&[
            format!("[{a}, {b}] = [{b} | 0, {a}];"),
            format!("[row[{i} & 7], row[{v} & 7]] = [row[{v} & 7], row[{i} & 7]]; {b} = row[{i} & 3];"),
            format!("const [{t}x, {t}y = {r}] = {t}; {b} = {t}x; {a} ^= {t}y;"),
            format!("const [{t}x, , {t}y] = {t}; {s} += {t}x; {b} = {t}y;"),
            format!("const [{t}x, ...{t}y] = {t}; {b} = {t}y.length; {s} += {t}y;"),
            format!("const {t}o = {{ p: 0, set q(n) {{ {a} ^= n; row[1] = n; }} }}; [{t}o.p, {t}o.q, {b} = {r}] = {t};"),
            format!("const [{t}x = (row[1] = {r}, 1), {t}y = {i}] = {t}; {b} = {t}x; {s} += {t}y;"),
            format!("try {{ const [{t}x, {t}y = picky({i})] = {t}; {b} = {t}y; }} catch (e) {{ {a}++; }}"),
            format!("{b} = rest(...{t}); {a} ^= total({v}, ...{t});"),
            format!("{b} = spreads(...{t}, {v}); {a} ^= Math.max(...{t});"),
            format!("{o} = new V2(...{t}); {b} = {o}.x;"),
            format!("const {t}f = (p, ...n) => {{ n[{i} & 1] = {r}; return p + n.length + n[0]; }}; {b} = {t}f(...{t}); {s} += {t}f({v}, {q});"),
            format!("const {t}f = (...n) => {{ let u = 0; for (const p of n) u += p; return u; }}; {b} = {t}f({v}, {i}, {q});"),
            format!("for (const {t}x of {t}) {{ if ({t}x === {w}) break; {b} = {t}x; }}"),
            format!("for (const [{t}x, {t}y] of [[{v}, {q}], [{i}, {w}]]) {{ {a} ^= {t}x; {b} = {t}y; }}"),
            format!("{a} += [...{t}, ...{t}].length; {b} = [{v}, ...{t}][1];"),
            format!("{b} = {t}[0]; {a} += {t}.length | 0;"),
        ]);
        let escape = match self.random.below(6) {
            0 => format!(" if ({i} === {at}) held = {t};"),
            1 => format!(" if ({i} === {at}) log({t});"),
            2 => format!(" if ({i} % 50 === 0) {a} = sees({t}) | 0;"),
            _ => String::new(),
        };
        format!("const {t} = {made}; {use_of}{escape}")
    }

    /// Objects that need not exist, unless somebody looks.
    fn private_object(&mut self, names: &Names, t: &str, at: usize) -> String {
        let Names { i, a, b, s, o, .. } = names;
        let (v, w) = (self.whole(names, 1), self.whole(names, 1));
        let (q, r) = (self.real(names, 1), self.real(names, 1));
        let seventh = if self.percent(50) { ", 7" } else { "" };
        let made = self.random.pick(&[
            format!("{{ x: {v}, y: {q} }}"),
            format!("{{ y: {q}, x: {v} }}"),
            format!("new V2({v}, {q})"),
            format!("new V3({v}, {q})"),
            format!("new V4({v}, {q})"),
            format!("new V5({v}, {q})"),
            format!("new V6({v}, {w}, 3, 4, 5, 6{seventh})"),
            format!("Reflect.construct(V5, [{v}, {q}], Target)"),
            format!("new ({i} & 1 ? V4 : V6)({v}, {q})"),
            format!("V2.of({v})"),
            format!("box({v})"),
            format!("{{ x: {v}, y: {q}, z: {{ x: {w} }} }}"),
            format!("{{ x: {v}, get y() {{ return {i}; }} }}"),
            format!("{{ __proto__: pair, x: {v}, y: {w} }}"),
        ]);
        let use_of = self.random.pick(&[
            format!("{t}.x += {i}; {b} = {t}.x * {t}.y;"),
            format!("{b} = unbox({t});"),
            format!("{b} = unbox(swap({t}));"),
            format!("{a} = ({t}.x | 0) + ({t} === {o});"),
            format!("{b} = {t}.dot?.({{ x: {w}, y: {r} }});"),
            format!("{o} = {t}.add ? {t}.add({t}) : {t}; {b} = {o}.x;"),
            format!("if ({o}) {b} = {o}.x + {t}.y; {o} = {t};"),
            format!("{t}.z = {r}; {b} = {t}.z;"),
            format!("{a} = ({a} + new Sum({v})[0] + {t}.x) | 0;"),
            format!("{b} = {t}.u ?? {t}.t ?? {t}.w;"),
            format!("{b} = {t}.len ?? {r}; {t}.twice = {v};"),
            format!("if ({v} & 1) {t}.x = {r}; else {t}.y = {w}; {b} = {t}.x + {t}.y;"),
            format!("const {t}c = () => {t}.x; {b} = {t}c();"),
            format!("const {t}p = {{ o: {t}, q: {{ o: {t} }} }}; {b} = {t}p.q.o.x; {t}p.o.y = {i}; {a} ^= {t}.y;"),
            format!("const {t}l = [{t}, {t}.y]; {b} = {t}l[0].x + {t}l[1] + {t}l.length;"),
            format!("try {{ {t}.y = {w}; {a} += picky({i}); {t}.x = 1; }} catch (e) {{ {b} = unbox({t}); }}"),
            format!("{s} += 'x' in {t} ? typeof {t} : 'n';"),
            format!("delete {t}.y; {b} = {t}.y;"),
            format!("for (const k in {t}) {a} += k.length;"),
            format!("const {{ x: {t}x, ...{t}r }} = {t}; {b} = {t}x; {s} += Object.keys({t}r).length;"),
            format!("{o} = {i} & 1 ? {t} : {{ x: 0, y: {i} }}; {b} = {o}.y;"),
            format!("let {t}m = {t}; for (let j = 0; j < 3; j++) {t}m = {{ x: {t}m.x + 1, y: {t}m }}; {b} = {t}m.x; {a} ^= {t}m.y.y.x;"),
            format!("{b} = {t} + 1 === {t} + 1 ? {r} : {q};"),
            format!("if ({t} == null || !{t}) {a}++; {b} = {t}.x;"),
            format!("{b} = wrapped({v})[1].y + {t}.x;"),
            format!("{t}[{i} & 1 ? 'x' : 'y'] = {w}; {b} = {t}.x;"),
            format!("Object.defineProperty({t}, 'x', {{ value: {w} }}); {b} = {t}.x;"),
            format!("{b} = ({v} > 3 ? {t} : {{ x: {r} }}).x;"),
        ]);
        let escape = match self.random.below(8) {
            0 => format!(" if ({i} === {at}) held = {t};"),
            1 => format!(" if ({i} === {at}) log({t});"),
            2 => format!(" if ({i} % 50 === 0) {a} = sees({t}) | 0;"),
            3 => format!(" if (held !== null) {{ {b} = held.x; held = null; }} if ({i} % 40 === 7) held = {t};"),
            _ => String::new(),
        };
        let early = if self.percent(20) { format!(" {t}.y = {w};{escape}") } else { String::new() };
        format!("const {t} = {made};{early} {use_of}{escape}")
    }
}
