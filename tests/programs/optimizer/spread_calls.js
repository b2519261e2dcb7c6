// Calls with spread arguments in optimized code: of functions, classes, built-ins, bound functions and things that are none; whatever is spread.
function f(a, b, c, d) { return [a, b, c, d, arguments.length].join(); }
function add(a, b, c, d) { return a + b + c + d; }
const list = [1, 2, 3, 4], doubles = [0.5, 1.5], words = ['x', 'y'], holes = [1, , 3], none = [];
function spread(g, a) { return g(...a); }
function after(g, a) { return g('first', ...a); }
function twice(g, a) { return g(...a, ...a); }
function method(o, a) { return o.m(...a); }
let n = 0;
for (let k = 0; k < 3000; k++) n += spread(add, list);
console.log(n);
for (const a of [list, doubles, words, holes, none]) for (let k = 0; k < 300; k++) n += spread(f, a).length + after(f, a).length + twice(f, a).length;
console.log(n, spread(f, holes), after(f, none), twice(f, doubles));
const o = { tag: 't', m(...r) { return this.tag + r.length; } };
let text;
for (let k = 0; k < 2000; k++) text = method(o, list);
console.log(text, method({ m: (...r) => r.join('+') }, words));
// Other iterables: strings, sets, maps, generators, typed arrays, arguments, objects of ours.
function* gen() { yield 1; yield 2; yield 3; }
function own() { return spread(f, arguments); }
const iterables = ['abc', new Set([1, 2]), new Map([[1, 2]]), new Uint8Array([7, 8]), { *[Symbol.iterator]() { yield 'i'; } }];
for (let k = 0; k < 200; k++) text = iterables.map((i) => spread(f, i)).join(' ') + ' ' + spread(f, gen()) + ' ' + own(4, 5);
console.log(text);
// Callees of all sorts.
class K { constructor(...r) { this.r = r; } }
function make(C, a) { return new C(...a); }
class Sub extends K { constructor(...r) { super(...r, 'sub'); } }
for (let k = 0; k < 500; k++) text = make(Sub, list).r.join();
console.log(text, spread(Math.max, list), spread(String.fromCharCode, [72, 105]), spread(add.bind(null, 10), list), spread(new Proxy(f, {}), words));
for (const bad of [undefined, {}, K, 5]) { try { spread(bad, list); console.log('none'); } catch (e) { console.log(e.constructor.name); } }
// Getters while spreading, exceptions on the way, order.
const order = [];
const odd = { get m() { order.push('get'); return (...r) => { order.push('call' + r.length); return r; }; } };
function ordered() { return odd.m(...(order.push('list'), { *[Symbol.iterator]() { order.push('start'); yield 1; order.push('end'); } })); }
for (let k = 0; k < 200; k++) { order.length = 0; ordered(); }
console.log(order.join());
function thrower(...r) { if (r.length === 3) throw new Error('three'); return r.length; }
let caught = 0;
for (let k = 0; k < 2000; k++) { try { spread(thrower, k % 50 ? list : [1, 2, 3]); } catch (e) { caught++; } }
console.log(caught);
// Very long lists, deep recursion.
const long = Array.from({ length: 5000 }, (_, i) => i);
function count() { return arguments.length; }
for (let k = 0; k < 100; k++) n = spread(count, long) + spread((...r) => r.length, long);
console.log(n);
function deep(k, ...rest) { return k ? deep(k - 1, ...rest) : rest.length; }
for (let k = 0; k < 50; k++) n = deep(30, 1, 2, 3);
console.log(n);
let over = 0;
function endless(...r) { return endless(...r, 1) + 1; }
try { endless(); } catch (e) { over += e instanceof RangeError; }
console.log(over);
// Array iteration is changed later.
const iterate = Array.prototype[Symbol.iterator];
Array.prototype[Symbol.iterator] = function* () { yield 'patched'; };
console.log(spread(f, list), after(f, list));
Array.prototype[Symbol.iterator] = iterate;
console.log(spread(f, list));
// Powers.
function pow(x, y) { return x ** y; }
function square(x) { return x ** 2; }
function cube(x) { return Math.pow(x, 3) + x ** 3; }
let s = 0;
for (let k = 0; k < 3000; k++) s += square(k) + square(k + 0.1) + pow(k % 7, k % 5) + cube(k * 1e-3);
console.log(s);
const numbers = [0, -0, 1, -1, 2, -2, 0.5, -0.5, 3, 1e308, -1e308, 5e-324, Infinity, -Infinity, NaN, 46341, 65536, 2147483647];
const results = [];
for (const x of numbers) { results.push(square(x), Object.is(square(x), -0)); for (const y of numbers) results.push(pow(x, y)); }
console.log(results.length, results.filter((r) => r !== r).length, results.filter((r) => r === Infinity).length, results.filter((r) => Object.is(r, -0)).length, results.filter((r) => r === 1).length);
console.log(pow(2n, 10n), pow('3', 2), pow([2], 3), pow(undefined, 1), pow(null, 0), square('5'), square(3n ** 0n === 1n ? true : 0));
try { pow(1n, 1); } catch (e) { console.log(e.constructor.name); }
try { square(1n); } catch (e) { console.log(e.constructor.name); }
let big = 1n; for (let k = 0; k < 300; k++) big = pow(3n, BigInt(k));
console.log(String(big).length);
