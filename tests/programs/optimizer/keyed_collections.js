// Map, Set, WeakMap and WeakSet in hot code: keys of every sort, subclasses, replaced methods, wrong receivers.
const show = (...values) => console.log(values.map((v) => (typeof v === 'string' ? v : JSON.stringify(v))).join(' '));
const joined = (...parts) => parts.join('');
const object = {}, symbol = Symbol('s');
const keys = [
  0, -0, 1, 1.5, NaN, 0 / 0, 2147483647, 2147483648, -1, 'text', joined('te', 'xt'), '', '\ud83d', joined('\u0436', 'x'), true, false, null, undefined, object, {}, symbol,
  10n, 5n + 5n, 2n ** 80n, 2n ** 79n * 2n, Infinity, -Infinity, 4294967296,
];
function fill(map, set, ks) {
  for (let i = 0; i < ks.length; i++) {
    map.set(ks[i], i);
    set.add(ks[i]);
  }
  return map.size * 100 + set.size;
}
function find(map, set, ks) {
  let s = '';
  for (let i = 0; i < ks.length; i++) s += (map.has(ks[i]) ? 1 : 0) + '' + map.get(ks[i]) + (set.has(ks[i]) ? 'y' : 'n') + ' ';
  return s;
}
function drop(map, set, ks) {
  let n = 0;
  for (let i = 0; i < ks.length; i++) {
    if (map.delete(ks[i])) n++;
    if (set.delete(ks[i])) n += 100;
  }
  return n;
}
for (let round = 0; round < 60; round++) {
  const map = new Map(), set = new Set();
  const sizes = fill(map, set, keys), found = find(map, set, keys);
  const again = fill(map, set, keys), dropped = drop(map, set, keys.slice(0, 12)), rest = find(map, set, keys);
  if (round % 59 === 0) show(sizes, found, again, dropped, rest, [...map.values()].join());
}
// -0 is kept as 0.
const zero = new Map();
for (let i = 0; i < 60; i++) zero.set(-0, i);
show(Object.is([...zero.keys()][0], 0), zero.get(0));

// Growing, shrinking, and keys that are made anew.
function churn(n) {
  const map = new Map(), set = new Set();
  let hits = 0;
  for (let i = 0; i < n; i++) {
    map.set('k' + (i % 97), i).set(i, map);
    set.add(i % 131).add('s' + (i & 15));
    if (map.get('k' + ((i * 7) % 97)) === undefined) hits++;
    if (set.has(i - 5)) hits += 2;
    if (i % 3 === 0) map.delete(i - 3);
    if (i % 500 === 499) map.clear();
  }
  return [hits, map.size, set.size];
}
show(churn(3000), churn(100));

// While it is iterated over.
function growing(limit) {
  const set = new Set([0]);
  let steps = 0;
  for (const v of set) {
    steps++;
    if (v < limit) set.add(v + 1);
    if (v % 3 === 0) set.delete(v);
  }
  return [steps, set.size];
}
let last;
for (let i = 0; i < 40; i++) last = growing(50);
show(last);

// Results: set and add give their receiver, get of what is not there undefined, has and delete booleans.
function results(map, set) {
  return [map.set('a', 1) === map, set.add('a') === set, map.get('none') === undefined, map.has('a') === true, map.delete('a') === true, map.delete('a') === false,
    map.set() === map, map.has(), map.get(), map.get(undefined, 5), set.add(), set.has()].map((v) => (v === set ? 'set' : String(v))).join();
}
for (let i = 0; i < 60; i++) last = results(new Map(), new Set());
show(last);

// Subclasses, and methods of their own.
class Counting extends Map {
  get(k) { return super.get(k) ?? 0; }
  up(k) { return this.set(k, this.get(k) + 1); }
}
class Plain extends Set {}
function words(text) {
  const counts = new Counting(), all = new Plain();
  for (let i = 0; i < text.length; i++) { counts.up(text[i]); all.add(text[i]); }
  return [...counts].join() + all.size;
}
for (let i = 0; i < 40; i++) last = words('abracadabra');
show(last);

// Receivers that have no such data, and methods that are replaced.
function safely(f, ...args) { try { return f(...args); } catch (e) { return e.constructor.name; } }
function get(m, k) { return m.get(k); }
function has(s, k) { return s.has(k); }
const called = Map.prototype.get;
function call(m, k) { return called.call(m, k); }
for (let i = 0; i < 80; i++) { get(new Map([[1, 2]]), 1); has(new Set([1]), 1); call(new Map([[1, 2]]), 1); }
show(get(new Map([[1, 2]]), 1), get({ get: (k) => k + 1 }, 1), safely(get, Object.create(Map.prototype), 1), safely(get, 5, 1), safely(call, new Set(), 1), safely(call, undefined, 1));
show(has(new Map([[1, 2]]), 1), has(new WeakSet(), 1), safely(has, Object.create(Set.prototype), 1), has(new Set(['1']), 1));
const original = Map.prototype.get;
Map.prototype.get = function (k) { return 'replaced ' + original.call(this, k); };
for (let i = 0; i < 40; i++) last = get(new Map([[1, i]]), 1);
show(last);
Map.prototype.get = original;
for (let i = 0; i < 40; i++) last = get(new Map([[1, i]]), 1);
show(last);
const own = new Map([[1, 'm']]);
own.get = () => 'own';
show(get(own, 1), get(new Map([[1, 'm']]), 1));

// Weak ones take objects and some symbols, and refuse the rest.
function weak(map, set, k) {
  map.set(k, 7);
  set.add(k);
  return [map.get(k), map.has(k), set.has(k), map.get({}), map.has('a'), map.get(5), set.has(1.5), set.has(null)].map(String).join();
}
const weakMap = new WeakMap(), weakSet = new WeakSet();
for (let i = 0; i < 80; i++) last = weak(weakMap, weakSet, i % 2 ? {} : () => i);
show(last, weak(weakMap, weakSet, symbol), safely(weak, weakMap, weakSet, 'a'), safely(weak, weakMap, weakSet, Symbol.for('r')), safely(weak, weakMap, weakSet, 1));
for (let i = 0; i < 80; i++) last = safely(weak, weakMap, weakSet, i % 2 ? i : {});
show(last);

// Values that only a collection holds live on.
function held(n) {
  const map = new Map();
  for (let i = 0; i < n; i++) map.set('key' + i, { i, text: 'v' + i });
  let sum = 0;
  for (let i = 0; i < n; i++) { const v = map.get('key' + i); sum += v.i + v.text.length; }
  return sum;
}
for (let i = 0; i < 10; i++) last = held(300);
show(last);
