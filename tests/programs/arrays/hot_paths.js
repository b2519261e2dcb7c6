// Loops over arrays that a compiler would specialise, and the events that break the assumptions.
function sumTo(a, n) { let s = 0; for (let i = 0; i < n; i++) s += a[i]; return s; }
const ints = Array.from({ length: 100 }, (_, i) => i);
for (let i = 0; i < 100; i++) sumTo(ints, 100);
print(sumTo(ints, 100), sumTo(ints, 101), sumTo([], 1), sumTo([1.5, 2], 2), sumTo(['a', 'b'], 2), sumTo({ 0: 5, 1: 6 }, 2));
print(sumTo('12', 2), sumTo(new Int8Array([1, -2]), 2));
function copy(from, to) { for (let i = 0; i < from.length; i++) to[i] = from[i]; return to; }
for (let i = 0; i < 50; i++) copy(ints, []);
print(copy([1, 'x', 2.5], []).join(), copy([1, 2], [9, 9, 9]).join(), copy([1.5], new Int8Array(1)).join(), copy('ab', {})[1], copy([1, 2], Object.freeze([0])).join(), copy([, 1], []).length);
function bubble(a) { for (let i = 0; i < a.length; i++) for (let j = 0; j + 1 < a.length - i; j++) if (a[j] > a[j + 1]) { const t = a[j]; a[j] = a[j + 1]; a[j + 1] = t; } return a; }
for (let i = 0; i < 20; i++) bubble([5, 3, 1, 4]);
print(bubble([5, 2.5, 9, -1]).join(), bubble(['b', 'a', 'c']).join(), bubble([3, 'x', 1]).join(), bubble([3, , 1]).join(), bubble([2n, 1n]).join(), bubble(new Uint8Array([3, 1, 2])).join());
function push(a, n) { for (let i = 0; i < n; i++) a.push(i); return a.length; }
for (let i = 0; i < 50; i++) push([], 10);
const withOwnPush = [];
withOwnPush.push = function (x) { this[this.length] = 'own' + x; };
print(push([], 5), push(withOwnPush, 2), withOwnPush.join());
const realPush = Array.prototype.push;
let patched = 0;
Array.prototype.push = function (...x) { patched++; return realPush.apply(this, x); };
const during = push([], 3), seen = patched;
Array.prototype.push = realPush;
print(during, seen);
print(push([], 3), patched);
function last(a) { return a[a.length - 1]; }
for (let i = 0; i < 200; i++) last([i, i]);
print(last([]), last([1.5]), last('xyz'), last({ length: 1, 0: 'z' }), last([, ,]), last(new Float32Array([0.5])));
function inc(a) { for (let i = 0; i < a.length; i++) a[i]++; return a; }
for (let i = 0; i < 100; i++) inc([1, 2, 3]);
print(inc([2147483646, 2147483647]).join(), inc([0.5]).join(), inc(['1', 'x', null, undefined, true]).join(), inc([1n]).join(), inc(new Uint8Array([255])).join(), inc([,]).join());
function swapAll(a, b) { for (let i = 0; i < a.length; i++) [a[i], b[i]] = [b[i], a[i]]; return a.join() + '|' + b.join(); }
print(swapAll([1, 2], ['a', 'b']), swapAll([1.5], [{}].map(String)));
function two(m) { let s = 0; for (let y = 0; y < m.length; y++) for (let x = 0; x < m[y].length; x++) s += m[y][x]; return s; }
for (let i = 0; i < 50; i++) two([[1, 2], [3, 4]]);
print(two([[1, 2], [3.5]]), two([[1], 'ab', []]), two([new Uint8Array([5]), [1]]));
function reverseInPlace(a) { for (let i = 0, j = a.length - 1; i < j; i++, j--) { const t = a[i]; a[i] = a[j]; a[j] = t; } return a; }
print(reverseInPlace([1, 2, 3]).join(), reverseInPlace([1, 'b', 2.5, , 5]).join());
function grow(n) { const a = []; for (let i = 0; i < n; i++) a[i] = i * i; return a; }
print(grow(10).join(), grow(1000).length, grow(50000)[49999], grow(0).length);
function growBack(n) { const a = new Array(n); for (let i = n - 1; i >= 0; i--) a[i] = i; return a; }
print(growBack(5).join(), growBack(1000)[500]);
function fillHole(n) { const a = []; for (let i = 0; i < n; i += 2) a[i] = i; for (let i = 1; i < n; i += 2) a[i] = -i; return a; }
print(fillHole(9).join());
function window3(a) { const r = []; for (let i = 0; i < a.length; i++) r.push((a[i - 1] || 0) + a[i] + (a[i + 1] || 0)); return r; }
for (let i = 0; i < 50; i++) window3([1, 2, 3, 4]);
print(window3([1, 2, 3]).join(), window3([0.5, 0.25]).join());
function find(a, x) { for (let i = 0; i < a.length; i++) if (a[i] === x) return i; return -1; }
for (let i = 0; i < 200; i++) find(ints, i);
print(find(['a', 'b'], 'b'), find([1.5, NaN], NaN), find([null, undefined], undefined), find([0], -0), find([{}], {}), find(ints, '5'));
print(find([1n], 1n), find(['a' + 'b'], 'ab'));
function mutateDuring(a) { let c = 0; for (let i = 0; i < a.length; i++) { c += a[i]; if (i === 2) a[3] = 'str'; if (i === 4) a.length = 6; if (c.length > 40) break; } return c; }
for (let i = 0; i < 30; i++) mutateDuring([1, 2, 3, 4, 5, 6, 7, 8]);
print(mutateDuring([1, 2, 3, 4, 5, 6, 7, 8]));
function getterMid(a) { let s = 0; for (let i = 0; i < a.length; i++) s += a[i]; return s; }
const gm = [1, 2, 3];
for (let i = 0; i < 100; i++) getterMid(gm);
Object.defineProperty(gm, 1, { get() { gm[2] = 100; return 50; } });
print(getterMid(gm));
function outOfBoundsStore(a) { for (let i = 0; i < 6; i++) a[i * 2] = i; return a.length; }
for (let i = 0; i < 50; i++) outOfBoundsStore([]);
print(outOfBoundsStore([]), outOfBoundsStore(new Uint8Array(4)), outOfBoundsStore(Object.preventExtensions([1])), outOfBoundsStore({ length: 'kept' }));
const idx = (a, i) => a[i];
for (let i = 0; i < 200; i++) idx(ints, i % 100);
print([0, 99, 100, -1, 0.5, '7', '07', -0, NaN, null, 'length', 2 ** 31, 2 ** 32, 1e300, true, [3]].map((i) => String(idx(ints, i))).join());
const setIdx = (a, i, v) => { a[i] = v; return a.length; };
for (let i = 0; i < 200; i++) setIdx([1, 2, 3], i % 3, i);
print([0, 3, 10, -1, 0.5, '1', 'x', NaN, 2 ** 31, 'length'].map((i) => setIdx([1, 2, 3], i, 7)).join());
const args = [];
function collect() { for (let i = 0; i < arguments.length; i++) args[args.length] = arguments[i]; return args.length; }
print(collect(1, 2), collect('a', 0.5), args.join());
