// Recursive functions of every form, and mutual recursion through callbacks.
function fib(n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }
print(fib(20));
function ack(m, n) { return m === 0 ? n + 1 : n === 0 ? ack(m - 1, 1) : ack(m - 1, ack(m, n - 1)); }
print(ack(2, 6));
function hanoi(n, a, b, c, moves) { if (!n) return moves; hanoi(n - 1, a, c, b, moves); moves.push(a + c); return hanoi(n - 1, b, a, c, moves); }
print(hanoi(4, 'A', 'B', 'C', []).join(' '), hanoi(10, 1, 2, 3, []).length);
function perms(a) { if (a.length < 2) return [a]; const r = []; a.forEach((x, i) => { for (const p of perms([...a.slice(0, i), ...a.slice(i + 1)])) r.push([x, ...p]); }); return r; }
print(perms(['a', 'b', 'c']).map((p) => p.join('')).join(), perms([1, 2, 3, 4, 5]).length);
function tak(x, y, z) { return y >= x ? z : tak(tak(x - 1, y, z), tak(y - 1, z, x), tak(z - 1, x, y)); }
print(tak(10, 6, 3));
const even = (n) => n === 0 || odd(n - 1), odd = (n) => n !== 0 && even(n - 1);
print(even(1000), odd(1001), even(7));
function queens(n) { let count = 0; (function place(row, cols, d1, d2) { if (row === n) { count++; return; } let free = ~(cols | d1 | d2) & (1 << n) - 1; while (free) { const bit = free & -free; free ^= bit; place(row + 1, cols | bit, (d1 | bit) << 1, (d2 | bit) >> 1); } })(0, 0, 0, 0); return count; }
print(queens(6), queens(8));
function depth(n) { return n === 0 ? 0 : 1 + depth(n - 1); }
print(depth(1000), depth(5000));
class Tree { constructor(d) { this.v = d; if (d) { this.l = new Tree(d - 1); this.r = new Tree(d - 1); } } sum() { return this.v + (this.l ? this.l.sum() + this.r.sum() : 0); } get size() { return 1 + (this.l ? this.l.size + this.r.size : 0); } *[Symbol.iterator]() { if (this.l) yield* this.l; yield this.v; if (this.r) yield* this.r; } }
const t = new Tree(6);
print(t.sum(), t.size, [...t].length, [...t].slice(0, 15).join(''));
function flatten(a) { return a.reduce((r, x) => Array.isArray(x) ? r.concat(flatten(x)) : r.concat(x), []); }
print(flatten([1, [2, [3, [4, [5]]], 6], [[[7]]]]).join());
function clone(o) { if (typeof o !== 'object' || !o) return o; if (Array.isArray(o)) return o.map(clone); return Object.fromEntries(Object.entries(o).map(([k, v]) => [k, clone(v)])); }
print(JSON.stringify(clone({ a: [1, { b: null }], c: { d: { e: 'f' } } })));
const Y = (f) => ((x) => x(x))((x) => f((...a) => x(x)(...a)));
print(Y((self) => (n) => n < 2 ? 1 : n * self(n - 1))(10));
function power(s) { if (!s.length) return ['']; const rest = power(s.slice(1)); return rest.concat(rest.map((r) => s[0] + r)); }
print(power('abcd').sort().join('|'));
function change(total, coins) { if (total === 0) return 1; if (total < 0 || !coins.length) return 0; return change(total, coins.slice(1)) + change(total - coins[0], coins); }
print(change(50, [25, 10, 5, 1]));
let cnt = 0;
function tryRec(n) { try { if (n === 0) throw new Error('bottom'); return tryRec(n - 1); } catch (e) { if (n < 5) throw e; return n + e.message; } finally { cnt++; } }
print(tryRec(20), cnt);
const rec = { toString() { return this.d-- > 0 ? '[' + this + ']' : 'end'; }, d: 4 };
print(String(rec));
function viaApply(n, ...r) { return n ? viaApply.apply(this, [n - 1, ...r, n]) : r.join(''); }
print(viaApply.call(null, 9));
function viaSort(a) { return a.length < 2 ? a : [...viaSort(a.slice(1).filter((x) => x < a[0])), a[0], ...viaSort(a.slice(1).filter((x) => x >= a[0]))]; }
print(viaSort([5, 3, 8, 1, 9, 2, 5]).join());
async function asum(n) { return n ? n + await asum(n - 1) : 0; }
asum(50).then((v) => print('async', v));
function* walk(n) { if (n) { yield* walk(n - 1); yield n; yield* walk(n - 1); } }
print([...walk(4)].join(''));
const json = JSON.stringify({ a: [1, 2, { b: 3 }] }, function r(k, v) { return typeof v === 'number' ? JSON.parse(JSON.stringify(v), (k, v) => v * 2) : v; });
print(json);
const gcd = (a, b) => b ? gcd(b, a % b) : a;
print(gcd(123456, 7890));
function collatz(n, c = 0) { return n === 1 ? c : collatz(n % 2 ? 3 * n + 1 : n / 2, c + 1); }
print(collatz(97));
'x'.replace(/x/, function f(m) { return print('in replace', 'y'.replace(/y/, () => 'deep')); });
