// gc-stress: 3000
// Arrays that grow, shrink and change kind; typed arrays; large objects; regular expressions.
const live = [];
let check = 0;
for (let i = 0; i < 3000; i++) { const a = []; for (let k = 0; k < i % 40; k++) a.push(k % 3 === 0 ? k : k % 3 === 1 ? k / 2 : { k }); if (i % 60 === 0) live.push(a); else check += a.length; }
print(check, live.length, live.map((a) => a.reduce((s, x) => s + (typeof x === 'object' ? x.k : x), 0)).reduce((a, b) => a + b));
const grow = [];
for (let i = 0; i < 30000; i++) { grow.push(i % 1000 === 999 ? { i } : i); if (grow.length > 5000) grow.length = 100; }
print(grow.length, grow.filter((x) => typeof x === 'object').length);
const big = [];
for (let i = 0; i < 60; i++) { big.push(new Array(5000).fill(i)); if (big.length > 5) big.shift(); }
print(big.map((a) => a[4999]).join(), big.length);
const bufs = [];
let total = 0;
for (let i = 0; i < 400; i++) { const u = new Uint8Array(1000 + i).fill(i & 255); total += u[u.length - 1]; if (i % 20 === 0) bufs.push(new Uint32Array(u.buffer, 0, 100)); }
print(total, bufs.map((b) => b[99] >>> 24).join());
const f64 = [];
for (let i = 0; i < 300; i++) { f64.push(Float64Array.from({ length: 20 }, (_, k) => i + k / 8)); if (f64.length > 30) f64.splice(0, 10); }
print(f64.reduce((s, a) => s + a.at(-1), 0));
const matrix = Array.from({ length: 40 }, (_, y) => Array.from({ length: 40 }, (_, x) => x * y));
for (let r = 0; r < 30; r++) { matrix[r] = matrix[r].map((v, i) => i % 2 ? [v] : v); matrix.push(matrix.shift()); }
print(matrix.flat(Infinity).reduce((a, b) => a + b));
const sp = [];
for (let i = 0; i < 300; i++) { sp[i * 997] = { i }; if (i > 50) delete sp[(i - 50) * 997]; }
print(Object.keys(sp).length, sp[299 * 997].i);
const sorted = Array.from({ length: 2000 }, (_, i) => ({ k: i * 7919 % 2003, s: 'n' + i }));
sorted.sort((a, b) => { const t = { a, b }; return t.a.k - t.b.k; });
print(sorted.every((o, i) => !i || sorted[i - 1].k <= o.k), sorted[0].s, sorted[1999].s);
const spliced = [];
for (let i = 0; i < 2000; i++) { spliced.splice(i % 7, 0, { i }); if (spliced.length > 50) spliced.splice(10, 5); }
print(spliced.length, spliced.reduce((s, o) => s + o.i, 0));
const cat = [];
let acc = [];
for (let i = 0; i < 300; i++) { acc = acc.concat([i, 'c' + i]).slice(-30); cat.push(acc.join('').length); }
print(cat.at(-1), acc[0]);
const dv = [];
for (let i = 0; i < 200; i++) { const v = new DataView(new ArrayBuffer(32)); v.setFloat64(8, i / 3); dv.push(v); if (dv.length > 40) dv.shift(); }
print(dv.reduce((s, v) => s + v.getFloat64(8), 0).toFixed(6));
const rx = [];
for (let i = 0; i < 200; i++) { const m = new RegExp('(k' + i % 17 + ')(\\d+)').exec('xxk' + i % 17 + '' + i); rx.push(m); if (rx.length > 30) rx.shift(); }
print(rx.map((m) => m[2].length).join(''), rx[29].index);
const fromIter = [];
for (let i = 0; i < 100; i++) fromIter.push([...new Set(Array.from({ length: 30 }, (_, k) => k * i % 11))]);
print(fromIter.map((a) => a.length).reduce((a, b) => a + b));
const frozen = [];
for (let i = 0; i < 200; i++) { const o = Object.freeze({ i, in: Object.freeze([i]) }); if (i % 10 === 0) frozen.push(o); }
print(frozen.reduce((s, o) => s + o.in[0], 0));
const dict = {};
for (let i = 0; i < 6000; i++) { dict['p' + i] = { i }; if (i >= 300) delete dict['p' + (i - 300)]; }
print(Object.keys(dict).length, Object.values(dict).reduce((s, o) => s + o.i, 0));
const protos = [];
let p = { base: 1 };
for (let i = 0; i < 200; i++) { p = Object.create(p); p['k' + i] = i; if (i % 40 === 39) protos.push(p); }
print(protos.map((x) => x.k0 + x.base + Object.keys(x).length).join());
const shapes = [];
for (let i = 0; i < 500; i++) { const o = {}; for (let k = 0; k < i % 12; k++) o['f' + (i * 31 + k) % 200] = k; if (i % 25 === 0) shapes.push(o); }
print(shapes.map((o) => Object.keys(o).length).join());
