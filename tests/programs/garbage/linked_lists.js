// gc-stress: 5000
// Lists that live while garbage is made around them.
class Cell { constructor(v, next) { this.v = v; this.next = next; } }
function build(n) { let l = null; for (let i = n; i > 0; i--) l = new Cell(i, l); return l; }
function sum(l) { let s = 0; for (; l; l = l.next) s += l.v; return s; }
function churn(n) { let last; for (let i = 0; i < n; i++) last = { i, pad: [i, i + 1, 'x' + i] }; return last.i; }
const keep = build(5000);
print(sum(keep), churn(5000), sum(keep));
let rolling = null, len = 0;
for (let i = 0; i < 20000; i++) { rolling = new Cell(i, rolling); if (++len > 100) { let c = rolling; for (let k = 0; k < 50; k++) c = c.next; c.next = null; len = 51; } }
print(len, sum(rolling));
const doubly = { prev: null, next: null, v: 0 };
let at = doubly;
for (let i = 1; i < 2000; i++) { const n = { prev: at, next: null, v: i }; at.next = n; at = n; }
let back = 0;
for (; at; at = at.prev) back += at.v;
print(back);
const ring = new Cell(0, null);
let r = ring;
for (let i = 1; i < 500; i++) r = r.next = new Cell(i, null);
r.next = ring;
let seen = 0;
r = ring;
do { seen += r.v; r = r.next; if (r.v % 50 === 0) churn(100); } while (r !== ring);
print(seen);
const queue = [];
let out = 0;
for (let i = 0; i < 10000; i++) { queue.push({ id: i, data: new Array(5).fill(i) }); if (queue.length > 64) out = (out + queue.shift().data[4]) % 1000003; }
print(out, queue.length, queue[0].id);
function reverse(l) { let p = null; while (l) { const t = l.next; l.next = p; p = l; l = t; } return p; }
let flip = build(1000);
for (let i = 0; i < 51; i++) { flip = reverse(flip); churn(20); }
print(flip.v, sum(flip));
const lists = Array.from({ length: 50 }, (_, i) => build(i));
for (let k = 0; k < 500; k++) { const i = k * 7 % 50; lists[i] = new Cell(k, lists[i]); lists[(i + 1) % 50] = build(k % 20); }
print(lists.map(sum).reduce((a, b) => a + b));
print(sum(keep), keep.next.next.v);
