// Arrays of a given length, filled in any order and by anything: what compiled stores into holes do, and where they must not.
function fill(n, value) { const a = new Array(n); for (let i = 0; i < n; i++) a[i] = value(i); return a; }
function back(n, value) { const a = new Array(n); for (let i = n - 1; i >= 0; i--) a[i] = value(i); return a; }
function show(a) { let s = ""; for (let i = 0; i < Math.min(a.length, 6); i++) s += (i in a ? String(a[i]) : "hole") + ","; return s + a.length; }
const values = [(i) => i, (i) => i * 0.5, (i) => i + 0.25, (i) => "s" + i, (i) => (i & 1 ? i : i / 3), (i) => (i === 50 ? { toString: () => "o" } : i), () => undefined, () => NaN, () => -0];
for (let round = 0; round < 12; round++)
  for (const v of values) {
    const line = show(fill(100, v)) + " " + show(back(100, v));
    if (round === 11) print(line);
  }
let sum = 0;
function doubles(n) { const b = new Array(n); for (let i = 0; i < n; i++) b[i] = i * 0.5; return b; }
for (let i = 0; i < 300; i++) sum += doubles(200)[7];
print(sum, Object.is(doubles(3)[0], 0));
// Holes that stay: read, counted, joined, enumerated, sorted, copied.
const sparse = new Array(8);
sparse[6] = 1; sparse[2] = 2.5;
print(show(sparse), sparse.join("-"), Object.keys(sparse).join(), sparse.indexOf(undefined), sparse.includes(undefined), sparse.length);
let seen = 0;
sparse.forEach(() => { seen++; });
for (const v of sparse) seen += v === undefined ? 100 : 1;
print(seen, show([...sparse]), show(sparse.slice()), show(sparse.map((x) => x * 2)), show(sparse.concat([1])), show(new Array(3).concat(sparse)));
print(show(sparse.slice().sort()), show(sparse.slice().reverse()), show(new Array(4).fill(7)), show(Array.from({ length: 3 })), JSON.stringify(new Array(3)));
const pushed = new Array(3);
pushed.push(1); pushed.unshift(0);
print(show(pushed), pushed.pop(), pushed.length, show((pushed.length = 2, pushed)), show((pushed.length = 5, pushed)));
print(show(new Array(2).concat()), show(new Array(20000).fill(1)), show(new Array(0)), show(new Array("3")), show(new Array(1, 2)));
try { new Array(-1); } catch (e) { print(e.name); }
// A subclass, whose constructor counts.
class Mine extends Array {}
const mine = new Mine(4);
mine[1] = 1;
print(show(mine), mine instanceof Mine, show(mine.map((x) => x)));
// Filling what is frozen, not extensible, or where elements are inherited, with a setter; and when that begins while code runs hot.
function put(a, i, v) { a[i] = v; return a[i]; }
for (let i = 0; i < 3000; i++) sum += put(new Array(4), i & 3, i);
print(sum);
"use strict";
const closed = Object.preventExtensions(new Array(4));
print(put(closed, 1, 5), show(closed), put(Object.freeze(new Array(2)), 0, 5));
const proto = Object.create(Array.prototype, { 2: { set(v) { this.got = v; }, get() { return "inherited"; }, configurable: true } });
const heir = Object.setPrototypeOf(new Array(4), proto);
print(put(heir, 2, 9), heir.got, 2 in heir, Object.keys(heir).join());
for (let i = 0; i < 3000; i++) sum += put(new Array(4), i & 3, i);
let sets = 0;
Object.defineProperty(Array.prototype, 3, { set() { sets++; }, get() { return 1; }, configurable: true });
for (let i = 0; i < 100; i++) sum += put(new Array(4), i & 3, i);
print(sum, sets);
delete Array.prototype[3];
for (let i = 0; i < 100; i++) sum += put(new Array(4), i & 3, i);
print(sum, sets);
// An array that is a prototype itself: what it gets must be found by its heirs.
const parent = new Array(4), child = Object.create(parent);
function read(o, i) { return o[i]; }
for (let i = 0; i < 2000; i++) read(child, i & 3);
put(parent, 2, "from the parent");
print(read(child, 2), String(read(child, 1)));
