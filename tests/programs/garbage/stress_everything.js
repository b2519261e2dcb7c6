// gc-stress: 7
// A short program for collections at nearly every allocation: each kind of cell is held only
// where the collector must look for it.
function temporaries(n) { let s = 0; for (let i = 0; i < n; i++) s += [i, i + 1].map((x) => ({ x })).filter((o) => o.x % 2).length + `t${i}`.length + { a: { b: i } }.a.b; return s; }
print(temporaries(20));
print([[1, [2]], { a: 'x' + 1 }, 'y'.repeat(3)].concat([4]).map((v) => JSON.stringify(v)).join('|'));
print(['b' + 1, 'a' + 2, 'c' + 3].sort((p, q) => (p + '' < q + '' ? -1 : 1)).join());
print(Object.entries(Object.fromEntries([['k' + 1, { v: 'v' + 1 }], ['k' + 2, [1.5]]])).map(([k, v]) => k + JSON.stringify(v)).join());
class Pt { #s = 'private' + 1; constructor(x) { this.x = x; this.list = [x, 'i' + x]; } get s() { return this.#s + this.list; } static of(...a) { return a.map((v) => new this(v)); } }
print(Pt.of('p' + 1, 'q' + 2).map((p) => p.s).join('/'));
function* gen(a) { const held = { a: a + '!' }; yield held; yield [held.a, yield 'mid' + a]; }
{ const it = gen('g' + 1); const first = it.next().value; it.next(); print(first.a, it.next('in' + 1).value.join()); }
const closures = [];
for (let i = 0; i < 5; i++) { const big = { i, s: 's' + i }; closures.push(() => big.s + closures.length); }
print(closures.map((f) => f()).join());
print('a-b-c'.split('-').map((c) => c + 1).reverse().join('') + 'x1y2'.replace(/\d/g, (d) => '<' + d + '>') + [...'z9'.matchAll(/\w/g)].map((m) => m[0] + m.index).join());
const m = new Map();
for (let i = 0; i < 10; i++) m.set({ k: 'k' + i }, ['v' + i]);
print([...m].map(([k, v]) => k.k + v[0]).join());
const st = new Set();
for (let i = 0; i < 8; i++) st.add('e' + i % 3);
print([...st].join());
try { (function f(d) { const local = { d }; if (!d) throw new Error('deep' + local.d); f(d - 1); return local; })(5); } catch (e) { print(e.message, typeof e.stack); }
print(String(2n ** 70n + BigInt('1' + '0'.repeat(5))), (10n ** 30n / 7n).toString(36), [3n, 1n, 2n].sort().join());
print(new Proxy({ a: 'pa' }, { get: (t, k) => t[k] + 'x' }).a, Reflect.ownKeys({ ['c' + 1]: 1, [Symbol('s' + 1)]: 2 }).map(String).join(), ((...a) => a.join())(...['s' + 1, ...new Set(['t' + 2])]));
const { a: [x1, ...rest1], ...others } = { a: ['d' + 1, 'e' + 2, 'f' + 3], b: 'g' + 4, c: 'h' + 5 };
print(x1, rest1.join(), JSON.stringify(others));
print(((s, ...v) => s.raw.join('_') + v.join())`q${'r' + 1}s${'t' + 2}`);
print(eval('var ev = { e: "e" + 1 }; ev.e'), new Function('a', 'return [a + "!"]')('fn' + 1)[0]);
print(new Date(86400000).toISOString(), (123.456).toFixed(1) + (0.1).toString(3).slice(0, 8), JSON.stringify(JSON.parse('{"a":[1,{"b":"c' + 1 + '"}]}', (k, v) => typeof v === 'string' ? v + k : v), null, 1).length, [...new Uint8Array([1, 2]).map((v) => v * 2)].join(), new Float64Array(['1' + '.5'])[0]);
const wm = new WeakMap(), wk = { w: 'k' + 1 };
wm.set(wk, { held: 'only by the weak map' + 1 });
for (let i = 0; i < 10; i++) ({ i });
print(wm.get(wk).held);
const chain = [];
let node = { v: 'n0' };
for (let i = 1; i < 10; i++) { const n = { v: 'n' + i }; wm.set(node, n); if (i === 1) chain.push(node); node = n; }
node = null;
let at = chain[0], path = '';
while (at) { path += at.v; at = wm.get(at); }
print(path);
with ({ w: 'with' + 1 }) print((() => w + (() => w)())());
(function () { arguments[0] = 'arg' + 1; print([...arguments].join(), (() => arguments[1] + 'x')()); })('a' + 1, 'b' + 2);
label: for (const k in { ['p' + 1]: 1, ['q' + 2]: 2 }) { for (const v of ['u' + 1]) { print(k + v); continue label; } }
const bound = function (p, q) { return this.t + p + q; }.bind({ t: 't' + 1 }, 'p' + 1);
print(bound('q' + 1));
print(Object.getOwnPropertyNames(class { static ['s' + 1]() { } }).join(), Object.assign(Object.create({ inherited: 'in' + 1 }), { own: 'o' + 1 }).inherited, [, 'h' + 1].concat([, 'h' + 2]).length, Array.from({ length: 3 }, (_, i) => 'f' + i).join(), 'İx'.toLowerCase().length, 'abc'.normalize('NFD') + encodeURIComponent('é' + 1));
(async () => { const held = ['a' + 1]; await null; for await (const v of (async function* () { yield { v: 'y' + 1 }; yield await Promise.resolve('z' + 2); })()) held.push(v.v ?? v); try { await Promise.reject(new Error('r' + 1)); } catch (e) { held.push(e.message); } print((await Promise.all([held, (async () => 'p' + held.length)()])).flat().join()); })();
Promise.resolve({ then(r) { r('then' + 1); } }).then((v) => [v + '!']).finally(() => ['fin']).then((v) => print(v[0]));
