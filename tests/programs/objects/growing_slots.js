// Objects that get more properties than they have room for, in optimized loops.
function Node(kind, n) {
  this.kind = kind;
  for (let i = 0; i < n; i++) grow(this, i);
}
function grow(o, i) {
  switch (i) {
    case 0: o.a = i; break;
    case 1: o.b = "s" + i; break;
    case 2: o.c = [i]; break;
    case 3: o.d = 0.5 + i; break;
    case 4: o.e = o; break;
    case 5: o.f = null; break;
    case 6: o.g = i; break;
    case 7: o.h = i; break;
    case 8: o.i = { i }; break;
    case 9: o.j = i; break;
  }
}
const keep = [];
let sum = 0;
for (let i = 0; i < 4000; i++) {
  const o = {};
  o.z = i;
  for (let k = 0; k < i % 11; k++) grow(o, k);
  if (i % 37 === 0) keep.push(o);
  const n = new Node(i, i % 11);
  sum += (n.j | 0) + (n.d || 0) + Object.keys(n).length + (n.c ? n.c[0] : 0) + (n.i ? n.i.i : 0);
}
print(sum, keep.length);
print(keep.map((o) => Object.keys(o).length + (o.e === o ? "e" : "") + (o.d || "") + (o.b || "") + (o.i ? o.i.i : "")).join());
class Point { constructor(x) { this.x = x; } }
function widen(p) { p.y = p.x + 1; p.z = p.y + 1; p.w = p.z + 1; p.v = p.w + 1; p.u = p.v + 1; p.t = p.u + 1; return p; }
let last;
for (let i = 0; i < 3000; i++) last = widen(new Point(i));
print(JSON.stringify(last));
for (let i = 0; i < 3000; i++) { const p = new Point(i); const q = widen(p); if (q !== p || q.t !== i + 6) throw new Error("at " + i); }
Object.defineProperty(Point.prototype, "w", { set(v) { this.got = v; } });
print(JSON.stringify(widen(new Point(1))));
