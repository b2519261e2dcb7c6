// Maps and Sets iterated over in hot code: entries, keys, values, ends, and what happens in between.
const show = (...values) => console.log(values.map((v) => (typeof v === 'string' ? v : JSON.stringify(v))).join(' '));
function entries(map) { let s = ''; for (const [k, v] of map) s += k + ':' + v + ' '; return s; }
function values(map) { let s = ''; for (const v of map.values()) s += v + ' '; return s; }
function keys(map) { let s = ''; for (const k of map.keys()) s += k + ' '; return s; }
function members(set) { let s = ''; for (const v of set) s += v + ' '; return s; }
function pairs(set) { let s = ''; for (const [a, b] of set.entries()) s += a + '=' + b + ' '; return s; }
function any(iterable) { const all = []; for (const v of iterable) all.push(v); return all.length + ':' + all.join(); }
let out;
for (let round = 0; round < 60; round++) {
  const map = new Map([[1, 'one'], ['two', 2], [-0, NaN], [undefined, null]]), set = new Set([3, 'x', 1.5, undefined, 3]);
  out = [entries(map), values(map), keys(map), members(set), pairs(set), entries(new Map()), members(new Set()), any(map.keys()), any(set), any([1, 2]), any('ab'), any(new Map([[1, 2]]))];
}
show(out);
// Entries are arrays of their own.
function collect(map) { const all = []; for (const e of map) all.push(e); return all; }
for (let i = 0; i < 60; i++) out = collect(new Map([[1, 2], [3, 4]]));
show(out, out[0] !== out[1], Array.isArray(out[0]), out[0].push('more'), out);
// Changes on the way: removed ones are left out, added ones met, cleared ones end it.
function changing(map, act) { const seen = []; for (const [k] of map) { seen.push(k); act(map, k); if (seen.length > 20) break; } return seen.join(''); }
for (let i = 0; i < 60; i++) {
  out = [
    changing(new Map([[1, 1], [2, 2], [3, 3]]), (m, k) => { if (k === 1) m.delete(2); }),
    changing(new Map([[1, 1], [2, 2]]), (m, k) => { if (k < 5) m.set(k + 1, 0); }),
    changing(new Map([[1, 1], [2, 2], [3, 3]]), (m, k) => { if (k === 2) m.clear(); }),
    changing(new Map([[1, 1], [2, 2]]), (m, k) => { m.delete(k); m.set(k, 0); }),
  ];
}
show(out);
// Leaving early closes nothing that there is; iterators are gone on with.
function resumed(set) {
  const it = set.values();
  let a = '', b = '';
  for (const v of it) { a += v; if (v === 2) break; }
  for (const v of it) b += v;
  return a + '|' + b + '|' + [...it].length + JSON.stringify(it.next());
}
for (let i = 0; i < 60; i++) out = resumed(new Set([1, 2, 3, 4]));
show(out);
// `next` that is replaced, and what is no collection's.
const prototype = Object.getPrototypeOf(new Map().entries()), next = prototype.next;
let asked = 0;
for (let i = 0; i < 60; i++) out = entries(new Map([[1, 2], [3, 4]]));
prototype.next = function () { asked++; return next.call(this); };
for (let i = 0; i < 60; i++) out += entries(new Map([[1, 2], [3, 4]])).length;
show(asked, out.length);
prototype.next = next;
show(entries(new Map([[5, 6]])));
function safely(f, ...args) { try { return f(...args); } catch (e) { return e.constructor.name; } }
const foreign = { [Symbol.iterator]() { return { next: new Set().values().next }; } };
const crossed = { [Symbol.iterator]() { const it = new Set([1, 2]).values(); it.next = next; return it; } };
const borrowed = { [Symbol.iterator]() { return Object.assign(new Map([[7, 8]]).entries(), { next }); } };
show(safely(any, foreign), safely(any, crossed), safely(any, borrowed), safely(any, 5), safely(any, { [Symbol.iterator]: () => 1 }));
function* generated() { yield 1; yield* new Set([2, 3]); return 4; }
for (let i = 0; i < 60; i++) out = any(generated());
show(out);
// Nested, with exceptions thrown out of the middle.
function nested(map, limit) {
  let n = 0;
  try {
    for (const [k, set] of map) for (const v of set) { if (v > limit) throw k; n += v; }
  } catch (k) { return n + ' left at ' + k; }
  return n;
}
const deep = new Map([['a', new Set([1, 2])], ['b', new Set([3, 40])], ['c', new Set([5])]]);
for (let i = 0; i < 60; i++) out = [nested(deep, 100), nested(deep, 30), nested(deep, 0)];
show(out);
