// WeakMap, WeakSet, WeakRef, FinalizationRegistry: what does not depend on when collection runs.
const wm = new WeakMap(), k = {}, k2 = () => 1, k3 = Symbol('registered not');
print(wm.set(k, 1) === wm, wm.get(k), wm.has(k), wm.has({}), wm.get({}), wm.delete(k), wm.delete(k), wm.has(k));
wm.set(k2, 'function');
wm.set(wm, 'self');
print(wm.get(k2), wm.get(wm));
for (const bad of [1, 'x', null, undefined, true, 1n, Symbol.for('shared')]) { try { wm.set(bad, 1); print('no'); } catch (e) { print(e.name, wm.has(bad), wm.get(bad), wm.delete(bad)); } }
const ws = new WeakSet([k, k2]);
print(ws.has(k), ws.has({}), ws.add(k) === ws, ws.delete(k), ws.has(k));
try { ws.add(1); } catch (e) { print(e.name); }
try { new WeakSet([1]); } catch (e) { print(e.name); }
try { WeakMap(); } catch (e) { print(e.name); }
print(new WeakMap([[k, 'init']]).get(k), Object.prototype.toString.call(wm), Object.prototype.toString.call(ws), 'size' in wm);
print(typeof wm.forEach, typeof wm.clear, WeakMap.length, WeakSet.prototype.constructor === WeakSet);
const wr = new WeakRef(k);
print(wr.deref() === k, Object.prototype.toString.call(wr));
for (const bad of [1, undefined, null, 'x']) try { new WeakRef(bad); } catch (e) { print(e.name); }
try { WeakRef(k); } catch (e) { print(e.name); }
const fr = new FinalizationRegistry(() => { });
print(fr.register(k, 'held'), fr.register(k2, 1, k2), fr.unregister(k2), fr.unregister(k2), fr.unregister({}), Object.prototype.toString.call(fr));
for (const bad of [() => fr.register(1, 1), () => fr.register(k, k), () => fr.unregister(1), () => new FinalizationRegistry(5), () => FinalizationRegistry(() => 1), () => fr.register(k, 1, 5)]) try { bad(); print('no'); } catch (e) { print(e.name); }
// Private data, ephemeron chains and caches stay while the key lives.
const priv = new WeakMap();
class Person { constructor(n) { priv.set(this, { n, friends: [] }); } get name() { return priv.get(this).n; } befriend(p) { priv.get(this).friends.push(p); return this; } get circle() { return priv.get(this).friends.map((f) => f.name).join(); } }
const a = new Person('Ann'), b = new Person('Bob');
a.befriend(b).befriend(a);
print(a.circle, b.circle);
const chain = [];
let link = {};
const first = link;
for (let i = 0; i < 200; i++) { const next = { i }; wm.set(link, next); link = next; }
link = null;
let steps = 0;
for (let at = first; at; at = wm.get(at)) steps++;
print(steps);
const junk = [];
for (let i = 0; i < 2000; i++) { const t = { i }; wm.set(t, new Array(10).fill(i)); if (i % 100 === 0) junk.push(t); }
print(junk.length, junk.every((t) => wm.get(t)[9] === t.i));
steps = 0;
for (let at = first; at; at = wm.get(at)) steps++;
print(steps);
const memo = new WeakMap();
const deepSize = (o) => { if (memo.has(o)) return memo.get(o); memo.set(o, 0); let s = 1; for (const v of Object.values(o)) if (v && typeof v === 'object') s += deepSize(v); memo.set(o, s); return s; };
const cyc = { x: { y: {} } };
cyc.x.y.back = cyc;
print(deepSize(cyc));
const cross1 = new WeakMap(), cross2 = new WeakMap(), key = {};
{ const mid = { m: 'mid' }; cross1.set(key, mid); cross2.set(mid, { end: 'reached' }); }
for (let i = 0; i < 1000; i++) ({ garbage: new Array(20) });
print(cross2.get(cross1.get(key)).end);
const refs = Array.from({ length: 50 }, (_, i) => new WeakRef({ i }));
print(refs.every((r) => r.deref() !== undefined));
const tagged = new WeakSet();
const objs = Array.from({ length: 100 }, () => ({}));
objs.forEach((o, i) => i % 2 && tagged.add(o));
print(objs.filter((o) => tagged.has(o)).length);
const symKey = Symbol('local');
const sm = new WeakMap();
try { sm.set(symKey, 'symbol key'); print(sm.get(symKey)); } catch (e) { print(e.name); }
try { sm.set(Symbol.iterator, 'well known'); print(sm.get(Symbol.iterator)); } catch (e) { print(e.name); }
