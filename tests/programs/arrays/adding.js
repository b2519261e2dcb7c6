// Stores where nothing was: behind the last element, into holes, in every kind of elements.
function fill(a, n, f) { for (let i = 0; i < n; i++) a[i] = f(i); return a; }
const values = [(i) => i, (i) => i + 0.5, (i) => 's' + i, (i) => (i % 2 ? i : i + 0.25), (i) => (i === 5 ? 'five' : i), (i) => (i === 5 ? 0.5 : i), (i) => (i === 5 ? undefined : i + 0.5), () => -0, () => NaN, (i) => [i]];
for (const f of values) for (const start of [() => [], () => new Array(7), () => [1.5], () => ['a'], () => new Array(3), () => [, 1], () => [, 1.5, ,]]) {
  const a = fill(start(), 12, f);
  print(a.length, a.join('|'), a.includes(undefined), Object.keys(a).length, 12 in a);
}
// An array's length may be beyond its elements.
function into(a, i, v) { a[i] = v; return a.length; }
const sparse = [];
sparse.length = 10;
print([0, 1, 2, 9, 10, 11, 3].map((i) => into(sparse, i, i)).join(), sparse.join(), Object.keys(sparse).join());
// Holes and gaps.
const gaps = [0, 1, 2];
print([5, 4, 3, 6, 9, 8].map((i) => into(gaps, i, i)).join(), gaps.join(), 7 in gaps);
delete gaps[4];
print(into(gaps, 4, 'again'), gaps.join());
// After pop, shift, splice and a shorter length.
function regrow(shrink) { const a = fill([], 20, (i) => i); shrink(a); for (let i = a.length; i < 25; i++) a[i] = -i; return a.length + ':' + a.join(); }
print(regrow((a) => a.pop()), regrow((a) => { a.shift(); }), regrow((a) => { a.splice(2, 10); }), regrow((a) => { a.length = 5; }), regrow((a) => { a.length = 0; }));
// Arrays that do not grow: sloppy code goes on, strict code throws.
function sloppy(a, i) { a[i] = 'new'; return a.length + ':' + (i in a); }
function strictly(a, i) { 'use strict'; try { a[i] = 'new'; return a.length + ':' + (i in a); } catch (e) { return e.name; } }
for (let round = 0; round < 3; round++) for (const f of [sloppy, strictly]) {
  const fixed = Object.defineProperty(fill([], 3, (i) => i), 'length', { writable: false });
  const holed = Object.defineProperty(fill(new Array(9), 3, (i) => i), 'length', { writable: false });
  print(f(fill([], 3, (i) => i), 3), f(Object.freeze([1, 2, 3]), 3), f(Object.freeze([1, , 3]), 1), f(Object.seal([1, , 3]), 1), f(Object.preventExtensions([1, 2, 3]), 3), f(fixed, 3), f(fixed, 2), f(holed, 5), f(holed, 9));
}
// Objects with indices, arguments, and others.
print(JSON.stringify(fill({}, 5, (i) => i)), JSON.stringify(fill({ named: 1 }, 3, (i) => 's' + i)), (function () { return fill(arguments, 4, (i) => i)[3] + arguments.length; })(1, 2));
print(fill(new Float64Array(3), 5, (i) => i + 0.5).join(), fill(new Uint8Array(4), 6, (i) => i * 100).join());
class Sub extends Array { }
print(fill(new Sub(), 4, (i) => i).length, fill(new Sub(3), 5, (i) => i) instanceof Sub);
function mixed(o, k, v) { o[k] = v; return o; }
print(mixed([], 0, 1).length, mixed([], 'x', 1).x, mixed({}, 'y', 2).y, mixed([1], 1, 2).join(), mixed([], 4294967295, 1).length, mixed([], 4294967294, 1).length, mixed([], -1, 1)[-1], mixed([], 1.5, 1)[1.5], mixed([], '0', 'text').length);
// Old arrays keep young values.
const old = [];
for (let i = 0; i < 2000; i++) { old[i] = { i }; for (let j = 0; j < 20; j++) ({ j }); }
print(old.every((o, i) => o.i === i), old.length);
// Hot.
function sieve(n) { const flags = []; let count = 0; for (let i = 2; i <= n; i++) flags[i] = true; for (let i = 2; i <= n; i++) if (flags[i]) { for (let k = i + i; k <= n; k += i) flags[k] = false; count++; } return count; }
print(sieve(2000), sieve(5000));
function stack(n) { const s = []; let top = 0, sum = 0; for (let i = 0; i < n; i++) { s[top++] = i; s[top++] = i * 0.5; if (i % 3 === 0) sum += s[--top]; } return sum + top + s.length; }
print(stack(1000), stack(3000));
// Prototypes with indices see every new element, from now on.
const seen = [];
Object.defineProperty(Array.prototype, 6, { set(v) { seen.push(v); }, get() { return 'inherited'; }, configurable: true });
const watched = fill([], 8, (i) => i);
print(watched.length, seen.join(), watched[6], Object.keys(watched).join());
print(fill(new Array(8), 8, (i) => i + 0.5)[6], seen.join(), into([1, 2, 3, 4, 5, 6], 6, 'x'), seen.join());
delete Array.prototype[6];
print(fill([], 8, (i) => i)[6], seen.length);
Object.defineProperty(Object.prototype, 2, { value: 'fixed', writable: false, configurable: true });
print(fill([], 4, (i) => i).join(), strictly([1, 2], 2), strictly([1, 2, , 4], 2), sloppy([1, 2], 2));
delete Object.prototype[2];
print(fill([], 4, (i) => i).join(), strictly([1, 2], 2));
