// gc-stress: 5000
// Loops over object graphs: shapes, polymorphism, virtual calls, linked structures.
class Node { constructor(v) { this.value = v; this.next = null; } }
class List { constructor() { this.head = this.tail = null; this.size = 0; } push(v) { const n = new Node(v); if (this.tail) this.tail.next = n; else this.head = n; this.tail = n; this.size++; return this; } map(f) { const r = new List(); for (let n = this.head; n; n = n.next) r.push(f(n.value)); return r; } reverse() { let p = null, n = this.head; this.tail = n; while (n) { const t = n.next; n.next = p; p = n; n = t; } this.head = p; return this; } sum() { let s = 0; for (let n = this.head; n; n = n.next) s += n.value; return s; } }
{ const l = new List(); for (let i = 0; i < 1000; i++) l.push(i); print(l.size, l.sum(), l.map((x) => x / 2).sum(), l.reverse().head.value, l.map(String).sum().length); }
class Shape { area() { return 0; } }
class Circle extends Shape { constructor(r) { super(); this.r = r; } area() { return 3 * this.r * this.r; } }
class Rect extends Shape { constructor(w, h) { super(); this.w = w; this.h = h; } area() { return this.w * this.h; } }
class Square extends Rect { constructor(s) { super(s, s); } get w2() { return this.w * 2; } }
const shapes = [];
for (let i = 0; i < 300; i++) shapes.push(i % 4 === 0 ? new Circle(i) : i % 4 === 1 ? new Rect(i, 2) : i % 4 === 2 ? new Square(i) : new Shape());
let area = 0;
for (let r = 0; r < 5; r++) for (const s of shapes) area += s.area();
print(area);
Square.prototype.area = function () { return -this.w; };
area = 0;
for (const s of shapes) area += s.area();
print(area);
class BST { constructor() { this.root = null; this.n = 0; } insert(k, v) { let p = null, c = this.root; while (c) { p = c; if (k === c.k) { c.v = v; return; } c = k < c.k ? c.l : c.r; } const n = { k, v, l: null, r: null }; this.n++; if (!p) this.root = n; else if (k < p.k) p.l = n; else p.r = n; } get(k) { let c = this.root; while (c && c.k !== k) c = k < c.k ? c.l : c.r; return c ? c.v : undefined; } *walk(n = this.root) { if (n) { yield* this.walk(n.l); yield n.k; yield* this.walk(n.r); } } depth(n = this.root) { return n ? 1 + Math.max(this.depth(n.l), this.depth(n.r)) : 0; } }
{ const t = new BST(); let x = 17; for (let i = 0; i < 500; i++) { x = x * 137 % 1009; t.insert(x, i); } let h = 0; for (const k of t.walk()) h = (h * 31 + k) | 0; print(t.n, h, t.get(137), t.get(-1), t.depth() > 8); const s = new BST(); for (const w of 'the quick brown fox jumps over the lazy dog'.split(' ')) s.insert(w, w.length); print([...s.walk()].join(), s.get('quick')); }
class Heap { constructor(cmp) { this.a = []; this.cmp = cmp; } push(v) { const a = this.a; let i = a.push(v) - 1; while (i) { const p = (i - 1) >> 1; if (this.cmp(a[i], a[p]) >= 0) break; [a[i], a[p]] = [a[p], a[i]]; i = p; } } pop() { const a = this.a, top = a[0], last = a.pop(); if (a.length) { a[0] = last; let i = 0; for (; ;) { let c = 2 * i + 1; if (c >= a.length) break; if (c + 1 < a.length && this.cmp(a[c + 1], a[c]) < 0) c++; if (this.cmp(a[i], a[c]) <= 0) break; [a[i], a[c]] = [a[c], a[i]]; i = c; } } return top; } }
{ const h = new Heap((a, b) => a - b), out = []; for (let i = 0; i < 200; i++) h.push(i * 7919 % 211); while (h.a.length) out.push(h.pop()); print(out.every((v, i) => !i || out[i - 1] <= v), out.length, out[100]); const graph = {}; for (let i = 0; i < 60; i++) graph['n' + i] = [['n' + (i * 7 + 1) % 60, i % 5 + 1], ['n' + (i + 1) % 60, 9]]; const dist = {}, q = new Heap((a, b) => a[0] - b[0]); q.push([0, 'n0']); while (q.a.length) { const [d, n] = q.pop(); if (n in dist) continue; dist[n] = d; for (const [m, w] of graph[n]) q.push([d + w, m]); } print(Object.keys(dist).length, dist.n59, dist.n30, Object.values(dist).reduce((a, b) => a + b)); }
class Vec { constructor(x, y) { this.x = x; this.y = y; } add(o) { return new Vec(this.x + o.x, this.y + o.y); } scale(k) { return new Vec(this.x * k, this.y * k); } dot(o) { return this.x * o.x + this.y * o.y; } }
{ let v = new Vec(0, 0); const d = new Vec(1, 0.5); for (let i = 0; i < 2000; i++) v = v.add(d.scale(i % 3 - 1)); print(v.x, v.y, v.dot(v)); }
class Matrix { constructor(n, f) { this.rows = Array.from({ length: n }, (_, i) => Array.from({ length: n }, (_, j) => f(i, j))); } mul(o) { return new Matrix(this.rows.length, (i, j) => this.rows[i].reduce((s, x, k) => s + x * o.rows[k][j], 0)); } trace() { return this.rows.reduce((s, r, i) => s + r[i], 0); } }
{ let m = new Matrix(5, (i, j) => (i + j) % 3); for (let i = 0; i < 4; i++) m = m.mul(new Matrix(5, (i, j) => i === j ? 1 : (i - j) % 2)); print(m.trace(), m.rows[0].join()); }
const memo = new Map();
const paths = (x, y) => { if (!x || !y) return 1; const k = x + ',' + y; if (memo.has(k)) return memo.get(k); const r = paths(x - 1, y) + paths(x, y - 1); memo.set(k, r); return r; };
print(paths(12, 12), memo.size);
class Emitter { constructor() { this.h = {}; } on(e, f) { (this.h[e] ??= []).push(f); } emit(e, ...a) { for (const f of this.h[e] ?? []) f(...a); } }
{ const e = new Emitter(); let n = 0; for (let i = 0; i < 10; i++) e.on('tick', (x) => { n += x * i; }); for (let i = 0; i < 100; i++) e.emit('tick', i); e.emit('none'); print(n); }
const uf = Array.from({ length: 200 }, (_, i) => i);
const find = (x) => { while (uf[x] !== x) x = uf[x] = uf[uf[x]]; return x; };
for (let i = 0; i < 300; i++) uf[find(i * 13 % 200)] = find(i * 29 % 200);
print(new Set(uf.map((_, i) => find(i))).size);
const trie = {};
for (const w of ['car', 'card', 'care', 'cat', 'dog', 'do']) { let n = trie; for (const c of w) n = n[c] ??= {}; n.end = true; }
const words = (n, p = '') => [...(n.end ? [p] : []), ...Object.keys(n).filter((k) => k !== 'end').flatMap((k) => words(n[k], p + k))];
print(words(trie).join(), words(trie.c.a).length);
const state = { type: 'a', n: 0 };
const step = { a: (s) => { s.n++; s.type = s.n % 3 ? 'b' : 'c'; }, b: (s) => { s.n += 2; s.type = 'a'; }, c: (s) => { s.n -= 1; s.extra = s.n; s.type = 'a'; } };
for (let i = 0; i < 500; i++) step[state.type](state);
print(JSON.stringify(state));
const tokens = '( + 1 ( * 2 3 ) ( - 10 4 ) )'.split(' ');
const parse = () => { const t = tokens.shift(); if (t === '(') { const r = []; while (tokens[0] !== ')') r.push(parse()); tokens.shift(); return r; } return isNaN(t) ? t : +t; };
const ev = (x) => Array.isArray(x) ? x.slice(1).map(ev).reduce({ '+': (a, b) => a + b, '-': (a, b) => a - b, '*': (a, b) => a * b }[x[0]]) : x;
print(ev(parse()));
