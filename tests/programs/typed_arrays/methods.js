// gc-stress: 300
// The methods of %TypedArray%.prototype, species, overlap, callbacks that look at the buffer.
const TA = Object.getPrototypeOf(Int8Array);
for (const T of [Int8Array, Uint8ClampedArray, Int32Array, Float64Array]) { const a = T.from([3, 1, 2, 3]); print(T.name, a.at(-1), a.indexOf(3), a.lastIndexOf(3), a.indexOf(9), a.includes(2), a.includes('2'), a.find((x) => x < 3), a.findIndex((x) => x === 2), a.findLast((x) => x < 3), a.findLastIndex((x) => x === 3), a.some((x) => x > 2), a.every((x) => x > 0), a.reduce((x, y) => x + y), a.reduceRight((x, y) => x + '-' + y), a.join('+'), a.slice(1, 3).join(), a.subarray(1, 3).join(), a.map((x) => x * 1.5).join(), a.filter((x) => x === 3).join(), [...a.keys()].join(), [...a.entries()].join('|'), [...a.values()].join(), a.toReversed().join(), a.toSorted().join(), a.with(0, 9).join(), a.toString(), a.toLocaleString().length, a.slice().sort().join(), a.slice().sort((x, y) => y - x).join(), a.slice().reverse().join(), a.slice().fill(7, 1, 3).join(), a.slice().copyWithin(0, 2).join()); a.forEach(function (v, i, arr) { if (arr !== a || this.k !== 1) print('wrong'); }, { k: 1 }); }
{ const a = new Uint8Array([1, 2, 3, 4, 5, 6, 7, 8]); a.set(a.subarray(0, 4), 2); print(a.join()); a.set(a.subarray(2, 6), 0); print(a.join()); const same = new Int16Array(a.buffer); same.set(new Uint8Array(a.buffer, 0, 4)); print(same.join()); a.copyWithin(1, 0, 5); print(a.join()); a.set({ length: 2, 0: 100, 1: '101' }, 6); print(a.join()); a.set('12'); print(a.join()); a.set([]); const sub = a.subarray(2); sub[0] = 99; print(a[2], sub.byteOffset, a.subarray(-2).join(), a.subarray(2, 1).length, a.subarray(0, 3).subarray(1).join(), a.slice(-3, -1).join()); }
print([...new Float64Array([3, NaN, -0, 0, -Infinity, 1]).sort()].map((x) => Object.is(x, -0) ? '-0' : x).join());
print([...new Float32Array([NaN, 1]).sort((a, b) => b - a)].length, [...new Uint32Array([4294967295, 0, 2147483648]).sort()].join());
print([...new BigUint64Array([2n ** 63n, 0n, 5n]).sort()].join(), new Float64Array([NaN]).includes(NaN));
print(new Float64Array([NaN]).indexOf(NaN), new Float64Array([-0]).includes(0), Object.is(new Float64Array([1, -0]).reverse()[0], -0));
for (const bad of [() => TA.prototype.map.call([1], (x) => x), () => new Int8Array(1).map(5), () => new Int8Array(0).reduce((x) => x), () => new Int8Array([2, 1]).sort(5), () => new Int8Array([2, 1]).sort(() => { throw new EvalError(); }), () => TA.prototype.length, () => new TA(), () => TA(), () => TA.from([1]), () => new Int8Array(1).fill(Symbol()), () => new BigInt64Array(1).fill(1), () => TA.prototype.values.call({})]) try { print(String(bad())); } catch (e) { print(e.name); }
class My extends Uint8Array { }
const m = new My([1, 2, 3]);
print(m.map((x) => x) instanceof My, m.slice(1) instanceof My, m.filter(() => 1) instanceof My, m.subarray(1) instanceof My);
print(m.toSorted() instanceof My, My.from([1]) instanceof My, My.of(1) instanceof My);
const sp = new Int8Array([1, 2, 3]);
sp.constructor = { [Symbol.species]: Float64Array };
print(sp.map((x) => x / 2).join(), sp.slice().constructor.name, sp.filter(() => true)[Symbol.toStringTag]);
sp.constructor = { [Symbol.species]: BigInt64Array };
try { sp.map((x) => x); } catch (e) { print(e.name); }
sp.constructor = { [Symbol.species]: function () { return new Int8Array(1); } };
try { sp.map((x) => x); } catch (e) { print(e.name); }
sp.constructor = { [Symbol.species]: Array };
try { sp.slice(); } catch (e) { print(e.name); }
let order = '';
new Int8Array(2).fill({ valueOf() { order += 'v'; return 1; } }, { valueOf() { order += 's'; return 0; } }, { valueOf() { order += 'e'; return 2; } });
print(order);
print(new Uint8Array([5, 6]).concat, Array.prototype.concat.call(new Uint8Array([1]), [2]).length);
print(Array.prototype.slice.call(new Uint8Array([1, 2]), 1).join(), Array.isArray(new Uint8Array()));
print(Array.from(new Uint8Array([1, 2])).join(), [...new Uint8Array([3])].join(), Object.entries(new Uint8Array([9])).join());
print(Array.prototype.push.length, (() => { try { Array.prototype.push.call(new Uint8Array(1), 1); } catch (e) { return e.name; } })());
print(Array.prototype.reverse.call(new Uint8Array([1, 2])).join(), Array.prototype.sort.call(new Uint8Array([2, 1])).join());
function sum(t) { let s = 0; for (let i = 0; i < t.length; i++) s += t[i]; return s; }
for (let i = 0; i < 100; i++) sum(new Uint8Array([1, 2, 3]));
print(types().map((T) => sum(new T([1, 2.5, 250]))).join(), sum(new BigInt64Array(0)), (() => { try { return sum(new BigInt64Array(1)); } catch (e) { return e.name; } })(), sum([1, 2]), sum('12'));
function types() { return [Int8Array, Uint8Array, Uint8ClampedArray, Int16Array, Uint16Array, Int32Array, Uint32Array, Float32Array, Float64Array]; }
function fill(t, v) { for (let i = 0, n = t.length + 1; i < n; i++) t[i] = v + i; return t; }
for (let i = 0; i < 100; i++) fill(new Int32Array(4), i);
print(types().map((T) => fill(new T(3), 254.5).join('/')).join(' '), fill([0, 0], 1.5).length, fill(new Float64Array(2), 'x').join());
const img = new Uint8ClampedArray(64);
for (let y = 0; y < 8; y++) for (let x = 0; x < 8; x++) img[y * 8 + x] = Math.hypot(x - 3.5, y - 3.5) * 60 - 20;
print(img.join());
const crc = new Uint32Array(256).map((_, n) => { for (let k = 0; k < 8; k++) n = n & 1 ? 0xedb88320 ^ n >>> 1 : n >>> 1; return n; });
let c = -1;
for (const ch of 'The quick brown fox') c = crc[(c ^ ch.charCodeAt()) & 255] ^ c >>> 8;
print((c ^ -1) >>> 0);
const fft = new Float64Array(16).map((_, i) => Math.sin(i));
for (let s = 1; s < 16; s *= 2) for (let i = 0; i < 16; i += 2 * s) for (let j = i; j < i + s; j++) { const p = fft[j], q = fft[j + s]; fft[j] = p + q; fft[j + s] = p - q; }
print(fft[0].toFixed(9), fft[15].toFixed(9));
