// Sums of which only the low bits are looked at wrap around: what is computed with those bits must not rely on the sums' ranges.
function lowest(end, mask) {
  let least = 0;
  for (let p = 2147483000; p < end; p++) {
    const value = ((p + 255) & mask) - 5;
    if (value < least) least = value;
  }
  return least;
}
for (let i = 0; i < 2000; i++) lowest(2147483300, 255);
print(lowest(2147483300, -1), lowest(2147483640, 255), lowest(2147483640, -1));

function zeros(end, factor) {
  let count = 0;
  for (let p = 2147483000; p < end; p++) {
    if (Object.is(((p + 255) >> 2) * factor, -0)) count++;
  }
  return count;
}
for (let i = 0; i < 2000; i++) zeros(2147483300, i & 3);
print(zeros(2147483300, 0), zeros(2147483640, 1), zeros(2147483640, 0));

function low(x, mask) {
  return (((x & 0x7fffffff) + 255) & mask) - 5;
}
function shifted(x, factor) {
  return ((((x & 0x7fffffff) + 255) >> 31) + 1) * factor;
}
for (let i = 0; i < 3000; i++) low(i, -1) + shifted(i, i & 3);
print(low(1, -1), low(2147483393, -1), low(2147483393, 255), low(-1, -1));
print(shifted(5, 7), Object.is(shifted(2147483393, -1), -0), shifted(2147483393, 9));

// Bitwise operations count undefined as 0; other operands are what they are.
function bits(x, y) { var nothing; return [x | 0, x & y, x ^ nothing, x << 1, nothing >> 1, x >>> 0, ~x]; }
var sum = 0;
for (var i = 0; i < 400; i++) { var b = bits(i % 3 ? i : undefined, i % 5 ? 7 : undefined); for (var j = 0; j < 7; j++) sum += b[j]; }
function flags(x, y) { var less = x < y, either = x > 3 ? x > y : null; return [less & 1, less | 0, either & 1, ~less, less << either, either ^ true, (x === y) >>> 0].join(); }
var counted = {};
for (var i = 0; i < 400; i++) { var f = flags(i % 7, i % 5); counted[f] = (counted[f] || 0) + 1; }
print(JSON.stringify(counted));
function symbolic(x) { try { return x | 0; } catch (e) { return e.name; } }
for (var i = 0; i < 400; i++) symbolic(i % 2 ? true : null);
print(symbolic(Symbol()), symbolic(3n), symbolic("7"), symbolic(true), symbolic(undefined), symbolic({ valueOf: () => 9 }));
print(sum, bits(undefined, 3).join(), bits(2.5, undefined).join(), bits(-1, "12").join(), bits(null, true).join(), bits("x", {}).join());

// What is never negative needs no look at its sign; what may be is looked at.
var bytes = new Uint8Array([0, 127, 128, 255]), shorts = new Uint16Array([0, 1, 65535, 32768]), signed = new Int16Array([-1, 0, 1, -32768]);
function unsigned(v) { return v >= 0 ? v : 4294967296 + v; }
function signs(i) {
  return [unsigned(bytes[i & 3]), unsigned(shorts[i & 3]), unsigned(signed[i & 3]), unsigned(i & 255), unsigned(i & -2), unsigned(i >>> 1), unsigned(i >> 1),
    "é\uffff".charCodeAt(i & 1) < 0, 0 <= (i & 7), 0 > (i >>> 3), 0 <= i].join();
}
var last = [];
for (var i = -300; i < 300; i++) last.push(signs(i));
print(last[0], last[1], last[299], last[300], last[599]);
