// The same for-in over objects of the same shape, while what they are and inherit changes.
function keys(o) { const r = []; for (const k in o) r.push(k); return r.join(); }
function make(a, b) { return { a, b, c: 3 }; }
print(keys(make(1, 2)), keys(make(3, 4)), keys(make()));
// Values by the keys.
function sum(o) { let s = 0; for (var k in o) s += o[k]; return s; }
print(sum(make(1, 2)), sum(make(10, 20)), sum({}), sum({ z: 1 }));
// An object that changes: added, deleted, hidden, of other shapes.
const o = make(1, 2);
print(keys(o));
o.d = 4;
print(keys(o), keys(make(1, 2)));
delete o.b;
print(keys(o), keys(make(1, 2)));
const p = make(1, 2);
Object.defineProperty(p, 'a', { enumerable: false });
print(keys(p), keys(make(1, 2)));
Object.defineProperty(p, 'a', { enumerable: true });
print(keys(p));
p[7] = 'element';
p[1] = 'element';
print(keys(p), keys(make(1, 2)));
const q = make(1, 2);
q[Symbol('s')] = 1;
print(keys(q));
print(keys(Object.freeze(make(1, 2))), keys(Object.preventExtensions(make(1, 2))));
// What is deleted before its turn does not come; what is added may not; what is hidden still does.
function deletes(o, at, what) { const r = []; for (const k in o) { r.push(k); if (k === at) delete o[what]; } return r.join(); }
print(deletes(make(1, 2), 'a', 'b'), deletes(make(1, 2), 'a', 'c'), deletes(make(1, 2), 'b', 'a'), deletes(make(1, 2), 'a', 'a'), keys(make(1, 2)));
function replaces(o) { const r = []; for (const k in o) { r.push(k); if (k === 'a') { delete o.b; o.b = 'back'; } } return r.join(); }
print(replaces(make(1, 2)), keys(make(1, 2)));
// The same object within its own enumeration.
function nested(o) { const r = []; for (const k in o) for (const l in o) r.push(k + l); return r.join(); }
print(nested(make(1, 2)), nested({}), nested({ x: 1 }));
function breaks(o) { for (const k in o) if (k === 'b') return k; }
print(breaks(make(1, 2)), breaks(make(1, 2)), keys(make(1, 2)));
// Prototypes with keys of their own, which come and go.
function P() { this.own = 1; }
P.prototype.method = function () { };
print(keys(new P()), keys(new P()));
P.prototype.second = 2;
print(keys(new P()), keys(new P()));
delete P.prototype.method;
print(keys(new P()), keys(new P()));
P.prototype.own = 'shadowed';
print(keys(new P()), keys(new P()));
Object.defineProperty(P.prototype, 'second', { enumerable: false });
print(keys(new P()), keys(new P()));
const grand = { fromGrand: 1 };
Object.setPrototypeOf(P.prototype, grand);
print(keys(new P()), keys(new P()));
grand.more = 1;
print(keys(new P()), keys(new P()));
function removes(o) { const r = []; for (const k in o) { r.push(k); delete grand.more; } return r.join(); }
print(removes(new P()), keys(new P()));
Object.setPrototypeOf(P.prototype, null);
print(keys(new P()), keys(new P()));
class C { x = 1; m() { } get g() { return 1; } static s() { } }
class D extends C { y = 2; }
print(keys(new C()), keys(new D()), keys(new D()), keys(C), keys(D));
C.staticLater = 1;
print(keys(D), keys(D));
function F() { }
const chained = Object.create(F, { own: { value: 1, enumerable: true } });
print(keys(chained), keys(chained));
F.late = 1;
print(keys(chained), keys(chained));
// A hidden own property hides the inherited one.
const hider = Object.create({ h: 1, i: 2 }, { h: { value: 1, enumerable: false, configurable: true } });
print(keys(hider), keys(hider));
delete hider.h;
print(keys(hider));
// No prototype; a proxy as prototype, which is asked each time; a proxy itself.
const bare = Object.create(null);
bare.k = 1;
print(keys(bare), keys(bare));
let asked = 0;
const proxied = Object.create(new Proxy({ t: 1 }, { ownKeys(t) { asked++; return Reflect.ownKeys(t); } }));
proxied.own = 1;
print(keys(proxied), keys(proxied), asked);
// Others than plain objects.
print(keys([1, , 2]), keys('str'), keys(null), keys(undefined), keys(5), keys(true), keys(new Int8Array(2)), keys(Object('ab')));
function args() { return keys(arguments); }
print(args(1, 2), args());
const array = [1, 2];
array.named = 1;
print(keys(array), keys(array));
// An object with very many properties, and one that is a dictionary.
const large = {};
for (let i = 0; i < 300; i++) large['k' + i] = i;
print(sum(large), keys(large).length, keys(large) === keys(large));
delete large.k5;
print(sum(large), keys(large).length);
// Many shapes.
const shapes = [];
for (let i = 0; i < 200; i++) shapes.push({ ['s' + i]: 1, t: 2 });
let text = '';
for (let round = 0; round < 3; round++) for (const s of shapes) text += keys(s).length;
print(text.length, text.slice(0, 20), keys(shapes[7]), keys(shapes[199]));
// Hot.
function hot(n) { const t = { x: 0.25, y: 0.5, z: 0.25 }; let r = 0; for (let i = 0; i < n; i++) { for (const k in t) { if (k === 'y') break; r += t[k]; } if (i === n - 5) t.first = 1; } return r; }
print(hot(4000));
// Indices on a prototype.
Object.prototype[3] = 'inherited';
print(keys(make(1, 2)), keys({}));
delete Object.prototype[3];
print(keys(make(1, 2)), keys({}));
Object.prototype.everywhere = 1;
print(keys(make(1, 2)), keys(bare), keys({}));
delete Object.prototype.everywhere;
print(keys(make(1, 2)), keys({}));
