// gc-stress: 2000
// Thousands of keys, deletes, re-adding, numeric-looking names, and iteration order.
const o = {};
for (let i = 0; i < 3000; i++) o['key' + i] = i;
let sum = 0;
for (const k in o) sum += o[k];
print(Object.keys(o).length, sum, o.key0, o.key2999, o.key3000);
for (let i = 0; i < 3000; i += 2) delete o['key' + i];
print(Object.keys(o).length, o.key0, o.key1, 'key2' in o, Object.keys(o)[0], Object.keys(o).at(-1));
for (let i = 0; i < 3000; i += 4) o['key' + i] = -i;
print(Object.keys(o).length, Object.keys(o)[1499], Object.keys(o)[1500], o.key4, o.key2);
sum = 0;
for (const v of Object.values(o)) sum += v;
print(sum);
function read(x) { return x.alpha + x.omega; }
const d = { alpha: 1, omega: 2 };
for (let i = 0; i < 100; i++) read(d);
for (let i = 0; i < 2000; i++) d['filler' + i] = i;
print(read(d));
for (let i = 0; i < 2000; i++) delete d['filler' + i];
print(read(d), Object.keys(d).join());
delete d.alpha;
print(read(d));
d.alpha = 'back';
print(read(d), Object.keys(d).join());
const counts = Object.create(null);
const words = 'the cat the dog the bird a cat constructor toString __proto__ hasOwnProperty'.split(' ');
for (let r = 0; r < 50; r++) for (const w of words) counts[w] = (counts[w] || 0) + 1;
print(Object.keys(counts).map((k) => k + counts[k]).join(' '));
const proto = {};
for (let i = 0; i < 500; i++) proto['m' + i] = () => i;
const child = Object.create(proto);
function call(c, k) { return c['m' + k](); }
sum = 0;
for (let i = 0; i < 500; i++) sum += call(child, i);
print(sum);
child.m7 = () => 'own';
print(call(child, 7));
delete child.m7;
print(call(child, 7));
proto.m7 = () => 'replaced';
print(call(child, 7));
delete proto.m7;
try { call(child, 7); } catch (e) { print(e.name); }
const nums = {};
for (let i = 0; i < 2000; i++) nums[i * 7919 % 2003] = i;
print(Object.keys(nums).length, Object.keys(nums).slice(0, 5).join(), nums[2002], nums[2001]);
for (let i = 0; i < 2003; i++) if (i % 3) delete nums[i];
print(Object.keys(nums).length, Object.keys(nums).slice(0, 4).join());
const q = {};
let head = 0, tail = 0;
for (let i = 0; i < 5000; i++) { q['e' + tail++] = i; if (i % 3) delete q['e' + head++]; }
print(tail - head, Object.keys(q).length, Object.keys(q)[0], q['e' + head]);
const acc = {};
for (let i = 0; i < 300; i++) Object.defineProperty(acc, 'p' + i, { get() { return i; }, enumerable: i % 2 === 0, configurable: true });
sum = 0;
for (const k in acc) sum += acc[k];
print(sum, Object.keys(acc).length, acc.p299);
for (let i = 0; i < 300; i += 5) delete acc['p' + i];
print(Object.getOwnPropertyNames(acc).length, acc.p5, acc.p6);
const syms = {};
const list = [];
for (let i = 0; i < 400; i++) { const s = Symbol(i); list.push(s); syms[s] = i; }
print(Object.getOwnPropertySymbols(syms).length, syms[list[399]], delete syms[list[0]], syms[list[0]]);
class Big { constructor() { for (let i = 0; i < 200; i++) this['f' + i] = i; } get(i) { return this['f' + i]; } }
const bigs = [new Big(), new Big(), new Big()];
sum = 0;
for (const b of bigs) for (let i = 0; i < 200; i++) sum += b.get(i);
delete bigs[1].f100;
print(sum, bigs[0].get(100), bigs[1].get(100), Object.keys(bigs[1]).length);
Object.freeze(bigs[1]);
bigs[1].f0 = 'no';
bigs[1].fresh = 1;
print(bigs[1].f0, bigs[1].fresh);
const copy = { ...bigs[0], extra: 1 };
print(Object.keys(copy).length, JSON.stringify(copy).length, Object.entries(bigs[2])[150].join());
const swap = { a: 1, b: 2, c: 3 };
for (let i = 0; i < 1000; i++) { const k = 'abc'[i % 3]; const v = swap[k]; delete swap[k]; swap[k] = v + 1; }
print(JSON.stringify(swap));
const protoSwap = {};
for (let i = 0; i < 100; i++) { protoSwap['x' + i] = i; if (i === 50) Object.setPrototypeOf(protoSwap, { inherited: 'yes' }); }
print(protoSwap.inherited, protoSwap.x99, Object.keys(protoSwap).length);
let evil = {};
for (const k of ['__proto__', 'constructor', 'prototype', 'length', 'name', '', ' ', '0', '-0', 'NaN', 'undefined', 'null', '1.0', '1e1', 'é', '😀', '\0']) Object.defineProperty(evil, k, { value: k.length, enumerable: true, configurable: true, writable: true });
print(JSON.stringify(evil));
for (const k of Object.keys(evil)) delete evil[k];
print(Object.keys(evil).length, Object.getPrototypeOf(evil) === Object.prototype);
