// gc-stress: 5000
// Maps, sets, strings and symbols that come and go; weak ones too.
const m = new Map();
let evicted = 0;
for (let i = 0; i < 8000; i++) { m.set('key' + i, { i, s: 'value ' + i }); if (m.size > 200) { const k = m.keys().next().value; evicted += m.get(k).s.length; m.delete(k); } }
let s = 0;
for (const [k, v] of m) { s += v.i + k.length; if (v.s !== 'value ' + v.i) print('corrupt', k); }
print(m.size, evicted, s);
const byObject = new Map(), objs = [];
for (let i = 0; i < 2000; i++) { const o = { id: i }; if (i % 10 === 0) objs.push(o); byObject.set(o, [i, 'payload' + i]); if (i % 3 === 0) byObject.delete(o); }
print(objs.filter((o) => byObject.has(o)).length, objs.reduce((t, o) => t + (byObject.get(o)?.[0] ?? 0), 0));
const sets = Array.from({ length: 20 }, () => new Set());
for (let i = 0; i < 5000; i++) { const st = sets[i % 20]; st.add('e' + i % 97); if (st.size > 50) st.clear(); }
print(sets.map((x) => x.size).join());
let text = '';
const pieces = [];
for (let i = 0; i < 3000; i++) { text += 'chunk' + i + ';'; if (i % 100 === 99) { pieces.push(text.slice(-20), text.substring(i, i + 10)); if (text.length > 5000) text = text.slice(-1000); } }
let h = 0;
for (const p of pieces) for (let i = 0; i < p.length; i++) h = (h * 31 + p.charCodeAt(i)) | 0;
print(pieces.length, h, text.length, text.slice(-12));
const intern = {};
for (let i = 0; i < 5000; i++) { const k = 'n' + i % 500; intern[k] = (intern[k] || '') + i % 10; if (intern[k].length > 5) delete intern[k]; }
print(Object.keys(intern).length, Object.values(intern).join('').length);
const wm = new WeakMap(), live = [];
for (let i = 0; i < 3000; i++) { const k = { i }; wm.set(k, { back: k, data: 'd' + i }); if (i % 50 === 0) live.push(k); }
print(live.every((k) => wm.get(k).back === k && wm.get(k).data === 'd' + k.i), live.length);
const symbols = [];
for (let i = 0; i < 2000; i++) { const sy = Symbol('s' + i); const o = { [sy]: i, n: i }; if (i % 100 === 0) symbols.push([sy, o]); }
print(symbols.every(([sy, o]) => o[sy] === o.n && sy.description === 's' + o.n));
const splits = [];
for (let i = 0; i < 300; i++) splits.push('a,b,c,d'.split(',').map((c) => c + i).join('|'));
print(splits[299], new Set(splits).size);
const nested = new Map();
for (let i = 0; i < 2000; i++) { const a = 'x' + i % 10, b = 'y' + i % 33; if (!nested.has(a)) nested.set(a, new Map()); const inner = nested.get(a); inner.set(b, (inner.get(b) ?? []).concat(i).slice(-3)); }
let nt = 0;
for (const inner of nested.values()) for (const l of inner.values()) nt += l.reduce((x, y) => x + y);
print(nt);
const jsons = [];
for (let i = 0; i < 300; i++) { const t = JSON.stringify({ i, list: [i, { k: 'v' + i }], t: true }); jsons.push(JSON.parse(t)); if (jsons.length > 50) jsons.shift(); }
print(jsons.reduce((t, j) => t + j.list[1].k.length + j.i, 0));
const res = [];
for (let i = 0; i < 500; i++) res.push('item-' + i + '.txt'.replace(/(\w+)$/, (x) => x.toUpperCase() + i).match(/[A-Z]+\d*/)[0]);
print(res[499], res.join('').length);
const dates = [];
for (let i = 0; i < 200; i++) dates.push(new Date(i * 1e9).toISOString().slice(0, 10));
print(dates[199], new Set(dates).size);
const big = [];
for (let i = 0n; i < 300n; i++) { big.push(i ** 10n * 3n); if (big.length > 20) big.shift(); }
print(big.reduce((x, y) => x ^ y));
