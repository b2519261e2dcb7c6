// Sites of many shapes find properties in one cache that all share: what is there, what is absent, and how a store adds what is absent.
const shapes = [];
for (let i = 0; i < 12; i++) {
  const o = {};
  o['p' + i] = i;
  if (i % 3 === 0) o.x = i;
  shapes.push(o);
}
function read(o) { return o.x; }
function readBy(o, key) { return o[key]; }
function memoize(o, key) { return o[key] || (o[key] = key + '!'); }
function add(o, v) { o.added = v; return o.added; }

let log = [];
for (let round = 0; round < 300; round++) for (const o of shapes) { read(o); readBy(o, 'x'); readBy(o, 'y'); }
print(shapes.map(read).join(), shapes.map((o) => readBy(o, 'y')).join());
// What was absent appears on the chain, changes, becomes an accessor, and goes.
Object.prototype.x = 'inherited';
print(shapes.map(read).join(), shapes.map((o) => readBy(o, 'x')).join());
Object.defineProperty(Object.prototype, 'x', { get() { return 'got ' + Object.keys(this)[0]; }, configurable: true });
print(shapes.map(read).join(), shapes.map((o) => readBy(o, 'x')).join());
delete Object.prototype.x;
print(shapes.map(read).join());

// Reading what is absent, then adding it, with the same shapes and names again and again.
for (let round = 0; round < 300; round++) {
  for (let i = 0; i < 6; i++) {
    const o = { ['k' + i]: i };
    log.push(memoize(o, 'm'), memoize(o, 'm'), memoize(o, 'k' + i), add(o, round), Object.keys(o).length);
  }
}
print(log.length, log.slice(-15).join());
// A setter on the chain, a read-only property there, and objects that take nothing more.
let set = [];
Object.defineProperty(Object.prototype, 'm', { set(v) { set.push(v); }, get() { return undefined; }, configurable: true });
print([0, 1, 2].map((i) => { const o = { ['k' + i]: i }; return [memoize(o, 'm'), Object.keys(o)].join(); }).join(';'), set.join());
delete Object.prototype.m;
Object.defineProperty(Object.prototype, 'added', { value: 'fixed', configurable: true });
print([0, 1, 2].map((i) => add({ ['k' + i]: i }, 5)).join());
delete Object.prototype.added;
function strictAdd(o) { 'use strict'; try { o.added = 1; return Object.keys(o).join(); } catch (e) { return e.name; } }
for (let i = 0; i < 300; i++) strictAdd({ ['k' + i % 6]: i });
print(strictAdd(Object.freeze({ k0: 1 })), strictAdd(Object.preventExtensions({ k1: 1 })), strictAdd({ k2: 1 }));
// A prototype that gets a property tells those who inherit.
const base = { k0: 1 };
const heir = Object.create(base);
for (let i = 0; i < 300; i++) { readBy(heir, 'm'); readBy(heir, 'added'); }
add(base, 'of the base');
memoize(base, 'm');
print(readBy(heir, 'm'), readBy(heir, 'added'), read(heir));

// Keys that are not strings.
const odd = { undefined: 'u', null: 'n', true: 't', NaN: 'nan', '-1': 'minus', 1.5: 'half' };
const keys = [undefined, null, true, NaN, -1, 1.5, false, -0, {}];
for (let i = 0; i < 300; i++) for (const key of keys) readBy(odd, key);
print(keys.map((key) => readBy(odd, key)).join());
print(keys.map((key) => readBy(shapes[1], key)).join(), [undefined, null].map((o) => { try { return readBy(o, undefined); } catch (e) { return e.name; } }).join());

// What numbers inherit.
function of(v) { return v.toFixed ? v.toFixed(1) : String(v.half); }
const numbers = [1, 2.5, -0, NaN, 'text', true, { half: 'own' }, 1e21, 7];
for (let i = 0; i < 300; i++) for (const v of numbers) of(v);
print(numbers.map(of).join());
Number.prototype.half = 0.5;
function half(v) { return v.half; }
for (let i = 0; i < 300; i++) for (const v of numbers) half(v);
print(numbers.map(half).join());
Number.prototype.half = 'changed';
print(numbers.map(half).join());
Object.defineProperty(Number.prototype, 'half', { get() { 'use strict'; return typeof this + this / 2; }, configurable: true });
print(numbers.map(half).join());
Object.defineProperty(Number.prototype, 'half', { get() { return typeof this; } });
print(numbers.map(half).join());
delete Number.prototype.half;
print(numbers.map(half).join());
Object.prototype.half = 'of objects';
print(numbers.map(half).join());
delete Object.prototype.half;
function zero(v) { return v[0]; }
Number.prototype[0] = 'zeroth';
print([1, 'text', 2.5].map(zero).join());
delete Number.prototype[0];
print([1, 'text', 2.5].map(zero).join());

// super by the same cache.
class A { name() { return 'A'; } get kind() { return 'kind of ' + this.id; } }
class B extends A { constructor(id) { super(); this.id = id; } name() { return super.name() + 'B'; } get kind() { return super.kind + '!'; } missing() { return super.nothing; } }
const bs = [new B(1), new B(2)];
for (let i = 0; i < 300; i++) for (const b of bs) { b.name(); b.kind; b.missing(); }
print(bs.map((b) => [b.name(), b.kind, b.missing()].join()).join(';'));
A.prototype.name = () => 'other';
A.prototype.nothing = 'something';
print(bs.map((b) => [b.name(), b.kind, b.missing()].join()).join(';'));
Object.setPrototypeOf(B.prototype, { name() { return 'third' + this.id; } });
print(bs.map((b) => [b.name(), b.kind, b.missing()].join()).join(';'));

// Arrays that are filled by index.
function put(a, i, v) { 'use strict'; try { a[i] = v; return a.length; } catch (e) { return e.name; } }
for (let i = 0; i < 300; i++) { const a = []; put(a, 0, i); put(a, 1, 0.5); put(a, 2, 'x'); put({}, 0, 1); put(new Uint8Array(1), 0, 1); put([1], 'k', 2); }
const fixed = Object.defineProperty([1], 'length', { writable: false });
print(put([], 0, 1), put([1], 2, 1), put(fixed, 1, 2), put(Object.freeze([]), 0, 1), put(Object.preventExtensions([]), 0, 1), put([1, 2], 1, 5));
Object.defineProperty(Array.prototype, 1, { set(v) { set.push('element ' + v); }, configurable: true });
print(put([0], 1, 'one'), put([], 0, 1), set.join());
delete Array.prototype[1];
print(put([0], 1, 'one'));
