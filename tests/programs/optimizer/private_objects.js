// Objects that nobody else sees: they are not made, or made again where optimized code is left.
function Point(x, y) { this.x = x; this.y = y; }
Point.prototype.add = function (other) { return new Point(this.x + other.x, this.y + other.y); };
Point.prototype.scale = function (k) { return new Point(this.x * k, this.y * k); };
function path(n, step) {
  var sum = 0;
  for (var i = 0; i < n; i++) {
    var p = new Point(i, step).add(new Point(1, 2)).scale(3);
    sum += p.x - p.y;
  }
  return sum;
}
print(path(1000, 1), path(1000, 0.5), path(3, "a"), path(3, { valueOf: function () { return 2; } }));

// Left in the middle: counted once.
var count = 0;
function counted(o) { var c = { n: 0, inner: { m: 1 } }; c.n += 1; c.inner.m += c.n; var v = o.value; c.n += 1; count += c.n + c.inner.m; return v; }
for (var i = 0; i < 500; i++) {
  counted(i < 400 ? { value: i } : { other: 1, value: i });
}
print(count);

// Escapes: by a store, a call, a return, a phi, an exception.
var global;
function byStore(i) { var o = { i: i, j: 0 }; o.j = 1; global = o; o.j = 2; return global.j + o.j; }
function look(o) { o.j += 5; return o.j; }
function byCall(i) { var o = { i: i, j: 0 }; o.j = 1; var r = look(o); return r + o.j; }
function byChoice(i) { var a = { v: 1 }, b = { v: 2 }; var c = i & 1 ? a : b; c.v = 7; return a.v * 10 + b.v; }
function byLoop(n) { var o = { v: 0 }, last = o; for (var i = 0; i < n; i++) { last.v += i; if (i == 2) last = { v: 100 }; } return o.v + ":" + last.v; }
function byThrow(i) { var o = { v: 0 }; try { o.v = 1; if (i % 3 == 0) throw o; o.v = 2; } catch (e) { e.v += 10; } return o.v; }
function nested(i) { var o = { a: { b: { c: i } } }; o.a.b.c += 1; var inner = o.a; inner.b.c += 1; return o.a.b.c; }
function identity(i) { var o = {}, p = {}; return (o === p) + ":" + (o === o) + ":" + (o ? 1 : 0); }
function closure(i) { var o = { v: i }; var f = function () { return o.v; }; o.v += 1; return f(); }
for (i = 0; i < 400; i++) {
  var got = [byStore(i), byCall(i), byChoice(i), byLoop(5), byThrow(i), nested(i), identity(i), closure(i)];
}
print(got.join());

// A private object's fields survive calls that cannot know it.
function opaque() { return global; }
function across(i) { var o = { v: i, w: 1 }; opaque(); o.w = o.v + 1; opaque(); return o.w; }
for (i = 0; i < 400; i++) got = across(i);
print(got, across(0.5), across("s"));

// A setter on the prototype must be met.
function Node2(v) { this.v = v; this.late = v; }
function build(i) { var n = new Node2(i); return n.v + ":" + n.late; }
for (i = 0; i < 400; i++) got = build(i);
print(got);
var calls = 0;
Object.defineProperty(Node2.prototype, "late", { set: function (v) { calls++; }, get: function () { return "getter"; } });
for (i = 0; i < 50; i++) got = build(i);
print(got, calls);
