//! The objects that every program finds: what is shared, what has effects, what is frozen, what lies.

use super::{Callable, Flavour, Generator, Kind};
use crate::program::{Block, Statement};

/// One declaration each, so that shrinking takes away what a program does not need. Name, what it is, its declaration.
const OBJECTS: &[(&str, Kind, &str)] = &[
    ("symbol", Kind::Any, "const symbol = Symbol('key');"),
    ("sink", Kind::Any, "var sink;"),
    ("effects", Kind::Int, "var effects = 0;"),
    ("add", Kind::Function, "function add(p, q) { return p + q; }"),
    ("inc", Kind::Function, "function inc(p) { return p + 1; }"),
    ("thrower", Kind::Function, "function thrower(p) { if (p > 5) throw new UserError('thrower'); return p; }"),
    ("bound", Kind::Function, "const bound = add.bind(null, 3);"),
    ("counter", Kind::Function, "const counter = (() => { let n = 0; return () => ++n; })();"),
    ("flag", Kind::Truth, "var flag = false;"),
    ("limit", Kind::Int, "let limit = 10;"),
    ("ratio", Kind::Number, "let ratio = 0.5;"),
    ("title", Kind::Text, "let title = 'title';"),
    ("big", Kind::Big, "let big = 40n;"),
    ("pair", Kind::Object, "var pair = { a: 1, b: 2 };"),
    ("flipped", Kind::Object, "var flipped = { b: 2, a: 1 };"),
    ("mixed", Kind::Object, "var mixed = { x: 1.5, y: 'y', a: null };"),
    ("child", Kind::Object, "var child = Object.create(pair, { own: { value: 1, writable: false } });"),
    (
        "getter",
        Kind::Object,
        "var getter = { get a() { effects++; return limit; }, set a(v) { sink = v; effects += 2; }, b: 3, get x() { return this.b; } };",
    ),
    ("heir", Kind::Object, "var heir = Object.create(getter); heir.c = 7;"),
    ("frozen", Kind::Object, "var frozen = Object.freeze({ a: 1, b: [1], x: 2 });"),
    ("sealed", Kind::Object, "var sealed = Object.seal({ a: 1, y: 2 });"),
    ("closed", Kind::Object, "var closed = Object.preventExtensions({ b: 5 });"),
    ("bare", Kind::Object, "var bare = Object.assign(Object.create(null), { a: 4, z: 0 });"),
    (
        "valued",
        Kind::Any,
        "var valued = { valueOf() { effects++; return 7; }, toString() { effects += 3; return 'v'; } };",
    ),
    ("fickle", Kind::Any, "var fickle = { n: 0, valueOf() { return this.n++ % 3 ? 1.5 : 2; } };"),
    (
        "primitive",
        Kind::Any,
        "var primitive = { [Symbol.toPrimitive](hint) { effects++; return hint === 'string' ? 'p' : 3; } };",
    ),
    (
        "failing",
        Kind::Any,
        "var failing = { valueOf() { throw new UserError('valueOf'); }, get a() { throw new UserError('get'); } };",
    ),
    (
        "proxy",
        Kind::Object,
        "var proxy = new Proxy({ a: 1, b: 2 }, { get(t, k, r) { effects++; return fuel() ? Reflect.get(t, k, r) : 1; }, has(t, k) { effects++; return fuel() && k in t; }, set(t, k, v) { effects++; if (fuel()) t[k] = v; return true; } }); quiet.add(proxy);",
    ),
    ("wrapper", Kind::Object, "var wrapper = new Proxy(pair, {}); quiet.add(wrapper);"),
    ("ints", Kind::Array, "var ints = [1, 2, 3, 4, 5, 6, 7, 8];"),
    ("doubles", Kind::Array, "var doubles = [0.5, 1.5, -0, NaN, 2.5, 1e9];"),
    ("holey", Kind::Array, "var holey = [1, , 3, , 5];"),
    ("mixture", Kind::Array, "var mixture = [1, 'two', 3.5, null, undefined, { a: 1 }, 7n];"),
    ("texts", Kind::Array, "var texts = ['a', 'bc', '', '\\u0416', 'a'];"),
    ("empty", Kind::Array, "var empty = [];"),
    ("sparse", Kind::Array, "var sparse = [1, 2]; sparse[1300] = 3;"),
    ("icy", Kind::Array, "var icy = Object.freeze([1, 2, 3]);"),
    ("nested", Kind::Array, "var nested = [[1, 2], [3], []];"),
    (
        "readonly",
        Kind::Array,
        "var readonly = [1, 2, 3, 4]; Object.defineProperty(readonly, 'length', { writable: false });",
    ),
    ("like", Kind::Object, "var like = { length: 3, 0: 'p', 1: 4, 2: 0.5 };"),
    ("ti32", Kind::Typed, "var ti32 = new Int32Array([1, -1, 0x7fffffff, -0x80000000, 5, 6, 7, 8]);"),
    ("tf64", Kind::Typed, "var tf64 = new Float64Array([0.5, -0, NaN, 1e300, 4, 5, 6, 7]);"),
    ("tu8", Kind::Typed, "var tu8 = new Uint8Array([0, 1, 127, 128, 255, 3, 2, 1]);"),
    ("tu8c", Kind::Typed, "var tu8c = new Uint8ClampedArray(8);"),
    ("ti16", Kind::Typed, "var ti16 = new Int16Array([1, -1, 0x7fff, -0x8000, 9, 9, 9, 9]);"),
    ("tf32", Kind::Typed, "var tf32 = new Float32Array([0.1, 1e30, -0, 4, 5, 6, 7, 8]);"),
    ("tu32", Kind::Typed, "var tu32 = new Uint32Array([0xffffffff, 0x80000000, 1, 2, 3, 4, 5, 6]);"),
    ("tbig", Kind::Any, "var tbig = new BigInt64Array([1n, -1n, 5n]);"),
    ("tlen", Kind::Typed, "var room = new ArrayBuffer(16, { maxByteLength: 64 }), tlen = new Int32Array(room);"),
    ("map", Kind::Any, "var map = new Map([[1, 'one'], ['1', 'uno'], [NaN, 0]]);"),
    ("set", Kind::Any, "var set = new Set([1, 2, '2', -0]);"),
    ("view", Kind::Any, "var view = new DataView(new ArrayBuffer(8));"),
    (
        "iterable",
        Kind::Any,
        "var iterable = { [Symbol.iterator]() { let n = 0; return { next() { effects++; return { done: n > 3, value: n++ }; }, return() { effects += 5; return {}; } }; } };",
    ),
];

/// Makers of objects of like and unlike shapes.
const MAKERS: &[(&str, &[Kind], &str)] = &[
    ("point", &[Kind::Int, Kind::Number], "function point(p, q) { return { x: p, y: q }; }"),
    ("Vector", &[Kind::Int, Kind::Int], "function Vector(p, q) { this.x = p; this.y = q; if (p > 100) this.z = p; }"),
    (
        "Base",
        &[Kind::Int],
        "class Base { #p = 1; a; static made = 0; constructor(p) { this.a = p; Base.made++; } get b() { return this.#p; } set b(v) { this.#p = v; } m(q) { return q + this.a; } static s(q) { return q ?? 's'; } has(o) { return #p in o; } }",
    ),
    (
        "Derived",
        &[Kind::Int, Kind::Any],
        "class Derived extends Base { x = this.a; constructor(p, q) { super(p); this.c = q; } m(q) { return super.m(q) + 1; } get b() { return super.b + 2; } }",
    ),
];

impl Generator {
    /// Declares the objects that this program may use: a part of them, so that programs stay short.
    pub(super) fn world(&mut self) -> Block {
        let mut block = Vec::new();
        for &(name, kind, text) in OBJECTS {
            block.push(Statement::line(text));
            if self.percent(45) && name != "effects" {
                let assignable = text.starts_with("var ") || text.starts_with("let ");
                self.declare(name, kind, assignable);
            }
        }
        for &(name, parameters, text) in MAKERS {
            block.push(Statement::line(text));
            let flavour = if name == "point" { Flavour::Plain } else { Flavour::Class };
            self.functions.push(Callable {
                name: name.into(),
                parameters: parameters.to_vec(),
                result: Kind::Object,
                flavour,
                cost: 8,
            });
        }
        block.push(Statement::line("Vector.prototype.m = function (q) { return this.x + q; };"));
        block.push(Statement::line(
            "var weird = [undefined, null, true, -0, NaN, 1.5, 2147483648, 'w', '', 9n, symbol, valued, fickle, failing, ints, holey, ti32, \
             proxy, pair, heir, frozen, add, new Derived(1, 2), primitive, like, iterable];",
        ));
        block
    }
}
