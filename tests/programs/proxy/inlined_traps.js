// Traps that compiled code calls or has inlined: what they are given, what is checked of their answers, and what changes under them.
const log = [];
function times(n, f) { let r; for (let i = 0; i < n; i++) r = f(i); return r; }
function tried(f) { try { return f(); } catch (e) { return e instanceof Error ? `${e.name}: ${e.message}` : `thrown ${String(e)}`; } }

// The receiver, the target and the key.
{
  const target = { v: 1 };
  let seen;
  const handler = { get(t, k, r) { seen = [this === handler, t === target, typeof k, k, r === p]; return Reflect.get(t, k, r); } };
  const p = new Proxy(target, handler);
  const read = () => p.v;
  console.log(times(3000, read), seen.join());
  target.v = 'x';
  console.log(read());
  Object.defineProperty(target, 'v', { get() { return this === p ? 'the proxy' : 'other'; }, configurable: true });
  console.log(times(300, read));
}

// A getter of the target's that is called with the receiver; t[k] has another.
{
  const target = { _n: 5, get n() { return this._n * (this === q ? 10 : 1); } };
  const q = new Proxy(target, { get(t, k) { return t[k]; } });
  const r = new Proxy(target, { get(t, k, r) { return Reflect.get(t, k, r); } });
  console.log(times(2000, () => q.n), times(2000, () => r.n));
}

// On a prototype chain.
{
  const seen = new Set();
  const proto = new Proxy({ a: 1 }, { get(t, k, r) { seen.add(r); return k === 'a' ? 'inherited' : t[k]; }, set(t, k, v, r) { return Reflect.set(t, k, v, r); } });
  const o = Object.create(proto);
  const get = (x) => x.a;
  console.log(times(2000, () => get(o)), seen.size, seen.has(o), get(proto), seen.has(proto));
  const set = (x, v) => { x.b = v; };
  times(500, (i) => set(Object.create(proto), i));
  set(o, 7);
  console.log(Object.keys(o).join(), o.b);
}

// Revoked in the middle, also by the trap itself and by a getter of the handler's.
{
  const { proxy, revoke } = Proxy.revocable({ v: 1 }, { get(t, k) { return t[k]; }, set(t, k, v) { t[k] = v; return true; } });
  const read = () => proxy.v, write = (v) => { proxy.v = v; };
  times(3000, read); times(3000, write);
  console.log(read());
  revoke();
  console.log(tried(read)); console.log(tried(() => write(1)));
  const other = Proxy.revocable({ v: 1 }, { get(t, k) { if (k === 'stop') other.revoke(); return t[k]; } });
  const get = (p) => p.v;
  times(2000, () => get(other.proxy));
  console.log(other.proxy.stop, tried(() => get(other.proxy)));
  let count = 0;
  const third = Proxy.revocable({ v: 'after' }, { get get() { if (++count === 1500) third.revoke(); return (t, k) => t[k]; } });
  console.log(tried(() => times(1500, () => third.proxy.v)), count);
  console.log(tried(() => third.proxy.v), count);
}

// Proxies of proxies, and handlers that are proxies.
{
  const inner = new Proxy({ v: 2 }, { get(t, k) { return t[k] * 3; } });
  const outer = new Proxy(inner, { get(t, k) { return t[k] + 1; } });
  const plain = new Proxy(inner, {});
  console.log(times(3000, () => outer.v), times(3000, () => plain.v));
  const traps = [];
  const handler = new Proxy({}, { get(t, k) { traps.push(k); return undefined; } });
  const by = new Proxy({ w: 4 }, handler);
  console.log(times(100, () => by.w), traps.length, traps[0]);
}

// No trap, undefined, null, then one, then what cannot be called.
{
  const handler = {};
  const target = { v: 1 };
  const p = new Proxy(target, handler);
  const read = () => p.v, write = (v) => { 'use strict'; p.v = v; };
  console.log(times(2000, read));
  times(2000, write);
  console.log(target.v);
  handler.get = undefined; handler.set = null;
  console.log(times(300, read)); write(3);
  handler.get = null;
  console.log(times(300, read));
  handler.get = () => 'trap';
  console.log(times(2000, read));
  for (const bad of [1, 'text', {}, Symbol('s')]) {
    handler.get = bad;
    console.log(tried(read));
    handler.set = bad;
    console.log(tried(() => write(1)));
  }
  handler.get = String.raw;
  console.log(tried(read).slice(0, 9));
  handler.get = class { };
  console.log(tried(read).slice(0, 9));
  handler.get = function () { return 'bound ' + this.x; }.bind({ x: 1 });
  console.log(times(300, read));
  handler.get = new Proxy(() => 'by a proxy', {});
  console.log(times(300, read));
  handler.get = Reflect.get; handler.set = Reflect.set;
  times(300, write);
  console.log(times(300, read));
}

// Symbols, and private names, which proxies know nothing of.
{
  const s = Symbol('s');
  const keys = [];
  const p = new Proxy({ [s]: 's', [Symbol.iterator]: 1 }, { get(t, k) { keys.push(typeof k); return t[k]; } });
  console.log(times(2000, () => p[s]), p[Symbol.iterator], keys.length, keys[0]);
  class Box extends (function (o) { return o; }) { #v = 8; static read(o) { return o.#v; } static write(o, v) { o.#v = v; } }
  const boxed = new Box(p);
  const before = keys.length;
  console.log(times(500, (i) => { Box.write(boxed, i); return Box.read(boxed); }), keys.length - before);
  console.log(times(1000, () => boxed[s]), boxed === p);
}

// Exceptions of traps, and where they were thrown.
{
  const p = new Proxy({}, { get(t, k) { if (k === 'bad') throw new RangeError('no ' + k); return k; }, set(t, k, v) { if (v === 500) throw 'set'; return true; } });
  function read(k) { return k ? p.bad : p.good; }
  times(3000, () => read(false));
  let stack;
  try { read(true); } catch (e) { stack = e.stack; }
  const names = stack.split('\n').slice(0, 3).map((line) => line.trim().replace(/ \(.*/, '').replace('Object.', ''));
  console.log(names.join(' | '));
  console.log(tried(() => times(1000, (i) => { p.x = i; })));
  console.log(times(200, () => tried(() => read(true))));
}

// Invariants of [[Get]], once the code is hot.
{
  const target = { v: 1, w: 2 };
  let answer = 5;
  const p = new Proxy(target, { get() { return answer; } });
  const read = () => p.v, other = () => p.w;
  console.log(times(3000, read), times(3000, other));
  Object.defineProperty(target, 'v', { value: 1, writable: false, configurable: false });
  console.log(tried(read));
  answer = 1;
  console.log(times(300, read), times(300, other));
  Object.defineProperty(target, 'w', { get: undefined, set() { }, configurable: false });
  console.log(tried(other));
  answer = undefined;
  console.log(other());
  console.log(tried(read));
  const frozen = new Proxy(Object.freeze({ k: NaN, z: -0 }), { get: (t, k) => (k === 'z' ? 0 : NaN) });
  console.log(times(2000, () => frozen.k), tried(() => frozen.z));
  // Other targets than plain objects.
  const array = new Proxy([1, 2], { get: (t, k) => (k === 'length' ? 9 : t[k]) });
  console.log(times(2000, () => array.length));
  Object.defineProperty(array, 'length', { writable: false });
  console.log(tried(() => array.length));
  const f = new Proxy(function named(a, b) { }, { get: () => 'f' });
  console.log(times(500, () => f.name), times(500, () => f.length));
  const strictF = new Proxy(class { }, { get: () => 'p' });
  console.log(tried(() => times(500, () => strictF.prototype)).slice(0, 9));
}

// Invariants of [[Set]], and refused assignments.
{
  const target = { v: 1, w: 2, x: 3 };
  let answer = true;
  const p = new Proxy(target, { set() { return answer; } });
  const strict = (x) => { 'use strict'; p.v = x; return 'done'; };
  const sloppy = new Function('p', 'x', 'p.v = x; return "done"');
  const w = (x) => { p.w = x; return 'done'; };
  console.log(times(3000, strict), times(3000, (i) => sloppy(p, i)), times(3000, w), target.v);
  for (const no of [false, 0, '', null, undefined, NaN]) {
    answer = no;
    console.log(tried(() => strict(1)), times(300, (i) => sloppy(p, i)));
  }
  console.log(times(300, () => tried(() => strict(2))));
  answer = {};
  Object.defineProperty(target, 'v', { value: 1, writable: false, configurable: false });
  console.log(tried(() => strict(2)), tried(() => strict(1)), tried(() => sloppy(p, 2)));
  Object.defineProperty(target, 'w', { get() { }, set: undefined, configurable: false });
  console.log(tried(() => w(2)));
}

// The target's shape changes in the trap, and between.
{
  const target = { v: 0 };
  const p = new Proxy(target, { get(t, k) { if (t.v === 1500) { t.more = 1; delete t.more; t.v2 = 5; } return t[k]; }, set(t, k, v) { t[k] = v; return true; } });
  const step = () => { p.v = p.v + 1; return p.v; };
  console.log(times(3000, step), Object.keys(target).join());
  Object.setPrototypeOf(target, { inherited: 'yes' });
  console.log(times(500, () => p.inherited), p.missing, times(10, step));
  for (let i = 0; i < 50; i++) target['k' + i] = i;
  for (let i = 0; i < 50; i++) delete target['k' + i];
  console.log(times(500, step));
}

// Sites that meet proxies and others, one handler for many targets, many handlers.
{
  const handler = { get(t, k, r) { return Reflect.get(t, k, r); }, set(t, k, v, r) { return Reflect.set(t, k, v, r); } };
  const proxies = [];
  for (let i = 0; i < 40; i++) proxies.push(new Proxy({ ['a' + i % 7]: 1, v: i }, handler));
  const all = proxies.concat([{ v: 100 }, { get v() { return 200; } }, Object.create(proxies[3])]);
  let sum = 0;
  for (let j = 0; j < 300; j++) for (const o of all) { sum += o.v; }
  for (let j = 0; j < 100; j++) for (const o of all) { if (o !== all[41]) o.v = o.v + 1; }
  console.log(sum, all.map((o) => o.v).join());
  const many = [];
  for (let i = 0; i < 12; i++) many.push(new Proxy({ v: i }, { ['z' + i]: 1, get: new Function('t', 'k', `return t[k] + ${i}`) }));
  let total = 0;
  for (let j = 0; j < 500; j++) for (const o of many) total += o.v;
  console.log(total);
}

// Reads by an index, calls of methods, compound assignments, destructuring, optional chaining.
{
  const seen = {};
  const p = new Proxy({ n: 1, list: [1, 2, 3], add(x) { this.n += x; return this; } }, { get(t, k, r) { seen[String(k)] = (seen[String(k)] || 0) + 1; return Reflect.get(t, k, r); }, set(t, k, v) { t[k] = v; return true; } });
  times(1000, () => { p.add(1); p.n *= 1; p.n++; const { n, list: [first] } = p; return p?.list?.[n % 3] ?? first; });
  console.log(p.n, JSON.stringify(seen));
  const list = new Proxy([1, 2, 3], { get(t, k, r) { log.push(typeof k); return Reflect.get(t, k, r); } });
  console.log(times(600, (i) => list[i % 4]), log.length, new Set(log).size);
}

// Recursion without an end, by a trap that asks the proxy itself.
{
  const p = new Proxy({}, { get(t, k, r) { return r[k]; }, set(t, k, v, r) { r[k] = v; return true; } });
  console.log(tried(() => p.x).slice(0, 11), tried(() => { p.x = 1; }).slice(0, 11));
  let depth = 0;
  const q = new Proxy({}, { get(t, k, r) { return ++depth % 50 ? r.deeper : depth; } });
  console.log(times(200, () => q.deeper));
}

// Suspended in a trap: it cannot be, but a trap may be a generator or async.
{
  const p = new Proxy({}, { *get(t, k) { yield k; } });
  console.log(times(500, () => [...p.v].join()));
  const a = new Proxy({}, { async get(t, k) { return k; } });
  times(500, () => a.v);
  a.v.then((v) => console.log('async', v));
}
