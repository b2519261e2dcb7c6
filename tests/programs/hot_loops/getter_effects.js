// Getters and setters with side effects in loops that a compiler would like to hoist from.
let reads = 0, writes = 0;
const counter = { get n() { reads++; return 10; }, set n(v) { writes++; } };
let s = 0;
for (let i = 0; i < counter.n; i++) s += i;
print(s, reads);
reads = 0;
for (let i = 0; i < 300; i++) { counter.n; counter.n = i; }
print(reads, writes);
const list = { items: [1, 2, 3], get length() { reads++; return this.items.length; }, at(i) { return this.items[i]; } };
reads = 0;
s = 0;
for (let i = 0; i < list.length; i++) { s += list.at(i); if (i < 4) list.items.push(i * 10); }
print(s, reads);
function sumField(o, n) { let t = 0; for (let i = 0; i < n; i++) t += o.v; return t; }
const plain = { v: 2 };
for (let i = 0; i < 50; i++) sumField(plain, 10);
let calls = 0;
print(sumField({ get v() { return ++calls; } }, 10), calls, sumField(plain, 3), sumField(Object.create({ get v() { return ++calls; } }), 3), calls);
const changing = { get v() { Object.defineProperty(this, 'v', { value: 100, configurable: true }); return 1; } };
print(sumField(changing, 3), changing.v);
const removed = { get v() { delete this.v; return 7; } };
print(sumField(removed, 2));
const proto = { get v() { return this.k; } };
function makeChild(k) { return Object.create(proto, { k: { value: k, writable: true } }); }
let total = 0;
for (let i = 0; i < 300; i++) total += sumField(makeChild(i), 2);
print(total);
function loopInvariant(o) { let r = []; for (let i = 0; i < 5; i++) { r.push(o.a + o.b); o.touch(); } return r.join(); }
print(loopInvariant({ a: 1, b: 2, touch() { this.a *= 2; } }), loopInvariant({ get a() { return this.n++; }, n: 0, b: 1, touch() { } }), loopInvariant({ a: 'x', b: 1, touch() { this.b = this.a; } }));
function storeLoop(o, n) { for (let i = 0; i < n; i++) o.last = i; return o.last; }
for (let i = 0; i < 50; i++) storeLoop({ last: 0 }, 10);
const log = [];
print(storeLoop({ set last(v) { log.push(v); }, get last() { return log.length; } }, 5), log.join(), storeLoop(Object.freeze({ last: 'frozen' }), 3), storeLoop([], 4), storeLoop(Object.create({ set last(v) { this.real = v; }, get last() { return this.real; } }), 6));
const arr = [1, 2, 3, 4];
Object.defineProperty(arr, 2, { get() { reads++; return reads; }, configurable: true, enumerable: true });
reads = 0;
s = 0;
for (let r = 0; r < 3; r++) for (let i = 0; i < arr.length; i++) s += arr[i];
print(s, reads);
function cond(o) { let c = 0; while (o.more) c++; return c; }
for (let i = 0; i < 30; i++) { let k = 5; cond({ get more() { return k-- > 0; } }); }
let k2 = 7;
print(cond({ get more() { return k2-- > 0; } }), cond({ more: false }), cond({ more: 0 }));
class Acc { #v = 0; get v() { return this.#v; } set v(x) { if (x > 50) throw new RangeError('too big'); this.#v = x; } }
const acc = new Acc();
try { for (; ;) acc.v += 3; } catch (e) { print(e.message, acc.v); }
let toStrings = 0;
const key = { toString() { toStrings++; return 'k' + toStrings % 3; } };
const target = {};
for (let i = 0; i < 9; i++) target[key] = i;
print(JSON.stringify(target), toStrings);
let valueOfs = 0;
const num = { valueOf() { return ++valueOfs; } };
s = 0;
for (let i = 0; i < 20; i++) s += num * 2;
print(s, valueOfs, num + num, num < num, num - num);
Object.defineProperty(globalThis, 'effect', { get() { return ++reads; }, configurable: true });
reads = 0;
s = 0;
for (let i = 0; i < 100; i++) s += effect;
print(s);
delete globalThis.effect;
