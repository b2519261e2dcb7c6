// What the optimizer does itself of push, pop, Array, == and + on strings; and where it must not.
function repeat(f, n) { var r; for (var i = 0; i < (n || 300); i++) r = f(i); return r; }

function stack(i) {
  var s = new Array();
  s.push(i); s.push(i + 0.5); s.push("x");
  var last = s.pop();
  return s.length + ":" + s.pop() + ":" + s.pop() + ":" + s.pop() + ":" + s.length + last;
}
print(repeat(stack));
function doubles(n) { var a = []; for (var i = 0; i < n; i++) a.push(i / 2 + 0.25); var t = 0; while (a.length) t += a.pop(); return t; }
print(repeat(doubles));
function ints(n) { var a = []; for (var i = 0; i < n; i++) { if (a.push(i) != i + 1) return "wrong"; } return a.length + ":" + a[n - 1]; }
print(repeat(ints));
function kinds(i) { var a = [1, 2]; var first = a[0]; a.push(0.5); var second = a[0]; a.push("s"); return first + second + a[0] + a.length; }
print(repeat(kinds));
function aliased(a, b) { var n = a.length; b.push(7); b.push(8); return a.length - n + ":" + a[a.length - 1]; }
print(repeat(function () { var a = [1]; return aliased(a, a) + aliased([1], [2]); }));

// Arrays that are not plain.
function pushTo(a, v) { return a.push(v); }
function popFrom(a) { return a.pop(); }
repeat(function (i) { var a = [1, 2, 3]; pushTo(a, i); return popFrom(a); });
var frozen = Object.freeze([1]);
try { pushTo(frozen, 2); } catch (e) { print(e instanceof TypeError, frozen.length); }
try { popFrom(frozen); } catch (e) { print(e instanceof TypeError, frozen.length); }
var like = { length: 2, push: Array.prototype.push, pop: Array.prototype.pop };
print(pushTo(like, "v"), like[2], popFrom(like), like.length);
var proxy = new Proxy([], { set: function (t, k, v) { print("set", String(k)); t[k] = v; return true; } });
pushTo(proxy, 1);
var fixed = Object.defineProperty([1, 2], "length", { writable: false });
try { pushTo(fixed, 3); } catch (e) { print(e instanceof TypeError, fixed.length); }
class Sub extends Array { push(v) { return "sub" + super.push(v); } }
print(pushTo(new Sub(), 1), popFrom(new Sub()));
var holes = [1, , 3]; Array.prototype[1] = "proto";
print(popFrom(holes), popFrom(holes), holes.length); delete Array.prototype[1];
print(popFrom([]), popFrom([, ]));

// Loose equality.
function same(a, b) { return a == b; }
var values = [0, -0, 1, 1.5, NaN, "", "1", "a", "a" + "", true, false, null, undefined, {}, 1n, Symbol.iterator];
repeat(function (i) { return same(values[i % 4], values[(i * 7) % 4]); });
print(values.map(function (a) { return values.map(function (b) { return same(a, b) ? 1 : 0; }).join(""); }).join());
var asked = 0, object = { valueOf: function () { asked++; return 1; } };
print(same(object, 1), same(object, object), same(object, {}), asked);

// Strings.
function join(a, b) { return a + b; }
repeat(function (i) { return join("s", i) + join(i, "s") + join("a", "b"); });
print(join("x", 1), join(-0, "x"), join(0.1, "x"), join("x", null), join("x", true), join(1, 2), join("x", { toString: function () { return "o"; } }));
try { join("x", Symbol()); } catch (e) { print(e instanceof TypeError); }
function labels(n) { var o = {}; for (var i = 0; i < n; i++) o["k" + i % 5] = "v" + i; return Object.keys(o).join() + o.k3; }
print(repeat(labels));

// The constructor is replaced.
function fresh() { return new Array(); }
repeat(fresh);
var array = fresh(); array[3] = 1;
print(array.length, fresh().length, fresh() === fresh(), fresh() instanceof Array);
var Original = Array;
Array = function () { this.replaced = true; };
print(fresh().replaced);
Array = Original;
print(fresh().replaced);

// What nobody uses is done all the same.
var conversions = 0, converting = { valueOf: function () { conversions++; return 1; } };
function unused(a, b) { a == b; a + b; return 0; }
repeat(function (i) { return unused("s", i) + unused("t", "u"); });
for (var i = 0; i < 20; i++) unused("s", converting);
print(conversions);

// parseInt of what is a number already.
function whole(x) { return parseInt(x); }
function decimal(x) { return parseInt(x, 10); }
var wholes = 0;
for (var i = 0; i < 500; i++) wholes += whole(i - 250) + decimal(i);
print(wholes, whole(-0), Object.is(whole(-0), 0), whole(2.9), whole(-2.9), whole(1e21), whole("12px"), decimal("0x1f"), decimal("7"), whole(null), whole(), whole(NaN), whole(4294967296));
