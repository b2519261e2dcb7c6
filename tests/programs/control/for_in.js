// for-in: order, shadowing, deletes and additions during the loop, prototypes.
function keys(o) { const r = []; for (const k in o) r.push(k); return r.join(); }
print(keys({ b: 1, a: 2, 2: 3, 1: 4, '-1': 5, '01': 6, [Symbol()]: 7, 4294967294: 8, 4294967295: 9, '1.5': 10 }));
print(keys([1, , 3]), keys('ab'), keys(null), keys(undefined), keys(5), keys(true), keys(Symbol()), keys(() => 1));
print(keys(new Uint8Array(2)), keys(new String('xy')), keys(1n) + '|');
const proto = { p1: 1, shared: 2, 5: 0 }, o = Object.create(proto, { own: { value: 1, enumerable: true }, hidden: { value: 2, enumerable: false }, shared: { value: 3, enumerable: false } });
o[3] = 1;
print(keys(o));
print(keys(Object.create(Object.create({ c: 1, a: 2 }, { b: { value: 1, enumerable: true }, a: { value: 3, enumerable: true } }))));
const d = { a: 1, b: 2, c: 3, d: 4 };
const seen = [];
for (const k in d) { seen.push(k); if (k === 'a') { delete d.b; delete d.d; } }
print(seen.join());
const e = { a: 1, b: 2 };
seen.length = 0;
for (const k in e) { seen.push(k); delete e[k]; }
print(seen.join(), keys(e) + '|');
const re = { a: 1, b: 2, c: 3 };
seen.length = 0;
for (const k in re) { seen.push(k); if (k === 'a') { delete re.b; re.b = 9; } }
print(seen.join());
const arr = [1, 2, 3, 4];
seen.length = 0;
for (const i in arr) { seen.push(i + typeof i); if (i === '1') arr.length = 2; }
print(seen.join());
arr.extra = 1;
arr[10] = 1;
print(keys(arr));
const child = Object.create({ x: 1, y: 2 });
child.z = 3;
seen.length = 0;
for (const k in child) { seen.push(k); if (k === 'z') delete Object.getPrototypeOf(child).y; }
print(seen.join());
for (var v in { q: 1 }) ;
print(v);
let target = {};
for (target.prop in { r: 1, s: 2 }) ;
print(target.prop);
for (target['x' + 1] in { t: 1 }) ;
print(target.x1);
const fs = [];
for (const k in { a: 1, b: 2 }) fs.push(() => k);
print(fs.map((f) => f()).join());
for (let k in { a: 1 }) { k += '!'; print(k); }
for (const [a, b] in { xy: 1, zw: 2 }) print(a, b);
for (const { length } in { abc: 1 }) print(length);
for (var init = 'sloppy' in {}) ;
print(init);
out: for (const a in { x: 1, y: 2 }) for (const b in { p: 1, q: 2 }) { if (b === 'q') continue out; print(a + b); }
function early(o) { for (const k in o) if (o[k] > 1) return k; return 'none'; }
print(early({ a: 1, b: 2, c: 3 }), early({}));
let count = 0;
const big = {};
for (let i = 0; i < 500; i++) big['k' + i] = i;
for (const k in big) count += big[k];
print(count);
for (const k in big) { if (big[k] % 2) delete big[k]; }
print(Object.keys(big).length);
for (let i = 0; i < 100; i++) delete big['k' + i];
big.z = 1;
big[7] = 2;
print(keys(big).slice(0, 20), keys(big).slice(-8));
class A { constructor() { this.f = 1; } m() { } get g() { return 1; } static s = 1; }
A.prototype.added = 1;
print(keys(new A()), keys(A));
function fn() { }
fn.a = 1;
fn.prototype.b = 2;
print(keys(fn), keys(new fn()));
const px = new Proxy({ a: 1, b: 2 }, { ownKeys: () => ['b', 'a', 'c'], getOwnPropertyDescriptor: (t, k) => k === 'c' ? undefined : { value: 1, enumerable: k !== 'a', configurable: true } });
print(keys(px));
Object.prototype.polluted = 1;
print(keys({ a: 1 }), keys([7]));
delete Object.prototype.polluted;
Array.prototype.ap = 1;
print(keys([7]), keys({}));
delete Array.prototype.ap;
try { for (const k in { a: 1 }) throw new Error(k); } catch (x) { print(x.message); }
const sum = (o) => { let s = 0; for (const k in o) if (Object.hasOwn(o, k)) s += o[k]; return s; };
for (let i = 0; i < 100; i++) sum({ a: i, b: 1 });
print(sum({ a: 1, b: 2 }), sum({ b: 1, a: 2, c: 3 }), sum([1, 2, 3]), sum(Object.create({ a: 1 }, { q: { value: 4, enumerable: true } })));
(function () { for (const k in arguments) print('arg', k, arguments[k]); })('x', 'y');
for (const k in Object.freeze({ fr: 1 })) print(k);
let x = 'outer';
try { for (const x in { [x]: 1 }) print(x); } catch (err) { print(err.name); }
