// for-of, patterns and spreads in optimized code: of arrays, and of what is none.

function attempt(f) { try { return f(); } catch (e) { return e instanceof Error ? e.name : "caught " + e; } }
function total(it) { var s = 0; for (var v of it) s += v; return s; }
var ints = [1, 2, 3, 4], doubles = [0.5, -0, 1.5], tagged = ["a", 1, null], holes = [1, , 3], none = [];
for (var round = 0; round < 600; round++) {
  total(ints); total(doubles); total(tagged);
}
print(total(ints), total(doubles), total(tagged), total(holes), total(none), Object.is(total([-0]), 0));
print(total(new Uint8Array([1, 2, 250])), total(new Float32Array([0.5, 1])), total("abc"), total(new Set([1, 2, 2])), total(new Map([[1, 2]])), total(function* () { yield 1; yield 2; }()));
print(total(ints.keys()), total(ints.entries()), (function () { return total(arguments); })(1, 2, 3), attempt(() => total(5)), attempt(() => total(undefined)), attempt(() => total({})));
print(total({ length: 2, 0: "x", 1: "y", [Symbol.iterator]: Array.prototype.values }), total(new Proxy([1, 2, 3], {})), total(Object.create([7, 8])));

// ---- arrays that change under the loop
function growing(a) { var s = ""; for (var v of a) { s += v; if (a.length < 8) a.push(v * 2); if (v === 3) a[0] = 9; } return s; }
function shrinking(a) { var s = ""; for (var v of a) { s += v + ","; a.pop(); } return s; }
function turning(a) { var s = ""; for (var v of a) { s += v + ","; if (v === 2) a[3] = "str"; if (v === "str") a[4] = 0.5; if (s.length > 60) break; } return s; }
for (round = 0; round < 400; round++) { growing([1, 2, 3]); shrinking([1, 2, 3, 4]); turning([1, 2, 3]); }
print(growing([1, 2, 3]), shrinking([1, 2, 3, 4, 5]), turning([1, 2, 3]), turning([1.5, 2, , 4]));
Array.prototype[1] = "from the prototype";
print(total([1, , 3]), growing([1, , 3]));
delete Array.prototype[1];

// ---- iterators of one's own: who is told when, with next, return and exceptions
var log = [];
function own(n, throwAt) {
  var i = 0;
  return { [Symbol.iterator]() { return this; }, next() { log.push("next"); if (i === throwAt) throw "next"; return { done: i >= n, value: i++ }; }, return(v) { log.push("return"); return {}; } };
}
function leave(it, at) { for (var v of it) { if (v === at) break; if (v === at + 10) throw "body"; if (v === at + 20) return v; } return "end"; }
for (round = 0; round < 300; round++) { leave([1, 2, 3], 2); leave(own(3, -1), 1); attempt(() => leave(own(3, 1), 5)); log.length = 0; }
for (var [n, t, at] of [[3, -1, 1], [3, -1, -9], [3, 2, 9], [3, 0, 9], [30, -1, -19], [2, -1, 9]]) {
  log.length = 0;
  print(attempt(() => leave(own(n, t), at)), log.join());
}
function nested(a, b) { var s = 0; outer: for (var x of a) for (var y of b) { if (y > 3) continue outer; if (x > 3) break outer; s += x * y; } return s; }
for (round = 0; round < 300; round++) nested(ints, ints);
print(nested(ints, ints), nested(own(3, -1), ints), nested(ints, own(5, -1)));

// ---- patterns, spreads, and iteration that is not what it was
function pattern([a, b = "default", ...c], { d, ...e }) { return [a, b, c.length, d, Object.keys(e).length].join(); }
for (round = 0; round < 400; round++) pattern([round, 2, 3, 4], { d: 1, f: 2 });
print(pattern([1], {}), pattern([1, undefined, 3], { d: 4, e: 5 }), pattern("xyz", "ab"), attempt(() => pattern(null, {})), attempt(() => pattern([], null)));
function spread(f, a, b) { return f(...a, 0, ...b) + Math.max(...a); }
for (round = 0; round < 400; round++) spread((...r) => r.length, ints, doubles);
print(spread((...r) => r.join("|"), ints, "st"), spread((a, b) => b, holes, none));
var values = Array.prototype[Symbol.iterator], next = Object.getPrototypeOf([][Symbol.iterator]()).next, proto = Object.getPrototypeOf([][Symbol.iterator]());
function swap([a, b]) { return [b, a].join(); }
for (round = 0; round < 400; round++) swap([1, 2]);
proto.return = function () { log.push("closed"); return {}; };
log.length = 0;
print(swap([3, 4]), leave([1, 2], 1), log.join());
delete proto.return;
Array.prototype[Symbol.iterator] = function* () { yield "patched"; yield* values.call(this); };
print(swap([5, 6]), total([5, 6]));
Array.prototype[Symbol.iterator] = values;
proto.next = function () { var r = next.call(this); if (!r.done) r.value = "<" + r.value + ">"; return r; };
print(swap([7, 8]), total([7, 8]));
proto.next = next;
print(swap([9, 10]), total([9, 10]), [...ints].length);
