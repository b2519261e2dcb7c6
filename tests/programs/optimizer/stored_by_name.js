// Properties that are stored by computed names: existing ones, new ones, read-only ones, accessors, on prototypes, constants of the optimizer.
const show = (...values) => console.log(values.map((v) => (typeof v === 'string' ? v : JSON.stringify(v))).join(' '));
const name = (...parts) => parts.join('');
function store(o, k, v) { o[k] = v; return o[k]; }
function strict(o, k, v) { 'use strict'; o[k] = v; return o[k]; }
function safely(f, ...args) { try { return f(...args); } catch (e) { return e.constructor.name; } }

// Words counted, in an object that grows to a dictionary and back.
function count(words) {
  const counts = {};
  for (const w of words) counts[w] = (counts[w] || 0) + 1;
  return counts;
}
const words = [];
for (let i = 0; i < 400; i++) words.push(name('w', i % 37), name('v', (i * i) % 11), 'a', 'constructor');
let last;
for (let i = 0; i < 20; i++) last = count(words);
show(Object.keys(last).length, last.w0, last.v0, last.a, String(last.constructor).length > 100);

// The same names on objects of many shapes; then frozen, read-only, with accessors, without the property.
const keys = ['a', name('b', 'b'), 'c'];
function all(o, v) {
  for (let i = 0; i < keys.length; i++) o[keys[i]] = v + i;
  return keys.map((k) => o[k]).join();
}
let heard = [];
const makes = [
  () => ({ a: 1, bb: 2, c: 3 }), () => ({}), () => ({ c: 1, a: 2 }), () => Object.freeze({ a: 1, bb: 2, c: 3 }),
  () => Object.defineProperty({ a: 1, c: 2 }, 'bb', { value: 'fixed', configurable: true }),
  () => ({ a: 1, get bb() { return 'got'; }, set bb(v) { heard.push(v); }, c: 1 }),
  () => Object.create({ a: 'parent', set c(v) { heard.push('c' + v); } }), () => Object.create(Object.freeze({ bb: 'frozen above' })),
  () => [1, 2, 3], () => Object.assign(() => 1, { a: 1 }), () => new Proxy({ a: 1 }, { set(t, k, v) { heard.push(k); t[k] = v * 2; return true; } }),
  () => Object.preventExtensions({ a: 1 }), () => { const o = { a: 1, bb: 2, c: 3, d: 4 }; delete o.a; return o; },
  () => new Uint8Array(2), () => new String('text'), () => Object.seal({ a: 1, bb: 2 }),
];
for (let round = 0; round < 40; round++) {
  heard = [];
  const out = makes.map((make) => all(make(), round));
  if (round === 39) show(out, heard.map(String).join());
}
for (let i = 0; i < 60; i++) strict({ a: 1 }, 'a', i);
show(safely(strict, Object.freeze({ a: 1 }), 'a', 2), safely(strict, { get a() { return 1; } }, 'a', 2), safely(strict, Object.preventExtensions({}), 'a', 2), safely(strict, null, 'a', 1), safely(strict, 5, 'a', 1), strict({}, 'a', 9));

// A property that becomes read-only, an accessor, or is deleted, after stores have gone the fast way.
const changing = { p: 0, q: 0 };
for (let i = 0; i < 100; i++) store(changing, name('', 'p'), i);
Object.defineProperty(changing, 'p', { writable: false });
show(store(changing, 'p', 'no'));
Object.defineProperty(changing, 'p', { get: () => 'accessor', set: (v) => { changing.q = v; } });
show(store(changing, 'p', 'set'), changing.q);
const other = { p: 0, q: 0 };
for (let i = 0; i < 100; i++) store(other, 'q', i);
delete other.q;
Object.setPrototypeOf(other, { set q(v) { other.p = v; }, get q() { return 'above'; } });
show(store(other, 'q', 'to the setter'), other.p, Object.keys(other));

// What optimized code takes for constant: methods, globals, and properties of known objects.
const known = { method() { return 1; }, value: 5 };
function use() { return known.method() + known.value; }
for (let i = 0; i < 200; i++) last = use();
store(known, name('val', 'ue'), 7);
show(last, use());
store(known, name('met', 'hod'), () => 100);
show(use());
for (let i = 0; i < 100; i++) { store(known, 'value', i); last = use(); }
show(last);
globalThis.counted = 1;
function useGlobal() { return counted + 1; }
for (let i = 0; i < 200; i++) last = useGlobal();
for (let i = 0; i < 100; i++) { globalThis[name('coun', 'ted')] = i; last += useGlobal(); }
show(last, useGlobal());
class Shape { area() { return 1; } }
const shape = new Shape();
function area() { return shape.area(); }
for (let i = 0; i < 200; i++) last = area();
for (let i = 0; i < 30; i++) { Shape.prototype[name('ar', 'ea')] = () => i; last = area(); }
show(last);
// Values that only such a property holds live on, and doubles and int32s mix.
function hold(n) {
  const box = {};
  for (let i = 0; i < n; i++) box['k' + (i % 20)] = { i, text: 'v' + i };
  for (let i = 0; i < n; i++) box['k' + (i % 20)] = i % 3 ? { i: box['k' + (i % 20)].i + 0.5 } : { i };
  let sum = 0;
  for (const k in box) sum += box[k].i;
  return sum;
}
for (let i = 0; i < 20; i++) last = hold(200);
show(last);
