// A switch over int32s that is given doubles, -0, strings, undefined, NaN and objects again and again.
function which(v) {
  switch (v) {
    case 0: return "zero";
    case 1: return "one";
    case 2: return "two";
    case 3: return "three";
    case 7: return "seven";
    default: return "other";
  }
}
function edge(v) {
  switch (v) {
    case -2147483648: return "least";
    case -2147483647: return "next";
    case -2147483646: return "third";
    case -2147483645: return "fourth";
    default: return "other";
  }
}
const values = [0, 1, 2, 3, 4, 7, -1, -0, 1.0, 2.5, 3.0000000001, NaN, Infinity, -Infinity, 4294967297, 2147483648, -2147483648, -2147483647, -2147483649, 1e300, "1", "", undefined, null, true, false, {}, [1], Symbol.iterator, 1n, new Number(1)];
let count = {};
for (let round = 0; round < 600; round++) {
  for (const v of values) {
    const answer = which(v) + edge(v);
    count[answer] = (count[answer] || 0) + 1;
  }
}
print(JSON.stringify(count));
print(values.map(which).join());
print(values.map(edge).join());
function halves(n) { let s = 0; for (let i = 0; i < n; i++) { switch (i / 2) { case 0: s += 1; break; case 1: s += 10; break; case 2: s += 100; break; case 3: s += 1000; break; default: s += 0.5; } } return s; }
let sum = 0;
for (let i = 0; i < 400; i++) sum += halves(40);
print(sum);
class Wide { constructor(...all) { this.all = all; } }
class Narrow extends Wide {}
let total = 0;
for (let i = 0; i < 3000; i++) total += new Narrow(i, 1, 2).all.length + new Narrow().all.length;
print(total);
