// Element kinds: int32 to double to tagged, packed to holey, in every operation, cold and warm.
function store(a, i, v) { a[i] = v; return a; }
function load(a, i) { return a[i]; }
function sum(a) { let s = 0; for (let i = 0; i < a.length; i++) s += a[i]; return s; }
for (let i = 0; i < 200; i++) { store([1, 2, 3], i % 3, i); load([4, 5, 6], i % 3); sum([1, 2, 3]); }
print(store([1, 2, 3], 1, 1.5).join(), store([1, 2, 3], 1, 'x').join(), store([1.5, 2.5], 0, 1).join(), store([1.5, 2.5], 0, {}).join());
print(store(['a'], 0, 1).join(), store([1, 2], 0, 2147483648).join(), store([1, 2], 0, -0).map((x) => Object.is(x, -0)).join());
print(store([1, 2], 1, NaN).join(), store([1, 2], 0, undefined).map(String).join(), store([1, 2], 0, null).map(String).join());
print(store([1, 2], 2, 3).join(), store([1, 2], 2, 3.5).join(), store([1, 2], 5, 3).join(), store([1.5], 3, 'q').join());
print(store([], 0, 1.5).join(), store([], 0, 'a').join(), store([], 1, 1).join(), store([1], 0, 5n).join(), store([1], 0, true).join());
print(store([1], 0, () => 7)[0](), store([1, 2], -1, 'neg').length, store([1, 2], 1.5, 'frac').length, store([1, 2], '1', 'str').join());
print(store([1, 2], 4294967295, 'max').length);
const a = [];
const seen = [];
for (const v of [1, 2, 2.5, 3, 'four', 5, { toString: () => 'six' }, , undefined, null, 7]) { a.push(v); seen.push(sum([...a])); }
print(a.join(), seen.join(' / '));
let t = [1, 2, 3];
t[0] += 0.5;
print(sum(t), t.join());
t[1] = t[1] + 'x';
print(sum(t));
t = [1, 2, 3];
t[2]++;
t[0] = t[0] / 2;
t[1] <<= 30;
t[1] *= 4;
print(t.join(), sum(t));
t = [1, 2, 3];
for (let i = 0; i < t.length; i++) t[i] = i % 2 ? t[i] : t[i] / 4;
print(t.join());
t = [0, 0, 0];
for (let r = 0; r < 40; r++) t[r % 3] += r * 100000000;
print(t.join());
t = [1, 2];
const alias = t;
t[0] = 'changed kind';
print(alias[0], alias === t);
const holder = { arr: [1, 2, 3] };
function viaHolder(h, i) { return h.arr[i]; }
for (let i = 0; i < 200; i++) viaHolder(holder, i % 3);
holder.arr[0] = 0.25;
print(viaHolder(holder, 0), viaHolder(holder, 1));
holder.arr = ['s', 't'];
print(viaHolder(holder, 1));
holder.arr = 'string';
print(viaHolder(holder, 1));
holder.arr = new Float32Array([1.1, 2]);
print(viaHolder(holder, 1));
holder.arr = { 1: 'plain' };
print(viaHolder(holder, 1));
holder.arr = (function () { return arguments; })(7, 8);
print(viaHolder(holder, 1));
const make = [() => [1, 2, 3], () => [1.5, 2.5, 3.5], () => ['a', 'b', 'c'], () => [1, , 3], () => [1.5, , 3.5], () => ['a', , 'c'], () => [], () => [1, 'a', 2.5], () => [NaN, -0, Infinity], () => new Array(3), () => [2147483647, 2147483648]];
const ops = { push: (x) => x.push(4), pushD: (x) => x.push(0.5), pushO: (x) => x.push('o'), pop: (x) => x.pop(), shift: (x) => x.shift(), unshift: (x) => x.unshift(0.5), unshiftO: (x) => x.unshift('u'), reverse: (x) => x.reverse().length, concatI: (x) => x.concat([9]).join(), concatD: (x) => x.concat([9.5]).join(), concatO: (x) => x.concat(['o'], 5).join(), slice: (x) => x.slice(1).join(), spliceD: (x) => x.splice(1, 1, 0.5, 'z').join(), fillD: (x) => x.fill(0.5, 1).join(), fillO: (x) => x.fill('f', 0, 1).join(), sort: (x) => x.sort().join(), map: (x) => x.map((v) => v / 2).join(), mapO: (x) => x.map(String).join(), filter: (x) => x.filter((v) => v).join(), indexOf: (x) => [x.indexOf(2), x.indexOf(2.5), x.indexOf('b'), x.indexOf(undefined), x.indexOf(NaN)].join(), includes: (x) => [x.includes(2), x.includes(2.5), x.includes('b'), x.includes(undefined), x.includes(NaN)].join(), spread: (x) => [0, ...x, 0.5].join(), from: (x) => Array.from(x).join(), len: (x) => { x.length = 2; x[3] = 1.5; return x.length; }, lenGrow: (x) => { x.length = 5; x[4] = 'end'; return x.join(); }, copyWithin: (x) => x.copyWithin(0, 1).join(), flat: (x) => [x, [x]].flat().length, apply: (x) => Math.max.apply(null, x), destruct: (x) => { const [p, q = 'd', ...r] = x; return [p, q, r.length].join(); }, reduce: (x) => x.reduce((p, q) => p + '' + q, ''), last: (x) => x.findLast((v) => v !== undefined), at: (x) => String(x.at(-1)), join: (x) => x.join('+'), json: (x) => JSON.stringify(x), keys: (x) => Object.keys(x).join(), setLen0: (x) => { x.length = 0; x.push(1.5); x.push('s'); return x.join(); }, dele: (x) => { delete x[1]; x[1] = 0.5; return x.join(); }, with: (x) => { try { return x.with(0, 0.5).join(); } catch (e) { return e.name; } } };
for (const [name, op] of Object.entries(ops)) { const row = []; for (const mk of make) { const x = mk(); let r; for (let k = 0; k < 3; k++) { const y = mk(); r = op(y); x.length = 0; for (let i = 0; i < y.length; i++) if (i in y) x[i] = y[i]; else x.length = i + 1; } row.push(String(r) + '>' + x.map(String).join(';')); } print(name, row.join('  ')); }
const matrix = Array.from({ length: 5 }, (_, i) => Array.from({ length: 5 }, (_, j) => i * j));
for (let k = 0; k < 5; k++) for (let i = 0; i < 5; i++) for (let j = 0; j < 5; j++) matrix[i][j] = matrix[i][j] + matrix[i][k] * matrix[k][j] % 7 / (k === 4 ? 2 : 1);
print(matrix.map((r) => r.join()).join(' | '));
const f64 = new Array(10).fill(0);
for (let i = 0; i < 300; i++) f64[i % 10] = f64[(i + 3) % 10] * 0.5 + i;
print(f64.map((x) => x.toFixed(6)).join());
const mixed = [];
for (let i = 0; i < 300; i++) { mixed[i] = i % 50 === 49 ? 'str' + i : i % 7 === 0 ? i / 4 : i; }
let n = 0, s = 0;
for (const v of mixed) typeof v === 'number' ? n += v : s++;
print(n, s, mixed.length);
const lit = () => [1, 2, 3];
const first = lit();
first[0] = 1.5;
const second = lit();
second.push('x');
print(first.join(), second.join(), lit().join(), lit() !== lit());
const nested = () => [[1], [2.5], ['x']];
nested()[0].push(9);
nested()[0][0] = 'z';
print(JSON.stringify(nested()));
const grow = [];
for (let i = 0; i < 2000; i++) grow[i] = i < 1000 ? i : i + 0.5;
print(sum(grow), grow.length, grow[999], grow[1000]);
while (grow.length > 10) grow.pop();
print(sum(grow));
grow.length = 0;
for (let i = 0; i < 5; i++) grow.unshift(i);
print(grow.join());
