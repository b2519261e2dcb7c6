// Built-ins that call back: this values, arguments, holes, throwing, re-entry.
const a = [5, , 7];
const rows = [];
for (const m of ['forEach', 'map', 'filter', 'some', 'every', 'find', 'findIndex', 'findLast', 'findLastIndex', 'flatMap']) { const seen = []; const r = a[m](function (v, i, arr) { seen.push(`${v}@${i}${arr === a}${this.k}`); return m === 'every'; }, { k: 'K' }); print(m, seen.join(' '), JSON.stringify(r)); }
for (const m of ['reduce', 'reduceRight']) { const seen = []; const r = a[m](function (t, v, i, arr) { 'use strict'; seen.push(`${t},${v}@${i}${this}`); return t + v; }); print(m, seen.join(' '), r, a[m]((t, v) => t + v, 'init')); }
for (const m of ['forEach', 'map', 'filter', 'some', 'every', 'find', 'reduce', 'sort', 'flatMap', 'findLast']) { try { [1, 2].reduce.length; [3, 1, 2][m](() => { throw new RangeError(m); }); } catch (e) { rows.push(e.message); } try { [1][m](5); } catch (e) { rows.push(e.name); } }
print(rows.join());
try { [].reduce((x) => x); } catch (e) { print(e.name); }
try { [, ,].reduceRight((x) => x); } catch (e) { print(e.name); }
print([].reduce((x) => x, 'init'), [1].reduce(() => { throw 1; }), [, 2].reduce(() => { throw 1; }));
const grow = [1, 2, 3], seen = [];
grow.forEach((v) => { seen.push(v); if (grow.length < 6) grow.push(v * 10); });
print(seen.join(), grow.join());
const cut = [1, 2, 3, 4];
seen.length = 0;
cut.forEach((v) => { seen.push(v); cut.pop(); });
print(seen.join(), cut.join());
const cut2 = [1, 2, 3, 4];
print(JSON.stringify(cut2.map((v) => { cut2.length = 2; return v; })), cut2.find((v, i) => (cut2.length = 1, seen.push(String(v)), false)), seen.join());
const del = [1, 2, 3];
print(del.map((v, i) => { delete del[i + 1]; return v; }).length, 1 in del);
const change = [1, 2, 3];
print(change.map((v, i) => { change[i + 1] = 'x'; return v; }).join(), change.length);
function kinds(f, v) { return [1, 2, 3].map(f).reduce((t, x) => t + x, v); }
for (let i = 0; i < 100; i++) kinds((x) => x + i, 0);
print(kinds((x) => x * 1.5, 0), kinds((x) => 'x' + x, ''), kinds((x) => x, 0.5), kinds(Math.sqrt, 0).toFixed(6), kinds(Number, '0'));
print(kinds(BigInt, 0n), kinds((x) => [x], []));
print([3, 1, 2].sort((p, q) => q - p).join());
print([1, 2, 3].map((x) => [1, 2, 3].filter((y) => y > x).map((z) => [x, z].join('')).join('+')).join('|'));
print(Array.from({ length: 3 }, function (_, i) { return this.b + i; }, { b: 10 }).join(), [..."abc"].map((c) => c.charCodeAt()).join());
print(Object.entries({ a: 1, b: 2 }).flatMap(([k, v]) => [k, v]).join(), [[1, 2], [3]].flatMap((x) => x).join());
print([1, 2].flatMap((x) => [[x]]).length, [1, 2, 3, 4].findLast((x) => x % 2), [].findLast(() => true));
print('a-b-c'.replace(/-/g, (m, i, s) => i + s[i + 1]), 'abc'.replace(/(?<l>b)/, (...args) => JSON.stringify(args)));
print(new Map([[1, 'a'], [2, 'b']]).forEach(function (v, k, m) { rows.push(v + k + m.size + this); }, 'T'), rows.slice(-2).join());
const m = new Map([[1, 1]]);
let visits = 0;
m.forEach((v, k) => { if (visits++ < 5) { m.delete(k); m.set(k, v + 1); } });
print(visits, m.get(1));
let order = '';
[1, 2, 3].forEach((x) => { order += x; [10, 20].forEach((y) => { order += y; if (y === 20) return; order += '.'; }); });
print(order);
const thisArg = [1].map(function () { return typeof this; }, 5), thisStrict = [1].map(function () { 'use strict'; return typeof this; }, 5), thisArrow = [1].map(() => typeof this, 5);
print(thisArg + thisStrict + thisArrow);
print([1, 2, 3].some((x) => { if (x === 2) return true; if (x === 3) throw 1; }), [1, 2].every((x) => x < 2 ? true : 0));
print([0, 1, 2].find((x) => x), [,].find((x) => true), [,].findIndex((x) => x === undefined), [1, [2]].flat().join());
print(Array.prototype.map.call('abc', (c) => c + c).join());
print(Array.prototype.filter.call({ length: 3, 0: 'a', 2: 'c' }, () => true).join());
print(Array.prototype.forEach.call({ length: -1 }, () => { throw 1; }), JSON.stringify(Array.prototype.map.call({ length: 2 }, () => 1)));
class MyA extends Array { }
const my = MyA.from([1, 2, 3]).map((x) => x);
print(my instanceof MyA, my.filter(Boolean).constructor.name, my.flatMap((x) => x).constructor.name, my.length);
const species = [1, 2];
species.constructor = { [Symbol.species]: function (n) { this.made = n; } };
const made = species.map((x) => x * 2);
print(made.made, made[1], Array.isArray(made), made.length);
let g = [1, 2, 3].map(function* (x) { yield x; });
print(g[1].next().value);
Promise.all([1, 2].map(async (x) => x * 2)).then((r) => print('all', r.join()));
let sum = 0;
const big = Array.from({ length: 1000 }, (_, i) => i);
big.forEach((x) => { sum += x; });
print(sum, big.map((x) => x * 2).filter((x) => x % 3 === 0).reduce((x, y) => x + y), big.some((x) => x > 998));
print(big.every((x) => x < 1000), big.findIndex((x) => x === 500), big.indexOf(999), big.lastIndexOf(0));
