// Sites that see one, four, and hundreds of shapes; the same names at other offsets.
function get(o) { return o.v; }
function set(o, x) { o.v = x; return o; }
function call(o, x) { return o.f(x); }
const shapes = [];
for (let i = 0; i < 40; i++) { const o = {}; for (let j = 0; j < i % 20; j++) o['pad' + i + '_' + j] = j; o.v = 'v' + i; for (let j = 0; j < 3; j++) o['tail' + j] = j; o.f = (x) => x + i; shapes.push(o); }
for (let round = 1; round <= 40; round *= 2) { let s = 0; for (let i = 0; i < 400; i++) { const o = shapes[i % round % 40]; if (get(o) !== 'v' + i % round % 40) print('wrong', i); s += call(o, i); set(o, get(o)); } print(round, s); }
print(shapes.map(get).join());
class P { constructor(x) { this.v = x; } f(x) { return this.v + x; } }
class Q extends P { constructor(x) { super(x); this.extra = 1; } }
class R extends Q { get v() { return 'getter'; } set v(x) { this._v = x; } f(x) { return super.f(x) + '!'; } }
const mixed = [new P(1), new Q(2), new R(3), { v: 4, f: (x) => x }, Object.create({ v: 5, f: (x) => 'proto' + x }), Object.assign([], { v: 6, f: String }), Object.assign(() => 1, { v: 7, f: Number }), new Proxy({ v: 8, f: (x) => x * 2 }, {}), new (class { static v = 1; get v() { return 9; } f() { return this.v; } })(), Object.freeze({ v: 10, f: () => 'frozen' }), new Map(), new String('s'), new Date(0), /re/];
Map.prototype.v = 'mv';
Map.prototype.f = () => 'mf';
for (let i = 0; i < 600; i++) { const o = mixed[i % mixed.length]; get(o); if (o.f) call(o, 1); }
print(mixed.map(get).map(String).join());
print(mixed.filter((o) => o.f).map((o) => call(o, 1)).join());
for (const prim of [1, 's', true, 1n, Symbol.iterator]) { print(String(get(prim))); set(prim, 'x'); }
Number.prototype.v = 'nv';
String.prototype.v = 'sv';
Boolean.prototype.v = 'bv';
print([1, 's', true, 1.5, 'other', false].map(get).join());
delete Number.prototype.v;
delete String.prototype.v;
delete Boolean.prototype.v;
print([1, 's', true].map(get).map(String).join());
for (const bad of [null, undefined]) { try { get(bad); } catch (e) { print(e.name); } try { set(bad, 1); } catch (e) { print(e.name); } try { call(bad); } catch (e) { print(e.name); } }
delete Map.prototype.v;
delete Map.prototype.f;
// Transitions: the same constructor with properties in other orders.
function mk(i) { const o = {}; if (i & 1) o.a = i; if (i & 2) o.b = i; if (i & 4) o.c = i; if (i & 8) o.a = -i; return o; }
let keys = '';
for (let i = 0; i < 16; i++) keys += Object.keys(mk(i)).join('') + (mk(i).a ?? '-') + ' ';
print(keys);
function Vec(x, y, flip) { if (flip) { this.y = y; this.x = x; } else { this.x = x; this.y = y; } }
function dot(a, b) { return a.x * b.x + a.y * b.y; }
let total = 0;
for (let i = 0; i < 500; i++) total += dot(new Vec(i, 1, i & 1), new Vec(1, i, i & 2));
print(total);
total = 0;
for (let i = 0; i < 500; i++) { const v = new Vec(i, i / 2, false); if (i % 100 === 0) delete v.x; if (i % 90 === 0) v.x = 'text'; if (i % 80 === 0) v.z = 1; total += dot(v, { y: 1, x: 2 }) || 0; }
print(total);
const kinds = [1, 1.5, 'str', null, undefined, true, {}, [], 2147483648, -0, NaN, 5n, Symbol.iterator, () => 1];
function field(k) { const o = { k: 0 }; o.k = k; return o.k; }
print(kinds.map((k) => Object.is(field(k), k)).join());
const poly = { n: 0 };
for (let i = 0; i < 300; i++) { poly.n = kinds[i % kinds.length]; if (!Object.is(poly.n, kinds[i % kinds.length])) print('lost', i); }
function dyn(o, k) { return o[k]; }
const names = 'a b c d e f g h'.split(' '), rec = Object.fromEntries(names.map((n, i) => [n, i]));
let ds = 0;
for (let i = 0; i < 800; i++) ds += dyn(rec, names[i % 8]);
print(ds, dyn(rec, 'zz'), dyn([5, 6], 1), dyn('xyz', 2), dyn(rec, { toString: () => 'c' }), dyn([1], 'length'));
print(dyn({ 1.5: 'frac' }, 1.5), dyn({ true: 't' }, true), dyn({ null: 'n' }, null), dyn({ [-1]: 'neg' }, -1), dyn([1, 2], '1'));
print(dyn({ 0: 'zero' }, -0));
function dset(o, k, v) { o[k] = v; return o; }
for (let i = 0; i < 300; i++) dset({}, names[i % 8], i);
print(JSON.stringify(dset(dset(dset({}, 'x', 1), 2, 2), 'x', 3)), dset([], 3, 1).length, dset([], 'length', 4).length, JSON.stringify(dset([1, 2, 3], '1', 'one')), dset([], -1, 'n')[-1]);
function inTest(o, k) { return k in o; }
for (let i = 0; i < 300; i++) inTest(shapes[i % 40], 'v');
print(inTest({ q: 1 }, 'q'), inTest({}, 'q'), inTest([1], 0), inTest([1], 1), inTest([], 'push'), inTest(Object.create({ z: 1 }), 'z'));
print(inTest([,], 0), inTest({ [Symbol.iterator]: 1 }, Symbol.iterator));
function ctor(C) { return new C(5); }
const ctors = [P, Q, R, Number, String, Array, Object, function (x) { this.q = x; }, class { }, Date, Error, Map.bind(null, []), function (x) { return { r: x }; }];
for (let i = 0; i < 300; i++) ctor(ctors[i % ctors.length]);
print(ctors.map((C) => Object.prototype.toString.call(ctor(C)).slice(8, -1)).join());
