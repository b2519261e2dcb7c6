// Properties by computed names, for-in, Object.keys, `in` and hasOwn on objects of every sort, while these change.
const show = (...values) => console.log(values.map((v) => (typeof v === 'string' ? v : JSON.stringify(v))).join(' '));
const split = (text) => text.split('').join('');
const names = ['a', 'b', 'length', split('key1'), ['ke', 'y2'].join(''), 'constructor', 'toString', '0', '1', split('__proto__'), 'missing', 'x' + 1];

function read(o, k) { return o[k]; }
function has(o, k) { return [k in o, o.hasOwnProperty(k), Object.hasOwn(o, k), Object.prototype.hasOwnProperty.call(o, k)]; }
function keys(o) {
  let all = '';
  for (const k in o) all += k + '=' + String(o[k]) + ';';
  return all + Object.keys(o).join();
}
class Base { get a() { return 'getter ' + this.b; } get key1() { return 'inherited'; } }
class Derived extends Base { constructor() { super(); this.b = 'own'; this.x1 = 1; } }
const make = [
  () => ({ a: 1, b: 2, key1: 3, key2: 4 }),
  () => { const o = {}; for (let i = 0; i < 60; i++) o['key' + i] = i; return o; },
  () => { const o = { a: 1, b: 2 }; delete o.a; return o; },
  () => [10, 20, 30],
  () => Object.assign([1, 2], { a: 'on an array' }),
  () => new Derived(),
  () => Object.create({ a: 'of the prototype', key2: 5 }, { hidden: { value: 1 }, b: { get() { return 'accessor'; }, enumerable: true } }),
  () => Object.assign(function f(p, q) {}, { a: 1 }),
  () => new Uint8Array([7, 8]),
  () => new String('text'),
  () => new Proxy({ a: 1, key1: 2 }, {}),
  () => Object.freeze({ key1: 1, '1': 2, [Symbol.iterator]: 3 }),
  () => ({ 0: 'zero', 1: 'one', b: 'name', 4294967295: 'big' }),
];
for (let round = 0; round < 30; round++) {
  for (const m of make) {
    const o = m();
    const out = [];
    for (const k of names) {
      const v = read(o, k);
      out.push(typeof v === 'function' ? 'f' : typeof v === 'object' ? 'o' : v, has(o, k).map(Number).join(''));
    }
    const all = keys(o);
    if (round === 29) show(out, all);
  }
}

// One object, hot: properties are added, deleted, redefined, the prototype changes.
function look(o, ks) {
  let n = 0, s = '';
  for (let i = 0; i < ks.length; i++) {
    if (ks[i] in o) n++;
    if (o.hasOwnProperty(ks[i])) n += 10;
    s += o[ks[i]];
  }
  return s + n;
}
const parent = {};
const o = Object.create(parent);
const ks = ['p', 'q', ['r', 's'].join('')];
const steps = [
  () => {}, () => { o.p = 1; }, () => { parent.q = 2; }, () => { o.rs = 3; }, () => { delete o.p; }, () => { parent.p = 4; }, () => { delete parent.q; },
  () => { Object.defineProperty(o, 'q', { get: () => 'got', configurable: true }); }, () => { Object.prototype.q = 5; delete o.q; },
  () => { delete Object.prototype.q; }, () => { Object.setPrototypeOf(o, { rs: 6, q: 7 }); }, () => { delete o.rs; }, () => { Object.setPrototypeOf(o, null); },
];
for (const step of steps) {
  step();
  if (Object.getPrototypeOf(o) === null) o.hasOwnProperty = Object.prototype.hasOwnProperty;
  let last;
  for (let i = 0; i < 60; i++) last = look(o, ks);
  show(last);
}

// Accessors and Proxies are asked each time; exceptions go through.
let asked = 0;
const counting = new Proxy({ a: 1 }, {
  has(t, k) { return k in t; },
  get(t, k, r) { asked++; return Reflect.get(t, k, r); },
  ownKeys(t) { return Reflect.ownKeys(t); },
  getOwnPropertyDescriptor(t, k) { return Reflect.getOwnPropertyDescriptor(t, k); },
});
function ask(o) {
  let n = 0;
  for (const k in o) n += o[k];
  return n + Object.keys(o).length + ('a' in o) + Object.hasOwn(o, 'a');
}
for (let i = 0; i < 40; i++) ask({ a: 1, b: i });
for (let i = 0; i < 10; i++) ask(counting);
show(asked, ask({ a: 5 }));
function safely(f, ...args) { try { return f(...args); } catch (e) { return e.constructor.name; } }
const angry = { get boom() { throw new RangeError('no'); } };
const within = (k, o) => k in o;
for (let i = 0; i < 60; i++) within('a', { a: 1 });
show(safely(read, angry, ['bo', 'om'].join('')), safely(within, 'a', 5), safely(within, { toString() { throw new EvalError(); } }, {}), safely(read, null, 'a'));
const converted = [];
for (let i = 0; i < 50; i++) read({ a: 1 }, { toString() { converted.push('k'); return 'a'; } });
show(converted.length);

// for-in while the object changes: deleted keys are left out, and what has another shape is looked at.
function changing(o, act) {
  const seen = [];
  for (const k in o) {
    seen.push(k);
    act(o, k);
  }
  return seen.join('');
}
let out = [];
for (let i = 0; i < 60; i++) {
  out = [
    changing({ a: 1, b: 2, c: 3 }, (o, k) => { if (k === 'a') delete o.b; }),
    changing({ a: 1, b: 2, c: 3 }, (o) => { o.z = 1; }),
    changing({ a: 1, b: 2, c: 3 }, (o, k) => { if (k === 'b') Object.setPrototypeOf(o, { d: 1 }); }),
    changing(Object.create({ x: 1, y: 2 }, {}), (o, k) => { if (k === 'x') delete Object.getPrototypeOf(o).y; }),
    changing('text', () => {}), changing(null, () => {}), changing(5, () => {}), changing([5, , 6], (o) => { o.length = 1; }),
  ];
}
show(out);
// Keys are new arrays each time, and the objects' own.
const one = Object.keys({ a: 1, b: 2 });
function keysOf(o) { return Object.keys(o); }
let different = true;
for (let i = 0; i < 60; i++) { const k = keysOf({ a: 1, b: 2 }); k.push('mine'); k[0] = 9; different = different && k !== one && k.length === 3; }
show(different, keysOf({ a: 1, b: 2 }), keysOf({}), keysOf('ab'), safely(keysOf, null));
// A label and a break out of it, nested.
function nested(o) {
  let s = '';
  outer: for (const k in o) {
    for (const j in o[k]) {
      if (j === 'stop') continue outer;
      if (j === 'end') break outer;
      s += k + j + ' ';
    }
  }
  return s;
}
for (let i = 0; i < 60; i++) out = nested({ a: { x: 1, y: 2 }, b: { stop: 1, z: 2 }, c: { w: 1, end: 2 }, d: { v: 1 } });
show(out);
