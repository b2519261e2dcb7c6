// Calls in loops whose target, receiver or arguments change after warm-up.
let f = (x) => x + 1;
function loop(n) { let s = 0; for (let i = 0; i < n; i++) s += f(i); return s; }
for (let i = 0; i < 30; i++) loop(20);
print(loop(10));
f = (x) => x * 2;
print(loop(10));
f = Math.sqrt;
print(loop(10).toFixed(6));
f = String;
print(loop(5));
f = function () { return arguments.length; };
print(loop(5));
f = 5;
try { loop(1); } catch (e) { print(e.name); }
print(loop(0));
f = class { };
try { loop(1); } catch (e) { print(e.name); }
f = new Proxy((x) => x, {});
print(loop(4));
f = ((x, y) => x + y).bind(null, 100);
print(loop(3));
const o = { m(x) { return x + this.k; }, k: 1 };
function methods(obj, n) { let s = 0; for (let i = 0; i < n; i++) { s += obj.m(i); if (i === 5 && obj.swap) obj.m = (x) => -x; } return s; }
for (let i = 0; i < 30; i++) methods(o, 10);
print(methods(o, 10), methods({ m: (x) => x, k: 0, swap: true }, 10), methods(Object.create(o, { k: { value: 10 } }), 3), methods({ __proto__: o, k: 'k' }, 2));
o.m = (x) => x * 100;
print(methods(o, 3));
function thrower(i) { if (i === 7) throw new RangeError('at seven'); return i; }
function guarded(n) { let s = 0; for (let i = 0; i < n; i++) { try { s += thrower(i); } catch (e) { s += 1000; } } return s; }
print(guarded(5), guarded(10));
function unguarded(n) { let s = 0; for (let i = 0; i < n; i++) s += thrower(i); return s; }
for (let i = 0; i < 30; i++) unguarded(7);
try { unguarded(10); } catch (e) { print(e.message); }
function recurse(d, n) { if (!d) return n; let s = 0; for (let i = 0; i < 3; i++) s += recurse(d - 1, n + i); return s; }
print(recurse(5, 1));
function apply2(g, a, b) { return g(a, b); }
const ops = [(a, b) => a + b, (a, b) => a - b, (a, b) => a * b, (a, b) => [a, b], (a) => a, () => { }, Math.max, parseInt];
let sums = '';
for (let i = 0; i < 200; i++) { const r = apply2(ops[i % ops.length], i, 2); if (i > 190) sums += String(r) + ' '; }
print(sums);
function underApplied(a, b, c) { return [a, b, c, arguments.length].map(String).join(''); }
function callWith(n) { return n === 0 ? underApplied() : n === 1 ? underApplied(1) : n === 2 ? underApplied(1, 2) : n === 3 ? underApplied(1, 2, 3) : underApplied(1, 2, 3, 4); }
let ua = '';
for (let i = 0; i < 100; i++) ua = callWith(i % 5) + ' ' + ua.slice(0, 60);
print(ua);
function ctor(C, n) { let last; for (let i = 0; i < n; i++) last = new C(i); return last; }
class P { constructor(x) { this.x = x; } }
for (let i = 0; i < 20; i++) ctor(P, 10);
print(ctor(P, 3).x, ctor(class extends P { y = 1; }, 3).y, ctor(function (x) { return { r: x }; }, 2).r, ctor(Array, 4).length);
print(ctor(P.bind(null, 'b'), 2).x, ctor(Object, 2) == 1, JSON.stringify(ctor(P, 0)));
P.prototype.added = 'late';
print(ctor(P, 1).added);
const newProto = { fresh: 1 };
function Q() { }
for (let i = 0; i < 50; i++) ctor(Q, 5);
Q.prototype = newProto;
print(ctor(Q, 1).fresh);
function escape(i) { const t = { a: i, b: [i, i + 1] }; if (i === 150) kept.push(t); return t.a + t.b[1]; }
const kept = [];
let es = 0;
for (let i = 0; i < 300; i++) es += escape(i);
print(es, JSON.stringify(kept));
kept[0].a = 'changed';
print(escape(150), kept[0].a, kept[1].a);
function argsEscape(i) { if (i === 99) return arguments; return arguments[0]; }
let ae;
for (let i = 0; i < 100; i++) ae = argsEscape(i, 'x');
print(ae.length, ae[1]);
function closureEscape(i) { let v = i; const get = () => v; v += 1; if (i === 77) saved = get; return get(); }
let saved;
let ce = 0;
for (let i = 0; i < 100; i++) ce += closureEscape(i);
print(ce, saved());
function evalIn(i) { let local = i; return i === 88 ? eval('local += 5; local') : local; }
let ev = 0;
for (let i = 0; i < 100; i++) ev += evalIn(i);
print(ev);
let hook = null;
function touch() { if (hook) hook(); }
function watch(a) { let s = 0; for (let i = 0; i < a.length; i++) { s += a[i]; touch(); } return s; }
for (let i = 0; i < 50; i++) watch([1, 2, 3]);
{ const a = [1, 2, 3]; hook = () => { a[2] = 'x'; }; print(watch(a)); }
{ const a = [1, 2, 3]; hook = () => { a.length = 1; }; print(watch(a)); }
{ const a = [1, 2, 3]; hook = () => { if (a.length < 6) a.push(0.5); }; print(watch(a)); }
{ const a = [1, 2, 3]; hook = () => { Object.defineProperty(a, 1, { get: () => 50 }); hook = null; }; print(watch(a)); }
{ const a = [1, , 3]; hook = () => { Array.prototype[1] = 9; hook = null; }; print(watch(a)); delete Array.prototype[1]; }
hook = null;
function mutual(n) { return n <= 0 ? 0 : 1 + other(n - 1); }
let other = (n) => n <= 0 ? 0 : 2 + mutual(n - 1);
for (let i = 0; i < 30; i++) mutual(20);
print(mutual(20));
other = (n) => 1000;
print(mutual(20));
const id = (x) => x;
let ids = '';
for (const v of [1, 1.5, 's', null, undefined, true, 1n, Symbol.iterator, -0, NaN]) { for (let i = 0; i < 30; i++) id(v); ids += String(id(v)) + ' '; }
print(ids, Object.is(id(-0), -0));
Function.prototype.call = new Proxy(Function.prototype.call, {});
print(id.call(null, 'through a proxied call'));
