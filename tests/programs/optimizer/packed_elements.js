// Sites that have seen packed arrays alone look for no holes; then arrays get holes, in every kind of elements, and prototypes get indices.
function sum(a) { let s = 0; for (let i = 0; i < a.length; i++) s += a[i]; return s; }
function scale(a, f) { for (let i = 0; i < a.length; i++) a[i] = a[i] * f; return a; }
function each(a) { let s = ''; for (const x of a) s += x + ','; return s; }
function put(a, i, v) { a[i] = v; return a[i]; }
function first(a) { const [x, y] = a; return x === undefined ? 'none' : x + y; }
const make = {
  int: () => [1, 2, 3, 4, 5, 6, 7, 8], double: () => [0.5, 1.5, 2.5, 3.5], tagged: () => ['a', 'b', 'c', {}.x],
};
const text = (a) => Array.from(a, (x) => String(x)).join();
for (const kind of ['int', 'double', 'tagged']) {
  for (let round = 0; round < 300; round++) {
    sum(make[kind]()); scale(make[kind](), 1); each(make[kind]()); put(make[kind](), 1, make[kind]()[0]); first(make[kind]());
  }
  const holey = make[kind]();
  delete holey[1];
  print(kind, sum(holey), each(holey), text(scale(holey.slice(), 2)), 1 in scale(holey.slice(), 2), put(holey, 1, 9), first([, 1]));
  const grown = make[kind]();
  grown[grown.length + 2] = 7;
  print(sum(grown), each(grown), text(scale(grown, 3)), grown.length);
  Array.prototype[1] = 100;
  const gap = [1, , 3];
  print(sum(gap), each(gap), text(scale(gap, 2)), Object.keys(gap).join(), first([1, , 3]));
  delete Array.prototype[1];
}
// A hole that comes in the middle of a loop, from a call that is inlined and from one that is not.
function drop(a, i) { if (i === 3) delete a[5]; return 1; }
function walk(a, f) { const seen = []; for (let i = 0; i < a.length; i++) { seen.push(a[i]); f(a, i); } return seen.join(); }
for (let i = 0; i < 200; i++) walk([1, 2, 3, 4, 5, 6, 7], () => 1);
print(walk([1, 2, 3, 4, 5, 6, 7], drop), walk([1.5, 2.5, 3.5, 4.5, 5.5, 6.5], drop), walk(['a', 'b', 'c', 'd', 'e', 'f'], drop));
for (let i = 0; i < 200; i++) walk([1, 2, 3, 4, 5, 6, 7], drop);
print(walk([1, 2, 3, 4, 5, 6, 7], drop));

// Sums of which only the low bits are kept, and counters that come to the ends of int32s.
const MAX = 2147483647, MIN = -2147483648;
function low(x, y) { return (x + y) | 0; }
function lowAndMore(x, y, z) { const s = x + y; return z ? s : (s | 0); }
function chain(x, y) { return ((x + y | 0) - 1 | 0) + 1 | 0; }
function up(n) { let x = n; for (let i = 0; i < 3; i++) x++; return x; }
function down(n) { let x = n; for (let i = 0; i < 3; i++) x--; return x; }
function plus(x) { return x + 7; }
function minus(x) { return x - 7; }
function hash(n) { let h = 7; for (let i = 0; i < n; i++) h = (h * 31 + i) | 0; return h; }
function loop(n) { let s = MAX - 20; for (let i = 0; i < n; i++) { s = (s + i) | 0; if (s < 0) return [s, i].join(); } return s; }
for (let i = 0; i < 1000; i++) { low(i, 3); lowAndMore(i, 3, i & 1); chain(i, 5); up(i); down(i); plus(i); minus(i); hash(10); loop(3); }
print(low(MAX, 1), low(MIN, -1), low(MAX, MAX), lowAndMore(MAX, 1, true), lowAndMore(MAX, 1, false), chain(MAX, MAX), chain(MIN, 0));
print(up(MAX - 1), up(MAX), up(MAX - 3), down(MIN + 1), down(MIN), down(MIN + 3), plus(MAX - 7), plus(MAX - 6), minus(MIN + 7), minus(MIN + 6));
print(hash(100), loop(3), loop(100), Object.is(low(-0, -0), 0), low(2.5, 1), low('1', 2), low(undefined, 1), low(2 ** 40, 5));
