// Operators: types of operands that change, undefined ones.
function add(a, b) { return a + b; }
function bits(a, b) { return a | b & 3 ^ a << 1; }
function less(a, b) { return a - b * 2 / 3 % 5; }
function minus(a) { return -a; }
function number(a) { return +a; }
function inverted(a) { return ~a; }
function next(a) { a++; --a; return a++ + 1; }

var values = [1, 2.5, "3", true, null, undefined, {}, function () {}, -0, "text"];
var total = "";
for (var i = 0; i < 4000; i++) {
  add(i, i + 0.5);
  total = add(i % 1000 ? i : "s", i % 7 ? 2 : undefined);
  add(values[i % values.length], values[i % 3]);
  bits(i, i % 11 ? i : undefined);
  less(values[i % 4], i);
  minus(values[i % 6]);
  number(i % 50 ? i : "7");
  inverted(i % 3 ? i : 1.5);
  next(i % 20 ? i : "9");
}
var big = 1n;
for (i = 0; i < 300; i++) {
  big = big * 3n % 1000003n;
  big++;
  -big;
}
var unset, sum = 0, text = "";
for (i = 0; i < 3000; i++) {
  sum += i;
  text += i % 2 ? "a" : "b";
  unset | 2;
  sum = sum + (i > 1500 ? 0.25 : 1) * 2 ** (i & 1);
  sum >>>= 0;
  var o = { n: i % 9 ? i : "1" };
  o.n += 1;
  o.n++;
  o["n"] -= 1;
}
print(total, big, sum, text.length);
