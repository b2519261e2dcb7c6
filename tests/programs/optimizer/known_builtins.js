// Built-ins that optimized code knows, called as methods, by `call`, and with what they are not made for; typeof of globals; powers; own accessors.
const attempt = (f) => {
  try {
    return f();
  } catch (error) {
    return error.constructor.name;
  }
};
const hot = (name, f, inputs) => {
  const counts = new Map();
  for (let i = 0; i < 3000; i++) {
    const result = String(attempt(() => f(inputs[i % inputs.length])));
    counts.set(result, (counts.get(result) ?? 0) + 1);
  }
  print(name, [...counts].map(([k, n]) => `${k} ${n}`).join(', '));
};
const revoked = Proxy.revocable([], {});
revoked.revoke();
const values = [1, 'a', null, undefined, {}, [], [1], () => 1, Symbol.iterator, 2n, new Proxy([], {}), new Proxy({}, {}), /a/, new Map(), true, new Uint8Array(2), revoked.proxy];

hot('isArray of arrays', (x) => Array.isArray(x), [[], [1], {}, 1]);
hot('isArray', (x) => Array.isArray(x), values);
hot('isFinite', (x) => Number.isFinite(x), [1, 1.5, NaN, Infinity, -0, '1', null, {}, 3n]);
hot('isInteger', (x) => Number.isInteger(x), [1, 1.5, NaN, Infinity, -0, 2 ** 53, -(2 ** 31), '1', null]);
hot('getPrototypeOf of objects', (x) => Object.getPrototypeOf(x) === Object.prototype, [{}, [], Object.create(null), new (class A {})()]);
hot('getPrototypeOf', (x) => { const p = Object.getPrototypeOf(x); return p === null ? 'null' : p.constructor.name; }, values.filter((v) => v !== revoked.proxy));
hot('getPrototypeOf traps', (x) => Object.getPrototypeOf(x).tag, [{ __proto__: { tag: 1 } }, new Proxy({}, { getPrototypeOf: () => ({ tag: 'trap' }) })]);
hot('startsWith', (x) => 'abcabc'.startsWith(x), ['a', 'abc', '', 'b', 'abcabcd', undefined, /a/, { toString: () => 'ab' }]);
hot('startsWith at', (x) => 'abcabc'.startsWith('bc', x), [0, 1, 4, -1, 9, undefined, '1', NaN]);
hot('includes', (x) => 'abcabc'.includes(x), ['ca', 'abc', '', 'x', 12, null, { toString: () => 'cab' }]);
hot('includes from', (x) => 'abcabc'.includes('abc', x), [0, 1, 3, 4, -2, 99, undefined, '2', 1.5]);
hot('trim', (x) => `[${x.trim()}]`, [' a ', 'a', '', '   ', '\ta b\n', '\ufeffx\u2028']);
hot('trim of others', (x) => String.prototype.trim.call(x), [' a ', 12, { toString: () => ' o ' }, null]);
const ropes = (n) => { let s = ' '; for (let i = 0; i < n; i++) s += 'xy'; return s + ' '; };
hot('ropes', (n) => `${ropes(n).trim().length} ${ropes(n).startsWith(' xy')} ${ropes(n).includes('yx')}`, [0, 1, 2, 30]);

// By `call`.
const has = Object.prototype.hasOwnProperty;
const shown = Object.prototype.toString;
const slice = Array.prototype.slice;
class Tagged { get [Symbol.toStringTag]() { return 'mine'; } }
hot('hasOwnProperty.call', (x) => has.call(x, 'length'), [{ length: 1 }, {}, [], 'abc', () => 1, 5, null, Object.create({ length: 1 })]);
hot('Object.prototype.hasOwnProperty.call', (x) => Object.prototype.hasOwnProperty.call({ a: 1, 7: 2, [Symbol.iterator]: 3 }, x), ['a', 'b', 7, '7', Symbol.iterator, Symbol.match, { toString: () => 'a' }, null]);
hot('toString.call', (x) => shown.call(x), [...values.filter((v) => v !== revoked.proxy), new Tagged(), (function () { return arguments; })(), new Date(0), new Error('x'), Object(1), Object('s'), Object(true), JSON, Math]);
hot('slice.call', (x) => slice.call(x, 1).join(), [[1, 2, 3], { length: 3, 1: 'b', 2: 'c' }, 'xyz', [], (function () { return arguments; })(4, 5, 6)]);
hot('call.call', (x) => Function.prototype.call.call(x, { v: 3 }, 4), [function (a) { return this.v + a; }, (a) => a, Math.max, 1]);
hot('call without this', (x) => x.call(), [function () { return typeof this; }, () => 1, shown, Array.isArray, 5]);
(function () {
  'use strict';
  const inTail = (o, k) => { return Object.prototype.hasOwnProperty.call(o, k); };
  const tagOf = (o) => { return Object.prototype.toString.call(o); };
  hot('in tail position', (x) => `${inTail(x, 'a')} ${tagOf(x)}`, [{ a: 1 }, {}, [], null, 'a']);
})();

// typeof of what may not be there.
const probe = () => `${typeof laterDefined} ${typeof neverDefined} ${typeof Function} ${typeof undefined} ${typeof globalThis}`;
hot('typeof globals', () => probe(), [0]);
globalThis.laterDefined = 1;
hot('typeof once it is there', () => probe(), [0]);
globalThis.laterDefined = 'text';
hot('typeof of another', () => probe(), [0]);
delete globalThis.laterDefined;
hot('typeof when it is gone', () => probe(), [0]);
let reads = 0;
Object.defineProperty(globalThis, 'laterDefined', { configurable: true, get() { reads++; return () => 1; } });
hot('typeof of an accessor', () => typeof laterDefined, [0]);
print(reads);
hot('typeof in its dead zone', (early) => { if (early) { typeof dead; } let dead = 1; return typeof dead; }, [true, false]);

// Powers: of constants, of numbers, of others.
print(2 ** 32, 2 ** -1, (-2) ** 3, 10 ** 308 * 10, 0 ** 0, (-8) ** (1 / 3), 2 ** 3 ** 2, 7 % 4, -7 % 4, 7 % 0, 1 / (-4 % 2), 5.5 % 2);
hot('squares', (x) => x ** 2, [3, 1.5, -2, 0.1, 1e200, NaN, '4', null, undefined, 3n]);
hot('powers', (x) => 2 ** x, [0, 1, 31, 32, -1, 0.5, NaN, Infinity, '3', { valueOf: () => 5 }]);
hot('powers of one', (x) => 1 ** x, [NaN, Infinity, -Infinity, 1, 0]);
hot('zeros', (x) => 1 / (x ** 3), [-0, 0, -Infinity, 2]);
hot('bigints', (x) => x ** 3n, [2n, -2n, 0n, 1]);
let word = 0;
for (let i = 0; i < 5000; i++) word = (word + (i / 2 ** 32 | 0) + (i % 7) ** 2 + (i & 3) ** (i & 1)) | 0;
print(word);

// Own accessors, as namespaces have them.
const space = {};
let made = 0;
Object.defineProperty(space, 'f', { get: () => (x) => x + 1, enumerable: true, configurable: true });
Object.defineProperty(space, 'n', { get() { made++; return made; }, set(v) { made = v; }, configurable: true });
const use = (s, i) => s.f(i) + s.n;
let total = 0;
for (let i = 0; i < 3000; i++) total += use(space, i & 7);
space.n = 5;
print(total, made, use(space, 1));
const other = Object.create(space);
print(use(other, 1), use({ f: () => 9, n: 1 }, 1));
Object.defineProperty(space, 'f', { get: () => () => -1, configurable: true });
for (let i = 0; i < 3000; i++) total += use(space, i & 7);
print(total, made);
Object.defineProperty(space, 'f', { value: (x) => x * 2, configurable: true });
print(use(space, 21) - made);
const literals = (i) => ({ get twice() { return i * 2; }, set twice(v) { i = v; } });
let sum = 0;
for (let i = 0; i < 3000; i++) { const o = literals(i); o.twice = i & 3; sum += o.twice; }
print(sum);

// bind of closures and of what has changed its name.
function two(a, b) { return `${this.v}${a}${b}`; }
const once = two.bind({ v: 1 }, 2);
print(once.name, once.length, once(3), two.name, two.length, Object.getOwnPropertyNames(once).join());
Object.defineProperty(two, 'name', { value: 'renamed' });
Object.defineProperty(two, 'length', { value: 7 });
print(two.bind().name, two.bind(0, 1, 2).length, (() => 1).bind().name, (function () {}).bind().bind().name, (class K { static name = 'own'; }).bind().name, print.bind().length);
hot('bind', (x) => two.bind(x, 'a')('b'), [{ v: 1 }, { v: 2 }, { v: '' }]);
const lengths = [];
Object.defineProperty(two, 'length', { get() { lengths.push('length'); return 3; } });
Object.defineProperty(two, 'name', { get() { lengths.push('name'); return 'late'; } });
print(two.bind(null, 1).length, lengths.join());
