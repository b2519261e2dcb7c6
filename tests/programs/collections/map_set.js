// Map and Set: keys of every kind, order, methods, constructors.
const nan = 0 / 0, o = {}, f = () => 1, s = Symbol('k'), m = new Map();
const keys = [1, '1', -0, nan, undefined, null, true, o, f, s, 1n, 1.5, '', 'é', 2 ** 53, -1, 2147483648, 'a' + 'b', [1], ''];
keys.forEach((k, i) => m.set(k, i));
print(m.size, keys.map((k) => m.get(k)).join(), m.get(0), m.get(NaN), m.get('ab'), m.get(1.0), m.get(BigInt(1)), m.get({}));
print(m.get([1]), m.has(-0), Object.is([...m.keys()][2], 0), [...m.keys()].map(String).join('|'));
print(m.delete(1), m.delete(1), m.has(1), m.size, m.set('x', 1) === m, m.get('missing'), m.clear(), m.size, m.get('x'));
const st = new Set([3, 1, 3, '3', NaN, NaN, -0, 0]);
print(st.size, [...st].map(String).join(), st.has(0), st.add(9) === st, st.delete('3'), [...st].length, [...st.entries()][0].join());
print(Object.is([...st][4] ?? [...st][3], 0));
print(new Map(null).size, new Map(undefined).size, new Set('hello').size, new Map([[1, 2], [1, 3]]).get(1));
print(new Map([['a', 1], ['b', 2]]).size, [...new Map(new Map([[1, 2]]))][0].join(), new Map([[]]).has(undefined));
print(new Map([{ 0: 'k', 1: 'v' }]).get('k'), Map.length, Set.length, Map.name, Map.prototype.set.length);
print(Object.prototype.toString.call(new Map()), Map[Symbol.species] === Map, Map.prototype.entries === Map.prototype[Symbol.iterator]);
for (const bad of [() => new Map([1]), () => new Map(5), () => Map(), () => new Map([null]), () => Map.prototype.get.call({}, 1), () => Map.prototype.size, () => Set.prototype.add.call(new Map(), 1), () => new Set(5), () => new Map([[1, 2]]).forEach(5), () => Map.prototype.get.call(new Set(), 1), () => new Map({ [Symbol.iterator]: 1 })]) try { bad(); print('no error'); } catch (e) { print(e.name); }
{ let closed = 0; const it = { [Symbol.iterator]() { return { next: () => ({ value: 5, done: false }), return() { closed++; return {}; } }; } }; try { new Map(it); } catch (e) { print(e.name, closed); } }
{ const set = Map.prototype.set; const log = []; Map.prototype.set = function (k, v) { log.push(k); return set.call(this, k, v); }; const mm = new Map([[1, 2], [3, 4]]); Map.prototype.set = set; print(log.join(), mm.size); Map.prototype.set = 5; try { new Map([]); } catch (e) { print(e.name); } print(new Map().size); Map.prototype.set = set; }
// Mutation during iteration.
{ const mm = new Map([[1, 'a'], [2, 'b'], [3, 'c']]); const seen = []; for (const [k] of mm) { seen.push(k); if (k === 1) { mm.delete(2); mm.set(4, 'd'); } if (k === 3) { mm.delete(1); mm.set(1, 'again'); } if (seen.length > 10) break; } print(seen.join(), [...mm.keys()].join()); }
{ const ss = new Set([1]); let n = 0; for (const x of ss) { if (n++ < 50) { ss.delete(x); ss.add(x + 1); } } print(n, [...ss].join()); }
{ const mm = new Map([[1, 1], [2, 2], [3, 3]]); const it = mm.keys(); it.next(); mm.clear(); print(it.next().done); mm.set(9, 9); print(it.next().done); const it2 = mm.keys(); mm.clear(); mm.set(5, 5); print(it2.next().value); }
{ const ss = new Set([1, 2, 3, 4, 5]); const seen = []; ss.forEach((x) => { seen.push(x); ss.delete(x + 1); if (x === 5 || seen.length > 8) return; ss.add(x + 10); }); print(seen.join(), [...ss].join()); }
{ const ss = new Set(); for (let i = 0; i < 100; i++) ss.add(i); let c = 0; for (const x of ss) { c++; for (let k = 0; k < 100; k++) if (k !== x) ss.delete(k); for (let k = 0; k < 5; k++) ss.add('n' + c + k); if (c > 6) break; } print(c, ss.size); }
{ const its = []; const ss = new Set([1, 2, 3]); for (let i = 0; i < 4; i++) { its.push(ss.values()); its[i].next(); } ss.delete(1); ss.delete(2); for (let i = 0; i < 200; i++) { ss.add('x' + i); ss.delete('x' + i); } print(its.map((i) => i.next().value).join()); }
// Many entries, deletes, collisions.
{ const mm = new Map(); for (let i = 0; i < 3000; i++) mm.set(i % 2 ? i : 'k' + i, i); let t = 0; for (const [k, v] of mm) t += v; print(mm.size, t); for (let i = 0; i < 3000; i += 3) mm.delete(i % 2 ? i : 'k' + i); print(mm.size, mm.has('k0'), mm.has(1), mm.get('k2')); t = 0; mm.forEach((v) => { t += v; }); print(t, [...mm.keys()].slice(0, 6).join()); for (let i = 0; i < 3000; i += 3) mm.set(i % 2 ? i : 'k' + i, -i); print(mm.size, [...mm.values()].at(-1)); const objs = Array.from({ length: 500 }, (_, i) => ({ i })); const om = new Map(objs.map((x, i) => [x, i])); print(objs.every((x, i) => om.get(x) === i), om.size); const fl = new Map(); for (let i = 0; i < 500; i++) fl.set(i / 7, i); print(fl.get(100 / 7), fl.get(3), fl.size); const bigs = new Set(); for (let i = 0n; i < 200n; i++) bigs.add(2n ** 64n + i); print(bigs.has(2n ** 64n + 5n), bigs.size); const strs = new Set(); for (let i = 0; i < 500; i++) strs.add('a'.repeat(i % 50) + i % 10); print(strs.size, strs.has('aaa' + 3)); const count = new Map(); for (const ch of 'mississippi river'.repeat(20)) count.set(ch, (count.get(ch) ?? 0) + 1); print([...count].sort().map((e) => e.join('')).join(' ')); const union = new Set([...new Set([1, 2, 3]), ...new Set([3, 4])]), inter = [...union].filter((x) => new Set([2, 4]).has(x)); print([...union].join(), inter.join()); const nested = new Map([['a', new Map([['b', new Set([1, 2])]])]]); print([...nested.get('a').get('b')].join(), JSON.stringify(nested), JSON.stringify([...new Map([['q', { z: 1 }]])]), Object.keys(new Map([[1, 2]])).length); const q = new Set(); for (let i = 0; i < 2000; i++) { q.add(i); if (i > 100) q.delete(i - 100); } print(q.size, q.values().next().value); const lru = new Map(); for (let i = 0; i < 500; i++) { const k = i * 7 % 23; const v = lru.get(k) ?? 0; lru.delete(k); lru.set(k, v + 1); if (lru.size > 10) lru.delete(lru.keys().next().value); } print([...lru].join(' ')); }
print([...new Map([[1, 'a']]).entries()].join(), new Map([[1, 2]]).forEach(function (v, k, mp) { print(v, k, mp.size, this.t); }, { t: 'this' }), m instanceof Object, 'size' in m, Object.hasOwn(m, 'size'));
m.extra = 1;
m['set'] = 2;
print(m.extra, m.size);
class CI extends Map { get(k) { return super.get(k.toLowerCase()); } set(k, v) { return super.set(k.toLowerCase(), v); } }
print(new CI([['ABC', 1]]).get('aBc'));
