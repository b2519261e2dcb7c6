// Objects that nobody but the function has: they are there whenever somebody looks.

function attempt(f) { try { return f(); } catch (e) { return e instanceof Error ? e.name : "caught " + e; } }
function Vector(x, y) { this.x = x; this.y = y; }
Vector.prototype.plus = function (v) { return new Vector(this.x + v.x, this.y + v.y); };
Vector.prototype.times = function (k) { return new Vector(this.x * k, this.y * k); };
Vector.prototype.dot = function (v) { return this.x * v.x + this.y * v.y; };
function hot(f, n) { var r; for (var i = 0; i < (n || 400); i++) r = f(i); return r; }

// ---- what is in them when a guard fails behind them
function lengths(a, b, i) {
  var v = new Vector(a, b), w = v.plus(v.times(2));
  var k = w.dot(v) + i;
  return [k, v.x, w.y, v instanceof Vector, Object.keys(w).join()];
}
function early(a, b, other) {
  var v = new Vector(a, b);
  var d = v.dot(v);
  var s = other + 1; // an int32, until it is not
  return d + s + (typeof s == "string" ? v.x + "," + v.y + "," + (v instanceof Vector) : 0);
}
print(hot(i => lengths(i, 1, 2)), lengths(1.5, -0, 1), lengths("a", 2, 3));
hot(i => early(i, 2, i));
print(early(3, 4, "s"), early(-0, 0.5, "t"), early(2147483647, 1, 2147483647), early({ valueOf() { return 7; } }, 1, "u"));

// ---- the same object, wherever it is seen from
function twice(a, f) {
  var v = { a: a, next: null }, w = v, pair = { first: v, second: w };
  pair.first.a++;
  var n = a + 1 | 0;
  if (n > 300) f(pair, v);
  return pair.second.a;
}
print(hot(i => twice(i % 200, null)));
print(attempt(() => twice(300, function (p, v) { print(p.first === p.second, p.first === v, p.first.a); v.a = "seen"; })));
function knot(a, f) {
  var v = { self: null, a: a };
  v.self = v;
  var n = a * 2;
  return n === 500 ? f(v) : n;
}
hot(i => knot(i % 100));
print(knot(250, v => v.self.self.self === v && v.a));

// ---- fields that depend on the way, and loops
function either(c, a, other) {
  var v = { x: 0, y: a };
  if (c) v.x = a; else v.y = 0.5;
  var n = other + 1;
  return typeof n == "string" ? [v.x, v.y, n].join() : v.x + v.y + n;
}
hot(i => either(i & 1, i, i));
print(either(true, 5, "s"), either(false, 5, "s"), either(true, "q", 1), either(false, -0, 1));
function sums(n, last) {
  var acc = { sum: 0, count: 0, odd: undefined };
  for (var i = 0; i < n; i++) {
    acc.sum += i; acc.count++;
    if (i & 1) acc.odd = i;
  }
  return acc.sum + last + acc.count + (typeof last == "string" ? "," + acc.odd : 0);
}
hot(i => sums(20, i));
print(sums(20, "s"), sums(0, "s"), sums(100000, 0.5));
function grows(n, x) {
  var acc = { sum: 0 };
  for (var i = 0; i < n; i++) { acc.sum = acc.sum + x; if (i == 30) x = x + 0.25; if (i == 60) x = "s"; }
  return acc.sum;
}
print(hot(i => grows(30, 1)), grows(40, 1), grows(63, 1), grows(3, 2147483647), grows(2, -0) === 0);

// ---- objects that get more properties, on some ways
function later(a, c, other) {
  var v = { a: a };
  if (c) v.b = other;
  v.c = a + 1;
  var n = other + 1;
  return typeof n == "string" ? Object.keys(v).join() + v.c : n;
}
hot(i => later(i, i & 1, i));
print(later(1, true, "s"), later(1, false, "s"));

// ---- in calls that throw, with handlers around and outside
function thrower(x) { if (x === 77) throw "thrown"; return x; }
function guarded(a) {
  var v = { a: a, tries: 0 };
  try { v.tries++; thrower(a); v.tries++; } catch (e) { return e + " " + v.a + " " + v.tries + " " + Object.keys(v); } finally { v.tries = -1; }
  return v.tries;
}
print(hot(i => guarded(i % 50)), guarded(77));
function Thing(a) { this.a = a; this.b = thrower(a); this.c = 3; }
function make(a) { var t; try { t = new Thing(a); return t.c; } catch (e) { return "no " + t; } }
print(hot(i => make(i % 50)), make(77));

// ---- constructors that look at themselves, or are looked at
function Seen(a) { this.a = a; if (a === 1234) print(Object.keys(this).join(), this.constructor === Seen, new Error("e").stack.split("\n").length > 1); this.b = a; }
function see(a) { return new Seen(a).b; }
print(hot(i => see(i)), see(1234));
function Returned(a) { this.a = a; if (a > 1000) return { a: "another" }; }
function ret(a) { return new Returned(a).a; }
print(hot(i => ret(i)), ret(2000), ret(5));

// ---- closures and environments
function counted(n, other) {
  var count = 0;
  function add(k) { count += k; return count; }
  for (var i = 0; i < n; i++) add(i);
  var m = other + 1;
  return typeof m == "string" ? [add(1), add(1), count, add.name].join() : count;
}
hot(i => counted(10, i));
print(counted(10, "s"), counted(3, 0.5));
function curry(a, other) {
  var f = b => c => a + b + c + this.k;
  var g = f(1);
  var m = other + 1;
  return typeof m == "string" ? g(2) + f(3)(4) : g(10);
}
hot(i => curry.call({ k: 100 }, i, i));
print(curry.call({ k: 100 }, 1, "s"), curry.call({ k: "k" }, 1, 1));
function dead(c, other) {
  if (c) { f(); }
  let x = other + 1;
  function f() { return x; }
  return f();
}
hot(i => dead(false, i));
print(dead(false, "s"), attempt(() => dead(true, 1)));

// ---- nests, and objects in arrays' places
function tree(d, other) {
  var leaf = { v: d }, mid = { l: leaf, r: { v: d + 1 } }, top = { l: mid, r: leaf };
  var m = other + 1;
  if (typeof m == "string") { top.l.r.v += 10; return JSON.stringify(top) + (top.r === top.l.l); }
  return top.l.l.v + top.l.r.v + top.r.v;
}
print(hot(i => tree(i, i)), tree(5, "s"));

// ---- a prototype that changes between the making and the look
function Proto() { this.a = 1; }
Proto.prototype.get = function () { return "old"; };
function proto(change) {
  var p = new Proto();
  if (change) Proto.prototype = { get() { return "new"; } };
  return p.get() + new Proto().get() + (p instanceof Proto);
}
print(hot(i => proto(false)), proto(true), hot(i => proto(false)));

// ---- a receiver that is a constant, in instructions that look for it in the frame
class Private { #v = 0; inc() { this.#v++; return this.#v; } }
class Heir extends Private { constructor() { super(); this.w = 1; } inc() { return super.inc() + this.w; } }
var priv = new Private(), heir = new Heir();
var s = 0, i;
for (i = 0; i < 30000; i++) s += priv.inc() + heir.inc();
print(s);
