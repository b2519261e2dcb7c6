// Built-in iterators: prototypes, tags, results, invalidation, exhaustion.
const AIP = Object.getPrototypeOf([][Symbol.iterator]()), IP = Object.getPrototypeOf(AIP);
print(AIP[Symbol.toStringTag], Object.getPrototypeOf(new Map().entries())[Symbol.toStringTag]);
print(Object.getPrototypeOf(new Set().values())[Symbol.toStringTag], Object.getPrototypeOf(''[Symbol.iterator]())[Symbol.toStringTag]);
print(Object.getPrototypeOf('a'.matchAll(/a/g))[Symbol.toStringTag]);
print(IP === Object.getPrototypeOf(Object.getPrototypeOf(new Map().keys())), IP[Symbol.iterator].call(5));
print(Object.getPrototypeOf(Object.getPrototypeOf(Object.getPrototypeOf((function* () { })()))) === IP);
for (const it of [[1, 2].values(), [1, 2].keys(), ['a'].entries(), new Map([[1, 'x']]).entries(), new Map([[1, 'x']]).keys(), new Map([[1, 'x']]).values(), new Set([7]).values(), new Set([7]).entries(), 'é😀'[Symbol.iterator](), 'a1b2'.matchAll(/\d/g), new Uint8Array([5]).values(), (function () { return arguments; })(9)[Symbol.iterator]()]) { const seen = []; let r; while (!(r = it.next()).done) seen.push(String(r.value)); print(seen.join(';'), JSON.stringify(r), JSON.stringify(it.next()), it[Symbol.iterator]() === it, typeof it.return, Object.keys(r).join()); }
for (const f of [AIP.next, Object.getPrototypeOf(new Map().entries()).next, Object.getPrototypeOf(new Set().entries()).next, Object.getPrototypeOf(''[Symbol.iterator]()).next]) for (const bad of [{}, undefined, [], new Map().entries()]) { try { f.call(bad); print('ok'); } catch (e) { print(e.name); } }
{ const a = [1, 2, 3], it = a.values(); it.next(); a.push(4); a[1] = 'changed'; print([...it].join()); a.push(5); print(it.next().done); }
{ const a = [1, 2], it = a.values(); a.length = 0; print(it.next().done); a.push(1); print(it.next().done); }
print(Array.prototype[Symbol.iterator] === Array.prototype.values, Map.prototype[Symbol.iterator] === Map.prototype.entries);
print(Set.prototype[Symbol.iterator] === Set.prototype.values, Set.prototype.keys === Set.prototype.values);
print(Array.prototype.values.call({ length: 2, 0: 'like' }).next().value, [...Array.prototype.entries.call('ab')].join('|'));
print([...Array.prototype.keys.call({ length: 3 })].join());
class Range { constructor(a, b) { this.a = a; this.b = b; } *[Symbol.iterator]() { for (let i = this.a; i < this.b; i++) yield i; } }
const rg = new Range(0, 4);
print([...rg].join(), Math.max(...rg), Array.from(rg, (x) => x * x).join(), new Set(rg).size);
print(new Map(Array.from(rg, (x) => [x, x])).size, Promise.all(rg) instanceof Promise);
print(Object.fromEntries(Array.from(rg, (x) => ['k' + x, x])).k3, new Uint8Array(rg).join(), [...rg, ...rg].length);
print(((...r) => r.length)(...rg));
const [r0, , r2 = 'd', r9 = 'dflt', r10 = 'dflt2'] = rg;
print(r0, r2, r9, r10);
let nexts = 0;
const counted = { [Symbol.iterator]() { return { next() { nexts++; return { value: nexts, done: nexts > 3 }; } }; } };
for (const x of counted) ;
print(nexts);
nexts = 0;
[...counted];
print(nexts);
nexts = 0;
Array.from(counted);
print(nexts);
nexts = 0;
const [c1] = counted;
print(nexts);
nexts = 0;
new Set(counted);
print(nexts);
nexts = 0;
Math.max(...counted);
print(nexts);
nexts = 0;
new Map({ [Symbol.iterator]() { return { next: () => ({ done: true }) }; } });
const getterNext = [];
const lazy = { [Symbol.iterator]() { return { get next() { getterNext.push('get next'); return () => ({ done: true }); } }; } };
[...lazy];
for (const x of lazy) ;
const [l1] = lazy;
print(getterNext.length);
const truthy = { [Symbol.iterator]() { let i = 0; return { next() { return { value: i, done: i++ > 1 ? 'yes' : '' }; } }; } };
print([...truthy].join());
const proxied = new Proxy([1, 2, 3], {});
print([...proxied].join(), [...proxied.entries()].join('|'));
const weird = [];
weird[Symbol.iterator] = function* () { yield 'own'; };
print([...weird].join(), Array.from(weird).join(), weird.concat([1]).join());
delete weird[Symbol.iterator];
const zip = (...its) => { its = its.map((i) => i[Symbol.iterator]()); return { next() { const rs = its.map((i) => i.next()); return rs.some((r) => r.done) ? { done: true } : { value: rs.map((r) => r.value), done: false }; }, [Symbol.iterator]() { return this; } }; };
print([...zip('ab', [1, 2, 3])].map((x) => x.join('')).join());
const chain = function* (...its) { for (const i of its) yield* i; };
print([...chain('ab', [1], new Set([2]))].join(''));
const next = AIP.next;
AIP.next = function () { const r = next.call(this); if (!r.done) r.value = 'hooked' + r.value; return r; };
const hooked = [...[1, 2]].join() + [].concat(...[[3]]) + Array.from([4]);
const [h5] = [5];
AIP.next = next;
print(hooked, h5, [...[6]].join());
const keep = Array.prototype[Symbol.iterator];
delete Array.prototype[Symbol.iterator];
try { [...[1]]; } catch (e) { print(e.name); }
try { const [z] = [1]; } catch (e) { print(e.name); }
try { for (const z of [1]) ; } catch (e) { print(e.name); }
try { new Map([[1, 2]]); } catch (e) { print(e.name); }
try { Math.max(...[1]); } catch (e) { print(e.name); }
print(Math.max.apply(null, [1, 2]), [1].concat([2]).length, Array.from([7]).length);
Object.defineProperty(Array.prototype, Symbol.iterator, { value: keep, writable: true, configurable: true });
print([...[8]].join());
