// Reflect.get, has and set in hot code: plain properties, and everything that is none; assignments whose receiver is a proxy.
function times(n, f) { let r; for (let i = 0; i < n; i++) r = f(i); return r; }
function tried(f) { try { return f(); } catch (e) { return `${e.name}: ${e.message}`; } }

// Keys of all kinds, on targets of all kinds.
{
  const s = Symbol('s');
  const get = (t, k, r) => Reflect.get(t, k, r), get2 = (t, k) => Reflect.get(t, k), has = (t, k) => Reflect.has(t, k);
  const base = { inherited: 'i' };
  const plain = Object.assign(Object.create(base), { a: 1, b: 2, [s]: 's', 7: 'seven' });
  const targets = [plain, [1, , 3], 'x'.split(''), new Uint8Array([5, 6]), function named(a) { }, class K { static z = 1; }, new Map([[1, 2]]), new String('text'), new Date(0), (function () { return arguments; })(8, 9), Object.freeze({ a: 'frozen' }), new Proxy({ a: 'proxied' }, {}), new Proxy([1], { get: (t, k) => 'trap ' + String(k), has: (t, k) => k === 'a' || k === 'length' })];
  const keys = ['a', 'b', s, 'inherited', 'missing', '0', 0, 1, 2, 7, 1.5, -1, 'length', 'name', 'prototype', 'size', Symbol.iterator, '__proto__', 4294967295, true];
  let before;
  for (let round = 0; round < 60; round++) {
    const out = [];
    for (const t of targets) {
      for (const k of keys) {
        const value = tried(() => get2(t, k));
        out.push(typeof value === 'function' ? 'f' : typeof value === 'object' && value !== null ? 'o' : String(value), has(t, k) ? 't' : 'n');
      }
    }
    const text = out.join(' ');
    if (round === 0) console.log(text); else if (text !== before) console.log('differs', round);
    before = text;
  }
  console.log(times(2000, (i) => get(plain, i & 1 ? 'a' : 'b', plain)), times(2000, () => get(plain, { toString: () => 'a' })));
  for (const bad of [1, 'text', null, undefined, s]) console.log(tried(() => get2(bad, 'a')), tried(() => has(bad, 'a')));
  console.log(tried(() => Reflect.get()), tried(() => Reflect.has({}, { toString() { throw new Error('key'); } })));
}

// Getters and receivers.
{
  const target = { get who() { return this.name; }, name: 'target' };
  const get = (t, k, r) => Reflect.get(t, k, r);
  console.log(times(2000, () => get(target, 'who', { name: 'receiver' })), Reflect.get(target, 'who'), get(target, 'who', undefined) === undefined ? '' : '');
}

// Reflect.set: own, inherited, by setters, refused, on other receivers.
{
  const set = (t, k, v) => Reflect.set(t, k, v), setOn = (t, k, v, r) => Reflect.set(t, k, v, r);
  const o = { a: 1, b: 2 };
  console.log(times(2000, (i) => set(o, 'a', i)), o.a, times(2000, (i) => set(o, i & 1 ? 'a' : 'b', i)), o.a, o.b);
  console.log(times(100, (i) => set(o, 'new' + (i & 3), i)), Object.keys(o).join(), Object.values(o).join());
  Object.defineProperty(o, 'a', { writable: false });
  console.log(set(o, 'a', 5), o.a, set(Object.freeze({ z: 1 }), 'z', 2), set(Object.freeze({}), 'z', 2));
  const other = {};
  console.log(times(500, (i) => setOn(o, 'b', i, other)), o.b, other.b, setOn(o, 'a', 1, other), other.a, setOn(o, 'b', 1, 1));
  let seen;
  const setter = { set v(x) { seen = [this === other, x]; } };
  console.log(times(500, (i) => setOn(setter, 'v', i, other)), seen.join(), set({ get g() { return 1; } }, 'g', 1));
  const array = [1, 2, 3];
  console.log(times(500, (i) => set(array, i % 5, i)), array.join(), set(array, 'length', 1), array.join(), tried(() => set(array, 'length', -1)));
}

// A proxy as receiver: with nothing in the way, with traps for its descriptors, of other targets.
{
  const log = [];
  const target = { v: 1, get g() { return 1; }, fixed: 0 };
  Object.defineProperty(target, 'fixed', { writable: false });
  const handler = { set(t, k, v, r) { return Reflect.set(t, k, v, r); } };
  const p = new Proxy(target, handler);
  const write = (v) => { p.v = v; return target.v; };
  console.log(times(2000, write), times(50, (i) => { p['n' + (i & 1)] = i; return Object.keys(target).join(); }));
  console.log(tried(() => { 'use strict'; p.fixed = 1; }), tried(() => { 'use strict'; p.g = 1; }), p.fixed, JSON.stringify(Object.getOwnPropertyDescriptor(target, 'n0')));
  handler.getOwnPropertyDescriptor = (t, k) => { log.push('get ' + k); return Reflect.getOwnPropertyDescriptor(t, k); };
  console.log(times(10, write), log.length, log[0]);
  handler.defineProperty = (t, k, d) => { log.push('define ' + k + ' ' + Object.keys(d)); return Reflect.defineProperty(t, k, d); };
  log.length = 0;
  console.log(times(10, write), log.length, log.slice(0, 2).join('; '));
  delete handler.getOwnPropertyDescriptor; delete handler.defineProperty;
  console.log(times(10, write), log.length);
  Object.setPrototypeOf(handler, { defineProperty() { return false; } });
  console.log(tried(() => { 'use strict'; return write(77); }), target.v);
  Object.setPrototypeOf(handler, Object.prototype);
  Object.preventExtensions(target);
  console.log(tried(() => { 'use strict'; p.more = 1; }), write(3));
  const elsewhere = {};
  const q = new Proxy(elsewhere, {});
  console.log(times(300, (i) => Reflect.set({ v: 1 }, 'v', i, q)), elsewhere.v);
  const { proxy, revoke } = Proxy.revocable({ v: 1 }, {});
  times(300, () => Reflect.set({ v: 1 }, 'v', 2, proxy));
  revoke();
  console.log(tried(() => Reflect.set({ v: 1 }, 'v', 2, proxy)).slice(0, 9));
  const accessor = new Proxy({ set v(x) { } }, {});
  console.log(Reflect.set({ v: 1 }, 'v', 2, accessor));
  const list = new Proxy([1, 2], { set(t, k, v, r) { return Reflect.set(t, k, v, r); } });
  console.log(times(300, (i) => { list[i % 4] = i; return list.length; }), [...list].join(), list.push(9), list.length = 2, [...list].join());
}

// Names that are computed and written again and again; what was a constant before.
{
  const config = { method() { return 'first'; }, n: 1 };
  const call = () => config.method();
  console.log(times(3000, call));
  const put = (o, k, v) => { o[k] = v; };
  for (const name of ['second', 'third', 'fourth', 'fifth']) { put(config, 'method', () => name); console.log(call(), times(500, call)); }
  times(3000, (i) => put(config, i & 1 ? 'n' : 'method', i & 1 ? i : () => i));
  console.log(call(), config.n);
  Object.defineProperty(config, 'n', { writable: false });
  put(config, 'n', 0);
  console.log(config.n, tried(() => { 'use strict'; config['n'.slice()] = 1; }));
}
