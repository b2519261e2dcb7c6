// sort: stability, comparators of every kind, that throw, that mutate; undefined and holes last.
const records = Array.from({ length: 200 }, (_, i) => ({ k: i * 7 % 10, i }));
print(records.slice().sort((a, b) => a.k - b.k).map((r) => r.i).join());
let stable = true;
for (let n = 0; n < 300; n += 17) { const l = Array.from({ length: n }, (_, i) => ({ k: (i * 31 + n) % 5, i })).sort((a, b) => b.k - a.k); for (let i = 1; i < n; i++) if (l[i - 1].k < l[i].k || l[i - 1].k === l[i].k && l[i - 1].i > l[i].i) stable = false; }
print(stable);
print([3, 1, 2].sort().join(), [10, 9, 1].sort().join(), [10, 9, 1].sort((a, b) => a - b).join(), ['b', 'a', 'C'].sort().join());
print([true, false].sort().join(), [undefined, 3, , 1, null, NaN].sort().map(String).join());
print([3, undefined, 1, , 2].sort((a, b) => b - a).length, [, , 1].sort().length, [].sort().length, [1].sort(() => { throw 1; }).join());
print([2, 1].sort(undefined).join(), [-1, -2, 5, 0, -0].sort().join(), ['é', 'z', 'e', '😀', '\uffff'].sort().join());
print([[2], [1, 5], [10]].sort().join('|'), [{ toString: () => 'b' }, { toString: () => 'a' }].sort().join());
print([1n, 10, '9', 2n].sort().join(), [0.5, 0.25, 1e21, 1e-7].sort().join(), [5, 25, 100, 1].sort().reverse().join());
print([3, 1, 2].toSorted((a, b) => b - a).join());
for (const bad of [null, 5, 'x', {}, true]) try { [1, 2].sort(bad); print('accepted'); } catch (e) { print(e.name); }
for (const cmp of [() => 0, () => NaN, () => undefined, () => 'x', () => null, () => '-1', (a, b) => a < b, (a, b) => a > b ? 1 : -1, (a, b) => BigInt(1) && a - b, (a, b) => ({ valueOf: () => a - b }), (a, b) => (a - b) / 1e10, (a, b) => (a - b) * Infinity || 0]) { try { print([3, 1, 2, 5, 4].sort(cmp).slice().sort((a, b) => a - b).join()); } catch (e) { print(e.name); } }
try { [1, 2].sort(() => 1n); } catch (e) { print(e.name); }
try { [1, 2].sort(() => Symbol()); } catch (e) { print(e.name); }
const kept = [3, 2, 1];
try { kept.sort(() => { throw new RangeError('compare'); }); } catch (e) { print(e.message, kept.slice().sort().join()); }
let calls = 0;
try { Array.from({ length: 50 }, (_, i) => 50 - i).sort((a, b) => { if (++calls === 20) throw 'later'; return a - b; }); } catch (e) { print(e, calls); }
const shrink = [5, 4, 3, 2, 1];
shrink.sort((a, b) => { shrink.length = 2; return a - b; });
print(shrink.join());
const chg = [3, 2, 1];
chg.sort((a, b) => { chg[0] = 'x'; return a - b; });
print(chg.join());
const nested = [[3, 1], [2, 0]];
print(JSON.stringify(nested.sort((a, b) => { a.sort(); b.sort(); return a[0] - b[0]; })));
const re = [3, 1, 2];
print(re.sort((a, b) => { [9, 8, 7].sort((x, y) => x - y); return a - b; }).join());
function hotCmp(a, b) { return a.v - b.v; }
const objs = Array.from({ length: 500 }, (_, i) => ({ v: i * 7919 % 503, tag: 't' + i }));
objs.sort(hotCmp);
print(objs.every((o, i) => !i || objs[i - 1].v <= o.v), objs[0].tag, objs[499].tag);
const nums = Array.from({ length: 1000 }, (_, i) => Math.imul(i, 2654435761) | 0);
const sorted = nums.slice().sort((a, b) => a - b);
print(sorted.every((x, i) => !i || sorted[i - 1] <= x), sorted[0], sorted[999]);
const flo = Array.from({ length: 300 }, (_, i) => Math.sin(i * 7)).sort((a, b) => a - b);
print(flo.every((x, i) => !i || flo[i - 1] <= x));
const words = 'pear apple fig banana cherry date elderberry grape'.split(' ');
print(words.slice().sort((a, b) => a.length - b.length || (a < b ? -1 : 1)).join(), words.slice().sort((a, b) => b > a ? 1 : -1).join(), words.slice().sort().join());
const like = { length: 4, 0: 'd', 1: 'b', 3: 'a' };
print(JSON.stringify(Array.prototype.sort.call(like)));
print(Array.prototype.sort.call('') instanceof String);
try { Array.prototype.sort.call('ba'); } catch (e) { print(e.name); }
try { Array.prototype.sort.call(null); } catch (e) { print(e.name); }
const px = new Proxy([3, 1, 2], {});
px.sort();
print(px.join());
print([...new Uint8Array([3, 1, 2]).sort()].join(), [...new Float64Array([3, NaN, -0, 0, -1]).sort()].map((x) => Object.is(x, -0) ? '-0' : x).join(), [...new Int16Array([3, 1, 2]).sort((a, b) => b - a)].join(), [...new BigInt64Array([3n, -1n]).sort()].join());
let log = '';
const acc = [3, 2, 1];
Object.defineProperty(acc, 1, { get() { log += 'g'; return 2; }, set(v) { log += 's' + v; }, configurable: true });
acc.sort();
print(log, acc.join());
class S extends Array { }
const s = S.from([2, 1]).sort();
print(s instanceof S, s.join(), s.toSorted() instanceof S);
const same = [1, 2];
print(same.sort() === same, [1, 2].sort.length);
for (let n = 0; n < 70; n += 9) { const x = Array.from({ length: n }, (_, i) => (i * 17) % 23); const y = x.slice().sort((a, b) => a - b); x.forEach((v) => { if (!y.includes(v)) print('lost', v); }); if (y.length !== n) print('length'); }
const undef = Array.from({ length: 20 }, (_, i) => i % 3 ? i : undefined).sort((a, b) => b - a);
print(undef.map(String).join());
