// Closures over loops, parameters, nested scopes, and each other.
function counter() { let n = 0; return { inc: () => ++n, dec: () => --n, get: () => n, set n(v) { n = v; } }; }
const a = counter(), b = counter();
a.inc();
a.inc();
b.dec();
a.n = 10;
print(a.get(), b.get(), a.inc());
const adders = [];
for (var i = 0; i < 3; i++) { const k = i; adders.push((x) => x + k + i); }
print(adders.map((f) => f(100)).join());
function outer(p) { function inner() { return p++; } p = p * 2; return [inner, () => p, (v) => { p = v; }]; }
const [f, g, h] = outer(5);
print(f(), f(), g(), (h(100), g()), f());
const curry = (x) => (y) => (z) => x + y + z;
print(curry(1)(2)(3), [1, 2].map(curry(1)(1)).join());
function deep() { let v = 1; return () => { let w = v++; return () => { let x = w++ + v; return () => [v, w, x++].join(); }; }; }
const d = deep()()();
print(d(), d());
function mutual() { let even = (n) => n === 0 ? true : odd(n - 1), odd = (n) => n === 0 ? false : even(n - 1); return even; }
print(mutual()(10), mutual()(7));
function shadow(x) { { let x = 'inner'; var get = () => x; } return [x, get()].join(); }
print(shadow('outer'));
function params(a, b = () => a, c = () => b) { var a; const before = b(); a = 'changed'; return [before, b(), c()(), a].join(); }
print(params('first'));
function memo(fn) { const cache = {}; return (n) => n in cache ? cache[n] : (cache[n] = fn(n)); }
const fib = memo((n) => n < 2 ? n : fib(n - 1) + fib(n - 2));
print(fib(80));
function compose(...fs) { return (x) => fs.reduceRight((v, f) => f(v), x); }
print(compose((x) => x + 1, (x) => x * 2, (x) => x - 3)(10));
let late;
function usesLate() { return typeof late + late; }
late = 5;
print(usesLate());
function self() { return self.count = (self.count || 0) + 1; }
self();
self();
print(self.count);
const nfe = function me(n) { me = 'no effect'; return n ? me(n - 1) : typeof me; };
print(nfe(2));
const strictNfe = function me() { 'use strict'; try { me = 1; } catch (e) { return e.name; } };
print(strictNfe());
const nfe2 = function me() { var me; return typeof me; };
print(nfe2());
const nfe3 = function me(me) { return me; };
print(nfe3(5));
let fact = (n) => n ? n * fact(n - 1) : 1;
const f2 = fact;
fact = () => 0;
print(f2(5));
function Stack() { const items = []; this.push = (x) => { items.push(x); return this; }; this.pop = () => items.pop(); Object.defineProperty(this, 'size', { get: () => items.length }); }
const s = new Stack();
s.push(1).push(2).push(3);
print(s.pop(), s.size);
const blockFns = [];
{ let p = 1; blockFns.push(() => p++); { let p = 10; blockFns.push(() => p++); } blockFns.push(() => p); }
print(blockFns.map((f) => f()).join(), blockFns.map((f) => f()).join());
switch (1) { case 1: let sw = 'switch'; blockFns.push(() => sw); }
try { throw 'thrown'; } catch (e) { blockFns.push(() => e, () => { e = 'changed'; }); }
print(blockFns[3](), blockFns[4](), blockFns[5](), blockFns[4]());
try { throw [1, { q: 2 }]; } catch ([x, { q }]) { blockFns.push(() => x + q++); }
print(blockFns[6](), blockFns[6]());
class K { static make(v) { return class { get() { return v++; } }; } }
const k1 = new (K.make(1))(), k2 = new (K.make(10))();
print(k1.get(), k1.get(), k2.get());
const objs = [];
for (const name of ['x', 'y']) objs.push({ get [name]() { return name; }, set [name](v) { objs[name] = v; }, [name + 'M']() { return name; } });
objs[0].x = 5;
print(objs[1].y, objs[0].xM(), objs.x);
var late2 = () => hoisted();
function hoisted() { return 'hoisted'; }
print(late2());
let many = [];
for (let i = 0; i < 1000; i++) many.push(() => i * 2);
print(many.reduce((t, f) => t + f(), 0));
function args() { return () => arguments[0] + arguments.length; }
print(args(7, 8)());
function thisArrow() { return () => () => this.v; }
print(thisArrow.call({ v: 'this' })()());
function nt() { return () => new.target === nt; }
print(new nt()(), nt()());
let letf = () => letv;
try { letf(); } catch (e) { print(e.name); }
let letv = 'ready';
print(letf());
