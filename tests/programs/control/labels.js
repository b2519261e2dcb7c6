// break and continue to labels, out of every kind of statement.
const log = [];
outer: for (let i = 0; i < 4; i++) { inner: for (let j = 0; j < 4; j++) { if (j === 2) continue outer; if (i === 2) break outer; if (i === j) continue inner; log.push(i + '' + j); } }
print(log.join());
log.length = 0;
block: { log.push('in'); if (log.length) break block; log.push('never'); }
print(log.join());
log.length = 0;
a: b: c: for (; ;) { log.push('abc'); break b; }
print(log.join());
log.length = 0;
i1: if (true) { log.push(1); break i1; log.push(2); } else log.push(3);
print(log.join());
log.length = 0;
t1: try { log.push('t'); break t1; } finally { log.push('f'); }
print(log.join());
log.length = 0;
s1: switch (1) { case 1: for (; ;) { switch (2) { case 2: break s1; } } case 2: log.push('fell'); }
print(log.join('') + 'ok');
log.length = 0;
w: while (true) { do { log.push('d'); if (log.length > 2) break w; continue w; } while (true); }
print(log.join());
log.length = 0;
o: for (const k in { x: 1, y: 2, z: 3 }) { for (const v of [1, 2, 3]) { if (k === 'y') continue o; if (v === 2) continue; if (k === 'z' && v === 3) break o; log.push(k + v); } }
print(log.join());
log.length = 0;
let n = 0;
d: do { n++; for (; ;) { if (n < 5) continue d; break d; } } while (n < 10);
print(n);
n = 0;
d2: do { n++; continue d2; } while (n < 3);
print(n);
n = 0;
do { n++; if (n === 2) continue; if (n > 5) break; } while (n !== 4);
print(n);
f: for (var v = 0; v < 3; v++) { try { if (v === 1) continue f; log.push('body' + v); } finally { log.push('fin' + v); } }
print(log.join(), v);
log.length = 0;
g: { try { try { break g; } finally { log.push(1); } } finally { log.push(2); } log.push('no'); }
print(log.join());
log.length = 0;
function ret() { x: for (; ;) { try { return 'returned'; } finally { break x; } } return 'after'; }
print(ret());
function cont() { let i = 0; for (; i < 3; i++) { try { return i; } finally { if (i < 2) continue; } } return 'end'; }
print(cont());
function deep() { l1: for (let a = 0; ; a++) l2: for (let b = 0; ; b++) l3: for (let c = 0; ; c++) { if (a > 2) return [a, b, c]; if (b > 2) continue l1; if (c > 2) continue l2; if (a === 1) break l2; } }
print(deep());
foo: { foo2: { var foo = 5; break foo; } }
print(foo);
yield_: { let yield_ = 1; break yield_; }
async: { break async; }
l: function lf() { return 'labelled function'; }
print(lf());
if (1) { m: { let inner = 1; { let inner = 2; break m; } } }
w2: with ({ q: 1 }) { log.push(q); break w2; }
print(log.join());
let steps = 0;
scan: for (const row of [[1, 2], [3, 4], [5, 6]]) { for (const cell of row) { steps++; if (cell === 4) break scan; if (cell === 1) continue scan; } }
print(steps);
const primes = [];
next: for (let i = 2; i < 60; i++) { for (const p of primes) { if (p * p > i) break; if (i % p === 0) continue next; } primes.push(i); }
print(primes.join());
print(eval('x: { 1; break x; }'), eval('1; y: { 2; { break y; } 3 }'), eval('do { 4; break; } while(0)'));
print(eval('do { 5; continue; 6 } while(0)'), eval('z: for (var i = 0; i < 3; i++) { i; if (i == 1) break z; }'), eval('if (0) 1'));
print(eval('1; if (1) ;'), eval('2; {}'), eval('3; var q2 = 9'), eval('4; function fd() {}'));
print(eval('switch (1) { case 1: 7; case 2: 8; break; default: 9 }'), eval('try { 10 } finally { 11 }'), eval('while (false) ; '));
print(eval('12; throwless: ;'), eval('1; do { 2; break; } while (0)'), eval('3; for (var a of [1]) { 4; continue; }'));
print(eval('try { throw 1 } catch (e) { e + 12 }'), eval('14; class C {}'), eval('15; let l = 1;'), eval('with ({}) 16'));
