// Spread and Object.assign in hot loops, from and to objects of all sorts.
function spread(o) { return { ...o }; }
function assign(to, from) { return Object.assign(to, from); }
const show = o => JSON.stringify(o, (k, v) => (typeof v === 'symbol' ? String(v) : v));
const base = { m() { return 1; } };
let sum = 0;
for (let i = 0; i < 20000; i++) {
  const o = Object.create(base);
  assign(o, { a: i, b: 2 });
  assign(o, { b: i, c: 3 });
  const copy = spread(o);
  sum += o.a + o.b + o.c + copy.b + Object.keys(copy).length;
}
console.log(sum);

// More properties than fit into the object, and few into one that has many.
const wide = {};
for (let i = 0; i < 40; i++) wide['w' + i] = i;
for (let i = 0; i < 4; i++) console.log(show(spread(wide)) === show(wide), show(assign({}, wide)) === show(wide), show(assign({ w3: 'x', z: 1 }, wide)).length);

// Elements, symbols, accessors, and what is not enumerable.
const symbol = Symbol('s');
const rich = { b: 1, 3: 'three', [symbol]: 2, get g() { return this.b + 1; }, 1: 'one' };
Object.defineProperty(rich, 'hidden', { value: 5, configurable: true });
for (let i = 0; i < 3; i++) console.log(show(spread(rich)), Object.getOwnPropertySymbols(spread(rich)).length, show(assign({}, rich)), show(assign({ 3: 0 }, rich)));
const indexed = { a: 1 };
console.log(show(spread(indexed)));
indexed[0] = 'zero';
console.log(show(spread(indexed)));

// A value that changes between copies; copies are their own.
const changing = { v: 1, w: 2 };
for (let i = 0; i < 3; i++) { changing.v = i; const copy = spread(changing); copy.w = -i; console.log(show(copy), show(changing)); }

// Setters, read-only properties, and prototypes that get them later.
const log = [];
class Watched { set a(v) { log.push(v); } }
for (let i = 0; i < 100; i++) assign(new Watched, { a: i, b: 1 });
console.log(log.length, log[99]);
const parent = {};
function child() { return Object.create(parent); }
for (let i = 0; i < 1000; i++) assign(child(), { p: i, q: i });
Object.defineProperty(parent, 'p', { set(v) { log.push('p' + v); }, configurable: true });
console.log(show(assign(child(), { p: 7, q: 8 })), log[log.length - 1]);
Object.defineProperty(parent, 'p', { value: 0, writable: false, configurable: true });
try { assign(child(), { p: 7 }); } catch (error) { console.log(error.name); }
delete parent.p;
console.log(show(assign(child(), { p: 7, q: 8 })));
const frozen = Object.freeze({ a: 1 }), sealed = Object.preventExtensions({ a: 1 });
for (const target of [frozen, sealed]) for (const source of [{ a: 2 }, { b: 2 }]) {
  try { console.log(show(assign(target, source))); } catch (error) { console.log(error.name); }
}
const half = Object.defineProperty({ x: 1 }, 'y', { value: 2, writable: false });
try { assign(half, { x: 5, y: 6 }); } catch (error) { console.log(error.name, half.x, half.y); }

// A setter of the target that changes the source on the way.
const source = { one: 1, two: 2, three: 3 };
const meddler = { set one(v) { delete source.two; source.three = 'changed'; } };
console.log(show(assign(meddler, source)));

// Other kinds of targets.
console.log(show(assign([1, 2], { length: 1 })), show(assign([], { 0: 'a', x: 1 })), assign(function f() {}, { q: 1 }).q, show(assign(new Proxy({}, { set(t, k, v) { t[k] = v + 1; return true; } }), { n: 1 })), assign(new Date(0), { z: 1 }).z);
console.log(assign(Object('text'), { y: 1 }).y, show(assign({}, 'ab')), show(spread('ab')), show(spread(null)), show(spread([1, 2])));

// Values that code has taken for constants.
const settings = { level: 1 };
function level() { return settings.level; }
for (let i = 0; i < 20000; i++) level();
assign(settings, { level: 2 });
console.log(level());
