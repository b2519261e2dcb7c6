// Variables that change kind in the middle of a loop, at every place in the loop.
function run(n, at, value) { let x = 0, y = 1; for (let i = 0; i < n; i++) { if (i === at) x = value; x = x + y; } return x; }
for (let i = 0; i < 30; i++) run(50, -1, 0);
for (const v of [0.5, '', 'a', NaN, -0, 2147483647, 4294967296, null, undefined, true, [], {}, 1e308, Infinity])
  print(String(v), [0, 1, 25, 49].map((at) => String(run(50, at, v))).map((s) => s.length > 30 ? s.slice(0, 10) + '#' + s.length : s).join(' '));
for (const at of [0, 10]) { try { run(20, at, 1n); } catch (e) { print(e.name); } try { run(20, at, Symbol()); } catch (e) { print(e.name); } }
function induction(start, end, step) { let c = 0, last; for (let i = start; step > 0 ? i < end : i > end; i += step) { c++; last = i; if (c > 1000) break; } return c + ':' + last; }
print(induction(0, 10, 1), induction(0, 10, 0.5), induction(10, 0, -1), induction(2147483640, 2147483655, 3));
print(induction(-2147483640, -2147483660, -4), induction(0, '7', 1), induction('0', 3, 1), induction(0.1, 1, 0.1));
print(induction(4294967290, 4294967300, 1), induction(9007199254740990, 9007199254740996, 1), induction(0, Infinity, 1));
print(induction(0, NaN, 1), induction(1e20, 2e20, 1e19));
function swapKinds() { let a = 1, b = 1.5, c = 'c', d = null; const seen = []; for (let i = 0; i < 8; i++) { seen.push(typeof a + typeof b); [a, b, c, d] = [d, a, b, c]; } return seen.join(); }
for (let i = 0; i < 20; i++) swapKinds();
print(swapKinds());
function phi(flag) { let r; if (flag === 0) r = 1; else if (flag === 1) r = 2.5; else if (flag === 2) r = 'three'; else r = { valueOf: () => 4 }; return r * 2; }
let out = '';
for (let i = 0; i < 400; i++) { const v = phi(i < 100 ? 0 : i < 200 ? 1 : i & 3); if (i % 50 === 0 || i > 395) out += v + ' '; }
print(out);
function minmax(list) { let lo = Infinity, hi = -Infinity, sum = 0; for (let i = 0; i < list.length; i++) { const x = list[i]; if (x < lo) lo = x; if (x > hi) hi = x; sum += x; } return [lo, hi, sum].join('/'); }
for (let i = 0; i < 40; i++) minmax([3, 1, 2]);
print(minmax([3, 1, 2]), minmax([0.5, -0.5]), minmax(['b', 'a']), minmax([]), minmax([NaN, 1]), minmax([1, '2', 3]), minmax([-0, 0]));
print(minmax([2147483647, 1]), minmax([null, 5]), minmax([true, 2]));
function dead(n) { let unused = 0, used = 0; for (let i = 0; i < n; i++) { unused = i * 2; used += i; unused += 'str'; } return used; }
print(dead(100), dead(0));
function fieldKinds(n) { const o = { x: 0, y: 0 }; for (let i = 0; i < n; i++) { o.x += 1; o.y = i % 2 ? o.x : o.x / 2; if (i === n - 2) o.x = 'x' + o.x; } return o.x + '|' + o.y; }
for (let i = 0; i < 20; i++) fieldKinds(10);
print(fieldKinds(10), fieldKinds(1), fieldKinds(101));
function nested(n) { let t = 0; for (let i = 0; i < n; i++) { let u = i; for (let j = 0; j < i; j++) { u = j & 1 ? u / 2 : u * 3; if (u > 1e6) u = u | 0; } t += u; } return t; }
print(nested(5), nested(40), nested(60).toFixed(3));
function bools(n) { let a = true, b = 0, c = null; for (let i = 0; i < n; i++) { a = a && i < 90; b = b || (i === 50 ? 'set' : 0); c = c ?? (i === 70 ? 'c' : undefined); } return [a, b, c].join(); }
print(bools(10), bools(60), bools(80), bools(100));
function shiftMix(n) { let x = 1, log = 0; for (let i = 0; i < n; i++) { x = x << 1; if (x < 0) { x = x >>> 0; log++; } if (x > 4e9) x = x % 1000; x = x + (i & 1 ? 0.5 : 0); } return x + '/' + log; }
print(shiftMix(10), shiftMix(40), shiftMix(200));
let g = 0;
function globalLoop(n) { for (let i = 0; i < n; i++) { g += i; if (i === n >> 1) g = g + 0.25; } return g; }
print(globalLoop(10), globalLoop(100), (g = 'reset', globalLoop(3)), (g = 0, globalLoop(4)));
function closureLoop(n) { let x = 0; const inc = () => { x = x + (x > 20 ? 0.5 : 1); }; for (let i = 0; i < n; i++) inc(); return x; }
print(closureLoop(10), closureLoop(50), closureLoop(300));
function argLoop(a, b) { for (let i = 0; i < 20; i++) { a = a + b; b = i === 10 ? b + 0.5 : b; arguments[0]; } return a; }
for (let i = 0; i < 30; i++) argLoop(i, 1);
print(argLoop(1, 2), argLoop('s', 1).length, argLoop(0.1, 0));
