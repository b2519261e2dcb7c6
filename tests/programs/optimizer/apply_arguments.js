// `f.apply(this, arguments)`, `f.call(...)` and arguments objects that are never made, or are after all.
function Class() { return function () { this.initialize.apply(this, arguments); }; }
var Vector = Class();
Vector.prototype = { initialize: function (x, y, z) { this.x = x ? x : 0; this.y = y ? y : 0; this.z = z ? z : 0; } };
var Pair = Class();
Pair.prototype = { initialize: function (a, b) { this.a = a; this.b = b; this.count = arguments.length; } };

function length(v) { return v.x * v.x + v.y * v.y + v.z * v.z; }
function loop(n) {
  var sum = 0;
  for (var i = 0; i < n; i++) {
    sum += length(new Vector(i, 1, 2));
    var p = new Pair(i, i + 1, i + 2);
    sum += p.a + p.b + p.count;
  }
  return sum;
}
print(loop(10), loop(1000));

// Missing and surplus arguments.
function third(a, b, c) { return c; }
function forward() { return third.apply(null, arguments); }
function count() { return arguments.length; }
function countAll() { return count.apply(this, arguments); }
function element() { return arguments[1]; }
function beyond() { return arguments[7]; }
for (var i = 0; i < 300; i++) {
  var got = [forward(1, 2), forward(1, 2, 3), forward(1, 2, 3, 4), countAll(), countAll(1, 2, 3), element(1, 2), element(1), beyond(1)];
}
print(got.join());

// What is changed before it is passed on.
function changed(a) { arguments[0] = a + 1; return third.apply(null, arguments); }
function shortened() { arguments.length = 1; return count.apply(null, arguments); }
function mapped(a, b) { a = 10; return third.apply(null, [0, 0, arguments[0]]); }
function strict(a) { "use strict"; a = 10; return third.apply(null, [0, 0, arguments[0]]); }
function escapes() { keep(arguments); return count.apply(null, arguments); }
var kept;
function keep(a) { kept = a; a.length = 0; }
function seen() { return typeof arguments + Object.prototype.toString.call(arguments) + (arguments.callee === seen); }
for (i = 0; i < 300; i++) {
  got = [changed(1, 2, 3), shortened(1, 2, 3), mapped(1, 2), strict(1, 2), escapes(1, 2), seen(), kept.length];
}
print(got.join());

// The target changes, throws, or is no function.
function one() { return "one" + arguments.length; }
function two() { return "two" + this; }
var target = one;
function dispatch() { return target.apply(7, arguments); }
function dispatchCall(x) { return target.call(x, x); }
for (i = 0; i < 400; i++) {
  if (i == 350) target = two;
  got = dispatch(1, 2) + dispatchCall("s");
}
print(got);
target = function () { throw new Error("thrown by the target"); };
try { dispatch(); } catch (e) { print(e.message); }
target = Math.max;
print(dispatch(3, 9, 4), dispatchCall(5));
target = { apply: Function.prototype.apply, call: Function.prototype.call };
try { dispatch(); } catch (e) { print(e instanceof TypeError); }
try { dispatchCall(); } catch (e) { print(e instanceof TypeError); }
target = one;
one.apply = function () { return "own"; };
print(dispatch(), dispatchCall());

// The prototype of a constructor that was inlined changes.
function Thing(v) { this.v = v; }
Thing.prototype.kind = function () { return "old" + this.v; };
function make(i) { return new Thing(i).kind(); }
for (i = 0; i < 400; i++) {
  if (i == 300) Thing.prototype = { kind: function () { return "new" + this.v; } };
  if (i == 299) print(make(i));
  got = make(i);
}
print(got, Object.getPrototypeOf(new Thing(1)) === Thing.prototype);
Thing.prototype.kind = function () { return "newest"; };
print(make(1));
Object.defineProperty(Thing.prototype, "kind", { get: function () { return function () { return "got"; }; } });
print(make(1));

// More is passed on than the area of the call was made for, down to the end of the stack.
function many(a, b, c, d, e, f, g, h) { return a + b + c + d + e + f + g + h + (deeper > 0 ? (deeper--, pass(h, g, f, e, d, c, b, a)) : 0); }
function pass() { return many.apply(null, arguments); }
var deeper = 3;
print(pass(1, 2, 3, 4, 5, 6, 7, 8));
function endless() { deeper = 1; return many.apply(this, arguments) + again.apply(this, arguments); }
function again() { return endless.apply(this, arguments); }
for (i = 0; i < 3; i++) {
  try { again(1, 2, 3, 4, 5, 6, 7, 8); print("no end?"); } catch (e) { print(e instanceof RangeError); }
}
deeper = 2;
print(pass(1, 2, 3, 4, 5, 6, 7, 8));
