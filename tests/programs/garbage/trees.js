// gc-stress: 5000
// Trees built, thrown away and rebuilt; long-lived trees with new leaves (old to young pointers).
function tree(d) { return d === 0 ? { l: null, r: null } : { l: tree(d - 1), r: tree(d - 1) }; }
function count(t) { return t.l ? 1 + count(t.l) + count(t.r) : 1; }
const long = tree(10);
for (let d = 2; d <= 8; d += 2) { let n = 0; for (let i = 0; i < 1 << (9 - d); i++) n += count(tree(d)); print(d, n); }
print(count(long));
function graft(t, d, v) { let c = t; for (let i = d; i > 0; i--) c = v >> i & 1 ? c.r : c.l; c.extra = { v, leaf: [v, String(v)] }; }
for (let v = 0; v < 2000; v++) graft(long, 9, v % 1024);
let s = 0;
(function walk(t) { if (t.extra) s += t.extra.v + t.extra.leaf[1].length; if (t.l) { walk(t.l); walk(t.r); } })(long);
print(s, count(long));
let splay = null;
const insert = (t, k) => { const n = { k, v: 'v' + k, p: { a: [k, k * 2] }, l: null, r: null }; if (!t) return n; let c = t; for (; ;) { if (k < c.k) { if (!c.l) { c.l = n; return t; } c = c.l; } else { if (!c.r) { c.r = n; return t; } c = c.r; } } };
let x = 1;
for (let i = 0; i < 3000; i++) { x = x * 16807 % 2147483647; splay = insert(splay, x); if (i % 500 === 499) { const keep = []; (function rec(t) { if (!t) return; rec(t.l); if (keep.length < 100) keep.push(t.k); rec(t.r); })(splay); splay = null; for (const k of keep) splay = insert(splay, k ^ 0x5555); } }
let h = 0, n = 0;
(function rec(t) { if (!t) return; rec(t.l); h = (h * 31 + t.k + t.p.a[1] + t.v.length) | 0; n++; rec(t.r); })(splay);
print(n, h);
const persistent = [null];
const put = (t, k) => !t ? { k, l: null, r: null } : k < t.k ? { ...t, l: put(t.l, k) } : { ...t, r: put(t.r, k) };
for (let i = 0; i < 300; i++) persistent.push(put(persistent.at(-1), i * 7919 % 307));
const size = (t) => t ? 1 + size(t.l) + size(t.r) : 0;
print([10, 100, 300].map((i) => size(persistent[i])).join());
const parents = tree(8);
(function link(t, p) { t.parent = p; if (t.l) { link(t.l, t); link(t.r, t); } })(parents, null);
let deepest = parents;
while (deepest.l) deepest = deepest.l;
let up = 0;
for (let c = deepest; c; c = c.parent) up++;
print(up);
let rope = tree(3);
for (let i = 0; i < 1000; i++) { rope = i % 2 ? { l: rope.r, r: tree(2) } : { l: tree(2), r: rope.l }; }
print(count(rope));
