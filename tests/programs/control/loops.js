// Loops with every part missing, per-iteration bindings, and conditions of every kind.
let n = 0;
for (; ;) { if (++n > 4) break; }
print(n);
for (; n < 10;) n++;
print(n);
for (let i = 0, j = 10; i < j; i++, j--) n = i * 100 + j;
print(n);
for (var v = 0; v < 3; v++) ;
print(v);
for (const c = { n: 0 }; c.n < 3; c.n++) ;
while (n-- > 500) ;
print(n);
do n++; while (n < 500)
print(n);
do { n--; } while (n > 495)
n += 0.5;
print(n);
const fs = [];
for (let i = 0; i < 3; i++) fs.push(() => i);
print(fs.map((f) => f()).join());
fs.length = 0;
for (let i = 0; i < 3; i++) { fs.push(() => i); i += 0; }
for (var w = 0; w < 3; w++) fs.push(() => w);
print(fs.map((f) => f()).join());
fs.length = 0;
for (let i = 0, inc = () => i++; i < 3; i++) { fs.push(inc, () => i); if (i === 1) inc(); }
print(fs.map((f) => f()).join());
fs.length = 0;
for (let i = (fs.push(() => i), 0); fs.push(() => i), i < 2; fs.push(() => i), i++) fs.push(() => i);
print(fs.map((f) => f()).join());
fs.length = 0;
for (let i = 0; i < 3; i++) { setI = (v) => { i = v; }; getI = () => i; fs.push([setI, getI]); }
fs[0][0](50);
print(fs.map((f) => f[1]()).join());
for (let i = 0; i < 2; i++) { let i = 'shadow'; print(i); }
{ let k = 'outer'; for (let k = 0; k < 1; k++) { print(k); } print(k); }
for (let x = 0, y; x < 2; x++) { print(y); y = x; }
for (let [a, b] = [0, 3], { c } = { c: 1 }; a < b; a += c) print(a, b);
let s = '';
for (const ch of 'abc') for (let i = 0; i < 2; i++) s += ch + i;
print(s);
conds = [0, '', null, NaN, undefined, false, 0n, -0];
let hits = 0;
for (const c of conds) { while (c) { hits++; break; } if (c) hits++; c ? hits++ : 0; do { } while (c && hits++); }
print(hits);
for (const c of ['0', [], {}, 1n, Infinity, () => 1, Symbol()]) { let once = true; while (c && once) { hits++; once = false; } }
print(hits);
let total = 0;
for (let i = 0; i < 100000; i++) { if (i % 3 === 0) continue; total += i & 7; if (i > 90000) break; }
print(total);
let f = 0;
for (let x = 0; x < 1; x += 0.1) f++;
print(f);
f = 0;
for (let x = 2147483640; x < 2147483660; x++) f++;
print(f);
for (let x = 5; x--;) f += x;
print(f);
let a = 1, b = 1, steps = 0;
while (b < 1e15) { [a, b] = [b, a + b]; steps++; }
print(b, steps);
collatz: for (let i = 27, c = 0; ; c++) { if (i === 1) { print(c); break collatz; } i = i % 2 ? 3 * i + 1 : i / 2; }
let grid = '';
for (let y = -3; y <= 3; y++) { for (let x = -3; x <= 3; x++) grid += x * x + y * y <= 9 ? '#' : '.'; grid += '\n'; }
print(grid);
function nest(d) { let c = 0; for (let i = 0; i < 3; i++) for (let j = 0; j < 3; j++) { if (d) c += nest(d - 1); else c++; } return c; }
print(nest(2));
for (var q = 0, r = []; q < 3; r.push(q), q++) { try { continue; } finally { r.push('f'); } }
print(r.join());
function sum() { let t = 0; for (var i = 0; i < arguments.length; i++) t += arguments[i]; return t + i; }
print(sum(1, 2, 3));
var i = 'global';
(function () { for (var i = 0; i < 2; i++) ; print(i); })();
print(i);
if (0) ; else print('else');
if (1) if (0) print('no'); else print('dangling');
for (let let_ of [1]) print(let_);
var yield_ = 1;
for (yield_ in { z: 1 }) ;
print(yield_); ; ;
{ }
{ { } }
for (const x of []) ;
outer: while (1) { while (1) { break outer; } }
