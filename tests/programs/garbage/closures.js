// gc-stress: 3000
// Environments, generators, promises, bound functions and proxies kept alive only by each other.
function counter(start) { let n = start; return { inc: () => ++n, get: () => n, nest: () => counter(n) }; }
const counters = [];
for (let i = 0; i < 3000; i++) { const c = counter(i); if (i % 30 === 0) counters.push(c); c.inc(); }
print(counters.reduce((t, c) => t + c.get(), 0), counters[50].nest().inc());
let chain = () => 0;
for (let i = 1; i <= 500; i++) { const prev = chain, k = i; chain = i % 100 === 0 ? ((v) => () => v)(prev() + k) : () => prev() + k; }
print(chain());
const handlers = {};
for (let i = 0; i < 1000; i++) { const id = 'h' + i % 50; const big = new Array(10).fill(i); handlers[id] = (x) => big[x % 10] + x; }
print(Object.values(handlers).reduce((t, f) => t + f(3), 0));
const gens = [];
function* g(i) { const local = { i, list: [i] }; for (; ;) { const x = yield local.list.length + local.i; local.list.push(x); } }
for (let i = 0; i < 300; i++) { const it = g(i); it.next(); if (i % 10 === 0) gens.push(it); }
let t = 0;
for (let r = 0; r < 20; r++) for (const it of gens) t += it.next({ r }).value;
print(t);
const bound = [];
for (let i = 0; i < 500; i++) { const b = function (a, c) { return this.k + a + c; }.bind({ k: i }, i * 2); if (i % 20 === 0) bound.push(b); }
print(bound.reduce((s, b) => s + b(1), 0));
const proxies = [];
for (let i = 0; i < 500; i++) { const p = new Proxy({ v: i }, { get: (o, k) => k === 'v' ? o[k] + i : undefined }); if (i % 25 === 0) proxies.push(p); }
print(proxies.reduce((s, p) => s + p.v, 0));
class Lazy { #make; #v; constructor(f) { this.#make = f; } get v() { if (this.#make) { this.#v = this.#make(); this.#make = null; } return this.#v; } }
const lazies = Array.from({ length: 200 }, (_, i) => new Lazy(() => ({ i, sq: i * i })));
for (let i = 0; i < 2000; i++) ({ junk: [i, {}] });
print(lazies.reduce((s, l) => s + l.v.sq, 0), lazies.every((l) => l.v === l.v));
const evals = [];
for (let i = 0; i < 60; i++) evals.push(new Function('x', `const k = ${i}; return () => x + k;`)(i * 100));
print(evals.reduce((s, f) => s + f(), 0));
const classes = [];
for (let i = 0; i < 100; i++) classes.push(class { static id = i; #p = i; get p() { return this.#p; } m() { return super.toString === Object.prototype.toString && i; } });
print(classes.reduce((s, C) => s + new C().p + new C().m() + C.id, 0));
const args = [];
function keepArgs() { args.push(arguments); }
for (let i = 0; i < 200; i++) keepArgs(i, { i }, 's' + i);
print(args.reduce((s, a) => s + a[0] + a[1].i + a[2].length, 0));
const tagged = [];
function tag(s, ...v) { tagged.push([s, v]); return s; }
for (let i = 0; i < 200; i++) tag`a${i}b${{ i }}c`;
print(new Set(tagged.map((x) => x[0])).size, tagged.reduce((s, [, v]) => s + v[0] + v[1].i, 0));
let resolvers = [], results = 0;
for (let i = 0; i < 300; i++) new Promise((r) => { if (i % 3) resolvers.push(() => r({ i })); }).then((v) => { results += v.i; });
resolvers.reverse().forEach((r) => r());
resolvers = null;
(async () => { const local = Array.from({ length: 20 }, (_, i) => ({ i })); for (let i = 0; i < 50; i++) { await null; local[i % 20] = { i, prev: local[i % 20].i }; } print('async', local.reduce((s, o) => s + o.i + o.prev, 0), results); })();
const iters = [];
for (let i = 0; i < 100; i++) { const mp = new Map([[i, 'a'], [i + 1, 'b'], [i + 2, 'c']]); const it = mp.entries(); it.next(); iters.push(it); }
for (let i = 0; i < 1000; i++) new Map([[i, i]]);
print(iters.reduce((s, it) => s + it.next().value[0], 0));
const errs = [];
for (let i = 0; i < 100; i++) try { null['p' + i]; } catch (e) { errs.push(e); }
print(errs.every((e) => e instanceof TypeError && typeof e.stack === 'string'), errs.length);
