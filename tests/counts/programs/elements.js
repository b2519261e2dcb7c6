// Elements of arrays: reads of what is not there, writes behind the end, other values in arrays of numbers.
function read(a, i) { return a[i]; }
function write(a, i, v) { a[i] = v; }

var numbers = [], total = 0;
for (var i = 0; i < 3000; i++) numbers[i] = i;
for (i = 0; i < 4000; i++) total += read(numbers, i) | 0;
for (i = 0; i < 3000; i++) total += read(numbers, i % 100 ? i : "7") + read(numbers, i % 300 ? i : -1) | 0;

// Until it ends; with holes; with what the prototype has.
var list = [1, 2, 3, , 5], k;
for (i = 0; i < 500; i++) {
  k = 0;
  while (list[k]) k++;
  read(list, 3);
  read([, 1.5], i % 2);
  read(new Array(3), i % 4);
}
Array.prototype[3] = "inherited";
for (i = 0; i < 400; i++) total += read(list, 3) === "inherited";
delete Array.prototype[3];
delete numbers[5];
for (i = 0; i < 400; i++) read(numbers, i % 10);

// From the end to the beginning, and far beyond it.
for (i = 0; i < 300; i++) {
  var reversed = [];
  for (k = 5; k >= 0; k--) reversed[k] = k;
  write(reversed, 6, i);
  write(reversed, 7 + i % 2, i);
  write(reversed, i % 50 ? 2 : -2, 1);
  if (i % 100 === 0) write(reversed, 5000000, 1);
}

// Numbers, then something else; what begins as something else; what was filled by others.
for (i = 0; i < 900; i++) {
  var pixels = [];
  for (k = 0; k < 4; k++) write(pixels, k, k % 2 ? 0.5 : 1);
  write(pixels, 1, i % 3 ? [1] : 2);
  write(pixels, 2, "again");
  var mixed = i % 2 ? [1, 2] : ["a", 2];
  write(mixed, 0, "x");
  var pushed = [];
  pushed.push(1, 2);
  pushed[1] = i % 5 ? 3 : null;
  pushed[0] = {};
  var split = "1,2".split(",");
  split[0] = 1;
  var holes = new Array(4);
  holes[1] = undefined;
  holes[2] = 1;
}

// Typed arrays, strings, arguments, objects.
var typed = new Float64Array(8);
function sloppy() { arguments[0] = 1; return arguments[5]; }
for (i = 0; i < 1000; i++) {
  write(typed, i % 10, i);
  read(typed, i % 10);
  read("string", i % 8);
  sloppy(i);
  read({ 0: 1, name: 2 }, i % 3 ? 0 : "name");
  numbers[i] += 1;
  numbers[i]++;
}
var grid = [];
for (i = 0; i < 20; i++) {
  grid[i] = [];
  for (k = 0; k < 20; k++) grid[i][k] = i * k + 0.5;
}
for (i = 0; i < 400; i++) total += grid[i % 20][i % 19];
print(total, typed[3]);
