// Integrity levels on objects, arrays, functions, and what still changes.
const attempt = (f) => { try { return String(f()); } catch (e) { return e.name; } };
const state = (o) => [Object.isFrozen(o), Object.isSealed(o), Object.isExtensible(o)].map((b) => b ? 1 : 0).join('');
const make = () => ({ a: 1, get g() { return this._; }, set g(v) { hidden = v; }, nested: { x: 1 } });
let hidden;
for (const f of [(x) => x, Object.preventExtensions, Object.seal, Object.freeze]) { const o = f(make()); (function () { 'use strict'; print(state(o), attempt(() => { o.a = 2; return o.a; }), attempt(() => { o.n = 1; return o.n; }), attempt(() => { o.g = 'set'; return hidden; }), attempt(() => { o.nested.x = 5; return o.nested.x; }), attempt(() => delete o.a), attempt(() => Object.defineProperty(o, 'nested', { enumerable: false }) && 'ok'), attempt(() => Object.setPrototypeOf(o, null) && 'ok'), attempt(() => { o[0] = 1; return 'index'; }), Object.keys(o).join()); })(); hidden = undefined; }
for (const f of [(x) => x, Object.preventExtensions, Object.seal, Object.freeze]) for (const make of [() => [1, 2, 3], () => [1.5, 2.5, 3.5], () => ['a', {}, null], () => [1, , 3]]) { const a = f(make()); (function () { 'use strict'; print(state(a), attempt(() => { a[0] = 9; return a[0]; }), attempt(() => a.push(4)), attempt(() => a.pop()), attempt(() => { a[1] = 'hole'; return a[1]; }), attempt(() => { a.length = 1; return a.length; }), attempt(() => a.reverse().length), attempt(() => a.sort().length), attempt(() => a.unshift(0)), attempt(() => a.splice(0, 1).length), attempt(() => a.fill(7).length), attempt(() => a.copyWithin(0, 1).length), attempt(() => { a[100] = 1; return a.length; }), a.length); })(); }
const fz = Object.freeze([3, 1, 2]);
print(fz.map((x) => x * 2).join(), fz.slice().sort().join(), [...fz, 4].join(), fz.concat(5).join(), fz.toSorted().join());
print(fz.with(0, 9).join(), Object.isFrozen(fz.slice()), fz.indexOf(2), fz.at(-1));
fz[0] = 99;
fz.x = 1;
fz.length = 0;
delete fz[0];
print(fz.join(), fz.x);
print(state(Object.freeze(5) && {}), Object.isFrozen(5), Object.isSealed('x'), Object.isExtensible(1), Object.freeze(5));
print(Object.isFrozen('abc'), state(Object.preventExtensions({})), state(Object.freeze(() => 1)));
print(state('x'), state(Object.seal(Object.freeze({}))));
const part = Object.preventExtensions({ a: 1 });
Object.defineProperty(part, 'a', { configurable: false });
print(state(part));
Object.defineProperty(part, 'a', { writable: false });
print(state(part));
const empty = {};
Object.preventExtensions(empty);
print(state(empty));
class F { constructor() { this.x = 1; Object.freeze(this); } set(v) { this.x = v; } }
print(attempt(() => { new F().set(2); }), new F().x);
class G extends F { y = 1; }
print(attempt(() => new G()));
function Fn() { }
Object.freeze(Fn);
Fn.prototype.ok = 1;
print(new Fn().ok, attempt(() => { 'use strict'; Fn.x = 1; }));
const proto = Object.freeze({ m: 1 }), child = Object.create(proto);
child.m = 2;
print(child.m);
(function () { 'use strict'; print(attempt(() => { child.m = 2; }), attempt(() => { child.n = 3; return child.n; }), attempt(() => { Object.defineProperty(child, 'm', { value: 4 }); return child.m; })); })();
const ta = new Uint8Array(2);
print(attempt(() => Object.freeze(ta)), attempt(() => Object.freeze(new Uint8Array(0)) && 'empty ok'));
const m = Object.freeze(new Map([[1, 2]]));
m.set(3, 4);
print(m.size);
const d = Object.freeze(new Date(0));
d.setTime(5);
print(d.getTime());
const re = Object.freeze(/a/g);
print(attempt(() => re.test('a')));
const args = (function () { return Object.freeze(arguments); })(1, 2);
print(state(args), attempt(() => { 'use strict'; args[0] = 5; }), args[0]);
function hotStore(o, v) { 'use strict'; o.v = v; return o.v; }
const ok = { v: 0 };
for (let i = 0; i < 200; i++) hotStore(ok, i);
const frozen = Object.freeze({ v: 'frozen' });
print(attempt(() => hotStore(frozen, 1)), attempt(() => hotStore(ok, 'fine')), frozen.v);
Object.freeze(ok);
print(attempt(() => hotStore(ok, 1)), ok.v);
function hotElem(a, v) { 'use strict'; a[0] = v; return a[0]; }
const oka = [0];
for (let i = 0; i < 200; i++) hotElem(oka, i);
Object.freeze(oka);
print(attempt(() => hotElem(oka, 1)), attempt(() => hotElem([5], 6)), oka[0]);
function hotPush(a, v) { 'use strict'; return a.push(v); }
const pa = [];
for (let i = 0; i < 200; i++) hotPush(pa, i);
Object.preventExtensions(pa);
print(attempt(() => hotPush(pa, 1)), pa.length, hotPush([], 1));
const grow = Object.preventExtensions({});
function addP(o) { o.fresh = 1; return o.fresh; }
for (let i = 0; i < 200; i++) addP({});
print(addP(grow), 'fresh' in grow);
const deep = (o) => { Object.values(o).forEach((v) => typeof v === 'object' && v && deep(v)); return Object.freeze(o); };
const df = deep({ a: { b: [{ c: 1 }] } });
df.a.b[0].c = 2;
df.a.b.length = 0;
print(JSON.stringify(df));
print(Object.isFrozen(Object.freeze(Object.create(null, { x: { get() { } } }))), Object.entries(Object.getOwnPropertyDescriptors(Object.freeze({ q: 1 }))).join());
